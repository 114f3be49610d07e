// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that penetrate at the start of a step: they separate, stay separate, and do not oscillate.
#include "world/bodies.h"

#include "geom/relation.h"
#include "random.h"

#include <string.h>

static int count_inside(const carom_world *world) {
    carom_body_id ids[256];
    int count = carom_world_bodies(world, ids, 256);
    int inside = 0;
    for (int i = 0; i < count; ++i) {
        carom_shape a = carom_world_shape(world, ids[i]);
        for (int j = 0; j < i; ++j) {
            carom_shape b = carom_world_shape(world, ids[j]);
            inside += cr_relate(&a, &b) == CR_INSIDE;
        }
    }
    return inside;
}

static const carom_response_kind kinds[] = {CAROM_RESPONSE_STOP, CAROM_RESPONSE_SLIDE, CAROM_RESPONSE_BOUNCE};

static void pair_separates_at_once(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        carom_response response = {.kind = kinds[k], .restitution = 1};
        carom_body_id a = add(world, (carom_body_desc){.shape = circle(1), .response = response});
        carom_body_id b = add(world, (carom_body_desc){.shape = circle(1), .position = {1, 0}, .response = response});
        step(world);
        assert_int_equal(count_inside(world), 0);
        carom_vec2 at_a = carom_world_position(world, a);
        carom_vec2 at_b = carom_world_position(world, b);
        assert_less(at_a.x, -0.49f);
        assert_less(-0.52f, at_a.x);
        assert_less(1.49f, at_b.x);
        assert_less(at_b.x, 1.52f);
        for (int i = 0; i < 10; ++i) step(world); // and no further motion
        assert_same_float(carom_world_position(world, a).x, at_a.x);
        assert_same_float(carom_world_position(world, b).x, at_b.x);
        carom_world_free(world);
    }
}

/// Of two movers at one place either way out is as short: the first one takes that of carom_contact.
static void movers_at_one_place_part_along_their_contact(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const carom_shape shapes[2] = {circle(1), boxed(-1, -4, 2, 8)};
        carom_world *world = new_world(NULL);
        carom_body_id first = add(world, (carom_body_desc){.shape = shapes[i]});
        carom_body_id second = add(world, (carom_body_desc){.shape = shapes[!i]});
        carom_vec2 normal = carom_contact(&shapes[i], &shapes[!i]).normal;
        step(world);
        assert_vec(carom_world_position(world, first), normal.x * 129 / 128, 0);
        assert_vec(carom_world_position(world, second), -normal.x * 129 / 128, 0);
        carom_world_free(world);
    }
}

/// A pair that penetrates by an ulp is moved by a few ulp, however large its coordinates are. It was moved by 2 units
/// at 2^20.
static void shallow_pair_is_moved_by_a_few_ulp(void **state) {
    (void)state;
    static const carom_vec2 positions[] = {{0, 1048576}, {1048576, 1048576}, {65536, -1000}, {-1000000, 3}};
    for (int i = 0; i < 16; ++i) {
        carom_vec2 at = positions[i / 4], beside = at;
        float largest = fmaxf(fabsf(at.x), fabsf(at.y)), ulp = nextafterf(largest, INFINITY) - largest;
        float *axis = i & 1 ? &beside.y : &beside.x, sign = i & 2 ? -1 : 1;
        *axis += sign * (8 - ulp);
        carom_world *world = new_world(NULL);
        carom_body_id a = add(world, (carom_body_desc){.shape = circle(4), .position = at});
        carom_body_id b = add(world, (carom_body_desc){.shape = circle(4), .position = beside});
        assert_int_equal(count_inside(world), 1);
        step(world);
        assert_int_equal(count_inside(world), 0);
        carom_vec2 p = carom_world_position(world, a), q = carom_world_position(world, b);
        assert_true(fabsf(p.x - at.x) + fabsf(p.y - at.y) <= 9 * ulp);
        assert_true(fabsf(q.x - beside.x) + fabsf(q.y - beside.y) <= 9 * ulp);
        carom_world_free(world);
    }
}

