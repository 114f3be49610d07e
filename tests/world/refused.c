// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a world refuses: calls with null pointers and during a step; and each allocation of steps and calls with bodies
// that carry, crush and turn, of many bodies in slices, and of a restore. A refused call changes nothing; repeated, it
// gives the same bits as without the refusal.
#include "ledger.h"
#include "world/scene.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Calls ----------------------------------------------------------------------------------------------------------

enum { BYTES = 1 << 16 };

typedef struct calls {
    carom_world *world;
    carom_level *level;
    carom_body_id lift;
    int made;
    unsigned char bytes[BYTES];
    size_t size;
} calls;

#define expect_refused(call) assert_int_equal(call, CAROM_STATUS_BAD_ARGUMENT)

/// Every call that changes a world, and the snapshot.
static void call_within_a_step(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    calls *c = user_data;
    carom_world *w = c->world;
    (void)contact;
    (void)response;
    const carom_vec2 zero = {0, 0};
    const carom_shape shape = circle(1);
    carom_body_id id = {7, 7};
    ++c->made;
    expect_refused(carom_world_step(w, 1));
    expect_refused(carom_world_shrink(w));
    expect_refused(carom_world_attach(w, c->level));
    expect_refused(carom_world_add(w, &(carom_body_desc){.shape = shape}, &id, NULL));
    assert_true(id.index == 0 && id.generation == 0);
    expect_refused(carom_world_remove(w, c->lift));
    expect_refused(carom_world_set_position(w, c->lift, zero));
    expect_refused(carom_world_move_to(w, c->lift, zero));
    expect_refused(carom_world_set_shape(w, c->lift, &shape));
    expect_refused(carom_world_set_pose(w, c->lift, (carom_pose){.position = zero}));
    expect_refused(carom_world_move_to_pose(w, c->lift, (carom_pose){.position = zero}));
    expect_refused(carom_world_set_spin(w, c->lift, 1));
    expect_refused(carom_world_set_mass(w, c->lift, 2));
    expect_refused(carom_world_set_velocity(w, c->lift, zero));
    expect_refused(carom_world_set_response(w, c->lift, (carom_response){0}));
    expect_refused(carom_world_set_material(w, c->lift, (carom_material){0}));
    expect_refused(carom_world_set_sensor(w, c->lift, true));
    expect_refused(carom_world_set_filter(w, c->lift, (carom_filter){0}));
    expect_refused(carom_world_set_tag(w, c->lift, 5));
    expect_refused(carom_world_set_edge_material(w, 3, (carom_material){0}));
    expect_refused(carom_world_snapshot(w, c->bytes, BYTES));
    expect_refused(carom_world_restore(w, c->bytes, c->size));
}

static void calls_within_a_step_are_refused(void **state) {
    (void)state;
    static calls c;
    static const uint8_t codes[1] = {CAROM_TILE_SOLID};
    const carom_tiles tiles = {.columns = 1, .rows = 1, .origin = {90, 90}, .cell = {8, 8}, .codes = codes};
    c.level = level_of_tiles(&tiles);
    const carom_world_desc desc = {.rule = call_within_a_step, .user_data = &c};
    assert_int_equal(carom_world_make(&desc, &c.world), CAROM_STATUS_OK);
    c.lift = add(c.world, (carom_body_desc){.shape = box(4, 4), .type = CAROM_BODY_KINEMATIC});
    carom_body_id mover = add(c.world, (carom_body_desc){.shape = box(2, 2), .position = {9, 1}, .velocity = {-8, 0}});
    c.size = carom_world_snapshot_size(c.world);
    assert_int_equal(carom_world_snapshot(c.world, c.bytes, BYTES), CAROM_STATUS_OK);
    step(c.world);
    assert_true(c.made > 0);
    assert_int_equal(carom_world_count(c.world), 2);
    assert_vec(carom_world_position(c.world, c.lift), 0, 0);
    assert_vec(carom_world_position(c.world, mover), 4, 1);
    assert_true(carom_world_spin(c.world, c.lift) == 0 && carom_world_tag(c.world, c.lift) == 0);
    carom_world_free(c.world);
    carom_level_free(c.level);
}

