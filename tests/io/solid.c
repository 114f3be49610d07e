// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What is solid in a Tiled map: the rules of carom/io.h, one test for each, with maps of one or two cells.
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
#define MISSING                       "<tileset firstgid=\"1\" source=\"a/../nowhere.tsx\"/>"

// The result of the last map: tiles and outlines, notes, objects, list of solids.
static text_buffer read, notes, objects, solids;

static carom_map_rule rules[4];
static int rules_count;

static const char *level_of(const char *text) {
    static const given_file none[] = {{NULL, NULL}};
    const carom_map_files files = {.open = open_given, .context = (void *)(uintptr_t)none};
    const carom_map_options options = {.files = &files, .rules = rules, .rules_count = rules_count};
    carom_map *map;
    carom_error error;
    read.used = notes.used = objects.used = solids.used = 0;
    read.text[0] = notes.text[0] = solids.text[0] = 0;
    if (carom_map_read(text, strlen(text), "map", &options, &map, &error)) fail_msg("%s\n%s", error.message, text);
    describe_level(map, &read);
    describe_notes(map, &notes);
    describe_objects(map, &objects);
    describe_solids(map, &solids);
    carom_map_free(map);
    return read.text;
}

static void assert_level(const char *text, const char *expected) {
    const char *level = level_of(text);
    if (strcmp(level, expected) != 0) fail_msg("%s\nis\n%snot\n%s", text, level, expected);
}

static void assert_not_solid(const char *text, const char *note) {
    assert_level(text, "");
    if (!strstr(notes.text, note)) fail_msg("%s\nhas the notes\n%snot '%s'", text, notes.text, note);
    assert_non_null(strstr(notes.text, "map: nothing in it is solid"));
    assert_string_equal(solids.text, "");
}

static const char solid_cell[] = "tiles 1x1 at 0,0 cell 16x16: 1\n";
static const char box[] = "closed 1: 1,2 5,2 5,8 1,8\n";

// ---- Tiles ----------------------------------------------------------------------------------------------------------

static void a_tile_is_solid_if_it_or_its_layer_is_marked(void **state) {
    (void)state;
    assert_not_solid(MAP(TILES("") CELL("name=\"a\"", "")), "layer 'a': 1 tile left out: neither it nor");
    assert_level(MAP(TILES("") CELL("", PROPERTY("solid", "true"))), solid_cell);
    assert_level(MAP(TILES("") CELL("", PROPERTY("Collides", "1"))), solid_cell);
    assert_level(MAP(TILES("") CELL("class=\"Wall\"", "")), solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"Collisions\"", "")), solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"Collidables\"", "")), solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"impassables\"", "")), solid_cell);
    assert_not_solid(MAP(TILES("") CELL("name=\"Platforms\"", "")), "neither it nor");
    assert_not_solid(MAP(TILES("") CELL("name=\"s\"", "")), "neither it nor");
    assert_level(MAP(TILE("", PROPERTY("collidable", "true")) CELL("", "")), solid_cell);
    assert_level(MAP(TILE("type=\"wall\"", "") CELL("", "")), solid_cell);
    assert_level(MAP(TILE("class=\"obstacle\"", "") CELL("", "")), solid_cell);
    assert_not_solid(MAP(TILE("", PROPERTY("solid", "false")) CELL("name=\"solid\"", "")), "marked as not solid");
    assert_not_solid(MAP(TILE("type=\"wall\"", "") CELL("name=\"b\"", PROPERTY("solid", "false"))),
                     "layer 'b': left out: it is marked as not solid");
    assert_level(MAP(TILES("") "<group name=\"walls\">" CELL("", "") "</group>"), solid_cell);
    assert_not_solid(MAP(TILES("") "<group name=\"walls\">" CELL("", PROPERTY("solid", "0")) "</group>"), "not solid");
}

static void hidden_layers_are_solid_if_marked(void **state) {
    (void)state;
    assert_not_solid(MAP(TILE("type=\"wall\"", "") CELL("name=\"h\" visible=\"0\"", "")),
                     "layer 'h': left out: it is hidden");
    assert_level(MAP(TILES("") CELL("visible=\"0\" name=\"solid\"", "")), solid_cell);
    assert_not_solid(MAP(TILE("type=\"wall\"", "") "<group visible=\"0\">" CELL("", "") "</group>"), "it is hidden");
}

static void a_tile_has_its_code_or_its_shapes(void **state) {
    (void)state;
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) CELL("", "")), "closed 0: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) CELL("name=\"solid\"", "")), "closed 0: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(TILE("", SHAPES(BOX("", PROPERTY("solid", "false")))) CELL("name=\"solid\"", "")), solid_cell);
    assert_not_solid(MAP(TILE("", SHAPES(OBJECT("", "<point/>"))) CELL("", "")), "it has no shapes");
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

static void an_empty_code_makes_a_tile_empty(void **state) {
    (void)state;
    assert_level(MAP(TILE("", PROPERTY("carom", "empty")) CELL("name=\"solid\"", "")),
                 "tiles 1x1 at 0,0 cell 16x16: 0\n");
    assert_non_null(strstr(notes.text, "map: nothing in it is solid"));
}

static void a_tile_with_an_offset_leaves_the_grid(void **state) {
    (void)state;
    assert_level(
        MAP(TILES("<tileoffset x=\"0\" y=\"3\"/><tile id=\"0\">" PROPERTY("carom", "half") "</tile>") CELL("", "")),
        "tiles 1x1 at 0,3 cell 16x16: 6\n");
    assert_level(MAP(TILES("<tileoffset x=\"2\" y=\"0\"/>") CELL("name=\"solid\"", "")),
                 "closed 0: 2,0 18,0 18,16 2,16\n");
}

static void a_one_way_tile_is_an_edge(void **state) {
    (void)state;
    assert_level(MAP(TILE("", PROPERTY("one_way", "true")) CELL("", "")), "tiles 1x1 at 0,0 cell 16x16: 2\n");
    assert_level(MAP(TILE("", PROPERTY("one_way", "right")) CELL("", "")), "tiles 1x1 at 0,0 cell 16x16: 66\n");
    assert_level(MAP(TILES("") CELL("class=\"one_way\"", "")), "tiles 1x1 at 0,0 cell 16x16: 2\n");
    assert_level(MAP(TILE("", PROPERTY("one_way", "false")) CELL("name=\"solid\"", "")), solid_cell);
    assert_level(MAP(TILE("", PROPERTY("one_way", "up") SHAPES(BOX("", ""))) CELL("", "")),
                 "open one-way 0: 1,2 5,2\n");
    // Flipped vertically, the side that faced up faces down: the right side of the edge is below.
    assert_level(
        MAP(TILE("", PROPERTY("one_way", "up") SHAPES(BOX(
                         "", ""))) "<layer width=\"1\" height=\"1\"><data><tile gid=\"1073741825\"/></data></layer>"),
        "open one-way 0: 5,14 1,14\n");
}

// ---- Objects --------------------------------------------------------------------------------------------------------

