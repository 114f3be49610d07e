// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The flat functions of level, motion, world and walker return what the functions that they wrap return, bit for bit. A
// scene, and a world with a filter, give the same with the callbacks of carom/flat.h.
#include "carom/flat.h"
#include "check.h"
#include "flat/same.h"

#include <math.h>

enum { MOVES = 7, CAPACITY = 8 };

static const carom_vec2 moves[MOVES] = {{30, 3}, {-24, 12.5f}, {0, 0}, {0.25f, -39}, {1, 40}, {NAN, 1}, {-60, 0}};
static const carom_vec2 starts[] = {{10, 10}, {37, 21}, {22, 30}, {50, 2}};
enum { STARTS = sizeof starts / sizeof *starts };

static carom_level *level;
static carom_world *world;
static carom_shape ball;
static uint64_t ids[4];

/// A room with an open chain, and a world of it with two movers, a static and a removed body.
static int make_scenes(void **state) {
    (void)state;
    static const carom_vec2 floor_points[] = {{-20, 40}, {-20, 60}, {80, 60}, {80, 32}, {30, 40}};
    static const carom_vec2 chain[] = {{15, 20}, {25, 18}, {26, 5}};
    const carom_outline outlines[] = {{.points = floor_points, .count = 5, .tag = 3},
                                      {.points = chain, .count = 3, .open = true, .tag = 4}};
    carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
    if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return -1;
    if (carom_world_make(&(carom_world_desc){.level = level}, &world) != CAROM_STATUS_OK) return -1;
    ball = circle(1.5f);
    for (int i = 0; i < 4; ++i) {
        carom_body_desc body = {.shape = i == 1 ? boxed(-1, -2, 3, 5) : ball,
                                .position = {(float)(8 + 13 * i), (float)(12 + 5 * i)},
                                .velocity = {(float)(9 - 4 * i), 2},
                                .type = i == 1 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1},
                                .tag = (uint64_t)i + 70};
        carom_body_id id;
        if (carom_world_add(world, &body, &id, NULL) != CAROM_STATUS_OK) return -1;
        ids[i] = carom_body_bits(id);
    }
    return carom_flat_world_remove(world, ids[3]) == CAROM_STATUS_OK ? 0 : -1;
}

static int free_scenes(void **state) {
    (void)state;
    carom_world_free(world);
    carom_level_free(level);
    return 0;
}

// ---- Levels -------------------------------------------------------------------------------------------------------

static void boundary_of_a_level(void **state) {
    (void)state;
    carom_box box, expected_box = carom_level_bounds(level);
    carom_flat_level_bounds(level, &box);
    assert_memory_equal(&box, &expected_box, sizeof box);
    for (int i = -1; i <= carom_level_edge_count(level); ++i) {
        carom_level_edge edge, expected = carom_level_edge_at(level, i);
        carom_flat_level_edge_at(level, i, &edge);
        assert_true(same_edge(&edge, &expected));
    }
}

static void queries_of_a_level(void **state) {
    (void)state;
    int hits = 0;
    for (int i = 0; i < STARTS * MOVES; ++i) {
        const carom_vec2 *from = &starts[i % STARTS], *move = &moves[i / STARTS];
        carom_ray_hit ray, expected_ray = carom_level_ray(level, *from, *move);
        carom_flat_level_ray(level, from, move, &ray);
        assert_true(same_ray(&ray, &expected_ray));
        carom_ray_hit all[CAPACITY], expected_all[CAPACITY];
        int count = carom_flat_level_ray_all(level, from, move, all, CAPACITY);
        assert_int_equal(count, carom_level_ray_all(level, *from, *move, expected_all, CAPACITY));
        for (int k = 0; k < count; ++k) assert_true(same_ray(&all[k], &expected_all[k]));
        carom_shape shape = carom_shape_at(&ball, *from);
        carom_sweep_hit sweep, expected_sweep = carom_level_sweep(level, &shape, *move);
        carom_flat_level_sweep(level, &shape, move, &sweep);
        assert_true(same_sweep(&sweep, &expected_sweep));
        carom_turning motion = {.pose.position = *from, .move = *move, .angle = 0.5f};
        carom_turning_hit turn, expected_turn = carom_level_sweep_turning(level, &ball, &motion);
        carom_flat_level_sweep_turning(level, &ball, &motion, &turn);
        assert_true(same_turning(&turn, &expected_turn));
        carom_separation nearest, expected_nearest = carom_level_nearest(level, &shape, 12);
        carom_flat_level_nearest(level, &shape, 12, &nearest);
        assert_true(same_separation(&nearest, &expected_nearest));
        carom_vec2 point = {from->x, from->y + (float)i};
        assert_int_equal(carom_flat_level_solid(level, &point), carom_level_solid(level, point));
        hits += sweep.hit;
    }
    assert_in_range(hits, 6, STARTS * MOVES - 6);
}

