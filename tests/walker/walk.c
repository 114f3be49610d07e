// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walking: over flats and slopes, up and down steps, into walls, off ledges; standing; falling and landing; jumping.
#include "walker/legs.h"

#include <math.h>

typedef struct fixture {
    map m;
    carom_level *level;
    carom_scene scene;
} fixture;

static void scene_make(fixture *s, const char *rows) {
    map_draw(&s->m, rows, 16);
    s->level = level_of_map(&s->m);
    s->scene = carom_scene_of_level(s->level);
}

/// The lowest point of each of the shapes above its position.
static float feet(int kind, float size) {
    return kind == 0 ? size : 3 * size;
}

static carom_walker standing_at(const fixture *s, const carom_walker_desc *desc, float x, float y) {
    carom_walker walker = {.position = {x, y}};
    let_land(&walker, desc, &s->scene);
    return walker;
}

// ---- Over the ground ------------------------------------------------------------------------------------------------

static void flats_are_walked_at_full_speed(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "................\n"
                   "................\n"
                   "................\n"
                   "################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        carom_walker_desc desc = legs_of(kind, 4);
        carom_walker walker = standing_at(&s, &desc, 32, 16);
        assert_true(walker.position.y + feet(kind, 4) == 48);
        for (int i = 0; i < 64; ++i) {
            carom_walker_result done = walk_on(&walker, &desc, &s.scene, 2.5f);
            assert_true(walker.position.x == 32 + 2.5f * (float)(i + 1));
            assert_true(walker.position.y + feet(kind, 4) == 48);
            assert_true(walker.grounded);
            assert_true(!done.blocked);
            assert_true(!done.left);
            assert_int_equal(done.casts, 4);
            assert_true(walker.ground.normal.x == 0);
            assert_true(walker.ground.normal.y == -1);
            assert_true(walker.velocity.x == 2.5f);
            assert_true(walker.velocity.y == 0);
        }
    }
    carom_level_free(s.level);
}

/// Up one side and down the other: never in the air, and as fast as on the flat but where it goes round corners.
static void hills_are_walked_over(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "....................\n"
                   "....................\n"
                   "....../#\\...........\n"
                   "...../###\\..........\n"
                   "..../#####\\.........\n"
                   "####################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float speed = 0.25f; speed <= 64; speed *= 2) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = standing_at(&s, &desc, 16, 16);
            float top = 1000;
            for (float way = 0; way < 300; way += speed) {
                carom_walker_result done = walk_on(&walker, &desc, &s.scene, speed);
                assert_true(walker.grounded);
                assert_true(!done.blocked);
                assert_true(!done.left);
                assert_true(!done.landed);
                assert_true(is_free_at(&s.scene, &desc.shape, walker.position));
                if (walker.position.y < top) top = walker.position.y;
            }
            assert_true(walker.position.x > 200);
            if (speed <= 8) assert_less(top + feet(kind, 4), 32 + 0.5f * speed);
        }
    }
    carom_level_free(s.level);
}

static void steps_are_climbed_and_descended(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "....................\n"
                   "....................\n"
                   ".......______.......\n"
                   "..._##########__....\n"
                   "####################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float speed = 0.0625f; speed <= 8; speed *= 4) {
            carom_walker_desc desc = legs_of(kind, 4);
            desc.step = desc.snap = 8;
            carom_walker walker = standing_at(&s, &desc, 16, 16);
            int climbs = 0;
            for (float way = 0; way < 280; way += speed) {
                carom_walker_result done = walk_on(&walker, &desc, &s.scene, speed);
                assert_true(walker.grounded);
                assert_true(!done.blocked);
                assert_true(!done.left);
                assert_true(is_free_at(&s.scene, &desc.shape, walker.position));
                climbs += done.climbed;
            }
            assert_true(climbs >= 3);
            assert_true(walker.position.x > 250);
        }
        carom_walker_desc desc = legs_of(kind, 4);
        desc.step = 7.9f;
        carom_walker walker = standing_at(&s, &desc, 16, 16);
        for (int i = 0; i < 100; ++i) walk_on(&walker, &desc, &s.scene, 1);
        carom_box box = carom_shape_bounds(&desc.shape);
        assert_true(walker.position.x + box.max.x == 48);
        assert_true(walker.velocity.x == 0);
    }
    carom_level_free(s.level);
}

