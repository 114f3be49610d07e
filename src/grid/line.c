// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Filters and exact fallbacks for grid lines. A `line_offset` is the distance of a grid line from a coordinate in
// double, with a bound of its error: the roundings of k * cell, of origin - from and of their sum. All numbers are
// multiples of 2^-149 and below 2^162, so products of four neither underflow nor overflow.
#include "grid/line.h"

#include "base/float.h"
#include "geom/exact.h"
#include "geom/predicate.h"

#include <math.h>

// Bounds of values with two, three and four roundings, relative to the sum of the magnitudes of their terms. They
// exceed the roundings by enough that those of the bounds themselves, and of errors that are passed on, are covered:
// src/grid/proofs.
#define TWO_ROUNDINGS   (2.02 * CR_U)
#define THREE_ROUNDINGS (3.03 * CR_U)
#define FOUR_ROUNDINGS  (4.04 * CR_U)

typedef struct line_offset {
    double value, error;
} line_offset;

static line_offset line_offset_of(cr_lines lines, int64_t k, float from) {
    double lines_away = (double)k * (double)lines.cell, start = (double)lines.origin - (double)from;
    return (line_offset){lines_away + start, TWO_ROUNDINGS * (fabs(lines_away) + fabs(start))};
}

static cr_exact exact_offset_of(cr_lines lines, int64_t k, float from) {
    cr_exact count = cr_exact_of((double)k), cell = cr_exact_of((double)lines.cell);
    cr_exact origin = cr_exact_of((double)lines.origin), away = cr_exact_of((double)from);
    count = cr_exact_multiply(&count, &cell);
    count = cr_exact_add(&count, &origin);
    return cr_exact_subtract(&count, &away);
}

static cr_exact2 exact_offsets(const carom_grid *grid, cr_grid_crossing at, carom_vec2 from) {
    return (cr_exact2){exact_offset_of((cr_lines){grid->origin.x, grid->cell.x}, at.x, from.x),
                       exact_offset_of((cr_lines){grid->origin.y, grid->cell.y}, at.y, from.y)};
}

static cr_exact2 exact_point(carom_vec2 v) {
    return (cr_exact2){cr_exact_of((double)v.x), cr_exact_of((double)v.y)};
}

static bool is_cell_size(float size) {
    return size > 0 && isfinite(size);
}

carom_status cr_grid_check(const carom_grid *grid) {
    if (!isfinite(grid->origin.x) || !isfinite(grid->origin.y)) return CAROM_STATUS_NOT_FINITE;
    if (!is_cell_size(grid->cell.x) || !is_cell_size(grid->cell.y)) return CAROM_STATUS_BAD_ARGUMENT;
    return CAROM_STATUS_OK;
}

int cr_line_side(cr_lines lines, int64_t k, cr_sum at) {
    line_offset a = line_offset_of(lines, k, at.a);
    double value = a.value - (double)at.b - (double)at.c;
    double error = a.error + TWO_ROUNDINGS * (fabs(a.value) + fabs((double)at.b) + fabs((double)at.c));
    if (fabs(value) > error) return value < 0 ? -1 : 1;
    cr_exact line = exact_offset_of(lines, k, at.a);
    cr_exact b = cr_exact_of((double)at.b), c = cr_exact_of((double)at.c), rest = cr_exact_add(&b, &c);
    return cr_exact_compare(&line, &rest);
}

static bool is_below(cr_lines lines, int64_t k, cr_sum at) {
    return cr_line_side(lines, k, at) <= 0;
}

