// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Materials of statics, kinematic bodies, movers and level edges against closed forms: bounces, slopes, conveyors, ice,
// bumpers. Mirrored and turned by quarters.
#include "motion/scene.h"
#include "world/scene.h"

#include <math.h>

enum { ON_BODY, ON_LEVEL, PLACES };

/// A world with one convex obstacle that has a material: a static, or a solid of a level with edges of tag 7.
typedef struct ground {
    carom_world *world;
    carom_level *level;
    int way;
} ground;

static ground new_ground(int place, const carom_vec2 *points, int count, carom_material material, int way) {
    ground g = {.way = way};
    carom_vec2 v[8];
    for (int i = 0; i < count; ++i) v[i] = turned(points[i], way);
    if (way & 4) material.surface_speed = -material.surface_speed;
    if (place == ON_LEVEL) {
        carom_outline outline = {.points = v, .count = count, .tag = 7};
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, &g.level, NULL), CAROM_STATUS_OK);
        g.world = new_world(g.level);
        assert_int_equal(carom_world_set_edge_material(g.world, 7, material), CAROM_STATUS_OK);
        return g;
    }
    g.world = new_world(NULL);
    carom_body_desc desc = {.type = CAROM_BODY_STATIC, .material = material};
    assert_int_equal(carom_make_polygon(v, count, &desc.shape), CAROM_STATUS_OK);
    add(g.world, desc);
    return g;
}

static void free_ground(const ground *g) {
    carom_world_free(g->world);
    carom_level_free(g->level);
}

static carom_body_id put(const ground *g, carom_shape shape, carom_vec2 at, carom_vec2 velocity,
                         carom_response response) {
    if (g->way & 4) response.surface_speed = -response.surface_speed;
    return add(g->world,
               (carom_body_desc){.shape = shape.kind == CAROM_SHAPE_CIRCLE ? shape : turned_shape(&shape, g->way),
                                 .position = turned(at, g->way),
                                 .velocity = turned(velocity, g->way),
                                 .response = response});
}

/// The inverse of `turned`.
static carom_vec2 turned_back(carom_vec2 v, int way) {
    for (int i = 0; i < (way & 3); ++i) v = (carom_vec2){v.y, -v.x};
    return (carom_vec2){(way & 4 ? -v.x : v.x) + 0.0f, v.y + 0.0f};
}

static carom_vec2 velocity_in(const ground *g, carom_body_id id) {
    return turned_back(carom_world_velocity(g->world, id), g->way);
}

static carom_vec2 position_in(const ground *g, carom_body_id id) {
    return turned_back(carom_world_position(g->world, id), g->way);
}

static void push(const ground *g, carom_body_id id, carom_vec2 by) {
    carom_vec2 v = velocity_in(g, id);
    carom_world_set_velocity(g->world, id, turned((carom_vec2){v.x + by.x, v.y + by.y}, g->way));
}

static const carom_vec2 floor_points[4] = {{-1000, 0}, {1000, 0}, {1000, 50}, {-1000, 50}};

// ---- Restitution ----------------------------------------------------------------------------------------------------

