# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The time t = g / s at which a point crosses a line (cr_crossing_time_of): g and s are cross products of two vectors
# with one rounding each, whose errors are at most 4.04 u of their terms (side.g). Their bounds G and S are K u of the
# terms, and s exceeds S, so that the error of s is at most 4.04 / K of s. The error of t is then (a G - b t S) * 4.04 /
# K / (s (1 + b r)) with a and b in [-1, 1] and r at most 4.04 / K. Relative to (G + |t| S) / |s| = 1, w the share of
# G; the bound carries six roundings. The rounding of t itself is CR_CROSSING_ROUNDING.
ratio = 4.04 / @K@;
error = (w * a - (1 - w) * b) * ratio / (1 + b * (q * ratio));
{ w in [0, 1] /\ a in [-1, 1] /\ b in [-1, 1] /\ q in [0, 1] -> error in [-0.999, 0.999] }
$ w in 64;
