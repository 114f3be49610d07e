// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies with a rotation, and kinematic bodies that turn: flippers, blades, turntables.
//
//     test_world_turning [--seconds S] [--seed N]: S = 0, a quick test; N, the seed of the first scenes
#include "battery.h"
#include "geom/relation.h"
#include "random.h"
#include "world/bodies.h"
#include "world/turned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float FRAME = 1 / 60.0f;

static bool is_crushed_now(const carom_world *world, carom_body_id id) {
    int count;
    const carom_crush *crushes = carom_world_crushes(world, &count);
    for (int i = 0; i < count; ++i)
        if (crushes[i].body.index == id.index) return true;
    return false;
}

static bool penetrate(const carom_world *world, carom_body_id a, carom_body_id b) {
    cr_placed x, y;
    return cr_relate(shape_of_body(world, a, &x), shape_of_body(world, b, &y)) == CR_INSIDE;
}

static carom_shape blade_shape(float half) {
    carom_shape shape;
    assert_int_equal(carom_make_box((carom_vec2){-half, -1}, (carom_vec2){half, 1}, &shape), CAROM_STATUS_OK);
    return shape;
}

static carom_shape arm_shape(float length, float radius) {
    carom_shape shape;
    assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){length, 0}, radius, &shape), CAROM_STATUS_OK);
    return shape;
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

/// Queries see the shape at its pose: that of geom, up to the rounding of the position.
static void a_body_has_a_pose(void **state) {
    (void)state;
    numbers n = {.r = {3}};
    for (int i = 0; i < 300; ++i) {
        carom_world *world = new_world(NULL);
        carom_body_type type = (carom_body_type)random_below(&n.r, 3);
        carom_body_desc desc = {.shape = random_body_shape(&n, 4), .type = type, .position = place(&n, 20)};
        carom_rotation turn = carom_rotation_of(random_range(&n.r, -7, 7));
        bool later = random_below(&n.r, 2);
        if (!later) desc.rotation = turn;
        carom_body_id id = add(world, desc);
        if (later) {
            carom_pose pose = {{desc.position.x + 1, desc.position.y}, turn};
            assert_int_equal(carom_world_set_pose(world, id, pose), CAROM_STATUS_OK);
            desc.position = pose.position;
        }
        carom_pose pose = carom_world_pose(world, id);
        assert_true(pose.rotation.cosine == turn.cosine && pose.rotation.sine == turn.sine);
        assert_vec(pose.position, desc.position.x, desc.position.y);
        cr_placed placed;
        const carom_shape *there = shape_of_body(world, id, &placed);
        carom_world_view view = {.world = world};
        carom_shape probe = random_shape(&n, 6);
        float far = carom_posed_distance(&probe, (carom_pose){.rotation = {1, 0}}, &desc.shape, pose).distance;
        carom_separation near = carom_distance(&probe, there);
        if (isfinite(far)) assert_true(fabsf(near.distance - far) < 1e-4f);
        if (isfinite(far))
            assert_true(fabsf(carom_world_nearest(&view, &probe, INFINITY).separation.distance - far) < 1e-4f);
        assert_int_equal(carom_world_overlap_any(&view, &probe), carom_overlap(&probe, there));
        carom_vec2 move = place(&n, 30);
        assert_true(carom_world_sweep(&view, &probe, move).sweep.t ==
                    carom_sweep(&probe, move, there, (carom_vec2){0, 0}).t);
        assert_true(carom_world_ray(&view, (carom_vec2){25, 25}, move).ray.t ==
                    carom_ray((carom_vec2){25, 25}, move, there).t);
        // Turned back, it is as before, and a new shape is turned as well.
        assert_int_equal(carom_world_set_shape(world, id, &probe), CAROM_STATUS_OK);
        far = carom_posed_distance(&desc.shape, (carom_pose){.rotation = {1, 0}}, &probe, pose).distance;
        if (isfinite(far) && carom_shape_bounds(&probe).max.x < 1e6f)
            assert_true(fabsf(carom_distance(&desc.shape, shape_of_body(world, id, &placed)).distance - far) < 1e-4f);
        pose.rotation = (carom_rotation){0, 0};
        assert_int_equal(carom_world_set_pose(world, id, pose), CAROM_STATUS_OK);
        carom_shape plain = carom_shape_at(&probe, pose.position), now = carom_world_shape(world, id);
        carom_box box = carom_shape_bounds(&plain), box_now = carom_shape_bounds(&now);
        assert_int_equal(plain.kind, now.kind);
        assert_memory_equal(&box, &box_now, sizeof box);
        assert_true(carom_world_pose(world, id).rotation.cosine == 1);
        carom_world_free(world);
    }
}

static void bad_poses_are_refused(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = blade_shape(5), .spin = 1, .type = CAROM_BODY_STATIC};
    carom_body_id id;
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_BAD_ARGUMENT);
    desc.type = CAROM_BODY_KINEMATIC;
    desc.spin = (float)NAN;
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_NOT_FINITE);
    desc.spin = 1;
    desc.rotation = (carom_rotation){(float)INFINITY, 0};
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_NOT_FINITE);
    desc.rotation = (carom_rotation){3, 4};
    id = add(world, desc);
    assert_true(carom_world_pose(world, id).rotation.cosine == 0.6f); // scaled to unit length
    assert_int_equal(carom_world_set_spin(world, id, (float)INFINITY), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_set_pose(world, id, (carom_pose){{3e38f, 3e38f}, {0, 1}}), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_pose(world, id, (carom_pose){{FLT_MAX, 0}, {0, 1}}), CAROM_STATUS_NOT_FINITE);
    assert_true(carom_world_spin(world, id) == 1);
    const carom_pose far = {{FLT_MAX, 0}, {0, 1}}, near = {{0, 0}, {0, 1}};
    assert_int_equal(carom_world_move_to_pose(world, id, far), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_move_to_pose(world, id, (carom_pose){{0, 0}, {NAN, 0}}), CAROM_STATUS_NOT_FINITE);
    carom_body_id wall = add(world, (carom_body_desc){.shape = blade_shape(5), .type = CAROM_BODY_STATIC});
    assert_int_equal(carom_world_move_to_pose(world, wall, near), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_spin(world, wall, 1), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_spin(world, wall, 0), CAROM_STATUS_OK);
    assert_int_equal(carom_world_remove(world, id), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_spin(world, id, 1), CAROM_STATUS_STALE_ID);
    assert_int_equal(carom_world_set_pose(world, id, (carom_pose){{0, 0}, {1, 0}}), CAROM_STATUS_STALE_ID);
    assert_int_equal(carom_world_move_to_pose(world, id, near), CAROM_STATUS_STALE_ID);
    assert_true(carom_world_spin(world, id) == 0 && carom_world_pose(world, id).rotation.cosine == 1);
    carom_world_free(world);
}

