// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer geom: seven kinds of shape, and five queries for every pair of them.
//
//     carom_shape ball, wall;
//     carom_make_circle((carom_vec2){0, 5}, 1, &ball);
//     carom_make_segment((carom_vec2){0, 0}, (carom_vec2){10, 10}, &wall);
//     carom_sweep_hit hit = carom_sweep(&ball, (carom_vec2){10, 0}, &wall, (carom_vec2){0, 0});
//     // hit.hit, hit.t = 0.358578622, hit.at: where the ball stops, hit.normal: away from the wall
//
// These rules hold for every query:
// - `a` is the query shape or the mover, `b` is the obstacle. The normal points from b to a: moving a along the normal
//   separates the two.
// - Shapes are closed sets: touching is overlap.
// - Decisions (overlap, hit or miss) are those of exact arithmetic on the input floats. Lengths, points and normals are
//   computed in double and rounded to float; a value beyond the range of floats is clamped to FLT_MAX, so that finite
//   shapes and motions have finite answers. docs/numerics.md explains how.
// - `t` is the time of impact as a fraction of the motion, 0..1: the largest float not beyond the exact time.
//   A miss has hit = false and t = 1, so `start + t * motion` is right in both cases.
// - A one-sided segment is solid on its left. It is hit only by shapes whose centre is on its right side or on its
//   line, and only by motion against its outward normal, (dy, -dx) / length. The centre of a box, capsule or segment is
//   its midpoint; the centre of a polygon is the mean of its vertices.
// - An invalid shape (not finite, negative radius, reversed box, not convex, unknown kind) hits nothing. The same holds
//   for an invalid part of a compound. If a compound has too many parts, or is nested too deep (or contains itself),
//   the whole compound hits nothing.
// - No query allocates. A pair of convex shapes costs O(n + m) in vertices, at most 8 each; compounds cost the sum over
//   all pairs of parts.
// - The rounding mode must be to nearest, and denormals must not be flushed; otherwise results are not exact.
#pragma once

#include "carom/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAROM_MAX_POLYGON_VERTICES 8     ///< the maximum number of vertices of a convex polygon
#define CAROM_MAX_COMPOUND_DEPTH   8     ///< the maximum nesting depth of compounds
#define CAROM_MAX_COMPOUND_PARTS   16384 ///< the maximum number of parts of a compound, nested ones included

/// The kinds of shape.
typedef enum carom_shape_kind {
    CAROM_SHAPE_NONE = 0, ///< a zeroed shape: invalid, hits nothing
    CAROM_SHAPE_POINT,    ///< a single point
    CAROM_SHAPE_SEGMENT,  ///< see carom_segment
    CAROM_SHAPE_CIRCLE,   ///< see carom_circle
    CAROM_SHAPE_BOX,      ///< axis-aligned, see carom_box
    CAROM_SHAPE_CAPSULE,  ///< see carom_capsule
    CAROM_SHAPE_POLYGON,  ///< convex, see carom_polygon
    CAROM_SHAPE_COMPOUND, ///< see carom_compound
} carom_shape_kind;

/// A segment from a to b. A segment of zero length is a point, and never one-sided.
typedef struct carom_segment {
    carom_vec2 a;   ///< first end
    carom_vec2 b;   ///< second end
    bool one_sided; ///< solid on the left of a->b; otherwise both sides count
    bool skip_a;    ///< ignores contacts of which end a is the feature: a chain then hits a shared vertex only once
    bool skip_b;    ///< the same for end b
} carom_segment;

/// A filled circle. Radius 0 is a point.
typedef struct carom_circle {
    carom_vec2 center; ///< also the reference point
    float radius;      ///< >= 0
} carom_circle;

/// All points within `radius` of the segment a-b. a == b is a circle.
typedef struct carom_capsule {
    carom_vec2 a; ///< first end of the axis
    carom_vec2 b; ///< second end of the axis
    float radius; ///< >= 0
} carom_capsule;

/// A strictly convex polygon of 3 to 8 vertices with positive shoelace area, and all points within `radius` of it: a
/// radius above 0 rounds its corners. carom_make_polygon ensures convexity and area.
typedef struct carom_polygon {
    int count;                                ///< number of vertices
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES]; ///< in order; v[0] is the reference point
    float radius;                             ///< >= 0; 0 for sharp corners
} carom_polygon;

