// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under a moving shape. What a convex shape touches on a straight way is convex, so in each row it is one run
// of cells: no cell comes twice, and nothing has to be remembered. The ends of a run are guessed in double, and put
// right by an exact test of single cells.
#include "grid/line.h"

#include <math.h>

static cr_lines columns_of(const carom_grid *grid) {
    return (cr_lines){grid->origin.x, grid->cell.x};
}

static cr_lines rows_of(const carom_grid *grid) {
    return (cr_lines){grid->origin.y, grid->cell.y};
}

static float least(float a, float b) {
    return a < b ? a : b;
}

static float most(float a, float b) {
    return a < b ? b : a;
}

/// The cells that low - radius .. high + radius touches on its way on one axis.
static bool find_range(cr_lines lines, float low, float high, float radius, float move, int32_t *first, int32_t *last) {
    int32_t inner;
    return cr_cells_at(lines, (cr_sum){low, least(move, 0), -radius}, first, &inner) &&
           cr_cells_at(lines, (cr_sum){high, most(move, 0), radius}, &inner, last);
}

carom_status carom_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move, carom_cover *out) {
    *out = (carom_cover){.grid = *grid, .move = move};
    carom_status status = cr_grid_check(grid);
    if (status == CAROM_OK) status = carom_shape_check(shape);
    if (status != CAROM_OK) return status;
    if (!isfinite(move.x) || !isfinite(move.y)) return CAROM_NOT_FINITE;
    switch (shape->kind) {
    case CAROM_POINT: out->box = (carom_box){shape->point, shape->point}; break;
    case CAROM_BOX: out->box = shape->box; break;
    case CAROM_CIRCLE:
        out->box = (carom_box){shape->circle.center, shape->circle.center};
        out->radius = shape->circle.radius;
        break;
    default: return CAROM_BAD_ARGUMENT;
    }
    int32_t y_min, y_max;
    if (!find_range(columns_of(grid), out->box.min.x, out->box.max.x, out->radius, move.x, &out->x_min, &out->x_max) ||
        !find_range(rows_of(grid), out->box.min.y, out->box.max.y, out->radius, move.y, &y_min, &y_max)) {
        return CAROM_TOO_LARGE;
    }
    out->step = move.y < 0 ? -1 : 1;
    out->y = move.y < 0 ? y_max : y_min;
    out->left = (int64_t)y_max - y_min + 1;
    return CAROM_OK;
}

/// Does the way of the box touch the cell, which lies within the bounds of this way? They are apart only if the cell is
/// on one side of the strip that the box sweeps: the corner farthest to that side decides.
static bool box_touches(const carom_cover *cover, int64_t x, int64_t y) {
    carom_vec2 move = cover->move, none = {0, 0};
    const carom_box *box = &cover->box;
    bool right = move.x > 0, up = move.y > 0;
    carom_vec2 rightmost = {up ? box->max.x : box->min.x, right ? box->min.y : box->max.y};
    carom_vec2 leftmost = {up ? box->min.x : box->max.x, right ? box->max.y : box->min.y};
    return cr_path_side(&cover->grid, (cr_crossing){up ? x : x + 1, right ? y + 1 : y}, rightmost, move, none) >= 0 &&
           cr_path_side(&cover->grid, (cr_crossing){up ? x + 1 : x, right ? y : y + 1}, leftmost, move, none) <= 0;
}

/// Which side of the interval k..k+1 of grid lines is `at` on? 0 when it touches it.
static int interval_side(cr_lines lines, int64_t k, cr_sum at) {
    return cr_line_side(lines, k, at) > 0 ? -1 : cr_line_side(lines, k + 1, at) < 0;
}

