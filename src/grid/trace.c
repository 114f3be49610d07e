// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under any segment. On each axis the cells in which it begins and ends are found once; from then on the only
// question is which grid line comes next, and that is the side of the segment on which the two lines cross.
#include "grid/line.h"

#include <math.h>

/// The first and the last cell of a segment on one axis. Touched, or, `open`, with more than their border.
typedef struct way {
    int32_t first, last;
    bool along; ///< no motion, on a grid line: one row on each side of it, or, open, none
} way;

static bool find_way(cr_lines lines, float from, float to, bool open, way *out) {
    int32_t from_low, from_high, to_low, to_high;
    if (!cr_cells_at(lines, (cr_sum){.a = from}, &from_low, &from_high)) return false;
    if (!cr_cells_at(lines, (cr_sum){.a = to}, &to_low, &to_high)) return false;
    bool up = open ? from < to : from <= to;
    *out = (way){
        .first = up == open ? from_high : from_low,
        .last = up == open ? to_low : to_high,
        .along = from == to && from_low != from_high,
    };
    return true;
}

static bool is_finite(carom_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

carom_status carom_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                               carom_trace *out) {
    *out = (carom_trace){.grid = *grid, .from = from, .to = to, .shoulders = corners != CAROM_CORNERS_OPEN};
    carom_status status = cr_grid_check(grid);
    if (status != CAROM_OK) return status;
    if (!is_finite(from) || !is_finite(to)) return CAROM_NOT_FINITE;
    way x, y;
    if (!find_way((cr_lines){grid->origin.x, grid->cell.x}, from.x, to.x, !out->shoulders, &x)) return CAROM_TOO_LARGE;
    if (!find_way((cr_lines){grid->origin.y, grid->cell.y}, from.y, to.y, !out->shoulders, &y)) return CAROM_TOO_LARGE;
    if (!out->shoulders && (x.along || y.along)) return CAROM_OK;

    out->more = true;
    out->at = (carom_cell){x.first, y.first};
    out->step = (carom_cell){to.x < from.x ? -1 : 1, to.y < from.y ? -1 : 1};
    out->line_x = x.first + (int64_t)(out->step.x > 0);
    out->line_y = y.first + (int64_t)(out->step.y > 0);
    // Of two rows on both sides of the segment, the second is no step on the way, but goes along with each cell. Both
    // axes so: a point on a corner, which goes from row to row.
    if (x.along) {
        out->second.x = out->step.y;
        out->at.x = out->step.y > 0 ? x.first : x.last;
    } else {
        out->left_x = out->step.x > 0 ? (int64_t)x.last - x.first : (int64_t)x.first - x.last;
    }
    if (y.along && !x.along) {
        out->second.y = out->step.x;
        out->at.y = out->step.x > 0 ? y.first : y.last;
    } else {
        out->left_y = out->step.y > 0 ? (int64_t)y.last - y.first : (int64_t)y.first - y.last;
    }
    return CAROM_OK;
}

/// Which line comes next: < 0 the vertical one, > 0 the horizontal one, 0 both.
static int next_line(const carom_trace *trace) {
    if (trace->left_y == 0) return -1;
    if (trace->left_x == 0) return 1;
    int side =
        cr_path_side(&trace->grid, (cr_crossing){trace->line_x, trace->line_y}, trace->from, trace->to, trace->from);
    // Going up and right, the vertical line comes first when the crossing is on the left.
    return -side * trace->step.x * trace->step.y;
}

static void cross_vertical(carom_trace *trace) {
    trace->at.x += trace->step.x;
    trace->line_x += trace->step.x;
    --trace->left_x;
}

static void cross_horizontal(carom_trace *trace) {
    trace->at.y += trace->step.y;
    trace->line_y += trace->step.y;
    --trace->left_y;
}

static void cross_corner(carom_trace *trace) {
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

static void advance(carom_trace *trace) {
    bool along = trace->second.x != 0 || trace->second.y != 0;
    if (along && trace->shoulder == 0) {
        trace->at.x += trace->second.x;
        trace->at.y += trace->second.y;
        trace->shoulder = 1;
        return;
    }
    trace->more = trace->left_x > 0 || trace->left_y > 0;
    if (!trace->more) return;
    if (along) {
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

bool carom_trace_next(carom_trace *trace, carom_cell *cell) {
    if (!trace->more) return false;
    *cell = trace->at;
    advance(trace);
    return true;
}
