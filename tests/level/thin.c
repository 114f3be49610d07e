// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One-way edges and open chains: which motions they block, and which pass.
#include "level/bends.h"
#include "level/maps.h"
#include "level/same.h"

#include "base/vec.h"

static carom_sweep_hit sweep_circle(const carom_level *level, float x, float y, float radius, float dx, float dy) {
    carom_shape circle;
    carom_make_circle((carom_vec2){x, y}, radius, &circle);
    return carom_level_sweep(level, &circle, (carom_vec2){dx, dy});
}

static void a_one_way_top_blocks_from_above_only(void **state) {
    (void)state;
    static map m;
    map_draw(&m,
             "......\n"
             ".----.\n"
             "......\n",
             16);
    carom_level *level = level_of_map(&m);
    assert_int_equal(carom_level_edge_count(level), 1);

    carom_sweep_hit down = sweep_circle(level, 40, 8, 2, 0, 20);
    assert_true(down.hit);
    assert_same_float(down.t, nextafterf(0.3f, 0));
    assert_same_point(down.normal, ((carom_vec2){0, -1}));
    assert_same_float(down.at.y, 14);
    assert_true(sweep_circle(level, 40, 14, 2, 0, 1).hit);    // resting on it, pressed down
    assert_false(sweep_circle(level, 40, 14, 2, 5, 0).hit);   // sliding along it
    assert_false(sweep_circle(level, 40, 30, 2, 0, -20).hit); // moving up through it
    assert_false(sweep_circle(level, 40, 16.5f, 2, 0, -20).hit);
    assert_false(sweep_circle(level, 40, 15, 2, 0, 20).hit); // overlapping at the start
    assert_false(sweep_circle(level, 40, 15, 2, 0, 0).hit);
    assert_false(sweep_circle(level, 10, 17, 2, 40, 0).hit); // along its line
    assert_false(carom_level_solid(level, (carom_vec2){40, 16}));

    assert_true(carom_level_ray(level, (carom_vec2){40, 8}, (carom_vec2){0, 20}).hit);
    assert_true(carom_level_ray(level, (carom_vec2){40, 16}, (carom_vec2){0, 20}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){40, 20}, (carom_vec2){0, -20}).hit);
    // At the seam of two cells, and at the ends.
    assert_true(carom_level_ray(level, (carom_vec2){32, 8}, (carom_vec2){0, 20}).hit);
    assert_true(carom_level_ray(level, (carom_vec2){16, 8}, (carom_vec2){0, 20}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){15.9f, 8}, (carom_vec2){0, 20}).hit);
    carom_level_free(level);
}

/// A platform that a body overlaps must not block it at the position where a wall does.
static void a_wall_blocks_a_body_inside_a_platform(void **state) {
    (void)state;
    static map m;
    map_draw(&m,
             "...\n"
             "--#\n"
             "...\n",
             16);
    carom_level *level = level_of_map(&m);
    carom_sweep_hit hit = sweep_circle(level, 10, 17, 3, 40, -0.5f);
    assert_true(hit.hit);
    assert_false(hit.inside);
    assert_same_float(hit.at.x, 29);
    assert_same_float(hit.normal.x, -1);
    carom_level_free(level);
}

static void one_way_tiles_are_not_merged_with_solids(void **state) {
    (void)state;
    static map m;
    map_draw(&m,
             "...\n"
             ".-.\n"
             ".#.\n",
             16);
    m.codes[4] = carom_tile_code(CAROM_TILE_EDGE, false, 2); // a thin bottom where the solid begins: hit from below
    carom_level *level = level_of_map(&m);
    assert_int_equal(carom_level_edge_count(level), 5);
    assert_true(sweep_circle(level, 24, 20, 2, 0, 20).hit);
    carom_level_free(level);
}

// ---- Open chains ----------------------------------------------------------------------------------------------------

