// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes that turn: mirrored and turned by quarters, they have the same time, and the same bits of contact
// and pose, mirrored and turned. Half of the scenes are on a lattice. --seconds N --seed N runs for that time.
#define ALL_ROUNDS
#include "battery.h"
#include "geom/turning_obstacle.h"
#include "motion/scene.h"

/// A power of two, at which the ulp of coordinates changes.
#define FAR 16384

static long all_sweeps;

typedef struct scene_of_two {
    carom_shape a, b;
    carom_turning a_motion, b_motion;
    double a_time, b_time; ///< of a late sweep: since when they are on their segments
    bool a_turns, blocks;
} scene_of_two;

static carom_vec2 draw_point(random_source *r, bool lattice, float range) {
    float x = random_range(r, -range, range), y = random_range(r, -range, range);
    return lattice ? (carom_vec2){rintf(x), rintf(y)} : (carom_vec2){x, y};
}

static carom_shape draw_polygon(random_source *r) {
    carom_vec2 v[6];
    carom_shape shape;
    int count;
    do {
        count = 3 + random_below(r, 4);
        for (int i = 0; i < count; ++i) v[i] = draw_point(r, false, 6);
    } while (carom_make_polygon(v, count, &shape));
    return shape;
}

static carom_shape draw_shape(random_source *r) {
    carom_vec2 low = draw_point(r, false, 3), end = draw_point(r, false, 4);
    float width = random_range(r, 0.5f, 4), height = random_range(r, 0.5f, 4);
    carom_shape shape = {.kind = CAROM_SHAPE_POINT, .point = low};
    switch (random_below(r, 6)) {
    case 0: assert_int_equal(carom_make_circle(low, width, &shape), CAROM_STATUS_OK); break;
    case 1: assert_int_equal(carom_make_capsule(low, end, width / 2, &shape), CAROM_STATUS_OK); break;
    case 2: assert_int_equal(carom_make_segment(low, end, &shape), CAROM_STATUS_OK); break;
    case 3: shape = boxed(low.x, low.y, width, height); break;
    case 4: shape = draw_polygon(r); break;
    default: shape = draw_polygon(r); shape.polygon.radius = width / 4;
    }
    return shape;
}

static carom_turning draw_motion(random_source *r, bool lattice, carom_vec2 position) {
    float most = random_below(r, 4) ? 3 : 30, angle = random_range(r, -most, most);
    return (carom_turning){.pose.position = position, .move = draw_point(r, lattice, 8), .angle = angle};
}

static scene_of_two draw_scene(random_source *r, bool lattice) {
    scene_of_two s = {.a = draw_shape(r)};
    s.b = draw_shape(r);
    carom_vec2 at = draw_point(r, lattice, 20), off = draw_point(r, lattice, 9);
    if (random_below(r, 2)) at.x = FAR + floorf(at.x / 8); // the vertices of one shape have different ulp
    s.a_motion = draw_motion(r, lattice, at);
    s.b_motion = draw_motion(r, lattice, (carom_vec2){at.x + off.x, at.y + off.y});
    s.a_time = random_below(r, 2) ? (double)random_unit(r) : 0;
    s.b_time = random_below(r, 2) ? (double)random_unit(r) : 0;
    s.a_turns = random_below(r, 2);
    s.blocks = random_below(r, 2);
    return s;
}

static carom_turning turned_motion(const carom_turning *m, int way) {
    return (carom_turning){.pose.position = turned(m->pose.position, way),
                           .move = turned(m->move, way),
                           .angle = way & 4 ? -m->angle : m->angle};
}

static scene_of_two turned_two(const scene_of_two *s, int way) {
    scene_of_two out = *s;
    out.a = turned_shape(&s->a, way);
    out.b = turned_shape(&s->b, way);
    out.a_motion = turned_motion(&s->a_motion, way);
    out.b_motion = turned_motion(&s->b_motion, way);
    return out;
}

static void assert_turned(carom_vec2 plain, carom_vec2 other, int way, uint64_t seed, const char *what) {
    carom_vec2 v = turned(plain, way);
    if (v.x != other.x || v.y != other.y)
        fail_msg("seed %llu, way %d: %s (%.9g, %.9g) and (%.9g, %.9g)", (unsigned long long)seed, way, what,
                 (double)v.x, (double)v.y, (double)other.x, (double)other.y);
}

