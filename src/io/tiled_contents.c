// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contents of a Tiled map: everything in its document beside the solids. Runs after cr_tiled_level, so that object
// i of this list is object i of that one.
#include "io/contents.h"
#include "io/tiled_draw.h"
#include "io/tiled_grid.h"
#include "io/types.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PARALLAX 1e9 // as any number of a file; the product of nested groups stays finite

typedef struct contents_reader {
    cr_reader *reader;
    const cr_tiled *tiled;
    cr_point_path path; // buffer
    const cr_tileset *last;
    int last_index; // in the list of tilesets
} contents_reader;

/// A thing with custom properties.
typedef struct property_owner {
    const char *type, *use;     // its class, and the use of such classes (see cr_class_of)
    const cr_node *base, *node; // its template, which may be null, and the thing itself
} property_owner;

static bool take_properties_of(cr_reader *reader, property_owner owner, carom_map_properties *out) {
    cr_property_list list = {.reader = reader};
    bool added = cr_add_class_defaults(&list, owner.type, owner.use) && cr_add_properties(&list, owner.base) &&
                 cr_add_properties(&list, owner.node);
    return cr_take_properties(&list, out) && added;
}

// ---- Types ----------------------------------------------------------------------------------------------------------

static bool describe_type(cr_reader *reader, const cr_type *read, carom_map_type *type) {
    type->name = cr_copy_text(reader, read->name);
    if (!type->name || !cr_count_steps(reader, 8)) return false;
    if (read->is_class) {
        type->kind = CAROM_MAP_TYPE_CLASS;
        cr_property_list list = {.reader = reader};
        bool added = cr_add_members(&list, read->node);
        return cr_take_properties(&list, &type->members) && added;
    }
    type->numbers = strcmp(cr_get_text(reader, read->node, "storageType", "string"), "int") == 0;
    type->flags = cr_get_bool(reader, read->node, "valuesAsFlags", false);
    return cr_add_enum_values(reader, cr_get(read->node, "values"), NULL, type);
}

bool cr_tiled_types(cr_reader *reader) {
    for (size_t i = 0; i < reader->types_count; i++) {
        carom_map_type type = {.name = ""};
        bool added = describe_type(reader, &reader->types[i], &type);
        carom_map_type *kept = added ? cr_array_add(&reader->map->types, reader->map->allocator, sizeof *kept) : NULL;
        if (!kept) return cr_no_memory(reader);
        *kept = type;
    }
    return reader->error.status == CAROM_STATUS_OK;
}

static int index_of_tileset(contents_reader *c, const cr_tileset *tileset) {
    if (tileset == c->last) return c->last_index;
    c->last = tileset;
    c->last_index = -1;
    const cr_tileset *const *listed = c->reader->tilesets_listed.items;
    size_t count = c->reader->tilesets_listed.count;
    for (size_t i = 0; i < count; i++)
        if (listed[i] == tileset) c->last_index = (int)i;
    return cr_count_steps(c->reader, count) ? c->last_index : -1;
}

// ---- Tilesets -------------------------------------------------------------------------------------------------------

static bool read_tile_frames(cr_reader *reader, const cr_node *node, carom_map_tile *tile) {
    const cr_node *animation = cr_get(node, "animation");
    const cr_node *first = animation ? animation->first : NULL;
    size_t count = 0;
    for (const cr_node *frame = first; frame; frame = frame->next) count++;
    if (count == 0) return true;
    carom_map_frame *frames = NULL;
    if (cr_count_steps(reader, count)) frames = cr_arena_take(&reader->map->arena, count, sizeof *frames);
    if (!frames) return cr_no_memory(reader);
    for (const cr_node *frame = first; frame; frame = frame->next) {
        carom_map_frame *added = &frames[tile->frames_count++];
        added->tile = (uint32_t)cr_get_integer(reader, frame, "tileid", 0, UINT32_MAX, 0);
        added->milliseconds = (int)cr_get_integer(reader, frame, "duration", 0, INT32_MAX, 0);
    }
    tile->frames = frames;
    return reader->error.status == CAROM_STATUS_OK;
}

