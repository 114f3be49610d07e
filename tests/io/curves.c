// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Flattening of ellipses and capsules: distance from the curve at every size, and bounds. Rotations: against sine and
// cosine of libm, and exact quarter turns.
#include "carom/io.h"
#include "io/flatten.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

typedef struct loaded {
    carom_map *map;
    carom_outline outline; // the only outline of the map
} loaded;

static loaded load(double width, double height, const char *form, const char *more) {
    char text[512];
    snprintf(text, sizeof text,
             "<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"><objectgroup><object id=\"1\" x=\"0\" "
             "y=\"0\" "
             "width=\"%.9g\" height=\"%.9g\" %s><%s/></object></objectgroup></map>",
             width, height, more, form);
    loaded it;
    assert_int_equal(carom_map_read(text, strlen(text), "map", NULL, &it.map, NULL), CAROM_STATUS_OK);
    carom_level_desc desc = *carom_map_level(it.map);
    assert_int_equal(desc.outlines_count, 1);
    it.outline = desc.outlines[0];
    return it;
}

static const double relative_rounding = 5e-7; // a few roundings to float, 2^-24 each

static void assert_near(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g, not within %g of %.17g", value, error, expected);
}

static void chords_of_circles_deviate_by_at_most_a_sixteenth(void **state) {
    (void)state;
    for (double radius = 0.01; radius < 200000; radius *= 1.37) {
        loaded it = load(2 * radius, 2 * radius, "ellipse", "");
        double rounding = radius * relative_rounding, worst = 0;
        for (int i = 0; i < it.outline.count; i++) {
            carom_vec2 a = it.outline.points[i], b = it.outline.points[(i + 1) % it.outline.count];
            double ax = (double)a.x - radius, ay = (double)a.y - radius, bx = (double)b.x - radius,
                   by = (double)b.y - radius;
            assert_near(hypot(ax, ay), radius, rounding);
            worst = fmax(worst, radius - hypot((ax + bx) / 2, (ay + by) / 2));
        }
        if (worst > 1.0 / 16 + rounding) fail_msg("radius %g: %g off with %d points", radius, worst, it.outline.count);
        if (it.outline.count != 8 && radius >= 0.5) assert_less(1.0 / 16 / 5, worst); // not more points than necessary
        carom_map_free(it.map);
    }
}

static void vertices_of_ellipses_are_on_the_curve(void **state) {
    (void)state;
    loaded it = load(50, 20, "ellipse", "");
    for (int i = 0; i < it.outline.count; i++) {
        double x = ((double)it.outline.points[i].x - 25) / 25, y = ((double)it.outline.points[i].y - 10) / 10;
        assert_near(hypot(x, y), 1, relative_rounding);
    }
    // The curve touches its box on all four sides, exactly.
    bool touched[4] = {false, false, false, false};
    for (int i = 0; i < it.outline.count; i++) {
        carom_vec2 p = it.outline.points[i];
        touched[0] |= p.x == 0 && p.y == 10;
        touched[1] |= p.x == 50 && p.y == 10;
        touched[2] |= p.y == 0 && p.x == 25;
        touched[3] |= p.y == 20 && p.x == 25;
    }
    for (int i = 0; i < 4; i++) assert_true(touched[i]);
    carom_map_free(it.map);
}

static void vertices_of_capsules_are_on_the_curve(void **state) {
    static const double sizes[3][2] = {{10, 40}, {40, 10}, {16, 16}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        double width = sizes[k][0], height = sizes[k][1], r = fmin(width, height) / 2;
        loaded it = load(width, height, "capsule", "");
        carom_vec2 start = it.outline.points[0]; // at the right, or at the top of one that is wider than high
        assert_near((double)start.x, width > height ? width - r : width, 0);
        assert_near((double)start.y, width > height ? 0 : height - r, 0);
        for (int i = 0; i < it.outline.count; i++) {
            double x = (double)it.outline.points[i].x, y = (double)it.outline.points[i].y;
            double dx = x - fmin(fmax(x, r), width - r), dy = y - fmin(fmax(y, r), height - r);
            assert_near(hypot(dx, dy), r, 20 * relative_rounding);
        }
        carom_map_free(it.map);
    }
}

static void rotations_match_libm_and_quarter_turns_are_exact(void **state) {
    (void)state;
    for (int i = -4000; i < 4000; i++) {
        double degrees = i * 0.37, radians = degrees * 3.14159265358979323846 / 180;
        cr_affine rotation = cr_rotation(degrees, 3, 4);
        assert_near(rotation.xx, cos(radians), 2e-15 * (1 + fabs(degrees)));
        assert_near(rotation.yx, sin(radians), 2e-15 * (1 + fabs(degrees)));
        assert_near(rotation.xy, -rotation.yx, 0);
        assert_near(rotation.yy, rotation.xx, 0);
        assert_near(rotation.x, 3, 0);
        assert_near(rotation.y, 4, 0);
    }
    for (int quarters = -9; quarters < 9; quarters++) {
        cr_affine rotation = cr_rotation(90.0 * quarters, 0, 0);
        cr_point p = cr_apply_affine(&rotation, (cr_point){5, 7});
        int k = ((quarters % 4) + 4) % 4;
        assert_near(p.x, k == 0 ? 5 : k == 1 ? -7 : k == 2 ? -5 : 7, 0);
        assert_near(p.y, k == 0 ? 7 : k == 1 ? 5 : k == 2 ? -7 : -5, 0);
    }
}

/// All polygons of four vertices on a grid of 3 by 3: reversed if the area is negative, by the shoelace formula.
static void closed_paths_have_a_positive_area(void **state) {
    (void)state;
    for (int n = 0; n < 9 * 9 * 9 * 9; n++) {
        cr_point points[4], expected[4];
        int area = 0, at[4] = {n % 9, n / 9 % 9, n / 81 % 9, n / 729};
        for (int i = 0; i < 4; i++) {
            int next = at[(i + 1) % 4];
            area += at[i] % 3 * (next / 3) - next % 3 * (at[i] / 3);
            points[i] = (cr_point){at[i] % 3, at[i] / 3};
        }
        for (int i = 0; i < 4; i++) expected[i] = points[area < 0 ? 3 - i : i];
        cr_point_path path = {.points = {.items = points, .count = 4}};
        cr_orient_closed(&path);
        assert_memory_equal(points, expected, sizeof points);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chords_of_circles_deviate_by_at_most_a_sixteenth),
        cmocka_unit_test(vertices_of_ellipses_are_on_the_curve),
        cmocka_unit_test(vertices_of_capsules_are_on_the_curve),
        cmocka_unit_test(closed_paths_have_a_positive_area),
        cmocka_unit_test(rotations_match_libm_and_quarter_turns_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
