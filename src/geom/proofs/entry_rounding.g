# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: ENTRY_ROUNDING in src/geom/impact_search.c
#
# The time of entry into a half-plane, with its error subtracted or added (cross_lanes), in units of the time: its quotient
# and this sum round. What the sum rounds of the error itself is part of time_32.g. The bound carries three roundings.
rounding = (1 + d2) - 1 / (1 + d1);
bound = @K@ * 1b-24 * (1 - 3 * 1b-24);
{ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] -> rounding - bound <= 0 /\ rounding + bound >= 0 }
