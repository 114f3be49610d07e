// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a description to a level: check, outline the tiles, resolve each closed outline, join all solids, add what is
// thin and outside of them, index, chain.
#include "level/build.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/chain.h"
#include "level/clip.h"
#include "level/join.h"
#include "level/level.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

enum { MOST_CELLS_A_SIDE = 1 << 18 }; // their lattice coordinates fit 32 bits

static const char too_dense[] = "edges cross each other too often within a few units of rounding";

// ---- Checks -------------------------------------------------------------------------------------------------------

static carom_status fail(const cr_builder *b, carom_status status, const char *what, int index, const char *message) {
    if (!b->error) return status;
    *b->error = (carom_error){.status = status};
    snprintf(b->error->where, sizeof b->error->where, "%s %d", what, index);
    snprintf(b->error->message, sizeof b->error->message, "%s", message);
    return status;
}

/// The far end of a row of cells.
static double far_end(float origin, float cell, int cells) {
    return (double)origin + (double)cell * cells;
}

/// Can corners be told apart at both ends of a row of cells? There are sixths of a cell between them; of the user's own
/// bases, 384ths.
static bool fits_floats(const cr_builder *b, float origin, float cell, int cells) {
    double near = fabs((double)origin), far = fabs(far_end(origin, cell, cells));
    double farthest = near > far ? near : far;
    double finest = b->desc->tile_shapes_count > 0 ? 0x1p-14 : 0x1p-17;
    return farthest <= (double)FLT_MAX && (double)cell >= farthest * finest;
}

static carom_status check_codes(const cr_builder *b, int i) {
    const carom_tiles *tiles = &b->desc->tiles[i];
    size_t cells = (size_t)tiles->columns * (size_t)tiles->rows;
    for (size_t k = 0; k < cells; ++k) {
        if (b->tiling->parts[tiles->codes[k]].is_known) continue;
        return fail(b, CAROM_BAD_ARGUMENT, "tiles", i, "a code names one of the user's own bases that has no shape");
    }
    return CAROM_OK;
}

static carom_status check_tiles(const cr_builder *b, int i) {
    const carom_tiles *tiles = &b->desc->tiles[i];
    if (tiles->columns < 1 || tiles->rows < 1 || tiles->columns > MOST_CELLS_A_SIDE ||
        tiles->rows > MOST_CELLS_A_SIDE) {
        return fail(b, CAROM_BAD_ARGUMENT, "tiles", i, "columns and rows must be 1 to 262144");
    }
    if (!tiles->codes) return fail(b, CAROM_BAD_ARGUMENT, "tiles", i, "codes is null");
    if (!cr_finite2(tiles->origin) || !cr_finite2(tiles->cell)) {
        return fail(b, CAROM_NOT_FINITE, "tiles", i, "origin and cell must be finite");
    }
    if (!(tiles->cell.x > 0 && tiles->cell.y > 0)) {
        return fail(b, CAROM_BAD_ARGUMENT, "tiles", i, "a cell must be wider and higher than 0");
    }
    if (!fits_floats(b, tiles->origin.x, tiles->cell.x, tiles->columns) ||
        !fits_floats(b, tiles->origin.y, tiles->cell.y, tiles->rows)) {
        return fail(b, CAROM_TOO_LARGE, "tiles", i, "cells are too small for floats so far from the origin");
    }
    return check_codes(b, i);
}

static carom_status check_outline(const cr_builder *b, int i) {
    const carom_outline *outline = &b->desc->outlines[i];
    if (!outline->points) return fail(b, CAROM_BAD_ARGUMENT, "outline", i, "points is null");
    if (outline->count < (outline->open ? 2 : 3)) {
        return fail(b, CAROM_TOO_FEW_VERTICES, "outline", i,
                    outline->open ? "an open chain needs 2 points" : "a closed outline needs 3 points");
    }
    for (int k = 0; k < outline->count; ++k) {
        if (!cr_finite2(outline->points[k])) return fail(b, CAROM_NOT_FINITE, "outline", i, "a point is not finite");
    }
    return CAROM_OK;
}

