// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A hash table of keys by open addressing; what is found in it does not depend on the order of its places.
#include "level/weld.h"

#include "base/memory.h"

#include <string.h>

uint64_t cr_point_key(carom_vec2 p) {
    float x = p.x + 0.0f, y = p.y + 0.0f; // -0 becomes 0
    uint32_t x_bits, y_bits;
    memcpy(&x_bits, &x, sizeof x_bits);
    memcpy(&y_bits, &y, sizeof y_bits);
    return (uint64_t)x_bits << 32 | y_bits;
}

/// The finalizer of splitmix64 (S. Vigna, 2015): every bit of the key reaches every bit of the slot.
static uint64_t scatter(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

#if defined(__GNUC__) || defined(__clang__)
#define FETCH(address) __builtin_prefetch(address)
#else
#define FETCH(address) ((void)(address))
#endif

int cr_weld(const carom_allocator *allocator, const uint64_t *keys, int count, int *ids) {
    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    int *first = cr_take_array(allocator, slots, sizeof *first); // the first key in each slot; -1: free
    if (!first) return -1;
    memset(first, 0xff, slots * sizeof *first);

    enum { AHEAD = 16 }; // so many slots are asked of the memory before they are read
    size_t coming[AHEAD];
    int distinct = 0;
    for (int i = -AHEAD; i < count; ++i) {
        size_t *next = &coming[i & (AHEAD - 1)], slot = i < 0 ? 0 : *next;
        if (i + AHEAD < count) {
            *next = scatter(keys[i + AHEAD]) & (slots - 1);
            FETCH(&first[*next]);
        }
        if (i < 0) continue;
        while (first[slot] >= 0 && keys[first[slot]] != keys[i]) slot = (slot + 1) & (slots - 1);
        if (first[slot] < 0) {
            first[slot] = i;
            ids[i] = distinct++;
        } else {
            ids[i] = ids[first[slot]];
        }
    }
    cr_free_array(allocator, first, slots, sizeof *first);
    return distinct;
}

enum { NONE = -1, SEVERAL = -2 };

static void note(int *edge_at, int edge) {
    *edge_at = *edge_at == NONE ? edge : SEVERAL;
}

bool cr_follow(const carom_allocator *allocator, const int *ids, int count, int vertices, int *next, int *prev) {
    int *starting = cr_take_array(allocator, (size_t)vertices * 2, sizeof *starting);
    if (!starting) return false;
    int *ending = starting + vertices;
    memset(starting, 0xff, (size_t)vertices * 2 * sizeof *starting);
    for (int i = 0; i < count; ++i) {
        note(&starting[ids[2 * i]], i);
        note(&ending[ids[2 * i + 1]], i);
    }
    for (int i = 0; i < count; ++i) {
        int from = ids[2 * i], to = ids[2 * i + 1];
        next[i] = ending[to] == i && starting[to] >= 0 ? starting[to] : NONE;
        prev[i] = starting[from] == i && ending[from] >= 0 ? ending[from] : NONE;
    }
    cr_free_array(allocator, starting, (size_t)vertices * 2, sizeof *starting);
    return true;
}