static void an_object_is_solid_if_marked_or_anonymous(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", BOX("", ""))), box);
    assert_not_solid(MAP(OBJECTS("name=\"o\"", BOX("name=\"door\"", ""))),
                     "layer 'o': 1 object left out: it has a name");
    assert_not_solid(MAP(OBJECTS("", BOX("type=\"door\"", ""))), "it has a name, a class or properties");
    assert_not_solid(MAP(OBJECTS("", BOX("class=\"door\"", ""))), "it has a name, a class or properties");
    assert_level(MAP(OBJECTS("", BOX("name=\"door\" type=\"wall\"", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("name=\"door\"", PROPERTY("solid", "true")))), box);
    assert_level(MAP(OBJECTS("class=\"solid\"", BOX("name=\"door\"", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("name=\"door\"", PROPERTY("bodyType", "static")))), box);
    assert_level(MAP(OBJECTS("", BOX("type=\"door\"", PROPERTY("CollisionType", "Fixed")))), box);
    assert_not_solid(MAP(OBJECTS("", BOX("", PROPERTY("bodyType", "dynamic")))), "marked as not solid");
    assert_not_solid(MAP(OBJECTS("", BOX("", PROPERTY("solid", "false")))), "marked as not solid");
    assert_not_solid(MAP(OBJECTS("", PROPERTY("solid", "false") BOX("", ""))), "marked as not solid");
    assert_level(MAP(OBJECTS("", PROPERTY("solid", "false") BOX("class=\"wall\"", ""))), box);
}

static void hidden_objects_are_solid_if_marked(void **state) {
    (void)state;
    assert_not_solid(MAP(OBJECTS("", BOX("visible=\"0\"", ""))), "it is hidden");
    assert_not_solid(MAP(OBJECTS("visible=\"0\"", BOX("", ""))), "it is hidden");
    assert_level(MAP(OBJECTS("visible=\"0\" name=\"bounds\"", BOX("", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("visible=\"0\" type=\"wall\"", ""))), box);
}

static void points_texts_images_and_degenerate_shapes_are_never_solid(void **state) {
    (void)state;
    assert_not_solid(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<point/>"))), "1 point left out");
    assert_not_solid(MAP(OBJECTS("name=\"solid\"", BOX("", "<text>x</text>"))), "1 text left out");
    assert_not_solid(MAP(OBJECTS("name=\"solid\"", OBJECT("", ""))), "1 shape left out: it has no width");
    assert_not_solid(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<polygon points=\"0,0 5,5\"/>"))), "too few points");
    assert_not_solid(MAP(OBJECTS("name=\"solid\"", OBJECT("", "<polyline points=\"3,3 3,3\"/>"))), "too few points");
    assert_not_solid(MAP("<imagelayer name=\"sky\"/>"), "layer 'sky': left out: an image is never solid");
    // Of a tile object and of the shapes of a tile, nothing may remain as floats.
    assert_not_solid(MAP(TILES("") OBJECTS("name=\"solid\"", OBJECT("gid=\"1\" width=\"1e-60\" height=\"16\"", ""))),
                     "1 shape left out: it has no width");
    assert_not_solid(MAP(TILES("") OBJECTS("name=\"solid\"", OBJECT("gid=\"1\" rotation=\"90\" height=\"1e-60\"", ""))),
                     "1 shape left out: it has no width");
    assert_not_solid(MAP(TILE("", PROPERTY("carom", "half"))
                             OBJECTS("name=\"solid\"", OBJECT("gid=\"1\" width=\"1e-60\" height=\"16\"", ""))),
                     "1 shape left out: it has no width");
    assert_not_solid(MAP(TILE("", "<objectgroup>"
                                  "<object width=\"1e-30\" height=\"4\" x=\"3\"/>"
                                  "</objectgroup>") OBJECTS("", TILE_OBJECT("", ""))),
                     "1 shape left out: it has no width");
    assert_not_solid(MAP(TILE("", "<objectgroup>"
                                  "<object width=\"1e-30\" height=\"4\" x=\"3\"/>"
                                  "</objectgroup>") CELL("", "")),
                     "1 shape left out: it has no width");
}

static void a_tile_object_has_the_shapes_of_its_tile(void **state) {
    (void)state;
    static const char whole[] = "closed 1: 1,-14 17,-14 17,2 1,2\n", shape[] = "closed 1: 2,-12 6,-12 6,-6 2,-6\n";
    assert_not_solid(MAP(TILES("") OBJECTS("", TILE_OBJECT("", ""))), "1 tile object left out");
    assert_not_solid(MAP(TILE("", "") OBJECTS("", TILE_OBJECT("", ""))), "1 tile object left out");
    assert_level(MAP(TILES("") OBJECTS("", TILE_OBJECT("type=\"wall\"", ""))), whole);
    assert_level(MAP(TILE("type=\"wall\"", "") OBJECTS("", TILE_OBJECT("", ""))), whole);
    assert_level(MAP(TILE("", SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))), shape);
    assert_not_solid(MAP(TILE("type=\"coin\"", SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))),
                     "has a name, a class or properties");
    assert_level(MAP(TILE("type=\"coin\"", SHAPES(BOX("", ""))) OBJECTS("name=\"solid\"", TILE_OBJECT("", ""))), shape);
    assert_level(MAP(TILE("", PROPERTY("carom", "half")) OBJECTS("", TILE_OBJECT("", ""))),
                 "tiles 1x1 at 1,-14 cell 16x16: 6\n");
    assert_level(MAP(TILE("", PROPERTY("carom", "half")) OBJECTS("", TILE_OBJECT("rotation=\"90\"", ""))),
                 "closed 1: 17,2 17,18 1,18 1,2\n");
    assert_non_null(strstr(notes.text, "1 tile object taken as its whole box"));
}

static void a_one_way_object_keeps_the_sides_that_face_its_direction(void **state) {
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
    // A tower with two battlements has three runs of sides that face up, in either winding.
    assert_level(MAP(OBJECTS("", OBJECT("class=\"one_way\"", "<polygon points=\"0,9 0,0 2,0 2,3 4,3 4,0 6,0 6,9\"/>"))),
                 "open one-way 1: 1,2 3,2\nopen one-way 1: 3,5 5,5\nopen one-way 1: 5,2 7,2\n");
    assert_level(MAP(OBJECTS("", OBJECT("class=\"one_way\"", "<polygon points=\"6,9 6,0 3,-2 0,0 0,9\"/>"))),
                 "open one-way 1: 1,2 4,0 7,2\n");
}

static void holes_are_rings_of_the_solid_before_them(void **state) {
    (void)state;
    rules_count = 0;
#define HOLE  PROPERTY("carom", "hole")
#define POINT OBJECT("", "<point/>")
    assert_level(MAP(OBJECTS("name=\"solid\"", BOX("", "") POINT BOX("rotation=\"90\"", HOLE) BOX("", HOLE))),
                 "closed even-odd 1: 1,2 5,2 5,8 1,8\n"
                 "closed same-area 1: 1,2 1,6 -5,6 -5,2\n"
                 "closed same-area 1: 1,2 5,2 5,8 1,8\n");
    // A hole is solid by its property, and belongs to its own layer.
    assert_level(MAP(OBJECTS("", BOX("", "") BOX("", HOLE))), "closed even-odd 1: 1,2 5,2 5,8 1,8\n"
                                                              "closed same-area 1: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(OBJECTS("", BOX("", "")) OBJECTS("name=\"b\"", BOX("", HOLE))), "closed 1: 1,2 5,2 5,8 1,8\n");
    assert_string_equal(notes.text, "layer 'b': 1 hole left out: no closed solid shape stands before it in its "
                                    "layer\n");
    // In the shapes of a tile, too; the shapes of the next cell are areas of their own.
    assert_level(MAP(TILE("", SHAPES(BOX("", "") BOX("", HOLE))) CELL("", "") CELL("", "")),
                 "closed even-odd 0: 1,2 5,2 5,8 1,8\nclosed same-area 0: 1,2 5,2 5,8 1,8\n"
                 "closed even-odd 0: 1,2 5,2 5,8 1,8\nclosed same-area 0: 1,2 5,2 5,8 1,8\n");
    assert_level(MAP(TILE("", SHAPES(BOX("", HOLE) BOX("", ""))) CELL("", "") CELL("", "")),
                 "closed 0: 1,2 5,2 5,8 1,8\nclosed 0: 1,2 5,2 5,8 1,8\n");
}

