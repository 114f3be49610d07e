// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// SVG output: numbers, text, relative paths, the solid area of a level, and failing writers.
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/io.h"

typedef struct text {
    char bytes[4096];
    size_t size;
    size_t capacity; ///< writing fails beyond this size
    int failures;
} text;

static bool write_text(void *context, const char *bytes, size_t size) {
    text *t = context;
    if (t->size + size > t->capacity) {
        t->failures++;
        return false;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return true;
}

static carom_svg begin(text *t) {
    *t = (text){.capacity = sizeof t->bytes - 1};
    return (carom_svg){.write = write_text, .context = t, .scale = 1};
}

static void path_is(const text *t, const char *path) {
    char expected[128];
    snprintf(expected, sizeof expected, "<path d=\"%s\"/>\n", path);
    assert_string_equal(t->bytes, expected);
}

static void line_is(carom_vec2 a, carom_vec2 b, const char *path) {
    text t;
    carom_svg svg = begin(&t);
    carom_svg_line(&svg, (carom_vec2[]){a, b}, 2);
    path_is(&t, path);
}

static void numbers_are_short_and_rounded_to_hundredths(void **state) {
    (void)state;
    line_is((carom_vec2){0, 0}, (carom_vec2){10, 0}, "M0 0h10");
    line_is((carom_vec2){1.5f, -2.25f}, (carom_vec2){1.5f, 0.5f}, "M1.5-2.25v2.75");
    line_is((carom_vec2){0.05f, 0.004f}, (carom_vec2){-0.95f, -1.996f}, "M0.05 0l-1-2");
    line_is((carom_vec2){-0.004f, -0.0f}, (carom_vec2){0.996f, 3}, "M0 0l1 3");
    line_is((carom_vec2){12345678, -12345678}, (carom_vec2){9999999, 9999999}, "M10000000-10000000l-1 19999999");
    line_is((carom_vec2){0.1f, 0.01f}, (carom_vec2){0.11f, 0.1f}, "M0.1 0.01l0.01 0.09");
    line_is((carom_vec2){3, 4}, (carom_vec2){3, 4}, "M3 4");
    line_is((carom_vec2){NAN, 1}, (carom_vec2){INFINITY, -1e30f}, "M0 1l10000000-10000001");
}

static void relative_commands_do_not_accumulate_errors(void **state) {
    (void)state;
    carom_vec2 points[101];
    for (int i = 0; i <= 100; i++) points[i] = (carom_vec2){(float)i / 3, 0};
    text t;
    carom_svg svg = begin(&t);
    carom_svg_line(&svg, points, 101);
    double x = 0;
    for (const char *s = strchr(t.bytes, 'h'); s; s = strchr(s + 1, 'h')) x += strtod(s + 1, NULL);
    assert_true(fabs(x - 33.33) < 1e-9);
}

static void origin_and_scale_make_pixels(void **state) {
    (void)state;
    text t;
    carom_svg svg = begin(&t);
    svg.origin = (carom_vec2){100, 50};
    svg.scale = 2;
    carom_shape circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{110, 60}, 4}};
    carom_svg_shape(&svg, &circle);
    assert_string_equal(t.bytes, "<circle cx=\"20\" cy=\"20\" r=\"8\"/>\n");
}

static void text_is_escaped(void **state) {
    (void)state;
    text t;
    carom_svg svg = begin(&t);
    carom_svg_text(&svg, (carom_vec2){1, 2}, 12, CAROM_SVG_ANCHOR_MIDDLE, "a<b & \"c\"\n\xc3\xa9");
    assert_string_equal(t.bytes, "<text x=\"1\" y=\"2\" font-size=\"12\" text-anchor=\"middle\">"
                                 "a&lt;b &amp; &quot;c&quot; \xc3\xa9</text>\n");
}

static void the_solid_area_is_closed_chains(void **state) {
    (void)state;
    const uint8_t codes[9] = {1, 1, 1, 1, 0, 1, 1, 1, 1}; // a hole in the middle
    carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {10, 10}, .codes = codes};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    text t;
    carom_svg svg = begin(&t);
    carom_svg_solid(&svg, level);
    carom_level_free(level);
    int chains = 0;
    for (const char *s = t.bytes; (s = strchr(s, 'z')) != NULL; s++) chains++;
    assert_int_equal(chains, 2);
    assert_null(strpbrk(t.bytes + strlen("<path "), "lL")); // no edges at seams, no diagonals
}

