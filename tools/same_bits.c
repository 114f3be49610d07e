// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Half of all numbers are multiples of 1/4, so that shapes touch exactly, are collinear or coincide: the exact stages
// decide these cases. Structs are hashed field by field, because padding is unspecified. Random numbers are never drawn
// twice in one argument list, because the order of evaluation depends on the compiler.
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

// ---- Random input ---------------------------------------------------------------------------------------------------

static float random_number(random_source *r, float size) {
    if (random_below(r, 2)) return (float)random_below(r, (int)(8 * size) + 1) * 0.25f - size;
    return random_range(r, -size, size);
}

static carom_vec2 random_point(random_source *r, float size) {
    float x = random_number(r, size);
    return (carom_vec2){x, random_number(r, size)};
}

static carom_vec2 random_point_about(random_source *r, carom_vec2 middle, float size) {
    carom_vec2 off = random_point(r, size);
    return (carom_vec2){middle.x + off.x, middle.y + off.y};
}

static carom_vec2 random_point_in(random_source *r, float low, float right, float bottom) {
    float x = random_range(r, low, right);
    return (carom_vec2){x, random_range(r, low, bottom)};
}

static carom_cell random_cell(random_source *r, int columns, int rows) {
    int x = random_below(r, columns);
    return (carom_cell){x, random_below(r, rows)};
}

static carom_shape make_shape(random_source *r, float size) {
    carom_vec2 p[8];
    for (int i = 0; i < 8; i++) p[i] = random_point(r, size);
    float radius = random_below(r, 2) ? (float)random_below(r, 8) * 0.25f : random_range(r, 0, 2);
    carom_vec2 low = {p[0].x < p[1].x ? p[0].x : p[1].x, p[0].y < p[1].y ? p[0].y : p[1].y};
    carom_vec2 high = {p[0].x < p[1].x ? p[1].x : p[0].x, p[0].y < p[1].y ? p[1].y : p[0].y};
    carom_shape shape;
    carom_status status = CAROM_STATUS_OK;
    switch (random_below(r, 7)) {
    case 0: status = carom_make_point(p[0], &shape); break;
    case 1: status = carom_make_segment(p[0], p[1], &shape); break;
    case 2: status = carom_make_one_sided(p[0], p[1], &shape); break;
    case 3: status = carom_make_circle(p[0], radius, &shape); break;
    case 4: status = carom_make_box(low, high, &shape); break;
    case 5: status = carom_make_capsule(p[0], p[1], radius, &shape); break;
    default: status = carom_make_hull(p, 3 + random_below(r, 6), &shape); break;
    }
    return status == CAROM_STATUS_OK ? shape : (carom_shape){.kind = CAROM_SHAPE_POINT, .point = p[0]};
}

/// One of four is a compound of `parts`, which must outlive it.
static carom_shape make_body_shape(random_source *r, float size, carom_shape parts[3]) {
    for (int i = 0; i < 3; i++) parts[i] = make_shape(r, size);
    carom_shape shape;
    bool is_compound = random_below(r, 4) == 0 && carom_make_compound(parts, 3, &shape) == CAROM_STATUS_OK;
    return is_compound ? shape : parts[0];
}

static carom_response make_response(random_source *r) {
    carom_response response = {.kind = (carom_response_kind)random_below(r, 4)};
    if (random_below(r, 2)) response.restitution = 0.25f * (float)random_below(r, 6);
    if (random_below(r, 2)) response.friction = 0.25f * (float)random_below(r, 6);
    if (random_below(r, 4) == 0) response.surface_speed = random_number(r, 2);
    return response;
}

static carom_material make_material(random_source *r) {
    float restitution = random_number(r, 1), friction = random_number(r, 1);
    return (carom_material){restitution, friction, random_number(r, 4)};
}

// ---- geom -----------------------------------------------------------------------------------------------------------