static bool same_rotation(carom_rotation a, carom_rotation b) {
    return a.cosine == b.cosine && a.sine == b.sine;
}

/// It is there after one step, whatever its velocity and spin, also from a snapshot; then it goes on with these.
static void it_moves_to_a_pose(void **state) {
    (void)state;
    random_source r = {9};
    for (int i = 0; i < 300; ++i) {
        carom_world *world = new_world(NULL), *other = new_world(NULL);
        carom_body_desc desc = {.shape = blade_shape(9), .type = CAROM_BODY_KINEMATIC};
        if (i % 2) desc.velocity = (carom_vec2){random_range(&r, -50, 50), 3};
        if (i % 3) desc.spin = random_range(&r, -30, 30);
        if (i % 5) desc.rotation = carom_rotation_of(random_range(&r, -4, 4));
        carom_body_id id = add(world, desc);
        carom_pose target = {{random_range(&r, -50, 50), random_range(&r, -50, 50)}, {1, 0}};
        if (i % 7) target.rotation = carom_rotation_of(random_range(&r, -4, 4));
        if (i % 11 == 0) target.rotation = carom_world_pose(world, id).rotation;
        uint64_t hash = carom_world_hash(world);
        assert_int_equal(carom_world_move_to_pose(world, id, target), CAROM_STATUS_OK);
        assert_true(carom_world_hash(world) != hash);
        assert_true(carom_world_spin(world, id) == desc.spin);
        size_t size = carom_world_snapshot_size(world);
        unsigned char bytes[4096];
        assert_int_equal(carom_world_snapshot(world, bytes, sizeof bytes), CAROM_STATUS_OK);
        assert_int_equal(carom_world_restore(other, bytes, size), CAROM_STATUS_OK);
        step(world);
        step(other);
        carom_pose now = carom_world_pose(world, id);
        assert_vec(now.position, target.position.x, target.position.y);
        assert_true(same_rotation(now.rotation, target.rotation) && carom_world_spin(world, id) == desc.spin);
        assert_true(carom_world_hash(world) == carom_world_hash(other));
        step(world);
        step(other);
        carom_turning motion = {target, desc.velocity, desc.spin};
        assert_true(same_rotation(carom_world_pose(world, id).rotation, carom_turning_pose(&motion, 1).rotation));
        assert_true(carom_world_hash(world) == carom_world_hash(other));
        carom_world_free(world);
        carom_world_free(other);
    }
}

/// The way that an arm takes shows which of two balls, above and below its axis, it touches.
static void it_turns_to_a_pose_the_shorter_way(void **state) {
    (void)state;
    static const struct {
        float from, to;
        bool above, below;
    } ways[] = {{0, 3, true, false},
                {0, -3, false, true},
                {3, -3, false, false},
                {-0.5f, 0.5f, false, false},
                {0, 4, false, true}};
    for (int i = 0; i < 6; ++i) {
        bool half = i == 5; // a half turn: by positive angles
        carom_rotation from = carom_rotation_of(half ? 0 : ways[i].from);
        carom_rotation to = half ? (carom_rotation){-1, 0} : carom_rotation_of(ways[i].to);
        carom_world *world = new_world(NULL);
        carom_body_desc desc = {.shape = arm_shape(10, 0.5f), .type = CAROM_BODY_KINEMATIC, .rotation = from};
        carom_body_id arm = add(world, desc), balls[2];
        for (int k = 0; k < 2; ++k)
            balls[k] = add(world, (carom_body_desc){.shape = circle(1),
                                                    .position = {0, k == 0 ? 8.0f : -8.0f},
                                                    .response = {CAROM_RESPONSE_SLIDE, 0, 0, 0}});
        assert_int_equal(carom_world_move_to_pose(world, arm, (carom_pose){{0, 0}, to}), CAROM_STATUS_OK);
        step(world);
        bool above = carom_world_position(world, balls[0]).x != 0, below = carom_world_position(world, balls[1]).x != 0;
        assert_int_equal(above, half || ways[i].above);
        assert_int_equal(below, !half && ways[i].below);
        carom_world_free(world);
    }
}

/// The surface has the velocity of the motion, not that of the spin that was set.
static void a_target_pose_hits_with_its_own_speed(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = blade_shape(10), .type = CAROM_BODY_KINEMATIC, .spin = 9};
    carom_body_id blade = add(world, desc);
    desc = (carom_body_desc){.shape = circle(1), .position = {5, 2.125f}, .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}};
    carom_body_id ball = add(world, desc);
    carom_pose target = {{0, 0}, carom_rotation_of(0.0625f)};
    assert_int_equal(carom_world_move_to_pose(world, blade, target), CAROM_STATUS_OK);
    assert_int_equal(carom_world_step(world, 0.25f), CAROM_STATUS_OK); // 0.25 radians per unit of time, at 5: 1.25
    carom_vec2 v = carom_world_velocity(world, ball);
    assert_true(fabsf(v.y - 2.5f) < 0.1f && fabsf(v.x) < 0.2f);
    carom_world_free(world);
}

static void later_calls_replace_a_target_pose(void **state) {
    (void)state;
    const carom_pose target = {{7, 0}, {0, 1}};
    for (int i = 0; i < 4; ++i) {
        carom_world *world = new_world(NULL);
        carom_body_id id = add(world, (carom_body_desc){.shape = blade_shape(5), .type = CAROM_BODY_KINEMATIC});
        assert_int_equal(carom_world_move_to_pose(world, id, target), CAROM_STATUS_OK);
        if (i == 0) carom_world_move_to(world, id, (carom_vec2){3, 0});
        if (i == 1) carom_world_set_position(world, id, (carom_vec2){3, 0});
        if (i == 2) carom_world_set_pose(world, id, (carom_pose){{3, 0}, {1, 0}});
        if (i == 3) carom_world_set_spin(world, id, 1); // not that one
        step(world);
        carom_pose now = carom_world_pose(world, id);
        assert_vec(now.position, i == 3 ? 7 : 3, 0);
        assert_true(same_rotation(now.rotation, i == 3 ? target.rotation : (carom_rotation){1, 0}));
        carom_world_free(world);
    }
}

