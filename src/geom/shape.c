// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Makers and checks of shapes, bounds, and placement.
#include "base/box.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "geom/parts.h"
#include "geom/predicate.h"

#include <math.h>

static carom_status check_radius(float radius) {
    if (!isfinite(radius)) return CAROM_STATUS_NOT_FINITE;
    return radius < 0 ? CAROM_STATUS_NEGATIVE_RADIUS : CAROM_STATUS_OK;
}

static carom_status check_pair(carom_vec2 a, carom_vec2 b) {
    return cr_finite2(a) && cr_finite2(b) ? CAROM_STATUS_OK : CAROM_STATUS_NOT_FINITE;
}

static carom_status check_box(carom_box box) {
    if (!cr_finite2(box.min) || !cr_finite2(box.max)) return CAROM_STATUS_NOT_FINITE;
    return box.min.x > box.max.x || box.min.y > box.max.y ? CAROM_STATUS_REVERSED_BOX : CAROM_STATUS_OK;
}

static carom_status check(const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return check_pair(shape->point, shape->point);
    case CAROM_SHAPE_SEGMENT: return check_pair(shape->segment.a, shape->segment.b);
    case CAROM_SHAPE_CIRCLE:
        if (!cr_finite2(shape->circle.center)) return CAROM_STATUS_NOT_FINITE;
        return check_radius(shape->circle.radius);
    case CAROM_SHAPE_BOX: return check_box(shape->box);
    case CAROM_SHAPE_CAPSULE:
        if (check_pair(shape->capsule.a, shape->capsule.b) != CAROM_STATUS_OK) return CAROM_STATUS_NOT_FINITE;
        return check_radius(shape->capsule.radius);
    case CAROM_SHAPE_POLYGON: {
        carom_status status = cr_polygon_check(shape->polygon.v, shape->polygon.count);
        return status == CAROM_STATUS_OK ? check_radius(shape->polygon.radius) : status;
    }
    case CAROM_SHAPE_COMPOUND:
        if (shape->compound.count < 0 || (shape->compound.count > 0 && !shape->compound.parts))
            return CAROM_STATUS_BAD_ARGUMENT;
        for (int i = 0; i < shape->compound.count; ++i) {
            carom_status status = check(&shape->compound.parts[i]);
            if (status != CAROM_STATUS_OK) return status;
        }
        return CAROM_STATUS_OK;
    case CAROM_SHAPE_NONE: break;
    }
    return CAROM_STATUS_BAD_ARGUMENT;
}

carom_status carom_shape_check(const carom_shape *shape) {
    bool nested = false;
    if (cr_can_walk_into(shape, &nested)) return check(shape);
    return nested ? CAROM_STATUS_TOO_DEEP : CAROM_STATUS_TOO_LARGE;
}

static carom_status make(carom_shape shape, carom_shape *out) {
    carom_status status = carom_shape_check(&shape);
    *out = status == CAROM_STATUS_OK ? shape : (carom_shape){.kind = CAROM_SHAPE_NONE};
    return status;
}

carom_status carom_make_point(carom_vec2 p, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_POINT, .point = p}, out);
}

carom_status carom_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = a, .b = b}}, out);
}

carom_status carom_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = a, .b = b, .one_sided = true}}, out);
}

carom_status carom_make_circle(carom_vec2 center, float radius, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {center, radius}}, out);
}

carom_status carom_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_BOX, .box = {min, max}}, out);
}

carom_status carom_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {a, b, radius}}, out);
}

carom_status carom_make_compound(const carom_shape *parts, int count, carom_shape *out) {
    return make((carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, count}}, out);
}

// ---- Polygons ----------------------------------------------------------------------------------------------------

/// True if p, which lies on the line through a and b, lies between them or on one of them.
static bool between(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    return (a.x <= b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x) &&
           (a.y <= b.y ? a.y <= p.y && p.y <= b.y : b.y <= p.y && p.y <= a.y);
}

