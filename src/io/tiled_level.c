// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Selects the solid cells and objects of a Tiled map by the rules of carom/io.h, and adds them to the level. Exclusions
// are counted by reason, and become a note for each layer.
#include "io/build.h"
#include "io/origin.h"
#include "io/tiled_draw.h"
#include "io/tiled_grid.h"
#include "io/tiled_names.h"

#include <stdio.h>
#include <string.h>

// Why a cell or an object is not solid, or not solid as marked.
typedef enum exclusion {
    SOLID,
    TILES_UNMARKED,
    TILES_MARKED,
    TILES_WHOLE, // solid, but not as marked
    OBJECTS_OF_THE_GAME,
    OBJECTS_MARKED,
    OBJECTS_HIDDEN,
    OBJECTS_POINTS,
    OBJECTS_TEXTS,
    OBJECTS_DEGENERATE,
    OBJECTS_STRAY_HOLES,
    OBJECTS_WITHOUT_SHAPE,
    OBJECTS_THAT_MOVE,
    OBJECTS_UNMARKED,
    OBJECTS_BESIDE_MARKED,
    OBJECTS_ELSEWHERE,
    OBJECTS_GUESSED, // solid, because nothing says otherwise
    OBJECTS_LEDGES,  // solid, unless the game moves them
    OBJECTS_ROTATED, // solid, but not as marked
    PAST_END,        // cells and objects, solid or not
    EXCLUSIONS,
} exclusion;

// The option that reverses a decision.
typedef enum remedy { NO_REMEDY, SOLID_LAYER, NOT_SOLID_LAYER, SOLID_NAMES } remedy;

// "[one|many]" is the singular and the plural form.
static const struct {
    const char *text;
    remedy remedy;
} exclusions[EXCLUSIONS] = {
    [TILES_UNMARKED] = {"tile[|s] left out: neither [it nor its|they nor their] layer is marked as solid, and [it has|"
                        "they have] no shapes",
                        SOLID_LAYER},
    [TILES_MARKED] = {"tile[|s] left out: [it is|they are] marked as not solid", NO_REMEDY},
    [TILES_WHOLE] = {"tile[|s] taken as [its|their] whole cell: tiles of the catalogue are for orthogonal maps",
                     NO_REMEDY},
    [OBJECTS_OF_THE_GAME] = {"object[|s] left out: [it has|they have] a name, a class or properties, and [is|are] not "
                             "marked as solid",
                             SOLID_NAMES},
    [OBJECTS_MARKED] = {"object[|s] left out: [it, or its layer, is|they, or their layer, are] marked as not solid",
                        NO_REMEDY},
    [OBJECTS_HIDDEN] = {"object[|s] left out: [it is|they are] hidden, and not marked as solid", SOLID_LAYER},
    [OBJECTS_POINTS] = {"point[|s] left out: points are never solid", NO_REMEDY},
    [OBJECTS_TEXTS] = {"text[|s] left out: texts are never solid", NO_REMEDY},
    [OBJECTS_DEGENERATE] = {"shape[|s] left out: [it has|they have] no width, no height, or too few points", NO_REMEDY},
    [OBJECTS_STRAY_HOLES] = {"hole[|s] left out: no closed solid shape stands before [it in its|them in their] layer",
                             NO_REMEDY},
    [OBJECTS_WITHOUT_SHAPE] = {"tile object[|s] left out: neither marked as solid nor given shapes in [its|their] "
                               "tileset",
                               SOLID_LAYER},
    [OBJECTS_THAT_MOVE] = {"platform[|s] left out: [its name is a motion|their names are motions]; pass "
                           "--one-way platform if [it does|they do] not move",
                           NO_REMEDY},
    [OBJECTS_UNMARKED] = {"object[|s] left out: [it has|they have] no name, class and properties, and another layer is "
                          "called solid",
                          SOLID_LAYER},
    [OBJECTS_BESIDE_MARKED] = {"object[|s] left out: others in [its|their] layer are marked as solid by themselves",
                               SOLID_LAYER},
    [OBJECTS_ELSEWHERE] = {"object[|s] left out: the name of [its|their] layer denotes something else than ground",
                           SOLID_LAYER},
    [OBJECTS_GUESSED] = {"object[|s] taken as solid, because [it has|they have] no name, class and properties",
                         NOT_SOLID_LAYER},
    [OBJECTS_LEDGES] = {"object[|s] taken as one-way where [it is|they are] drawn; pass --not-solid platform if [it "
                        "moves|they move]",
                        NO_REMEDY},
    [PAST_END] = {"tile[|s] [has an id|have ids] past the end of [its|their] tileset: read as [a tile|tiles] without "
                  "shapes and properties",
                  NO_REMEDY},
    [OBJECTS_ROTATED] = {"tile object[|s] taken as [its|their] whole box: tiles of the catalogue have only "
                         "right-angled rotations",
                         NO_REMEDY},
};

