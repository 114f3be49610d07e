// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory, texts, shapes, and the questions about two of them.
#include <stdlib.h>
#include <string.h>

#include "cli/ray_to.h"
#include "web.h"

void *WEB(take)(size_t size) {
    return malloc(size);
}

void WEB(give_back)(void *memory) {
    free(memory);
}

int WEB(simd)(void) {
#ifdef __wasm_simd128__
    return 1;
#else
    return 0;
#endif
}

const char *WEB(version)(void) {
    return carom_version();
}

const char *WEB(status_text)(int status) {
    return carom_status_text((carom_status)status);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

int WEB(shape_size)(void) {
    return (int)sizeof(carom_shape);
}

enum { ONE_SIDED = 1, SKIP_A = 2, SKIP_B = 4 };

static carom_status make_segment(int flags, const carom_vec2 *p, carom_shape *out) {
    bool one_sided = flags & ONE_SIDED;
    carom_status status = one_sided ? carom_make_one_sided(p[0], p[1], out) : carom_make_segment(p[0], p[1], out);
    if (status != CAROM_OK) return status;
    out->segment.skip_a = flags & SKIP_A;
    out->segment.skip_b = flags & SKIP_B;
    return status;
}

/// `v` is as in the forms of `carom query`, `count` numbers.
carom_status WEB(make_shape)(int kind, int flags, const float *v, int count, carom_shape *out) {
    const carom_vec2 *p = (const carom_vec2 *)v;
    switch ((carom_kind)kind) {
    case CAROM_POINT: return carom_make_point(p[0], out);
    case CAROM_SEGMENT: return make_segment(flags, p, out);
    case CAROM_CIRCLE: return carom_make_circle(p[0], v[2], out);
    case CAROM_BOX: return carom_make_box(p[0], p[1], out);
    case CAROM_CAPSULE: return carom_make_capsule(p[0], p[1], v[4], out);
    case CAROM_POLYGON: return carom_make_polygon(p, count / 2, out);
    default: return CAROM_BAD_ARGUMENT;
    }
}

carom_status WEB(make_compound)(const carom_shape *parts, int count, carom_shape *out) {
    return carom_make_compound(parts, count, out);
}

void WEB(shape_bounds)(const carom_shape *shape, carom_box *out) {
    *out = carom_shape_bounds(shape);
}

/// Back to the numbers it was made of: returns how many.
int WEB(shape_numbers)(const carom_shape *shape, float *v) {
    switch (shape->kind) {
    case CAROM_POINT: memcpy(v, &shape->point, sizeof shape->point); return 2;
    case CAROM_SEGMENT: memcpy(v, &shape->segment, 4 * sizeof *v); return 4;
    case CAROM_CIRCLE: memcpy(v, &shape->circle, sizeof shape->circle); return 3;
    case CAROM_BOX: memcpy(v, &shape->box, sizeof shape->box); return 4;
    case CAROM_CAPSULE: memcpy(v, &shape->capsule, sizeof shape->capsule); return 5;
    case CAROM_POLYGON: memcpy(v, shape->polygon.v, sizeof shape->polygon.v); return 2 * shape->polygon.count;
    default: return 0;
    }
}

int WEB(shape_flags)(const carom_shape *shape) {
    if (shape->kind != CAROM_SEGMENT) return 0;
    const carom_segment *s = &shape->segment;
    return (s->one_sided ? ONE_SIDED : 0) | (s->skip_a ? SKIP_A : 0) | (s->skip_b ? SKIP_B : 0);
}

// ---- Questions ------------------------------------------------------------------------------------------------------

int WEB(overlap)(const carom_shape *a, const carom_shape *b) {
    return carom_overlap(a, b);
}

void WEB(distance)(const carom_shape *a, const carom_shape *b, carom_gap *out) {
    *out = carom_distance(a, b);
}

void WEB(contact)(const carom_shape *a, const carom_shape *b, carom_contact_points *out) {
    *out = carom_contact(a, b);
}

void WEB(ray)(float x, float y, float move_x, float move_y, const carom_shape *b, carom_ray_hit *out) {
    *out = carom_ray((carom_vec2){x, y}, (carom_vec2){move_x, move_y}, b);
}

carom_status WEB(ray_to)(float from_x, float from_y, float x, float y, const carom_shape *b, carom_ray_hit *out) {
    if (too_long_a_way(from_x, x) || too_long_a_way(from_y, y)) return CAROM_TOO_LARGE;
    *out = ray_to((carom_vec2){from_x, from_y}, (carom_vec2){x, y}, b);
    return CAROM_OK;
}

void WEB(sweep)(const carom_shape *a, float ax, float ay, const carom_shape *b, float bx, float by,
                carom_sweep_hit *out) {
    *out = carom_sweep(a, (carom_vec2){ax, ay}, b, (carom_vec2){bx, by});
}

/// from, move, centre and radius: ten numbers.
void WEB(ray3)(const float *v, carom_hit3 *out) {
    *out = carom_ray_sphere((carom_vec3){v[0], v[1], v[2]}, (carom_vec3){v[3], v[4], v[5]},
                            (carom_vec3){v[6], v[7], v[8]}, v[9]);
}

/// centre and radius, move, both ends: thirteen numbers.
void WEB(sweep3)(const float *v, carom_hit3 *out) {
    *out = carom_sweep_sphere_segment((carom_vec3){v[0], v[1], v[2]}, v[3], (carom_vec3){v[4], v[5], v[6]},
                                      (carom_vec3){v[7], v[8], v[9]}, (carom_vec3){v[10], v[11], v[12]});
}

// ---- Batches: a column of numbers after the other -------------------------------------------------------------------

int WEB(overlap_many)(const carom_shape *a, int kind, const float *v, int count, int *hits) {
    const float *x = v, *y = v + count, *z = y + count, *w = z + count;
    switch ((carom_kind)kind) {
    case CAROM_CIRCLE: return carom_overlap_circles(a, &(carom_circles){x, y, z, count}, hits, count);
    case CAROM_BOX: return carom_overlap_boxes(a, &(carom_boxes){x, y, z, w, count}, hits, count);
    case CAROM_SEGMENT: return carom_overlap_segments(a, &(carom_segments){x, y, z, w, count}, hits, count);
    default: return 0;
    }
}

void WEB(sweep_many)(const carom_shape *a, float move_x, float move_y, int kind, const float *v, int count,
                     carom_sweep_hit *out) {
    const float *x = v, *y = v + count, *z = y + count, *w = z + count;
    carom_vec2 move = {move_x, move_y};
    switch ((carom_kind)kind) {
    case CAROM_CIRCLE: *out = carom_sweep_circles(a, move, &(carom_circles){x, y, z, count}); break;
    case CAROM_BOX: *out = carom_sweep_boxes(a, move, &(carom_boxes){x, y, z, w, count}); break;
    default: *out = carom_sweep_segments(a, move, &(carom_segments){x, y, z, w, count}); break;
    }
}

int WEB(rays)(const float *v, int count, const carom_shape *b, carom_ray_hit *out) {
    carom_rays rays = {v, v + count, v + 2 * (size_t)count, v + 3 * (size_t)count, count};
    return carom_ray_batch(&rays, b, out);
}
