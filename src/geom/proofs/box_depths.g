# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: BOX_MARGIN in src/geom/box_contact.c
#
# The depths of two boxes along four sides (cr_find_box_contact), each a difference of floats with one rounding (d1, d2).
# The least one is taken if it is less than the others by the margin, 2 K of the sum of all, whose difference from it is
# rounded (d3); the sum and the product carry eight roundings. Then it is the least one exactly, too. Relative to the sum of two depths = 1, w the least one.
#
# The general path takes the same one, unless its foot seems to be beyond an end of the side (nearest_way_out). The foot
# has one rounding, the length of a side of the difference two, of at most the sum of all (d4, d5); the depth at that
# end is at least the margin twice.
error = w * d1 + (1 - w) * d2 + w * d3;
foot = d4 + 2.00001 * d5;
bound = 2 * @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 /\ foot - 2 * bound <= 0 /\ foot + 2 * bound >= 0 }
$ w in 1024;
