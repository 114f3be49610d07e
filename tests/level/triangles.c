// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_level_triangles: the triangles have the area that the boundary encloses, and contain the solid points once.
#include "level/triangles.h"
#include "ledger.h"
#include "level/maps.h"

static int triangles_around(const carom_triangle *triangles, int count, carom_vec2 p, bool *near_edge) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        double least = (double)INFINITY;
        for (int k = 0; k < 3; ++k) {
            carom_vec2 a = triangles[i].v[k], b = triangles[i].v[(k + 1) % 3];
            double side = doubled_area(a, b, p) / hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
            least = side < least ? side : least;
        }
        *near_edge |= fabs(least) < 1e-4;
        found += least > 0;
    }
    return found;
}

static void check(const carom_level *level, random_source *r, float size) {
    int count;
    carom_triangle *triangles = triangles_of(level, &count);
    assert_area_of_triangles(level, triangles, count);
    for (int i = 0; i < 20; ++i) {
        carom_vec2 p = {random_range(r, 0, size), random_range(r, 0, size)};
        bool near_edge = false;
        int found = triangles_around(triangles, count, p, &near_edge);
        if (!near_edge) assert_int_equal(found, carom_level_solid(level, p));
    }
    free(triangles);
}

static void random_tiles(void **state) {
    (void)state;
    random_source r = {40};
    static map m;
    for (int i = 0; i < 3000; ++i) {
        map_make(&m, 1 + random_below(&r, 6), 1 + random_below(&r, 6), 16);
        map_fill(&m, &r);
        carom_level *level = level_of_map(&m);
        check(level, &r, 96);
        carom_level_free(level);
    }
}

/// Outlines that cross one another and the tiles, on a lattice and off it.
static void random_outlines(void **state) {
    (void)state;
    random_source r = {41};
    static map m;
    for (int i = 0; i < 2000; ++i) {
        carom_vec2 points[6][8];
        carom_outline outlines[6] = {0};
        bool on_lattice = i % 2;
        map_make(&m, 5, 5, 16);
        map_fill(&m, &r);
        for (int k = 0; k < 6; ++k) {
            outlines[k].points = points[k];
            outlines[k].count = 3 + random_below(&r, 5);
            outlines[k].even_odd = random_below(&r, 2);
            for (int j = 0; j < 8; ++j) {
                points[k][j] = (carom_vec2){random_range(&r, 0, 80), random_range(&r, 0, 80)};
                if (on_lattice)
                    points[k][j] = (carom_vec2){floorf(points[k][j].x / 4) * 4, floorf(points[k][j].y / 4) * 4};
            }
        }
        carom_level *level;
        carom_error error;
        carom_level_desc desc = {
            .tiles = &m.tiles, .tiles_count = i % 3 > 0, .outlines = outlines, .outlines_count = 6};
        assert_int_equal(carom_level_make(&desc, &level, &error), CAROM_STATUS_OK);
        check(level, &r, 80);
        carom_level_free(level);
    }
}

static void thin_edges_have_no_area(void **state) {
    (void)state;
    const carom_vec2 line[] = {{0, 0}, {5, 5}, {9, 1}};
    carom_outline thin = {.points = line, .count = 3, .open = true};
    carom_level *level = level_of_outlines(&thin, 1);
    int count = 1;
    assert_int_equal(carom_level_triangles(level, NULL, 0, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(carom_level_triangles(level, NULL, 1, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_triangles(NULL, NULL, 0, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_triangles(level, NULL, 0, NULL), CAROM_STATUS_BAD_ARGUMENT);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tiles),
        cmocka_unit_test(random_outlines),
        cmocka_unit_test(thin_edges_have_no_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
