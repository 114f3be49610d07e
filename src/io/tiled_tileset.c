// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tilesets, in the map or in files of their own, and the tiles they say something about.
#include "io/file.h"
#include "io/number.h"
#include "io/tiled_grid.h"
#include "io/tiled_read.h"

#include <stdlib.h>
#include <string.h>

static const int64_t size_limit = 1000000;        // of a tile, in pixels
static const uint32_t unknown_count = UINT32_MAX; // of tiles in a set that does not say

typedef struct cr_tileset_file {
    const char *path;
    bool reading;
    const cr_tileset *tileset;
    struct cr_tileset_file *next;
} cr_tileset_file;

static bool can_be_solid(const cr_object *shape) {
    if (shape->form == CR_POINT || shape->form == CR_LABEL || shape->form == CR_TILE) return false;
    return shape->mark.solid != CR_NOT_SOLID && shape->visible;
}

// Drops the shapes that never matter, so that they are not gone through for each cell.
static const cr_object *only_solid(const cr_object *shapes) {
    cr_object first = {0}, *last = &first;
    while (shapes) {
        cr_object *shape = (cr_object *)(uintptr_t)shapes; // ours, read a moment ago
        shapes = shape->next;
        shape->next = NULL;
        if (can_be_solid(shape)) last = last->next = shape;
    }
    return first.next;
}

/// Before Tiled 1.2, JSON had an object with a member for each tile, called by its id.
static uint32_t id_of_name(const char *name) {
    int64_t id = 0;
    cr_parse_integer(name, strlen(name), &id);
    return (uint32_t)(id & CR_GID_LIMIT);
}

static bool read_tile(cr_tiled_reader *tiled, const cr_node *node, cr_tile *tile) {
    cr_reader *reader = tiled->reader;
    bool old = node->name && !cr_is_xml(node);
    int64_t id = 0;
    if (old && !cr_get(node, "id"))
        id = id_of_name(node->name);
    else
        id = cr_need_integer(reader, node, "id", 0, CR_GID_LIMIT);
    const cr_node *image = cr_is_xml(node) ? cr_get(node, "image") : node;
    bool xml = cr_is_xml(node);
    tile->id = (uint32_t)id;
    tile->type = cr_read_type(reader, node);
    tile->width = cr_get_number(reader, node, "width", cr_get_number(reader, image, xml ? "width" : "imagewidth", 0));
    tile->height =
        cr_get_number(reader, node, "height", cr_get_number(reader, image, xml ? "height" : "imageheight", 0));
    tile->mark = cr_read_mark(reader, node, tile->type, NULL);
    const cr_object *shapes = NULL;
    if (!cr_read_objects(tiled, cr_get(node, "objectgroup"), &shapes)) return false;
    tile->shapes = only_solid(shapes);
    return cr_is_well(tiled);
}

static int by_id(const void *left, const void *right) {
    const cr_tile *a = left, *b = right;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

// Before 1.2 the properties of tiles were an object of their own in JSON.
static bool read_old_properties(cr_tiled_reader *tiled, const cr_node *properties, cr_tile *tiles, size_t count) {
    for (const cr_node *item = properties ? properties->first : NULL; item; item = item->next, count++) {
        if (!item->name) continue;
        tiles[count].id = id_of_name(item->name);
        tiles[count].type = "";
        tiles[count].mark = cr_read_plain_mark(tiled->reader, item);
    }
    return cr_is_well(tiled);
}

// Of tiles with the same id one remains: what the later ones say counts, and what only the earlier say as well.
static size_t merge_same(cr_tile *tiles, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || tiles[kept - 1].id != tiles[i].id) {
            tiles[kept++] = tiles[i];
            continue;
        }
        cr_tile *tile = &tiles[kept - 1], earlier = *tile;
        *tile = tiles[i];
        tile->mark = cr_mark_over(earlier.mark, tile->mark);
        if (!tile->shapes) tile->shapes = earlier.shapes;
        if (!tile->type[0]) tile->type = earlier.type;
    }
    return kept;
}

