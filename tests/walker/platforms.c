// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving platforms carry walkers, on straight and circular paths, at any speed. No walker falls through a rising one. A
// walker in the path is pushed, or reported as crushed. One-way platforms pass from below, and walkers drop through.
#include "check.h"
#include "walker/legs.h"

#include <math.h>

typedef struct fixture {
    map m;
    carom_level *level;
    carom_scene still, scene;
    carom_platforms platforms;
    carom_platform list[4];
} fixture;

/// A room of 32 x 16 cells of 16, open above; nothing in it.
static void scene_make(fixture *s) {
    memset(s, 0, sizeof *s);
    map_make(&s->m, 32, 16, 16);
    for (int i = 0; i < 32 * 16; ++i) s->m.codes[i] = i / 32 == 15 || i % 32 == 0 || i % 32 == 31;
    s->level = level_of_map(&s->m);
    s->still = carom_scene_of_level(s->level);
    s->platforms = (carom_platforms){.base = &s->still, .list = s->list};
    s->scene = carom_scene_of_platforms(&s->platforms);
}

static carom_platform *add_box(fixture *s, float x, float y, float width, float height) {
    carom_platform *p = &s->list[s->platforms.count++];
    *p = (carom_platform){.position = {x, y}, .owner = (uint64_t)s->platforms.count};
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){width, height}, &p->shape);
    return p;
}

static carom_platform *add_one_way(fixture *s, float x, float y, float width) {
    carom_platform *p = &s->list[s->platforms.count++];
    *p = (carom_platform){.position = {x, y}, .owner = (uint64_t)s->platforms.count};
    carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){width, 0}, &p->shape);
    return p;
}

static carom_walker_result step(fixture *s, carom_walker *walker, const carom_walker_desc *desc, float speed) {
    carom_walker_result done = walk_on(walker, desc, &s->scene, speed);
    carom_platforms_move(s->list, s->platforms.count, 1);
    assert_true(done.crushed || is_free_at(&s->scene, &desc->shape, walker->position));
    return done;
}

static float feet_of(const carom_walker *walker, const carom_walker_desc *desc) {
    carom_shape there = carom_shape_at(&desc->shape, walker->position);
    return carom_shape_bounds(&there).max.y;
}

static void riders_go_along(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int one_way = 0; one_way < 2; ++one_way) {
            for (float speed = 0.1f; speed < 60; speed *= 3) {
                fixture s;
                scene_make(&s);
                carom_platform *p = one_way ? add_one_way(&s, 200, 120, 48) : add_box(&s, 200, 120, 48, 8);
                carom_walker_desc desc = legs_of(kind, 4);
                carom_walker walker = {.position = {224, 80}};
                let_land(&walker, &desc, &s.scene);
                float off = walker.position.x - p->position.x;
                for (int i = 0; i < 200; ++i) {
                    // Around a square, each side in eight steps or fewer.
                    int side = i / 4 % 4;
                    float reach = speed < 20 ? speed : 20;
                    p->velocity = (carom_vec2){side == 0   ? reach
                                               : side == 2 ? -reach
                                                           : 0,
                                               side == 1   ? reach
                                               : side == 3 ? -reach
                                                           : 0};
                    carom_walker_result done = step(&s, &walker, &desc, 0);
                    assert_true(walker.grounded);
                    assert_true(walker.ground.owner == p->owner);
                    assert_true(!done.left);
                    assert_true(!done.crushed);
                    assert_true(fabsf(feet_of(&walker, &desc) - p->position.y) < 1e-3f);
                    assert_true(fabsf(walker.position.x - p->position.x - off) < 1e-3f);
                }
                carom_level_free(s.level);
            }
        }
    }
}

