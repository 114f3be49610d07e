// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Radix sort: counting sort by digit from the lowest (H. H. Seward 1954), skipping digits that are equal in all keys.
// qsort is not stable, and may allocate.
#include "world/sort.h"

#include <string.h>

enum { INSERTION_COUNT = 48, WIDE_DIGITS_FROM = 2048, NARROW_BITS = 8, WIDE_BITS = 11, WIDE_DIGITS = 1 << WIDE_BITS };

/// Sorts by one digit. Returns false, with nothing moved, if all keys have the same digit.
static bool pass(const cr_keyed *from, cr_keyed *to, uint32_t count, int shift, uint32_t last_digit) {
    uint32_t next[WIDE_DIGITS];
    memset(next, 0, ((size_t)last_digit + 1) * sizeof *next);
    for (uint32_t i = 0; i < count; ++i) ++next[from[i].key >> shift & last_digit];
    if (next[from[0].key >> shift & last_digit] == count) return false;
    uint32_t sum = 0;
    for (uint32_t digit = 0; digit <= last_digit; ++digit) {
        uint32_t size = next[digit];
        next[digit] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < count; ++i) to[next[from[i].key >> shift & last_digit]++] = from[i];
    return true;
}

/// For few keys, and for nearly sorted ones.
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
    if (count <= INSERTION_COUNT) {
        insert_all(keyed->data, count);
        return true;
    }
    cr_keyed *from = keyed->data;
    cr_keyed *to = scratch->data;
    int bits = count < WIDE_DIGITS_FROM ? NARROW_BITS : WIDE_BITS;
    for (int shift = 0; shift < 64; shift += bits) {
        if (!pass(from, to, count, shift, (1u << bits) - 1)) continue;
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

static uint64_t keyed_key(const void *entry) {
    return ((const cr_keyed *)entry)->key;
}

uint32_t cr_find_key(const cr_list *keyed, uint64_t key) {
    return cr_find_key_among(keyed->data, sizeof(cr_keyed), keyed_key, 0, keyed->count, key);
}
