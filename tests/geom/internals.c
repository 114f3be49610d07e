// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Mechanisms of geom on their own, with input that queries hardly ever give them.
#include "base/vec.h"
#include "geom/box_contact.h"
#include "geom/clear_pose.h"
#include "geom/clear_position.h"
#include "geom/closed_form.h"
#include "geom/exact.h"
#include "geom/pair_search.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/separations.h"
#include "geom/shapes.h"
#include "geom/toi_rounding.h"
#include "geom/triangulate.h"
#include "geom/turning_curves.h"
#include "geom/turning_exact.h"
#include "geom/turning_obstacle.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

static cr_core core_of(const carom_shape *shape) {
    cr_core core;
    assert_true(cr_core_of(shape, &core));
    return core;
}

// ---- Clear positions ------------------------------------------------------------------------------------------------

/// The body is clear where z is at most the given one.
static bool is_clear_below(void *context, carom_vec3 at) {
    return at.z <= *(const float *)context;
}

static void a_path_along_z_goes_back_along_z(void **state) {
    (void)state;
    float most = 4;
    const carom_vec3 from = {1, 2, 0}, move = {0, 0, 8}, aside = {1, 0, 0};
    carom_vec3 at = cr_clear_position3(from, move, 1, aside, is_clear_below, &most);
    assert_same_float(at.x, 1);
    assert_same_float(at.y, 2);
    assert_same_float(at.z, 4); // the last retreat is half of the path
    most = -1;
    at = cr_clear_position3(from, move, 1, aside, is_clear_below, &most);
    assert_same_float(at.z, 0); // without a clear position, the start
}

/// A body that is clear where no coordinate exceeds 4, on paths through (4, 4, 4) along each axis. Its positions differ
/// in one coordinate, which equals the others at the clear one. A position that short retreats repeat is tested once.
static bool is_clear_to_four(void *context, carom_vec3 at) {
    ++*(int *)context;
    return at.x <= 4 && at.y <= 4 && at.z <= 4;
}

static void retreats_differ_in_any_coordinate(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        int calls = 0;
        const carom_vec3 from = {axis == 0 ? 0 : 4, axis == 1 ? 0 : 4, axis == 2 ? 0 : 4};
        const carom_vec3 move = {axis == 0 ? 8 : 0, axis == 1 ? 8 : 0, axis == 2 ? 8 : 0};
        const carom_vec3 aside = {axis == 1 ? -1 : 0, axis == 2 ? -1 : 0, axis == 0 ? -1 : 0};
        carom_vec3 at = cr_clear_position3(from, move, 1, aside, is_clear_to_four, &calls);
        assert_same_float(at.x, 4);
        assert_same_float(at.y, 4);
        assert_same_float(at.z, 4);
        assert_true(calls < 130); // of 241 trials
    }
}

static void no_position_is_certain_beyond_the_floats(void **state) {
    (void)state;
    const cr_limit slope = cr_limit_of(vec(0.6f, 0.8f));
    carom_vec2 at;
    assert_true(cr_clear_position_certain(vec(0.1f, 0.1f), vec(0.7f, 0.9f), 0.3, 0, &slope, &at));
    assert_true((double)at.x >= 0.1 + 0.3 * 0.7 && (double)at.y >= 0.1 + 0.3 * 0.9);
    assert_false(cr_clear_position_certain(vec(FLT_MAX, 0), vec(FLT_MAX, 0), 0.3, 0, &slope, &at));
    assert_false(cr_clear_position_certain(vec(0, -FLT_MAX), vec(0, -FLT_MAX), 0.3, 0, &slope, &at));
}

static void a_contact_coordinate_is_finite(void **state) {
    (void)state;
    const carom_shape ball = circle(0, 0, 2);
    const cr_core core = core_of(&ball);
    cr_limit limit = cr_limit_at(vec(-1, 0), 10, 5, &core);
    assert_true(limit.faces_axis);
    assert_true(limit.contact == 8);
    assert_false(cr_limit_at(vec(-1, 0), HUGE_VAL, 5, &core).faces_axis);
    assert_false(cr_limit_at(vec(0, 0), 10, 5, &core).faces_axis);
}

/// Positions are clear from `least` on, where the blocker of the first axis that falls short has this normal.
typedef struct far_side {
    carom_vec2 least, normal[2];
} far_side;

static bool is_clear_beyond(void *context, carom_vec2 at, cr_limit *blocker) {
    const far_side *f = context;
    if (at.x >= f->least.x && at.y >= f->least.y) return true;
    *blocker = cr_limit_of(f->normal[at.x >= f->least.x]);
    return false;
}

/// Out of a blocker in each direction the steps are 1, 1, 2 and 4 ulp of their own. The first limit faces another way.
static void blockers_of_each_direction_are_left_in_steps(void **state) {
    (void)state;
    static const int sums[] = {1, 2, 4, 8, 9};
    const float ulp = 0x1p-23f;
    const carom_vec2 from = {1, 1}, axes[] = {{1, 0}, {0, 1}};
    for (int i = 0; i < 5; ++i) {
        float least = 1 + (float)sums[i] * ulp;
        for (int axis = 0; axis < 2; ++axis) {
            far_side wall = {{axis ? 1 : least, axis ? least : 1}, {axes[0], axes[1]}};
            cr_limit other = cr_limit_of(axes[1 - axis]);
            cr_stopping s = {from, 1, 1, &other, 1};
            carom_vec2 at = cr_clear_position(&s, is_clear_beyond, &wall);
            assert_same_float(axis ? at.y : at.x, i < 4 ? least : 1); // beyond 8 ulp, the start
            assert_same_float(axis ? at.x : at.y, 1);
        }
    }
    // A slope and an axis, with their own numbers of steps.
    static const struct {
        far_side wall;
        carom_vec2 first, expected; // in ulp
    } slopes[] = {
        {{{0, 2}, {{0, 0}, {0.6f, 0.8f}}}, {1, 0}, {2, 2}},
        {{{1, 3}, {{0.8f, 0.6f}, {0, 1}}}, {0, 1}, {1, 3}},
        {{{2, 2}, {{1, 0}, {0.6f, 0.8f}}}, {0, 1}, {4, 2}},
    };
    for (int i = 0; i < 3; ++i) {
        far_side wall = slopes[i].wall;
        wall.least = vec(1 + wall.least.x * ulp, 1 + wall.least.y * ulp);
        cr_limit other = cr_limit_of(slopes[i].first);
        cr_stopping s = {from, 1, 1, &other, 1};
        carom_vec2 at = cr_clear_position(&s, is_clear_beyond, &wall);
        assert_same_float(at.x, 1 + slopes[i].expected.x * ulp);
        assert_same_float(at.y, 1 + slopes[i].expected.y * ulp);
    }
}

// ---- Clear poses ----------------------------------------------------------------------------------------------------

/// What the test of a pose finds, call by call; the last entry stays. A distance of 0 is a clear pose.
typedef struct found_poses {
    const float *distances;
    int count, calls;
    bool start_is_clear;
} found_poses;

static bool find_pose(const void *context, carom_pose at, double time, carom_vec2 normal, carom_separation *found) {
    found_poses *f = (found_poses *)(uintptr_t)context;
    (void)at, (void)normal;
    float distance = f->distances[f->calls < f->count ? f->calls : f->count - 1];
    ++f->calls;
    *found = (carom_separation){.distance = distance, .normal = {0, 1}};
    return distance == 0 || (f->start_is_clear && time == 0);
}

static const carom_turning along_x = {.pose = {{0, 0}, {1, 0}}, .move = {8, 0}, .angle = 1};

static bool nudges(const float *distances, int count, bool on_time, bool deep_stays) {
    found_poses f = {distances, count, 0, false};
    cr_spin spin;
    cr_spin_of(along_x.angle, &spin);
    cr_pose_search s = {.motion = &along_x, .spin = &spin, .extent = 1, .deep_stays = deep_stays};
    s.is_clear = find_pose;
    s.context = &f;
    carom_pose at = along_x.pose;
    return cr_nudge_pose(&s, (cr_vec2d){0, 0}, 0.5, vec(0, 1), on_time, &at);
}

static void a_pose_is_nudged_out_of_what_is_shallow(void **state) {
    (void)state;
    const float shallow = -0x1p-22f, deep = -1, apart = 1;
    assert_true(nudges((const float[]){0}, 1, true, false));
    assert_true(nudges((const float[]){shallow, 0}, 2, true, false));
    assert_false(nudges(&shallow, 1, true, false)); // never clear
    assert_false(nudges(&deep, 1, true, false));
    assert_false(nudges(&apart, 1, true, false)); // not clear, and yet without a depth
    // A deep penetration at the time of the hit stays; one that a nudge leads into does not.
    assert_true(nudges(&deep, 1, true, true));
    assert_false(nudges(&deep, 1, false, true));
    assert_false(nudges((const float[]){shallow, deep}, 2, true, true));
}

