// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way out of everything at once, against a dense search for the least free translation.
#include "carom/world.h"
#include "motion/obstacles.h"
#include "motion/scene.h"

#include <string.h>

static double length(carom_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

// ---- By hand --------------------------------------------------------------------------------------------------------

static carom_push push_within(const fixture *s, const carom_shape *shape, carom_vec2 from, float max_distance) {
    carom_scene scene = space_of(s);
    carom_push push = carom_push_out(&scene, shape, from, max_distance);
    if (push.moved) assert_true(is_free(s, shape, push.at));
    if (!push.moved) assert_vec(push.at, from.x, from.y);
    return push;
}

static carom_push push_out(const fixture *s, const carom_shape *shape, carom_vec2 from) {
    return push_within(s, shape, from, 0);
}

static void expect_at(const carom_push *push, double x, double y) {
    assert_true(push->moved);
    assert_true(!push->crushed);
    if (hypot((double)push->at.x - x, (double)push->at.y - y) < 1e-5) return;
    fail_msg("pushed to (%.9g, %.9g), not (%.9g, %.9g)", (double)push->at.x, (double)push->at.y, x, y);
}

/// Each neighbour alone would send it along its own normal; one after the other, it ends beside the corner.
static void out_of_three_at_once(void **state) {
    (void)state;
    fixture s = {0};
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
    fixture s = {0};
    add_circle(&s, -1, 0, 2);
    add_circle(&s, 1, 0, 2);
    carom_shape ball = circle(1);
    carom_push push = push_out(&s, &ball, (carom_vec2){0, 1.5f});
    expect_at(&push, 0, sqrt(8));
}

/// The nearest side of the crate is in the wall; the way out is up.
static void not_into_the_wall_beside(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 4, 4);
    add_box(&s, 4, 0, 6, 20);
    carom_shape crate = centred_box(0.5f, 0.5f);
    carom_push push = push_within(&s, &crate, (carom_vec2){3.5f, 2.5f}, 3);
    expect_at(&push, 3.5, 4.5);
    assert_true(push_out(&s, &crate, (carom_vec2){3.5f, 2.5f}).crushed); // 1 deep, and 2 to go
}

/// A point penetrates none of three solids where they meet, but has no room there. It leaves them all.
static void not_to_where_solids_meet(void **state) {
    (void)state;
    const carom_vec2 tips[] = {{4, 8}, {-12, 4}, {4, -16}};
    carom_shape point = {.kind = CAROM_SHAPE_POINT};
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        for (int i = 0; i < 3; ++i) {
            const carom_vec2 v[3] = {{0, 0}, turned(tips[i], way), turned(tips[(i + 1) % 3], way)};
            assert_int_equal(carom_make_polygon(v, 3, next_shape(&s)), CAROM_STATUS_OK);
        }
        carom_push push = push_within(&s, &point, turned((carom_vec2){0.05f, 0}, way), 100);
        assert_true(push.moved);
        assert_less(3.9f, length(push.at));
    }
}

static void not_through_a_thin_wall(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 0, -50, 0, 50);
    add_segment(&s, 1.5f, -50, 1.5f, 50);
    carom_shape ball = circle(1);
    assert_true(push_out(&s, &ball, (carom_vec2){0.5f, 0}).crushed);
    carom_push through = push_within(&s, &ball, (carom_vec2){0.5f, 0}, 1.5f);
    expect_at(&through, -1, 0); // where it is allowed
    s.count = 1;
    carom_push push = push_out(&s, &ball, (carom_vec2){0.25f, 0});
    expect_at(&push, 1, 0);
}

static void crushed_is_told_and_not_sent_away(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, -100, 1, 100, 10);
    carom_shape ball = circle(1);
    carom_push push = push_out(&s, &ball, (carom_vec2){0, 0.5f});
    assert_true(push.crushed);
    assert_true(!push.moved);
    push = push_out(&s, &ball, (carom_vec2){100.5f, 0.5f}); // but out of the mouth of the gap it goes
    assert_true(push.moved);
    assert_less(100.8f, push.at.x);
    assert_less(push.at.x, 101);
}

static void out_of_a_level_corner(void **state) {
    (void)state;
    carom_vec2 points[] = {{0, 0}, {20, 0}, {20, 20}, {16, 20}, {16, 4}, {0, 4}};
    carom_outline outline = {.points = points, .count = 6};
    carom_level *level;
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    carom_scene scene = carom_scene_of_level(level);
    carom_shape ball = circle(2);
    carom_push push = carom_push_out(&scene, &ball, (carom_vec2){15, 5}, 0);
    expect_at(&push, 14, 6);
    push = carom_push_out(&scene, &ball, (carom_vec2){15, 30}, 0);
    assert_false(push.moved);
    assert_false(push.crushed);
    carom_level_free(level);
}

// ---- Ties, depths, limits -------------------------------------------------------------------------------------------

static carom_level *level_of_codes(const uint8_t *codes, int columns, int rows, carom_vec2 origin) {
    carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {16, 16}, .origin = origin, .codes = codes};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

