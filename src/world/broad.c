// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A grid of many layers, hashed: cells of layer k are 2^k wide, and a box lives in the layer whose cells just hold it,
// in the cell of its least corner. What overlaps a query in that layer is then in the cells the query covers or in
// their left and lower neighbours. Sizes of any mixture cost a few cells for each layer in use. (C. Ericson,
// Real-Time Collision Detection, 2005, calls it hgrid.)
#include "world/broad.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/// The binary exponent above the value's, counted from the least float: cells of that layer are wider than the value.
static int layer_of(float size) {
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    int layer = (int)(bits >> 23 & 255) + 1;
    return layer < CR_BROAD_LAYERS ? layer : CR_BROAD_LAYERS - 1;
}

static double cells_per_unit(int layer) {
    uint64_t bits = (uint64_t)(1023 + 127 - layer) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/// Far cells are clamped to the last one, for boxes and queries alike, so that nothing is missed.
static int32_t cell_of(float coordinate, double scale) {
    double cell = floor((double)coordinate * scale);
    if (cell < -1e9) return -1000000000;
    if (cell > 1e9) return 1000000000;
    return (int32_t)cell;
}

static uint32_t bucket_of(const cr_broad *broad, int layer, int32_t x, int32_t y) {
    uint64_t z = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
    z = (z + (uint64_t)layer) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 29) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(z >> 32) & (broad->capacity - 1);
}

