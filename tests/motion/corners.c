// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Corners of every kind, pushed into for many steps: the place settles, it never goes back, nothing is entered, and in
// a mirrored or turned world it is the same place to the last bit. At the origin, a thousand and a million units away.
#include "motion/scene.h"

enum { STEPS = 60, SETTLED = 45, MOVERS = 3 };

static const float offsets[] = {0, 1000, 1000000};
static int most_casts;
static long pushes;

static fixture moved_scene(const fixture *s, float by) {
    fixture out = *s;
    for (int i = 0; i < s->count; ++i) out.shape[i] = carom_shape_at(&s->shape[i], (carom_vec2){by, by});
    return out;
}

static carom_shape mover_of(int kind) {
    if (kind == 0) return circle(1);
    return kind == 1 ? centred_box(1, 1) : centred_capsule((carom_vec2){0, 0.5f}, 1);
}

static double progress(carom_vec2 from, carom_vec2 to, carom_vec2 velocity) {
    return ((double)to.x - (double)from.x) * (double)velocity.x + ((double)to.y - (double)from.y) * (double)velocity.y;
}

static double size_of(carom_vec2 v) {
    return fabs((double)v.x) + fabs((double)v.y);
}

/// Pushes with one velocity; where it settles.
static carom_vec2 push(const fixture *s, const carom_shape *mover, carom_vec2 at, carom_vec2 velocity) {
    carom_scene scene = space_of(s);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_vec2 settled = at;
    for (int i = 0; i < STEPS; ++i) {
        carom_motion done = carom_move(&scene, mover, &(carom_motion){.at = at, .velocity = velocity}, &slide, NULL, 0);
        assert_false(done.inside);
        assert_true(isfinite(done.at.x));
        assert_true(isfinite(done.at.y));
        assert_true(is_free(s, mover, done.at));
        assert_true(progress(at, done.at, velocity) >= -0x1p-22 * size_of(at) * size_of(velocity));
        assert_true(done.casts <= CAROM_MOVE_MAX_CASTS);
        if (done.casts > most_casts) most_casts = done.casts;
        ++pushes;
        at = done.at;
        if (i == SETTLED) settled = at;
    }
    double crept = fabs((double)at.x - (double)settled.x) + fabs((double)at.y - (double)settled.y);
    if (crept > 0x1p-20 * size_of(at)) { // a few steps of a float, on its way into the tip
        fail_msg("not at rest: (%.9g, %.9g), %d steps later (%.9g, %.9g)", (double)settled.x, (double)settled.y,
                 STEPS - SETTLED, (double)at.x, (double)at.y);
    }
    return at;
}

/// The same in all eight ways to lay it.
static carom_vec2 push_in_all_ways(const fixture *s, const carom_shape *mover, carom_vec2 at, carom_vec2 velocity) {
    random_source r = {1};
    carom_vec2 end = push(s, mover, at, velocity);
    for (int way = 1; way < WAYS; ++way) {
        fixture other = turned_scene(s, way, &r);
        carom_shape other_mover = turned_shape(mover, way);
        carom_vec2 turn = push(&other, &other_mover, turned(at, way), turned(velocity, way));
        carom_vec2 expected = turned(end, way);
        assert_vec(turn, expected.x, expected.y);
    }
    return end;
}

/// From a free place, at all offsets, with all movers that are free there, into all of a fan of directions.
static void push_about(const fixture *s, carom_vec2 from, carom_vec2 main_push) {
    static const carom_vec2 aside[] = {{0, 0}, {0.25f, 0}, {-0.25f, 0}, {0.0078125f, 0}, {0, 0.5f}, {0.125f, -0.25f}};
    int tried = 0;
    for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; ++o) {
        fixture there = moved_scene(s, offsets[o]);
        carom_vec2 at = {from.x + offsets[o], from.y + offsets[o]};
        for (int kind = 0; kind < MOVERS; ++kind) {
            carom_shape mover = mover_of(kind);
            if (!is_free(&there, &mover, at)) continue;
            for (size_t i = 0; i < sizeof aside / sizeof aside[0]; ++i) {
                push_in_all_ways(&there, &mover, at, (carom_vec2){main_push.x + aside[i].x, main_push.y + aside[i].y});
                ++tried;
            }
        }
    }
    assert_true(tried > 0);
}

