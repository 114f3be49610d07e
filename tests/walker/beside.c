// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A walker stands on nothing that is not under it: pressed against the far wall of a shaft of exactly its width, it
// falls in, although its lowest corner touches that of the ledge.
#include "carom/walker.h"

#include "motion/shaft.h"

static bool falls_in(carom_walker *walker, const carom_walker_desc *legs, const carom_scene *scene, float speed,
                     float limit, int way) {
    for (int i = 0; i < 400; ++i) {
        float fall = depth_in(walker->velocity, way) + 10;
        walker->velocity = turned((carom_vec2){speed, fall}, way);
        carom_walker_step(walker, legs, scene, 1.0f / 60);
        if (depth_in(walker->position, way) > limit) return true;
    }
    return false;
}

static void falls_into_a_shaft_of_its_width(void **state) {
    (void)state;
    random_source r = {1};
    for (int i = 0; i < 600; ++i) {
        int way = i % WAYS;
        float offset = shaft_offsets[random_below(&r, 4)];
        fixture s = shaft_scene(offset, way);
        carom_level *level = level_of_scene(&s);
        carom_scene spaces[] = {space_of(&s), carom_scene_of_level(level)};
        carom_walker_desc legs = {.shape = centred_box(8, 8), .up = turned((carom_vec2){0, -1}, way)};
        if (random_below(&r, 2)) legs.step = legs.snap = -1;
        float x = offset + random_range(&r, 20, 60), y = offset + SHAFT_LEDGE - 8, speed = random_range(&r, 20, 300);
        for (int k = 0; k < 2; ++k) {
            carom_walker walker = {.position = turned((carom_vec2){x, y}, way)};
            if (falls_in(&walker, &legs, &spaces[k], speed, offset + SHAFT_LEDGE + 60, way)) continue;
            fail_msg("offset %g, way %d, speed %g: stands at (%.9g, %.9g) on (%.9g, %.9g)", (double)offset, way,
                     (double)speed, (double)walker.position.x, (double)walker.position.y, (double)walker.ground.point.x,
                     (double)walker.ground.point.y);
        }
        carom_level_free(level);
    }
}

/// A round walker rests on the corner of the ledge longer. Its far wall is no foot of a slope that the walker has
/// passed, although it is within rounding of it: at a million, walkers stood at (71.386, 45.4375) on the corner for
/// good.
static void round_walkers_fall_into_a_shaft_of_their_width(void **state) {
    (void)state;
    static const float offsets[] = {0, 65536, 1048576, -1000000, 1000003};
    random_source r = {2};
    for (int i = 0; i < 400; ++i) {
        int way = i % WAYS, kind = random_below(&r, 3);
        carom_vec2 offset = {offsets[random_below(&r, 5)], offsets[random_below(&r, 5)]};
        fixture plain = {0}, s = {.count = 2};
        add_box(&plain, offset.x - 200, offset.y + 48, offset.x + 64, offset.y + 300);
        add_box(&plain, offset.x + 80, offset.y - 200, offset.x + 120, offset.y + 300);
        for (int k = 0; k < 2; ++k) s.shape[k] = turned_shape(&plain.shape[k], way);
        carom_level *level = level_of_scene(&s);
        carom_scene scenes[] = {space_of(&s), carom_scene_of_level(level)};
        carom_shape shape = kind == 0   ? circle(8)
                            : kind == 1 ? centred_capsule((carom_vec2){3, 0}, 5)
                                        : centred_capsule((carom_vec2){0, 4}, 8);
        float height = kind == 0 ? 8 : kind == 1 ? 5 : 12, speed = (float)(5 + random_below(&r, 60));
        float x = offset.x + (float)random_below(&r, 57) / 8 + 58;
        carom_walker_desc legs = {.shape = turned_shape(&shape, way), .up = turned((carom_vec2){0, -1}, way)};
        for (int k = 0; k < 2; ++k) {
            carom_walker walker = {.position = turned((carom_vec2){x, offset.y + 48 - height}, way)};
            if (falls_in(&walker, &legs, &scenes[k], speed, offset.y + 48, way)) continue;
            fail_msg("offset (%g, %g), way %d, kind %d, from %.9g, speed %g: stands at (%.9g, %.9g)", (double)offset.x,
                     (double)offset.y, way, kind, (double)x, (double)speed, (double)walker.position.x,
                     (double)walker.position.y);
        }
        carom_level_free(level);
    }
}

/// Nothing presses it: it starts an ulp over the ledge, without a velocity, and there may be a wall or another ledge.
static void falls_off_a_ledge_that_it_is_an_ulp_over(void **state) {
    (void)state;
    for (int i = 0; i < 8 * WAYS; ++i) {
        int way = i % WAYS;
        float offset = shaft_offsets[i / WAYS % 4], over = nextafterf(offset + 72, 0);
        fixture s = shaft_scene(offset, way);
        s.count = 1 + i / WAYS / 4;
        carom_level *level = level_of_scene(&s);
        carom_scene scenes[] = {space_of(&s), carom_scene_of_level(level)};
        carom_walker_desc legs = {.shape = centred_box(8, 8), .up = turned((carom_vec2){0, -1}, way)};
        for (int k = 0; k < 2; ++k) {
            carom_walker walker = {.position = turned((carom_vec2){over, offset + SHAFT_LEDGE - 8}, way)};
            assert_true(falls_in(&walker, &legs, &scenes[k], 0, offset + SHAFT_LEDGE, way));
        }
        carom_level_free(level);
    }
}

/// In the air, it presses against the wall, and rounding of its sides has put it over the ledge by a few ulp. It landed
/// there, found no ground, and was put back, in each step: a box of 17 at -8.49999905 for good.
static void pressed_walkers_fall_past_a_ledge_that_they_are_an_ulp_over(void **state) {
    (void)state;
    for (int i = 0; i < 20 * 7 * WAYS; ++i) {
        int way = i % WAYS, ulps = i / WAYS % 7 - 3, size = 14 + i / WAYS / 7;
        float width = (float)size, x = -width / 2;
        for (int k = 0; k < ulps; ++k) x = nextafterf(x, -INFINITY);
        for (int k = 0; k < -ulps; ++k) x = nextafterf(x, INFINITY);
        fixture s = {.count = 2};
        carom_shape ledges[] = {boxed(0, 0, 200, 200), boxed(-width - 50, -200, 50, 400)};
        for (int k = 0; k < 2; ++k) s.shape[k] = turned_shape(&ledges[k], way);
        carom_level *level = level_of_scene(&s);
        carom_scene scenes[] = {space_of(&s), carom_scene_of_level(level)};
        carom_walker_desc legs = {.shape = centred_box(width / 2, width * 0.75f),
                                  .up = turned((carom_vec2){0, -1}, way)};
        legs.shape = turned_shape(&legs.shape, way);
        for (int k = 0; k < 2; ++k) {
            carom_walker walker = {.position = turned((carom_vec2){x, -width * 0.75f}, way)};
            if (falls_in(&walker, &legs, &scenes[k], -60, 1, way)) continue;
            fail_msg("width %g, %d ulp, way %d: at (%.9g, %.9g)", (double)width, ulps, way, (double)walker.position.x,
                     (double)walker.position.y);
        }
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_into_a_shaft_of_its_width),
        cmocka_unit_test(round_walkers_fall_into_a_shaft_of_their_width),
        cmocka_unit_test(falls_off_a_ledge_that_it_is_an_ulp_over),
        cmocka_unit_test(pressed_walkers_fall_past_a_ledge_that_they_are_an_ulp_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