/// From the middle of each side, and from corners, where two ways are as short.
static void out_of_one_cell(void **state) {
    (void)state;
    static const uint8_t codes[9] = {[4] = CAROM_TILE_SOLID};
    static const float origins[] = {0, -48, 1000, 1048576};
    static const struct {
        float x, y, to_x, to_y;
    } cases[] = {{24, 16, 24, 12}, {32, 24, 36, 24}, {24, 32, 24, 36}, {16, 24, 12, 24}, {24, 17, 24, 12},
                 {31, 24, 36, 24}, {24, 31, 24, 36}, {17, 24, 12, 24}, {24, 24, 24, 12}, {18, 18, 18, 12}};
    carom_shape movers[] = {circle(4), centred_box(4, 4)};
    for (int o = 0; o < 4; ++o) {
        carom_level *level = level_of_codes(codes, 3, 3, (carom_vec2){origins[o], origins[3 - o]});
        carom_scene scene = carom_scene_of_level(level);
        for (int i = 0; i < 10; ++i) {
            for (int k = 0; k < 2; ++k) {
                carom_vec2 from = {cases[i].x + origins[o], cases[i].y + origins[3 - o]};
                carom_push push = carom_push_out(&scene, &movers[k], from, 0);
                assert_true(push.moved);
                assert_true(!push.crushed);
                assert_vec(push.at, cases[i].to_x + origins[o], cases[i].to_y + origins[3 - o]);
            }
        }
        carom_level_free(level);
    }
}

/// Two on one centre: any direction will do, and -y it is.
static void out_of_its_own_middle(void **state) {
    (void)state;
    fixture s = {0};
    add_circle(&s, 10, 7, 2);
    carom_shape ball = circle(1), block = centred_box(2, 3), point = {.kind = CAROM_SHAPE_POINT};
    carom_push push = push_out(&s, &ball, (carom_vec2){10, 7});
    assert_vec(push.at, 10, 4);
    push = push_out(&s, &point, (carom_vec2){10, 7});
    assert_vec(push.at, 10, 5);
    push = push_out(&s, &block, (carom_vec2){10, 7}); // a box: 4 to the side, 5 up
    assert_vec(push.at, 6, 7);
    add_box(&s, -100, -100, 100, 6);
    push = push_out(&s, &ball, (carom_vec2){10, 7}); // beside the circle is still farther towards -y than below it
    assert_vec(push.at, 7, 7);
}

/// Of equally short translations, the one along a preferred direction: out of the middle of a cell, and beside a
/// corner.
static void out_along_a_preference(void **state) {
    (void)state;
    static const uint8_t codes[9] = {[4] = CAROM_TILE_SOLID};
    carom_level *level = level_of_codes(codes, 3, 3, (carom_vec2){0, 0});
    const carom_scene scene = carom_scene_of_level(level);
    const carom_shape movers[] = {circle(4), centred_box(4, 4)};
    static const carom_vec2 sides[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 4; ++i) {
            for (int scale = -20; scale <= 20; scale += 20) {
                carom_vec2 toward = {ldexpf(sides[i].x, scale), ldexpf(sides[i].y, scale)};
                carom_push push = cr_push_out(&scene, NULL, &movers[k], (carom_vec2){24, 24}, toward);
                assert_vec(push.at, 24 + 12 * sides[i].x, 24 + 12 * sides[i].y);
                push = cr_push_out(&scene, NULL, &movers[k], (carom_vec2){30, 30}, toward);
                bool right = toward.x > 0 || toward.y < 0;
                assert_vec(push.at, right ? 36 : 30, right ? 30 : 36);
            }
        }
        carom_push push = cr_push_out(&scene, NULL, &movers[k], (carom_vec2){30, 30}, (carom_vec2){0, 0});
        assert_vec(push.at, 36, 30);
    }
    carom_level_free(level);
}

/// A hull in an alley too narrow for it is not moved to the mouth, unless that is allowed.
static void stuck_in_an_alley(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, -500, 200, 20);
    add_box(&s, 0, 32, 200, 500);
    carom_shape hull = centred_box(12, 7);
    assert_true(push_out(&s, &hull, (carom_vec2){36, 26}).crushed); // 48 - 12 from the mouth
    assert_true(push_out(&s, &hull, (carom_vec2){36, 26.5f}).crushed);
    assert_true(push_within(&s, &hull, (carom_vec2){36, 26}, 47.99f).crushed);
    carom_push push = push_within(&s, &hull, (carom_vec2){36, 26}, 48);
    assert_vec(push.at, -12, 26);
    uint8_t codes[3 * 12] = {0};
    for (int i = 0; i < 12; ++i) codes[i] = codes[24 + i] = CAROM_TILE_SOLID;
    carom_level *level = level_of_codes(codes, 12, 3, (carom_vec2){0, 0});
    carom_scene scene = carom_scene_of_level(level);
    carom_shape wide = centred_box(12, 9);
    assert_true(carom_push_out(&scene, &wide, (carom_vec2){10, 24}, 0).crushed);
    assert_vec(carom_push_out(&scene, &wide, (carom_vec2){10, 24}, 100).at, -12, 24);
    carom_level_free(level);
}

