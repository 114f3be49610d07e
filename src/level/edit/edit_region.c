// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Solid changes only in the cell, but edges also change along the runs of tiles that end or begin there. The *core* is
// the box of the cell and of these runs. The *region* is the box of all edges that touch the core, plus a margin. The
// region is built like a level, from its tiles and its free shapes, without the parts of these that are far away. Of
// the result, the edges that touch the core replace the previous ones.
//
//     +- region ----------------+
//     |        +- core -+       |
//     |  ------|--+     |       |
//     |        |  |     |       |
//     |        +--------+       |
//     +-------------------------+
//
// At the side of the region tiles are cut off, which makes edges that the level does not have. These must not touch the
// core: if a run from there does, the region is extended. Runs end at multiples of a block, so this terminates.
//
// Ends outside of the core must stay where they were, within a few ulp. Otherwise the whole level is rebuilt.
#include "level/edit/edit_region.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/build.h"
#include "level/edit/carve.h"
#include "level/edit/edit_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct region_edit {
    const cr_edit_cell *cell;
    cr_editor *editor;
    cr_edit_scratch *scratch;
    const carom_allocator *allocator;
    carom_box core, region;
    cr_end_points ends; // of the edges that touch the core
    cr_cells *cells;    // of each grid, in the region
    carom_level_desc desc;
    int *numbers; // of the outlines in the region, ascending
    int numbers_count, numbers_capacity;
    int *areas; // of the rings among them, ascending
    int areas_count, areas_capacity;
    int *offsets; // of each of `areas`: the winding number of its rings that are not in the region
    carom_outline *outlines;
    carom_vec2 *points;
    int outlines_count, outlines_capacity, points_count;
    cr_builder builder;
} region_edit;

static const double END_TOLERANCE = 0x1p-21; // a few ulp, relative to the largest coordinate of the level
static const float CORE_MARGIN = 0x1p-10f;   // in cells: more than the rounding of coordinates

/// In cells: tried in this order until no run is cut off.
static const int margins[] = {1, 8, CR_RUN_BLOCK / CR_CELL + 2};
enum { MARGINS = 3 };