static void an_object_may_have_a_tag(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("name=\"solid\"", BOX("", PROPERTY("carom_tag", "-7")) BOX("", ""))),
                 "closed -7: 1,2 5,2 5,8 1,8\nclosed 1: 1,2 5,2 5,8 1,8\n");
    assert_level("{\"width\":1,\"height\":1,\"layers\":[{\"type\":\"objectgroup\",\"name\":\"solid\",\"objects\":[{"
                 "\"id\":3,\"width\":4,\"height\":6,"
                 "\"properties\":[{\"name\":\"carom_tag\",\"type\":\"int\",\"value\":12}]}]}],\"tilewidth\":16,"
                 "\"tileheight\":16}",
                 "closed 12: 0,0 4,0 4,6 0,6\n");
    carom_map *map;
    carom_error error;
    static const char wrong[] = MAP(OBJECTS("name=\"solid\"", BOX("", PROPERTY("carom_tag", "2147483648"))));
    assert_int_equal(carom_map_read(wrong, sizeof wrong - 1, "map", NULL, &map, &error), CAROM_STATUS_BAD_FILE);
    assert_string_equal(error.message, "'carom_tag' must be a whole number of 32 bits, not '2147483648'");
}

static void parallax_is_noted(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("name=\"far\" parallaxx=\"0.5\"", BOX("", ""))), box);
    assert_string_equal(notes.text,
                        "layer 'far': 1 object taken as solid, because it has no name, class and properties; pass "
                        "--not-solid far if none of it is solid\n"
                        "layer 'far': its parallax does not move its solid tiles and objects\n");
}

// ---- Vocabulary -----------------------------------------------------------------------------------------------------

static void assert_tile_property(const char *name, const char *value, bool solid) {
    char text[1000];
    snprintf(
        text, sizeof text,
        MAP(TILES("<tile id=\"0\"><properties><property name=\"%s\" value=\"%s\"/></properties></tile>") CELL("", "")),
        name, value);
    if (solid)
        assert_level(text, solid_cell);
    else
        assert_not_solid(text, "map: nothing in it is solid");
}

static void the_vocabulary_is_recognized_in_properties(void **state) {
    (void)state;
    static const char *const words[] = {"solid",    "collide",    "Collides",     "collider",   "colliders", "blocked",
                                        "block",    "blocks",     "blocking",     "obstacle",   "wall",      "isSolid",
                                        "is_solid", "collidable", "hasCollision", "ge_collide", "IMPASSABLE"};
    static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes", "1", "", "on"};
    static const char *const no[] = {"false", "False", "no", "0"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        for (size_t v = 0; v < sizeof yes / sizeof *yes; v++) assert_tile_property(words[w], yes[v], true);
        for (size_t v = 0; v < sizeof no / sizeof *no; v++) assert_tile_property(words[w], no[v], false);
    }
    assert_tile_property("collision", "solid", true);
    assert_tile_property("walkable", "false", true);
    assert_tile_property("passable", "0", true);
    assert_tile_property("walkable", "true", false);
    assert_tile_property("island", "true", false);
}

static void negative_words_mean_not_solid(void **state) {
    (void)state;
    assert_not_solid(MAP(TILE("", PROPERTY("nocollide", "true")) CELL("name=\"solid\"", "")), "marked as not solid");
    assert_not_solid(MAP(TILE("", PROPERTY("walkable", "true")) CELL("name=\"solid\"", "")), "marked as not solid");
    assert_not_solid(MAP(TILE("", PROPERTY("passable", "")) CELL("name=\"solid\"", "")), "marked as not solid");
    assert_not_solid(MAP(TILE("class=\"NoCollision\"", "") CELL("name=\"solid\"", "")), "marked as not solid");
    assert_level(MAP(TILE("", PROPERTY("nocollide", "false")) CELL("name=\"solid\"", "")), solid_cell);
    assert_not_solid(MAP(OBJECTS("name=\"Walkable\"", BOX("", ""))), "marked as not solid");
}

static void platforms_are_one_way(void **state) {
    (void)state;
    static const char edge[] = "tiles 1x1 at 0,0 cell 16x16: 2\n";
    assert_level(MAP(TILE("", PROPERTY("platform", "true")) CELL("", "")), edge);
    assert_level(MAP(TILE("type=\"Platform\"", "") CELL("", "")), edge);
    assert_level(MAP(TILE("", PROPERTY("isOneWayPlatform", "true")) CELL("", "")), edge);
    assert_level(MAP(TILE("", PROPERTY("collision", "one-way")) CELL("", "")), edge);
    assert_level(MAP(OBJECTS("", BOX("class=\"platform\"", ""))), "open one-way 1: 1,2 5,2\n");
    assert_level(MAP(OBJECTS("", BOX("name=\"Platform\"", ""))), "open one-way 1: 1,2 5,2\n");
    assert_not_solid(MAP(OBJECTS("", BOX("class=\"platform\" name=\"by 64,0 in 120\"", ""))), "its name is a motion");
    assert_not_solid(MAP(OBJECTS("", BOX("class=\"one-way platform\" name=\"spin 0.02\"", ""))),
                     "its name is a motion");
    assert_level(MAP(OBJECTS("", BOX("class=\"platform\" name=\"spinner\"", ""))), "open one-way 1: 1,2 5,2\n");
    assert_level(MAP(OBJECTS("", BOX("class=\"platform\" name=\"p1\"", ""))), "open one-way 1: 1,2 5,2\n");
    assert_not_solid(MAP(TILES("") CELL("name=\"Platforms\"", "")), "pass --solid Platforms");
}

static void an_object_name_counts_after_its_class(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", BOX("name=\"Wall\"", ""))), box);
    assert_level(MAP(OBJECTS("", BOX("name=\"collider\" class=\"thing\"", ""))), box);
    assert_not_solid(MAP(OBJECTS("", BOX("name=\"solid\" class=\"walkable\"", ""))), "marked as not solid");
}

static void a_property_may_hold_the_name_of_an_object(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("name", "Solid")))), box);
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("type", "wall")))), box);
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("Class", "no_collide")))), "");
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("name", "start")))), "");
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("name", "platform")))), "open one-way 1: 1,2 5,2\n");
    assert_level(MAP(TILES("<tile id=\"0\">" PROPERTY("name", "wall") "</tile>") CELL("", "")), ""); // of objects only
}

static void an_object_with_other_properties_is_not_solid(void **state) {
    (void)state;
    static const char note[] = "1 object left out: it has a name, a class or properties";
    assert_not_solid(MAP(OBJECTS("", BOX("", PROPERTY("target", "cellar")))), note);
    assert_level(MAP(OBJECTS("", BOX("", PROPERTY("target", "cellar") ""))
                         OBJECTS("class=\"solid\"", BOX("", PROPERTY("target", "cellar")))),
                 box);
    assert_not_solid(MAP(TILE("", PROPERTY("coins", "5") SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))), note);
    assert_not_solid(
        "{\"width\":1,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"layers\":[{\"type\":\"objectgroup\","
        "\"objects\":[{\"id\":1,\"x\":1,\"y\":2,\"width\":4,\"height\":6,\"properties\":[{\"name\":\"n\","
        "\"type\":\"int\",\"value\":5}]}]}]}",
        note);
}

static void a_tileset_can_be_marked(void **state) {
    (void)state;
    assert_level(MAP(TILES(PROPERTY("solid", "true")) CELL("", "")), solid_cell);
    assert_level(MAP(TILES(PROPERTY("solid", "true")) OBJECTS("", TILE_OBJECT("", ""))),
                 "closed 1: 1,-14 17,-14 17,2 1,2\n");
    assert_not_solid(
        MAP(TILES(PROPERTY("solid", "true") "<tile id=\"0\">" PROPERTY("solid", "false") "</tile>") CELL("", "")),
        "marked as not solid");
    assert_level(MAP("<tileset firstgid=\"1\" class=\"wall\" tilewidth=\"16\" tileheight=\"16\"/>" CELL("", "")),
                 solid_cell);
}

#define CLASS_PROPERTY(name, type, members)                                                                            \
    "<properties><property name=\"" name "\" type=\"class\" propertytype=\"" type "\">" members                        \
    "</property></properties>"

