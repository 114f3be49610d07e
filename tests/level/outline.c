// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The boundary of tile maps: the expected edges, and no others.
#include "level/maps.h"
#include "level/same.h"

/// Expects the number of edges of a map, and how many of them are one-way.
static void expect_edges(const char *rows, int edges, int one_way) {
    static map m;
    map_draw(&m, rows, 16);
    carom_level *level = level_of_map(&m);
    int thin = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) thin += carom_level_edge_at(level, i).one_way;
    assert_int_equal(carom_level_edge_count(level), edges);
    assert_int_equal(thin, one_way);
    carom_level_free(level);
}

static void small_maps_have_the_expected_edges(void **state) {
    (void)state;
    expect_edges("...\n", 0, 0);
    expect_edges("#\n", 4, 0);
    expect_edges("####\n"
                 "####\n",
                 4, 0); // seams are removed in both directions
    expect_edges("###\n"
                 "#.#\n"
                 "###\n",
                 8, 0); // a hole
    expect_edges("..#\n"
                 "###\n",
                 6, 0);
    expect_edges("../\n"
                 "./#\n"
                 "/##\n",
                 3, 0); // a slope across three cells is one edge
    expect_edges("/\\\n", 3, 0);
    expect_edges("__#\n", 6, 0); // half of a side cancels
    expect_edges("#.\n"
                 ".#\n",
                 8, 0); // touching corners are not merged
    expect_edges(".---.\n", 1, 1);
    expect_edges("-.-\n"
                 "###\n",
                 6, 2);          // one-way edges are not merged with solid
    expect_edges("o#\n", 19, 0); // 16 chords, the right side, the bottom, the top
}

static void corner_flags_mark_convex_ends(void **state) {
    (void)state;
    static map m;
    map_draw(&m,
             "#..\n"
             "###\n",
             1);
    carom_level *level = level_of_map(&m);
    assert_int_equal(carom_level_edge_count(level), 6);
    int concave = 0;
    for (int i = 0; i < 6; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i), next = carom_level_edge_at(level, e.next);
        assert_same_point(e.b, next.a);
        assert_int_equal(next.prev, i);
        assert_int_equal(e.corner_b, next.corner_a);
        bool is_concave = e.b.x == 1 && e.b.y == 1;
        assert_int_equal(e.corner_b, !is_concave);
        concave += is_concave;
    }
    assert_int_equal(concave, 1);
    carom_level_free(level);
}

/// Every end of a one-way edge is a corner, and a body that passes beside the edge hits it.
static void ends_of_one_way_edges_are_hit(void **state) {
    (void)state;
    static const carom_vec2 bent[] = {{0, 0}, {2, 1}, {4, 0}, {6, 1}}; // down, up, down
    const carom_outline chain = {.points = bent, .count = 4, .open = true, .one_way = true};
    carom_level *level = NULL;
    carom_level_make(&(carom_level_desc){.outlines = &chain, .outlines_count = 1}, &level, NULL);
    assert_int_equal(carom_level_edge_count(level), 3);
    for (int i = 0; i < 3; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        assert_true(e.one_way);
        assert_true(e.corner_a);
        assert_true(e.corner_b);
    }
    const carom_vec2 ends[] = {bent[0], bent[2], bent[3]};
    for (int i = 0; i < 3; ++i) {
        carom_shape ball;
        carom_vec2 above = {ends[i].x + (i == 2 ? 0.25f : i == 0 ? -0.25f : 0), ends[i].y - 4};
        carom_make_circle(above, 0.5f, &ball);
        carom_sweep_hit hit = carom_level_sweep(level, &ball, (carom_vec2){0, 4});
        assert_true(hit.hit);
        assert_same_point(hit.point, ends[i]);
    }
    carom_level_free(level);
}

static void touching_corners_are_joined(void **state) {
    (void)state;
    static map m;
    map_draw(&m,
             "#.\n"
             ".#\n",
             1);
    carom_level *level = level_of_map(&m);
    int in_the_middle = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.b.x != 1 || e.b.y != 1) continue;
        ++in_the_middle;
        assert_false(e.corner_b);
    }
    assert_int_equal(in_the_middle, 2);
    carom_level_free(level);
}

