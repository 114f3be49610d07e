// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Files made to use as much memory or time as possible load or are refused within the limits of carom/io.h. Memory is
// measured by the allocator, work by the steps of the reader. A loop that does not count its steps runs into the time
// limit of ctest; CAROM_SHOW=1 prints the processor time of each file.
#include "carom/io.h"
#include "io/given_files.h"
#include "io/reader.h"
#include "ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { MEGA = 1 << 20 };

// ---- Text buffer ----------------------------------------------------------------------------------------------------

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void append_bytes(text *t, const char *bytes, size_t size) {
    while (t->size + size + 1 > t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
}

static void append(text *t, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof line - 1);
    append_bytes(t, line, (size_t)length);
}

static void append_times(text *t, const char *piece, size_t count) {
    for (size_t i = 0; i < count; i++) append_bytes(t, piece, strlen(piece));
}

static void append_letters(text *t, size_t count) {
    append_times(t, "abcdefghijklmnop", count / 16);
}

// ---- Loading --------------------------------------------------------------------------------------------------------

typedef struct outcome {
    carom_status status;
    carom_error error;
    long long most; // peak memory, in bytes
    uint64_t steps; // 0 if the map does not load
    int objects, outlines;
} outcome;

static outcome load_with(const text *t, const carom_map_options *given, size_t other_bytes) {
    ledger l = {.left = -1};
    const carom_allocator allocator = allocator_of(&l);
    carom_map_options options = *given;
    options.allocator = &allocator;
    outcome o = {.error.status = CAROM_STATUS_OK};
    carom_map *map;
    clock_t start = clock();
    o.status = carom_map_read(t->bytes, t->size, "map", &options, &map, &o.error);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    o.most = l.most;
    o.steps = map ? map->steps : 0;
    o.objects = map ? carom_map_object_count(map) : 0;
    o.outlines = map ? carom_map_level(map)->outlines_count : 0;
    carom_map_free(map);
    assert_int_equal(l.held, 0);
    size_t bytes = t->size + other_bytes;
    if (!options.limits.memory && o.most > (long long)(256 * (size_t)MEGA + 8 * bytes))
        fail_msg("%zu bytes take %lld of memory", bytes, o.most);
    if (o.steps > 256 * (size_t)MEGA + 8 * bytes) fail_msg("%zu bytes take too many steps", bytes);
    if (getenv("CAROM_SHOW"))
        printf("    %9zu bytes: status %d, %lld held, %llu steps, %.2f s; %s %s\n", bytes, (int)o.status, o.most,
               (unsigned long long)o.steps, seconds, o.error.where, o.error.message);
    return o;
}

static outcome load(text *t) {
    outcome o = load_with(t, &(carom_map_options){.limits = {0}}, 0);
    free(t->bytes);
    return o;
}

static void assert_loads(outcome o, long long bytes, uint64_t steps) {
    if (o.status != CAROM_STATUS_OK) fail_msg("does not load: %s: %s", o.error.where, o.error.message);
    if (o.most > bytes) fail_msg("%lld bytes, more than %lld", o.most, bytes);
    if (o.steps > steps) fail_msg("%llu steps, more than %llu", (unsigned long long)o.steps, (unsigned long long)steps);
}

// The message must name the limit, and the location.
static void assert_refused(outcome o, const char *part) {
    assert_int_equal(o.status, CAROM_STATUS_TOO_LARGE);
    if (!strstr(o.error.message, part)) fail_msg("'%s' does not say '%s'", o.error.message, part);
    assert_string_not_equal(o.error.where, "");
}

#define HEAD "<map width='1' height='1' tilewidth='16' tileheight='16'>"

// ---- Long names -----------------------------------------------------------------------------------------------------

static void a_long_layer_name_is_copied_once(void **state) {
    (void)state;
    text t = {0};
    append(&t, HEAD "<objectgroup name='");
    append_letters(&t, MEGA);
    append(&t, "'>");
    append_times(&t, "<object name='n' width='1' height='1'/>", 1500);
    append(&t, "</objectgroup></map>");
    outcome o = load(&t);
    assert_loads(o, 8 * MEGA, 2 * MEGA);
    assert_int_equal(o.objects, 1500);
}