static carom_shape random_capsule(random_source *r) {
    carom_vec2 half = {random_range(r, -4, 4), random_range(r, -4, 4)};
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {{-half.x, -half.y}, half, random_range(r, 0.5f, 2)}};
}

/// Crowds of one capsule in one spot: the push is more than the rounding of vertices, far out and at the origin, where
/// they are larger than the position. With half of the push, some pairs never separate.
static void crowds_of_capsules_separate(void **state) {
    (void)state;
    random_source r = {11};
    for (int i = 0; i < 250; ++i) {
        carom_world *world = new_world(NULL);
        float offset = i % 5 ? 1048576 : 0;
        carom_shape shape = random_capsule(&r);
        for (int k = 0; k < 10; ++k) {
            carom_vec2 at = {offset, offset};
            if (random_below(&r, 2)) at.x += random_range(&r, -1, 1);
            if (random_below(&r, 2)) at.y += random_range(&r, -1, 1);
            add(world, (carom_body_desc){.shape = shape, .position = at, .response.kind = CAROM_RESPONSE_SLIDE});
        }
        int steps = 0;
        for (; steps < 100 && count_inside(world) > 0; ++steps) step(world);
        assert_true(steps < 100);
        carom_world_free(world);
    }
}

/// The two bodies of a pair are clear of each other after one step, by the exact test, and so neither is crushed.
static void pairs_are_clear_after_one_step(void **state) {
    (void)state;
    static const float offsets[] = {0, 1000, 100000, 1000000, 0x1p20f, -0x1p20f};
    static const float masses[] = {1, 1, 0.125f, 5, INFINITY};
    numbers n = {.r = {3}};
    int pairs = 0;
    for (int i = 0; i < 4000; ++i) {
        n.lattice = random_below(&n.r, 2);
        carom_vec2 offset = {offsets[random_below(&n.r, 6)], offsets[random_below(&n.r, 6)]};
        carom_world *world = new_world(NULL);
        for (int k = 0; k < 2; ++k) {
            carom_vec2 off = place(&n, 4);
            add(world, (carom_body_desc){.shape = random_shape(&n, 8),
                                         .position = {offset.x + off.x, offset.y + off.y},
                                         .mass = masses[random_below(&n.r, k == i % 2 ? 4 : 5)]});
        }
        pairs += count_inside(world);
        step(world);
        assert_int_equal(count_inside(world), 0);
        assert_int_equal(carom_world_stats(world).crushed, 0);
        carom_world_free(world);
    }
    assert_true(pairs > 1000);
}

static void pile_separates(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        random_source r = {7};
        for (int i = 0; i < 60; ++i) {
            carom_shape shape = i % 2 ? circle(random_range(&r, 0.5f, 2)) : box(random_range(&r, 0.5f, 2), 1);
            add(world, (carom_body_desc){
                           .shape = shape, .position = {50, 50}, .response = {.kind = kinds[k], .restitution = 1}});
        }
        int before = count_inside(world);
        int steps = 0;
        while (before > 0 && steps < 500) {
            step(world);
            ++steps;
            int now = count_inside(world);
            assert_true(now <= before); // no new pair ever overlaps
            before = now;
        }
        print_message("60 in one spot: apart after %d steps\n", steps);
        assert_int_equal(before, 0);
        uint64_t hash = carom_world_hash(world);
        for (int i = 0; i < 20; ++i) step(world);
        assert_true(carom_world_hash(world) == hash);
        carom_world_free(world);
    }
}

static void overlapping_movers_do_not_block_each_other(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        carom_response response = {.kind = kinds[k], .restitution = 1};
        add(world, (carom_body_desc){.shape = circle(2), .velocity = {3, 0}, .response = response});
        carom_body_id b =
            add(world,
                (carom_body_desc){.shape = circle(2), .position = {1, 0}, .velocity = {-3, 0}, .response = response});
        for (int i = 0; i < 5; ++i) step(world);
        assert_int_equal(count_inside(world), 0);
        assert_true(carom_world_position(world, b).x > 1); // on its own side
        carom_world_free(world);
    }
}

