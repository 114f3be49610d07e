// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Mechanisms of level on their own, with input that other layers hardly ever give them.
#include "geom/shapes.h"
#include "level/build/collinear.h"
#include "level/build/outline.h"
#include "level/edit/edit_compare.h"
#include "level/maps.h"
#include "level/query/one_way_corner.h"
#include "level/query/touching.h"
#include "level/query/winding.h"

#include <math.h>

static void points_that_are_not_finite_are_in_no_solid(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "##\n##\n", 16);
    carom_level *level = level_of_map(&m);
    const float bad[] = {NAN, INFINITY, -INFINITY};
    assert_true(cr_level_is_inside(level, vec(16, 16)));
    for (int i = 0; i < 3; ++i) {
        assert_false(cr_level_is_inside(level, vec(bad[i], 16)) || carom_level_solid(level, vec(bad[i], 16)));
        assert_false(cr_level_is_inside(level, vec(16, bad[i])) || carom_level_solid(level, vec(16, bad[i])));
    }
    carom_level_free(level);
}

/// A reader that has seen more edits than there are, or too few, gets -1.
static void edits_are_listed_or_lost(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "....\n....\n", 16);
    carom_level *level = level_of_desc(&(carom_level_desc){.tiles = &m.tiles, .tiles_count = 1, .editable = true});
    carom_box boxes[CR_LEVEL_EDITS];
    uint64_t seen = 1;
    assert_int_equal(cr_level_edits_since(level, &seen, boxes), -1);
    assert_true(seen == 0);
    for (int i = 0; i <= CR_LEVEL_EDITS; ++i) {
        assert_int_equal(cr_level_edits_since(level, &(uint64_t){0}, boxes), i);
        uint8_t code = i % 2 ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
        assert_int_equal(carom_level_set_tile(level, 0, 1, 1, code), CAROM_STATUS_OK);
        assert_int_equal(carom_level_set_tile(level, 0, 1, 1, code), CAROM_STATUS_OK); // is no edit
    }
    assert_int_equal(cr_level_edits_since(level, &(uint64_t){0}, boxes), -1);
    carom_level_free(level);
}

/// Segments with flags move along their own line into a wall, as a sweep against each of its edges says.
static void flagged_segments_move_along_their_own_line(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "..#.\n..#.\n", 16);
    carom_level *level = level_of_map(&m);
    for (int flags = 0; flags < 8; ++flags) {
        for (int y = 8; y <= 32; y += 8) {
            carom_shape line = segment(2, (float)y, 12, (float)y);
            line.segment.one_sided = flags & 1;
            line.segment.skip_a = (flags & 2) != 0;
            line.segment.skip_b = (flags & 4) != 0;
            carom_vec2 move = vec(40, 0);
            carom_sweep_hit hit = carom_level_sweep(level, &line, move), first = {.t = 1};
            for (int i = 0; i < carom_level_edge_count(level); ++i) {
                carom_level_edge e = carom_level_edge_at(level, i);
                carom_shape edge = one_sided(e.a.x, e.a.y, e.b.x, e.b.y);
                carom_sweep_hit one = carom_sweep(&line, move, &edge, vec(0, 0));
                if (one.hit && one.t < first.t) first = one;
            }
            if (y == 32) continue; // along the side, where solid decides
            assert_int_equal(hit.hit, first.hit);
            assert_true(hit.t == first.t);
        }
    }
    carom_level_free(level);
}

/// More edges than one search lists at once.
static void a_box_over_a_thousand_edges_overlaps_all(void **state) {
    (void)state;
    enum { SIDE = 40, MOST_FOUND = 4 * SIDE * SIDE };
    static map m;
    static int found[MOST_FOUND];
    map_make(&m, SIDE, SIDE, 16);
    for (int i = 0; i < SIDE * SIDE; ++i) m.codes[i] = (i + i / SIDE) % 2 ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
    carom_level *level = level_of_map(&m);
    carom_shape all = box(-1, -1, 16 * SIDE + 1, 16 * SIDE + 1);
    int count = carom_level_overlap(level, &all, found, MOST_FOUND), expected = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        carom_shape edge = one_sided(e.a.x, e.a.y, e.b.x, e.b.y);
        if (!carom_overlap(&all, &edge)) continue;
        assert_true(expected < count && found[expected] == i);
        ++expected;
    }
    assert_true(expected > 1000);
    assert_int_equal(count, expected);
    assert_int_equal(carom_level_overlap(level, &all, found, 10), expected);
    carom_level_free(level);
}

/// A ring whose points are all equal has no edge, and leaves others as they are.
// ---- Runs -----------------------------------------------------------------------------------------------------------

static bool is_of_one_source(const void *context, const cr_edge *run, const cr_edge *f) {
    (void)context;
    return run->tag == f->tag;
}

/// Merges `count` pieces, and expects that many runs.
static void expect_runs(const cr_edge *items, int count, int expected) {
    cr_edges pieces = {0}, runs = {0};
    for (int i = 0; i < count; ++i) assert_true(cr_edges_add(&pieces, NULL, items[i]));
    assert_true(cr_merge_collinear(NULL, &pieces, is_of_one_source, NULL, &runs));
    assert_int_equal(runs.count, expected);
    cr_edges_free(&pieces, NULL);
    cr_edges_free(&runs, NULL);
}

