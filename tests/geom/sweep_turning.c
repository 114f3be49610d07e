// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_sweep_turning for all ordered pairs: against the oracle, carom_sweep, positions at many times, and itself
// swapped, mirrored, turned and scaled. With --seconds and --seed it is the battery of `make turns`.
#include "battery.h"
#include "flat/same.h"
#include "geom/relation.h"
#include "geom/scenes.h"
#include "geom/shapes.h"
#include "geom/turning_oracle.h"
#include "geom/turning_search.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "same_float.h"

static long sweeps;

/// `least` rounds, or the time given.
/// Compounds refer to the case: do not copy it.
typedef struct turning_case {
    scene s;
    carom_turning a, b;
} turning_case;

static void print_motion(const carom_turning *m) {
    fprintf(stderr, " {{{%af, %af}, {%af, %af}}, {%af, %af}, %af}\n", (double)m->pose.position.x,
            (double)m->pose.position.y, (double)m->pose.rotation.cosine, (double)m->pose.rotation.sine,
            (double)m->move.x, (double)m->move.y, (double)m->angle);
}

static void fail_case(const turning_case *c, const char *what, double t) {
    print_shape(stderr, &c->s.a);
    print_motion(&c->a);
    print_shape(stderr, &c->s.b);
    print_motion(&c->b);
    fail_msg("%s at %a", what, t);
}

static carom_turning_hit sweep_case(const turning_case *c) {
    return carom_sweep_turning(&c->s.a, &c->a, &c->s.b, &c->b);
}

static float any_angle(random_source *r) {
    switch (random_below(r, 6)) {
    case 0: return 0;
    case 1: return (float)(random_below(r, 9) - 4) * 1.57079637f;
    case 2: return random_range(r, -30, 30);
    case 3: return random_range(r, -1e-6f, 1e-6f);
    default: return random_range(r, -1, 1);
    }
}

static const carom_rotation quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/// The scene, with its shapes about origins of their own: the size of the scene away, at most.
static void make_case(random_source *r, family f, int kind_a, int kind_b, turning_case *c) {
    make_scene(r, f, (carom_shape_kind)kind_a, (carom_shape_kind)kind_b, &c->s);
    c->a = (carom_turning){.move = c->s.a_move, .angle = any_angle(r)};
    c->b = (carom_turning){.move = c->s.b_move, .angle = random_below(r, 2) ? 0 : any_angle(r)};
    bool whole = f == FAMILY_LATTICE || f == FAMILY_GRID;
    carom_turning *motions[2] = {&c->a, &c->b};
    for (int i = 0; i < 2; ++i) {
        if (random_below(r, 2)) continue;
        motions[i]->pose.rotation = whole ? quarters[random_below(r, 4)] : carom_rotation_of(random_range(r, -4, 4));
        motions[i]->pose.position = whole ? vec((float)random_below(r, 9) - 4, (float)random_below(r, 9) - 4)
                                          : vec(random_range(r, -4, 4), random_range(r, -4, 4));
    }
}

/// The families whose numbers are of one size.
static family any_family(random_source *r) {
    static const family families[] = {FAMILY_LATTICE, FAMILY_GRID, FAMILY_UNIFORM, FAMILY_TOUCH, FAMILY_ARRIVE};
    return families[random_below(r, 5)];
}

static bool is_finite_hit(const carom_turning_hit *h) {
    return isfinite(h->t) && isfinite(h->at.position.x) && isfinite(h->at.rotation.cosine) && isfinite(h->normal.x) &&
           isfinite(h->point.x) && isfinite(h->velocity.x);
}

/// Contacts with a one-sided segment or a skipped end may not count; then the shapes overlap at the end.
static bool counts_everywhere(const carom_shape *s) {
    if (s->kind == CAROM_SHAPE_SEGMENT) return !(s->segment.one_sided || s->segment.skip_a || s->segment.skip_b);
    for (int i = 0; s->kind == CAROM_SHAPE_COMPOUND && i < s->compound.count; ++i)
        if (!counts_everywhere(&s->compound.parts[i])) return false;
    return true;
}

