// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Follows the renderers of Tiled 1.12 (isometric, hexagonal, oblique), including that halves of odd sizes are rounded
// down where an image is drawn.
#include "io/tiled_grid.h"

#include <math.h>

cr_affine cr_projection(const cr_tiled *tiled) {
    double width = tiled->cell_width, height = tiled->cell_height;
    if (tiled->orientation == CR_ISOMETRIC) // object coordinates are in units of the cell height on both axes
        return (cr_affine){width / height / 2, -width / height / 2, 0.5, 0.5, tiled->rows * width / 2, 0};
    if (tiled->orientation == CR_OBLIQUE) return (cr_affine){1, tiled->skew_x / height, tiled->skew_y / width, 1, 0, 0};
    return (cr_affine){1, 0, 0, 1, 0, 0};
}

// Dimensions of a hexagon. A staggered map is a hexagonal one with sides of length 0.
//
//        offset_x
//        |---|_____           _
//           /     \           | offset_y
//          /       \          -
//          \       /
//           \_____/
//            column_width - offset_x = side_x
typedef struct hexagon {
    double side_x, side_y, offset_x, offset_y;
    double column_width, row_height; // distance between columns, and between rows
    double width, height;
} hexagon;

static hexagon hexagon_of(const cr_tiled *tiled) {
    hexagon h = {0};
    double side = tiled->orientation == CR_HEXAGONAL ? tiled->hexagon_side : 0;
    if (tiled->stagger_x)
        h.side_x = side;
    else
        h.side_y = side;
    h.offset_x = floor((tiled->cell_width - h.side_x) / 2);
    h.offset_y = floor((tiled->cell_height - h.side_y) / 2);
    h.column_width = h.offset_x + h.side_x;
    h.row_height = h.offset_y + h.side_y;
    h.width = h.column_width + h.offset_x;
    h.height = h.row_height + h.offset_y;
    return h;
}

static bool is_shifted(const cr_tiled *tiled, int index) {
    return (index % 2 == 0) == tiled->stagger_even;
}

// The min corner of the box around a hexagonal or staggered cell.
static cr_point hexagon_corner(const cr_tiled *tiled, const hexagon *h, int column, int row) {
    if (tiled->stagger_x)
        return (cr_point){column * h->column_width, row * h->height + (is_shifted(tiled, column) ? h->row_height : 0)};
    return (cr_point){column * h->width + (is_shifted(tiled, row) ? h->column_width : 0), row * h->row_height};
}

// A vertex of the grid of an orthogonal, isometric or oblique map.
static cr_point grid_point(const cr_tiled *tiled, int column, int row) {
    bool isometric = tiled->orientation == CR_ISOMETRIC;
    const cr_affine projection = cr_projection(tiled);
    double step = isometric ? tiled->cell_height : tiled->cell_width;
    return cr_apply_affine(&projection, (cr_point){column * step, row * tiled->cell_height});
}

cr_point cr_cell_bottom_left(const cr_tiled *tiled, int column, int row) {
    if (tiled->orientation == CR_STAGGERED || tiled->orientation == CR_HEXAGONAL) {
        hexagon h = hexagon_of(tiled);
        cr_point corner = hexagon_corner(tiled, &h, column, row);
        return (cr_point){corner.x, corner.y + h.height};
    }
    if (tiled->orientation != CR_ISOMETRIC) return grid_point(tiled, column, row + 1);
    cr_point top = grid_point(tiled, column, row);
    return (cr_point){top.x - floor(tiled->cell_width / 2), top.y + tiled->cell_height};
}

static int hexagon_outline(const cr_tiled *tiled, int column, int row, cr_point *corners) {
    hexagon h = hexagon_of(tiled);
    cr_point at = hexagon_corner(tiled, &h, column, row);
    const cr_point from_corner[CR_CELL_CORNERS] = {{h.offset_x, 0},
                                                   {h.column_width, 0},
                                                   {h.width, h.offset_y},
                                                   {h.width, h.row_height},
                                                   {h.column_width, h.height},
                                                   {h.offset_x, h.height},
                                                   {0, h.row_height},
                                                   {0, h.offset_y}};
    for (int i = 0; i < CR_CELL_CORNERS; i++) corners[i] = (cr_point){at.x + from_corner[i].x, at.y + from_corner[i].y};
    return CR_CELL_CORNERS;
}

int cr_cell_outline(const cr_tiled *tiled, int column, int row, cr_point corners[CR_CELL_CORNERS]) {
    if (tiled->orientation == CR_STAGGERED || tiled->orientation == CR_HEXAGONAL)
        return hexagon_outline(tiled, column, row, corners);
    corners[0] = grid_point(tiled, column, row);
    corners[1] = grid_point(tiled, column + 1, row);
    corners[2] = grid_point(tiled, column + 1, row + 1);
    corners[3] = grid_point(tiled, column, row + 1);
    return 4;
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

static void include_cell(const cr_tiled *tiled, int column, int row, carom_box *bounds, bool *any) {
    cr_point corners[CR_CELL_CORNERS];
    int count = cr_cell_outline(tiled, column, row, corners);
    for (int i = 0; i < count; i++, *any = true) {
        carom_vec2 p = cr_narrow_point(corners[i]);
        if (!*any || p.x < bounds->min.x) bounds->min.x = p.x;
        if (!*any || p.y < bounds->min.y) bounds->min.y = p.y;
        if (!*any || p.x > bounds->max.x) bounds->max.x = p.x;
        if (!*any || p.y > bounds->max.y) bounds->max.y = p.y;
    }
}

// The cells at the corners are extreme; in staggered maps, their neighbours too.
static void include_chunk(const cr_tiled *tiled, const cr_chunk *chunk, carom_box *bounds, bool *any) {
    for (int i = 0; i < 16; i++) {
        int column = i % 4 < 2 ? i % 4 : chunk->columns - 4 + i % 4, row = i / 4 < 2 ? i / 4 : chunk->rows - 4 + i / 4;
        if (column < 0 || row < 0 || column >= chunk->columns || row >= chunk->rows) continue;
        include_cell(tiled, chunk->column + column, chunk->row + row, bounds, any);
    }
}

carom_box cr_map_bounds(const cr_tiled *tiled) {
    carom_box bounds = {{0, 0}, {0, 0}};
    bool any = false;
    const cr_chunk all = {.columns = tiled->columns, .rows = tiled->rows};
    if (!tiled->infinite) include_chunk(tiled, &all, &bounds, &any);
    for (const cr_layer *layer = tiled->layers; tiled->infinite && layer; layer = layer->next)
        for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
            include_chunk(tiled, chunk, &bounds, &any);
    return bounds;
}