/// Two targets that differ in the rotation alone are two states.
static void the_hash_has_the_target_rotation(void **state) {
    (void)state;
    uint64_t hash[2];
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(NULL);
        carom_body_id id = add(world, (carom_body_desc){.shape = blade_shape(5), .type = CAROM_BODY_KINEMATIC});
        const carom_pose target = {{7, 0}, carom_rotation_of(i ? 1 : 2)};
        assert_int_equal(carom_world_move_to_pose(world, id, target), CAROM_STATUS_OK);
        hash[i] = carom_world_hash(world);
        carom_world_free(world);
    }
    assert_true(hash[0] != hash[1]);
}

/// A body whose motion would leave the range of steps drops its target, its rotation included.
static void a_target_pose_out_of_range_is_dropped(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = blade_shape(5), .type = CAROM_BODY_KINEMATIC});
    const carom_pose target = {{FLT_MAX * (1 - 0x1p-18f), 0}, {0, 1}};
    uint64_t hash = carom_world_hash(world);
    assert_int_equal(carom_world_move_to_pose(world, id, target), CAROM_STATUS_OK);
    for (int i = 0; i < 2; ++i) {
        step(world);
        carom_pose now = carom_world_pose(world, id);
        assert_vec(now.position, 0, 0);
        assert_true(same_rotation(now.rotation, (carom_rotation){1, 0}));
        assert_true(carom_world_hash(world) == hash);
    }
    carom_world_free(world);
}

/// v + w x r; of a carried mover with the velocity of its support.
static void a_point_of_a_body_has_a_velocity(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = blade_shape(9), .type = CAROM_BODY_KINEMATIC, .position = {4, 2}};
    desc.velocity = (carom_vec2){1, -3};
    desc.spin = 2;
    carom_body_id id = add(world, desc), stale = id;
    stale.generation += 1;
    carom_vec2 v = carom_world_velocity_at(world, id, (carom_vec2){7, 3});
    assert_true(v.x == 1 - 2 * 1 && v.y == -3 + 2 * 3);
    v = carom_world_velocity_at(world, id, desc.position);
    assert_true(v.x == 1 && v.y == -3);
    const carom_vec2 odd[] = {{NAN, 0}, {0, INFINITY}};
    for (int i = 0; i < 2; ++i) {
        v = carom_world_velocity_at(world, id, odd[i]);
        assert_true(v.x == 1 && v.y == -3);
    }
    v = carom_world_velocity_at(world, id, (carom_vec2){0x1.fp127f, 0x1.fp127f});
    assert_true(isfinite(v.x) && isfinite(v.y));
    v = carom_world_velocity_at(world, stale, (carom_vec2){7, 3});
    assert_true(v.x == 0 && v.y == 0);
    carom_world_free(world);

    world = new_world(NULL);
    desc = (carom_body_desc){.shape = blade_shape(40), .type = CAROM_BODY_KINEMATIC, .velocity = {5, 0}};
    add(world, desc);
    desc = (carom_body_desc){.shape = blade_shape(1), .position = {0, -2}, .velocity = {0, 1}, .spin = 0};
    desc.response.kind = CAROM_RESPONSE_SLIDE;
    id = add(world, desc);
    for (int i = 0; i < 2; ++i) {
        carom_world_set_velocity(world, id, (carom_vec2){0, 1});
        step(world);
    }
    assert_true(carom_world_carried(world, id).x == 5);
    v = carom_world_velocity_at(world, id, (carom_vec2){3, 3});
    carom_vec2 own = carom_world_velocity(world, id);
    assert_true(v.x == own.x + 5 && v.y == own.y);
    carom_world_free(world);
}

/// It ends at the pose of carom_turning_pose; far from the origin, too, and through other bodies.
static void it_turns_by_its_spin(void **state) {
    (void)state;
    random_source r = {4};
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 200; ++i) {
        carom_body_desc desc = {.shape = blade_shape(9), .type = CAROM_BODY_KINEMATIC};
        desc.position = (carom_vec2){random_range(&r, -50, 50), random_range(&r, -50, 50)};
        desc.velocity = (carom_vec2){random_range(&r, -50, 50), 0};
        desc.spin = random_range(&r, -40, 40);
        desc.rotation = carom_rotation_of(random_range(&r, -4, 4));
        carom_body_id id = add(world, desc);
        add(world, (carom_body_desc){.shape = blade_shape(9), .position = desc.position, .type = CAROM_BODY_STATIC});
        float dt = i % 2 ? 0.5f : 2;
        carom_turning motion = {{desc.position, desc.rotation}, {0, 0}, desc.spin * dt};
        if (motion.angle > CAROM_MAX_TURN) motion.angle = CAROM_MAX_TURN; // the most in a step
        if (motion.angle < -CAROM_MAX_TURN) motion.angle = -CAROM_MAX_TURN;
        run(&(turned_world){.world = world}, dt);
        carom_rotation expected = carom_turning_pose(&motion, 1).rotation, now = carom_world_pose(world, id).rotation;
        assert_true(now.cosine == expected.cosine && now.sine == expected.sine);
        assert_true(carom_world_position(world, id).x == desc.position.x + desc.velocity.x * dt);
        assert_int_equal(carom_world_remove(world, id), CAROM_STATUS_OK);
    }
    carom_world_free(world);
}

// ---- Contacts -------------------------------------------------------------------------------------------------------

/// A ball on the path of an arm of length 10, in the eight ways; positive spins turn from x to y.
static turned_world arm_and_ball(int way, carom_response response, carom_body_id ids[2]) {
    turned_world t = new_turned(way, NO_DOWN);
    float spin = way & 4 ? -6 : 6;
    ids[0] = put(&t, (carom_body_desc){.shape = arm_shape(10, 1), .type = CAROM_BODY_KINEMATIC, .spin = spin});
    carom_shape ball;
    carom_make_circle((carom_vec2){0, 0}, 1, &ball);
    ids[1] = put(&t, (carom_body_desc){.shape = ball, .position = {5, 3}, .response = response});
    return t;
}

