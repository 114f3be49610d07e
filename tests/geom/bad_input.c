// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Invalid input. The makers return a status that says what is wrong, and write a shape that hits nothing. Queries on
// shapes that were filled in wrongly by hand report no hit. Sanitizer builds detect reads out of bounds here.
#include "carom/geom.h"
#include "geom/oracle.h"
#include "geom/shapes.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const float not_finite[] = {NAN, INFINITY, -INFINITY};

/// A shape with the content of uninitialized memory.
static carom_shape garbage(void) {
    carom_shape s;
    memset(&s, 0x5A, sizeof s);
    return s;
}

static void assert_refused(carom_status expected, carom_status status, const carom_shape *out) {
    assert_int_equal(status, expected);
    assert_int_equal(out->kind, CAROM_SHAPE_NONE);
}

// ---- Makers ------------------------------------------------------------------------------------------------------

static void makers_refuse_non_finite_numbers(void **state) {
    (void)state;
    carom_shape out;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 5; ++k) {
            float n[5] = {1, 2, 3, 4, 5};
            n[k] = not_finite[i];
            carom_vec2 p = {n[0], n[1]}, q = {n[2], n[3]}, triangle[3] = {{0, 0}, {n[0], n[1]}, {n[2], n[3]}};
            out = garbage();
            if (k < 2) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_point(p, &out), &out);
            out = garbage();
            if (k < 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_segment(p, q, &out), &out);
            out = garbage();
            if (k < 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_one_sided(p, q, &out), &out);
            out = garbage();
            if (k < 2 || k == 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_circle(p, n[4], &out), &out);
            out = garbage();
            if (k < 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_box(p, q, &out), &out);
            out = garbage();
            assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_capsule(p, q, n[4], &out), &out);
            out = garbage();
            if (k < 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_polygon(triangle, 3, &out), &out);
            out = garbage();
            if (k < 4) assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_hull(triangle, 3, &out), &out);
        }
    }
}

static void makers_accept_the_limits_of_float(void **state) {
    (void)state;
    carom_shape out;
    assert_int_equal(carom_make_circle(vec(FLT_MAX, -FLT_MAX), FLT_MAX, &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_circle(vec(0, 0), 0, &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_circle(vec(0, 0), -0.0f, &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_box(vec(1, 2), vec(1, 2), &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_segment(vec(1, 2), vec(1, 2), &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_capsule(vec(1, 2), vec(1, 2), FLT_TRUE_MIN, &out), CAROM_STATUS_OK);
    const carom_vec2 least[] = {{0, 0}, {FLT_TRUE_MIN, 0}, {0, FLT_TRUE_MIN}};
    assert_int_equal(carom_make_polygon(least, 3, &out), CAROM_STATUS_OK);
    const carom_vec2 largest[] = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, -FLT_MAX}, {0, FLT_MAX}};
    assert_int_equal(carom_make_polygon(largest, 3, &out), CAROM_STATUS_OK);
}

static void makers_return_the_reason(void **state) {
    (void)state;
    carom_shape out = garbage();
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_circle(vec(0, 0), -1, &out), &out);
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_circle(vec(0, 0), -FLT_TRUE_MIN, &out), &out);
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_capsule(vec(0, 0), vec(1, 0), -1, &out), &out);
    const carom_vec2 v[] = {{0, 0}, {4, 0}, {0, 4}};
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_rounded_polygon(v, 3, -1, &out), &out);
    assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_rounded_polygon(v, 3, NAN, &out), &out);
    assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_rounded_polygon(v, 3, INFINITY, &out), &out);
    assert_refused(CAROM_STATUS_TOO_FEW_VERTICES, carom_make_rounded_polygon(v, 2, 1, &out), &out);
    const carom_box plank = {{1, 2}, {4, 3}}, reversed = {{1, 2}, {0, 3}};
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_rounded_box(plank, -1, &out), &out);
    assert_refused(CAROM_STATUS_NOT_FINITE, carom_make_rounded_box(plank, INFINITY, &out), &out);
    assert_refused(CAROM_STATUS_REVERSED_BOX, carom_make_rounded_box(reversed, 1, &out), &out);
    assert_refused(CAROM_STATUS_REVERSED_BOX, carom_make_box(vec(1, 0), vec(0, 1), &out), &out);
    assert_refused(CAROM_STATUS_REVERSED_BOX, carom_make_box(vec(0, nextafterf(1, 2)), vec(1, 1), &out), &out);
}

