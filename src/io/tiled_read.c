// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a document to a Tiled map. TMX and TMJ differ in little once they are trees: names in the plural, points, the
// place of the encoding, and what old versions wrote. Those differences end in this file.
#include "io/build.h"
#include "io/data.h"
#include "io/file.h"
#include "io/tiled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t cells_limit = 1000000;       // on one side of a map, before the product is looked at
static const int64_t position_limit = 1000000;    // of a chunk
static const int64_t gid_limit = 0x0fffffff;      // what the flags leave
static const uint32_t unknown_count = UINT32_MAX; // of tiles in a set that does not say

typedef struct template_file {
    const char *path;
    bool reading; // a file that is named again before it is read names itself in the end
    cr_object object;
    struct template_file *next;
} template_file;

typedef struct tileset_file {
    const char *path;
    bool reading;
    const cr_tileset *tileset;
    struct tileset_file *next;
} tileset_file;

// One reading, and what it has read of other files so far.
typedef struct tiled_reader {
    cr_reader *reader;
    cr_tiled *map;
    template_file *templates;
    tileset_file *tilesets;
} tiled_reader;

static bool failed(const tiled_reader *tiled) {
    return tiled->reader->error.status != CAROM_OK;
}

static bool fail_circle(cr_reader *reader, const cr_node *at, const char *path) {
    return cr_fail(reader, CAROM_BAD_FILE, at, "tilesets and templates in a circle: %.80s -> ... -> %.80s -> %.80s",
                   path, cr_doc_path(at), path);
}

// `type` became `class` in Tiled 1.9 and `type` again in 1.10; layers and maps always had `class`.
static const char *read_type(cr_reader *reader, const cr_node *node) {
    const char *type = cr_get_text(reader, node, "class", "");
    return type[0] ? type : cr_get_text(reader, node, "type", "");
}

// ---- Objects -------------------------------------------------------------------------------------------------------

static bool read_object(tiled_reader *tiled, const cr_node *node, cr_object *object);

static size_t count_points(const cr_node *shape) {
    size_t count = 0;
    if (!cr_is_xml(shape)) {
        for (const cr_node *point = shape->first; point; point = point->next) count++;
        return count;
    }
    const cr_node *text = cr_get(shape, "points");
    for (size_t i = 0; text && i < text->length; i++) count += text->text[i] == ',';
    return count;
}

static bool read_point_list(cr_reader *reader, const cr_node *shape, cr_point *points, size_t count) {
    const cr_node *item = shape->first;
    for (size_t i = 0; i < count; i++, item = item->next) {
        points[i].x = cr_get_number(reader, item, "x", 0);
        points[i].y = cr_get_number(reader, item, "y", 0);
    }
    return reader->error.status == CAROM_OK;
}

// "0,0 16,0 16,-8.5"
static bool read_point_text(cr_reader *reader, const cr_node *shape, cr_point *points, size_t count) {
    static const char blanks[] = " \t\r\n";
    const cr_node *list = cr_get(shape, "points");
    const char *text = list ? list->text : "";
    for (size_t i = 0; i < count; i++) {
        text += strspn(text, blanks);
        size_t x = strcspn(text, ", \t\r\n"), y = text[x] == ',' ? strcspn(text + x + 1, ", \t\r\n") : 0;
        if (y == 0) return cr_fail(reader, CAROM_BAD_FILE, shape, "point %zu is not two numbers with a comma", i);
        if (!cr_to_number(reader, shape, "points", text, x, &points[i].x)) return false;
        if (!cr_to_number(reader, shape, "points", text + x + 1, y, &points[i].y)) return false;
        text += x + 1 + y;
    }
    text += strspn(text, blanks);
    return *text == 0 || cr_fail(reader, CAROM_BAD_FILE, shape, "the list of points goes on with '%.20s'", text);
}

