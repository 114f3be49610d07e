// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Kinematic bodies: they move exactly, push, carry, bounce and crush. Every scene runs mirrored and turned by quarters,
// and must give the mirrored and turned result to the bit.
#include "geom/relation.h"
#include "random.h"
#include "world/turned.h"

#include <math.h>
#include <stdlib.h>

static const float DT = 1 / 60.0f, FALL = 10; // of the velocity in each step

static bool touches(const carom_world *world, carom_body_id a, carom_body_id b) {
    int count;
    const carom_pair *pairs = carom_world_pairs(world, &count);
    for (int i = 0; i < count; ++i) {
        if (pairs[i].level >= 0) continue;
        bool same = pairs[i].a.index == a.index && pairs[i].b.index == b.index;
        if (same || (pairs[i].a.index == b.index && pairs[i].b.index == a.index)) return true;
    }
    return false;
}

// ---- Motion ---------------------------------------------------------------------------------------------------------

static void it_moves_exactly_through_everything(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, NO_DOWN);
        carom_body_id k =
            put(&t, (carom_body_desc){.shape = centred_box(8, 2), .velocity = {40, -15}, .type = CAROM_BODY_KINEMATIC});
        put(&t, (carom_body_desc){.shape = centred_box(1, 50), .position = {20, 0}, .type = CAROM_BODY_STATIC});
        put(&t, (carom_body_desc){.shape = centred_box(1, 50), .position = {30, 0}, .type = CAROM_BODY_KINEMATIC});
        for (int i = 0; i < 6000; ++i) run(&t, DT);
        assert_vec(place_of(&t, k), 4000, -1500);
        carom_world_free(t.world);
    }
}

static void it_goes_to_its_target(void **state) {
    (void)state;
    random_source r = {5};
    turned_world t = new_turned(0, NO_DOWN);
    carom_body_id k = put(&t, (carom_body_desc){.shape = circle(3), .velocity = {1, 0}, .type = CAROM_BODY_KINEMATIC});
    carom_body_id mover = put(&t, (carom_body_desc){.shape = circle(3), .position = {900, 0}});
    for (int i = 0; i < 1000; ++i) {
        carom_vec2 to = {random_range(&r, -1000, 1000), random_range(&r, -1000, 1000)};
        assert_int_equal(carom_world_move_to(t.world, k, to), CAROM_STATUS_OK);
        run(&t, DT);
        assert_vec(place_of(&t, k), to.x, to.y);
        assert_vec(velocity_of(&t, k), 1, 0);
    }
    carom_vec2 at = place_of(&t, k);
    run(&t, 0.5f);
    assert_vec(place_of(&t, k), at.x + 0.5f, at.y);
    assert_int_equal(carom_world_move_to(t.world, mover, at), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_move_to(t.world, k, (carom_vec2){(float)NAN, 0}), CAROM_STATUS_NOT_FINITE);
    carom_world_free(t.world);
}

// ---- Pushing and bouncing -------------------------------------------------------------------------------------------

static void a_ball_bounces_in_the_frame_of_a_pad(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, NO_DOWN);
        put(&t,
            (carom_body_desc){
                .shape = centred_box(20, 2), .position = {0, 12}, .velocity = {0, -900}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id ball = put(
            &t,
            (carom_body_desc){.shape = circle(2), .velocity = {25, 300}, .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}});
        run(&t, DT);
        assert_vec(velocity_of(&t, ball), 25, -2100);
        assert_true(place_of(&t, ball).y < 0);
        carom_world_free(t.world);
    }
}

/// A ball that ends a step in contact with a kinematic body, by its motion and without a contact of that step, bounces
/// off it in the next step, as off a static: step 8 ends at the ceiling.
static void a_ball_that_ends_in_contact_bounces(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * 2 * 2; ++i) {
        turned_world t = new_turned(i % WAYS, i / WAYS % 2 ? (carom_vec2){0, -1} : NO_DOWN);
        carom_body_type type = i / WAYS / 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        put(&t, (carom_body_desc){.shape = centred_box(100, 10), .type = type});
        carom_response response = {CAROM_RESPONSE_BOUNCE, 0.9f, 0, 0};
        carom_body_desc desc = {.shape = circle(2), .position = {0, -30}, .velocity = {3, 58}, .response = response};
        carom_body_id ball = put(&t, desc);
        put(&t, (carom_body_desc){.shape = centred_box(100, 10), .position = {0, -60}, .type = type});
        for (int step = 0; step < 8; ++step) run(&t, 0.125f);
        assert_vec(place_of(&t, ball), 3, -48);
        assert_true(velocity_of(&t, ball).y < -52);
        for (int step = 0; step < 3; ++step) run(&t, 0.125f);
        assert_same_float(velocity_of(&t, ball).x, 3);
        assert_true(fabsf(velocity_of(&t, ball).y - 46.98f) < 0.001f);
        carom_world_free(t.world);
    }
}