/// Two-sided edges on a side of a box, at a corner of it and through it: the area is that of the box alone. Links of
/// the level lead along them.
static void two_sided_edges_are_not_part_of_the_solid_area(void **state) {
    (void)state;
    static const carom_vec2 box[] = {{101, 61}, {109, 61}, {109, 69}, {101, 69}},
                            lines[][2] = {{{109, 63}, {109, 67}}, {{109, 61}, {115, 61}}, {{101, 69}, {101, 75}},
                                          {{103, 61}, {107, 61}}, {{101, 61}, {95, 55}},  {{105, 69}, {105, 75}}};
    carom_outline outlines[7] = {{.points = box, .count = 4}};
    for (int i = 0; i < 6; i++) outlines[i + 1] = (carom_outline){.points = lines[i], .count = 2, .open = true};
    for (int first = 0; first < 2; first++) { // the box first, and last
        carom_outline ordered[7];
        for (int i = 0; i < 7; i++) ordered[i] = outlines[first ? 6 - i : i];
        carom_level *level;
        assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = ordered, .outlines_count = 7}, &level, NULL),
                         CAROM_STATUS_OK);
        text t;
        carom_svg svg = begin(&t);
        carom_svg_solid(&svg, level);
        carom_level_free(level);
        const char *corner = strchr(t.bytes, 'M');
        assert_non_null(corner);
        assert_null(strchr(corner + 1, 'M')); // one ring
        int x, y, least_x = INT_MAX, most_x = 0, least_y = INT_MAX, most_y = 0, steps = 0, used;
        assert_int_equal(sscanf(corner, "M%d %d%n", &x, &y, &used), 2);
        for (const char *at = corner + used; *at != 'z'; at += used, steps++) {
            int by;
            assert_int_equal(sscanf(at + 1, "%d%n", &by, &used), 1);
            used++;
            if (*at == 'h') x += by;
            if (*at == 'v') y += by;
            assert_true(*at == 'h' || *at == 'v');
            least_x = x < least_x ? x : least_x, most_x = x > most_x ? x : most_x;
            least_y = y < least_y ? y : least_y, most_y = y > most_y ? y : most_y;
        }
        assert_in_range(steps, 2, 16);
        assert_true(least_x == 101 && most_x == 109 && least_y == 61 && most_y == 69);
    }
}

/// A triangle and a platform, with sides of 3, 4, 5 and 0.5 units. Each normal points to the outside and is as long as
/// asked, if its edge is; on the platform, 2 pixels.
static void edges_and_normals_of_a_level(void **state) {
    (void)state;
    const carom_vec2 corners[] = {{1, 1}, {4, 1}, {1, 5}}, ends[] = {{8, 2}, {8.5f, 2}};
    const carom_outline outlines[] = {{.points = corners, .count = 3},
                                      {.points = ends, .count = 2, .open = true, .one_way = true}};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL),
                     CAROM_STATUS_OK);
    static const struct {
        bool one_way;
        float scale;
        int length; ///< of the normals in pixels; 0: the edges
        const char *path;
    } cases[] = {
        {false, 1, 0, "M0 2h3M0 6v-4M3 2l-3 4"},
        {true, 1, 0, "M7 3h0.5"},
        {false, 2, 4, "M3 4v-4M0 8h-4M3 8l3.2 2.4"},
        {false, 2, 100, "M3 4v-6M0 8h-8M3 8l8 6"},
        {true, 2, 4, "M14.5 6v-2"},
        {true, 2, 1, "M14.5 6v-1"},
        {true, 8, 2, "M58 24v-2"},
        {true, 8, 100, "M58 24v-4"},
        {false, 0, 4, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text t;
        carom_svg svg = begin(&t);
        svg.scale = cases[i].scale;
        svg.origin = (carom_vec2){1, -1};
        if (cases[i].length == 0)
            carom_svg_edges(&svg, level, cases[i].one_way);
        else
            carom_svg_normals(&svg, level, cases[i].one_way, (float)cases[i].length);
        path_is(&t, cases[i].path);
    }
    carom_level_free(level);
}

static void shape_is(carom_shape shape, const char *expected) {
    text t;
    carom_svg svg = begin(&t);
    svg.origin = (carom_vec2){100, 50};
    svg.scale = 2;
    carom_svg_shape(&svg, &shape);
    if (expected[0] == '<' || !expected[0])
        assert_string_equal(t.size ? t.bytes : "", expected);
    else
        path_is(&t, expected);
}

