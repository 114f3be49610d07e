# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# generous bound: MOST_SPEED_ERROR in src/geom/toi_rounding.c
#
# The time t = gap / speed (cr_toi_quotient), with errors of at most 3/4 of G and 2/3 of S, both relative: the exact time
# is at most t (1 + 3/4 G) / (1 - 2/3 S), and must be at most t (1 + G + S). G may be of any size. The difference of the
# bounds, times the denominator, is G (1/4 - 2/3 S) + S (1/3 - 2/3 S): no term may be negative for S <= K. The least
# time, t (1 - 3/4 G) / (1 + 2/3 S), is never below t (1 - G - S).
{ S in [0, @K@] -> 3 - 8 * S >= 0 /\ 1 - 2 * S >= 0 }
