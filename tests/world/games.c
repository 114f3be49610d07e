// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What games ask of bodies: lifts, paddles, ice, friends, heavy crates, crouching heroes, rollback, getters. A test of
// each with the answer that a player expects, mirrored and turned by quarters where direction matters.
#include "carom/draw.h"
#include "carom/walker.h"
#include "world/bodies.h"
#include "world/turned.h"

#include <math.h>

static const float DT = 1 / 60.0f, FALL = 10; // of the velocity in each step

static void assert_near(float value, float expected) {
    if (fabsf(value - expected) > 4e-4f) fail_msg("%.9g, not %.9g", (double)value, (double)expected);
}

// ---- A lift: 40 units in a second, with a crate on it ---------------------------------------------------------------

static void lift_takes_a_crate_40_of_40_units(void **state) {
    (void)state;
    static const carom_vec2 moves[] = {{0, -40}, {0, 40}, {40, 0}, {-40, 0}, {24, -32}};
    const carom_response_kind kinds[] = {CAROM_RESPONSE_STOP, CAROM_RESPONSE_SLIDE};
    for (int i = 0; i < 5 * 2 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        carom_vec2 v = moves[i / WAYS % 5];
        carom_body_id lift =
            put(&t, (carom_body_desc){.shape = centred_box(20, 2), .velocity = v, .type = CAROM_BODY_KINEMATIC});
        carom_body_id crate =
            put(&t, (carom_body_desc){
                        .shape = centred_box(4, 4), .position = {10, -6}, .response = {.kind = kinds[i / WAYS / 5]}});
        for (int step = 0; step < 60; ++step) {
            pull(&t, crate, FALL);
            run(&t, DT);
        }
        carom_vec2 at = place_of(&t, lift), on = place_of(&t, crate);
        assert_near(at.x, v.x);
        assert_near(at.y, v.y);
        assert_near(on.x, v.x + 10);
        assert_near(on.y, v.y - 6);
        carom_world_free(t.world);
    }
}

/// What passes through everything is not carried.
static void crate_that_passes_falls_through_a_lift(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(20, 2), .velocity = {40, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id crate = put(&t, (carom_body_desc){.shape = centred_box(4, 4),
                                                        .position = {0, -6},
                                                        .velocity = {0, 60},
                                                        .response = {.kind = CAROM_RESPONSE_PASS}});
        for (int step = 0; step < 60; ++step) run(&t, DT);
        assert_near(place_of(&t, crate).x, 0);
        assert_near(place_of(&t, crate).y, 54);
        carom_world_free(t.world);
    }
}

/// A mover keeps moving below a load, with the responses stop and slide. It does not carry.
static void mover_as_a_lift_keeps_moving_and_does_not_sag(void **state) {
    (void)state;
    const carom_response_kind kinds[] = {CAROM_RESPONSE_STOP, CAROM_RESPONSE_SLIDE};
    for (int i = 0; i < 2 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        carom_body_id lift = put(&t, (carom_body_desc){.shape = centred_box(100, 2),
                                                       .velocity = {40, 0},
                                                       .mass = INFINITY,
                                                       .response = {kinds[i / WAYS], 0, 0, 0}});
        carom_body_id crate =
            put(&t, (carom_body_desc){
                        .shape = centred_box(4, 4), .position = {10, -6}, .response = {CAROM_RESPONSE_SLIDE, 0, 1, 0}});
        float landed = 0;
        for (int step = 0; step < 61; ++step) { // the crate lands in the first step
            set_velocity(&t, lift, (carom_vec2){40, 0});
            pull(&t, crate, FALL);
            run(&t, DT);
            if (step == 0) landed = place_of(&t, lift).x;
        }
        assert_near(place_of(&t, lift).x - landed, 40);
        assert_true(place_of(&t, lift).y == 0); // does not sag
        assert_true(place_of(&t, crate).y <= -6);
        carom_world_free(t.world);
    }
}

