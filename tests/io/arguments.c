// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Arguments and options at their limits: null pointers, structs of another version, rules without names, tiles without
// images; maps in UTF-16; a picture that cannot be written.
#include "io/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char square[] = "<map width='1' height='1' tilewidth='16' tileheight='16'><objectgroup name='solid'>"
                             "<object id='3' width='8' height='4'/></objectgroup></map>";

static void wrong_arguments_are_refused(void **state) {
    (void)state;
    carom_map *map = (carom_map *)&map;
    carom_error error = {.status = CAROM_STATUS_OK};
    assert_int_equal(carom_map_read(NULL, 5, "a", NULL, &map, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_null(map);
    assert_string_equal(error.message, "the path, the bytes or the output is null");
    assert_int_equal(carom_map_read(NULL, 5, "a", NULL, &map, NULL), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_map_read(square, sizeof square - 1, "a", NULL, NULL, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_map_read(square, sizeof square - 1, NULL, NULL, &map, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_map_read(NULL, 0, "a", NULL, &map, &error), CAROM_STATUS_BAD_FILE);
    for (int given = 0; given < 2; given++) {
        carom_error *where = given ? &error : NULL;
        carom_map_options options = {.size = 1};
        assert_int_equal(carom_map_read(square, sizeof square - 1, "a", &options, &map, where),
                         CAROM_STATUS_BAD_ARGUMENT);
        assert_null(map);
        options = (carom_map_options){.snap = NAN};
        assert_int_equal(carom_map_read(square, sizeof square - 1, "a", &options, &map, where),
                         CAROM_STATUS_BAD_ARGUMENT);
    }
    assert_string_equal(error.message, "snap must be 0 or more, and finite");
}

static carom_status status_with(carom_map_options options, int *outlines) {
    carom_map *map;
    carom_status status = carom_map_read(square, sizeof square - 1, "a", &options, &map, NULL);
    *outlines = map ? carom_map_level(map)->outlines_count : -1;
    carom_map_free(map);
    return status;
}

static void options_are_checked(void **state) {
    (void)state;
    static const carom_map_rule not_solid = {"solid", CAROM_MAP_MEANING_NOT_SOLID};
    static const carom_map_rule unnamed[] = {{NULL, CAROM_MAP_MEANING_SOLID}, {"", CAROM_MAP_MEANING_SOLID}};
    int outlines;
    assert_int_equal(status_with((carom_map_options){.rules = &not_solid, .rules_count = 1}, &outlines), 0);
    assert_int_equal(outlines, 0);
    assert_int_equal(status_with((carom_map_options){.rules = &not_solid, .rules_count = -1}, &outlines), 0);
    assert_int_equal(outlines, 1);
    assert_int_equal(status_with((carom_map_options){.rules_count = 1}, &outlines), 0);
    assert_int_equal(outlines, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(status_with((carom_map_options){.rules = &unnamed[i], .rules_count = 1}, &outlines),
                         CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(status_with((carom_map_options){.limits = {.depth = 1 << 30}}, &outlines), 0);
    assert_int_equal(outlines, 1);
}

static void entries_that_do_not_exist_are_empty(void **state) {
    (void)state;
    carom_map *map;
    assert_int_equal(carom_map_read(square, sizeof square - 1, "a", NULL, &map, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_map_object_at(map, 0).id, 3);
    const int counts[] = {carom_map_object_count(map), carom_map_solid_count(map), carom_map_note_count(map)};
    for (int before = 0; before < 2; before++) {
        const carom_map_object object = carom_map_object_at(map, before ? -1 : counts[0]);
        const carom_map_solid solid = carom_map_solid_at(map, before ? -1 : counts[1]);
        const carom_map_note note = carom_map_note_at(map, before ? -1 : counts[2]);
        assert_int_equal(object.id, 0);
        assert_true(object.name[0] == 0 && object.type[0] == 0 && object.layer[0] == 0);
        assert_true(solid.layer[0] == 0 && solid.tileset[0] == 0 && solid.type[0] == 0 && solid.mark[0] == 0);
        assert_true(note.where[0] == 0 && note.message[0] == 0);
    }
    carom_map_free(map);
}

static void maps_may_be_utf_16(void **state) {
    (void)state;
    for (int big = 0; big < 2; big++) {
        char text[2 * sizeof square] = {0};
        size_t size = 0;
        text[size++] = (char)(big ? 0xfe : 0xff);
        text[size++] = (char)(big ? 0xff : 0xfe);
        for (size_t i = 0; i + 1 < sizeof square; i++, size += 2) text[size + (size_t)big] = square[i];
        carom_map *map;
        text_buffer level = {.used = 0};
        assert_int_equal(carom_map_read(text, size, "a", NULL, &map, NULL), CAROM_STATUS_OK);
        describe_level(map, &level);
        assert_string_equal(level.text, "closed 3: 0,0 8,0 8,4 0,4\n");
        carom_map_free(map);
    }
}

/// A name is not a format, whether the text or the tree is wrong.
static void names_may_have_percent_signs(void **state) {
    (void)state;
    static const char *const texts[] = {"<map", "<map/>", "[", "{}"}, name[] = "5%% of %d.tmx";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        carom_map *map;
        carom_error error;
        assert_int_equal(carom_map_read(texts[i], strlen(texts[i]), name, NULL, &map, &error), CAROM_STATUS_BAD_FILE);
        assert_memory_equal(error.where, name, sizeof name - 1);
    }
}

static void tiles_without_images_have_none(void **state) {
    (void)state;
    static const carom_map_tile tiles[] = {
        {.id = 2, .image = ""}, {.id = 4, .image = "four.png"}, {.id = 9, .image = ""}};
    carom_map_tileset set = {.name = "t", .image = "t.png", .tile_size = {8, 8}, .columns = 3, .tile_count = 10};
    set.tiles = tiles;
    set.tiles_count = 3;
    const char *image;
    carom_box part;
    const carom_map_tile *tile;
    assert_true(carom_map_tile_image(&set, 9, &image, &part, &tile));
    assert_ptr_equal(tile, &tiles[2]);
    assert_string_equal(image, "t.png");
    assert_box(part, 0, 24, 8, 32);
    assert_true(carom_map_tile_image(&set, 4, &image, &part, &tile));
    assert_string_equal(image, "four.png");
    set.columns = 0;
    assert_false(carom_map_tile_image(&set, 3, &image, &part, &tile));
    assert_box(part, 0, 0, 0, 0);
    assert_null(tile);
    assert_string_equal(image, "");
    set.columns = 3;
    set.image = "";
    assert_false(carom_map_tile_image(&set, 2, &image, &part, &tile));
    assert_ptr_equal(tile, &tiles[0]);
}

typedef struct lent_files {
    int open, opened, refused_at; // files that are open, and calls; the status of one call is CAROM_STATUS_NO_MEMORY
} lent_files;

static carom_status lend(void *context, const char *path, const void **bytes, size_t *size) {
    static const char broken[] = "<tileset name='t'";
    lent_files *files = context;
    if (files->opened++ == files->refused_at) return CAROM_STATUS_NO_MEMORY;
    if (strcmp(path, "none.tsx") == 0) return CAROM_STATUS_NOT_FOUND;
    files->open++;
    *bytes = broken;
    *size = strcmp(path, "short.tsx") == 0 ? 0 : sizeof broken - 1;
    return CAROM_STATUS_OK;
}

static void take_back(void *context, const void *bytes, size_t size) {
    (void)size;
    assert_non_null(bytes);
    ((lent_files *)context)->open--;
}

/// A file is released exactly if it was opened, whatever is in it.
static void files_of_the_caller_are_released(void **state) {
    (void)state;
    static const char map_of[] = "<map width='1' height='1' tilewidth='16' tileheight='16'>"
                                 "<tileset firstgid='1' source='none.tsx'/><tileset firstgid='2' source='%s'/></map>";
    static const struct {
        const char *source;
        int refused_at;
        carom_status status;
        const char *message;
    } cases[] = {{"broken.tsx", -1, CAROM_STATUS_BAD_FILE, "the file ends within this tag"},
                 {"short.tsx", -1, CAROM_STATUS_BAD_FILE, "the file is empty"},
                 {"none.tsx", -1, CAROM_STATUS_OK, ""},
                 {"broken.tsx", 1, CAROM_STATUS_NO_MEMORY, "out of memory while reading the map"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lent_files lent = {.refused_at = cases[i].refused_at};
        const carom_map_files files = {.open = lend, .release = take_back, .context = &lent};
        char text[300];
        carom_map *map;
        carom_error error = {.status = CAROM_STATUS_OK};
        snprintf(text, sizeof text, map_of, cases[i].source);
        carom_status status =
            carom_map_read(text, strlen(text), "a.tmx", &(carom_map_options){.files = &files}, &map, &error);
        assert_int_equal(status, cases[i].status);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(lent.open, 0);
        assert_int_equal(lent.opened, strcmp(cases[i].source, "none.tsx") == 0 ? 1 : 2);
        carom_map_free(map);
    }
}

static bool write_some(void *context, const char *text, size_t size) {
    (void)text;
    size_t *left = context;
    if (*left < size) return false;
    *left -= size;
    return true;
}

/// After the first failure nothing is written.
static void pictures_say_that_a_write_failed(void **state) {
    (void)state;
    static const carom_vec2 line[] = {{0, 0}, {3, 4}};
    for (size_t room = 0;; room++) {
        size_t left = room;
        carom_svg svg = {.write = write_some, .context = &left, .scale = 1};
        carom_svg_begin(&svg, 10, 10, "");
        carom_svg_line(&svg, line, 2);
        carom_svg_shape(&svg, &(carom_shape){.kind = (carom_shape_kind)99});
        carom_svg_text(&svg, line[1], 4, CAROM_SVG_ANCHOR_LEFT, "");
        if (carom_svg_end(&svg)) break;
        assert_true(svg.failed && room < 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_refused),         cmocka_unit_test(options_are_checked),
        cmocka_unit_test(entries_that_do_not_exist_are_empty), cmocka_unit_test(maps_may_be_utf_16),
        cmocka_unit_test(names_may_have_percent_signs),        cmocka_unit_test(tiles_without_images_have_none),
        cmocka_unit_test(files_of_the_caller_are_released),    cmocka_unit_test(pictures_say_that_a_write_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
