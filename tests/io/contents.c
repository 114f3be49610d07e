// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contents of maps: one map as TMX and as TMJ gives the same text; an LDtk world; failures; the levels of the
// examples, and of others in CAROM_EXTRA_LEVELS: every index is valid, and every tile is counted.
#define _XOPEN_SOURCE 700 // scandir

#include "io/describe_contents.h"
#include "io/failures.h"
#include "io/given_files.h"
#include "levels.h"

#include <stdlib.h>
#include <string.h>

static carom_map *map_of(const char *text, const char *name, const given_file *files) {
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)files};
    const carom_map_options options = {.contents = true, .files = &source};
    carom_map *map = NULL;
    carom_error error = {0};
    if (carom_map_read(text, strlen(text), name, &options, &map, &error))
        fail_msg("%s: %s", error.where, error.message);
    return map;
}

static void expect_contents(const carom_map *map, const char *expected) {
    static text_buffer out;
    out.used = 0;
    out.text[0] = 0;
    describe_contents(map, &out);
    size_t same = 0;
    while (out.text[same] && out.text[same] == expected[same]) same++;
    if (out.text[same] != expected[same]) fail_msg("'%.200s', not '%.200s'", out.text + same, expected + same);
}

// ---- Tiled ----------------------------------------------------------------------------------------------------------

static const char tmx[] =
    "<map version=\"1.10\" orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\n"
    "<properties><property name=\"music\" value=\"cave.ogg\" type=\"file\"/>"
    "<property name=\"dark\" type=\"bool\" value=\"true\"/>"
    "<property name=\"intro\">two\nlines</property>"
    "<property name=\"sky\" type=\"class\" propertytype=\"Sky\"><properties>"
    "<property name=\"hue\" type=\"float\" value=\"0.25\"/>"
    "<property name=\"sun\" type=\"class\" propertytype=\"Sun\"><properties>"
    "<property name=\"on\" type=\"bool\" value=\"false\"/></properties></property>"
    "</properties></property></properties>\n"
    "<tileset firstgid=\"1\" source=\"sets/a.tsx\"/>"
    "<tileset firstgid=\"9\" name=\"single\" tilewidth=\"20\" tileheight=\"24\" tilecount=\"1\" columns=\"0\">"
    "<tile id=\"3\"><image source=\"tree.png\" width=\"20\" height=\"24\"/></tile></tileset>"
    "<group opacity=\"0.5\" offsetx=\"4\"><layer name=\"ground\" class=\"floor\" width=\"3\" height=\"2\" "
    "opacity=\"0.5\" parallaxx=\"0.5\"><properties><property name=\"depth\" type=\"int\" value=\"-3\"/></properties>"
    "<data encoding=\"csv\">2,0,2147483650,0,12,536870914</data></layer></group>"
    "<imagelayer name=\"back\" visible=\"0\"><image source=\"back.png\"/></imagelayer>"
    "<objectgroup name=\"things\">"
    "<object id=\"1\" name=\"path\" x=\"10\" y=\"20\"><polyline points=\"0,0 5,0 5,7.5\"/></object>"
    "<object id=\"2\" name=\"zone\" x=\"0\" y=\"0\" rotation=\"90\"><polygon points=\"0,0 8,0 8,4\"/></object>"
    "<object id=\"3\" template=\"t/foe.tx\" name=\"foe\" x=\"32\" y=\"16\"><properties>"
    "<property name=\"hp\" type=\"int\" value=\"7\"/></properties></object>"
    "<object id=\"4\" name=\"sign\" x=\"1\" y=\"2\" width=\"30\" height=\"10\"><text>Go &gt;</text></object>"
    "<object id=\"5\" name=\"spawn\" x=\"3\" y=\"4\"><point/></object>"
    "<object id=\"6\" name=\"tree\" gid=\"2147483660\" x=\"0\" y=\"32\" width=\"20\" height=\"24\"/>"
    "</objectgroup></map>";

