// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// User-defined tile bases. Bases that redraw the catalogue must give the same edges, in all orientations and beside all
// tiles. Bases with finer vertices must be solid as drawn, and share their seams. Invalid bases are rejected with a
// reason.
#include "level/maps.h"
#include "level/same.h"

#include "level/build/user_tiles.h"

#include <math.h>
#include <stdio.h>

enum { OWN = CAROM_TILE_USER, POINTS = 12 };

static carom_level *level_with_shapes(const map *m, const carom_tile_shape *shapes, int count) {
    carom_level *level = NULL;
    carom_error error = {0};
    carom_level_desc desc = {.tiles = &m->tiles, .tiles_count = 1, .tile_shapes = shapes, .tile_shapes_count = count};
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) fail_msg("%s: %s", error.where, error.message);
    return level;
}

// ---- The catalogue redrawn ----------------------------------------------------------------------------------------

/// A base of the catalogue as a caller would draw it, in either winding.
typedef struct drawing {
    carom_vec2 points[CR_TILE_VERTICES];
    carom_vec2 thin_points[CR_SIDES][2];
    carom_outline parts[CR_SIDES];
    carom_tile_shape shape;
} drawing;

static carom_vec2 in_cell(cr_lattice p) {
    return (carom_vec2){(float)p.x / CR_CELL, (float)p.y / CR_CELL};
}

static void draw_base(drawing *d, int base, bool backwards) {
    cr_tile_shape shape;
    cr_tile_shape_of((uint8_t)base, &shape);
    *d = (drawing){.shape = {.base = OWN, .parts = d->parts}};
    for (int i = 0; i < shape.count; ++i) d->points[backwards ? shape.count - 1 - i : i] = in_cell(shape.v[i]);
    if (shape.count > 0) d->parts[d->shape.parts_count++] = (carom_outline){.points = d->points, .count = shape.count};
    for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
        cr_lattice from, to;
        if (!(shape.thin >> side & 1)) continue;
        cr_tile_side_ends(side, &from, &to);
        d->thin_points[side][0] = in_cell(from);
        d->thin_points[side][1] = in_cell(to);
        d->parts[d->shape.parts_count++] =
            (carom_outline){.points = d->thin_points[side], .count = 2, .open = true, .one_way = true};
    }
}

static void expect_same_edges(const carom_level *level, const carom_level *other) {
    assert_int_equal(carom_level_edge_count(level), carom_level_edge_count(other));
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i), f = carom_level_edge_at(other, i);
        assert_same_point(e.a, f.a);
        assert_same_point(e.b, f.b);
        assert_int_equal(e.corner_a, f.corner_a);
        assert_int_equal(e.corner_b, f.corner_b);
        assert_int_equal(e.one_way, f.one_way);
        assert_int_equal(e.next, f.next);
        assert_int_equal(e.prev, f.prev);
    }
}

static void redrawn_catalogue_bases_give_the_same_edges(void **state) {
    (void)state;
    random_source r = {31};
    static map m, own;
    for (int base = 0; base < CAROM_TILE_DISC; ++base) {
        for (int n = 0; n < 16; ++n) {
            drawing d;
            draw_base(&d, base, n % 2);
            map_make(&m, 7, 6, n % 3 ? 16 : 10.1f);
            map_fill(&m, &r);
            for (int i = 0; i < 42; i += 2) m.codes[i] = carom_tile_code(base, i & 2, i >> 2);
            own = m;
            own.tiles.codes = own.codes;
            for (int i = 0; i < 42; ++i) {
                if ((m.codes[i] & 31) == base && random_below(&r, 4))
                    own.codes[i] = (uint8_t)((m.codes[i] & ~31) | OWN);
            }
            carom_level *level = level_of_map(&m), *other = level_with_shapes(&own, &d.shape, 1);
            assert_int_equal(carom_level_seams_removed(level), carom_level_seams_removed(other));
            expect_same_edges(level, other);
            carom_level_free(level);
            carom_level_free(other);
        }
    }
}

