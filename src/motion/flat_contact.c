// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Thin shapes at obstacles without interior. The Minkowski difference of a point and a segment, or of two parallel
// segments, has no interior: a shape that lies on such an obstacle is on neither side of it, and its next motion would
// leave it on either side. So a shape that was on one side must not come to rest there. Rounding can also move a shape
// that slides along a slanted segment to the back of it, where a one-sided segment lets it pass.
#include "base/box.h"
#include "base/vec.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/query/one_way_corner.h"
#include "motion/clear_position.h"
#include "motion/compound.h"
#include "motion/obstacles.h"

#include <math.h>

#define CENTRE_ROUNDING 0x1p-48 // of the terms: above the rounding of a path and a cross product in double

enum { OBSTACLES_TOUCHED = 64 };

/// True if an obstacle blocks from both sides. A level reports a thin edge twice, once from each side.
static bool is_two_sided(const carom_scene_obstacle *obstacles, int count, int index) {
    const carom_segment *edge = &obstacles[index].shape.segment;
    if (!cr_is_one_sided(&obstacles[index].shape)) return true;
    for (int i = 0; i < count; ++i) {
        const carom_segment *other = &obstacles[i].shape.segment;
        if (cr_is_one_sided(&obstacles[i].shape) && cr_same_point(edge->a, other->b) &&
            cr_same_point(edge->b, other->a))
            return true;
    }
    return false;
}

/// Returns the side of a line that all vertices of a core are on: +1 left, -1 right, 0 on it; 2 if they differ.
static int side_of_line(const cr_core *core, const cr_core *line) {
    int side = cr_side(line->v[0], line->v[1], core->v[0]);
    for (int i = 1; i < core->count; ++i) {
        if (cr_side(line->v[0], line->v[1], core->v[i]) != side) return 2;
    }
    return side;
}

/// Returns the side of an obstacle that a flat core is on, or of the core if only that is a segment: see side_of_line.
/// Two points have no sides.
static int side_of_flat(const cr_core *core, const cr_core *obstacle) {
    if (obstacle->count == 2) return side_of_line(core, obstacle);
    return core->count == 2 ? -side_of_line(obstacle, core) : 2;
}

/// Returns the limit of a flat obstacle to a shape that was on one side of it.
static cr_limit limit_on_side(const cr_core *core, const cr_core *obstacle, int side) {
    const cr_core *line = obstacle->count == 2 ? obstacle : core;
    double x = (double)line->v[1].x - (double)line->v[0].x, y = (double)line->v[1].y - (double)line->v[0].y;
    double length = side * sqrt(x * x + y * y);
    return cr_limit_of(cr_rounded(-y / length, x / length));
}

static carom_vec2 moved(carom_vec2 v, carom_vec2 from, carom_vec2 to) {
    return cr_rounded((double)v.x + (double)to.x - (double)from.x, (double)v.y + (double)to.y - (double)from.y);
}

/// Returns the area that a flat core passes over between two positions, as seen from an obstacle that moves as well; if
/// it passes along its own line, the core at the end.
static carom_shape area_between(const cr_core *was, const cr_core *obstacle_was, const cr_core *is,
                                const cr_core *obstacle) {
    carom_shape area = {.kind = CAROM_SHAPE_POINT, .point = is->v[0]};
    carom_vec2 corners[4];
    for (int i = 0; i < is->count; ++i) {
        corners[i] = moved(was->v[i], obstacle_was->v[0], obstacle->v[0]);
        corners[2 * is->count - 1 - i] = is->v[i];
    }
    if (is->count == 1 && carom_make_segment(corners[0], corners[1], &area) == CAROM_STATUS_OK) return area;
    if (is->count == 2 && carom_make_polygon(corners, 4, &area) == CAROM_STATUS_OK) return area;
    carom_make_segment(is->v[0], is->v[is->count - 1], &area);
    return area;
}

/// Two positions of a part, before and after a motion.
typedef struct flat_path {
    const carom_shape *before, *after;
} flat_path;

/// True if the Minkowski difference of two flat cores has an interior. Then passing an end of the other is touching it.
static bool difference_has_interior(const cr_core *a, const cr_core *b) {
    return a->count == 2 && b->count == 2 && cr_turn_sign(a->v[0], a->v[1], b->v[0], b->v[1]) != 0;
}

/// The test of one part for one obstacle.
static bool part_loses_side_of(flat_path part, flat_path obstacle, cr_limit *blocker) {
    cr_core was, is, other_was, other;
    if (!cr_core_of(part.after, &is) || !cr_core_is_flat(&is) || is.one_sided || !cr_core_of(part.before, &was))
        return false;
    if (!cr_core_of(obstacle.after, &other) || !cr_core_is_flat(&other) || !cr_core_of(obstacle.before, &other_was))
        return false;
    int side = side_of_flat(&was, &other_was), now = side_of_flat(&is, &other);
    if ((side != 1 && side != -1) || (now != 0 && now != -side)) return false;
    carom_shape area = area_between(&was, &other_was, &is, &other);
    cr_relation least = difference_has_interior(&is, &other) ? CR_INSIDE : CR_TOUCHING;
    if (cr_relate(&area, obstacle.after) < least) return false;
    *blocker = limit_on_side(&is, &other, side);
    return true;
}

