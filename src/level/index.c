// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A packed Hilbert R-tree (I. Kamel, C. Faloutsos, Hilbert R-tree, 1994), all nodes full: a node is found by counting,
// so that neither children nor parents are stored.
#include "level/index.h"

#include "base/float.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// ---- Building ---------------------------------------------------------------------------------------------------

/// How far along the Hilbert curve through a grid of 2^16 x 2^16 cells the cell (x, y) lies.
static uint32_t hilbert(uint32_t x, uint32_t y) {
    uint32_t along = 0;
    for (uint32_t half = 1u << 15; half > 0; half >>= 1) {
        uint32_t right = (x & half) != 0, upper = (y & half) != 0;
        along = along << 2 | ((3 * right) ^ upper);
        if (upper) continue;
        if (right) { // the curve enters this quarter from the other end
            x = ~x;
            y = ~y;
        }
        uint32_t swap = x;
        x = y;
        y = swap;
    }
    return along;
}

/// Where `value` lies between low and high, in 2^16 steps.
static uint32_t step_of(double value, float low, float high) {
    double extent = (double)high - (double)low;
    return extent > 0 ? (uint32_t)((value - (double)low) / extent * 65535.0) : 0;
}

typedef struct sort_key {
    uint32_t along;
    int edge;
} sort_key;

/// Stable, so that edges at the same place keep their order.
static void radix_sort(sort_key *keys, sort_key *other, int count) {
    enum { DIGITS = 1 << 11, PASSES = 3 };
    static const int shifts[PASSES] = {0, 11, 22};
    for (int pass = 0; pass < PASSES; ++pass) {
        int start[DIGITS + 1] = {0};
        for (int i = 0; i < count; ++i) ++start[(keys[i].along >> shifts[pass] & (DIGITS - 1)) + 1];
        for (int digit = 0; digit < DIGITS; ++digit) start[digit + 1] += start[digit];
        for (int i = 0; i < count; ++i) other[start[keys[i].along >> shifts[pass] & (DIGITS - 1)]++] = keys[i];
        sort_key *swap = keys;
        keys = other;
        other = swap;
    }
}

static void insertion_sort(const sort_key *keys, sort_key *sorted, int count) {
    for (int i = 0; i < count; ++i) {
        int k = i;
        for (; k > 0 && sorted[k - 1].along > keys[i].along; --k) sorted[k] = sorted[k - 1];
        sorted[k] = keys[i];
    }
}

enum { FEW = 64 }; // the radix sort counts 3 x 2048 digits, however few the edges

/// The sorted keys end up in `other`: the radix sort makes an odd number of passes.
static void sort_edges(cr_edge *edges, cr_edge *copy, sort_key *keys, sort_key *other, int count) {
    carom_box all = cr_box_empty();
    for (int i = 0; i < count; ++i) all = cr_box_union(all, cr_edge_box(&edges[i]));
    for (int i = 0; i < count; ++i) {
        double x = ((double)edges[i].a.x + (double)edges[i].b.x) / 2;
        double y = ((double)edges[i].a.y + (double)edges[i].b.y) / 2;
        keys[i] = (sort_key){hilbert(step_of(x, all.min.x, all.max.x), step_of(y, all.min.y, all.max.y)), i};
    }
    if (count <= FEW)
        insertion_sort(keys, other, count);
    else
        radix_sort(keys, other, count);
    memcpy(copy, edges, (size_t)count * sizeof *copy);
    for (int i = 0; i < count; ++i) edges[i] = copy[other[i].edge];
}

static void count_boxes(cr_index *index, int count) {
    *index = (cr_index){.count = count};
    for (int boxes = count; boxes > 1 || (boxes == 1 && index->levels == 0);) {
        boxes = boxes / CR_INDEX_FAN + (boxes % CR_INDEX_FAN != 0);
        index->first[index->levels + 1] = index->first[index->levels] + boxes;
        ++index->levels;
    }
}

static void fill_boxes(cr_index *index, const cr_edge *edges) {
    int below = index->count;
    for (int level = 0; level < index->levels; ++level) {
        carom_box *boxes = index->boxes + index->first[level];
        const carom_box *inner = level > 0 ? index->boxes + index->first[level - 1] : NULL;
        for (int i = 0; i < below; ++i) {
            if (i % CR_INDEX_FAN == 0) boxes[i / CR_INDEX_FAN] = cr_box_empty();
            carom_box box = inner ? inner[i] : cr_edge_box(&edges[i]);
            boxes[i / CR_INDEX_FAN] = cr_box_union(boxes[i / CR_INDEX_FAN], box);
        }
        below = index->first[level + 1] - index->first[level];
    }
}

bool cr_index_build(cr_index *index, const carom_allocator *allocator, cr_edge *edges, int count) {
    count_boxes(index, count);
    size_t n = (size_t)count;
    index->boxes = cr_take_array(allocator, (size_t)index->first[index->levels], sizeof *index->boxes);
    cr_edge *copy = cr_take_array(allocator, n, sizeof *copy);
    sort_key *keys = cr_take_array(allocator, n * 2, sizeof *keys);
    bool done = index->boxes && copy && keys;
    if (done) {
        sort_edges(edges, copy, keys, keys + count, count);
        fill_boxes(index, edges);
    } else {
        cr_index_free(index, allocator);
    }
    cr_free_array(allocator, copy, n, sizeof *copy);
    cr_free_array(allocator, keys, n * 2, sizeof *keys);
    return done;
}