static void null_pointers_are_refused(void **state) {
    (void)state;
    carom_world *world = new_world(NULL), *out = world;
    unsigned char bytes[1024];
    carom_body_desc desc = {.shape = circle(1)};
    expect_refused(carom_world_make(&(carom_world_desc){0}, NULL));
    expect_refused(carom_world_make(NULL, &out));
    assert_null(out);
    expect_refused(carom_world_make(&(carom_world_desc){.bounces = -1}, &out));
    expect_refused(carom_world_make(&(carom_world_desc){.down = {NAN, 1}}, &out));
    expect_refused(carom_world_make(&(carom_world_desc){.down = {0, INFINITY}}, &out));
    expect_refused(carom_world_attach(NULL, NULL));
    expect_refused(carom_world_attach(world, NULL));
    expect_refused(carom_world_add(NULL, &desc, NULL, NULL));
    expect_refused(carom_world_add(world, NULL, NULL, NULL));
    expect_refused(carom_world_set_edge_material(NULL, 0, (carom_material){0}));
    expect_refused(carom_world_set_edge_material(world, 0, (carom_material){.friction = NAN}));
    expect_refused(carom_world_snapshot(NULL, bytes, sizeof bytes));
    expect_refused(carom_world_snapshot(world, NULL, sizeof bytes));
    expect_refused(carom_world_restore(NULL, bytes, sizeof bytes));
    expect_refused(carom_world_restore(world, NULL, sizeof bytes));
    expect_refused(carom_world_step(NULL, 1));
    static const float times[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; ++i) expect_refused(carom_world_step(world, times[i]));
    assert_false(carom_world_has(NULL, (carom_body_id){0, 0}));
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
    carom_world_free(world);
    carom_world_free(NULL);
}

typedef struct bad_member {
    carom_body_desc desc;
    carom_status status;
    const char *where;
} bad_member;

