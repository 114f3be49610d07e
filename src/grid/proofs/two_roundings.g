# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: TWO_ROUNDINGS in src/grid/line.c
#
# The terms of a grid line relative to a coordinate, k * cell and origin - from: one rounding, and that of their sum
# (line_offset_of). The same for the sum with the rest of a coordinate (cr_line_side), and for the cross product with a
# motion, which is exact (side_is_near). The bound, of computed terms, carries at most eight roundings. The error of an
# offset is within 0.995 of its bound: the rest covers the roundings of products with it, where it is passed on.
error = (1 + d1) * (1 + d2) - 1;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] -> error - 0.995 * bound <= 0 /\ error + 0.995 * bound >= 0 }