// ---- Motion and walkers -------------------------------------------------------------------------------------------

static void vectors(void **state) {
    (void)state;
    const carom_vec2 normals[] = {{0, -1}, {0.6f, -0.8f}};
    for (int m = 0; m < MOVES; ++m) {
        carom_vec2 out, expected = carom_slide(moves[m], normals, 2);
        carom_flat_slide(&moves[m], normals, 2, &out);
        assert_memory_equal(&out, &expected, sizeof out);
        expected = carom_bounce(moves[m], normals[1], 0.5f, 0.25f);
        carom_flat_bounce(&moves[m], &normals[1], 0.5f, 0.25f, &out);
        assert_memory_equal(&out, &expected, sizeof out);
        out = moves[m];
        carom_flat_bounce(&out, &normals[1], 0.5f, 0.25f, &out); // the result overwrites the argument
        assert_memory_equal(&out, &expected, sizeof out);
    }
}

static void scenes(void **state) {
    (void)state;
    const carom_world_view view = {.world = world};
    carom_platform lift = {.shape = ball, .position = {30, 10}, .velocity = {3, 4}, .owner = 9};
    carom_scene scene, expected = carom_scene_of_level(level);
    carom_flat_scene_of_level(level, &scene);
    assert_true(same_scene(&scene, &expected));
    const carom_platforms platforms = {&expected, &lift, 1};
    carom_scene moving, expected_moving = carom_scene_of_platforms(&platforms);
    carom_flat_scene_of_platforms(&platforms, &moving);
    assert_true(same_scene(&moving, &expected_moving));
    carom_scene of_world, expected_of_world = carom_scene_of_world(&view);
    carom_flat_scene_of_world(&view, &of_world);
    assert_true(same_scene(&of_world, &expected_of_world));

    const struct {
        const carom_scene *scene;
        uint64_t owner;
    } owners[] = {{&moving, 9}, {&moving, 0}, {&of_world, ids[0]}, {&scene, 1}};
    for (int i = 0; i < 4; ++i) {
        carom_vec2 velocity, expected_velocity = carom_scene_velocity(owners[i].scene, owners[i].owner);
        carom_flat_scene_velocity(owners[i].scene, owners[i].owner, &velocity);
        assert_memory_equal(&velocity, &expected_velocity, sizeof velocity);
    }
}

// A scene of the caller, which asks another one.

static void ask_sweep(void *self, const carom_shape *shape, const carom_vec2 *move, carom_scene_hit *out) {
    const carom_scene *scene = self;
    *out = scene->sweep(scene->self, shape, *move);
}

static int ask_contacts(void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const carom_scene *scene = self;
    return scene->contacts(scene->self, shape, out, capacity);
}

static void ask_velocity(void *self, uint64_t owner, carom_vec2 *out) {
    *out = carom_scene_velocity(self, owner);
}

static int ask_obstacles(void *self, const carom_box *box, carom_scene_obstacle *out, int capacity) {
    const carom_scene *scene = self;
    return scene->obstacles(scene->self, *box, out, capacity);
}

static bool ask_solid(void *self, const carom_vec2 *point) {
    const carom_scene *scene = self;
    return scene->solid(scene->self, *point);
}

