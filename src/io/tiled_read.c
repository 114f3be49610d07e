// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads a Tiled map and its layers from a document. As trees, TMX and TMJ differ only in plural names, point lists, the
// location of the encoding, and formats of old versions. This file, tiled_object.c and tiled_tileset.c handle the
// differences.
#include "io/tiled_read.h"

#include "io/build.h"
#include "io/tile_data.h"

#include <string.h>

// Of the width and height of a map in cells, and of a cell in pixels; checked before the limit of cells is.
static const int64_t side_limit = 1000000;
static const int64_t position_limit = 1000000; // position of a chunk

// ---- Layers --------------------------------------------------------------------------------------------------------

static cr_chunk *read_chunk(cr_tiled_reader *tiled, const cr_node *node, const cr_node *data,
                            const cr_data_encoding *packing) {
    cr_reader *reader = tiled->reader;
    int64_t columns = cr_need_integer(reader, node, "width", 1, side_limit);
    int64_t rows = cr_need_integer(reader, node, "height", 1, side_limit);
    int64_t column = cr_get_integer(reader, node, "x", -position_limit, position_limit, 0);
    int64_t row = cr_get_integer(reader, node, "y", -position_limit, position_limit, 0);
    if (!cr_no_error(tiled)) return NULL;
    uint64_t cells = (uint64_t)columns * (uint64_t)rows; // at most 10^12
    size_t limit = reader->options.limits.cells;
    reader->cells_taken += cells;
    if (cells > limit || reader->cells_taken / 4 > limit) {
        cr_fail(reader, CAROM_STATUS_TOO_LARGE, node,
                "%lld x %lld cells, limit %zu in a layer and four times that in a map", (long long)columns,
                (long long)rows, limit);
        return NULL;
    }
    cr_chunk *chunk = cr_count_steps(reader, 8 + (size_t)cells) ? cr_scratch_memory(reader, 1, sizeof *chunk) : NULL;
    if (!chunk) return NULL;
    *chunk = (cr_chunk){(int)column, (int)row, (int)columns, (int)rows, NULL, data, NULL};
    chunk->gids = cr_read_cells(reader, data, packing, (size_t)cells);
    return chunk->gids ? chunk : NULL;
}

static bool read_chunks(cr_tiled_reader *tiled, const cr_node *parent, const cr_data_encoding *packing,
                        cr_layer *layer) {
    cr_chunk first = {0}, *last = &first;
    if (!cr_check_list(tiled->reader, parent, "chunks")) return false;
    cr_children each = cr_children_of(parent, "chunk", "chunks");
    for (const cr_node *node; (node = cr_children_next(&each)); last = last->next) {
        const cr_node *data = cr_is_xml(node) ? node : cr_get(node, "data");
        if (!data) return cr_fail(tiled->reader, CAROM_STATUS_BAD_FILE, node, "'data' is missing");
        last->next = read_chunk(tiled, node, data, packing);
        if (!last->next) return false;
    }
    layer->chunks = first.next;
    return true;
}

static bool read_tile_layer(cr_tiled_reader *tiled, const cr_node *node, cr_layer *layer) {
    cr_reader *reader = tiled->reader;
    const cr_node *data = cr_get(node, "data"), *described = cr_is_xml(node) ? data : node;
    // The encoding is an attribute of <data> in XML, and a member of the layer in JSON.
    const cr_data_encoding packing = {layer->name, cr_get_text(reader, described, "encoding", ""),
                                      cr_get_text(reader, described, "compression", "")};
    if (!cr_no_error(tiled)) return false;
    const cr_node *chunks = cr_is_xml(node) ? cr_get(data, "chunk") : cr_get(node, "chunks");
    if (chunks) return read_chunks(tiled, described, &packing, layer);
    if (tiled->map->infinite) return true; // nothing painted yet
    if (!data) return cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "layer '%.200s' has no data", layer->name);
    layer->chunks = read_chunk(tiled, node, data, &packing);
    return layer->chunks != NULL;
}

// Starts a layer with the offsets, visibility and mark of its group.
static cr_layer inherit(const cr_layer *group) {
    cr_layer layer = {.visible = true};
    if (group) layer = *group;
    layer.next = NULL;
    return layer;
}

static bool read_tiled_layer(cr_tiled_reader *tiled, const cr_node *node, const char *kind, cr_layer *layer) {
    cr_reader *reader = tiled->reader;
    layer->node = reader->at = node;
    layer->name = cr_get_text(reader, node, "name", "");
    layer->visible = layer->visible && cr_get_bool(reader, node, "visible", true);
    layer->offset_x += cr_get_number(reader, node, "offsetx", 0);
    layer->offset_y += cr_get_number(reader, node, "offsety", 0);
    layer->parallax = layer->parallax || cr_get_number(reader, node, "parallaxx", 1) != 1 ||
                      cr_get_number(reader, node, "parallaxy", 1) != 1;
    const char *type = cr_get_text(reader, node, "class", "");
    layer->mark = cr_override_mark(layer->mark,
                                   cr_read_mark(reader, node, (cr_mark_subject){CR_OF_LAYER, layer->name, type}, NULL));
    if (strcmp(kind, "layer") == 0) {
        layer->kind = CR_TILE_LAYER;
        return read_tile_layer(tiled, node, layer);
    }
    layer->kind = strcmp(kind, "objectgroup") == 0 ? CR_OBJECT_LAYER : CR_IMAGE_LAYER;
    return (layer->kind == CR_IMAGE_LAYER || cr_read_objects(tiled, node, &layer->objects)) && cr_no_error(tiled);
}

