# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: AXIS_ERROR in src/geom/closed_form.c
#
# The distance of a centre from the side of a box, moved out by a radius, low - r (approach_axis): the difference low of
# two floats carries one rounding. That of low - r changes no sign, and is part of SWEEP_ROUNDING in a time. Relative to
# |low| + |high| + r = 1, s is low. The bound carries four roundings.
error = s * d1;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ s in [-1, 1] /\ d1 in [-1b-53, 1b-53] -> error - bound <= 0 /\ error + bound >= 0 }
