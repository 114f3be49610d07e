// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Forged snapshots: a restore refuses them and changes nothing, or the world works like any other. With --seconds N
// --seed N random snapshots for that time.
#include "battery.h"
#include "random.h"
#include "world/forge.h"
#include "world/scene.h"

#include <float.h>
#include <time.h>

/// A world, its snapshot, and a copy to modify.
typedef struct model {
    carom_level *level;
    carom_world *world;
    unsigned char *good, *bad;
    size_t size;
} model;

static model make_model(void) {
    model m;
    m.world = model_world(&m.level);
    m.size = carom_world_snapshot_size(m.world);
    m.good = malloc(m.size);
    m.bad = malloc(m.size);
    assert_true(m.good);
    assert_true(m.bad);
    assert_less(m.size, FORGED_SIZE);
    assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
    memcpy(m.bad, m.good, m.size);
    return m;
}

static void free_model(model *m) {
    carom_world_free(m->world);
    carom_level_free(m->level);
    free(m->good);
    free(m->bad);
}

/// The checksum of the test equals that of the library, and the unmodified snapshot is accepted.
static void correct_checksum_is_accepted(void **state) {
    (void)state;
    model m = make_model();
    put_sum(m.bad, m.size);
    assert_memory_equal(m.bad, m.good, m.size);
    assert_true(try_forged(m.world, m.bad, m.size));
    free_model(&m);
}

/// Every byte is set to several values: no value does harm.
static void no_value_of_a_byte_does_harm(void **state) {
    (void)state;
    model m = make_model();
    const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xff};
    size_t accepted = 0;
    for (size_t i = SUMMED_FROM; i < m.size; ++i) {
        unsigned char value = values[(i + i / 7) % 6];
        if (m.bad[i] == value) continue;
        m.bad[i] = value;
        accepted += try_forged(m.world, m.bad, m.size);
        memcpy(m.bad, m.good, m.size);
    }
    assert_less(0, accepted);
    assert_less(accepted, m.size * 3 / 4);
    free_model(&m);
}

/// Bodies that are turned or spin, convex ones and compounds, on and between others.
static carom_world *turned_world(void) {
    carom_world *world = new_world(NULL);
    const carom_shape parts[2] = {boxed(-8, -1, 16, 2), boxed(-1, -8, 2, 16)};
    carom_shape segment;
    assert_int_equal(carom_make_one_sided((carom_vec2){-3, 0}, (carom_vec2){3, 1}, &segment), CAROM_STATUS_OK);
    for (int i = 0; i < 6; ++i) {
        carom_body_desc desc = {.shape = i % 3 == 0   ? compound_of(parts, 2)
                                         : i % 3 == 1 ? parts[0]
                                                      : segment,
                                .position = {30 * (float)i, 0},
                                .type = i == 5 ? CAROM_BODY_MOVER : CAROM_BODY_KINEMATIC,
                                .rotation = {0.6f, 0.8f},
                                .spin = i < 2 || i == 5 ? 0.5f : 0};
        add(world, desc);
    }
    add(world, (carom_body_desc){.shape = box(4, 4), .position = {60, 40}});
    carom_body_id removed = add(world, (carom_body_desc){.shape = box(4, 4), .position = {90, 40}});
    step(world);
    assert_int_equal(carom_world_remove(world, removed), CAROM_STATUS_OK);
    const carom_pose target = {{61, 2}, {0.8f, -0.6f}};
    assert_int_equal(carom_world_move_to_pose(world, (carom_body_id){2, 1}, target), CAROM_STATUS_OK);
    return world;
}

/// Every word of a snapshot with turned bodies is set to several values.
static void no_value_of_a_word_does_harm_to_turned_bodies(void **state) {
    (void)state;
    static const uint32_t values[] = {0x7FC00000, 0x7F800000, 0, 1, 2, 0x3F800000, 0xBF800000, 0xFFFFFFFF, 0x41000000};
    model m = make_model();
    carom_world_free(m.world);
    m.world = turned_world();
    m.size = carom_world_snapshot_size(m.world);
    assert_true(m.size < FORGED_SIZE);
    m.good = realloc(m.good, m.size);
    m.bad = realloc(m.bad, m.size);
    assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
    carom_world *fresh = new_world(NULL);
    memcpy(m.bad, m.good, m.size);
    int accepted = 0;
    for (size_t at = SUMMED_FROM; at + 4 <= m.size; at += 4) {
        for (int i = 0; i < 9; ++i) {
            memcpy(m.bad + at, &values[i], sizeof values[i]);
            accepted += try_forged(fresh, m.bad, m.size);
            memcpy(m.bad + at, m.good + at, sizeof values[i]);
        }
        if (at % 512 == 0) assert_int_equal(carom_world_restore(fresh, m.good, m.size), CAROM_STATUS_OK);
    }
    assert_less(0, accepted);
    carom_world_free(fresh);
    free_model(&m);
}

