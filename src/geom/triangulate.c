// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A sweep line divides the area into y-monotone pieces and triangulates them as they grow (M. Garey, D. Johnson,
// F. Preparata, R. Tarjan, Triangulating a simple polygon, 1978). All edges that begin or end at one point are
// processed together, so rings may touch in points and along edges. The sides of points are exact, and every vertex is
// one of the input.
//
// The line moves towards greater y; at equal y it passes the least x first. The edges on it are sorted by x, and the
// area between two of them is solid if the number of edges to its left is odd.
#include "geom/triangulate.h"

#include "base/vec.h"
#include "geom/predicate.h"

#include <stdlib.h>
#include <string.h>

// ---- Edges and points in the order of the sweep --------------------------------------------------------------------

static int compare_along_sweep(carom_vec2 a, carom_vec2 b) {
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

bool cr_slope_edge(carom_vec2 a, carom_vec2 b, cr_sloped *out) {
    int order = compare_along_sweep(a, b);
    *out = order < 0 ? (cr_sloped){a, b} : (cr_sloped){b, a};
    return order != 0;
}

/// The side of an edge on which a point lies: negative is toward lower x.
static int side_in_sweep(cr_sloped edge, carom_vec2 p) {
    return -cr_side(edge.top, edge.bottom, p);
}

static int compare_points(const void *a, const void *b) {
    return compare_along_sweep(*(const carom_vec2 *)a, *(const carom_vec2 *)b);
}

static int compare_tops(const void *a, const void *b) {
    const cr_sloped *e = a, *f = b;
    int order = compare_along_sweep(e->top, f->top);
    return order ? order : compare_along_sweep(e->bottom, f->bottom);
}

/// Returns true if an edge and its right neighbour on the line cross below it.
static bool cross_below(cr_sloped left, cr_sloped right) {
    return compare_along_sweep(left.bottom, right.bottom) <= 0 ? side_in_sweep(right, left.bottom) > 0
                                                               : side_in_sweep(left, right.bottom) < 0;
}

// ---- State ---------------------------------------------------------------------------------------------------------

typedef enum chain_side { LEFT_CHAIN, RIGHT_CHAIN } chain_side;

/// A vertex of a monotone piece that still misses triangles.
typedef struct piece_vertex {
    carom_vec2 p;
    int above; ///< the vertex before it in the piece; -1 for the first one
} piece_vertex;

/// A y-monotone piece in progress. All of its vertices but the first belong to one chain.
typedef struct monotone {
    int last;         ///< piece_vertex that was added last; -1 if the piece is finished
    chain_side chain; ///< that it belongs to
} monotone;

/// The solid between two edges. Its left and its right edge bound the same piece, or two pieces that meet in the vertex
/// that was added last: a diagonal from it to the next vertex will divide them.
typedef struct solid_span {
    int left, right; ///< indices of pieces
} solid_span;

/// An edge that the line crosses.
typedef struct crossed_edge {
    cr_sloped edge;
    solid_span span; ///< between this edge and the next one, if that is solid
} crossed_edge;

typedef struct triangulation {
    const carom_allocator *allocator;
    crossed_edge *line; ///< sorted by x
    size_t line_count, line_capacity;
    cr_sloped *below; ///< the edges that begin at the current point, by x
    size_t below_count, below_capacity;
    piece_vertex *vertices;
    size_t vertex_count, vertex_capacity;
    int free_vertex; ///< chain of unused vertices by `above`; -1
    monotone *pieces;
    size_t piece_count, piece_capacity;
    carom_triangle *out;
    int capacity, count;
    bool out_of_memory;
} triangulation;

static bool grow_to(triangulation *t, void **items, size_t *capacity, size_t count, size_t size) {
    if (!cr_grow(t->allocator, items, capacity, count, INT32_MAX, size)) t->out_of_memory = true;
    return !t->out_of_memory;
}

// ---- Monotone pieces -----------------------------------------------------------------------------------------------

static void add_triangle(triangulation *t, carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    int side = cr_side(a, b, c);
    if (side == 0) return;
    if (t->count < t->capacity) t->out[t->count] = side > 0 ? (carom_triangle){{a, b, c}} : (carom_triangle){{a, c, b}};
    ++t->count;
}

static void push_vertex(triangulation *t, int piece, carom_vec2 p) {
    int index = t->free_vertex;
    if (index >= 0) {
        t->free_vertex = t->vertices[index].above;
    } else {
        if (!grow_to(t, (void **)&t->vertices, &t->vertex_capacity, t->vertex_count + 1, sizeof *t->vertices)) return;
        index = (int)t->vertex_count++;
    }
    t->vertices[index] = (piece_vertex){p, t->pieces[piece].last};
    t->pieces[piece].last = index;
}

static void pop_vertex(triangulation *t, int piece) {
    int index = t->pieces[piece].last;
    t->pieces[piece].last = t->vertices[index].above;
    t->vertices[index].above = t->free_vertex;
    t->free_vertex = index;
}

/// Returns a new piece with its first vertex.
static int begin_piece(triangulation *t, carom_vec2 first) {
    if (!grow_to(t, (void **)&t->pieces, &t->piece_capacity, t->piece_count + 1, sizeof *t->pieces)) return 0;
    t->pieces[t->piece_count] = (monotone){-1, LEFT_CHAIN};
    push_vertex(t, (int)t->piece_count, first);
    return (int)t->piece_count++;
}

/// Adds the triangles of a vertex with all others of the piece, and removes these.
static void fan(triangulation *t, int piece, carom_vec2 p) {
    while (t->pieces[piece].last >= 0) {
        piece_vertex last = t->vertices[t->pieces[piece].last];
        if (last.above >= 0) add_triangle(t, t->vertices[last.above].p, last.p, p);
        pop_vertex(t, piece);
    }
}

/// Adds the triangles of a vertex with those of its own chain that it sees.
static void cut_corners(triangulation *t, int piece, carom_vec2 p, chain_side chain) {
    for (;;) {
        piece_vertex last = t->vertices[t->pieces[piece].last];
        if (last.above < 0) return;
        int side = cr_side(t->vertices[last.above].p, last.p, p);
        if (chain == LEFT_CHAIN ? side >= 0 : side <= 0) return;
        add_triangle(t, t->vertices[last.above].p, last.p, p);
        pop_vertex(t, piece);
    }
}

static void extend(triangulation *t, int piece, carom_vec2 p, chain_side chain) {
    if (t->out_of_memory) return;
    monotone *m = &t->pieces[piece];
    if (t->vertices[m->last].above >= 0 && m->chain != chain) {
        carom_vec2 last = t->vertices[m->last].p;
        fan(t, piece, p);
        push_vertex(t, piece, last);
    } else if (m->chain == chain) {
        cut_corners(t, piece, p, chain);
    }
    m->chain = chain;
    push_vertex(t, piece, p);
}

// ---- Solid spans at a point ----------------------------------------------------------------------------------------

/// The left edge of the span ends at the point, and continues or turns.
static void extend_left(triangulation *t, solid_span *span, carom_vec2 p) {
    if (span->left != span->right) fan(t, span->left, p);
    span->left = span->right;
    extend(t, span->left, p, LEFT_CHAIN);
}

static void extend_right(triangulation *t, solid_span *span, carom_vec2 p) {
    if (span->left != span->right) fan(t, span->right, p);
    span->right = span->left;
    extend(t, span->right, p, RIGHT_CHAIN);
}

static void end_span(triangulation *t, solid_span span, carom_vec2 p) {
    fan(t, span.left, p);
    if (span.left != span.right) fan(t, span.right, p);
}

/// Divides a span by a diagonal from the point to the vertex of the span that was added last. `span` becomes the left
/// part; returns the right one.
static solid_span split_span(triangulation *t, solid_span *span, carom_vec2 p) {
    solid_span right = *span;
    if (span->left == span->right) {
        const monotone *m = &t->pieces[span->left];
        bool was_left = m->chain == LEFT_CHAIN;
        int added = begin_piece(t, t->vertices[m->last].p);
        if (was_left) {
            span->left = added;
        } else {
            right.right = added;
        }
    }
    right.left = right.right;
    span->right = span->left;
    extend(t, span->left, p, RIGHT_CHAIN);
    extend(t, right.left, p, LEFT_CHAIN);
    return right;
}

// ---- The sweep -----------------------------------------------------------------------------------------------------

/// Returns the number of edges on the line that lie to the left of a point, with or without those through it.
static size_t edges_before(const triangulation *t, carom_vec2 p, bool with_touching) {
    size_t low = 0, high = t->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int side = side_in_sweep(t->line[middle].edge, p);
        if (side > 0 || (with_touching && side == 0)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Inserts an edge that begins at the current point, by its direction.
static void add_below(triangulation *t, cr_sloped edge) {
    if (!grow_to(t, (void **)&t->below, &t->below_capacity, t->below_count + 1, sizeof *t->below)) return;
    size_t at = t->below_count++;
    for (; at > 0 && side_in_sweep(t->below[at - 1], edge.bottom) < 0; --at) t->below[at] = t->below[at - 1];
    t->below[at] = edge;
}

/// Extends or ends the spans between edges that end at the point. Returns false if the number of edges is odd.
static bool leave_spans(triangulation *t, carom_vec2 p, size_t first, size_t end) {
    if (((end - first) ^ t->below_count) & 1) return false;
    if (first == end) return true;
    if (first & 1) extend_right(t, &t->line[first - 1].span, p);
    for (size_t i = first; i + 1 < end; ++i) {
        if (!(i & 1)) end_span(t, t->line[i].span, p);
    }
    if (end & 1) extend_left(t, &t->line[end - 1].span, p);
    return true;
}

static bool replace_on_line(triangulation *t, size_t first, size_t end) {
    size_t count = t->line_count - (end - first) + t->below_count;
    if (!grow_to(t, (void **)&t->line, &t->line_capacity, count, sizeof *t->line)) return false;
    if (end < t->line_count)
        memmove(t->line + first + t->below_count, t->line + end, (t->line_count - end) * sizeof *t->line);
    for (size_t k = 0; k < t->below_count; ++k) t->line[first + k] = (crossed_edge){.edge = t->below[k]};
    t->line_count = count;
    return true;
}

/// Begins the spans between the edges that begin at the point. `after`: the span to the right of the edges that ended.
static void enter_spans(triangulation *t, carom_vec2 p, size_t first, solid_span after, bool split) {
    size_t below = t->below_count;
    bool solid = first & 1;
    if (below == 0) {
        if (solid) t->line[first - 1].span.right = after.right; // two spans become one
        return;
    }
    if (solid && split) after = split_span(t, &t->line[first - 1].span, p);
    for (size_t i = first; i + 1 < first + below; ++i) {
        if (i & 1) continue;
        int piece = begin_piece(t, p);
        t->line[i].span = (solid_span){piece, piece};
    }
    t->line[first + below - 1].span = after;
}

static bool neighbours_cross(const triangulation *t, size_t first) {
    size_t last = first + t->below_count;
    if (first > 0 && first < t->line_count && cross_below(t->line[first - 1].edge, t->line[first].edge)) return true;
    return t->below_count > 0 && last < t->line_count && cross_below(t->line[last - 1].edge, t->line[last].edge);
}

/// Processes all edges at a point. Edges that begin there are in `below`. Returns false if edges cross.
static bool pass_point(triangulation *t, carom_vec2 p) {
    size_t first = edges_before(t, p, false), end = edges_before(t, p, true);
    for (size_t i = first; i < end; ++i) {
        if (!cr_same_point(t->line[i].edge.bottom, p)) add_below(t, (cr_sloped){p, t->line[i].edge.bottom});
    }
    if (t->out_of_memory) return true;
    if (!leave_spans(t, p, first, end)) return false;
    solid_span after = {0, 0};
    if (end > 0) after = t->line[end - 1].span;
    if (!replace_on_line(t, first, end)) return true;
    enter_spans(t, p, first, after, first == end);
    return !neighbours_cross(t, first);
}

static carom_status sweep_points(triangulation *t, const cr_sloped *edges, int edge_count, const carom_vec2 *points) {
    int next = 0;
    for (int i = 0; i < 2 * edge_count && !t->out_of_memory; ++i) {
        if (i > 0 && cr_same_point(points[i], points[i - 1])) continue;
        t->below_count = 0;
        for (; next < edge_count && cr_same_point(edges[next].top, points[i]); ++next) add_below(t, edges[next]);
        if (!pass_point(t, points[i])) return CAROM_STATUS_BAD_ARGUMENT;
    }
    if (t->out_of_memory) return CAROM_STATUS_NO_MEMORY;
    return t->line_count == 0 ? CAROM_STATUS_OK : CAROM_STATUS_BAD_ARGUMENT;
}

carom_status cr_triangulate(cr_sloped *edges, int edge_count, const carom_allocator *allocator, carom_triangle *out,
                            int capacity, int *count) {
    *count = 0;
    if (edge_count == 0) return CAROM_STATUS_OK;
    size_t point_count = 2 * (size_t)edge_count;
    carom_vec2 *points = cr_take_array(allocator, point_count, sizeof *points);
    if (!points) return CAROM_STATUS_NO_MEMORY;
    triangulation t = {.allocator = allocator, .free_vertex = -1, .out = out, .capacity = capacity};
    for (int i = 0; i < edge_count; ++i) {
        points[2 * i] = edges[i].top;
        points[2 * i + 1] = edges[i].bottom;
    }
    qsort(points, point_count, sizeof *points, compare_points);
    qsort(edges, (size_t)edge_count, sizeof *edges, compare_tops);
    carom_status status = sweep_points(&t, edges, edge_count, points);
    cr_free_array(allocator, points, point_count, sizeof *points);
    cr_free_array(allocator, t.line, t.line_capacity, sizeof *t.line);
    cr_free_array(allocator, t.below, t.below_capacity, sizeof *t.below);
    cr_free_array(allocator, t.vertices, t.vertex_capacity, sizeof *t.vertices);
    cr_free_array(allocator, t.pieces, t.piece_capacity, sizeof *t.pieces);
    if (status == CAROM_STATUS_OK) *count = t.count;
    return status;
}
