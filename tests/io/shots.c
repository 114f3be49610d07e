// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Real levels, those of this repository and all below the folder CAROM_EXTRA_LEVELS: rays and sweeps from all
// directions at their vertices, slides along their edges. Tests a sample within a time limit: half a second for
// each level, or --seconds with more directions and steps.
#define _XOPEN_SOURCE 700

#include "level/shots.h"
#include "battery.h"

#include "carom/io.h"
#include "level/triangles.h"
#include "levels.h"

#include <stdio.h>

static int directions = 24, steps = 8;
static long long rays, sweeps, slides, vertices, edges;

/// Visits vertices and edges in a scattered order, within the time limit.
static void test_level(const carom_level *level, double scale) {
    random_source r = {battery.seed};
    range g;
    range_make(&g, level, scale);
    double seconds = battery.seconds > 0 ? battery.seconds : 0.5, end = seconds_now() + seconds;
    for (int shooting = 0; shooting < 2; ++shooting) {
        for (int i = 0; i < g.count && seconds_now() < end - (shooting ? 0 : seconds / 2); ++i) {
            int edge =
                g.count % 7919 == 0 ? i : (int)((long long)i * 7919 % g.count); // a prime, so that each is visited once
            if (shooting) {
                range_shoot(&g, g.edges[edge].a, directions, &r);
                ++vertices;
            } else {
                range_slide_along(&g, edge, steps, &r);
                ++edges;
            }
        }
    }
    rays += g.rays;
    sweeps += g.sweeps;
    slides += g.slides;
    range_free(&g);
}

static void test_level_file(const char *path) {
    carom_map *map;
    carom_level *level;
    carom_error error;
    if (carom_map_load(path, NULL, &map, &error) != CAROM_STATUS_OK) return; // tests/io/maps.c tests such files
    carom_level_desc desc = *carom_map_level(map);
    double scale = (double)carom_map_about(map).cell.x;
    carom_status status = carom_level_make(&desc, &level, &error);
    carom_map_free(map);
    if (status != CAROM_STATUS_OK) {
        print_message("%s: %s\n", path, error.message);
        return;
    }
    print_message("%s: %d edges\n", path, carom_level_edge_count(level));
    int triangle_count;
    carom_triangle *triangles = triangles_of(level, &triangle_count);
    assert_area_of_triangles(level, triangles, triangle_count);
    free(triangles);
    if (carom_level_edge_count(level) > 0) test_level(level, scale);
    carom_level_free(level);
}

static void levels_are_watertight_and_smooth(void **state) {
    (void)state;
    const char *more = getenv("CAROM_EXTRA_LEVELS");
    assert_true(each_level_file(CAROM_SOURCE_DIR "/levels", test_level_file));
    assert_true(!more || each_level_file(more, test_level_file));
    print_message("%lld vertices: %lld rays, %lld sweeps; %lld edges: %lld slides\n", vertices, rays, sweeps, edges,
                  slides);
    assert_in_range(rays, 101, INT64_MAX);
    assert_in_range(sweeps, 101, INT64_MAX);
    assert_in_range(slides, 101, INT64_MAX);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 71, 1);
    if (battery.seconds > 0) {
        directions = 1000;
        steps = 200;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_watertight_and_smooth)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(rays + sweeps, "rays and sweeps", failed);
    print_counted(slides, "slides", 0);
    return failed;
}
