// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Fields are properties. A tile of LDtk has a position in pixels and a corner in its image.
#include "io/ldtk_contents.h"

#include "io/number.h"

#include <math.h>
#include <string.h>

static bool add_fields(cr_reader *reader, const cr_node *node, carom_map_properties *out) {
    cr_property_list list = {.reader = reader};
    bool added = true;
    cr_children each = cr_children_of(node, "", "fieldInstances");
    for (const cr_node *field; added && (field = cr_children_next(&each));)
        added = cr_add_property(&list, cr_get_text(reader, field, "__identifier", ""),
                                cr_get_text(reader, field, "__type", ""), cr_get(field, "__value"));
    return cr_take_properties(&list, out) && added;
}

static int count_items(const cr_node *list) {
    int count = 0;
    for (const cr_node *item = list ? list->first : NULL; item; item = item->next) count++;
    return count;
}

// ---- Tilesets -------------------------------------------------------------------------------------------------------

bool cr_ldtk_add_tilesets(cr_reader *reader, const cr_node *root) {
    cr_children each = cr_children_of(cr_get(root, "defs"), "", "tilesets");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        float size = (float)cr_get_number(reader, node, "tileGridSize", 0);
        carom_map_tileset tileset = {.type = "", .tile_size = {size, size}};
        tileset.name = cr_copy_text(reader, cr_get_text(reader, node, "identifier", ""));
        tileset.image = cr_image_path(reader, node, cr_get_text(reader, node, "relPath", ""));
        tileset.margin = (float)cr_get_number(reader, node, "padding", 0);
        tileset.spacing = (float)cr_get_number(reader, node, "spacing", 0);
        tileset.columns = (int)cr_get_integer(reader, node, "__cWid", 0, INT32_MAX, 0);
        int64_t rows = cr_get_integer(reader, node, "__cHei", 0, INT32_MAX, 0), all = rows * tileset.columns;
        tileset.tile_count = all < INT32_MAX ? (int)all : INT32_MAX;
        if (!tileset.name || !tileset.image || !cr_count_steps(reader, 8)) return false;
        carom_map_tileset *added = cr_array_add(&reader->map->tilesets, reader->map->allocator, sizeof *added);
        int *uid = cr_array_add(&reader->tileset_uids, reader->scratch.allocator, sizeof *uid);
        if (!added || !uid) return cr_no_memory(reader);
        *added = tileset;
        *uid = (int)cr_get_integer(reader, node, "uid", 0, INT32_MAX, 0);
    }
    return reader->error.status == CAROM_STATUS_OK;
}

/// Returns the index of the tileset with the uid in a member; -1 if there is none.
static int index_of_uid(cr_reader *reader, const cr_node *node, const char *name) {
    int64_t uid = cr_get_integer(reader, node, name, 0, INT32_MAX, -1);
    const int *uids = reader->tileset_uids.items;
    if (!cr_count_steps(reader, reader->tileset_uids.count)) return -1;
    for (size_t i = 0; i < reader->tileset_uids.count; i++)
        if (uids[i] == uid) return (int)i;
    return -1;
}

// ---- Types ----------------------------------------------------------------------------------------------------------

static bool add_enums(cr_reader *reader, const cr_node *defs, const char *list, const char *prefix) {
    cr_children each = cr_children_of(defs, "", list);
    for (const cr_node *node; (node = cr_children_next(&each));) {
        carom_map_type type = {.kind = CAROM_MAP_TYPE_ENUM};
        if (!cr_count_steps(reader, 8)) return false;
        type.name =
            cr_text(reader, &reader->map->arena, "%s.%.200s", prefix, cr_get_text(reader, node, "identifier", ""));
        if (!type.name || !cr_add_enum_values(reader, cr_get(node, "values"), "id", &type)) return false;
        carom_map_type *added = cr_array_add(&reader->map->types, reader->map->allocator, sizeof *added);
        if (!added) return cr_no_memory(reader);
        *added = type;
    }
    return reader->error.status == CAROM_STATUS_OK;
}

bool cr_ldtk_add_types(cr_reader *reader, const cr_node *root) {
    const cr_node *defs = cr_get(root, "defs");
    return add_enums(reader, defs, "enums", "LocalEnum") && add_enums(reader, defs, "externalEnums", "ExternEnum");
}

// ---- Entities -------------------------------------------------------------------------------------------------------

/// The id of the tile at a corner of the image.
static uint32_t tile_at(const carom_map_tileset *tileset, double x, double y) {
    double step = (double)tileset->tile_size.x + (double)tileset->spacing, margin = (double)tileset->margin;
    double column = floor((x - margin) / step), row = floor((y - margin) / step);
    double id = row * tileset->columns + column;
    return step > 0 && id >= 0 && id < UINT32_MAX ? (uint32_t)id : 0;
}

