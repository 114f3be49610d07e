# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SUM_OF_THREE in src/base/rotation.c
#
# The sum of three doubles lies between s - B and s + B, each rounded: s has two roundings, B = K u (|a| + |b| + |c|)
# has three, and the ends have one more. Exact values with |a| + |b| + |c| = 1: a + b = w s1, c = (1 - w) s2.
sum = (w * s1) * ((1 + d1) * (1 + d2)) + (1 - w) * (s2 * (1 + d2));
error = (w * s1) * ((1 + d1) * (1 + d2) - 1) + (1 - w) * (s2 * d2);
bound = @K@ * 1b-53 * ((1 + d3) * (1 + d4) * (1 + d5));
above = error + bound + (sum + bound) * d6;
below = error - bound + (sum - bound) * d7;
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> above >= 0 /\ below <= 0 }
$ w in 64;
