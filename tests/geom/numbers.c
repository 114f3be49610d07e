// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A stack of GMP integers. They keep their memory, so nothing is allocated after the first cases.
#include "geom/numbers.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL_SIZE = 1 << 17 };

static mpz_t pool[POOL_SIZE];
static int pool_used, pool_made;

static mpz_ptr fresh(void) {
    if (pool_used == pool_made) {
        if (pool_made == POOL_SIZE) {
            fputs("oracle: the pool of numbers is too small\n", stderr);
            abort();
        }
        mpz_init2(pool[pool_made++], 256);
    }
    return pool[pool_used++];
}

int numbers_in_use(void) {
    return pool_used;
}

void give_back(int mark) {
    pool_used = mark;
}

number integer(long value) {
    mpz_ptr r = fresh();
    mpz_set_si(r, value);
    return r;
}

number plus(number a, number b) {
    mpz_ptr r = fresh();
    mpz_add(r, a, b);
    return r;
}

number minus(number a, number b) {
    mpz_ptr r = fresh();
    mpz_sub(r, a, b);
    return r;
}

number times(number a, number b) {
    mpz_ptr r = fresh();
    mpz_mul(r, a, b);
    return r;
}

number absolute(number a) {
    mpz_ptr r = fresh();
    mpz_abs(r, a);
    return r;
}

number common_divisor(number a, number b) {
    mpz_ptr r = fresh();
    mpz_gcd(r, a, b);
    return r;
}

number divided(number a, number b) {
    mpz_ptr r = fresh();
    mpz_divexact(r, a, b);
    return r;
}

number shifted(number a, int bits) {
    mpz_ptr r = fresh();
    mpz_mul_2exp(r, a, (mp_bitcnt_t)bits);
    return r;
}

number square(number a) {
    return times(a, a);
}

int compare(number a, number b) {
    int c = mpz_cmp(a, b);
    return (c > 0) - (c < 0);
}

int lowest_bit(double value) {
    if (value == 0) return INT_MAX;
    int exponent;
    int64_t digits = (int64_t)ldexp(frexp(value, &exponent), 53);
    return exponent - 53 + __builtin_ctzll((uint64_t)digits);
}

number on_grid(double value, int grid) {
    if (value == 0) return integer(0);
    int exponent;
    int64_t digits = (int64_t)ldexp(frexp(value, &exponent), 53);
    int trailing = __builtin_ctzll((uint64_t)digits);
    return shifted(integer((long)(digits >> trailing)), exponent - 53 + trailing - grid);
}

int sign_with_root(number x, number y, number c) {
    int sx = mpz_sgn(x), sy = mpz_sgn(c) == 0 ? 0 : mpz_sgn(y);
    if (sx == 0 || sy == 0 || sx == sy) return sx != 0 ? sx : sy;
    return sx * compare(square(x), times(square(y), c));
}

number fraction(double t, int *bits) {
    int lowest = lowest_bit(t);
    *bits = lowest < 0 ? -lowest : 0;
    return on_grid(t, -*bits);
}

double real_of(number a, int grid) {
    long exponent;
    double digits = mpz_get_d_2exp(&exponent, a);
    return ldexp(digits, (int)exponent + grid);
}
