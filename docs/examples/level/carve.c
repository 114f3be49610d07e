// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An explosion removes a disc from the ground, and a beam is built over the crater.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 ground[] = {{0, 20}, {120, 20}, {120, 60}, {0, 60}};
    carom_outline outline = {.points = ground, .count = 4};
    carom_level *level;
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1, .editable = true};
    if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return 1;

    carom_shape blast, beam;
    carom_make_circle((carom_vec2){60, 20}, 24, &blast);
    carom_make_box((carom_vec2){30, 16}, (carom_vec2){90, 22}, &beam);
    carom_status status = carom_level_carve(level, &blast);
    printf("carved: %s\n", carom_status_text(status));
    printf("solid in the crater: %d\n", carom_level_solid(level, (carom_vec2){60, 30}));
    status = carom_level_fill(level, &beam);
    printf("filled: %s\n", carom_status_text(status));
    printf("solid in the beam: %d\n", carom_level_solid(level, (carom_vec2){60, 20}));
    carom_level_free(level);
}

// Prints:
// carved: ok
// solid in the crater: 0
// filled: ok
// solid in the beam: 1
