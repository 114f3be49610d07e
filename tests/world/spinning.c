// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers that spin: blocked turns, and crowds of all shapes and responses in a closed cave, among statics and kinematic
// bodies. After every step no mover is in the level, in a static, or in another body, and none has come out of the
// cave. The checks do not use the code that moves them: the samples that the cave is made from, and the relation of
// each shape to each edge and to each other shape.
//
//     test_world_spinning [--seconds S] [--seed N]: S = 0, a quick test; N, the seed of the first cave
#include "base/box.h"
#include "battery.h"
#include "bench/cave.h"
#include "geom/core.h"
#include "geom/relation.h"
#include "level/query/touching.h"
#include "motion/shaft.h"
#include "world/bodies.h"
#include "world/turned.h"

#include <stdlib.h>

enum { MOVERS = 60, FIXED = 16, SIDE = 48, BODIES = MOVERS + FIXED };

typedef struct cave {
    uint64_t seed;
    numbers n;
    uint8_t *samples;
    carom_level *level;
    carom_world *world;
    float speed, spin;
    bool rule;
    int movers, count;
    carom_body_id ids[BODIES]; ///< movers first
    bool passes[BODIES];
    bool inside[BODIES][BODIES]; ///< by pair: in penetration after the last step
    cr_placed placed[BODIES];
    carom_box bounds[BODIES]; ///< of `placed`
    long long turned, steps;
} cave;

// ---- The cave -------------------------------------------------------------------------------------------------------

static bool is_out(const cave *s, carom_vec2 at) {
    float end = (float)(SIDE - 1);
    return !(at.x > 0 && at.y > 0 && at.x < end && at.y < end) || cave_solid(s->samples, SIDE, at);
}

static bool penetrates_edge(const cave *s, const carom_shape *part) {
    int edges[256];
    int count = cr_level_edges_in(s->level, carom_shape_bounds(part), edges, 256);
    for (int i = 0; i < count; ++i) {
        carom_level_edge e = carom_level_edge_at(s->level, edges[i]);
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
        if (cr_relate(part, &edge) == CR_INSIDE) return true;
    }
    return false;
}

/// A vertex or centre of a part: it is in no solid, however thin the part is.
static bool has_point_in_solid(const cave *s, const carom_shape *part) {
    carom_vec2 points[CAROM_MAX_POLYGON_VERTICES];
    int count = 1;
    switch (part->kind) {
    case CAROM_SHAPE_POINT: points[0] = part->point; break;
    case CAROM_SHAPE_CIRCLE: points[0] = part->circle.center; break;
    case CAROM_SHAPE_SEGMENT:
        points[0] = part->segment.a;
        points[1] = part->segment.b;
        count = 2;
        break;
    case CAROM_SHAPE_CAPSULE:
        points[0] = part->capsule.a;
        points[1] = part->capsule.b;
        count = 2;
        break;
    case CAROM_SHAPE_BOX:
        points[0] = part->box.min;
        points[1] = part->box.max;
        count = 2;
        break;
    case CAROM_SHAPE_POLYGON:
        count = part->polygon.count;
        for (int i = 0; i < count; ++i) points[i] = part->polygon.v[i];
        break;
    default: return false;
    }
    for (int i = 0; i < count; ++i)
        if (is_out(s, points[i])) return true;
    return false;
}

/// One-sided parts pass what is behind them.
static bool has_a_back(const carom_shape *shape) {
    for (int i = 0; i < cr_parts_of(shape); ++i)
        if (cr_is_one_sided(cr_part_of(shape, i))) return true;
    return false;
}

static bool is_in_level(const cave *s, const carom_shape *shape) {
    for (int i = 0; i < cr_parts_of(shape); ++i) {
        const carom_shape *part = cr_part_of(shape, i);
        if (has_point_in_solid(s, part) || penetrates_edge(s, part)) return true;
    }
    return false;
}

// ---- The crowd ------------------------------------------------------------------------------------------------------

static carom_shape shape_without_back(cave *s, float size) {
    for (;;) {
        carom_shape shape = random_body_shape(&s->n, size);
        if (has_a_back(&shape)) continue;
        if (random_below(&s->n.r, 2) || shape.kind == CAROM_SHAPE_COMPOUND) return shape;
        carom_box box = carom_shape_bounds(&shape); // about its middle
        return carom_shape_at(&shape, (carom_vec2){-(box.min.x + box.max.x) / 2, -(box.min.y + box.max.y) / 2});
    }
}

static carom_vec2 random_velocity(cave *s) {
    return random_below(&s->n.r, 4) ? place(&s->n, s->speed) : (carom_vec2){0, 0};
}

static float random_spin(cave *s) {
    return random_below(&s->n.r, 5) ? number(&s->n, -s->spin, s->spin) : 0;
}

