// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Does this compiler, under the flags of the house, round a double that becomes a float? gcc 12 does not where it makes
// one vector of an x and a y that are taken back to double, at -O2 and above: places and times then differ between
// builds. -fno-tree-slp-vectorize is what prevents it.
#include "base/float.h"
#include "carom/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__GNUC__)
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED
#endif

// As a motion is shortened: told to the caller in float, and gone on with.
NOT_INLINED static carom_vec2 go_on(carom_vec2 from, carom_vec2 move, double t, carom_vec2 *told) {
    carom_vec2 m = {(float)((double)move.x * t), (float)((double)move.y * t)};
    *told = m;
    return (carom_vec2){(float)((double)from.x + t * (double)m.x), (float)((double)from.y + t * (double)m.y)};
}

// The same, with a float in memory that no compiler may pass by.
NOT_INLINED static float go_on_rounded(float from, float move, double t) {
    volatile float m = (float)((double)move * t);
    return (float)((double)from + t * (double)m);
}

static void a_float_is_rounded(void **state) {
    (void)state;
    for (int i = 1; i <= 1000; ++i) {
        double t = 0.7 + 1e-4 * i;
        carom_vec2 from = {(float)(-1.1 * t * t), (float)(-2.3 * t * t)}, move = {1.1f, 2.3f}, told;
        carom_vec2 at = go_on(from, move, t, &told);
        assert_true(told.x == (float)((double)move.x * t));
        assert_true(at.x == go_on_rounded(from.x, move.x, t) && at.y == go_on_rounded(from.y, move.y, t));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_float_is_rounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