// ---- A paddle at -900, a ball at 300 --------------------------------------------------------------------------------

static void paddle_returns_a_ball_at_2100(void **state) {
    (void)state;
    for (int i = 0; i < 2 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        bool by_target = i >= WAYS;
        carom_body_id paddle = put(&t, (carom_body_desc){.shape = centred_box(2, 20),
                                                         .position = {14, 0},
                                                         .velocity = {by_target ? 0 : -900.0f, 0},
                                                         .type = CAROM_BODY_KINEMATIC});
        carom_body_id ball = put(
            &t,
            (carom_body_desc){.shape = circle(2), .velocity = {300, 0}, .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}});
        if (by_target) carom_world_move_to(t.world, paddle, turned((carom_vec2){-1, 0}, t.way));
        run(&t, DT);
        assert_near(velocity_of(&t, ball).x / 1000, -2.1f);
        assert_true(place_of(&t, ball).x < place_of(&t, paddle).x - 4);
        carom_world_free(t.world);
    }
}

static void paddle_with_a_target_leaves_no_ball_behind(void **state) {
    (void)state;
    for (int i = 0; i < 3 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_id paddle =
            put(&t, (carom_body_desc){.shape = centred_box(1, 20), .position = {50, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_response response = {.kind = (carom_response_kind)(i / WAYS)};
        carom_body_id ball = put(&t, (carom_body_desc){.shape = circle(2), .response = response});
        carom_world_move_to(t.world, paddle, turned((carom_vec2){-200, 0}, t.way));
        run(&t, DT);
        assert_vec(place_of(&t, paddle), -200, 0);
        assert_true(place_of(&t, ball).x < -203 + 1e-4f);
        carom_world_free(t.world);
    }
}

// ---- Ice, bumpers, conveyors, one-way doors, friends ----------------------------------------------------------------

/// A crate with friction on a floor of a material, after 40 steps under gravity.
static float speed_on(carom_material material, float speed, int way) {
    turned_world t = new_turned(way, DOWN);
    if (way & 4) material.surface_speed = -material.surface_speed;
    put(&t, (carom_body_desc){
                .shape = centred_box(900, 2), .position = {0, 2}, .type = CAROM_BODY_STATIC, .material = material});
    carom_body_id crate = put(&t, (carom_body_desc){.shape = centred_box(4, 4),
                                                    .position = {0, -4},
                                                    .velocity = {speed, 0},
                                                    .response = {CAROM_RESPONSE_SLIDE, 0, 0.5f, 0}});
    for (int step = 0; step < 40; ++step) {
        pull(&t, crate, FALL);
        run(&t, DT);
    }
    float left = velocity_of(&t, crate).x;
    carom_world_free(t.world);
    return left;
}

static void crate_slides_on_ice_and_stops_elsewhere(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        assert_true(speed_on((carom_material){.friction = -1}, 100, way) == 100);
        assert_true(speed_on((carom_material){0}, 100, way) == 0);
    }
}

static void conveyor_gives_a_crate_its_speed(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        assert_true(speed_on((carom_material){.surface_speed = 30}, 0, way) == 30);
        assert_true(speed_on((carom_material){.surface_speed = -30}, 50, way) == -30);
    }
}

static carom_vec2 bounced(carom_response response, float restitution, int way) {
    turned_world t = new_turned(way, NO_DOWN);
    put(&t, (carom_body_desc){.shape = centred_box(20, 2),
                              .position = {0, 7},
                              .type = CAROM_BODY_STATIC,
                              .material = {.restitution = restitution}});
    carom_body_id ball = put(&t, (carom_body_desc){.shape = circle(2), .velocity = {60, 240}, .response = response});
    run(&t, DT);
    carom_vec2 v = velocity_of(&t, ball);
    carom_world_free(t.world);
    return v;
}

/// Also if the ball itself has none.
static void restitution_of_a_static_counts(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        assert_vec(bounced((carom_response){CAROM_RESPONSE_BOUNCE, 0, 0, 0}, 0.5f, way), 60, -120);
        assert_vec(bounced((carom_response){CAROM_RESPONSE_SLIDE, 0, 0, 0}, 0.25f, way), 60, -60);
    }
}