static bool share_a_point(carom_box a, carom_box b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static void link(cr_broad *broad, uint32_t index) {
    cr_broad_entry *entry = &broad->entries[index];
    uint32_t *first = &broad->buckets[bucket_of(broad, entry->layer, entry->x, entry->y)];
    entry->before = 0;
    entry->next = *first;
    if (*first) broad->entries[*first - 1].before = index + 1;
    *first = index + 1;
}

static void unlink_entry(cr_broad *broad, uint32_t index) {
    cr_broad_entry *entry = &broad->entries[index];
    if (entry->next) broad->entries[entry->next - 1].before = entry->before;
    if (entry->before) {
        broad->entries[entry->before - 1].next = entry->next;
    } else {
        broad->buckets[bucket_of(broad, entry->layer, entry->x, entry->y)] = entry->next;
    }
}

static void *resize(const carom_allocator *allocator, void *old, uint32_t from, uint32_t to, size_t element) {
    return cr_resize(allocator, old, from * element, to * element);
}

bool cr_broad_reserve(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity) {
    if (capacity <= broad->capacity) return true;
    uint32_t grown = broad->capacity < 16 ? 16 : broad->capacity;
    while (grown < capacity) {
        if (grown > UINT32_MAX / 2) return false;
        grown *= 2;
    }
    uint32_t *buckets = resize(allocator, NULL, 0, grown, sizeof *buckets);
    if (!buckets) return false;
    cr_broad_entry *entries = resize(allocator, broad->entries, broad->capacity, grown, sizeof *entries);
    if (!entries) {
        resize(allocator, buckets, grown, 0, sizeof *buckets);
        return false;
    }
    if (broad->buckets) resize(allocator, broad->buckets, broad->capacity, 0, sizeof *buckets);
    memset(buckets, 0, grown * sizeof *buckets);
    for (uint32_t i = broad->capacity; i < grown; ++i) entries[i].layer = -1;
    uint32_t known = broad->capacity;
    broad->buckets = buckets;
    broad->entries = entries;
    broad->capacity = grown;
    for (uint32_t i = 0; i < known; ++i) {
        if (entries[i].layer >= 0) link(broad, i);
    }
    return true;
}

void cr_broad_free(cr_broad *broad, const carom_allocator *allocator) {
    if (broad->capacity == 0) return;
    resize(allocator, broad->buckets, broad->capacity, 0, sizeof *broad->buckets);
    resize(allocator, broad->entries, broad->capacity, 0, sizeof *broad->entries);
    *broad = (cr_broad){0};
}

void cr_broad_put(cr_broad *broad, uint32_t index, carom_box box) {
    float width = box.max.x - box.min.x;
    float height = box.max.y - box.min.y;
    int layer = layer_of(width > height ? width : height);
    double scale = cells_per_unit(layer);
    int32_t x = cell_of(box.min.x, scale);
    int32_t y = cell_of(box.min.y, scale);
    cr_broad_entry *entry = &broad->entries[index];
    if (entry->layer != layer || entry->x != x || entry->y != y) {
        cr_broad_drop(broad, index);
        entry->layer = (int16_t)layer;
        entry->x = x;
        entry->y = y;
        link(broad, index);
        if (broad->count == 0 || layer < broad->lowest) broad->lowest = layer;
        if (broad->count == 0 || layer > broad->highest) broad->highest = layer;
        ++broad->population[layer];
        ++broad->count;
    }
    entry->box = box;
}

void cr_broad_drop(cr_broad *broad, uint32_t index) {
    cr_broad_entry *entry = &broad->entries[index];
    if (entry->layer < 0) return;
    unlink_entry(broad, index);
    --broad->population[entry->layer];
    --broad->count;
    while (broad->lowest < broad->highest && broad->population[broad->lowest] == 0) ++broad->lowest;
    while (broad->highest > broad->lowest && broad->population[broad->highest] == 0) --broad->highest;
    entry->layer = -1;
}

typedef struct cell_range {
    int32_t x0, y0, x1, y1;
} cell_range;

static cell_range cells_of(carom_box box, int layer) {
    double scale = cells_per_unit(layer);
    return (cell_range){cell_of(box.min.x, scale) - 1, cell_of(box.min.y, scale) - 1, cell_of(box.max.x, scale),
                        cell_of(box.max.y, scale)};
}

/// Visits one layer; of those with an index up to `least` none.
static void find_in_layer(const cr_broad *broad, carom_box box, int layer, int64_t least, cr_broad_visit *visit,
                          void *context) {
    cell_range range = cells_of(box, layer);
    for (int32_t y = range.y0; y <= range.y1; ++y) {
        for (int32_t x = range.x0; x <= range.x1; ++x) {
            uint32_t at = broad->buckets[bucket_of(broad, layer, x, y)];
            while (at) {
                const cr_broad_entry *entry = &broad->entries[at - 1];
                bool in_cell = entry->layer == layer && entry->x == x && entry->y == y;
                if (in_cell && (int64_t)at - 1 > least && share_a_point(entry->box, box)) visit(context, at - 1);
                at = entry->next;
            }
        }
    }
}

/// How many cells a query has to look at in all layers together.
static double cells_to_look_at(const cr_broad *broad, carom_box box) {
    double cells = 0;
    for (int layer = broad->lowest; layer <= broad->highest; ++layer) {
        if (broad->population[layer] == 0) continue;
        cell_range range = cells_of(box, layer);
        cells += ((double)range.x1 - (double)range.x0 + 1) * ((double)range.y1 - (double)range.y0 + 1);
    }
    return cells;
}

void cr_broad_find(const cr_broad *broad, carom_box box, cr_broad_visit *visit, void *context) {
    if (cells_to_look_at(broad, box) > (double)broad->count) { // a large query over small boxes: just look at all
        for (uint32_t i = 0; i < broad->capacity; ++i) {
            if (broad->entries[i].layer >= 0 && share_a_point(broad->entries[i].box, box)) visit(context, i);
        }
        return;
    }
    for (int layer = broad->lowest; layer <= broad->highest; ++layer) {
        if (broad->population[layer] != 0) find_in_layer(broad, box, layer, -1, visit, context);
    }
}

void cr_broad_find_larger(const cr_broad *broad, uint32_t index, cr_broad_visit *visit, void *context) {
    const cr_broad_entry *own = &broad->entries[index];
    if (own->layer < 0) return;
    find_in_layer(broad, own->box, own->layer, index, visit, context);
    for (int layer = own->layer + 1; layer <= broad->highest; ++layer) {
        if (broad->population[layer] != 0) find_in_layer(broad, own->box, layer, -1, visit, context);
    }
}