/// Adds a body, if it is free of the level; another type than a mover may be anywhere.
static void try_to_add(cave *s, carom_body_desc desc) {
    random_source *r = &s->n.r;
    desc.position = cave_start(s->samples, SIDE, r, 0.5f);
    if (s->n.lattice) desc.position = (carom_vec2){floorf(desc.position.x), floorf(desc.position.y)};
    float angle = s->n.lattice ? (float)random_below(r, 4) * 1.57079633f : random_range(r, -4, 4);
    if (random_below(r, 2)) desc.rotation = carom_rotation_of(angle);
    carom_body_id id = add(s->world, desc);
    int i = s->count;
    if (desc.type == CAROM_BODY_MOVER && is_in_level(s, shape_of_body(s->world, id, &s->placed[i]))) {
        carom_world_remove(s->world, id);
        return;
    }
    s->ids[i] = id;
    s->passes[i] = desc.response.kind == CAROM_RESPONSE_PASS || desc.sensor;
    ++s->count;
}

static void add_mover(cave *s) {
    static const float masses[] = {0, 0.25f, 1, INFINITY};
    random_source *r = &s->n.r;
    carom_body_desc desc = {.shape = shape_without_back(s, random_below(r, 3) ? 0.75f : 2)};
    desc.velocity = random_velocity(s);
    desc.mass = masses[random_below(r, 4)];
    desc.spin = random_spin(s);
    desc.response.kind = random_below(r, 16) ? (carom_response_kind)random_below(r, 3) : CAROM_RESPONSE_PASS;
    if (random_below(r, 2)) desc.response.restitution = random_unit(r);
    if (random_below(r, 2)) desc.response.friction = random_unit(r);
    if (random_below(r, 4) == 0) desc.filter = (carom_filter){2, ~8u, 0}; // meets the level only
    try_to_add(s, desc);
}

static void add_fixed(cave *s) {
    random_source *r = &s->n.r;
    carom_body_desc desc = {.shape = shape_without_back(s, 2), .type = CAROM_BODY_STATIC, .filter = {4, ~(1u | 4u), 0}};
    if (random_below(r, 3) == 0) {
        desc.type = CAROM_BODY_KINEMATIC;
        desc.velocity = random_velocity(s);
        desc.spin = random_spin(s);
    }
    desc.sensor = random_below(r, 12) == 0;
    try_to_add(s, desc);
}

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    assert_true(isfinite(contact->approach));
    if (!contact->other && contact->mover % 3 == 0) *response = (carom_response){CAROM_RESPONSE_BOUNCE, 1, 0.5f, 0};
}

static void place_bodies(cave *s) {
    for (int i = 0; i < s->count; ++i)
        s->bounds[i] = carom_shape_bounds(shape_of_body(s->world, s->ids[i], &s->placed[i]));
}

static bool penetrate(const cave *s, int i, int k) {
    return cr_boxes_overlap(s->bounds[i], s->bounds[k]) &&
           cr_relate(&s->placed[i].shape, &s->placed[k].shape) == CR_INSIDE;
}

static void set_inside(cave *s) {
    place_bodies(s);
    for (int i = 0; i < s->movers; ++i)
        for (int k = i + 1; k < s->count; ++k) s->inside[i][k] = penetrate(s, i, k);
}

static void make_cave(cave *s, uint64_t seed, carom_tasks tasks) {
    static const float speeds[] = {0, 0.1f, 0.5f, 2, 20, 1000}, spins[] = {0.0078125f, 0.25f, 1, 5, 30};
    memset(s, 0, sizeof *s);
    s->seed = seed;
    s->n.r.state = seed;
    s->n.lattice = random_below(&s->n.r, 2);
    s->speed = speeds[random_below(&s->n.r, 6)];
    s->spin = spins[random_below(&s->n.r, 5)];
    s->rule = random_below(&s->n.r, 3) == 0;
    s->samples = cave_make(SIDE, seed);
    assert_non_null(s->samples);
    s->level = cave_level(s->samples, SIDE);
    assert_non_null(s->level);
    carom_world_desc desc = {.level = s->level, .rule = s->rule ? decide : NULL, .tasks = tasks};
    assert_int_equal(carom_world_make(&desc, &s->world), CAROM_STATUS_OK);
    int movers = random_below(&s->n.r, 4) ? MOVERS : 8, fixed = random_below(&s->n.r, 3) * 8;
    for (int tries = 0; s->count < movers && tries < 8 * MOVERS; ++tries) add_mover(s);
    s->movers = s->count;
    for (int i = 0; i < fixed; ++i) add_fixed(s);
    set_inside(s);
}

static void free_cave(cave *s) {
    carom_world_free(s->world);
    carom_level_free(s->level);
    free(s->samples);
}

/// Gives a kinematic body a target pose, mostly.
static void lead(cave *s, carom_body_id id) {
    random_source *r = &s->n.r;
    if (carom_world_type(s->world, id) != CAROM_BODY_KINEMATIC || random_below(r, 4) == 0) return;
    carom_vec2 at = carom_world_position(s->world, id), move = random_velocity(s);
    float angle = s->n.lattice ? (float)random_below(r, 4) * 1.57079633f : random_range(r, -4, 4);
    carom_pose target = {{at.x + move.x, at.y + move.y}, carom_rotation_of(angle)};
    if (random_below(r, 2)) target.rotation = carom_world_pose(s->world, id).rotation;
    assert_int_equal(carom_world_move_to_pose(s->world, id, target), CAROM_STATUS_OK);
}

