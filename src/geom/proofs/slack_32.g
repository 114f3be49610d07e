# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_DISTANCE_SLACK in src/geom/separations.h
#
# Distances of lines in float, relative to the extent: a gap g with an error within CR_GAP_32, times the reciprocal of
# the length of the edge, or divided by it. w is the share of one coordinate of the edge in its square. Two such
# distances, and the rounding of the limit that they are compared with, differ by less than the slack. The FLT_MIN of the
# bound of a gap, divided by the shortest edge (2^-20 of the extent) of the least extent (2^-40), is 2^-26 of the extent.
square = 1 + w * ((1 + d1) * (1 + d1) * (1 + d2) - 1) + (1 - w) * ((1 + d3) * (1 + d3) * (1 + d4) - 1);
factor = (1 + d7) * (1 + d8) / (sqrt(square * (1 + d5)) * (1 + d6));
error = g * (factor - 1) + 10.11 * e * factor;
room = (@K@ / 2 - 3 - 0.25) * 1b-24;
{ w in [0, 1] /\ g in [-2, 2] /\ e in [-1b-24, 1b-24]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24]
  -> error - room <= 0 /\ error + room >= 0 }
$ w in 16;
