// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tilesets, embedded or in external files, and the definitions of their tiles.
#include "io/file.h"
#include "io/flatten.h"
#include "io/number.h"
#include "io/path.h"
#include "io/tiled_grid.h"
#include "io/tiled_read.h"

#include <stdlib.h>
#include <string.h>

static const int64_t size_limit = 1000000;        // width and height of a tile, in pixels
static const uint32_t unknown_count = UINT32_MAX; // the file does not give the number of tiles

typedef struct cr_tileset_file {
    const char *path;
    bool reading;
    const cr_tileset *tileset;
    struct cr_tileset_file *next;
} cr_tileset_file;

static bool can_be_solid(const cr_object *shape) {
    if (shape->form == CR_POINT || shape->form == CR_LABEL || shape->form == CR_TILE_OBJECT) return false;
    return !cr_is_degenerate(shape) && shape->mark.solid != CR_NOT_SOLID && shape->visible;
}

// Removes shapes that cannot be solid, so that no cell has to visit them.
static const cr_object *keep_solid_shapes(const cr_object *shapes) {
    cr_object first = {0}, *last = &first;
    while (shapes) {
        cr_object *shape = (cr_object *)(uintptr_t)shapes; // allocated by cr_read_objects; nothing else refers to it
        shapes = shape->next;
        shape->next = NULL;
        if (can_be_solid(shape)) last = last->next = shape;
    }
    return first.next;
}

/// The id of a tile from the name of its member: JSON before Tiled 1.2 has an object instead of an array of tiles.
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
    tile->node = node;
    tile->id = (uint32_t)id;
    tile->type = cr_read_type(reader, node);
    tile->width = cr_get_number(reader, node, "width", cr_get_number(reader, image, xml ? "width" : "imagewidth", 0));
    tile->height =
        cr_get_number(reader, node, "height", cr_get_number(reader, image, xml ? "height" : "imageheight", 0));
    tile->mark = cr_read_mark(reader, node, (cr_mark_subject){CR_OF_TILE, NULL, tile->type}, &tile->properties);
    const cr_object *shapes = NULL;
    if (!cr_read_objects(tiled, cr_get(node, "objectgroup"), &shapes)) return false;
    tile->shapes = keep_solid_shapes(shapes);
    return cr_no_error(tiled);
}

static int compare_tiles(const void *left, const void *right) {
    const cr_tile *a = left, *b = right;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

// In JSON before Tiled 1.2, tile properties are a separate object.
static bool read_old_properties(cr_tiled_reader *tiled, const cr_node *properties, cr_tile *tiles, size_t count) {
    for (const cr_node *item = properties ? properties->first : NULL; item; item = item->next, count++) {
        tiles[count].id = id_of_name(item->name);
        tiles[count].type = "";
        tiles[count].mark = cr_read_mark_of_members(tiled->reader, item, (cr_mark_subject){CR_OF_TILE, NULL, NULL},
                                                    &tiles[count].properties);
    }
    return cr_no_error(tiled);
}

// Rules for tile ids of this tileset become definitions after those of the file, so that they override them.
static size_t read_rules(cr_reader *reader, const char *name, cr_tile *tiles) {
    size_t count = 0;
    if (!cr_count_steps(reader, (size_t)reader->options.rules_count)) return 0;
    for (int i = 0; i < reader->options.rules_count; i++) {
        const carom_map_rule *rule = &reader->options.rules[i];
        int64_t id = cr_rule_number(reader, i, name);
        if (id < 0 || id > CR_GID_LIMIT) continue;
        if (tiles) {
            reader->rules_used[i] = true;
            const cr_mark_source source = {CR_OF_TILE, CR_BY_NUMBER, true, rule->name};
            tiles[count] = (cr_tile){.id = (uint32_t)id, .type = "", .mark = cr_mark_of_rule(rule, source)};
        }
        count++;
    }
    return count;
}

// Merges definitions with the same id: later ones override earlier ones field by field.
static size_t merge_duplicates(cr_tile *tiles, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || tiles[kept - 1].id != tiles[i].id) {
            tiles[kept++] = tiles[i];
            continue;
        }
        cr_tile *tile = &tiles[kept - 1], earlier = *tile;
        *tile = tiles[i];
        tile->mark = cr_override_mark(earlier.mark, tile->mark);
        tile->properties += earlier.properties;
        if (tile->width == 0 || tile->height == 0) tile->width = earlier.width, tile->height = earlier.height;
        if (!tile->shapes) tile->shapes = earlier.shapes;
        if (!tile->type[0]) tile->type = earlier.type;
        if (!tile->node) tile->node = earlier.node;
    }
    return kept;
}

