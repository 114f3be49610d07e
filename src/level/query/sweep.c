// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The sweep of a shape through a level: each edge nearby is swept as a shape of its own, and the earliest hit wins.
//
// No shape passes between two edges, and no seam of a floor stops a shape: the first contact of a convex shape with a
// solid is in the interior of an edge, or at a convex corner. Only a point, or a shape that ends in a point, can touch
// a concave or flat vertex first.
// - An edge is tested as a one-sided segment that ignores its ends: the face of the edge. A contact of the face may be
//   at its very end. A contact of the end alone belongs to the corner there, if it is convex.
// - A convex corner is tested as a point, by shapes whose centre is not behind both of its edges. So the tip of a spike
//   is hit even by a shape that is behind one of its edges and moves away from the other.
// - If a segment starts on a convex corner, the corner is tested as the triangle of its two edges, because a point does
//   not say on which side the solid is.
// - Convex vertices of one-way chains are tested in the same way, in addition to the whole edges (one_way_corner.h).
// - A point has no extent that could touch the other edge of a vertex. It is tested against whole edges, and at their
//   ends against both edges: it enters through a convex corner only if it moves into both, through a concave one only
//   if it comes from between them. Otherwise it passes flush.
// - A segment that starts across a vertex, with one half in front and the other one behind, penetrates no edge. It hits
//   the vertex at t = 0, unless it moves along its own line.
// - A segment can touch a convex corner with one of its ends alone. It is a hit only if the segment then enters the
//   solid; an end that slides along a side, past the corner, does not.
//
// Most motions are shorter than a cell. Their box is compared in float with the boxes of the edges in its cells, and
// nearly always none overlaps. On a longer path, most edges lie beside it. For the others, double precision bounds the
// time at which the shape comes near. If the face of an edge is certainly hit, edges that are reached later are
// dropped. Only the remaining edges, usually one, are swept exactly.
#include "base/float.h"
#include "base/vec.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/index/cells.h"
#include "level/query/cast.h"
#include "level/query/exit.h"
#include "level/query/one_way_corner.h"
#include "level/query/point_entry.h"
#include "level/query/touching.h"

#include <math.h>

/// The best hit so far, and its edge.
typedef struct best_hit {
    carom_sweep_hit hit;
    float depth; // of a start in penetration
    bool is_corner;
    int edge;
} best_hit;

/// An edge that the shape comes near.
typedef struct near_edge {
    int edge;
    uint32_t flags;
    double not_before;         // the earliest possible time of impact, margin included
    double latest;             // the time by which the face is certainly hit; infinite if it is not certain
    bool starts, face, corner; // possible contacts: penetration at the start, the face, the corner at b
} near_edge;

enum { NEAR = 32 };

typedef struct edge_query {
    const cr_cast *cast;
    bool hit_only; // no position is asked for
    best_hit best;
    double limit;    // later hits are ignored
    double latest;   // the time by which a hit is certain
    bool overflowed; // the list was full: some edges were swept exactly and dropped from it
    int count;
    near_edge near[NEAR];
} edge_query;

// ---- Obstacles ------------------------------------------------------------------------------------------------------

static carom_shape face_of(const edge_query *q, const cr_edge *e) {
    carom_segment face = {.a = e->a, .b = e->b, .one_sided = true};
    bool keeps_ends = q->cast->is_point || (e->flags & CR_ONE_WAY);
    face.skip_a = !keeps_ends && e->prev >= 0;
    face.skip_b = !keeps_ends && e->next >= 0;
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = face};
}

static bool is_thin_core(const cr_core *core) {
    return core->count == 2 && core->radius == 0;
}

/// The corner at end b of an edge, if it counts for the shape. Each corner belongs to the edge that ends there. If the
/// shape is in front of two one-way edges, each decides alone. A segment hits the tip of a chain of thin edges as that
/// of the whole edge: it may touch the tip within its ends, or slide along the edge past it.
static bool corner_of(const edge_query *q, const cr_edge *e, carom_shape *corner) {
    cr_edge_line next = q->cast->index->lines[e->next];
    bool is_behind = cr_core_side(&q->cast->core, e->a, e->b) > 0;
    bool is_behind_next = cr_core_side(&q->cast->core, next.a, next.b) > 0;
    if ((e->flags & CR_ONE_WAY) ? is_behind == is_behind_next : is_behind && is_behind_next) return false;
    *corner = (carom_shape){.kind = CAROM_SHAPE_POINT, .point = e->b};
    if (!is_thin_core(&q->cast->core)) return true;
    if ((e->flags & CR_TWO_SIDED) && cr_same_point(next.b, e->a)) { // the tip of a chain: next is its other side
        *corner = (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e->a, .b = e->b}};
    } else if (carom_overlap(q->cast->a, corner)) {
        carom_polygon wedge = {.count = 3, .v = {e->a, e->b, next.b}};
        *corner = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = wedge};
    }
    return true;
}

// ---- Earliest hit ---------------------------------------------------------------------------------------------------

static cr_edge_hit tied_hit_of(const edge_query *q, const best_hit *p) {
    double approach = -cr_dot(cr_widen(q->cast->move), cr_widen(p->hit.normal));
    return (cr_edge_hit){p->edge, p->is_corner, approach};
}

static bool hit_comes_first(const edge_query *q, const best_hit *p, const best_hit *best) {
    if (!best->hit.hit) return true;
    if (p->hit.t != best->hit.t) return p->hit.t < best->hit.t;
    if (p->depth != best->depth) return p->depth > best->depth;
    return cr_edge_hit_before(q->cast->index, tied_hit_of(q, p), tied_hit_of(q, best));
}

