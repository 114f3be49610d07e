// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds within closed loops of one-way edges that let nothing out: no mover leaves, whatever presses on it. In a level
// and among statics, all responses, slow and fast, with the velocities of games (integers) and any. Small loops with an
// edge or a vertex at the origin, where coordinates are finer than the rounding of a shape, and movers of all shapes.
//
//     test_world_loops [--seconds S] [--seed N]: S = 0, as much as a quick test has time for; N, of the
//     first of the scenes
#include "battery.h"
#include "random.h"
#include "world/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CORNERS = 12, MOVERS = 40, STEPS = 60, QUICK = 24, SMALL_QUICK = 80 };

typedef struct fixture {
    carom_vec2 corners[CORNERS + 1]; ///< room for the first once more, at the end
    int corners_count;
    float size;
    carom_vec2 offset;
    bool is_small; ///< a small loop with the origin on it, and movers of all shapes
    bool spins;    ///< half of the movers do
    carom_world *world;
    carom_level *level;
    carom_body_id ids[MOVERS];
    carom_shape shapes[MOVERS];
    int count;
} fixture;

// ---- The loop -------------------------------------------------------------------------------------------------------

/// A star with its inside on the right of each edge: there the edges are seen from in front.
static void make_loop(fixture *s, random_source *r) {
    bool integers = random_below(r, 2);
    s->corners_count = 3 + random_below(r, CORNERS - 2);
    for (int i = 0; i < s->corners_count; ++i) {
        float angle = -6.2831853f * ((float)i + random_range(r, -0.2f, 0.2f)) / (float)s->corners_count;
        float size = random_range(r, s->size / 3, s->size);
        carom_vec2 corner = {s->offset.x + size * cosf(angle), s->offset.y + size * sinf(angle)};
        if (integers) corner = (carom_vec2){floorf(corner.x), floorf(corner.y)};
        s->corners[i] = corner;
    }
}

static carom_vec2 corner_after(const fixture *s, int i) {
    return s->corners[i + 1 < s->corners_count ? i + 1 : 0];
}

/// Moves the loop so that the origin is at a corner or on an edge.
static void move_to_origin(fixture *s, random_source *r) {
    int i = random_below(r, s->corners_count);
    float share = random_below(r, 2) ? 0 : random_unit(r);
    carom_vec2 a = s->corners[i], b = corner_after(s, i);
    s->offset = (carom_vec2){-(a.x + share * (b.x - a.x)), -(a.y + share * (b.y - a.y))};
    if (random_below(r, 3) == 0) s->offset = (carom_vec2){floorf(s->offset.x), floorf(s->offset.y)};
    for (int k = 0; k < s->corners_count; ++k)
        s->corners[k] = (carom_vec2){s->corners[k].x + s->offset.x, s->corners[k].y + s->offset.y};
}

static double left_of(carom_vec2 a, carom_vec2 b, double x, double y) {
    return ((double)b.x - (double)a.x) * (y - (double)a.y) - ((double)b.y - (double)a.y) * (x - (double)a.x);
}

/// The winding number of the loop is not zero.
static bool is_inside(const fixture *s, double x, double y) {
    int winding = 0;
    for (int i = 0; i < s->corners_count; ++i) {
        carom_vec2 a = s->corners[i], b = corner_after(s, i);
        if (((double)a.y <= y) == ((double)b.y <= y)) continue;
        bool rises = (double)b.y > y;
        if ((left_of(a, b, x, y) > 0) == rises) winding += rises ? 1 : -1;
    }
    return winding != 0;
}

static void add_loop(fixture *s, bool in_level) {
    if (in_level) {
        carom_outline outline = {.points = s->corners, .count = s->corners_count + 1, .open = true, .one_way = true};
        s->corners[s->corners_count] = s->corners[0];
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, &s->level, NULL), CAROM_STATUS_OK);
    }
    s->world = new_world(s->level);
    for (int i = 0; i < s->corners_count && !in_level; ++i) {
        carom_segment segment = {.a = s->corners[i], .b = corner_after(s, i), .one_sided = true};
        add(s->world,
            (carom_body_desc){.shape = {.kind = CAROM_SHAPE_SEGMENT, .segment = segment}, .type = CAROM_BODY_STATIC});
    }
}