static void standing_still_is_still(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "................\n"
                   "................\n"
                   "....../\\........\n"
                   "./#####_#\\......\n"
                   "################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float x = 10; x < 230; x += 3.7f) {
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = {.position = {x, -8}};
            let_land(&walker, &desc, &s.scene);
            carom_vec2 at = walker.position;
            for (int i = 0; i < 100; ++i) {
                carom_walker_result done = walk_on(&walker, &desc, &s.scene, 0);
                assert_true(walker.grounded);
                assert_true(!done.left);
                assert_true(!done.landed);
                assert_true(walker.position.x == at.x);
                assert_true(walker.position.y == at.y);
            }
        }
    }
    carom_level_free(s.level);
}

/// A ledge is left level, and landed below without a push aside.
static void ledges_are_left_and_slopes_landed_on(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "................\n"
                   "####............\n"
                   "####............\n"
                   "####............\n"
                   "####........./##\n"
                   "####......../###\n"
                   "################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        carom_walker_desc desc = legs_of(kind, 4);
        desc.snap = -1;
        carom_walker walker = standing_at(&s, &desc, 32, 0);
        bool left = false;
        for (int i = 0; i < 60 && !left; ++i) left = walk_on(&walker, &desc, &s.scene, 1).left;
        assert_true(left);
        assert_true(!walker.grounded);
        assert_true(walker.velocity.x == 1);
        walker.position = (carom_vec2){204, 0};
        walker.velocity = (carom_vec2){0, 0};
        bool landed = false;
        float x = walker.position.x;
        for (int i = 0; i < 200 && !landed; ++i) landed = walk_on(&walker, &desc, &s.scene, 0).landed;
        assert_true(landed);
        assert_true(fabsf(walker.position.x - x) < 1e-4f);
        assert_true(walker.ground.normal.x < 0);
        assert_true(walker.velocity.x == 0);
        assert_true(walker.velocity.y == 0);
    }
    carom_level_free(s.level);
}

/// The tip of a fence, and of a spike: walkers stand on it, and leave it as any other ground, without a turn up or
/// down. Off a fence, a walker to the left jumped at its speed, and one to the right lost its speed.
static void tips_are_left_along_the_ground(void **state) {
    (void)state;
    carom_vec2 fence[] = {{0, 0}, {0, 40}}, spike[] = {{0, 0}, {2, 40}, {-2, 40}};
    const carom_outline outlines[] = {{.points = fence, .count = 2, .open = true}, {.points = spike, .count = 3}};
    for (int i = 0; i < 2 * LEGS * 4; ++i) {
        carom_level *level = level_of_outlines(&outlines[i % 2], 1);
        carom_scene scene = carom_scene_of_level(level);
        int kind = i / 2 % LEGS;
        float speed = 0.75f + 0.5f * (float)(i / 2 / LEGS);
        carom_walker_desc desc = legs_of(kind, 4);
        carom_make_box((carom_vec2){-4, 0}, (carom_vec2){4, 12}, &desc.shape);
        if (kind == 1) carom_make_capsule((carom_vec2){-4, 8}, (carom_vec2){4, 8}, 4, &desc.shape);
        if (kind == 2) carom_make_circle((carom_vec2){0, 8}, 4, &desc.shape);
        carom_walker right = {.position = {0, -12}}, left = right;
        if (i / 2 / LEGS % 2) desc.step = desc.snap = -1;
        bool has_left = false, stood = false;
        for (int n = 0; n < 40 && !has_left; ++n) {
            carom_walker_result done = walk_on(&right, &desc, &scene, speed);
            walk_on(&left, &desc, &scene, -speed);
            assert_true(left.position.x == -right.position.x && left.position.y == right.position.y);
            assert_true(left.velocity.x == -right.velocity.x && left.velocity.y == right.velocity.y);
            assert_true(left.ground.normal.x == -right.ground.normal.x);
            stood |= right.grounded;
            has_left = done.left;
        }
        assert_true(stood && has_left);
        assert_true(right.velocity.x > 0.6f * speed && right.velocity.y >= 0);
        if (kind == 0) assert_true(right.velocity.x == speed && right.velocity.y == 0.125f);
        carom_level_free(level);
    }
}

