// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A point near another one is in its square or in one of the eight around it. Equal edges are found by sorting both
// lists together.
#include "level/edit/edit_compare.h"

#include "base/heap.h"
#include "base/memory.h"
#include "level/build/vertex_weld.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- Points ---------------------------------------------------------------------------------------------------------

static double square_of(const cr_end_points *points, float coordinate) {
    return floor((double)coordinate / (2 * points->tolerance));
}

bool cr_end_points_add(cr_end_points *points, const carom_allocator *allocator, cr_edge_line line) {
    const carom_vec2 ends[] = {line.a, line.b};
    int count = points->count + 2;
    if (!cr_grow_array(allocator, (void **)&points->items, &points->capacity, count, sizeof points->items[0]))
        return false;
    for (int i = 0; i < 2; ++i) {
        cr_end_point end = {square_of(points, ends[i].x), square_of(points, ends[i].y), ends[i], points->count};
        points->items[points->count++] = end;
    }
    return true;
}

void cr_end_points_free(cr_end_points *points, const carom_allocator *allocator) {
    cr_free_array(allocator, points->items, (size_t)points->capacity, sizeof points->items[0]);
    *points = (cr_end_points){0};
}

static bool is_square_before(const cr_end_point *p, double column, double row) {
    return p->column != column ? p->column < column : p->row < row;
}

static bool is_point_after(const void *context, const void *a, const void *b) {
    (void)context;
    const cr_end_point *p = a, *q = b;
    if (p->column != q->column || p->row != q->row) return is_square_before(q, p->column, p->row);
    if (!cr_same_point(p->at, q->at)) return cr_point_before(q->at, p->at);
    return p->order > q->order;
}

/// Equal points are kept once.
void cr_end_points_sort(cr_end_points *points) {
    int count = 0;
    cr_heap_sort(&(cr_heap){points->items, sizeof points->items[0], is_point_after, NULL}, (uint32_t)points->count);
    for (int i = 0; i < points->count; ++i) {
        if (count > 0 && cr_same_point(points->items[count - 1].at, points->items[i].at)) continue;
        points->items[count++] = points->items[i];
    }
    points->count = count;
}

/// The first point that is not in a square before this one.
static int first_in_square(const cr_end_points *points, double column, double row) {
    int low = 0, high = points->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (is_square_before(&points->items[middle], column, row))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool cr_end_points_find(const cr_end_points *points, carom_vec2 *q) {
    double column = square_of(points, q->x), row = square_of(points, q->y), least = points->tolerance;
    const cr_end_point *nearest = NULL;
    for (int beside = -1; beside <= 1; ++beside) {
        int i = first_in_square(points, column + beside, row - 1);
        for (; i < points->count; ++i) {
            const cr_end_point *p = &points->items[i];
            if (p->column != column + beside || p->row > row + 1) break;
            double off = fabs((double)p->at.x - (double)q->x) + fabs((double)p->at.y - (double)q->y);
            if (off > least || (nearest && off == least && p->order > nearest->order)) continue;
            nearest = p;
            least = off;
        }
    }
    if (nearest) *q = nearest->at;
    return nearest;
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

/// What two edges that do not differ have in common. Without padding.
typedef struct edge_record {
    uint64_t a, b;
    cr_run run;
    int32_t tag;
    uint32_t kind;
    int number; // in `near`; after these, in `added`
} edge_record;

static const size_t RECORD_KEY = offsetof(edge_record, number);

static edge_record record_of(const cr_edge *edge, const cr_run *run, int number) {
    edge_record record;
    memset(&record, 0, sizeof record);
    record.a = cr_point_key(edge->a);
    record.b = cr_point_key(edge->b);
    if (run->grid >= 0) record.run = *run;
    record.run.grid = run->grid;
    record.tag = edge->tag;
    record.kind = edge->flags & (CR_ONE_WAY | CR_TWO_SIDED);
    record.number = number;
    return record;
}

/// Any order will do that puts equal edges together: the result depends on numbers only.
static bool is_record_after(const void *context, const void *a, const void *b) {
    (void)context;
    int order = memcmp(a, b, RECORD_KEY);
    return order != 0 ? order > 0 : ((const edge_record *)a)->number > ((const edge_record *)b)->number;
}

/// Marks the edges that both lists have, in pairs: the first ones of each.
static void mark_pairs(const edge_record *records, int count, int near, bool *same) {
    for (int i = 0, end; i < count; i = end) {
        int before = 0;
        for (end = i; end < count && memcmp(&records[i], &records[end], RECORD_KEY) == 0; ++end)
            before += records[end].number < near;
        int after = end - i - before, pairs = before < after ? before : after;
        for (int k = 0; k < pairs; ++k) same[records[i + k].number] = same[records[i + before + k].number] = true;
    }
}

static bool list_differences(cr_edit_scratch *s, const carom_allocator *allocator, const bool *same) {
    int kept = 0;
    s->removed_count = 0;
    if (!cr_grow_array(allocator, (void **)&s->removed, &s->removed_capacity, s->near_count, sizeof s->removed[0]))
        return false;
    for (int i = 0; i < s->near_count; ++i) {
        if (!same[i]) s->removed[s->removed_count++] = s->near[i];
    }
    for (int i = 0; i < s->added.count; ++i) {
        if (same[s->near_count + i]) continue;
        s->added.items[kept] = s->added.items[i];
        s->added_runs[kept++] = s->added_runs[i];
    }
    s->added.count = kept;
    return true;
}

bool cr_edit_find_differences(cr_editor *editor, const carom_allocator *allocator, const cr_index *index) {
    cr_edit_scratch *s = &editor->scratch;
    int count = s->near_count + s->added.count;
    edge_record *records = cr_take_array(allocator, (size_t)count, sizeof *records);
    bool *same = cr_take_array(allocator, (size_t)count, sizeof *same), done = records && same;
    for (int i = 0; done && i < count; ++i) {
        int id = i < s->near_count ? s->near[i] : -1, k = i - s->near_count;
        const cr_edge edge = id >= 0 ? cr_index_edge(index, id) : s->added.items[k];
        records[i] = record_of(&edge, id >= 0 ? &editor->runs[id] : &s->added_runs[k], i);
        same[i] = false;
    }
    if (done) {
        cr_heap_sort(&(cr_heap){records, sizeof *records, is_record_after, NULL}, (uint32_t)count);
        mark_pairs(records, count, s->near_count, same);
        done = list_differences(s, allocator, same);
    }
    cr_free_array(allocator, records, (size_t)count, sizeof *records);
    cr_free_array(allocator, same, (size_t)count, sizeof *same);
    return done;
}
