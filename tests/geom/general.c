// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The closed forms compared with the general path. A compound of one part is the same set of points, and always takes
// the general path. Both must give the same result, and t to the last bit.
#include "geom/relation.h"
#include "geom/scenes.h"
#include "geom/shapes.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 60 };

static void fail_on(family f, const scene *s, const char *what) {
    print_shape(stderr, &s->a);
    fprintf(stderr, " by (%af, %af)\n", (double)s->a_move.x, (double)s->a_move.y);
    print_shape(stderr, &s->b);
    fprintf(stderr, " by (%af, %af)\n", (double)s->b_move.x, (double)s->b_move.y);
    fail_msg("\n%s: %s", family_name(f), what);
}

/// If double has lost the direction, or sizes differ too much, only decisions and times are compared.
static bool has_plain_numbers(family f) {
    return f == FAMILY_GRID || f == FAMILY_UNIFORM;
}

static bool near(carom_vec2 p, carom_vec2 q, float scale) {
    return fabsf(p.x - q.x) <= 1e-5f * scale && fabsf(p.y - q.y) <= 1e-5f * scale;
}

static float size_of(const scene *s) {
    carom_box a = carom_shape_bounds(&s->a), b = carom_shape_bounds(&s->b);
    return 1 + fabsf(a.min.x) + fabsf(a.max.x) + fabsf(a.min.y) + fabsf(a.max.y) + fabsf(b.min.x) + fabsf(b.max.x) +
           fabsf(b.min.y) + fabsf(b.max.y) + fabsf(s->a_move.x) + fabsf(s->a_move.y);
}

static void compare_sweeps(family f, const scene *s, const carom_shape *wrapped, carom_vec2 b_move) {
    carom_sweep_hit closed = carom_sweep(&s->a, s->a_move, &s->b, b_move);
    carom_sweep_hit general = carom_sweep(&s->a, s->a_move, wrapped, b_move);
    if (closed.hit != general.hit || closed.inside != general.inside) fail_on(f, s, "one sweep hits");
    if (memcmp(&closed.t, &general.t, sizeof closed.t) != 0) fail_on(f, s, "the times of the sweeps differ");
    carom_sweep_hit only = cr_sweep_hit(&s->a, s->a_move, wrapped, b_move);
    bool equal = only.hit == general.hit && only.inside == general.inside && only.t == general.t;
    if (!equal || !near(only.normal, general.normal, 0)) fail_on(f, s, "a sweep without a position differs");
    if (!has_plain_numbers(f) || !closed.hit) return;
    if (!near(closed.at, general.at, size_of(s))) fail_on(f, s, "the positions differ");
    bool corner = closed.feature != general.feature || closed.inside; // two sides may be correct
    if (!corner && !near(closed.normal, general.normal, 1)) fail_on(f, s, "the normals of the sweeps differ");
    if (!corner && !near(closed.point, general.point, size_of(s))) fail_on(f, s, "the contacts differ");
}

static void compare_rays(family f, const scene *s, const carom_shape *wrapped) {
    if (s->a.kind != CAROM_SHAPE_POINT) return;
    carom_ray_hit closed = carom_ray(s->a.point, s->a_move, &s->b);
    carom_ray_hit general = carom_ray(s->a.point, s->a_move, wrapped);
    if (closed.hit != general.hit || closed.inside != general.inside) fail_on(f, s, "one ray hits");
    if (memcmp(&closed.t, &general.t, sizeof closed.t) != 0) fail_on(f, s, "the times of the rays differ");
    if (!has_plain_numbers(f) || !closed.hit) return;
    if (!(fabsf(closed.exit - general.exit) <= 1e-4f * (1 + fabsf(closed.exit)))) fail_on(f, s, "the exits differ");
}

static void closed_forms_match_the_general_path(void **state) {
    (void)state;
    random_source r = {11};
    scene s;
    for (int round = 0; round < ROUNDS; ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_POLYGON; ++a) {
                for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_POLYGON; ++b) {
                    make_scene(&r, (family)f, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                    carom_shape wrapped = compound(&s.b, 1);
                    if (carom_overlap(&s.a, &s.b) != carom_overlap(&s.a, &wrapped))
                        fail_on((family)f, &s, "one overlaps");
                    compare_sweeps((family)f, &s, &wrapped, vec(0, 0));
                    compare_sweeps((family)f, &s, &wrapped, s.b_move); // of every second scene
                    compare_rays((family)f, &s, &wrapped);
                }
            }
        }
    }
}