static void every_shape_is_drawn(void **state) {
    (void)state;
    carom_shape polygon;
    const carom_vec2 corners[] = {{101, 51}, {103, 51}, {103, 54}, {101, 55}};
    assert_int_equal(carom_make_polygon(corners, 4, &polygon), CAROM_STATUS_OK);
    shape_is((carom_shape){.kind = CAROM_SHAPE_NONE}, "");
    shape_is((carom_shape){.kind = CAROM_SHAPE_COMPOUND}, "");
    shape_is((carom_shape){.kind = CAROM_SHAPE_POINT, .point = {101, 52}}, "M2 4h0");
    shape_is((carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {101, 52}, .b = {104, 57}}}, "M2 4l6 10");
    shape_is((carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{101, 52}, {104, 57}}},
             "<rect x=\"2\" y=\"4\" width=\"6\" height=\"10\"/>\n");
    shape_is((carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {{101, 52}, {104, 56}, 10}},
             "M-14 16A20 20 0 0 1 18-8L24 0A20 20 0 0 1 -8 24z");
    shape_is((carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {{101, 52}, {101, 52}, 10}},
             "<circle cx=\"2\" cy=\"4\" r=\"20\"/>\n");
    shape_is(polygon, "M2 2h4v6l-4 2z");
    const carom_vec2 square[] = {{101, 51}, {103, 51}, {103, 54}, {101, 54}};
    assert_int_equal(carom_make_rounded_polygon(square, 4, 0.5f, &polygon), CAROM_STATUS_OK);
    shape_is(polygon, "M2 1L6 1A1 1 0 0 1 7 2L7 8A1 1 0 0 1 6 9L2 9A1 1 0 0 1 1 8L1 2A1 1 0 0 1 2 1z");
}

static void a_style_has_only_what_is_set(void **state) {
    (void)state;
    static const struct {
        carom_svg_style style;
        const char *group;
    } cases[] = {
        {{0}, "<g fill=\"none\">\n"},
        {{.fill = "red", .width = 3}, "<g fill=\"red\">\n"},
        {{.stroke = "red"}, "<g fill=\"none\" stroke=\"red\" stroke-width=\"1\">\n"},
        {{.dash = 1.5f, .opacity = 1}, "<g fill=\"none\" stroke-dasharray=\"1.5\">\n"},
        {{.dash = -1, .opacity = -1}, "<g fill=\"none\">\n"},
        {{.opacity = 0.99f}, "<g fill=\"none\" opacity=\"0.99\">\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text t;
        carom_svg svg = begin(&t);
        carom_svg_group(&svg, &cases[i].style);
        assert_string_equal(t.bytes, cases[i].group);
    }
}

static void nothing_is_drawn_of_nothing(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){0}, &level, NULL), CAROM_STATUS_OK);
    text t;
    carom_svg svg = begin(&t);
    carom_svg_line(&svg, NULL, 0);
    carom_svg_dots(&svg, NULL, 0);
    carom_svg_solid(&svg, level);
    assert_int_equal(t.size, 0);
    carom_svg_text(&svg, (carom_vec2){1, 2}, 3, CAROM_SVG_ANCHOR_LEFT, "\x1f~");
    assert_string_equal(t.bytes, "<text x=\"1\" y=\"2\" font-size=\"3\"> ~</text>\n");
    carom_level_free(level);
}

static void a_whole_picture(void **state) {
    (void)state;
    text t;
    carom_svg svg = begin(&t);
    carom_svg_begin(&svg, 20, 10.5f, "it & that");
    carom_svg_group(&svg, &(carom_svg_style){.stroke = "#123456", .width = 1.5f, .opacity = 0.5f});
    carom_svg_dots(&svg, &(carom_vec2){3, 4}, 1);
    carom_svg_group_end(&svg);
    assert_true(carom_svg_end(&svg));
    assert_string_equal(
        t.bytes, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10.5\" viewBox=\"0 0 20 10.5\" "
                 "font-family=\"system-ui, sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
                 "<title>it &amp; that</title>\n"
                 "<g fill=\"none\" stroke=\"#123456\" stroke-width=\"1.5\" opacity=\"0.5\">\n"
                 "<path d=\"M3 4h0\"/>\n</g>\n</svg>\n");
}

/// After the first failure, the writer is not called again, and carom_svg_end returns false.
static void a_failure_is_reported_at_the_end(void **state) {
    (void)state;
    for (size_t capacity = 0; capacity < 150; capacity++) {
        text t;
        carom_svg svg = begin(&t);
        t.capacity = capacity;
        carom_svg_begin(&svg, 20, 10, NULL);
        carom_svg_line(&svg, (carom_vec2[]){{0, 0}, {1, 1}}, 2);
        assert_false(carom_svg_end(&svg));
        assert_int_equal(t.failures, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short_and_rounded_to_hundredths),
        cmocka_unit_test(relative_commands_do_not_accumulate_errors),
        cmocka_unit_test(origin_and_scale_make_pixels),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(the_solid_area_is_closed_chains),
        cmocka_unit_test(two_sided_edges_are_not_part_of_the_solid_area),
        cmocka_unit_test(edges_and_normals_of_a_level),
        cmocka_unit_test(every_shape_is_drawn),
        cmocka_unit_test(a_style_has_only_what_is_set),
        cmocka_unit_test(nothing_is_drawn_of_nothing),
        cmocka_unit_test(a_whole_picture),
        cmocka_unit_test(a_failure_is_reported_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
