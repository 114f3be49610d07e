// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where the name of a file in a map leads, and where it may not lead.
#include "carom/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char asked_for[512];

static carom_status note_path(void *context, const char *path, const void **bytes, size_t *size) {
    (void)context;
    (void)bytes;
    (void)size;
    snprintf(asked_for, sizeof asked_for, "%s", path);
    return CAROM_NOT_FOUND;
}

// The path that a map at `map` asks for when it names `name`; "" if it may not.
static const char *path_of(const char *map, const char *root, const char *name) {
    const carom_map_files files = {.open = note_path};
    const carom_map_options options = {.files = &files, .root = root};
    char text[512];
    snprintf(
        text, sizeof text,
        "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"><tileset firstgid=\"1\" source=\"%s\"/></map>",
        name);
    carom_map *read;
    carom_error error;
    asked_for[0] = 0;
    carom_status status = carom_map_read(text, strlen(text), map, &options, &read, &error);
    assert_int_equal(status, asked_for[0] ? CAROM_NOT_FOUND : CAROM_BAD_FILE);
    return asked_for;
}

static void test_names_are_seen_from_the_map(void **state) {
    (void)state;
    assert_string_equal(path_of("a.tmx", NULL, "t.tsx"), "t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "t.tsx"), "m/t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "./s//t.tsx"), "m/s/t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "s\\t.tsx"), "m/s/t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "s/../t.tsx"), "m/t.tsx");
    assert_string_equal(path_of("m/./n/../a.tmx", NULL, "t.tsx"), "m/t.tsx");
    assert_string_equal(path_of("../m/a.tmx", NULL, "t.tsx"), "../m/t.tsx");
    assert_string_equal(path_of("/m/a.tmx", NULL, "t.tsx"), "/m/t.tsx");
    assert_string_equal(path_of("/a.tmx", NULL, "s/t.tsx"), "/s/t.tsx");
    assert_string_equal(path_of("/m/a.tmx", NULL, "/m/t.tsx"), "/m/t.tsx");
}

static void test_the_folder_of_the_map_is_not_left(void **state) {
    (void)state;
    assert_string_equal(path_of("a.tmx", NULL, "../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "../m2/t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "s/../../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "..\\t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "/etc/t.tsx"), "");
    assert_string_equal(path_of("a.tmx", NULL, "/etc/t.tsx"), "");
    assert_string_equal(path_of("../a.tmx", NULL, "../t.tsx"), "");
    assert_string_equal(path_of("/m/a.tmx", NULL, "../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, ""), "");
}

static void test_a_root_widens_or_narrows(void **state) {
    (void)state;
    assert_string_equal(path_of("p/m/a.tmx", "p", "../t.tsx"), "p/t.tsx");
    assert_string_equal(path_of("p/m/a.tmx", "p/", "../../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", ".", "../t.tsx"), "t.tsx");
    assert_string_equal(path_of("m/a.tmx", "", "../t.tsx"), "t.tsx");
    assert_string_equal(path_of("a.tmx", "..", "../t.tsx"), "../t.tsx");
    assert_string_equal(path_of("a.tmx", "..", "../../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", "m/s", "t.tsx"), "");
    assert_string_equal(path_of("/m/a.tmx", "/", "../etc/t.tsx"), "/etc/t.tsx");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_seen_from_the_map),
        cmocka_unit_test(test_the_folder_of_the_map_is_not_left),
        cmocka_unit_test(test_a_root_widens_or_narrows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