static const char tsx[] =
    "<tileset name=\"caves\" class=\"rock\" tilewidth=\"16\" tileheight=\"16\" spacing=\"1\" margin=\"2\" "
    "tilecount=\"8\" columns=\"4\"><properties><property name=\"by\" value=\"me\"/></properties>"
    "<image source=\"../art/caves.png\" width=\"71\" height=\"37\"/>"
    "<tile id=\"1\" type=\"lava\"><properties><property name=\"burn\" type=\"float\" value=\"1e-3\"/></properties>"
    "<animation><frame tileid=\"1\" duration=\"100\"/><frame tileid=\"5\" duration=\"250\"/></animation></tile>"
    "</tileset>";

static const char tx[] = "<template><object name=\"any\" class=\"foe\" width=\"6\" height=\"4\"><properties>"
                         "<property name=\"hp\" type=\"int\" value=\"3\"/>"
                         "<property name=\"boss\" type=\"object\" value=\"9\"/></properties></object></template>";

static const given_file tmx_files[] = {{"maps/sets/a.tsx", tsx}, {"maps/t/foe.tx", tx}, {NULL, NULL}};

static const char tmj[] =
    "{\"type\": \"map\", \"version\": \"1.10\", \"orientation\": \"orthogonal\", \"width\": 3, \"height\": 2, "
    "\"tilewidth\": 16, \"tileheight\": 16, \"properties\": ["
    "{\"name\": \"music\", \"type\": \"file\", \"value\": \"cave.ogg\"},"
    "{\"name\": \"dark\", \"type\": \"bool\", \"value\": true},"
    "{\"name\": \"intro\", \"type\": \"string\", \"value\": \"two\\nlines\"},"
    "{\"name\": \"sky\", \"type\": \"class\", \"propertytype\": \"Sky\", \"value\": {\"hue\": 0.25, "
    "\"sun\": {\"on\": false}}}],"
    "\"tilesets\": [{\"firstgid\": 1, \"source\": \"sets/a.tsj\"}, {\"firstgid\": 9, \"name\": \"single\", "
    "\"tilewidth\": 20, \"tileheight\": 24, \"tilecount\": 1, \"columns\": 0, \"tiles\": [{\"id\": 3, "
    "\"image\": \"tree.png\", \"imagewidth\": 20, \"imageheight\": 24}]}],"
    "\"layers\": [{\"type\": \"group\", \"name\": \"g\", \"opacity\": 0.5, \"offsetx\": 4, \"layers\": ["
    "{\"type\": \"tilelayer\", \"name\": \"ground\", \"class\": \"floor\", \"width\": 3, \"height\": 2, "
    "\"opacity\": 0.5, \"parallaxx\": 0.5, \"properties\": [{\"name\": \"depth\", \"type\": \"int\", \"value\": -3}],"
    "\"data\": [2, 0, 2147483650, 0, 12, 536870914]}]},"
    "{\"type\": \"imagelayer\", \"name\": \"back\", \"visible\": false, \"image\": \"back.png\"},"
    "{\"type\": \"objectgroup\", \"name\": \"things\", \"objects\": ["
    "{\"id\": 1, \"name\": \"path\", \"x\": 10, \"y\": 20, \"polyline\": [{\"x\": 0, \"y\": 0}, {\"x\": 5, \"y\": 0}, "
    "{\"x\": 5, \"y\": 7.5}]},"
    "{\"id\": 2, \"name\": \"zone\", \"x\": 0, \"y\": 0, \"rotation\": 90, \"polygon\": [{\"x\": 0, \"y\": 0}, "
    "{\"x\": 8, \"y\": 0}, {\"x\": 8, \"y\": 4}]},"
    "{\"id\": 3, \"template\": \"t/foe.tj\", \"name\": \"foe\", \"x\": 32, \"y\": 16, \"properties\": ["
    "{\"name\": \"hp\", \"type\": \"int\", \"value\": 7}]},"
    "{\"id\": 4, \"name\": \"sign\", \"x\": 1, \"y\": 2, \"width\": 30, \"height\": 10, \"text\": {\"text\": "
    "\"Go >\"}},"
    "{\"id\": 5, \"name\": \"spawn\", \"x\": 3, \"y\": 4, \"point\": true},"
    "{\"id\": 6, \"name\": \"tree\", \"gid\": 2147483660, \"x\": 0, \"y\": 32, \"width\": 20, \"height\": 24}]}]}";

