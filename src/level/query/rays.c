// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Batches of rays, in waves. All rays of a wave advance by one cell; then the edges of the cells that they entered are
// tested in float, four at a time; then the remaining candidates are tested in double; and so on. Candidates are
// appended to lists without a branch, so the processor works on many rays at a time, and their cache misses overlap.
#include "base/lanes.h"
#include "level/query/ray.h"

enum {
    RAY_WAVE = 128,
    LEAST_WAVE = 16, // fewer are faster one by one
    RAY_PAIRS = 512, // pairs of ray and edge tested together
    RAY_LANES = 4,
};

/// A ray in float, in an order that loads as SIMD lanes. Beyond `bound`, an edge certainly lies on one side of the ray;
/// beyond the limit it is irrelevant.
typedef struct lane {
    carom_vec2 from, move;
    float bound, limit, unused[2];
} lane;

typedef struct wave {
    const cr_index *index;
    int count, active_count, cells_count, pairs_count;
    lane lanes[RAY_WAVE + 1]; // the last one hits nothing
    cr_trail trails[RAY_WAVE];
    cr_first_edge firsts[RAY_WAVE];
    uint32_t at[RAY_WAVE];                                           // words of their current cells
    uint32_t active[RAY_WAVE], cells[RAY_WAVE], cell_rays[RAY_WAVE]; // cells that rays entered, and the rays
    uint32_t refs[RAY_PAIRS + CR_CELL_FEW + RAY_LANES];              // candidate edges
    uint32_t pair_rays[RAY_PAIRS + CR_CELL_FEW + RAY_LANES];         // their rays
    uint32_t left[RAY_PAIRS + CR_CELL_FEW + RAY_LANES];              // positions of the remaining pairs in both lists
} wave;

/// Relative to the sizes: the rounding of the sums and products in float here. src/level/proofs/rays_32.g proves it.
static const float FLOAT_ROUNDING = 5.08F * (FLT_EPSILON / 2);
/// Sizes between which no product of three floats here underflows or overflows, and the greatest distance of edges.
static const double LEAST_SIZE = 0x1p-100, MOST_SIZE = 0x1p100, MOST_REACH = 0x1p50;

// ---- Start --------------------------------------------------------------------------------------------------------

static void set_limit(wave *w, uint32_t i) {
    w->lanes[i].limit = (float)(w->firsts[i].limit * (1 + (double)FLOAT_ROUNDING));
}

static bool set_out(wave *w, cr_top top, int i, carom_vec2 from, carom_vec2 move) {
    const double start[2] = {(double)from.x, (double)from.y}, path[2] = {(double)move.x, (double)move.y};
    double reach = w->index->reach + fabs(start[0]) + fabs(start[1]), size = (fabs(path[0]) + fabs(path[1])) * reach;
    w->lanes[i] = (lane){.from = from, .move = move, .bound = (float)size * FLOAT_ROUNDING};
    w->firsts[i] = (cr_first_edge){.edge = CR_UNDECIDED};
    w->trails[i].end = 1;
    if (!(size > LEAST_SIZE && size < MOST_SIZE && reach < MOST_REACH)) return false;
    if (!cr_trail_begin(&w->trails[i], w->index, start, path)) return false;
    w->firsts[i] = cr_first_edge_until(w->trails[i].end);
    set_limit(w, (uint32_t)i);
    w->at[i] = cr_trail_at(&w->trails[i], top);
    CR_FETCH(top.words + w->at[i]);
    return true;
}

/// Inconclusive: carom_level_ray answers this ray.
static void give_up(wave *w, uint32_t i) {
    w->firsts[i] = (cr_first_edge){.edge = CR_UNDECIDED, .limit = -1};
}

// ---- Narrowing ----------------------------------------------------------------------------------------------------

/// Tests four pairs; returns the candidates as bits.
static inline uint32_t sort_four(const wave *w, const uint32_t *refs, const uint32_t *rays) {
    cr_lanes4 line[RAY_LANES], ray[RAY_LANES], side[RAY_LANES];
    for (int k = 0; k < RAY_LANES; ++k) {
        line[k] = cr_load_lanes(&w->index->lines[refs[k] >> CR_REF_SHIFT]);
        ray[k] = cr_load_lanes(&w->lanes[rays[k]].from);
        side[k] = cr_load_lanes(&w->lanes[rays[k]].bound);
    }
    cr_turn_lanes(line);
    cr_turn_lanes(ray);
    cr_turn_lanes(side);
    cr_lanes4 ax = line[0] - ray[0], ay = line[1] - ray[1], bx = line[2] - ray[0], by = line[3] - ray[1];
    cr_lanes4 a = ray[2] * ay - ray[3] * ax, b = ray[2] * by - ray[3] * bx, bound = side[0], limit = side[1];
    cr_lanes4 before = bx * ay, behind = ax * by, distance = before - behind, turn = a - b + 2 * bound;
    cr_lanes4 rounding = (cr_size_lanes(before) + cr_size_lanes(behind)) * FLOAT_ROUNDING + FLT_MIN;
    return cr_gather_bits((a >= -bound) & (b <= bound) & (distance >= -rounding) &
                          (distance - rounding <= turn * limit));
}