/// Deep in a hill nothing is free for a long way: every shape comes out at its nearest side.
static void out_of_deep_solid(void **state) {
    (void)state;
    static uint8_t codes[64 * 64];
    memset(codes, CAROM_TILE_SOLID, sizeof codes);
    carom_level *level = level_of_codes(codes, 64, 64, (carom_vec2){0, 0});
    carom_scene scene = carom_scene_of_level(level);
    carom_shape segment, polygon, parts[2] = {circle(4), centred_box(6, 1)};
    carom_vec2 v[3] = {{-4, -4}, {4, -4}, {0, 4}};
    assert_int_equal(carom_make_segment((carom_vec2){-2, -4}, (carom_vec2){3, 4}, &segment), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(v, 3, &polygon), CAROM_STATUS_OK);
    const struct {
        carom_shape shape;
        float to_top; // from its position to its top
    } cases[] = {{circle(4), 4},
                 {centred_box(3, 4), 4},
                 {{.kind = CAROM_SHAPE_POINT}, 0},
                 {centred_capsule((carom_vec2){0, 4}, 2), 6},
                 {segment, 4},
                 {polygon, 4},
                 {compound_of(parts, 2), 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        carom_push push = carom_push_out(&scene, &cases[i].shape, (carom_vec2){500, 700}, 0);
        assert_vec(push.at, 500, 1024 + cases[i].to_top);
        assert_true(carom_push_out(&scene, &cases[i].shape, (carom_vec2){500, 700}, 300).crushed);
        for (int kind = CAROM_RESPONSE_STOP; kind <= CAROM_RESPONSE_PASS; ++kind) { // only what passes moves there
            carom_response response = {.kind = (carom_response_kind)kind, .restitution = 1};
            carom_motion done = carom_move(
                &scene, &cases[i].shape, &(carom_motion){.at = (carom_vec2){500, 700}, .velocity = (carom_vec2){3, 2}},
                &response, NULL, 0);
            bool passes = kind == CAROM_RESPONSE_PASS;
            assert_true(done.inside == !passes);
            assert_vec(done.at, passes ? 503 : 500, passes ? 702 : 700);
        }
    }
    carom_level_free(level);
}

/// A thin edge holds a shape that rests on it, and lets a shape pass that is deeper in it.
static void thin_edges_hold_what_rests_on_them(void **state) {
    (void)state;
    static const uint8_t codes[9] = {[3] = CAROM_TILE_EDGE, CAROM_TILE_EDGE, CAROM_TILE_EDGE};
    carom_level *level = level_of_codes(codes, 3, 3, (carom_vec2){0, 0});
    carom_scene scene = carom_scene_of_level(level);
    carom_shape ball = circle(4);
    assert_false(carom_push_out(&scene, &ball, (carom_vec2){24, 12}, 0).moved);
    assert_false(carom_push_out(&scene, &ball, (carom_vec2){24, 15}, 0).moved);
    carom_world *world;
    carom_body_id id;
    carom_shape press = centred_box(20, 8);
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &world), CAROM_STATUS_OK);
    carom_body_desc desc = {.shape = press, .type = CAROM_BODY_STATIC, .position = {24, 2}}; // its lower side at 10
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_OK);
    carom_world_view view = {.world = world};
    carom_scene both = carom_scene_of_world(&view);
    assert_true(carom_push_out(&both, &ball, (carom_vec2){24, 12}, 0).crushed);
    carom_push push = carom_push_out(&both, &ball, (carom_vec2){24, 13}, 0); // it does not rest on it
    assert_vec(push.at, 24, 14);
    carom_world_free(world);
    carom_level_free(level);
}

/// More obstacles than are looked at together: a brick wall, deep inside of it.
static void out_of_many(void **state) {
    (void)state;
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){0}, &world), CAROM_STATUS_OK);
    for (int i = 0; i < 40 * 40; ++i) {
        carom_body_id id;
        carom_shape brick = box(4, 4);
        carom_vec2 at = {(float)(4 * (i % 40)), (float)(4 * (i / 40))};
        carom_body_desc desc = {.shape = brick, .type = CAROM_BODY_STATIC, .position = at};
        assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_OK);
    }
    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_shape ball = circle(3);
    carom_push push = carom_push_out(&scene, &ball, (carom_vec2){70, 101}, 100);
    assert_vec(push.at, 70, 163);
    carom_world_free(world);
}

// ---- Against a dense search -----------------------------------------------------------------------------------------