static void ask_surface(void *self, const carom_scene_hit *hit, carom_surface *out) {
    const carom_scene *scene = self;
    scene->surface(scene->self, hit, out);
}

static void ask_sweep_past(void *self, const carom_shape *shape, const carom_vec2 *move,
                           const carom_flat_passed *passed, carom_scene_hit *out) {
    const carom_scene *scene = self;
    *out = scene->sweep_past(scene->self, shape, *move, passed->owners, passed->count);
}

static void ask_sweep_turning(void *self, const carom_shape *shape, const carom_turning *motion,
                              carom_scene_turning_hit *out) {
    const carom_scene *scene = self;
    *out = scene->sweep_turning(scene->self, shape, motion);
}

static void compare_turning_moves(const carom_scene *scene, const carom_scene *expected_scene) {
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    const carom_shape plank = {.kind = CAROM_SHAPE_BOX, .box = {{-4, -1}, {4, 1}}};
    int touched = 0;
    for (int i = 0; i < STARTS * MOVES; ++i) {
        const carom_turning_motion start = {
            .pose.position = starts[i % STARTS], .velocity = moves[i / STARTS], .spin = 0.5f};
        carom_scene_turning_hit hits[CAPACITY], expected_hits[CAPACITY];
        carom_turning_motion motion = start, expected;
        expected = carom_move_turning(expected_scene, &plank, &start, &slide, expected_hits, CAPACITY);
        carom_flat_move_turning(scene, &plank, &motion, &slide, hits, CAPACITY);
        assert_true(same_turning_motion(&motion, &expected));
        for (int k = 0; k < motion.contacts && k < CAPACITY; ++k)
            assert_true(same_turning(&hits[k].turning, &expected_hits[k].turning));
        touched += motion.contacts;
    }
    assert_true(touched > 0);
}

static int bodies_passed;

/// Passes bodies, and bounces off levels.
static void pass_bodies(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    *response = (carom_response){contact->other ? CAROM_RESPONSE_PASS : CAROM_RESPONSE_BOUNCE, 0.5f, 0, 0};
    bodies_passed += contact->other != 0;
}

static void compare_ruled_moves(const carom_scene *scene, const carom_scene *expected_scene) {
    const carom_move_rule rule = {.response = {.kind = CAROM_RESPONSE_SLIDE}, .rule = pass_bodies, .dt = 1};
    for (int i = 0; i < STARTS * MOVES; ++i) {
        const carom_motion start = {.at = starts[i % STARTS], .velocity = moves[i / STARTS]};
        carom_motion motion = start;
        carom_motion expected = carom_move_by_rule(expected_scene, &ball, &start, &rule, NULL, 0);
        carom_flat_move_by_rule(scene, &ball, &motion, &rule, NULL, 0);
        assert_true(same_motion(&motion, &expected));
    }
    assert_true(bodies_passed > 0);
}

static void compare_moves(const carom_scene *scene, const carom_scene *expected_scene) {
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    for (int i = 0; i < STARTS * MOVES; ++i) {
        const carom_motion start = {.at = starts[i % STARTS], .velocity = moves[i / STARTS]};
        carom_scene_hit contacts[CAPACITY], expected_contacts[CAPACITY];
        carom_motion motion = start;
        carom_motion expected = carom_move(expected_scene, &ball, &start, &slide, expected_contacts, CAPACITY);
        carom_flat_move(scene, &ball, &motion, &slide, contacts, CAPACITY);
        assert_true(same_motion(&motion, &expected));
        for (int k = 0; k < motion.contacts && k < CAPACITY; ++k)
            assert_true(same_scene_hit(&contacts[k], &expected_contacts[k]));

        carom_push push, expected_push = carom_push_out(expected_scene, &ball, start.at, 7);
        carom_flat_push_out(scene, &ball, &start.at, 7, &push);
        assert_true(same_push(&push, &expected_push));
        carom_vec2 by, expected_by = carom_corner_correction(expected_scene, &ball, start.at, start.velocity, 3);
        carom_flat_corner_correction(scene, &ball, &start.at, &start.velocity, 3, &by);
        assert_memory_equal(&by, &expected_by, sizeof by);

        const carom_walker_desc legs = {.shape = ball, .up = {0, -1}};
        carom_walker walker = {.position = start.at, .velocity = start.velocity}, expected_walker = walker;
        carom_walker_result result;
        carom_walker_result expected_result = carom_walker_step(&expected_walker, &legs, expected_scene, 0.5f);
        carom_flat_walker_step(&walker, &legs, scene, 0.5f, &result);
        assert_true(same_walker(&walker, &expected_walker));
        assert_true(same_walker_result(&result, &expected_result));
    }
}

