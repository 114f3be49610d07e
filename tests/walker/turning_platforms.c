// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Platforms that turn carry walkers with the point that they stand on, push them, and report them as crushed. Bodies of
// a world that spin do the same.
#include "walker/legs.h"

#include <math.h>

enum { ROOM = 1024 };

typedef struct fixture {
    carom_level *level;
    carom_scene still, scene;
    carom_platforms platforms;
    carom_platform list[2];
} fixture;

/// A closed room from -ROOM to ROOM about `at`.
static void room_make(fixture *s, carom_vec2 at) {
    memset(s, 0, sizeof *s);
    const float r = ROOM, out = ROOM + 64;
    const carom_vec2 boxes[4][4] = {{{-out, r}, {out, r}, {out, out}, {-out, out}},
                                    {{-out, -out}, {out, -out}, {out, -r}, {-out, -r}},
                                    {{-out, -out}, {-r, -out}, {-r, out}, {-out, out}},
                                    {{r, -out}, {out, -out}, {out, out}, {r, out}}};
    carom_vec2 placed[4][4];
    carom_outline outlines[4];
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) placed[i][k] = (carom_vec2){boxes[i][k].x + at.x, boxes[i][k].y + at.y};
        outlines[i] = (carom_outline){.points = placed[i], .count = 4};
    }
    s->level = level_of_outlines(outlines, 4);
    s->still = carom_scene_of_level(s->level);
    s->platforms = (carom_platforms){.base = &s->still, .list = s->list, .count = 1};
    s->scene = carom_scene_of_platforms(&s->platforms);
    s->list[0] = (carom_platform){.position = at, .owner = 7};
}

static carom_walker_result step(fixture *s, carom_walker *walker, const carom_walker_desc *desc, float dt) {
    carom_walker_result done = carom_walker_step(walker, desc, &s->scene, dt);
    carom_platforms_move(s->list, s->platforms.count, dt);
    assert_true(done.crushed || is_free_at(&s->scene, &desc->shape, walker->position));
    return done;
}

/// The centre of a walker moves as fast as the point of the wheel below it: w R along a circle of radius R + r.
static void a_wheel_carries_along_its_rim(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        const float radius = 64, size = 8, spin = (i & 1 ? -1 : 1) * (i & 2 ? 0.25f : 0.0625f), dt = 1.0f / 64;
        const carom_vec2 at = {i & 4 ? 0x1p18f : 0, i & 4 ? -0x1p18f : 0};
        const double slack = i & 4 ? 3 : 0.05, carried = i & 4 ? 0.5 : 0.05; // far out, an ulp is 1/32
        fixture s;
        room_make(&s, at);
        carom_make_circle((carom_vec2){0, 0}, radius, &s.list[0].shape);
        s.list[0].spin = spin;
        carom_walker_desc desc = legs_of(0, size);
        desc.slope = 1;
        carom_walker walker = {.position = {at.x, at.y - radius - size}};
        int steps = 0;
        double angle = 0;
        for (bool left = false; !left; ++steps) {
            walker.velocity = (carom_vec2){0, 4 * dt};
            left = step(&s, &walker, &desc, dt).left;
            if (left) break;
            double x = (double)walker.position.x - (double)at.x, y = (double)at.y - (double)walker.position.y;
            angle = atan2(x, y);
            assert_true(fabs(hypot(x, y) - (double)(radius + size)) < slack);
            double expected = (double)spin * (double)dt * steps * (double)radius / (double)(radius + size);
            // The distance keeps its remainders, so that it is right at a speed of two ulp a step, too.
            if (steps > 0) assert_true(fabs(angle - expected) < 0.02 * fabs(expected) + carried / (double)radius);
        }
        assert_true(fabs(fabs(angle) - 0.7853981) < 0.02 + slack / (double)radius); // to the steepest slope
        double speed = (double)spin * (double)radius; // it leaves with the velocity of the point it stood on
        assert_true(fabs(hypot((double)walker.velocity.x, (double)walker.velocity.y) - fabs(speed)) <
                    0.1 + 4 * (double)dt);
        carom_level_free(s.level);
    }
}

