// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory of a reader. What lives as long as a map or as long as the reading goes into an arena, freed as a whole, so
// that no error path has anything to clean up; arrays whose length is not known before are piles.
#pragma once

#include "carom/base.h"

struct cr_block;

typedef struct cr_arena {
    const carom_allocator *allocator;
    struct cr_block *blocks; ///< newest first
} cr_arena;

/// malloc and free as an allocator, for callers that pass none.
const carom_allocator *cr_plain_allocator(void);

/// Zeroed memory for `count` items, aligned as malloc's; null when there is none, or when the size overflows.
void *cr_take(cr_arena *arena, size_t count, size_t size);
/// A copy of `length` bytes with a null behind.
char *cr_take_text(cr_arena *arena, const char *text, size_t length);
void cr_arena_free(cr_arena *arena);

typedef struct cr_pile {
    void *items;
    size_t count, capacity;
} cr_pile;

/// Room for one more item, zeroed; null when there is no memory. All items of a pile have the same size.
void *cr_pile_add(cr_pile *pile, const carom_allocator *allocator, size_t item_size);
void cr_pile_free(cr_pile *pile, const carom_allocator *allocator, size_t item_size);
