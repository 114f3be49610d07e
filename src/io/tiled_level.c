// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What of a Tiled map is solid, and where it is. The rules are those of carom/io.h; everything that stays out is
// counted by its reason, and becomes a note for each layer.
#include "io/build.h"
#include "io/tiled_draw.h"
#include "io/tiled_grid.h"

// Why something of a layer is not solid, or not as it was meant.
typedef enum reason {
    SOLID,
    TILES_UNMARKED,
    TILES_MARKED,
    TILES_WHOLE, // is solid, but not as meant
    OBJECTS_OF_THE_GAME,
    OBJECTS_MARKED,
    OBJECTS_HIDDEN,
    OBJECTS_POINTS,
    OBJECTS_TEXTS,
    OBJECTS_FLAT,
    OBJECTS_WITHOUT_SHAPE,
    OBJECTS_TURNED, // is solid, but not as meant
    REASONS,
} reason;

static const char *const reason_texts[REASONS] = {
    [TILES_UNMARKED] = "tiles left out: neither they nor their layer is marked as solid, and they have no shapes",
    [TILES_MARKED] = "tiles left out: they are marked as not solid",
    [TILES_WHOLE] = "tiles taken as their whole cell: tiles of the catalogue are for orthogonal maps",
    [OBJECTS_OF_THE_GAME] = "objects left out: they have a name or a class, and are not marked as solid",
    [OBJECTS_MARKED] = "objects left out: they, or their layer, are marked as not solid",
    [OBJECTS_HIDDEN] = "objects left out: they are hidden, and not marked as solid",
    [OBJECTS_POINTS] = "points left out: they are never solid",
    [OBJECTS_TEXTS] = "texts left out: they are never solid",
    [OBJECTS_FLAT] = "shapes left out: they have no width, no height, or too few points",
    [OBJECTS_WITHOUT_SHAPE] = "tile objects left out: neither marked as solid nor given shapes in their tileset",
    [OBJECTS_TURNED] = "tile objects taken as their whole box: tiles of the catalogue cannot be turned freely",
};

typedef struct builder {
    cr_reader *reader;
    const cr_tiled *tiled;
    const cr_layer *layer;
    cr_path path; // of the shape at hand
    int left_out[REASONS];
    uint8_t *codes;                 // of the layer's grid; null as long as there is nothing in it
    int column, row, columns, rows; // of that grid
} builder;

// ---- Tiles ---------------------------------------------------------------------------------------------------------

// A tile of the catalogue that does not lie on the layer's grid gets a grid of its own, of one cell.
static bool add_single(builder *build, const cr_drawn_tile *drawn, uint8_t code) {
    uint8_t *codes = cr_add_tiles(build->reader, 1, 1, cr_corner_of(drawn), drawn->box);
    if (codes) *codes = code;
    return codes != NULL;
}

static bool add_box(builder *build, const cr_drawn_tile *drawn, int tag) {
    return cr_trace_box(build->reader, drawn->size.x, drawn->size.y, &build->path) &&
           cr_add_outline(build->reader, &build->path, CR_FACING_NONE, &drawn->place, tag, NULL);
}

static bool add_shapes(builder *build, const cr_tile_use *use, const cr_drawn_tile *drawn, const cr_mark *mark,
                       int tag) {
    double scale = cr_stretch(&drawn->place);
    const cr_affine *drawn_in = &use->tileset->shapes;
    for (const cr_object *shape = drawn->tile->shapes; shape; shape = shape->next) {
        cr_facing facing = cr_mark_over(*mark, shape->mark).facing;
        if (!cr_trace(build->reader, shape, drawn_in, scale, &build->path)) return false;
        if (!cr_add_outline(build->reader, &build->path, facing, &drawn->place, tag, NULL)) return false;
    }
    return true;
}

// The grid of the layer, from its first to its last chunk.
static bool make_grid(builder *build) {
    const cr_chunk *chunk = build->layer->chunks;
    int64_t left = chunk->column, top = chunk->row, right = left, bottom = top;
    for (; chunk; chunk = chunk->next) {
        left = chunk->column < left ? chunk->column : left;
        top = chunk->row < top ? chunk->row : top;
        right = chunk->column + chunk->columns > right ? chunk->column + chunk->columns : right;
        bottom = chunk->row + chunk->rows > bottom ? chunk->row + chunk->rows : bottom;
    }
    uint64_t cells = (uint64_t)(right - left) * (uint64_t)(bottom - top);
    size_t limit = build->reader->options.limits.cells;
    if (cells > limit)
        return cr_fail(build->reader, CAROM_TOO_LARGE, build->layer->node,
                       "the chunks lie in %lld x %lld cells, limit %zu", (long long)(right - left),
                       (long long)(bottom - top), limit);
    build->column = (int)left;
    build->row = (int)top;
    build->columns = (int)(right - left);
    build->rows = (int)(bottom - top);
    double width = build->tiled->cell_width, height = build->tiled->cell_height;
    cr_point origin = {(double)left * width + build->layer->offset_x, (double)top * height + build->layer->offset_y};
    build->codes = cr_add_tiles(build->reader, build->columns, build->rows, origin, (cr_point){width, height});
    return build->codes != NULL;
}