/// Several shapes as one. The parts belong to the caller and must outlive the compound.
typedef struct carom_compound {
    const struct carom_shape *parts; ///< may be compounds themselves, up to CAROM_MAX_COMPOUND_DEPTH
    int count;                       ///< number of parts, >= 0
} carom_compound;

/// Any shape, by value. Its reference point is the point that `at` of a sweep refers to: the centre of a circle, the
/// min corner of a box, `a` of a segment or capsule, the first vertex of a polygon. The reference point of a compound
/// is that of its first part.
typedef struct carom_shape {
    carom_shape_kind kind; ///< which member of the union is valid
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

// ---- Makers ---------------------------------------------------------------------------------------------------------
//
// Each checks its arguments and writes *out. On an error, *out becomes a CAROM_SHAPE_NONE shape, and the status says
// what is wrong. Constant time, unless noted.

/// Makes a point. CAROM_STATUS_NOT_FINITE.
CAROM_API carom_status carom_make_point(carom_vec2 p, carom_shape *out);
/// Makes a two-sided segment. CAROM_STATUS_NOT_FINITE.
CAROM_API carom_status carom_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out);
/// Makes a segment that is solid on the left of a->b. To ignore its ends, set skip_a and skip_b on the result.
/// CAROM_STATUS_NOT_FINITE.
CAROM_API carom_status carom_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out);
/// Makes a filled circle. CAROM_STATUS_NOT_FINITE, CAROM_STATUS_NEGATIVE_RADIUS.
CAROM_API carom_status carom_make_circle(carom_vec2 center, float radius, carom_shape *out);
/// Makes an axis-aligned box. Zero width or height is allowed. CAROM_STATUS_NOT_FINITE, CAROM_STATUS_REVERSED_BOX.
CAROM_API carom_status carom_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out);
/// Makes a box grown by a radius: all points within `radius` of the box. A polygon with a radius; for a flat box, a
/// capsule; with radius 0, the box. CAROM_STATUS_NOT_FINITE, CAROM_STATUS_REVERSED_BOX, CAROM_STATUS_NEGATIVE_RADIUS.
CAROM_API carom_status carom_make_rounded_box(carom_box box, float radius, carom_shape *out);
/// Makes a box at a pose, as carom_shape_posed does: a polygon, or a box if the rotation is a quarter turn.
/// CAROM_STATUS_NOT_FINITE, CAROM_STATUS_REVERSED_BOX.
CAROM_API carom_status carom_make_oriented_box(carom_box box, carom_pose pose, carom_shape *out);
/// Makes a capsule. CAROM_STATUS_NOT_FINITE, CAROM_STATUS_NEGATIVE_RADIUS.
CAROM_API carom_status carom_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out);

/// Makes a convex polygon from 3 to 64 points in order, in either winding. Drops collinear points and repeated
/// neighbours; at most 8 vertices may remain. The first point stays the first vertex, unless it is dropped. O(count).
/// CAROM_STATUS_NOT_FINITE, CAROM_STATUS_TOO_FEW_VERTICES, CAROM_STATUS_TOO_MANY_VERTICES, CAROM_STATUS_NOT_CONVEX,
/// CAROM_STATUS_NO_AREA, CAROM_STATUS_BAD_ARGUMENT (null points).
CAROM_API carom_status carom_make_polygon(const carom_vec2 *points, int count, carom_shape *out);

/// Makes a polygon with rounded corners: all points within `radius` of that of carom_make_polygon. Errors as there, and
/// CAROM_STATUS_NEGATIVE_RADIUS.
CAROM_API carom_status carom_make_rounded_polygon(const carom_vec2 *points, int count, float radius, carom_shape *out);

/// Makes the convex hull of any number of points in any order. The first vertex has the least x, and of these the least
/// y. CAROM_STATUS_TOO_MANY_VERTICES if the hull needs more than 8 vertices; otherwise errors as carom_make_polygon.
/// O(n * h). (R. A. Jarvis, On the identification of the convex hull of a finite set of points in the plane, 1973; with
/// exact orientation tests.)
CAROM_API carom_status carom_make_hull(const carom_vec2 *points, int count, carom_shape *out);

