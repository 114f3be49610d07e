// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds through levels: each part is asked on its own, and the whole of it moves as its parts do together.
#include "motion/compound.h"

#include "check.h"
#include "level/maps.h"

enum { PARTS = 3 };

static carom_level *closed_level(random_source *r) {
    static map m;
    map_make(&m, 12, 12, 8);
    for (int i = 0; i < 144; ++i) m.codes[i] = random_below(r, 4) ? 0 : random_code(r);
    map_close(&m);
    return level_of_map(&m);
}

static carom_vec2 drawn(random_source *r, float range) {
    float x = random_range(r, -range, range);
    return (carom_vec2){x, random_range(r, -range, range)};
}

/// Its first part has its reference point at the origin; nested now and then.
static carom_shape random_compound(random_source *r, carom_shape *parts, carom_shape *nest) {
    float radius = random_range(r, 0.2f, 2), width = random_range(r, 0.2f, 4);
    assert_int_equal(carom_make_circle((carom_vec2){0, 0}, radius, &parts[0]), CAROM_STATUS_OK);
    carom_vec2 at = drawn(r, 3);
    parts[1] = boxed(at.x, at.y, width, radius);
    carom_vec2 a = drawn(r, 3);
    assert_int_equal(carom_make_capsule(a, drawn(r, 3), radius / 2, &parts[2]), CAROM_STATUS_OK);
    if (random_below(r, 2)) return compound_of(parts, PARTS);
    nest[0] = parts[0];
    nest[1] = compound_of(parts + 1, PARTS - 1);
    return compound_of(nest, 2);
}

static bool is_inside(const carom_level *level, const carom_shape *parts, carom_vec2 at) {
    for (int i = 0; i < PARTS; ++i) {
        carom_shape part = carom_shape_at(&parts[i], at);
        if (carom_level_sweep(level, &part, (carom_vec2){0, 0}).inside) return true;
    }
    return false;
}

/// All but the position of a sweep.
static void expect_hit_without_position(const carom_level *level, const carom_shape *shape, carom_vec2 move,
                                        carom_sweep_hit hit) {
    carom_sweep_hit only = cr_level_hit(level, shape, move);
    assert_true(only.hit == hit.hit && only.t == hit.t && only.inside == hit.inside);
    assert_true(only.part_a == hit.part_a && only.part_b == hit.part_b);
}

static void the_earliest_part_wins(void **state) {
    (void)state;
    random_source r = {1};
    int hits = 0, insides = 0;
    for (int round = 0; round < 20; ++round) {
        carom_level *level = closed_level(&r);
        for (int i = 0; i < 200; ++i) {
            carom_shape parts[PARTS], nest[2], whole = random_compound(&r, parts, nest);
            carom_vec2 from = {random_range(&r, 8, 88), random_range(&r, 8, 88)}, move = drawn(&r, 30);
            cr_placed placed;
            const carom_shape *there = cr_place_shape(&placed, &whole, from);
            carom_sweep_hit hit = cr_level_sweep(level, there, move), best = {.t = 1};
            expect_hit_without_position(level, there, move, hit);
            for (int k = 0; k < PARTS; ++k) {
                carom_shape part = carom_shape_at(&parts[k], from);
                carom_sweep_hit other = carom_level_sweep(level, &part, move);
                bool earlier = !best.hit || other.t < best.t || (other.t == best.t && other.inside && !best.inside);
                if (!other.hit || !earlier) continue;
                best = other;
                best.part_a = k;
            }
            assert_true(hit.hit == best.hit);
            assert_true(hit.t == best.t);
            assert_true(hit.inside == best.inside);
            assert_true(hit.part_a == best.part_a);
            assert_true(hit.part_b == best.part_b);
            assert_true(hit.normal.x == best.normal.x);
            assert_true(hit.point.y == best.point.y);
            carom_vec2 end = {from.x + move.x, from.y + move.y};
            if (!hit.hit && !is_inside(level, parts, end)) assert_vec(hit.at, end.x, end.y);
            hits += hit.hit;
            insides += hit.inside;
        }
        carom_level_free(level);
    }
    assert_true(hits > 1000);
    assert_true(insides > 500);
    assert_true(hits < 4000);
}