static void assert_same_turn(const carom_turning_hit *plain, const carom_turning_hit *other, int way, uint64_t seed) {
    carom_rotation p = plain->at.rotation, q = other->at.rotation;
    if (plain->hit != other->hit || plain->inside != other->inside || plain->t != other->t || p.cosine != q.cosine ||
        p.sine != (way & 4 ? -q.sine : q.sine))
        fail_msg("seed %llu, way %d: %.9g and %.9g", (unsigned long long)seed, way, (double)plain->t, (double)other->t);
    assert_turned(plain->at.position, other->at.position, way, seed, "positions");
}

// ---- From a later time on, as in worlds -----------------------------------------------------------------------------

static cr_late_impact sweep_late(const scene_of_two *s) {
    cr_spin a_spin, b_spin;
    cr_spin_of(s->a_motion.angle, &a_spin);
    cr_spin_of(s->b_motion.angle, &b_spin);
    carom_vec2 at = s->a_motion.pose.position, b_at = s->b_motion.pose.position;
    carom_shape a = carom_shape_at(&s->a, at), b = carom_shape_at(&s->b, b_at);
    cr_late_motion late = {.shape = &a, .move = s->a_motion.move, .time = s->a_time};
    if (s->a_turns) late = (cr_late_motion){&a, at, at, s->a_motion.move, s->a_time, &a_spin};
    cr_late_motion turning = {&b, b_at, b_at, s->b_motion.move, s->b_time, &b_spin};
    return cr_sweep_late(&late, &turning, s->a_time > s->b_time ? s->a_time : s->b_time, s->blocks);
}

static void late_sweeps_are_turned(void **state) {
    (void)state;
    double start = seconds_now();
    long hits = 0, inside = 0;
    for (uint64_t i = 0; go_on(start, (long long)i, 40000); ++i) {
        uint64_t seed = battery.seed * 1000000 + i;
        random_source r = {seed};
        scene_of_two s = draw_scene(&r, i % 2);
        cr_turning_impact plain = sweep_late(&s).impact;
        hits += plain.hit;
        inside += plain.inside;
        for (int way = 1; way < WAYS; ++way) {
            scene_of_two other_scene = turned_two(&s, way);
            cr_turning_impact other = sweep_late(&other_scene).impact;
            ++all_sweeps;
            const cr_turning_contact *c = &plain.contact, *d = &other.contact;
            if (plain.hit != other.hit || plain.inside != other.inside || c->time != d->time)
                fail_msg("seed %llu, way %d: times %.17g and %.17g", (unsigned long long)seed, way, c->time, d->time);
            assert_turned(cr_narrow(c->normal), cr_narrow(d->normal), way, seed, "normals");
            assert_turned(cr_narrow(c->on_b), cr_narrow(d->on_b), way, seed, "points");
            assert_turned(cr_narrow(c->velocity), cr_narrow(d->velocity), way, seed, "velocities");
        }
    }
    print_message("%ld hits, %ld inside\n", hits, inside);
    assert_true(hits > 1000 && inside > 100);
}

// ---- From the start on ----------------------------------------------------------------------------------------------

static void sweeps_are_turned(void **state) {
    (void)state;
    double start = seconds_now();
    for (uint64_t i = 0; go_on(start, (long long)i, 20000); ++i) {
        uint64_t seed = battery.seed * 1000000 + i;
        random_source r = {seed};
        scene_of_two s = draw_scene(&r, i % 2);
        if (!s.a_turns) s.a_motion.angle = 0;
        carom_turning_hit plain = carom_sweep_turning(&s.a, &s.a_motion, &s.b, &s.b_motion);
        for (int way = 1; way < WAYS; ++way) {
            scene_of_two t = turned_two(&s, way);
            carom_turning_hit other = carom_sweep_turning(&t.a, &t.a_motion, &t.b, &t.b_motion);
            ++all_sweeps;
            assert_same_turn(&plain, &other, way, seed);
            assert_turned(plain.normal, other.normal, way, seed, "normals");
            assert_turned(plain.point, other.point, way, seed, "points");
            assert_turned(plain.velocity, other.velocity, way, seed, "velocities");
        }
    }
}

// ---- Through levels -------------------------------------------------------------------------------------------------

enum { POINTS = 5, AREAS = 3 };

/// Areas, and a one-way chain from left to right.
typedef struct outlines {
    carom_vec2 areas[AREAS][POINTS], chain[POINTS];
} outlines;

