// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges that a shape overlaps. The edges of all cells under its bounds are compared in float, in plain loops that
// compilers vectorise; for a box this decides almost every edge. The rest is decided exactly. Results are sorted.
#include "geom/predicate.h"
#include "level/index/cells.h"
#include "level/query/cast.h"
#include "level/query/point_entry.h"
#include "level/query/touching.h"

#include <math.h>

/// The result of the float comparison for an edge.
enum { NO, YES, OPEN };

/// Relative to the products of lengths: the rounding in float. src/level/proofs/side_32.g proves it.
#define SIDE_ERROR (17.2F * (FLT_EPSILON / 2))

/// A box overlaps an edge if the boxes overlap, the line passes through the box, and the centre is in front. Compares
/// twice the distance of the centre to the left of the line with the extent of the box, with a margin above all
/// rounding.
static int32_t compare_with_box(const cr_edge_line *lines, int count, carom_box box, int32_t *restrict says) {
    int32_t any = 0;
    float width = box.max.x - box.min.x, height = box.max.y - box.min.y, size = width + height;
    for (int i = 0; i < count; ++i) {
        float ax = lines[i].a.x, ay = lines[i].a.y, bx = lines[i].b.x, by = lines[i].b.y;
        int32_t x = ((ax <= box.max.x) | (bx <= box.max.x)) & ((ax >= box.min.x) | (bx >= box.min.x));
        int32_t y = ((ay <= box.max.y) | (by <= box.max.y)) & ((ay >= box.min.y) | (by >= box.min.y));
        float ex = bx - ax, ey = by - ay, wide = fabsf(ex), tall = fabsf(ey), length = wide + tall;
        float side = ex * ((box.min.y - ay) + (box.max.y - ay)) - ey * ((box.min.x - ax) + (box.max.x - ax));
        float half = 0.5f * (wide * height + tall * width), off = fabsf(side + half);
        float bound = SIDE_ERROR * length * (length + size) + FLT_MIN;
        int32_t meets = off < half - bound;
        int32_t outside = off > half + bound;
        says[i] = -(x & y) & ((meets * YES) | ((meets | outside) ^ 1) * OPEN);
        any |= says[i];
    }
    return any;
}

/// A box against an edge whose box it overlaps, in double: 1 overlap, 0 apart, -1 inconclusive.
static int box_meets(carom_box box, cr_edge_line e) {
    double half_x = ((double)box.max.x - (double)box.min.x) / 2, x = (double)box.min.x + half_x;
    double half_y = ((double)box.max.y - (double)box.min.y) / 2, y = (double)box.min.y + half_y;
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
    double side = ex * (y - (double)e.a.y) - ey * (x - (double)e.a.x), reach = fabs(ex) * half_y + fabs(ey) * half_x;
    double size = fabs(ex) * (fabs(y) + fabs((double)e.a.y)) + fabs(ey) * (fabs(x) + fabs((double)e.a.x)) + reach;
    double bound = CR_DEGREE_2 * size;
    if (side > bound || side < -reach - bound) return 0;
    return side < -bound && side > bound - reach ? 1 : -1;
}