static void put_pair(uint64_t *hash, random_source *r) {
    carom_shape a = make_shape(r, 4), b = make_shape(r, 4);
    carom_vec2 move = random_point(r, 8), b_move = random_below(r, 2) ? random_point(r, 4) : (carom_vec2){0, 0};
    put(hash, carom_overlap(&a, &b));
    carom_separation separation = carom_distance(&a, &b);
    put_float(hash, separation.distance);
    put_vec2(hash, separation.on_a);
    put_vec2(hash, separation.on_b);
    put_vec2(hash, separation.normal);
    carom_contact_points contact = carom_contact(&a, &b);
    put(hash, (uint32_t)(contact.hit + 2 * contact.count));
    put_float(hash, contact.depth);
    put_vec2(hash, contact.normal);
    for (int i = 0; i < contact.count; i++) put_vec2(hash, contact.points[i]);
    carom_sweep_hit sweep = carom_sweep(&a, move, &b, b_move);
    put_sweep(hash, &sweep);
    carom_ray_hit ray = carom_ray(random_point(r, 8), move, &b);
    put_ray(hash, &ray);
}

static uint64_t hash_geom(uint64_t hash) {
    random_source r = {1};
    for (int i = 0; i < 40000; i++) put_pair(&hash, &r);
    return hash;
}

static uint64_t hash_rotations(uint64_t hash) {
    random_source r = {3};
    for (int i = 0; i < 100000; i++) {
        carom_rotation a = carom_rotation_of(random_number(&r, (float)(1 << random_below(&r, 20))));
        carom_vec2 direction = random_point(&r, 4);
        carom_rotation b = carom_rotation_normalized((carom_rotation){direction.x, direction.y});
        carom_pose pose = {random_point(&r, 8), carom_rotation_compose(a, b)};
        carom_vec2 place = carom_pose_point(pose, random_point(&r, 8));
        put_float(&hash, a.cosine);
        put_float(&hash, a.sine);
        put_float(&hash, pose.rotation.cosine);
        put_float(&hash, pose.rotation.sine);
        put_vec2(&hash, place);
        put_vec2(&hash, carom_pose_local(pose, place));
    }
    return hash;
}

static uint64_t hash_batches(uint64_t hash) {
    enum { COUNT = 200 };
    float v[4][COUNT];
    int hits[COUNT];
    random_source r = {2};
    for (int round = 0; round < 600; round++) {
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < 4; k++) v[k][i] = random_number(&r, 4);
        carom_shape a = make_shape(&r, 4);
        carom_vec2 move = random_point(&r, 8);
        carom_segments segments = {v[0], v[1], v[2], v[3], COUNT};
        carom_circles circles = {v[0], v[1], v[2], COUNT}; // half of them have a negative radius and hit nothing
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
        carom_ray_many(&(carom_rays){v[0], v[1], v[2], v[3], COUNT}, &a, rays);
        for (int i = 0; i < COUNT; i++) put_ray(&hash, &rays[i]);
    }
    return hash;
}

// ---- grid -----------------------------------------------------------------------------------------------------------

enum { COLUMNS = 90, ROWS = 70 };

static void put_grid_lines(uint64_t *hash, random_source *r) {
    carom_grid grid = {.origin = random_point(r, 1), .cell = {0.75f, 1.25f}};
    carom_trace trace;
    carom_corners rule = random_below(r, 2) ? CAROM_CORNERS_OPEN : CAROM_CORNERS_ANY;
    carom_vec2 from = random_point(r, 20), to = random_point(r, 20);
    put(hash, (uint32_t)carom_trace_begin(&grid, from, to, rule, &trace));
    for (carom_cell cell; carom_trace_next(&trace, &cell);) put(hash, (uint32_t)(cell.x * 131 + cell.y));
    carom_vec2 center = random_point(r, 8);
    carom_shape shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {center, random_range(r, 0, 3)}};
    carom_cover cover;
    put(hash, (uint32_t)carom_cover_begin(&grid, &shape, random_point(r, 20), &cover));
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
        carom_cell from = random_cell(&r, COLUMNS, ROWS);
        carom_cell to = random_cell(&r, COLUMNS, ROWS);
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

/// Makes 60 x 40 tiles of 8 units with a solid border, and 20 free outlines.
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
        carom_vec2 at = random_point_in(r, 20, 460, 300);
        for (int k = 0; k < 5; k++) points[i][k] = random_point_about(r, at, 12);
        outlines[i] =
            (carom_outline){.points = points[i], .count = 5, .open = i % 4 == 0, .one_way = i % 8 == 0, .tag = i};
    }
    carom_tiles tiles = {WIDE, HIGH, {0, 0}, {8, 8}, codes, 0};
    carom_level_desc desc = {
        .tiles = &tiles, .tiles_count = 1, .outlines = outlines, .outlines_count = 20, .editable = true};
    carom_level *level;
    return carom_level_make(&desc, &level, NULL) == CAROM_STATUS_OK ? level : NULL;
}