/// The ball takes on the velocity of the contact: v + w x r.
static void it_bounces_with_the_speed_of_the_contact(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_body_id ids[2];
        turned_world t = arm_and_ball(way, (carom_response){CAROM_RESPONSE_BOUNCE, 1, 0, 0}, ids);
        run(&t, 0.1f);
        int count;
        const carom_event *events = carom_world_events(t.world, &count);
        assert_true(count >= 1 && events[0].kind == CAROM_EVENT_BEGIN);
        carom_vec2 normal = unturned(events[0].normal, way), point = unturned(events[0].point, way);
        float along = 6 * (normal.y * point.x - normal.x * point.y);
        carom_vec2 v = velocity_of(&t, ids[1]);
        assert_true(along > 20);
        assert_true(fabsf(v.x - 2 * along * normal.x) < 1e-3f && fabsf(v.y - 2 * along * normal.y) < 1e-3f);
        float angle = 6 * 0.1f * events[0].t;
        assert_true(fabsf(normal.x + sinf(angle)) < 0.01f && fabsf(normal.y - cosf(angle)) < 0.01f);
        carom_world_free(t.world);
    }
}

/// Two movers that spin and meet where nothing else is.
static void movers_that_spin_stop_at_each_other(void **state) {
    (void)state;
    int stops = 0;
    for (uint64_t seed = 0; seed < 600; ++seed) {
        numbers n = {.r = {seed}, .lattice = seed % 2};
        turned_world t = new_turned((int)(seed % WAYS), NO_DOWN);
        carom_body_id ids[2];
        for (int i = 0; i < 2; ++i) {
            carom_body_desc desc = {.shape = random_shape(&n, 2), .spin = number(&n, -4, 4)};
            while (desc.shape.kind == CAROM_SHAPE_SEGMENT && desc.shape.segment.one_sided)
                desc.shape = random_shape(&n, 2);
            desc.position = place(&n, seed % 3 ? 4 : 1);
            desc.velocity = place(&n, 20);
            desc.response = (carom_response){(carom_response_kind)(seed % 3), 1, 0, 0};
            ids[i] = put(&t, desc);
        }
        bool inside = penetrate(t.world, ids[0], ids[1]);
        for (int i = 0; i < 12 && !inside; ++i) {
            run(&t, FRAME);
            assert_false(penetrate(t.world, ids[0], ids[1]));
            stops += carom_world_stats(t.world).hits > 0;
        }
        carom_world_free(t.world);
    }
    assert_in_range(stops, 100, 4000);
}

/// A ball that slides is pushed in many small contacts; its speed stays near that of the arm.
static void it_pushes_what_slides(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_body_id ids[2];
        turned_world t = arm_and_ball(way, (carom_response){.kind = CAROM_RESPONSE_SLIDE}, ids);
        float first = 0;
        for (int i = 0; i < 12; ++i) {
            run(&t, FRAME);
            assert_false(penetrate(t.world, ids[0], ids[1]));
            carom_vec2 v = velocity_of(&t, ids[1]), at = place_of(&t, ids[1]);
            float speed = sqrtf(v.x * v.x + v.y * v.y), r = sqrtf(at.x * at.x + at.y * at.y);
            if (first == 0) first = speed;
            if (speed > 0) assert_true(speed > 25 && speed < 6 * (r + 2) * 1.5f);
            assert_int_equal(carom_world_stats(t.world).crushed, 0);
        }
        assert_true(first > 0);
        carom_world_free(t.world);
    }
}

/// A crate with one contact a step rests, and a blade that moves and turns drives it on. At some contacts the crate is
/// faster than the surface: it keeps its speed. It stays on its side of the blade, and is not crushed.
static void a_crate_that_a_blade_drives_keeps_its_speed(void **state) {
    (void)state;
    for (int i = 0; i < 5 * 3 * 5; ++i) {
        int x = i % 5 - 2, across = i / 5 % 3 - 2, gap = i / 15;
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.bounces = 1}, &world), CAROM_STATUS_OK);
        carom_body_id blade = add(world, (carom_body_desc){.shape = boxed(-6, -0.25f, 12, 0.5f),
                                                           .velocity = {0.5f * (float)across, 0},
                                                           .spin = -1,
                                                           .type = CAROM_BODY_KINEMATIC});
        carom_body_id crate = add(world, (carom_body_desc){.shape = centred_box(0.5f, 0.5f),
                                                           .position = {0.5f * (float)x, 0.75f + 0.25f * (float)gap},
                                                           .velocity = {0, -1}});
        step(world);
        assert_false(penetrate(world, crate, blade) || is_crushed_now(world, crate));
        carom_pose pose = carom_world_pose(world, blade);
        carom_vec2 at = carom_world_position(world, crate);
        float above = (at.y - pose.position.y) * pose.rotation.cosine - (at.x - pose.position.x) * pose.rotation.sine;
        assert_true(above > 0.75f);
        carom_world_free(world);
    }
}

/// Without anything that depends on directions, mirrored and turned worlds do the same.
static void mirrored_worlds_do_the_same(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        carom_vec2 places[2][12];
        for (int way = 0; way < WAYS; ++way) {
            random_source r = {8};
            turned_world t = new_turned(way, NO_DOWN);
            float spin = way & 4 ? -20 : 20;
            put(&t, (carom_body_desc){.shape = arm_shape(12, 0.5f), .type = CAROM_BODY_KINEMATIC, .spin = spin});
            carom_body_id balls[12];
            for (int i = 0; i < 12; ++i) {
                carom_shape ball;
                carom_make_circle((carom_vec2){0, 0}, 1, &ball);
                carom_vec2 at = {random_range(&r, -14, 14), random_range(&r, 3, 14)};
                carom_response response = {(carom_response_kind)(CAROM_RESPONSE_STOP + kind), 0.5f, 0, 0};
                if (kind == 2) response.kind = CAROM_RESPONSE_BOUNCE;
                balls[i] = put(&t, (carom_body_desc){
                                       .shape = ball, .position = at, .response = response, .filter = {.group = -1}});
            }
            for (int i = 0; i < 30; ++i) run(&t, FRAME);
            for (int i = 0; i < 12; ++i) {
                carom_vec2 at = place_of(&t, balls[i]);
                if (way == 0) places[0][i] = at;
                places[1][i] = at;
                float dx = fabsf(places[0][i].x - places[1][i].x), dy = fabsf(places[0][i].y - places[1][i].y);
                assert_true(dx + dy < 1e-2f);
            }
            carom_world_free(t.world);
        }
    }
}

