# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
# uses: CR_DEGREE_4 in src/geom/predicate.h
# uses: ERRORS_IN_SQUARE in src/geom/impact_search.c
#
# The time at which a path reaches the circle about a vertex (strike_vertex), gap / (approach + root), against its error.
# Relative to that, w is the share of the gap and v that of the approach: the others are the root's, 1 - w - v, and what is
# divided by the speed.
#
#     gap       |v|^2 - R^2: the vertex twice, products, the sum and the difference, five; the root, the sum and the quotient
#               add three to the time, which is at most the greater square by the speed
#     approach  v . m: the vertex, the motion, a product and the sum, four
#     root      the square has nine of CR_DEGREE_4 (the cross product twice, its square, the difference), and is more than
#               ERRORS_IN_SQUARE of these bounds: its root errs by less than 0.501 of them by the root
#
# The speed errs by r, at most as the root does, and by less than 2^-28 for the approach, which is at most 2^20 roots. The
# bound carries twelve roundings.
gap = w * (8.00001 / @K@);
approach = v * (4.00001 / @K@);
root = (1 - w - v) * (0.501 * 9.00001 / @CR_DEGREE_4@);
r = s * (0.501 * 9.00001 / @CR_DEGREE_4@ / @ERRORS_IN_SQUARE@ + 1b-28);
error = (gap + approach + root) / (1 - r);
bound = 1 - 12.00001 * 1b-53;
{ w in [0, 1] /\ v in [0, 1] /\ w + v in [0, 1] /\ s in [0, 1] -> error - bound <= 0 }
$ w in 64, v in 64;