/// Returns the last line not above `at`, which must lie between the first and the last line of int32. The estimate in
/// double is off by at most one unless the sum cancels; then bisection finds the line.
static int64_t line_below(cr_lines lines, cr_sum at) {
    double guess = floor(((double)at.a - (double)lines.origin + (double)at.b + (double)at.c) / (double)lines.cell);
    int64_t low = INT32_MIN, high = (int64_t)INT32_MAX + 1; // is_below(low), not is_below(high)
    if (guess > (double)low && guess < (double)high) {
        int64_t k = (int64_t)guess;
        bool below = is_below(lines, k, at);
        if (below && !is_below(lines, k + 1, at)) return k;
        if (!below && is_below(lines, k - 1, at)) return k - 1;
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_below(lines, middle, at)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

bool cr_cells_at(cr_lines lines, cr_sum at, int32_t *low, int32_t *high) {
    if (cr_line_side(lines, INT32_MIN, at) >= 0 || cr_line_side(lines, (int64_t)INT32_MAX + 1, at) <= 0) return false;
    int64_t cell = line_below(lines, at);
    *high = (int32_t)cell;
    *low = (int32_t)(cell - (cr_line_side(lines, cell, at) == 0));
    return true;
}

int cr_path_side(const carom_grid *grid, cr_grid_crossing at, carom_vec2 from, carom_vec2 to, carom_vec2 base) {
    line_offset x = line_offset_of((cr_lines){grid->origin.x, grid->cell.x}, at.x, from.x);
    line_offset y = line_offset_of((cr_lines){grid->origin.y, grid->cell.y}, at.y, from.y);
    double dx = (double)to.x - (double)base.x, dy = (double)to.y - (double)base.y;
    double left = dx * y.value, right = dy * x.value;
    double error = fabs(dx) * y.error + fabs(dy) * x.error + THREE_ROUNDINGS * (fabs(left) + fabs(right));
    if (fabs(left - right) > error) return left < right ? -1 : 1;
    cr_exact2 offsets = exact_offsets(grid, at, from), end = exact_point(to), start = exact_point(base);
    cr_exact2 motion = cr_exact2_subtract(&end, &start);
    return cr_exact2_cross(&motion, &offsets).sign;
}

/// cr_path_near for the circle about one end of the path, center + ahead.
static bool end_is_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 ahead,
                        float radius) {
    line_offset x = line_offset_of((cr_lines){grid->origin.x, grid->cell.x}, at.x, center.x);
    line_offset y = line_offset_of((cr_lines){grid->origin.y, grid->cell.y}, at.y, center.y);
    double dx = x.value - (double)ahead.x, dy = y.value - (double)ahead.y, r = (double)radius;
    double ex = x.error + CR_U * fabs(dx), ey = y.error + CR_U * fabs(dy);
    double value = dx * dx + dy * dy - r * r;
    double error =
        2 * (fabs(dx) * ex + fabs(dy) * ey) + ex * ex + ey * ey + THREE_ROUNDINGS * (dx * dx + dy * dy + r * r);
    if (fabs(value) > error) return value < 0;
    cr_exact2 offsets = exact_offsets(grid, at, center), end = exact_point(ahead);
    offsets = cr_exact2_subtract(&offsets, &end);
    cr_exact squared = cr_exact2_dot(&offsets, &offsets), limit = cr_exact_of(r);
    limit = cr_exact_multiply(&limit, &limit);
    return cr_exact_compare(&squared, &limit) <= 0;
}

/// cr_path_near for the part between the ends: true only if the foot of the crossing is strictly between them. False
/// without motion.
static bool side_is_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 move,
                         float radius) {
    line_offset x = line_offset_of((cr_lines){grid->origin.x, grid->cell.x}, at.x, center.x);
    line_offset y = line_offset_of((cr_lines){grid->origin.y, grid->cell.y}, at.y, center.y);
    double mx = (double)move.x, my = (double)move.y, r = (double)radius;
    double length = mx * mx + my * my, foot = mx * x.value + my * y.value;
    double foot_error =
        fabs(mx) * x.error + fabs(my) * y.error + THREE_ROUNDINGS * (fabs(mx * x.value) + fabs(my * y.value) + length);
    if (foot < -foot_error || foot - length > foot_error) return false;
    double cross = mx * y.value - my * x.value;
    double cross_error =
        fabs(mx) * y.error + fabs(my) * x.error + TWO_ROUNDINGS * (fabs(mx * y.value) + fabs(my * x.value));
    double squared = cross * cross, limit = r * r * length;
    double error = (2 * fabs(cross) + cross_error) * cross_error + FOUR_ROUNDINGS * (squared + limit);
    if (squared - limit > error) return false;
    if (limit - squared > error && foot > foot_error && length - foot > foot_error) return true;

    cr_exact2 offsets = exact_offsets(grid, at, center), motion = exact_point(move);
    cr_exact exact_foot = cr_exact2_dot(&motion, &offsets), exact_length = cr_exact2_dot(&motion, &motion);
    if (exact_foot.sign <= 0 || cr_exact_compare(&exact_foot, &exact_length) >= 0) return false;
    cr_exact exact_cross = cr_exact2_cross(&motion, &offsets), exact_limit = cr_exact_of(r);
    exact_cross = cr_exact_multiply(&exact_cross, &exact_cross);
    exact_limit = cr_exact_multiply(&exact_limit, &exact_limit);
    exact_limit = cr_exact_multiply(&exact_limit, &exact_length);
    return cr_exact_compare(&exact_cross, &exact_limit) <= 0;
}

bool cr_path_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 move, float radius) {
    return end_is_near(grid, at, center, (carom_vec2){0, 0}, radius) || end_is_near(grid, at, center, move, radius) ||
           side_is_near(grid, at, center, move, radius);
}
