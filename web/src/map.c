// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps from files in memory, by the readers of layer io.
#include <string.h>

#include "carom/io.h"
#include "web.h"

/// One of the files passed in.
typedef struct web_file {
    const char *path;
    const void *bytes;
    size_t size;
} web_file;

typedef struct web_files {
    const web_file *first;
    int count;
} web_files;

static carom_status open_file(void *context, const char *path, const void **bytes, size_t *size) {
    const web_files *files = context;
    for (int i = 0; i < files->count; i++) {
        if (strcmp(files->first[i].path, path) != 0) continue;
        *bytes = files->first[i].bytes;
        *size = files->first[i].size;
        return CAROM_OK;
    }
    return CAROM_NOT_FOUND;
}

carom_status WEB(map_load)(const char *path, const web_file *first, int count, const char *level,
                           const carom_map_value *values, int values_count, carom_map **out, carom_error *error) {
    web_files files = {first, count};
    carom_map_files source = {.open = open_file, .context = &files};
    carom_map_options options = {.files = &source, .level = level, .values = values, .values_count = values_count};
    return carom_map_load(path, &options, out, error);
}

void WEB(map_free)(carom_map *map) {
    carom_map_free(map);
}

carom_status WEB(map_level)(const carom_map *map, carom_level **out, carom_error *error) {
    carom_level_desc desc = carom_map_level(map);
    return carom_level_make(&desc, out, error);
}

/// tiles, how many; outlines, how many.
void WEB(map_desc)(const carom_map *map, const void **out) {
    carom_level_desc desc = carom_map_level(map);
    out[0] = desc.tiles;
    out[1] = (const void *)(uintptr_t)desc.tiles_count;
    out[2] = desc.outlines;
    out[3] = (const void *)(uintptr_t)desc.outlines_count;
}

const char *WEB(map_format)(const carom_map *map) {
    return carom_map_about(map).format;
}

/// bounds, cell: six numbers; then has_background, background, layers, tiles.
void WEB(map_about)(const carom_map *map, float *numbers) {
    carom_map_info info = carom_map_about(map);
    uint32_t words[4] = {info.has_background, info.background, (uint32_t)info.layers, (uint32_t)info.tiles};
    memcpy(numbers, &info.bounds, sizeof info.bounds);
    memcpy(numbers + 4, &info.cell, sizeof info.cell);
    memcpy(numbers + 6, words, sizeof words);
}

int WEB(map_object_count)(const carom_map *map) {
    return carom_map_object_count(map);
}

/// position, size, centre, rotation: seven numbers; then id, visible, solid, and the texts name, type, layer.
void WEB(map_object)(const carom_map *map, int index, float *numbers) {
    carom_map_object o = carom_map_object_at(map, index);
    const float values[7] = {o.position.x, o.position.y, o.size.x, o.size.y, o.center.x, o.center.y, o.rotation};
    const uintptr_t words[6] = {(uintptr_t)o.id,   o.visible,         o.solid,
                                (uintptr_t)o.name, (uintptr_t)o.type, (uintptr_t)o.layer};
    memcpy(numbers, values, sizeof values);
    memcpy(numbers + 7, words, sizeof words);
}

int WEB(map_note_count)(const carom_map *map) {
    return carom_map_note_count(map);
}

const char *WEB(map_note)(const carom_map *map, int index, int message) {
    carom_map_note note = carom_map_note_at(map, index);
    return message ? note.message : note.where;
}
