// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One sort for everything the world puts in order: stable, by 64-bit keys.
#pragma once

#include "world/list.h"

typedef struct cr_keyed {
    uint64_t key;
    uint32_t index; ///< what the key belongs to, in another list
} cr_keyed;

/// Sorts a list of cr_keyed; equal keys keep their order. False without memory for as much again in `scratch`.
bool cr_sort(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator);

/// The same, and of equal keys only the first.
bool cr_sort_once(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator);

/// Where in a sorted list the first entry is that does not come before a key.
uint32_t cr_find_key(const cr_list *keyed, uint64_t key);

/// The same from `low` to `high` in an array of anything that has keys.
typedef uint64_t cr_key_of(const void *entry);
static inline uint32_t cr_find_key_among(const void *entries, size_t size, cr_key_of *key_of, uint32_t low,
                                         uint32_t high, uint64_t key) {
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key_of((const char *)entries + middle * size) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
