// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Common complaints about character controllers, one test each. Falling through a rising platform is in platforms.c,
// catching on seams in floors.c.
#include "walker/legs.h"

#include <float.h>
#include <math.h>

static float feet_of(const carom_walker *walker, const carom_walker_desc *desc) {
    carom_shape there = carom_shape_at(&desc->shape, walker->position);
    return carom_shape_bounds(&there).max.y;
}

static void jumping_under_a_slope_gets_nobody_stuck(void **state) {
    (void)state;
    // A ceiling that comes down to the floor on the right.
    carom_vec2 floor[] = {{-400, 100}, {400, 100}, {400, 120}, {-400, 120}};
    carom_vec2 ceiling[] = {{-400, 0}, {400, 0}, {400, 100}, {100, 20}, {-400, 20}};
    carom_outline outlines[] = {{.points = floor, .count = 4}, {.points = ceiling, .count = 5}};
    carom_level *level = level_of_outlines(outlines, 2);
    carom_scene scene = carom_scene_of_level(level);
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float x = 40; x < 340; x += 1.7f) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = {.position = {x, 100 - 14}};
            if (!is_free_at(&scene, &desc.shape, walker.position)) continue;
            let_land(&walker, &desc, &scene);
            float way = x > 200 ? 1 : -1; // as far into the wedge as it goes, and jump there
            for (int i = 0; i < 100; ++i) walk_on(&walker, &desc, &scene, way);
            walker.velocity.y = -4;
            for (int i = 0; i < 120; ++i) walk_on(&walker, &desc, &scene, i < 60 ? way : 0);
            assert_true(walker.grounded);
            assert_true(feet_of(&walker, &desc) == 100);
            float from = walker.position.x;
            for (int i = 0; i < 20; ++i) walk_on(&walker, &desc, &scene, -way);
            assert_true(fabsf(walker.position.x - from) > 19.9f);
        }
    }
    carom_level_free(level);
}

static void nobody_is_popped_up_by_a_margin(void **state) {
    (void)state;
    map m;
    map_draw(&m, "................\n................\n................\n################\n", 16);
    carom_level *level = level_of_map(&m);
    carom_scene scene = carom_scene_of_level(level);
    random_source r = {3};
    for (int i = 0; i < 300; ++i) {
        carom_walker_desc desc = legs_of(i % LEGS, 4);
        carom_walker walker = {.position = {random_range(&r, 20, 200), random_range(&r, 5, 30)}};
        for (int k = 0; k < 200 && !walker.grounded; ++k) {
            walk_on(&walker, &desc, &scene, random_range(&r, -0.3f, 0.3f));
        }
        assert_true(walker.grounded);
        assert_true(feet_of(&walker, &desc) == 48);
        for (int k = 0; k < 20; ++k) {
            walk_on(&walker, &desc, &scene, random_range(&r, -3, 3));
            assert_true(feet_of(&walker, &desc) == 48);
        }
    }
    carom_level_free(level);
}

/// On a roof the two slopes meet in a tip: it is walked over without a hop, and stood on.
static void peaks_are_walked_over_and_stood_on(void **state) {
    (void)state;
    for (float rise = 0.25f; rise <= 1.2f; rise += 0.19f) {
        carom_vec2 roof[] = {{0, 200}, {200, 200 - 200 * rise}, {400, 200}};
        carom_level *level = level_of_outlines(&(carom_outline){.points = roof, .count = 3}, 1);
        carom_scene scene = carom_scene_of_level(level);
        for (int kind = 0; kind < LEGS; ++kind) {
            for (float speed = 0.1f; speed < 20; speed *= 3) {
                carom_walker_desc desc = legs_of(kind, 4);
                carom_walker walker = {.position = {150, 200 - 150 * rise - 30}};
                let_land(&walker, &desc, &scene);
                for (float way = 0; way < 100; way += speed) {
                    carom_walker_result done = walk_on(&walker, &desc, &scene, speed);
                    assert_true(walker.grounded);
                    assert_true(!done.blocked);
                    assert_true(!done.left);
                    assert_true(fabsf(walker.ground.normal.y) < 0.9999f); // of a slope, not of the tip
                    if (walker.position.x > 196 && walker.position.x < 204 && speed < 1) {
                        carom_vec2 at = walker.position;
                        for (int i = 0; i < 10; ++i) walk_on(&walker, &desc, &scene, 0);
                        assert_true(walker.position.x == at.x);
                        assert_true(walker.position.y == at.y);
                    }
                }
            }
        }
        carom_level_free(level);
    }
}

