// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The public functions: fill in defaults, detect the format, and return or free the result.
#include "io/build.h"

#include "base/error.h"
#include "base/sized.h"
#include "io/file.h"
#include "io/geojson.h"
#include "io/ldtk.h"
#include "io/mark.h"
#include "io/root.h"
#include "io/snap.h"
#include "io/tiled_read.h"
#include "io/tiled_world.h"
#include "io/types.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <string.h>

enum { MAX_DEPTH = 1000 }; // bounds the recursion of the parsers

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
    if (limits->depth > MAX_DEPTH) limits->depth = MAX_DEPTH;
    if (limits->files <= 0) limits->files = 1024;
    if (!options->allocator) options->allocator = cr_plain_allocator();
}

static bool read_tiled(cr_reader *reader, const cr_node *root) {
    const cr_node *version = cr_get(root, "version"); // a number in old JSON
    const char *text = version && version->kind == CR_TEXT ? version->text : "";
    const char *kind = cr_is_xml(root) ? "TMX" : "TMJ";
    reader->map->info.format = cr_text(reader, &reader->map->arena, text[0] ? "%s %.20s" : "%s", kind, text);
    if (reader->options.level)
        return cr_fail(reader, CAROM_STATUS_BAD_ARGUMENT, root,
                       "level '%.100s' was requested, but a Tiled map has no levels: leave out --level",
                       reader->options.level);
    return reader->map->info.format && cr_read_tiled_map(reader, root, &reader->map->contents.properties);
}

// Refuses the options that only LDtk files have.
static bool check_ldtk_options(cr_reader *reader, const cr_node *root) {
    if (reader->options.world)
        return cr_fail(reader, CAROM_STATUS_BAD_ARGUMENT, root,
                       "world '%.100s' was requested, but only LDtk files have several: leave out --world",
                       reader->options.world);
    if (reader->options.world_depth == 0) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_ARGUMENT, root,
                   "depth %d was requested, but only LDtk worlds have depths: leave out --depth",
                   reader->options.world_depth);
}

static bool read_tiled_files(cr_reader *reader, const cr_node *root, bool (*read)(cr_reader *, const cr_node *)) {
    if (!check_ldtk_options(reader, root)) return false;
    if (!cr_read_types(reader, cr_doc_path(root)) || !read(reader, root)) return false;
    return cr_tiled_note_empty(reader) && (!reader->options.contents || cr_tiled_types(reader));
}

static bool take_rules(cr_reader *reader) {
    if (reader->options.rules_count < 0 || !reader->options.rules) reader->options.rules_count = 0;
    for (int i = 0; i < reader->options.rules_count; i++)
        if (!reader->options.rules[i].name || !reader->options.rules[i].name[0])
            return cr_fail(reader, CAROM_STATUS_BAD_ARGUMENT, NULL, "rule %d of the options has no name", i);
    reader->rules_used = cr_scratch_memory(reader, (size_t)reader->options.rules_count, sizeof *reader->rules_used);
    return reader->rules_used != NULL;
}

// JSON of another program. Of Tiled's files that are no maps, tilesets and templates, cr_expect_kind says what they
// are.
static bool is_foreign(const cr_node *root) {
    const cr_node *type = cr_get(root, "type");
    const char *text = type && type->kind == CR_TEXT ? type->text : "";
    return !cr_is_xml(root) && !cr_get(root, "layers") && strcmp(text, "tileset") != 0 &&
           strcmp(text, "template") != 0 &&
           !((cr_get(root, "levels") || cr_get(root, "worlds")) && cr_get(root, "defs"));
}

static bool read_root(cr_reader *reader, const cr_node *root) {
    if (!cr_is_xml(root) && cr_is_geojson(root))
        return check_ldtk_options(reader, root) && cr_read_geojson(reader, root);
    if (!cr_is_xml(root) && cr_is_tiled_world(root)) return read_tiled_files(reader, root, cr_read_tiled_world);
    if (is_foreign(root))
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, root,
                       "neither a Tiled map (no 'layers'), nor an LDtk world (no 'levels' and 'defs'), nor GeoJSON (no "
                       "'type' of a feature or geometry)");
    if (!cr_expect_kind(reader, root, "map")) return false;
    if (cr_is_xml(root) || cr_get(root, "layers"))
        return cr_check_list(reader, root, "layers") && read_tiled_files(reader, root, read_tiled);
    return cr_read_ldtk(reader, root);
}

typedef struct memory_file {
    const void *bytes;
    size_t size;
} memory_file;

// Reads from `memory`, or if that is null, from `path`.
static bool read_into(cr_reader *reader, const char *path, const memory_file *memory) {
    if (!cr_set_root(reader, path) || !take_rules(reader)) return false;
    const cr_node *root = memory ? cr_doc_read(reader, path, memory->bytes, memory->size) : cr_open_map(reader, path);
    return root && read_root(reader, root) && cr_snap_outlines(reader) && cr_note_marks(reader);
}