/// Own restitution and that of the surface are added; negative sums are 0, and then the ball slides.
static void restitutions_are_added(void **state) {
    (void)state;
    static const struct {
        carom_response_kind kind;
        float own, surface, expected;
    } cases[] = {
        {CAROM_RESPONSE_BOUNCE, 1, 0, 1},       {CAROM_RESPONSE_BOUNCE, 0.5f, 0.25f, 0.75f},
        {CAROM_RESPONSE_BOUNCE, 0, 0, 0},       {CAROM_RESPONSE_BOUNCE, 0, 0.5f, 0.5f},
        {CAROM_RESPONSE_BOUNCE, 1, 0.5f, 1.5f}, {CAROM_RESPONSE_BOUNCE, 0.5f, -1, 0},
        {CAROM_RESPONSE_SLIDE, 0.5f, 0, 0},     {CAROM_RESPONSE_SLIDE, 0, 1.25f, 1.25f},
        {CAROM_RESPONSE_SLIDE, 0, -0.5f, 0},    {CAROM_RESPONSE_BOUNCE, 3, 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases * WAYS * PLACES; ++i) {
        int way = (int)i % WAYS, place = (int)i / WAYS % PLACES;
        size_t k = i / (WAYS * PLACES);
        ground g = new_ground(place, floor_points, 4, (carom_material){.restitution = cases[k].surface}, way);
        carom_response response = {.kind = cases[k].kind, .restitution = cases[k].own};
        carom_body_id ball = put(&g, circle(2), (carom_vec2){0, -6}, (carom_vec2){3, 8}, response);
        step(g.world);
        assert_vec(velocity_in(&g, ball), 3, -8 * cases[k].expected);
        free_ground(&g);
    }
}

/// A ball between two walls. After n bounces its speed is v * e^n, and the distance it has covered follows.
static void ball_bounces_n_times(void **state) {
    (void)state;
    static const carom_vec2 right[4] = {{10, -50}, {60, -50}, {60, 50}, {10, 50}};
    for (int i = 0; i < WAYS * PLACES; ++i) {
        ground g = new_ground(i / WAYS, right, 4, (carom_material){.restitution = 0.25f}, i % WAYS);
        carom_shape left = boxed(-60, -50, 50, 100);
        carom_body_desc wall = {
            .shape = turned_shape(&left, i % WAYS), .type = CAROM_BODY_STATIC, .material = {.restitution = 0.25f}};
        add(g.world, wall);
        carom_response response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.5f};
        carom_body_id ball = put(&g, circle(2), (carom_vec2){0, 0}, (carom_vec2){256, 0}, response);
        double time = 8.0 / 256, speed = 256, x = 8, toward = 1; // at the first contact
        for (int n = 0; n < 40; ++n) {
            step(g.world);
            while (time <= n + 1) {
                speed *= 0.75;
                toward = -toward;
                time += 16 / speed;
                x = toward * 8;
            }
            double at = x - toward * speed * (time - (n + 1));
            assert_true(fabs((double)velocity_in(&g, ball).x - toward * speed) < 1e-5 * speed);
            assert_true(fabs((double)position_in(&g, ball).x - at) < 1e-3);
        }
        free_ground(&g);
    }
}

static void bounce_off_kinematic_body_is_in_its_frame(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world = new_world(NULL);
        carom_body_desc pad = {.shape = centred_box(2, 2),
                               .velocity = turned((carom_vec2){-900, 0}, way),
                               .position = turned((carom_vec2){1202, 0}, way),
                               .type = CAROM_BODY_KINEMATIC,
                               .material = {.restitution = 0.5f}};
        add(world, pad);
        carom_body_id ball = add(world, (carom_body_desc){.shape = circle(2),
                                                          .position = turned((carom_vec2){-2, 0}, way),
                                                          .velocity = turned((carom_vec2){300, 0}, way),
                                                          .response = {CAROM_RESPONSE_BOUNCE, 0.5f, 0, 0}});
        step(world);
        assert_vec(turned_back(carom_world_velocity(world, ball), way), -2100, 0);
        carom_world_free(world);
    }
}

/// Each of two movers takes the material of the other.
static void movers_have_materials(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world = new_world(NULL);
        carom_body_id ids[2];
        for (int i = 0; i < 2; ++i) {
            ids[i] = add(world, (carom_body_desc){.shape = circle(2),
                                                  .position = turned((carom_vec2){i ? 10.0f : 0, 0}, way),
                                                  .velocity = turned((carom_vec2){i ? -4.0f : 8, 0}, way),
                                                  .response = {.kind = CAROM_RESPONSE_SLIDE},
                                                  .material = {.restitution = i ? 0.5f : 0}});
        }
        step(world);
        assert_vec(turned_back(carom_world_velocity(world, ids[0]), way), -1, 0); // mean 2, relative 6
        assert_vec(turned_back(carom_world_velocity(world, ids[1]), way), 2, 0);
        carom_world_free(world);
    }
}

