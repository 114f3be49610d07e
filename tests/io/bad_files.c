// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each file in data/bad is refused with the one line that data/bad/expected.txt has for it: where it is wrong, and how.
// After a change of words: CAROM_REWRITE=1 build/tests/test_io_bad_files writes the lines anew, to be read in the diff.
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

enum { LINE = 700, FILES = 200 };

static char names[FILES][64];

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

// The names of all maps here, sorted.
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

// None of these small files gets much memory, whatever it asks for.
static void refuse(const char *name, char *line) {
    carom_map *map;
    carom_error error;
    ledger l = {.left = -1};
    const carom_allocator allocator = allocator_of(&l);
    carom_status status = carom_map_load(name, &(carom_map_options){.allocator = &allocator}, &map, &error);
    assert_int_equal(l.held, 0);
    if (l.most > 1000000) fail_msg("%s took %lld bytes", name, l.most);
    if (status == CAROM_OK) fail_msg("%s is accepted", name);
    assert_null(map);
    assert_int_equal(error.status, status);
    char place[32] = "";
    if (error.line > 0) snprintf(place, sizeof place, ":%d:%d", error.line, error.column);
    int length = snprintf(line, LINE, "%s%s: %s\n", error.where, place, error.message);
    assert_true(length < LINE && strchr(line, '\n') == line + length - 1);
}

static void test_each_is_refused_with_its_line(void **state) {
    (void)state;
    bool rewrite = getenv("CAROM_REWRITE") != NULL;
    FILE *expected = fopen("expected.txt", rewrite ? "w" : "r");
    assert_non_null(expected);
    int count = list_maps();
    assert_true(count > 50);
    for (int i = 0; i < count; i++) {
        char line[LINE], wanted[LINE] = "";
        refuse(names[i], line);
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

static void test_no_file_and_a_folder(void **state) {
    (void)state;
    assert_refused("nowhere.tmx", NULL, CAROM_NOT_FOUND, "cannot be read: No such file");
    assert_refused("circles", NULL, CAROM_NOT_FOUND, "cannot be read: Is a directory");
    assert_int_equal(carom_map_load(NULL, NULL, NULL, NULL), CAROM_BAD_ARGUMENT);
    assert_refused(NULL, NULL, CAROM_BAD_ARGUMENT, "no path");
}

static void test_limits(void **state) {
    (void)state;
    carom_map_options options = {.limits = {.file_bytes = 100}};
    assert_refused("points.tmx", &options, CAROM_TOO_LARGE, "larger than the limit, 100 bytes");
    options.limits = (carom_map_limits){.cells = 15};
    assert_refused("few_cells.tmx", &options, CAROM_TOO_LARGE, "4 x 4 cells, limit 15");
    options.limits = (carom_map_limits){.points = 2};
    assert_refused("more_points.tmx", &options, CAROM_TOO_LARGE, "3 points, limit 2");
    options.limits = (carom_map_limits){.depth = 3};
    assert_refused("points.tmx", &options, CAROM_TOO_LARGE, "nested too deep");
    options.limits = (carom_map_limits){.files = 1};
    assert_refused("circle.tmx", &options, CAROM_TOO_LARGE, "more than 1 other files");
}

static void test_a_wider_root_allows_more(void **state) {
    (void)state;
    const carom_map_options options = {.root = ".."};
    assert_refused("outside_by_detour.tmx", NULL, CAROM_BAD_FILE, "is outside of the folder '.'");
    assert_refused("outside_by_detour.tmx", &options, CAROM_NOT_FOUND, "'../formats.c' cannot be read");
    assert_refused("outside.tmx", &options, CAROM_BAD_FILE, "is outside of the folder '../'");
    assert_refused("absolute.tmx", &options, CAROM_BAD_FILE, "is outside of the folder '../'");
}

static int enter_folder(void **state) {
    (void)state;
    return chdir(CAROM_SOURCE_DIR "/tests/io/data/bad");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_is_refused_with_its_line),
        cmocka_unit_test(test_no_file_and_a_folder),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_a_wider_root_allows_more),
    };
    return cmocka_run_group_tests(tests, enter_folder, NULL);
}