/// A slope that begins in a tip on the floor, however thin, is walked onto.
static void tips_of_slopes_stop_nobody(void **state) {
    (void)state;
    for (float rise = 1.0f / 64; rise <= 1; rise *= 2) {
        carom_vec2 floor[] = {{0, 100}, {400, 100}, {400, 120}, {0, 120}};
        carom_vec2 slope[] = {{100, 100}, {300, 100 - 200 * rise}, {300, 100}};
        carom_outline outlines[] = {{.points = floor, .count = 4, .tag = 1}, {.points = slope, .count = 3, .tag = 2}};
        carom_level *level = level_of_outlines(outlines, 2);
        carom_scene scene = carom_scene_of_level(level);
        for (int kind = 0; kind < LEGS; ++kind) {
            for (float speed = 0.1f; speed < 20; speed *= 3) {
                carom_walker_desc desc = legs_of(kind, 4);
                carom_walker walker = {.position = {80, 60}};
                let_land(&walker, &desc, &scene);
                for (float way = 0; way < 60; way += speed) {
                    carom_walker_result done = walk_on(&walker, &desc, &scene, speed);
                    assert_true(walker.grounded);
                    assert_true(!done.blocked);
                    assert_true(!done.left);
                }
                assert_true(walker.position.x > 110);
                assert_true(walker.ground.normal.x < 0);
            }
        }
        carom_level_free(level);
    }
}

/// A walker that moves by less than the rounding of its position in a step of time climbs a step like others.
static void nobody_is_too_slow_for_a_step(void **state) {
    (void)state;
    static const float places[] = {0, 1024, 65536};
    for (int i = 0; i < 3; ++i) {
        const float x = places[i];
        const carom_vec2 steps[] = {{x - 100, 0}, {x, 0}, {x, -2}, {x + 100, -2}, {x + 100, 50}, {x - 100, 50}};
        const carom_outline outline = {.points = steps, .count = 6};
        carom_level *level = level_of_outlines(&outline, 1);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = legs_of(2, 4);
        desc.step = 3;
        for (float speed = 1e-8f; speed < 0.1f; speed *= 8) {
            carom_walker walker = {.position = {x - 8, -12}};
            let_land(&walker, &desc, &scene);
            bool climbed = false;
            for (int k = 0; k < 8 && !climbed; ++k) climbed = walk_on(&walker, &desc, &scene, speed).climbed;
            assert_true(climbed && walker.grounded);
            assert_true(feet_of(&walker, &desc) == -2);
        }
        carom_level_free(level);
    }
}

static void nobody_slides_at_rest(void **state) {
    (void)state;
    for (float rise = 0.1f; rise <= 1.25f; rise += 0.11f) {
        carom_vec2 hill[] = {{0, 300}, {200, 300 - 200 * rise}, {200, 300}};
        carom_level *level = level_of_outlines(&(carom_outline){.points = hill, .count = 3}, 1);
        carom_scene scene = carom_scene_of_level(level);
        for (int kind = 0; kind < LEGS; ++kind) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = {.position = {100, 300 - 100 * rise - 30}};
            let_land(&walker, &desc, &scene);
            carom_vec2 at = walker.position;
            assert_true(fabsf(at.x - 100) < 1e-3f); // nor was it shoved aside on landing
            for (int i = 0; i < 2000; ++i) walk_on(&walker, &desc, &scene, 0);
            assert_true(walker.position.x == at.x);
            assert_true(walker.position.y == at.y);
        }
        carom_level_free(level);
    }
}