static void a_wheel_moves_what_rubs_on_it(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .spin = 2};
    carom_make_circle((carom_vec2){0, 0}, 10, &desc.shape);
    add(world, desc);
    desc = (carom_body_desc){.position = {0, -12}, .response = {CAROM_RESPONSE_BOUNCE, 0, 1, 0}, .velocity = {0, 30}};
    carom_make_circle((carom_vec2){0, 0}, 1, &desc.shape);
    carom_body_id ball = add(world, desc);
    assert_int_equal(carom_world_step(world, 0.5f), CAROM_STATUS_OK);
    carom_vec2 v = carom_world_velocity(world, ball);
    assert_true(fabsf(v.x - 20) < 1e-3f && fabsf(v.y) < 1e-3f);
    carom_world_free(world);
}

/// What rests on a turntable goes around with it, and with a seesaw it goes up and down.
static void it_carries_what_rests_on_it(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .spin = 0.5f};
    carom_shape parts[1] = {blade_shape(20)};
    carom_make_compound(parts, 1, &desc.shape);
    carom_body_id seesaw = add(world, desc);
    desc = (carom_body_desc){.position = {10, -2}, .response = {CAROM_RESPONSE_SLIDE, 0, 1, 0}};
    carom_make_circle((carom_vec2){0, 0}, 1, &desc.shape);
    carom_body_id rider = add(world, desc);
    for (int i = 0; i < 240; ++i) {
        carom_world_set_spin(world, seesaw, i % 120 < 60 ? 0.5f : -0.5f);
        carom_vec2 v = carom_world_velocity(world, rider);
        carom_world_set_velocity(world, rider, (carom_vec2){v.x, v.y + 10});
        assert_int_equal(carom_world_step(world, FRAME), CAROM_STATUS_OK);
        assert_false(penetrate(world, rider, seesaw));
        cr_placed a, b;
        assert_true(carom_distance(shape_of_body(world, rider, &a), shape_of_body(world, seesaw, &b)).distance < 0.2f);
    }
    carom_world_free(world);
}

static int events_of_kind(const carom_world *world, carom_event_kind kind) {
    int count, found = 0;
    const carom_event *events = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) found += events[i].kind == kind;
    return found;
}

/// A beam of light that turns over resting movers touches each once in a turn: begin and end at the right times.
static void a_sensor_reports_what_it_passes(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .spin = 3, .sensor = true, .shape = arm_shape(30, 0.01f)};
    add(world, desc);
    carom_shape ball;
    carom_make_circle((carom_vec2){0, 0}, 0.5f, &ball);
    const float half = asinf(0.51f / 20);
    for (int i = 0; i < 8; ++i) {
        carom_vec2 at = carom_rotate(carom_rotation_of(0.3f + 0.7f * (float)i), (carom_vec2){20, 0});
        add(world, (carom_body_desc){.shape = ball, .position = at});
    }
    int begins = 0, ends = 0;
    for (int n = 0; n < 60; ++n) {
        assert_int_equal(carom_world_step(world, 0.1f), CAROM_STATUS_OK);
        int count;
        const carom_event *events = carom_world_events(world, &count);
        for (int i = 0; i < count; ++i) {
            float angle = 0.3f * ((float)n + events[i].t);
            float off = angle - (0.3f + 0.7f * (float)(events[i].a.index - 1));
            off -= floorf(off / 6.2831853f + 0.5f) * 6.2831853f;
            if (events[i].kind == CAROM_EVENT_BEGIN) assert_true(fabsf(off + half) < 0.01f);
            if (events[i].kind == CAROM_EVENT_END) assert_true(fabsf(off - half) < 0.01f);
        }
        begins += events_of_kind(world, CAROM_EVENT_BEGIN);
        ends += events_of_kind(world, CAROM_EVENT_END);
    }
    assert_int_equal(begins, 24); // 18 radians: nearly three turns over 8 balls
    assert_int_equal(ends, 24);
    carom_world_free(world);
}

// ---- A flipper ------------------------------------------------------------------------------------------------------

static carom_body_id add_wall(carom_world *world, float x0, float y0, float x1, float y1) {
    carom_body_desc desc = {.type = CAROM_BODY_STATIC};
    carom_make_box((carom_vec2){x0, y0}, (carom_vec2){x1, y1}, &desc.shape);
    return add(world, desc);
}

/// A flipper between two walls, whose tip leaves a gap narrower than a ball. Returns the number of faults.
static int flip(uint64_t seed, int steps, long long *hits, int *crushed) {
    random_source r = {seed};
    carom_world *world = new_world(NULL);
    add_wall(world, -60, -200, -1, 200);
    add_wall(world, 21.5f, -200, 60, 200);
    add_wall(world, -60, -300, 60, -200);
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .rotation = carom_rotation_of(0.75f)};
    desc.shape = arm_shape(20, random_below(&r, 2) ? 1 : 0.125f);
    carom_body_id flipper = add(world, desc), balls[3];
    for (int i = 0; i < 3; ++i) {
        carom_response response = {random_below(&r, 2) ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE, 0.5f, 0, 0};
        desc = (carom_body_desc){.position = {10, -30 - 10 * (float)i}, .response = response};
        carom_make_circle((carom_vec2){0, 0}, 4, &desc.shape);
        balls[i] = add(world, desc);
    }
    int faults = 0;
    for (int n = 0; n < steps && faults == 0; ++n) {
        float spin = random_below(&r, 4) == 0 ? 0 : n % 2 ? 90 : -90;
        float sine = carom_world_pose(world, flipper).rotation.sine;
        if ((sine < -0.3f && spin < 0) || (sine > 0.3f && spin > 0)) spin = 0;
        carom_world_set_spin(world, flipper, spin);
        for (int i = 0; i < 3; ++i) {
            carom_vec2 v = carom_world_velocity(world, balls[i]);
            carom_world_set_velocity(world, balls[i], (carom_vec2){v.x, v.y + 5});
        }
        assert_int_equal(carom_world_step(world, FRAME), CAROM_STATUS_OK);
        carom_pose pose = carom_world_pose(world, flipper);
        for (int i = 0; i < 3; ++i) {
            carom_vec2 at = carom_pose_local(pose, carom_world_position(world, balls[i]));
            if (is_crushed_now(world, balls[i])) { // between the tip and a wall: reported, and taken out
                carom_world_set_position(world, balls[i], (carom_vec2){10, -100 - 10 * (float)i});
                ++*crushed;
                continue;
            }
            bool below = at.y > 0 && at.x < 24, inside = penetrate(world, balls[i], flipper);
            if (!below && !inside) continue;
            print_message("seed %llu, step %d: ball %d is %s\n", (unsigned long long)seed, n, i,
                          below ? "below the flipper" : "in it");
            ++faults;
        }
        *hits += carom_world_stats(world).hits;
    }
    carom_world_free(world);
    return faults;
}