// ---- The crowd ------------------------------------------------------------------------------------------------------

static carom_shape random_shape(random_source *r) {
    float size = random_below(r, 2) ? (float)(1 + random_below(r, 4)) : random_range(r, 0.5f, 4);
    carom_shape shape = circle(size);
    carom_vec2 end = random_direction(r, size);
    switch (random_below(r, 3)) {
    case 0: return circle(size);
    case 1: return box(size, random_below(r, 2) ? size : random_range(r, 0.5f, 4));
    default: assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, end, size / 2, &shape), CAROM_STATUS_OK);
    }
    return shape;
}

static carom_vec2 random_end(random_source *r, float size, bool integers) {
    if (!integers) return random_direction(r, size * random_unit(r));
    int most = (int)size + 1;
    float x = (float)(random_below(r, 2 * most + 1) - most);
    return (carom_vec2){x, (float)(random_below(r, 2 * most + 1) - most)};
}

/// Any kind of shape about its reference point, flat ones among them.
static carom_shape any_shape(random_source *r) {
    bool integers = random_below(r, 2);
    float size = integers ? (float)(1 + random_below(r, 4)) : random_range(r, 0.5f, 4);
    carom_vec2 zero = {0, 0};
    carom_shape shape = circle(size);
    do {
        carom_vec2 v[3] = {zero, random_end(r, size, integers), random_end(r, size, integers)};
        switch (random_below(r, 7)) {
        case 0: return circle(size);
        case 1: return box(size, random_below(r, 2) ? 0 : size);
        case 2: return box(random_below(r, 2) ? 0 : size, size);
        case 3: carom_make_point(zero, &shape); break;
        case 4: carom_make_segment(zero, v[1], &shape); break;
        case 5: carom_make_capsule(zero, v[1], random_below(r, 2) ? 0 : size / 2, &shape); break;
        default: carom_make_polygon(v, 3, &shape); break;
        }
    } while (shape.kind == CAROM_SHAPE_NONE);
    return shape;
}

static carom_vec2 random_velocity(random_source *r, float speed) {
    if (random_below(r, 2)) return random_direction(r, speed * random_unit(r));
    int most = (int)speed + 1;
    return (carom_vec2){(float)(random_below(r, 2 * most + 1) - most), (float)(random_below(r, 2 * most + 1) - most)};
}

static bool is_clear(const fixture *s, const carom_shape *placed) {
    for (int i = 0; i < s->corners_count; ++i) {
        carom_segment edge = {.a = s->corners[i], .b = corner_after(s, i)};
        if (carom_overlap(placed, &(carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = edge})) return false;
    }
    for (int i = 0; i < s->count; ++i) {
        carom_shape other = carom_world_shape(s->world, s->ids[i]);
        if (carom_overlap(placed, &other)) return false;
    }
    return true;
}

static void add_crowd(fixture *s, random_source *r, int count, float speed) {
    int kinds = random_below(r, 4);
    for (int tries = 0; s->count < count && tries < 2000; ++tries) {
        carom_response_kind kind = (carom_response_kind)(kinds == 3 ? random_below(r, 3) : kinds);
        carom_body_desc desc = {.shape = s->is_small ? any_shape(r) : random_shape(r),
                                .response = {.kind = kind, .restitution = 1}};
        desc.position = (carom_vec2){s->offset.x + random_range(r, -s->size, s->size),
                                     s->offset.y + random_range(r, -s->size, s->size)};
        desc.velocity = random_velocity(r, speed);
        if (s->spins && random_below(r, 2)) desc.spin = random_range(r, -3, 3);
        carom_shape placed = carom_shape_at(&desc.shape, desc.position);
        if (!is_inside(s, (double)desc.position.x, (double)desc.position.y) || !is_clear(s, &placed)) continue;
        s->shapes[s->count] = desc.shape;
        s->ids[s->count++] = add(s->world, desc);
    }
}