/// Gravity for all, new velocities and spins for some, and in every third cave targets for kinematic bodies.
static void steer_cave(cave *s) {
    random_source *r = &s->n.r;
    for (int i = 0; i < s->movers; ++i) {
        carom_vec2 v = carom_world_velocity(s->world, s->ids[i]);
        if (fabsf(v.y) < 100 && !s->passes[i])
            carom_world_set_velocity(s->world, s->ids[i], (carom_vec2){v.x, v.y + s->speed / 16});
        if (random_below(r, 16) == 0) carom_world_set_velocity(s->world, s->ids[i], random_velocity(s));
        if (random_below(r, 32) == 0) carom_world_set_spin(s->world, s->ids[i], random_spin(s));
    }
    for (int i = s->movers; i < s->count && s->seed % 3 == 0; ++i) lead(s, s->ids[i]);
}

// ---- The checks -----------------------------------------------------------------------------------------------------

static bool is_crushed_in(const carom_world *world, carom_body_id id) {
    int count;
    const carom_crush *crushes = carom_world_crushes(world, &count);
    for (int i = 0; i < count; ++i)
        if (crushes[i].body.index == id.index) return true;
    return false;
}

static bool meet(const cave *s, int i, int k) {
    carom_filter a = carom_world_filter(s->world, s->ids[i]), b = carom_world_filter(s->world, s->ids[k]);
    return !s->passes[i] && !s->passes[k] && (b.category & ~a.ignore) && (a.category & ~b.ignore);
}

static int fault(const cave *s, int step, int i, const char *what, int k) {
    const carom_shape *shape = &s->placed[i].shape;
    fprintf(stderr,
            "seed %llu, speed %g, spin %g, step %d: mover %d, shape %d, response %d, %s %d (shape %d, type %d)\n",
            (unsigned long long)s->seed, (double)s->speed, (double)s->spin, step, i, (int)shape->kind,
            (int)carom_world_response(s->world, s->ids[i]).kind, what, k, k < 0 ? 0 : (int)s->placed[k].shape.kind,
            k < 0 ? 0 : (int)carom_world_type(s->world, s->ids[k]));
    return 1;
}

static int check_cave(cave *s, int step) {
    int faults = 0;
    place_bodies(s);
    for (int i = 0; i < s->movers; ++i) {
        if (!s->passes[i] && is_in_level(s, &s->placed[i].shape)) faults += fault(s, step, i, "is in the level", -1);
        for (int k = i + 1; k < s->count; ++k) {
            bool was = s->inside[i][k];
            s->inside[i][k] = penetrate(s, i, k);
            if (was || !s->inside[i][k] || !meet(s, i, k)) continue;
            if (is_crushed_in(s->world, s->ids[i]) || is_crushed_in(s->world, s->ids[k])) continue;
            faults += fault(s, step, i, "is in body", k);
        }
    }
    return faults;
}

static int run_cave(uint64_t seed, int steps, long long *done) {
    static cave s;
    make_cave(&s, seed, (carom_tasks){0});
    int faults = 0;
    for (int k = 0; k < steps && faults == 0; ++k) {
        steer_cave(&s);
        step(s.world);
        faults += check_cave(&s, k);
        *done += s.movers;
    }
    free_cave(&s);
    return faults;
}

// ---- A few bodies between walls -------------------------------------------------------------------------------------

/// Walls as a level, or as statics; mirrored and turned.
typedef struct hall {
    turned_world t;
    carom_level *level;
    fixture walls;
} hall;

static hall make_ruled_hall(const fixture *walls, int way, bool as_level, carom_contact_rule *rule) {
    hall h = {.t.way = way, .walls = *walls};
    assert_int_equal(carom_world_make(&(carom_world_desc){.rule = rule}, &h.t.world), CAROM_STATUS_OK);
    for (int i = 0; i < h.walls.count; ++i) h.walls.shape[i] = turned_shape(&walls->shape[i], way);
    if (as_level) {
        h.level = level_of_scene(&h.walls);
        assert_int_equal(carom_world_attach(h.t.world, h.level), CAROM_STATUS_OK);
    }
    for (int i = 0; i < walls->count && !as_level; ++i)
        put(&h.t, (carom_body_desc){.shape = walls->shape[i], .type = CAROM_BODY_STATIC});
    return h;
}

static hall make_hall(const fixture *walls, int way, bool as_level) {
    return make_ruled_hall(walls, way, as_level, NULL);
}

static void free_hall(hall *h) {
    carom_world_free(h->t.world);
    carom_level_free(h->level);
}

static float turned_spin(float spin, int way) {
    return way & 4 ? -spin : spin;
}

static carom_body_id put_spinning(const hall *h, carom_body_desc desc) {
    desc.spin = turned_spin(desc.spin, h->t.way);
    return put(&h->t, desc);
}

