// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The difference is the intersection of the half-planes of its edges, which are edges of the two shapes (M. Cyrus and
// J. Beck, Generalized two- and three-dimensional clipping, 1978). SIMD lanes find in float, with error bounds, when
// the path enters and leaves each, moved out by the radius. If it enters all before it leaves any, the last one entered
// is the edge that is hit; with a radius, only if the contact is beside that edge. Beyond its end, between the
// half-planes of two edges, only the circle about their vertex can be hit.
#include "geom/pair_search.h"

#include "geom/separations.h"

#include <math.h>

// The error of a computed value of a feature, relative to its terms (src/geom/proofs/impact_foot.g), and the margin.
#define IMPACT_ERROR  (19.1 * CR_U)
#define IMPACT_MARGIN (CR_ERRORS_IN_MARGIN * IMPACT_ERROR)
#define LATE          0x1p-20 // times this near to 1, or two that may round to one t, are inconclusive
/// The square of a root that has a relative error below 2^-12, in errors of the square.
#define ERRORS_IN_SQUARE 0x1p10

// The speed exceeds four times its error, so the error of the time, which is divided by the exact speed, is at most 4/3
// of the error divided by the computed one (src/geom/proofs/time_32.g). A quotient and a sum round (entry_rounding.g).
#define TIME_FACTOR    1.345F
#define ENTRY_ROUNDING (2.02F * CR_U_32)

typedef enum passage {
    PASSES_BY,     // a half-plane is never entered, or left before another is entered
    COMES_IN,      // into all half-planes, from outside
    STARTS_WITHIN, // all half-planes
    INCONCLUSIVE,
} passage;

/// The path in float. `turn` is 1 for edges of b and -1 for edges of a.
typedef struct float_path {
    float x, y, turn;
    float radius;   // of the difference
    float shortest; // length of an edge that float can measure
} float_path;

/// Four half-planes of the difference: the distances of the start and the path towards them, with their bounds.
typedef struct half_planes {
    cr_lanes4 gap, gap_bound, speed, speed_bound;
    uint32_t within; // lanes that the path certainly starts in
    uint32_t never;  // lanes that it certainly starts and ends outside of
    uint32_t open;   // lanes that float cannot measure
} half_planes;

/// Four edges from 4 * i, with their gaps and the bounds of these.
static inline void measure_half_planes(const cr_hull *h, int i, const cr_lanes4 gap[2], const float_path *p,
                                       half_planes *l) {
    cr_lanes4 ex = h->ex[i], ey = h->ey[i], left = ex * cr_all_lanes(p->turn * p->y);
    cr_lanes4 right = ey * cr_all_lanes(p->turn * p->x), length = cr_root_lanes(ex * ex + ey * ey);
    cr_lanes4 reach = cr_all_lanes(p->radius) * length;
    l->speed = left - right;
    l->speed_bound = cr_all_lanes(CR_TURN_32) * (cr_size_lanes(left) + cr_size_lanes(right)) + cr_all_lanes(FLT_MIN);
    l->gap = gap[0] - reach;
    l->gap_bound = gap[1] + cr_all_lanes(CR_REACH_32) * (cr_size_lanes(gap[0]) + reach);
    l->within = cr_gather_bits(l->gap < -l->gap_bound);
    l->never = cr_gather_bits((l->gap > l->gap_bound) & (l->gap - l->speed > l->gap_bound + l->speed_bound));
    cr_lane_bits measured = (length > cr_all_lanes(p->shortest)) & (length <= cr_all_lanes(FLT_MAX));
    l->open = cr_gather_bits(~measured);
}

/// Times in which the path certainly enters the last half-plane and leaves the first, in lanes.
typedef struct time_span {
    cr_lanes4 enter_low, enter_high, leave_low, leave_high;
    cr_lanes4 late[4]; // upper bounds of the times of entry, of edges as in cr_separations
    uint32_t never, open;
} time_span;

/// `i`: of the edges as in cr_separations.
static inline void cross_lanes(const half_planes *l, int i, uint32_t used, time_span *s) {
    const cr_lanes4 most = cr_all_lanes(FLT_MAX);
    cr_lanes4 speed = l->speed, time = l->gap / speed, size = cr_size_lanes(time);
    cr_lanes4 error = cr_all_lanes(TIME_FACTOR) * (l->gap_bound + size * l->speed_bound) / cr_size_lanes(speed) +
                      cr_all_lanes(ENTRY_ROUNDING) * size;
    cr_lanes4 low = time - error, high = time + error;
    cr_lane_bits plain = (size <= most) & (error <= most);
    cr_lanes4 slow = cr_all_lanes(4) * l->speed_bound, drift = l->gap_bound + cr_all_lanes(6) * l->speed_bound;
    cr_lane_bits enters = (speed > slow) & plain, leaves = (speed < -slow) & plain;
    cr_lane_bits out = l->gap > drift, in = l->gap < -drift, along = ~(enters | leaves);
    s->never |= cr_gather_bits(along & out) & used;
    s->open |= cr_gather_bits(along & ~(in | out)) & used;
    s->enter_low = cr_higher_lanes(s->enter_low, cr_choose_lanes(enters, low, -most));
    s->enter_high = cr_higher_lanes(s->enter_high, cr_choose_lanes(enters, high, -most));
    s->leave_low = cr_lower_lanes(s->leave_low, cr_choose_lanes(leaves, low, most));
    s->leave_high = cr_lower_lanes(s->leave_high, cr_choose_lanes(leaves, high, most));
    s->late[i] = cr_choose_lanes(enters, high + error, -most);
}

