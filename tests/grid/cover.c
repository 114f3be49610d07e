// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Covers: the cells under moving circles, boxes and points, compared with rational arithmetic.
#include "grid/plane.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { CELLS = 7, MARGIN = 6, SIDE = CELLS + 2 * MARGIN };

typedef struct cover {
    carom_status status;
    int rows;
    bool seen[SIDE][SIDE];
} cover;

/// Collects a cover. Rows must be consecutive in the direction of the motion, and stay within the margin.
static void take_cover(const carom_grid *grid, const carom_shape *shape, carom_vec2 move, cover *out) {
    *out = (cover){0};
    carom_cover c;
    out->status = carom_cover_begin(grid, shape, move, &c);
    int last_row = 0;
    for (carom_span span; carom_cover_next(&c, &span); last_row = span.y) {
        if (out->rows++ > 0) assert_int_equal(span.y - last_row, move.y < 0 ? -1 : 1);
        assert_in_range(span.x_min + MARGIN, 0, CELLS + 2 * MARGIN - 1);
        assert_in_range(span.x_max + MARGIN, span.x_min + MARGIN, CELLS + 2 * MARGIN - 1);
        assert_in_range(span.y + MARGIN, 0, CELLS + 2 * MARGIN - 1);
        for (int x = span.x_min; x <= span.x_max; ++x) out->seen[span.y + MARGIN][x + MARGIN] = true;
    }
}

static void assert_picture(const cover *found, const char *expected) {
    int y = MARGIN, x = MARGIN;
    for (; *expected != '\0'; ++expected) {
        if (*expected == '\n') {
            ++y;
            x = MARGIN;
        } else {
            assert_int_equal(found->seen[y][x++], *expected == '#');
        }
    }
}

static void known_covers_are_exact(void **state) {
    (void)state;
    carom_grid grid = {{0, 0}, {1, 1}};
    carom_shape shape;
    cover found;
    // Touching is enough: the box from 1 to 2 touches the cells that begin at 2 and the cells that end at 1.
    carom_make_box((carom_vec2){1, 1}, (carom_vec2){2, 2}, &shape);
    take_cover(&grid, &shape, (carom_vec2){0, 0}, &found);
    assert_picture(&found, "###.\n"
                           "###.\n"
                           "###.\n"
                           "....");
    carom_make_box((carom_vec2){0.25f, 0.25f}, (carom_vec2){0.75f, 0.75f}, &shape);
    take_cover(&grid, &shape, (carom_vec2){3, 3}, &found);
    assert_picture(&found, "##...\n"
                           "###..\n"
                           ".###.\n"
                           "..##.\n"
                           ".....");
    // The circle touches corners exactly, by a 3-4-5 triangle.
    carom_make_circle((carom_vec2){2.5f, 2.5f}, 2.5f, &shape);
    grid.cell = (carom_vec2){0.5f, 0.5f};
    take_cover(&grid, &shape, (carom_vec2){0, 0}, &found);
    assert_picture(&found, ".########.\n"
                           "##########");
    grid.cell = (carom_vec2){1, 1};
    carom_make_circle((carom_vec2){1.5f, 1.5f}, 0.25f, &shape);
    take_cover(&grid, &shape, (carom_vec2){0, 2}, &found);
    assert_picture(&found, "...\n"
                           ".#.\n"
                           ".#.\n"
                           ".#.\n"
                           "...");
    assert_int_equal(found.rows, 3);
    carom_make_point((carom_vec2){1, 1}, &shape);
    take_cover(&grid, &shape, (carom_vec2){0, 0}, &found);
    assert_picture(&found, "##.\n"
                           "##.\n"
                           "...");
}

// ---- The definition -----------------------------------------------------------------------------------------------

typedef struct rational_box {
    rational2 min, max;
} rational_box;

/// The cell relative to the start of the motion, extended by the box that moves, so that the box becomes a point.
static void init_grown_cell(rational_box *out, const carom_grid *grid, int x, int y, const carom_box *box) {
    rational2 corner;
    rational2_init_crossing(&out->min, grid, x, y);
    rational2_init_crossing(&out->max, grid, x + 1, y + 1);
    rational2_init(&corner, box->max);
    rational2_subtract(&out->min, &out->min, &corner);
    rational2_clear(&corner);
    rational2_init(&corner, box->min);
    rational2_subtract(&out->max, &out->max, &corner);
    rational2_clear(&corner);
}

