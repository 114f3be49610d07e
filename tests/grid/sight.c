// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Line of sight: compared with the definition, in all forms of a map, with all corner rules, and the first blocker.
#include "grid/crossed.h"
#include "grid/maps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const carom_corners rules[] = {CAROM_CORNERS_OPEN, CAROM_CORNERS_PAIR, CAROM_CORNERS_ANY};

/// The definition: the first blocking cell between the ends, in the order of the line. The sum of both distances orders
/// the cells; two shoulder cells have the same sum, and the neighbour in x comes first.
static carom_sight_line by_definition(const walls *w, carom_cell from, carom_cell to, carom_corners corners) {
    int dx = to.x - from.x, dy = to.y - from.y, width = abs(dx), height = abs(dy);
    int sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
    for (int sum = 1; sum < width + height; ++sum) {
        carom_cell shoulders[2];
        int solid = 0, blocked = 0;
        for (int x = sum < width ? sum : width; x >= 0 && sum - x <= height; --x) {
            cell_relation relation = cell_on_line(dx, dy, sx * x, sy * (sum - x));
            carom_cell cell = {from.x + sx * x, from.y + sy * (sum - x)};
            if (relation == CELL_APART || !walls_at(w, cell.x, cell.y)) continue;
            if (relation == CELL_CROSSED) return (carom_sight_line){false, cell};
            shoulders[solid++] = cell;
            blocked = corners == CAROM_CORNERS_ANY || (corners == CAROM_CORNERS_PAIR && solid == 2);
        }
        if (blocked) return (carom_sight_line){false, shoulders[0]};
    }
    return (carom_sight_line){true, to};
}

static void assert_line(carom_sight_line found, carom_sight_line expected) {
    assert_int_equal(found.clear, expected.clear);
    assert_int_equal(found.blocker.x, expected.blocker.x);
    assert_int_equal(found.blocker.y, expected.blocker.y);
}

static void assert_all_forms(walls *w, carom_cell from, carom_cell to) {
    for (int r = 0; r < 3; ++r) {
        carom_sight_line expected = by_definition(w, from, to, rules[r]);
        for (int form = 0; form < MAP_FORMS; ++form) {
            carom_sight_map map = walls_map(w, form);
            assert_line(carom_sight(&map, from, to, rules[r]), expected);
        }
    }
}

static void corner_rules_on_a_drawn_map(void **state) {
    (void)state;
    static walls one, two;
    walls_drawn(&one, "..#\n"
                      "...\n"
                      "...");
    walls_drawn(&two, ".#.\n"
                      "#..\n"
                      "...");
    carom_sight_map map_one = walls_map(&one, 0), map_two = walls_map(&two, 0);
    carom_cell from = {1, 0}, to = {2, 1};
    assert_true(carom_sight(&map_one, from, to, CAROM_CORNERS_OPEN).clear);
    assert_true(carom_sight(&map_one, from, to, CAROM_CORNERS_PAIR).clear);
    assert_line(carom_sight(&map_one, from, to, CAROM_CORNERS_ANY), (carom_sight_line){false, {2, 0}});
    from = (carom_cell){0, 0};
    to = (carom_cell){2, 2};
    assert_true(carom_sight(&map_two, from, to, CAROM_CORNERS_OPEN).clear);
    assert_line(carom_sight(&map_two, from, to, CAROM_CORNERS_PAIR), (carom_sight_line){false, {1, 0}});
    assert_line(carom_sight(&map_two, to, from, CAROM_CORNERS_PAIR), (carom_sight_line){false, {0, 1}});
}

static void ends_do_not_block(void **state) {
    (void)state;
    static walls w;
    walls_drawn(&w, "###");
    carom_sight_map map = walls_map(&w, 0);
    assert_true(carom_sight(&map, (carom_cell){0, 0}, (carom_cell){0, 0}, CAROM_CORNERS_ANY).clear);
    assert_true(carom_sight(&map, (carom_cell){0, 0}, (carom_cell){1, 0}, CAROM_CORNERS_ANY).clear);
    assert_false(carom_sight(&map, (carom_cell){0, 0}, (carom_cell){2, 0}, CAROM_CORNERS_OPEN).clear);
}