static fixture random_scene(random_source *r) {
    fixture s = {0};
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

/// The least of many translations that are free; HUGE_VAL: none up to `most`.
static double dense_search(const fixture *s, const carom_shape *mover, carom_vec2 from, double most) {
    enum { DIRECTIONS = 90 };
    for (double far = 0.04; far <= most; far += 0.04) {
        for (int i = 0; i < DIRECTIONS; ++i) {
            double angle = i * (6.283185307179586 / DIRECTIONS);
            carom_vec2 at = {from.x + (float)(far * cos(angle)), from.y + (float)(far * sin(angle))};
            if (is_free(s, mover, at)) return far;
        }
    }
    return HUGE_VAL;
}

static void no_shorter_way_is_found(void **state) {
    (void)state;
    random_source r = {11};
    int moved = 0, crushed = 0;
    double longest_saved = 0;
    for (int i = 0; i < 4000; ++i) {
        fixture s = random_scene(&r);
        carom_shape mover = random_mover(&r);
        carom_vec2 from = {random_range(&r, -3, 3), random_range(&r, -3, 3)};
        if (is_free(&s, &mover, from)) continue;
        float most = random_range(&r, 0.1f, 4);
        carom_push push = push_within(&s, &mover, from, most);
        carom_vec2 way = {push.at.x - from.x, push.at.y - from.y};
        double found = dense_search(&s, &mover, from, push.moved ? length(way) - 1e-4 : (double)most);
        if (found < HUGE_VAL) {
            fail_msg("fixture %d: (%g, %g) pushed by %g, crushed %d, but %g is free", i, (double)from.x, (double)from.y,
                     length(way), push.crushed, found);
        }
        assert_true(length(way) <= (double)most * (1 + 1e-6));
        moved += push.moved;
        crushed += push.crushed;
        if (length(way) > longest_saved) longest_saved = length(way);
    }
    print_message("%d pushed out, by %.3g at most, %d crushed\n", moved, longest_saved, crushed);
    assert_true(moved > 1000);
    assert_true(crushed > 100);
}

/// The same in a mirror, and with the shapes in another order.
static void the_same_when_turned(void **state) {
    (void)state;
    random_source r = {12};
    int unequal = 0, moved = 0;
    for (int i = 0; i < 3000; ++i) {
        fixture s = random_scene(&r);
        carom_shape mover = random_mover(&r);
        carom_vec2 from = {random_range(&r, -3, 3), random_range(&r, -3, 3)};
        int way = 1 + random_below(&r, WAYS - 1);
        fixture other = turned_scene(&s, way, &r);
        carom_shape other_mover = turned_shape(&mover, way);
        carom_push push = push_out(&s, &mover, from), turn = push_out(&other, &other_mover, turned(from, way));
        carom_vec2 end = turned(push.at, way);
        assert_int_equal(push.crushed, turn.crushed);
        double off = hypot((double)end.x - (double)turn.at.x, (double)end.y - (double)turn.at.y);
        if (off > 1e-5)
            fail_msg("fixture %d: (%g, %g) and (%g, %g)", i, (double)end.x, (double)end.y, (double)turn.at.x,
                     (double)turn.at.y);
        unequal += off > 0;
        moved += push.moved;
    }
    print_message("%d pushed out, %d of them a step of a float elsewhere when turned\n", moved, unequal);
}

// ---- Far out, and corners exactly on corners -----------------------------------------------------------------------

static carom_shape turned_polygon(const carom_vec2 *v, int count, carom_vec2 at, int way) {
    carom_vec2 out[8];
    carom_shape shape;
    for (int i = 0; i < count; ++i) out[i] = turned((carom_vec2){v[i].x + at.x, v[i].y + at.y}, way);
    assert_int_equal(carom_make_polygon(out, count, &shape), CAROM_STATUS_OK);
    return shape;
}

/// A vertex of the mover is the centre of a circle: all translations of a radius along an arc are equally short.
static void a_vertex_on_the_centre_of_a_circle(void **state) {
    (void)state;
    static const carom_vec2 hexagon[6] = {{4, 0}, {8, 0}, {12, 4}, {8, 8}, {4, 8}, {0, 4}};
    static const carom_vec2 large[6] = {{7, 0}, {14, 0}, {21, 7}, {14, 14}, {7, 14}, {0, 7}};
    static const carom_vec2 mover[5] = {{-3, -5}, {3, -5}, {5, 0}, {3, 5}, {-3, 5}};
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        carom_vec2 c = turned((carom_vec2){1048601, 37}, way);
        *next_shape(&s) = turned_polygon(hexagon, 6, (carom_vec2){1048604, 39}, way);
        *next_shape(&s) = turned_polygon(large, 6, (carom_vec2){1048581, 37}, way);
        add_circle(&s, c.x, c.y, 7);
        carom_shape shape = turned_polygon(mover, 5, (carom_vec2){0, 0}, way);
        assert_true(push_out(&s, &shape, turned((carom_vec2){1048598, 42}, way)).crushed);
    }
}

/// The end of a segment is on the corner of a slope: the corner has no normal, and the depth is the same when turned.
static void an_end_on_the_corner_of_a_slope(void **state) {
    (void)state;
    static const carom_vec2 tile[4] = {{48, 24}, {64, 24}, {64, 32}, {48, 32}};
    static const carom_vec2 slope[3] = {{64, 32}, {64, 48}, {48, 48}}, roof[4] = {{0, 0}, {64, 0}, {64, 16}, {0, 16}};
    static const carom_vec2 side[4] = {{64, 8}, {80, 8}, {80, 16}, {64, 16}};
    const struct {
        const carom_vec2 *points;
        int count;
    } solids[4] = {{tile, 4}, {slope, 3}, {roof, 4}, {side, 4}};
    for (int way = 0; way < WAYS; ++way) {
        carom_vec2 points[4][4], a = turned((carom_vec2){-9, -10}, way), b = turned((carom_vec2){9, 10}, way);
        carom_outline outlines[4];
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < solids[i].count; ++k) points[i][k] = turned(solids[i].points[k], way);
            outlines[i] = (carom_outline){.points = points[i], .count = solids[i].count};
        }
        carom_level *level;
        carom_level_desc desc = {.outlines = outlines, .outlines_count = 4};
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape segment;
        assert_int_equal(carom_make_segment(a, b, &segment), CAROM_STATUS_OK);
        assert_true(carom_push_out(&scene, &segment, turned((carom_vec2){55, 22}, way), 0).crushed);
        carom_level_free(level);
    }
}

/// A gap of a tenth, where floats of x are coarse and those of y are fine.
static void into_a_gap_between_coarse_floats(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 1048576, -1000, 1048640, -984);
    add_box(&s, 1048576, -968, 1048640, -952);
    carom_shape ball = circle(7.94843721f);
    carom_push push = push_within(&s, &ball, (carom_vec2){1048586.625f, -974.372437f}, 39);
    assert_true(push.moved);
    assert_float_equal(push.at.x, 1048586.625f, 0.25f);
    assert_float_equal(push.at.y, -976, 0.06f);
}