/// Removes vertices that repeat a neighbour or lie between their neighbours; returns the number that remain.
static int drop_needless(carom_vec2 *v, int count) {
    for (int i = 0; i < count && count > 2;) {
        carom_vec2 before = v[(i + count - 1) % count], after = v[(i + 1) % count];
        bool in_line = cr_side(before, after, v[i]) == 0;
        bool needless = cr_same_point(before, v[i]) || (in_line && between(before, after, v[i]));
        if (!needless) {
            ++i;
            continue;
        }
        for (int j = i; j + 1 < count; ++j) v[j] = v[j + 1];
        --count;
        i = 0;
    }
    return count;
}

static void turn_round(carom_vec2 *v, int count) {
    for (int i = 1, j = count - 1; i < j; ++i, --j) { // the first vertex stays first
        carom_vec2 swap = v[i];
        v[i] = v[j];
        v[j] = swap;
    }
}

carom_status carom_make_polygon(const carom_vec2 *points, int count, carom_shape *out) {
    // A convex outline of eight vertices may have more points on its sides; above this limit it is refused unread.
    enum { POINTS = 64 };
    *out = (carom_shape){.kind = CAROM_SHAPE_NONE};
    if (!points || count < 0) return CAROM_STATUS_BAD_ARGUMENT;
    if (count < 3) return CAROM_STATUS_TOO_FEW_VERTICES;
    if (count > POINTS) return CAROM_STATUS_TOO_MANY_VERTICES;
    carom_vec2 v[POINTS];
    bool on_line = true;
    for (int i = 0; i < count; ++i) {
        if (!cr_finite2(points[i])) return CAROM_STATUS_NOT_FINITE;
        v[i] = points[i];
    }
    count = drop_needless(v, count);
    for (int i = 2; i < count; ++i) on_line = on_line && cr_side(v[0], v[1], v[i]) == 0;
    if (on_line) return CAROM_STATUS_NO_AREA;
    if (count > CAROM_MAX_POLYGON_VERTICES) return CAROM_STATUS_TOO_MANY_VERTICES;
    if (cr_side(v[0], v[1], v[2]) < 0) turn_round(v, count);
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = count}};
    for (int i = 0; i < count; ++i) shape.polygon.v[i] = v[i];
    return make(shape, out);
}

carom_status carom_make_rounded_polygon(const carom_vec2 *points, int count, float radius, carom_shape *out) {
    carom_status status = carom_make_polygon(points, count, out);
    if (status != CAROM_STATUS_OK) return status;
    out->polygon.radius = radius;
    carom_shape shape = *out;
    return make(shape, out);
}

carom_status carom_make_hull(const carom_vec2 *points, int count, carom_shape *out) {
    *out = (carom_shape){.kind = CAROM_SHAPE_NONE};
    if (count < 0 || (count > 0 && !points)) return CAROM_STATUS_BAD_ARGUMENT;
    if (count < 3) return CAROM_STATUS_TOO_FEW_VERTICES;
    int first = 0;
    for (int i = 0; i < count; ++i) {
        if (!cr_finite2(points[i])) return CAROM_STATUS_NOT_FINITE;
        carom_vec2 p = points[i], q = points[first];
        if (p.x < q.x || (p.x == q.x && p.y < q.y)) first = i;
    }
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON};
    int at = first;
    do {
        if (shape.polygon.count == CAROM_MAX_POLYGON_VERTICES) return CAROM_STATUS_TOO_MANY_VERTICES;
        shape.polygon.v[shape.polygon.count++] = points[at];
        int next = -1; // all other points lie on the left of the line to it; of several in line, the farthest
        for (int i = 0; i < count; ++i) {
            if (cr_same_point(points[i], points[at])) continue;
            int side = next < 0 ? -1 : cr_side(points[at], points[next], points[i]);
            if (side < 0 || (side == 0 && between(points[at], points[i], points[next]))) next = i;
        }
        if (next < 0) return CAROM_STATUS_NO_AREA;
        at = next;
    } while (!cr_same_point(points[at], points[first]));
    if (shape.polygon.count < 3) return CAROM_STATUS_NO_AREA;
    return make(shape, out);
}

static carom_polygon corners_of_box(carom_box box) {
    return (carom_polygon){.count = 4, .v = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}};
}