static void check_result(const turning_case *c, family f, const carom_turning_hit *h) {
    if (!is_finite_hit(h)) fail_case(c, "not finite", (double)h->t);
    if (!(h->t >= 0 && h->t <= 1) || (!h->hit && h->t != 1)) fail_case(c, "t out of range", (double)h->t);
    double length = sqrt((double)h->normal.x * (double)h->normal.x + (double)h->normal.y * (double)h->normal.y);
    if (h->hit ? fabs(length - 1) > 1e-6 : length != 0) fail_case(c, "normal", length);
    if (h->inside && !(h->hit && h->t == 0)) fail_case(c, "inside later", (double)h->t);
    carom_pose b_at = carom_turning_pose(&c->b, h->t);
    bool started_inside = cr_relate_posed(&c->s.a, c->a.pose, &c->s.b, c->b.pose) == CR_INSIDE;
    bool all = counts_everywhere(&c->s.a) && counts_everywhere(&c->s.b);
    // Rounding to multiples of the least float can move a shape by much of its width.
    bool fine = f != FAMILY_DENORMAL;
    if (all && fine && !started_inside && cr_relate_posed(&c->s.a, h->at, &c->s.b, b_at) == CR_INSIDE)
        fail_case(c, "the pose penetrates", (double)h->t);
}

static void all_pairs_are_answered(void **state) {
    (void)state;
    random_source r = {battery.seed * 8};
    turning_case c;
    long hits = 0, insides = 0, misses = 0, retreats = 0;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, 8); ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_COMPOUND; ++a) {
                for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_COMPOUND; ++b) {
                    make_case(&r, (family)f, a, b, &c);
                    carom_turning_hit h = sweep_case(&c);
                    check_result(&c, (family)f, &h);
                    hits += h.hit && !h.inside;
                    insides += h.inside;
                    misses += !h.hit;
                    carom_pose at = c.a.pose;
                    retreats += h.hit && h.t > 0 && memcmp(&at, &h.at, sizeof at) == 0;
                    ++sweeps;
                }
            }
        }
    }
    print_message("%ld hits, %ld inside, %ld misses; %ld back to the start\n", hits, insides, misses, retreats);
    assert_true(hits > 300 && insides > 300 && misses > 300);
}

static void without_turns_it_is_carom_sweep(void **state) {
    (void)state;
    random_source r = {battery.seed * 8 + 1};
    turning_case c;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, 4); ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_COMPOUND; ++a) {
                for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_COMPOUND; ++b) {
                    make_case(&r, (family)f, a, b, &c);
                    c.a.angle = c.b.angle = 0;
                    c.a.pose = c.b.pose = (carom_pose){.rotation = {1, 0}};
                    carom_turning_hit h = sweep_case(&c);
                    carom_sweep_hit s = carom_sweep(&c.s.a, c.a.move, &c.s.b, c.b.move), got = s;
                    got.hit = h.hit;
                    got.inside = h.inside;
                    got.t = h.t;
                    if (h.hit) got.point = h.point;
                    got.normal = h.normal;
                    got.feature = h.feature;
                    got.part_a = h.part_a;
                    got.part_b = h.part_b;
                    if (!same_sweep(&got, &s)) fail_case(&c, "not carom_sweep", (double)s.t);
                    check_result(&c, (family)f, &h);
                    ++sweeps;
                }
            }
        }
    }
}

static bool is_plain_case(const turning_case *c) {
    const carom_shape *shapes[2] = {&c->s.a, &c->s.b};
    int vertices = 0;
    bool round = false;
    for (int i = 0; i < 2; ++i) {
        const carom_shape *s = shapes[i];
        if (s->kind == CAROM_SHAPE_COMPOUND) return false;
        if (s->kind == CAROM_SHAPE_SEGMENT && (s->segment.one_sided || s->segment.skip_a || s->segment.skip_b))
            return false;
        cr_turning_core core;
        if (!cr_core_of(s, &core.core)) return false;
        vertices += core.core.count;
        round = round || core.core.radius > 0;
    }
    return round || vertices > 3;
}

/// True if the first penetration before `end` lasts less than 2^-44 of the time before it: it may count as a graze.
static bool is_graze(const turning_body *a, const turning_body *b, double end) {
    double free = 0, meets = end;
    while (meets - free > meets * 0x1p-48) {
        double middle = (free + meets) / 2;
        if (oracle_penetration(a, b, free, middle) == PENETRATES_NEVER)
            free = middle;
        else
            meets = middle;
    }
    return oracle_penetration(a, b, meets * (1 + 0x1p-44), end) != PENETRATES;
}