/// The angle since the start.
static float angle_of(const hall *h, carom_body_id id) {
    carom_rotation r = carom_world_pose(h->t.world, id).rotation;
    return turned_spin(atan2f(r.sine, r.cosine), h->t.way);
}

static bool is_in_a_wall(const hall *h, carom_body_id id) {
    cr_placed placed;
    const carom_shape *shape = shape_of_body(h->t.world, id, &placed);
    for (int i = 0; i < h->walls.count; ++i)
        if (cr_relate(shape, &h->walls.shape[i]) == CR_INSIDE) return true;
    return false;
}

static int count_events(const hall *h, carom_event_kind kind) {
    int count, found = 0;
    const carom_event *events = carom_world_events(h->t.world, &count);
    for (int i = 0; i < count; ++i) found += events[i].kind == kind;
    return found;
}

static const carom_response SLIDES = {.kind = CAROM_RESPONSE_SLIDE};

/// A plank turns until its end meets the floor, keeps that rotation, and goes on. Its spin is kept: away from the
/// floor, it turns on.
static void a_turn_into_a_surface_is_blocked(void **state) {
    (void)state;
    fixture floor = {0};
    add_box(&floor, -100, 6, 200, 20);
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_hall(&floor, k % WAYS, k < WAYS);
        carom_body_desc desc = {.shape = centred_box(8, 1), .velocity = {8, 0}, .spin = 1, .response = SLIDES};
        carom_body_id id = put_spinning(&h, desc);
        carom_turning motion = {{{0, 0}, {1, 0}}, {8, 0}, 1};
        carom_turning_hit hit = carom_sweep_turning(&desc.shape, &motion, &floor.shape[0], &(carom_turning){0});
        for (int n = 1; n <= 20; ++n) {
            run(&h.t, 1);
            carom_vec2 at = place_of(&h.t, id);
            assert_true(fabsf(at.x - 8 * (float)n) < 1e-3f && fabsf(at.y) < 1e-3f);
            assert_true(fabsf(angle_of(&h, id) - 1 * hit.t) < 0.02f);
            assert_false(is_in_a_wall(&h, id));
            int count;
            const carom_event *events = carom_world_events(h.t.world, &count);
            assert_int_equal(count, 1);
            assert_int_equal(events[0].kind, n == 1 ? CAROM_EVENT_BEGIN : CAROM_EVENT_STAY);
            if (n == 1) assert_true(events[0].t == hit.t);
        }
        assert_true(fabsf(carom_world_spin(h.t.world, id)) == 1);
        set_velocity(&h.t, id, (carom_vec2){0, -20});
        float before = angle_of(&h, id);
        run(&h.t, 1);
        assert_true(fabsf(angle_of(&h, id) - before - 1) < 1e-3f);
        assert_int_equal(count_events(&h, CAROM_EVENT_END), 1);
        free_hall(&h);
    }
}

/// In a corridor that is narrower than it is long, it hardly turns, and goes on; behind the corridor, it turns.
static void it_goes_through_a_corridor(void **state) {
    (void)state;
    fixture walls = {0};
    add_box(&walls, -100, 1.5f, 100, 20);
    add_box(&walls, -100, -20, 100, -1.5f);
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_hall(&walls, k % WAYS, k < WAYS);
        float spin = k % 3 ? 2.5f : -0.25f;
        carom_body_desc desc = {.shape = centred_box(4, 1), .velocity = {3, 0}, .spin = spin, .response = SLIDES};
        desc.position.x = -60;
        carom_body_id id = put_spinning(&h, desc);
        for (int n = 1; n <= 50; ++n) {
            run(&h.t, 1);
            carom_vec2 at = place_of(&h.t, id);
            assert_true(fabsf(at.x - (-60 + 3 * (float)n)) < 1e-3f && fabsf(at.y) < 0.5f);
            assert_true(fabsf(sinf(angle_of(&h, id))) < 0.13f);
            assert_false(is_in_a_wall(&h, id));
        }
        for (int n = 0; n < 10; ++n) run(&h.t, 1);
        float before = angle_of(&h, id);
        run(&h.t, 0.125f);
        assert_true(fabsf(angle_of(&h, id) - before - spin * 0.125f) < 1e-3f);
        free_hall(&h);
    }
}

