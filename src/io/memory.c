// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An arena is a chain of blocks. An allocation that does not fit opens a new block.
#include "io/memory.h"

#include <stdlib.h>
#include <string.h>

#ifndef CR_BLOCK_BYTES // tests define it, so that each allocation has a block
#define CR_BLOCK_BYTES (64 * 1024)
#endif

typedef struct cr_block {
    struct cr_block *older;
    size_t size, used; // of the block, including this header
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

// Only the increase counts against the limit: a block may shrink although the account is exhausted.
static void *counted_resize(void *context, void *old, size_t old_size, size_t new_size) {
    cr_account *account = context;
    if (new_size > old_size && new_size - old_size > account->limit - account->held) {
        account->exhausted = true;
        return NULL;
    }
    void *memory = account->inner->resize(account->inner->context, old, old_size, new_size);
    if (memory || new_size == 0) account->held = account->held - old_size + new_size;
    return memory;
}

void cr_account_open(cr_account *account, const carom_allocator *inner, size_t limit) {
    *account = (cr_account){.allocator = {counted_resize, account}, .inner = inner, .limit = limit};
}

static void *reallocate(const carom_allocator *allocator, void *old, size_t old_size, size_t new_size) {
    return allocator->resize(allocator->context, old, old_size, new_size);
}

static cr_block *add_block(cr_arena *arena, size_t bytes) {
    size_t size = sizeof(cr_block) + (bytes > CR_BLOCK_BYTES ? bytes : CR_BLOCK_BYTES);
    cr_block *block = reallocate(arena->allocator, NULL, 0, size);
    if (!block) return NULL;
    *block = (cr_block){.older = arena->blocks, .size = size, .used = sizeof(cr_block)};
    arena->blocks = block;
    return block;
}

static void *arena_allocate(cr_arena *arena, size_t bytes, size_t align) {
    cr_block *block = arena->blocks;
    size_t at = block ? (block->used + align - 1) / align * align : 0;
    if (!block || at > block->size || block->size - at < bytes) {
        block = add_block(arena, bytes);
        if (!block) return NULL;
        at = block->used;
    }
    block->used = at + bytes;
    return (char *)block + at;
}

void *cr_arena_take(cr_arena *arena, size_t count, size_t size) {
    if (count > (SIZE_MAX / 2) / size) return NULL;
    void *taken = arena_allocate(arena, count * size, sizeof(double));
    return taken ? memset(taken, 0, count * size) : NULL;
}

char *cr_arena_copy_text(cr_arena *arena, const char *text, size_t length) {
    char *copy = arena_allocate(arena, length + 1, 1);
    if (!copy) return NULL;
    if (length > 0) memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

void cr_arena_free(cr_arena *arena) {
    while (arena->blocks) {
        cr_block *block = arena->blocks;
        arena->blocks = block->older;
        reallocate(arena->allocator, block, block->size, 0);
    }
}

void *cr_array_add(cr_array *array, const carom_allocator *allocator, size_t item_size) {
    if (array->count == array->capacity) {
        size_t capacity = array->capacity ? 2 * array->capacity : 16;
        if (capacity > SIZE_MAX / 2 / item_size) return NULL;
        void *items = reallocate(allocator, array->items, array->capacity * item_size, capacity * item_size);
        if (!items) return NULL;
        array->items = items;
        array->capacity = capacity;
    }
    return memset((char *)array->items + item_size * array->count++, 0, item_size);
}

void cr_array_free(cr_array *array, const carom_allocator *allocator, size_t item_size) {
    if (array->items) reallocate(allocator, array->items, array->capacity * item_size, 0);
    *array = (cr_array){0};
}
