// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What users of other libraries complain of, as exact scenes: the complaint in our words, where it was reported, and
// what has to happen instead. Each at the origin, a thousand and a million units away, where a step is large enough to
// be seen there. A character's own complaints (standing, riding, jumping) are in tests/walker.
#include "motion/scene.h"

enum { OFFSETS = 3 };

static const float offsets[OFFSETS] = {0, 1024, 1048576};
static const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};

/// A level of closed outlines, moved.
typedef struct ground {
    carom_outline outlines[8];
    carom_vec2 points[8][8];
    int count;
} ground;

static void add(ground *g, const carom_vec2 *points, int count) {
    for (int i = 0; i < count; ++i) g->points[g->count][i] = points[i];
    g->outlines[g->count++].count = count;
}

static void add_block(ground *g, float x0, float y0, float x1, float y1) {
    add(g, (carom_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static carom_level *level_at(const ground *g, float offset) {
    ground moved = *g;
    for (int i = 0; i < g->count; ++i) {
        moved.outlines[i].tag = i; // no seam is merged away
        moved.outlines[i].points = moved.points[i];
        for (int k = 0; k < g->outlines[i].count; ++k) {
            moved.points[i][k] = (carom_vec2){g->points[i][k].x + offset, g->points[i][k].y + offset};
        }
    }
    carom_level *level;
    carom_level_desc desc = {.outlines = moved.outlines, .outlines_count = g->count};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static carom_vec2 away(carom_vec2 v, float offset) {
    return (carom_vec2){v.x + offset, v.y + offset};
}

static carom_motion step(const carom_level *level, const carom_shape *shape, carom_vec2 at, carom_vec2 velocity) {
    carom_scene scene = carom_scene_of_level(level);
    carom_motion done = carom_move(&scene, shape, &(carom_motion){.at = at, .velocity = velocity}, &slide, NULL, 0);
    assert_false(done.inside);
    return done;
}

static carom_shape mover_of(int kind) {
    if (kind == 0) return circle(1);
    return kind == 1 ? centred_box(1, 1) : centred_capsule((carom_vec2){0, 0.5f}, 1);
}

static double coarse(float offset) {
    return 0x1p-21 * ((double)offset + 32);
}

/// Runs a fixture with all movers at all offsets.
typedef void scenario(const carom_level *level, const carom_shape *mover, float offset);

static void everywhere(const ground *g, scenario *run) {
    for (int o = 0; o < OFFSETS; ++o) {
        carom_level *level = level_at(g, offsets[o]);
        for (int kind = 0; kind < 3; ++kind) {
            carom_shape mover = mover_of(kind);
            run(level, &mover, offsets[o]);
        }
        carom_level_free(level);
    }
}

/// The lowest place above the ground at x.
static carom_vec2 set_down(const carom_level *level, const carom_shape *mover, float x, float offset) {
    carom_scene scene = carom_scene_of_level(level);
    carom_response touch = {.kind = CAROM_RESPONSE_STOP};
    carom_motion done = carom_move(
        &scene, mover, &(carom_motion){.at = away((carom_vec2){x, 20}, offset), .velocity = (carom_vec2){0, -40}},
        &touch, NULL, 0);
    assert_true(done.contacts > 0);
    return done.at;
}

// ---- Seam stops: caught on the crack between two tiles of a floor (phaser-arcade-slopes#55, sbox-public#10943) ------

static void run_over_seams(const carom_level *level, const carom_shape *mover, float offset) {
    carom_vec2 at = set_down(level, mover, -14, offset);
    float height = at.y;
    for (int i = 0; i < 26; ++i) { // gravity presses it down all the time
        carom_motion done = step(level, mover, at, (carom_vec2){1, -0.5f});
        assert_true(done.at.x == at.x + 1);
        assert_true(done.at.y == height);
        assert_vec(done.velocity, 1, 0);
        at = done.at;
    }
}

static void seam_stops(void **state) {
    (void)state;
    ground g = {0};
    for (int i = 0; i < 8; ++i) add_block(&g, (float)(4 * i - 16), -4, (float)(4 * i - 12), 0);
    everywhere(&g, run_over_seams);
}

// ---- Corner jitter: swings to and fro while pushed into a corner (godot#32182, godot#64747, OpenKCC#42) -------------

static void push_into_corner(const carom_level *level, const carom_shape *mover, float offset) {
    static const carom_vec2 pushes[] = {{2, -1}, {1, -2}, {0.5f, -3}, {3, -1}};
    for (int p = 0; p < 4; ++p) {
        carom_vec2 at = away((carom_vec2){0, 8}, offset), before = at;
        for (int i = 0; i < 60; ++i) {
            before = at;
            at = step(level, mover, at, pushes[p]).at;
        }
        double moved = fabs((double)at.x - (double)before.x) + fabs((double)at.y - (double)before.y);
        if (moved > coarse(offset) / 16) fail_msg("push %d, offset %g: still moving by %g", p, (double)offset, moved);
    }
}

static void corner_jitter(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -16, -4, 6, 0);
    add(&g, (carom_vec2[]){{6, -4}, {16, -4}, {16, 16}, {10, 16}}, 4); // the wall leans back: wider than a right angle
    everywhere(&g, push_into_corner);
    ground acute = {0};
    add_block(&acute, -16, -4, 8, 0);
    add(&acute, (carom_vec2[]){{8, -4}, {16, -4}, {16, 16}, {2, 16}, {8, 0}}, 5); // and forward: narrower
    everywhere(&acute, push_into_corner);
}

// ---- A slide that teleports backwards: entering a thing midway and moving against it, it is put out on the far side
// (bump.lua#37)
// --------------------------------------------------------------------------------------------------------

static void slide_teleporting_backwards(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 16, 4);
    carom_scene scene = space_of(&s);
    for (int kind = 0; kind < 3; ++kind) {
        carom_shape mover = mover_of(kind);
        carom_vec2 in = {8, 3}; // within the arrow, walking left
        carom_motion done =
            carom_move(&scene, &mover, &(carom_motion){.at = in, .velocity = (carom_vec2){-2, 0}}, &slide, NULL, 0);
        assert_true(done.inside);
        assert_vec(done.at, in.x, in.y); // never to x = 17
        carom_push out = carom_push_out(&scene, &mover, in, 0);
        assert_true(out.moved);
        assert_true(out.at.x == in.x);
        assert_true(out.at.y > 4);
        assert_true(out.at.y < 6);
    }
}

// ---- Popped up by a margin: it never touches what it stands on, and hops over each crack (godot-jolt#559) -----------

static void land_and_stay(const carom_level *level, const carom_shape *mover, float offset) {
    carom_vec2 at = set_down(level, mover, -3, offset);
    carom_box box = carom_shape_bounds(mover);
    assert_true(at.y + box.min.y == offset); // on it, to the last bit
    for (int i = 0; i < 20; ++i) {
        carom_motion done = step(level, mover, at, (carom_vec2){0, -0.5f});
        assert_vec(done.at, at.x, at.y);
    }
}

static void popped_up_by_a_margin(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -16, -4, -2, 0);
    add_block(&g, -2, -4, 16, 0);
    everywhere(&g, land_and_stay);
}

// ---- Shoved sideways on landing on a slope: the place itself is moved along the normal (godot#20593, player2d#9) ----

static void land_on_slope(const carom_level *level, const carom_shape *mover, float offset) {
    carom_scene scene = carom_scene_of_level(level);
    carom_response touch = {.kind = CAROM_RESPONSE_STOP};
    carom_vec2 from = away((carom_vec2){1, 12}, offset);
    carom_motion done =
        carom_move(&scene, mover, &(carom_motion){.at = from, .velocity = (carom_vec2){0, -16}}, &touch, NULL, 0);
    assert_int_equal(done.contacts, 1);
    double aside = fabs((double)done.at.x - (double)from.x);
    if (aside > coarse(offset) / 4) fail_msg("shoved aside by %g", aside);
    assert_vec(done.velocity, 0, 0);
    // A slide moves down the slope by the remaining distance only.
    done = step(level, mover, from, (carom_vec2){0, -16});
    double fallen = (double)from.y - (double)done.at.y, gone = (double)from.x - (double)done.at.x;
    assert_true(gone > 0);
    assert_true(fallen > 0);
    assert_true(fallen < 16);
    assert_true(hypot(gone, fallen) < 16);
}

static void shoved_sideways_on_landing(void **state) {
    (void)state;
    ground g = {0};
    add(&g, (carom_vec2[]){{-30, -30}, {30, -30}, {30, 15}, {-30, -15}}, 4);
    everywhere(&g, land_on_slope);
}

// ---- Sliding at rest: without a velocity, or pressed straight into a slope, it creeps down (godot#8603, godot#25074)

static void rest_on_slope(const carom_level *level, const carom_shape *mover, float offset) {
    carom_vec2 at = set_down(level, mover, 1, offset), start = at;
    for (int i = 0; i < 1000; ++i) {
        carom_motion done = step(level, mover, at, (carom_vec2){0, 0});
        assert_vec(done.velocity, 0, 0);
        at = done.at;
    }
    assert_vec(at, start.x, start.y);
    for (int i = 0; i < 1000; ++i) at = step(level, mover, at, (carom_vec2){0.125f, -0.25f}).at; // along its normal
    double crept = fabs((double)at.x - (double)start.x) + fabs((double)at.y - (double)start.y);
    if (crept > coarse(offset)) fail_msg("crept by %g", crept);
}

static void sliding_at_rest(void **state) {
    (void)state;
    ground g = {0};
    add(&g, (carom_vec2[]){{-30, -30}, {30, -30}, {30, 15}, {-30, -15}}, 4);
    everywhere(&g, rest_on_slope);
}

// ---- Peaks of two slopes: it stops on the top, or at the bottom, where they meet (GDevelop#3013, arcade-slopes#56) --

static void cross_peak(const carom_level *level, const carom_shape *mover, float offset) {
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        float forward = mirrored ? -1 : 1;
        carom_vec2 at = set_down(level, mover, -12 * forward, offset);
        for (int i = 0; i < 30; ++i) {
            carom_motion done = step(level, mover, at, (carom_vec2){forward, -0.5f});
            double gone = (double)forward * ((double)done.at.x - (double)at.x);
            // A million units away a float has steps of a sixteenth: there the peak itself is that rough.
            if (gone < (offset > 4096 ? 0.0625 : 0.3)) fail_msg("stopped at x = %g: %g", (double)(at.x - offset), gone);
            at = done.at;
        }
        assert_true((at.x - offset) * forward > 6);
    }
}

