// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// edit: one tile at a time becomes solid or empty in a cave of 1024 x 1024 tiles. Compared with rebuilding the level,
// and with an engine that has one segment a side. Then all tiles are restored. A few rays verify that all subjects
// agree.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/edit_peers.h"
#include "random.h"

#include "carom/level.h"

#include <stdlib.h>

enum { SIDE = 1024, EDITS = 20000, RAYS = 256 };

typedef struct scene {
    uint8_t *cave;
    int *cells;
    carom_vec2 from[RAYS], move[RAYS];
    carom_level *level;
    edit_level *other;
} scene;

static carom_level *make_level(const scene *s) {
    const carom_tiles tiles = {.columns = SIDE, .rows = SIDE, .cell = {1, 1}, .codes = s->cave};
    carom_level *level = NULL;
    carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .editable = true}, &level, NULL);
    return level;
}

static void scene_free(scene *s) {
    carom_level_free(s->level);
    free(s->cave);
    free(s->cells);
}

/// The border stays solid, because rays must not start outside.
static bool scene_make(scene *s) {
    random_source r = {37};
    *s = (scene){.cave = cave_make(SIDE, 1), .cells = malloc(EDITS * sizeof *s->cells)};
    if (s->cave) s->level = make_level(s);
    if (!s->level || !s->cells) {
        scene_free(s);
        return false;
    }
    for (int i = 0; i < EDITS; ++i) {
        int column = 1 + random_below(&r, SIDE - 2);
        s->cells[i] = (1 + random_below(&r, SIDE - 2)) * SIDE + column;
    }
    for (int i = 0; i < RAYS;) {
        int column = 1 + random_below(&r, SIDE - 2), row = 1 + random_below(&r, SIDE - 2);
        if (s->cave[row * SIDE + column]) continue;
        s->from[i] = (carom_vec2){(float)column + 0.5f, (float)row + 0.5f};
        s->move[i++] = random_direction(&r, 8);
    }
    return true;
}

static void toggle(scene *s, int cell) {
    uint8_t code = carom_level_tile(s->level, 0, cell % SIDE, cell / SIDE) == CAROM_TILE_EMPTY;
    carom_level_set_tile(s->level, 0, cell % SIDE, cell / SIDE, code);
}

static long long run_carom(void *context) {
    scene *s = context;
    long long hits = 0;
    for (int i = 0; i < EDITS; ++i) toggle(s, s->cells[i]);
    for (int i = 0; i < RAYS; ++i) hits += carom_level_ray(s->level, s->from[i], s->move[i]).hit;
    for (int i = 0; i < EDITS; ++i) toggle(s, s->cells[i]);
    return hits;
}

static long long run_rebuild(void *context) {
    carom_level *level = make_level(context);
    int count = level ? carom_level_edge_count(level) : 0;
    carom_level_free(level);
    return count;
}

#ifdef WITH_BOX2D3
static const edit_peer *const peer = &edit_peer_box2d3;

static long long run_peer(void *context) {
    scene *s = context;
    long long hits = 0;
    for (int i = 0; i < EDITS; ++i) peer->toggle(s->other, s->cells[i] % SIDE, s->cells[i] / SIDE);
    for (int i = 0; i < RAYS; ++i) hits += peer->ray(s->other, s->from[i], s->move[i]);
    for (int i = 0; i < EDITS; ++i) peer->toggle(s->other, s->cells[i] % SIDE, s->cells[i] / SIDE);
    return hits;
}
#endif

void bench_edit(bench_report *report) {
    report->workload = "edit, 1024 x 1024 tiles";
    scene s;
    if (!scene_make(&s)) return;
    bench_subject subjects[2] = {{"carom", run_carom, &s}};
    int count = 1;
#ifdef WITH_BOX2D3
    s.other = peer->make(s.cave, SIDE);
    if (s.other) subjects[count++] = (bench_subject){peer->name, run_peer, &s};
#endif
    bench_measure(report, (bench_row){"one tile, 20,000 of them", "an edit; count: rays that hit", 2.0 * EDITS, NULL},
                  subjects, count);
    bench_measure(report, (bench_row){"rebuilding the level", "a level; count: edges", 1, NULL},
                  &(bench_subject){"carom", run_rebuild, &s}, 1);
#ifdef WITH_BOX2D3
    if (s.other) peer->free(s.other);
#endif
    scene_free(&s);
}