// The image of a tile: an element in XML, members of the tile in JSON. Its part of the image is given since Tiled 1.9.
static bool read_tile_image(cr_reader *reader, const cr_node *node, const cr_tile *read, carom_map_tile *tile) {
    const cr_node *image = cr_get(node, "image");
    const char *name =
        cr_is_xml(node) ? cr_get_text(reader, image, "source", "") : cr_get_text(reader, node, "image", "");
    double x = cr_get_number(reader, node, "x", 0), y = cr_get_number(reader, node, "y", 0);
    tile->image = cr_image_path(reader, node, name);
    if (name[0])
        tile->rectangle = (carom_box){cr_narrow_point((cr_point){x, y}),
                                      cr_narrow_point((cr_point){x + read->width, y + read->height})};
    return tile->image && reader->error.status == CAROM_STATUS_OK;
}

static bool describe_tile(cr_reader *reader, const cr_tile *read, carom_map_tile *tile) {
    *tile = (carom_map_tile){.id = read->id, .type = cr_copy_text(reader, read->type), .image = ""};
    if (!tile->type || !cr_count_steps(reader, 8)) return false;
    if (!read->node) return true;
    return take_properties_of(reader, (property_owner){read->type, "tile", NULL, read->node}, &tile->properties) &&
           read_tile_frames(reader, read->node, tile) && read_tile_image(reader, read->node, read, tile);
}

static bool add_tiles_of(cr_reader *reader, const cr_tileset *read, carom_map_tileset *tileset) {
    if (read->tiles_count == 0) return true;
    carom_map_tile *tiles = cr_arena_take(&reader->map->arena, read->tiles_count, sizeof *tiles);
    if (!tiles) return cr_no_memory(reader);
    for (size_t i = 0; i < read->tiles_count; i++)
        if (!describe_tile(reader, &read->tiles[i], &tiles[i])) return false;
    tileset->tiles = tiles;
    tileset->tiles_count = (int)read->tiles_count;
    return true;
}