static void static_pushes_mover_out_at_once(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id wall = add(world, (carom_body_desc){.shape = box(10, 10), .type = CAROM_BODY_STATIC});
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(1), .position = {5, 9}});
    step(world);
    assert_int_equal(count_inside(world), 0);
    assert_true(carom_world_position(world, ball).y >= 11);
    // A static placed onto a mover pushes it out.
    carom_world_set_position(world, wall, (carom_vec2){0, 2});
    step(world);
    assert_int_equal(count_inside(world), 0);
    assert_not_above(13, carom_world_position(world, ball).y);
    assert_less(carom_world_position(world, ball).y, 13.001f);
    carom_world_free(world);
}

static void crushed_mover_is_counted_and_stays(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add(world, (carom_body_desc){.shape = box(1000, 10), .position = {-500, -10}, .type = CAROM_BODY_STATIC});
    carom_body_id press =
        add(world, (carom_body_desc){.shape = box(1000, 10), .position = {-500, 2}, .type = CAROM_BODY_STATIC});
    carom_body_id ball = add(
        world, (carom_body_desc){.shape = circle(1), .position = {0, 1}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
    step(world);
    assert_int_equal(carom_world_stats(world).crushed, 0);
    carom_world_set_position(world, press, (carom_vec2){-500, 1});
    for (int i = 0; i < 20; ++i) {
        step(world);
        assert_int_equal(carom_world_stats(world).crushed, 1);
        carom_vec2 at = carom_world_position(world, ball);
        assert_vec(at, 0, 1);
    }
    carom_world_set_position(world, press, (carom_vec2){-500, 5});
    step(world);
    assert_int_equal(carom_world_stats(world).crushed, 0);
    carom_world_free(world);
}

/// Returns the count after a step of a mover under a ceiling. A static or a mover of infinite mass below it penetrates
/// it by 1, and to leave it sideways takes more.
static int crushed_under_ceiling(const carom_shape *shape, bool is_static, float motion) {
    carom_world *world = new_world(NULL);
    carom_body_desc wall = {.shape = box(1000, 10), .position = {-500, 4}, .type = CAROM_BODY_STATIC};
    add(world, wall);
    wall.position.y = -14;
    add(world, wall);
    carom_body_desc post = {.shape = box(4, 1), .position = {-4, 3}, .mass = INFINITY};
    if (is_static) post.type = CAROM_BODY_STATIC;
    carom_body_id below = add(world, post);
    carom_body_id mover = add(
        world, (carom_body_desc){.shape = *shape, .velocity = {motion, 0}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
    step(world);
    carom_shape there = carom_world_shape(world, mover), other = carom_world_shape(world, below);
    int crushed = carom_world_stats(world).crushed;
    assert_int_equal(crushed > 0, cr_relate(&there, &other) == CR_INSIDE);
    carom_world_free(world);
    return crushed;
}

/// Penetration after the step counts. A mover that leaves the other body by its motion is not crushed.
static void mover_that_leaves_is_not_crushed(void **state) {
    (void)state;
    const carom_vec2 corners[] = {{-4, 4}, {4, 4}, {2, -4}, {-2, -4}}, left = {-1, 0}, right = {1, 0};
    carom_shape shapes[] = {circle(4), {0}, {0}, {0}};
    assert_int_equal(carom_make_box((carom_vec2){-4, -4}, (carom_vec2){4, 4}, &shapes[1]), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(corners, 4, &shapes[2]), CAROM_STATUS_OK);
    assert_int_equal(carom_make_capsule(left, right, 4, &shapes[3]), CAROM_STATUS_OK);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(crushed_under_ceiling(&shapes[i], true, 0), 1);
        assert_int_equal(crushed_under_ceiling(&shapes[i], false, 0), 2);
        for (float motion = -16; motion <= 16; motion += 32) {
            assert_int_equal(crushed_under_ceiling(&shapes[i], true, motion), 0);
            assert_int_equal(crushed_under_ceiling(&shapes[i], false, motion), 0);
        }
    }
}

static void level_pushes_mover_out(void **state) {
    (void)state;
    uint8_t codes[9] = {0, 0, 0, 0, 0, 0, CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(3), .position = {20, 30}});
    step(world);
    carom_shape shape = carom_world_shape(world, ball);
    assert_false(carom_level_sweep(level, &shape, (carom_vec2){0, 0}).hit);
    assert_true(carom_world_position(world, ball).y > 28.99f);
    carom_world_free(world);
    carom_level_free(level);
}

/// As in world.h: each takes 129/256 of the depth; a begin and an end at t = 0, and the pair is not listed.
static void separated_pair_begins_and_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add(world, (carom_body_desc){.shape = circle(2)});
    carom_body_id b = add(world, (carom_body_desc){.shape = circle(2), .position = {2, 0}});
    step(world);
    assert_true(carom_world_position(world, a).x == -2 * 129.0f / 256);
    assert_true(carom_world_position(world, b).x == 2 + 2 * 129.0f / 256);
    int events, pairs;
    const carom_event *e = carom_world_events(world, &events);
    carom_world_pairs(world, &pairs);
    assert_int_equal(pairs, 0);
    assert_int_equal(events, 2);
    assert_int_equal(e[0].kind, CAROM_EVENT_BEGIN);
    assert_same_float(e[0].t, 0);
    assert_int_equal(e[1].kind, CAROM_EVENT_END);
    assert_same_float(e[1].t, 0);
    carom_world_free(world);
}

// ---- Tiles, statics and solid ---------------------------------------------------------------------------------------

static carom_level *editable_level(const uint8_t *codes, int columns, int rows) {
    carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    carom_level_desc desc = {.tiles = &tiles, .tiles_count = 1, .editable = true};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static int crushed_in(carom_world *world) {
    step(world);
    return carom_world_stats(world).crushed;
}

/// Pushed out in the step after the edit, in which it also takes its motion.
static void new_tile_pushes_resting_mover_out(void **state) {
    (void)state;
    static const uint8_t codes[9] = {0};
    for (int rested = 0; rested < 3; ++rested) {
        carom_level *level = editable_level(codes, 3, 3);
        carom_world *world = new_world(level);
        carom_body_id ball = add(world, (carom_body_desc){.shape = circle(4), .position = {24, 13}});
        carom_body_id other = add(world, (carom_body_desc){.shape = circle(1), .position = {2, 2}, .velocity = {1, 0}});
        carom_body_id moving =
            add(world, (carom_body_desc){.shape = circle(2), .position = {20 - (float)rested, 33}, .velocity = {1, 0}});
        for (int i = 0; i < rested; ++i) step(world);
        assert_int_equal(carom_level_set_tile(level, 0, 1, 1, CAROM_TILE_SOLID), CAROM_STATUS_OK);
        assert_int_equal(crushed_in(world), 0);
        assert_vec(carom_world_position(world, ball), 24, 12);
        assert_vec(carom_world_position(world, other), 3 + (float)rested, 2);
        assert_vec(carom_world_position(world, moving), 21, 34); // pushed down by 1, and moved by 1
        assert_int_equal(crushed_in(world), 0);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// With its centre in the tile; and after more edits than the level remembers, which count as a rebuild.
static void new_tiles_push_movers_out(void **state) {
    (void)state;
    static const uint8_t codes[64 * 64] = {0};
    for (int side = 1; side <= 40; side += 3) {
        carom_level *level = editable_level(codes, 64, 64);
        carom_world *world = new_world(level), *later = new_world(level);
        carom_body_id ball = add(world, (carom_body_desc){.shape = circle(3), .position = {24, 22}});
        carom_body_id late = add(later, (carom_body_desc){.shape = box(6, 6), .position = {21, 19}});
        step(world);
        step(later);
        uint8_t solid[40 * 40];
        for (int i = 0; i < side * side; ++i) solid[i] = CAROM_TILE_SOLID;
        assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){0, 1, 1, side, side, solid}),
                         CAROM_STATUS_OK);
        assert_int_equal(crushed_in(world), 0);
        assert_vec(carom_world_position(world, ball), 24, 13);
        assert_int_equal(crushed_in(later), 0);
        assert_vec(carom_world_position(later, late), 21, 10);
        carom_world_free(world);
        carom_world_free(later);
        carom_level_free(level);
    }
}

/// A snapshot from before an edit is restored after it.
static void restored_mover_is_pushed_out_of_new_tile(void **state) {
    (void)state;
    static const uint8_t codes[9] = {0};
    static uint64_t bytes[4096];
    carom_level *level = editable_level(codes, 3, 3);
    carom_world *world = new_world(level);
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(4), .position = {24, 13}});
    step(world);
    size_t size = carom_world_snapshot_size(world);
    assert_int_equal(carom_world_snapshot(world, bytes, sizeof bytes), CAROM_STATUS_OK);
    assert_int_equal(carom_level_set_tile(level, 0, 1, 1, CAROM_TILE_SOLID), CAROM_STATUS_OK);
    step(world);
    step(world);
    assert_int_equal(carom_world_restore(world, bytes, size), CAROM_STATUS_OK);
    assert_vec(carom_world_position(world, ball), 24, 13);
    assert_int_equal(crushed_in(world), 0);
    assert_vec(carom_world_position(world, ball), 24, 12);
    carom_world_free(world);
    carom_level_free(level);
}

