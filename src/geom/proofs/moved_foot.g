# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The foot of a moving centre on a segment at a time, e . s + t e . m, against 0 and e . e (sweep_circle_segment). e and s
# carry one rounding, m none, a product and a sum one each; t e . m rounds once, and the sum of both once. The error of t
# has a term of its own. e . e has five roundings (segment_foot.g). Relative to foot_size + t along_size + e . e = 1: y the
# share of the first two, z that of the foot in these. The bound carries eight roundings.
foot = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5);
along = (1 + d6) * (1 + d7) * (1 + d8) * (1 + d9) * (1 + d5);
length2 = (1 + d10) * (1 + d10) * (1 + d11) * (1 + d12) * (1 + d13);
error = y * (z * (s1 * (foot - 1)) + (1 - z) * (s2 * (along - 1))) - (1 - y) * (length2 - 1);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ y in [0, 1] /\ z in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53] /\ d11 in [-1b-53, 1b-53] /\ d12 in [-1b-53, 1b-53]
  /\ d13 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ y in 16, z in 8;