/// A run loses its bends, unless it would coincide with another one.
static void bent_runs_do_not_coincide(void **state) {
    (void)state;
    const cr_edge pieces[] = {
        {.a = {0, 0}, .b = {4, 12}, .tag = 4},  {.a = {4, 12}, .b = {4, 11}, .tag = 5},
        {.a = {4, 11}, .b = {0, 0}, .tag = 5},  {.a = {0, 0}, .b = {9, 0}, .tag = 6},
        {.a = {9, 0}, .b = {4, 12}, .tag = 7},  {.a = {4, 12}, .b = {-9, 12}, .tag = 8},
        {.a = {-9, 12}, .b = {0, 0}, .tag = 9},
    };
    expect_runs(pieces, 7, 7);
    expect_runs(pieces + 1, 6, 5);
    expect_runs(pieces + 1, 2, 1);
    const cr_edge both[] = {
        // two bent runs, one from the other's end to its start
        {.a = {0, 0}, .b = {2, 5}, .tag = 1},
        {.a = {2, 5}, .b = {4, 12}, .tag = 1},
        pieces[1],
        pieces[2],
        pieces[3],
        pieces[4],
        pieces[5],
        pieces[6],
    };
    expect_runs(both, 8, 8);
    const cr_edge straight[] = {{.a = {0, 0}, .b = {1, 3}, .tag = 1},
                                {.a = {1, 3}, .b = {4, 12}, .tag = 1},
                                pieces[1],
                                pieces[2],
                                pieces[3],
                                pieces[4],
                                pieces[5],
                                pieces[6]};
    expect_runs(straight, 8, 7); // only the bent one keeps its pieces
}

/// One of the eight symmetries of the square.
static carom_vec2 turned(carom_vec2 p, int symmetry) {
    if (symmetry & 1) p.x = -p.x;
    if (symmetry & 2) p.y = -p.y;
    return symmetry & 4 ? vec(p.y, p.x) : p;
}

/// Two runs, of four pieces each that zigzag about a line. A run is merged unless another piece ends between line and
/// pieces, or on one of them. The end takes every place of a lattice about the first run.
static void runs_are_merged_if_no_vertex_is_beside_them(void **state) {
    (void)state;
    enum { PIECES = 4 };
    static const float zigzag[PIECES + 1] = {0, 1, -1, 1, 0};
    for (int n = 0; n < 8 * 7 * 19; ++n) {
        const int symmetry = n / (7 * 19);
        const carom_vec2 p = vec((float)(n / 19 % 7 - 3) / 2, (float)(n % 19 - 1) / 2);
        cr_edge pieces[2 * PIECES + 1] = {{.a = turned(p, symmetry), .b = turned(vec(20, p.y), symmetry), .tag = 2}};
        bool is_vertex = false, is_beside = false;
        for (int k = 0; k < PIECES; ++k) {
            const carom_vec2 a = vec(zigzag[k], 2 * (float)k), b = vec(zigzag[k + 1], a.y + 2);
            for (int run = 0; run < 2; ++run) {
                pieces[1 + run * PIECES + k] = (cr_edge){.a = turned(vec(a.x + (float)run * 64, a.y), symmetry),
                                                         .b = turned(vec(b.x + (float)run * 64, b.y), symmetry),
                                                         .tag = run};
            }
            is_vertex = is_vertex || (k > 0 && p.x == a.x && p.y == a.y);
            if (p.y < a.y || p.y > b.y || (p.x == 0 && (p.y == 0 || p.y == 2 * PIECES))) continue;
            const float x = a.x + (b.x - a.x) * (p.y - a.y) / 2;
            is_beside = is_beside || p.x == 0 || (p.x > 0 ? p.x <= x : p.x >= x);
        }
        if (!is_vertex) expect_runs(pieces, 2 * PIECES + 1, (is_beside ? PIECES : 1) + 2);
    }
}

/// Thin pieces from one point in all directions of a lattice, all on lines through the origin: none is merged.
static void thin_pieces_in_other_directions_stay(void **state) {
    (void)state;
    enum { REACH = 3 };
    cr_pieces pieces = {0}, runs = {0};
    int directions = 0;
    for (int x = -REACH; x <= REACH; ++x) {
        for (int y = -REACH; y <= REACH; ++y) {
            const bool is_multiple = (x % 2 == 0 && y % 2 == 0) || (x % 3 == 0 && y % 3 == 0);
            if (is_multiple) continue;
            assert_true(cr_pieces_add(&pieces, NULL, (cr_lattice_edge){{0, 0}, {x, y}}));
            ++directions;
        }
    }
    assert_true(cr_merge_thin(NULL, &pieces, 0, &runs));
    assert_int_equal(runs.count, directions);
    cr_pieces_free(&pieces, NULL);
    cr_pieces_free(&runs, NULL);
}