static void no_ball_passes_a_flipper(void **state) {
    (void)state;
    long long hits = 0;
    int crushed = 0;
    for (uint64_t seed = 0; seed < 4; ++seed) assert_int_equal(flip(seed, 1000, &hits, &crushed), 0);
    assert_true(crushed < 40);
    assert_true(hits > 1000);
}

// ---- A blade in a crowd ---------------------------------------------------------------------------------------------

enum { CROWD = 1000 };

typedef struct swing {
    carom_world *world;
    carom_body_id blade, movers[CROWD];
    bool inside[CROWD], touching[CROWD];
    carom_vec2 last[CROWD]; ///< relative to the pose of the blade
    float reach[CROWD];     ///< the length of a step at its speed
    int begun, crushed, faults;
} swing;

static carom_shape some_shape(random_source *r, int kind) {
    carom_shape shape;
    float size = random_range(r, 0.5f, 2);
    carom_vec2 v[3] = {{-size, -size}, {size, -size * 0.5f}, {0, size}};
    switch (kind) {
    case 0: carom_make_circle((carom_vec2){0, 0}, size, &shape); break;
    case 1: carom_make_box((carom_vec2){-size, -size}, (carom_vec2){size, size * 0.75f}, &shape); break;
    case 2: carom_make_capsule((carom_vec2){-size, 0}, (carom_vec2){size, 1}, size / 2, &shape); break;
    default: carom_make_polygon(v, 3, &shape); break;
    }
    return shape;
}

static void make_crowd(swing *s, uint64_t seed, float spin, int movers, carom_tasks tasks) {
    random_source r = {seed};
    memset(s, 0, sizeof *s);
    assert_int_equal(carom_world_make(&(carom_world_desc){.tasks = tasks}, &s->world), CAROM_STATUS_OK);
    s->blade = add(s->world, (carom_body_desc){.shape = blade_shape(200), .type = CAROM_BODY_KINEMATIC, .spin = spin});
    for (int i = 0; i < movers; ++i) {
        carom_body_desc desc = {.shape = some_shape(&r, random_below(&r, 4))};
        desc.position = (carom_vec2){(float)(i % 32) * 12 - 186, (float)(i / 32) * 12 - 180};
        desc.velocity = random_direction(&r, random_range(&r, 0, 40));
        desc.response.kind = random_below(&r, 2) ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE;
        desc.response.restitution = 0.5f;
        s->movers[i] = add(s->world, desc);
        s->inside[i] = penetrate(s->world, s->movers[i], s->blade);
        s->last[i] = desc.position;
    }
}

/// A mover that goes from one side of a half of the blade to the other has passed through it, unless it is so fast that
/// it can have gone around the tip.
static bool has_passed(carom_vec2 from, carom_vec2 to) {
    float r = sqrtf(to.x * to.x + to.y * to.y), r0 = sqrtf(from.x * from.x + from.y * from.y);
    return r > 10 && r < 150 && r0 > 10 && r0 < 150 && from.x * to.x > 0 && from.y * to.y < 0;
}

/// The shapes of some_shape reach 4 from their positions at most, and the blade 1 from its line.
static bool is_near_blade(carom_vec2 local) {
    return fabsf(local.y) <= 1 + 4;
}

static void check_crowd(swing *s, int movers) {
    carom_pose pose = carom_world_pose(s->world, s->blade);
    int count;
    const carom_event *events = carom_world_events(s->world, &count);
    for (int i = 0; i < count; ++i) {
        if (events[i].b.index != s->blade.index) continue;
        bool *touching = &s->touching[events[i].a.index - 1];
        s->faults += *touching != (events[i].kind != CAROM_EVENT_BEGIN); // begin and end take turns
        *touching = events[i].kind != CAROM_EVENT_END;
        s->begun += events[i].kind == CAROM_EVENT_BEGIN;
    }
    for (int i = 0; i < movers; ++i) {
        carom_vec2 at = carom_pose_local(pose, carom_world_position(s->world, s->movers[i]));
        bool was = s->inside[i], crushed = is_crushed_now(s->world, s->movers[i]);
        s->inside[i] = is_near_blade(at) && penetrate(s->world, s->movers[i], s->blade);
        s->crushed += crushed;
        bool fault = s->inside[i] && !crushed && !was;
        carom_vec2 v = carom_world_velocity(s->world, s->movers[i]);
        float reach = sqrtf(v.x * v.x + v.y * v.y) * FRAME;
        bool fast = reach > 25 || s->reach[i] > 25;
        s->reach[i] = reach;
        fault |= !was && !s->inside[i] && !crushed && !fast && has_passed(s->last[i], at);
        s->faults += fault;
        s->last[i] = at;
    }
}

static void step_crowd(swing *s, int movers, int n, uint64_t seed, float spin) {
    assert_int_equal(carom_world_step(s->world, FRAME), CAROM_STATUS_OK);
    check_crowd(s, movers);
    if (s->faults) print_message("seed %llu, spin %g: faults in step %d\n", (unsigned long long)seed, (double)spin, n);
}

static int sweep_crowd(uint64_t seed, float spin, int movers, int steps, int *crushed) {
    static swing s;
    make_crowd(&s, seed, spin, movers, (carom_tasks){0});
    for (int n = 0; n < steps && s.faults == 0; ++n) step_crowd(&s, movers, n, seed, spin);
    *crushed += s.crushed;
    print_message("spin %g: %d crushed\n", (double)spin, s.crushed);
    carom_world_free(s.world);
    return s.faults;
}