static void a_member_of_a_class_property_can_be_a_mark(void **state) {
    (void)state;
    assert_level(MAP(TILE("", CLASS_PROPERTY("physics", "Body", PROPERTY("solid", "true"))) CELL("", "")), solid_cell);
    assert_not_solid(
        MAP(TILE("", CLASS_PROPERTY("physics", "Body", PROPERTY("solid", "false"))) CELL("name=\"solid\"", "")),
        "marked as not solid");
    assert_not_solid(MAP(TILE("", CLASS_PROPERTY("physics", "Body", PROPERTY("mass", "5"))) CELL("", "")), "neither");
    assert_level(MAP(TILE("", CLASS_PROPERTY("collider", "Collider", "")) CELL("", "")), solid_cell);
    assert_level("{\"width\":1,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"layers\":[{\"type\":\"objectgroup\","
                 "\"objects\":[{\"id\":1,\"x\":1,\"y\":2,\"width\":4,\"height\":6,\"properties\":[{\"name\":\"n\","
                 "\"type\":\"class\",\"value\":{\"a\":{\"solid\":true}}}]}]}]}",
                 box);
}

static void a_collision_layer_takes_precedence_over_walls(void **state) {
    (void)state;
    assert_level(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("name=\"Collisions\"", BOX("", ""))), box);
    assert_non_null(strstr(notes.text, "layer 'Walls': not solid by its name"));
    assert_level(MAP(OBJECTS("name=\"obstacles\"", BOX("", "")) TILES("") CELL("name=\"Collision Layer\"", "")),
                 solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"Walls\"", PROPERTY("solid", "true")) OBJECTS("name=\"Collisions\"", "")),
                 solid_cell);
    // An empty layer does not take precedence.
    assert_level(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("name=\"Collisions\"", "")), solid_cell);
}

// ---- Rules of the caller --------------------------------------------------------------------------------------------

static void assert_ruled(const char *name, carom_map_meaning meaning, const char *text, const char *expected) {
    rules[0] = (carom_map_rule){name, meaning};
    rules_count = 1;
    assert_level(text, expected);
    if (strstr(notes.text, "matches nothing")) fail_msg("%s is not found in\n%s", name, text);
    rules_count = 0;
}

static void a_rule_replaces_the_mark(void **state) {
    (void)state;
    static const char edge[] = "tiles 1x1 at 0,0 cell 16x16: 2\n", thing[] = "open one-way 1: 1,2 5,2\n";
    assert_ruled("ground", CAROM_MAP_MEANING_SOLID, MAP(TILES("") CELL("name=\"Ground\"", "")), solid_cell);
    assert_ruled("Ground 2", CAROM_MAP_MEANING_ONE_WAY, MAP(TILES("") CELL("name=\"ground_2\"", "")), edge);
    assert_ruled("solid", CAROM_MAP_MEANING_NOT_SOLID, MAP(TILES("") CELL("name=\"solid\"", "")), "");
    assert_ruled("rock", CAROM_MAP_MEANING_SOLID, MAP(TILE("class=\"rock\"", "") CELL("", "")), solid_cell);
    assert_ruled("hit", CAROM_MAP_MEANING_SOLID, MAP(TILE("", PROPERTY("hit", "true")) CELL("", "")), solid_cell);
    assert_ruled("hit", CAROM_MAP_MEANING_SOLID, MAP(TILE("", PROPERTY("hit", "12")) CELL("", "")), solid_cell);
    assert_ruled("hit", CAROM_MAP_MEANING_SOLID, MAP(TILE("", PROPERTY("hit", "false")) CELL("name=\"solid\"", "")),
                 "");
    assert_ruled("hit", CAROM_MAP_MEANING_ONE_WAY, MAP(TILE("", PROPERTY("hit", "down")) CELL("", "")),
                 "tiles 1x1 at 0,0 cell 16x16: 130\n");
    assert_ruled("collides", CAROM_MAP_MEANING_NOT_SOLID, MAP(TILE("", PROPERTY("collides", "true")) CELL("", "")), "");
    assert_ruled("t", CAROM_MAP_MEANING_SOLID, MAP(TILES("") CELL("", "")), solid_cell);
    assert_ruled("0", CAROM_MAP_MEANING_SOLID, MAP(TILES("") CELL("", "")), solid_cell);
    assert_ruled("t:0", CAROM_MAP_MEANING_SOLID, MAP(TILES("") CELL("", "")), solid_cell);
    assert_ruled("t:0", CAROM_MAP_MEANING_NOT_SOLID, MAP(TILE("class=\"wall\"", "") CELL("", "")), "");
    assert_ruled("t:1", CAROM_MAP_MEANING_SOLID, MAP(TILES("") CELL("", "")), "");
    assert_ruled("nowhere", CAROM_MAP_MEANING_SOLID, MAP(MISSING CELL("", "")), solid_cell);
    assert_ruled("nowhere:0", CAROM_MAP_MEANING_ONE_WAY, MAP(MISSING CELL("", "")), edge);
    assert_ruled("door", CAROM_MAP_MEANING_SOLID, MAP(OBJECTS("", BOX("class=\"Door\"", ""))), box);
    assert_ruled("door", CAROM_MAP_MEANING_ONE_WAY, MAP(OBJECTS("", BOX("name=\"door\"", ""))), thing);
    assert_ruled("platform", CAROM_MAP_MEANING_ONE_WAY, MAP(OBJECTS("", BOX("name=\"by 1\" class=\"platform\"", ""))),
                 thing);
    assert_ruled("platform", CAROM_MAP_MEANING_SOLID, MAP(OBJECTS("", BOX("class=\"platform\"", ""))), box);
    assert_ruled("walls", CAROM_MAP_MEANING_SOLID,
                 MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("name=\"Collisions\"", OBJECT("", "<point/>"))),
                 solid_cell);
}

static void an_unused_rule_is_noted_and_a_nameless_one_refused(void **state) {
    (void)state;
    rules[0] = (carom_map_rule){"colide", CAROM_MAP_MEANING_NOT_SOLID};
    rules_count = 1;
    level_of(MAP(TILES("") CELL("", "")));
    rules_count = 0;
    assert_non_null(strstr(notes.text, "map: --not-solid colide matches nothing"));
    carom_map *map;
    const carom_map_rule nameless = {NULL, CAROM_MAP_MEANING_SOLID};
    assert_int_equal(
        carom_map_read("<map/>", 6, "m", &(carom_map_options){.rules = &nameless, .rules_count = 1}, &map, NULL),
        CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_map_read("<map/>", 6, "m", &(carom_map_options){.level = "A"}, &map, NULL),
                     CAROM_STATUS_BAD_ARGUMENT);
}

// ---- Layers that the rest of the map explains
// ------------------------------------------------------------------------

static void assert_noted(const char *text, const char *expected, const char *note) {
    assert_level(text, expected);
    if (!strstr(notes.text, note)) fail_msg("%s\nhas the notes\n%snot '%s'", text, notes.text, note);
}

