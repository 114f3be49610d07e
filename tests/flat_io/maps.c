// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The flat functions of io return what the functions that they wrap return: for a map of the examples, all of its
// entries and the indices beside them, and a text in a picture.
#include "carom/flat_io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/// Members one by one: padding has no defined value. Strings are equal if their addresses are.
#define SAME(member) assert_memory_equal(&a.member, &b.member, sizeof a.member)

static void maps(void **state) {
    (void)state;
    carom_map *map;
    assert_int_equal(carom_map_load(CAROM_SOURCE_DIR "/levels/tricks.tmx", NULL, &map, NULL), CAROM_STATUS_OK);
    {
        carom_map_info a, b = carom_map_about(map);
        carom_flat_map_about(map, &a);
        SAME(format), SAME(bounds), SAME(cell), SAME(has_background), SAME(background), SAME(layers), SAME(tiles);
    }
    int objects = carom_map_object_count(map), solids = carom_map_solid_count(map), notes = carom_map_note_count(map);
    assert_in_range(objects, 1, INT32_MAX);
    assert_in_range(solids, 1, INT32_MAX);
    for (int i = -1; i <= objects; ++i) {
        carom_map_object a, b = carom_map_object_at(map, i);
        carom_flat_map_object_at(map, i, &a);
        SAME(name), SAME(type), SAME(layer), SAME(id), SAME(position), SAME(size), SAME(center), SAME(rotation);
        SAME(visible), SAME(solid);
    }
    for (int i = -1; i <= solids; ++i) {
        carom_map_solid a, b = carom_map_solid_at(map, i);
        carom_flat_map_solid_at(map, i, &a);
        SAME(layer), SAME(tileset), SAME(type), SAME(mark), SAME(one_way), SAME(cells), SAME(objects);
    }
    for (int i = -1; i <= notes; ++i) {
        carom_map_note a, b = carom_map_note_at(map, i);
        carom_flat_map_note_at(map, i, &a);
        SAME(where), SAME(message);
    }
    carom_map_free(map);
}

typedef struct page {
    char text[512];
    size_t size;
} page;

static bool append(void *context, const char *text, size_t size) {
    page *p = context;
    if (p->size + size >= sizeof p->text) return false;
    memcpy(p->text + p->size, text, size);
    p->size += size;
    return true;
}

static void texts(void **state) {
    (void)state;
    page pages[2] = {{.size = 0}, {.size = 0}};
    const carom_vec2 at = {3, 5};
    for (int i = 0; i < 2; ++i) {
        carom_svg svg = {.write = append, .context = &pages[i], .scale = 2};
        carom_svg_begin(&svg, 30, 20, NULL);
        if (i == 0)
            carom_svg_text(&svg, at, 9, CAROM_SVG_ANCHOR_MIDDLE, "here");
        else
            carom_flat_svg_text(&svg, &at, 9, CAROM_SVG_ANCHOR_MIDDLE, "here");
        assert_true(carom_svg_end(&svg));
    }
    assert_non_null(strstr(pages[0].text, "here"));
    assert_string_equal(pages[0].text, pages[1].text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(maps), cmocka_unit_test(texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
