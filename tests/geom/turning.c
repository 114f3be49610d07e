// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The definition of a turning motion, and the oracle: without spin it must agree with carom_sweep, and with spin with
// the positions of the shapes at many times.
#include "base/rotation.h"
#include "geom/relation.h"
#include "geom/scenes.h"
#include "geom/shapes.h"
#include "geom/turning_curves.h"
#include "geom/turning_obstacle.h"
#include "geom/turning_oracle.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "same_float.h"

static const cr_turning_terms whole_motion = {.until = 1, .least_step = 0x1p-24, .needs_gap = true};

static void half_vectors_turn_evenly(void **state) {
    (void)state;
    random_source r = {1};
    for (int n = 0; n < 20000; ++n) {
        float angle = n % 3 == 0 ? random_range(&r, -30, 30) : n % 3 == 1 ? random_range(&r, -1, 1) : (float)n * 1e-9f;
        if (n < 100) angle = (float)n * 0x1p-80f; // half of it is between two half vectors, if n is odd
        cr_spin spin, other;
        cr_spin_of(angle, &spin);
        cr_spin_of(-angle, &other);
        assert_true(spin.pieces == 1 || fabs((double)angle) / (spin.pieces / 2) > 3.14159265 / 6);
        assert_same_float(spin.half[0].x, 1);
        assert_same_float(spin.half[0].y, 0);
        for (int k = 0; k <= spin.pieces; ++k) {
            double half = (double)angle * k / (2 * spin.pieces);
            assert_not_above(fabs((double)spin.half[k].x - cos(half)), 3.1e-8);
            assert_not_above(fabs((double)spin.half[k].y - sin(half)), 3.1e-8);
            assert_same_float(spin.half[k].x, other.half[k].x);
            assert_same_float(spin.half[k].y, -other.half[k].y);
            double multiple = ldexp((double)spin.half[k].y, 80);
            assert_true(multiple == floor(multiple));
        }
    }
    cr_spin most;
    cr_spin_of(CAROM_MAX_TURN, &most);
    assert_int_equal(most.pieces, CR_MOST_PIECES);
}

/// From 2^52 steps on, a number is a multiple: half a step more would not be a double.
static void multiples_are_the_nearest(void **state) {
    (void)state;
    static const double numbers[][2] = {{0.25, 0},
                                        {0.5, 1},
                                        {1.25, 1},
                                        {1.5, 2},
                                        {0x1p51, 0x1p51},
                                        {0x1p51 + 0.5, 0x1p51 + 1},
                                        {0x1p52 - 0.5, 0x1p52},
                                        {0x1p52 + 1, 0x1p52 + 1},
                                        {0x1p53 + 2, 0x1p53 + 2}};
    for (int i = 0; i < 9; ++i) {
        for (int exponent = -80; exponent <= 80; exponent += 40) {
            double step = ldexp(1, exponent), x = numbers[i][0] * step, expected = numbers[i][1] * step;
            assert_true(cr_nearest_multiple(x, step) == expected);
            assert_true(cr_nearest_multiple(-x, step) == -expected);
        }
    }
}

static void angles_beyond_the_limit_are_no_turn(void **state) {
    (void)state;
    const float bad[] = {nextafterf(CAROM_MAX_TURN, 99), -nextafterf(CAROM_MAX_TURN, 99), 1e30f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        carom_turning motion = {.pose = {{1, 2}, {0, 1}}, .move = {3, 4}, .angle = bad[i]};
        assert_false(cr_turning_is_finite(&motion));
        carom_pose end = carom_turning_pose(&motion, 1);
        assert_memory_equal(&end, &motion.pose, sizeof end);
    }
}

static bool is_plain(const carom_shape *s) {
    return s->kind != CAROM_SHAPE_SEGMENT || !(s->segment.one_sided || s->segment.skip_a || s->segment.skip_b);
}

static bool is_round(const carom_shape *s) {
    return (s->kind == CAROM_SHAPE_CIRCLE && s->circle.radius > 0) ||
           (s->kind == CAROM_SHAPE_CAPSULE && s->capsule.radius > 0) ||
           (s->kind == CAROM_SHAPE_POLYGON && s->polygon.radius > 0);
}

