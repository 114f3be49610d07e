// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers of a world that walk into movers: these go on as fast as the walker, wherever in a step it reaches them. A
// mover that cannot go on blocks the walker.
#include "carom/walker.h"
#include "check.h"

#include <math.h>

enum { WAYS = 4, KINDS = 3, STEPS = 40, MOST_CRATES = 72 };
static const float DT = 1.0f / 60, SPEED = 300, GRAVITY = 600, STRIDE = 5, NEAR = 1e-4f;
static const float distances[] = {0, 0.3f, 2.3f, 4.999f, 5, 5.001f, 17.3f};
enum { DISTANCES = sizeof distances / sizeof *distances };

/// A scene in a frame: `right` is where the walker walks, on a floor of height 0.
typedef struct stage {
    carom_vec2 up, right;
    carom_world *world;
    carom_walker_desc legs;
    carom_walker hero;
    carom_walker_result result;
    carom_body_id body, crates[MOST_CRATES];
    int crate_count;
} stage;

static carom_vec2 in_frame(const stage *s, float x, float y) {
    return (carom_vec2){x * s->right.x + y * s->up.x, x * s->right.y + y * s->up.y};
}

static float along(carom_vec2 v, carom_vec2 axis) {
    return v.x * axis.x + v.y * axis.y;
}

static carom_shape box_of(const stage *s, float half_width, float half_height) {
    carom_vec2 half = in_frame(s, half_width, half_height);
    float x = fabsf(half.x), y = fabsf(half.y);
    return boxed(-x, -y, 2 * x, 2 * y);
}

/// 16 wide; its feet are `low` below its position.
static carom_shape shape_of(const stage *s, int kind, float *low) {
    carom_shape shape = box_of(s, 8, 16);
    *low = kind == 0 ? 8 : 16;
    if (kind == 0) assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 8, &shape), CAROM_STATUS_OK);
    if (kind == 1)
        assert_int_equal(carom_make_capsule(in_frame(s, 0, -8), in_frame(s, 0, 8), 8, &shape), CAROM_STATUS_OK);
    return shape;
}

static carom_body_id add(stage *s, carom_body_desc desc, carom_vec2 at) {
    carom_body_id id;
    desc.position = in_frame(s, at.x, at.y);
    assert_int_equal(carom_world_add(s->world, &desc, &id, NULL), CAROM_STATUS_OK);
    return id;
}

static void add_crate(stage *s, float x, carom_body_desc desc) {
    desc.shape = box_of(s, 10, 10);
    s->crates[s->crate_count++] = add(s, desc, (carom_vec2){x, 10});
}

/// The walker stands at 0. `way`: four directions of up, each with two of walking.
static void stage_make(stage *s, int way, int kind) {
    static const carom_vec2 ups[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    float low, sign = way & 1 ? -1 : 1;
    *s = (stage){.up = ups[way / 2]};
    s->right = (carom_vec2){-s->up.y * sign, s->up.x * sign};
    const carom_world_desc desc = {.down = {-s->up.x, -s->up.y}};
    assert_int_equal(carom_world_make(&desc, &s->world), CAROM_STATUS_OK);
    add(s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(s, 1000, 10)}, (carom_vec2){0, -10});
    s->legs = (carom_walker_desc){.up = s->up, .shape = shape_of(s, kind, &low)};
    s->hero = (carom_walker){.position = in_frame(s, 0, low)};
    s->body = add(s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s->legs.shape}, (carom_vec2){0, low});
}

static carom_vec2 plus(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

static void assert_no_crush(const stage *s) {
    int crushes;
    carom_world_crushes(s->world, &crushes);
    assert_int_equal(crushes, 0);
}

/// Walks with gravity for all.
static void walk(stage *s, float speed) {
    carom_vec2 fall = in_frame(s, 0, -GRAVITY * DT);
    float rise = along(s->hero.velocity, s->up);
    s->hero.velocity = plus(in_frame(s, speed, rise), fall);
    for (int i = 0; i < s->crate_count; ++i) {
        carom_vec2 v = carom_world_velocity(s->world, s->crates[i]);
        assert_int_equal(carom_world_set_velocity(s->world, s->crates[i], plus(v, fall)), CAROM_STATUS_OK);
    }
    s->result = carom_walker_step_in_world(&s->hero, &s->legs, s->world, s->body, DT);
    assert_int_equal(carom_world_step(s->world, DT), CAROM_STATUS_OK);
    assert_no_crush(s);
    assert_false(s->result.crushed);
}

static float hero_at(const stage *s) {
    return along(carom_world_position(s->world, s->body), s->right);
}

static float crate_at(const stage *s, int i) {
    return along(carom_world_position(s->world, s->crates[i]), s->right);
}

static float crate_speed(const stage *s, int i) {
    return along(carom_world_velocity(s->world, s->crates[i]), s->right);
}

static void assert_near(float a, float b) {
    if (!(fabsf(a - b) <= NEAR)) fail_msg("%.9g is not %.9g", (double)a, (double)b);
}

static bool touches_crate(const stage *s) {
    int count;
    const carom_pair *pairs = carom_world_pairs(s->world, &count);
    for (int i = 0; i < count; ++i)
        if (carom_body_bits(pairs[i].a) == carom_body_bits(s->crates[0]) &&
            carom_body_bits(pairs[i].b) == carom_body_bits(s->body))
            return true;
    return false;
}

/// The crate goes on with the walker, which does not wait.
static void pushes_at_its_speed(void **state) {
    (void)state;
    static const float masses[] = {0.1f, 1, 10}, frictions[] = {0, 0.3f};
    static const carom_response_kind responses[] = {CAROM_RESPONSE_SLIDE, CAROM_RESPONSE_STOP};
    for (int n = 0; n < 2 * WAYS * KINDS * DISTANCES * 3 * 2 * 2; ++n) {
        int at = n / (2 * WAYS * KINDS) % DISTANCES, rest = n / (2 * WAYS * KINDS * DISTANCES);
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        carom_response response = {.kind = responses[rest / 6], .friction = frictions[rest / 3 % 2]};
        add_crate(&s, 18 + distances[at], (carom_body_desc){.mass = masses[rest % 3], .response = response});
        for (int i = 1; i <= STEPS; ++i) {
            walk(&s, SPEED);
            assert_near(hero_at(&s), (float)i * STRIDE);
            assert_false(s.result.blocked);
            if ((float)i * STRIDE < distances[at] + NEAR) continue;
            assert_near(crate_at(&s, 0), (float)i * STRIDE + 18);
            assert_true(fabsf(crate_speed(&s, 0) - SPEED) < 0.02f);
            assert_true(touches_crate(&s));
        }
        carom_world_free(s.world);
    }
}

/// A crate of infinite mass, and one with a wall behind it, block the walker. They do not move.
static void what_cannot_go_on_blocks(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS * DISTANCES * 3; ++n) {
        int at = n / (2 * WAYS * KINDS) % DISTANCES, scene = n / (2 * WAYS * KINDS * DISTANCES);
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        carom_response response = {.kind = CAROM_RESPONSE_SLIDE};
        float x = 18 + distances[at], wall = x + 10;
        add_crate(&s, x, (carom_body_desc){.mass = scene == 0 ? INFINITY : 1, .response = response});
        if (scene == 2) add_crate(&s, wall += 10, (carom_body_desc){.response = response});
        if (scene == 2) wall += 10;
        carom_body_desc stop = {.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)};
        if (scene > 0) add(&s, stop, (carom_vec2){wall + 5, 50});
        float before = crate_at(&s, 0);
        for (int i = 1; i <= STEPS; ++i) {
            walk(&s, SPEED);
            for (int k = 0; k < s.crate_count; ++k) {
                if (scene == 0) assert_true(crate_at(&s, k) == before);
                assert_near(crate_at(&s, k), x + 20 * (float)k);
                assert_true(crate_speed(&s, k) == 0);
            }
            if ((float)i * STRIDE < distances[at] + NEAR) continue;
            assert_true(s.result.blocked);
            assert_true(touches_crate(&s));
            assert_near(hero_at(&s), distances[at]);
        }
        carom_world_free(s.world);
    }
}

