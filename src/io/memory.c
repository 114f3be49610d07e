// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An arena is a chain of blocks; an item that does not fit opens a new one.
#include "io/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 * 1024 };

typedef struct cr_block {
    struct cr_block *older;
    size_t size, used; // of the whole block, this header included
    max_align_t items[];
} cr_block;

static void *plain_resize(void *context, void *old, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size > 0) return realloc(old, new_size);
    free(old);
    return NULL;
}

const carom_allocator *cr_plain_allocator(void) {
    static const carom_allocator plain = {plain_resize, NULL};
    return &plain;
}

static void *resize(const carom_allocator *allocator, void *old, size_t old_size, size_t new_size) {
    return allocator->resize(allocator->context, old, old_size, new_size);
}

static cr_block *add_block(cr_arena *arena, size_t bytes) {
    size_t size = sizeof(cr_block) + (bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES);
    cr_block *block = resize(arena->allocator, NULL, 0, size);
    if (!block) return NULL;
    *block = (cr_block){.older = arena->blocks, .size = size, .used = sizeof(cr_block)};
    arena->blocks = block;
    return block;
}

void *cr_take(cr_arena *arena, size_t count, size_t size) {
    const size_t align = sizeof(max_align_t);
    if (count > (SIZE_MAX / 2) / size) return NULL;
    size_t bytes = (count * size + align - 1) / align * align;
    cr_block *block = arena->blocks;
    if (!block || block->size - block->used < bytes) block = add_block(arena, bytes);
    if (!block) return NULL;
    void *taken = (char *)block + block->used;
    block->used += bytes;
    return memset(taken, 0, bytes);
}

char *cr_take_text(cr_arena *arena, const char *text, size_t length) {
    char *copy = cr_take(arena, length + 1, 1);
    if (copy && length > 0) memcpy(copy, text, length);
    return copy;
}

void cr_arena_free(cr_arena *arena) {
    while (arena->blocks) {
        cr_block *block = arena->blocks;
        arena->blocks = block->older;
        resize(arena->allocator, block, block->size, 0);
    }
}

void *cr_pile_add(cr_pile *pile, const carom_allocator *allocator, size_t item_size) {
    if (pile->count == pile->capacity) {
        size_t capacity = pile->capacity ? 2 * pile->capacity : 16;
        if (capacity > SIZE_MAX / 2 / item_size) return NULL;
        void *items = resize(allocator, pile->items, pile->capacity * item_size, capacity * item_size);
        if (!items) return NULL;
        pile->items = items;
        pile->capacity = capacity;
    }
    return memset((char *)pile->items + item_size * pile->count++, 0, item_size);
}

void cr_pile_free(cr_pile *pile, const carom_allocator *allocator, size_t item_size) {
    if (pile->items) resize(allocator, pile->items, pile->capacity * item_size, 0);
    *pile = (cr_pile){0};
}
