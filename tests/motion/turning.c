// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_move_turning: responses of shapes that turn, and a car of 24 x 14 that is steered along the walls of levels:
// those here, those in the folder CAROM_EXTRA_LEVELS, and random ones. It is never in a wall, and a step never moves it
// farther than its velocity. With --seconds and --seed it is part of `make turns`.
#define _XOPEN_SOURCE 700

#include "battery.h"
#include "carom/io.h"
#include "carom/motion.h"

#include "level/maps.h"
#include "levels.h"

#include "geom/relation.h"
#include "geom/shapes.h"
#include "level/query/touching.h"
#include "same_float.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static long steps, touched, blocked_turns, started;

static const carom_response stop = {.kind = CAROM_RESPONSE_STOP}, slide = {.kind = CAROM_RESPONSE_SLIDE};

/// A floor below y = 48 and a wall to the right of x = 96; y points down.
static carom_level *floor_and_wall(map *m) {
    map_draw(m,
             "......#\n"
             "......#\n"
             "......#\n"
             "#######\n",
             16);
    return level_of_map(m);
}

static carom_turning_motion state_of(float x, float y, float move_x, float move_y, float spin) {
    return (carom_turning_motion){
        .pose = {.position = {x, y}, .rotation = {1, 0}}, .velocity = {move_x, move_y}, .spin = spin};
}

static void a_turn_into_a_surface_is_blocked(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_wall(&m);
    carom_scene scene = carom_scene_of_level(level);
    carom_shape plank = box(-8, -1, 8, 1);
    carom_scene_turning_hit hits[4];

    // It turns until an end meets the floor, keeps that rotation, and goes on.
    carom_turning_motion start = state_of(40, 44, 8, 0, 1), end;
    end = carom_move_turning(&scene, &plank, &start, &slide, hits, 4);
    assert_true(end.blocked && end.contacts >= 1 && !end.inside);
    assert_same_float(end.spin, 0);
    assert_same_float(end.t, 1);
    assert_same_float(end.velocity.x, 8);
    assert_true(fabsf(end.pose.position.x - 48) < 1e-4f);
    assert_true(end.pose.rotation.sine > 0.3f && end.pose.rotation.sine < 0.45f); // 3 + (1 - cos) of 8 units
    carom_pose at_hit = hits[0].turning.at;
    assert_memory_equal(&at_hit.rotation, &end.pose.rotation, sizeof at_hit.rotation);
    assert_true(hits[0].turning.velocity.y > 6.9f && hits[0].turning.t > 0.3f && hits[0].turning.t < 0.5f);

    // With the response stop, that is the end.
    end = carom_move_turning(&scene, &plank, &start, &stop, NULL, 0);
    assert_true(end.blocked && end.contacts == 1 && end.t < 0.5f);
    assert_same_float(end.velocity.x, 0);

    // A turn away from the wall goes on, and so does the turn of a wheel.
    carom_shape wheel = circle(0, 0, 4);
    start = state_of(80, 24, 40, 0, 1.25f);
    end = carom_move_turning(&scene, &wheel, &start, &slide, NULL, 0);
    assert_true(!end.blocked && end.contacts == 1);
    assert_same_float(end.spin, 1.25f);
    assert_same_float(end.pose.position.x, 92);
    assert_true(fabsf(end.pose.rotation.sine - sinf(1.25f)) < 0.01f); // in two segments

    // Passing reports, and turns all the way.
    start = state_of(40, 44, 8, 0, 1);
    carom_response pass = {.kind = CAROM_RESPONSE_PASS};
    end = carom_move_turning(&scene, &plank, &start, &pass, hits, 4);
    assert_true(end.contacts == 1 && hits[0].turning.hit && end.t == 1);
    assert_true(fabsf(end.pose.rotation.sine - sinf(1)) < 1e-6f);
    carom_level_free(level);
}

/// A bounce returns the approach speed of the contact, turning included.
static void a_bounce_counts_the_turn(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_wall(&m);
    carom_scene scene = carom_scene_of_level(level);
    carom_shape plank = box(-8, -1, 8, 1);
    carom_response bounce = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.5f};
    carom_scene_turning_hit hit;
    for (int side = -1; side <= 1; side += 2) {
        carom_turning_motion start = state_of(40, 42, 0, 2, 1.0f * (float)side);
        carom_turning_motion end = carom_move_turning(&scene, &plank, &start, &bounce, &hit, 1);
        assert_true(end.blocked && end.contacts == 1);
        float approach = hit.turning.velocity.y;
        assert_true(approach > 8); // 2 by the velocity, the rest by the turn
        assert_true(fabsf(end.velocity.y + 0.5f * approach) < 1e-5f * approach);
        assert_true(end.pose.position.y < hit.turning.at.position.y);
    }
    carom_level_free(level);
}