static carom_level *level_of_chain(const carom_vec2 *points, int count, bool one_way) {
    carom_outline outline = {.points = points, .count = count, .open = true, .one_way = one_way, .tag = 3};
    return level_of_outlines(&outline, 1);
}

static void an_open_chain_blocks_from_both_sides(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {10, 0}, {20, 10}};
    carom_level *level = level_of_chain(points, 3, false);
    assert_int_equal(carom_level_edge_count(level), 4);
    assert_int_equal(carom_level_edge_at(level, 0).tag, 3);

    assert_same_float(sweep_circle(level, 5, -5, 1, 0, 10).at.y, -1);
    assert_same_float(sweep_circle(level, 5, 5, 1, 0, -10).at.y, 1);
    // The vertex between two edges, from either side.
    assert_true(sweep_circle(level, 10, -5, 1, 0, 10).hit);
    assert_true(sweep_circle(level, 10, 8, 1, 0, -10).hit);
    // The ends: head on, at the side, and just past them.
    carom_sweep_hit end = sweep_circle(level, -5, 0, 1, 10, 0);
    assert_true(end.hit);
    assert_same_float(end.at.x, -1);
    assert_same_float(end.normal.x, -1);
    assert_true(sweep_circle(level, -0.5f, -5, 1, 0, 10).hit);
    assert_false(sweep_circle(level, -1, -5, 1, 0, 10).hit);
    assert_false(carom_level_solid(level, (carom_vec2){5, 0}));

    assert_true(carom_level_ray(level, (carom_vec2){10, -5}, (carom_vec2){0, 10}).hit);
    assert_true(carom_level_ray(level, (carom_vec2){10, 5}, (carom_vec2){0, -10}).hit);
    assert_true(carom_level_ray(level, (carom_vec2){0, 5}, (carom_vec2){20, -20}).hit);
    assert_same_float(carom_level_ray(level, (carom_vec2){-5, 5}, (carom_vec2){20, -20}).t, 0.25f); // through the end
    // A ray from a point on the chain may leave to either side. A point that came to rest on the chain stays on its
    // side.
    assert_false(carom_level_ray(level, (carom_vec2){5, 0}, (carom_vec2){0, 10}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){5, 0}, (carom_vec2){0, -10}).hit);
    carom_shape point;
    carom_make_point((carom_vec2){5, -5}, &point);
    for (int i = 0; i < 3; ++i) {
        carom_sweep_hit hit = carom_level_sweep(level, &point, (carom_vec2){0.3f, 10});
        assert_true(hit.hit);
        assert_true(hit.at.y < 0);
        point.point = hit.at;
    }
    carom_level_free(level);
}

/// A point on a chain moves to a wall. The chain, which the point touches, must not hold it back.
static void a_point_leaves_the_chain_that_it_touches(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {20, 16}, {30, -50}};
    static const carom_vec2 wall[] = {{12, -60}, {12, 70}};
    static const carom_vec2 starts[] = {{0, 0}, {5, 4}, {10, 8}};
    const carom_outline outlines[] = {{.points = points, .count = 3, .open = true},
                                      {.points = wall, .count = 2, .open = true}};
    carom_level *level = level_of_outlines(outlines, 2);
    random_source r = {61};
    for (int i = 0; i < 300; ++i) {
        carom_vec2 from = starts[i % 3], move = {40, random_range(&r, -30, 50)};
        carom_shape point;
        carom_make_point(from, &point);
        carom_sweep_hit hit = carom_level_sweep(level, &point, move);
        assert_true(hit.hit);
        assert_true(hit.t > 0.03f);
        assert_true(hit.t < 0.4f);
        assert_true(fabsf(hit.at.x - from.x - hit.t * move.x) < 1e-4f);
        assert_true(fabsf(hit.at.y - from.y - hit.t * move.y) < 1e-4f);
    }
    carom_level_free(level);
}

