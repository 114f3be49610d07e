// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Marching squares: a cell between four samples has at most two segments, each from the midpoint of one side to that of
// another. Coordinates are in half samples, which are integers. A run is followed from the cell in which it begins.
#include "bench/cave_outline.h"

#include <stdlib.h>

// ---- Segments -----------------------------------------------------------------------------------------------------

/// The midpoints of a cell's sides, in half samples: upper, right, lower, left.
static const signed char middle[4][2] = {{1, 0}, {2, 1}, {1, 2}, {0, 1}};

/// The first and last side for each set of solid samples: 1 upper left, 2 upper right, 4 lower right, 8 lower left.
static const signed char pieces[16][2][2] = {
    {{-1}, {-1}},   {{3, 0}, {-1}}, {{0, 1}, {-1}}, {{3, 1}, {-1}}, {{1, 2}, {-1}},   {{3, 0}, {1, 2}},
    {{0, 2}, {-1}}, {{3, 2}, {-1}}, {{2, 3}, {-1}}, {{2, 0}, {-1}}, {{0, 1}, {2, 3}}, {{2, 1}, {-1}},
    {{1, 3}, {-1}}, {{1, 0}, {-1}}, {{0, 3}, {-1}}, {{-1}, {-1}},
};

typedef struct piece {
    int ax, ay, bx, by; // in half samples
} piece;

static int cell_bits(const uint8_t *cave, int n, int x, int y) {
    const uint8_t *s = cave + y * n + x;
    return s[0] | s[1] << 1 | s[n + 1] << 2 | s[n] << 3;
}

/// Writes the k-th piece of a cell; returns false if there is none.
static bool piece_of(const uint8_t *cave, int n, int x, int y, int k, piece *p) {
    if (x < 0 || y < 0 || x >= n - 1 || y >= n - 1) return false;
    const signed char *sides = pieces[cell_bits(cave, n, x, y)][k];
    if (sides[0] < 0) return false;
    *p = (piece){2 * x + middle[sides[0]][0], 2 * y + middle[sides[0]][1], 2 * x + middle[sides[1]][0],
                 2 * y + middle[sides[1]][1]};
    return true;
}

/// If a piece of the same direction follows p (`step` 1) or precedes it (-1), replaces *p by it and returns true.
static bool find_adjacent(const uint8_t *cave, int n, int step, piece *p) {
    int dx = p->bx - p->ax, dy = p->by - p->ay;
    piece wanted = {p->ax + step * dx, p->ay + step * dy, p->bx + step * dx, p->by + step * dy};
    int x = (wanted.ax + wanted.bx) / 2, y = (wanted.ay + wanted.by) / 2; // the midpoint, in half samples
    for (int i = 0; i < 4; ++i) {                                         // may lie between two cells
        piece found;
        int cell_x = (x - (i & 1)) / 2, cell_y = (y - (i >> 1)) / 2;
        for (int k = 0; k < 2; ++k) {
            if (!piece_of(cave, n, cell_x, cell_y, k, &found)) continue;
            if (found.ax != wanted.ax || found.ay != wanted.ay || found.bx != wanted.bx || found.by != wanted.by)
                continue;
            *p = wanted;
            return true;
        }
    }
    return false;
}

static carom_vec2 point_at(int x, int y) {
    return (carom_vec2){0.5f * (float)x, 0.5f * (float)y};
}

/// Counts the segments, one for each run, at the cell in which it begins; writes them if `write` is true.
static void add_runs(const uint8_t *cave, int n, int x, int y, bool write, cave_segments *out) {
    piece p;
    for (int k = 0; k < 2 && piece_of(cave, n, x, y, k, &p); ++k) {
        piece first = p, before = p;
        if (!write) ++out->unmerged;
        if (find_adjacent(cave, n, -1, &before)) continue;
        if (write) {
            while (find_adjacent(cave, n, 1, &p)) continue;
            out->a[out->count] = point_at(first.ax, first.ay);
            out->b[out->count] = point_at(p.bx, p.by);
        }
        ++out->count;
    }
}

cave_segments cave_outline(const uint8_t *cave, int n) {
    cave_segments out = {0};
    for (int i = 0; i < (n - 1) * (n - 1); ++i) add_runs(cave, n, i % (n - 1), i / (n - 1), false, &out);
    out.a = malloc((size_t)out.count * sizeof *out.a);
    out.b = malloc((size_t)out.count * sizeof *out.b);
    if (!out.a || !out.b) {
        cave_outline_free(&out);
        return out;
    }
    out.count = 0;
    for (int i = 0; i < (n - 1) * (n - 1); ++i) add_runs(cave, n, i % (n - 1), i / (n - 1), true, &out);
    return out;
}

void cave_outline_free(cave_segments *segments) {
    free(segments->a);
    free(segments->b);
    *segments = (cave_segments){0};
}
