// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The search may propose anything: only certificates count. They are
//
//     cores overlap          no edge of either separates them, by more than the error of float
//     closest features       vertex and edge: the foot of the vertex lies within the edge, and its neighbours are not
//                            nearer to the edge's line; two vertices: each is the closest point of its shape to the
//                            other
//     minimum translation    the edge of least depth, less deep than all others
//
// each with a margin far above the rounding errors of the general path in double, which therefore selects the same
// feature of the difference, and computes the same bits from it. docs/numerics.md, section 5, has the argument.
#include "geom/pair_search.h"

#include "base/bits.h"
#include "base/inline.h"
#include "base/lanes.h"
#include "base/vec.h"
#include "geom/separations.h"
#include "geom/small_pair.h"

#include <math.h>

// Relative to the extent of the pair, and to its square: the error of a computed value of a feature
// (src/geom/proofs/feature_foot.g), and the margin between features that double compares.
#define FEATURE_ERROR (22.1 * CR_U)
#define MARGIN        (CR_ERRORS_IN_MARGIN * FEATURE_ERROR)

// ---- Lanes ----------------------------------------------------------------------------------------------------------

/// Divides by the lengths of the edges. Sets *candidates to the edges that may have the greatest distance:
/// none if an edge is very short, or if float overflows or underflows.
static void divide_by_lengths(const cr_hull *a, const cr_hull *b, const cr_separations *s, uint32_t *candidates) {
    float extent = s->wide + s->high;
    *candidates = 0;
    if (extent < CR_LEAST_EXTENT) return;
    const cr_lanes4 least = cr_all_lanes(-FLT_MAX);
    cr_lanes4 distance[4] = {least, least, least, least}, most = least,
              shortest = cr_all_lanes(CR_SHORTEST_EDGE * extent);
    uint32_t plain = 0;
    for (int i = 0; i < 4; ++i) {
        const cr_hull *h = i < 2 ? a : b;
        if ((s->edges >> 4 * i & 15) == 0) continue;
        cr_lanes4 ex = h->ex[i & 1], ey = h->ey[i & 1];
        cr_lanes4 length = cr_root_lanes(ex * ex + ey * ey);
        cr_lanes4 quotient = s->gap[i] / length;
        cr_lane_bits is_plain = (length > shortest) & (length <= -least) & (cr_size_lanes(quotient) <= -least);
        plain |= cr_gather_bits(is_plain) << 4 * i;
        distance[i] = cr_choose_lanes(is_plain, quotient, least);
        most = cr_higher_lanes(most, distance[i]);
    }
    most = cr_greatest_lane(most);
    cr_lanes4 enough = most - cr_all_lanes(CR_DISTANCE_SLACK * extent);
    *candidates = 0;
    for (int i = 0; i < 4; ++i) *candidates |= cr_gather_bits(distance[i] >= enough) << 4 * i;
    *candidates &= (plain & s->edges) == s->edges ? s->edges : 0;
}

/// The edge that is farthest from the other shape, times its length; -1 if float overflows.
static int farthest_edge(const cr_separations *s) {
    cr_lanes4 most = cr_higher_lanes(cr_higher_lanes(s->gap[0], s->gap[1]), cr_higher_lanes(s->gap[2], s->gap[3]));
    uint32_t bits = 0;
    most = cr_greatest_lane(most);
    for (int i = 0; i < 4; ++i) bits |= cr_gather_bits(s->gap[i] == most) << 4 * i;
    bits &= s->edges;
    return bits ? cr_lowest_bit(bits) : -1;
}

/// Bits of the vertices that may be the farthest to the left of an edge.
static uint32_t leftmost_vertices(const cr_hull *h, const cr_pair_feature *found, float ex, float ey) {
    cr_lanes4 left[2], x = cr_all_lanes(ex), y = cr_all_lanes(ey);
    cr_lanes4 ox = cr_all_lanes(found->a->core.v[0].x), oy = cr_all_lanes(found->a->core.v[0].y);
    left[0] = left[1] = x * (h->y[0] - oy) - y * (h->x[0] - ox);
    if (h->vectors > 1) left[1] = x * (h->y[1] - oy) - y * (h->x[1] - ox);
    cr_lanes4 enough =
        cr_greatest_lane(cr_higher_lanes(left[0], left[1])) - cr_gap_bound(found->wide, found->high, x, y);
    uint32_t bits = cr_gather_bits(left[0] >= enough) | cr_gather_bits(left[1] >= enough) << 4;
    return bits & ((1u << h->core.count) - 1);
}

