// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Builds a level from a description: checks it, outlines the tiles, resolves closed outlines, unites all solids, clips
// thin edges against them, builds the index, links the chains.
#include "level/build/build.h"

#include "base/error.h"
#include "base/float.h"
#include "base/memory.h"
#include "base/sized.h"
#include "geom/predicate.h"
#include "level/build/chain.h"
#include "level/build/clip.h"
#include "level/build/union.h"
#include "level/index/level.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_CELLS_PER_SIDE = 1 << 18, // so that lattice coordinates fit 32 bits
    MAX_SAMPLES = 65534,
};

/// The least cell size, as a fraction of the farthest coordinate. An ulp there is at most 2^-23 of it, so that a sixth
/// of the cell has 10 ulp or more, and 1/384 has one or more.
static const double LEAST_CELL = 0x1p-17, LEAST_CELL_OF_USER = 0x1p-14;

// ---- Checks -------------------------------------------------------------------------------------------------------

static carom_status fail_in(const cr_builder *b, carom_status status, const char *part_name, int index,
                            const char *message) {
    if (!b->error) return status;
    *b->error = (carom_error){.status = status};
    snprintf(b->error->where, sizeof b->error->where, "%s %d", part_name, index);
    snprintf(b->error->message, sizeof b->error->message, "%s", message);
    return status;
}

/// The coordinate at the far end of a row of cells.
static double end_of_cells(float origin, float cell, int cells) {
    return (double)origin + (double)cell * cells;
}

/// True if a cell is at least `finest` of the coordinates at both ends of a row of cells, so that floats resolve the
/// vertices in it: sixths of a cell; for user-defined bases 384ths, and for fields 510ths. Below FLT_MIN the spacing of
/// floats is that at FLT_MIN.
static bool fits_floats(double finest, float origin, float cell, int cells) {
    double near = fabs((double)origin), far = fabs(end_of_cells(origin, cell, cells));
    double farthest = near > far ? near : far;
    if (farthest < (double)FLT_MIN) farthest = (double)FLT_MIN;
    return farthest <= (double)FLT_MAX && (double)cell >= farthest * finest;
}

static carom_status check_codes(const cr_builder *b, int i) {
    const carom_tiles *tiles = &b->desc->tiles[i];
    size_t cells = (size_t)tiles->columns * (size_t)tiles->rows;
    for (size_t k = 0; k < cells; ++k) {
        if (b->tiling->parts[tiles->codes[k]].is_known) continue;
        char message[120];
        snprintf(message, sizeof message,
                 "the code %d in column %zu, row %zu has a user-defined base without a tile shape", tiles->codes[k],
                 k % (size_t)tiles->columns, k / (size_t)tiles->columns);
        return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "tiles", i, message);
    }
    return CAROM_STATUS_OK;
}

static carom_status check_tiles(const cr_builder *b, int i) {
    const carom_tiles *tiles = &b->desc->tiles[i];
    if (tiles->columns < 1 || tiles->rows < 1 || tiles->columns > MAX_CELLS_PER_SIDE ||
        tiles->rows > MAX_CELLS_PER_SIDE) {
        return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "tiles", i, "columns and rows must be 1 to 262144");
    }
    if (!tiles->codes) return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "tiles", i, "codes is null");
    if (!cr_finite2(tiles->origin) || !cr_finite2(tiles->cell)) {
        return fail_in(b, CAROM_STATUS_NOT_FINITE, "tiles", i, "origin and cell must be finite");
    }
    if (!(tiles->cell.x > 0 && tiles->cell.y > 0)) {
        return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "tiles", i, "width and height of a cell must be positive");
    }
    double finest = b->desc->tile_shapes_count > 0 ? LEAST_CELL_OF_USER : LEAST_CELL;
    if (!fits_floats(finest, tiles->origin.x, tiles->cell.x, tiles->columns) ||
        !fits_floats(finest, tiles->origin.y, tiles->cell.y, tiles->rows)) {
        return fail_in(b, CAROM_STATUS_TOO_LARGE, "tiles", i, "cells are too small for floats so far from the origin");
    }
    return check_codes(b, i);
}