/// It falls through a shaft, from wall to wall.
static void it_falls_through_a_shaft(void **state) {
    (void)state;
    fixture walls = {0};
    add_box(&walls, -20, -100, -5, 1000);
    add_box(&walls, 5, -100, 20, 1000);
    for (int k = 0; k < 4 * WAYS; ++k) {
        hall h = make_hall(&walls, k % WAYS, k % (2 * WAYS) < WAYS);
        carom_shape shapes[] = {centred_box(5.5f, 1), centred_capsule((carom_vec2){5, 0}, 0.5f), centred_box(4, 4)};
        carom_body_desc desc = {.shape = shapes[k % 3], .velocity = {1, 0}, .response = SLIDES};
        if (k % 2) desc.response = (carom_response){CAROM_RESPONSE_BOUNCE, 0.5f, 0, 0};
        if (k % 3 < 2) desc.rotation = (carom_rotation){0, 1};
        desc.spin = k < 2 * WAYS ? 0.3f : -7;
        carom_body_id id = put_spinning(&h, desc);
        float last = 0;
        for (int n = 1; n <= 100; ++n) {
            pull(&h.t, id, 0.125f);
            run(&h.t, 1);
            carom_vec2 at = place_of(&h.t, id);
            assert_false(is_in_a_wall(&h, id));
            assert_true(fabsf(at.x) < 4.5f && at.y >= last);
            last = at.y;
        }
        assert_true(last > 500);
        free_hall(&h);
    }
}

/// Two planks: the first contact is that of carom_sweep_turning. Both turns are blocked, or the one that closes it.
static void two_movers_block_each_other(void **state) {
    (void)state;
    random_source r = {5};
    int hits = 0;
    for (int k = 0; k < 400; ++k) {
        hall h = make_hall(&(fixture){0}, k % WAYS, false);
        carom_body_desc desc[2] = {{.shape = centred_box(8, 1), .response = SLIDES}};
        desc[1] = desc[0];
        if (k % 4 == 1) desc[1].shape = centred_capsule((carom_vec2){3, 2}, 1);
        for (int i = 0; i < 2; ++i) {
            desc[i].position = (carom_vec2){i ? 14.0f : 0.0f, random_range(&r, -4, 4)};
            desc[i].spin = k % 3 ? random_range(&r, -3, 3) : (float)random_below(&r, 5) - 2;
            if (k % 5 < 2) desc[i].velocity = (carom_vec2){random_range(&r, -4, 4), random_range(&r, -4, 4)};
            if (k % 7 == 0) desc[i].mass = INFINITY;
        }
        desc[0].rotation = desc[1].rotation = (carom_rotation){0, 1};
        carom_body_id ids[2] = {put_spinning(&h, desc[0]), put_spinning(&h, desc[1])};
        carom_turning motions[2];
        for (int i = 0; i < 2; ++i) {
            carom_pose pose = carom_world_pose(h.t.world, ids[i]);
            float spin = carom_world_spin(h.t.world, ids[i]);
            motions[i] = (carom_turning){pose, carom_world_velocity(h.t.world, ids[i]), spin};
            desc[i].shape = turned_shape(&desc[i].shape, k % WAYS);
        }
        carom_turning_hit hit = carom_sweep_turning(&desc[0].shape, &motions[0], &desc[1].shape, &motions[1]);
        cr_placed a, b;
        for (int n = 0; n < 10; ++n) {
            run(&h.t, 1);
            assert_true(cr_relate(shape_of_body(h.t.world, ids[0], &a), shape_of_body(h.t.world, ids[1], &b)) !=
                        CR_INSIDE);
            if (n > 0) continue;
            int count;
            const carom_event *events = carom_world_events(h.t.world, &count);
            assert_int_equal(count > 0, hit.hit);
            if (!hit.hit) continue;
            ++hits;
            assert_true(fabsf(events[0].t - hit.t) <= 1e-6f);
            assert_true(fabsf(events[0].normal.x - hit.normal.x) < 1e-4f);
        }
        free_hall(&h);
    }
    assert_true(hits > 50);
}

/// A lift carries what spins on it, and a blade turns it away; it is in neither.
static void a_kinematic_body_pushes_what_spins(void **state) {
    (void)state;
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_hall(&(fixture){0}, k % WAYS, false);
        carom_body_desc lift = {.shape = centred_box(30, 2), .position = {0, 10}, .type = CAROM_BODY_KINEMATIC};
        if (k < WAYS) lift.velocity = (carom_vec2){0.5f, -2};
        carom_body_id under = put(&h.t, lift);
        carom_body_desc blade = {.shape = centred_box(10, 0.5f), .position = {60, 0}, .type = CAROM_BODY_KINEMATIC};
        blade.spin = 0.75f;
        carom_body_id turning = put_spinning(&h, blade);
        carom_body_desc desc = {.shape = centred_box(4, 2), .spin = 0.5f, .response = SLIDES};
        carom_body_id rider = put_spinning(&h, desc);
        desc.position = (carom_vec2){60, -8};
        carom_body_id beside = put_spinning(&h, desc);
        for (int n = 0; n < 60; ++n) {
            pull(&h.t, rider, 0.25f);
            run(&h.t, 1);
            cr_placed a, b;
            assert_true(cr_relate(shape_of_body(h.t.world, rider, &a), shape_of_body(h.t.world, under, &b)) !=
                        CR_INSIDE);
            assert_true(cr_relate(shape_of_body(h.t.world, beside, &a), shape_of_body(h.t.world, turning, &b)) !=
                        CR_INSIDE);
            int count;
            carom_world_crushes(h.t.world, &count);
            assert_int_equal(count, 0);
            if (n > 20) assert_true(fabsf(place_of(&h.t, rider).y - place_of(&h.t, under).y) < 7);
        }
        free_hall(&h);
    }
}

