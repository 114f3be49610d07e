// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes at poses: the vertices against carom_pose_point, the queries against those on copies, bit for bit, and against
// exact arithmetic.
#include "flat/same.h"
#include "geom/oracle.h"
#include "geom/scenes.h"
#include "geom/shapes.h"
#include "random.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "same_float.h"

enum { ROUNDS = 6 };

/// A shape at a pose, as a user would copy it.
typedef struct copy {
    carom_shape shape, parts[SCENE_PARTS];
} copy;

static void copy_at(const carom_shape *shape, carom_pose pose, copy *out) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) {
        out->shape = carom_shape_posed(shape, pose);
        return;
    }
    for (int i = 0; i < shape->compound.count; ++i) out->parts[i] = carom_shape_posed(&shape->compound.parts[i], pose);
    out->shape = compound(out->parts, shape->compound.count);
}

static carom_pose any_pose(random_source *r, float size) {
    static const carom_rotation quarters[5] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    carom_pose pose = {.rotation = quarters[random_below(r, 5)]};
    if (random_below(r, 3)) pose.rotation = carom_rotation_of(random_range(r, -4, 4));
    if (random_below(r, 3) == 0) return pose;
    pose.position.x = size * (float)(random_below(r, 33) - 16) / 16;
    pose.position.y = size * (random_unit(r) - 0.5f);
    return pose;
}

static float size_of_scene(const scene *s) {
    carom_box box = carom_shape_bounds(&s->a);
    return box.min.x <= box.max.x ? fabsf(box.min.x) + fabsf(box.max.y) : 1;
}

static void fail_on(const scene *s, carom_pose a, carom_pose b, const char *what) {
    const carom_pose *poses[2] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
        print_shape(stderr, i ? &s->b : &s->a);
        fprintf(stderr, " at (%af, %af), (%af, %af)\n", (double)poses[i]->position.x, (double)poses[i]->position.y,
                (double)poses[i]->rotation.cosine, (double)poses[i]->rotation.sine);
    }
    fail_msg("%s", what);
}

static void check_rays(const scene *s, carom_pose a_pose, carom_pose b_pose, const copy *b) {
    carom_vec2 from = carom_pose_point(a_pose, s->a_move);
    carom_ray_hit expected = carom_ray(from, s->a_move, &b->shape);
    carom_ray_hit hit = carom_posed_ray(from, s->a_move, &s->b, b_pose);
    if (!same_ray(&hit, &expected)) fail_on(s, a_pose, b_pose, "the ray differs from that on the copy");
    const char *fault = oracle_fault_of_ray(from, s->a_move, &b->shape, &hit);
    if (fault) fail_on(s, a_pose, b_pose, fault);
}

static void check_scene(const scene *s, carom_pose a_pose, carom_pose b_pose) {
    copy a, b;
    copy_at(&s->a, a_pose, &a);
    copy_at(&s->b, b_pose, &b);
    assert_int_equal(carom_shape_check(&a.shape), CAROM_STATUS_OK);
    assert_int_equal(carom_shape_check(&b.shape), CAROM_STATUS_OK);
    bool overlap = carom_posed_overlap(&s->a, a_pose, &s->b, b_pose);
    if (overlap != carom_overlap(&a.shape, &b.shape)) fail_on(s, a_pose, b_pose, "overlap differs from the copies");
    carom_separation gap = carom_posed_distance(&s->a, a_pose, &s->b, b_pose);
    carom_separation expected = carom_distance(&a.shape, &b.shape);
    if (!same_separation(&gap, &expected)) fail_on(s, a_pose, b_pose, "the distance differs from that of the copies");
    carom_contact_points contact = carom_posed_contact(&s->a, a_pose, &s->b, b_pose);
    carom_contact_points expected_contact = carom_contact(&a.shape, &b.shape);
    if (!same_contact(&contact, &expected_contact))
        fail_on(s, a_pose, b_pose, "the contact differs from that of the copies");
    check_rays(s, a_pose, b_pose, &b);
    if (!oracle_knows(&a.shape, &b.shape)) return;
    if (overlap != oracle_overlap(&a.shape, &b.shape)) fail_on(s, a_pose, b_pose, "wrong overlap");
    const char *fault = oracle_fault_of_distance(&a.shape, &b.shape, &gap);
    if (!fault) fault = oracle_fault_of_contact(&a.shape, &b.shape, &contact);
    if (fault) fail_on(s, a_pose, b_pose, fault);
}

