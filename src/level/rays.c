// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays in batches, in waves: all rays of a wave take one step; then the edges of all cells that they came into are
// sorted out in float, four at a time; then those that are left are looked at in double; and so on. What a branch could
// not foretell is added to a list, or not, without one: so the processor works on many rays at a time, and waits for
// memory for all of them at once.
#include "base/lanes.h"
#include "level/ray.h"

enum {
    WAVE = 128,
    LEAST_WAVE = 16, // fewer are faster one by one
    PAIRS = 512,     // of rays and edges, sorted out together
    LANES = 4,
};

/// A ray in float. Past `bound` an edge lies on one side of it, whatever rounding there is; what is past the limit does
/// not matter. In an order that is read four at a time.
typedef struct lane {
    carom_vec2 from, move;
    float bound, limit, unused[2];
} lane;

typedef struct wave {
    const cr_index *index;
    int count, active_count, cells_count, pairs_count;
    lane lanes[WAVE + 1]; // the last one meets nothing
    cr_trail trails[WAVE];
    cr_first firsts[WAVE];
    uint32_t at[WAVE];                                   // words of the cells that they are in
    uint32_t active[WAVE], cells[WAVE], cell_rays[WAVE]; // what they came into, and who
    uint32_t refs[PAIRS + CR_CELL_FEW + LANES];          // edges that
    uint32_t pair_rays[PAIRS + CR_CELL_FEW + LANES];     // these may meet
    uint32_t left[PAIRS + CR_CELL_FEW + LANES];          // places of those in both lists
} wave;

static const float FLOAT_ROUNDING = 0x1p-20f; // more than that of all sums and products here, of sizes
static const double LEAST_SIZE = 0x1p-100, MOST_SIZE = 0x1p100, MOST_REACH = 0x1p50;

// ---- Setting out --------------------------------------------------------------------------------------------------

static void set_limit(wave *w, uint32_t i) {
    w->lanes[i].limit = (float)(w->firsts[i].limit * (1 + (double)FLOAT_ROUNDING));
}

static bool set_out(wave *w, cr_top top, int i, carom_vec2 from, carom_vec2 move) {
    const double place[2] = {(double)from.x, (double)from.y}, way[2] = {(double)move.x, (double)move.y};
    double reach = w->index->reach + fabs(place[0]) + fabs(place[1]), size = (fabs(way[0]) + fabs(way[1])) * reach;
    w->lanes[i] = (lane){.from = from, .move = move, .bound = (float)size * FLOAT_ROUNDING};
    w->firsts[i] = (cr_first){.edge = CR_UNDECIDED};
    w->trails[i].end = 1;
    if (!(size > LEAST_SIZE && size < MOST_SIZE && reach < MOST_REACH)) return false;
    if (!cr_trail_begin(&w->trails[i], w->index, place, way)) return false;
    w->firsts[i] = cr_first_until(w->trails[i].end);
    set_limit(w, (uint32_t)i);
    w->at[i] = cr_trail_at(&w->trails[i], top);
    CR_FETCH(top.words + w->at[i]);
    return true;
}

/// Not decided: carom_level_ray will be asked.
static void give_up(wave *w, uint32_t i) {
    w->firsts[i] = (cr_first){.edge = CR_UNDECIDED, .limit = -1};
}

// ---- Sorting out --------------------------------------------------------------------------------------------------

/// Four pairs: which of the edges the rays may meet, as bits.
static inline uint32_t sort_four(const wave *w, const uint32_t *refs, const uint32_t *rays) {
    cr_lanes4 line[LANES], ray[LANES], side[LANES];
    for (int k = 0; k < LANES; ++k) {
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

/// Sorts the pairs out, and looks at those that are left.
static void sort_out(wave *w) {
    int left = 0, count = w->pairs_count;
    for (int k = 0; k < LANES; ++k) { // the last four are filled up
        w->refs[count + k] = 0;
        w->pair_rays[count + k] = WAVE;
    }
    for (int i = 0; i < count; i += LANES) {
        uint32_t bits = sort_four(w, w->refs + i, w->pair_rays + i);
        for (int k = 0; k < LANES; ++k) {
            w->left[left] = (uint32_t)(i + k);
            left += (int)(bits >> k & 1);
        }
    }
    for (int i = 0; i < left; ++i) {
        uint32_t k = w->left[i], ray = w->pair_rays[k];
        const lane *l = &w->lanes[ray];
        cr_meet(w->index, l->from, l->move, (int)(w->refs[k] >> CR_REF_SHIFT), &w->firsts[ray]);
        set_limit(w, ray);
    }
    w->pairs_count = 0;
}

// ---- Steps --------------------------------------------------------------------------------------------------------

/// Drops the rays that are done; of the others notes the cell if there is something in it, and goes on to the next.
static void step(wave *w) {
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

/// Those of a list are mostly numbered in a row: the first two and the last bring all of most.
CR_INLINE void fetch_edges(const cr_index *index, const uint32_t *refs, uint32_t count) {
    CR_FETCH(&index->lines[refs[0] >> CR_REF_SHIFT]);
    CR_FETCH(&index->lines[refs[count > 1] >> CR_REF_SHIFT]);
    CR_FETCH(&index->lines[refs[count - 1] >> CR_REF_SHIFT]);
}

/// Lists are copied four refs at a time, of which most have no more.
static void list_pairs(wave *w) {
    for (int i = 0; i < w->cells_count; ++i) {
        uint32_t kind = cr_cell_kind(w->cells[i]), ray = w->cell_rays[i];
        const uint32_t *refs = w->index->words + (w->cells[i] >> CR_CELL_SHIFT);
        if (kind > CR_CELL_FEW) {
            give_up(w, ray);
            continue;
        }
        fetch_edges(w->index, refs, kind);
        for (uint32_t k = 0; k < kind; k += LANES) {
            memcpy(w->refs + w->pairs_count + k, refs + k, LANES * sizeof *refs);
            for (uint32_t j = 0; j < LANES; ++j) w->pair_rays[(uint32_t)w->pairs_count + k + j] = ray;
        }
        w->pairs_count += (int)kind;
        if (w->pairs_count > PAIRS) sort_out(w);
    }
    sort_out(w);
}

// ---- A wave -------------------------------------------------------------------------------------------------------

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
        if (!cr_tell_first(w->index, l->from, l->move, &w->firsts[i], leaves_grid, &hits[i])) {
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

int carom_level_rays(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits) {
    wave w;
    int found = 0, from = 0;
    w.index = &level->index;
    w.pairs_count = 0;
    w.lanes[WAVE] = (lane){.bound = -1};
    for (; rays->count - from >= LEAST_WAVE; from += w.count) {
        w.count = rays->count - from < WAVE ? rays->count - from : WAVE;
        set_all_out(&w, rays, from);
        while (w.active_count > 0) {
            step(&w);
            list_pairs(&w);
        }
        found += answer(&w, level, hits + from);
    }
    return found + one_by_one(level, rays, from, hits);
}