/// Sets the edges that may be entered last.
static passage order_times(const half_planes l[4], uint32_t edges, uint32_t *candidates) {
    const cr_lanes4 most = cr_all_lanes(FLT_MAX);
    time_span s = {.enter_low = -most, .enter_high = -most, .leave_low = most, .leave_high = most};
    for (int i = 0; i < 4; ++i) {
        if (edges >> 4 * i & 15) cross_lanes(&l[i], i, edges >> 4 * i & 15, &s);
    }
    if (s.open) return INCONCLUSIVE;
    if (s.never) return PASSES_BY;
    float enters = cr_greatest_lane(s.enter_low)[0], enters_by = cr_greatest_lane(s.enter_high)[0];
    float leaves = -cr_greatest_lane(-s.leave_low)[0], leaves_by = -cr_greatest_lane(-s.leave_high)[0];
    if (enters > 1 || leaves_by < 0 || enters > leaves_by) return PASSES_BY;
    if (!(enters > FLT_MIN && enters_by < leaves)) return INCONCLUSIVE; // denormal times are not ordered
    // Times that are equal within the bounds of float are candidates.
    cr_lanes4 soonest = cr_all_lanes(enters - (enters_by - enters));
    *candidates = 0;
    for (int i = 0; i < 4; ++i) {
        if (edges >> 4 * i & 15) *candidates |= cr_gather_bits(s.late[i] >= soonest) << 4 * i;
    }
    *candidates &= edges;
    return COMES_IN;
}

static passage cross_half_planes(const cr_pair_feature *found, const cr_separations *s, float_path p,
                                 uint32_t *candidates) {
    half_planes l[4];
    uint32_t within = 0, never = 0, open = 0;
    for (int i = 0; i < 4; ++i) {
        if ((s->edges >> 4 * i & 15) == 0) continue;
        const cr_hull *h = i < 2 ? found->a : found->b;
        cr_lanes4 gap[2] = {s->gap[i], cr_gap_bound(s->wide, s->high, h->ex[i & 1], h->ey[i & 1])};
        p.turn = i < 2 ? -1.0f : 1.0f;
        measure_half_planes(h, i & 1, gap, &p, &l[i]);
        within |= l[i].within << 4 * i;
        never |= l[i].never << 4 * i;
        open |= l[i].open << 4 * i;
    }
    if (open & s->edges) return INCONCLUSIVE;
    if (never & s->edges) return PASSES_BY;
    if ((within & s->edges) == s->edges) return STARTS_WITHIN;
    return order_times(l, s->edges, candidates);
}

// ---- Features -------------------------------------------------------------------------------------------------------

static bool decide_hit(cr_impact *impact, cr_impact found) {
    *impact = found;
    return true;
}

static bool decide_miss(cr_impact *impact) {
    *impact = (cr_impact){.t = 1, .time = 1, .edge = -1, .vertex = -1};
    return true;
}

/// The path is in the corner outside of vertex 0: it hits the circle about the vertex, or nothing. The gap is more than
/// its error, because double has decided that the pair is apart.
static bool strike_vertex(cr_pair_feature *found, const cr_displacement *m, cr_impact *impact) {
    const cr_difference *c = &found->c;
    double x = c->v[0].x, y = c->v[0].y, rr = c->radius * c->radius, far = x * x + y * y, gap = far - rr;
    double along_x = x * m->x, along_y = y * m->y, approach = along_x + along_y;
    double left = m->x * y, right = m->y * x, cross = left - right, cross_size = fabs(left) + fabs(right);
    double m2 = m->x * m->x + m->y * m->y, room = m2 * rr, q = room - cross * cross;
    double q_bound = CR_DEGREE_4 * (room + cross_size * cross_size);
    if (q < -q_bound || approach < -CR_DEGREE_2 * (fabs(along_x) + fabs(along_y))) return decide_miss(impact);
    if (!(q > ERRORS_IN_SQUARE * q_bound && approach > 0)) return false;
    double root = sqrt(q), speed = approach + root, time = gap / speed; // vertex_time.g
    double error = (CR_DEGREE_2 * (far + rr + time * (fabs(along_x) + fabs(along_y))) + time * q_bound / root) / speed;
    if (time - error > 1 + LATE) return decide_miss(impact);
    double path = fabs(m->x) + fabs(m->y), least = LATE * path * (c->radius + path);
    double room_there = cr_room_in_cone(found, time * m->x - x, time * m->y - y);
    least += (error * path + IMPACT_MARGIN * found->extent) * found->extent;
    if (!(time + error < 1 - LATE && room_there > least)) return false;
    return decide_hit(impact, cr_impact_at_vertex(c, 0, m));
}