static bool read_tiles(cr_tiled_reader *tiled, const cr_node *node, cr_tileset *tileset) {
    const cr_node *old = !node || cr_is_xml(node) ? NULL : cr_get(node, "tileproperties");
    if (old && old->kind != CR_OBJECT) old = NULL; // members are tile ids
    const cr_node *list = cr_get(node, "tiles");   // an object in old files
    if (list && list->kind != CR_OBJECT && !cr_check_list(tiled->reader, node, "tiles")) return false;
    size_t count = 0, read = 0;
    cr_children each = cr_children_of(node, "tile", "tiles");
    while (cr_children_next(&each)) count++;
    for (const cr_node *item = old ? old->first : NULL; item; item = item->next) count++;
    size_t defined = count;
    count += read_rules(tiled->reader, tileset->name, NULL);
    cr_tile *tiles = cr_scratch_memory(tiled->reader, count, sizeof *tiles);
    if (!tiles) return false;
    read_rules(tiled->reader, tileset->name, tiles + defined);
    if (!cr_no_error(tiled)) return false;
    each = cr_children_of(node, "tile", "tiles");
    for (const cr_node *item; (item = cr_children_next(&each)); read++)
        if (!read_tile(tiled, item, &tiles[read])) return false;
    if (!read_old_properties(tiled, old, tiles, read)) return false;
    for (size_t i = 0; i < count; i++) tiles[i].order = i;
    if (count > 0) qsort(tiles, count, sizeof *tiles, compare_tiles);
    tileset->tiles = tiles;
    tileset->tiles_count = merge_duplicates(tiles, count);
    return true;
}

// The point of a tile object that is at its position. If unspecified, the orientation of the map decides.
static bool read_alignment(cr_reader *reader, const cr_node *node, cr_tileset *tileset) {
    static const char *const names[] = {"topleft", "top",        "topright", "left",       "center",
                                        "right",   "bottomleft", "bottom",   "bottomright"};
    const char *name = cr_get_text(reader, node, "objectalignment", "unspecified");
    if (strcmp(name, "unspecified") == 0) return true;
    for (int i = 0; i < 9; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        tileset->aligned = true;
        int column = i % 3, row = i / 3;
        tileset->align_x = 0.5 * column;
        tileset->align_y = 0.5 * row;
        return true;
    }
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "unknown objectalignment '%.40s'", name);
}

// Shapes are in pixels of the tile; if the grid of the tileset is isometric, in coordinates of a map with one isometric
// cell of that size, aligned with the bottom-left corner of the tile.
static void read_shape_grid(cr_reader *reader, const cr_node *node, cr_tileset *tileset) {
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
    reader->at = node;
    cr_tileset *tileset = cr_scratch_memory(reader, 1, sizeof *tileset);
    if (!tileset) return NULL;
    const cr_node *offset = cr_get(node, "tileoffset");
    tileset->node = node;
    tileset->name = cr_get_text(reader, node, "name", "");
    tileset->offset_x = cr_get_number(reader, offset, "x", 0);
    tileset->offset_y = cr_get_number(reader, offset, "y", 0);
    tileset->fit_to_grid = strcmp(cr_get_text(reader, node, "tilerendersize", "tile"), "grid") == 0;
    tileset->keep_aspect = strcmp(cr_get_text(reader, node, "fillmode", "stretch"), "preserve-aspect-fit") == 0;
    tileset->collection = cr_get_integer(reader, node, "columns", 0, INT32_MAX, 0) == 0;
    // 0 if there is no image; otherwise, in a collection, the size of the largest image.
    tileset->tile_width = (double)cr_need_integer(reader, node, "tilewidth", 0, size_limit);
    tileset->tile_height = (double)cr_need_integer(reader, node, "tileheight", 0, size_limit);
    tileset->tile_count = (uint32_t)cr_get_integer(reader, node, "tilecount", 0, CR_GID_LIMIT, unknown_count);
    tileset->mark = cr_read_mark(
        reader, node, (cr_mark_subject){CR_OF_TILESET, tileset->name, cr_get_text(reader, node, "class", "")}, NULL);
    read_shape_grid(reader, node, tileset);
    return read_alignment(reader, node, tileset) && read_tiles(tiled, node, tileset) ? tileset : NULL;
}