static bool read_tiles(cr_tiled_reader *tiled, const cr_node *node, cr_tileset *tileset) {
    const cr_node *old = cr_is_xml(node) ? NULL : cr_get(node, "tileproperties");
    size_t count = 0, read = 0;
    cr_each each = cr_each_of(node, "tile", "tiles");
    while (cr_each_next(&each)) count++;
    for (const cr_node *item = old ? old->first : NULL; item; item = item->next) count++;
    cr_tile *tiles = cr_scratch(tiled->reader, count, sizeof *tiles);
    if (!tiles) return false;
    each = cr_each_of(node, "tile", "tiles");
    for (const cr_node *item; (item = cr_each_next(&each)); read++)
        if (!read_tile(tiled, item, &tiles[read])) return false;
    if (!read_old_properties(tiled, old, tiles, read)) return false;
    for (size_t i = 0; i < count; i++) tiles[i].order = i;
    if (count > 0) qsort(tiles, count, sizeof *tiles, by_id);
    tileset->tiles = tiles;
    tileset->tiles_count = merge_same(tiles, count);
    return true;
}

// Which point of a tile object its position is; if this says nothing, the orientation of the map decides.
static bool read_alignment(cr_reader *reader, const cr_node *node, cr_tileset *tileset) {
    static const char *const names[] = {"topleft", "top",        "topright", "left",       "center",
                                        "right",   "bottomleft", "bottom",   "bottomright"};
    const char *name = cr_get_text(reader, node, "objectalignment", "unspecified");
    if (strcmp(name, "unspecified") == 0) return true;
    for (int i = 0; i < 9; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        tileset->aligned = true;
        tileset->align_x = 0.5 * (i % 3);
        tileset->align_y = 0.5 * (i / 3);
        return true;
    }
    return cr_fail(reader, CAROM_BAD_FILE, node, "unknown objectalignment '%.40s'", name);
}

// Shapes are drawn in the tile's pixels; or, if the tileset's grid is isometric, on a map of one isometric cell of that
// size, on whose lower left corner the tile stands.
static void read_grid(cr_reader *reader, const cr_node *node, cr_tileset *tileset) {
    const cr_node *grid = cr_get(node, "grid");
    tileset->shapes = (cr_affine){1, 0, 0, 1, 0, 0};
    if (strcmp(cr_get_text(reader, grid, "orientation", "orthogonal"), "isometric") != 0) return;
    double width = (double)cr_need_integer(reader, grid, "width", 1, size_limit);
    double height = (double)cr_need_integer(reader, grid, "height", 1, size_limit);
    const cr_tiled cell = {.orientation = CR_ISOMETRIC, .rows = 1, .cell_width = width, .cell_height = height};
    tileset->shapes = cr_projection(&cell);
    tileset->shapes.y += tileset->tile_height - height;
}

static const cr_tileset *read_tileset(cr_tiled_reader *tiled, const cr_node *node) {
    cr_reader *reader = tiled->reader;
    cr_tileset *tileset = cr_scratch(reader, 1, sizeof *tileset);
    if (!tileset) return NULL;
    const cr_node *offset = cr_get(node, "tileoffset");
    tileset->name = cr_get_text(reader, node, "name", "");
    tileset->offset_x = cr_get_number(reader, offset, "x", 0);
    tileset->offset_y = cr_get_number(reader, offset, "y", 0);
    tileset->fit_to_grid = strcmp(cr_get_text(reader, node, "tilerendersize", "tile"), "grid") == 0;
    tileset->keep_aspect = strcmp(cr_get_text(reader, node, "fillmode", "stretch"), "preserve-aspect-fit") == 0;
    tileset->collection = cr_get_integer(reader, node, "columns", 0, INT32_MAX, 0) == 0;
    // A collection has the size of its largest image, which is 0 as long as there is none.
    int64_t least = tileset->collection ? 0 : 1;
    tileset->tile_width = (double)cr_need_integer(reader, node, "tilewidth", least, size_limit);
    tileset->tile_height = (double)cr_need_integer(reader, node, "tileheight", least, size_limit);
    tileset->tile_count = (uint32_t)cr_get_integer(reader, node, "tilecount", 0, CR_GID_LIMIT, unknown_count);
    read_grid(reader, node, tileset);
    if (!read_alignment(reader, node, tileset) || !read_tiles(tiled, node, tileset)) return NULL;
    return cr_is_well(tiled) ? tileset : NULL;
}