static carom_pose clear_pose_at_half(const float *distances, const carom_turning *carrier, bool start_is_clear) {
    found_poses f = {distances, 1, 0, start_is_clear};
    cr_spin spin, none;
    cr_spin_of(along_x.angle, &spin);
    cr_spin_of(0, &none);
    cr_pose_search s = {.motion = &along_x, .spin = &spin, .carrier_motion = carrier, .carrier_spin = &none};
    s.extent = 1;
    s.is_clear = find_pose;
    s.context = &f;
    return cr_clear_pose(&s, 0.5, vec(0, 1));
}

static void without_a_clear_pose_it_is_the_start(void **state) {
    (void)state;
    const float deep = -1, clear = 0;
    assert_same_float(clear_pose_at_half(&clear, NULL, false).position.x, 4);
    carom_pose at = clear_pose_at_half(&deep, NULL, false);
    assert_memory_equal(&at, &along_x.pose, sizeof at);
    // An obstacle that moves carries the start along, up to the time of the hit, be it clear there or not.
    const carom_turning carrier = {.pose = {{3, 1}, {1, 0}}, .move = {0, 6}};
    for (int start_is_clear = 0; start_is_clear < 2; ++start_is_clear) {
        at = clear_pose_at_half(&deep, &carrier, start_is_clear);
        assert_same_float(at.position.x, 0);
        assert_same_float(at.position.y, 3);
    }
}

/// An earlier pose is clear. It is that of the earlier time, carried along by an obstacle that turns.
static void an_earlier_pose_turns_with_the_obstacle(void **state) {
    (void)state;
    static const float distances[] = {-1, -1, -1, 0}; // clear at a return of 2^-10
    const carom_turning carrier = {.pose = {{3, 1}, {1, 0}}, .move = {0, 6}, .angle = 2};
    found_poses f = {distances, 4, 0, false};
    cr_spin spin, carrier_spin;
    cr_spin_of(along_x.angle, &spin);
    cr_spin_of(carrier.angle, &carrier_spin);
    cr_pose_search s = {.motion = &along_x,
                        .spin = &spin,
                        .carrier_motion = &carrier,
                        .carrier_spin = &carrier_spin,
                        .extent = 1,
                        .is_clear = find_pose,
                        .context = &f};
    carom_pose at = cr_clear_pose(&s, 0.5, vec(0, 1));
    const double then = 0.5 - 0x1p-10;
    const cr_vec2d off = {8 * then - 3, -1 - 6 * then}; // from the obstacle
    const double angle = 2 * (0.5 - then), c = cos(angle), sine = sin(angle);
    assert_true(fabs((double)at.position.x - (3 + c * off.x - sine * off.y)) < 0x1p-13);
    assert_true(fabs((double)at.position.y - (4 + sine * off.x + c * off.y)) < 0x1p-13);
    assert_true(fabs((double)at.rotation.cosine - cos(then + angle)) < 0x1p-13);
    assert_true(fabs((double)at.rotation.sine - sin(then + angle)) < 0x1p-13);
}

// ---- Features and times ---------------------------------------------------------------------------------------------

/// The direction from a vertex to a point within rounding of it has no meaning: the normal is that of a side.
static void beside_a_vertex_the_normal_is_that_of_a_side(void **state) {
    (void)state;
    const carom_shape point = point_at(0, 0), sides = box(0, 0, 2, 1);
    const cr_core a = core_of(&point), b = core_of(&sides);
    cr_difference c;
    cr_difference_make(&c, &a, &b);
    cr_closest_feature f = cr_closest_feature_of(&c, 3, 2);
    assert_int_equal(f.edge, -1);
    assert_true(fabs(f.distance - sqrt(2)) < 1e-15);
    f = cr_closest_feature_of(&c, 2 + 0x1p-48, 1 + 0x1p-48);
    assert_true(f.edge >= 0);
    assert_true(fabs(f.nx) + fabs(f.ny) == 1);
    assert_true(fabs(f.distance) < 0x1p-47);
}

static void a_time_is_decided_if_its_error_allows(void **state) {
    (void)state;
    cr_closed_impact impact;
    assert_true(cr_decide_toi(0.5, 0, &impact) && impact.hit);
    assert_same_float(impact.t, 0.5f);
    assert_true(cr_decide_toi(1.5, 0.25, &impact) && !impact.hit);
    assert_false(cr_decide_toi(1, 0.25, &impact));          // perhaps after the motion
    assert_false(cr_decide_toi(0x1p-50, 0x1p-49, &impact)); // perhaps before it
    assert_false(cr_decide_toi(0.5, 0x1p-30, &impact));     // perhaps the float before
}

/// The float below a time is found from an estimate of it. One that lies before the motion is at its start.
static bool never_past(const void *context, double t) {
    (void)context, (void)t;
    return false;
}

static void a_time_before_the_motion_is_its_start(void **state) {
    (void)state;
    assert_same_float(cr_toi_down((cr_toi_estimate){-0.5, 0.125}, never_past, NULL), 0);
    assert_same_float(cr_toi_down((cr_toi_estimate){0.5, 0}, never_past, NULL), 0.5f);
    assert_same_float(cr_toi_down((cr_toi_estimate){0.5, HUGE_VAL}, never_past, NULL), 1);
    assert_same_float(cr_toi_down((cr_toi_estimate){(double)NAN, 0.125}, never_past, NULL), 1);
}

// ---- Numbers out of range -------------------------------------------------------------------------------------------

static void motions_that_are_not_finite_hit_nothing(void **state) {
    (void)state;
    const carom_shape ball = circle(0, 0, 1), wall = box(3, -9, 4, 9), endless = box(3, -9, INFINITY, 9);
    const carom_vec2 moves[] = {{9, 0}, {INFINITY, 0}, {9, INFINITY}, {9, NAN}};
    const carom_box *b_box = &wall.box;
    const carom_boxes walls = {&b_box->min.x, &b_box->min.y, &b_box->max.x, &b_box->max.y, 1};
    carom_prepared a, b;
    carom_prepare(&ball, &a);
    carom_prepare(&wall, &b);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(carom_sweep_boxes(&ball, moves[i], &walls).hit, i == 0);
        assert_int_equal(carom_prepared_sweep_many(&a, moves[i], &b, 1).hit, i == 0);
    }
    assert_true(carom_ray(vec(0, 0), vec(9, 0), &wall).hit);
    assert_false(carom_ray(vec(0, 0), vec(9, 0), &endless).hit);
    const carom_shape small = box(-1, -1, 1, 1);
    assert_true(carom_sweep(&small, vec(9, 0), &wall, vec(0, 0)).hit);
    assert_false(carom_sweep(&small, vec(9, 0), &endless, vec(0, 0)).hit);
}

static void a_spin_that_is_not_finite_turns_nothing(void **state) {
    (void)state;
    assert_same_float(cr_angle_in_step(0.5, 0.25), 0.125f);
    assert_same_float(cr_angle_in_step(-1e300, 1), -CAROM_MAX_TURN);
    assert_same_float(cr_angle_in_step(1e300, 1e300), 0);
    assert_same_float(cr_angle_in_step(HUGE_VAL, 0), 0);
}

static void contacts_out_of_range(void **state) {
    (void)state;
    const float most = FLT_MAX;
    const carom_shape left = box(-most, -most, 0.5f * most, most), right = box(-0.75f * most, -most, most, most);
    carom_contact_points contact = carom_contact(&left, &right);
    assert_true(contact.hit);
    assert_same_float(contact.depth, most); // it is 1.25 of that
    assert_same_float(contact.normal.x, -1);
    // A circle of negative radius is none, though the sum of both is positive.
    const carom_shape none = circle(0, 0, -1), ball = circle(1, 0, 3);
    assert_false(carom_contact(&none, &ball).hit);
    assert_false(carom_contact(&ball, &none).hit);
}

// ---- Pairs of boxes -------------------------------------------------------------------------------------------------

static carom_shape random_box(random_source *r) {
    float x = (float)random_below(r, 8), y = (float)random_below(r, 8);
    return box(x, y, x + 1 + (float)random_below(r, 5), y + 1 + (float)random_below(r, 5));
}

/// A ray from far before a capsule almost runs along one side, and leaves through it soon after its end: at any scale
/// at the same time. In double its direction is open, and the exit from the end is not.
static void a_ray_almost_along_a_capsule_leaves_it_at_any_scale(void **state) {
    (void)state;
    const float inside = 3.0f / 1024; // radii from the line of the side to the start, and as far outside at the end
    for (int i = 0; i < 24; ++i) {
        float s = ldexpf(1, (i / 8 - 1) * 20), x = i & 1 ? -s : s, y = i & 2 ? -s : s;
        const carom_vec2 end = {3 * 256 * x, 4 * 256 * y};
        carom_shape a = i & 4 ? capsule(end.x, end.y, 0, 0, 5 * s) : capsule(0, 0, end.x, end.y, 5 * s);
        carom_vec2 from = {(-3 * 64 - 4 * (1 - inside)) * x, (-4 * 64 + 3 * (1 - inside)) * y};
        carom_vec2 move = {(3 * 144 - 8 * inside) * x, (4 * 144 + 6 * inside) * y};
        carom_ray_hit got = carom_ray(from, move, &a);
        assert_true(got.hit);
        assert_same_float(got.exit, 0.5f);
    }
}