/// Between the corners of two boxes a slanted capsule has 2^-10 to spare, where the floats of y are 2^-7 apart. Each y
/// has few x in the gap, and the gap is parallel to no axis. With a level the two edges of a corner have one tangent.
/// If each box is there many times, more surfaces touch the position than have room in a list.
static void into_a_gap_at_an_angle(void **state) {
    (void)state;
    enum { MANY = 16 };
    static const carom_vec2 boxes[2][4] = {{{16, 65552}, {48, 65552}, {48, 65568}, {16, 65568}},
                                           {{0, 65576}, {16, 65576}, {16, 65600}, {0, 65600}}};
    static const struct {
        carom_capsule capsule;
        carom_vec2 from, least;
    } cases[] = {
        {{{-3.84825659f, -1.96326041f}, {3.84825659f, 1.96326041f}, 3.56362629f},
         {17.4635258f, 65570.3906f},
         {16.5067005f, 65572.2578f}},
        // Of the closest y, the x closest to the tangent is not in the gap.
        {{{-5.5f, -1.8125f}, {5.5f, 1.8125f}, 3.79893661f}, {15.1899996f, 65573.6172f}, {15.7389441f, 65571.9141f}}};
    for (int n = 0; n < 2 * WAYS; ++n) {
        const int way = n % WAYS;
        const carom_shape capsule = {.kind = CAROM_SHAPE_CAPSULE, .capsule = cases[n / WAYS].capsule};
        carom_shape shape = turned_shape(&capsule, way);
        fixture s = {0}, many = {0};
        carom_vec2 points[2][4], start = turned(cases[n / WAYS].from, way), end = turned(cases[n / WAYS].least, way);
        carom_outline outlines[2];
        for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < 4; ++k) points[i][k] = turned(boxes[i][k], way);
            outlines[i] = (carom_outline){.points = points[i], .count = 4};
            for (int k = 0; k < MANY; ++k) *next_shape(&many) = turned_polygon(boxes[i], 4, (carom_vec2){0, 0}, way);
            *next_shape(&s) = many.shape[MANY * i];
        }
        carom_level *level;
        assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL),
                         CAROM_STATUS_OK);
        const carom_scene scenes[] = {space_of(&s), carom_scene_of_level(level), space_of(&many)};
        for (int i = 0; i < 3; ++i) {
            carom_push push = carom_push_out(&scenes[i], &shape, start, 13);
            assert_true(push.moved);
            assert_true(is_free(&s, &shape, push.at));
            assert_vec(push.at, end.x, end.y);
        }
        carom_level_free(level);
    }
}

static carom_vec2 at_ulps(float low, carom_vec2 v, float ulp) {
    return (carom_vec2){low + v.x * ulp, low + v.y * ulp};
}

/// Between two slopes a circle has less than an ulp to spare, and the floats of both axes are equally coarse. Between
/// slopes of 2 in 15 the positions in the gap are (15, 2) ulp apart. Between slopes of 1 in 30 the float closest to the
/// tangent is not in the gap, but the next one.
static void into_a_gap_at_an_angle_between_equal_floats(void **state) {
    (void)state;
    const float ulp = 0.125f, low = 0x1p20f + 128;
    const struct {
        double radius; // times the length of the slope
        carom_vec2 slopes[2][3], from, to;
    } gaps[2] = {
        {484 - 0.25, {{{-450, -60}, {450, 60}, {0, -200}}, {{-454, 4}, {446, 124}, {-4, 264}}}, {7, 29}, {13, 34}},
        {1000 - 0.6, {{{-600, -20}, {600, 20}, {0, -200}}, {{-590, 47}, {610, 87}, {10, 267}}}, {5, 31}, {-10, 33}}};
    for (int way = 0; way < 2 * WAYS; ++way) {
        fixture s = {0};
        int k = way / WAYS;
        const carom_vec2 *slope = gaps[k].slopes[0];
        double along = hypot((double)(slope[1].x - slope[0].x), (double)(slope[1].y - slope[0].y)) / (k ? 40 : 60);
        for (int i = 0; i < 2; ++i) {
            carom_vec2 v[3];
            for (int j = 0; j < 3; ++j) v[j] = turned(at_ulps(low, gaps[k].slopes[i][j], ulp), way % WAYS);
            assert_int_equal(carom_make_polygon(v, 3, next_shape(&s)), CAROM_STATUS_OK);
        }
        carom_shape ball = circle((float)(gaps[k].radius * (double)ulp / along));
        carom_push push = push_within(&s, &ball, turned(at_ulps(low, gaps[k].from, ulp), way % WAYS), 3);
        carom_vec2 to = turned(at_ulps(low, gaps[k].to, ulp), way % WAYS);
        expect_at(&push, (double)to.x, (double)to.y);
    }
}

static carom_scene_hit sweep_of_box(const void *self, const carom_shape *shape, carom_vec2 move) {
    assert_int_equal(shape->kind, CAROM_SHAPE_BOX);
    assert_true(isfinite(shape->box.min.x) && isfinite(shape->box.min.y));
    return scene_sweep(self, shape, move);
}