/// With `fast`, the motions are up to 2^63 times as long, so that the shapes can touch only in a small part of them.
static void agree_with_the_oracle(random_source r, int least, bool fast) {
    turning_case c;
    long hits = 0, misses = 0, unknown = 0;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, least); ++round) {
        int kind_a = 1 + random_below(&r, 6), kind_b = 1 + random_below(&r, 6);
        make_case(&r, any_family(&r), kind_a, kind_b, &c);
        float factor = fast ? ldexpf(1, 2 + random_below(&r, 62)) : 1;
        c.a.move = vec(c.a.move.x * factor, c.a.move.y * factor);
        if (fast && random_below(&r, 4) == 0) c.b.move = vec(c.b.move.x * factor / 4, c.b.move.y * factor / 4);
        if (!is_plain_case(&c)) continue;
        if (fabsf(c.a.angle) > 2) c.a.angle /= 8; // the time of the oracle
        if (fabsf(c.b.angle) > 2) c.b.angle /= 8;
        cr_spin a_spin, b_spin;
        cr_spin_of(c.a.angle, &a_spin);
        cr_spin_of(c.b.angle, &b_spin);
        carom_shape placed_a = carom_shape_posed(&c.s.a, c.a.pose), placed_b = carom_shape_posed(&c.s.b, c.b.pose);
        turning_body a = {&placed_a, c.a.pose.position, c.a.move, &a_spin};
        turning_body b = {&placed_b, c.b.pose.position, c.b.move, &b_spin};
        carom_turning_hit h = sweep_case(&c);
        if (oracle_penetrates_at(&a, &b, 0) != h.inside) fail_case(&c, "inside", 0);
        ++sweeps;
        if (h.inside) continue;
        float next = nextafterf(h.t, 2);
        penetration before = h.t > 0 ? oracle_penetration(&a, &b, 0, (double)h.t) : PENETRATES_NEVER;
        if (before == PENETRATES && !is_graze(&a, &b, (double)h.t))
            fail_case(&c, h.hit ? "late" : "missed", (double)h.t);
        unknown += before == PENETRATION_UNKNOWN;
        if (h.hit && next <= 1 && oracle_penetration(&a, &b, (double)h.t, (double)next) == PENETRATES_NEVER)
            fail_case(&c, "early", (double)h.t);
        hits += h.hit;
        misses += !h.hit;
    }
    print_message("%ld hits, %ld misses, %ld unknown\n", hits, misses, unknown);
    assert_true(hits > 9 && misses > 20 && unknown * 100 <= hits + misses);
}

static void it_agrees_with_the_oracle(void **state) {
    (void)state;
    agree_with_the_oracle((random_source){battery.seed * 8 + 2}, 700, false);
}

static void fast_motions_agree_with_the_oracle(void **state) {
    (void)state;
    agree_with_the_oracle((random_source){battery.seed * 8 + 6}, 300, true);
}

/// A box that lies on a one-sided segment and turns: the end that goes down is the contact, and it counts. A point on
/// the line counts likewise. The middle of the box does not move against the normal.
static void starts_on_a_one_sided_segment_count(void **state) {
    (void)state;
    carom_shape floor = one_sided(10, 0, -10, 0), low = box(-2, -1, 2, 1), point = point_at(3, 0);
    carom_turning still = {.move = {0, 0}};
    for (int i = 0; i < 2; ++i) {
        float angle = i == 0 ? 0.25f : -0.25f, x = i == 0 ? -2.0f : 2.0f;
        carom_turning turn = {.pose.position = {0, 1}, .angle = angle}, on_line = {.angle = angle};
        carom_turning_hit h = carom_sweep_turning(&low, &turn, &floor, &still);
        assert_true(h.hit && !h.inside);
        assert_same_float(h.t, 0);
        assert_same_float(h.point.x, x);
        assert_same_float(h.point.y, 0);
        assert_true(h.velocity.y < -0.4f);
        turn.move.y = 1; // faster than the end goes down
        assert_false(carom_sweep_turning(&low, &turn, &floor, &still).hit);
        h = carom_sweep_turning(&point, &on_line, &floor, &still);
        assert_int_equal(h.hit, i == 1);
        assert_same_float(h.t, i == 1 ? 0 : 1);
    }
}