static void rounded_boxes_are_polygons_or_simpler(void **state) {
    (void)state;
    carom_shape out;
    assert_int_equal(carom_make_rounded_box((carom_box){{1, 2}, {4, 3}}, 0.5f, &out), CAROM_STATUS_OK);
    assert_int_equal(out.kind, CAROM_SHAPE_POLYGON);
    assert_int_equal(out.polygon.count, 4);
    carom_box bounds = carom_shape_bounds(&out);
    assert_memory_equal(&bounds, (&(carom_box){{0.5f, 1.5f}, {4.5f, 3.5f}}), sizeof bounds);
    carom_shape corner = point_at(4.25f, 3.25f), outside = point_at(4.4f, 3.4f); // 0.354 and 0.57 from the corner
    assert_true(carom_overlap(&out, &corner));
    assert_false(carom_overlap(&out, &outside));
    assert_int_equal(carom_make_rounded_box((carom_box){{1, 2}, {4, 3}}, 0, &out), CAROM_STATUS_OK);
    assert_int_equal(out.kind, CAROM_SHAPE_BOX);
    assert_int_equal(carom_make_rounded_box((carom_box){{1, 2}, {4, 2}}, 0.5f, &out), CAROM_STATUS_OK);
    assert_int_equal(out.kind, CAROM_SHAPE_CAPSULE);
    assert_int_equal(carom_make_rounded_box((carom_box){{1, 2}, {1, 3}}, 0.5f, &out), CAROM_STATUS_OK);
    assert_int_equal(out.kind, CAROM_SHAPE_CAPSULE);
    assert_true(out.capsule.a.y == 2 && out.capsule.b.y == 3 && out.capsule.radius == 0.5f);
}

typedef struct {
    const char *name;
    carom_status status;
    int count;
    carom_vec2 v[9];
} polygon_case;

static void polygons_are_checked(void **state) {
    (void)state;
    const float up = nextafterf(0.5f, 1), down = nextafterf(0.5f, 0);
    const polygon_case cases[] = {
        {"none", CAROM_STATUS_TOO_FEW_VERTICES, 0, {{0, 0}}},
        {"two", CAROM_STATUS_TOO_FEW_VERTICES, 2, {{0, 0}, {1, 0}}},
        {"nine",
         CAROM_STATUS_TOO_MANY_VERTICES,
         9,
         {{0, 0}, {2, 0}, {4, 1}, {5, 3}, {5, 5}, {4, 7}, {2, 8}, {0, 8}, {-1, 4}}},
        {"on a line", CAROM_STATUS_NO_AREA, 3, {{0, 0}, {1, 1}, {2, 2}}},
        {"on a line, to and fro", CAROM_STATUS_NO_AREA, 4, {{0, 0}, {2, 2}, {1, 1}, {3, 3}}},
        {"one point", CAROM_STATUS_NO_AREA, 3, {{1, 1}, {1, 1}, {1, 1}}},
        {"two points", CAROM_STATUS_NO_AREA, 4, {{1, 1}, {2, 1}, {1, 1}, {2, 1}}},
        {"a dent", CAROM_STATUS_NOT_CONVEX, 4, {{0, 0}, {4, 0}, {1, 1}, {0, 4}}},
        {"a dent of one ulp", CAROM_STATUS_NOT_CONVEX, 4, {{0, 0}, {0.5f, up}, {1, 1}, {0, 2}}},
        {"a bow tie", CAROM_STATUS_NOT_CONVEX, 4, {{0, 0}, {1, 1}, {1, 0}, {0, 1}}},
        {"a pentagram: left turns only, twice round",
         CAROM_STATUS_NOT_CONVEX,
         5,
         {{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}}},
        {"a triangle twice round", CAROM_STATUS_NOT_CONVEX, 6, {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}}},
        {"a spike", CAROM_STATUS_NOT_CONVEX, 5, {{0, 0}, {4, 0}, {8, 0}, {4, 0}, {0, 4}}},
        {"a triangle", CAROM_STATUS_OK, 3, {{0, 0}, {1, 0}, {0, 1}}},
        {"clockwise", CAROM_STATUS_OK, 3, {{0, 0}, {0, 1}, {1, 0}}},
        {"a bulge of one ulp", CAROM_STATUS_OK, 4, {{0, 0}, {0.5f, down}, {1, 1}, {0, 2}}},
        {"a point in a side", CAROM_STATUS_OK, 4, {{0, 0}, {0.5f, 0.5f}, {1, 1}, {0, 2}}},
        {"a point thrice", CAROM_STATUS_OK, 5, {{0, 0}, {0, 0}, {1, 0}, {0, 1}, {0, 0}}},
    };
    for (int i = 0; i < COUNT(cases); ++i) {
        const polygon_case *c = &cases[i];
        carom_shape out = garbage();
        carom_status status = carom_make_polygon(c->v, c->count, &out);
        if (status != c->status) fail_msg("polygon: %s: %s", c->name, carom_status_text(status));
        assert_int_equal(out.kind, status == CAROM_STATUS_OK ? CAROM_SHAPE_POLYGON : CAROM_SHAPE_NONE);
        if (status == CAROM_STATUS_OK && !oracle_is_convex(&out.polygon))
            fail_msg("polygon: %s: is not convex", c->name);
    }
    carom_shape out = garbage();
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_polygon(NULL, 3, &out), &out);
    assert_int_not_equal(carom_make_polygon(cases[0].v, -1, &out), CAROM_STATUS_OK);
}

