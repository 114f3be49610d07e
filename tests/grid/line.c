// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The decisions of src/grid/line.h on inputs for which plain double fails: the compared values differ in the fiftieth
// bit or later. Each test requires that plain double fails sometimes, so that a filter without a bound cannot pass.
#include "grid/line.h"

#include "grid/plane.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { ROUNDS = 40000 };

/// A float with a random mantissa and an exponent of low..high.
static float any_float(random_source *r, int low, int high) {
    float sign = random_below(r, 2) == 0 ? 1.0f : -1.0f;
    return sign * ldexpf(1 + random_unit(r), low + random_below(r, high - low + 1));
}

static int sign_of(double x) {
    return (x > 0) - (x < 0);
}

static double line_at(cr_lines lines, int64_t k) {
    return (double)lines.origin + (double)k * (double)lines.cell;
}

static int exact_line_side(cr_lines lines, int64_t k, cr_sum at) {
    carom_grid grid = {{lines.origin, 0}, {lines.cell, 1}};
    rational2 line, part;
    rational2_init_crossing(&line, &grid, k, 0);
    const float parts[] = {at.a, at.b, at.c};
    for (int i = 0; i < 3; ++i) {
        rational2_init(&part, (carom_vec2){parts[i], 0});
        mpq_sub(line.x, line.x, part.x);
        rational2_clear(&part);
    }
    int sign = mpq_sgn(line.x);
    rational2_clear(&line);
    return sign;
}

static void side_of_a_line_is_exact(void **state) {
    (void)state;
    random_source random = {1};
    int plain_wrong = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        cr_lines lines = {any_float(&random, -10, 10), fabsf(any_float(&random, -10, 10))};
        int64_t k = random_below(&random, 1 << 20) - (1 << 19);
        double line = line_at(lines, k);
        cr_sum at = {(float)line, 0, 0};
        at.b = (float)(line - (double)at.a);
        at.c = (float)(line - (double)at.a - (double)at.b);
        if (i % 3 == 0) at.c += any_float(&random, -60, -30);
        int expected = exact_line_side(lines, k, at);
        assert_int_equal(cr_line_side(lines, k, at), expected);
        double plain = ((double)k * (double)lines.cell + ((double)lines.origin - (double)at.a)) - (double)at.b;
        plain_wrong += sign_of(plain - (double)at.c) != expected && plain - (double)at.c != 0;
    }
    print_message("plain double wrong %d times\n", plain_wrong);
    assert_true(plain_wrong > 0);
}

static void cells_at_a_coordinate_are_exact(void **state) {
    (void)state;
    random_source random = {2};
    for (int i = 0; i < ROUNDS / 10; ++i) {
        cr_lines lines = {any_float(&random, -40, 30), fabsf(any_float(&random, -10, 10))};
        // A sum that cancels, in any order.
        float big = i % 2 == 0 ? any_float(&random, 20, 60) : 0, small = any_float(&random, -10, 10);
        cr_sum at = i % 4 == 0 ? (cr_sum){big, -big, small} : (cr_sum){small, big, -big};
        int32_t low, high;
        if (!cr_cells_at(lines, at, &low, &high)) {
            assert_true(exact_line_side(lines, INT32_MIN, at) >= 0 ||
                        exact_line_side(lines, (int64_t)INT32_MAX + 1, at) <= 0);
            continue;
        }
        assert_true(exact_line_side(lines, high, at) <= 0);
        assert_true(exact_line_side(lines, (int64_t)high + 1, at) > 0);
        assert_int_equal(high - low, exact_line_side(lines, high, at) == 0);
    }
}

/// A grid with its crossing (i, j) at `place`, to some 48 bits.
static carom_grid grid_through(double x, double y, int64_t i, int64_t j) {
    carom_grid grid;
    grid.cell = (carom_vec2){fabsf((float)(x / (double)i)), fabsf((float)(y / (double)j))};
    grid.origin.x = (float)(x - (double)grid.cell.x * (double)i);
    grid.origin.y = (float)(y - (double)grid.cell.y * (double)j);
    return grid;
}

static cr_grid_crossing any_crossing(random_source *r, double x, double y) {
    int64_t i = 1 + random_below(r, 1000), j = 1 + random_below(r, 1000);
    return (cr_grid_crossing){x < 0 ? -i : i, y < 0 ? -j : j};
}

static void init_offset(rational2 *out, const carom_grid *grid, cr_grid_crossing at, carom_vec2 from) {
    rational2 start;
    rational2_init(&start, from);
    rational2_init_crossing(out, grid, at.x, at.y);
    rational2_subtract(out, out, &start);
    rational2_clear(&start);
}

