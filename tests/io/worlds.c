// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiled worlds: maps at positions as one level, their contents, one map alone, missing and wrong maps. LDtk files with
// several worlds.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "io/describe.h"
#include "io/failures.h"
#include "io/given_files.h"
#include "temporary.h"

#include <string.h>
#include <unistd.h>

static const char room[] =
    "<map version='1.10' width='2' height='2' tilewidth='16' tileheight='16' backgroundcolor='%s'>"
    "<properties><property name='music' value='%s'/></properties><tileset firstgid='1' source='../t.tsx'/>"
    "<layer name='collision' width='2' height='2'><data encoding='csv'>0,0,1,1</data></layer>"
    "<objectgroup name='things'><object id='4' name='door' x='4' y='8' width='2' height='2'/>"
    "<object id='5' x='24' y='4' width='8' height='4'/></objectgroup></map>";

static const char tileset[] =
    "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'><image source='t.png' width='16' "
    "height='16'/></tileset>";

static char room_a[1024], room_b[1024];

#define MAP(file, place) "{\"fileName\": \"" file "\", " place "}"

static const char two_rooms[] =
    "{\"type\": \"world\", \"properties\": [{\"name\": \"hero\", \"type\": \"string\", \"value\": \"Ann\"}], "
    "\"maps\": [{\"fileName\": \"rooms/a.tmx\", \"x\": -8, \"y\": 100, \"width\": 32, \"height\": 32},"
    "{\"fileName\": \"rooms/b.tmx\", \"x\": 24, \"y\": 100},"
    "{\"fileName\": \"rooms/far.tmx\", \"x\": 24, \"y\": 132, \"width\": 32, \"height\": 32},"
    "{\"fileName\": \"rooms/farther.tmx\", \"x\": 57, \"y\": 132.5, \"width\": 32, \"height\": 32}]}";

static const given_file *files_of(const char *world) {
    static given_file files[] = {{"w/rooms/a.tmx", room_a},
                                 {"w/rooms/b.tmx", room_b},
                                 {"w/t.tsx", tileset},
                                 {"w/bad.tmx", "<tileset/>"},
                                 {"w/bad.json", "{\"type\": \"world\", \"maps\": []}"},
                                 {"w/a.world", NULL},
                                 {NULL, NULL}};
    snprintf(room_a, sizeof room_a, room, "#102030", "a.ogg");
    snprintf(room_b, sizeof room_b, room, "#405060", "b.ogg");
    files[5].text = world;
    return files;
}

static carom_status load(const char *world, carom_map_options options, carom_map **map, carom_error *error) {
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)files_of(world)};
    options.files = &source;
    options.contents = true;
    *error = (carom_error){.status = CAROM_STATUS_OK};
    return carom_map_load("w/a.world", &options, map, error);
}

static carom_map *map_of(const char *world, const char *level) {
    carom_map *map;
    carom_error error;
    if (load(world, (carom_map_options){.level = level}, &map, &error)) fail_msg("%s: %s", error.where, error.message);
    return map;
}

static void put_levels(const carom_map *map, text_buffer *out) {
    const carom_map_contents *all = carom_map_contents_of(map);
    for (int i = 0; i < all->levels_count; i++) {
        const carom_map_level_info *l = &all->levels[i];
        put(out, "level %s %s '%s' %g,%g..%g,%g:", l->name, l->iid, l->world, (double)l->bounds.min.x,
            (double)l->bounds.min.y, (double)l->bounds.max.x, (double)l->bounds.max.y);
        for (int k = 0; k < l->neighbours_count; k++) put(out, " %s", l->neighbours[k]);
        for (int k = 0; k < l->properties.count; k++)
            put(out, "; %s = %s", l->properties.items[k].name, l->properties.items[k].text);
        put(out, "\n");
    }
}

static void expect(const text_buffer *out, const char *expected) {
    if (strcmp(out->text, expected) != 0) fail_msg("%s\nnot\n%s", out->text, expected);
}