static carom_status check_outline(const cr_builder *b, int i) {
    const carom_outline *outline = &b->desc->outlines[i];
    if (!outline->points) return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "outline", i, "points is null");
    if (outline->count < (outline->open ? 2 : 3)) {
        return fail_in(b, CAROM_STATUS_TOO_FEW_VERTICES, "outline", i,
                       outline->open ? "an open chain needs 2 points" : "a closed outline needs 3 points");
    }
    for (int k = 0; k < outline->count; ++k) {
        if (cr_finite2(outline->points[k])) continue;
        char message[40];
        snprintf(message, sizeof message, "point %d is not finite", k);
        return fail_in(b, CAROM_STATUS_NOT_FINITE, "outline", i, message);
    }
    return CAROM_STATUS_OK;
}

static carom_status take_tile_shapes(const cr_builder *b, cr_tiling *tiling) {
    int at = 0;
    const char *why = "";
    carom_status status =
        cr_tiling_make(tiling, b->allocator, b->desc->tile_shapes, b->desc->tile_shapes_count, &at, &why);
    return status == CAROM_STATUS_OK || status == CAROM_STATUS_NO_MEMORY ? status
                                                                         : fail_in(b, status, "tile shape", at, why);
}

static carom_status check_field(const cr_builder *b, int i) {
    const carom_field *field = &b->desc->fields[i];
    if (field->columns < 1 || field->rows < 1 || field->columns > MAX_SAMPLES || field->rows > MAX_SAMPLES) {
        return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "field", i, "columns and rows must be 1 to 65534");
    }
    if (!field->samples) return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "field", i, "samples is null");
    if (!cr_finite2(field->origin) || !cr_finite2(field->cell) || !isfinite(field->tolerance)) {
        return fail_in(b, CAROM_STATUS_NOT_FINITE, "field", i, "origin, cell and tolerance must be finite");
    }
    if (!(field->cell.x > 0 && field->cell.y > 0) || field->tolerance < 0 || field->threshold < 0 ||
        field->threshold > 255) {
        return fail_in(b, CAROM_STATUS_BAD_ARGUMENT, "field", i,
                       "the cell must be positive, the tolerance 0 or more, the threshold 0 to 255");
    }
    if (!fits_floats(LEAST_CELL_OF_USER, field->origin.x, field->cell.x, field->columns) ||
        !fits_floats(LEAST_CELL_OF_USER, field->origin.y, field->cell.y, field->rows)) {
        return fail_in(b, CAROM_STATUS_TOO_LARGE, "field", i, "cells are too small for floats so far from the origin");
    }
    return CAROM_STATUS_OK;
}

/// Checks a list of the description and its length.
static carom_status check_part_list(const cr_builder *b, const char *name, const void *list, int count) {
    if (count == 0 || (count > 0 && list)) return CAROM_STATUS_OK;
    if (!b->error) return CAROM_STATUS_BAD_ARGUMENT;
    *b->error = (carom_error){.status = CAROM_STATUS_BAD_ARGUMENT};
    snprintf(b->error->where, sizeof b->error->where, "%s%s", name, count < 0 ? "_count" : "");
    if (count < 0)
        snprintf(b->error->message, sizeof b->error->message, "%d is negative", count);
    else
        snprintf(b->error->message, sizeof b->error->message, "null, but %s_count is %d", name, count);
    return CAROM_STATUS_BAD_ARGUMENT;
}