static void moves_and_walkers(void **state) {
    (void)state;
    carom_scene of_level = carom_scene_of_level(level);
    compare_moves(&of_level, &of_level);
    compare_turning_moves(&of_level, &of_level);
}

static void walkers_in_a_world(void **state) {
    (void)state;
    carom_world *twins[2];
    carom_body_id riders[2];
    carom_walker walkers[2];
    const carom_walker_desc legs = {.shape = ball, .up = {0, -1}};
    for (int i = 0; i < 2; ++i) {
        walkers[i] = (carom_walker){.position = {60, 30}, .velocity = {5, 3}};
        const carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .shape = ball, .position = walkers[i].position};
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &twins[i]), CAROM_STATUS_OK);
        assert_int_equal(carom_world_add(twins[i], &desc, &riders[i], NULL), CAROM_STATUS_OK);
    }
    carom_walker_result result, expected = carom_walker_step_in_world(&walkers[0], &legs, twins[0], riders[0], 0.5f);
    carom_flat_walker_step_in_world(&walkers[1], &legs, twins[1], carom_body_bits(riders[1]), 0.5f, &result);
    assert_true(same_walker(&walkers[1], &walkers[0]));
    assert_true(same_walker_result(&result, &expected));
    assert_true(expected.casts > 0);
    for (int i = 0; i < 2; ++i) carom_world_free(twins[i]);
}

static void scenes_of_the_caller(void **state) {
    (void)state;
    const carom_world_view view = {.world = world};
    carom_scene of_level = carom_scene_of_level(level), of_world = carom_scene_of_world(&view), scene;
    carom_flat_scene flat = {.self = &of_level,
                             .sweep = ask_sweep,
                             .contacts = ask_contacts,
                             .obstacles = ask_obstacles,
                             .solid = ask_solid};
    carom_flat_callback_scene(&flat, &scene);
    assert_null(scene.velocity);
    assert_null(scene.sweep_turning);
    compare_moves(&scene, &of_level);
    flat.sweep_turning = ask_sweep_turning;
    carom_flat_callback_scene(&flat, &scene);
    compare_turning_moves(&scene, &of_level);
    flat.sweep_turning = NULL;
    flat.self = &of_world;
    flat.velocity = ask_velocity;
    carom_flat_callback_scene(&flat, &scene);
    compare_moves(&scene, &of_world);
    flat.surface = ask_surface;
    flat.sweep_past = ask_sweep_past;
    carom_flat_callback_scene(&flat, &scene);
    compare_ruled_moves(&scene, &of_world);
    carom_vec2 expected = carom_scene_velocity(&of_world, ids[0]), velocity = carom_scene_velocity(&scene, ids[0]);
    assert_memory_equal(&velocity, &expected, sizeof velocity);
    assert_true(velocity.x != 0);

    flat = (carom_flat_scene){.self = &of_level};
    carom_flat_callback_scene(&flat, &scene);
    assert_null(scene.sweep);
    assert_null(scene.contacts);
    assert_null(scene.velocity);
    assert_null(scene.obstacles);
    assert_null(scene.solid);
}

// ---- Worlds -------------------------------------------------------------------------------------------------------

static void ids_as_numbers(void **state) {
    (void)state;
    carom_body_id id, expected = carom_body_of_bits(ids[2]);
    carom_flat_body_of_bits(ids[2], &id);
    assert_memory_equal(&id, &expected, sizeof id);
    assert_int_equal(carom_flat_body_bits(&id), ids[2]);
}

