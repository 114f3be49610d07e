// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Four floats at a time, by the vectors that gcc and clang have for every processor: SSE2, NEON, wasm simd128, or four
// times one. A lane compares and computes as scalar code does, so that all give the same results.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>
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
#if defined(__SSE2__)
    return __builtin_ia32_minps(a, b);
#else
    return cr_choose_lanes(a < b, a, b);
#endif
}

static inline cr_lanes4 cr_higher_lanes(cr_lanes4 a, cr_lanes4 b) {
#if defined(__SSE2__)
    return __builtin_ia32_maxps(a, b);
#else
    return cr_choose_lanes(a > b, a, b);
#endif
}

// clang 22 has no __builtin_ia32_sqrtps any more.
#if defined(__has_builtin)
#if __has_builtin(__builtin_ia32_sqrtps) && defined(__SSE2__)
#define CR_ROOT_LANES(a) __builtin_ia32_sqrtps(a)
#elif __has_builtin(__builtin_elementwise_sqrt)
#define CR_ROOT_LANES(a) __builtin_elementwise_sqrt(a)
#endif
#endif

static inline cr_lanes4 cr_root_lanes(cr_lanes4 a) {
#if defined(CR_ROOT_LANES)
    return CR_ROOT_LANES(a);
#else
    return (cr_lanes4){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
#endif
}

/// Without their signs.
static inline cr_lanes4 cr_size_lanes(cr_lanes4 a) {
    return (cr_lanes4)((cr_lane_bits)a & INT32_MAX);
}

/// The lanes in another order; of two, the second's are 4 to 7.
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define CR_SHUFFLED(a, i, j, k, l) __builtin_shufflevector(a, a, i, j, k, l)
#define CR_MIXED(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define CR_SHUFFLED(a, i, j, k, l) ((cr_lanes4){(a)[i], (a)[j], (a)[k], (a)[l]})
#define CR_LANE_OF(a, b, i)        ((i) < 4 ? (a)[(i) % 4] : (b)[(i) % 4])
#define CR_MIXED(a, b, i, j, k, l)                                                                                     \
    ((cr_lanes4){CR_LANE_OF(a, b, i), CR_LANE_OF(a, b, j), CR_LANE_OF(a, b, k), CR_LANE_OF(a, b, l)})
#endif

/// The columns of four rows become rows.
static inline void cr_turn_lanes(cr_lanes4 rows[4]) {
    cr_lanes4 low = CR_MIXED(rows[0], rows[1], 0, 4, 1, 5), low2 = CR_MIXED(rows[2], rows[3], 0, 4, 1, 5);
    cr_lanes4 high = CR_MIXED(rows[0], rows[1], 2, 6, 3, 7), high2 = CR_MIXED(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = CR_MIXED(low, low2, 0, 1, 4, 5);
    rows[1] = CR_MIXED(low, low2, 2, 3, 6, 7);
    rows[2] = CR_MIXED(high, high2, 0, 1, 4, 5);
    rows[3] = CR_MIXED(high, high2, 2, 3, 6, 7);
}

/// Two vectors one after the other.
static inline cr_lanes4 cr_load_two(const carom_vec2 *p, const carom_vec2 *q) {
    typedef int64_t halves __attribute__((vector_size(16)));
    int64_t low, high;
    memcpy(&low, p, sizeof low);
    memcpy(&high, q, sizeof high);
    return (cr_lanes4)(halves){low, high};
}

/// The upper two with the other sign.
static inline cr_lanes4 cr_outward_lanes(cr_lanes4 v) {
    const cr_lane_bits signs = {0, 0, INT32_MIN, INT32_MIN};
    return (cr_lanes4)((cr_lane_bits)v ^ signs);
}

/// x, y, -x, -y.
static inline cr_lanes4 cr_both_ways(carom_vec2 v) {
    return cr_outward_lanes(cr_load_two(&v, &v));
}

/// A box as min.x, min.y, -max.x, -max.y.
static inline cr_lanes4 cr_outward(const carom_box *box) {
    return cr_outward_lanes(cr_load_lanes(box));
}

/// The four comparisons as four bits.
static inline uint32_t cr_gather_bits(cr_lane_bits bits) {
#if defined(__SSE2__)
    return (uint32_t)__builtin_ia32_movmskps((cr_lanes4)bits);
#else
    return (uint32_t)((bits[0] & 1) | (bits[1] & 2) | (bits[2] & 4) | (bits[3] & 8));
#endif
}

// ---- Two doubles at a time ------------------------------------------------------------------------------------------

typedef double cr_lanes2 __attribute__((vector_size(16)));
typedef int64_t cr_lane_bits2 __attribute__((vector_size(16)));

static inline cr_lanes2 cr_both_lanes(double value) {
    return (cr_lanes2){value, value};
}

/// A vector in double.
static inline cr_lanes2 cr_wide_lanes(const carom_vec2 *v) {
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__) // gcc converts one lane at a time
    typedef int64_t halves __attribute__((vector_size(16)));
    int64_t both;
    memcpy(&both, v, sizeof both);
    return __builtin_ia32_cvtps2pd((cr_lanes4)(halves){both, 0});
#else
    typedef float two __attribute__((vector_size(8)));
    two narrow;
    memcpy(&narrow, v, sizeof narrow);
    return __builtin_convertvector(narrow, cr_lanes2);
#endif
}

/// Four doubles rounded to floats.
static inline cr_lanes4 cr_narrow_lanes(cr_lanes2 a, cr_lanes2 b) {
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__) // gcc converts one lane at a time
    return CR_MIXED(__builtin_ia32_cvtpd2ps(a), __builtin_ia32_cvtpd2ps(b), 0, 1, 4, 5);
#else
    return (cr_lanes4){(float)a[0], (float)a[1], (float)b[0], (float)b[1]};
#endif
}

