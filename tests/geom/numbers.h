// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Integers of any size for the oracles, as functions of values, so that code reads like formulas. Every result is taken
// from a common stack; a caller records its height and resets it afterwards. Single-threaded.
#pragma once

#include <gmp.h>

typedef mpz_srcptr number;

int numbers_in_use(void);
void give_back(int mark);

number integer(long value);
number plus(number a, number b);
number minus(number a, number b);
number times(number a, number b);
number square(number a);
number absolute(number a);
number common_divisor(number a, number b);
number divided(number a, number b); ///< must be divisible
number shifted(number a, int bits);
int compare(number a, number b); ///< -1, 0, 1

/// The sign of x + y * sqrt(c), c >= 0.
int sign_with_root(number x, number y, number c);

/// The exponent of the lowest set bit; INT_MAX for zero.
int lowest_bit(double value);

/// value / 2^grid, which must be an integer.
number on_grid(double value, int grid);

/// t as an integer over 2^bits.
number fraction(double t, int *bits);

/// a * 2^grid, rounded.
double real_of(number a, int grid);
