// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A closed outline is solid inside in either winding.
#include "carom/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { POINTS = 7 };

/// Three spikes: concave, so that the fast path for convex shapes does not apply.
static const carom_vec2 spikes[POINTS] = {{1, 16}, {2, 9}, {5, 12}, {7, 2}, {10, 10}, {13, 6}, {15, 16}};

static carom_level *level_of(const carom_vec2 *points) {
    carom_outline outline = {.points = points, .count = POINTS, .tag = 5};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

/// True if the level has this edge, with the tag of the outline.
static bool has_edge(const carom_level *level, carom_vec2 a, carom_vec2 b) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.a.x == a.x && e.a.y == a.y && e.b.x == b.x && e.b.y == b.y && e.tag == 5) return true;
    }
    return false;
}

static void expect_spikes(const carom_vec2 *points) {
    carom_level *level = level_of(points);
    assert_int_equal(carom_level_edge_count(level), POINTS);
    for (int i = 0; i < POINTS; ++i) assert_true(has_edge(level, spikes[i], spikes[(i + 1) % POINTS]));
    carom_level_free(level);
}

static void winding_does_not_change_the_boundary(void **state) {
    (void)state;
    carom_vec2 reversed[POINTS];
    for (int i = 0; i < POINTS; ++i) reversed[i] = spikes[POINTS - 1 - i];
    expect_spikes(spikes);
    expect_spikes(reversed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(winding_does_not_change_the_boundary)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