static void new_static_pushes_moving_mover_out(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_body_id wall =
        add(world, (carom_body_desc){.shape = box(10, 10), .position = {50, 50}, .type = CAROM_BODY_STATIC});
    carom_body_id ball =
        add(world, (carom_body_desc){.shape = circle(1), .position = {5, 9}, .velocity = {1, 0}, .response = slide});
    step(world);
    carom_world_set_position(world, wall, (carom_vec2){0, 9});
    assert_int_equal(crushed_in(world), 0);
    assert_vec(carom_world_position(world, ball), 7, 8);
    add(world,
        (carom_body_desc){.shape = box(100, 4), .position = {-50, 5}, .type = CAROM_BODY_STATIC}); // none at 1 away
    assert_int_equal(crushed_in(world), 1);
    assert_true(carom_world_position(world, ball).y == 8);
    carom_world_free(world);
}

/// Of two equally short translations the mover takes the one against its velocity, in every mirror image.
static void equal_translations_choose_against_velocity(void **state) {
    (void)state;
    static const carom_vec2 ways[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 4; ++i) {
        carom_world *world = new_world(NULL);
        carom_vec2 v = ways[i];
        add(world, (carom_body_desc){.shape = boxed(-5, -5, 10, 10), .type = CAROM_BODY_STATIC});
        carom_body_id ball = add(world, (carom_body_desc){.shape = circle(1), .velocity = v});
        step(world);
        assert_vec(carom_world_position(world, ball), -6 * v.x + 0.0f, -6 * v.y + 0.0f);
        carom_world_free(world);
    }
}