static void keep_first_hit(const edge_query *q, best_hit *best, const best_hit *candidate) {
    if (hit_comes_first(q, candidate, best)) *best = *candidate;
}

// ---- The start ------------------------------------------------------------------------------------------------------

static void keep_deeper(const edge_query *q, best_hit *best, int edge) {
    cr_edge e = cr_index_edge(q->cast->index, edge);
    if ((e.flags & CR_ONE_WAY) || cr_is_in_front(q->cast, &e, q->cast->from)) return;
    carom_shape whole = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = true}};
    if (cr_relate(q->cast->a, &whole) != CR_INSIDE) return;
    carom_separation gap = cr_exit_from_edge(q->cast->a, &q->cast->core, &e);
    best_hit candidate = {.edge = edge, .depth = -gap.distance};
    candidate.hit = (carom_sweep_hit){
        .hit = true,
        .inside = true,
        .at = q->cast->from,
        .point = gap.on_b,
        .normal = gap.normal,
        .feature = CAROM_FEATURE_EDGE,
        .part_b = edge,
    };
    keep_first_hit(q, best, &candidate);
}

/// A segment that lies across a vertex hits it, unless it moves along its own line; a one-sided one hits it only if it
/// moves ahead, to its right.
static void keep_crossed_vertex(const edge_query *q, best_hit *best, int edge) {
    const cr_core *core = &q->cast->core;
    if (!cr_lies_across(q->cast->index, edge, core)) return;
    int side = cr_turn_sign(core->v[0], core->v[1], (carom_vec2){0, 0}, q->cast->move);
    if (side == 0 || (core->one_sided && side > 0)) return;
    cr_vec2d normal = cr_normal_of_segment(core, side > 0);
    best_hit candidate = {.edge = edge, .is_corner = true};
    candidate.hit = (carom_sweep_hit){
        .hit = true,
        .at = q->cast->from,
        .point = q->cast->index->lines[edge].b,
        .normal = cr_rounded(normal.x, normal.y),
        .feature = CAROM_FEATURE_END_B,
        .part_b = edge,
    };
    keep_first_hit(q, best, &candidate);
}

static void keep_at_start(const edge_query *q, best_hit *best, int edge) {
    keep_deeper(q, best, edge);
    keep_crossed_vertex(q, best, edge);
}

/// The deepest edge that the shape penetrates with its centre in front, or a vertex that it lies across. One-way edges
/// are ignored.
static best_hit find_hit_at_start(const edge_query *q) {
    best_hit best = {0};
    if (!q->overflowed) {
        for (int i = 0; i < q->count; ++i) {
            if (q->near[i].starts) keep_at_start(q, &best, q->near[i].edge);
        }
        return best;
    }
    cr_search search;
    cr_search_begin(&search, q->cast->index, cr_finite_bounds(q->cast->a));
    for (int i; (i = cr_search_next(&search)) >= 0;) keep_at_start(q, &best, i);
    return best;
}

// ---- Exact stage ----------------------------------------------------------------------------------------------------

static void meet(edge_query *q, const carom_shape *obstacle, int edge, bool is_corner) {
    const cr_cast *c = q->cast;
    carom_vec2 rest = {0, 0};
    best_hit candidate = {.edge = edge};
    candidate.hit =
        q->hit_only ? cr_sweep_hit(c->a, c->move, obstacle, rest) : carom_sweep(c->a, c->move, obstacle, rest);
    if (!candidate.hit.hit || candidate.hit.inside)
        return; // only thin edges remain that could be penetrated, and they let the shape pass
    if (c->is_point && !cr_point_enters(c->index, edge, c->from, c->move)) return;
    bool decides = is_thin_core(&c->core) && obstacle->kind != CAROM_SHAPE_POLYGON;
    if (decides && !cr_segment_enters(c->index, edge, is_corner, c->core.v[0], c->core.v[1], c->move)) return;
    bool is_one_way = cr_index_edge(c->index, edge).flags & CR_ONE_WAY;
    if (is_corner && is_one_way && !cr_one_way_corner_stops(c->index, edge, &c->core, c->move)) return;
    candidate.hit.part_b = edge;
    if (is_corner) candidate.hit.feature = CAROM_FEATURE_END_B;
    candidate.is_corner = is_corner;
    keep_first_hit(q, &q->best, &candidate);
    double limit = cr_later((double)q->best.hit.t);
    if (limit < q->limit) q->limit = limit;
}

/// True if a segment lies along a two-sided edge. As a point on one, it is on both sides, and leaves it.
static bool lies_along(const cr_core *core, const cr_edge *e) {
    return (e->flags & CR_TWO_SIDED) && is_thin_core(core) && cr_side(e->a, e->b, core->v[0]) == 0 &&
           cr_side(e->a, e->b, core->v[1]) == 0;
}

static void meet_edge(edge_query *q, const near_edge *n) {
    int edge = n->edge;
    cr_edge e = cr_index_edge(q->cast->index, edge);
    carom_shape face = face_of(q, &e), corner;
    if (n->face && !lies_along(&q->cast->core, &e)) meet(q, &face, edge, false);
    if (n->corner && corner_of(q, &e, &corner)) meet(q, &corner, edge, true);
}

/// Sweeps the candidates exactly. The one that is certainly hit comes first, because it limits the others most.
static void sweep_candidates(edge_query *q) {
    int first = 0;
    for (int i = 1; i < q->count; ++i) {
        if (q->near[i].latest < q->near[first].latest) first = i;
    }
    if (q->count > 0) meet_edge(q, &q->near[first]);
    for (int i = 0; i < q->count; ++i) {
        const near_edge *n = &q->near[i];
        if (i != first && n->not_before <= q->limit && (n->face || n->corner)) meet_edge(q, n);
    }
}