// ---- Friction -------------------------------------------------------------------------------------------------------

/// A crate that slides on a level floor under gravity loses mu * g a step, and then rests.
static void crate_stops_on_floor(void **state) {
    (void)state;
    static const float own[] = {0.5f, 0.25f, 0, 0.75f}, surface[] = {0, 0.25f, 0.5f, -0.25f};
    for (int i = 0; i < 4 * WAYS * PLACES; ++i) {
        int k = i / (WAYS * PLACES);
        ground g = new_ground(i / WAYS % PLACES, floor_points, 4, (carom_material){.friction = surface[k]}, i % WAYS);
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .friction = own[k]};
        carom_body_id crate = put(&g, centred_box(4, 2), (carom_vec2){0, -2}, (carom_vec2){3, 0}, response);
        float speed = 3, x = 0;
        for (int n = 0; n < 60; ++n) { // friction 0.5, gravity 0.125: 0.0625 a step, exact
            push(&g, crate, (carom_vec2){0, 0.125f});
            step(g.world);
            speed = speed > 0.0625f ? speed - 0.0625f : 0;
            x += speed;
            assert_vec(velocity_in(&g, crate), speed, 0);
            assert_same_float(position_in(&g, crate).y, -2);
            assert_less(fabsf(position_in(&g, crate).x - x), 1e-3f);
        }
        assert_true(velocity_in(&g, crate).x == 0);
        free_ground(&g);
    }
}

/// A slope of 3 in 4: a crate rests if the friction is at least 3/4; with less, it accelerates by g * (3 - 4 mu) / 5.
static void crate_on_slope_rests_or_slides(void **state) {
    (void)state;
    static const carom_vec2 slope[3] = {{-400, -300}, {400, 300}, {-400, 300}};
    static const float frictions[] = {0, 0.25f, 0.5f, 0.7f, 0.76f, 1, 5};
    for (int i = 0; i < 7 * WAYS * PLACES; ++i) {
        float friction = frictions[i / (WAYS * PLACES)];
        ground g = new_ground(i / WAYS % PLACES, slope, 3, (carom_material){0}, i % WAYS);
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .friction = friction};
        carom_body_id ball =
            put(&g, circle(5), (carom_vec2){-200 + 3.0001f, -150 - 4.0001f}, (carom_vec2){0, 0}, response);
        carom_vec2 first = {0, 0};
        double speed = 0, each = 0.1 * (3 - 4 * (double)friction) / 5;
        for (int n = 0; n < 100; ++n) {
            push(&g, ball, (carom_vec2){0, 0.1f});
            step(g.world);
            speed += each;
            if (n == 1) first = position_in(&g, ball);
            carom_vec2 v = velocity_in(&g, ball), at = position_in(&g, ball);
            if (friction > 0.75f && n > 1) {
                assert_vec(v, 0, 0);
                assert_vec(at, first.x, first.y);
            }
            if (friction < 0.75f) assert_true(fabs((double)v.x * 0.8 + (double)v.y * 0.6 - speed) < 0.1 + 1e-3 * speed);
        }
        free_ground(&g);
    }
}

/// Without friction of its own or of the ground nothing brakes; ice takes away that of the crate.
static void nothing_stops_on_ice(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * PLACES; ++i) {
        ground g = new_ground(i / WAYS, floor_points, 4, (carom_material){.friction = -1}, i % WAYS);
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 0.75f};
        carom_body_id crate = put(&g, centred_box(4, 2), (carom_vec2){0, -2}, (carom_vec2){3, 0}, response);
        for (int n = 0; n < 50; ++n) {
            push(&g, crate, (carom_vec2){0, 0.125f});
            step(g.world);
            assert_vec(velocity_in(&g, crate), 3, 0);
        }
        free_ground(&g);
    }
}

