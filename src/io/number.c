// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The digits are collected as an integer of 64 bits, kept as an unevaluated sum of two doubles, and scaled by powers of
// ten that a double holds exactly (10^22 is the last). Up to 2^53 and 22 places one rounding remains: the right one
// (W. D. Clinger, How to read floating point numbers accurately, 1990). Beyond, the second double carries the rest.
#include "io/number.h"

#include <math.h>

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct pair {
    double high, low;
} pair;

static pair sum(double big, double small) {
    double high = big + small;
    return (pair){high, small - (high - big)};
}

static pair times(pair a, double b) {
    double product = a.high * b;
    return sum(product, fma(a.high, b, -product) + a.low * b);
}

static pair over(pair a, double b) {
    double quotient = a.high / b;
    return sum(quotient, (fma(-quotient, b, a.high) + a.low) / b);
}

static double scaled(uint64_t digits, int exponent) {
    if (digits == 0 || exponent < -100) return 0;
    pair value = sum((double)(digits >> 32) * 4294967296.0, (double)(digits & 0xffffffffu));
    for (; exponent > 22; exponent -= 22) value = times(value, 1e22);
    for (; exponent < -22; exponent += 22) value = over(value, 1e22);
    return exponent < 0 ? over(value, powers[-exponent]).high : times(value, powers[exponent]).high;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The exponent behind an 'e'; clamped, as more than a thousand means the same as a thousand.
static bool parse_exponent(const char *text, const char *end, int *exponent) {
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    int value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text)) return false;
        if (value < 1000) value = 10 * value + (*text - '0');
    }
    *exponent += negative ? -value : value;
    return true;
}

bool cr_parse_number(const char *text, size_t length, double *out) {
    const char *end = text + length;
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    uint64_t digits = 0;
    int exponent = 0, seen = 0;
    bool point = false;
    for (; text < end && (is_digit(*text) || (*text == '.' && !point)); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (seen < 1000)
            seen++; // not more than 1000 places: an exponent past that is refused or zero anyway
        else
            return false;
        if (digits < UINT64_C(1000000000000000000)) {
            digits = 10 * digits + (uint64_t)(*text - '0');
            exponent -= point;
        } else {
            exponent += !point;
        }
    }
    if (seen == 0) return false;
    if (text < end && (*text != 'e' && *text != 'E')) return false;
    if (text < end && !parse_exponent(text + 1, end, &exponent)) return false;
    if (digits != 0 && exponent > 288) return false;
    double value = scaled(digits, exponent);
    *out = negative ? -value : value;
    return true;
}

bool cr_parse_integer(const char *text, size_t length, int64_t *out) {
    const char *end = text + length;
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end || end - text > 18) return false;
    int64_t value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text)) return false;
        value = 10 * value + (*text - '0');
    }
    *out = negative ? -value : value;
    return true;
}