// Whether a layer is of the game is decided once, not for each object that nothing marks.
static void a_long_layer_name_is_searched_once(void **state) {
    (void)state;
    text t = {0};
    append(&t, HEAD "<objectgroup name='");
    append_letters(&t, 8 * MEGA);
    append(&t, "'>");
    append_times(&t, "<object x='1' y='1' width='1' height='1'/>", 100000);
    append(&t, "</objectgroup></map>");
    outcome o = load(&t);
    assert_loads(o, 100 * MEGA, 14 * MEGA);
    assert_int_equal(o.outlines, 100000);
}

static void long_names_of_templates_and_tiles_are_copied_once(void **state) {
    (void)state;
    text t = {0}, files[3] = {{0}, {0}, {0}};
    for (int i = 0; i < 2; i++) {
        append(&files[i], "<template><object type='x' width='1' height='1' name='");
        append_letters(&files[i], MEGA);
        append(&files[i], "'/></template>");
    }
    append(&files[2],
           "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'><tile id='0' class='");
    append_letters(&files[2], MEGA);
    append(&files[2], "'/></tileset>");
    append(&t, HEAD "<tileset firstgid='1' source='t.tsx'/><objectgroup>");
    for (int i = 0; i < 3000; i++)
        append(&t, i % 3 == 2 ? "<object gid='1' width='1' height='1'/>" : "<object template='%d.tx'/>", i % 3);
    append(&t, "</objectgroup></map>");
    given_file given[] = {{"0.tx", files[0].bytes}, {"1.tx", files[1].bytes}, {"t.tsx", files[2].bytes}, {NULL, NULL}};
    const carom_map_files source = {.open = open_given, .context = given};
    outcome o = load_with(&t, &(carom_map_options){.files = &source}, 3 * MEGA);
    assert_loads(o, 20 * MEGA, 5 * MEGA);
    assert_int_equal(o.objects, 3000);
    for (int i = 0; i < 3; i++) free(files[i].bytes);
    free(t.bytes);
}

// Every reference creates a path as long as the folder of the tileset.
static carom_status open_deep(void *context, const char *path, const void **bytes, size_t *size) {
    static const char template[] = "<template><object width='1' height='1'/></template>";
    const text *tileset = context;
    bool is_tileset = strstr(path, ".tsx") != NULL;
    *bytes = is_tileset ? tileset->bytes : template;
    *size = is_tileset ? tileset->size : sizeof template - 1;
    return CAROM_STATUS_OK;
}

static void references_from_a_deep_folder_are_limited(void **state) {
    (void)state;
    text t = {0}, file = {0};
    append(&t, HEAD "<tileset firstgid='1' source='");
    append_times(&t, "abcdefghijklmno/", MEGA / 8);
    append(&t, "t.tsx'/></map>");
    append(&file,
           "<tileset name='t' tilewidth='1' tileheight='1' columns='1' tilecount='1'><tile id='0'><objectgroup>");
    append_times(&file, "<object template='t'/>", 10000);
    append(&file, "</objectgroup></tile></tileset>");
    const carom_map_files source = {.open = open_deep, .context = &file};
    outcome o = load_with(&t, &(carom_map_options){.files = &source}, file.size);
    assert_refused(o, "raise limits.memory");
    free(file.bytes);
    free(t.bytes);
}

static void many_layers_with_notes_load(void **state) {
    (void)state;
    text t = {0};
    append(&t, HEAD);
    append_times(&t, "<imagelayer name='abcdefghijklmnop'/>", 50000);
    append(&t, "</map>");
    assert_loads(load(&t), 40 * MEGA, 4 * MEGA);
}

// ---- Documents ------------------------------------------------------------------------------------------------------

static void json_of_empty_objects_is_limited(void **state) {
    (void)state;
    text t = {0};
    append(&t, "{\"layers\":[");
    append_times(&t, "{},", 20 * MEGA);
    append(&t, "{}]}");
    assert_refused(load(&t), "raise limits.memory");
}