/// Between a wall and a slope, a box has half an ulp to spare, but its sides are rounded apart there. The normal of the
/// wall is along the axis of coarse floats, so that its tangent has no other x. With three ulp more there is a place.
static void not_between_walls_without_a_float(void **state) {
    (void)state;
    const float wall = 4194400.5f, ulp = 0.5f;
    const carom_shape thing = centred_box(1.5f * ulp, 1);
    for (int spare = 0; spare < 2; ++spare) {
        const float x = wall + (spare ? 5 : 2) * ulp;
        const carom_vec2 slope[4] = {{x, -100}, {x + 64, -100}, {x + 64, 100}, {x + ulp, 100}};
        fixture s = {0};
        add_box(&s, wall - 32, -100, wall, 100);
        assert_int_equal(carom_make_polygon(slope, 4, next_shape(&s)), CAROM_STATUS_OK);
        carom_scene scene = space_of(&s);
        scene.sweep = sweep_of_box;
        carom_push push = carom_push_out(&scene, &thing, (carom_vec2){wall - 2 * ulp, 0}, 3);
        if (spare) expect_at(&push, (double)(wall + 2 * ulp), 0);
        if (!spare) assert_true(push.crushed);
    }
}

/// The end of a segment is in solid by 2^-3, at coordinates with that spacing, past a corner that the segment passes.
static void an_end_past_a_corner(void **state) {
    (void)state;
    static const uint8_t codes[1] = {CAROM_TILE_SOLID};
    carom_level *level = level_of_codes(codes, 1, 1, (carom_vec2){65600, 1048624});
    carom_scene scene = carom_scene_of_level(level);
    carom_shape segment;
    assert_int_equal(carom_make_segment((carom_vec2){-9, -9}, (carom_vec2){9, 9}, &segment), CAROM_STATUS_OK);
    carom_push push = carom_push_out(&scene, &segment, (carom_vec2){65591.125f, 1048615.125f}, 0);
    assert_true(push.moved);
    fixture tile = {0};
    add_box(&tile, 65600, 1048624, 65616, 1048640);
    assert_true(is_free(&tile, &segment, push.at));
    carom_level_free(level);
}

/// A segment along a diagonal of tiles, from corner to corner: it penetrates if any of them is solid.
static void a_segment_along_a_diagonal(void **state) {
    (void)state;
    static const float origins[] = {0, -24, 1048576};
    for (int n = 0; n < 8 * 2 * 3; ++n) {
        const int solid = n % 8, is_mirrored = n / 8 % 2;
        const float origin = origins[n / 16];
        uint8_t codes[9] = {0};
        fixture tiles = {0};
        for (int i = 0; i < 3; ++i) {
            const int column = is_mirrored ? 2 - i : i;
            const double x = (double)origin + 16 * column, y = (double)origin + 16 * i;
            if (!(solid >> i & 1)) continue;
            codes[3 * i + column] = CAROM_TILE_SOLID;
            add_box(&tiles, (float)x, (float)y, (float)(x + 16), (float)(y + 16));
        }
        carom_level *level = level_of_codes(codes, 3, 3, (carom_vec2){origin, origin});
        carom_scene scene = carom_scene_of_level(level);
        carom_shape segment;
        const float across = is_mirrored ? -32 : 32;
        assert_int_equal(carom_make_segment((carom_vec2){-across, -32}, (carom_vec2){across, 32}, &segment),
                         CAROM_STATUS_OK);
        carom_push push = carom_push_out(&scene, &segment, (carom_vec2){origin + 24, origin + 24}, 0);
        assert_int_equal(push.moved, solid != 0);
        assert_false(push.crushed);
        assert_true(is_free(&tiles, &segment, push.at));
        carom_level_free(level);
    }
}

/// All least translations end where no float is free; a longer one is within the limit.
static void past_places_without_a_float(void **state) {
    (void)state;
    enum { O = CAROM_TILE_EMPTY, X = CAROM_TILE_SOLID, H = CAROM_TILE_HALF, S = CAROM_TILE_SLOPE_45 };
    static const uint8_t codes[25] = {S, S, H, O, S, O, O, X, X, O, O, X, O, O, S, S, O, O, X, H, O, H, X, H, O};
    carom_level *level = level_of_codes(codes, 5, 5, (carom_vec2){-1000, 1048576});
    carom_scene scene = carom_scene_of_level(level);
    carom_shape segment;
    carom_vec2 b = {12.7366447f, 8.7715168f};
    assert_int_equal(carom_make_segment((carom_vec2){-b.x, -b.y}, b, &segment), CAROM_STATUS_OK);
    carom_push push = carom_push_out(&scene, &segment, (carom_vec2){-955.26947f, 1048616.75f}, 39.5218f);
    assert_true(push.moved);
    carom_level_free(level);
}