/// Far from the origin, the target of the walker is rounded: its contact may be just before the end of the step.
static void rounding_kicks_nothing(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 400; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        float from = -700 + 0.7319f * (float)(n / (2 * WAYS)), speed = 100 + 0.317f * (float)n;
        s.hero.position = in_frame(&s, from, 16);
        float half = 5 + 0.0173f * (float)(n % 701);
        carom_body_desc crate = {
            .shape = box_of(&s, half, half), .mass = INFINITY, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        carom_vec2 at = {from + 8.01f + half + 0.0137f * (float)(n % 997), half + 0.01f};
        s.crates[s.crate_count++] = add(&s, crate, at);
        for (int i = 0; i < 12; ++i) {
            walk(&s, speed);
            assert_true(crate_speed(&s, 0) == 0);
        }
        assert_true(s.result.blocked);
        carom_world_free(s.world);
    }
}

/// A row of crates, with gaps, goes as far as the wall behind it, and is not crushed there.
static void pushes_up_to_a_wall(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS * DISTANCES * 3; ++n) {
        int at = n / (2 * WAYS * KINDS) % DISTANCES, crates = n / (2 * WAYS * KINDS * DISTANCES) + 1;
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        for (int k = 0; k < crates; ++k)
            add_crate(&s, 20 + 21.7f * (float)k,
                      (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 0.1f}});
        float wall = 100 + distances[at];
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)}, (carom_vec2){wall + 5, 50});
        for (int i = 1; i <= STEPS; ++i) {
            float from = hero_at(&s), end = wall - 20 * (float)crates - 8;
            walk(&s, SPEED);
            float to = hero_at(&s), full = from + STRIDE;
            assert_true(fabsf(to - (full < end ? full : end)) < 4 * NEAR);
            if (from >= end - NEAR) assert_true(s.result.blocked);
        }
        for (int k = 0; k < crates; ++k) {
            assert_true(fabsf(crate_at(&s, k) - (wall - 10 - 20 * (float)(crates - 1 - k))) < 4 * NEAR);
            assert_true(crate_speed(&s, k) == 0);
        }
        carom_world_free(s.world);
    }
}

/// A walker in the air pushes what it flies against; one that stops leaves the crate alone.
static void pushes_in_the_air_and_stops(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS));
        add_crate(&s, 40.3f, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 1}});
        s.hero.velocity = in_frame(&s, 0, 60);
        for (int i = 1; i <= 20; ++i) {
            walk(&s, SPEED);
            assert_near(hero_at(&s), (float)i * STRIDE);
        }
        assert_near(crate_at(&s, 0), 118);
        for (int i = 0; i < STEPS; ++i) walk(&s, 0);
        assert_true(hero_at(&s) < 100 + NEAR && crate_at(&s, 0) > 130 && crate_speed(&s, 0) == 0);
        carom_world_free(s.world);
    }
}

/// On a lift, crate and walker both go with it.
static void pushes_on_a_lift(void **state) {
    (void)state;
    static const carom_vec2 velocities[] = {{0, 60}, {0, -60}, {70, 0}, {-70, 30}};
    for (int n = 0; n < 2 * WAYS * KINDS * 4; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        carom_vec2 v = velocities[n / (2 * WAYS * KINDS)];
        carom_body_desc lift = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 900, 10)};
        carom_body_id under = add(&s, lift, (carom_vec2){0, 190});
        float low;
        shape_of(&s, n / (2 * WAYS) % KINDS, &low);
        s.hero.position = in_frame(&s, 0, 200 + low);
        carom_body_desc crate = {.shape = box_of(&s, 10, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, crate, (carom_vec2){40.3f, 210});
        for (int i = 0; i < 3; ++i) walk(&s, 0);
        assert_int_equal(carom_world_set_velocity(s.world, under, in_frame(&s, v.x, v.y)), CAROM_STATUS_OK);
        for (int i = 0; i < 3; ++i) walk(&s, 0);
        for (int i = 1; i <= 40; ++i) {
            walk(&s, SPEED);
            assert_true(s.hero.grounded);
            float on_lift = hero_at(&s) - along(carom_world_position(s.world, under), s.right);
            assert_true(fabsf(on_lift - (float)i * STRIDE) < 10 * NEAR);
            if (i > 4) assert_true(fabsf(crate_at(&s, 0) - hero_at(&s) - 18) < 10 * NEAR);
        }
        carom_world_free(s.world);
    }
}

