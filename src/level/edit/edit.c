// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Setting a tile takes three steps. The pieces of the boundary in and around the cell are computed with the old code
// and the new one. The runs that touch the cell are updated (edit_runs.c). The edges that differ are replaced in the
// index, and linked to chains. All memory is allocated before the first change, and kept for the next edit.
//
// This holds if only tiles of one grid are near. Where a free shape or another grid reaches the cell, the region around
// it is rebuilt and compared (edit_region.c).
#include "level/edit/edit.h"
#include "base/float.h"
#include "base/heap.h"
#include "base/memory.h"
#include "level/build/chain.h"
#include "level/edit/edit_region.h"
#include "level/edit/edit_runs.h"
#include "level/index/level.h"

#include <limits.h>

typedef struct tile_edit {
    carom_level *level;
    cr_editor *editor;
    cr_edit_scratch *scratch;
    const carom_allocator *allocator;
    int grid, column, row;
    const carom_tiles *tiles;
} tile_edit;

static void clear_scratch(cr_edit_scratch *s) {
    cr_pieces *const pieces[] = {&s->before,     &s->after,        &s->thin_before, &s->thin_after,
                                 &s->solid.runs, &s->solid.result, &s->thin.runs,   &s->thin.result};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) pieces[i]->count = 0;
    s->thin.flags = CR_ONE_WAY;
    s->removed_count = s->added.count = s->vertices_count = 0;
}

// ---- The cell -----------------------------------------------------------------------------------------------------

/// Corners of the cell, or of the square with `around` more cells on each side.
static cr_lattice low_corner(const tile_edit *e, int around) {
    return (cr_lattice){(e->column - around) * CR_CELL, (e->row - around) * CR_CELL};
}

static cr_lattice high_corner(const tile_edit *e, int around) {
    return (cr_lattice){(e->column + 1 + around) * CR_CELL, (e->row + 1 + around) * CR_CELL};
}

static carom_box box_of_cells(const tile_edit *e, int around) {
    return (carom_box){cr_lattice_point(e->tiles, low_corner(e, around)),
                       cr_lattice_point(e->tiles, high_corner(e, around))};
}

static bool has_thin(const tile_edit *e, uint8_t code) {
    return e->editor->tiling.parts[code].thin > 0;
}

// ---- Other shapes nearby ------------------------------------------------------------------------------------------

static bool touches_outline(const tile_edit *e, carom_box box) {
    cr_search search;
    cr_search_begin(&search, &e->editor->free_edges, box);
    return cr_search_next(&search) >= 0;
}

static bool touches_grid(const tile_edit *e, int grid, carom_box box) {
    const carom_tiles *tiles = &e->editor->desc.tiles[grid];
    cr_cell_block near = cr_cells_near(tiles, box);
    for (int row = near.top; row <= near.bottom; ++row) {
        for (int column = near.left; column <= near.right; ++column) {
            uint8_t code = tiles->codes[(size_t)row * (size_t)tiles->columns + (size_t)column];
            if (e->editor->tiling.parts[code].thin > 0 || cr_solid_edges(&e->editor->tiling, code) > 0) return true;
        }
    }
    return false;
}

/// True if no outline and no tile of another grid touches the box. The box may still be inside of an outline.
static bool is_apart_from_others(const tile_edit *e, carom_box box) {
    if (touches_outline(e, box)) return false;
    for (int i = 0; i < e->editor->desc.tiles_count; ++i) {
        if (i != e->grid && touches_grid(e, i, box)) return false;
    }
    return true;
}

// ---- Changes ------------------------------------------------------------------------------------------------------

static bool gather_side_pieces(const tile_edit *e, int column, int row, cr_tile_side side, cr_pieces *pieces) {
    bool across = side == CR_TOP;
    uint8_t here = cr_code_at(e->tiles, column, row), beside = cr_code_at(e->tiles, column - !across, row - across);
    return cr_add_side(&e->editor->tiling, here, beside, (cr_cell_side){column, row, side}, e->allocator, pieces);
}

static bool gather_solid_pieces(const tile_edit *e, cr_pieces *pieces) {
    int column = e->column, row = e->row;
    uint8_t code = cr_code_at(e->tiles, column, row);
    return gather_side_pieces(e, column, row, CR_TOP, pieces) && gather_side_pieces(e, column, row, CR_LEFT, pieces) &&
           gather_side_pieces(e, column, row + 1, CR_TOP, pieces) &&
           gather_side_pieces(e, column + 1, row, CR_LEFT, pieces) &&
           cr_add_inner(&e->editor->tiling, code, column, row, e->allocator, pieces);
}