// ---- The corners ----------------------------------------------------------------------------------------------------

static void v_corner(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, -32, 32, 0, 0);
    add_segment(&s, 0, 0, 32, 32);
    add_segment(&s, -40, 32, -32, 32);
    push_about(&s, (carom_vec2){0, 8}, (carom_vec2){0, -2});
    push_about(&s, (carom_vec2){3, 9}, (carom_vec2){-1.5f, -2});
    // Of unequal sides.
    s.count = 1;
    add_segment(&s, 0, 0, 32, 8);
    push_about(&s, (carom_vec2){1, 12}, (carom_vec2){0, -2});
}

static void acute_wedges_down_to_one_degree(void **state) {
    (void)state;
    static const double degrees[] = {1, 2, 3, 5, 10, 20, 45, 60, 90, 120, 150, 175};
    for (size_t i = 0; i < sizeof degrees / sizeof degrees[0]; ++i) {
        double half = degrees[i] / 2 * 3.14159265358979323846 / 180, far = 3 / sin(half);
        fixture s = {0};
        float x = (float)(far * 2 * cos(half)), y = (float)(far * 2 * sin(half));
        add_segment(&s, 0, 0, x, y);
        add_segment(&s, 0, 0, x, -y);
        carom_shape ball = circle(1);
        for (int o = 0; o < 3; ++o) {
            fixture there = moved_scene(&s, offsets[o]);
            carom_vec2 at = {(float)far + offsets[o], offsets[o]};
            if (o == 2) at = (carom_vec2){roundf(at.x), at.y};
            if (!is_free(&there, &ball, at)) continue;
            float step = (float)(far / 8);
            push_in_all_ways(&there, &ball, at, (carom_vec2){-step, 0});
            push_in_all_ways(&there, &ball, at, (carom_vec2){-step, step / 64});
            float down = (float)fmin(1, 4 * (double)step * cos(half) / sin(half)); // not out along the lower side
            carom_vec2 end = push_in_all_ways(&there, &ball, at, (carom_vec2){-8 * step, -down});
            double tip = 1 / sin(half), coarse = 0x1p-21 * ((double)fabsf(offsets[o]) + far) / sin(half);
            if (fabs((double)end.x - (double)offsets[o] - tip) > 0.01 * tip + coarse) {
                fail_msg("%g degrees: at %g, the tip is %g", degrees[i], (double)end.x - (double)offsets[o], tip);
            }
        }
    }
}

static void gaps_of_exactly_the_width(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -20, 0, -1, 6);
    add_box(&s, 1, 0, 20, 6);
    add_box(&s, -40, -20, 40, -12);
    add_box(&s, 10, -12, 40, 0);
    add_box(&s, -40, -12, -10, 0);
    add_box(&s, 8, 6, 10, 40);
    add_box(&s, -10, 6, -8, 40);
    push_about(&s, (carom_vec2){0, 10}, (carom_vec2){1, -2});
    push_about(&s, (carom_vec2){-3, 8}, (carom_vec2){1, -2});
    carom_shape ball = circle(1);
    assert_vec(push_in_all_ways(&s, &ball, (carom_vec2){0, 10}, (carom_vec2){0, -2}), 0, -11);
}

static void through_a_gap_of_exactly_the_width(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -20, 0, -1, 6);
    add_box(&s, 1, 0, 20, 6);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; ++o) {
        fixture there = moved_scene(&s, offsets[o]);
        carom_scene scene = space_of(&there);
        for (int kind = 0; kind < MOVERS; ++kind) {
            carom_shape mover = mover_of(kind);
            carom_vec2 at = {offsets[o], offsets[o] + 10};
            for (int i = 0; i < 10; ++i)
                at = carom_move(&scene, &mover, &(carom_motion){.at = at, .velocity = (carom_vec2){0, -2}}, &slide,
                                NULL, 0)
                         .at;
            assert_vec(at, offsets[o], offsets[o] - 10);
            // Pressed against a wall of the gap it goes through as well.
            at = (carom_vec2){offsets[o], offsets[o] + 10};
            for (int i = 0; i < 3; ++i)
                at = carom_move(&scene, &mover, &(carom_motion){.at = at, .velocity = (carom_vec2){0, -2}}, &slide,
                                NULL, 0)
                         .at;
            for (int i = 0; i < 5; ++i)
                at = carom_move(&scene, &mover, &(carom_motion){.at = at, .velocity = (carom_vec2){1, -2}}, &slide,
                                NULL, 0)
                         .at;
            if (at.y > offsets[o] - 2) fail_msg("mover %d stuck in the gap at %g", kind, (double)(at.y - offsets[o]));
        }
    }
}