static void polygon_keeps_its_first_vertex(void **state) {
    (void)state;
    const carom_vec2 clockwise[] = {{2, 2}, {2, 0}, {1, 0}, {0, 0}, {0, 2}, {0, 2}};
    const carom_vec2 expected[] = {{2, 2}, {0, 2}, {0, 0}, {2, 0}};
    carom_shape out;
    assert_int_equal(carom_make_polygon(clockwise, 6, &out), CAROM_STATUS_OK);
    assert_int_equal(out.polygon.count, 4);
    assert_memory_equal(out.polygon.v, expected, sizeof expected);
}

/// Every polygon that is made is convex, and every convex polygon is made.
static void random_polygons_are_made_if_convex(void **state) {
    (void)state;
    random_source r = {3};
    int accepted = 0;
    for (int i = 0; i < 100000; ++i) {
        carom_polygon p = {.count = 3 + random_below(&r, 6)};
        for (int k = 0; k < p.count; ++k) p.v[k] = vec((float)random_below(&r, 5), (float)random_below(&r, 5));
        carom_shape out;
        carom_status status = carom_make_polygon(p.v, p.count, &out);
        if (oracle_is_convex(&p)) assert_int_equal(status, CAROM_STATUS_OK);
        if (status != CAROM_STATUS_OK) continue;
        ++accepted;
        assert_true(oracle_is_convex(&out.polygon));
        for (int k = 0; k < p.count; ++k) {
            carom_shape vertex = point_at(p.v[k].x, p.v[k].y);
            assert_int_equal(oracle_relate(&vertex, &out), ORACLE_TOUCHING);
        }
    }
    assert_true(accepted > 1000);
}

static bool before(carom_vec2 a, carom_vec2 b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static void hulls_of_points(void **state) {
    (void)state;
    random_source r = {4};
    int made = 0, too_many = 0, flat = 0;
    for (int i = 0; i < 40000; ++i) {
        carom_vec2 p[24];
        int count = 1 + random_below(&r, 24), span = 2 + random_below(&r, 30);
        for (int k = 0; k < count; ++k) p[k] = vec((float)random_below(&r, span), (float)random_below(&r, span));
        carom_shape out = garbage();
        carom_status status = carom_make_hull(p, count, &out);
        if (status != CAROM_STATUS_OK) assert_int_equal(out.kind, CAROM_SHAPE_NONE);
        too_many += status == CAROM_STATUS_TOO_MANY_VERTICES;
        flat += status == CAROM_STATUS_NO_AREA || status == CAROM_STATUS_TOO_FEW_VERTICES;
        if (status != CAROM_STATUS_OK) continue;
        ++made;
        assert_true(oracle_is_convex(&out.polygon));
        for (int k = 1; k < out.polygon.count; ++k) assert_true(before(out.polygon.v[0], out.polygon.v[k]));
        int vertices = 0;
        for (int k = 0; k < count; ++k) {
            carom_shape spot = point_at(p[k].x, p[k].y);
            assert_int_not_equal(oracle_relate(&spot, &out), ORACLE_APART);
        }
        for (int k = 0; k < out.polygon.count; ++k) {
            int j = 0;
            while (j < count && (p[j].x != out.polygon.v[k].x || p[j].y != out.polygon.v[k].y)) ++j;
            vertices += j < count;
        }
        assert_int_equal(vertices, out.polygon.count);
    }
    assert_true(made > 1000);
    assert_true(too_many > 100);
    assert_true(flat > 100);
}

/// Up to 64 points may lie on the sides of a polygon.
static void polygons_with_many_points(void **state) {
    (void)state;
    carom_vec2 points[65];
    carom_shape out = garbage();
    for (int i = 0; i < 65; ++i) {
        float along = (float)(i % 17);
        points[i] = i < 17   ? vec(along, 0)
                    : i < 34 ? vec(17, along)
                    : i < 51 ? vec(17 - along, 17)
                             : vec(0, 17 - along);
    }
    assert_int_equal(carom_make_polygon(points, 64, &out), CAROM_STATUS_OK);
    assert_int_equal(out.polygon.count, 4);
    assert_refused(CAROM_STATUS_TOO_MANY_VERTICES, carom_make_polygon(points, 65, &out), &out);
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_polygon(points, -1, &out), &out);
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_polygon(NULL, 4, &out), &out);
}