/// Two edges whose directions differ by the remainder, 1 or -1, of one coordinate that double rounds: 2^54 + 1 of 2^54.
static void an_angle_is_ordered_beyond_rounding(void **state) {
    (void)state;
    const float big = 0x1p54f;
    for (int i = 0; i < 8; ++i) {
        const int rest = i & 1 ? -1 : 1, k = i / 2; // along x or y of the first edge, then of the second
        const float back = (float)-rest;
        carom_vec2 end = {big, big}, start = {k % 2 ? 0 : back, k % 2 ? back : 0};
        if (k < 2) assert_int_equal(cr_angle_order(start, end, vec(1, 1), vec(0, 0)), k == 0 ? rest : -rest);
        if (k >= 2) assert_int_equal(cr_angle_order(vec(0, 0), vec(1, 1), end, start), k == 3 ? rest : -rest);
    }
}

/// A shape with a number that is not finite has no hull, whichever number it is.
static void invalid_shapes_have_no_hull(void **state) {
    (void)state;
    const float numbers[] = {3, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 4 * 5; ++i) {
        float n[5] = {1, 2, -1, 5, 1};
        int place = i % 5;
        n[place] = numbers[i / 5];
        const carom_shape point = point_at(n[0], n[1]), disc = circle(n[0], n[1], n[4]);
        const carom_shape bar = segment(n[0], n[1], n[2], n[3]), pill = capsule(n[0], n[1], n[2], n[3], n[4]);
        cr_hull hull;
        assert_int_equal(cr_hull_of(&point, &hull), i < 5 || place > 1);
        assert_int_equal(cr_hull_of(&disc, &hull), i < 5 || place == 2 || place == 3);
        assert_int_equal(cr_hull_of(&bar, &hull), i < 5 || place == 4);
        assert_int_equal(cr_hull_of(&pill, &hull), i < 5);
    }
}

/// A circle whose path reaches the line of a segment at one end: in double exactly there, and exactly a little before,
/// there, or a little past it.
static void a_circle_that_hits_a_segment_at_its_end(void **state) {
    (void)state;
    const carom_vec2 none = {0, 0};
    for (int i = 0; i < 24; ++i) {
        float past = (float)(i % 3 - 1) * 0x1p-60f, y = i / 3 & 1 ? -1 : 1;
        bool upright = i / 6 & 1, ends_there = i / 12;
        float near = -past * y, far = 4 * y, along = 100 * y;
        carom_shape wall = ends_there ? segment(0, far, 0, near) : segment(0, near, 0, far);
        carom_shape ball = circle(-2, -along, 1);
        carom_vec2 move = {3, 3 * along}; // the time is no float
        if (!upright) {
            wall = ends_there ? segment(far, 0, near, 0) : segment(near, 0, far, 0);
            ball = circle(-along, -2, 1);
            move = (carom_vec2){3 * along, 3};
        }
        carom_feature end = ends_there ? CAROM_FEATURE_END_B : CAROM_FEATURE_END_A;
        carom_sweep_hit hit = carom_sweep(&ball, move, &wall, none);
        assert_true(hit.hit);
        assert_int_equal(hit.feature, past < 0 ? end : CAROM_FEATURE_EDGE);
    }
}

/// A circle on either side of a line along an axis: their distance in double is the radius, and exactly a little less,
/// the same, or a little more.
static void a_circle_beside_a_line_is_related_beyond_rounding(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        for (int more = -1; more <= 1; ++more) {
            float center = (float)way, line = (float)(-way * more) * 0x1p-60f;
            cr_relation expected = more < 0 ? CR_INSIDE : more > 0 ? CR_APART : CR_TOUCHING;
            carom_shape ball = circle(0, center, 1), floor = segment(-3, line, 3, line);
            carom_shape ball_beside = circle(center, 0, 1), wall = segment(line, -3, line, 3);
            assert_int_equal(cr_relate(&ball, &floor), expected);
            assert_int_equal(cr_relate(&wall, &ball_beside), expected);
        }
    }
}

/// The search of a pair decides boxes, too, although the closed forms leave it nearly none.
static void the_search_relates_boxes_as_the_exact_test(void **state) {
    (void)state;
    random_source r = {31};
    int decided = 0;
    for (int n = 0; n < 4000; ++n) {
        carom_shape a = random_box(&r), b = random_box(&r);
        cr_hull hull_a, hull_b;
        assert_true(cr_hull_of(&a, &hull_a) && cr_hull_of(&b, &hull_b));
        const cr_core core_a = core_of(&a), core_b = core_of(&b);
        cr_difference c;
        cr_difference_make(&c, &core_a, &core_b);
        cr_displacement none = cr_displacement_between(vec(0, 0), vec(0, 0));
        cr_relation exact = cr_relation_at(&c, &none), relation;
        cr_pair_feature found;
        if (cr_find_pair_relation(&hull_a, &hull_b, &relation)) {
            assert_int_equal(relation, exact);
            ++decided;
        }
        if (!cr_find_pair_contact(&hull_a, &hull_b, &found)) continue;
        assert_int_equal(found.relation, exact);
        if (exact == CR_APART) continue;
        carom_contact_points contact = carom_contact(&a, &b);
        assert_true(fabs(-found.nearest.distance - (double)contact.depth) < 1e-6);
    }
    assert_in_range(decided, 1000, 4000);
}

// ---- Turning --------------------------------------------------------------------------------------------------------

static carom_turning_hit point_on_turning_segment(carom_vec2 from, carom_vec2 move, float ax, float bx, int sides) {
    const carom_shape point = point_at(0, 0);
    carom_shape line = segment(ax, 0, bx, 0);
    line.segment.one_sided = sides == 1;
    if (sides < 0) line.segment = (carom_segment){.a = {bx, 0}, .b = {ax, 0}, .one_sided = true};
    const carom_turning moves = {.pose = {from, {1, 0}}, .move = move};
    const carom_turning turns = {.pose = {{0, 0}, {1, 0}}, .angle = 0.5f};
    return carom_sweep_turning(&point, &moves, &line, &turns);
}

/// A point that reaches the pivot of a segment at the end of the motion hits it if the pivot is on it, and from its
/// front. One that stays at the pivot does not.
static void a_point_at_the_pivot_of_a_turning_segment(void **state) {
    (void)state;
    const carom_vec2 above = vec(0, 1), down = vec(0, -1), here = vec(0, 0), none = vec(0, 0);
    assert_true(point_on_turning_segment(above, down, -2, 2, 2).hit);
    assert_same_float(point_on_turning_segment(above, down, -2, 2, 2).t, 1);
    assert_int_not_equal(point_on_turning_segment(above, down, -2, 2, 1).hit,
                         point_on_turning_segment(above, down, -2, 2, -1).hit);
    assert_false(point_on_turning_segment(above, down, 1, 3, 2).hit); // the pivot is off the segment
    for (int sides = -1; sides <= 2; ++sides) {
        if (sides != 0) assert_false(point_on_turning_segment(here, none, -2, 2, sides).hit);
    }
}

static bool is_hit_by_way_of_end(carom_vec2 from, carom_vec2 move, bool skip_a, bool skip_b) {
    const carom_shape point = point_at(0, 0);
    carom_shape line = segment(0, 0, 4, 0);
    line.segment.skip_a = skip_a;
    line.segment.skip_b = skip_b;
    const carom_turning moves = {.pose = {from, {1, 0}}, .move = move};
    const carom_turning turns = {.pose = {{0, 0}, {1, 0}}, .angle = 0.5f};
    return carom_sweep_turning(&point, &moves, &line, &turns).hit;
}

/// A point passes through the pivot, which is the end of the segment, or reaches it. It hits the end if that is a part
/// of the segment.
static void a_point_at_the_end_of_a_turning_segment(void **state) {
    (void)state;
    const carom_vec2 moves[] = {{-1, -1}, {-3, -3}, {-2, -2}};
    for (int i = 0; i < 3; ++i) {
        assert_true(is_hit_by_way_of_end(vec(1, 1), moves[i], false, false));
        assert_true(is_hit_by_way_of_end(vec(1, 1), moves[i], false, true));
        assert_false(is_hit_by_way_of_end(vec(1, 1), moves[i], true, false));
    }
}