static void json_of_mixed_arrays_is_refused(void **state) {
    (void)state;
    static const char *const pieces[] = {"0,", "[],", "\"\",", "{\"\":0},", "null,", "[{}],"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        text t = {0};
        append(&t, "{\"layers\":[{},");
        append_times(&t, pieces[i], 2 * MEGA);
        append(&t, "{}]}");
        outcome o = load(&t);
        assert_int_equal(o.status, CAROM_STATUS_BAD_FILE);
        assert_string_not_equal(o.error.message, "");
    }
}

static void json_of_numbers_loads(void **state) {
    (void)state;
    text t = {0};
    append(&t, "{\"layers\":[],\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1,\"x\":[");
    append_times(&t, "0,", 10 * MEGA);
    append(&t, "0]}");
    assert_loads(load(&t), 90 * MEGA, MEGA);
}

static void xml_of_empty_elements_is_limited(void **state) {
    (void)state;
    text t = {0};
    append(&t, HEAD);
    append_times(&t, "<a/>", 15 * MEGA);
    append(&t, "</map>");
    assert_refused(load(&t), "raise limits.memory");
}

// Expat stores each name, and each attribute of an element.
static void xml_of_many_names_is_limited(void **state) {
    (void)state;
    for (int attributes = 0; attributes < 2; attributes++) {
        text t = {0};
        append(&t, attributes ? "<map " : HEAD);
        for (int i = 0; i < MEGA / 4; i++) append(&t, attributes ? "a%x='' " : "<a%x/>", i);
        append(&t, attributes ? "/>" : "</map>");
        carom_map_options options = {.limits = {.memory = 32 * MEGA}};
        outcome o = load_with(&t, &options, 0);
        assert_refused(o, "raise limits.memory");
        assert_true(o.most <= 32 * MEGA);
        free(t.bytes);
    }
}

static void many_files_are_limited(void **state) {
    (void)state;
    text t = {0}, level = {0};
    append(&level, "{\"layerInstances\":[]");
    append_times(&level, "          ", MEGA / 10);
    append(&level, "}");
    append(&t, "{\"defs\":{},\"levels\":[");
    for (int i = 0; i < 60; i++) append(&t, "%s{\"pxWid\":1,\"pxHei\":1,\"externalRelPath\":\"a\"}", i ? "," : "");
    append(&t, "]}");
    given_file given[] = {{"a", level.bytes}, {NULL, NULL}};
    const carom_map_files source = {.open = open_given, .context = given};
    carom_map_options options = {.files = &source, .limits = {.file_bytes = 2 * MEGA}};
    assert_refused(load_with(&t, &options, 60 * MEGA), "four times the limit");
    free(level.bytes);
    free(t.bytes);
}

// ---- LDtk -----------------------------------------------------------------------------------------------------------

static void ldtk_with_large_values_loads(void **state) {
    (void)state;
    text t = {0};
    append(&t, "{\"defs\":{\"layers\":[");
    for (int i = 0; i < 15000; i++) append(&t, "%s{\"uid\":%d,\"intGridValues\":[{\"value\":65535}]}", i ? "," : "", i);
    append(&t, "]},\"levels\":[]}");
    assert_loads(load(&t), 32 * MEGA, 2 * MEGA);
}

static void ldtk_with_many_layers_loads(void **state) {
    (void)state;
    text t = {0};
    append(&t, "{\"defs\":{\"layers\":[");
    for (int i = 0; i < 40000; i++) append(&t, "%s{\"uid\":%d}", i ? "," : "", i);
    append(&t, "]},\"levels\":[{\"pxWid\":1,\"pxHei\":1,\"layerInstances\":[");
    for (int i = 0; i < 40000; i++) append(&t, "%s{\"layerDefUid\":%d}", i ? "," : "", i);
    append(&t, "]}]}");
    assert_loads(load(&t), 64 * MEGA, 2 * MEGA);
}

