// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes that turn: mirrored and turned by quarters, they have the same time, and the same bits of contact
// and pose, mirrored and turned. Half of the scenes are on a lattice. --seconds N --seed N runs for that time.
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
            carom_rotation p = plain.at.rotation, q = other.at.rotation;
            if (plain.hit != other.hit || plain.inside != other.inside || plain.t != other.t || p.cosine != q.cosine ||
                p.sine != (way & 4 ? -q.sine : q.sine))
                fail_msg("seed %llu, way %d: %.9g and %.9g", (unsigned long long)seed, way, (double)plain.t,
                         (double)other.t);
            assert_turned(plain.at.position, other.at.position, way, seed, "positions");
            assert_turned(plain.normal, other.normal, way, seed, "normals");
            assert_turned(plain.point, other.point, way, seed, "points");
            assert_turned(plain.velocity, other.velocity, way, seed, "velocities");
        }
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 2);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_sweeps_are_turned),
        cmocka_unit_test(sweeps_are_turned),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_sweeps, "turned sweeps", failed);
    return failed;
}
