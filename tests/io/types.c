// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Custom types: defaults of classes as properties and as marks, classes within classes, enums, and how the project is
// found.
#define _XOPEN_SOURCE 700 // mkdtemp, mkfifo

#include "io/describe.h"
#include "io/failures.h"
#include "io/given_files.h"
#include "temporary.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char project[] =
    "{\"propertyTypes\": ["
    "{\"id\": 1, \"name\": \"Kind\", \"type\": \"enum\", \"storageType\": \"string\", \"values\": [\"ice\", \"fire\"], "
    "\"valuesAsFlags\": true},"
    "{\"id\": 2, \"name\": \"Rank\", \"type\": \"enum\", \"storageType\": \"int\", \"values\": [\"low\", \"high\"]},"
    "{\"id\": 3, \"name\": \"Stats\", \"type\": \"class\", \"useAs\": [\"property\"], \"members\": ["
    "{\"name\": \"hp\", \"type\": \"int\", \"value\": 10},"
    "{\"name\": \"rank\", \"type\": \"int\", \"propertyType\": \"Rank\", \"value\": 1}]},"
    "{\"id\": 4, \"name\": \"Foe\", \"type\": \"class\", \"useAs\": [\"property\", \"object\"], \"members\": ["
    "{\"name\": \"kind\", \"type\": \"string\", \"propertyType\": \"Kind\", \"value\": \"ice,fire\"},"
    "{\"name\": \"speed\", \"type\": \"float\", \"value\": 1.5},"
    "{\"name\": \"stats\", \"type\": \"class\", \"propertyType\": \"Stats\", \"value\": {\"hp\": 20}}]},"
    "{\"id\": 5, \"name\": \"Wall\", \"type\": \"class\", \"useAs\": [\"object\", \"tile\", \"layer\"], \"members\": ["
    "{\"name\": \"solid\", \"type\": \"bool\", \"value\": true}]},"
    "{\"id\": 6, \"name\": \"Ledge\", \"type\": \"class\", \"members\": ["
    "{\"name\": \"oneWay\", \"type\": \"bool\", \"value\": true},"
    "{\"name\": \"solid\", \"type\": \"bool\", \"value\": true}]},"
    "{\"id\": 7, \"name\": \"Body\", \"type\": \"class\", \"useAs\": [\"property\"], \"members\": ["
    "{\"name\": \"collides\", \"type\": \"bool\", \"value\": true}]},"
    "{\"id\": 8, \"name\": \"Part\", \"type\": \"class\", \"members\": ["
    "{\"name\": \"body\", \"type\": \"class\", \"propertyType\": \"Body\", \"value\": {}}]},"
    "{\"id\": 9, \"name\": \"Wall\", \"type\": \"class\", \"useAs\": [\"map\"], \"members\": ["
    "{\"name\": \"of_map\", \"type\": \"bool\", \"value\": true}]},"
    "{\"id\": 10, \"name\": \"Unused\", \"type\": \"other\"}, 5]}";

static const char *const described_types = "Body class\n  collides (bool) 'true' 1\n"
                                           "Foe class\n"
                                           "  kind (Kind) 'ice,fire' 0\n"
                                           "  speed (float) '1.5' 1.5\n"
                                           "  stats (Stats) '' 0\n"
                                           "  stats.hp (int) '10' 10\n"
                                           "  stats.rank (Rank) '1' 1\n"
                                           "  stats.hp (int) '20' 20\n"
                                           "Kind enum flags: ice fire\n"
                                           "Ledge class\n  oneWay (bool) 'true' 1\n  solid (bool) 'true' 1\n"
                                           "Part class\n  body (Body) '' 0\n  body.collides (bool) 'true' 1\n"
                                           "Rank enum numbers: low high\n"
                                           "Stats class\n  hp (int) '10' 10\n  rank (Rank) '1' 1\n"
                                           "Wall class\n  solid (bool) 'true' 1\n"
                                           "Wall class\n  of_map (bool) 'true' 1\n";

static carom_status read_with(const char *text, const char *types, carom_map **map, carom_error *error) {
    const given_file files[] = {{"game.tiled-project", types}, {NULL, NULL}};
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)files};
    const carom_map_options options = {
        .contents = true, .files = &source, .project = types ? "game.tiled-project" : NULL};
    *error = (carom_error){.status = CAROM_STATUS_OK};
    return carom_map_read(text, strlen(text), "a.tmx", &options, map, error);
}