/// The notes quote a name so that a shell passes it on, and escape the commas that would end it.
static void notes_quote_the_names_that_they_pass(void **state) {
    (void)state;
    static const struct {
        const char *name, *option;
    } cases[] = {
        {"a,b", "\"a\\,b\""},
        {"it's", "\"it's\""},
        {"#1", "\"#1\""},
        {"$HOME", "'$HOME'"},
        {"say &quot;a&quot;", "'say \"a\"'"},
        {"a`b`", "'a`b`'"},
        {"a\\b", "'a\\b'"},
        {"a|b", "\"a|b\""},
        {"&lt;a>", "\"<a>\""},
        {"'&quot;", "''\\''\"'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600], note[100];
        snprintf(text, sizeof text, MAP(TILES("") CELL("name=\"%s\"", "")), cases[i].name);
        snprintf(note, sizeof note, "; pass --solid %s if all of it is solid", cases[i].option);
        assert_noted(text, "", note);
    }
}

/// The notes count in the form of the number.
static void notes_count_one_and_many(void **state) {
    (void)state;
    assert_noted(MAP(OBJECTS("", BOX("name=\"a\"", ""))), "", "1 object left out: it has a name");
    assert_noted(MAP(OBJECTS("", BOX("name=\"a\"", "") BOX("name=\"b\"", ""))), "",
                 "2 objects left out: they have a name, a class or properties, and are not marked as solid");
}

/// A shape that nothing is said about is solid; the note says how to leave it out.
static void shapes_without_a_mark_depend_on_their_layer(void **state) {
    (void)state;
    static const char guessed[] = "layer 'a b': 1 object taken as solid, because it has no name, class and "
                                  "properties; pass --not-solid \"a b\" if none of it is solid";
    assert_noted(MAP(OBJECTS("name=\"a b\"", BOX("", ""))), box, guessed);
    assert_ruled("a b", CAROM_MAP_MEANING_NOT_SOLID, MAP(OBJECTS("name=\"a b\"", BOX("", ""))), "");
    assert_level(MAP(OBJECTS("", BOX("", ""))), box);
    assert_string_equal(notes.text, "");
    static const char *const names[] = {"Enemies", "spawn_points", "triggerLayer", "Coins", "item-boxes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[600];
        snprintf(text, sizeof text, MAP(OBJECTS("name=\"%s\"", BOX("", ""))), names[i]);
        assert_noted(text, "", "the name of its layer denotes something else than ground; pass --solid ");
    }
    assert_ruled("Enemies", CAROM_MAP_MEANING_SOLID, MAP(OBJECTS("name=\"Enemies\"", BOX("", ""))), box);
    assert_level(MAP(OBJECTS("name=\"Chessboard\"", BOX("", ""))), box);
    // A layer of objects for collision says where the collision is; a layer of tiles does not.
    static const char beside[] = "layer 'a': 1 object left out: it has no name, class and properties, and another "
                                 "layer is called solid; pass --solid a if all of it is solid";
    assert_noted(MAP(OBJECTS("name=\"a\"", BOX("", "")) OBJECTS("name=\"Collision\"", BOX("", ""))), box, beside);
    assert_level(MAP(OBJECTS("name=\"a\"", BOX("", "")) OBJECTS("name=\"Collision\"", "")), box);
    assert_noted(MAP(OBJECTS("name=\"floor\"", BOX("", "")) OBJECTS("name=\"Collision\"", BOX("", ""))),
                 "closed 1: 1,2 5,2 5,8 1,8\nclosed 1: 1,2 5,2 5,8 1,8\n", "pass --not-solid floor if");
    assert_level(MAP(TILES("") CELL("name=\"collision\"", "") OBJECTS("name=\"a\"", BOX("", ""))),
                 "tiles 1x1 at 0,0 cell 16x16: 1\nclosed 1: 1,2 5,2 5,8 1,8\n");
    assert_ruled("a", CAROM_MAP_MEANING_SOLID,
                 MAP(OBJECTS("name=\"a\"", BOX("", "")) OBJECTS("name=\"Collision\"", OBJECT("", "<point/>"))), box);
}

static void tiles_that_show_objects_are_not_solid_by_the_name_of_their_layer(void **state) {
    (void)state;
    static const char note[] = "layer 'Walls': not solid by its name, because objects that are marked as solid lie on "
                               "its tiles; pass --solid Walls if it is";
    static const char both[] = "tiles 1x1 at 0,0 cell 16x16: 1\nclosed 1: 1,2 5,2 5,8 1,8\n";
    assert_noted(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("", BOX("name=\"wall\"", ""))), box, note);
    assert_noted(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("name=\"blocks\"", BOX("", ""))), box, note);
    assert_noted(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("", BOX("", PROPERTY("solid", "")))), box, note);
    // Beside the tiles, without a mark, one-way, or a hole.
    assert_level(MAP(TILES("") CELL("name=\"Walls\" offsetx=\"64\"", "") OBJECTS("", BOX("name=\"wall\"", ""))),
                 "tiles 1x1 at 64,0 cell 16x16: 1\nclosed 1: 1,2 5,2 5,8 1,8\n");
    assert_string_equal(notes.text, "layer 'Walls': its tiles are solid by its name, beside objects that are marked as "
                                    "solid; pass --not-solid Walls if only the objects count\n");
    assert_level(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("", BOX("", ""))), both);
    assert_level(MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("", BOX("name=\"enemy\"", ""))), solid_cell);
    assert_level(MAP(TILES("") CELL("name=\"solid\"", "") OBJECTS("", BOX("name=\"wall\"", ""))), both);
    assert_ruled("Walls", CAROM_MAP_MEANING_SOLID,
                 MAP(TILES("") CELL("name=\"Walls\"", "") OBJECTS("", BOX("name=\"wall\"", ""))), both);
    // Two of five objects on one of four tiles are too few.
    static const char far[] = "name=\"wall\" x=\"99\" width=\"4\" height=\"6\"";
    char text[2000];
    snprintf(
        text, sizeof text,
        "<map width=\"4\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">" TILES(
            "") "<layer width=\"4\" height=\"1\" name=\"walls\"><data><tile gid=\"1\"/><tile gid=\"1\"/><tile "
                "gid=\"1\"/>"
                "<tile gid=\"1\"/></data></layer><objectgroup><object name=\"wall\" x=\"2\" width=\"4\" height=\"6\"/>"
                "<object %s/><object %s/></objectgroup></map>",
        far, far);
    assert_non_null(strstr(level_of(text), "tiles 4x1 at 0,0 cell 16x16: 1 1 1 1"));
}

static void objects_beside_marked_ones_are_not_solid_by_the_name_of_their_layer(void **state) {
    (void)state;
    static const char note[] = "layer 'obstacles': 1 object left out: others in its layer are marked as solid by "
                               "themselves; pass --solid obstacles if all of it is solid";
    static const char both[] = "closed 1: 1,2 5,2 5,8 1,8\nclosed 1: 1,2 5,2 5,8 1,8\n";
    assert_noted(MAP(OBJECTS("name=\"obstacles\"", BOX("name=\"wall\"", "") BOX("name=\"pond\"", ""))), box, note);
    assert_noted(MAP(OBJECTS("name=\"obstacles\"", BOX("", PROPERTY("solid", "1")) BOX("", ""))), box, note);
    assert_level(MAP(OBJECTS("name=\"collision\"", BOX("name=\"wall\"", "") BOX("name=\"pond\"", ""))), both);
    assert_ruled("obstacles", CAROM_MAP_MEANING_SOLID,
                 MAP(OBJECTS("name=\"obstacles\"", BOX("name=\"wall\"", "") BOX("name=\"pond\"", ""))), both);
    assert_level(MAP(OBJECTS("name=\"obstacles\"", BOX("", "") BOX("", PROPERTY("carom", "hole")))),
                 "closed even-odd 1: 1,2 5,2 5,8 1,8\nclosed same-area 1: 1,2 5,2 5,8 1,8\n");
    level_of(MAP(OBJECTS("name=\"obstacles\"", BOX("", "") BOX("name=\"platform\"", ""))));
    assert_null(strstr(notes.text, "by themselves"));
}

static void names_of_objects_that_are_solid_by_their_layer_are_listed(void **state) {
    (void)state;
    const char *text =
        MAP(OBJECTS("name=\"obstacles\"", BOX("name=\"river\"", "") BOX("", "") BOX("class=\"hero\"", "")));
    level_of(text);
    assert_non_null(strstr(notes.text,
                           "layer 'obstacles': its name marks all of its objects as solid: 'river' (1), 'hero' "
                           "(1); pass --not-solid with such a name if it is not"));
    assert_ruled("hero", CAROM_MAP_MEANING_NOT_SOLID, text, "closed 1: 1,2 5,2 5,8 1,8\nclosed 1: 1,2 5,2 5,8 1,8\n");
    level_of(MAP(OBJECTS("name=\"obstacles\"", BOX("", ""))));
    assert_string_equal(notes.text, "");
    level_of(MAP(OBJECTS("name=\"collision\"", BOX("name=\"river\"", ""))));
    assert_string_equal(notes.text, "");
}