static void maps_of_a_world_are_placed(void **state) {
    (void)state;
    carom_map *map = map_of(two_rooms, NULL);
    static text_buffer out;
    describe_level(map, &out);
    describe_objects(map, &out);
    describe_notes(map, &out);
    put_levels(map, &out);
    expect(&out, "tiles 2x2 at -8,100 cell 16x16: 0 0 1 1\n"
                 "tiles 2x2 at 24,100 cell 16x16: 0 0 1 1\n"
                 "closed 5: 16,104 24,104 24,108 16,108\n"
                 "closed 5: 48,104 56,104 56,108 48,108\n"
                 "4 'door' '' in 'things' at -4,108 size 2,2 center -3,109 turned 0\n"
                 "5 '' '' in 'things' at 16,104 size 8,4 center 20,106 turned 0 solid\n"
                 "4 'door' '' in 'things' at 28,108 size 2,2 center 29,109 turned 0\n"
                 "5 '' '' in 'things' at 48,104 size 8,4 center 52,106 turned 0 solid\n"
                 "map 'a', layer 'things': 1 object left out: it has a name, a class or properties, and is not "
                 "marked as solid: 'door' (1); pass --solid with such a name if it is solid\n"
                 "map 'a', layer 'things': 1 object taken as solid, because it has no name, class and properties; "
                 "pass --not-solid things if none of it is solid\n"
                 "map 'b', layer 'things': 1 object left out: it has a name, a class or properties, and is not "
                 "marked as solid: 'door' (1); pass --solid with such a name if it is solid\n"
                 "map 'b', layer 'things': 1 object taken as solid, because it has no name, class and properties; "
                 "pass --not-solid things if none of it is solid\n"
                 "map 'w/rooms/far.tmx': cannot be read: not found; it is left out\n"
                 "map 'w/rooms/farther.tmx': cannot be read: not found; it is left out\n"
                 "level a rooms/a.tmx '' -8,100..24,132: rooms/b.tmx rooms/far.tmx; music = a.ogg\n"
                 "level b rooms/b.tmx '' 24,100..56,132: rooms/a.tmx rooms/far.tmx; music = b.ogg\n");
    assert_box(carom_map_about(map).bounds, -8, 100, 56, 132);
    assert_string_equal(carom_map_about(map).format, "Tiled world");
    assert_true(carom_map_about(map).has_background);
    assert_int_equal(carom_map_about(map).background, 0x102030ff); // of the first map that has one
    assert_int_equal(carom_map_about(map).layers, 4);
    assert_int_equal(carom_map_about(map).tiles, 4);
    carom_map_free(map);
}

/// The bounds hold all maps, in whatever order: each of them is the leftmost, the topmost, ... of some world.
static void the_bounds_of_a_world_hold_its_maps(void **state) {
    (void)state;
    static const char *const world = "{\"type\": \"world\", \"maps\": [" MAP(
        "rooms/a.tmx", "\"x\": %d, \"y\": %d") ", " MAP("rooms/b.tmx", "\"x\": %d, \"y\": %d") "]}";
    for (int i = 0; i < 9; i++) {
        const int x = 8 * (i % 3 - 1), y = 8 * (i / 3 - 1); // of map b, relative to map a
        char text[256];
        snprintf(text, sizeof text, world, 100, 200, 100 + x, 200 + y);
        carom_map *map = map_of(text, NULL);
        const carom_box bounds = carom_map_about(map).bounds;
        assert_box(bounds, (float)(100 + (x < 0 ? x : 0)), (float)(200 + (y < 0 ? y : 0)),
                   (float)(132 + (x > 0 ? x : 0)), (float)(232 + (y > 0 ? y : 0)));
        carom_map_free(map);
    }
}

/// The floors of both rooms are one: a box of five edges with a step, and the two objects.
static void walls_continue_in_the_next_map(void **state) {
    (void)state;
    carom_map *map = map_of(two_rooms, NULL);
    carom_level *level;
    assert_int_equal(carom_level_make(carom_map_level(map), &level, NULL), CAROM_STATUS_OK);
    int floors = 0;
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        floors += e.a.y == 116 && e.b.y == 116 && e.a.x != e.b.x;
        assert_false(e.a.x == 24 && e.b.x == 24 && e.a.y > 108 && e.b.y > 108);
    }
    assert_int_equal(floors, 1);
    carom_level_free(level);
    carom_map_free(map);
}

