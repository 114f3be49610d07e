// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// LDtk worlds: tiles of values, positions of levels and entities, external level files, several worlds.
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

static void levels_of_a_linear_layout_follow_each_other(void **state) {
    (void)state;
    text_buffer read;
    carom_map_info info;
    load_small(NULL, &read, &info);
    // The second level is 40 pixels to the right. Unlike the first, its layer has no offset.
    assert_string_equal(read.text,
                        "tiles 3x2 at 4,-2 cell 16x16: 0 9 1 0 1 1\n"
                        "tiles 1x1 at 40,0 cell 16x16: 1\n"
                        "1 'Player' 'Player' in 'Things' at 16,20 size 8,12 center 20,26 turned 0\n"
                        "layer 'Ground': value 3 'Rock' is taken as the tile 'solid'; pass --not-solid, or "
                        "--one-way, Ground:Rock if that is wrong\n"
                        "layer 'Ground': value 1 'slope_45' is taken as the tile 'slope_45'\n"
                        "layer 'Ground': value 2 'deep_water' is taken as the tile 'empty'; pass --solid "
                        "Ground:deep_water if that is wrong\n"
                        "layer 'Ground': value 5 '' is taken as the tile 'solid'; pass --not-solid, or "
                        "--one-way, Ground:5 if that is wrong\n"
                        "layer 'Paint': left out: the tiles of LDtk have no shapes; pass --solid Paint to fill its "
                        "cells\n"
                        "level 'Cellar': left out: it lies at depth -1 of the world; "
                        "pass --depth -1 to read it\n");
    assert_box(info.bounds, 0, 0, 56, 32);
    assert_int_equal(info.cell.x, 16);
    assert_int_equal(info.background, 0x102030ff);
    assert_int_equal(info.tiles, 6);
}

static void one_level_can_be_selected(void **state) {
    (void)state;
    text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.level = "Cellar"}, &read, &info);
    assert_non_null(strstr(read.text, "tiles 1x1 at 0,0 cell 16x16: 9\n"));
    assert_box(info.bounds, 0, 0, 16, 16);
    carom_map *map;
    carom_error error;
    assert_int_equal(carom_map_load(small, &(carom_map_options){.level = "Attic"}, &map, &error),
                     CAROM_STATUS_NOT_FOUND);
    assert_string_equal(error.message, "there is no level 'Attic'; there are 'First', 'Second', 'Cellar'");
}

static void levels_of_one_depth_can_be_selected(void **state) {
    (void)state;
    text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.world_depth = -1}, &read, &info);
    assert_non_null(strstr(read.text, "tiles 1x1 at "));
    assert_null(strstr(read.text, "tiles 3x2"));
    assert_non_null(strstr(read.text, "left out: it lies at depth 0 of the world; pass --depth 0 to read it"));
    carom_map *map;
    carom_error error;
    assert_int_equal(carom_map_load(small, &(carom_map_options){.world_depth = 7}, &map, &error),
                     CAROM_STATUS_NOT_FOUND);
    assert_string_equal(error.message, "no level lies at depth 7 of the world; there are (with their depths) 'First' "
                                       "(0), 'Second' (0), 'Cellar' (-1)");
    // Other maps have no depths.
    static const char *const others[] = {"<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"/>",
                                         "{\"type\":\"FeatureCollection\",\"features\":[]}"};
    for (size_t i = 0; i < 2; i++) {
        carom_map_options options = {.world_depth = 7};
        assert_int_equal(carom_map_read(others[i], strlen(others[i]), "m", &options, &map, &error),
                         CAROM_STATUS_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "depth 7 was requested, but only LDtk worlds have depths"));
    }
}

static const char *codes_with(carom_map_rule rule) {
    static text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.rules = &rule, .rules_count = 1}, &read, &info);
    return read.text;
}

