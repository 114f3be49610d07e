// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A stable sort by 64-bit keys.
#pragma once

#include "world/list.h"

typedef struct cr_keyed {
    uint64_t key;
    uint32_t index; ///< index of the element in another list
} cr_keyed;

/// Sorts a list of cr_keyed; equal keys keep their order. Returns false if `scratch` cannot hold as many elements.
bool cr_sort(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator);

/// The same, and removes all but the first of equal keys.
bool cr_sort_once(cr_list *keyed, cr_list *scratch, const carom_allocator *allocator);

/// Returns the index of the first entry of a sorted list that is not before a key.
uint32_t cr_find_key(const cr_list *keyed, uint64_t key);

/// The same for the entries low .. high - 1 of an array of any keyed type.
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