/// Makes a compound of shapes. Checks every part. Errors: CAROM_STATUS_TOO_DEEP and CAROM_STATUS_TOO_LARGE (more than
/// CAROM_MAX_COMPOUND_PARTS), those of the first invalid part, and CAROM_STATUS_BAD_ARGUMENT for a negative count or
/// null parts. Linear in parts.
CAROM_API carom_status carom_make_compound(const carom_shape *parts, int count, carom_shape *out);

/// A closed outline: the edges between neighbouring points, and from the last to the first.
typedef struct carom_ring {
    const carom_vec2 *points; ///< in order
    int count;                ///< number of points, >= 3
} carom_ring;

/// A triangle with positive area.
typedef struct carom_triangle {
    carom_vec2 v[3]; ///< in the order of positive shoelace area
} carom_triangle;

/// Triangulates the area of rings under the even-odd rule: a point is inside if an odd number of rings contains it. So
/// holes, and islands in holes, are rings like any other.
///
/// Writes the first `capacity` triangles, and the number of all to *count; with capacity 0 it only counts. Triangles do
/// not overlap and leave no gap; this is exact. Every vertex of a triangle is a point of a ring.
///
/// Rings may have either winding and any order. They may touch in points and along edges, but must not cross one
/// another or themselves. Needs memory during the call only, from `allocator` (null: malloc). O(n log n) in points, if
/// few edges lie beside one another.
///
/// CAROM_STATUS_NOT_FINITE, CAROM_STATUS_NO_MEMORY, CAROM_STATUS_BAD_ARGUMENT (rings that cross, fewer than three
/// points, null, a negative capacity); then *count is 0. (M. Garey, D. Johnson, F. Preparata, R. Tarjan, Triangulating
/// a simple polygon, 1978; with exact orientation tests.)
CAROM_API carom_status carom_triangulate(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                         carom_triangle *out, int capacity, int *count);

/// Decomposes the area of rings into convex polygons of at most 8 vertices: the parts of a concave mover, for example.
/// Arguments and errors are those of carom_triangulate. Without the limit of 8 vertices, the number of parts would be
/// at most four times the minimum. (S. Hertel, K. Mehlhorn, Fast triangulation of simple polygons, 1983.)
///
///     carom_shape parts[16], hero;
///     int count;
///     carom_ring outline = {points, 9};
///     carom_decompose(&outline, 1, NULL, parts, 16, &count);
///     carom_make_compound(parts, count, &hero); // refers to parts
CAROM_API carom_status carom_decompose(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                       carom_shape *out, int capacity, int *count);

/// Returns the status that the makers would return for a shape filled in by hand; CAROM_STATUS_OK if it is valid.
/// Checks compounds down to the last part.
CAROM_API carom_status carom_shape_check(const carom_shape *shape);

/// Returns the smallest box that contains the shape. With a radius, each side is rounded outward to the nearest float.
/// Returns a reversed box for an invalid shape. Ignores invalid parts of a compound.
CAROM_API carom_box carom_shape_bounds(const carom_shape *shape);

/// Returns the shape with `offset` added to each coordinate, rounded to float: places a shape that is defined about the
/// origin. If rounding breaks the convexity of a polygon, returns the hull of the rounded vertices: fewer vertices, or
/// a segment. Its first vertex stays first, unless it is dropped. Returns CAROM_SHAPE_NONE for a compound, because its
/// parts need memory: move the parts instead.
CAROM_API carom_shape carom_shape_at(const carom_shape *shape, carom_vec2 offset);

/// Returns the shape at a pose: each vertex and centre is that of carom_pose_point, rounded once. Quarter turns are
/// exact. A box becomes a polygon, or a segment if it is flat; turned by quarter turns it remains a box. Rounding that
/// breaks convexity, and compounds, are treated as by carom_shape_at. At a pose that is not finite, the result is
/// invalid.
CAROM_API carom_shape carom_shape_posed(const carom_shape *shape, carom_pose pose);

// ---- Queries --------------------------------------------------------------------------------------------------------

/// Returns true if a and b share a point. Touching counts. Exact.
CAROM_API bool carom_overlap(const carom_shape *a, const carom_shape *b);