/// Over the corner of a block and over a ridge, without snap: no walker moves farther than its speed, nor much slower.
/// On a corner, a round walker moved up to 13 % too far in a step.
static void bends_are_walked_at_the_speed_without_snap(void **state) {
    (void)state;
    carom_vec2 block[] = {{-40, 0}, {0, 0}, {0, 40}, {-40, 40}}, ridge[] = {{-40, 0}, {0, 0}, {40, 48}, {-40, 48}};
    for (int i = 0; i < 2 * LEGS * 32; ++i) {
        const carom_outline outline = {.points = i % 2 ? ridge : block, .count = 4};
        carom_level *level = level_of_outlines(&outline, 1);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = legs_of(i / 2 % LEGS, 4);
        desc.step = desc.snap = -1;
        float speed = 0.25f * (float)(1 + i / 2 / LEGS);
        carom_walker walker = {.position = {-18, -20}};
        let_land(&walker, &desc, &scene);
        int bent = 0;
        for (int n = 0; n < 200 && walker.grounded; ++n) {
            carom_vec2 from = walker.position;
            walk_on(&walker, &desc, &scene, speed);
            if (!walker.grounded) break;
            double moved =
                hypot((double)walker.position.x - (double)from.x, (double)walker.position.y - (double)from.y);
            assert_true(moved <= (double)speed * 1.00001 + 0x1p-17); // 8 ulp
            assert_true(moved >= (double)speed * 0.8);
            bent += walker.position.y > from.y;
        }
        if (speed < 4 && (i % 2 || i / 2 % LEGS < 2)) assert_true(bent > 0);
        carom_level_free(level);
    }
}

static void too_steep_is_a_wall_and_a_slide(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "................\n"
                   ".........../####\n"
                   "........../#####\n"
                   "........./######\n"
                   "################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        carom_walker_desc desc = legs_of(kind, 4);
        desc.slope = 0.9f;
        carom_walker walker = standing_at(&s, &desc, 80, 20);
        for (int i = 0; i < 80; ++i) walk_on(&walker, &desc, &s.scene, 2);
        float foot = walker.position.y + feet(kind, 4);
        assert_true(walker.grounded);
        assert_true(foot == 64);
        assert_true(walker.position.x < 160);
        // Dropped onto it, and pressing into it all the time, it comes down all the same.
        walker = (carom_walker){.position = {160, 0}};
        bool slipped = false;
        for (int i = 0; i < 200 && !walker.grounded; ++i) {
            float y = walker.position.y;
            carom_walker_result done = walk_on(&walker, &desc, &s.scene, 2);
            slipped = slipped || done.slipping;
            assert_true(walker.position.y >= y);
        }
        assert_true(slipped);
        assert_true(walker.grounded);
        assert_true(walker.position.y + feet(kind, 4) == 64);
    }
    carom_level_free(s.level);
}

static void push_in_notch(const carom_scene *scene, int kind, float push) {
    carom_walker_desc desc = legs_of(kind, 2);
    carom_walker walker = {.position = {3, -10}};
    for (int i = 0; i < 100; ++i) walk_on(&walker, &desc, scene, push);
    carom_vec2 at = walker.position;
    for (int i = 0; i < 20; ++i) {
        carom_walker_result done = walk_on(&walker, &desc, scene, push);
        assert_true(walker.grounded && !done.slipping && !done.left);
        assert_true(fabsf(walker.position.x - at.x) < 0.001f && fabsf(walker.position.y - at.y) < 0.001f);
    }
    walker.velocity.y = -4;
    carom_walker_result done = walk_on(&walker, &desc, scene, 0);
    assert_true(done.left && !walker.grounded);
    assert_true(walker.position.y < at.y - 3);
}