static void invalid_turns_hit_nothing(void **state) {
    (void)state;
    carom_shape a = box(-5, -1, -3, 1), b = box(-1, -1, 1, 1);
    const carom_turning still = {.pose = {{0, 0}, {1, 0}}}, good = {.pose = still.pose, .move = {9, 0}, .angle = 0.5f};
    assert_true(carom_sweep_turning(&a, &good, &b, &still).hit);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 7; ++k) {
            carom_turning wrong = good;
            float *numbers[] = {&wrong.pose.position.x,
                                &wrong.pose.position.y,
                                &wrong.pose.rotation.cosine,
                                &wrong.pose.rotation.sine,
                                &wrong.move.x,
                                &wrong.move.y,
                                &wrong.angle};
            *numbers[k] = not_finite[i];
            carom_turning_hit hit = carom_sweep_turning(&a, &wrong, &b, &still);
            assert_false(hit.hit);
            assert_same_float(hit.t, 1);
            assert_memory_equal(&hit.at, &wrong.pose, sizeof hit.at);
            assert_false(carom_sweep_turning(&b, &still, &a, &wrong).hit);
            carom_pose at = carom_turning_pose(&wrong, 0.5f);
            assert_memory_equal(&at, &wrong.pose, sizeof at);
        }
        carom_pose at = carom_turning_pose(&good, not_finite[i]);
        assert_memory_equal(&at, &good.pose, sizeof at);
    }
    carom_turning fast = good;
    fast.angle = nextafterf(CAROM_MAX_TURN, INFINITY);
    assert_false(carom_sweep_turning(&a, &fast, &b, &still).hit);
    assert_true(carom_turning_pose(&good, 0.5f).position.x == 4.5f);
    assert_true(carom_turning_pose(&good, 2).position.x == 9);
    assert_true(carom_turning_pose(&good, -1).position.x == 0);
}

static void hulls_that_are_refused(void **state) {
    (void)state;
    carom_shape out = garbage();
    const carom_vec2 line[] = {{0, 0}, {1, 2}, {2, 4}, {-3, -6}},
                     ring[] = {{3, 0}, {5, 0}, {7, 2}, {8, 4}, {7, 6}, {5, 8}, {3, 8}, {1, 6}, {0, 4}, {1, 2}, {4, 4}};
    assert_refused(CAROM_STATUS_NO_AREA, carom_make_hull(line, 4, &out), &out);
    assert_refused(CAROM_STATUS_TOO_MANY_VERTICES, carom_make_hull(ring, 11, &out), &out);
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_hull(NULL, 4, &out), &out);
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_hull(line, -1, &out), &out);
    assert_refused(CAROM_STATUS_TOO_FEW_VERTICES, carom_make_hull(NULL, 0, &out), &out);
    assert_int_not_equal(carom_make_hull(line, 0, &out), CAROM_STATUS_OK);
    assert_int_equal(out.kind, CAROM_SHAPE_NONE);
}

static void compounds_are_checked(void **state) {
    (void)state;
    carom_shape out = garbage(), parts[2] = {circle(0, 0, 1), circle(5, 0, -1)};
    assert_refused(CAROM_STATUS_NEGATIVE_RADIUS, carom_make_compound(parts, 2, &out), &out);
    assert_refused(CAROM_STATUS_BAD_ARGUMENT, carom_make_compound(NULL, 2, &out), &out);
    assert_int_not_equal(carom_make_compound(parts, -1, &out), CAROM_STATUS_OK);
    assert_int_equal(carom_make_compound(parts, 1, &out), CAROM_STATUS_OK);
    carom_shape empty = compound(NULL, 0), ball = circle(0, 0, 1);
    assert_int_equal(carom_shape_check(&empty), CAROM_STATUS_OK);
    assert_false(carom_overlap(&empty, &ball));
    carom_shape nest[CAROM_MAX_COMPOUND_DEPTH + 2];
    nest[0] = circle(0, 0, 1);
    int depth = 0;
    while (depth <= CAROM_MAX_COMPOUND_DEPTH &&
           carom_make_compound(&nest[depth], 1, &nest[depth + 1]) == CAROM_STATUS_OK)
        ++depth;
    assert_true(depth >= CAROM_MAX_COMPOUND_DEPTH - 1);
    assert_true(depth <= CAROM_MAX_COMPOUND_DEPTH);
    carom_shape in_a_circle = compound(&in_a_circle, 1);
    assert_int_equal(carom_shape_check(&in_a_circle), CAROM_STATUS_TOO_DEEP);
}

// ---- Queries on shapes that no maker returns ---------------------------------------------------------------------

static carom_shape in_itself;