static void step_hero(stage *s, carom_walker *hero, carom_body_id body, float speed) {
    float rise = along(hero->velocity, s->up) - GRAVITY * DT;
    hero->velocity = in_frame(s, speed, rise);
    assert_false(carom_walker_step_in_world(hero, &s->legs, s->world, body, DT).crushed);
}

/// Two walkers walk towards each other, with crates between them: neither crushes them, whoever steps first.
static void two_push_from_both_sides(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2 * DISTANCES * DISTANCES * 2 * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        int rest = n / (2 * WAYS), crates = 1 + rest / 2 % 2, at = rest / 4 % DISTANCES;
        int other_at = rest / 4 / DISTANCES % DISTANCES, far = rest / 4 / DISTANCES / DISTANCES;
        float from = (float)far * 731.3f, width = 20 * (float)crates;
        s.hero.position = in_frame(&s, from, 16);
        for (int i = 0; i < crates; ++i)
            add_crate(&s, from + 18 + distances[at] + 20 * (float)i,
                      (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 0.3f}});
        carom_vec2 opposite = {from + 16 + width + distances[at] + distances[other_at], 16};
        carom_walker other = {.position = in_frame(&s, opposite.x, opposite.y)};
        carom_body_id body = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, opposite);
        for (int i = 0; i < STEPS; ++i) {
            for (int k = 0; k < crates; ++k) {
                carom_vec2 v = plus(carom_world_velocity(s.world, s.crates[k]), in_frame(&s, 0, -GRAVITY * DT));
                if (crates > 1) v = in_frame(&s, 0, along(v, s.up)); // friction
                assert_int_equal(carom_world_set_velocity(s.world, s.crates[k], v), CAROM_STATUS_OK);
            }
            if (rest % 2) step_hero(&s, &other, body, -SPEED);
            step_hero(&s, &s.hero, s.body, SPEED);
            if (rest % 2 == 0) step_hero(&s, &other, body, -SPEED);
            assert_int_equal(carom_world_step(s.world, DT), CAROM_STATUS_OK);
            assert_no_crush(&s);
        }
        float gap = along(carom_world_position(s.world, body), s.right) - hero_at(&s) - 16 - width;
        assert_true(fabsf(gap) < 20 * NEAR);
        carom_world_free(s.world);
    }
}

/// A wall comes towards the crate: the walker pushes it to where they meet, and is then pushed back with it no farther
/// than it stands.
static void pushes_towards_what_comes(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS * DISTANCES; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        float room = 1 + distances[n / (2 * WAYS * KINDS)];
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        carom_body_desc wall = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 5, 30)};
        carom_body_id id = add(&s, wall, (carom_vec2){33 + room, 31});
        assert_int_equal(carom_world_move_to(s.world, id, in_frame(&s, 33 + room / 2, 31)), CAROM_STATUS_OK);
        walk(&s, SPEED); // asserts that nothing is crushed
        assert_near(hero_at(&s), room / 2 < STRIDE ? room / 2 : STRIDE);
        assert_true(s.result.blocked == (room / 2 < STRIDE));
        carom_world_free(s.world);
    }
}

/// The lift carries the walker and the crate towards a wall that stands: the way of the lift counts as well.
static void a_lift_brings_them_to_a_wall(void **state) {
    (void)state;
    for (int n = 0; n < 2 * 2 * WAYS * KINDS * 40; ++n) {
        stage s;
        int kind = n / (4 * WAYS) % KINDS;
        stage_make(&s, n / 2 % (2 * WAYS), kind);
        float low, wall = 120 + 0.41f * (float)(n / (4 * WAYS * KINDS));
        shape_of(&s, kind, &low);
        carom_body_id lift = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 900, 10)},
                                 (carom_vec2){0, 190});
        s.hero.position = in_frame(&s, 0, 200 + low);
        carom_body_desc crate = {.shape = box_of(&s, 10, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, crate, (carom_vec2){18, 210});
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)}, (carom_vec2){wall + 5, 251});
        for (int i = 0; i < 3; ++i) walk(&s, 0);
        for (int i = 0; i < 21; ++i) {
            carom_vec2 to = in_frame(&s, 3 * (float)(i + 1), 190);
            if (n % 2 == 0) {
                assert_int_equal(carom_world_set_velocity(s.world, lift, in_frame(&s, 180, 0)), CAROM_STATUS_OK);
            } else {
                assert_int_equal(carom_world_move_to(s.world, lift, to), CAROM_STATUS_OK);
            }
            walk(&s, i > 0 ? SPEED : 0); // asserts that nothing is crushed
        }
        assert_true(fabsf(crate_at(&s, 0) - (wall - 10)) < 10 * NEAR);
        carom_world_free(s.world);
    }
}

/// A walker that could climb the lower crate of a stack pushes both crates.
static void pushes_a_stack_on_a_step(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS; ++n) {
        stage s;
        stage_make(&s, n, 2);
        carom_body_desc low = {.shape = box_of(&s, 10, 4), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, low, (carom_vec2){40.3f, 4});
        carom_body_desc high = {.shape = box_of(&s, 10, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, high, (carom_vec2){40.3f, 18});
        for (int i = 1; i <= STEPS; ++i) {
            walk(&s, SPEED);
            assert_near(hero_at(&s), (float)i * STRIDE);
            assert_near(along(s.hero.position, s.up), 16);
        }
        for (int k = 0; k < 2; ++k) assert_near(crate_at(&s, k), STEPS * STRIDE + 18);
        carom_world_free(s.world);
    }
}

/// A walker pushes at most eight movers that it touches itself. The ninth blocks it.
static void pushes_eight_at_once(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        int planks = n < 2 * WAYS ? 8 : 9;
        carom_body_desc plank = {.shape = box_of(&s, 10, 1.75f), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        for (int k = 0; k < planks; ++k)
            s.crates[s.crate_count++] = add(&s, plank, (carom_vec2){18, 1.75f + 3.5f * (float)k});
        for (int i = 1; i <= STEPS; ++i) {
            walk(&s, SPEED);
            assert_near(hero_at(&s), planks == 8 ? (float)i * STRIDE : 0);
            assert_true(s.result.blocked == (planks == 9));
            assert_near(along(s.hero.position, s.up), 16);
            for (int k = 0; k < planks; ++k) assert_near(crate_at(&s, k), hero_at(&s) + 18);
        }
        carom_world_free(s.world);
    }
}

