// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Robustness: small valid files, truncated at every byte and with bits flipped in every byte, yield a map or an error
// of one line; the sanitizers check memory accesses. Then every allocation fails in turn: first those of the caller's
// allocator, then those of malloc.
#include "io/describe.h"
#include "io/failures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CAPACITY = 8192 };

typedef struct good_file {
    const char *path;
    char bytes[CAPACITY];
    size_t size;
} good_file;

static good_file files[] = {
    {.path = "small.tmx"},
    {.path = "small.tmj"},
    {.path = "small.ldtk"},
    {.path = "small.geojson"},
    {.path = "zlib.tmx",
     .bytes = "<map width='3' height='2' tilewidth='8' tileheight='8'><tileset firstgid='1' tilewidth='8' "
              "tileheight='8'/><layer name='solid' width='3' height='2'><data encoding='base64' compression='zlib'>"
              "eJxjZIAARiQahAEATAAF</data></layer></map>"}};
enum { FILES = sizeof files / sizeof *files };

static int read_files(void **state) {
    (void)state;
    for (int i = 0; i < FILES; i++) {
        files[i].size = strlen(files[i].bytes);
        if (files[i].size > 0) continue;
        char path[512];
        snprintf(path, sizeof path, "%s/tests/io/data/%s", CAROM_SOURCE_DIR, files[i].path);
        FILE *file = fopen(path, "rb");
        if (!file) return -1;
        files[i].size = fread(files[i].bytes, 1, CAPACITY, file);
        fclose(file);
    }
    return 0;
}

// ---- Damaged files --------------------------------------------------------------------------------------------------

static carom_status open_nothing(void *context, const char *path, const void **bytes, size_t *size) {
    (void)context;
    (void)path;
    (void)bytes;
    (void)size;
    return CAROM_STATUS_NOT_FOUND;
}

// Copies to a block of the exact size, so that the sanitizer reports reads past the end.
static bool survives(const char *bytes, size_t size) {
    static const carom_map_files no_files = {.open = open_nothing};
    const carom_map_options options = {.files = &no_files, .contents = true};
    char *copy = malloc(size + 1);
    if (size > 0) memcpy(copy, bytes, size);
    char *exact = realloc(copy, size > 0 ? size : 1);
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = carom_map_read(exact, size, "damaged", &options, &map, &error);
    free(exact);
    bool reported = status == CAROM_STATUS_OK ? map != NULL : !map && error.status == status && error.message[0];
    if (status != CAROM_STATUS_OK && strpbrk(error.message, "\r\n")) reported = false;
    carom_map_free(map);
    return reported;
}

static void every_truncated_file_gives_a_map_or_an_error(void **state) {
    (void)state;
    for (int i = 0; i < FILES; i++)
        for (size_t size = 0; size <= files[i].size; size++)
            if (!survives(files[i].bytes, size)) fail_msg("%s cut to %zu bytes", files[i].path, size);
}

static void every_changed_byte_gives_a_map_or_an_error(void **state) {
    static const unsigned char changes[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};
    (void)state;
    for (int i = 0; i < FILES; i++) {
        for (size_t at = 0; at < files[i].size; at++) {
            char kept = files[i].bytes[at];
            for (size_t k = 0; k < sizeof changes; k++) {
                files[i].bytes[at] = (char)((unsigned char)kept ^ changes[k]);
                if (!survives(files[i].bytes, files[i].size))
                    fail_msg("%s with byte %zu changed by %d", files[i].path, at, changes[k]);
            }
            files[i].bytes[at] = kept;
        }
    }
}

static void both_tiled_files_give_the_same_level(void **state) {
    (void)state;
    static text_buffer read[2];
    for (int i = 0; i < 2; i++) {
        carom_map *map;
        assert_int_equal(carom_map_read(files[i].bytes, files[i].size, "good", NULL, &map, NULL), CAROM_STATUS_OK);
        describe_level(map, &read[i]);
        describe_objects(map, &read[i]);
        describe_notes(map, &read[i]);
        carom_map_free(map);
        assert_true(read[i].used > 1000);
    }
    assert_string_equal(read[0].text, read[1].text);
}

// ---- Failing allocations --------------------------------------------------------------------------------------------

static carom_status read_good(const carom_map_options *options, carom_map **map, carom_error *error,
                              const void *context) {
    const good_file *file = context;
    return carom_map_read(file->bytes, file->size, "good", options, map, error);
}

static void each_failing_allocation_is_reported(void **state) {
    (void)state;
    for (int i = 0; i < FILES; i++) expect_failures(read_good, (carom_map_options){.contents = true}, &files[i]);
}

// Without an allocator, everything uses malloc, which is replaced here. That is not possible under a sanitizer.
#if !defined(__GLIBC__) || defined(CAROM_SANITIZED)
static void each_failing_malloc_is_reported(void **state) {
    (void)state;
    skip();
}