enum { LABELS = 10, LABEL_BYTES = 100 }; // names that a note lists, and how much of each is compared

// Names or classes of the objects of a layer that are left out.
typedef struct label_list {
    const char *texts[LABELS];
    int counts[LABELS], count;
    bool more;
} label_list;

typedef struct level_builder {
    cr_reader *reader;
    const cr_tiled *tiled;
    const cr_layer *layer;
    cr_explicit_layers named;
    bool own_marks;     // objects of the layer are marked by themselves, and its name only describes them
    exclusion unmarked; // of objects of the layer that nothing marks
    cr_point_path path; // buffer for the current shape
    int excluded[EXCLUSIONS];
    label_list labels;          // of objects that are left out
    label_list included;        // of objects that are solid by a name of their layer that only describes them
    int shapes;                 // solid objects that are not tile objects
    const char *tested[LABELS]; // layers with tiles that are solid by a property of their own
    int tested_count;
    cr_tally tally;
    const char *label;              // of the layer; null until it is needed
    const cr_tileset *tileset;      // of the last cell with an origin
    uint8_t *codes;                 // of the layer's grid; null until it has a tile
    int column, row, columns, rows; // bounds of that grid
} level_builder;

// ---- Notes -------------------------------------------------------------------------------------------------------

// Writes a text with "[one|many]" in it, in the form for `count`.
static void write_form(char *out, size_t size, const char *text, int count) {
    size_t used = 0;
    bool many = false, either = true;
    for (; *text && used + 1 < size; text++) {
        if (*text == '[') {
            either = many = false;
        } else if (*text == ']') {
            either = true;
        } else if (*text == '|') {
            many = true;
        } else if (either || many == (count != 1)) {
            out[used++] = *text;
        }
    }
    out[used] = 0;
}

static const char *list_labels(level_builder *build, const label_list *list) {
    char names[LABELS * 48 + 8] = "";
    for (int i = 0; i < list->count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s'%.30s' (%d)", i > 0 ? ", " : "", list->texts[i],
                 list->counts[i]);
    }
    return cr_text(build->reader, &build->reader->scratch, "%s%s", names, list->more ? ", ..." : "");
}

// The option that reverses a decision, as the end of a note; "" if there is none.
static const char *remedy_text(level_builder *build, remedy kind) {
    cr_arena *arena = &build->reader->scratch;
    if ((kind == SOLID_LAYER || kind == NOT_SOLID_LAYER) && build->layer->name[0]) {
        const char *layer = cr_option_name(build->reader, build->layer->name);
        if (!layer) return NULL;
        if (kind == SOLID_LAYER) return cr_text(build->reader, arena, "; pass --solid %s if all of it is solid", layer);
        return cr_text(build->reader, arena, "; pass --not-solid %s if none of it is solid", layer);
    }
    const char *names = kind == SOLID_NAMES ? list_labels(build, &build->labels) : "";
    if (!names || !names[0]) return names;
    return cr_text(build->reader, arena, ": %s; pass --solid with such a name if it is solid", names);
}

static const char *layer_label(level_builder *build) {
    const char *map = build->reader->place_name;
    if (build->label) return build->label;
    if (map)
        return build->label = cr_text(build->reader, &build->reader->map->arena, "map '%.100s', layer '%.100s'", map,
                                      build->layer->name);
    return build->label = cr_text(build->reader, &build->reader->map->arena, "layer '%.100s'", build->layer->name);
}

// ---- Origins --------------------------------------------------------------------------------------------------------

// Of a cell; without a tileset, of the grid of the layer.
static bool set_cell_origin(level_builder *build, const cr_tile_use *use) {
    cr_origin origin = {.object = -1, .layer = layer_label(build)};
    bool known = use && use->tileset == build->tileset;
    if (use) origin.tile = use->id;
    if (use) origin.tileset = known ? build->reader->origin.tileset : cr_copy_text(build->reader, use->tileset->name);
    build->tileset = use ? use->tileset : NULL;
    cr_set_origin(build->reader, origin);
    return origin.layer && (!use || origin.tileset);
}

// The object will be listed next.
static bool set_object_origin(level_builder *build) {
    const cr_origin origin = {.object = (int)build->reader->map->objects.count, .layer = layer_label(build)};
    cr_set_origin(build->reader, origin);
    return origin.layer;
}

// ---- Tiles ---------------------------------------------------------------------------------------------------------