/// Writes the squared distance from the point to the box.
static void distance2_to_box(mpq_t out, const rational2 *point, const rational_box *box) {
    rational2 gap;
    rational2_init(&gap, (carom_vec2){0, 0});
    if (mpq_cmp(point->x, box->min.x) < 0) mpq_sub(gap.x, box->min.x, point->x);
    if (mpq_cmp(point->x, box->max.x) > 0) mpq_sub(gap.x, point->x, box->max.x);
    if (mpq_cmp(point->y, box->min.y) < 0) mpq_sub(gap.y, box->min.y, point->y);
    if (mpq_cmp(point->y, box->max.y) > 0) mpq_sub(gap.y, point->y, box->max.y);
    rational2_product(out, &gap, &gap, true);
    rational2_clear(&gap);
}

/// True if the point of the path at which `along` (x or y) is at `place` lies in the box.
static bool enters_at(const rational2 *displacement, const rational_box *box, bool along_x, bool at_max) {
    const rational2 *corner = at_max ? &box->max : &box->min;
    mpq_t t, other;
    mpq_inits(t, other, NULL);
    bool enters = false;
    if (mpq_sgn(along_x ? displacement->x : displacement->y) != 0) {
        mpq_div(t, along_x ? corner->x : corner->y, along_x ? displacement->x : displacement->y);
        mpq_mul(other, t, along_x ? displacement->y : displacement->x);
        enters = mpq_sgn(t) >= 0 && mpq_cmp_si(t, 1, 1) <= 0 &&
                 mpq_cmp(other, along_x ? box->min.y : box->min.x) >= 0 &&
                 mpq_cmp(other, along_x ? box->max.y : box->max.x) <= 0;
    }
    mpq_clears(t, other, NULL);
    return enters;
}

/// The squared distance from a corner of the box to the path, if its foot is on the path; otherwise -1.
static void distance2_of_corner(mpq_t out, const rational2 *displacement, const rational_box *box, int corner) {
    rational2 at;
    rational2_init(&at, (carom_vec2){0, 0});
    mpq_set(at.x, corner & 1 ? box->max.x : box->min.x);
    mpq_set(at.y, corner & 2 ? box->max.y : box->min.y);
    mpq_t foot, length, cross;
    mpq_inits(foot, length, cross, NULL);
    rational2_product(foot, displacement, &at, true);
    rational2_product(length, displacement, displacement, true);
    rational2_product(cross, displacement, &at, false);
    mpq_set_si(out, -1, 1);
    if (mpq_sgn(length) != 0 && mpq_sgn(foot) >= 0 && mpq_cmp(foot, length) <= 0) {
        mpq_mul(out, cross, cross);
        mpq_div(out, out, length);
    }
    mpq_clears(foot, length, cross, NULL);
    rational2_clear(&at);
}

/// True if the path from (0, 0) comes within the radius of the box: it enters the box, or an end or a corner is
/// closest.
static bool comes_near(const rational2 *displacement, const rational_box *box, float radius) {
    mpq_t limit, distance2;
    mpq_init(limit);
    mpq_init(distance2);
    mpq_set_d(limit, (double)radius);
    mpq_mul(limit, limit, limit);
    rational2 start;
    rational2_init(&start, (carom_vec2){0, 0});
    distance2_to_box(distance2, &start, box);
    bool near = mpq_cmp(distance2, limit) <= 0;
    distance2_to_box(distance2, displacement, box);
    near = near || mpq_cmp(distance2, limit) <= 0;
    for (int i = 0; i < 4 && !near; ++i) {
        near = enters_at(displacement, box, i & 1, i & 2);
        distance2_of_corner(distance2, displacement, box, i);
        near = near || (mpq_sgn(distance2) >= 0 && mpq_cmp(distance2, limit) <= 0);
    }
    rational2_clear(&start);
    mpq_clears(limit, distance2, NULL);
    return near;
}

