// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The hashes of all parts, a line each.
#include <stdio.h>

#include "same_bits.h"

int main(void) {
    for (int i = 0; i < SAME_BITS_PARTS; i++)
        printf("%-8s %016llx\n", same_bits_name(i), (unsigned long long)same_bits(i));
    return 0;
}
