// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Converts shapes to cores, and checks that they are valid.
#include "geom/core.h"

#include "base/vec.h"
#include "geom/exact.h"
#include "geom/hull.h"
#include "geom/predicate.h"

#include <math.h>

#define ROUNDING_OF_POSITIONS 0x1p-18 // of the coordinates: 32 ulp, more than a search for a clear position moves

static bool core_of_pair(cr_core *core, carom_vec2 a, carom_vec2 b) {
    core->v[0] = a;
    core->v[1] = b;
    core->count = cr_same_point(a, b) ? 1 : 2;
    return cr_finite2(a) && cr_finite2(b);
}

static bool core_of_box(cr_core *core, carom_box box) {
    carom_vec2 min = box.min, max = box.max;
    if (!(min.x <= max.x && min.y <= max.y) || !cr_finite2(min) || !cr_finite2(max)) return false;
    if (min.x == max.x || min.y == max.y) return core_of_pair(core, min, max);
    core->count = 4;
    core->v[0] = min;
    core->v[1] = (carom_vec2){max.x, min.y};
    core->v[2] = max;
    core->v[3] = (carom_vec2){min.x, max.y};
    return true;
}

bool cr_core_of(const carom_shape *shape, cr_core *core) {
    core->kind = shape->kind;
    core->radius = 0;
    core->one_sided = core->skip_a = core->skip_b = false;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return core_of_pair(core, shape->point, shape->point);
    case CAROM_SHAPE_CIRCLE:
        core->radius = shape->circle.radius;
        return core_of_pair(core, shape->circle.center, shape->circle.center) && core->radius >= 0 &&
               isfinite(core->radius);
    case CAROM_SHAPE_SEGMENT:
        if (!core_of_pair(core, shape->segment.a, shape->segment.b)) return false;
        core->one_sided = shape->segment.one_sided && core->count == 2;
        core->skip_a = shape->segment.skip_a;
        core->skip_b = shape->segment.skip_b;
        return true;
    case CAROM_SHAPE_CAPSULE:
        core->radius = shape->capsule.radius;
        return core_of_pair(core, shape->capsule.a, shape->capsule.b) && core->radius >= 0 && isfinite(core->radius);
    case CAROM_SHAPE_BOX: return core_of_box(core, shape->box);
    case CAROM_SHAPE_POLYGON:
        if (cr_polygon_check(shape->polygon.v, shape->polygon.count) != CAROM_STATUS_OK) return false;
        core->count = shape->polygon.count;
        for (int i = 0; i < core->count; ++i) core->v[i] = shape->polygon.v[i];
        core->radius = shape->polygon.radius;
        return core->radius >= 0 && isfinite(core->radius);
    case CAROM_SHAPE_NONE:
    case CAROM_SHAPE_COMPOUND: break;
    }
    return false;
}

static bool points_down(carom_vec2 from, carom_vec2 to) {
    return to.y < from.y || (to.y == from.y && to.x < from.x);
}

/// True if double precision proves strict convexity. Infinite values and NaN return false.
static bool is_plainly_convex(const carom_vec2 *v, int count) {
    double ex = (double)v[0].x - (double)v[count - 1].x, ey = (double)v[0].y - (double)v[count - 1].y;
    bool turns = true, down = (ey < 0) | ((ey == 0) & (ex < 0));
    int rounds = 0;
    for (int i = 0; i < count; ++i) {
        carom_vec2 p = v[i], q = v[i + 1 < count ? i + 1 : 0];
        double fx = (double)q.x - (double)p.x, fy = (double)q.y - (double)p.y, left = ex * fy, right = ey * fx;
        bool next_down = (fy < 0) | ((fy == 0) & (fx < 0));
        turns &= left - right > CR_SIDE * (fabs(left) + fabs(right));
        rounds += down & !next_down;
        down = next_down;
        ex = fx;
        ey = fy;
    }
    return turns & (rounds == 1);
}

carom_status cr_polygon_check(const carom_vec2 *v, int count) {
    if (count < 3) return CAROM_STATUS_TOO_FEW_VERTICES;
    if (count > CAROM_MAX_POLYGON_VERTICES) return CAROM_STATUS_TOO_MANY_VERTICES;
    if (cr_is_convex_in_float(v, count) || is_plainly_convex(v, count)) return CAROM_STATUS_OK;
    for (int i = 0; i < count; ++i) {
        if (!cr_finite2(v[i])) return CAROM_STATUS_NOT_FINITE;
    }
    // Strictly convex: every vertex is a left turn, and the edge directions wind once (a five-pointed star turns left
    // everywhere and winds twice). So exactly one edge that points up follows an edge that points down.
    int rounds = 0;
    for (int i = 0; i < count; ++i) {
        carom_vec2 p = v[i], q = v[i + 1 < count ? i + 1 : 0], r = v[i + 2 < count ? i + 2 : i + 2 - count];
        if (cr_side(p, q, r) <= 0) return CAROM_STATUS_NOT_CONVEX;
        rounds += points_down(p, q) && !points_down(q, r);
    }
    return rounds == 1 ? CAROM_STATUS_OK : CAROM_STATUS_NOT_CONVEX;
}

