// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A crossing is computed and rounded to float once, for both edges. That bends the pieces by less than an ulp, so they
// are compared again, until nothing is left to cut (as in snap rounding: J. D. Hobby, Practical segment intersection
// with finite precision output, 1999). Crossings are cut only after all contacts: then edges that overlap have become
// equal pieces, and are cut at equal points.
#include "level/build/arrange.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"

#include <stdlib.h>

enum {
    MAX_ROUNDS = 128, ///< few suffice, unless many edges cross within a few ulp
    SNAP_ROUND = 32,  ///< from here on, a crossing near an end is that end
    // Flags of a piece: comparisons that are still to be made.
    FOR_TOUCHES = 1,
    FOR_CROSSINGS = 2,
    FRESH = FOR_TOUCHES | FOR_CROSSINGS,
};

/// Relative to the coordinates of a crossing; 2 to 4 ulp. Ends within this distance of a crossing may become it.
static const double CROSSING_SNAP = 0x1p-22;

/// A point at which to cut a line. `along` and `across` are its coordinates on the major and the minor axis of the
/// line, with signs such that both grow from a to b.
typedef struct line_cut {
    int line;
    float along, across;
    carom_vec2 at;
} line_cut;

/// Equal pieces are adjacent in the list. They are one line of the index, and are cut alike: line k stands for pieces
/// first[k] .. first[k + 1] - 1.
typedef struct arrangement {
    const carom_allocator *allocator;
    cr_crossing_budget *budget;
    cr_edges pieces;
    cr_index index;
    int *first;
    bool snapping;   // crossings near an end of a line are that end
    uint32_t sought; // FOR_TOUCHES or FOR_CROSSINGS
    int line;        // the line compared with the others
    int *compared;   // for each line, the last line that it was compared with
    int *contacts;   // for each line, the contacts found in this round
    int64_t crossed; // crossings found while touches are sought, and not cut yet
    line_cut *cuts;
    int cuts_count, cuts_capacity;
    carom_status status;
} arrangement;

static carom_status set_status(arrangement *g, carom_status status) {
    if (g->status == CAROM_STATUS_OK) g->status = status;
    return g->status;
}

/// The budget is exhausted: names the line with the most contacts; without any, the one that is compared.
static void exhaust(arrangement *g) {
    int worst = g->line;
    for (int i = 0; i < g->index.count; ++i) {
        if (g->contacts[i] > g->contacts[worst]) worst = i;
    }
    g->budget->worst = g->pieces.items[g->first[worst]].tag;
    set_status(g, CAROM_STATUS_TOO_LARGE);
}

// ---- Cuts ---------------------------------------------------------------------------------------------------------

static int compare_line_cuts(const void *p, const void *q) {
    const line_cut *a = p, *b = q;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->along != b->along) return a->along < b->along ? -1 : 1;
    return (a->across > b->across) - (a->across < b->across);
}

static void add_cut(arrangement *g, int line, carom_vec2 at) {
    cr_edge_line e = g->index.lines[line];
    if (cr_same_point(at, e.a) || cr_same_point(at, e.b)) return;
    ++g->contacts[line];
    if (g->cuts_count >= g->budget->cuts) {
        exhaust(g);
        return;
    }
    if (!cr_grow_array(g->allocator, (void **)&g->cuts, &g->cuts_capacity, g->cuts_count + 1, sizeof g->cuts[0])) {
        set_status(g, CAROM_STATUS_NO_MEMORY);
        return;
    }
    double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y;
    float x = dx < 0 ? -at.x : at.x, y = dy < 0 ? -at.y : at.y;
    bool flat = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
    g->cuts[g->cuts_count++] = (line_cut){line, flat ? x : y, flat ? y : x, at};
}

static float clamp_to_float(double value, float low, float high) {
    float nearest = (float)value;
    return nearest < low ? low : nearest > high ? high : nearest;
}