static void assert_same_cells(const cover *found, const carom_grid *grid, const carom_box *box, float radius,
                              carom_vec2 move) {
    rational2 displacement;
    rational2_init(&displacement, move);
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) {
            rational_box cell;
            init_grown_cell(&cell, grid, x - MARGIN, y - MARGIN, box);
            assert_int_equal(found->seen[y][x], comes_near(&displacement, &cell, radius));
            rational2_clear(&cell.min);
            rational2_clear(&cell.max);
        }
    }
    rational2_clear(&displacement);
}

static carom_vec2 way_between(carom_vec2 from, carom_vec2 to, int i) {
    if (i % 5 == 0) to.x = from.x;
    if (i % 7 == 0) to.y = from.y;
    return (carom_vec2){to.x - from.x, to.y - from.y};
}

static void boxes_match_the_definition(void **state) {
    (void)state;
    random_source random = {1};
    for (int i = 0; i < 240; ++i) {
        family f = (family)(i % FAMILIES);
        carom_grid grid = plane_grid(f, &random);
        carom_vec2 a = plane_point(f, &grid, CELLS, &random), b = plane_point(f, &grid, 3, &random);
        carom_vec2 c = plane_point(f, &grid, 3, &random), to = plane_point(f, &grid, CELLS - 3, &random);
        carom_box box = {{b.x < c.x ? b.x : c.x, b.y < c.y ? b.y : c.y},
                         {b.x < c.x ? c.x : b.x, b.y < c.y ? c.y : b.y}};
        if (i % 4 == 0) box = (carom_box){a, a};
        carom_shape shape;
        assert_int_equal(carom_make_box(box.min, box.max, &shape), CAROM_STATUS_OK);
        carom_vec2 move = way_between(box.min, to, i);
        cover found;
        take_cover(&grid, &shape, move, &found);
        assert_int_equal(found.status, CAROM_STATUS_OK);
        assert_same_cells(&found, &grid, &box, 0, move);
    }
}

static void circles_match_the_definition(void **state) {
    (void)state;
    random_source random = {2};
    for (int i = 0; i < 240; ++i) {
        family f = (family)(i % FAMILIES);
        carom_grid grid = plane_grid(f, &random);
        carom_vec2 center = plane_point(f, &grid, CELLS, &random), to = plane_point(f, &grid, CELLS, &random);
        // On tiles a multiple of 1/16, so that circles touch lines and, by 3-4-5 triangles, corners.
        double size = (double)(grid.cell.x < grid.cell.y ? grid.cell.x : grid.cell.y), unit = size / 16;
        bool whole = f == FAMILY_TILES;
        float radius = (float)(whole ? random_below(&random, 33) * unit : size * (double)random_range(&random, 0, 2));
        carom_shape shape;
        assert_int_equal(carom_make_circle(center, radius, &shape), CAROM_STATUS_OK);
        carom_vec2 move = way_between(center, to, i);
        cover found;
        take_cover(&grid, &shape, move, &found);
        assert_int_equal(found.status, CAROM_STATUS_OK);
        assert_same_cells(&found, &grid, &(carom_box){center, center}, radius, move);
    }
}

/// At a corner of its bounds, the circle does not touch the cell that the line of its path crosses there.
static void a_circle_along_a_diagonal_leaves_out_the_corners(void **state) {
    (void)state;
    const carom_grid grid = {{0, 0}, {1, 1}};
    for (int i = 0; i < 8; ++i) {
        const carom_vec2 center = {3.5f, 3.5f}, move = {i & 1 ? -1 : 1, (i & 2 ? -1.0f : 1) * (i & 4 ? 0.75f : 1)};
        carom_shape shape;
        carom_make_circle(center, 2, &shape);
        cover found;
        take_cover(&grid, &shape, move, &found);
        assert_same_cells(&found, &grid, &(carom_box){center, center}, 2, move);
    }
}

