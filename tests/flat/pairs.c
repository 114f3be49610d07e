// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The flat functions of geom and grid return what the functions that they wrap return, bit for bit: for all pairs of
// shapes of every kind, and motions that hit, miss, rest and are not finite. No two arguments are equal, so that
// exchanged ones are detected.
#include "carom/flat.h"
#include "check.h"
#include "flat/same.h"

#include <math.h>
#include <string.h>

enum { SHAPES = 10, MOVES = 6, CELLS = 6 };

static carom_shape shapes[SHAPES];
static carom_shape parts[2];
static const carom_vec2 moves[MOVES] = {{7, 3}, {-4, 2.5f}, {0, 0}, {0.1f, -9}, {NAN, 1}, {1, INFINITY}};

static bool same_bytes(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

static void rotations_and_poses(void **state) {
    (void)state;
    carom_rotation r, s, t, expected = carom_rotation_of(2), other = carom_rotation_of(-0.3f);
    carom_flat_rotation_of(2, &r);
    assert_true(same_bytes(&r, &expected, sizeof r));
    carom_flat_rotation_inverse(&r, &s);
    expected = carom_rotation_inverse(r);
    assert_true(same_bytes(&s, &expected, sizeof s));
    carom_flat_rotation_compose(&r, &other, &t);
    expected = carom_rotation_compose(r, other);
    assert_true(same_bytes(&t, &expected, sizeof t));
    const carom_rotation direction = {-5, 3};
    carom_flat_rotation_normalized(&direction, &t);
    expected = carom_rotation_normalized(direction);
    assert_true(same_bytes(&t, &expected, sizeof t));
    const carom_vec2 v = {0.7f, -4};
    const carom_pose parent = {{3, 1.5f}, r}, child = {{-2, 9}, other};
    carom_vec2 p, expected_point = carom_rotate(r, v);
    carom_flat_rotate(&r, &v, &p);
    assert_true(same_bytes(&p, &expected_point, sizeof p));
    expected_point = carom_pose_point(parent, v);
    carom_flat_pose_point(&parent, &v, &p);
    assert_true(same_bytes(&p, &expected_point, sizeof p));
    expected_point = carom_pose_local(parent, v);
    carom_flat_pose_local(&parent, &v, &p);
    assert_true(same_bytes(&p, &expected_point, sizeof p));
    carom_pose composed, expected_pose = carom_pose_compose(parent, child);
    carom_flat_pose_compose(&parent, &child, &composed);
    assert_true(same_bytes(&composed, &expected_pose, sizeof composed));
}

/// The makers, each with valid and invalid arguments: the same status, and the same shape.
static void makers(void **state) {
    (void)state;
    const carom_vec2 p = {1, 2}, q = {4, 7}, points[2] = {p, {INFINITY, 0}};
    for (int i = 0; i < 2; ++i) {
        carom_shape made, expected;
        assert_int_equal(carom_flat_make_point(&points[i], &made), carom_make_point(points[i], &expected));
        assert_true(same_shape(&made, &expected));
        assert_int_equal(carom_flat_make_segment(&points[i], &q, &made), carom_make_segment(points[i], q, &expected));
        assert_true(same_shape(&made, &expected));
        assert_int_equal(carom_flat_make_one_sided(&q, &points[i], &made),
                         carom_make_one_sided(q, points[i], &expected));
        assert_true(same_shape(&made, &expected));
        assert_int_equal(carom_flat_make_circle(&p, (float)(3 - 6 * i), &made),
                         carom_make_circle(p, (float)(3 - 6 * i), &expected));
        assert_true(same_shape(&made, &expected));
        assert_int_equal(carom_flat_make_box(i ? &q : &p, i ? &p : &q, &made),
                         carom_make_box(i ? q : p, i ? p : q, &expected));
        assert_true(same_shape(&made, &expected));
        const carom_box box = {p, q};
        assert_int_equal(carom_flat_make_rounded_box(&box, (float)(1 - 3 * i), &made),
                         carom_make_rounded_box(box, (float)(1 - 3 * i), &expected));
        assert_true(same_shape(&made, &expected));
        assert_int_equal(carom_flat_make_capsule(&p, &q, (float)(2 - 3 * i), &made),
                         carom_make_capsule(p, q, (float)(2 - 3 * i), &expected));
        assert_true(same_shape(&made, &expected));
    }
}

static int make_shapes(void **state) {
    (void)state;
    const carom_vec2 corners[] = {{3, 3}, {6, 4}, {4, 7}};
    carom_make_circle((carom_vec2){9, 2}, 1.5f, &parts[0]);
    carom_make_box((carom_vec2){8, -2}, (carom_vec2){9, 5}, &parts[1]);
    carom_make_point((carom_vec2){1, 1}, &shapes[0]);
    carom_make_segment((carom_vec2){0, 4}, (carom_vec2){5, 2}, &shapes[1]);
    carom_make_one_sided((carom_vec2){4, 8}, (carom_vec2){3, -3}, &shapes[2]);
    carom_make_circle((carom_vec2){2, 3}, 1.25f, &shapes[3]);
    carom_make_box((carom_vec2){-3, 0}, (carom_vec2){-1, 2}, &shapes[4]);
    carom_make_capsule((carom_vec2){6, 1}, (carom_vec2){7, 4}, 0.5f, &shapes[5]);
    carom_make_polygon(corners, 3, &shapes[6]);
    carom_make_compound(parts, 2, &shapes[7]);
    carom_make_circle((carom_vec2){0x1p20f, 3}, 0.75f, &shapes[8]);
    return 0; // shapes[9] is CAROM_SHAPE_NONE
}

static void queries_of_one_shape(void **state) {
    (void)state;
    for (int i = 0; i < SHAPES; ++i) {
        carom_box box, expected_box = carom_shape_bounds(&shapes[i]);
        carom_flat_shape_bounds(&shapes[i], &box);
        assert_memory_equal(&box, &expected_box, sizeof box);
        for (int m = 0; m < MOVES; ++m) {
            carom_shape placed, expected = carom_shape_at(&shapes[i], moves[m]);
            carom_flat_shape_at(&shapes[i], &moves[m], &placed);
            assert_true(same_shape(&placed, &expected));
            carom_vec2 from = {(float)m, 0.5f};
            carom_ray_hit hit, expected_hit = carom_ray(from, moves[m], &shapes[i]);
            carom_flat_ray(&from, &moves[m], &shapes[i], &hit);
            assert_true(same_ray(&hit, &expected_hit));
        }
    }
}

static void queries_of_pairs(void **state) {
    (void)state;
    int hits = 0;
    for (int i = 0; i < SHAPES * SHAPES; ++i) {
        const carom_shape *a = &shapes[i % SHAPES], *b = &shapes[i / SHAPES];
        carom_separation separation, expected_separation = carom_distance(a, b);
        carom_flat_distance(a, b, &separation);
        assert_true(same_separation(&separation, &expected_separation));
        carom_contact_points contact, expected_contact = carom_contact(a, b);
        carom_flat_contact(a, b, &contact);
        assert_true(same_contact(&contact, &expected_contact));
        for (int m = 0; m < MOVES * MOVES; ++m) {
            const carom_vec2 *a_move = &moves[m % MOVES], *b_move = &moves[m / MOVES];
            carom_sweep_hit hit, expected = carom_sweep(a, *a_move, b, *b_move);
            carom_flat_sweep(a, a_move, b, b_move, &hit);
            assert_true(same_sweep(&hit, &expected));
            hits += hit.hit;
        }
    }
    assert_in_range(hits, 200, 3000); // the motions hit and miss
}

static void queries_at_poses(void **state) {
    (void)state;
    const carom_pose poses[2] = {{{1, -2}, {0.6f, 0.8f}}, {{0.5f, 3}, {0, 1}}};
    const carom_vec2 from = {-20, 4};
    int overlaps = 0;
    for (int i = 0; i < SHAPES * SHAPES; ++i) {
        const carom_shape *a = &shapes[i % SHAPES], *b = &shapes[i / SHAPES];
        bool overlap = carom_flat_posed_overlap(a, &poses[0], b, &poses[1]);
        assert_int_equal(overlap, carom_posed_overlap(a, poses[0], b, poses[1]));
        overlaps += overlap;
        carom_separation separation, expected_separation = carom_posed_distance(a, poses[0], b, poses[1]);
        carom_flat_posed_distance(a, &poses[0], b, &poses[1], &separation);
        assert_true(same_separation(&separation, &expected_separation));
        carom_contact_points contact, expected_contact = carom_posed_contact(a, poses[0], b, poses[1]);
        carom_flat_posed_contact(a, &poses[0], b, &poses[1], &contact);
        assert_true(same_contact(&contact, &expected_contact));
    }
    assert_in_range(overlaps, 5, 90);
    for (int i = 0; i < SHAPES; ++i) {
        carom_shape placed, expected = carom_shape_posed(&shapes[i], poses[0]);
        carom_flat_shape_posed(&shapes[i], &poses[0], &placed);
        assert_true(same_shape(&placed, &expected));
        carom_ray_hit hit, expected_hit = carom_posed_ray(from, moves[0], &shapes[i], poses[1]);
        carom_flat_posed_ray(&from, &moves[0], &shapes[i], &poses[1], &hit);
        assert_true(same_ray(&hit, &expected_hit));
        carom_turning motions[2] = {{poses[0], moves[0], 0.5f}, {poses[1], moves[1], -0.25f}};
        carom_turning_hit turned,
            expected_turned = carom_sweep_turning(&shapes[i], &motions[0], &shapes[4], &motions[1]);
        carom_flat_sweep_turning(&shapes[i], &motions[0], &shapes[4], &motions[1], &turned);
        assert_true(same_turning(&turned, &expected_turned));
        carom_pose pose, expected_pose = carom_turning_pose(&motions[0], 0.5f);
        carom_flat_turning_pose(&motions[0], 0.5f, &pose);
        assert_memory_equal(&pose, &expected_pose, sizeof pose);
    }
    carom_shape made, expected;
    carom_status status = carom_make_oriented_box(shapes[4].box, poses[0], &expected);
    assert_int_equal(carom_flat_make_oriented_box(&shapes[4].box, &poses[0], &made), status);
    assert_true(same_shape(&made, &expected));
}

static void queries_of_prepared_pairs(void **state) {
    (void)state;
    carom_prepared prepared[SHAPES];
    for (int i = 0; i < SHAPES; ++i) carom_prepare(&shapes[i], &prepared[i]);
    for (int i = 0; i < SHAPES * SHAPES; ++i) {
        const carom_prepared *a = &prepared[i % SHAPES], *b = &prepared[i / SHAPES];
        carom_separation separation, expected_separation = carom_prepared_distance(a, b);
        carom_flat_prepared_distance(a, b, &separation);
        assert_true(same_separation(&separation, &expected_separation));
        carom_contact_points contact, expected_contact = carom_prepared_contact(a, b);
        carom_flat_prepared_contact(a, b, &contact);
        assert_true(same_contact(&contact, &expected_contact));
        for (int m = 0; m < MOVES * MOVES; ++m) {
            const carom_vec2 *a_move = &moves[m % MOVES], *b_move = &moves[m / MOVES];
            carom_sweep_hit hit, expected = carom_prepared_sweep(a, *a_move, b, *b_move);
            carom_flat_prepared_sweep(a, a_move, b, b_move, &hit);
            assert_true(same_sweep(&hit, &expected));
            expected = carom_prepared_sweep_many(a, *a_move, prepared, SHAPES);
            carom_flat_prepared_sweep_many(a, a_move, prepared, SHAPES, &hit);
            assert_true(same_sweep(&hit, &expected));
            carom_ray_hit ray, expected_ray = carom_prepared_ray(*b_move, *a_move, b);
            carom_flat_prepared_ray(b_move, a_move, b, &ray);
            assert_true(same_ray(&ray, &expected_ray));
        }
    }
}

static void sweeps_against_arrays(void **state) {
    (void)state;
    const float x[] = {5, -2, 8}, y[] = {1, 6, 3}, z[] = {6, 1, 9}, w[] = {2, 8, 5}, r[] = {1, 0.5f, 2};
    const carom_circles circles = {x, y, r, 3};
    const carom_boxes boxes = {x, y, z, w, 3};
    const carom_segments segments = {x, y, z, w, 3};
    for (int i = 0; i < SHAPES * MOVES; ++i) {
        const carom_shape *a = &shapes[i % SHAPES];
        const carom_vec2 *move = &moves[i / SHAPES];
        carom_sweep_hit hit, expected = carom_sweep_circles(a, *move, &circles);
        carom_flat_sweep_circles(a, move, &circles, &hit);
        assert_true(same_sweep(&hit, &expected));
        expected = carom_sweep_boxes(a, *move, &boxes);
        carom_flat_sweep_boxes(a, move, &boxes, &hit);
        assert_true(same_sweep(&hit, &expected));
        expected = carom_sweep_segments(a, *move, &segments);
        carom_flat_sweep_segments(a, move, &segments, &hit);
        assert_true(same_sweep(&hit, &expected));
    }
}

static void spheres(void **state) {
    (void)state;
    const carom_vec3 from = {1, 2, 3}, center = {6, 3, 5}, a = {4, 0, 7};
    const carom_vec3 b[] = {{9, 8, 2}, {10, -4, 15}}; // the last motion hits end a of the second segment
    const carom_vec3 motions[] = {{9, 2, 3}, {-1, 0, 0}, {0, 0, 0}, {NAN, 0, 1}, {6, -4, 8}};
    for (int m = 0; m < 5; ++m) {
        carom_hit3 hit, expected = carom_ray_sphere(from, motions[m], center, 2);
        carom_flat_ray_sphere(&from, &motions[m], &center, 2, &hit);
        assert_true(same_hit3(&hit, &expected));
        for (int i = 0; i < 2; ++i) {
            expected = carom_sweep_sphere_segment(from, 0.5f, motions[m], a, b[i]);
            carom_flat_sweep_sphere_segment(&from, 0.5f, &motions[m], &a, &b[i], &hit);
            assert_true(same_hit3(&hit, &expected));
        }
    }
}

// ---- Grids --------------------------------------------------------------------------------------------------------

static void lines_of_cells(void **state) {
    (void)state;
    const carom_cell from = {-2, 1}, ends[] = {{5, 8}, {3, -7}, {-2, 1}};
    for (int i = 0; i < 12; ++i) {
        const carom_cell *to = &ends[i % 3];
        carom_corners corners = i % 2 ? CAROM_CORNERS_ANY : CAROM_CORNERS_OPEN;
        carom_cell cells[64], expected_cells[64], cell, expected_cell;
        int64_t count = carom_flat_cell_line_cells(&from, to, corners, i < 6, cells, 64);
        assert_int_equal(count, carom_cell_line_cells(from, *to, corners, i < 6, expected_cells, 64));
        assert_memory_equal(cells, expected_cells, (size_t)count * sizeof *cells);
        carom_cell_line line, expected_line = carom_cell_line_begin(from, *to, corners, i < 6);
        carom_flat_cell_line_begin(&from, to, corners, i < 6, &line);
        while (carom_cell_line_next(&expected_line, &expected_cell)) {
            assert_true(carom_cell_line_next(&line, &cell));
            assert_memory_equal(&cell, &expected_cell, sizeof cell);
        }
        assert_false(carom_cell_line_next(&line, &cell));
    }
}

static void traces_and_covers(void **state) {
    (void)state;
    const carom_grid grid = {{0.5f, -1}, {1.5f, 2}};
    const carom_vec2 from = {-3, 4};
    for (int m = 0; m < MOVES; ++m) {
        carom_trace trace, expected_trace;
        assert_int_equal(carom_flat_trace_begin(&grid, &from, &moves[m], CAROM_CORNERS_ANY, &trace),
                         carom_trace_begin(&grid, from, moves[m], CAROM_CORNERS_ANY, &expected_trace));
        carom_cell cell, expected_cell;
        while (carom_trace_next(&expected_trace, &expected_cell)) {
            assert_true(carom_trace_next(&trace, &cell));
            assert_memory_equal(&cell, &expected_cell, sizeof cell);
        }
        assert_false(carom_trace_next(&trace, &cell));
        for (int i = 0; i < SHAPES; ++i) {
            carom_cover cover, expected_cover;
            assert_int_equal(carom_flat_cover_begin(&grid, &shapes[i], &moves[m], &cover),
                             carom_cover_begin(&grid, &shapes[i], moves[m], &expected_cover));
            carom_span span, expected_span;
            while (carom_cover_next(&expected_cover, &expected_span)) {
                assert_true(carom_cover_next(&cover, &span));
                assert_memory_equal(&span, &expected_span, sizeof span);
            }
            assert_false(carom_cover_next(&cover, &span));
        }
    }
}

enum { COLUMNS = 9, ROWS = 7 };

static bool is_wall(void *context, const carom_cell *cell) {
    return ((const uint8_t *)context)[cell->y * COLUMNS + cell->x] != 0;
}

static void sight_and_fields_of_view(void **state) {
    (void)state;
    static uint8_t walls[COLUMNS * ROWS];
    static uint64_t bits[64], expected_bits[64];
    assert_in_range(carom_bits_words(COLUMNS, ROWS), 1, 64);
    for (int i = 0; i < COLUMNS * ROWS; i += 5) {
        carom_cell cell = {i % COLUMNS, i / COLUMNS};
        walls[i] = 1;
        carom_flat_bits_set(bits, COLUMNS, ROWS, &cell, true);
        carom_bits_set(expected_bits, COLUMNS, ROWS, cell, true);
    }
    assert_memory_equal(bits, expected_bits, sizeof bits);

    carom_sight_map maps[2] = {{.columns = COLUMNS, .rows = ROWS, .bytes = walls}, {.columns = COLUMNS, .rows = ROWS}};
    const carom_flat_blocks test = {walls, is_wall};
    carom_flat_callback_blocks(&test, &maps[1]);
    int clear = 0;
    for (int i = 0; i < COLUMNS * ROWS * 2; ++i) {
        const carom_sight_map *map = &maps[i % 2];
        carom_cell from = {1, 2}, to = {i / 2 % COLUMNS, i / 2 / COLUMNS};
        carom_sight_line line, many[2], expected = carom_sight(&maps[0], from, to, CAROM_CORNERS_PAIR);
        carom_flat_sight(map, &from, &to, CAROM_CORNERS_PAIR, &line);
        assert_int_equal(line.clear, expected.clear);
        assert_memory_equal(&line.blocker, &expected.blocker, sizeof line.blocker);
        const carom_cell targets[2] = {to, {0, 1}};
        int seen = carom_flat_sight_many(map, &from, targets, 2, CAROM_CORNERS_PAIR, many);
        assert_int_equal(seen, carom_sight_many(&maps[0], from, targets, 2, CAROM_CORNERS_PAIR, NULL));
        assert_int_equal(many[0].clear, expected.clear);
        clear += expected.clear;

        uint8_t field[7 * 7], expected_field[7 * 7];
        assert_int_equal(carom_flat_fov(map, &to, 3, field), carom_fov(&maps[0], to, 3, expected_field));
        assert_memory_equal(field, expected_field, sizeof field);
    }
    assert_in_range(clear, 10, 2 * COLUMNS * ROWS - 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_and_poses),      cmocka_unit_test(makers),
        cmocka_unit_test(queries_of_one_shape),     cmocka_unit_test(queries_of_pairs),
        cmocka_unit_test(queries_at_poses),         cmocka_unit_test(queries_of_prepared_pairs),
        cmocka_unit_test(sweeps_against_arrays),    cmocka_unit_test(spheres),
        cmocka_unit_test(lines_of_cells),           cmocka_unit_test(traces_and_covers),
        cmocka_unit_test(sight_and_fields_of_view),
    };
    return cmocka_run_group_tests(tests, make_shapes, NULL);
}