/// The vertex of eight that is the farthest to the left of an edge, or nearly so.
static inline int leftmost_vertex(const cr_hull *h, const cr_hull *own, int edge) {
    cr_lanes4 x = cr_all_lanes(own->ex[edge >> 2][edge & 3]), y = cr_all_lanes(own->ey[edge >> 2][edge & 3]);
    cr_lanes4 ox = cr_all_lanes(own->core.v[edge].x), oy = cr_all_lanes(own->core.v[edge].y);
    cr_lanes4 left[2] = {x * (h->y[0] - oy) - y * (h->x[0] - ox), x * (h->y[1] - oy) - y * (h->x[1] - ox)};
    cr_lanes4 most = cr_greatest_lane(cr_higher_lanes(left[0], left[1]));
    uint32_t bits = cr_gather_bits(left[0] == most) | cr_gather_bits(left[1] == most) << 4;
    return bits ? cr_lowest_bit(bits) : 0;
}

// ---- Features -------------------------------------------------------------------------------------------------------

static int vertex_after(const cr_core *core, int i) {
    int next = i + 1, mask = -(next < core->count);
    CR_OPAQUE(mask);
    return next & mask;
}

static int vertex_before(const cr_core *core, int i) {
    int mask = -(i == 0);
    CR_OPAQUE(mask);
    return i - 1 + (core->count & mask);
}