/// Each member that carom_world_add can refuse, alone in a description that is good otherwise.
static void the_error_names_the_member(void **state) {
    (void)state;
    const carom_shape ball = circle(1), far = boxed(0, 0, 0x1p127f, 1);
    const carom_shape negative = {.kind = CAROM_SHAPE_CIRCLE, .circle.radius = -1};
    carom_shape parts[CAROM_MAX_MOVING_PARTS + 1];
    for (int i = 0; i <= CAROM_MAX_MOVING_PARTS; ++i) parts[i] = ball;
    const carom_shape none = {.kind = CAROM_SHAPE_COMPOUND};
    const carom_shape many = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, CAROM_MAX_MOVING_PARTS + 1}};
    const carom_status bad = CAROM_STATUS_BAD_ARGUMENT, not_finite = CAROM_STATUS_NOT_FINITE;
    const bad_member cases[] = {
        {{.size = 1, .shape = ball}, bad, ""},
        {{.shape = {.kind = (carom_shape_kind)99}}, bad, "shape"},
        {{.shape = none}, bad, "shape"},
        {{.shape = many}, CAROM_STATUS_TOO_LARGE, "shape"},
        {{.shape = negative}, CAROM_STATUS_NEGATIVE_RADIUS, "shape"},
        {{.shape = ball, .velocity = {0, INFINITY}}, not_finite, "velocity"},
        {{.shape = ball, .type = (carom_body_type)3}, bad, "type"},
        {{.shape = ball, .type = (carom_body_type)-1}, bad, "type"},
        {{.shape = ball, .response = {.kind = (carom_response_kind)4}}, bad, "response.kind"},
        {{.shape = ball, .response = {.kind = (carom_response_kind)-1}}, bad, "response.kind"},
        {{.shape = ball, .response = {.restitution = -1}}, bad, "response.restitution"},
        {{.shape = ball, .response = {.restitution = INFINITY}}, bad, "response.restitution"},
        {{.shape = ball, .response = {.friction = NAN}}, bad, "response.friction"},
        {{.shape = ball, .response = {.friction = -1}}, bad, "response.friction"},
        {{.shape = ball, .response = {.surface_speed = INFINITY}}, bad, "response.surface_speed"},
        {{.shape = ball, .material = {.friction = NAN}}, bad, "material"},
        {{.shape = ball, .mass = -1}, bad, "mass"},
        {{.shape = ball, .mass = NAN}, bad, "mass"},
        {{.shape = ball, .position = {NAN, 0}}, not_finite, "position"},
        {{.shape = far, .position = {0x1.8p127f, 0}}, not_finite, "position"},
        {{.shape = ball, .position = {FLT_MAX, 0}, .rotation = {0, 1}}, not_finite, "position"},
        {{.shape = ball, .rotation = {NAN, 0}}, not_finite, "rotation"},
        {{.shape = ball, .spin = INFINITY}, not_finite, "spin"},
        {{.shape = ball, .spin = 1, .type = CAROM_BODY_STATIC}, bad, "spin"},
    };
    carom_world *world = new_world(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        carom_error error;
        carom_body_id id = {7, 7};
        memset(&error, 0xA5, sizeof error);
        assert_int_equal(carom_world_add(world, &cases[i].desc, &id, &error), cases[i].status);
        assert_int_equal(error.status, cases[i].status);
        assert_string_equal(error.where, cases[i].where);
        assert_true(error.message[0] && error.line == 0 && error.column == 0);
        assert_int_equal(strcmp(error.where, "response.kind") == 0,
                         strstr(error.message, "carom_response_kind") != NULL);
        assert_true(id.index == 0 && id.generation == 0);
        assert_int_equal(carom_world_add(world, &cases[i].desc, NULL, NULL), cases[i].status);
    }
    assert_int_equal(carom_world_count(world), 0);
    carom_world_free(world);
}

/// A body may be where its shape and bounds are finite: also the shape and pose that it gets later.
static void places_out_of_range_are_refused(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = boxed(-1, -1, 2, 2), .type = CAROM_BODY_KINEMATIC});
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){0, 0x1.8p127f}), CAROM_STATUS_OK);
    carom_shape wide = boxed(0, 0, 1, 0x1p127f);
    assert_int_equal(carom_world_set_shape(world, id, &wide), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){0, 0}), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_shape(world, id, &wide), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){0, 0x1.8p127f}), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_move_to(world, id, (carom_vec2){0, 0x1.8p127f}), CAROM_STATUS_NOT_FINITE);
    wide.box.max.x = -2; // reversed
    assert_true(carom_world_set_shape(world, id, &wide) != CAROM_STATUS_OK);
    wide.kind = CAROM_SHAPE_NONE;
    assert_true(carom_world_set_shape(world, id, &wide) != CAROM_STATUS_OK);
    assert_vec(carom_world_shape(world, id).box.max, 1, 0x1p127f);
    carom_world_free(world);
}

// ---- Allocations ----------------------------------------------------------------------------------------------------

/// Simulates the caller's threads on one thread.
static void run_tasks(void *context, int count, void (*task)(void *data, int index), void *data) {
    (void)context;
    for (int i = 0; i < count; ++i) task(data, i);
}

/// A world before a change, and the change.
typedef struct scenario {
    const char *name;
    void (*fill)(carom_world *world);
    carom_status (*change)(carom_world *world);
    int least; ///< number of allocations
    carom_contact_rule *rule;
} scenario;

static carom_status step_once(carom_world *world) {
    return carom_world_step(world, 1);
}