static const char tsj[] =
    "{\"type\": \"tileset\", \"name\": \"caves\", \"class\": \"rock\", \"tilewidth\": 16, \"tileheight\": 16, "
    "\"spacing\": 1, \"margin\": 2, \"tilecount\": 8, \"columns\": 4, \"image\": \"../art/caves.png\", "
    "\"imagewidth\": 71, \"imageheight\": 37, \"properties\": [{\"name\": \"by\", \"type\": \"string\", \"value\": "
    "\"me\"}], \"tiles\": [{\"id\": 1, \"type\": \"lava\", \"properties\": [{\"name\": \"burn\", \"type\": \"float\", "
    "\"value\": 1e-3}], \"animation\": [{\"tileid\": 1, \"duration\": 100}, {\"tileid\": 5, \"duration\": 250}]}]}";

static const char tj[] = "{\"type\": \"template\", \"object\": {\"name\": \"any\", \"class\": \"foe\", \"width\": 6, "
                         "\"height\": 4, \"properties\": [{\"name\": \"hp\", \"type\": \"int\", \"value\": 3}, "
                         "{\"name\": \"boss\", \"type\": \"object\", \"value\": 9}]}}";

static const given_file tmj_files[] = {{"maps/sets/a.tsj", tsj}, {"maps/t/foe.tj", tj}, {NULL, NULL}};

static const char *const before_members = "  music (file) 'cave.ogg' 0\n"
                                          "  dark (bool) 'true' 1\n"
                                          "  intro (string) 'two\nlines' 0\n"
                                          "  sky (Sky) '' 0\n"
                                          "  sky.hue (float) '0.25' 0.25\n";

static const char *const after_members =
    "  sky.sun.on (bool) 'false' 0\n"
    "tileset 'caves' 'rock' 'maps/art/caves.png' 16x16 margin 2 spacing 1 columns 4 tiles 8\n"
    "  by (string) 'me' 0\n"
    " tile 1 'lava' '' 0,0..0,0 frame 1 for 100 frame 5 for 250\n"
    "%s"
    "tileset 'single' '' '' 20x24 margin 0 spacing 0 columns 0 tiles 1\n"
    " tile 3 '' 'maps/tree.png' 0,0..20,24\n"
    "layer 'ground' 'floor' '' kind 0 visible 1 opacity 0.25 offset 4,0 parallax 0.5,1 level -1 objects 0+0\n"
    "  depth (int) '-3' -3\n"
    "  cell 0,0 tile 0:1 flips 0 at 4,0 size 16,16 opacity 0.25\n"
    "  cell 2,0 tile 0:1 flips 8 at 36,0 size 16,16 opacity 0.25\n"
    "  cell 1,1 tile 1:3 flips 0 at 20,8 size 20,24 opacity 0.25\n"
    "  cell 2,1 tile 0:1 flips 2 at 36,16 size 16,16 opacity 0.25\n"
    "layer 'back' '' 'maps/back.png' kind 2 visible 0 opacity 1 offset 0,0 parallax 1,1 level -1 objects 0+0\n"
    "layer 'things' '' '' kind 1 visible 1 opacity 1 offset 0,0 parallax 1,1 level -1 objects 0+6\n"
    "object 'path' form 5 layer 2 tile -1:0 flips 0 text '' iid ''\n"
    "    10,20 15,20 15,27.5\n"
    "object 'zone' form 4 layer 2 tile -1:0 flips 0 text '' iid ''\n"
    "    0,0 0,8 -4,8\n"
    "object 'foe' form 0 layer 2 tile -1:0 flips 0 text '' iid ''\n"
    "    32,16 38,16 38,20 32,20\n"
    "  hp (int) '3' 3\n"
    "  boss (object) '9' 9\n"
    "  hp (int) '7' 7\n"
    "object 'sign' form 6 layer 2 tile -1:0 flips 0 text 'Go >' iid ''\n"
    "    1,2 31,2 31,12 1,12\n"
    "object 'spawn' form 3 layer 2 tile -1:0 flips 0 text '' iid ''\n"
    "    3,4\n"
    "object 'tree' form 7 layer 2 tile 1:3 flips 8 text '' iid ''\n"
    "    20,8 0,8 0,32 20,32\n";