/// The notes name what --solid takes: names, classes, values of a property "name", and properties.
static void names_of_objects_that_are_left_out_are_listed(void **state) {
    (void)state;
    assert_noted(MAP(TILE("", PROPERTY("name", "Rock")) OBJECTS(
                     "name=\"o\"", BOX("name=\"a b\"", "") BOX("name=\"a b\"", "") BOX("class=\"c\"", "") BOX(
                                       "", PROPERTY("Type", "sign")) BOX("", PROPERTY("hp", "3")) TILE_OBJECT("", ""))),
                 "",
                 "layer 'o': 6 objects left out: they have a name, a class or properties, and are not marked as solid: "
                 "'a b' (2), 'c' (1), 'sign' (1), 'hp' (1), 'Rock' (1); pass --solid with such a name if it is solid");
    static const char whole[] = "closed 1: 1,-14 17,-14 17,2 1,2\n";
    assert_ruled("rock", CAROM_MAP_MEANING_SOLID,
                 MAP(TILE("", PROPERTY("name", "Rock")) OBJECTS("", TILE_OBJECT("", ""))), whole);
    assert_ruled("sign", CAROM_MAP_MEANING_SOLID, MAP(OBJECTS("", BOX("", PROPERTY("Type", "sign")))), box);
    assert_ruled("hp", CAROM_MAP_MEANING_SOLID, MAP(OBJECTS("", BOX("", PROPERTY("hp", "3")))), box);
    assert_not_solid(MAP(TILE("", PROPERTY("name", "wall")) CELL("", "")), "neither it nor");
}

static void layers_with_marked_tiles_are_listed(void **state) {
    (void)state;
    static const char note[] =
        "map: tiles are solid by a property of their own in the layers 'a', 'b'; pass --not-solid "
        "with the name of a layer that the game does not test";
    const char *text = MAP(TILE("", PROPERTY("solid", "")) CELL("name=\"a\"", "") CELL("name=\"b\"", ""));
    level_of(text);
    assert_non_null(strstr(notes.text, note));
    assert_ruled("a", CAROM_MAP_MEANING_NOT_SOLID, text, solid_cell);
    assert_null(strstr(notes.text, "of their own"));
    level_of(MAP(TILE("class=\"wall\"", "") CELL("name=\"a\"", "") CELL("name=\"b\"", "")));
    assert_null(strstr(notes.text, "of their own"));
    text = MAP(TILE("", PROPERTY("solid", "")) CELL("name=\"a\"", "") OBJECTS("", BOX("", "")));
    assert_noted(text, "tiles 1x1 at 0,0 cell 16x16: 1\nclosed 1: 1,2 5,2 5,8 1,8\n",
                 "map: tiles of the layer 'a' are solid by a property of their own, beside solid objects; pass "
                 "--not-solid with the property if only the objects count");
    assert_ruled("solid", CAROM_MAP_MEANING_NOT_SOLID, text, box);
    level_of(MAP(TILE("", PROPERTY("solid", "")) CELL("name=\"a\"", "")));
    assert_string_equal(notes.text, "");
}

static void ledges_that_may_move_are_noted(void **state) {
    (void)state;
    level_of(MAP(OBJECTS("name=\"collision\"", BOX("", "")) OBJECTS("", BOX("name=\"Platform\"", ""))));
    assert_non_null(strstr(notes.text, "1 object taken as one-way where it is drawn; pass --not-solid platform if"));
    level_of(MAP(OBJECTS("", BOX("name=\"Platform\"", ""))));
    assert_null(strstr(notes.text, "one-way where"));
}

static void a_map_without_solids_lists_the_properties_of_its_tiles(void **state) {
    (void)state;
    assert_not_solid(MAP(TILE("", PROPERTY("Movement", "true")) CELL("name=\"a\"", "")),
                     "Its tiles have the properties 'Movement'; one that means passable is for --not-solid, beside "
                     "--solid with a layer");
}

// ---- List of solids -------------------------------------------------------------------------------------------------

static void assert_solids(const char *text, const char *expected) {
    level_of(text);
    if (strcmp(solids.text, expected) != 0) fail_msg("%s\nis listed as\n%snot\n%s", text, solids.text, expected);
}

static void solids_are_listed_by_mark(void **state) {
    (void)state;
    assert_solids(MAP(TILES("") CELL("name=\"Walls\"", "")), "'Walls' 't' '': 1+0 by the layer's name 'Walls'\n");
    assert_solids(MAP(TILE("class=\"rock\"", PROPERTY("collides", "1")) CELL("name=\"a\"", "")),
                  "'a' 't' 'rock': 1+0 by the tile's property 'collides'\n");
    assert_solids(MAP(TILE("", SHAPES(BOX("", ""))) CELL("", "")), "'' 't' '': 1+0 by the shapes drawn for the tile\n");
    assert_solids(MAP(TILE("", SHAPES(BOX("", ""))) OBJECTS("", TILE_OBJECT("", ""))),
                  "'' 't' '': 0+1 by the shapes drawn for the tile\n");
    assert_solids(MAP(TILES(PROPERTY("solid", "")) CELL("", "")), "'' 't' '': 1+0 by the tileset's property 'solid'\n");
    assert_solids(MAP(OBJECTS("name=\"o\"", BOX("class=\"wall\"", "") BOX("class=\"wall\"", "") BOX("", ""))),
                  "'o' '' 'wall': 0+2 by the object's class 'wall'\n"
                  "'o' '' '': 0+1 by the absence of a name, class and properties\n");
    assert_solids(MAP(OBJECTS("", BOX("class=\"one_way\"", ""))),
                  "'' '' 'one_way': 0+1 one-way by the object's class 'one_way'\n");
    assert_solids(MAP(TILES("") CELL("name=\"g\"", "")), "");
    rules[0] = (carom_map_rule){"g", CAROM_MAP_MEANING_SOLID};
    rules_count = 1;
    assert_solids(MAP(TILES("") CELL("name=\"g\"", "")), "'g' 't' '': 1+0 by the layer's name 'g' (rule)\n");
    rules_count = 0;
}

/// One-way and solid marks of the same kind in turn. The last two are compared with all others: there is no room left
/// in the table of recent groups, wherever the addresses of their strings put them.
static void solids_that_block_differently_are_listed_apart(void **state) {
    (void)state;
    enum { LISTED = 64, KINDS = LISTED + 2 };
    char text[20000], expected[8000];
    int used = snprintf(text, sizeof text,
                        "<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"><objectgroup name=\"o\">"),
        wanted = 0;
    for (int i = 0; i < 2 * KINDS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "<object type=\"c%d\" width=\"4\" height=\"6\">" PROPERTY("collision", "%s") "</object>",
                         i % KINDS, i % 2 ? "one-way" : "true");
    for (int i = 0; i < LISTED; i++)
        wanted += snprintf(expected + wanted, sizeof expected - (size_t)wanted,
                           "'o' '' 'c%d': 0+2%s by the object's property 'collision'\n", i, i % 2 ? " one-way" : "");
    snprintf(expected + wanted, sizeof expected - (size_t)wanted, "'' '' '': 0+4 by many other marks\n");
    snprintf(text + used, sizeof text - (size_t)used, "</objectgroup></map>");
    assert_solids(text, expected);
}

static void the_list_of_solids_is_bounded(void **state) {
    (void)state;
    char text[20000];
    int used = snprintf(text, sizeof text,
                        "<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">"
                        "<objectgroup class=\"solid\">");
    for (int i = 0; i < 150; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "<object class=\"c%d\" width=\"4\" height=\"6\"/>", i);
    snprintf(text + used, sizeof text - (size_t)used, "</objectgroup></map>");
    level_of(text);
    int lines = 0;
    for (const char *at = solids.text; (at = strchr(at, '\n')); at++) lines++;
    assert_int_equal(lines, 65);
    assert_non_null(strstr(solids.text, "'' '' '': 0+86 by many other marks\n"));
}

