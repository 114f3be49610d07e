// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cave of the benchmark workloads, whose counts other engines agree on: how many edges its outline has once
// straight runs are merged, and how many of a million rays hit it.
#include "bench/cave.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_runs_are_merged),
        cmocka_unit_test(rays_hit_as_often_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
