// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All decisions here are exact signs.
//
// At the contact, the boundary of the shape has one or two tangents at the vertex. Shape and edges are convex: the
// shape penetrates an edge at the contact, or has penetrated it before, exactly if the edge leads from the vertex to
// between the tangents. Then the shape comes from behind, or started in the edge, and passes.
#include "level/query/one_way_corner.h"

#include "geom/impact.h"
#include "geom/predicate.h"

/// The contact of a core with a vertex, and the other end of an edge that begins there.
typedef struct vertex_contact {
    const cr_core *core;
    carom_vec2 move, vertex, other;
} vertex_contact;

static const carom_vec2 origin = {0, 0};

/// True if a point on the line of two others is between them, and is neither.
static bool lies_between(carom_vec2 p, carom_vec2 v, carom_vec2 q) {
    return p.x != q.x ? (p.x < v.x && v.x < q.x) || (q.x < v.x && v.x < p.x)
                      : (p.y < v.y && v.y < q.y) || (q.y < v.y && v.y < p.y);
}

bool cr_is_one_way_corner(const cr_index *index, int edge) {
    cr_edge e = cr_index_edge(index, edge);
    if (e.next < 0) return false;
    carom_vec2 end = index->lines[e.next].b;
    int side = cr_side(e.a, e.b, end);
    if (side != 0) return side > 0;
    return e.a.x != e.b.x ? (e.a.x > e.b.x) == (end.x > e.b.x) : (e.a.y > e.b.y) == (end.y > e.b.y);
}

/// The side of the path of the vertex, relative to the core, that vertex i of the core is on.
static int side_of_path(const vertex_contact *c, int i) {
    return cr_turn_sign(origin, c->move, c->vertex, c->core->v[i]);
}

/// True if the edge leads to the left of p->q.
static bool leads_left(const vertex_contact *c, carom_vec2 p, carom_vec2 q) {
    return cr_turn_sign(p, q, c->vertex, c->other) > 0;
}

/// A polygon without radius: the vertex enters it through an edge, or through the vertex between two.
static bool polygon_penetrates(const vertex_contact *c) {
    const carom_vec2 *v = c->core->v;
    int count = c->core->count;
    for (int i = 0; i < count; ++i) {
        int next = (i + 1) % count, last = (i + count - 1) % count, after = (i + 2) % count;
        int first = side_of_path(c, i), second = side_of_path(c, next);
        if (first * second > 0 || cr_turn_sign(v[i], v[next], origin, c->move) >= 0)
            continue; // the vertex moves backwards
        return leads_left(c, v[i], v[next]) && (first != 0 || leads_left(c, v[last], v[i])) &&
               (second != 0 || leads_left(c, v[next], v[after]));
    }
    return false;
}

/// A segment: true if the edge leads to the side that it comes from. If the vertex is at an end, such an edge is also
/// between the segment and its path: corner_of() has left out corners with the centre in front of both edges, and
/// meet() corners that the segment does not enter, and motions along its own line.
static bool segment_penetrates(const vertex_contact *c) {
    const carom_vec2 *v = c->core->v;
    return cr_turn_sign(v[0], v[1], c->vertex, c->other) == -cr_turn_sign(v[0], v[1], origin, c->move);
}

/// A core with a radius: the vertex is on a straight side, or on the circle about a vertex of the core.
static bool rounded_penetrates(const vertex_contact *c) {
    cr_core point = {.count = 1, .v = {c->vertex}, .kind = CAROM_SHAPE_POINT};
    cr_difference difference;
    cr_difference_make(&difference, c->core, &point);
    cr_displacement move = cr_displacement_between(origin, c->move);
    cr_impact impact = cr_impact_of(&difference, &move);
    if (impact.edge >= 0) {
        int next = cr_next(&difference, impact.edge);
        return leads_left(c, c->core->v[difference.of_a[impact.edge]], c->core->v[difference.of_a[next]]);
    }
    if (impact.vertex < 0) return false;
    carom_vec2 center = c->core->v[difference.of_a[impact.vertex]];
    carom_shape circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {center, c->core->radius}};
    carom_shape rest = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = c->vertex, .b = c->other, .skip_a = true}};
    return carom_sweep(&circle, c->move, &rest, origin).hit;
}

/// True if the core penetrates the edge when it touches the vertex.
static bool penetrates_before(const vertex_contact *c) {
    if (c->core->radius > 0) return rounded_penetrates(c);
    return c->core->count == 2 ? segment_penetrates(c) : polygon_penetrates(c);
}

bool cr_one_way_corner_stops(const cr_index *index, int edge, const cr_core *core, carom_vec2 move) {
    cr_edge_line first = index->lines[edge], second = index->lines[cr_index_edge(index, edge).next];
    if (cr_turn_sign(first.a, first.b, origin, move) <= 0 && cr_turn_sign(second.a, second.b, origin, move) <= 0)
        return false;
    vertex_contact on_first = {core, move, first.b, first.a}, on_second = {core, move, first.b, second.b};
    return !penetrates_before(&on_first) && !penetrates_before(&on_second);
}

/// For a core on the line of one edge, whose other end is `on_line`. True if the end of the core beyond the vertex is
/// behind the other edge, from -> to.
static bool extends_behind(const cr_core *core, carom_vec2 v, carom_vec2 on_line, carom_vec2 from, carom_vec2 to) {
    int far = lies_between(core->v[1], v, on_line) ? 1 : 0;
    return cr_side(from, to, core->v[far]) > 0;
}

bool cr_crosses_vertex(const cr_core *core, const cr_shared_vertex *at) {
    if (core->count != 2 || core->radius > 0 || core->one_sided) return false;
    carom_vec2 p = core->v[0], q = core->v[1];
    if (cr_side(p, q, at->v) != 0 || !lies_between(p, at->v, q)) return false;
    int first = cr_side(p, q, at->a), second = cr_side(p, q, at->b);
    if (first == 0) return second != 0 && extends_behind(core, at->v, at->a, at->v, at->b);
    return second == 0 ? extends_behind(core, at->v, at->b, at->a, at->v) : first != second;
}

static bool core_penetrates(const cr_core *core, carom_vec2 a, carom_vec2 b) {
    cr_core edge = {.count = 2, .v = {a, b}, .kind = CAROM_SHAPE_SEGMENT};
    cr_displacement none = cr_displacement_between(origin, origin);
    cr_difference difference;
    cr_difference_make(&difference, core, &edge);
    return cr_relation_at(&difference, &none) == CR_INSIDE;
}

bool cr_starts_before_vertex(const cr_core *core, const cr_shared_vertex *at) {
    bool first = cr_core_side(core, at->a, at->v) <= 0, second = cr_core_side(core, at->v, at->b) <= 0;
    bool is_convex = cr_side(at->a, at->v, at->b) > 0;
    if (!(is_convex ? first || second : first && second) || cr_crosses_vertex(core, at)) return false;
    return !core_penetrates(core, at->a, at->v) && !core_penetrates(core, at->v, at->b);
}
