// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two gears that mesh: carom_sweep_turning of compounds of a hub and teeth, which turn by whole revolutions. With spins
// of the ratio of their teeth they never touch; with any other ratio a tooth hits one of the other gear, and the
// reported time separates poses that are free of penetration from poses that are not.
#include "carom/geom.h"

#include "geom/relation.h"
#include "geom/shapes.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_TEETH = 24 };

static const double pi = 3.14159265358979323846;

/// Teeth of height 2 about the pitch radius, with sides that meet those of the other gear with play.
typedef struct gear {
    int teeth;
    double pitch;                      ///< radius
    carom_shape parts[MOST_TEETH + 1]; ///< the hub is the last
    carom_shape shape;
} gear;

static carom_vec2 polar(double radius, double angle) {
    return (carom_vec2){(float)(radius * cos(angle)), (float)(radius * sin(angle))};
}

/// The teeth are 2 pi apart along the pitch circle. `first` is the angle of one of them.
static void make_gear(gear *g, int teeth, double first) {
    g->teeth = teeth;
    g->pitch = teeth;
    for (int i = 0; i < teeth; ++i) {
        double at = first + 2 * pi * i / teeth, foot = 1.3 / g->pitch, tip = 0.5 / g->pitch;
        const carom_vec2 v[4] = {polar(g->pitch - 1.5, at - foot), polar(g->pitch + 1, at - tip),
                                 polar(g->pitch + 1, at + tip), polar(g->pitch - 1.5, at + foot)};
        carom_make_polygon(v, 4, &g->parts[i]);
    }
    g->parts[teeth] = circle(0, 0, (float)(g->pitch - 1.25));
    g->shape = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {g->parts, teeth + 1}};
}

/// Gears side by side, along a direction: a tooth of the first points between two teeth of the second.
static void make_pair_of_gears(gear *a, gear *b, int teeth_a, int teeth_b, double direction) {
    make_gear(a, teeth_a, direction);
    make_gear(b, teeth_b, direction + pi + pi / teeth_b);
}

static carom_turning spinning(carom_vec2 at, double angle) {
    return (carom_turning){.pose = {at, {1, 0}}, .angle = (float)angle};
}

static bool penetrate_at(const gear *a, const carom_turning *a_motion, const gear *b, const carom_turning *b_motion,
                         float t) {
    return cr_relate_posed(&a->shape, carom_turning_pose(a_motion, t), &b->shape, carom_turning_pose(b_motion, t)) ==
           CR_INSIDE;
}

static const int teeth_of[][2] = {{12, 8}, {8, 12}, {16, 9}, {11, 11}, {24, 7}};
enum { PAIRS = sizeof teeth_of / sizeof teeth_of[0] };

static void gears_mesh_for_whole_revolutions(void **state) {
    (void)state;
    for (int n = 0; n < PAIRS; ++n) {
        for (int side = 0; side < 4; ++side) {
            gear a, b;
            make_pair_of_gears(&a, &b, teeth_of[n][0], teeth_of[n][1], side * pi / 2);
            carom_vec2 at = polar(a.pitch + b.pitch, side * pi / 2);
            double angle = side % 2 ? -2 * pi : 2 * pi;
            carom_turning a_motion = spinning((carom_vec2){0, 0}, angle);
            carom_turning b_motion = spinning(at, -angle * a.pitch / b.pitch);
            carom_turning_hit hit = carom_sweep_turning(&a.shape, &a_motion, &b.shape, &b_motion);
            assert_false(hit.hit);
            for (int i = 0; i <= 256; ++i) assert_false(penetrate_at(&a, &a_motion, &b, &b_motion, (float)i / 256));
        }
    }
}

/// If only one turns, or one slips, teeth hit. They do so within the play, which is less than half of their distance.
static void gears_that_do_not_mesh_hit(void **state) {
    (void)state;
    random_source r = {5};
    int hits = 0;
    for (int n = 0; n < 200; ++n) {
        gear a, b;
        const int *teeth = teeth_of[n % PAIRS];
        make_pair_of_gears(&a, &b, teeth[0], teeth[1], n % 4 * pi / 2);
        carom_vec2 at = polar(a.pitch + b.pitch, n % 4 * pi / 2);
        double angle = n % 8 < 4 ? pi : -pi, slip = random_below(&r, 2) ? 0 : (double)random_range(&r, -2, 0.75f);
        carom_turning a_motion = spinning((carom_vec2){0, 0}, angle);
        carom_turning b_motion = spinning(at, -angle * a.pitch / b.pitch * slip);
        carom_turning_hit hit = carom_sweep_turning(&a.shape, &a_motion, &b.shape, &b_motion);
        assert_true(hit.hit && !hit.inside && hit.t > 0);
        double moved = (double)hit.t * fabs(angle) * a.pitch * fabs(1 - slip);
        assert_true(moved < pi);
        assert_true(hit.part_a < a.teeth && hit.part_b < b.teeth);
        carom_pose b_at = carom_turning_pose(&b_motion, hit.t);
        assert_false(cr_relate_posed(&a.shape, hit.at, &b.shape, b_at) == CR_INSIDE);
        for (int i = 0; i < 16; ++i)
            assert_false(penetrate_at(&a, &a_motion, &b, &b_motion, hit.t * 0.999f * (float)i / 16));
        float after = hit.t + 1e-3f;
        hits += after <= 1 && penetrate_at(&a, &a_motion, &b, &b_motion, after);
    }
    assert_int_equal(hits, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gears_mesh_for_whole_revolutions),
        cmocka_unit_test(gears_that_do_not_mesh_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