static void expect_tiled(const carom_map *map, const char *sun, const char *burn) {
    char expected[8192], rest[4096];
    snprintf(rest, sizeof rest, after_members, burn);
    snprintf(expected, sizeof expected, "%s%s%s", before_members, sun, rest);
    expect_contents(map, expected);
}

static void both_formats_of_tiled_have_the_same_contents(void **state) {
    (void)state;
    carom_map *map = map_of(tmx, "maps/a.tmx", tmx_files);
    expect_tiled(map, "  sky.sun (Sun) '' 0\n", "  burn (float) '1e-3' 0.001\n");
    carom_map_free(map);
    map = map_of(tmj, "maps/a.tmj", tmj_files); // TMJ has no types of members, and numbers instead of texts
    expect_tiled(map, "  sky.sun (string) '' 0\n", "  burn (float) '0.001' 0.001\n");
    carom_map_free(map);
}

static void properties_are_found_by_name(void **state) {
    (void)state;
    carom_map *map = map_of(tmx, "maps/a.tmx", tmx_files);
    const carom_map_contents *all = carom_map_contents_of(map);
    const carom_map_property *hp = carom_map_property_of(&all->objects[2].properties, "hp");
    assert_string_equal(hp->text, "7"); // the instance overrides the template
    assert_null(carom_map_property_of(&all->objects[2].properties, "mp"));
    assert_string_equal(carom_map_property_of(&all->properties, "sky.hue")->text, "0.25");
    carom_map_free(map);
}

static void tiles_have_pictures(void **state) {
    (void)state;
    carom_map *map = map_of(tmx, "maps/a.tmx", tmx_files);
    const carom_map_contents *all = carom_map_contents_of(map);
    const char *image;
    carom_box part;
    const carom_map_tile *tile;
    assert_true(carom_map_tile_image(&all->tilesets[0], 5, &image, &part, &tile));
    assert_string_equal(image, "maps/art/caves.png");
    assert_null(tile);
    assert_box(part, 2 + 17, 2 + 17, 2 + 17 + 16, 2 + 17 + 16);
    assert_true(carom_map_tile_image(&all->tilesets[1], 3, &image, &part, &tile));
    assert_string_equal(image, "maps/tree.png");
    assert_ptr_equal(tile, all->tilesets[1].tiles);
    assert_box(part, 0, 0, 20, 24);
    assert_false(carom_map_tile_image(&all->tilesets[1], 4, &image, &part, NULL));
    assert_string_equal(image, "");
    carom_map_free(map);
}

static void contents_are_kept_on_request_only(void **state) {
    (void)state;
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)tmx_files};
    const carom_map_options options = {.files = &source};
    carom_map *map;
    assert_int_equal(carom_map_read(tmx, strlen(tmx), "maps/a.tmx", &options, &map, NULL), CAROM_STATUS_OK);
    assert_null(carom_map_contents_of(map));
    carom_map_free(map);
}