/// The distance between two shapes, or their penetration depth.
typedef struct carom_separation {
    float distance;    ///< negative: minus the penetration depth. Infinite if there is none (see the functions)
    carom_vec2 on_a;   ///< closest point on a. In penetration, pushing a along the normal by the depth moves it to on_b
    carom_vec2 on_b;   ///< closest point on b
    carom_vec2 normal; ///< from b to a, unit length; (0, 0) if the distance is infinite
    int part_a;        ///< which part of compound a, in depth-first order; otherwise 0
    int part_b;        ///< which part of compound b, likewise
} carom_separation;

/// Returns the distance between a and b. `distance <= 0` exactly if they overlap; its size is rounded once from double.
/// Of several parts, reports the closest (or deepest) pair. The distance is infinite if a shape is invalid, if a
/// one-sided segment has the centre of the other shape behind it, or if the closest feature is a skipped end.
CAROM_API carom_separation carom_distance(const carom_shape *a, const carom_shape *b);

/// The contact of two shapes that overlap.
typedef struct carom_contact_points {
    bool hit;             ///< the shapes overlap, touching included
    float depth;          ///< penetration depth, >= 0: moving a this far along the normal separates them
    carom_vec2 normal;    ///< from b to a, unit length
    int count;            ///< number of points: 0 without a hit, otherwise 1, or 2 where flat sides touch
    carom_vec2 points[2]; ///< on the surface of b
    int part_a;           ///< which part of compound a, in depth-first order; otherwise 0
    int part_b;           ///< which part of compound b, likewise
} carom_contact_points;

/// Returns the contact of the deepest pair of parts. Without overlap, hit is false and the rest is zero.
CAROM_API carom_contact_points carom_contact(const carom_shape *a, const carom_shape *b);

/// The feature of b that was hit.
typedef enum carom_feature {
    CAROM_FEATURE_NONE = 0, ///< no hit, or a shape without features (point, circle)
    CAROM_FEATURE_EDGE,     ///< a segment or capsule, between its ends
    CAROM_FEATURE_END_A,    ///< end a of a segment or capsule
    CAROM_FEATURE_END_B,    ///< end b of a segment or capsule
    CAROM_FEATURE_SIDE,     ///< a side of a box or polygon
    CAROM_FEATURE_CORNER,   ///< a vertex of a box or polygon
} carom_feature;

/// The first hit of a ray.
typedef struct carom_ray_hit {
    bool hit;    ///< the ray hits
    bool inside; ///< the ray starts in the interior: t = 0, the normal is that of the minimum translation
    float t;     ///< 0..1; 1 on a miss
    float exit;  ///< where the ray leaves b, as a fraction of the motion; may exceed 1; infinite without motion; 1 on a
                 ///< miss; within 2 ulp of the exact time
    carom_vec2 point;      ///< from + t * move, computed in double; the end of the ray on a miss
    carom_vec2 normal;     ///< of the surface, unit length; (0, 0) on a miss
    carom_feature feature; ///< the feature of b that was hit
    int part;              ///< which part of compound b, in depth-first order; otherwise 0
} carom_ray_hit;

/// Returns the first t in 0..1 at which from + t * move reaches b and would enter it. `move` need not have unit length.
/// Zero motion hits only a shape with the point in its interior. Passing flush along a side, or through a corner
/// without entering, is a miss. If an argument is not finite, it is a miss; if the motion is not, `point` is `from`.
CAROM_API carom_ray_hit carom_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b);

/// The first contact of a moving shape.
typedef struct carom_sweep_hit {
    bool hit;              ///< the shapes come into contact
    bool inside;           ///< they penetrate at the start: t = 0, the normal is that of the minimum translation
    float t;               ///< time of impact, 0..1; 1 on a miss
    carom_vec2 at;         ///< final position of a's reference point: a placed there does not penetrate b (if b rests)
    carom_vec2 point;      ///< the contact at time t
    carom_vec2 normal;     ///< from b to a, unit length; (0, 0) on a miss
    carom_feature feature; ///< the feature of b that was hit
    int part_a;            ///< which part of compound a, in depth-first order; otherwise 0
    int part_b;            ///< which part of compound b, likewise
} carom_sweep_hit;

