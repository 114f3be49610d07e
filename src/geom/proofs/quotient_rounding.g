# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: QUOTIENT_ROUNDING in src/geom/toi_rounding.c
#
# The roundings of a time that are relative to it (cr_toi_quotient, cr_toi_down), beside the errors of quotient.g: of the
# gap (d1), of the speed (d2) and of a root that is at most the speed (d3), of the quotient (d4) and of the interval's end
# (d5). The bound carries three.
factor = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5);
bound = @K@ * 1b-53 * (1 - 1b-51);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  -> factor - 1 - bound <= 0 /\ factor - 1 + bound >= 0 }