static carom_status check_description(const cr_builder *b, cr_tiling *tiling) {
    const carom_level_desc *desc = b->desc;
    carom_status status = check_part_list(b, "tiles", desc->tiles, desc->tiles_count);
    if (status == CAROM_STATUS_OK) status = check_part_list(b, "outlines", desc->outlines, desc->outlines_count);
    if (status == CAROM_STATUS_OK)
        status = check_part_list(b, "tile_shapes", desc->tile_shapes, desc->tile_shapes_count);
    if (status == CAROM_STATUS_OK) status = check_part_list(b, "fields", desc->fields, desc->fields_count);
    if (status == CAROM_STATUS_OK) status = take_tile_shapes(b, tiling);
    for (int i = 0; status == CAROM_STATUS_OK && i < desc->tiles_count; ++i) status = check_tiles(b, i);
    for (int i = 0; status == CAROM_STATUS_OK && i < desc->outlines_count; ++i) status = check_outline(b, i);
    for (int i = 0; status == CAROM_STATUS_OK && i < desc->fields_count; ++i) status = check_field(b, i);
    return status;
}

/// Returns the limit of the description, at most CR_MAX_EDGES: the index cannot number more.
static int most_edges(const cr_builder *b) {
    size_t most = b->desc->max_edges;
    return most > 0 && most < CR_MAX_EDGES ? (int)most : CR_MAX_EDGES;
}

static carom_status fail_edges(const cr_builder *b, const char *part_name, int index) {
    char message[sizeof b->error->message];
    int most = most_edges(b);
    snprintf(message, sizeof message, "with this part the level has more than %d edges: divide it%s", most,
             most < CR_MAX_EDGES ? ", or raise max_edges (--max-edges)" : "");
    return fail_in(b, CAROM_STATUS_TOO_LARGE, part_name, index, message);
}

static carom_status check_edges(const cr_builder *b, const char *part_name, int index) {
    int64_t count = (int64_t)b->solid.count + b->thin.count;
    return count <= most_edges(b) ? CAROM_STATUS_OK : fail_edges(b, part_name, index);
}

// ---- Tiles --------------------------------------------------------------------------------------------------------

static carom_status add_tiles(cr_builder *b, int grid) {
    const carom_tiles *tiles = &b->desc->tiles[grid];
    bool editable = b->desc->editable;
    carom_box box = {tiles->origin,
                     {(float)end_of_cells(tiles->origin.x, tiles->cell.x, tiles->columns),
                      (float)end_of_cells(tiles->origin.y, tiles->cell.y, tiles->rows)}};
    b->bounds = cr_box_union(b->bounds, box);
    int before = b->solid.count;
    cr_cells cells = b->cells ? b->cells[grid] : cr_all_cells(tiles);
    cr_outline_lists lists = {&b->solid, &b->thin, editable ? &b->runs : NULL, &b->unmerged, most_edges(b)};
    carom_status status = cr_outline_tiles(b->tiling, tiles, cells, editable ? CR_RUN_BLOCK : 0, b->allocator, lists);
    if (editable) b->grid_runs[grid] = b->runs.count;
    b->grid_solids[grid] = b->solid.count;
    b->solids += b->solid.count > before;
    return status == CAROM_STATUS_TOO_LARGE ? fail_edges(b, "tiles", grid) : status;
}

// ---- Fields -------------------------------------------------------------------------------------------------------

/// The description with the rings of its fields as outlines behind its own.
typedef struct field_outlines {
    cr_rings rings;
    carom_outline *outlines;
    carom_level_desc desc;
} field_outlines;

static void free_field_outlines(field_outlines *f, const carom_allocator *allocator) {
    if (f->outlines) cr_free_array(allocator, f->outlines, (size_t)f->desc.outlines_count, sizeof *f->outlines);
    cr_rings_free(&f->rings, allocator);
}

static void add_field_bounds(cr_builder *b) {
    for (int i = 0; i < b->desc->fields_count; ++i) {
        const carom_field *f = &b->desc->fields[i];
        carom_box box = {f->origin,
                         {(float)end_of_cells(f->origin.x, f->cell.x, f->columns),
                          (float)end_of_cells(f->origin.y, f->cell.y, f->rows)}};
        b->bounds = cr_box_union(b->bounds, box);
    }
}

