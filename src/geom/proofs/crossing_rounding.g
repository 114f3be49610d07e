# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_CROSSING_ROUNDING in src/geom/crossing.h
#
# The roundings of the time of a crossing that are relative to it, beside the errors of crossing.g: of the quotient, and
# of the end of the interval (cr_decide_toi, cr_update_first). The bound carries one.
factor = (1 + d1) * (1 + d2);
bound = @K@ * 1b-53 * (1 - 1b-51);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] -> factor - 1 - bound <= 0 /\ factor - 1 + bound >= 0 }