/// Includes the neighbours: their thin edges may coincide with edges of the cell.
static bool gather_thin_pieces(const tile_edit *e, cr_pieces *pieces) {
    for (int row = e->row - 1; row <= e->row + 1; ++row) {
        for (int column = e->column - 1; column <= e->column + 1; ++column) {
            uint8_t code = cr_code_at(e->tiles, column, row);
            if (!cr_add_thin(&e->editor->tiling, code, column, row, e->allocator, pieces)) return false;
        }
    }
    return true;
}

/// Computes the pieces for the old code and for the new one.
static bool gather_pieces(tile_edit *e, uint8_t *at, uint8_t code, bool thin) {
    cr_edit_scratch *s = e->scratch;
    uint8_t old = *at;
    bool done = gather_solid_pieces(e, &s->before) && (!thin || gather_thin_pieces(e, &s->thin_before));
    *at = code;
    done = done && gather_solid_pieces(e, &s->after) && (!thin || gather_thin_pieces(e, &s->thin_after));
    *at = old;
    return done;
}

/// A search for edges near a box; an edge may be visited more than once.
typedef struct run_search {
    tile_edit *e;
    carom_box box;
    cr_run_exchange *exchange;
    bool failed;
} run_search;

static bool contains_id(const int *ids, int count, int id) {
    for (int i = 0; i < count; ++i) {
        if (ids[i] == id) return true;
    }
    return false;
}

static bool add_id(const tile_edit *e, int **ids, int *capacity, int count, int id) {
    if (!cr_grow_array(e->allocator, (void **)ids, capacity, count + 1, sizeof **ids)) return false;
    (*ids)[count] = id;
    return true;
}

static bool add_run_of_edge(const tile_edit *e, cr_run_exchange *x, int id) {
    const cr_run *run = &e->editor->runs[id];
    if (run->grid != e->grid || contains_id(x->ids, x->runs.count, id)) return true;
    if ((cr_index_edge(&e->level->index, id).flags & CR_ONE_WAY) != x->flags) return true;
    return add_id(e, &x->ids, &x->ids_capacity, x->runs.count, id) && cr_pieces_add(&x->runs, e->allocator, run->line);
}

static double visit_runs(void *context, const uint32_t *refs, int count) {
    run_search *f = context;
    const cr_edge_line *lines = f->e->level->index.lines;
    for (int i = 0; i < count && !f->failed; ++i) {
        int id = (int)(refs[i] >> CR_REF_SHIFT);
        if (cr_boxes_overlap(cr_edge_line_box(lines[id]), f->box)) f->failed = !add_run_of_edge(f->e, f->exchange, id);
    }
    return 1;
}

/// Finds the runs in a box: solid or thin, as x->flags says.
static bool find_runs(tile_edit *e, cr_run_exchange *x, carom_box box) {
    run_search f = {e, box, x, false};
    cr_index_walk_box(&e->level->index, box, visit_runs, &f);
    return !f.failed;
}

static bool is_same_line(const cr_lattice_edge *e, const cr_lattice_edge *f) {
    return e->from.x == f->from.x && e->from.y == f->from.y && e->to.x == f->to.x && e->to.y == f->to.y;
}

static bool contains_line(const cr_pieces *pieces, const cr_lattice_edge *line) {
    for (int i = 0; i < pieces->count; ++i) {
        if (is_same_line(&pieces->items[i], line)) return true;
    }
    return false;
}

static bool add_new_edge(tile_edit *e, const cr_run_exchange *x, const cr_lattice_edge *line) {
    cr_edit_scratch *s = e->scratch;
    cr_edge edge = {.a = cr_lattice_point(e->tiles, line->from),
                    .b = cr_lattice_point(e->tiles, line->to),
                    .next = -1,
                    .prev = -1,
                    .tag = e->tiles->tag,
                    .flags = x->flags};
    int count = s->added.count;
    if (!cr_grow_array(e->allocator, (void **)&s->added_runs, &s->added_runs_capacity, count + 1,
                       sizeof s->added_runs[0])) {
        return false;
    }
    s->added_runs[count] = (cr_run){*line, e->grid};
    return cr_edges_add(&s->added, e->allocator, edge);
}

