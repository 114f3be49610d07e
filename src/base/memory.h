// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory from the caller's allocator, or from malloc if none was passed in.
#pragma once

#include "carom/base.h"

/// Resizes memory; without an allocator, by the functions of malloc. A new size of 0 frees it and returns null.
void *cr_resize(const carom_allocator *allocator, void *old, size_t old_size, size_t new_size);

/// Returns uninitialised memory for `count` items of `size` bytes; null without memory, or if the product overflows. It
/// must be freed with the same numbers. A count of 0 is taken as 1, so that null always means failure.
void *cr_take_array(const carom_allocator *allocator, size_t count, size_t size);
void cr_free_array(const carom_allocator *allocator, void *array, size_t count, size_t size);

/// Makes `*items` hold at least `count` items of `size` bytes, by doubling the capacity, to at most `most`. Returns
/// false without memory; then nothing has changed.
bool cr_grow(const carom_allocator *allocator, void **items, size_t *capacity, size_t count, size_t most, size_t size);
/// The same for arrays that are counted in int.
bool cr_grow_array(const carom_allocator *allocator, void **items, int *capacity, int count, size_t size);
