# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SWEEP_GAP in src/geom/closed_form.c
# uses: CR_DEGREE_2 in src/geom/predicate.h
#
# The time at which a circle reaches the line of a segment, gap / turn (sweep_circle_segment). The gap is e x s - R |e|: one
# rounding of e and of s, the product and the difference: four of e x s. R has one, |e| half of four and its own, their
# product one: five of R |e|. The turn e x m has three, as the motion is exact, and exceeds its bound. So the gap has
# an error of 5 / K of its bound, the turn of 3 / CR_DEGREE_2, and the error of the time is divided by the exact turn.
# Relative to (gap bound + t * turn bound) / turn = 1, w the share of the gap. The bound carries twelve roundings.
ratio = 3.00001 / @CR_DEGREE_2@;
error = (w * a * (5.00001 / @K@) - (1 - w) * b * ratio) / (1 + c * ratio);
{ w in [0, 1] /\ a in [-1, 1] /\ b in [-1, 1] /\ c in [-1, 1] -> error in [-0.9999999, 0.9999999] }
$ w in 64;
