// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What is solid in a Tiled map: the rules of carom/io.h, one case each, by what comes of a map of one or two cells.
#include "io/describe.h"
#include "io/given_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MAP(rest) "<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">" rest "</map>"
#define TILES(rest)                                                                                                    \
    "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"9\" columns=\"3\">" rest        \
    "</tileset>"
#define TILE(attributes, rest) TILES("<tile id=\"0\" " attributes ">" rest "</tile>")
#define PROPERTY(name, value)  "<properties><property name=\"" name "\" value=\"" value "\"/></properties>"
#define SHAPES(rest)           "<objectgroup>" rest "</objectgroup>"
#define CELL(attributes, rest)                                                                                         \
    "<layer width=\"1\" height=\"1\" " attributes ">" rest "<data><tile gid=\"1\"/></data></layer>"
#define OBJECTS(attributes, rest)     "<objectgroup " attributes ">" rest "</objectgroup>"
#define OBJECT(attributes, rest)      "<object id=\"1\" x=\"1\" y=\"2\" " attributes ">" rest "</object>"
#define BOX(attributes, rest)         OBJECT("width=\"4\" height=\"6\" " attributes, rest)
#define TILE_OBJECT(attributes, rest) OBJECT("gid=\"1\" width=\"16\" height=\"16\" " attributes, rest)

// What tiles and outlines come of a map; its notes and objects go beside.
static text_buffer read, notes, objects;

static const char *level_of(const char *text) {
    static const given_file none[] = {{NULL, NULL}};
    const carom_map_files files = {.open = open_given, .context = (void *)(uintptr_t)none};
    carom_map *map;
    carom_error error;
    read.used = notes.used = objects.used = 0;
    read.text[0] = notes.text[0] = 0;
    if (carom_map_read(text, strlen(text), "map", &(carom_map_options){.files = &files}, &map, &error))
        fail_msg("%s\n%s", error.message, text);
    describe_level(map, &read);
    describe_notes(map, &notes);
    describe_objects(map, &objects);
    carom_map_free(map);
    return read.text;
}

static void assert_level(const char *text, const char *expected) {
    const char *level = level_of(text);
    if (strcmp(level, expected) != 0) fail_msg("%s\nis\n%snot\n%s", text, level, expected);
}

static void assert_nothing(const char *text, const char *note) {
    assert_level(text, "");
    if (!strstr(notes.text, note)) fail_msg("%s\nhas the notes\n%snot '%s'", text, notes.text, note);
    assert_non_null(strstr(notes.text, "map: nothing in it is solid"));
}

static const char solid_cell[] = "tiles 1x1 at 0,0 cell 16x16: 1\n";
static const char box[] = "closed 1: 1,2 5,2 5,8 1,8\n";

// ---- Tiles ----------------------------------------------------------------------------------------------------------

static void test_a_tile_is_solid_where_it_or_its_layer_says_so(void **state) {
    (void)state;
    assert_nothing(MAP(TILES("") CELL("name=\"a\"", "")), "layer 'a': 1 tiles left out: neither they nor");
    assert_level(MAP(TILES("") CELL("", PROPERTY("solid", "true"))), solid_cell);
    assert_level(MAP(TILES("") CELL("", PROPERTY("Collides", "1"))), solid_cell);
    assert_level(MAP(TILES("") CELL("class=\"Wall\"", "")), solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"Collisions\"", "")), solid_cell);
    assert_level(MAP(TILE("", PROPERTY("collidable", "true")) CELL("", "")), solid_cell);
    assert_level(MAP(TILE("type=\"wall\"", "") CELL("", "")), solid_cell);
    assert_level(MAP(TILE("class=\"obstacle\"", "") CELL("", "")), solid_cell);
    assert_nothing(MAP(TILE("", PROPERTY("solid", "false")) CELL("name=\"solid\"", "")), "marked as not solid");
    assert_nothing(MAP(TILE("type=\"wall\"", "") CELL("name=\"b\"", PROPERTY("solid", "false"))),
                   "layer 'b': left out: it is marked as not solid");
    assert_level(MAP(TILES("") "<group name=\"walls\">" CELL("", "") "</group>"), solid_cell);
    assert_nothing(MAP(TILES("") "<group name=\"walls\">" CELL("", PROPERTY("solid", "0")) "</group>"), "not solid");
}

