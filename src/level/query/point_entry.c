// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All decisions here are exact signs.
#include "level/query/point_entry.h"

#include "base/float.h"
#include "geom/exact.h"
#include "geom/predicate.h"

/// The exact sign of cross(to - from, move).
static int side_of_motion(carom_vec2 from, carom_vec2 to, carom_vec2 move) {
    double x_low, y_low;
    double x = cr_difference_of((double)to.x, (double)from.x, &x_low),
           y = cr_difference_of((double)to.y, (double)from.y, &y_low);
    if (x_low == 0 && y_low == 0) return cr_compare_products(x, (double)move.y, y, (double)move.x);
    cr_exact2 p = {cr_exact_of((double)from.x), cr_exact_of((double)from.y)};
    cr_exact2 q = {cr_exact_of((double)to.x), cr_exact_of((double)to.y)};
    cr_exact2 m = {cr_exact_of((double)move.x), cr_exact_of((double)move.y)}, e = cr_exact2_subtract(&q, &p);
    return cr_exact2_cross(&e, &m).sign;
}

/// The point passes exactly through the end that the edge shares with `other`.
static bool enters_end(const cr_index *index, int other, bool is_corner, carom_vec2 p, carom_vec2 move) {
    if (other < 0) return true;
    cr_edge_line line = index->lines[other];
    return is_corner ? side_of_motion(line.a, line.b, move) > 0 : cr_side(line.a, line.b, p) <= 0;
}

bool cr_point_enters(const cr_index *index, int edge, carom_vec2 p, carom_vec2 move) {
    cr_edge e = cr_index_edge(index, edge);
    if (e.flags & CR_ONE_WAY) return true;
    if ((e.flags & CR_TWO_SIDED) && cr_side(e.a, e.b, p) == 0) return false; // it leaves, in either direction
    if (side_of_motion(p, e.a, move) == 0) return enters_end(index, e.prev, e.flags & CR_CORNER_A, p, move);
    if (side_of_motion(p, e.b, move) == 0) return enters_end(index, e.next, e.flags & CR_CORNER_B, p, move);
    return true;
}
