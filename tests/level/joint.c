// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Segments that start across a vertex: one half is in front of the boundary, the other one behind it, so they penetrate
// no edge. Where two solids share a vertex, both halves are in free space. Unless such a segment moves along its own
// line, it would enter a solid beside it: it hits at t = 0, and stays at its start.
#include "level/maps.h"
#include "level/same.h"

#include "base/vec.h"
#include "geom/core.h"
#include "geom/relation.h"
#include "geom/shapes.h"

static const float offsets[] = {0, 100, 1024, 0x1p20f};

typedef struct joint {
    carom_vec2 vertex, line; ///< the segment is on a line through the vertex
    carom_level *level;
} joint;

static carom_vec2 lattice_point(random_source *r, int half) {
    float x = (float)(random_below(r, 2 * half + 1) - half);
    return (carom_vec2){x, (float)(random_below(r, 2 * half + 1) - half)};
}

static bool is_left(carom_vec2 of, carom_vec2 v) {
    return cr_cross(cr_widen(of), cr_widen(v)) > 0;
}

/// Two triangles that share a vertex, one on each side of a line through it.
static bool make_joint(random_source *r, joint *out) {
    carom_vec2 line = lattice_point(r, 16), points[2][3];
    float offset = offsets[random_below(r, 4)];
    carom_vec2 vertex = {offset, random_below(r, 2) ? -offset : offset};
    for (int k = 0; k < 2; ++k) {
        carom_vec2 side = k ? (carom_vec2){-line.x, -line.y} : line, a = lattice_point(r, 16), b = lattice_point(r, 16);
        if (!is_left(side, a) || !is_left(side, b) || !is_left(a, b)) return false;
        points[k][0] = vertex;
        points[k][1] = (carom_vec2){vertex.x + a.x, vertex.y + a.y};
        points[k][2] = (carom_vec2){vertex.x + b.x, vertex.y + b.y};
    }
    carom_outline outlines[2] = {{.points = points[0], .count = 3}, {.points = points[1], .count = 3}};
    *out = (joint){vertex, line, level_of_outlines(outlines, 2)};
    return true;
}

/// A segment, flat box or capsule without radius from p to q, about a pivot.
static carom_shape flat_shape(random_source *r, carom_vec2 p, carom_vec2 q, carom_vec2 pivot) {
    carom_vec2 a = {p.x - pivot.x, p.y - pivot.y}, b = {q.x - pivot.x, q.y - pivot.y};
    carom_shape shape;
    if (random_below(r, 2)) {
        carom_make_capsule(a, b, 0, &shape);
    } else {
        carom_make_segment(a, b, &shape);
    }
    if ((a.x == b.x && a.y < b.y) || (a.y == b.y && a.x < b.x)) carom_make_box(a, b, &shape);
    return shape;
}

static bool penetrates_level(const carom_level *level, const carom_shape *shape) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        carom_shape edge = segment(e.a.x, e.a.y, e.b.x, e.b.y);
        if (cr_relate(shape, &edge) == CR_INSIDE) return true;
    }
    return false;
}