static uint32_t interesting(random_source *r, const model *m) {
    static const uint32_t values[] = {0,          1,          2,          23,         24,         25,
                                      0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF0000, 0x20000000, 0x7F800000,
                                      0x7FC00000, 0xFF7FFFFF, 0x7F7FFFFF, 0x00000001, 0xC0A00000, 0x40A00000};
    enum { COUNT = sizeof values / sizeof *values };
    uint32_t other;
    memcpy(&other, m->good + 4 * (size_t)random_below(r, (int)(m->size / 4)), sizeof other);
    int which = random_below(r, COUNT + 6);
    return which < COUNT ? values[which] : other;
}

static bool try_random(random_source *r, model *m) {
    memcpy(m->bad, m->good, m->size);
    for (int changes = 1 + random_below(r, 4); changes > 0; --changes) {
        size_t words = (m->size - SUMMED_FROM) / 4, at = SUMMED_FROM + 4 * (size_t)random_below(r, (int)words);
        uint32_t value = interesting(r, m);
        memcpy(m->bad + at, &value, sizeof value);
    }
    return try_forged(m->world, m->bad, m->size);
}

static void random_words_do_no_harm(void **state) {
    (void)state;
    model m = make_model();
    random_source r = {battery.seed};
    double start = seconds_now();
    long tried = 0, accepted = 0;
    for (; go_on(start, tried, 2500); ++tried) {
        if (tried % 64 == 0) assert_int_equal(carom_world_restore(m.world, m.good, m.size), CAROM_STATUS_OK);
        accepted += try_random(&r, &m);
    }
    assert_true(accepted > tried / 200);
    if (battery.seconds > 0) print_message("%ld snapshots, %ld accepted\n", tried, accepted);
    free_model(&m);
}

/// Replaces each occurrence of some bytes: the snapshot must be refused. Returns the number of occurrences.
static int spoil(model *m, const void *bytes, const void *others, size_t count) {
    int found = 0;
    for (size_t i = SUMMED_FROM; i + count <= m->size; ++i) {
        if (memcmp(m->good + i, bytes, count) != 0) continue;
        ++found;
        memcpy(m->bad, m->good, m->size);
        memcpy(m->bad + i, others, count);
        put_sum(m->bad, m->size);
        assert_int_equal(carom_world_restore(m->world, m->bad, m->size), CAROM_STATUS_BAD_FILE);
    }
    return found;
}

/// Found first: inverted bounds, which made the broad phase read out of bounds, and a bool of 2.
static void wrong_bounds_and_bools_are_refused(void **state) {
    (void)state;
    model m = make_model();
    carom_world_free(m.world);
    m.world = new_world(m.level);
    add(m.world, (carom_body_desc){.shape = box(3.25f, 7.5f), .position = {40, 40}});
    carom_body_desc segment = {.position = {90, 40}};
    assert_int_equal(carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){11.5f, 3}, &segment.shape), CAROM_STATUS_OK);
    add(m.world, segment);
    m.size = carom_world_snapshot_size(m.world);
    assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
    uint64_t before = carom_world_hash(m.world);
    const carom_box bounds = {{0, 0}, {3.25f, 7.5f}}, inside_out = {{0, 0}, {-5, -5}};
    assert_int_equal(spoil(&m, &bounds, &inside_out, sizeof bounds), 2); // the bounds, and the shape itself
    unsigned char end[sizeof(carom_vec2) + 1], other[sizeof end];
    memcpy(end, &(carom_vec2){11.5f, 3}, sizeof(carom_vec2));
    memcpy(other, end, sizeof end);
    end[sizeof(carom_vec2)] = 1; // one-sided
    other[sizeof(carom_vec2)] = 2;
    assert_int_equal(spoil(&m, end, other, sizeof end), 1);
    assert_true(carom_world_hash(m.world) == before);
    free_model(&m);
}