static void put_edges(uint64_t *hash, const carom_level *level) {
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        put_vec2(hash, e.a);
        put_vec2(hash, e.b);
        put(hash, (uint32_t)(e.corner_a | e.corner_b << 1 | e.one_way << 2 | (e.next & 0xFFFF) << 3));
    }
}

static void put_queries(uint64_t *hash, const carom_level *level, const carom_shape *shape, carom_vec2 at,
                        carom_vec2 move) {
    carom_separation nearest = carom_level_nearest(level, shape, 20);
    put_float(hash, nearest.distance);
    put_vec2(hash, nearest.normal);
    put_vec2(hash, nearest.on_a);
    put_vec2(hash, nearest.on_b);
    carom_ray_hit rays[8];
    int found[8], count = carom_level_ray_all(level, at, move, rays, 8);
    put(hash, (uint32_t)count);
    for (int i = 0; i < count && i < 8; i++) put_ray(hash, &rays[i]);
    count = carom_level_overlap(level, shape, found, 8);
    put(hash, (uint32_t)count);
    for (int i = 0; i < count && i < 8; i++) put(hash, (uint32_t)found[i]);
}

/// Single tiles, then a block.
static void put_edits(uint64_t *hash, carom_level *level, random_source *r) {
    for (int i = 0; i < 300; i++) {
        carom_cell cell = random_cell(r, 60, 40);
        int base = random_below(r, 21);
        bool flip = random_below(r, 2);
        uint8_t code = random_below(r, 2) ? carom_tile_code(base, flip, random_below(r, 4)) : CAROM_TILE_EMPTY;
        put(hash, (uint32_t)carom_level_set_tile(level, 0, cell.x, cell.y, code));
    }
    uint8_t codes[6];
    for (int i = 0; i < 6; i++) codes[i] = (uint8_t)random_below(r, 2);
    put(hash, (uint32_t)carom_level_set_tiles(level, &(carom_tile_block){0, 30, 20, 3, 2, codes}));
    put_edges(hash, level);
}

static uint64_t hash_level(uint64_t hash) {
    random_source r = {4};
    for (int round = 0; round < 4; round++) {
        carom_level *level = make_level(&r);
        if (!level) return 0;
        put_edges(&hash, level);
        carom_scene scene = carom_scene_of_level(level);
        for (int i = 0; i < 3000; i++) {
            carom_vec2 at = random_point_in(&r, 8, 472, 312), move = random_point(&r, 60);
            carom_ray_hit ray = carom_level_ray(level, at, move);
            put_ray(&hash, &ray);
            put(&hash, carom_level_solid(level, at));
            carom_shape shape = make_shape(&r, 2), there = carom_shape_at(&shape, at);
            carom_sweep_hit sweep = carom_level_sweep(level, &there, move);
            put_sweep(&hash, &sweep);
            put_queries(&hash, level, &there, at, move);
            carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {.radius = 2}};
            carom_response response = {.kind = (carom_response_kind)random_below(&r, 4), .restitution = 1};
            carom_push push = carom_push_out(&scene, &ball, at, 0);
            carom_motion motion =
                carom_move(&scene, &ball, &(carom_motion){.at = push.at, .velocity = move}, &response, NULL, 0);
            put_vec2(&hash, push.at);
            put_vec2(&hash, motion.at);
            put_vec2(&hash, motion.velocity);
        }
        put_edits(&hash, level, &r);
        carom_level_free(level);
    }
    return hash;
}

/// Carves and fills, also at the last shape's place, and sets tiles.
static uint64_t hash_carvings(uint64_t hash) {
    random_source r = {12};
    for (int round = 0; round < 6; round++) {
        carom_level *level = make_level(&r);
        if (!level) return 0;
        carom_vec2 at = {240, 160};
        for (int i = 0; i < 100; i++) {
            carom_shape shape = make_shape(&r, i % 8 ? 6 : 24);
            if (random_below(&r, 3)) at = random_point_about(&r, (carom_vec2){240, 160}, 150);
            shape = carom_shape_at(&shape, at);
            bool carves = random_below(&r, 2);
            put(&hash, (uint32_t)(carves ? carom_level_carve(level, &shape) : carom_level_fill(level, &shape)));
            carom_cell cell = random_cell(&r, 60, 40);
            put(&hash, (uint32_t)carom_level_set_tile(level, 0, cell.x, cell.y, (uint8_t)random_below(&r, 2)));
        }
        put_edges(&hash, level);
        carom_level_free(level);
    }
    return hash;
}