/// A bounce returns the approach speed of the contact, turning included, and a rule sees it.
static float approach_seen;

static void see_approach(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)response;
    (void)user_data;
    approach_seen = contact->approach;
}

static void a_bounce_counts_the_turn(void **state) {
    (void)state;
    fixture floor = {0};
    add_box(&floor, -100, 6, 200, 20);
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_ruled_hall(&floor, k % WAYS, k < WAYS, see_approach);
        carom_body_desc desc = {.shape = centred_box(8, 1), .velocity = {0, 2}, .spin = k % 2 ? 1.0f : -1.0f};
        desc.response = (carom_response){CAROM_RESPONSE_BOUNCE, 0.5f, 0, 0};
        carom_body_id id = put_spinning(&h, desc);
        run(&h.t, 1);
        assert_true(approach_seen > 8);
        assert_true(fabsf(velocity_of(&h.t, id).y + 0.5f * approach_seen) < 1e-5f * approach_seen);
        free_hall(&h);
    }
}

/// Friction acts on the point of contact: a wheel that spins drives itself, and its turn is never blocked.
static void a_wheel_drives_itself(void **state) {
    (void)state;
    fixture floor = {0};
    add_box(&floor, -1000, 2, 2000, 20);
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_hall(&floor, k % WAYS, k < WAYS);
        carom_body_desc desc = {.spin = 0.5f, .response = {CAROM_RESPONSE_SLIDE, 0, 0.5f, 0}};
        carom_make_circle((carom_vec2){0, 0}, 2, &desc.shape);
        carom_body_id id = put_spinning(&h, desc);
        for (int n = 0; n < 40; ++n) {
            pull(&h.t, id, 0.125f);
            run(&h.t, 1);
        }
        carom_vec2 v = velocity_of(&h.t, id); // to the right: y points down, so this spin is clockwise
        assert_true(fabsf(v.x - 1) < 0.01f && fabsf(v.y) < 1e-5f);
        assert_true(fabsf(sinf(angle_of(&h, id)) - sinf(40 * 0.5f)) < 1e-3f);
        free_hall(&h);
    }
}

/// Stop ends the turn, too; pass reports, and goes on.
static void responses_decide(void **state) {
    (void)state;
    fixture floor = {0};
    add_box(&floor, -100, 6, 200, 20);
    for (int k = 0; k < 2 * WAYS; ++k) {
        hall h = make_hall(&floor, k % WAYS, k < WAYS);
        carom_body_desc desc = {.shape = centred_box(8, 1), .velocity = {8, 0}, .spin = 1};
        carom_body_id stops = put_spinning(&h, desc);
        desc.response.kind = CAROM_RESPONSE_PASS;
        carom_body_id passes = put_spinning(&h, desc);
        run(&h.t, 1);
        assert_true(angle_of(&h, stops) < 0.9f && place_of(&h.t, stops).x < 7);
        assert_true(fabsf(angle_of(&h, passes) - 1) < 1e-3f && place_of(&h.t, passes).x == 8);
        assert_int_equal(count_events(&h, CAROM_EVENT_BEGIN), 2 + 1); // with the floor, and with each other
        free_hall(&h);
    }
}