static void a_segment_across_a_joint_is_held(void **state) {
    (void)state;
    random_source r = {19};
    int joints = 0, along = 0, turns = 0;
    while (joints < 400) {
        joint j;
        if (!make_joint(&r, &j)) continue;
        ++joints;
        float p = (float)(1 + random_below(&r, 8)) / 8, q = (float)(1 + random_below(&r, 8)) / 8;
        carom_vec2 a = {j.vertex.x + p * j.line.x, j.vertex.y + p * j.line.y};
        carom_vec2 b = {j.vertex.x - q * j.line.x, j.vertex.y - q * j.line.y};
        carom_vec2 arm = lattice_point(&r, 4), pivot = {j.vertex.x + arm.x, j.vertex.y + arm.y};
        bool is_exact = (a.x - j.vertex.x) * j.line.y == (a.y - j.vertex.y) * j.line.x &&
                        (b.x - j.vertex.x) * j.line.y == (b.y - j.vertex.y) * j.line.x;
        carom_shape shape = flat_shape(&r, a, b, pivot);
        carom_turning motion = {.pose = {pivot, {1, 0}}, .angle = random_range(&r, -2, 2)};
        motion.move = (carom_vec2){random_range(&r, -4, 4), random_range(&r, -4, 4)};
        if (random_below(&r, 4) == 0) motion.move = (carom_vec2){j.line.x / 4, j.line.y / 4};
        carom_shape placed = carom_shape_posed(&shape, motion.pose);
        double move = cr_cross(cr_widen(j.line), cr_widen(motion.move));
        cr_vec2d velocity = {(double)motion.move.x + (double)motion.angle * (double)arm.y,
                             (double)motion.move.y - (double)motion.angle * (double)arm.x};
        double off = cr_cross(cr_widen(j.line), velocity);
        if (!is_exact) {
            carom_level_free(j.level);
            continue;
        }
        carom_sweep_hit hit = carom_level_sweep(j.level, &placed, motion.move);
        if (move != 0) {
            assert_true(hit.hit && !hit.inside && hit.t == 0);
            cr_vec2d normal = cr_widen(hit.normal), line = cr_widen(j.line);
            assert_same_point(hit.point, j.vertex);
            assert_true(fabs(cr_dot(normal, line)) < 1e-6 * cr_length(line));
            assert_true(cr_dot(normal, cr_widen(motion.move)) < 0);
        }
        along += move == 0 && !hit.hit;
        carom_turning_hit turning = carom_level_sweep_turning(j.level, &shape, &motion);
        if (fabs(off) > 0.05 * cr_length(cr_widen(j.line)) * cr_length(velocity)) {
            assert_true(turning.hit && !turning.inside && turning.t == 0);
            assert_true(cr_dot(cr_widen(turning.normal), velocity) < 0);
            assert_same_point(turning.at.position, pivot);
            ++turns;
        }
        carom_shape end = carom_shape_posed(&shape, turning.at);
        assert_false(penetrates_level(j.level, &end));
        carom_level_free(j.level);
    }
    print_message("%d along the line, %d turns\n", along, turns);
    assert_true(along > 5 && turns > 100);
}

/// At one solid, the half behind is in it. If the centre is, too, the segment leaves.
static void a_segment_across_a_corner_is_held(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        float x = offsets[k], y = -offsets[k];
        carom_vec2 points[6] = {{x, y}, {x + 8, y}, {x + 8, y + 8}, {x - 8, y + 8}, {x - 8, y - 8}, {x, y - 8}};
        carom_vec2 square[4] = {points[0], points[1], points[2], {x, y + 8}};
        // The corner (x, y) is concave in the first outline, and convex in the second.
        carom_outline outlines[2] = {{.points = points, .count = 6}, {.points = square, .count = 4}};
        for (int n = 0; n < 2; ++n) {
            carom_level *level = level_of_outlines(&outlines[n], 1);
            float out = n == 0 ? 1 : -1;
            for (int i = 1; i <= 3; ++i) {
                float in_front = out * (float)i, behind = -2 * out;
                carom_shape across = segment(x + in_front, y - in_front / 2, x + behind, y - behind / 2);
                if (n == 1) across = segment(x + in_front, y + in_front / 2, x + behind, y + behind / 2);
                bool is_held = i >= 2;
                for (int side = -1; side <= 1; side += 2) {
                    carom_sweep_hit hit = carom_level_sweep(level, &across, (carom_vec2){0, (float)side / 2});
                    assert_int_equal(hit.hit && hit.t == 0 && !hit.inside, is_held);
                    if (is_held) assert_true((hit.normal.y > 0) == (side < 0));
                }
                carom_vec2 along = {behind / 4, n == 1 ? behind / 8 : -behind / 8};
                carom_sweep_hit hit = carom_level_sweep(level, &across, along);
                assert_false(hit.hit && hit.t == 0);
            }
            carom_level_free(level);
        }
    }
}

