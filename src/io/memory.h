// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory of a reading. Everything that lives as long as the map, or as long as the reading, is in an arena, which is
// freed as a whole: error paths need no cleanup. Arrays of unknown length grow by doubling. An account limits the
// total.
#pragma once

#include "carom/base.h"

struct cr_block;

typedef struct cr_arena {
    const carom_allocator *allocator;
    struct cr_block *blocks; ///< newest first
} cr_arena;

/// Returns malloc and free as an allocator, for callers that pass none.
const carom_allocator *cr_plain_allocator(void);

/// An allocator that passes requests on to another one, up to a limit.
typedef struct cr_account {
    carom_allocator allocator;    ///< the allocator to use; its context is the account
    const carom_allocator *inner; ///< the allocator of the caller
    size_t held, limit;           ///< bytes
    bool exhausted;               ///< true if a request was refused because of the limit
} cr_account;

/// Initializes an account. The account must not be moved afterwards: its allocator points to it.
void cr_account_open(cr_account *account, const carom_allocator *inner, size_t limit);

/// Returns zeroed memory for `count` items, aligned for pointers, 64-bit integers and doubles. Returns null if memory
/// runs out or the size overflows.
void *cr_arena_take(cr_arena *arena, size_t count, size_t size);
/// Returns a copy of `length` bytes with a terminating NUL. Texts are not aligned, so an arena of texts has no gaps.
char *cr_arena_copy_text(cr_arena *arena, const char *text, size_t length);
void cr_arena_free(cr_arena *arena);

typedef struct cr_array {
    void *items;
    size_t count, capacity;
} cr_array;

/// Appends a zeroed item and returns it; null if memory runs out. All calls for one array must pass the same item_size.
void *cr_array_add(cr_array *array, const carom_allocator *allocator, size_t item_size);
void cr_array_free(cr_array *array, const carom_allocator *allocator, size_t item_size);