/// Returns the first t in 0..1 at which a and b, each moving in a straight line, touch and are closing. If they touch
/// at the start and close: t = 0. If they slide along or separate: no hit. Contact exactly at t = 1 is a hit. If two
/// corners meet, the normal is that of the side that is approached faster; at equal speeds, of the longer side. Of
/// several parts, the earliest wins; at equal t, penetration before touching, then the lowest part. Motions that are
/// not finite miss; if that of a is not, `at` is its start.
CAROM_API carom_sweep_hit carom_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);

// ---- Shapes at poses ------------------------------------------------------------------------------------------------
//
// Queries on shapes that are given about an origin of their own, and placed by a pose. They return what the queries on
// the results of carom_shape_posed return, bit for bit. The parts of a compound are placed one by one, so that it needs
// no copy.

/// carom_overlap of shapes at poses.
CAROM_API bool carom_posed_overlap(const carom_shape *a, carom_pose a_pose, const carom_shape *b, carom_pose b_pose);
/// carom_distance of shapes at poses.
CAROM_API carom_separation carom_posed_distance(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                                carom_pose b_pose);
/// carom_contact of shapes at poses.
CAROM_API carom_contact_points carom_posed_contact(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                                   carom_pose b_pose);
/// carom_ray against a shape at a pose.
CAROM_API carom_ray_hit carom_posed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, carom_pose b_pose);

// ---- Turning shapes -------------------------------------------------------------------------------------------------
//
// A motion that turns is defined so that contacts are decided exactly. The shape is placed at the start pose as
// carom_shape_posed does. Then its position moves in a straight line at constant speed, while its vertices turn about
// the position as a rigid body. The turn is divided into equal pieces of at most 30 degrees: a power of two of them.
// Within a piece, the tangent of half the angle is the quotient of two linear functions of time; so the speed of
// turning is uniform to 1.8 %, and the breaks between the pieces are rounded to float. (The rational parametrisation of
// the circle. No other published continuous collision query is exact: they advance to a tolerance.)

/// The maximum of |angle| of a carom_turning, in radians: more than five turns.
#define CAROM_MAX_TURN 33.5f

/// A motion with a turn: the position of a pose moves, while the shape turns about it.
typedef struct carom_turning {
    carom_pose pose; ///< at the start
    carom_vec2 move; ///< of the position
    float angle;     ///< radians, from -CAROM_MAX_TURN to CAROM_MAX_TURN; below 2^-80 it is none
} carom_turning;

/// The first contact of two shapes that move and turn.
typedef struct carom_turning_hit {
    bool hit;              ///< the shapes come into contact
    bool inside;           ///< they penetrate at the start: t = 0, the normal is that of the minimum translation
    float t;               ///< time of impact, 0..1; 1 on a miss
    carom_pose at;         ///< final pose of a: a placed there does not penetrate b at its carom_turning_pose of t
    carom_vec2 point;      ///< the contact at time t, on the surface of b
    carom_vec2 normal;     ///< from b to a at time t, unit length; (0, 0) on a miss
    carom_vec2 velocity;   ///< of a relative to b at the contact, for the whole motion as one unit of time
    carom_feature feature; ///< the feature of b that was hit
    int part_a;            ///< which part of compound a, in depth-first order; otherwise 0
    int part_b;            ///< which part of compound b, likewise
} carom_turning_hit;

/// Returns the pose at time t of a motion, rounded to float. At t = 0 it is the start, bit for bit. If the motion is
/// not finite, or the angle exceeds CAROM_MAX_TURN, it is the start too.
CAROM_API carom_pose carom_turning_pose(const carom_turning *motion, float t);