static void rings_without_an_edge_are_nothing(void **state) {
    (void)state;
    const carom_vec2 dot[] = {{5, 5}, {5, 5}, {5, 5}}, square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    for (int first = 0; first < 2; ++first) {
        for (int same = 0; same < 2; ++same) {
            carom_outline outlines[] = {{.points = dot, .count = 3}, {.points = square, .count = 4}};
            if (first) {
                outlines[0] = (carom_outline){.points = square, .count = 4};
                outlines[1] = (carom_outline){.points = dot, .count = 3};
            }
            outlines[1].same_area = same;
            carom_level *level = level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = 2});
            assert_int_equal(carom_level_edge_count(level), 4);
            assert_true(carom_level_solid(level, vec(4, 6)));
            carom_level_free(level);
        }
    }
}

static bool has_link(const carom_level *level, int i, bool next) {
    carom_level_edge e = carom_level_edge_at(level, i);
    return (next ? e.next : e.prev) >= 0;
}

/// Of edges that are alike, the lower number is linked first where they begin, and the higher number where they end.
/// Returns how many pairs are alike.
static int expect_lower_numbers_linked(const carom_level *level) {
    int pairs = 0, count = carom_level_edge_count(level);
    for (int i = 0; i < count; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        for (int k = e.one_way ? i + 1 : count; k < count; ++k) {
            carom_level_edge f = carom_level_edge_at(level, k);
            if (!(e.a.x == f.a.x && e.a.y == f.a.y && e.b.x == f.b.x && e.b.y == f.b.y)) continue;
            assert_true(has_link(level, k, true) || !has_link(level, i, true));
            assert_true(has_link(level, i, false) || !has_link(level, k, false));
            ++pairs;
        }
    }
    return pairs;
}

/// Two grids with the same ledge and tag, which ramps continue at both ends. Edits renumber its edges, in any order.
static void edited_edges_that_coincide_are_linked_by_number(void **state) {
    (void)state;
    enum { COLUMNS = 40, ROWS = 12, EDITS = 600 };
    static const carom_vec2 rising[] = {{0, 1}, {1, 0}}, falling[] = {{0, 0}, {1, 1}};
    const carom_outline up = {.points = rising, .count = 2, .open = true, .one_way = true},
                        down = {.points = falling, .count = 2, .open = true, .one_way = true};
    const carom_tile_shape shapes[] = {{CAROM_TILE_USER, &up, 1}, {CAROM_TILE_USER + 1, &down, 1}};
    static map maps[2];
    carom_tiles tiles[2];
    random_source r = {3};
    for (int g = 0; g < 2; ++g) {
        map_make(&maps[g], COLUMNS, ROWS, 16);
        for (int x = 1; x < COLUMNS - 1; ++x) maps[g].codes[x] = CAROM_TILE_EDGE;
        for (int i = 2 * COLUMNS; g == 0 && i < COLUMNS * ROWS; ++i)
            maps[g].codes[i] = random_below(&r, 3) ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
        tiles[g] = maps[g].tiles;
    }
    maps[0].codes[0] = CAROM_TILE_USER;
    maps[0].codes[COLUMNS - 1] = CAROM_TILE_USER + 1;
    carom_level *level = level_of_desc(&(carom_level_desc){
        .tiles = tiles, .tiles_count = 2, .tile_shapes = shapes, .tile_shapes_count = 2, .editable = true});
    assert_true(expect_lower_numbers_linked(level) >= 1);
    int pairs = 0;
    for (int n = 0; n < EDITS; ++n) {
        bool on_ledge = random_below(&r, 3) > 0;
        int grid = on_ledge ? random_below(&r, 2) : 0, x = 1 + random_below(&r, COLUMNS - 2);
        int y = on_ledge ? 0 : 2 + random_below(&r, ROWS - 2);
        if (random_below(&r, 2)) x = 20;
        uint8_t code = on_ledge ? CAROM_TILE_EDGE : CAROM_TILE_SOLID;
        if (carom_level_tile(level, grid, x, y)) code = CAROM_TILE_EMPTY;
        assert_int_equal(carom_level_set_tile(level, grid, x, y, code), CAROM_STATUS_OK);
        pairs += expect_lower_numbers_linked(level);
    }
    assert_true(pairs > EDITS / 10);
    carom_level_free(level);
}

/// Runs of an editable level end at multiples of 64 cells, which bounds what an edit changes. Around one such end,
/// tiles above have the same ledge once more, which counts once.
static void long_ledges_are_divided(void **state) {
    (void)state;
    enum { COLUMNS = 130 };
    static const carom_vec2 bottom[] = {{0, 1}, {1, 1}};
    const carom_outline part = {.points = bottom, .count = 2, .open = true, .one_way = true};
    const carom_tile_shape shape = {CAROM_TILE_USER, &part, 1};
    static map m;
    map_make(&m, COLUMNS, 3, 16);
    for (int i = 0; i < COLUMNS; ++i) m.codes[COLUMNS + i] = CAROM_TILE_EDGE;
    for (int i = 60; i < 68; ++i) m.codes[i] = CAROM_TILE_USER;
    for (int editable = 0; editable < 2; ++editable) {
        carom_level *level = level_of_desc(&(carom_level_desc){.tiles = &m.tiles,
                                                               .tiles_count = 1,
                                                               .tile_shapes = &shape,
                                                               .tile_shapes_count = 1,
                                                               .editable = editable == 1});
        assert_int_equal(carom_level_edge_count(level), editable ? 3 : 1);
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge e = carom_level_edge_at(level, i);
            assert_true(!editable || (int)e.a.x / 1024 == (int)(e.b.x - 1) / 1024);
            assert_int_equal(e.next >= 0, e.b.x < 16 * COLUMNS);
        }
        carom_level_free(level);
    }
}