static void add_row(stage *s, float from, int count) {
    carom_body_desc crate = {.shape = box_of(s, 1, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
    for (int i = 0; i < count; ++i)
        s->crates[s->crate_count++] = add(s, crate, (carom_vec2){from + 1 + 2 * (float)i, 10});
}

/// Crates thinner than a step of the walker: each is pushed from the time at which the one behind it moves, up to a
/// wall.
static void pushes_thin_crates_to_a_wall(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS * DISTANCES * 6; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        int count = 2 + n / (2 * WAYS * KINDS * DISTANCES);
        float room = distances[n / (2 * WAYS * KINDS) % DISTANCES], wall = 8 + 2 * (float)count + room;
        add_row(&s, 8, count);
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)}, (carom_vec2){wall + 5, 50});
        for (int i = 1; i <= 5; ++i) {
            walk(&s, SPEED); // asserts that nothing is crushed
            float to = (float)i * STRIDE < room ? (float)i * STRIDE : room;
            assert_true(fabsf(hero_at(&s) - to) < 4 * NEAR);
            assert_true(fabsf(crate_at(&s, count - 1) - to - 7 - 2 * (float)count) < 4 * NEAR);
        }
        carom_world_free(s.world);
    }
}

/// A row of 64 crates goes with the walker. One of 65 stands.
static void a_long_row_stands(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        int count = n < 2 * WAYS ? 64 : 65;
        add_row(&s, 8, count);
        for (int i = 1; i <= 4; ++i) {
            walk(&s, SPEED);
            assert_near(hero_at(&s), count == 64 ? (float)i * STRIDE : 0);
            assert_true(s.result.blocked == (count == 65));
            assert_near(crate_at(&s, count - 1), hero_at(&s) + 7 + 2 * (float)count);
        }
        carom_world_free(s.world);
    }
}

static void add_shape(stage *s, carom_shape shape, float x, float y) {
    carom_body_desc desc = {.shape = shape, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    s->crates[s->crate_count++] = add(s, desc, (carom_vec2){x, y});
}

/// From its left side, which leans, to 60.
static void add_leaning(stage *s, float low, float high, float height) {
    carom_vec2 corners[] = {in_frame(s, low, 0), in_frame(s, 60, 0), in_frame(s, 60, height),
                            in_frame(s, high, height)};
    carom_shape shape;
    assert_int_equal(carom_make_polygon(corners, 4, &shape), CAROM_STATUS_OK);
    add_shape(s, shape, 0, 0);
}

/// A mover that several movers of a row reach is pushed from the time of the first: that of the crate, after which a
/// plank reaches it, or that of the last of three. The wall behind it stops them all.
static void what_comes_first_pushes(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        bool by_last = n >= 2 * WAYS;
        add_shape(&s, box_of(&s, 10, 10), 18, 10);
        if (by_last) {
            add_shape(&s, box_of(&s, 0.25f, 9), 28.25f, 21);
            add_shape(&s, box_of(&s, 3, 4), 32, 26);
            add_leaning(&s, 30, 37.5f, 30); // at the height of the lower edge of the last one: 35.5
        } else {
            add_shape(&s, box_of(&s, 0.25f, 2), 28.25f, 2);
            add_leaning(&s, 31.25f, 30, 20);
        }
        float room = by_last ? 3.5f : 2.75f, to = by_last ? 4.5f : 4.75f;
        carom_body_desc wall = {.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)};
        add(&s, wall, (carom_vec2){65 + room, 50});
        step_hero(&s, &s.hero, s.body, SPEED);
        assert_int_equal(carom_world_step(s.world, DT), CAROM_STATUS_OK);
        assert_no_crush(&s);
        assert_true(fabsf(hero_at(&s) - to) < 4 * NEAR);
        carom_world_free(s.world);
    }
}

/// A walker knows 64 movers that others push: it does not press the last of them, between it and the walkers behind,
/// which have stepped. Of more it knows the first, and stays a walker.
static void knows_sixty_four_pushed(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 3; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        int kind = n / (2 * WAYS), first = kind == 0 ? 0 : 40, second = kind == 2 ? 30 : 64 - first;
        float front = 508 + 2 * (float)second;
        carom_walker others[2] = {{.position = in_frame(&s, 500, 16)}, {.position = in_frame(&s, front + 10, 16)}};
        carom_body_desc walker = {.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape};
        carom_body_id middle = add(&s, walker, (carom_vec2){500, 16});
        carom_body_id last = add(&s, walker, (carom_vec2){front + 10, 16});
        add_row(&s, 8, first);
        add_row(&s, 508, second);
        step_hero(&s, &s.hero, s.body, SPEED);
        step_hero(&s, &others[0], middle, SPEED);
        step_hero(&s, &others[1], last, -SPEED);
        float end = along(others[1].position, s.right);
        if (kind == 2) {
            assert_true(end >= front + 8 - NEAR); // not pushed, it would be there
        } else {
            assert_true(fabsf(end - front - 10) < 20 * NEAR);
            assert_int_equal(carom_world_step(s.world, DT), CAROM_STATUS_OK);
            assert_no_crush(&s);
        }
        carom_world_free(s.world);
    }
}

typedef struct wall_ahead {
    carom_body_type type;
    float gap, velocity; ///< in a step
} wall_ahead;