/// A door turns about its upper end, and sweeps walkers along the floor.
static void a_door_pushes_walkers_along(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int i = 0; i < 6; ++i) {
            const float sign = i & 1 ? -1 : 1, spin = sign * (i < 2 ? 0.25f : i < 4 ? 2 : 16), dt = 1.0f / 64;
            fixture s;
            room_make(&s, (carom_vec2){0, 0});
            carom_platform *door = &s.list[0];
            door->position = (carom_vec2){0, ROOM - 102};
            carom_make_box((carom_vec2){-2, 0}, (carom_vec2){2, 100}, &door->shape); // hangs down to the floor
            door->rotation = (carom_rotation){1, 0};
            door->spin = -spin; // its lower end moves to `sign`
            carom_walker_desc desc = legs_of(kind, 6);
            carom_walker walker = {.position = {sign * 20, ROOM - 40}};
            for (int k = 0; k < 64 * 8 && fabsf(spin) * dt * (float)k < 0.25f; ++k) {
                walker.velocity.x = 0;
                walker.velocity.y += 200 * dt;
                carom_walker_result done = step(&s, &walker, &desc, dt);
                assert_false(done.crushed);
                // On its side of the door, in whose coordinates x is across it.
                carom_vec2 off = {walker.position.x - door->position.x, walker.position.y - door->position.y};
                carom_vec2 in = carom_rotate(carom_rotation_inverse(door->rotation), off);
                assert_true(sign * in.x > 0 || in.y > 100);
            }
            carom_level_free(s.level);
        }
    }
}

/// A plank that turns down onto the floor has no room for a walker under it.
static void a_press_that_turns_crushes(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int i = 0; i < 4; ++i) {
            const float sign = i & 1 ? -1 : 1, dt = 1.0f / 64;
            fixture s;
            room_make(&s, (carom_vec2){0, 0});
            carom_platform *press = &s.list[0];
            press->position = (carom_vec2){sign * -200, ROOM - 3};
            carom_make_box((carom_vec2){sign > 0 ? 0 : -400, -2}, (carom_vec2){sign > 0 ? 400 : 0, 2}, &press->shape);
            press->rotation = carom_rotation_of(sign * -0.5f);
            press->spin = sign * (i < 2 ? 0.125f : 4);
            carom_walker_desc desc = legs_of(kind, 6);
            carom_walker walker = {.position = {0, ROOM - 30}};
            let_land(&walker, &desc, &s.still);
            bool crushed = false;
            for (int k = 0; k < 64 * 6 && !crushed; ++k) {
                carom_vec2 before = walker.position;
                walker.velocity = (carom_vec2){0, 4 * dt};
                crushed = step(&s, &walker, &desc, dt).crushed;
                assert_true(walker.position.y < ROOM);
                assert_true(hypotf(walker.position.x - before.x, walker.position.y - before.y) < 200);
            }
            assert_true(crushed);
            carom_level_free(s.level);
        }
    }
}

/// The transforms of the plane that keep floats: by quarter turns, then a reflection.
static carom_vec2 image_of(int which, carom_vec2 v) {
    for (int i = 0; i < which % 4; ++i) v = (carom_vec2){-v.y, v.x};
    return which >= 4 ? (carom_vec2){-v.x, v.y} : v;
}

static void assert_same_image(int which, carom_vec2 v, carom_vec2 image) {
    v = image_of(which, v);
    assert_true(v.x == image.x && v.y == image.y);
}