/// Returns the first t in 0..1 at which a and b touch and are about to penetrate. As with carom_sweep: a contact at the
/// start counts if they then penetrate, sliding, rolling and passing tangentially do not, and a contact exactly at t =
/// 1 counts if the motion, continued, would penetrate. Without turns, all but `at` is what carom_sweep returns for the
/// placed shapes, bit for bit.
///
/// Hit or miss, and t, are exact, with these bounds. A penetration that lasts less than 2^-44 of the time before it (at
/// the start: 2^-127 of the motion) may count as a graze. A t below 2^-104 may be less by 2^-127. A point and a
/// segment, which cannot penetrate, hit where the point crosses the segment; a crossing so near an end that these
/// bounds do not decide it counts. Two points never hit while one of them turns.
///
/// A one-sided segment is hit by a shape that is on the right of its line, and by one whose centre is there or on the
/// line, if the contact point moves against the outward normal; this is decided in double. The ends of a shape without
/// area (a segment, a flat box, a capsule of radius 0) are points, too: they hit where they cross a one-sided segment
/// from its right, unless the centre is behind it then. So no shape turns through it about its own end. Where the
/// shapes touch along a length, the contact point is the end of it that closes faster; the middle, if both close alike.
/// After a contact that does not count (with its back, or a skipped end), the search continues when the shapes have
/// come apart by more than rounding; times apart of less than 2^-24 of the motion may be overlooked.
///
/// `at` is the pose at time t, moved outward along the normal by a few ulp of the largest vertex, because the vertices
/// of placed shapes are rounded. If that does not suffice, it is the pose at an earlier time, in the worst case the
/// start; if b moves, that pose carried along with b from the earlier time to t. So a at `at` does not penetrate b at
/// its carom_turning_pose of t, with one exception: if b moves, and a starts in a gap of b that has no room for
/// rounding, it may penetrate by the rounding. On a miss it is the pose at t = 1, corrected likewise. Coordinates near
/// the least float have no room for this.
///
/// Invalid shapes, motions that are not finite, and angles beyond CAROM_MAX_TURN hit nothing; after such a motion of a,
/// `at` is the start. Cost: about a microsecond for a pair of convex shapes, linear in vertices and in pieces of the
/// turn; where exact arithmetic decides, up to milliseconds. Compounds cost the sum over all pairs of parts.
CAROM_API carom_turning_hit carom_sweep_turning(const carom_shape *a, const carom_turning *a_motion,
                                                const carom_shape *b, const carom_turning *b_motion);

// ---- Prepared shapes ------------------------------------------------------------------------------------------------
//
// Each query above checks its shapes and converts them to SIMD lanes. For a shape that is queried often, both can be
// done once. Queries on prepared shapes return what those on the shapes return, bit for bit.

#ifdef __cplusplus
#define CAROM_ALIGNED_16 alignas(16)
#else
#define CAROM_ALIGNED_16 _Alignas(16) ///< aligns a member to 16 bytes, in C and C++
#endif

/// A shape that is checked and converted. Make it with carom_prepare, and do not change it. It may be copied to memory
/// that is aligned to 16 bytes. A zeroed one hits nothing. The parts of a compound are not copied and must outlive it.
typedef struct carom_prepared {
    CAROM_ALIGNED_16 carom_shape shape; ///< the argument of carom_prepare
    carom_box bounds;                   ///< carom_shape_bounds of it
    int is_searchable;                  ///< private
    CAROM_ALIGNED_16 float lanes[56];   ///< private
} carom_prepared;

/// Prepares a shape. On an error, *out becomes a prepared CAROM_SHAPE_NONE. For compounds, boxes of zero width or
/// height, one-sided segments, and segments with a skipped end, it computes the bounds only, and pair queries are not
/// faster. Errors: those of carom_shape_check. Linear in parts.
CAROM_API carom_status carom_prepare(const carom_shape *shape, carom_prepared *out);

/// carom_overlap of prepared shapes.
CAROM_API bool carom_prepared_overlap(const carom_prepared *a, const carom_prepared *b);
/// carom_distance of prepared shapes.
CAROM_API carom_separation carom_prepared_distance(const carom_prepared *a, const carom_prepared *b);
/// carom_contact of prepared shapes.
CAROM_API carom_contact_points carom_prepared_contact(const carom_prepared *a, const carom_prepared *b);
/// carom_ray against a prepared shape.
CAROM_API carom_ray_hit carom_prepared_ray(carom_vec2 from, carom_vec2 move, const carom_prepared *b);
/// carom_sweep of prepared shapes.
CAROM_API carom_sweep_hit carom_prepared_sweep(const carom_prepared *a, carom_vec2 a_move, const carom_prepared *b,
                                               carom_vec2 b_move);