// ---- LDtk -----------------------------------------------------------------------------------------------------------

static const char ldtk[] =
    "{\"jsonVersion\": \"1.5.3\", \"worldLayout\": \"Free\", \"defs\": {\"layers\": ["
    "{\"uid\": 1, \"identifier\": \"Ground\", \"type\": \"IntGrid\", \"intGridValues\": [{\"value\": 1, "
    "\"identifier\": \"rock\"}]}, {\"uid\": 2, \"identifier\": \"Things\", \"type\": \"Entities\", "
    "\"intGridValues\": []}],"
    "\"tilesets\": [{\"uid\": 7, \"identifier\": \"Cave\", \"relPath\": \"art/cave.png\", \"tileGridSize\": 8, "
    "\"spacing\": 2, \"padding\": 1, \"__cWid\": 4, \"__cHei\": 3}], \"enums\": [{\"identifier\": "
    "\"Item\", \"values\": [{\"id\": \"Key\"}, {\"id\": \"Gem\"}]}], \"externalEnums\": [{\"identifier\": \"Far\", "
    "\"values\": []}]},"
    "\"levels\": [{\"identifier\": \"Cave\", \"iid\": \"l-1\", \"pxWid\": 16, \"pxHei\": 8, \"worldX\": 100, "
    "\"worldY\": 50, \"worldDepth\": 0, \"__neighbours\": [{\"levelIid\": \"l-2\", \"dir\": \"n\"}],"
    "\"fieldInstances\": [{\"__identifier\": \"gravity\", \"__type\": \"Float\", \"__value\": 9.5}],"
    "\"layerInstances\": ["
    "{\"__identifier\": \"Things\", \"__type\": \"Entities\", \"layerDefUid\": 2, \"__cWid\": 2, \"__cHei\": 1, "
    "\"__gridSize\": 8, \"intGridCsv\": [], \"gridTiles\": [], \"autoLayerTiles\": [], \"entityInstances\": ["
    "{\"__identifier\": \"Door\", \"iid\": \"d-1\", \"px\": [8, 8], \"__pivot\": [0.5, 1], \"width\": 4, "
    "\"height\": 6, \"__tile\": {\"tilesetUid\": 7, \"x\": 11, \"y\": 21, \"w\": 8, \"h\": 8}, \"fieldInstances\": ["
    "{\"__identifier\": \"to\", \"__type\": \"EntityRef\", \"__value\": {\"entityIid\": \"d-2\", \"levelIid\": "
    "\"l-2\"}},"
    "{\"__identifier\": \"path\", \"__type\": \"Array<Point>\", \"__value\": [{\"cx\": 1, \"cy\": 2}]},"
    "{\"__identifier\": \"codes\", \"__type\": \"Array<Int>\", \"__value\": [4, 5]},"
    "{\"__identifier\": \"note\", \"__type\": \"String\", \"__value\": null}]}]},"
    "{\"__identifier\": \"Ground\", \"__type\": \"IntGrid\", \"layerDefUid\": 1, \"__cWid\": 2, \"__cHei\": 1, "
    "\"__gridSize\": 8, \"__opacity\": 0.5, \"__tilesetDefUid\": 7, \"overrideTilesetUid\": null, "
    "\"intGridCsv\": [0, 1], \"gridTiles\": [], \"entityInstances\": [], \"autoLayerTiles\": ["
    "{\"px\": [8, 0], \"src\": [11, 1], \"f\": 3, \"t\": 1, \"a\": 0.5}]}]}]}";