/// A room of four segments without thickness: no vertex of a mover comes out of it. Points and segments could pass
/// through a wall by the rounding of their positions.
static void no_mover_leaves_a_room_of_segments(void **state) {
    (void)state;
    int faults = 0;
    for (uint64_t seed = 0; seed < 14; ++seed) {
        numbers n = {.r = {seed}, .lattice = seed % 2};
        hall h = make_hall(&(fixture){0}, 0, false);
        carom_rotation lean = seed % 3 ? (carom_rotation){0.8f, 0.6f} : (carom_rotation){1, 0};
        float far = seed % 4 == 3 ? 1000 : 0, speed = seed % 5 ? 3 : 0.01f;
        carom_vec2 centre = {far, far}, corners[] = {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}};
        carom_shape walls[4];
        for (int i = 0; i < 4; ++i) {
            carom_pose pose = {centre, lean};
            carom_vec2 a = carom_pose_point(pose, corners[i]), b = carom_pose_point(pose, corners[(i + 1) % 4]);
            // Inward normals are on the right of a -> b if y points down.
            carom_status made =
                seed % 7 == 5 ? carom_make_one_sided(b, a, &walls[i]) : carom_make_segment(a, b, &walls[i]);
            assert_int_equal(made, CAROM_STATUS_OK);
            add(h.t.world, (carom_body_desc){.shape = walls[i], .type = CAROM_BODY_STATIC, .filter = {1, ~2u, 0}});
        }
        carom_body_id ids[12];
        carom_shape parts[12][3];
        for (int i = 0; i < 12; ++i) {
            carom_body_desc desc = {.position = {centre.x + number(&n, -3, 3), centre.y + number(&n, -3, 3)}};
            desc.filter = (carom_filter){2, i < 6 ? ~3u : ~1u, 0};
            desc.velocity = place(&n, speed);
            desc.spin = number(&n, -2, 2) * (seed % 5 == 1 ? 0.001f : 1);
            desc.response = (carom_response){(carom_response_kind)(i % 3), i % 2 ? 1.0f : 0.5f, 0, 0};
            if (i % 4 == 0) {
                for (int k = 0; k < 3; ++k) carom_make_point(place(&n, 2), &parts[i][k]);
                carom_make_compound(parts[i], 3, &desc.shape);
            } else if (i % 4 == 1) {
                carom_make_capsule(place(&n, 2), place(&n, 2), 0, &desc.shape);
            } else {
                carom_make_segment(place(&n, 2), (carom_vec2){2.5f, (float)(i % 4) - 2}, &desc.shape);
            }
            ids[i] = add(h.t.world, desc);
        }
        for (int step_number = 0; step_number < 60; ++step_number) {
            for (int i = 0; i < 12; ++i)
                if (random_below(&n.r, 8) == 0) carom_world_set_velocity(h.t.world, ids[i], place(&n, speed));
            step(h.t.world);
            for (int i = 0; i < 12; ++i) {
                cr_placed placed;
                const carom_shape *shape = shape_of_body(h.t.world, ids[i], &placed);
                for (int k = 0; k < cr_parts_of(shape); ++k) {
                    carom_box box = carom_shape_bounds(cr_part_of(shape, k));
                    carom_vec2 middle = {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
                    carom_vec2 in = carom_pose_local((carom_pose){centre, lean}, middle);
                    float rounding = (20 + far) * 0x1p-21f;
                    if (fabsf(in.x) <= 10 + rounding && fabsf(in.y) <= 10 + rounding) continue;
                    print_message("seed %d, step %d: mover %d, part %d is at (%g, %g)", (int)seed, step_number, i, k,
                                  (double)in.x, (double)in.y);
                    ++faults;
                    step_number = 1000;
                }
            }
        }
        free_hall(&h);
    }
    assert_int_equal(faults, 0);
}

/// Walls without thickness, along y = 0; the free side of the one-sided ones is y < 0.
typedef enum thin_wall { ONE_WAY_EDGE, TWO_SIDED_EDGE, STATIC_SEGMENT, ONE_SIDED_STATIC, THIN_WALLS } thin_wall;

static hall hall_with_thin_wall(thin_wall kind, int way, carom_vec2 centre) {
    hall h = make_hall(&(fixture){0}, way, false);
    carom_vec2 a = {centre.x - 50, centre.y}, b = {centre.x + 50, centre.y};
    if (kind == STATIC_SEGMENT || kind == ONE_SIDED_STATIC) {
        carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = a, .b = b}};
        wall.segment.one_sided = kind == ONE_SIDED_STATIC;
        put(&h.t, (carom_body_desc){.shape = wall, .type = CAROM_BODY_STATIC});
        return h;
    }
    carom_vec2 points[2] = {turned(way & 4 ? b : a, way), turned(way & 4 ? a : b, way)};
    carom_outline wall = {.points = points, .count = 2, .open = true, .one_way = kind == ONE_WAY_EDGE};
    carom_level_desc desc = {.outlines = &wall, .outlines_count = 1};
    assert_int_equal(carom_level_make(&desc, &h.level, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_world_attach(h.t.world, h.level), CAROM_STATUS_OK);
    return h;
}

static carom_shape thin_shape(numbers *n) {
    carom_shape shape = {0};
    float half = number(n, 0.5f, 3);
    carom_vec2 a = {-half, 0}, b = {half, 0};
    switch (random_below(&n->r, 5)) {
    case 0: carom_make_point((carom_vec2){0, 0}, &shape); break;
    case 1: carom_make_circle((carom_vec2){0, 0}, 0, &shape); break;
    case 2: carom_make_segment(a, b, &shape); break;
    case 3: carom_make_box(a, b, &shape); break;
    default: carom_make_capsule(a, b, 0, &shape); break;
    }
    return shape;
}

/// A mover that flies toward the centre, from `times` as far, as much faster.
static void put_pusher(const hall *h, numbers *n, carom_vec2 centre, carom_vec2 from, float times) {
    carom_body_desc pusher = {.spin = number(n, -3, 3), .velocity = {-from.x * times, from.y * times}};
    pusher.position = (carom_vec2){centre.x + from.x * times, centre.y - (from.y + 2) * times};
    pusher.response = (carom_response){(carom_response_kind)random_below(&n->r, 3), 0.5f, 0, 0};
    pusher.mass = random_below(&n->r, 2) ? 1 : 10;
    if (random_below(&n->r, 2)) {
        carom_make_box((carom_vec2){-5, -1}, (carom_vec2){5, 1}, &pusher.shape);
    } else {
        carom_make_segment((carom_vec2){-5, 0}, (carom_vec2){5, 1}, &pusher.shape);
    }
    put_spinning(h, pusher);
}

