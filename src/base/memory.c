// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sizes are checked before they are multiplied.
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

void *cr_resize(const carom_allocator *allocator, void *old, size_t old_size, size_t new_size) {
    if (allocator) return allocator->resize(allocator->context, old, old_size, new_size);
    if (new_size > 0) return realloc(old, new_size);
    free(old);
    return NULL;
}

void *cr_take_array(const carom_allocator *allocator, size_t count, size_t size) {
    if (count == 0) count = 1;
    if (count > SIZE_MAX / size) return NULL;
    return cr_resize(allocator, NULL, 0, count * size);
}

void cr_free_array(const carom_allocator *allocator, void *array, size_t count, size_t size) {
    if (array) cr_resize(allocator, array, (count ? count : 1) * size, 0);
}

bool cr_grow(const carom_allocator *allocator, void **items, size_t *capacity, size_t count, size_t most, size_t size) {
    if (count <= *capacity) return true;
    if (count > most) return false;
    size_t grown = *capacity > 0 ? *capacity : size > 128 ? 1 : 4;
    while (grown < count) grown = grown > most / 2 ? most : grown * 2;
    if (grown > SIZE_MAX / size) return false;
    void *memory = cr_resize(allocator, *items, *capacity * size, grown * size);
    if (!memory) return false;
    *items = memory;
    *capacity = grown;
    return true;
}

bool cr_grow_array(const carom_allocator *allocator, void **items, int *capacity, int count, size_t size) {
    size_t grown = (size_t)*capacity;
    if (count > *capacity && !cr_grow(allocator, items, &grown, (size_t)count, INT_MAX, size)) return false;
    *capacity = (int)grown;
    return true;
}
