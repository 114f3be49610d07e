// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers as bodies of a world: carried and pushed by its kinematic bodies, in its events, filters, queries and
// snapshots.
#include "check.h"
#include "walker/legs.h"

#include <math.h>
#include <stdlib.h>

static const float DT = 0.0625f;

typedef struct fixture {
    carom_level *level;
    carom_world *world;
    carom_walker_desc legs;
    carom_walker hero;
    carom_body_id body;
} fixture;

/// A floor at y = 200, from -1000 to 1000; up is -y.
static void fixture_make(fixture *f, int kind) {
    static const carom_vec2 floor[] = {{-1000, 200}, {1000, 200}, {1000, 220}, {-1000, 220}};
    *f = (fixture){.legs = legs_of(kind, 6)};
    carom_outline outline = {.points = floor, .count = 4};
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &f->level, NULL),
                     CAROM_STATUS_OK);
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = f->level, .down = {0, 1}}, &f->world),
                     CAROM_STATUS_OK);
}

static carom_body_id add(fixture *f, const carom_body_desc *desc) {
    carom_body_id id;
    assert_int_equal(carom_world_add(f->world, desc, &id, NULL), CAROM_STATUS_OK);
    return id;
}

static void add_hero(fixture *f, carom_vec2 at) {
    f->hero = (carom_walker){.position = at};
    f->body =
        add(f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = f->legs.shape, .position = at, .tag = 7});
}

static void fixture_free(fixture *f) {
    carom_world_free(f->world);
    carom_level_free(f->level);
}

static carom_walker_result step(fixture *f, float speed) {
    f->hero.velocity.x = speed;
    f->hero.velocity.y += 100 * DT;
    carom_walker_result result = carom_walker_step_in_world(&f->hero, &f->legs, f->world, f->body, DT);
    assert_int_equal(carom_world_step(f->world, DT), CAROM_STATUS_OK);
    carom_vec2 at = carom_world_position(f->world, f->body);
    assert_vec(f->hero.position, at.x, at.y);
    return result;
}

static float top_of(const fixture *f, carom_body_id id) {
    carom_shape shape = carom_world_shape(f->world, id);
    return carom_shape_bounds(&shape).min.y;
}

static float feet_of(const fixture *f) {
    carom_shape shape = carom_world_shape(f->world, f->body);
    return carom_shape_bounds(&shape).max.y;
}

enum { UP_AND_DOWN, SIDEWAYS, CIRCLE, FAST, STOPPING, TARGETS, MOTIONS };

/// The velocity of a lift in a step.
static carom_vec2 lift_velocity(int motion, int i) {
    float sign = i / 40 % 2 == 0 ? 1 : -1;
    switch (motion) {
    case UP_AND_DOWN: return (carom_vec2){0, -20 * sign};
    case SIDEWAYS: return (carom_vec2){30.1f * sign, 0};
    case FAST: return (carom_vec2){300 * sign, -200 * sign};
    case STOPPING: return (carom_vec2){i % 40 < 20 ? 17.3f * sign : 0, i % 40 < 20 ? -9.7f * sign : 0};
    default: return (carom_vec2){25 * cosf(0.1f * (float)i), 25 * sinf(0.1f * (float)i)};
    }
}

static void move_lift(fixture *f, carom_body_id lift, int motion, int i) {
    carom_vec2 v = lift_velocity(motion, i), at = carom_world_position(f->world, lift);
    if (motion == TARGETS) {
        carom_world_move_to(f->world, lift, (carom_vec2){at.x + v.x * DT, at.y + v.y * DT});
    } else {
        carom_world_set_velocity(f->world, lift, v);
    }
}