/// A paddle with four corners about its position, in the middle of the room. A walker runs and jumps on it.
static void mirrored_and_turned_scenes_give_the_image(void **state) {
    (void)state;
    for (int which = 1; which < 8; ++which) {
        for (int i = 0; i < 6; ++i) {
            fixture a, b;
            room_make(&a, (carom_vec2){0, 0});
            room_make(&b, (carom_vec2){0, 0});
            const carom_vec2 corners[] = {{-96, -5}, {90, -4}, {90, 4}, {-96, 8}};
            carom_vec2 images[4];
            for (int k = 0; k < 4; ++k) images[which >= 4 ? 3 - k : k] = image_of(which, corners[k]);
            assert_int_equal(carom_make_polygon(corners, 4, &a.list[0].shape), CAROM_STATUS_OK);
            assert_int_equal(carom_make_polygon(images, 4, &b.list[0].shape), CAROM_STATUS_OK);
            a.list[0].spin = i < 3 ? 0.25f : -2;
            b.list[0].spin = which >= 4 ? -a.list[0].spin : a.list[0].spin;
            a.list[0].velocity = (carom_vec2){3, 1};
            b.list[0].velocity = image_of(which, a.list[0].velocity);
            carom_walker_desc desc = {.up = {0, -1}}, legs = {.up = image_of(which, (carom_vec2){0, -1})};
            carom_make_circle((carom_vec2){0, 0}, 6, &desc.shape);
            legs.shape = desc.shape;
            carom_walker walker = {.position = {(float)(i % 3) * 30 - 25, -40}}, image = {0};
            image.position = image_of(which, walker.position);
            const float dt = 1.0f / 64;
            for (int k = 0; k < 300; ++k) {
                if (walker.grounded) walker.velocity = (carom_vec2){k / 40 % 2 ? 20 : -12, 0};
                walker.velocity.y += 100 * dt;
                if (walker.grounded && k % 50 == 49) walker.velocity.y = -60;
                image.velocity = image_of(which, walker.velocity);
                carom_walker_result x = step(&a, &walker, &desc, dt), y = step(&b, &image, &legs, dt);
                assert_same_image(which, walker.position, image.position);
                assert_same_image(which, walker.velocity, image.velocity);
                assert_true(walker.grounded == image.grounded && x.crushed == y.crushed && x.blocked == y.blocked);
            }
            carom_level_free(a.level);
            carom_level_free(b.level);
        }
    }
}

/// No walker in the air passes through a blade, at any spin.
static void a_blade_hits_what_flies(void **state) {
    (void)state;
    random_source r = {20261127};
    for (int i = 0; i < 100; ++i) {
        fixture s;
        room_make(&s, (carom_vec2){0, 0});
        carom_platform *blade = &s.list[0];
        carom_make_box((carom_vec2){-100, -3}, (carom_vec2){100, 3}, &blade->shape);
        blade->rotation = carom_rotation_of(random_range(&r, -3, 3));
        blade->spin = random_range(&r, -40, 40);
        carom_walker_desc desc = legs_of(random_below(&r, LEGS), random_range(&r, 4, 10));
        carom_walker walker = {.position = {random_range(&r, -90, 90), random_range(&r, -90, 90)}};
        if (!is_free_at(&s.scene, &desc.shape, walker.position)) {
            carom_level_free(s.level);
            continue;
        }
        walker.velocity = (carom_vec2){random_range(&r, -50, 50), random_range(&r, -50, 50)};
        for (int k = 0; k < 20; ++k) assert_false(step(&s, &walker, &desc, 1.0f / 64).crushed);
        carom_level_free(s.level);
    }
}

/// True if a platform comes over the shape within a step, by more than it may touch it.
static bool comes_over(const carom_platform *platform, const carom_shape *here, float dt) {
    for (int i = 1; i < 4096; ++i) {
        carom_platform there = *platform;
        carom_platforms_move(&there, 1, dt * (float)i / 4096);
        carom_shape shape = carom_shape_posed(&there.shape, (carom_pose){there.position, there.rotation});
        carom_contact_points contact = carom_contact(here, &shape);
        if (contact.hit && contact.depth > 1) return true;
    }
    return false;
}

/// What a platform in a room about `at` does to a walker that stands on the floor; `platform` and x are relative to it.
typedef struct standing {
    int missed; ///< steps in which it came over the walker, which was neither pushed nor crushed
    int pushed;
} standing;

