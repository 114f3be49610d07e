# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_END_SLACK in src/world/circle_pair.h
#
# How far the path of two circles, from the differences of their start and end positions, is from the exact one
# (cr_circle_pair_may_touch), in units of the sum of all coordinates: the ends as in passing_path.g. In double, a difference
# rounds once (d1), and the cross product in units of the length of the path, a product and a difference, at most three.
# The bound carries eight roundings, and its radii cover their own.
lost = 2.5001 * 1b-24 + d1 + 3 * d2;
bound = @K@ * 1b-24 * (1 - 1b-49);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] -> bound - lost >= 0 }
