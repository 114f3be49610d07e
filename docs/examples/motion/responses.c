// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of a slide and of a bounce, for a game that resolves contacts itself.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 velocity = {4, 3};
    carom_vec2 floor = {0, -1}, wall = {-1, 0};
    carom_vec2 slid = carom_slide(velocity, &floor, 1);
    printf("along the floor: (%g, %g)\n", slid.x, slid.y);

    carom_vec2 corner[] = {floor, wall};
    slid = carom_slide(velocity, corner, 2);
    printf("in the corner: (%g, %g)\n", slid.x, slid.y);

    carom_vec2 bounced = carom_bounce(velocity, floor, 0.5f, 0);
    printf("bounced: (%g, %g)\n", bounced.x, bounced.y);
    bounced = carom_bounce(velocity, floor, 0.5f, 0.2f);
    printf("with friction: (%g, %g)\n", bounced.x, bounced.y);
}

// Prints:
// along the floor: (4, 0)
// in the corner: (0, 0)
// bounced: (4, -1.5)
// with friction: (3.1, -1.5)