/// A tile of the user that fills its cell, with vertices in the sides that the catalogue has none at.
static void full_tiles_with_fine_sides_are_solid(void **state) {
    (void)state;
    static const carom_vec2 square[] = {{0, 0}, {0.3f, 0}, {1, 0}, {1, 0.7f}, {1, 1}, {0, 1}};
    const carom_outline part = {.points = square, .count = 6};
    const carom_tile_shape shape = {CAROM_TILE_USER, &part, 1};
    static map m;
    map_make(&m, 24, 4, 16);
    for (int i = 0; i < 24 * 4; ++i) m.codes[i] = i % 3 || i / 24 == 2 ? CAROM_TILE_USER : CAROM_TILE_SOLID;
    carom_level *level = level_of_desc(
        &(carom_level_desc){.tiles = &m.tiles, .tiles_count = 1, .tile_shapes = &shape, .tile_shapes_count = 1});
    assert_int_equal(carom_level_edge_count(level), 4);
    assert_true(area_of(level) == 24 * 4 * 256);
    carom_level_free(level);
}

/// A ring within the tolerance of one vertex vanishes. The tolerance is a length, also if cells are not square.
static void rings_smaller_than_the_tolerance_vanish(void **state) {
    (void)state;
    uint8_t samples[3 * 3] = {[4] = 255};
    carom_field field = {.columns = 3, .rows = 3, .samples = samples};
    for (int wide = 0; wide < 3; ++wide) {
        field.cell = (carom_vec2){wide == 1 ? 8 : 2, wide == 2 ? 8 : 2};
        for (int i = 0; i < 3; ++i) {
            field.tolerance = i == 0 ? 0 : i == 2 ? 32 : wide ? 3 : 0.125f;
            carom_level *level = level_of_desc(&(carom_level_desc){.fields = &field, .fields_count = 1});
            if (i == 2) assert_int_equal(carom_level_edge_count(level), 0);
            if (i < 2) assert_in_range(carom_level_edge_count(level), 3, 8);
            carom_level_free(level);
        }
    }
}

// ---- Poses after a turn ---------------------------------------------------------------------------------------------

/// A plank of 16 x 2 in a room of 64 x 64 that turns by 90 degrees next to a wall, until its end touches the wall.
typedef struct plank_turn {
    carom_shape plank;
    carom_turning motion;
    carom_rotation turned;
    carom_vec2 touching, deeper; ///< positions of the turned plank: it touches the wall, or penetrates it by one ulp
} plank_turn;

static const carom_rotation unturned = {1, 0}, quarter = {0, 1};

static carom_level *room_of_64(void) {
    static map m;
    map_make(&m, 6, 6, 16);
    map_close(&m);
    return level_of_map(&m);
}

/// The walls have these normals: (0, -1), (1, 0), (0, 1), (-1, 0).
static plank_turn plank_at_wall(int wall, carom_vec2 normal) {
    bool upright = wall % 2 == 0; // when turned
    carom_vec2 at = {48 - 24 * normal.x, 48 - 24 * normal.y}, deeper = at;
    if (upright) deeper.y = nextafterf(at.y, at.y - normal.y);
    if (!upright) deeper.x = nextafterf(at.x, at.x - normal.x);
    float angle = upright ? 1.57079637f : -1.57079637f;
    return (plank_turn){.plank = box(-8, -1, 8, 1),
                        .motion = {{at, upright ? unturned : quarter}, {0, 0}, angle},
                        .turned = upright ? quarter : unturned,
                        .touching = at,
                        .deeper = deeper};
}

static bool is_clear(const carom_level *level, const plank_turn *p, carom_pose at, carom_vec2 normal,
                     carom_separation *found) {
    carom_shape there = carom_shape_posed(&p->plank, at);
    return cr_level_is_clear_of_turn(level, &(cr_posed_motion){&p->plank, &p->motion, &there, at.position, 1, normal},
                                     found);
}

