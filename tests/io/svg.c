// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The SVG that is written: numbers, text, paths that add up, what is solid in a level, and a writer that fails.
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
    size_t room; ///< writing fails beyond
    int refused;
} text;

static bool write_text(void *context, const char *bytes, size_t size) {
    text *t = context;
    if (t->size + size > t->room) {
        t->refused++;
        return false;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return true;
}

static carom_svg begin(text *t) {
    *t = (text){.room = sizeof t->bytes - 1};
    return (carom_svg){.write = write_text, .context = t, .scale = 1};
}

static void line_is(carom_vec2 a, carom_vec2 b, const char *path) {
    text t;
    carom_svg svg = begin(&t);
    carom_svg_line(&svg, (carom_vec2[]){a, b}, 2);
    char expected[128];
    snprintf(expected, sizeof expected, "<path d=\"%s\"/>\n", path);
    assert_string_equal(t.bytes, expected);
}

static void numbers_are_short_and_rounded_to_hundredths(void **state) {
    (void)state;
    line_is((carom_vec2){0, 0}, (carom_vec2){10, 0}, "M0 0h10");
    line_is((carom_vec2){1.5f, -2.25f}, (carom_vec2){1.5f, 0.5f}, "M1.5-2.25v2.75");
    line_is((carom_vec2){0.05f, 0.004f}, (carom_vec2){-0.95f, -1.996f}, "M0.05 0l-1-2");
    line_is((carom_vec2){-0.004f, -0.0f}, (carom_vec2){0.996f, 3}, "M0 0l1 3");
    line_is((carom_vec2){NAN, 1}, (carom_vec2){INFINITY, -1e30f}, "M0 1l10000000-10000001");
}

static void steps_add_up(void **state) {
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
    carom_shape circle = {.kind = CAROM_CIRCLE, .circle = {{110, 60}, 4}};
    carom_svg_shape(&svg, &circle);
    assert_string_equal(t.bytes, "<circle cx=\"20\" cy=\"20\" r=\"8\"/>\n");
}

static void text_is_escaped(void **state) {
    (void)state;
    text t;
    carom_svg svg = begin(&t);
    carom_svg_text(&svg, (carom_vec2){1, 2}, 12, CAROM_SVG_MIDDLE, "a<b & \"c\"\n\xc3\xa9");
    assert_string_equal(t.bytes, "<text x=\"1\" y=\"2\" font-size=\"12\" text-anchor=\"middle\">"
                                 "a&lt;b &amp; &quot;c&quot; \xc3\xa9</text>\n");
}

static void what_is_solid_is_closed_chains(void **state) {
    (void)state;
    const uint8_t codes[9] = {1, 1, 1, 1, 0, 1, 1, 1, 1}; // a hole in the middle
    carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {10, 10}, .codes = codes};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL), CAROM_OK);
    text t;
    carom_svg svg = begin(&t);
    carom_svg_solid(&svg, level);
    carom_level_free(level);
    int chains = 0;
    for (const char *s = t.bytes; (s = strchr(s, 'z')) != NULL; s++) chains++;
    assert_int_equal(chains, 2);
    assert_null(strpbrk(t.bytes + strlen("<path "), "lL")); // no seam, no diagonal
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

/// Wherever writing fails, it is not tried again, and the end tells.
static void a_failure_is_told_at_the_end(void **state) {
    (void)state;
    for (size_t room = 0; room < 150; room++) {
        text t;
        carom_svg svg = begin(&t);
        t.room = room;
        carom_svg_begin(&svg, 20, 10, NULL);
        carom_svg_line(&svg, (carom_vec2[]){{0, 0}, {1, 1}}, 2);
        assert_false(carom_svg_end(&svg));
        assert_int_equal(t.refused, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short_and_rounded_to_hundredths),
        cmocka_unit_test(steps_add_up),
        cmocka_unit_test(origin_and_scale_make_pixels),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(what_is_solid_is_closed_chains),
        cmocka_unit_test(a_whole_picture),
        cmocka_unit_test(a_failure_is_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
