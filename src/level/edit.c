// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One tile is set: the pieces of the outline in and around its cell are found with the old code and with the new one,
// the runs that touch the cell are spliced (splice.c), and the edges that differ are exchanged in the index. All ends
// of these edges are chained anew. All memory is taken before anything is changed.
//
// That holds where the outline is that of the tiles alone. Where a free shape or another grid reaches the cell, what is
// joined there is not known from the tiles, and the level is built anew from what it keeps of its description.
#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/chain.h"
#include "level/level.h"
#include "level/splice.h"

#include <limits.h>
#include <math.h>

/// Runs of one kind, solid or thin, that touch the cell, and what becomes of them.
typedef struct exchange {
    cr_pieces runs, result;
    int *ids; // the edges of the runs
    int ids_capacity;
    uint32_t flags;
} exchange;

typedef struct edit {
    carom_level *level;
    cr_editor *editor;
    const carom_allocator *allocator;
    int grid, column, row;
    const carom_tiles *tiles;
    cr_pieces before, after, thin_before, thin_after;
    exchange solid, thin;
    int *removed; // ids
    int removed_count, removed_capacity;
    cr_edges added;
    cr_run *added_runs;
    int added_runs_capacity;
    carom_vec2 *vertices; // ends of what is removed or added
    int vertices_count, vertices_capacity;
    cr_edge *edges; // around one vertex, with room for the vertex that has most
    cr_spoke *spokes;
    int *ids;
    int most;
} edit;

static const carom_allocator *allocator_of(const carom_level *level) {
    return level->allocator.resize ? &level->allocator : NULL;
}

static void edit_free(edit *e) {
    cr_pieces *const pieces[] = {&e->before,     &e->after,        &e->thin_before, &e->thin_after,
                                 &e->solid.runs, &e->solid.result, &e->thin.runs,   &e->thin.result};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) cr_pieces_free(pieces[i], e->allocator);
    cr_free_array(e->allocator, e->solid.ids, (size_t)e->solid.ids_capacity, sizeof(int));
    cr_free_array(e->allocator, e->thin.ids, (size_t)e->thin.ids_capacity, sizeof(int));
    cr_free_array(e->allocator, e->removed, (size_t)e->removed_capacity, sizeof(int));
    cr_edges_free(&e->added, e->allocator);
    cr_free_array(e->allocator, e->added_runs, (size_t)e->added_runs_capacity, sizeof e->added_runs[0]);
    cr_free_array(e->allocator, e->vertices, (size_t)e->vertices_capacity, sizeof e->vertices[0]);
    cr_free_array(e->allocator, e->edges, (size_t)e->most, sizeof e->edges[0]);
    cr_free_array(e->allocator, e->spokes, (size_t)e->most, sizeof e->spokes[0]);
    cr_free_array(e->allocator, e->ids, (size_t)e->most, sizeof(int));
}

// ---- The place ----------------------------------------------------------------------------------------------------

/// The cell and `around` more on each side, on the lattice and in the plane.
static cr_lattice low_corner(const edit *e, int around) {
    return (cr_lattice){(e->column - around) * CR_CELL, (e->row - around) * CR_CELL};
}

static cr_lattice high_corner(const edit *e, int around) {
    return (cr_lattice){(e->column + 1 + around) * CR_CELL, (e->row + 1 + around) * CR_CELL};
}

static carom_box box_around(const edit *e, int around) {
    return (carom_box){cr_lattice_place(e->tiles, low_corner(e, around)),
                       cr_lattice_place(e->tiles, high_corner(e, around))};
}

static bool has_thin(const edit *e, uint8_t code) {
    return e->editor->tiling.parts[code].thin > 0;
}

// ---- Is it the tiles alone? ---------------------------------------------------------------------------------------

static bool meets_outline(const edit *e, carom_box box) {
    cr_search search;
    cr_search_begin(&search, &e->editor->free_edges, box);
    return cr_search_next(&search) >= 0;
}

