// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench matches: a server with 10,000 worlds of 32 movers, all on one level that is an image, as if mapped from a
// file, compared with one large world. Each match has a window of 64 x 64 samples of the cave. The large world holds
// the matches of all 256 windows at once, so that the density and the walls are the same. An allocator counts the
// memory. Also measures snapshots and restores of worlds of several sizes, compared with copying as many bytes.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/crowd.h"
#include "carom/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAVE = 1024, WINDOW = 64, WINDOWS = CAVE / WINDOW * (CAVE / WINDOW), MATCHES = 10000, MOVERS = 32, FRAMES = 10 };

typedef struct server {
    const uint8_t *cave;
    const carom_level *level;
    long long held; // of all worlds, in bytes
    carom_allocator counting;
    carom_world **worlds;
    int count;  // number of worlds
    int movers; // of all worlds together
    int frames;
} server;

static carom_vec2 start_in_window(const uint8_t *cave, int window, random_source *r) {
    int left = window % (CAVE / WINDOW) * WINDOW, top = window / (CAVE / WINDOW) * WINDOW, x, y;
    do {
        x = left + random_below(r, WINDOW);
        y = top + random_below(r, WINDOW);
    } while (cave[y * CAVE + x]);
    return (carom_vec2){(float)x, (float)y};
}

static bool add_players(server *s, carom_world *world, int match, int movers) {
    random_source r = {(uint64_t)match};
    for (int i = 0; i < movers; ++i) {
        carom_vec2 at = start_in_window(s->cave, match % WINDOWS, &r);
        carom_body_desc desc = {.shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {.radius = 0.25f}},
                                .position = at,
                                .velocity = random_direction(&r, 0.25f),
                                .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};
        if (carom_world_add(world, &desc, NULL, NULL) != CAROM_STATUS_OK) return false;
    }
    s->movers += movers;
    return true;
}

static carom_world *new_world(server *s) {
    carom_world *world;
    carom_world_desc desc = {.level = s->level, .allocator = &s->counting};
    return carom_world_make(&desc, &world) == CAROM_STATUS_OK ? world : NULL;
}

static void close_server(server *s) {
    for (int i = 0; s->worlds && i < s->count; ++i) carom_world_free(s->worlds[i]);
    free(s->worlds);
    s->worlds = NULL;
}

static bool open_server(server *s, int worlds, int matches_a_world, int movers_a_match, int frames) {
    s->counting = bench_counting(&s->held);
    s->frames = frames;
    s->worlds = calloc((size_t)worlds, sizeof *s->worlds);
    bool whole = s->worlds != NULL;
    for (int i = 0; whole && i < worlds; ++i) {
        whole = (s->worlds[s->count++] = new_world(s)) != NULL;
        for (int k = 0; whole && k < matches_a_world; ++k)
            whole = add_players(s, s->worlds[i], i * matches_a_world + k, movers_a_match);
    }
    if (!whole) close_server(s);
    return whole;
}

static long long run(void *context) {
    server *s = context;
    for (int frame = 0; frame < s->frames; ++frame) {
        for (int i = 0; i < s->count; ++i) carom_world_step(s->worlds[i], 1);
    }
    return 0;
}

static long long bytes_a_world(void *context) {
    const server *s = context;
    return s->held / s->count;
}

/// Splits the memory of a world into a constant and a part that grows with its movers, from worlds of 32 and 64 movers.
static void print_overhead(bench_report *report, const server *like) {
    server small = {.cave = like->cave, .level = like->level}, large = small;
    if (!open_server(&small, WINDOWS, 1, MOVERS, 200) || !open_server(&large, WINDOWS, 1, 2 * MOVERS, 200)) return;
    run(&small);
    run(&large);
    long long one = bytes_a_world(&small), two = bytes_a_world(&large), own = two - one;
    const char *form = report->json ? "{\"workload\":\"matches\",\"bytes\":%lld,\"of_movers\":%lld,\"of_world\":%lld}\n"
                                    : "a world of 32 movers: %lld bytes: %lld grow with the movers, %lld do not\n";
    fprintf(report->out, form, one, own, one - own);
    close_server(&small);
    close_server(&large);
}

// ---- Moving matches -----------------------------------------------------------------------------------------------
//
// Moves each world of the server to another process: takes a snapshot, and restores it into a world on the same level.

typedef struct move {
    server *from;
    carom_world *to; // a world of the other process
    unsigned char *bytes;
    size_t capacity, largest;
} move;

static long long take_snapshots(void *context) {
    move *m = context;
    for (int i = 0; i < m->from->count; ++i) {
        size_t size = carom_world_snapshot_size(m->from->worlds[i]);
        if (size > m->largest) m->largest = size;
        carom_world_snapshot(m->from->worlds[i], m->bytes, m->capacity);
    }
    return (long long)m->largest;
}

static long long take_over(void *context) {
    move *m = context;
    for (int i = 0; i < m->from->count; ++i) {
        size_t size = carom_world_snapshot_size(m->from->worlds[i]);
        carom_world_snapshot(m->from->worlds[i], m->bytes, m->capacity);
        if (carom_world_restore(m->to, m->bytes, size) != CAROM_STATUS_OK) return -1;
    }
    return (long long)m->largest;
}