/// A bounce loses at most friction * change of normal speed along the surface.
static void bounce_with_friction(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * PLACES; ++i) {
        ground g = new_ground(i / WAYS, floor_points, 4, (carom_material){.friction = 0.125f}, i % WAYS);
        carom_response response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.5f, .friction = 0.125f};
        carom_body_id ball = put(&g, circle(2), (carom_vec2){0, -6}, (carom_vec2){7, 8}, response);
        step(g.world);
        assert_vec(velocity_in(&g, ball), 4, -4); // 7 - 0.25 * 12
        free_ground(&g);
    }
}

// ---- Conveyors ------------------------------------------------------------------------------------------------------

/// A crate on a conveyor gains mu * g a step until it has exactly the speed of the conveyor; also on a belt of its own
/// (tracks). On an outline from left to right, as drawn here with y down, a floor runs from a to b: to the right.
static void conveyor_takes_crate_along(void **state) {
    (void)state;
    for (int i = 0; i < 2 * WAYS * PLACES; ++i) {
        bool tracks = i / (WAYS * PLACES) == 1;
        carom_material belt = {.friction = 0.5f, .surface_speed = tracks ? 0 : 2};
        ground g = new_ground(i / WAYS % PLACES, floor_points, 4, belt, i % WAYS);
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .surface_speed = tracks ? 2 : 0};
        carom_body_id crate = put(&g, centred_box(4, 2), (carom_vec2){0, -2}, (carom_vec2){-1, 0}, response);
        float speed = -1;
        for (int n = 0; n < 70; ++n) {
            push(&g, crate, (carom_vec2){0, 0.125f});
            step(g.world);
            speed = speed < 2 - 0.0625f ? speed + 0.0625f : 2;
            assert_vec(velocity_in(&g, crate), speed, 0);
        }
        assert_true(velocity_in(&g, crate).x == 2);
        free_ground(&g);
    }
}

/// A belt carries against a wall, and there the crate rests.
static void conveyor_ends_at_wall(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * PLACES; ++i) {
        ground g = new_ground(i / WAYS, floor_points, 4, (carom_material){.friction = 1, .surface_speed = 2}, i % WAYS);
        carom_shape wall = boxed(30, -50, 10, 50);
        add(g.world, (carom_body_desc){.shape = turned_shape(&wall, i % WAYS), .type = CAROM_BODY_STATIC});
        carom_body_id crate = put(&g, centred_box(4, 2), (carom_vec2){0, -2}, (carom_vec2){0, 0},
                                  (carom_response){.kind = CAROM_RESPONSE_SLIDE});
        for (int n = 0; n < 60; ++n) {
            push(&g, crate, (carom_vec2){0, 0.5f});
            step(g.world);
        }
        assert_vec(position_in(&g, crate), 26, -2);
        free_ground(&g);
    }
}

/// A rough lift that moves sideways takes a sliding crate along; a belt on it adds to its speed.
static void conveyor_on_lift(void **state) {
    (void)state;
    for (int i = 0; i < 2 * WAYS; ++i) {
        int way = i % WAYS;
        float belt = i < WAYS ? 0 : 1;
        carom_world *world = new_world(NULL);
        ground g = {.world = world, .way = way};
        carom_shape deck = centred_box(500, 2);
        carom_body_desc lift = {.shape = turned_shape(&deck, way),
                                .position = turned((carom_vec2){0, 2}, way),
                                .velocity = turned((carom_vec2){3, -1}, way),
                                .type = CAROM_BODY_KINEMATIC,
                                .material = {.friction = 0.5f, .surface_speed = way & 4 ? -belt : belt}};
        carom_body_id deck_id = add(world, lift);
        carom_body_id crate = put(&g, centred_box(4, 2), (carom_vec2){0, -2}, (carom_vec2){0, 0},
                                  (carom_response){.kind = CAROM_RESPONSE_SLIDE});
        for (int n = 0; n < 100; ++n) {
            push(&g, crate, (carom_vec2){0, 0.25f});
            step(world);
        }
        carom_vec2 carried = turned_back(carom_world_carried(world, crate), way), own = velocity_in(&g, crate);
        assert_vec((carom_vec2){carried.x + own.x, carried.y + own.y}, 3 + belt, -1);
        float gap = position_in(&g, crate).y + 4 - position_in(&g, deck_id).y;
        assert_true(fabsf(gap) <= 2 * 0x1p-17f);
        carom_world_free(world);
    }
}

