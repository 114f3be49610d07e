// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contact of two shapes that overlap: one point, or two where flat sides touch.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape crate, ground;
    carom_make_box((carom_vec2){4, 2}, (carom_vec2){7, 4.5f}, &crate);
    carom_make_box((carom_vec2){1, 4}, (carom_vec2){11, 6}, &ground);

    carom_contact_points contact = carom_contact(&crate, &ground);
    printf("depth %g along (%g, %g)\n", contact.depth, contact.normal.x, contact.normal.y);
    for (int i = 0; i < contact.count; i++) printf("at (%g, %g)\n", contact.points[i].x, contact.points[i].y);
}

// Prints:
// depth 0.5 along (0, -1)
// at (7, 4)
// at (4, 4)