/// It hung in the notch, in the air for good, and so it could not jump.
static void stands_in_a_notch_of_two_steep_sides(void **state) {
    (void)state;
    static const float steep[] = {1.4f, 1.5f, 2, 3, 5};
    for (int i = 0; i < 5 * 4; ++i) {
        float right = steep[i % 5], left = i < 5 ? INFINITY : steep[(i + i / 5) % 5], sign = i % 2 ? -1 : 1;
        carom_vec2 rising[] = {{0, 20}, {sign * 100, 20 - 100 * right}, {sign * 100, 50}, {0, 50}};
        carom_vec2 falling[] = {{0, 20}, {-sign * 100, 20 - 100 * left}, {-sign * 100, 50}, {0, 50}};
        carom_vec2 wall[] = {{0, -200}, {-sign * 50, -200}, {-sign * 50, 50}, {0, 50}};
        carom_outline outlines[] = {{.points = rising, .count = 4}, {.points = i < 5 ? wall : falling, .count = 4}};
        carom_level *level = level_of_outlines(outlines, 2);
        carom_scene scene = carom_scene_of_level(level);
        for (int k = 0; k < LEGS * 5; ++k) push_in_notch(&scene, k % LEGS, (float)(k / LEGS - 2));
        carom_level_free(level);
    }
}

/// Balls, capsules and boxes that have settled in notches of all kinds stay, to the last bit. In 4 of 100 notches, one
/// side after the other moved them by another rounding in each step.
static void stays_in_a_notch_to_the_last_bit(void **state) {
    (void)state;
    random_source r = {7};
    for (int i = 0; i < 300; ++i) {
        float x = random_range(&r, -100, 100), left = random_range(&r, -8, 2), right = random_range(&r, 1, 6);
        const carom_vec2 notch[] = {{x - 40, 20},
                                    {x - 40, -30},
                                    {x + left, -30},
                                    {x, random_range(&r, -2, 6)},
                                    {x + right, random_range(&r, -30, -10)},
                                    {x + 40, -30},
                                    {x + 40, 20}};
        carom_level *level = level_of_outlines(&(carom_outline){.points = notch, .count = 7}, 1);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = legs_of(i % LEGS, random_range(&r, 1, 3));
        carom_walker walker = {.position = {x + random_range(&r, -1, 3), -50}};
        let_land(&walker, &desc, &scene);
        for (int n = 0; n < 6; ++n) walk_on(&walker, &desc, &scene, n < 3 ? 0.03f : -0.02f);
        walk_on(&walker, &desc, &scene, 0);
        for (int n = 0; n < 20 && walker.grounded; ++n) {
            carom_vec2 at = walker.position;
            walk_on(&walker, &desc, &scene, 0);
            assert_true(!walker.grounded || (walker.position.x == at.x && walker.position.y == at.y));
        }
        carom_level_free(level);
    }
}

/// A round walker at rest loses its ground above a notch between a corner and a slope. It slides off the corner to the
/// slope, and down the slope to the bottom of the notch, in one step.
static void drops_into_a_notch_beside_a_corner(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        float sign = i ? -1 : 1;
        carom_vec2 left[] = {{-sign * 50, 0}, {0, 0}, {0, 50}, {-sign * 50, 50}};
        carom_vec2 right[] = {{sign * 50, -140}, {sign * 100, 140}, {-sign * 30, 140}};
        carom_outline outlines[] = {{.points = left, .count = 4}, {.points = right, .count = 3}};
        carom_level *level = level_of_outlines(outlines, 2);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = {.up = {0, -1}, .snap = 6};
        carom_make_circle((carom_vec2){0, 0}, 5, &desc.shape);
        carom_walker walker = {.position = {sign * 4.5f, -5}, .grounded = true};
        walker.ground.normal = walker.ground.support = desc.up;
        for (int n = 0; n < 2; ++n) {
            carom_walker_result done = walk_on(&walker, &desc, &scene, 0);
            assert_true(walker.grounded && !done.left);
            assert_true(walker.position.x == sign * 4.96606874f && walker.position.y == -0.581516862f);
        }
        carom_level_free(level);
    }
}