/// Writes invalid shapes, each invalid in a different respect, to `out`; returns their number.
static int wrong_shapes(carom_shape *out) {
    static const carom_shape bad_part[] = {{.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}},
                                           {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, -1}}};
    int n = 0;
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_NONE};
    out[n++] = (carom_shape){.kind = (carom_shape_kind)99};
    out[n++] = (carom_shape){.kind = (carom_shape_kind)-1};
    out[n++] = circle(0, 0, -1);
    out[n++] = box(1, -1, -1, 1);
    out[n++] = box(-1, 1, 1, -1);
    out[n++] = capsule(-1, 0, 1, 0, -0.5f);
    for (int i = 0; i < 3; ++i) {
        float x = not_finite[i];
        out[n++] = point_at(x, 0);
        out[n++] = point_at(0, x);
        out[n++] = segment(x, 0, 1, 0);
        out[n++] = segment(-1, 0, 1, x);
        out[n++] = one_sided(-1, x, 1, 0);
        out[n++] = circle(x, 0, 1);
        out[n++] = circle(0, 0, x);
        out[n++] = box(x, -1, 1, 1);
        out[n++] = box(-1, -1, 1, x);
        out[n++] = capsule(-1, 0, x, 0, 1);
        out[n++] = capsule(-1, 0, 1, 0, x);
        out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 3, .v = {{-1, -1}, {1, x}, {0, 1}}}};
        out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON,
                                 .polygon = {.count = 3, .v = {{-1, -1}, {1, -1}, {0, 1}}, .radius = x}};
    }
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON,
                             .polygon = {.count = 3, .v = {{-1, -1}, {1, -1}, {0, 1}}, .radius = -1}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON,
                             .polygon = {.count = 5, .v = {{-1, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}}, .radius = -1}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 0, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 2, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = -5, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 9, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    out[n++] =
        (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 1000000, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON,
                             .polygon = {.count = 3, .v = {{-1, -1}, {0, 1}, {1, -1}}}}; // clockwise
    out[n++] =
        (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 4, .v = {{-2, -2}, {2, -2}, {0, 0}, {-2, 2}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON,
                             .polygon = {.count = 5, .v = {{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}}}};
    out[n++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 3, .v = {{0, 0}, {1, 0}, {2, 0}}}};
    out[n++] = compound(NULL, 1);
    out[n++] = compound(bad_part, -1);
    out[n++] = compound(&bad_part[1], 1);
    in_itself = compound(&in_itself, 1);
    out[n++] = in_itself;
    return n;
}

static void assert_prepared_meets_nothing(const carom_shape *wrong, const carom_shape *right) {
    carom_prepared a, b;
    memset(&a, 0x5A, sizeof a);
    assert_int_equal(carom_prepare(wrong, &a), carom_shape_check(wrong));
    assert_int_equal(a.shape.kind, CAROM_SHAPE_NONE);
    assert_int_equal(carom_prepare(right, &b), CAROM_STATUS_OK);
    int index;
    assert_false(carom_prepared_overlap(&a, &b));
    assert_false(carom_prepared_overlap(&b, &a));
    assert_true(isinf(carom_prepared_distance(&a, &b).distance));
    assert_false(carom_prepared_contact(&b, &a).hit);
    assert_false(carom_prepared_ray(vec(-4, 0), vec(8, 0), &a).hit);
    assert_false(carom_prepared_sweep(&a, vec(1, 1), &b, vec(-1, 0)).hit);
    assert_int_equal(carom_prepared_overlap_many(&b, &a, 1, &index, 1), 0);
    assert_false(carom_prepared_sweep_many(&b, vec(1, 1), &a, 1).hit);
    assert_false(carom_prepared_sweep_many(&b, vec(NAN, 1), &b, 1).hit);
}

static void assert_meets_nothing(const carom_shape *a, const carom_shape *b) {
    assert_false(carom_overlap(a, b));
    carom_separation d = carom_distance(a, b);
    assert_true(isinf(d.distance));
    assert_true(d.distance > 0);
    assert_same_float(d.normal.x, 0);
    assert_same_float(d.normal.y, 0);
    carom_contact_points c = carom_contact(a, b);
    assert_false(c.hit);
    assert_int_equal(c.count, 0);
    carom_sweep_hit h = carom_sweep(a, vec(1, 1), b, vec(-1, 0));
    assert_false(h.hit);
    assert_false(h.inside);
    assert_same_float(h.t, 1);
    h = carom_sweep(a, vec(0, 0), b, vec(0, 0));
    assert_false(h.hit);
    assert_same_float(h.t, 1);
}

