// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way out of everything at once, against a dense search for the least free translation.
#include "motion/scene.h"

static double length(carom_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

// ---- By hand --------------------------------------------------------------------------------------------------------

static carom_push push_out(const scene *s, const carom_shape *shape, carom_vec2 from) {
    carom_space space = space_of(s);
    carom_push push = carom_push_out(&space, shape, from);
    if (push.moved) assert_true(is_free(s, shape, push.at));
    if (!push.moved) assert_vec(push.at, from.x, from.y);
    return push;
}

static void expect_at(const carom_push *push, double x, double y) {
    assert_true(push->moved && !push->crushed);
    if (hypot((double)push->at.x - x, (double)push->at.y - y) < 1e-5) return;
    fail_msg("pushed to (%.9g, %.9g), not (%.9g, %.9g)", (double)push->at.x, (double)push->at.y, x, y);
}

/// Each neighbour alone would send it along its own normal; one after the other, it ends beside the corner.
static void out_of_three_at_once(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, -10, -10, 10, 0);
    add_segment(&s, 4, 0, 0, 8);
    add_segment(&s, -4, 0, 0, 8);
    carom_shape ball = circle(1);
    carom_push push = push_out(&s, &ball, (carom_vec2){2.8f, 0.5f});
    // On the floor, and at the right wall: 2x + y = 8 is a radius away.
    expect_at(&push, (7 - sqrt(5)) / 2, 1);
}

/// Where two discs meet neither normal leads out the shortest way.
static void out_of_two_discs_where_they_cross(void **state) {
    (void)state;
    scene s = {0};
    add_circle(&s, -1, 0, 2);
    add_circle(&s, 1, 0, 2);
    carom_shape ball = circle(1);
    carom_push push = push_out(&s, &ball, (carom_vec2){0, 1.5f});
    expect_at(&push, 0, sqrt(8));
}

/// The nearest side of the crate is in the wall; the way out is up.
static void not_into_the_wall_beside(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 4, 4);
    add_box(&s, 4, 0, 6, 20);
    carom_shape crate = centred_box(0.5f, 0.5f);
    carom_push push = push_out(&s, &crate, (carom_vec2){3.5f, 2.5f});
    expect_at(&push, 3.5, 4.5);
}

static void never_through_a_thin_wall(void **state) {
    (void)state;
    scene s = {0};
    add_segment(&s, 0, -50, 0, 50);
    add_segment(&s, 1.5f, -50, 1.5f, 50);
    carom_shape ball = circle(1);
    assert_true(push_out(&s, &ball, (carom_vec2){0.5f, 0}).crushed);
    s.count = 1;
    carom_push push = push_out(&s, &ball, (carom_vec2){0.25f, 0});
    expect_at(&push, 1, 0);
}

static void crushed_is_told_and_not_sent_away(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, -100, 1, 100, 10);
    carom_shape ball = circle(1);
    carom_push push = push_out(&s, &ball, (carom_vec2){0, 0.5f});
    assert_true(push.crushed && !push.moved);
    push = push_out(&s, &ball, (carom_vec2){100.5f, 0.5f}); // but out of the mouth of the gap it goes
    assert_true(push.moved && push.at.x > 100.8f && push.at.x < 101);
}

static void out_of_a_level_corner(void **state) {
    (void)state;
    carom_vec2 points[] = {{0, 0}, {20, 0}, {20, 20}, {16, 20}, {16, 4}, {0, 4}};
    carom_outline outline = {.points = points, .count = 6};
    carom_level *level;
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_OK);
    carom_space space = carom_space_of_level(level);
    carom_shape ball = circle(2);
    carom_push push = carom_push_out(&space, &ball, (carom_vec2){15, 5});
    expect_at(&push, 14, 6);
    push = carom_push_out(&space, &ball, (carom_vec2){15, 30});
    assert_false(push.moved || push.crushed);
    carom_level_free(level);
}

// ---- Against a dense search -----------------------------------------------------------------------------------------

static scene random_scene(random_source *r) {
    scene s = {0};
    int count = 1 + random_below(r, 4);
    for (int i = 0; i < count; ++i) {
        float x = random_range(r, -3, 3), y = random_range(r, -3, 3);
        float size = random_range(r, 0.3f, 3);
        carom_vec2 way = random_direction(r, random_range(r, 0.5f, 8));
        switch (random_below(r, 3)) {
        case 0: add_circle(&s, x, y, size); break;
        case 1: add_box(&s, x, y, x + size, y + random_range(r, 0.3f, 3)); break;
        default: add_segment(&s, x, y, x + way.x, y + way.y); break;
        }
    }
    return s;
}

