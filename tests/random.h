// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random numbers for the tests, the same on every machine: splitmix64 (S. Vigna, 2015).
#pragma once

#include <math.h>
#include <stdint.h>

#include "carom/base.h"

typedef struct {
    uint64_t state;
} random_source;

static inline uint64_t random_bits(random_source *r) {
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/// 0 <= value < 1, a multiple of 2^-24.
static inline float random_unit(random_source *r) {
    return (float)(random_bits(r) >> 40) * 0x1p-24f;
}

static inline float random_range(random_source *r, float low, float high) {
    return low + (high - low) * random_unit(r);
}

/// 0 <= value < count.
static inline int random_below(random_source *r, int count) {
    return (int)((random_bits(r) >> 33) % (uint64_t)count);
}

/// Returns a vector of the given length, all directions equally likely.
static inline carom_vec2 random_direction(random_source *r, float length) {
    for (;;) {
        float x = random_range(r, -1, 1), y = random_range(r, -1, 1), size2 = x * x + y * y;
        if (size2 <= 0.01f || size2 >= 1) continue;
        float scale = length / sqrtf(size2);
        return (carom_vec2){x * scale, y * scale};
    }
}