static void test_hidden_layers_count_if_marked(void **state) {
    (void)state;
    assert_nothing(MAP(TILE("type=\"wall\"", "") CELL("name=\"h\" visible=\"0\"", "")),
                   "layer 'h': left out: it is hidden");
    assert_level(MAP(TILES("") CELL("visible=\"0\" name=\"solid\"", "")), solid_cell);
    assert_nothing(MAP(TILE("type=\"wall\"", "") "<group visible=\"0\">" CELL("", "") "</group>"), "it is hidden");
}

static void test_shapes_and_codes_of_tiles(void **state) {
    (void)state;
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) CELL("", "")), "closed 0: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) CELL("name=\"solid\"", "")), "closed 0: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(TILE("", SHAPES(BOX("", PROPERTY("solid", "false")))) CELL("name=\"solid\"", "")), solid_cell);
    assert_nothing(MAP(TILE("", SHAPES(OBJECT("", "<point/>"))) CELL("", "")), "they have no shapes");
    assert_level(MAP(TILE("", SHAPES("<object id=\"1\" width=\"16\" height=\"16\"/>")) CELL("", "")), solid_cell);
    assert_level(MAP(TILE("", SHAPES("<object id=\"1\" x=\"1\" width=\"16\" height=\"16\"/>")) CELL("", "")),
                 "closed 0: 1,0 17,0 17,16 1,16\n");
    assert_level(MAP(TILE("", PROPERTY("carom", "half")) CELL("", "")), "tiles 1x1 at 0,0 cell 16x16: 6\n");
    assert_level(MAP(TILE("", PROPERTY("carom", " slope_2_low  flip 270 ")) CELL("", "")),
                 "tiles 1x1 at 0,0 cell 16x16: 234\n");
    assert_level(MAP(TILE("", PROPERTY("carom", "half") SHAPES(BOX("", ""))) CELL("", "")),
                 "tiles 1x1 at 0,0 cell 16x16: 6\n");
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"20\"><tile id=\"0\">" PROPERTY(
                     "carom", "half") "</tile></tileset>" CELL("offsetx=\"2\" offsety=\"3\"", "")),
                 "tiles 1x1 at 2,-1 cell 8x20: 6\n");
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"20\"/>" CELL("name=\"solid\"", "")),
                 "closed 0: 0,-4 8,-4 8,16 0,16\n");
}

static void test_tiles_that_are_empty_on_purpose(void **state) {
    (void)state;
    assert_level(MAP(TILE("", PROPERTY("carom", "empty")) CELL("name=\"solid\"", "")),
                 "tiles 1x1 at 0,0 cell 16x16: 0\n");
    assert_non_null(strstr(notes.text, "map: nothing in it is solid"));
}

static void test_offset_tiles_leave_the_grid(void **state) {
    (void)state;
    assert_level(
        MAP(TILES("<tileoffset x=\"0\" y=\"3\"/><tile id=\"0\">" PROPERTY("carom", "half") "</tile>") CELL("", "")),
        "tiles 1x1 at 0,3 cell 16x16: 6\n");
    assert_level(MAP(TILES("<tileoffset x=\"2\" y=\"0\"/>") CELL("name=\"solid\"", "")),
                 "closed 0: 2,0 18,0 18,16 2,16\n");
}

static void test_one_way_tiles(void **state) {
    (void)state;
    assert_level(MAP(TILE("", PROPERTY("one_way", "true")) CELL("", "")), "tiles 1x1 at 0,0 cell 16x16: 2\n");
    assert_level(MAP(TILE("", PROPERTY("one_way", "right")) CELL("", "")), "tiles 1x1 at 0,0 cell 16x16: 66\n");
    assert_level(MAP(TILES("") CELL("class=\"one_way\"", "")), "tiles 1x1 at 0,0 cell 16x16: 2\n");
    assert_level(MAP(TILE("", PROPERTY("one_way", "false")) CELL("name=\"solid\"", "")), solid_cell);
    assert_level(MAP(TILE("", PROPERTY("one_way", "up") SHAPES(BOX("", ""))) CELL("", "")),
                 "open one-way 0: 1,2 5,2\n");
    // Mirrored upside down, the side that faced up faces down: its right is below.
    assert_level(
        MAP(TILE("", PROPERTY("one_way", "up") SHAPES(BOX(
                         "", ""))) "<layer width=\"1\" height=\"1\"><data><tile gid=\"1073741825\"/></data></layer>"),
        "open one-way 0: 5,14 1,14\n");
}

// ---- Objects --------------------------------------------------------------------------------------------------------

