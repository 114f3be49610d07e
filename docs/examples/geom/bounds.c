// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The smallest axis-aligned box around a shape.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape capsule;
    carom_make_capsule((carom_vec2){1, 1}, (carom_vec2){5, 4}, 1, &capsule);
    carom_box bounds = carom_shape_bounds(&capsule);
    printf("(%g, %g) to (%g, %g)\n", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
}

// Prints:
// (0, 0) to (6, 5)
