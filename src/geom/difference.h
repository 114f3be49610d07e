// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The Minkowski difference of two cores: C = b - a, the set of displacements of a that make the cores meet. Every
// question about a pair is one about a point and C rounded by R, the sum of the radii:
//
//     overlap    is the displacement 0 within R of C?          distance   how far from C is it?
//     sweep      where does the path from 0 to the motion enter C rounded by R?
//
// C is convex; its edges are those of b and of -a, merged by angle in O(n + m). (M. de Berg et al., Computational
// Geometry, 3rd ed., 13.3.) It is kept in double with what rounding took away beside it, so that the exact path can
// have all of it.
#pragma once

#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"

enum { CR_DIFFERENCE_VERTICES = 2 * CAROM_POLYGON_VERTICES };

/// A vector of the plane in double, and the rest that rounding took from it.
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

/// A displacement of a relative to b: scale * (h + low). Exact as such; x and y are it in double.
typedef struct cr_displacement {
    double x, y;
    double scale;
    cr_vector h;
} cr_displacement;

void cr_difference_make(cr_difference *c, const cr_core *a, const cr_core *b);

static inline int cr_next(const cr_difference *c, int k) {
    return k + 1 < c->count ? k + 1 : 0;
}

/// to - from, exact.
static inline cr_vector cr_vector_between(carom_vec2 from, carom_vec2 to) {
    cr_vector v;
    v.x = cr_difference_of((double)to.x, (double)from.x, &v.low_x);
    v.y = cr_difference_of((double)to.y, (double)from.y, &v.low_y);
    return v;
}

cr_displacement cr_displacement_of(cr_vector h, double scale);

/// May the two meet at all? A one-sided segment is met only by what has its centre on its right or on its line.
bool cr_facing(const cr_core *a, const cr_core *b);
/// May they with a displaced? Told in double, but without a displacement.
bool cr_facing_at(const cr_core *a, const cr_core *b, const cr_displacement *p);
/// May they, when a moves along m relative to b? Only against the normal of a one-sided segment.
bool cr_facing_along(const cr_core *a, const cr_core *b, const cr_displacement *m);

// ---- Exact signs -------------------------------------------------------------------------------------------------

/// cross(edge k, p - vertex k): +1 p on the inner side of the edge's line, -1 outside.
int cr_side_of_edge(const cr_difference *c, int k, const cr_displacement *p);
/// cross(edge k, m): +1 a motion along m goes inward, -1 outward, 0 along the edge.
int cr_inward(const cr_difference *c, int k, const cr_displacement *m);
/// dot(p - vertex k, m): < 0 on the way to the vertex.
int cr_leaving(const cr_difference *c, int k, const cr_displacement *p, const cr_displacement *m);
/// cross(m, vertex k): which side of the path from 0 along m the vertex lies on.
int cr_side_of_path(const cr_difference *c, int k, const cr_displacement *m);
/// Where is the foot of p: 0 on the closed edge k, -1 before its start, +1 after its end?
int cr_past_edge(const cr_difference *c, int k, const cr_displacement *p);
/// Is p nearer than the radius to vertex k?
cr_relation cr_near_vertex(const cr_difference *c, int k, const cr_displacement *p);
/// Is p nearer than the radius to the line of edge k?
cr_relation cr_near_line(const cr_difference *c, int k, const cr_displacement *p);
/// Does the line through 0 along m pass the vertex nearer than the radius? Touching: it is tangent to the disc.
cr_relation cr_passes_vertex(const cr_difference *c, int k, const cr_displacement *m);
/// 0 moves along m and comes, from outside, to the distance of the radius from the line of edge k: is it then beside
/// the edge, on the closed side of its start (`end` false) or of its end?
bool cr_meets_beside(const cr_difference *c, int k, const cr_displacement *m, bool end);

// ---- Exact answers about all of C --------------------------------------------------------------------------------

/// A feature that does not count: it belongs to an end of a segment that was switched off.
bool cr_vertex_skipped(const cr_difference *c, int k);
bool cr_edge_skipped(const cr_difference *c, int k);

/// Where p is against C rounded by the radius, and the feature that says so: the nearest; inside C the edge with the
/// shortest way out; -1 the one of the two it is not, and both where p is apart from a C without radius.
typedef struct cr_location {
    cr_relation relation;
    int edge, vertex;
} cr_location;
cr_location cr_locate(const cr_difference *c, const cr_displacement *p);
bool cr_is_skipped(const cr_difference *c, const cr_location *at);

/// The relation alone; apart where the nearest feature does not count.
cr_relation cr_relation_at(const cr_difference *c, const cr_displacement *p);

/// p touches rounded C at a location: would it enter the interior, moving on along m?
bool cr_enters_at(const cr_difference *c, const cr_location *at, const cr_displacement *p, const cr_displacement *m);