/// True if a part penetrates a segment, also where its least translation leads past an end that contacts skip.
static bool penetrates_segment(const carom_shape *part, const carom_shape *obstacle) {
    carom_shape whole = *obstacle;
    if (whole.kind == CAROM_SHAPE_SEGMENT) whole.segment.skip_a = whole.segment.skip_b = false;
    return cr_relate(part, &whole) == CR_INSIDE;
}

/// True if the centre of a part passes between the ends of a segment, or through one of them. If it starts on the line
/// of the segment, it passes where it starts, and passing through an end does not count. A path past an end within
/// rounding leads through it.
static bool centre_passes(const cr_core *was, const cr_core *is, const cr_core *other_was, const cr_core *other,
                          int before) {
    cr_vec2d from = cr_core_centre(was), path = cr_subtract(cr_core_centre(is), from);
    path = cr_subtract(path, cr_subtract(cr_widen(other->v[0]), cr_widen(other_was->v[0])));
    cr_vec2d ends[2] = {cr_subtract(from, cr_widen(other_was->v[0])), cr_subtract(from, cr_widen(other_was->v[1]))};
    if (before == 0) return cr_dot(ends[0], ends[1]) < 0;
    double side[2], size = fabs(path.x) + fabs(path.y);
    for (int i = 0; i < 2; ++i) {
        side[i] = cr_cross(path, ends[i]);
        if (fabs(side[i]) <= CENTRE_ROUNDING * size * (fabs(ends[i].x) + fabs(ends[i].y))) side[i] = 0;
    }
    return side[0] * side[1] <= 0;
}

/// The test of a thin part for a segment: true if its centre passes from one side to the other, between the ends;
/// through a one-way segment, from the front to the back. Rounding can do that to a shape that slides along it. A shape
/// that begins on a two-sided segment leaves it, and so a flat one must not come to lie along it; one that penetrates
/// the segment at the start passes through it.
static bool part_passes_segment(flat_path part, flat_path obstacle, bool one_way, cr_limit *blocker) {
    cr_core was, is, other_was, other;
    if (!cr_core_of(part.after, &is) || is.one_sided || !cr_core_is_thin(&is) || !cr_core_of(part.before, &was))
        return false;
    if (!cr_core_of(obstacle.after, &other) || other.count != 2 || other.radius > 0) return false;
    if (!cr_core_of(obstacle.before, &other_was)) return false;
    int before = cr_core_side(&was, other_was.v[0], other_was.v[1]), now = cr_core_side(&is, other.v[0], other.v[1]);
    if (one_way ? before > 0 || now <= 0 : before == 0 || now == before) return false;
    bool ends_on = now == 0 && cr_core_is_flat(&is) && side_of_line(&is, &other) == 0;
    if (now == 0 && !ends_on) return false;
    if (penetrates_segment(part.before, obstacle.before)) return false;
    if (!centre_passes(&was, &is, &other_was, &other, before)) return false;
    *blocker = limit_on_side(&is, &other, one_way ? -1 : before);
    return true;
}

/// The direction out of both edges of a vertex.
static cr_limit limit_at_vertex(const carom_segment *first, const carom_segment *second) {
    cr_core edges[2] = {{.count = 2, .v = {first->a, first->b}}, {.count = 2, .v = {second->a, second->b}}};
    cr_vec2d p = cr_widen(limit_on_side(&edges[0], &edges[0], -1).normal);
    cr_vec2d q = cr_widen(limit_on_side(&edges[1], &edges[1], -1).normal), sum = cr_add(p, q);
    double length = cr_length(sum);
    return cr_limit_of(length > 0 ? cr_narrow(cr_scale(sum, 1 / length)) : cr_narrow(p));
}

/// The test of a flat part for two one-way segments with a common vertex: true if the part has come across both, from
/// their front, exactly through the vertex. There it penetrates neither of them.
static bool part_passes_vertex(const cr_core *was, const cr_core *is, const carom_segment *first,
                               const carom_segment *second, cr_limit *blocker) {
    cr_shared_vertex vertex = {first->a, first->b, second->b};
    if (!cr_crosses_vertex(is, &vertex) || !cr_starts_before_vertex(was, &vertex)) return false;
    *blocker = limit_at_vertex(first, second);
    return true;
}

static bool part_passes_any_vertex(const carom_scene_obstacle *near, int count, const cr_core *was, const cr_core *is,
                                   cr_limit *blocker) {
    for (int i = 0; i < count; ++i) {
        if (!near[i].one_way || !cr_is_one_sided(&near[i].shape)) continue;
        for (int k = 0; k < count; ++k) {
            const carom_segment *first = &near[i].shape.segment, *second = &near[k].shape.segment;
            if (!near[k].one_way || !cr_is_one_sided(&near[k].shape) || !cr_same_point(first->b, second->a)) continue;
            if (part_passes_vertex(was, is, first, second, blocker)) return true;
        }
    }
    return false;
}