static void bumper_returns_more_than_it_gets(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way)
        assert_vec(bounced((carom_response){CAROM_RESPONSE_BOUNCE, 1, 0, 0}, 0.5f, way), 60, -360);
}

enum { FRIEND = 1, FOE, DOOR };

static void friends_and_doors(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    carom_vec2 out = *(const carom_vec2 *)user_data; // the direction in which the door lets pass
    bool through = contact->surface.tag == DOOR && contact->normal.x * out.x + contact->normal.y * out.y > 0.5f;
    if (contact->surface.tag == FRIEND || through) response->kind = CAROM_RESPONSE_PASS;
}

static turned_world new_ruled(int way, carom_vec2 *out) {
    *out = turned((carom_vec2){1, 0}, way);
    turned_world t = {.way = way};
    const carom_world_desc desc = {.rule = friends_and_doors, .user_data = out};
    assert_int_equal(carom_world_make(&desc, &t.world), CAROM_STATUS_OK);
    return t;
}

static void bullets_pass_friends_and_hit_foes(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_vec2 out;
        turned_world t = new_ruled(way, &out);
        put(&t, (carom_body_desc){.shape = centred_box(4, 4), .position = {20, 0}, .tag = FRIEND});
        put(&t, (carom_body_desc){.shape = centred_box(4, 4), .position = {50, 0}, .tag = FOE});
        carom_body_id bullet = put(
            &t,
            (carom_body_desc){.shape = circle(1), .velocity = {6000, 0}, .response = {CAROM_RESPONSE_STOP, 0, 0, 0}});
        run(&t, DT);
        assert_near(place_of(&t, bullet).x, 45);
        carom_world_free(t.world);
    }
}

/// Its normal is (1, 0) at its right side: it lets pass to the left only.
static void one_way_door_lets_pass_in_one_direction(void **state) {
    (void)state;
    for (int i = 0; i < 2 * WAYS; ++i) {
        carom_vec2 out;
        turned_world t = new_ruled(i % WAYS, &out);
        float side = i < WAYS ? 1 : -1;
        put(&t, (carom_body_desc){.shape = centred_box(2, 20), .type = CAROM_BODY_STATIC, .tag = DOOR});
        carom_body_id hero = put(&t, (carom_body_desc){.shape = centred_box(3, 3),
                                                       .position = {20 * side, 0},
                                                       .velocity = {-60 * side, 0},
                                                       .response = {.kind = CAROM_RESPONSE_SLIDE}});
        for (int step = 0; step < 60; ++step) run(&t, DT);
        assert_near(place_of(&t, hero).x, side > 0 ? -40 : -5);
        carom_world_free(t.world);
    }
}

static bool moving_on(carom_rule_contact const *contact) {
    return contact->other == carom_body_bits((carom_body_id){0, 1});
}

static void pass_the_first_body(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if (moving_on(contact)) response->kind = CAROM_RESPONSE_PASS;
}

static void move_takes_a_rule(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, NO_DOWN);
        for (int i = 0; i < 2; ++i)
            put(&t, (carom_body_desc){
                        .shape = centred_box(2, 2), .position = {20 + 20 * (float)i, 0}, .type = CAROM_BODY_STATIC});
        carom_world_view view = {.world = t.world};
        carom_scene scene = carom_scene_of_world(&view);
        carom_shape ball = circle(1);
        carom_motion start = {.velocity = turned((carom_vec2){100, 0}, way)};
        carom_move_rule rule = {.rule = pass_the_first_body, .dt = 1};
        assert_vec(unturned(carom_move_by_rule(&scene, &ball, &start, &rule, NULL, 0).at, way), 37, 0);
        rule.rule = NULL;
        assert_vec(unturned(carom_move_by_rule(&scene, &ball, &start, &rule, NULL, 0).at, way), 17, 0);
        carom_world_free(t.world);
    }
}

