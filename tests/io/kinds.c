// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Robustness: in valid JSON levels, each value is replaced by values of other kinds, or removed. The result is a map or
// an error of one line; the sanitizers check memory accesses.
#include "carom/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static const char *const variants[] = {
    "null",
    "true",
    "0",
    "-1",
    "1e9",
    "4294967295",
    "0.5",
    "\"\"",
    "\"x\"",
    "[]",
    "[1,2]",
    "{}",
    "[{}]",
    "[[]]",
    "[null]",
    "[{},1,\"a\",[]]",
    "{\"a\":1}",
    "{\"0\":{}}",
    "[{\"id\":0},{\"id\":0}]",
};
enum { VARIANTS = sizeof variants / sizeof *variants };

// Formats of old Tiled versions, which the data files do not contain.
static const char old_map[] =
    "{\"version\":1,\"width\":2,\"height\":1,\"tilewidth\":16,\"tileheight\":16,\"properties\":{\"solid\":true},"
    "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":16,\"tileheight\":16,\"tilecount\":4,\"columns\":2,\"tileoffset\":{"
    "\"x\":1,"
    "\"y\":2},\"grid\":{\"orientation\":\"isometric\",\"width\":16,\"height\":8},\"properties\":{\"solid\":true},"
    "\"tileproperties\":{\"0\":{\"solid\":true},\"1\":{\"carom\":\"half\"}},\"tiles\":{\"0\":{\"objectgroup\":{"
    "\"objects\":"
    "[{\"id\":1,\"x\":0,\"y\":0,\"width\":4,\"height\":4,\"properties\":{\"one_way\":true}}]}},\"1\":{\"type\":"
    "\"wall\"}}}],"
    "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,\"height\":1,\"data\":[1,2],\"properties\":{"
    "\"solid\":"
    "\"true\"}},{\"type\":\"group\",\"name\":\"g\",\"layers\":[{\"type\":\"objectgroup\",\"name\":\"o\",\"objects\":[{"
    "\"id\":1,"
    "\"gid\":1,\"x\":3,\"y\":4,\"width\":2,\"height\":2,\"rotation\":30},{\"id\":2,\"polygon\":[{\"x\":0,\"y\":0},{"
    "\"x\":8,\"y\":0}"
    ",{\"x\":0,\"y\":8}],\"x\":1,\"y\":1,\"properties\":[{\"name\":\"solid\",\"type\":\"class\",\"value\":{\"solid\":"
    "true}}]},"
    "{\"id\":3,\"ellipse\":true,\"width\":4,\"height\":4,\"x\":0,\"y\":0},{\"id\":4,\"polyline\":[{\"x\":0,\"y\":0},{"
    "\"x\":8,"
    "\"y\":0}],\"x\":1,\"y\":1},{\"id\":5,\"template\":\"t.tj\"}]}]},{\"type\":\"imagelayer\",\"name\":\"i\"},{"
    "\"type\":"
    "\"tilelayer\",\"name\":\"c\",\"chunks\":[{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[3]}]}]}";

static carom_status open_nothing(void *context, const char *path, const void **bytes, size_t *size) {
    (void)context;
    (void)path;
    (void)bytes;
    (void)size;
    return CAROM_STATUS_NOT_FOUND;
}

static int loaded, refused;

static void try_root(const json_t *root) {
    static const carom_map_files no_files = {.open = open_nothing};
    const carom_map_rule rules[] = {{"t:1", CAROM_MAP_MEANING_SOLID}, {"x", CAROM_MAP_MEANING_ONE_WAY}};
    carom_map_options options = {.files = &no_files, .rules = rules, .rules_count = 2};
    char *text = json_dumps(root, JSON_COMPACT);
    assert_non_null(text);
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = carom_map_read(text, strlen(text), "m", &options, &map, &error);
    bool valid = status == CAROM_STATUS_OK ? map != NULL : !map && error.message[0] && !strpbrk(error.message, "\r\n");
    if (!valid) fail_msg("neither a map nor an error: %s", text);
    loaded += status == CAROM_STATUS_OK;
    refused += status != CAROM_STATUS_OK;
    carom_map_free(map);
    free(text);
}

static json_t *variant(int i) {
    return json_loads(variants[i], JSON_DECODE_ANY, NULL);
}

static void try_all(json_t *root, json_t *node);

static void try_members(json_t *root, json_t *object) {
    json_t *names = json_array();
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) json_array_append_new(names, json_string(key));
    for (size_t n = 0; n < json_array_size(names); n++) {
        const char *name = json_string_value(json_array_get(names, n));
        json_t *kept = json_incref(json_object_get(object, name));
        for (int i = 0; i < VARIANTS; i++) {
            json_object_set_new(object, name, variant(i));
            try_root(root);
        }
        json_object_del(object, name);
        try_root(root);
        json_object_set_new(object, name, kept);
        try_all(root, kept);
    }
    json_decref(names);
}

static void try_items(json_t *root, json_t *array) {
    for (size_t n = 0; n < json_array_size(array) && n < 4; n++) {
        json_t *kept = json_incref(json_array_get(array, n));
        for (int i = 0; i < VARIANTS; i++) {
            json_array_set_new(array, n, variant(i));
            try_root(root);
        }
        json_array_set_new(array, n, kept);
        try_all(root, kept);
    }
}

static void try_all(json_t *root, json_t *node) {
    if (json_is_object(node)) try_members(root, node);
    if (json_is_array(node)) try_items(root, node);
}

static void try_text(const char *text, size_t size) {
    json_t *root = json_loadb(text, size, 0, NULL);
    assert_non_null(root);
    loaded = refused = 0;
    try_all(root, root);
    json_decref(root);
    assert_in_range(loaded, 101, INT32_MAX);
    assert_in_range(refused, 101, INT32_MAX);
}

static void try_file(const char *name) {
    static char bytes[1 << 16];
    char path[512];
    snprintf(path, sizeof path, "%s/tests/io/data/%s", CAROM_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    try_text(bytes, size);
}

static void values_of_other_kinds_in_tmj(void **state) {
    (void)state;
    try_file("small.tmj");
}

static void values_of_other_kinds_in_ldtk(void **state) {
    (void)state;
    try_file("small.ldtk");
}

static void values_of_other_kinds_in_old_tmj(void **state) {
    (void)state;
    try_text(old_map, strlen(old_map));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_other_kinds_in_tmj),
        cmocka_unit_test(values_of_other_kinds_in_ldtk),
        cmocka_unit_test(values_of_other_kinds_in_old_tmj),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