static void circles_carry_too(void **state) {
    (void)state;
    fixture s;
    scene_make(&s);
    carom_platform *p = add_box(&s, 240, 120, 48, 8);
    carom_walker_desc desc = legs_of(1, 4);
    carom_walker walker = {.position = {264, 80}};
    let_land(&walker, &desc, &s.scene);
    carom_vec2 v = {4, 0};
    for (int i = 0; i < 1000; ++i) {
        v = (carom_vec2){v.x * 0.8f - v.y * 0.6f, v.x * 0.6f + v.y * 0.8f}; // 3-4-5: a tenth of a turn and a bit
        p->velocity = v;
        step(&s, &walker, &desc, 0);
        assert_true(walker.grounded);
        assert_true(fabsf(feet_of(&walker, &desc) - p->position.y) < 1e-3f);
        assert_true(fabsf(walker.position.x - p->position.x - 24) < 0.01f);
    }
    carom_level_free(s.level);
}

/// The complaint: a fast lift comes up under a falling hero, and the two pass through each other between two frames.
static void nothing_falls_through_what_rises(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float rise = 1; rise <= 128; rise *= 2) {
            for (float fall = 0.5f; fall <= 128; fall *= 4) {
                fixture s;
                scene_make(&s);
                carom_platform *p = kind % 2 ? add_box(&s, 200, 200, 48, 2) : add_one_way(&s, 200, 200, 48);
                p->velocity.y = -rise;
                carom_walker_desc desc = legs_of(kind, 4);
                carom_walker walker = {.position = {224, 150}, .velocity = {0, fall}};
                bool landed = false;
                for (int i = 0; i < 60; ++i) {
                    walker.velocity.y = walker.grounded ? 0 : fall;
                    carom_walker_result done = carom_walker_step(&walker, &desc, &s.scene, 1);
                    carom_platforms_move(s.list, 1, 1);
                    landed = landed || done.landed;
                    assert_true(feet_of(&walker, &desc) <= p->position.y + 1e-3f);
                    assert_true(walker.grounded == landed);
                }
                assert_true(landed);
                assert_true(walker.grounded);
                carom_level_free(s.level);
            }
        }
    }
}

static void who_is_in_the_way_is_pushed_or_crushed(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture s;
        scene_make(&s);
        carom_platform *p = add_box(&s, 60, 200, 16, 39); // almost down to the floor at 240
        p->velocity.x = 5;
        carom_walker_desc desc = legs_of(kind, 4);
        desc.step = 0.5f;
        carom_walker walker = {.position = {120, 220}};
        let_land(&walker, &desc, &s.still);
        bool crushed = false;
        for (int i = 0; i < 90 && !crushed; ++i) {
            crushed = step(&s, &walker, &desc, 0).crushed;
            carom_shape there = carom_shape_at(&desc.shape, walker.position);
            carom_box box = carom_shape_bounds(&there);
            if (crushed) {
                assert_less(490, box.max.x); // at the far wall, and not before
            } else {
                assert_not_above(p->position.x + 16 - 1e-3f, box.min.x);
                assert_true(walker.grounded);
                assert_less(fabsf(box.max.y - 240), 1e-3f);
            }
        }
        assert_true(crushed);
        carom_level_free(s.level);
    }
}

static void one_way_platforms_are_passed_from_below(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (float rise = -2; rise <= 2; rise += 1) {
            fixture s;
            scene_make(&s);
            carom_platform *p = add_one_way(&s, 100, 200, 100);
            carom_walker_desc desc = legs_of(kind, 4);
            carom_walker walker = {.position = {150, 220}};
            let_land(&walker, &desc, &s.still);
            walker.velocity.y = -6;
            bool landed = false;
            for (int i = 0; i < 100 && !landed; ++i) {
                p->velocity.y = i < 8 ? rise : 0;
                carom_walker_result done = step(&s, &walker, &desc, 0);
                assert_false(done.blocked);
                landed = done.landed;
            }
            assert_true(landed);
            assert_true(walker.ground.owner == p->owner);
            assert_true(walker.ground.one_way);
            assert_true(carom_walker_drop(&walker, &desc, &s.scene));
            for (int i = 0; i < 200 && !walker.grounded; ++i) step(&s, &walker, &desc, 0);
            assert_true(walker.grounded);
            assert_true(walker.ground.owner == 0);
            carom_level_free(s.level);
        }
    }
}