// A catalogue tile that is not aligned with the grid of its layer gets a grid of one cell.
static bool add_tile_alone(level_builder *build, const cr_drawn_tile *drawn, uint8_t code) {
    uint8_t *codes = cr_add_tiles(build->reader, 1, 1, cr_min_corner(drawn), drawn->box);
    if (codes) *codes = code;
    return codes != NULL;
}

static bool add_box(level_builder *build, const cr_drawn_tile *drawn, int tag) {
    return cr_flatten_box(build->reader, drawn->size.x, drawn->size.y, &build->path) &&
           cr_add_outline(build->reader, &build->path, CR_FACING_NONE, &drawn->transform, tag, NULL);
}

// Sets *kept if one of the shapes is more than a point or a line after rounding.
static bool add_shapes(level_builder *build, const cr_tile_use *use, const cr_drawn_tile *drawn, const cr_mark *mark,
                       int tag, bool *kept) {
    *kept = false;
    double scale = cr_max_scale(&drawn->transform);
    build->reader->area = -1;
    const cr_affine *projection = &use->tileset->shapes;
    for (const cr_object *shape = drawn->tile->shapes; shape; shape = shape->next) {
        cr_one_way_facing facing = cr_override_mark(*mark, shape->mark).facing;
        if (!cr_flatten(build->reader, shape, projection, scale, &build->path)) return false;
        build->path.hole = shape->mark.hole;
        bool added;
        if (!cr_add_outline(build->reader, &build->path, facing, &drawn->transform, tag, &added)) return false;
        *kept = *kept || added;
    }
    return true;
}

// Makes the grid of the layer: the box around its chunks.
static bool make_grid(level_builder *build) {
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
    if (!cr_count_steps(build->reader, cells < limit ? (size_t)cells : limit)) return false;
    if (cells > limit)
        return cr_fail(build->reader, CAROM_STATUS_TOO_LARGE, build->layer->node,
                       "the chunks lie in %lld x %lld cells, limit %zu", (long long)(right - left),
                       (long long)(bottom - top), limit);
    build->column = (int)left;
    build->row = (int)top;
    build->columns = (int)(right - left);
    build->rows = (int)(bottom - top);
    double width = build->tiled->cell_width, height = build->tiled->cell_height;
    cr_point origin = {(double)left * width + build->layer->offset_x, (double)top * height + build->layer->offset_y};
    if (!set_cell_origin(build, NULL)) return false;
    build->codes = cr_add_tiles(build->reader, build->columns, build->rows, origin, (cr_point){width, height});
    return build->codes != NULL;
}

static bool set_grid_code(level_builder *build, int column, int row, uint8_t code) {
    if (!build->codes && !make_grid(build)) return false;
    size_t index = (size_t)(row - build->row) * (size_t)build->columns + (size_t)(column - build->column);
    build->codes[index] = code;
    return true;
}

// True if the tile covers exactly its cell.
static bool fills_cell(const level_builder *build, const cr_drawn_tile *drawn, int column, int row) {
    double width = build->tiled->cell_width, height = build->tiled->cell_height;
    cr_point corner = cr_min_corner(drawn);
    return drawn->box.x == width && drawn->box.y == height && corner.x == column * width + build->layer->offset_x &&
           corner.y == row * height + build->layer->offset_y;
}

// A single rectangle over the whole tile equals a tile without shapes, which is cheaper.
static bool covers_tile(const cr_drawn_tile *drawn, const cr_object *shape) {
    return shape && !shape->next && shape->form == CR_RECTANGLE && shape->rotation == 0 && shape->x == 0 &&
           shape->y == 0 && shape->width == drawn->size.x && shape->height == drawn->size.y;
}

// The mark of a tile, including those of its tileset and its layer.
static cr_mark inherited_mark(const level_builder *build, const cr_tile_use *use, const cr_tile *tile) {
    cr_mark mark = cr_override_mark(build->layer->mark, use->tileset->mark);
    return tile ? cr_override_mark(mark, tile->mark) : mark;
}

static bool is_one_way_mark(const cr_mark *mark) {
    int base = mark->code & 31;
    bool edges = base >= CAROM_TILE_EDGE && base <= CAROM_TILE_EDGES_THREE;
    return mark->has_code ? edges : mark->facing != CR_FACING_NONE;
}

static bool count_solid_cell(level_builder *build, const cr_tile_use *use, const cr_tile *tile, const cr_mark *mark) {
    cr_solid_group group = {build->layer->name, use->tileset->name, tile ? tile->type : "", mark->source,
                            is_one_way_mark(mark)};
    bool shaped = tile && tile->shapes && !mark->has_code;
    if (mark->solid != CR_SOLID && shaped) group.source = (cr_mark_source){CR_OF_TILE, CR_BY_SHAPES, false, ""};
    return cr_count_solid(build->reader, &build->tally, &group, false);
}