// ---- motion ---------------------------------------------------------------------------------------------------------

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if (contact->approach > 4) response->kind = CAROM_RESPONSE_BOUNCE;
    if ((contact->edge + (int)contact->other) % 7 == 3) response->kind = CAROM_RESPONSE_PASS;
    if (contact->one_way) response->friction = contact->t;
}

static void put_motion(uint64_t *hash, const carom_motion *motion, const carom_scene_hit *hits, int capacity) {
    put_vec2(hash, motion->at);
    put_vec2(hash, motion->velocity);
    put_vec2(hash, motion->remainder);
    put_float(hash, motion->t);
    put(hash, (uint32_t)(motion->inside | motion->casts << 1 | motion->contacts << 16));
    for (int i = 0; i < motion->contacts && i < capacity; i++) {
        put_sweep(hash, &hits[i].sweep);
        put(hash, (uint32_t)hits[i].owner + (uint32_t)hits[i].one_way);
    }
}

/// A shape is pushed out, and moves a few times, pulled down.
static void put_moves(uint64_t *hash, const carom_scene *scene, random_source *r) {
    carom_shape parts[3], shape = make_body_shape(r, random_below(r, 4) ? 3 : 8, parts);
    carom_vec2 from = random_point_about(r, (carom_vec2){240, 160}, 150);
    const carom_move_rule rule = {.response = make_response(r), .rule = decide, .dt = 0.5f};
    carom_push push = carom_push_out(scene, &shape, from, (float)random_below(r, 16));
    put_vec2(hash, push.at);
    put(hash, (uint32_t)(push.moved | push.crushed << 1));
    carom_motion motion = {.at = push.at, .velocity = random_point(r, 24)};
    put_vec2(hash, carom_corner_correction(scene, &shape, motion.at, motion.velocity, 3));
    for (int i = 0; i < 4; i++) {
        carom_scene_hit hits[4];
        motion = i < 3 ? carom_move(scene, &shape, &motion, &rule.response, hits, 4)
                       : carom_move_by_rule(scene, &shape, &motion, &rule, hits, 4);
        put_motion(hash, &motion, hits, 4);
        motion.velocity.y += 2;
    }
}

static uint64_t hash_motion(uint64_t hash) {
    random_source r = {13};
    for (int round = 0; round < 2; round++) {
        carom_level *level = make_level(&r);
        if (!level) return 0;
        carom_scene scene = carom_scene_of_level(level);
        for (int i = 0; i < 1500; i++) put_moves(&hash, &scene, &r);
        carom_level_free(level);
    }
    return hash;
}

// ---- Turning shapes -------------------------------------------------------------------------------------------------

static void put_pose(uint64_t *hash, carom_pose pose) {
    put_vec2(hash, pose.position);
    put_float(hash, pose.rotation.cosine);
    put_float(hash, pose.rotation.sine);
}

static void put_turn(uint64_t *hash, const carom_turning_hit *turn) {
    put(hash, (uint32_t)(turn->hit | turn->inside << 1 | (int)turn->feature << 2));
    put_float(hash, turn->t);
    put_pose(hash, turn->at);
    put_vec2(hash, turn->point);
    put_vec2(hash, turn->normal);
    put_vec2(hash, turn->velocity);
    put(hash, (uint32_t)turn->part_a);
    put(hash, (uint32_t)turn->part_b);
}

static carom_turning make_turning(random_source *r, carom_vec2 at, float size) {
    carom_turning motion = {.move = random_point(r, size), .angle = random_number(r, 4)};
    if (random_below(r, 4) == 0) motion.angle = 0;
    motion.pose = (carom_pose){at, carom_rotation_of(random_number(r, 3))};
    return motion;
}

