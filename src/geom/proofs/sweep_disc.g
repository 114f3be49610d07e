# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: SWEEP_GAP in src/geom/closed_form.c
# uses: CR_DEGREE_2 in src/geom/predicate.h
# uses: CR_DEGREE_4 in src/geom/predicate.h
#
# The time at which a point enters a circle, gap / (approach + root Q) (strike_disc). The offset and R carry one rounding,
# the motion none: the gap has four roundings of far + near, the approach three of its terms, which it exceeds by
# CR_DEGREE_2, and Q 8.06 u of its terms (sweep_room.g), which it exceeds by CR_DEGREE_4. With x = 8.06 / CR_DEGREE_4, the
# error of the root is at most x / (1 + sqrt(1 - x)) of Q's bound divided by the root, and below that of the root. So the
# speed has an error of at most r of itself. Relative to the sum of the bounds divided by the speed = 1: z the share of the
# gap, y that of the approach in the rest.
x = 8.06 / @CR_DEGREE_4@;
root = x / (1 + sqrt(1 - x));
ratio = 3.00001 / @CR_DEGREE_2@;
error = (z * a * (4.00001 / @K@) - (1 - z) * (y * b * (3.00001 / @K@) + (1 - y) * c * root)) / (1 + d * (q * ratio + (1 - q) * root));
{ z in [0, 1] /\ y in [0, 1] /\ q in [0, 1] /\ a in [-1, 1] /\ b in [-1, 1] /\ c in [-1, 1] /\ d in [-1, 1]
  -> error in [-0.9999999, 0.9999999] }
$ z in 16, y in 8, q in 8;
