# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_GAP_32 in src/geom/predicate.h
#
# The gap of an edge e with vertex p and a vertex q of the other shape: (e x p - e x q), coordinates relative to an
# origin. Its four products carry e, a coordinate, the product, the difference of two and the difference of these.
# Exact values with |e.x| Y + |e.y| X = 1, w the share of the first, s1..s4 the coordinates relative to Y and X. The
# bound carries eight roundings; underflow is below the FLT_MIN that is added. The comparison of two vertices along an
# edge has the same form with one product less.
first = (1 + d1) * (1 + d3) * (1 + d5) * (1 + d9) * (1 + d11);
second = (1 + d2) * (1 + d4) * (1 + d6) * (1 + d9) * (1 + d11);
third = (1 + d1) * (1 + d7) * (1 + d12) * (1 + d10) * (1 + d11);
fourth = (1 + d2) * (1 + d8) * (1 + d13) * (1 + d10) * (1 + d11);
own = w * (s1 * (first - 1)) - (1 - w) * (s2 * (second - 1));
other = w * (s3 * (third - 1)) - (1 - w) * (s4 * (fourth - 1));
error = own - other;
bound = @K@ * 1b-24 * (1 - 1b-20);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1] /\ s3 in [-1, 1] /\ s4 in [-1, 1]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24] /\ d9 in [-1b-24, 1b-24]
  /\ d10 in [-1b-24, 1b-24] /\ d11 in [-1b-24, 1b-24] /\ d12 in [-1b-24, 1b-24] /\ d13 in [-1b-24, 1b-24]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 128;
