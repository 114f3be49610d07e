// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cave of the benchmark workloads: the number of edges after merging, and the number of hits of a million rays,
// which other engines confirm. Also compares the three ways to cast a ray.
#include "bench/cave.h"
#include "level/index/level.h"
#include "level/same.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// The tiles end at the last samples, which are solid: this adds four edges.
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

/// Casts the rays of the workload, all of one length. Returns the hits of two of them as well.
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

/// The counts were confirmed in rational arithmetic. Two rays of length 16 are critical: ray 35,680 ends exactly on the
/// wall x = 232.5 and touches it; ray 709,826 passes the corner (126, 142.5) at a distance of 0.0000017, a fifth of an
/// ulp, and misses. Single-precision implementations count three or four hits more.
static void hit_counts_match_exact_arithmetic(void **state) {
    (void)state;
    const int kept[2] = {35680, 709826};
    carom_ray_hit hits[2] = {{0}};
    uint8_t *cave = cave_make(1024, 1);
    carom_level *level = cave ? cave_level(cave, 1024) : NULL;
    assert_non_null(level);
    assert_int_equal(count_hits(level, cave, 7, 4, kept, hits), 327481);
    assert_int_equal(count_hits(level, cave, 8, 16, kept, hits), 806403);
    assert_true(hits[0].hit);
    assert_same_float(hits[0].t, 1);
    assert_same_float(hits[0].point.x, 232.5f);
    assert_false(hits[1].hit);
    carom_level_free(level);
    free(cave);
}

enum { SIDE = 128, BATCH = 1000, BATCHES = 60, FEW = 13 };

/// A point on or off the lattice of vertices.
static carom_vec2 random_lattice_point(random_source *r) {
    carom_vec2 p = {random_range(r, -20, SIDE + 20), random_range(r, -20, SIDE + 20)};
    if (random_below(r, 2)) p = (carom_vec2){floorf(2 * p.x) / 2, floorf(2 * p.y) / 2};
    return p;
}

/// Adds an edge far outside of the grid that faces it.
static void add_far_edge(carom_level *level) {
    cr_edge edge = {{SIDE + 40, 200}, {SIDE + 40, -100}, -1, -1, 0, 0};
    assert_false(level->index.spills);
    assert_true(cr_index_reserve(&level->index, NULL, &edge, 1));
    cr_index_insert(&level->index, &edge);
    assert_true(level->index.spills);
}

/// The single ray cast, the batch and the list of all hits walk the grid in different ways, and must agree. Half of the
/// rays run along edges and through vertices; some start or end outside of the grid.
static void single_rays_batches_and_all_hits_agree(void **state) {
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
            carom_vec2 from = random_lattice_point(&r), to = random_lattice_point(&r);
            float share = random_below(&r, 3) ? 0.125f : random_below(&r, 2) ? 1 : 0x1p30f;
            x[i] = from.x;
            y[i] = from.y;
            move_x[i] = random_below(&r, 9) ? (to.x - from.x) * share : 0;
            move_y[i] = random_below(&r, 9) ? (to.y - from.y) * share : 0;
        }
        found += carom_level_ray_many(level, &(carom_rays){x, y, move_x, move_y, count}, hits);
        for (int i = 0; i < count; ++i) {
            carom_vec2 from = {x[i], y[i]}, move = {move_x[i], move_y[i]};
            carom_ray_hit single = carom_level_ray(level, from, move), first = {.t = 1};
            bool any = carom_level_ray_all(level, from, move, &first, 1) > 0;
            assert_int_equal(any, single.hit);
            assert_same_float(first.t, single.t);
            if (any) assert_int_equal(first.part, single.part);
            assert_same_ray_hit(single, hits[i]);
            if (any) assert_int_equal(single.part, hits[i].part);
        }
    }
    assert_true(found > 10000);
    carom_level_free(level);
    free(cave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_runs_are_merged),
        cmocka_unit_test(hit_counts_match_exact_arithmetic),
        cmocka_unit_test(single_rays_batches_and_all_hits_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
