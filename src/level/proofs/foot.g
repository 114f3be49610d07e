# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: ROUNDING in src/level/query/sweep.c
#
# The foot on an edge at a time in [0, 1], e . (c - a) + t e . m, against 0 and against e . e (foot_at). The corner c and
# the end a are relative to the centre and carry one rounding each, and their difference one: two of |c| + |a| (d1). The
# edge has one (d2), the products and their sum one each (d3, d4); e . m the same, without d1, and the product with t one
# (d5). The sum of both rounds (d6). e . e has two of the edge, a product and a sum, and the bound is added to it: five
# (d7). Where the comparison is close, e . e is at most the terms. Relative to |e| (|c| + |a| + |m|) = 1, w the share of
# the first two, s1 and s2 the dot products relative to their terms. The bound carries at most nine roundings.
first = s1 * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d6) - 1) + 2.00001 * d1 * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d6));
second = s2 * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d6) - 1);
error = w * first + (1 - w) * second - 5.00001 * d7;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 128;