/// Lists the edges to remove and the edges to add.
static bool compare_runs(tile_edit *e, const cr_run_exchange *x) {
    cr_edit_scratch *s = e->scratch;
    for (int i = 0; i < x->runs.count; ++i) {
        if (contains_line(&x->result, &x->runs.items[i])) continue;
        if (!add_id(e, &s->removed, &s->removed_capacity, s->removed_count, x->ids[i])) return false;
        ++s->removed_count;
    }
    for (int i = 0; i < x->result.count; ++i) {
        if (!contains_line(&x->runs, &x->result.items[i]) && !add_new_edge(e, x, &x->result.items[i])) return false;
    }
    return true;
}

static bool find_tile_changes(tile_edit *e, uint8_t *at, uint8_t code) {
    cr_edit_scratch *s = e->scratch;
    bool thin = has_thin(e, *at) || has_thin(e, code);
    if (!gather_pieces(e, at, code, thin) || !find_runs(e, &s->solid, box_of_cells(e, 0))) return false;
    cr_run_edit run_edit = {.allocator = e->allocator,
                            .block = CR_RUN_BLOCK,
                            .low = low_corner(e, 0),
                            .high = high_corner(e, 0),
                            .runs = &s->solid.runs,
                            .before = &s->before,
                            .after = &s->after,
                            .parts = &s->parts,
                            .links = &s->links,
                            .links_capacity = &s->links_capacity};
    if (!cr_edit_solid_runs(&run_edit, &s->solid.result) || !compare_runs(e, &s->solid)) return false;
    if (!thin) return true;
    if (!find_runs(e, &s->thin, box_of_cells(e, 1))) return false;
    run_edit.runs = &s->thin.runs;
    run_edit.before = &s->thin_before;
    run_edit.after = &s->thin_after;
    return cr_edit_thin_runs(&run_edit, &s->thin.result) && compare_runs(e, &s->thin);
}

// ---- Memory -------------------------------------------------------------------------------------------------------

enum { FEW_VERTICES = 32 };

/// Only the first few are compared: most edits have no more, and these need no sort.
static bool add_affected_vertex(tile_edit *e, carom_vec2 p) {
    cr_edit_scratch *s = e->scratch;
    for (int i = 0; i < s->vertices_count && i < FEW_VERTICES; ++i) {
        if (cr_same_point(s->vertices[i], p)) return true;
    }
    if (!cr_grow_array(e->allocator, (void **)&s->vertices, &s->vertices_capacity, s->vertices_count + 1,
                       sizeof s->vertices[0])) {
        return false;
    }
    s->vertices[s->vertices_count++] = p;
    return true;
}

static bool add_vertices_of(tile_edit *e, int id) {
    cr_edge_line line = e->level->index.lines[id];
    return add_affected_vertex(e, line.a) && add_affected_vertex(e, line.b);
}

static bool is_vertex_after(const void *context, const void *a, const void *b) {
    (void)context;
    return cr_point_before(*(const carom_vec2 *)b, *(const carom_vec2 *)a);
}

static void remove_duplicate_vertices(cr_edit_scratch *s) {
    int count = 0;
    if (s->vertices_count <= FEW_VERTICES) return;
    cr_heap_sort(&(cr_heap){s->vertices, sizeof s->vertices[0], is_vertex_after, NULL}, (uint32_t)s->vertices_count);
    for (int i = 0; i < s->vertices_count; ++i) {
        if (count == 0 || !cr_same_point(s->vertices[count - 1], s->vertices[i])) s->vertices[count++] = s->vertices[i];
    }
    s->vertices_count = count;
}

/// The vertices to link again: ends of removed and added edges, and of edges that get another number. Links depend on
/// numbers where edges coincide.
static bool find_affected_vertices(tile_edit *e) {
    cr_edit_scratch *s = e->scratch;
    int count = e->level->index.count, fewer = s->removed_count - s->added.count;
    for (int i = 0; i < s->removed_count; ++i) {
        if (!add_vertices_of(e, s->removed[i])) return false;
    }
    for (int i = 0; i < fewer; ++i) {
        if (!add_vertices_of(e, count - 1 - i)) return false;
    }
    for (int i = 0; i < s->added.count; ++i) {
        if (!add_affected_vertex(e, s->added.items[i].a) || !add_affected_vertex(e, s->added.items[i].b)) return false;
    }
    remove_duplicate_vertices(s);
    return true;
}