static bool overlaps_edge(const carom_shape *a, cr_edge_line line) {
    int decided = a->kind == CAROM_SHAPE_BOX ? box_meets(a->box, line) : -1;
    if (decided >= 0) return decided > 0;
    carom_shape edge = cr_face_of(line);
    return carom_overlap(a, &edge);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

enum { MOST = 512 };

/// Edges that overlap the shape, with repetitions.
typedef struct overlapping {
    int count, edges[MOST + CR_REFS_ROOM];
} overlapping;

/// The query.
typedef struct question {
    const cr_index *index;
    const carom_shape *a;
    carom_box box; // bounds of the shape
    overlapping found;
} question;

static void look_at_all(question *q, cr_refs *refs) {
    cr_edge_line lines[CR_REFS_ROOM];
    int32_t says[CR_REFS_ROOM];
    int count = refs->count, total = q->found.count, *edges = q->found.edges;
    int rounded = cr_fetch_lines(refs, q->index, lines);
    int32_t any = q->a->kind == CAROM_SHAPE_BOX ? compare_with_box(lines, rounded, q->box, says)
                                                : cr_meet_box(lines, rounded, q->box, says);
    for (int i = 0; i < count; ++i) {
        edges[total] = (int)(refs->refs[i] >> CR_REF_SHIFT);
        total += says[i] & YES;
    }
    for (int i = 0; (any & OPEN) && i < count; ++i) {
        if (says[i] == OPEN && overlaps_edge(q->a, lines[i])) edges[total++] = (int)(refs->refs[i] >> CR_REF_SHIFT);
    }
    q->found.count = total;
}

/// Returns false if the list is full, or a cell is of another kind.
static bool look_at_rows(question *q, cr_cell_range r) {
    const cr_index *index = q->index;
    cr_grid grid = cr_top_grid(index);
    cr_pitch along = cr_pitch_of(&grid, 0), up = cr_pitch_of(&grid, 1);
    cr_refs refs;
    refs.count = 0;
    for (int row = r.low; row <= r.high; ++row) {
        const uint32_t *words = index->words + cr_words_to(up, row);
        for (int column = r.left; column <= r.right; ++column) {
            if (!cr_add_cell(&refs, index, words[cr_words_to(along, column)])) return false;
            if (refs.count < CR_REFS_AT_ONCE) continue;
            look_at_all(q, &refs);
            refs.count = 0;
            if (q->found.count > MOST) return false;
        }
    }
    look_at_all(q, &refs);
    return q->found.count <= MOST;
}

static bool look_around(question *q) {
    const cr_index *index = q->index;
    carom_box box = q->box;
    q->found.count = 0;
    cr_cell_range range =
        cr_cell_range_of(index, (double)box.min.x, (double)box.min.y, (double)box.max.x, (double)box.max.y);
    if (!cr_cell_range_is_small(range)) return look_at_rows(q, range);
    cr_refs refs;
    cr_quad quad = cr_quad_of(index, range);
    if (!cr_quad_refs(&refs, index, &quad)) return false;
    if (refs.count > 0) look_at_all(q, &refs);
    return true;
}

static int search(const question *q, int *edges, int capacity) {
    int count = 0;
    cr_search search;
    cr_search_begin(&search, q->index, q->box);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!overlaps_edge(q->a, q->index->lines[i])) continue;
        if (count < capacity) edges[count] = i;
        ++count;
    }
    return count;
}

static bool is_finite_box(carom_box box) {
    return cr_finite2(box.min) && cr_finite2(box.max);
}

int carom_level_overlap(const carom_level *level, const carom_shape *a, int *edges, int capacity) {
    question q;
    q.index = &level->index;
    q.a = a;
    q.box = a->kind == CAROM_SHAPE_BOX && is_finite_box(a->box) ? a->box : cr_finite_bounds(a);
    if (q.index->count == 0 || !(q.box.min.x <= q.box.max.x && q.box.min.y <= q.box.max.y)) return 0;
    if (!look_around(&q)) return search(&q, edges, capacity);
    int seen = cr_sort_unique(q.found.edges, q.found.count), count = 0;
    for (int i = 0; i < seen; ++i) {
        int edge = q.found.edges[i];
        if (a->kind != CAROM_SHAPE_BOX && !overlaps_edge(a, q.index->lines[edge])) continue;
        if (count < capacity) edges[count] = edge;
        ++count;
    }
    return count;
}

int cr_level_edges_in(const carom_level *level, carom_box box, int *edges, int capacity) {
    int count = 0;
    cr_search search;
    if (level->index.count == 0 || !is_finite_box(box)) return 0;
    cr_search_begin(&search, &level->index, box);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (count < capacity) edges[count] = i;
        ++count;
    }
    return count;
}

bool cr_level_has_one_way_near(const carom_level *level, const carom_shape *a) {
    const cr_index *index = &level->index;
    carom_box box = cr_finite_bounds(a);
    if (index->count == 0 || !(box.min.x <= box.max.x && box.min.y <= box.max.y)) return false;
    cr_cell_range range =
        cr_cell_range_of(index, (double)box.min.x, (double)box.min.y, (double)box.max.x, (double)box.max.y);
    cr_refs refs;
    if (!cr_cell_range_is_small(range)) return true;
    cr_quad quad = cr_quad_of(index, range);
    if (!cr_quad_refs(&refs, index, &quad)) return true;
    uint32_t flags = 0;
    for (int i = 0; i < refs.count; ++i) flags |= index->links[refs.refs[i] >> CR_REF_SHIFT].next;
    return flags & CR_ONE_WAY;
}