/// A shape without area that turns about its end on a one-sided segment penetrates the segment at no time: the other
/// end stops it, whichever of the two moves. From behind, it passes; so it does if that end is skipped.
static void ends_stop_at_a_one_sided_segment(void **state) {
    (void)state;
    static const carom_rotation quarter[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    random_source r = {battery.seed};
    carom_shape wall = one_sided(8, 0, -8, 0);
    for (int n = 0; n < 500; ++n) {
        carom_turning still = {.pose.rotation = quarter[n % 4]};
        float offset = n % 5 == 0 ? 0 : n % 5 == 1 ? 0x1p20f : (float)(random_below(&r, 4000) - 2000);
        still.pose.position = vec(offset, n % 3 ? offset : 0);
        bool is_behind = n % 7 == 0, is_left = random_below(&r, 2), is_skipped = n % 11 == 0;
        carom_vec2 end = vec(random_range(&r, 1, 6), random_range(&r, 0.25f, 1));
        float angle = random_range(&r, -1.5f, -1);
        if (is_behind) end.y = -end.y;
        if (is_left) end.x = -end.x;
        if (is_left != is_behind) angle = -angle;
        carom_shape shape = n % 2 ? segment(0, 0, end.x, end.y) : capsule(0, 0, end.x, end.y, 0);
        if (shape.kind == CAROM_SHAPE_SEGMENT) shape.segment.skip_b = is_skipped;
        carom_turning motion = {.pose = still.pose, .angle = angle};
        motion.move = carom_rotate(still.pose.rotation, vec((float)(random_below(&r, 5) - 2) / 4, 0));
        carom_turning_hit hit = carom_sweep_turning(&shape, &motion, &wall, &still);
        carom_turning_hit swapped = carom_sweep_turning(&wall, &still, &shape, &motion);
        bool expected = !is_behind && !(is_skipped && shape.kind == CAROM_SHAPE_SEGMENT);
        assert_int_equal(hit.hit, expected);
        assert_int_equal(swapped.hit, expected);
        assert_same_float(swapped.t, hit.t);
        if (!expected) continue;
        assert_false(hit.inside);
        assert_true(hit.t > 0 && hit.t < 0.9f && hit.feature == CAROM_FEATURE_EDGE);
        assert_int_equal(swapped.feature, CAROM_FEATURE_END_B);
        carom_vec2 there = carom_pose_point(hit.at, end); // the end has no share of the offset along the normal
        carom_vec2 normal = carom_rotate(still.pose.rotation, vec(0, 1));
        float above = (there.x - still.pose.position.x) * normal.x + (there.y - still.pose.position.y) * normal.y;
        assert_true(above >= 0 && above <= 0x1p-20f * (16 + 2 * fabsf(offset)));
        assert_true(hit.normal.x * normal.x + hit.normal.y * normal.y > 0.999f);
    }
}

/// A segment whose one end slides along a one-sided segment and beyond its end, while the other end makes more than a
/// revolution: it comes to the wall from the front twice, and stops there the first time. The segment as a whole
/// touches the wall from the start.
static void an_end_stops_though_the_other_slides(void **state) {
    (void)state;
    static const carom_rotation quarter[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int n = 0; n < 16; ++n) {
        carom_turning still = {.pose.rotation = quarter[n % 4]}, motion = still;
        bool is_left = n & 4;
        float side = is_left ? -1 : 1;
        carom_shape wall = is_left ? one_sided(1, 0, -8, 0) : one_sided(8, 0, -1, 0);
        carom_shape first = segment(0, 0, 3 * side, 1), last = segment(3 * side, 1, 0, 0);
        const carom_shape *shape = n & 8 ? &last : &first;
        motion.angle = -7 * side;
        motion.move = carom_rotate(still.pose.rotation, vec(-2 * side, 0));
        carom_turning_hit hit = carom_sweep_turning(shape, &motion, &wall, &still);
        assert_true(hit.hit && !hit.inside);
        assert_true(fabs((double)hit.t - atan2(1, 3) / 7) < 1e-3);
        carom_vec2 end =
            carom_rotate(carom_rotation_inverse(still.pose.rotation), carom_pose_point(hit.at, vec(3 * side, 1)));
        assert_true(end.y >= 0 && end.y < 0x1p-20f);
        assert_int_equal(carom_sweep_turning(&wall, &still, shape, &motion).feature,
                         n & 8 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B);
    }
}

/// A tip of a triangle that moves on passes through the tip of one that turns about it, in less time than a graze
/// lasts. The shapes touch first at the middle of the motion, where a piece of the turn begins: this time is exact, so
/// it is a hit.
static void a_graze_that_begins_at_a_break_of_the_turn_is_a_hit(void **state) {
    (void)state;
    const float depth = 0x1p-48f;
    const carom_vec2 roof[] = {{0, 0}, {-1, -1}, {1, -1}}, spike[] = {{0, 0}, {0.1f, 1}, {-0.1f, 1}};
    carom_shape moving, turning;
    assert_int_equal(carom_make_polygon(roof, 3, &moving), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(spike, 3, &turning), CAROM_STATUS_OK);
    carom_turning move = {.pose = {{-1, 0}, {1, 0}}, .move = {2, 0}};
    carom_turning turn = {.pose = {{depth, -depth}, carom_rotation_of(-0.3f)}, .angle = 0.6f};
    carom_turning_hit h = carom_sweep_turning(&moving, &move, &turning, &turn);
    assert_true(h.hit && !h.inside);
    assert_same_float(h.t, 0.5f);
    assert_true(fabsf(h.normal.x + 0x1.6a09e6p-1f) < 1e-6f && fabsf(h.normal.y + 0x1.6a09e6p-1f) < 1e-6f);
    assert_same_float(carom_sweep_turning(&turning, &turn, &moving, &move).t, 0.5f);
}

/// A segment that turns about its lower end leads that end through the tip of a one-sided one. As a whole it only
/// grazes the tip, and hits it again from the side when it is upright; but its end has stopped it before.
static void an_end_stops_though_the_segment_grazes(void **state) {
    (void)state;
    carom_shape wall = one_sided(1, -0.4f, -0x1p-48f, -0.4f), moving = segment(0, 0, 0, 1);
    carom_turning still = {.pose.rotation = {1, 0}};
    carom_turning turn = {.pose = {{0, 0}, carom_rotation_of(1.6f)}, .move = {0, -1}, .angle = -2};
    carom_turning_hit h = carom_sweep_turning(&moving, &turn, &wall, &still);
    assert_true(h.hit && !h.inside && h.feature == CAROM_FEATURE_EDGE);
    assert_same_float(h.t, 0.4f);
    assert_true(h.normal.x == 0 && h.normal.y == 1);
    carom_turning_hit swapped = carom_sweep_turning(&wall, &still, &moving, &turn);
    assert_same_float(swapped.t, 0.4f);
    assert_int_equal(swapped.feature, CAROM_FEATURE_END_A);
}

/// Shapes that turn about a vertex in which they touch: the vertices stay together, and the line between them separates
/// nothing.
static void hinges_are_stopped(void **state) {
    (void)state;
    const carom_shape walls[] = {segment(0, 0, 8, 0), box(0, 0, 8, 8), box(0, -1, 8, 0), capsule(0, 1, 8, 1, 1)};
    carom_shape spike;
    carom_vec2 corners[] = {{0, 0}, {0, -5}, {-0.5f, -5}};
    assert_int_equal(carom_make_polygon(corners, 3, &spike), CAROM_STATUS_OK);
    carom_turning still = {.move = {0, 0}}, turn = {.angle = 4};
    for (int i = 0; i < 4; ++i) {
        carom_turning_hit h = carom_sweep_turning(&spike, &turn, &walls[i], &still);
        assert_true(h.hit && !h.inside);
        // Until the spike lies on the wall; on the third it lies already. It closes at the tip.
        assert_true(fabs((double)h.t * 4 - (i == 2 ? 0 : acos(-1) / 2)) < 0.02);
        double speed = (double)h.velocity.x * (double)h.normal.x + (double)h.velocity.y * (double)h.normal.y;
        assert_true(speed < -3);
        carom_turning_hit swapped = carom_sweep_turning(&walls[i], &still, &spike, &turn);
        assert_same_float(swapped.t, h.t);
    }
}

/// A capsule that comes from behind a one-sided segment and is still in it at the end does not hit it, although its
/// centre is in front by then, and it turns into it.
static void ends_within_a_one_sided_segment_miss(void **state) {
    (void)state;
    carom_shape thin = one_sided(64, 48, 64, 32), moving = capsule(-4, 0, 4, 0, 1);
    carom_turning still = {.move = {0, 0}};
    carom_turning turn = {{{69, 44}, {-0x1.c37444p-1f, 0x1.e30b8ap-2f}}, {-6.375f, -2}, -0x1.2d97c8p+2f};
    assert_false(carom_sweep_turning(&moving, &turn, &thin, &still).hit);
}

/// A segment that reaches the end of a one-sided one when its middle is behind the line of the wall stays in contact,
/// however large both are: an end that is as far behind as this is not there by rounding.
static void a_segment_reaches_an_end_with_its_middle_behind(void **state) {
    (void)state;
    for (int exponent = 0; exponent <= 40; exponent += 8) {
        const float unit = ldexpf(1, exponent);
        const carom_shape bar = segment(0, -6 * unit, 0, 6 * unit), wall = one_sided(0, 0, 4 * unit, 0);
        const carom_turning from = {{{-unit, -unit}, {1, 0}}, {2 * unit, 10 * unit}, 0};
        const carom_turning rest = {{{0, 0}, {1, 0}}, {0, 0}, 0};
        carom_turning_hit hit = carom_sweep_turning(&bar, &from, &wall, &rest);
        assert_true(hit.hit && hit.t == 0.5f);
        assert_same_float(hit.at.position.x, 0);
        assert_same_float(hit.at.position.y, 4 * unit);
    }
}

/// Wedged between a box and a polygon of a compound, a circle lies beside a part without interior, which it never met.
/// The closest part is the box, whose normal is opposite to that of the hit.
static void rests_between_parts_one_of_which_is_flat(void **state) {
    (void)state;
    const carom_vec2 corners[] = {{3, 6}, {-2, 4}, {0, 1}, {4, 5}};
    carom_shape parts[3] = {box(-3, -2, 1, -2), box(3, 0, 5, 3)}, ball = circle(2, 1, 1), wedge;
    assert_int_equal(carom_make_polygon(corners, 4, &parts[2]), CAROM_STATUS_OK);
    assert_int_equal(carom_make_compound(parts, 3, &wedge), CAROM_STATUS_OK);
    carom_turning a = {.move = {6, -9}}, b = {.move = {6, -12}};
    carom_turning_hit h = carom_sweep_turning(&ball, &a, &wedge, &b);
    assert_true(h.hit && !h.inside);
    assert_true(cr_relate_posed(&ball, h.at, &wedge, carom_turning_pose(&b, h.t)) != CR_INSIDE);
    assert_true(fabsf(h.at.position.x - a.move.x * h.t) < 1e-5f && fabsf(h.at.position.y - a.move.y * h.t) < 1e-5f);
}

/// A slot of b is exactly as wide as a, and rounding can make it narrower. Where b moves, the earlier poses of a are
/// seen from b: a stays on its way to the slot, whichever of the two moves into the other, along an axis or not.
static void stays_out_of_a_slot_that_moves(void **state) {
    (void)state;
    random_source r = {battery.seed * 8 + 4};
    long short_of_it = 0;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, 4000); ++round) {
        float far = random_below(&r, 2) ? 0 : (float)(random_below(&r, 2001) - 1000), width = random_range(&r, 0.5f, 2);
        carom_shape parts[3] = {box(-9, 0, -width, 4), box(width, 0, 9, 4), box(-9, 4, 9, 6)}, slot;
        assert_int_equal(carom_make_compound(parts, 3, &slot), CAROM_STATUS_OK);
        carom_shape movers[] = {circle(0, -3, width), box(-width, -4, width, -2), capsule(0, -4, 0, -3, width)};
        const carom_shape *mover = &movers[random_below(&r, 3)];
        carom_vec2 away = {far + random_range(&r, -20, 20), random_range(&r, -20, 20)};
        turning_case c = {.s.a = *mover, .s.b = slot};
        bool stays_in_x = random_below(&r, 3) == 0, stays_in_y = random_below(&r, 3) == 0, opens_in_x = round & 1;
        away = vec(stays_in_x ? 0 : away.x, stays_in_y ? 0 : away.y);
        c.b.move = away;
        c.a.move = opens_in_x ? vec(away.x - 16, away.y) : vec(away.x, away.y + 16);
        c.a.pose.rotation = c.b.pose.rotation = quarters[opens_in_x];
        if (random_below(&r, 2)) c.a.pose.position.x = c.b.pose.position.x = far;
        if (random_below(&r, 2)) c.b.angle = random_range(&r, -1, 1) * 0x1p-20f;
        carom_turning_hit h = sweep_case(&c);
        if (h.inside) continue;
        carom_pose b_at = carom_turning_pose(&c.b, h.t);
        if (!h.hit || cr_relate_posed(&c.s.a, h.at, &c.s.b, b_at) == CR_INSIDE)
            fail_case(&c, h.hit ? "in the slot" : "missed", (double)h.t);
        carom_vec2 gone = vec(h.at.position.x - b_at.position.x, h.at.position.y - b_at.position.y);
        float ahead = opens_in_x ? -gone.x : gone.y, aside = opens_in_x ? gone.y : gone.x;
        if (!(ahead > -1e-3f && fabsf(aside) < 1e-3f)) fail_case(&c, "beside its path", (double)h.t);
        short_of_it += ahead < 3;
    }
    print_message("%ld short of the bottom\n", short_of_it);
}