// Small maps, all pairs of cells, and ends up to two cells outside, where everything blocks.
static void small_maps_match_the_definition(void **state) {
    (void)state;
    static walls w;
    random_source random = {1};
    for (int i = 0; i < 60; ++i) {
        int columns = 1 + random_below(&random, 8), rows = 1 + random_below(&random, 8);
        walls_random(&w, columns, rows, random_range(&random, 0, 0.7f), &random);
        int side_x = columns + 4, side_y = rows + 4;
        for (int a = 0; a < side_x * side_y; ++a) {
            for (int b = 0; b < side_x * side_y; b += 1 + i % 3) {
                assert_all_forms(&w, (carom_cell){a % side_x - 2, a / side_x - 2},
                                 (carom_cell){b % side_x - 2, b / side_x - 2});
            }
        }
    }
}

// Rows of more than one word, few walls, so that runs are long.
static void wide_maps_match_the_definition(void **state) {
    (void)state;
    static walls w;
    random_source random = {2};
    for (int i = 0; i < 400; ++i) {
        int columns = MAP_SIDE - random_below(&random, 17), rows = MAP_SIDE - random_below(&random, 17);
        walls_random(&w, columns, rows, i % 4 == 0 ? 0 : random_range(&random, 0, 0.05f), &random);
        for (int j = 0; j < 25; ++j) {
            carom_cell from = {random_below(&random, columns), random_below(&random, rows)};
            carom_cell to = {random_below(&random, columns), random_below(&random, rows)};
            if (j % 5 == 0) to.y = from.y;
            if (j % 5 == 1) to.x = from.x;
            if (j % 5 == 2) to = (carom_cell){to.x, from.y + (to.y - from.y) / 20};
            assert_all_forms(&w, from, to);
        }
    }
}

// One wall in an empty map, on the line or just beside it.
static void a_single_wall_on_or_beside_the_line(void **state) {
    (void)state;
    static walls w;
    random_source random = {3};
    for (int i = 0; i < 20000; ++i) {
        walls_random(&w, MAP_SIDE, 5, 0, &random);
        carom_cell from = {random_below(&random, MAP_SIDE), random_below(&random, 5)};
        carom_cell to = {random_below(&random, MAP_SIDE), random_below(&random, 5)};
        carom_cell wall = {random_below(&random, MAP_SIDE), random_below(&random, 5)};
        w.bytes[wall.y * MAP_SIDE + wall.x] = 1;
        carom_bits_set(w.bits, w.columns, w.rows, wall, true);
        assert_all_forms(&w, from, to);
    }
}

/// A row and a column of three words, with one wall at the ends of the words.
static void a_wall_at_the_end_of_a_word(void **state) {
    (void)state;
    enum { LENGTH = 192 };
    static const int32_t places[] = {0, 63, 64, 127, 128, 191};
    for (int i = 0; i < 12; ++i) {
        bool upright = i % 2 == 1;
        int32_t columns = upright ? 1 : LENGTH, rows = upright ? LENGTH : 1, place = places[i / 2];
        uint64_t bits[LENGTH * 6] = {0};
        assert_true(carom_bits_words(columns, rows) <= LENGTH * 6);
        carom_bits_set(bits, columns, rows, upright ? (carom_cell){0, place} : (carom_cell){place, 0}, true);
        carom_sight_map map = {.columns = columns, .rows = rows, .bits = bits};
        for (int32_t k = 0; k < LENGTH * LENGTH; ++k) {
            int32_t from = k / LENGTH, to = k % LENGTH;
            carom_sight_line line =
                carom_sight(&map, upright ? (carom_cell){0, from} : (carom_cell){from, 0},
                            upright ? (carom_cell){0, to} : (carom_cell){to, 0}, CAROM_CORNERS_OPEN);
            bool blocked = (from < place && place < to) || (to < place && place < from);
            assert_int_equal(line.clear, !blocked);
            assert_int_equal(upright ? line.blocker.y : line.blocker.x, blocked ? place : to);
        }
    }
}

static bool is_wall(void *context, carom_cell cell) {
    const carom_cell *wall = context;
    return cell.x == wall->x && cell.y == wall->y;
}