/// A point that spins about itself crosses a segment beside an end, as one that does not: it starts right over the end,
/// as near to the segment as floats allow or farther, and does not hit the end.
static void a_crossing_beside_an_end_is_one_of_the_segment(void **state) {
    (void)state;
    const carom_shape point = point_at(0, 0);
    const carom_turning rests = {.pose = {{0, 0}, {1, 0}}};
    const float heights[] = {FLT_TRUE_MIN, 1e-30f, 0x1p-40f, 0.25f};
    for (int i = 0; i < 64; ++i) {
        bool over_b = i & 1, skip_a = i & 2, skip_b = i & 4, away = i & 8;
        carom_shape line = over_b ? segment(8, 0, 0, 0) : segment(0, 0, 8, 0);
        line.segment.skip_a = skip_a;
        line.segment.skip_b = skip_b;
        const carom_vec2 from = {0, heights[i >> 4]}, move = {away ? -4 : 4, -2};
        if (away && from.y < 0.25f) continue; // within rounding of the end
        const carom_turning spins = {.pose = {from, {1, 0}}, .move = move, .angle = 0.5f};
        const carom_shape start = point_at(from.x, from.y);
        carom_turning_hit hit = carom_sweep_turning(&point, &spins, &line, &rests);
        carom_sweep_hit plain = carom_sweep(&start, move, &line, vec(0, 0));
        assert_int_equal(hit.hit, !away);
        assert_int_equal(plain.hit, !away);
        assert_same_float(hit.t, plain.t);
    }
}

/// A circle that spins about its centre moves nothing, so it does not hit the one-sided segment that it penetrates.
static void a_circle_that_spins_in_place(void **state) {
    (void)state;
    const carom_shape ball = circle(0, 0, 1), line = one_sided(-4, 0, 4, 0);
    const carom_turning rests = {.pose = {{0, 0}, {1, 0}}};
    for (int i = 0; i < 2; ++i) {
        const carom_turning spins = {.pose = {{0, i ? 0.5f : -0.5f}, {1, 0}}, .angle = 1};
        assert_false(carom_sweep_turning(&ball, &spins, &line, &rests).hit);
    }
}

/// A segment that continues a one-sided one does not lie on it. It hits it with an end that turns against its front, as
/// it does without turning; not with the end about which it turns. Of two that are one-sided, ends do not hit.
static void segments_end_to_end(void **state) {
    (void)state;
    const carom_shape line = segment(-2, 0, 0, 0), two_sided = segment(-1, 0, 1, 0);
    const carom_shape upper = one_sided(1, 0, -1, 0), lower = one_sided(-1, 0, 1, 0);
    const carom_turning rests = {.pose = {{0, 0}, {1, 0}}};
    for (int i = 0; i < 8; ++i) {
        float from = i & 1 ? 0 : -6, to = from + 4;
        const carom_shape wall = i & 2 ? one_sided(from, 0, to, 0) : one_sided(to, 0, from, 0);
        const carom_turning turns = {.pose = {{0, 0}, {1, 0}}, .angle = i & 4 ? 0.5f : -0.5f};
        assert_int_equal(carom_sweep_turning(&line, &turns, &wall, &rests).hit, i == 2 || i == 4);
        const carom_turning spins = {.pose = {{-1, 0}, {1, 0}}, .angle = turns.angle};
        assert_int_equal(carom_sweep_turning(&two_sided, &spins, &wall, &rests).hit,
                         i == 1 || i == 2 || i == 4 || i == 7);
        assert_false(carom_sweep_turning(&upper, &spins, &wall, &rests).hit);
        assert_false(carom_sweep_turning(&lower, &spins, &wall, &rests).hit);
        const carom_vec2 down = {0, i & 4 ? -1.0f : 1};
        assert_true(i & 1 || carom_sweep(&line, down, &wall, vec(0, 0)).hit == (i == 2 || i == 4));
    }
}

/// Sweeps from a later time on: of two parts the earlier counts, and at the end of the motion nothing moves. If the
/// start of the whole motion is beyond the floats, the time of a hit is still one of the rest.
static void late_sweeps_into_compounds(void **state) {
    (void)state;
    const carom_shape parts[] = {box(10, -9, 12, 9), box(6, -9, 8, 9), box(6, 20, 8, 21)};
    const carom_shape wall = compound(parts, 3), ball = circle(0, 0, 1), far = circle(3e38f, 0, 1e38f);
    cr_spin spin;
    cr_spin_of(0.25f, &spin);
    const cr_late_motion b = {.shape = &wall, .spin = &spin};
    cr_late_motion a = {.shape = &ball, .move = {20, 0}, .time = 0.25};
    cr_late_impact hit = cr_sweep_late(&a, &b, 0.25, true);
    assert_true(hit.impact.hit && hit.impact.contact.time > 0.25);
    assert_int_equal(hit.part_b, 1);
    a.time = 1;
    assert_false(cr_sweep_late(&a, &b, 1, true).impact.hit);
    for (int sign = -1; sign <= 1; sign += 2) {
        a = (cr_late_motion){.shape = &far, .move = {(float)sign * 3e38f, 0}, .time = 0.75};
        hit = cr_sweep_late(&a, &b, 0.75, false);
        assert_true(!hit.impact.hit || (hit.impact.contact.time >= 0.75 && hit.impact.contact.time <= 1));
    }
}

/// Circles with one centre have no direction between them: the normal is (1, 0).
static void late_sweeps_of_circles_with_one_centre(void **state) {
    (void)state;
    const carom_shape small = circle(0, 0, 1), large = circle(0, 0, 2);
    cr_spin spin;
    cr_spin_of(0.25f, &spin);
    const cr_late_motion a = {.shape = &small, .move = {3, 0}, .time = 0.5};
    const cr_late_motion b = {.shape = &large, .spin = &spin, .time = 0.5};
    cr_late_impact hit = cr_sweep_late(&a, &b, 0.5, false);
    assert_true(hit.impact.hit && hit.impact.inside);
    assert_true(hit.impact.contact.normal.x == 1 && hit.impact.contact.normal.y == 0);
}

// ---- Skipped ends ---------------------------------------------------------------------------------------------------

/// A segment whose way out leads along it touches the box with its end only: not at all if that is skipped, be the
/// segment the first shape or the second.
static void penetration_by_a_skipped_end_is_none(void **state) {
    (void)state;
    const carom_shape block = box(-2, -1, 0.5f, 1);
    for (int i = 0; i < 8; ++i) {
        carom_shape line = i & 1 ? segment(10, 0.25f, 0, 0.25f) : segment(0, 0.25f, 10, 0.25f);
        line.segment.skip_a = i >> 1 & 1;
        line.segment.skip_b = i >> 2 & 1;
        bool is_skipped = i & 1 ? line.segment.skip_b : line.segment.skip_a;
        carom_separation first = carom_distance(&line, &block), second = carom_distance(&block, &line);
        assert_int_equal(carom_overlap(&line, &block), !is_skipped);
        assert_int_equal(carom_overlap(&block, &line), !is_skipped);
        assert_same_float(first.distance, is_skipped ? INFINITY : -0.5f);
        assert_same_float(second.distance, first.distance);
        assert_true(cr_same_point(first.normal, is_skipped ? vec(0, 0) : vec(1, 0)));
        assert_true(cr_same_point(second.normal, vec(-first.normal.x, -first.normal.y)));
    }
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static bool count_part(void *context, const carom_shape *part, int number) {
    int *count = context;
    assert_int_equal(part->kind, CAROM_SHAPE_CIRCLE);
    assert_int_equal(number, *count);
    ++*count;
    return true;
}

/// A polygon to the right of a line through p with a slope.
static carom_shape wall_at(carom_vec2 p, float slope) {
    carom_shape wall;
    const carom_vec2 v[3] = {{p.x - 16 * slope, p.y - 16}, {p.x + 64, p.y}, {p.x + 16 * slope, p.y + 16}};
    assert_int_equal(carom_make_polygon(v, 3, &wall), CAROM_STATUS_OK);
    return wall;
}

/// True if a shape penetrates another one after a displacement, which is exact.
static bool penetrates_at(const carom_shape *a, carom_vec2 from, carom_vec2 to, const carom_shape *b) {
    const cr_core core_a = core_of(a), core_b = core_of(b);
    const cr_displacement d = cr_displacement_between(from, to);
    cr_difference c;
    cr_difference_make(&c, &core_a, &core_b);
    return cr_relation_at(&c, &d) == CR_INSIDE;
}

/// A box hits a wall with a vertex. Rounding would put it into another part as well, which it slides along, or hits
/// with another vertex within rounding of that time. The position is clear of both, and near the path.
static void rounding_into_another_part(void **state) {
    (void)state;
    random_source r = {23};
    int moved = 0;
    for (int n = 0; n < 8000; ++n) {
        const carom_shape a = box(-1, -1, 0, 0);
        const carom_vec2 along = {1 + (float)random_below(&r, 64) / 64, (float)(1 + random_below(&r, 64)) / 64};
        const carom_vec2 move = {8 * along.x, 8 * along.y};
        float t = random_range(&r, 0.25f, 0.75f), slope = (float)random_below(&r, 5) / 8;
        float grid = floorf(t * 16) / 16, low = n & 4 ? grid - 0.0625f : -0.125f, high = n & 4 ? grid + 0.125f : 1;
        const carom_vec2 ceiling[3] = {
            {-1 + low * move.x, low * move.y}, {-1 + high * move.x, high * move.y}, {-1 + low * move.x, high * move.y}};
        carom_vec2 there = {t * move.x, t * move.y};
        carom_shape parts[2];
        int other = n & 1;
        if (n & 2) assert_int_equal(carom_make_polygon(ceiling, 3, &parts[other]), CAROM_STATUS_OK);
        if (!(n & 2)) parts[other] = wall_at(vec(there.x, there.y - 1), slope);
        parts[!other] = wall_at(there, -slope);
        const carom_shape pair = compound(parts, 2);
        carom_sweep_hit hit = carom_sweep(&a, move, &pair, vec(0, 0)), alone[2];
        for (int i = 0; i < 2; ++i) alone[i] = carom_sweep(&a, move, &parts[i], vec(0, 0));
        int first = alone[0].hit && (!alone[1].hit || alone[0].t <= alone[1].t) ? 0 : 1;
        assert_same_float(hit.t, alone[first].t);
        for (int i = 0; i < 2; ++i) assert_false(penetrates_at(&a, a.box.min, hit.at, &parts[i]));
        moved += !cr_same_point(hit.at, alone[first].at);
        float across = hit.at.x + 1 - hit.t * move.x, up = hit.at.y + 1 - hit.t * move.y;
        assert_true(fabsf(across) <= 8 * 0x1p-20f && fabsf(up) <= 8 * 0x1p-20f); // 8 ulp
    }
    assert_true(moved > 1000);
}

/// A circle goes on into a segment through its skipped end until a wall stops it: it may be in the segment there.
static void a_part_entered_through_a_skipped_end_stops_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const bool is_reversed = i & 1, is_skipped = i & 2;
        carom_shape parts[2] = {is_reversed ? segment(10, 0, 0, 0) : segment(0, 0, 10, 0), box(3, -5, 4, 5)};
        *(is_reversed ? &parts[0].segment.skip_b : &parts[0].segment.skip_a) = is_skipped;
        const carom_shape ball = circle(-2, 0, 1), both = compound(parts, 2);
        carom_sweep_hit hit = carom_sweep(&ball, vec(8, 0), &both, vec(0, 0));
        assert_same_float(hit.t, is_skipped ? 0.5f : 0.125f);
        assert_int_equal(hit.part_b, is_skipped);
        assert_true(cr_same_point(hit.at, vec(is_skipped ? 2 : -1, 0)));
        hit = carom_sweep(&both, vec(-8, 0), &ball, vec(0, 0)); // the segment moves
        assert_same_float(hit.t, is_skipped ? 0.5f : 0.125f);
        assert_int_equal(hit.part_a, is_skipped);
        assert_true(cr_same_point(hit.at, vec((is_reversed ? 10.0f : 0.0f) - (is_skipped ? 4.0f : 1.0f), 0)));
    }
}