static void peaks_of_two_slopes(void **state) {
    (void)state;
    ground g = {0};
    add(&g, (carom_vec2[]){{-40, -8}, {40, -8}, {40, 0}, {8, 0}, {0, 4}, {-8, 0}, {-40, 0}}, 7);
    everywhere(&g, cross_peak);
    ground two = {0}; // of two pieces
    add(&two, (carom_vec2[]){{-40, -8}, {0, -8}, {0, 4}, {-8, 0}, {-40, 0}}, 5);
    add(&two, (carom_vec2[]){{0, -8}, {40, -8}, {40, 0}, {8, 0}, {0, 4}}, 5);
    everywhere(&two, cross_peak);
}

// ---- Tips of slopes: the sharp end of a slope tile on a floor is a wall (Nez#155) -----------------------------------

static void climb_over_tip(const carom_level *level, const carom_shape *mover, float offset) {
    carom_vec2 at = set_down(level, mover, -12, offset);
    for (int i = 0; i < 24; ++i) {
        carom_motion done = step(level, mover, at, (carom_vec2){1, -0.25f});
        double gone = (double)done.at.x - (double)at.x;
        if (gone < 0.3) fail_msg("stopped at x = %g", (double)(at.x - offset));
        at = done.at;
    }
}

static void tips_of_slopes(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -20, -4, 20, 0);
    add(&g, (carom_vec2[]){{-4, 0}, {4, 0}, {4, 4}}, 3); // a slope tile put on the floor
    add(&g, (carom_vec2[]){{4, 0}, {20, 0}, {20, 4}, {4, 4}}, 4);
    everywhere(&g, climb_over_tip);
}