static bool reserve_all(tile_edit *e) {
    cr_editor *editor = e->editor;
    cr_edit_scratch *s = e->scratch;
    int max_edges = editor->max_spokes + 2 * s->added.count;
    return find_affected_vertices(e) && cr_chain_vertex_reserve(&s->hub, e->allocator, max_edges) &&
           cr_grow_array(e->allocator, (void **)&editor->runs, &editor->runs_capacity,
                         e->level->index.count + s->added.count, sizeof editor->runs[0]) &&
           cr_index_reserve(&e->level->index, e->allocator, s->added.items, s->added.count);
}

// ---- Replacing edges ----------------------------------------------------------------------------------------------
//
// Links to edges that are removed or renumbered stay until link_vertex has linked their vertices again.

static void count_solid_edge(tile_edit *e, uint32_t flags, int change) {
    if (!(flags & (CR_ONE_WAY | CR_TWO_SIDED))) e->editor->solid += change;
}

/// The first `both` added edges take the numbers of removed ones.
static void replace_edges(tile_edit *e, int both) {
    cr_index *index = &e->level->index;
    cr_edit_scratch *s = e->scratch;
    for (int i = 0; i < both; ++i) {
        int id = s->removed[i];
        count_solid_edge(e, cr_index_edge(index, id).flags, -1);
        count_solid_edge(e, s->added.items[i].flags, 1);
        cr_index_replace(index, id, &s->added.items[i]);
        e->editor->runs[id] = s->added_runs[i];
    }
}

/// Removes the highest numbers first: then the edge that takes a number is not among those still to be removed.
static void remove_edges(tile_edit *e, int from) {
    cr_index *index = &e->level->index;
    cr_edit_scratch *s = e->scratch;
    if (s->removed_count == from) return;
    int count = cr_sort_unique(s->removed + from, s->removed_count - from);
    for (int i = from + count - 1; i >= from; --i) {
        int id = s->removed[i];
        count_solid_edge(e, cr_index_edge(index, id).flags, -1);
        int last = cr_index_remove(index, id);
        if (last >= 0) e->editor->runs[id] = e->editor->runs[last];
    }
}

static void insert_edges(tile_edit *e, int from) {
    cr_edit_scratch *s = e->scratch;
    for (int i = from; i < s->added.count; ++i) {
        int id = cr_index_insert(&e->level->index, &s->added.items[i]);
        e->editor->runs[id] = s->added_runs[i];
        count_solid_edge(e, s->added.items[i].flags, 1);
    }
}

/// The hub has reserved enough memory.
static void link_vertex(tile_edit *e, carom_vec2 p) {
    cr_chain_vertex *hub = &e->scratch->hub;
    cr_chain_point(&e->level->index, e->allocator, hub, p);
    if (hub->count > e->editor->max_spokes) e->editor->max_spokes = hub->count;
}

static int clamp_count(int64_t removed) {
    return removed < 0 ? 0 : removed > INT_MAX ? INT_MAX : (int)removed;
}

static void set_code(tile_edit *e, uint8_t *at, uint8_t code) {
    e->editor->unmerged += cr_solid_edges(&e->editor->tiling, code) - cr_solid_edges(&e->editor->tiling, *at);
    *at = code;
    e->level->seams_removed = clamp_count(e->editor->unmerged - e->editor->solid);
}

// ---- Replacing all edges --------------------------------------------------------------------------------------------
//
// Where very many edges that change share a cell, each of them would read the list of this cell, and reserve a list of
// its own. Then the index is built again instead, from all edges, so that no edit takes more than O(n log n) time.

/// True if replacing the edges one by one reads more refs than the index has words.
static bool is_index_built_faster(const tile_edit *e) {
    enum { FEW_CHANGES = 64, MANY_REFS = 1 << 16 };
    cr_index *index = &e->level->index;
    const cr_edit_scratch *s = e->scratch;
    uint32_t more = (uint32_t)s->added.count;
    uint64_t refs = 0, most = (uint64_t)index->words_count + MANY_REFS;
    if (s->removed_count + s->added.count <= FEW_CHANGES) return false;
    for (int i = 0; refs <= most && i < s->removed_count; ++i) {
        refs += cr_index_refs_along(index, index->lines[s->removed[i]], 0);
        refs += cr_index_refs_along(index, index->lines[index->count - 1 - i], 0); // which gets another number
    }
    for (int i = 0; refs <= most && i < s->added.count; ++i)
        refs += cr_index_refs_along(index, (cr_edge_line){s->added.items[i].a, s->added.items[i].b}, more);
    return refs > most;
}