static void riders_neither_sink_nor_drift(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        for (int motion = 0; motion < MOTIONS; ++motion) {
            fixture f;
            fixture_make(&f, kind);
            carom_body_id lift =
                add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box(60, 8), .position = {0, 100}});
            add_hero(&f, (carom_vec2){25, 60});
            for (int i = 0; i < 100; ++i) step(&f, 0);
            assert_true(f.hero.grounded);
            float offset = f.hero.position.x - carom_world_position(f.world, lift).x;
            for (int i = 0; i < 4000; ++i) {
                move_lift(&f, lift, motion, i);
                carom_walker_result result = step(&f, 0);
                assert_true(f.hero.grounded);
                assert_false(result.left);
                assert_false(result.crushed);
                assert_true(f.hero.ground.owner == carom_body_bits(lift));
                float top = top_of(&f, lift), feet = feet_of(&f);
                float slack = fabsf(f.hero.position.y) * 0x1p-23f; // an ulp
                if (fabsf(top - feet) > slack)
                    fail_msg("kind %d motion %d step %d: %.9g over %.9g", kind, motion, i, (double)feet, (double)top);
            }
            float drift = f.hero.position.x - carom_world_position(f.world, lift).x - offset;
            if (fabsf(drift) > fabsf(f.hero.position.x) * 0x1p-23f)
                fail_msg("kind %d motion %d: drift %.9g", kind, motion, (double)drift);
            fixture_free(&f);
        }
    }
}

/// A walker stands above a mover by 2^-21 of its coordinates, and the rounding of both.
static void assert_stands_above(const fixture *f, carom_body_id mover) {
    double x = fabs((double)f->hero.position.x), y = fabs((double)f->hero.position.y);
    double gap = (double)top_of(f, mover) - (double)feet_of(f), most = (x + y) * 0x1p-21 + y * 0x1p-22;
    if (!(gap > 0 && gap < most)) fail_msg("at (%g, %g): a gap of %.9g, more than %.9g", x, y, gap, most);
}

/// A stack on a lift: a crate of the world, and the walker on it.
static void a_crate_carries_the_walker(void **state) {
    (void)state;
    for (int k = 0; k < 2 * MOTIONS; ++k) {
        const int motion = k / 2;
        const float x = k & 1 ? 0x1p16f : 0; // out there, the gap is of 2^12 ulp of y
        fixture f;
        fixture_make(&f, 2);
        carom_body_id lift =
            add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box(80, 8), .position = {x, 100}});
        carom_body_id crate = add(&f, &(carom_body_desc){.shape = box(40, 10),
                                                         .position = {x + 20, 90},
                                                         .velocity = {0, 1},
                                                         .response = {.kind = CAROM_RESPONSE_SLIDE}});
        add_hero(&f, (carom_vec2){x + 30, 60});
        for (int i = 0; i < 100; ++i) {
            carom_world_set_velocity(f.world, crate, (carom_vec2){0, 1}); // gravity
            step(&f, 0);
            if (f.hero.grounded) assert_stands_above(&f, crate);
        }
        float offset = f.hero.position.x - carom_world_position(f.world, crate).x;
        for (int i = 0; i < 400; ++i) {
            move_lift(&f, lift, motion, i);
            carom_world_set_velocity(f.world, crate, (carom_vec2){0, 1});
            step(&f, 0);
            assert_true(f.hero.grounded);
            assert_true(f.hero.ground.owner == carom_body_bits(crate));
            assert_stands_above(&f, crate);
        }
        assert_true(fabsf(f.hero.position.x - carom_world_position(f.world, crate).x - offset) <
                    fabsf(f.hero.position.x) * 0x1p-22f);
        fixture_free(&f);
    }
}

static int begins(const carom_world *world, carom_body_id a, carom_body_id b) {
    int count, found = 0;
    const carom_event *events = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) {
        bool same =
            carom_body_bits(events[i].a) == carom_body_bits(a) && carom_body_bits(events[i].b) == carom_body_bits(b);
        found += same && events[i].kind == CAROM_EVENT_BEGIN;
    }
    return found;
}

