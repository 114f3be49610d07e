// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A restored world continues with the same bits, in the same world and in another, with callbacks, tags and compounds.
// Damaged snapshots are refused.
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

/// Two circles and a bar, in a few sizes; the parts stay valid.
static carom_shape dumbbell(int size) {
    static carom_shape parts[4][3];
    carom_shape shape, *p = parts[size];
    float length = 1 + 0.5f * (float)size;
    assert_int_equal(carom_make_box((carom_vec2){0, -0.25f}, (carom_vec2){length, 0.25f}, &p[1]), CAROM_STATUS_OK);
    p[0] = p[2] = circle(0.5f);
    p[2].circle.center.x = length;
    assert_int_equal(carom_make_compound(parts[size], 3, &shape), CAROM_STATUS_OK);
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
                             .type = random_below(r, 10) == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                             .response = {.kind = (carom_response_kind)random_below(r, 4), .restitution = 1}};
}

/// Simulates the caller's threads on one thread, in another order.
static void run_backwards(void *context, int count, void (*task)(void *data, int index), void *data) {
    (void)context;
    for (int i = count - 1; i >= 0; --i) task(data, i);
}

static carom_world *threaded_world(const carom_level *level) {
    carom_world *world;
    carom_world_desc desc = {.level = level, .tasks = {run_backwards, NULL, 3}};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    return world;
}

static carom_world *crowd(const carom_level *level) {
    random_source r = {7};
    carom_world *world = threaded_world(level);
    for (int i = 0; i < MOVERS; ++i) add(world, random_body(&r));
    return world;
}

/// A step and the changes of a game between steps, both determined by the number of the step: bodies are added,
/// removed, teleported and turned.
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

/// The results of queries around each body.
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

/// Everything that a caller can see of the last step.
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
    assert_int_equal(carom_world_snapshot(world, b.data, b.size - 1), CAROM_STATUS_FULL);
    assert_int_equal(carom_world_snapshot(world, b.data, b.size), CAROM_STATUS_OK);
    return b;
}

static void rollback_of_any_length_repeats_bits(void **state) {
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
        assert_int_equal(carom_world_restore(world, snapshots[at].data, snapshots[at].size), CAROM_STATUS_OK);
        assert_true(seen(world) == hashes[at]);
    }
    assert_int_equal(reached, STEPS);
    // In a world that has never seen these bodies.
    carom_world *other = new_world(level);
    assert_int_equal(carom_world_restore(other, snapshots[40].data, snapshots[40].size), CAROM_STATUS_OK);
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

static int bodies_in_cells(const carom_world *world) {
    carom_world_cell cells[64];
    int count = carom_world_cells(world, cells, 64), bodies = 0;
    assert_not_above(count, 64);
    for (int i = 0; i < count; ++i) bodies += cells[i].bodies;
    return bodies;
}

/// After a restore, bodies that were added or moved since are neither found nor hit.
static void later_bodies_are_gone(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id ids[20];
    for (int i = 0; i < 20; ++i)
        ids[i] = add(world, (carom_body_desc){.shape = circle(1), .position = {5 * (float)i, 0}});
    assert_int_equal(carom_world_remove(world, ids[7]), CAROM_STATUS_OK);
    step(world);
    bytes b = snapshot_of(world);
    for (int since = 1; since <= 4; ++since) {
        for (int i = 0; i < since; ++i)
            add(world, (carom_body_desc){.shape = circle(1), .position = {50 + 5 * (float)i, 1}});
        step(world);
        assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_STATUS_OK);
        assert_int_equal(bodies_in_cells(world), carom_world_count(world));
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

static void count_begins(carom_world *world, const carom_event *event, void *user_data) {
    if (event->kind == CAROM_EVENT_BEGIN) ++((int *)user_data)[carom_world_tag(world, event->a)];
}

/// Callbacks belong to the world, tags to the bodies: a restore loses neither, in any world.
static void callbacks_and_tags_survive_restore(void **state) {
    (void)state;
    int calls[3] = {0};
    carom_world *world, *other;
    carom_world_desc with_calls = {.on_collision = count_begins, .user_data = calls};
    assert_int_equal(carom_world_make(&with_calls, &world), CAROM_STATUS_OK);
    assert_int_equal(carom_world_make(&with_calls, &other), CAROM_STATUS_OK);
    carom_body_desc desc = {.shape = circle(1), .velocity = {4, 0}, .tag = 1};
    carom_body_id ball = add(world, desc);
    carom_body_desc wall = {
        .shape = box(1, 10), .position = {3, -5}, .type = CAROM_BODY_STATIC, .tag = 0x123456789abcdef0};
    carom_body_id id = add(world, wall);
    assert_true(carom_world_tag(world, id) == wall.tag);
    assert_int_equal(carom_world_set_tag(world, id, 2), CAROM_STATUS_OK);
    bytes b = snapshot_of(world);
    for (int i = 0; i < 4; ++i) {
        calls[1] = calls[2] = 0;
        step(world);
        assert_int_equal(calls[1], 1);
        assert_int_equal(calls[2], 1);
        assert_int_equal(carom_world_remove(world, ball), CAROM_STATUS_OK);
        assert_true(carom_world_tag(world, ball) == 0);
        if (i % 2) add(world, (carom_body_desc){.shape = circle(1)}); // in the same slot
        assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_STATUS_OK);
        assert_true(carom_world_tag(world, ball) == 1);
    }
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_STATUS_OK);
    calls[1] = calls[2] = 0;
    step(other);
    assert_int_equal(calls[1], 1);
    assert_int_equal(calls[2], 1);
    assert_int_equal(carom_world_set_tag(other, (carom_body_id){9, 9}, 1), CAROM_STATUS_STALE_ID);
    free(b.data);
    carom_world_free(world);
    carom_world_free(other);
}