static void without_spin_it_slides_as_any_shape(void **state) {
    (void)state;
    static map m;
    random_source r = {5};
    map_make(&m, 10, 10, 16);
    map_fill(&m, &r);
    map_close(&m);
    carom_level *level = level_of_map(&m);
    carom_scene scene = carom_scene_of_level(level);
    carom_shape ball = circle(0, 0, 3);
    long first_hits = 0;
    for (int i = 0; i < 2000; ++i) {
        carom_vec2 at = {random_range(&r, 16, 144), random_range(&r, 16, 144)}, v = random_direction(&r, 20);
        carom_motion plain = {.at = at, .velocity = v};
        carom_turning_motion turning = {.pose.position = at, .velocity = v};
        carom_scene_hit hit;
        carom_scene_turning_hit turned;
        plain = carom_move(&scene, &ball, &plain, &stop, &hit, 1);
        turning = carom_move_turning(&scene, &ball, &turning, &stop, &turned, 1);
        if (plain.inside) continue; // a centre in solid is not moved, or leaves it
        assert_int_equal(turning.contacts, plain.contacts);
        assert_same_float(turning.t, plain.t);
        if (plain.contacts == 0) continue;
        assert_int_equal(turned.turning.part_b, hit.sweep.part_b);
        assert_true(turned.one_way == hit.one_way);
        ++first_hits;
    }
    assert_true(first_hits > 300);
    carom_level_free(level);
}

static void bad_states_do_not_move(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_wall(&m);
    carom_scene scene = carom_scene_of_level(level), none = scene;
    none.sweep_turning = NULL;
    carom_shape plank = box(-8, -1, 8, 1);
    carom_turning_motion good = state_of(40, 20, 8, 1, 1), deep = state_of(40, 48, 8, 1, 1);
    assert_same_float(carom_move_turning(&scene, &plank, &good, &slide, NULL, 0).t, 1);
    assert_same_float(carom_move_turning(&none, &plank, &good, &slide, NULL, 0).t, 0);
    for (int i = 0; i < 4; ++i) {
        carom_turning_motion bad = good;
        *(i == 0   ? &bad.pose.position.y
          : i == 1 ? &bad.pose.rotation.cosine
          : i == 2 ? &bad.velocity.x
                   : &bad.spin) = i == 3 ? 34 : NAN;
        carom_turning_motion end = carom_move_turning(&scene, &plank, &bad, &slide, NULL, 0);
        assert_same_float(end.t, 0);
        assert_same_float(end.velocity.x, 0);
        assert_same_float(end.spin, 0);
    }
    carom_turning_motion end = carom_move_turning(&scene, &plank, &deep, &slide, NULL, 0);
    assert_true(end.inside && end.contacts == 1);
    assert_same_float(end.pose.position.x, 40);
    carom_level_free(level);
}

// ---- The car --------------------------------------------------------------------------------------------------------

/// True if the car penetrates no edge of a solid, and is not in one.
static bool is_free(const carom_level *level, const carom_shape *car, carom_pose pose) {
    int edges[512];
    carom_shape placed = carom_shape_posed(car, pose);
    if (cr_level_is_inside(level, pose.position)) return false;
    int count = cr_level_edges_in(level, carom_shape_bounds(&placed), edges, 512);
    for (int i = 0; i < count && i < 512; ++i) {
        carom_level_edge e = carom_level_edge_at(level, edges[i]);
        carom_shape wall = segment(e.a.x, e.a.y, e.b.x, e.b.y);
        if (!e.one_way && cr_relate(&placed, &wall) == CR_INSIDE) return false;
    }
    return true;
}

static void fail_car(const carom_turning_motion *before, const carom_turning_motion *after, const char *what) {
    fprintf(stderr, "{{{%af, %af}, {%af, %af}}, {%af, %af}, %af}\n", (double)before->pose.position.x,
            (double)before->pose.position.y, (double)before->pose.rotation.cosine, (double)before->pose.rotation.sine,
            (double)before->velocity.x, (double)before->velocity.y, (double)before->spin);
    fail_msg("%s at %.9g %.9g", what, (double)after->pose.position.x, (double)after->pose.position.y);
}