// A placeholder for a missing file: the map still has the positions of its tiles.
static const cr_tileset *make_placeholder_tileset(cr_tiled_reader *tiled, const char *path) {
    cr_tileset *tileset = cr_scratch_memory(tiled->reader, 1, sizeof *tileset);
    if (!tileset) return NULL;
    const char *name = path + cr_folder_length(path);
    name = cr_doc_text(tiled->reader, name, strcspn(name, "."));
    if (!name) return NULL;
    *tileset = (cr_tileset){.name = name,
                            .tile_width = tiled->map->cell_width,
                            .tile_height = tiled->map->cell_height,
                            .fit_to_grid = true,
                            .collection = true};
    const carom_map_rule *rule = cr_rule_for(tiled->reader, name);
    if (rule) tileset->mark = cr_mark_of_rule(rule, (cr_mark_source){CR_OF_TILESET, CR_BY_NAME, true, name});
    return read_tiles(tiled, NULL, tileset) ? tileset : NULL;
}

static const cr_tileset *read_tileset_file(cr_tiled_reader *tiled, const cr_node *at, const char *path) {
    cr_reader *reader = tiled->reader;
    for (const cr_tileset_file *known = tiled->reader->tilesets; known; known = known->next) {
        if (strcmp(known->path, path) != 0) continue;
        if (known->reading) cr_fail_cycle(reader, at, path);
        return known->tileset;
    }
    cr_tileset_file *file = cr_scratch_memory(reader, 1, sizeof *file);
    if (!file) return NULL;
    *file = (cr_tileset_file){.path = path, .reading = true, .next = tiled->reader->tilesets};
    tiled->reader->tilesets = file;
    const cr_node *root = cr_open_external(reader, at, path), *source = cr_get(root, "source");
    file->reading = false;
    if (!root &&
        cr_note_missing_file(reader, "tileset", path, "its tiles fill their cells and have no shapes or properties"))
        return file->tileset = make_placeholder_tileset(tiled, path);
    if (root && !cr_expect_kind(reader, root, "tileset")) return NULL;
    if (source)
        cr_fail(reader, CAROM_STATUS_BAD_FILE, source,
                "%.300s -> %.300s -> %.200s: a tileset file that only names another", cr_doc_path(at), path,
                source->text ? source->text : "");
    file->reading = true;
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

static int compare_first_gids(const void *left, const void *right) {
    uint32_t a = ((const cr_tileset_use *)left)->first_gid, b = ((const cr_tileset_use *)right)->first_gid;
    return a < b ? -1 : a > b;
}

bool cr_read_tilesets(cr_tiled_reader *tiled, const cr_node *root) {
    size_t count = 0, read = 0;
    if (!cr_check_list(tiled->reader, root, "tilesets")) return false;
    cr_children each = cr_children_of(root, "tileset", "tilesets");
    while (cr_children_next(&each)) count++;
    cr_tileset_use *uses = cr_scratch_memory(tiled->reader, count, sizeof *uses);
    if (!uses) return false;
    each = cr_children_of(root, "tileset", "tilesets");
    for (const cr_node *node; (node = cr_children_next(&each)); read++)
        if (!cr_read_tileset_use(tiled, node, &uses[read])) return false;
    if (count > 0) qsort(uses, count, sizeof *uses, compare_first_gids);
    for (size_t i = 1; i < count; i++)
        if (uses[i].first_gid == uses[i - 1].first_gid)
            return cr_fail(tiled->reader, CAROM_STATUS_BAD_FILE, root, "two tilesets begin with gid %u",
                           uses[i].first_gid);
    tiled->map->tilesets = uses;
    tiled->map->tilesets_count = count;
    return true;
}