// ---- Bounds in double -----------------------------------------------------------------------------------------------

/// Relative to the products: the rounding of their sums in double. foot.g, gap.g and far.g in src/level/proofs prove
/// it.
static const double ROUNDING = 11.1 * (DBL_EPSILON / 2);
/// Relative to the coordinates; above all rounding of positions (2^-24) and 16 ulp of steps to a clear one.
static const double POSITION_MARGIN = 0x1p-18;
/// Relative to the greatest coordinate of the index: the rounding of the distances of an edge across and along the
/// path. src/level/proofs/view.g proves it.
static const double REACH_MARGIN = 4.28 * (DBL_EPSILON / 2);
/// Relative to the margin: the rounding of the centre. src/level/proofs/centre.g proves it.
static const double CENTRE_MARGIN = 1.005 * (DBL_EPSILON / 2) * 262144;

/// The ends of an edge relative to the centre of the shape: distance to the left of the path, and along it, times the
/// length of the motion.
typedef struct edge_view {
    double ax, ay, bx, by;
    double a_left, b_left, a_ahead, b_ahead;
} edge_view;

CR_INLINE edge_view view_edge(const cr_swept_path *w, cr_edge_line line) {
    edge_view v;
    v.ax = (double)line.a.x - w->x;
    v.ay = (double)line.a.y - w->y;
    v.bx = (double)line.b.x - w->x;
    v.by = (double)line.b.y - w->y;
    v.a_left = w->move_x * v.ay - w->move_y * v.ax;
    v.b_left = w->move_x * v.by - w->move_y * v.bx;
    v.a_ahead = w->move_x * v.ax + w->move_y * v.ay;
    v.b_ahead = w->move_x * v.bx + w->move_y * v.by;
    return v;
}

CR_INLINE double least_double(double a, double b) {
    return a < b ? a : b;
}

CR_INLINE double most_double(double a, double b) {
    return a > b ? a : b;
}

/// True if the edge may overlap the rectangle about the path, up to `ahead`. Branchless.
CR_INLINE int is_on_the_way(const cr_swept_path *w, const edge_view *v, double ahead) {
    int left = least_double(v->a_left, v->b_left) <= w->left, right = most_double(v->a_left, v->b_left) >= -w->right;
    int before = least_double(v->a_ahead, v->b_ahead) <= ahead,
        after = most_double(v->a_ahead, v->b_ahead) >= -w->behind;
    return left & right & before & after;
}

/// How far the corners extend to the left and to the right of a line along (ex, ey), times the length of (ex, ey), and
/// the leftmost corner.
typedef struct side_extents {
    double left, right;
    int leftmost;
} side_extents;

static side_extents span_of(const cr_swept_path *w, double ex, double ey) {
    side_extents s = {-HUGE_VAL, -HUGE_VAL, 0};
    for (int i = 0; i < w->count; ++i) {
        double left = ex * w->corner_y[i] - ey * w->corner_x[i];
        if (left > s.left) s.leftmost = i;
        s.left = most_double(s.left, left);
        s.right = most_double(s.right, -left);
    }
    return s;
}

static void add_candidate(edge_query *q, const near_edge *n) {
    if (q->count == NEAR) {
        sweep_candidates(q);
        q->overflowed = true;
        q->count = 0;
    }
    q->near[q->count++] = *n;
}

/// A nearby edge relative to the shape.
typedef struct facing {
    double ex, ey, length, length2;
    double side, turn, turn_bound; // distance and speed of the centre to the left of the line, times its length
    double gap, gap_bound;         // distance between the shape and the line, times its length
    side_extents span;
} facing;

static facing face_to(const cr_swept_path *w, cr_edge_line line, const edge_view *v) {
    facing f = {.ex = (double)line.b.x - (double)line.a.x, .ey = (double)line.b.y - (double)line.a.y};
    f.length2 = f.ex * f.ex + f.ey * f.ey;
    f.length = sqrt(f.length2);
    double left = v->ax * v->by, right = v->ay * v->bx, in = f.ex * w->move_y, out = f.ey * w->move_x;
    f.side = left - right;
    f.turn = in - out;
    f.turn_bound = ROUNDING * (fabs(in) + fabs(out));
    f.gap_bound = ROUNDING * (fabs(left) + fabs(right) + w->size * f.length);
    if (w->count > 1) f.span = span_of(w, f.ex, f.ey);
    f.gap = fabs(f.side) - (f.side < 0 ? f.span.left : f.span.right) - w->radius * f.length;
    return f;
}

/// The position of the foot when the first point of the shape reaches the line: -1 before a, 1 past b, 0 certainly
/// between; 2 inconclusive.
static int foot_at(const cr_swept_path *w, const edge_view *v, const facing *f, double early, double late) {
    double x = w->corner_x[f->span.leftmost] - v->ax, y = w->corner_y[f->span.leftmost] - v->ay;
    double foot = f->ex * x + f->ey * y, along = f->ex * w->move_x + f->ey * w->move_y;
    double terms = fabs(v->ax) + fabs(v->ay) + w->size + fabs(w->move_x) + fabs(w->move_y);
    double bound = ROUNDING * (fabs(f->ex) + fabs(f->ey)) * terms;
    double p = foot + early * along, q = foot + late * along;
    if (most_double(p, q) < -bound) return -1;
    if (least_double(p, q) > f->length2 + bound) return 1;
    return least_double(p, q) > bound && most_double(p, q) < f->length2 - bound ? 0 : 2;
}