static exclusion cell_exclusion(const cr_tile *tile, const cr_mark *mark) {
    if (mark->solid == CR_NOT_SOLID) return TILES_MARKED;
    bool shaped = tile && (tile->shapes || tile->mark.has_code);
    return mark->solid == CR_SOLID || shaped ? SOLID : TILES_UNMARKED;
}

// Adds the whole of a cell that is not a rectangle. Catalogue tiles exist for rectangles only.
static bool add_whole_cell(level_builder *build, const cr_mark *mark, int column, int row) {
    cr_point corners[CR_CELL_CORNERS];
    int count = cr_cell_outline(build->tiled, column, row, corners);
    const cr_affine transform = {1, 0, 0, 1, build->layer->offset_x, build->layer->offset_y};
    build->excluded[TILES_WHOLE] += mark->has_code;
    return cr_flatten_polygon(build->reader, corners, count, &build->path) &&
           cr_add_outline(build->reader, &build->path, mark->facing, &transform, 0, NULL);
}

// Adds the whole box of a tile, or a catalogue tile in it.
static bool add_whole_tile(level_builder *build, const cr_drawn_tile *drawn, const cr_mark *mark, int column, int row) {
    uint8_t code = mark->has_code ? mark->code : mark->facing ? cr_edge_code(mark->facing) : CAROM_TILE_SOLID;
    code = cr_rotate_code(code, drawn->flip, drawn->turns);
    if (fills_cell(build, drawn, column, row)) return set_grid_code(build, column, row, code);
    return code == CAROM_TILE_SOLID ? add_box(build, drawn, 0) : add_tile_alone(build, drawn, code);
}

static bool add_cell(level_builder *build, const cr_tile_use *use, int column, int row) {
    bool orthogonal = build->tiled->orientation == CR_ORTHOGONAL;
    if (!cr_count_steps(build->reader, 1)) return false;
    cr_drawn_tile drawn = cr_draw_cell(build->tiled, build->layer, use, column, row);
    cr_mark mark = inherited_mark(build, use, drawn.tile);
    exclusion why = cell_exclusion(drawn.tile, &mark);
    if (why != SOLID) {
        build->excluded[why]++;
        return true;
    }
    const cr_object *shapes = drawn.tile && !mark.has_code ? drawn.tile->shapes : NULL;
    bool whole = orthogonal && covers_tile(&drawn, shapes), kept = true;
    if (!set_cell_origin(build, use)) return false;
    if (shapes && !whole && !add_shapes(build, use, &drawn, &mark, 0, &kept)) return false;
    build->excluded[kept ? SOLID : OBJECTS_DEGENERATE]++;
    if (kept && !count_solid_cell(build, use, drawn.tile, &mark)) return false;
    if (shapes && !whole) return true;
    if (whole) mark = cr_override_mark(mark, shapes->mark);
    return orthogonal ? add_whole_tile(build, &drawn, &mark, column, row) : add_whole_cell(build, &mark, column, row);
}

static bool find_tile(level_builder *build, const cr_chunk *chunk, int column, int row, uint32_t gid,
                      cr_tile_use *use) {
    const char *wrong = cr_find_tile(build->tiled->tilesets, build->tiled->tilesets_count, gid, use);
    if (!wrong) return true;
    return cr_fail(build->reader, CAROM_STATUS_BAD_FILE, chunk->node, "layer '%.200s': gid %u at (%d,%d) %s",
                   build->layer->name, cr_plain_gid(gid), column, row, wrong);
}

static bool add_chunk(level_builder *build, const cr_chunk *chunk, bool counts) {
    size_t cells = (size_t)chunk->columns * (size_t)chunk->rows;
    for (size_t i = 0; i < cells; i++) {
        cr_tile_use use;
        int column = chunk->column + (int)(i % (size_t)chunk->columns);
        int row = chunk->row + (int)(i / (size_t)chunk->columns);
        if (!find_tile(build, chunk, column, row, chunk->gids[i], &use)) return false;
        if (!use.tileset) continue;
        build->reader->map->info.tiles++;
        build->excluded[PAST_END] += cr_is_past_end(&use);
        if (counts && !add_cell(build, &use, column, row)) return false;
    }
    return true;
}