/// Does a straight side of the cell come within the radius of the circle at center + ahead?
static bool end_touches_side(const carom_cover *cover, int64_t x, int64_t y, carom_vec2 ahead) {
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

/// Do the centre's path and the cell touch?
static bool path_touches(const carom_cover *cover, int64_t x, int64_t y) {
    cr_lines columns = columns_of(&cover->grid), rows = rows_of(&cover->grid);
    carom_vec2 center = cover->box.min, move = cover->move;
    return cr_line_side(columns, x, (cr_sum){center.x, most(move.x, 0), 0}) <= 0 &&
           cr_line_side(columns, x + 1, (cr_sum){center.x, least(move.x, 0), 0}) >= 0 &&
           cr_line_side(rows, y, (cr_sum){center.y, most(move.y, 0), 0}) <= 0 &&
           cr_line_side(rows, y + 1, (cr_sum){center.y, least(move.y, 0), 0}) >= 0 && box_touches(cover, x, y);
}

/// A circle touches the cell on its way if the path of its centre does, or comes within the radius of it: then the
/// nearest two points are a corner of the cell, or an end of the path.
static bool circle_touches(const carom_cover *cover, int64_t x, int64_t y) {
    carom_vec2 none = {0, 0};
    if (path_touches(cover, x, y) || end_touches_side(cover, x, y, none) ||
        end_touches_side(cover, x, y, cover->move)) {
        return true;
    }
    for (int corner = 0; corner < 4; ++corner) {
        cr_crossing at = {x + (corner & 1), y + (corner >> 1)};
        if (cr_path_near(&cover->grid, at, cover->box.min, cover->move, cover->radius)) return true;
    }
    return false;
}

static bool touches(const carom_cover *cover, int64_t x, int64_t y) {
    return cover->radius > 0 ? circle_touches(cover, x, y) : box_touches(cover, x, y);
}

/// How far a shape reaches in a row, in double and from the origin of the grid: a guess.
typedef struct reach {
    double left, right;
} reach;

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

static reach box_reach(const carom_cover *cover, double row_min, double row_max) {
    double mx = (double)cover->move.x, my = (double)cover->move.y;
    double begin = 0, end = 1; // when the box is in the row
    if (my != 0) {
        double first = (row_min - (double)cover->box.max.y) / my, last = (row_max - (double)cover->box.min.y) / my;
        begin = clamp(my > 0 ? first : last, 0, 1);
        end = clamp(my > 0 ? last : first, 0, 1);
    }
    return (reach){(double)cover->box.min.x + (mx > 0 ? begin : end) * mx,
                   (double)cover->box.max.x + (mx > 0 ? end : begin) * mx};
}

/// How far to one side (-1 left, 1 right) a circle reaches on its way within a row. It is farthest at the height of the
/// farther end of its path, or at the border of the row that is nearest to that.
static double circle_reach(const carom_cover *cover, double row_min, double row_max, double side) {
    double x = (double)cover->box.min.x, y = (double)cover->box.min.y, r = (double)cover->radius;
    double mx = (double)cover->move.x, my = (double)cover->move.y;
    double height = clamp(side * mx > 0 ? y + my : y, row_min, row_max);
    double best = -(double)INFINITY;
    for (int end = 0; end < 2; ++end) {
        double dy = height - (y + end * my);
        if (fabs(dy) <= r) best = greater(best, side * (x + end * mx) + sqrt(r * r - dy * dy));
    }
    // The tangent on this side, where it passes the height.
    double length = sqrt(mx * mx + my * my);
    if (my != 0) {
        double nx = side * fabs(my) / length, ny = -nx * mx / my;
        double t = (height - (y + ny * r)) / my;
        if (t >= 0 && t <= 1) best = greater(best, side * (x + nx * r + t * mx));
    }
    return isinf(best) ? x : side * best;
}

static reach find_reach(const carom_cover *cover, int32_t row) {
    double height = (double)cover->grid.cell.y, origin = (double)cover->grid.origin.y;
    double row_min = origin + row * height, row_max = row_min + height;
    if (cover->radius > 0) {
        return (reach){circle_reach(cover, row_min, row_max, -1), circle_reach(cover, row_min, row_max, 1)};
    }
    return box_reach(cover, row_min, row_max);
}

static int32_t column_at(const carom_cover *cover, double x) {
    double column = floor((x - (double)cover->grid.origin.x) / (double)cover->grid.cell.x);
    return (int32_t)clamp(column, cover->x_min, cover->x_max);
}

/// The cell nearest to the guess that is touched: every row of a cover has one.
static int64_t touched_near(const carom_cover *cover, int64_t guess, int64_t y) {
    for (int64_t away = 0; away <= (int64_t)cover->x_max - cover->x_min; ++away) {
        if (guess - away >= cover->x_min && touches(cover, guess - away, y)) return guess - away;
        if (guess + away <= cover->x_max && touches(cover, guess + away, y)) return guess + away;
    }
    return guess;
}

bool carom_cover_next(carom_cover *cover, carom_span *span) {
    if (cover->left <= 0) return false;
    int32_t y = cover->y;
    reach guess = find_reach(cover, y);
    int64_t low = touched_near(cover, column_at(cover, guess.left), y);
    int64_t high = touched_near(cover, column_at(cover, guess.right), y);
    while (low > cover->x_min && touches(cover, low - 1, y)) --low;
    while (high < cover->x_max && touches(cover, high + 1, y)) ++high;
    *span = (carom_span){y, (int32_t)low, (int32_t)high};
    if (--cover->left > 0) cover->y += cover->step;
    return true;
}