static bool read_points(cr_reader *reader, const cr_node *shape, cr_object *object) {
    size_t count = count_points(shape), limit = reader->options.limits.points;
    if (count > limit) return cr_fail(reader, CAROM_TOO_LARGE, shape, "%zu points, limit %zu", count, limit);
    cr_point *points = cr_scratch(reader, count, sizeof *points);
    if (!points) return false;
    object->points = points;
    object->points_count = (int)count;
    return cr_is_xml(shape) ? read_point_text(reader, shape, points, count)
                            : read_point_list(reader, shape, points, count);
}

// What an object is drawn as; one made from a template stays what the template is unless it says otherwise.
static bool read_form(cr_reader *reader, const cr_node *node, cr_object *object) {
    static const struct {
        const char *name;
        cr_form form;
    } forms[] = {{"ellipse", CR_ELLIPSE}, {"capsule", CR_CAPSULE},   {"point", CR_POINT},
                 {"polygon", CR_POLYGON}, {"polyline", CR_POLYLINE}, {"text", CR_LABEL}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const cr_node *found = cr_get(node, forms[i].name);
        if (!found || (found->kind == CR_BOOL && found->number == 0)) continue;
        object->form = forms[i].form;
        bool list = object->form == CR_POLYGON || object->form == CR_POLYLINE;
        return !list || read_points(reader, found, object);
    }
    return true;
}

static bool read_tileset_use(tiled_reader *tiled, const cr_node *node, cr_tileset_use *use);

// What a template file holds. A gid in it counts from its own tileset, never from those of the map.
static bool read_template_file(tiled_reader *tiled, const cr_node *root, const cr_node *at, cr_object *object) {
    cr_reader *reader = tiled->reader;
    const cr_node *node = cr_get(root, "object"), *tileset = cr_get(root, "tileset");
    if (!node) return cr_fail(reader, CAROM_BAD_FILE, root, "not a template: it has no object");
    if (cr_get(node, "template"))
        return cr_fail(reader, CAROM_BAD_FILE, node, "%.80s -> %.80s -> %.60s: a template made from a template",
                       cr_doc_path(at), cr_doc_path(root), cr_get_text(reader, node, "template", ""));
    cr_tileset_use use = {0};
    if (cr_get(node, "gid") && tileset && !read_tileset_use(tiled, tileset, &use)) return false;
    cr_tiled *map = tiled->map, own = {.tilesets = &use, .tilesets_count = use.tileset ? 1 : 0};
    tiled->map = &own;
    bool read = read_object(tiled, node, object);
    tiled->map = map;
    return read;
}

static bool read_template(tiled_reader *tiled, const cr_node *at, const char *path, cr_object *object) {
    for (const template_file *known = tiled->templates; known; known = known->next) {
        if (strcmp(known->path, path) != 0) continue;
        *object = known->object;
        return !known->reading || fail_circle(tiled->reader, at, path);
    }
    template_file *file = cr_scratch(tiled->reader, 1, sizeof *file);
    if (!file) return false;
    *file = (template_file){.path = path, .reading = true, .next = tiled->templates};
    tiled->templates = file;
    const cr_node *root = cr_open_external(tiled->reader, at, path);
    if (!root || !read_template_file(tiled, root, at, &file->object)) return false;
    file->reading = false;
    *object = file->object;
    return true;
}