static void a_turned_shape_is_clear_until_it_penetrates_by_an_ulp(void **state) {
    (void)state;
    const carom_vec2 normals[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    carom_level *level = room_of_64();
    for (int wall = 0; wall < 4; ++wall) {
        carom_vec2 normal = normals[wall];
        plank_turn p = plank_at_wall(wall, normal);
        carom_separation found = {.distance = 7};
        assert_true(is_clear(level, &p, (carom_pose){p.touching, p.turned}, normal, &found));
        assert_false(is_clear(level, &p, (carom_pose){p.deeper, p.turned}, normal, &found));
        float depth = fabsf(p.deeper.x - p.touching.x) + fabsf(p.deeper.y - p.touching.y);
        assert_true(found.distance == -depth);
        assert_true(found.normal.x == normal.x && found.normal.y == normal.y);
        // An edge that the motion starts in does not count.
        p.motion.pose = (carom_pose){p.deeper, p.turned};
        assert_true(is_clear(level, &p, p.motion.pose, normal, &found));
    }
    carom_level_free(level);
}

/// A level without edges has nothing in the way.
static void every_pose_is_clear_of_an_empty_level(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "..\n..\n", 16);
    carom_level *level = level_of_map(&m);
    plank_turn p = plank_at_wall(0, vec(0, -1));
    carom_separation found;
    assert_true(is_clear(level, &p, (carom_pose){p.deeper, p.turned}, vec(0, -1), &found));
    carom_level_free(level);
}

/// A shape that is invalid, or that a pose puts out of the range of floats, is nowhere.
static void a_shape_without_a_place_is_clear(void **state) {
    (void)state;
    carom_level *level = room_of_64();
    plank_turn p = plank_at_wall(0, vec(0, -1));
    carom_separation found;
    carom_pose deeper = {p.deeper, p.turned};
    assert_false(is_clear(level, &p, deeper, vec(0, -1), &found));
    const carom_shape off = box(-8, -1, INFINITY, 1);
    cr_posed_motion turned = {&p.plank, &p.motion, &off, p.deeper, 1, vec(0, -1)};
    assert_true(cr_level_is_clear_of_turn(level, &turned, &found));
    const carom_segment wall = {.a = vec(6, -20), .b = vec(6, 20)};
    const carom_shape point = circle(0, 0, 0), on_wall = circle(6, 0, 0);
    carom_shape body = circle(8, 0, 0);
    const carom_turning motion = {{{0, 0}, unturned}, {-4, 0}, 0};
    cr_posed_motion m = {&body, &motion, &on_wall, {-2, 0}, 0.5, {1, 0}};
    assert_true(cr_has_turned_past(&m, &wall, &found));
    carom_shape nowhere = point;
    nowhere.circle.center.x = INFINITY;
    m.there = &nowhere;
    assert_false(cr_has_turned_past(&m, &wall, &found));
    m.there = &on_wall;
    body.circle.radius = -1;
    assert_false(cr_has_turned_past(&m, &wall, &found));
    p.plank.box.max.x = NAN;
    assert_true(is_clear(level, &p, deeper, vec(0, -1), &found));
    carom_level_free(level);
}

/// Of several parts that have passed a wall, the deepest counts, and one that is no shape does not.
static void the_part_that_has_turned_past_by_most_counts(void **state) {
    (void)state;
    const float depth[] = {nextafterf(6, 0), nextafterf(nextafterf(6, 0), 0)};
    const carom_segment wall = {.a = vec(6, -20), .b = vec(6, 20)};
    const carom_shape before[3] = {circle(8, 0, 0), circle(8, 1, 0), circle(8, 0, -1)};
    const carom_turning motion = {{{0, 0}, unturned}, {-4, 0}, 0};
    for (int first = 0; first < 2; ++first) {
        const carom_shape after[3] = {circle(depth[first], 0, 0), circle(depth[!first], 1, 0), circle(5, 0, 0)};
        const carom_shape body = compound(before, 3), there = compound(after, 3);
        cr_posed_motion m = {&body, &motion, &there, {-2, 0}, 0.5, {1, 0}};
        carom_separation found;
        assert_true(cr_has_turned_past(&m, &wall, &found));
        assert_true(found.distance == depth[1] - 6);
    }
}

/// From its front a one-way edge blocks; a shape that passes it from behind does not count.
static void a_turned_shape_may_pass_a_one_way_edge_from_behind(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "......\n......\n......\n------\n......\n......\n", 16);
    carom_level *level = level_of_map(&m);
    plank_turn p = plank_at_wall(0, vec(0, -1));
    p.touching.y = 40; // the edge is at y = 48
    p.motion.pose.position = p.touching;
    carom_separation found;
    carom_pose deeper = {{48, nextafterf(40, 41)}, quarter};
    assert_true(is_clear(level, &p, (carom_pose){p.touching, quarter}, vec(0, -1), &found));
    assert_false(is_clear(level, &p, deeper, vec(0, -1), &found));
    assert_true(found.distance == 40 - deeper.position.y && found.normal.y == -1);

    p.motion.pose.position.y = 60; // turned, it is at 39..55, with its centre in front of the edge
    p.motion.move.y = -13;
    assert_true(is_clear(level, &p, (carom_pose){{48, 47}, quarter}, vec(0, 0), &found));
    carom_level_free(level);
}

