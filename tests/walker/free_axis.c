// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An axis of a walker in the air that no contact changes ends at start + velocity * dt, rounded once, if that place is
// free; on level ground, position and remainder together do. Among boxes and in levels, at integers and anywhere, with
// every direction of up, and up to 2^24 from the origin, where steps are slow.
//
//     test_walker_free_axis [--seconds S] [--seed N]
#include "battery.h"
#include "carom/walker.h"
#include "motion/boxes.h"

#include <stdlib.h>

enum { QUICK_SCENES = 4000, STEPS = 6 };

typedef struct tally {
    long steps, axes, landings;
} tally;

// ---- A scene that records normals -----------------------------------------------------------------------------------

typedef struct recorder {
    carom_scene base;
    bool has_x, has_y; ///< a hit had a normal with a component along this axis
} recorder;

static carom_scene_hit record(const void *self, const carom_shape *shape, carom_vec2 move) {
    recorder *seen = *(recorder *const *)self;
    carom_scene_hit hit = seen->base.sweep(seen->base.self, shape, move);
    if (hit.sweep.hit && (move.x != 0 || move.y != 0)) {
        seen->has_x |= hit.sweep.normal.x != 0;
        seen->has_y |= hit.sweep.normal.y != 0;
    }
    return hit;
}

static int contacts_of(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const recorder *seen = *(recorder *const *)self;
    return seen->base.contacts(seen->base.self, shape, out, capacity);
}

static bool is_solid(const void *self, carom_vec2 point) {
    const recorder *seen = *(recorder *const *)self;
    return seen->base.solid(seen->base.self, point);
}

static carom_scene scene_of_recorder(recorder *const *seen) {
    carom_scene scene = {.self = seen, .sweep = record, .contacts = contacts_of};
    if ((*seen)->base.solid) scene.solid = is_solid;
    return scene;
}

// ---- The end of a free axis -----------------------------------------------------------------------------------------

static float along_x(carom_vec2 v, bool x) {
    return x ? v.x : v.y;
}

static bool is_clear(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    carom_shape there = carom_shape_at(shape, at);
    return !scene->sweep(scene->self, &there, (carom_vec2){0, 0}).sweep.hit;
}

typedef struct flown {
    const carom_scene *scene;
    const carom_walker_desc *desc;
    carom_walker before, after;
    carom_walker_result result;
    recorder seen;
    float dt;
} flown;

/// True for an axis whose velocity no contact has changed; slow ones carry remainders, and may be moved an ulp beside a
/// corner for good.
static bool is_free_axis(const flown *f, bool x) {
    float velocity = along_x(f->before.velocity, x), at = along_x(f->before.position, x);
    return !(x ? f->seen.has_x : f->seen.has_y) && along_x(f->after.velocity, x) == velocity &&
           fabsf(velocity * f->dt) > fabsf(at) * 0x1p-16f;
}

static double end_of(const flown *f, bool x) {
    return (double)along_x(f->before.position, x) + (double)(along_x(f->before.velocity, x) * f->dt);
}

static carom_walker_result step_in(flown *f, carom_walker *walker) {
    f->seen = (recorder){.base = *f->scene};
    recorder *seen = &f->seen;
    carom_scene scene = scene_of_recorder(&seen);
    return carom_walker_step(walker, f->desc, &scene, f->dt);
}

static void expect_in_air(const flown *f, tally *t) {
    carom_vec2 at = f->after.position;
    bool x = is_free_axis(f, true), y = is_free_axis(f, false);
    if ((x && y) || !f->result.blocked) return; // it was moved beside a corner, or touched nothing
    carom_vec2 there = {x ? (float)end_of(f, true) : at.x, y ? (float)end_of(f, false) : at.y};
    t->axes += x + y;
    double off = fabs((double)there.x - (double)at.x) + fabs((double)there.y - (double)at.y);
    double most = (fabs((double)there.x) + fabs((double)there.y)) * 0x1p-22; // farther: there was no room at the end
    if (off == 0 || off > most || !is_clear(f->scene, &f->desc->shape, there)) return;
    fail_msg("kind %d from (%.9g, %.9g) by (%.9g, %.9g) for %.9g, up (%g, %g): (%.9g, %.9g), expected (%.9g, %.9g)",
             (int)f->desc->shape.kind, (double)f->before.position.x, (double)f->before.position.y,
             (double)f->before.velocity.x, (double)f->before.velocity.y, (double)f->dt, (double)f->desc->up.x,
             (double)f->desc->up.y, (double)at.x, (double)at.y, (double)there.x, (double)there.y);
}

