// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Touching is overlap, and the answer is exact.
#include <carom.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    carom_shape a, b;
    carom_make_circle((carom_vec2){3, 2}, 2, &a);
    carom_make_circle((carom_vec2){6, 6}, 3, &b); // 5 apart: 3, 4, 5
    printf("radii 2 and 3, centres 5 apart: %s\n", carom_overlap(&a, &b) ? "overlap" : "apart");

    carom_make_circle((carom_vec2){6, nextafterf(6, 7)}, 3, &b); // the next float
    printf("one ulp farther: %s\n", carom_overlap(&a, &b) ? "overlap" : "apart");
}

// Prints:
// radii 2 and 3, centres 5 apart: overlap
// one ulp farther: apart