static carom_map *map_of(const char *text, const char *types) {
    carom_map *map;
    carom_error error;
    if (read_with(text, types, &map, &error)) fail_msg("%s: %s", error.where, error.message);
    return map;
}

static void put_properties(text_buffer *out, const carom_map_properties *properties) {
    for (int i = 0; i < properties->count; i++) {
        const carom_map_property *p = &properties->items[i];
        put(out, "  %s (%s) '%s' %g\n", p->name, p->type, p->text, p->number);
    }
}

static void expect(const text_buffer *out, const char *expected) {
    if (strcmp(out->text, expected) != 0) fail_msg("%s\nnot\n%s", out->text, expected);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void types_are_listed(void **state) {
    (void)state;
    carom_map *map = map_of("<map width='1' height='1' tilewidth='16' tileheight='16'/>", project);
    const carom_map_contents *all = carom_map_contents_of(map);
    static text_buffer out;
    out.used = 0;
    for (int i = 0; i < all->types_count; i++) {
        const carom_map_type *type = &all->types[i];
        put(&out, "%s %s", type->name, type->kind == CAROM_MAP_TYPE_ENUM ? "enum" : "class");
        if (type->kind == CAROM_MAP_TYPE_ENUM)
            put(&out, "%s%s:", type->flags ? " flags" : "", type->numbers ? " numbers" : "");
        for (int k = 0; k < type->values_count; k++) put(&out, " %s", type->values[k]);
        put(&out, "\n");
        put_properties(&out, &type->members);
    }
    expect(&out, described_types);
    assert_ptr_equal(carom_map_type_of(all, "Rank"), &all->types[5]);
    assert_ptr_equal(carom_map_type_of(all, "Wall"), &all->types[7]);
    assert_null(carom_map_type_of(all, "Unused"));
    carom_map_free(map);
}

/// The properties of the map and of its first object.
static void expect_properties(const char *text, const char *types, const char *expected) {
    carom_map *map = map_of(text, types);
    const carom_map_contents *all = carom_map_contents_of(map);
    static text_buffer out;
    out.used = 0;
    out.text[0] = 0;
    put_properties(&out, &all->properties);
    if (all->objects_count > 0) put_properties(&out, &all->objects[0].properties);
    expect(&out, expected);
    carom_map_free(map);
}

static const char *const foe_of_xml =
    "<map width='1' height='1' tilewidth='16' tileheight='16'><objectgroup><object type='Foe'><properties>"
    "<property name='speed' type='float' value='3'/><property name='stats' type='class' propertytype='Stats'>"
    "<properties><property name='hp' type='int' value='30'/></properties></property></properties></object>"
    "</objectgroup></map>";

static const char *const foe_of_json =
    "{\"width\": 1, \"height\": 1, \"tilewidth\": 16, \"tileheight\": 16, \"layers\": [{\"type\": \"objectgroup\", "
    "\"objects\": [{\"type\": \"Foe\", \"properties\": [{\"name\": \"speed\", \"type\": \"float\", \"value\": 3}, "
    "{\"name\": \"stats\", \"type\": \"class\", \"propertytype\": \"Stats\", \"value\": {\"hp\": 30}}]}]}]}";

/// The last property with a name counts, so a value of the object follows the default.
static void objects_have_the_defaults_of_their_class(void **state) {
    (void)state;
    static const char *const expected = "  kind (Kind) 'ice,fire' 0\n"
                                        "  speed (float) '1.5' 1.5\n"
                                        "  stats (Stats) '' 0\n"
                                        "  stats.hp (int) '10' 10\n"
                                        "  stats.rank (Rank) '1' 1\n"
                                        "  stats.hp (int) '20' 20\n"
                                        "  speed (float) '3' 3\n"
                                        "  stats (Stats) '' 0\n"
                                        "  stats.hp (int) '10' 10\n"
                                        "  stats.rank (Rank) '1' 1\n"
                                        "  stats.hp (int) '30' 30\n";
    expect_properties(foe_of_xml, project, expected);
    expect_properties(foe_of_json, project, expected); // without the project, the type of hp would be float
    expect_properties(foe_of_xml, NULL, "  speed (float) '3' 3\n  stats (Stats) '' 0\n  stats.hp (int) '30' 30\n");
}

static void classes_have_uses(void **state) {
    (void)state;
    expect_properties("<map class='Wall' width='1' height='1' tilewidth='16' tileheight='16'/>", project,
                      "  of_map (bool) 'true' 1\n");
    expect_properties("<map class='Foe' width='1' height='1' tilewidth='16' tileheight='16'/>", project, "");
    expect_properties("<map class='Part' width='1' height='1' tilewidth='16' tileheight='16'/>", project,
                      "  body (Body) '' 0\n  body.collides (bool) 'true' 1\n"); // without uses: for all
    expect_properties("<map class='No' width='1' height='1' tilewidth='16' tileheight='16'/>", project, "");
}

// ---- Marks ----------------------------------------------------------------------------------------------------------

/// Reads an object, and returns its number of outlines; negative if they are one-way.
static int solids_of(const char *object, const char *layer_class) {
    char text[600];
    snprintf(text, sizeof text,
             "<map width='1' height='1' tilewidth='16' tileheight='16'><objectgroup class='%s'>%s</objectgroup></map>",
             layer_class, object);
    carom_map *map = map_of(text, project);
    const carom_level_desc *desc = carom_map_level(map);
    int count = desc->outlines_count > 0 && desc->outlines[0].one_way ? -desc->outlines_count : desc->outlines_count;
    carom_map_free(map);
    return count;
}

#define BOX(type, properties)                                                                                          \
    "<object type='" type "' width='8' height='8'><properties>" properties "</properties></object>"

static void defaults_are_marks(void **state) {
    (void)state;
    assert_int_equal(solids_of(BOX("Wall", ""), ""), 1);
    assert_int_equal(solids_of(BOX("Foe", ""), ""), 0);
    assert_int_equal(solids_of(BOX("Wall", "<property name='solid' type='bool' value='false'/>"), ""), 0);
    assert_int_equal(solids_of(BOX("Foe", ""), "Wall"), 1); // the layer's class
    assert_int_equal(solids_of(BOX("Ledge", ""), ""), -1);
    assert_int_equal(solids_of(BOX("Ledge", "<property name='oneWay' type='bool' value='false'/>"), ""), 1);
    assert_int_equal(solids_of(BOX("Part", ""), ""), 1); // a class within a class
    assert_int_equal(solids_of(BOX("Foe", "<property name='b' type='class' propertytype='Body'/>"), ""), 1);
    assert_int_equal(solids_of(BOX("Foe", "<property name='b' type='class' propertytype='Body'><properties>"
                                          "<property name='collides' type='bool' value='false'/></properties>"
                                          "</property>"),
                               ""),
                     0);
}

/// Defaults are not properties of the object: a rectangle without name, class and properties is solid.
static void defaults_do_not_count_as_properties(void **state) {
    (void)state;
    assert_int_equal(solids_of("<object width='8' height='8'/>", "Foe"), 1);
    assert_int_equal(solids_of("<object type='Foe' width='8' height='8'/>", ""), 0);
}

static void tiles_have_the_defaults_of_their_class(void **state) {
    (void)state;
    carom_map *map = map_of("<map width='2' height='1' tilewidth='16' tileheight='16'>"
                            "<tileset firstgid='1' tilewidth='16' tileheight='16' tilecount='2' columns='2'>"
                            "<tile id='0' type='Wall'/><tile id='1' type='Foe'/></tileset>"
                            "<layer width='2' height='1'><data encoding='csv'>1,2</data></layer></map>",
                            project);
    const carom_level_desc *desc = carom_map_level(map);
    assert_int_equal(desc->tiles_count, 1);
    assert_int_equal(desc->tiles[0].codes[0], CAROM_TILE_SOLID);
    assert_int_equal(desc->tiles[0].codes[1], CAROM_TILE_EMPTY);
    assert_non_null(carom_map_property_of(&carom_map_contents_of(map)->tilesets[0].tiles[0].properties, "solid"));
    assert_int_equal(carom_map_contents_of(map)->tilesets[0].tiles[1].properties.count, 0); // Foe is not for tiles
    carom_map_free(map);
}

// ---- Wrong projects -------------------------------------------------------------------------------------------------

static void expect_failure(const char *types, carom_status status, const char *part) {
    carom_map *map;
    carom_error error;
    assert_int_equal(read_with(foe_of_xml, types, &map, &error), status);
    assert_null(map);
    if (!strstr(error.message, part)) fail_msg("'%s' does not say '%s'", error.message, part);
}

/// A class with itself in it, twice: a naive reader would not end.
static void a_class_must_not_contain_itself(void **state) {
    (void)state;
    expect_failure("{\"propertyTypes\": [{\"name\": \"Foe\", \"type\": \"class\", \"members\": ["
                   "{\"name\": \"a\", \"type\": \"class\", \"propertyType\": \"Foe\", \"value\": {}},"
                   "{\"name\": \"b\", \"type\": \"class\", \"propertyType\": \"Foe\", \"value\": {}}]}]}",
                   CAROM_STATUS_BAD_FILE, "the class 'Foe' contains itself");
}

/// Each class contains the next one ten times: 10^30 members.
static void nested_classes_are_bounded(void **state) {
    (void)state;
    static char types[65536];
    size_t used = (size_t)snprintf(types, sizeof types, "{\"propertyTypes\": [");
    for (int i = 0; i < 30; i++) {
        used += (size_t)snprintf(types + used, sizeof types - used,
                                 "%s{\"name\": \"%s%d\", \"type\": \"class\", \"members\": [", i ? "," : "",
                                 i ? "C" : "Foe", i);
        for (int k = 0; k < 10; k++)
            used += (size_t)snprintf(types + used, sizeof types - used,
                                     "%s{\"name\": \"m%d\", \"type\": \"class\", \"propertyType\": \"C%d\"}",
                                     k ? "," : "", k, i + 1);
        used += (size_t)snprintf(types + used, sizeof types - used, "]}");
    }
    snprintf(types + used, sizeof types - used, "]}");
    memcpy(strstr(types, "Foe0"), "Foe\" ", 5);
    carom_map *map;
    carom_error error;
    assert_int_equal(read_with(foe_of_xml, types, &map, &error), CAROM_STATUS_TOO_LARGE);
}

/// Projects before Tiled 1.9 name a file with object types.
static void object_types_are_classes(void **state) {
    (void)state;
    static const char old[] = "{\"objectTypesFile\": \"data/types%s\", \"propertyTypes\": []}";
    static const char *const forms[][2] = {
        {".xml",
         "<objecttypes><objecttype name=\"Foe\" color=\"#ff0000\"><property name=\"speed\" type=\"float\" "
         "default=\"1.5\"/><property name=\"solid\" type=\"bool\" default=\"true\"/></objecttype></objecttypes>"},
        {".json",
         "[{\"name\": \"Foe\", \"color\": \"#ff0000\", \"properties\": [{\"name\": \"speed\", \"type\": \"float\", "
         "\"value\": 1.5}, {\"name\": \"solid\", \"type\": \"bool\", \"value\": true}]}]"}};
    static const char text[] =
        "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><objectgroup><object id=\"1\" "
        "type=\"Foe\" width=\"4\" height=\"4\"/></objectgroup></map>";
    for (int i = 0; i < 3; i++) {
        char types[200], path[40];
        snprintf(types, sizeof types, old, forms[i % 2][0]);
        snprintf(path, sizeof path, "data/types%s", forms[i % 2][0]);
        const given_file files[] = {{"a.tiled-project", types}, {i < 2 ? path : "none", forms[i % 2][1]}, {NULL, NULL}};
        const carom_map_files given = {.open = open_given, .context = (void *)(uintptr_t)files};
        const carom_map_options options = {.files = &given, .contents = true, .project = "a.tiled-project"};
        carom_map *map;
        carom_error error;
        if (carom_map_read(text, strlen(text), "a.tmx", &options, &map, &error)) fail_msg("%s", error.message);
        assert_int_equal(carom_map_object_at(map, 0).solid, i < 2);
        const carom_map_contents *all = carom_map_contents_of(map);
        const carom_map_property *speed = carom_map_property_of(&all->objects[0].properties, "speed");
        assert_int_equal(speed != NULL, i < 2);
        if (speed) assert_true(speed->number == 1.5 && strcmp(speed->type, "float") == 0);
        static text_buffer notes;
        notes.used = 0;
        describe_notes(map, &notes);
        assert_int_equal(strstr(notes.text, "object types 'data/types.xml': cannot be read: not found; the defaults of "
                                            "its classes are left out") != NULL,
                         i == 2);
        carom_map_free(map);
    }
}

static void a_named_project_must_be_valid(void **state) {
    (void)state;
    expect_failure("{\"propertyTypes\": [{", CAROM_STATUS_BAD_FILE, "");
    expect_failure("{\"propertyTypes\": [{\"type\": 5}]}", CAROM_STATUS_BAD_FILE, "type");
    expect_properties(foe_of_json, "{}", "  speed (float) '3' 3\n  stats (Stats) '' 0\n  stats.hp (float) '30' 30\n");
    expect_properties(foe_of_json, "{\"propertyTypes\": 7}",
                      "  speed (float) '3' 3\n  stats (Stats) '' 0\n  stats.hp (float) '30' 30\n");
    carom_map *map;
    carom_error error;
    const carom_map_options options = {.project = "no/such.tiled-project"};
    assert_int_equal(carom_map_read(foe_of_xml, strlen(foe_of_xml), "a.tmx", &options, &map, &error),
                     CAROM_STATUS_NOT_FOUND);
    assert_string_equal(error.where, "no/such.tiled-project");
}

static carom_status read_foe(const carom_map_options *options, carom_map **map, carom_error *error,
                             const void *context) {
    const given_file files[] = {{"game.tiled-project", project}, {NULL, NULL}};
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)files};
    const char *text = context;
    carom_map_options all = *options;
    all.files = &source;
    return carom_map_read(text, strlen(text), "a.tmx", &all, map, error);
}