static carom_shape random_mover(random_source *r) {
    float size = random_range(r, 0.3f, 1.2f);
    switch (random_below(r, 3)) {
    case 0: return centred_box(size, random_range(r, 0.3f, 1.2f));
    case 1: return centred_capsule((carom_vec2){0, random_range(r, 0.1f, 1)}, size);
    default: return circle(size);
    }
}

/// Does the middle go through something it is not in?
static bool goes_through(const scene *s, carom_vec2 from, carom_vec2 way) {
    bool was_in = false, through = false;
    for (int i = 0; i < s->count; ++i) {
        carom_ray_hit hit = carom_ray(from, way, &s->shape[i]);
        was_in |= hit.inside;
        through |= hit.hit && !hit.inside;
    }
    return through && !was_in;
}

/// The least of many translations that are free; HUGE_VAL: none up to `most`. When the least leads through something,
/// what is least besides is a matter of lines of sight, and not asked: HUGE_VAL too.
static double dense_search(const scene *s, const carom_shape *mover, carom_vec2 from, double most) {
    enum { DIRECTIONS = 90 };
    for (double far = 0.04; far <= most; far += 0.04) {
        for (int i = 0; i < DIRECTIONS; ++i) {
            double angle = i * (6.283185307179586 / DIRECTIONS);
            carom_vec2 way = {(float)(far * cos(angle)), (float)(far * sin(angle))};
            carom_vec2 at = {from.x + way.x, from.y + way.y};
            if (is_free(s, mover, at)) return goes_through(s, from, way) ? HUGE_VAL : far;
        }
    }
    return HUGE_VAL;
}

static void no_shorter_way_is_found(void **state) {
    (void)state;
    random_source r = {11};
    int moved = 0, crushed = 0;
    double longest_saved = 0;
    for (int i = 0; i < 8000; ++i) {
        scene s = random_scene(&r);
        carom_shape mover = random_mover(&r);
        carom_vec2 from = {random_range(&r, -3, 3), random_range(&r, -3, 3)};
        if (is_free(&s, &mover, from)) continue;
        carom_push push = push_out(&s, &mover, from);
        carom_vec2 way = {push.at.x - from.x, push.at.y - from.y};
        carom_box size = carom_shape_bounds(&mover);
        double least = (double)size.max.x - (double)size.min.x; // a crushed one has no way as short as that
        double found = dense_search(&s, &mover, from, push.moved ? length(way) - 1e-4 : least);
        if (found < HUGE_VAL) {
            fail_msg("scene %d: (%g, %g) pushed by %g, crushed %d, but %g is free", i, (double)from.x, (double)from.y,
                     length(way), push.crushed, found);
        }
        if (push.moved) assert_false(goes_through(&s, from, way));
        moved += push.moved;
        crushed += push.crushed;
        if (length(way) > longest_saved) longest_saved = length(way);
    }
    print_message("%d pushed out, by %.3g at most, %d crushed\n", moved, longest_saved, crushed);
    assert_true(moved > 1000);
}

/// The same in a mirror, and with the shapes in another order.
static void the_same_when_turned(void **state) {
    (void)state;
    random_source r = {12};
    int unequal = 0, moved = 0;
    for (int i = 0; i < 3000; ++i) {
        scene s = random_scene(&r);
        carom_shape mover = random_mover(&r);
        carom_vec2 from = {random_range(&r, -3, 3), random_range(&r, -3, 3)};
        int way = 1 + random_below(&r, WAYS - 1);
        scene other = turned_scene(&s, way, &r);
        carom_shape other_mover = turned_shape(&mover, way);
        carom_push push = push_out(&s, &mover, from), turn = push_out(&other, &other_mover, turned(from, way));
        carom_vec2 end = turned(push.at, way);
        assert_int_equal(push.crushed, turn.crushed);
        double off = hypot((double)end.x - (double)turn.at.x, (double)end.y - (double)turn.at.y);
        if (off > 1e-5)
            fail_msg("scene %d: (%g, %g) and (%g, %g)", i, (double)end.x, (double)end.y, (double)turn.at.x,
                     (double)turn.at.y);
        unequal += off > 0;
        moved += push.moved;
    }
    print_message("%d pushed out, %d of them a step of a float elsewhere when turned\n", moved, unequal);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_three_at_once),
        cmocka_unit_test(out_of_two_discs_where_they_cross),
        cmocka_unit_test(not_into_the_wall_beside),
        cmocka_unit_test(never_through_a_thin_wall),
        cmocka_unit_test(crushed_is_told_and_not_sent_away),
        cmocka_unit_test(out_of_a_level_corner),
        cmocka_unit_test(no_shorter_way_is_found),
        cmocka_unit_test(the_same_when_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