static uint64_t hash_turning(uint64_t hash) {
    random_source r = {9};
    for (int i = 0; i < 4000; i++) {
        carom_shape a = make_shape(&r, 4), b = make_shape(&r, 4);
        carom_vec2 from = random_point(&r, 8);
        carom_turning motion = make_turning(&r, from, 8), other = make_turning(&r, (carom_vec2){0, 0}, 8);
        carom_turning_hit turn = carom_sweep_turning(&a, &motion, &b, &other);
        put_turn(&hash, &turn);
        put_pose(&hash, carom_turning_pose(&motion, turn.t));
    }
    carom_level *level = make_level(&r);
    if (!level) return 0;
    carom_scene scene = carom_scene_of_level(level);
    for (int i = 0; i < 4000; i++) {
        carom_vec2 from = random_point_in(&r, 8, 472, 312);
        carom_shape shape = make_shape(&r, 2);
        carom_turning motion = make_turning(&r, from, 30);
        carom_turning_hit turn = carom_level_sweep_turning(level, &shape, &motion);
        put_turn(&hash, &turn);
        carom_response response = {.kind = (carom_response_kind)random_below(&r, 4), .restitution = 1};
        carom_turning_motion state = {.pose = turn.at, .velocity = motion.move, .spin = motion.angle};
        state = carom_move_turning(&scene, &shape, &state, &response, NULL, 0);
        put_pose(&hash, state.pose);
        put_vec2(&hash, state.velocity);
        put_float(&hash, state.spin);
    }
    carom_level_free(level);
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

static void put_state(uint64_t *hash, const carom_world *world) {
    uint64_t state = carom_world_hash(world);
    put(hash, (uint32_t)state);
    put(hash, (uint32_t)(state >> 32));
}

static uint64_t hash_world(uint64_t hash) {
    random_source r = {5};
    carom_level *level = make_level(&r);
    carom_world *world = NULL;
    if (!level || carom_world_make(&(carom_world_desc){.level = level}, &world) != CAROM_STATUS_OK) return 0;
    for (int i = 0; i < 250; i++) {
        carom_shape shapes[3];
        carom_body_desc desc = {.type = i % 25 == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER};
        bool made = carom_make_circle((carom_vec2){0, 0}, random_range(&r, 1, 3), &shapes[0]) == CAROM_STATUS_OK &&
                    carom_make_box((carom_vec2){0, 0}, (carom_vec2){3, 4}, &shapes[1]) == CAROM_STATUS_OK &&
                    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 3}, 1, &shapes[2]) == CAROM_STATUS_OK;
        if (!made) return 0;
        desc.shape = shapes[random_below(&r, 3)];
        desc.position = random_point_in(&r, 16, 464, 300);
        desc.velocity = desc.type == CAROM_BODY_STATIC ? (carom_vec2){0, 0} : random_point(&r, 12);
        desc.response.kind = (carom_response_kind)random_below(&r, 4);
        desc.response.restitution = 1;
        carom_body_id id;
        put(&hash, (uint32_t)carom_world_add(world, &desc, &id, NULL));
    }
    for (int step = 0; step < 120; step++) {
        put(&hash, (uint32_t)carom_world_step(world, 1));
        put_events(&hash, world);
        put_state(&hash, world);
    }
    carom_world_free(world);
    carom_level_free(level);
    return hash;
}

/// A small world of bodies of all types and shapes, in a room of tiles with slopes and one-way edges.
enum { ROOM_BODIES = 20, ROOM_COLUMNS = 14, ROOM_ROWS = 10 };

typedef struct room {
    carom_level *level;
    carom_world *world;
    carom_body_id ids[ROOM_BODIES], walker_body;
    carom_walker walker;
    carom_walker_desc walker_desc;
} room;

static carom_vec2 point_in_room(random_source *r) {
    carom_vec2 off = random_point(r, 30);
    return (carom_vec2){56 + 1.5f * off.x, 40 + off.y};
}