/// Bullets at 10,000 units a second, one of them of his own side; a coin in his path; a query that sees him.
static void events_filters_and_queries(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 0);
    add_hero(&f, (carom_vec2){0, 194});
    carom_world_set_filter(f.world, f.body, (carom_filter){.group = -5});
    carom_body_desc bullet = {.shape = circle(1), .position = {-400, 194}, .velocity = {10000, 0}};
    carom_body_id foe = add(&f, &bullet);
    bullet.position = (carom_vec2){400, 190};
    bullet.velocity.x = -10000;
    bullet.filter.group = -5;
    carom_body_id friend = add(&f, &bullet);
    carom_body_id coin = add(&f, &(carom_body_desc){.shape = circle(0.001f), .position = {20, 190}, .sensor = true});
    step(&f, 100);
    assert_int_equal(begins(f.world, foe, f.body), 1);
    assert_int_equal(begins(f.world, friend, f.body), 0);
    assert_true(carom_world_position(f.world, foe).x < f.hero.position.x);
    assert_true(carom_world_position(f.world, friend).x == -225);
    assert_int_equal(begins(f.world, coin, f.body), 0);
    int taken = 0;
    for (int i = 0; i < 4; ++i) {
        step(&f, 100);
        taken += begins(f.world, coin, f.body);
    }
    assert_int_equal(taken, 1);
    carom_world_view view = {.world = f.world, .no_levels = true, .no_movers = true};
    carom_world_ray_hit hit = carom_world_ray(&view, (carom_vec2){f.hero.position.x, 0}, (carom_vec2){0, 300});
    assert_true(carom_body_bits(hit.body) == carom_body_bits(f.body));
    fixture_free(&f);
}

/// A trigger of type mover reports begin and end, and stays where it is. A static one reports nothing; an overlap query
/// finds it.
static void triggers(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 2);
    add_hero(&f, (carom_vec2){0, 182});
    carom_body_id of_type[2];
    for (int i = 0; i < 2; ++i)
        of_type[i] = add(&f, &(carom_body_desc){.type = i ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                                .shape = box(20, 40),
                                                .position = {i ? 90.0f : 60, 150},
                                                .sensor = true});
    int events_of[2][3] = {{0}}, overlaps = 0;
    for (int i = 0; i < 40; ++i) {
        step(&f, 50);
        int count;
        const carom_event *events = carom_world_events(f.world, &count);
        for (int k = 0; k < count; ++k) {
            assert_true(carom_body_bits(events[k].b) == carom_body_bits(f.body));
            ++events_of[carom_body_bits(events[k].a) == carom_body_bits(of_type[1])][events[k].kind];
        }
        carom_world_view view = {.world = f.world, .except = f.body, .crossing = true, .no_movers = true};
        carom_world_overlapped found[4];
        carom_shape shape = carom_world_shape(f.world, f.body);
        count = carom_world_overlap(&view, &shape, found, 4);
        for (int k = 0; k < count; ++k) overlaps += carom_body_bits(found[k].body) == carom_body_bits(of_type[1]);
    }
    assert_int_equal(events_of[0][CAROM_EVENT_BEGIN], 1);
    assert_int_equal(events_of[0][CAROM_EVENT_END], 1);
    assert_true(events_of[0][CAROM_EVENT_STAY] > 3 && overlaps > 3);
    assert_int_equal(events_of[1][CAROM_EVENT_BEGIN], 0);
    assert_vec(carom_world_position(f.world, of_type[0]), 60, 150);
    fixture_free(&f);
}

/// A lift comes down on the walker: it is crushed there, and not moved. A body of its group passes it.
static void crushers(void **state) {
    (void)state;
    for (int friendly = 0; friendly < 2; ++friendly) {
        for (int kind = 0; kind < LEGS; ++kind) {
            fixture f;
            fixture_make(&f, kind);
            add_hero(&f, (carom_vec2){0, 170});
            for (int i = 0; i < 30; ++i) step(&f, 0);
            carom_vec2 at = f.hero.position;
            carom_world_set_filter(f.world, f.body, (carom_filter){.group = -1});
            add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC,
                                       .shape = box(400, 20),
                                       .position = {-200, 100},
                                       .velocity = {0, 40},
                                       .filter = {.group = friendly ? -1 : 0}});
            bool crushed = false;
            for (int i = 0; i < 32 && !crushed; ++i) {
                crushed = step(&f, 0).crushed;
                assert_vec(f.hero.position, at.x, at.y);
            }
            assert_int_equal(crushed, !friendly);
            fixture_free(&f);
        }
    }
}

