// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two turning shapes in double: their positions at a time, and the conditions of contact as polynomials over an
// interval of times, with a bound of the error.
#pragma once

#include "geom/turning_exact.h"

enum { CR_CONDITION_DEGREE = 6 };

/// Vectors, whose coordinates lie apart for SIMD lanes. After an odd number of them, the last is repeated.
typedef struct cr_vector_list {
    double x[CAROM_MAX_POLYGON_VERTICES], y[CAROM_MAX_POLYGON_VERTICES];
} cr_vector_list;

static inline cr_vec2d cr_vector_of(const cr_vector_list *list, int i) {
    return (cr_vec2d){list->x[i], list->y[i]};
}

/// A core about its pivot.
typedef struct cr_arms {
    const cr_turning_core *core;
    int count, edges; ///< a segment has two edges, a point none
    cr_vector_list v, e;
    double length[CAROM_MAX_POLYGON_VERTICES], reach;
} cr_arms;

typedef struct cr_turning_pair {
    cr_arms of[2];        ///< of a, of b
    cr_vec2d apart, move; ///< the pivot of a less that of b: at the start, and how it moves
    double radius;        ///< of both
    double noise;         ///< bound of the error of every distance below
    bool is_flat;         ///< a point and a segment, or two points: they never penetrate
} cr_turning_pair;

void cr_turning_pair_make(cr_turning_pair *p, const cr_turning_core *a, const cr_turning_core *b);
/// The noise up to a time at most: of a fast motion it is less near the start.
double cr_noise_until(const cr_turning_pair *p, double time);

/// What separates two convex shapes: the line of an edge of one, or the line between two vertices.
typedef struct cr_separator {
    bool is_edge, edge_of_a;
    unsigned char edge;
    unsigned char vertex_a, vertex_b; ///< the closest vertices; of an edge, that of the other shape
} cr_separator;

/// Both shapes at a time.
typedef struct cr_placement {
    double time;
    cr_vector_list v[2];                                  ///< the vertices, relative to the pivot of b
    cr_vector_list e[2];                                  ///< the edges
    double edge_gap[2][CAROM_MAX_POLYGON_VERTICES];       ///< of the cores along the normal of each edge
    unsigned char support[2][CAROM_MAX_POLYGON_VERTICES]; ///< the vertex of the other shape that is nearest to the edge
    cr_separator best;
    double gap;      ///< along the best separator, less the radius
    bool penetrates; ///< certain
} cr_placement;

/// Finds the separator with the largest gap. Of other edges, the gap and the support are not set, except for those of b
/// if it is a segment. `near` is a separator of a time nearby, with which it is found faster, or null.
void cr_place_near(const cr_turning_pair *p, double t, const cr_separator *near, cr_placement *at);
void cr_place(const cr_turning_pair *p, double t, cr_placement *at);
/// The same, and sets the gaps and the supports of all edges.
void cr_place_all_edges(const cr_turning_pair *p, double t, cr_placement *at);

/// True if the line between two vertices separates, up to noise in the directions of the edges beside them.
bool cr_vertices_are_closest(const cr_turning_pair *p, const cr_placement *at, int i, int j, double noise);

/// The centre of the vertices of a, relative to vertex 0 of b.
cr_vec2d cr_centre_of_placement(const cr_turning_pair *p, const cr_placement *at);

/// True if that centre is to the left of edge 0 of b, beyond rounding.
bool cr_centre_is_behind(const cr_turning_pair *p, const cr_placement *at);

/// The rotation of both shapes over an interval within one piece, and their distance, in Bernstein form: coefficients
/// times binomials, so that a product is a convolution.
typedef struct cr_turning_span {
    double c[2][3], s[2][3], n[2][3];
    double nn[5], ux[2], uy[2];
    double mx[2][4], my[2][4]; ///< n times u
} cr_turning_span;

void cr_turning_span_make(cr_turning_span *span, const cr_turning_pair *p, double from, double to);

/// A polynomial whose sign is that of a condition.
typedef struct cr_curve {
    cr_condition which;
    int degree;
    double b[CR_CONDITION_DEGREE + 1]; ///< coefficients times binomials
    double error;                      ///< of a coefficient
    bool is_negative;                  ///< a coefficient is certainly negative
} cr_curve;

enum { CR_MOST_CURVES = CAROM_MAX_POLYGON_VERTICES };

/// The conditions of a separator that are not certainly positive over an interval: it separates if there are none.
typedef struct cr_curves {
    int count;
    cr_curve open[CR_MOST_CURVES];
    unsigned surely;  ///< bits of conditions that are certainly positive over every part of the interval as well
    bool are_certain; ///< all others are open
} cr_curves;

/// Finds the open conditions of a separator. Leaves out those with a bit in `surely`, of an interval around this.
void cr_find_open_curves(const cr_turning_pair *p, const cr_turning_span *span, const cr_separator *by, unsigned surely,
                         cr_curves *out);

/// Bits of the coefficients that are not certainly positive.
unsigned cr_uncertain_coefficients(const cr_curve *curve);

/// What double says about the coefficients of a condition over an interval.
typedef struct cr_sure_sign {
    bool is_negative; ///< all are certainly negative: so is the condition, throughout
    bool is_above;    ///< one is certainly positive
} cr_sure_sign;

/// CR_FAR_FROM is of an edge of b.
cr_sure_sign cr_condition_sure_sign(const cr_turning_pair *p, const cr_turning_span *span, cr_condition which);

/// True if all conditions are certainly positive up to x in 0..1 of the interval, with any rounding of its curves.
bool cr_curves_hold_until(const cr_curves *curves, double x);

/// The first x in 0..1 at which a polynomial that is positive at 0 becomes negative, approximately; 1 if it does not. A
/// wrong one costs time only. Writes the uncertainty.
double cr_estimate_root(const cr_curve *p, double *width);
