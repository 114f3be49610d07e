// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Half of all numbers are multiples of 1/4, so that things touch exactly, lie on one line or on each other: there the
// exact paths decide. Structs are hashed field by field, since what lies between fields is nothing. No two draws stand
// in one list, since compilers draw them in different orders.
#include "same_bits.h"

#include <stdlib.h>
#include <string.h>

#include "carom/grid.h"
#include "carom/walker.h"
#include "random.h"

// ---- Hashing --------------------------------------------------------------------------------------------------------

static void put(uint64_t *hash, uint32_t word) {
    for (int i = 0; i < 4; i++) *hash = (*hash ^ (word >> (8 * i) & 255)) * 0x100000001B3u;
}

static void put_float(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(hash, bits);
}

static void put_vec2(uint64_t *hash, carom_vec2 v) {
    put_float(hash, v.x);
    put_float(hash, v.y);
}

static void put_ray(uint64_t *hash, const carom_ray_hit *ray) {
    put(hash, (uint32_t)(ray->hit | ray->inside << 1 | (int)ray->feature << 2));
    put_float(hash, ray->t);
    put_float(hash, ray->exit);
    put_vec2(hash, ray->point);
    put_vec2(hash, ray->normal);
    put(hash, (uint32_t)ray->part);
}

static void put_sweep(uint64_t *hash, const carom_sweep_hit *sweep) {
    put(hash, (uint32_t)(sweep->hit | sweep->inside << 1 | (int)sweep->feature << 2));
    put_float(hash, sweep->t);
    put_vec2(hash, sweep->at);
    put_vec2(hash, sweep->point);
    put_vec2(hash, sweep->normal);
    put(hash, (uint32_t)sweep->part_a);
    put(hash, (uint32_t)sweep->part_b);
}

// ---- Chance ---------------------------------------------------------------------------------------------------------

static float number(random_source *r, float size) {
    if (random_below(r, 2)) return (float)random_below(r, (int)(8 * size) + 1) * 0.25f - size;
    return random_range(r, -size, size);
}

static carom_vec2 place(random_source *r, float size) {
    float x = number(r, size);
    return (carom_vec2){x, number(r, size)};
}

static carom_vec2 within(random_source *r, float low, float right, float bottom) {
    float x = random_range(r, low, right);
    return (carom_vec2){x, random_range(r, low, bottom)};
}

static carom_cell cell_within(random_source *r, int columns, int rows) {
    int x = random_below(r, columns);
    return (carom_cell){x, random_below(r, rows)};
}

static carom_shape make_shape(random_source *r, float size) {
    carom_vec2 p[8];
    for (int i = 0; i < 8; i++) p[i] = place(r, size);
    float radius = random_below(r, 2) ? (float)random_below(r, 8) * 0.25f : random_range(r, 0, 2);
    carom_vec2 low = {p[0].x < p[1].x ? p[0].x : p[1].x, p[0].y < p[1].y ? p[0].y : p[1].y};
    carom_vec2 high = {p[0].x < p[1].x ? p[1].x : p[0].x, p[0].y < p[1].y ? p[1].y : p[0].y};
    carom_shape shape;
    carom_status status = CAROM_OK;
    switch (random_below(r, 7)) {
    case 0: status = carom_make_point(p[0], &shape); break;
    case 1: status = carom_make_segment(p[0], p[1], &shape); break;
    case 2: status = carom_make_one_sided(p[0], p[1], &shape); break;
    case 3: status = carom_make_circle(p[0], radius, &shape); break;
    case 4: status = carom_make_box(low, high, &shape); break;
    case 5: status = carom_make_capsule(p[0], p[1], radius, &shape); break;
    default: status = carom_make_hull(p, 3 + random_below(r, 6), &shape); break;
    }
    return status == CAROM_OK ? shape : (carom_shape){.kind = CAROM_POINT, .point = p[0]};
}

// ---- geom -----------------------------------------------------------------------------------------------------------