/// A point that starts on a one-sided segment and moves along it slides.
static void on_a_one_sided_segment_only_its_inside_is_hit(void **state) {
    (void)state;
    const carom_shape solid_above = one_sided(0, 0, 4, 0), wrapped = compound(&solid_above, 1), point = point_at(1, 0);
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            carom_sweep_hit hit = carom_sweep(&point, vec((float)x, (float)y), &wrapped, vec(0, 0));
            assert_int_equal(hit.hit, y > 0);
            assert_true(hit.t == (y > 0 ? 0 : 1));
        }
    }
}

/// A circle that reaches the end of a side exactly, at a time that double rounds, hits the side.
static void the_end_of_a_side_belongs_to_it(void **state) {
    (void)state;
    for (int n = 0; n < 8 * 8 * 8; ++n) {
        const float gap = 1 + (float)(n % 8), speed = gap + 1 + (float)(n / 8 % 8), slope = 1 + (float)(n / 64);
        const float x = gap * slope, far = x + 4;
        const carom_shape ball = circle(0, gap + 1, 1), swapped = circle(gap + 1, 0, 1);
        const carom_shape from_end = box(x, -1, far, 0), to_end = box(-far, -1, x, 0), beside = box(-1, x, 0, far);
        const carom_vec2 move = {speed * slope, -speed};
        carom_sweep_hit hits[] = {carom_sweep(&ball, move, &from_end, vec(0, 0)),
                                  carom_sweep(&ball, move, &to_end, vec(0, 0)),
                                  carom_sweep(&swapped, vec(move.y, move.x), &beside, vec(0, 0))};
        for (int i = 0; i < 3; ++i) {
            assert_true(hits[i].hit && !hits[i].inside);
            assert_int_equal(hits[i].feature, CAROM_FEATURE_SIDE);
        }
    }
}

/// The same of a segment, from which the circle is 5 along (-3, 4) when it reaches one of the ends.
static void the_ends_of_a_segment_belong_to_it(void **state) {
    (void)state;
    for (int n = 0; n < 7 * 7 * 7 * 7; ++n) {
        const float parts = 1 + (float)(n % 7), more = 1 + (float)(n / 7 % 7);
        const float x = (float)(n / 49 % 7 - 3), y = -5 + (float)(n / 343 - 3) / 4; // the way in 1 of the parts
        const carom_shape ball = circle(-3 - parts * x, 4 - parts * y, 5);
        const carom_shape from_end = segment(0, 0, 16, 12), to_end = segment(-16, -12, 0, 0);
        const carom_vec2 move = {(parts + more) * x, (parts + more) * y};
        const carom_sweep_hit hits[] = {carom_sweep(&ball, move, &from_end, vec(0, 0)),
                                        carom_sweep(&ball, move, &to_end, vec(0, 0))};
        for (int i = 0; i < 2; ++i) {
            assert_true(hits[i].hit && !hits[i].inside);
            assert_int_equal(hits[i].feature, CAROM_FEATURE_EDGE);
        }
    }
}

/// A circle that reaches two parts of a compound at one time, or within rounding of it, stops clear of both.
static void between_two_parts_the_position_is_clear_of_both(void **state) {
    (void)state;
    random_source r = {12};
    int hits = 0, both = 0;
    for (int n = 0; n < 20000; ++n) {
        float size = 1 + (float)random_below(&r, 4), foot = random_range(&r, 0.1f, 3), top = random_range(&r, 3, 9);
        float other = size;
        for (int k = random_below(&r, 3); k > 0; --k) other = nextafterf(other, 9);
        const carom_vec2 left[] = {{-foot, 0}, {-top, size}, {-top, 0}}, right[] = {{foot, 0}, {top, 0}, {top, other}};
        carom_shape parts[2];
        assert_int_equal(carom_make_polygon(left, 3, &parts[0]), CAROM_STATUS_OK);
        assert_int_equal(carom_make_polygon(right, 3, &parts[1]), CAROM_STATUS_OK);
        carom_shape wedge = compound(parts, 2), ball = circle(0, random_range(&r, 10, 20), random_range(&r, 0.2f, 4));
        carom_sweep_hit hit = carom_sweep(&ball, vec(0, -40), &wedge, vec(0, 0));
        if (!hit.hit) continue;
        ++hits;
        carom_shape there = circle(hit.at.x, hit.at.y, ball.circle.radius);
        int touched = 0;
        for (int k = 0; k < 2; ++k) {
            if (carom_sweep(&ball, vec(0, -40), &parts[k], vec(0, 0)).t > hit.t) continue;
            assert_false(carom_sweep(&there, vec(0, 0), &parts[k], vec(0, 0)).inside);
            ++touched;
        }
        both += touched == 2;
    }
    assert_in_range(hits, 10000, 20000);
    assert_in_range(both, 1000, 20000);
}

