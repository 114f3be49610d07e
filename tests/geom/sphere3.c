// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The 3D queries compared with the exact oracle, and with the 2D queries if everything lies in a plane.
#include "carom/geom.h"
#include "geom/oracle.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { CASES = 60000 };

/// A sphere, its motion, and a segment; for a ray the segment is its end a alone.
typedef struct {
    carom_vec3 center, move, a, b;
    float radius;
} space_case;

typedef void (*family)(random_source *r, space_case *out);

static carom_vec3 draw(random_source *r, int most) {
    float n[3];
    for (int i = 0; i < 3; ++i) n[i] = (float)(random_below(r, 2 * most + 1) - most);
    return (carom_vec3){n[0], n[1], n[2]};
}

static carom_vec3 plus(carom_vec3 a, carom_vec3 b, float times) {
    return (carom_vec3){a.x + b.x * times, a.y + b.y * times, a.z + b.z * times};
}

static void lattice(random_source *r, space_case *c) {
    *c = (space_case){draw(r, 5), draw(r, 10), draw(r, 4), draw(r, 4), (float)random_below(r, 5)};
}

static void each_number(space_case *c, random_source *r, float (*change)(random_source *, float)) {
    float *const all[] = {&c->center.x, &c->center.y, &c->center.z, &c->move.x, &c->move.y, &c->move.z, &c->a.x,
                          &c->a.y,      &c->a.z,      &c->b.x,      &c->b.y,    &c->b.z,    &c->radius};
    for (int i = 0; i < 13; ++i) *all[i] = change(r, *all[i]);
}

static float rough(random_source *r, float value) {
    return value * random_range(r, 1, 1.5f);
}

static float a_few_ulp_off(random_source *r, float value) {
    if (value == 0 || random_below(r, 6) != 0) return value;
    return nextafterf(value, random_below(r, 2) ? INFINITY : 0);
}

static void uniform(random_source *r, space_case *c) {
    lattice(r, c);
    each_number(c, r, rough);
}

/// In exact contact, along one of the quadruples a*a + b*b + c*c = d*d, at a part of the motion or at its start.
static void touch(random_source *r, space_case *c) {
    static const int quadruples[][4] = {{0, 0, 1, 1}, {0, 3, 4, 5}, {1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}};
    const int *q = quadruples[random_below(r, 5)], turn = random_below(r, 3);
    float direction[3];
    for (int i = 0; i < 3; ++i) direction[i] = (float)(random_below(r, 2) ? q[(i + turn) % 3] : -q[(i + turn) % 3]);
    lattice(r, c);
    carom_vec3 out = {direction[0], direction[1], direction[2]};
    if (random_below(r, 2)) { // the side of the segment: one at right angles to the direction
        c->b = plus(c->a, (carom_vec3){direction[1], -direction[0], 0}, (float)(1 + random_below(r, 4)));
    }
    carom_vec3 side = {c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z};
    c->center = plus(plus(c->a, side, 0.25f * (float)random_below(r, 5)), out, 1);
    c->radius = (float)q[3];
    if (random_below(r, 3) == 0) return;
    float part = (float)(1 << random_below(r, 3));
    c->center = plus(c->center, c->move, -1);
    c->move = plus((carom_vec3){0, 0, 0}, c->move, part);
}

static void touch_ulp(random_source *r, space_case *c) {
    touch(r, c);
    each_number(c, r, a_few_ulp_off);
}

static void far_away(random_source *r, space_case *c) {
    lattice(r, c);
    carom_vec3 motion = draw(r, 100);
    c->center = plus(c->center, motion, -64);
    c->move = plus((carom_vec3){0, 0, 0}, motion, 128);
    each_number(c, r, a_few_ulp_off);
}

static float tiny(random_source *r, float value) {
    (void)r;
    return value * 0x1p-149f;
}

static void denormal(random_source *r, space_case *c) {
    touch(r, c);
    c->center = plus((carom_vec3){0, 0, 0}, c->center, 4); // quarters
    c->move = plus((carom_vec3){0, 0, 0}, c->move, 4);
    c->a = plus((carom_vec3){0, 0, 0}, c->a, 4);
    c->b = plus((carom_vec3){0, 0, 0}, c->b, 4);
    c->radius *= 4;
    each_number(c, r, tiny);
}