static void measure_moves(bench_report *report, server *matches) {
    move m = {.from = matches, .capacity = 1 << 20};
    m.to = new_world(matches);
    m.bytes = malloc(m.capacity);
    bench_subject subjects[] = {{"carom, snapshot", take_snapshots, &m}, {"carom, and restore", take_over, &m}};
    if (m.to && m.bytes)
        bench_measure(report, (bench_row){"matches-move", "a world", matches->count, "count: bytes of the largest"},
                      subjects, 2);
    carom_world_free(m.to);
    free(m.bytes);
}

// ---- Snapshots and restores ----------------------------------------------------------------------------------------

typedef struct rollback {
    carom_world *world;
    unsigned char *bytes, *copy;
    size_t size;
    int times;
} rollback;

static long long copy_bytes(void *context) {
    rollback *b = context;
    long long sum = 0;
    for (int i = 0; i < b->times; ++i) {
        memcpy(b->copy, b->bytes, b->size);
        sum += b->copy[(size_t)i % b->size] > 0; // keeps the compiler from removing the copy
        b->bytes[0] ^= 1;
    }
    return sum >= 0 ? (long long)b->size : 0;
}

static long long save(void *context) {
    rollback *b = context;
    for (int i = 0; i < b->times; ++i) carom_world_snapshot(b->world, b->bytes, b->size);
    return (long long)b->size;
}

static long long go_back(void *context) {
    rollback *b = context;
    carom_world_snapshot(b->world, b->bytes, b->size);
    for (int i = 0; i < b->times; ++i) {
        if (carom_world_restore(b->world, b->bytes, b->size) != CAROM_STATUS_OK) return -1;
    }
    return (long long)b->size;
}

static bool fill_crowd(carom_world *world, int movers) {
    crowd c;
    if (!crowd_allocate(&c, movers)) return false;
    crowd_draw(&c, sqrtf((float)movers) * 1.5f);
    for (int i = 0; i < movers; ++i) {
        carom_body_desc desc = {.position = {c.x[i], c.y[i]}, .velocity = {c.vx[i], c.vy[i]}};
        desc.response.kind = CAROM_RESPONSE_PASS;
        carom_make_circle((carom_vec2){0, 0}, c.radius[i], &desc.shape);
        carom_world_add(world, &desc, NULL, NULL);
    }
    crowd_free(&c);
    for (int i = 0; i < 3; ++i) carom_world_step(world, 1);
    return true;
}

static void measure_rollback(bench_report *report, int movers) {
    rollback b = {.times = 1 + 1000000 / movers};
    char name[32];
    snprintf(name, sizeof name, "matches-back-%d", movers);
    if (!bench_wanted(report, name)) return;
    if (carom_world_make(&(carom_world_desc){0}, &b.world) != CAROM_STATUS_OK || !fill_crowd(b.world, movers)) return;
    b.size = carom_world_snapshot_size(b.world);
    b.bytes = calloc(b.size, 1);
    b.copy = calloc(b.size, 1);
    bench_subject subjects[] = {
        {"carom, restore", go_back, &b}, {"carom, snapshot", save, &b}, {"memcpy", copy_bytes, &b}};
    if (b.bytes && b.copy) bench_measure(report, (bench_row){name, "a world", b.times, "count: bytes"}, subjects, 3);
    free(b.copy);
    free(b.bytes);
    carom_world_free(b.world);
}

// ---- Comparison with one large world ------------------------------------------------------------------------------

static void measure(bench_report *report, server *matches, server *large) {
    bench_subject subjects[] = {{"carom, 10,000 worlds", run, matches}, {"carom, one world", run, large}};
    bench_measure_around(
        report, (bench_row){"matches", "a mover and step", (double)matches->movers * FRAMES, "count: bytes a world"},
        subjects, 2, (bench_around){.verdict = bytes_a_world});
}

/// Builds the level as an image, which many processes can map. The caller frees *image after the level.
static carom_level *open_image(const carom_level *built, void **image) {
    size_t size = carom_level_image_size(built);
    carom_level *level = NULL;
    *image = malloc(size);
    if (!*image) return NULL;
    carom_level_image_write(built, *image);
    carom_level_open(*image, size, NULL, &level, NULL);
    return level;
}

void bench_matches(bench_report *report) {
    void *image = NULL;
    uint8_t *cave = cave_make(CAVE, 1);
    carom_level *built = cave ? cave_level(cave, CAVE) : NULL, *level = built ? open_image(built, &image) : NULL;
    server matches = {.cave = cave, .level = level}, large = matches;
    int frames = MATCHES * FRAMES / WINDOWS; // the same number of mover-steps
    if (level && bench_wanted(report, "matches-move") && open_server(&matches, MATCHES, 1, MOVERS, FRAMES) &&
        open_server(&large, 1, WINDOWS, MOVERS, frames)) {
        measure(report, &matches, &large);
        measure_moves(report, &matches);
        print_overhead(report, &matches);
    }
    close_server(&matches);
    close_server(&large);
    carom_level_free(level);
    carom_level_free(built);
    free(image);
    free(cave);
    static const int sizes[] = {32, 1000, 100000};
    for (int i = 0; i < 3; ++i) measure_rollback(report, sizes[i]);
}