/// Beside its skipped end, the segment stops it, at a position that is clear: near the origin, where the rounding of
/// the path in double is larger than that to float.
static void a_part_with_a_skipped_end_is_cleared(void **state) {
    (void)state;
    random_source r = {29};
    for (int n = 0; n < 4000; ++n) {
        const carom_vec2 normal = random_direction(&r, 1), start = {random_range(&r, 3, 8), random_range(&r, 3, 8)};
        const float radius = random_range(&r, 1, 2), sign = normal.x * start.x + normal.y * start.y < 0 ? -1 : 1;
        const carom_vec2 foot = {-sign * radius * normal.x, -sign * radius * normal.y};
        carom_shape part =
            segment(foot.x - 8 * normal.y, foot.y + 8 * normal.x, foot.x + 8 * normal.y, foot.y - 8 * normal.x);
        part.segment.skip_a = true;
        const carom_shape ball = circle(start.x, start.y, radius), one = compound(&part, 1);
        carom_sweep_hit hit = carom_sweep(&ball, vec(-2 * start.x, -2 * start.y), &one, vec(0, 0));
        if (hit.t == 0) continue;
        assert_false(penetrates_at(&ball, ball.circle.center, hit.at, &part));
        hit = carom_sweep(&one, vec(2 * start.x, 2 * start.y), &ball, vec(0, 0)); // the segment moves
        assert_false(penetrates_at(&part, part.segment.a, hit.at, &ball));
    }
}

/// A compound in itself has no end, so none of its parts is visited.
static void a_compound_in_itself_has_no_parts(void **state) {
    (void)state;
    carom_shape parts[2] = {circle(0, 0, 1), circle(4, 0, 1)};
    const carom_shape pair = compound(parts, 2);
    int count = 0;
    cr_for_each_part(&pair, count_part, &count);
    assert_int_equal(count, 2);
    parts[1] = pair;
    count = 0;
    cr_for_each_part(&pair, count_part, &count);
    assert_int_equal(count, 0);
}

// ---- Triangulation --------------------------------------------------------------------------------------------------

static void a_ring_without_area_has_no_triangle(void **state) {
    (void)state;
    const carom_vec2 p[3] = {{0, 0}, {0, 2}, {0, 4}};
    cr_sloped list[3];
    for (int i = 0; i < 3; ++i) assert_true(cr_slope_edge(p[i], p[(i + 1) % 3], &list[i]));
    carom_triangle out[1];
    int count = 7;
    assert_int_equal(cr_triangulate(list, 3, NULL, out, 1, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 0);
}

/// Every vertex of rings has an even number of edges; callers pass nothing else.
static void edges_that_bound_nothing_are_no_area(void **state) {
    (void)state;
    const carom_vec2 p[3] = {{0, 0}, {4, 1}, {1, 5}};
    for (int edges = 1; edges <= 3; ++edges) {
        cr_sloped list[3];
        for (int i = 0; i < edges; ++i) assert_true(cr_slope_edge(p[i], p[(i + 1) % 3], &list[i]));
        carom_triangle out[2];
        int count = 0;
        carom_status status = cr_triangulate(list, edges, NULL, out, 2, &count);
        assert_int_equal(status, edges == 3 ? CAROM_STATUS_OK : CAROM_STATUS_BAD_ARGUMENT);
        assert_int_equal(count, edges == 3 ? 1 : 0);
    }
}

static carom_vec2 small_point(random_source *r) {
    return (carom_vec2){(float)((int)random_below(r, 9) - 4) / 4, (float)((int)random_below(r, 9) - 4) / 4};
}

/// The signs of a condition do not depend on which coefficients are asked for, nor on the direction of the interval.
static void signs_of_coefficients_agree(void **state) {
    (void)state;
    random_source r = {19};
    int zeros = 0;
    for (int n = 0; n < 4000; ++n) {
        cr_spin spins[2];
        cr_turning_core core[2] = {{.spin = &spins[0]}, {.spin = &spins[1]}};
        for (int w = 0; w < 2; ++w) {
            cr_spin_of(random_below(&r, 3) ? random_range(&r, -0.4f, 0.4f) : 0, &spins[w]);
            core[w].core = (cr_core){.count = 2, .v = {small_point(&r), small_point(&r)}, .kind = CAROM_SHAPE_CAPSULE};
            core[w].core.radius = (float)random_below(&r, 3) / 4;
            core[w].start = cr_widen(small_point(&r));
            core[w].move = cr_widen(small_point(&r));
        }
        cr_condition which = {random_below(&r, 2), (unsigned char)random_below(&r, 2),
                              (unsigned char)random_below(&r, 2), (cr_condition_kind)random_below(&r, 6)};
        double from = random_below(&r, 2) ? 0 : 0.25, to = from + ldexp(1, -(int)random_below(&r, 60));
        to = to < 1 ? to : 1;
        cr_interval t = {from, to}, back = {to, from};
        int degree = which.what == CR_FAR_FROM ? 6 : 5, first = 0;
        unsigned above = 0, below = 0;
        cr_exact_sign any = {false, false}, all = cr_turning_sign(&core[0], &core[1], which, t, CR_ALL_COEFFICIENTS);
        for (int i = 0; i <= degree; ++i) {
            cr_exact_sign one = cr_turning_sign(&core[0], &core[1], which, t, 1u << i);
            cr_exact_sign same = cr_turning_sign(&core[0], &core[1], which, back, 1u << (degree - i));
            assert_true(one.above == same.above && one.below == same.below && !(one.above && one.below));
            any.above |= one.above;
            any.below |= one.below;
            above |= (unsigned)one.above << i;
            below |= (unsigned)one.below << i;
            int sign = one.above - one.below;
            if (i == 0) assert_int_equal(sign, cr_turning_sign_at(&core[0], &core[1], which, from));
            if (first == 0) first = sign;
            zeros += sign == 0;
        }
        assert_true(any.above == all.above && any.below == all.below);
        for (unsigned some = 1; some < 2u << degree; ++some) {
            cr_exact_sign sign = cr_turning_sign(&core[0], &core[1], which, t, some);
            assert_true(sign.above == ((above & some) != 0) && sign.below == ((below & some) != 0));
        }
        assert_int_equal(first, cr_turning_sign_after(&core[0], &core[1], which, t));
    }
    assert_true(zeros > 100);
}

/// A piece of a rotation turns, although one coordinate of its half vectors is the same at both ends. A point passes
/// the pivot of a segment at the start of the piece, in the direction of the segment in the middle of it: it is on one
/// side first, and then on the other.
static void a_piece_with_an_equal_coordinate_turns(void **state) {
    (void)state;
    static const struct {
        float angle;
        int pieces, piece;
        bool x;
    } cases[] = {{0x1.eeebf2p+1f, 8, 6, false}, {0x1.bbb90ep+2f, 16, 14, true}};
    for (int n = 0; n < 2; ++n) {
        cr_spin spin;
        cr_spin_of(cases[n].angle, &spin);
        const carom_vec2 *half = &spin.half[cases[n].piece];
        assert_int_equal(spin.pieces, cases[n].pieces);
        assert_true((half[0].x == half[1].x) == cases[n].x && (half[0].y == half[1].y) == !cases[n].x);
        double from = (double)cases[n].piece / spin.pieces, to = from + 1.0 / spin.pieces;
        double turned = (double)cases[n].angle * (from + to) / 2;
        cr_vec2d move = {floor(1024 * cos(turned)), floor(1024 * sin(turned))};
        cr_turning_core a = {.core = {.count = 2, .v = {{0, 0}, {1, 0}}, .kind = CAROM_SHAPE_SEGMENT}, .spin = &spin};
        cr_turning_core b = {.core = {.count = 1, .kind = CAROM_SHAPE_POINT}, .spin = &cr_no_spin, .move = move};
        b.start = cr_scale(move, -from);
        cr_condition which = {.edge_of_a = true, .what = CR_OUTSIDE_OF_CORE};
        assert_int_equal(cr_turning_sign_at(&a, &b, which, from), 0);
        cr_exact_sign sign = cr_turning_sign(&a, &b, which, (cr_interval){from, to}, CR_ALL_COEFFICIENTS);
        assert_true(sign.above && sign.below);
        int after = cr_turning_sign_after(&a, &b, which, (cr_interval){from, to});
        assert_int_equal(after, -cr_turning_sign_at(&a, &b, which, to));
    }
}

/// A point passes the pivot of a segment at the start of a piece, exactly in the direction that the segment has then.
/// So the first two coefficients are 0, and the rotation decides the third.
static void a_piece_begins_at_its_half_vector(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        cr_spin spin;
        cr_spin_of(3.0f * (float)sign, &spin);
        cr_vec2d half = cr_widen(spin.half[4]); // its squares fit into double
        assert_int_equal(spin.pieces, 8);
        cr_vec2d move = {half.x * half.x - half.y * half.y, 2 * half.x * half.y};
        cr_turning_core a = {.core = {.count = 2, .v = {{0, 0}, {1, 0}}, .kind = CAROM_SHAPE_SEGMENT}, .spin = &spin};
        cr_turning_core b = {.core = {.count = 1, .kind = CAROM_SHAPE_POINT}, .spin = &cr_no_spin, .move = move};
        b.start = cr_scale(move, -0.5);
        cr_condition which = {.edge_of_a = true, .what = CR_OUTSIDE_OF_CORE};
        for (unsigned i = 0; i < 3; ++i) {
            cr_exact_sign one = cr_turning_sign(&a, &b, which, (cr_interval){0.5, 0.625}, 1u << i);
            assert_int_equal(one.above - one.below, i < 2 ? 0 : sign);
        }
    }
}