/// Adds an edge without links; `prev` becomes the number of its run.
static bool add_unlinked(const tile_edit *e, cr_edges *edges, cr_edge edge, int run, int64_t *solid) {
    edge.next = -1;
    edge.prev = run;
    edge.flags &= CR_ONE_WAY | CR_TWO_SIDED;
    *solid += edge.flags == 0;
    return cr_edges_add(edges, e->allocator, edge);
}

/// Lists all edges after the change. The runs of added edges are numbered after those of the level.
static bool list_all_edges(const tile_edit *e, cr_edges *edges, int64_t *solid) {
    const cr_index *index = &e->level->index;
    const cr_edit_scratch *s = e->scratch;
    bool *gone = cr_take_array(e->allocator, (size_t)index->count, sizeof *gone), done = gone;
    for (int i = 0; done && i < index->count; ++i) gone[i] = false;
    for (int i = 0; done && i < s->removed_count; ++i) gone[s->removed[i]] = true;
    for (int i = 0; done && i < index->count; ++i)
        done = gone[i] || add_unlinked(e, edges, cr_index_edge(index, i), i, solid);
    for (int i = 0; done && i < s->added.count; ++i)
        done = add_unlinked(e, edges, s->added.items[i], index->count + i, solid);
    cr_free_array(e->allocator, gone, (size_t)index->count, sizeof *gone);
    return done;
}

/// Takes the runs from `prev` of the edges, which becomes -1.
static void list_all_runs(const tile_edit *e, cr_edges *edges, cr_run *runs) {
    int before = e->level->index.count;
    for (int i = 0; i < edges->count; ++i) {
        int run = edges->items[i].prev;
        runs[i] = run < before ? e->editor->runs[run] : e->scratch->added_runs[run - before];
        edges->items[i].prev = -1;
    }
}

static bool build_index_again(tile_edit *e) {
    cr_editor *editor = e->editor;
    cr_edges edges = {0};
    cr_index index = {0};
    cr_run *runs = NULL;
    cr_chain_count counts;
    int64_t solid = 0;
    int runs_capacity = 0;
    bool done = list_all_edges(e, &edges, &solid) &&
                cr_grow_array(e->allocator, (void **)&runs, &runs_capacity, edges.count, sizeof *runs) &&
                cr_index_sort(&index, e->allocator, e->level->bounds, edges.items, edges.count);
    if (done) list_all_runs(e, &edges, runs);
    done = done && cr_index_fill(&index, e->allocator, edges.items, edges.count) &&
           cr_chain_all(&index, e->allocator, &counts);
    cr_edges_free(&edges, e->allocator);
    if (!done) {
        cr_index_free(&index, e->allocator);
        cr_free_array(e->allocator, runs, (size_t)runs_capacity, sizeof *runs);
        return false;
    }
    cr_index_free(&e->level->index, e->allocator);
    cr_free_array(e->allocator, editor->runs, (size_t)editor->runs_capacity, sizeof *runs);
    e->level->index = index;
    editor->runs = runs;
    editor->runs_capacity = runs_capacity;
    editor->max_spokes = counts.max_edges;
    editor->solid = solid;
    return true;
}

// ---- One tile -----------------------------------------------------------------------------------------------------

static bool apply_changes(tile_edit *e) {
    if (is_index_built_faster(e)) return build_index_again(e);
    if (!reserve_all(e)) return false;
    cr_edit_scratch *s = e->scratch;
    int both = s->removed_count < s->added.count ? s->removed_count : s->added.count;
    replace_edges(e, both);
    remove_edges(e, both);
    insert_edges(e, both);
    for (int i = 0; i < s->vertices_count; ++i) link_vertex(e, s->vertices[i]);
    return true;
}

static carom_status apply_edit(tile_edit *e, uint8_t *at, uint8_t code) {
    if (!apply_changes(e)) return CAROM_STATUS_NO_MEMORY;
    set_code(e, at, code);
    return CAROM_STATUS_OK;
}

void cr_edit_begin(carom_level *level) {
    clear_scratch(&level->editor->scratch);
}

bool cr_edit_apply(carom_level *level) {
    cr_editor *editor = level->editor;
    tile_edit e = {.level = level, .editor = editor, .scratch = &editor->scratch};
    e.allocator = cr_level_allocator(level);
    if (!apply_changes(&e)) return false;
    level->seams_removed = clamp_count(editor->unmerged - editor->solid);
    return true;
}

