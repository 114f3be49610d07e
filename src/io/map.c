// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The public face: fills in the defaults, tells the formats apart, and keeps or drops what was read.
#include "io/build.h"
#include "io/file.h"
#include "io/ldtk.h"
#include "io/tiled.h"

#include <limits.h>
#include <string.h>

static void set_default(size_t *limit, size_t value) {
    if (*limit == 0) *limit = value;
}

static void set_defaults(carom_map_options *options) {
    carom_map_limits *limits = &options->limits;
    set_default(&limits->file_bytes, (size_t)64 << 20);
    set_default(&limits->cells, (size_t)16 << 20);
    set_default(&limits->points, (size_t)1 << 20);
    set_default(&limits->outlines, (size_t)16 << 20);
    if (limits->depth <= 0) limits->depth = 64;
    if (limits->files <= 0) limits->files = 64;
    if (!options->allocator) options->allocator = cr_plain_allocator();
}

static bool read_tiled(cr_reader *reader, const cr_node *root) {
    const cr_node *version = cr_get(root, "version"); // a number in old JSON
    const char *text = version && version->kind == CR_TEXT ? version->text : "";
    const char *kind = cr_is_xml(root) ? "TMX" : "TMJ";
    reader->map->info.format = cr_text(reader, &reader->map->arena, text[0] ? "%s %.20s" : "%s", kind, text);
    const cr_tiled *tiled = reader->map->info.format ? cr_read_tiled(reader, root) : NULL;
    return tiled && cr_tiled_level(reader, tiled);
}

static bool read_root(cr_reader *reader, const cr_node *root) {
    if (cr_is_xml(root) && strcmp(root->name, "map") == 0) return read_tiled(reader, root);
    if (cr_is_xml(root))
        return cr_fail(reader, CAROM_BAD_FILE, root, "the file is a <%.40s>, a <map> is expected", root->name);
    if (cr_get(root, "layers")) return read_tiled(reader, root);
    if (cr_get(root, "levels") || cr_get(root, "worlds")) return cr_read_ldtk(reader, root);
    return cr_fail(reader, CAROM_BAD_FILE, root, "neither a Tiled map (no 'layers') nor an LDtk world (no 'levels')");
}

typedef struct memory_file {
    const void *bytes;
    size_t size;
} memory_file;

// `memory` null: from `path`, by whatever way the options say.
static bool read_into(cr_reader *reader, const char *path, const memory_file *memory) {
    size_t limit = reader->options.limits.file_bytes;
    if (!cr_set_root(reader, path)) return false;
    if (memory && memory->size > limit)
        return cr_fail_in_file(reader, CAROM_TOO_LARGE, path, 0, 0, "the file is larger than the limit, %zu bytes",
                               limit);
    const cr_node *root = memory ? cr_doc_read(reader, path, memory->bytes, memory->size) : cr_open_map(reader, path);
    return root && read_root(reader, root);
}

static carom_status read_map(const char *path, const memory_file *memory, const carom_map_options *options,
                             carom_map **out, carom_error *error) {
    if (out) *out = NULL;
    if (!out || !path || (memory && !memory->bytes && memory->size > 0)) {
        if (error) *error = (carom_error){CAROM_BAD_ARGUMENT, 0, 0, "", "no path, no bytes, or no place for the map"};
        return CAROM_BAD_ARGUMENT;
    }
    cr_reader reader = {.root = NULL};
    if (options) reader.options = *options;
    set_defaults(&reader.options);
    const carom_allocator *allocator = reader.options.allocator;
    reader.scratch.allocator = allocator;
    carom_map *map = allocator->resize(allocator->context, NULL, 0, sizeof *map);
    if (map) {
        *map = (carom_map){.allocator = allocator, .arena = {.allocator = allocator}};
        reader.map = map;
        read_into(&reader, path, memory);
    } else {
        cr_no_memory(&reader);
    }
    cr_arena_free(&reader.scratch);
    if (reader.error.status == CAROM_OK)
        *out = map;
    else
        carom_map_free(map);
    if (error && reader.error.status != CAROM_OK) *error = reader.error;
    return reader.error.status;
}

carom_status carom_map_load(const char *path, const carom_map_options *options, carom_map **out, carom_error *error) {
    return read_map(path, NULL, options, out, error);
}

carom_status carom_map_read(const void *bytes, size_t size, const char *name, const carom_map_options *options,
                            carom_map **out, carom_error *error) {
    return read_map(name, &(memory_file){bytes, size}, options, out, error);
}

void carom_map_free(carom_map *map) {
    if (!map) return;
    const carom_allocator *allocator = map->allocator;
    cr_pile_free(&map->tiles, allocator, sizeof(carom_tiles));
    cr_pile_free(&map->outlines, allocator, sizeof(carom_outline));
    cr_pile_free(&map->objects, allocator, sizeof(carom_map_object));
    cr_pile_free(&map->notes, allocator, sizeof(carom_map_note));
    cr_arena_free(&map->arena);
    allocator->resize(allocator->context, map, sizeof *map, 0);
}

carom_level_desc carom_map_level(const carom_map *map) {
    return (carom_level_desc){
        .tiles = map->tiles.items,
        .tiles_count = (int)map->tiles.count,
        .outlines = map->outlines.items,
        .outlines_count = (int)map->outlines.count,
    };
}

carom_map_info carom_map_about(const carom_map *map) {
    return map->info;
}

int carom_map_object_count(const carom_map *map) {
    return (int)map->objects.count;
}

carom_map_object carom_map_object_at(const carom_map *map, int index) {
    if (index < 0 || (size_t)index >= map->objects.count)
        return (carom_map_object){.name = "", .type = "", .layer = ""};
    return ((const carom_map_object *)map->objects.items)[index];
}

int carom_map_note_count(const carom_map *map) {
    return (int)map->notes.count;
}

carom_map_note carom_map_note_at(const carom_map *map, int index) {
    if (index < 0 || (size_t)index >= map->notes.count) return (carom_map_note){"", ""};
    return ((const carom_map_note *)map->notes.items)[index];
}