/// A shape with the first `count` vertices of an octagon, about a point.
static carom_shape part_of_octagon(int count, carom_vec2 at) {
    static const carom_vec2 corners[] = {{3, 1}, {1, 3}, {-1, 3}, {-3, 1}, {-3, -1}, {-1, -3}, {1, -3}, {3, -1}};
    carom_shape shape = {.kind = count > 2 ? CAROM_SHAPE_POLYGON : count > 1 ? CAROM_SHAPE_SEGMENT : CAROM_SHAPE_POINT};
    if (count > 2) shape.polygon.count = count;
    carom_vec2 *v = count > 2 ? shape.polygon.v : count > 1 ? &shape.segment.a : &shape.point;
    for (int i = 0; i < count; ++i) v[i] = (carom_vec2){at.x + corners[i].x, at.y + corners[i].y};
    return shape;
}

/// A point passes a segment in a straight line: of each condition, the first and the last coefficient are the extreme
/// ones. One of them alone shows that the condition is not negative throughout.
static void one_coefficient_is_certain(void **state) {
    (void)state;
    cr_turning_core a = {.core = {.count = 1, .kind = CAROM_SHAPE_POINT}, .spin = &cr_no_spin};
    const cr_turning_core b = {.core = core_of(&(carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.b = {4, 0}}}),
                               .spin = &cr_no_spin};
    for (int n = 0; n < 81; ++n) {
        const cr_vec2d from = {n % 3 * 4 - 2, n / 3 % 3 * 2 - 2}, to = {n / 9 % 3 * 4 - 2, n / 27 * 2 - 2};
        const double past[2] = {from.x - 4, to.x - 4}, before[2] = {-from.x, -to.x}, out[2] = {-from.y, -to.y};
        const double beyond[2] = {from.y, to.y}, *const all[] = {before, past, out, out, beyond};
        static const cr_condition_kind kinds[] = {CR_BEFORE, CR_PAST, CR_OUTSIDE_OF_CORE, CR_OUTSIDE, CR_BEYOND};
        cr_turning_pair pair;
        cr_turning_span span;
        a.start = from;
        a.move = cr_subtract(to, from);
        cr_turning_pair_make(&pair, &a, &b);
        cr_turning_span_make(&span, &pair, 0, 1);
        for (int i = 0; i < 5; ++i) {
            cr_sure_sign sign = cr_condition_sure_sign(&pair, &span, (cr_condition){.what = kinds[i]});
            assert_int_equal(sign.is_above, all[i][0] > 0 || all[i][1] > 0);
            assert_int_equal(sign.is_negative, all[i][0] < 0 && all[i][1] < 0);
        }
    }
}