static carom_status trace_fields(cr_builder *b, field_outlines *f, bool simplified, int *ends) {
    for (int i = 0; i < b->desc->fields_count; ++i) {
        const carom_field *field = &b->desc->fields[i];
        carom_status status = CAROM_STATUS_OK;
        if ((field->tolerance > 0) == simplified)
            status = cr_trace_field(field, b->allocator, most_edges(b), &f->rings);
        if (status != CAROM_STATUS_OK) return status == CAROM_STATUS_TOO_LARGE ? fail_edges(b, "field", i) : status;
        ends[i] = f->rings.count;
    }
    return CAROM_STATUS_OK;
}

/// Adds rings first .. end - 1 as one area.
static void add_field_area(field_outlines *f, int first, int end, int tag) {
    for (int i = first; i < end; ++i) {
        int from = i > 0 ? f->rings.ends[i - 1] : 0;
        f->outlines[f->desc.outlines_count++] = (carom_outline){
            .points = f->rings.points + from, .count = f->rings.ends[i] - from, .same_area = i > first, .tag = tag};
    }
}

/// Rings that are boundaries as they are come first.
static carom_status outline_fields(cr_builder *b, field_outlines *f) {
    int fields = b->desc->fields_count, own = b->desc->outlines_count;
    int *ends = cr_take_array(b->allocator, (size_t)fields * 2, sizeof *ends);
    carom_status status = ends ? trace_fields(b, f, false, ends) : CAROM_STATUS_NO_MEMORY;
    if (status == CAROM_STATUS_OK) status = trace_fields(b, f, true, ends + fields);
    if (status == CAROM_STATUS_OK) {
        f->outlines = cr_take_array(b->allocator, (size_t)own + (size_t)f->rings.count, sizeof *f->outlines);
        if (!f->outlines) status = CAROM_STATUS_NO_MEMORY;
    }
    if (status == CAROM_STATUS_OK) {
        f->desc = *b->desc;
        f->desc.outlines = f->outlines;
        if (own > 0) memcpy(f->outlines, b->desc->outlines, (size_t)own * sizeof *f->outlines);
        for (int i = 0; i < 2 * fields; ++i) {
            add_field_area(f, i > 0 ? ends[i - 1] : 0, ends[i], b->desc->fields[i % fields].tag);
            if (i == fields - 1) b->outer_end = f->desc.outlines_count;
        }
        b->outer_begin = own;
        f->desc.fields_count = 0;
    }
    cr_free_array(b->allocator, ends, (size_t)fields * 2, sizeof *ends);
    return status;
}

// ---- Failures of the union ----------------------------------------------------------------------------------------

/// The end of the edges of a tile grid in `solid`, before the union.
static int grid_end(const cr_builder *b, int grid) {
    return grid < 0 ? 0 : b->grid_solids[grid];
}

/// The outline of an edge of `solid` before the union, which has the edges of tiles, then those of closed outlines.
static int outline_of_edge(const cr_builder *b, int edge) {
    int end = grid_end(b, b->desc->tiles_count - 1), i = -1;
    while (end <= edge && i + 1 < b->desc->outlines_count) {
        const carom_outline *outline = &b->desc->outlines[++i];
        for (int k = 0; cr_is_ring(outline) && k < outline->count; ++k)
            end += !cr_same_point(outline->points[k], outline->points[k + 1 < outline->count ? k + 1 : 0]);
    }
    return i;
}

static carom_status fail_in_union(const cr_builder *b, carom_status status, const char *part_name, int index, int tag) {
    char message[sizeof b->error->message] = "edges cross each other too often within a few units of rounding";
    if (status == CAROM_STATUS_NO_MEMORY) return status;
    if (status == CAROM_STATUS_TOO_LARGE) {
        snprintf(message, sizeof message,
                 "too many edges cross, or run close beside each other, most of them here (tag %d): remove overlapping "
                 "shapes, or raise max_crossings (--max-crossings), which is %d",
                 tag, cr_max_crossings(b->desc->max_crossings));
    }
    return fail_in(b, status, part_name, index, message);
}