static standing stand_before(carom_platform platform, carom_vec2 at, int kind, float x) {
    const float dt = 1.0f / 64;
    standing r = {0};
    fixture s;
    room_make(&s, at);
    platform.position = (carom_vec2){platform.position.x + at.x, platform.position.y + at.y};
    platform.owner = 7;
    s.list[0] = platform;
    carom_walker_desc desc = legs_of(kind, 6);
    carom_walker walker = {.position = {at.x + x, at.y + ROOM - 30}};
    let_land(&walker, &desc, &s.still);
    for (int k = 0; k < 8 && is_free_at(&s.scene, &desc.shape, walker.position); ++k) {
        carom_vec2 before = walker.position;
        carom_shape here = carom_shape_at(&desc.shape, before);
        bool hits = comes_over(&s.list[0], &here, dt);
        walker.velocity = (carom_vec2){0, 4 * dt};
        bool crushed = step(&s, &walker, &desc, dt).crushed;
        bool moved = hypotf(walker.position.x - before.x, walker.position.y - before.y) >= 0.5f;
        r.missed += hits && !crushed && !moved;
        r.pushed += moved;
        if (crushed) break;
    }
    carom_level_free(s.level);
    return r;
}

/// Origins of rooms. At 2^20 an ulp is 1/8.
static const carom_vec2 origins[] = {{0, 0}, {0x1p20f, -0x1p20f}};

/// No blade passes a walker on the floor unseen, however fast and thin: it turns, or moves. Coordinates are integers.
static void a_fast_blade_hits_what_stands(void **state) {
    (void)state;
    int missed = 0, pushed = 0;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int i = 0; i < 24; ++i) {
            const float sign = i & 1 ? -1 : 1, x = (float)(i % 12 / 2) * 20 - 50, half = i < 12 ? 0.125f : 0.5f;
            carom_platform turns = {.position = {0, ROOM - 302}, .rotation = carom_rotation_of(-1), .spin = 60};
            carom_make_box((carom_vec2){-half, 0}, (carom_vec2){half, 300}, &turns.shape);
            turns.spin *= sign * (i % 12 < 6 ? 1 : 3);
            standing turned = stand_before(turns, origins[i / 12], kind, x);
            carom_platform moves = {.position = {sign * -1000, ROOM - 50}, .velocity = {sign * 64 * 900, 0}};
            carom_make_box((carom_vec2){-half, 0}, (carom_vec2){half, 49}, &moves.shape);
            standing moved = stand_before(moves, origins[i / 12], kind, x);
            missed += turned.missed + moved.missed;
            pushed += turned.pushed;
        }
    }
    assert_int_equal(missed, 0);
    assert_true(pushed > 0);
}

/// Thin blades at integer coordinates, and a quarter turn a step, hit what flies, at the origin and far out.
static void a_thin_blade_hits_what_flies(void **state) {
    (void)state;
    random_source r = {20261128};
    for (int i = 0; i < 80; ++i) {
        carom_vec2 at = origins[i % 2];
        fixture s;
        room_make(&s, at);
        carom_platform *blade = &s.list[0];
        const float half = i % 2 ? 0.5f : 0.125f, spins[] = {100.530965f, -100.530965f, 201.06193f, 500};
        carom_make_box((carom_vec2){-96, -half}, (carom_vec2){96, half}, &blade->shape);
        blade->rotation = i % 4 < 2 ? (carom_rotation){1, 0} : (carom_rotation){0, 1};
        blade->spin = spins[random_below(&r, 4)];
        carom_walker_desc desc = legs_of(random_below(&r, LEGS), (float)(2 + random_below(&r, 5) * 2));
        carom_walker walker = {
            .position = {at.x + (float)(random_below(&r, 90) - 45) * 2, at.y + (float)(random_below(&r, 90) - 45) * 2}};
        if (is_free_at(&s.scene, &desc.shape, walker.position)) {
            walker.velocity = (carom_vec2){(float)(random_below(&r, 9) - 4) * 16, 0};
            for (int k = 0; k < 12; ++k) {
                carom_vec2 before = walker.position, velocity = walker.velocity;
                carom_shape here = carom_shape_at(&desc.shape, before);
                bool hits = comes_over(blade, &here, 1.0f / 64);
                assert_false(step(&s, &walker, &desc, 1.0f / 64).crushed);
                bool kept = walker.velocity.x == velocity.x && walker.velocity.y == velocity.y &&
                            walker.position.x == before.x && walker.position.y == before.y;
                if (hits) assert_false(kept && hypotf(velocity.x, velocity.y) == 0);
            }
        }
        carom_level_free(s.level);
    }
}