/// Bounds the contact in double: whether the face is hit, and by when.
static void look_at_face(const edge_query *q, const edge_view *v, const facing *f, near_edge *n) {
    const cr_swept_path *w = &q->cast->way;
    n->face = false;
    n->latest = HUGE_VAL;
    bool behind = f->side > f->gap_bound + w->blur * f->length || (f->side > 0 && f->gap > f->gap_bound);
    if (behind || f->turn <= -f->turn_bound) return;
    n->face = true;
    if (!(f->side < 0 && f->gap > f->gap_bound && f->turn > f->turn_bound)) return;
    // The turn carries three roundings: its bound covers those of the quotients, too.
    double early = (f->gap - f->gap_bound) / (f->turn + f->turn_bound);
    double late = (f->gap + f->gap_bound) / (f->turn - f->turn_bound);
    int foot = foot_at(w, v, f, early, least_double(late, 1));
    // A moving segment may itself be one-sided, or ignore its ends.
    if (foot == 0 && late <= 1 && q->cast->core.kind != CAROM_SHAPE_SEGMENT) n->latest = late;
    bool beyond = (foot == 1 && (n->flags & CR_CORNER_B)) || (foot == -1 && (n->flags & CR_CORNER_A));
    bool rounds = w->count == 1 && beyond && !q->cast->is_point;
    if (early > q->limit || rounds) n->face = false;
}

static bool starts_at(const cr_swept_path *w, const edge_view *v) {
    return least_double(v->ax, v->bx) <= w->half_x && most_double(v->ax, v->bx) >= -w->half_x &&
           least_double(v->ay, v->by) <= w->half_y && most_double(v->ay, v->by) >= -w->half_y;
}

static bool is_listed(const edge_query *q, int edge) {
    bool listed = false;
    for (int i = 0; i < q->count; ++i) listed |= q->near[i].edge == edge;
    return listed;
}

static void bound_edge(edge_query *q, int edge) {
    const cr_swept_path *w = &q->cast->way;
    if (is_listed(q, edge)) return;
    cr_edge_line line = q->cast->index->lines[edge];
    edge_view v = view_edge(w, line);
    facing f = face_to(w, line, &v);
    near_edge n = {.edge = edge, .flags = q->cast->index->links[edge].next & CR_REF_FLAGS};
    double apart = f.gap - f.gap_bound - w->margin * f.length;
    double before = least_double(v.a_ahead, v.b_ahead) - w->ahead;
    if (before > 0) n.not_before = before / w->length2 * (1 - CR_DOUBLE_SLACK);
    if (apart > 0) {
        double closing = (f.side < 0 ? f.turn : -f.turn) + f.turn_bound;
        if (apart > closing * q->limit) return;
        n.not_before = most_double(n.not_before, apart / closing * (1 - CR_DOUBLE_SLACK));
    }
    n.starts = f.gap <= f.gap_bound && starts_at(w, &v);
    look_at_face(q, &v, &f, &n);
    n.corner = (n.flags & (CR_CORNER_B | CR_ONE_WAY)) && !q->cast->is_point && n.latest == HUGE_VAL &&
               v.b_left <= w->left && v.b_left >= -w->right && v.b_ahead >= -w->behind &&
               v.b_ahead <= q->limit * w->length2 + w->ahead;
    if (n.corner && (n.flags & CR_ONE_WAY)) n.corner = cr_is_one_way_corner(q->cast->index, edge);
    if (n.latest < q->latest) {
        q->latest = n.latest;
        q->limit = least_double(q->limit, cr_later(n.latest));
    }
    add_candidate(q, &n);
}

static void bound_edges(edge_query *q, const uint32_t *refs, int count) {
    const cr_swept_path *w = &q->cast->way;
    const cr_edge_line *lines = q->cast->index->lines;
    uint32_t kept[CR_REFS_ROOM];
    int kept_count = 0;
    double ahead = q->limit * w->length2 + w->ahead;
    for (int i = 0; i < count; ++i) {
        edge_view v = view_edge(w, lines[refs[i] >> CR_REF_SHIFT]);
        CR_FETCH(&q->cast->index->links[refs[i] >> CR_REF_SHIFT]);
        kept[kept_count] = refs[i];
        kept_count += is_on_the_way(w, &v, ahead);
    }
    for (int i = 0; i < kept_count; ++i) bound_edge(q, (int)(kept[i] >> CR_REF_SHIFT));
}

static double meet_cells(void *context, const uint32_t *refs, int count) {
    edge_query *q = context;
    for (int from = 0; from < count; from += CR_REFS_AT_ONCE) {
        bound_edges(q, refs + from, count - from < CR_REFS_AT_ONCE ? count - from : CR_REFS_AT_ONCE);
    }
    return q->limit;
}

// ---- The swept path -------------------------------------------------------------------------------------------------

/// An infinite value or NaN minus itself is not zero.
CR_INLINE bool is_finite_vector(carom_vec2 v) {
    return (v.x - v.x) + (v.y - v.y) == 0;
}

/// A margin for a motion from (x, y), with everything within `size` of it: above all rounding of positions and the
/// steps to a clear one.
CR_INLINE double margin_of(const cr_index *index, double x, double y, double move_x, double move_y, double size) {
    return POSITION_MARGIN * (fabs(x) + fabs(y) + fabs(move_x) + fabs(move_y) + size) + REACH_MARGIN * index->reach;
}