/// The path enters the half-plane of edge 0 last.
static bool strike_edge(cr_pair_feature *found, const cr_displacement *m, cr_impact *impact) {
    const cr_difference *c = &found->c;
    double ex = c->ex[0], ey = c->ey[0], x = c->v[0].x, y = c->v[0].y, size = fabs(ex) + fabs(ey);
    double length2 = ex * ex + ey * ey, reach = c->radius * sqrt(length2), gap = ex * y - ey * x - reach;
    double left = ex * m->y, right = ey * m->x, speed = left - right;
    double gap_bound = IMPACT_MARGIN * (found->extent * size + reach);
    double speed_bound = IMPACT_MARGIN * (fabs(left) + fabs(right));
    if (!(gap > gap_bound && speed > speed_bound && gap + gap_bound < (1 - LATE) * (speed - speed_bound))) return false;
    if (c->radius == 0) return decide_hit(impact, cr_impact_at_edge(c, 0, m));
    double time = gap / speed, along = ex * m->x + ey * m->y, foot = time * along - (ex * x + ey * y);
    double error = (gap_bound + time * speed_bound) / speed;
    double bound = gap_bound + error * fabs(along) + IMPACT_MARGIN * (fabs(ex * m->x) + fabs(ey * m->y));
    if (foot > bound && foot < length2 - bound) return decide_hit(impact, cr_impact_at_edge(c, 0, m));
    bool past = foot > 0;
    if (!(past ? foot > length2 + bound : foot < -bound)) return false;
    cr_propose_vertex(found, c->of_a[past], c->of_b[past]);
    return strike_vertex(found, m, impact);
}

/// Decides a pair that starts within all half-planes, by its feature.
static bool start_within(cr_pair_feature *found, const cr_displacement *m, cr_impact *impact) {
    if (found->relation == CR_INSIDE)
        return decide_hit(impact, (cr_impact){.hit = true, .inside = true, .edge = -1, .vertex = -1});
    if (found->nearest.edge >= 0) return false;
    cr_propose_vertex(found, found->c.of_a[0], found->c.of_b[0]); // with rounding remainders
    return strike_vertex(found, m, impact);
}

/// Finds the feature of a pair that starts within all half-planes.
static bool find_feature_within(cr_pair_feature *found) {
    cr_separations s;
    return cr_measure_pair(found, &s) && cr_find_measured_feature(found, &s);
}

bool cr_find_impact(const cr_hull *a, const cr_hull *b, const cr_displacement *m, cr_pair_feature *found,
                    cr_impact *impact) {
    cr_start_pair(found, a, b);
    if (a->core.count + b->core.count == 2) return false;
    cr_separations s;
    cr_extreme_edges x;
    bool boxes = a->core.kind == CAROM_SHAPE_BOX && b->core.kind == CAROM_SHAPE_BOX; // all edges of theirs are merged
    bool has_extremes = !boxes && cr_has_extremes(found);
    if (has_extremes) {
        if (!cr_find_extremes(found, true, &x)) return false;
        if (x.open == 0 && cr_find_extreme_feature(found, &x)) return start_within(found, m, impact);
    }
    if (has_extremes && x.open != 0) {
        s.edges = x.edges;
        s.wide = x.wide;
        s.high = x.high;
        memcpy(s.gap, x.gap, sizeof s.gap);
    } else {
        if (!cr_measure_pair(found, &s)) return false;
        if (s.open == 0) return cr_find_measured_feature(found, &s) && start_within(found, m, impact);
    }
    uint32_t candidates = 0;
    float_path p = {.x = (float)cr_in_range(m->x), .y = (float)cr_in_range(m->y)};
    p.radius = (float)cr_in_range(found->c.radius);
    p.shortest = CR_SHORTEST_EDGE * (s.wide + s.high);
    switch (cross_half_planes(found, &s, p, &candidates)) {
    case PASSES_BY: return decide_miss(impact);
    case STARTS_WITHIN:
        if (!(has_extremes ? cr_find_extreme_feature(found, &x) || find_feature_within(found)
                           : cr_find_measured_feature(found, &s)))
            return false;
        return start_within(found, m, impact);
    case COMES_IN: break;
    case INCONCLUSIVE: return false;
    }
    if (!cr_propose_edge(found, candidates)) return false;
    cr_complete_edge(found);
    return strike_edge(found, m, impact);
}

bool cr_is_outside_feature(const cr_pair_feature *found, const cr_displacement *p) {
    const cr_difference *c = &found->c;
    if (found->nearest.edge >= 0) {
        int side = cr_side_of_edge(c, 0, p);
        return side < 0 ? c->radius == 0 || cr_near_line(c, 0, p) != CR_INSIDE : side == 0 && c->radius == 0;
    }
    double x = p->x - c->v[0].x, y = p->y - c->v[0].y,
           size = fabs(p->x) + fabs(p->y) + fabs(c->v[0].x) + fabs(c->v[0].y);
    double bound = IMPACT_MARGIN * size * (size + found->extent); // edges may be far longer than the offset
    return cr_room_in_cone(found, x, y) > bound && cr_near_vertex(c, 0, p) != CR_INSIDE;
}