/// A target is a rotation, and only a body that has a target has one.
static void wrong_target_rotations_are_refused(void **state) {
    (void)state;
    model m = make_model();
    carom_world_free(m.world);
    m.world = new_world(m.level);
    carom_body_desc desc = {.shape = box(3, 7), .type = CAROM_BODY_KINEMATIC, .position = {40, 40}};
    carom_body_id led = add(m.world, desc);
    desc.rotation = (carom_rotation){0.6f, 0.8f};
    desc.spin = 1;
    add(m.world, desc);
    const carom_rotation target = {0.28f, 0.96f}, longer = {0.28f, 2}, none = {NAN, NAN};
    assert_int_equal(carom_world_move_to_pose(m.world, led, (carom_pose){{44, 40}, target}), CAROM_STATUS_OK);
    m.size = carom_world_snapshot_size(m.world);
    assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
    assert_int_equal(spoil(&m, &target, &longer, sizeof target), 1);
    assert_int_equal(spoil(&m, &target, &none, sizeof target), 1);
    const carom_rotation spinning[2] = {desc.rotation, {0, 0}}, with_target[2] = {desc.rotation, target};
    assert_int_equal(spoil(&m, spinning, with_target, sizeof spinning), 1);
    free_model(&m);
}

/// A remainder that no rounding leaves moved a kinematic body to FLT_MAX in the next step: its own snapshot was
/// refused.
static void remainders_of_any_size_are_refused(void **state) {
    (void)state;
    for (int type = 0; type < 2; ++type) {
        model m = make_model();
        carom_world_free(m.world);
        m.world = new_world(m.level);
        carom_body_id id = add(m.world, (carom_body_desc){.shape = box(3, 7),
                                                          .position = {0x1p24f, 40},
                                                          .velocity = {0.3f, 0},
                                                          .type = type ? CAROM_BODY_KINEMATIC : CAROM_BODY_MOVER});
        step(m.world);
        assert_true(carom_world_position(m.world, id).x == 0x1p24f);
        m.size = carom_world_snapshot_size(m.world);
        assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
        const carom_vec2 remainder = {0.3f, 0}; // also found as the velocity
        int refused = 0;
        for (size_t at = SUMMED_FROM; at + sizeof remainder <= m.size; at += 4) {
            if (memcmp(m.good + at, &remainder, sizeof remainder) != 0) continue;
            memcpy(m.bad, m.good, m.size);
            memcpy(m.bad + at, &(carom_vec2){FLT_MAX, 0}, sizeof remainder);
            refused += !try_forged(m.world, m.bad, m.size);
        }
        assert_int_equal(refused, 1);
        free_model(&m);
    }
}

/// The events and crushes of the last step, in a world without levels.
static void wrong_events_and_crushes_are_refused(void **state) {
    (void)state;
    model m = make_model();
    carom_world_free(m.world);
    m.world = new_world(NULL);
    add(m.world, (carom_body_desc){.shape = box(2, 2), .position = {10, 0}, .type = CAROM_BODY_STATIC});
    add(m.world, (carom_body_desc){.shape = box(2, 2), .position = {6, 0}});
    carom_body_desc crusher = {.shape = box(2, 2), .type = CAROM_BODY_KINEMATIC, .velocity = {7, 0}};
    add(m.world, crusher);
    step(m.world);
    int events, crushes;
    carom_event event = *carom_world_events(m.world, &events);
    carom_crush crush = *carom_world_crushes(m.world, &crushes);
    assert_true(events > 0 && crushes == 1);
    m.size = carom_world_snapshot_size(m.world);
    assert_int_equal(carom_world_snapshot(m.world, m.good, m.size), CAROM_STATUS_OK);
    const float times[] = {1 + 0x1p-23f, -0.25f, NAN};
    for (int i = 0; i < 3; ++i) {
        carom_event other = event;
        other.t = times[i];
        assert_int_equal(spoil(&m, &event, &other, sizeof event), 1);
    }
    for (int level = -2; level <= 0; level += 2) {
        carom_crush other = crush;
        other.level = level;
        assert_int_equal(spoil(&m, &crush, &other, sizeof crush), 1);
    }
    free_model(&m);
}