/// A room with a one-way plank of owner 7 in its middle.
static void plank_room(fixture *s, carom_vec2 at, float half_length) {
    room_make(s, at);
    s->list[0] = (carom_platform){.position = at, .rotation = {1, 0}, .owner = 7};
    carom_make_one_sided((carom_vec2){-half_length, 0}, (carom_vec2){half_length, 0}, &s->list[0].shape);
}

/// Steps of 1/64 s until the walker stands, but no more than `most`.
static void fall(fixture *s, carom_walker *walker, const carom_walker_desc *desc, int most) {
    for (int k = 0; k < most && !walker->grounded; ++k) {
        walker->velocity.y += 256.0f / 64;
        step(s, walker, desc, 1.0f / 64);
    }
}

/// A walker jumps through a one-way plank from below, lands on it, and is carried.
static void a_one_way_plank_carries(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int i = 0; i < 8; ++i) {
            const float dt = 1.0f / 64, spin = i & 1 ? -0.25f : 0.25f;
            const carom_vec2 at = origins[i / 4];
            fixture s;
            plank_room(&s, at, 64);
            s.list[0].spin = spin;
            carom_walker_desc desc = legs_of(kind, 6);
            carom_walker walker = {.position = {at.x + (i & 2 ? 8 : -8), at.y + 32}, .velocity = {0, -192}};
            carom_vec2 landed = {0, 0};
            int carried = 0;
            for (int k = 0; k < 160 && carried < 16; ++k) {
                bool was_grounded = walker.grounded;
                walker.velocity.x = 0;
                walker.velocity.y += 256 * dt;
                assert_false(step(&s, &walker, &desc, dt).crushed);
                if (walker.grounded && !was_grounded) landed = walker.position;
                carried += walker.grounded;
                if (walker.grounded) assert_true(walker.ground.owner == 7 && walker.ground.one_way);
            }
            assert_int_equal(carried, 16);
            // The side that turns down takes it down, the other one up. A box stands on its far corner.
            float down = walker.position.y - landed.y;
            if (i < 4 && kind < 2) assert_true(i & 2 ? down * spin > 0 : down * spin < 0);
            if (fabsf(down) >= 4)
                fail_msg("kind %d, %d: from (%g, %g) down by %g", kind, i, (double)(landed.x - at.x),
                         (double)(landed.y - at.y), (double)down);
            carom_level_free(s.level);
        }
    }
}

/// A plank that rises, and turns by less than its rotation can show: a walker on it touches it exactly, at the start
/// and at the end of each step.
static void a_plank_that_hardly_turns_carries_exactly(void **state) {
    (void)state;
    const float dt = 1.0f / 64;
    fixture s;
    plank_room(&s, (carom_vec2){0, 0}, 64);
    s.list[0].spin = 0x1p-60f;
    s.list[0].velocity.y = -8;
    carom_walker_desc desc = legs_of(2, 8);
    carom_walker walker = {.position = {0, -24}};
    for (int k = 0; k < 16; ++k) {
        walker.velocity = (carom_vec2){0, 4 * dt};
        assert_false(step(&s, &walker, &desc, dt).crushed);
        assert_true(walker.grounded && walker.ground.owner == 7);
        if (k > 0) assert_true(walker.position.y == s.list[0].position.y - 24 && walker.position.x == 0);
    }
    carom_level_free(s.level);
}

/// A walker that the caller sets under the plank it stands on is not moved up through it.
static void a_walker_set_under_its_plank_falls(void **state) {
    (void)state;
    const float dt = 1.0f / 64;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture s;
        plank_room(&s, (carom_vec2){0, 0}, 64);
        s.list[0].spin = 0.25f;
        carom_walker_desc desc = legs_of(kind, 8);
        carom_walker walker = {.position = {16, -32}};
        fall(&s, &walker, &desc, 32);
        assert_true(walker.grounded && walker.ground.owner == 7);
        walker.position = (carom_vec2){16, 7};
        for (int k = 0; k < 16; ++k) {
            float y = walker.position.y;
            walker.velocity = (carom_vec2){0, walker.velocity.y + 256 * dt};
            carom_walker_step(&walker, &desc, &s.scene, dt);
            carom_platforms_move(s.list, 1, dt);
            assert_true(walker.position.y >= y && (k > 0 || walker.position.y < y + 0.5f)); // nor down, off it
        }
        assert_false(walker.grounded);
        carom_level_free(s.level);
    }
}

