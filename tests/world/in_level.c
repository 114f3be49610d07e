// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers never enter the solid of a level: all shapes and speeds in random levels of catalogue tiles, closed by a
// frame. After every step, code that moves nothing checks the centre of each mover.
#include "level/maps.h"
#include "world/runs.h"
#include "world/scene.h"

#define COLUMNS 24
#define ROWS    16
#define CELL    16.0f
#define MOVERS  20

static carom_level *random_level(random_source *r) {
    uint8_t codes[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        int column = i % COLUMNS;
        int row = i / COLUMNS;
        bool frame = column == 0 || row == 0 || column == COLUMNS - 1 || row == ROWS - 1;
        bool empty = random_below(r, 4) != 0;
        codes[i] = random_turn(r, random_below(r, 21));
        if (empty) codes[i] = CAROM_TILE_EMPTY;
        if (frame) codes[i] = CAROM_TILE_SOLID;
    }
    carom_tiles tiles = {.columns = COLUMNS, .rows = ROWS, .cell = {CELL, CELL}, .codes = codes};
    return level_of_tiles(&tiles);
}

static carom_shape random_shape(random_source *r) {
    carom_shape shape;
    float size = random_range(r, 0.5f, 4);
    carom_vec2 corner = {size, random_range(r, 0.5f, 4)};
    switch (random_below(r, 4)) {
    case 0: assert_int_equal(carom_make_circle((carom_vec2){0, 0}, size, &shape), CAROM_STATUS_OK); break;
    case 1: assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, corner, 1, &shape), CAROM_STATUS_OK); break;
    default: assert_int_equal(carom_make_box((carom_vec2){0, 0}, corner, &shape), CAROM_STATUS_OK); break;
    }
    return shape;
}

static carom_vec2 center_of(const carom_shape *shape) {
    carom_box box = carom_shape_bounds(shape);
    return (carom_vec2){box.min.x + (box.max.x - box.min.x) / 2, box.min.y + (box.max.y - box.min.y) / 2};
}

static bool is_clear(const carom_world *world, const carom_level *level, const carom_shape *placed) {
    if (carom_level_solid(level, center_of(placed)) || carom_level_overlap(level, placed, NULL, 0) > 0) return false;
    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    return !scene.sweep(scene.self, placed, (carom_vec2){0, 0}).sweep.hit;
}

static void add_movers(carom_world *world, const carom_level *level, random_source *r, float speed,
                       carom_response_kind kind) {
    for (int added = 0; added < MOVERS;) {
        carom_body_desc desc = {.shape = random_shape(r)};
        desc.position.x = random_range(r, CELL, CELL * (COLUMNS - 1));
        desc.position.y = random_range(r, CELL, CELL * (ROWS - 1));
        desc.velocity = random_direction(r, speed);
        desc.response.kind = kind;
        desc.response.restitution = 1;
        carom_shape placed = carom_shape_at(&desc.shape, desc.position);
        if (!is_clear(world, level, &placed)) continue;
        assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
        ++added;
    }
}

static void check_step(const carom_world *world, const carom_level *level, int step) {
    carom_body_id ids[MOVERS];
    int count = carom_world_bodies(world, ids, MOVERS);
    for (int i = 0; i < count; ++i) {
        carom_shape shape = carom_world_shape(world, ids[i]);
        carom_vec2 center = center_of(&shape);
        if (carom_level_solid(level, center)) {
            fail_msg("step %d: mover %d escaped to (%g, %g)", step, i, (double)center.x, (double)center.y);
        }
        carom_sweep_hit in = carom_level_sweep(level, &shape, (carom_vec2){0, 0});
        if (in.hit) fail_msg("step %d: mover %d is in edge %d", step, i, in.part_b);
    }
}

static void run(uint64_t seed, float speed, carom_response_kind kind, int steps) {
    random_source r = {seed};
    carom_level *level = random_level(&r);
    carom_world *world = new_world(level);
    add_movers(world, level, &r, speed, kind);
    long hits = 0;
    long rested = 0;
    for (int step = 0; step < steps; ++step) {
        assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
        check_step(world, level, step);
        carom_step_stats stats = carom_world_stats(world);
        hits += stats.hits;
        rested += stats.rested;
        assert_int_equal(stats.crushed, 0);
        carom_body_id ids[MOVERS];
        carom_world_bodies(world, ids, MOVERS);
        for (int i = 0; i < MOVERS; ++i) {
            if (random_below(&r, 16) == 0) carom_world_set_velocity(world, ids[i], random_direction(&r, speed));
        }
    }
    print_message("speed %g: %ld hits, %ld rested in %d steps\n", (double)speed, hits, rested, steps);
    assert_true(hits > 0);
    carom_world_free(world);
    carom_level_free(level);
}

int main(int argc, char **argv) {
    return run_under_all_responses(run, 100, argc, argv);
}