/// A point 8 from the position turns by 90 degrees, from (8, 0) to (0, 8). At t = 0.5 it is at x = 5.6568541.
static bool has_turned_past(carom_vec2 there, float wall_x, bool forward, carom_separation *found) {
    const carom_shape body = circle(8, 0, 0), placed = circle(there.x, there.y, 0);
    const carom_turning motion = {{{0, 0}, unturned}, {0, 0}, 1.57079637f};
    carom_vec2 a = {wall_x, forward ? -20.0f : 20.0f}, b = {wall_x, forward ? 20.0f : -20.0f};
    carom_segment wall = {.a = a, .b = b};
    return cr_has_turned_past(&(cr_posed_motion){&body, &motion, &placed, {0, 0}, 0.5, {1, 0}}, &wall, found);
}

static void a_point_has_turned_past_a_segment_that_it_reaches_by_rounding(void **state) {
    (void)state;
    const float x = 5.65685368f, before = nextafterf(x, 9), after = nextafterf(x, 0);
    carom_separation found;
    // The point comes from the larger x, which is right of a segment towards +y.
    assert_false(has_turned_past(vec(before, x), x, true, &found));
    assert_true(has_turned_past(vec(x, x), x, true, &found));
    assert_true(has_turned_past(vec(after, x), x, true, &found));
    assert_true(found.normal.x == 1 && found.normal.y == 0);
    assert_true(found.distance == after - x);
    for (int i = 0; i < 3; ++i) {
        const float at[] = {before, x, after};
        assert_false(has_turned_past(vec(at[i], x), x, false, &found));
    }
    // Not if it was past the segment before rounding.
    assert_false(has_turned_past(vec(after, x), nextafterf(before, 9), true, &found));
    // A place beyond the rounding of a pose was not reached by rounding, and a disc has an interior.
    assert_false(has_turned_past(vec(x - 1, x), x, true, &found));
    const carom_shape disc = circle(8, 0, 0.5f), placed = circle(x, x, 0.5f);
    const carom_turning motion = {{{0, 0}, unturned}, {0, 0}, 1.57079637f};
    carom_segment wall = {.a = vec(x, -20), .b = vec(x, 20)};
    assert_false(cr_has_turned_past(&(cr_posed_motion){&disc, &motion, &placed, {0, 0}, 0.5, {1, 0}}, &wall, &found));
}

/// A point that is exactly on the segment before rounding has passed it if it started in front, or if the contact is
/// with its front.
static void a_point_on_a_segment_passes_it_by_rounding_if_it_came_from_the_front(void **state) {
    (void)state;
    const carom_segment wall = {.a = vec(6, -20), .b = vec(6, 20)};
    const carom_vec2 normals[] = {{1, 0}, {-1, 0}, {0, 0}};
    for (int i = 0; i < 6; ++i) {
        bool from_front = i < 3;
        const carom_shape body = circle(from_front ? 8 : 4, 0, 0), placed = circle(nextafterf(6, 0), 0, 0);
        const carom_turning motion = {{{0, 0}, unturned}, {from_front ? -4.0f : 4.0f, 0}, 0};
        cr_posed_motion m = {&body, &motion, &placed, {from_front ? -2.0f : 2.0f, 0}, 0.5, normals[i % 3]};
        carom_separation found;
        assert_int_equal(cr_has_turned_past(&m, &wall, &found), from_front || i == 3);
    }
}

/// On the line of a one-sided segment a point is in front of it.
static void a_point_keeps_off_segments_of_two_sides_only(void **state) {
    (void)state;
    const carom_shape body = circle(8, 0, 0), on_line = circle(6, 0, 0);
    const carom_turning motion = {{{0, 0}, unturned}, {-4, 0}, 0};
    cr_posed_motion m = {&body, &motion, &on_line, {-2, 0}, 0.5, {1, 0}};
    carom_segment wall = {.a = vec(6, -20), .b = vec(6, 20)};
    carom_separation found;
    assert_true(cr_has_turned_past(&m, &wall, &found));
    wall.one_sided = true;
    assert_false(cr_has_turned_past(&m, &wall, &found));
}

/// Of any shape, not only of a thin one. A shape that is in the wall before rounding passes through it.
static void rounding_puts_no_shape_into_a_one_sided_wall(void **state) {
    (void)state;
    const float beyond = nextafterf(6, 0);
    const carom_shape bodies[] = {segment(8, 0, 10, 1), circle(9, 0, 1), box(8, 0, 10, 1)};
    const carom_shape touching[] = {segment(6, 0, 8, 1), circle(7, 0, 1), box(6, 0, 8, 1)};
    const carom_shape entered[] = {segment(beyond, 0, 8, 1), circle(nextafterf(7, 0), 0, 1), box(beyond, 0, 8, 1)};
    const carom_segment wall = {.a = vec(6, -20), .b = vec(6, 20), .one_sided = true};
    for (int i = 0; i < 3; ++i) {
        carom_turning motion = {{{0, 0}, unturned}, {-4, 0}, 0};
        cr_posed_motion m = {&bodies[i], &motion, &touching[i], {-2, 0}, 0.5, {1, 0}};
        carom_separation found;
        assert_false(cr_has_turned_past(&m, &wall, &found));
        m.there = &entered[i];
        assert_true(cr_has_turned_past(&m, &wall, &found));
        assert_true(found.normal.x == 1 && found.normal.y == 0);
        assert_true(found.distance < 0 && found.distance >= beyond - 6.0f);
        motion.move.x = -5;
        assert_false(cr_has_turned_past(&m, &wall, &found));
    }
}

