// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// walk: cells under lines of length 10, 100 and 1000; sight between empty cells of cave(1024, 1), and of a map with few
// walls; fields of view on smaller maps of both kinds. Compared with common implementations, and with libtcod.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/peer_tcod.h"
#include "carom/grid.h"
#include "random.h"

#include <stdlib.h>

enum { SIDE = 1024, VIEW_SIDE = 128, WORDS = SIDE / 64, LINES_MAX = 1000000, SUBJECTS_MAX = 8 };

typedef struct lines {
    int count;
    carom_cell *from, *to; // LINES_MAX
} lines;

typedef struct ground {
    int side;
    uint8_t *walls; // side x side
    uint64_t *bits; // of a map of SIDE x SIDE
    lines lines;
    int radius;
#ifdef WITH_TCOD
    tcod_field *field;
#endif
} ground;

static int absolute(int x) {
    return x < 0 ? -x : x;
}

// ---- Plain loops --------------------------------------------------------------------------------------------------

/// The common integer loop: an error term and two branches a cell. It is exact.
typedef struct plain_walk {
    int x, y, dx, dy, step_x, step_y, error;
} plain_walk;

static plain_walk plain_start(carom_cell from, carom_cell to) {
    int dx = absolute(to.x - from.x), dy = absolute(to.y - from.y);
    return (plain_walk){from.x, from.y, dx, dy, to.x < from.x ? -1 : 1, to.y < from.y ? -1 : 1, dy - dx};
}

static void plain_step(plain_walk *w) {
    int error = w->error;
    if (error <= 0) {
        w->x += w->step_x;
        w->error += 2 * w->dy;
    }
    if (error >= 0) {
        w->y += w->step_y;
        w->error -= 2 * w->dx;
    }
}

/// The same with float distances to the next grid lines (J. Amanatides and A. Woo, 1987), which accumulate errors.
typedef struct float_walk {
    int x, y, step_x, step_y;
    float next_x, next_y, delta_x, delta_y;
} float_walk;

static float_walk float_start(carom_cell from, carom_cell to) {
    int dx = absolute(to.x - from.x), dy = absolute(to.y - from.y);
    float delta_x = dx ? 1 / (float)dx : 1e30f, delta_y = dy ? 1 / (float)dy : 1e30f;
    return (float_walk){from.x,  from.y, to.x < from.x ? -1 : 1, to.y < from.y ? -1 : 1, delta_x * 0.5f, delta_y * 0.5f,
                        delta_x, delta_y};
}

static void float_step(float_walk *w) {
    if (w->next_x < w->next_y) {
        w->x += w->step_x;
        w->next_x += w->delta_x;
    } else {
        w->y += w->step_y;
        w->next_y += w->delta_y;
    }
}

/// Bresenham's line steps diagonally as well, and so visits fewer cells.
typedef struct bresenham {
    int x, y, dx, dy, step_x, step_y, error;
} bresenham;

static bresenham bresenham_start(carom_cell from, carom_cell to) {
    int dx = absolute(to.x - from.x), dy = absolute(to.y - from.y);
    return (bresenham){from.x, from.y, dx, dy, to.x < from.x ? -1 : 1, to.y < from.y ? -1 : 1, dx - dy};
}

static void bresenham_step(bresenham *b) {
    int twice = 2 * b->error;
    if (twice > -b->dy) {
        b->error -= b->dy;
        b->x += b->step_x;
    }
    if (twice < b->dx) {
        b->error += b->dx;
        b->y += b->step_y;
    }
}

// ---- Lines: every cell is visited, and its coordinates are added up -----------------------------------------------

#define FOR_LINES(l, a, b)                                                                                             \
    for (int i_ = 0; i_ < (l)->count; ++i_)                                                                            \
        for (carom_cell a = (l)->from[i_], b = (l)->to[i_], *once_ = &a; once_; once_ = NULL)

static int64_t sink; // keeps the compiler from removing loops

static long long walk_buffer(void *context) {
    static carom_cell cells[4 * SIDE];
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) {
        int64_t n = carom_cell_line_cells(from, to, CAROM_CORNERS_OPEN, true, cells, 4 * SIDE);
        sink += cells[n / 2].x;
        count += n;
    }
    return count;
}

static long long walk_iterator(void *context) {
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) {
        carom_cell_line walk = carom_cell_line_begin(from, to, CAROM_CORNERS_OPEN, true);
        for (carom_cell cell; carom_cell_line_next(&walk, &cell); ++count) sink += cell.x + cell.y;
    }
    return count;
}

static long long walk_plain(void *context) {
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) {
        plain_walk w = plain_start(from, to);
        for (sink += w.x + w.y, ++count; w.x != to.x || w.y != to.y; sink += w.x + w.y, ++count) plain_step(&w);
    }
    return count;
}