static void ldtk_with_many_names_loads_and_many_rules_are_limited(void **state) {
    (void)state;
    enum { COUNT = 40000 };
    static char names[COUNT][8];
    static carom_map_value values[COUNT];
    text t = {0};
    append(&t, "{\"defs\":{\"layers\":[{\"uid\":1,\"intGridValues\":[");
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], i % 2 ? "n%d" : "%d", i);
        values[i] = (carom_map_value){names[i], (uint8_t)(i % 5)};
        append(&t, "%s{\"value\":%d", i ? "," : "", i);
        append(&t, i % 2 ? ",\"identifier\":\"n%d\"}" : "}", i);
    }
    append(&t, "]}]},\"levels\":[]}");
    carom_map_options options = {.values = values, .values_count = COUNT};
    assert_loads(load_with(&t, &options, 0), 64 * MEGA, 2 * MEGA);
    // Comparing rules with names counts as steps.
    static carom_map_rule rules[COUNT];
    for (int i = 0; i < COUNT; i++) rules[i] = (carom_map_rule){names[i], CAROM_MAP_MEANING_SOLID};
    options = (carom_map_options){.rules = rules, .rules_count = 100};
    assert_loads(load_with(&t, &options, 0), 64 * MEGA, 8 * MEGA);
    options.rules_count = COUNT;
    options.limits.steps = 16 * MEGA;
    assert_refused(load_with(&t, &options, 0), "raise limits.steps");
    free(t.bytes);
}

// ---- Cells and shapes -----------------------------------------------------------------------------------------------

static void append_map_of_one_tile(text *t, int side, const char *shape, int shapes) {
    append(t, "<map width='%d' height='%d' tilewidth='16' tileheight='16'>", side, side);
    append(t,
           "<tileset firstgid='1' tilewidth='16' tileheight='16' tilecount='1' columns='1'><tile id='0'><objectgroup>");
    append_times(t, shape, (size_t)shapes);
    append(t, "</objectgroup></tile></tileset><layer name='l' width='%d' height='%d'><data encoding='csv'>", side,
           side);
    append_times(t, "1,", (size_t)side * (size_t)side);
    append(t, "</data></layer></map>");
}

static void many_degenerate_shapes_of_a_tile_load(void **state) {
    (void)state;
    static const char *const flat[] = {
        "<object width='0' height='9'/>",
        "<object width='9' height='0'><ellipse/></object>",
        "<object><polygon points='1,1 1,1 1,1'/></object>",
        "<object><polyline points='1,1 1,1'/></object>",
        "<object><polyline points='1,1'/></object>",
    };
    for (int side = 256; side <= 1024; side *= 4)
        for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
            text t = {0};
            append_map_of_one_tile(&t, side, flat[i], 3000);
            outcome o = load(&t);
            assert_loads(o, 32 * MEGA, 4 * MEGA);
            assert_int_equal(o.outlines, 0);
        }
}

static void many_shapes_of_a_tile_are_limited(void **state) {
    (void)state;
    static const char one_way_line[] = "<object><properties><property name='one_way' value='up'/></properties>"
                                       "<polygon points='1,1 1,2 1,3'/></object>";
    static const char *const shapes[] = {
        "<object width='1' height='9'/>",
        "<object width='9' height='9'><ellipse/></object>",
        "<object width='1e9' height='1e9'><ellipse/></object>",
        "<object><polygon points='1,1 2,2 1,1'/></object>",
        one_way_line,
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        text t = {0};
        append_map_of_one_tile(&t, 1024, shapes[i], 3000);
        assert_refused(load(&t), "");
    }
}

static void instances_of_a_large_template_are_limited(void **state) {
    (void)state;
    text t = {0}, file = {0};
    for (int solid = 0; solid < 2; solid++) {
        t.size = file.size = 0;
        append(&file, "<template><object%s><polyline points='", solid ? "" : " name='n'");
        for (int i = 0; i < 1000000; i++) append(&file, "%d,%d ", i % 10, i % 7);
        append(&file, "'/></object></template>");
        append(&t, HEAD "<objectgroup>");
        append_times(&t, "<object template='t.tx'/>", 5000);
        append(&t, "</objectgroup></map>");
        given_file given[] = {{"t.tx", file.bytes}, {NULL, NULL}};
        const carom_map_files source = {.open = open_given, .context = given};
        outcome o = load_with(&t, &(carom_map_options){.files = &source}, file.size);
        if (solid)
            assert_refused(o, "the outlines have more than");
        else
            assert_loads(o, 64 * MEGA, 2 * MEGA);
    }
    free(file.bytes);
    free(t.bytes);
}