/// The cells of a row that an interval can reach, and one more on each side.
static void find_cells(float origin, float cell, int cells, float low, float high, int *first, int *last) {
    double from = floor(((double)low - (double)origin) / (double)cell) - 1;
    double to = floor(((double)high - (double)origin) / (double)cell) + 1;
    *first = from > 0 ? from < cells ? (int)from : cells : 0;
    *last = to < cells - 1 ? (int)to : cells - 1;
}

static bool meets_grid(const edit *e, int grid, carom_box box) {
    const carom_tiles *tiles = &e->editor->desc.tiles[grid];
    int first_column, last_column, first_row, last_row;
    find_cells(tiles->origin.x, tiles->cell.x, tiles->columns, box.min.x, box.max.x, &first_column, &last_column);
    find_cells(tiles->origin.y, tiles->cell.y, tiles->rows, box.min.y, box.max.y, &first_row, &last_row);
    for (int row = first_row; row <= last_row; ++row) {
        for (int column = first_column; column <= last_column; ++column) {
            uint8_t code = tiles->codes[(size_t)row * (size_t)tiles->columns + (size_t)column];
            if (e->editor->tiling.parts[code].thin > 0 || cr_solid_edges(&e->editor->tiling, code) > 0) return true;
        }
    }
    return false;
}

/// Does no outline or other grid come to the box? One could also be all around it.
static bool is_apart(const edit *e, carom_box box) {
    if (meets_outline(e, box)) return false;
    for (int i = 0; i < e->editor->desc.tiles_count; ++i) {
        if (i != e->grid && meets_grid(e, i, box)) return false;
    }
    return true;
}

/// Is the cell, which no outline comes to, within one? What is joined there has no edges.
static bool is_within_outline(const edit *e, carom_box box) {
    carom_vec2 p = box.min;
    const carom_level_desc *desc = &e->editor->desc;
    for (int i = 0; i < desc->outlines_count; ++i) {
        const carom_outline *outline = &desc->outlines[i];
        int number = 0;
        for (int k = 0; !outline->open && !outline->one_way && k < outline->count; ++k) {
            carom_vec2 a = outline->points[k], b = outline->points[k + 1 < outline->count ? k + 1 : 0];
            if ((a.y <= p.y) == (b.y <= p.y)) continue;
            int side = cr_side(a, b, p);
            number += (a.y <= p.y && side > 0) - (b.y <= p.y && side < 0);
        }
        if (number != 0) return true;
    }
    return false;
}

// ---- What changes -------------------------------------------------------------------------------------------------

static bool gather_solid(const edit *e, cr_pieces *pieces) {
    const cr_tiling *tiling = &e->editor->tiling;
    return cr_add_side(tiling, e->tiles, e->column, e->row, CR_TOP, e->allocator, pieces) &&
           cr_add_side(tiling, e->tiles, e->column, e->row, CR_LEFT, e->allocator, pieces) &&
           cr_add_side(tiling, e->tiles, e->column, e->row + 1, CR_TOP, e->allocator, pieces) &&
           cr_add_side(tiling, e->tiles, e->column + 1, e->row, CR_LEFT, e->allocator, pieces) &&
           cr_add_inner(tiling, e->tiles, e->column, e->row, e->allocator, pieces);
}

/// Thin edges of neighbours may lie on those of the cell.
static bool gather_thin(const edit *e, cr_pieces *pieces) {
    for (int row = e->row - 1; row <= e->row + 1; ++row) {
        for (int column = e->column - 1; column <= e->column + 1; ++column) {
            if (!cr_add_thin(&e->editor->tiling, e->tiles, column, row, e->allocator, pieces)) return false;
        }
    }
    return true;
}

/// The pieces as they are with the old code and with the new one.
static bool gather(edit *e, uint8_t *at, uint8_t code, bool thin) {
    uint8_t old = *at;
    bool done = gather_solid(e, &e->before) && (!thin || gather_thin(e, &e->thin_before));
    *at = code;
    done = done && gather_solid(e, &e->after) && (!thin || gather_thin(e, &e->thin_after));
    *at = old;
    return done;
}

static bool note_id(const edit *e, int **ids, int *capacity, int count, int id) {
    if (!cr_grow_array(e->allocator, (void **)ids, capacity, count + 1, sizeof **ids)) return false;
    (*ids)[count] = id;
    return true;
}