bool cr_ldtk_add_details(cr_reader *reader, const cr_node *entity) {
    carom_map *map = reader->map;
    const carom_map_object *object = (const carom_map_object *)map->objects.items + map->objects.count - 1;
    carom_vec2 a = object->position, b = {a.x + object->size.x, a.y + object->size.y};
    carom_map_details details = {.layer = (int)map->layers.count, .tileset = -1, .text = "", .points_count = 4};
    carom_vec2 *points = cr_arena_take(&map->arena, 4, sizeof *points);
    if (!points) return cr_no_memory(reader);
    points[0] = a, points[1] = (carom_vec2){b.x, a.y}, points[2] = b, points[3] = (carom_vec2){a.x, b.y};
    details.points = points;
    details.iid = cr_copy_text(reader, cr_get_text(reader, entity, "iid", ""));
    const cr_node *tile = cr_get(entity, "__tile");
    if (tile) details.tileset = index_of_uid(reader, tile, "tilesetUid");
    if (details.tileset >= 0)
        details.tile = tile_at((const carom_map_tileset *)map->tilesets.items + details.tileset,
                               cr_get_number(reader, tile, "x", 0), cr_get_number(reader, tile, "y", 0));
    if (!details.iid || !add_fields(reader, entity, &details.properties)) return false;
    carom_map_details *added = cr_array_add(&map->details, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = details;
    return reader->error.status == CAROM_STATUS_OK;
}

// ---- Layers ---------------------------------------------------------------------------------------------------------

static float opacity_of(cr_reader *reader, const cr_node *node, const char *name) {
    double opacity = cr_get_number(reader, node, name, 1);
    return opacity < 0 ? 0 : opacity > 1 ? 1 : (float)opacity;
}

typedef struct layer_cells {
    cr_reader *reader;
    cr_point at;   // of the layer
    float size;    // of a cell
    int tileset;   // -1: none
    float opacity; // of the layer
    carom_map_layer *layer;
    carom_map_cell *cells;
} layer_cells;

// The values of a layer of tiles are left over from before its type was changed, and read_int_grid() has not checked
// them.
static bool is_value_list(const cr_node *csv) {
    return csv && csv->kind == CR_NUMBER_LIST;
}

static bool is_cell_value(double value) {
    return value >= 1 && value <= UINT32_MAX;
}

static size_t count_layer_cells(const cr_node *node) {
    const cr_node *csv = cr_get(node, "intGridCsv");
    size_t count = (size_t)count_items(cr_get(node, "gridTiles")) + (size_t)count_items(cr_get(node, "autoLayerTiles"));
    for (size_t i = 0; is_value_list(csv) && i < csv->count; i++) count += is_cell_value(csv->values[i]);
    return count;
}

static bool add_grid_cells(layer_cells *l, const cr_node *node) {
    const cr_node *csv = cr_get(node, "intGridCsv");
    int64_t columns = cr_get_integer(l->reader, node, "__cWid", 1, INT32_MAX, 1);
    if (!is_value_list(csv)) return true;
    if (!cr_count_steps(l->reader, csv->count)) return false;
    for (size_t i = 0; i < csv->count; i++) {
        if (!is_cell_value(csv->values[i])) continue;
        int column = (int)(i % (size_t)columns), row = (int)(i / (size_t)columns);
        carom_map_cell cell = {column, row, -1, (uint32_t)csv->values[i], 0, {0, 0}, {l->size, l->size}, l->opacity};
        cell.corner = cr_narrow_point((cr_point){l->at.x + column * (double)l->size, l->at.y + row * (double)l->size});
        l->cells[l->layer->cells_count++] = cell;
    }
    return true;
}

static bool read_pixel(cr_reader *reader, const cr_node *tile, cr_point *out) {
    const cr_node *pair = cr_get(tile, "px");
    bool valid = pair && pair->kind == CR_NUMBER_LIST && pair->count == 2 && cr_is_coordinate(pair->values[0]) &&
                 cr_is_coordinate(pair->values[1]);
    if (!valid) return cr_fail(reader, CAROM_STATUS_BAD_FILE, tile, "'px' must be two numbers from -1e9 to 1e9");
    *out = (cr_point){pair->values[0], pair->values[1]};
    return true;
}

static bool add_placed_tiles(layer_cells *l, const cr_node *node, const char *name) {
    cr_reader *reader = l->reader;
    if (l->tileset < 0) return true;
    carom_vec2 size = ((const carom_map_tileset *)reader->map->tilesets.items)[l->tileset].tile_size;
    cr_children each = cr_children_of(node, "", name);
    for (const cr_node *tile; (tile = cr_children_next(&each));) {
        cr_point pixel = {0, 0};
        if (!cr_count_steps(reader, 8) || !read_pixel(reader, tile, &pixel)) return false;
        int64_t flips = cr_get_integer(reader, tile, "f", 0, 3, 0);
        carom_map_cell cell = {.tileset = l->tileset, .size = size};
        cell.column = l->size >= 1 ? (int)floor(pixel.x / (double)l->size) : 0;
        cell.row = l->size >= 1 ? (int)floor(pixel.y / (double)l->size) : 0;
        cell.id = (uint32_t)cr_get_integer(reader, tile, "t", 0, UINT32_MAX, 0);
        cell.flips = (flips & 1 ? CAROM_MAP_FLIP_X : 0) | (flips & 2 ? CAROM_MAP_FLIP_Y : 0);
        cell.corner = cr_narrow_point((cr_point){l->at.x + pixel.x, l->at.y + pixel.y});
        cell.opacity = l->opacity * opacity_of(reader, tile, "a");
        l->cells[l->layer->cells_count++] = cell;
    }
    return reader->error.status == CAROM_STATUS_OK;
}

bool cr_ldtk_add_layer(cr_reader *reader, const cr_node *node, cr_point at) {
    carom_map *map = reader->map;
    carom_map_layer layer = {.image = "", .parallax = {1, 1}, .level = (int)map->levels.count};
    layer.name = cr_copy_text(reader, cr_get_text(reader, node, "__identifier", ""));
    layer.type = cr_copy_text(reader, cr_get_text(reader, node, "__type", ""));
    if (!layer.name || !layer.type) return false;
    layer.kind = strcmp(layer.type, "Entities") == 0 ? CAROM_MAP_LAYER_OBJECTS : CAROM_MAP_LAYER_TILES;
    layer.visible = cr_get_bool(reader, node, "visible", true);
    layer.opacity = opacity_of(reader, node, "__opacity");
    layer.offset = cr_narrow_point(at);
    layer.objects_count = count_items(cr_get(node, "entityInstances"));
    layer.first_object = (int)map->details.count - layer.objects_count;
    layer_cells l = {.reader = reader, .at = at, .opacity = layer.opacity};
    l.size = (float)cr_get_number(reader, node, "__gridSize", 0);
    l.tileset = index_of_uid(reader, node, "overrideTilesetUid");
    if (l.tileset < 0) l.tileset = index_of_uid(reader, node, "__tilesetDefUid");
    l.layer = &layer;
    l.cells = cr_make_cells(reader, &layer, count_layer_cells(node));
    bool added = l.cells && add_grid_cells(&l, node) && add_placed_tiles(&l, node, "gridTiles") &&
                 add_placed_tiles(&l, node, "autoLayerTiles");
    carom_map_layer *kept = cr_array_add(&map->layers, map->allocator, sizeof *kept);
    if (!kept) return cr_no_memory(reader);
    *kept = layer;
    return added && reader->error.status == CAROM_STATUS_OK;
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

/// Reverses the layers of the last level, from `first` on: the lowest comes first.
static void reverse_layers(carom_map *map, int first) {
    carom_map_layer *layers = map->layers.items;
    carom_map_details *details = map->details.items;
    int last = (int)map->layers.count - 1;
    for (int i = first; i <= last; i++)
        for (int k = 0; k < layers[i].objects_count; k++) details[layers[i].first_object + k].layer = first + last - i;
    for (int i = first, k = last; i < k; i++, k--) {
        carom_map_layer swap = layers[i];
        layers[i] = layers[k];
        layers[k] = swap;
    }
}

static bool add_neighbours(cr_reader *reader, const cr_node *node, carom_map_level_info *level) {
    const cr_node *list = cr_get(node, "__neighbours");
    int count = count_items(list);
    if (count == 0) return true;
    const char **names = NULL;
    if (cr_count_steps(reader, (size_t)count)) names = cr_arena_take(&reader->map->arena, (size_t)count, sizeof *names);
    if (!names) return cr_no_memory(reader);
    for (const cr_node *item = list->first; item; item = item->next) {
        const char *name = cr_copy_text(reader, cr_get_text(reader, item, "levelIid", ""));
        if (!name) return false;
        names[level->neighbours_count++] = name;
    }
    level->neighbours = names;
    return true;
}

bool cr_ldtk_add_level(cr_reader *reader, const cr_node *node, cr_point at, cr_point size) {
    carom_map *map = reader->map;
    carom_map_level_info level = {.name = cr_copy_text(reader, cr_get_text(reader, node, "identifier", "")),
                                  .iid = cr_copy_text(reader, cr_get_text(reader, node, "iid", ""))};
    const cr_node *world = node->parent->parent; // of the list
    level.world = world->parent ? cr_copy_text(reader, cr_get_text(reader, world, "identifier", "")) : "";
    level.bounds = (carom_box){cr_narrow_point(at), cr_narrow_point((cr_point){at.x + size.x, at.y + size.y})};
    level.depth = (int)cr_get_integer(reader, node, "worldDepth", INT32_MIN, INT32_MAX, 0);
    if (!level.name || !level.iid || !level.world) return false;
    const carom_map_layer *layers = map->layers.items;
    int first = (int)map->layers.count;
    while (first > 0 && layers[first - 1].level == (int)map->levels.count) first--;
    reverse_layers(map, first);
    if (!add_fields(reader, node, &level.properties) || !add_neighbours(reader, node, &level)) return false;
    carom_map_level_info *added = cr_array_add(&map->levels, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = level;
    return reader->error.status == CAROM_STATUS_OK;
}
