// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rows of 1 to 40 movers that a ram pushes, mirrored and turned by quarters, near the origin and at 2^20, under 4, 32
// and 1000 bounces. A row with room is never crushed, a row without room is crushed as a whole by the ram, and both
// whatever its length.
#include "random.h"
#include "rounds.h"
#include "world/turned.h"

#include <math.h>

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

static carom_body_type fixed_type(bool kinematic) {
    return kinematic ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
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

static bool is_same(carom_body_id a, carom_body_id b) {
    return carom_body_bits(a) == carom_body_bits(b);
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

/// Circles and boxes side by side, not in a line: the row bends and opens, but is not crushed.
static void an_uneven_row_is_not_crushed(void **state) {
    (void)state;
    random_source random = {7};
    for (int i = 0; i < 160; ++i) {
        static const int bounces[] = {1, 4, 32};
        row r = new_row(i % WAYS, (carom_vec2){0, 0}, 1 + i / 4, bounces[i % 3]);
        put_ram(&r, -1.5f, random_range(&random, 0.1f, 8), 3);
        float x = 1;
        for (int k = 0; k < r.length; ++k) {
            carom_shape shape = random_below(&random, 2) ? circle(1) : centred_box(1, 1);
            if (random_below(&random, 2)) x += random_range(&random, 0, 0.5f);
            put_at(&r, x, random_range(&random, -1.5f, 1.5f), mover_of(shape));
            x += 2;
        }
        for (int step = 0; step < 12; ++step) {
            run(&r.t, 1);
            int count;
            crushes_of(&r, &count);
            if (count > 0) fail_msg("scene %d, step %d: %d are crushed", i, step, count);
        }
        carom_world_free(r.t.world);
    }
}

// ---- A notch --------------------------------------------------------------------------------------------------------

typedef struct notch {
    carom_body_id head, ball;
} notch;

/// A ball at the end of a row presses another one into a notch, whose sides are statics or kinematic bodies at rest.
static notch put_notch(const row *r, bool kinematic) {
    float end = 2 * (float)r->length;
    notch n = {.head = put_at(r, end + 1, 0, mover_of(circle(r->unit))),
               .ball = put_at(r, end + 2.625f, 1.25f, mover_of(circle(r->unit)))};
    carom_body_desc side = {.shape = centred_box(r->unit, 2 * r->unit), .type = fixed_type(kinematic)};
    put_at(r, end + 0.625f, 3, side);
    put_at(r, end + 4.625f, 3, side);
    side.shape = centred_box(2 * r->unit, 2 * r->unit);
    put_at(r, end + 2.625f, 4.25f, side);
    return n;
}

/// The balls and the end of the row slide over a ball in a notch: there is room. All lengths give the same. Far from
/// the origin the scene is larger, because a float has no room for a slide by less than its spacing.
static void a_row_slides_over_a_ball_in_a_notch(void **state) {
    (void)state;
    static const int bounces[] = {4, 32, 1000};
    for (int i = 0; i < LONGEST * WAYS * 2 * 2 * 3; ++i) {
        int length = 1 + i % LONGEST, way = i / LONGEST % WAYS, far = i / LONGEST / WAYS % 2;
        int kinematic = i / LONGEST / WAYS / 2 % 2, most = bounces[i / LONGEST / WAYS / 4];
        if (is_skipped(way, length) || (most == 1000 && length % 4 > 0)) continue;
        row r = new_row(way, (carom_vec2){PLACES[far], PLACES[far]}, length, most);
        r.unit = far ? 4096 : 1;
        float slack = far ? 0x1p-10f : 1e-4f;
        put_ram(&r, -1, 2, 1);
        put_boxes(&r, 0, 1);
        notch n = put_notch(&r, kinematic);
        run(&r.t, 1);
        int count;
        crushes_of(&r, &count);
        if (count > 0) fail_msg("scene %d, length %d: %d are crushed", i, length, count);
        for (int k = 0; k < length; ++k) {
            carom_vec2 at = offset_of(&r, r.boxes[k]);
            assert_true(fabsf(at.x - (2 * (float)k + 3)) <= slack);
            assert_true(k == length - 1 ? at.y < -0.5f : at.y == 0);
        }
        carom_vec2 ball = offset_of(&r, n.ball);
        assert_true(fabsf(ball.x - (2 * (float)length + 2.625f)) <= slack && fabsf(ball.y - 1.25f) <= slack);
        assert_true(offset_of(&r, n.head).y < -0.5f);
        carom_world_free(r.t.world);
    }
}

/// The same below a ceiling: nothing has room, and the ram crushes the row, the ball that presses, and the one in the
/// notch. Each mover of the row names the next one.
static void a_row_without_room_at_a_notch_is_crushed(void **state) {
    (void)state;
    for (int i = 0; i < LONGEST * WAYS * 2 * 2; ++i) {
        int length = 1 + i % LONGEST, way = i / LONGEST % WAYS, kinematic = i / LONGEST / WAYS % 2;
        int most = i / LONGEST / WAYS / 2 ? 1000 : 32;
        if (is_skipped(way, length) || (most == 1000 && length % 4 > 0)) continue;
        row r = new_row(way, (carom_vec2){0, 0}, length, most);
        put_ram(&r, -1, 2, 1);
        put_boxes(&r, 0, 1);
        notch n = put_notch(&r, kinematic);
        put_at(&r, 0, -3, (carom_body_desc){.shape = centred_box(500, 2), .type = fixed_type(kinematic)});
        run(&r.t, 1);
        int count;
        const carom_crush *crushes = crushes_of(&r, &count);
        if (count != length + 2) fail_msg("scene %d, length %d: %d are crushed", i, length, count);
        for (int k = 0; k < count; ++k) {
            assert_true(is_same(crushes[k].by, r.ram));
            if (k < length - 1) assert_true(is_same(crushes[k].against, r.boxes[k + 1]));
            assert_true(carom_world_has(r.t.world, crushes[k].against));
        }
        assert_true(is_same(crushes[count - 1].body, n.ball));
        carom_world_free(r.t.world);
    }
}

// ---- A wall ---------------------------------------------------------------------------------------------------------

/// A row at a wall is crushed by the ram from end to end, in the step in which its room ends: not before. Far from the
/// origin, where an obstacle two units away counts as touching, `against` may be the next but one.
static void a_row_at_a_wall_is_crushed(void **state) {
    (void)state;
    for (int i = 0; i < LONGEST * WAYS * 2 * 2; ++i) {
        int length = 1 + i % LONGEST, way = i / LONGEST % WAYS, far = i / LONGEST / WAYS % 2;
        int kinematic = i / LONGEST / WAYS / 2;
        if (is_skipped(way, length)) continue;
        row r = new_row(way, (carom_vec2){PLACES[far], 0}, length, length % 2 ? 4 : 32);
        put_ram(&r, -2.5f, 1, 1);
        put_boxes(&r, 0, length % 3 ? 1 : length - 1);
        carom_body_desc desc = {.shape = centred_box(1, 2), .type = fixed_type(kinematic)};
        carom_body_id wall = put_at(&r, 2 * (float)length + 3, 0, desc);
        for (int step = 0; step < 4; ++step) {
            run(&r.t, 1);
            int count;
            const carom_crush *crushes = crushes_of(&r, &count);
            if (count != (step < 3 ? 0 : length)) fail_msg("scene %d, step %d: %d of %d", i, step, count, length);
            for (int k = 0; k < count; ++k) {
                int place = 0;
                while (!is_same(r.boxes[place], crushes[k].body)) ++place;
                carom_body_id next = place == length - 1 ? wall : r.boxes[place + 1];
                assert_true(is_same(crushes[k].by, r.ram));
                assert_true(far ? carom_world_has(r.t.world, crushes[k].against) : is_same(crushes[k].against, next));
            }
            assert_not_above(offset_of(&r, r.boxes[length - 1]).x, 2 * (float)length + 1);
        }
        carom_world_free(r.t.world);
    }
}

/// Random crowds in front of a plate, in free space or before walls, which may be kinematic bodies at rest. Each crush
/// names the plate or such a wall.
static void a_crush_in_a_crowd_names_a_kinematic_body(void **state) {
    (void)state;
    static const int bounces[] = {4, 1000, 32, 16};
    int crushed = 0;
    for (int i = 0; i * ROUNDS_DIVISOR < 12; ++i) {
        random_source r = {(uint64_t)i};
        turned_world t = {.way = i % 8};
        assert_int_equal(carom_world_make(&(carom_world_desc){.bounces = bounces[i % 4]}, &t.world), CAROM_STATUS_OK);
        for (int side = 0; side < 3 && i % 3; ++side) {
            carom_body_desc wall = {.shape =
                                        side ? boxed(-60, side == 1 ? -60 : 50, 120, 10) : boxed(50, -60, 10, 120)};
            wall.type = fixed_type(i % 3 == 2);
            put(&t, wall);
        }
        for (int n = 20 + random_below(&r, 80); n > 0; --n) {
            float half = random_range(&r, 1, 5);
            carom_body_desc mover = mover_of(random_below(&r, 2) ? circle(half) : centred_box(half, half));
            mover.position = (carom_vec2){random_range(&r, -40, 44), random_range(&r, -44, 44)};
            mover.velocity = (carom_vec2){random_range(&r, -50, 50), random_range(&r, -50, 50)};
            mover.response.kind = (carom_response_kind)random_below(&r, 3);
            mover.response.friction = random_below(&r, 2) ? 0.25f : 0;
            mover.response.restitution = 1;
            put(&t, mover);
        }
        carom_body_desc plate = {.shape = centred_box(5, 70), .type = CAROM_BODY_KINEMATIC, .position = {-70, 0}};
        plate.velocity.x = random_range(&r, 30, 600);
        if (i % 5 == 0) plate.spin = random_range(&r, -2, 2);
        put(&t, plate);
        for (int step = 0; step < 60; ++step) {
            int count;
            run(&t, 1 / 60.0f);
            const carom_crush *crushes = carom_world_crushes(t.world, &count);
            for (int k = 0; k < count; ++k)
                assert_int_equal(carom_world_type(t.world, crushes[k].by), CAROM_BODY_KINEMATIC);
            crushed += count;
        }
        carom_world_free(t.world);
    }
    assert_true(crushed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_row_in_free_space_is_not_crushed),
                                       cmocka_unit_test(a_long_row_in_free_space_is_not_crushed),
                                       cmocka_unit_test(an_uneven_row_is_not_crushed),
                                       cmocka_unit_test(a_row_slides_over_a_ball_in_a_notch),
                                       cmocka_unit_test(a_row_without_room_at_a_notch_is_crushed),
                                       cmocka_unit_test(a_row_at_a_wall_is_crushed),
                                       cmocka_unit_test(a_crush_in_a_crowd_names_a_kinematic_body)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