static void put_pair(uint64_t *hash, random_source *r) {
    carom_shape a = make_shape(r, 4), b = make_shape(r, 4);
    carom_vec2 move = place(r, 8), b_move = random_below(r, 2) ? place(r, 4) : (carom_vec2){0, 0};
    put(hash, carom_overlap(&a, &b));
    carom_gap gap = carom_distance(&a, &b);
    put_float(hash, gap.distance);
    put_vec2(hash, gap.on_a);
    put_vec2(hash, gap.on_b);
    put_vec2(hash, gap.normal);
    carom_contact_points contact = carom_contact(&a, &b);
    put(hash, (uint32_t)(contact.hit + 2 * contact.count));
    put_float(hash, contact.depth);
    put_vec2(hash, contact.normal);
    for (int i = 0; i < contact.count; i++) put_vec2(hash, contact.points[i]);
    carom_sweep_hit sweep = carom_sweep(&a, move, &b, b_move);
    put_sweep(hash, &sweep);
    carom_ray_hit ray = carom_ray(place(r, 8), move, &b);
    put_ray(hash, &ray);
}

static uint64_t hash_geom(uint64_t hash) {
    random_source r = {1};
    for (int i = 0; i < 40000; i++) put_pair(&hash, &r);
    return hash;
}

static uint64_t hash_batches(uint64_t hash) {
    enum { COUNT = 200 };
    float v[4][COUNT];
    int hits[COUNT];
    random_source r = {2};
    for (int round = 0; round < 600; round++) {
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < 4; k++) v[k][i] = number(&r, 4);
        carom_shape a = make_shape(&r, 4);
        carom_vec2 move = place(&r, 8);
        carom_segments segments = {v[0], v[1], v[2], v[3], COUNT};
        carom_circles circles = {v[0], v[1], v[2], COUNT}; // half of them with a radius below zero: they meet nothing
        carom_boxes boxes = {v[0], v[1], v[2], v[3], COUNT};
        int found[3] = {carom_overlap_segments(&a, &segments, hits, COUNT), 0, 0};
        found[1] = carom_overlap_circles(&a, &circles, hits, COUNT);
        found[2] = carom_overlap_boxes(&a, &boxes, hits, COUNT);
        for (int i = 0; i < 3; i++) put(&hash, (uint32_t)found[i]);
        for (int i = 0; i < found[2]; i++) put(&hash, (uint32_t)hits[i]);
        carom_sweep_hit sweeps[3] = {carom_sweep_segments(&a, move, &segments), carom_sweep_circles(&a, move, &circles),
                                     carom_sweep_boxes(&a, move, &boxes)};
        for (int i = 0; i < 3; i++) put_sweep(&hash, &sweeps[i]);
        carom_ray_hit rays[COUNT];
        carom_ray_batch(&(carom_rays){v[0], v[1], v[2], v[3], COUNT}, &a, rays);
        for (int i = 0; i < COUNT; i++) put_ray(&hash, &rays[i]);
    }
    return hash;
}

// ---- grid -----------------------------------------------------------------------------------------------------------

enum { COLUMNS = 90, ROWS = 70 };

static void put_grid_lines(uint64_t *hash, random_source *r) {
    carom_grid grid = {.origin = place(r, 1), .cell = {0.75f, 1.25f}};
    carom_trace trace;
    carom_corners rule = random_below(r, 2) ? CAROM_CORNERS_OPEN : CAROM_CORNERS_ANY;
    carom_vec2 from = place(r, 20), to = place(r, 20);
    put(hash, (uint32_t)carom_trace_begin(&grid, from, to, rule, &trace));
    for (carom_cell cell; carom_trace_next(&trace, &cell);) put(hash, (uint32_t)(cell.x * 131 + cell.y));
    carom_vec2 center = place(r, 8);
    carom_shape shape = {.kind = CAROM_CIRCLE, .circle = {center, random_range(r, 0, 3)}};
    carom_cover cover;
    put(hash, (uint32_t)carom_cover_begin(&grid, &shape, place(r, 20), &cover));
    for (carom_span span; carom_cover_next(&cover, &span);)
        put(hash, (uint32_t)(span.y * 131 + span.x_min * 17 + span.x_max));
}

