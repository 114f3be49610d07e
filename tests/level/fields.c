// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels from bitmaps, compared with the samples: the bilinear rule at every sample, the marching squares of every cell
// drawn by hand, and the distance to the unsimplified outline.
#include "ledger.h"
#include "level/maps.h"
#include "level/same.h"

#include "level/build/field.h"

#include <float.h>
#include <math.h>

static carom_level *level_of_field(carom_field field) {
    return level_of_desc(&(carom_level_desc){.fields = &field, .fields_count = 1});
}

static carom_field field_of(const uint8_t *samples, int columns, int rows) {
    return (carom_field){.columns = columns, .rows = rows, .cell = {1, 1}, .samples = samples};
}

static void expect_closed(const carom_level *level) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        assert_in_range(e.next, 0, INT32_MAX);
        assert_in_range(e.prev, 0, INT32_MAX);
        assert_same_point(e.b, carom_level_edge_at(level, e.next).a);
    }
}

// ---- Known bitmaps --------------------------------------------------------------------------------------------------

/// '#' is 255. Edges and the doubled area of the outline.
static void expect_outline(const char *rows, int edges, int doubled_area) {
    uint8_t samples[64];
    int columns = (int)(strchr(rows, '\n') - rows), count = 0;
    for (const char *c = rows; *c; ++c) {
        if (*c != '\n') samples[count++] = *c == '#' ? 255 : 0;
    }
    carom_level *level = level_of_field(field_of(samples, columns, count / columns));
    expect_closed(level);
    assert_int_equal(carom_level_edge_count(level), edges);
    assert_true(area_of(level) * 2 == doubled_area);
    carom_level_free(level);
}

static void small_bitmaps_have_known_outlines(void **state) {
    (void)state;
    expect_outline("#\n", 4, 1); // a diamond of half the pixel
    expect_outline(".\n", 0, 0);
    expect_outline("##\n##\n", 8, 7);
    expect_outline("###\n###\n###\n", 8, 17);
    expect_outline("###\n#.#\n###\n", 12, 16);
    expect_outline("#.\n.#\n", 4, 3); // solids at opposite corners are joined
    expect_outline(".#\n#.\n", 4, 3);
    expect_outline("#..\n...\n..#\n", 8, 2);
}

static void a_sample_is_at_the_centre_of_its_pixel(void **state) {
    (void)state;
    static const uint8_t samples[] = {0, 0, 0, 1};
    carom_field field = {
        .columns = 2, .rows = 2, .origin = {10, 20}, .cell = {4, 2}, .samples = samples, .threshold = 1};
    carom_level *level = level_of_field(field);
    assert_true(carom_level_solid(level, (carom_vec2){16, 23}));
    assert_int_equal(carom_level_edge_count(level), 4);
    assert_true(carom_level_solid(level, (carom_vec2){14, 23})); // the corners of the diamond
    assert_true(carom_level_solid(level, (carom_vec2){16, 22}));
    assert_false(carom_level_solid(level, (carom_vec2){14.5f, 22.5f}));
    carom_box bounds = carom_level_bounds(level);
    assert_same_point(bounds.min, ((carom_vec2){10, 20}));
    assert_same_point(bounds.max, ((carom_vec2){18, 24}));
    carom_level_free(level);
}

static void smooth_outlines_cross_between_the_values(void **state) {
    (void)state;
    static const uint8_t samples[] = {0, 0, 0, 0, 200, 0, 0, 0, 0};
    carom_field field = field_of(samples, 3, 3);
    field.smooth = true;
    field.threshold = 100;
    carom_level *level = level_of_field(field);
    carom_ray_hit hit = carom_level_ray(level, (carom_vec2){0, 1.5f}, (carom_vec2){1.5f, 0});
    float x = (float)(1.5 - (200 - 99.5) / 200);
    assert_true(hit.hit);
    assert_same_float(hit.point.x, x);
    carom_level_free(level);
}