static void invalid_shapes_hit_nothing(void **state) {
    (void)state;
    carom_shape wrong[80];
    const carom_shape triangle = {.kind = CAROM_SHAPE_POLYGON,
                                  .polygon = {.count = 3, .v = {{-1, -1}, {1, -1}, {0, 1}}}};
    const carom_shape right[] = {point_at(0, 0),  segment(-1, 0, 1, 0),  one_sided(1, 0, -1, 0),
                                 circle(0, 0, 2), box(-1, -1, 1, 1),     capsule(-1, 0, 1, 0, 1),
                                 triangle,        compound(&triangle, 1)};
    int count = wrong_shapes(wrong);
    assert_true(count <= COUNT(wrong));
    for (int i = 0; i < count; ++i) {
        assert_int_not_equal(carom_shape_check(&wrong[i]), CAROM_STATUS_OK);
        carom_box bounds = carom_shape_bounds(&wrong[i]);
        if (!(bounds.min.x > bounds.max.x && bounds.min.y > bounds.max.y)) fail_msg("bounds of wrong shape %d", i);
        for (int k = 0; k < COUNT(right); ++k) {
            assert_meets_nothing(&wrong[i], &right[k]);
            assert_meets_nothing(&right[k], &wrong[i]);
            assert_prepared_meets_nothing(&wrong[i], &right[k]);
        }
        for (int k = 0; k < count; ++k) assert_meets_nothing(&wrong[i], &wrong[k]);
        const carom_pose still = {{0, 0}, {1, 0}}, poses[] = {still, {{1, 0}, {0, 1}}, {{0, 1}, {0.6f, 0.8f}}};
        for (int k = 0; k < 3 * COUNT(right); ++k) {
            const carom_turning turn = {.pose = poses[k % 3], .move = {1, 1}, .angle = k % 2 ? 1.0f : 0};
            const carom_turning rest = {.pose = still};
            assert_false(carom_posed_overlap(&wrong[i], poses[k % 3], &right[k / 3], still));
            assert_false(carom_posed_contact(&right[k / 3], still, &wrong[i], poses[k % 3]).hit);
            assert_true(isinf(carom_posed_distance(&wrong[i], poses[k % 3], &right[k / 3], still).distance));
            assert_false(carom_sweep_turning(&wrong[i], &turn, &right[k / 3], &rest).hit);
            assert_false(carom_sweep_turning(&right[k / 3], &rest, &wrong[i], &turn).hit);
        }
        carom_ray_hit hit = carom_ray(vec(-4, 0), vec(8, 0), &wrong[i]);
        assert_false(hit.hit);
        assert_false(hit.inside);
        assert_same_float(hit.t, 1);
        assert_same_float(hit.exit, 1);
    }
}

static void an_invalid_part_hits_nothing_and_the_others_do(void **state) {
    (void)state;
    const carom_shape parts[] = {circle(0, 0, 1), circle(5, 0, -1), circle(5, 0, NAN)}, far = circle(5, 0, 1);
    carom_shape all = compound(parts, 3), right = circle(1, 0, 1);
    assert_int_equal(carom_shape_check(&all), CAROM_STATUS_NEGATIVE_RADIUS);
    assert_true(carom_overlap(&all, &right));
    assert_true(carom_overlap(&right, &all));
    assert_false(carom_overlap(&all, &far));
    assert_false(carom_overlap(&far, &all));
    assert_false(carom_contact(&all, &far).hit);
    assert_false(carom_sweep(&far, vec(0, 1), &all, vec(0, 0)).hit);
    carom_box bounds = carom_shape_bounds(&all);
    assert_same_float(bounds.min.x, -1);
    assert_same_float(bounds.min.y, -1);
    assert_same_float(bounds.max.x, 1);
    assert_same_float(bounds.max.y, 1);
}

static void invalid_motions_hit_nothing(void **state) {
    (void)state;
    carom_shape a = circle(-3, 0, 1), b = box(-1, -1, 1, 1);
    for (int i = 0; i < 3; ++i) {
        float x = not_finite[i];
        const carom_vec2 wrong[] = {{x, 0}, {8, x}, {x, x}};
        for (int k = 0; k < 3; ++k) {
            carom_sweep_hit h = carom_sweep(&a, wrong[k], &b, vec(0, 0));
            assert_false(h.hit);
            assert_same_float(h.t, 1);
            h = carom_sweep(&a, vec(8, 0), &b, wrong[k]);
            assert_false(h.hit);
            assert_same_float(h.t, 1);
            carom_ray_hit r = carom_ray(vec(-3, 0), wrong[k], &b);
            assert_false(r.hit);
            assert_same_float(r.t, 1);
            assert_same_float(r.exit, 1);
            r = carom_ray(wrong[k], vec(8, 0), &b);
            assert_false(r.hit);
            assert_same_float(r.t, 1);
            assert_same_float(r.exit, 1);
        }
        for (int side = 0; side < 4; ++side) { // of the box
            float n[4] = {-1, -1, 1, 1};
            n[side] = x;
            carom_shape wrong_box = box(n[0], n[1], n[2], n[3]);
            for (int k = 0; k < 4; ++k) {
                const carom_vec2 from[] = {{-3, 0}, {3, 0}, {0, -3}, {0, 3}};
                carom_ray_hit r = carom_ray(from[k], vec(-2 * from[k].x, -2 * from[k].y), &wrong_box);
                assert_false(r.hit);
                assert_same_float(r.t, 1);
            }
        }
    }
}

