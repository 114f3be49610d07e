// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer geom: seven kinds of shape, and five questions about any two of them.
//
//     carom_shape ball, wall;
//     carom_make_circle((carom_vec2){0, 5}, 1, &ball);
//     carom_make_segment((carom_vec2){0, 0}, (carom_vec2){10, 10}, &wall);
//     carom_sweep_hit hit = carom_sweep(&ball, (carom_vec2){10, 0}, &wall, (carom_vec2){0, 0});
//     // hit.hit, hit.t = 0.358578622, hit.at: where the ball stops, hit.normal: away from the wall
//
// What holds for every question:
// - `a` asks or moves, `b` is the obstacle. The normal points from b to a: push a along it to part them.
// - Shapes are closed sets: touching is overlap.
// - Yes or no is what exact arithmetic gives on the floats passed in. Lengths, points and normals are computed in
//   double and rounded to float.
// - `t` is the fraction of the motion, 0..1, the largest float not beyond the exact time. A miss has hit = false and
//   t = 1, so `start + t * motion` is right either way.
// - A one-sided segment is solid on its left and is met only by shapes whose centre is on its right side or on its
//   line (the centre of a box is that of its sides, of a capsule or segment its middle, of a polygon the mean of its
//   vertices), and by motion against its outward normal, (dy, -dx) / length.
// - An invalid shape (not finite, negative radius, reversed box, not convex, unknown kind) meets nothing, nor does an
//   invalid part of a compound.
// - No call allocates. Cost is constant for a pair; a compound costs the sum of its parts.
// - Rounding mode is to nearest and denormals are not flushed, or the exactness is lost.
#pragma once

#include "carom/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAROM_POLYGON_VERTICES 8 ///< the most vertices a convex polygon can have
#define CAROM_COMPOUND_DEPTH   8 ///< how deep compounds may hold compounds

typedef enum carom_kind {
    CAROM_NONE = 0, ///< a zeroed shape: valid nowhere, meets nothing
    CAROM_POINT,
    CAROM_SEGMENT,
    CAROM_CIRCLE,
    CAROM_BOX,
    CAROM_CAPSULE,
    CAROM_POLYGON,
    CAROM_COMPOUND,
} carom_kind;

/// A segment from a to b. A zero-length one is a point (and then never one-sided).
typedef struct carom_segment {
    carom_vec2 a, b;
    bool one_sided;      ///< solid on the left of a->b; otherwise both sides count
    bool skip_a, skip_b; ///< an end that does not count: what would be met there alone is not met
} carom_segment;

/// A disc. Radius 0 is a point.
typedef struct carom_circle {
    carom_vec2 center;
    float radius;
} carom_circle;

/// All points within `radius` of the segment a-b. a == b is a disc.
typedef struct carom_capsule {
    carom_vec2 a, b;
    float radius;
} carom_capsule;

/// A convex polygon, 3 to 8 vertices, wound so that the shoelace area is positive; carom_make_polygon sees to that.
typedef struct carom_polygon {
    int count;
    carom_vec2 v[CAROM_POLYGON_VERTICES];
} carom_polygon;

/// Several shapes as one; the parts stay the caller's and must outlive the compound.
typedef struct carom_compound {
    const struct carom_shape *parts;
    int count;
} carom_compound;

/// Any shape, by value. The reference point, which `at` of a sweep tells, is the centre of a circle, the min corner of
/// a box, a of a segment or capsule, the first vertex of a polygon, and that of the first part of a compound.
typedef struct carom_shape {
    carom_kind kind;
    union {
        carom_vec2 point;
        carom_segment segment;
        carom_circle circle;
        carom_box box;
        carom_capsule capsule;
        carom_polygon polygon;
        carom_compound compound;
    };
} carom_shape;

// ---- Makers: check, then write *out; on an error *out becomes a CAROM_NONE shape ----------------------------------

CAROM_API carom_status carom_make_point(carom_vec2 p, carom_shape *out);
CAROM_API carom_status carom_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out);
/// Solid on the left of a->b. Set skip_a and skip_b on the result to switch ends off.
CAROM_API carom_status carom_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out);
CAROM_API carom_status carom_make_circle(carom_vec2 center, float radius, carom_shape *out);
CAROM_API carom_status carom_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out);
CAROM_API carom_status carom_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out);
/// Convex, either winding, 3 to 8 points in order; collinear and repeated neighbours are accepted and dropped. The
/// first point stays the first vertex (the reference point) unless it is itself dropped.
CAROM_API carom_status carom_make_polygon(const carom_vec2 *points, int count, carom_shape *out);
/// The convex hull of any number of points, in any order; CAROM_TOO_MANY_VERTICES when it needs more than 8 vertices.
/// Starts at the vertex with the least x, then the least y. O(n * h). (R. A. Jarvis 1973, exact orientation.)
CAROM_API carom_status carom_make_hull(const carom_vec2 *points, int count, carom_shape *out);
CAROM_API carom_status carom_make_compound(const carom_shape *parts, int count, carom_shape *out);

/// What, if anything, is wrong with a shape that was filled in by hand. Compounds are checked to the last part.
CAROM_API carom_status carom_shape_check(const carom_shape *shape);

/// The least box that holds the shape: exact, except that the float nearest outside is taken where a radius is added.
/// An invalid shape gives a reversed box; an invalid part of a compound adds nothing.
CAROM_API carom_box carom_shape_bounds(const carom_shape *shape);

/// The shape with `offset` added to each coordinate, rounded to float: a shape kept around the origin, put at a place.
/// So far out that rounding leaves a polygon not convex, it is the hull of its rounded corners: fewer of them, or only
/// a segment. Its first vertex, the reference point, stays the first unless it is dropped. A compound cannot be moved
/// without memory for its parts, and gives a CAROM_NONE shape: move its parts instead.
CAROM_API carom_shape carom_shape_at(const carom_shape *shape, carom_vec2 offset);

