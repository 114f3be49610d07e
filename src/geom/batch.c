// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Batch queries. SIMD lanes reject shapes that cannot be hit; the single query decides the rest. So a batch returns
// what its single queries return, bit for bit.
#include "base/box.h"
#include "geom/closed_form.h"
#include "geom/core.h"
#include "geom/lanes.h"
#include "geom/predicate.h"

#include <math.h>

/// An array of shapes of one kind: how to test a block of them against a box, and how to read one as a shape.
typedef struct row {
    const void *things;
    int count;
    void (*sort_out)(const struct row *r, int from, int count, carom_box around, uint8_t *flags);
    carom_shape (*at)(const void *things, int i);
    cr_lanes lanes;
} row;

static void sort_boxes(const row *r, int from, int count, carom_box around, uint8_t *flags) {
    r->lanes.boxes(r->things, from, count, around, flags);
}

static void sort_circles(const row *r, int from, int count, carom_box around, uint8_t *flags) {
    r->lanes.circles(r->things, from, count, around, flags);
}

static void sort_segments(const row *r, int from, int count, carom_box around, uint8_t *flags) {
    r->lanes.segments(r->things, from, count, around, flags);
}

static carom_shape box_at(const void *things, int i) {
    const carom_boxes *b = things;
    return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{b->min_x[i], b->min_y[i]}, {b->max_x[i], b->max_y[i]}}};
}

static carom_shape circle_at(const void *things, int i) {
    const carom_circles *b = things;
    return (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {{b->x[i], b->y[i]}, b->radius[i]}};
}

static carom_shape segment_at(const void *things, int i) {
    const carom_segments *b = things;
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT,
                         .segment = {.a = {b->ax[i], b->ay[i]}, .b = {b->bx[i], b->by[i]}}};
}

static row row_of_boxes(const carom_boxes *b) {
    return (row){b, b->count, sort_boxes, box_at, cr_lanes_here()};
}

static row row_of_circles(const carom_circles *b) {
    return (row){b, b->count, sort_circles, circle_at, cr_lanes_here()};
}

static row row_of_segments(const carom_segments *b) {
    return (row){b, b->count, sort_segments, segment_at, cr_lanes_here()};
}

// ---- Overlap -----------------------------------------------------------------------------------------------------

static void found(int index, int *hits, int capacity, int *total) {
    if (*total < capacity) hits[*total] = index;
    ++*total;
}

static int overlap_row(const carom_shape *a, const row *r, int *hits, int capacity) {
    carom_box around = carom_shape_bounds(a);
    int total = 0;
    uint8_t flags[CR_BLOCK];
    for (int from = 0; from < r->count; from += CR_BLOCK) {
        int count = r->count - from < CR_BLOCK ? r->count - from : CR_BLOCK;
        r->sort_out(r, from, count, around, flags);
        for (int i = 0; i < count; ++i) {
            if (flags[i] == CR_NO) continue;
            carom_shape b = r->at(r->things, from + i);
            if (carom_overlap(a, &b)) found(from + i, hits, capacity, &total);
        }
    }
    return total;
}

int carom_overlap_boxes(const carom_shape *a, const carom_boxes *b, int *hits, int capacity) {
    row r = row_of_boxes(b);
    return overlap_row(a, &r, hits, capacity);
}

int carom_overlap_segments(const carom_shape *a, const carom_segments *b, int *hits, int capacity) {
    row r = row_of_segments(b);
    return overlap_row(a, &r, hits, capacity);
}

int carom_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity) {
    row r = row_of_circles(b);
    if (a->kind != CAROM_SHAPE_CIRCLE || carom_shape_check(a) != CAROM_STATUS_OK)
        return overlap_row(a, &r, hits, capacity);
    int total = 0;
    uint8_t flags[CR_BLOCK];
    for (int from = 0; from < b->count; from += CR_BLOCK) {
        int count = b->count - from < CR_BLOCK ? b->count - from : CR_BLOCK;
        r.lanes.circle_circles(b, from, count, a->circle, flags);
        for (int i = 0; i < count; ++i) {
            if (flags[i] == CR_NO) continue;
            carom_shape other = circle_at(b, from + i);
            if (flags[i] == CR_YES || carom_overlap(a, &other)) found(from + i, hits, capacity, &total);
        }
    }
    return total;
}

// ---- Sweep -------------------------------------------------------------------------------------------------------

