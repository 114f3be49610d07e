// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What is solid changes in the cell alone, but edges also change along the runs of tiles that are cut there or go on:
// the core is the box of the cell and of these runs. The room is the box of all edges that come to the core, and a
// little more. In the room all is built as in a level, from its tiles and the free shapes that come to it, less what of
// these is far away; of that, what comes to the core takes the place of what did so before.
//
//     +- room ------------------+
//     |        +- core -+       |      Where the room ends tiles end, and edges that the level has not are the result.
//     |  ------|--+     |       |      They must not come to the core: when a run from there does, the room is made
//     |        |  |     |       |      wider. Runs are no longer than a block, so that this has an end.
//     |        +--------+       |
//     +-------------------------+
//
// Ends out of the core have to be where they were; if one is not, within a few ulps, all is left to a level built anew.
#include "level/patch.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct patch {
    const cr_patch_place *place;
    cr_editor *editor;
    cr_scratch *scratch;
    const carom_allocator *allocator;
    carom_box core, room;
    cr_cells *cells; // of each grid, in the room
    carom_level_desc desc;
    int *numbers; // of the outlines that come to the room
    carom_outline *outlines;
    carom_vec2 *points;
    int outlines_count, outlines_capacity, points_count;
    cr_builder builder;
} patch;

static const int margins[] = {1, 8, CR_BLOCK / CR_CELL + 2}; // cells that are looked at around
enum { MARGINS = 3 };

