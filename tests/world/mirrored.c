// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random worlds of movers, statics, kinematic bodies and a level, with spins, masses, materials and a contact rule.
// Mirrored and turned by quarters they give the same bits, mirrored and turned. Half of the worlds are on a lattice,
// where times, distances and corners are often equal. Only ties that are their own mirror image, as of two squares that
// hit each other with a corner, go to the lowest index or the least coordinates.
// --seconds N --seed N runs for that time.
#include "battery.h"
#include "geom/relation.h"
#include "motion/scene.h"
#include "world/scene.h"

#include <stdlib.h>
#include <time.h>

enum { BODIES = 28, STEPS = 30, SIDE = 96 };

/// Of the units of y and x on a lattice: boxes do not approach a corner at equal speeds on both axes, and the sides of
/// two boxes are not equally long. Such a tie is its own mirror image.
#define RATIO 0.8125f

static long all_steps;

/// The rule of these worlds sees what a mirror does not change.
static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    uint64_t sum = contact->mover_tag + contact->surface.tag;
    if (!contact->other && contact->one_way && contact->mover_tag % 2) response->kind = CAROM_RESPONSE_PASS;
    if (!contact->other) return;
    if (sum % 5 == 0) response->kind = CAROM_RESPONSE_PASS;
    if (sum % 5 == 1 && contact->approach > 2) *response = (carom_response){CAROM_RESPONSE_BOUNCE, 0.75f, 0.25f, 0};
    if (sum % 5 == 2) *response = (carom_response){CAROM_RESPONSE_SLIDE, 0, 0.5f, response->surface_speed};
}

typedef struct scene_kind {
    bool rules, kinematics, spins;
    carom_vec2 lattice; ///< coordinates, sizes and velocities are multiples of it; 0: they have full mantissas
} scene_kind;

static float draw_multiple(random_source *r, float unit, float low, float high) {
    float value = random_range(r, low, high);
    return unit > 0 ? ceilf(value / unit) * unit : value;
}

static carom_vec2 draw_vector(random_source *r, const scene_kind *kind, float low, float high) {
    float x = draw_multiple(r, kind->lattice.x, low, high);
    return (carom_vec2){x, draw_multiple(r, kind->lattice.y, low, high)};
}

static carom_shape draw_shape(random_source *r, const scene_kind *kind) {
    carom_vec2 half = draw_vector(r, kind, 0.5f, 4);
    switch (random_below(r, 3)) {
    case 0: return circle(half.x);
    case 1: return centred_box(half.x, half.y);
    default: return centred_capsule((carom_vec2){half.x, random_below(r, 2) ? half.y : 0}, half.y / 2);
    }
}

static carom_response draw_response(random_source *r) {
    carom_response out = {.kind = (carom_response_kind)random_below(r, 4)};
    if (out.kind == CAROM_RESPONSE_BOUNCE) out.restitution = random_below(r, 2) ? 1 : 0.5f;
    return out;
}

static float draw_spin(random_source *r) {
    static const float most[] = {0.25f, 2, 20};
    float end = most[random_below(r, 3)];
    return random_range(r, -end, end);
}

static bool is_clear_of(const carom_body_desc *descs, int count, const carom_body_desc *desc) {
    carom_shape shape = carom_shape_at(&desc->shape, desc->position);
    for (int i = 0; i < count; ++i) {
        carom_shape other = carom_shape_at(&descs[i].shape, descs[i].position);
        if (carom_overlap(&shape, &other)) return false;
    }
    return true;
}

/// Bodies apart from each other, within the walls.
static int draw_bodies(random_source *r, const scene_kind *kind, carom_body_desc *descs) {
    int count = 0;
    for (int tries = 0; count < BODIES && tries < 1000; ++tries) {
        carom_body_desc desc = {.shape = draw_shape(r, kind)};
        desc.position = draw_vector(r, kind, 9 - SIDE / 2, SIDE / 2 - 9);
        desc.velocity = draw_vector(r, kind, -6, 6);
        int type = random_below(r, 6);
        desc.type = type == 0                       ? CAROM_BODY_STATIC
                    : type == 1 && kind->kinematics ? CAROM_BODY_KINEMATIC
                                                    : CAROM_BODY_MOVER;
        desc.response = draw_response(r);
        if (kind->spins && desc.type != CAROM_BODY_STATIC && random_below(r, 3)) desc.spin = draw_spin(r);
        static const float masses[] = {0, 0.25f, 3, INFINITY};
        desc.mass = masses[random_below(r, 4)];
        desc.tag = (uint64_t)random_below(r, 20);
        if (kind->rules && random_below(r, 2))
            desc.material =
                (carom_material){random_range(r, -0.5f, 1), random_range(r, -0.25f, 1), random_range(r, -2, 2)};
        if (is_clear_of(descs, count, &desc)) descs[count++] = desc;
    }
    return count;
}