/// Pairs without radius that can never penetrate have a rule of their own.
static bool is_flat(const carom_shape *a, const carom_shape *b) {
    if (is_round(a) || is_round(b)) return false;
    return a->kind != CAROM_SHAPE_POLYGON && b->kind != CAROM_SHAPE_POLYGON;
}

static void fail_turning(const turning_body *a, const turning_body *b, const char *what, float t) {
    print_shape(stderr, a->shape);
    fprintf(stderr, "\n");
    print_shape(stderr, b->shape);
    fprintf(stderr, "\nby (%a, %a) and (%a, %a)\n", (double)a->move.x, (double)a->move.y, (double)b->move.x,
            (double)b->move.y);
    fail_msg("%s at %a", what, (double)t);
}

static void without_spin_it_is_a_sweep(void **state) {
    (void)state;
    random_source r = {2};
    cr_spin still;
    cr_spin_of(0, &still);
    int hits = 0, misses = 0, unknown = 0;
    for (int n = 0; n < 400; ++n) {
        scene s;
        family f = (family)random_below(&r, FAMILY_COUNT);
        make_scene(&r, f, (carom_shape_kind)(1 + random_below(&r, 6)), (carom_shape_kind)(1 + random_below(&r, 6)), &s);
        if (f == FAMILY_FAR_APART || f == FAMILY_DEGENERATE || !is_plain(&s.a) || !is_plain(&s.b) ||
            is_flat(&s.a, &s.b))
            continue;
        carom_sweep_hit hit = carom_sweep(&s.a, s.a_move, &s.b, s.b_move);
        turning_body a = {&s.a, {1, 2}, s.a_move, &still}, b = {&s.b, {-3, 0}, s.b_move, &still};
        if (oracle_penetrates_at(&a, &b, 0) != hit.inside) fail_turning(&a, &b, "inside", 0);
        if (hit.inside) continue;
        float next = nextafterf(hit.t, 2);
        penetration before = hit.t > 0 ? oracle_penetration(&a, &b, 0, (double)hit.t) : PENETRATES_NEVER;
        penetration after = hit.hit && next <= 1 ? oracle_penetration(&a, &b, (double)hit.t, (double)next) : PENETRATES;
        if (before == PENETRATES) fail_turning(&a, &b, hit.hit ? "late" : "missed", hit.t);
        if (after == PENETRATES_NEVER) fail_turning(&a, &b, "early", hit.t);
        unknown += before == PENETRATION_UNKNOWN || after == PENETRATION_UNKNOWN;
        hits += hit.hit;
        misses += !hit.hit;
    }
    print_message("%d hits, %d misses, %d unknown\n", hits, misses, unknown);
    assert_in_range(hits, 20, 4000);
    assert_in_range(misses, 20, 4000);
    assert_in_range(unknown, 0, 4); // contacts of two features at one time
}

/// The rotation at time t in double.
static void rotation_at(const cr_spin *spin, double t, double *c, double *s) {
    int k = (int)floor(t * spin->pieces);
    if (k >= spin->pieces) k = spin->pieces - 1;
    double u = t * spin->pieces - k;
    double p = (double)spin->half[k].x * (1 - u) + (double)spin->half[k + 1].x * u;
    double q = (double)spin->half[k].y * (1 - u) + (double)spin->half[k + 1].y * u;
    *c = (p * p - q * q) / (p * p + q * q);
    *s = 2 * p * q / (p * p + q * q);
}

static carom_shape shape_at(const turning_body *b, double t) {
    double c, s;
    rotation_at(b->spin, t, &c, &s);
    carom_shape local = carom_shape_at(b->shape, (carom_vec2){-b->pivot.x, -b->pivot.y});
    carom_pose pose = {
        {(float)((double)b->pivot.x + t * (double)b->move.x), (float)((double)b->pivot.y + t * (double)b->move.y)},
        {(float)c, (float)s}};
    return carom_shape_posed(&local, pose);
}

