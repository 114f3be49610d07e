// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// GeoJSON: geometries and features, their marks, and files that are refused.
#include "carom/io.h"
#include "io/describe.h"

#include <string.h>

static carom_map *read_map(const char *text, const carom_map_options *options) {
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "map", options, &map, &error)) fail_msg("%s\n%s", error.message, text);
    return map;
}

static void assert_level(const char *text, const char *expected) {
    text_buffer level = {.used = 0};
    carom_map *map = read_map(text, NULL);
    describe_level(map, &level);
    if (strcmp(level.text, expected) != 0) fail_msg("%s\nis\n%snot\n%s", text, level.text, expected);
    carom_map_free(map);
}

#define SQUARE                      "[[0,0],[9,0],[9,9],[0,9],[0,0]]"
#define HOLE                        "[[1,1],[2,1],[2,2]]"
#define GEOMETRY(type, coordinates) "{\"type\":\"" type "\",\"coordinates\":" coordinates "}"
#define FEATURE(properties, geometry)                                                                                  \
    "{\"type\":\"Feature\",\"id\":7,\"properties\":" properties ",\"geometry\":" geometry "}"
#define FEATURES(list) "{\"type\":\"FeatureCollection\",\"features\":[" list "]}"

static void polygons_have_holes(void **state) {
    (void)state;
    assert_level(GEOMETRY("Polygon", "[" SQUARE "]"), "closed 0: 0,0 9,0 9,9 0,9\n");
    assert_level(
        GEOMETRY("Polygon", "[" SQUARE "," HOLE "," HOLE "]"),
        "closed even-odd 0: 0,0 9,0 9,9 0,9\nclosed same-area 0: 1,1 2,1 2,2\nclosed same-area 0: 1,1 2,1 2,2\n");
    assert_level(FEATURES(FEATURE("null", GEOMETRY("MultiPolygon", "[[" SQUARE "," HOLE "],[" SQUARE "]]"))),
                 "closed even-odd 7: 0,0 9,0 9,9 0,9\nclosed same-area 7: 1,1 2,1 2,2\nclosed 7: 0,0 9,0 9,9 0,9\n");
    // Holes of a polygon without an outer ring are no holes of the polygon before it.
    assert_level(GEOMETRY("MultiPolygon", "[[" SQUARE "],[[[0,0],[1,1]]," HOLE "]]"), "closed 0: 0,0 9,0 9,9 0,9\n");
    assert_level(GEOMETRY("Polygon", "[]"), "");
}

static void lines_are_thin(void **state) {
    (void)state;
    assert_level(GEOMETRY("LineString", "[[0,0,5],[9.5,0,5]]"), "open 0: 0,0 9.5,0\n");
    assert_level(FEATURE("{\"one_way\":\"down\",\"carom_tag\":-3}", GEOMETRY("MultiLineString", "[[[0,0],[9,0]],[]]")),
                 "open one-way -3: 9,0 0,0\n");
    assert_level("{\"type\":\"GeometryCollection\",\"geometries\":[" GEOMETRY("Point", "[3,4]") "," GEOMETRY(
                     "LineString", "[[0,0],[9,0]]") "]}",
                 "open 0: 0,0 9,0\n");
}

static void properties_are_marks(void **state) {
    (void)state;
    static const char *const marks[] = {"{\"solid\":false}", "{\"class\":\"not solid\"}", "{\"name\":\"nocollide\"}"};
    for (int i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof text, "{\"type\":\"Feature\",\"properties\":%s,\"geometry\":%s}", marks[i],
                 GEOMETRY("Polygon", "[" SQUARE "]"));
        assert_level(text, "");
    }
    assert_level(FEATURE("{\"name\":\"lake\",\"depth\":3}", GEOMETRY("Polygon", "[" SQUARE "]")),
                 "closed 7: 0,0 9,0 9,9 0,9\n");
    const carom_map_rule rule = {"lake", CAROM_MAP_MEANING_NOT_SOLID};
    carom_map *map = read_map(FEATURE("{\"name\":\"lake\"}", GEOMETRY("Polygon", "[" SQUARE "]")),
                              &(carom_map_options){.rules = &rule, .rules_count = 1});
    assert_int_equal(carom_map_level(map)->outlines_count, 0);
    assert_int_equal(carom_map_note_count(map), 1);
    carom_map_free(map);
}

static void features_are_objects(void **state) {
    (void)state;
    static const char text[] = FEATURES(
        FEATURE("{\"name\":\"start\",\"class\":\"spawn\",\"hp\":[3,4]}", GEOMETRY("Point", "[3,4]")) "," FEATURE(
            "{}", GEOMETRY("Polygon", "[" SQUARE "," HOLE "]")) "," FEATURE("{}", "null"));
    carom_map *map = read_map(text, &(carom_map_options){.contents = true});
    text_buffer objects = {.used = 0};
    describe_objects(map, &objects);
    assert_string_equal(objects.text, "7 'start' 'spawn' in 'features' at 3,4 size 0,0 center 3,4 turned 0\n"
                                      "7 '' '' in 'features' at 0,0 size 9,9 center 4.5,4.5 turned 0 solid\n"
                                      "7 '' '' in 'features' at 0,0 size 0,0 center 0,0 turned 0\n");
    const carom_map_contents *all = carom_map_contents_of(map);
    assert_int_equal(all->objects_count, 3);
    assert_int_equal(all->layers_count, 1);
    assert_int_equal(all->layers[0].objects_count, 3);
    assert_int_equal(all->objects[0].form, CAROM_MAP_FORM_POINT);
    assert_true(carom_map_property_of(&all->objects[0].properties, "hp[1]")->number == 4);
    assert_int_equal(all->objects[1].form, CAROM_MAP_FORM_POLYGON);
    assert_int_equal(all->objects[1].points_count, 4);
    assert_box(carom_map_about(map).bounds, 0, 0, 9, 9);
    assert_string_equal(carom_map_about(map).format, "GeoJSON");
    carom_map_free(map);
}