// ---- A jump under a slope gets stuck: the head under a slanted ceiling, it hangs there (gb-studio#1331, godot#6468)

static void jump_under_slope(const carom_level *level, const carom_shape *mover, float offset) {
    carom_vec2 from = away((carom_vec2){0, 1.75f}, offset), velocity = {0.25f, 1.5f};
    carom_vec2 at = step(level, mover, from, (carom_vec2){0, -4}).at;
    float floor = at.y;
    bool bumped = false;
    for (int i = 0; i < 60; ++i) {
        velocity.y -= 0.125f;
        velocity.x = 0.25f;
        carom_motion done = step(level, mover, at, velocity);
        bumped |= done.contacts > 0 && velocity.y > 0;
        at = done.at;
        velocity = done.velocity;
    }
    assert_true(bumped);
    assert_true(fabs((double)at.y - (double)floor) <= coarse(offset)); // down again
}

static void jump_under_a_slope(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -40, -4, 40, 0);
    add(&g, (carom_vec2[]){{-40, 12}, {-40, 9}, {40, -1}, {40, 12}}, 4); // it falls to the right, down to the floor
    everywhere(&g, jump_under_slope);
    ground rising = {0};
    add_block(&rising, -40, -4, 40, 0);
    add(&rising, (carom_vec2[]){{-40, 20}, {-40, 3.5f}, {40, 13.5f}, {40, 20}}, 4);
    everywhere(&rising, jump_under_slope);
}