/// A box that has come into a segment through its skipped end is stopped by the next part, not by the segment.
static void in_a_skipped_end_the_position_is_that_of_the_next_part(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        float side = i & 1 ? -1 : 1;
        carom_shape ends[2] = {segment(0, 0, 3 * side, 0), box(4, -1, 6, 1)};
        if (i & 1) ends[1] = box(-6, -1, -4, 1);
        if (i & 2) ends[0] = segment(3 * side, 0, 0, 0);
        *(i & 2 ? &ends[0].segment.skip_b : &ends[0].segment.skip_a) = true;
        const carom_shape parts[2] = {ends[i >> 2], ends[1 - (i >> 2)]};
        carom_shape target = compound(parts, 2), body = box(-5.5f, -0.25f, -4.5f, 0.25f);
        if (i & 1) body = box(4.5f, -0.25f, 5.5f, 0.25f);
        carom_sweep_hit hit = carom_sweep(&body, vec(10 * side, 0), &target, vec(0, 0));
        assert_true(hit.hit && !hit.inside && hit.part_b == 1 - (i >> 2));
        assert_true(hit.at.x == (i & 1 ? -4 : 3) && hit.at.y == -0.25f);
        // Without the skip, the segment stops it.
        ends[0].segment.skip_a = ends[0].segment.skip_b = false;
        hit = carom_sweep(&body, vec(10 * side, 0), &ends[0], vec(0, 0));
        assert_true(hit.hit && hit.at.x == (i & 1 ? 0 : -1));
    }
}

/// A coordinate, or a float next to it.
static float beside(random_source *r, float x) {
    int to = random_below(r, 6);
    return to == 0 ? nextafterf(x, -99) : to == 1 ? nextafterf(x, 99) : x;
}

/// Rays that start on the line of an edge, run along one, or through vertices, exactly or next to it. One vertex is at
/// the origin, where floats are dense.
static void rays_along_the_lines_of_a_polygon(void **state) {
    (void)state;
    const carom_vec2 v[] = {{0, 0}, {2, 0}, {4, 2}, {4, 4}, {2, 6}, {0, 6}, {-2, 4}, {-2, 2}};
    carom_shape octagon;
    assert_int_equal(carom_make_polygon(v, 8, &octagon), CAROM_STATUS_OK);
    const carom_shape wrapped = compound(&octagon, 1);
    random_source r = {31};
    int hits = 0, exits = 0;
    for (int n = 0; n < 200000; ++n) {
        const carom_vec2 p = v[random_below(&r, 3)], along = v[random_below(&r, 8)], to = v[random_below(&r, 8)];
        const float size = (float[]){1, 0.5f, 0x1p-30f, 0x1p-60f}[random_below(&r, 4)];
        const float by = (float[]){1, 3, 0x1p-30f, 0x1p-60f}[random_below(&r, 4)];
        const carom_vec2 from = {beside(&r, p.x + (float)(random_below(&r, 7) - 3) * size),
                                 beside(&r, p.y + (float)(random_below(&r, 7) - 3) * size)};
        const carom_vec2 move = {beside(&r, (to.x - along.x) * by), beside(&r, (to.y - along.y) * by)};
        carom_ray_hit closed = carom_ray(from, move, &octagon), general = carom_ray(from, move, &wrapped);
        if (closed.hit != general.hit || closed.inside != general.inside || closed.t != general.t ||
            closed.exit != general.exit || closed.feature != general.feature) {
            fail_msg("from (%a, %a) by (%a, %a): hit %d, t %a, exit %a, feature %d; general %d, %a, %a, %d",
                     (double)from.x, (double)from.y, (double)move.x, (double)move.y, closed.hit, (double)closed.t,
                     (double)closed.exit, closed.feature, general.hit, (double)general.t, (double)general.exit,
                     general.feature);
        }
        hits += closed.hit && !closed.inside;
        exits += closed.hit && closed.exit < 1;
    }
    assert_in_range(hits, 10000, 100000);
    assert_in_range(exits, 5000, 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_match_the_general_path),
        cmocka_unit_test(on_a_one_sided_segment_only_its_inside_is_hit),
        cmocka_unit_test(the_end_of_a_side_belongs_to_it),
        cmocka_unit_test(the_ends_of_a_segment_belong_to_it),
        cmocka_unit_test(between_two_parts_the_position_is_clear_of_both),
        cmocka_unit_test(in_a_skipped_end_the_position_is_that_of_the_next_part),
        cmocka_unit_test(rays_along_the_lines_of_a_polygon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