static void rules_apply_to_values_layers_and_entities(void **state) {
    (void)state;
    // The values are 3 Rock, 1 slope_45, 2 deep_water, and 5 without a name. Without rules, the codes are 0 9 1 0 1 1.
    assert_non_null(strstr(codes_with((carom_map_rule){"rock", CAROM_MAP_MEANING_NOT_SOLID}), "16x16: 0 9 0 0 1 0\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"Deep Water", CAROM_MAP_MEANING_SOLID}), "16x16: 0 9 1 1 1 1\n"));
    assert_non_null(strstr(codes_with((carom_map_rule){"2", CAROM_MAP_MEANING_ONE_WAY}), "16x16: 0 9 1 2 1 1\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"Ground:5", CAROM_MAP_MEANING_NOT_SOLID}), "16x16: 0 9 1 0 0 1\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"Paint:5", CAROM_MAP_MEANING_NOT_SOLID}), "16x16: 0 9 1 0 1 1\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"ground", CAROM_MAP_MEANING_NOT_SOLID}), "16x16: 0 0 0 0 0 0\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"player", CAROM_MAP_MEANING_SOLID}), "closed 1: 16,20 24,20 24,32 16,32\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"player", CAROM_MAP_MEANING_ONE_WAY}), "open one-way 1: 16,20 24,20\n"));
    assert_non_null(
        strstr(codes_with((carom_map_rule){"players", CAROM_MAP_MEANING_SOLID}), "--solid players matches nothing"));
}

#define NAMED(type, name)                                                                                              \
    "{\"jsonVersion\":\"1.5.3\",\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"L\",\"type\":\"" type                \
    "\",\"intGridValues\":[{"                                                                                          \
    "\"value\":1,\"identifier\":\"" name "\"}]}]},\"levels\":[{\"identifier\":\"A\",\"pxWid\":8,\"pxHei\":8,"          \
    "\"layerInstances\":[{\"layerDefUid\":1,\"__cWid\":1,\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":[1],"            \
    "\"entityInstances\":[]}]}]}"

static int code_of(const char *text) {
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "w.ldtk", NULL, &map, &error)) fail_msg("%s\n%s", error.message, text);
    int code = carom_map_level(map)->tiles[0].codes[0];
    carom_map_free(map);
    return code;
}

static void names_of_terrain_are_not_solid(void **state) {
    (void)state;
    assert_int_equal(code_of(NAMED("IntGrid", "dirt")), CAROM_TILE_SOLID);
    assert_int_equal(code_of(NAMED("IntGrid", "Grass")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "tall_grass")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "SandDark")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "flower")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "track")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "bg_stone")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "bgStone")), 0);
    assert_int_equal(code_of(NAMED("IntGrid", "sandstone")), CAROM_TILE_SOLID);
    assert_int_equal(code_of(NAMED("IntGrid", "platform")), CAROM_TILE_EDGE);
    assert_int_equal(code_of(NAMED("IntGrid", "one-way")), CAROM_TILE_EDGE);
    assert_int_equal(code_of(NAMED("AutoLayer", "dirt")), 0);
    assert_int_equal(code_of(NAMED("Tiles", "wall")), 0);
}

#define TWO_GRIDS(name)                                                                                                \
    "{\"jsonVersion\":\"1.5.3\",\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"Deco\",\"type\":\"IntGrid\","        \
    "\"intGridValues\":[{\"value\":1,\"identifier\":\"moss\"},{\"value\":2,\"identifier\":\"wall\"},"                  \
    "{\"value\":3,\"identifier\":\"half\"}]},{\"uid\":2,\"identifier\":\"" name "\",\"type\":\"IntGrid\","             \
    "\"intGridValues\":[{\"value\":1,\"identifier\":\"\"}]}]},"                                                        \
    "\"levels\":[{\"identifier\":\"A\",\"pxWid\":24,\"pxHei\":8,\"layerInstances\":["                                  \
    "{\"layerDefUid\":1,\"__cWid\":3,\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":[1,2,3],\"entityInstances\":[]},"    \
    "{\"layerDefUid\":2,\"__cWid\":1,\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":[1],\"entityInstances\":[]}]}]}"

static void expect_grids(const char *text, const char *expected) {
    carom_map *map;
    carom_error error;
    static text_buffer read;
    read.used = 0;
    if (carom_map_read(text, strlen(text), "w.ldtk", NULL, &map, &error)) fail_msg("%s\n%s", error.message, text);
    describe_level(map, &read);
    describe_notes(map, &read);
    carom_map_free(map);
    if (!strstr(read.text, expected)) fail_msg("%s\nhas no\n%s", read.text, expected);
}

/// Beside a layer called collision, values are solid if their names are marks or tiles.
static void values_beside_a_layer_for_collision_are_not_solid(void **state) {
    (void)state;
    expect_grids(TWO_GRIDS("Paint"), "tiles 3x1 at 0,0 cell 8x8: 1 1 6\ntiles 1x1 at 0,0 cell 8x8: 1\n");
    expect_grids(TWO_GRIDS("Collisions"), "tiles 3x1 at 0,0 cell 8x8: 0 1 6\ntiles 1x1 at 0,0 cell 8x8: 1\n");
    expect_grids(TWO_GRIDS("Collisions"),
                 "layer 'Deco': value 1 'moss' is taken as the tile 'empty'; pass --solid Deco:moss if that is wrong");
    expect_grids(TWO_GRIDS("Walls"), "tiles 3x1 at 0,0 cell 8x8: 1 1 6\n");
}