static const cr_tileset *read_tileset_file(cr_tiled_reader *tiled, const cr_node *at, const char *path) {
    cr_reader *reader = tiled->reader;
    for (const cr_tileset_file *known = tiled->tilesets; known; known = known->next) {
        if (strcmp(known->path, path) != 0) continue;
        if (known->reading) cr_fail_circle(reader, at, path);
        return known->tileset;
    }
    cr_tileset_file *file = cr_scratch(reader, 1, sizeof *file);
    if (!file) return NULL;
    *file = (cr_tileset_file){.path = path, .reading = true, .next = tiled->tilesets};
    tiled->tilesets = file;
    const cr_node *root = cr_open_external(reader, at, path), *source = cr_get(root, "source");
    if (source)
        cr_fail(reader, CAROM_BAD_FILE, source, "%.80s -> %.80s -> %.60s: a tileset file that only names another",
                cr_doc_path(at), path, source->text ? source->text : "");
    file->tileset = root && !source ? read_tileset(tiled, root) : NULL;
    file->reading = false;
    return file->tileset;
}

bool cr_read_tileset_use(cr_tiled_reader *tiled, const cr_node *node, cr_tileset_use *use) {
    cr_reader *reader = tiled->reader;
    use->first_gid = (uint32_t)cr_need_integer(reader, node, "firstgid", 1, CR_GID_LIMIT);
    const char *source = cr_get_text(reader, node, "source", NULL);
    if (!source) {
        use->tileset = read_tileset(tiled, node);
        return use->tileset != NULL;
    }
    const char *path = cr_resolve(reader, node, cr_doc_path(node), source);
    use->tileset = path ? read_tileset_file(tiled, node, path) : NULL;
    return use->tileset != NULL;
}

static int by_first_gid(const void *left, const void *right) {
    uint32_t a = ((const cr_tileset_use *)left)->first_gid, b = ((const cr_tileset_use *)right)->first_gid;
    return a < b ? -1 : a > b;
}

bool cr_read_tilesets(cr_tiled_reader *tiled, const cr_node *root) {
    size_t count = 0, read = 0;
    cr_each each = cr_each_of(root, "tileset", "tilesets");
    while (cr_each_next(&each)) count++;
    cr_tileset_use *uses = cr_scratch(tiled->reader, count, sizeof *uses);
    if (!uses) return false;
    each = cr_each_of(root, "tileset", "tilesets");
    for (const cr_node *node; (node = cr_each_next(&each)); read++)
        if (!cr_read_tileset_use(tiled, node, &uses[read])) return false;
    if (count > 0) qsort(uses, count, sizeof *uses, by_first_gid);
    for (size_t i = 1; i < count; i++)
        if (uses[i].first_gid == uses[i - 1].first_gid)
            return cr_fail(tiled->reader, CAROM_BAD_FILE, root, "two tilesets begin with gid %u", uses[i].first_gid);
    tiled->map->tilesets = uses;
    tiled->map->tilesets_count = count;
    return true;
}

const char *cr_find_tile(const cr_tileset_use *tilesets, size_t count, uint32_t gid, cr_tile_use *out) {
    uint32_t plain = cr_plain_gid(gid);
    *out = (cr_tile_use){.flags = gid >> 28};
    if (plain == 0) return NULL;
    size_t low = 0, high = count; // the last one whose first gid is not beyond
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tilesets[middle].first_gid <= plain)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return "belongs to no tileset";
    out->tileset = tilesets[low - 1].tileset;
    out->id = plain - tilesets[low - 1].first_gid;
    bool past = !out->tileset->collection && out->id >= out->tileset->tile_count;
    return past ? "is past the last tile of its tileset" : NULL;
}

const cr_tile *cr_tile_about(const cr_tile_use *use) {
    size_t low = 0, high = use->tileset->tiles_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const cr_tile *tile = &use->tileset->tiles[middle];
        if (tile->id == use->id) return tile;
        if (tile->id < use->id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
