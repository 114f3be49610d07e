// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The file system changes or fails while a map is read: calls of the C library are replaced here, and fail in turn, or
// find another file than the one that was opened. Nothing outside of the root folder is read then, and no file stays
// open. Folders are listed in any order.
#define _GNU_SOURCE // canonicalize_file_name, AT_EMPTY_PATH, RTLD_NEXT
#include "carom/io.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- The C library --------------------------------------------------------------------------------------------------

typedef enum call { REALPATH, STAT, FSTAT, FDOPEN, GETCWD, CALLS } call;
typedef enum effect { FAILS, OTHER_INODE, OTHER_DEVICE, SHORTER, UNREACHABLE, OTHER_FOLDER } effect;

typedef struct fault {
    call call;
    int number; // of the call that has the effect, from 0; -1: none
    effect effect;
} fault;

static fault planned = {.number = -1};
static int counts[CALLS];

static bool is_planned(call c) {
    return counts[c]++ == planned.number && planned.call == c;
}

#ifdef __GLIBC__
#define EXPORTED __attribute__((visibility("default")))

EXPORTED char *realpath(const char *path, char *out) {
    bool hit = is_planned(REALPATH);
    assert_null(out);
    if (!hit || planned.effect != FAILS) return canonicalize_file_name(hit ? "/dev/null" : path);
    errno = EIO;
    return NULL;
}

EXPORTED int stat(const char *path, struct stat *out) {
    bool hit = is_planned(STAT);
    if (hit && planned.effect == FAILS) errno = EIO;
    if (hit && planned.effect == FAILS) return -1;
    int result = fstatat(AT_FDCWD, path, out, 0);
    out->st_ino += hit && planned.effect == OTHER_INODE;
    out->st_dev += hit && planned.effect == OTHER_DEVICE;
    return result;
}

EXPORTED int fstat(int file, struct stat *out) {
    bool hit = is_planned(FSTAT);
    if (hit && planned.effect == FAILS) errno = EIO;
    if (hit && planned.effect == FAILS) return -1;
    int result = fstatat(file, "", out, AT_EMPTY_PATH);
    if (hit) out->st_size = 1;
    return result;
}

EXPORTED FILE *fdopen(int file, const char *mode) {
    FILE *(*next)(int, const char *);
    void *found = dlsym(RTLD_NEXT, "fdopen");
    memcpy(&next, &found, sizeof next);
    if (!is_planned(FDOPEN)) return next(file, mode);
    errno = ENOMEM;
    return NULL;
}

EXPORTED char *getcwd(char *out, size_t size) {
    bool hit = is_planned(GETCWD);
    if (hit && planned.effect == FAILS) return NULL;
    if (!hit) return syscall(SYS_getcwd, out, size) > 0 ? out : NULL;
    snprintf(out, size, "(unreachable)/maps");
    return out;
}
#endif

// ---- Maps -----------------------------------------------------------------------------------------------------------

static char top[TEMPORARY_PATH]; // the temporary folder, which is current

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static int lowest_free_file(void) {
    int file = open("/dev/null", O_RDONLY);
    assert_true(file >= 0);
    close(file);
    return file;
}

/// Returns the error of a map, and "" without one.
static const char *error_of(const char *path, carom_map_options options, fault f) {
    static carom_error error;
    carom_map *map;
    int lowest = lowest_free_file();
    memset(counts, 0, sizeof counts);
    planned = f;
    error = (carom_error){.status = CAROM_STATUS_OK};
    carom_status status = carom_map_load(path, &options, &map, &error);
    planned.number = -1;
    assert_int_equal(status, error.status);
    assert_int_equal(map != NULL, status == CAROM_STATUS_OK);
    if (map) assert_int_equal(carom_map_about(map).tiles, 1);
    carom_map_free(map);
    assert_int_equal(lowest_free_file(), lowest);
    return error.message;
}

#define EXCHANGED "it was exchanged while it was opened"
#define OUTSIDE   "a symbolic link leads out of the root folder"
#define IO_ERROR  "cannot be read: Input/output error"

