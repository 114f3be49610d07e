// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Back to a step that was, and on from there to the same bits; in the same world and in another; and what becomes of
// callbacks, and of bytes that are damaged.
#include "random.h"
#include "world/scene.h"

#include <stdlib.h>
#include <string.h>

enum { MOVERS = 80, STEPS = 120 };

static carom_level *room(void) {
    uint8_t codes[64] = {0};
    for (int i = 0; i < 8; ++i) codes[i] = codes[56 + i] = codes[8 * i] = codes[8 * i + 7] = CAROM_TILE_SOLID;
    codes[27] = codes[44] = CAROM_TILE_SOLID;
    carom_tiles tiles = {.columns = 8, .rows = 8, .cell = {16, 16}, .codes = codes};
    return level_of_tiles(&tiles);
}

/// Two discs and a bar, of a few sizes; the parts stay.
static carom_shape dumbbell(int size) {
    static carom_shape parts[4][3];
    carom_shape shape, *p = parts[size];
    float length = 1 + 0.5f * (float)size;
    assert_int_equal(carom_make_box((carom_vec2){0, -0.25f}, (carom_vec2){length, 0.25f}, &p[1]), CAROM_OK);
    p[0] = p[2] = circle(0.5f);
    p[2].circle.center.x = length;
    assert_int_equal(carom_make_compound(parts[size], 3, &shape), CAROM_OK);
    return shape;
}

static carom_shape random_shape(random_source *r) {
    float size = random_range(r, 0.3f, 2), height = random_range(r, 0.3f, 2);
    int kind = random_below(r, 8);
    return kind == 0 ? dumbbell(random_below(r, 4)) : kind < 5 ? circle(size) : box(size, height);
}

static carom_body_desc random_body(random_source *r) {
    return (carom_body_desc){.shape = random_shape(r),
                             .position = {random_range(r, 18, 108), random_range(r, 18, 108)},
                             .velocity = random_direction(r, random_range(r, 0, 5)),
                             .is_static = random_below(r, 10) == 0,
                             .response = {.kind = (carom_response_kind)random_below(r, 4)}};
}

/// The caller's threads, on one: in an order of its own.
static void run_backwards(void *context, int count, void (*task)(void *data, int index), void *data) {
    (void)context;
    for (int i = count - 1; i >= 0; --i) task(data, i);
}

static carom_world *threaded_world(const carom_level *level) {
    carom_world *world;
    carom_world_desc desc = {.level = level, .tasks = {run_backwards, NULL, 3}};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_OK);
    return world;
}

static carom_world *crowd(const carom_level *level) {
    random_source r = {7};
    carom_world *world = threaded_world(level);
    for (int i = 0; i < MOVERS; ++i) add(world, random_body(&r));
    return world;
}

/// A step, and what a game does between steps, by its number alone: bodies come, go, jump and turn.
static void play(carom_world *world, int number) {
    random_source r = {(uint64_t)number + 100};
    carom_body_id ids[2 * MOVERS];
    int count = carom_world_bodies(world, ids, 2 * MOVERS);
    for (int i = 0; i < 4; ++i) {
        carom_body_id id = ids[random_below(&r, count)];
        carom_vec2 there = {random_range(&r, 18, 108), random_range(&r, 18, 108)};
        carom_body_desc desc = random_body(&r);
        switch (random_below(&r, 5)) {
        case 4: carom_world_set_response(world, id, desc.response); break;
        case 0:
            if (count > MOVERS / 2) carom_world_remove(world, id);
            if (random_below(&r, 2) || count < MOVERS) add(world, desc);
            break;
        case 1: carom_world_set_position(world, id, there); break;
        case 2: carom_world_set_velocity(world, id, desc.velocity); break;
        default: carom_world_set_filter(world, id, (carom_filter){.category = 1u << random_below(&r, 2)}); break;
        }
    }
    step(world);
}

/// Whom a question finds around each body.
static uint64_t found(const carom_world *world) {
    carom_body_id ids[2 * MOVERS];
    int count = carom_world_bodies(world, ids, 2 * MOVERS);
    carom_world_view view = {.world = world, .crossing = true};
    uint64_t hash = 0;
    for (int i = 0; i < count; ++i) {
        carom_world_overlapped others[8];
        carom_shape around = circle(2);
        around.circle.center = carom_world_position(world, ids[i]);
        int total = carom_world_overlap(&view, &around, others, 8);
        assert_true(total > 0);
        for (int k = 0; k < total && k < 8; ++k) hash = hash * 31 + others[k].body.index;
    }
    return hash;
}