static void bodies(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        carom_body_id id = carom_body_of_bits(ids[i]);
        assert_int_equal(carom_flat_world_has(world, ids[i]), i < 3);
        carom_vec2 v, expected = carom_world_down(world);
        carom_flat_world_down(world, &v);
        assert_memory_equal(&v, &expected, sizeof v);
        expected = carom_world_position(world, id);
        carom_flat_world_position(world, ids[i], &v);
        assert_memory_equal(&v, &expected, sizeof v);
        expected = carom_world_velocity(world, id);
        carom_flat_world_velocity(world, ids[i], &v);
        assert_memory_equal(&v, &expected, sizeof v);
        expected = carom_world_carried(world, id);
        carom_flat_world_carried(world, ids[i], &v);
        assert_memory_equal(&v, &expected, sizeof v);
        assert_int_equal(carom_flat_world_type(world, ids[i]), carom_world_type(world, id));
        carom_pose pose, expected_pose = carom_world_pose(world, id);
        carom_flat_world_pose(world, ids[i], &pose);
        assert_memory_equal(&pose, &expected_pose, sizeof pose);
        assert_true(carom_flat_world_spin(world, ids[i]) == carom_world_spin(world, id));
        expected = carom_world_velocity_at(world, id, (carom_vec2){3, -4});
        carom_flat_world_velocity_at(world, ids[i], &(carom_vec2){3, -4}, &v);
        assert_memory_equal(&v, &expected, sizeof v);
        assert_true(carom_flat_world_mass(world, ids[i]) == carom_world_mass(world, id));
        assert_int_equal(carom_flat_world_is_sensor(world, ids[i]), carom_world_is_sensor(world, id));
        carom_response response, expected_response = carom_world_response(world, id);
        carom_flat_world_response(world, ids[i], &response);
        assert_memory_equal(&response, &expected_response, sizeof response);
        carom_material material, expected_material = carom_world_material(world, id);
        carom_flat_world_material(world, ids[i], &material);
        assert_memory_equal(&material, &expected_material, sizeof material);
        carom_filter filter, expected_filter = carom_world_filter(world, id);
        carom_flat_world_filter(world, ids[i], &filter);
        assert_memory_equal(&filter, &expected_filter, sizeof filter);
        carom_shape shape, expected_shape = carom_world_shape(world, id);
        carom_flat_world_shape(world, ids[i], &shape);
        assert_true(same_shape(&shape, &expected_shape));
        for (int part = 0; part < 2; ++part) {
            expected_shape = carom_world_part(world, id, part);
            carom_flat_world_part(world, ids[i], part, &shape);
            assert_true(same_shape(&shape, &expected_shape));
            expected_shape = carom_world_own_part(world, id, part);
            carom_flat_world_own_part(world, ids[i], part, &shape);
            assert_true(same_shape(&shape, &expected_shape));
        }
        assert_int_equal(carom_flat_world_tag(world, ids[i]), carom_world_tag(world, id));
    }
}