// ---- Laws -----------------------------------------------------------------------------------------------------------

static carom_vec2 mirrored_point(carom_vec2 v) {
    return vec(v.x, 0 - v.y);
}

static carom_shape mirrored_shape(const carom_shape *shape) {
    carom_shape m = *shape;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: m.point = mirrored_point(m.point); break;
    case CAROM_SHAPE_CIRCLE: m.circle.center = mirrored_point(m.circle.center); break;
    case CAROM_SHAPE_SEGMENT:
        m.segment.a = mirrored_point(shape->segment.b);
        m.segment.b = mirrored_point(shape->segment.a);
        m.segment.skip_a = shape->segment.skip_b;
        m.segment.skip_b = shape->segment.skip_a;
        break;
    case CAROM_SHAPE_CAPSULE:
        m.capsule.a = mirrored_point(m.capsule.a);
        m.capsule.b = mirrored_point(m.capsule.b);
        break;
    case CAROM_SHAPE_BOX:
        m.box.min.y = 0 - shape->box.max.y;
        m.box.max.y = 0 - shape->box.min.y;
        break;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < m.polygon.count; ++i)
            m.polygon.v[i] = mirrored_point(shape->polygon.v[i > 0 ? m.polygon.count - i : 0]);
        break;
    default: break;
    }
    return m;
}