/// A pad that is far faster than its own thickness, and one without any thickness.
static void nothing_is_left_behind_a_fast_pad(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        for (int kind = 0; kind < 12; ++kind) {
            turned_world t = new_turned(way, NO_DOWN);
            carom_shape pad = kind & 1 ? centred_box(50, 0) : centred_box(50, 0.5f);
            put(&t, (carom_body_desc){
                        .shape = pad, .position = {0, 40}, .velocity = {0, -30000}, .type = CAROM_BODY_KINEMATIC});
            carom_body_id movers[9];
            for (int i = 0; i < 9; ++i) {
                carom_response response = {.kind = (carom_response_kind)(kind / 2 % 3), .restitution = 1};
                movers[i] = put(&t, (carom_body_desc){.shape = kind < 6 ? circle(2) : centred_box(2, 2),
                                                      .position = {(float)(i % 3 * 4 - 6), (float)(i / 3 * 5)},
                                                      .velocity = {0, (float)(i * 7)},
                                                      .response = response});
            }
            run(&t, DT);
            for (int i = 0; i < 9; ++i) assert_true(place_of(&t, movers[i]).y < -460);
            int count;
            carom_world_crushes(t.world, &count);
            assert_int_equal(count, 0);
            carom_world_free(t.world);
        }
    }
}

/// A mover that is pushed keeps the speed of the push.
static void it_pushes_what_is_in_front(void **state) {
    (void)state;
    const carom_response_kind kinds[] = {CAROM_RESPONSE_SLIDE, CAROM_RESPONSE_STOP};
    for (int i = 0; i < 2 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_id k =
            put(&t, (carom_body_desc){.shape = centred_box(5, 5), .velocity = {60, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id crate = put(&t, (carom_body_desc){.shape = centred_box(3, 3),
                                                        .position = {20, 1},
                                                        .response = {.kind = kinds[i / WAYS], .restitution = 1}});
        for (int step = 0; step < 600; ++step) {
            run(&t, DT);
            if (step > 20) assert_true(touches(t.world, k, crate));
        }
        assert_true(fabsf(place_of(&t, crate).x - 608) < 0.001f);
        assert_true(place_of(&t, crate).y == 1);
        set_velocity(&t, k, (carom_vec2){0, 0});
        run(&t, 1);
        assert_true(fabsf(place_of(&t, crate).x - 668) < 0.001f); // goes on
        carom_world_free(t.world);
    }
}

static void it_pushes_a_row_of_movers(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, NO_DOWN);
        carom_body_id row[40];
        put(&t, (carom_body_desc){.shape = centred_box(5, 5), .velocity = {600, 0}, .type = CAROM_BODY_KINEMATIC});
        for (int i = 0; i < 40; ++i) {
            carom_response response = {.kind = i % 2 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_STOP};
            row[i] =
                put(&t, (carom_body_desc){
                            .shape = centred_box(3, 3), .position = {8 + 6.0f * (float)i, 1}, .response = response});
        }
        for (int step = 0; step < 60; ++step) run(&t, DT);
        for (int i = 0; i < 40; ++i) assert_true(place_of(&t, row[i]).x > 600 + 6 * (float)i);
        int count;
        carom_world_crushes(t.world, &count);
        assert_int_equal(count, 0);
        carom_world_free(t.world);
    }
}

// ---- Carrying -------------------------------------------------------------------------------------------------------

/// A lift with a crate, a stack of three and a ball on it.
typedef struct ride {
    turned_world t;
    carom_body_id lift, riders[5];
} ride;

enum { RIDERS = 5 };

static ride new_ride(int way, carom_response_kind kind, float far) {
    ride r = {.t = new_turned(way, DOWN)};
    carom_vec2 at = {far, -far / 2};
    r.lift = put(&r.t, (carom_body_desc){.shape = centred_box(40, 2), .position = at, .type = CAROM_BODY_KINEMATIC});
    for (int i = 0; i < RIDERS; ++i) {
        carom_vec2 place = {at.x + (i < 2 ? (float)(30 * i) - 30 : 20), at.y - 6 - (i < 2 ? 0 : (float)(8 * (i - 2)))};
        r.riders[i] = put(&r.t, (carom_body_desc){.shape = i == 1 ? circle(4) : centred_box(4, 4),
                                                  .position = place,
                                                  .response = {.kind = kind, .restitution = 1}});
    }
    return r;
}

static carom_vec2 velocity_at(int motion, int step) {
    float phase = (float)(step % 240) / 240;
    switch (motion) {
    case 0: return (carom_vec2){0, -40};                                                       // up
    case 1: return (carom_vec2){0, 40};                                                        // down
    case 2: return (carom_vec2){40, 0};                                                        // sideways
    case 3: return (carom_vec2){60 * cosf(6.2831853f * phase), 60 * sinf(6.2831853f * phase)}; // circle
    case 4: return (carom_vec2){step / 60 % 2 ? 900 : -900, step / 30 % 2 ? 900 : -900};       // fast
    default:
        return step / 20 % 2 ? (carom_vec2){0, 0} : (carom_vec2){step / 40 % 2 ? 70 : -70, step / 80 % 2 ? 70 : -70};
    }
}

static float ulps(float of, int count) {
    return fabsf(of) * 0x1p-23f * (float)count;
}

static void check_riders(const ride *r, const carom_vec2 *offsets, int motion, int step) {
    carom_vec2 lift = place_of(&r->t, r->lift);
    for (int i = 0; i < RIDERS; ++i) {
        carom_vec2 at = place_of(&r->t, r->riders[i]);
        float size_x = fabsf(lift.x) + 40, size_y = fabsf(lift.y) + 40;
        if (fabsf(at.x - lift.x - offsets[i].x) > ulps(size_x, 2) ||
            fabsf(at.y - lift.y - offsets[i].y) > ulps(size_y, 12))
            fail_msg("motion %d, way %d, step %d: rider %d is off by %g, %g", motion, r->t.way, step, i,
                     (double)(at.x - lift.x - offsets[i].x), (double)(at.y - lift.y - offsets[i].y));
    }
}

static int ride_steps = 500;

static void it_carries_what_rests_on_it(void **state) {
    (void)state;
    for (int motion = 0; motion < 6; ++motion) {
        for (int way = 0; way < WAYS; ++way) {
            ride r = new_ride(way, way % 2 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_STOP, way & 2 ? 3000 : 0);
            carom_vec2 offsets[RIDERS], lift = place_of(&r.t, r.lift);
            for (int i = 0; i < RIDERS; ++i) {
                carom_vec2 at = place_of(&r.t, r.riders[i]);
                offsets[i] = (carom_vec2){at.x - lift.x, at.y - lift.y};
            }
            for (int step = 0; step < ride_steps; ++step) {
                carom_vec2 now = velocity_at(motion, step);
                set_velocity(&r.t, r.lift, now);
                for (int i = 0; i < RIDERS; ++i) pull(&r.t, r.riders[i], FALL);
                run(&r.t, DT);
                check_riders(&r, offsets, motion, step);
            }
            for (int i = 0; i < RIDERS; ++i)
                assert_vec(unturned(carom_world_carried(r.t.world, r.riders[i]), way),
                           velocity_at(motion, ride_steps - 1).x, velocity_at(motion, ride_steps - 1).y);
            carom_world_free(r.t.world);
        }
    }
}

/// By velocity set in each step, as for a hero, and by a target.
static void a_rider_walks_on_it_and_jumps_off(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        ride r = new_ride(way, CAROM_RESPONSE_SLIDE, 0);
        carom_body_id hero = r.riders[0];
        for (int step = 0; step < 60; ++step) {
            float x = (float)(step + 1) * 0.5f;
            carom_world_move_to(r.t.world, r.lift, turned((carom_vec2){x, -x}, way));
            for (int i = 1; i < RIDERS; ++i) pull(&r.t, r.riders[i], FALL);
            set_velocity(&r.t, hero, (carom_vec2){step < 30 ? 0 : 30, FALL});
            run(&r.t, DT);
        }
        assert_true(fabsf(place_of(&r.t, hero).x - (-30 + 30 + 15)) < 0.001f);
        set_velocity(&r.t, hero, (carom_vec2){30, -100});
        carom_world_move_to(r.t.world, r.lift, turned((carom_vec2){30.5f, -30}, way));
        run(&r.t, DT);
        assert_true(fabsf(velocity_of(&r.t, hero).x - 60) < 0.001f);
        assert_true(fabsf(velocity_of(&r.t, hero).y + 130) < 0.001f);
        assert_vec(carom_world_carried(r.t.world, hero), 0, 0);
        carom_world_free(r.t.world);
    }
}