static void a_one_way_chain_blocks_from_its_right(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {10, 0}, {20, 10}};
    carom_level *level = level_of_chain(points, 3, true);
    assert_int_equal(carom_level_edge_count(level), 2);
    assert_true(sweep_circle(level, 5, -5, 1, 0, 10).hit);
    assert_true(sweep_circle(level, 10, -5, 1, 0, 10).hit);
    assert_false(sweep_circle(level, 5, 5, 1, 0, -10).hit);
    assert_false(sweep_circle(level, 10, 5, 1, 0, -10).hit);
    carom_level_free(level);
}

static void a_one_way_loop_lets_bodies_out(void **state) {
    (void)state;
    static const carom_vec2 points[] = {{0, 0}, {0, 10}, {10, 10}, {10, 0}}; // clockwise; the winding does not matter
    carom_outline outline = {.points = points, .count = 4, .one_way = true};
    carom_level *level = level_of_outlines(&outline, 1);
    assert_int_equal(carom_level_edge_count(level), 4);
    assert_same_float(sweep_circle(level, -5, 5, 1, 20, 0).at.x, -1);
    assert_false(sweep_circle(level, 5, 5, 1, 20, 0).hit);
    assert_false(carom_level_solid(level, (carom_vec2){5, 5}));
    carom_level_free(level);
}

// ---- Bent one-way chains --------------------------------------------------------------------------------------------

/// A shape that starts in one edge of a chain passes it, and enters the next edge along its line: nothing stops it.
static void a_shape_passes_a_chain_that_it_starts_in(void **state) {
    (void)state;
    static const carom_vec2 valley[] = {{0, 0}, {10, 0}, {10, -10}};
    carom_outline outline = {.points = valley, .count = 3, .open = true, .one_way = true};
    carom_level *level = level_of_outlines(&outline, 1);
    carom_sweep_hit past = sweep_circle(level, 13, -3, 4, -7, 0);
    assert_false(past.hit);
    assert_same_point(past.at, ((carom_vec2){6, -3}));
    assert_same_point(sweep_circle(level, 6, -3, 4, -1, 0).at, ((carom_vec2){5, -3}));
    carom_level_free(level);
}

static carom_vec2 random_vector(random_source *r, int most, bool integers) {
    float x = random_range(r, (float)-most, (float)most), y = random_range(r, (float)-most, (float)most);
    return integers ? (carom_vec2){rintf(x), rintf(y)} : (carom_vec2){x, y};
}

static carom_shape random_mover(random_source *r, bool integers) {
    carom_vec2 points[4];
    carom_shape shape;
    for (int i = 0; i < 4; ++i) points[i] = random_vector(r, 8, integers);
    carom_vec2 beside = {points[0].x + 9, points[0].y}, above = {points[0].x, points[0].y + 0.125f};
    carom_vec2 thin[4] = {points[0], points[1], {points[1].x, points[1].y + 0.125f}, above};
    switch (random_below(r, 8)) {
    case 0: return (carom_shape){.kind = CAROM_SHAPE_POINT, .point = points[0]};
    case 1: return (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {points[0], fabsf(points[1].x) + 1}};
    case 2: carom_make_capsule(points[0], points[1], fabsf(points[2].x) + 0.5f, &shape); return shape;
    case 3: carom_make_capsule(points[0], points[1], 0, &shape); return shape;
    case 4: carom_make_box(points[0], beside, &shape); return shape;
    case 5: carom_make_segment(points[0], points[1], &shape); return shape;
    case 6:
        if (carom_make_hull(thin, 4, &shape) == CAROM_STATUS_OK) return shape;
        return (carom_shape){.kind = CAROM_SHAPE_POINT, .point = points[0]};
    default:
        if (carom_make_hull(points, 4, &shape) == CAROM_STATUS_OK) return shape;
        return (carom_shape){.kind = CAROM_SHAPE_POINT, .point = points[0]};
    }
}