/// A round walker touched a corner, slid down the steep slope beside it, and stood there, although the slide had left
/// the corner. In the next steps it went on down, also against its velocity.
static void settles_in_a_notch_with_a_round_side_at_once(void **state) {
    (void)state;
    int settled = 0;
    for (int i = 0; i < 2 * 2 * 60; ++i) {
        float sign = i % 2 ? -1 : 1, speed = sign * (1 + 0.125f * (float)(i / 4));
        carom_vec2 left[] = {{-sign * 100, 0}, {0, 0}, {0, 50}, {-sign * 100, 50}};
        carom_vec2 right[] = {{sign * 10.75f, 0}, {sign * 100, 0}, {sign * 100, 30}, {sign * 0.75f, 30}};
        carom_outline outlines[] = {{.points = left, .count = 4}, {.points = right, .count = 4}};
        carom_level *level = level_of_outlines(outlines, 2);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = legs_of(i / 2 % 2, 5.25f); // the round ones
        carom_walker walker = {.position = {sign * 20, -30}};
        let_land(&walker, &desc, &scene);
        for (int k = 0; k < 60; ++k) {
            carom_walker before = walker;
            bool stood_between = walker.grounded && walker.ground.support.x == 0 && walker.ground.normal.x != 0;
            carom_walker_result done = walk_on(&walker, &desc, &scene, k < 40 ? -speed : speed);
            if (!stood_between || done.climbed) continue;
            ++settled;
            assert_true(walker.grounded && done.blocked);
            assert_less(fabsf(walker.position.x - before.position.x), 1e-4f);
            assert_less(fabsf(walker.position.y - before.position.y), 1e-4f);
        }
        carom_level_free(level);
    }
    assert_true(settled > 1000);
}

/// Above the steep slope there is a wall. A walker that pressed against it hung on the slope, as long as the key was
/// held.
static void slides_down_while_it_presses_against_a_wall(void **state) {
    (void)state;
    for (int i = 0; i < LEGS * 12; ++i) {
        float sign = i % 2 ? -1 : 1, rise = i / 2 % 2 ? 1.5f : 3, speed = i / 4 % 3 ? 4 : 0.5f;
        carom_vec2 slope[] = {{0, 0}, {sign * 60, -60 * rise}, {sign * 60, 50}, {0, 50}};
        carom_vec2 wall[] = {{sign * 30, -300}, {sign * 90, -300}, {sign * 90, 50}, {sign * 30, 50}};
        carom_vec2 floor[] = {{-300, 0}, {300, 0}, {300, 50}, {-300, 50}};
        carom_outline outlines[] = {
            {.points = slope, .count = 4}, {.points = wall, .count = 4}, {.points = floor, .count = 4}};
        carom_level *level = level_of_outlines(outlines, 3);
        carom_scene scene = carom_scene_of_level(level);
        int kind = i / 12;
        carom_walker_desc desc = legs_of(kind, 2);
        float above = kind < 2 ? 2 * sqrtf(1 + rise * rise) - 2 * rise + (kind == 1 ? 4 : 0) : 3;
        carom_walker walker = {.position = {sign * 27, -30 * rise - above - 0.5f}}; // a unit from the wall
        for (int k = 0; k < 400 && !walker.grounded; ++k) walk_on(&walker, &desc, &scene, sign * speed);
        assert_true(walker.grounded);
        assert_true(walker.ground.normal.y == -1);
        carom_level_free(level);
    }
}

// ---- Jumps and one-way edges ----------------------------------------------------------------------------------------