/// Finds the shapes of any kinds that overlap a. Writes up to `capacity` indices in ascending order; returns the number
/// found. Bounds reject most shapes. O(count).
CAROM_API int carom_prepared_overlap_many(const carom_prepared *a, const carom_prepared *b, int count, int *hits,
                                          int capacity);
/// Returns the earliest hit of a against resting shapes of any kinds. `part_b` is the index of the shape, the lowest at
/// equal t. O(count).
CAROM_API carom_sweep_hit carom_prepared_sweep_many(const carom_prepared *a, carom_vec2 move, const carom_prepared *b,
                                                    int count);

// ---- Batches --------------------------------------------------------------------------------------------------------
//
// One shape against arrays of shapes, and many rays against one shape. Each coordinate has its own array. A batch
// returns what the single queries return, bit for bit; SIMD lanes reject entries that cannot be hit. Invalid entries
// hit nothing.

/// Circles, one array for each coordinate.
typedef struct carom_circles {
    const float *x;      ///< centres
    const float *y;      ///< centres
    const float *radius; ///< radii, >= 0
    int count;           ///< length of the arrays
} carom_circles;

/// Axis-aligned boxes, one array for each coordinate.
typedef struct carom_boxes {
    const float *min_x; ///< least x
    const float *min_y; ///< least y
    const float *max_x; ///< greatest x
    const float *max_y; ///< greatest y
    int count;          ///< length of the arrays
} carom_boxes;

/// Two-sided segments without skipped ends, one array for each coordinate.
typedef struct carom_segments {
    const float *ax; ///< first ends
    const float *ay; ///< first ends
    const float *bx; ///< second ends
    const float *by; ///< second ends
    int count;       ///< length of the arrays
} carom_segments;

/// Rays, one array for each coordinate.
typedef struct carom_rays {
    const float *x;      ///< starts
    const float *y;      ///< starts
    const float *move_x; ///< motions
    const float *move_y; ///< motions
    int count;           ///< length of the arrays
} carom_rays;

/// Finds the circles that overlap a. Writes up to `capacity` indices in ascending order; returns the number found.
CAROM_API int carom_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity);
/// The same for boxes.
CAROM_API int carom_overlap_boxes(const carom_shape *a, const carom_boxes *b, int *hits, int capacity);
/// The same for segments.
CAROM_API int carom_overlap_segments(const carom_shape *a, const carom_segments *b, int *hits, int capacity);

/// Returns the earliest hit of a against resting circles. `part_b` is the index of the circle, the lowest at equal t.
CAROM_API carom_sweep_hit carom_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b);
/// The same for boxes.
CAROM_API carom_sweep_hit carom_sweep_boxes(const carom_shape *a, carom_vec2 move, const carom_boxes *b);
/// The same for segments.
CAROM_API carom_sweep_hit carom_sweep_segments(const carom_shape *a, carom_vec2 move, const carom_segments *b);

/// Writes carom_ray for each ray to hits[0..count); returns the number of hits.
CAROM_API int carom_ray_many(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits);

// ---- Spheres --------------------------------------------------------------------------------------------------------

/// The first hit in three dimensions. If the radius is 0, the normal is against the motion; at the edge of a segment,
/// at right angles to that edge.
typedef struct carom_hit3 {
    bool hit;              ///< there is a contact
    bool inside;           ///< in penetration at the start: t = 0
    float t;               ///< time of impact, 0..1; 1 on a miss
    float exit;            ///< of a ray: where it leaves, as a fraction of the motion; 1 on a miss
    carom_vec3 at;         ///< final position of the moving centre, or of the ray
    carom_vec3 point;      ///< the contact
    carom_vec3 normal;     ///< from the obstacle, unit length; (0, 0, 0) on a miss
    carom_feature feature; ///< of a segment: CAROM_FEATURE_EDGE, _END_A or _END_B
} carom_hit3;

/// carom_ray against a sphere. If an argument is not finite, it is a miss, and `at` is the start.
CAROM_API carom_hit3 carom_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius);
/// carom_sweep of a sphere against a resting segment a-b in three dimensions. If an argument is not finite, it is a
/// miss, and `at` is the start.
CAROM_API carom_hit3 carom_sweep_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a,
                                                carom_vec3 b);

#ifdef __cplusplus
}
#endif