static void contents_belong_to_levels(void **state) {
    (void)state;
    carom_map *map = map_of(two_rooms, NULL);
    const carom_map_contents *all = carom_map_contents_of(map);
    assert_int_equal(all->tilesets_count, 1); // read and listed once
    assert_int_equal(all->layers_count, 4);
    assert_int_equal(all->levels_count, 2);
    assert_int_equal(all->properties.count, 1);
    assert_string_equal(all->properties.items[0].text, "Ann");
    static const int levels[] = {0, 0, 1, 1};
    for (int i = 0; i < 4; i++) assert_int_equal(all->layers[i].level, levels[i]);
    assert_true(all->layers[2].offset.x == 24 && all->layers[2].offset.y == 100);
    assert_true(all->layers[2].cells[0].corner.x == 24 && all->layers[2].cells[0].corner.y == 116);
    assert_int_equal(all->layers[2].cells[0].tileset, 0);
    assert_int_equal(all->layers[3].first_object, 2);
    assert_int_equal(all->objects[3].layer, 3);
    assert_true(all->objects[2].points[0].x == 28 && all->objects[2].points[0].y == 108);
    carom_map_free(map);
}

static void one_map_may_be_read_alone(void **state) {
    (void)state;
    static const char *const names[] = {"b", "rooms/b.tmx"};
    for (int i = 0; i < 2; i++) {
        carom_map *map = map_of(two_rooms, names[i]);
        static text_buffer out;
        out.used = 0;
        put_levels(map, &out);
        expect(&out, "level b rooms/b.tmx '' 0,0..32,32: rooms/a.tmx rooms/far.tmx; music = b.ogg\n");
        assert_true(carom_map_level(map)->tiles_count == 1 && carom_map_level(map)->tiles[0].origin.x == 0);
        assert_box(carom_map_about(map).bounds, 0, 0, 32, 32);
        carom_map_free(map);
    }
}

static void expect_failure(const char *world, carom_map_options options, carom_status status, const char *part) {
    carom_map *map;
    carom_error error;
    assert_int_equal(load(world, options, &map, &error), status);
    assert_null(map);
    if (!strstr(error.message, part)) fail_msg("'%s' does not say '%s'", error.message, part);
}

#define WORLD(maps) "{\"type\": \"world\", \"maps\": [" maps "]}"

static void wrong_worlds_are_refused(void **state) {
    (void)state;
    const carom_map_options plain = {.level = NULL};
    expect_failure(two_rooms, (carom_map_options){.level = "c"}, CAROM_STATUS_NOT_FOUND,
                   "there is no level 'c'; there are 'a', 'b', 'far', 'farther'");
    expect_failure(two_rooms, (carom_map_options){.world = "c"}, CAROM_STATUS_BAD_ARGUMENT, "only LDtk files");
    expect_failure(WORLD(MAP("bad.tmx", "\"x\": 0")), plain, CAROM_STATUS_BAD_FILE, "map");
    expect_failure(WORLD(MAP("bad.json", "\"x\": 0")), plain, CAROM_STATUS_BAD_FILE, "");
    expect_failure(WORLD(MAP("a.world", "\"x\": 0")), plain, CAROM_STATUS_BAD_FILE, ""); // itself
    expect_failure(WORLD(MAP("", "\"x\": 0")), plain, CAROM_STATUS_BAD_FILE, "empty");
    expect_failure(WORLD("{\"x\": 0}"), plain, CAROM_STATUS_BAD_FILE, "'fileName' is missing");
    expect_failure(WORLD("{\"fileName\": 5}"), plain, CAROM_STATUS_BAD_FILE, "fileName");
    expect_failure(WORLD(MAP("../../a.tmx", "\"x\": 0")), (carom_map_options){.root = "w"}, CAROM_STATUS_BAD_FILE,
                   "outside of the root folder");
    expect_failure(WORLD(MAP("rooms/a.tmx", "\"x\": 1e30")), plain, CAROM_STATUS_BAD_FILE, "x");
    expect_failure(WORLD(MAP("rooms/a.tmx", "\"x\": 0") "," MAP("rooms/b.tmx", "\"x\": 0")),
                   (carom_map_options){.limits.files = 2}, CAROM_STATUS_TOO_LARGE, "more than 2 other files");
}