/// A plank lifts a walker to a ceiling, which does not let it out of the front of the plank: the plank passes it.
static void a_plank_passes_a_walker_under_a_ceiling(void **state) {
    (void)state;
    const float dt = 1.0f / 64;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture s;
        plank_room(&s, (carom_vec2){0, 0}, 64);
        s.list[0].spin = 0.0625f;
        s.list[0].velocity.y = -32;
        carom_walker_desc desc = legs_of(kind, 8);
        carom_walker walker = {.position = {0, 60 - ROOM}};
        s.list[0].position.y = 92 - ROOM;
        bool stood = false;
        for (int k = 0; k < 200; ++k) {
            walker.velocity = (carom_vec2){0, walker.velocity.y + 256 * dt};
            assert_false(step(&s, &walker, &desc, dt).crushed);
            stood |= walker.grounded && walker.ground.owner == 7;
            carom_shape here = carom_shape_at(&desc.shape, walker.position);
            assert_true(carom_shape_bounds(&here).min.y >= -ROOM);
        }
        assert_true(stood && !walker.grounded && walker.position.y > s.list[0].position.y + 64);
        carom_level_free(s.level);
    }
}

/// A walk along a plank that is too long for the sweeps of a step: after the last one, the plank still carries.
static void a_plank_carries_after_the_last_sweep(void **state) {
    (void)state;
    const float dt = 1.0f / 64;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture s;
        plank_room(&s, (carom_vec2){0, 0}, 0x1p13f);
        carom_level *none = level_of_outlines(NULL, 0);
        carom_scene empty = carom_scene_of_level(none);
        s.platforms.base = &empty;
        s.list[0].spin = 0x1p-60f; // turns by less than its rotation can show
        s.list[0].velocity.y = -8;
        carom_walker_desc desc = legs_of(kind, 8);
        carom_walker walker = {.position = {0, -64}};
        fall(&s, &walker, &desc, 100);
        float above = s.list[0].position.y - walker.position.y;
        walker.velocity = (carom_vec2){0x1p18f, 4 * dt};
        carom_walker_result done = step(&s, &walker, &desc, dt);
        assert_in_range(done.casts, CAROM_WALKER_MAX_CASTS - 272, CAROM_WALKER_MAX_CASTS);
        assert_true(walker.grounded && walker.ground.owner == 7);
        assert_true(walker.position.x > 0 && walker.position.x < 4096);
        assert_true(s.list[0].position.y - walker.position.y == above);
        carom_level_free(none);
        carom_level_free(s.level);
    }
}

/// A kinematic body that spins carries a walker of the world as a platform does.
static void a_spinning_body_carries(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const float radius = 64, size = 8, spin = i ? -0.25f : 0.25f, dt = 1.0f / 64;
        fixture s;
        room_make(&s, (carom_vec2){0, 0});
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = s.level, .down = {0, 1}}, &world),
                         CAROM_STATUS_OK);
        carom_body_desc wheel = {.type = CAROM_BODY_KINEMATIC, .spin = spin};
        carom_make_circle((carom_vec2){0, 0}, radius, &wheel.shape);
        carom_walker_desc desc = legs_of(0, size);
        carom_walker walker = {.position = {0, -radius - size}};
        carom_body_desc body = {.type = CAROM_BODY_KINEMATIC, .shape = desc.shape, .position = walker.position};
        carom_body_id id, hero;
        assert_int_equal(carom_world_add(world, &wheel, &id, NULL), CAROM_STATUS_OK);
        assert_int_equal(carom_world_add(world, &body, &hero, NULL), CAROM_STATUS_OK);
        for (int k = 1; k <= 100; ++k) {
            walker.velocity = (carom_vec2){0, 4 * dt};
            carom_walker_result done = carom_walker_step_in_world(&walker, &desc, world, hero, dt);
            assert_int_equal(carom_world_step(world, dt), CAROM_STATUS_OK);
            assert_true(!done.crushed && walker.grounded);
            double angle = atan2((double)walker.position.x, (double)-walker.position.y);
            double expected = (double)spin * (double)dt * (k - 1) * (double)radius / (double)(radius + size);
            assert_true(fabs(angle - expected) < 0.02 * fabs(expected) + 0.002);
        }
        carom_world_free(world);
        carom_level_free(s.level);
    }
}