// ---- Weight ---------------------------------------------------------------------------------------------------------

/// A hero at 60 runs into a crate: both go on at 60 * m / (m + crate).
static void heavy_crate_is_slower_than_a_light_one(void **state) {
    (void)state;
    static const float masses[] = {0.25f, 1, 3, INFINITY}, speeds[] = {48, 30, 15, 0};
    for (int i = 0; i < 4 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_desc desc = {
            .shape = centred_box(4, 4), .velocity = {60, 0}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        carom_body_id hero = put(&t, desc);
        desc.velocity.x = 0;
        desc.position.x = 8.5f;
        desc.mass = masses[i / WAYS];
        carom_body_id crate = put(&t, desc);
        run(&t, DT);
        assert_near(velocity_of(&t, crate).x, speeds[i / WAYS]);
        assert_near(velocity_of(&t, hero).x, speeds[i / WAYS]);
        carom_world_free(t.world);
    }
}

/// A boss that walks on, and a player whose velocity is 0 in each step: a crowd pushes neither back.
static void boss_and_idle_player_are_not_pushed(void **state) {
    (void)state;
    for (int i = 0; i < 2 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        float speed = i < WAYS ? 30 : 0, last = 0;
        carom_body_desc desc = {.shape = circle(6), .mass = INFINITY, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        carom_body_id boss = put(&t, desc), crowd[8];
        desc.shape = circle(3);
        desc.mass = 0;
        for (int k = 0; k < 8; ++k) {
            desc.position = (carom_vec2){20 + 8 * (float)(k / 4), 8 * (float)(k % 4) - 12};
            crowd[k] = put(&t, desc);
        }
        for (int step = 0; step < 60; ++step) {
            set_velocity(&t, boss, (carom_vec2){speed, 0});
            for (int k = 0; k < 8; ++k) set_velocity(&t, crowd[k], (carom_vec2){-40, 0});
            run(&t, DT);
            assert_true(place_of(&t, boss).x >= last);
            last = place_of(&t, boss).x;
        }
        assert_true(i < WAYS ? last > 20 : last == 0);
        if (i >= WAYS) assert_same_float(place_of(&t, boss).y, 0);
        carom_world_free(t.world);
    }
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

static void hero_crouches_under_a_beam_and_stands_up_behind_it(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(200, 2), .position = {0, 2}, .type = CAROM_BODY_STATIC});
        put(&t, (carom_body_desc){.shape = centred_box(10, 10), .position = {40, -15}, .type = CAROM_BODY_STATIC});
        carom_shape standing = boxed(-3, -12, 6, 12), crouching = boxed(-3, -4, 6, 4);
        carom_shape shapes[] = {turned_shape(&standing, way), turned_shape(&crouching, way)};
        carom_body_id hero = put(&t, (carom_body_desc){.shape = standing, .response = {.kind = CAROM_RESPONSE_SLIDE}});
        static const float expected[] = {27, 87, 147};
        for (int part = 0; part < 3; ++part) {
            assert_int_equal(carom_world_set_shape(t.world, hero, &shapes[part == 1]), CAROM_STATUS_OK);
            for (int step = 0; step < 60; ++step) {
                set_velocity(&t, hero, (carom_vec2){60, FALL});
                run(&t, DT);
            }
            assert_near(place_of(&t, hero).x, expected[part]);
            assert_true(place_of(&t, hero).y == 0); // its feet
        }
        carom_world_free(t.world);
    }
}