static void positions_agree(void **state) {
    (void)state;
    random_source r = {3};
    int inside = 0, apart = 0, unknown = 0;
    clock_t start = clock();
    for (int n = 0; n < 100; ++n) {
        scene s;
        family f = n % 2 ? FAMILY_UNIFORM : FAMILY_GRID;
        make_scene(&r, f, (carom_shape_kind)(1 + random_below(&r, 6)), (carom_shape_kind)(1 + random_below(&r, 6)), &s);
        if (!is_plain(&s.a) || !is_plain(&s.b) || is_flat(&s.a, &s.b)) continue;
        cr_spin a_spin, b_spin;
        cr_spin_of(random_range(&r, -4, 4), &a_spin);
        cr_spin_of(random_below(&r, 2) ? 0 : random_range(&r, -9, 9), &b_spin);
        turning_body a = {&s.a, {1, 0.5f}, s.a_move, &a_spin}, b = {&s.b, {-0.25f, 0.75f}, s.b_move, &b_spin};
        penetration all = oracle_penetration(&a, &b, 0, 1);
        unknown += all == PENETRATION_UNKNOWN;
        bool any = false;
        for (int i = 1; i < 32; ++i) {
            float t = (float)i / 32;
            bool exact = oracle_penetrates_at(&a, &b, (double)t);
            any = any || exact;
            carom_shape x = shape_at(&a, (double)t), y = shape_at(&b, (double)t);
            carom_separation gap = carom_distance(&x, &y);
            if (gap.distance < -1e-3f && !exact) fail_turning(&a, &b, "the oracle misses a penetration", t);
            if (gap.distance > 1e-3f && exact) fail_turning(&a, &b, "the oracle sees a penetration", t);
            inside += exact;
            apart += !exact;
        }
        if (any && all != PENETRATES) fail_turning(&a, &b, "a penetration is not found", 1);
    }
    print_message("%d times inside, %d apart, %d unknown; %.2f s\n", inside, apart, unknown,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
    assert_int_equal(unknown, 0);
}

static turning_body core_body(const carom_shape *shape, carom_vec2 pivot, carom_vec2 move, const cr_spin *spin,
                              cr_turning_core *core) {
    assert_true(cr_core_of(shape, &core->core));
    core->pivot = pivot;
    core->start = cr_widen(pivot);
    core->move = cr_widen(move);
    core->spin = spin;
    return (turning_body){shape, pivot, move, spin};
}

/// Zero spin, in all families: carom_sweep has been compared with exact arithmetic.
static void the_search_without_spin_is_a_sweep(void **state) {
    (void)state;
    random_source r = {5};
    cr_spin still;
    cr_spin_of(0, &still);
    int count[FAMILY_COUNT][2] = {{0}}, grazes = 0;
    for (int n = 0; n < 6000; ++n) {
        scene s;
        family f = (family)random_below(&r, FAMILY_COUNT);
        make_scene(&r, f, (carom_shape_kind)(1 + random_below(&r, 6)), (carom_shape_kind)(1 + random_below(&r, 6)), &s);
        if (f == FAMILY_DEGENERATE || !is_plain(&s.a) || !is_plain(&s.b) || is_flat(&s.a, &s.b)) continue;
        carom_sweep_hit hit = carom_sweep(&s.a, s.a_move, &s.b, s.b_move);
        if (hit.inside) continue;
        cr_turning_core ca, cb;
        turning_body a = core_body(&s.a, (carom_vec2){0, 0}, s.a_move, &still, &ca);
        turning_body b = core_body(&s.b, (carom_vec2){0, 0}, s.b_move, &still, &cb);
        clock_t begin = clock();
        cr_turning_impact impact = cr_turning_impact_of(&ca, &cb, &whole_motion);
        double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (took > 0.03)
            print_message("%s %s %s: %.2f s, hit %d at %a\n", family_name(f), kind_name(s.a.kind), kind_name(s.b.kind),
                          took, hit.hit, (double)hit.t);
        ++count[f][impact.hit];
        // A penetration of less than 2^-44 may count as a graze.
        if (hit.hit && !impact.hit && hit.t < 0.99f &&
            cr_relate_at_time(&s.a, s.a_move, &s.b, s.b_move, (double)hit.t + 0x1p-20) != CR_INSIDE) {
            ++grazes;
            continue;
        }
        if (hit.hit != impact.hit) fail_turning(&a, &b, hit.hit ? "missed" : "false hit", hit.t);
        bool tiny = hit.t < 0x1p-104f && impact.t <= hit.t && hit.t - impact.t <= 0x1p-127f;
        if (hit.hit && hit.t != impact.t && !tiny) {
            print_message("%a, not ", (double)impact.t);
            fail_turning(&a, &b, family_name(f), hit.t);
        }
    }
    for (int f = 0; f < FAMILY_COUNT; ++f)
        print_message("%-11s %d miss, %d hit\n", family_name((family)f), count[f][0], count[f][1]);
    print_message("%d grazes\n", grazes);
    assert_not_above(grazes, 10);
}

static void the_search_agrees(void **state) {
    (void)state;
    random_source r = {4};
    int count[2] = {0}, checked = 0;
    static int of_pair[8][8][2];
    double seconds = 0;
    for (int n = 0; n < 4000; ++n) {
        scene s;
        make_scene(&r,
                   n % 3 == 0   ? FAMILY_TOUCH
                   : n % 3 == 1 ? FAMILY_UNIFORM
                                : FAMILY_LATTICE,
                   (carom_shape_kind)(1 + random_below(&r, 6)), (carom_shape_kind)(1 + random_below(&r, 6)), &s);
        if (!is_plain(&s.a) || !is_plain(&s.b) || is_flat(&s.a, &s.b)) continue;
        cr_spin a_spin, b_spin;
        cr_spin_of(random_range(&r, -1, 1), &a_spin);
        cr_spin_of(random_below(&r, 2) ? 0 : random_range(&r, -1, 1), &b_spin);
        cr_turning_core ca, cb;
        turning_body a = core_body(&s.a, (carom_vec2){1, 0.5f}, s.a_move, &a_spin, &ca);
        turning_body b = core_body(&s.b, (carom_vec2){-0.25f, 0.75f}, s.b_move, &b_spin, &cb);
        if (oracle_penetrates_at(&a, &b, 0)) continue;
        clock_t start = clock();
        cr_turning_impact impact;
        for (int i = 0; i < 3; ++i) impact = cr_turning_impact_of(&ca, &cb, &whole_motion);
        float t = impact.t;
        seconds += (double)(clock() - start) / CLOCKS_PER_SEC / 3;
        ++count[impact.hit];
        ++of_pair[s.a.kind][s.b.kind][impact.hit];
        if (n % 8) continue;
        ++checked;
        if (!impact.hit && oracle_penetration(&a, &b, 0, 1) != PENETRATES_NEVER) fail_turning(&a, &b, "missed", 1);
        if (!impact.hit) continue;
        if (t > 0 && oracle_penetration(&a, &b, 0, (double)t) != PENETRATES_NEVER) fail_turning(&a, &b, "late", t);
        if (t < 1 && oracle_penetration(&a, &b, (double)t, (double)nextafterf(t, 2)) != PENETRATES)
            fail_turning(&a, &b, "early", t);
    }
    for (int i = 1; i < 7; ++i)
        for (int k = 1; k < 7; ++k) print_message("%s%10d/%d", k == 1 ? "\n" : "", of_pair[i][k][0], of_pair[i][k][1]);
    print_message("\n%d miss, %d hit; %d checked; %.0f ns each\n", count[0], count[1], checked,
                  1e9 * seconds / (count[0] + count[1]));
}

static carom_shape quarters(const carom_shape *shape) {
    carom_shape out = *shape;
    carom_vec2 *v = out.kind == CAROM_SHAPE_POLYGON ? out.polygon.v : &out.point;
    int count = out.kind == CAROM_SHAPE_POLYGON                                   ? out.polygon.count
                : out.kind == CAROM_SHAPE_CIRCLE || out.kind == CAROM_SHAPE_POINT ? 1
                                                                                  : 2;
    for (int i = 0; i < count; ++i) v[i] = (carom_vec2){floorf(v[i].x * 4) / 4, floorf(v[i].y * 4) / 4};
    return out;
}

/// A mover on a lattice is exactly on its path at an eighth of the motion; the search from there finds what the whole
/// search does, whether the mover turns or not. Reversed, it finds the last contact.
static void the_search_from_a_later_time_agrees(void **state) {
    (void)state;
    random_source r = {7};
    int later = 0, misses = 0, leaving = 0, backward = 0;
    for (int n = 0; n < 4000; ++n) {
        scene s;
        make_scene(&r, n % 2 ? FAMILY_UNIFORM : FAMILY_LATTICE, (carom_shape_kind)(1 + random_below(&r, 6)),
                   (carom_shape_kind)(1 + random_below(&r, 6)), &s);
        s.a = quarters(&s.a);
        s.a_move = (carom_vec2){floorf(s.a_move.x) * 2, floorf(s.a_move.y) * 2};
        if (carom_shape_check(&s.a) || !is_plain(&s.a) || !is_plain(&s.b) || is_flat(&s.a, &s.b)) continue;
        cr_spin own, spin, back, own_back;
        bool both = n % 4 >= 2;
        cr_spin_of(both ? random_range(&r, -6, 6) : 0, &own);
        cr_spin_of(random_range(&r, -6, 6), &spin);
        cr_spin_reverse(&spin, &back);
        cr_spin_reverse(&own, &own_back);
        carom_vec2 pivot = {-0.25f, 0.75f}, own_pivot = {0.5f, -0.25f};
        cr_turning_core ca, cb;
        turning_body a = core_body(&s.a, own_pivot, s.a_move, &own, &ca);
        turning_body b = core_body(&s.b, pivot, s.b_move, &spin, &cb);
        cr_late_motion turning = {&s.b, pivot, pivot, s.b_move, 0, &spin};
        cr_turning_impact whole = cr_turning_impact_of(&ca, &cb, &whole_motion);
        double time = random_below(&r, 8) / 8.0;
        carom_vec2 covered = {(float)time * s.a_move.x, (float)time * s.a_move.y};
        carom_vec2 left = {s.a_move.x - covered.x, s.a_move.y - covered.y};
        carom_shape there = carom_shape_at(&s.a, covered);
        carom_vec2 own_there = {own_pivot.x + covered.x, own_pivot.y + covered.y};
        cr_late_motion late = {.shape = &there, .move = left, .time = time};
        if (both) late = (cr_late_motion){&s.a, own_pivot, own_there, left, time, &own};
        cr_turning_impact from = cr_sweep_late(&late, &turning, time, true).impact;
        bool starts_inside = oracle_penetrates_at(&a, &b, (double)(float)time);
        if (from.hit && from.contact.time < time) fail_turning(&a, &b, "before the start", from.t);
        if (starts_inside) {
            leaving += from.hit && !from.inside;
        } else if (!whole.hit || whole.contact.time > time) {
            bool same = whole.hit == from.hit && fabs(whole.contact.time - from.contact.time) < 1e-9;
            if (!same) fail_turning(&a, &b, "another time", whole.t);
            later += from.hit;
            misses += !from.hit;
        }
        carom_shape end = carom_shape_at(&s.a, s.a_move);
        carom_vec2 reverse = {-s.a_move.x, -s.a_move.y}, b_reverse = {-s.b_move.x, -s.b_move.y};
        carom_vec2 b_end = {pivot.x + s.b_move.x, pivot.y + s.b_move.y};
        if ((float)((double)pivot.x + (double)s.b_move.x) != b_end.x || oracle_penetrates_at(&a, &b, 1)) continue;
        carom_vec2 own_end = {own_pivot.x + s.a_move.x, own_pivot.y + s.a_move.y};
        cr_late_motion reversed = {&s.b, pivot, b_end, b_reverse, 0, &back};
        cr_late_motion backwards = {.shape = &end, .move = reverse};
        if (both) backwards = (cr_late_motion){&s.a, own_pivot, own_end, reverse, 0, &own_back};
        cr_turning_impact last = cr_sweep_late(&backwards, &reversed, 0, true).impact;
        if (last.hit != whole.hit && n % 2) fail_turning(&a, &b, "another result backward", whole.t);
        if (!last.hit || last.t > 0.999f) continue;
        ++backward;
        float parted = 1 - last.t;
        if (backward % 8 == 0 && oracle_penetration(&a, &b, (double)(parted + 1e-5f), 1) != PENETRATES_NEVER)
            fail_turning(&a, &b, "not the last contact", parted);
    }
    print_message("%d later hits, %d misses, %d after leaving, %d backward\n", later, misses, leaving, backward);
    assert_true(later > 100 && misses > 200 && leaving > 5 && backward > 200);
}

/// A vertex right above its pivot moves along the floor at first, and then into it. If rounding has left it in the
/// floor, its speed along the normal is none; the search must not step through the floor.
static void a_penetration_that_deepens_later_counts(void **state) {
    (void)state;
    carom_vec2 v[] = {{0, -4}, {1, -6}, {-1, -6}};
    carom_shape wedge, floor;
    assert_int_equal(carom_make_polygon(v, 3, &wedge), CAROM_STATUS_OK);
    for (int k = -1; k < 4; ++k) {
        float depth = k < 0 ? 0 : ldexpf(1, -22 + k);
        assert_int_equal(carom_make_box((carom_vec2){-9, -4 - depth}, (carom_vec2){9, 9}, &floor), CAROM_STATUS_OK);
        cr_spin spin;
        cr_spin_of(1, &spin);
        cr_late_motion turning = {.shape = &wedge, .spin = &spin}, rests = {.shape = &floor};
        cr_turning_impact found = cr_sweep_late(&turning, &rests, 0, true).impact;
        assert_true(found.hit && found.contact.time < 0.05 && found.contact.normal.y < -0.9);
        found = cr_sweep_late(&rests, &turning, 0, true).impact;
        assert_true(found.hit && found.contact.time < 0.05 && found.contact.normal.y > 0.9);
        // Out of the floor, it does not count.
        turning.move.y = -8;
        assert_false(cr_sweep_late(&turning, &rests, 0, true).impact.hit);
    }
}

/// The value at x of a polynomial with coefficients times binomials.
static double curve_at(const cr_curve *p, double x) {
    double sum = 0;
    for (int i = 0; i <= p->degree; ++i) sum += p->b[i] * pow(x, i) * pow(1 - x, p->degree - i);
    return sum;
}

/// Estimates of roots are within the interval, also where a step of Newton's method leads out of it. If the signs of
/// the coefficients change once, there is one root, and most estimates are close to it.
static void estimates_of_roots_stay_in_the_interval(void **state) {
    (void)state;
    random_source r = {31};
    int with_one_root = 0, close = 0;
    for (int n = 0; n < 20000; ++n) {
        cr_curve p = {.degree = 5 + n % 2, .error = 0x1p-50};
        int changes = 0;
        for (int i = 0; i <= p.degree; ++i) {
            p.b[i] = random_below(&r, 2) ? random_below(&r, 41) - 20 : (double)random_range(&r, -0.5f, 1);
            if (i == 0) p.b[i] = fabs(p.b[i]);
            changes += i > 0 && (p.b[i] < 0) != (p.b[i - 1] < 0);
        }
        double width, x = cr_estimate_root(&p, &width);
        assert_true(x >= 0 && x <= 1 && width >= 0);
        if (changes == 0) assert_true(x == 1 || p.b[0] == 0);
        if (changes != 1 || p.b[0] == 0) continue;
        ++with_one_root;
        close += x == 1 ? p.b[p.degree] == 0 : fabs(curve_at(&p, x)) < 1e-9;
    }
    print_message("%d of %d\n", close, with_one_root);
    assert_true(with_one_root > 1000 && 2 * close > with_one_root);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_vectors_turn_evenly),
        cmocka_unit_test(multiples_are_the_nearest),
        cmocka_unit_test(angles_beyond_the_limit_are_no_turn),
        cmocka_unit_test(without_spin_it_is_a_sweep),
        cmocka_unit_test(the_search_from_a_later_time_agrees),
        cmocka_unit_test(a_penetration_that_deepens_later_counts),
        cmocka_unit_test(the_search_without_spin_is_a_sweep),
        cmocka_unit_test(the_search_agrees),
        cmocka_unit_test(positions_agree),
        cmocka_unit_test(estimates_of_roots_stay_in_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