/// The swept path of a shape whose bounds are centred at (x, y), with everything within `size` of it.
static void set_way(cr_swept_path *w, double x, double y, double size, const cr_index *index, carom_vec2 move) {
    double mx = (double)move.x, my = (double)move.y;
    w->x = x;
    w->y = y;
    w->move_x = mx;
    w->move_y = my;
    w->length2 = mx * mx + my * my;
    w->size = size;
    w->margin = margin_of(index, x, y, mx, my, size);
}

/// The short form for a circle, the most frequent mover.
static bool take_circle(cr_cast *c, carom_circle circle, carom_vec2 move) {
    if (!(circle.radius > 0 && circle.radius <= FLT_MAX) || !is_finite_vector(circle.center)) return false;
    cr_swept_path *w = &c->way;
    c->from = circle.center;
    c->core.count = 1;
    c->core.v[0] = circle.center;
    c->core.radius = circle.radius;
    c->core.kind = CAROM_SHAPE_CIRCLE;
    c->core.one_sided = c->core.skip_a = c->core.skip_b = false;
    set_way(w, (double)circle.center.x, (double)circle.center.y, (double)circle.radius, c->index, move);
    w->count = 1;
    w->radius = (double)circle.radius;
    w->corner_x[0] = w->corner_y[0] = w->blur = 0;
    w->half_x = w->half_y = w->radius + w->margin;
    w->left = w->right = w->ahead = w->behind = w->half_x * sqrt(w->length2) * (1 + CR_DOUBLE_SLACK);
    return true;
}

/// The corners relative to the centre of their bounds, and their extents.
static void set_corners(cr_swept_path *w, const cr_core *core) {
    w->left = w->right = w->ahead = w->behind = 0;
    for (int i = 0; i < core->count; ++i) {
        double x = w->corner_x[i] = (double)core->v[i].x - w->x, y = w->corner_y[i] = (double)core->v[i].y - w->y;
        double left = w->move_x * y - w->move_y * x, ahead = w->move_x * x + w->move_y * y;
        w->left = most_double(w->left, left);
        w->right = most_double(w->right, -left);
        w->ahead = most_double(w->ahead, ahead);
        w->behind = most_double(w->behind, -ahead);
    }
    double around = (w->radius + w->margin) * sqrt(w->length2) * (1 + CR_DOUBLE_SLACK);
    w->left += around;
    w->right += around;
    w->ahead += around;
    w->behind += around;
}

static bool take_core(cr_cast *c, const carom_shape *a, carom_vec2 move) {
    const cr_core *core = &c->core;
    if (!cr_core_of(a, &c->core)) return false;
    carom_box box = {core->v[0], core->v[0]};
    for (int i = 1; i < core->count; ++i) box = cr_box_union(box, (carom_box){core->v[i], core->v[i]});
    double half_x = ((double)box.max.x - (double)box.min.x) / 2, half_y = ((double)box.max.y - (double)box.min.y) / 2;
    double radius = (double)core->radius;
    cr_swept_path *w = &c->way;
    set_way(w, (double)box.min.x + half_x, (double)box.min.y + half_y, half_x + half_y + radius, c->index, move);
    w->count = core->count;
    w->radius = radius;
    w->blur = core->kind == CAROM_SHAPE_POLYGON ? HUGE_VAL : w->margin * CENTRE_MARGIN;
    w->half_x = half_x + radius + w->margin;
    w->half_y = half_y + radius + w->margin;
    set_corners(w, core);
    return true;
}

/// Returns false if nothing can be hit.
static bool cast_make(cr_cast *c, const carom_level *level, const carom_shape *a, carom_vec2 move) {
    c->level = level;
    c->index = &level->index;
    c->a = a;
    c->move = move;
    c->is_point = false;
    bool finite = is_finite_vector(move) && c->index->count > 0;
    if (a->kind == CAROM_SHAPE_CIRCLE && finite && take_circle(c, a->circle, move)) return true;
    c->from = cr_reference(a);
    if (!finite || !take_core(c, a, move)) return false;
    c->is_point = c->core.count == 1 && c->core.radius == 0;
    return true;
}

/// The path in cells: the box about the start, and the motion. Branchless, because the signs of motions are
/// unpredictable.
typedef struct route {
    double x, y, half_x, half_y, move_x, move_y;
} route;

CR_INLINE route route_of(const cr_cast *c) {
    const cr_index *index = c->index;
    const cr_swept_path *w = &c->way;
    double per = index->per_cell, slack = index->size_of_origin * CR_RANGE_SLACK; // the margin covers the rest
    return (route){(w->x - index->origin[0]) * per,
                   (w->y - index->origin[1]) * per,
                   w->half_x * per + slack,
                   w->half_y * per + slack,
                   w->move_x * per,
                   w->move_y * per};
}

/// The cells of a long path, a few columns at a time. Columns divide the axis along which the shape moves more. The
/// shape enters a column at time `enter`, when its trailing side is at `tail`, and leaves it at time `leave`.
typedef struct corridor {
    int column, last, step;
    double enter, leave, per_move;
    double tail, trail, lead, slope;
    cr_pitch along, across;
    int size;
} corridor;