/// A hero beside a wall and on a floor grows into both: the next step moves it out, by no more than it has grown, and
/// it goes on with its motion.
static void hero_that_grows_is_moved_out_of_walls(void **state) {
    (void)state;
    for (int i = 0; i < 3 * WAYS; ++i) {
        int way = i % WAYS;
        turned_world t = new_turned(way, DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(200, 2), .position = {0, 2}, .type = CAROM_BODY_STATIC});
        put(&t, (carom_body_desc){.shape = centred_box(2, 50), .position = {-2, -50}, .type = CAROM_BODY_STATIC});
        const carom_response response = {.kind = (carom_response_kind)(i / WAYS)};
        carom_body_id hero =
            put(&t, (carom_body_desc){.shape = centred_box(3, 4), .position = {3, -4}, .response = response});
        carom_shape grown = centred_box(5, 7), shape = turned_shape(&grown, way);
        assert_int_equal(carom_world_set_shape(t.world, hero, &shape), CAROM_STATUS_OK);
        set_velocity(&t, hero, (carom_vec2){60, 0});
        run(&t, DT);
        assert_near(place_of(&t, hero).x, 6);
        assert_near(place_of(&t, hero).y, -7);
        assert_int_equal(carom_world_stats(t.world).crushed, 0);
        carom_world_free(t.world);
    }
}

static void boxes_polygons_and_capsules_about_their_centres_move(void **state) {
    (void)state;
    carom_vec2 corners[] = {{-6, 0}, {0, -5}, {6, 0}, {0, 5}};
    carom_shape shapes[3] = {centred_box(7, 5), centred_capsule((carom_vec2){4, 0}, 5)};
    assert_int_equal(carom_make_polygon(corners, 4, &shapes[2]), CAROM_STATUS_OK);
    for (int i = 0; i < 3 * WAYS; ++i) {
        int way = i % WAYS;
        turned_world t = new_turned(way, NO_DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(500, 2), .position = {0, 2}, .type = CAROM_BODY_STATIC});
        carom_vec2 at = {60 * (float)(i / WAYS), -50};
        const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
        carom_shape shape = shapes[i / WAYS], there = turned_shape(&shape, way);
        carom_body_desc desc = {.shape = shape, .position = at, .velocity = {0, 100}, .response = slide};
        carom_body_id id = put(&t, desc);
        run(&t, 1);
        assert_vec(place_of(&t, id), at.x, -5);
        carom_world_view view = {.world = t.world, .no_movers = true};
        carom_scene scene = carom_scene_of_world(&view);
        carom_motion start = {.at = turned(at, way), .velocity = turned((carom_vec2){3, 100}, way)};
        assert_near(unturned(carom_move(&scene, &there, &start, &slide, NULL, 0).at, way).y, -5);
        carom_world_free(t.world);
    }
}

// ---- Rollback -------------------------------------------------------------------------------------------------------

typedef struct calls {
    int events, rules;
    uint64_t tags; ///< the sum of those of the receivers
} calls;

static void count_event(carom_world *world, const carom_event *event, void *user_data) {
    calls *c = user_data;
    ++c->events;
    c->tags += carom_world_tag(world, event->a);
}

static void count_rule(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)contact;
    (void)response;
    ++((calls *)user_data)->rules;
}

/// The tags say what the bodies are, and the callbacks of the world see them without being set again.
static void tags_and_callbacks_survive_a_rollback(void **state) {
    (void)state;
    calls seen = {0};
    carom_world *world;
    const carom_world_desc desc = {.on_collision = count_event, .rule = count_rule, .user_data = &seen};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    carom_body_id wall =
        add(world,
            (carom_body_desc){.shape = centred_box(2, 20), .position = {30, 0}, .type = CAROM_BODY_STATIC, .tag = 5});
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(2),
                                                      .velocity = {10, 0},
                                                      .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0},
                                                      .tag = UINT64_MAX - 3});
    static unsigned char bytes[4096];
    size_t size = carom_world_snapshot_size(world);
    assert_true(size <= sizeof bytes);
    assert_int_equal(carom_world_snapshot(world, bytes, size), CAROM_STATUS_OK);
    calls first = {0};
    for (int round = 0; round < 2; ++round) {
        seen = (calls){0};
        for (int i = 0; i < 4; ++i) step(world);
        assert_int_equal(seen.events, 4);
        assert_int_equal(seen.rules, 1);
        assert_int_equal(seen.tags, 2 * (UINT64_MAX - 3 + 5));
        if (round == 0) first = seen;
        assert_memory_equal(&first, &seen, sizeof seen);
        carom_world_remove(world, wall); // what the rollback undoes
        carom_world_set_tag(world, ball, 1);
        assert_int_equal(carom_world_restore(world, bytes, size), CAROM_STATUS_OK);
        assert_int_equal(carom_world_tag(world, wall), 5);
        assert_int_equal(carom_world_tag(world, ball), UINT64_MAX - 3);
    }
    carom_world_free(world);
}