static const carom_tiles *tiles_of(const patch *p) {
    return &p->editor->desc.tiles[p->place->grid];
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

/// The cells of a row that an interval reaches, and some more on each side.
static void find_cells(double origin, double cell, int cells, double low, double high, int margin, int *first,
                       int *end) {
    double from = floor((low - origin) / cell) - margin, to = floor((high - origin) / cell) + margin + 1;
    *first = from > 0 ? from < cells ? (int)from : cells : 0;
    *end = to < cells ? to > 0 ? (int)to : 0 : cells;
}

static cr_cells cells_in(const carom_tiles *tiles, carom_box box, int margin) {
    cr_cells c;
    find_cells((double)tiles->origin.x, (double)tiles->cell.x, tiles->columns, (double)box.min.x, (double)box.max.x,
               margin, &c.left, &c.right);
    find_cells((double)tiles->origin.y, (double)tiles->cell.y, tiles->rows, (double)box.min.y, (double)box.max.y,
               margin, &c.top, &c.bottom);
    return c;
}

static bool is_beyond(cr_lattice p, const carom_tiles *tiles, cr_cells c) {
    return (c.left > 0 && p.x <= c.left * CR_CELL) || (c.right < tiles->columns && p.x >= c.right * CR_CELL) ||
           (c.top > 0 && p.y <= c.top * CR_CELL) || (c.bottom < tiles->rows && p.y >= c.bottom * CR_CELL);
}

/// Does the run end where the cells do? Then it may be a part of a longer one.
static bool is_cut(const cr_lattice_edge *run, const carom_tiles *tiles, cr_cells cells) {
    return is_beyond(run->from, tiles, cells) || is_beyond(run->to, tiles, cells);
}

static carom_box box_of_run(const cr_lattice_edge *run, const carom_tiles *tiles) {
    return cr_box_of(cr_lattice_place(tiles, run->from), cr_lattice_place(tiles, run->to));
}

// ---- The core -------------------------------------------------------------------------------------------------------

/// The runs around the cell: `solid` of them are solid, the others thin.
typedef struct around {
    cr_pieces runs;
    int solid;
} around;

static bool outline_around(const patch *p, cr_cells cells, around *a) {
    cr_edges solid = {0}, thin = {0};
    int64_t alone = 0;
    a->runs.count = 0;
    carom_status status = cr_outline_tiles(&p->editor->tiling, tiles_of(p), cells, CR_BLOCK, p->allocator, &solid,
                                           &thin, &a->runs, &alone);
    a->solid = solid.count;
    cr_edges_free(&solid, p->allocator);
    cr_edges_free(&thin, p->allocator);
    return status == CAROM_OK;
}

static bool touches_cell(const patch *p, const cr_lattice_edge *run) {
    int32_t left = p->place->column * CR_CELL, top = p->place->row * CR_CELL;
    cr_lattice a = run->from, b = run->to;
    return (a.x >= left || b.x >= left) && (a.x <= left + CR_CELL || b.x <= left + CR_CELL) &&
           (a.y >= top || b.y >= top) && (a.y <= top + CR_CELL || b.y <= top + CR_CELL);
}

static bool has_run(const around *a, bool solid, const cr_lattice_edge *run) {
    for (int i = solid ? 0 : a->solid; i < (solid ? a->solid : a->runs.count); ++i) {
        const cr_lattice_edge *other = &a->runs.items[i];
        if (other->from.x == run->from.x && other->from.y == run->from.y && other->to.x == run->to.x &&
            other->to.y == run->to.y) {
            return true;
        }
    }
    return false;
}

/// Takes the runs in that are in one and not in the other; false when one of them may go on outside of the cells.
static bool add_changed(patch *p, cr_cells cells, const around *a, const around *other) {
    bool whole = true;
    for (int i = 0; i < a->runs.count; ++i) {
        const cr_lattice_edge *run = &a->runs.items[i];
        if (!touches_cell(p, run) || has_run(other, i < a->solid, run)) continue;
        p->core = cr_box_union(p->core, box_of_run(run, tiles_of(p)));
        whole = whole && !is_cut(run, tiles_of(p), cells);
    }
    return whole;
}

static carom_box widened(carom_box box, carom_vec2 by) {
    return (carom_box){{box.min.x - by.x, box.min.y - by.y}, {box.max.x + by.x, box.max.y + by.y}};
}

static carom_status find_core(patch *p, uint8_t code) {
    const carom_tiles *tiles = tiles_of(p);
    uint8_t *at = p->place->at, old = *at;
    int32_t x = p->place->column * CR_CELL, y = p->place->row * CR_CELL;
    carom_box cell = {cr_lattice_place(tiles, (cr_lattice){x, y}),
                      cr_lattice_place(tiles, (cr_lattice){x + CR_CELL, y + CR_CELL})};
    around before = {0}, after = {0};
    bool done = true, whole = false;
    for (int i = 0; done && !whole && i < MARGINS; ++i) {
        cr_cells cells = cells_in(tiles, cell, margins[i]);
        p->core = cell;
        done = outline_around(p, cells, &before);
        *at = code;
        done = done && outline_around(p, cells, &after);
        *at = old;
        if (!done) break;
        bool gone = add_changed(p, cells, &before, &after), come = add_changed(p, cells, &after, &before);
        whole = gone && come;
    }
    cr_pieces_free(&before.runs, p->allocator);
    cr_pieces_free(&after.runs, p->allocator);
    p->core = widened(p->core, (carom_vec2){tiles->cell.x / 1024, tiles->cell.y / 1024});
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}

/// Exactly: does the edge come to the core?
static bool comes_to_core(const patch *p, carom_vec2 a, carom_vec2 b) {
    carom_box core = p->core;
    if (!cr_boxes_meet(cr_box_of(a, b), core)) return false;
    const carom_vec2 corners[] = {core.min, {core.max.x, core.min.y}, core.max, {core.min.x, core.max.y}};
    bool left = false, right = false;
    for (int i = 0; i < 4; ++i) {
        int side = cr_side(a, b, corners[i]);
        left = left || side >= 0;
        right = right || side <= 0;
    }
    return left && right;
}

// ---- The room -------------------------------------------------------------------------------------------------------

/// Notes the edges that come to the core, and makes room for them.
static carom_status find_room(patch *p) {
    cr_scratch *s = p->scratch;
    cr_search search;
    p->room = p->core;
    s->near_count = 0;
    cr_search_begin(&search, &p->place->level->index, p->core);
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        cr_line line = p->place->level->index.lines[id];
        if (!comes_to_core(p, line.a, line.b)) continue;
        p->room = cr_box_union(p->room, cr_line_box(line));
        if (!cr_grow_array(p->allocator, (void **)&s->near, &s->near_capacity, s->near_count + 1, sizeof s->near[0])) {
            return CAROM_NO_MEMORY;
        }
        s->near[s->near_count++] = id;
    }
    p->room = widened(p->room, tiles_of(p)->cell);
    return CAROM_OK;
}