// ---- Order and vertices ---------------------------------------------------------------------------------------------

static void lines_that_cross_have_no_order(void **state) {
    (void)state;
    const carom_vec2 v[4] = {{0, 0}, {8, 0}, {0, 8}, {8, 8}};
    assert_true(cr_line_order(v[0], v[2], v[1], v[3]) < 0 && cr_line_order(v[1], v[3], v[0], v[2]) > 0);
    for (int i = 0; i < 4; ++i) {
        carom_vec2 a = v[i & 1 ? 3 : 0], b = v[i & 1 ? 0 : 3], c = v[i & 2 ? 2 : 1], d = v[i & 2 ? 1 : 2];
        assert_int_equal(cr_line_order(a, b, c, d), 0);
        assert_int_equal(cr_line_order(c, d, a, b), 0);
    }
}

/// Of two points that are equally near, the one that was added first is found, in whatever square it is.
static void the_first_of_equally_near_points_is_found(void **state) {
    (void)state;
    const carom_vec2 beside[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 16; ++i) {
        if (i % 4 == i / 4) continue;
        for (float x = -2; x <= 2; x += 0.25f) {
            cr_end_points points = {.tolerance = 1.5};
            const carom_vec2 first = {x + beside[i % 4].x, beside[i % 4].y};
            const cr_edge_line line = {first, {x + beside[i / 4].x, beside[i / 4].y}};
            assert_true(cr_end_points_add(&points, NULL, line));
            cr_end_points_sort(&points);
            carom_vec2 q = {x, 0};
            assert_true(cr_end_points_find(&points, &q));
            assert_true(q.x == first.x && q.y == first.y);
            cr_end_points_free(&points, NULL);
        }
    }
}

/// Only a flat shape has no inside at a vertex that it lies across.
static void a_rounded_shape_crosses_no_vertex(void **state) {
    (void)state;
    const carom_shape flat = segment(-2, 0, 2, 0), round = capsule(-2, 0, 2, 0, 0.25f);
    const cr_shared_vertex vertex = {{0, 4}, {0, 0}, {1, -4}};
    cr_core core;
    assert_true(cr_core_of(&flat, &core) && cr_crosses_vertex(&core, &vertex));
    assert_true(cr_core_of(&round, &core) && !cr_crosses_vertex(&core, &vertex));
}

