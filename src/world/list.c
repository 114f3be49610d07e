// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Growing by doubling.
#include "world/list.h"

#include "base/memory.h"

#include <string.h>

bool cr_list_reserve(cr_list *list, const carom_allocator *allocator, uint32_t capacity) {
    if (capacity <= list->capacity) return true;
    uint32_t least = list->element > 128 ? 1 : 4;
    uint32_t grown = list->capacity < least ? least : list->capacity;
    while (grown < capacity) {
        if (grown > UINT32_MAX / 2) return false;
        grown *= 2;
    }
    size_t element = list->element;
    if (grown > SIZE_MAX / element) return false;
    void *data = cr_resize(allocator, list->data, list->capacity * element, grown * element);
    if (!data) return false;
    list->data = data;
    list->capacity = grown;
    return true;
}

void *cr_list_push(cr_list *list, const carom_allocator *allocator) {
    if (list->count == list->capacity && !cr_list_reserve(list, allocator, list->count + 1)) return NULL;
    return (char *)list->data + (size_t)list->count++ * list->element;
}

void cr_list_copy(const cr_list *list, uint32_t at, const cr_list *other) {
    if (other->count == 0 || list->capacity - at < other->count) return;
    memcpy((char *)list->data + (size_t)at * list->element, other->data, (size_t)other->count * other->element);
}

void cr_list_append(cr_list *list, const cr_list *other) {
    cr_list_copy(list, list->count, other);
    list->count += other->count;
}

void cr_swap_lists(cr_list *a, cr_list *b) {
    cr_list other = *a;
    *a = *b;
    *b = other;
}

void cr_list_free(cr_list *list, const carom_allocator *allocator) {
    if (list->data) cr_resize(allocator, list->data, (size_t)list->capacity * list->element, 0);
    *list = (cr_list){.element = list->element};
}
