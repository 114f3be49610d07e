// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Small maps for the tests of sight and field of view: random and drawn ones, in all forms of a map.
#pragma once

#include "carom/grid.h"
#include "random.h"

#include <string.h>

enum { MAP_SIDE = 80, MAP_WORDS = 2 * MAP_SIDE * 2 + 2 * MAP_SIDE / 8 * 2 }; ///< two words a row

/// A map in all forms.
typedef struct walls {
    int32_t columns, rows;
    uint8_t bytes[MAP_SIDE * MAP_SIDE];
    uint64_t bits[MAP_WORDS];
} walls;

static inline bool walls_at(const walls *w, int x, int y) {
    return x < 0 || x >= w->columns || y < 0 || y >= w->rows || w->bytes[y * w->columns + x] != 0;
}

static inline void walls_random(walls *w, int columns, int rows, float density, random_source *r) {
    w->columns = columns;
    w->rows = rows;
    for (int i = 0; i < columns * rows; ++i) w->bytes[i] = (uint8_t)(random_unit(r) < density ? 1 + i % 255 : 0);
    carom_bits_pack(w->bytes, columns, rows, w->bits);
}

/// Reads a picture: '#' blocks; rows are separated by line feeds.
static inline void walls_drawn(walls *w, const char *picture) {
    w->columns = (int32_t)strcspn(picture, "\n");
    w->rows = 0;
    for (; *picture != '\0'; picture += w->columns + (picture[w->columns] == '\n')) {
        for (int x = 0; x < w->columns; ++x) w->bytes[w->rows * w->columns + x] = picture[x] == '#';
        ++w->rows;
    }
    carom_bits_pack(w->bytes, w->columns, w->rows, w->bits);
}

static inline bool walls_callback(void *context, carom_cell cell) {
    return walls_at((const walls *)context, cell.x, cell.y);
}

enum { MAP_FORMS = 4 };

/// Returns the map in one of MAP_FORMS forms; 0 is bytes.
static inline carom_sight_map walls_map(walls *w, int form) {
    carom_sight_map map = {.columns = w->columns, .rows = w->rows};
    switch (form) {
    case 0: map.bytes = w->bytes; break;
    case 1:
        map.blocks = walls_callback;
        map.context = w;
        break;
    case 2: // without a border: the callback also decides cells outside
        map = (carom_sight_map){.blocks = walls_callback, .context = w};
        break;
    default: map.bits = w->bits; break;
    }
    return map;
}