// ---- Free shapes ----------------------------------------------------------------------------------------------------

static int compare_numbers(const void *p, const void *q) {
    const int *a = p, *b = q;
    return (*a > *b) - (*a < *b);
}

static bool note_number(cr_scratch *s, const carom_allocator *allocator, int number) {
    if (!cr_grow_array(allocator, (void **)&s->numbers, &s->numbers_capacity, s->numbers_count + 1,
                       sizeof s->numbers[0])) {
        return false;
    }
    s->numbers[s->numbers_count++] = number;
    return true;
}

static void sort_numbers(cr_scratch *s) {
    if (s->numbers_count > 0) qsort(s->numbers, (size_t)s->numbers_count, sizeof s->numbers[0], compare_numbers);
}

static bool has_number(const int *numbers, int count, int number) {
    return count > 0 && bsearch(&number, numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

/// The crossing rule, as winding.c has it: each crossing as twice the number of its outline, and 1 more if downward.
static bool note_crossing(cr_editor *editor, const carom_allocator *allocator, int edge, carom_vec2 p) {
    cr_edge e = cr_index_edge(&editor->free_edges, edge);
    if ((e.flags & CR_ONE_WAY) || (e.a.y <= p.y) == (e.b.y <= p.y)) return true;
    bool up = e.a.y <= p.y;
    int side = cr_side(e.a, e.b, p);
    return (up ? side >= 0 : side <= 0) || note_number(&editor->scratch, allocator, 2 * e.tag + !up);
}

bool cr_patch_is_within(cr_editor *editor, const carom_allocator *allocator, carom_vec2 point, const int *others,
                        int count, bool *failed) {
    cr_scratch *s = &editor->scratch;
    cr_search search;
    s->numbers_count = 0;
    *failed = false;
    cr_search_begin(&search, &editor->free_edges, (carom_box){{-FLT_MAX, point.y}, point});
    for (int i; !*failed && (i = cr_search_next(&search)) >= 0;) {
        if (has_number(others, count, cr_index_edge(&editor->free_edges, i).tag)) continue;
        *failed = !note_crossing(editor, allocator, i, point);
    }
    sort_numbers(s);
    int number = 0;
    for (int i = 0; !*failed && i < s->numbers_count; ++i) {
        if (i > 0 && s->numbers[i] >> 1 != s->numbers[i - 1] >> 1) number = 0;
        number += s->numbers[i] & 1 ? -1 : 1;
        bool is_last = i + 1 == s->numbers_count || s->numbers[i] >> 1 != s->numbers[i + 1] >> 1;
        if (is_last && number != 0) return true;
    }
    return false;
}

/// On which sides of the room a point is.
static unsigned sides_of(carom_box room, carom_vec2 p) {
    return (p.x < room.min.x ? 1u : 0) | (p.x > room.max.x ? 2u : 0) | (p.y < room.min.y ? 4u : 0) |
           (p.y > room.max.y ? 8u : 0);
}

/// Between two points of an outline that, with all between them, are on one side of the room, a straight line does. But
/// where a one-way loop crosses itself it is cut, however far away, and thin edges are cut again where they meet
/// solids.
static int keep_near(const patch *p, const carom_outline *outline, carom_vec2 *kept) {
    if (outline->one_way && !outline->open) {
        memcpy(kept, outline->points, (size_t)outline->count * sizeof *kept);
        return outline->count;
    }
    int count = 0, last = outline->open ? outline->count - 1 : outline->count;
    kept[count++] = outline->points[0];
    unsigned together = sides_of(p->room, outline->points[0]);
    for (int k = 1; k <= last; ++k) {
        carom_vec2 at = outline->points[k - 1], next = outline->points[k < outline->count ? k : 0];
        together &= sides_of(p->room, next);
        if (together != 0) continue;
        if (k > 1) kept[count++] = at;
        together = sides_of(p->room, at) & sides_of(p->room, next);
    }
    if (outline->open) kept[count++] = outline->points[last];
    return count;
}

/// Which outlines come to the room, in order, and how many points they have.
static bool find_outlines(patch *p, int *points) {
    cr_scratch *s = p->scratch;
    cr_search search;
    s->numbers_count = 0;
    cr_search_begin(&search, &p->editor->free_edges, p->room);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!note_number(s, p->allocator, cr_index_edge(&p->editor->free_edges, i).tag)) return false;
    }
    sort_numbers(s);
    if (!cr_grow_array(p->allocator, (void **)&p->numbers, &p->outlines_capacity, s->numbers_count,
                       sizeof p->numbers[0])) {
        return false;
    }
    *points = 0;
    for (int i = 0; i < s->numbers_count; ++i) {
        if (i > 0 && s->numbers[i] == s->numbers[i - 1]) continue;
        p->numbers[p->outlines_count++] = s->numbers[i];
        *points += p->editor->desc.outlines[s->numbers[i]].count + 1;
    }
    return true;
}