static void empty_worlds_and_patterns_have_notes(void **state) {
    (void)state;
    carom_map *map = map_of("{\"type\": \"world\", \"maps\": [], \"patterns\": [{\"regexp\": \"r(.*)\"}]}", NULL);
    static text_buffer out;
    describe_notes(map, &out);
    if (!strstr(out.text, "world: its patterns are left out") || !strstr(out.text, "nothing in it is solid"))
        fail_msg("%s", out.text);
    assert_int_equal(carom_map_contents_of(map)->levels_count, 0);
    carom_map_free(map);
}

// ---- Patterns -------------------------------------------------------------------------------------------------------

static char folder[TEMPORARY_PATH];

static void path_of(const char *name, char path[2 * TEMPORARY_PATH]) {
    snprintf(path, 2 * TEMPORARY_PATH, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text) {
    char path[2 * TEMPORARY_PATH];
    path_of(name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void remove_file(const char *name) {
    char path[2 * TEMPORARY_PATH];
    path_of(name, path);
    assert_int_equal(remove(path), 0);
}

/// Reads a world with these patterns; the levels and the notes, or the error.
static void expect_patterns(const char *maps, const char *patterns, const char *expected) {
    char text[1000], path[2 * TEMPORARY_PATH];
    snprintf(text, sizeof text, "{\"type\": \"world\", \"maps\": [%s], \"patterns\": [%s]}", maps, patterns);
    write_file("w.world", text);
    path_of("w.world", path);
    carom_map *map;
    carom_error error;
    static text_buffer out;
    out.used = 0;
    out.text[0] = 0;
    if (carom_map_load(path, &(carom_map_options){.contents = true}, &map, &error) != CAROM_STATUS_OK) {
        put(&out, "%s\n", error.message);
    } else {
        const carom_map_contents *all = carom_map_contents_of(map);
        for (int i = 0; i < all->levels_count; i++)
            put(&out, "%s %g,%g\n", all->levels[i].name, (double)all->levels[i].bounds.min.x,
                (double)all->levels[i].bounds.min.y);
        describe_notes(map, &out);
        carom_map_free(map);
    }
    expect(&out, expected);
}

#define PATTERN(regexp, rest) "{\"regexp\": \"" regexp "\"" rest "}"

static void patterns_find_maps(void **state) {
    (void)state;
    static const char chamber[] =
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" "
        "tileheight=\"8\"><objectgroup name=\"solid\"><object id=\"1\" width=\"8\" height=\"8\"/>"
        "</objectgroup></map>";
    static const char *const names[] = {"r-1-2.tmx", "r10-0.tmx", "r2-0.tmx", "r03-1.tmx", "map.tmx"};
    assert_true(make_temporary_folder(folder, "worlds"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) write_file(names[i], chamber);
    write_file("notes.txt", "not a map");
    expect_patterns(
        "", PATTERN("^r(-?\\\\d+)-(\\\\d+)\\\\.tmx$", ", \"multiplierX\": 8, \"multiplierY\": 16, \"offsetX\": 100"),
        "r-1-2 92,32\nr03-1 124,16\nr10-0 180,0\nr2-0 116,0\n");
    // Without multipliers, without groups, and the first pattern that matches.
    expect_patterns("", PATTERN("r(\\\\d+)-0", "") "," PATTERN("^(?:r|map).*tmx", ", \"offsetY\": -5"),
                    "r10-0 10,0\nr2-0 2,0\nmap 0,-5\nr-1-2 0,-5\nr03-1 0,-5\n");
    expect_patterns("{\"fileName\": \"r2-0.tmx\", \"x\": 7, \"y\": 7}", PATTERN("r([1-9]+)-0", ""), "r2-0 7,7\n");
    expect_patterns("", PATTERN("s|.", ""),
                    "map 0,0\nr-1-2 0,0\nr03-1 0,0\nr10-0 0,0\nr2-0 0,0\n"); // but not notes.txt
    expect_patterns("", PATTERN("q(\\\\d+)", ""),
                    "world: the pattern 'q(\\d+)' matches no file of its folder\n"
                    "map: nothing in it is solid: mark layers, tiles or objects with the property 'solid', or pass "
                    "--solid with the name of a layer, class or property\n");
    expect_patterns("", PATTERN("r(", ""), "the pattern 'r(' is not understood: it has a '(' without ')'\n");
    expect_patterns("", PATTERN("r{2,1}", ""),
                    "the pattern 'r{2,1}' is not understood: it has a reversed number of repeats\n");
    expect_patterns("", PATTERN("r(10)", ", \"multiplierX\": 1e9"), "the pattern places 'r10-0.tmx' beyond 1e9\n");
    expect_patterns("", PATTERN("((((r*)*)*)*)*q", "") "," PATTERN("map", ""),
                    "map 0,0\nworld: the pattern '((((r*)*)*)*)*q' matches no file of its folder\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove_file(names[i]);
    remove_file("notes.txt");
    remove_file("w.world");
    assert_int_equal(rmdir(folder), 0);
}

#define CHAMBER                                                                                                        \
    "<map width='1' height='1' tilewidth='8' tileheight='8'>%s<objectgroup name='solid'><object/></objectgroup></map>"

/// Only names with the ending of a map count, and groups only if they are numbers.
static void names_of_maps_have_an_ending_and_numbers(void **state) {
    (void)state;
    static const char xml[] = "<map width='1' height='1' tilewidth='8' tileheight='8'>"
                              "<objectgroup name='solid'><object width='8' height='8'/></objectgroup></map>";
    static const char json[] = "{\"width\": 1, \"height\": 1, \"tilewidth\": 8, \"tileheight\": 8, \"layers\": []}";
    static const struct {
        const char *name, *text;
    } files[] = {{"a1.tmj", json},          {"a2.json", json},        {"a3.xml", xml},
                 {"a4.png", "no map"},      {"a5", "no map"},         {"b4000000000.tmx", xml},
                 {"b-4000000000.tmx", xml}, {"b2147483647.tmx", xml}, {"b-2147483648.tmx", xml}};
    assert_true(make_temporary_folder(folder, "worlds"));
    expect_patterns("", PATTERN("a", ""),
                    "world: the pattern 'a' matches no file of its folder\n"
                    "map: nothing in it is solid: mark layers, tiles or objects with the property 'solid', or pass "
                    "--solid with the name of a layer, class or property\n");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) write_file(files[i].name, files[i].text);
    expect_patterns("", PATTERN("a(\\\\d)", ""), "a1 1,0\na2 2,0\na3 3,0\n");
    expect_patterns("", PATTERN("(a)(\\\\d)", ""), "a1 0,1\na2 0,2\na3 0,3\n");
    expect_patterns("", PATTERN("a(2)?(.)", ", \"multiplierY\": 4"), "a1 0,4\na2 2,0\na3 0,12\n");
    expect_patterns("", PATTERN("b(-?\\\\d+)", ", \"multiplierX\": 0.0000152587890625"),
                    "b-2147483648 -32768,0\nb-4000000000 0,0\nb2147483647 32768,0\nb4000000000 0,0\n");
    expect_patterns("", PATTERN("(a)(3)", ", \"multiplierY\": 1e9"), "the pattern places 'a3.xml' beyond 1e9\n");
    expect_patterns("", "{\"regexp\": 5}", "'regexp' must be text\n");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) remove_file(files[i].name);
    remove_file("w.world");
    assert_int_equal(rmdir(folder), 0);
}

static carom_status read_from_disk(const carom_map_options *options, carom_map **map, carom_error *error,
                                   const void *context) {
    return carom_map_load(context, options, map, error);
}

/// Patterns, a missing tileset, a tileset outside of the root folder, and a project that is damaged or has a class.
static void each_failure_on_disk_is_reported(void **state) {
    (void)state;
    static const char *const projects[] = {"{\"propertyTypes\": ", "{\"propertyTypes\": [{\"name\": \"A\", \"type\": "
                                                                   "\"class\", \"members\": []}]}"};
    static const char *const worlds[] = {"r(1)", "r(2)", "r"};
    char text[400], name[24];
    assert_true(make_temporary_folder(folder, "worlds") && chdir(folder) == 0);
    snprintf(text, sizeof text, CHAMBER, "<tileset firstgid='1' source='none.tsx'/>");
    write_file("r1.tmx", text);
    snprintf(text, sizeof text, CHAMBER, "<tileset firstgid='1' source='../t.tsx'/>");
    write_file("r2.tmx", text);
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "q%d.tmx", i);
        write_file(name, "");
    }
    for (int i = 0; i < 6; i++) {
        write_file("p.tiled-project", projects[i % 2]);
        snprintf(text, sizeof text,
                 "{\"type\": \"world\", \"maps\": [], \"patterns\": [" PATTERN("%s", "") "," PATTERN("z", "") "]}",
                 worlds[i / 2]);
        write_file("w.world", text);
        expect_failures(read_from_disk, (carom_map_options){.contents = true, .root = "."}, "w.world");
    }
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "q%d.tmx", i);
        remove_file(name);
    }
    remove_file("r1.tmx");
    remove_file("r2.tmx");
    remove_file("p.tiled-project");
    remove_file("w.world");
    assert_true(chdir("/") == 0 && rmdir(folder) == 0);
}