cr_vec2d cr_core_centre(const cr_core *core) {
    cr_vec2d sum = {0, 0};
    for (int i = 0; i < core->count; ++i) sum = cr_add(sum, cr_widen(core->v[i]));
    return cr_scale(sum, 1.0 / core->count);
}

bool cr_core_is_thin(const cr_core *core) {
    cr_vec2d origin = cr_widen(core->v[0]), before = {0, 0};
    double largest = fabs(origin.x) + fabs(origin.y), twice_area = 0, extent = 0;
    for (int i = 1; i < core->count; ++i) {
        cr_vec2d v = cr_subtract(cr_widen(core->v[i]), origin);
        double length = fabs(v.x) + fabs(v.y);
        twice_area += cr_cross(before, v);
        extent = length > extent ? length : extent;
        before = v;
    }
    // The area is at most the width times the diameter, which is at most twice the extent.
    double rounding = ROUNDING_OF_POSITIONS * (largest + extent + (double)core->radius);
    return extent == 0 ? 2 * (double)core->radius <= rounding
                       : twice_area + 8 * (double)core->radius * extent <= 4 * rounding * extent;
}

static int exact_core_side(const cr_core *core, carom_vec2 a, carom_vec2 b) {
    CR_TAKE_EXACT_PATH();
    cr_exact2 from = {cr_exact_of((double)a.x), cr_exact_of((double)a.y)};
    cr_exact2 to = {cr_exact_of((double)b.x), cr_exact_of((double)b.y)};
    cr_exact2 e = cr_exact2_subtract(&to, &from), sum = {0};
    for (int i = 0; i < core->count; ++i) {
        cr_exact2 v = {cr_exact_of((double)core->v[i].x), cr_exact_of((double)core->v[i].y)};
        cr_exact2 d = cr_exact2_subtract(&v, &from);
        sum.x = cr_exact_add(&sum.x, &d.x);
        sum.y = cr_exact_add(&sum.y, &d.y);
    }
    return cr_exact2_cross(&e, &sum).sign;
}

/// The error of the sum of the sides of up to eight vertices, relative to its terms. src/geom/proofs/core_side.g proves
/// it.
#define CORE_SIDE (11.06 * CR_U)

int cr_core_side(const cr_core *core, carom_vec2 a, carom_vec2 b) {
    if (core->count == 1) return cr_side(a, b, core->v[0]);
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double sx = 0, sy = 0, size_x = 0, size_y = 0; // the sum of vertices - a
    for (int i = 0; i < core->count; ++i) {
        double dx = (double)core->v[i].x - (double)a.x, dy = (double)core->v[i].y - (double)a.y;
        sx += dx;
        sy += dy;
        size_x += fabs(dx);
        size_y += fabs(dy);
    }
    double value = ex * sy - ey * sx;
    double bound = CORE_SIDE * (fabs(ex) * size_y + fabs(ey) * size_x);
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return exact_core_side(core, a, b);
}

/// The first part of a compound, recursively, to the maximum depth.
static const carom_shape *first_part(const carom_shape *shape) {
    for (int depth = 0; shape->kind == CAROM_SHAPE_COMPOUND; ++depth) {
        if (depth == CAROM_MAX_COMPOUND_DEPTH || shape->compound.count < 1 || !shape->compound.parts) break;
        shape = &shape->compound.parts[0];
    }
    return shape;
}

carom_vec2 cr_reference(const carom_shape *shape) {
    shape = first_part(shape);
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return shape->point;
    case CAROM_SHAPE_SEGMENT: return shape->segment.a;
    case CAROM_SHAPE_CIRCLE: return shape->circle.center;
    case CAROM_SHAPE_BOX: return shape->box.min;
    case CAROM_SHAPE_CAPSULE: return shape->capsule.a;
    case CAROM_SHAPE_POLYGON: return shape->polygon.v[0];
    case CAROM_SHAPE_COMPOUND:
    case CAROM_SHAPE_NONE: break;
    }
    return (carom_vec2){0, 0};
}
