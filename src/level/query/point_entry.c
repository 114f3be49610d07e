// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All decisions here are exact signs.
#include "level/query/point_entry.h"

#include "base/float.h"
#include "base/vec.h"
#include "geom/exact.h"
#include "geom/predicate.h"

static cr_exact2 exact_vec(carom_vec2 p) {
    return (cr_exact2){cr_exact_of((double)p.x), cr_exact_of((double)p.y)};
}

/// The exact to - from.
static cr_exact2 exact_between(carom_vec2 from, carom_vec2 to) {
    cr_exact2 p = exact_vec(from), q = exact_vec(to);
    return cr_exact2_subtract(&q, &p);
}

/// The exact sign of cross(to - from, move).
static int side_of_motion(carom_vec2 from, carom_vec2 to, carom_vec2 move) {
    return cr_turn_sign(from, to, (carom_vec2){0, 0}, move);
}

/// The point passes exactly through the end that the edge shares with `other`. The end of a chain of thin edges, where
/// `other` is the other side of the edge, is hit as that of a one-way edge.
static bool enters_end(const cr_edge *e, const cr_index *index, int other, carom_vec2 p, carom_vec2 move) {
    if (other < 0) return true;
    cr_edge_line line = index->lines[other];
    if (cr_same_point(line.a, e->b) && cr_same_point(line.b, e->a)) return true;
    bool is_corner = e->flags & (other == e->prev ? CR_CORNER_A : CR_CORNER_B);
    return is_corner ? side_of_motion(line.a, line.b, move) > 0 : cr_side(line.a, line.b, p) <= 0;
}

bool cr_point_enters(const cr_index *index, int edge, carom_vec2 p, carom_vec2 move) {
    cr_edge e = cr_index_edge(index, edge);
    if (e.flags & CR_ONE_WAY) return true;
    if ((e.flags & CR_TWO_SIDED) && cr_side(e.a, e.b, p) == 0) return false; // it leaves, in either direction
    if (side_of_motion(p, e.a, move) == 0) return enters_end(&e, index, e.prev, p, move);
    if (side_of_motion(p, e.b, move) == 0) return enters_end(&e, index, e.next, p, move);
    return true;
}

/// A segment whose end is at a convex corner of two edges moves along `move`. `d` leads from that end to the other one.
/// The segment enters the solid if a sum of `move` and a multiple of `d` points into both edges.
static bool enters_corner(cr_edge_line first, cr_edge_line second, const cr_exact2 *d, carom_vec2 move) {
    cr_exact2 e = exact_between(first.a, first.b), n = exact_between(second.a, second.b), m = exact_vec(move);
    int first_move = cr_exact2_cross(&e, &m).sign, first_rest = cr_exact2_cross(&e, d).sign;
    int second_move = cr_exact2_cross(&n, &m).sign, second_rest = cr_exact2_cross(&n, d).sign;
    if ((first_move <= 0 && first_rest <= 0) || (second_move <= 0 && second_rest <= 0)) return false;
    // One edge asks for more than a multiple of d, the other one for less than another.
    if (first_move < 0 && second_rest < 0) return cr_exact2_cross(&m, d).sign < 0;
    if (second_move < 0 && first_rest < 0) return cr_exact2_cross(&m, d).sign > 0;
    return true;
}

/// False if an end of the segment passes exactly through the corner of two edges, and the segment does not enter there.
static bool enters_past(cr_edge_line first, cr_edge_line second, carom_vec2 p, carom_vec2 q, carom_vec2 move) {
    bool by_p = side_of_motion(p, first.b, move) == 0;
    if (!by_p && side_of_motion(q, first.b, move) != 0) return true;
    cr_exact2 d = by_p ? exact_between(p, q) : exact_between(q, p);
    return enters_corner(first, second, &d, move);
}

bool cr_segment_enters(const cr_index *index, int edge, bool is_corner, carom_vec2 p, carom_vec2 q, carom_vec2 move) {
    cr_edge e = cr_index_edge(index, edge);
    cr_edge_line line = index->lines[edge];
    if (!(is_corner && (e.flags & CR_ONE_WAY)) && (e.flags & (CR_ONE_WAY | CR_TWO_SIDED))) return true;
    if (is_corner) return enters_past(line, index->lines[e.next], p, q, move);
    if (cr_side(e.a, e.b, p) != cr_side(e.a, e.b, q)) return true;
    cr_exact2 along = exact_between(e.a, e.b), d = exact_between(p, q);
    if (cr_exact2_cross(&along, &d).sign != 0) return true;
    return (!(e.flags & CR_CORNER_A) || enters_past(index->lines[e.prev], line, p, q, move)) &&
           (!(e.flags & CR_CORNER_B) || enters_past(line, index->lines[e.next], p, q, move));
}

/// True if a point on the line of a segment is between its ends.
static bool is_between_ends(carom_vec2 p, carom_vec2 q, carom_vec2 point) {
    if (p.x != q.x) return (p.x < point.x && point.x < q.x) || (q.x < point.x && point.x < p.x);
    return (p.y < point.y && point.y < q.y) || (q.y < point.y && point.y < p.y);
}

bool cr_lies_across(const cr_index *index, int edge, const cr_core *core) {
    cr_edge e = cr_index_edge(index, edge);
    carom_vec2 p = core->v[0], q = core->v[1];
    if (core->count != 2 || core->radius > 0 || (e.flags & CR_ONE_WAY) || e.next < 0 || !is_between_ends(p, q, e.b))
        return false;
    cr_edge_line next = index->lines[e.next];
    if (cr_side(p, q, e.b) != 0) return false;
    // Signs of end p. End q is on the opposite side of each line.
    int first = cr_side(e.a, e.b, p), second = cr_side(next.a, next.b, p);
    // At a concave vertex of a solid, the half in front may lie along one of the edges.
    bool is_concave = cr_side(e.a, e.b, next.b) < 0 && !(e.flags & CR_TWO_SIDED);
    if (is_concave ? first * second < 0 : first * second <= 0) return false;
    return (first != 0 ? cr_core_side(core, e.a, e.b) : cr_core_side(core, next.a, next.b)) <= 0;
}

cr_vec2d cr_normal_of_segment(const cr_core *core, bool right) {
    cr_vec2d d = cr_subtract(cr_widen(core->v[1]), cr_widen(core->v[0]));
    double scale = (right ? 1 : -1) / cr_length(d);
    return (cr_vec2d){d.y * scale, -d.x * scale};
}