/// The runs of the kind that x is of, in a box.
static bool find_runs(const edit *e, exchange *x, carom_box box) {
    cr_search search;
    cr_search_begin(&search, &e->level->index, box);
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        const cr_run *run = &e->editor->runs[id];
        if (run->grid != e->grid || (cr_index_edge(&e->level->index, id).flags & CR_ONE_WAY) != x->flags) continue;
        if (!note_id(e, &x->ids, &x->ids_capacity, x->runs.count, id)) return false;
        if (!cr_pieces_add(&x->runs, e->allocator, run->line)) return false;
    }
    return true;
}

static bool same_line(const cr_lattice_edge *e, const cr_lattice_edge *f) {
    return e->from.x == f->from.x && e->from.y == f->from.y && e->to.x == f->to.x && e->to.y == f->to.y;
}

static bool find_same(const cr_pieces *pieces, const cr_lattice_edge *line) {
    for (int i = 0; i < pieces->count; ++i) {
        if (same_line(&pieces->items[i], line)) return true;
    }
    return false;
}

static bool same_direction(const cr_lattice_edge *e, const cr_lattice_edge *f) {
    int64_t ex = (int64_t)e->to.x - e->from.x, ey = (int64_t)e->to.y - e->from.y;
    int64_t fx = (int64_t)f->to.x - f->from.x, fy = (int64_t)f->to.y - f->from.y;
    return ex * fy == ey * fx && ex * fx + ey * fy > 0;
}

/// An end that a run had stays where it was: far away it may be cut by a free shape.
static cr_edge place_run(const edit *e, const exchange *x, const cr_lattice_edge *line) {
    cr_edge edge = {.next = -1, .prev = -1, .flags = x->flags};
    edge.a = cr_lattice_place(e->tiles, line->from);
    edge.b = cr_lattice_place(e->tiles, line->to);
    for (int i = 0; i < x->runs.count; ++i) {
        const cr_lattice_edge *run = &x->runs.items[i];
        if (!same_direction(run, line)) continue;
        if (run->from.x == line->from.x && run->from.y == line->from.y) {
            edge.a = cr_index_edge(&e->level->index, x->ids[i]).a;
        }
        if (run->to.x == line->to.x && run->to.y == line->to.y) edge.b = cr_index_edge(&e->level->index, x->ids[i]).b;
    }
    return edge;
}

static bool note_run(edit *e, const exchange *x, const cr_lattice_edge *line) {
    cr_edge edge = place_run(e, x, line);
    int count = e->added.count;
    if (!cr_grow_array(e->allocator, (void **)&e->added_runs, &e->added_runs_capacity, count + 1,
                       sizeof e->added_runs[0])) {
        return false;
    }
    e->added_runs[count] = (cr_run){*line, e->grid};
    return cr_edges_add(&e->added, e->allocator, edge);
}

/// Which edges go, and which come.
static bool compare_runs(edit *e, const exchange *x) {
    for (int i = 0; i < x->runs.count; ++i) {
        if (find_same(&x->result, &x->runs.items[i])) continue;
        if (!note_id(e, &e->removed, &e->removed_capacity, e->removed_count, x->ids[i])) return false;
        ++e->removed_count;
    }
    for (int i = 0; i < x->result.count; ++i) {
        if (!find_same(&x->runs, &x->result.items[i]) && !note_run(e, x, &x->result.items[i])) return false;
    }
    return true;
}

static bool find_changes(edit *e, uint8_t *at, uint8_t code) {
    bool thin = has_thin(e, *at) || has_thin(e, code);
    e->thin.flags = CR_ONE_WAY;
    if (!gather(e, at, code, thin) || !find_runs(e, &e->solid, box_around(e, 0))) return false;
    cr_splice s = {e->allocator, CR_BLOCK, low_corner(e, 0), high_corner(e, 0), &e->solid.runs, &e->before, &e->after};
    if (!cr_splice_solid(&s, &e->solid.result) || !compare_runs(e, &e->solid)) return false;
    if (!thin) return true;
    if (!find_runs(e, &e->thin, box_around(e, 1))) return false;
    s.runs = &e->thin.runs;
    s.before = &e->thin_before;
    s.after = &e->thin_after;
    return cr_splice_thin(&s, &e->thin.result) && compare_runs(e, &e->thin);
}