static void add_body(room *m, int i, random_source *r) {
    carom_shape parts[3];
    carom_body_desc desc = {.shape = make_body_shape(r, 3, parts), .position = point_in_room(r)};
    desc.type = i % 8 == 0 ? CAROM_BODY_STATIC : i % 8 < 3 ? CAROM_BODY_KINEMATIC : CAROM_BODY_MOVER;
    desc.velocity = random_point(r, desc.type == CAROM_BODY_MOVER ? 12 : 2);
    desc.response = make_response(r);
    desc.sensor = random_below(r, 8) == 0;
    if (random_below(r, 2)) desc.mass = 0.5f * (float)random_below(r, 5);
    if (random_below(r, 2)) desc.material = make_material(r);
    if (random_below(r, 8) == 0) desc.filter = (carom_filter){1, 0, random_below(r, 3) - 1};
    if (random_below(r, 2)) desc.rotation = carom_rotation_of(random_number(r, 3));
    if (desc.type != CAROM_BODY_STATIC && random_below(r, 3) == 0) desc.spin = random_number(r, 1);
    if (desc.spin != 0 && desc.type == CAROM_BODY_MOVER) desc.response.kind = CAROM_RESPONSE_SLIDE;
    carom_world_add(m->world, &desc, &m->ids[i], NULL);
}

static bool make_room(room *m, int number, random_source *r) {
    static uint8_t codes[ROOM_COLUMNS * ROOM_ROWS];
    for (int i = 0; i < ROOM_COLUMNS * ROOM_ROWS; i++) {
        int x = i % ROOM_COLUMNS, y = i / ROOM_COLUMNS, base = random_below(r, 21);
        bool border = x == 0 || y == 0 || x == ROOM_COLUMNS - 1 || y == ROOM_ROWS - 1;
        uint8_t code = carom_tile_code(base, x % 2, random_below(r, 4));
        codes[i] = border ? CAROM_TILE_SOLID : random_below(r, 8) == 0 ? code : CAROM_TILE_EMPTY;
    }
    carom_tiles tiles = {.columns = ROOM_COLUMNS, .rows = ROOM_ROWS, .cell = {8, 8}, .codes = codes};
    carom_level_desc level = {.tiles = &tiles, .tiles_count = 1, .editable = true};
    if (carom_level_make(&level, &m->level, NULL) != CAROM_STATUS_OK) return false;
    carom_world_desc desc = {.level = m->level};
    if (number % 2) desc.down = (carom_vec2){0, 1};
    if (number % 3 == 0) desc.rule = decide;
    desc.bounces = number % 4 == 3 ? 3 : 0;
    if (carom_world_make(&desc, &m->world) != CAROM_STATUS_OK) return false;
    for (int i = 0; i < ROOM_BODIES; i++) add_body(m, i, r);
    m->walker_desc = (carom_walker_desc){.up = {0, -1}};
    if (number % 2) m->walker_desc.slope = m->walker_desc.step = 2;
    m->walker = (carom_walker){.position = point_in_room(r)};
    bool made =
        carom_make_capsule((carom_vec2){0, -1}, (carom_vec2){0, 1}, 1, &m->walker_desc.shape) == CAROM_STATUS_OK;
    carom_body_desc body = {.shape = m->walker_desc.shape, .position = m->walker.position};
    body.type = CAROM_BODY_KINEMATIC;
    return made && carom_world_add(m->world, &body, &m->walker_body, NULL) == CAROM_STATUS_OK;
}

/// One call that changes a body or the room.
static void change_room(room *m, random_source *r) {
    int i = random_below(r, ROOM_BODIES), edge = random_below(r, 40);
    carom_body_id id = m->ids[i];
    carom_vec2 at = point_in_room(r), velocity = random_point(r, 12);
    carom_rotation turned = carom_rotation_of(random_number(r, 3));
    switch (random_below(r, 10)) {
    case 0: carom_world_set_position(m->world, id, at); break;
    case 1: carom_world_set_pose(m->world, id, (carom_pose){at, turned}); break;
    case 2: carom_world_move_to(m->world, id, at); break;
    case 3: carom_world_move_to_pose(m->world, id, (carom_pose){at, turned}); break;
    case 4: carom_world_set_spin(m->world, id, velocity.x / 8); break;
    case 5: carom_world_set_material(m->world, id, make_material(r)); break;
    case 6: carom_world_set_edge_material(m->world, edge, make_material(r)); break;
    case 7:
        carom_world_remove(m->world, id);
        add_body(m, i, r);
        break;
    case 8:
        carom_level_set_tile(m->level, 0, 1 + edge % (ROOM_COLUMNS - 2), 1 + edge % (ROOM_ROWS - 2), edge % 3 == 0);
        break;
    default: carom_world_set_velocity(m->world, id, velocity); break;
    }
}

