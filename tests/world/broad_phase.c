// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The broad phase reports the overlaps that brute force finds, each once, for boxes of all sizes that are added, moved
// and removed.
#include "world/broad_phase.h"

#include "random.h"

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

static void check(const cr_broad *broad, const carom_box *boxes, const bool *there, carom_box query) {
    found all = {0};
    cr_broad_find(broad, query, count, &all);
    for (int i = 0; i < BOXES; ++i) assert_int_equal(all.times[i], there[i] && share_a_point(boxes[i], query));
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

/// Requires every pair, except of two fixed bodies, exactly once for any number of slices.
static void check_pairs(cr_broad *broad, const carom_box *boxes, const bool *there, uint32_t parts) {
    memset(pairs, 0, sizeof pairs);
    cr_broad_sort_movers(broad);
    for (uint32_t i = 0; i < parts; ++i) cr_broad_pairs(broad, i, parts, count_pairs, NULL);
    for (uint32_t i = 0; i < BOXES; ++i) {
        assert_int_equal(pairs[i][i], 0);
        for (uint32_t j = 0; j < i; ++j) {
            bool overlap = there[i] && there[j] && share_a_point(boxes[i], boxes[j]);
            if (is_fixed(i) && is_fixed(j)) overlap = false;
            assert_int_equal(pairs[i][j] + pairs[j][i], overlap);
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
                if (there[which])
                    cr_broad_put(&broad, which, boxes[which], is_fixed(which));
                else
                    cr_broad_drop(&broad, which);
            }
            for (int i = 0; i < 20; ++i) check(&broad, boxes, there, random_box(&r, spreads[s]));
            assert_true(cr_broad_reserve(&broad, NULL, BOXES));
            check_pairs(&broad, boxes, there, (uint32_t)round % 5 + 1);
            check_cells(&broad);
        }
        cr_broad_free(&broad, NULL);
    }
}

/// A lattice of movers of one size, each of which overlaps its neighbours: the number of tests is linear in that of the
/// movers. With few movers every pair is tested.
static void tests_are_linear(void **state) {
    (void)state;
    uint64_t before = 0;
    for (uint32_t side = 4; side <= 128; side *= 2) {
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(overlaps_equal_brute_force),
                                       cmocka_unit_test(tests_are_linear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
