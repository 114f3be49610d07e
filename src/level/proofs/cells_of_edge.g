# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_EDGE_SLACK in src/level/index/walk.h
#
# How far the cells in which an edge is listed (region_of_line, cr_walk_columns), and those of a point, are displaced
# together, in units of the coordinates and the motion of the edge in cells, and size_of_origin. The edge is walked like a
# box (walk.g), but its motion, the difference of its ends, has two roundings: twice as many for the slope.
#
#     point   on a path (cr_trail), along each axis on its own: the difference with the origin, the product; its motion,
#             the inverse of it; the difference with the side; adding 1, two; the product. The order of two times is that
#             of such a path
#     nested  at rest (cr_index_refs_at): the difference with the origin, the product; 16 nested grids, each a difference
#             with the corner of a cell
#
# The slack carries at most eight roundings.
trail = (1 + 19.00001 * d1) * (1 + d2) - 1;
motion = (1 + 2.00001 * d4) * (1 + 2.00001 * d5) * (1 + d6) * (1 + 2.00001 * d7) * (1 + 2.00001 * d8) * (1 + 2.00001 * d9) - 1;
point = (1 + 2.00001 * d1) * (1 + 2.00001 * d2) * (1 + d3) * (1 + 2.00001 * d4) * (1 + d5) - 1;
nested = (1 + 18.00001 * d1) - 1;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> trail + nested - bound <= 0 /\ trail + nested + bound >= 0 /\ trail + point - bound <= 0 /\ trail + point + bound >= 0
  /\ motion + point - bound <= 0 /\ motion + point + bound >= 0 }