/// A step of 1 in which a box, 8 wide and high, falls onto a platform that hardly turns, and walks off it within the
/// slice. `image` mirrors the scene at x = 0.
static carom_walker land_and_leave(const carom_shape *platform, carom_vec2 start, carom_vec2 velocity, bool image) {
    fixture s;
    room_make(&s, (carom_vec2){0, 0});
    s.list[0].shape = *platform;
    s.list[0].rotation = (carom_rotation){1, 0};
    s.list[0].spin = 0x1p-60f; // turns by less than its rotation can show
    carom_walker_desc desc = {.up = {0, -1}, .step = -1, .snap = -1};
    carom_make_box((carom_vec2){-4, -4}, (carom_vec2){4, 4}, &desc.shape);
    carom_walker walker = {.position = {image ? -start.x : start.x, start.y},
                           .velocity = {image ? -velocity.x : velocity.x, velocity.y}};
    carom_walker_result done = step(&s, &walker, &desc, 1);
    assert_true(done.landed && done.left && !walker.grounded);
    if (image) walker.velocity.x = -walker.velocity.x;
    carom_level_free(s.level);
    return walker;
}

/// A walker that lands on a corner stands on the flattest surface there, along which it leaves the corner. Where it
/// lands on a side, however near to its end, that side is the surface.
static void a_corner_that_turns_is_no_surface(void **state) {
    (void)state;
    for (int i = 0; i < 16; ++i) {
        const float sign = i & 1 ? -1 : 1;
        const carom_vec2 tip[] = {{0, 0}, {0, 32}, {sign * -32, 32}, {sign * -32, 16}};
        const carom_vec2 steep[] = {{sign * -32, 0}, {0, 0}, {sign * 0.75f, 0.75f}, {sign * 0.75f, 32}};
        carom_vec2 of_tip[4], of_steep[4];
        for (int k = 0; k < 4; ++k) {
            int from = (i / 4 + k) % 4;
            of_tip[k] = tip[from];
            of_steep[k] = steep[from];
        }
        carom_shape platform;
        if (i & 2)
            carom_make_segment(i & 4 ? tip[0] : tip[3], i & 4 ? tip[3] : tip[0], &platform);
        else
            assert_int_equal(carom_make_polygon(of_tip, 4, &platform), CAROM_STATUS_OK);
        // Its bottom hits the tip, 1/4 from its rear end. The surface rises to the tip by 1/2.
        carom_walker off_tip = land_and_leave(&platform, (carom_vec2){3.625f, -4.0625f}, (carom_vec2){1, 0.5f}, i & 1);
        assert_true(fabs((double)off_tip.velocity.x - sqrt(0.8)) < 1e-6);
        assert_true(fabs((double)off_tip.velocity.y + sqrt(0.2)) < 1e-6);
        assert_int_equal(carom_make_polygon(of_steep, 4, &platform), CAROM_STATUS_OK);
        // The rear end of its bottom hits the side of slope 1 below the level top.
        carom_walker off_side =
            land_and_leave(&platform, (carom_vec2){4.046875f, -3.9609375f}, (carom_vec2){1.25f, 1.375f}, i & 1);
        assert_true(fabs((double)off_side.velocity.x - 1.25 * sqrt(0.5)) < 1e-6);
        assert_true(fabs((double)off_side.velocity.y - 1.25 * sqrt(0.5)) < 1e-6);
    }
}

