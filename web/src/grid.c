// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under lines and moving shapes, as lists.
#include "carom/grid.h"

#include "web.h"

WEB_SIZE(carom_span, 12); // y, x_min, x_max

// ---- Cells under lines and moving shapes ----------------------------------------------------------------------------
//
// The number of cells is not known in advance: carom.js calls these twice, first with capacity 0.

/// `v`: origin, cell, from, to. Writes up to `capacity` cells, and the number of all cells to *count.
carom_status WEB(trace)(const float *v, int corners, carom_cell *cells, int capacity, double *count) {
    carom_grid grid = {{v[0], v[1]}, {v[2], v[3]}};
    carom_trace trace;
    carom_vec2 from = {v[4], v[5]}, to = {v[6], v[7]};
    carom_status status = carom_trace_begin(&grid, from, to, (carom_corners)corners, &trace);
    int64_t found = 0;
    for (carom_cell cell; carom_trace_next(&trace, &cell); found++)
        if (found < capacity) cells[found] = cell;
    *count = (double)found;
    return status;
}

/// `v`: origin, cell, move. Writes up to `capacity` spans, and the number of all spans to *count.
carom_status WEB(cover)(const float *v, const carom_shape *shape, carom_span *spans, int capacity, double *count) {
    carom_grid grid = {{v[0], v[1]}, {v[2], v[3]}};
    carom_cover cover;
    carom_status status = carom_cover_begin(&grid, shape, (carom_vec2){v[4], v[5]}, &cover);
    int64_t found = 0;
    for (carom_span span; carom_cover_next(&cover, &span); found++)
        if (found < capacity) spans[found] = span;
    *count = (double)found;
    return status;
}