static void inside_corners_met_exactly(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -20, -4, 20, 0);
    add_box(&s, 8, 0, 12, 20);
    push_about(&s, (carom_vec2){3, 5}, (carom_vec2){2, -2});
    push_about(&s, (carom_vec2){7, 2}, (carom_vec2){2, -2});
    add_box(&s, -20, 4, 8, 6); // and a ceiling
    push_about(&s, (carom_vec2){3, 2}, (carom_vec2){2, 0});
}

static void outside_corners_met_exactly(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 8, 8);
    add_box(&s, -40, -40, 40, -36);
    add_box(&s, 36, -36, 40, 40);
    push_about(&s, (carom_vec2){-3, 11}, (carom_vec2){2, -2});
    push_about(&s, (carom_vec2){-1, 9}, (carom_vec2){2, -2});
    push_about(&s, (carom_vec2){-1, 4}, (carom_vec2){2, -2});
}

static void starts_embedded(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -20, -4, 20, 0);
    add_box(&s, 8, 0, 12, 20);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; ++o) {
        fixture there = moved_scene(&s, offsets[o]);
        carom_scene scene = space_of(&there);
        for (int kind = 0; kind < MOVERS; ++kind) {
            carom_shape mover = mover_of(kind);
            carom_vec2 at = {offsets[o] + 7.5f, offsets[o] + 0.5f};
            carom_motion done =
                carom_move(&scene, &mover, &(carom_motion){.at = at, .velocity = (carom_vec2){-3, 3}}, &slide, NULL, 0);
            assert_true(done.inside);
            assert_vec(done.at, at.x, at.y);
            carom_push out = carom_push_out(&scene, &mover, at, 0);
            assert_true(out.moved);
            assert_true(is_free(&there, &mover, out.at));
            push_in_all_ways(&there, &mover, out.at, (carom_vec2){2, -1});
        }
    }
}

/// A pit that the mover fills: floor and both walls at once.
static void three_contacts_at_once(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -20, -8, -1, 6);
    add_box(&s, 1, -8, 20, 6);
    add_box(&s, -1, -8, 1, 0);
    push_about(&s, (carom_vec2){0, 4}, (carom_vec2){0, -2});
    fixture star = {0};
    add_circle(&star, -3, -3, 2);
    add_circle(&star, 3, -3, 2);
    add_circle(&star, 0, -5, 2);
    push_about(&star, (carom_vec2){0, 4}, (carom_vec2){0, -2});
}

static void ceilings_over_slopes(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, -20, 0, 0, 0);
    add_segment(&s, 0, 0, 20, 8);
    add_box(&s, -20, 6, 20, 10);
    push_about(&s, (carom_vec2){-6, 3}, (carom_vec2){2, -1});
    push_about(&s, (carom_vec2){-6, 3}, (carom_vec2){2, 1.5f});
    add_segment(&s, 20, 4, -8, 6); // one that falls too
    push_about(&s, (carom_vec2){-6, 3}, (carom_vec2){2, 0});
}

static void tell_casts(void **state) {
    (void)state;
    print_message("%ld pushes, at most %d casts in one\n", pushes, most_casts);
    assert_true(most_casts < CAROM_MOVE_MAX_CASTS);
}