static bool add_tile_layer(level_builder *build) {
    const cr_layer *layer = build->layer;
    bool hidden = !layer->visible && layer->mark.solid != CR_SOLID,
         marked_not_solid = layer->mark.solid == CR_NOT_SOLID;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
        if (!add_chunk(build, chunk, !hidden && !marked_not_solid)) return false;
    if (!hidden && !marked_not_solid) return true;
    const char *where = layer_label(build), *end = marked_not_solid ? "" : remedy_text(build, SOLID_LAYER);
    return where && end &&
           cr_note(build->reader, where, "left out: it is %s%s",
                   marked_not_solid ? "marked as not solid" : "hidden, and not marked as solid", end);
}

// ---- Objects -------------------------------------------------------------------------------------------------------

static int tag_of(const cr_object *object) {
    return object->mark.has_tag ? object->mark.tag : object->id;
}

static bool add_tile_object(level_builder *build, const cr_object *object, const cr_mark *mark, bool *kept) {
    cr_drawn_tile drawn = cr_draw_tile_object(build->tiled, build->layer, object);
    const carom_vec2 box = cr_narrow_point(drawn.box); // a tile of no width as a float is none
    bool upright = object->rotation == 0 && box.x > 0 && box.y > 0;
    if (mark->has_code && upright)
        return add_tile_alone(build, &drawn, cr_rotate_code(mark->code, drawn.flip, drawn.turns));
    if (drawn.tile && drawn.tile->shapes && !mark->has_code)
        return add_shapes(build, &object->tile, &drawn, mark, tag_of(object), kept);
    if (!cr_flatten_box(build->reader, drawn.size.x, drawn.size.y, &build->path) ||
        !cr_add_outline(build->reader, &build->path, mark->facing, &drawn.transform, tag_of(object), kept))
        return false;
    build->excluded[OBJECTS_ROTATED] += mark->has_code && *kept;
    return true;
}

static bool add_shape_object(level_builder *build, const cr_object *object, const cr_mark *mark, bool *kept) {
    const cr_affine projection = cr_projection(build->tiled);
    const cr_affine transform = {1, 0, 0, 1, build->layer->offset_x, build->layer->offset_y};
    if (!cr_flatten(build->reader, object, &projection, 1, &build->path)) return false;
    build->path.hole = mark->hole;
    return cr_add_outline(build->reader, &build->path, mark->facing, &transform, tag_of(object), kept);
}

// A platform with a motion as its name moves: "by 64,0 in 120", "round 40 in 240", "spin 0.02" (see carom run).
static bool is_moving_platform(const cr_object *object, const cr_mark *mark) {
    const cr_mark_source *source = &mark->source;
    bool by_class = source->owner == CR_OF_OBJECT && source->by == CR_BY_CLASS && !source->by_rule;
    bool moves = strncmp(object->name, "by ", 3) == 0 || strncmp(object->name, "round ", 6) == 0 ||
                 strncmp(object->name, "spin ", 5) == 0;
    return by_class && moves && mark->facing != CR_FACING_NONE;
}

static bool count_object(level_builder *build, const cr_object *object, const cr_tile *tile, const cr_mark *mark) {
    bool placed = object->form == CR_TILE_OBJECT;
    cr_solid_group group = {build->layer->name, placed ? object->tile.tileset->name : "", object->type, mark->source,
                            is_one_way_mark(mark)};
    if (!object->type[0] && tile) group.type = tile->type;
    bool marked = mark->solid == CR_SOLID || (placed && mark->has_code);
    if (!marked) group.source = (cr_mark_source){CR_OF_OBJECT, placed ? CR_BY_SHAPES : CR_BY_NOTHING, false, ""};
    return cr_count_solid(build->reader, &build->tally, &group, true);
}

// A shape without a name, a class and properties is solid, unless the map has objects for collision.
static exclusion exclusion_without_mark(const level_builder *build) {
    const char *layer = build->layer->name;
    if (build->layer->kind != CR_OBJECT_LAYER) return SOLID;
    if (cr_is_of_the_game(layer)) return OBJECTS_ELSEWHERE;
    return build->named.objects && !cr_resembles_mark(layer) ? OBJECTS_UNMARKED : SOLID;
}