static void drop_outlines(patch *p) {
    cr_free_array(p->allocator, p->outlines, (size_t)p->outlines_count, sizeof *p->outlines);
    cr_free_array(p->allocator, p->points, (size_t)p->points_count, sizeof *p->points);
    p->outlines = NULL;
    p->points = NULL;
    p->outlines_count = p->points_count = 0;
}

static carom_status take_outlines(patch *p) {
    int points, count = 0;
    drop_outlines(p);
    if (!find_outlines(p, &points)) return CAROM_NO_MEMORY;
    p->outlines = cr_take_array(p->allocator, (size_t)p->outlines_count, sizeof p->outlines[0]);
    p->points = cr_take_array(p->allocator, (size_t)points, sizeof p->points[0]);
    p->points_count = points;
    if (!p->outlines || !p->points) return CAROM_NO_MEMORY;
    carom_vec2 *kept = p->points;
    for (int i = 0; i < p->outlines_count; ++i) {
        carom_outline outline = p->editor->desc.outlines[p->numbers[i]];
        outline.points = kept;
        outline.count = keep_near(p, &p->editor->desc.outlines[p->numbers[i]], kept);
        if (outline.count < (outline.open ? 2 : 3)) continue;
        kept += outline.count;
        p->outlines[count++] = outline;
    }
    p->desc = p->editor->desc;
    p->desc.outlines = p->outlines;
    p->desc.outlines_count = count;
    return CAROM_OK;
}

// ---- What is built there --------------------------------------------------------------------------------------------

static bool are_runs_whole(const patch *p) {
    for (int grid = 0, i = 0; grid < p->desc.tiles_count; ++grid) {
        const carom_tiles *tiles = &p->desc.tiles[grid];
        for (; i < p->builder.grid_runs[grid]; ++i) {
            const cr_lattice_edge *run = &p->builder.runs.items[i];
            if (is_cut(run, tiles, p->cells[grid]) && cr_boxes_meet(box_of_run(run, tiles), p->core)) return false;
        }
    }
    return true;
}

static carom_status build_tiles(patch *p, uint8_t code) {
    uint8_t old = *p->place->at;
    for (int i = 0; i < MARGINS; ++i) {
        cr_builder_free(&p->builder);
        p->builder = (cr_builder){.desc = &p->desc,
                                  .allocator = p->allocator,
                                  .tiling = &p->editor->tiling,
                                  .cells = p->cells,
                                  .bounds = cr_box_empty()};
        for (int grid = 0; grid < p->desc.tiles_count; ++grid) {
            p->cells[grid] = cells_in(&p->desc.tiles[grid], p->room, margins[i]);
        }
        *p->place->at = code;
        carom_status status = cr_builder_add_tiles(&p->builder);
        *p->place->at = old;
        if (status != CAROM_OK || are_runs_whole(p)) return status;
    }
    return CAROM_BAD_ARGUMENT;
}

