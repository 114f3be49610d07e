# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# margin: CR_RANGE_SLACK in src/level/index/walk.h
#
# A coordinate in cells (cr_cell_range_of), in units of size_of_origin: the difference with the origin, the product, the
# sum with the slack. Coordinates below or beyond the grid, which are greater, are in its first or last cell with any
# rounding.
error = (1 + 2.00001 * d1) * (1 + d2) - 1;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] -> error - @K@ <= 0 /\ error + @K@ >= 0 }