carom_vec2 cr_crossing_point(cr_edge_line e, cr_edge_line f) {
    carom_vec2 a = cr_point_before(e.a, e.b) ? e.a : e.b, b = cr_point_before(e.a, e.b) ? e.b : e.a;
    carom_vec2 c = cr_point_before(f.a, f.b) ? f.a : f.b, d = cr_point_before(f.a, f.b) ? f.b : f.a;
    if (cr_point_before(c, a) || (cr_same_point(a, c) && cr_point_before(d, b))) {
        carom_vec2 swap = a;
        a = c, c = swap;
        swap = b;
        b = d, d = swap;
    }
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double fx = (double)d.x - (double)c.x, fy = (double)d.y - (double)c.y;
    double sx = (double)c.x - (double)a.x, sy = (double)c.y - (double)a.y;
    double t = (sx * fy - sy * fx) / (ex * fy - ey * fx); // NaN or infinite only if nearly parallel
    if (!(t >= 0)) t = 0;
    if (t > 1) t = 1;
    carom_box p = cr_edge_line_box(e), q = cr_edge_line_box(f);
    carom_vec2 low = {p.min.x > q.min.x ? p.min.x : q.min.x, p.min.y > q.min.y ? p.min.y : q.min.y};
    carom_vec2 high = {p.max.x < q.max.x ? p.max.x : q.max.x, p.max.y < q.max.y ? p.max.y : q.max.y};
    return (carom_vec2){clamp_to_float((double)a.x + t * ex, low.x, high.x),
                        clamp_to_float((double)a.y + t * ey, low.y, high.y)};
}

/// Cuts line i at a point, if the point is collinear with it (side == 0) and between its ends.
static void cut_if_on(arrangement *g, int i, int side, carom_vec2 at) {
    if (side == 0 && cr_boxes_overlap(cr_edge_line_box(g->index.lines[i]), (carom_box){at, at})) add_cut(g, i, at);
}

static bool is_near_crossing(carom_vec2 end, carom_vec2 at) {
    double x = (double)at.x, y = (double)at.y, dx = (double)end.x - x, dy = (double)end.y - y;
    double largest = x * x > y * y ? x * x : y * y;
    return dx * dx + dy * dy <= CROSSING_SNAP * CROSSING_SNAP * largest;
}

/// Cuts line k at an end of line i that is near their crossing. Returns false if there is no such end.
static bool cut_at_near_end(arrangement *g, int i, int k, carom_vec2 crossing) {
    const carom_vec2 ends[] = {g->index.lines[i].a, g->index.lines[i].b};
    for (int n = 0; n < 2; ++n) {
        if (!is_near_crossing(ends[n], crossing)) continue;
        if (!cr_boxes_overlap(cr_edge_line_box(g->index.lines[k]), (carom_box){ends[n], ends[n]})) continue;
        add_cut(g, k, ends[n]);
        return true;
    }
    return false;
}

/// A crossing may round to a point an ulp beyond an end of one line, and the rest cross again an ulp further on, and so
/// on. If the rounds do not end, such a crossing is the end itself, as in a hot pixel of snap rounding.
static void cut_crossing(arrangement *g, int i, int k) {
    carom_vec2 at = cr_crossing_point(g->index.lines[i], g->index.lines[k]);
    if (g->snapping && (cut_at_near_end(g, i, k, at) || cut_at_near_end(g, k, i, at))) return;
    add_cut(g, i, at);
    add_cut(g, k, at);
}

/// Counts a crossing that a later round will cut, so that too many are refused before any is.
static void count_crossing(arrangement *g, int i, int k) {
    ++g->contacts[i];
    ++g->contacts[k];
    if (2 * ++g->crossed > g->budget->cuts) exhaust(g);
}

static void cut_pair(arrangement *g, int i, int k) {
    cr_edge_line e = g->index.lines[i], f = g->index.lines[k];
    int a = cr_side(f.a, f.b, e.a), b = cr_side(f.a, f.b, e.b);
    int c = cr_side(e.a, e.b, f.a), d = cr_side(e.a, e.b, f.b);
    if (g->sought == FOR_TOUCHES) {
        if (a * b < 0 && c * d < 0) count_crossing(g, i, k);
        cut_if_on(g, k, a, e.a);
        cut_if_on(g, k, b, e.b);
        cut_if_on(g, i, c, f.a);
        cut_if_on(g, i, d, f.b);
    } else if (a * b < 0 && c * d < 0) {
        cut_crossing(g, i, k);
    }
}