static void moved_it_is_never_inside(void **state) {
    (void)state;
    random_source r = {2};
    int moved = 0;
    for (int round = 0; round < 40; ++round) {
        carom_level *level = closed_level(&r);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape parts[PARTS], nest[2], whole = random_compound(&r, parts, nest);
        carom_vec2 at = {random_range(&r, 8, 88), random_range(&r, 8, 88)};
        carom_push push = carom_push_out(&scene, &whole, at, 0);
        if (push.moved) at = push.at;
        bool free = !is_inside(level, parts, at);
        assert_true(free || push.crushed);
        for (int i = 0; free && i < 60; ++i) {
            carom_response response = {.kind = i % 2 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_BOUNCE, .restitution = 1};
            carom_motion done =
                carom_move(&scene, &whole, &(carom_motion){.at = at, .velocity = drawn(&r, 12)}, &response, NULL, 0);
            assert_false(is_inside(level, parts, done.at));
            assert_false(done.inside);
            moved += done.at.x != at.x;
            at = done.at;
        }
        carom_level_free(level);
    }
    assert_true(moved > 500);
}

/// Two halves of a box go where the box goes.
static void halves_move_as_the_whole(void **state) {
    (void)state;
    map m;
    map_draw(&m, "########\n#......#\n#..##..#\n#.....##\n########\n", 8);
    carom_level *level = level_of_map(&m);
    carom_scene scene = carom_scene_of_level(level);
    carom_shape whole = boxed(0, 0, 4, 2), parts[2] = {boxed(0, 0, 2, 2), boxed(2, 0, 2, 2)};
    carom_shape halves = compound_of(parts, 2);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    random_source r = {3};
    carom_vec2 at = {16, 10};
    for (int i = 0; i < 500; ++i) {
        carom_vec2 v = {(float)(random_below(&r, 65) - 32) / 4, (float)(random_below(&r, 65) - 32) / 4};
        carom_motion a = carom_move(&scene, &whole, &(carom_motion){.at = at, .velocity = v}, &slide, NULL, 0);
        carom_motion b = carom_move(&scene, &halves, &(carom_motion){.at = at, .velocity = v}, &slide, NULL, 0);
        assert_true(fabsf(a.at.x - b.at.x) < 1e-4f);
        assert_true(fabsf(a.at.y - b.at.y) < 1e-4f);
        at = a.at;
    }
    carom_level_free(level);
}

static void too_many_parts_meet_nothing(void **state) {
    (void)state;
    map m;
    map_draw(&m, "##\n", 8);
    carom_level *level = level_of_map(&m);
    carom_shape parts[CAROM_MAX_MOVING_PARTS + 1];
    for (int i = 0; i <= CAROM_MAX_MOVING_PARTS; ++i) parts[i] = boxed(0, (float)i, 1, 1);
    carom_shape most = compound_of(parts, CAROM_MAX_MOVING_PARTS),
                more = compound_of(parts, CAROM_MAX_MOVING_PARTS + 1);
    carom_vec2 above = {2, -40}, down = {0, 40};
    cr_placed placed;
    assert_int_equal(cr_parts_of(&more), CAROM_MAX_MOVING_PARTS + 1);
    carom_sweep_hit hit = cr_level_sweep(level, cr_place_shape(&placed, &most, above), down);
    assert_true(hit.hit);
    assert_true(hit.part_a == CAROM_MAX_MOVING_PARTS - 1);
    assert_true(hit.at.y <= -CAROM_MAX_MOVING_PARTS);
    assert_true(hit.at.y > -CAROM_MAX_MOVING_PARTS - 1e-5f);
    assert_int_equal(cr_place_shape(&placed, &more, above)->kind, CAROM_SHAPE_NONE);
    for (int i = 0; i <= CAROM_MAX_MOVING_PARTS; ++i) parts[i] = carom_shape_at(&parts[i], above);
    assert_false(cr_level_sweep(level, &more, down).hit || cr_level_hit(level, &more, down).hit);
    assert_true(cr_level_sweep(level, &most, down).hit && cr_level_hit(level, &most, down).hit);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_part_wins),
        cmocka_unit_test(moved_it_is_never_inside),
        cmocka_unit_test(halves_move_as_the_whole),
        cmocka_unit_test(too_many_parts_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
