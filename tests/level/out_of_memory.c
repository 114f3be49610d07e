// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each allocation of a build, an edit, a carving and a triangulation is refused in turn, once: the call returns the
// error and changes nothing, and all memory is freed. The level has every kind of shape.
#include "ledger.h"
#include "level/maps.h"
#include "random.h"

#include <math.h>

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

// ---- Random levels --------------------------------------------------------------------------------------------------

enum { SIDE = 10, SHAPES = 14, POINTS = 9, CHANGES = 8, TRIES = 12 };

/// Codes and outlines on a coarse lattice, where they touch, coincide and cross, or off it.
typedef struct drawing {
    uint8_t codes[2][SIDE * SIDE];
    carom_vec2 points[SHAPES][POINTS];
    carom_outline outlines[SHAPES];
    carom_tiles tiles[2];
    int outlines_count, grids;
    carom_vec2 origin; ///< where floats are coarse, rounding moves crossings
} drawing;

static void draw(drawing *d, random_source *r) {
    *d = (drawing){.grids = 1 + random_below(r, 2), .outlines_count = random_below(r, SHAPES + 1)};
    static const float places[] = {0, 0, 0x1p17f, 0x1p20f};
    float far_off = places[random_below(r, 4)];
    d->origin = (carom_vec2){far_off, -far_off};
    for (int grid = 0; grid < 2; ++grid) {
        for (int i = 0; i < SIDE * SIDE; ++i)
            d->codes[grid][i] = random_below(r, 3) ? CAROM_TILE_EMPTY : random_turn(r, random_below(r, 21));
        d->tiles[grid] = (carom_tiles){.columns = SIDE, .rows = SIDE, .cell = {16, 16}, .codes = d->codes[grid]};
        d->tiles[grid].origin = (carom_vec2){far_off + 8 * (float)grid, 8 * (float)grid - far_off};
    }
    for (int i = 0; i < d->outlines_count; ++i) {
        carom_outline *o = &d->outlines[i];
        bool coarse = random_below(r, 3) > 0, far = random_below(r, 4) == 0;
        carom_vec2 at = {random_range(r, 0, 120), random_range(r, 0, 120)};
        *o = (carom_outline){.points = d->points[i], .count = 3 + random_below(r, POINTS - 2), .tag = i};
        for (int k = 0; k < o->count; ++k) {
            carom_vec2 p = {at.x + random_range(r, -60, 60), at.y + random_range(r, -60, 60)};
            if (far) p = (carom_vec2){random_range(r, -300, 400), random_range(r, -300, 400)};
            if (coarse) p = (carom_vec2){8 * floorf(p.x / 8), 8 * floorf(p.y / 8)};
            d->points[i][k] = (carom_vec2){far_off + p.x, p.y - far_off};
        }
        o->open = random_below(r, 5) == 0;
        o->one_way = random_below(r, 5) == 0;
        o->even_odd = !o->open && !o->one_way && random_below(r, 3) == 0;
        o->same_area = i > 0 && !o->open && !o->one_way && !o[-1].open && !o[-1].one_way && random_below(r, 4) == 0;
        if (o->same_area) o->even_odd = o[-1].even_odd;
    }
}

static carom_status build_drawing(const drawing *d, ledger *l, carom_level **out) {
    const carom_allocator allocator = {ledger_refuse_growth, l};
    const carom_level_desc desc = {.editable = true,
                                   .tiles = d->tiles,
                                   .tiles_count = d->grids,
                                   .outlines = d->outlines,
                                   .outlines_count = d->outlines_count,
                                   .allocator = &allocator};
    return carom_level_make(&desc, out, NULL);
}

static carom_status change_at_random(carom_level *level, random_source r, carom_vec2 origin) {
    carom_shape shape;
    carom_vec2 at = {origin.x + random_range(&r, -20, 180), origin.y + random_range(&r, -20, 180)};
    carom_make_circle(at, random_range(&r, 1, 30), &shape);
    if (random_below(&r, 2)) carom_make_box(at, (carom_vec2){at.x + random_range(&r, 1, 40), at.y + 9}, &shape);
    switch (random_below(&r, 6)) {
    case 0: return carom_level_carve(level, &shape);
    case 1: return carom_level_fill(level, &shape);
    default: break;
    }
    int column = random_below(&r, SIDE), row = random_below(&r, SIDE);
    return carom_level_set_tile(level, 0, column, row, random_below(&r, 2) ? 0 : random_turn(&r, random_below(&r, 21)));
}

static void assert_same_edges(const carom_level *a, const carom_level *b, uint64_t seed) {
    int count = carom_level_edge_count(a);
    if (count != carom_level_edge_count(b)) fail_msg("seed %llu: other edges", (unsigned long long)seed);
    for (int i = 0; i < count; ++i) {
        carom_level_edge p = carom_level_edge_at(a, i), q = carom_level_edge_at(b, i);
        bool same = p.a.x == q.a.x && p.a.y == q.a.y && p.b.x == q.b.x && p.b.y == q.b.y && p.next == q.next &&
                    p.prev == q.prev && p.tag == q.tag && p.one_way == q.one_way;
        if (!same) fail_msg("seed %llu: edge %d", (unsigned long long)seed, i);
    }
}

