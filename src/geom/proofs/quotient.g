# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# greatest bound: MOST_SPEED_ERROR in src/geom/toi_rounding.c
#
# The time t = gap / speed (cr_toi_quotient), with errors of at most 3/4 of G and 2/3 of S, both relative: the exact time
# is at most t (1 + 3/4 G) / (1 - 2/3 S), and must be at most t (1 + E), E = p (G + S) + k, where p is four roundings and k
# the constant of quotient_rounding.g. G may be of any size. The difference of the bounds, times the denominator, is
# G (p - 3/4 - 2/3 p S) + S (p - 2/3 (1 + k) - 2/3 p S) and a term that quotient_rounding.g proves: neither may be negative for
# S <= K. The least time, t (1 - 3/4 G) / (1 + 2/3 S), is not below t (1 - E): all products have the other sign.
{ S in [0, @K@] /\ p in [9007199254740986b-53, 9007199254740998b-53] /\ k in [0, 8b-53]
  -> p - 0.75 - 2 / 3 * (p * S) >= 0 /\ p - 2 / 3 * (1 + k) - 2 / 3 * (p * S) >= 0 }
