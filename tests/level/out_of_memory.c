// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each allocation of a build, an edit, a carving and a triangulation is refused in turn, once: the call returns the
// error and changes nothing, and all memory is freed. The level has every kind of shape.
#include "ledger.h"
#include "level/maps.h"

enum { EDGES = 1024 };

static const carom_vec2 ring[] = {{36, 36}, {92, 40}, {88, 76}, {40, 72}}, hole[] = {{52, 48}, {52, 64}, {72, 60}};
static const carom_vec2 far_ring[] = {{-40, -40}, {200, -44}, {204, 180}, {-44, 184}},
                        far_hole[] = {{-36, -36}, {-38, 180}, {200, 176}, {196, -40}};
static const carom_vec2 loop[] = {{10, 90}, {60, 86}, {30, 118}}, chain[] = {{4, 4}, {40, 60}, {118, 44}};
static const carom_vec2 ledge[] = {{20, 20}, {110, 24}, {114, 90}}, corner[] = {{0, 0}, {1, 0}, {0.25f, 1}};

static carom_status build(ledger *l, carom_level **out) {
    static map m;
    static uint8_t samples[64];
    map_draw(&m, "#######\n#.--..#\n#./#\\.#\n#.#-o_#\n#.-...#\n#######\n", 16);
    m.codes[11] = CAROM_TILE_USER;
    for (int i = 0; i < 64; ++i) samples[i] = i % 7 > 2 && i / 8 % 3 ? 255 : 0;
    const carom_outline outlines[] = {{.points = far_ring, .count = 4, .even_odd = true},
                                      {.points = far_hole, .count = 4, .same_area = true},
                                      {.points = ring, .count = 4, .tag = 3},
                                      {.points = hole, .count = 3, .same_area = true},
                                      {.points = loop, .count = 3, .one_way = true},
                                      {.points = chain, .count = 3, .open = true},
                                      {.points = ledge, .count = 3, .open = true, .one_way = true}};
    const carom_field field = {.columns = 8, .rows = 8, .origin = {60, 60}, .cell = {4, 4}, .samples = samples};
    const carom_outline part = {.points = corner, .count = 3};
    const carom_tile_shape shape = {CAROM_TILE_USER, &part, 1};
    const carom_allocator allocator = {ledger_refuse_growth, l};
    const carom_level_desc desc = {.editable = true,
                                   .tiles = &m.tiles,
                                   .tiles_count = 1,
                                   .outlines = outlines,
                                   .outlines_count = 7,
                                   .tile_shapes = &shape,
                                   .tile_shapes_count = 1,
                                   .fields = &field,
                                   .fields_count = 1,
                                   .allocator = &allocator};
    return carom_level_make(&desc, out, NULL);
}

static void every_allocation_of_a_build_is_refused_once(void **state) {
    (void)state;
    carom_status status = CAROM_STATUS_NO_MEMORY;
    int refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = refused, .once = true};
        carom_level *level;
        status = build(&l, &level);
        if (status != CAROM_STATUS_OK) {
            assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
            assert_null(level);
        } else {
            assert_int_equal(l.left, refused - l.asked); // none was refused
        }
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
    assert_true(refused > 200);
}

typedef carom_status change(carom_level *level);

static carom_status set_tile_alone(carom_level *level) {
    return carom_level_set_tile(level, 0, 0, 0, 0);
}

static carom_status set_thin_tile(carom_level *level) {
    return carom_level_set_tile(level, 0, 2, 4, CAROM_TILE_SOLID);
}

static carom_status set_tile_among_shapes(carom_level *level) {
    return carom_level_set_tile(level, 0, 3, 3, CAROM_TILE_SOLID);
}

static carom_status set_tile_in_areas(carom_level *level) {
    return carom_level_set_tile(level, 0, 3, 2, CAROM_TILE_EMPTY);
}

static carom_status set_user_tile(carom_level *level) {
    return carom_level_set_tile(level, 0, 4, 4, CAROM_TILE_USER);
}

static carom_status rebuild_all(carom_level *level) {
    static const uint8_t codes[42] = {[5] = CAROM_TILE_SOLID, [20] = CAROM_TILE_SLOPE_45, [33] = CAROM_TILE_EDGE};
    return carom_level_set_tiles(level, &(carom_tile_block){0, 0, 0, 7, 6, codes});
}

static carom_status carve_ball(carom_level *level) {
    carom_shape ball;
    carom_make_circle((carom_vec2){60, 52}, 19, &ball);
    return carom_level_carve(level, &ball);
}

static carom_status fill_box(carom_level *level) {
    carom_shape box;
    carom_make_box((carom_vec2){-60, 30}, (carom_vec2){90, 58}, &box);
    return carom_level_fill(level, &box);
}

static carom_status triangulate(carom_level *level) {
    int count;
    return carom_level_triangles(level, NULL, 0, &count);
}

static int list_edges(const carom_level *level, carom_level_edge *edges) {
    int count = carom_level_edge_count(level);
    assert_true(count <= EDGES);
    for (int i = 0; i < count; ++i) edges[i] = carom_level_edge_at(level, i);
    return count;
}