static outlines draw_outlines(random_source *r, bool lattice) {
    outlines o;
    for (int i = 0; i < AREAS; ++i) {
        carom_vec2 centre = draw_point(r, lattice, 14);
        for (int k = 0; k < POINTS; ++k) {
            carom_vec2 off = draw_point(r, lattice, 6);
            o.areas[i][k] = (carom_vec2){centre.x + off.x, centre.y + off.y};
        }
    }
    carom_vec2 from = draw_point(r, lattice, 10);
    for (int k = 0; k < POINTS; ++k) {
        carom_vec2 off = draw_point(r, lattice, 3);
        o.chain[k] = (carom_vec2){from.x + 4 * (float)k + off.x / 2, from.y + off.y};
    }
    return o;
}

/// A mirror reverses chains, so that they have the same front.
static carom_level *turned_level(const outlines *o, int way) {
    carom_vec2 areas[AREAS][POINTS], chain[POINTS];
    carom_outline list[AREAS + 1];
    for (int i = 0; i < AREAS; ++i) {
        for (int k = 0; k < POINTS; ++k) areas[i][k] = turned(o->areas[i][k], way);
        list[i] = (carom_outline){.points = areas[i], .count = POINTS};
    }
    for (int k = 0; k < POINTS; ++k) chain[k] = turned(o->chain[way & 4 ? POINTS - 1 - k : k], way);
    list[AREAS] = (carom_outline){.points = chain, .count = POINTS, .open = true, .one_way = true};
    carom_level *level;
    const carom_level_desc desc = {.outlines = list, .outlines_count = AREAS + 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

/// Returns true for a hit. Contact points are relative to an end of an edge, and so are not compared.
static bool sweep_turned_levels(carom_level *const levels[WAYS], const carom_shape *shape, const carom_turning *motion,
                                uint64_t seed) {
    carom_turning_hit plain = carom_level_sweep_turning(levels[0], shape, motion);
    for (int way = 1; way < WAYS; ++way) {
        carom_shape t = turned_shape(shape, way);
        carom_turning m = turned_motion(motion, way);
        carom_turning_hit other = carom_level_sweep_turning(levels[way], &t, &m);
        ++all_sweeps;
        assert_same_turn(&plain, &other, way, seed);
        if (!plain.inside) assert_turned(plain.normal, other.normal, way, seed, "normals");
    }
    return plain.hit;
}

static void level_sweeps_are_turned(void **state) {
    (void)state;
    double start = seconds_now();
    long hits = 0;
    for (uint64_t i = 0; go_on(start, (long long)i, 200); ++i) {
        uint64_t seed = battery.seed * 1000000 + i;
        random_source r = {seed};
        outlines o = draw_outlines(&r, i % 2);
        carom_level *levels[WAYS];
        for (int way = 0; way < WAYS; ++way) levels[way] = turned_level(&o, way);
        for (int n = 0; n < 40; ++n) {
            carom_shape shape = draw_shape(&r);
            carom_turning motion = draw_motion(&r, i % 2, draw_point(&r, i % 2, 20));
            hits += sweep_turned_levels(levels, &shape, &motion, seed);
        }
        for (int way = 0; way < WAYS; ++way) carom_level_free(levels[way]);
    }
    print_message("%ld hits\n", hits);
    assert_true(hits > 1000);
}

/// A rod turns about a point right ahead of the end of a one-way edge: there it moves along the edge.
static void a_rod_that_moves_along_a_one_way_edge_is_turned(void **state) {
    (void)state;
    random_source r = {1};
    outlines o = {.chain = {{13, 9}, {16, 6}, {19, 8}, {24, 8}, {28, 9}}};
    for (int i = 0; i < AREAS; ++i)
        for (int k = 0; k < POINTS; ++k) o.areas[i][k] = (carom_vec2){(float)(k % 2), (float)(k - 40 - 9 * i)};
    carom_level *levels[WAYS];
    for (int way = 0; way < WAYS; ++way) levels[way] = turned_level(&o, way);
    for (int n = 0; n < 200; ++n) {
        carom_shape rod;
        carom_vec2 end = random_direction(&r, 4);
        assert_int_equal(carom_make_segment((carom_vec2){-end.x, -end.y}, end, &rod), CAROM_STATUS_OK);
        carom_turning motion = {.pose.position = {12, 8}, .angle = random_range(&r, -3, 3)};
        sweep_turned_levels(levels, &rod, &motion, (uint64_t)n);
    }
    for (int way = 0; way < WAYS; ++way) carom_level_free(levels[way]);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 3);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_sweeps_are_turned),
        cmocka_unit_test(sweeps_are_turned),
        cmocka_unit_test(a_rod_that_moves_along_a_one_way_edge_is_turned),
        cmocka_unit_test(level_sweeps_are_turned),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_sweeps, "turned sweeps", failed);
    return failed;
}