// ---- Random maps ----------------------------------------------------------------------------------------------------

static void expect_solid_left(const map *m, const carom_level *level, carom_level_edge e) {
    double cell = (double)m->tiles.cell.x, x = ((double)e.a.x + (double)e.b.x) / 2,
           y = ((double)e.a.y + (double)e.b.y) / 2;
    double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y, length = sqrt(dx * dx + dy * dy);
    // Not at the midpoint, where other tiles may have a vertex.
    x += dx * 0.07;
    y += dy * 0.07;
    double reach = cell * 1e-3 / length;
    if (e.one_way) return;
    assert_true(map_solid(m, x - dy * reach, y + dx * reach));
    assert_false(map_solid(m, x + dy * reach, y - dx * reach));
    (void)level;
}

static void expect_chained(const carom_level *level, int i) {
    carom_level_edge e = carom_level_edge_at(level, i);
    if (e.one_way) return;
    assert_true(e.next >= 0);
    assert_true(e.prev >= 0);
    carom_level_edge next = carom_level_edge_at(level, e.next);
    assert_int_equal(next.prev, i);
    assert_same_point(e.b, next.a);
}

static void expect_solid_as_drawn(const map *m, const carom_level *level, random_source *r) {
    float cell = m->tiles.cell.x;
    for (int i = 0; i < m->tiles.columns * m->tiles.rows * 8; ++i) {
        carom_vec2 p = {m->tiles.origin.x + (float)(i / 8 % m->tiles.columns) * cell + random_unit(r) * cell,
                        m->tiles.origin.y + (float)(i / 8 / m->tiles.columns) * cell + random_unit(r) * cell};
        bool solid = map_solid(m, (double)p.x, (double)p.y);
        double d = (double)cell * 1e-4, x = (double)p.x, y = (double)p.y;
        bool clear = map_solid(m, x - d, y) == solid && map_solid(m, x + d, y) == solid &&
                     map_solid(m, x, y - d) == solid && map_solid(m, x, y + d) == solid;
        if (clear) assert_int_equal(carom_level_solid(level, p), solid);
    }
}

static void expect_right_outline(const map *m, random_source *r) {
    carom_level *level = level_of_map(m);
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        expect_solid_left(m, level, carom_level_edge_at(level, i));
        expect_chained(level, i);
    }
    expect_solid_as_drawn(m, level, r);
    carom_level_free(level);
}

/// All pairs of tiles side by side and above each other: exactly the part of the side that both cover is removed.
static void every_pair_of_tiles_cancels_its_seam(void **state) {
    (void)state;
    random_source r = {1};
    static map m;
    for (int code = 0; code < 256; ++code) {
        if ((code & 31) >= CAROM_TILE_USER || carom_tile_canonical((uint8_t)code) != code) continue;
        for (int other = 0; other < 256; ++other) {
            if ((other & 31) >= CAROM_TILE_USER || carom_tile_canonical((uint8_t)other) != other) continue;
            for (int down = 0; down < 2; ++down) {
                map_make(&m, down ? 1 : 2, down ? 2 : 1, 6);
                m.codes[0] = (uint8_t)code;
                m.codes[1] = (uint8_t)other;
                expect_right_outline(&m, &r);
            }
        }
    }
}

static void random_maps_are_outlined(void **state) {
    (void)state;
    random_source r = {2};
    static map m;
    for (int n = 0; n < 300; ++n) {
        int columns = 1 + random_below(&r, 12), rows = 1 + random_below(&r, 12);
        map_make(&m, columns, rows, n % 2 ? 16 : 10.1f);
        m.tiles.origin = (carom_vec2){random_range(&r, -500, 500), random_range(&r, -500, 500)};
        map_fill(&m, &r);
        expect_right_outline(&m, &r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_maps_have_the_expected_edges),   cmocka_unit_test(corner_flags_mark_convex_ends),
        cmocka_unit_test(ends_of_one_way_edges_are_hit),        cmocka_unit_test(touching_corners_are_joined),
        cmocka_unit_test(every_pair_of_tiles_cancels_its_seam), cmocka_unit_test(random_maps_are_outlined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