static void jumps_take_the_ground_along(void **state) {
    (void)state;
    fixture s;
    scene_make(&s);
    carom_platform *p = add_box(&s, 200, 120, 48, 8);
    carom_walker_desc desc = legs_of(0, 4);
    carom_walker walker = {.position = {224, 80}};
    let_land(&walker, &desc, &s.scene);
    p->velocity = (carom_vec2){3, -1};
    walker.velocity = (carom_vec2){0, -2};
    carom_walker_result done = carom_walker_step(&walker, &desc, &s.scene, 1);
    assert_true(done.left);
    assert_true(walker.velocity.x == 3);
    assert_true(walker.velocity.y == -3);
    carom_level_free(s.level);
}

/// The loop of docs/walker.md, which sets the velocity in each frame: what the platform gave lasts in the air, whether
/// the walker jumps or walks off its end, and ends where the walker lands.
static void the_velocity_of_a_platform_lasts_in_the_air(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int jumps = 0; jumps < 2; ++jumps) {
            for (float speed = -4; speed <= 4; speed += 0.75f) {
                fixture s;
                scene_make(&s);
                carom_platform *p = add_box(&s, 230, 150, 48, 8);
                carom_walker_desc desc = legs_of(kind, 4);
                carom_walker walker = {.position = {254, 130}};
                let_land(&walker, &desc, &s.scene);
                p->velocity.x = speed;
                float carried = 0, off = walker.position.x - p->position.x;
                bool left = false, landed = false;
                for (int i = 0; i < 100 && !landed; ++i) {
                    float wish = jumps ? 0 : speed < 0 ? -2.0f : 2.0f, before = walker.position.x;
                    if (walker.grounded) carried = carom_scene_velocity(&s.scene, walker.ground.owner).x;
                    walker.velocity.x = wish + (walker.grounded ? 0 : carried);
                    walker.velocity.y += 0.125f;
                    if (jumps && i == 3) walker.velocity.y = -1;
                    if (left && !jumps && i % 4 == 0) p->velocity.x = -speed; // of no concern to it any more
                    carom_walker_result done = carom_walker_step(&walker, &desc, &s.scene, 1);
                    carom_platforms_move(s.list, s.platforms.count, 1);
                    left |= done.left;
                    landed = left && done.landed;
                    if (!walker.grounded && !done.blocked && !done.left)
                        assert_true(fabsf(walker.position.x - before - speed - wish) < 1e-3f);
                }
                assert_true(left);
                assert_true(landed);
                if (jumps) {
                    assert_int_equal(walker.ground.owner, p->owner);
                    assert_less(fabsf(walker.position.x - p->position.x - off), 1e-2f);
                }
                carom_level_free(s.level);
            }
        }
    }
}

/// A body of a world moves before the walker that stands on it; the walker follows in its own step.
static void worlds_carry_as_well(void **state) {
    (void)state;
    fixture s;
    scene_make(&s);
    for (int k = 0; k < 4; ++k) {
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = s.level}, &world), CAROM_STATUS_OK);
        carom_body_desc lift = {.position = {200, 120}, .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};
        const carom_vec2 ways[] = {{1.5f, 0}, {0, 1}, {0, -1}, {-1, -1}};
        lift.velocity = ways[k];
        carom_make_box((carom_vec2){0, 0}, (carom_vec2){48, 8}, &lift.shape);
        carom_body_id id;
        assert_int_equal(carom_world_add(world, &lift, &id, NULL), CAROM_STATUS_OK);
        carom_world_view view = {.world = world};
        carom_scene scene = carom_scene_of_world(&view);
        carom_walker_desc desc = legs_of(k % LEGS, 4);
        carom_walker walker = {.position = {224, 100}};
        let_land(&walker, &desc, &scene);
        float off = walker.position.x - carom_world_position(world, id).x;
        for (int i = 0; i < 60; ++i) {
            assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
            walk_on(&walker, &desc, &scene, 0);
            carom_vec2 at = carom_world_position(world, id);
            assert_true(walker.grounded);
            assert_true(walker.ground.owner == carom_body_bits(id));
            assert_true(fabsf(walker.position.x - at.x - off) < 1e-2f);
            assert_true(feet_of(&walker, &desc) <= at.y);
            assert_true(feet_of(&walker, &desc) > at.y - 1e-2f);
        }
        carom_world_free(world);
    }
    carom_level_free(s.level);
}