/// The world has its own copy of the parts: changes to the caller's have no effect.
static void compounds_keep_their_parts(void **state) {
    (void)state;
    carom_shape parts[3] = {circle(1), circle(1), circle(1)}, inner, outer;
    parts[1].circle.center.x = 1;
    assert_int_equal(carom_make_compound(&parts[1], 1, &inner), CAROM_STATUS_OK);
    carom_shape nested[2] = {parts[0], inner};
    assert_int_equal(carom_make_compound(nested, 2, &outer), CAROM_STATUS_OK);
    carom_world *world = new_world(NULL), *other = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = outer, .velocity = {4, 0}});
    parts[0] = parts[1] = nested[0] = nested[1] = (carom_shape){.kind = CAROM_SHAPE_NONE};
    add(world, (carom_body_desc){.shape = box(1, 10), .position = {3, -5}, .type = CAROM_BODY_STATIC});
    bytes b = snapshot_of(world);
    step(world);
    assert_vec(carom_world_position(world, id), 1, 0);
    uint64_t hash = carom_world_hash(world);
    assert_int_equal(carom_world_remove(world, id), CAROM_STATUS_OK);
    add(world, (carom_body_desc){.shape = circle(1)}); // in the same slot
    carom_world *both[] = {world, other};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(carom_world_restore(both[i], b.data, b.size), CAROM_STATUS_OK);
        assert_true(carom_world_part(both[i], id, 1).circle.center.x == 1);
        assert_int_equal(carom_world_part(both[i], id, 2).kind, CAROM_SHAPE_NONE);
        step(both[i]);
        assert_true(carom_world_hash(both[i]) == hash);
        assert_int_equal(carom_world_shrink(both[i]), CAROM_STATUS_OK);
        assert_int_equal(carom_world_remove(both[i], id), CAROM_STATUS_OK);
        assert_int_equal(carom_world_shrink(both[i]), CAROM_STATUS_OK);
        step(both[i]);
        carom_world_free(both[i]);
    }
    free(b.data);
}

/// A level that was attached after the snapshot may be where a mover was then.
static void movers_leave_levels_attached_since(void **state) {
    (void)state;
    carom_level *level = room();
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = box(2, 2), .position = {40, 14.5f}});
    step(world);
    bytes b = snapshot_of(world);
    assert_int_equal(carom_world_attach(world, level), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){40, 24}), CAROM_STATUS_OK);
    step(world);
    assert_int_equal(carom_world_restore(world, b.data, b.size), CAROM_STATUS_OK);
    step(world);
    carom_vec2 at = carom_world_position(world, id);
    assert_vec(at, 40, 16);
    free(b.data);
    carom_world_free(world);
    carom_level_free(level);
}

/// The support of a mover has been removed since the step: it leaves with the velocity that carried it.
static void carried_movers_stay_carried(void **state) {
    (void)state;
    carom_world *world = new_world(NULL), *other = new_world(NULL);
    carom_body_id lift =
        add(world, (carom_body_desc){.shape = box(20, 2), .type = CAROM_BODY_KINEMATIC, .velocity = {3, 1}});
    carom_body_id rider = add(world, (carom_body_desc){.shape = box(2, 2), .position = {5, -2}, .velocity = {0, 2}});
    step(world);
    assert_int_equal(carom_world_remove(world, lift), CAROM_STATUS_OK);
    assert_true(carom_world_carried(world, rider).x == 3);
    bytes b = snapshot_of(world);
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_STATUS_OK);
    step(other);
    carom_vec2 at = carom_world_position(other, rider), velocity = carom_world_velocity(other, rider);
    assert_vec(at, 11, 0);
    assert_vec(velocity, 3, 1);
    free(b.data);
    carom_world_free(world);
    carom_world_free(other);
}