/// Narrows the pairs, and tests the remaining ones in double.
static void sort_out(wave *w) {
    int left = 0, count = w->pairs_count;
    for (int k = 0; k < RAY_LANES; ++k) { // pads the last group of four
        w->refs[count + k] = 0;
        w->pair_rays[count + k] = RAY_WAVE;
    }
    for (int i = 0; i < count; i += RAY_LANES) {
        uint32_t bits = sort_four(w, w->refs + i, w->pair_rays + i);
        for (int k = 0; k < RAY_LANES; ++k) {
            w->left[left] = (uint32_t)(i + k);
            left += (int)(bits >> k & 1);
        }
    }
    for (int i = 0; i < left; ++i) {
        uint32_t k = w->left[i], ray = w->pair_rays[k];
        const lane *l = &w->lanes[ray];
        cr_update_first(w->index, l->from, l->move, (int)(w->refs[k] >> CR_REF_SHIFT), &w->firsts[ray]);
        set_limit(w, ray);
    }
    w->pairs_count = 0;
}

// ---- Steps --------------------------------------------------------------------------------------------------------

/// Drops finished rays. For the others, records the cell if it has edges, and advances to the next cell.
static void advance_rays(wave *w) {
    cr_top top = cr_top_of(w->index);
    int active = 0, cells = 0;
    for (int i = 0; i < w->active_count; ++i) {
        uint32_t ray = w->active[i];
        cr_trail *t = &w->trails[ray];
        uint32_t cell = top.words[w->at[ray]];
        bool is_under_way = t->enter <= w->firsts[ray].limit;
        CR_FETCH(top.words + (cell >> CR_CELL_SHIFT));
        w->cells[cells] = cell;
        w->cell_rays[cells] = ray;
        cells += (cell != 0) & is_under_way;
        cr_trail_step(t);
        w->at[ray] = cr_trail_at(t, top);
        CR_FETCH(top.words + w->at[ray]);
        w->active[active] = ray;
        active += is_under_way & (t->enter <= w->firsts[ray].limit);
    }
    w->active_count = active;
    w->cells_count = cells;
}

/// Edges of a list mostly have consecutive numbers: prefetching the first two and the last covers most of them.
CR_INLINE void fetch_edges(const cr_index *index, const uint32_t *refs, uint32_t count) {
    CR_FETCH(&index->lines[refs[0] >> CR_REF_SHIFT]);
    CR_FETCH(&index->lines[refs[count > 1] >> CR_REF_SHIFT]);
    CR_FETCH(&index->lines[refs[count - 1] >> CR_REF_SHIFT]);
}

/// Copies lists four refs at a time; most have no more.
static void list_pairs(wave *w) {
    for (int i = 0; i < w->cells_count; ++i) {
        uint32_t kind = cr_cell_kind(w->cells[i]), ray = w->cell_rays[i];
        const uint32_t *refs = w->index->words + (w->cells[i] >> CR_CELL_SHIFT);
        if (kind > CR_CELL_FEW) {
            give_up(w, ray);
            continue;
        }
        fetch_edges(w->index, refs, kind);
        for (uint32_t k = 0; k < kind; k += RAY_LANES) {
            memcpy(w->refs + w->pairs_count + k, refs + k, RAY_LANES * sizeof *refs);
            for (uint32_t j = 0; j < RAY_LANES; ++j) w->pair_rays[(uint32_t)w->pairs_count + k + j] = ray;
        }
        w->pairs_count += (int)kind;
        if (w->pairs_count > RAY_PAIRS) sort_out(w);
    }
    sort_out(w);
}

// ---- Waves --------------------------------------------------------------------------------------------------------

static void set_all_out(wave *w, const carom_rays *rays, int from) {
    cr_top top = cr_top_of(w->index);
    w->active_count = 0;
    for (int i = 0; i < w->count; ++i) {
        carom_vec2 start = {rays->x[from + i], rays->y[from + i]};
        carom_vec2 move = {rays->move_x[from + i], rays->move_y[from + i]};
        w->active[w->active_count] = (uint32_t)i;
        w->active_count += set_out(w, top, i, start, move);
    }
}

static int answer(const wave *w, const carom_level *level, carom_ray_hit *hits) {
    int found = 0;
    for (int i = 0; i < w->count; ++i) {
        const lane *l = &w->lanes[i];
        bool leaves_grid = w->trails[i].end < 1;
        if (!cr_first_hit(w->index, l->from, l->move, &w->firsts[i], leaves_grid, &hits[i])) {
            hits[i] = carom_level_ray(level, l->from, l->move);
        }
        found += hits[i].hit;
    }
    return found;
}

static int one_by_one(const carom_level *level, const carom_rays *rays, int from, carom_ray_hit *hits) {
    int found = 0;
    for (int i = from; i < rays->count; ++i) {
        hits[i] = carom_level_ray(level, (carom_vec2){rays->x[i], rays->y[i]},
                                  (carom_vec2){rays->move_x[i], rays->move_y[i]});
        found += hits[i].hit;
    }
    return found;
}

int carom_level_ray_many(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits) {
    wave w;
    int found = 0, from = 0;
    w.index = &level->index;
    w.pairs_count = 0;
    w.lanes[RAY_WAVE] = (lane){.bound = -1};
    for (; rays->count - from >= LEAST_WAVE; from += w.count) {
        w.count = rays->count - from < RAY_WAVE ? rays->count - from : RAY_WAVE;
        set_all_out(&w, rays, from);
        while (w.active_count > 0) {
            advance_rays(&w);
            list_pairs(&w);
        }
        found += answer(&w, level, hits + from);
    }
    return found + one_by_one(level, rays, from, hits);
}