static int exact_path_side(const carom_grid *grid, cr_grid_crossing at, carom_vec2 from, carom_vec2 to,
                           carom_vec2 base) {
    rational2 offset, displacement, start;
    init_offset(&offset, grid, at, from);
    rational2_init(&displacement, to);
    rational2_init(&start, base);
    rational2_subtract(&displacement, &displacement, &start);
    mpq_t side;
    mpq_init(side);
    rational2_product(side, &displacement, &offset, false);
    int sign = mpq_sgn(side);
    mpq_clear(side);
    rational2_clear(&offset);
    rational2_clear(&displacement);
    rational2_clear(&start);
    return sign;
}

static void side_of_a_path_is_exact(void **state) {
    (void)state;
    random_source random = {3};
    int plain_wrong = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        // Numbers of different size, so that differences do not fit a double: otherwise plain double fails at 0 only.
        carom_vec2 from = {any_float(&random, -40, 4), any_float(&random, -40, 4)};
        carom_vec2 to = {any_float(&random, -4, 4), any_float(&random, -4, 4)};
        carom_vec2 base = i % 2 == 0 ? from : (carom_vec2){0, 0};
        double dx = (double)to.x - (double)base.x, dy = (double)to.y - (double)base.y;
        double t = (double)random_range(&random, 0.01f, 5);
        double x = (double)from.x + t * dx, y = (double)from.y + t * dy; // on the path
        cr_grid_crossing at = any_crossing(&random, x, y);
        carom_grid grid = grid_through(x, y, at.x, at.y);
        int expected = exact_path_side(&grid, at, from, to, base);
        assert_int_equal(cr_path_side(&grid, at, from, to, base), expected);
        double plain = dx * (line_at((cr_lines){grid.origin.y, grid.cell.y}, at.y) - (double)from.y) -
                       dy * (line_at((cr_lines){grid.origin.x, grid.cell.x}, at.x) - (double)from.x);
        plain_wrong += sign_of(plain) != expected && plain != 0;
    }
    print_message("plain double wrong %d times\n", plain_wrong);
    assert_true(plain_wrong > 0);
}

/// True if |offset - t * move| <= radius for some t of 0..1, by the foot of the offset on the path.
static bool exact_path_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 move,
                            float radius) {
    rational2 offset, displacement;
    init_offset(&offset, grid, at, center);
    rational2_init(&displacement, move);
    mpq_t t, length, product;
    mpq_inits(t, length, product, NULL);
    rational2_product(t, &displacement, &offset, true);
    rational2_product(length, &displacement, &displacement, true);
    if (mpq_sgn(length) != 0) mpq_div(t, t, length);
    if (mpq_sgn(t) < 0) mpq_set_si(t, 0, 1);
    if (mpq_cmp_si(t, 1, 1) > 0) mpq_set_si(t, 1, 1);
    mpq_mul(displacement.x, displacement.x, t);
    mpq_mul(displacement.y, displacement.y, t);
    rational2_subtract(&offset, &offset, &displacement);
    rational2_product(product, &offset, &offset, true);
    mpq_set_d(length, (double)radius);
    mpq_mul(length, length, length);
    bool near = mpq_cmp(product, length) <= 0;
    mpq_clears(t, length, product, NULL);
    rational2_clear(&offset);
    rational2_clear(&displacement);
    return near;
}

/// The distance in plain double.
static bool plain_path_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 move,
                            double radius) {
    double x = line_at((cr_lines){grid->origin.x, grid->cell.x}, at.x) - (double)center.x;
    double y = line_at((cr_lines){grid->origin.y, grid->cell.y}, at.y) - (double)center.y;
    double mx = (double)move.x, my = (double)move.y, length = mx * mx + my * my, t = (mx * x + my * y) / length;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    if (t > 0 && t < 1) return (mx * y - my * x) * (mx * y - my * x) <= radius * radius * length;
    x -= t * mx;
    y -= t * my;
    return x * x + y * y <= radius * radius;
}