carom_status carom_make_rounded_box(carom_box box, float radius, carom_shape *out) {
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON, .polygon = corners_of_box(box)};
    bool flat = box.min.x == box.max.x || box.min.y == box.max.y;
    *out = (carom_shape){.kind = CAROM_SHAPE_NONE};
    carom_status status = check_box(box);
    if (status == CAROM_STATUS_OK) status = check_radius(radius);
    if (status != CAROM_STATUS_OK) return status;
    if (radius == 0) return carom_make_box(box.min, box.max, out);
    if (flat) return carom_make_capsule(box.min, box.max, radius, out);
    shape.polygon.radius = radius;
    return make(shape, out);
}

// ---- Bounds and moving -------------------------------------------------------------------------------------------

static carom_vec2 sum(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

static float below(float value, float radius) {
    return cr_float_down((double)value - (double)radius);
}

static float above(float value, float radius) {
    return -cr_float_down(-((double)value + (double)radius));
}

/// The bounds of a core, rounded outward.
static carom_box bounds_of_core(const cr_core *core) {
    carom_box box = {core->v[0], core->v[0]};
    for (int i = 1; i < core->count; ++i) {
        carom_vec2 p = core->v[i];
        box.min.x = p.x < box.min.x ? p.x : box.min.x;
        box.min.y = p.y < box.min.y ? p.y : box.min.y;
        box.max.x = p.x > box.max.x ? p.x : box.max.x;
        box.max.y = p.y > box.max.y ? p.y : box.max.y;
    }
    float r = core->radius;
    return (carom_box){{below(box.min.x, r), below(box.min.y, r)}, {above(box.max.x, r), above(box.max.y, r)}};
}

static void include_shape(carom_box *box, const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_COMPOUND) {
        if (!shape->compound.parts) return;
        for (int i = 0; i < shape->compound.count; ++i) include_shape(box, &shape->compound.parts[i]);
        return;
    }
    cr_core core;
    if (cr_core_of(shape, &core)) *box = cr_box_union(*box, bounds_of_core(&core));
}

carom_box carom_shape_bounds(const carom_shape *shape) {
    carom_box box = cr_box_empty();
    if (cr_can_walk(shape)) include_shape(&box, shape);
    return box;
}

/// The two extreme points of a polygon that has become a line.
static carom_segment span(const carom_vec2 *v, int count) {
    carom_segment s = {.a = v[0], .b = v[0]};
    for (int i = 1; i < count; ++i) {
        if (!between(s.a, s.b, v[i])) *(between(s.a, v[i], s.b) ? &s.b : &s.a) = v[i];
    }
    return s;
}

/// The hull of a polygon that rounding has made non-convex, with the same first vertex if that is on the hull.
static carom_shape hull_left(const carom_polygon *p) {
    carom_shape hull;
    carom_status status = carom_make_hull(p->v, p->count, &hull);
    if (status == CAROM_STATUS_NO_AREA) {
        carom_segment s = span(p->v, p->count);
        if (p->radius == 0) return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = s};
        return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {s.a, s.b, p->radius}};
    }
    int first = 0, count = hull.polygon.count;
    for (int i = 0; i < count; ++i) first = cr_same_point(hull.polygon.v[i], p->v[0]) ? i : first;
    carom_shape turned = hull;
    turned.polygon.radius = p->radius;
    for (int i = 0; i < count; ++i) turned.polygon.v[i] = hull.polygon.v[(first + i) % count];
    return turned;
}

/// A polygon with placed vertices, or the hull of them if only rounding has made it non-convex.
static carom_shape placed_polygon(const carom_polygon *placed, const carom_polygon *before) {
    carom_shape moved = {.kind = CAROM_SHAPE_POLYGON, .polygon = *placed};
    bool lost = cr_polygon_check(placed->v, placed->count) == CAROM_STATUS_NOT_CONVEX;
    return lost && cr_polygon_check(before->v, before->count) == CAROM_STATUS_OK ? hull_left(placed) : moved;
}

static void set_polygon_at(carom_shape *out, const carom_polygon *p, carom_vec2 offset) {
    carom_polygon *moved = &out->polygon;
    moved->count = p->count;
    moved->radius = p->radius;
    for (int i = 0; i < p->count && i < CAROM_MAX_POLYGON_VERTICES; ++i) moved->v[i] = sum(p->v[i], offset);
    if (cr_polygon_check(moved->v, moved->count) != CAROM_STATUS_OK) {
        carom_polygon placed = *moved;
        *out = placed_polygon(&placed, p);
    }
}