static bool read_object(tiled_reader *tiled, const cr_node *node, cr_object *object) {
    cr_reader *reader = tiled->reader;
    *object = (cr_object){.name = "", .type = "", .visible = true};
    const char *name = cr_get_text(reader, node, "template", NULL);
    if (name) {
        const char *path = cr_resolve(reader, node, cr_doc_path(node), name);
        if (!path || !read_template(tiled, node, path, object)) return false;
    }
    object->node = node;
    object->name = cr_get_text(reader, node, "name", object->name);
    const char *type = read_type(reader, node);
    if (type[0]) object->type = type;
    object->id = (int)cr_get_integer(reader, node, "id", 0, INT32_MAX, 0);
    object->x = cr_get_number(reader, node, "x", object->x);
    object->y = cr_get_number(reader, node, "y", object->y);
    object->width = cr_get_number(reader, node, "width", object->width);
    object->height = cr_get_number(reader, node, "height", object->height);
    object->rotation = cr_get_number(reader, node, "rotation", object->rotation);
    object->visible = cr_get_bool(reader, node, "visible", object->visible);
    object->mark = cr_mark_over(object->mark, cr_read_mark(reader, node, type, NULL));
    if (cr_get(node, "gid")) {
        uint32_t gid = (uint32_t)cr_get_integer(reader, node, "gid", 1, UINT32_MAX, 0);
        object->form = CR_TILE;
        const char *wrong = cr_find_tile(tiled->map->tilesets, tiled->map->tilesets_count, gid, &object->tile);
        if (wrong) cr_fail(reader, CAROM_BAD_FILE, node, "gid %u %s", cr_plain_gid(gid), wrong);
    }
    return read_form(reader, node, object) && !failed(tiled);
}

// All objects of a layer or tile, in the order of the file.
static bool read_objects(tiled_reader *tiled, const cr_node *node, const cr_object **out) {
    cr_object first = {0}, *last = &first;
    cr_each each = cr_each_of(node, "object", "objects");
    for (const cr_node *item; (item = cr_each_next(&each));) {
        last->next = cr_scratch(tiled->reader, 1, sizeof *last);
        if (!last->next || !read_object(tiled, item, last->next)) return false;
        last = last->next;
    }
    *out = first.next;
    return true;
}

// ---- Tilesets ------------------------------------------------------------------------------------------------------

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

static bool read_tile(tiled_reader *tiled, const cr_node *node, cr_tile *tile) {
    cr_reader *reader = tiled->reader;
    bool old = node->name && !cr_is_xml(node); // before Tiled 1.2, JSON had an object by id
    int64_t id = 0;
    if (old && !cr_get(node, "id"))
        id = strtol(node->name, NULL, 10) & gid_limit;
    else
        id = cr_need_integer(reader, node, "id", 0, gid_limit);
    const cr_node *image = cr_is_xml(node) ? cr_get(node, "image") : node;
    bool xml = cr_is_xml(node);
    tile->id = (uint32_t)id;
    tile->type = read_type(reader, node);
    tile->width = cr_get_number(reader, node, "width", cr_get_number(reader, image, xml ? "width" : "imagewidth", 0));
    tile->height =
        cr_get_number(reader, node, "height", cr_get_number(reader, image, xml ? "height" : "imageheight", 0));
    tile->mark = cr_read_mark(reader, node, tile->type, NULL);
    const cr_object *shapes = NULL;
    if (!read_objects(tiled, cr_get(node, "objectgroup"), &shapes)) return false;
    tile->shapes = only_solid(shapes);
    return !failed(tiled);
}