/// A body with a wall has pushed the walker that stands on it, and has moved before: the walker follows by the rest.
static void walls_of_worlds_push_no_farther(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){0}, &world), CAROM_STATUS_OK);
        carom_shape parts[2];
        const float wall = side < 0 ? 40.0f : -8;
        assert_int_equal(carom_make_box((carom_vec2){-40, 0}, (carom_vec2){72, 8}, &parts[0]), CAROM_STATUS_OK);
        assert_int_equal(carom_make_box((carom_vec2){wall, -40}, (carom_vec2){wall + 8, 0}, &parts[1]),
                         CAROM_STATUS_OK);
        carom_body_desc tray = {.type = CAROM_BODY_KINEMATIC, .velocity = {2 * (float)side, -1}};
        assert_int_equal(carom_make_compound(parts, 2, &tray.shape), CAROM_STATUS_OK);
        carom_body_id id;
        assert_int_equal(carom_world_add(world, &tray, &id, NULL), CAROM_STATUS_OK);
        carom_world_view view = {.world = world};
        carom_scene scene = carom_scene_of_world(&view);
        carom_walker_desc desc = legs_of(2, 8);
        carom_walker walker = {.position = {side < 0 ? 24.0f : 0, -26}};
        let_land(&walker, &desc, &scene);
        carom_vec2 off = walker.position;
        for (int i = 1; i <= 20; ++i) {
            assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
            walk_on(&walker, &desc, &scene, 0);
            carom_vec2 at = carom_world_position(world, id);
            assert_vec(walker.position, at.x + off.x, at.y + off.y);
        }
        carom_world_free(world);
    }
}

// ---- Shapes that are no walkers ------------------------------------------------------------------------------------

/// Lets a shape pass the platforms of a set of bits by owner, and bodies of a world with a tag; notes the surfaces.
typedef struct pass_rule {
    unsigned passed;
    int asked, level, edge_tag;
    uint64_t last;
} pass_rule;

static void pass_rule_of(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    pass_rule *r = user_data;
    ++r->asked;
    r->last = contact->other;
    r->level = contact->surface.level;
    r->edge_tag = contact->surface.edge_tag;
    bool passes = contact->surface.tag || (contact->other < 32 && r->passed >> contact->other & 1);
    response->kind = passes ? CAROM_RESPONSE_PASS : CAROM_RESPONSE_STOP;
}

/// The end of a motion to the right from (90, 104).
static float end_of(const carom_scene *scene, const carom_shape *shape, float move, pass_rule *rule) {
    const carom_motion start = {.at = {90, 104}, .velocity = {move, 0}};
    const carom_move_rule by = {.rule = pass_rule_of, .user_data = rule};
    rule->asked = 0;
    carom_motion now = carom_move_by_rule(scene, shape, &start, &by, NULL, 0);
    assert_true(now.at.y == 104);
    return now.at.x;
}

