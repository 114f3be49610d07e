// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The Minkowski difference of two cores, C = b - a: the set of displacements of a at which the cores touch. Every query
// about a pair is a query about a point and C, rounded by R, the sum of the radii:
//
//     overlap    is the displacement 0 within R of C?          distance   how far from C is it?
//     sweep      where does the path from 0 to the motion enter C rounded by R?
//
// C is convex; its edges are those of b and of -a, merged by angle in O(n + m). (M. de Berg et al., Computational
// Geometry, 3rd ed., 13.3.) Coordinates are kept in double with their rounding remainders, so that the exact stage
// loses nothing.
#pragma once

#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"

enum { CR_DIFFERENCE_VERTICES = 2 * CAROM_MAX_POLYGON_VERTICES };

/// A vector in double, and its rounding remainder.
typedef struct cr_vector {
    double x, y;
    double low_x, low_y;
} cr_vector;

typedef struct cr_difference {
    int count; // vertices: 1 a point, 2 flat (then edges 0 and 1 are the two sides), 3.. counter-clockwise
    const cr_core *a, *b;
    cr_vector v[CR_DIFFERENCE_VERTICES];                           // vertex k is b->v[of_b[k]] - a->v[of_a[k]]
    double ex[CR_DIFFERENCE_VERTICES], ey[CR_DIFFERENCE_VERTICES]; // edge k goes from vertex k to the next
    unsigned char of_a[CR_DIFFERENCE_VERTICES], of_b[CR_DIFFERENCE_VERTICES];
    double radius, low_radius;
} cr_difference;

/// A displacement of a relative to b: exactly scale * (h + low). x and y are its rounded values.
typedef struct cr_displacement {
    double x, y;
    double scale;
    cr_vector h;
} cr_displacement;

void cr_difference_make(cr_difference *c, const cr_core *a, const cr_core *b);

/// The sign of cross(b1 - b0, a0 - a1): +1 if the edge of b comes before the edge of -a by angle, -1 if after. Exact.
int cr_angle_order(carom_vec2 b0, carom_vec2 b1, carom_vec2 a0, carom_vec2 a1);

static inline int cr_next(const cr_difference *c, int k) {
    return k + 1 < c->count ? k + 1 : 0;
}

/// The squared length of edge k. Of edges that tie in all else, queries report the longer one, because a mirror changes
/// their order.
static inline double cr_edge_length2(const cr_difference *c, int k) {
    return c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k];
}

/// to - from, exact.
static inline cr_vector cr_vector_between(carom_vec2 from, carom_vec2 to) {
    cr_vector v;
    v.x = cr_difference_of((double)to.x, (double)from.x, &v.low_x);
    v.y = cr_difference_of((double)to.y, (double)from.y, &v.low_y);
    return v;
}

/// Assigns field by field. A copy of a whole struct would load it wider than its fields were stored, and wait for them.
static inline void cr_set_vector(cr_vector *to, cr_vector v) {
    to->x = v.x;
    to->y = v.y;
    to->low_x = v.low_x;
    to->low_y = v.low_y;
}

cr_displacement cr_displacement_of(cr_vector h, double scale);

/// The displacement to - from, with scale 1. Writes its fields one by one, as cr_set_vector does.
static inline cr_displacement cr_displacement_between(carom_vec2 from, carom_vec2 to) {
    cr_displacement p;
    p.x = p.h.x = cr_difference_of((double)to.x, (double)from.x, &p.h.low_x);
    p.y = p.h.y = cr_difference_of((double)to.y, (double)from.y, &p.h.low_y);
    p.scale = 1;
    return p;
}

/// True if one-sidedness allows a contact: a one-sided segment is hit only by shapes whose centre is on its right or on
/// its line. Exact.
bool cr_facing(const cr_core *a, const cr_core *b);
/// The same with a displaced by p. Computed in double unless p is zero.
bool cr_facing_at(const cr_core *a, const cr_core *b, const cr_displacement *p);
/// The same for a motion of a along m relative to b: also requires motion against the normal of the segment. Exact.
bool cr_facing_along(const cr_core *a, const cr_core *b, const cr_displacement *m);

// ---- Exact signs -------------------------------------------------------------------------------------------------

/// cross(edge k, p - vertex k): +1 if p is on the inner side of the edge's line, -1 outside.
int cr_side_of_edge(const cr_difference *c, int k, const cr_displacement *p);
/// cross(edge k, m): +1 if the motion m points inward, -1 outward, 0 along the edge.
int cr_inward(const cr_difference *c, int k, const cr_displacement *m);
/// dot(p - vertex k, m): < 0 if the motion approaches the vertex.
int cr_leaving(const cr_difference *c, int k, const cr_displacement *p, const cr_displacement *m);
/// cross(m, vertex k): the side of the path from 0 along m on which the vertex lies.
int cr_side_of_path(const cr_difference *c, int k, const cr_displacement *m);
/// The position of the foot of p: 0 on the closed edge k, -1 before its start, +1 past its end.
int cr_past_edge(const cr_difference *c, int k, const cr_displacement *p);
/// Compares the distance from p to vertex k with the radius.
cr_relation cr_near_vertex(const cr_difference *c, int k, const cr_displacement *p);
/// Compares the distance from p to the line of edge k with the radius.
cr_relation cr_near_line(const cr_difference *c, int k, const cr_displacement *p);
/// cross(m, vertex k) in double, from the exact value: its relative error is 2^-50, however far it cancels.
double cr_offset_from_path(const cr_difference *c, int k, const cr_displacement *m);
/// Compares the distance from vertex k to the line through 0 along m with the radius. Touching: the path is tangent.
cr_relation cr_passes_vertex(const cr_difference *c, int k, const cr_displacement *m);
/// 0 moves along m and reaches, from outside, distance R from the line of edge k. Returns true if it is then beside the
/// edge: at or past its start (`end` false), at or before its end (`end` true).
bool cr_meets_beside(const cr_difference *c, int k, const cr_displacement *m, bool end);

// ---- Exact answers about all of C --------------------------------------------------------------------------------

/// True if the feature does not count, because it belongs to an end of a segment that is skipped.
bool cr_vertex_skipped(const cr_difference *c, int k);
bool cr_edge_skipped(const cr_difference *c, int k);

/// The relation of p to C rounded by the radius, and the feature that decides it: outside C the closest, inside C the
/// edge of the minimum translation. One of `edge` and `vertex` is -1; both are if p is apart from a C without radius.
typedef struct cr_location {
    cr_relation relation;
    int edge, vertex;
} cr_location;
cr_location cr_locate(const cr_difference *c, const cr_displacement *p);
bool cr_is_skipped(const cr_difference *c, const cr_location *at);

/// The relation only; CR_APART if the deciding feature does not count.
cr_relation cr_relation_at(const cr_difference *c, const cr_displacement *p);

/// p touches rounded C at a location: returns true if a motion along m enters the interior.
bool cr_enters_at(const cr_difference *c, const cr_location *at, const cr_displacement *p, const cr_displacement *m);