/// A capsule on the tip of a steep slope, in front of a wall, below a ceiling, and in a one-way floor that it has not
/// passed. The walk over the tip ends at the ceiling, on the slope. It must not slide down that to the wall behind.
static void a_ceiling_moves_no_walker_back(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        float x = (float)sign;
        carom_vec2 floor[] = {{x < 0 ? -20.2f : 0, 20.2f}, {x < 0 ? 0 : 20.2f, 20.2f}}, wall[] = {{0, 20.2f}, {0, 10}};
        carom_vec2 slope[] = {{x * 5.05f, 20.2f}, {x * 10.1f, 15.15f}, {x * 10.1f, 20.2f}};
        carom_vec2 ceiling[] = {{0, 10.1f}, {0, 8}, {x * 20, 8}, {x * 20, 10.1f}};
        carom_outline outlines[] = {{.points = floor, .count = 2, .open = true, .one_way = true},
                                    {.points = wall, .count = 2, .open = true},
                                    {.points = slope, .count = 3},
                                    {.points = ceiling, .count = 4}};
        carom_level *level = level_of_outlines(outlines, 4);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = {.up = {0, -1}, .slope = 0.5f};
        carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 5.4f}, 2.7f, &desc.shape);
        carom_walker walker = {.position = {x * 3.2f, 12.81f}};
        let_land(&walker, &desc, &scene);
        assert_true(walker.position.x == x * 2.7f);
        for (int i = 0; i < 8; ++i) {
            carom_vec2 before = walker.position;
            carom_walker_result done = walk_on(&walker, &desc, &scene, x * 1.6f);
            assert_true(walker.grounded && done.blocked);
            assert_true(x * walker.position.x > (i == 0 ? 3 : x * before.x - 1e-5f));
            assert_true(x * walker.ground.support.x > -0.75f); // at the wall: -0.87
        }
        carom_level_free(level);
    }
}

static void one_way_edges_are_passed_from_below(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "................\n"
                   "................\n"
                   "................\n"
                   "----------------\n"
                   "................\n"
                   "................\n"
                   "################\n");
    for (int kind = 0; kind < LEGS; ++kind) {
        carom_walker_desc desc = legs_of(kind, 4);
        carom_walker walker = standing_at(&s, &desc, 80, 70);
        assert_true(walker.position.y + feet(kind, 4) == 96);
        assert_true(!walker.ground.one_way);
        assert_false(carom_walker_drop(&walker, &desc, &s.scene));
        walker.velocity.y = -4;
        carom_walker_result done = carom_walker_step(&walker, &desc, &s.scene, 1);
        assert_true(done.left);
        assert_true(!done.blocked);
        let_land(&walker, &desc, &s.scene);
        assert_true(walker.position.y + feet(kind, 4) == 48);
        assert_true(walker.ground.one_way);
        assert_true(carom_walker_drop(&walker, &desc, &s.scene));
        let_land(&walker, &desc, &s.scene);
        assert_true(walker.position.y + feet(kind, 4) == 96);
        assert_true(walker.position.x == 80);
    }
    carom_level_free(s.level);
}

static void jumps_are_forgiving(void **state) {
    (void)state;
    const carom_jump_rules rules = {.coyote = 3, .buffer = 2};
    carom_jump jump = {0};
    assert_false(carom_jump_now(&jump, &rules, false, true, 1));
    assert_true(carom_jump_now(&jump, &rules, true, true, 1));
    assert_false(carom_jump_now(&jump, &rules, true, false, 1)); // once
    // A press two steps before landing counts, one of three does not.
    jump = (carom_jump){0};
    assert_false(carom_jump_now(&jump, &rules, true, false, 1));
    assert_false(carom_jump_now(&jump, &rules, false, false, 1));
    assert_false(carom_jump_now(&jump, &rules, false, true, 1));
    jump = (carom_jump){0};
    assert_false(carom_jump_now(&jump, &rules, true, false, 1));
    assert_true(carom_jump_now(&jump, &rules, false, true, 1));
    // Two steps after the ground ended there can still be jumped.
    jump = (carom_jump){0};
    carom_jump_now(&jump, &rules, false, true, 1);
    carom_jump_now(&jump, &rules, false, false, 1);
    assert_true(carom_jump_now(&jump, &rules, true, false, 1));
    jump = (carom_jump){0};
    carom_jump_now(&jump, &rules, false, true, 1);
    for (int i = 0; i < 3; ++i) assert_false(carom_jump_now(&jump, &rules, i == 2, false, 1));
    // Without rules only the very moment counts.
    jump = (carom_jump){0};
    assert_false(carom_jump_now(&jump, &(carom_jump_rules){0}, true, false, 1));
    assert_true(carom_jump_now(&jump, &(carom_jump_rules){0}, true, true, 1));
}