/// One half lies along an edge of the first solid, the other one is between the solids.
static void a_segment_along_an_edge_is_across(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        float flip = k % 2 ? -1 : 1, x = offsets[k / 2], y = offsets[k / 2];
        carom_vec2 square[4] = {{x, y}, {x + 8 * flip, y}, {x + 8 * flip, y + 8}, {x, y + 8}};
        carom_vec2 spike[3] = {{x, y}, {x - 4 * flip, y - 8}, {x - 2 * flip, y - 8}};
        carom_outline outlines[2] = {{.points = square, .count = 4}, {.points = spike, .count = 3}};
        carom_level *level = level_of_outlines(outlines, 2);
        for (int i = 1; i <= 3; ++i) {
            carom_shape along = segment(x, y + 2 * (float)i, x, y - 4);
            carom_sweep_hit hit = carom_level_sweep(level, &along, (carom_vec2){-flip, 0});
            assert_true(hit.hit && hit.t == 0 && !hit.inside);
            assert_same_float(hit.normal.x, flip);
            hit = carom_level_sweep(level, &along, (carom_vec2){flip, 0});
            assert_true(hit.hit && hit.t == 0 && !hit.inside);
        }
        carom_level_free(level);
    }
}

/// A segment that touches a vertex, or lies along an edge of it, from outside is not across it.
static void a_segment_beside_a_vertex_is_free(void **state) {
    (void)state;
    carom_vec2 square[4] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}}, wall[3] = {{0, 0}, {4, 4}, {8, 0}};
    carom_outline outlines[2] = {{.points = square, .count = 4}, {.points = wall, .count = 3, .open = true}};
    carom_level *solid = level_of_outlines(&outlines[0], 1), *thin = level_of_outlines(&outlines[1], 1);
    carom_vec2 up = {0, -1}, down = {0, 1}, left = {-1, 0};
    carom_shape tip = segment(-2, 2, 2, -2), along = segment(-2, 0, 2, 0), end = segment(-4, -2, 0, 0);
    assert_false(carom_level_sweep(solid, &tip, up).hit);
    assert_true(carom_level_sweep(solid, &tip, down).hit);
    assert_false(carom_level_sweep(solid, &along, up).hit);
    assert_true(carom_level_sweep(solid, &along, down).hit);
    assert_false(carom_level_sweep(solid, &end, left).hit);
    // The wall bends at (4, 4). Its ends are vertices, too.
    carom_shape crossing = segment(4, 2, 4, 6), beside = segment(2, 4, 6, 4), on = segment(2, 2, 6, 6);
    carom_shape at_end = segment(-2, 2, 2, -2);
    for (int side = -1; side <= 1; side += 2) {
        carom_sweep_hit hit = carom_level_sweep(thin, &crossing, (carom_vec2){(float)side, 0});
        assert_true(hit.hit && hit.t == 0 && !hit.inside);
        assert_same_float(hit.normal.x, (float)-side);
    }
    assert_false(carom_level_sweep(thin, &beside, down).hit);
    assert_true(carom_level_sweep(thin, &beside, up).hit);
    assert_false(carom_level_sweep(thin, &on, (carom_vec2){-1, 1}).hit);
    assert_false(carom_level_sweep(thin, &at_end, up).hit);
    // In a concave corner: the end of a segment, and a half along an edge, with the centre in the solid.
    for (int turn = -1; turn <= 1; turn += 2) {
        float u = (float)turn;
        carom_vec2 room[6] = {{0, 0}, {8 * u, 0}, {8 * u, 8 * u}, {-8 * u, 8 * u}, {-8 * u, -8 * u}, {0, -8 * u}};
        carom_level *corner = level_of_outlines(&(carom_outline){.points = room, .count = 6}, 1);
        carom_shape upright[3] = {segment(0, 0, 0, -4 * u), segment(0, -4 * u, 0, 0), segment(0, -2 * u, 0, 4 * u)};
        carom_shape flat[3] = {segment(0, 0, 4 * u, 0), segment(4 * u, 0, 0, 0), segment(2 * u, 0, -4 * u, 0)};
        for (int i = 0; i < 3; ++i) {
            assert_false(carom_level_sweep(corner, &upright[i], (carom_vec2){u, 0}).hit);
            assert_false(carom_level_sweep(corner, &flat[i], (carom_vec2){0, -u}).hit);
        }
        carom_level_free(corner);
    }
    carom_level_free(solid);
    carom_level_free(thin);
}

static bool hits_in_turn(const carom_level *level, const carom_shape *shape, carom_vec2 move, float angle) {
    carom_turning motion = {.pose = {.rotation = {1, 0}}, .move = move, .angle = angle};
    return carom_level_sweep_turning(level, shape, &motion).hit;
}

