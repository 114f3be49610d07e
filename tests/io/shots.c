// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels people drew, our own and all below the folder that CAROM_EXTRA_LEVELS names: their vertices are shot at from
// all around, and bodies slide along their edges. A slice of each, unless seconds for each level, directions and steps
// are given: test_io_shots 60 1000 200.
#define _XOPEN_SOURCE 700

#include "level/shots.h"

#include "carom/io.h"
#include "levels.h"

#include <stdio.h>
#include <time.h>

static double seconds = 0.5;
static int directions = 24, steps = 8;
static long long rays, sweeps, slides, vertices, edges;

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// The vertices and edges in a scattered order, as many as there is time for.
static void look_at(const carom_level *level, double scale) {
    random_source r = {71};
    range g;
    range_make(&g, level, scale);
    double end = now() + seconds;
    for (int shooting = 0; shooting < 2; ++shooting) {
        for (int i = 0; i < g.count && now() < end - (shooting ? 0 : seconds / 2); ++i) {
            int edge = g.count % 7919 == 0 ? i : (int)((long long)i * 7919 % g.count); // a prime: each comes once
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

static void look_at_file(const char *path) {
    carom_map *map;
    carom_level *level;
    carom_error error;
    if (carom_map_load(path, NULL, &map, &error) != CAROM_OK) return; // tests/io/maps.c looks at those
    carom_level_desc desc = carom_map_level(map);
    double scale = (double)carom_map_about(map).cell.x;
    carom_status status = carom_level_make(&desc, &level, &error);
    carom_map_free(map);
    if (status != CAROM_OK) {
        print_message("%s: %s\n", path, error.message);
        return;
    }
    print_message("%s: %d edges\n", path, carom_level_edge_count(level));
    if (carom_level_edge_count(level) > 0) look_at(level, scale);
    carom_level_free(level);
}

static void levels_are_watertight_and_smooth(void **state) {
    (void)state;
    const char *more = getenv("CAROM_EXTRA_LEVELS");
    assert_true(each_level_file(CAROM_SOURCE_DIR "/levels", look_at_file));
    assert_true(!more || each_level_file(more, look_at_file));
    print_message("%lld vertices: %lld rays, %lld sweeps; %lld edges: %lld slides\n", vertices, rays, sweeps, edges,
                  slides);
    assert_true(rays > 100 && sweeps > 100 && slides > 100);
}

int main(int argc, char **argv) {
    if (argc > 3) {
        seconds = atof(argv[1]);
        directions = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_watertight_and_smooth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