/// What a shape and a ray meet in the world.
static void put_views(uint64_t *hash, const room *m, random_source *r) {
    carom_world_view view = {.world = m->world, .except = m->ids[random_below(r, ROOM_BODIES)]};
    view.crossing = random_below(r, 2);
    view.no_levels = random_below(r, 2);
    carom_shape parts[3], shape = make_body_shape(r, 3, parts);
    carom_vec2 at = point_in_room(r), move = random_point(r, 40);
    shape = carom_shape_at(&shape, at);
    carom_world_ray_hit ray = carom_world_ray(&view, at, move);
    put_ray(hash, &ray.ray);
    put(hash, ray.body.index);
    carom_world_sweep_hit sweeps[4];
    int count = carom_world_sweep_all(&view, &shape, move, sweeps, 4);
    for (int i = 0; i < count && i < 4; i++) {
        put_sweep(hash, &sweeps[i].sweep);
        put(hash, sweeps[i].body.index);
    }
    carom_world_separation near = carom_world_nearest(&view, &shape, 20);
    put_float(hash, near.separation.distance);
    put_vec2(hash, near.separation.on_b);
    put(hash, (uint32_t)count ^ near.body.index << 16);
}

static void put_crushes(uint64_t *hash, const carom_world *world) {
    int count;
    const carom_crush *crushes = carom_world_crushes(world, &count);
    for (int i = 0; i < count; i++)
        put(hash, crushes[i].body.index ^ crushes[i].by.index << 10 ^ crushes[i].against.index << 20);
    carom_step_stats stats = carom_world_stats(world);
    put(hash, (uint32_t)(stats.hits ^ stats.rested << 10 ^ stats.crushed << 16 ^ count << 24));
}

static void put_room_step(uint64_t *hash, room *m, int step, random_source *r) {
    const float dt = step % 3 ? 0.25f : 0.125f;
    for (int i = 0; i < ROOM_BODIES; i++) {
        if (carom_world_type(m->world, m->ids[i]) != CAROM_BODY_MOVER) continue;
        carom_vec2 velocity = carom_world_velocity(m->world, m->ids[i]);
        carom_world_set_velocity(m->world, m->ids[i], (carom_vec2){velocity.x, velocity.y + 8 * dt});
    }
    change_room(m, r);
    put(hash, (uint32_t)carom_world_step(m->world, dt));
    put_events(hash, m->world);
    put_crushes(hash, m->world);
    if (step % 10 == 0) m->walker.velocity.x = random_number(r, 8);
    m->walker.velocity.y += 8 * dt;
    carom_walker_result walked = carom_walker_step_in_world(&m->walker, &m->walker_desc, m->world, m->walker_body, dt);
    put(hash, (uint32_t)(walked.landed | walked.left << 1 | walked.crushed << 2 | walked.casts << 3));
    put_vec2(hash, m->walker.position);
    put_state(hash, m->world);
    put_views(hash, m, r);
}

static uint64_t hash_bodies(uint64_t hash) {
    static unsigned char stored[1 << 17];
    size_t size = 0;
    random_source r = {14};
    for (int number = 0; number < 40; number++) {
        room m = {.level = NULL};
        if (!make_room(&m, number, &r)) return 0;
        for (int step = 0; step < 40; step++) {
            put_room_step(&hash, &m, step, &r);
            if (step == 15) {
                size = carom_world_snapshot_size(m.world);
                put(&hash, (uint32_t)carom_world_snapshot(m.world, stored, sizeof stored));
            }
            if (step == 30) put(&hash, (uint32_t)carom_world_restore(m.world, stored, size));
        }
        carom_world_free(m.world);
        carom_level_free(m.level);
    }
    return hash;
}

// ---- walker ---------------------------------------------------------------------------------------------------------

/// One of three shapes, in one of four directions; half of them climb high steps and steep slopes.
static carom_status make_walker(random_source *r, carom_walker_desc *desc) {
    static const carom_vec2 ups[] = {{0, -1}, {0, 1}, {3, -4}, {1, 0}};
    *desc = (carom_walker_desc){.up = ups[random_below(r, 4)]};
    if (random_below(r, 2)) desc->slope = desc->step = 3;
    switch (random_below(r, 3)) {
    case 0: return carom_make_circle((carom_vec2){0, 0}, random_range(r, 1, 3), &desc->shape);
    case 1: return carom_make_box((carom_vec2){-2, -3}, (carom_vec2){2, 3}, &desc->shape);
    default: return carom_make_capsule((carom_vec2){0, -2}, (carom_vec2){0, 2}, 2, &desc->shape);
    }
}

