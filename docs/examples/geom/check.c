// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape that was filled in by hand, or read from a file, may be invalid. Queries on it report no hit.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON,
                         .polygon = {.count = 4, .v = {{0, 0}, {4, 4}, {4, 0}, {0, 4}}}}; // crosses itself
    printf("%s\n", carom_status_text(carom_shape_check(&shape)));
    printf("overlaps itself: %s\n", carom_overlap(&shape, &shape) ? "yes" : "no");
}

// Prints:
// polygon is not convex
// overlaps itself: no