/// The four vertices about one sample are 1/510 of a cell beside it: they stay apart where cells are smallest.
static void vertices_stay_apart_in_the_smallest_cells(void **state) {
    (void)state;
    static const uint8_t samples[9] = {[4] = 255};
    for (int k = 0; k < 8; ++k) {
        carom_field field = field_of(samples, 3, 3);
        field.smooth = true;
        field.threshold = 255;
        field.cell.x = k < 4 ? 0x1p-140f + (float)k * FLT_TRUE_MIN : 1.001f;
        field.cell.y = k < 4 ? field.cell.x : 1;
        if (k >= 4) field.origin = (carom_vec2){0x1p14f + (float)(k - 4) * 0x1p-9f, 0x1p14f - 3};
        carom_level *level = level_of_field(field);
        expect_closed(level);
        assert_int_equal(carom_level_edge_count(level), 4);
        carom_level_free(level);
    }
}

/// With this tolerance two pixels become a triangle, and one pixel vanishes, whichever comes first.
static void simplification_keeps_triangles_and_nothing_less(void **state) {
    (void)state;
    static const uint8_t bitmaps[3][9] = {
        {1, 0, 0, 1, 0, 0, 0, 0, 0}, {1, 0, 0, 1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 1, 0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
        carom_field field = field_of(bitmaps[k], 3, 3);
        field.threshold = 1;
        field.tolerance = 0.6f;
        carom_level *level = level_of_field(field);
        expect_closed(level);
        assert_int_equal(carom_level_edge_count(level), 3);
        assert_int_equal(carom_level_seams_removed(level), 0);
        carom_level_free(level);
    }
}

/// Values for which the outline crosses three sides in a straight line, with the first vertex of the loop among them.
static void straight_lines_between_values_are_one_edge(void **state) {
    (void)state;
    static const uint8_t samples[] = {127, 126, 0, 129, 128, 127};
    carom_field field = field_of(samples, 3, 2);
    field.smooth = true;
    field.threshold = 128;
    carom_level *level = level_of_field(field);
    expect_closed(level);
    int lines = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        lines += e.a.x == 0.5f && e.a.y == 0.75f && e.b.x == 2 && e.b.y == 1.5f; // through (1.5, 1.25)
        lines += e.b.x == 0.5f && e.b.y == 0.75f && e.a.x == 2 && e.a.y == 1.5f;
    }
    assert_int_equal(lines, 1);
    carom_level_free(level);
}

/// Runs of equal pixels become one edge.
static void straight_runs_are_one_edge(void **state) {
    (void)state;
    enum { SIDE = 200 };
    static uint8_t samples[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) samples[i] = i / SIDE > i % SIDE ? 255 : 0;
    for (int smooth = 0; smooth < 2; ++smooth) {
        carom_field field = field_of(samples, SIDE, SIDE);
        field.smooth = smooth;
        carom_level *level = level_of_field(field);
        expect_closed(level);
        assert_true(carom_level_edge_count(level) <= 8);
        carom_level_free(level);
    }
}

// ---- Random bitmaps -------------------------------------------------------------------------------------------------

enum { MOST = 40 };

static int draw_samples(random_source *r, uint8_t *samples, int columns, int rows) {
    int kind = random_below(r, 4);
    for (int i = 0; i < columns * rows; ++i) {
        int x = i % columns, y = i / columns;
        samples[i] = kind == 0   ? (uint8_t)random_bits(r)
                     : kind == 1 ? (random_below(r, 2) ? 255 : 0)
                     : kind == 2 ? (uint8_t)(x * 9 + y * 14 + random_below(r, 30))
                                 : (uint8_t)(127 + random_below(r, 2));
    }
    return kind;
}