// Crossings at distance `radius` from the path, beside it and beyond both its ends.
static void distance_to_a_path_is_exact(void **state) {
    (void)state;
    random_source random = {4};
    int plain_wrong_beside = 0, plain_wrong_ends = 0;
    for (int i = 0; i < 2 * ROUNDS; ++i) {
        carom_vec2 center = {any_float(&random, -2, 2), any_float(&random, -2, 2)};
        carom_vec2 move = {any_float(&random, -4, 4), any_float(&random, -4, 4)};
        float radius = fabsf(any_float(&random, -2, 3));
        double mx = (double)move.x, my = (double)move.y, length = sqrt(mx * mx + my * my), r = (double)radius;
        bool beside = i % 2 == 0;
        double t = (double)random_below(&random, 2), nx = -my / length, ny = mx / length;
        if (beside) {
            t = (double)random_range(&random, 0.01f, 0.99f);
        } else {
            carom_vec2 n = random_direction(&random, 1);
            double n_length = sqrt((double)n.x * (double)n.x + (double)n.y * (double)n.y);
            nx = (double)n.x / n_length;
            ny = (double)n.y / n_length;
        }
        double x = (double)center.x + t * mx + r * nx, y = (double)center.y + t * my + r * ny;
        cr_grid_crossing at = any_crossing(&random, x, y);
        carom_grid grid = grid_through(x, y, at.x, at.y);
        bool expected = exact_path_near(&grid, at, center, move, radius);
        assert_int_equal(cr_path_near(&grid, at, center, move, radius), expected);
        bool wrong = plain_path_near(&grid, at, center, move, r) != expected;
        plain_wrong_beside += wrong && beside;
        plain_wrong_ends += wrong && !beside;
    }
    print_message("plain double wrong %d times beside a path, %d at its ends\n", plain_wrong_beside, plain_wrong_ends);
    assert_int_not_equal(plain_wrong_beside, 0);
    assert_int_not_equal(plain_wrong_ends, 0);
}

/// The first and the last cell of int32, where the estimate in double rounds to the line beyond.
static void cells_at_the_ends_of_int32(void **state) {
    (void)state;
    const cr_lines lines = {0, 1};
    const struct {
        cr_sum at;
        bool inside;
        int32_t low, high;
    } cases[] = {
        {{-0x1p31f, 0, 0}, false, 0, 0},
        {{-0x1p31f, 0.5f, 0}, true, INT32_MIN, INT32_MIN},
        {{-0x1p31f, 1, 0}, true, INT32_MIN, INT32_MIN + 1},
        {{-0x1p31f, 0x1p-80f, 0}, true, INT32_MIN, INT32_MIN},
        {{0x1p31f, -0x1p-80f, 0}, true, INT32_MAX, INT32_MAX},
        {{0x1p31f, -1, 0}, true, INT32_MAX - 1, INT32_MAX},
        {{0x1p31f, 0, 0}, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int32_t low, high;
        assert_int_equal(cr_cells_at(lines, cases[i].at, &low, &high), cases[i].inside);
        if (!cases[i].inside) continue;
        assert_int_equal(low, cases[i].low);
        assert_int_equal(high, cases[i].high);
    }
}

/// A crossing a little before or after the ends of a path that is 10^16 times as long as the radius: the foot on the
/// path is decided exactly.
static void near_the_ends_of_a_long_path(void **state) {
    (void)state;
    const carom_grid grid = {{0, 0}, {1, 1}};
    const carom_vec2 move = {1e8f, 0};
    const float off = 5e-8f, radius = 1e-8f;
    const cr_grid_crossing start = {0, 0}, end = {100000000, 0};
    assert_true(cr_path_near(&grid, start, (carom_vec2){-off, 0}, move, radius));
    assert_false(cr_path_near(&grid, start, (carom_vec2){off, 0}, move, radius));
    assert_true(cr_path_near(&grid, end, (carom_vec2){off, 0}, move, radius));
    assert_false(cr_path_near(&grid, end, (carom_vec2){-off, 0}, move, radius));
    assert_true(cr_path_near(&grid, end, (carom_vec2){-radius, 0}, move, radius)); // touching
    // Beside the path, where the distance is certain but the foot is not.
    assert_true(cr_path_near(&grid, start, (carom_vec2){-radius, 9e-9f}, move, radius));
    assert_false(cr_path_near(&grid, start, (carom_vec2){radius, 9e-9f}, move, radius));
    assert_true(cr_path_near(&grid, end, (carom_vec2){radius, 9e-9f}, move, radius));
    assert_false(cr_path_near(&grid, end, (carom_vec2){-radius, 9e-9f}, move, radius));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_of_a_line_is_exact),    cmocka_unit_test(cells_at_a_coordinate_are_exact),
        cmocka_unit_test(cells_at_the_ends_of_int32), cmocka_unit_test(near_the_ends_of_a_long_path),
        cmocka_unit_test(side_of_a_path_is_exact),    cmocka_unit_test(distance_to_a_path_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