static void heads_pass_corners_they_hit_by_a_hair(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "......\n"
                   "..#...\n"
                   "......\n"
                   "######\n");
    carom_walker_desc desc = legs_of(2, 4); // 8 wide
    carom_vec2 under = {47, 33}, up = {0, -20};
    carom_vec2 aside = carom_corner_correction(&s.scene, &desc.shape, under, up, 2);
    assert_true(aside.x == 1);
    assert_true(aside.y == 0);
    under.x = 25;
    aside = carom_corner_correction(&s.scene, &desc.shape, under, up, 2);
    assert_true(aside.x == -1);
    assert_true(aside.y == 0);
    aside = carom_corner_correction(&s.scene, &desc.shape, under, up, 0.5f);
    assert_true(aside.x == 0);
    assert_true(aside.y == 0);
    under.x = 40 - 4;
    aside = carom_corner_correction(&s.scene, &desc.shape, under, up, 2);
    assert_true(aside.x == 0);
    assert_true(aside.y == 0);
    under.x = 60;
    aside = carom_corner_correction(&s.scene, &desc.shape, under, up, 2);
    assert_true(aside.x == 0);
    assert_true(aside.y == 0);
    under.x = 47;
    static const struct {
        carom_vec2 motion;
        float most;
    } wrong[] = {{{0, 0}, 2},    {{NAN, -20}, 2}, {{0, -INFINITY}, 2}, {{0, -20}, 0},
                 {{0, -20}, -1}, {{0, -20}, NAN}, {{0, -20}, INFINITY}};
    for (int i = 0; i < 7; ++i) {
        aside = carom_corner_correction(&s.scene, &desc.shape, under, wrong[i].motion, wrong[i].most);
        assert_true(aside.x == 0 && aside.y == 0);
    }
    carom_level_free(s.level);
}

// ---- Far out --------------------------------------------------------------------------------------------------------

/// Far from the origin a displacement can be smaller than the distance of floats. A walker advances by its velocity all
/// the same, in the air as on the ground, and as carom_move does: alone, and falling along a wall.
static void falls_at_its_speed_far_out(void **state) {
    (void)state;
    const carom_vec2 velocities[4] = {{0.25f, 0}, {0.25f, 0.25f}, {-0.25f, -0.5f}, {0.0625f, 0.25f}};
    for (int way = 0; way < 8; ++way) {
        for (int power = 20; power <= 26; power += 2) {
            for (int i = 0; i < 4; ++i) {
                float far = ldexpf(1, power);
                carom_walker_desc desc = legs_of(0, 4);
                desc.up = (carom_vec2){0, way & 4 ? 1 : -1};
                carom_world *empty;
                assert_int_equal(carom_world_make(&(carom_world_desc){0}, &empty), CAROM_STATUS_OK);
                carom_world_view view = {.world = empty};
                carom_scene scene = carom_scene_of_world(&view);
                carom_vec2 start = {way & 1 ? far : -far, way & 2 ? far : -far};
                carom_walker walker = {.position = start};
                carom_motion motion = {.at = start};
                for (int step = 0; step < 1024; ++step) {
                    walker.velocity = motion.velocity = velocities[i];
                    carom_walker_step(&walker, &desc, &scene, 1);
                    motion = carom_move(&scene, &desc.shape, &motion, &(carom_response){0}, NULL, 0);
                }
                assert_true(walker.position.x == start.x + 1024 * velocities[i].x);
                assert_true(walker.position.y == start.y + 1024 * velocities[i].y);
                assert_true(walker.position.x == motion.at.x && walker.position.y == motion.at.y);
                carom_world_free(empty);
            }
        }
    }
}