/// Returns the end of a segment whose other end is at a point; null if neither is.
static const carom_vec2 *other_end(const carom_scene_obstacle *obstacle, carom_vec2 at) {
    const carom_segment *segment = &obstacle->shape.segment;
    if (obstacle->shape.kind != CAROM_SHAPE_SEGMENT) return NULL;
    return cr_same_point(segment->a, at) ? &segment->b : cr_same_point(segment->b, at) ? &segment->a : NULL;
}

/// Writes the line along which a point moves, or a segment along itself. Returns false for other motions.
static bool line_of_motion(const cr_core *was, const cr_core *is, cr_core *line) {
    *line = (cr_core){.count = 2, .v = {was->v[0], is->v[0]}};
    return cr_core_is_flat(is) && side_of_line(is, line) == 0;
}

/// True if a flat core that moves along a line only touches an end of a segment. No sweep hits then. A segment that
/// moves along itself passes between two edges if another one leads from that end to the other side. A point hits the
/// end of a single edge; it passes beside a vertex if all edges lead to one side.
static bool passes_beside(const carom_scene_obstacle *near, int count, int index, const cr_core *line, bool is_point) {
    const carom_segment *segment = &near[index].shape.segment;
    if (near[index].shape.kind != CAROM_SHAPE_SEGMENT) return false;
    int side_of_a = cr_side(line->v[0], line->v[1], segment->a),
        side_of_b = cr_side(line->v[0], line->v[1], segment->b);
    if ((side_of_a == 0) == (side_of_b == 0)) return false;
    carom_vec2 vertex = side_of_a == 0 ? segment->a : segment->b, end = side_of_a == 0 ? segment->b : segment->a;
    int side = side_of_a + side_of_b, others = 0;
    for (int i = 0; i < count; ++i) {
        const carom_vec2 *other = other_end(&near[i], vertex);
        if (!other || cr_same_point(*other, end)) continue;
        int other_side = cr_side(line->v[0], line->v[1], *other);
        if (other_side == -side || (other_side == 0 && is_point)) return false;
        ++others;
    }
    return !is_point || others > 0;
}

static bool part_loses_side(const carom_scene *scene, const carom_shape *before, const carom_shape *part,
                            cr_limit *blocker) {
    carom_scene_obstacle near[OBSTACLES_TOUCHED];
    cr_core core, was, line;
    if (!cr_core_of(part, &core) || !cr_core_is_thin(&core) || !cr_core_of(before, &was)) return false;
    carom_box box = cr_box_union(carom_shape_bounds(before), carom_shape_bounds(part));
    int found = cr_obstacles_in(scene, box, near, OBSTACLES_TOUCHED);
    int count = found < OBSTACLES_TOUCHED ? found : OBSTACLES_TOUCHED;
    flat_path path = {before, part};
    bool along_line = found == count && line_of_motion(&was, &core, &line);
    for (int i = 0; i < count; ++i) {
        flat_path obstacle = {&near[i].shape, &near[i].shape};
        if (!near[i].one_way && !is_two_sided(near, count, i)) continue;
        if (along_line && passes_beside(near, count, i, &line, was.count == 1)) continue;
        if (part_passes_segment(path, obstacle, near[i].one_way, blocker)) return true;
        if (!near[i].one_way && part_loses_side_of(path, obstacle, blocker)) return true;
    }
    return part_passes_any_vertex(near, count, &was, &core, blocker);
}

bool cr_loses_side_of(const carom_shape *before, const carom_shape *there, const carom_shape *other_before,
                      const carom_shape *other_there, cr_limit *blocker) {
    for (int i = 0; i < cr_parts_of(there); ++i) {
        for (int k = 0; k < cr_parts_of(other_there); ++k) {
            flat_path part = {cr_part_of(before, i), cr_part_of(there, i)};
            flat_path other = {cr_part_of(other_before, k), cr_part_of(other_there, k)};
            if (part_passes_segment(part, other, cr_is_one_sided(other.after), blocker)) return true;
            if (!cr_is_one_sided(other.after) && part_loses_side_of(part, other, blocker)) return true;
        }
    }
    return false;
}

bool cr_loses_side(const cr_resting *r, carom_vec2 at, cr_limit *blocker) {
    cr_placed placed_before, placed;
    const carom_shape *before = cr_place_shape(&placed_before, r->shape, r->from);
    const carom_shape *there = cr_place_shape(&placed, r->shape, at);
    for (int i = 0; i < cr_parts_of(there); ++i) {
        if (part_loses_side(r->scene, cr_part_of(before, i), cr_part_of(there, i), blocker)) return true;
    }
    return false;
}
