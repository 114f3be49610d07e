// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Times carom_level_make on a PGM image (P5), for tools/bitmaps.py: bitmaps FILE SMOOTH TOLERANCE REPEATS. Prints the
// edges, the least processor time in milliseconds, and the most memory held at one time in megabytes.
#include "carom/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t held, most;

static void *resize(void *context, void *memory, size_t old_size, size_t new_size) {
    (void)context;
    held += new_size - old_size;
    if (held > most) most = held;
    if (new_size > 0) return realloc(memory, new_size);
    free(memory);
    return NULL;
}

int main(int argc, char **argv) {
    int columns, rows, edges = 0;
    FILE *file = argc == 5 ? fopen(argv[1], "rb") : NULL;
    if (!file || fscanf(file, "P5 %d %d 255%*c", &columns, &rows) != 2 || columns < 1 || rows < 1) return 2;
    size_t size = (size_t)columns * (size_t)rows;
    uint8_t *samples = malloc(size);
    if (!samples || fread(samples, 1, size, file) != size) return 2;
    fclose(file);
    const carom_field field = {.columns = columns,
                               .rows = rows,
                               .cell = {1, 1},
                               .samples = samples,
                               .threshold = 128,
                               .smooth = atoi(argv[2]) != 0,
                               .tolerance = (float)atof(argv[3])};
    const carom_allocator allocator = {.resize = resize};
    const carom_level_desc desc = {.fields = &field, .fields_count = 1, .allocator = &allocator};
    double best = 1e9;
    for (int i = 0; i < atoi(argv[4]); ++i) {
        carom_level *level;
        clock_t start = clock();
        if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return 1;
        double spent = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
        if (spent < best) best = spent;
        edges = carom_level_edge_count(level);
        carom_level_free(level);
    }
    printf("%d %.1f %.0f\n", edges, best, (double)most / 1e6);
    free(samples);
    return 0;
}
