// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The broad phase reports the overlaps that brute force finds, each once, for boxes of all sizes that are added, moved
// and removed. It may leave out what filters exclude, and must where very many boxes are in one place.
#include "world/broad_phase.h"

#include "random.h"
#include "rounds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define BOXES 600

typedef struct found {
    int times[BOXES];
} found;

static bool count(void *context, uint32_t index) {
    found *f = context;
    assert_true(index < BOXES);
    ++f->times[index];
    return true;
}

static bool share_a_point(carom_box a, carom_box b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Sides from 0 to a million, some of them whole numbers, so that boxes touch.
static carom_box random_box(random_source *r, float spread) {
    float width = random_below(r, 8) == 0 ? 0 : powf(10, random_range(r, -6, 2));
    float height = random_below(r, 8) == 0 ? 0 : powf(10, random_range(r, -6, random_below(r, 50) ? 2 : 6));
    carom_vec2 at = {random_range(r, -spread, spread), random_range(r, -spread, spread)};
    if (random_below(r, 2)) at = (carom_vec2){floorf(at.x), floorf(at.y)};
    if (random_below(r, 4) == 0) width = height = 1;
    return (carom_box){at, {at.x + width, at.y + height}};
}

/// Most filters of a crowd are equal, and exclude each other.
static cr_broad_filter random_filter(random_source *r) {
    static const cr_broad_filter filters[] = {{2, ~1u, 0, false},  {2, ~1u, 0, false}, {4, ~1u, 0, false},
                                              {2, ~1u, 0, true},   {1, 0, 0, false},   {1, 0, 0, true},
                                              {1, ~7u, -3, false}, {4, ~2u, 5, false}, {2, ~4u, 5, false}};
    return filters[random_below(r, sizeof filters / sizeof *filters)];
}

static bool filters_accept(cr_broad_filter a, cr_broad_filter b) {
    if (a.kinematic && b.kinematic) return false;
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (b.category & ~a.ignore) && (a.category & ~b.ignore);
}

static cr_broad_filter filters[BOXES];

/// Counts up to a number of boxes, and ends the search there.
typedef struct limited {
    int count, most;
} limited;

static bool count_some(void *context, uint32_t index) {
    limited *l = context;
    (void)index;
    return ++l->count < l->most;
}

/// Ends a search at each of the boxes that it finds.
static void end_at_each(const cr_broad *broad, carom_box query, int sum) {
    for (int most = 1; most <= sum; ++most) {
        limited l = {.most = most};
        cr_broad_find(broad, (cr_broad_query){.box = query}, count_some, &l);
        assert_int_equal(l.count, most);
    }
}

/// Searches without a filter, then with one.
static void check(const cr_broad *broad, const carom_box *boxes, const bool *there, carom_box query,
                  cr_broad_filter filter) {
    found all = {0}, accepted = {0};
    int sum = 0;
    cr_broad_find(broad, (cr_broad_query){.box = query}, count, &all);
    cr_broad_find(broad, (cr_broad_query){query, &filter}, count, &accepted);
    for (int i = 0; i < BOXES; ++i) {
        assert_int_equal(all.times[i], there[i] && share_a_point(boxes[i], query));
        if (filters_accept(filter, filters[i])) assert_int_equal(accepted.times[i], all.times[i]);
        assert_true(accepted.times[i] <= all.times[i]);
        sum += all.times[i];
    }
    end_at_each(broad, query, sum < 9 ? sum : 9);
}

/// Every third is fixed.
static bool is_fixed(uint32_t index) {
    return index % 3 == 0;
}

static int pairs[BOXES][BOXES];

static void count_pairs(void *context, const cr_candidate *candidates, int candidate_count) {
    (void)context;
    for (int i = 0; i < candidate_count; ++i) ++pairs[candidates[i].a][candidates[i].b];
}

/// Requires every pair that the filters accept, except of two fixed bodies, exactly once for any number of slices.
static void check_pairs(cr_broad *broad, const carom_box *boxes, const bool *there, uint32_t parts) {
    memset(pairs, 0, sizeof pairs);
    cr_broad_sort_movers(broad);
    for (uint32_t i = 0; i < parts; ++i) cr_broad_pairs(broad, i, parts, count_pairs, NULL);
    for (uint32_t i = 0; i < BOXES; ++i) {
        assert_int_equal(pairs[i][i], 0);
        for (uint32_t j = 0; j < i; ++j) {
            bool overlap = there[i] && there[j] && share_a_point(boxes[i], boxes[j]);
            if (is_fixed(i) && is_fixed(j)) overlap = false;
            int reported = pairs[i][j] + pairs[j][i];
            assert_true(reported <= overlap);
            if (filters_accept(filters[i], filters[j])) assert_int_equal(reported, overlap);
        }
    }
}

typedef struct seen_cells {
    const cr_broad *broad;
    uint32_t bodies[2]; ///< by set
    uint64_t tests;
} seen_cells;

/// Requires at least as many bodies with their minimum corner in the cell as it counts: cells of several sizes overlap.
static void see_cell(void *context, const cr_broad_cell *cell) {
    seen_cells *seen = context;
    const cr_broad *broad = seen->broad;
    uint32_t within = 0;
    for (uint32_t i = 0; i < broad->used; ++i) {
        uint8_t state = broad->state[i];
        if (!(state & CR_BROAD_PRESENT) || ((state & CR_BROAD_IS_FIXED) != 0) != cell->fixed) continue;
        carom_vec2 low = broad->boxes[i].min;
        within += low.x >= cell->bounds.min.x && low.x <= cell->bounds.max.x && low.y >= cell->bounds.min.y &&
                  low.y <= cell->bounds.max.y;
    }
    assert_true(cell->bodies > 0 && cell->bodies <= within);
    assert_true(!cell->fixed || cell->tests == 0);
    seen->bodies[cell->fixed] += cell->bodies;
    seen->tests += cell->tests;
}

static void add_count(void *context, const cr_candidate *candidates, int candidate_count) {
    (void)candidates;
    *(uint64_t *)context += (uint64_t)candidate_count;
}

/// Requires each body in one cell, and at least as many tests as there are overlaps.
static void check_cells(const cr_broad *broad) {
    uint64_t overlaps = 0;
    cr_broad_pairs(broad, 0, 1, add_count, &overlaps);
    seen_cells seen = {broad, {0}, 0};
    cr_broad_cells(broad, see_cell, &seen);
    assert_int_equal(seen.bodies[0], broad->population[0]);
    assert_int_equal(seen.bodies[1], broad->population[1]);
    assert_true(seen.tests >= overlaps);
    uint64_t movers = broad->population[0];
    assert_true(seen.tests <= movers * (movers + 2 * broad->population[1]) + overlaps);
}

static void overlaps_equal_brute_force(void **state) {
    (void)state;
    const float spreads[] = {0, 3, 40, 1000, 1e7f, 1e30f};
    for (int s = 0; s < 6; ++s) {
        random_source r = {(uint64_t)s};
        cr_broad broad = {0};
        carom_box boxes[BOXES] = {0};
        bool there[BOXES] = {false};
        for (int round = 0; round < 40; ++round) {
            uint32_t capacity = round < 5 ? 64u * (uint32_t)(round + 1) : BOXES;
            assert_true(cr_broad_reserve(&broad, NULL, capacity));
            for (int i = 0; i < 60; ++i) {
                uint32_t which = (uint32_t)random_below(&r, (int)(capacity < BOXES ? capacity : BOXES));
                there[which] = random_below(&r, 4) != 0;
                boxes[which] = random_box(&r, spreads[s]);
                if (there[which]) cr_broad_set_filter(&broad, which, filters[which] = random_filter(&r));
                if (there[which])
                    cr_broad_put(&broad, which, boxes[which], is_fixed(which));
                else
                    cr_broad_drop(&broad, which);
            }
            for (int i = 0; i < 20; ++i) check(&broad, boxes, there, random_box(&r, spreads[s]), random_filter(&r));
            assert_true(cr_broad_reserve(&broad, NULL, BOXES));
            check_pairs(&broad, boxes, there, (uint32_t)round % 5 + 1);
            check_cells(&broad);
        }
        cr_broad_replace(&broad, broad.used); // as after a restore
        check_cells(&broad);
        cr_broad_free(&broad, NULL);
    }
}

/// A lattice of movers of one size, each of which overlaps its neighbours: the number of tests is linear in that of the
/// movers. With few movers every pair is tested.
static void tests_are_linear(void **state) {
    (void)state;
    uint64_t before = 0;
    for (uint32_t side = 4; side <= 128 / ROUNDS_DIVISOR; side *= 2) {
        cr_broad broad = {0};
        uint64_t count = (uint64_t)side * side;
        assert_true(cr_broad_reserve(&broad, NULL, (uint32_t)count + 4));
        for (uint32_t i = 0; i < count; ++i) {
            carom_vec2 at = {(float)(i % side), (float)(i / side)};
            cr_broad_put(&broad, i, (carom_box){at, {at.x + 1, at.y + 1}}, false);
        }
        for (uint32_t i = 0; i < 4 && side == 4; ++i)
            cr_broad_put(&broad, (uint32_t)count + i, (carom_box){{0, 0}, {1, 1}}, true);
        cr_broad_sort_movers(&broad);
        seen_cells seen = {&broad, {0}, 0};
        cr_broad_cells(&broad, see_cell, &seen);
        if (side == 4) assert_int_equal(seen.tests, 16 * 15 / 2 + 16 * 4);
        if (side > 16) assert_true(seen.tests < 5 * before && seen.tests < 8 * count);
        before = seen.tests;
        cr_broad_free(&broad, NULL);
    }
}

// ---- Work ----------------------------------------------------------------------------------------------------------

static bool count_visit(void *context, uint32_t index) {
    (void)index;
    ++*(uint64_t *)context;
    return true;
}

enum { VOLLEY = 4000, TARGETS = 10 };
enum { LEAST = 3 * TARGETS * (VOLLEY - TARGETS), MOST = (3 * TARGETS + 16) * VOLLEY };

static uint32_t count_runs(const cr_broad_set *set) {
    uint32_t runs = 0;
    for (uint32_t at = 0; at < set->count; at = set->run_end[at]) ++runs;
    return runs;
}

/// Returns the number of candidates of a volley at one place among a few targets: pairs, then those of one search for
/// each box. Boxes alternate between `kinds` filters that exclude each other.
static uint64_t candidates_of_volley(int kinds, float size_step, bool kinematic) {
    cr_broad broad = {0};
    assert_true(cr_broad_reserve(&broad, NULL, VOLLEY));
    for (uint32_t i = 0; i < VOLLEY; ++i) {
        cr_broad_filter bullet = {2u << i % (uint32_t)kinds, ~1u, 0, false}, target = {1, 0, 0, false};
        if (kinematic) bullet = (cr_broad_filter){1, 0, 0, true};
        float size = 1 + size_step * (float)(i % 3);
        cr_broad_set_filter(&broad, i, i < TARGETS ? target : bullet);
        cr_broad_put(&broad, i, (carom_box){{-size, -size}, {size, size}}, false);
    }
    cr_broad_sort_movers(&broad);
    assert_true(count_runs(&broad.sets[CR_BROAD_MOVERS]) <= 3 * (uint32_t)(kinds + 1));
    seen_cells seen = {&broad, {0}, 0};
    cr_broad_cells(&broad, see_cell, &seen);
    assert_in_range(seen.tests, LEAST / 3, MOST);
    uint64_t candidates = 0;
    cr_broad_pairs(&broad, 0, 2, add_count, &candidates);
    cr_broad_pairs(&broad, 1, 2, add_count, &candidates);
    for (uint32_t i = 0; i < VOLLEY; ++i) {
        cr_broad_find(&broad, (cr_broad_query){broad.boxes[i], &broad.filters[i]}, count_visit, &candidates);
    }
    cr_broad_free(&broad, NULL);
    return candidates;
}

/// Each pair of a target once as a pair, and from both sides by searches; and up to 16 more of a box, because few boxes
/// are compared without their filters. Without runs there would be 24 million.
static void excluded_pairs_are_no_candidates(void **state) {
    (void)state;
    for (int kinds = 1; kinds <= 5; kinds += 2) {
        for (float size_step = 0; size_step < 30; size_step += 10) {
            assert_in_range(candidates_of_volley(kinds, size_step, false), LEAST, MOST);
        }
    }
    assert_in_range(candidates_of_volley(1, 0, true), LEAST, MOST);
}

static bool stop_at_first(void *context, uint32_t index) {
    (void)index;
    ++*(uint64_t *)context;
    return false;
}

/// Bodies at one place that differ in nothing but their group: each group is one run, and a search leaves out the run
/// of its own group. A search that is stopped ends in the run that it is in.
static void each_group_is_one_run(void **state) {
    (void)state;
    enum { GROUPS = 3 };
    cr_broad broad = {0};
    assert_true(cr_broad_reserve(&broad, NULL, BOXES));
    for (uint32_t i = 0; i < BOXES; ++i) {
        cr_broad_set_filter(&broad, i, (cr_broad_filter){1, 0, -1 - (int32_t)(i % GROUPS), false});
        cr_broad_put(&broad, i, (carom_box){{0, 0}, {1, 1}}, false);
    }
    cr_broad_sort_movers(&broad);
    assert_true(count_runs(&broad.sets[CR_BROAD_MOVERS]) == GROUPS);
    for (uint32_t i = 0; i < GROUPS; ++i) {
        uint64_t all = 0, stopped = 0;
        cr_broad_query query = {broad.boxes[i], &broad.filters[i]};
        cr_broad_find(&broad, query, count_visit, &all);
        cr_broad_find(&broad, query, stop_at_first, &stopped);
        assert_int_equal(all, BOXES - BOXES / GROUPS);
        assert_int_equal(stopped, 1);
    }
    cr_broad_free(&broad, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(overlaps_equal_brute_force), cmocka_unit_test(tests_are_linear),
                                       cmocka_unit_test(excluded_pairs_are_no_candidates),
                                       cmocka_unit_test(each_group_is_one_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
