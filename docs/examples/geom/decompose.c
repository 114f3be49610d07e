// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The convex parts of a concave mover, drawn as one outline.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 points[] = {{0, 0}, {2, 0}, {2, 3}, {4, 3}, {4, 0}, {6, 0}, {6, 5}, {3, 6}, {0, 5}};
    carom_shape parts[16], hero;
    int count;
    carom_ring outline = {points, 9};
    carom_decompose(&outline, 1, NULL, parts, 16, &count);
    carom_make_compound(parts, count, &hero); // refers to parts

    carom_shape coin;
    carom_make_circle((carom_vec2){3, 1}, 0.5f, &coin);
    printf("%d convex parts; a coin between the arms %s\n", count,
           carom_overlap(&hero, &coin) ? "is touched" : "is not touched");
}

// Prints:
// 3 convex parts; a coin between the arms is not touched