/// Equal values of many layers. The last two layers are compared with all others: there is no room left in the table of
/// recent groups, wherever the addresses of their strings put them.
static void solids_of_layers_are_listed_apart(void **state) {
    (void)state;
    enum { LISTED = 64, LAYERS = LISTED + 2 };
    char text[20000];
    int used = snprintf(text, sizeof text, "{\"jsonVersion\":\"1.5.3\",\"defs\":{\"layers\":[");
    for (int i = 0; i < LAYERS; ++i)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"uid\":%d,\"identifier\":\"L%d\",\"type\":\"IntGrid\","
                         "\"intGridValues\":[{\"value\":1,\"identifier\":\"wall\"}]}",
                         i ? "," : "", i + 1, i);
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "]},\"levels\":[{\"identifier\":\"A\",\"pxWid\":8,\"pxHei\":8,\"layerInstances\":[");
    for (int i = 0; i < LAYERS; ++i)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"layerDefUid\":%d,\"__cWid\":1,\"__cHei\":1,\"__gridSize\":8,"
                         "\"intGridCsv\":[1],\"entityInstances\":[]}",
                         i ? "," : "", i + 1);
    snprintf(text + used, sizeof text - (size_t)used, "]}]}");
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "w.ldtk", NULL, &map, &error)) fail_msg("%s\n%s", error.message, text);
    assert_int_equal(carom_map_solid_count(map), LISTED + 1);
    for (int i = 0; i < LISTED; ++i) assert_int_equal(carom_map_solid_at(map, i).cells, 1);
    assert_int_equal(carom_map_solid_at(map, LISTED).cells, LAYERS - LISTED);
    carom_map_free(map);
}

/// A layer of tiles alone, with a stale value. Tiles may lie on each other, and outside.
static void a_rule_fills_the_cells_of_tiles(void **state) {
    (void)state;
    static const char text[] =
        "{\"jsonVersion\":\"1.5.3\",\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"Bricks\",\"type\":\"Tiles\","
        "\"intGridValues\":[{\"value\":1,\"identifier\":\"old\"}]}]},\"levels\":[{\"identifier\":\"A\","
        "\"pxWid\":24,\"pxHei\":16,\"layerInstances\":[{\"layerDefUid\":1,\"__cWid\":3,\"__cHei\":2,\"__gridSize\":8,"
        "\"intGridCsv\":[0,0,1,0,0,0],\"gridTiles\":[{\"px\":[8,0],\"t\":3},{\"px\":[8,0],\"t\":4},"
        "{\"px\":[-8,0],\"t\":4},{\"px\":[0,16],\"t\":4}],\"autoLayerTiles\":[{\"px\":[16,8],\"t\":1}],"
        "\"entityInstances\":[]}]}]}";
    const carom_map_meaning meanings[3] = {CAROM_MAP_MEANING_SOLID, CAROM_MAP_MEANING_ONE_WAY,
                                           CAROM_MAP_MEANING_NOT_SOLID};
    static const char *const codes[3] = {"0 1 0 0 0 1\n", "0 2 0 0 0 2\n", "0 0 0 0 0 0\n"};
    static text_buffer read;
    for (int i = 0; i < 3; ++i) {
        const carom_map_rule rule = {"bricks", meanings[i]};
        carom_map *map;
        carom_error error;
        read.used = 0;
        carom_map_options options = {.rules = &rule, .rules_count = 1};
        if (carom_map_read(text, strlen(text), "w.ldtk", &options, &map, &error)) fail_msg("%s", error.message);
        describe_level(map, &read);
        assert_non_null(strstr(read.text, "tiles 3x2 at 0,0 cell 8x8: "));
        if (!strstr(read.text, codes[i])) fail_msg("%s\nhas no\n%s", read.text, codes[i]);
        assert_int_equal(carom_map_solid_count(map), i < 2);
        if (i < 2) assert_int_equal(carom_map_solid_at(map, 0).cells, 2);
        carom_map_free(map);
    }
    expect_grids(text, "layer 'Bricks': left out: the tiles of LDtk have no shapes; pass --solid Bricks");
}