/// A crate of infinite mass stops the walker; a walker that is in the path of a crate stops the crate.
static void crates(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 2);
    add_hero(&f, (carom_vec2){0, 182});
    carom_body_id crate = add(&f, &(carom_body_desc){.shape = box(20, 20),
                                                     .position = {30, 180},
                                                     .mass = INFINITY,
                                                     .response = {.kind = CAROM_RESPONSE_SLIDE}});
    carom_walker_result result = {0};
    for (int i = 0; i < 30; ++i) {
        result = step(&f, 20);
    }
    assert_true(result.blocked);
    assert_vec(result.wall, -1, 0);
    assert_vec(carom_world_position(f.world, crate), 30, 180);
    assert_vec(f.hero.position, 18, 182);
    carom_world_set_velocity(f.world, crate, (carom_vec2){-50, 0});
    step(&f, 0);
    assert_vec(carom_world_position(f.world, crate), 30, 180);
    fixture_free(&f);
}

static void rollback(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 1);
    carom_body_id lift =
        add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box(60, 8), .position = {0, 150}});
    add_hero(&f, (carom_vec2){25, 120});
    uint64_t hashes[60] = {0};
    static max_align_t buffer[4096];
    carom_walker saved = {.grounded = false};
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 60; ++i) {
            if (i == 20 && round == 0) {
                assert_int_equal(carom_world_snapshot(f.world, buffer, sizeof buffer), CAROM_STATUS_OK);
                saved = f.hero;
            }
            if (i < 20 && round == 1) continue;
            move_lift(&f, lift, TARGETS, i);
            step(&f, i % 30 < 15 ? 12.5f : -12.5f);
            uint64_t hash = carom_world_hash(f.world);
            if (round > 0) assert_int_equal(hash, hashes[i]);
            hashes[i] = hash;
        }
        assert_int_equal(carom_world_restore(f.world, buffer, carom_world_snapshot_size(f.world)), CAROM_STATUS_OK);
        f.hero = saved;
        assert_true(carom_world_tag(f.world, f.body) == 7);
    }
    fixture_free(&f);
}

/// The hero is set to another place; then everything that must be refused is.
static void teleports_and_refusals(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 0);
    add_hero(&f, (carom_vec2){0, 194});
    f.hero.position.x = 300;
    step(&f, 0);
    assert_vec(f.hero.position, 300, 194);
    carom_body_id mover = add(&f, &(carom_body_desc){.shape = circle(1), .position = {0, 0}});
    carom_body_id stale = add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = circle(1)});
    assert_int_equal(carom_world_remove(f.world, stale), CAROM_STATUS_OK);
    struct {
        carom_body_id body;
        float dt, x;
    } cases[] = {{mover, DT, 300},   {stale, DT, 300},       {f.body, 0, 300},
                 {f.body, NAN, 300}, {f.body, DT, INFINITY}, {f.body, INFINITY, 300}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        carom_walker walker = f.hero, before;
        walker.position.x = cases[i].x;
        before = walker;
        carom_walker_result result = carom_walker_step_in_world(&walker, &f.legs, f.world, cases[i].body, cases[i].dt);
        assert_int_equal(result.casts, 0);
        assert_memory_equal(&walker, &before, sizeof walker);
    }
    fixture_free(&f);
}

static carom_shape box_about(carom_vec2 up, float across, float along) {
    float x = up.x == 0 ? across : along, y = up.x == 0 ? along : across;
    return boxed(-x, -y, 2 * x, 2 * y);
}

