// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A hand-written broad phase for circles of similar size: cells as wide as the largest circle, refilled at each step by
// a counting sort; each cell is compared with itself and half of its neighbours. Cells of a row are adjacent after the
// sort, so this is two runs of circles: from here to the end of the next cell, and three cells of the row below. Pairs
// are written to a list, as a game would need them. It has no filters, no events and no other shapes, decides in float,
// and one large circle among small ones makes it slow.
#include "bench/crowd.h"

#include <math.h>
#include <stdlib.h>

typedef struct disc {
    float x, y, radius;
    int index;
} disc;

typedef struct pair {
    int a, b;
} pair;

typedef struct grid {
    crowd movers;
    int columns;    // and rows
    float per_unit; // number of cells
    int *first;     // the first circle of each cell, and the end of the last
    int *cell;      // the cell of each mover
    disc *sorted;   // sorted by cell
    pair *pairs;
    long long pairs_count, pairs_room;
} grid;

static void grid_free(void *self) {
    grid *g = self;
    crowd_free(&g->movers);
    free(g->first);
    free(g->cell);
    free(g->sorted);
    free(g->pairs);
    free(g);
}

static void *grid_make(const crowd *scene) {
    grid *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->per_unit = 0.5f / scene->largest;
    g->columns = (int)((scene->high - scene->low) * g->per_unit) + 3; // circles one step outside have a cell as well
    size_t cells = (size_t)g->columns * (size_t)g->columns, count = (size_t)scene->count;
    g->first = malloc((cells + 2) * sizeof *g->first);
    g->cell = malloc(count * sizeof *g->cell);
    g->sorted = malloc(count * sizeof *g->sorted);
    if (g->first && g->cell && g->sorted && crowd_allocate(&g->movers, scene->count)) return g;
    grid_free(g);
    return NULL;
}

static void grid_restart(void *self, const crowd *scene) {
    crowd_copy(&((grid *)self)->movers, scene);
}

static int clamped(float cell, int columns) {
    int i = (int)cell + 1;
    return i < 0 ? 0 : i >= columns ? columns - 1 : i;
}

static void sort(grid *g) {
    const crowd *m = &g->movers;
    int cells = g->columns * g->columns;
    int *next = g->first + 1; // shifted by one: after the sort it is the start of each cell
    for (int i = 0; i <= cells; ++i) next[i] = 0;
    for (int i = 0; i < m->count; ++i) {
        int x = clamped((m->x[i] - m->low) * g->per_unit, g->columns);
        int y = clamped((m->y[i] - m->low) * g->per_unit, g->columns);
        g->cell[i] = y * g->columns + x;
        ++next[g->cell[i]];
    }
    int sum = 0;
    for (int i = 0; i <= cells; ++i) {
        int in_cell = next[i];
        next[i] = sum;
        sum += in_cell;
    }
    for (int i = 0; i < m->count; ++i) g->sorted[next[g->cell[i]]++] = (disc){m->x[i], m->y[i], m->radius[i], i};
    g->first[0] = 0;
}

static bool write_pair(grid *g, int a, int b) {
    if (g->pairs_count == g->pairs_room) {
        long long room = g->pairs_room ? 2 * g->pairs_room : 1024;
        pair *grown = realloc(g->pairs, (size_t)room * sizeof *grown);
        if (!grown) return false;
        g->pairs = grown;
        g->pairs_room = room;
    }
    g->pairs[g->pairs_count++] = (pair){a, b};
    return true;
}

static void compare(grid *g, int at, int from, int to) {
    disc a = g->sorted[at];
    for (int k = from; k < to; ++k) {
        const disc *b = &g->sorted[k];
        float dx = a.x - b->x, dy = a.y - b->y, reach = a.radius + b->radius;
        if (dx * dx + dy * dy <= reach * reach) write_pair(g, a.index, b->index);
    }
}

static void find_pairs(grid *g) {
    g->pairs_count = 0;
    for (int y = 0; y < g->columns; ++y) {
        for (int x = 0; x < g->columns; ++x) {
            int cell = y * g->columns + x;
            int end = g->first[cell + 1 + (x + 1 < g->columns)]; // end of the next cell in the row
            bool below = y + 1 < g->columns;
            int left = cell + g->columns - (x > 0), right = cell + g->columns + (x + 1 < g->columns);
            for (int i = g->first[cell]; i < g->first[cell + 1]; ++i) {
                compare(g, i, i + 1, end);
                if (below) compare(g, i, g->first[left], g->first[right + 1]);
            }
        }
    }
}

static long long grid_step(void *self) {
    grid *g = self;
    crowd_move(&g->movers);
    sort(g);
    find_pairs(g);
    return g->pairs_count;
}

const crowd_engine crowd_grid = {"counting-sort grid", grid_make, grid_restart, grid_step, NULL, grid_free};
