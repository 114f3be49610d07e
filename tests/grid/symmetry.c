// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Visibility is symmetric: on random maps of 6 x 6 cells, for every pair of cells, line of sight with each rule, and
// field of view. The first argument is the number of maps; the default takes seconds.
#include "carom/grid.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SIDE = 6, CELLS = SIDE * SIDE, RADIUS = 8, VIEW = 2 * RADIUS + 1 }; ///< covers the whole map

static long map_count = 20000;

static carom_cell cell_of(int i) {
    return (carom_cell){i % SIDE, i / SIDE};
}

/// Counts errors instead of asserting each result: there are millions, and asserts are slow.
static int wrong_sights(const carom_sight_map *map, carom_cell from, carom_cell to, bool *open) {
    bool pair = carom_sight(map, from, to, CAROM_CORNERS_PAIR).clear;
    bool any = carom_sight(map, from, to, CAROM_CORNERS_ANY).clear;
    *open = carom_sight(map, from, to, CAROM_CORNERS_OPEN).clear;
    return (*open != carom_sight(map, to, from, CAROM_CORNERS_OPEN).clear) +
           (pair != carom_sight(map, to, from, CAROM_CORNERS_PAIR).clear) +
           (any != carom_sight(map, to, from, CAROM_CORNERS_ANY).clear) + (pair && !*open) + (any && !pair);
}

static bool sees(uint8_t seen[VIEW * VIEW], carom_cell from, carom_cell to) {
    return seen[(to.y - from.y + RADIUS) * VIEW + to.x - from.x + RADIUS] != 0;
}

static int wrong_answers(const carom_sight_map *map) {
    static uint8_t seen[CELLS][VIEW * VIEW];
    int wrong = 0;
    for (int a = 0; a < CELLS; ++a) carom_fov(map, cell_of(a), RADIUS, seen[a]);
    for (int a = 0; a < CELLS; ++a) {
        for (int b = 0; b < a; ++b) {
            carom_cell from = cell_of(a), to = cell_of(b);
            bool open;
            wrong += wrong_sights(map, from, to, &open);
            if (map->bytes[a] == 0 && map->bytes[b] == 0) {
                wrong += sees(seen[a], from, to) != open;
                wrong += sees(seen[b], to, from) != open;
            }
        }
    }
    return wrong;
}

static void visibility_is_symmetric(void **state) {
    (void)state;
    random_source random = {1};
    uint8_t bytes[CELLS];
    uint64_t bits[2 * SIDE + 2];
    for (long i = 0; i < map_count; ++i) {
        float density = random_range(&random, 0.05f, 0.6f);
        for (int c = 0; c < CELLS; ++c) bytes[c] = random_unit(&random) < density;
        carom_sight_map map = {.columns = SIDE, .rows = SIDE, .bytes = bytes};
        if (i % 2 == 1) {
            carom_bits_pack(bytes, SIDE, SIDE, bits);
            map.bits = bits;
        }
        int wrong = wrong_answers(&map);
        if (wrong != 0) print_error("map %ld has %d wrong answers\n", i, wrong);
        assert_int_equal(wrong, 0);
    }
    print_message("%ld maps\n", map_count);
}

int main(int count, char **arguments) {
    if (count > 1) map_count = strtol(arguments[1], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(visibility_is_symmetric)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