static uint64_t hash_grid(uint64_t hash) {
    static uint8_t walls[COLUMNS * ROWS], seen[41 * 41];
    random_source r = {3};
    for (int i = 0; i < COLUMNS * ROWS; i++) walls[i] = random_below(&r, 5) == 0;
    uint64_t *bits = malloc((size_t)carom_bits_words(COLUMNS, ROWS) * sizeof *bits);
    if (!bits) return 0;
    carom_bits_pack(walls, COLUMNS, ROWS, bits);
    carom_sight_map map = {.columns = COLUMNS, .rows = ROWS, .bits = bits};
    for (int i = 0; i < 20000; i++) {
        carom_cell from = cell_within(&r, COLUMNS, ROWS);
        carom_cell to = cell_within(&r, COLUMNS, ROWS);
        carom_sight_line line = carom_sight(&map, from, to, (carom_corners)random_below(&r, 3));
        put(&hash, (uint32_t)(line.clear + 2 * line.blocker.x + 1024 * line.blocker.y));
        if (i % 50 != 0) continue;
        put(&hash, (uint32_t)carom_fov(&map, from, 20, seen));
        for (int k = 0; k < 41 * 41; k++) hash = (hash ^ seen[k]) * 0x100000001B3u;
    }
    free(bits);
    for (int i = 0; i < 5000; i++) put_grid_lines(&hash, &r);
    return hash;
}

// ---- level and motion -----------------------------------------------------------------------------------------------

/// 60 x 40 cells of 8 with a solid border, and drawn shapes on them.
static carom_level *make_level(random_source *r) {
    enum { WIDE = 60, HIGH = 40 };
    static uint8_t codes[WIDE * HIGH];
    for (int i = 0; i < WIDE * HIGH; i++) {
        int x = i % WIDE, y = i / WIDE, base = random_below(r, 21);
        bool flip = random_below(r, 2), filled = random_below(r, 5) == 0;
        uint8_t code = carom_tile_code(base, flip, random_below(r, 4));
        bool border = x == 0 || y == 0 || x == WIDE - 1 || y == HIGH - 1;
        codes[i] = border ? CAROM_TILE_SOLID : filled ? code : CAROM_TILE_EMPTY;
    }
    carom_vec2 points[20][5];
    carom_outline outlines[20];
    for (int i = 0; i < 20; i++) {
        carom_vec2 at = within(r, 20, 460, 300);
        for (int k = 0; k < 5; k++) {
            carom_vec2 off = place(r, 12);
            points[i][k] = (carom_vec2){at.x + off.x, at.y + off.y};
        }
        outlines[i] =
            (carom_outline){.points = points[i], .count = 5, .open = i % 4 == 0, .one_way = i % 8 == 0, .tag = i};
    }
    carom_tiles tiles = {WIDE, HIGH, {0, 0}, {8, 8}, codes};
    carom_level_desc desc = {.tiles = &tiles, .tiles_count = 1, .outlines = outlines, .outlines_count = 20};
    carom_level *level;
    return carom_level_make(&desc, &level, NULL) == CAROM_OK ? level : NULL;
}

static void put_edges(uint64_t *hash, const carom_level *level) {
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        put_vec2(hash, e.a);
        put_vec2(hash, e.b);
        put(hash, (uint32_t)(e.corner_a | e.corner_b << 1 | e.one_way << 2 | (e.next & 0xFFFF) << 3));
    }
}

static uint64_t hash_level(uint64_t hash) {
    random_source r = {4};
    for (int round = 0; round < 4; round++) {
        carom_level *level = make_level(&r);
        if (!level) return 0;
        put_edges(&hash, level);
        carom_space space = carom_space_of_level(level);
        for (int i = 0; i < 3000; i++) {
            carom_vec2 at = within(&r, 8, 472, 312), move = place(&r, 60);
            carom_ray_hit ray = carom_level_ray(level, at, move);
            put_ray(&hash, &ray);
            put(&hash, carom_level_solid(level, at));
            carom_shape shape = make_shape(&r, 2), there = carom_shape_at(&shape, at);
            carom_sweep_hit sweep = carom_level_sweep(level, &there, move);
            put_sweep(&hash, &sweep);
            put(&hash, (uint32_t)carom_level_overlap(level, &there, NULL, 0));
            carom_shape ball = {.kind = CAROM_CIRCLE, .circle = {.radius = 2}};
            carom_response response = {.kind = (carom_response_kind)random_below(&r, 4)};
            carom_push push = carom_push_out(&space, &ball, at);
            carom_motion motion = carom_move(&space, &ball, push.at, move, &response, NULL, 0);
            put_vec2(&hash, push.at);
            put_vec2(&hash, motion.at);
            put_vec2(&hash, motion.velocity);
        }
        carom_level_free(level);
    }
    return hash;
}