/// A step with a platform that comes along the floor or turns over it, at any speed.
typedef struct fast_step {
    carom_walker_result done;
    carom_vec2 moved;
    bool hits;      ///< the platform comes over the position at the start
    bool is_passed; ///< a platform that moves along x is beyond the walker
} fast_step;

static fast_step step_before_fast(int kind, float speed, bool turns, bool against_wall) {
    const float dt = 1.0f / 64, sign = speed < 0 ? -1 : 1;
    fast_step r = {0};
    fixture s;
    room_make(&s, (carom_vec2){0, 0});
    carom_level *none = level_of_outlines(NULL, 0);
    carom_scene empty = carom_scene_of_level(none);
    carom_walker_desc desc = legs_of(kind, 6);
    carom_walker walker = {.position = {0, ROOM - 30}};
    let_land(&walker, &desc, &s.still);
    s.platforms.count = 2;
    s.list[0] = (carom_platform){.position = {0, ROOM - 302}, .rotation = carom_rotation_of(sign), .owner = 7};
    if (turns) {
        carom_make_box((carom_vec2){-0.5f, 0}, (carom_vec2){0.5f, 300}, &s.list[0].shape);
        s.list[0].spin = speed / 300;
        s.list[0].velocity.x = speed / 64;
    } else {
        carom_make_box((carom_vec2){-0.5f, 0}, (carom_vec2){0.5f, 301}, &s.list[0].shape);
        s.list[0].rotation = (carom_rotation){1, 0};
        s.list[0].position.x = sign * -12;
        s.list[0].velocity.x = speed;
    }
    carom_make_box((carom_vec2){-0x1p30f, 0}, (carom_vec2){0x1p30f, 64}, &s.list[1].shape);
    s.list[1].position.y = ROOM;
    s.list[1].owner = 8;
    if (!against_wall) s.platforms.base = &empty;
    carom_vec2 before = walker.position;
    carom_shape here = carom_shape_at(&desc.shape, before);
    r.hits = comes_over(&s.list[0], &here, dt);
    walker.velocity = (carom_vec2){0, 4 * dt};
    r.done = carom_walker_step(&walker, &desc, &s.scene, dt);
    r.moved = (carom_vec2){walker.position.x - before.x, walker.position.y - before.y};
    carom_platforms_move(s.list, 1, dt);
    r.is_passed = !turns && sign * (walker.position.x - s.list[0].position.x) < 0;
    carom_level_free(none);
    carom_level_free(s.level);
    return r;
}

/// The cost is bounded, and no platform passes the walker, which it pushes along or crushes.
static void a_step_beside_any_speed_is_short(void **state) {
    (void)state;
    const float speeds[] = {1e3f, 1e4f, 1e5f, 1e6f, 1e9f, 1e30f};
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int i = 0; i < 6 * 8; ++i) {
            float speed = speeds[i / 8] * (i & 1 ? -1 : 1);
            fast_step r = step_before_fast(kind, speed, i & 2, i & 4);
            assert_true(r.done.casts <= CAROM_WALKER_MAX_CASTS);
            bool pushed = r.moved.x != 0 || r.moved.y != 0;
            assert_true(r.done.crushed || !r.is_passed);
            if (r.hits) assert_true(r.done.crushed || pushed);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_carries_along_its_rim),
        cmocka_unit_test(a_door_pushes_walkers_along),
        cmocka_unit_test(a_press_that_turns_crushes),
        cmocka_unit_test(mirrored_and_turned_scenes_give_the_image),
        cmocka_unit_test(a_blade_hits_what_flies),
        cmocka_unit_test(a_fast_blade_hits_what_stands),
        cmocka_unit_test(a_thin_blade_hits_what_flies),
        cmocka_unit_test(a_one_way_plank_carries),
        cmocka_unit_test(a_plank_that_hardly_turns_carries_exactly),
        cmocka_unit_test(a_walker_set_under_its_plank_falls),
        cmocka_unit_test(a_plank_passes_a_walker_under_a_ceiling),
        cmocka_unit_test(a_plank_carries_after_the_last_sweep),
        cmocka_unit_test(a_spinning_body_carries),
        cmocka_unit_test(a_corner_that_turns_is_no_surface),
        cmocka_unit_test(a_step_beside_any_speed_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