static void who_stands_on_the_ground_is_not_carried(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, way % 2 ? DOWN : NO_DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(100, 5), .position = {0, 9}, .type = CAROM_BODY_STATIC});
        carom_body_id lift = put(&t, (carom_body_desc){.shape = centred_box(5, 100),
                                                       .position = {9, 0},
                                                       .velocity = {0, -50},
                                                       .type = CAROM_BODY_KINEMATIC});
        carom_body_id hero =
            put(&t, (carom_body_desc){.shape = centred_box(4, 4), .response = {.kind = CAROM_RESPONSE_SLIDE}});
        for (int step = 0; step < 60; ++step) {
            set_velocity(&t, hero, (carom_vec2){120, FALL}); // presses against the lift, which rises
            run(&t, DT);
        }
        assert_true(touches(t.world, lift, hero));
        assert_vec(place_of(&t, hero), 0, 0);
        carom_world_free(t.world);
    }
}

/// A crate before a lift is pushed up a slope, against one that the lift carries and that overhangs. Both have room:
/// the rider, which goes with the lift after one contact, gives way to a mover that the lift pushes another way.
static void a_rider_gives_way_to_what_its_lift_pushes(void **state) {
    (void)state;
    static const int bounces[] = {1, 3, 0};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    const carom_body_desc descs[3] = {
        {.shape = box(4, 2), .position = {-2, -2}, .velocity = {0, 1}, .response = slide},       // the rider
        {.shape = box(4, 2), .position = {-6.0625f, -2}, .velocity = {0, 1}, .response = slide}, // one behind it
        {.shape = box(2, 2), .position = {0.25f, 1}, .response = slide}};
    carom_body_desc slope = {.type = CAROM_BODY_STATIC};
    const carom_vec2 corners[3] = {{3, 3}, {12, -6}, {12, 3}};
    assert_int_equal(carom_make_polygon(corners, 3, &slope.shape), CAROM_STATUS_OK);
    for (int i = 0; i < WAYS * 3 * 6; ++i) {
        turned_world t = {.way = i % WAYS};
        carom_world_desc desc = {.bounces = bounces[i / WAYS % 3], .down = turned(DOWN, t.way)};
        assert_int_equal(carom_world_make(&desc, &t.world), CAROM_STATUS_OK);
        put(&t, slope);
        carom_body_id lift =
            put(&t, (carom_body_desc){.shape = box(12, 4), .position = {-12, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id ids[3];
        for (int k = 0; k < 3; ++k) {
            int which = orders[i / WAYS / 3][k];
            ids[which] = put(&t, descs[which]);
        }
        run(&t, 1);
        set_velocity(&t, lift, (carom_vec2){4, 0});
        set_velocity(&t, ids[0], (carom_vec2){-1, 1}); // walks against the one behind
        set_velocity(&t, ids[1], (carom_vec2){0, 1});
        run(&t, 1);
        int count;
        carom_world_crushes(t.world, &count);
        assert_int_equal(count, 0);
        carom_vec2 rider = place_of(&t, ids[0]), crate = place_of(&t, ids[2]);
        assert_true(fabsf(crate.x - 4) < 1e-5f && fabsf(crate.y + 2) < 1e-5f);
        assert_true(rider.x > 1 && fabsf(rider.y + 4) < 1e-5f);
        carom_world_free(t.world);
    }
}

static carom_level *level_of_wall(int way) {
    carom_vec2 corners[] = {{55, -202.5f}, {65, -202.5f}, {65, -2.5f}, {55, -2.5f}};
    for (int i = 0; i < 4; ++i) corners[i] = turned(corners[i], way);
    carom_outline outline = {.points = corners, .count = 4};
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
    carom_level *level;
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

/// A row of crates, two abreast or piled up, on a lift that goes sideways under a wall: a static, a level, or a
/// kinematic body at rest. The wall stops them one after the other, and the lift takes them back from the first two.
/// None is crushed, however few contacts a step allows.
static void riders_stop_at_a_wall(void **state) {
    (void)state;
    static const int bounces[] = {1, 2, 3, 5, 0};
    for (int i = 0; i < WAYS * 5 * 2 * 3 * 3; i += 3) {
        int way = i % WAYS, layout = i / (WAYS * 5 * 2) % 3, kind = i / (WAYS * 5 * 2 * 3);
        bool of_level = kind == 1;
        if (kind > 0 && way % 3 > 0) continue; // three ways are enough
        carom_level *level = of_level ? level_of_wall(way) : NULL;
        carom_response response = {.kind = i / (WAYS * 5) % 2 ? CAROM_RESPONSE_STOP : CAROM_RESPONSE_SLIDE};
        carom_world_desc desc = {.level = level, .down = turned(DOWN, way), .bounces = bounces[i / WAYS % 5]};
        turned_world t = {.way = way};
        assert_int_equal(carom_world_make(&desc, &t.world), CAROM_STATUS_OK);
        carom_body_id lift = put(&t, (carom_body_desc){.shape = centred_box(400, 2), .type = CAROM_BODY_KINEMATIC});
        carom_body_desc wall = {.shape = centred_box(5, 100), .position = {60, -102.5f}, .type = CAROM_BODY_STATIC};
        if (kind == 2) wall.type = CAROM_BODY_KINEMATIC;
        if (!level) put(&t, wall);
        carom_body_id crates[6];
        for (int k = 0; k < 6; ++k) {
            const carom_vec2 places[] = {
                {(float)(k * -12), -6},
                {(float)(k / 3 * -8), (float)(-6 - k % 3 * 8)},
                {(float)(k % 2 * -9), (float)(-6 - k / 2 * 8)},
            };
            carom_vec2 place = places[layout];
            crates[k] = put(&t, (carom_body_desc){.shape = centred_box(4, 4), .position = place, .response = response});
        }
        for (int step = 0; step < (kind == 2 ? 30 : 60); ++step) {
            set_velocity(&t, lift, (carom_vec2){step < 30 ? 300 : -300, 0});
            for (int k = 0; k < 6; ++k) pull(&t, crates[k], FALL);
            run(&t, DT);
            int count;
            carom_world_crushes(t.world, &count);
            assert_int_equal(count, 0);
            for (int k = 0; k < 6; ++k) {
                carom_vec2 at = place_of(&t, crates[k]);
                assert_not_above(at.x, 51);
                if (step == 29) assert_true(at.x > -20);
                if (step == 59) assert_true(at.x < 0);
                assert_not_above(at.y, -6);
            }
        }
        carom_world_free(t.world);
        carom_level_free(level);
    }
}

/// Balls that fall with a plank on a lift, which goes down and aside: each counts as a contact of the plank. With 600
/// of them the plank stops for the step, as after any 512 more than `bounces`. Nothing is crushed or goes through
/// another.
static void a_plank_with_many_balls_rides(void **state) {
    (void)state;
    for (int i = 0; i < WAYS; ++i) {
        int balls = i % 2 ? 600 : 400;
        turned_world t = new_turned(i, DOWN);
        float half = (float)balls / 2;
        carom_body_id lift = put(&t, (carom_body_desc){.shape = centred_box(half, 1),
                                                       .position = {0, 3},
                                                       .velocity = {-0.25f, 0.25f},
                                                       .type = CAROM_BODY_KINEMATIC});
        carom_body_desc desc = {.shape = centred_box(half, 2), .velocity = {0, 1}};
        desc.response.kind = CAROM_RESPONSE_SLIDE;
        carom_body_id plank = put(&t, desc), last = plank;
        desc.shape = circle(0.25f);
        for (int k = 0; k < balls; ++k) {
            desc.position = (carom_vec2){(float)k + 0.5f - half, -2.25f};
            last = put(&t, desc);
        }
        run(&t, 1);
        assert_vec(place_of(&t, lift), -0.25f, 3.25f);
        assert_vec(place_of(&t, plank), i % 2 ? 0 : -0.25f, i % 2 ? 0 : 0.25f);
        assert_vec(place_of(&t, last), desc.position.x - 0.25f, i % 2 ? -2.25f : -2);
        int count;
        carom_world_crushes(t.world, &count);
        assert_int_equal(count, 0);
        carom_world_free(t.world);
    }
}

/// Boxes in a row, two abreast or piled up, on a lift that rises diagonally towards a wall. The lift pushes them up,
/// but it does not press them against each other and the wall: none is crushed.
static void a_diagonal_lift_crushes_no_row(void **state) {
    (void)state;
    static const float places_of_lift[] = {0, 17.3f, 1000}, rises[] = {-100, -300, 100};
    for (int i = 0; i < WAYS * 2 * 3 * 3 * 3; i += 3) {
        int way = i % WAYS, layout = i / WAYS / 2 % 3;
        float far = places_of_lift[i / WAYS / 6 % 3], rise = rises[i / WAYS / 18];
        carom_response response = {.kind = i / WAYS % 2 ? CAROM_RESPONSE_STOP : CAROM_RESPONSE_SLIDE};
        turned_world t = new_turned(way, DOWN);
        carom_vec2 at = {far, -far / 2};
        carom_body_desc desc = {.shape = centred_box(400, 2), .position = at, .type = CAROM_BODY_KINEMATIC};
        carom_body_id lift = put(&t, desc), crates[6];
        desc = (carom_body_desc){.shape = centred_box(5, 1000), .position = {at.x + 60, at.y - 500}};
        desc.type = CAROM_BODY_STATIC;
        put(&t, desc);
        for (int k = 0; k < 6; ++k) {
            const carom_vec2 places[] = {
                {(float)(k * -12), -6},
                {(float)(k / 3 * -8), (float)(-6 - k % 3 * 8)},
                {(float)(k % 2 * -9), (float)(-6 - k / 2 * 8)},
            };
            desc = (carom_body_desc){.shape = centred_box(4, 4), .response = response};
            desc.position = (carom_vec2){at.x + places[layout].x, at.y + places[layout].y};
            crates[k] = put(&t, desc);
        }
        for (int step = 0; step < 60; ++step) {
            float sign = step < 30 ? 1 : -1;
            set_velocity(&t, lift, (carom_vec2){sign * 300, sign * rise});
            for (int k = 0; k < 6; ++k) pull(&t, crates[k], FALL);
            run(&t, DT);
            int count;
            carom_world_crushes(t.world, &count);
            assert_int_equal(count, 0);
            for (int k = 0; k < 6; ++k) assert_not_above(place_of(&t, crates[k]).x, at.x + 51);
        }
        carom_world_free(t.world);
    }
}

/// Crates side by side on a lift that shakes, at 2^20: an ulp in a step is 7.5 units a second there. They keep their
/// places to 6 ulp in 300 steps, and get no velocity of their own.
static void riders_in_a_row_do_not_drift(void **state) {
    (void)state;
    random_source r = {17};
    for (int i = 0; i < WAYS * 2 * 4; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        carom_response response = {.kind = i / WAYS % 2 ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE};
        float far = 0x1p20f, x = (float)(100 + random_below(&r, 900)), y = (float)(random_below(&r, 600)) - 300;
        carom_body_id lift = put(
            &t, (carom_body_desc){.shape = centred_box(400, 2), .position = {far, far}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id crates[6];
        for (int k = 0; k < 6; ++k) {
            carom_vec2 place = {far + (float)(k * 8), far - 6};
            crates[k] = put(&t, (carom_body_desc){.shape = centred_box(4, 4), .position = place, .response = response});
        }
        for (int step = 0; step < 300; ++step) {
            carom_vec2 shake = {step / 7 % 2 ? x : -x, step / 11 % 2 ? y : -y};
            set_velocity(&t, lift, shake);
            for (int k = 0; k < 6; ++k) pull(&t, crates[k], FALL);
            run(&t, DT);
            for (int k = 0; k < 6; ++k) {
                float off = place_of(&t, crates[k]).x - place_of(&t, lift).x - (float)(k * 8);
                assert_not_above(fabsf(off), 0.75f);
                assert_not_above(fabsf(velocity_of(&t, crates[k]).x), 1);
            }
        }
        carom_world_free(t.world);
    }
}

/// A box of a half size, tilted about its centre.
static carom_shape tilted_box(float x, float y, carom_rotation tilt) {
    const carom_vec2 corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    carom_vec2 points[4];
    for (int i = 0; i < 4; ++i) points[i] = carom_rotate(tilt, corners[i]);
    carom_shape shape;
    assert_int_equal(carom_make_polygon(points, 4, &shape), CAROM_STATUS_OK);
    return shape;
}

/// A crate that a rising slope meets is carried by it from then on, although its velocity in the world is away from the
/// slope.
static void a_rising_slope_carries(void **state) {
    (void)state;
    random_source r = {23};
    for (int i = 0; i < WAYS * 15; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        carom_rotation tilt = carom_rotation_of(random_range(&r, -0.7f, 0.7f));
        carom_vec2 velocity = {random_range(&r, -100, 100), random_range(&r, -300, 0)};
        put(&t,
            (carom_body_desc){.shape = tilted_box(400, 2, tilt), .velocity = velocity, .type = CAROM_BODY_KINEMATIC});
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 1};
        carom_shape shape = i / WAYS % 2 ? circle(4) : tilted_box(4, 4, tilt);
        carom_vec2 place =
            carom_rotate(tilt, (carom_vec2){0, -6.05f - 10 * (random_below(&r, 2) ? random_unit(&r) : 0)});
        carom_body_id crate = put(&t, (carom_body_desc){.shape = shape, .position = place, .response = response});
        for (int step = 0; step < 120; ++step) {
            pull(&t, crate, FALL);
            run(&t, DT);
        }
        carom_vec2 carried = unturned(carom_world_carried(t.world, crate), i % WAYS);
        assert_vec(carried, velocity.x, velocity.y);
        carom_world_free(t.world);
    }
}

/// Movers slide on a lift that is a slope, and there is nothing else: they stay out of it, and are never crushed. At
/// large coordinates, the rounding of positions is a large part of a step.
static void a_slope_that_moves_does_not_crush(void **state) {
    (void)state;
    static const float offsets[] = {0, 100, -3000, 100000};
    random_source r = {5};
    for (int i = 0; i < 4 * 4 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        float offset = offsets[i / WAYS % 4];
        carom_rotation tilt = carom_rotation_of(random_range(&r, -0.75f, 0.75f));
        carom_vec2 up = carom_rotate(tilt, (carom_vec2){0, -14.0625f});
        carom_shape slope = tilted_box(random_below(&r, 2) ? 40 : 200, 10, tilt);
        carom_shape shape = random_below(&r, 2) ? circle(4) : tilted_box(3, 4, tilt);
        carom_vec2 velocity = {floorf(random_range(&r, -60, 60)), floorf(random_range(&r, -60, 60))};
        carom_body_id lift = put(&t, (carom_body_desc){.shape = slope,
                                                       .position = {offset, offset / 2},
                                                       .velocity = velocity,
                                                       .type = CAROM_BODY_KINEMATIC});
        float friction = random_below(&r, 2) ? random_range(&r, 0, 2) : 0;
        carom_body_id rider = put(&t, (carom_body_desc){.shape = shape,
                                                        .position = {offset + up.x, offset / 2 + up.y},
                                                        .response = {CAROM_RESPONSE_SLIDE, 0, friction, 0}});
        for (int step = 0; step < 200; ++step) {
            pull(&t, rider, FALL);
            run(&t, DT);
            int crushes;
            carom_world_crushes(t.world, &crushes);
            assert_int_equal(crushes, 0);
            carom_shape a = carom_world_shape(t.world, rider), b = carom_world_shape(t.world, lift);
            assert_int_not_equal(cr_relate(&a, &b), CR_INSIDE);
        }
        carom_world_free(t.world);
    }
}

// ---- Crushing -------------------------------------------------------------------------------------------------------

/// The step in which the gap closes reports the mover, the crusher and the wall. The mover stays between the two: it
/// does not jump aside. From four sides, at widths from 8 to 400.
static void a_mover_without_room_is_reported_in_that_step(void **state) {
    (void)state;
    static const float widths[] = {8, 16, 50, 128, 255.5f, 400};
    for (int i = 0; i < 6 * WAYS; ++i) {
        for (int k = 0; k < 6; ++k) {
            float half = widths[k] / 2;
            turned_world t = new_turned(i % WAYS, NO_DOWN);
            carom_body_type against = i / WAYS % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
            carom_body_id wall =
                put(&t, (carom_body_desc){.shape = centred_box(half + 50, 5), .position = {0, 15}, .type = against});
            carom_body_id press = put(&t, (carom_body_desc){.shape = centred_box(half + 50, 20),
                                                            .position = {0, -40},
                                                            .velocity = {0, 60},
                                                            .type = CAROM_BODY_KINEMATIC});
            carom_response response = {.kind = (carom_response_kind)(i / WAYS / 2), .restitution = 1};
            carom_shape shape = i % 2 ? circle(4) : centred_box(half, 4);
            carom_body_id mover = put(&t, (carom_body_desc){.shape = shape, .velocity = {0, 3}, .response = response});
            for (int step = 0; step < 30; ++step) {
                run(&t, DT);
                int count;
                const carom_crush *crushes = carom_world_crushes(t.world, &count);
                float gap = 10 - (place_of(&t, press).y + 20); // before the wall
                assert_int_equal(count, gap < 8 - 1e-4f);
                assert_not_above(fabsf(place_of(&t, mover).y), 14);
                assert_same_float(place_of(&t, mover).x, 0);
                if (count == 0) continue;
                assert_true(place_of(&t, mover).y <= 6.00001f);
                assert_int_equal(crushes[0].body.index, mover.index);
                assert_int_equal(crushes[0].level, -1);
                bool both = (crushes[0].by.index == press.index && crushes[0].against.index == wall.index) ||
                            (crushes[0].by.index == wall.index && crushes[0].against.index == press.index);
                assert_true(both);
                if (against == CAROM_BODY_STATIC) assert_int_equal(crushes[0].by.index, press.index);
                assert_int_equal(carom_world_stats(t.world).crushed, 1);
                break;
            }
            assert_true(place_of(&t, press).y > -18);
            carom_world_free(t.world);
        }
    }
}

/// A mover bounces between two crushers until it has had all contacts of a step. Far from the origin, rounding decides
/// which contact is the last one: the other crusher is named as well.
static void both_crushers_are_named(void **state) {
    (void)state;
    static const float places[] = {0, -100000, 0x1p20f, 17.3f}, speeds[] = {13, 300, 2000, 40000},
                       seconds[] = {0, 1, -0.25f};
    for (int i = 0; i < WAYS * 4 * 4 * 3 * 4; ++i) {
        int way = i % WAYS, kind = i / (WAYS * 48);
        float far = places[i / WAYS % 4], speed = speeds[i / WAYS / 4 % 4], second = seconds[i / WAYS / 16 % 3];
        carom_vec2 at = {far * 0.5f, far};
        turned_world t = new_turned(way, NO_DOWN);
        carom_body_desc desc = {.shape = centred_box(kind & 2 ? 200 : 6, 10), .type = CAROM_BODY_KINEMATIC};
        desc.position = (carom_vec2){at.x, at.y - 30};
        desc.velocity = (carom_vec2){0, speed};
        carom_body_id above = put(&t, desc);
        carom_response response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.7f};
        carom_shape shape = kind & 1 ? circle(4) : centred_box(4, 3);
        carom_body_id mover = put(&t, (carom_body_desc){.shape = shape, .position = at, .response = response});
        desc.position = (carom_vec2){at.x, at.y + 30};
        desc.velocity = (carom_vec2){0, -speed * second};
        carom_body_id below = put(&t, desc);
        const carom_crush *crushes = NULL;
        int count = 0;
        for (int step = 0; step < 400 && count == 0; ++step) {
            run(&t, DT);
            crushes = carom_world_crushes(t.world, &count);
        }
        assert_int_equal(count, 1);
        assert_int_equal(crushes[0].body.index, mover.index);
        assert_int_equal(crushes[0].level, -1);
        carom_body_id by = crushes[0].by, against = crushes[0].against;
        bool from_above = by.index == above.index && against.index == below.index;
        bool from_below = by.index == below.index && against.index == above.index;
        assert_true((from_above || from_below) && by.generation > 0 && against.generation > 0);
        carom_world_free(t.world);
    }
}

/// A kinematic body at rest holds a row of movers, and a moving one presses it: each mover names the moving one.
static void a_kinematic_body_at_rest_is_the_anvil(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * 3 * 2 * 3; ++i) {
        int movers = 1 + i / WAYS % 3;
        bool rest_is_first = i / WAYS / 3 % 2;
        carom_response response = {.kind = (carom_response_kind)(i / WAYS / 6)};
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_desc rest = {.shape = centred_box(2, 50), .position = {-5, 0}, .type = CAROM_BODY_KINEMATIC};
        carom_body_desc press = rest;
        press.position.x = 6 * (float)movers + 1;
        press.velocity.x = -4;
        carom_body_id first = put(&t, rest_is_first ? rest : press), row[3];
        for (int k = 0; k < movers; ++k)
            row[k] = put(
                &t, (carom_body_desc){.shape = centred_box(3, 3), .position = {6 * (float)k, 0}, .response = response});
        carom_body_id last = put(&t, rest_is_first ? press : rest);
        uint64_t moving = carom_body_bits(rest_is_first ? last : first);
        run(&t, 1);
        int count;
        const carom_crush *crushes = carom_world_crushes(t.world, &count);
        assert_true(count > 0);
        for (int k = 0; k < count; ++k) {
            assert_true(carom_body_bits(crushes[k].by) == moving);
            assert_true(crushes[k].level == -1 && carom_body_bits(crushes[k].against) != moving);
            if (carom_body_bits(crushes[k].body) != carom_body_bits(row[0])) continue;
            assert_true(carom_body_bits(crushes[k].against) == carom_body_bits(rest_is_first ? first : last));
        }
        carom_world_free(t.world);
    }
}

/// Two kinematic bodies at rest are a funnel. They face each other more than the press that comes from above, but the
/// press crushes the ball.
static void a_funnel_at_rest_crushes_nothing(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const carom_vec2 side[3] = {{0, 0}, {-10, -20}, {-10, 0}}, mirrored[3] = {{0, 0}, {10, 0}, {10, -20}};
    carom_body_desc descs[3] = {{.shape = centred_box(10, 2), .position = {0, -10}, .velocity = {0, 4}}};
    assert_int_equal(carom_make_polygon(side, 3, &descs[1].shape), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(mirrored, 3, &descs[2].shape), CAROM_STATUS_OK);
    for (int i = 0; i < WAYS * 6 * 3; ++i) {
        const int *order = orders[i / WAYS % 6];
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_id ids[3];
        for (int k = 0; k < 3; ++k) {
            descs[order[k]].type = CAROM_BODY_KINEMATIC;
            ids[order[k]] = put(&t, descs[order[k]]);
        }
        carom_response response = {.kind = (carom_response_kind)(i / WAYS / 6)};
        put(&t, (carom_body_desc){.shape = circle(2), .position = {0, -5}, .response = response});
        run(&t, 1);
        int count;
        const carom_crush *crush = carom_world_crushes(t.world, &count);
        assert_int_equal(count, 1);
        assert_true(carom_body_bits(crush->by) == carom_body_bits(ids[0]));
        assert_true(carom_body_bits(crush->against) == carom_body_bits(ids[1]) ||
                    carom_body_bits(crush->against) == carom_body_bits(ids[2]));
        carom_world_free(t.world);
    }
}

/// A world with a wall from y = 10 to y = 10 + thick: a static, the solid of a level, or its thin edge.
static turned_world new_walled(int way, int wall, float thick, carom_level **level) {
    carom_vec2 corners[4] = {{-100, 10}, {100, 10}, {100, 10 + thick}, {-100, 10 + thick}};
    for (int i = 0; i < 4; ++i) corners[i] = turned(corners[i], way);
    carom_outline outline = {.points = corners, .count = wall == 1 ? 4 : 2, .open = wall == 2};
    turned_world t = {.way = way};
    *level = NULL;
    if (wall > 0) {
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, level, NULL), CAROM_STATUS_OK);
    }
    t.world = new_world(*level);
    carom_shape box = centred_box(100, thick / 2);
    if (wall == 0) put(&t, (carom_body_desc){.shape = box, .position = {0, 10 + thick / 2}, .type = CAROM_BODY_STATIC});
    return t;
}

/// The crusher is thicker than the wall, and goes through both. The mover does not get to the other side of the wall,
/// though the free positions there are closer than those behind the crusher.
static void no_mover_is_pressed_through_a_thin_wall(void **state) {
    (void)state;
    static const float thicknesses[] = {0.25f, 1, 8};
    for (int i = 0; i < 3 * 3 * 3 * WAYS; ++i) {
        int wall = i / WAYS % 3, kind = i / WAYS / 3 % 3;
        float thick = thicknesses[i / WAYS / 9];
        carom_level *level;
        turned_world t = new_walled(i % WAYS, wall, thick, &level);
        put(&t,
            (carom_body_desc){
                .shape = centred_box(60, 20), .position = {0, -30}, .velocity = {0, 60}, .type = CAROM_BODY_KINEMATIC});
        carom_shape shapes[] = {circle(4), centred_box(3, 4), circle(0.5f)};
        carom_body_id movers[3];
        for (int k = 0; k < 3; ++k) {
            carom_response response = {.kind = (carom_response_kind)kind, .restitution = 1};
            movers[k] = put(
                &t, (carom_body_desc){.shape = shapes[k], .position = {(float)(20 * k - 20), 0}, .response = response});
        }
        for (int step = 0; step < 120; ++step) {
            run(&t, DT);
            for (int k = 0; k < 3; ++k) assert_not_above(place_of(&t, movers[k]).y, k < 2 ? 6.00001f : 9.50001f);
        }
        carom_world_free(t.world);
        carom_level_free(level);
    }
}

/// A crate or ball on a wide lift with a slope: its surface is far from its position, so its vertices are rounded more
/// coarsely than a mover near the origin. That crushes nothing.
static void a_wide_slope_crushes_nothing(void **state) {
    (void)state;
    random_source r = {17};
    for (int i = 0; i < 40; ++i) {
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.down = {0, 1}}, &world), CAROM_STATUS_OK);
        carom_rotation slope = carom_rotation_of(random_range(&r, -0.75f, 0.75f));
        carom_body_desc desc = {.shape = centred_box(4000, 10), .rotation = slope, .type = CAROM_BODY_KINEMATIC};
        desc.velocity = (carom_vec2){random_range(&r, -60, 60), random_range(&r, -60, 60)};
        add(world, desc);
        desc = (carom_body_desc){.rotation = slope, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        desc.shape = i % 2 ? centred_box(3, 4) : circle(4);
        desc.position = carom_rotate(slope, (carom_vec2){0, -14.05f});
        carom_body_id rider = add(world, desc);
        for (int n = 0; n < 20; ++n) {
            carom_vec2 v = carom_world_velocity(world, rider);
            carom_world_set_velocity(world, rider, (carom_vec2){v.x, v.y + FALL});
            assert_int_equal(carom_world_step(world, DT), CAROM_STATUS_OK);
            assert_int_equal(carom_world_stats(world).crushed, 0);
        }
        carom_world_free(world);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) ride_steps = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_moves_exactly_through_everything),
        cmocka_unit_test(it_goes_to_its_target),
        cmocka_unit_test(a_ball_bounces_in_the_frame_of_a_pad),
        cmocka_unit_test(a_ball_that_ends_in_contact_bounces),
        cmocka_unit_test(nothing_is_left_behind_a_fast_pad),
        cmocka_unit_test(it_pushes_what_is_in_front),
        cmocka_unit_test(it_pushes_a_row_of_movers),
        cmocka_unit_test(it_carries_what_rests_on_it),
        cmocka_unit_test(a_rider_walks_on_it_and_jumps_off),
        cmocka_unit_test(who_stands_on_the_ground_is_not_carried),
        cmocka_unit_test(riders_stop_at_a_wall),
        cmocka_unit_test(a_rider_gives_way_to_what_its_lift_pushes),
        cmocka_unit_test(a_plank_with_many_balls_rides),
        cmocka_unit_test(a_diagonal_lift_crushes_no_row),
        cmocka_unit_test(riders_in_a_row_do_not_drift),
        cmocka_unit_test(a_rising_slope_carries),
        cmocka_unit_test(a_slope_that_moves_does_not_crush),
        cmocka_unit_test(a_mover_without_room_is_reported_in_that_step),
        cmocka_unit_test(both_crushers_are_named),
        cmocka_unit_test(a_kinematic_body_at_rest_is_the_anvil),
        cmocka_unit_test(a_funnel_at_rest_crushes_nothing),
        cmocka_unit_test(no_mover_is_pressed_through_a_thin_wall),
        cmocka_unit_test(a_wide_slope_crushes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
