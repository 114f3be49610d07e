// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The description is copied into one block of memory, in two passes: the first counts the bytes.
#include "level/edit/editor.h"

#include "base/memory.h"
#include "level/build/build.h"

#include <math.h>
#include <string.h>

/// A bump allocator over a block. Without a block it only counts.
typedef struct byte_block {
    char *block;
    size_t used;
} byte_block;

/// Copies `count` items; returns null while counting.
static void *copy_items(byte_block *b, const void *items, size_t count, size_t size) {
    enum { ALIGNMENT = 16 };
    size_t at = b->used;
    b->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!b->block || count == 0) return NULL;
    return memcpy(b->block + at, items, count * size);
}

static const carom_outline *copy_outlines(byte_block *b, const carom_outline *outlines, int count) {
    carom_outline *copies = copy_items(b, outlines, (size_t)count, sizeof *outlines);
    for (int i = 0; i < count; ++i) {
        const carom_vec2 *points = copy_items(b, outlines[i].points, (size_t)outlines[i].count, sizeof *points);
        if (copies) copies[i].points = points;
    }
    return copies;
}

static void copy_tile_shapes(byte_block *b, carom_level_desc *desc) {
    int count = desc->tile_shapes_count;
    const carom_tile_shape *shapes = desc->tile_shapes;
    carom_tile_shape *copies = copy_items(b, shapes, (size_t)count, sizeof *shapes);
    for (int i = 0; i < count; ++i) {
        const carom_outline *parts = copy_outlines(b, shapes[i].parts, shapes[i].parts_count);
        if (copies) copies[i].parts = parts;
    }
    desc->tile_shapes = copies;
}

static void copy_tiles(byte_block *b, cr_editor *editor) {
    int count = editor->desc.tiles_count;
    const carom_tiles *tiles = editor->desc.tiles;
    carom_tiles *copies = copy_items(b, tiles, (size_t)count, sizeof *tiles);
    for (int i = 0; i < count; ++i) {
        uint8_t *codes = copy_items(b, tiles[i].codes, (size_t)tiles[i].columns * (size_t)tiles[i].rows, 1);
        if (!copies) continue;
        copies[i].codes = codes;
        editor->codes[i] = codes;
    }
    editor->desc.tiles = copies;
}

static void copy_description(byte_block *b, cr_editor *editor, const carom_level_desc *desc) {
    editor->desc = *desc;
    editor->desc.max_edges = 0; // edits may add more
    copy_tiles(b, editor);
    copy_tile_shapes(b, &editor->desc);
    editor->desc.outlines = copy_outlines(b, desc->outlines, desc->outlines_count);
}

static bool index_outline_edges(cr_editor *editor, const carom_allocator *allocator) {
    cr_edges edges = {0};
    bool done = true;
    for (int i = 0; i < editor->desc.outlines_count; ++i) {
        const carom_outline *outline = &editor->desc.outlines[i];
        int count = outline->open ? outline->count - 1 : outline->count;
        for (int k = 0; done && k < count; ++k) {
            carom_vec2 from = outline->points[k], to = outline->points[k + 1 < outline->count ? k + 1 : 0];
            cr_edge edge = {from, to, -1, -1, i, outline->open || outline->one_way ? CR_ONE_WAY : 0};
            done = cr_same_point(from, to) || cr_edges_add(&edges, allocator, edge);
        }
    }
    done = done && cr_index_build(&editor->free_edges, allocator, edges.items, edges.count);
    cr_edges_free(&edges, allocator);
    return done;
}