/// The bounds of a during its motion up to t * move. Both ends are rounded to float, which preserves order.
static carom_box swept(carom_box at_start, carom_vec2 move, float t) {
    double x = (double)t * (double)move.x, y = (double)t * (double)move.y;
    carom_box s = at_start;
    if (x < 0) s.min.x = cr_float_down((double)s.min.x + x);
    if (y < 0) s.min.y = cr_float_down((double)s.min.y + y);
    if (x > 0) s.max.x = -cr_float_down(-((double)s.max.x + x));
    if (y > 0) s.max.y = -cr_float_down(-((double)s.max.y + y));
    return s;
}

static carom_sweep_hit sweep_row(const carom_shape *a, carom_vec2 move, const row *r) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_sweep_hit best = carom_sweep(a, move, &nothing, (carom_vec2){0, 0});
    if (carom_shape_check(a) != CAROM_STATUS_OK || !isfinite(move.x) || !isfinite(move.y)) return best;
    carom_box start = carom_shape_bounds(a), around = swept(start, move, 1);
    uint8_t flags[CR_BLOCK];
    for (int from = 0; from < r->count; from += CR_BLOCK) {
        int count = r->count - from < CR_BLOCK ? r->count - from : CR_BLOCK;
        r->sort_out(r, from, count, around, flags);
        for (int i = 0; i < count; ++i) {
            if (flags[i] == CR_NO) continue;
            carom_shape b = r->at(r->things, from + i);
            carom_sweep_hit hit = carom_sweep(a, move, &b, (carom_vec2){0, 0});
            if (!hit.hit || (best.hit && hit.t >= best.t)) continue;
            best = hit;
            best.part_b = from + i;
            around = swept(start, move, cr_float_above(best.t)); // later hits need not be examined
        }
    }
    return best;
}

carom_sweep_hit carom_sweep_boxes(const carom_shape *a, carom_vec2 move, const carom_boxes *b) {
    row r = row_of_boxes(b);
    return sweep_row(a, move, &r);
}

carom_sweep_hit carom_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b) {
    row r = row_of_circles(b);
    return sweep_row(a, move, &r);
}

carom_sweep_hit carom_sweep_segments(const carom_shape *a, carom_vec2 move, const carom_segments *b) {
    row r = row_of_segments(b);
    return sweep_row(a, move, &r);
}

// ---- Prepared shapes ---------------------------------------------------------------------------------------------

int carom_prepared_overlap_many(const carom_prepared *a, const carom_prepared *b, int count, int *hits, int capacity) {
    int total = 0;
    for (int i = 0; i < count; ++i) {
        if (cr_boxes_overlap(a->bounds, b[i].bounds) && carom_prepared_overlap(a, &b[i]))
            found(i, hits, capacity, &total);
    }
    return total;
}

carom_sweep_hit carom_prepared_sweep_many(const carom_prepared *a, carom_vec2 move, const carom_prepared *b,
                                          int count) {
    carom_prepared nothing = {.is_searchable = 0};
    carom_vec2 rest = {0, 0};
    carom_sweep_hit best = carom_prepared_sweep(a, move, &nothing, rest);
    if (!isfinite(move.x) || !isfinite(move.y)) return best;
    carom_box around = swept(a->bounds, move, 1);
    for (int i = 0; i < count; ++i) {
        if (!cr_boxes_overlap(around, b[i].bounds)) continue;
        carom_sweep_hit hit = carom_prepared_sweep(a, move, &b[i], rest);
        if (!hit.hit || (best.hit && hit.t >= best.t)) continue;
        best = hit;
        best.part_b = i;
        around = swept(a->bounds, move, cr_float_above(best.t)); // later hits need not be examined
    }
    return best;
}

// ---- Rays --------------------------------------------------------------------------------------------------------

int carom_ray_many(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits) {
    carom_box around = carom_shape_bounds(b);
    cr_lanes lanes = cr_lanes_here();
    int total = 0;
    uint8_t flags[CR_BLOCK];
    for (int from = 0; from < rays->count; from += CR_BLOCK) {
        int count = rays->count - from < CR_BLOCK ? rays->count - from : CR_BLOCK;
        lanes.rays(rays, from, count, around, flags);
        for (int i = 0; i < count; ++i) {
            int k = from + i;
            carom_vec2 start = {rays->x[k], rays->y[k]}, move = {rays->move_x[k], rays->move_y[k]};
            hits[k] = flags[i] == CR_NO ? cr_ray_miss(start, move) : carom_ray(start, move, b);
            total += hits[k].hit;
        }
    }
    return total;
}