static carom_turning mirrored_motion(const carom_turning *m) {
    carom_rotation r = m->pose.rotation;
    return (carom_turning){
        {mirrored_point(m->pose.position), {r.cosine, 0 - r.sine}}, mirrored_point(m->move), 0 - m->angle};
}

static carom_turning quarter_motion(const carom_turning *m, carom_rotation q) {
    return (carom_turning){{carom_rotate(q, m->pose.position), carom_rotation_compose(q, m->pose.rotation)},
                           carom_rotate(q, m->move),
                           m->angle};
}

static carom_vec2 scaled_point(carom_vec2 v, float k) {
    return vec(k * v.x, k * v.y);
}

static carom_shape scaled_shape(const carom_shape *shape, float k) {
    carom_shape m = *shape;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: m.point = scaled_point(m.point, k); break;
    case CAROM_SHAPE_CIRCLE:
        m.circle.center = scaled_point(m.circle.center, k);
        m.circle.radius *= k;
        break;
    case CAROM_SHAPE_SEGMENT:
        m.segment.a = scaled_point(m.segment.a, k);
        m.segment.b = scaled_point(m.segment.b, k);
        break;
    case CAROM_SHAPE_CAPSULE:
        m.capsule.a = scaled_point(m.capsule.a, k);
        m.capsule.b = scaled_point(m.capsule.b, k);
        m.capsule.radius *= k;
        break;
    case CAROM_SHAPE_BOX:
        m.box.min = scaled_point(m.box.min, k);
        m.box.max = scaled_point(m.box.max, k);
        break;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < m.polygon.count; ++i) m.polygon.v[i] = scaled_point(m.polygon.v[i], k);
        m.polygon.radius *= k;
        break;
    default: break;
    }
    return m;
}

