# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_RANGE_SLACK in src/level/index/walk.h
#
# A coordinate in cells (cr_cell_range_of, corridor_of), in units of size_of_origin: the difference with the origin, the
# product, the sum with the slack, and of a corridor that with the motion. Half of a size and the motion carry a margin
# that covers their rounding. Coordinates below or beyond the grid, which are greater, are in its first or last cell with
# any rounding. The slack carries at most four roundings.
error = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