static carom_status read_map(const char *path, const memory_file *memory, const carom_map_options *options,
                             carom_map **out, carom_error *error) {
    if (out) *out = NULL;
    if (!out || !path || (memory && !memory->bytes && memory->size > 0))
        return cr_explain(error, CAROM_STATUS_BAD_ARGUMENT, "", "the path, the bytes or the output is null");
    cr_reader reader = {.area = -1};
    carom_status status = options ? CR_READ_SIZED(options, &reader.options) : CAROM_STATUS_OK;
    if (status) return cr_explain(error, status, "", CR_OTHER_VERSION("options"));
    if (!(reader.options.snap >= 0 && reader.options.snap <= FLT_MAX))
        return cr_explain(error, CAROM_STATUS_BAD_ARGUMENT, "", "snap must be 0 or more, and finite");
    set_defaults(&reader.options);
    cr_account_open(&reader.account, reader.options.allocator, SIZE_MAX);
    cr_count_file(&reader, path, 0);
    const carom_allocator *allocator = &reader.account.allocator;
    reader.scratch.allocator = reader.texts.allocator = allocator;
    carom_map *map = allocator->resize(allocator->context, NULL, 0, sizeof *map);
    if (map) {
        *map = (carom_map){.allocator = allocator, .arena = {.allocator = allocator}};
        reader.map = map;
        bool done = read_into(&reader, path, memory);
        assert(done == (reader.error.status == CAROM_STATUS_OK));
        (void)done;
        map->level = (carom_level_desc){
            .tiles = map->tiles.items,
            .tiles_count = (int)map->tiles.count,
            .outlines = map->outlines.items,
            .outlines_count = (int)map->outlines.count,
            .max_edges = CAROM_MAP_MAX_EDGES,
        };
        map->has_contents = reader.options.contents;
        map->contents.layers = map->layers.items;
        map->contents.tilesets = map->tilesets.items;
        map->contents.objects = map->details.items;
        map->contents.levels = map->levels.items;
        map->contents.types = map->types.items;
        map->contents.types_count = (int)map->types.count;
        map->contents.layers_count = (int)map->layers.count;
        map->contents.tilesets_count = (int)map->tilesets.count;
        map->contents.objects_count = (int)map->details.count;
        map->contents.levels_count = (int)map->levels.count;
        map->steps = reader.steps;
        map->allocator = map->arena.allocator = reader.options.allocator; // the map outlives the account
    } else {
        cr_no_memory(&reader);
    }
    cr_array_free(&reader.tileset_uids, reader.scratch.allocator, sizeof(int));
    cr_array_free(&reader.tilesets_listed, reader.scratch.allocator, sizeof(const struct cr_tileset *));
    cr_arena_free(&reader.scratch);
    cr_arena_free(&reader.texts);
    if (reader.error.status == CAROM_STATUS_OK)
        *out = map;
    else
        carom_map_free(map);
    if (error && reader.error.status != CAROM_STATUS_OK) *error = reader.error;
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
    cr_array_free(&map->tiles, allocator, sizeof(carom_tiles));
    cr_array_free(&map->outlines, allocator, sizeof(carom_outline));
    cr_array_free(&map->outline_origins, allocator, sizeof(cr_origin));
    cr_array_free(&map->grid_origins, allocator, sizeof(cr_origin));
    cr_array_free(&map->objects, allocator, sizeof(carom_map_object));
    cr_array_free(&map->solids, allocator, sizeof(carom_map_solid));
    cr_array_free(&map->notes, allocator, sizeof(carom_map_note));
    cr_array_free(&map->layers, allocator, sizeof(carom_map_layer));
    cr_array_free(&map->tilesets, allocator, sizeof(carom_map_tileset));
    cr_array_free(&map->details, allocator, sizeof(carom_map_details));
    cr_array_free(&map->levels, allocator, sizeof(carom_map_level_info));
    cr_array_free(&map->types, allocator, sizeof(carom_map_type));
    cr_arena_free(&map->arena);
    allocator->resize(allocator->context, map, sizeof *map, 0);
}

const carom_level_desc *carom_map_level(const carom_map *map) {
    return &map->level;
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

int carom_map_solid_count(const carom_map *map) {
    return (int)map->solids.count;
}

carom_map_solid carom_map_solid_at(const carom_map *map, int index) {
    if (index < 0 || (size_t)index >= map->solids.count)
        return (carom_map_solid){.layer = "", .tileset = "", .type = "", .mark = ""};
    return ((const carom_map_solid *)map->solids.items)[index];
}

int carom_map_note_count(const carom_map *map) {
    return (int)map->notes.count;
}

carom_map_note carom_map_note_at(const carom_map *map, int index) {
    if (index < 0 || (size_t)index >= map->notes.count) return (carom_map_note){"", ""};
    return ((const carom_map_note *)map->notes.items)[index];
}