static carom_status fail_in_outline(const cr_builder *b, carom_status status, int i) {
    if (b->outer_end > 0 && i >= b->outer_begin)
        return fail_in_union(b, status, "ring of fields", i - b->outer_begin, b->desc->outlines[i].tag);
    return fail_in_union(b, status, "outline", i, b->desc->outlines[i].tag);
}

// ---- Free shapes --------------------------------------------------------------------------------------------------

static bool add_edge(cr_builder *b, cr_edges *edges, carom_vec2 from, carom_vec2 to, int tag, uint32_t flags) {
    cr_edge edge = {from, to, -1, -1, tag, flags};
    return cr_same_point(from, to) || cr_edges_add(edges, b->allocator, edge);
}

/// Returns +1 or -1 for a strictly convex loop that winds once, with solid on the left or on the right; otherwise 0.
static int convex_turn(const cr_edge *edges, int count) {
    int turn = 0, switches = 0;
    for (int i = 0; i < count; ++i) {
        const cr_edge *e = &edges[i], *f = &edges[i + 1 < count ? i + 1 : 0];
        int side = cr_side(e->a, e->b, f->b);
        if (side == 0 || side * turn < 0) return 0;
        turn = side;
        switches += cr_point_before(e->a, e->b) != cr_point_before(f->a, f->b);
    }
    return switches == 2 ? turn : 0;
}

static void reverse_loop(cr_edges *loop) {
    for (int i = 0; i < loop->count; ++i) {
        carom_vec2 swap = loop->items[i].a;
        loop->items[i].a = loop->items[i].b;
        loop->items[i].b = swap;
    }
}

static bool add_all_edges(const cr_builder *b, cr_edges *to, const cr_edges *from, uint32_t flags) {
    for (int i = 0; i < from->count; ++i) {
        cr_edge edge = from->items[i];
        edge.flags |= flags;
        if (!cr_edges_add(to, b->allocator, edge)) return false;
    }
    return true;
}

void cr_number_areas(const carom_level_desc *desc, int *areas) {
    int area = -1;
    for (int i = 0; i < desc->outlines_count; ++i) {
        bool ring = cr_is_ring(&desc->outlines[i]);
        if (ring && (area < 0 || !desc->outlines[i].same_area)) area = i;
        areas[i] = ring ? area : i;
    }
}

static bool has_later_ring(const carom_level_desc *desc, int i) {
    do ++i;
    while (i < desc->outlines_count && !cr_is_ring(&desc->outlines[i]));
    return i < desc->outlines_count && desc->outlines[i].same_area;
}

static void begin_area(cr_builder *b, uint32_t flags) {
    b->area = (cr_area){b->areas++, flags};
}