void cr_index_free(cr_index *index, const carom_allocator *allocator) {
    cr_free_array(allocator, index->boxes, (size_t)index->first[index->levels], sizeof *index->boxes);
    *index = (cr_index){0};
}

carom_box cr_index_bounds(const cr_index *index) {
    return index->levels > 0 ? index->boxes[index->first[index->levels - 1]] : cr_box_empty();
}

// ---- A box --------------------------------------------------------------------------------------------------------

cr_search cr_search_begin(const cr_index *index, const cr_edge *edges, carom_box box) {
    return (cr_search){.index = index, .edges = edges, .box = box};
}

/// The highest level at which a block of edges begins at `at`; -1: none does.
static int level_beginning_at(const cr_index *index, int64_t at) {
    int level = -1;
    for (; level + 1 < index->levels && (at & (CR_INDEX_FAN - 1)) == 0; at /= CR_INDEX_FAN) ++level;
    return level;
}

/// Skips the largest block of edges that begins at search->at and whose box is not met. False: there is none.
static bool skip_block(cr_search *search) {
    const cr_index *index = search->index;
    for (int level = level_beginning_at(index, search->at); level >= 0; --level) {
        int shift = 3 * (level + 1); // blocks of 8^(level + 1) edges
        int64_t block = search->at >> shift;
        if (cr_boxes_meet(index->boxes[index->first[level] + block], search->box)) continue;
        search->at = (block + 1) << shift;
        return true;
    }
    return false;
}

int cr_search_next(cr_search *search) {
    while (search->at < search->index->count) {
        if (skip_block(search)) continue;
        int edge = (int)search->at++;
        if (cr_boxes_meet(cr_edge_box(&search->edges[edge]), search->box)) return edge;
    }
    return -1;
}

// ---- A moving box -------------------------------------------------------------------------------------------------

/// Narrows first..last to the times when the intervals meet on one axis; there is none when first > last.
static inline void narrow(const cr_cast *cast, int axis, float min, float max, double *first, double *last) {
    double p = ((double)min - cast->max[axis]) * cast->per_move[axis];
    double q = ((double)max - cast->min[axis]) * cast->per_move[axis];
    double enter = p < q ? p : q, leave = p < q ? q : p;
    *first = enter > *first ? enter : *first;
    *last = leave < *last ? leave : *last;
}

enum { NEVER = 2 };

/// When the moving box can first meet `box`.
static inline double meeting_time(const cr_cast *cast, carom_box box) {
    double first = 0, last = 1;
    narrow(cast, 0, box.min.x, box.max.x, &first, &last);
    narrow(cast, 1, box.min.y, box.max.y, &first, &last);
    return first <= last ? first : NEVER;
}

/// Keeps the entries above `base` sorted, the earliest on top.
static void push(cr_cast *cast, int base, struct cr_cast_entry entry) {
    int i = cast->depth++;
    for (; i > base && cast->stack[i - 1].t < entry.t; --i) cast->stack[i] = cast->stack[i - 1];
    cast->stack[i] = entry;
}

static void push_children(cr_cast *cast, int level, int block, double limit) {
    const cr_index *index = cast->index;
    int below = level == 0 ? index->count : index->first[level] - index->first[level - 1];
    int begin = block * CR_INDEX_FAN, end = below - begin < CR_INDEX_FAN ? below : begin + CR_INDEX_FAN;
    int base = cast->depth;
    for (int i = begin; i < end; ++i) {
        carom_box box = level == 0 ? cr_edge_box(&cast->edges[i]) : index->boxes[index->first[level - 1] + i];
        double t = meeting_time(cast, box);
        if (t <= limit) push(cast, base, (struct cr_cast_entry){t, level - 1, i});
    }
}

static double largest(carom_box box) {
    const float coordinates[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    double most = 0;
    for (int i = 0; i < 4; ++i) {
        double size = fabs((double)coordinates[i]);
        if (size > most) most = size;
    }
    return most;
}

static double per_move(float move) {
    return move != 0 ? 1 / (double)move : 1e300;
}

void cr_cast_begin(cr_cast *cast, const cr_index *index, const cr_edge *edges, carom_box box, carom_vec2 move) {
    cast->index = index;
    cast->edges = edges;
    cast->depth = 0;
    if (index->levels == 0) return;
    double slack = (largest(cr_index_bounds(index)) + largest(box)) * 0x1p-48;
    cast->min[0] = (double)box.min.x - slack;
    cast->min[1] = (double)box.min.y - slack;
    cast->max[0] = (double)box.max.x + slack;
    cast->max[1] = (double)box.max.y + slack;
    cast->per_move[0] = per_move(move.x);
    cast->per_move[1] = per_move(move.y);
    cast->stack[cast->depth++] = (struct cr_cast_entry){0, index->levels - 1, 0};
}

int cr_cast_next(cr_cast *cast, double limit) {
    while (cast->depth > 0) {
        struct cr_cast_entry entry = cast->stack[--cast->depth];
        if (entry.t > limit) continue;
        if (entry.level < 0) return entry.at;
        push_children(cast, entry.level, entry.at, limit < 1 ? limit : 1);
    }
    return -1;
}