// Returns "layer", "objectgroup", "imagelayer" or "group"; null if the node is not a layer.
static const char *layer_kind(cr_reader *reader, const cr_node *node) {
    static const char *const kinds[] = {"layer", "objectgroup", "imagelayer", "group"};
    const char *kind = cr_is_xml(node) ? node->name : cr_get_text(reader, node, "type", "");
    if (!cr_is_xml(node) && strcmp(kind, "tilelayer") == 0) kind = "layer";
    for (int i = 0; i < 4; i++)
        if (node->kind == CR_OBJECT && strcmp(kind, kinds[i]) == 0) return kinds[i];
    return NULL;
}

// Counts items in the place of layers that are none. In XML, some other elements belong there.
static void count_unknown(cr_tiled_reader *tiled, const cr_node *node) {
    static const char *const others[] = {"properties", "tileset", "editorsettings"};
    bool xml = cr_is_xml(node);
    if (xml && node->kind != CR_OBJECT) return; // an attribute
    for (int i = 0; xml && i < 3; i++)
        if (strcmp(node->name, others[i]) == 0) return;
    const cr_node *type = cr_get(node, "type");
    const char *text = type && type->kind == CR_TEXT ? type->text : "";
    if (tiled->unknown++ == 0) tiled->unknown_type = xml ? node->name : text;
}

// Appends the layers of a map or group after `last`. Returns the new last layer, or null after a failure. The nesting
// depth of the document bounds the recursion.
static cr_layer *read_layers(cr_tiled_reader *tiled, const cr_node *parent, const cr_layer *group, cr_layer *last) {
    const cr_node *list = cr_is_xml(parent) ? parent : cr_get(parent, "layers");
    if (!cr_check_list(tiled->reader, parent, "layers")) return NULL;
    for (const cr_node *node = list ? list->first : NULL; node; node = node->next) {
        const char *kind = layer_kind(tiled->reader, node);
        if (!kind) count_unknown(tiled, node);
        if (!kind) continue;
        cr_layer *layer = cr_scratch_memory(tiled->reader, 1, sizeof *layer);
        if (!layer) return NULL;
        *layer = inherit(group);
        if (!read_tiled_layer(tiled, node, kind, layer)) return NULL;
        if (strcmp(kind, "group") == 0)
            last = read_layers(tiled, node, layer, last);
        else
            last = last->next = layer;
        if (!last) return NULL;
    }
    return last;
}

// ---- The map -------------------------------------------------------------------------------------------------------

const char *cr_map_label(cr_reader *reader) {
    if (!reader->place_name) return "map";
    const char *label = cr_text(reader, &reader->map->arena, "map '%.100s'", reader->place_name);
    return label ? label : "map";
}

static bool read_orientation(cr_reader *reader, const cr_node *root, cr_tiled *map) {
    static const char *const names[] = {"orthogonal", "isometric", "staggered", "hexagonal", "oblique"};
    const char *name = cr_get_text(reader, root, "orientation", "orthogonal");
    int found = 0;
    while (found < 5 && strcmp(names[found], name) != 0) found++;
    if (found == 5) return cr_fail(reader, CAROM_STATUS_UNSUPPORTED, root, "unknown orientation '%.40s'", name);
    map->orientation = (cr_orientation)found;
    map->stagger_x = strcmp(cr_get_text(reader, root, "staggeraxis", "y"), "x") == 0;
    map->stagger_even = strcmp(cr_get_text(reader, root, "staggerindex", "odd"), "even") == 0;
    map->hexagon_side = (double)cr_get_integer(reader, root, "hexsidelength", 0, side_limit, 0);
    map->skew_x = cr_get_number(reader, root, "skewx", 0);
    map->skew_y = cr_get_number(reader, root, "skewy", 0);
    return true;
}

const cr_tiled *cr_read_tiled(cr_reader *reader, const cr_node *root) {
    cr_tiled *map = cr_scratch_memory(reader, 1, sizeof *map);
    if (!map || !cr_check_properties(reader, root) || !read_orientation(reader, root, map)) return NULL;
    cr_tiled_reader tiled = {.reader = reader, .read_template = cr_read_template, .map = map};
    map->node = root;
    map->infinite = cr_get_bool(reader, root, "infinite", false);
    map->columns = (int)cr_need_integer(reader, root, "width", map->infinite ? 0 : 1, side_limit);
    map->rows = (int)cr_need_integer(reader, root, "height", map->infinite ? 0 : 1, side_limit);
    map->cell_width = (double)cr_need_integer(reader, root, "tilewidth", 1, side_limit);
    map->cell_height = (double)cr_need_integer(reader, root, "tileheight", 1, side_limit);
    if (!reader->map->info.has_background) cr_set_background(reader, cr_get_text(reader, root, "backgroundcolor", ""));
    if (!cr_no_error(&tiled) || !cr_read_tilesets(&tiled, root)) return NULL;
    cr_layer before = {0}, outermost = inherit(NULL);
    outermost.offset_x = reader->place_x;
    outermost.offset_y = reader->place_y;
    if (!read_layers(&tiled, root, &outermost, &before)) return NULL;
    map->layers = before.next;
    if (tiled.invalid_ids > 0)
        cr_note(reader, cr_map_label(reader), "%d object%s an id that is not a number: it becomes 0", tiled.invalid_ids,
                tiled.invalid_ids == 1 ? " has" : "s have");
    if (tiled.unknown > 0)
        cr_note(reader, cr_map_label(reader), "%d layer%s '%.40s' %s unknown", tiled.unknown,
                tiled.unknown == 1 ? " left out: its type" : "s left out: types such as", tiled.unknown_type,
                tiled.unknown == 1 ? "is" : "are");
    return cr_no_error(&tiled) ? map : NULL;
}
