// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The tile catalogue: 96 distinct shapes, the sides in sixths, flips and turns.
#include "carom/level.h"

#include "level/build/catalogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

enum { GRID = 48, CODES = 256 };

/// A sampled shape: which of GRID x GRID points of the cell are solid, and which sides are thin.
typedef struct picture {
    unsigned char solid[GRID * GRID];
    unsigned char thin;
} picture;

/// Even-odd rule; the samples lie on no edge.
static bool is_inside(const cr_tile_shape *shape, double x, double y) {
    bool inside = false;
    for (int i = 0; i < shape->count; ++i) {
        cr_lattice a = shape->v[i], b = shape->v[(i + 1) % shape->count];
        if ((a.y > y) == (b.y > y)) continue;
        if (x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

static picture paint(uint8_t code) {
    cr_tile_shape shape;
    picture p = {0};
    assert_true(cr_tile_shape_of(code, &shape));
    for (int i = 0; i < GRID * GRID; ++i) {
        double x = (i % GRID + 0.501) * CR_CELL / GRID, y = (i / GRID + 0.499) * CR_CELL / GRID;
        p.solid[i] = is_inside(&shape, x, y);
    }
    p.thin = shape.thin;
    return p;
}

static bool looks_like(const picture *p, const picture *q) {
    return memcmp(p, q, sizeof *p) == 0;
}

static void codes_have_96_distinct_shapes(void **state) {
    (void)state;
    static picture pictures[CODES];
    int distinct = 0, codes = 0;
    for (int code = 0; code < CODES; ++code) {
        if ((code & 31) >= CAROM_TILE_USER) continue;
        ++codes;
        pictures[code] = paint((uint8_t)code);
        int alias = 0;
        while ((alias & 31) >= CAROM_TILE_USER || !looks_like(&pictures[code], &pictures[alias])) ++alias;
        assert_int_equal(carom_tile_canonical((uint8_t)code), alias);
        distinct += alias == code;
    }
    assert_int_equal(codes, 168);
    assert_int_equal(distinct, 96);
}

/// The number of distinct orientations of each base.
static void bases_have_the_expected_number_of_orientations(void **state) {
    (void)state;
    static const int expected[CAROM_TILE_USER] = {1, 1, 4, 2, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 4, 4, 4, 4, 4, 4};
    for (int base = 0; base < CAROM_TILE_USER; ++base) {
        int distinct = 0;
        for (int k = 0; k < 8; ++k) {
            uint8_t code = carom_tile_code(base, k & 1, k >> 1);
            distinct += carom_tile_canonical(code) == code;
        }
        assert_int_equal(distinct, expected[base]);
    }
}

/// The sixths of a side that are solid just inside of it, or thin; from the left or the top.
static void read_side(uint8_t code, cr_tile_side side, char *sixths) {
    cr_tile_shape shape;
    assert_true(cr_tile_shape_of(code, &shape));
    for (int k = 0; k < 6; ++k) {
        double along = (k + 0.5) * CR_SIXTH, near = 1, far = CR_CELL - 1;
        double x = side == CR_LEFT ? near : side == CR_RIGHT ? far : along;
        double y = side == CR_TOP ? near : side == CR_BOTTOM ? far : along;
        sixths[k] = shape.thin >> side & 1 || is_inside(&shape, x, y) ? '1' : '0';
    }
    sixths[6] = 0;
}

static void sides_match_the_table(void **state) {
    (void)state;
    static const char *expected[CAROM_TILE_USER][CR_SIDES] = {
        {"000000", "000000", "000000", "000000"}, // empty
        {"111111", "111111", "111111", "111111"}, // solid
        {"111111", "000000", "000000", "000000"}, // one edge
        {"111111", "000000", "111111", "000000"}, // two opposite
        {"111111", "111111", "000000", "000000"}, // two adjacent
        {"111111", "111111", "000000", "111111"}, // three
        {"000000", "000111", "111111", "000111"}, // half block
        {"000000", "000000", "111000", "000111"}, // quarter block
        {"111000", "000111", "111111", "111111"}, // step
        {"000000", "111111", "111111", "000000"}, // 45 degrees
        {"000000", "000111", "111111", "000000"}, // 1:2 low
        {"000000", "111111", "111111", "000111"}, // 1:2 high
        {"000000", "000011", "111111", "000000"}, // 1:3 low
        {"000000", "001111", "111111", "000011"}, // 1:3 mid
        {"000000", "111111", "111111", "001111"}, // 1:3 high
        {"000111", "111111", "111111", "000111"}, // bevel
        {"000000", "000000", "111000", "000111"}, // small corner
        {"000000", "000000", "111111", "000000"}, // peak
        {"000000", "000111", "111111", "000111"}, // valley
        {"000000", "111111", "111111", "000000"}, // disc
        {"000000", "111111", "111111", "000000"}, // pipe
    };
    for (int base = 0; base < CAROM_TILE_USER; ++base) {
        for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
            char sixths[7];
            read_side((uint8_t)base, side, sixths);
            assert_string_equal(sixths, expected[base][side]);
        }
    }
}

static bool has_vertex(const cr_tile_shape *shape, cr_lattice p) {
    for (int i = 0; i < shape->count; ++i) {
        if (shape->v[i].x == p.x && shape->v[i].y == p.y) return true;
    }
    return false;
}

/// The mirror in x is applied before the clockwise turns (y down).
static void flip_comes_before_turns(void **state) {
    (void)state;
    cr_tile_shape plain, shape;
    for (int code = 0; code < CODES; ++code) {
        if (!cr_tile_shape_of((uint8_t)code, &shape)) continue;
        cr_tile_shape_of((uint8_t)(code & 31), &plain);
        assert_int_equal(shape.count, plain.count);
        for (int i = 0; i < plain.count; ++i) {
            cr_lattice p = plain.v[i];
            if (code & 32) p.x = CR_CELL - p.x;
            for (int turns = code >> 6; turns > 0; --turns) p = (cr_lattice){CR_CELL - p.y, p.x};
            assert_true(has_vertex(&shape, p));
        }
    }
    // A thin top, mirrored and turned clockwise, is on the right; a thin right side, mirrored, is on the left.
    cr_tile_shape_of(carom_tile_code(CAROM_TILE_EDGE, true, 1), &shape);
    assert_int_equal(shape.thin, 1 << CR_RIGHT);
    cr_tile_shape_of(carom_tile_code(CAROM_TILE_EDGES_ADJACENT, true, 0), &shape);
    assert_int_equal(shape.thin, 1 << CR_TOP | 1 << CR_LEFT);
}

static void solid_is_on_the_left(void **state) {
    (void)state;
    for (int code = 0; code < CODES; ++code) {
        cr_tile_shape shape;
        if (!cr_tile_shape_of((uint8_t)code, &shape)) continue;
        long long area = 0;
        for (int i = 0; i < shape.count; ++i) {
            cr_lattice a = shape.v[i], b = shape.v[(i + 1) % shape.count];
            area += (long long)a.x * b.y - (long long)a.y * b.x;
        }
        if (shape.count > 0) assert_less(0, area);
    }
}

/// The error stated in carom/level.h: vertices within a lattice unit of the circle, chords within 0.0013 cells.
static void arcs_are_within_the_stated_error(void **state) {
    (void)state;
    static const struct { int base, centre; } arcs[] = {{CAROM_TILE_DISC, CR_CELL}, {CAROM_TILE_PIPE, 0}};
    for (int i = 0; i < 2; ++i) {
        cr_tile_shape shape;
        cr_tile_shape_of((uint8_t)arcs[i].base, &shape);
        for (int k = 0; k < shape.count; ++k) {
            double x = shape.v[k].x - arcs[i].centre, y = shape.v[k].y - arcs[i].centre;
            double next_x = shape.v[(k + 1) % shape.count].x - arcs[i].centre;
            double next_y = shape.v[(k + 1) % shape.count].y - arcs[i].centre;
            if (shape.v[k].x == CR_CELL || shape.v[(k + 1) % shape.count].x == CR_CELL) continue; // the square corner
            double radius = x * x + y * y, middle = (x + next_x) * (x + next_x) / 4 + (y + next_y) * (y + next_y) / 4;
            double unit = 1.0 / CR_CELL, full = (double)CR_CELL * CR_CELL;
            assert_true(radius > full * (1 - 2 * unit));
            assert_true(radius < full * (1 + 2 * unit));
            assert_true(middle < full);
            assert_true(middle > full * (1 - 2 * 0.0013));
        }
    }
}

static void names_round_trip(void **state) {
    (void)state;
    for (int base = 0; base < CAROM_TILE_USER; ++base) {
        assert_int_equal(carom_tile_by_name(carom_tile_name(base)), base);
    }
    assert_null(carom_tile_name(CAROM_TILE_USER));
    assert_null(carom_tile_name(-1));
    assert_int_equal(carom_tile_by_name("slope_46"), -1);
    assert_int_equal(carom_tile_by_name(NULL), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_have_96_distinct_shapes),
        cmocka_unit_test(bases_have_the_expected_number_of_orientations),
        cmocka_unit_test(sides_match_the_table),
        cmocka_unit_test(flip_comes_before_turns),
        cmocka_unit_test(solid_is_on_the_left),
        cmocka_unit_test(arcs_are_within_the_stated_error),
        cmocka_unit_test(names_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