// ---- What comes and what goes ---------------------------------------------------------------------------------------

static bool is_in_core(const patch *p, carom_vec2 q) {
    return cr_boxes_meet(p->core, (carom_box){q, q});
}

/// Moves q to where an edge that came to the core ends, if one ends there nearly.
static bool find_end(const patch *p, carom_vec2 *q) {
    const cr_index *index = &p->place->level->index;
    double least = index->reach * 0x1p-21; // a few ulps
    carom_vec2 found = {0, 0};
    bool any = false;
    for (int i = 0; i < 2 * p->scratch->near_count; ++i) {
        cr_line line = index->lines[p->scratch->near[i / 2]];
        carom_vec2 end = i % 2 == 0 ? line.a : line.b;
        double off = fabs((double)end.x - (double)q->x) + fabs((double)end.y - (double)q->y);
        if (off > least || (any && off == least)) continue;
        any = true;
        least = off;
        found = end;
    }
    if (any) *q = found;
    return any;
}

/// Thin edges are cut at edges of solids, to the last bit where these run from end to end as in the level.
static void settle_ends(const patch *p, cr_edges *built) {
    for (int i = 0; i < built->count; ++i) {
        cr_edge *edge = &built->items[i];
        if (!is_in_core(p, edge->a)) find_end(p, &edge->a);
        if (!is_in_core(p, edge->b)) find_end(p, &edge->b);
    }
}