/// Of two walls in front of the crate, one above the other, the first one stops it. If the crate reaches both at once,
/// the one that comes faster does, whichever is first in the world.
static void the_first_wall_stops(void **state) {
    (void)state;
    static const struct {
        wall_ahead a, b;
        float to;
    } cases[] = {
        {{CAROM_BODY_STATIC, 1, 0}, {CAROM_BODY_KINEMATIC, 3, 0}, 1},
        {{CAROM_BODY_STATIC, 3, 0}, {CAROM_BODY_KINEMATIC, 1, 0}, 1},
        {{CAROM_BODY_KINEMATIC, 1, 1}, {CAROM_BODY_KINEMATIC, 1, 0}, 1},
        {{CAROM_BODY_KINEMATIC, 1, 0}, {CAROM_BODY_KINEMATIC, 1, 1}, 1},
        {{CAROM_BODY_KINEMATIC, 5, 0}, {CAROM_BODY_KINEMATIC, 5, 0}, 5},
        {{CAROM_BODY_KINEMATIC, 2.5f, 0}, {CAROM_BODY_KINEMATIC, 5, -5}, 0},
        {{CAROM_BODY_KINEMATIC, 5, -5}, {CAROM_BODY_KINEMATIC, 2.5f, 0}, 0},
        {{CAROM_BODY_STATIC, 2.5f, 0}, {CAROM_BODY_KINEMATIC, 5, -5}, 0},
        {{CAROM_BODY_KINEMATIC, 5, -5}, {CAROM_BODY_STATIC, 2.5f, 0}, 0},
        {{CAROM_BODY_KINEMATIC, 5, -5}, {CAROM_BODY_KINEMATIC, 4, -3}, 0},
        {{CAROM_BODY_KINEMATIC, 4, -3}, {CAROM_BODY_KINEMATIC, 5, -5}, 0},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    for (int n = 0; n < 2 * WAYS * CASES * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        int at = n / (2 * WAYS) % CASES;
        bool first_is_low = n < 2 * WAYS * CASES;
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        for (int i = 0; i < 2; ++i) {
            wall_ahead stop = i == 0 ? cases[at].a : cases[at].b;
            bool is_low = (i == 0) == first_is_low;
            carom_body_desc wall = {.type = stop.type, .shape = box_of(&s, 5, 4)};
            wall.velocity = in_frame(&s, 64 * stop.velocity, 0);
            add(&s, wall, (carom_vec2){28 + stop.gap + 5, is_low ? 5 : 15});
        }
        s.hero.velocity = in_frame(&s, 64 * STRIDE, -10);
        carom_walker_step_in_world(&s.hero, &s.legs, s.world, s.body, 0x1p-6f);
        assert_near(along(s.hero.position, s.right), cases[at].to);
        carom_world_free(s.world);
    }
}

/// What the second crate passes does not stop it: the wall that comes towards the first one pushes all back.
static void a_body_beside_stops_nothing(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS; ++n) {
        stage s;
        stage_make(&s, n, 2);
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        add_shape(&s, box_of(&s, 5, 2), 33, 2);
        carom_body_desc wall = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 5, 4)};
        wall.velocity = in_frame(&s, -SPEED, 0);
        add(&s, wall, (carom_vec2){38, 15});
        add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 1, 1)}, (carom_vec2){45, 8});
        walk(&s, SPEED); // asserts that nothing is crushed
        assert_true(s.result.blocked);
        assert_near(hero_at(&s), 0);
        carom_world_free(s.world);
    }
}

/// A body elsewhere, of any speed, changes nothing: what moves in front of the crate stops it.
static void a_fast_body_elsewhere_changes_nothing(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        float fast = n < 2 * WAYS ? 0 : 3e38f;
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        carom_body_desc wall = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 5, 30)};
        wall.velocity = in_frame(&s, -1, 0);
        add(&s, wall, (carom_vec2){36, 31});
        carom_body_desc bolt = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 1, 1), .velocity = {fast, fast}};
        add(&s, bolt, (carom_vec2){0, 5000});
        s.hero.velocity = in_frame(&s, STRIDE, -1);
        carom_walker_result result = carom_walker_step_in_world(&s.hero, &s.legs, s.world, s.body, 1);
        assert_near(along(s.hero.position, s.right), 2);
        assert_true(result.blocked);
        carom_world_free(s.world);
    }
}

static void press_down(stage *s) {
    for (int i = 0; i < s->crate_count; ++i) {
        carom_vec2 v = plus(carom_world_velocity(s->world, s->crates[i]), in_frame(s, 0, -GRAVITY * DT));
        assert_int_equal(carom_world_set_velocity(s->world, s->crates[i], v), CAROM_STATUS_OK);
    }
}

static void end_step(stage *s) {
    assert_int_equal(carom_world_step(s->world, DT), CAROM_STATUS_OK);
    assert_no_crush(s);
}

/// A walker rides on a crate that another one pushes, and goes on with it when that one stops. If the rider steps first
/// or gravity comes last, it knows the push one step late.
static void rides_on_what_another_pushes(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS * 4; ++n) {
        stage s;
        int order = n / (2 * WAYS * KINDS);
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS) % KINDS);
        float low, from = 300;
        shape_of(&s, n / (2 * WAYS) % KINDS, &low);
        s.hero.position = in_frame(&s, from, low);
        carom_vec2 at = {from + 30, 20 + low};
        carom_walker rider = {.position = in_frame(&s, at.x, at.y)};
        carom_body_id body = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, at);
        carom_body_desc crate = {.shape = box_of(&s, 20, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, crate, (carom_vec2){from + 28, 10});
        for (int i = 0; i < 3 * STEPS; ++i) {
            float speed = i >= STEPS && i < 2 * STEPS ? SPEED : 0;
            if (order & 1) press_down(&s);
            if (order & 2) step_hero(&s, &rider, body, 0);
            step_hero(&s, &s.hero, s.body, speed);
            if (!(order & 2)) step_hero(&s, &rider, body, 0);
            if (!(order & 1)) press_down(&s);
            end_step(&s);
            float offset = along(rider.position, s.right) - crate_at(&s, 0);
            float expected = order & 2 && i >= STEPS ? 2 - STRIDE : 2;
            if (!(fabsf(offset - expected) < 10 * NEAR))
                fail_msg("order %d, step %d: %g, not %g", order, i, (double)offset, (double)expected);
            assert_true(rider.grounded && fabsf(along(rider.position, s.up) - 20 - low) < 10 * NEAR);
        }
        assert_true(fabsf(crate_speed(&s, 0) - SPEED) < 0.02f);
        carom_world_free(s.world);
    }
}