/// True if the centre of a mover is outside, by more than rounding: that of a flat shape may be on an edge.
static bool is_out(const fixture *s, int i) {
    carom_shape placed = carom_world_shape(s->world, s->ids[i]), centre = {.kind = CAROM_SHAPE_POINT};
    carom_box bounds = carom_shape_bounds(&placed);
    double x = ((double)bounds.min.x + (double)bounds.max.x) / 2, y = ((double)bounds.min.y + (double)bounds.max.y) / 2;
    if (is_inside(s, x, y)) return false;
    float rounding = 0x1p-20f * (fabsf(s->offset.x) + fabsf(s->offset.y) + s->size), distance = INFINITY;
    centre.point = (carom_vec2){(float)x, (float)y};
    for (int k = 0; k < s->corners_count; ++k) {
        carom_segment edge = {.a = s->corners[k], .b = corner_after(s, k)};
        carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = edge};
        distance = fminf(distance, carom_distance(&centre, &wall).distance);
    }
    return distance > rounding;
}

static void run_crowd(fixture *s, random_source *r, const char *name, bool in_level) {
    static const float speeds[] = {1, 4, 20, 100};
    float speed = speeds[random_below(r, 4)];
    make_loop(s, r);
    if (s->is_small) move_to_origin(s, r);
    add_loop(s, in_level);
    add_crowd(s, r, 1 + random_below(r, s->is_small ? 8 : MOVERS), speed);
    for (int now = 0; now < STEPS; ++now) {
        for (int i = 0; i < s->count; ++i) {
            if (random_below(r, 8) == 0) carom_world_set_velocity(s->world, s->ids[i], random_velocity(r, speed));
        }
        step(s->world);
        for (int i = 0; i < s->count; ++i) {
            if (!is_out(s, i)) continue;
            carom_vec2 at = carom_world_position(s->world, s->ids[i]);
            fail_msg("%s, %s, offset %g, speed %g, step %d: mover %d of %d, kind %d, is out at (%.9g, %.9g)", name,
                     in_level ? "level" : "statics", (double)s->offset.x, (double)speed, now, i, s->count,
                     (int)s->shapes[i].kind, (double)at.x, (double)at.y);
        }
    }
    carom_world_free(s->world);
    carom_level_free(s->level);
}

static void run(uint64_t number) {
    static const float offsets[] = {0, 0, 1000, 65536};
    random_source r = {number};
    char name[64];
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)number);
    float offset = offsets[random_below(&r, 4)];
    fixture s = {.offset = {offset, offset}, .size = random_range(&r, 15, 60)};
    bool in_level = random_below(&r, 2);
    run_crowd(&s, &r, name, in_level);
}

/// A small loop with the origin on it. Movers that spin are in levels only.
static void run_small(uint64_t number, bool spins) {
    random_source r = {number};
    char name[64];
    snprintf(name, sizeof name, "%s seed %llu", spins ? "spinning" : "small", (unsigned long long)number);
    fixture s = {.is_small = true, .spins = spins, .size = random_range(&r, 3, 20)};
    run_crowd(&s, &r, name, spins || random_below(&r, 2));
}

static void no_mover_leaves_a_one_way_loop(void **state) {
    (void)state;
    double start = seconds_now();
    run(9102667); // once failed
    for (int i = 0; go_on(start, i, QUICK); ++i) run(battery.seed + (uint64_t)i);
}

static void no_mover_leaves_a_small_loop_at_the_origin(void **state) {
    (void)state;
    static const uint64_t once_failed[] = {77, 551, 691, 717, 753, 920, 1417, 3161, 3655, 3893, 4090};
    double start = seconds_now();
    for (size_t i = 0; i < sizeof once_failed / sizeof once_failed[0]; ++i) run_small(once_failed[i], false);
    for (int i = 0; go_on(start, i, SMALL_QUICK); ++i) run_small(battery.seed + (uint64_t)i, false);
}

static void no_mover_leaves_a_small_loop_by_spinning(void **state) {
    (void)state;
    double start = seconds_now();
    run_small(2000652, true); // once failed: far away the vertices of a shape are rounded more than at the origin
    run_small(2000894, true);
    run_small(9000536, true);  // a point slides along an edge to where the next one begins
    run_small(20001039, true); // a point that spins at a corner is hit
    for (int i = 0; go_on(start, i, SMALL_QUICK); ++i) run_small(battery.seed + (uint64_t)i, true);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 2000283, 3);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_mover_leaves_a_one_way_loop),
        cmocka_unit_test(no_mover_leaves_a_small_loop_at_the_origin),
        cmocka_unit_test(no_mover_leaves_a_small_loop_by_spinning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