static exclusion object_exclusion(const level_builder *build, const cr_object *object, const cr_tile *tile,
                                  cr_mark *mark) {
    *mark = cr_override_mark(build->layer->mark, object->mark);
    bool placed_here = mark->solid == CR_SOLID; // by its own mark or that of its layer, not only by its tile's
    if (object->form == CR_TILE_OBJECT)
        *mark = cr_override_mark(inherited_mark(build, &object->tile, tile), object->mark);
    if (object->form == CR_POINT) return OBJECTS_POINTS;
    if (object->form == CR_LABEL) return OBJECTS_TEXTS;
    if (mark->solid == CR_NOT_SOLID) return OBJECTS_MARKED;
    if (is_moving_platform(object, mark)) return OBJECTS_THAT_MOVE;
    if (!placed_here && !(build->layer->visible && object->visible)) return OBJECTS_HIDDEN;
    if (mark->solid == CR_SOLID) return build->own_marks && !cr_is_marked(object) ? OBJECTS_BESIDE_MARKED : SOLID;
    if (object->name[0] || object->type[0] || object->properties > 0) return OBJECTS_OF_THE_GAME;
    if (tile && (tile->type[0] || tile->properties > 0) && !tile->mark.has_code) return OBJECTS_OF_THE_GAME;
    bool shaped = tile && (tile->shapes || tile->mark.has_code);
    if (object->form == CR_TILE_OBJECT) return shaped ? SOLID : OBJECTS_WITHOUT_SHAPE;
    return build->unmarked;
}

// A bounding box of points; empty if `any` is false.
typedef struct point_box {
    cr_point min, max;
    bool any;
} point_box;

static void include_point(point_box *box, cr_point p) {
    if (!box->any || p.x < box->min.x) box->min.x = p.x;
    if (!box->any || p.y < box->min.y) box->min.y = p.y;
    if (!box->any || p.x > box->max.x) box->max.x = p.x;
    if (!box->any || p.y > box->max.y) box->max.y = p.y;
    box->any = true;
}

// The box of an object on the map before rotation, relative to its centre of rotation.
static point_box object_box(const level_builder *build, const cr_object *object, cr_point at) {
    point_box box = {.any = false};
    if (object->form == CR_TILE_OBJECT) {
        cr_object upright = *object;
        upright.rotation = 0;
        cr_drawn_tile tile = cr_draw_tile_object(build->tiled, build->layer, &upright);
        cr_point corner = cr_min_corner(&tile);
        include_point(&box, (cr_point){corner.x - at.x, corner.y - at.y});
        include_point(&box, (cr_point){corner.x - at.x + tile.box.x, corner.y - at.y + tile.box.y});
        return box;
    }
    point_box drawn = {{0, 0}, {object->width, object->height}, true};
    if (object->points_count > 0) drawn = (point_box){object->min, object->max, true};
    cr_affine linear = cr_projection(build->tiled);
    linear.x = linear.y = 0;
    for (int i = 0; i < 4; i++)
        include_point(&box, cr_apply_affine(&linear, (cr_point){i & 1 ? drawn.max.x : drawn.min.x,
                                                                i & 2 ? drawn.max.y : drawn.min.y}));
    return box;
}

static bool list_object(level_builder *build, const cr_object *object, const cr_tile *tile, bool solid) {
    const cr_affine projection = cr_projection(build->tiled);
    cr_point at = cr_apply_affine(&projection, (cr_point){object->x, object->y});
    at = (cr_point){at.x + build->layer->offset_x, at.y + build->layer->offset_y};
    point_box box = object_box(build, object, at);
    cr_affine turn = cr_rotation(object->rotation, at.x, at.y);
    carom_map_object listed = {
        .name = object->name,
        .type = object->type[0] || !tile ? object->type : tile->type,
        .layer = build->layer->name,
        .id = object->id,
        .position = cr_narrow_point((cr_point){at.x + box.min.x, at.y + box.min.y}),
        .size = cr_narrow_point((cr_point){box.max.x - box.min.x, box.max.y - box.min.y}),
        .center = cr_narrow_point(
            cr_apply_affine(&turn, (cr_point){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2})),
        .rotation = (float)object->rotation,
        .visible = object->visible && build->layer->visible,
        .solid = solid,
    };
    return cr_add_object(build->reader, &listed);
}

// Adds the name of an object: what a property says, its class, its name, or a property that it has.
static void add_label(label_list *list, const cr_object *object, const cr_tile *tile) {
    const char *label = object->mark.label ? object->mark.label : object->type;
    if (!label[0]) label = object->name;
    if (!label[0] && tile) label = tile->mark.label ? tile->mark.label : tile->type;
    const char *key = object->mark.key ? object->mark.key : tile && tile->mark.key ? tile->mark.key : "";
    if (!label[0]) label = key;
    if (!label[0]) return;
    int i = 0;
    while (i < list->count && strncmp(list->texts[i], label, LABEL_BYTES) != 0) i++;
    list->more |= i == LABELS;
    if (i == LABELS) return;
    if (i == list->count) {
        list->texts[i] = label;
        list->counts[list->count++] = 0;
    }
    list->counts[i]++;
}

// An object called "platform" in a map that has a layer for collision often moves.
static bool is_ledge(const level_builder *build, const cr_mark *mark) {
    const cr_mark_source *source = &mark->source;
    return build->named.any && mark->facing != CR_FACING_NONE && source->owner == CR_OF_OBJECT &&
           (source->by == CR_BY_NAME || source->by == CR_BY_CLASS) && !source->by_rule;
}

