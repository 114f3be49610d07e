# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The distance from a vertex, R^2 - (p - v)^2 (cr_near_vertex), of all signs of degree 2 the one with the most roundings,
# because the offset is squared: three of |p| + |v|, twice, a product, the sum and the difference. R^2 has two of R, a
# product and the difference. Exact values with R^2 + size^2 = 1: w the share of R^2, c the offset relative to its terms;
# that one coordinate has both squares changes nothing, as both have the same roundings. The bound carries twelve roundings.
#
# The other uses have fewer roundings: cross and dot products at most 7.05 (degree_2.g), and circles.g, crossing.g,
# segment_foot.g, moved_foot.g, slab.g, ray_polygon.g; in levels ray.g and box_side.g.
near = (1 + d1) * (1 + d1) * ((1 + d2) * (1 + d3));
far = (c + 3.00001 * d4) * (c + 3.00001 * d4) * ((1 + d5) * (1 + d6) * (1 + d3));
error = w * (near - 1) - (1 - w) * (far - c * c);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ c in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
far - c * c -> c * c * ((1 + d5) * (1 + d6) * (1 + d3) - 1) + (6.00002 * c * d4 + 3.00001 * 3.00001 * (d4 * d4)) * ((1 + d5) * (1 + d6) * (1 + d3));
$ w in 64, c in 4;
