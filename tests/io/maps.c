// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Real levels: those of this repository, and all below the folder CAROM_EXTRA_LEVELS. Each loads, with a note if
// nothing in it is solid, or is refused with an error of one line. Loading twice gives the same result.
#define _XOPEN_SOURCE 700

#include "io/describe.h"
#include "levels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool has_solids(const carom_level_desc *desc) {
    for (int i = 0; i < desc->tiles_count; i++)
        for (int k = 0; k < desc->tiles[i].columns * desc->tiles[i].rows; k++)
            if (desc->tiles[i].codes[k]) return true;
    return desc->outlines_count > 0;
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

// FNV-1a hash of all tiles and outlines.
static uint64_t level_hash(const carom_level_desc *desc) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < desc->tiles_count; i++) {
        const carom_tiles *tiles = &desc->tiles[i];
        hash = hash_of(hash, &tiles->origin, sizeof tiles->origin);
        hash = hash_of(hash, tiles->codes, (size_t)tiles->columns * (size_t)tiles->rows);
    }
    for (int i = 0; i < desc->outlines_count; i++)
        hash = hash_of(hash, desc->outlines[i].points, (size_t)desc->outlines[i].count * sizeof(carom_vec2));
    return hash;
}

static int loaded, refused;

static uint64_t check_level(const char *path) {
    carom_map *map;
    carom_error error;
    carom_status status = carom_map_load(path, NULL, &map, &error);
    if (status != CAROM_STATUS_OK) {
        refused++;
        print_message("%s: %s\n", path, error.message);
        assert_null(map);
        assert_string_not_equal(error.message, "");
        assert_string_not_equal(error.where, "");
        assert_null(strchr(error.message, '\n'));
        return 0;
    }
    loaded++;
    carom_level_desc desc = *carom_map_level(map);
    bool noted = false;
    for (int i = 0; i < carom_map_note_count(map); i++)
        noted |= strstr(carom_map_note_at(map, i).message, "nothing in it is solid") != NULL;
    if (has_solids(&desc) == noted) fail_msg("%s is silently empty, or called empty", path);
    uint64_t hash = level_hash(&desc);
    carom_map_free(map);
    return hash;
}

static void check_twice(const char *path) {
    assert_int_equal(check_level(path), check_level(path));
}

static void the_cave_is_the_same_in_both_formats(void **state) {
    (void)state;
    uint64_t tmx = check_level(CAROM_SOURCE_DIR "/levels/cave.tmx"),
             tmj = check_level(CAROM_SOURCE_DIR "/levels/cave.tmj");
    assert_int_not_equal(tmx, 0);
    assert_int_equal(tmx, tmj);
}

static void extra_levels_load_or_are_refused(void **state) {
    (void)state;
    const char *folder = getenv("CAROM_EXTRA_LEVELS");
    if (!folder) skip();
    loaded = refused = 0;
    assert_true(each_level_file(folder, check_twice));
    print_message("%d levels load, %d are refused (each read twice)\n", loaded / 2, refused / 2);
    assert_int_not_equal(loaded, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cave_is_the_same_in_both_formats),
        cmocka_unit_test(extra_levels_load_or_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
