# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_4 in src/geom/predicate.h
#
# The discriminant of an exact motion and a circle, Q = m^2 R^2 - (m x s)^2 (strike_disc): m^2 has a product and a sum, R^2
# two of R and a product, their product one, the difference one: seven. m x s has three roundings, its square one, the
# difference one. Relative to m^2 R^2 + size^2 = 1: w the share of the first, c the cross product relative to its size.
near = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d3) * (1 + d4) * (1 + d5);
far = (c + 3.00001 * d6) * (c + 3.00001 * d6) * ((1 + d7) * (1 + d8));
error = w * (near * (1 + d8) - 1) - (1 - w) * (far - c * c);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ c in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 /\ error - 8.06 * 1b-53 <= 0 /\ error + 8.06 * 1b-53 >= 0 }
far - c * c -> c * c * ((1 + d7) * (1 + d8) - 1) + (6.00002 * c * d6 + 3.00001 * 3.00001 * (d6 * d6)) * ((1 + d7) * (1 + d8));
$ w in 128, c in 4;