// The grid of a layer spans all of its chunks.
static void distant_chunks_are_limited(void **state) {
    (void)state;
    text t = {0};
    append(&t, "<map infinite='1' width='0' height='0' tilewidth='16' tileheight='16'>");
    append(&t, "<tileset firstgid='1' tilewidth='16' tileheight='16' tilecount='1' columns='1'/>");
    append_times(&t,
                 "<layer name='walls'><data encoding='csv'><chunk x='0' y='0' width='1' height='1'>1</chunk>"
                 "<chunk x='4000' y='4000' width='1' height='1'>1</chunk></data></layer>",
                 3000);
    append(&t, "</map>");
    assert_refused(load(&t), "raise limits.");
}

static void limits_of_the_caller_are_enforced(void **state) {
    (void)state;
    text t = {0};
    append_map_of_one_tile(&t, 64, "<object width='1' height='9'/>", 10);
    carom_map_options options = {.limits = {.memory = MEGA}};
    assert_refused(load_with(&t, &options, 0), "reading takes more than 1048576 bytes of memory");
    options.limits = (carom_map_limits){.steps = 5000};
    assert_refused(load_with(&t, &options, 0), "reading takes more than 5000 steps");
    options.limits = (carom_map_limits){.memory = 64 * MEGA, .steps = 4 * MEGA};
    assert_loads(load_with(&t, &options, 0), 64 * MEGA, 4 * MEGA);
    free(t.bytes);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

/// Makes the level of a map, with `most` edges and crossings allowed (0: as the map says), and completes the error.
static carom_error level_error(const text *t, const carom_map_options *options, size_t most_edges, int most_crossings) {
    ledger l = {.left = -1};
    const carom_allocator allocator = allocator_of(&l);
    carom_map *map;
    carom_level *level;
    carom_error error = {0};
    assert_int_equal(carom_map_read(t->bytes, t->size, "map", options, &map, &error), CAROM_STATUS_OK);
    carom_level_desc desc = *carom_map_level(map);
    assert_int_equal(desc.max_edges, CAROM_MAP_MAX_EDGES);
    desc.allocator = &allocator;
    if (most_edges > 0) desc.max_edges = most_edges;
    desc.max_crossings = most_crossings;
    carom_status status = carom_level_make(&desc, &level, &error);
    assert_int_equal(status, error.status);
    carom_map_locate(map, &error);
    carom_level_free(level);
    carom_map_free(map);
    assert_int_equal(l.held, 0);
    if (most_edges == 0 && (size_t)l.most > 250 * desc.max_edges)
        fail_msg("%zu edges take %lld of memory", desc.max_edges, l.most);
    return error;
}

/// Solid and empty cells in turn: each solid cell has four edges.
static void edges_of_cells_are_limited(void **state) {
    (void)state;
    enum { SIDE = 2900, SMALL = 40 };
    for (int side = SMALL; side <= SIDE; side += SIDE - SMALL) {
        text t = {0};
        append(&t, "<map width='%d' height='%d' tilewidth='16' tileheight='16'>", side, side);
        append(&t,
               "<tileset firstgid='1' name='a' tilewidth='16' tileheight='16' tilecount='1' columns='1'/>"
               "<layer name='walls' width='%d' height='%d'><data encoding='csv'>",
               side, side);
        for (int i = 0; i < side * side; i++) {
            const char cell[2] = {(i + i / side) % 2 ? '1' : '0', i + 1 < side * side ? ',' : ' '};
            append_bytes(&t, cell, 2);
        }
        append(&t, "</data></layer></map>");
        const carom_map_options none = {.snap = 0};
        carom_error error = level_error(&t, &none, side == SMALL ? 2 * SMALL * SMALL : 0, 0);
        assert_int_equal(error.status, side == SMALL ? CAROM_STATUS_OK : CAROM_STATUS_TOO_LARGE);
        if (side == SMALL) error = level_error(&t, &none, 2 * SMALL * SMALL - 1, 0);
        assert_string_equal(error.where, "layer 'walls'");
        assert_non_null(strstr(error.message, "max_edges"));
        free(t.bytes);
    }
}

static const char pentagram[] = "<polygon points='8,3 12,14 2,6 14,6 4,14'/>"; // five crossings

static void errors_of_levels_name_the_place_in_the_map(void **state) {
    (void)state;
    text t = {0};
    append(&t, "<map width='4' height='1' tilewidth='16' tileheight='16'>"
               "<tileset firstgid='1' name='stars' tilewidth='16' tileheight='16' tilecount='9' columns='9'>");
    append(&t, "<tile id='5'><objectgroup><object id='1' x='0' y='0'>%s</object></objectgroup></tile>", pentagram);
    append(&t, "<tile id='6'><objectgroup><object id='1' x='0' y='0' width='4' height='4'/>"
               "<object id='2' x='8' y='0' width='4' height='4'/></objectgroup></tile></tileset>");
    append(&t, "<layer name='50%%%%' width='4' height='1'><data encoding='csv'>0,6,0,6</data></layer>");
    append(&t,
           "<objectgroup name='solid'><object id='7' name='dot' x='96.25' y='100' width='0.25' height='0.25'/>"
           "<object id='8' x='100' y='0' width='16' height='16'/>"
           "<object id='9' name='star' x='200' y='0'>%s</object><object id='10' name='last' x='300' y='0'>%s</object>",
           pentagram, pentagram);
    append(&t, "<object name='bare' x='400' y='0' width='16' height='16'/>"
               "<object id='11' gid='7' x='500' y='16' width='16' height='16'/></objectgroup></map>");
    const carom_map_options none = {.snap = 0}, snap = {.snap = 1}; // snapping drops the dot
    const carom_map_options *both[] = {&none, &snap};
    static const struct {
        int edges;
        const char *where;
    } cases[] = {
        {5, "layer '50%%', tile 5 of 'stars' at (56, 3)"},   {12, "layer 'solid', object 7 'dot' at (96.25, 100)"},
        {15, "layer 'solid', object 8 at (100, 0)"},         {20, "layer 'solid', object 9 'star' at (208, 3)"},
        {25, "layer 'solid', object 10 'last' at (308, 3)"}, {30, "layer 'solid', object 'bare' at (400, 0)"},
        {34, "layer 'solid', object 11 at (500, 0)"},        {38, "layer 'solid', object 11 at (508, 0)"}};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 2; k++) {
            if (k == 1 && i == 1) continue;
            carom_error error = level_error(&t, both[k], (size_t)(cases[i].edges - (k == 1 && i > 1 ? 4 : 0)), 0);
            assert_int_equal(error.status, CAROM_STATUS_TOO_LARGE);
            assert_string_equal(error.where, cases[i].where);
        }
    }
    assert_int_equal(level_error(&t, &none, 40, 20).status, CAROM_STATUS_OK);
    carom_error error = level_error(&t, &none, 40, 19);
    assert_non_null(strstr(error.message, "max_crossings"));
    assert_non_null(strstr(error.where, "layer '"));
    carom_map *map;
    assert_int_equal(carom_map_read(t.bytes, t.size, "map", NULL, &map, NULL), CAROM_STATUS_OK);
    static const char *const others[] = {
        "",        "outline",    "outline ",  "outline 9", "outline 99999999999999999999", "outline 0 ", "tiles 0",
        "field 0", "outline -1", "outline :", "outline 0:"};
    for (int i = 0; i < 11; i++) {
        snprintf(error.where, sizeof error.where, "%s", others[i]);
        carom_map_locate(map, &error);
        assert_string_equal(error.where, others[i]);
    }
    carom_map_free(map);
    free(t.bytes);
}