static corridor corridor_of(const cr_cast *c) {
    const cr_index *index = c->index;
    route w = route_of(c);
    bool upright = fabs(w.move_y) >= fabs(w.move_x);
    if (upright) w = (route){w.y, w.x, w.half_y, w.half_x, w.move_y, w.move_x};
    cr_grid grid = cr_top_grid(index);
    cr_pitch pitches[2] = {cr_pitch_of(&grid, 0), cr_pitch_of(&grid, 1)};
    int forward = w.move_x >= 0, rising = w.move_y >= 0;
    double way = (double)(2 * forward - 1), rise = (double)(2 * rising - 1);
    double front = w.x + way * w.half_x, back = w.x - way * w.half_x;
    corridor r = {.column = cr_cell_at(back, grid.size[upright]),
                  .last = cr_cell_at(front + w.move_x, grid.size[upright]),
                  .step = 2 * forward - 1,
                  .per_move = w.move_x != 0 ? fabs(1 / w.move_x) : 1e300,
                  .slope = w.move_y,
                  .along = pitches[upright],
                  .across = pitches[!upright],
                  .size = grid.size[!upright]};
    double side = (double)(r.column + forward);
    r.enter = (side - front) * way * r.per_move;
    r.leave = (side - back) * way * r.per_move;
    r.trail = r.tail = w.y - rise * w.half_y;
    r.lead = w.y + rise * w.half_y;
    return r;
}

enum { COLUMNS_AT_ONCE = 3, CELLS_AT_ONCE = 12 };

/// The position in a walk through the cells of a path: the words of the next cells.
typedef struct cell_walk {
    corridor corridor;
    int count; // -1: too many abreast
    bool done; // no cells follow
    uint32_t cells[CELLS_AT_ONCE];
} cell_walk;

CR_INLINE void next_cells(cell_walk *w, double limit) {
    corridor *r = &w->corridor;
    int count = 0;
    for (int i = 0; i < COLUMNS_AT_ONCE; ++i) {
        double head = r->lead + r->slope * (r->column == r->last || r->leave > limit ? limit : r->leave);
        int low = cr_cell_at(least_double(r->tail, head), r->size),
            high = cr_cell_at(most_double(r->tail, head), r->size);
        uint32_t column = cr_words_to(r->along, r->column);
        if (high - low > 3) {
            w->count = -1;
            return;
        }
        w->cells[count++] = column + cr_words_to(r->across, low);
        w->cells[count] = column + cr_words_to(r->across, high);
        count += low < high;
        for (int row = low + 1; row < high; ++row) w->cells[count++] = column + cr_words_to(r->across, row);
        w->count = count;
        w->done = r->column == r->last || r->enter > limit;
        if (w->done) return;
        r->tail = r->trail + r->slope * most_double(r->enter, 0);
        r->column += r->step;
        r->enter += r->per_move;
        r->leave += r->per_move;
    }
}

static void walk_begin(cell_walk *w, const cr_cast *c) {
    w->corridor = corridor_of(c);
    next_cells(w, 1);
}

/// Walks along the usual path: few cells abreast, with few edges each. Returns false for any other path.
static bool walk_narrow(edge_query *q, cell_walk *w) {
    const cr_index *index = q->cast->index;
    for (;; next_cells(w, q->limit)) {
        cr_refs refs;
        refs.count = 0;
        if (w->count < 0) return false;
        for (int i = 0; i < w->count; ++i) {
            if (!cr_add_cell(&refs, index, index->words[w->cells[i]])) return false;
            if (refs.count < CR_REFS_AT_ONCE) continue;
            bound_edges(q, refs.refs, refs.count);
            refs.count = 0;
        }
        if (refs.count > 0) bound_edges(q, refs.refs, refs.count);
        if (w->done) return true;
    }
}

static void walk_all(edge_query *q, cell_walk *w) {
    const cr_swept_path *way = &q->cast->way;
    if (walk_narrow(q, w)) return;
    carom_box box = {{cr_clamp(way->x - way->half_x), cr_clamp(way->y - way->half_y)},
                     {cr_clamp(way->x + way->half_x), cr_clamp(way->y + way->half_y)}};
    cr_index_walk(q->cast->index, box, q->cast->move, q->limit, meet_cells, q);
}

// ---- Short motions --------------------------------------------------------------------------------------------------

/// The vicinity of a motion shorter than a cell: few cells, whose order does not matter, and a box wider than all
/// rounding.
typedef struct vicinity {
    bool is_short; // false: a longer motion, or a point
    cr_quad quad;
    carom_box box;
} vicinity;

CR_INLINE vicinity vicinity_of(const cr_index *index, const carom_shape *a, carom_vec2 move) {
    vicinity v;
    double mx = (double)move.x, my = (double)move.y, x, y, half_x, half_y;
    if (a->kind == CAROM_SHAPE_CIRCLE) {
        x = (double)a->circle.center.x;
        y = (double)a->circle.center.y;
        half_x = half_y = (double)a->circle.radius;
    } else {
        carom_box bounds = carom_shape_bounds(a);
        x = ((double)bounds.min.x + (double)bounds.max.x) / 2;
        y = ((double)bounds.min.y + (double)bounds.max.y) / 2;
        half_x = (double)bounds.max.x - x;
        half_y = (double)bounds.max.y - y;
    }
    v.is_short = (fabs(mx) + fabs(my)) * index->per_cell < 1 && half_x + half_y > 0 && index->count > 0;
    if (!v.is_short) return v;
    double margin = margin_of(index, x, y, mx, my, half_x + half_y);
    x += mx / 2;
    y += my / 2;
    half_x += fabs(mx) / 2 + margin;
    half_y += fabs(my) / 2 + margin;
    cr_cell_range range = cr_cell_range_of(index, x - half_x, y - half_y, x + half_x, y + half_y);
    v.is_short = cr_cell_range_is_small(range);
    v.quad = cr_quad_of(index, range);
    v.box = (carom_box){{(float)(x - half_x), (float)(y - half_y)}, {(float)(x + half_x), (float)(y + half_y)}};
    return v;
}