/// A condition that falls in a straight line, of any size: it holds until it is below twice its error.
static void a_curve_holds_above_its_error(void **state) {
    (void)state;
    static const double binomials[2][7] = {{1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};
    for (int n = 0; n < 2 * 3 * 21; ++n) {
        const int degree = 5 + n % 2;
        const double size = ldexp(1, 40 * (n / 2 % 3 - 1)), error = size / 64, x = n / 6 / 20.0;
        cr_curves curves = {.count = 1, .are_certain = true, .open = {{.degree = degree, .error = error}}};
        for (int i = 0; i <= degree; ++i) curves.open[0].b[i] = size * (1 - 2.0 * i / degree) * binomials[n % 2][i];
        assert_int_equal(cr_curves_hold_until(&curves, x), 1 - 2 * x > 2.0 / 64);
        double width, root = cr_estimate_root(&curves.open[0], &width);
        assert_true(fabs(root - 0.5) < 1e-12 && width > 0 && width < 0.02);
        curves.are_certain = false;
        assert_false(cr_curves_hold_until(&curves, x));
    }
}

/// The foot of a point on a segment is within its end by 2^-28: the two are the closest vertices up to that noise.
static void vertices_are_closest_up_to_noise(void **state) {
    (void)state;
    for (int n = 0; n < 4; ++n) {
        cr_turning_core point = {.core = {.count = 1, .kind = CAROM_SHAPE_POINT}, .spin = &cr_no_spin};
        const carom_shape line = n & 1 ? segment(0, 0, 4, 0) : segment(4, 0, 0, 0);
        cr_turning_core wall = {.core = core_of(&line), .spin = &cr_no_spin};
        cr_turning_pair pair;
        cr_placement at;
        point.start = (cr_vec2d){0x1p-28, n & 2 ? -4 : 4};
        cr_turning_pair_make(&pair, &point, &wall);
        cr_place(&pair, 0, &at);
        assert_true(cr_vertices_are_closest(&pair, &at, 0, !(n & 1), 0x1p-27));
        assert_false(cr_vertices_are_closest(&pair, &at, 0, !(n & 1), 0x1p-29));
        assert_false(cr_vertices_are_closest(&pair, &at, 0, !(n & 1), 0));
    }
}

static bool same_separator(cr_separator a, cr_separator b) {
    if (a.is_edge != b.is_edge || a.vertex_a != b.vertex_a || a.vertex_b != b.vertex_b) return false;
    return !a.is_edge || (a.edge_of_a == b.edge_of_a && a.edge == b.edge);
}

static double distance_at(const cr_placement *at, int i, int j) {
    return cr_length(cr_subtract(cr_vector_of(&at->v[0], i), cr_vector_of(&at->v[1], j)));
}

/// True if none is better, and none before it is as good: edges of b, then of a; of vertices those of a, then of b.
static bool is_first_of_best(const cr_turning_pair *p, const cr_placement *at) {
    const cr_separator best = at->best;
    const double gap = best.is_edge ? at->edge_gap[!best.edge_of_a][best.edge] : 0;
    for (int w = 0; w < 2 && best.is_edge; ++w) {
        for (int k = 0; k < p->of[w].edges; ++k) {
            bool is_before = (w == 1) == best.edge_of_a ? w == 1 : k < best.edge;
            if (at->edge_gap[w][k] > gap || (at->edge_gap[w][k] == gap && is_before)) return false;
        }
    }
    for (int i = 0; i < p->of[0].count && !best.is_edge; ++i) {
        for (int j = 0; j < p->of[1].count; ++j) {
            const double least = distance_at(at, best.vertex_a, best.vertex_b), distance = distance_at(at, i, j);
            bool is_before = i < best.vertex_a || (i == best.vertex_a && j < best.vertex_b);
            if (distance < least || (distance == least && is_before)) return false;
        }
    }
    return true;
}

/// Of separators with equal gaps, the first one is the best, from whichever the search begins.
static void a_guess_does_not_decide_between_separators(void **state) {
    (void)state;
    random_source r = {37};
    for (int n = 0; n < 2000; ++n) {
        cr_turning_core of[2] = {{.spin = &cr_no_spin}, {.spin = &cr_no_spin}};
        for (int w = 0; w < 2; ++w) {
            const carom_shape octagon = part_of_octagon(1 + random_below(&r, 8), vec(0, 0)), square = box(-2, -1, 2, 1);
            of[w].core = core_of(random_below(&r, 2) ? &octagon : &square);
        }
        of[0].start = (cr_vec2d){random_below(&r, 13) - 6, random_below(&r, 13) - 6};
        cr_turning_pair pair;
        cr_placement plain, at;
        cr_turning_pair_make(&pair, &of[0], &of[1]);
        cr_place(&pair, 0, &plain);
        cr_place_all_edges(&pair, 0, &at);
        assert_true(same_separator(at.best, plain.best) && at.gap == plain.gap && at.penetrates == plain.penetrates);
        assert_true(is_first_of_best(&pair, &at));
        for (int i = 0; i < pair.of[0].count; ++i) {
            for (int j = 0; j < pair.of[1].count; ++j) {
                for (int w = 0; w < 3; ++w) {
                    if (w < 2 && (w == 0 ? i : j) >= pair.of[w].edges) continue;
                    cr_separator near = {.is_edge = w < 2, .edge_of_a = w == 0};
                    near.edge = (unsigned char)(w == 0 ? i : j);
                    near.vertex_a = (unsigned char)(w == 0 ? j : i);
                    near.vertex_b = (unsigned char)(w == 1 ? i : j);
                    cr_place_near(&pair, 0, &near, &at);
                    assert_true(same_separator(at.best, plain.best));
                    assert_true(at.gap == plain.gap && at.penetrates == plain.penetrates);
                }
            }
        }
    }
}

/// Products of numbers with all 53 bits, of any size, which differ in the last bits or not at all.
static void close_products_are_compared(void **state) {
    (void)state;
    random_source r = {21};
    int signs[3] = {0};
    for (int n = 0; n < 3000; ++n) {
        double a = (double)(random_bits(&r) >> 11), b = (double)(random_bits(&r) >> 11);
        double c = a + random_below(&r, 3) - 1, d = b + random_below(&r, 3) - 1;
        double up = ldexp(1, random_below(&r, 400) - 200), down = ldexp(1, random_below(&r, 400) - 200);
        cr_exact factors[4] = {cr_exact_of(a), cr_exact_of(b), cr_exact_of(c), cr_exact_of(d)};
        cr_exact p = cr_exact_multiply(&factors[0], &factors[1]), q = cr_exact_multiply(&factors[2], &factors[3]);
        int sign = cr_exact_compare(&p, &q);
        assert_int_equal(cr_compare_products(a * up, b * down, c * down, d * up), sign);
        assert_int_equal(cr_compare_products(c * down, d * up, b * down, a * up), -sign);
        ++signs[1 + sign];
    }
    assert_true(signs[0] > 1000 && signs[1] > 300 && signs[2] > 1000);
}

/// Of a large and a small circle, the sum of the radii has more bits than a double: 63 here. A turning circle overlaps
/// at the start if it does at rest, however near to the sum the distance is.
static void a_sum_of_radii_is_exact(void **state) {
    (void)state;
    random_source r = {5};
    int overlaps = 0;
    for (int n = 0; n < 1000; ++n) {
        float large = random_range(&r, 1, 2), small = ldexpf(random_range(&r, 1, 2), -40);
        float y = (float)sqrt(2 * (double)large * (double)small); // contact, if x is the large radius
        y = nextafterf(y, n & 1 ? 0 : 1);
        const carom_shape still = circle(0, 0, large), at = circle(large, y, small), turns = circle(0, 0, small);
        const carom_turning rest = {.pose = {{0, 0}, {1, 0}}}, turn = {.pose = {{large, y}, {1, 0}}, .angle = 1};
        bool expected = carom_overlap(&at, &still);
        assert_int_equal(carom_sweep_turning(&turns, &turn, &still, &rest).inside, expected);
        overlaps += expected;
    }
    assert_in_range(overlaps, 400, 600);
}

/// Two boxes, of which one is so long that its roundings are as large as what distinguishes the depths: the contact is
/// that of the general path, or is left to it.
static void contacts_of_long_boxes(void **state) {
    (void)state;
    random_source r = {3};
    int found = 0;
    for (int n = 0; n < 100000; ++n) {
        float width = ldexpf(1 + (float)random_below(&r, 8) / 8, random_below(&r, 12));
        float size = ldexpf(1 + (float)random_below(&r, 4), -random_below(&r, 16));
        float x = ldexpf((float)(random_below(&r, 15) - 7), -12 - random_below(&r, 4));
        float y = ldexpf((float)(random_below(&r, 15) - 7), -12 - random_below(&r, 4));
        const carom_shape a = box(-size, -size, width, ldexpf(1, 48 + random_below(&r, 12)));
        const carom_shape b = box(-width, -width, x, y);
        if (!(x > -size && y > -size)) continue;
        const carom_shape *one = n & 1 ? &a : &b, *other = n & 1 ? &b : &a;
        carom_contact_points f, g = cr_contact_of_parts(one, other);
        if (!cr_find_box_contact(&one->box, &other->box, &f)) continue;
        assert_true(f.hit == g.hit && f.count == g.count);
        assert_same_float(f.depth, g.depth);
        assert_same_float(f.normal.x, g.normal.x);
        assert_same_float(f.normal.y, g.normal.y);
        ++found;
    }
    assert_in_range(found, 10, 1000);
}

/// Two segments whose ends reach past each other by 2^-30 to 2^-40, nearly equally: the least depth is that of the
/// general path, though both are within its rounding.
static void shallow_crossings_of_segments(void **state) {
    (void)state;
    random_source r = {11};
    for (int n = 0; n < 20000; ++n) {
        double angle = (double)random_range(&r, 0, 6.28f), other = angle + (double)random_range(&r, 0.5f, 2.6f);
        double past = exp2(-(double)random_range(&r, 30, 40)), alike = 1 + (double)random_range(&r, -1, 1) * 0x1p-14;
        cr_vec2d u = {cos(angle), sin(angle)}, v = {cos(other), sin(other)};
        double along_u = -(double)random_range(&r, 0.5f, 2), along_v = -(double)random_range(&r, 0.5f, 2);
        const carom_shape a = {.kind = CAROM_SHAPE_SEGMENT,
                               .segment = {.a = cr_narrow(cr_scale(u, along_u)), .b = cr_narrow(cr_scale(u, past))}};
        const carom_shape b = {
            .kind = CAROM_SHAPE_SEGMENT,
            .segment = {.a = cr_narrow(cr_scale(v, along_v)), .b = cr_narrow(cr_scale(v, past * alike))}};
        carom_separation f = carom_distance(&a, &b), g = cr_distance_of_parts(&a, &b);
        assert_same_float(f.distance, g.distance);
        assert_same_float(f.normal.x, g.normal.x);
        assert_same_float(f.normal.y, g.normal.y);
    }
}

static double least_gap(const cr_core *a, int edge, const cr_core *b) {
    carom_vec2 from = a->v[edge], to = a->v[(edge + 1) % a->count];
    double least = HUGE_VAL;
    for (int k = 0; k < b->count; ++k) {
        double left = (double)(to.x - from.x) * (double)(b->v[k].y - from.y) -
                      (double)(to.y - from.y) * (double)(b->v[k].x - from.x);
        least = fmin(least, -left);
    }
    return least;
}

static double length_of_edge(const cr_core *core, int edge) {
    return cr_length(cr_subtract(cr_widen(core->v[(edge + 1) % core->count]), cr_widen(core->v[edge])));
}

/// The extreme edges are those of the gaps; of shapes that overlap, those of the distances.
static void compare_extremes(const cr_hull *hulls, const cr_separations *s) {
    cr_extreme_edges x;
    cr_pair_feature found;
    cr_start_pair(&found, &hulls[0], &hulls[1]);
    assert_true(cr_find_extremes(&found, true, &x));
    assert_true(found.wide == s->wide && found.high == s->high);
    assert_true(found.extent == 2 * ((double)s->wide + (double)s->high));
    assert_true(!x.overflows && x.edges == s->edges && x.open == s->open && x.apart == s->apart);
    assert_same_float(x.wide, s->wide);
    assert_same_float(x.high, s->high);
    double most = -HUGE_VAL, nearest = -HUGE_VAL, gaps[16], distances[16];
    for (int k = 0; k < 16; ++k) {
        if (!(s->edges >> k & 1)) continue;
        const cr_core *own = &hulls[k / 8].core, *other = &hulls[k < 8].core;
        gaps[k] = least_gap(own, k % 8, other);
        distances[k] = gaps[k] / length_of_edge(own, k % 8);
        most = fmax(most, gaps[k]);
        nearest = fmax(nearest, distances[k]);
        if (other->count > 4) continue;
        const cr_core vertex = {.count = 1, .v = {other->v[x.vertex[k]]}};
        assert_true(least_gap(own, k % 8, &vertex) == gaps[k]);
    }
    uint32_t farthest = 0, candidates = 0;
    for (int k = 0; k < 16; ++k) {
        if (!(s->edges >> k & 1)) continue;
        farthest |= (uint32_t)(gaps[k] == most) << k;
        candidates |= (uint32_t)(distances[k] > nearest - 1e-4) << k;
    }
    assert_int_equal(x.farthest, s->open ? farthest : 0);
    assert_int_equal(x.candidates, s->open ? 0 : candidates);
}

/// Gaps of small integers are exact, for each number of vertices. What a hull of up to four vertices has in its second
/// vectors is not read.
static void gaps_are_those_of_the_vertices(void **state) {
    (void)state;
    for (int n = 0; n < 8 * 8 * 49; ++n) {
        const int counts[] = {n % 8 + 1, n / 8 % 8 + 1};
        const carom_vec2 at = {(float)(n / 64 % 7 - 3), (float)(n / 448 - 3)};
        const carom_shape shapes[] = {part_of_octagon(counts[0], vec(0, 0)), part_of_octagon(counts[1], at)};
        if (counts[0] == 1 && counts[1] == 1) continue;
        cr_hull hulls[2];
        for (int i = 0; i < 2; ++i) {
            const cr_lanes4 huge = cr_all_lanes(FLT_MAX);
            hulls[i].x[1] = hulls[i].y[1] = hulls[i].ex[1] = hulls[i].ey[1] = huge;
            assert_true(cr_hull_of(&shapes[i], &hulls[i]));
        }
        cr_separations s;
        cr_measure_separations(&hulls[0], &hulls[1], &s);
        assert_false(s.overflows);
        float wide = 0, high = 0;
        for (int i = 0; i < 2; ++i) {
            const cr_core *own = &hulls[i].core, *other = &hulls[!i].core;
            const int edges = own->count > 1 ? own->count : 0;
            assert_int_equal(s.edges >> 8 * i & 255, (1 << edges) - 1);
            for (int k = 0; k < edges; ++k) {
                float gap = (float)least_gap(own, k, other);
                assert_same_float(s.gap[2 * i + k / 4][k % 4] + 0.0f, gap + 0.0f);
                assert_int_equal(s.apart >> (8 * i + k) & 1, gap > 0);
                assert_int_equal(s.open >> (8 * i + k) & 1, gap >= 0);
            }
            for (int k = 0; k < own->count; ++k) {
                wide = fmaxf(wide, fabsf(own->v[k].x - hulls[0].core.v[0].x));
                high = fmaxf(high, fabsf(own->v[k].y - hulls[0].core.v[0].y));
            }
        }
        assert_same_float(s.wide, wide);
        assert_same_float(s.high, high);
        if (counts[0] > 1 && counts[1] > 1) compare_extremes(hulls, &s);
    }
}

/// Nearly regular, so that several sides are nearly as deep in another such shape.
static carom_shape nearly_regular(random_source *r, float scale) {
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON, .polygon.count = 3 + random_below(r, 6)};
    const float aside = ldexpf(1, -3 - random_below(r, 10));
    const float x = random_range(r, -aside, aside), y = random_range(r, -aside, aside);
    for (int i = 0; i < shape.polygon.count; ++i) {
        const double angle = 6.2831853 * i / shape.polygon.count;
        shape.polygon.v[i] = vec(((float)cos(angle) + x) * scale, ((float)sin(angle) + y) * scale);
    }
    return shape;
}