/// The position of a miss is the start.
static void shapes_stay_where_motions_are_not_finite(void **state) {
    (void)state;
    const carom_shape triangle = {.kind = CAROM_SHAPE_POLYGON,
                                  .polygon = {.count = 3, .v = {{-3, 2}, {-2, 2}, {-3, 3}}, .radius = 0.5f}};
    const carom_shape shapes[] = {point_at(-3, 2),  segment(-3, 2, -2, 2),  one_sided(-3, 2, -4, 2),
                                  circle(-3, 2, 1), box(-3, 2, -1, 4),      capsule(-3, 2, -1, 2, 1),
                                  triangle,         compound(&triangle, 1), {.kind = CAROM_SHAPE_NONE}};
    const carom_vec2 start = {-3, 2}, none = {0, 0};
    const float low[] = {-1, 4}, high[] = {1, 6}, size[] = {1, 1};
    const carom_boxes boxes = {.min_x = low, .min_y = low, .max_x = high, .max_y = high, .count = 2};
    const carom_circles circles = {.x = low, .y = low, .radius = size, .count = 2};
    const carom_segments segments = {.ax = low, .ay = low, .bx = high, .by = high, .count = 2};
    for (int n = 0; n < 3 * 3 * COUNT(shapes); ++n) {
        float x = not_finite[n % 3];
        carom_vec2 wrong = n / 3 % 3 == 0 ? vec(x, 1) : n / 3 % 3 == 1 ? vec(8, x) : vec(x, x);
        const carom_shape *a = &shapes[n / 9];
        carom_vec2 at = a->kind == CAROM_SHAPE_NONE ? none : start;
        carom_sweep_hit hits[16];
        int count = 0;
        for (int k = 0; k < COUNT(shapes); ++k) {
            carom_prepared p, q;
            hits[0] = carom_sweep(a, wrong, &shapes[k], none);
            hits[1] = carom_sweep(a, wrong, &shapes[k], wrong);
            count = 2;
            if (carom_prepare(a, &p) == CAROM_STATUS_OK && carom_prepare(&shapes[k], &q) == CAROM_STATUS_OK) {
                hits[count++] = carom_prepared_sweep(&p, wrong, &q, none);
                hits[count++] = carom_prepared_sweep_many(&p, wrong, &q, 1);
            }
            for (int i = 0; i < count; ++i) assert_memory_equal(&hits[i].at, &at, sizeof at);
            carom_ray_hit ray = carom_ray(start, wrong, &shapes[k]);
            assert_memory_equal(&ray.point, &start, sizeof start);
            ray = carom_posed_ray(start, wrong, &shapes[k], (carom_pose){{1, 1}, {0.6f, 0.8f}});
            assert_memory_equal(&ray.point, &start, sizeof start);
            if (count == 4) ray = carom_prepared_ray(start, wrong, &q);
            assert_memory_equal(&ray.point, &start, sizeof start);
            carom_rays rays = {&start.x, &start.y, &wrong.x, &wrong.y, 1};
            carom_ray_many(&rays, &shapes[k], &ray);
            assert_memory_equal(&ray.point, &start, sizeof start);
            // The motion of b decides nothing about the position of a.
            carom_sweep_hit moved = carom_sweep(a, vec(2, 1), &shapes[k], wrong);
            assert_false(moved.hit);
            assert_true(moved.at.x == at.x + 2 && moved.at.y == at.y + 1);
        }
        hits[0] = carom_sweep_boxes(a, wrong, &boxes);
        hits[1] = carom_sweep_circles(a, wrong, &circles);
        hits[2] = carom_sweep_segments(a, wrong, &segments);
        for (int i = 0; i < 3; ++i) assert_memory_equal(&hits[i].at, &at, sizeof at);
    }
}

