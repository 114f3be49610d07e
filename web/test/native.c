// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Native reference for functions without a line of `carom query`. Reads an op and its numbers from each line of
// standard input, and writes a line of numbers.
#include <carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };
static float v[MOST];
static int count;

static void put(float value) {
    printf(" %.9g", (double)value);
}

static void hull(void) {
    carom_shape out;
    printf("%d", carom_make_hull((const carom_vec2 *)v, count / 2, &out));
    for (int i = 0; out.kind == CAROM_SHAPE_POLYGON && i < out.polygon.count; i++)
        put(out.polygon.v[i].x), put(out.polygon.v[i].y);
}

// Arguments: corners, origin, cell, from, to.
static void trace(void) {
    carom_grid grid = {{v[1], v[2]}, {v[3], v[4]}};
    carom_trace walk;
    printf("%d",
           carom_trace_begin(&grid, (carom_vec2){v[5], v[6]}, (carom_vec2){v[7], v[8]}, (carom_corners)v[0], &walk));
    for (carom_cell cell; carom_trace_next(&walk, &cell);) printf(" %d %d", cell.x, cell.y);
}

// Arguments: origin, cell, move, and the numbers of a point, circle or box.
static void cover(void) {
    carom_grid grid = {{v[0], v[1]}, {v[2], v[3]}};
    carom_shape shape;
    if (count == 8)
        carom_make_point((carom_vec2){v[6], v[7]}, &shape);
    else if (count == 9)
        carom_make_circle((carom_vec2){v[6], v[7]}, v[8], &shape);
    else
        carom_make_box((carom_vec2){v[6], v[7]}, (carom_vec2){v[8], v[9]}, &shape);
    carom_cover walk;
    printf("%d", carom_cover_begin(&grid, &shape, (carom_vec2){v[4], v[5]}, &walk));
    for (carom_span span; carom_cover_next(&walk, &span);) printf(" %d %d %d", span.y, span.x_min, span.x_max);
}

static void codes_at(int first, int size, uint8_t *codes) {
    for (int i = 0; i < size; i++) codes[i] = (uint8_t)v[first + i];
}

// Arguments: columns, rows, codes; then column, row, columns, rows and codes to set. Prints the edges, and the image of
// the level.
static void edit(void) {
    uint8_t codes[MOST];
    int columns = (int)v[0], rows = (int)v[1], at = 2 + columns * rows;
    codes_at(2, columns * rows, codes);
    carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .editable = true}, &level, NULL))
        exit(1);
    codes_at(at + 4, (int)v[at + 2] * (int)v[at + 3], codes);
    const carom_tile_block block = {0, (int)v[at], (int)v[at + 1], (int)v[at + 2], (int)v[at + 3], codes};
    printf("%d", carom_level_set_tiles(level, &block));
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        put(edge.a.x), put(edge.a.y), put(edge.b.x), put(edge.b.y);
    }
    size_t size = carom_level_image_size(level);
    unsigned char *image = malloc(size);
    carom_level_image_write(level, image);
    printf(" image ");
    for (size_t i = 0; i < size; i++) printf("%02x", image[i]);
    free(image);
    carom_level_free(level);
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char *op = strtok(line, " \n");
        count = 0;
        for (char *word; count < MOST && (word = strtok(NULL, " \n")); count++) v[count] = strtof(word, NULL);
        if (strcmp(op, "hull") == 0) hull();
        if (strcmp(op, "trace") == 0) trace();
        if (strcmp(op, "cover") == 0) cover();
        if (strcmp(op, "edit") == 0) edit();
        putchar('\n');
    }
    return 0;
}