/// Lifted into a ceiling it is crushed there, and not teleported aside to where that ends.
static void nobody_is_teleported_from_under_a_ceiling(void **state) {
    (void)state;
    for (float aside = 6; aside < 40; aside += 1.7f) {
        carom_vec2 ceiling[] = {{0, 0}, {100, 0}, {100, 40}, {0, 40}};
        carom_level *level = level_of_outlines(&(carom_outline){.points = ceiling, .count = 4}, 1);
        carom_scene base = carom_scene_of_level(level);
        for (int kind = 0; kind < LEGS; ++kind) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_platform lift = {.position = {0, 100}, .velocity = {0, -1}, .owner = 7};
            carom_make_box((carom_vec2){0, 0}, (carom_vec2){300, 10}, &lift.shape);
            carom_platforms platforms = {&base, &lift, 1};
            carom_scene scene = carom_scene_of_platforms(&platforms);
            carom_walker walker = {.position = {100 - aside, 100 - 14}};
            bool crushed = false;
            for (int i = 0; i < 70 && !crushed; ++i) {
                float from = walker.position.x;
                crushed = walk_on(&walker, &desc, &scene, 0).crushed;
                assert_true(fabsf(walker.position.x - from) < 2.5f);
                carom_platforms_move(&lift, 1, 1);
            }
            bool below = walker.position.x + 8 < 100;
            if (below) assert_true(crushed);
        }
        carom_level_free(level);
    }
}

/// Spawned in a hill it comes out at its nearest side, and does not fall through.
static void nobody_falls_through_the_hill_it_starts_in(void **state) {
    (void)state;
    carom_vec2 hill[] = {{0, 1000}, {0, 400}, {300, 300}, {600, 400}, {600, 1000}};
    carom_level *level = level_of_outlines(&(carom_outline){.points = hill, .count = 5}, 1);
    carom_scene scene = carom_scene_of_level(level);
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float x = 150; x < 450; x += 13.3f) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = {.position = {x, 450}};
            assert_false(walk_on(&walker, &desc, &scene, 0).crushed);
            assert_false(carom_level_solid(level, walker.position));
            let_land(&walker, &desc, &scene);
            assert_true(feet_of(&walker, &desc) < 400.01f);
        }
    }
    carom_level_free(level);
}

/// Puts a solid over part of a walker: 0 a tile, 1 a new static, 2 one that is teleported.
static void cover(carom_level *level, carom_world *world, carom_body_id still, int how, carom_vec2 at) {
    carom_body_desc desc = {.position = at, .type = CAROM_BODY_STATIC};
    assert_int_equal(carom_make_box((carom_vec2){0, 0}, (carom_vec2){16, 16}, &desc.shape), CAROM_STATUS_OK);
    carom_status status = how == 0   ? carom_level_set_tile(level, 0, (int)at.x / 16, (int)at.y / 16, CAROM_TILE_SOLID)
                          : how == 1 ? carom_world_add(world, &desc, NULL, NULL)
                                     : carom_world_set_position(world, still, at);
    assert_int_equal(status, CAROM_STATUS_OK);
}