/// Movers above a lift that no step has seen: they board it in the step. One rests on another, one on the ground too.
static void fill_lift(carom_world *world) {
    carom_vec2 down = {0, 1};
    add(world, (carom_body_desc){.shape = box(40, 4), .velocity = {1, -0.5f}, .type = CAROM_BODY_KINEMATIC});
    add(world, (carom_body_desc){.shape = box(4, 4), .position = {2, -4}, .velocity = down});
    add(world, (carom_body_desc){.shape = box(3, 3), .position = {2, -7}, .velocity = down});
    add(world, (carom_body_desc){.shape = box(4, 4), .position = {20, -4}, .velocity = down});
    for (int i = 0; i < 8; ++i)
        add(world, (carom_body_desc){.shape = circle(1), .position = {30, -9 - 3 * (float)i}, .velocity = {0, 20}});
}

/// Movers between walls and kinematic bodies, which crush them.
static void fill_press(carom_world *world) {
    for (int i = 0; i < 6; ++i) {
        float y = 20 * (float)i;
        add(world, (carom_body_desc){.shape = box(4, 8), .position = {0, y}, .type = CAROM_BODY_STATIC});
        add(world, (carom_body_desc){.shape = box(4, 4), .position = {4.5f, y}});
        add(world, (carom_body_desc){
                       .shape = box(4, 8), .position = {10, y}, .velocity = {-3, 0}, .type = CAROM_BODY_KINEMATIC});
    }
}

/// Blades that turn, two of them compounds, among circles.
static void fill_blades(carom_world *world) {
    const carom_shape parts[2] = {boxed(-8, -1, 16, 2), boxed(-1, -8, 2, 16)};
    for (int i = 0; i < 4; ++i) {
        add(world, (carom_body_desc){.shape = i % 2 ? parts[0] : compound_of(parts, 2),
                                     .position = {40 * (float)i, 0},
                                     .type = CAROM_BODY_KINEMATIC,
                                     .spin = i < 2 ? 0.5f : -0.25f});
        add(world, (carom_body_desc){.shape = circle(2), .position = {40 * (float)i + 6, 5}});
    }
}

/// Enough bodies for two slices.
static void fill_crowd(carom_world *world) {
    for (int i = 0; i < 1100; ++i) {
        carom_vec2 at = {4 * (float)(i % 40), 4 * (float)(i / 40)};
        add(world, (carom_body_desc){.shape = circle(1),
                                     .position = at,
                                     .velocity = {i % 3 ? 2.5f : -2.5f, i % 2 ? 2 : -2},
                                     .response = {.kind = (carom_response_kind)(i % 3)}});
    }
}

static void fill_crowd_and_step(carom_world *world) {
    fill_crowd(world);
    step(world);
}

static carom_status add_turned(carom_world *world) {
    const carom_shape parts[2] = {boxed(-8, -1, 16, 2), boxed(-1, -8, 2, 16)};
    return carom_world_add(world,
                           &(carom_body_desc){.shape = compound_of(parts, 2),
                                              .position = {200, 0},
                                              .type = CAROM_BODY_KINEMATIC,
                                              .rotation = {0, 1},
                                              .spin = 1},
                           NULL, NULL);
}

static const carom_body_id first = {0, 1};

static void fill_two(carom_world *world) {
    const carom_shape parts[2] = {boxed(-8, -1, 16, 2), boxed(-1, -8, 2, 16)};
    add(world, (carom_body_desc){.shape = compound_of(parts, 2), .type = CAROM_BODY_KINEMATIC});
    add(world, (carom_body_desc){.shape = circle(1), .position = {30, 0}});
}

static carom_status turn_first(carom_world *world) {
    return carom_world_set_pose(world, first, (carom_pose){{1, 0}, {0, 1}});
}

static carom_status spin_first(carom_world *world) {
    return carom_world_set_spin(world, first, 0.5f);
}

