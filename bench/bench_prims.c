// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// prims: each query on each pair of kinds, 4096 random pairs of which about half hit; four pairs compared with the
// plain double formula without filter, on coordinates as in games and in exact touch; batches; peers.
#include "bench/bench.h"
#include "bench/peers.h"
#include "carom/geom.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Counted only in the build of the core for carom-bench (CAROM_COUNT_EXACT).
extern unsigned long long cr_exact_taken;

enum { PAIRS = 4096, REPEATS = 8 };

static const char *const kind_names[] = {"none", "point", "segment", "circle", "box", "capsule", "polygon"};

/// The input of one row of the report.
typedef struct scene {
    carom_shape a[PAIRS], b[PAIRS];
    carom_vec2 move[PAIRS];
    const peer *peer;
    peer_shape *peer_a[PAIRS], *peer_b[PAIRS];
} scene;

// ---- Scenes ---------------------------------------------------------------------------------------------------------

/// Returns a multiple of `grid` (0: any float); games use such coordinates.
static float near_to(random_source *r, float low, float high, float grid) {
    float value = random_range(r, low, high);
    return grid > 0 ? grid * floorf(value / grid) : value;
}

static carom_shape random_shape(random_source *r, carom_shape_kind kind, float reach, float grid) {
    carom_vec2 p = {near_to(r, -reach, reach, grid), near_to(r, -reach, reach, grid)};
    carom_vec2 q = {p.x + near_to(r, -24, 24, grid), p.y + near_to(r, -24, 24, grid)};
    float size = near_to(r, 4, 12, grid);
    carom_shape s = {.kind = CAROM_SHAPE_NONE};
    switch (kind) {
    case CAROM_SHAPE_POINT: carom_make_point(p, &s); break;
    case CAROM_SHAPE_SEGMENT: carom_make_segment(p, q, &s); break;
    case CAROM_SHAPE_CIRCLE: carom_make_circle(p, size, &s); break;
    case CAROM_SHAPE_BOX: carom_make_box(p, (carom_vec2){p.x + size * 2, p.y + near_to(r, 4, 24, grid)}, &s); break;
    case CAROM_SHAPE_CAPSULE: carom_make_capsule(p, q, size, &s); break;
    default: { // an octagon with unequal sides
        float h = size * 0.5f;
        carom_vec2 v[8] = {{p.x + size, p.y},  {p.x + size, p.y + h}, {p.x + h, p.y + size}, {p.x, p.y + size},
                           {p.x - h, p.y + h}, {p.x - h, p.y},        {p.x, p.y - h},        {p.x + h, p.y - h}};
        carom_make_polygon(v, 8, &s);
    }
    }
    return s;
}

/// Draws pairs until half of them hit, according to the query itself.
static void fill(scene *s, carom_shape_kind a, carom_shape_kind b, bool sweep, float grid) {
    random_source r = {((uint64_t)a * 8 + (uint64_t)b) * 2 + sweep};
    int wanted[2] = {PAIRS / 2, PAIRS / 2};
    float reach = sweep ? 64 : 24;
    for (int i = 0, tries = 0; i < PAIRS; ++tries) {
        carom_shape p = random_shape(&r, a, reach, grid), q = random_shape(&r, b, reach, grid);
        carom_vec2 move = {near_to(&r, -64, 64, grid), near_to(&r, -64, 64, grid)};
        bool hits_pair = sweep ? carom_sweep(&p, move, &q, (carom_vec2){0, 0}).hit : carom_overlap(&p, &q);
        if (wanted[hits_pair] == 0 && tries < 64 * PAIRS) continue; // a point rarely hits a point
        --wanted[hits_pair];
        s->a[i] = p;
        s->b[i] = q;
        s->move[i++] = move;
    }
}

// ---- Queries --------------------------------------------------------------------------------------------------------

#define FOR_ALL(i)                                                                                                     \
    for (int repeat = 0; repeat < REPEATS; ++repeat)                                                                   \
        for (int i = 0; i < PAIRS; ++i)

