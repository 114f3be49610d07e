// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The helpers for vectors, boxes, bits and SIMD lanes against their definitions, on all small integers.
#include "base/bits.h"
#include "base/box.h"
#include "base/lanes.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

/// All intervals of the integers 0 to 3, also empty ones with reversed ends.
enum { ENDS = 4, INTERVALS = ENDS * ENDS, BOXES = INTERVALS * INTERVALS };

static carom_box box_number(int n) {
    int x = n % INTERVALS, y = n / INTERVALS;
    return (carom_box){{(float)(x % ENDS), (float)(y % ENDS)}, {(float)(x / ENDS), (float)(y / ENDS)}};
}

/// The cells of a box as bits; no bits if it is empty.
static uint32_t cells_of(carom_box box) {
    uint32_t cells = 0;
    for (int i = 0; i < ENDS * ENDS; ++i) {
        float x = (float)(i % ENDS), y = (float)(i / ENDS);
        if (box.min.x <= x && x <= box.max.x && box.min.y <= y && y <= box.max.y) cells |= 1u << i;
    }
    return cells;
}

static bool is_same_box(carom_box a, carom_box b) {
    return cr_same_point(a.min, b.min) && cr_same_point(a.max, b.max);
}

static void boxes_are_sets_of_points(void **state) {
    (void)state;
    for (int i = 0; i < BOXES; ++i) {
        carom_box a = box_number(i);
        assert_int_equal(cr_box_is_valid(a), cells_of(a) != 0);
        if (!cr_box_is_valid(a)) continue;
        assert_true(is_same_box(cr_box_union(cr_box_empty(), a), a));
        assert_true(is_same_box(cr_box_union(a, cr_box_empty()), a));
        for (int k = 0; k < BOXES; ++k) {
            carom_box b = box_number(k);
            if (!cr_box_is_valid(b)) continue;
            assert_int_equal(cr_boxes_overlap(a, b), (cells_of(a) & cells_of(b)) != 0);
            assert_int_equal(cr_box_contains(a, b), (cells_of(b) & ~cells_of(a)) == 0);
            carom_box both = cr_box_union(a, b);
            const float expected[] = {fminf(a.min.x, b.min.x), fminf(a.min.y, b.min.y), fmaxf(a.max.x, b.max.x),
                                      fmaxf(a.max.y, b.max.y)};
            assert_memory_equal(&both, expected, sizeof both);
        }
    }
}

static void a_box_has_its_corners_in_order(void **state) {
    (void)state;
    for (int i = 0; i < BOXES; ++i) {
        carom_box corners = box_number(i), box = cr_box_of(corners.min, corners.max);
        const float expected[] = {fminf(corners.min.x, corners.max.x), fminf(corners.min.y, corners.max.y),
                                  fmaxf(corners.min.x, corners.max.x), fmaxf(corners.min.y, corners.max.y)};
        assert_memory_equal(&box, expected, sizeof box);
    }
}

static void lanes_compute_what_scalars_do(void **state) {
    (void)state;
    for (int n = 0; n < 65536; n += 7) {
        float a[4], b[4], lower[4], higher[4], chosen[4], size[4], out[4];
        uint32_t bits = 0;
        for (int i = 0; i < 4; ++i) {
            a[i] = (float)(n >> (4 * i) & 3) - 1.5f;
            b[i] = (float)(n >> (4 * i + 2) & 3) - 1.5f;
        }
        cr_lanes4 p = cr_load_lanes(a), q = cr_load_lanes(b);
        cr_store_lanes(lower, cr_lower_lanes(p, q));
        cr_store_lanes(higher, cr_higher_lanes(p, q));
        cr_store_lanes(chosen, cr_choose_lanes(p < q, p, cr_all_lanes(9)));
        cr_store_lanes(size, cr_size_lanes(p));
        cr_store_lanes(out, cr_outward_lanes(p));
        for (int i = 0; i < 4; ++i) {
            assert_true(lower[i] == fminf(a[i], b[i]));
            assert_true(higher[i] == fmaxf(a[i], b[i]));
            assert_true(chosen[i] == (a[i] < b[i] ? a[i] : 9));
            assert_true(size[i] == fabsf(a[i]));
            assert_true(out[i] == (i < 2 ? a[i] : -a[i]));
            bits |= (uint32_t)(a[i] < b[i]) << i;
        }
        assert_int_equal(cr_gather_bits(p < q), bits);
    }
}