static carom_status take_shapes(const cr_builder *b, cr_tiling *tiling) {
    int at = 0;
    const char *why = "";
    carom_status status =
        cr_tiling_make(tiling, b->allocator, b->desc->tile_shapes, b->desc->tile_shapes_count, &at, &why);
    return status == CAROM_OK || status == CAROM_NO_MEMORY ? status : fail(b, status, "tile shape", at, why);
}

static carom_status check(const cr_builder *b, cr_tiling *tiling) {
    const carom_level_desc *desc = b->desc;
    if (desc->tiles_count < 0 || (desc->tiles_count > 0 && !desc->tiles)) {
        return fail(b, CAROM_BAD_ARGUMENT, "tiles", desc->tiles_count, "not an array of that many tile grids");
    }
    if (desc->outlines_count < 0 || (desc->outlines_count > 0 && !desc->outlines)) {
        return fail(b, CAROM_BAD_ARGUMENT, "outlines", desc->outlines_count, "not an array of that many outlines");
    }
    if (desc->tile_shapes_count < 0 || (desc->tile_shapes_count > 0 && !desc->tile_shapes)) {
        return fail(b, CAROM_BAD_ARGUMENT, "tile shapes", desc->tile_shapes_count,
                    "not an array of that many tile shapes");
    }
    carom_status status = take_shapes(b, tiling);
    for (int i = 0; status == CAROM_OK && i < desc->tiles_count; ++i) status = check_tiles(b, i);
    for (int i = 0; status == CAROM_OK && i < desc->outlines_count; ++i) status = check_outline(b, i);
    return status;
}

// ---- Tiles --------------------------------------------------------------------------------------------------------

static carom_status add_tiles(cr_builder *b, int grid) {
    const carom_tiles *tiles = &b->desc->tiles[grid];
    bool editable = b->desc->editable;
    carom_box box = {tiles->origin,
                     {(float)far_end(tiles->origin.x, tiles->cell.x, tiles->columns),
                      (float)far_end(tiles->origin.y, tiles->cell.y, tiles->rows)}};
    b->bounds = cr_box_union(b->bounds, box);
    int before = b->solid.count;
    cr_cells cells = b->cells ? b->cells[grid] : cr_all_cells(tiles);
    carom_status status = cr_outline_tiles(b->tiling, tiles, cells, editable ? CR_BLOCK : 0, b->allocator, &b->solid,
                                           &b->thin, editable ? &b->runs : NULL, &b->alone);
    if (editable) b->grid_runs[grid] = b->runs.count;
    b->solids += b->solid.count > before;
    return status;
}

// ---- Free shapes --------------------------------------------------------------------------------------------------

static bool add_edge(cr_builder *b, cr_edges *edges, carom_vec2 from, carom_vec2 to, int tag, uint32_t flags) {
    cr_edge edge = {from, to, -1, -1, tag, flags};
    return cr_same_point(from, to) || cr_edges_add(edges, b->allocator, edge);
}