/// A sample is solid exactly if it is at least the threshold, and the middle of two neighbours that are alike is as
/// they are: between them, no outline passes.
static void expect_samples(const carom_field *f, const carom_level *level) {
    int threshold = f->threshold ? f->threshold : 128;
    for (int i = 0; i < f->columns * f->rows; ++i) {
        int column = i % f->columns, row = i / f->columns;
        bool solid = f->samples[i] >= threshold;
        carom_vec2 at = {f->origin.x + ((float)column + 0.5f) * f->cell.x,
                         f->origin.y + ((float)row + 0.5f) * f->cell.y};
        assert_int_equal(carom_level_solid(level, at), solid);
        if (column + 1 == f->columns || (f->samples[i + 1] >= threshold) != solid) continue;
        at.x += f->cell.x / 2;
        assert_int_equal(carom_level_solid(level, at), solid);
    }
}

static void random_bitmaps_keep_their_samples(void **state) {
    (void)state;
    random_source r = {41};
    uint8_t samples[MOST * MOST];
    for (int n = 0; n < 400; ++n) {
        int columns = 1 + random_below(&r, MOST), rows = 1 + random_below(&r, MOST);
        draw_samples(&r, samples, columns, rows);
        carom_field field = field_of(samples, columns, rows);
        field.smooth = random_below(&r, 2);
        field.threshold = (uint8_t)(random_below(&r, 3) ? 0 : random_below(&r, 256));
        if (n % 3 == 0) {
            field.origin = (carom_vec2){1024, -512};
            field.cell = (carom_vec2){0.5f, 4};
        }
        carom_level *level = level_of_field(field);
        expect_closed(level);
        expect_samples(&field, level);
        carom_level_free(level);
    }
}

static double distance_to_edge(carom_vec2 p, const carom_level_edge *e) {
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y;
    double px = (double)p.x - (double)e->a.x, py = (double)p.y - (double)e->a.y,
           t = (px * x + py * y) / (x * x + y * y);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - t * x, py - t * y);
}

/// Simplified outlines stay within the tolerance, and have fewer edges. Rings smaller than the tolerance may vanish, so
/// the fields are smooth hills without specks.
static void simplified_outlines_are_within_the_tolerance(void **state) {
    (void)state;
    random_source r = {43};
    uint8_t samples[MOST * MOST];
    for (int n = 0; n < 40; ++n) {
        float x = random_range(&r, 15, 25), y = random_range(&r, 15, 25), scale = random_range(&r, 5, 9);
        for (int i = 0; i < MOST * MOST; ++i) {
            double dx = (double)((float)(i % MOST) - x), dy = (double)((float)(i / MOST) - y);
            double value = 255 - (double)scale * sqrt(dx * dx + 2 * dy * dy) - random_below(&r, 3);
            samples[i] = value > 0 ? (uint8_t)value : 0;
        }
        carom_field field = field_of(samples, MOST, MOST);
        field.smooth = n % 2;
        carom_level *full = level_of_field(field);
        field.tolerance = random_range(&r, 0.05f, 1.5f);
        carom_level *simple = level_of_field(field);
        expect_closed(simple);
        if (field.tolerance > (field.smooth ? 0.3f : 1.0f))
            assert_true(carom_level_edge_count(simple) < carom_level_edge_count(full));
        for (int i = 0; i < carom_level_edge_count(full); ++i) {
            carom_vec2 a = carom_level_edge_at(full, i).a;
            double least = 1e9;
            for (int k = 0; k < carom_level_edge_count(simple); ++k) {
                carom_level_edge e = carom_level_edge_at(simple, k);
                least = fmin(least, distance_to_edge(a, &e));
            }
            assert_true(least <= (double)field.tolerance * 1.0001);
        }
        carom_level_free(full);
        carom_level_free(simple);
    }
}

static cr_rings ring_of_field(carom_field field) {
    cr_rings rings = {0};
    assert_int_equal(cr_trace_field(&field, NULL, 10000, &rings), CAROM_STATUS_OK);
    assert_int_equal(rings.count, 1);
    return rings;
}