/// Builds from the copied description, which has the current codes.
static carom_status rebuild(carom_level *level) {
    carom_level_desc desc = level->editor->desc;
    carom_level *fresh, old = *level;
    desc.allocator = cr_level_allocator(&old);
    carom_status status = carom_level_make(&desc, &fresh, NULL);
    if (status != CAROM_STATUS_OK) return status;
    *level = *fresh;
    *fresh = old;
    level->edits = old.edits;
    carom_level_free(fresh);
    return CAROM_STATUS_OK;
}

void cr_edit_record(carom_level *level, carom_box box) {
    level->edits.boxes[level->edits.count++ % CR_EDITS_KEPT] = box;
}

static carom_status rebuild_with(carom_level *level, uint8_t *at, uint8_t code) {
    uint8_t old = *at;
    *at = code;
    carom_status status = rebuild(level);
    if (status != CAROM_STATUS_OK) *at = old;
    return status;
}

static uint8_t *stored_code(const carom_level *level, int grid, int column, int row) {
    const cr_editor *editor = level->editor;
    if (!editor || grid < 0 || grid >= editor->desc.tiles_count) return NULL;
    const carom_tiles *tiles = &editor->desc.tiles[grid];
    if (column < 0 || column >= tiles->columns || row < 0 || row >= tiles->rows) return NULL;
    return &editor->codes[grid][(size_t)row * (size_t)tiles->columns + (size_t)column];
}

uint8_t carom_level_tile(const carom_level *level, int grid, int column, int row) {
    const uint8_t *at = stored_code(level, grid, column, row);
    return at ? *at : CAROM_TILE_EMPTY;
}

/// True if no other shape touches a run that changes: a free shape may cut a run far from the cell.
static bool are_changed_runs_apart(const tile_edit *e) {
    const cr_edit_scratch *s = e->scratch;
    if (e->editor->desc.outlines_count == 0 && e->editor->desc.tiles_count == 1) return true;
    for (int i = 0; i < s->removed_count + s->added.count; ++i) {
        const cr_run *run =
            i < s->removed_count ? &e->editor->runs[s->removed[i]] : &s->added_runs[i - s->removed_count];
        if (!is_apart_from_others(
                e, cr_box_of(cr_lattice_point(e->tiles, run->line.from), cr_lattice_point(e->tiles, run->line.to))))
            return false;
    }
    return true;
}

/// Writes to *is_alone whether only this grid is near; only then are the changes valid.
static carom_status find_changes_if_alone(tile_edit *e, uint8_t *at, uint8_t code, bool *is_alone) {
    bool thin = has_thin(e, *at) || has_thin(e, code), failed = false;
    carom_box box = box_of_cells(e, thin ? 1 : 0);
    *is_alone = is_apart_from_others(e, box);
    if (!*is_alone || cr_edit_region_is_within(e->editor, e->allocator, box.min, NULL, 0, &failed))
        return CAROM_STATUS_OK;
    if (failed || !find_tile_changes(e, at, code)) return CAROM_STATUS_NO_MEMORY;
    *is_alone = are_changed_runs_apart(e);
    return CAROM_STATUS_OK;
}

static carom_status edit_cell(tile_edit *e, uint8_t *at, uint8_t code) {
    bool is_alone;
    if (*at == code) return CAROM_STATUS_OK;
    if (e->level->index.size[0] == 0 && !e->editor->marks) return rebuild_with(e->level, at, code);
    clear_scratch(e->scratch);
    carom_status status = find_changes_if_alone(e, at, code, &is_alone);
    if (status == CAROM_STATUS_OK && !is_alone) {
        const cr_edit_cell cell = {e->level, e->grid, e->column, e->row, at};
        clear_scratch(e->scratch);
        status = cr_edit_region_find(&cell, code);
    }
    if (status == CAROM_STATUS_BAD_ARGUMENT && e->editor->marks)
        return cr_carve_cell(e->level, (cr_stored_cell){e->grid, e->column, e->row, at}, code);
    if (status == CAROM_STATUS_BAD_ARGUMENT) return rebuild_with(e->level, at, code);
    return status == CAROM_STATUS_OK ? apply_edit(e, at, code) : status;
}

carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code) {
    if (!level->editor) return CAROM_STATUS_UNSUPPORTED;
    uint8_t *at = stored_code(level, grid, column, row);
    if (!at || !level->editor->tiling.parts[code].is_known) return CAROM_STATUS_BAD_ARGUMENT;
    if (*at == code && !level->editor->marks) return CAROM_STATUS_OK;
    cr_editor *editor = level->editor;
    tile_edit e = {.level = level, .editor = editor, .scratch = &editor->scratch, .grid = grid, .column = column};
    e.row = row;
    e.allocator = cr_level_allocator(level);
    e.tiles = &editor->desc.tiles[grid];
    const cr_stored_cell cell = {grid, column, row, at};
    const carom_box changed = box_of_cells(&e, 1); // before: a rebuild frees the editor
    carom_status status = cr_carve_reaches(level, cell) ? cr_carve_cell(level, cell, code) : edit_cell(&e, at, code);
    if (status == CAROM_STATUS_OK) cr_edit_record(level, changed);
    return status;
}

// ---- Many tiles -----------------------------------------------------------------------------------------------------

static size_t count_cells(const carom_tile_block *block) {
    return (size_t)block->columns * (size_t)block->rows;
}

/// The stored code of the i-th cell of the block.
static uint8_t *stored_code_in(const carom_level *level, const carom_tile_block *block, size_t i) {
    size_t columns = (size_t)block->columns;
    return stored_code(level, block->grid, block->column + (int)(i % columns), block->row + (int)(i / columns));
}

static bool is_tile_block(const carom_level *level, const carom_tile_block *block) {
    if (!block->codes || block->grid < 0 || block->grid >= level->editor->desc.tiles_count) return false;
    if (block->columns < 1 || block->rows < 1) return false;
    const carom_tiles *tiles = &level->editor->desc.tiles[block->grid];
    if (block->column < 0 || block->column >= tiles->columns || block->columns > tiles->columns - block->column)
        return false;
    if (block->row < 0 || block->row >= tiles->rows || block->rows > tiles->rows - block->row) return false;
    for (size_t i = 0; i < count_cells(block); ++i) {
        if (!level->editor->tiling.parts[block->codes[i]].is_known) return false;
    }
    return true;
}

/// True if a rebuild is estimated to be faster than single edits.
static bool is_rebuild_faster(const carom_level *level, const carom_tile_block *block) {
    enum { CELLS_BUILT_IN_AN_EDIT = 40 };
    size_t cells = 0, changes = 0;
    for (int i = 0; i < level->editor->desc.tiles_count; ++i) {
        const carom_tiles *tiles = &level->editor->desc.tiles[i];
        cells += (size_t)tiles->columns * (size_t)tiles->rows;
    }
    for (size_t i = 0; i < count_cells(block); ++i) changes += *stored_code_in(level, block, i) != block->codes[i];
    return changes > cells / CELLS_BUILT_IN_AN_EDIT + 1;
}

static carom_status rebuild_with_all(carom_level *level, const carom_tile_block *block) {
    const carom_allocator *allocator = cr_level_allocator(level);
    size_t count = count_cells(block);
    uint8_t *old = cr_take_array(allocator, count, 1);
    if (!old) return CAROM_STATUS_NO_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        old[i] = *stored_code_in(level, block, i);
        *stored_code_in(level, block, i) = block->codes[i];
    }
    carom_status status = rebuild(level);
    if (status == CAROM_STATUS_OK) cr_edit_record(level, level->bounds);
    for (size_t i = 0; status != CAROM_STATUS_OK && i < count; ++i) *stored_code_in(level, block, i) = old[i];
    cr_free_array(allocator, old, count, 1);
    return status;
}

carom_status carom_level_set_tiles(carom_level *level, const carom_tile_block *block) {
    if (!level->editor) return CAROM_STATUS_UNSUPPORTED;
    if (!is_tile_block(level, block)) return CAROM_STATUS_BAD_ARGUMENT;
    if (!level->editor->marks && is_rebuild_faster(level, block)) return rebuild_with_all(level, block);
    carom_status status = CAROM_STATUS_OK;
    for (int i = 0; status == CAROM_STATUS_OK && i < block->rows; ++i) {
        for (int k = 0; status == CAROM_STATUS_OK && k < block->columns; ++k) {
            uint8_t code = block->codes[(size_t)i * (size_t)block->columns + (size_t)k];
            status = carom_level_set_tile(level, block->grid, block->column + k, block->row + i, code);
        }
    }
    return status;
}