static bool comes_first(carom_vec2 p, carom_vec2 q) {
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

/// +1 or -1: convex, once around, solid on the left or on the right; 0: anything else.
static int convex_turn(const cr_edge *edges, int count) {
    int turn = 0, switches = 0;
    for (int i = 0; i < count; ++i) {
        const cr_edge *e = &edges[i], *f = &edges[i + 1 < count ? i + 1 : 0];
        int side = cr_side(e->a, e->b, f->b);
        if (side == 0 || side * turn < 0) return 0;
        turn = side;
        switches += comes_first(e->a, e->b) != comes_first(f->a, f->b);
    }
    return switches == 2 ? turn : 0;
}

static void turn_round(cr_edges *loop) {
    for (int i = 0; i < loop->count; ++i) {
        carom_vec2 swap = loop->items[i].a;
        loop->items[i].a = loop->items[i].b;
        loop->items[i].b = swap;
    }
}

static bool add_all(const cr_builder *b, cr_edges *to, const cr_edges *from, uint32_t flags) {
    for (int i = 0; i < from->count; ++i) {
        cr_edge edge = from->items[i];
        edge.flags |= flags;
        if (!cr_edges_add(to, b->allocator, edge)) return false;
    }
    return true;
}

/// Convex shapes are turned the right way round; others are given a number, and are resolved as they are joined.
static carom_status add_solid_loop(cr_builder *b, cr_edges *loop) {
    int turn = convex_turn(loop->items, loop->count);
    if (turn < 0) turn_round(loop);
    for (int i = 0; turn == 0 && i < loop->count; ++i) loop->items[i].next = b->loops;
    b->loops += turn == 0;
    b->solids += 1;
    b->alone += loop->count;
    return add_all(b, &b->solid, loop, 0) ? CAROM_OK : CAROM_NO_MEMORY;
}

static carom_status add_one_way_loop(cr_builder *b, cr_edges *loop) {
    for (int i = 0; i < loop->count; ++i) loop->items[i].next = 0;
    carom_status status = cr_join_solids(b->allocator, loop);
    if (status == CAROM_OK && !add_all(b, &b->thin, loop, CR_ONE_WAY)) status = CAROM_NO_MEMORY;
    return status;
}

static carom_status add_closed(cr_builder *b, const carom_outline *outline) {
    cr_edges loop = {0};
    carom_status status = CAROM_OK;
    for (int k = 0; status == CAROM_OK && k < outline->count; ++k) {
        carom_vec2 from = outline->points[k], to = outline->points[k + 1 < outline->count ? k + 1 : 0];
        if (!add_edge(b, &loop, from, to, outline->tag, 0)) status = CAROM_NO_MEMORY;
    }
    if (status == CAROM_OK) status = outline->one_way ? add_one_way_loop(b, &loop) : add_solid_loop(b, &loop);
    cr_edges_free(&loop, b->allocator);
    return status;
}

static carom_status add_open(cr_builder *b, const carom_outline *outline) {
    for (int k = 0; k + 1 < outline->count; ++k) {
        carom_vec2 from = outline->points[k], to = outline->points[k + 1];
        bool added = outline->one_way ? add_edge(b, &b->thin, from, to, outline->tag, CR_ONE_WAY)
                                      : add_edge(b, &b->thin, from, to, outline->tag, CR_TWO_SIDED) &&
                                            add_edge(b, &b->thin, to, from, outline->tag, CR_TWO_SIDED);
        if (!added) return CAROM_NO_MEMORY;
    }
    return CAROM_OK;
}

static carom_status add_outline(cr_builder *b, int i) {
    const carom_outline *outline = &b->desc->outlines[i];
    for (int k = 0; k < outline->count; ++k) {
        b->bounds = cr_box_union(b->bounds, (carom_box){outline->points[k], outline->points[k]});
    }
    carom_status status = outline->open ? add_open(b, outline) : add_closed(b, outline);
    return status == CAROM_BAD_ARGUMENT ? fail(b, status, "outline", i, too_dense) : status;
}

// ---- All of it ----------------------------------------------------------------------------------------------------

carom_status cr_builder_add_tiles(cr_builder *b) {
    if (!b->grid_runs) b->grid_runs = cr_take_array(b->allocator, (size_t)b->desc->tiles_count, sizeof(int));
    carom_status status = b->grid_runs ? CAROM_OK : CAROM_NO_MEMORY;
    for (int i = 0; status == CAROM_OK && i < b->desc->tiles_count; ++i) status = add_tiles(b, i);
    return status;
}

carom_status cr_builder_add_outlines(cr_builder *b) {
    carom_status status = CAROM_OK;
    for (int i = 0; status == CAROM_OK && i < b->desc->outlines_count; ++i) status = add_outline(b, i);
    return status;
}

carom_status cr_builder_join(cr_builder *b) {
    if (b->solids < 2 && b->loops == 0) return CAROM_OK;
    carom_status status = cr_join_solids(b->allocator, &b->solid);
    if (status == CAROM_BAD_ARGUMENT) return fail(b, status, "outlines", b->desc->outlines_count, too_dense);
    return status;
}

carom_status cr_builder_clip(cr_builder *b) {
    // The thin edges of one grid of tiles are outside of its solids already.
    bool alone = b->desc->outlines_count == 0 && b->desc->tiles_count < 2;
    if (alone || b->thin.count == 0 || b->solid.count == 0) return CAROM_OK;
    return cr_clip_thin(b->allocator, &b->solid, &b->thin) ? CAROM_OK : CAROM_NO_MEMORY;
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
    b->grid_runs = NULL;
}

/// What it takes to edit the level: the edges are in their final order, and not chained yet.
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
    editor->alone = b->alone;
    editor->solid = solid;
    return true;
}