static bool add_new(patch *p, const cr_edge *built) {
    cr_scratch *s = p->scratch;
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

static carom_status take_new(patch *p, const cr_edges *built) {
    for (int i = 0; i < built->count; ++i) {
        cr_edge edge = built->items[i];
        edge.next = -1;
        if (!comes_to_core(p, edge.a, edge.b)) continue;
        bool known = (is_in_core(p, edge.a) || find_end(p, &edge.a)) && (is_in_core(p, edge.b) || find_end(p, &edge.b));
        if (!known) return CAROM_BAD_ARGUMENT;
        if (!cr_same_point(edge.a, edge.b) && !add_new(p, &edge)) return CAROM_NO_MEMORY;
    }
    return CAROM_OK;
}

static bool same_run(const cr_run *r, const cr_run *q) {
    return r->grid == q->grid &&
           (r->grid < 0 || (r->line.from.x == q->line.from.x && r->line.from.y == q->line.from.y &&
                            r->line.to.x == q->line.to.x && r->line.to.y == q->line.to.y));
}

static bool same_edge(const cr_edge *e, const cr_edge *f) {
    return cr_same_point(e->a, f->a) && cr_same_point(e->b, f->b) && e->tag == f->tag &&
           ((e->flags ^ f->flags) & (CR_ONE_WAY | CR_TWO_SIDED)) == 0;
}

static void forget_added(cr_scratch *s, int i) {
    s->added.items[i] = s->added.items[--s->added.count];
    s->added_runs[i] = s->added_runs[s->added.count];
}

/// What was there before is neither removed nor added.
static bool compare(patch *p) {
    cr_scratch *s = p->scratch;
    for (int i = 0; i < s->near_count; ++i) {
        int id = s->near[i], k = 0;
        cr_edge edge = cr_index_edge(&p->place->level->index, id);
        while (k < s->added.count &&
               !(same_edge(&s->added.items[k], &edge) && same_run(&s->added_runs[k], &p->editor->runs[id]))) {
            ++k;
        }
        if (k < s->added.count) {
            forget_added(s, k);
            continue;
        }
        if (!cr_grow_array(p->allocator, (void **)&s->removed, &s->removed_capacity, s->removed_count + 1,
                           sizeof s->removed[0])) {
            return false;
        }
        s->removed[s->removed_count++] = id;
    }
    return true;
}

static bool ends_there(const patch *p, carom_vec2 q) {
    for (int i = 0; i < p->scratch->added.count; ++i) {
        const cr_edge *edge = &p->scratch->added.items[i];
        if (cr_same_point(edge->a, q) || cr_same_point(edge->b, q)) return true;
    }
    return false;
}

/// Whatever ended out of the core still does, or else something is wrong.
static bool are_ends_kept(const patch *p) {
    for (int i = 0; i < p->scratch->near_count; ++i) {
        cr_line line = p->place->level->index.lines[p->scratch->near[i]];
        if ((!is_in_core(p, line.a) && !ends_there(p, line.a)) || (!is_in_core(p, line.b) && !ends_there(p, line.b))) {
            return false;
        }
    }
    return true;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

/// Thin edges end at edges of solids, which may change far from the core; then the core is to hold those as well.
static bool reaches_further(patch *p) {
    const cr_scratch *s = p->scratch;
    carom_box core = p->core;
    if (p->builder.thin.count == 0) return false;
    for (int i = 0; i < s->removed_count; ++i) {
        p->core = cr_box_union(p->core, cr_line_box(p->place->level->index.lines[s->removed[i]]));
    }
    for (int i = 0; i < s->added.count; ++i) p->core = cr_box_union(p->core, cr_edge_box(&s->added.items[i]));
    return memcmp(&core, &p->core, sizeof core) != 0;
}

static carom_status find_in_core(patch *p, uint8_t code) {
    bool failed;
    p->scratch->removed_count = p->scratch->added.count = 0;
    carom_status status = find_room(p);
    if (status == CAROM_OK) status = take_outlines(p);
    if (status != CAROM_OK) return status;
    if (cr_patch_is_within(p->editor, p->allocator, p->room.min, p->numbers, p->outlines_count, &failed)) {
        return CAROM_OK;
    }
    status = failed ? CAROM_NO_MEMORY : build_tiles(p, code);
    if (status == CAROM_OK) status = cr_builder_add_outlines(&p->builder);
    if (status == CAROM_OK) status = cr_builder_join(&p->builder);
    if (status == CAROM_OK) settle_ends(p, &p->builder.solid);
    if (status == CAROM_OK) status = cr_builder_clip(&p->builder);
    if (status == CAROM_OK) status = take_new(p, &p->builder.solid);
    if (status == CAROM_OK) status = take_new(p, &p->builder.thin);
    if (status == CAROM_OK && !are_ends_kept(p)) status = CAROM_BAD_ARGUMENT;
    return status == CAROM_OK && !compare(p) ? CAROM_NO_MEMORY : status;
}

static carom_status find(patch *p, uint8_t code) {
    carom_status status = find_core(p, code);
    if (status == CAROM_OK) status = find_in_core(p, code);
    return status == CAROM_OK && reaches_further(p) ? find_in_core(p, code) : status;
}

carom_status cr_patch_find(const cr_patch_place *place, uint8_t code) {
    carom_level *level = place->level;
    const carom_allocator *allocator = level->allocator.resize ? &level->allocator : NULL;
    patch p = {.place = place, .editor = level->editor, .scratch = &level->editor->scratch, .allocator = allocator};
    size_t grids = (size_t)level->editor->desc.tiles_count;
    p.builder = (cr_builder){.desc = &level->editor->desc, .allocator = allocator};
    p.cells = cr_take_array(allocator, grids, sizeof *p.cells);
    carom_status status = p.cells ? find(&p, code) : CAROM_NO_MEMORY;
    cr_builder_free(&p.builder);
    cr_free_array(allocator, p.cells, grids, sizeof *p.cells);
    cr_free_array(allocator, p.numbers, (size_t)p.outlines_capacity, sizeof *p.numbers);
    drop_outlines(&p);
    return status;
}
