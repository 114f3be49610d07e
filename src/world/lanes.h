// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Four floats at a time, by the vectors that gcc and clang have for every processor: SSE2, NEON, wasm simd128, or four
// times one. What is compared and computed in a lane is what scalar code would, so that all give the same answers.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <string.h>

typedef float cr_lanes4 __attribute__((vector_size(16)));
typedef int32_t cr_lane_bits __attribute__((vector_size(16))); ///< of a comparison: all or none of a lane's bits

static inline cr_lanes4 cr_all_lanes(float value) {
    return (cr_lanes4){value, value, value, value};
}

static inline cr_lanes4 cr_load_lanes(const void *four_floats) {
    cr_lanes4 four;
    memcpy(&four, four_floats, sizeof four);
    return four;
}

static inline void cr_store_lanes(void *four_floats, cr_lanes4 four) {
    memcpy(four_floats, &four, sizeof four);
}

/// a where the bits are set, else b.
static inline cr_lanes4 cr_choose_lanes(cr_lane_bits bits, cr_lanes4 a, cr_lanes4 b) {
    return (cr_lanes4)((bits & (cr_lane_bits)a) | (~bits & (cr_lane_bits)b));
}

static inline cr_lanes4 cr_lower_lanes(cr_lanes4 a, cr_lanes4 b) {
    return cr_choose_lanes(a < b, a, b);
}

static inline cr_lanes4 cr_higher_lanes(cr_lanes4 a, cr_lanes4 b) {
    return cr_choose_lanes(a > b, a, b);
}

/// The four comparisons as four bits.
static inline uint32_t cr_gather_bits(cr_lane_bits bits) {
#if defined(__SSE2__)
    return (uint32_t)__builtin_ia32_movmskps((cr_lanes4)bits);
#else
    return (uint32_t)((bits[0] & 1) | (bits[1] & 2) | (bits[2] & 4) | (bits[3] & 8));
#endif
}