/// Each try has a fresh level. `before`: a change without a refusal that comes before.
static int refuse_each(change *made, change *before) {
    static carom_level_edge edges[EDGES], now[EDGES];
    memset(edges, 0, sizeof edges);
    memset(now, 0, sizeof now);
    carom_status status = CAROM_STATUS_NO_MEMORY;
    int refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        carom_level *level;
        assert_int_equal(build(&l, &level), CAROM_STATUS_OK);
        if (before) assert_int_equal(before(level), CAROM_STATUS_OK);
        int count = list_edges(level, edges);
        l.left = refused;
        status = made(level);
        bool was_refused = l.left < 0;
        l.left = -1;
        if (status == CAROM_STATUS_OK) {
            assert_false(was_refused);
        } else {
            assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
            assert_true(was_refused);
            assert_int_equal(list_edges(level, now), count);
            for (int i = 0; i < count; ++i) {
                assert_true(edges[i].a.x == now[i].a.x && edges[i].a.y == now[i].a.y && edges[i].b.x == now[i].b.x &&
                            edges[i].b.y == now[i].b.y && edges[i].tag == now[i].tag);
            }
            assert_int_equal(made(level), CAROM_STATUS_OK);
        }
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
    return refused;
}

static void every_allocation_of_a_change_is_refused_once(void **state) {
    (void)state;
    change *const changes[] = {set_tile_alone,    set_thin_tile, set_tile_among_shapes,
                               set_tile_in_areas, set_user_tile, rebuild_all,
                               carve_ball,        fill_box,      triangulate};
    for (int i = 0; i < 9; ++i) {
        int refused = refuse_each(changes[i], NULL);
        if (refused < 4) fail_msg("change %d: %d allocations", i, refused);
    }
}

static carom_status fill_corner(carom_level *level) {
    carom_shape ball;
    carom_make_circle((carom_vec2){8, 8}, 7, &ball);
    return carom_level_fill(level, &ball);
}

static void refuse_each_of_a_first_fill(const carom_tiles *tiles, int grids) {
    carom_status status = CAROM_STATUS_NO_MEMORY;
    int refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        const carom_allocator allocator = {ledger_refuse_growth, &l};
        carom_level *level = level_of_desc(
            &(carom_level_desc){.editable = true, .tiles = tiles, .tiles_count = grids, .allocator = &allocator});
        l.left = refused;
        status = fill_corner(level);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        l.left = -1;
        if (status != CAROM_STATUS_OK) {
            assert_int_equal(carom_level_edge_count(level), 0);
            assert_int_equal(fill_corner(level), CAROM_STATUS_OK);
        }
        assert_int_equal(carom_level_edge_count(level), 32);
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
    assert_true(refused > 10);
}

/// The first area of a level without edges.
static void every_allocation_of_a_first_fill_is_refused_once(void **state) {
    (void)state;
    static const uint8_t codes[4] = {0};
    const carom_tiles tiles = {.columns = 2, .rows = 2, .cell = {16, 16}, .codes = codes};
    for (int grids = 0; grids < 2; ++grids) refuse_each_of_a_first_fill(&tiles, grids);
}

/// Refuses each allocation of a build with many tiles of the user.
static void every_allocation_of_tile_shapes_is_refused_once(void **state) {
    (void)state;
    static const carom_vec2 star[] = {{0.1f, 0.1f}, {0.5f, 0.3f}, {0.9f, 0.1f}, {0.7f, 0.5f},
                                      {0.9f, 0.9f}, {0.5f, 0.7f}, {0.1f, 0.9f}, {0.3f, 0.5f}};
    const carom_outline part = {.points = star, .count = 8};
    carom_tile_shape shapes[8];
    for (int i = 0; i < 8; ++i) shapes[i] = (carom_tile_shape){CAROM_TILE_USER + i, &part, 1};
    static const uint8_t codes[1] = {CAROM_TILE_USER};
    const carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {16, 16}, .codes = codes};
    carom_status status = CAROM_STATUS_NO_MEMORY;
    int refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = refused, .once = true};
        const carom_allocator allocator = {ledger_refuse_growth, &l};
        const carom_level_desc desc = {
            .tiles = &tiles, .tiles_count = 1, .tile_shapes = shapes, .tile_shapes_count = 8, .allocator = &allocator};
        carom_level *level;
        status = carom_level_make(&desc, &level, NULL);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        if (status == CAROM_STATUS_OK) assert_int_equal(carom_level_edge_count(level), 8);
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
    assert_true(refused > 10);
}

/// The level has carved edges and marks already.
static void every_allocation_after_a_carving_is_refused_once(void **state) {
    (void)state;
    change *const changes[] = {set_tile_alone, carve_ball, fill_box, triangulate};
    for (int i = 0; i < 4; ++i) assert_true(refuse_each(changes[i], i == 1 ? fill_box : carve_ball) >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_build_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_change_is_refused_once),
        cmocka_unit_test(every_allocation_after_a_carving_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_first_fill_is_refused_once),
        cmocka_unit_test(every_allocation_of_tile_shapes_is_refused_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