static bool needs_comparison(const arrangement *g, int line) {
    return g->index.links[line].next & g->sought;
}

static double compare_with_cell(void *context, const uint32_t *refs, int count) {
    enum { STEPS_A_PAIR = 8 };
    arrangement *g = context;
    carom_box box = cr_edge_line_box(g->index.lines[g->line]);
    g->budget->steps -= count;
    for (int i = 0; i < count && g->status == CAROM_STATUS_OK; ++i) {
        int k = (int)(refs[i] >> CR_REF_SHIFT);
        if (g->compared[k] == g->line) continue;
        g->compared[k] = g->line;
        if (!cr_boxes_overlap(box, cr_edge_line_box(g->index.lines[k]))) continue;
        if (k == g->line || (k < g->line && needs_comparison(g, k)))
            continue; // the pair is handled from the other line
        g->budget->steps -= STEPS_A_PAIR;
        cut_pair(g, g->line, k);
    }
    if (g->budget->steps < 0 && g->status == CAROM_STATUS_OK) exhaust(g);
    return 1;
}

static void find_cuts(arrangement *g, uint32_t sought) {
    g->sought = sought;
    g->cuts_count = 0;
    g->crossed = 0;
    for (int i = 0; i < g->index.count; ++i) g->compared[i] = -1, g->contacts[i] = 0;
    for (int i = 0; i < g->index.count && g->status == CAROM_STATUS_OK; ++i) {
        g->line = i;
        if (needs_comparison(g, i)) cr_index_walk_line(&g->index, g->index.lines[i], compare_with_cell, g);
    }
    if (g->cuts_count > 0) qsort(g->cuts, (size_t)g->cuts_count, sizeof g->cuts[0], compare_line_cuts);
}

// ---- Pieces -------------------------------------------------------------------------------------------------------

static bool is_cut_of(const arrangement *g, int next, int line) {
    return next < g->cuts_count && g->cuts[next].line == line;
}

/// Adds a piece, divided at the cuts of its line, which begin at `next`. There is room for it.
static void add_cut_piece(cr_edges *result, const arrangement *g, cr_edge rest, int next, int line) {
    rest.flags = is_cut_of(g, next, line) ? FRESH : rest.flags & ~(FOR_TOUCHES | g->sought);
    for (; is_cut_of(g, next, line); ++next) {
        carom_vec2 at = g->cuts[next].at;
        if (cr_same_point(at, rest.a)) continue;
        cr_edge piece = rest;
        piece.b = rest.a = at;
        result->items[result->count++] = piece;
    }
    result->items[result->count++] = rest;
}

/// Returns how many pieces the cuts add at most: a cut of a line divides each of its copies. Equal cuts count once.
static int64_t count_added_pieces(const arrangement *g) {
    int64_t added = 0;
    for (int i = 0; i < g->cuts_count; ++i) {
        const line_cut *cut = &g->cuts[i];
        bool is_repeated = i > 0 && cut[-1].line == cut->line && cr_same_point(cut[-1].at, cut->at);
        if (!is_repeated) added += g->first[cut->line + 1] - g->first[cut->line];
    }
    return added;
}

static carom_status apply_cuts(arrangement *g) {
    int64_t added = count_added_pieces(g);
    if (added > g->budget->cuts || g->pieces.count + added > CR_MAX_EDGES) {
        exhaust(g);
        return g->status;
    }
    cr_edges result = {.capacity = g->pieces.count + (int)added};
    result.items = cr_take_array(g->allocator, (size_t)result.capacity, sizeof result.items[0]);
    if (!result.items) return CAROM_STATUS_NO_MEMORY;
    for (int line = 0, next = 0; line < g->index.count; ++line) {
        for (int i = g->first[line]; i < g->first[line + 1]; ++i)
            add_cut_piece(&result, g, g->pieces.items[i], next, line);
        while (is_cut_of(g, next, line)) ++next;
    }
    g->budget->cuts -= result.count - g->pieces.count;
    cr_edges_free(&g->pieces, g->allocator);
    g->pieces = result;
    return CAROM_STATUS_OK;
}