static void queries_are_those_on_copies(void **state) {
    (void)state;
    random_source r = {1};
    scene s;
    for (int round = 0; round < ROUNDS; ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_COMPOUND; ++a) {
                for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_COMPOUND; ++b) {
                    make_scene(&r, (family)f, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                    float size = size_of_scene(&s);
                    carom_pose a_pose = any_pose(&r, size);
                    check_scene(&s, a_pose, random_below(&r, 2) ? a_pose : any_pose(&r, size));
                }
            }
        }
    }
}

static void vertices_are_rounded_once(void **state) {
    (void)state;
    const carom_pose pose = {{3, -2}, carom_rotation_of(0.7f)};
    const carom_vec2 p = {1.1f, 5}, q = {-7, 0.3f}, v[3] = {{0, 0}, {4, 1}, {2, 6}};
    carom_vec2 pp = carom_pose_point(pose, p), qq = carom_pose_point(pose, q);
    carom_shape shape = carom_shape_posed(&(carom_shape){CAROM_SHAPE_POINT, .point = p}, pose);
    assert_memory_equal(&shape.point, &pp, sizeof pp);
    shape = circle(p.x, p.y, 2.5f);
    shape = carom_shape_posed(&shape, pose);
    assert_memory_equal(&shape.circle, (&(carom_circle){pp, 2.5f}), sizeof shape.circle);
    shape = capsule(p.x, p.y, q.x, q.y, 0.5f);
    shape = carom_shape_posed(&shape, pose);
    assert_memory_equal(&shape.capsule, (&(carom_capsule){pp, qq, 0.5f}), sizeof shape.capsule);
    shape = one_sided(p.x, p.y, q.x, q.y);
    shape.segment.skip_b = true;
    shape = carom_shape_posed(&shape, pose);
    assert_memory_equal(&shape.segment.a, &pp, sizeof pp);
    assert_memory_equal(&shape.segment.b, &qq, sizeof qq);
    assert_true(shape.segment.one_sided && shape.segment.skip_b && !shape.segment.skip_a);
    carom_make_polygon(v, 3, &shape);
    shape = carom_shape_posed(&shape, pose);
    assert_int_equal(shape.polygon.count, 3);
    for (int i = 0; i < 3; ++i) {
        carom_vec2 placed = carom_pose_point(pose, v[i]);
        assert_memory_equal(&shape.polygon.v[i], &placed, sizeof placed);
    }
}

static void boxes_turn(void **state) {
    (void)state;
    carom_shape plank = box(1, 2, 4, 3), made, expected = box(7, 21, 8, 24);
    carom_pose pose = {{10, 20}, {0, 1}};
    made = carom_shape_posed(&plank, pose);
    assert_true(same_shape(&made, &expected));
    pose.rotation = (carom_rotation){0, 0};
    made = carom_shape_posed(&plank, pose);
    expected = carom_shape_at(&plank, pose.position);
    assert_true(same_shape(&made, &expected));
    pose.rotation = (carom_rotation){0.6f, 0.8f};
    made = carom_shape_posed(&plank, pose);
    const carom_vec2 corners[4] = {{1, 2}, {4, 2}, {4, 3}, {1, 3}};
    assert_int_equal(made.kind, CAROM_SHAPE_POLYGON);
    assert_int_equal(made.polygon.count, 4);
    for (int i = 0; i < 4; ++i) {
        carom_vec2 corner = carom_pose_point(pose, corners[i]);
        assert_memory_equal(&made.polygon.v[i], &corner, sizeof corner);
    }
    assert_int_equal(carom_make_oriented_box(plank.box, pose, &expected), CAROM_STATUS_OK);
    assert_true(same_shape(&made, &expected));
    carom_shape flat = box(1, 2, 4, 2);
    made = carom_shape_posed(&flat, pose);
    assert_int_equal(made.kind, CAROM_SHAPE_SEGMENT);
    assert_int_equal(carom_make_oriented_box((carom_box){{1, 2}, {0, 3}}, pose, &made), CAROM_STATUS_REVERSED_BOX);
    assert_int_equal(made.kind, CAROM_SHAPE_NONE);
    assert_int_equal(carom_make_oriented_box(plank.box, (carom_pose){{0, NAN}, {1, 0}}, &made),
                     CAROM_STATUS_NOT_FINITE);
    assert_int_equal(made.kind, CAROM_SHAPE_NONE);
}