static void test_an_object_is_solid_if_marked_or_without_a_name(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", BOX("", ""))), box);
    assert_nothing(MAP(OBJECTS("name=\"o\"", BOX("name=\"door\"", ""))),
                   "layer 'o': 1 objects left out: they have a name");
    assert_nothing(MAP(OBJECTS("", BOX("type=\"door\"", ""))), "they have a name or a class");
    assert_nothing(MAP(OBJECTS("", BOX("class=\"door\"", ""))), "they have a name or a class");
    assert_level(MAP(OBJECTS("", BOX("name=\"door\" type=\"wall\"", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("name=\"door\"", PROPERTY("solid", "true")))), box);
    assert_level(MAP(OBJECTS("class=\"solid\"", BOX("name=\"door\"", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("name=\"door\"", PROPERTY("bodyType", "static")))), box);
    assert_level(MAP(OBJECTS("", BOX("type=\"door\"", PROPERTY("CollisionType", "Fixed")))), box);
    assert_nothing(MAP(OBJECTS("", BOX("", PROPERTY("bodyType", "dynamic")))), "are marked as not solid");
    assert_nothing(MAP(OBJECTS("", BOX("", PROPERTY("solid", "false")))), "are marked as not solid");
    assert_nothing(MAP(OBJECTS("", PROPERTY("solid", "false") BOX("", ""))), "are marked as not solid");
    assert_level(MAP(OBJECTS("", PROPERTY("solid", "false") BOX("class=\"wall\"", ""))), box);
}

static void test_hidden_objects_count_if_marked(void **state) {
    (void)state;
    assert_nothing(MAP(OBJECTS("", BOX("visible=\"0\"", ""))), "they are hidden");
    assert_nothing(MAP(OBJECTS("visible=\"0\"", BOX("", ""))), "they are hidden");
    assert_level(MAP(OBJECTS("visible=\"0\" name=\"bounds\"", BOX("", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("visible=\"0\" type=\"wall\"", ""))), box);
}

static void test_what_never_is_solid(void **state) {
    (void)state;
    assert_nothing(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<point/>"))), "1 points left out");
    assert_nothing(MAP(OBJECTS("name=\"solid\"", BOX("", "<text>x</text>"))), "1 texts left out");
    assert_nothing(MAP(OBJECTS("name=\"solid\"", OBJECT("", ""))), "1 shapes left out: they have no width");
    assert_nothing(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<polygon points=\"0,0 5,5\"/>"))), "too few points");
    assert_nothing(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<polyline points=\"3,3 3,3\"/>"))), "too few points");
    assert_nothing(MAP("<imagelayer name=\"sky\"/>"), "layer 'sky': left out: an image is never solid");
}

static void test_tile_objects(void **state) {
    (void)state;
    static const char whole[] = "closed 1: 1,-14 17,-14 17,2 1,2\n", shape[] = "closed 1: 2,-12 6,-12 6,-6 2,-6\n";
    assert_nothing(MAP(TILES("") OBJECTS("", TILE_OBJECT("", ""))), "1 tile objects left out");
    assert_level(MAP(TILES("") OBJECTS("", TILE_OBJECT("type=\"wall\"", ""))), whole);
    assert_level(MAP(TILE("type=\"wall\"", "") OBJECTS("", TILE_OBJECT("", ""))), whole);
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))), shape);
    assert_nothing(MAP(TILE("type=\"coin\"", SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))),
                   "have a name or a class");
    assert_level(MAP(TILE("type=\"coin\"", SHAPES(BOX("", ""))) OBJECTS("name=\"solid\"", TILE_OBJECT("", ""))), shape);
    assert_level(MAP(TILE("", PROPERTY("carom", "half")) OBJECTS("", TILE_OBJECT("", ""))),
                 "tiles 1x1 at 1,-14 cell 16x16: 6\n");
    assert_level(MAP(TILE("", PROPERTY("carom", "half")) OBJECTS("", TILE_OBJECT("rotation=\"90\"", ""))),
                 "closed 1: 17,2 17,18 1,18 1,2\n");
    assert_non_null(strstr(notes.text, "1 tile objects taken as their whole box"));
}

