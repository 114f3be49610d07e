# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# greatest bound: PROVED_SHARE in src/geom/clear_position.c
#
# A position that rounding moves outward is clear if what it gains along the normal exceeds its error
# (cr_clear_position_certain): that of t, times the motion; and 2^-53 of the product of the motion and t, and of the sum.
# `off` is the sum of these, which carries at most ten roundings (d3). No term of the gain is negative. Relative to the gain, a
# component of the normal is rounded to float (f1) from one with an error of 2^-24 (f2), and there are four roundings (d4).
# If the share K of the gain exceeds off, the gain exceeds the exact sum, which is 1 here. CERTAIN_SHARE is half of that: the
# other half is for the direction of the normal, which errs as the position does (by hand).
off = 1 + 10.00001 * d3;
gain = off / @K@;
least = gain * ((1 + f1) * (1 + f2) * (1 + 4.00001 * d4));
{ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ f1 in [-1b-24, 1b-24] /\ f2 in [-1b-24, 1b-24] -> least - 1 >= 0 }