// ---- Getters, drawing, filling, shooting at a walker ----------------------------------------------------------------

static void every_field_of_a_description_can_be_read_back(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    const carom_body_desc desc = {.shape = centred_box(3, 2),
                                  .position = {7, 9},
                                  .velocity = {-1, 2},
                                  .type = CAROM_BODY_KINEMATIC,
                                  .sensor = true,
                                  .response = {CAROM_RESPONSE_BOUNCE, 0.5f, 0.25f, 3},
                                  .material = {0.125f, -1, 4},
                                  .filter = {6, 9, -2},
                                  .mass = 8,
                                  .spin = -0.5f,
                                  .tag = 11,
                                  .rotation = {0, 1}};
    carom_body_id id = add(world, desc);
    carom_response response = carom_world_response(world, id);
    carom_material material = carom_world_material(world, id);
    carom_filter filter = carom_world_filter(world, id);
    assert_vec(carom_world_position(world, id), 7, 9);
    assert_vec(carom_world_velocity(world, id), -1, 2);
    assert_int_equal(carom_world_type(world, id), CAROM_BODY_KINEMATIC);
    assert_true(carom_world_is_sensor(world, id));
    assert_memory_equal(&response, &desc.response, sizeof response);
    assert_memory_equal(&material, &desc.material, sizeof material);
    assert_memory_equal(&filter, &desc.filter, sizeof filter);
    assert_same_float(carom_world_mass(world, id), 8);
    assert_same_float(carom_world_spin(world, id), -0.5f);
    assert_int_equal(carom_world_tag(world, id), 11);
    assert_vec(carom_world_pose(world, id).position, 7, 9);
    assert_same_float(carom_world_pose(world, id).rotation.cosine, 0);
    assert_same_float(carom_world_pose(world, id).rotation.sine, 1);
    carom_shape shape = carom_world_shape(world, id);
    carom_box bounds = carom_shape_bounds(&shape);
    assert_vec(bounds.min, 5, 6);
    assert_vec(bounds.max, 9, 12);
    carom_world_free(world);
}

/// What 0 means is read back as its meaning.
static void defaults_are_read_back_filled_in(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = circle(1)});
    assert_int_equal(carom_world_filter(world, id).category, 1);
    assert_same_float(carom_world_mass(world, id), 1);
    carom_world_set_filter(world, id, (carom_filter){.category = 0, .ignore = 3});
    assert_int_equal(carom_world_filter(world, id).category, 1);
    assert_int_equal(carom_world_filter(world, id).ignore, 3);
    assert_int_equal(carom_world_bounces(world), 32);
    assert_vec(carom_world_down(world), 0, 0);
    assert_null(carom_world_level(world, 0));
    carom_world_free(world);
}

static void description_of_a_world_can_be_read_back(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {40, 0}, {40, 10}, {0, 10}};
    carom_outline outline = {.points = points, .count = 4};
    carom_level *levels[2];
    for (int i = 0; i < 2; ++i) {
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, &levels[i], NULL), CAROM_STATUS_OK);
    }
    carom_world *world;
    carom_world_desc desc = {.level = levels[0], .bounces = 5, .down = {0.5f, -2}};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    assert_int_equal(carom_world_attach(world, levels[1]), CAROM_STATUS_OK);
    assert_int_equal(carom_world_bounces(world), 5);
    assert_vec(carom_world_down(world), 0.5f, -2);
    for (int i = 0; i < 2; ++i) assert_ptr_equal(carom_world_level(world, i), levels[i]);
    assert_null(carom_world_level(world, 2));
    assert_null(carom_world_level(world, -1));
    carom_world_free(world);
    for (int i = 0; i < 2; ++i) carom_level_free(levels[i]);
}