// ---- Questions ------------------------------------------------------------------------------------------------------

/// Do a and b share a point? Touching counts.
CAROM_API bool carom_overlap(const carom_shape *a, const carom_shape *b);

/// How far apart, or how deep in each other.
typedef struct carom_gap {
    float distance;        ///< negative: the least depth; infinite when there is nothing to measure
    carom_vec2 on_a, on_b; ///< nearest points; when overlapping, the points that touch once a is pushed out
    carom_vec2 normal;     ///< from b to a, unit length; (0, 0) when the distance is infinite
    int part_a, part_b;    ///< which part of a compound, in order of a walk through it; 0 otherwise
} carom_gap;

/// The distance between a and b. `distance <= 0` exactly when they overlap.
CAROM_API carom_gap carom_distance(const carom_shape *a, const carom_shape *b);

/// Where two shapes that overlap touch.
typedef struct carom_contact_points {
    bool hit;             ///< overlap, touching included
    float depth;          ///< >= 0: push a this far along the normal to part them
    carom_vec2 normal;    ///< from b to a
    int count;            ///< 0 without a hit, else 1 or 2 (two where flat sides lie on each other)
    carom_vec2 points[2]; ///< on b's surface
    int part_a, part_b;
} carom_contact_points;

CAROM_API carom_contact_points carom_contact(const carom_shape *a, const carom_shape *b);

/// Which feature of b was met.
typedef enum carom_feature {
    CAROM_FEATURE_NONE = 0, ///< nothing, or a shape without features (point, circle)
    CAROM_EDGE,             ///< a segment or capsule between its ends
    CAROM_END_A,
    CAROM_END_B,
    CAROM_SIDE, ///< a box or polygon between its corners
    CAROM_CORNER,
} carom_feature;

/// What a ray meets first.
typedef struct carom_ray_hit {
    bool hit;
    bool inside; ///< the ray starts inside: t = 0, the normal is the shortest way out
    float t;     ///< 0..1; 1 on a miss
    float exit;  ///< the far crossing as a fraction of the motion, may exceed 1; infinite without motion; 1 on a miss
    carom_vec2 point, normal;
    carom_feature feature;
    int part; ///< which part of a compound b, in order of a walk through it
} carom_ray_hit;

/// The first t in 0..1 where from + t * move reaches b and would enter it. `move` need not have unit length; a zero
/// motion meets only what it is inside of. Passing flush along a side or through a corner of a solid is a miss.
CAROM_API carom_ray_hit carom_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b);

/// What a moving shape meets first.
typedef struct carom_sweep_hit {
    bool hit;
    bool inside;   ///< they overlap, deeper than touch, at the start: t = 0, the normal is the shortest way out
    float t;       ///< 0..1; 1 on a miss
    carom_vec2 at; ///< where a's reference point comes to rest: a placed there is not inside of b (while b rests)
    carom_vec2 point, normal; ///< the contact at time t, from b to a
    carom_feature feature;
    int part_a, part_b;
} carom_sweep_hit;

/// The first t in 0..1 where a and b, each moving in a straight line, touch and are closing. Touching at the start and
/// moving in: t = 0; sliding along or leaving: no hit; touching exactly at t = 1: hit.
/// Of several parts the earliest wins; at the same t one that is inside, then the lowest part.
CAROM_API carom_sweep_hit carom_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);

// ---- Batches: one against many, many against one --------------------------------------------------------------------
//
// Coordinates come as one array each. A batch answers what the single questions would, bit for bit, and sorts out what
// cannot meet many at a time. Invalid entries meet nothing.

typedef struct carom_circles {
    const float *x, *y, *radius;
    int count;
} carom_circles;

typedef struct carom_boxes {
    const float *min_x, *min_y, *max_x, *max_y;
    int count;
} carom_boxes;

/// Two-sided segments, all ends counting.
typedef struct carom_segments {
    const float *ax, *ay, *bx, *by;
    int count;
} carom_segments;

typedef struct carom_rays {
    const float *x, *y, *move_x, *move_y;
    int count;
} carom_rays;

/// Which of them overlap a: writes up to `capacity` indices in ascending order and returns how many there are.
CAROM_API int carom_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity);
CAROM_API int carom_overlap_boxes(const carom_shape *a, const carom_boxes *b, int *hits, int capacity);
CAROM_API int carom_overlap_segments(const carom_shape *a, const carom_segments *b, int *hits, int capacity);

/// The earliest hit among them, all at rest; its index in `part_b`, the lowest of several at one t.
CAROM_API carom_sweep_hit carom_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b);
CAROM_API carom_sweep_hit carom_sweep_boxes(const carom_shape *a, carom_vec2 move, const carom_boxes *b);
CAROM_API carom_sweep_hit carom_sweep_segments(const carom_shape *a, carom_vec2 move, const carom_segments *b);

/// One answer a ray to hits[0..count); returns how many hit.
CAROM_API int carom_ray_batch(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits);

// ---- The same in space ----------------------------------------------------------------------------------------------

typedef struct carom_hit3 {
    bool hit, inside;
    float t, exit; ///< exit: of a ray, the far crossing; 1 on a miss
    carom_vec3 at; ///< where the moving centre, or the ray, comes to rest
    carom_vec3 point, normal;
    carom_feature feature; ///< of a segment: edge, end a, end b
} carom_hit3;

/// carom_ray against a ball in space.
CAROM_API carom_hit3 carom_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius);
/// carom_sweep of a ball against a segment in space.
CAROM_API carom_hit3 carom_sweep_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a,
                                                carom_vec3 b);

#ifdef __cplusplus
}
#endif