// The cover of a box without size is the trace of its path.
static void points_match_traces(void **state) {
    (void)state;
    random_source random = {3};
    for (int i = 0; i < 2000; ++i) {
        carom_grid grid = {{0, 0}, {16, 16}};
        carom_vec2 from = plane_point(FAMILY_TILES, &grid, CELLS, &random);
        carom_vec2 to = plane_point(FAMILY_TILES, &grid, CELLS, &random);
        carom_shape shape;
        carom_make_point(from, &shape);
        cover found;
        take_cover(&grid, &shape, (carom_vec2){to.x - from.x, to.y - from.y}, &found);
        carom_trace trace;
        carom_trace_begin(&grid, from, to, CAROM_CORNERS_ANY, &trace);
        for (carom_cell cell; carom_trace_next(&trace, &cell);) {
            assert_true(found.seen[cell.y + MARGIN][cell.x + MARGIN]);
            found.seen[cell.y + MARGIN][cell.x + MARGIN] = false;
        }
        for (int c = 0; c < SIDE * SIDE; ++c) assert_false(found.seen[c / SIDE][c % SIDE]);
    }
}

static void bad_input_gives_an_empty_cover(void **state) {
    (void)state;
    carom_grid grid = {{0, 0}, {1, 1}};
    carom_shape circle, capsule, far, bad = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, -1}};
    carom_make_circle((carom_vec2){0, 0}, 1, &circle);
    carom_make_circle((carom_vec2){0x1p31f, 0}, 1, &far);
    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){1, 1}, 1, &capsule);
    carom_vec2 still = {0, 0};
    cover found;
    take_cover(&grid, &circle, (carom_vec2){NAN, 0}, &found);
    assert_int_equal(found.status, CAROM_STATUS_NOT_FINITE);
    take_cover(&grid, &circle, (carom_vec2){0, INFINITY}, &found);
    assert_int_equal(found.status, CAROM_STATUS_NOT_FINITE);
    take_cover(&grid, &circle, (carom_vec2){0x1p32f, 0}, &found);
    assert_int_equal(found.status, CAROM_STATUS_TOO_LARGE);
    take_cover(&grid, &circle, (carom_vec2){0, -0x1p32f}, &found);
    assert_int_equal(found.status, CAROM_STATUS_TOO_LARGE);
    take_cover(&grid, &bad, still, &found);
    assert_int_equal(found.status, CAROM_STATUS_NEGATIVE_RADIUS);
    take_cover(&grid, &capsule, still, &found);
    assert_int_equal(found.status, CAROM_STATUS_BAD_ARGUMENT);
    take_cover(&grid, &far, still, &found);
    assert_int_equal(found.status, CAROM_STATUS_TOO_LARGE);
    // Position and motion cancel, and the cover of the remainder is exact.
    carom_make_point((carom_vec2){0x1p30f, 0.5f}, &far);
    carom_cover c;
    carom_span span;
    grid.origin.x = 0.75f;
    assert_int_equal(carom_cover_begin(&grid, &far, (carom_vec2){-0x1p30f, 0}, &c), CAROM_STATUS_OK);
    assert_true(carom_cover_next(&c, &span));
    assert_int_equal(span.x_min, -1);
    assert_int_equal(span.x_max, 0x3fffffff);
    grid.cell.x = 0;
    take_cover(&grid, &circle, still, &found);
    assert_int_equal(found.status, CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(found.rows, 0);
}

// ---- Estimates that are wrong -------------------------------------------------------------------------------------

static carom_span span_of_row(const carom_grid *grid, const carom_shape *shape, carom_vec2 move, int row) {
    carom_cover c;
    carom_span span = {0};
    assert_int_equal(carom_cover_begin(grid, shape, move, &c), CAROM_STATUS_OK);
    do assert_true(carom_cover_next(&c, &span));
    while (span.y != row);
    return span;
}

/// Where a path crosses a line of the grid beside a corner, double rounds to the corner, or past it.
static void a_path_beside_a_corner(void **state) {
    (void)state;
    const carom_grid grid = {{0, 0}, {1, 1}};
    for (int sign = -1; sign <= 1; ++sign) {
        carom_shape point;
        carom_make_point((carom_vec2){(float)sign * 0x1p-100f, 0}, &point);
        // From (0, 0) to (49, 49): at a height of 1, 49 * (1.0 / 49) is less than 1.
        for (int scale = 3; scale <= 49; scale += 46) {
            for (int row = 0; row < scale; ++row) {
                carom_span span = span_of_row(&grid, &point, (carom_vec2){(float)scale, (float)scale}, row);
                int before = row > 0 || sign == 0 ? row - (sign <= 0) : sign < 0 ? -1 : 0;
                assert_int_equal(span.x_min, before);
                assert_int_equal(span.x_max, row + (sign >= 0));
            }
        }
    }
}

