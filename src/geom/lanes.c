// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The loops are written once, as always-inline bodies, and compiled for each instruction set. NaN results in CR_NO, or
// in CR_ASK; then the single query reports a miss.
#include "geom/lanes.h"

#include "geom/predicate.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HAVE_AVX2 1
#define FOR_AVX2  __attribute__((target("avx2")))
#endif
#define BODY static inline __attribute__((always_inline)) void

// A shape is a candidate if its bounds touch the box. Rounding sums to float preserves order, so no candidate is lost.

BODY boxes(const carom_boxes *b, int from, int count, carom_box q, uint8_t *restrict flags) {
    const float *x0 = b->min_x + from, *y0 = b->min_y + from, *x1 = b->max_x + from, *y1 = b->max_y + from;
    for (int i = 0; i < count; ++i)
        flags[i] = (uint8_t)((x0[i] <= q.max.x) & (x1[i] >= q.min.x) & (y0[i] <= q.max.y) & (y1[i] >= q.min.y));
}

BODY circles(const carom_circles *b, int from, int count, carom_box q, uint8_t *restrict flags) {
    const float *x = b->x + from, *y = b->y + from, *r = b->radius + from;
    for (int i = 0; i < count; ++i)
        flags[i] = (uint8_t)((x[i] - r[i] <= q.max.x) & (x[i] + r[i] >= q.min.x) & (y[i] - r[i] <= q.max.y) &
                             (y[i] + r[i] >= q.min.y));
}

BODY segments(const carom_segments *b, int from, int count, carom_box q, uint8_t *restrict flags) {
    const float *ax = b->ax + from, *ay = b->ay + from, *bx = b->bx + from, *by = b->by + from;
    for (int i = 0; i < count; ++i)
        flags[i] = (uint8_t)(((ax[i] <= q.max.x) | (bx[i] <= q.max.x)) & ((ax[i] >= q.min.x) | (bx[i] >= q.min.x)) &
                             ((ay[i] <= q.max.y) | (by[i] <= q.max.y)) & ((ay[i] >= q.min.y) | (by[i] >= q.min.y)));
}

BODY rays(const carom_rays *b, int from, int count, carom_box q, uint8_t *restrict flags) {
    const float *x = b->x + from, *y = b->y + from, *mx = b->move_x + from, *my = b->move_y + from;
    for (int i = 0; i < count; ++i) {
        float end_x = x[i] + mx[i], end_y = y[i] + my[i];
        flags[i] = (uint8_t)(((x[i] <= q.max.x) | (end_x <= q.max.x)) & ((x[i] >= q.min.x) | (end_x >= q.min.x)) &
                             ((y[i] <= q.max.y) | (end_y <= q.max.y)) & ((y[i] >= q.min.y) | (end_y >= q.min.y)));
    }
}

BODY circle_circles(const carom_circles *b, int from, int count, carom_circle a, uint8_t *restrict flags) {
    const float *x = b->x + from, *y = b->y + from, *r = b->radius + from;
    for (int i = 0; i < count; ++i) {
        double dx = (double)a.center.x - (double)x[i], dy = (double)a.center.y - (double)y[i];
        double reach = (double)a.radius + (double)r[i], near = reach * reach, far = dx * dx + dy * dy;
        double value = near - far, bound = CR_DEGREE_2 * (near + far);
        flags[i] = (uint8_t)(((value >= -bound) & (r[i] >= 0)) + ((value > bound) & (r[i] >= 0)));
    }
}

static void plain_boxes(const carom_boxes *b, int from, int count, carom_box q, uint8_t *flags) {
    boxes(b, from, count, q, flags);
}
static void plain_circles(const carom_circles *b, int from, int count, carom_box q, uint8_t *flags) {
    circles(b, from, count, q, flags);
}
static void plain_segments(const carom_segments *b, int from, int count, carom_box q, uint8_t *flags) {
    segments(b, from, count, q, flags);
}
static void plain_rays(const carom_rays *b, int from, int count, carom_box q, uint8_t *flags) {
    rays(b, from, count, q, flags);
}
static void plain_circle_circles(const carom_circles *b, int from, int count, carom_circle a, uint8_t *flags) {
    circle_circles(b, from, count, a, flags);
}

cr_lanes cr_lanes_plain(void) {
    return (cr_lanes){plain_boxes, plain_circles, plain_segments, plain_rays, plain_circle_circles};
}

#ifdef HAVE_AVX2
FOR_AVX2 static void avx2_boxes(const carom_boxes *b, int from, int count, carom_box q, uint8_t *flags) {
    boxes(b, from, count, q, flags);
}
FOR_AVX2 static void avx2_circles(const carom_circles *b, int from, int count, carom_box q, uint8_t *flags) {
    circles(b, from, count, q, flags);
}
FOR_AVX2 static void avx2_segments(const carom_segments *b, int from, int count, carom_box q, uint8_t *flags) {
    segments(b, from, count, q, flags);
}
FOR_AVX2 static void avx2_rays(const carom_rays *b, int from, int count, carom_box q, uint8_t *flags) {
    rays(b, from, count, q, flags);
}
FOR_AVX2 static void avx2_circle_circles(const carom_circles *b, int from, int count, carom_circle a, uint8_t *flags) {
    circle_circles(b, from, count, a, flags);
}
#endif

cr_lanes cr_lanes_here(void) {
#ifdef HAVE_AVX2
    if (__builtin_cpu_supports("avx2"))
        return (cr_lanes){avx2_boxes, avx2_circles, avx2_segments, avx2_rays, avx2_circle_circles};
#endif
    return cr_lanes_plain();
}
