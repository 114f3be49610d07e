# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: POINT_TIME in src/geom/impact.c
#
# The time at which a path reaches a vertex that lies on it, v . m / m . m (point_time). v and m are parallel, so that the
# products have one sign, and v . m has four roundings: of v, m, a product and the sum. m . m has two of m, a product and
# the sum, the quotient one, and the end of the interval one (cr_toi_down). The bound carries one.
over = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4);
under = (1 + d5) * (1 + d5) * (1 + d6) * (1 + d7);
factor = over / under * ((1 + d8) * (1 + d9));
bound = @K@ * 1b-53 * (1 - 1b-49);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  /\ d9 in [-1b-53, 1b-53]
  -> factor - 1 - bound <= 0 /\ factor - 1 + bound >= 0 }