static carom_status lead_first(carom_world *world) {
    return carom_world_move_to_pose(world, first, (carom_pose){{1, 0}, {0, 1}});
}

static void fill_turned(carom_world *world) {
    add(world, (carom_body_desc){.shape = box(2, 2), .type = CAROM_BODY_KINEMATIC, .rotation = {0, 1}});
}

static carom_status reshape_first(carom_world *world) {
    carom_shape parts[5];
    for (int i = 0; i < 5; ++i) parts[i] = boxed((float)i, 0, 1, 2);
    carom_shape shape = compound_of(parts, 5);
    return carom_world_set_shape(world, first, &shape);
}

static void fill_spinning_and_shrink(carom_world *world) {
    fill_blades(world);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

/// A lift whose riders have ridden for a step, and movers that come to it in the next one.
static void fill_riders(carom_world *world) {
    fill_lift(world);
    step(world);
    assert_vec(carom_world_carried(world, (carom_body_id){1, 1}), 1, -0.5f);
    for (int i = 0; i < 20; ++i)
        add(world, (carom_body_desc){.shape = circle(1), .position = {3 * (float)i, -20}, .velocity = {0, 20}});
}

/// A crate that rode a lift which is gone, beside another lift.
static void fill_removed_lift(carom_world *world, carom_vec2 velocity) {
    carom_body_desc lift = {.shape = box(20, 4), .velocity = velocity, .type = CAROM_BODY_KINEMATIC};
    carom_body_id gone = add(world, lift);
    lift.position.x = 100;
    add(world, lift);
    carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4), .position = {8, -4}, .velocity = {0, 1}});
    step(world);
    assert_vec(carom_world_position(world, crate), 8 + velocity.x, velocity.y - 4);
    assert_vec(carom_world_carried(world, crate), velocity.x, velocity.y);
    assert_int_equal(carom_world_remove(world, gone), CAROM_STATUS_OK);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

static void fill_lift_removed_at_rest(carom_world *world) {
    fill_removed_lift(world, (carom_vec2){0, 0});
}

static void fill_lift_removed_in_motion(carom_world *world) {
    fill_removed_lift(world, (carom_vec2){0, -0.5f});
}

/// Riders that press so little that they have no contact: they reach their places by rounding alone.
static void fill_light_riders(carom_world *world) {
    const carom_vec2 velocity = {7.55f, -1}, press = {0, 1e-30f};
    add(world, (carom_body_desc){.shape = box(800, 4), .velocity = velocity, .type = CAROM_BODY_KINEMATIC});
    for (int i = 0; i < 100; ++i)
        add(world, (carom_body_desc){.shape = box(4, 4), .position = {1.1f + 7.77f * (float)i, -4}, .velocity = press});
    for (int i = 0; i < 2; ++i) {
        step(world);
        for (uint32_t k = 1; k <= 100; ++k) {
            const carom_body_id rider = {k, 1};
            assert_vec(carom_world_carried(world, rider), velocity.x, velocity.y);
            assert_int_equal(carom_world_set_velocity(world, rider, press), CAROM_STATUS_OK);
        }
    }
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

/// Movers at rest, and one that leaves its fattened box through a row of them in the next step.
static void fill_row_and_shoot(carom_world *world) {
    for (int i = 0; i < 700; ++i)
        add(world, (carom_body_desc){.shape = circle(1), .position = {4 * (float)(i % 100), 4 * (float)(i / 100)}});
    carom_body_desc bullet = {.shape = circle(1), .position = {-20, 2}};
    carom_body_id id = add(world, bullet);
    step(world);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
    step(world);
    assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){400, 0}), CAROM_STATUS_OK);
}

