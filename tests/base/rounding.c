// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The compiler, with the flags of this build, rounds a double that is converted to float. gcc 12 at -O2 and above does
// not if SLP vectorization combines an x and a y that are converted back to double; results then differ between builds.
// -fno-tree-slp-vectorize prevents it.
#include "base/float.h"
#include "carom/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "same_float.h"

#if defined(__GNUC__)
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED
#endif

// Shortens a motion: returns the rounded motion to the caller, and continues with it.
NOT_INLINED static carom_vec2 shorten(carom_vec2 from, carom_vec2 move, double t, carom_vec2 *shortened) {
    carom_vec2 m = {(float)((double)move.x * t), (float)((double)move.y * t)};
    *shortened = m;
    return (carom_vec2){(float)((double)from.x + t * (double)m.x), (float)((double)from.y + t * (double)m.y)};
}

// The same with a volatile float, which the compiler must round.
NOT_INLINED static float shorten_rounded(float from, float move, double t) {
    volatile float m = (float)((double)move * t);
    return (float)((double)from + t * (double)m);
}

static void double_to_float_rounds(void **state) {
    (void)state;
    for (int i = 1; i <= 1000; ++i) {
        double t = 0.7 + 1e-4 * i;
        carom_vec2 from = {(float)(-1.1 * t * t), (float)(-2.3 * t * t)}, move = {1.1f, 2.3f}, shortened;
        carom_vec2 at = shorten(from, move, t, &shortened);
        assert_same_float(shortened.x, (float)((double)move.x * t));
        assert_same_float(at.x, shorten_rounded(from.x, move.x, t));
        assert_same_float(at.y, shorten_rounded(from.y, move.y, t));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(double_to_float_rounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
