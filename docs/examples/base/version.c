// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The version of the header and of the linked library, and the phrase of a status.
#include <carom.h>
#include <stdio.h>

int main(void) {
    printf("header %d.%d, library %s\n", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, carom_version());

    carom_shape shape;
    carom_status status = carom_make_circle((carom_vec2){0, 0}, -1, &shape);
    printf("a circle with radius -1: %s\n", carom_status_text(status));
}

// Prints:
// header 0.3, library 0.3.0-dev
// a circle with radius -1: negative radius
