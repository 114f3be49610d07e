// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level as bytes, for a file that can be mapped into memory.
#include <carom.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    size_t size = carom_level_image_size(level);
    void *bytes = malloc(size);
    if (!bytes) return 1;
    carom_level_image_write(level, bytes);
    carom_level_free(level);

    carom_error error;
    carom_status status = carom_level_open(bytes, size, NULL, &level, &error);
    if (status != CAROM_STATUS_OK) return puts(error.message), 1;
    printf("%d edges in place\n", carom_level_edge_count(level));
    carom_level_free(level);

    status = carom_level_open(bytes, size / 2, NULL, &level, &error);
    printf("half of the bytes: %s\n", carom_status_text(status));
    free(bytes);
}

// Prints:
// 8 edges in place
// half of the bytes: malformed file
