// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Mechanisms of level on their own, with input that other layers hardly ever give them.
#include "geom/shapes.h"
#include "level/maps.h"
#include "level/query/touching.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_that_are_not_finite_are_in_no_solid),
        cmocka_unit_test(edits_are_listed_or_lost),
        cmocka_unit_test(flagged_segments_move_along_their_own_line),
        cmocka_unit_test(a_box_over_a_thousand_edges_overlaps_all),
        cmocka_unit_test(rings_without_an_edge_are_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