/// Changes a level, with a refused allocation at random places, and its twin without. Returns the refusals.
static int change_both(carom_level *level, ledger *l, carom_level *twin, random_source r, carom_vec2 origin) {
    random_source places = {r.state + 1};
    int refused = 0;
    for (int i = 0; i < TRIES; ++i) {
        l->left = random_below(&places, 2 << random_below(&places, 10));
        carom_status status = change_at_random(level, r, origin);
        bool was_refused = l->left < 0;
        l->left = -1;
        assert_true((status == CAROM_STATUS_NO_MEMORY) == was_refused);
        if (!was_refused) return change_at_random(twin, r, origin) == status ? refused : -1;
        assert_same_edges(level, twin, r.state);
        ++refused;
    }
    return change_at_random(level, r, origin) == change_at_random(twin, r, origin) ? refused : -1;
}

/// Refusals at random places of builds and changes of random levels: the change has no effect, or all of it.
static void random_refusals_change_nothing(void **state) {
    (void)state;
    int refusals = 0;
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        static drawing d;
        random_source r = {seed};
        draw(&d, &r);
        ledger l = {.left = -1, .once = true}, other = l;
        carom_level *level, *twin;
        carom_status built = build_drawing(&d, &other, &twin);
        for (int i = 0; i < 6 && built == CAROM_STATUS_OK; ++i) {
            l = (ledger){.left = random_below(&r, (int)other.asked), .once = true};
            assert_int_equal(build_drawing(&d, &l, &level), CAROM_STATUS_NO_MEMORY);
            assert_null(level);
            assert_int_equal(l.held, 0);
        }
        assert_int_equal(build_drawing(&d, &l, &level), built);
        for (int i = 0; i < CHANGES && built == CAROM_STATUS_OK; ++i) {
            int refused = change_both(level, &l, twin, (random_source){seed * 1000 + (uint64_t)i}, d.origin);
            assert_true(refused >= 0);
            refusals += refused;
            assert_same_edges(level, twin, seed);
        }
        carom_level_free(level);
        carom_level_free(twin);
        assert_int_equal(l.held, 0);
    }
    print_message("%d refusals\n", refusals);
    assert_true(refusals > 1000);
}

// ---- Small levels ---------------------------------------------------------------------------------------------------

/// A level that a test changes.
typedef struct small_level {
    const carom_tiles *tiles;
    const carom_outline *outlines;
    int outlines_count;
} small_level;

static carom_level *make_small(const small_level *m, ledger *l) {
    const carom_allocator allocator = {ledger_refuse_growth, l};
    return level_of_desc(&(carom_level_desc){.editable = true,
                                             .tiles = m->tiles,
                                             .tiles_count = m->tiles != NULL,
                                             .outlines = m->outlines,
                                             .outlines_count = m->outlines_count,
                                             .allocator = &allocator});
}

/// Refuses each allocation of a change of a fresh level. Without a refusal, the change makes the edges of `expected`.
/// Returns the number of refusals.
static int refuse_each_of_small(const small_level *m, carom_status made(carom_level *, const void *),
                                const void *context) {
    ledger own = {.left = -1};
    carom_level *before = make_small(m, &own), *after = make_small(m, &own);
    assert_int_equal(made(after, context), CAROM_STATUS_OK);
    carom_status status = CAROM_STATUS_NO_MEMORY;
    int refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        carom_level *level = make_small(m, &l);
        l.left = refused;
        status = made(level, context);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        l.left = -1;
        assert_same_edges(level, status == CAROM_STATUS_OK ? after : before, (uint64_t)refused);
        if (status != CAROM_STATUS_OK) {
            assert_int_equal(made(level, context), CAROM_STATUS_OK);
            assert_same_edges(level, after, (uint64_t)refused);
        }
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
    carom_level_free(before);
    carom_level_free(after);
    assert_int_equal(own.held, 0);
    return refused;
}

static carom_status set_middle(carom_level *level, const void *context) {
    return carom_level_set_tile(level, 0, 1, 1, *(const uint8_t *)context);
}

/// The middle of nine cells, where each side that changes is the first one, and thin edges alone.
static void every_allocation_of_a_lone_tile_is_refused_once(void **state) {
    (void)state;
    static const uint8_t sorts[] = {CAROM_TILE_EMPTY, CAROM_TILE_SOLID, CAROM_TILE_EDGE};
    for (int i = 0; i < 3 * 3 * 16; ++i) {
        uint8_t codes[9] = {0}, code = sorts[i / 16 % 3];
        codes[4] = sorts[i / 48];
        for (int k = 0; k < 4; ++k) codes[2 * k + 1] = i >> k & 1; // above, left, right, below
        const carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {16, 16}, .codes = codes};
        int refused = refuse_each_of_small(&(small_level){.tiles = &tiles}, set_middle, &code);
        assert_true(codes[4] == code ? refused == 1 : refused > 4);
    }
}