// ---- Tiles, and the rest --------------------------------------------------------------------------------------------

/// A tile grid has a tag; its edges keep it when tiles are set.
static void edges_of_tiles_have_the_tag_of_their_grid(void **state) {
    (void)state;
    uint8_t stone[8] = {1, 1, 1, 1, 0, 0, 0, 0}, ice[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    const carom_tiles tiles[2] = {{4, 2, {0, 0}, {8, 8}, stone, 0}, {8, 1, {0, 16}, {8, 8}, ice, 5}};
    carom_level *level;
    const carom_level_desc desc = {.tiles = tiles, .tiles_count = 2, .editable = true};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    for (int n = 0; n < 2; ++n) {
        int with_tag[2] = {0};
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge edge = carom_level_edge_at(level, i);
            assert_int_equal(edge.tag, edge.a.y < 12 ? 0 : 5);
            ++with_tag[edge.tag != 0];
        }
        assert_not_above(4, with_tag[0]);
        assert_not_above(4, with_tag[1]);
        assert_int_equal(carom_level_set_tile(level, 1, 6, 0, CAROM_TILE_EMPTY), CAROM_STATUS_OK);
    }
    carom_world *world = new_world(level);
    carom_world_set_edge_material(world, 5, (carom_material){.restitution = 0.5f});
    for (int i = 0; i < 2; ++i) {
        carom_body_id ball = add(world, (carom_body_desc){.shape = circle(1),
                                                          .position = {i ? 36 : 4, i ? 10.0f : -4},
                                                          .velocity = {0, 8},
                                                          .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        assert_vec(carom_world_velocity(world, ball), 0, i ? -4.0f : 0);
    }
    carom_world_free(world);
    carom_level_free(level);
}

static void materials_are_checked_and_stored(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    const carom_material bad[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, -INFINITY}}, good = {2, -1, -3};
    carom_body_desc desc = {.shape = circle(1), .material = good};
    carom_body_id id = add(world, desc);
    for (int i = 0; i < 3; ++i) {
        desc.material = bad[i];
        assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
        assert_int_equal(carom_world_set_material(world, id, bad[i]), CAROM_STATUS_BAD_ARGUMENT);
        assert_int_equal(carom_world_set_edge_material(world, i, bad[i]), CAROM_STATUS_BAD_ARGUMENT);
    }
    carom_material kept = carom_world_material(world, id);
    assert_memory_equal(&kept, &good, sizeof good);
    for (int tag = -3; tag < 4; ++tag)
        carom_world_set_edge_material(world, tag * 1000, (carom_material){(float)tag, 0, 0});
    carom_world_set_edge_material(world, 2000, good);
    for (int tag = -3; tag < 4; ++tag)
        assert_true(carom_world_edge_material(world, tag * 1000).restitution == (float)tag);
    assert_true(carom_world_edge_material(world, 2000).friction == -1);
    assert_true(carom_world_edge_material(world, 999).restitution == 0);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitutions_are_added),
        cmocka_unit_test(ball_bounces_n_times),
        cmocka_unit_test(bounce_off_kinematic_body_is_in_its_frame),
        cmocka_unit_test(movers_have_materials),
        cmocka_unit_test(crate_stops_on_floor),
        cmocka_unit_test(crate_on_slope_rests_or_slides),
        cmocka_unit_test(nothing_stops_on_ice),
        cmocka_unit_test(bounce_with_friction),
        cmocka_unit_test(conveyor_takes_crate_along),
        cmocka_unit_test(conveyor_ends_at_wall),
        cmocka_unit_test(conveyor_on_lift),
        cmocka_unit_test(edges_of_tiles_have_the_tag_of_their_grid),
        cmocka_unit_test(materials_are_checked_and_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
