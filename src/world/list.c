// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Growth is that of base/memory.h.
#include "world/list.h"

#include "base/memory.h"

#include <string.h>

bool cr_list_reserve(cr_list *list, const carom_allocator *allocator, uint32_t capacity) {
    size_t grown = list->capacity;
    if (!cr_grow(allocator, &list->data, &grown, capacity, UINT32_MAX, list->element)) return false;
    list->capacity = (uint32_t)grown;
    return true;
}

void *cr_list_push(cr_list *list, const carom_allocator *allocator) {
    if (list->count == list->capacity && !cr_list_reserve(list, allocator, list->count + 1)) return NULL;
    return (char *)list->data + (size_t)list->count++ * list->element;
}

void cr_list_copy(const cr_list *list, uint32_t at, const cr_list *other) {
    if (other->count == 0) return;
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

void cr_list_shrink(cr_list *list, const carom_allocator *allocator, uint32_t count) {
    if (count >= list->capacity) return;
    void *data =
        cr_resize(allocator, list->data, list->capacity * (size_t)list->element, count * (size_t)list->element);
    if (!data && count > 0) return;
    list->data = data;
    list->capacity = count;
}

void cr_list_free(cr_list *list, const carom_allocator *allocator) {
    if (list->data) cr_resize(allocator, list->data, (size_t)list->capacity * list->element, 0);
    *list = (cr_list){.element = list->element};
}