// ---- Stuck in a passage of its own width (OpenKCC#42) ---------------------------------------------------------------

static void stuck_in_a_passage_of_its_width(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -16, -8, 16, 0);
    add(&g, (carom_vec2[]){{-16, 2}, {16, 2}, {16, 8}, {-16, 8}}, 4);
    for (int o = 0; o < OFFSETS; ++o) {
        carom_level *level = level_at(&g, offsets[o]);
        for (int kind = 0; kind < 2; ++kind) {
            carom_shape mover = mover_of(kind);
            carom_vec2 at = away((carom_vec2){-14, 1}, offsets[o]);
            for (int i = 0; i < 40; ++i) at = step(level, &mover, at, (carom_vec2){1, i % 2 ? -0.5f : 0.5f}).at;
            assert_true(at.x - offsets[o] > 15);
        }
        carom_level_free(level);
    }
}

// ---- Stuck to a wall it grazes: nearly along it, it stops again and again (sbox-issues#1250) ------------------------

static void graze(const carom_level *level, const carom_shape *mover, float offset) {
    for (int power = 1; power <= 20; ++power) {
        carom_vec2 at = set_down(level, mover, -12, offset);
        float down = -ldexpf(1, -power);
        for (int i = 0; i < 20; ++i) {
            carom_motion done = step(level, mover, at, (carom_vec2){1, down});
            assert_true(done.casts <= 4);
            assert_true(fabs((double)done.at.x - (double)at.x - 1) < 1e-5);
            at = done.at;
        }
    }
}

static void stuck_while_grazing(void **state) {
    (void)state;
    ground g = {0};
    add_block(&g, -20, -4, 20, 0);
    everywhere(&g, graze);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seam_stops),
        cmocka_unit_test(corner_jitter),
        cmocka_unit_test(slide_teleporting_backwards),
        cmocka_unit_test(popped_up_by_a_margin),
        cmocka_unit_test(shoved_sideways_on_landing),
        cmocka_unit_test(sliding_at_rest),
        cmocka_unit_test(peaks_of_two_slopes),
        cmocka_unit_test(tips_of_slopes),
        cmocka_unit_test(jump_under_a_slope),
        cmocka_unit_test(stuck_in_a_passage_of_its_width),
        cmocka_unit_test(stuck_while_grazing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