static const struct {
    const char *name;
    family draw;
} families[] = {{"lattice", lattice},     {"uniform", uniform},   {"touch", touch},
                {"touch-ulp", touch_ulp}, {"far away", far_away}, {"denormal", denormal}};

static void fail_with(const char *name, const space_case *c, const char *fault) {
    const carom_vec3 v[] = {c->center, c->move, c->a, c->b};
    for (int i = 0; i < 4; ++i)
        fprintf(stderr, "(carom_vec3){%af, %af, %af}, ", (double)v[i].x, (double)v[i].y, (double)v[i].z);
    fprintf(stderr, "radius %af\n", (double)c->radius);
    fail_msg("%s: %s", name, fault);
}

static void sphere_sweeps_match_the_oracle(void **state) {
    (void)state;
    random_source r = {31};
    space_case c;
    int hits = 0;
    for (int i = 0; i < CASES; ++i) {
        int f = i % 6;
        families[f].draw(&r, &c);
        carom_hit3 got = carom_sweep_sphere_segment(c.center, c.radius, c.move, c.a, c.b);
        const char *fault = oracle_fault_of_sphere_segment(c.center, c.radius, c.move, c.a, c.b, &got);
        if (fault != NULL) fail_with(families[f].name, &c, fault);
        hits += got.hit;
    }
    assert_true(hits > CASES / 10);
    assert_true(hits < CASES * 9 / 10);
}

/// Tiny spheres and segments on a path that is up to 2^64 times as long: the times at which the sphere reaches both
/// ends and the edge are equal in double, or nearly so. The feature is the one that it reaches first.
static void tiny_spheres_reach_the_first_end(void **state) {
    (void)state;
    random_source r = {34};
    int hits = 0;
    for (int i = 0; i < CASES; ++i) {
        float unit = ldexpf(1, -random_below(&r, 43)), far = ldexpf(1, 1 + random_below(&r, 20));
        carom_vec3 origin = {0, 0, 0}, way = draw(&r, 1);
        space_case c = {.center = plus(origin, way, far),
                        .move = plus(origin, way, -far * (float)(1 + random_below(&r, 3)))};
        c.a = plus(origin, draw(&r, 32), unit);
        c.b = plus(origin, draw(&r, 32), unit);
        c.radius = unit * (float)(1 + random_below(&r, 32));
        carom_hit3 got = carom_sweep_sphere_segment(c.center, c.radius, c.move, c.a, c.b);
        const char *fault = oracle_fault_of_sphere_segment(c.center, c.radius, c.move, c.a, c.b, &got);
        if (fault != NULL) fail_with("tiny", &c, fault);
        hits += got.hit;
    }
    assert_true(hits > CASES / 4);
}

static carom_vec3 unit_vector(random_source *r) {
    for (;;) {
        carom_vec3 v = {random_range(r, -1, 1), random_range(r, -1, 1), random_range(r, -1, 1)};
        float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
        if (length > 0.1f && length < 1) return plus((carom_vec3){0, 0, 0}, v, 1 / length);
    }
}

/// The centre starts near the origin, off contact by 2^-8 to 2^-53 of the radius, or in penetration by that, and moves
/// about as far in any direction: rounding changes the gap and the depth by much of them.
static void next_to_contact(random_source *r, space_case *c) {
    carom_vec3 out = unit_vector(r), side = unit_vector(r), way = unit_vector(r), origin = {0, 0, 0};
    c->radius = random_range(r, 0.5f, 2);
    c->a = plus(origin, out, -c->radius);
    float back = out.x * side.x + out.y * side.y + out.z * side.z;
    c->b = plus(c->a, plus(side, out, -back * random_range(r, 1, 3)), 1); // away from the centre
    double x = (double)c->a.x, y = (double)c->a.y, z = (double)c->a.z;
    double gap = ldexp((double)random_range(r, 0.5f, 1), -8 - random_below(r, 46)), sign = random_below(r, 3) ? 1 : -1;
    double off = (double)c->radius + sign * gap - sqrt(x * x + y * y + z * z);
    c->center = (carom_vec3){(float)((double)out.x * off), (float)((double)out.y * off), (float)((double)out.z * off)};
    float toward = way.x * out.x + way.y * out.y + way.z * out.z;
    if (random_below(r, 3) == 0) way = plus(way, out, -toward - 0.125f * random_unit(r)); // almost along the surface
    c->move = plus(origin, way, (float)ldexp(gap, random_below(r, 4) ? random_below(r, 4) : random_below(r, 40) - 10));
}