static long long query_overlap(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_overlap(&s->a[i], &s->b[i]);
    return hits / REPEATS;
}

static long long query_distance(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_distance(&s->a[i], &s->b[i]).distance <= 0;
    return hits / REPEATS;
}

static long long query_contact(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_contact(&s->a[i], &s->b[i]).hit;
    return hits / REPEATS;
}

static long long query_sweep(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_sweep(&s->a[i], s->move[i], &s->b[i], (carom_vec2){0, 0}).hit;
    return hits / REPEATS;
}

static long long query_ray(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += carom_ray(s->a[i].point, s->move[i], &s->b[i]).hit;
    return hits / REPEATS;
}

static long long peer_overlap(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += s->peer->overlap(s->peer_a[i], s->peer_b[i]);
    return hits / REPEATS;
}

static long long peer_ray(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += s->peer->ray(s->a[i].point, s->move[i], s->peer_b[i]);
    return hits / REPEATS;
}

static long long peer_sweep(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += s->peer->circle_sweep(s->a[i].circle.center, s->a[i].circle.radius, s->move[i], s->peer_b[i]);
    return hits / REPEATS;
}

// ---- Plain double: the same queries without filter, exact stage and check of the shapes -----------------------------

#define NOINLINE __attribute__((noinline))

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static bool plain_circles(carom_circle a, carom_circle b) {
    double dx = (double)a.center.x - (double)b.center.x, dy = (double)a.center.y - (double)b.center.y;
    double reach = (double)a.radius + (double)b.radius;
    return dx * dx + dy * dy <= reach * reach;
}

static bool plain_circle_box(carom_circle a, carom_box b) {
    double x = (double)a.center.x, y = (double)a.center.y, r = (double)a.radius;
    double dx = x - clamp(x, (double)b.min.x, (double)b.max.x);
    double dy = y - clamp(y, (double)b.min.y, (double)b.max.y);
    return dx * dx + dy * dy <= r * r;
}

