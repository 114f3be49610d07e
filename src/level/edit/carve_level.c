// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Carving and filling by shapes. A shape with a radius becomes a polygon of chords.
//
// Cells under the box of a shape are marked: their codes no longer describe their solids. A tile that is set there
// replaces everything in its cell.
#include "base/float.h"
#include "base/memory.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "level/build/outline.h"
#include "level/edit/carve.h"
#include "level/edit/edit.h"

#include <stdlib.h>
#include <string.h>

// ---- The polygon of a shape -----------------------------------------------------------------------------------------

enum { CHORDS = 32, POLYGON_POINTS = CAROM_MAX_POLYGON_VERTICES * CHORDS };

/// The cosines of 0, 1/32, 2/32 .. of a turn, up to a quarter.
static const double chord_cosines[CHORDS / 4 + 1] = {1,
                                                     0.98078528040323045,
                                                     0.92387953251128676,
                                                     0.83146961230254524,
                                                     0.70710678118654752,
                                                     0.55557023301960222,
                                                     0.38268343236508977,
                                                     0.19509032201612827,
                                                     0};

static cr_vec2d chord_direction(int i) {
    int quarter = i / (CHORDS / 4), k = i % (CHORDS / 4);
    double c = chord_cosines[k], s = chord_cosines[CHORDS / 4 - k];
    return quarter == 0   ? (cr_vec2d){c, s}
           : quarter == 1 ? (cr_vec2d){-s, c}
           : quarter == 2 ? (cr_vec2d){-c, -s}
                          : (cr_vec2d){s, -c};
}

static int compare_hull_points(const void *p, const void *q) {
    const carom_vec2 *a = p, *b = q;
    return cr_point_before(*b, *a) - cr_point_before(*a, *b);
}

/// The convex hull, counter-clockwise (A. M. Andrew, Another efficient algorithm for convex hulls, 1979). Sorts the
/// points; `hull` has room for all points and one more. Returns the number of vertices.
static int hull_of_points(carom_vec2 *points, int count, carom_vec2 *hull) {
    int n = 0;
    qsort(points, (size_t)count, sizeof *points, compare_hull_points);
    for (int pass = 0; pass < 2; ++pass) {
        int base = n;
        for (int i = 0; i < count; ++i) {
            carom_vec2 p = points[pass == 0 ? i : count - 1 - i];
            while (n >= base + 2 && cr_side(hull[n - 2], hull[n - 1], p) <= 0) --n;
            if (n == base || !cr_same_point(hull[n - 1], p)) hull[n++] = p;
        }
        --n; // the first point of the next pass
    }
    return n;
}

/// Returns the number of vertices; less than 3 if the shape has no area, -1 if it is invalid or a compound.
static int polygon_of_shape(const carom_shape *shape, carom_vec2 hull[POLYGON_POINTS + 2]) {
    cr_core core;
    carom_vec2 points[POLYGON_POINTS];
    int count = 0;
    if (!cr_core_of(shape, &core)) return -1;
    for (int i = 0; i < core.count; ++i) {
        for (int k = 0; k < (core.radius > 0 ? CHORDS : 1); ++k) {
            cr_vec2d d = chord_direction(k);
            double radius = (double)core.radius;
            points[count++] =
                cr_narrow((cr_vec2d){(double)core.v[i].x + radius * d.x, (double)core.v[i].y + radius * d.y});
        }
    }
    for (int i = 0; i < count; ++i) {
        if (!cr_finite2(points[i])) return -1;
    }
    return hull_of_points(points, count, hull);
}

static bool list_loop(const carom_vec2 *points, int count, const carom_allocator *allocator, cr_edges *edges) {
    for (int i = 0; i < count; ++i) {
        cr_edge edge = {.a = points[i], .b = points[i + 1 < count ? i + 1 : 0], .next = -1, .prev = -1};
        if (!cr_edges_add(edges, allocator, edge)) return false;
    }
    return true;
}

// ---- Marked cells ---------------------------------------------------------------------------------------------------

static size_t words_of_grid(const carom_tiles *tiles) {
    return ((size_t)tiles->columns * (size_t)tiles->rows + 63) / 64;
}

/// One bit for each cell of all grids, one grid after the other.
static bool reserve_marks(cr_editor *editor, const carom_allocator *allocator) {
    size_t words = 0;
    for (int i = 0; i < editor->desc.tiles_count; ++i) words += words_of_grid(&editor->desc.tiles[i]);
    if (editor->marks) return true;
    editor->marks = cr_take_array(allocator, words, sizeof *editor->marks);
    editor->marks_count = words;
    if (editor->marks) memset(editor->marks, 0, words * sizeof *editor->marks);
    return editor->marks != NULL;
}