/// Lands on a lift, walks on it into a static wall, and stands there while the lift goes on; up is each way of the
/// axes.
static void lands_and_is_blocked_on_a_lift(void **state) {
    (void)state;
    static const carom_vec2 ups[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int way = 0; way < 4; ++way) {
        carom_vec2 up = ups[way], right = {-up.y, up.x};
        fixture f = {.legs = legs_of(0, 6)};
        f.legs.up = up;
        assert_int_equal(carom_world_make(&(carom_world_desc){.down = {-up.x, -up.y}}, &f.world), CAROM_STATUS_OK);
        carom_body_id lift = add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC,
                                                        .shape = box_about(up, 60, 60),
                                                        .position = {-60 * up.x, -60 * up.y},
                                                        .velocity = {4 * up.x, 4 * up.y}});
        add(&f, &(carom_body_desc){.type = CAROM_BODY_STATIC,
                                   .shape = box_about(up, 10, 300),
                                   .position = {50 * right.x, 50 * right.y},
                                   .filter = {.category = 2}});
        add_hero(&f, (carom_vec2){26 * up.x, 26 * up.y});
        int landed = 0;
        for (int i = 0; i < 80; ++i) {
            carom_vec2 *v = &f.hero.velocity;
            v->x += -100 * DT * up.x;
            v->y += -100 * DT * up.y;
            if (f.hero.grounded) *v = (carom_vec2){30 * right.x, 30 * right.y};
            carom_walker_result result = carom_walker_step_in_world(&f.hero, &f.legs, f.world, f.body, DT);
            assert_int_equal(carom_world_step(f.world, DT), CAROM_STATUS_OK);
            landed += result.landed;
            if (i == 79) assert_true(result.blocked);
        }
        carom_vec2 at = f.hero.position, on = carom_world_position(f.world, lift);
        assert_int_equal(landed, 1);
        assert_true(f.hero.grounded);
        assert_true(fabsf(at.x * right.x + at.y * right.y - 34) < 0.001f);
        assert_true(fabsf((at.x - on.x) * up.x + (at.y - on.y) * up.y - 66) < 0.001f);
        carom_world_free(f.world);
    }
}

static bool out_of_memory;

static void *resize(void *context, void *old, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size > 0) return out_of_memory ? NULL : realloc(old, new_size);
    free(old);
    return NULL;
}

/// A floor of more lifts than fit on the stack. Without memory the walker waits.
static void many_lifts(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 0);
    carom_world_free(f.world);
    carom_allocator allocator = {resize, NULL};
    assert_int_equal(carom_world_make(&(carom_world_desc){.allocator = &allocator}, &f.world), CAROM_STATUS_OK);
    for (int i = 0; i < 100; ++i)
        add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC,
                                   .shape = box(0.5f, 2),
                                   .position = {0.5f * (float)i, 100},
                                   .velocity = {0, -10}});
    add_hero(&f, (carom_vec2){25, 94});
    for (int i = 0; i < 40; ++i) step(&f, 0);
    assert_true(f.hero.grounded);
    assert_true(fabsf(f.hero.position.y - 69) < 1e-3f);
    out_of_memory = true;
    f.hero.velocity.x = 1;
    carom_walker before = f.hero;
    carom_walker_result result = carom_walker_step_in_world(&f.hero, &f.legs, f.world, f.body, DT);
    out_of_memory = false;
    assert_int_equal(result.casts, 0);
    assert_memory_equal(&f.hero, &before, sizeof before);
    fixture_free(&f);
}

/// A lift carries the walker into a wall that it touches, by less than rounding may take: it stays where it is.
static void a_slow_lift_carries_into_no_wall(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture f;
        fixture_make(&f, kind);
        carom_body_id lift =
            add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = box(60, 8), .position = {0, 100}});
        add(&f, &(carom_body_desc){.type = CAROM_BODY_STATIC, .shape = box(20, 96), .position = {50, 0}});
        add_hero(&f, (carom_vec2){30, 60});
        for (int i = 0; i < 100; ++i) step(&f, i < 50 ? 0 : 10);
        assert_true(f.hero.position.x == (kind == 2 ? 38 : 44)); // beside the wall
        for (int i = 0; i < 4; ++i) {
            carom_vec2 before = f.hero.position;
            carom_world_set_velocity(f.world, lift, (carom_vec2){0x1p-11f / DT, 0});
            step(&f, 0);
            assert_true(f.hero.grounded && f.hero.ground.owner == carom_body_bits(lift));
            assert_vec(f.hero.position, before.x, before.y);
        }
        fixture_free(&f);
    }
}

