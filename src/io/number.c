// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The digits are read as a 64-bit integer, stored as an unevaluated sum of two doubles, and scaled by powers of ten
// that a double represents exactly (up to 10^22). Up to 2^53 and 22 decimal places this rounds once, correctly (W. D.
// Clinger, How to Read Floating Point Numbers Accurately, 1990). Beyond, the second double holds the remainder.
#include "io/number.h"

#include "io/ascii.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    EXACT_POWER = 22,    // the largest power of ten that a double represents exactly
    MAX_DIGITS = 1000,   // longer numbers are refused; bounds the exponent
    MAX_EXPONENT = 288,  // 10^19 * 10^288 is finite
    MIN_EXPONENT = -100, // below, the value counts as 0: no level contains such numbers
};

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct double_pair {
    double high, low;
} double_pair;

static double_pair fast_two_sum(double big, double small) {
    double high = big + small;
    return (double_pair){high, small - (high - big)};
}

static double_pair multiply_pair(double_pair a, double b) {
    double product = a.high * b;
    return fast_two_sum(product, fma(a.high, b, -product) + a.low * b);
}

static double_pair divide_pair(double_pair a, double b) {
    double quotient = a.high / b;
    return fast_two_sum(quotient, (fma(-quotient, b, a.high) + a.low) / b);
}

static double scale_decimal(uint64_t digits, int exponent) {
    if (digits == 0 || exponent < MIN_EXPONENT) return 0;
    double_pair value = fast_two_sum((double)(digits >> 32) * 4294967296.0, (double)(digits & 0xffffffffu));
    for (; exponent > EXACT_POWER; exponent -= EXACT_POWER) value = multiply_pair(value, powers_of_ten[EXACT_POWER]);
    for (; exponent < -EXACT_POWER; exponent += EXACT_POWER) value = divide_pair(value, powers_of_ten[EXACT_POWER]);
    return exponent < 0 ? divide_pair(value, powers_of_ten[-exponent]).high
                        : multiply_pair(value, powers_of_ten[exponent]).high;
}

// Reads the exponent after 'e'. Clamped: from 10000 on, the number is too large or zero, with MAX_DIGITS digits, too.
static bool parse_exponent(const char *text, const char *end, int *exponent) {
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    int value = 0;
    for (; text < end; text++) {
        if (!cr_is_digit(*text)) return false;
        if (value < 10000) value = 10 * value + (*text - '0');
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
    for (; text < end && (cr_is_digit(*text) || (*text == '.' && !point)); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (seen < MAX_DIGITS)
            seen++;
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
    if (digits != 0 && exponent > MAX_EXPONENT) return false;
    double value = scale_decimal(digits, exponent);
    *out = negative ? -value : value;
    return true;
}

/// Whatever separates the decimals of a finite number becomes a point.
static void remove_locale(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        bool plain = cr_is_digit(*from) || strchr("+-e", *from);
        if (plain)
            *to++ = *from;
        else if (to[-1] != '.')
            *to++ = '.';
    }
    *to = 0;
}

void cr_format_float(float value, char out[CR_FLOAT_TEXT]) {
    for (int digits = 6; digits <= 9; digits++) {
        double back;
        snprintf(out, CR_FLOAT_TEXT, "%.*g", digits, (double)value);
        remove_locale(out);
        if (cr_parse_number(out, strlen(out), &back) && (float)back == value) return;
    }
}

bool cr_parse_integer(const char *text, size_t length, int64_t *out) {
    const char *end = text + length;
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end || end - text > 18) return false;
    int64_t value = 0;
    for (; text < end; text++) {
        if (!cr_is_digit(*text)) return false;
        value = 10 * value + (*text - '0');
    }
    *out = negative ? -value : value;
    return true;
}
