// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under a moving shape. The area that a convex shape sweeps along a straight path is convex, so each row has
// one run of cells: no cell appears twice, and no state but the row is needed. The ends of a run are estimated in
// double and corrected by exact tests of single cells.
#include "grid/iterator.h"
#include "grid/line.h"

#include <math.h>

/// The state of a carom_cover.
typedef struct CR_MAY_ALIAS cr_cover {
    carom_grid grid; ///< the grid
    carom_box box;   ///< at the start; of a circle, its centre
    float radius;    ///< of a circle; otherwise 0
    carom_vec2 move; ///< the motion
    int32_t x_min;   ///< first column that it touches
    int32_t x_max;   ///< last column that it touches
    int32_t y;       ///< the next row
    int32_t step;    ///< from one row to the next
    int64_t left;    ///< number of rows still to come
} cr_cover;
CR_FITS(cr_cover, carom_cover);

static cr_lines columns_of(const carom_grid *grid) {
    return (cr_lines){grid->origin.x, grid->cell.x};
}

static cr_lines rows_of(const carom_grid *grid) {
    return (cr_lines){grid->origin.y, grid->cell.y};
}

static float min_float(float a, float b) {
    return a < b ? a : b;
}

static float max_float(float a, float b) {
    return a < b ? b : a;
}

/// The cells that a moving interval touches: from `low`, its lowest coordinate, to `high`, its highest.
static bool find_cell_range(cr_lines lines, cr_sum low, cr_sum high, int32_t *first, int32_t *last) {
    int32_t inner;
    return cr_cells_at(lines, low, first, &inner) && cr_cells_at(lines, high, &inner, last);
}

carom_status carom_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move,
                               carom_cover *iterator) {
    cr_cover *out = (cr_cover *)iterator;
    *out = (cr_cover){.grid = *grid, .move = move};
    carom_status status = cr_grid_check(grid);
    if (status == CAROM_STATUS_OK) status = carom_shape_check(shape);
    if (status != CAROM_STATUS_OK) return status;
    if (!isfinite(move.x) || !isfinite(move.y)) return CAROM_STATUS_NOT_FINITE;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: out->box = (carom_box){shape->point, shape->point}; break;
    case CAROM_SHAPE_BOX: out->box = shape->box; break;
    case CAROM_SHAPE_CIRCLE:
        out->box = (carom_box){shape->circle.center, shape->circle.center};
        out->radius = shape->circle.radius;
        break;
    default: return CAROM_STATUS_BAD_ARGUMENT;
    }
    int32_t y_min, y_max;
    const carom_box *box = &out->box;
    float r = out->radius;
    cr_sum left = {box->min.x, min_float(move.x, 0), -r}, right = {box->max.x, max_float(move.x, 0), r};
    cr_sum bottom = {box->min.y, min_float(move.y, 0), -r}, top = {box->max.y, max_float(move.y, 0), r};
    if (!find_cell_range(columns_of(grid), left, right, &out->x_min, &out->x_max) ||
        !find_cell_range(rows_of(grid), bottom, top, &y_min, &y_max)) {
        return CAROM_STATUS_TOO_LARGE;
    }
    out->step = move.y < 0 ? -1 : 1;
    out->y = move.y < 0 ? y_max : y_min;
    out->left = (int64_t)y_max - y_min + 1;
    return CAROM_STATUS_OK;
}

/// True if the swept box touches the cell. The cell must lie within the bounds of the swept box; then the two are apart
/// only if the cell is on one side of the swept strip. The corner of the cell farthest to that side decides.
static bool box_touches(const cr_cover *cover, int64_t x, int64_t y) {
    carom_vec2 move = cover->move, none = {0, 0};
    const carom_box *box = &cover->box;
    bool right = move.x > 0, up = move.y > 0;
    carom_vec2 rightmost = {up ? box->max.x : box->min.x, right ? box->min.y : box->max.y};
    carom_vec2 leftmost = {up ? box->min.x : box->max.x, right ? box->max.y : box->min.y};
    return cr_path_side(&cover->grid, (cr_grid_crossing){up ? x : x + 1, right ? y + 1 : y}, rightmost, move, none) >=
               0 &&
           cr_path_side(&cover->grid, (cr_grid_crossing){up ? x + 1 : x, right ? y : y + 1}, leftmost, move, none) <= 0;
}

/// The side of the interval k..k+1 of grid lines on which `at` lies: -1, 1, or 0 if `at` touches the interval.
static int interval_side(cr_lines lines, int64_t k, cr_sum at) {
    return cr_line_side(lines, k, at) > 0 ? -1 : cr_line_side(lines, k + 1, at) < 0;
}

/// True if the circle about center + ahead touches a side of the cell with the foot of its centre on that side.
static bool end_touches_side(const cr_cover *cover, int64_t x, int64_t y, carom_vec2 ahead) {
    cr_lines columns = columns_of(&cover->grid), rows = rows_of(&cover->grid);
    carom_vec2 center = cover->box.min;
    int side_x = interval_side(columns, x, (cr_sum){center.x, ahead.x, 0});
    int side_y = interval_side(rows, y, (cr_sum){center.y, ahead.y, 0});
    if (side_x != 0 && side_y != 0) return false;
    cr_sum edge_x = {center.x, ahead.x, side_x > 0 ? -cover->radius : cover->radius};
    cr_sum edge_y = {center.y, ahead.y, side_y > 0 ? -cover->radius : cover->radius};
    bool touches_x = side_x == 0 || interval_side(columns, x, edge_x) != side_x;
    bool touches_y = side_y == 0 || interval_side(rows, y, edge_y) != side_y;
    return touches_x && touches_y;
}