static void test_one_way_objects(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("one_way", "true")))), "open one-way 1: 1,2 5,2\n");
    assert_level(MAP(OBJECTS("", BOX("name=\"ledge\"", PROPERTY("one_way", "up")))), "open one-way 1: 1,2 5,2\n");
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("one_way", "down")))), "open one-way 1: 5,8 1,8\n");
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("one_way", "left")))), "open one-way 1: 1,8 1,2\n");
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("one_way", "right")))), "open one-way 1: 5,2 5,8\n");
    assert_level(MAP(OBJECTS("", OBJECT("", PROPERTY("one_way", "up") "<polyline points=\"9,0 4,1 0,0\"/>"))),
                 "open one-way 1: 1,2 5,3 10,2\n");
    assert_level(MAP(OBJECTS("", OBJECT("", PROPERTY("one_way", "up") "<polyline points=\"0,9 0,0\"/>"))),
                 "open one-way 1: 1,11 1,2\n");
    // A tower with two battlements has three runs of sides that face up; wound either way.
    assert_level(MAP(OBJECTS("", OBJECT("class=\"one_way\"", "<polygon points=\"0,9 0,0 2,0 2,3 4,3 4,0 6,0 6,9\"/>"))),
                 "open one-way 1: 1,2 3,2\nopen one-way 1: 3,5 5,5\nopen one-way 1: 5,2 7,2\n");
    assert_level(MAP(OBJECTS("", OBJECT("class=\"one_way\"", "<polygon points=\"6,9 6,0 3,-2 0,0 0,9\"/>"))),
                 "open one-way 1: 1,2 4,0 7,2\n");
}

static void test_parallax_is_noted(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("name=\"far\" parallaxx=\"0.5\"", BOX("", ""))), box);
    assert_string_equal(notes.text, "layer 'far': its parallax does not move what is solid in it\n");
}

// ---- Other orientations: cells and tiles are tested against Tiled's own pictures, here is what those cannot show ----

#define ORIENTED(attributes, rest)                                                                                     \
    "<map width=\"2\" height=\"3\" tilewidth=\"32\" tileheight=\"16\" " attributes ">" rest "</map>"

static void test_isometric_objects(void **state) {
    (void)state;
    // (x, y) goes to (x - y + 48, (x + y) / 2): 48 is half of 3 rows of 32. Here the object is at (1, 2).
    assert_level(ORIENTED("orientation=\"isometric\"", OBJECTS("offsety=\"10\"", BOX("", ""))),
                 "closed 1: 47,11.5 51,13.5 45,16.5 41,14.5\n");
    assert_string_equal(objects.text,
                        "1 '' '' in '' at 41,11.5 size 10,5 center 46,14 turned 0 solid\n"); // the box around it
    assert_level(ORIENTED("orientation=\"isometric\"", OBJECTS("", OBJECT("", "<polyline points=\"0,0 16,0\"/>"))),
                 "open 1: 47,1.5 63,9.5\n");
}

static void test_isometric_tile_shapes(void **state) {
    (void)state;
    // Drawn on one isometric cell of 32 x 16: its right corner, in pixels of a tile of 32 x 20, is (32, 12).
    assert_level(
        ORIENTED(
            "orientation=\"isometric\"",
            "<tileset firstgid=\"1\" tilewidth=\"32\" tileheight=\"20\" columns=\"1\" tilecount=\"1\">"
            "<grid orientation=\"isometric\" width=\"32\" height=\"16\"/><tile id=\"0\">" SHAPES(
                "<object id=\"1\" x=\"8\" y=\"0\" width=\"8\" height=\"8\"/>") "</tile></tileset>"
                                                                               "<layer width=\"2\" height=\"1\"><data "
                                                                               "encoding=\"csv\">0,1</data></layer>"),
        "closed 0: 72,12 80,16 72,20 64,16\n");
}

static void test_oblique_maps(void **state) {
    (void)state;
    // Leans by skewx over the height of a cell: (x, y) goes to (x + y / 2, y + x / 4).
    assert_level(ORIENTED("orientation=\"oblique\" skewx=\"8\" skewy=\"8\"", OBJECTS("", BOX("", ""))),
                 "closed 1: 2,2.25 6,3.25 9,9.25 5,8.25\n");
    assert_level(
        ORIENTED("orientation=\"oblique\" skewx=\"8\" skewy=\"8\"",
                 TILES("") "<layer name=\"solid\" width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer>"),
        "closed 0: 32,8 64,16 72,32 40,24\n");
    // The image of a tile is not sheared; it stands where the lower left corner of its cell is.
    assert_level(
        ORIENTED(
            "orientation=\"oblique\" skewx=\"8\" skewy=\"8\"",
            TILE("", SHAPES(BOX("", ""))) "<layer width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer>"),
        "closed 0: 41,10 45,10 45,16 41,16\n");
}