/// A solid that appears over a walker moves it out in the next step, or crushes it, also at a velocity of exactly zero:
/// it stayed in the solid, and nothing reported it.
static void solids_that_appear_move_walkers_at_rest(void **state) {
    (void)state;
    uint8_t codes[8 * 8] = {0};
    for (int i = 0; i < 8; ++i) codes[7 * 8 + i] = CAROM_TILE_SOLID;
    const carom_tiles tiles = {.columns = 8, .rows = 8, .cell = {16, 16}, .codes = codes};
    for (int i = 0; i < LEGS * 3 * 3 * 4 * 5; ++i) {
        int how = i / LEGS % 3, motion = i / LEGS / 3 % 3, part = i / LEGS / 9 % 4, mode = i / LEGS / 36;
        carom_level *level;
        carom_world *world;
        carom_level_desc made = {.tiles = &tiles, .tiles_count = 1, .editable = true};
        assert_int_equal(carom_level_make(&made, &level, NULL), CAROM_STATUS_OK);
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &world), CAROM_STATUS_OK);
        carom_body_desc still = {.position = {300, 0}, .type = CAROM_BODY_STATIC};
        assert_int_equal(carom_make_box((carom_vec2){0, 0}, (carom_vec2){16, 16}, &still.shape), CAROM_STATUS_OK);
        carom_body_id wall, body;
        assert_int_equal(carom_world_add(world, &still, &wall, NULL), CAROM_STATUS_OK);
        const carom_walker_desc desc = legs_of(i % LEGS, 4);
        carom_walker walker = {.position = {60, 60}};
        carom_body_desc of_walker = {.shape = desc.shape, .position = walker.position, .type = CAROM_BODY_KINEMATIC};
        assert_int_equal(carom_world_add(world, &of_walker, &body, NULL), CAROM_STATUS_OK);
        const carom_world_view view = {.world = world, .except = body};
        const carom_scene scene = mode == 0 && how == 0 ? carom_scene_of_level(level) : carom_scene_of_world(&view);
        if (mode > 1) let_land(&walker, &desc, &scene);
        if (motion == 1) walker.velocity = (carom_vec2){0, 1};
        if (motion == 2 && mode > 2) walker.velocity = (carom_vec2){1, 0};
        carom_shape there = carom_shape_at(&desc.shape, walker.position);
        carom_box box = carom_shape_bounds(&there);
        const carom_vec2 at = {part & 1 ? box.max.x - 1 : box.min.x + 1, part & 2 ? box.max.y - 1 : box.min.y + 1};
        cover(level, world, wall, how, (carom_vec2){floorf(at.x / 16) * 16, floorf(at.y / 16) * 16});
        carom_walker_result done = mode == 4 ? carom_walker_step_in_world(&walker, &desc, world, body, 1)
                                             : carom_walker_step(&walker, &desc, &scene, 1);
        carom_push left = carom_push_out(&scene, &desc.shape, walker.position, 0);
        if (!done.crushed && (left.moved || left.crushed)) fail_msg("%d: %d %d %d %d", i, how, motion, part, mode);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// A motion that leaves the range of floats ends within it, or is refused as one that begins outside of it; a drop is
/// refused. A platform ends at the last float.
static void nothing_leaves_the_range_of_floats(void **state) {
    (void)state;
    carom_vec2 hill[] = {{0, 1000}, {0, 400}, {300, 300}, {600, 400}, {600, 1000}};
    carom_level *level = level_of_outlines(&(carom_outline){.points = hill, .count = 5}, 1);
    carom_scene scene = carom_scene_of_level(level);
    static const float far[] = {3e38f, -3e38f, 1e30f, FLT_MAX};
    for (int i = 0; i < 4 * 4 * LEGS * 2; ++i) {
        carom_walker_desc desc = legs_of(i / 16 % LEGS, 4);
        float x = far[i % 4], y = far[i / 4 % 4], dt = i / 16 < LEGS ? 1 : 3e38f;
        carom_walker walker = {.position = {1, y}, .velocity = {x, -y}};
        for (int k = 0; k < 3; ++k) {
            carom_walker_step(&walker, &desc, &scene, dt);
            assert_true(isfinite(walker.position.x) && isfinite(walker.position.y));
            assert_true(isfinite(walker.velocity.x) && isfinite(walker.velocity.y));
        }
        walker.grounded = walker.ground.one_way = true;
        walker.position = (carom_vec2){0, desc.up.y < 0 ? FLT_MAX : -FLT_MAX};
        carom_walker_drop(&walker, &desc, &scene);
        assert_true(isfinite(walker.position.y));
        carom_platform lift = {.position = {x, y}, .velocity = {x, y}};
        carom_platforms_move(&lift, 1, 3e38f);
        assert_true(fabsf(lift.position.x) == FLT_MAX && fabsf(lift.position.y) == FLT_MAX);
    }
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_teleported_from_under_a_ceiling),
        cmocka_unit_test(nobody_falls_through_the_hill_it_starts_in),
        cmocka_unit_test(solids_that_appear_move_walkers_at_rest),
        cmocka_unit_test(jumping_under_a_slope_gets_nobody_stuck),
        cmocka_unit_test(nobody_is_popped_up_by_a_margin),
        cmocka_unit_test(peaks_are_walked_over_and_stood_on),
        cmocka_unit_test(tips_of_slopes_stop_nobody),
        cmocka_unit_test(nobody_is_too_slow_for_a_step),
        cmocka_unit_test(nobody_slides_at_rest),
        cmocka_unit_test(nothing_leaves_the_range_of_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
