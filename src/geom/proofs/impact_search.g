# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: IMPACT_ERROR in src/geom/impact_search.c
#
# What the search for an impact computes of a feature, in units of the terms of its bound; impact_foot.g is tight. A coordinate of the difference is at most twice the extent (features.g). The edge has two roundings.
#
#     gap    e x v - R |e|: the edge, the vertex, a product and the sum, of twice the extent; R, 3 of the length, a product;
#            the difference
#     speed  e x m: the edge, the motion, a product, the sum
#     end    e . e: the edge twice, products, the sum, of twice the extent
#     far    |v|^2 - R^2: the vertex twice, products, the sum; R twice, its square; the difference
#     room   the cone of a vertex: one edge of a shape, the offset, a product, the sum; an offset of two coordinates rounds
#            at most to two of its terms
gap = 2 * ((1 + 2.00001 * d1) * (1 + d2) * (1 + 2.00001 * d3) * (1 + d4) - 1) - ((1 + d5) * (1 + 3.00001 * d6) * (1 + d7) * (1 + d8) - 1);
speed = (1 + 2.00001 * d1) * (1 + d2) * (1 + 2.00001 * d3) - 1;
end = 2 * ((1 + 4.00001 * d1) * (1 + 2.00001 * d3) - 1);
far = ((1 + 2.00001 * d1) * (1 + 2.00001 * d2) * (1 + d4) - 1) - ((1 + 2.00001 * d5) * (1 + d6) * (1 + d8) - 1);
room = (1 + d1) * (1 + 2.00001 * d2) * (1 + 2.00001 * d3) - 1;
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  -> gap - error <= 0 /\ gap + error >= 0 /\ speed - error <= 0 /\ speed + error >= 0
  /\ end - error <= 0 /\ end + error >= 0 /\ far - error <= 0 /\ far + error >= 0
  /\ room - error <= 0 /\ room + error >= 0 }