static const char *const ldtk_contents =
    "tileset 'Cave' '' 'worlds/art/cave.png' 8x8 margin 1 spacing 2 columns 4 tiles 12\n"
    "layer 'Ground' 'IntGrid' '' kind 0 visible 1 opacity 0.5 offset 100,50 parallax 1,1 level 0 objects 1+0\n"
    "  cell 1,0 tile -1:1 flips 0 at 108,50 size 8,8 opacity 0.5\n"
    "  cell 1,0 tile 0:1 flips 12 at 108,50 size 8,8 opacity 0.25\n"
    "layer 'Things' 'Entities' '' kind 1 visible 1 opacity 1 offset 100,50 parallax 1,1 level 0 objects 0+1\n"
    "object 'Door' form 0 layer 1 tile 0:9 flips 0 text '' iid 'd-1'\n"
    "    106,52 110,52 110,58 106,58\n"
    "  to (EntityRef) '' 0\n"
    "  to.entityIid (string) 'd-2' 0\n"
    "  to.levelIid (string) 'l-2' 0\n"
    "  path (Array<Point>) '' 0\n"
    "  path[0] (string) '' 0\n"
    "  path[0].cx (float) '1' 1\n"
    "  path[0].cy (float) '2' 2\n"
    "  codes (Array<Int>) '' 0\n"
    "  codes[0] (float) '4' 4\n"
    "  codes[1] (float) '5' 5\n"
    "  note (String) '' 0\n"
    "level 'Cave' 'l-1' 100,50..116,58 depth 0: l-2\n"
    "  gravity (Float) '9.5' 9.5\n"
    "enum 'LocalEnum.Item': Key Gem\n"
    "enum 'ExternEnum.Far':\n";

static void worlds_have_fields_tiles_and_neighbours(void **state) {
    (void)state;
    static const given_file none[] = {{NULL, NULL}};
    carom_map *map = map_of(ldtk, "worlds/a.ldtk", none);
    expect_contents(map, ldtk_contents);
    carom_map_free(map);
}

/// Tiles of LDtk are read for the contents only.
static void wrong_places_of_tiles_are_refused(void **state) {
    (void)state;
    static const char *const places[] = {"[1]", "[1, 2, 3]", "[1, \"a\"]", "\"a\"", "[1e10, 0]", "[0, -1e10]", "null"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "{\"defs\": {\"layers\": [{\"uid\": 1, \"type\": \"Tiles\"}], \"tilesets\": [{\"uid\": 7}]}, "
                 "\"levels\": [{\"pxWid\": 8, \"pxHei\": "
                 "8, \"layerInstances\": [{\"layerDefUid\": 1, \"__tilesetDefUid\": 7, \"__cWid\": 1, \"__cHei\": 1, "
                 "\"__gridSize\": 8, "
                 "\"gridTiles\": [{\"px\": %s, \"src\": [0, 0]}]}]}]}",
                 places[i]);
        carom_map *map;
        carom_error error;
        const carom_map_options options = {.contents = true};
        assert_int_equal(carom_map_read(text, strlen(text), "a.ldtk", &options, &map, &error), CAROM_STATUS_BAD_FILE);
        assert_string_equal(error.message, "'px' must be two numbers from -1e9 to 1e9");
        assert_string_equal(error.where, "a.ldtk: $.levels[0].layerInstances[0].gridTiles[0]");
        assert_int_equal(carom_map_read(text, strlen(text), "a.ldtk", NULL, &map, &error), CAROM_STATUS_OK);
        carom_map_free(map);
    }
}