/// Adds a body of which everything is read from another world.
static void add_copy(const carom_world *from, carom_body_id id, carom_world *to) {
    carom_shape parts[CAROM_MAX_MOVING_PARTS];
    int count = 0;
    while (count < CAROM_MAX_MOVING_PARTS &&
           (parts[count] = carom_world_own_part(from, id, count)).kind != CAROM_SHAPE_NONE)
        ++count;
    carom_pose pose = carom_world_pose(from, id);
    carom_body_desc desc = {.shape = parts[0],
                            .position = pose.position,
                            .velocity = carom_world_velocity(from, id),
                            .type = carom_world_type(from, id),
                            .sensor = carom_world_is_sensor(from, id),
                            .response = carom_world_response(from, id),
                            .material = carom_world_material(from, id),
                            .filter = carom_world_filter(from, id),
                            .mass = carom_world_mass(from, id),
                            .spin = carom_world_spin(from, id),
                            .tag = carom_world_tag(from, id),
                            .rotation = pose.rotation};
    if (carom_world_shape(from, id).kind == CAROM_SHAPE_NONE) // a compound, perhaps of one part
        assert_int_equal(carom_make_compound(parts, count, &desc.shape), CAROM_STATUS_OK);
    add(to, desc);
}

/// Bodies of every type and shape, turned and spinning: their copies take the same way, bit for bit.
static void copies_from_getters_are_equal(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        numbers n = {.r = {seed}, .lattice = seed % 2};
        carom_world *worlds[2] = {new_world(NULL), new_world(NULL)};
        for (int i = 0; i < 24; ++i) {
            carom_body_desc desc = {.shape = random_body_shape(&n, 4),
                                    .position = place(&n, 40),
                                    .velocity = place(&n, 6),
                                    .type = (carom_body_type)random_below(&n.r, 3),
                                    .sensor = random_below(&n.r, 8) == 0,
                                    .response = {(carom_response_kind)random_below(&n.r, 4), 0.5f, 0.25f, 1},
                                    .material = {0.25f, 0.5f, (float)random_below(&n.r, 3)},
                                    .filter = random_filter(&n.r),
                                    .mass = (float)random_below(&n.r, 4),
                                    .tag = (uint64_t)i << 60};
            if (i % 2) desc.rotation = carom_rotation_of(number(&n, -3, 3));
            if (i % 3 == 0 && desc.type != CAROM_BODY_STATIC) desc.spin = number(&n, -2, 2);
            carom_body_id id = add(worlds[0], desc);
            if (i % 4 == 3) { // a new shape keeps the rotation
                desc.shape = random_body_shape(&n, 3);
                assert_int_equal(carom_world_set_shape(worlds[0], id, &desc.shape), CAROM_STATUS_OK);
            }
            add_copy(worlds[0], id, worlds[1]);
        }
        for (int k = 0; k < 4; ++k) {
            assert_true(carom_world_hash(worlds[0]) == carom_world_hash(worlds[1]));
            for (int w = 0; w < 2; ++w) step(worlds[w]);
        }
        carom_body_id first;
        carom_world_bodies(worlds[0], &first, 1);
        assert_int_equal(carom_world_own_part(worlds[0], first, -1).kind, CAROM_SHAPE_NONE);
        carom_world_remove(worlds[0], first);
        assert_int_equal(carom_world_own_part(worlds[0], first, 0).kind, CAROM_SHAPE_NONE);
        for (int w = 0; w < 2; ++w) carom_world_free(worlds[w]);
    }
}

