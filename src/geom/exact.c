// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact arithmetic by schoolbook methods (D. E. Knuth, The Art of Computer Programming 2, 4.3.1) on aligned limbs.
#include "geom/exact.h"

#include <assert.h>
#include <string.h>

static const cr_exact zero;

/// Drops zero limbs at both ends: equal numbers have one form, and lengths stay short. The number is not zero.
static void trim(cr_exact *n) {
    while (n->limb[n->count - 1] == 0) --n->count;
    int low = 0;
    while (n->limb[low] == 0) ++low;
    if (low > 0) {
        n->count -= low;
        n->exponent += low;
        memmove(n->limb, n->limb + low, (size_t)n->count * sizeof n->limb[0]);
    }
}

cr_exact cr_exact_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFFu;
    int exponent = (int)(bits >> 52 & 0x7FF);
    if (exponent == 0) {
        exponent = 1;
    } else {
        mantissa |= (uint64_t)1 << 52;
    }
    if (mantissa == 0) return zero;
    exponent -= 1075;                                           // value = mantissa * 2^exponent
    int limb_exponent = (exponent + 32 * 64) / 32 - 64;         // rounded down
    unsigned shift = (unsigned)(exponent - 32 * limb_exponent); // 0..31
    uint64_t low = mantissa << shift;
    uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
    cr_exact n;
    n.sign = bits >> 63 ? -1 : 1;
    n.exponent = limb_exponent;
    n.count = 3;
    n.limb[0] = (uint32_t)low;
    n.limb[1] = (uint32_t)(low >> 32);
    n.limb[2] = (uint32_t)high;
    trim(&n);
    return n;
}

static int top(const cr_exact *n) {
    return n->exponent + n->count;
}

/// The limb at 2^(32 * exponent), which is below the top; zero below the number.
static uint32_t limb_at(const cr_exact *n, int exponent) {
    int i = exponent - n->exponent;
    return i >= 0 ? n->limb[i] : 0;
}

/// Of two numbers that are both zero, or both not.
static int compare_magnitude(const cr_exact *a, const cr_exact *b) {
    if (top(a) != top(b)) return top(a) < top(b) ? -1 : 1;
    int bottom = a->exponent < b->exponent ? a->exponent : b->exponent;
    for (int exponent = top(a) - 1; exponent >= bottom; --exponent) {
        uint32_t x = limb_at(a, exponent), y = limb_at(b, exponent);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/// sign * (|a| + |b|); with `difference`, sign * (|a| - |b|), where |a| > |b|.
static cr_exact combine(const cr_exact *a, const cr_exact *b, int sign, bool difference) {
    int bottom = a->exponent < b->exponent ? a->exponent : b->exponent;
    int last = top(a) > top(b) ? top(a) : top(b);
    cr_exact n;
    n.sign = sign;
    n.exponent = bottom;
    n.count = last - bottom + 1;
    assert(n.count <= CR_LIMBS);
    memset(n.limb, 0, (size_t)n.count * sizeof n.limb[0]);
    memcpy(n.limb + (a->exponent - bottom), a->limb, (size_t)a->count * sizeof n.limb[0]);
    int64_t carry = 0;
    for (int k = 0, i = b->exponent - bottom; k < b->count || carry != 0; ++k, ++i) {
        int64_t y = k < b->count ? b->limb[k] : 0;
        carry += (int64_t)n.limb[i] + (difference ? -y : y);
        n.limb[i] = (uint32_t)((uint64_t)carry & 0xFFFFFFFFu);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    trim(&n);
    return n;
}

/// a + sign * |b|
static cr_exact add_signed(const cr_exact *a, const cr_exact *b, int sign) {
    if (b->sign == 0) return *a;
    if (a->sign == 0) {
        cr_exact n = *b;
        n.sign = sign;
        return n;
    }
    if (a->sign == sign) return combine(a, b, sign, false);
    int order = compare_magnitude(a, b);
    if (order == 0) return zero;
    return order > 0 ? combine(a, b, a->sign, true) : combine(b, a, sign, true);
}

#define LIMB_BASE 0x1p32

double cr_exact_in_double(const cr_exact *a) {
    double value = 0;
    int last = a->count > 3 ? a->count - 3 : 0;
    for (int i = a->count - 1; i >= last; --i) value = value * LIMB_BASE + (double)a->limb[i];
    int exponent = a->exponent + last;
    for (; exponent > 0; --exponent) value *= LIMB_BASE;
    for (; exponent < 0; ++exponent) value /= LIMB_BASE;
    return a->sign < 0 ? -value : value;
}

cr_exact cr_exact_add(const cr_exact *a, const cr_exact *b) {
    return add_signed(a, b, b->sign);
}

cr_exact cr_exact_subtract(const cr_exact *a, const cr_exact *b) {
    return add_signed(a, b, -b->sign);
}

cr_exact cr_exact_multiply(const cr_exact *a, const cr_exact *b) {
    if (a->sign == 0 || b->sign == 0) return zero;
    cr_exact n;
    n.sign = a->sign * b->sign;
    n.exponent = a->exponent + b->exponent;
    n.count = a->count + b->count;
    assert(n.count <= CR_LIMBS);
    memset(n.limb, 0, (size_t)n.count * sizeof n.limb[0]);
    for (int i = 0; i < a->count; ++i) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; ++j) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + n.limb[i + j];
            n.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        n.limb[i + b->count] = (uint32_t)carry;
    }
    trim(&n);
    return n;
}

int cr_exact_compare(const cr_exact *a, const cr_exact *b) {
    if (a->sign != b->sign) return a->sign < b->sign ? -1 : 1;
    return a->sign * compare_magnitude(a, b);
}

cr_exact2 cr_exact2_subtract(const cr_exact2 *a, const cr_exact2 *b) {
    return (cr_exact2){cr_exact_subtract(&a->x, &b->x), cr_exact_subtract(&a->y, &b->y)};
}

cr_exact cr_exact2_dot(const cr_exact2 *a, const cr_exact2 *b) {
    cr_exact x = cr_exact_multiply(&a->x, &b->x), y = cr_exact_multiply(&a->y, &b->y);
    return cr_exact_add(&x, &y);
}

cr_exact cr_exact2_cross(const cr_exact2 *a, const cr_exact2 *b) {
    cr_exact l = cr_exact_multiply(&a->x, &b->y), r = cr_exact_multiply(&a->y, &b->x);
    return cr_exact_subtract(&l, &r);
}