/// A square with a line of pixels from it, whose outline goes along the line and comes back by steps that are shorter
/// than the tolerance: the far end stays. In each direction, from each corner.
static void simplification_keeps_the_ends_of_thin_lines(void **state) {
    (void)state;
    enum { SIDE = 32, SQUARE = 12 };
    for (int k = 0; k < 8; ++k) {
        uint8_t samples[SIDE * SIDE] = {0};
        for (int i = 0; i < SIDE * SIDE; ++i) {
            const int x = i % SIDE, y = i / SIDE, line = k & 4 ? x / 2 : x;
            if ((x >= SQUARE || y >= SQUARE) && y != line) continue;
            samples[(k & 2 ? SIDE - 1 - y : y) * SIDE + (k & 1 ? SIDE - 1 - x : x)] = 255;
        }
        carom_field field = field_of(samples, SIDE, SIDE);
        cr_rings full = ring_of_field(field);
        for (int t = 1; t <= 4; ++t) {
            field.tolerance = (float)t;
            cr_rings simple = ring_of_field(field);
            assert_true(simple.points_count < full.points_count);
            for (int i = 0; i < full.points_count; ++i) {
                double least = 1e9;
                for (int n = 0; n < simple.points_count; ++n) {
                    const carom_vec2 next = simple.points[n + 1 < simple.points_count ? n + 1 : 0];
                    const carom_level_edge side = {.a = simple.points[n], .b = next};
                    least = fmin(least, distance_to_edge(full.points[i], &side));
                }
                assert_true(least <= t * 1.0001);
            }
            cr_rings_free(&simple, NULL);
        }
        cr_rings_free(&full, NULL);
    }
}

/// With tiles, outlines and a second field: a point is solid if it is solid in one of them.
static void fields_join_other_solids(void **state) {
    (void)state;
    random_source r = {44};
    static map m;
    uint8_t samples[2][16 * 16];
    for (int n = 0; n < 30; ++n) {
        map_make(&m, 8, 8, 2);
        for (int i = 0; i < 64; ++i) m.codes[i] = random_below(&r, 3) == 0;
        carom_field fields[2];
        for (int k = 0; k < 2; ++k) {
            draw_samples(&r, samples[k], 16, 16);
            fields[k] = field_of(samples[k], 16, 16);
            fields[k].smooth = random_below(&r, 2);
            fields[k].tag = k + 1;
        }
        fields[1].origin = (carom_vec2){0.5f * (float)random_below(&r, 3), 0.5f * (float)random_below(&r, 3)};
        const carom_vec2 points[] = {{1, 1}, {13, 2}, {7.5f, 14}};
        const carom_outline outline = {.points = points, .count = 3};
        carom_level_desc desc = {.tiles = &m.tiles, .tiles_count = 1, .fields = fields, .fields_count = 2};
        desc.outlines = &outline;
        desc.outlines_count = n % 2;
        desc.editable = n % 3 == 0;
        carom_level *level = level_of_desc(&desc), *parts[4];
        expect_closed(level);
        parts[0] = level_of_desc(&(carom_level_desc){.tiles = &m.tiles, .tiles_count = 1});
        parts[1] = level_of_field(fields[0]);
        parts[2] = level_of_field(fields[1]);
        parts[3] = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = n % 2});
        for (int i = 0; i < 400; ++i) {
            carom_vec2 p = {random_range(&r, 0, 17), random_range(&r, 0, 17)};
            bool solid = false;
            for (int k = 0; k < 4; ++k) solid = solid || carom_level_solid(parts[k], p);
            assert_int_equal(carom_level_solid(level, p), solid);
        }
        for (int k = 0; k < 4; ++k) carom_level_free(parts[k]);
        carom_level_free(level);
    }
}