static uint64_t *marks_of_grid(const cr_editor *editor, int grid) {
    uint64_t *marks = editor->marks;
    for (int i = 0; i < grid; ++i) marks += words_of_grid(&editor->desc.tiles[i]);
    return marks;
}

static bool is_marked(const cr_editor *editor, int grid, int column, int row) {
    const carom_tiles *tiles = &editor->desc.tiles[grid];
    if (column < 0 || row < 0 || column >= tiles->columns || row >= tiles->rows) return false;
    size_t i = (size_t)row * (size_t)tiles->columns + (size_t)column;
    return marks_of_grid(editor, grid)[i / 64] >> (i % 64) & 1;
}

static void set_mark(cr_editor *editor, cr_stored_cell cell, bool marked) {
    size_t i = (size_t)cell.row * (size_t)editor->desc.tiles[cell.grid].columns + (size_t)cell.column;
    uint64_t *word = &marks_of_grid(editor, cell.grid)[i / 64], bit = UINT64_C(1) << (i % 64);
    *word = marked ? *word | bit : *word & ~bit;
}

static void mark_cells(cr_editor *editor, carom_box box) {
    for (int grid = 0; grid < editor->desc.tiles_count; ++grid) {
        cr_cell_block near = cr_cells_near(&editor->desc.tiles[grid], box);
        for (int row = near.top; row <= near.bottom; ++row) {
            for (int column = near.left; column <= near.right; ++column)
                set_mark(editor, (cr_stored_cell){grid, column, row, NULL}, true);
        }
    }
}

// ---- Areas ----------------------------------------------------------------------------------------------------------

/// The index of a level without edges has no cells: it is built for the first area.
static carom_status build_first(carom_level *level, const cr_edges *shape) {
    cr_editor *editor = level->editor;
    const carom_allocator *allocator = cr_level_allocator(level);
    cr_index index = {0};
    cr_edges copy = {0};
    cr_chain_count counts;
    bool done =
        cr_grow_array(allocator, (void **)&editor->runs, &editor->runs_capacity, shape->count, sizeof editor->runs[0]);
    for (int i = 0; done && i < shape->count; ++i) done = cr_edges_add(&copy, allocator, shape->items[i]);
    done = done && cr_index_sort(&index, allocator, level->bounds, copy.items, copy.count) &&
           cr_index_fill(&index, allocator, copy.items, copy.count) && cr_chain_all(&index, allocator, &counts);
    cr_edges_free(&copy, allocator);
    if (!done) {
        cr_index_free(&index, allocator);
        return CAROM_STATUS_NO_MEMORY;
    }
    for (int i = 0; i < shape->count; ++i) editor->runs[i] = (cr_run){.grid = CR_RUN_CARVED};
    editor->solid = shape->count;
    editor->max_spokes = counts.max_edges;
    cr_index_free(&level->index, allocator);
    level->index = index;
    return CAROM_STATUS_OK;
}

/// A change of the solid area.
typedef struct area_change {
    cr_edges loops; // as in cr_carve_find
    cr_edges clip;  // as there
    cr_edges first; // the boundary that the change makes of a level without edges
} area_change;

static void free_change(area_change *change, const carom_allocator *allocator) {
    cr_edges_free(&change->loops, allocator);
    cr_edges_free(&change->clip, allocator);
    cr_edges_free(&change->first, allocator);
}

static bool add_loops(cr_edges *loops, const cr_edges *boundary, bool solid, const carom_allocator *allocator) {
    for (int i = 0; i < boundary->count; ++i) {
        cr_edge edge = boundary->items[i];
        if (!solid) edge.a = boundary->items[i].b, edge.b = boundary->items[i].a;
        if (!cr_edges_add(loops, allocator, edge)) return false;
    }
    return true;
}

