// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes for the tests of motion, world and walker, and exact assertions for numbers and vectors.
#pragma once

#include "carom/geom.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "same_float.h"

static inline carom_shape circle(float radius) {
    carom_shape shape;
    assert_int_equal(carom_make_circle((carom_vec2){0, 0}, radius, &shape), CAROM_STATUS_OK);
    return shape;
}

static inline carom_shape box(float width, float height) {
    carom_shape shape;
    assert_int_equal(carom_make_box((carom_vec2){0, 0}, (carom_vec2){width, height}, &shape), CAROM_STATUS_OK);
    return shape;
}

static inline carom_shape boxed(float x, float y, float width, float height) {
    carom_shape shape;
    assert_int_equal(carom_make_box((carom_vec2){x, y}, (carom_vec2){x + width, y + height}, &shape), CAROM_STATUS_OK);
    return shape;
}

static inline carom_shape compound_of(const carom_shape *parts, int count) {
    carom_shape shape;
    assert_int_equal(carom_make_compound(parts, count, &shape), CAROM_STATUS_OK);
    return shape;
}

static inline void assert_vec(carom_vec2 v, float x, float y) {
    if (v.x != x || v.y != y)
        fail_msg("(%.9g, %.9g), not (%.9g, %.9g)", (double)v.x, (double)v.y, (double)x, (double)y);
}