/// A tiny area in a wide level: its edges share one cell of the index.
static carom_status fill_speck(carom_level *level, const void *context) {
    carom_shape ball;
    (void)context;
    carom_make_circle((carom_vec2){0, 0}, 0x1p-90f, &ball);
    return carom_level_fill(level, &ball);
}

/// A capsule with one end so fine that the edges of its arc share one cell of the index.
static carom_status fill_needle(carom_level *level, const void *context) {
    carom_shape needle;
    (void)context;
    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){1, 0}, 0x1p-90f, &needle);
    return carom_level_fill(level, &needle);
}

static void every_allocation_of_a_crowded_first_fill_is_refused_once(void **state) {
    (void)state;
    static const uint8_t codes[64 * 64] = {0};
    const carom_tiles tiles = {.columns = 64, .rows = 64, .origin = {-512, -512}, .cell = {16, 16}, .codes = codes};
    assert_true(refuse_each_of_small(&(small_level){.tiles = &tiles}, fill_speck, NULL) > 10);
    assert_true(refuse_each_of_small(&(small_level){.tiles = NULL}, fill_needle, NULL) > 10);
}

/// A ring to the left of the edited cell, of many edges, belongs to an area with a ring beside the cell, or is alone.
/// Its winding number is the sum of its crossings with a ray to the left.
static void every_allocation_of_offsets_is_refused_once(void **state) {
    (void)state;
    enum { TEETH = 20 };
    static const uint8_t codes[9] = {0};
    carom_vec2 comb[2 * TEETH + 2];
    static const carom_vec2 beside[] = {{210, 34}, {222, 36}, {214, 46}};
    for (int i = 0; i < 2 * TEETH; ++i) comb[i] = (carom_vec2){(float)(2 * i), i % 2 ? 90 : 0};
    comb[2 * TEETH] = (carom_vec2){78, 100};
    comb[2 * TEETH + 1] = (carom_vec2){0, 100};
    const carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {16, 16}, .origin = {200, 16}, .codes = codes};
    const uint8_t code = CAROM_TILE_SOLID;
    for (int i = 0; i < 2; ++i) {
        const carom_outline outlines[] = {{.points = comb, .count = 2 * TEETH + 2},
                                          {.points = beside, .count = 3, .same_area = i == 0}};
        const small_level level = {.tiles = &tiles, .outlines = outlines, .outlines_count = 2};
        assert_true(refuse_each_of_small(&level, set_middle, &code) > 10);
    }
}

/// Outlines of a few ulp, at 2^20: crossings bend their edges past vertices of others.
static carom_status build_of_ulps(uint64_t seed, ledger *l, carom_level **out) {
    static const int sizes[] = {20, 40, 80, 400};
    static carom_vec2 points[8][6];
    carom_outline outlines[8];
    random_source r = {seed};
    const int size = sizes[random_below(&r, 4)], count = 1 + random_below(&r, 8);
    for (int i = 0; i < count; ++i) {
        outlines[i] = (carom_outline){.points = points[i], .count = 3 + random_below(&r, 4)};
        outlines[i].even_odd = random_below(&r, 4) == 0;
        for (int k = 0; k < outlines[i].count; ++k) {
            float x = (float)random_below(&r, size), y = (float)random_below(&r, size);
            points[i][k] = (carom_vec2){0x1p20f + x / 8, 0x1p20f + y / 8};
        }
    }
    const carom_allocator allocator = {ledger_refuse_growth, l};
    return carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = count, .allocator = &allocator},
                            out, NULL);
}

/// With these seeds, runs of pieces are merged again where they are bent, and there are more of them then.
static void every_allocation_of_bent_runs_is_refused_once(void **state) {
    (void)state;
    static const uint64_t seeds[] = {666, 751, 927, 1429, 1863, 2623, 2754, 2920, 3059};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; ++i) {
        carom_status status = CAROM_STATUS_NO_MEMORY;
        for (int refused = 0; status != CAROM_STATUS_OK; ++refused) {
            ledger l = {.left = refused, .once = true};
            carom_level *level;
            status = build_of_ulps(seeds[i], &l, &level);
            assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
            carom_level_free(level);
            assert_int_equal(l.held, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_build_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_change_is_refused_once),
        cmocka_unit_test(every_allocation_after_a_carving_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_first_fill_is_refused_once),
        cmocka_unit_test(every_allocation_of_tile_shapes_is_refused_once),
        cmocka_unit_test(random_refusals_change_nothing),
        cmocka_unit_test(every_allocation_of_a_lone_tile_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_crowded_first_fill_is_refused_once),
        cmocka_unit_test(every_allocation_of_offsets_is_refused_once),
        cmocka_unit_test(every_allocation_of_bent_runs_is_refused_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