/// All that a caller can see of the last step.
static uint64_t seen(const carom_world *world) {
    uint64_t hash = carom_world_hash(world) + found(world);
    int count;
    const carom_event *e = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) {
        uint32_t t;
        memcpy(&t, &e[i].t, sizeof t);
        hash = hash * 31 + (uint64_t)e[i].kind + e[i].a.index + 7 * (uint64_t)e[i].b.generation + t;
    }
    const carom_pair *p = carom_world_pairs(world, &count);
    for (int i = 0; i < count; ++i) hash = hash * 31 + p[i].a.index + 5 * (uint64_t)p[i].b.index;
    return hash;
}

typedef struct bytes {
    void *data;
    size_t size;
} bytes;

static bytes snapshot_of(const carom_world *world) {
    bytes b = {.size = carom_world_snapshot_size(world)};
    b.data = malloc(b.size);
    assert_non_null(b.data);
    assert_int_equal(carom_world_snapshot(world, b.data, b.size - 1), CAROM_FULL);
    assert_int_equal(carom_world_snapshot(world, b.data, b.size), CAROM_OK);
    return b;
}

/// The parts of compounds that came back without: those that fit.
static void give_parts(carom_world *world) {
    carom_body_id ids[2 * MOVERS];
    int count = carom_world_bodies(world, ids, 2 * MOVERS);
    for (int i = 0; i < count; ++i) {
        for (int size = 0; size < 4; ++size) {
            carom_shape parts = dumbbell(size);
            if (carom_world_set_parts(world, ids[i], &parts) == CAROM_OK) break;
        }
    }
}

static void rolling_back_by_any_length(void **state) {
    (void)state;
    carom_level *level = room();
    carom_world *world = crowd(level);
    bytes snapshots[STEPS];
    uint64_t hashes[STEPS + 1];
    hashes[0] = seen(world);
    random_source r = {3};
    int at = 0, reached = 0;
    for (int rounds = 0; rounds < 200 && reached < STEPS; ++rounds) {
        int on = 1 + random_below(&r, 12);
        for (; on > 0 && at < STEPS; --on) {
            if (at == reached) snapshots[reached++] = snapshot_of(world);
            play(world, at++);
            if (at == reached) hashes[at] = seen(world);
            assert_true(seen(world) == hashes[at]);
        }
        at -= random_below(&r, at < 10 ? at + 1 : 10);
        if (at == reached) continue;
        assert_int_equal(carom_world_restore(world, snapshots[at].data, snapshots[at].size), CAROM_OK);
        give_parts(world); // places have had other bodies since
        assert_true(seen(world) == hashes[at]);
    }
    assert_int_equal(reached, STEPS);
    // In a world that knows nothing of it.
    carom_world *other = new_world(level);
    assert_int_equal(carom_world_restore(other, snapshots[40].data, snapshots[40].size), CAROM_OK);
    give_parts(other);
    for (int i = 40; i < STEPS; ++i) {
        assert_true(seen(other) == hashes[i]);
        play(other, i);
    }
    for (int i = 0; i < reached; ++i) free(snapshots[i].data);
    carom_world_free(world);
    carom_world_free(other);
    carom_level_free(level);
}

static int found_at(const carom_world *world, carom_vec2 at) {
    carom_world_view view = {.world = world, .crossing = true};
    carom_shape around = circle(1);
    around.circle.center = at;
    return carom_world_overlap(&view, &around, NULL, 0);
}

/// Bodies in new places, and in the place of one that was gone, are not found any more, nor met.
static void who_came_since_is_gone(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id ids[20];
    for (int i = 0; i < 20; ++i)
        ids[i] = add(world, (carom_body_desc){.shape = circle(1), .position = {5 * (float)i, 0}});
    assert_int_equal(carom_world_remove(world, ids[7]), CAROM_OK);
    step(world);
    bytes b = snapshot_of(world);
    for (int since = 1; since <= 4; ++since) {
        for (int i = 0; i < since; ++i)
            add(world, (carom_body_desc){.shape = circle(1), .position = {50 + 5 * (float)i, 1}});
        step(world);
        assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_OK);
        for (int i = 0; i < 20; ++i) assert_int_equal(found_at(world, (carom_vec2){5 * (float)i, -1.5f}), i != 7);
        for (int i = 0; i < since; ++i) assert_int_equal(found_at(world, (carom_vec2){50 + 5 * (float)i, 1.75f}), 1);
        step(world);
        int count;
        carom_world_pairs(world, &count);
        assert_int_equal(count, 0);
    }
    free(b.data);
    carom_world_free(world);
}

