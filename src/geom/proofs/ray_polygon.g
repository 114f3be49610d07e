# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The time at which a ray crosses an edge of a polygon, side / turn (cr_closed_ray_polygon): both exceed their bounds, side
# has an error of 4.04 u of its terms (side.g), turn one of three. G and S are the bounds relative to side and turn, below
# 1. The greatest time is t (1 + g G) / (1 - h S), and must be at most t (1 + G + S); times the denominator, the difference
# is G (1 - g - h S) + S (1 - h - h S): neither may be negative. The least time has the same terms with positive products.
# The roundings of t are SWEEP_ROUNDING.
g = 4.04 / @K@;
h = 3.00001 / @K@;
{ S in [0, 1] -> 1 - g - h * S >= 1b-40 /\ 1 - h - h * S >= 1b-40 }