/// The search in float gives what the general path does, where its products underflow and overflow, too.
static void depths_of_every_size(void **state) {
    (void)state;
    static const int shifts[] = {-100, -75, -73, -71, -69, -67, -60, -40, -20, 0, 20, 60, 62, 64, 100};
    for (int i = 0; i < 15; ++i) {
        random_source r = {(uint64_t)i};
        for (int n = 0; n < 400; ++n) {
            const carom_shape a = nearly_regular(&r, ldexpf(1, shifts[i])),
                              b = nearly_regular(&r, ldexpf(1, shifts[i]));
            carom_separation f = carom_distance(&a, &b), g = cr_distance_of_parts(&a, &b);
            assert_true(f.distance < 0);
            assert_same_float(f.distance, g.distance);
            assert_same_float(f.normal.x, g.normal.x);
            assert_same_float(f.normal.y, g.normal.y);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_of_coefficients_agree),
        cmocka_unit_test(a_piece_with_an_equal_coordinate_turns),
        cmocka_unit_test(a_piece_begins_at_its_half_vector),
        cmocka_unit_test(one_coefficient_is_certain),
        cmocka_unit_test(a_curve_holds_above_its_error),
        cmocka_unit_test(vertices_are_closest_up_to_noise),
        cmocka_unit_test(a_guess_does_not_decide_between_separators),
        cmocka_unit_test(close_products_are_compared),
        cmocka_unit_test(shallow_crossings_of_segments),
        cmocka_unit_test(depths_of_every_size),
        cmocka_unit_test(contacts_of_long_boxes),
        cmocka_unit_test(a_sum_of_radii_is_exact),
        cmocka_unit_test(a_path_along_z_goes_back_along_z),
        cmocka_unit_test(retreats_differ_in_any_coordinate),
        cmocka_unit_test(no_position_is_certain_beyond_the_floats),
        cmocka_unit_test(a_contact_coordinate_is_finite),
        cmocka_unit_test(blockers_of_each_direction_are_left_in_steps),
        cmocka_unit_test(a_pose_is_nudged_out_of_what_is_shallow),
        cmocka_unit_test(without_a_clear_pose_it_is_the_start),
        cmocka_unit_test(an_earlier_pose_turns_with_the_obstacle),
        cmocka_unit_test(gaps_are_those_of_the_vertices),
        cmocka_unit_test(beside_a_vertex_the_normal_is_that_of_a_side),
        cmocka_unit_test(a_time_is_decided_if_its_error_allows),
        cmocka_unit_test(a_time_before_the_motion_is_its_start),
        cmocka_unit_test(motions_that_are_not_finite_hit_nothing),
        cmocka_unit_test(a_spin_that_is_not_finite_turns_nothing),
        cmocka_unit_test(contacts_out_of_range),
        cmocka_unit_test(a_ray_almost_along_a_capsule_leaves_it_at_any_scale),
        cmocka_unit_test(an_angle_is_ordered_beyond_rounding),
        cmocka_unit_test(invalid_shapes_have_no_hull),
        cmocka_unit_test(a_circle_that_hits_a_segment_at_its_end),
        cmocka_unit_test(a_circle_beside_a_line_is_related_beyond_rounding),
        cmocka_unit_test(the_search_relates_boxes_as_the_exact_test),
        cmocka_unit_test(a_point_at_the_pivot_of_a_turning_segment),
        cmocka_unit_test(a_point_at_the_end_of_a_turning_segment),
        cmocka_unit_test(a_crossing_beside_an_end_is_one_of_the_segment),
        cmocka_unit_test(a_circle_that_spins_in_place),
        cmocka_unit_test(segments_end_to_end),
        cmocka_unit_test(late_sweeps_into_compounds),
        cmocka_unit_test(late_sweeps_of_circles_with_one_centre),
        cmocka_unit_test(penetration_by_a_skipped_end_is_none),
        cmocka_unit_test(rounding_into_another_part),
        cmocka_unit_test(a_part_entered_through_a_skipped_end_stops_nothing),
        cmocka_unit_test(a_part_with_a_skipped_end_is_cleared),
        cmocka_unit_test(a_compound_in_itself_has_no_parts),
        cmocka_unit_test(a_ring_without_area_has_no_triangle),
        cmocka_unit_test(edges_that_bound_nothing_are_no_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