static void files_with_only_some_keys_of_a_world_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {{"{\"levels\":3}", "'defs'"},
                 {"{\"levels\":[]}", "'defs'"},
                 {"{\"levels\":[1,2]}", "'defs'"},
                 {"{\"worlds\":\"\"}", "'defs'"},
                 {"{\"layers\":3}", "'layers' must be a list of objects"},
                 {"{\"layers\":{}}", "'layers' must be a list of objects"},
                 {"{\"levels\":{},\"defs\":{}}", "'levels' must be a list of objects"},
                 {"{\"levels\":[1,2],\"defs\":{}}", "'levels' must be a list of objects"},
                 {"{\"worlds\":\"\",\"defs\":{}}", "'worlds' must be a list of objects"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        carom_map *map;
        carom_error error;
        assert_int_equal(carom_map_read(wrong[i].text, strlen(wrong[i].text), "w", NULL, &map, &error),
                         CAROM_STATUS_BAD_FILE);
        if (!strstr(error.message, wrong[i].message)) fail_msg("%s: %s", wrong[i].text, error.message);
    }
}

static void options_give_values_their_tiles(void **state) {
    (void)state;
    const carom_map_value values[] = {{"Rock", 0},
                                      {"7", CAROM_TILE_SOLID}, // numbers in any order
                                      {"deep_water", CAROM_TILE_HALF},
                                      {"5", CAROM_TILE_PEAK},
                                      {"1", CAROM_TILE_SOLID}};
    text_buffer read;
    carom_map_info info;
    load_small(&(carom_map_options){.values = values, .values_count = 5}, &read, &info);
    // The option for "1" has no effect: numbers match only values without a name.
    assert_non_null(strstr(read.text, "tiles 3x2 at 4,-2 cell 16x16: 0 9 0 6 17 0\n"));
}

#define LAYER(csv)                                                                                                     \
    "{\"layerDefUid\":1,\"__cWid\":2,\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":" csv ",\"entityInstances\":[]}"
#define DEFS                                                                                                           \
    "\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"L\",\"type\":\"IntGrid\",\"intGridValues\":[{\"value\":1,"      \
    "\"identifier\":\"wall\"}]}]}"

/// A rule for a layer makes all of its values solid. One-way values are listed apart.
static void solid_values_of_one_layer_are_listed_by_sides(void **state) {
    (void)state;
    static const char text[] =
        "{\"jsonVersion\":\"1.5.3\",\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"L\",\"type\":\"IntGrid\","
        "\"intGridValues\":[{\"value\":1,\"identifier\":\"a\"},{\"value\":2,\"identifier\":\"b\"}]}]},\"levels\":["
        "{\"identifier\":\"A\",\"pxWid\":16,\"pxHei\":8,\"layerInstances\":[" LAYER("[1,2]") "]}]}";
    const carom_map_rule rule = {"l", CAROM_MAP_MEANING_SOLID};
    const carom_map_value value = {"b", CAROM_TILE_EDGE};
    const carom_map_options options = {.rules = &rule, .rules_count = 1, .values = &value, .values_count = 1};
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "w.ldtk", &options, &map, &error)) fail_msg("%s", error.message);
    assert_int_equal(carom_map_solid_count(map), 2);
    for (int i = 0; i < 2; ++i) {
        const carom_map_solid solid = carom_map_solid_at(map, i);
        assert_int_equal(solid.one_way, i);
        assert_int_equal(solid.cells, 1);
        assert_string_equal(solid.layer, "L");
    }
    carom_map_free(map);
}

static void level_files_and_several_worlds_are_read(void **state) {
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
        cmocka_unit_test(levels_of_a_linear_layout_follow_each_other),
        cmocka_unit_test(one_level_can_be_selected),
        cmocka_unit_test(levels_of_one_depth_can_be_selected),
        cmocka_unit_test(rules_apply_to_values_layers_and_entities),
        cmocka_unit_test(names_of_terrain_are_not_solid),
        cmocka_unit_test(values_beside_a_layer_for_collision_are_not_solid),
        cmocka_unit_test(solids_of_layers_are_listed_apart),
        cmocka_unit_test(a_rule_fills_the_cells_of_tiles),
        cmocka_unit_test(files_with_only_some_keys_of_a_world_are_refused),
        cmocka_unit_test(options_give_values_their_tiles),
        cmocka_unit_test(solid_values_of_one_layer_are_listed_by_sides),
        cmocka_unit_test(level_files_and_several_worlds_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
