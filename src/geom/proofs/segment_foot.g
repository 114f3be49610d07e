# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The foot of a centre on a segment, e . s, against its squared length (relate_circle_segment, sweep_circle_segment). Both
# vectors carry one rounding, a product and a sum one each; e . e is compared with the margin added or subtracted, which
# rounds once more. Relative to foot_size + e . e = 1: w the share of the foot, s the foot relative to its terms. The bound
# carries five roundings. The foot on an edge of a level, with a margin in bounds of its own, is foot.g there.
foot = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4);
length2 = (1 + d5) * (1 + d5) * (1 + d6) * (1 + d7) * (1 + d8);
error = w * (s * (foot - 1)) - (1 - w) * (length2 - 1);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64;