static void setters(void **state) {
    (void)state;
    const carom_vec2 position = {11, 13}, velocity = {-2, 5};
    const carom_response response = {CAROM_RESPONSE_SLIDE, 0, 0, 0}, wrong = {CAROM_RESPONSE_BOUNCE, -1, 0, 0};
    const carom_material ice = {.friction = -1};
    const carom_filter filter = {.category = 4, .ignore = 1, .group = -2};
    for (int i = 0; i < 4; i += 3) {
        carom_status status = i == 0 ? CAROM_STATUS_OK : CAROM_STATUS_STALE_ID;
        const carom_pose pose = {{8, 9}, {0, 1}}, upright = {{8, 9}, {1, 0}};
        assert_int_equal(carom_flat_world_set_pose(world, ids[i], &pose), status);
        carom_pose there = carom_world_pose(world, carom_body_of_bits(ids[i]));
        assert_true(i > 0 || (there.position.x == 8 && there.rotation.sine == 1));
        assert_int_equal(carom_flat_world_set_pose(world, ids[i], &upright), status);
        assert_int_equal(carom_flat_world_set_spin(world, ids[i], 2), status);
        assert_true(i > 0 || carom_world_spin(world, carom_body_of_bits(ids[0])) == 2);
        assert_int_equal(carom_flat_world_set_spin(world, ids[i], 0), status);
        assert_int_equal(carom_flat_world_set_position(world, ids[i], &position), status);
        assert_int_equal(carom_flat_world_set_velocity(world, ids[i], &velocity), status);
        assert_int_equal(carom_flat_world_set_sensor(world, ids[i], false), status);
        carom_shape shape = carom_world_shape(world, carom_body_of_bits(ids[0]));
        shape = carom_shape_at(&shape, (carom_vec2){-position.x, -position.y});
        assert_int_equal(carom_flat_world_set_shape(world, ids[i], &shape), status);
        assert_int_equal(carom_flat_world_set_mass(world, ids[i], 2), status);
        assert_int_equal(carom_flat_world_move_to(world, ids[i], &position), i ? status : CAROM_STATUS_BAD_ARGUMENT);
        assert_int_equal(carom_flat_world_move_to_pose(world, ids[i], &pose), i ? status : CAROM_STATUS_BAD_ARGUMENT);
        assert_int_equal(carom_flat_world_set_response(world, ids[i], &response), status);
        assert_int_equal(carom_flat_world_set_material(world, ids[i], &ice), status);
        assert_int_equal(carom_flat_world_set_filter(world, ids[i], &filter), status);
        assert_int_equal(carom_flat_world_set_tag(world, ids[i], 99), status);
        assert_int_equal(carom_flat_world_remove(world, ids[3]), CAROM_STATUS_STALE_ID);
    }
    carom_body_id id = carom_body_of_bits(ids[0]);
    carom_material of_edges;
    assert_int_equal(carom_flat_world_set_edge_material(world, 7, &ice), CAROM_STATUS_OK);
    carom_flat_world_edge_material(world, 7, &of_edges);
    assert_same_float(of_edges.friction, -1);
    assert_same_float(carom_world_edge_material(world, 7).friction, -1);
    assert_true(carom_world_material(world, id).friction == -1);
    assert_vec(carom_world_position(world, id), 11, 13);
    assert_vec(carom_world_velocity(world, id), -2, 5);
    assert_int_equal(carom_world_tag(world, id), 99);
    assert_int_equal(carom_flat_world_set_response(world, ids[0], &wrong), CAROM_STATUS_BAD_ARGUMENT);
    // The filter excludes the body from a query of the default category.
    const carom_world_view view = {.world = world, .filter = {.category = 1}};
    carom_shape probe = carom_shape_at(&ball, position);
    assert_false(carom_world_overlap_any(&view, &probe));
    assert_int_equal(carom_flat_world_set_filter(world, ids[0], &(carom_filter){0}), CAROM_STATUS_OK);
    assert_true(carom_world_overlap_any(&view, &probe));
}

#define assert_same_target(a, b)                                                                                       \
    do {                                                                                                               \
        assert_int_equal(carom_body_bits((a).body), carom_body_bits((b).body));                                        \
        assert_int_equal((a).level, (b).level);                                                                        \
    } while (0)