static int by_id(const void *left, const void *right) {
    const cr_tile *a = left, *b = right;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

// Before 1.2 the properties of tiles were an object of their own in JSON.
static bool read_old_properties(tiled_reader *tiled, const cr_node *properties, cr_tile *tiles, size_t count) {
    for (const cr_node *item = properties ? properties->first : NULL; item; item = item->next, count++) {
        if (!item->name) continue;
        tiles[count].id = (uint32_t)(strtol(item->name, NULL, 10) & gid_limit);
        tiles[count].type = "";
        tiles[count].mark = cr_read_plain_mark(tiled->reader, item);
    }
    return !failed(tiled);
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

static bool read_tiles(tiled_reader *tiled, const cr_node *node, cr_tileset *tileset) {
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

// Which point of a tile object its position is. What no alignment says depends on the orientation: the bottom left
// corner in orthogonal maps.
static bool read_alignment(cr_reader *reader, const cr_node *node, cr_tileset *tileset) {
    static const char *const names[] = {"topleft", "top",        "topright", "left",       "center",
                                        "right",   "bottomleft", "bottom",   "bottomright"};
    const char *name = cr_get_text(reader, node, "objectalignment", "unspecified");
    if (strcmp(name, "unspecified") == 0) name = "bottomleft";
    for (int i = 0; i < 9; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        tileset->align_x = 0.5 * (i % 3);
        tileset->align_y = 0.5 * (i / 3);
        return true;
    }
    return cr_fail(reader, CAROM_BAD_FILE, node, "unknown objectalignment '%.40s'", name);
}

static const cr_tileset *read_tileset(tiled_reader *tiled, const cr_node *node) {
    cr_reader *reader = tiled->reader;
    cr_tileset *tileset = cr_scratch(reader, 1, sizeof *tileset);
    if (!tileset) return NULL;
    const cr_node *offset = cr_get(node, "tileoffset");
    tileset->name = cr_get_text(reader, node, "name", "");
    tileset->tile_width = (double)cr_need_integer(reader, node, "tilewidth", 1, cells_limit);
    tileset->tile_height = (double)cr_need_integer(reader, node, "tileheight", 1, cells_limit);
    tileset->offset_x = cr_get_number(reader, offset, "x", 0);
    tileset->offset_y = cr_get_number(reader, offset, "y", 0);
    tileset->fit_to_grid = strcmp(cr_get_text(reader, node, "tilerendersize", "tile"), "grid") == 0;
    tileset->keep_aspect = strcmp(cr_get_text(reader, node, "fillmode", "stretch"), "preserve-aspect-fit") == 0;
    tileset->collection = cr_get_integer(reader, node, "columns", 0, INT32_MAX, 0) == 0;
    tileset->tile_count = (uint32_t)cr_get_integer(reader, node, "tilecount", 0, gid_limit, unknown_count);
    if (!read_alignment(reader, node, tileset) || !read_tiles(tiled, node, tileset)) return NULL;
    return failed(tiled) ? NULL : tileset;
}

static const cr_tileset *read_tileset_file(tiled_reader *tiled, const cr_node *at, const char *path) {
    cr_reader *reader = tiled->reader;
    for (const tileset_file *known = tiled->tilesets; known; known = known->next) {
        if (strcmp(known->path, path) != 0) continue;
        if (known->reading) fail_circle(reader, at, path);
        return known->tileset;
    }
    tileset_file *file = cr_scratch(reader, 1, sizeof *file);
    if (!file) return NULL;
    *file = (tileset_file){.path = path, .reading = true, .next = tiled->tilesets};
    tiled->tilesets = file;
    const cr_node *root = cr_open_external(reader, at, path), *source = cr_get(root, "source");
    if (source)
        cr_fail(reader, CAROM_BAD_FILE, source, "%.80s -> %.80s -> %.60s: a tileset file that only names another",
                cr_doc_path(at), path, source->text ? source->text : "");
    file->tileset = root && !source ? read_tileset(tiled, root) : NULL;
    file->reading = false;
    return file->tileset;
}

static bool read_tileset_use(tiled_reader *tiled, const cr_node *node, cr_tileset_use *use) {
    cr_reader *reader = tiled->reader;
    use->first_gid = (uint32_t)cr_need_integer(reader, node, "firstgid", 1, gid_limit);
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

static bool read_tilesets(tiled_reader *tiled, const cr_node *root) {
    size_t count = 0, read = 0;
    cr_each each = cr_each_of(root, "tileset", "tilesets");
    while (cr_each_next(&each)) count++;
    cr_tileset_use *uses = cr_scratch(tiled->reader, count, sizeof *uses);
    if (!uses) return false;
    each = cr_each_of(root, "tileset", "tilesets");
    for (const cr_node *node; (node = cr_each_next(&each)); read++)
        if (!read_tileset_use(tiled, node, &uses[read])) return false;
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

// ---- Layers --------------------------------------------------------------------------------------------------------

static cr_chunk *read_chunk(tiled_reader *tiled, const cr_node *node, const cr_node *data, const cr_packing *packing) {
    cr_reader *reader = tiled->reader;
    int64_t columns = cr_need_integer(reader, node, "width", 1, cells_limit);
    int64_t rows = cr_need_integer(reader, node, "height", 1, cells_limit);
    int64_t column = cr_get_integer(reader, node, "x", -position_limit, position_limit, 0);
    int64_t row = cr_get_integer(reader, node, "y", -position_limit, position_limit, 0);
    if (failed(tiled)) return NULL;
    uint64_t cells = (uint64_t)columns * (uint64_t)rows;
    size_t limit = reader->options.limits.cells;
    reader->cells_taken += cells;
    if (cells > limit || reader->cells_taken > 4 * limit) {
        cr_fail(reader, CAROM_TOO_LARGE, node, "%lld x %lld cells, limit %zu in a layer and four times that in a map",
                (long long)columns, (long long)rows, limit);
        return NULL;
    }
    cr_chunk *chunk = cr_scratch(reader, 1, sizeof *chunk);
    if (!chunk) return NULL;
    *chunk = (cr_chunk){(int)column, (int)row, (int)columns, (int)rows, NULL, data, NULL};
    chunk->gids = cr_read_cells(reader, data, packing, (size_t)cells);
    return chunk->gids ? chunk : NULL;
}

static bool read_chunks(tiled_reader *tiled, const cr_node *parent, const cr_packing *packing, cr_layer *layer) {
    cr_chunk first = {0}, *last = &first;
    cr_each each = cr_each_of(parent, "chunk", "chunks");
    for (const cr_node *node; (node = cr_each_next(&each)); last = last->next) {
        const cr_node *data = cr_is_xml(node) ? node : cr_get(node, "data");
        if (!data) return cr_fail(tiled->reader, CAROM_BAD_FILE, node, "'data' is missing");
        last->next = read_chunk(tiled, node, data, packing);
        if (!last->next) return false;
    }
    layer->chunks = first.next;
    return true;
}

static bool read_tile_layer(tiled_reader *tiled, const cr_node *node, cr_layer *layer) {
    cr_reader *reader = tiled->reader;
    const cr_node *data = cr_get(node, "data"), *described = cr_is_xml(node) ? data : node;
    // In XML the data says how it is packed, in JSON the layer does.
    const cr_packing packing = {layer->name, cr_get_text(reader, described, "encoding", ""),
                                cr_get_text(reader, described, "compression", "")};
    if (failed(tiled)) return false;
    const cr_node *chunks = cr_is_xml(node) ? cr_get(data, "chunk") : cr_get(node, "chunks");
    if (chunks) return read_chunks(tiled, described, &packing, layer);
    if (tiled->map->infinite) return true; // nothing painted yet
    if (!data) return cr_fail(reader, CAROM_BAD_FILE, node, "layer '%.60s' has no data", layer->name);
    layer->chunks = read_chunk(tiled, node, data, &packing);
    return layer->chunks != NULL;
}

// What a layer takes over from the groups around it.
static cr_layer inherit(const cr_layer *group) {
    cr_layer layer = {.visible = true};
    if (group) layer = *group;
    layer.next = NULL;
    return layer;
}

static bool read_layer(tiled_reader *tiled, const cr_node *node, const char *kind, cr_layer *layer) {
    cr_reader *reader = tiled->reader;
    layer->node = node;
    layer->name = cr_get_text(reader, node, "name", "");
    layer->visible = layer->visible && cr_get_bool(reader, node, "visible", true);
    layer->offset_x += cr_get_number(reader, node, "offsetx", 0);
    layer->offset_y += cr_get_number(reader, node, "offsety", 0);
    layer->parallax = layer->parallax || cr_get_number(reader, node, "parallaxx", 1) != 1 ||
                      cr_get_number(reader, node, "parallaxy", 1) != 1;
    const char *type = cr_get_text(reader, node, "class", "");
    layer->mark = cr_mark_over(layer->mark, cr_read_mark(reader, node, type, layer->name));
    if (strcmp(kind, "layer") == 0) {
        layer->kind = CR_TILE_LAYER;
        return read_tile_layer(tiled, node, layer) && !failed(tiled);
    }
    layer->kind = strcmp(kind, "objectgroup") == 0 ? CR_OBJECT_LAYER : CR_IMAGE_LAYER;
    return (layer->kind == CR_IMAGE_LAYER || read_objects(tiled, node, &layer->objects)) && !failed(tiled);
}

// "layer", "objectgroup", "imagelayer", "group", or null for what is no layer.
static const char *layer_kind(cr_reader *reader, const cr_node *node) {
    static const char *const kinds[] = {"layer", "objectgroup", "imagelayer", "group"};
    const char *kind = cr_is_xml(node) ? node->name : cr_get_text(reader, node, "type", "");
    if (!cr_is_xml(node) && strcmp(kind, "tilelayer") == 0) kind = "layer";
    for (int i = 0; i < 4; i++)
        if (node->kind == CR_OBJECT && strcmp(kind, kinds[i]) == 0) return kinds[i];
    return NULL;
}

// Appends the layers of a map or group behind `last`, and tells the new last; null after a failure. Groups are nested
// no deeper than the document.
static cr_layer *read_layers(tiled_reader *tiled, const cr_node *parent, const cr_layer *group, cr_layer *last) {
    const cr_node *list = cr_is_xml(parent) ? parent : cr_get(parent, "layers");
    for (const cr_node *node = list ? list->first : NULL; node; node = node->next) {
        const char *kind = layer_kind(tiled->reader, node);
        if (!kind) continue;
        cr_layer *layer = cr_scratch(tiled->reader, 1, sizeof *layer);
        if (!layer) return NULL;
        *layer = inherit(group);
        if (!read_layer(tiled, node, kind, layer)) return NULL;
        if (strcmp(kind, "group") == 0)
            last = read_layers(tiled, node, layer, last);
        else
            last = last->next = layer;
        if (!last) return NULL;
    }
    return last;
}

// ---- The map -------------------------------------------------------------------------------------------------------

static bool check_orientation(cr_reader *reader, const cr_node *root) {
    const char *name = cr_get_text(reader, root, "orientation", "orthogonal");
    if (strcmp(name, "orthogonal") == 0) return true;
    return cr_fail(reader, CAROM_UNSUPPORTED, root, "%.40s maps are not supported yet, only orthogonal ones", name);
}

const cr_tiled *cr_read_tiled(cr_reader *reader, const cr_node *root) {
    cr_tiled *map = cr_scratch(reader, 1, sizeof *map);
    if (!map || !check_orientation(reader, root)) return NULL;
    tiled_reader tiled = {.reader = reader, .map = map};
    map->node = root;
    map->infinite = cr_get_bool(reader, root, "infinite", false);
    map->columns = (int)cr_need_integer(reader, root, "width", map->infinite ? 0 : 1, cells_limit);
    map->rows = (int)cr_need_integer(reader, root, "height", map->infinite ? 0 : 1, cells_limit);
    map->cell_width = (double)cr_need_integer(reader, root, "tilewidth", 1, cells_limit);
    map->cell_height = (double)cr_need_integer(reader, root, "tileheight", 1, cells_limit);
    cr_set_background(reader, cr_get_text(reader, root, "backgroundcolor", ""));
    if (failed(&tiled) || !read_tilesets(&tiled, root)) return NULL;
    cr_layer before = {0};
    if (!read_layers(&tiled, root, NULL, &before)) return NULL;
    map->layers = before.next;
    return map;
}