static void rings_that_are_too_short_are_noted(void **state) {
    (void)state;
    static const struct {
        const char *text, *note;
    } cases[] = {
        {GEOMETRY("Polygon", "[[[0,0],[5,5]]]"),
         "1 ring or line left out: a ring needs three different positions, a line "
         "two, and a hole the ring around it; the first is $.coordinates[0]"},
        {FEATURES(FEATURE("{}", GEOMETRY("Polygon", "[" SQUARE ",[[1,1],[2,2],[1,1]]]")) "," FEATURE(
             "{}", GEOMETRY("LineString", "[[1,1],[1,1]]"))),
         "2 rings or lines left out: a ring needs three different positions, a line two, and a hole the ring around "
         "it; "
         "the first is $.features[0].geometry.coordinates[1]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        carom_map *map = read_map(cases[i].text, NULL);
        const carom_map_note note = carom_map_note_at(map, carom_map_note_count(map) - 1);
        assert_string_equal(note.where, "layer 'features'");
        assert_string_equal(note.message, cases[i].note);
        carom_map_free(map);
    }
}

static void other_files_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *where, *message;
    } cases[] = {
        {GEOMETRY("Polygon", "[[[0,0],[1,\"a\"],[2,2]]]"), "map: $.coordinates[0][1]",
         "a position: two numbers from -1e9 to 1e9 is expected"},
        {GEOMETRY("Polygon", "[[[0,0],[1],[2,2]]]"), "map: $.coordinates[0][1]",
         "a position: two numbers from -1e9 to 1e9 is expected"},
        {GEOMETRY("Polygon", "[[[0,0],[1,2e9],[2,2]]]"), "map: $.coordinates[0][1]",
         "a position: two numbers from -1e9 to 1e9 is expected"},
        {GEOMETRY("Polygon", "[[0,0],[1,2],[2,2]]"), "map: $.coordinates[0]", "a list of positions is expected"},
        {GEOMETRY("Polygon", "3"), "map: $.coordinates", "a list of rings is expected"},
        {GEOMETRY("MultiPolygon", "{}"), "map: $.coordinates", "a list of polygons is expected"},
        {GEOMETRY("MultiLineString", "5"), "map: $.coordinates", "a list of lines is expected"},
        {GEOMETRY("MultiPoint", "[3,4]"), "map: $.coordinates", "a list of positions is expected"},
        {"{\"type\":\"Point\"}", "map: $", "'coordinates' is expected"},
        {FEATURE("{}", "{\"type\":\"Circle\"}"), "map: $.geometry",
         "'Circle' is not a geometry: Polygon, LineString, Point, one of these with Multi before it, or "
         "GeometryCollection is expected"},
        {FEATURES("null"), "map: $.features[0]", "an object with the 'type' of a geometry is expected"},
        {FEATURES("1,2"), "map: $.features", "'features', a list, is expected"},
        {"{\"type\":\"FeatureCollection\"}", "map: $", "'features', a list, is expected"},
        {"{\"type\":\"GeometryCollection\"}", "map: $", "'geometries', a list, is expected"},
        {"{\"type\":\"Topology\"}", "map: $",
         "neither a Tiled map (no 'layers'), nor an LDtk world (no 'levels' and 'defs'), nor GeoJSON (no 'type' of a "
         "feature or geometry)"},
        {FEATURE("{\"carom_tag\":0.5}", "null"), "map: $.properties.carom_tag",
         "'carom_tag' must be a whole number of 32 bits, not 'a number'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        carom_map *map;
        carom_error error;
        assert_int_equal(carom_map_read(cases[i].text, strlen(cases[i].text), "map", NULL, &map, &error),
                         CAROM_STATUS_BAD_FILE);
        assert_string_equal(error.where, cases[i].where);
        assert_string_equal(error.message, cases[i].message);
    }
    carom_map *map;
    static const char square[] = GEOMETRY("Polygon", "[" SQUARE "]");
    assert_int_equal(carom_map_read(square, sizeof square - 1, "map", &(carom_map_options){.level = "a"}, &map, NULL),
                     CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(
        carom_map_read(square, sizeof square - 1, "map", &(carom_map_options){.limits.points = 4}, &map, NULL),
        CAROM_STATUS_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_have_holes),
        cmocka_unit_test(lines_are_thin),
        cmocka_unit_test(properties_are_marks),
        cmocka_unit_test(features_are_objects),
        cmocka_unit_test(rings_that_are_too_short_are_noted),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