static void falls_along_a_wall_far_out(void **state) {
    (void)state;
    const float far = 0x1p24f;
    carom_walker_desc desc = legs_of(0, 4);
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){0}, &world), CAROM_STATUS_OK);
    carom_body_desc wall = {.type = CAROM_BODY_STATIC};
    carom_make_box((carom_vec2){0, far - 100}, (carom_vec2){16, far + 10000}, &wall.shape);
    assert_int_equal(carom_world_add(world, &wall, NULL, NULL), CAROM_STATUS_OK);
    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_walker walker = {.position = {-4, far}};
    for (int step = 0; step < 4096; ++step) {
        walker.velocity = (carom_vec2){1, 0.25f};
        assert_true(carom_walker_step(&walker, &desc, &scene, 1).blocked);
        assert_true(walker.remainder.x == 0);
    }
    assert_true(walker.position.x == -4);
    assert_true(walker.position.y == far + 1024);
    carom_world_free(world);
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

static void nonsense_moves_nothing(void **state) {
    (void)state;
    fixture s;
    scene_make(&s, "....\n####\n");
    const carom_walker_desc good = legs_of(0, 4);
    carom_walker_desc no_up = good, no_shape = good, nan_up = good;
    no_up.up = (carom_vec2){0, 0};
    nan_up.up.x = (float)NAN;
    no_shape.shape.kind = CAROM_SHAPE_NONE;
    const carom_walker_desc *bad[] = {&no_up, &no_shape, &nan_up};
    for (int i = 0; i < 3; ++i) {
        carom_walker walker = {.position = {8, 8}, .velocity = {1, 1}};
        carom_walker_result done = carom_walker_step(&walker, bad[i], &s.scene, 1);
        assert_true(walker.position.x == 8);
        assert_true(walker.position.y == 8);
        assert_int_equal(done.casts, 0);
    }
    static const float times[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; ++i) {
        carom_walker walker = {.position = {8, 8}, .velocity = {1, 1}};
        assert_int_equal(carom_walker_step(&walker, &good, &s.scene, times[i]).casts, 0);
        assert_true(walker.position.x == 8 && walker.position.y == 8);
    }
    for (int i = 0; i < 3; ++i) {
        carom_walker walker = {.position = {8, 8}, .grounded = true, .ground = {.one_way = true}};
        assert_false(carom_walker_drop(&walker, bad[i], &s.scene));
        assert_true(walker.position.y == 8 && walker.grounded);
    }
    carom_walker walker = {.position = {8, 8}, .velocity = {(float)NAN, 0}};
    carom_walker_step(&walker, &good, &s.scene, 1);
    assert_true(walker.position.x == 8);
    assert_true(walker.position.y == 8);
    carom_level_free(s.level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flats_are_walked_at_full_speed),
        cmocka_unit_test(hills_are_walked_over),
        cmocka_unit_test(steps_are_climbed_and_descended),
        cmocka_unit_test(standing_still_is_still),
        cmocka_unit_test(ledges_are_left_and_slopes_landed_on),
        cmocka_unit_test(tips_are_left_along_the_ground),
        cmocka_unit_test(bends_are_walked_at_the_speed_without_snap),
        cmocka_unit_test(too_steep_is_a_wall_and_a_slide),
        cmocka_unit_test(stands_in_a_notch_of_two_steep_sides),
        cmocka_unit_test(stays_in_a_notch_to_the_last_bit),
        cmocka_unit_test(drops_into_a_notch_beside_a_corner),
        cmocka_unit_test(settles_in_a_notch_with_a_round_side_at_once),
        cmocka_unit_test(slides_down_while_it_presses_against_a_wall),
        cmocka_unit_test(a_ceiling_moves_no_walker_back),
        cmocka_unit_test(one_way_edges_are_passed_from_below),
        cmocka_unit_test(jumps_are_forgiving),
        cmocka_unit_test(heads_pass_corners_they_hit_by_a_hair),
        cmocka_unit_test(nonsense_moves_nothing),
        cmocka_unit_test(falls_at_its_speed_far_out),
        cmocka_unit_test(falls_along_a_wall_far_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