static bool plain_boxes(carom_box a, carom_box b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

NOINLINE static bool plain_overlap(const carom_shape *a, const carom_shape *b) {
    switch ((int)a->kind * 8 + (int)b->kind) {
    case CAROM_SHAPE_CIRCLE * 8 + CAROM_SHAPE_CIRCLE: return plain_circles(a->circle, b->circle);
    case CAROM_SHAPE_CIRCLE * 8 + CAROM_SHAPE_BOX: return plain_circle_box(a->circle, b->box);
    case CAROM_SHAPE_BOX * 8 + CAROM_SHAPE_CIRCLE: return plain_circle_box(b->circle, a->box);
    case CAROM_SHAPE_BOX * 8 + CAROM_SHAPE_BOX: return plain_boxes(a->box, b->box);
    default: return false;
    }
}

static long long query_plain_overlap(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += plain_overlap(&s->a[i], &s->b[i]);
    return hits / REPEATS;
}

/// The textbook routine: both offset lines and both end circles; returns the least valid t.
NOINLINE static carom_sweep_hit plain_sweep(const carom_shape *a, carom_vec2 move, const carom_shape *b) {
    const carom_circle *c = &a->circle;
    const carom_segment *s = &b->segment;
    double ex = (double)s->b.x - (double)s->a.x, ey = (double)s->b.y - (double)s->a.y;
    double sx = (double)c->center.x - (double)s->a.x, sy = (double)c->center.y - (double)s->a.y;
    double mx = (double)move.x, my = (double)move.y, r = (double)c->radius;
    double length2 = ex * ex + ey * ey, length = sqrt(length2), best = 2, nx = 0, ny = 0;
    double side = ex * sy - ey * sx, turn = ex * my - ey * mx;
    double gap = fabs(side) - r * length, speed = side < 0 ? turn : -turn;
    carom_sweep_hit hit = {.t = 1};
    if (gap >= 0 && speed > 0) {
        double t = gap / speed, foot = ex * (sx + t * mx) + ey * (sy + t * my);
        if (foot >= 0 && foot <= length2) {
            best = t;
            nx = side < 0 ? ey / length : -ey / length;
            ny = side < 0 ? -ex / length : ex / length;
            hit.feature = CAROM_FEATURE_EDGE;
        }
    }
    for (int end = 0; end < 2; ++end) {
        double x = end ? sx - ex : sx, y = end ? sy - ey : sy;
        double along = x * mx + y * my, far = x * x + y * y - r * r, m2 = mx * mx + my * my,
               q = along * along - m2 * far;
        if (along >= 0 || q <= 0 || far < 0) continue;
        double t = (-along - sqrt(q)) / m2;
        if (t >= best) continue;
        best = t;
        nx = (x + t * mx) / r;
        ny = (y + t * my) / r;
        hit.feature = end ? CAROM_FEATURE_END_B : CAROM_FEATURE_END_A;
    }
    hit.hit = best <= 1;
    double t = hit.hit ? best : 1, x = (double)c->center.x + t * mx, y = (double)c->center.y + t * my;
    hit.at = (carom_vec2){(float)x, (float)y};
    if (!hit.hit) return hit;
    hit.t = (float)t;
    hit.normal = (carom_vec2){(float)nx, (float)ny};
    hit.point = (carom_vec2){(float)(x - r * nx), (float)(y - r * ny)};
    return hit;
}

static long long query_plain_sweep(void *context) {
    const scene *s = context;
    long long hits = 0;
    FOR_ALL(i) hits += plain_sweep(&s->a[i], s->move[i], &s->b[i]).hit;
    return hits / REPEATS;
}

// ---- Report ---------------------------------------------------------------------------------------------------------

/// The number of fallbacks to exact arithmetic, as the note of a row.
static const char *exact_share(long long (*run)(void *), scene *s, char note[64]) {
    unsigned long long before = cr_exact_taken;
    run(s);
    double share = 1e6 * (double)(cr_exact_taken - before) / (PAIRS * REPEATS);
    snprintf(note, 64, "exact stage %.0f times in a million", share);
    return note;
}

static void measure_pair(bench_report *report, scene *s, const char *what, bench_subject *subjects, int count) {
    char note[64];
    bench_measure(report, (bench_row){what, "a call", (double)PAIRS * REPEATS, exact_share(subjects[0].run, s, note)},
                  subjects, count);
}

static void free_peer_shapes(scene *s) {
    for (int i = 0; i < PAIRS; ++i) {
        if (s->peer_a[i]) s->peer->free(s->peer_a[i]);
        if (s->peer_b[i]) s->peer->free(s->peer_b[i]);
    }
}

static bool make_peer_shapes(scene *s, const peer *p, bool both) {
    s->peer = p;
    memset(s->peer_a, 0, sizeof s->peer_a);
    memset(s->peer_b, 0, sizeof s->peer_b);
    for (int i = 0; i < PAIRS; ++i) {
        s->peer_b[i] = p->make(&s->b[i]);
        s->peer_a[i] = both ? p->make(&s->a[i]) : NULL;
        if (!s->peer_b[i] || (both && !s->peer_a[i])) {
            free_peer_shapes(s);
            return false;
        }
    }
    return true;
}

/// Measures one query in Carom, and in each peer that supports it.
static void measure_with_peers(bench_report *report, scene *s, const char *what, long long (*query)(void *),
                               long long (*query_peer)(void *), bool both) {
    bench_subject subjects[2] = {{"carom", query, s}};
    int count, measured = 0;
    const peer *const *list = peers(&count);
    for (int i = 0; query_peer && i < count; ++i) {
        if (!make_peer_shapes(s, list[i], both)) continue;
        subjects[1] = (bench_subject){list[i]->name, query_peer, s};
        measure_pair(report, s, what, subjects, 2);
        free_peer_shapes(s);
        ++measured;
    }
    if (measured == 0) measure_pair(report, s, what, subjects, 1);
}

static void measure_kinds(bench_report *report, scene *s, carom_shape_kind a, carom_shape_kind b) {
    char what[64];
    fill(s, a, b, false, 0);
    bool has_routine = a != CAROM_SHAPE_POINT && b != CAROM_SHAPE_POINT;
    snprintf(what, sizeof what, "overlap %s %s", kind_names[a], kind_names[b]);
    measure_with_peers(report, s, what, query_overlap, has_routine ? peer_overlap : NULL, true);
    snprintf(what, sizeof what, "distance %s %s", kind_names[a], kind_names[b]);
    measure_with_peers(report, s, what, query_distance, NULL, false);
    snprintf(what, sizeof what, "contact %s %s", kind_names[a], kind_names[b]);
    measure_with_peers(report, s, what, query_contact, NULL, false);
    fill(s, a, b, true, 0);
    snprintf(what, sizeof what, "sweep %s %s", kind_names[a], kind_names[b]);
    measure_with_peers(report, s, what, query_sweep, a == CAROM_SHAPE_CIRCLE ? peer_sweep : NULL, false);
    if (a != CAROM_SHAPE_POINT) return;
    snprintf(what, sizeof what, "ray %s", kind_names[b]);
    measure_with_peers(report, s, what, query_ray, peer_ray, false);
}

/// Compares the most common pairs with the plain formula, on multiples of 1/16, as in levels.
static void measure_plain(bench_report *report, scene *s) {
    static const struct {
        const char *what;
        carom_shape_kind a, b;
        bool sweep;
    } lines[] = {
        {"game numbers: overlap circle circle", CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CIRCLE, false},
        {"game numbers: overlap circle box", CAROM_SHAPE_CIRCLE, CAROM_SHAPE_BOX, false},
        {"game numbers: overlap box box", CAROM_SHAPE_BOX, CAROM_SHAPE_BOX, false},
        {"game numbers: sweep circle segment", CAROM_SHAPE_CIRCLE, CAROM_SHAPE_SEGMENT, true},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        fill(s, lines[i].a, lines[i].b, lines[i].sweep, 0.0625f);
        bench_subject subjects[2] = {{"carom", lines[i].sweep ? query_sweep : query_overlap, s},
                                     {"plain double", lines[i].sweep ? query_plain_sweep : query_plain_overlap, s}};
        measure_pair(report, s, lines[i].what, subjects, 2);
    }
}

/// A circle that touches the floor exactly and slides, enters or leaves: a body at rest in a game.
static void measure_touch(bench_report *report, scene *s) {
    random_source r = {77};
    for (int i = 0; i < PAIRS; ++i) {
        float x = near_to(&r, -64, 64, 0.0625f), y = near_to(&r, -64, 64, 0.0625f), size = near_to(&r, 4, 12, 0.0625f);
        carom_make_circle((carom_vec2){x, y}, size, &s->a[i]);
        carom_make_segment((carom_vec2){x - 32, y - size}, (carom_vec2){x + 32, y - size}, &s->b[i]);
        s->move[i] = (carom_vec2){near_to(&r, -8, 8, 0.0625f), (float)(i % 3 - 1)};
    }
    bench_subject sweep = {"carom", query_sweep, s}, overlap = {"carom", query_overlap, s};
    measure_pair(report, s, "exact touch: sweep circle segment", &sweep, 1);
    measure_pair(report, s, "exact touch: overlap circle segment", &overlap, 1);
}

// ---- Batches --------------------------------------------------------------------------------------------------------

typedef struct rows {
    float v[4][PAIRS];
    carom_shape one[PAIRS], mover;
    carom_vec2 move;
    carom_ray_hit hits[PAIRS];
    int found[PAIRS];
} rows;

static long long batch_overlap(void *context) {
    rows *r = context;
    carom_circles c = {r->v[0], r->v[1], r->v[2], PAIRS};
    return carom_overlap_circles(&r->mover, &c, r->found, PAIRS);
}

static long long single_overlap(void *context) {
    rows *r = context;
    long long hits = 0;
    for (int i = 0; i < PAIRS; ++i) hits += carom_overlap(&r->mover, &r->one[i]);
    return hits;
}

static long long batch_sweep(void *context) {
    rows *r = context;
    carom_segments s = {r->v[0], r->v[1], r->v[2], r->v[3], PAIRS};
    return carom_sweep_segments(&r->mover, r->move, &s).part_b;
}

static long long single_sweep(void *context) {
    rows *r = context;
    float best = 2;
    long long index = 0;
    for (int i = 0; i < PAIRS; ++i) {
        carom_sweep_hit hit = carom_sweep(&r->mover, r->move, &r->one[i], (carom_vec2){0, 0});
        if (!hit.hit || hit.t >= best) continue;
        best = hit.t;
        index = i;
    }
    return index;
}

static long long batch_rays(void *context) {
    rows *r = context;
    carom_rays rays = {r->v[0], r->v[1], r->v[2], r->v[3], PAIRS};
    return carom_ray_many(&rays, &r->mover, r->hits);
}

static long long single_rays(void *context) {
    rows *r = context;
    long long hits = 0;
    for (int i = 0; i < PAIRS; ++i) {
        r->hits[i] = carom_ray((carom_vec2){r->v[0][i], r->v[1][i]}, (carom_vec2){r->v[2][i], r->v[3][i]}, &r->mover);
        hits += r->hits[i].hit;
    }
    return hits;
}

static void measure_batches(bench_report *report, rows *r) {
    random_source random = {99};
    for (int i = 0; i < PAIRS; ++i) {
        r->one[i] = random_shape(&random, CAROM_SHAPE_CIRCLE, 64, 0);
        r->v[0][i] = r->one[i].circle.center.x;
        r->v[1][i] = r->one[i].circle.center.y;
        r->v[2][i] = r->one[i].circle.radius;
    }
    carom_make_circle((carom_vec2){3, 4}, 16, &r->mover);
    bench_subject overlap[2] = {{"carom, batch", batch_overlap, r}, {"carom, one by one", single_overlap, r}};
    bench_measure(report, (bench_row){"batch: circle against circles", "a circle", PAIRS, NULL}, overlap, 2);

    for (int i = 0; i < PAIRS; ++i) {
        r->one[i] = random_shape(&random, CAROM_SHAPE_SEGMENT, 256, 0);
        r->v[0][i] = r->one[i].segment.a.x;
        r->v[1][i] = r->one[i].segment.a.y;
        r->v[2][i] = r->one[i].segment.b.x;
        r->v[3][i] = r->one[i].segment.b.y;
    }
    r->move = (carom_vec2){24, 8};
    carom_make_circle((carom_vec2){3, 4}, 0.5f, &r->mover);
    bench_subject sweep[2] = {{"carom, batch", batch_sweep, r}, {"carom, one by one", single_sweep, r}};
    bench_measure(report, (bench_row){"batch: circle sweep, segments", "a segment", PAIRS, NULL}, sweep, 2);

    for (int i = 0; i < PAIRS; ++i) {
        carom_vec2 way = random_direction(&random, 48);
        r->v[0][i] = random_range(&random, -128, 128);
        r->v[1][i] = random_range(&random, -128, 128);
        r->v[2][i] = way.x;
        r->v[3][i] = way.y;
    }
    carom_make_capsule((carom_vec2){-20, 0}, (carom_vec2){20, 8}, 6, &r->mover);
    bench_subject rays[2] = {{"carom, batch", batch_rays, r}, {"carom, one by one", single_rays, r}};
    bench_measure(report, (bench_row){"batch: rays against a capsule", "a ray", PAIRS, NULL}, rays, 2);
}

void bench_prims(bench_report *report) {
    if (report->peers) {
        bench_matrix(report);
        return;
    }
    scene *s = calloc(1, sizeof *s);
    rows *r = calloc(1, sizeof *r);
    if (s && r) {
        measure_plain(report, s);
        measure_touch(report, s);
        measure_batches(report, r);
        for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_POLYGON; ++a)
            for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_POLYGON; ++b)
                measure_kinds(report, s, (carom_shape_kind)a, (carom_shape_kind)b);
    }
    free(s);
    free(r);
}