static void put_walk(uint64_t *hash, const carom_scene *scene, random_source *r) {
    carom_walker_desc desc;
    carom_jump jump = {0};
    put(hash, (uint32_t)make_walker(r, &desc));
    carom_vec2 up = desc.up;
    carom_walker hero = {.position = random_point_in(r, 16, 464, 300)};
    float speed = 0;
    for (int step = 0; step < 100; step++) {
        if (step % 8 == 0) speed = random_number(r, step % 40 == 0 ? 32 : 4);
        hero.velocity = (carom_vec2){hero.velocity.x - 0.125f * up.x, hero.velocity.y - 0.125f * up.y};
        if (hero.grounded) hero.velocity = (carom_vec2){-up.y * speed, up.x * speed};
        bool pressed = random_below(r, 10) == 0;
        if (carom_jump_now(&jump, &(carom_jump_rules){2, 2}, pressed, hero.grounded, 1))
            hero.velocity = (carom_vec2){hero.velocity.x + 3 * up.x, hero.velocity.y + 3 * up.y};
        if (random_below(r, 20) == 0) put(hash, carom_walker_drop(&hero, &desc, scene));
        carom_walker_result result = carom_walker_step(&hero, &desc, scene, 1);
        put_vec2(hash, hero.position);
        put_vec2(hash, hero.velocity);
        put_vec2(hash, hero.remainder);
        put_vec2(hash, hero.ground.normal);
        put_vec2(hash, hero.ground.point);
        put_vec2(hash, result.wall);
        put(hash, (uint32_t)(result.landed | result.left << 1 | result.climbed << 2 | result.blocked << 3 |
                             result.slipping << 4 | result.crushed << 5 | result.casts << 6));
    }
}

/// In a level, then among platforms of all directions.
static uint64_t hash_walker(uint64_t hash) {
    enum { PLATFORMS = 16 };
    random_source r = {6};
    carom_level *level = make_level(&r);
    if (!level) return 0;
    carom_scene scene = carom_scene_of_level(level);
    for (int i = 0; i < 120; i++) put_walk(&hash, &scene, &r);
    carom_platform list[PLATFORMS];
    for (int i = 0; i < PLATFORMS; i++) {
        list[i] = (carom_platform){.position = random_point_in(&r, 16, 464, 300), .owner = (uint64_t)i + 1};
        list[i].velocity = random_point(&r, 1);
        if (i % 2) list[i].spin = random_number(&r, 0.25f);
        if (i % 4 == 3) {
            if (carom_make_one_sided((carom_vec2){24, 0}, (carom_vec2){-24, 0}, &list[i].shape) != CAROM_STATUS_OK)
                return 0;
        } else if (carom_make_box((carom_vec2){0, 0}, (carom_vec2){24, 6}, &list[i].shape) != CAROM_STATUS_OK)
            return 0;
    }
    const carom_platforms platforms = {&scene, list, PLATFORMS};
    carom_scene moving = carom_scene_of_platforms(&platforms);
    for (int i = 0; i < 32; i++) {
        put_walk(&hash, &moving, &r);
        carom_platforms_move(list, PLATFORMS, 1);
    }
    carom_level_free(level);
    return hash;
}

// ---- The parts ------------------------------------------------------------------------------------------------------

static const struct part {
    const char *name;
    uint64_t (*hash)(uint64_t hash);
} parts[SAME_BITS_PARTS] = {
    {"geom", hash_geom},   {"rotations", hash_rotations}, {"batches", hash_batches}, {"grid", hash_grid},
    {"level", hash_level}, {"carvings", hash_carvings},   {"motion", hash_motion},   {"turning", hash_turning},
    {"world", hash_world}, {"bodies", hash_bodies},       {"walker", hash_walker},
};

uint64_t same_bits(int part) {
    return parts[part].hash(0xCBF29CE484222325u);
}

const char *same_bits_name(int part) {
    return parts[part].name;
}
