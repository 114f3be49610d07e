// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One tile is set: the pieces of the outline in and around its cell are found with the old code and with the new one,
// the runs that touch the cell are spliced (splice.c), and the edges that differ are exchanged in the index. All ends
// of these edges are chained anew. All memory is taken before anything is changed, and is kept for the next edit.
//
// That holds where the outline is that of the tiles alone. Where a free shape or another grid reaches the cell, what is
// joined there is not known from the tiles, and all around is built anew to see what differs (patch.c).
#include "base/float.h"
#include "base/memory.h"
#include "level/level.h"
#include "level/patch.h"
#include "level/splice.h"

#include <limits.h>
#include <math.h>

typedef struct edit {
    carom_level *level;
    cr_editor *editor;
    cr_scratch *scratch;
    const carom_allocator *allocator;
    int grid, column, row;
    const carom_tiles *tiles;
} edit;

static const carom_allocator *allocator_of(const carom_level *level) {
    return level->allocator.resize ? &level->allocator : NULL;
}

static void clear(cr_scratch *s) {
    cr_pieces *const pieces[] = {&s->before,     &s->after,        &s->thin_before, &s->thin_after,
                                 &s->solid.runs, &s->solid.result, &s->thin.runs,   &s->thin.result};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) pieces[i]->count = 0;
    s->thin.flags = CR_ONE_WAY;
    s->removed_count = s->added.count = s->vertices_count = 0;
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

// ---- What changes -------------------------------------------------------------------------------------------------

static bool gather_side(const edit *e, int column, int row, cr_tile_side side, cr_pieces *pieces) {
    bool across = side == CR_TOP;
    uint8_t here = cr_code_at(e->tiles, column, row), beside = cr_code_at(e->tiles, column - !across, row - across);
    return cr_add_side(&e->editor->tiling, here, beside, column, row, side, e->allocator, pieces);
}

static bool gather_solid(const edit *e, cr_pieces *pieces) {
    int column = e->column, row = e->row;
    uint8_t code = cr_code_at(e->tiles, column, row);
    return gather_side(e, column, row, CR_TOP, pieces) && gather_side(e, column, row, CR_LEFT, pieces) &&
           gather_side(e, column, row + 1, CR_TOP, pieces) && gather_side(e, column + 1, row, CR_LEFT, pieces) &&
           cr_add_inner(&e->editor->tiling, code, column, row, e->allocator, pieces);
}

/// Thin edges of neighbours may lie on those of the cell.
static bool gather_thin(const edit *e, cr_pieces *pieces) {
    for (int row = e->row - 1; row <= e->row + 1; ++row) {
        for (int column = e->column - 1; column <= e->column + 1; ++column) {
            uint8_t code = cr_code_at(e->tiles, column, row);
            if (!cr_add_thin(&e->editor->tiling, code, column, row, e->allocator, pieces)) return false;
        }
    }
    return true;
}

/// The pieces as they are with the old code and with the new one.
static bool gather(edit *e, uint8_t *at, uint8_t code, bool thin) {
    cr_scratch *s = e->scratch;
    uint8_t old = *at;
    bool done = gather_solid(e, &s->before) && (!thin || gather_thin(e, &s->thin_before));
    *at = code;
    done = done && gather_solid(e, &s->after) && (!thin || gather_thin(e, &s->thin_after));
    *at = old;
    return done;
}

/// What is done with edges whose boxes meet a box; each may be shown more than once.
typedef struct finding {
    edit *e;
    carom_box box;
    cr_exchange *exchange;
    bool failed;
} finding;

static bool has(const int *ids, int count, int id) {
    for (int i = 0; i < count; ++i) {
        if (ids[i] == id) return true;
    }
    return false;
}

static bool add_id(const edit *e, int **ids, int *capacity, int count, int id) {
    if (!cr_grow_array(e->allocator, (void **)ids, capacity, count + 1, sizeof **ids)) return false;
    (*ids)[count] = id;
    return true;
}

static bool note_run(const edit *e, cr_exchange *x, int id) {
    const cr_run *run = &e->editor->runs[id];
    if (run->grid != e->grid || has(x->ids, x->runs.count, id)) return true;
    if ((cr_index_edge(&e->level->index, id).flags & CR_ONE_WAY) != x->flags) return true;
    return add_id(e, &x->ids, &x->ids_capacity, x->runs.count, id) && cr_pieces_add(&x->runs, e->allocator, run->line);
}

static double note_runs(void *context, const uint32_t *refs, int count) {
    finding *f = context;
    const cr_line *lines = f->e->level->index.lines;
    for (int i = 0; i < count && !f->failed; ++i) {
        int id = (int)(refs[i] >> CR_REF_SHIFT);
        if (cr_boxes_meet(cr_line_box(lines[id]), f->box)) f->failed = !note_run(f->e, f->exchange, id);
    }
    return 1;
}