/// Far from the origin, rounding makes thin polygons flat or not convex.
static void rounding_leaves_the_hull(void **state) {
    (void)state;
    random_source r = {3};
    int hulls = 0;
    for (int n = 0; n < 2000; ++n) {
        float height = 0.25f * random_unit(&r);
        carom_shape thin = box(0, 0, 10, 0.01f + height), made;
        carom_pose pose = {{1e6f, -1e6f}, carom_rotation_of(random_range(&r, 0, 6))};
        made = carom_shape_posed(&thin, pose);
        assert_int_equal(carom_shape_check(&made), CAROM_STATUS_OK);
        hulls += made.kind == CAROM_SHAPE_SEGMENT || (made.kind == CAROM_SHAPE_POLYGON && made.polygon.count < 4);
    }
    assert_in_range(hulls, 100, 2000);
}

/// A quarter turn of everything about the origin loses nothing.
static void quarter_turns_change_no_decision(void **state) {
    (void)state;
    random_source r = {4};
    scene s;
    const carom_pose none = {{0, 0}, {0, 0}}, quarter = {{0, 0}, {0, 1}};
    for (int n = 0; n < 20000; ++n) {
        carom_shape_kind a = (carom_shape_kind)(CAROM_SHAPE_POINT + random_below(&r, CAROM_SHAPE_COMPOUND));
        carom_shape_kind b = (carom_shape_kind)(CAROM_SHAPE_POINT + random_below(&r, CAROM_SHAPE_COMPOUND));
        make_scene(&r, (family)random_below(&r, FAMILY_COUNT), a, b, &s);
        assert_int_equal(carom_posed_overlap(&s.a, quarter, &s.b, quarter), carom_overlap(&s.a, &s.b));
        carom_ray_hit hit = carom_posed_ray(s.a_move, s.b_move, &s.b, none);
        carom_ray_hit turned = carom_posed_ray(carom_rotate(quarter.rotation, s.a_move),
                                               carom_rotate(quarter.rotation, s.b_move), &s.b, quarter);
        assert_same_float(turned.t, hit.t);
        assert_int_equal(turned.hit, hit.hit);
    }
}

static void invalid_poses_and_shapes_hit_nothing(void **state) {
    (void)state;
    carom_shape ball = circle(0, 0, 5), plank = box(-4, -1, 4, 1), both[2] = {ball, plank}, none = {0};
    carom_shape pair = compound(both, 2);
    const carom_pose here = {{0, 0}, {0, 0}};
    const carom_pose bad[] = {
        {{NAN, 0}, {1, 0}},       {{0, INFINITY}, {1, 0}},          {{0, 0}, {NAN, 1}},
        {{0, 0}, {1, -INFINITY}}, {{0, 0}, carom_rotation_of(NAN)}, {{0, 0}, carom_rotation_of(INFINITY)}};
    const carom_shape *shapes[3] = {&ball, &plank, &pair};
    for (int i = 0; i < 3; ++i) {
        assert_true(carom_posed_overlap(shapes[i], here, shapes[i], here));
        assert_false(carom_posed_overlap(shapes[i], here, &none, here));
        assert_false(carom_posed_ray((carom_vec2){-9, 0}, (carom_vec2){9, 0}, &none, here).hit);
        for (int k = 0; k < 6; ++k) {
            assert_false(carom_posed_overlap(shapes[i], bad[k], shapes[i], here));
            assert_false(carom_posed_overlap(shapes[i], here, shapes[i], bad[k]));
            assert_same_float(carom_posed_distance(shapes[i], bad[k], &ball, here).distance, INFINITY);
            assert_false(carom_posed_contact(&ball, here, shapes[i], bad[k]).hit);
            assert_false(carom_posed_ray((carom_vec2){-9, 0}, (carom_vec2){9, 0}, shapes[i], bad[k]).hit);
        }
    }
    const carom_pose far_off = {{FLT_MAX, FLT_MAX}, {0.6f, 0.8f}};
    carom_shape large = box(0, 0, FLT_MAX, FLT_MAX);
    assert_false(carom_posed_overlap(&large, far_off, &large, far_off)); // beyond the range of float
    carom_shape posed = carom_shape_posed(&pair, here);
    assert_int_equal(posed.kind, CAROM_SHAPE_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_are_those_on_copies),
        cmocka_unit_test(vertices_are_rounded_once),
        cmocka_unit_test(boxes_turn),
        cmocka_unit_test(rounding_leaves_the_hull),
        cmocka_unit_test(quarter_turns_change_no_decision),
        cmocka_unit_test(invalid_poses_and_shapes_hit_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
