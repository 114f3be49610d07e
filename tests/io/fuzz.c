// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Fuzz target for libFuzzer. The input up to the first NUL is the map; the rest is the contents of every other file.
// The result must be a map or an error of one line. From a map, a level is built and queried. Small limits make many
// short runs. See tools/fuzz.sh.
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
    if (!in->other) return CAROM_STATUS_NOT_FOUND;
    *bytes = in->other;
    *size = in->other_size;
    return CAROM_STATUS_OK;
}

static void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static size_t letters; // a sink that makes the sanitizers check every string

static void read_all(const carom_map *map) {
    letters += strlen(carom_map_about(map).format);
    for (int i = 0; i < carom_map_object_count(map); ++i) {
        carom_map_object object = carom_map_object_at(map, i);
        letters += strlen(object.name) + strlen(object.type) + strlen(object.layer);
    }
    for (int i = 0; i < carom_map_note_count(map); ++i) {
        carom_map_note note = carom_map_note_at(map, i);
        letters += strlen(note.where);
        require(note.message[0] && !strpbrk(note.message, "\r\n"), "a note is one line");
    }
}

static void build_and_query(const carom_map *map) {
    carom_level_desc desc = *carom_map_level(map);
    carom_level *level;
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = carom_level_make(&desc, &level, &error);
    require((status == CAROM_STATUS_OK) == (level != NULL), "a level or none");
    if (status != CAROM_STATUS_OK) {
        require(status == CAROM_STATUS_NO_MEMORY || error.message[0], "an error says what is wrong");
        return;
    }
    carom_vec2 from = carom_map_about(map).bounds.min;
    carom_ray_hit hit = carom_level_ray(level, from, (carom_vec2){100, 70});
    require(hit.t >= 0 && hit.t <= 1, "t lies in 0..1");
    letters += carom_level_solid(level, from);
    carom_level_free(level);
}

static void read_properties(const carom_map_properties *properties) {
    for (int i = 0; i < properties->count; i++) {
        const carom_map_property *p = &properties->items[i];
        letters += strlen(p->name) + strlen(p->type) + strlen(p->text);
        require(carom_map_property_of(properties, p->name) != NULL, "a property is found by its name");
    }
}

static void read_contents(const carom_map_contents *all) {
    const char *image;
    carom_box part;
    read_properties(&all->properties);
    for (int i = 0; i < all->layers_count; i++) {
        const carom_map_layer *layer = &all->layers[i];
        read_properties(&layer->properties);
        require(layer->first_object >= 0 && layer->first_object + layer->objects_count <= all->objects_count,
                "the objects of a layer exist");
        for (int k = 0; k < layer->cells_count; k++) {
            const carom_map_cell *cell = &layer->cells[k];
            require(cell->tileset < all->tilesets_count, "the tileset of a cell exists");
            if (cell->tileset >= 0)
                letters += carom_map_tile_image(&all->tilesets[cell->tileset], cell->id, &image, &part, NULL);
        }
    }
    for (int i = 0; i < all->objects_count; i++) {
        require(all->objects[i].layer >= 0 && all->objects[i].layer < all->layers_count, "the layer exists");
        letters += strlen(all->objects[i].text) + strlen(all->objects[i].iid);
        read_properties(&all->objects[i].properties);
    }
    for (int i = 0; i < all->tilesets_count; i++) {
        letters += strlen(all->tilesets[i].image);
        for (int k = 0; k < all->tilesets[i].tiles_count; k++) read_properties(&all->tilesets[i].tiles[k].properties);
    }
    for (int i = 0; i < all->levels_count; i++) read_properties(&all->levels[i].properties);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    size_t first = end ? (size_t)(end - data) : size;
    input in = {end ? end + 1 : NULL, end ? size - first - 1 : 0};
    const carom_map_files files = {.open = open_other, .context = &in};
    const carom_map_options options = {
        .files = &files,
        .contents = true,
        .limits = {.file_bytes = 1 << 20, .cells = 1 << 12, .points = 1 << 10, .outlines = 1 << 11, .files = 8},
    };
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = carom_map_read(data, first, "fuzz", &options, &map, &error);
    require((status == CAROM_STATUS_OK) == (map != NULL), "a map or none");
    if (status != CAROM_STATUS_OK) {
        require(error.status == status && error.message[0], "an error says what is wrong");
        require(!strpbrk(error.message, "\r\n"), "an error is one line");
        return 0;
    }
    read_all(map);
    read_contents(carom_map_contents_of(map));
    build_and_query(map);
    carom_map_free(map);
    return 0;
}
