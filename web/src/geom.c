// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory, shapes from and to numbers, and batches of columns.
#include <stdlib.h>
#include <string.h>

#include "cli/pose_of.h"
#include "cli/ray_to.h"
#include "web.h"

void *WEB(allocate)(size_t size) {
    return malloc(size);
}

void WEB(release)(void *memory) {
    free(memory);
}

int WEB(simd)(void) {
#ifdef __wasm_simd128__
    return 1;
#else
    return 0;
#endif
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

int WEB(shape_size)(void) {
    return (int)sizeof(carom_shape);
}

enum { ONE_SIDED = 1, SKIP_A = 2, SKIP_B = 4 };

static carom_status make_segment(int flags, const carom_vec2 *p, carom_shape *out) {
    bool one_sided = flags & ONE_SIDED;
    carom_status status = one_sided ? carom_make_one_sided(p[0], p[1], out) : carom_make_segment(p[0], p[1], out);
    if (status != CAROM_STATUS_OK) return status;
    out->segment.skip_a = flags & SKIP_A;
    out->segment.skip_b = flags & SKIP_B;
    return status;
}

/// `v`: `count` numbers in the order of `carom query`.
carom_status WEB(make_shape)(int kind, int flags, const float *v, int count, carom_shape *out) {
    const carom_vec2 *p = (const carom_vec2 *)v;
    switch ((carom_shape_kind)kind) {
    case CAROM_SHAPE_POINT: return carom_make_point(p[0], out);
    case CAROM_SHAPE_SEGMENT: return make_segment(flags, p, out);
    case CAROM_SHAPE_CIRCLE: return carom_make_circle(p[0], v[2], out);
    case CAROM_SHAPE_BOX: return carom_make_box(p[0], p[1], out);
    case CAROM_SHAPE_CAPSULE: return carom_make_capsule(p[0], p[1], v[4], out);
    case CAROM_SHAPE_POLYGON: return carom_make_polygon(p, count / 2, out);
    default: return CAROM_STATUS_BAD_ARGUMENT;
    }
}

/// Gives a box or a polygon a radius.
carom_status WEB(round_shape)(carom_shape *shape, float radius) {
    if (shape->kind == CAROM_SHAPE_BOX) return carom_make_rounded_box(shape->box, radius, shape);
    shape->polygon.radius = radius;
    return carom_shape_check(shape);
}

/// Replaces the 3 or 4 numbers of a pose by the pose. Returns false as pose_of.
bool WEB(read_pose)(float *v, int count) {
    carom_pose pose;
    bool good = pose_of(v, count, &pose);
    memcpy(v, &pose, sizeof pose);
    return good;
}

/// Places a shape that is not a compound.
carom_status WEB(pose_shape)(carom_shape *shape, const carom_pose *pose) {
    *shape = carom_shape_posed(shape, *pose);
    return carom_shape_check(shape);
}

/// Writes the numbers of a shape, in the order of `carom query`; returns their count, 0 for a compound.
int WEB(shape_numbers)(const carom_shape *shape, float *v) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: memcpy(v, &shape->point, sizeof shape->point); return 2;
    case CAROM_SHAPE_SEGMENT: memcpy(v, &shape->segment, 4 * sizeof *v); return 4;
    case CAROM_SHAPE_CIRCLE: memcpy(v, &shape->circle, sizeof shape->circle); return 3;
    case CAROM_SHAPE_BOX: memcpy(v, &shape->box, sizeof shape->box); return 4;
    case CAROM_SHAPE_CAPSULE: memcpy(v, &shape->capsule, sizeof shape->capsule); return 5;
    case CAROM_SHAPE_POLYGON: memcpy(v, shape->polygon.v, sizeof shape->polygon.v); return 2 * shape->polygon.count;
    default: return 0;
    }
}

int WEB(shape_flags)(const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_SEGMENT) return 0;
    const carom_segment *s = &shape->segment;
    return (s->one_sided ? ONE_SIDED : 0) | (s->skip_a ? SKIP_A : 0) | (s->skip_b ? SKIP_B : 0);
}

// ---- Queries --------------------------------------------------------------------------------------------------------

carom_status WEB(ray_to)(float from_x, float from_y, float x, float y, const carom_shape *b, carom_ray_hit *out) {
    if (exceeds_float_range(from_x, x) || exceeds_float_range(from_y, y)) return CAROM_STATUS_TOO_LARGE;
    *out = ray_to((carom_vec2){from_x, from_y}, (carom_vec2){x, y}, b);
    return CAROM_STATUS_OK;
}

// ---- Batches: `v` has one column after the other --------------------------------------------------------------------

int WEB(overlap_against)(const carom_shape *a, int kind, const float *v, int count, int *hits) {
    const float *x = v, *y = v + count, *z = y + count, *w = z + count;
    switch ((carom_shape_kind)kind) {
    case CAROM_SHAPE_CIRCLE: return carom_overlap_circles(a, &(carom_circles){x, y, z, count}, hits, count);
    case CAROM_SHAPE_BOX: return carom_overlap_boxes(a, &(carom_boxes){x, y, z, w, count}, hits, count);
    case CAROM_SHAPE_SEGMENT: return carom_overlap_segments(a, &(carom_segments){x, y, z, w, count}, hits, count);
    default: return 0;
    }
}

void WEB(sweep_against)(const carom_shape *a, float move_x, float move_y, int kind, const float *v, int count,
                        carom_sweep_hit *out) {
    const float *x = v, *y = v + count, *z = y + count, *w = z + count;
    carom_vec2 move = {move_x, move_y};
    switch ((carom_shape_kind)kind) {
    case CAROM_SHAPE_CIRCLE: *out = carom_sweep_circles(a, move, &(carom_circles){x, y, z, count}); break;
    case CAROM_SHAPE_BOX: *out = carom_sweep_boxes(a, move, &(carom_boxes){x, y, z, w, count}); break;
    default: *out = carom_sweep_segments(a, move, &(carom_segments){x, y, z, w, count}); break;
    }
}

int WEB(ray_many)(const float *v, int count, const carom_shape *b, carom_ray_hit *out) {
    carom_rays rays = {v, v + count, v + 2 * (size_t)count, v + 3 * (size_t)count, count};
    return carom_ray_many(&rays, b, out);
}
