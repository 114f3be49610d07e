# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: TIME_FACTOR in src/geom/impact_search.c
#
# A time g / s with errors G of g and D of s, r = D / |s| at most 1/4: the error is (a G - b t D) / (s (1 + b r)) with a
# and b in [-1, 1]. Relative to (G + |t| D) / |s| = 1, w the share of G. The bound carries six roundings.
error = (w * a - (1 - w) * b) / (1 + b * r);
bound = @K@ * (1 - 1b-20);
{ w in [0, 1] /\ a in [-1, 1] /\ b in [-1, 1] /\ r in [0, 0.25] -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