static void a_name_that_resembles_a_mark_is_noted(void **state) {
    (void)state;
    level_of(MAP(TILES("<tile id=\"0\">" PROPERTY("collisionMask", "3") "</tile><tile id=\"1\">" PROPERTY(
        "collisionMask", "3") "</tile>") CELL("", "")));
    assert_non_null(strstr(notes.text, "map: 2 tiles have the property 'collisionMask', which looks like a mark but is "
                                       "none: pass --solid collisionMask if it is\n"));
    level_of(MAP(TILE("", PROPERTY("collide", "left")) CELL("", "")));
    assert_non_null(strstr(notes.text, "map: 1 tile has the property 'collide' with the value 'left', which is not "
                                       "understood: pass --solid collide if it means solid\n"));
    level_of(MAP(OBJECTS("", BOX("class=\"Ground Block\"", ""))));
    assert_non_null(strstr(notes.text, "the class 'Ground Block', which looks like a mark but is none: pass --solid "
                                       "\"Ground Block\" if it is\n"));
    level_of(MAP(TILE("", PROPERTY("one_way", "both")) CELL("", "")));
    assert_non_null(strstr(notes.text, "the property 'one_way' with the value 'both'"));
    level_of(MAP(TILE("", PROPERTY("background", "1")) CELL("", "")));
    assert_null(strstr(notes.text, "looks like"));
}

// ---- Files with missing parts that Tiled opens ---------------------------------------------------------------------

static void a_missing_tileset_becomes_a_placeholder(void **state) {
    (void)state;
    assert_level(MAP(MISSING CELL("name=\"solid\"", "")), solid_cell);
    assert_non_null(strstr(notes.text, "tileset 'nowhere.tsx': cannot be read: "));
    assert_not_solid(MAP(MISSING CELL("", "")), "tileset 'nowhere.tsx'");
    assert_level(MAP(MISSING OBJECTS("name=\"solid\"", TILE_OBJECT("", ""))), "closed 1: 1,-14 17,-14 17,2 1,2\n");
    assert_level(MAP(MISSING "<tileset firstgid=\"2\" source=\"nowhere.tsx\"/>" CELL("name=\"solid\"", "")),
                 solid_cell);
    // Control characters in a name must not break the line.
    assert_level(MAP("<tileset firstgid=\"1\" source=\"a&#10;b&#9;c.tsx\"/>" CELL("name=\"solid\"", "")), solid_cell);
    assert_non_null(strstr(notes.text, "tileset 'a?b?c.tsx'"));
}

static void an_instance_of_a_missing_template_keeps_its_own_fields(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", OBJECT("template=\"nowhere.tx\" width=\"4\" height=\"6\"", ""))), box);
    assert_non_null(strstr(notes.text, "template 'nowhere.tx': cannot be read: "));
    assert_not_solid(MAP(OBJECTS("", OBJECT("template=\"nowhere.tx\"", ""))), "it has no width");
}

static void a_tile_past_the_end_of_its_tileset_has_no_definition(void **state) {
    (void)state;
    static const char note[] = "1 tile has an id past the end of its tileset";
#define PAST_TILES "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"0\" columns=\"3\"/>"
    assert_level(MAP(PAST_TILES CELL("name=\"solid\"", "")), solid_cell);
    assert_non_null(strstr(notes.text, note));
    assert_not_solid(MAP(PAST_TILES CELL("", "")), note);
    assert_level(MAP(PAST_TILES OBJECTS("name=\"solid\"", TILE_OBJECT("", ""))), "closed 1: 1,-14 17,-14 17,2 1,2\n");
    assert_non_null(strstr(notes.text, note));
    assert_not_solid(
        MAP("<tileset firstgid=\"1\" tilewidth=\"0\" tileheight=\"0\" tilecount=\"0\" columns=\"0\"/>" CELL("", "")),
        "neither it nor");
    assert_not_solid(
        MAP("<tileset firstgid=\"1\" tilewidth=\"0\" tileheight=\"0\" tilecount=\"0\" columns=\"3\"/>" CELL("", "")),
        note);
}

static void an_id_that_is_not_a_number_becomes_zero(void **state) {
    (void)state;
    assert_level(MAP(OBJECTS("", "<object id=\"hero\" x=\"1\" y=\"2\" width=\"4\" height=\"6\"/>")),
                 "closed 0: 1,2 5,2 5,8 1,8\n");
    assert_non_null(strstr(notes.text, "map: 1 object has an id that is not a number"));
    assert_level(
        "{\"width\":1,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"layers\":[{\"type\":\"objectgroup\","
        "\"objects\":[{\"id\":\"7\",\"x\":1,\"y\":2,\"width\":4,\"height\":6},{\"id\":[],\"x\":1,\"y\":2,\"width\":4,"
        "\"height\":6}]}]}",
        "closed 7: 1,2 5,2 5,8 1,8\nclosed 0: 1,2 5,2 5,8 1,8\n");
}

