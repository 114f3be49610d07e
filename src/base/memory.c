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

bool cr_grow_array(const carom_allocator *allocator, void **items, int *capacity, int count, size_t size) {
    if (count <= *capacity) return true;
    int doubled = *capacity > INT_MAX / 2 ? INT_MAX : *capacity * 2;
    int wanted = doubled > count ? doubled : count;
    if (wanted < 16) wanted = 16;
    if ((size_t)wanted > SIZE_MAX / size) return false;
    void *grown = cr_resize(allocator, *items, (size_t)*capacity * size, (size_t)wanted * size);
    if (!grown) return false;
    *items = grown;
    *capacity = wanted;
    return true;
}
