// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// LDtk worlds: what values mean, where levels and entities lie, level files, several worlds.
#include "io/describe.h"
#include "io/given_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const small = CAROM_SOURCE_DIR "/tests/io/data/small.ldtk";

static void load_small(const carom_map_options *options, text_buffer *read, carom_map_info *info) {
    carom_map *map;
    carom_error error;
    read->used = 0;
    if (carom_map_load(small, options, &map, &error)) fail_msg("%s: %s", error.where, error.message);
    describe_level(map, read);
    describe_objects(map, read);
    describe_notes(map, read);
    *info = carom_map_about(map);
    assert_string_equal(info->format, "LDtk 1.5.3");
    carom_map_free(map);
}

static void test_levels_in_a_row(void **state) {
    (void)state;
    text_buffer read;
    carom_map_info info;
    load_small(NULL, &read, &info);
    // The second level is 40 pixels to the right; its layer is not moved as that of the first is.
    assert_string_equal(read.text, "tiles 3x2 at 4,-2 cell 16x16: 0 9 1 0 1 1\n"
                                   "tiles 1x1 at 40,0 cell 16x16: 1\n"
                                   "1 'Player' 'Player' in 'Things' at 16,20 size 8,12 center 20,26 turned 0\n"
                                   "layer 'Ground': value 3 'Rock' is taken as the tile 'solid'\n"
                                   "layer 'Ground': value 1 'slope_45' is taken as the tile 'slope_45'\n"
                                   "layer 'Ground': value 2 'deep_water' is taken as the tile 'empty'\n"
                                   "layer 'Ground': value 5 '' is taken as the tile 'solid'\n"
                                   "layer 'Paint': left out: the tiles of LDtk have no shapes\n"
                                   "level 'Cellar': left out: it lies at depth -1, over or under the others\n");
    assert_true(info.bounds.max.x == 56 && info.bounds.max.y == 32 && info.cell.x == 16);
    assert_int_equal(info.background, 0x102030ff);
    assert_int_equal(info.tiles, 6);
}

static void test_one_level(void **state) {
    (void)state;
    text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.level = "Cellar"}, &read, &info);
    assert_non_null(strstr(read.text, "tiles 1x1 at 0,0 cell 16x16: 9\n"));
    assert_true(info.bounds.max.x == 16);
    carom_map *map;
    assert_int_equal(carom_map_load(small, &(carom_map_options){.level = "Attic"}, &map, NULL), CAROM_NOT_FOUND);
}

static void test_the_caller_says_what_values_mean(void **state) {
    (void)state;
    const carom_map_value values[] = {
        {"Rock", 0}, {"deep_water", CAROM_TILE_HALF}, {"5", CAROM_TILE_PEAK}, {"1", CAROM_TILE_SOLID}};
    text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.values = values, .values_count = 4}, &read, &info);
    // By its number goes only what has no name: value 1 has one.
    assert_non_null(strstr(read.text, "tiles 3x2 at 4,-2 cell 16x16: 0 9 0 6 17 0\n"));
}

#define LAYER(csv)                                                                                                     \
    "{\"layerDefUid\":1,\"__cWid\":2,\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":" csv ",\"entityInstances\":[]}"
#define DEFS                                                                                                           \
    "\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"L\",\"type\":\"IntGrid\",\"intGridValues\":[{\"value\":1,"      \
    "\"identifier\":\"wall\"}]}]}"

static void test_level_files_and_several_worlds(void **state) {
    (void)state;
    given_file files[] = {
        {"w/all.ldtk",
         "{\"jsonVersion\":\"1.5.3\"," DEFS ",\"levels\":[],\"worlds\":["
         "{\"worldLayout\":\"Free\",\"levels\":[{\"identifier\":\"A\",\"worldX\":-8,\"worldY\":8,\"pxWid\":16,"
         "\"pxHei\":8,\"layerInstances\":null,\"externalRelPath\":\"all/A.ldtkl\"}]},"
         "{\"worldLayout\":\"LinearVertical\",\"levels\":["
         "{\"identifier\":\"B\",\"worldX\":-1,\"worldY\":-1,\"pxWid\":16,\"pxHei\":8,\"layerInstances\":[" LAYER(
             "[0,1]") "]},{\"identifier\":\"C\",\"worldX\":-1,\"worldY\":-1,\"pxWid\":16,\"pxHei\":8,"
                      "\"layerInstances\":[" LAYER("[1,1]") "]}]}]}"},
        {"w/all/A.ldtkl", "{\"layerInstances\":[" LAYER("[1,0]") "]}"},
        {NULL, NULL},
    };
    const carom_map_files given = {.open = open_given, .context = files};
    carom_map *map;
    carom_error error;
    if (carom_map_load("w/all.ldtk", &(carom_map_options){.files = &given}, &map, &error))
        fail_msg("%s: %s", error.where, error.message);
    text_buffer read = {.used = 0};
    describe_level(map, &read);
    carom_map_free(map);
    assert_string_equal(read.text, "tiles 2x1 at -8,8 cell 8x8: 1 0\n"
                                   "tiles 2x1 at 8,0 cell 8x8: 0 1\n"
                                   "tiles 2x1 at 8,8 cell 8x8: 1 1\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_in_a_row),
        cmocka_unit_test(test_one_level),
        cmocka_unit_test(test_the_caller_says_what_values_mean),
        cmocka_unit_test(test_level_files_and_several_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
