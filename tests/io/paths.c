// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Resolution of file names in maps, and the root folder.
#define _XOPEN_SOURCE 700 // mkdtemp, chdir

#include "carom/io.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <unistd.h>

static char opened[512];

static carom_status record_path(void *context, const char *path, const void **bytes, size_t *size) {
    (void)context;
    (void)bytes;
    (void)size;
    snprintf(opened, sizeof opened, "%s", path);
    return CAROM_STATUS_NOT_FOUND;
}

// Returns the path that a map at `map` opens for `name`; "" if it is refused.
static const char *path_of(const char *map, const char *root, const char *name) {
    const carom_map_files files = {.open = record_path};
    const carom_map_options options = {.files = &files, .root = root};
    char text[512];
    snprintf(
        text, sizeof text,
        "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"><tileset firstgid=\"1\" source=\"%s\"/></map>",
        name);
    carom_map *read;
    carom_error error;
    opened[0] = 0;
    carom_status status = carom_map_read(text, strlen(text), map, &options, &read, &error);
    assert_int_equal(status,
                     opened[0] ? CAROM_STATUS_OK : CAROM_STATUS_BAD_FILE); // a missing tileset is a note
    carom_map_free(read);
    return opened;
}

static void names_are_relative_to_the_map(void **state) {
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

static void the_default_root_is_four_levels_up_or_the_current_folder(void **state) {
    (void)state;
    assert_string_equal(path_of("a.tmx", NULL, "../t.tsx"), "../t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "../tilesets/t.tsx"), "tilesets/t.tsx");
    assert_string_equal(path_of("m/a.tmx", NULL, "..\\t.tsx"), "t.tsx");
    assert_string_equal(path_of("a.tmx", NULL, "../../../../t.tsx"), "../../../../t.tsx");
    assert_string_equal(path_of("a.tmx", NULL, "../../../../../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, "../../../../../t.tsx"), "");
    assert_string_equal(path_of("../m/a.tmx", NULL, "../../../../t.tsx"), "../../../../t.tsx");
    assert_string_equal(path_of("../m/a.tmx", NULL, "../../../../../t.tsx"), "");
    assert_string_equal(path_of("1/2/3/4/5/6/a.tmx", NULL, "../../../../../../t.tsx"), "t.tsx");
    assert_string_equal(path_of("1/2/3/4/5/6/a.tmx", NULL, "../../../../../../../t.tsx"), "");
    assert_string_equal(path_of("/1/2/3/4/5/a.tmx", NULL, "../../../../t.tsx"), "/1/t.tsx");
    assert_string_equal(path_of("/1/2/3/4/5/a.tmx", NULL, "../../../../../t.tsx"), "");
    assert_string_equal(path_of("/1/2/3/4/5/a.tmx", NULL, "/1/t.tsx"), "/1/t.tsx");
    assert_string_equal(path_of("/1/2/3/4/5/a.tmx", NULL, "/12/t.tsx"), "");
    assert_string_equal(path_of("/1/a.tmx", NULL, "../../../t.tsx"), "/t.tsx");
    assert_string_equal(path_of("a.tmx", NULL, "/etc/t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", NULL, ""), "");
}

static void options_can_widen_or_narrow_the_root(void **state) {
    (void)state;
    assert_string_equal(path_of("p/m/a.tmx", "p", "../t.tsx"), "p/t.tsx");
    assert_string_equal(path_of("p/m/a.tmx", "p/", "../../t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", ".", "../t.tsx"), "t.tsx");
    assert_string_equal(path_of("m/a.tmx", "", "../t.tsx"), "t.tsx");
    assert_string_equal(path_of("a.tmx", "..", "../t.tsx"), "../t.tsx");
    assert_string_equal(path_of("a.tmx", "..", "../../t.tsx"), "");
    assert_string_equal(path_of("a.tmx", "..", "t.tsx"), "t.tsx");
    assert_string_equal(path_of("../m/a.tmx", "../m", "t.tsx"), "../m/t.tsx");
    assert_string_equal(path_of("../m/a.tmx", "../m", "../m2/t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", "m", "../m2/t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", "m", "/m/t.tsx"), "");
    assert_string_equal(path_of("m/a.tmx", "m/s", "t.tsx"), "");
    assert_string_equal(path_of("/m/a.tmx", "/", "../etc/t.tsx"), "/etc/t.tsx");
}

// ---- On disk --------------------------------------------------------------------------------------------------------

// The temporary folder contains t.tsx and 1/2/3/4/5/a.tmx.
static char base[TEMPORARY_PATH];

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_folders(void **state) {
    (void)state;
    if (!make_temporary_folder(base, "paths") || chdir(base)) return -1;
    static const char *const folders[] = {"1", "1/2", "1/2/3", "1/2/3/4", "1/2/3/4/5"};
    for (int i = 0; i < 5; i++)
        if (!make_folder_at(folders[i])) return -1;
    write_file("t.tsx", "<tileset name=\"t\" tilewidth=\"1\" tileheight=\"1\" tilecount=\"1\" columns=\"1\"/>");
    write_file("1/2/t.tsx", "<tileset name=\"t\" tilewidth=\"1\" tileheight=\"1\" tilecount=\"1\" columns=\"1\"/>");
    return 0;
}

static int remove_folders(void **state) {
    (void)state;
    static const char *const paths[] = {
        "1/2/3/4/5/a.tmx", "1/2/p.tiled-project", "t.tsx", "1/2/t.tsx", "1/2/3/4/5", "1/2/3/4", "1/2/3", "1/2", "1"};
    if (chdir(base)) return -1;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) remove(paths[i]);
    return chdir("/") || rmdir(base);
}

// Loads the map at `path` from the current folder `here`. The map names `name`. Returns the error message; "" on
// success.
static const char *load_naming(const char *here, const char *path, const char *root, const char *name) {
    static carom_error error;
    char text[512];
    snprintf(text, sizeof text,
             "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"><tileset firstgid=\"1\" source=\"%s\"/>"
             "</map>",
             name);
    assert_int_equal(chdir(base), 0);
    write_file("1/2/3/4/5/a.tmx", text);
    assert_int_equal(chdir(here), 0);
    carom_map *map = NULL;
    error.message[0] = 0;
    carom_map_load(path, &(carom_map_options){.root = root}, &map, &error);
    carom_map_free(map);
    return error.message;
}

static void on_disk_the_default_root_contains_the_current_folder(void **state) {
    (void)state;
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", NULL, "../../../../../t.tsx"), "");
    char whole[4 * TEMPORARY_PATH];
    snprintf(whole, sizeof whole, "%s/1/2/3/4/5/a.tmx", base);
    assert_string_equal(load_naming(base, whole, NULL, "../../../../../t.tsx"), "");
    assert_string_equal(load_naming(base, whole, ".", "../../../../../t.tsx"), "");
    snprintf(whole, sizeof whole, "%s/t.tsx", base);
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", NULL, whole), "");
    // Run from elsewhere, the root is four levels above the folder of the map.
    const char *message = load_naming("1/2/3/4/5", "a.tmx", NULL, "../../../../../t.tsx");
    snprintf(whole, sizeof whole,
             "'../../../../../t.tsx' is %s/t.tsx, outside of the root folder '%s/1'; if it is to be read, pass --root "
             "%s",
             base, base, base);
    assert_string_equal(message, whole);
    assert_string_equal(load_naming("1/2/3/4/5", "a.tmx", base, "../../../../../t.tsx"), "");
    assert_string_equal(load_naming("1/2/3/4/5", "a.tmx", "../../../../..", "../../../../../t.tsx"), "");
    assert_non_null(strstr(load_naming(base, "1/2/3/4/5/a.tmx", "1/2", "../../../../../t.tsx"), "outside"));
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", "1/2", "../../../t.tsx"), "");
}

static void the_folder_of_a_project_is_the_root(void **state) {
    (void)state;
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", NULL, "../../../t.tsx"), "");
    assert_int_equal(chdir(base), 0);
    write_file("1/2/p.tiled-project", "{}");
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", NULL, "../../../t.tsx"), "");
    assert_non_null(strstr(load_naming(base, "1/2/3/4/5/a.tmx", NULL, "../../../../../t.tsx"), "/1/2'"));
    assert_string_equal(load_naming(base, "1/2/3/4/5/a.tmx", ".", "../../../../../t.tsx"), "");
    assert_int_equal(chdir(base), 0);
    assert_int_equal(remove("1/2/p.tiled-project"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_relative_to_the_map),
        cmocka_unit_test(the_default_root_is_four_levels_up_or_the_current_folder),
        cmocka_unit_test(options_can_widen_or_narrow_the_root),
        cmocka_unit_test(on_disk_the_default_root_contains_the_current_folder),
        cmocka_unit_test(the_folder_of_a_project_is_the_root),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