static long long walk_float(void *context) {
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) {
        float_walk w = float_start(from, to);
        int left = absolute(to.x - from.x) + absolute(to.y - from.y); // rounding may make it miss the end
        for (++count; left > 0; --left, ++count) {
            float_step(&w);
            sink += w.x + w.y;
        }
    }
    return count;
}

static long long walk_bresenham(void *context) {
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) {
        bresenham b = bresenham_start(from, to);
        for (++count; b.x != to.x || b.y != to.y; ++count) {
            bresenham_step(&b);
            sink += b.x + b.y;
        }
    }
    return count;
}

#ifdef WITH_TCOD
static long long walk_tcod(void *context) {
    long long count = 0;
    FOR_LINES((const lines *)context, from, to) count += 1 + tcod_walk(from, to, &sink);
    return count;
}
#endif

// ---- Line of sight: number of clear lines -------------------------------------------------------------------------

static bool bit_at(const ground *g, int x, int y) {
    return g->bits[y * WORDS + x / 64] >> (x % 64) & 1;
}

static long long sight_on(const ground *g, carom_sight_map map) {
    long long clear = 0;
    FOR_LINES(&g->lines, from, to) clear += carom_sight(&map, from, to, CAROM_CORNERS_OPEN).clear;
    return clear;
}

static long long sight_bits(void *context) {
    ground *g = context;
    return sight_on(g, (carom_sight_map){SIDE, SIDE, .bits = g->bits});
}

static long long sight_bytes(void *context) {
    ground *g = context;
    return sight_on(g, (carom_sight_map){SIDE, SIDE, .bytes = g->walls});
}

static long long sight_plain(void *context) {
    const ground *g = context;
    long long clear = 0;
    FOR_LINES(&g->lines, from, to) {
        plain_walk w = plain_start(from, to);
        do {
            plain_step(&w);
        } while ((w.x != to.x || w.y != to.y) && !bit_at(g, w.x, w.y));
        clear += w.x == to.x && w.y == to.y;
    }
    return clear;
}

static long long sight_float(void *context) {
    const ground *g = context;
    long long clear = 0;
    FOR_LINES(&g->lines, from, to) {
        float_walk w = float_start(from, to);
        int left = absolute(to.x - from.x) + absolute(to.y - from.y);
        do {
            float_step(&w);
        } while (--left > 0 && !bit_at(g, w.x, w.y));
        clear += left <= 0;
    }
    return clear;
}

static long long sight_bresenham(void *context) {
    const ground *g = context;
    long long clear = 0;
    FOR_LINES(&g->lines, from, to) {
        bresenham b = bresenham_start(from, to);
        do {
            bresenham_step(&b);
        } while ((b.x != to.x || b.y != to.y) && !bit_at(g, b.x, b.y));
        clear += b.x == to.x && b.y == to.y;
    }
    return clear;
}

#ifdef WITH_TCOD
static long long sight_tcod(void *context) {
    const ground *g = context;
    long long clear = 0;
    FOR_LINES(&g->lines, from, to) clear += tcod_sight(g->walls, SIDE, from, to);
    return clear;
}
#endif

// ---- Field of view: number of visible cells -----------------------------------------------------------------------

static long long fov_carom(void *context) {
    static uint8_t seen[(2 * 64 + 1) * (2 * 64 + 1)];
    const ground *g = context;
    carom_sight_map map = {g->side, g->side, .bytes = g->walls};
    long long count = 0;
    for (int i = 0; i < g->lines.count; ++i) count += carom_fov(&map, g->lines.from[i], g->radius, seen);
    return count;
}

#ifdef WITH_TCOD
static long long fov_tcod(void *context) {
    const ground *g = context;
    long long count = 0;
    for (int i = 0; i < g->lines.count; ++i) {
        tcod_fov(g->field, g->lines.from[i], g->radius);
        count += tcod_is_seen(g->field, g->lines.to[i]);
    }
    return count;
}
#endif

// ---- Report -------------------------------------------------------------------------------------------------------

static int truncated(float x) {
    return (int)x;
}

static void make_lines(lines *l, int count, float length, uint64_t seed) {
    random_source r = {seed};
    l->count = count;
    for (int i = 0; i < count; ++i) {
        carom_vec2 way = random_direction(&r, length);
        l->from[i] = (carom_cell){random_below(&r, SIDE), random_below(&r, SIDE)};
        l->to[i] = (carom_cell){l->from[i].x + truncated(way.x), l->from[i].y + truncated(way.y)};
    }
}

static bool is_floor(const ground *g, carom_cell c) {
    return c.x >= 0 && c.x < g->side && c.y >= 0 && c.y < g->side && !g->walls[c.y * g->side + c.x];
}

/// Draws lines between two different empty cells.
static void make_sights(ground *g, int count, float length, uint64_t seed) {
    random_source r = {seed};
    g->lines.count = count;
    for (int i = 0; i < count;) {
        carom_cell from = {random_below(&r, g->side), random_below(&r, g->side)};
        carom_vec2 way = random_direction(&r, length);
        carom_cell to = {from.x + truncated(way.x), from.y + truncated(way.y)};
        if (!is_floor(g, from) || !is_floor(g, to) || (from.x == to.x && from.y == to.y)) continue;
        g->lines.from[i] = from;
        g->lines.to[i++] = to;
    }
}