/// A box that slides on a floor meets a slanted roof just where the floor ends, and the roof presses it down again.
/// Then it touches the face and the corner of the floor at one time. The face holds it; the corner is not ahead of it.
static void the_corner_of_a_floor_does_not_stop_a_box_on_it(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        float side = mirrored ? -1 : 1;
        carom_vec2 floor[] = {{32 * side, 16}, {48 * side, 16}, {48 * side, 64}, {32 * side, 64}};
        carom_vec2 roof[] = {{16 * side, 64}, {48 * side, 80}, {16 * side, 80}};
        carom_outline outlines[] = {{.points = floor, .count = 4}, {.points = roof, .count = 3}};
        carom_level *level = NULL;
        assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL),
                         CAROM_STATUS_OK);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape box = {.kind = CAROM_SHAPE_BOX, .box = {{mirrored ? -8 : 0, 0}, {mirrored ? 0 : 8, 8}}};
        const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
        const carom_motion start = {.at = {0x1.004084p+5f * side, 64}, .velocity = {-0x1p-4f * side, -0x1.333334p-6f}};
        carom_scene_hit contacts[8];
        carom_motion end = carom_move(&scene, &box, &start, &slide, contacts, 8);
        assert_int_equal(end.contacts, 3);
        assert_same_float(end.at.x, 32 * side);
        assert_same_float(end.at.y, 64);
        assert_true(contacts[1].sweep.normal.y < 0);
        for (int i = 0; i < 3; i += 2) {
            assert_same_float(contacts[i].sweep.normal.y, 1);
            assert_int_equal(contacts[i].sweep.feature, CAROM_FEATURE_EDGE);
        }
        carom_level_free(level);
    }
}

// ---- Integer coordinates --------------------------------------------------------------------------------------------

static float below(random_source *r, int count) {
    return (float)random_below(r, count);
}

/// A mover with integer vertices among boxes with integer corners, in free space, and one motion of it.
static bool random_integers(random_source *r, fixture *s, carom_shape *mover, carom_motion *now) {
    static const carom_vec2 points[3][4] = {
        {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}, {{-1, -1}, {1, -1}, {0, 1}}, {{-1, 1}, {0, -1}, {1, 1}}};
    for (int i = 2 + random_below(r, 4); i > 0; --i) {
        const float x = below(r, 9) - 4, y = below(r, 9) - 4;
        add_box(s, x, y, x + 1 + below(r, 4), y + 1 + below(r, 4));
    }
    const int kind = random_below(r, 3);
    assert_int_equal(carom_make_polygon(points[kind], kind == 0 ? 4 : 3, mover), CAROM_STATUS_OK);
    *now = (carom_motion){.at = {(below(r, 25) - 12) / 2, (below(r, 25) - 12) / 2},
                          .velocity = {below(r, 13) - 6, below(r, 13) - 6}};
    return is_free(s, mover, now->at);
}

/// Ties at tips and seams: the same in all eight ways. In the first seeds, two choices of the sides of several corners
/// keep as much speed.
static void ties_are_the_same_in_all_ways(void **state) {
    (void)state;
    static const uint64_t ties[] = {23602, 104823, 168076, 195730};
    const int known = (int)(sizeof ties / sizeof *ties);
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    for (int n = 0; n < 1000; ++n) {
        random_source r = {n < known ? ties[n] : (uint64_t)n};
        fixture s = {0};
        carom_shape mover;
        carom_motion now, end = {0};
        if (!random_integers(&r, &s, &mover, &now)) continue;
        for (int way = 0; way < WAYS; ++way) {
            fixture there = turned_scene(&s, way, &r);
            const carom_scene scene = space_of(&there);
            const carom_shape shape = turned_shape(&mover, way);
            const carom_motion from = {.at = turned(now.at, way), .velocity = turned(now.velocity, way)};
            const carom_motion done = carom_move(&scene, &shape, &from, &slide, NULL, 0);
            if (way == 0) end = done;
            const carom_vec2 at = turned(end.at, way), velocity = turned(end.velocity, way);
            assert_vec(done.at, at.x, at.y);
            assert_vec(done.velocity, velocity.x, velocity.y);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v_corner),
        cmocka_unit_test(acute_wedges_down_to_one_degree),
        cmocka_unit_test(gaps_of_exactly_the_width),
        cmocka_unit_test(through_a_gap_of_exactly_the_width),
        cmocka_unit_test(inside_corners_met_exactly),
        cmocka_unit_test(outside_corners_met_exactly),
        cmocka_unit_test(starts_embedded),
        cmocka_unit_test(three_contacts_at_once),
        cmocka_unit_test(ceilings_over_slopes),
        cmocka_unit_test(ties_are_the_same_in_all_ways),
        cmocka_unit_test(tell_casts),
        cmocka_unit_test(the_corner_of_a_floor_does_not_stop_a_box_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