static carom_level *new_walls(int way, float y) {
    const float x = SIDE / 2;
    const carom_vec2 outer[4] = {{-x - 20, -y - 20}, {x + 20, -y - 20}, {x + 20, y + 20}, {-x - 20, y + 20}},
                     inner[4] = {{-x, -y}, {-x, y}, {x, y}, {x, -y}};
    // A closed outline around a hole: along the outer square, then back along the inner one.
    carom_vec2 v[10];
    const carom_vec2 line[10] = {outer[0], outer[1], outer[2], outer[3], outer[0],
                                 inner[0], inner[1], inner[2], inner[3], inner[0]};
    for (int i = 0; i < 10; ++i) v[i] = turned(line[i], way);
    carom_vec2 shelf[2] = {turned((carom_vec2){-x, y * 5 / 6}, way), turned((carom_vec2){x, y * 5 / 6}, way)};
    if (way & 4) {
        carom_vec2 first = shelf[0];
        shelf[0] = shelf[1];
        shelf[1] = first;
    }
    const carom_outline outlines[2] = {{.points = v, .count = 10, .tag = 1},
                                       {.points = shelf, .count = 2, .open = true, .one_way = true, .tag = 2}};
    carom_level *level;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static carom_material turned_material(carom_material material, int way) {
    if (way & 4) material.surface_speed = -material.surface_speed;
    return material;
}

static carom_world *turned_world_of(const carom_body_desc *descs, int count, const scene_kind *kind,
                                    const carom_level *level, int way) {
    carom_world *world;
    const carom_world_desc desc = {
        .level = level, .rule = kind->rules ? decide : NULL, .down = turned((carom_vec2){0, 1}, way)};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    if (kind->rules) carom_world_set_edge_material(world, 1, (carom_material){.restitution = 0.25f});
    for (int i = 0; i < count; ++i) {
        carom_body_desc body = descs[i];
        body.shape = body.shape.kind == CAROM_SHAPE_CIRCLE ? body.shape : turned_shape(&body.shape, way);
        body.position = turned(body.position, way);
        body.velocity = turned(body.velocity, way);
        body.spin = way & 4 ? -body.spin : body.spin;
        body.material = turned_material(body.material, way);
        add(world, body);
    }
    return world;
}

static void compare_world(const carom_world *plain, const carom_world *other, int way, uint64_t seed, int step) {
    int count, other_count;
    const carom_vec2 *at = carom_world_positions(plain, &count), *other_at = carom_world_positions(other, &other_count);
    const carom_vec2 *velocity = carom_world_velocities(plain, &count);
    for (int i = 0; i < count; ++i) {
        carom_body_id id = {(uint32_t)i, 1};
        carom_vec2 p = turned(at[i], way), v = turned(velocity[i], way), w = carom_world_velocity(other, id);
        carom_rotation r = carom_world_pose(plain, id).rotation, q = carom_world_pose(other, id).rotation;
        if (r.cosine != q.cosine || r.sine != (way & 4 ? -q.sine : q.sine))
            fail_msg("seed %llu, way %d, step %d, body %d: rotations (%.9g, %.9g) and (%.9g, %.9g)",
                     (unsigned long long)seed, way, step, i, (double)r.cosine, (double)r.sine, (double)q.cosine,
                     (double)q.sine);
        if (p.x != other_at[i].x || p.y != other_at[i].y || v.x != w.x || v.y != w.y)
            fail_msg("seed %llu, way %d, step %d, body %d: (%.9g, %.9g) and (%.9g, %.9g)", (unsigned long long)seed,
                     way, step, i, (double)p.x, (double)p.y, (double)other_at[i].x, (double)other_at[i].y);
    }
    const carom_crush *crush = carom_world_crushes(plain, &count), *c = carom_world_crushes(other, &other_count);
    assert_int_equal(count, other_count);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(crush[i].by.index, c[i].by.index);
        assert_int_equal(crush[i].against.index, c[i].against.index);
        assert_int_equal(crush[i].level, c[i].level);
    }
}

/// A crushed mover is pushed out in the next step, and of equally short translations one is taken by its direction.
static bool any_crushed(const carom_world *world) {
    int count;
    carom_world_crushes(world, &count);
    return count > 0;
}

/// Kinematic bodies turn back at the walls.
static void steer(carom_world *world, int count) {
    for (int i = 0; i < count; ++i) {
        carom_body_id id = {(uint32_t)i, 1};
        carom_vec2 at = carom_world_position(world, id), v = carom_world_velocity(world, id);
        if (carom_world_type(world, id) != CAROM_BODY_KINEMATIC) continue;
        if (fabsf(at.x) > SIDE / 2 && (at.x > 0) == (v.x > 0)) v.x = -v.x;
        if (fabsf(at.y) > SIDE / 2 && (at.y > 0) == (v.y > 0)) v.y = -v.y;
        carom_world_set_velocity(world, id, v);
    }
}

static scene_kind kind_of(uint64_t seed) {
    static const float units[4] = {0, 1, 0.5f, 0};
    float unit = units[seed / 4 % 4];
    return (scene_kind){
        .rules = seed % 2, .kinematics = seed / 2 % 2, .spins = seed / 16 % 2, .lattice = {unit, unit * RATIO}};
}