// ---- Lines --------------------------------------------------------------------------------------------------------

static bool are_copies(const cr_edge *e, const cr_edge *f) {
    return cr_same_point(e->a, f->a) && cr_same_point(e->b, f->b);
}

/// The pieces are in the order of the index. A comparison that one copy has had counts for all.
static int list_lines(arrangement *g, cr_edge *lines) {
    const cr_edge *pieces = g->pieces.items;
    int count = 0;
    for (int i = 0; i < g->pieces.count; ++i) {
        if (i > 0 && are_copies(&pieces[i - 1], &pieces[i])) {
            lines[count - 1].flags &= pieces[i].flags;
        } else {
            g->first[count] = i;
            lines[count++] = pieces[i];
        }
    }
    g->first[count] = g->pieces.count;
    return count;
}

static bool index_piece_lines(arrangement *g) {
    size_t n = (size_t)g->pieces.count;
    cr_edge *lines = cr_take_array(g->allocator, n, sizeof *lines);
    bool done = lines && cr_index_sort(&g->index, g->allocator, cr_box_empty(), g->pieces.items, g->pieces.count) &&
                cr_index_fill(&g->index, g->allocator, lines, list_lines(g, lines));
    cr_free_array(g->allocator, lines, n, sizeof *lines);
    return done;
}

static carom_status cut_round(arrangement *g) {
    size_t n = (size_t)g->pieces.count;
    g->status = CAROM_STATUS_OK;
    g->index = (cr_index){0};
    g->first = cr_take_array(g->allocator, n + 1, sizeof *g->first);
    g->compared = cr_take_array(g->allocator, n, sizeof *g->compared);
    g->contacts = cr_take_array(g->allocator, n, sizeof *g->contacts);
    if (!g->first || !g->compared || !g->contacts || !index_piece_lines(g)) g->status = CAROM_STATUS_NO_MEMORY;
    if (g->status == CAROM_STATUS_OK) find_cuts(g, FOR_TOUCHES);
    if (g->status == CAROM_STATUS_OK && g->cuts_count == 0) find_cuts(g, FOR_CROSSINGS);
    cr_free_array(g->allocator, g->compared, n, sizeof *g->compared);
    if (g->status == CAROM_STATUS_OK && g->cuts_count > 0) g->status = apply_cuts(g);
    cr_free_array(g->allocator, g->contacts, n, sizeof *g->contacts);
    cr_index_free(&g->index, g->allocator);
    cr_free_array(g->allocator, g->first, n + 1, sizeof *g->first);
    return g->status;
}

static carom_status cut_until_done(arrangement *g) {
    for (int round = 0; round < MAX_ROUNDS; ++round) {
        g->snapping = round >= SNAP_ROUND;
        carom_status status = cut_round(g);
        if (status != CAROM_STATUS_OK || g->cuts_count == 0) return status;
    }
    return CAROM_STATUS_BAD_ARGUMENT;
}

int cr_max_crossings(int max_crossings) {
    return max_crossings > 0 ? max_crossings : CAROM_LEVEL_MAX_CROSSINGS;
}

cr_crossing_budget cr_crossing_budget_of(int max_crossings) {
    int64_t most = cr_max_crossings(max_crossings);
    return (cr_crossing_budget){.cuts = 2 * most, .steps = CR_STEPS * most};
}

carom_status cr_arrange(const carom_allocator *allocator, cr_edges *edges, cr_crossing_budget *budget) {
    arrangement g = {.allocator = allocator, .budget = budget, .pieces = *edges};
    for (int i = 0; i < edges->count; ++i) edges->items[i].flags = FRESH;
    budget->steps += CR_STEPS * (int64_t)edges->count;
    carom_status status = cut_until_done(&g);
    *edges = g.pieces;
    cr_free_array(allocator, g.cuts, (size_t)g.cuts_capacity, sizeof g.cuts[0]);
    return status;
}
