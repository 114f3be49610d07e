# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CENTRE_MARGIN in src/level/query/sweep.c
# uses: POSITION_MARGIN in src/level/query/sweep.c
#
# The centre of a shape, min + half (take_core): half of the extent carries one rounding, and the sum one. The margin is
# POSITION_MARGIN of the size and of the coordinates; K is in units of 2^-53 * 2^18. Relative to these = 1, x the share of the coordinates. The bound
# carries at most eight roundings.
error = x * d1 + (1 - x) * d2;
bound = @K@ * 1b-35 * @POSITION_MARGIN@ * (1 - 1b-49);
{ x in [0, 1] /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] -> error - bound <= 0 /\ error + bound >= 0 }
$ x in 1024;
