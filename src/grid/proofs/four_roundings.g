# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: FOUR_ROUNDINGS in src/grid/line.c
#
# The square of a cross product against that of the radius, which is exact, times that of a motion: a product and a sum of
# the latter, the product, the difference (side_is_near). The square of the cross product has two. Its error is added to
# the bound, which carries at most eight roundings.
error = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] -> error - bound <= 0 /\ error + bound >= 0 }