/// The same with bullets whose boxes overlap those of all movers: more pairs than are reserved.
static void fill_field_and_shoot(carom_world *world) {
    for (int i = 0; i < 300; ++i)
        add(world, (carom_body_desc){.shape = circle(1), .position = {4 * (float)(i % 60), 4 * (float)(i / 60)}});
    for (int i = 0; i < 5; ++i) add(world, (carom_body_desc){.shape = circle(1), .position = {-20, -9 * (float)i - 9}});
    step(world);
    step(world);
    for (uint32_t i = 300; i < 305; ++i)
        assert_int_equal(carom_world_set_velocity(world, (carom_body_id){i, 1}, (carom_vec2){400, 80}),
                         CAROM_STATUS_OK);
}

/// A body that is turned, and does not turn on, beside a press.
static void fill_turned_press(carom_world *world) {
    fill_press(world);
    add(world,
        (carom_body_desc){.shape = box(4, 2), .position = {50, 0}, .type = CAROM_BODY_KINEMATIC, .rotation = {0, 1}});
}

/// The same movers, with their lists as short as they can be.
static void fill_press_and_shrink(carom_world *world) {
    fill_press(world);
    for (int i = 0; i < 3; ++i) step(world);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

/// A pile that a kinematic body pushes.
static void fill_pile_and_shrink(carom_world *world) {
    for (int i = 0; i < 30; ++i)
        add(world, (carom_body_desc){.shape = circle(1),
                                     .position = {3 * (float)(i % 6), 3 * (float)(i / 6)},
                                     .velocity = {i % 3 ? 2.5f : -2.5f, i % 2 ? 2 : -2},
                                     .response = {.kind = (carom_response_kind)(i % 3)}});
    add(world, (carom_body_desc){
                   .shape = box(20, 20), .position = {-23, -3}, .velocity = {4, 0}, .type = CAROM_BODY_KINEMATIC});
    step(world);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

/// Movers that pass many statics, and each other: their contacts are events only.
static void fill_ghosts(carom_world *world) {
    for (int i = 0; i < 40; ++i) {
        float x = 8 * (float)i;
        add(world, (carom_body_desc){.shape = box(2, 2), .position = {x, 0}, .type = CAROM_BODY_STATIC});
        add(world, (carom_body_desc){.shape = circle(1),
                                     .position = {x - 3, 1},
                                     .velocity = {8, 0},
                                     .response = {.kind = CAROM_RESPONSE_PASS}});
    }
    for (int i = 0; i < 2; ++i) step(world);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
}

/// Movers that the rule lets pass the statics in front of them.
static void fill_gates(carom_world *world) {
    for (int i = 0; i < 20; ++i) {
        float y = 8 * (float)i;
        add(world, (carom_body_desc){.shape = box(2, 4), .position = {0, y}, .type = CAROM_BODY_STATIC});
        add(world, (carom_body_desc){.shape = circle(1), .position = {-3, y + 2}, .velocity = {2.5f, 0}});
    }
}

static void pass_all(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)contact;
    (void)user_data;
    response->kind = CAROM_RESPONSE_PASS;
}

/// The state of another world with turned bodies, pairs, events, crushes and materials of edges.
static unsigned char other_state[BYTES];

static carom_status restore_other(carom_world *world) {
    static size_t size;
    if (size == 0) {
        carom_world *other = new_world(NULL);
        fill_blades(other);
        fill_press(other);
        for (int i = 0; i < 9; ++i)
            assert_int_equal(carom_world_set_edge_material(other, i, (carom_material){.friction = 1}), CAROM_STATUS_OK);
        int crushes = 0, events = 0;
        for (int i = 0; i < 9 && crushes == 0; ++i) {
            step(other);
            carom_world_crushes(other, &crushes);
        }
        carom_world_events(other, &events);
        assert_true(crushes > 0 && events > 0);
        size = carom_world_snapshot_size(other);
        assert_true(size <= sizeof other_state);
        assert_int_equal(carom_world_snapshot(other, other_state, sizeof other_state), CAROM_STATUS_OK);
        carom_world_free(other);
    }
    return carom_world_restore(world, other_state, size);
}

static carom_world *make_world(ledger *l, const scenario *s) {
    const carom_allocator allocator = {ledger_refuse_growth, l};
    const carom_world_desc desc = {
        .allocator = &allocator, .tasks = {run_tasks, NULL, 2}, .down = {0, 1}, .rule = s->rule};
    carom_world *world;
    *l = (ledger){.left = -1, .once = true};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    s->fill(world);
    return world;
}

/// The hash and all events after the change and one more step.
static uint64_t finish(carom_world *world) {
    int events, all;
    carom_world_events(world, &all);
    uint64_t hash = carom_world_hash(world) * 31 + (uint64_t)all;
    step(world);
    carom_world_events(world, &events);
    return hash * 31 + carom_world_hash(world) + 7 * (uint64_t)events;
}

static void refuse_each(const scenario *s) {
    ledger l;
    carom_world *world = make_world(&l, s);
    assert_int_equal(s->change(world), CAROM_STATUS_OK);
    uint64_t expected = finish(world);
    carom_world_free(world);
    int refused = 0;
    for (bool done = false; !done; ++refused) {
        world = make_world(&l, s);
        uint64_t before = carom_world_hash(world);
        l.left = refused;
        carom_status status = s->change(world);
        done = l.left >= 0;
        l.left = -1;
        if (done != (status == CAROM_STATUS_OK))
            fail_msg("%s, allocation %d: %s", s->name, refused, carom_status_text(status));
        if (!done) {
            assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
            if (carom_world_hash(world) != before) fail_msg("%s, allocation %d: changed", s->name, refused);
            assert_int_equal(s->change(world), CAROM_STATUS_OK);
        }
        if (finish(world) != expected) fail_msg("%s, allocation %d: another result", s->name, refused);
        carom_world_free(world);
        assert_int_equal(l.held, 0);
    }
    if (refused <= s->least) fail_msg("%s: only %d allocations", s->name, refused - 1);
}

static void every_allocation_is_refused_once(void **state) {
    (void)state;
    static const scenario scenarios[] = {
        {"lift", fill_lift, step_once, 10, NULL},
        {"press", fill_press, step_once, 10, NULL},
        {"blades", fill_blades, step_once, 10, NULL},
        {"blades, shrunk", fill_spinning_and_shrink, step_once, 10, NULL},
        {"crowd", fill_crowd, step_once, 20, NULL},
        {"crowd after a step", fill_crowd_and_step, step_once, 0, NULL},
        {"add", fill_blades, add_turned, 2, NULL},
        {"turn", fill_two, turn_first, 1, NULL},
        {"spin", fill_two, spin_first, 1, NULL},
        {"lead", fill_two, lead_first, 1, NULL},
        {"reshape", fill_turned, reshape_first, 1, NULL},
        {"restore", fill_two, restore_other, 9, NULL},
        {"riders", fill_riders, step_once, 2, NULL},
        {"row", fill_row_and_shoot, step_once, 5, NULL},
        {"press, shrunk", fill_press_and_shrink, step_once, 5, NULL},
        {"pile, shrunk", fill_pile_and_shrink, step_once, 5, NULL},
        {"ghosts, shrunk", fill_ghosts, step_once, 5, NULL},
        {"turned press", fill_turned_press, step_once, 5, NULL},
        {"gates", fill_gates, step_once, 5, pass_all},
        {"lift removed at rest", fill_lift_removed_at_rest, step_once, 1, NULL},
        {"lift removed in motion", fill_lift_removed_in_motion, step_once, 1, NULL},
        {"field", fill_field_and_shoot, step_once, 1, NULL},
        {"light riders", fill_light_riders, step_once, 1, NULL},
    };
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; ++i) refuse_each(&scenarios[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_within_a_step_are_refused),  cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(the_error_names_the_member),       cmocka_unit_test(places_out_of_range_are_refused),
        cmocka_unit_test(every_allocation_is_refused_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