/// Properties before Tiled 1.2: a member for each.
static void old_properties_are_read(void **state) {
    (void)state;
    static const char text[] =
        "{\"width\": 1, \"height\": 1, \"tilewidth\": 1, \"tileheight\": 1, \"layers\": [], \"properties\": {\"a\": "
        "\"b\", \"on\": true, \"n\": 1.5, \"none\": null, \"list\": [1, 2], \"all\": {\"x\": [\"y\"]}, \"third\": "
        "0.3333333333333333148, \"digits\": 0.1234567890123456773}}";
    static const char expected[] =
        "  a (string) 'b' 0\n  on (bool) 'true' 1\n  n (float) '1.5' 1.5\n  none (string) '' 0\n"
        "  list (string) '' 0\n  list[0] (float) '1' 1\n  list[1] (float) '2' 2\n"
        "  all (string) '' 0\n  all.x (string) '' 0\n  all.x[0] (string) 'y' 0\n"
        "  third (float) '0.3333333333333333' 0.333333\n"
        "  digits (float) '0.12345678901234568' 0.123457\n";
    static const given_file none[] = {{NULL, NULL}};
    carom_map *map = map_of(text, "a.tmj", none);
    expect_contents(map, expected);
    carom_map_free(map);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

typedef struct whole_map {
    const char *text, *name;
    const given_file *files;
} whole_map;

static carom_status read_whole(const carom_map_options *options, carom_map **map, carom_error *error,
                               const void *context) {
    const whole_map *whole = context;
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)whole->files};
    carom_map_options all = *options;
    all.files = &source;
    return carom_map_read(whole->text, strlen(whole->text), whole->name, &all, map, error);
}

