// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cave of the benchmark workloads, whose counts other engines agree on: how many edges its outline has once
// straight runs are merged, and how many of a million rays hit it; and that the ways to ask a ray agree.
#include "bench/cave.h"
#include "level/level.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// The tiles end at the last samples, which are solid: four edges more, all around.
static void straight_runs_are_merged(void **state) {
    (void)state;
    static const struct { int n, edges; } caves[] = {{256, 6580}, {512, 26002}};
    for (int i = 0; i < 2; ++i) {
        uint8_t *cave = cave_make(caves[i].n, 1);
        carom_level *level = cave ? cave_level(cave, caves[i].n) : NULL;
        assert_non_null(level);
        assert_int_equal(carom_level_edge_count(level), caves[i].edges + 4);
        carom_level_free(level);
        free(cave);
    }
}

enum { RAYS = 1000000 };

/// Rays of one length, as the workloads draw them; keeps two of them.
static int count_hits(const carom_level *level, const uint8_t *cave, uint64_t seed, float length, const int kept[2],
                      carom_ray_hit hits[2]) {
    random_source r = {seed};
    int count = 0;
    for (int i = 0; i < RAYS; ++i) {
        carom_vec2 from = cave_start(cave, 1024, &r, 0.2f);
        carom_ray_hit hit = carom_level_ray(level, from, random_direction(&r, length));
        if (i == kept[0]) hits[0] = hit;
        if (i == kept[1]) hits[1] = hit;
        count += hit.hit;
    }
    return count;
}

/// Settled in rational numbers: of 16 units, ray 35,680 ends exactly on the wall x = 232.5, and touches it; ray 709,826
/// goes by the corner (126, 142.5) with 0.0000017 to spare, a fifth of a step of floats there, and hits nothing. Floats
/// count three or four more in this million.
static void rays_hit_as_often_as_they_should(void **state) {
    (void)state;
    const int kept[2] = {35680, 709826};
    carom_ray_hit hits[2] = {{0}};
    uint8_t *cave = cave_make(1024, 1);
    carom_level *level = cave ? cave_level(cave, 1024) : NULL;
    assert_non_null(level);
    assert_int_equal(count_hits(level, cave, 7, 4, kept, hits), 327481);
    assert_int_equal(count_hits(level, cave, 8, 16, kept, hits), 806403);
    assert_true(hits[0].hit && hits[0].t == 1 && hits[0].point.x == 232.5f);
    assert_false(hits[1].hit);
    carom_level_free(level);
    free(cave);
}

enum { SIDE = 128, BATCH = 1000, BATCHES = 60, FEW = 13 };

/// A place on the lattice of the vertices, or off it.
static carom_vec2 place_about(random_source *r) {
    carom_vec2 p = {random_range(r, -20, SIDE + 20), random_range(r, -20, SIDE + 20)};
    if (random_below(r, 2)) p = (carom_vec2){floorf(2 * p.x) / 2, floorf(2 * p.y) / 2};
    return p;
}

/// One far outside of the grid, which faces it.
static void add_far_edge(carom_level *level) {
    cr_edge edge = {{SIDE + 40, 200}, {SIDE + 40, -100}, -1, -1, 0, 0};
    assert_false(level->index.spills);
    assert_true(cr_index_reserve(&level->index, NULL, &edge, 1));
    cr_index_insert(&level->index, &edge);
    assert_true(level->index.spills);
}

/// From cell to cell, in waves and along columns of cells: three walks that have little in common. Half of the rays run
/// along edges and through corners, some start or end outside.
static void all_walks_meet_the_same(void **state) {
    (void)state;
    static float x[BATCH], y[BATCH], move_x[BATCH], move_y[BATCH];
    static carom_ray_hit hits[BATCH];
    random_source r = {71};
    uint8_t *cave = cave_make(SIDE, 1);
    carom_level *level = cave ? cave_level(cave, SIDE) : NULL;
    assert_non_null(level);
    int found = 0;
    for (int k = 0; k < BATCHES; ++k) {
        if (k == BATCHES / 2) add_far_edge(level);
        int count = k % 2 ? BATCH : FEW;
        for (int i = 0; i < count; ++i) {
            carom_vec2 from = place_about(&r), to = place_about(&r);
            float share = random_below(&r, 3) ? 0.125f : random_below(&r, 2) ? 1 : 0x1p30f;
            x[i] = from.x;
            y[i] = from.y;
            move_x[i] = random_below(&r, 9) ? (to.x - from.x) * share : 0;
            move_y[i] = random_below(&r, 9) ? (to.y - from.y) * share : 0;
        }
        found += carom_level_rays(level, &(carom_rays){x, y, move_x, move_y, count}, hits);
        for (int i = 0; i < count; ++i) {
            carom_vec2 from = {x[i], y[i]}, move = {move_x[i], move_y[i]};
            carom_ray_hit single = carom_level_ray(level, from, move), first = {.t = 1};
            bool any = carom_level_ray_all(level, from, move, &first, 1) > 0;
            assert_true(any == single.hit && any == hits[i].hit);
            assert_true(first.t == single.t && first.t == hits[i].t);
            if (any) assert_true(first.part == single.part && first.part == hits[i].part);
            assert_true(single.point.x == hits[i].point.x && single.point.y == hits[i].point.y);
            assert_true(single.normal.x == hits[i].normal.x && single.exit == hits[i].exit);
        }
    }
    assert_true(found > 10000);
    carom_level_free(level);
    free(cave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_runs_are_merged),
        cmocka_unit_test(rays_hit_as_often_as_they_should),
        cmocka_unit_test(all_walks_meet_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
