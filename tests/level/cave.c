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

static void short_rays_hit_as_often_as_they_should(void **state) {
    (void)state;
    uint8_t *cave = cave_make(1024, 1);
    carom_level *level = cave ? cave_level(cave, 1024) : NULL;
    assert_non_null(level);
    random_source r = {7};
    int hits = 0;
    for (int i = 0; i < 1000000; ++i) {
        carom_vec2 from = cave_start(cave, 1024, &r, 0.2f);
        hits += carom_level_ray(level, from, random_direction(&r, 4)).hit;
    }
    assert_int_equal(hits, 327481);
    carom_level_free(level);
    free(cave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_runs_are_merged),
        cmocka_unit_test(short_rays_hit_as_often_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