/// The edges of the cells whose boxes overlap the box; usually none. Returns false if a cell is of another kind.
CR_INLINE bool find_near(const vicinity *v, const cr_index *index, cr_refs *refs) {
    cr_edge_line lines[CR_REFS_ROOM];
    int32_t says[CR_REFS_ROOM];
    if (!cr_quad_refs(refs, index, &v->quad)) return false;
    int count = refs->count;
    bool any = cr_meet_box(lines, cr_fetch_lines(refs, index, lines), v->box, says);
    refs->count = 0;
    for (int i = 0; any && i < count; ++i) {
        refs->refs[refs->count] = refs->refs[i];
        refs->count += says[i];
    }
    return true;
}

// ---- The result -----------------------------------------------------------------------------------------------------

/// True if the edge is certainly apart from the shape at a displacement from its start.
static bool is_far(const cr_swept_path *w, cr_edge_line line, double x, double y) {
    double ax = (double)line.a.x - w->x - x, bx = (double)line.b.x - w->x - x;
    double ay = (double)line.a.y - w->y - y, by = (double)line.b.y - w->y - y;
    if (least_double(ax, bx) > w->half_x || most_double(ax, bx) < -w->half_x) return true;
    if (least_double(ay, by) > w->half_y || most_double(ay, by) < -w->half_y) return true;
    double ex = (double)line.b.x - (double)line.a.x, ey = (double)line.b.y - (double)line.a.y;
    double left = ax * by, right = ay * bx, reach = w->size + w->margin;
    double terms = (fabs(ax) + fabs(x)) * (fabs(by) + fabs(y)) + (fabs(ay) + fabs(y)) * (fabs(bx) + fabs(x));
    double off = fabs(left - right) - ROUNDING * terms;
    return off > 0 && off * off > reach * reach * (ex * ex + ey * ey) * (1 + CR_DOUBLE_SLACK);
}

/// True if an edge blocks the final position. Only edges that the shape came near can. Sets *beside if the shape may
/// touch an edge there.
static bool is_blocked(const edge_query *q, carom_vec2 at, bool *beside) {
    const cr_cast *c = q->cast;
    *beside = q->overflowed || c->is_point;
    if (q->overflowed) return cr_has_blocker(c, at);
    double x = (double)at.x - (double)c->from.x, y = (double)at.y - (double)c->from.y;
    for (int i = 0; i < q->count; ++i) {
        const near_edge *n = &q->near[i];
        if (n->not_before > q->limit || is_far(&c->way, c->index->lines[n->edge], x, y)) continue;
        *beside = true;
        if (cr_blocks_position(c, n->edge, at)) return true;
    }
    return false;
}

static bool may_start_inside(const edge_query *q) {
    bool starts = q->overflowed;
    for (int i = 0; i < q->count; ++i) starts |= q->near[i].starts;
    return starts && !q->cast->is_point;
}

static carom_sweep_hit sweep_miss(const carom_shape *a, carom_vec2 move) {
    carom_sweep_hit miss = {.t = 1};
    carom_vec2 from = a->kind == CAROM_SHAPE_CIRCLE ? a->circle.center : cr_reference(a);
    miss.at = cr_moved_in_range(from, move);
    return miss;
}

/// The end of a segment that leads, if the segment moves along its own line; null: it does not. Exact.
static const carom_vec2 *leading_end(const cr_cast *c) {
    const cr_core *core = &c->core;
    if (core->count != 2 || core->radius > 0 || core->one_sided || core->skip_a || core->skip_b) return NULL;
    double mx = (double)c->move.x, my = (double)c->move.y;
    double x = (double)core->v[1].x - (double)core->v[0].x, y = (double)core->v[1].y - (double)core->v[0].y;
    if ((mx == 0 && my == 0) || cr_turn_sign(core->v[0], core->v[1], (carom_vec2){0, 0}, c->move) != 0) return NULL;
    return &core->v[x * mx + y * my > 0];
}

/// Sweeps the leading end of a segment that moves along its own line, as a point. The segment itself would pass flush
/// through the foot of a wall on a floor, because it touches only the end of the wall.
static void meet_with_end(const cr_cast *c, carom_sweep_hit *hit) {
    const carom_vec2 *end = leading_end(c);
    if (!end) return;
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = *end};
    carom_sweep_hit first = carom_level_sweep(c->level, &point, c->move);
    if (!first.hit || (hit->hit && hit->t <= first.t)) return;
    first.at = cr_rounded((double)c->from.x + ((double)first.at.x - (double)end->x),
                          (double)c->from.y + ((double)first.at.y - (double)end->y));
    *hit = first;
}

/// The result of the sweep against the edges in `refs`; if null, against those in the cells of the walk. Without
/// `beside`, its position is unspecified.
static carom_sweep_hit answer_of(cr_cast *c, const cr_refs *refs, cell_walk *w, bool *beside) {
    edge_query q;
    q.cast = c;
    q.hit_only = !beside;
    q.best.hit.hit = false;
    q.limit = 1;
    q.latest = HUGE_VAL;
    q.overflowed = false;
    q.count = 0;
    if (refs) {
        bound_edges(&q, refs->refs, refs->count);
    } else {
        walk_all(&q, w);
    }
    if (q.count == 0 && !c->is_point) return sweep_miss(c->a, c->move);
    if (may_start_inside(&q)) {
        best_hit at_start = find_hit_at_start(&q);
        if (at_start.hit.hit && beside) *beside = true;
        if (at_start.hit.hit) return at_start.hit;
    }
    bool moves = c->move.x != 0 || c->move.y != 0; // at rest, a contact is no hit
    if (moves) sweep_candidates(&q);
    carom_sweep_hit hit = q.best.hit.hit ? q.best.hit : sweep_miss(c->a, c->move);
    meet_with_end(c, &hit);
    if (!beside) return hit;
    c->until = (double)hit.t;
    bool by_corner = hit.hit && hit.feature != CAROM_FEATURE_EDGE && q.best.is_corner;
    c->corner = by_corner && (cr_index_edge(c->index, hit.part_b).flags & CR_ONE_WAY) ? hit.part_b : -1;
    if (is_blocked(&q, hit.at, beside) || !cr_stays_out(c, hit.at))
        hit.at = cr_level_clear_position(c, hit.at, (double)hit.t, hit.normal);
    return hit;
}