/// True if a flat shape moves along its own line: its end is swept as a point, and may hit where the shape does not.
static bool is_leading_along(const carom_shape *shape, carom_vec2 move) {
    carom_vec2 a = shape->capsule.a, b = shape->capsule.b; // where those of a segment and the corners of a box are
    bool is_flat = shape->kind == CAROM_SHAPE_SEGMENT ||
                   (shape->kind == CAROM_SHAPE_CAPSULE && shape->capsule.radius == 0) ||
                   (shape->kind == CAROM_SHAPE_BOX && a.y == b.y);
    return is_flat && ((double)b.x - (double)a.x) * (double)move.y == ((double)b.y - (double)a.y) * (double)move.x;
}

/// True if a chain turns back on itself: its tip is a vertex of no triangle.
static bool turns_back(const carom_vec2 *points, int count) {
    bool back = false;
    for (int i = 2; i < count; ++i) back |= convexity(points[i - 2], points[i - 1], points[i]) == 0;
    return back;
}

/// The time at which the first edge, on its own, or a convex vertex of two edges stops the shape; 2 without one.
static float first_stop(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    float t = 2;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = true}};
        carom_sweep_hit hit = carom_sweep(shape, move, &edge, (carom_vec2){0, 0});
        if (hit.hit && !hit.inside && hit.t < t) t = hit.t;
        float at_corner = corner_stop(level, i, shape, move);
        if (at_corner < t) t = at_corner;
    }
    return t;
}

/// The end of a sweep among bent chains is that of its time of impact, in all directions: no edge holds a shape back
/// that it does not stop.
static void a_chain_holds_no_shape_back(void **state) {
    (void)state;
    static const float offsets[] = {0, 0.5f, 1000, 65536, 1048576, -1000000};
    random_source r = {7};
    for (int i = 0; i < 4000; ++i) {
        bool integers = random_below(&r, 2);
        carom_vec2 offset = {offsets[random_below(&r, 6)], offsets[random_below(&r, 6)]}, points[5];
        int count = 3 + random_below(&r, 3);
        for (int k = 0; k < count; ++k) {
            carom_vec2 v = random_vector(&r, 32, integers);
            points[k] = (carom_vec2){offset.x + v.x, offset.y + v.y};
            if (k && random_below(&r, 3) == 0) points[k].x = points[k - 1].x;
            if (k && random_below(&r, 3) == 0) points[k].y = points[k - 1].y;
        }
        if (turns_back(points, count)) continue;
        carom_outline outline = {.points = points, .count = count, .open = true, .one_way = true};
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        carom_level *level;
        if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) continue;
        for (int k = 0; k < 20; ++k) {
            carom_shape mover = random_mover(&r, integers);
            carom_vec2 aside = random_vector(&r, 40, integers), move = random_vector(&r, 20, integers);
            if (random_below(&r, 3) == 0) move.x = 0;
            if (random_below(&r, 3) == 0) move.y = 0;
            mover = carom_shape_at(&mover, (carom_vec2){offset.x + aside.x, offset.y + aside.y});
            float t = first_stop(level, &mover, move);
            carom_sweep_hit hit = carom_level_sweep(level, &mover, move);
            carom_vec2 from = carom_level_sweep(level, &mover, (carom_vec2){0, 0}).at;
            if (is_leading_along(&mover, move)) continue;
            assert_int_equal(hit.hit, t <= 1);
            if (t <= 1) assert_same_float(hit.t, t);
            float off_x = hit.at.x - (from.x + hit.t * move.x), off_y = hit.at.y - (from.y + hit.t * move.y);
            float size = fabsf(offset.x) + fabsf(offset.y) + 100;
            assert_true(fabsf(off_x) + fabsf(off_y) <= size * 0x1p-18f);
        }
        carom_level_free(level);
    }
}

// ---- Convex vertices ------------------------------------------------------------------------------------------------