static void each_failing_malloc_of_a_writer_is_reported(void **state) {
    (void)state;
    skip();
}

static void each_failing_malloc_of_too_many_cells_is_reported(void **state) {
    (void)state;
    skip();
}
#else
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static long mallocs_left = -1;

static bool out_of_memory(void) {
    return mallocs_left >= 0 && (mallocs_left == 0 || mallocs_left-- == 0);
}

// Visible, so that zlib and zstd call them, too.
#define EXPORTED __attribute__((visibility("default")))

EXPORTED void *malloc(size_t size) {
    return out_of_memory() ? NULL : __libc_malloc(size);
}

EXPORTED void *calloc(size_t count, size_t size) {
    return out_of_memory() ? NULL : __libc_calloc(count, size);
}

EXPORTED void *realloc(void *old, size_t size) {
    return out_of_memory() ? NULL : __libc_realloc(old, size);
}

static void each_failing_malloc_is_reported(void **state) {
    (void)state;
    for (int i = 0; i < FILES; i++) {
        carom_status status = CAROM_STATUS_NO_MEMORY;
        long n = 0;
        for (; status != CAROM_STATUS_OK; n++) {
            carom_map *map;
            carom_error error;
            mallocs_left = n;
            status = carom_map_read(files[i].bytes, files[i].size, "good", NULL, &map, &error);
            mallocs_left = -1;
            if (status != CAROM_STATUS_OK) assert_null(map);
            if (status != CAROM_STATUS_OK) assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
            carom_map_free(map);
        }
        assert_true(n > 4);
    }
}

/// zlib allocates its window once the room for the cells is full.
static void each_failing_malloc_of_too_many_cells_is_reported(void **state) {
    (void)state;
    static const char text[] = "<map width='3' height='2' tilewidth='8' tileheight='8'><layer width='3' height='2'>"
                               "<data encoding='base64' compression='zlib'>eJxjZIAARiQahgEAZAAG</data></layer></map>";
    carom_status status = CAROM_STATUS_NO_MEMORY;
    for (long n = 0; status == CAROM_STATUS_NO_MEMORY; n++) {
        carom_map *map;
        carom_error error;
        mallocs_left = n;
        status = carom_map_read(text, sizeof text - 1, "long", NULL, &map, &error);
        mallocs_left = -1;
        assert_null(map);
        if (status != CAROM_STATUS_NO_MEMORY)
            assert_string_equal(error.message, "layer '': the compressed data holds more cells than the layer");
    }
    assert_int_equal(status, CAROM_STATUS_BAD_FILE);
}

static bool count_bytes(void *context, const char *text, size_t size) {
    (void)text;
    *(size_t *)context += size;
    return true;
}

static void each_failing_malloc_of_a_writer_is_reported(void **state) {
    (void)state;
    carom_map *map;
    carom_level *level;
    assert_int_equal(carom_map_read(files[3].bytes, files[3].size, "good", NULL, &map, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_level_make(carom_map_level(map), &level, NULL), CAROM_STATUS_OK);
    carom_map_free(map);
    for (int format = CAROM_LEVEL_FORMAT_TMX; format <= CAROM_LEVEL_FORMAT_SVG; format++) {
        carom_status status = CAROM_STATUS_NO_MEMORY;
        long n = 0;
        for (; status != CAROM_STATUS_OK; n++) {
            size_t written = 0;
            mallocs_left = n;
            status = carom_level_write(level, (carom_level_format)format, count_bytes, &written, NULL);
            mallocs_left = -1;
            assert_int_equal(written > 0, status == CAROM_STATUS_OK);
            if (status != CAROM_STATUS_OK) assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
        }
        assert_true(n > 1);
    }
    bool done = false;
    for (long n = 0; !done; n++) {
        size_t written = 0;
        carom_svg svg = {.write = count_bytes, .context = &written, .scale = 1};
        carom_svg_begin(&svg, 10, 10, NULL);
        mallocs_left = n;
        carom_svg_solid(&svg, level);
        mallocs_left = -1;
        done = carom_svg_end(&svg);
        assert_true(done || n < 1000);
    }
    carom_level_free(level);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_tiled_files_give_the_same_level),
        cmocka_unit_test(every_truncated_file_gives_a_map_or_an_error),
        cmocka_unit_test(every_changed_byte_gives_a_map_or_an_error),
        cmocka_unit_test(each_failing_allocation_is_reported),
        cmocka_unit_test(each_failing_malloc_is_reported),
        cmocka_unit_test(each_failing_malloc_of_too_many_cells_is_reported),
        cmocka_unit_test(each_failing_malloc_of_a_writer_is_reported),
    };
    return cmocka_run_group_tests(tests, read_files, NULL);
}