/// The rider pushes a second crate over the first one, also up to a wall.
static void pushes_on_what_another_pushes(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        bool has_wall = n >= 2 * WAYS;
        stage_make(&s, n % (2 * WAYS), 2);
        carom_walker rider = {.position = in_frame(&s, 30, 36)};
        carom_body_id body =
            add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, (carom_vec2){30, 36});
        carom_body_desc raft = {.shape = box_of(&s, 100, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, raft, (carom_vec2){108, 10});
        carom_body_desc crate = {.shape = box_of(&s, 10, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, crate, (carom_vec2){48, 30});
        carom_body_desc wall = {.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 9)};
        if (has_wall) add(&s, wall, (carom_vec2){66, 30});
        for (int i = -2; i <= (has_wall ? 3 : STEPS); ++i) {
            press_down(&s);
            step_hero(&s, &s.hero, s.body, i > 0 ? SPEED : 0);
            step_hero(&s, &rider, body, i > 0 ? 60 : 0);
            end_step(&s);
            if (i <= 0) continue;
            float at = along(rider.position, s.right);
            assert_true(fabsf(at - (has_wall ? 33 : hero_at(&s) + 30 + (float)i)) < 10 * NEAR);
            assert_true(fabsf(crate_at(&s, 1) - at - 18) < 10 * NEAR);
            assert_true(fabsf(crate_at(&s, 0) - hero_at(&s) - 108) < 10 * NEAR);
        }
        carom_world_free(s.world);
    }
}

/// A walker on a belt holds the crate in front of it where it is. The rider on that stays there, too, and the walker
/// that the belt brings to it from the other side.
static void rides_on_what_another_holds(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS));
        float low;
        shape_of(&s, n / (2 * WAYS), &low);
        carom_body_desc belt = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 900, 10)};
        carom_body_id under = add(&s, belt, (carom_vec2){0, 190});
        s.hero.position = in_frame(&s, 0, 200 + low);
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        carom_world_set_position(s.world, s.crates[0], in_frame(&s, 18, 210));
        carom_vec2 at = {20, 220 + low};
        carom_walker rider = {.position = in_frame(&s, at.x, at.y)};
        carom_body_id body = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, at);
        at = (carom_vec2){40.3f, 200 + low};
        carom_walker third = {.position = in_frame(&s, at.x, at.y)};
        carom_body_id beside = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, at);
        for (int i = 0; i < STEPS; ++i) {
            float speed = i < 4 ? 0 : 64;
            press_down(&s);
            assert_int_equal(carom_world_set_velocity(s.world, under, in_frame(&s, -speed, 0)), CAROM_STATUS_OK);
            step_hero(&s, &s.hero, s.body, speed);
            step_hero(&s, &rider, body, 0);
            step_hero(&s, &third, beside, 0);
            end_step(&s);
            assert_near(hero_at(&s), 0);
            assert_near(crate_at(&s, 0), 18);
            assert_near(along(rider.position, s.right), 20);
            assert_true(rider.grounded && third.grounded);
        }
        assert_near(along(third.position, s.right), 36);
        carom_world_free(s.world);
    }
}

/// A lift that sinks into the floor leaves the walker there where its feet reach the floor.
static void a_lift_sinks_into_the_floor(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS; ++n) {
        stage s;
        stage_make(&s, n, 2);
        carom_body_desc lift = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 50, 10)};
        carom_body_id under = add(&s, lift, (carom_vec2){0, -7});
        s.hero.position = in_frame(&s, 0, 19);
        for (int i = 0; i < 3; ++i) walk(&s, 0);
        assert_int_equal(carom_world_set_velocity(s.world, under, in_frame(&s, 300, -420)), CAROM_STATUS_OK);
        for (int i = 0; i < 3; ++i) {
            walk(&s, 0);
            assert_near(hero_at(&s), 3 * 5.0f / 7);
            assert_near(along(s.hero.position, s.up), 16);
        }
        carom_world_free(s.world);
    }
}

/// In the air, the ground of before counts no more, even if the caller leaves it there.
static void pushes_from_no_ground(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS));
        carom_body_desc belt = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 900, 10)};
        belt.velocity = in_frame(&s, -SPEED, 0);
        carom_body_id under = add(&s, belt, (carom_vec2){0, -200});
        add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 50)}, (carom_vec2){36, 50});
        s.hero.ground.owner = carom_body_bits(under);
        walk(&s, SPEED); // asserts that nothing is crushed
        assert_near(hero_at(&s), 3);
        carom_world_free(s.world);
    }
}

/// A walker rides on a crate that falls.
static void rides_on_a_crate_that_falls(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS; ++n) {
        stage s;
        stage_make(&s, n, 2);
        s.hero.position = in_frame(&s, 2, 636.001f);
        carom_body_desc crate = {.shape = box_of(&s, 20, 10), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        s.crates[s.crate_count++] = add(&s, crate, (carom_vec2){0, 610});
        walk(&s, 0);
        assert_true(s.hero.grounded);
        carom_vec2 velocity = in_frame(&s, 120, 0);
        assert_int_equal(carom_world_set_velocity(s.world, s.crates[0], velocity), CAROM_STATUS_OK);
        for (int i = 0; i < 2 * STEPS; ++i) {
            walk(&s, 0);
            assert_true(s.hero.grounded && fabsf(hero_at(&s) - crate_at(&s, 0) - 2) < 10 * NEAR);
        }
        carom_world_free(s.world);
    }
}

/// A walker that a wall stops on a ramp does not push the ramp, which is a mover, too.
static void does_not_push_the_ramp_below(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS));
        carom_vec2 corners[] = {in_frame(&s, 0, 0), in_frame(&s, 100, 0), in_frame(&s, 100, 50)};
        carom_shape ramp;
        assert_int_equal(carom_make_polygon(corners, 3, &ramp), CAROM_STATUS_OK);
        add_shape(&s, ramp, 0, 0);
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 5, 60)}, (carom_vec2){75, 105});
        s.hero.position = in_frame(&s, 30, 50);
        for (int i = 0; i < STEPS; ++i) walk(&s, 0);
        assert_true(s.hero.grounded && s.hero.ground.owner == carom_body_bits(s.crates[0]));
        for (int i = 0; i < STEPS; ++i) walk(&s, SPEED);
        assert_true(s.result.blocked && s.hero.ground.owner == carom_body_bits(s.crates[0]));
        assert_true(hero_at(&s) > 62 - NEAR && hero_at(&s) < 64);
        assert_near(crate_at(&s, 0), 0);
        carom_world_free(s.world);
    }
}