static const carom_tiles *tiles_of(const region_edit *p) {
    return &p->editor->desc.tiles[p->cell->grid];
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

typedef struct interval {
    double low, high;
} interval;

/// The cells of a row that an interval reaches, and `margin` more on each side: ends[0] .. ends[1] - 1.
static void find_cells_of_row(double origin, double cell, int cells, interval reached, int margin, int ends[2]) {
    double from = floor((reached.low - origin) / cell) - margin,
           to = floor((reached.high - origin) / cell) + margin + 1;
    ends[0] = from > 0 ? from < cells ? (int)from : cells : 0;
    ends[1] = to < cells ? to > 0 ? (int)to : 0 : cells;
}

static cr_cells cells_in(const carom_tiles *tiles, carom_box box, int margin) {
    interval x = {(double)box.min.x, (double)box.max.x}, y = {(double)box.min.y, (double)box.max.y};
    int columns[2], rows[2];
    find_cells_of_row((double)tiles->origin.x, (double)tiles->cell.x, tiles->columns, x, margin, columns);
    find_cells_of_row((double)tiles->origin.y, (double)tiles->cell.y, tiles->rows, y, margin, rows);
    return (cr_cells){columns[0], rows[0], columns[1], rows[1]};
}

static bool is_beyond(cr_lattice p, const carom_tiles *tiles, cr_cells c) {
    return (c.left > 0 && p.x <= c.left * CR_CELL) || (c.right < tiles->columns && p.x >= c.right * CR_CELL) ||
           (c.top > 0 && p.y <= c.top * CR_CELL) || (c.bottom < tiles->rows && p.y >= c.bottom * CR_CELL);
}

/// True if the run ends at the side of the range of cells: it may be a part of a longer run.
static bool is_cut(const cr_lattice_edge *run, const carom_tiles *tiles, cr_cells cells) {
    return is_beyond(run->from, tiles, cells) || is_beyond(run->to, tiles, cells);
}

static carom_box box_of_run(const cr_lattice_edge *run, const carom_tiles *tiles) {
    return cr_box_of(cr_lattice_point(tiles, run->from), cr_lattice_point(tiles, run->to));
}

// ---- The core -------------------------------------------------------------------------------------------------------

/// The runs in a range of cells: the first `solid` are solid, the others thin.
typedef struct nearby_runs {
    cr_pieces runs;
    int solid;
} nearby_runs;

static bool outline_nearby_runs(const region_edit *p, cr_cells cells, nearby_runs *a) {
    cr_edges solid = {0}, thin = {0};
    int64_t unmerged = 0;
    a->runs.count = 0;
    cr_outline_lists lists = {&solid, &thin, &a->runs, &unmerged, 0};
    carom_status status = cr_outline_tiles(&p->editor->tiling, tiles_of(p), cells, CR_RUN_BLOCK, p->allocator, lists);
    a->solid = solid.count;
    cr_edges_free(&solid, p->allocator);
    cr_edges_free(&thin, p->allocator);
    return status == CAROM_STATUS_OK;
}

static bool touches_cell(const region_edit *p, const cr_lattice_edge *run) {
    int32_t left = p->cell->column * CR_CELL, top = p->cell->row * CR_CELL;
    cr_lattice a = run->from, b = run->to;
    return (a.x >= left || b.x >= left) && (a.x <= left + CR_CELL || b.x <= left + CR_CELL) &&
           (a.y >= top || b.y >= top) && (a.y <= top + CR_CELL || b.y <= top + CR_CELL);
}

static bool has_run(const nearby_runs *a, bool solid, const cr_lattice_edge *run) {
    for (int i = solid ? 0 : a->solid; i < (solid ? a->solid : a->runs.count); ++i) {
        const cr_lattice_edge *other = &a->runs.items[i];
        if (other->from.x == run->from.x && other->from.y == run->from.y && other->to.x == run->to.x &&
            other->to.y == run->to.y) {
            return true;
        }
    }
    return false;
}

/// Extends the core by the runs near the cell that are in `a` and not in `other`. Returns false if one of them is cut
/// off at the side of the range.
static bool add_changed(region_edit *p, cr_cells cells, const nearby_runs *a, const nearby_runs *other) {
    bool whole = true;
    for (int i = 0; i < a->runs.count; ++i) {
        const cr_lattice_edge *run = &a->runs.items[i];
        if (!touches_cell(p, run) || has_run(other, i < a->solid, run)) continue;
        p->core = cr_box_union(p->core, box_of_run(run, tiles_of(p)));
        whole = whole && !is_cut(run, tiles_of(p), cells);
    }
    return whole;
}

static carom_box widen_box(carom_box box, carom_vec2 by) {
    return (carom_box){{box.min.x - by.x, box.min.y - by.y}, {box.max.x + by.x, box.max.y + by.y}};
}

static carom_status find_core(region_edit *p, uint8_t code) {
    const carom_tiles *tiles = tiles_of(p);
    uint8_t *at = p->cell->at, old = *at;
    int32_t x = p->cell->column * CR_CELL, y = p->cell->row * CR_CELL;
    carom_box cell = {cr_lattice_point(tiles, (cr_lattice){x, y}),
                      cr_lattice_point(tiles, (cr_lattice){x + CR_CELL, y + CR_CELL})};
    nearby_runs before = {0}, after = {0};
    bool done = true, whole = false;
    for (int i = 0; !whole && i < MARGINS; ++i) {
        cr_cells cells = cells_in(tiles, cell, margins[i]);
        p->core = cell;
        done = outline_nearby_runs(p, cells, &before);
        *at = code;
        done = done && outline_nearby_runs(p, cells, &after);
        *at = old;
        if (!done) break;
        whole = add_changed(p, cells, &before, &after); // the new ones reach as far beyond the cell
    }
    cr_pieces_free(&before.runs, p->allocator);
    cr_pieces_free(&after.runs, p->allocator);
    p->core = widen_box(p->core, (carom_vec2){tiles->cell.x * CORE_MARGIN, tiles->cell.y * CORE_MARGIN});
    return done ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

/// True if the edge touches the core. Exact.
static bool touches_core(const region_edit *p, carom_vec2 a, carom_vec2 b) {
    carom_box core = p->core;
    if (!cr_boxes_overlap(cr_box_of(a, b), core)) return false;
    const carom_vec2 corners[] = {core.min, {core.max.x, core.min.y}, core.max, {core.min.x, core.max.y}};
    bool left = false, right = false;
    for (int i = 0; i < 4; ++i) {
        int side = cr_side(a, b, corners[i]);
        left = left || side >= 0;
        right = right || side <= 0;
    }
    return left && right;
}

// ---- The region -----------------------------------------------------------------------------------------------------

/// Lists the ends of the edges that touch the core.
static bool list_ends(region_edit *p) {
    const cr_index *index = &p->cell->level->index;
    p->ends.count = 0;
    p->ends.tolerance = index->reach * END_TOLERANCE;
    for (int i = 0; i < p->scratch->near_count; ++i) {
        if (!cr_end_points_add(&p->ends, p->allocator, index->lines[p->scratch->near[i]])) return false;
    }
    cr_end_points_sort(&p->ends);
    return true;
}

/// Lists the edges that touch the core, and sets the region.
static carom_status find_region(region_edit *p) {
    cr_edit_scratch *s = p->scratch;
    cr_search search;
    p->region = p->core;
    s->near_count = 0;
    cr_search_begin(&search, &p->cell->level->index, p->core);
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        cr_edge_line line = p->cell->level->index.lines[id];
        if (!touches_core(p, line.a, line.b)) continue;
        p->region = cr_box_union(p->region, cr_edge_line_box(line));
        if (!cr_grow_array(p->allocator, (void **)&s->near, &s->near_capacity, s->near_count + 1, sizeof s->near[0])) {
            return CAROM_STATUS_NO_MEMORY;
        }
        s->near[s->near_count++] = id;
    }
    for (int i = 0; i < s->near_count; ++i) {
        if (p->editor->runs[s->near[i]].grid == CR_RUN_CARVED) return CAROM_STATUS_BAD_ARGUMENT;
    }
    p->region = widen_box(p->region, tiles_of(p)->cell);
    return list_ends(p) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

// ---- Free shapes ----------------------------------------------------------------------------------------------------

static int compare_numbers(const void *p, const void *q) {
    const int *a = p, *b = q;
    return (*a > *b) - (*a < *b);
}

static bool add_number(cr_edit_scratch *s, const carom_allocator *allocator, int number) {
    if (!cr_grow_array(allocator, (void **)&s->numbers, &s->numbers_capacity, s->numbers_count + 1,
                       sizeof s->numbers[0])) {
        return false;
    }
    s->numbers[s->numbers_count++] = number;
    return true;
}

static void sort_numbers(cr_edit_scratch *s) {
    if (s->numbers_count > 0) qsort(s->numbers, (size_t)s->numbers_count, sizeof s->numbers[0], compare_numbers);
}

static bool has_number(const int *numbers, int count, int number) {
    return count > 0 && bsearch(&number, numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

/// The crossing rule of winding.c for one edge. Adds a crossing as 2 * area, plus 1 if it is downward.
static bool add_crossing(cr_editor *editor, const carom_allocator *allocator, int edge, carom_vec2 p) {
    cr_edge e = cr_index_edge(&editor->free_edges, edge);
    if ((e.flags & CR_ONE_WAY) || (e.a.y <= p.y) == (e.b.y <= p.y)) return true;
    bool up = e.a.y <= p.y;
    int side = cr_side(e.a, e.b, p);
    return (up ? side >= 0 : side <= 0) || add_number(&editor->scratch, allocator, 2 * editor->areas[e.tag] + !up);
}

bool cr_edit_region_is_within(cr_editor *editor, const carom_allocator *allocator, carom_vec2 point, const int *others,
                              int count, bool *failed) {
    cr_edit_scratch *s = &editor->scratch;
    cr_search search;
    s->numbers_count = 0;
    *failed = false;
    cr_search_begin(&search, &editor->free_edges, (carom_box){{-FLT_MAX, point.y}, point});
    for (int i; !*failed && (i = cr_search_next(&search)) >= 0;) {
        if (has_number(others, count, editor->areas[cr_index_edge(&editor->free_edges, i).tag])) continue;
        *failed = !add_crossing(editor, allocator, i, point);
    }
    sort_numbers(s);
    int number = 0;
    for (int i = 0; !*failed && i < s->numbers_count; ++i) {
        if (i > 0 && s->numbers[i] >> 1 != s->numbers[i - 1] >> 1) number = 0;
        number += s->numbers[i] & 1 ? -1 : 1;
        bool is_last = i + 1 == s->numbers_count || s->numbers[i] >> 1 != s->numbers[i + 1] >> 1;
        bool even_odd = editor->desc.outlines[s->numbers[i] >> 1].even_odd;
        if (is_last && (even_odd ? number & 1 : number != 0)) return true;
    }
    return false;
}

/// The sides of the region that the point is beyond, as bits.
static unsigned sides_of(carom_box region, carom_vec2 p) {
    return (p.x < region.min.x ? 1u : 0) | (p.x > region.max.x ? 2u : 0) | (p.y < region.min.y ? 4u : 0) |
           (p.y > region.max.y ? 8u : 0);
}

/// Copies an outline without its distant points: a run of points beyond the same side of the region is replaced by a
/// straight line. Keeps all points of a one-way loop: it is cut where it crosses itself, however far away, and its
/// pieces are clipped again where they meet solids.
static int copy_nearby_points(const region_edit *p, const carom_outline *outline, carom_vec2 *kept) {
    if (outline->one_way && !outline->open) {
        memcpy(kept, outline->points, (size_t)outline->count * sizeof *kept);
        return outline->count;
    }
    int count = 0, last = outline->open ? outline->count - 1 : outline->count;
    kept[count++] = outline->points[0];
    unsigned together = sides_of(p->region, outline->points[0]);
    for (int k = 1; k <= last; ++k) {
        carom_vec2 at = outline->points[k - 1], next = outline->points[k < outline->count ? k : 0];
        together &= sides_of(p->region, next);
        if (together != 0) continue;
        if (k > 1) kept[count++] = at;
        together = sides_of(p->region, at) & sides_of(p->region, next);
    }
    if (outline->open) kept[count++] = outline->points[last];
    return count;
}

/// Moves the numbers of the scratch, sorted and without repetition, to a list.
static bool take_numbers(const region_edit *p, int **list, int *capacity, int *count) {
    cr_edit_scratch *s = p->scratch;
    sort_numbers(s);
    if (!cr_grow_array(p->allocator, (void **)list, capacity, s->numbers_count, sizeof **list)) return false;
    *count = 0;
    for (int i = 0; i < s->numbers_count; ++i)
        if (i == 0 || s->numbers[i] != s->numbers[i - 1]) (*list)[(*count)++] = s->numbers[i];
    return true;
}

static bool list_areas_in_region(region_edit *p) {
    p->scratch->numbers_count = 0;
    for (int i = 0; i < p->numbers_count; ++i) {
        int number = p->numbers[i];
        if (cr_is_ring(&p->editor->desc.outlines[number]) &&
            !add_number(p->scratch, p->allocator, p->editor->areas[number]))
            return false;
    }
    return take_numbers(p, &p->areas, &p->areas_capacity, &p->areas_count);
}

/// A ring without an edge in the region has one winding number in all of it. Sums them for each area of the region.
static bool find_offsets(region_edit *p) {
    cr_edit_scratch *s = p->scratch;
    carom_vec2 at = p->region.min;
    cr_search search;
    p->offsets = cr_take_array(p->allocator, (size_t)p->areas_count, sizeof *p->offsets);
    if (!p->offsets) return false;
    s->numbers_count = 0;
    if (p->areas_count == 0) return true;
    cr_search_begin(&search, &p->editor->free_edges, (carom_box){{-FLT_MAX, at.y}, at});
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        int number = cr_index_edge(&p->editor->free_edges, i).tag;
        if (!has_number(p->areas, p->areas_count, p->editor->areas[number])) continue;
        if (has_number(p->numbers, p->numbers_count, number)) continue;
        if (!add_crossing(p->editor, p->allocator, i, at)) return false;
    }
    sort_numbers(s);
    for (int i = 0, k = 0; i < p->areas_count; ++i) {
        p->offsets[i] = 0;
        for (; k < s->numbers_count && s->numbers[k] >> 1 == p->areas[i]; ++k)
            p->offsets[i] += s->numbers[k] & 1 ? -1 : 1;
        if (p->editor->desc.outlines[p->areas[i]].even_odd) p->offsets[i] &= 1;
    }
    return true;
}

/// Lists the outlines in the region, and counts their points, and those of the boxes that stand for the other rings.
static bool find_outlines(region_edit *p, int *points) {
    cr_search search;
    p->scratch->numbers_count = 0;
    cr_search_begin(&search, &p->editor->free_edges, p->region);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!add_number(p->scratch, p->allocator, cr_index_edge(&p->editor->free_edges, i).tag)) return false;
    }
    if (!take_numbers(p, &p->numbers, &p->numbers_capacity, &p->numbers_count)) return false;
    if (!list_areas_in_region(p) || !find_offsets(p)) return false;
    *points = 0;
    p->outlines_capacity = p->numbers_count;
    for (int i = 0; i < p->numbers_count; ++i) *points += p->editor->desc.outlines[p->numbers[i]].count;
    for (int i = 0; i < p->areas_count; ++i) {
        p->outlines_capacity += abs(p->offsets[i]);
        *points += 4 * abs(p->offsets[i]);
    }
    return true;
}

/// The offset of an area with a ring in the region.
static int *find_offset(const region_edit *p, int area) {
    const int *found = bsearch(&area, p->areas, (size_t)p->areas_count, sizeof *p->areas, compare_numbers);
    return &p->offsets[found - p->areas];
}

static void free_outlines(region_edit *p) {
    cr_free_array(p->allocator, p->outlines, (size_t)p->outlines_capacity, sizeof *p->outlines);
    cr_free_array(p->allocator, p->points, (size_t)p->points_count, sizeof *p->points);
    cr_free_array(p->allocator, p->offsets, (size_t)p->areas_count, sizeof *p->offsets);
    p->outlines = NULL;
    p->points = NULL;
    p->offsets = NULL;
    p->outlines_count = p->outlines_capacity = p->points_count = 0;
}

/// A box around everything in the region that no outline there crosses.
static carom_box box_around_outlines(const region_edit *p) {
    carom_box box = p->region;
    for (int i = 0; i < p->outlines_count; ++i) {
        for (int k = 0; k < p->outlines[i].count; ++k)
            box = cr_box_union(box, (carom_box){p->outlines[i].points[k], p->outlines[i].points[k]});
    }
    return widen_box(box, tiles_of(p)->cell);
}

/// Adds the boxes of one area, before its rings: with a winding number of 1 or -1 each in the region.
static carom_vec2 *add_boxes(region_edit *p, int count, carom_box box, carom_outline head, carom_vec2 *points) {
    const bool up = count > 0; // their left side goes up
    for (int i = 0; i < abs(count); ++i) {
        points[0] = box.min;
        points[1] = up ? (carom_vec2){box.min.x, box.max.y} : (carom_vec2){box.max.x, box.min.y};
        points[2] = box.max;
        points[3] = up ? (carom_vec2){box.max.x, box.min.y} : (carom_vec2){box.min.x, box.max.y};
        head.points = points;
        head.count = 4;
        p->outlines[p->outlines_count++] = head;
        head.same_area = true;
        points += 4;
    }
    return points;
}

/// Copies the outlines of the region. An edge of each reaches it, so the ends of that edge have no side in common, and
/// a ring keeps at least three points.
static carom_vec2 *copy_nearby(region_edit *p, carom_vec2 *kept) {
    for (int i = 0; i < p->numbers_count; ++i) {
        carom_outline outline = p->editor->desc.outlines[p->numbers[i]];
        outline.points = kept;
        outline.count = copy_nearby_points(p, &p->editor->desc.outlines[p->numbers[i]], kept);
        kept += outline.count;
        p->outlines[p->outlines_count++] = outline;
    }
    return kept;
}

static carom_status copy_outlines_nearby(region_edit *p) {
    int points;
    free_outlines(p);
    if (!find_outlines(p, &points)) return CAROM_STATUS_NO_MEMORY;
    p->outlines = cr_take_array(p->allocator, (size_t)p->outlines_capacity, sizeof p->outlines[0]);
    p->points = cr_take_array(p->allocator, (size_t)points, sizeof p->points[0]);
    p->points_count = points;
    if (!p->outlines || !p->points) return CAROM_STATUS_NO_MEMORY;
    carom_vec2 *kept = copy_nearby(p, p->points);
    const int count = p->outlines_count;
    int boxes = 0;
    for (int i = 0; i < p->areas_count; ++i) boxes += abs(p->offsets[i]);
    const carom_box box = box_around_outlines(p);
    // The outlines move up, so that the boxes of an area stand before its first ring.
    for (int i = count - 1; i >= 0; --i) p->outlines[i + boxes] = p->outlines[i];
    p->outlines_count = 0;
    for (int i = 0, area = -1; i < count; ++i) {
        carom_outline outline = p->outlines[i + boxes];
        int number = p->numbers[i];
        if (cr_is_ring(&outline)) { // the first ring begins the area
            outline.even_odd = p->editor->desc.outlines[p->editor->areas[number]].even_odd;
            outline.same_area = p->editor->areas[number] == area;
            int *found = outline.same_area ? NULL : find_offset(p, p->editor->areas[number]);
            if (found && *found != 0) {
                kept = add_boxes(p, *found, box, outline, kept);
                outline.same_area = true;
                *found = 0;
            }
            area = p->editor->areas[number];
        }
        p->outlines[p->outlines_count++] = outline;
    }
    p->desc = p->editor->desc;
    p->desc.outlines = p->outlines;
    p->desc.outlines_count = p->outlines_count;
    return CAROM_STATUS_OK;
}

// ---- Building the region --------------------------------------------------------------------------------------------

static bool are_runs_whole(const region_edit *p) {
    for (int grid = 0, i = 0; grid < p->desc.tiles_count; ++grid) {
        const carom_tiles *tiles = &p->desc.tiles[grid];
        for (; i < p->builder.grid_runs[grid]; ++i) {
            const cr_lattice_edge *run = &p->builder.runs.items[i];
            if (is_cut(run, tiles, p->cells[grid]) && cr_boxes_overlap(box_of_run(run, tiles), p->core)) return false;
        }
    }
    return true;
}

static carom_status build_tiles(region_edit *p, uint8_t code) {
    uint8_t old = *p->cell->at;
    for (int i = 0; i < MARGINS; ++i) {
        cr_builder_free(&p->builder);
        p->builder = (cr_builder){.desc = &p->desc,
                                  .allocator = p->allocator,
                                  .tiling = &p->editor->tiling,
                                  .cells = p->cells,
                                  .bounds = cr_box_empty(),
                                  .budget = cr_crossing_budget_of(p->desc.max_crossings)};
        for (int grid = 0; grid < p->desc.tiles_count; ++grid) {
            p->cells[grid] = cells_in(&p->desc.tiles[grid], p->region, margins[i]);
        }
        *p->cell->at = code;
        carom_status status = cr_builder_add_tiles(&p->builder);
        *p->cell->at = old;
        if (status != CAROM_STATUS_OK || are_runs_whole(p)) return status;
    }
    return CAROM_STATUS_BAD_ARGUMENT;
}

// ---- Changes --------------------------------------------------------------------------------------------------------

static bool is_in_core(const region_edit *p, carom_vec2 q) {
    return cr_boxes_overlap(p->core, (carom_box){q, q});
}

/// Solid edges get their exact previous ends outside of the core, so that thin edges are clipped at the same
/// coordinates as in the level.
static void restore_solid_ends(const region_edit *p, cr_edges *built) {
    for (int i = 0; i < built->count; ++i) {
        cr_edge *edge = &built->items[i];
        if (!is_in_core(p, edge->a)) cr_end_points_find(&p->ends, &edge->a);
        if (!is_in_core(p, edge->b)) cr_end_points_find(&p->ends, &edge->b);
    }
}

static bool add_new_edge_and_run(region_edit *p, const cr_edge *built) {
    cr_edit_scratch *s = p->scratch;
    cr_edge edge = *built;
    edge.prev = -1;
    cr_run run = cr_builder_run(&p->builder, built);
    if (!cr_grow_array(p->allocator, (void **)&s->added_runs, &s->added_runs_capacity, s->added.count + 1,
                       sizeof s->added_runs[0])) {
        return false;
    }
    s->added_runs[s->added.count] = run;
    return cr_edges_add(&s->added, p->allocator, edge);
}

static carom_status add_new_edges(region_edit *p, const cr_edges *built) {
    for (int i = 0; i < built->count; ++i) {
        cr_edge edge = built->items[i];
        edge.next = -1;
        if (!touches_core(p, edge.a, edge.b)) continue;
        bool known = (is_in_core(p, edge.a) || cr_end_points_find(&p->ends, &edge.a)) &&
                     (is_in_core(p, edge.b) || cr_end_points_find(&p->ends, &edge.b));
        // Two ends that become one: the level had no such edge, and others may coincide with it.
        if (!known || cr_same_point(edge.a, edge.b)) return CAROM_STATUS_BAD_ARGUMENT;
        if (!add_new_edge_and_run(p, &edge)) return CAROM_STATUS_NO_MEMORY;
    }
    return CAROM_STATUS_OK;
}

/// Writes whether every end outside of the core is still an end of an edge. Otherwise the result is unusable. Returns
/// false without memory.
static bool are_outer_ends_kept(const region_edit *p, bool *kept) {
    const cr_edges *added = &p->scratch->added;
    cr_end_points ends = {.tolerance = p->ends.tolerance};
    bool done = true;
    *kept = true;
    for (int i = 0; done && i < added->count; ++i)
        done = cr_end_points_add(&ends, p->allocator, (cr_edge_line){added->items[i].a, added->items[i].b});
    cr_end_points_sort(&ends);
    for (int i = 0; done && *kept && i < p->ends.count; ++i) {
        carom_vec2 end = p->ends.items[i].at, found = end;
        *kept = is_in_core(p, end) || (cr_end_points_find(&ends, &found) && cr_same_point(found, end));
    }
    cr_end_points_free(&ends, p->allocator);
    return done;
}

// ---- The edit -------------------------------------------------------------------------------------------------------

/// Thin edges end at solid edges, which may change far from the core. Extends the core by all changed edges; returns
/// true if it grew.
static bool extend_core(region_edit *p) {
    const cr_edit_scratch *s = p->scratch;
    carom_box core = p->core;
    if (p->builder.thin.count == 0) return false;
    for (int i = 0; i < s->removed_count; ++i) {
        p->core = cr_box_union(p->core, cr_edge_line_box(p->cell->level->index.lines[s->removed[i]]));
    }
    for (int i = 0; i < s->added.count; ++i) p->core = cr_box_union(p->core, cr_edge_box(&s->added.items[i]));
    return memcmp(&core, &p->core, sizeof core) != 0;
}

static carom_status find_changes_in_core(region_edit *p, uint8_t code) {
    bool failed;
    p->scratch->removed_count = p->scratch->added.count = 0;
    carom_status status = find_region(p);
    if (status == CAROM_STATUS_OK) status = copy_outlines_nearby(p);
    if (status != CAROM_STATUS_OK) return status;
    if (cr_edit_region_is_within(p->editor, p->allocator, p->region.min, p->areas, p->areas_count, &failed)) {
        return CAROM_STATUS_OK;
    }
    status = failed ? CAROM_STATUS_NO_MEMORY : build_tiles(p, code);
    if (status == CAROM_STATUS_OK) status = cr_builder_add_outlines(&p->builder);
    if (status == CAROM_STATUS_OK) status = cr_builder_unite(&p->builder);
    if (status == CAROM_STATUS_OK) restore_solid_ends(p, &p->builder.solid);
    if (status == CAROM_STATUS_OK) status = cr_builder_clip(&p->builder);
    if (status == CAROM_STATUS_OK) status = add_new_edges(p, &p->builder.solid);
    if (status == CAROM_STATUS_OK) status = add_new_edges(p, &p->builder.thin);
    if (status != CAROM_STATUS_OK) return status;
    bool kept;
    if (!are_outer_ends_kept(p, &kept)) return CAROM_STATUS_NO_MEMORY;
    if (!kept) return CAROM_STATUS_BAD_ARGUMENT;
    return cr_edit_find_differences(p->editor, p->allocator, &p->cell->level->index) ? CAROM_STATUS_OK
                                                                                     : CAROM_STATUS_NO_MEMORY;
}

static carom_status find_changes_in_region(region_edit *p, uint8_t code) {
    carom_status status = find_core(p, code);
    if (status == CAROM_STATUS_OK) status = find_changes_in_core(p, code);
    return status == CAROM_STATUS_OK && extend_core(p) ? find_changes_in_core(p, code) : status;
}

carom_status cr_edit_region_find(const cr_edit_cell *cell, uint8_t code) {
    carom_level *level = cell->level;
    const carom_allocator *allocator = cr_level_allocator(level);
    region_edit p = {.cell = cell, .editor = level->editor, .scratch = &level->editor->scratch, .allocator = allocator};
    size_t grids = (size_t)level->editor->desc.tiles_count;
    p.builder = (cr_builder){.desc = &level->editor->desc, .allocator = allocator};
    p.cells = cr_take_array(allocator, grids, sizeof *p.cells);
    carom_status status = p.cells ? find_changes_in_region(&p, code) : CAROM_STATUS_NO_MEMORY;
    cr_builder_free(&p.builder);
    cr_free_array(allocator, p.cells, grids, sizeof *p.cells);
    cr_end_points_free(&p.ends, allocator);
    free_outlines(&p); // needs the number of areas
    cr_free_array(allocator, p.numbers, (size_t)p.numbers_capacity, sizeof *p.numbers);
    cr_free_array(allocator, p.areas, (size_t)p.areas_capacity, sizeof *p.areas);
    return status;
}
