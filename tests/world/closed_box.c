// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers in a closed box of statics with pillars never leave it and never penetrate anything: all responses, shapes and
// speeds. After every step, code that moves nothing checks every mover against all others.
#include "world/runs.h"
#include "world/scene.h"

#include "geom/relation.h"
#include "random.h"

#define SIZE   100.0f
#define MOVERS 24

typedef struct fixture {
    carom_world *world;
    carom_body_id ids[64];
    int count;
} fixture;

static void put(fixture *s, carom_body_desc desc) {
    s->ids[s->count++] = add(s->world, desc);
}

static void add_box(fixture *s, float x0, float y0, float x1, float y1) {
    carom_shape box;
    assert_int_equal(carom_make_box((carom_vec2){x0, y0}, (carom_vec2){x1, y1}, &box), CAROM_STATUS_OK);
    put(s, (carom_body_desc){.shape = box, .type = CAROM_BODY_STATIC});
}

static void add_walls(fixture *s) {
    add_box(s, -50, -50, 0, SIZE + 50);
    add_box(s, SIZE, -50, SIZE + 50, SIZE + 50);
    add_box(s, 0, -50, SIZE, 0);
    add_box(s, 0, SIZE, SIZE, SIZE + 50);
    carom_shape pillar;
    assert_int_equal(carom_make_circle((carom_vec2){50, 50}, 7.3f, &pillar), CAROM_STATUS_OK);
    put(s, (carom_body_desc){.shape = pillar, .type = CAROM_BODY_STATIC});
    carom_vec2 wedge[3] = {{0, 100}, {0, 80}, {31, 100}};
    assert_int_equal(carom_make_polygon(wedge, 3, &pillar), CAROM_STATUS_OK);
    put(s, (carom_body_desc){.shape = pillar, .type = CAROM_BODY_STATIC});
    assert_int_equal(carom_make_segment((carom_vec2){60, 10}, (carom_vec2){93, 21}, &pillar), CAROM_STATUS_OK);
    put(s, (carom_body_desc){.shape = pillar, .type = CAROM_BODY_STATIC});
}

static carom_shape random_shape(random_source *r) {
    carom_shape shape;
    float size = random_range(r, 0.2f, 2.5f);
    switch (random_below(r, 4)) {
    case 0:
    case 1: assert_int_equal(carom_make_circle((carom_vec2){0, 0}, size, &shape), CAROM_STATUS_OK); break;
    case 2: {
        carom_vec2 corner = {size, random_range(r, 0.2f, 2.5f)};
        assert_int_equal(carom_make_box((carom_vec2){0, 0}, corner, &shape), CAROM_STATUS_OK);
        break;
    }
    default: {
        carom_vec2 end = random_direction(r, size);
        assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, end, 0.5f, &shape), CAROM_STATUS_OK);
        break;
    }
    }
    return shape;
}

static bool is_clear(const fixture *s, const carom_shape *placed) {
    for (int i = 0; i < s->count; ++i) {
        carom_shape other = carom_world_shape(s->world, s->ids[i]);
        if (carom_overlap(placed, &other)) return false;
    }
    return true;
}

static void add_movers(fixture *s, random_source *r, float speed, carom_response_kind kind) {
    for (int added = 0; added < MOVERS;) {
        carom_body_desc desc = {.shape = random_shape(r)};
        desc.position = (carom_vec2){random_range(r, 3, SIZE - 3), random_range(r, 3, SIZE - 3)};
        desc.velocity = random_direction(r, speed);
        desc.response.kind = kind;
        desc.response.restitution = 1;
        if (kind == CAROM_RESPONSE_BOUNCE && random_below(r, 2)) desc.response.restitution = random_unit(r);
        carom_shape placed = carom_shape_at(&desc.shape, desc.position);
        if (!is_clear(s, &placed)) continue;
        put(s, desc);
        ++added;
    }
}

static void check_step(const fixture *s, int step) {
    for (int i = 0; i < s->count; ++i) {
        carom_vec2 at = carom_world_position(s->world, s->ids[i]);
        carom_shape a = carom_world_shape(s->world, s->ids[i]);
        bool is_mover = i >= s->count - MOVERS;
        bool in_box = at.x >= 0 && at.x <= SIZE && at.y >= 0 && at.y <= SIZE;
        if (is_mover && !in_box) fail_msg("step %d: mover %d escaped to (%g, %g)", step, i, (double)at.x, (double)at.y);
        for (int j = 0; j < i && is_mover; ++j) {
            carom_shape b = carom_world_shape(s->world, s->ids[j]);
            if (cr_relate(&a, &b) == CR_INSIDE) {
                fail_msg("step %d: %d is %g deep in %d", step, i, -(double)carom_distance(&a, &b).distance, j);
            }
        }
    }
}

static void run(uint64_t seed, float speed, carom_response_kind kind, int steps) {
    fixture s = {.world = new_world(NULL)};
    random_source r = {seed};
    add_walls(&s);
    add_movers(&s, &r, speed, kind);
    long hits = 0;
    long rested = 0;
    for (int step = 0; step < steps; ++step) {
        assert_int_equal(carom_world_step(s.world, 1), CAROM_STATUS_OK);
        check_step(&s, step);
        hits += carom_world_stats(s.world).hits;
        rested += carom_world_stats(s.world).rested;
        assert_int_equal(carom_world_stats(s.world).crushed, 0);
        for (int i = s.count - MOVERS; i < s.count; ++i) { // movers at rest get a new velocity
            if (random_below(&r, 16) == 0) carom_world_set_velocity(s.world, s.ids[i], random_direction(&r, speed));
        }
    }
    print_message("speed %g: %ld hits, %ld rested in %d steps\n", (double)speed, hits, rested, steps);
    assert_true(hits > 0);
    carom_world_free(s.world);
}

int main(int argc, char **argv) {
    return run_under_all_responses(run, 150, argc, argv);
}
