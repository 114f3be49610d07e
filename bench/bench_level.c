// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// ray, cast, box, build: a million queries each against the static level cave(1024, 1), compared with engines that hold
// the same segments, and the cost of its index. Slow peers run the first tenth of the queries, and Carom the same
// tenth.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/cave_outline.h"
#include "bench/level_peers.h"
#include "random.h"

#include "carom/level.h"
#include "level/index/index.h"

#include <stdlib.h>
#include <string.h>

enum { QUERIES = 1000000, SLOW_SHARE = 10, SUBJECTS = 8, MAX_EDGES = 4096, BATCH = 1024 };
static const float CAST_RADIUS = 0.25f;

// ---- Scene --------------------------------------------------------------------------------------------------------

typedef struct scene {
    int n;
    uint8_t *cave;
    cave_segments outline;
    carom_level *level;
    int queries; // number of queries to run
    carom_vec2 *from, *move;
    float *x, *y, *move_x, *move_y; // the same queries as arrays
    float half_width;               // half the width of the boxes
} scene;

/// The context of a subject.
typedef struct subject_context {
    const scene *scene;
    const level_peer *peer;
    peer_level *level;
} subject_context;

static void scene_free(scene *s) {
    carom_level_free(s->level);
    cave_outline_free(&s->outline);
    free(s->cave);
    void *arrays[] = {s->from, s->move, s->x, s->y, s->move_x, s->move_y};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) free(arrays[i]);
}

static bool scene_make(scene *s, int n, int queries) {
    *s = (scene){.n = n, .cave = cave_make(n, 1), .queries = queries};
    if (s->cave) s->outline = cave_outline(s->cave, n);
    if (s->outline.a) s->level = cave_level(s->cave, n);
    size_t count = (size_t)queries;
    s->from = malloc(count * sizeof *s->from);
    s->move = malloc(count * sizeof *s->move);
    s->x = malloc(count * sizeof *s->x);
    s->y = malloc(count * sizeof *s->y);
    s->move_x = malloc(count * sizeof *s->move_x);
    s->move_y = malloc(count * sizeof *s->move_y);
    if (s->level && s->from && s->move && s->x && s->y && s->move_x && s->move_y) return true;
    scene_free(s);
    return false;
}

static void draw_queries(scene *s, uint64_t seed, float offset, float length) {
    random_source r = {seed};
    for (int i = 0; i < QUERIES; ++i) {
        s->from[i] = cave_start(s->cave, s->n, &r, offset);
        s->move[i] = random_direction(&r, length);
        s->x[i] = s->from[i].x;
        s->y[i] = s->from[i].y;
        s->move_x[i] = s->move[i].x;
        s->move_y[i] = s->move[i].y;
    }
}

static carom_box box_about(const scene *s, int i) {
    carom_vec2 p = s->from[i];
    return (carom_box){{p.x - s->half_width, p.y - s->half_width}, {p.x + s->half_width, p.y + s->half_width}};
}

// ---- Queries ------------------------------------------------------------------------------------------------------

static long long query_rays(void *context) {
    const scene *s = ((subject_context *)context)->scene;
    long long hits = 0;
    for (int i = 0; i < s->queries; ++i) hits += carom_level_ray(s->level, s->from[i], s->move[i]).hit;
    return hits;
}

static carom_shape circle_at(const scene *s, int i) {
    return (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {s->from[i], CAST_RADIUS}};
}

static long long query_casts(void *context) {
    const scene *s = ((subject_context *)context)->scene;
    long long hits = 0;
    for (int i = 0; i < s->queries; ++i) {
        carom_shape circle = circle_at(s, i);
        hits += carom_level_sweep(s->level, &circle, s->move[i]).hit;
    }
    return hits;
}

static int least(int p, int q) {
    return p < q ? p : q;
}

/// Rays as arrays, as a caller with many rays would keep them. Results are written to the same array each time.
static long long query_rays_together(void *context) {
    const scene *s = ((subject_context *)context)->scene;
    carom_ray_hit hits[BATCH];
    long long found = 0;
    for (int i = 0; i < s->queries; i += BATCH) {
        carom_rays rays = {s->x + i, s->y + i, s->move_x + i, s->move_y + i, least(BATCH, s->queries - i)};
        found += carom_level_ray_many(s->level, &rays, hits);
    }
    return found;
}