/// A rule lets shapes pass some platforms and stops them at others and at the level, over any scene.
static void rules_decide_about_platforms(void **state) {
    (void)state;
    fixture s;
    scene_make(&s);
    s.m.tiles.tag = 6;
    carom_level_free(s.level);
    s.level = level_of_map(&s.m);
    s.still = carom_scene_of_level(s.level);
    add_box(&s, 100, 100, 8, 8);
    add_box(&s, 140, 100, 8, 8);
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = s.level}, &world), CAROM_STATUS_OK);
    carom_body_desc post = {.position = {200, 90}, .type = CAROM_BODY_STATIC, .tag = 9};
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){8, 28}, &post.shape);
    assert_int_equal(carom_world_add(world, &post, NULL, NULL), CAROM_STATUS_OK);
    const carom_world_view view = {.world = world};
    const carom_scene of_world = carom_scene_of_world(&view);
    carom_scene bare = s.still; // as a scene of the caller's own
    bare.surface = NULL;
    bare.solid = NULL;
    carom_shape shapes[2];
    carom_make_circle((carom_vec2){0, 0}, 2, &shapes[0]);
    carom_make_point((carom_vec2){0, 0}, &shapes[1]);
    const carom_scene *bases[] = {&s.still, &of_world, &bare};
    for (int base = 0; base < 3; ++base) {
        s.platforms.base = bases[base];
        for (int i = 0; i < 2; ++i) {
            float r = i == 0 ? 2 : 0;
            pass_rule rule = {.passed = 0};
            assert_true(end_of(&s.scene, &shapes[i], 60, &rule) == 100 - r);
            assert_true(rule.last == 1 && rule.level == -1 && rule.edge_tag == 0);
            rule.passed = 2;
            assert_true(end_of(&s.scene, &shapes[i], 60, &rule) == 140 - r);
            assert_true(rule.last == 2 && rule.level == -1);
            rule.passed = 6;
            assert_true(end_of(&s.scene, &shapes[i], 60, &rule) == 150);
            assert_int_equal(rule.asked, 2);
            assert_true(end_of(&s.scene, &shapes[i], 600, &rule) == 496 - r);
            assert_true(rule.last == 0 && rule.level == (base < 2 ? 0 : -1) && rule.edge_tag == (base < 2 ? 6 : 0));
            assert_int_equal(rule.asked, base == 1 ? 4 : 3);
        }
    }
    carom_world_free(world);
    carom_level_free(s.level);
}

/// A box above, on, by an ulp in, and deep in a one-way platform: only rest and motion into it hit, and only within
/// rounding.
static void one_way_platforms_hold_within_rounding(void **state) {
    (void)state;
    fixture s;
    scene_make(&s);
    add_one_way(&s, 100, 120, 32);
    carom_scene_contact contact;
    for (int depth = 0; depth < 3; ++depth) {
        carom_shape shape;
        float bottom = depth == 0 ? 120 : depth == 1 ? nextafterf(120, 121) : 124;
        carom_make_box((carom_vec2){110, 100}, (carom_vec2){118, bottom}, &shape);
        carom_sweep_hit in = s.scene.sweep(s.scene.self, &shape, (carom_vec2){0, 1}).sweep;
        carom_sweep_hit out = s.scene.sweep(s.scene.self, &shape, (carom_vec2){0, -1}).sweep;
        carom_sweep_hit along = s.scene.sweep(s.scene.self, &shape, (carom_vec2){1, 0}).sweep;
        carom_sweep_hit rest = s.scene.sweep(s.scene.self, &shape, (carom_vec2){0, 0}).sweep;
        assert_int_equal(in.hit, depth < 2);
        assert_true(!in.hit || (in.t == 0 && !in.inside && in.normal.x == 0 && in.normal.y == -1));
        assert_false(out.hit);
        assert_false(along.hit);
        assert_int_equal(rest.hit, depth == 1);
        assert_int_equal(s.scene.contacts(s.scene.self, &shape, &contact, 1), depth < 2);
        assert_int_equal(s.scene.contacts(s.scene.self, &shape, NULL, 0), depth < 2);
    }
    carom_level_free(s.level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(riders_go_along),
        cmocka_unit_test(circles_carry_too),
        cmocka_unit_test(nothing_falls_through_what_rises),
        cmocka_unit_test(who_is_in_the_way_is_pushed_or_crushed),
        cmocka_unit_test(one_way_platforms_are_passed_from_below),
        cmocka_unit_test(jumps_take_the_ground_along),
        cmocka_unit_test(the_velocity_of_a_platform_lasts_in_the_air),
        cmocka_unit_test(worlds_carry_as_well),
        cmocka_unit_test(walls_of_worlds_push_no_farther),
        cmocka_unit_test(rules_decide_about_platforms),
        cmocka_unit_test(one_way_platforms_hold_within_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