static carom_turning scaled_motion(const carom_turning *m, float k) {
    return (carom_turning){{scaled_point(m->pose.position, k), m->pose.rotation}, scaled_point(m->move, k), m->angle};
}

static bool same_answer(const carom_turning_hit *x, const carom_turning_hit *y) {
    return x->hit == y->hit && x->inside == y->inside && x->t == y->t;
}

/// Shapes that stay closer than rounding are not followed in small steps. The sliver is 2^117 times as large as the
/// segment.
static void contacts_that_do_not_count_cost_little(void **state) {
    (void)state;
    carom_shape sliver = {.kind = CAROM_SHAPE_POLYGON,
                          .polygon = {.count = 4,
                                      .v = {{-0x1.2327b8p+120f, 0x1.e93028p-37f},
                                            {0x1.0b49dp+110f, -0x1.1e085p+68f},
                                            {0x1.180cp+49f, -0x1.d1a8p-1f},
                                            {-0x1.8405ap+3f, -0x1.0bda5p-76f}}}};
    carom_shape wall = one_sided(2.5f, -0x1.971804p+2f, 4.75f, -0.75f);
    const carom_turning fast = {.pose = {{-17, -30}, {0x1.b25bfcp-2f, -0x1.cfa7f8p-1f}},
                                .move = {0x1.a50fp-8f, -0x1.011d28p-77f},
                                .angle = -0.1875f};
    const carom_turning moves = {.pose = {{0x1.69c15p-108f, -0x1.ae7c9p-79f}, {0x1.f020c8p-3f, -0x1.f0bfdep-1f}},
                                 .move = {5, 6}};
    clock_t start = clock();
    assert_false(carom_sweep_turning(&sliver, &fast, &wall, &moves).hit);
    assert_false(carom_sweep_turning(&wall, &moves, &sliver, &fast).hit);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
}

/// Slivers far thinner than the noise of double: each of their sides may seem to be the closest one. Two that touch
/// along a side and turn together do not hit: this side separates them all the time.
static void slivers_that_turn_together_cost_little(void **state) {
    (void)state;
    clock_t start = clock();
    for (int n = 0; n < 100; ++n) {
        const float depth = ldexpf(1, -n);
        const carom_vec2 below[3] = {{0, 0}, {0.375f, -depth}, {1, 0}}, above[3] = {{0, 0}, {1, 0}, {0.5f, depth}};
        const carom_turning turn = {.move = {(float)(n & 1), 0}, .angle = n & 2 ? 1.25f : -0.75f};
        carom_shape lower, upper;
        assert_int_equal(carom_make_polygon(below, 3, &lower), CAROM_STATUS_OK);
        assert_int_equal(carom_make_polygon(above, 3, &upper), CAROM_STATUS_OK);
        assert_false(carom_sweep_turning(&upper, &turn, &lower, &turn).hit);
        assert_false(carom_sweep_turning(&lower, &turn, &upper, &turn).hit);
    }
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
}