static bool set_code(builder *build, int column, int row, uint8_t code) {
    if (!build->codes && !make_grid(build)) return false;
    size_t index = (size_t)(row - build->row) * (size_t)build->columns + (size_t)(column - build->column);
    build->codes[index] = code;
    return true;
}

// Does the tile fill its cell, no more and no less?
static bool fills_cell(const builder *build, const cr_drawn_tile *drawn, int column, int row) {
    double width = build->tiled->cell_width, height = build->tiled->cell_height;
    cr_point corner = cr_corner_of(drawn);
    return drawn->box.x == width && drawn->box.y == height && corner.x == column * width + build->layer->offset_x &&
           corner.y == row * height + build->layer->offset_y;
}

// A single rectangle over all of the tile is the same as no shape, and cheaper.
static bool is_whole(const cr_drawn_tile *drawn, const cr_object *shape) {
    return shape && !shape->next && shape->form == CR_RECTANGLE && shape->rotation == 0 && shape->x == 0 &&
           shape->y == 0 && shape->width == drawn->size.x && shape->height == drawn->size.y;
}

static reason why_not_cell(const cr_tile *tile, const cr_mark *mark) {
    if (mark->solid == CR_NOT_SOLID) return TILES_MARKED;
    bool shaped = tile && (tile->shapes || tile->mark.has_code);
    return mark->solid == CR_SOLID || shaped ? SOLID : TILES_UNMARKED;
}

// All of a cell that is no rectangle. Tiles of the catalogue are made for rectangles.
static bool add_whole_cell(builder *build, const cr_mark *mark, int column, int row) {
    cr_point corners[CR_CELL_CORNERS];
    int count = cr_cell_outline(build->tiled, column, row, corners);
    const cr_affine place = {1, 0, 0, 1, build->layer->offset_x, build->layer->offset_y};
    build->left_out[TILES_WHOLE] += mark->has_code;
    return cr_trace_polygon(build->reader, corners, count, &build->path) &&
           cr_add_outline(build->reader, &build->path, mark->facing, &place, 0, NULL);
}

// All of the tile's box, or a tile of the catalogue in it.
static bool add_whole_tile(builder *build, const cr_drawn_tile *drawn, const cr_mark *mark, int column, int row) {
    uint8_t code = mark->has_code ? mark->code : mark->facing ? cr_edge_code(mark->facing) : CAROM_TILE_SOLID;
    code = cr_turn_code(code, drawn->flip, drawn->turns);
    if (fills_cell(build, drawn, column, row)) return set_code(build, column, row, code);
    return code == CAROM_TILE_SOLID ? add_box(build, drawn, 0) : add_single(build, drawn, code);
}

static bool add_cell(builder *build, const cr_tile_use *use, int column, int row) {
    bool orthogonal = build->tiled->orientation == CR_ORTHOGONAL;
    cr_drawn_tile drawn = cr_draw_cell(build->tiled, build->layer, use, column, row);
    cr_mark mark = build->layer->mark;
    if (drawn.tile) mark = cr_mark_over(mark, drawn.tile->mark);
    reason why = why_not_cell(drawn.tile, &mark);
    build->left_out[why]++;
    if (why != SOLID) return true;
    const cr_object *shapes = drawn.tile && !mark.has_code ? drawn.tile->shapes : NULL;
    bool whole = orthogonal && is_whole(&drawn, shapes);
    if (shapes && !whole) return add_shapes(build, use, &drawn, &mark, 0);
    if (whole) mark = cr_mark_over(mark, shapes->mark);
    return orthogonal ? add_whole_tile(build, &drawn, &mark, column, row) : add_whole_cell(build, &mark, column, row);
}

static bool find_tile(builder *build, const cr_chunk *chunk, int column, int row, uint32_t gid, cr_tile_use *use) {
    const char *wrong = cr_find_tile(build->tiled->tilesets, build->tiled->tilesets_count, gid, use);
    return !wrong || cr_fail(build->reader, CAROM_BAD_FILE, chunk->node, "layer '%.60s': gid %u at (%d,%d) %s",
                             build->layer->name, cr_plain_gid(gid), column, row, wrong);
}