static carom_status change_area(carom_level *level, const area_change *change) {
    if (!reserve_marks(level->editor, cr_level_allocator(level))) return CAROM_STATUS_NO_MEMORY;
    if (level->index.size[0] == 0)
        return change->first.count > 0 ? build_first(level, &change->first) : CAROM_STATUS_OK;
    cr_edit_begin(level);
    carom_status status = cr_carve_find(level, &change->loops, &change->clip);
    if (status != CAROM_STATUS_OK) return status;
    return cr_edit_apply(level) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

static carom_box box_of_edges(const cr_edges *edges) {
    carom_box box = cr_box_empty();
    for (int i = 0; i < edges->count; ++i) box = cr_box_union(box, cr_edge_box(&edges->items[i]));
    return box;
}

static carom_status change_shape(carom_level *level, const carom_shape *shape, bool solid) {
    carom_vec2 hull[POLYGON_POINTS + 2];
    area_change change = {.loops = {0}};
    if (!level->editor) return CAROM_STATUS_UNSUPPORTED;
    int count = polygon_of_shape(shape, hull);
    if (count < 0) return CAROM_STATUS_BAD_ARGUMENT;
    if (count < 3) return CAROM_STATUS_OK;
    const carom_allocator *allocator = cr_level_allocator(level);
    bool listed = list_loop(hull, count, allocator, &change.clip) &&
                  add_loops(&change.loops, &change.clip, solid, allocator) &&
                  (!solid || add_loops(&change.first, &change.clip, true, allocator));
    carom_status status = listed ? change_area(level, &change) : CAROM_STATUS_NO_MEMORY;
    if (status == CAROM_STATUS_OK) {
        carom_box box = box_of_edges(&change.clip);
        mark_cells(level->editor, box);
        if (solid) level->bounds = cr_box_union(level->bounds, box);
        cr_edit_record(level, box);
    }
    free_change(&change, allocator);
    return status;
}

carom_status carom_level_carve(carom_level *level, const carom_shape *shape) {
    return change_shape(level, shape, false);
}

carom_status carom_level_fill(carom_level *level, const carom_shape *shape) {
    return change_shape(level, shape, true);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static carom_box box_around(const cr_editor *editor, cr_stored_cell cell, int around) {
    const carom_tiles *tiles = &editor->desc.tiles[cell.grid];
    cr_lattice low = {(cell.column - around) * CR_CELL, (cell.row - around) * CR_CELL};
    cr_lattice high = {(cell.column + 1 + around) * CR_CELL, (cell.row + 1 + around) * CR_CELL};
    return (carom_box){cr_lattice_point(tiles, low), cr_lattice_point(tiles, high)};
}

bool cr_carve_reaches(const carom_level *level, cr_stored_cell cell) {
    const cr_editor *editor = level->editor;
    if (!editor->marks) return false;
    for (int row = cell.row - 1; row <= cell.row + 1; ++row) {
        for (int column = cell.column - 1; column <= cell.column + 1; ++column) {
            if (is_marked(editor, cell.grid, column, row)) return true;
        }
    }
    cr_search search;
    cr_search_begin(&search, &level->index, box_around(editor, cell, 1));
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        if (editor->runs[id].grid == CR_RUN_CARVED) return true;
    }
    return false;
}

/// Filling is enough for a solid tile. Any other one is filled twice where the cell is carved once.
static bool list_tile_change(area_change *change, const cr_edges *tile, bool is_whole,
                             const carom_allocator *allocator) {
    if (!add_loops(&change->first, tile, true, allocator) || !add_loops(&change->loops, tile, true, allocator))
        return false;
    return is_whole || (add_loops(&change->loops, tile, true, allocator) &&
                        add_loops(&change->loops, &change->clip, false, allocator));
}

carom_status cr_carve_cell(carom_level *level, cr_stored_cell cell, uint8_t code) {
    cr_editor *editor = level->editor;
    const carom_allocator *allocator = cr_level_allocator(level);
    const carom_tiles *tiles = &editor->desc.tiles[cell.grid];
    if (editor->tiling.parts[*cell.at].thin > 0 || editor->tiling.parts[code].thin > 0) return CAROM_STATUS_UNSUPPORTED;
    carom_box box = box_around(editor, cell, 0);
    const carom_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    area_change change = {.loops = {0}};
    cr_edges solid = {0}, thin = {0};
    int64_t unmerged = 0;
    uint8_t old = *cell.at;
    *cell.at = code;
    carom_status status =
        cr_outline_tiles(&editor->tiling, tiles, (cr_cells){cell.column, cell.row, cell.column + 1, cell.row + 1}, 0,
                         allocator, (cr_outline_lists){&solid, &thin, NULL, &unmerged, 0});
    for (int i = 0; i < solid.count; ++i) solid.items[i].next = solid.items[i].prev = -1;
    const bool is_whole = code % CAROM_TILE_BASES == CAROM_TILE_SOLID;
    if (status == CAROM_STATUS_OK &&
        (!list_loop(corners, 4, allocator, &change.clip) || !list_tile_change(&change, &solid, is_whole, allocator)))
        status = CAROM_STATUS_NO_MEMORY;
    if (status == CAROM_STATUS_OK) status = change_area(level, &change);
    if (status == CAROM_STATUS_OK) set_mark(editor, cell, false);
    if (status != CAROM_STATUS_OK) *cell.at = old;
    free_change(&change, allocator);
    cr_edges_free(&solid, allocator);
    cr_edges_free(&thin, allocator);
    return status;
}
