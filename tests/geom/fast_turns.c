// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The work of carom_sweep_turning does not grow with the speed: it counts the exact decisions. Over a motion that is
// long for the shapes, rounding exceeds them; before the search was narrowed to the time in which they can touch, each
// halving of that time was decided exactly, several thousand times in all. Signs at a vertex on a grid need none.
#include "carom/geom.h"
#include "geom/difference.h"
#include "geom/predicate.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { SHAPES = 5, MOST_EXACT = 40 };

static void make_shape(int kind, carom_vec2 at, carom_shape *out) {
    const carom_vec2 corners[] = {{at.x - 3, at.y - 2}, {at.x + 4, at.y}, {at.x, at.y + 5}};
    const carom_box box = {{at.x - 5, at.y - 4}, {at.x + 5, at.y + 4}};
    switch (kind) {
    case 0: carom_make_circle(at, 3, out); break;
    case 1: carom_make_box(box.min, box.max, out); break;
    case 2: carom_make_rounded_box(box, 2, out); break;
    case 3: carom_make_segment((carom_vec2){at.x - 6, at.y}, (carom_vec2){at.x + 6, at.y + 1}, out); break;
    default: carom_make_polygon(corners, 3, out); break;
    }
}

static unsigned long long exact_paths(void) {
#ifdef CAROM_COUNT_EXACT
    return cr_exact_taken;
#else
    return 0;
#endif
}

static void fast_turns_take_few_exact_decisions(void **state) {
    (void)state;
    random_source r = {5};
    unsigned long long most = 0, all = 0;
    long hits = 0, sweeps = 0;
    for (int i = 0; i < 6000; ++i) {
        carom_shape a, b;
        bool whole = i % 2;
        carom_vec2 at = {(float)(random_below(&r, 81) - 40), (float)(random_below(&r, 41) - 20)};
        if (!whole) at.x += random_range(&r, -1, 1), at.y += random_range(&r, -1, 1);
        make_shape(random_below(&r, SHAPES), at, &a);
        make_shape(random_below(&r, SHAPES), (carom_vec2){0, 0}, &b);
        float factor = ldexpf(1, 6 + random_below(&r, 118));
        carom_turning turns = {.pose.position = at, .move = {-at.x, -at.y}, .angle = random_range(&r, -30, 30)};
        if (random_below(&r, 2)) turns.move.x += (float)(random_below(&r, 9) - 4);
        turns.move = (carom_vec2){turns.move.x * factor, turns.move.y * factor};
        turns.pose.rotation = (carom_rotation){1, 0};
        carom_turning still = {.pose.rotation = {1, 0}, .angle = random_below(&r, 2) ? 0 : random_range(&r, -3, 3)};
        a = carom_shape_at(&a, (carom_vec2){-at.x, -at.y}); // about its position
        unsigned long long before = exact_paths();
        carom_turning_hit h = carom_sweep_turning(&a, &turns, &b, &still);
        unsigned long long taken = exact_paths() - before;
        if (taken > most) most = taken;
        all += taken;
        hits += h.hit && !h.inside && h.t > 0;
        ++sweeps;
    }
    print_message("%ld of %ld hit; at most %llu exact decisions, %.2f on average\n", hits, sweeps, most,
                  (double)all / (double)sweeps);
    assert_true(hits > sweeps / 3);
    assert_true(most <= MOST_EXACT);
}

/// A search proposes one vertex, and leaves the others as they are.
static void signs_at_a_vertex_read_no_other(void **state) {
    (void)state;
    cr_difference c = {.count = 3, .radius = 5};
    const double none = (double)NAN;
    for (int k = 1; k < c.count; ++k) c.v[k] = (cr_vector){none, none, none, none};
    const cr_displacement start = {.scale = 1}, move = {.x = -4, .y = 3, .scale = 1, .h = {.x = -4, .y = 3}};
    c.v[0] = (cr_vector){.x = 3, .y = 4};
    unsigned long long before = exact_paths();
    assert_int_equal(cr_near_vertex(&c, 0, &start), CR_TOUCHING);
    assert_int_equal(cr_passes_vertex(&c, 0, &move), CR_TOUCHING); // a tangent
    assert_int_equal(cr_leaving(&c, 0, &start, &move), 0);
    c.radius = 0;
    c.v[0] = (cr_vector){.x = -8, .y = 6};
    assert_int_equal(cr_side_of_path(&c, 0, &move), 0);
    assert_int_equal(exact_paths() - before, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_turns_take_few_exact_decisions),
        cmocka_unit_test(signs_at_a_vertex_read_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