/// Twice the area of a triangle, with its sign.
static float doubled_area_of(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The vertex is between the ends, and each edge is strictly on one side, the edges on different ones. Of an edge along
/// the segment, the half beyond the vertex counts: it is behind the other edge. All segments and edges of a lattice.
static void segments_cross_a_vertex_between_its_edges(void **state) {
    (void)state;
    enum { SIDE = 5, POINTS = SIDE * SIDE };
    const carom_vec2 v = {0, 0};
    int crossing = 0;
    for (int i = 0; i < POINTS * POINTS * POINTS * POINTS; ++i) {
        carom_vec2 points[4];
        for (int k = 0, n = i; k < 4; ++k, n /= POINTS)
            points[k] = vec((float)(n % SIDE - 2), (float)(n / SIDE % SIDE - 2));
        const carom_vec2 p = points[0], q = points[1], a = points[2], b = points[3];
        if ((p.x == q.x && p.y == q.y) || (a.x == 0 && a.y == 0) || (b.x == 0 && b.y == 0)) continue;
        bool crosses = doubled_area_of(p, q, v) == 0 && p.x * q.x + p.y * q.y < 0;
        const float first = doubled_area_of(p, q, a), second = doubled_area_of(p, q, b);
        const carom_vec2 beyond_a = p.x * a.x + p.y * a.y < 0 ? p : q, beyond_b = p.x * b.x + p.y * b.y < 0 ? p : q;
        if (first == 0)
            crosses = crosses && second != 0 && doubled_area_of(v, b, beyond_a) > 0;
        else
            crosses = crosses && (second == 0 ? doubled_area_of(a, v, beyond_b) > 0 : first * second < 0);
        const cr_core core = {.count = 2, .v = {p, q}, .kind = CAROM_SHAPE_SEGMENT};
        assert_int_equal(cr_crosses_vertex(&core, &(cr_shared_vertex){a, v, b}), crosses);
        crossing += crosses;
    }
    assert_true(crossing > 1000);
}

/// A body is in front of a convex vertex if it is in front of either edge, and of a concave one if it is in front of
/// both.
static void a_shape_is_before_a_vertex(void **state) {
    (void)state;
    const cr_shared_vertex convex = {{-4, 0}, {0, 0}, {0, 4}}, concave = {{-4, 0}, {0, 0}, {0, -4}};
    for (int i = 0; i < 4; ++i) {
        bool right = i & 1, below = i & 2;
        const carom_shape ball = circle(right ? 2 : -2, below ? 2 : -2, 0.25f);
        cr_core core;
        assert_true(cr_core_of(&ball, &core));
        assert_int_equal(cr_starts_before_vertex(&core, &convex), right || !below);
        assert_int_equal(cr_starts_before_vertex(&core, &concave), !right && !below);
    }
}

/// The end of a segment moves exactly to the corner of a one-way chain, in all directions of both on a lattice. A
/// segment has no order of its ends, and a turn by a quarter is exact.
static void ends_of_segments_that_reach_a_one_way_corner(void **state) {
    (void)state;
    enum { SIDE = 5, POINTS = SIDE * SIDE };
    int stopped = 0, passed = 0;
    for (int i = 0; i < POINTS * POINTS; ++i) {
        const carom_vec2 a = vec((float)(i % SIDE - 2), (float)(i / SIDE % SIDE - 2)),
                         b = vec((float)(i / POINTS % SIDE - 2), (float)(i / POINTS / SIDE - 2));
        const carom_vec2 chains[2][3] = {{a, {0, 0}, b}, {{-a.y, a.x}, {0, 0}, {-b.y, b.x}}};
        if (a.x * b.y == a.y * b.x) continue;
        carom_level *levels[2];
        for (int k = 0; k < 2; ++k) {
            const carom_outline chain = {.points = chains[k], .count = 3, .open = true, .one_way = true};
            levels[k] = level_of_outlines(&chain, 1);
        }
        for (int n = 0; n < 64; ++n) {
            static const float ways[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
            const float *m = ways[n % 8], *d = ways[n / 8];
            const float x = -8 * m[0], y = -8 * m[1], end_x = x + 5 * d[0], end_y = y + 5 * d[1];
            const carom_shape shapes[] = {segment(x, y, end_x, end_y), segment(end_x, end_y, x, y),
                                          segment(-y, x, -end_y, end_x)};
            carom_sweep_hit hits[3];
            for (int k = 0; k < 3; ++k) {
                carom_vec2 move = k < 2 ? vec(16 * m[0], 16 * m[1]) : vec(-16 * m[1], 16 * m[0]);
                hits[k] = carom_level_sweep(levels[k == 2], &shapes[k], move);
                assert_int_equal(hits[k].hit, hits[0].hit);
                assert_true(hits[k].t == hits[0].t);
                // What faces the motion of neither edge lets it pass.
                double first = (double)a.y * (double)m[0] - (double)a.x * (double)m[1],
                       second = (double)b.x * (double)m[1] - (double)b.y * (double)m[0];
                if (first <= 0 && second <= 0) assert_false(hits[k].hit);
            }
            stopped += hits[0].hit;
            passed += !hits[0].hit;
        }
        for (int k = 0; k < 2; ++k) carom_level_free(levels[k]);
    }
    assert_true(stopped > 1000 && passed > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_that_are_not_finite_are_in_no_solid),
        cmocka_unit_test(edits_are_listed_or_lost),
        cmocka_unit_test(flagged_segments_move_along_their_own_line),
        cmocka_unit_test(a_box_over_a_thousand_edges_overlaps_all),
        cmocka_unit_test(bent_runs_do_not_coincide),
        cmocka_unit_test(thin_pieces_in_other_directions_stay),
        cmocka_unit_test(runs_are_merged_if_no_vertex_is_beside_them),
        cmocka_unit_test(rings_without_an_edge_are_nothing),
        cmocka_unit_test(edited_edges_that_coincide_are_linked_by_number),
        cmocka_unit_test(long_ledges_are_divided),
        cmocka_unit_test(full_tiles_with_fine_sides_are_solid),
        cmocka_unit_test(rings_smaller_than_the_tolerance_vanish),
        cmocka_unit_test(a_turned_shape_is_clear_until_it_penetrates_by_an_ulp),
        cmocka_unit_test(every_pose_is_clear_of_an_empty_level),
        cmocka_unit_test(a_shape_without_a_place_is_clear),
        cmocka_unit_test(the_part_that_has_turned_past_by_most_counts),
        cmocka_unit_test(lines_that_cross_have_no_order),
        cmocka_unit_test(segments_cross_a_vertex_between_its_edges),
        cmocka_unit_test(a_shape_is_before_a_vertex),
        cmocka_unit_test(ends_of_segments_that_reach_a_one_way_corner),
        cmocka_unit_test(the_first_of_equally_near_points_is_found),
        cmocka_unit_test(a_rounded_shape_crosses_no_vertex),
        cmocka_unit_test(a_turned_shape_may_pass_a_one_way_edge_from_behind),
        cmocka_unit_test(a_point_has_turned_past_a_segment_that_it_reaches_by_rounding),
        cmocka_unit_test(a_point_on_a_segment_passes_it_by_rounding_if_it_came_from_the_front),
        cmocka_unit_test(a_point_keeps_off_segments_of_two_sides_only),
        cmocka_unit_test(rounding_puts_no_shape_into_a_one_sided_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