/// Steers a car from a free pose for a number of steps: straight on, in curves, and into the walls, forwards and back.
static void drive(const carom_level *level, float unit, carom_pose pose, random_source *r, long count) {
    carom_shape car = box(-12 * unit, -7 * unit, 12 * unit, 7 * unit);
    carom_scene scene = carom_scene_of_level(level);
    carom_response responses[3] = {slide, slide, {CAROM_RESPONSE_BOUNCE, 0.3f, 0.1f, 0}};
    float spin = 0, speed = 0;
    for (long n = 0; n < count; ++n) {
        if (n % 20 == 0) {
            spin = random_below(r, 4) == 0 ? 0 : random_range(r, -0.3f, 0.3f);
            speed = unit * (random_below(r, 6) == 0 ? random_range(r, -40, 40) : random_range(r, 0, 5));
        }
        carom_turning_motion before = {.pose = pose, .spin = spin};
        before.velocity = carom_rotate(pose.rotation, (carom_vec2){speed, 0});
        carom_turning_motion after = carom_move_turning(&scene, &car, &before, &responses[n % 3], NULL, 0);
        if (after.inside) fail_car(&before, &after, "inside");
        if (!is_free(level, &car, after.pose)) fail_car(&before, &after, "in a wall");
        float x = after.pose.position.x - pose.position.x, y = after.pose.position.y - pose.position.y;
        double far = fabs((double)pose.position.x) + fabs((double)pose.position.y) + 40 * (double)unit;
        double bounce = n % 3 == 2 ? 1 + fabs((double)spin) * 14 * (double)unit : 0; // of the contact
        if (hypot((double)x, (double)y) > fabs((double)speed) + bounce + 64 * 0x1p-23 * far)
            fail_car(&before, &after, "moved too far");
        ++steps;
        touched += after.contacts > 0;
        blocked_turns += after.blocked;
        pose = after.pose;
        carom_box all = carom_level_bounds(level);
        bool gone = !(pose.position.x > all.min.x && pose.position.x < all.max.x && pose.position.y > all.min.y &&
                      pose.position.y < all.max.y);
        if (gone) return; // out of an open level
    }
}

/// Starts cars at random poses of a level where there is room.
static void drive_in(const carom_level *level, float unit, random_source *r, long count) {
    carom_box all = carom_level_bounds(level);
    carom_shape car = box(-12 * unit, -7 * unit, 12 * unit, 7 * unit);
    if (!(all.min.x < all.max.x) || !(unit > 0)) return;
    for (int i = 0, cars = 0; i < 200 && cars < 4; ++i) {
        carom_pose pose = {{random_range(r, all.min.x, all.max.x), random_range(r, all.min.y, all.max.y)},
                           carom_rotation_of(random_range(r, -4, 4))};
        if (!is_free(level, &car, pose)) continue;
        ++cars;
        ++started;
        drive(level, unit, pose, r, count);
    }
}

static random_source source;
static long steps_of_a_car;
static double begun;

static bool is_time_up(void) {
    return battery.seconds > 0 && !go_on(begun, 0, 0);
}

/// With a limit of time, a sample of the files.
static void drive_file(const char *path) {
    carom_map *drawn;
    if (is_time_up() || (battery.seconds > 0 && random_below(&source, 16))) return;
    if (carom_map_load(path, NULL, &drawn, NULL) != CAROM_STATUS_OK) return;
    carom_vec2 cell = carom_map_about(drawn).cell;
    carom_level *level;
    if (carom_level_make(carom_map_level(drawn), &level, NULL) == CAROM_STATUS_OK) {
        drive_in(level, (cell.x > 0 ? cell.x : 16) / 16, &source, steps_of_a_car);
        carom_level_free(level);
    }
    carom_map_free(drawn);
}

static void a_car_is_never_in_a_wall(void **state) {
    (void)state;
    static map m;
    begun = seconds_now();
    source = (random_source){battery.seed};
    steps_of_a_car = battery.seconds > 0 ? 2000 : 250;
    do {
        assert_true(each_level_file(CAROM_SOURCE_DIR "/levels", drive_file));
        const char *more = getenv("CAROM_EXTRA_LEVELS");
        assert_true(!more || battery.seconds == 0 || each_level_file(more, drive_file));
        for (int i = 0; i < 8; ++i) {
            map_make(&m, 16, 16, 16);
            map_fill(&m, &source);
            for (int k = 0; k < 256; ++k) m.codes[k] = random_below(&source, 4) ? 0 : m.codes[k]; // room for the car
            map_close(&m);
            if (random_below(&source, 3) == 0) m.tiles.origin = (carom_vec2){0x1p15f, -0x1p15f};
            carom_level *level = level_of_map(&m);
            drive_in(level, 1, &source, 2 * steps_of_a_car);
            carom_level_free(level);
        }
    } while (go_on(begun, 0, 0));
    print_message("%ld steps of %ld cars: %ld with contacts, %ld blocked turns\n", steps, started, touched,
                  blocked_turns);
    assert_true(steps > 4000 && touched > steps / 10 && blocked_turns > steps / 20);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_into_a_surface_is_blocked),
        cmocka_unit_test(a_bounce_counts_the_turn),
        cmocka_unit_test(without_spin_it_slides_as_any_shape),
        cmocka_unit_test(bad_states_do_not_move),
        cmocka_unit_test(a_car_is_never_in_a_wall),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(steps, "steps of a car", failed);
    return failed;
}