/// A sweep in two steps; between them, prefetched memory can arrive.
typedef struct level_sweep {
    bool is_valid;
    vicinity vicinity;
    cr_cast cast;   // of a short motion, only if an edge is near
    cell_walk walk; // likewise, if a cell of its vicinity is of another kind
} level_sweep;

CR_INLINE void sweep_begin(level_sweep *s, const carom_level *level, const carom_shape *a, carom_vec2 move) {
    s->is_valid = true;
    s->vicinity = vicinity_of(&level->index, a, move);
    if (s->vicinity.is_short) return;
    s->is_valid = cast_make(&s->cast, level, a, move);
    if (s->is_valid) walk_begin(&s->walk, &s->cast);
}

CR_INLINE carom_sweep_hit sweep_end(level_sweep *s, const carom_level *level, const carom_shape *a, carom_vec2 move,
                                    bool *beside) {
    cr_refs refs;
    const cr_refs *near_by = NULL;
    if (beside) *beside = false;
    if (s->vicinity.is_short) {
        if (find_near(&s->vicinity, &level->index, &refs)) near_by = &refs;
        if (near_by && refs.count == 0) return sweep_miss(a, move);
        s->is_valid = cast_make(&s->cast, level, a, move);
        if (s->is_valid && !near_by) walk_begin(&s->walk, &s->cast);
    }
    if (s->is_valid) return answer_of(&s->cast, near_by, &s->walk, beside);
    return sweep_miss(a, is_finite_vector(move) ? move : (carom_vec2){0, 0});
}

carom_sweep_hit cr_level_sweep_touching(const carom_level *level, const carom_shape *a, carom_vec2 move, bool *beside) {
    level_sweep s;
    sweep_begin(&s, level, a, move);
    return sweep_end(&s, level, a, move, beside);
}

carom_sweep_hit cr_level_first_hit(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    level_sweep s;
    sweep_begin(&s, level, a, move);
    return sweep_end(&s, level, a, move, NULL);
}

carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    bool beside;
    return cr_level_sweep_touching(level, a, move, &beside);
}

// ---- Batches --------------------------------------------------------------------------------------------------------

enum { SWEEP_WAVE = 32 };

/// The first cells of a sweep.
CR_INLINE int cells_of(const level_sweep *s, const uint32_t **cells) {
    *cells = s->vicinity.is_short ? s->vicinity.quad.at : s->walk.cells;
    return s->vicinity.is_short ? 4 : s->is_valid ? s->walk.count : 0;
}

/// Prefetches for all sweeps together: the words of their first cells, the lists of these, the edges.
CR_INLINE void fetch_words(const level_sweep *wave, const cr_index *index, int count) {
    for (int i = 0; i < count; ++i) {
        const uint32_t *cells;
        int cells_count = cells_of(&wave[i], &cells);
        for (int k = 0; k < cells_count; ++k) CR_FETCH(index->words + cells[k]);
    }
}

CR_INLINE void fetch_lists(const level_sweep *wave, const cr_index *index, int count) {
    for (int i = 0; i < count; ++i) {
        const uint32_t *cells;
        int cells_count = cells_of(&wave[i], &cells);
        for (int k = 0; k < cells_count; ++k) CR_FETCH(index->words + (index->words[cells[k]] >> CR_CELL_SHIFT));
    }
}

CR_INLINE void fetch_lines(const level_sweep *wave, const cr_index *index, int count) {
    for (int i = 0; i < count; ++i) {
        const uint32_t *cells;
        int cells_count = cells_of(&wave[i], &cells);
        for (int k = 0; k < cells_count; ++k) {
            uint32_t cell = index->words[cells[k]], kind = cr_cell_kind(cell);
            const uint32_t *refs = index->words + (cell >> CR_CELL_SHIFT);
            if (kind == 0 || kind > CR_CELL_FEW) continue;
            CR_FETCH(index->lines + (refs[0] >> CR_REF_SHIFT));
            CR_FETCH(index->lines + (refs[kind - 1] >> CR_REF_SHIFT));
        }
    }
}

int carom_level_sweep_many(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves, int count,
                           carom_sweep_hit *hits) {
    level_sweep wave[SWEEP_WAVE];
    int found = 0;
    for (int from = 0; from < count; from += SWEEP_WAVE) {
        int together = count - from < SWEEP_WAVE ? count - from : SWEEP_WAVE;
        for (int i = 0; i < together; ++i) {
            int next = from + i + SWEEP_WAVE < count ? from + i + SWEEP_WAVE : count - 1;
            CR_FETCH(&shapes[next]);
            CR_FETCH(&shapes[next] + 1);
            CR_FETCH(&hits[next]);
            sweep_begin(&wave[i], level, &shapes[from + i], moves[from + i]);
        }
        fetch_words(wave, &level->index, together);
        fetch_lists(wave, &level->index, together);
        fetch_lines(wave, &level->index, together);
        for (int i = 0; i < together; ++i) {
            bool beside;
            hits[from + i] = sweep_end(&wave[i], level, &shapes[from + i], moves[from + i], &beside);
            found += hits[from + i].hit;
        }
    }
    return found;
}