/// A walker that pushes a crate on a ledge climbs the ledge, and goes on pushing.
static void climbs_a_ledge_behind_a_crate(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS; ++n) {
        stage s;
        stage_make(&s, n, 2);
        add(&s, (carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box_of(&s, 200, 3)}, (carom_vec2){212.3f, 3});
        add_shape(&s, box_of(&s, 10, 10), 22, 16);
        for (int i = 1; i <= STEPS; ++i) {
            walk(&s, SPEED);
            assert_true(fabsf(hero_at(&s) - (float)i * STRIDE) < 1); // a climb ends a little farther
            assert_true(fabsf(along(s.hero.position, s.up) - 22) < 10 * NEAR);
            assert_true(s.result.climbed == (i == 1));
        }
        assert_true(crate_at(&s, 0) > hero_at(&s) + 18 - NEAR);
        carom_world_free(s.world);
    }
}

/// A walker climbs a low plank. It pushes the plank if a crate on it, which it reaches first, is pushed: it does not
/// climb in the place of the crate.
static void climbs_no_plank_below_a_crate(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        bool has_crate = n >= 2 * WAYS;
        add_shape(&s, box_of(&s, 10, 4), 40.3f, 4);
        if (has_crate) add_shape(&s, box_of(&s, 10, 10), 38, 18);
        for (int i = 1; i <= 5; ++i) {
            walk(&s, SPEED);
            if (has_crate) assert_near(hero_at(&s), (float)i * STRIDE);
            assert_true(s.result.climbed == (!has_crate && i == 5));
        }
        assert_true(fabsf(along(s.hero.position, s.up) - (has_crate ? 16 : 24)) < 10 * NEAR);
        if (has_crate) assert_near(crate_at(&s, 0), 43);
        carom_world_free(s.world);
    }
}

/// A push beyond the range of floats is none: the crate blocks.
static void pushes_within_floats(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        bool on_mover = n >= 2 * WAYS; // its velocity is added
        float base = on_mover ? 10 : 0, fast = 3e38f;
        s.hero.position = in_frame(&s, 0, base + 16);
        add_shape(&s, box_of(&s, 10, 10), 18, base + 10.001f);
        if (on_mover) add_shape(&s, box_of(&s, 20, 5), -5, 5);
        step_hero(&s, &s.hero, s.body, 0);
        assert_true(s.hero.grounded);
        carom_vec2 before = s.hero.position;
        if (on_mover)
            assert_int_equal(carom_world_set_velocity(s.world, s.crates[1], in_frame(&s, fast, 0)), CAROM_STATUS_OK);
        s.hero.velocity = in_frame(&s, fast, 0);
        carom_walker_result result = carom_walker_step_in_world(&s.hero, &s.legs, s.world, s.body, on_mover ? 1 : 4);
        assert_true(result.blocked);
        assert_near(along(s.hero.position, s.right), along(before, s.right));
        carom_world_free(s.world);
    }
}

/// A description without up steps nothing, also while another walker pushes.
static void a_walker_without_up_waits(void **state) {
    (void)state;
    stage s;
    stage_make(&s, 0, 2);
    add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
    walk(&s, 0);
    carom_vec2 at = {60, 16};
    carom_walker other = {.position = in_frame(&s, at.x, at.y)}, before;
    carom_body_id body = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, at);
    step_hero(&s, &s.hero, s.body, SPEED);
    carom_walker_desc legs = s.legs;
    legs.up = (carom_vec2){0, 0};
    other.velocity = in_frame(&s, -SPEED, 0);
    before = other;
    carom_walker_result result = carom_walker_step_in_world(&other, &legs, s.world, body, DT);
    assert_int_equal(result.casts, 0);
    assert_memory_equal(&other, &before, sizeof before);
    carom_world_free(s.world);
}

/// A walker that jumps straight up below a crate pushes nothing.
static void jumps_against_a_crate(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * KINDS; ++n) {
        stage s;
        float low;
        stage_make(&s, n % (2 * WAYS), n / (2 * WAYS));
        shape_of(&s, n / (2 * WAYS), &low);
        add_shape(&s, box_of(&s, 10, 10), 3, 2 * low + 14);
        s.hero.velocity = in_frame(&s, 0, SPEED);
        s.result = carom_walker_step_in_world(&s.hero, &s.legs, s.world, s.body, DT);
        end_step(&s);
        assert_true(s.result.blocked && hero_at(&s) == 0);
        assert_near(along(s.hero.position, s.up), low + 4);
        assert_near(crate_at(&s, 0), 3);
        carom_world_free(s.world);
    }
}

/// A walker carries what rests on its head: up with a lift, in its walk, behind a crate that it pushes, and in a jump.
/// A load with a hook in front of the crate does not stop it.
static void carries_a_load_on_its_head(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        bool has_hook = n >= 2 * WAYS;
        carom_body_desc lift = {.type = CAROM_BODY_KINEMATIC, .shape = box_of(&s, 900, 10)};
        carom_body_id under = add(&s, lift, (carom_vec2){0, 190});
        s.hero.position = in_frame(&s, 0, 216);
        carom_vec2 tip = in_frame(&s, 28.5f, -12);
        carom_shape hook = box_of(&s, 2, 10), parts[] = {box_of(&s, 6, 4), carom_shape_at(&hook, tip)};
        carom_shape load = {.kind = CAROM_SHAPE_COMPOUND, .compound = {.parts = parts, .count = has_hook ? 2 : 1}};
        add_shape(&s, load, 0, 236);
        add_shape(&s, box_of(&s, 9, 10), 17, 210);
        for (int i = 0; i < (has_hook ? 50 : 60); ++i) {
            float before = hero_at(&s), walks = i < 40 || i >= 50 ? 0 : 64;
            assert_int_equal(carom_world_set_velocity(s.world, under, in_frame(&s, 0, i >= 10 && i < 30 ? 64 : 0)),
                             CAROM_STATUS_OK);
            press_down(&s);
            if (i == 50) s.hero.velocity = in_frame(&s, 0, 2 * SPEED);
            step_hero(&s, &s.hero, s.body, walks);
            end_step(&s);
            assert_near(hero_at(&s), before + walks * DT);
            assert_true(s.hero.grounded == (i < 50));
            if (i == 30) assert_true(along(s.hero.position, s.up) > 236);
            carom_vec2 at = carom_world_position(s.world, s.crates[0]);
            assert_true(fabsf(along(at, s.up) - along(s.hero.position, s.up) - 20) < 10 * NEAR);
            assert_true(fabsf(along(at, s.right) - hero_at(&s)) < 10 * NEAR);
        }
        carom_world_free(s.world);
    }
}