static void run_scene(uint64_t seed) {
    random_source r = {seed};
    scene_kind kind = kind_of(seed);
    carom_body_desc descs[BODIES];
    int count = draw_bodies(&r, &kind, descs);
    carom_level *levels[WAYS];
    carom_world *worlds[WAYS];
    for (int way = 0; way < WAYS; ++way) {
        levels[way] = new_walls(way, kind.lattice.x > 0 ? 60 * RATIO : SIDE / 2);
        worlds[way] = turned_world_of(descs, count, &kind, levels[way], way);
    }
    for (int k = 0; k < STEPS && !any_crushed(worlds[0]); ++k) {
        for (int way = 0; way < WAYS; ++way) {
            assert_int_equal(carom_world_step(worlds[way], 0.5f), CAROM_STATUS_OK);
            if (way > 0) compare_world(worlds[0], worlds[way], way, seed, k);
            ++all_steps;
        }
        for (int way = 0; way < WAYS; ++way) steer(worlds[way], count);
    }
    for (int way = 0; way < WAYS; ++way) {
        carom_world_free(worlds[way]);
        carom_level_free(levels[way]);
    }
}

static void turned_worlds_give_the_turned_bits(void **state) {
    (void)state;
    double start = seconds_now();
    for (uint64_t i = 0; go_on(start, (long long)i, 64); ++i) run_scene(battery.seed * 1000000 + i);
}

static void compare_normals(const carom_world *plain, const carom_world *other, int way) {
    int count, other_count;
    const carom_pair *pairs = carom_world_pairs(plain, &count), *other_pairs = carom_world_pairs(other, &other_count);
    assert_int_equal(count, other_count);
    for (int i = 0; i < count; ++i) {
        carom_vec2 normal = turned(pairs[i].normal, way);
        assert_true(normal.x == other_pairs[i].normal.x && normal.y == other_pairs[i].normal.y);
    }
}

/// One step of worlds with a rule, and bouncy walls.
static void run_one_step(const carom_body_desc *descs, int count) {
    const scene_kind kind = {.rules = true};
    carom_world *worlds[WAYS];
    carom_level *levels[WAYS];
    for (int way = 0; way < WAYS; ++way) {
        levels[way] = new_walls(way, SIDE / 2);
        worlds[way] = turned_world_of(descs, count, &kind, levels[way], way);
        assert_int_equal(carom_world_step(worlds[way], 0.5f), CAROM_STATUS_OK);
        if (way > 0) compare_world(worlds[0], worlds[way], way, 0, 0);
        if (way > 0) compare_normals(worlds[0], worlds[way], way);
    }
    for (int way = 0; way < WAYS; ++way) {
        carom_world_free(worlds[way]);
        carom_level_free(levels[way]);
    }
}

/// A mover is pressed into a corner of the walls. The rounded contact coordinates of both are within them, so that it
/// must be nudged out of both.
static void nudges_in_corner_are_turned(void **state) {
    (void)state;
    const carom_body_desc capsule = {.shape = centred_capsule((carom_vec2){2.09474754f, 3.9970417f}, 1.99852085f),
                                     .position = {43.9067268f, -42.0044327f},
                                     .velocity = {3.98676014f, -4.1914115f},
                                     .response = {.kind = CAROM_RESPONSE_SLIDE}};
    run_one_step(&capsule, 1);
}

/// The mover touches the wall and the shelf at its start, and slides along one, but bounces off the other.
static void tied_edges_are_turned(void **state) {
    (void)state;
    const carom_body_desc box = {.shape = centred_box(2.70856357f, 2.2158742f),
                                 .position = {-45.2914352f, 37.7841263f},
                                 .velocity = {-408.554413f, 124.501427f},
                                 .response = {.kind = CAROM_RESPONSE_SLIDE}};
    run_one_step(&box, 1);
}

/// Two boxes that touch with a corner each slide along the sides that approach faster; without an approach, the normal
/// is that of the longer sides.
static void touching_corners_are_turned(void **state) {
    (void)state;
    static const carom_vec2 velocities[] = {{2, 1}, {1, 2}, {-1, 0}, {0, -1}, {0, 0}};
    for (int i = 0; i < 5; ++i) {
        const carom_body_desc boxes[2] = {{.shape = centred_box(3, 1), .response = {.kind = CAROM_RESPONSE_SLIDE}},
                                          {.shape = centred_box(1, 2),
                                           .position = {-4, -3},
                                           .velocity = velocities[i],
                                           .response = {.kind = CAROM_RESPONSE_SLIDE}}};
        run_one_step(boxes, 2);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nudges_in_corner_are_turned),
        cmocka_unit_test(tied_edges_are_turned),
        cmocka_unit_test(touching_corners_are_turned),
        cmocka_unit_test(turned_worlds_give_the_turned_bits),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_steps, "world steps", failed);
    return failed;
}