/// The runs of the kind that x is of, in a box.
static bool find_runs(edit *e, cr_exchange *x, carom_box box) {
    finding f = {e, box, x, false};
    cr_index_walk_box(&e->level->index, box, note_runs, &f);
    return !f.failed;
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

static bool note_added(edit *e, const cr_exchange *x, const cr_lattice_edge *line) {
    cr_scratch *s = e->scratch;
    cr_edge edge = {.a = cr_lattice_place(e->tiles, line->from),
                    .b = cr_lattice_place(e->tiles, line->to),
                    .next = -1,
                    .prev = -1,
                    .flags = x->flags};
    int count = s->added.count;
    if (!cr_grow_array(e->allocator, (void **)&s->added_runs, &s->added_runs_capacity, count + 1,
                       sizeof s->added_runs[0])) {
        return false;
    }
    s->added_runs[count] = (cr_run){*line, e->grid};
    return cr_edges_add(&s->added, e->allocator, edge);
}

/// Which edges go, and which come.
static bool compare_runs(edit *e, const cr_exchange *x) {
    cr_scratch *s = e->scratch;
    for (int i = 0; i < x->runs.count; ++i) {
        if (find_same(&x->result, &x->runs.items[i])) continue;
        if (!add_id(e, &s->removed, &s->removed_capacity, s->removed_count, x->ids[i])) return false;
        ++s->removed_count;
    }
    for (int i = 0; i < x->result.count; ++i) {
        if (!find_same(&x->runs, &x->result.items[i]) && !note_added(e, x, &x->result.items[i])) return false;
    }
    return true;
}

static bool find_changes(edit *e, uint8_t *at, uint8_t code) {
    cr_scratch *s = e->scratch;
    bool thin = has_thin(e, *at) || has_thin(e, code);
    if (!gather(e, at, code, thin) || !find_runs(e, &s->solid, box_around(e, 0))) return false;
    cr_splice splice = {.allocator = e->allocator,
                        .block = CR_BLOCK,
                        .low = low_corner(e, 0),
                        .high = high_corner(e, 0),
                        .runs = &s->solid.runs,
                        .before = &s->before,
                        .after = &s->after,
                        .parts = &s->parts,
                        .links = &s->links,
                        .links_capacity = &s->links_capacity};
    if (!cr_splice_solid(&splice, &s->solid.result) || !compare_runs(e, &s->solid)) return false;
    if (!thin) return true;
    if (!find_runs(e, &s->thin, box_around(e, 1))) return false;
    splice.runs = &s->thin.runs;
    splice.before = &s->thin_before;
    splice.after = &s->thin_after;
    return cr_splice_thin(&splice, &s->thin.result) && compare_runs(e, &s->thin);
}

// ---- Room for it --------------------------------------------------------------------------------------------------

static bool note_vertex(edit *e, carom_vec2 p) {
    cr_scratch *s = e->scratch;
    for (int i = 0; i < s->vertices_count; ++i) {
        if (cr_same_point(s->vertices[i], p)) return true;
    }
    if (!cr_grow_array(e->allocator, (void **)&s->vertices, &s->vertices_capacity, s->vertices_count + 1,
                       sizeof s->vertices[0])) {
        return false;
    }
    s->vertices[s->vertices_count++] = p;
    return true;
}

static bool note_ends(edit *e, int id) {
    cr_line line = e->level->index.lines[id];
    return note_vertex(e, line.a) && note_vertex(e, line.b);
}

/// Those where edges go or come; and where one lies that gets another number, since of edges that lie on each other
/// the lower number goes on first.
static bool find_vertices(edit *e) {
    cr_scratch *s = e->scratch;
    int count = e->level->index.count, fewer = s->removed_count - s->added.count;
    for (int i = 0; i < s->removed_count; ++i) {
        if (!note_ends(e, s->removed[i])) return false;
    }
    for (int i = 0; i < fewer; ++i) {
        if (!note_ends(e, count - 1 - i)) return false;
    }
    for (int i = 0; i < s->added.count; ++i) {
        if (!note_vertex(e, s->added.items[i].a) || !note_vertex(e, s->added.items[i].b)) return false;
    }
    return true;
}

static bool take_room(edit *e) {
    cr_editor *editor = e->editor;
    cr_scratch *s = e->scratch;
    int most = editor->most_spokes + 2 * s->added.count;
    return find_vertices(e) && cr_hub_reserve(&s->hub, e->allocator, most) &&
           cr_grow_array(e->allocator, (void **)&editor->runs, &editor->runs_capacity,
                         e->level->index.count + s->added.count, sizeof editor->runs[0]) &&
           cr_index_reserve(&e->level->index, e->allocator, s->added.items, s->added.count);
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

/// Counts the edges of solids.
static void count_solid(edit *e, uint32_t flags, int change) {
    if (!(flags & (CR_ONE_WAY | CR_TWO_SIDED))) e->editor->solid += change;
}

/// Edges that go give their numbers to those that come, as long as there are both.
static void exchange_edges(edit *e, int both) {
    cr_index *index = &e->level->index;
    cr_scratch *s = e->scratch;
    for (int i = 0; i < both; ++i) {
        int id = s->removed[i];
        tell_neighbours(index, id, -1);
        count_solid(e, cr_index_edge(index, id).flags, -1);
        count_solid(e, s->added.items[i].flags, 1);
        cr_index_replace(index, id, &s->added.items[i]);
        e->editor->runs[id] = s->added_runs[i];
    }
}

static void remove_edges(edit *e, int from) {
    cr_index *index = &e->level->index;
    cr_scratch *s = e->scratch;
    for (int i = from; i < s->removed_count; ++i) {
        int id = s->removed[i];
        tell_neighbours(index, id, -1);
        count_solid(e, cr_index_edge(index, id).flags, -1);
        int last = cr_index_remove(index, id);
        if (last < 0) continue;
        tell_neighbours(index, id, id);
        e->editor->runs[id] = e->editor->runs[last];
        for (int k = i + 1; k < s->removed_count; ++k) {
            if (s->removed[k] == last) s->removed[k] = id;
        }
    }
}

static void insert_edges(edit *e, int from) {
    cr_scratch *s = e->scratch;
    for (int i = from; i < s->added.count; ++i) {
        int id = cr_index_insert(&e->level->index, &s->added.items[i]);
        e->editor->runs[id] = s->added_runs[i];
        count_solid(e, s->added.items[i].flags, 1);
    }
}

/// There is room for it.
static void chain_vertex(edit *e, carom_vec2 p) {
    cr_hub *hub = &e->scratch->hub;
    cr_chain_point(&e->level->index, e->allocator, hub, p);
    if (hub->count > e->editor->most_spokes) e->editor->most_spokes = hub->count;
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

static carom_status exchange(edit *e, uint8_t *at, uint8_t code) {
    if (!take_room(e)) return CAROM_NO_MEMORY;
    cr_scratch *s = e->scratch;
    int both = s->removed_count < s->added.count ? s->removed_count : s->added.count;
    exchange_edges(e, both);
    remove_edges(e, both);
    insert_edges(e, both);
    for (int i = 0; i < s->vertices_count; ++i) chain_vertex(e, s->vertices[i]);
    set_code(e, at, code);
    return CAROM_OK;
}

/// From what is kept of the description, its codes as they are now.
static carom_status build_anew(carom_level *level) {
    carom_level_desc desc = level->editor->desc;
    carom_level *fresh, old = *level;
    desc.allocator = allocator_of(&old);
    carom_status status = carom_level_make(&desc, &fresh, NULL);
    if (status != CAROM_OK) return status;
    *level = *fresh;
    *fresh = old;
    carom_level_free(fresh);
    return CAROM_OK;
}

static carom_status build_with(carom_level *level, uint8_t *at, uint8_t code) {
    uint8_t old = *at;
    *at = code;
    carom_status status = build_anew(level);
    if (status != CAROM_OK) *at = old;
    return status;
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

/// Are the runs that go and come the tiles' alone as well? A free shape may cut them far from the cell.
static bool are_runs_apart(const edit *e) {
    const cr_scratch *s = e->scratch;
    if (e->editor->desc.outlines_count == 0 && e->editor->desc.tiles_count == 1) return true;
    for (int i = 0; i < s->removed_count + s->added.count; ++i) {
        const cr_run *run =
            i < s->removed_count ? &e->editor->runs[s->removed[i]] : &s->added_runs[i - s->removed_count];
        if (!is_apart(e,
                      cr_box_of(cr_lattice_place(e->tiles, run->line.from), cr_lattice_place(e->tiles, run->line.to))))
            return false;
    }
    return true;
}

/// Where the tiles are alone, which `*alone` tells.
static carom_status find_changes_of_tiles(edit *e, uint8_t *at, uint8_t code, bool *alone) {
    bool thin = has_thin(e, *at) || has_thin(e, code), failed = false;
    carom_box box = box_around(e, thin ? 1 : 0);
    *alone = is_apart(e, box);
    if (!*alone || cr_patch_is_within(e->editor, e->allocator, box.min, NULL, 0, &failed)) return CAROM_OK;
    if (failed || !find_changes(e, at, code)) return CAROM_NO_MEMORY;
    *alone = are_runs_apart(e);
    return CAROM_OK;
}

static carom_status edit_cell(edit *e, uint8_t *at, uint8_t code) {
    bool alone;
    if (e->level->index.size[0] == 0) return build_with(e->level, at, code);
    clear(e->scratch);
    carom_status status = find_changes_of_tiles(e, at, code, &alone);
    if (status == CAROM_OK && !alone) {
        const cr_patch_place place = {e->level, e->grid, e->column, e->row, at};
        clear(e->scratch);
        status = cr_patch_find(&place, code);
    }
    if (status == CAROM_BAD_ARGUMENT) return build_with(e->level, at, code);
    return status == CAROM_OK ? exchange(e, at, code) : status;
}

carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code) {
    if (!level->editor) return CAROM_UNSUPPORTED;
    uint8_t *at = code_at(level, grid, column, row);
    if (!at || !level->editor->tiling.parts[code].is_known) return CAROM_BAD_ARGUMENT;
    if (*at == code) return CAROM_OK;
    cr_editor *editor = level->editor;
    edit e = {level, editor, &editor->scratch, allocator_of(level), grid, column, row, &editor->desc.tiles[grid]};
    return edit_cell(&e, at, code);
}

// ---- Many tiles -----------------------------------------------------------------------------------------------------

/// Some cells of a grid, and the codes that they are to have, row by row.
typedef struct rectangle {
    int grid, column, row, columns, rows;
    const uint8_t *codes;
} rectangle;

static size_t count_cells(const rectangle *r) {
    return (size_t)r->columns * (size_t)r->rows;
}

/// In the level, of the i-th cell.
static uint8_t *code_in(const carom_level *level, const rectangle *r, size_t i) {
    size_t columns = (size_t)r->columns;
    return code_at(level, r->grid, r->column + (int)(i % columns), r->row + (int)(i / columns));
}

static bool is_rectangle(const carom_level *level, const rectangle *r) {
    if (r->grid < 0 || r->grid >= level->editor->desc.tiles_count || r->columns < 1 || r->rows < 1) return false;
    const carom_tiles *tiles = &level->editor->desc.tiles[r->grid];
    if (r->column < 0 || r->column >= tiles->columns || r->columns > tiles->columns - r->column) return false;
    if (r->row < 0 || r->row >= tiles->rows || r->rows > tiles->rows - r->row) return false;
    for (size_t i = 0; i < count_cells(r); ++i) {
        if (!level->editor->tiling.parts[r->codes[i]].is_known) return false;
    }
    return true;
}

/// Would building the level anew take less time?
static bool are_many(const carom_level *level, const rectangle *r) {
    enum { CELLS_BUILT_IN_AN_EDIT = 40 };
    size_t cells = 0, changes = 0;
    for (int i = 0; i < level->editor->desc.tiles_count; ++i) {
        const carom_tiles *tiles = &level->editor->desc.tiles[i];
        cells += (size_t)tiles->columns * (size_t)tiles->rows;
    }
    for (size_t i = 0; i < count_cells(r); ++i) changes += *code_in(level, r, i) != r->codes[i];
    return changes > cells / CELLS_BUILT_IN_AN_EDIT + 1;
}

static carom_status build_with_all(carom_level *level, const rectangle *r) {
    const carom_allocator *allocator = allocator_of(level);
    size_t count = count_cells(r);
    uint8_t *old = cr_take_array(allocator, count, 1);
    if (!old) return CAROM_NO_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        old[i] = *code_in(level, r, i);
        *code_in(level, r, i) = r->codes[i];
    }
    carom_status status = build_anew(level);
    for (size_t i = 0; status != CAROM_OK && i < count; ++i) *code_in(level, r, i) = old[i];
    cr_free_array(allocator, old, count, 1);
    return status;
}

carom_status carom_level_set_tiles(carom_level *level, int grid, int column, int row, int columns, int rows,
                                   const uint8_t *codes) {
    const rectangle r = {grid, column, row, columns, rows, codes};
    if (!level->editor) return CAROM_UNSUPPORTED;
    if (!is_rectangle(level, &r)) return CAROM_BAD_ARGUMENT;
    if (are_many(level, &r)) return build_with_all(level, &r);
    carom_status status = CAROM_OK;
    for (int i = 0; status == CAROM_OK && i < rows; ++i) {
        for (int k = 0; status == CAROM_OK && k < columns; ++k) {
            uint8_t code = codes[(size_t)i * (size_t)columns + (size_t)k];
            status = carom_level_set_tile(level, grid, column + k, row + i, code);
        }
    }
    return status;
}