/// A one-sided segment hits what is ahead, on its right, whether it turns or not; and nothing with its ends alone.
static void one_sided_segments_hit_ahead_only(void **state) {
    (void)state;
    carom_vec2 square[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    carom_level *level = level_of_outlines(&(carom_outline){.points = square, .count = 4}, 1);
    carom_shape across = one_sided(-2, -2, 1, 1), up = one_sided(3, -1, 1, -1), down = one_sided(1, -1, 3, -1);
    carom_shape end_on = one_sided(-3, 0.5f, -0.25f, 0.5f);
    for (int side = -1; side <= 1; side += 2) {
        float s = (float)side;
        assert_int_equal(carom_level_sweep(level, &across, (carom_vec2){s, -s}).hit, side > 0);
        assert_int_equal(hits_in_turn(level, &across, (carom_vec2){s, -s}, -s / 16), side > 0);
        assert_false(hits_in_turn(level, &down, (carom_vec2){0, 2}, s / 64));
        assert_true(hits_in_turn(level, &up, (carom_vec2){0, 2}, s / 64));
        assert_false(hits_in_turn(level, &end_on, (carom_vec2){1, 0}, s / 64));
    }
    assert_false(carom_level_sweep(level, &down, (carom_vec2){0, 2}).hit);
    assert_true(carom_level_sweep(level, &up, (carom_vec2){0, 2}).hit);
    assert_false(carom_level_sweep(level, &end_on, (carom_vec2){1, 0}).hit);
    carom_level_free(level);
}

/// About the vertex of two triangles, one on each side, a half of a one-sided segment is stopped if it turns ahead.
static void one_sided_segments_turn_about_a_joint(void **state) {
    (void)state;
    carom_vec2 points[2][3] = {{{0, 0}, {4, -1}, {4, 1}}, {{0, 0}, {-4, 1}, {-4, -1}}};
    carom_outline outlines[2] = {{.points = points[0], .count = 3}, {.points = points[1], .count = 3}};
    carom_level *level = level_of_outlines(outlines, 2);
    for (int length = 3; length <= 5; ++length) {
        float l = (float)length;
        carom_shape whole = one_sided(0, -l, 0, l), ahead = one_sided(0, 0, 0, l), behind = one_sided(0, -l, 0, 0);
        for (int side = -1; side <= 1; side += 2) {
            assert_true(hits_in_turn(level, &whole, (carom_vec2){0, 0}, (float)(3 * side)));
            if (length > 4) continue; // a longer one meets the far vertices, too
            assert_int_equal(hits_in_turn(level, &ahead, (carom_vec2){0, 0}, (float)(3 * side)), side < 0);
            assert_int_equal(hits_in_turn(level, &behind, (carom_vec2){0, 0}, (float)(3 * side)), side > 0);
        }
    }
    carom_level_free(level);
}

static void skipped_ends_hit_nothing(void **state) {
    (void)state;
    carom_vec2 square[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, wall[2] = {{0, 5}, {0, -5}};
    carom_outline outlines[2] = {{.points = square, .count = 4}, {.points = wall, .count = 2, .open = true}};
    for (int i = 0; i < 2; ++i) {
        carom_level *level = level_of_outlines(&outlines[i], 1);
        for (int skips = 0; skips < 4; ++skips) {
            carom_shape shape = segment(-3, 0.5f, -0.25f, 0.75f);
            shape.segment.skip_a = skips & 1;
            shape.segment.skip_b = skips & 2;
            assert_int_equal(carom_level_sweep(level, &shape, (carom_vec2){1, 0}).hit, !(skips & 2));
            assert_int_equal(hits_in_turn(level, &shape, (carom_vec2){1, 0}, 0.0625f), !(skips & 2));
        }
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_segment_across_a_joint_is_held),  cmocka_unit_test(a_segment_across_a_corner_is_held),
        cmocka_unit_test(a_segment_along_an_edge_is_across), cmocka_unit_test(a_segment_beside_a_vertex_is_free),
        cmocka_unit_test(one_sided_segments_hit_ahead_only), cmocka_unit_test(one_sided_segments_turn_about_a_joint),
        cmocka_unit_test(skipped_ends_hit_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