static void tiny_gaps_match_the_oracle(void **state) {
    (void)state;
    random_source r = {35};
    space_case c;
    int hits = 0, insides = 0, count = 6000;
    for (int i = 0; i < count; ++i) {
        next_to_contact(&r, &c);
        carom_hit3 got = carom_sweep_sphere_segment(c.center, c.radius, c.move, c.a, c.b);
        const char *fault = oracle_fault_of_sphere_segment(c.center, c.radius, c.move, c.a, c.b, &got);
        if (fault != NULL) fail_with("near, a sweep", &c, fault);
        hits += got.hit && !got.inside;
        got = carom_ray_sphere(c.center, c.move, c.a, c.radius);
        fault = oracle_fault_of_ray_sphere(c.center, c.move, c.a, c.radius, &got);
        if (fault != NULL) fail_with("near, a ray", &c, fault);
        insides += got.inside;
    }
    assert_true(hits > count / 20);
    assert_true(insides > count / 4);
}

/// Starts within the radius of the line, or on it: the first end is the one that the centre is beyond.
static void starts_beside_the_line_hit_the_near_end(void **state) {
    (void)state;
    carom_vec3 a = {-1, 0, 0}, b = {1, 0, 0};
    carom_hit3 got = carom_sweep_sphere_segment((carom_vec3){-4, 0, 0}, 0, (carom_vec3){8, 0, 0}, a, b);
    assert_true(got.hit && got.feature == CAROM_FEATURE_END_A && got.t == 0.375f);
    got = carom_sweep_sphere_segment((carom_vec3){4, 0, 0}, 0, (carom_vec3){-8, 0, 0}, a, b);
    assert_true(got.hit && got.feature == CAROM_FEATURE_END_B && got.t == 0.375f);
    // At distance 5 from the line, and beyond a by less than the rounding of double, or of the difference from a.
    for (float past = 0x1p-49f; past >= 0x1p-60f; past *= 0x1p-11f) {
        a = (carom_vec3){4 * past, -3 * past, 0};
        b = (carom_vec3){4, -3, 0};
        got = carom_sweep_sphere_segment((carom_vec3){3, 4, 0}, 5, (carom_vec3){-3, -4, 0}, a, b);
        assert_true(got.hit && got.feature == CAROM_FEATURE_END_A && got.t < 0x1p-40f);
        got = carom_sweep_sphere_segment((carom_vec3){3, 4, 0}, 5, (carom_vec3){-3, -4, 0}, b, a);
        assert_true(got.hit && got.feature == CAROM_FEATURE_END_B && got.t < 0x1p-40f);
    }
}

/// A sphere grazes a segment exactly at its end, where rounding loses the last bits of the time: the end is part of the
/// edge.
static void spheres_that_graze_an_end_hit_the_edge(void **state) {
    (void)state;
    for (int i = 0; i < 160; ++i) {
        const float unit = i < 80 ? 0x1p-40f : 0x1p20f, radius = 1654;
        const carom_vec3 a = {0, 0, 0}, b = {i / 40 % 2 ? -1444 * unit : 1444 * unit, 0, 0};
        float along = (float)(2053 + i % 40), across = (float)(4331 + 3 * (i % 40));
        carom_vec3 center = {along * unit, (radius + 1) * unit, -across * unit};
        carom_vec3 move = {-2 * along * unit, -2 * unit, 2 * across * unit};
        carom_hit3 got = carom_sweep_sphere_segment(center, radius * unit, move, a, b);
        assert_true(got.hit && got.feature == CAROM_FEATURE_EDGE && got.t == 0.5f);
        got = carom_sweep_sphere_segment(center, radius * unit, move, b, a);
        assert_true(got.hit && got.feature == CAROM_FEATURE_EDGE && got.t == 0.5f);
    }
}

static void rays_match_the_oracle(void **state) {
    (void)state;
    random_source r = {32};
    space_case c;
    int hits = 0;
    for (int i = 0; i < CASES; ++i) {
        int f = i % 6;
        families[f].draw(&r, &c);
        carom_hit3 got = carom_ray_sphere(c.center, c.move, c.a, c.radius);
        const char *fault = oracle_fault_of_ray_sphere(c.center, c.move, c.a, c.radius, &got);
        if (fault != NULL) fail_with(families[f].name, &c, fault);
        hits += got.hit;
    }
    assert_true(hits > CASES / 10);
    assert_true(hits < CASES * 9 / 10);
}