/// Builds the circles, sweeps them, and builds the next ones.
static long long query_casts_together(void *context) {
    const scene *s = ((subject_context *)context)->scene;
    carom_shape circles[BATCH];
    carom_sweep_hit hits[BATCH];
    long long found = 0;
    for (int i = 0; i < s->queries; i += BATCH) {
        int count = least(BATCH, s->queries - i);
        for (int k = 0; k < count; ++k) circles[k] = circle_at(s, i + k);
        found += carom_level_sweep_many(s->level, circles, s->move + i, count, hits);
    }
    return found;
}

static long long query_boxes(void *context) {
    const scene *s = ((subject_context *)context)->scene;
    int edges[MAX_EDGES];
    long long found = 0;
    for (int i = 0; i < s->queries; ++i) {
        carom_shape box = {.kind = CAROM_SHAPE_BOX, .box = box_about(s, i)};
        found += carom_level_overlap(s->level, &box, edges, MAX_EDGES);
    }
    return found;
}

static long long peer_rays(void *context) {
    const subject_context *a = context;
    long long hits = 0;
    for (int i = 0; i < a->scene->queries; ++i) {
        hits += a->peer->ray(a->level, a->scene->from[i], a->scene->move[i]);
    }
    return hits;
}

static long long peer_casts(void *context) {
    const subject_context *a = context;
    long long hits = 0;
    for (int i = 0; i < a->scene->queries; ++i) {
        hits += a->peer->cast(a->level, a->scene->from[i], CAST_RADIUS, a->scene->move[i]);
    }
    return hits;
}

static long long peer_boxes(void *context) {
    const subject_context *a = context;
    long long found = 0;
    for (int i = 0; i < a->scene->queries; ++i) found += a->peer->box(a->level, box_about(a->scene, i));
    return found;
}

// ---- A row of the report --------------------------------------------------------------------------------------------

/// The subjects for one kind of query.
typedef struct query {
    const bench_subject *own; // without their contexts
    int own_count;
    bool (*has_routine)(const level_peer *peer);
    long long (*query_peer)(void *);
} query;

static bool peer_has_ray(const level_peer *peer) {
    return peer->ray != NULL;
}

static bool peer_has_cast(const level_peer *peer) {
    return peer->cast != NULL;
}

static bool peer_has_box(const level_peer *peer) {
    return peer->box != NULL;
}

typedef struct peer_list {
    subject_context items[SUBJECTS];
    int count;
} peer_list;

/// Measures Carom and either the slow peers or the others.
static void measure_some(bench_report *report, scene *s, const peer_list *peers, const query *q, const char *what,
                         bool slow) {
    bench_subject subjects[SUBJECTS];
    subject_context contexts[SUBJECTS];
    int count = 0;
    s->queries = slow ? QUERIES / SLOW_SHARE : QUERIES;
    for (int i = 0; i < q->own_count; ++i) {
        contexts[count] = (subject_context){.scene = s};
        subjects[count] = q->own[i];
        subjects[count].context = &contexts[count];
        ++count;
    }
    for (int i = 0; i < peers->count && count < SUBJECTS; ++i) {
        const level_peer *peer = peers->items[i].peer;
        if (peer->is_slow != slow || !q->has_routine(peer)) continue;
        contexts[count] = peers->items[i];
        subjects[count] = (bench_subject){peer->name, q->query_peer, &contexts[count]};
        ++count;
    }
    if (slow && count == q->own_count) return;
    bench_measure(report, (bench_row){what, "a query", s->queries, slow ? "a tenth of the queries" : NULL}, subjects,
                  count);
}

typedef struct workload {
    const char *what;
    uint64_t seed;
    float offset, length, half_width;
} workload;

static void measure(bench_report *report, const workload *workloads, int count, const query *q) {
    scene s;
    if (!scene_make(&s, 1024, QUERIES)) return;
    peer_list peers;
    const level_peer *const *list = level_peers(&peers.count);
    for (int i = 0; i < peers.count; ++i) {
        peers.items[i] = (subject_context){&s, list[i], list[i]->make(s.outline.a, s.outline.b, s.outline.count)};
    }
    for (int i = 0; i < count; ++i) {
        draw_queries(&s, workloads[i].seed, workloads[i].offset, workloads[i].length);
        s.half_width = workloads[i].half_width;
        measure_some(report, &s, &peers, q, workloads[i].what, false);
        measure_some(report, &s, &peers, q, workloads[i].what, true);
    }
    for (int i = 0; i < peers.count; ++i) peers.items[i].peer->free(peers.items[i].level);
    scene_free(&s);
}

