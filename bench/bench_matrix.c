// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// prims --peers: segment, circle, capsule, box, quad and octagon against one another, in all queries, beside Box2D 3.
// Sizes 0.5..2, centres within -2..2, motions within -4..4. Box2D's counts differ a little: its casts ignore starts in
// contact, and its manifolds include contacts that are about to happen.
#include "bench/bench.h"
#include "bench/matrix.h"

#include <math.h>
#include <stdlib.h>

#ifdef WITH_BOX2D3
extern const matrix_peer matrix_box2d3;
static const matrix_peer *const matrix_beside = &matrix_box2d3;
#else
static const matrix_peer *const matrix_beside = NULL;
#endif

enum { QUERIES = 4, RATIOS = MATRIX_KINDS * MATRIX_KINDS * QUERIES };

const char *const matrix_kinds[MATRIX_KINDS] = {"segment", "circle", "capsule", "box", "quad", "octagon"};

/// A regular polygon at a random angle.
static void make_regular(random_source *r, carom_vec2 center, int count, carom_shape *out) {
    carom_vec2 axis = random_direction(r, random_range(r, 0.5f, 2)), v[8];
    for (int i = 0; i < count; ++i) {
        double angle = 2 * 3.14159265358979 * i / count, c = cos(angle), s = sin(angle);
        v[i].x = (float)((double)center.x + c * (double)axis.x - s * (double)axis.y);
        v[i].y = (float)((double)center.y + s * (double)axis.x + c * (double)axis.y);
    }
    carom_make_polygon(v, count, out);
}

void matrix_make_shape(random_source *r, int kind, carom_shape *out) {
    carom_vec2 p = {random_range(r, -2, 2), random_range(r, -2, 2)};
    carom_vec2 to = random_direction(r, random_range(r, 0.5f, 2)), q = {p.x + to.x, p.y + to.y};
    switch (kind) {
    case 0: carom_make_segment(p, q, out); break;
    case 1: carom_make_circle(p, random_range(r, 0.5f, 2), out); break;
    case 2: carom_make_capsule(p, q, random_range(r, 0.25f, 1), out); break;
    case 3: {
        float width = random_range(r, 0.5f, 2), height = random_range(r, 0.5f, 2);
        carom_make_box((carom_vec2){p.x - width, p.y - height}, (carom_vec2){p.x + width, p.y + height}, out);
        break;
    }
    default: make_regular(r, p, kind == 4 ? 4 : 8, out);
    }
}

// ---- Queries --------------------------------------------------------------------------------------------------------

#define FOR_ALL(i) for (int i = 0; i < MATRIX_PAIRS; ++i)

static long long matrix_overlap(void *context) {
    const matrix_scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_overlap(&s->a[i], &s->b[i]);
    return hits;
}

static long long matrix_distance(void *context) {
    const matrix_scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_distance(&s->a[i], &s->b[i]).distance <= 0;
    return hits;
}

static long long matrix_contact(void *context) {
    const matrix_scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_contact(&s->a[i], &s->b[i]).hit;
    return hits;
}

static long long matrix_sweep(void *context) {
    const matrix_scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_sweep(&s->a[i], s->move[i], &s->b[i], (carom_vec2){0, 0}).hit;
    return hits;
}

// ---- Prepared shapes ------------------------------------------------------------------------------------------------

static carom_prepared prepared_a[MATRIX_PAIRS], prepared_b[MATRIX_PAIRS];

static long long prepared_overlap(void *context) {
    (void)context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_prepared_overlap(&prepared_a[i], &prepared_b[i]);
    return hits;
}

static long long prepared_distance(void *context) {
    (void)context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_prepared_distance(&prepared_a[i], &prepared_b[i]).distance <= 0;
    return hits;
}

static long long prepared_contact(void *context) {
    (void)context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_prepared_contact(&prepared_a[i], &prepared_b[i]).hit;
    return hits;
}

static long long prepared_sweep(void *context) {
    const matrix_scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_prepared_sweep(&prepared_a[i], s->move[i], &prepared_b[i], (carom_vec2){0, 0}).hit;
    return hits;
}

// ---- Report ---------------------------------------------------------------------------------------------------------

/// The times of Carom as shares of those of the peer.
typedef struct time_shares {
    double plain[RATIOS], prepared[RATIOS];
    int count;
} time_shares;

static void measure_combination(bench_report *report, matrix_scene *s, int a, int b, time_shares *shares) {
    const struct {
        const char *name;
        long long (*plain)(void *), (*prepared)(void *), (*peer)(void *);
    } queries[QUERIES] = {
        {"overlap", matrix_overlap, prepared_overlap, matrix_beside ? matrix_beside->overlap : NULL},
        {"distance", matrix_distance, prepared_distance, matrix_beside ? matrix_beside->distance : NULL},
        {"contact", matrix_contact, prepared_contact, matrix_beside ? matrix_beside->contact : NULL},
        {"sweep", matrix_sweep, prepared_sweep, matrix_beside ? matrix_beside->sweep : NULL},
    };
    for (int q = 0; q < QUERIES; ++q) {
        char what[64];
        snprintf(what, sizeof what, "%s %s %s", queries[q].name, matrix_kinds[a], matrix_kinds[b]);
        bench_row row = {what, "a call", MATRIX_PAIRS, NULL};
        bench_subject subjects[3] = {{"carom", queries[q].plain, s}, {"carom, prepared", queries[q].prepared, s}};
        if (matrix_beside) subjects[2] = (bench_subject){matrix_beside->name, queries[q].peer, s};
        double ratios[3];
        if (!bench_measure_all(report, row, subjects, matrix_beside ? 3 : 2, ratios) || !matrix_beside) continue;
        shares->plain[shares->count] = 1 / ratios[2];
        shares->prepared[shares->count++] = ratios[1] / ratios[2];
    }
}

void bench_matrix(bench_report *report) {
    static time_shares shares;
    shares.count = 0;
    matrix_scene *s = calloc(1, sizeof *s);
    for (int a = 0; s && a < MATRIX_KINDS; ++a) {
        for (int b = 0; b < MATRIX_KINDS; ++b) {
            random_source r = {(uint64_t)(a * MATRIX_KINDS + b)};
            for (int i = 0; i < MATRIX_PAIRS; ++i) {
                matrix_make_shape(&r, a, &s->a[i]);
                matrix_make_shape(&r, b, &s->b[i]);
                s->move[i] = (carom_vec2){random_range(&r, -4, 4), random_range(&r, -4, 4)};
            }
            FOR_ALL(i) {
                carom_prepare(&s->a[i], &prepared_a[i]);
                carom_prepare(&s->b[i], &prepared_b[i]);
            }
            if (matrix_beside) matrix_beside->prepare(s);
            measure_combination(report, s, a, b, &shares);
        }
    }
    if (matrix_beside) {
        bench_summarize(report, "plain", matrix_beside->name, shares.plain, shares.count);
        bench_summarize(report, "prepared", matrix_beside->name, shares.prepared, shares.count);
    }
    free(s);
}