// ---- Room for it --------------------------------------------------------------------------------------------------

static bool note_vertex(edit *e, carom_vec2 p) {
    for (int i = 0; i < e->vertices_count; ++i) {
        if (cr_same_point(e->vertices[i], p)) return true;
    }
    if (!cr_grow_array(e->allocator, (void **)&e->vertices, &e->vertices_capacity, e->vertices_count + 1,
                       sizeof e->vertices[0])) {
        return false;
    }
    e->vertices[e->vertices_count++] = p;
    return true;
}

static bool find_vertices(edit *e) {
    for (int i = 0; i < e->removed_count; ++i) {
        cr_edge edge = cr_index_edge(&e->level->index, e->removed[i]);
        if (!note_vertex(e, edge.a) || !note_vertex(e, edge.b)) return false;
    }
    for (int i = 0; i < e->added.count; ++i) {
        if (!note_vertex(e, e->added.items[i].a) || !note_vertex(e, e->added.items[i].b)) return false;
    }
    return true;
}

/// How many edges can meet at one of the vertices.
static int count_most(const edit *e) {
    int most = 0;
    for (int i = 0; i < e->vertices_count; ++i) {
        cr_search search;
        int count = e->added.count;
        cr_search_begin(&search, &e->level->index, (carom_box){e->vertices[i], e->vertices[i]});
        while (cr_search_next(&search) >= 0) ++count;
        if (count > most) most = count;
    }
    return most;
}

static bool take_room(edit *e) {
    cr_editor *editor = e->editor;
    if (!find_vertices(e)) return false;
    e->most = count_most(e);
    size_t most = (size_t)e->most;
    e->edges = cr_take_array(e->allocator, most, sizeof e->edges[0]);
    e->spokes = cr_take_array(e->allocator, most, sizeof e->spokes[0]);
    e->ids = cr_take_array(e->allocator, most, sizeof e->ids[0]);
    return e->edges && e->spokes && e->ids &&
           cr_grow_array(e->allocator, (void **)&editor->runs, &editor->runs_capacity,
                         e->level->index.count + e->added.count, sizeof editor->runs[0]) &&
           cr_index_reserve(&e->level->index, e->allocator, e->added.items, e->added.count);
}

// ---- The exchange -------------------------------------------------------------------------------------------------

static void set_next(cr_index *index, int id, int next) {
    if (id < 0) return;
    cr_edge edge = cr_index_edge(index, id);
    cr_index_relink(index, id, next, edge.prev, edge.flags);
}

static void set_prev(cr_index *index, int id, int prev) {
    if (id < 0) return;
    cr_edge edge = cr_index_edge(index, id);
    cr_index_relink(index, id, edge.next, prev, edge.flags);
}

/// The edges before and after `id` in its chain are told that it is `known_as`.
static void tell_neighbours(cr_index *index, int id, int known_as) {
    cr_edge edge = cr_index_edge(index, id);
    set_next(index, edge.prev, known_as);
    set_prev(index, edge.next, known_as);
}

static void remove_edges(edit *e) {
    cr_index *index = &e->level->index;
    for (int i = 0; i < e->removed_count; ++i) {
        int id = e->removed[i];
        tell_neighbours(index, id, -1);
        e->editor->solid -= !(cr_index_edge(index, id).flags & CR_ONE_WAY);
        int last = cr_index_remove(index, id);
        if (last < 0) continue;
        tell_neighbours(index, id, id);
        e->editor->runs[id] = e->editor->runs[last];
        for (int k = i + 1; k < e->removed_count; ++k) {
            if (e->removed[k] == last) e->removed[k] = id;
        }
    }
}