static bool describe_tileset(cr_reader *reader, const cr_tileset *read) {
    carom_map_tileset *added = cr_array_add(&reader->map->tilesets, reader->map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    carom_map_tileset tileset = {.name = cr_copy_text(reader, read->name), .type = "", .image = ""};
    const cr_node *node = read->node;
    tileset.tile_size = cr_narrow_point((cr_point){read->tile_width, read->tile_height});
    tileset.offset = cr_narrow_point((cr_point){read->offset_x, read->offset_y});
    if (node) {
        const cr_node *image = cr_get(node, "image");
        tileset.type = cr_copy_text(reader, cr_get_text(reader, node, "class", ""));
        tileset.image = cr_image_path(reader, node,
                                      cr_is_xml(node) ? cr_get_text(reader, image, "source", "")
                                                      : cr_get_text(reader, node, "image", ""));
        tileset.margin = (float)cr_get_number(reader, node, "margin", 0);
        tileset.spacing = (float)cr_get_number(reader, node, "spacing", 0);
        tileset.columns = (int)cr_get_integer(reader, node, "columns", 0, INT32_MAX, 0);
        tileset.tile_count = (int)cr_get_integer(reader, node, "tilecount", 0, INT32_MAX, 0);
        const property_owner owner = {tileset.type, "tileset", NULL, node};
        if (!tileset.type || !tileset.image || !take_properties_of(reader, owner, &tileset.properties)) return false;
    }
    bool done = tileset.name && add_tiles_of(reader, read, &tileset);
    *added = tileset;
    return done;
}

// ---- Objects --------------------------------------------------------------------------------------------------------

static carom_map_form form_of(cr_form form) {
    static const carom_map_form forms[] = {
        [CR_RECTANGLE] = CAROM_MAP_FORM_BOX,   [CR_ELLIPSE] = CAROM_MAP_FORM_ELLIPSE,
        [CR_CAPSULE] = CAROM_MAP_FORM_CAPSULE, [CR_POINT] = CAROM_MAP_FORM_POINT,
        [CR_POLYGON] = CAROM_MAP_FORM_POLYGON, [CR_POLYLINE] = CAROM_MAP_FORM_POLYLINE,
        [CR_LABEL] = CAROM_MAP_FORM_TEXT,      [CR_TILE_OBJECT] = CAROM_MAP_FORM_TILE,
    };
    return forms[form];
}

// Writes the outline of an object on the map, without the offset of its layer.
static bool outline_object(contents_reader *c, const cr_layer *layer, const cr_object *object) {
    const cr_affine projection = cr_projection(c->tiled);
    if (object->form == CR_TILE_OBJECT) {
        cr_drawn_tile drawn = cr_draw_tile_object(c->tiled, layer, object);
        const cr_affine back = {1, 0, 0, 1, -layer->offset_x, -layer->offset_y};
        if (!cr_flatten_box(c->reader, drawn.size.x, drawn.size.y, &c->path)) return false;
        cr_transform(&c->path, &drawn.transform);
        cr_transform(&c->path, &back);
        return true;
    }
    if (object->form == CR_POINT) {
        const cr_point at = cr_apply_affine(&projection, (cr_point){object->x, object->y});
        return cr_flatten_polygon(c->reader, &at, 1, &c->path);
    }
    return cr_flatten(c->reader, object, &projection, 1, &c->path);
}

static const char *text_of_object(cr_reader *reader, const cr_object *object) {
    const cr_node *text = cr_get(object->node, "text");
    if (!text && object->base) text = cr_get(object->base, "text");
    if (!text || object->form != CR_LABEL) return "";
    return cr_copy_text(reader, cr_is_xml(text) ? text->text : cr_get_text(reader, text, "text", ""));
}

static bool add_details(contents_reader *c, const cr_layer *layer, const cr_object *object) {
    cr_reader *reader = c->reader;
    carom_map_details details = {.form = form_of(object->form), .tileset = -1, .iid = ""};
    const cr_affine offset = {1, 0, 0, 1, layer->offset_x, layer->offset_y};
    details.layer = (int)reader->map->layers.count;
    if (!outline_object(c, layer, object)) return false;
    cr_transform(&c->path, &offset);
    details.points = cr_copy_points(reader, &c->path);
    details.points_count = (int)c->path.points.count;
    if (object->form == CR_TILE_OBJECT) {
        details.tileset = index_of_tileset(c, object->tile.tileset);
        details.tile = object->tile.id;
        details.flips = object->tile.flags;
    }
    details.text = text_of_object(reader, object);
    if (!details.points || !details.text) return false;
    const cr_tile *tile = object->form == CR_TILE_OBJECT ? cr_tile_definition(&object->tile) : NULL;
    const char *type = object->type[0] || !tile ? object->type : tile->type;
    const property_owner owner = {type, "object", object->base, object->node};
    if (!take_properties_of(reader, owner, &details.properties)) return false;
    carom_map_details *added = cr_array_add(&reader->map->details, reader->map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = details;
    return true;
}

// ---- Layers ---------------------------------------------------------------------------------------------------------

// The product of a number of a layer and of its groups, from `least` to `most` at every step.
static double inherited_number(cr_reader *reader, const cr_node *node, const char *name, double least, double most) {
    double product = 1;
    for (; node->parent; node = node->parent) {
        if (node->kind != CR_OBJECT) continue;
        product *= cr_get_number(reader, node, name, 1);
        product = product < least ? least : product > most ? most : product;
    }
    return product;
}

static carom_map_cell cell_of(contents_reader *c, const cr_layer *layer, cr_tile_use use, int column, int row) {
    carom_map_cell cell = {column, row, index_of_tileset(c, use.tileset), use.id, use.flags, {0, 0}, {0, 0}, 1};
    if (c->tiled->orientation == CR_HEXAGONAL) use.flags &= CR_FLIP_X | CR_FLIP_Y; // without the rotation
    cr_drawn_tile drawn = cr_draw_cell(c->tiled, layer, &use, column, row);
    cell.corner = cr_narrow_point(cr_min_corner(&drawn));
    cell.size = cr_narrow_point(drawn.box);
    return cell;
}

static size_t count_tiles(const cr_layer *layer) {
    size_t count = 0;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
        for (size_t i = 0; i < (size_t)chunk->columns * (size_t)chunk->rows; i++)
            count += cr_plain_gid(chunk->gids[i]) != 0;
    return count;
}

static bool add_layer_cells(contents_reader *c, const cr_layer *layer, carom_map_layer *out) {
    carom_map_cell *cells = cr_make_cells(c->reader, out, count_tiles(layer));
    if (!cells) return false;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next) {
        size_t columns = (size_t)chunk->columns, count = columns * (size_t)chunk->rows;
        if (!cr_count_steps(c->reader, count)) return false;
        for (size_t i = 0; i < count; i++) {
            cr_tile_use use;
            cr_find_tile(c->tiled->tilesets, c->tiled->tilesets_count, chunk->gids[i], &use);
            if (!use.tileset) continue;
            carom_map_cell *cell = &cells[out->cells_count++];
            *cell = cell_of(c, layer, use, chunk->column + (int)(i % columns), chunk->row + (int)(i / columns));
            cell->opacity = out->opacity;
        }
    }
    return true;
}

static bool add_layer_contents(contents_reader *c, const cr_layer *layer) {
    cr_reader *reader = c->reader;
    const cr_node *node = layer->node, *image = cr_get(node, "image");
    bool is_image = layer->kind == CR_IMAGE_LAYER;
    carom_map_layer out = {.name = cr_copy_text(reader, layer->name), .visible = layer->visible, .level = -1};
    if (reader->place_name) out.level = (int)reader->map->levels.count;
    out.type = cr_copy_text(reader, cr_get_text(reader, node, "class", ""));
    out.kind = is_image                         ? CAROM_MAP_LAYER_IMAGE
               : layer->kind == CR_OBJECT_LAYER ? CAROM_MAP_LAYER_OBJECTS
                                                : CAROM_MAP_LAYER_TILES;
    const char *name = !is_image         ? ""
                       : cr_is_xml(node) ? cr_get_text(reader, image, "source", "")
                                         : cr_get_text(reader, node, "image", "");
    out.image = cr_image_path(reader, node, name);
    out.opacity = (float)inherited_number(reader, node, "opacity", 0, 1);
    out.offset = cr_narrow_point((cr_point){layer->offset_x, layer->offset_y});
    out.parallax =
        cr_narrow_point((cr_point){inherited_number(reader, node, "parallaxx", -MOST_PARALLAX, MOST_PARALLAX),
                                   inherited_number(reader, node, "parallaxy", -MOST_PARALLAX, MOST_PARALLAX)});
    out.first_object = (int)reader->map->details.count;
    const property_owner owner = {out.type, "layer", NULL, node};
    if (!out.name || !out.type || !out.image || !take_properties_of(reader, owner, &out.properties)) return false;
    if (layer->kind == CR_TILE_LAYER && !add_layer_cells(c, layer, &out)) return false;
    for (const cr_object *object = layer->objects; object; object = object->next)
        if (!add_details(c, layer, object)) return false;
    out.objects_count = (int)reader->map->details.count - out.first_object;
    carom_map_layer *added = cr_array_add(&reader->map->layers, reader->map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = out;
    return reader->error.status == CAROM_STATUS_OK;
}

// Lists a tileset, unless an earlier map of the world has: those are the first `before` tilesets.
static bool list_tileset(cr_reader *reader, const cr_tileset *tileset, size_t before) {
    const cr_tileset *const *listed = reader->tilesets_listed.items;
    if (!cr_count_steps(reader, before)) return false;
    for (size_t i = 0; i < before; i++)
        if (listed[i] == tileset) return true;
    const cr_tileset **added = cr_array_add(&reader->tilesets_listed, reader->scratch.allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = tileset;
    return describe_tileset(reader, tileset);
}

bool cr_tiled_contents(cr_reader *reader, const cr_tiled *tiled, carom_map_properties *properties) {
    contents_reader c = {.reader = reader, .tiled = tiled, .last_index = -1};
    const property_owner owner = {cr_get_text(reader, tiled->node, "class", ""), "map", NULL, tiled->node};
    bool added = take_properties_of(reader, owner, properties);
    const size_t before = reader->tilesets_listed.count;
    for (size_t i = 0; added && i < tiled->tilesets_count; i++)
        added = list_tileset(reader, tiled->tilesets[i].tileset, before);
    for (const cr_layer *layer = tiled->layers; added && layer; layer = layer->next)
        added = add_layer_contents(&c, layer);
    cr_path_free(&c.path, reader->scratch.allocator);
    return added;
}
