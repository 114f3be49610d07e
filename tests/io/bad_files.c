// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Every file in data/bad is refused with its line of data/bad/expected.txt: location and message. After changing
// messages, regenerate the lines with CAROM_REWRITE=1 build/tests/test_io_bad_files and review the diff.
#define _POSIX_C_SOURCE 200809L // chdir

#include "carom/io.h"
#include "ledger.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

enum { LINE = 2000, FILES = 200 };

static char names[FILES][64];

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

// Lists the maps in the current folder, sorted.
static int list_maps(void) {
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) && count < FILES;)
        if (strstr(entry->d_name, ".tm") || strstr(entry->d_name, ".ldtk"))
            snprintf(names[count++], sizeof names[0], "%.63s", entry->d_name);
    closedir(folder);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    return count;
}

// Messages contain absolute paths. Replaces the source folder by SOURCE.
static void replace_source_folder(char *line) {
    for (char *at; (at = strstr(line, CAROM_SOURCE_DIR));) {
        size_t length = strlen(CAROM_SOURCE_DIR);
        memcpy(at, "SOURCE", 6);
        memmove(at + 6, at + length, strlen(at + length) + 1);
    }
}

// Also checks that these small files do not make the reader allocate much memory.
static void load_refused(const char *name, char *line) {
    carom_map *map;
    carom_error error;
    ledger l = {.left = -1};
    const carom_allocator allocator = allocator_of(&l);
    carom_status status =
        carom_map_load(name, &(carom_map_options){.allocator = &allocator, .root = "."}, &map, &error);
    assert_int_equal(l.held, 0);
    if (l.most > 1000000) fail_msg("%s took %lld bytes", name, l.most);
    if (status == CAROM_STATUS_OK) fail_msg("%s is accepted", name);
    assert_null(map);
    assert_int_equal(error.status, status);
    char place[32] = "";
    if (error.line > 0) snprintf(place, sizeof place, ":%d:%d", error.line, error.column);
    int length = snprintf(line, LINE, "%s%s: %s\n", error.where, place, error.message);
    assert_in_range(length, 1, LINE - 1);
    assert_ptr_equal(strchr(line, '\n'), line + length - 1);
    replace_source_folder(line);
}

static void each_bad_file_is_refused_with_its_line(void **state) {
    (void)state;
    bool rewrite = getenv("CAROM_REWRITE") != NULL;
    FILE *expected = fopen("expected.txt", rewrite ? "w" : "r");
    assert_non_null(expected);
    int count = list_maps();
    assert_in_range(count, 51, FILES);
    for (int i = 0; i < count; i++) {
        char line[LINE], wanted[LINE] = "";
        load_refused(names[i], line);
        if (rewrite)
            fputs(line, expected);
        else if (!fgets(wanted, sizeof wanted, expected) || strcmp(line, wanted) != 0)
            fail_msg("%sis not the expected\n%s", line, wanted);
    }
    fclose(expected);
}

static void assert_refused(const char *name, const carom_map_options *options, carom_status status,
                           const char *message) {
    carom_map *map;
    carom_error error;
    assert_int_equal(carom_map_load(name, options, &map, &error), status);
    assert_null(map);
    if (!strstr(error.message, message)) fail_msg("'%s' does not say '%s'", error.message, message);
}

static void missing_files_and_folders_are_refused(void **state) {
    (void)state;
    assert_refused("nowhere.tmx", NULL, CAROM_STATUS_NOT_FOUND, "cannot be read: No such file");
    assert_refused("circle.tmx/a.tmx", NULL, CAROM_STATUS_NOT_FOUND, "cannot be read: Not a directory");
    char long_name[301];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_refused(long_name, NULL, CAROM_STATUS_NOT_FOUND, "cannot be read: File name too long");
    assert_refused("circles", NULL, CAROM_STATUS_NOT_FOUND, "cannot be read: Is a directory");
    assert_int_equal(carom_map_load(NULL, NULL, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
    assert_refused(NULL, NULL, CAROM_STATUS_BAD_ARGUMENT, "the path, the bytes or the output is null");
}

static void each_limit_is_enforced(void **state) {
    (void)state;
    carom_map_options options = {.limits = {.file_bytes = 100}};
    assert_refused("points.tmx", &options, CAROM_STATUS_TOO_LARGE, "larger than the limit, 100 bytes");
    options.limits = (carom_map_limits){.cells = 15};
    assert_refused("few_cells.tmx", &options, CAROM_STATUS_TOO_LARGE, "4 x 4 cells, limit 15");
    options.limits = (carom_map_limits){.points = 2};
    assert_refused("more_points.tmx", &options, CAROM_STATUS_TOO_LARGE, "3 points, limit 2");
    options.limits = (carom_map_limits){.depth = 3};
    assert_refused("points.tmx", &options, CAROM_STATUS_TOO_LARGE, "nested too deep");
    options.limits = (carom_map_limits){.files = 1};
    assert_refused("circle.tmx", &options, CAROM_STATUS_TOO_LARGE, "more than 1 other files");
}

static void files_outside_of_the_root_are_refused(void **state) {
    (void)state;
    const carom_map_options narrow = {.root = "."}, wider = {.root = ".."};
    assert_refused("outside_by_detour.tmx", &narrow, CAROM_STATUS_BAD_FILE,
                   "outside of the root folder '" CAROM_SOURCE_DIR);
    assert_refused("outside.tmx", &wider, CAROM_STATUS_BAD_FILE, "is /etc/passwd, outside of the root folder");
    assert_refused("absolute.tmx", &wider, CAROM_STATUS_BAD_FILE, "pass --root /");
}

static int enter_folder(void **state) {
    (void)state;
    return chdir(CAROM_SOURCE_DIR "/tests/io/data/bad");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bad_file_is_refused_with_its_line),
        cmocka_unit_test(missing_files_and_folders_are_refused),
        cmocka_unit_test(each_limit_is_enforced),
        cmocka_unit_test(files_outside_of_the_root_are_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, NULL);
}