static void queries_of_a_world(void **state) {
    (void)state;
    const carom_world_view view = {.world = world};
    int hits = 0;
    for (int i = 0; i < STARTS * MOVES; ++i) {
        const carom_vec2 *from = &starts[i % STARTS], *move = &moves[i / STARTS];
        carom_shape shape = carom_shape_at(&ball, *from);
        carom_world_ray_hit ray, rays[CAPACITY], all_rays[CAPACITY], wanted_ray = carom_world_ray(&view, *from, *move);
        carom_flat_world_ray(&view, from, move, &ray);
        assert_same_target(ray, wanted_ray);
        assert_true(same_ray(&ray.ray, &wanted_ray.ray));
        int count = carom_flat_world_ray_all(&view, from, move, rays, CAPACITY);
        assert_int_equal(count, carom_world_ray_all(&view, *from, *move, all_rays, CAPACITY));
        for (int k = 0; k < count && k < CAPACITY; ++k) assert_true(same_ray(&rays[k].ray, &all_rays[k].ray));
        assert_int_equal(carom_flat_world_ray_any(&view, from, move), carom_world_ray_any(&view, *from, *move));

        carom_world_sweep_hit sweep, sweeps[CAPACITY], all_sweeps[CAPACITY];
        carom_world_sweep_hit wanted_sweep = carom_world_sweep(&view, &shape, *move);
        carom_flat_world_sweep(&view, &shape, move, &sweep);
        assert_same_target(sweep, wanted_sweep);
        assert_true(same_sweep(&sweep.sweep, &wanted_sweep.sweep));
        count = carom_flat_world_sweep_all(&view, &shape, move, sweeps, CAPACITY);
        assert_int_equal(count, carom_world_sweep_all(&view, &shape, *move, all_sweeps, CAPACITY));
        for (int k = 0; k < count && k < CAPACITY; ++k) assert_true(same_sweep(&sweeps[k].sweep, &all_sweeps[k].sweep));
        assert_int_equal(carom_flat_world_sweep_any(&view, &shape, move), carom_world_sweep_any(&view, &shape, *move));

        carom_world_separation nearest, wanted_nearest = carom_world_nearest(&view, &shape, 9);
        carom_flat_world_nearest(&view, &shape, 9, &nearest);
        assert_same_target(nearest, wanted_nearest);
        assert_true(same_separation(&nearest.separation, &wanted_nearest.separation));
        hits += sweep.sweep.hit;
    }
    assert_in_range(hits, 6, STARTS * MOVES - 4);
}

typedef struct filter_log {
    uint64_t a, b;
    int calls;
    bool answer;
} filter_log;

static bool log_filter(const carom_world *given, uint64_t a, uint64_t b, void *user_data) {
    filter_log *log = user_data;
    assert_non_null(given);
    *log = (filter_log){a, b, log->calls + 1, log->answer};
    return log->answer;
}

static void filters_of_the_caller(void **state) {
    (void)state;
    for (int answer = 0; answer < 2; ++answer) {
        filter_log log = {.answer = answer == 1};
        carom_flat_filter filter = {log_filter, &log};
        carom_world_desc desc = {.bounces = 4};
        carom_flat_callback_filter(&filter, &desc);
        carom_world *pair;
        assert_int_equal(carom_world_make(&desc, &pair), CAROM_STATUS_OK);
        carom_body_id first, second;
        carom_body_desc body = {.shape = ball, .velocity = {10, 0}};
        assert_int_equal(carom_world_add(pair, &body, &first, NULL), CAROM_STATUS_OK);
        body = (carom_body_desc){.shape = ball, .position = {8, 0}};
        assert_int_equal(carom_world_add(pair, &body, &second, NULL), CAROM_STATUS_OK);
        assert_int_equal(carom_world_step(pair, 1), CAROM_STATUS_OK);
        assert_true(log.calls > 0);
        assert_int_equal(log.a, carom_body_bits(first));
        assert_int_equal(log.b, carom_body_bits(second));
        carom_step_stats stats, expected = carom_world_stats(pair);
        carom_flat_world_stats(pair, &stats);
        assert_memory_equal(&stats, &expected, sizeof stats);
        assert_int_equal(stats.hits, answer);
        carom_world_free(pair);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boundary_of_a_level),
        cmocka_unit_test(queries_of_a_level),
        cmocka_unit_test(vectors),
        cmocka_unit_test(scenes),
        cmocka_unit_test(moves_and_walkers),
        cmocka_unit_test(walkers_in_a_world),
        cmocka_unit_test(scenes_of_the_caller),
        cmocka_unit_test(ids_as_numbers),
        cmocka_unit_test(bodies),
        cmocka_unit_test(queries_of_a_world),
        cmocka_unit_test(filters_of_the_caller),
        cmocka_unit_test(setters),
    };
    return cmocka_run_group_tests(tests, make_scenes, free_scenes);
}
