# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_BOX_SLACK in src/level/index/walk.h
#
# A moving box in cells (cr_region_of, cr_walk_columns), in units of its coordinates, its motion and size_of_origin, of
# both axes, by the sum of which it is widened. How far a row that it enters or leaves is displaced:
#
#     trail   across: the difference with the origin, the product, the widening; 16 nested grids, each a difference
#             with the corner of a cell; the sum with the slope
#     front   along: the same without the sum. It displaces the time, and so the row by no more than itself, as the
#             slope is at most the motion
#     motion  the motion along and that across one each; the difference with the side of the column; adding 1 to it, which
#             rounds once in each power of two: two of the last; the time per cell, the product with it, that with the
#             slope, the sum. The distance is at most the motion
#
# The slack carries at most eight roundings.
trail = (1 + 19.00001 * d1) * (1 + d2) - 1;
front = (1 + 19.00001 * d3) - 1;
motion = (1 + d4) * (1 + d5) * (1 + d6) * (1 + 2.00001 * d7) * (1 + 2.00001 * d8) * (1 + 2.00001 * d9) - 1;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> trail - bound <= 0 /\ trail + bound >= 0 /\ front - bound <= 0 /\ front + bound >= 0
  /\ motion - bound <= 0 /\ motion + bound >= 0 }