/// The same in a wide room, for many steps: movers come to the blade from everywhere, each with a new velocity now and
/// then.
static int sweep_room(uint64_t seed, float spin, int steps, int *crushed) {
    static swing s;
    random_source r = {seed};
    make_crowd(&s, seed, spin, CROWD, (carom_tasks){0});
    for (int i = 0; i < CROWD; ++i) {
        carom_world_set_position(s.world, s.movers[i], (carom_vec2){8 * s.last[i].x, 8 * s.last[i].y});
        s.last[i] = carom_world_position(s.world, s.movers[i]);
        s.inside[i] = penetrate(s.world, s.movers[i], s.blade);
    }
    for (int i = 0; i < 4; ++i) {
        carom_pose side = {.rotation = carom_rotation_of((float)i * 1.5707964f)};
        carom_body_desc wall = {.type = CAROM_BODY_STATIC, .rotation = side.rotation};
        wall.position = carom_pose_point(side, (carom_vec2){1650, 0});
        carom_make_box((carom_vec2){-50, -1700}, (carom_vec2){50, 1700}, &wall.shape);
        add(s.world, wall);
    }
    for (int n = 0; n < steps && s.faults == 0; ++n) {
        for (int i = n % 128; i < CROWD; i += 128)
            carom_world_set_velocity(s.world, s.movers[i], random_direction(&r, random_range(&r, 0, 400)));
        step_crowd(&s, CROWD, n, seed, spin);
    }
    assert_true(s.faults || s.begun > steps / 20);
    *crushed += s.crushed;
    carom_world_free(s.world);
    return s.faults;
}

/// No mover passes a blade, or ends in it, unless it is reported as crushed. Each contact begins and ends.
static void no_mover_passes_a_blade(void **state) {
    (void)state;
    const float spins[] = {2, -8, 30, 90};
    int crushed = 0;
    for (int i = 0; i < 4; ++i)
        assert_int_equal(sweep_crowd((uint64_t)i, spins[i], i == 3 ? 100 : CROWD, i == 3 ? 10 : 30, &crushed), 0);
    assert_int_equal(sweep_room(5, 8, 200, &crushed), 0);
    print_message("%d crushed\n", crushed);
    assert_true(crushed < 2000); // of 290,000
}

/// A plank is pushed out of a ball, and turns between it and another one. Where rounding puts it into both, it leaves
/// the deeper one first: its pose does not depend on the order of the two.
static void a_turn_between_two_statics_ends_at_one_pose(void **state) {
    (void)state;
    carom_pose ends[2];
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(NULL);
        const carom_body_desc balls[2] = {{.shape = circle(4), .position = {0, -4}, .type = CAROM_BODY_STATIC},
                                          {.shape = circle(3), .position = {-6, 4}, .type = CAROM_BODY_STATIC}};
        add(world, balls[i]);
        add(world, balls[!i]);
        carom_body_desc plank = {.shape = boxed(-5, -2, 10, 4), .spin = -1};
        plank.rotation = (carom_rotation){0.87758255f, -0.47942555f};
        carom_body_id id = add(world, plank);
        step(world);
        ends[i] = carom_world_pose(world, id);
        carom_world_free(world);
    }
    assert_memory_equal(&ends[0], &ends[1], sizeof ends[0]);
}

// ---- Gears ----------------------------------------------------------------------------------------------------------

enum { TEETH = 12 };

/// A gear with a tooth along its first axis, or half a tooth beside it. Pitch radius 12; the teeth leave a gap of about
/// 1/8 to those of another gear at a distance of 24.
static carom_shape gear_shape(bool between, carom_shape parts[TEETH + 1]) {
    carom_shape gear;
    carom_make_circle((carom_vec2){0, 0}, 10, &parts[0]);
    for (int i = 0; i < TEETH; ++i) {
        carom_pose pose = {.rotation = carom_rotation_of(((float)i + (between ? 0.5f : 0)) * (6.2831853f / TEETH))};
        carom_vec2 tooth[4] = {{9.5f, -1.75f}, {13.5f, -0.75f}, {13.5f, 0.75f}, {9.5f, 1.75f}};
        for (int k = 0; k < 4; ++k) tooth[k] = carom_pose_point(pose, tooth[k]);
        assert_int_equal(carom_make_polygon(tooth, 4, &parts[i + 1]), CAROM_STATUS_OK);
    }
    assert_int_equal(carom_make_compound(parts, TEETH + 1, &gear), CAROM_STATUS_OK);
    return gear;
}

/// Two gears in mesh that turn against each other, and no shape sweep of one through a step of both hits the other. The
/// rounding of their rotations must not add up. Returns the number of faults.
static int mesh(uint64_t seed, int steps) {
    random_source r = {seed};
    carom_world *world = new_world(NULL);
    carom_shape parts[2][TEETH + 1];
    const float spins[] = {0.5f, -3, 17, 90};
    float spin = spins[random_below(&r, 4)] * random_range(&r, 0.5f, 1);
    carom_vec2 at = {random_range(&r, -100, 100), random_range(&r, -100, 100)};
    carom_shape shape[2] = {gear_shape(false, parts[0]), gear_shape(true, parts[1])};
    carom_body_id ids[2];
    for (int i = 0; i < 2; ++i) {
        carom_body_desc desc = {.shape = shape[i], .type = CAROM_BODY_KINEMATIC, .spin = i ? -spin : spin};
        desc.position = (carom_vec2){at.x + 24 * (float)i, at.y};
        ids[i] = add(world, desc);
    }
    int faults = 0;
    for (int n = 0; n < steps && faults == 0; ++n) {
        carom_turning motion[2];
        for (int i = 0; i < 2; ++i)
            motion[i] = (carom_turning){.pose = carom_world_pose(world, ids[i]), .angle = (i ? -spin : spin) * FRAME};
        bool hits = n % 64 == 0 && carom_sweep_turning(&shape[0], &motion[0], &shape[1], &motion[1]).hit;
        assert_int_equal(carom_world_step(world, FRAME), CAROM_STATUS_OK);
        bool inside = penetrate(world, ids[0], ids[1]);
        if (!hits && !inside) continue;
        print_message("seed %llu, spin %g, step %d: the gears %s\n", (unsigned long long)seed, (double)spin, n,
                      inside ? "penetrate" : "hit each other");
        ++faults;
    }
    carom_world_free(world);
    return faults;
}