/// Products over nested groups stay in their ranges, and finite.
static void opacity_and_parallax_of_groups_are_bounded(void **state) {
    (void)state;
    static const given_file none[] = {{NULL, NULL}};
    static const char *const opacities[] = {"1e9", "-1", "0.5", "2"};
    static const float expected[] = {1, 0, 0.25f, 1};
    for (int i = 0; i < 4; ++i) {
        char text[4096];
        int used = snprintf(text, sizeof text, "<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">");
        for (int k = 0; k < 8; ++k)
            used += snprintf(text + used, sizeof text - (size_t)used,
                             "<group opacity=\"%s\" parallaxx=\"1e9\" parallaxy=\"-1e9\">", k < 2 ? opacities[i] : "1");
        used += snprintf(
            text + used, sizeof text - (size_t)used,
            "<layer name=\"a\" width=\"1\" height=\"1\" parallaxx=\"2\"><data encoding=\"csv\">0</data></layer>");
        for (int k = 0; k < 8; ++k) used += snprintf(text + used, sizeof text - (size_t)used, "</group>");
        snprintf(text + used, sizeof text - (size_t)used, "</map>");
        carom_map *map = map_of(text, "nested.tmx", none);
        const carom_map_layer *layer = carom_map_contents_of(map)->layers;
        assert_true(layer->opacity == expected[i]);
        assert_true(layer->parallax.x == 1e9f && layer->parallax.y == 1e9f);
        carom_map_free(map);
    }
}

/// The same of LDtk: opacities of layers and tiles.
static void opacity_of_ldtk_is_bounded(void **state) {
    (void)state;
    static const given_file none[] = {{NULL, NULL}};
    char text[sizeof ldtk + 64];
    const char *at = strstr(ldtk, "\"__opacity\": 0.5");
    assert_non_null(at);
    static const char *const given[] = {"7e8", "-7e8"};
    for (int k = 0; k < 2; ++k) {
        snprintf(text, sizeof text, "%.*s\"__opacity\": %s%s", (int)(at - ldtk), ldtk, given[k],
                 at + strlen("\"__opacity\": 0.5"));
        carom_map *map = map_of(text, "worlds/a.ldtk", none);
        const carom_map_contents *all = carom_map_contents_of(map);
        int found = 0;
        for (int i = 0; i < all->layers_count; ++i) {
            assert_true(all->layers[i].opacity >= 0 && all->layers[i].opacity <= 1);
            found += all->layers[i].opacity == (k == 0 ? 1 : 0);
        }
        assert_true(found > 0);
        carom_map_free(map);
    }
}

static void each_failure_is_reported(void **state) {
    (void)state;
    static const whole_map maps[] = {
        {tmx, "maps/a.tmx", tmx_files}, {tmj, "maps/a.tmj", tmj_files}, {ldtk, "a.ldtk", tmj_files}};
    for (int i = 0; i < 3; i++) expect_failures(read_whole, (carom_map_options){.contents = true}, &maps[i]);
}

/// Properties of properties: the names grow with the depth, and with the number of members. The limits bound both.
static void names_of_members_are_bounded(void **state) {
    (void)state;
    enum { DEPTH = 60, SIZE = 1 << 20 };
    static const char around[] =
        "{\"type\": \"map\", \"width\": 1, \"height\": 1, \"tilewidth\": 1, \"tileheight\": 1, "
        "\"layers\": [], \"properties\": [{\"name\": \"p\", \"type\": \"class\", \"value\": ";
    char *text = malloc(2 * SIZE);
    size_t used = (size_t)sprintf(text, "%s", around);
    for (int i = 0; i < DEPTH - 10; i++) {
        text[used++] = '{', text[used++] = '"';
        memset(text + used, 'a', 900);
        used += 900;
        used += (size_t)sprintf(text + used, "\": ");
    }
    text[used++] = '{';
    while (used < SIZE) used += (size_t)sprintf(text + used, "\"b\": 1, ");
    used += (size_t)sprintf(text + used, "\"b\": 1}");
    for (int i = 0; i < DEPTH - 10; i++) text[used++] = '}';
    used += (size_t)sprintf(text + used, "}]}");
    const carom_map_options options = {.contents = true, .limits = {.steps = (size_t)1 << 20}};
    carom_map *map;
    assert_int_equal(carom_map_read(text, used, "a.tmj", &options, &map, NULL), CAROM_STATUS_TOO_LARGE);
    free(text);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static int files_read;

static void check_file(const char *path) {
    const carom_map_options options = {.contents = true, .root = "/"};
    carom_map *map;
    if (carom_map_load(path, &options, &map, NULL) != CAROM_STATUS_OK) return;
    const carom_map_contents *all = carom_map_contents_of(map);
    int cells = 0, objects = 0;
    for (int i = 0; i < all->layers_count; i++) {
        const carom_map_layer *layer = &all->layers[i];
        assert_int_equal(layer->level, all->levels_count > 0 ? layer->level : -1);
        assert_true(layer->level < all->levels_count);
        objects += layer->objects_count;
        for (int k = 0; k < layer->objects_count; k++) assert_int_equal(all->objects[layer->first_object + k].layer, i);
        for (int k = 0; k < layer->cells_count; k++) {
            assert_true(layer->cells[k].tileset < all->tilesets_count);
            cells += all->levels_count == 0 || layer->cells[k].tileset < 0; // tiles, and values of IntGrids
        }
    }
    assert_int_equal(cells, carom_map_about(map).tiles);
    assert_int_equal(objects, carom_map_object_count(map));
    assert_int_equal(all->layers_count, carom_map_about(map).layers);
    carom_map_free(map);
    files_read++;
}

static void contents_of_files_are_complete(void **state) {
    (void)state;
    const char *folder = getenv("CAROM_EXTRA_LEVELS");
    assert_true(each_level_file(CAROM_SOURCE_DIR "/levels", check_file));
    if (folder) assert_true(each_level_file(folder, check_file));
    assert_true(files_read > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_of_tiled_have_the_same_contents),
        cmocka_unit_test(properties_are_found_by_name),
        cmocka_unit_test(tiles_have_pictures),
        cmocka_unit_test(contents_are_kept_on_request_only),
        cmocka_unit_test(worlds_have_fields_tiles_and_neighbours),
        cmocka_unit_test(wrong_places_of_tiles_are_refused),
        cmocka_unit_test(old_properties_are_read),
        cmocka_unit_test(opacity_and_parallax_of_groups_are_bounded),
        cmocka_unit_test(opacity_of_ldtk_is_bounded),
        cmocka_unit_test(each_failure_is_reported),
        cmocka_unit_test(names_of_members_are_bounded),
        cmocka_unit_test(contents_of_files_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
