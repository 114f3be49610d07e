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
        }
        cr_broad_free(&broad, NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(overlaps_equal_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