/// a.x b.y - a.y b.x and a.x b.x + a.y b.y of two vectors.
static inline double cr_cross_lanes(cr_lanes2 a, cr_lanes2 b) {
    cr_lanes2 products = a * (cr_lanes2){b[1], b[0]};
    return products[0] - products[1];
}
static inline double cr_dot_lanes(cr_lanes2 a, cr_lanes2 b) {
    cr_lanes2 products = a * b;
    return products[0] + products[1];
}

/// The second of a and the first of b.
static inline cr_lanes2 cr_middle_lanes(cr_lanes2 a, cr_lanes2 b) {
    return (cr_lanes2){a[1], b[0]};
}

static inline cr_lanes2 cr_size_lanes2(cr_lanes2 a) {
    return (cr_lanes2)((cr_lane_bits2)a & INT64_MAX);
}

static inline cr_lanes2 cr_choose_lanes2(cr_lane_bits2 bits, cr_lanes2 a, cr_lanes2 b) {
    return (cr_lanes2)((bits & (cr_lane_bits2)a) | (~bits & (cr_lane_bits2)b));
}

static inline cr_lanes2 cr_lower_lanes2(cr_lanes2 a, cr_lanes2 b) {
#if defined(__SSE2__)
    return __builtin_ia32_minpd(a, b);
#else
    return cr_choose_lanes2(a < b, a, b);
#endif
}

static inline cr_lanes2 cr_root_lanes2(cr_lanes2 a) {
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
    return __builtin_ia32_sqrtpd(a);
#else
    return (cr_lanes2){sqrt(a[0]), sqrt(a[1])};
#endif
}

static inline uint32_t cr_gather_bits2(cr_lane_bits2 bits) {
#if defined(__SSE2__)
    return (uint32_t)__builtin_ia32_movmskpd((cr_lanes2)bits);
#else
    return (uint32_t)((bits[0] & 1) | (bits[1] & 2));
#endif
}