/// One of 8 quarter turns and reflections, and an offset. `way` & 1 reflects.
static carom_vec2 turned_to(carom_vec2 v, int way, float offset) {
    if (way & 1) v.x = -v.x;
    for (int i = 0; i < way / 2; ++i) v = (carom_vec2){-v.y, v.x};
    return (carom_vec2){v.x + offset, v.y + offset};
}

/// A chain seen from its right side; reflected, its points are in reverse.
static carom_level *turned_chain(const carom_vec2 *points, int count, int way, float offset) {
    carom_vec2 turned[8];
    for (int i = 0; i < count; ++i) turned[way & 1 ? count - 1 - i : i] = turned_to(points[i], way, offset);
    return level_of_chain(turned, count, true);
}

static carom_shape flat_shape(bool is_capsule, carom_vec2 a, carom_vec2 b) {
    carom_shape shape;
    carom_status status = is_capsule ? carom_make_capsule(a, b, 0, &shape) : carom_make_segment(a, b, &shape);
    assert_int_equal(status, CAROM_STATUS_OK);
    return shape;
}

/// A segment in front of one edge of a bend moves against the normal of the other edge: it is stopped at the vertex, in
/// all directions and at all offsets. From behind, it passes.
static void flat_shapes_do_not_pass_a_bend(void **state) {
    (void)state;
    static const carom_vec2 chain[] = {{12, 2}, {0, 0}, {-11, -7}, {2, -27}};
    static const float offsets[] = {0, 1024, -1024, 1048576};
    const carom_vec2 move = {24, 8}, back = {-24, -8}, up = {-8, 64}, a = {-4, -2}, b = {6, 3};
    for (int i = 0; i < 8 * 4 * 2; ++i) {
        int way = i % 8;
        float offset = offsets[i / 8 % 4];
        carom_level *level = turned_chain(chain, 4, way, offset);
        for (int k = 0; k < 2; ++k) { // touching the vertex, and an eighth of the motion before it
            carom_vec2 p = {a.x - 3 * (float)k, a.y - (float)k}, q = {b.x - 3 * (float)k, b.y - (float)k};
            carom_shape shape = flat_shape(i >= 32, turned_to(p, way, offset), turned_to(q, way, offset));
            carom_sweep_hit hit = carom_level_sweep(level, &shape, turned_to(move, way, 0));
            assert_true(hit.hit);
            if (k == 0) assert_int_equal(hit.feature, CAROM_FEATURE_END_B);
            assert_same_point(hit.point, turned_to((carom_vec2){0, 0}, way, offset));
            assert_same_float(hit.t, k ? 0.125f : 0);
            assert_false(carom_level_sweep(level, &shape, turned_to(back, way, 0)).hit);
        }
        carom_vec2 p = {-1, -4}, q = {3, -2};
        carom_shape behind = flat_shape(i >= 32, turned_to(p, way, offset), turned_to(q, way, offset));
        assert_false(carom_level_sweep(level, &behind, turned_to(up, way, 0)).hit);
        assert_false(carom_level_sweep(level, &behind, turned_to(back, way, 0)).hit);
        carom_level_free(level);
    }
}

static carom_vec2 random_multiple(random_source *r, float offset) {
    float x = offset + (float)(random_below(r, 33) - 16) / 2;
    return (carom_vec2){x, (float)(random_below(r, 33) - 16) / 2};
}