/// A walker stops what flies at it, at any speed, also while it stands.
static void bullets_hit_a_walker(void **state) {
    (void)state;
    static const float speeds[] = {60, 300, 3000, 6000, 60000}, walks[] = {0, 1e-4f, SPEED};
    for (int n = 0; n < 2 * WAYS * KINDS * 5 * 3; ++n) {
        stage s;
        int kind = n / (2 * WAYS) % KINDS;
        float low, speed = speeds[n / (2 * WAYS * KINDS) % 5], walking = walks[n / (2 * WAYS * KINDS * 5)];
        stage_make(&s, n % (2 * WAYS), kind);
        shape_of(&s, kind, &low);
        carom_body_desc bullet = {.shape = box_of(&s, 1, 1), .response = {.kind = CAROM_RESPONSE_STOP}};
        for (int i = 0; i < 3; ++i) walk(&s, 0);
        carom_body_id id = add(&s, bullet, (carom_vec2){60, low});
        assert_int_equal(carom_world_set_velocity(s.world, id, in_frame(&s, -speed, 0)), CAROM_STATUS_OK);
        for (int i = 0; i < STEPS; ++i) {
            walk(&s, walking);
            assert_true(along(carom_world_position(s.world, id), s.right) >= hero_at(&s) + 9 - NEAR);
        }
        carom_world_free(s.world);
    }
}

/// What turns into a walker that stands stops at it.
static void blades_hit_a_walker(void **state) {
    (void)state;
    for (int n = 0; n < 2 * WAYS * 2; ++n) {
        stage s;
        stage_make(&s, n % (2 * WAYS), 2);
        carom_body_desc blade = {.shape = box_of(&s, 20, 2), .response = {.kind = CAROM_RESPONSE_SLIDE}};
        blade.spin = n < 2 * WAYS ? 4 : -4;
        carom_body_id id = add(&s, blade, (carom_vec2){15, 46});
        carom_shape inner = box_of(&s, 7.99f, 15.99f);
        for (int i = 0; i < 60; ++i) {
            walk(&s, 0);
            carom_shape hero = carom_shape_at(&inner, s.hero.position), there = carom_world_shape(s.world, id);
            there = carom_shape_at(&there, carom_world_position(s.world, id));
            assert_false(carom_overlap(&hero, &there));
        }
        carom_world_free(s.world);
    }
}

/// A snapshot between the steps of two walkers keeps what the first pushes: the second does not press the crate.
static void snapshots_keep_pushes(void **state) {
    (void)state;
    static unsigned char bytes[1 << 16];
    stage s;
    stage_make(&s, 0, 2);
    add_crate(&s, 18, (carom_body_desc){.response = {.kind = CAROM_RESPONSE_SLIDE}});
    carom_vec2 opposite = {42.5f, 16};
    carom_walker other = {.position = in_frame(&s, opposite.x, opposite.y)};
    carom_body_id body = add(&s, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = s.legs.shape}, opposite);
    step_hero(&s, &s.hero, s.body, SPEED);
    size_t size = carom_world_snapshot_size(s.world);
    assert_true(size <= sizeof bytes);
    assert_int_equal(carom_world_snapshot(s.world, bytes, sizeof bytes), CAROM_STATUS_OK);
    carom_vec2 ends[2];
    for (int i = 0; i < 2; ++i) {
        if (i == 1) assert_int_equal(carom_world_restore(s.world, bytes, size), CAROM_STATUS_OK);
        carom_walker walker = other;
        step_hero(&s, &walker, body, -SPEED);
        assert_int_equal(carom_world_step(s.world, DT), CAROM_STATUS_OK);
        assert_no_crush(&s);
        ends[i] = carom_world_position(s.world, body);
    }
    assert_true(ends[0].x == ends[1].x && ends[0].y == ends[1].y);
    assert_true(along(ends[0], s.right) < opposite.x && along(ends[0], s.right) > opposite.x - STRIDE / 2);
    carom_world_free(s.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_at_its_speed),
        cmocka_unit_test(what_cannot_go_on_blocks),
        cmocka_unit_test(pushes_up_to_a_wall),
        cmocka_unit_test(rounding_kicks_nothing),
        cmocka_unit_test(pushes_in_the_air_and_stops),
        cmocka_unit_test(pushes_on_a_lift),
        cmocka_unit_test(two_push_from_both_sides),
        cmocka_unit_test(pushes_towards_what_comes),
        cmocka_unit_test(a_lift_brings_them_to_a_wall),
        cmocka_unit_test(pushes_a_stack_on_a_step),
        cmocka_unit_test(bullets_hit_a_walker),
        cmocka_unit_test(blades_hit_a_walker),
        cmocka_unit_test(snapshots_keep_pushes),
        cmocka_unit_test(pushes_eight_at_once),
        cmocka_unit_test(a_long_row_stands),
        cmocka_unit_test(carries_a_load_on_its_head),
        cmocka_unit_test(jumps_against_a_crate),
        cmocka_unit_test(pushes_within_floats),
        cmocka_unit_test(a_walker_without_up_waits),
        cmocka_unit_test(climbs_no_plank_below_a_crate),
        cmocka_unit_test(does_not_push_the_ramp_below),
        cmocka_unit_test(climbs_a_ledge_behind_a_crate),
        cmocka_unit_test(pushes_from_no_ground),
        cmocka_unit_test(a_lift_sinks_into_the_floor),
        cmocka_unit_test(rides_on_what_another_pushes),
        cmocka_unit_test(pushes_on_what_another_pushes),
        cmocka_unit_test(rides_on_what_another_holds),
        cmocka_unit_test(rides_on_a_crate_that_falls),
        cmocka_unit_test(a_fast_body_elsewhere_changes_nothing),
        cmocka_unit_test(a_body_beside_stops_nothing),
        cmocka_unit_test(the_first_wall_stops),
        cmocka_unit_test(what_comes_first_pushes),
        cmocka_unit_test(knows_sixty_four_pushed),
        cmocka_unit_test(pushes_thin_crates_to_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
