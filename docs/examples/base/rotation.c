// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations are pairs of a cosine and a sine. They have the same bits on every machine.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_rotation quarter = carom_rotation_of(1.57079637f);
    printf("a quarter turn is (%g, %g), exactly\n", quarter.cosine, quarter.sine);

    carom_rotation third = carom_rotation_of(0.523598776f); // 30 degrees
    carom_rotation sum = carom_rotation_compose(quarter, third);
    carom_vec2 tip = carom_rotate(sum, (carom_vec2){10, 0});
    printf("(10, 0) turned by 90 + 30 degrees: (%.3f, %.3f)\n", tip.x, tip.y);

    carom_vec2 back = carom_rotate(carom_rotation_inverse(sum), tip);
    printf("and back: (%.3f, %.3f)\n", back.x, back.y);

    // A direction from elsewhere, of any length.
    carom_rotation aim = carom_rotation_normalized((carom_rotation){.cosine = 3, .sine = 4});
    printf("towards (3, 4): cosine %.2f, sine %.2f\n", aim.cosine, aim.sine);
}

// Prints:
// a quarter turn is (0, 1), exactly
// (10, 0) turned by 90 + 30 degrees: (-5.000, 8.660)
// and back: (10.000, 0.000)
// towards (3, 4): cosine 0.60, sine 0.80