static void measure_walks(bench_report *report, lines *l) {
    static const int lengths[] = {10, 100, 1000};
    for (int i = 0; i < 3; ++i) {
        char what[64];
        make_lines(l, lengths[i] == 1000 ? LINES_MAX / 10 : LINES_MAX, (float)lengths[i], 37 + (uint64_t)i);
        bench_subject exact[] = {{"carom, buffer", walk_buffer, l},
                                 {"carom, iterator", walk_iterator, l},
                                 {"plain integer loop", walk_plain, l},
                                 {"float DDA", walk_float, l}};
        snprintf(what, sizeof what, "cells, length %d", lengths[i]);
        bench_measure(report, (bench_row){what, "a cell", (double)walk_buffer(l), NULL}, exact, 4);
        bench_subject thin[] = {
            {"carom, iterator", walk_iterator, l},
            {"Bresenham", walk_bresenham, l},
#ifdef WITH_TCOD
            {tcod_name, walk_tcod, l},
#endif
        };
        snprintf(what, sizeof what, "lines, length %d", lengths[i]);
        bench_measure(report, (bench_row){what, "a line", l->count, "the others step diagonally and visit fewer cells"},
                      thin, sizeof thin / sizeof thin[0]);
    }
}

static void measure_sights(bench_report *report, ground *g, const char *name, uint64_t seed) {
    static const int lengths[] = {10, 100, 1000};
    for (int i = 0; i < 3; ++i) {
        char what[64];
        make_sights(g, LINES_MAX / 50, (float)lengths[i], seed + (uint64_t)i);
        bench_subject subjects[] = {
            {"carom, bits", sight_bits, g},
            {"carom, bytes", sight_bytes, g},
            {"plain loop, bits", sight_plain, g},
            {"float DDA, bits", sight_float, g},
            {"Bresenham, bits", sight_bresenham, g},
#ifdef WITH_TCOD
            {tcod_name, sight_tcod, g},
#endif
        };
        snprintf(what, sizeof what, "sight, %s, length %d", name, lengths[i]);
        bench_measure(report, (bench_row){what, "a line", g->lines.count, NULL}, subjects,
                      sizeof subjects / sizeof subjects[0]);
    }
}

static void measure_views(bench_report *report, ground *g, const char *name) {
    static const int radii[] = {8, 20, 60};
    for (int i = 0; i < 3; ++i) {
        char what[64];
        make_sights(g, 200, 10, 67);
        g->radius = radii[i];
        bench_subject subjects[] = {
            {"carom", fov_carom, g},
#ifdef WITH_TCOD
            {tcod_name, fov_tcod, g},
#endif
        };
        snprintf(what, sizeof what, "view, %s, radius %d", name, radii[i]);
        bench_measure(report, (bench_row){what, "a view", g->lines.count, NULL}, subjects,
                      sizeof subjects / sizeof subjects[0]);
    }
}

/// Makes a cave, or, if `few`, a map with one wall in five hundred cells. False: out of memory.
static bool make_ground(ground *g, int side, bool few) {
    random_source r = {1};
    free(g->walls);
    g->side = side;
    g->walls = cave_make(side, 1);
    for (int i = 0; g->walls && few && i < side * side; ++i) g->walls[i] = random_unit(&r) < 0.002f;
    return g->walls != NULL;
}

static void measure_ground(bench_report *report, ground *g, bool few) {
    const char *name = few ? "few walls" : "cave";
    if (!make_ground(g, SIDE, few)) return;
    carom_bits_pack(g->walls, SIDE, SIDE, g->bits);
    measure_sights(report, g, name, few ? 57 : 47);
    if (!make_ground(g, VIEW_SIDE, few)) return; // libtcod clears its whole map for each field of view
#ifdef WITH_TCOD
    g->field = tcod_field_make(g->walls, VIEW_SIDE, VIEW_SIDE);
#endif
    measure_views(report, g, name);
#ifdef WITH_TCOD
    tcod_field_free(g->field);
#endif
}

void bench_walk(bench_report *report) {
    ground *g = calloc(1, sizeof *g);
    carom_cell *ends = malloc(2 * LINES_MAX * sizeof *ends);
    if (g) g->bits = malloc((size_t)carom_bits_words(SIDE, SIDE) * sizeof *g->bits);
    if (g && g->bits && ends) {
        g->lines = (lines){0, ends, ends + LINES_MAX};
        measure_walks(report, &g->lines);
        measure_ground(report, g, false);
        measure_ground(report, g, true);
    }
    if (g) {
        free(g->walls);
        free(g->bits);
    }
    free(ends);
    free(g);
}