static void each_failure_is_reported(void **state) {
    (void)state;
    const carom_map_options options = {.contents = true, .project = "game.tiled-project"};
    expect_failures(read_foe, options, foe_of_xml);
    expect_failures(read_foe, options, foe_of_json);
}

// ---- The file system ------------------------------------------------------------------------------------------------

static char top[TEMPORARY_PATH];

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

/// Returns the number of properties of the object, and the notes.
static int properties_of(const char *path, const char *root, const char *named, text_buffer *notes) {
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    const carom_map_options options = {.contents = true, .root = root, .project = named};
    if (carom_map_load(path, &options, &map, &error)) fail_msg("%s: %s", error.where, error.message);
    int count = carom_map_contents_of(map)->objects[0].properties.count;
    notes->used = 0;
    notes->text[0] = 0;
    describe_notes(map, notes);
    carom_map_free(map);
    return count;
}

static void the_nearest_project_counts(void **state) {
    (void)state;
    static const char small[] = "{\"propertyTypes\": [{\"name\": \"Foe\", \"type\": \"class\", \"members\": ["
                                "{\"name\": \"a\", \"type\": \"int\", \"value\": 1}]}]}";
    static const char *const files[] = {"game/maps/a.tmx", "game/b.tiled-project", "game/c.tiled-project",
                                        "far.tiled-project"};
    static text_buffer notes;
    assert_true(make_temporary_folder(top, "types") && chdir(top) == 0);
    assert_true(mkdir("game", 0700) == 0 && mkdir("game/maps", 0700) == 0);
    write_file(files[0], foe_of_xml);
    write_file(files[1], small);
    write_file(files[2], "{}");
    write_file(files[3], project);
    assert_int_equal(properties_of("game/maps/a.tmx", NULL, NULL, &notes), 1 + 3); // the first by name
    assert_int_equal(properties_of("game/maps/a.tmx", NULL, "far.tiled-project", &notes), 11);
    assert_int_equal(properties_of("game/maps/a.tmx", "game/maps", NULL, &notes), 3); // it is not in the root folder
    assert_true(chdir("game/maps") == 0);
    assert_int_equal(properties_of("a.tmx", NULL, NULL, &notes), 1 + 3);
    assert_true(chdir(top) == 0 && !strstr(notes.text, "project"));
    write_file(files[1], "{\"propertyTypes\": [");
    assert_int_equal(properties_of("game/maps/a.tmx", NULL, NULL, &notes), 3);
    if (!strstr(notes.text, "left out, with the defaults of its classes")) fail_msg("%s", notes.text);
    remove(files[1]);
    assert_int_equal(mkfifo(files[1], 0600), 0); // must not block
    assert_int_equal(properties_of("game/maps/a.tmx", NULL, NULL, &notes), 3);
    if (!strstr(notes.text, "not a regular file")) fail_msg("%s", notes.text);
    for (int i = 0; i < 4; i++) remove(files[i]);
    assert_true(chdir("/") == 0);
    char path[TEMPORARY_PATH + 16];
    snprintf(path, sizeof path, "%s/game/maps", top);
    assert_int_equal(rmdir(path), 0);
    snprintf(path, sizeof path, "%s/game", top);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(top), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_listed),
        cmocka_unit_test(objects_have_the_defaults_of_their_class),
        cmocka_unit_test(classes_have_uses),
        cmocka_unit_test(defaults_are_marks),
        cmocka_unit_test(defaults_do_not_count_as_properties),
        cmocka_unit_test(tiles_have_the_defaults_of_their_class),
        cmocka_unit_test(a_class_must_not_contain_itself),
        cmocka_unit_test(nested_classes_are_bounded),
        cmocka_unit_test(object_types_are_classes),
        cmocka_unit_test(a_named_project_must_be_valid),
        cmocka_unit_test(each_failure_is_reported),
        cmocka_unit_test(the_nearest_project_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
