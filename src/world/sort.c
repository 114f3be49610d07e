// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Counting sort byte by byte from the lowest (H. H. Seward 1954), leaving out the bytes that are the same in all keys.
// Not qsort, which is not stable, and allocates.
#include "world/sort.h"

#include <string.h>

enum { FEW = 48 };

/// One pass. False, with nothing moved, when all keys have the same byte there.
static bool pass(const cr_keyed *from, cr_keyed *to, uint32_t count, int shift) {
    uint32_t place[256] = {0};
    for (uint32_t i = 0; i < count; ++i) ++place[from[i].key >> shift & 255];
    if (place[from[0].key >> shift & 255] == count) return false;
    uint32_t sum = 0;
    for (int byte = 0; byte < 256; ++byte) {
        uint32_t size = place[byte];
        place[byte] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < count; ++i) to[place[from[i].key >> shift & 255]++] = from[i];
    return true;
}

/// Few, or in order already but for a few.
static void insert_all(cr_keyed *list, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        cr_keyed entry = list[i];
        uint32_t hole = i;
        for (; hole > 0 && list[hole - 1].key > entry.key; --hole) list[hole] = list[hole - 1];
        list[hole] = entry;
    }
}

bool cr_sort(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator) {
    uint32_t count = keyed->count;
    if (count < 2) return true;
    if (!cr_list_reserve(scratch, allocator, count)) return false;
    if (count <= FEW) {
        insert_all(keyed->data, count);
        return true;
    }
    cr_keyed *from = keyed->data;
    cr_keyed *to = scratch->data;
    for (int shift = 0; shift < 64; shift += 8) {
        if (!pass(from, to, count, shift)) continue;
        cr_keyed *other = from;
        from = to;
        to = other;
    }
    if (from != keyed->data) memcpy(keyed->data, from, count * sizeof *from);
    return true;
}

bool cr_sort_once(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator) {
    if (!cr_sort(keyed, scratch, allocator)) return false;
    cr_keyed *list = keyed->data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < keyed->count; ++i) {
        if (kept == 0 || list[kept - 1].key != list[i].key) list[kept++] = list[i];
    }
    keyed->count = kept;
    return true;
}

uint32_t cr_find_key(const cr_list *keyed, uint64_t key) {
    const cr_keyed *list = keyed->data;
    uint32_t low = 0, high = keyed->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