/// Shapes that slide along the back of a one-sided segment, in it by less than 2^-20, take no more steps for being so
/// shallow: 2^24 of them took seconds.
static void shallow_contacts_with_backs_cost_little(void **state) {
    (void)state;
    carom_shape wall = one_sided(8, 0, -64, 0), shapes[4] = {box(-1, -2, 1, 0), capsule(-1, -1, 1, -1, 1)};
    carom_turning still = {.move = {0, 0}}, slide = {.pose.position = {-32, 0x1p-22f}, .move = {64, 0}};
    assert_int_equal(carom_make_rounded_box((carom_box){{-1, -2}, {1, 0}}, 0.5f, &shapes[2]), CAROM_STATUS_OK);
    shapes[3] = segment(-1, -2, 1, 0);
    clock_t start = clock();
    for (int i = 0; i < 4; ++i) {
        for (int n = 1; n < 8; ++n) {
            slide.angle = n % 2 ? ldexpf(1, -22 - 3 * n) : -ldexpf(1, -22 - 3 * n);
            slide.move.y = n < 4 ? 0 : ldexpf(1, -24 - n);
            assert_false(carom_sweep_turning(&shapes[i], &slide, &wall, &still).hit);
            assert_false(carom_sweep_turning(&wall, &still, &shapes[i], &slide).hit);
        }
    }
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
}

static void laws_hold(void **state) {
    (void)state;
    random_source r = {battery.seed * 8 + 3};
    turning_case c;
    long hits = 0;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, 2000); ++round) {
        make_case(&r, any_family(&r), 1 + random_below(&r, 6), 1 + random_below(&r, 6), &c);
        carom_turning_hit h = sweep_case(&c), other;
        hits += h.hit;
        carom_shape x = mirrored_shape(&c.s.a), y = mirrored_shape(&c.s.b);
        carom_turning mx = mirrored_motion(&c.a), my = mirrored_motion(&c.b);
        other = carom_sweep_turning(&x, &mx, &y, &my);
        // What counts against a one-sided segment is decided in double, where it depends on the order of operations.
        bool exact = counts_everywhere(&c.s.a) && counts_everywhere(&c.s.b);
        if (exact && !same_answer(&h, &other)) fail_case(&c, "mirrored", (double)other.t);
        carom_rotation q = quarters[1 + random_below(&r, 3)];
        mx = quarter_motion(&c.a, q);
        my = quarter_motion(&c.b, q);
        other = carom_sweep_turning(&c.s.a, &mx, &c.s.b, &my);
        if (exact && !same_answer(&h, &other)) fail_case(&c, "turned by quarters", (double)other.t);
        float k = ldexpf(1, random_below(&r, 80) - 40);
        x = scaled_shape(&c.s.a, k);
        y = scaled_shape(&c.s.b, k);
        mx = scaled_motion(&c.a, k);
        my = scaled_motion(&c.b, k);
        other = carom_sweep_turning(&x, &mx, &y, &my);
        if (!same_answer(&h, &other)) fail_case(&c, "scaled", (double)other.t);
        other = carom_sweep_turning(&c.s.b, &c.b, &c.s.a, &c.a);
        if (exact && !same_answer(&h, &other)) fail_case(&c, "swapped", (double)other.t);
        sweeps += 5;
    }
    print_message("%ld hits\n", hits);
    assert_true(hits > 100);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 5);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_are_answered),
        cmocka_unit_test(without_turns_it_is_carom_sweep),
        cmocka_unit_test(it_agrees_with_the_oracle),
        cmocka_unit_test(fast_motions_agree_with_the_oracle),
        cmocka_unit_test(hinges_are_stopped),
        cmocka_unit_test(starts_on_a_one_sided_segment_count),
        cmocka_unit_test(ends_stop_at_a_one_sided_segment),
        cmocka_unit_test(an_end_stops_though_the_other_slides),
        cmocka_unit_test(an_end_stops_though_the_segment_grazes),
        cmocka_unit_test(a_graze_that_begins_at_a_break_of_the_turn_is_a_hit),
        cmocka_unit_test(ends_within_a_one_sided_segment_miss),
        cmocka_unit_test(a_segment_reaches_an_end_with_its_middle_behind),
        cmocka_unit_test(rests_between_parts_one_of_which_is_flat),
        cmocka_unit_test(stays_out_of_a_slot_that_moves),
        cmocka_unit_test(contacts_that_do_not_count_cost_little),
        cmocka_unit_test(slivers_that_turn_together_cost_little),
        cmocka_unit_test(shallow_contacts_with_backs_cost_little),
        cmocka_unit_test(laws_hold),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(sweeps, "turning sweeps", failed);
    return failed;
}