void bench_ray(bench_report *report) {
    static const workload workloads[] = {
        {"ray-4", 7, 0.2f, 4, 0}, {"ray-16", 8, 0.2f, 16, 0}, {"ray-256", 9, 0.2f, 256, 0}};
    static const bench_subject own[] = {{"carom", query_rays, NULL}, {"carom, a batch", query_rays_together, NULL}};
    measure(report, workloads, 3, &(query){own, 2, peer_has_ray, peer_rays});
}

void bench_cast(bench_report *report) {
    static const workload workloads[] = {
        {"cast-0.5", 17, 0.05f, 0.5f, 0}, {"cast-4", 18, 0.05f, 4, 0}, {"cast-16", 19, 0.05f, 16, 0}};
    static const bench_subject own[] = {{"carom", query_casts, NULL}, {"carom, a batch", query_casts_together, NULL}};
    measure(report, workloads, 3, &(query){own, 2, peer_has_cast, peer_casts});
}

void bench_box(bench_report *report) {
    static const workload workloads[] = {{"box-1", 27, 0.2f, 1, 1}, {"box-8", 28, 0.2f, 1, 8}};
    static const bench_subject own[] = {{"carom", query_boxes, NULL}};
    measure(report, workloads, 2, &(query){own, 1, peer_has_box, peer_boxes});
}

// ---- Building -----------------------------------------------------------------------------------------------------

/// The level of one subject, kept until the next round.
typedef struct building {
    const scene *scene;
    const level_peer *peer;
    peer_level *peer_level;
    carom_level *level;
    cr_edge *edges, *work; // the segments, and a copy that is sorted
    int count;
    cr_index index;
    long long held; // of the index, in bytes
} building;

static void drop(void *context) {
    building *b = context;
    if (b->peer_level) b->peer->free(b->peer_level);
    b->peer_level = NULL;
    carom_level_free(b->level);
    b->level = NULL;
    carom_allocator counting = bench_counting(&b->held);
    cr_index_free(&b->index, &counting);
    if (b->work) memcpy(b->work, b->edges, (size_t)b->count * sizeof *b->work);
}

static long long build_index(void *context) {
    building *b = context;
    carom_allocator counting = bench_counting(&b->held);
    return cr_index_build(&b->index, &counting, b->work, b->count) ? b->count : 0;
}

static long long build_level(void *context) {
    building *b = context;
    b->level = cave_level(b->scene->cave, b->scene->n);
    return carom_level_edge_count(b->level);
}

static long long build_peer(void *context) {
    building *b = context;
    const cave_segments *outline = &b->scene->outline;
    b->peer_level = b->peer->make(outline->a, outline->b, outline->count);
    return outline->count;
}

static bool take_edges(building *b, const cave_segments *outline) {
    size_t size = (size_t)outline->count * sizeof *b->edges;
    b->edges = malloc(size);
    b->work = malloc(size);
    if (!b->edges || !b->work) return false;
    b->count = outline->count;
    for (int i = 0; i < b->count; ++i) b->edges[i] = (cr_edge){outline->a[i], outline->b[i], -1, -1, 0, 0};
    drop(b);
    return true;
}

static void measure_build(bench_report *report, int n) {
    char what[64], note[128];
    snprintf(what, sizeof what, "build cave(%d)", n);
    scene s;
    if (!bench_wanted(report, what) || !scene_make(&s, n, 1)) return;
    building own[2] = {{.scene = &s}, {.scene = &s}}, peers[SUBJECTS];
    bench_subject subjects[SUBJECTS] = {{"carom index", build_index, &own[0]},
                                        {"carom, from tiles", build_level, &own[1]}};
    int count = 2, peers_count;
    const level_peer *const *list = level_peers(&peers_count);
    for (int i = 0; i < peers->count && count < SUBJECTS; ++i) {
        peers[i] = (building){.scene = &s, .peer = list[i]};
        subjects[count++] = (bench_subject){list[i]->name, build_peer, &peers[i]};
    }
    if (take_edges(&own[0], &s.outline)) {
        build_index(&own[0]);
        snprintf(note, sizeof note, "%d segments before merging; %.1f bytes a segment in total", s.outline.unmerged,
                 (double)own[0].held / s.outline.count);
        bench_around around = {.prepare = drop};
        bench_measure_around(report, (bench_row){what, "a segment", s.outline.count, note}, subjects, count, around);
    }
    for (int i = 0; i < count; ++i) drop(subjects[i].context);
    free(own[0].edges);
    free(own[0].work);
    scene_free(&s);
}

void bench_build(bench_report *report) {
    measure_build(report, 1024);
    measure_build(report, 2048);
}