/// Walks from a lift onto the next one, which rises as fast.
static void walks_from_lift_to_lift(void **state) {
    (void)state;
    for (int kind = 0; kind < LEGS; ++kind) {
        fixture f;
        fixture_make(&f, kind);
        carom_body_id lifts[2];
        for (int i = 0; i < 2; ++i)
            lifts[i] = add(&f, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC,
                                                  .shape = box(64, 8),
                                                  .position = {i ? 64.0f : 0, 100},
                                                  .velocity = {0, -10}});
        add_hero(&f, (carom_vec2){10, 60});
        for (int i = 0; i < 20; ++i) step(&f, 0);
        assert_true(f.hero.ground.owner == carom_body_bits(lifts[0]));
        for (int i = 0; i < 40; ++i) {
            float x = f.hero.position.x;
            step(&f, 32);
            assert_true(f.hero.grounded && f.hero.position.x == x + 32 * DT);
            assert_true(fabsf(top_of(&f, lifts[0]) - feet_of(&f)) <= fabsf(f.hero.position.y) * 0x1p-23f);
        }
        assert_true(f.hero.ground.owner == carom_body_bits(lifts[1]));
        fixture_free(&f);
    }
}

/// The spin of a lift gives the crate on it, and the walker on the crate, a velocity beyond the floats.
static void a_crate_on_a_lift_of_any_spin_carries(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, 2);
    carom_body_id lift =
        add(&f, &(carom_body_desc){
                    .type = CAROM_BODY_KINEMATIC, .shape = box(80, 8), .position = {0, 100}, .filter = {.group = -3}});
    carom_body_id crate = add(&f, &(carom_body_desc){.shape = box(40, 10),
                                                     .position = {20, 90},
                                                     .velocity = {0, 1},
                                                     .response = {.kind = CAROM_RESPONSE_SLIDE}});
    add_hero(&f, (carom_vec2){30, 60});
    carom_world_set_filter(f.world, f.body, (carom_filter){.group = -3});
    for (int i = 0; i < 100; ++i) {
        carom_world_set_velocity(f.world, crate, (carom_vec2){0, 1}); // gravity
        step(&f, 0);
    }
    carom_vec2 at = f.hero.position;
    assert_int_equal(carom_world_set_spin(f.world, lift, 0x1p127f), CAROM_STATUS_OK);
    carom_world_set_velocity(f.world, crate, (carom_vec2){0, 1});
    f.hero.velocity.y = 100 * DT;
    carom_walker_result result = carom_walker_step_in_world(&f.hero, &f.legs, f.world, f.body, DT);
    assert_true(result.casts > 0 && !result.crushed);
    assert_true(f.hero.grounded && f.hero.ground.owner == carom_body_bits(crate));
    assert_true(f.hero.position.x == at.x && fabsf(f.hero.position.y - at.y) < 1e-3f);
    fixture_free(&f);
}

/// A wall pushes the walker over ten times its width within a step, onto another wall, whichever was added first.
static void a_fast_wall_pushes_onto_another(void **state) {
    (void)state;
    for (int i = 0; i < 6; ++i) {
        fixture f;
        fixture_make(&f, 2);
        for (int k = 0; k < 3; ++k) {
            carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .shape = box(10, 100)};
            int which = (i + (i < 3 ? k : 3 - k)) % 3;
            desc.position = (carom_vec2){which == 0 ? -20 : 120, 100};
            if (which == 0) desc.velocity.x = 200 / DT;
            if (which == 2)
                add_hero(&f, (carom_vec2){0, 182});
            else
                add(&f, &desc);
        }
        assert_true(step(&f, 0).crushed);
        assert_true(f.hero.position.x <= 108);
        fixture_free(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fast_wall_pushes_onto_another),
        cmocka_unit_test(riders_neither_sink_nor_drift),
        cmocka_unit_test(a_crate_carries_the_walker),
        cmocka_unit_test(events_filters_and_queries),
        cmocka_unit_test(triggers),
        cmocka_unit_test(crushers),
        cmocka_unit_test(crates),
        cmocka_unit_test(rollback),
        cmocka_unit_test(teleports_and_refusals),
        cmocka_unit_test(lands_and_is_blocked_on_a_lift),
        cmocka_unit_test(many_lifts),
        cmocka_unit_test(a_slow_lift_carries_into_no_wall),
        cmocka_unit_test(walks_from_lift_to_lift),
        cmocka_unit_test(a_crate_on_a_lift_of_any_spin_carries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