cr_editor *cr_editor_make(const carom_allocator *allocator, const carom_level_desc *desc) {
    cr_editor *editor = cr_take_array(allocator, 1, sizeof *editor);
    if (!editor) return NULL;
    memset(editor, 0, sizeof *editor);
    byte_block b = {0};
    copy_description(&b, editor, desc);
    editor->memory_size = b.used;
    editor->memory = b.block = cr_take_array(allocator, b.used, 1);
    editor->codes = cr_take_array(allocator, (size_t)desc->tiles_count, sizeof *editor->codes);
    editor->areas = cr_take_array(allocator, (size_t)desc->outlines_count, sizeof *editor->areas);
    b.used = 0;
    if (b.block && editor->codes && editor->areas) {
        copy_description(&b, editor, desc);
        cr_number_areas(&editor->desc, editor->areas);
        if (index_outline_edges(editor, allocator)) return editor;
    }
    cr_editor_free(editor, allocator);
    return NULL;
}

static void free_exchange(cr_run_exchange *x, const carom_allocator *allocator) {
    cr_pieces_free(&x->runs, allocator);
    cr_pieces_free(&x->result, allocator);
    cr_free_array(allocator, x->ids, (size_t)x->ids_capacity, sizeof x->ids[0]);
}

static void free_scratch(cr_edit_scratch *s, const carom_allocator *allocator) {
    cr_pieces *const pieces[] = {&s->before, &s->after, &s->thin_before, &s->thin_after, &s->parts};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) cr_pieces_free(pieces[i], allocator);
    free_exchange(&s->solid, allocator);
    free_exchange(&s->thin, allocator);
    cr_free_array(allocator, s->links, (size_t)s->links_capacity, sizeof s->links[0]);
    cr_free_array(allocator, s->near, (size_t)s->near_capacity, sizeof s->near[0]);
    cr_free_array(allocator, s->numbers, (size_t)s->numbers_capacity, sizeof s->numbers[0]);
    cr_free_array(allocator, s->removed, (size_t)s->removed_capacity, sizeof s->removed[0]);
    cr_edges_free(&s->added, allocator);
    cr_free_array(allocator, s->added_runs, (size_t)s->added_runs_capacity, sizeof s->added_runs[0]);
    cr_free_array(allocator, s->vertices, (size_t)s->vertices_capacity, sizeof s->vertices[0]);
    cr_chain_vertex_free(&s->hub, allocator);
}

void cr_editor_free(cr_editor *editor, const carom_allocator *allocator) {
    if (!editor) return;
    cr_free_array(allocator, editor->memory, editor->memory_size, 1);
    cr_free_array(allocator, editor->codes, (size_t)editor->desc.tiles_count, sizeof *editor->codes);
    cr_free_array(allocator, editor->areas, (size_t)editor->desc.outlines_count, sizeof *editor->areas);
    cr_free_array(allocator, editor->runs, (size_t)editor->runs_capacity, sizeof editor->runs[0]);
    cr_free_array(allocator, editor->marks, editor->marks_count, sizeof *editor->marks);
    cr_tiling_free(&editor->tiling, allocator);
    cr_index_free(&editor->free_edges, allocator);
    free_scratch(&editor->scratch, allocator);
    cr_free_array(allocator, editor, 1, sizeof *editor);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

/// The first and the last cell of an axis that an interval may reach; none if last < first.
typedef struct cell_span {
    int first, last;
} cell_span;

static cell_span cells_of_axis(float origin, float cell, int cells, float low, float high) {
    double first = floor(((double)low - (double)origin) / (double)cell) - 1;
    double last = floor(((double)high - (double)origin) / (double)cell) + 1;
    if (last < 0 || first > cells - 1) return (cell_span){0, -1};
    return (cell_span){first > 0 ? (int)first : 0, last < cells - 1 ? (int)last : cells - 1};
}

cr_cell_block cr_cells_near(const carom_tiles *grid, carom_box box) {
    cell_span x = cells_of_axis(grid->origin.x, grid->cell.x, grid->columns, box.min.x, box.max.x);
    cell_span y = cells_of_axis(grid->origin.y, grid->cell.y, grid->rows, box.min.y, box.max.y);
    return (cr_cell_block){x.first, y.first, x.last, y.last};
}