static void insert_edges(edit *e) {
    for (int i = 0; i < e->added.count; ++i) {
        int id = cr_index_insert(&e->level->index, &e->added.items[i]);
        e->editor->runs[id] = e->added_runs[i];
        e->editor->solid += !(e->added.items[i].flags & CR_ONE_WAY);
    }
}

static void chain_vertex(edit *e, carom_vec2 p) {
    cr_index *index = &e->level->index;
    cr_search search;
    int count = 0;
    cr_search_begin(&search, index, (carom_box){p, p});
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        cr_edge edge = cr_index_edge(index, id);
        bool leaves = cr_same_point(edge.a, p);
        if (!leaves && !cr_same_point(edge.b, p)) continue;
        e->edges[count] = edge;
        e->ids[count] = id;
        e->spokes[count] = (cr_spoke){count, leaves};
        ++count;
    }
    cr_chain_vertex(e->edges, e->spokes, e->ids, count);
    for (int i = 0; i < count; ++i) {
        const cr_edge *edge = &e->edges[i];
        cr_index_relink(index, e->ids[i], edge->next, edge->prev, edge->flags);
    }
}

static int clamp_seams(int64_t removed) {
    return removed < 0 ? 0 : removed > INT_MAX ? INT_MAX : (int)removed;
}

static void set_code(edit *e, uint8_t *at, uint8_t code) {
    e->editor->alone += cr_solid_edges(&e->editor->tiling, code) - cr_solid_edges(&e->editor->tiling, *at);
    *at = code;
    e->level->seams_removed = clamp_seams(e->editor->alone - e->editor->solid);
}

// ---- All of it ----------------------------------------------------------------------------------------------------

static carom_status edit_here(edit *e, uint8_t *at, uint8_t code) {
    if (!find_changes(e, at, code) || !take_room(e)) return CAROM_NO_MEMORY;
    remove_edges(e);
    insert_edges(e);
    for (int i = 0; i < e->vertices_count; ++i) chain_vertex(e, e->vertices[i]);
    set_code(e, at, code);
    return CAROM_OK;
}

static carom_status build_anew(carom_level *level, uint8_t *at, uint8_t code) {
    carom_level_desc desc = level->editor->desc;
    carom_level *fresh, old = *level;
    uint8_t old_code = *at;
    desc.allocator = allocator_of(&old);
    *at = code;
    carom_status status = carom_level_make(&desc, &fresh, NULL);
    *at = old_code;
    if (status != CAROM_OK) return status;
    *level = *fresh;
    *fresh = old;
    carom_level_free(fresh);
    return CAROM_OK;
}

static uint8_t *code_at(const carom_level *level, int grid, int column, int row) {
    const cr_editor *editor = level->editor;
    if (!editor || grid < 0 || grid >= editor->desc.tiles_count) return NULL;
    const carom_tiles *tiles = &editor->desc.tiles[grid];
    if (column < 0 || column >= tiles->columns || row < 0 || row >= tiles->rows) return NULL;
    return &editor->codes[grid][(size_t)row * (size_t)tiles->columns + (size_t)column];
}

uint8_t carom_level_tile(const carom_level *level, int grid, int column, int row) {
    const uint8_t *at = code_at(level, grid, column, row);
    return at ? *at : CAROM_TILE_EMPTY;
}

carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code) {
    if (!level->editor) return CAROM_UNSUPPORTED;
    uint8_t *at = code_at(level, grid, column, row);
    if (!at || !level->editor->tiling.parts[code].is_known) return CAROM_BAD_ARGUMENT;
    if (*at == code) return CAROM_OK;
    edit e = {.level = level, .editor = level->editor, .allocator = allocator_of(level)};
    e.grid = grid;
    e.column = column;
    e.row = row;
    e.tiles = &level->editor->desc.tiles[grid];
    bool thin = has_thin(&e, *at) || has_thin(&e, code);
    carom_box box = box_around(&e, thin ? 1 : 0);
    if (level->index.size[0] == 0 || !is_apart(&e, box)) return build_anew(level, at, code);
    if (is_within_outline(&e, box)) {
        set_code(&e, at, code);
        return CAROM_OK;
    }
    carom_status status = edit_here(&e, at, code);
    edit_free(&e);
    return status;
}