static void test_catalogue_tiles_need_rectangles(void **state) {
    (void)state;
    assert_level(
        ORIENTED("orientation=\"isometric\"",
                 TILE("", PROPERTY("carom",
                                   "half")) "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>"),
        "closed 0: 48,0 64,8 48,16 32,8\n");
    assert_non_null(strstr(notes.text, "1 tiles taken as their whole cell"));
    assert_level(
        ORIENTED("orientation=\"isometric\"",
                 TILE("", PROPERTY("one_way",
                                   "up")) "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>"),
        "open one-way 0: 32,8 48,0 64,8\n");
}

// ---- Old and odd files ----------------------------------------------------------------------------------------------

static void test_old_json(void **state) {
    (void)state;
    // Before Tiled 1.2: tiles and their properties are objects by id, the version is a number.
    assert_level(
        "{\"version\":1.1,\"width\":2,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"tilesets\":[{\"firstgid\":1,"
        "\"tilewidth\":16,\"tileheight\":16,\"tileproperties\":{\"1\":{\"carom\":\"half\"},\"0\":{\"colour\":1}},"
        "\"tiles\":{\"1\":{\"objectgroup\":{\"objects\":[{\"id\":1,\"x\":0,\"y\":0,\"width\":4,\"height\":4}]}},"
        "\"0\":{\"type\":\"wall\"}}}],"
        "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\",\"width\":2,\"height\":1,\"data\":[1,2],\"properties\":"
        "{\"depth\":3}}]}",
        "tiles 2x1 at 0,0 cell 16x16: 1 6\n");
}

static void test_odd_files_that_are_right(void **state) {
    (void)state;
    // An id far beyond any tile there is; a csv with blanks and a comma at its end; ids that descend; a mark of bytes.
    assert_level(
        "\xef\xbb\xbf" MAP(
            TILES("<tile id=\"99999999\"/><tile id=\"0\" type=\"wall\"/>") "<layer width=\"1\" height=\"1\"><data "
                                                                           "encoding=\"csv\">\n 1 ,\n</data></layer>"),
        solid_cell);
    assert_nothing("<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\" infinite=\"1\"/>",
                   "nothing in it");
    // Tile sizes of a collection of images.
    assert_level(
        MAP("<tileset firstgid=\"1\" tilewidth=\"99\" tileheight=\"99\" columns=\"0\" tilecount=\"1\"><tile id=\"5\" "
            "type=\"wall\"><image width=\"8\" height=\"4\"/></tile></tileset>"
            "<layer width=\"1\" height=\"1\"><data><tile gid=\"6\"/></data></layer>"),
        "closed 0: 0,12 8,12 8,16 0,16\n");
    // tilerendersize: 8 x 4 pixels drawn into the cell of 16 x 16, as large as they fit, in its middle.
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"4\" tilerendersize=\"grid\" "
                     "fillmode=\"preserve-aspect-fit\"/>" CELL("name=\"solid\"", "")),
                 "closed 0: 0,4 16,4 16,12 0,12\n");
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"4\" tilerendersize=\"grid\"/>" CELL(
                     "name=\"solid\"", "")),
                 solid_cell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_tile_is_solid_where_it_or_its_layer_says_so),
        cmocka_unit_test(test_hidden_layers_count_if_marked),
        cmocka_unit_test(test_shapes_and_codes_of_tiles),
        cmocka_unit_test(test_tiles_that_are_empty_on_purpose),
        cmocka_unit_test(test_offset_tiles_leave_the_grid),
        cmocka_unit_test(test_one_way_tiles),
        cmocka_unit_test(test_an_object_is_solid_if_marked_or_without_a_name),
        cmocka_unit_test(test_hidden_objects_count_if_marked),
        cmocka_unit_test(test_what_never_is_solid),
        cmocka_unit_test(test_tile_objects),
        cmocka_unit_test(test_one_way_objects),
        cmocka_unit_test(test_parallax_is_noted),
        cmocka_unit_test(test_isometric_objects),
        cmocka_unit_test(test_isometric_tile_shapes),
        cmocka_unit_test(test_oblique_maps),
        cmocka_unit_test(test_catalogue_tiles_need_rectangles),
        cmocka_unit_test(test_old_json),
        cmocka_unit_test(test_odd_files_that_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