static carom_status read_rooms(const carom_map_options *options, carom_map **map, carom_error *error,
                               const void *context) {
    return load(context, *options, map, error);
}

// ---- LDtk -----------------------------------------------------------------------------------------------------------

#define ROOM(name)                                                                                                     \
    "{\"identifier\": \"" name "\", \"iid\": \"" name "\", \"pxWid\": 16, \"pxHei\": 8, \"worldX\": 8, "               \
    "\"worldY\": 0, \"layerInstances\": []}"

static const char two_worlds[] =
    "{\"defs\": {\"layers\": []}, \"levels\": [], \"worlds\": ["
    "{\"identifier\": \"Up\", \"iid\": \"u\", \"worldLayout\": \"Free\", \"levels\": [" ROOM(
        "a") "]},"
             "{\"identifier\": \"Down\", \"iid\": \"d\", \"worldLayout\": \"Free\", \"levels\": [" ROOM("b") "]}]}";

static void worlds_of_ldtk_lie_side_by_side(void **state) {
    (void)state;
    carom_map *map = map_of(two_worlds, NULL);
    static text_buffer out;
    out.used = 0;
    put_levels(map, &out);
    expect(&out, "level a a 'Up' 8,0..24,8:\nlevel b b 'Down' 32,0..48,8:\n");
    carom_map_free(map);
}

