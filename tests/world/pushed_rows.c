// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rows of 1 to 40 movers that a ram pushes, mirrored and turned by quarters, near the origin and at 2^20. A row with
// room is never crushed, whatever its length.
#include "world/turned.h"

enum { LONGEST = 40 };

typedef struct row {
    turned_world t;
    carom_vec2 at; ///< of the origin of the scene
    float unit;    ///< of lengths in the scene: half the size of a box
    int length;
    carom_body_id ram, boxes[LONGEST];
} row;

static row new_row(int way, carom_vec2 at, int length, int bounces) {
    row r = {.t = {.way = way}, .at = at, .unit = 1, .length = length};
    assert_int_equal(carom_world_make(&(carom_world_desc){.bounces = bounces}, &r.t.world), CAROM_STATUS_OK);
    return r;
}

/// Places are in units from the origin of the scene.
static carom_body_id put_at(const row *r, float x, float y, carom_body_desc desc) {
    desc.position = (carom_vec2){r->at.x + x * r->unit, r->at.y + y * r->unit};
    return put(&r->t, desc);
}

static carom_vec2 offset_of(const row *r, carom_body_id id) {
    carom_vec2 place = place_of(&r->t, id);
    return (carom_vec2){(place.x - r->at.x) / r->unit, (place.y - r->at.y) / r->unit};
}

static carom_body_desc mover_of(carom_shape shape) {
    return (carom_body_desc){.shape = shape, .response = {.kind = CAROM_RESPONSE_SLIDE}};
}

static void put_ram(row *r, float x, float speed, float half) {
    carom_body_desc desc = {.shape = centred_box(r->unit, half * r->unit), .type = CAROM_BODY_KINEMATIC};
    desc.velocity.x = speed * r->unit;
    r->ram = put_at(r, x, 0, desc);
}

/// Adds the boxes in order of `stride`: 1, length - 1 (backward), or any number without a common factor.
static void put_boxes(row *r, float gap, int stride) {
    for (int k = 0; k < r->length; ++k) {
        int place = k * stride % r->length;
        r->boxes[place] = put_at(r, (2 + gap) * (float)place + 1, 0, mover_of(centred_box(r->unit, r->unit)));
    }
}

static const carom_crush *crushes_of(const row *r, int *count) {
    return carom_world_crushes(r->t.world, count);
}

/// A third of the ways, and of these another third for each length.
static bool is_skipped(int way, int length) {
    return (way + length) % 3 != 0;
}

static const float PLACES[] = {0, 0x1p20f};

// ---- In free space --------------------------------------------------------------------------------------------------

/// Rows with and without gaps, whose indices run forward, backward and mixed, for 12 steps.
static void a_row_in_free_space_is_not_crushed(void **state) {
    (void)state;
    static const float gaps[] = {0, 0.25f, 0.3f}, speeds[] = {0.5f, 2, 7.3f};
    static const int strides[] = {1, -1, 41};
    for (int i = 0; i < LONGEST * WAYS * 2 * 3; ++i) {
        int length = 1 + i % LONGEST, way = i / LONGEST % WAYS, far = i / LONGEST / WAYS % 2,
            kind = i / LONGEST / WAYS / 2;
        if (is_skipped(way, length)) continue;
        row r = new_row(way, (carom_vec2){PLACES[far], 3}, length, 0);
        float speed = speeds[(length + way) % 3];
        int stride = strides[kind] < 0 ? length + strides[kind] : strides[kind];
        put_ram(&r, -1.5f, speed, 1);
        put_boxes(&r, far ? 0 : gaps[(length + kind) % 3], stride < 1 ? 1 : stride);
        for (int step = 0; step < 12; ++step) {
            run(&r.t, 1);
            int count;
            crushes_of(&r, &count);
            if (count > 0) fail_msg("scene %d, length %d, step %d: %d are crushed", i, length, step, count);
            float last = offset_of(&r, r.ram).x;
            for (int k = 0; k < length; ++k) {
                carom_vec2 at = offset_of(&r, r.boxes[k]);
                assert_true(at.x >= last + 2);
                assert_same_float(at.y, 0);
                last = at.x;
            }
        }
        carom_world_free(r.t.world);
    }
}

/// A row far longer than the rounds of nudges. Rounding moves each box by an ulp after the one behind it.
static void a_long_row_in_free_space_is_not_crushed(void **state) {
    (void)state;
    enum { LONG = 400 };
    for (int i = 0; i < 3 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_desc desc = {.shape = box(2, 2), .position = {-2.5f, -1}, .type = CAROM_BODY_KINEMATIC};
        desc.velocity.x = 7.3f;
        put(&t, desc);
        desc = mover_of(box(2, 2));
        for (int k = 0; k < LONG; ++k) {
            int place = i < WAYS ? k : i < 2 * WAYS ? LONG - 1 - k : k * 61 % LONG;
            desc.position = (carom_vec2){2 * (float)place, -1};
            put(&t, desc);
        }
        for (int step = 0; step < 4; ++step) {
            run(&t, 1);
            int count;
            carom_world_crushes(t.world, &count);
            assert_int_equal(count, 0);
        }
        carom_world_free(t.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_row_in_free_space_is_not_crushed),
                                       cmocka_unit_test(a_long_row_in_free_space_is_not_crushed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