/// The end of a segment is an ulp beside a concave corner, and an obstacle crosses its other end. It must not leave the
/// obstacle along its own line, exactly through the corner, where it touches each edge of the level only at an end.
static void not_along_its_line_into_a_corner(void **state) {
    (void)state;
    static const carom_vec2 corner[5] = {{53, 9.5f}, {49, 9.5f}, {48.5f, 10}, {48.5f, 12}, {44, 4}};
    for (int way = 0; way < WAYS; ++way) {
        carom_vec2 points[5];
        for (int k = 0; k < 5; ++k) points[k] = turned(corner[k], way);
        carom_level *level;
        carom_level_desc desc = {.outlines = &(carom_outline){.points = points, .count = 5}, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &world), CAROM_STATUS_OK);
        carom_body_desc obstacle = {.type = CAROM_BODY_STATIC};
        carom_vec2 a = turned((carom_vec2){47.6475258f, 11.9286575f}, way),
                   b = turned((carom_vec2){50.1475258f, 9.17865753f}, way);
        assert_int_equal(carom_make_segment(a, b, &obstacle.shape), CAROM_STATUS_OK);
        assert_int_equal(carom_world_add(world, &obstacle, NULL, NULL), CAROM_STATUS_OK);
        carom_scene scene = carom_scene_of_world(&(carom_world_view){.world = world});
        carom_shape segment;
        carom_vec2 zero = {0, 0}, end = turned((carom_vec2){-0.5f, -0.5f}, way);
        for (int flat = 0; flat < 2; ++flat) {
            carom_status status =
                flat ? carom_make_capsule(zero, end, 0, &segment) : carom_make_segment(zero, end, &segment);
            assert_int_equal(status, CAROM_STATUS_OK);
            carom_push push = carom_push_out(&scene, &segment, turned((carom_vec2){49, 10.500001f}, way), 0);
            assert_true(push.crushed);
        }
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// A point in a sharp corner between a disc and a polygon. Near the crossing of their boundaries no float is clear, and
/// the size of the shape does not say how far a search may go. A longer translation leads to the other crossing.
static void out_of_a_sharp_corner(void **state) {
    (void)state;
    static const carom_vec2 corner[5] = {{-22, -11}, {-8, -5}, {1, -1}, {-3, 8}, {-20, -6}};
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        carom_vec2 points[5], centre = turned((carom_vec2){8, 7}, way), from = turned((carom_vec2){-3, 2}, way);
        for (int k = 0; k < 5; ++k) points[k] = turned(corner[k], way);
        add_circle(&s, centre.x, centre.y, 10);
        assert_int_equal(carom_make_polygon(points, 5, next_shape(&s)), CAROM_STATUS_OK);
        carom_shape shapes[5] = {circle(0), centred_box(0, 0), centred_capsule((carom_vec2){0, 0}, 0),
                                 circle(0x1p-20f)};
        carom_make_point((carom_vec2){0, 0}, &shapes[4]);
        for (int k = 0; k < 5; ++k) {
            const float limits[4] = {3.6f, 4, 40, 200};
            for (int i = 0; i < 4; ++i) {
                carom_push push = push_within(&s, &shapes[k], from, limits[i]);
                carom_vec2 least = turned((carom_vec2){0.256946f, 0.671876f}, way);
                assert_true(push.moved);
                assert_float_equal(push.at.x, least.x, 1e-4f);
                assert_float_equal(push.at.y, least.y, 1e-4f);
            }
        }
    }
}

/// A tiny circle is almost in the tip of a wedge, where the floats of x are coarse for its size. No float beside the
/// crossing of the boundaries is clear, but some are farther out of the wedge.
static void out_of_the_tip_of_a_wedge(void **state) {
    (void)state;
    static const carom_vec2 walls[2][3] = {{{891, 9}, {941, 45}, {941, -11}}, {{891, 9}, {941, 54}, {891, 54}}};
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        for (int i = 0; i < 2; ++i) *next_shape(&s) = turned_polygon(walls[i], 3, (carom_vec2){0, 0}, way);
        carom_shape ball = circle(0x1p-10f);
        carom_push push = push_out(&s, &ball, turned((carom_vec2){891 + 13 * 0x1p-10f, 9 + 13 * 0x1p-10f}, way));
        carom_vec2 to = turned((carom_vec2){891.01416f, 9.01142502f}, way);
        expect_at(&push, (double)to.x, (double)to.y);
    }
}

/// A ball rests on a one-way edge that is far narrower than it, and is deep in a ceiling. It does not leave the ceiling
/// through the edge, but beside it.
static void not_through_a_narrow_one_way_edge(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const float half = 0x1p-4f;
        fixture s = {0};
        carom_vec2 a = turned((carom_vec2){-half, 1}, way), b = turned((carom_vec2){half, 1}, way);
        bool flips = way & 4;
        assert_int_equal(carom_make_one_sided(flips ? b : a, flips ? a : b, next_shape(&s)), CAROM_STATUS_OK);
        const carom_vec2 ceiling[4] = {{-64, -64}, {64, -64}, {64, 1.5f}, {-64, 1.5f}};
        *next_shape(&s) = turned_polygon(ceiling, 4, (carom_vec2){0, 0}, way);
        carom_shape ball = circle(1);
        carom_push push = push_within(&s, &ball, (carom_vec2){0, 0}, 3);
        carom_vec2 to = turned((carom_vec2){1 + half, 2.5f}, way); // beside the edge, on either side
        assert_true(push.moved);
        assert_true(fabsf(push.at.x) == fabsf(to.x) && fabsf(push.at.y) == fabsf(to.y));
    }
}

/// Where a ball is beside a corner, a slope covers all but the middle of the arc: there is the least translation.
static void to_the_middle_of_an_arc(void **state) {
    (void)state;
    static const carom_vec2 solids[3][4] = {{{-20, -20}, {0, -20}, {0, 0}, {-20, 0}},
                                            {{-40, -40}, {-2.5f, -40}, {-2.5f, 40}, {-40, 40}},
                                            {{-40.75f, -40}, {39.25f, -40}, {0, -0.75f}, {-40.75f, 40}}};
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        for (int i = 0; i < 3; ++i) *next_shape(&s) = turned_polygon(solids[i], 4, (carom_vec2){0, 0}, way);
        carom_shape ball = circle(4);
        carom_push push = push_within(&s, &ball, turned((carom_vec2){-3, 2}, way), 5);
        carom_vec2 to = turned((carom_vec2){1.5f, sqrtf(13.75f)}, way);
        expect_at(&push, (double)to.x, (double)to.y);
    }
}

