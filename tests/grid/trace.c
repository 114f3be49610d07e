// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Traces: no cell missing, none too many, compared with rational arithmetic: lines through corners, along grid lines,
// and at both limits of float.
#include "grid/plane.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "same_float.h"

enum { CELLS = 9, MARGIN = 2, MOST_CELLS = 400 };

typedef struct cells {
    int count;
    carom_cell at[MOST_CELLS];
} cells;

static carom_status trace(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners, cells *out) {
    carom_trace t;
    carom_status status = carom_trace_begin(grid, from, to, corners, &t);
    out->count = 0;
    for (carom_cell cell; carom_trace_next(&t, &cell);) {
        assert_true(out->count < MOST_CELLS);
        out->at[out->count++] = cell;
    }
    return status;
}

static void assert_cells(const cells *found, int count, const carom_cell *expected) {
    assert_int_equal(found->count, count);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(found->at[i].x, expected[i].x);
        assert_int_equal(found->at[i].y, expected[i].y);
    }
}

static void known_traces_are_exact(void **state) {
    (void)state;
    carom_grid grid = {{0, 0}, {16, 16}};
    cells found;
    trace(&grid, (carom_vec2){8, 8}, (carom_vec2){56, 40}, CAROM_CORNERS_OPEN, &found);
    assert_cells(&found, 6, (carom_cell[]){{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}});
    // Through a corner.
    trace(&grid, (carom_vec2){4, 4}, (carom_vec2){20, 20}, CAROM_CORNERS_OPEN, &found);
    assert_cells(&found, 2, (carom_cell[]){{0, 0}, {1, 1}});
    trace(&grid, (carom_vec2){4, 4}, (carom_vec2){20, 20}, CAROM_CORNERS_ANY, &found);
    assert_cells(&found, 4, (carom_cell[]){{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    // Along a grid line: between cells, or on both.
    trace(&grid, (carom_vec2){16, 4}, (carom_vec2){16, 20}, CAROM_CORNERS_OPEN, &found);
    assert_int_equal(found.count, 0);
    trace(&grid, (carom_vec2){16, 4}, (carom_vec2){16, 20}, CAROM_CORNERS_ANY, &found);
    assert_cells(&found, 4, (carom_cell[]){{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    // Starts on a grid line, ends on a grid line.
    trace(&grid, (carom_vec2){16, 4}, (carom_vec2){32, 4}, CAROM_CORNERS_OPEN, &found);
    assert_cells(&found, 1, (carom_cell[]){{1, 0}});
    trace(&grid, (carom_vec2){16, 4}, (carom_vec2){32, 4}, CAROM_CORNERS_ANY, &found);
    assert_cells(&found, 3, (carom_cell[]){{0, 0}, {1, 0}, {2, 0}});
    // A point: in a cell, on a corner.
    trace(&grid, (carom_vec2){-1, 4}, (carom_vec2){-1, 4}, CAROM_CORNERS_OPEN, &found);
    assert_cells(&found, 1, (carom_cell[]){{-1, 0}});
    trace(&grid, (carom_vec2){16, 32}, (carom_vec2){16, 32}, CAROM_CORNERS_ANY, &found);
    assert_cells(&found, 4, (carom_cell[]){{0, 1}, {1, 1}, {0, 2}, {1, 2}});
}

// ---- The definition -----------------------------------------------------------------------------------------------

static bool interval_is_apart(mpq_t a, mpq_t b, mpq_t low, mpq_t high, bool open) {
    bool up = mpq_cmp(a, b) < 0;
    int above = up ? mpq_cmp(a, high) : mpq_cmp(b, high);
    int below = up ? mpq_cmp(low, b) : mpq_cmp(low, a);
    return above > 0 || below > 0 || (open && (above == 0 || below == 0));
}

/// True if the segment touches the interior of the cell, or, unless `open`, its border. Two convex sets are apart if a
/// side of either of them separates them.
static bool meets(const carom_grid *grid, carom_cell cell, carom_vec2 from, carom_vec2 to, bool open) {
    rational2 a, b, way, corner[4], offset;
    rational2_init(&a, from);
    rational2_init(&b, to);
    rational2_init(&way, to);
    rational2_init(&offset, to);
    rational2_subtract(&way, &b, &a);
    mpq_t side;
    mpq_init(side);
    int left = 0, right = 0;
    for (int i = 0; i < 4; ++i) {
        rational2_init_crossing(&corner[i], grid, (int64_t)cell.x + (i & 1), (int64_t)cell.y + (i >> 1));
        rational2_subtract(&offset, &corner[i], &a);
        rational2_product(side, &way, &offset, false);
        left += open ? mpq_sgn(side) >= 0 : mpq_sgn(side) > 0;
        right += open ? mpq_sgn(side) <= 0 : mpq_sgn(side) < 0;
    }
    bool point = mpq_sgn(way.x) == 0 && mpq_sgn(way.y) == 0;
    bool apart = interval_is_apart(a.x, b.x, corner[0].x, corner[3].x, open) ||
                 interval_is_apart(a.y, b.y, corner[0].y, corner[3].y, open) || (!point && (left == 4 || right == 4));
    for (int i = 0; i < 4; ++i) rational2_clear(&corner[i]);
    rational2_clear(&a);
    rational2_clear(&b);
    rational2_clear(&way);
    rational2_clear(&offset);
    mpq_clear(side);
    return !apart;
}

static void assert_same_set(const cells *found, const carom_grid *grid, carom_vec2 from, carom_vec2 to, bool open) {
    static bool seen[CELLS + 2 * MARGIN][CELLS + 2 * MARGIN];
    for (int y = 0; y < CELLS + 2 * MARGIN; ++y) {
        for (int x = 0; x < CELLS + 2 * MARGIN; ++x) seen[y][x] = false;
    }
    for (int i = 0; i < found->count; ++i) {
        int x = found->at[i].x + MARGIN, y = found->at[i].y + MARGIN;
        assert_in_range(x, 0, CELLS + 2 * MARGIN - 1);
        assert_in_range(y, 0, CELLS + 2 * MARGIN - 1);
        assert_false(seen[y][x]); // each cell once
        seen[y][x] = true;
    }
    for (int y = 0; y < CELLS + 2 * MARGIN; ++y) {
        for (int x = 0; x < CELLS + 2 * MARGIN; ++x) {
            assert_int_equal(seen[y][x], meets(grid, (carom_cell){x - MARGIN, y - MARGIN}, from, to, open));
        }
    }
}

static int step_of(float from, float to) {
    return (from < to) - (to < from);
}

/// Never backwards and without jumps: from each cell to the next through a side or a corner.
static void assert_in_order(const cells *found, carom_vec2 from, carom_vec2 to) {
    int sx = step_of(from.x, to.x), sy = step_of(from.y, to.y);
    for (int i = 1; i < found->count; ++i) {
        int dx = found->at[i].x - found->at[i - 1].x, dy = found->at[i].y - found->at[i - 1].y;
        assert_in_range(dx + 1, 0, 2);
        assert_in_range(dy + 1, 0, 2);
        if (sx != 0 && sy != 0) assert_not_above(0, dx * sx + dy * sy);
    }
}

static void all_families_match_the_definition(void **state) {
    (void)state;
    random_source random = {1};
    for (int i = 0; i < 1200; ++i) {
        family f = (family)(i % FAMILIES);
        carom_grid grid = plane_grid(f, &random);
        carom_vec2 from = plane_point(f, &grid, CELLS, &random), to = plane_point(f, &grid, CELLS, &random);
        if (i % 7 == 0) to.x = from.x;
        if (i % 11 == 0) to.y = from.y;
        for (int open = 0; open < 2; ++open) {
            carom_corners corners = open ? CAROM_CORNERS_OPEN : CAROM_CORNERS_ANY;
            cells forward, backward;
            assert_int_equal(trace(&grid, from, to, corners, &forward), CAROM_STATUS_OK);
            assert_int_equal(trace(&grid, to, from, corners, &backward), CAROM_STATUS_OK);
            assert_same_set(&forward, &grid, from, to, open);
            assert_in_order(&forward, from, to);
            assert_int_equal(backward.count, forward.count);
            if (from.x == to.x && from.y == to.y) continue; // a point has no direction to reverse
            for (int c = 0; c < forward.count; ++c) {
                assert_int_equal(backward.at[forward.count - 1 - c].x, forward.at[c].x);
                assert_int_equal(backward.at[forward.count - 1 - c].y, forward.at[c].y);
            }
        }
    }
}

// On integer coordinates, a trace from centre to centre is a line of cells.
static void traces_between_centres_match_lines(void **state) {
    (void)state;
    carom_grid grid = {{-0.5f, -0.5f}, {1, 1}};
    random_source random = {2};
    for (int i = 0; i < 3000; ++i) {
        carom_cell from = {random_below(&random, 200) - 100, random_below(&random, 200) - 100};
        carom_cell to = {random_below(&random, 200) - 100, random_below(&random, 200) - 100};
        carom_corners corners = i % 2 == 0 ? CAROM_CORNERS_OPEN : CAROM_CORNERS_ANY;
        carom_cell_line walk = carom_cell_line_begin(from, to, corners, true);
        carom_trace t;
        carom_vec2 start = {(float)from.x, (float)from.y}, end = {(float)to.x, (float)to.y};
        assert_int_equal(carom_trace_begin(&grid, start, end, corners, &t), CAROM_STATUS_OK);
        carom_cell found, expected;
        while (carom_cell_line_next(&walk, &expected)) {
            assert_true(carom_trace_next(&t, &found));
            assert_int_equal(found.x, expected.x);
            assert_int_equal(found.y, expected.y);
        }
        assert_false(carom_trace_next(&t, &found));
    }
}

static void bad_input_gives_an_empty_trace(void **state) {
    (void)state;
    carom_grid grid = {{0, 0}, {1, 1}};
    carom_vec2 a = {0, 0}, far = {3e9f, 0}, nan = {0, NAN}, infinite = {-INFINITY, 0};
    cells found;
    assert_int_equal(trace(&grid, a, nan, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(trace(&grid, infinite, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(trace(&grid, a, far, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_TOO_LARGE);
    assert_int_equal(trace(&grid, a, (carom_vec2){far.y, far.x}, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_TOO_LARGE);
    assert_int_equal(found.count, 0);
    grid.cell.x = INFINITY;
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_BAD_ARGUMENT);
    grid.cell.x = 1;
    grid.cell.y = 0;
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_BAD_ARGUMENT);
    grid.cell.y = -1;
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_BAD_ARGUMENT);
    grid.cell.y = NAN;
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_BAD_ARGUMENT);
    grid.cell.y = 1;
    grid.origin.x = INFINITY;
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_NOT_FINITE);
    grid.origin = (carom_vec2){0, -INFINITY};
    assert_int_equal(trace(&grid, a, a, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(found.count, 0);
}

static void limits_of_int32(void **state) {
    (void)state;
    carom_grid grid = {{0, 0}, {1, 1}};
    cells found;
    // Floats near 2^31 are 128 apart.
    carom_vec2 from = {0x1p31f - 256, -0x1p31f + 128.0f}, to = {0x1p31f - 128, -0x1p31f + 256};
    assert_int_equal(trace(&grid, from, to, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_OK);
    assert_int_equal(found.count, 128);
    assert_int_equal(found.at[0].x, INT32_MAX - 255);
    assert_int_equal(found.at[0].y, INT32_MIN + 128);
    // The last cell, and one beyond.
    grid = (carom_grid){{-0x1p30f, 0}, {0.5f, 1}};
    carom_vec2 last = {-0.25f, 0.5f}, farther = {0.25f, 0.5f}, before = {-2.25f, 0.5f};
    assert_int_equal(trace(&grid, last, before, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_OK);
    assert_int_equal(found.count, 5);
    assert_int_equal(found.at[0].x, INT32_MAX);
    assert_int_equal(trace(&grid, farther, before, CAROM_CORNERS_OPEN, &found), CAROM_STATUS_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_traces_are_exact),
        cmocka_unit_test(all_families_match_the_definition),
        cmocka_unit_test(traces_between_centres_match_lines),
        cmocka_unit_test(bad_input_gives_an_empty_trace),
        cmocka_unit_test(limits_of_int32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