static bool add_object(level_builder *build, const cr_object *object) {
    const cr_tile *tile = object->form == CR_TILE_OBJECT ? cr_tile_definition(&object->tile) : NULL;
    if (object->form == CR_TILE_OBJECT) build->excluded[PAST_END] += cr_is_past_end(&object->tile);
    cr_mark mark;
    if (!cr_count_steps(build->reader, 8)) return false;
    exclusion why = object_exclusion(build, object, tile, &mark);
    bool solid = why == SOLID;
    if (solid && !set_object_origin(build)) return false;
    if (solid && object->form == CR_TILE_OBJECT && !add_tile_object(build, object, &mark, &solid)) return false;
    if (solid && object->form != CR_TILE_OBJECT && !add_shape_object(build, object, &mark, &solid)) return false;
    bool stray = mark.hole && build->reader->area < 0;
    if (why == SOLID && !solid) why = stray ? OBJECTS_STRAY_HOLES : OBJECTS_DEGENERATE;
    if (solid && !count_object(build, object, tile, &mark)) return false;
    build->excluded[why]++;
    bool guessed = solid && mark.solid != CR_SOLID && object->form != CR_TILE_OBJECT;
    build->excluded[OBJECTS_GUESSED] += guessed && build->layer->name[0];
    build->excluded[OBJECTS_LEDGES] += solid && is_ledge(build, &mark);
    if (why == OBJECTS_OF_THE_GAME) add_label(&build->labels, object, tile);
    bool by_layer = solid && cr_is_named_solid(build->layer, false) && !cr_is_marked(object);
    if (by_layer && (object->name[0] || object->type[0])) add_label(&build->included, object, tile);
    build->shapes += solid && object->form != CR_TILE_OBJECT;
    return list_object(build, object, tile, solid);
}

static bool add_object_layer(level_builder *build) {
    for (const cr_object *object = build->layer->objects; object; object = object->next)
        if (!add_object(build, object)) return false;
    return true;
}

// ---- Layers and the map --------------------------------------------------------------------------------------------

static bool note_left_out(level_builder *build) {
    const char *where = layer_label(build);
    bool noted = where != NULL;
    for (int i = SOLID + 1; i < EXCLUSIONS && noted; i++) {
        if (build->excluded[i] == 0) continue;
        char text[256];
        write_form(text, sizeof text, exclusions[i].text, build->excluded[i]);
        const char *end = remedy_text(build, exclusions[i].remedy);
        noted = end && cr_note(build->reader, where, "%d %s%s", build->excluded[i], text, end);
    }
    if (!noted || build->included.count == 0) return noted;
    const char *names = list_labels(build, &build->included);
    return names &&
           cr_note(build->reader, where,
                   "its name marks all of its objects as solid: %s; pass --not-solid with such a name if it is not",
                   names);
}

// Returns the reason why a layer whose name only describes what is solid ("walls") is not solid; null if it is.
static const char *reason_to_yield(level_builder *build, const cr_layer *layer) {
    if (!cr_is_named_solid(layer, false)) return NULL;
    if (build->named.any) return "another layer has a more explicit name";
    if (layer->kind != CR_TILE_LAYER || !cr_shows_objects(build->reader, build->tiled, layer)) return NULL;
    return "objects that are marked as solid lie on its tiles";
}

static bool yield_to_others(level_builder *build, cr_layer *layer) {
    const char *reason = reason_to_yield(build, layer);
    if (build->reader->error.status != CAROM_STATUS_OK) return false;
    if (!reason && !(layer->chunks && cr_is_named_solid(layer, false) && cr_has_solid_shapes(build->tiled)))
        return true;
    const char *where = layer_label(build), *name = cr_option_name(build->reader, layer->name);
    if (!where || !name) return false;
    if (!reason)
        return cr_note(build->reader, where,
                       "its tiles are solid by its name, beside objects that are marked as solid; pass --not-solid %s "
                       "if only the objects count",
                       name);
    layer->mark.solid = layer->kind == CR_OBJECT_LAYER ? CR_NOT_SOLID : CR_UNMARKED;
    return cr_note(build->reader, where, "not solid by its name, because %s; pass --solid %s if it is", reason, name);
}

// Lists the layer if tiles in it are solid by a property of their own.
static void list_tested(level_builder *build) {
    bool tested = false;
    for (int i = 0; i < build->tally.count; i++) {
        const cr_mark_source *source = &build->tally.groups[i].source;
        bool property = source->owner == CR_OF_TILE && source->by == CR_BY_PROPERTY && !source->by_rule;
        tested |= property && cr_find_word(source->word, CR_IN_PROPERTY).meaning != CR_MEANS_NOTHING;
    }
    if (tested && build->tested_count < LABELS) build->tested[build->tested_count++] = build->layer->name;
}