static void expect_on_ground(const flown *f, tally *t) {
    bool x = f->desc->up.x == 0;
    if (f->result.climbed || f->result.left || !is_free_axis(f, x) || along_x(f->after.ground.support, x) != 0) return;
    double at = (double)along_x(f->after.position, x) + (double)along_x(f->after.remainder, x), end = end_of(f, x);
    double off = fabs(at - end), ulp = fabs(end) * 0x1p-23;
    ++t->landings;
    if (off <= ulp * 0x1p-8 || off > 4 * ulp) return; // farther: there was no room at the end
    fail_msg("kind %d from %.9g by %.9g for %.9g, up (%g, %g): %.9g and %.9g, expected %.12g", (int)f->desc->shape.kind,
             (double)along_x(f->before.position, x), (double)along_x(f->before.velocity, x), (double)f->dt,
             (double)f->desc->up.x, (double)f->desc->up.y, (double)along_x(f->after.position, x),
             (double)along_x(f->after.remainder, x), end);
}

static void fly_about(random_source *r, const carom_scene *scene, carom_vec2 offset, bool lattice, tally *t) {
    carom_walker_desc desc = {.shape = random_mover(r, lattice), .up = turned((carom_vec2){0, -1}, random_below(r, 4))};
    bool far = fabsf(offset.x) + fabsf(offset.y) > 10000;
    if (far && desc.shape.kind == CAROM_SHAPE_POLYGON) return; // its slanted sides are not straight there
    if (random_below(r, 2)) desc.step = desc.snap = -1;
    carom_walker walker = {
        .position = {offset.x + random_coordinate(r, lattice), offset.y + random_coordinate(r, lattice)}};
    if (!is_clear(scene, &desc.shape, walker.position)) return;
    for (int i = 0; i < STEPS; ++i) {
        static const float scales[] = {1, 0.125f, 60}, times[] = {1, 1.0f / 60, 1.0f / 60};
        int speed = random_below(r, 3);
        flown f = {.scene = scene, .desc = &desc, .dt = times[speed]};
        walker.grounded = false;
        walker.velocity =
            (carom_vec2){random_coordinate(r, lattice) * scales[speed], random_coordinate(r, lattice) * scales[speed]};
        walker.slip = walker.remainder = (carom_vec2){0, 0};
        f.before = walker;
        if (scene->solid && scene->solid(scene->self, walker.position)) return; // it is pushed out first
        f.result = step_in(&f, &walker);
        f.after = walker;
        ++t->steps;
        if (f.result.casts == 0 || f.result.crushed || f.result.slipping) return;
        if (walker.grounded) {
            bool flat = desc.shape.kind == CAROM_SHAPE_BOX; // the others can land on a corner, and go down beside it
            if (f.result.landed && flat) expect_on_ground(&f, t);
        } else if (!f.result.landed) {
            expect_in_air(&f, t);
        }
    }
}

static void ends(void **state) {
    (void)state;
    random_source r = {battery.seed};
    tally t = {0};
    double start = seconds_now();
    for (long long n = 0; go_on(start, n, QUICK_SCENES); ++n) {
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = random_offset(&r);
        fixture s = random_boxes(&r, lattice, offset);
        carom_scene scene = space_of(&s);
        fly_about(&r, &scene, offset, lattice, &t);
        carom_level *level = level_of_boxes(&s);
        if (!level) continue;
        scene = carom_scene_of_level(level);
        fly_about(&r, &scene, offset, lattice, &t);
        carom_level_free(level);
    }
    print_message("%ld steps, %ld free axes, %ld landings\n", t.steps, t.axes, t.landings);
    assert_true(t.axes > t.steps / 20);
    assert_true(t.landings > t.steps / 400);
}