/// True if the path of the centre touches the cell, or its line does in a row with an end of the path. There the circle
/// about that end touches all cells within the bounds.
static bool path_touches(const cr_cover *cover, int64_t x, int64_t y) {
    cr_lines rows = rows_of(&cover->grid);
    float center = cover->box.min.y, move = cover->move.y;
    return cr_line_side(rows, y, (cr_sum){center, max_float(move, 0), 0}) <= 0 &&
           cr_line_side(rows, y + 1, (cr_sum){center, min_float(move, 0), 0}) >= 0 && box_touches(cover, x, y);
}

/// A moving circle touches a cell within its bounds if the path of its centre does, or comes within the radius of it.
/// In the latter case one of the closest points is a corner of the cell or an end of the path.
static bool circle_touches(const cr_cover *cover, int64_t x, int64_t y) {
    carom_vec2 none = {0, 0};
    if (path_touches(cover, x, y) || end_touches_side(cover, x, y, none) ||
        end_touches_side(cover, x, y, cover->move)) {
        return true;
    }
    for (int corner = 0; corner < 4; ++corner) {
        cr_grid_crossing at = {x + (corner & 1), y + (corner >> 1)};
        if (cr_path_near(&cover->grid, at, cover->box.min, cover->move, cover->radius)) return true;
    }
    return false;
}

static bool shape_touches(const cr_cover *cover, int64_t x, int64_t y) {
    return cover->radius > 0 ? circle_touches(cover, x, y) : box_touches(cover, x, y);
}

/// Estimate of the extent of a shape within a row, in double.
typedef struct extent {
    double left, right;
} extent;

static double clamp_double(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static double max_double(double a, double b) {
    return a > b ? a : b;
}

static extent box_extent(const cr_cover *cover, double row_min, double row_max) {
    double mx = (double)cover->move.x, my = (double)cover->move.y;
    double begin = 0, end = 1; // the part of the motion during which the box is in the row
    if (my != 0) {
        double first = (row_min - (double)cover->box.max.y) / my, last = (row_max - (double)cover->box.min.y) / my;
        begin = clamp_double(my > 0 ? first : last, 0, 1);
        end = clamp_double(my > 0 ? last : first, 0, 1);
    }
    return (extent){(double)cover->box.min.x + (mx > 0 ? begin : end) * mx,
                    (double)cover->box.max.x + (mx > 0 ? end : begin) * mx};
}

/// The farthest x of a moving circle to one side (-1 left, 1 right) within a row. It occurs at the height of the path's
/// end on that side, clamped to the row.
static double circle_extent(const cr_cover *cover, double row_min, double row_max, double side) {
    double x = (double)cover->box.min.x, y = (double)cover->box.min.y, r = (double)cover->radius;
    double mx = (double)cover->move.x, my = (double)cover->move.y;
    double height = clamp_double(side * mx > 0 ? y + my : y, row_min, row_max);
    double best = -(double)INFINITY;
    for (int end = 0; end < 2; ++end) {
        double dy = height - (y + end * my);
        if (fabs(dy) <= r) best = max_double(best, side * (x + end * mx) + sqrt(r * r - dy * dy));
    }
    // The tangent on this side, where it crosses that height.
    double length = sqrt(mx * mx + my * my);
    if (my != 0) {
        double nx = side * fabs(my) / length, ny = -nx * mx / my;
        double t = (height - (y + ny * r)) / my;
        if (t >= 0 && t <= 1) best = max_double(best, side * (x + nx * r + t * mx));
    }
    return isinf(best) ? x : side * best;
}

static extent row_extent(const cr_cover *cover, int32_t row) {
    double height = (double)cover->grid.cell.y, origin = (double)cover->grid.origin.y;
    double row_min = origin + row * height, row_max = row_min + height;
    if (cover->radius > 0) {
        return (extent){circle_extent(cover, row_min, row_max, -1), circle_extent(cover, row_min, row_max, 1)};
    }
    return box_extent(cover, row_min, row_max);
}

static int32_t column_at(const cr_cover *cover, double x) {
    double column = floor((x - (double)cover->grid.origin.x) / (double)cover->grid.cell.x);
    return (int32_t)clamp_double(column, cover->x_min, cover->x_max);
}

/// Returns the touched cell closest to the estimate. Every row of a cover has one.
static int64_t closest_touched(const cr_cover *cover, int64_t guess, int64_t y) {
    for (int64_t away = 0; away <= (int64_t)cover->x_max - cover->x_min; ++away) {
        if (guess - away >= cover->x_min && shape_touches(cover, guess - away, y)) return guess - away;
        if (guess + away <= cover->x_max && shape_touches(cover, guess + away, y)) return guess + away;
    }
    return guess;
}

bool carom_cover_next(carom_cover *iterator, carom_span *span) {
    cr_cover *cover = (cr_cover *)iterator;
    if (cover->left <= 0) return false;
    int32_t y = cover->y;
    extent guess = row_extent(cover, y);
    int64_t low = closest_touched(cover, column_at(cover, guess.left), y);
    int64_t high = closest_touched(cover, column_at(cover, guess.right), y);
    while (low > cover->x_min && shape_touches(cover, low - 1, y)) --low;
    while (high < cover->x_max && shape_touches(cover, high + 1, y)) ++high;
    *span = (carom_span){y, (int32_t)low, (int32_t)high};
    if (--cover->left > 0) cover->y += cover->step;
    return true;
}
