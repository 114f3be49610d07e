// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// malloc, calloc, realloc and free: those of libc take 4 kB more over the wire. memcpy, memmove and memset use the bulk
// memory instructions of WASM, which Debian's libc does not.
//
// Simple segregated storage: there are four size classes for each power of two, with a free list each. Blocks are never
// split or merged, so each class keeps the peak of its use. New blocks are cut from the end of memory. (P. R. Wilson et
// al., Dynamic storage allocation: a survey and critical review, 1995.)
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, HEAD = 16, LEAST = 32, CLASSES = 104 };

/// Precedes each block. Its 16 bytes keep blocks aligned for every type.
typedef struct head {
    struct head *next; ///< the next block of the free list
    uint32_t class;
    uint32_t unused[2];
} head;
_Static_assert(sizeof(head) == HEAD, "blocks begin at multiples of 16");

extern unsigned char __heap_base;
static head *free_lists[CLASSES];
static uintptr_t next_new;

/// Returns the size of the blocks of a class in bytes, the head included.
static size_t size_of(uint32_t class) {
    return ((size_t)LEAST / 4 * (4 + class % 4)) << (class / 4);
}

static uint32_t class_of(size_t size) {
    uint32_t power = size <= LEAST ? 0 : 31 - (uint32_t)__builtin_clz((unsigned)(size - 1) / LEAST);
    uint32_t class = 4 * power;
    while (size_of(class) < size) class ++;
    return class;
}

static head *take_new(size_t size) {
    if (next_new == 0) next_new = ((uintptr_t)&__heap_base + HEAD - 1) / HEAD * HEAD;
    size_t end = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    size_t room = end - next_new; // no overflow, even if all four gigabytes are in use
    if (room < size && __builtin_wasm_memory_grow(0, (size - room + PAGE - 1) / PAGE) == SIZE_MAX) return NULL;
    head *block = (head *)next_new;
    next_new += size;
    return block;
}

void *malloc(size_t size) {
    if (size > (size_t)1 << 30) return NULL;
    uint32_t class = class_of(size + HEAD);
    head *block = free_lists[class];
    if (block)
        free_lists[class] = block->next;
    else if (!(block = take_new((size_of(class) + HEAD - 1) / HEAD * HEAD)))
        return NULL;
    block->class = class;
    return block + 1;
}

void free(void *memory) {
    if (!memory) return;
    head *block = (head *)memory - 1;
    block->next = free_lists[block->class];
    free_lists[block->class] = block;
}

void *calloc(size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / size) return NULL;
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *old, size_t size) {
    if (!old) return malloc(size);
    size_t room = size_of(((head *)old - 1)->class) - HEAD;
    if (size <= room && size >= room / 2) return old;
    void *memory = malloc(size);
    if (!memory) return NULL;
    memcpy(memory, old, size < room ? size : room);
    free(old);
    return memory;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

void __wasm_call_ctors(void);

/// Called once, before all other exports. Without it the linker wraps every export in a call of the constructors.
__attribute__((export_name("_initialize"))) void initialize(void) {
    __wasm_call_ctors();
}