void cr_set_shape_at(carom_shape *out, const carom_shape *shape, carom_vec2 offset) {
    out->kind = shape->kind;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: out->point = sum(shape->point, offset); return;
    case CAROM_SHAPE_SEGMENT:
        out->segment = shape->segment;
        out->segment.a = sum(shape->segment.a, offset);
        out->segment.b = sum(shape->segment.b, offset);
        return;
    case CAROM_SHAPE_CIRCLE:
        out->circle = (carom_circle){sum(shape->circle.center, offset), shape->circle.radius};
        return;
    case CAROM_SHAPE_BOX: out->box = (carom_box){sum(shape->box.min, offset), sum(shape->box.max, offset)}; return;
    case CAROM_SHAPE_CAPSULE:
        out->capsule =
            (carom_capsule){sum(shape->capsule.a, offset), sum(shape->capsule.b, offset), shape->capsule.radius};
        return;
    case CAROM_SHAPE_POLYGON: set_polygon_at(out, &shape->polygon, offset); return;
    case CAROM_SHAPE_COMPOUND:
    case CAROM_SHAPE_NONE: break;
    }
    out->kind = CAROM_SHAPE_NONE;
}

carom_shape carom_shape_at(const carom_shape *shape, carom_vec2 offset) {
    carom_shape moved = {.kind = CAROM_SHAPE_NONE};
    cr_set_shape_at(&moved, shape, offset);
    return moved;
}

static carom_shape polygon_posed(const carom_polygon *p, carom_pose pose) {
    carom_polygon moved = {.count = p->count, .radius = p->radius};
    int count = p->count < CAROM_MAX_POLYGON_VERTICES ? p->count : CAROM_MAX_POLYGON_VERTICES;
    cr_pose_points(pose, p->v, count, moved.v);
    return placed_polygon(&moved, p);
}

static carom_shape box_posed(carom_box box, carom_pose pose) {
    if (check_box(box) != CAROM_STATUS_OK) return (carom_shape){.kind = CAROM_SHAPE_NONE};
    if (cr_is_quarter_turn(pose.rotation)) {
        carom_vec2 p = carom_pose_point(pose, box.min), q = carom_pose_point(pose, box.max);
        return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = cr_box_of(p, q)};
    }
    if (box.min.x == box.max.x || box.min.y == box.max.y) {
        carom_segment s = {.a = carom_pose_point(pose, box.min), .b = carom_pose_point(pose, box.max)};
        return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = s};
    }
    carom_polygon corners = corners_of_box(box);
    return polygon_posed(&corners, pose);
}

carom_shape carom_shape_posed(const carom_shape *shape, carom_pose pose) {
    carom_shape moved = *shape;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: moved.point = carom_pose_point(pose, moved.point); break;
    case CAROM_SHAPE_SEGMENT:
        moved.segment.a = carom_pose_point(pose, moved.segment.a);
        moved.segment.b = carom_pose_point(pose, moved.segment.b);
        break;
    case CAROM_SHAPE_CIRCLE: moved.circle.center = carom_pose_point(pose, moved.circle.center); break;
    case CAROM_SHAPE_BOX: return box_posed(shape->box, pose);
    case CAROM_SHAPE_CAPSULE:
        moved.capsule.a = carom_pose_point(pose, moved.capsule.a);
        moved.capsule.b = carom_pose_point(pose, moved.capsule.b);
        break;
    case CAROM_SHAPE_POLYGON: return polygon_posed(&shape->polygon, pose);
    case CAROM_SHAPE_COMPOUND:
    case CAROM_SHAPE_NONE: return (carom_shape){.kind = CAROM_SHAPE_NONE};
    }
    return moved;
}

carom_status carom_make_oriented_box(carom_box box, carom_pose pose, carom_shape *out) {
    *out = (carom_shape){.kind = CAROM_SHAPE_NONE};
    carom_status status = check_box(box);
    if (status != CAROM_STATUS_OK) return status;
    return cr_pose_is_finite(pose) ? make(box_posed(box, pose), out) : CAROM_STATUS_NOT_FINITE;
}