/// Shapes without size at the origin and beside it have no scale of their own.
static void points_at_the_origin(void **state) {
    (void)state;
    const float places[] = {0, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1p-60f};
    const uint8_t codes[1] = {CAROM_TILE_SOLID};
    for (int i = 0; i < 25; ++i) {
        carom_shape shapes[4] = {circle(0), box(0, 0)};
        carom_make_point((carom_vec2){0, 0}, &shapes[2]);
        carom_make_segment((carom_vec2){0, 0}, (carom_vec2){0, 0}, &shapes[3]);
        carom_level *level = level_of_codes(codes, 1, 1, (carom_vec2){-3, -2});
        carom_scene scene = carom_scene_of_level(level);
        carom_vec2 from = {places[i % 5], places[i / 5]};
        for (int k = 0; k < 4; ++k) {
            carom_push push = carom_push_out(&scene, &shapes[k], from, 0);
            expect_at(&push, (double)from.x, -2);
        }
        carom_level_free(level);
    }
}

/// The position of a shape far from its own origin has coarse floats, although its vertices are near zero. The rounding
/// of the position counts as penetration depth at rest.
static void far_from_its_own_origin(void **state) {
    (void)state;
    random_source r = {7};
    for (int i = 0; i < 2000; ++i) {
        float far = ldexpf(1, random_below(&r, 21)), size = random_range(&r, 0.5f, 4);
        carom_vec2 own = {far, random_below(&r, 2) ? far : 0};
        carom_shape shapes[3] = {box(size, 1), circle(size / 2)};
        assert_int_equal(carom_make_point((carom_vec2){0, 0}, &shapes[2]), CAROM_STATUS_OK);
        carom_shape shape = carom_shape_at(&shapes[i % 3], own);
        fixture s = {0};
        add_circle(&s, random_range(&r, -6, 6), random_range(&r, -6, 6), 3);
        carom_vec2 from = {-own.x + random_range(&r, -6, 6), -own.y + random_range(&r, -6, 6)};
        carom_push push = push_out(&s, &shape, from);
        if (!push.moved) assert_true(is_free(&s, &shape, from));
    }
}

/// Out of a block below a bar, so large that floats at their sides are 2^-4 apart, a small circle moves farther than
/// the least translation. The second least is the better one if it ends closer to a float, and not if that is farther
/// away.
static void to_the_closest_float(void **state) {
    (void)state;
    const float unit = 0x1p-10f, far = 0x1p20f, side = far - 128 * unit;
    for (int i = 0; i < 2 * WAYS; ++i) {
        const int way = i / 2;
        const bool up = i % 2; // across the bar, not sideways out of the block
        const float top = up ? far - 192 * unit : side;
        const carom_shape block = {.kind = CAROM_SHAPE_BOX, .box = {{-2 * far, -top}, {side, 2 * far}}};
        const carom_shape bar = {.kind = CAROM_SHAPE_CAPSULE,
                                 .capsule = {{-2 * far, -top}, {side - 1, -top}, (up ? 59 : 9) * unit}};
        const carom_vec2 from = {0, 20 * unit};
        const carom_vec2 clear = up ? (carom_vec2){0, -side} : (carom_vec2){far - 64 * unit, from.y};
        const carom_shape ball = circle(unit);
        const carom_vec2 end = turned(clear, way);
        fixture s = {0};
        *next_shape(&s) = turned_shape(&block, way);
        *next_shape(&s) = turned_shape(&bar, way);
        carom_push push = push_within(&s, &ball, turned(from, way), 2 * far);
        assert_true(push.moved);
        assert_vec(push.at, end.x, end.y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_three_at_once),
        cmocka_unit_test(out_of_two_discs_where_they_cross),
        cmocka_unit_test(not_into_the_wall_beside),
        cmocka_unit_test(not_to_where_solids_meet),
        cmocka_unit_test(not_through_a_thin_wall),
        cmocka_unit_test(crushed_is_told_and_not_sent_away),
        cmocka_unit_test(out_of_a_level_corner),
        cmocka_unit_test(out_of_one_cell),
        cmocka_unit_test(out_of_its_own_middle),
        cmocka_unit_test(out_along_a_preference),
        cmocka_unit_test(stuck_in_an_alley),
        cmocka_unit_test(out_of_deep_solid),
        cmocka_unit_test(thin_edges_hold_what_rests_on_them),
        cmocka_unit_test(out_of_many),
        cmocka_unit_test(no_shorter_way_is_found),
        cmocka_unit_test(the_same_when_turned),
        cmocka_unit_test(a_vertex_on_the_centre_of_a_circle),
        cmocka_unit_test(an_end_on_the_corner_of_a_slope),
        cmocka_unit_test(into_a_gap_between_coarse_floats),
        cmocka_unit_test(into_a_gap_at_an_angle),
        cmocka_unit_test(into_a_gap_at_an_angle_between_equal_floats),
        cmocka_unit_test(not_between_walls_without_a_float),
        cmocka_unit_test(an_end_past_a_corner),
        cmocka_unit_test(a_segment_along_a_diagonal),
        cmocka_unit_test(past_places_without_a_float),
        cmocka_unit_test(not_along_its_line_into_a_corner),
        cmocka_unit_test(out_of_a_sharp_corner),
        cmocka_unit_test(out_of_the_tip_of_a_wedge),
        cmocka_unit_test(not_through_a_narrow_one_way_edge),
        cmocka_unit_test(to_the_middle_of_an_arc),
        cmocka_unit_test(points_at_the_origin),
        cmocka_unit_test(far_from_its_own_origin),
        cmocka_unit_test(to_the_closest_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