// Maps at the width limit for runs of bits, and above it, where cells are tested one by one. The wall is on the line or
// just beside it. Compared with a callback, which has no runs.
static void bits_match_a_callback_at_the_width_limit(void **state) {
    (void)state;
    enum { WIDTH = 1 << 19, HEIGHT = 200 };
    random_source random = {6};
    int blocked = 0;
    for (int wider = 0; wider < 2; ++wider) {
        int columns = WIDTH + wider;
        uint64_t *bits = calloc((size_t)carom_bits_words(columns, HEIGHT), sizeof *bits);
        assert_non_null(bits);
        for (int i = 0; i < 100; ++i) {
            carom_cell from = {random_below(&random, columns), random_below(&random, HEIGHT)};
            carom_cell to = {random_below(&random, columns), random_below(&random, HEIGHT)};
            if (from.x == to.x) continue;
            int64_t along = (int64_t)((double)(to.x - from.x) * (double)random_unit(&random));
            carom_cell wall = {from.x + (int32_t)along, 0};
            int64_t row_offset = (to.y - from.y) * along / (to.x - from.x);
            wall.y = from.y + (int32_t)row_offset + random_below(&random, 3) - 1;
            carom_bits_set(bits, columns, HEIGHT, wall, true);
            carom_sight_map in_bits = {.columns = columns, .rows = HEIGHT, .bits = bits};
            carom_sight_map in_cells = {.columns = columns, .rows = HEIGHT, .blocks = is_wall, .context = &wall};
            for (int r = 0; r < 3; ++r) {
                carom_sight_line expected = carom_sight(&in_cells, from, to, rules[r]);
                assert_line(carom_sight(&in_bits, from, to, rules[r]), expected);
                blocked += !expected.clear;
            }
            carom_bits_set(bits, columns, HEIGHT, wall, false);
        }
        free(bits);
    }
    assert_in_range(blocked, 100, 500);
}

/// As high as the limit of bits, and one row higher; and cells beside the map.
static void bits_match_a_callback_at_the_height_limit(void **state) {
    (void)state;
    enum { HEIGHT = 1 << 19 };
    for (int higher = 0; higher < 2; ++higher) {
        int rows = HEIGHT + higher;
        uint64_t *bits = calloc((size_t)carom_bits_words(2, rows), sizeof *bits);
        assert_non_null(bits);
        carom_cell wall = {1, rows - 2};
        carom_bits_set(bits, 2, rows, wall, true);
        carom_sight_map in_bits = {.columns = 2, .rows = rows, .bits = bits};
        carom_sight_map in_cells = {.columns = 2, .rows = rows, .blocks = is_wall, .context = &wall};
        const carom_cell ends[] = {{0, 0},  {1, 0},        {1, rows - 1}, {0, rows - 1},
                                   {-1, 5}, {2, rows - 2}, {0, -1},       {1, rows}};
        for (int i = 0; i < 8 * 8 * 3; ++i) {
            carom_cell from = ends[i / 24], to = ends[i / 3 % 8];
            assert_line(carom_sight(&in_bits, from, to, rules[i % 3]), carom_sight(&in_cells, from, to, rules[i % 3]));
        }
        assert_true(carom_sight(&in_bits, ends[0], ends[3], CAROM_CORNERS_OPEN).clear);
        assert_false(carom_sight(&in_bits, ends[1], ends[2], CAROM_CORNERS_OPEN).clear);
        free(bits);
    }
}

/// A map in no form blocks everywhere; one without columns has cells only for a callback.
static void maps_without_a_form_block(void **state) {
    (void)state;
    carom_cell from = {0, 0}, to = {3, 0}, wall = {2, 0};
    uint64_t bits[8] = {0};
    const uint8_t bytes[4] = {0};
    const carom_sight_map none = {.columns = 4, .rows = 1}, empty = {.bits = bits}, no_bytes = {.bytes = bytes};
    assert_line(carom_sight(&none, from, to, CAROM_CORNERS_OPEN), (carom_sight_line){.blocker = {1, 0}});
    assert_line(carom_sight(&empty, from, to, CAROM_CORNERS_OPEN), (carom_sight_line){.blocker = {1, 0}});
    assert_line(carom_sight(&no_bytes, from, to, CAROM_CORNERS_OPEN), (carom_sight_line){.blocker = {1, 0}});
    const carom_sight_map endless = {.blocks = is_wall, .context = &wall};
    assert_line(carom_sight(&endless, from, to, CAROM_CORNERS_OPEN), (carom_sight_line){.blocker = wall});
    assert_line(carom_sight(&endless, from, (carom_cell){-9, 0}, CAROM_CORNERS_OPEN),
                (carom_sight_line){.clear = true, .blocker = {-9, 0}});
}