static void a_file_is_checked_after_it_was_opened(void **state) {
    (void)state;
#ifndef __GLIBC__
    skip();
#endif
    static const struct {
        fault fault;
        const char *message; // a part of it; null: none
    } cases[] = {
        {{.number = -1}, NULL},
        {{REALPATH, 0, FAILS}, IO_ERROR},
        {{REALPATH, 1, FAILS}, IO_ERROR},
        {{REALPATH, 0, OTHER_FOLDER}, OUTSIDE},
        {{REALPATH, 1, OTHER_FOLDER}, OUTSIDE},
        {{STAT, 0, FAILS}, "cannot be read: Input/output error; pass another --root"},
        {{STAT, 1, FAILS}, EXCHANGED},
        {{STAT, 1, OTHER_INODE}, EXCHANGED},
        {{STAT, 1, OTHER_DEVICE}, EXCHANGED},
        {{FDOPEN, 0, FAILS}, "out of memory while reading the map"},
        {{FSTAT, 0, FAILS}, NULL}, // the size is only a guess
        {{FSTAT, 0, SHORTER}, NULL},
        {{FSTAT, 1, FAILS}, IO_ERROR},
        {{FSTAT, 2, FAILS}, NULL},
        {{FSTAT, 2, SHORTER}, NULL},
        {{GETCWD, 0, FAILS}, NULL},
        {{GETCWD, 0, UNREACHABLE}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *message = error_of("map.tmx", (carom_map_options){.root = "."}, cases[i].fault);
        const char *expected = cases[i].message;
        if (expected ? !strstr(message, expected) : message[0]) fail_msg("case %zu: '%s'", i, message);
    }
}

/// The memory of this process is a regular file, and cannot be read at address 0.
static void a_file_that_cannot_be_read_is_no_missing_file(void **state) {
    (void)state;
    const char *path = "/proc/self/mem";
    if (access(path, R_OK) != 0) skip();
    carom_map *map;
    carom_error error;
    assert_int_equal(carom_map_load(path, NULL, &map, &error), CAROM_STATUS_BAD_FILE);
    assert_null(map);
    if (!strstr(error.message, IO_ERROR)) fail_msg("'%s'", error.message);
}

/// A file may be larger than it was when it was opened.
static void the_limit_holds_for_files_that_grow(void **state) {
    (void)state;
#ifndef __GLIBC__
    skip();
#endif
    const carom_map_options options = {.limits.file_bytes = 150};
    for (int number = -1; number < 1; number++)
        assert_string_equal(error_of("map.tmx", options, (fault){FSTAT, number, SHORTER}),
                            "the file is larger than the limit, 150 bytes");
    assert_string_equal(error_of("map.tmx", (carom_map_options){.limits.file_bytes = 300}, (fault){FSTAT, 0, SHORTER}),
                        "");
}

/// Without a current folder, patterns of a world find no folder, and no project is searched for.
static void the_current_folder_may_be_unknown(void **state) {
    (void)state;
#ifndef __GLIBC__
    skip();
#endif
    for (int unknown = 0; unknown < 2; unknown++) {
        carom_map *map;
        memset(counts, 0, sizeof counts);
        planned = (fault){GETCWD, unknown - 1, FAILS};
        assert_int_equal(carom_map_load("a.world", NULL, &map, NULL), CAROM_STATUS_OK);
        planned.number = -1;
        assert_int_equal(carom_map_about(map).tiles, unknown ? 0 : 1);
        assert_int_equal(carom_map_note_count(map), unknown ? 2 : 0);
        if (unknown) assert_non_null(strstr(carom_map_note_at(map, 0).message, "its patterns are left out"));
        carom_map_free(map);
    }
}

// ---- Folders --------------------------------------------------------------------------------------------------------

/// Of several projects the first by name counts, in whatever order the folder lists them.
static void the_first_project_by_name_counts(void **state) {
    (void)state;
    char name[40];
    for (int i = 0; i < 24; i++) {
        snprintf(name, sizeof name, "%02d.tiled-project", 7 * i % 24 + 10);
        write_file(name, i == 0 ? "{\"propertyTypes\": [{\"name\": \"Wall\", \"type\": \"class\", \"members\": "
                                  "[{\"name\": \"solid\", \"type\": \"bool\", \"value\": true}]}]}"
                                : "{\"propertyTypes\": 5}");
    }
    write_file("project.tmx", "<map width='1' height='1' tilewidth='16' tileheight='16'><objectgroup>"
                              "<object type='Wall' width='4' height='4'/></objectgroup></map>");
    carom_map *map;
    assert_int_equal(carom_map_load("project.tmx", &(carom_map_options){.contents = true}, &map, NULL),
                     CAROM_STATUS_OK);
    assert_int_equal(carom_map_contents_of(map)->types_count, 1);
    carom_map_free(map);
    for (int i = 0; i < 24; i++) {
        snprintf(name, sizeof name, "%02d.tiled-project", i + 10);
        assert_int_equal(remove(name), 0);
    }
    assert_int_equal(remove("project.tmx"), 0);
}

static int make_folder(void **state) {
    (void)state;
    if (!make_temporary_folder(top, "disk") || chdir(top) != 0) return -1;
    write_file("t.tsx", "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'/>");
    write_file("map.tmx", "<map width='1' height='1' tilewidth='16' tileheight='16'><tileset firstgid='1' "
                          "source='t.tsx'/><layer name='solid' width='1' height='1'><data encoding='csv'>1</data>"
                          "</layer></map>");
    write_file("a.world", "{\"type\": \"world\", \"patterns\": [{\"regexp\": \"map\"}]}");
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    static const char *const paths[] = {"t.tsx", "map.tmx", "a.world"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) remove(paths[i]);
    return chdir("/") == 0 && rmdir(top) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_checked_after_it_was_opened),
        cmocka_unit_test(a_file_that_cannot_be_read_is_no_missing_file),
        cmocka_unit_test(the_limit_holds_for_files_that_grow),
        cmocka_unit_test(the_current_folder_may_be_unknown),
        cmocka_unit_test(the_first_project_by_name_counts),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