/// A point on the line of an edge, often one of its ends.
static carom_vec2 on_line(random_source *r, carom_vec2 a, carom_vec2 b) {
    float t = (float)(random_below(r, 9) - 2) / 4;
    return (carom_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static bool is_along(carom_vec2 move, carom_vec2 p, carom_vec2 q) {
    return cr_cross(cr_widen(move), cr_subtract(cr_widen(q), cr_widen(p))) == 0;
}

/// Rays and segments hit the tips of a thin edge as they hit the ends of a two-sided segment. The exceptions are those
/// of all levels: along the line of the edge a ray hits nothing, and along its own line a segment hits a vertex.
static void tips_are_hit_as_ends_of_segments(void **state) {
    (void)state;
    random_source r = {71};
    long hits[2] = {0, 0};
    for (int i = 0; i < 40000; ++i) {
        float offset = random_below(&r, 2) ? 1000 : 0;
        carom_vec2 ends[] = {random_multiple(&r, offset), random_multiple(&r, offset)}, move = random_multiple(&r, 0);
        carom_shape edge, shape, point;
        if (ends[0].x == ends[1].x && ends[0].y == ends[1].y) continue;
        carom_make_segment(ends[0], ends[1], &edge);
        carom_level *level = level_of_chain(ends, 2, false);
        carom_vec2 p = random_multiple(&r, offset), q = random_multiple(&r, offset);
        if (random_below(&r, 2)) q = on_line(&r, ends[0], ends[1]);
        if (random_below(&r, 4) == 0) p = on_line(&r, ends[0], ends[1]);
        if (random_below(&r, 4) == 0) move = (carom_vec2){ends[1].x - ends[0].x, ends[1].y - ends[0].y};
        if (random_below(&r, 4) == 0) move = (carom_vec2){2 * (ends[0].x - p.x), 2 * (ends[0].y - p.y)};
        carom_make_point(p, &point);
        if (!is_along(move, ends[0], ends[1]) || !is_along(move, ends[0], p)) {
            carom_ray_hit free = carom_ray(p, move, &edge), ray = carom_level_ray(level, p, move);
            carom_sweep_hit hit = carom_level_sweep(level, &point, move);
            assert_true(ray.hit == free.hit && hit.hit == free.hit);
            assert_same_float(ray.t, free.t);
            assert_same_float(hit.t, free.t);
            hits[0] += free.hit;
        }
        if (carom_make_segment(p, q, &shape) == CAROM_STATUS_OK && !is_along(move, p, q)) {
            carom_sweep_hit free = carom_sweep(&shape, move, &edge, (carom_vec2){0, 0});
            carom_sweep_hit hit = carom_level_sweep(level, &shape, move);
            assert_true(free.inside || hit.hit == free.hit);
            if (!free.inside) assert_same_float(hit.t, free.t);
            hits[1] += free.hit;
        }
        carom_level_free(level);
    }
    assert_true(hits[0] > 8000 && hits[1] > 8000);
}

/// A segment that moves along its own line hits a vertex that is nearer than an ulp of its length.
static void a_segment_along_its_own_line_hits_a_vertex(void **state) {
    (void)state;
    static const carom_vec2 chain[] = {{13, 13}, {0, 0}, {-15, 18}};
    for (int way = 0; way < 8; ++way) {
        carom_level *level = turned_chain(chain, 3, way, 0);
        carom_vec2 a = turned_to((carom_vec2){0, 0x1p-149f}, way, 0), b = turned_to((carom_vec2){0, 2.89f}, way, 0);
        carom_shape shape = flat_shape(true, a, b);
        carom_sweep_hit hit = carom_level_sweep(level, &shape, turned_to((carom_vec2){0, -0.8f}, way, 0));
        assert_true(hit.hit);
        assert_true(hit.t < 1e-40f);
        carom_level_free(level);
    }
}

static bool is_across(float low, float high, float vertex, float side_a, float side_b) {
    return low < vertex && vertex < high && side_a * side_b < 0;
}

/// True if a box of no height is across a-v-b, exactly through v.
static bool crosses_vertex(carom_box box, const carom_vec2 *chain) {
    carom_vec2 a = chain[0], v = chain[1], b = chain[2];
    return box.min.y == v.y && is_across(box.min.x, box.max.x, v.x, a.y - v.y, b.y - v.y);
}

/// True if the centre of such a box is behind a-v-b.
static bool is_behind(carom_vec2 from, float width, const carom_vec2 *chain) {
    carom_vec2 centre = {from.x + width / 2, from.y};
    bool first = convexity(chain[0], chain[1], centre) > 0, second = convexity(chain[1], chain[2], centre) > 0;
    return convexity(chain[0], chain[1], chain[2]) > 0 ? first && second : first || second;
}

/// A flat shape whose end reaches a vertex from the front does not end across it.
static void flat_shapes_do_not_end_across_a_vertex(void **state) {
    (void)state;
    static const float offsets[] = {0, 0.5f, 1000, 65536, 1048576};
    random_source r = {23};
    int reached = 0;
    for (int i = 0; i < 20000; ++i) {
        float offset = offsets[random_below(&r, 5)];
        carom_vec2 chain[3], at = random_vector(&r, 8, false);
        chain[1] = (carom_vec2){offset + at.x, at.y};
        chain[0] = (carom_vec2){chain[1].x + random_range(&r, 1, 8), chain[1].y - random_range(&r, 1, 8)};
        chain[2] = (carom_vec2){chain[1].x + random_range(&r, -8, 8), chain[1].y + random_range(&r, 1, 8)};
        carom_level *level = level_of_chain(chain, 3, true);
        float width = random_range(&r, 0.1f, 2), share = random_range(&r, 0.1f, 1);
        carom_shape shape = {.kind = CAROM_SHAPE_BOX};
        shape.box.min = (carom_vec2){chain[1].x + random_range(&r, 0, 4), chain[1].y - random_range(&r, -1, 4)};
        shape.box.max = (carom_vec2){shape.box.min.x + width, shape.box.min.y};
        carom_vec2 from = shape.box.min;
        carom_vec2 move = {(chain[1].x - from.x) / share, (chain[1].y - from.y) / share};
        carom_sweep_hit hit = carom_level_sweep(level, &shape, move);
        reached += hit.hit && hit.at.y == chain[1].y;
        carom_shape there = carom_shape_at(&shape, (carom_vec2){hit.at.x - from.x, hit.at.y - from.y});
        bool starts_across = carom_level_overlap(level, &shape, NULL, 0) > 0;
        if (hit.hit && !starts_across && !is_behind(from, width, chain)) assert_false(crosses_vertex(there.box, chain));
        carom_level_free(level);
    }
    assert_true(reached > 1000);
}

/// True if a flat box on the lattice of half cells lies in the interior of solid with a part of it.
static bool starts_in_solid(const map *m, carom_box box) {
    bool upright = box.min.x == box.max.x;
    int length = (int)(upright ? box.max.y - box.min.y : box.max.x - box.min.x);
    for (int i = 0; i < length; ++i) {
        double along = i + 0.5, x = (double)box.min.x + (upright ? 0 : along),
               y = (double)box.min.y + (upright ? along : 0);
        double dx = upright ? 0.25 : 0, dy = upright ? 0 : 0.25;
        if (map_solid(m, x - dx, y - dy) && map_solid(m, x + dx, y + dy)) return true;
    }
    return false;
}

/// A flat box that no edge stops arrives where its motion leads, also if its centre passes exactly through vertices
/// that it only touches.
static void flat_boxes_slide_past_corners(void **state) {
    (void)state;
    random_source r = {24};
    int along = 0;
    for (int i = 0; i < 4000; ++i) {
        static map m;
        map_make(&m, 3, 3, 2);
        for (int k = 0; k < 9; ++k) m.codes[k] = random_below(&r, 2) ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 10; ++k) {
            bool upright = random_below(&r, 2);
            float length = (float)(1 + random_below(&r, 7));
            carom_vec2 at = {(float)random_below(&r, 9) - 1, (float)random_below(&r, 9) - 1};
            carom_vec2 move = {(float)random_below(&r, 7) - 3, (float)random_below(&r, 7) - 3};
            carom_shape shape = {.kind = CAROM_SHAPE_BOX, .box = {at, at}};
            *(upright ? &shape.box.max.y : &shape.box.max.x) += length;
            if (starts_in_solid(&m, shape.box)) continue;
            carom_sweep_hit hit = carom_level_sweep(level, &shape, move);
            if (hit.hit) continue;
            assert_same_point(hit.at, ((carom_vec2){at.x + move.x, at.y + move.y}));
            along += (upright ? move.x : move.y) == 0 && carom_level_overlap(level, &shape, NULL, 0) > 0;
        }
        carom_level_free(level);
    }
    assert_true(along > 500);
}

/// One that starts beside the end of a two-sided chain slides along it.
static void a_flat_box_slides_along_an_end(void **state) {
    (void)state;
    static const carom_vec2 chain[] = {{1, 2}, {4, 2}};
    carom_level *level = level_of_chain(chain, 2, false);
    carom_shape shape = {.kind = CAROM_SHAPE_BOX, .box = {{4, 1}, {4, 7}}};
    assert_same_point(carom_level_sweep(level, &shape, (carom_vec2){0, -3}).at, ((carom_vec2){4, -2}));
    assert_same_point(carom_level_sweep(level, &shape, (carom_vec2){-1, 0}).at,
                      ((carom_vec2){4, 1})); // it hits the end
    carom_level_free(level);
}

/// What one-way edges let pass does not depend on the direction: the hit and its time are the same, quarter turned and
/// reflected.
static void bends_are_the_same_in_all_directions(void **state) {
    (void)state;
    random_source r = {11};
    for (int i = 0; i < 300; ++i) {
        carom_vec2 points[5];
        int count = 3 + random_below(&r, 3);
        float offset = random_below(&r, 2) ? 1024 : 1048576;
        for (int k = 0; k < count; ++k) points[k] = random_vector(&r, 16, true);
        for (int k = 0; k < 10; ++k) {
            carom_vec2 a = random_vector(&r, 16, true), b = random_vector(&r, 16, true);
            carom_vec2 move = random_vector(&r, 24, true);
            float radius = random_below(&r, 2) ? 0 : (float)random_below(&r, 3);
            if (a.x == b.x && a.y == b.y) continue;
            carom_sweep_hit first = {0};
            for (int way = 0; way < 8; ++way) {
                carom_shape shape = flat_shape(true, turned_to(a, way, offset), turned_to(b, way, offset));
                shape.capsule.radius = radius;
                carom_level *level = turned_chain(points, count, way, offset);
                carom_sweep_hit hit = carom_level_sweep(level, &shape, turned_to(move, way, 0));
                if (way == 0) first = hit;
                assert_int_equal(hit.hit, first.hit);
                assert_same_float(hit.t, first.t);
                carom_level_free(level);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_one_way_top_blocks_from_above_only),
        cmocka_unit_test(a_wall_blocks_a_body_inside_a_platform),
        cmocka_unit_test(one_way_tiles_are_not_merged_with_solids),
        cmocka_unit_test(an_open_chain_blocks_from_both_sides),
        cmocka_unit_test(a_point_leaves_the_chain_that_it_touches),
        cmocka_unit_test(a_one_way_chain_blocks_from_its_right),
        cmocka_unit_test(a_one_way_loop_lets_bodies_out),
        cmocka_unit_test(a_shape_passes_a_chain_that_it_starts_in),
        cmocka_unit_test(a_chain_holds_no_shape_back),
        cmocka_unit_test(flat_shapes_do_not_pass_a_bend),
        cmocka_unit_test(tips_are_hit_as_ends_of_segments),
        cmocka_unit_test(a_segment_along_its_own_line_hits_a_vertex),
        cmocka_unit_test(flat_shapes_do_not_end_across_a_vertex),
        cmocka_unit_test(flat_boxes_slide_past_corners),
        cmocka_unit_test(a_flat_box_slides_along_an_end),
        cmocka_unit_test(bends_are_the_same_in_all_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