static void count_polygon(void *context, const carom_vec2 *points, int count, uint32_t color) {
    (void)points;
    (void)color;
    *(int *)context += count;
}

static void worlds_are_drawn_and_levels_filled(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {40, 0}, {40, 10}, {0, 10}};
    carom_outline outline = {.points = points, .count = 4};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    carom_triangle triangles[8];
    int count;
    assert_int_equal(carom_level_triangles(level, triangles, 8, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 2);
    carom_world *world = new_world(level);
    add(world, (carom_body_desc){.shape = centred_box(1, 1)});
    int corners = 0;
    carom_draw_world(&(carom_draw_desc){.polygon = count_polygon, .context = &corners}, world);
    assert_int_equal(corners, 4);
    carom_world_free(world);
    carom_level_free(level);
}

static void bullet_hits_a_walker(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        turned_world t = new_turned(way, NO_DOWN);
        put(&t, (carom_body_desc){.shape = centred_box(200, 2), .position = {0, 2}, .type = CAROM_BODY_STATIC});
        carom_shape shape = boxed(-3, -12, 6, 12);
        carom_walker_desc legs = {.shape = turned_shape(&shape, way), .up = turned((carom_vec2){0, -1}, way)};
        carom_walker hero = {.velocity = turned((carom_vec2){60, 10}, way)};
        carom_body_id body = put(&t, (carom_body_desc){.shape = shape, .type = CAROM_BODY_KINEMATIC});
        carom_body_id bullet =
            put(&t, (carom_body_desc){.shape = circle(0.5f), .position = {-100, -8}, .velocity = {6000, 0}});
        carom_walker_step_in_world(&hero, &legs, t.world, body, DT);
        run(&t, DT);
        int count;
        const carom_event *events = carom_world_events(t.world, &count);
        assert_int_equal(count, 1);
        assert_true(carom_body_bits(events[0].a) == carom_body_bits(bullet));
        assert_true(carom_body_bits(events[0].b) == carom_body_bits(body));
        assert_true(place_of(&t, bullet).x < place_of(&t, body).x - 3);
        carom_world_free(t.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lift_takes_a_crate_40_of_40_units),
        cmocka_unit_test(crate_that_passes_falls_through_a_lift),
        cmocka_unit_test(mover_as_a_lift_keeps_moving_and_does_not_sag),
        cmocka_unit_test(paddle_returns_a_ball_at_2100),
        cmocka_unit_test(paddle_with_a_target_leaves_no_ball_behind),
        cmocka_unit_test(crate_slides_on_ice_and_stops_elsewhere),
        cmocka_unit_test(conveyor_gives_a_crate_its_speed),
        cmocka_unit_test(restitution_of_a_static_counts),
        cmocka_unit_test(bumper_returns_more_than_it_gets),
        cmocka_unit_test(bullets_pass_friends_and_hit_foes),
        cmocka_unit_test(one_way_door_lets_pass_in_one_direction),
        cmocka_unit_test(move_takes_a_rule),
        cmocka_unit_test(heavy_crate_is_slower_than_a_light_one),
        cmocka_unit_test(boss_and_idle_player_are_not_pushed),
        cmocka_unit_test(hero_crouches_under_a_beam_and_stands_up_behind_it),
        cmocka_unit_test(hero_that_grows_is_moved_out_of_walls),
        cmocka_unit_test(boxes_polygons_and_capsules_about_their_centres_move),
        cmocka_unit_test(tags_and_callbacks_survive_a_rollback),
        cmocka_unit_test(every_field_of_a_description_can_be_read_back),
        cmocka_unit_test(defaults_are_read_back_filled_in),
        cmocka_unit_test(description_of_a_world_can_be_read_back),
        cmocka_unit_test(copies_from_getters_are_equal),
        cmocka_unit_test(worlds_are_drawn_and_levels_filled),
        cmocka_unit_test(bullet_hits_a_walker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
