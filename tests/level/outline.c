// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Outlines of tile maps: the edges there should be, and no others.
#include "level/maps.h"

/// How many edges, and how many of them one-way, a drawing gives.
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

static void small_maps_have_the_edges_one_sees(void **state) {
    (void)state;
    expect_edges("...\n", 0, 0);
    expect_edges("#\n", 4, 0);
    expect_edges("####\n"
                 "####\n",
                 4, 0); // seams vanish both ways
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
    expect_edges("__#\n", 6, 0); // half a side cancels
    expect_edges("#.\n"
                 ".#\n",
                 8, 0); // corners that touch stay corners
    expect_edges(".---.\n", 1, 1);
    expect_edges("-.-\n"
                 "###\n",
                 6, 2);          // one-way edges keep apart from each other and from the solid
    expect_edges("o#\n", 19, 0); // 16 chords, the right side, the bottom, the top
}

static void ends_know_whether_they_can_be_met(void **state) {
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
        assert_true(e.b.x == next.a.x && e.b.y == next.a.y);
        assert_int_equal(next.prev, i);
        assert_int_equal(e.corner_b, next.corner_a);
        bool is_concave = e.b.x == 1 && e.b.y == 1;
        assert_int_equal(e.corner_b, !is_concave);
        concave += is_concave;
    }
    assert_int_equal(concave, 1);
    carom_level_free(level);
}

/// All ends of one-way edges count, and what comes past them meets them.
static void ends_of_one_way_edges_count(void **state) {
    (void)state;
    static const carom_vec2 bent[] = {{0, 0}, {2, 1}, {4, 0}, {6, 1}}; // down, up, down
    const carom_outline chain = {.points = bent, .count = 4, .open = true, .one_way = true};
    carom_level *level = NULL;
    carom_level_make(&(carom_level_desc){.outlines = &chain, .outlines_count = 1}, &level, NULL);
    assert_int_equal(carom_level_edge_count(level), 3);
    for (int i = 0; i < 3; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        assert_true(e.one_way && e.corner_a && e.corner_b);
    }
    const carom_vec2 ends[] = {bent[0], bent[2], bent[3]};
    for (int i = 0; i < 3; ++i) {
        carom_shape ball;
        carom_vec2 above = {ends[i].x + (i == 2 ? 0.25f : i == 0 ? -0.25f : 0), ends[i].y - 4};
        carom_make_circle(above, 0.5f, &ball);
        carom_sweep_hit hit = carom_level_sweep(level, &ball, (carom_vec2){0, 4});
        assert_true(hit.hit && hit.point.x == ends[i].x && hit.point.y == ends[i].y);
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

// ---- Any map --------------------------------------------------------------------------------------------------------

static void expect_solid_left(const map *m, const carom_level *level, carom_level_edge e) {
    double cell = (double)m->tiles.cell.x, x = ((double)e.a.x + (double)e.b.x) / 2,
           y = ((double)e.a.y + (double)e.b.y) / 2;
    double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y, length = sqrt(dx * dx + dy * dy);
    // Not the very middle: other tiles end there.
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
    assert_true(e.next >= 0 && e.prev >= 0);
    carom_level_edge next = carom_level_edge_at(level, e.next);
    assert_int_equal(next.prev, i);
    assert_true(e.b.x == next.a.x && e.b.y == next.a.y);
}

static void expect_truth(const map *m, const carom_level *level, random_source *r) {
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
    expect_truth(m, level, r);
    carom_level_free(level);
}

/// All pairs side by side and on top of each other: what both cover of the common side is gone, and nothing else.
static void every_pair_of_tiles_shares_its_seam(void **state) {
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
        cmocka_unit_test(small_maps_have_the_edges_one_sees),  cmocka_unit_test(ends_know_whether_they_can_be_met),
        cmocka_unit_test(ends_of_one_way_edges_count),         cmocka_unit_test(touching_corners_are_joined),
        cmocka_unit_test(every_pair_of_tiles_shares_its_seam), cmocka_unit_test(random_maps_are_outlined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