/// A circle that reaches a line by less than the rounding of that line in double.
static void a_circle_that_reaches_a_line_beyond_rounding(void **state) {
    (void)state;
    const carom_grid grid = {{0, 0.3f}, {1, 0.1f}};
    const struct {
        int row;
        float y, radius;
    } cases[] = {
        {1225437259, 0x1.d3779cp+26f, 0x1.aab3b8p-6f},
        {1675762534, 0x1.3fa058p+27f, 0x1.939f16p-3f},
        {1274036219, 0x1.e6019ap+26f, 0x1.934ccep-4f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        carom_shape circle;
        carom_make_circle((carom_vec2){7.5f, cases[i].y}, cases[i].radius, &circle);
        carom_span span = span_of_row(&grid, &circle, (carom_vec2){0, 0}, cases[i].row);
        assert_int_equal(span.x_min, 7);
        assert_int_equal(span.x_max, 7);
        carom_cover c;
        circle.circle.radius = nextafterf(circle.circle.radius, 0);
        assert_int_equal(carom_cover_begin(&grid, &circle, (carom_vec2){0, 0}, &c), CAROM_STATUS_OK);
        while (carom_cover_next(&c, &span)) assert_int_not_equal(span.y, cases[i].row);
    }
}

// ---- Long motions -------------------------------------------------------------------------------------------------

enum { ROWS = 4100 };

static int take_spans(const carom_grid *grid, const carom_shape *shape, carom_vec2 move, carom_span *spans) {
    carom_cover c;
    int count = 0;
    assert_int_equal(carom_cover_begin(grid, shape, move, &c), CAROM_STATUS_OK);
    for (carom_span span; carom_cover_next(&c, &span); ++count) {
        assert_in_range(count, 0, ROWS - 1);
        spans[count] = span;
    }
    return count;
}

/// The way back covers the same cells. A cover begins with an estimate of each row and searches from there: over
/// thousands of columns, a bad estimate takes a thousand times as long.
static void long_motions_cover_the_same_cells_both_ways(void **state) {
    (void)state;
    static carom_span spans[ROWS], back[ROWS];
    static const carom_vec2 moves[] = {{40000, 3000}, {-40000, 3000}, {300, 3000}, {-40000, 7}, {40000, 0}, {0, 3000}};
    const carom_grid grid = {{0.25f, -0.5f}, {1, 1}};
    for (int i = 0; i < 18; ++i) {
        carom_vec2 move = moves[i % 6], end = {move.x + 2, move.y - 3};
        carom_shape shape, there;
        if (i < 6) {
            carom_make_circle((carom_vec2){2, -3}, 500, &shape);
            carom_make_circle(end, 500, &there);
        } else if (i < 12) {
            carom_make_box((carom_vec2){2, -3}, (carom_vec2){502, 397}, &shape);
            carom_make_box(end, (carom_vec2){end.x + 500, end.y + 400}, &there);
        } else {
            carom_make_point((carom_vec2){2, -3}, &shape);
            carom_make_point(end, &there);
        }
        int count = take_spans(&grid, &shape, move, spans);
        assert_int_equal(take_spans(&grid, &there, (carom_vec2){-move.x, -move.y}, back), count);
        for (int k = 0; k < count; ++k) {
            carom_span other = back[move.y == 0 ? k : count - 1 - k];
            assert_int_equal(spans[k].y, other.y);
            assert_int_equal(spans[k].x_min, other.x_min);
            assert_int_equal(spans[k].x_max, other.x_max);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_covers_are_exact),
        cmocka_unit_test(boxes_match_the_definition),
        cmocka_unit_test(circles_match_the_definition),
        cmocka_unit_test(a_circle_along_a_diagonal_leaves_out_the_corners),
        cmocka_unit_test(points_match_traces),
        cmocka_unit_test(bad_input_gives_an_empty_cover),
        cmocka_unit_test(a_path_beside_a_corner),
        cmocka_unit_test(a_circle_that_reaches_a_line_beyond_rounding),
        cmocka_unit_test(long_motions_cover_the_same_cells_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