static bool add_chunk(builder *build, const cr_chunk *chunk, bool counts) {
    size_t cells = (size_t)chunk->columns * (size_t)chunk->rows;
    for (size_t i = 0; i < cells; i++) {
        cr_tile_use use;
        int column = chunk->column + (int)(i % (size_t)chunk->columns);
        int row = chunk->row + (int)(i / (size_t)chunk->columns);
        if (!find_tile(build, chunk, column, row, chunk->gids[i], &use)) return false;
        if (!use.tileset) continue;
        build->reader->map->info.tiles++;
        if (counts && !add_cell(build, &use, column, row)) return false;
    }
    return true;
}

static const char *where_of(builder *build) {
    return cr_text(build->reader, &build->reader->map->arena, "layer '%.100s'", build->layer->name);
}

static bool add_tile_layer(builder *build) {
    const cr_layer *layer = build->layer;
    bool hidden = !layer->visible && layer->mark.solid != CR_SOLID, refused = layer->mark.solid == CR_NOT_SOLID;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
        if (!add_chunk(build, chunk, !hidden && !refused)) return false;
    if (!hidden && !refused) return true;
    const char *where = where_of(build);
    return where &&
           cr_note(build->reader, where,
                   refused ? "left out: it is marked as not solid" : "left out: it is hidden, and not marked as solid");
}

// ---- Objects -------------------------------------------------------------------------------------------------------

static bool add_tile_object(builder *build, const cr_object *object, const cr_mark *mark) {
    cr_drawn_tile drawn = cr_draw_tile_object(build->tiled, build->layer, object);
    bool upright = object->rotation == 0 && drawn.box.x > 0 && drawn.box.y > 0;
    if (mark->has_code && upright) return add_single(build, &drawn, cr_turn_code(mark->code, drawn.flip, drawn.turns));
    if (drawn.tile && drawn.tile->shapes && !mark->has_code)
        return add_shapes(build, &object->tile, &drawn, mark, object->id);
    build->left_out[OBJECTS_TURNED] += mark->has_code;
    return cr_trace_box(build->reader, drawn.size.x, drawn.size.y, &build->path) &&
           cr_add_outline(build->reader, &build->path, mark->facing, &drawn.place, object->id, NULL);
}

static bool add_shape_object(builder *build, const cr_object *object, const cr_mark *mark, bool *kept) {
    const cr_affine drawn_in = cr_projection(build->tiled);
    const cr_affine place = {1, 0, 0, 1, build->layer->offset_x, build->layer->offset_y};
    return cr_trace(build->reader, object, &drawn_in, 1, &build->path) &&
           cr_add_outline(build->reader, &build->path, mark->facing, &place, object->id, kept);
}

static reason why_not_object(const builder *build, const cr_object *object, const cr_tile *tile, cr_mark *mark) {
    *mark = cr_mark_over(build->layer->mark, object->mark);
    bool placed_here = mark->solid == CR_SOLID; // by its own mark or its layer's, not only by its tile's
    if (tile) *mark = cr_mark_over(cr_mark_over(build->layer->mark, tile->mark), object->mark);
    if (object->form == CR_POINT) return OBJECTS_POINTS;
    if (object->form == CR_LABEL) return OBJECTS_TEXTS;
    if (mark->solid == CR_NOT_SOLID) return OBJECTS_MARKED;
    if (!placed_here && !(build->layer->visible && object->visible)) return OBJECTS_HIDDEN;
    if (mark->solid == CR_SOLID) return SOLID;
    if (object->name[0] || object->type[0] || (tile && tile->type[0])) return OBJECTS_OF_THE_GAME;
    bool shaped = tile && (tile->shapes || tile->mark.has_code);
    return object->form != CR_TILE || shaped ? SOLID : OBJECTS_WITHOUT_SHAPE;
}

static carom_vec2 vec2(cr_point p) {
    return (carom_vec2){(float)p.x + 0.0f, (float)p.y + 0.0f};
}

// A box that grows by points; empty as long as it has had none.
typedef struct extent {
    cr_point min, max;
    bool any;
} extent;

static void include(extent *box, cr_point p) {
    if (!box->any || p.x < box->min.x) box->min.x = p.x;
    if (!box->any || p.y < box->min.y) box->min.y = p.y;
    if (!box->any || p.x > box->max.x) box->max.x = p.x;
    if (!box->any || p.y > box->max.y) box->max.y = p.y;
    box->any = true;
}

