// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A hash table with open addressing. Numbers follow the order of the keys, so the result does not depend on the hash.
#include "level/build/vertex_weld.h"

#include "base/memory.h"

#include <string.h>

uint64_t cr_point_key(carom_vec2 p) {
    float x = p.x + 0.0f, y = p.y + 0.0f; // -0 becomes 0
    uint32_t x_bits, y_bits;
    memcpy(&x_bits, &x, sizeof x_bits);
    memcpy(&y_bits, &y, sizeof y_bits);
    return (uint64_t)x_bits << 32 | y_bits;
}

/// The finalizer of splitmix64 (S. Vigna, 2015): every bit of the key affects every bit of the result.
static uint64_t mix_bits(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

int cr_weld(const carom_allocator *allocator, const uint64_t *keys, int count, int *ids) {
    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    int *first = cr_take_array(allocator, slots, sizeof *first); // index of the first key in each slot; -1: free
    if (!first) return -1;
    memset(first, 0xff, slots * sizeof *first);

    enum { AHEAD = 16 }; // slots are prefetched this many keys ahead
    size_t upcoming[AHEAD];
    int distinct = 0;
    for (int i = -AHEAD; i < count; ++i) {
        size_t *next = &upcoming[i & (AHEAD - 1)], slot = i < 0 ? 0 : *next;
        if (i + AHEAD < count) {
            *next = mix_bits(keys[i + AHEAD]) & (slots - 1);
            PREFETCH(&first[*next]);
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

static void note_edge(int *edge_at, int edge) {
    *edge_at = *edge_at == NONE ? edge : SEVERAL;
}

bool cr_follow(const carom_allocator *allocator, const int *ids, int count, int vertices, int *next, int *prev) {
    int *starting = cr_take_array(allocator, (size_t)vertices * 2, sizeof *starting);
    if (!starting) return false;
    int *ending = starting + vertices;
    memset(starting, 0xff, (size_t)vertices * 2 * sizeof *starting);
    for (int i = 0; i < count; ++i) {
        note_edge(&starting[ids[2 * i]], i);
        note_edge(&ending[ids[2 * i + 1]], i);
    }
    for (int i = 0; i < count; ++i) {
        int from = ids[2 * i], to = ids[2 * i + 1];
        next[i] = ending[to] == i && starting[to] >= 0 ? starting[to] : NONE;
        prev[i] = starting[from] == i && ending[from] >= 0 ? ending[from] : NONE;
    }
    cr_free_array(allocator, starting, (size_t)vertices * 2, sizeof *starting);
    return true;
}