// ---- world ----------------------------------------------------------------------------------------------------------

static void put_events(uint64_t *hash, const carom_world *world) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    put(hash, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        put(hash, (uint32_t)events[i].kind);
        put_float(hash, events[i].t);
        put(hash, events[i].a.index ^ events[i].b.index << 16);
        put_vec2(hash, events[i].point);
        put_vec2(hash, events[i].normal);
    }
}

static uint64_t hash_world(uint64_t hash) {
    random_source r = {5};
    carom_level *level = make_level(&r);
    carom_world *world = NULL;
    if (!level || carom_world_make(&(carom_world_desc){.level = level}, &world) != CAROM_OK) return 0;
    for (int i = 0; i < 250; i++) {
        carom_shape shapes[3];
        carom_body_desc desc = {.is_static = i % 25 == 0};
        bool made = carom_make_circle((carom_vec2){0, 0}, random_range(&r, 1, 3), &shapes[0]) == CAROM_OK &&
                    carom_make_box((carom_vec2){0, 0}, (carom_vec2){3, 4}, &shapes[1]) == CAROM_OK &&
                    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 3}, 1, &shapes[2]) == CAROM_OK;
        if (!made) return 0;
        desc.shape = shapes[random_below(&r, 3)];
        desc.position = within(&r, 16, 464, 300);
        desc.velocity = desc.is_static ? (carom_vec2){0, 0} : place(&r, 12);
        desc.response.kind = (carom_response_kind)random_below(&r, 4);
        carom_body_id id;
        put(&hash, (uint32_t)carom_world_add(world, &desc, &id));
    }
    for (int step = 0; step < 120; step++) {
        put(&hash, (uint32_t)carom_world_step(world, 1));
        put_events(&hash, world);
        uint64_t state = carom_world_hash(world);
        put(&hash, (uint32_t)state);
        put(&hash, (uint32_t)(state >> 32));
    }
    carom_world_free(world);
    carom_level_free(level);
    return hash;
}

// ---- walker ---------------------------------------------------------------------------------------------------------

static uint64_t hash_walker(uint64_t hash) {
    random_source r = {6};
    carom_level *level = make_level(&r);
    carom_walker_desc legs = {.up = {0, -1}};
    if (!level || carom_make_capsule((carom_vec2){0, -2}, (carom_vec2){0, 2}, 2, &legs.shape) != CAROM_OK) return 0;
    carom_space space = carom_space_of_level(level);
    for (int i = 0; i < 40; i++) {
        carom_walker hero = {.position = within(&r, 16, 464, 300)};
        carom_jump jump = {0};
        for (int step = 0; step < 100; step++) {
            hero.velocity.x = number(&r, 4);
            hero.velocity.y += 0.5f;
            bool pressed = random_below(&r, 10) == 0;
            if (carom_jump_now(&jump, &(carom_jump_rules){2, 2}, pressed, hero.grounded, 1)) hero.velocity.y = -7;
            if (random_below(&r, 20) == 0) put(&hash, carom_walker_drop(&hero, &legs, &space));
            carom_stride stride = carom_walker_step(&hero, &legs, &space, 1);
            put_vec2(&hash, hero.position);
            put_vec2(&hash, hero.velocity);
            put(&hash, (uint32_t)(stride.landed | stride.left << 1 | stride.climbed << 2 | stride.blocked << 3));
        }
    }
    carom_level_free(level);
    return hash;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static const struct part {
    const char *name;
    uint64_t (*hash)(uint64_t hash);
} parts[SAME_BITS_PARTS] = {
    {"geom", hash_geom},   {"batches", hash_batches}, {"grid", hash_grid},
    {"level", hash_level}, {"world", hash_world},     {"walker", hash_walker},
};

uint64_t same_bits(int part) {
    return parts[part].hash(0xCBF29CE484222325u);
}

const char *same_bits_name(int part) {
    return parts[part].name;
}