static void gears_mesh(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 8; ++seed) assert_int_equal(mesh(seed, 500), 0);
}

// ---- Snapshots ------------------------------------------------------------------------------------------------------

static void a_restored_world_goes_on_the_same(void **state) {
    (void)state;
    static swing s, other;
    make_crowd(&s, 5, 7, 200, (carom_tasks){0});
    make_crowd(&other, 6, -3, 10, (carom_tasks){0});
    carom_shape parts[2] = {arm_shape(30, 1), blade_shape(8)}, cross;
    carom_make_compound(parts, 2, &cross);
    carom_body_desc desc = {.shape = cross, .type = CAROM_BODY_KINEMATIC, .position = {90, 90}, .spin = -4};
    carom_body_id spare = add(s.world, desc);
    desc.spin = 0;
    desc.rotation = carom_rotation_of(1);
    desc.type = CAROM_BODY_MOVER;
    desc.position.y = -300;
    add(s.world, desc);
    for (int i = 0; i < 20; ++i) step(s.world);
    carom_world_remove(s.world, spare);
    for (int i = 0; i < 5; ++i) assert_int_equal(carom_world_step(s.world, FRAME), CAROM_STATUS_OK);
    size_t size = carom_world_snapshot_size(s.world);
    void *bytes = malloc(size), *again = malloc(size);
    assert_non_null(bytes);
    assert_non_null(again);
    assert_int_equal(carom_world_snapshot(s.world, bytes, size), CAROM_STATUS_OK);
    assert_int_equal(carom_world_restore(other.world, bytes, size), CAROM_STATUS_OK);
    assert_int_equal(carom_world_snapshot_size(other.world), size);
    assert_int_equal(carom_world_snapshot(other.world, again, size), CAROM_STATUS_OK);
    assert_memory_equal(bytes, again, size);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(carom_world_shrink(i == 10 ? other.world : s.world), CAROM_STATUS_OK);
        assert_int_equal(carom_world_step(s.world, FRAME), CAROM_STATUS_OK);
        assert_int_equal(carom_world_step(other.world, FRAME), CAROM_STATUS_OK);
        assert_true(carom_world_hash(s.world) == carom_world_hash(other.world));
    }
    carom_pose pose = carom_world_pose(s.world, s.blade);
    uint64_t hash = carom_world_hash(s.world);
    pose.rotation = carom_rotation_of(0.001f);
    carom_world_set_pose(s.world, s.blade, pose);
    assert_true(carom_world_hash(s.world) != hash);
    free(bytes);
    free(again);
    carom_world_free(s.world);
    carom_world_free(other.world);
}

/// Steps of balls at a flipper, of movers in a crowd and in a room with a blade, and of gears.
static int run_batteries(void) {
    const float spins[] = {1, 2, -4, 8, -16, 30};
    enum { FLIPS = 4000, SWINGS = 60, ROOM_STEPS = 2000, TURNS = 20000 };
    long long steps = 0, hits = 0;
    int faults = 0, all = 0, crushed = 0;
    double start = seconds_now();
    for (uint64_t i = 0; go_on(start, 0, 0) && faults == 0; ++i, steps += 3 * FLIPS)
        faults += flip(1000003 * battery.seed + i, FLIPS, &hits, &crushed);
    print_counted(steps, "steps of balls at a flipper", faults);
    all += faults;
    start = seconds_now();
    faults = 0;
    steps = 0;
    for (uint64_t i = 0; go_on(start, 0, 0) && faults == 0; ++i, steps += CROWD * SWINGS)
        faults += sweep_crowd(1000003 * battery.seed + i, spins[i % 6], CROWD, SWINGS, &crushed);
    print_counted(steps, "steps of movers beside a blade", faults);
    all += faults;
    start = seconds_now();
    faults = 0;
    steps = 0;
    for (uint64_t i = 0; go_on(start, 0, 0) && faults == 0; ++i, steps += ROOM_STEPS)
        faults += sweep_room(1000003 * battery.seed + i, spins[i % 6], ROOM_STEPS, &crushed);
    print_counted(steps, "steps of a room with a blade and 1000 movers", faults);
    all += faults;
    start = seconds_now();
    faults = 0;
    steps = 0;
    for (uint64_t i = 0; go_on(start, 0, 0) && faults == 0; ++i, steps += TURNS)
        faults += mesh(1000003 * battery.seed + i, TURNS);
    print_counted(steps, "steps of gears", faults);
    return all + faults > 0;
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 4);
    if (battery.seconds > 0) return run_batteries();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_has_a_pose),
        cmocka_unit_test(bad_poses_are_refused),
        cmocka_unit_test(it_moves_to_a_pose),
        cmocka_unit_test(it_turns_to_a_pose_the_shorter_way),
        cmocka_unit_test(a_target_pose_hits_with_its_own_speed),
        cmocka_unit_test(later_calls_replace_a_target_pose),
        cmocka_unit_test(the_hash_has_the_target_rotation),
        cmocka_unit_test(a_target_pose_out_of_range_is_dropped),
        cmocka_unit_test(it_turns_by_its_spin),
        cmocka_unit_test(a_point_of_a_body_has_a_velocity),
        cmocka_unit_test(it_bounces_with_the_speed_of_the_contact),
        cmocka_unit_test(movers_that_spin_stop_at_each_other),
        cmocka_unit_test(it_pushes_what_slides),
        cmocka_unit_test(a_crate_that_a_blade_drives_keeps_its_speed),
        cmocka_unit_test(mirrored_worlds_do_the_same),
        cmocka_unit_test(a_wheel_moves_what_rubs_on_it),
        cmocka_unit_test(it_carries_what_rests_on_it),
        cmocka_unit_test(a_sensor_reports_what_it_passes),
        cmocka_unit_test(no_ball_passes_a_flipper),
        cmocka_unit_test(no_mover_passes_a_blade),
        cmocka_unit_test(a_turn_between_two_statics_ends_at_one_pose),
        cmocka_unit_test(gears_mesh),
        cmocka_unit_test(a_restored_world_goes_on_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
