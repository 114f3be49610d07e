// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The makers of shapes without structs by value.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    const carom_vec2 zero = {0, 0}, one = {4, 2}, offset = {10, 10};
    const carom_box box = {{0, 0}, {4, 2}};
    const carom_pose pose = {{10, 10}, {1, 0}};
    carom_shape shapes[10];
    carom_status status = carom_flat_make_point(&one, &shapes[0]);
    if (!status) status = carom_flat_make_segment(&zero, &one, &shapes[1]);
    if (!status) status = carom_flat_make_one_sided(&zero, &one, &shapes[2]);
    if (!status) status = carom_flat_make_circle(&zero, 2, &shapes[3]);
    if (!status) status = carom_flat_make_box(&zero, &one, &shapes[4]);
    if (!status) status = carom_flat_make_capsule(&zero, &one, 1, &shapes[5]);
    if (!status) status = carom_flat_make_rounded_box(&box, 1, &shapes[6]);
    if (!status) status = carom_flat_make_oriented_box(&box, &pose, &shapes[7]);
    carom_flat_shape_at(&shapes[3], &offset, &shapes[8]);
    carom_flat_shape_posed(&shapes[4], &pose, &shapes[9]);
    if (status) return puts(carom_status_text(status)), 1;

    for (int i = 0; i < 10; i++) {
        carom_box bounds;
        carom_flat_shape_bounds(&shapes[i], &bounds);
        printf("kind %d: (%g, %g) to (%g, %g)\n", shapes[i].kind, bounds.min.x, bounds.min.y, bounds.max.x,
               bounds.max.y);
    }
}

// Prints:
// kind 1: (4, 2) to (4, 2)
// kind 2: (0, 0) to (4, 2)
// kind 2: (0, 0) to (4, 2)
// kind 3: (-2, -2) to (2, 2)
// kind 4: (0, 0) to (4, 2)
// kind 5: (-1, -1) to (5, 3)
// kind 6: (-1, -1) to (5, 3)
// kind 4: (10, 10) to (14, 12)
// kind 3: (8, 8) to (12, 12)
// kind 4: (10, 10) to (14, 12)