/// The world keeps 0 for a coordinate -0 of a part; the bounds are those of the copy.
static void negative_zeros_are_accepted(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape parts[2];
    carom_make_circle((carom_vec2){-0.0f, -0.0f}, 0, &parts[0]);
    carom_make_circle((carom_vec2){3, 2}, 1, &parts[1]);
    add(world, (carom_body_desc){.shape = compound_of(parts, 2)});
    bytes b = snapshot_of(world);
    carom_world *other = new_world(NULL);
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_STATUS_OK);
    free(b.data);
    carom_world_free(other);
    carom_world_free(world);
}

/// A free slot that no body has used since the restore needs memory in steps, too.
static void shrunk_worlds_without_bodies_step(void **state) {
    (void)state;
    carom_world *world = new_world(NULL), *other = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.shape = circle(1)});
    assert_int_equal(carom_world_remove(world, id), CAROM_STATUS_OK);
    bytes b = snapshot_of(world);
    assert_int_equal(carom_world_restore(other, b.data, b.size), CAROM_STATUS_OK);
    assert_int_equal(carom_world_shrink(other), CAROM_STATUS_OK);
    step(other);
    assert_true(carom_world_has(other, add(other, (carom_body_desc){.shape = circle(1)})));
    step(other);
    free(b.data);
    carom_world_free(other);
    carom_world_free(world);
}

/// A world without bodies forgets the pairs it had.
static void nothing_is_left_in_an_empty_world(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    bytes empty = snapshot_of(world);
    for (int i = 0; i < 2; ++i) {
        add(world, (carom_body_desc){.shape = circle(2), .position = {3 * (float)i, 0}, .sensor = true});
    }
    step(world);
    int pairs;
    carom_world_pairs(world, &pairs);
    assert_int_equal(pairs, 1);
    assert_int_equal(carom_world_restore(world, empty.data, empty.size), CAROM_STATUS_OK);
    step(world);
    carom_world_pairs(world, &pairs);
    assert_int_equal(pairs, 0);
    bytes again = snapshot_of(world);
    assert_int_equal(carom_world_restore(world, again.data, again.size), CAROM_STATUS_OK);
    free(empty.data);
    free(again.data);
    carom_world_free(world);
}

/// Every wrong length and every changed byte is detected, and changes nothing.
static void damage_is_detected(void **state) {
    (void)state;
    carom_level *level = room();
    carom_world *world = crowd(level);
    for (int i = 0; i < 5; ++i) play(world, i);
    bytes b = snapshot_of(world);
    uint64_t before = seen(world);
    for (size_t size = 0; size < b.size; size += 7) {
        assert_int_equal(carom_world_restore(world, b.data, size), CAROM_STATUS_BAD_FILE);
    }
    unsigned char *data = b.data;
    for (size_t i = 0; i < b.size; ++i) {
        data[i] ^= (unsigned char)(1u << i % 8);
        carom_status status = carom_world_restore(world, data, b.size);
        if (status != CAROM_STATUS_BAD_FILE && status != CAROM_STATUS_UNSUPPORTED && status != CAROM_STATUS_NOT_FOUND)
            fail_msg("byte %zu changed: %s", i, carom_status_text(status));
        data[i] ^= (unsigned char)(1u << i % 8);
    }
    assert_true(seen(world) == before);
    carom_world *without = new_world(NULL);
    assert_int_equal(carom_world_restore(without, data, b.size), CAROM_STATUS_NOT_FOUND);
    assert_int_equal(carom_world_restore(world, data, b.size), CAROM_STATUS_OK);
    carom_world_free(without);
    free(b.data);
    carom_world_free(world);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollback_of_any_length_repeats_bits), cmocka_unit_test(later_bodies_are_gone),
        cmocka_unit_test(callbacks_and_tags_survive_restore),  cmocka_unit_test(compounds_keep_their_parts),
        cmocka_unit_test(movers_leave_levels_attached_since),  cmocka_unit_test(carried_movers_stay_carried),
        cmocka_unit_test(negative_zeros_are_accepted),         cmocka_unit_test(shrunk_worlds_without_bodies_step),
        cmocka_unit_test(nothing_is_left_in_an_empty_world),   cmocka_unit_test(damage_is_detected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
