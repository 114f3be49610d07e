// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps from files in memory, and where their contents are.
#include <string.h>

#include "carom/io.h"
#include "web.h"

/// A file that the caller passed.
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
        return CAROM_STATUS_OK;
    }
    return CAROM_STATUS_NOT_FOUND;
}

/// The members of carom_map_options that carom.js sets.
typedef struct web_map_options {
    const char *level, *root, *project, *world;
    const carom_map_value *values;
    int values_count;
    const carom_map_rule *rules;
    int rules_count;
    int world_depth;
    float snap;
    int contents;
} web_map_options;
WEB_SIZE(web_map_options, 44);
WEB_SIZE(carom_map_rule, 8);
WEB_AT(carom_map_rule, meaning, 4);

carom_status WEB(map_load)(const char *path, const web_file *first, int count, const web_map_options *o,
                           carom_map **out, carom_error *error) {
    web_files files = {first, count};
    carom_map_files source = {.open = open_file, .context = &files};
    carom_map_options options = {.files = &source,
                                 .level = o->level,
                                 .root = o->root,
                                 .project = o->project,
                                 .world = o->world,
                                 .values = o->values,
                                 .values_count = o->values_count,
                                 .rules = o->rules,
                                 .rules_count = o->rules_count,
                                 .world_depth = o->world_depth,
                                 .snap = o->snap,
                                 .contents = o->contents != 0};
    return carom_map_load(path, &options, out, error);
}

/// Sizes of structs and offsets of members, in the order of `MAP_LAYOUT` in contents.js.
const uint16_t *WEB(map_layout)(void) {
    static const uint16_t layout[] = {
        offsetof(carom_map_properties, count),
        sizeof(carom_map_property),
        offsetof(carom_map_property, name),
        offsetof(carom_map_property, type),
        offsetof(carom_map_property, text),
        offsetof(carom_map_property, number),
        sizeof(carom_map_layer),
        offsetof(carom_map_layer, name),
        offsetof(carom_map_layer, type),
        offsetof(carom_map_layer, image),
        offsetof(carom_map_layer, kind),
        offsetof(carom_map_layer, visible),
        offsetof(carom_map_layer, opacity),
        offsetof(carom_map_layer, offset),
        offsetof(carom_map_layer, parallax),
        offsetof(carom_map_layer, level),
        offsetof(carom_map_layer, first_object),
        offsetof(carom_map_layer, objects_count),
        offsetof(carom_map_layer, cells),
        offsetof(carom_map_layer, cells_count),
        offsetof(carom_map_layer, properties),
        sizeof(carom_map_cell),
        offsetof(carom_map_cell, column),
        offsetof(carom_map_cell, row),
        offsetof(carom_map_cell, tileset),
        offsetof(carom_map_cell, id),
        offsetof(carom_map_cell, flips),
        offsetof(carom_map_cell, corner),
        offsetof(carom_map_cell, size),
        offsetof(carom_map_cell, opacity),
        sizeof(carom_map_details),
        offsetof(carom_map_details, form),
        offsetof(carom_map_details, points),
        offsetof(carom_map_details, points_count),
        offsetof(carom_map_details, layer),
        offsetof(carom_map_details, tileset),
        offsetof(carom_map_details, tile),
        offsetof(carom_map_details, flips),
        offsetof(carom_map_details, text),
        offsetof(carom_map_details, iid),
        offsetof(carom_map_details, properties),
        sizeof(carom_map_frame),
        offsetof(carom_map_frame, tile),
        offsetof(carom_map_frame, milliseconds),
        sizeof(carom_map_tile),
        offsetof(carom_map_tile, id),
        offsetof(carom_map_tile, type),
        offsetof(carom_map_tile, image),
        offsetof(carom_map_tile, rectangle),
        offsetof(carom_map_tile, frames),
        offsetof(carom_map_tile, frames_count),
        offsetof(carom_map_tile, properties),
        sizeof(carom_map_tileset),
        offsetof(carom_map_tileset, name),
        offsetof(carom_map_tileset, type),
        offsetof(carom_map_tileset, image),
        offsetof(carom_map_tileset, tile_size),
        offsetof(carom_map_tileset, offset),
        offsetof(carom_map_tileset, margin),
        offsetof(carom_map_tileset, spacing),
        offsetof(carom_map_tileset, columns),
        offsetof(carom_map_tileset, tile_count),
        offsetof(carom_map_tileset, tiles),
        offsetof(carom_map_tileset, tiles_count),
        offsetof(carom_map_tileset, properties),
        sizeof(carom_map_level_info),
        offsetof(carom_map_level_info, name),
        offsetof(carom_map_level_info, iid),
        offsetof(carom_map_level_info, bounds),
        offsetof(carom_map_level_info, depth),
        offsetof(carom_map_level_info, neighbours),
        offsetof(carom_map_level_info, neighbours_count),
        offsetof(carom_map_level_info, properties),
        offsetof(carom_map_contents, properties),
        offsetof(carom_map_contents, layers),
        offsetof(carom_map_contents, tilesets),
        offsetof(carom_map_contents, objects),
        offsetof(carom_map_contents, levels),
        offsetof(carom_map_contents, layers_count),
        offsetof(carom_map_contents, tilesets_count),
        offsetof(carom_map_contents, objects_count),
        offsetof(carom_map_contents, levels_count),
    };
    return layout;
}