// The box an object covers on the map before it is turned, seen from the point it is turned about.
static extent box_of(const builder *build, const cr_object *object, cr_point at) {
    extent drawn = {.any = false}, box = {.any = false};
    if (object->form == CR_TILE) {
        cr_object upright = *object;
        upright.rotation = 0;
        cr_drawn_tile tile = cr_draw_tile_object(build->tiled, build->layer, &upright);
        cr_point corner = cr_corner_of(&tile);
        include(&box, (cr_point){corner.x - at.x, corner.y - at.y});
        include(&box, (cr_point){corner.x - at.x + tile.box.x, corner.y - at.y + tile.box.y});
        return box;
    }
    for (int i = 0; i < object->points_count; i++) include(&drawn, object->points[i]);
    if (!drawn.any) drawn = (extent){{0, 0}, {object->width, object->height}, true};
    cr_affine linear = cr_projection(build->tiled);
    linear.x = linear.y = 0;
    for (int i = 0; i < 4; i++)
        include(&box,
                cr_apply(&linear, (cr_point){i & 1 ? drawn.max.x : drawn.min.x, i & 2 ? drawn.max.y : drawn.min.y}));
    return box;
}

static bool list_object(builder *build, const cr_object *object, const cr_tile *tile, bool solid) {
    const cr_affine projection = cr_projection(build->tiled);
    cr_point at = cr_apply(&projection, (cr_point){object->x, object->y});
    at = (cr_point){at.x + build->layer->offset_x, at.y + build->layer->offset_y};
    extent box = box_of(build, object, at);
    cr_affine turn = cr_turn(object->rotation, at.x, at.y);
    carom_map_object listed = {
        .name = object->name,
        .type = object->type[0] || !tile ? object->type : tile->type,
        .layer = build->layer->name,
        .id = object->id,
        .position = vec2((cr_point){at.x + box.min.x, at.y + box.min.y}),
        .size = vec2((cr_point){box.max.x - box.min.x, box.max.y - box.min.y}),
        .center = vec2(cr_apply(&turn, (cr_point){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2})),
        .rotation = (float)object->rotation,
        .visible = object->visible && build->layer->visible,
        .solid = solid,
    };
    return cr_add_object(build->reader, &listed);
}

static bool add_object(builder *build, const cr_object *object) {
    const cr_tile *tile = object->form == CR_TILE ? cr_tile_about(&object->tile) : NULL;
    cr_mark mark;
    reason why = why_not_object(build, object, tile, &mark);
    bool solid = why == SOLID;
    if (solid && object->form == CR_TILE && !add_tile_object(build, object, &mark)) return false;
    if (solid && object->form != CR_TILE && !add_shape_object(build, object, &mark, &solid)) return false;
    if (why == SOLID && !solid) why = OBJECTS_FLAT;
    build->left_out[why]++;
    return list_object(build, object, tile, solid);
}

static bool add_object_layer(builder *build) {
    for (const cr_object *object = build->layer->objects; object; object = object->next)
        if (!add_object(build, object)) return false;
    return true;
}

// ---- The map -------------------------------------------------------------------------------------------------------

static bool note_left_out(builder *build) {
    const char *where = where_of(build);
    bool noted = where != NULL;
    for (int i = SOLID + 1; i < REASONS && noted; i++)
        if (build->left_out[i] > 0) noted = cr_note(build->reader, where, "%d %s", build->left_out[i], reason_texts[i]);
    return noted;
}

static bool add_layer(builder *build, const cr_layer *layer) {
    carom_map *map = build->reader->map;
    size_t before = map->tiles.count + map->outlines.count;
    build->layer = layer;
    build->codes = NULL;
    for (int i = 0; i < REASONS; i++) build->left_out[i] = 0;
    map->info.layers++;
    bool added = true;
    if (layer->kind == CR_TILE_LAYER) added = add_tile_layer(build);
    if (layer->kind == CR_OBJECT_LAYER) added = add_object_layer(build);
    if (!added || !note_left_out(build)) return false;
    const char *where = where_of(build);
    if (layer->kind == CR_IMAGE_LAYER)
        return where && cr_note(build->reader, where, "left out: an image is never solid");
    bool moved = layer->parallax && map->tiles.count + map->outlines.count > before;
    return !moved || (where && cr_note(build->reader, where, "its parallax does not move what is solid in it"));
}

bool cr_tiled_level(cr_reader *reader, const cr_tiled *tiled) {
    carom_map *map = reader->map;
    builder build = {.reader = reader, .tiled = tiled};
    map->info.bounds = cr_map_bounds(tiled);
    map->info.cell = vec2((cr_point){tiled->cell_width, tiled->cell_height});
    bool added = true;
    for (const cr_layer *layer = tiled->layers; layer && added; layer = layer->next) added = add_layer(&build, layer);
    cr_path_free(&build.path, reader->scratch.allocator);
    if (!added || cr_anything_solid(map)) return added;
    return cr_note(reader, "map", "nothing in it is solid: mark layers, tiles or objects with the property 'solid'");
}