// ---- Finer bases ----------------------------------------------------------------------------------------------------

/// A random polygon around the centre of its cell, with vertices on the sides.
static void draw_star(carom_vec2 *points, random_source *r) {
    double turn = (double)random_range(r, 0, 6);
    for (int i = 0; i < POINTS; ++i) {
        double angle = turn + i * 6.283185307 / POINTS, x = cos(angle), y = sin(angle);
        double far = 0.5 / (fabs(x) > fabs(y) ? fabs(x) : fabs(y)), reach = random_below(r, 2) ? far : far * 0.6;
        points[i] = (carom_vec2){(float)fmin(fmax(0.5 + reach * x, 0), 1), (float)fmin(fmax(0.5 + reach * y, 0), 1)};
    }
}

static bool is_inside(const cr_user_tile *base, double u, double v) {
    bool inside = false;
    for (int i = 0; i < base->solid; ++i) {
        cr_lattice a = base->edges[i].from, b = base->edges[i].to;
        if ((a.y > v) != (b.y > v) && u < a.x + (v - a.y) * (b.x - a.x) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

static bool is_solid(const map *m, const cr_user_tile *base, double x, double y) {
    double cell = (double)m->tiles.cell.x, across = floor(x / cell), down = floor(y / cell);
    if (across < 0 || down < 0 || across >= m->tiles.columns || down >= m->tiles.rows) return false;
    uint8_t code = m->codes[(int)down * m->tiles.columns + (int)across];
    if ((code & 31) < OWN) return map_solid(m, x, y);
    cr_user_tile turned = cr_user_tile_oriented(base, code);
    return is_inside(&turned, (x / cell - across) * CR_CELL, (y / cell - down) * CR_CELL);
}

static void expect_solid_as_drawn(const map *m, const carom_level *level, const cr_user_tile *base, random_source *r) {
    for (int i = 0; i < 400; ++i) {
        carom_vec2 p = {random_range(r, -1, (float)m->tiles.columns * 16 + 1), random_range(r, -1, 97)};
        double x = (double)p.x, y = (double)p.y;
        bool solid = is_solid(m, base, x, y), clear = true;
        for (int k = 0; k < 8; ++k) clear = clear && is_solid(m, base, x + 1e-3 * cos(k), y + 1e-3 * sin(k)) == solid;
        if (clear) assert_int_equal(carom_level_solid(level, p), solid);
    }
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.one_way) continue;
        assert_true(e.next >= 0);
        assert_int_equal(carom_level_edge_at(level, e.next).prev, i);
        double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y, length = sqrt(dx * dx + dy * dy);
        double x = (double)e.a.x + 0.47 * dx, y = (double)e.a.y + 0.47 * dy, reach = 1e-4 / length;
        assert_true(is_solid(m, base, x - dy * reach, y + dx * reach));
        assert_false(is_solid(m, base, x + dy * reach, y - dx * reach));
    }
}

static void fine_bases_share_their_seams(void **state) {
    (void)state;
    random_source r = {32};
    static map m;
    int tried = 0;
    for (int n = 0; n < 200; ++n) {
        carom_vec2 points[POINTS];
        draw_star(points, &r);
        carom_outline part = {.points = points, .count = POINTS};
        carom_tile_shape shape = {.base = OWN + n % 11, .parts = &part, .parts_count = 1};
        cr_user_tile base;
        const char *why;
        if (cr_user_tile_make(&shape, &base, &why) != CAROM_STATUS_OK)
            continue; // a vertex is rounded onto a neighbour's edge
        map_make(&m, 6, 6, 16);
        map_fill(&m, &r);
        for (int i = 0; i < 36; ++i) {
            if (random_below(&r, 2)) m.codes[i] = random_turn(&r, shape.base);
        }
        carom_level *level = level_with_shapes(&m, &shape, 1);
        expect_solid_as_drawn(&m, level, &base, &r);
        carom_level_free(level);
        ++tried;
    }
    assert_true(tried > 150);
}

/// A triangle on one sixth of a side of its cell, beside an empty cell: that sixth alone bounds the solid there.
static void each_sixth_of_a_side_bounds_solid(void **state) {
    (void)state;
    static map m;
    for (int i = 0; i < 6 * 8; ++i) {
        const int first = i / 8 * CR_SIXTH, last = first + CR_SIXTH;
        const carom_vec2 points[] = {
            in_cell((cr_lattice){last, CR_CELL}), in_cell((cr_lattice){first, CR_CELL}), {0.5f, 0.5f}};
        const carom_outline part = {.points = points, .count = 3};
        const carom_tile_shape shape = {.base = OWN, .parts = &part, .parts_count = 1};
        map_make(&m, 3, 3, 16);
        m.codes[4] = carom_tile_code(OWN, i & 1, i / 2 % 4);
        carom_level *level = level_with_shapes(&m, &shape, 1);
        assert_int_equal(carom_level_edge_count(level), 3);
        carom_level_free(level);
    }
}

/// A frame with a hole, and an island in it that touches the frame in a vertex. Equal adjacent frames are one solid.
static void polygons_within_polygons_are_holes(void **state) {
    (void)state;
    static const carom_vec2 frame[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const carom_vec2 hole[] = {{0.25f, 0.25f}, {0.75f, 0.25f}, {0.75f, 0.75f}, {0.25f, 0.75f}};
    static const carom_vec2 island[] = {{0.25f, 0.25f}, {0.5f, 0.375f}, {0.5f, 0.5f}};
    const carom_outline parts[] = {
        {.points = island, .count = 3}, {.points = frame, .count = 4}, {.points = hole, .count = 4}};
    carom_tile_shape shape = {.base = 31, .parts = parts, .parts_count = 3};
    static map m;
    map_make(&m, 2, 1, 16);
    m.codes[0] = 31;
    m.codes[1] = carom_tile_code(31, true, 0);
    carom_level *level = level_with_shapes(&m, &shape, 1);
    assert_int_equal(carom_level_edge_count(level), 4 + 2 * 7);
    assert_true(carom_level_solid(level, (carom_vec2){1, 1}));
    assert_false(carom_level_solid(level, (carom_vec2){8, 10}));
    assert_true(carom_level_solid(level, (carom_vec2){7, 6.8f}));
    assert_false(carom_level_solid(level, (carom_vec2){10, 6.8f}));
    assert_true(carom_level_solid(level, (carom_vec2){25, 6.8f})); // mirrored
    carom_level_free(level);
}

/// A one-way slope in all orientations: a ball comes to rest on it, and passes it from below.
static void one_way_parts_turn_with_their_tile(void **state) {
    (void)state;
    static const carom_vec2 slope[] = {{0, 1}, {1, 0}}; // the far side is on its left
    const carom_outline part = {.points = slope, .count = 2, .open = true, .one_way = true};
    carom_tile_shape shape = {.base = OWN, .parts = &part, .parts_count = 1};
    static map m;
    for (int orientation = 0; orientation < 8; ++orientation) {
        map_make(&m, 1, 1, 16);
        m.codes[0] = carom_tile_code(OWN, orientation & 1, orientation >> 1);
        carom_level *level = level_with_shapes(&m, &shape, 1);
        assert_int_equal(carom_level_edge_count(level), 1);
        float x = orientation & 1 ? 1 : -1, y = -1; // the direction of its normal
        for (int turns = orientation >> 1; turns > 0; --turns) {
            float old = x;
            x = -y;
            y = old;
        }
        carom_shape ball;
        carom_make_circle((carom_vec2){8 + 8 * x, 8 + 8 * y}, 2, &ball);
        assert_true(carom_level_sweep(level, &ball, (carom_vec2){-16 * x, -16 * y}).hit);
        carom_make_circle((carom_vec2){8 - 8 * x, 8 - 8 * y}, 2, &ball);
        assert_false(carom_level_sweep(level, &ball, (carom_vec2){16 * x, 16 * y}).hit);
        carom_level_free(level);
    }
    map_make(&m, 2, 2, 16); // across two cells: one edge
    m.codes[1] = m.codes[2] = OWN;
    carom_level *level = level_with_shapes(&m, &shape, 1);
    assert_int_equal(carom_level_edge_count(level), 1);
    carom_level_free(level);
}

// ---- Invalid bases --------------------------------------------------------------------------------------------------

static void expect_rejected(const carom_tile_shape *shapes, int count, carom_status status, const char *where,
                            const char *message) {
    carom_level *level;
    carom_error error = {0};
    carom_level_desc desc = {.tile_shapes = shapes, .tile_shapes_count = count};
    assert_int_equal(carom_level_make(&desc, &level, &error), status);
    assert_null(level);
    assert_string_equal(error.where, where);
    assert_non_null(strstr(error.message, message));
}

static void expect_part_rejected(const carom_vec2 *points, int count, bool open, bool one_way, carom_status status,
                                 const char *message) {
    static const carom_vec2 square[] = {{0, 0}, {0.5f, 0}, {0.5f, 0.5f}, {0, 0.5f}};
    const carom_outline parts[] = {{.points = square, .count = 4},
                                   {.points = points, .count = count, .open = open, .one_way = one_way}};
    const carom_tile_shape shapes[] = {{.base = 30}, {.base = 25, .parts = parts, .parts_count = 2}};
    expect_rejected(shapes, 2, status, "tile shape 1", message);
}

static void invalid_parts_are_rejected(void **state) {
    (void)state;
    static const carom_vec2 far[] = {{0.6f, 0.6f}, {1.1f, 0.6f}, {0.8f, 1}};
    static const carom_vec2 nan[] = {{0.6f, 0.6f}, {1, NAN}, {0.8f, 1}};
    static const carom_vec2 twice[] = {{0.6f, 0.6f}, {0.6001f, 0.6f}, {0.8f, 1}};
    static const carom_vec2 across[] = {{0.25f, 0.25f}, {1, 0.25f}, {1, 1}};
    static const carom_vec2 beside[] = {{0.5f, 0}, {1, 0}, {1, 1}, {0.5f, 0.5f}};
    static const carom_vec2 bow[] = {{0.6f, 0.6f}, {1, 1}, {1, 0.6f}, {0.6f, 1}};
    static const carom_vec2 flat[] = {{0.6f, 0.6f}, {1, 0.6f}, {0.8f, 0.6f}};
    static const carom_vec2 good[] = {{0.6f, 0.6f}, {1, 0.6f}, {0.8f, 1}};
    static const carom_vec2 within[] = {{0.1f, 0.1f}, {0.2f, 0.2f}};
    expect_part_rejected(far, 3, false, false, CAROM_STATUS_BAD_ARGUMENT, "outside of the cell");
    expect_part_rejected(nan, 3, false, false, CAROM_STATUS_NOT_FINITE, "not finite");
    expect_part_rejected(NULL, 3, false, false, CAROM_STATUS_BAD_ARGUMENT, "null");
    expect_part_rejected(good, 2, false, false, CAROM_STATUS_TOO_FEW_VERTICES, "3 points");
    expect_part_rejected(good, 1, true, true, CAROM_STATUS_TOO_FEW_VERTICES, "3 points");
    expect_part_rejected(good, 3, true, false, CAROM_STATUS_BAD_ARGUMENT, "one-way");
    expect_part_rejected(good, 3, false, true, CAROM_STATUS_BAD_ARGUMENT, "one-way");
    expect_part_rejected(twice, 3, false, false, CAROM_STATUS_BAD_ARGUMENT, "1/384");
    expect_part_rejected(across, 3, false, false, CAROM_STATUS_BAD_ARGUMENT, "cross");
    expect_part_rejected(beside, 4, false, false, CAROM_STATUS_BAD_ARGUMENT, "cross");
    expect_part_rejected(bow, 4, false, false, CAROM_STATUS_BAD_ARGUMENT, "cross");
    expect_part_rejected(flat, 3, false, false, CAROM_STATUS_BAD_ARGUMENT, "cross");
    expect_part_rejected(across, 2, true, true, CAROM_STATUS_BAD_ARGUMENT, "cross");
    expect_part_rejected(within, 2, true, true, CAROM_STATUS_BAD_ARGUMENT, "inside");
    carom_vec2 many[CR_USER_TILE_EDGES];
    for (int i = 0; i < CR_USER_TILE_EDGES; ++i) many[i] = (carom_vec2){0.6f + 0.006f * (float)i, i % 2 ? 0.6f : 0.9f};
    expect_part_rejected(many, CR_USER_TILE_EDGES, true, true, CAROM_STATUS_TOO_MANY_VERTICES, "64 edges");
}

/// User-defined shapes are finer than those of the catalogue, and need more of the precision of floats.
static void cells_far_from_the_origin_are_rejected(void **state) {
    (void)state;
    static map m;
    map_make(&m, 2, 2, 16);
    const carom_tile_shape shape = {.base = 22};
    for (int i = 0; i < 4; ++i) {
        m.tiles.origin.x = i & 1 ? 0x1p18f : 0x1p18f - 32; // to 2^14 cells from the origin, or beyond
        const carom_level_desc desc = {
            .tiles = &m.tiles, .tiles_count = 1, .tile_shapes = &shape, .tile_shapes_count = i & 2 ? 1 : 0};
        carom_level *level = NULL;
        carom_error error;
        assert_int_equal(carom_level_make(&desc, &level, &error), i == 3 ? CAROM_STATUS_TOO_LARGE : CAROM_STATUS_OK);
        if (i == 3) assert_string_equal(error.where, "tiles 0");
        carom_level_free(level);
    }
}

static void invalid_bases_are_rejected(void **state) {
    (void)state;
    carom_tile_shape shapes[2] = {{.base = 22}, {.base = 20}};
    expect_rejected(shapes, 2, CAROM_STATUS_BAD_ARGUMENT, "tile shape 1", "21 to 31");
    shapes[1].base = 32;
    expect_rejected(shapes, 2, CAROM_STATUS_BAD_ARGUMENT, "tile shape 1", "21 to 31");
    shapes[1].base = 22;
    expect_rejected(shapes, 2, CAROM_STATUS_BAD_ARGUMENT, "tile shape 1", "same base");
    shapes[1] = (carom_tile_shape){.base = 23, .parts_count = 1};
    expect_rejected(shapes, 2, CAROM_STATUS_BAD_ARGUMENT, "tile shape 1", "null");
    shapes[1].parts_count = -1;
    expect_rejected(shapes, 2, CAROM_STATUS_BAD_ARGUMENT, "tile shape 1", "null");
    expect_rejected(NULL, 2, CAROM_STATUS_BAD_ARGUMENT, "tile_shapes", "null");
    expect_rejected(shapes, -1, CAROM_STATUS_BAD_ARGUMENT, "tile_shapes_count", "negative");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redrawn_catalogue_bases_give_the_same_edges),
        cmocka_unit_test(fine_bases_share_their_seams),
        cmocka_unit_test(each_sixth_of_a_side_bounds_solid),
        cmocka_unit_test(polygons_within_polygons_are_holes),
        cmocka_unit_test(one_way_parts_turn_with_their_tile),
        cmocka_unit_test(invalid_parts_are_rejected),
        cmocka_unit_test(cells_far_from_the_origin_are_rejected),
        cmocka_unit_test(invalid_bases_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