static void one_world_of_ldtk_may_be_read(void **state) {
    (void)state;
    carom_map *map;
    carom_error error;
    static text_buffer out;
    assert_int_equal(load(two_worlds, (carom_map_options){.world = "Down"}, &map, &error), CAROM_STATUS_OK);
    out.used = 0;
    put_levels(map, &out);
    expect(&out, "level b b 'Down' 8,0..24,8:\n");
    carom_map_free(map);
    expect_failure(two_worlds, (carom_map_options){.world = "Left"}, CAROM_STATUS_NOT_FOUND,
                   "there is no world 'Left'; there are 'Up', 'Down'");
    expect_failure(two_worlds, (carom_map_options){.world = "Down", .level = "a"}, CAROM_STATUS_NOT_FOUND, "'a'");
    expect_failure("{\"defs\": {\"layers\": []}, \"levels\": [" ROOM("a") "]}", (carom_map_options){.world = "Up"},
                   CAROM_STATUS_NOT_FOUND, "there is no world 'Up'; there are none with a name");
}

static void each_failure_is_reported(void **state) {
    (void)state;
    expect_failures(read_rooms, (carom_map_options){0}, two_rooms);
    expect_failures(read_rooms, (carom_map_options){.level = "b"}, two_rooms);
    expect_failures(read_rooms, (carom_map_options){0}, two_worlds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_of_a_world_are_placed),
        cmocka_unit_test(the_bounds_of_a_world_hold_its_maps),
        cmocka_unit_test(walls_continue_in_the_next_map),
        cmocka_unit_test(contents_belong_to_levels),
        cmocka_unit_test(one_map_may_be_read_alone),
        cmocka_unit_test(wrong_worlds_are_refused),
        cmocka_unit_test(empty_worlds_and_patterns_have_notes),
        cmocka_unit_test(patterns_find_maps),
        cmocka_unit_test(names_of_maps_have_an_ending_and_numbers),
        cmocka_unit_test(each_failure_on_disk_is_reported),
        cmocka_unit_test(each_failure_is_reported),
        cmocka_unit_test(worlds_of_ldtk_lie_side_by_side),
        cmocka_unit_test(one_world_of_ldtk_may_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