/// Pushed by other movers that spin, a thin mover that lies on a wall, or is near it, stays on its side.
static bool is_pushed_through(uint64_t seed) {
    static const float offsets[] = {0, 0, 0, 1000, 0x1p20f, -37};
    numbers n = {.r = {seed}, .lattice = seed % 2};
    thin_wall kind = (thin_wall)random_below(&n.r, THIN_WALLS);
    carom_vec2 centre = {offsets[random_below(&n.r, 6)], offsets[random_below(&n.r, 6)]};
    hall h = hall_with_thin_wall(kind, random_below(&n.r, 8), centre);
    carom_body_desc thin = {.shape = thin_shape(&n), .position = centre, .spin = number(&n, -3, 3)};
    bool keeps_off = kind == TWO_SIDED_EDGE || kind == STATIC_SEGMENT; // on the line, it is on both sides
    if (keeps_off || random_below(&n.r, 4) == 0) thin.position.y -= 0.25f;
    if (random_below(&n.r, 3) == 0) thin.velocity = (carom_vec2){number(&n, -2, 2), number(&n, 0, 4)};
    thin.response = (carom_response){(carom_response_kind)random_below(&n.r, 3), 0.5f, 0, 0};
    carom_body_id id = put_spinning(&h, thin);
    carom_vec2 from = random_direction(&n.r, 8);
    from.y = fabsf(from.y);
    for (int i = random_below(&n.r, 2); i >= 0; --i) put_pusher(&h, &n, centre, from, (float)(i + 1));
    bool is_through = false;
    for (int i = 0; i < 4 && !is_through; ++i) {
        run(&h.t, i % 2 ? 0.5f : 0.3f);
        is_through = place_of(&h.t, id).y > centre.y;
        if (keeps_off && place_of(&h.t, id).y == centre.y) break;
    }
    free_hall(&h);
    return is_through;
}

static void no_push_moves_a_thin_mover_through_a_wall(void **state) {
    (void)state;
    int faults = 0;
    for (uint64_t seed = 0; seed < 3000 / ROUNDS_DIVISOR; ++seed) {
        if (!is_pushed_through(battery.seed * 100000 + seed)) continue;
        if (++faults <= 5) print_message("seed %d\n", (int)seed);
    }
    assert_int_equal(faults, 0);
}

// ---- Caves ----------------------------------------------------------------------------------------------------------

static void cave_task(void *context, int count, void (*task)(void *data, int index), void *data) {
    (void)context;
    for (int i = count - 1; i >= 0; --i) task(data, i);
}

/// Restored in the middle, and with another order of the slices, it goes on the same.
static void a_restored_cave_goes_on_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 8; ++seed) {
        static cave s, other;
        make_cave(&s, seed, (carom_tasks){0});
        make_cave(&other, seed, (carom_tasks){cave_task, NULL, 8});
        for (int k = 0; k < 40; ++k) {
            steer_cave(&s);
            steer_cave(&other);
            step(s.world);
            step(other.world);
            assert_true(carom_world_hash(s.world) == carom_world_hash(other.world));
            if (k != 20) continue;
            size_t size = carom_world_snapshot_size(s.world);
            void *bytes = malloc(size);
            assert_non_null(bytes);
            assert_int_equal(carom_world_snapshot(s.world, bytes, size), CAROM_STATUS_OK);
            for (int n = 0; n < 3; ++n) step(other.world);
            assert_int_equal(carom_world_restore(other.world, bytes, size), CAROM_STATUS_OK);
            free(bytes);
        }
        free_cave(&s);
        free_cave(&other);
    }
}

static void no_mover_ends_in_a_wall(void **state) {
    (void)state;
    long long done = 0;
    int faults = 0;
    for (uint64_t seed = 0; seed < 24 / ROUNDS_DIVISOR; ++seed)
        faults += run_cave(battery.seed * 1000 + seed, 40, &done);
    assert_int_equal(faults, 0);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    if (battery.seconds > 0) {
        double start = seconds_now();
        long long steps = 0;
        int faults = 0;
        for (uint64_t round = 0; go_on(start, 0, 0) && faults == 0; ++round)
            faults += run_cave(1000003 * battery.seed + round, 200, &steps);
        print_counted(steps, "steps of movers that spin", faults);
        return faults > 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_into_a_surface_is_blocked),
        cmocka_unit_test(it_goes_through_a_corridor),
        cmocka_unit_test(it_falls_through_a_shaft),
        cmocka_unit_test(two_movers_block_each_other),
        cmocka_unit_test(a_kinematic_body_pushes_what_spins),
        cmocka_unit_test(a_bounce_counts_the_turn),
        cmocka_unit_test(a_wheel_drives_itself),
        cmocka_unit_test(responses_decide),
        cmocka_unit_test(no_mover_leaves_a_room_of_segments),
        cmocka_unit_test(no_push_moves_a_thin_mover_through_a_wall),
        cmocka_unit_test(a_restored_cave_goes_on_the_same),
        cmocka_unit_test(no_mover_ends_in_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