/// Counts with sizes that overflow 32 bits: `pairs` follows `places` and `levels` in the head.
static void overflowing_counts_are_refused(void **state) {
    (void)state;
    model m = make_model();
    for (size_t at = 32; at < 60; at += 4) {
        const uint32_t counts[] = {536870912, 0xFFFFFFFF, 0x80000000, 0x10000000, 89478486};
        for (int i = 0; i < 5; ++i) {
            for (size_t size = 80; size <= m.size; size += m.size - 80) {
                memcpy(m.bad, m.good, m.size);
                uint64_t whole = size;
                memcpy(m.bad + 8, &whole, sizeof whole);
                memcpy(m.bad + at, &counts[i], sizeof counts[i]);
                assert_false(try_forged(m.world, m.bad, size));
            }
        }
    }
    free_model(&m);
}

/// Snapshots need no alignment, and do not depend on their address.
static void snapshots_need_no_alignment(void **state) {
    (void)state;
    model m = make_model();
    unsigned char *room = malloc(m.size + 16);
    assert_non_null(room);
    for (size_t at = 0; at < 16; ++at) {
        assert_int_equal(carom_world_snapshot(m.world, room + at, m.size), CAROM_STATUS_OK);
        assert_memory_equal(room + at, m.good, m.size);
        assert_int_equal(carom_world_restore(m.world, room + at, m.size), CAROM_STATUS_OK);
    }
    free(room);
    free_model(&m);
}

/// The same calls give the same bytes, whatever the memory contained before: garbage in the padding of shapes, removed
/// bodies, and memory that is not zero.
static void *dirty_resize(void *context, void *old, size_t old_size, size_t new_size) {
    if (new_size == 0) return free(old), NULL;
    unsigned char *memory = realloc(old, new_size);
    if (memory && new_size > old_size) memset(memory + old_size, *(const int *)context, new_size - old_size);
    return memory;
}

static void fill_dirty(int rubbish, unsigned char *out, size_t *size) {
    carom_allocator allocator = {dirty_resize, &rubbish};
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.allocator = &allocator}, &world), CAROM_STATUS_OK);
    carom_body_id ids[12];
    for (int i = 0; i < 12; ++i) {
        carom_shape parts[2], whole, made;
        memset(&whole, rubbish, sizeof whole);
        memset(parts, rubbish, sizeof parts);
        carom_make_segment((carom_vec2){0, 0}, (carom_vec2){2, 1}, &made);
        parts[0].kind = made.kind;
        parts[0].segment.a = made.segment.a;
        parts[0].segment.b = made.segment.b;
        parts[0].segment.one_sided = parts[0].segment.skip_a = parts[0].segment.skip_b = false;
        parts[1].kind = CAROM_SHAPE_CIRCLE;
        parts[1].circle = (carom_circle){{1, 1}, 1};
        if (i % 2) {
            whole.kind = CAROM_SHAPE_COMPOUND;
            whole.compound.parts = parts;
            whole.compound.count = 2;
        } else {
            whole = parts[0];
        }
        ids[i] = add(world, (carom_body_desc){.shape = whole, .position = {(float)i, 0}, .velocity = {1, 0}});
    }
    for (int i = 0; i < 12; ++i) {
        step(world);
        if (i % 4 == 2) assert_int_equal(carom_world_remove(world, ids[i]), CAROM_STATUS_OK);
    }
    *size = carom_world_snapshot_size(world);
    assert_true(*size <= FORGED_SIZE);
    assert_int_equal(carom_world_snapshot(world, out, FORGED_SIZE), CAROM_STATUS_OK);
    carom_world_free(world);
}

static void same_calls_give_same_bytes(void **state) {
    (void)state;
    static unsigned char a[FORGED_SIZE], b[FORGED_SIZE];
    size_t size_a, size_b;
    fill_dirty(0x11, a, &size_a);
    fill_dirty(0xEE, b, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(a, b, size_a);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correct_checksum_is_accepted),
        cmocka_unit_test(no_value_of_a_byte_does_harm),
        cmocka_unit_test(no_value_of_a_word_does_harm_to_turned_bodies),
        cmocka_unit_test(wrong_bounds_and_bools_are_refused),
        cmocka_unit_test(wrong_target_rotations_are_refused),
        cmocka_unit_test(remainders_of_any_size_are_refused),
        cmocka_unit_test(wrong_events_and_crushes_are_refused),
        cmocka_unit_test(overflowing_counts_are_refused),
        cmocka_unit_test(snapshots_need_no_alignment),
        cmocka_unit_test(same_calls_give_same_bytes),
        cmocka_unit_test(random_words_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