/// All shapes that can land on a floor, from all sides.
static void landings(void **state) {
    (void)state;
    random_source r = {battery.seed + 3};
    tally t = {0};
    for (int n = 0; n < 4000; ++n) {
        int way = random_below(&r, WAYS);
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = turned(random_offset(&r), way);
        fixture s = {.count = 2};
        carom_shape floors[] = {boxed(-300, 8, 300, 12), boxed(0, 8, 300, 12)};
        for (int i = 0; i < 2; ++i) {
            carom_shape floor = turned_shape(&floors[i], way);
            s.shape[i] = carom_shape_at(&floor, offset);
        }
        carom_scene scene = space_of(&s);
        carom_shape shape = random_mover(&r, lattice);
        carom_walker_desc desc = {.shape = turned_shape(&shape, way), .up = turned((carom_vec2){0, -1}, way)};
        carom_vec2 at = turned((carom_vec2){random_coordinate(&r, lattice), random_range(&r, 0, 5)}, way);
        carom_walker walker = {.position = {offset.x + at.x, offset.y + at.y}};
        walker.velocity = turned((carom_vec2){random_coordinate(&r, lattice), random_range(&r, 0, 16)}, way);
        flown f = {.scene = &scene, .desc = &desc, .before = walker, .dt = 1};
        f.result = step_in(&f, &walker);
        f.after = walker;
        if (f.result.landed) expect_on_ground(&f, &t);
    }
    assert_true(t.landings > 500);
}

// ---- Among platforms ------------------------------------------------------------------------------------------------

/// A platform far away divides a step into slices. They end where the step ends without it.
static void slices_end_alike(void **state) {
    (void)state;
    random_source r = {battery.seed + 1};
    for (int n = 0; n < 4000; ++n) {
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = random_offset(&r);
        fixture s = {0};
        add_box(&s, offset.x + 3, offset.y - 300, offset.x + 20, offset.y + 300);
        carom_scene scene = space_of(&s);
        carom_platform far = {.position = {offset.x - 4000, offset.y}, .owner = 77};
        far.velocity = (carom_vec2){0, random_range(&r, 1, 60)};
        assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 1, &far.shape), CAROM_STATUS_OK);
        carom_platforms platforms = {.base = &scene, .list = &far, .count = 1};
        carom_scene sliced = carom_scene_of_platforms(&platforms);
        carom_walker_desc desc = {.shape = circle(1), .up = {0, -1}};
        carom_walker one = {.position = {offset.x + random_coordinate(&r, lattice) - 10, offset.y}}, other;
        one.velocity = (carom_vec2){random_coordinate(&r, lattice) * 4, random_coordinate(&r, lattice) * 4};
        other = one;
        carom_walker_step(&one, &desc, &scene, 1);
        carom_walker_step(&other, &desc, &sliced, 1);
        assert_true(one.position.x == other.position.x && one.position.y == other.position.y);
        assert_true(one.velocity.y == other.velocity.y);
    }
}

// ---- Slow steps -----------------------------------------------------------------------------------------------------

/// Far out, a walker presses up against a ceiling, and is carried by its remainder along it: no contact takes from it.
static void slow_steps_add_up(void **state) {
    (void)state;
    random_source r = {battery.seed + 2};
    for (int n = 0; n < 400; ++n) {
        int way = random_below(&r, WAYS);
        float far = random_below(&r, 2) ? 0x1p24f : -0x1p24f, speed = random_range(&r, -1, 1);
        fixture plain = {0}, s = {.count = 2};
        add_box(&plain, far - 4000, -64, far, -8);
        add_box(&plain, far, -64, far + 4000, -8);
        for (int i = 0; i < 2; ++i) s.shape[i] = turned_shape(&plain.shape[i], way);
        carom_scene scene = space_of(&s);
        carom_walker_desc desc = {.shape = random_below(&r, 2) ? circle(4) : centred_box(4, 4),
                                  .up = turned((carom_vec2){0, -1}, way)};
        carom_vec2 from = {far + (float)(2 * random_below(&r, 40)), random_range(&r, -4, 20)},
                   on = turned((carom_vec2){1, 0}, way);
        carom_walker walker = {.position = turned(from, way)};
        for (int i = 1; i <= 100; ++i) {
            float rise = random_range(&r, -8, 4); // up to the ceiling, and down again
            walker.velocity = turned((carom_vec2){speed, rise}, way);
            carom_walker_step(&walker, &desc, &scene, 1);
            double at = ((double)walker.position.x + (double)walker.remainder.x) * (double)on.x +
                        ((double)walker.position.y + (double)walker.remainder.y) * (double)on.y;
            double end = (double)from.x + i * (double)speed;
            if (fabs(at - end) < 0x1p-12) continue;
            fail_msg("way %d, step %d, from %.9g by %.9g: %.12g, expected %.12g", way, i, (double)from.x, (double)speed,
                     at, end);
        }
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 7, 1); // with a path exactly through a vertex of a skipped edge
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),
        cmocka_unit_test(landings),
        cmocka_unit_test(slices_end_alike),
        cmocka_unit_test(slow_steps_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