// ---- Defaults -------------------------------------------------------------------------------------------------------

/// 256 MiB and 8 for each byte that was read, but at most 1 GiB: the limits of memory and of steps.
static void default_limits_grow_with_the_files(void **state) {
    (void)state;
    static const struct {
        size_t bytes, limit;
    } cases[] = {{0, (size_t)256 * MEGA},
                 {MEGA, (size_t)264 * MEGA},
                 {96 * (size_t)MEGA - 1, (size_t)1024 * MEGA - 8},
                 {96 * (size_t)MEGA, (size_t)1024 * MEGA},
                 {200 * (size_t)MEGA, (size_t)1024 * MEGA}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_reader reader = {.options.limits.file_bytes = 200 * (size_t)MEGA};
        assert_true(cr_count_file(&reader, "a", cases[i].bytes));
        assert_int_equal(reader.account.limit, cases[i].limit);
        assert_true(cr_count_steps(&reader, cases[i].limit));
        assert_false(cr_count_steps(&reader, 1));
        char message[100];
        snprintf(message, sizeof message,
                 "reading takes more than %zu steps; if the file can be trusted, raise limits.steps", cases[i].limit);
        assert_string_equal(reader.error.message, message);
        assert_int_equal(reader.error.status, CAROM_STATUS_TOO_LARGE);
    }
    cr_reader reader = {.options.limits = {.file_bytes = 100, .memory = 7, .steps = 9}};
    assert_true(cr_count_file(&reader, "a", 100));
    assert_int_equal(reader.account.limit, 7);
    assert_true(cr_count_steps(&reader, 9));
    assert_false(cr_count_steps(&reader, 1));
    for (int file = 1; file < 4; file++) assert_true(cr_count_file(&reader, "a", 100));
    assert_true(cr_count_file(&reader, "a", 3));
    assert_false(cr_count_file(&reader, "a", 1));
}

