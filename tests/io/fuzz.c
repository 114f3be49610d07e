// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Level files made up by libFuzzer: the map is what comes before the first NUL, and every other file that it names is
// what comes after it. Whatever comes of it is a map or one line that says what is wrong. A map is read out, built and
// asked. Limits are small, so that a run spends its time on many files and not on large ones. See tools/fuzz.sh.
#include "carom/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct input {
    const uint8_t *other;
    size_t other_size;
} input;

static carom_status open_other(void *context, const char *path, const void **bytes, size_t *size) {
    const input *in = context;
    (void)path;
    if (!in->other) return CAROM_NOT_FOUND;
    *bytes = in->other;
    *size = in->other_size;
    return CAROM_OK;
}

static void demand(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static size_t letters; // read so that the sanitizers see strings that do not end

static void read_out(const carom_map *map) {
    letters += strlen(carom_map_about(map).format);
    for (int i = 0; i < carom_map_object_count(map); ++i) {
        carom_map_object object = carom_map_object_at(map, i);
        letters += strlen(object.name) + strlen(object.type) + strlen(object.layer);
    }
    for (int i = 0; i < carom_map_note_count(map); ++i) {
        carom_map_note note = carom_map_note_at(map, i);
        letters += strlen(note.where);
        demand(note.message[0] && !strpbrk(note.message, "\r\n"), "a note is one line");
    }
}

static void build_and_ask(const carom_map *map) {
    carom_level_desc desc = carom_map_level(map);
    carom_level *level;
    carom_error error = {.status = CAROM_OK};
    carom_status status = carom_level_make(&desc, &level, &error);
    demand((status == CAROM_OK) == (level != NULL), "a level or none");
    if (status != CAROM_OK) {
        demand(status == CAROM_NO_MEMORY || error.message[0], "an error says what is wrong");
        return;
    }
    carom_vec2 from = carom_map_about(map).bounds.min;
    carom_ray_hit hit = carom_level_ray(level, from, (carom_vec2){100, 70});
    demand(hit.t >= 0 && hit.t <= 1, "t lies in 0..1");
    letters += carom_level_solid(level, from);
    carom_level_free(level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    size_t first = end ? (size_t)(end - data) : size;
    input in = {end ? end + 1 : NULL, end ? size - first - 1 : 0};
    const carom_map_files files = {.open = open_other, .context = &in};
    const carom_map_options options = {
        .files = &files,
        .limits = {.file_bytes = 1 << 20, .cells = 1 << 12, .points = 1 << 10, .outlines = 1 << 11, .files = 8},
    };
    carom_map *map;
    carom_error error = {.status = CAROM_OK};
    carom_status status = carom_map_read(data, first, "fuzz", &options, &map, &error);
    demand((status == CAROM_OK) == (map != NULL), "a map or none");
    if (status != CAROM_OK) {
        demand(error.status == status && error.message[0], "an error says what is wrong");
        demand(!strpbrk(error.message, "\r\n"), "an error is one line");
        return 0;
    }
    read_out(map);
    build_and_ask(map);
    carom_map_free(map);
    return 0;
}
