// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory through the caller's allocator, or through malloc where none was passed in.
#pragma once

#include "carom/base.h"

/// `allocator` null: malloc's family. `new_size` 0 frees and gives null.
void *cr_resize(const carom_allocator *allocator, void *old, size_t old_size, size_t new_size);

/// Room for `count` items of `size` bytes; null when there is no memory or the product overflows. Free it with the same
/// numbers; a count of 0 gives room for one, so that null always means failure.
void *cr_take_array(const carom_allocator *allocator, size_t count, size_t size);
void cr_free_array(const carom_allocator *allocator, void *array, size_t count, size_t size);

/// Makes `*items` hold at least `count` items, doubling what there is. False, and all as it was, without memory.
bool cr_grow_array(const carom_allocator *allocator, void **items, int *capacity, int count, size_t size);