/// Deep in solid: pushed out at the closest side, for every shape; if another mover is there already, beside it.
static void mover_in_solid_is_pushed_out(void **state) {
    (void)state;
    static uint8_t codes[32 * 32];
    memset(codes, CAROM_TILE_SOLID, sizeof codes);
    carom_tiles tiles = {.columns = 32, .rows = 32, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_shape segment, capsule, polygon;
    carom_vec2 v[3] = {{0, 0}, {8, 0}, {4, 8}};
    assert_int_equal(carom_make_segment((carom_vec2){0, 0}, (carom_vec2){5, 8}, &segment), CAROM_STATUS_OK);
    assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 4}, 2, &capsule), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(v, 3, &polygon), CAROM_STATUS_OK);
    carom_shape shapes[] = {circle(4), box(6, 8), segment, capsule, polygon};
    for (int i = 0; i < 5; ++i) {
        carom_world *world = new_world(level);
        carom_body_id first = add(world, (carom_body_desc){.shape = shapes[i], .position = {250, 100}});
        float top = carom_shape_bounds(&shapes[i]).max.y;
        assert_int_equal(crushed_in(world), 0);
        assert_vec(carom_world_position(world, first), 250, -top);
        carom_body_id second = add(world, (carom_body_desc){.shape = shapes[i], .position = {250, 100}});
        assert_int_equal(crushed_in(world), 0);
        assert_int_equal(count_inside(world), 0);
        assert_vec(carom_world_position(world, first), 250, -top);
        assert_true(carom_world_position(world, second).y < 0);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A mover that collides with levels only, and starts in walls that are too close for it, stays there: crushed.
static void a_mover_without_room_stays(void **state) {
    (void)state;
    static const uint8_t codes[] = {CAROM_TILE_SOLID, 0, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 3, .cell = {400, 2}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id id =
        add(world,
            (carom_body_desc){
                .shape = box(3, 3), .position = {200, 1.5f}, .velocity = {1, 0.25f}, .filter = {.ignore = UINT32_MAX}});
    for (int i = 0; i < 3; ++i) {
        step(world);
        assert_vec(carom_world_position(world, id), 200, 1.5f);
        assert_int_equal(carom_world_stats(world).crushed, 1);
    }
    carom_world_free(world);
    carom_level_free(level);
}

/// A plank over the end of a one-sided mover bounces off a wall exactly at the end of the step. The motion ahead leads
/// it against the other mover, but two movers that overlap do not block each other.
static void an_overlap_is_no_contact_at_the_end(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const bool box_first = i & 1, turned = i & 2; // by half a turn
        const float side = turned ? -1 : 1;
        carom_world *world = new_world(NULL);
        add(world, (carom_body_desc){
                       .shape = box(2, 2), .position = {turned ? 2 : -4, turned ? 0 : -2}, .type = CAROM_BODY_STATIC});
        carom_body_desc blade = {.response = {.kind = CAROM_RESPONSE_SLIDE}};
        assert_int_equal(carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){-side, -side}, &blade.shape),
                         CAROM_STATUS_OK);
        const carom_body_desc plank = {.shape = boxed(-1, turned ? 0 : -1, 2, 1),
                                       .velocity = {-side, 0},
                                       .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};
        carom_body_id first = add(world, box_first ? plank : blade), second = add(world, box_first ? blade : plank);
        step(world);
        assert_vec(carom_world_velocity(world, box_first ? first : second), side, 0);
        assert_vec(carom_world_velocity(world, box_first ? second : first), 0, 0);
        assert_vec(carom_world_position(world, box_first ? second : first), 0, 0);
        carom_world_free(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separated_pair_begins_and_ends),
        cmocka_unit_test(pair_separates_at_once),
        cmocka_unit_test(movers_at_one_place_part_along_their_contact),
        cmocka_unit_test(shallow_pair_is_moved_by_a_few_ulp),
        cmocka_unit_test(crowds_of_capsules_separate),
        cmocka_unit_test(pairs_are_clear_after_one_step),
        cmocka_unit_test(pile_separates),
        cmocka_unit_test(overlapping_movers_do_not_block_each_other),
        cmocka_unit_test(an_overlap_is_no_contact_at_the_end),
        cmocka_unit_test(static_pushes_mover_out_at_once),
        cmocka_unit_test(crushed_mover_is_counted_and_stays),
        cmocka_unit_test(mover_that_leaves_is_not_crushed),
        cmocka_unit_test(level_pushes_mover_out),
        cmocka_unit_test(new_tile_pushes_resting_mover_out),
        cmocka_unit_test(new_tiles_push_movers_out),
        cmocka_unit_test(restored_mover_is_pushed_out_of_new_tile),
        cmocka_unit_test(new_static_pushes_moving_mover_out),
        cmocka_unit_test(equal_translations_choose_against_velocity),
        cmocka_unit_test(mover_in_solid_is_pushed_out),
        cmocka_unit_test(a_mover_without_room_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