/// A tile that is edited beside a field: the result is that of a fresh build.
static void edits_beside_fields_match_a_fresh_build(void **state) {
    (void)state;
    random_source r = {45};
    static map m;
    uint8_t samples[24 * 24];
    for (int n = 0; n < 10; ++n) {
        map_make(&m, 12, 12, 2);
        draw_samples(&r, samples, 24, 24);
        carom_field field = field_of(samples, 24, 24);
        field.smooth = n % 2;
        field.tolerance = n % 3 == 0 ? 0.5f : 0;
        carom_level_desc desc = {
            .editable = true, .tiles = &m.tiles, .tiles_count = 1, .fields = &field, .fields_count = 1};
        carom_level *level = level_of_desc(&desc);
        for (int k = 0; k < 20; ++k) {
            int cell = random_below(&r, 144);
            m.codes[cell] = (uint8_t)random_below(&r, 2);
            assert_int_equal(carom_level_set_tile(level, 0, cell % 12, cell / 12, m.codes[cell]), CAROM_STATUS_OK);
        }
        carom_level *fresh = level_of_desc(&desc);
        assert_true(fabs(area_of(level) - area_of(fresh)) < 1e-3);
        for (int i = 0; i < 500; ++i) {
            carom_vec2 p = {random_range(&r, 0, 25), random_range(&r, 0, 25)};
            assert_int_equal(carom_level_solid(level, p), carom_level_solid(fresh, p));
        }
        carom_level_free(level);
        carom_level_free(fresh);
    }
}

static void invalid_fields_are_rejected(void **state) {
    (void)state;
    static const uint8_t samples[4] = {0};
    carom_field good = field_of(samples, 2, 2), bad[8];
    for (int i = 0; i < 8; ++i) bad[i] = good;
    bad[0].columns = 0;
    bad[1].rows = 1 << 20;
    bad[2].samples = NULL;
    bad[3].cell.x = 0;
    bad[4].cell.y = NAN;
    bad[5].tolerance = -1;
    bad[6].tolerance = NAN;
    bad[7].origin.x = 1e9f; // cells are too small there
    for (int i = 0; i < 8; ++i) {
        carom_level *level;
        carom_error error = {0};
        carom_level_desc desc = {.fields = &bad[i], .fields_count = 1};
        assert_true(carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK);
        assert_null(level);
        assert_string_equal(error.where, "field 0");
    }
    carom_level_desc desc = {.fields_count = 1};
    carom_level *level;
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_BAD_ARGUMENT);
}

static void fields_without_memory_fail(void **state) {
    (void)state;
    uint8_t samples[20 * 20];
    random_source r = {46};
    for (int i = 0; i < 400; ++i) samples[i] = (uint8_t)random_bits(&r);
    carom_field fields[2] = {field_of(samples, 20, 20), field_of(samples, 20, 10)};
    fields[1].tolerance = 0.5f;
    for (int allowed = 0;; ++allowed) {
        ledger l = {.left = allowed};
        carom_allocator allocator = allocator_of(&l);
        carom_level *level;
        carom_level_desc desc = {.editable = true, .fields = fields, .fields_count = 2, .allocator = &allocator};
        carom_status status = carom_level_make(&desc, &level, NULL);
        carom_level_free(level);
        assert_int_equal(l.held, 0);
        if (status == CAROM_STATUS_OK) break;
        assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_bitmaps_have_known_outlines),
        cmocka_unit_test(a_sample_is_at_the_centre_of_its_pixel),
        cmocka_unit_test(smooth_outlines_cross_between_the_values),
        cmocka_unit_test(vertices_stay_apart_in_the_smallest_cells),
        cmocka_unit_test(simplification_keeps_triangles_and_nothing_less),
        cmocka_unit_test(straight_lines_between_values_are_one_edge),
        cmocka_unit_test(straight_runs_are_one_edge),
        cmocka_unit_test(random_bitmaps_keep_their_samples),
        cmocka_unit_test(simplified_outlines_are_within_the_tolerance),
        cmocka_unit_test(simplification_keeps_the_ends_of_thin_lines),
        cmocka_unit_test(fields_join_other_solids),
        cmocka_unit_test(edits_beside_fields_match_a_fresh_build),
        cmocka_unit_test(invalid_fields_are_rejected),
        cmocka_unit_test(fields_without_memory_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
