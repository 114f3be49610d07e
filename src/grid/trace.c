// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under any segment. On each axis the first and the last cell are computed once. Each step then crosses the
// next grid line; the side of the segment on which a vertical and a horizontal line cross says which one is next.
#include "grid/iterator.h"
#include "grid/line.h"

#include <math.h>

/// The state of a carom_trace.
typedef struct CR_MAY_ALIAS cr_trace {
    carom_cell at;     ///< the next cell
    carom_grid grid;   ///< the grid
    carom_vec2 from;   ///< start of the segment
    carom_vec2 to;     ///< end of the segment
    carom_cell step;   ///< -1 or 1 on each axis
    int64_t line_x;    ///< the next vertical grid line
    int64_t line_y;    ///< the next horizontal grid line
    int64_t left_x;    ///< vertical grid lines still to be crossed
    int64_t left_y;    ///< horizontal grid lines still to be crossed
    carom_cell second; ///< from each cell to the one across, if the segment runs along a grid line
    int shoulder;      ///< at a corner, or across a grid line: how many cells were visited
    bool shoulders;    ///< visit them
    bool more;         ///< there is a next cell
} cr_trace;
CR_FITS(cr_trace, carom_trace);

/// The first and the last cell of a segment on one axis: touched, or, if `open`, touched by more than their border.
typedef struct axis_range {
    int32_t first, last;
    bool on_line; ///< no motion, on a grid line: the rows on both sides of it, or, if open, none
} axis_range;

static bool find_axis_range(cr_lines lines, float from, float to, bool open, axis_range *out) {
    int32_t from_low, from_high, to_low, to_high;
    if (!cr_cells_at(lines, (cr_sum){.a = from}, &from_low, &from_high)) return false;
    if (!cr_cells_at(lines, (cr_sum){.a = to}, &to_low, &to_high)) return false;
    bool up = open ? from < to : from <= to;
    *out = (axis_range){
        .first = up == open ? from_high : from_low,
        .last = up == open ? to_low : to_high,
        .on_line = from == to && from_low != from_high,
    };
    return true;
}

static bool is_finite(carom_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

carom_status carom_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                               carom_trace *iterator) {
    cr_trace *out = (cr_trace *)iterator;
    *out = (cr_trace){.grid = *grid, .from = from, .to = to, .shoulders = corners != CAROM_CORNERS_OPEN};
    carom_status status = cr_grid_check(grid);
    if (status != CAROM_STATUS_OK) return status;
    if (!is_finite(from) || !is_finite(to)) return CAROM_STATUS_NOT_FINITE;
    axis_range x, y;
    if (!find_axis_range((cr_lines){grid->origin.x, grid->cell.x}, from.x, to.x, !out->shoulders, &x))
        return CAROM_STATUS_TOO_LARGE;
    if (!find_axis_range((cr_lines){grid->origin.y, grid->cell.y}, from.y, to.y, !out->shoulders, &y))
        return CAROM_STATUS_TOO_LARGE;
    if (!out->shoulders && (x.on_line || y.on_line)) return CAROM_STATUS_OK;

    out->more = true;
    out->at = (carom_cell){x.first, y.first};
    out->step = (carom_cell){to.x < from.x ? -1 : 1, to.y < from.y ? -1 : 1};
    out->line_x = x.first + (int64_t)(out->step.x > 0);
    out->line_y = y.first + (int64_t)(out->step.y > 0);
    // If the segment runs along a grid line, each cell is followed by the cell across the line, `second`, and the row
    // of that cell is not a step. If it is a point on a corner, x uses `second` and y steps from row to row.
    if (x.on_line) {
        out->second.x = out->step.y;
        out->at.x = out->step.y > 0 ? x.first : x.last;
    } else {
        out->left_x = out->step.x > 0 ? (int64_t)x.last - x.first : (int64_t)x.first - x.last;
    }
    if (y.on_line && !x.on_line) {
        out->second.y = out->step.x;
        out->at.y = out->step.x > 0 ? y.first : y.last;
    } else {
        out->left_y = out->step.y > 0 ? (int64_t)y.last - y.first : (int64_t)y.first - y.last;
    }
    return CAROM_STATUS_OK;
}

/// The next grid line: < 0 the vertical one, > 0 the horizontal one, 0 both.
static int next_line(const cr_trace *trace) {
    if (trace->left_y == 0) return -1;
    if (trace->left_x == 0) return 1;
    int side = cr_path_side(&trace->grid, (cr_grid_crossing){trace->line_x, trace->line_y}, trace->from, trace->to,
                            trace->from);
    // Towards +x and +y, the vertical line comes first if the crossing is on the left.
    return -side * trace->step.x * trace->step.y;
}

static void cross_vertical(cr_trace *trace) {
    trace->at.x += trace->step.x;
    trace->line_x += trace->step.x;
    --trace->left_x;
}

static void cross_horizontal(cr_trace *trace) {
    trace->at.y += trace->step.y;
    trace->line_y += trace->step.y;
    --trace->left_y;
}

static void cross_corner(cr_trace *trace) {
    if (!trace->shoulders) {
        cross_vertical(trace);
        cross_horizontal(trace);
    } else if (trace->shoulder == 0) {
        trace->at.x += trace->step.x;
        trace->shoulder = 1;
    } else if (trace->shoulder == 1) {
        trace->at.x -= trace->step.x;
        trace->at.y += trace->step.y;
        trace->shoulder = 2;
    } else {
        trace->at.y -= trace->step.y;
        trace->shoulder = 0;
        cross_vertical(trace);
        cross_horizontal(trace);
    }
}

static void advance(cr_trace *trace) {
    bool doubled = trace->second.x != 0 || trace->second.y != 0;
    if (doubled && trace->shoulder == 0) {
        trace->at.x += trace->second.x;
        trace->at.y += trace->second.y;
        trace->shoulder = 1;
        return;
    }
    trace->more = trace->left_x > 0 || trace->left_y > 0;
    if (!trace->more) return;
    if (doubled) {
        trace->at.x -= trace->second.x;
        trace->at.y -= trace->second.y;
        trace->shoulder = 0;
    }
    int next = trace->shoulder != 0 ? 0 : next_line(trace);
    if (next < 0) {
        cross_vertical(trace);
    } else if (next > 0) {
        cross_horizontal(trace);
    } else {
        cross_corner(trace);
    }
}

bool carom_trace_next(carom_trace *iterator, carom_cell *cell) {
    cr_trace *trace = (cr_trace *)iterator;
    if (!trace->more) return false;
    *cell = trace->at;
    advance(trace);
    return true;
}