static void on_collision(carom_world *world, const carom_event *event, void *user_data) {
    (void)world;
    *(int *)user_data += event->kind == CAROM_BEGIN;
}

static void callbacks_stay_with_the_body(void **state) {
    (void)state;
    int calls = 0;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = circle(1), .velocity = {4, 0}, .on_collision = on_collision, .user_data = &calls};
    carom_body_id ball = add(world, desc);
    add(world, (carom_body_desc){.shape = box(1, 10), .position = {3, -5}, .is_static = true});
    bytes b = snapshot_of(world);
    step(world);
    assert_int_equal(calls, 1);
    assert_int_equal(carom_world_remove(world, ball), CAROM_OK);
    assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_OK);
    assert_true(carom_world_user_data(world, ball) == &calls); // back under its old id
    step(world);
    assert_int_equal(calls, 2);
    assert_int_equal(carom_world_remove(world, ball), CAROM_OK);
    carom_body_id next = add(world, desc); // in its place
    assert_int_equal(next.index, ball.index);
    assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_OK);
    assert_null(carom_world_user_data(world, ball));
    step(world);
    assert_int_equal(calls, 2);
    assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_OK);
    assert_int_equal(carom_world_set_hook(world, ball, on_collision, &calls), CAROM_OK);
    step(world);
    assert_int_equal(calls, 3);
    assert_int_equal(carom_world_set_hook(world, next, NULL, NULL), CAROM_STALE_ID);
    free(b.data);
    carom_world_free(world);
}

static void compounds_are_given_their_parts(void **state) {
    (void)state;
    carom_shape parts[2] = {circle(1), circle(1)}, compound;
    parts[1].circle.center.x = 1;
    assert_int_equal(carom_make_compound(parts, 2, &compound), CAROM_OK);
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = compound, .velocity = {4, 0}});
    add(world, (carom_body_desc){.shape = box(1, 10), .position = {3, -5}, .is_static = true});
    bytes b = snapshot_of(world);
    step(world);
    uint64_t hash = carom_world_hash(world);
    assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_OK);
    step(world);
    assert_true(carom_world_hash(world) == hash);
    carom_world *other = new_world(NULL);
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_OK);
    step(other); // nothing to meet with
    assert_true(carom_world_hash(other) != hash);
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_OK);
    carom_shape ball = circle(1);
    assert_int_equal(carom_world_set_parts(other, id, &ball), CAROM_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_parts(other, id, &compound), CAROM_OK);
    step(other);
    assert_true(carom_world_hash(other) == hash);
    free(b.data);
    carom_world_free(world);
    carom_world_free(other);
}

/// Every length and every flipped byte is found, and changes nothing.
static void damage_is_found(void **state) {
    (void)state;
    carom_level *level = room();
    carom_world *world = crowd(level);
    for (int i = 0; i < 5; ++i) play(world, i);
    bytes b = snapshot_of(world);
    uint64_t before = seen(world);
    for (size_t size = 0; size < b.size; size += 7) {
        assert_int_equal(carom_world_restore(world, b.data, size), CAROM_BAD_FILE);
    }
    unsigned char *data = b.data;
    for (size_t i = 0; i < b.size; ++i) {
        data[i] ^= (unsigned char)(1u << i % 8);
        carom_status status = carom_world_restore(world, data, b.size);
        assert_true(status == CAROM_BAD_FILE || status == CAROM_UNSUPPORTED || status == CAROM_NOT_FOUND);
        data[i] ^= (unsigned char)(1u << i % 8);
    }
    assert_true(seen(world) == before);
    carom_world *without = new_world(NULL);
    assert_int_equal(carom_world_restore(without, data, b.size), CAROM_NOT_FOUND);
    assert_int_equal(carom_world_restore(world, data, b.size), CAROM_OK);
    carom_world_free(without);
    free(b.data);
    carom_world_free(world);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolling_back_by_any_length),
        cmocka_unit_test(who_came_since_is_gone),
        cmocka_unit_test(callbacks_stay_with_the_body),
        cmocka_unit_test(compounds_are_given_their_parts),
        cmocka_unit_test(damage_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