static void invalid_3d_input_hits_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 13; ++k) {
            float n[13] = {-4, 0, 0, 8, 0, 0, 0, 0, 0, 1, 0, 1, 0};
            n[k] = not_finite[i];
            carom_vec3 p = {n[0], n[1], n[2]}, move = {n[3], n[4], n[5]}, q = {n[6], n[7], n[8]},
                       e = {n[10], n[11], n[12]};
            carom_hit3 hit = carom_ray_sphere(p, move, q, n[9]);
            assert_int_equal(hit.hit, k >= 10); // a ray has no end of a segment
            if (k >= 10) hit = carom_sweep_sphere_segment(p, n[9], move, q, e);
            assert_false(hit.hit);
            assert_same_float(hit.t, 1);
            assert_same_float(hit.exit, 1);
            assert_memory_equal(&hit.at, &p, sizeof p);
            hit = carom_sweep_sphere_segment(p, n[9], move, q, e);
            assert_false(hit.hit);
            assert_same_float(hit.t, 1);
            assert_memory_equal(&hit.at, &p, sizeof p);
        }
    }
    const carom_vec3 o = {0, 0, 0}, x = {8, 0, 0}, before_o = {-4, 0, 0}, up = {0, 1, 0};
    assert_false(carom_ray_sphere(before_o, x, o, -1).hit);
    assert_false(carom_sweep_sphere_segment(before_o, -1, x, o, up).hit);
    assert_true(carom_ray_sphere(before_o, x, o, 1).hit);
    assert_true(carom_sweep_sphere_segment(before_o, 1, x, o, up).hit);
}

// ---- Limits of the range -----------------------------------------------------------------------------------------

/// Finite input of any size has a result, even if differences exceed the range of float.
static void the_largest_numbers_have_results(void **state) {
    (void)state;
    carom_shape a = circle(-FLT_MAX, 0, FLT_MAX), b = circle(FLT_MAX, 0, FLT_MAX), c = circle(FLT_MAX, 1, 0x1p126f);
    assert_true(carom_overlap(&a, &b)); // touching
    assert_false(carom_overlap(&a, &c));
    carom_shape far = point_at(-FLT_MAX, 0), wall = box(0x1p126f, -1, FLT_MAX, 1);
    carom_sweep_hit h = carom_sweep(&far, vec(FLT_MAX, 0), &wall, vec(-FLT_MAX, 0));
    assert_true(h.hit);
    assert_true(h.t > 0);
    assert_true(h.t < 1);
    assert_true(!isnan(h.at.x));
    assert_true(!isnan(h.normal.x));
    carom_separation d = carom_distance(&far, &wall);
    assert_true(d.distance > 0);
    assert_true(!isnan(d.distance));
}

static void the_least_numbers_have_results(void **state) {
    (void)state;
    const float least = FLT_TRUE_MIN;
    carom_shape a = circle(0, 0, 3 * least), touching = point_at(3 * least, 0), apart = point_at(3 * least, least);
    assert_true(carom_overlap(&a, &touching));
    assert_false(carom_overlap(&a, &apart));
    assert_true(carom_distance(&a, &apart).distance > 0);
    carom_ray_hit hit = carom_ray(vec(-8 * least, 0), vec(10 * least, 0), &a);
    assert_true(hit.hit);
    assert_same_float(hit.t, 0.5);
}

/// A shape that is invalid stays so at every place.
static void a_compound_cannot_be_moved(void **state) {
    (void)state;
    carom_shape part = circle(0, 0, 1), all = compound(&part, 1), wrong[80];
    assert_int_equal(carom_shape_at(&all, vec(1, 1)).kind, CAROM_SHAPE_NONE);
    int count = wrong_shapes(wrong);
    for (int i = 0; i < count; ++i) {
        carom_shape moved = carom_shape_at(&wrong[i], vec(1, 1));
        assert_int_not_equal(carom_shape_check(&moved), CAROM_STATUS_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makers_refuse_non_finite_numbers),
        cmocka_unit_test(makers_accept_the_limits_of_float),
        cmocka_unit_test(makers_return_the_reason),
        cmocka_unit_test(rounded_boxes_are_polygons_or_simpler),
        cmocka_unit_test(polygons_are_checked),
        cmocka_unit_test(polygon_keeps_its_first_vertex),
        cmocka_unit_test(random_polygons_are_made_if_convex),
        cmocka_unit_test(hulls_of_points),
        cmocka_unit_test(hulls_that_are_refused),
        cmocka_unit_test(polygons_with_many_points),
        cmocka_unit_test(invalid_turns_hit_nothing),
        cmocka_unit_test(compounds_are_checked),
        cmocka_unit_test(invalid_shapes_hit_nothing),
        cmocka_unit_test(an_invalid_part_hits_nothing_and_the_others_do),
        cmocka_unit_test(invalid_motions_hit_nothing),
        cmocka_unit_test(shapes_stay_where_motions_are_not_finite),
        cmocka_unit_test(invalid_3d_input_hits_nothing),
        cmocka_unit_test(the_largest_numbers_have_results),
        cmocka_unit_test(the_least_numbers_have_results),
        cmocka_unit_test(a_compound_cannot_be_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