static cr_vec2d vector_between(carom_vec2 from, carom_vec2 to) {
    return (cr_vec2d){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

/// One of the pair, without a branch.
static inline const cr_hull *pair_hull(const cr_pair_feature *found, bool is_b) {
    uintptr_t a = (uintptr_t)found->a, mask = -(uintptr_t)is_b;
    CR_OPAQUE(mask);
    return (const cr_hull *)(a ^ ((a ^ (uintptr_t)found->b) & mask));
}

static inline const cr_core *pair_core(const cr_pair_feature *found, bool is_b) {
    return &pair_hull(found, is_b)->core;
}

/// cr_angle_order of an edge e from p to q, and an edge from v to w.
static int angle_order(carom_vec2 p, carom_vec2 q, carom_vec2 v, carom_vec2 w) {
    cr_vec2d e = vector_between(p, q), d = vector_between(w, v);
    double left = e.x * d.y, right = e.y * d.x, value = left - right;
    if (fabs(value) > CR_DEGREE_2 * (fabs(left) + fabs(right))) return cr_sign(value);
    bool both_along_axis = (left == 0) & (right == 0); // the products of differences of floats do not underflow
    return both_along_axis ? 0 : cr_angle_order(p, q, v, w);
}

/// Moves from a guess to the nearest vertex. Exact. Returns false if it does not arrive.
static bool climb(const cr_core *own, const cr_core *other, cr_edge_vertex *f) {
    f->merged = false;
    if (other->count == 1) return true;
    carom_vec2 p = own->v[f->edge], q = own->v[vertex_after(own, f->edge)];
    for (int steps = 0; steps < CAROM_MAX_POLYGON_VERTICES; ++steps) {
        int i = f->vertex, next = vertex_after(other, i), previous = vertex_before(other, i);
        int ahead = angle_order(p, q, other->v[i], other->v[next]);
        if (ahead < 0) {
            f->vertex = next;
            continue;
        }
        int behind = other->count > 2 ? angle_order(p, q, other->v[previous], other->v[i]) : -ahead;
        if (behind > 0) {
            f->vertex = previous;
            continue;
        }
        f->merged = ahead == 0 || behind == 0;
        if (!f->merged) return true;
        if (other->count == 2) {
            cr_vec2d e = vector_between(p, q), d = vector_between(other->v[0], other->v[1]);
            f->vertex = cr_dot(e, d) < 0 ? 0 : 1; // the edge that runs the other way
        } else if (ahead != 0) {
            f->vertex = previous;
        }
        return true;
    }
    return false;
}

static const double signs_of[2] = {-1, 1}; // of the edges of a and of b in the difference

/// The edge of the difference, and its start. Branchless, because it is unpredictable which shape the edge belongs to.
static inline void place_edge(const cr_pair_feature *found, const cr_edge_vertex *f, cr_vec2d *edge, cr_vec2d *start) {
    const cr_core *own = pair_core(found, f->of_b), *other = pair_core(found, !f->of_b);
    carom_vec2 v = other->v[f->vertex], p = own->v[f->edge];
    cr_vec2d e = vector_between(p, own->v[vertex_after(own, f->edge)]), between = vector_between(v, p);
    if (f->merged) e = cr_add(e, vector_between(other->v[vertex_after(other, f->vertex)], v));
    double sign = signs_of[f->of_b];
    *edge = (cr_vec2d){sign * e.x + 0, sign * e.y + 0}; // no negative zero
    *start = (cr_vec2d){sign * between.x + 0, sign * between.y + 0};
}

static void set_feature_edge(cr_pair_feature *found, const cr_edge_vertex *f) {
    cr_difference *c = &found->c;
    const cr_core *own = pair_core(found, f->of_b), *other = pair_core(found, !f->of_b);
    cr_vec2d edge, start;
    place_edge(found, f, &edge, &start);
    cr_set_vector(&c->v[0], (cr_vector){start.x, start.y, 0, 0});
    c->ex[0] = edge.x;
    c->ey[0] = edge.y;
    unsigned char *of[2] = {c->of_a, c->of_b};
    of[f->of_b][0] = (unsigned char)f->edge;
    of[f->of_b][1] = (unsigned char)vertex_after(own, f->edge);
    of[!f->of_b][0] = (unsigned char)f->vertex;
    of[!f->of_b][1] = (unsigned char)(f->merged ? vertex_after(other, f->vertex) : f->vertex);
}

void cr_complete_edge(cr_pair_feature *found) {
    cr_difference *c = &found->c;
    for (int k = 0; k < 2; ++k) cr_set_vector(&c->v[k], cr_vector_between(c->a->v[c->of_a[k]], c->b->v[c->of_b[k]]));
}

void cr_propose_vertex(cr_pair_feature *found, int of_a, int of_b) {
    cr_difference *c = &found->c;
    c->of_a[0] = (unsigned char)of_a;
    c->of_b[0] = (unsigned char)of_b;
    cr_set_vector(&c->v[0], cr_vector_between(c->a->v[of_a], c->b->v[of_b]));
}

/// Finds the vertex of an edge. Returns false if it is uncertain.
static bool find_vertex(const cr_pair_feature *found, int bit, cr_edge_vertex *f) {
    *f = (cr_edge_vertex){.of_b = bit >= 8, .edge = bit & 7};
    const cr_hull *own = pair_hull(found, f->of_b), *other = pair_hull(found, !f->of_b);
    if (other->core.count == 1) return true;
    int i = f->edge >> 2, k = f->edge & 3;
    uint32_t vertices = leftmost_vertices(other, found, own->ex[i][k], own->ey[i][k]);
    if (vertices == 0) return false;
    f->vertex = cr_lowest_bit(vertices);
    return (vertices & (vertices - 1)) == 0 || climb(&own->core, &other->core, f);
}

/// True if both are one edge of the difference, merged of two.
static bool is_same_way(const cr_edge_vertex *e, const cr_edge_vertex *f) {
    return e->merged && f->merged && e->of_b != f->of_b && e->edge == f->vertex && e->vertex == f->edge;
}

bool cr_propose_edge(cr_pair_feature *found, uint32_t candidates) {
    cr_edge_vertex f, other;
    if (candidates == 0 || !find_vertex(found, cr_lowest_bit(candidates), &f)) return false;
    for (candidates &= candidates - 1; candidates; candidates &= candidates - 1) {
        if (!find_vertex(found, cr_lowest_bit(candidates), &other) || !is_same_way(&other, &f)) return false;
    }
    set_feature_edge(found, &f);
    return true;
}

typedef enum verdict { FOUND, UNCERTAIN, GO_ON } verdict;

/// Certifies the edge as the closest feature. Otherwise moves to the vertex at the end that the foot is beyond.
static verdict try_edge(cr_pair_feature *found, const cr_edge_vertex *f, int *of_a, int *of_b) {
    cr_vec2d e, start;
    place_edge(found, f, &e, &start);
    double ex = e.x, ey = e.y, dx = 0 - start.x, dy = 0 - start.y;
    double side = ex * dy - ey * dx, foot = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
    double margin = MARGIN * found->extent * (fabs(ex) + fabs(ey));
    if (!(side < -margin)) return UNCERTAIN;
    if (foot > margin && foot < length2 - margin) {
        double length = sqrt(length2);
        found->edge = *f;
        cr_set_closest_edge(&found->nearest, -side / length, ey / length, -ex / length);
        return FOUND;
    }
    int past = foot > margin;
    if (!(past ? foot > length2 + margin : foot < -margin)) return UNCERTAIN;
    const cr_core *own = pair_core(found, f->of_b), *other = pair_core(found, !f->of_b);
    int ends[2] = {f->edge, vertex_after(own, f->edge)};
    int others[2] = {f->vertex, f->merged ? vertex_after(other, f->vertex) : f->vertex};
    *of_a = f->of_b ? others[past] : ends[past];
    *of_b = f->of_b ? ends[past] : others[past];
    return GO_ON;
}

/// The sign of d . e, with a margin; 0 if it is within.
static int past_vertex(cr_vec2d d, cr_vec2d e, double margin) {
    double foot = cr_dot(d, e);
    return foot > margin ? 1 : foot < -margin ? -1 : 0;
}

/// Looks along the two edges of one shape at a vertex: -1 if neither gets nearer to the point at d from the vertex, 1
/// if the edge from *edge does, 0 if uncertain.
static int look_along(const cr_core *core, int i, cr_vec2d d, double extent, int *edge) {
    if (core->count == 1) return -1;
    int next = vertex_after(core, i), previous = vertex_before(core, i);
    double margin = MARGIN * extent * extent;
    cr_vec2d e = vector_between(core->v[i], core->v[next]), f = vector_between(core->v[i], core->v[previous]);
    int ahead = past_vertex(d, e, margin), behind = core->count > 2 ? past_vertex(d, f, margin) : -1;
    *edge = ahead > 0 ? i : previous;
    return ahead > 0 || behind > 0 ? 1 : ahead < 0 && behind < 0 ? -1 : 0;
}

static double least_foot(const cr_core *core, int i, cr_vec2d d) {
    if (core->count == 1) return HUGE_VAL;
    double ahead = -cr_dot(d, vector_between(core->v[i], core->v[vertex_after(core, i)]));
    double behind = -cr_dot(d, vector_between(core->v[i], core->v[vertex_before(core, i)]));
    return ahead < behind ? ahead : behind;
}

double cr_room_in_cone(const cr_pair_feature *found, double x, double y) {
    const cr_difference *c = &found->c;
    double at_b = least_foot(c->b, c->of_b[0], (cr_vec2d){x, y}),
           at_a = least_foot(c->a, c->of_a[0], (cr_vec2d){-x, -y});
    return at_a < at_b ? at_a : at_b;
}

/// Certifies the vertex as the closest feature. Otherwise moves to an edge that is nearer.
static verdict try_vertex(cr_pair_feature *found, int of_a, int of_b, cr_edge_vertex *f) {
    const cr_core *a = found->c.a, *b = found->c.b;
    cr_vec2d d = vector_between(b->v[of_b], a->v[of_a]), back = {-d.x, -d.y};
    int edge = 0, at_b = look_along(b, of_b, d, found->extent, &edge);
    if (at_b > 0) {
        *f = (cr_edge_vertex){.of_b = true, .edge = edge, .vertex = of_a};
        return GO_ON;
    }
    int at_a = look_along(a, of_a, back, found->extent, &edge);
    if (at_a > 0) {
        *f = (cr_edge_vertex){.edge = edge, .vertex = of_b};
        return GO_ON;
    }
    if (at_a == 0 || at_b == 0) return UNCERTAIN;
    double distance = sqrt(d.x * d.x + d.y * d.y);
    found->vertex_of_a = of_a;
    found->vertex_of_b = of_b;
    cr_set_closest_vertex(&found->nearest, distance, d.x / distance, d.y / distance);
    return FOUND;
}

/// Walks from a separating edge along the boundary of the difference to the closest feature.
static bool find_closest_from(cr_pair_feature *found, cr_edge_vertex f) {
    int of_a = 0, of_b = 0;
    for (int steps = 0; steps < CAROM_MAX_POLYGON_VERTICES; ++steps) {
        verdict at_edge = try_edge(found, &f, &of_a, &of_b);
        if (at_edge != GO_ON) return at_edge == FOUND;
        verdict at_vertex = try_vertex(found, of_a, of_b, &f);
        if (at_vertex != GO_ON) return at_vertex == FOUND;
        if (!climb(f.of_b ? found->c.b : found->c.a, f.of_b ? found->c.a : found->c.b, &f)) return false;
    }
    return false;
}

static bool find_closest(cr_pair_feature *found, int bit) {
    cr_edge_vertex f;
    return bit >= 0 && find_vertex(found, bit, &f) && find_closest_from(found, f);
}

// ---- Overlapping shapes ---------------------------------------------------------------------------------------------

/// An edge of the difference with its depth.
typedef struct exit_edge {
    cr_edge_vertex edge;
    double distance, nx, ny;
} exit_edge;

static bool measure_depth(cr_pair_feature *found, exit_edge *w) {
    cr_vec2d e, start;
    place_edge(found, &w->edge, &e, &start);
    double length = sqrt(e.x * e.x + e.y * e.y);
    w->nx = e.y / length;
    w->ny = -e.x / length;
    w->distance = w->nx * (0 - start.x) + w->ny * (0 - start.y);
    return w->distance < -MARGIN * found->extent;
}

static bool find_depth(cr_pair_feature *found, int bit, exit_edge *w) {
    return find_vertex(found, bit, &w->edge) && measure_depth(found, w);
}

/// The edge of least depth among the candidates, if it is less deep than all others.
static bool find_way_out(cr_pair_feature *found, uint32_t candidates) {
    exit_edge best, other;
    if (candidates == 0 || !find_depth(found, cr_lowest_bit(candidates), &best)) return false;
    double margin = MARGIN * found->extent;
    bool tie = false;
    for (candidates &= candidates - 1; candidates; candidates &= candidates - 1) {
        if (!find_depth(found, cr_lowest_bit(candidates), &other)) return false;
        if (is_same_way(&other.edge, &best.edge) || other.distance < best.distance - margin) continue;
        tie = other.distance <= best.distance + margin;
        best = other;
    }
    found->edge = best.edge;
    cr_set_closest_edge(&found->nearest, best.distance, best.nx, best.ny);
    found->relation = CR_INSIDE;
    return !tie;
}

// ---- The extreme edge -----------------------------------------------------------------------------------------------

/// The feature at the extreme edge. Vectors lead out of the shape that owns the edge.
typedef struct extreme_feature {
    const cr_core *own, *other;
    int of_b, edge, next; // the edge that is extreme, by its ends
    int vertex;           // of the other shape
    int end;              // of the edge, if two vertices are closest; otherwise -1
    double distance;
    cr_relation relation;
    cr_lanes2 normal, on_own, on_other; // on the cores
} extreme_feature;

static inline double greater(double a, double b) {
    return a > b ? a : b;
}

/// Certifies the extreme edge, if it is one edge with one nearest vertex: the vertex is deepest behind the edge, in
/// front of it, or past its end and closest to that. Returns false if another feature may be closest.
CR_INLINE bool certify_extreme(const cr_pair_feature *found, const cr_extreme_edges *x, extreme_feature *f) {
    bool is_inside = x->open == 0;
    uint32_t bits = is_inside ? x->candidates : x->farthest;
    if (bits == 0 || (bits & (bits - 1)) != 0) return false;
    int bit = cr_lowest_bit(bits), of_b = bit >= 8, edge = bit & 7;
    const cr_hull *own_hull = pair_hull(found, of_b), *other_hull = pair_hull(found, !of_b);
    const cr_core *own = &own_hull->core, *other = &other_hull->core;
    int vertex = other_hull->vectors == 1 ? x->vertex[bit] : leftmost_vertex(other_hull, own_hull, edge);
    int next = vertex_after(own, edge);
    cr_lanes2 v = cr_wide_lanes(&other->v[vertex]), ahead = cr_wide_lanes(&other->v[vertex_after(other, vertex)]) - v;
    cr_lanes2 behind = cr_wide_lanes(&other->v[vertex_before(other, vertex)]) - v;
    cr_lanes2 p = cr_wide_lanes(&own->v[edge]), e = cr_wide_lanes(&own->v[next]) - p, d = v - p;
    double side = cr_cross_lanes(e, d), foot = cr_dot_lanes(e, d), length2 = cr_dot_lanes(e, e);
    double margin = MARGIN * found->extent * (fabs(e[0]) + fabs(e[1]));
    bool is_nearest = greater(cr_cross_lanes(e, ahead), cr_cross_lanes(e, behind)) < -margin;
    if (!(is_nearest & (is_inside | (side < -margin)))) return false;
    f->own = own;
    f->other = other;
    f->of_b = of_b;
    f->edge = edge;
    f->next = next;
    f->vertex = vertex;
    f->end = -1;
    f->on_other = v;
    if (is_inside || (foot > margin && foot < length2 - margin)) {
        double length = sqrt(length2);
        f->normal = (cr_lanes2){e[1], -e[0]} / cr_both_lanes(length);
        f->distance = is_inside ? cr_dot_lanes(f->normal, d) : -side / length;
        f->on_own = v - f->normal * cr_both_lanes(f->distance);
        f->relation = CR_INSIDE;
        if (is_inside) return f->distance < -MARGIN * found->extent;
    } else {
        int is_past = foot > margin;
        if (!(is_past ? foot > length2 + margin : foot < -margin)) return false;
        CR_OPAQUE(is_past);
        int before = vertex_before(own, edge), after = vertex_after(own, next);
        int beyond = before ^ ((before ^ after) & -is_past);
        f->end = edge ^ ((edge ^ next) & -is_past);
        f->on_own = cr_wide_lanes(&own->v[f->end]);
        cr_lanes2 out = v - f->on_own;
        double along = cr_dot_lanes(out, e), near = cr_dot_lanes(out, cr_wide_lanes(&own->v[beyond]) - f->on_own);
        double on_own = greater(is_past ? -along : along, near); // along the edges at the end
        double on_other = greater(-cr_dot_lanes(out, ahead), -cr_dot_lanes(out, behind));
        if (!(greater(on_own, on_other) < -MARGIN * found->extent * found->extent)) return false;
        f->distance = sqrt(cr_dot_lanes(out, out));
        f->normal = out / cr_both_lanes(f->distance);
    }
    double gap = f->distance - found->c.radius;
    f->relation = gap > 0 ? CR_APART : CR_INSIDE;
    return fabs(gap) > MARGIN * (found->extent + found->c.radius);
}

/// Sets what a contact needs of the feature.
CR_INLINE void take_extreme(cr_pair_feature *found, const extreme_feature *f) {
    cr_difference *c = &found->c;
    unsigned char *of_own = f->of_b ? c->of_b : c->of_a, *of_other = f->of_b ? c->of_a : c->of_b;
    bool is_edge = f->end < 0;
    int start = is_edge ? f->edge : f->end;
    of_own[0] = (unsigned char)start;
    of_own[1] = (unsigned char)f->next;
    of_other[0] = of_other[1] = (unsigned char)f->vertex;
    cr_lanes2 sign = cr_both_lanes(signs_of[f->of_b]);
    cr_lanes2 between = (cr_wide_lanes(&f->own->v[start]) - f->on_other) * sign, normal = f->normal * sign;
    cr_set_vector(&c->v[0], (cr_vector){between[0], between[1], 0, 0});
    cr_set_closest_edge(&found->nearest, f->distance, normal[0], normal[1]);
    found->nearest.edge = is_edge - 1;
    found->nearest.vertex = -is_edge;
    cr_lane_bits2 on_own = {-(int64_t)f->of_b, -(int64_t)f->of_b};
    cr_lanes2 on_b = cr_choose_lanes2(on_own, f->on_own, f->on_other) + normal * cr_both_lanes((double)c->b->radius);
    memcpy(found->on_b, &on_b, sizeof on_b);
    found->has_witness = true;
}

static void set_extent(cr_pair_feature *found, float wide, float high) {
    found->wide = wide;
    found->high = high;
    found->extent = 2 * ((double)wide + (double)high);
}

bool cr_find_extremes(cr_pair_feature *found, bool wants_depth, cr_extreme_edges *x) {
    cr_find_extreme_edges(found->a, found->b, wants_depth, x);
    set_extent(found, x->wide, x->high);
    return !x->overflows;
}

bool cr_find_extreme_feature(cr_pair_feature *found, const cr_extreme_edges *x) {
    extreme_feature f;
    if (!certify_extreme(found, x, &f)) return false;
    found->relation = f.relation;
    take_extreme(found, &f);
    return true;
}

/// The separation at the extreme edge.
static bool separate_at_extreme(cr_pair_feature *found, cr_pair_separation *out) {
    cr_extreme_edges x;
    extreme_feature f;
    if (!cr_find_extremes(found, true, &x) || !certify_extreme(found, &x, &f)) return false;
    cr_lanes2 on_own = f.on_own + f.normal * cr_both_lanes((double)f.own->radius);
    cr_lanes2 on_other = f.on_other - f.normal * cr_both_lanes((double)f.other->radius);
    cr_lanes2 normal = f.normal * cr_both_lanes(signs_of[f.of_b]);
    out->relation = f.relation;
    out->distance = f.distance - found->c.radius;
    out->nx = normal[0];
    out->ny = normal[1];
    memcpy(out->on[f.of_b], &on_own, sizeof on_own);
    memcpy(out->on[!f.of_b], &on_other, sizeof on_other);
    return true;
}

// ---- All pairs ------------------------------------------------------------------------------------------------------

void cr_start_cores(cr_pair_feature *found, const cr_core *a, const cr_core *b) {
    cr_difference *c = &found->c;
    found->a = found->b = NULL;
    found->has_witness = false;
    c->a = a;
    c->b = b;
    c->count = 2;
    c->radius = cr_difference_of((double)a->radius, -(double)b->radius, &c->low_radius);
}

void cr_start_pair(cr_pair_feature *found, const cr_hull *a, const cr_hull *b) {
    cr_start_cores(found, &a->core, &b->core);
    found->a = a;
    found->b = b;
}

bool cr_measure_pair(cr_pair_feature *found, cr_separations *s) {
    cr_measure_separations(found->a, found->b, s);
    set_extent(found, s->wide, s->high);
    return !s->overflows;
}

/// Compares the distance with the radius.
static bool relate_by_distance(cr_pair_feature *found) {
    double gap = found->nearest.distance - found->c.radius;
    found->relation = gap > 0 ? CR_APART : CR_INSIDE;
    return fabs(gap) > MARGIN * (found->extent + found->c.radius);
}

static bool find_between_points(cr_pair_feature *found) {
    cr_propose_vertex(found, 0, 0);
    double dx = 0 - found->c.v[0].x, dy = 0 - found->c.v[0].y, distance = sqrt(dx * dx + dy * dy);
    cr_set_closest_vertex(&found->nearest, distance, dx / distance, dy / distance);
    found->extent = distance;
    return distance > 0 && relate_by_distance(found);
}

/// Where the shapes nearly touch, float is inconclusive; then the certificates in double decide.
static bool find_measured(cr_pair_feature *found, const cr_separations *s) {
    uint32_t candidates;
    if (s->open != 0 && find_closest(found, farthest_edge(s))) return relate_by_distance(found);
    divide_by_lengths(found->a, found->b, s, &candidates);
    if (s->apart == 0) return find_way_out(found, candidates);
    return candidates != 0 && find_closest(found, cr_lowest_bit(candidates)) && relate_by_distance(found);
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

static bool are_boxes(const cr_pair_feature *found) {
    return found->c.a->kind == CAROM_SHAPE_BOX && found->c.b->kind == CAROM_SHAPE_BOX;
}

/// Of two boxes, whose difference is a box: each of its edges is merged of two.
static bool find_between_boxes(cr_pair_feature *found) {
    carom_vec2 a_min = found->c.a->v[0], a_max = found->c.a->v[2], b_min = found->c.b->v[0], b_max = found->c.b->v[2];
    double gap[4] = {(double)b_min.y - (double)a_max.y, (double)a_min.x - (double)b_max.x,
                     (double)a_min.y - (double)b_max.y, (double)b_min.x - (double)a_max.x}; // of the edges of b
    int best_x = gap[3] > gap[1] ? 3 : 1, best_y = gap[2] > gap[0] ? 2 : 0;
    bool along_x = gap[best_x] > gap[best_y];
    int best = along_x ? best_x : best_y, across = along_x ? best_y : best_x, opposite = best ^ 2;
    found->extent = 2 * (fabs(gap[0]) + fabs(gap[1]) + fabs(gap[2]) + fabs(gap[3]));
    double margin = MARGIN * found->extent;
    exit_edge w = {.edge = {.of_b = true, .merged = true, .edge = best, .vertex = opposite}};
    if (gap[best] > margin) return find_closest_from(found, w.edge) && relate_by_distance(found);
    if (!(gap[opposite] < gap[best] - margin && gap[across] < gap[best] - margin)) return false;
    if (!measure_depth(found, &w)) return false;
    found->edge = w.edge;
    cr_set_closest_edge(&found->nearest, w.distance, w.nx, w.ny);
    found->relation = CR_INSIDE;
    return true;
}

static bool is_small(const cr_pair_feature *found) {
    int a = found->c.a->count, b = found->c.b->count;
    return a == 1 || b == 1 || a + b == 4;
}

static bool is_pair_of_points(const cr_pair_feature *found) {
    return found->c.a->count + found->c.b->count == 2;
}

/// Sets the difference to the feature that was found.
static void set_found_feature(cr_pair_feature *found) {
    if (found->nearest.edge >= 0) {
        set_feature_edge(found, &found->edge);
    } else {
        cr_propose_vertex(found, found->vertex_of_a, found->vertex_of_b);
    }
}

bool cr_find_measured_feature(cr_pair_feature *found, const cr_separations *s) {
    if (is_small(found) && cr_find_small_feature(found, (cr_small_wanted){true, true})) return true;
    if (!(are_boxes(found) && find_between_boxes(found)) && !find_measured(found, s)) return false;
    set_found_feature(found);
    return true;
}

/// Measures the pair, and finds its feature.
static bool find_unmeasured(cr_pair_feature *found) {
    if (are_boxes(found) && find_between_boxes(found)) return true;
    cr_separations s;
    return cr_measure_pair(found, &s) && find_measured(found, &s);
}

/// `needs_feature`: also of shapes that overlap.
static bool find_relation(cr_pair_feature *found, bool needs_feature) {
    if (is_pair_of_points(found)) return find_between_points(found);
    bool segments = found->c.radius == 0 && found->c.a->count == 2 && found->c.b->count == 2; // lanes decide faster
    if (!segments && is_small(found) && cr_find_small_feature(found, (cr_small_wanted){needs_feature, false}))
        return true;
    cr_separations s;
    if (are_boxes(found) && find_between_boxes(found)) {
        if (needs_feature && found->relation != CR_APART) set_found_feature(found);
        return true;
    }
    if (cr_has_extremes(found) && !segments) {
        cr_extreme_edges x;
        extreme_feature f;
        if (!cr_find_extremes(found, needs_feature, &x)) return false;
        found->relation = x.open == 0 ? CR_INSIDE : CR_APART;
        if (x.open == 0 ? !needs_feature : x.apart != 0 && found->c.radius == 0) return true;
        if (certify_extreme(found, &x, &f)) {
            found->relation = f.relation;
            if (needs_feature && f.relation != CR_APART) take_extreme(found, &f);
            return true;
        }
    }
    if (!cr_measure_pair(found, &s)) return false;
    found->relation = s.open == 0 ? CR_INSIDE : CR_APART;
    bool decided = s.open == 0 ? !needs_feature : s.apart != 0 && found->c.radius == 0;
    if (decided) return true;
    if (!find_measured(found, &s)) return false;
    if (needs_feature && found->relation != CR_APART) set_found_feature(found);
    return true;
}

bool cr_find_pair_contact(const cr_hull *a, const cr_hull *b, cr_pair_feature *found) {
    cr_start_pair(found, a, b);
    return find_relation(found, true);
}

bool cr_find_pair_relation(const cr_hull *a, const cr_hull *b, cr_relation *relation) {
    cr_pair_feature found;
    cr_start_pair(&found, a, b);
    bool decided = find_relation(&found, false);
    *relation = found.relation;
    return decided;
}

// ---- Separations ----------------------------------------------------------------------------------------------------

void cr_separation_of_feature(const cr_difference *c, const cr_closest_feature *nearest, cr_relation relation,
                              cr_pair_separation *out) {
    cr_witness w = cr_witness_of(c, nearest, 0, 0);
    out->relation = relation;
    out->distance = nearest->distance - c->radius;
    out->nx = nearest->nx;
    out->ny = nearest->ny;
    out->on[0][0] = w.ax;
    out->on[0][1] = w.ay;
    out->on[1][0] = w.bx;
    out->on[1][1] = w.by;
}

/// The vertex of one shape and its foot on the edge of the other. Rounding may place the foot past an end.
static inline void find_foot(const cr_pair_feature *found, cr_vec2d *vertex, cr_vec2d *foot) {
    const cr_edge_vertex *f = &found->edge;
    const cr_core *own = pair_core(found, f->of_b), *other = pair_core(found, !f->of_b);
    cr_vec2d p = cr_widen(own->v[f->edge]), q = cr_widen(own->v[vertex_after(own, f->edge)]), e = cr_subtract(q, p);
    double sign = signs_of[f->of_b], distance = found->nearest.distance;
    *vertex = cr_widen(other->v[f->vertex]);
    foot->x = vertex->x - sign * (found->nearest.nx * distance);
    foot->y = vertex->y - sign * (found->nearest.ny * distance);
    double along = cr_dot(e, cr_subtract(*foot, p));
    if (!((along >= 0) & (along <= cr_dot(e, e)))) *foot = along < 0 ? p : q;
}

static void set_separation(const cr_pair_feature *found, cr_pair_separation *out) {
    int is_edge = found->nearest.edge >= 0, of_b = is_edge && found->edge.of_b; // unset without an edge
    double nx = found->nearest.nx, ny = found->nearest.ny;
    double ra = (double)found->c.a->radius, rb = (double)found->c.b->radius;
    cr_vec2d on_other, on_own;
    if (is_edge) {
        find_foot(found, &on_other, &on_own);
    } else {
        on_own = cr_widen(found->c.a->v[found->vertex_of_a]);
        on_other = cr_widen(found->c.b->v[found->vertex_of_b]);
    }
    CR_OPAQUE(of_b);
    double x[2] = {on_own.x, on_other.x}, y[2] = {on_own.y, on_other.y};
    out->relation = found->relation;
    out->distance = found->nearest.distance - found->c.radius;
    out->nx = nx;
    out->ny = ny;
    out->on[0][0] = x[of_b] - nx * ra;
    out->on[0][1] = y[of_b] - ny * ra;
    out->on[1][0] = x[!of_b] + nx * rb;
    out->on[1][1] = y[!of_b] + ny * rb;
}

bool cr_find_pair_separation(const cr_hull *a, const cr_hull *b, cr_pair_separation *out) {
    cr_pair_feature found;
    cr_start_pair(&found, a, b);
    if (is_pair_of_points(&found)) return false;
    bool segments = a->core.count == 2 && b->core.count == 2;
    if (segments && cr_find_segment_contact(&a->core, &b->core, out)) return true;
    if (!are_boxes(&found) && cr_has_extremes(&found) && separate_at_extreme(&found, out)) return true;
    bool is_found = is_small(&found) && cr_find_small_feature(&found, (cr_small_wanted){true, true});
    if (!is_found) {
        if (!find_unmeasured(&found)) return false;
        if (found.nearest.edge < 0 || !found.edge.merged) {
            set_separation(&found, out);
            return true;
        }
        set_feature_edge(&found, &found.edge);
    }
    cr_separation_of_feature(&found.c, &found.nearest, found.relation, out);
    return true;
}