/// A ring of a field: solid on the left, and apart from the others.
static carom_status add_boundary(cr_builder *b, const cr_edges *ring, bool same_area) {
    b->has_ring = true;
    b->solids += !same_area;
    b->unmerged += ring->count;
    return add_all_edges(b, &b->solid, ring, 0) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

/// Fast path for a convex outline that is an area by itself: only the winding is corrected. The edges of other areas
/// are numbered, for cr_union_solids to resolve.
static carom_status add_ring(cr_builder *b, cr_edges *ring, int i) {
    const carom_outline *outline = &b->desc->outlines[i];
    if (i >= b->outer_begin && i < b->outer_end) return add_boundary(b, ring, outline->same_area);
    bool begins = !outline->same_area || !b->has_ring;
    bool alone = begins && !has_later_ring(b->desc, i);
    int turn = alone ? convex_turn(ring->items, ring->count) : 0;
    if (turn < 0) reverse_loop(ring);
    if (turn == 0 && begins) begin_area(b, outline->even_odd ? CR_EVEN_ODD : 0);
    for (int k = 0; turn == 0 && k < ring->count; ++k) ring->items[k].next = b->area.number;
    b->has_ring = true;
    b->solids += 1;
    b->unmerged += ring->count;
    return add_all_edges(b, &b->solid, ring, turn == 0 ? b->area.flags : 0) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

static carom_status add_one_way_loop(cr_builder *b, cr_edges *loop) {
    for (int i = 0; i < loop->count; ++i) loop->items[i].next = 0;
    carom_status status = cr_union_solids(b->allocator, loop, &b->budget);
    if (status == CAROM_STATUS_OK && !add_all_edges(b, &b->thin, loop, CR_ONE_WAY)) status = CAROM_STATUS_NO_MEMORY;
    return status;
}

static carom_status add_closed(cr_builder *b, int number) {
    const carom_outline *outline = &b->desc->outlines[number];
    cr_edges loop = {0};
    carom_status status = CAROM_STATUS_OK;
    for (int k = 0; status == CAROM_STATUS_OK && k < outline->count; ++k) {
        carom_vec2 from = outline->points[k], to = outline->points[k + 1 < outline->count ? k + 1 : 0];
        if (!add_edge(b, &loop, from, to, outline->tag, 0)) status = CAROM_STATUS_NO_MEMORY;
    }
    if (status == CAROM_STATUS_OK) status = outline->one_way ? add_one_way_loop(b, &loop) : add_ring(b, &loop, number);
    cr_edges_free(&loop, b->allocator);
    return status;
}

static carom_status add_open(cr_builder *b, const carom_outline *outline) {
    for (int k = 0; k + 1 < outline->count; ++k) {
        carom_vec2 from = outline->points[k], to = outline->points[k + 1];
        bool added = outline->one_way ? add_edge(b, &b->thin, from, to, outline->tag, CR_ONE_WAY)
                                      : add_edge(b, &b->thin, from, to, outline->tag, CR_TWO_SIDED) &&
                                            add_edge(b, &b->thin, to, from, outline->tag, CR_TWO_SIDED);
        if (!added) return CAROM_STATUS_NO_MEMORY;
    }
    return CAROM_STATUS_OK;
}

static carom_status add_outline(cr_builder *b, int i) {
    const carom_outline *outline = &b->desc->outlines[i];
    for (int k = 0; k < outline->count; ++k) {
        b->bounds = cr_box_union(b->bounds, (carom_box){outline->points[k], outline->points[k]});
    }
    carom_status status = outline->open ? add_open(b, outline) : add_closed(b, i);
    if (status != CAROM_STATUS_OK) return fail_in_outline(b, status, i);
    bool is_field = b->outer_end > 0 && i >= b->outer_begin;
    return check_edges(b, is_field ? "ring of fields" : "outline", is_field ? i - b->outer_begin : i);
}

// ---- Steps --------------------------------------------------------------------------------------------------------

carom_status cr_builder_add_tiles(cr_builder *b) {
    if (!b->grid_runs) b->grid_runs = cr_take_array(b->allocator, (size_t)b->desc->tiles_count, sizeof(int));
    if (!b->grid_solids) b->grid_solids = cr_take_array(b->allocator, (size_t)b->desc->tiles_count, sizeof(int));
    carom_status status = b->grid_runs && b->grid_solids ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
    for (int i = 0; status == CAROM_STATUS_OK && i < b->desc->tiles_count; ++i) status = add_tiles(b, i);
    return status;
}

carom_status cr_builder_add_outlines(cr_builder *b) {
    carom_status status = CAROM_STATUS_OK;
    for (int i = 0; status == CAROM_STATUS_OK && i < b->desc->outlines_count; ++i) status = add_outline(b, i);
    return status;
}

carom_status cr_builder_unite(cr_builder *b) {
    if (b->solids < 2 && b->areas == 0) return CAROM_STATUS_OK;
    carom_status status = cr_union_solids(b->allocator, &b->solid, &b->budget);
    if (status == CAROM_STATUS_TOO_LARGE && b->budget.worst < grid_end(b, b->desc->tiles_count - 1)) {
        int grid = 0;
        while (b->budget.worst >= grid_end(b, grid)) ++grid;
        return fail_in_union(b, status, "tiles", grid, b->desc->tiles[grid].tag);
    }
    if (status == CAROM_STATUS_TOO_LARGE) return fail_in_outline(b, status, outline_of_edge(b, b->budget.worst));
    return status == CAROM_STATUS_OK ? status : fail_in_union(b, status, "outlines", b->desc->outlines_count, 0);
}

carom_status cr_builder_clip(cr_builder *b) {
    // Thin edges of a single grid are never inside of its solids.
    bool single_grid = b->desc->outlines_count == 0 && b->desc->tiles_count < 2;
    if (single_grid || b->thin.count == 0 || b->solid.count == 0) return CAROM_STATUS_OK;
    return cr_clip_thin(b->allocator, &b->solid, &b->thin) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

cr_run cr_builder_run(const cr_builder *b, const cr_edge *edge) {
    if (edge->prev < 0) return (cr_run){.grid = -1};
    int grid = 0;
    while (b->grid_runs[grid] <= edge->prev) ++grid;
    return (cr_run){b->runs.items[edge->prev], grid};
}

void cr_builder_free(cr_builder *b) {
    cr_edges_free(&b->solid, b->allocator);
    cr_edges_free(&b->thin, b->allocator);
    cr_pieces_free(&b->runs, b->allocator);
    cr_free_array(b->allocator, b->grid_runs, (size_t)b->desc->tiles_count, sizeof(int));
    cr_free_array(b->allocator, b->grid_solids, (size_t)b->desc->tiles_count, sizeof(int));
    b->grid_runs = b->grid_solids = NULL;
}

/// Makes the editor of an editable level. The edges are in their final order, and their links are not set yet.
static bool add_editor(const cr_builder *b, carom_level *level, cr_tiling *tiling, const cr_edge *edges, int count,
                       int solid) {
    if (!b->desc->editable) return true;
    cr_editor *editor = level->editor = cr_editor_make(b->allocator, b->desc);
    if (!editor ||
        !cr_grow_array(b->allocator, (void **)&editor->runs, &editor->runs_capacity, count, sizeof editor->runs[0])) {
        return false;
    }
    for (int i = 0; i < count; ++i) editor->runs[i] = cr_builder_run(b, &edges[i]);
    editor->tiling = *tiling;
    *tiling = (cr_tiling){0};
    editor->unmerged = b->unmerged;
    editor->solid = solid;
    return true;
}

static carom_status finish_level(cr_builder *b, carom_level *level, cr_tiling *tiling) {
    int solid = b->solid.count;
    int64_t removed = b->unmerged - solid;
    level->seams_removed = removed < 0 ? 0 : removed > INT_MAX ? INT_MAX : (int)removed;
    level->bounds = b->bounds;
    if ((int64_t)b->solid.count + b->thin.count > CR_MAX_EDGES) // crossings divide edges
        return fail_in(b, CAROM_STATUS_TOO_LARGE, "outlines", b->desc->outlines_count,
                       "a level has at most 33554432 edges: divide it");
    if (!add_all_edges(b, &b->solid, &b->thin, 0)) return CAROM_STATUS_NO_MEMORY;
    cr_edge *edges = b->solid.items;
    int count = b->solid.count;
    cr_chain_count counts;
    bool done = cr_index_sort(&level->index, b->allocator, b->bounds, edges, count) &&
                add_editor(b, level, tiling, edges, count, solid);
    for (int i = 0; done && i < count; ++i) edges[i].next = edges[i].prev = -1;
    done = done && cr_index_fill(&level->index, b->allocator, edges, count) &&
           cr_chain_all(&level->index, b->allocator, &counts);
    if (done && level->editor) level->editor->max_spokes = counts.max_edges;
    return done ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

static carom_status build_level(cr_builder *b, carom_level *level) {
    cr_tiling tiling = {0};
    b->tiling = &tiling;
    field_outlines with_fields = {0};
    carom_status status = check_description(b, &tiling);
    if (status == CAROM_STATUS_OK && b->desc->fields_count > 0) {
        add_field_bounds(b);
        status = outline_fields(b, &with_fields);
        b->desc = &with_fields.desc;
    }
    if (status == CAROM_STATUS_OK) status = cr_builder_add_tiles(b);
    if (status == CAROM_STATUS_OK) status = cr_builder_add_outlines(b);
    if (status == CAROM_STATUS_OK) status = cr_builder_unite(b);
    if (status == CAROM_STATUS_OK) status = cr_builder_clip(b);
    if (status == CAROM_STATUS_OK) status = finish_level(b, level, &tiling);
    cr_builder_free(b);
    free_field_outlines(&with_fields, b->allocator);
    cr_tiling_free(&tiling, b->allocator);
    return status;
}

static carom_status make_level(const carom_level_desc *desc, carom_level **out, carom_error *error) {
    carom_level *level = cr_take_array(desc->allocator, 1, sizeof *level);
    if (!level) return CAROM_STATUS_NO_MEMORY;
    *level = (carom_level){0};
    if (desc->allocator) level->allocator = *desc->allocator;
    cr_builder b = {.desc = desc, .allocator = cr_level_allocator(level), .error = error, .bounds = cr_box_empty()};
    b.budget = cr_crossing_budget_of(desc->max_crossings);
    carom_status status = build_level(&b, level);
    if (status == CAROM_STATUS_OK) *out = level;
    if (status != CAROM_STATUS_OK) carom_level_free(level);
    return status;
}

carom_status carom_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error) {
    if (out) *out = NULL;
    if (!desc || !out) return cr_explain(error, CAROM_STATUS_BAD_ARGUMENT, "", "desc or out is null");
    carom_level_desc known;
    carom_status status = CR_READ_SIZED(desc, &known);
    if (status) return cr_explain(error, status, "", CR_OTHER_VERSION("desc"));
    status = make_level(&known, out, error);
    return status == CAROM_STATUS_NO_MEMORY ? cr_explain(error, status, "", "out of memory") : status;
}

void carom_level_free(carom_level *level) {
    if (!level) return;
    carom_allocator allocator = level->allocator;
    const carom_allocator *memory = allocator.resize ? &allocator : NULL;
    cr_index_free(&level->index, memory);
    cr_editor_free(level->editor, memory);
    cr_free_array(memory, level, 1, sizeof *level);
}

// ---- The boundary -------------------------------------------------------------------------------------------------

int carom_level_edge_count(const carom_level *level) {
    return level->index.count;
}

carom_level_edge carom_level_edge_at(const carom_level *level, int index) {
    if (index < 0 || index >= level->index.count) return (carom_level_edge){0};
    cr_edge e = cr_index_edge(&level->index, index);
    return (carom_level_edge){
        .a = e.a,
        .b = e.b,
        .corner_a = e.flags & (CR_CORNER_A | CR_ONE_WAY),
        .corner_b = e.flags & (CR_CORNER_B | CR_ONE_WAY),
        .one_way = e.flags & CR_ONE_WAY,
        .two_sided = e.flags & CR_TWO_SIDED,
        .next = e.next,
        .prev = e.prev,
        .tag = e.tag,
    };
}

carom_box carom_level_bounds(const carom_level *level) {
    return level->bounds;
}

int carom_level_seams_removed(const carom_level *level) {
    return level->seams_removed;
}