static bool is_near(carom_vec3 n, carom_vec2 m) {
    return fabsf(n.x - m.x) < 1e-5f && fabsf(n.y - m.y) < 1e-5f && n.z == 0;
}

/// In the plane z = 0 the results are those of the plane.
static void flat_3d_scenes_match_2d(void **state) {
    (void)state;
    random_source r = {33};
    space_case c;
    for (int i = 0; i < CASES; ++i) {
        families[i % 6].draw(&r, &c);
        c.center.z = c.move.z = c.a.z = c.b.z = 0;
        carom_vec2 center = {c.center.x, c.center.y}, move = {c.move.x, c.move.y};
        carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {center, c.radius}};
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {c.a.x, c.a.y}, .b = {c.b.x, c.b.y}}};
        carom_shape disc = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{c.a.x, c.a.y}, c.radius}};
        carom_sweep_hit s = carom_sweep(&ball, move, &edge, (carom_vec2){0, 0});
        carom_hit3 s3 = carom_sweep_sphere_segment(c.center, c.radius, c.move, c.a, c.b);
        // In penetration, the minimum translation may leave the plane, but the decision is the same.
        if (s.hit != s3.hit || s.inside != s3.inside || s.t != s3.t)
            fail_with(families[i % 6].name, &c, "the sweep differs");
        const bool is_rounded = c.radius > 0 && c.radius < 0.5f; // the normal of a tiny sphere is that of rounding
        if (s.hit && !s.inside && !is_rounded && !is_near(s3.normal, s.normal))
            fail_with(families[i % 6].name, &c, "the normal of the sweep differs");
        carom_ray_hit ray = carom_ray(center, move, &disc);
        carom_hit3 ray3 = carom_ray_sphere(c.center, c.move, c.a, c.radius);
        if (ray.hit != ray3.hit || ray.inside != ray3.inside || ray.t != ray3.t)
            fail_with(families[i % 6].name, &c, "the ray differs");
    }
}

/// At rest about the very centre, each direction is as good: the normal is that of x.
static void a_ray_at_rest_at_the_centre_has_a_normal(void **state) {
    (void)state;
    const carom_vec3 centre = {1, 2, 3}, rest = {0, 0, 0}, move = {0, 0, -2};
    carom_hit3 hit = carom_ray_sphere(centre, rest, centre, 4);
    assert_true(hit.hit && hit.inside);
    assert_true(hit.normal.x == 1 && hit.normal.y == 0 && hit.normal.z == 0);
    hit = carom_ray_sphere(centre, move, centre, 4);
    assert_true(hit.hit && hit.inside);
    assert_true(hit.normal.x == 0 && hit.normal.y == 0 && hit.normal.z == 1);
}

/// The discriminant is 2^-57 of its terms, which double takes for none: the ray leaves where it is nearest. By exact
/// arithmetic it enters at 0.47252815872 and leaves at 0.47252816081.
static void a_graze_has_an_exit(void **state) {
    (void)state;
    const carom_vec3 from = {5009, -9011, 0}, move = {-10600, 19070, 0}, centre = {0, 0, 0};
    carom_hit3 hit = carom_ray_sphere(from, move, centre, 0x1.d82744p-3f);
    assert_true(hit.hit && !hit.inside);
    assert_true(hit.t == 0x1.e3de6ap-2f && hit.exit == 0x1.e3de6cp-2f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_sweeps_match_the_oracle),
        cmocka_unit_test(tiny_spheres_reach_the_first_end),
        cmocka_unit_test(tiny_gaps_match_the_oracle),
        cmocka_unit_test(starts_beside_the_line_hit_the_near_end),
        cmocka_unit_test(spheres_that_graze_an_end_hit_the_edge),
        cmocka_unit_test(a_ray_at_rest_at_the_centre_has_a_normal),
        cmocka_unit_test(a_graze_has_an_exit),
        cmocka_unit_test(rays_match_the_oracle),
        cmocka_unit_test(flat_3d_scenes_match_2d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
