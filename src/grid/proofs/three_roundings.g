# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: THREE_ROUNDINGS in src/grid/line.c
#
# The cross product of an offset and a motion that is a difference: the motion, the product, the difference
# (cr_path_side); squares of distances, their sum and the difference with that of the radius (end_is_near); a dot product
# with a motion, less the square of the motion (side_is_near). The errors of the offsets are added to the bound, which
# carries at most eight roundings.
error = (1 + d1) * (1 + d2) * (1 + d3) - 1;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] -> error - bound <= 0 /\ error + bound >= 0 }