static void a_document_type_without_declarations_is_accepted(void **state) {
    (void)state;
    assert_level("<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">" MAP(OBJECTS("", BOX("", ""))), box);
    assert_level("<!DOCTYPE map>" MAP(OBJECTS("", BOX("", ""))), box);
}

// ---- Orientations other than orthogonal: what tiled.c cannot test --------------------------------------------------
// rest

#define ORIENTED(attributes, rest)                                                                                     \
    "<map width=\"2\" height=\"3\" tilewidth=\"32\" tileheight=\"16\" " attributes ">" rest "</map>"

static void isometric_objects_are_projected(void **state) {
    (void)state;
    // (x, y) maps to (x - y + 48, (x + y) / 2), where 48 is half of 3 rows of 32. The object is at (1, 2).
    assert_level(ORIENTED("orientation=\"isometric\"", OBJECTS("offsety=\"10\"", BOX("", ""))),
                 "closed 1: 47,11.5 51,13.5 45,16.5 41,14.5\n");
    assert_string_equal(objects.text,
                        "1 '' '' in '' at 41,11.5 size 10,5 center 46,14 turned 0 solid\n"); // the bounding box
    assert_level(ORIENTED("orientation=\"isometric\"", OBJECTS("", OBJECT("", "<polyline points=\"0,0 16,0\"/>"))),
                 "open 1: 47,1.5 63,9.5\n");
}

static void tile_shapes_on_an_isometric_grid_are_projected(void **state) {
    (void)state;
    // Shapes refer to one isometric cell of 32 x 16. Its right corner is at (32, 12) in pixels of the tile, 32 x 20.
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

static void oblique_maps_are_sheared(void **state) {
    (void)state;
    // Sheared by skewx over the height of a cell: (x, y) maps to (x + y / 2, y + x / 4).
    assert_level(ORIENTED("orientation=\"oblique\" skewx=\"8\" skewy=\"8\"", OBJECTS("", BOX("", ""))),
                 "closed 1: 2,2.25 6,3.25 9,9.25 5,8.25\n");
    assert_level(
        ORIENTED("orientation=\"oblique\" skewx=\"8\" skewy=\"8\"",
                 TILES("") "<layer name=\"solid\" width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer>"),
        "closed 0: 32,8 64,16 72,32 40,24\n");
    // The image of a tile is not sheared. It is aligned with the bottom-left corner of its cell.
    assert_level(
        ORIENTED(
            "orientation=\"oblique\" skewx=\"8\" skewy=\"8\"",
            TILE("", SHAPES(BOX("", ""))) "<layer width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer>"),
        "closed 0: 41,10 45,10 45,16 41,16\n");
}

/// The corners of cells, which tiled.c, with its samples, finds to a pixel only. The second of two columns or rows is
/// shifted.
static void hexagonal_cells_have_exact_corners(void **state) {
    (void)state;
#define HEXAGONS(attributes)                                                                                           \
    ORIENTED("orientation=\"hexagonal\" " attributes, TILES("") "<layer name=\"solid\" width=\"2\" height=\"2\">"      \
                                                                "<data encoding=\"csv\">1,0,0,1</data></layer>")
    assert_level(HEXAGONS("hexsidelength=\"12\" staggeraxis=\"x\" staggerindex=\"odd\""),
                 "closed 0: 10,0 22,0 32,8 22,16 10,16 0,8\n"
                 "closed 0: 32,24 44,24 54,32 44,40 32,40 22,32\n");
    assert_level(HEXAGONS("hexsidelength=\"12\" staggeraxis=\"y\" staggerindex=\"odd\""),
                 "closed 0: 16,0 32,2 32,14 16,16 0,14 0,2\n"
                 "closed 0: 64,14 80,16 80,28 64,30 48,28 48,16\n");
}

static void catalogue_tiles_need_rectangular_cells(void **state) {
    (void)state;
    assert_level(
        ORIENTED("orientation=\"isometric\"",
                 TILE("", PROPERTY("carom",
                                   "half")) "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>"),
        "closed 0: 48,0 64,8 48,16 32,8\n");
    assert_non_null(strstr(notes.text, "1 tile taken as its whole cell"));
    assert_level(
        ORIENTED("orientation=\"isometric\"",
                 TILE("", PROPERTY("one_way",
                                   "up")) "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>"),
        "open one-way 0: 32,8 48,0 64,8\n");
}

// ---- Old and unusual files ------------------------------------------------------------------------------------------

static void json_of_old_versions_is_read(void **state) {
    (void)state;
    // Before Tiled 1.2, tiles and their properties are objects by id, and the version is a number.
    assert_level(
        "{\"version\":1.1,\"width\":2,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"tilesets\":[{\"firstgid\":1,"
        "\"tilewidth\":16,\"tileheight\":16,\"tileproperties\":{\"1\":{\"carom\":\"half\"},\"0\":{\"colour\":1}},"
        "\"tiles\":{\"1\":{\"objectgroup\":{\"objects\":[{\"id\":1,\"x\":0,\"y\":0,\"width\":4,\"height\":4}]}},"
        "\"0\":{\"type\":\"wall\"}}}],"
        "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\",\"width\":2,\"height\":1,\"data\":[1,2],\"properties\":"
        "{\"depth\":3}}]}",
        "tiles 2x1 at 0,0 cell 16x16: 1 6\n");
}

static void unusual_valid_files_are_read(void **state) {
    (void)state;
    // A byte order mark; an id far beyond the tileset; ids in descending order; csv with blanks and a final comma.
    assert_level(
        "\xef\xbb\xbf" MAP(
            TILES("<tile id=\"99999999\"/><tile id=\"0\" type=\"wall\"/>") "<layer width=\"1\" height=\"1\"><data "
                                                                           "encoding=\"csv\">\n 1 ,\n</data></layer>"),
        solid_cell);
    assert_not_solid("<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\" infinite=\"1\"/>",
                     "nothing in it");
    // In a collection of images, each tile has its own size.
    assert_level(
        MAP("<tileset firstgid=\"1\" tilewidth=\"99\" tileheight=\"99\" columns=\"0\" tilecount=\"1\"><tile id=\"5\" "
            "type=\"wall\"><image width=\"8\" height=\"4\"/></tile></tileset>"
            "<layer width=\"1\" height=\"1\"><data><tile gid=\"6\"/></data></layer>"),
        "closed 0: 0,12 8,12 8,16 0,16\n");
    // tilerendersize="grid": 8 x 4 pixels scaled to fit a cell of 16 x 16, and centred.
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"4\" tilerendersize=\"grid\" "
                     "fillmode=\"preserve-aspect-fit\"/>" CELL("name=\"solid\"", "")),
                 "closed 0: 0,4 16,4 16,12 0,12\n");
    assert_level(MAP("<tileset firstgid=\"1\" tilewidth=\"8\" tileheight=\"4\" tilerendersize=\"grid\"/>" CELL(
                     "name=\"solid\"", "")),
                 solid_cell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_is_solid_if_it_or_its_layer_is_marked),
        cmocka_unit_test(hidden_layers_are_solid_if_marked),
        cmocka_unit_test(a_tile_has_its_code_or_its_shapes),
        cmocka_unit_test(an_empty_code_makes_a_tile_empty),
        cmocka_unit_test(a_tile_with_an_offset_leaves_the_grid),
        cmocka_unit_test(a_one_way_tile_is_an_edge),
        cmocka_unit_test(an_object_is_solid_if_marked_or_anonymous),
        cmocka_unit_test(hidden_objects_are_solid_if_marked),
        cmocka_unit_test(points_texts_images_and_degenerate_shapes_are_never_solid),
        cmocka_unit_test(a_tile_object_has_the_shapes_of_its_tile),
        cmocka_unit_test(a_one_way_object_keeps_the_sides_that_face_its_direction),
        cmocka_unit_test(holes_are_rings_of_the_solid_before_them),
        cmocka_unit_test(an_object_may_have_a_tag),
        cmocka_unit_test(parallax_is_noted),
        cmocka_unit_test(the_vocabulary_is_recognized_in_properties),
        cmocka_unit_test(negative_words_mean_not_solid),
        cmocka_unit_test(platforms_are_one_way),
        cmocka_unit_test(an_object_name_counts_after_its_class),
        cmocka_unit_test(a_property_may_hold_the_name_of_an_object),
        cmocka_unit_test(an_object_with_other_properties_is_not_solid),
        cmocka_unit_test(a_tileset_can_be_marked),
        cmocka_unit_test(a_member_of_a_class_property_can_be_a_mark),
        cmocka_unit_test(a_collision_layer_takes_precedence_over_walls),
        cmocka_unit_test(a_rule_replaces_the_mark),
        cmocka_unit_test(an_unused_rule_is_noted_and_a_nameless_one_refused),
        cmocka_unit_test(notes_quote_the_names_that_they_pass),
        cmocka_unit_test(notes_count_one_and_many),
        cmocka_unit_test(shapes_without_a_mark_depend_on_their_layer),
        cmocka_unit_test(tiles_that_show_objects_are_not_solid_by_the_name_of_their_layer),
        cmocka_unit_test(objects_beside_marked_ones_are_not_solid_by_the_name_of_their_layer),
        cmocka_unit_test(names_of_objects_that_are_solid_by_their_layer_are_listed),
        cmocka_unit_test(names_of_objects_that_are_left_out_are_listed),
        cmocka_unit_test(layers_with_marked_tiles_are_listed),
        cmocka_unit_test(ledges_that_may_move_are_noted),
        cmocka_unit_test(a_map_without_solids_lists_the_properties_of_its_tiles),
        cmocka_unit_test(solids_are_listed_by_mark),
        cmocka_unit_test(solids_that_block_differently_are_listed_apart),
        cmocka_unit_test(the_list_of_solids_is_bounded),
        cmocka_unit_test(a_name_that_resembles_a_mark_is_noted),
        cmocka_unit_test(a_missing_tileset_becomes_a_placeholder),
        cmocka_unit_test(an_instance_of_a_missing_template_keeps_its_own_fields),
        cmocka_unit_test(a_tile_past_the_end_of_its_tileset_has_no_definition),
        cmocka_unit_test(an_id_that_is_not_a_number_becomes_zero),
        cmocka_unit_test(a_document_type_without_declarations_is_accepted),
        cmocka_unit_test(isometric_objects_are_projected),
        cmocka_unit_test(tile_shapes_on_an_isometric_grid_are_projected),
        cmocka_unit_test(oblique_maps_are_sheared),
        cmocka_unit_test(hexagonal_cells_have_exact_corners),
        cmocka_unit_test(catalogue_tiles_need_rectangular_cells),
        cmocka_unit_test(json_of_old_versions_is_read),
        cmocka_unit_test(unusual_valid_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