// A game that reads marks of tiles often reads those of one layer only.
static bool note_tested(level_builder *build) {
    char names[LABELS * 48 + 8] = "";
    for (int i = 0; i < build->tested_count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s'%.40s'", i > 0 ? ", " : "", build->tested[i]);
    }
    bool one = build->tested_count == 1, noted = build->tested_count > 1 || (one && build->shapes > 0);
    const char *where = noted ? cr_map_label(build->reader) : NULL;
    if (!where) return build->reader->error.status == CAROM_STATUS_OK;
    if (one)
        return cr_note(build->reader, where,
                       "tiles of the layer %s are solid by a property of their own, beside solid objects; pass "
                       "--not-solid with the property if only the objects count",
                       names);
    return cr_note(build->reader, where,
                   "tiles are solid by a property of their own in the layers %s; pass --not-solid with the name of a "
                   "layer that the game does not test",
                   names);
}

static bool add_layer(level_builder *build, cr_layer *layer) {
    carom_map *map = build->reader->map;
    size_t before = map->tiles.count + map->outlines.count;
    build->layer = layer;
    build->label = NULL;
    build->tileset = NULL;
    if (!yield_to_others(build, layer)) return false;
    build->own_marks =
        layer->kind == CR_OBJECT_LAYER && cr_is_named_solid(layer, false) && cr_has_marked_objects(layer);
    build->unmarked = exclusion_without_mark(build); // once: the name may be long, and the layer may have many objects
    build->codes = NULL;
    build->reader->area = -1;
    build->reader->at = layer->node;
    build->labels = build->included = (label_list){.count = 0};
    for (int i = 0; i < EXCLUSIONS; i++) build->excluded[i] = 0;
    map->info.layers++;
    bool added = true;
    if (layer->kind == CR_TILE_LAYER) added = add_tile_layer(build);
    if (layer->kind == CR_OBJECT_LAYER) added = add_object_layer(build);
    if (layer->kind == CR_TILE_LAYER) list_tested(build);
    if (!added || !cr_list_solids(build->reader, &build->tally) || !note_left_out(build)) return false;
    const char *where = layer_label(build);
    if (layer->kind == CR_IMAGE_LAYER)
        return where && cr_note(build->reader, where, "left out: an image is never solid");
    bool moved = layer->parallax && map->tiles.count + map->outlines.count > before;
    return !moved || (where && cr_note(build->reader, where, "its parallax does not move its solid tiles and objects"));
}

// Adds the bounds of a map to those of the world.
static void include_map(cr_reader *reader, const cr_tiled *tiled) {
    carom_map_info *info = &reader->map->info;
    carom_box box = cr_map_bounds(tiled);
    const double x = reader->place_x, y = reader->place_y;
    box.min = cr_narrow_point((cr_point){(double)box.min.x + x, (double)box.min.y + y});
    box.max = cr_narrow_point((cr_point){(double)box.max.x + x, (double)box.max.y + y});
    reader->place_bounds = box;
    reader->has_square_grid = tiled->orientation == CR_ORTHOGONAL && !reader->place_name;
    if (!reader->has_bounds) info->cell = cr_narrow_point((cr_point){tiled->cell_width, tiled->cell_height});
    cr_widen_bounds(reader, box);
}

bool cr_tiled_level(cr_reader *reader, const cr_tiled *tiled) {
    level_builder build = {.reader = reader, .tiled = tiled, .named = cr_find_explicit(tiled)};
    include_map(reader, tiled);
    bool added = true;
    for (cr_layer *layer = tiled->layers; layer && added; layer = layer->next) added = add_layer(&build, layer);
    cr_path_free(&build.path, reader->scratch.allocator);
    return added && note_tested(&build);
}

bool cr_tiled_note_empty(cr_reader *reader) {
    if (cr_has_solids(reader->map)) return true;
    char names[CR_TILE_PROPERTIES * 48 + 8] = "";
    for (int i = 0; i < reader->tile_properties_count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s'%.40s'", i > 0 ? ", " : "", reader->tile_properties[i]);
    }
    return cr_note(reader, "map",
                   "nothing in it is solid: mark layers, tiles or objects with the property 'solid', or pass --solid "
                   "with the name of a layer, class or property%s%s%s",
                   names[0] ? ". Its tiles have the properties " : "", names,
                   names[0] ? "; one that means passable is for --not-solid, beside --solid with a layer" : "");
}