static void lanes_load_vectors_and_boxes(void **state) {
    (void)state;
    const carom_vec2 p = {1, 2}, q = {3, 4};
    const carom_box box = {{1, 2}, {3, 4}};
    const float two[] = {1, 2, 3, 4}, both_ways[] = {1, 2, -1, -2}, outward[] = {1, 2, -3, -4};
    cr_lanes4 lanes = cr_load_two(&p, &q);
    assert_memory_equal(&lanes, two, sizeof two);
    lanes = cr_both_ways(p);
    assert_memory_equal(&lanes, both_ways, sizeof both_ways);
    lanes = cr_outward(&box);
    assert_memory_equal(&lanes, outward, sizeof outward);
    cr_lanes4 rows[4];
    for (int i = 0; i < 4; ++i)
        rows[i] = (cr_lanes4){(float)(4 * i), (float)(4 * i + 1), (float)(4 * i + 2), (float)(4 * i + 3)};
    cr_turn_lanes(rows);
    for (int i = 0; i < 16; ++i) assert_true(rows[i / 4][i % 4] == (float)(i % 4 * 4 + i / 4));
}

static void vectors_are_pairs_of_doubles(void **state) {
    (void)state;
    cr_vec2d p = {2, 3}, q = {5, -7}, sum = cr_add(p, q), difference = cr_subtract(p, q), scaled = cr_scale(p, -4);
    const double expected[] = {7, -4, -3, 10, -8, -12};
    assert_memory_equal(&sum, &expected[0], sizeof sum);
    assert_memory_equal(&difference, &expected[2], sizeof difference);
    assert_memory_equal(&scaled, &expected[4], sizeof scaled);
    assert_true(cr_dot(p, q) == -11);
    assert_true(cr_cross(p, q) == -29);
    assert_true(cr_length((cr_vec2d){3, -4}) == 5);
    assert_true(cr_same_point((carom_vec2){0.0f, 1}, (carom_vec2){-0.0f, 1}));
    assert_false(cr_same_point((carom_vec2){0, 1}, (carom_vec2){0, 2}));
    assert_false(cr_same_point((carom_vec2){3, 1}, (carom_vec2){0, 1}));
    cr_vec2d wide = cr_widen((carom_vec2){0.1f, -2});
    assert_same_float(wide.x, 0.1f);
    assert_same_float(wide.y, -2);
    carom_vec2 narrow = cr_narrow((cr_vec2d){-0.0, 0x1.000001p0}), other = cr_narrow((cr_vec2d){0x1.000001p0, -0.0});
    const carom_vec2 zero = {0, 1}, turned = {1, 0}; // to even; without a negative zero
    assert_memory_equal(&narrow, &zero, sizeof zero);
    assert_memory_equal(&other, &turned, sizeof turned);
}

static void the_lowest_bit_is_found(void **state) {
    (void)state;
    for (int i = 0; i < 64; ++i) {
        assert_int_equal(cr_lowest_bit((uint64_t)1 << i), i);
        assert_int_equal(cr_lowest_bit(UINT64_MAX << i), i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_sets_of_points),      cmocka_unit_test(a_box_has_its_corners_in_order),
        cmocka_unit_test(lanes_compute_what_scalars_do), cmocka_unit_test(lanes_load_vectors_and_boxes),
        cmocka_unit_test(vectors_are_pairs_of_doubles),  cmocka_unit_test(the_lowest_bit_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
