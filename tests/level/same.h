// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Comparisons to the last bit. A failure prints the expression and both values.
#pragma once

#include "carom/geom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline void check_same_float(float p, float q, const char *expression, const char *file, int line) {
    if (p == q) return;
    print_error("%s: %.9g, not %.9g\n", expression, (double)p, (double)q);
    _fail(file, line);
}

/// Infinities of the same sign are equal; NaN is equal to nothing.
#define assert_same_float(p, q) check_same_float(p, q, #p, __FILE__, __LINE__)
#define assert_same_point(p, q)                                                                                        \
    do {                                                                                                               \
        check_same_float((p).x, (q).x, #p ".x", __FILE__, __LINE__);                                                   \
        check_same_float((p).y, (q).y, #p ".y", __FILE__, __LINE__);                                                   \
    } while (0)

/// All members but `part`, which the caller compares: levels may number equal edges differently.
static inline void assert_same_ray_hit(carom_ray_hit ray, carom_ray_hit other) {
    assert_int_equal(ray.hit, other.hit);
    assert_int_equal(ray.inside, other.inside);
    assert_same_float(ray.t, other.t);
    assert_same_float(ray.exit, other.exit);
    assert_same_point(ray.point, other.point);
    assert_same_point(ray.normal, other.normal);
    assert_int_equal(ray.feature, other.feature);
}

/// All members but the parts.
static inline void assert_same_sweep_hit(carom_sweep_hit sweep, carom_sweep_hit other) {
    assert_int_equal(sweep.hit, other.hit);
    assert_int_equal(sweep.inside, other.inside);
    assert_same_float(sweep.t, other.t);
    assert_same_point(sweep.at, other.at);
    assert_same_point(sweep.point, other.point);
    assert_same_point(sweep.normal, other.normal);
    assert_int_equal(sweep.feature, other.feature);
}
