// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact assertions for numbers, which print them. assert_float_equal of cmocka accepts a relative error of FLT_EPSILON
// even if epsilon is 0, and accepts NaN. Include cmocka.h first.
#pragma once

/// Fails unless a == b, and prints both.
#define assert_same_float(a, b) assert_same_float_at((double)(a), (double)(b), __FILE__, __LINE__)

static inline void assert_same_float_at(double a, double b, const char *file, int line) {
    if (a == b) return;
    print_error("%.9g != %.9g\n", a, b);
    _fail(file, line);
}

/// Fails unless a < b, and prints both.
#define assert_less(a, b) assert_less_at((double)(a), (double)(b), __FILE__, __LINE__)

static inline void assert_less_at(double a, double b, const char *file, int line) {
    if (a < b) return;
    print_error("%.9g is not less than %.9g\n", a, b);
    _fail(file, line);
}

/// Fails unless a <= b, and prints both.
#define assert_not_above(a, b) assert_not_above_at((double)(a), (double)(b), __FILE__, __LINE__)

static inline void assert_not_above_at(double a, double b, const char *file, int line) {
    if (a <= b) return;
    print_error("%.9g is above %.9g\n", a, b);
    _fail(file, line);
}