/// Lines and columns of XML beyond the range of a node are cut to its largest.
static void positions_stay_in_the_range_of_a_node(void **state) {
    (void)state;
    static const unsigned long columns[] = {1, (1ul << 28) - 2, (1ul << 28) - 1, 1ul << 28, 1ul << 31};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const unsigned long most = (1ul << 28) - 1;
        cr_node node;
        cr_doc_set(&node, CR_OBJECT, 5, columns[i]);
        assert_int_equal(node.column, columns[i] < most ? columns[i] : most);
        assert_int_equal(node.line, 5);
        assert_int_equal(node.kind, CR_OBJECT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_limits_grow_with_the_files),
        cmocka_unit_test(positions_stay_in_the_range_of_a_node),
        cmocka_unit_test(a_long_layer_name_is_copied_once),
        cmocka_unit_test(a_long_layer_name_is_searched_once),
        cmocka_unit_test(long_names_of_templates_and_tiles_are_copied_once),
        cmocka_unit_test(references_from_a_deep_folder_are_limited),
        cmocka_unit_test(many_layers_with_notes_load),
        cmocka_unit_test(json_of_empty_objects_is_limited),
        cmocka_unit_test(json_of_mixed_arrays_is_refused),
        cmocka_unit_test(json_of_numbers_loads),
        cmocka_unit_test(xml_of_empty_elements_is_limited),
        cmocka_unit_test(xml_of_many_names_is_limited),
        cmocka_unit_test(many_files_are_limited),
        cmocka_unit_test(ldtk_with_large_values_loads),
        cmocka_unit_test(ldtk_with_many_layers_loads),
        cmocka_unit_test(ldtk_with_many_names_loads_and_many_rules_are_limited),
        cmocka_unit_test(many_degenerate_shapes_of_a_tile_load),
        cmocka_unit_test(many_shapes_of_a_tile_are_limited),
        cmocka_unit_test(instances_of_a_large_template_are_limited),
        cmocka_unit_test(distant_chunks_are_limited),
        cmocka_unit_test(limits_of_the_caller_are_enforced),
        cmocka_unit_test(edges_of_cells_are_limited),
        cmocka_unit_test(errors_of_levels_name_the_place_in_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