static void a_batch_matches_single_calls(void **state) {
    (void)state;
    static walls w;
    static carom_cell targets[MAP_SIDE * MAP_SIDE];
    static carom_sight_line lines[MAP_SIDE * MAP_SIDE];
    random_source random = {4};
    walls_random(&w, 30, 20, 0.1f, &random);
    carom_cell from = {14, 9};
    int count = 30 * 20, clear = 0;
    for (int i = 0; i < count; ++i) targets[i] = (carom_cell){i % 30, i / 30};
    carom_sight_map map = walls_map(&w, 3);
    int found = carom_sight_many(&map, from, targets, count, CAROM_CORNERS_PAIR, lines);
    for (int i = 0; i < count; ++i) {
        carom_sight_line alone = carom_sight(&map, from, targets[i], CAROM_CORNERS_PAIR);
        assert_line(lines[i], alone);
        clear += alone.clear;
    }
    assert_int_equal(found, clear);
    assert_in_range(clear, 20, count - 1);
    assert_int_equal(carom_sight_many(&map, from, targets, count, CAROM_CORNERS_PAIR, NULL), clear);
}

static bool beside_the_last(void *context, carom_cell cell) {
    ++*(int *)context;
    return cell.x == INT32_MAX - 1 && cell.y == INT32_MAX;
}

static void limits_of_int32(void **state) {
    (void)state;
    int asked = 0;
    carom_sight_map map = {.blocks = beside_the_last, .context = &asked};
    carom_cell from = {INT32_MAX - 9, INT32_MAX - 8}, to = {INT32_MAX, INT32_MAX};
    assert_line(carom_sight(&map, from, to, CAROM_CORNERS_OPEN), (carom_sight_line){false, {to.x - 1, to.y}});
    assert_true(carom_sight(&map, to, (carom_cell){to.x, to.y - 5}, CAROM_CORNERS_ANY).clear);
    static walls w;
    walls_drawn(&w, "..");
    map = walls_map(&w, 3);
    carom_cell least = {INT32_MIN, INT32_MIN};
    assert_line(carom_sight(&map, least, to, CAROM_CORNERS_OPEN),
                (carom_sight_line){false, {INT32_MIN + 1, INT32_MIN + 1}});
}

static void setting_cells_matches_packing(void **state) {
    (void)state;
    static walls w, packed;
    random_source random = {5};
    walls_random(&w, 70, 9, 0.5f, &random);
    walls_random(&packed, 70, 9, 0, &random);
    for (int y = -1; y <= 9; ++y) {
        for (int x = -1; x <= 70; ++x) { // outside the map it does nothing
            carom_bits_set(packed.bits, 70, 9, (carom_cell){x, y}, true);
            carom_bits_set(packed.bits, 70, 9, (carom_cell){x, y}, walls_at(&w, x, y));
        }
    }
    assert_memory_equal(packed.bits, w.bits, sizeof w.bits);
    assert_int_equal(carom_bits_words(0, 5), 0);
    assert_int_equal(carom_bits_words(5, 0), 0);
    assert_int_equal(carom_bits_words(-64, 5), 0);
    assert_int_equal(carom_bits_words(5, -64), 0);
    assert_int_equal(carom_bits_words(1, 1), 4);
    assert_int_equal(carom_bits_words(64, 8), 8 + 64 + 1 + 8);
    assert_int_equal(carom_bits_words(65, 9), 9 * 2 + 65 + 2 * 2 + 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corner_rules_on_a_drawn_map),
        cmocka_unit_test(ends_do_not_block),
        cmocka_unit_test(small_maps_match_the_definition),
        cmocka_unit_test(wide_maps_match_the_definition),
        cmocka_unit_test(a_single_wall_on_or_beside_the_line),
        cmocka_unit_test(a_wall_at_the_end_of_a_word),
        cmocka_unit_test(bits_match_a_callback_at_the_width_limit),
        cmocka_unit_test(bits_match_a_callback_at_the_height_limit),
        cmocka_unit_test(maps_without_a_form_block),
        cmocka_unit_test(a_batch_matches_single_calls),
        cmocka_unit_test(limits_of_int32),
        cmocka_unit_test(setting_cells_matches_packing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