static carom_status finish(cr_builder *b, carom_level *level, cr_tiling *tiling) {
    int solid = b->solid.count;
    int64_t removed = b->alone - solid;
    level->seams_removed = removed < 0 ? 0 : removed > INT_MAX ? INT_MAX : (int)removed;
    level->bounds = b->bounds;
    if (!add_all(b, &b->solid, &b->thin, 0)) return CAROM_NO_MEMORY;
    cr_edge *edges = b->solid.items;
    int count = b->solid.count;
    int most_spokes = 0;
    bool done = cr_index_sort(&level->index, b->allocator, b->bounds, edges, count) &&
                add_editor(b, level, tiling, edges, count, solid);
    for (int i = 0; done && i < count; ++i) edges[i].next = edges[i].prev = -1;
    done = done && cr_index_fill(&level->index, b->allocator, edges, count) &&
           cr_chain_all(&level->index, b->allocator, &most_spokes);
    if (done && level->editor) level->editor->most_spokes = most_spokes;
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}

static const carom_allocator *allocator_of(const carom_level *level) {
    return level->allocator.resize ? &level->allocator : NULL;
}

static carom_status build(cr_builder *b, carom_level *level) {
    cr_tiling tiling = {0};
    b->tiling = &tiling;
    carom_status status = check(b, &tiling);
    if (status == CAROM_OK) status = cr_builder_add_tiles(b);
    if (status == CAROM_OK) status = cr_builder_add_outlines(b);
    if (status == CAROM_OK) status = cr_builder_join(b);
    if (status == CAROM_OK) status = cr_builder_clip(b);
    if (status == CAROM_OK) status = finish(b, level, &tiling);
    cr_builder_free(b);
    cr_tiling_free(&tiling, b->allocator);
    return status;
}

static carom_status make(const carom_level_desc *desc, carom_level **out, carom_error *error) {
    carom_level *level = cr_take_array(desc->allocator, 1, sizeof *level);
    if (!level) return CAROM_NO_MEMORY;
    *level = (carom_level){0};
    if (desc->allocator) level->allocator = *desc->allocator;
    cr_builder b = {.desc = desc, .allocator = allocator_of(level), .error = error, .bounds = cr_box_empty()};
    carom_status status = build(&b, level);
    if (status == CAROM_OK) *out = level;
    if (status != CAROM_OK) carom_level_free(level);
    return status;
}

carom_status carom_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error) {
    if (out) *out = NULL;
    if (!desc || !out) {
        if (error) *error = (carom_error){CAROM_BAD_ARGUMENT, 0, 0, "", "no description, or no place for the level"};
        return CAROM_BAD_ARGUMENT;
    }
    carom_status status = make(desc, out, error);
    if (status == CAROM_NO_MEMORY && error) *error = (carom_error){status, 0, 0, "", "out of memory"};
    return status;
}

void carom_level_free(carom_level *level) {
    if (!level) return;
    carom_allocator allocator = level->allocator;
    const carom_allocator *memory = allocator.resize ? &allocator : NULL;
    cr_index_free(&level->index, memory);
    cr_editor_free(level->editor, memory);
    cr_free_array(memory, level, 1, sizeof *level);
}

// ---- What it is made of now ---------------------------------------------------------------------------------------

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
