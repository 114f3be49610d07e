// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The sweep of a shape that turns through a level: each edge nearby is swept as a whole segment, and the earliest
// contact that counts wins.
//
// A shape outside of the solid enters it where it first penetrates an edge, from either side. So the time of impact is
// that of the edge alone, which is exact, and no shape passes between two edges. What remains is to name the contact,
// in double:
// - If the shape is in front of the line of the edge, it is a contact of the face, and counts.
// - Otherwise it is a contact of an end. At a convex corner it counts, unless the centre is behind both edges: then the
//   shape comes from within the solid. It belongs to the edge that ends there. At a flat or concave end, the neighbour
//   is hit at the same time, by its face.
// - A contact with the back of an edge does not count: the shape leaves the solid.
// - A one-way edge ignores a shape that starts in it, and counts ends only if the centre is in front, and the contact
//   moves against its normal. At a convex vertex of two one-way edges, the centre may be in front of one edge and the
//   contact move against the normal of the other, if the shape does not penetrate that.
//
// A point crosses edges from front to back. The ends of a segment are tested as points, too: a segment that turns about
// a vertex crosses neither of its edges, and one that turns about its end on a one-way edge does not penetrate it. The
// ends pass a one-way edge if the segment starts in it or its centre is behind; those of a one-sided segment pass all
// that is behind it. Skipped ends are not tested.
//
// Parts that do not turn, and circles that turn about their centre, are swept by carom_level_sweep.
#include "geom/clear_pose.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/turning_curves.h"
#include "geom/turning_search.h"
#include "level/index/level.h"
#include "level/query/cast.h"
#include "level/query/exit.h"
#include "level/query/one_way_corner.h"
#include "level/query/point_entry.h"
#include "level/query/touching.h"

/// Relative to the coordinates, and to the greatest one of the index: above all rounding of bounds.
#define REACH_OF_TURN 0x1p-18
/// Of the motion: after a contact that does not count, times apart that are shorter may be overlooked. Also bounds the
/// number of steps through a one-way edge.
#define STEP_BEHIND 0x1p-12
/// Of the motion: the search for an earlier contact goes on to this time at least, a multiple of CR_TIME_GRID.
#define LEAST_UNTIL 0x1p-100

/// The interval, relative to the motion, that gives a sign just after the start. Any length within a piece of a spin
/// gives the same.
#define AT_START 0x1p-20

/// Of the speed: motion along a normal that is slower is across it, up to rounding.
#define ALONG 0x1p-36

/// The earliest contact so far.
typedef struct first_turn {
    bool hit, inside, by_neighbour;
    float t;
    double time;
    cr_edge_hit edge;
    int part;
    carom_feature feature;
    cr_vec2d point, normal, velocity;
} first_turn;

typedef struct level_turn {
    const carom_level *level;
    const cr_index *index;
    const carom_shape *shape;
    const carom_turning *motion;
    cr_spin spin;
    double until; ///< later contacts are ignored
    double extent;
    cr_vec2d low, high; ///< bounds of all parts during the turn, relative to the position; with a margin
    bool is_near;       ///< an edge is near the path
    first_turn first;
} level_turn;

/// A convex part at the start.
typedef struct turning_part {
    level_turn *q;
    const carom_shape *shape; ///< about the position
    carom_shape placed;
    cr_turning_core body;
    bool is_flat;
    int number;
} turning_part;

// ---- Parts ----------------------------------------------------------------------------------------------------------

/// Returns false for an invalid part.
static bool place_part(level_turn *q, const carom_shape *shape, int number, turning_part *out) {
    out->q = q;
    out->shape = shape;
    out->number = number;
    out->placed = carom_shape_posed(shape, q->motion->pose);
    if (!cr_core_of(&out->placed, &out->body.core)) return false;
    out->body.pivot = q->motion->pose.position;
    out->body.start = cr_widen(q->motion->pose.position);
    out->body.move = cr_widen(q->motion->move);
    out->body.spin = &q->spin;
    out->is_flat = cr_core_is_flat(&out->body.core);
    return true;
}

/// False if the part moves as without a turn.
static bool part_turns(const turning_part *p) {
    const cr_core *core = &p->body.core;
    bool centred = core->count == 1 && core->v[0].x == p->body.pivot.x && core->v[0].y == p->body.pivot.y;
    return cr_spin_turns(&p->q->spin) && !centred;
}

/// The velocity of the part at a point, for the motion as one unit of time.
static cr_vec2d velocity_of_part(const level_turn *q, double t, cr_vec2d point) {
    cr_vec2d arm = cr_subtract(point, cr_position_in_turn(q->motion, t));
    return cr_add(cr_widen(q->motion->move), cr_turning_velocity(&q->spin, t, arm));
}

/// The angle between two half vectors is at most 15 degrees, so that an arc passes an axis at most once, and the axis
/// that it passes is that of its ends.
static void bound_arc(level_turn *q, cr_vec2d p, double radius) {
    double reach = cr_length(p);
    cr_vec2d last = p;
    for (int k = 0; k <= q->spin.pieces; ++k) {
        cr_vec2d h = cr_widen(q->spin.half[k]);
        double n = cr_dot(h, h), c = (h.x * h.x - h.y * h.y) / n, s = 2 * h.x * h.y / n;
        cr_vec2d v = {c * p.x - s * p.y, s * p.x + c * p.y}, low = v, high = v;
        if (last.y * v.y < 0) *(v.x > 0 ? &high.x : &low.x) = v.x > 0 ? reach : -reach;
        if (last.x * v.x < 0) *(v.y > 0 ? &high.y : &low.y) = v.y > 0 ? reach : -reach;
        q->low.x = low.x - radius < q->low.x ? low.x - radius : q->low.x;
        q->low.y = low.y - radius < q->low.y ? low.y - radius : q->low.y;
        q->high.x = high.x + radius > q->high.x ? high.x + radius : q->high.x;
        q->high.y = high.y + radius > q->high.y ? high.y + radius : q->high.y;
        last = v;
    }
}

static bool bound_part(void *context, const carom_shape *shape, int number) {
    level_turn *q = context;
    turning_part p;
    if (!place_part(q, shape, number, &p)) return true;
    double radius = (double)p.body.core.radius;
    for (int i = 0; i < p.body.core.count; ++i) {
        cr_vec2d v = cr_widen(p.body.core.v[i]);
        double size = fabs(v.x) + fabs(v.y) + radius;
        q->extent = size > q->extent ? size : q->extent;
        bound_arc(q, cr_subtract(v, cr_widen(p.body.pivot)), radius);
    }
    return true;
}

/// Sets the spin and the bounds of the motion. Returns false if the shape has no valid part.
static bool bound_turn(level_turn *q) {
    const carom_turning *m = q->motion;
    cr_spin_of(m->angle, &q->spin);
    q->low = (cr_vec2d){HUGE_VAL, HUGE_VAL};
    q->high = (cr_vec2d){-HUGE_VAL, -HUGE_VAL};
    q->extent = fabs((double)m->pose.position.x) + fabs((double)m->pose.position.y) + fabs((double)m->move.x) +
                fabs((double)m->move.y);
    cr_for_each_part(q->shape, bound_part, q);
    if (!(q->low.x <= q->high.x)) return false;
    double margin = REACH_OF_TURN * (q->extent + q->index->reach);
    q->low = (cr_vec2d){q->low.x - margin, q->low.y - margin};
    q->high = (cr_vec2d){q->high.x + margin, q->high.y + margin};
    return true;
}

// ---- Contacts -------------------------------------------------------------------------------------------------------

/// An edge, and the contact with it that was found last.
typedef struct edge_turn {
    const cr_index *index;
    cr_edge edge;
    int number;
    const cr_turning_core *body;  ///< the shape
    const cr_turning_core *whole; ///< if only an end of a flat shape is tested: the shape; otherwise null
    bool is_flat;                 ///< the shape is
    cr_edge_hit hit;
    bool by_neighbour; ///< at its end a, which is the corner of the edge before
    carom_feature feature;
    cr_vec2d normal;
} edge_turn;

/// An edge, as a body at rest.
static cr_turning_core wall_of(const cr_edge *e) {
    return (cr_turning_core){.core = {.count = 2, .v = {e->a, e->b}, .kind = CAROM_SHAPE_SEGMENT},
                             .pivot = e->a,
                             .start = cr_widen(e->a),
                             .spin = &cr_no_spin};
}

/// How far a point is in front of an edge.
static double ahead_of(cr_vec2d a, cr_vec2d b, cr_vec2d point) {
    cr_vec2d along = cr_subtract(b, a);
    return -cr_cross(along, cr_subtract(point, a)) / cr_length(along);
}

/// True if a velocity has a share along a direction, beyond rounding.
static bool moves_along(cr_vec2d velocity, cr_vec2d direction) {
    return cr_dot(direction, velocity) > ALONG * cr_length(velocity) * cr_length(direction);
}

/// The contact at an end becomes that of the corner there, which belongs to the edge that ends in it.
static bool set_corner_hit(edge_turn *e, int end) {
    e->hit = (cr_edge_hit){.edge = end == 1 ? e->number : e->edge.prev, .is_corner = true};
    e->by_neighbour = end == 0;
    e->feature = CAROM_FEATURE_END_B;
    return true;
}

/// A contact with a corner of a solid. `end` is 0 or 1.
static bool is_corner_hit(edge_turn *e, int end, cr_vec2d centre, double noise) {
    int other = end == 1 ? e->edge.next : e->edge.prev;
    if (!(e->edge.flags & (end == 1 ? CR_CORNER_B : CR_CORNER_A))) return false;
    cr_edge_line line = e->index->lines[other];
    cr_vec2d origin = cr_widen(e->edge.a), b = cr_subtract(cr_widen(e->edge.b), origin);
    cr_vec2d c = cr_subtract(cr_widen(line.a), origin), d = cr_subtract(cr_widen(line.b), origin);
    if (ahead_of((cr_vec2d){0, 0}, b, centre) < -noise && ahead_of(c, d, centre) < -noise) return false;
    return set_corner_hit(e, end);
}

/// A contact with a vertex that the one-way edge shares with another one: see cr_one_way_corner_stops. `ahead` is that
/// of the edge; `closes` is true if the contact moves against its normal.
static bool is_one_way_corner_hit(edge_turn *e, int end, const cr_turning_contact *c, double ahead, bool closes) {
    int other = end == 1 ? e->edge.next : e->edge.prev;
    if (other < 0 || !cr_is_one_way_corner(e->index, end == 1 ? e->number : other)) return false;
    cr_edge neighbour = cr_index_edge(e->index, other);
    cr_turning_core wall = wall_of(&neighbour);
    cr_turning_pair pair;
    cr_placement at;
    cr_turning_pair_make(&pair, e->body, &wall);
    cr_place(&pair, c->time, &at);
    cr_vec2d along = cr_vector_of(&at.e[1], 0), outward = {along.y, -along.x};
    double noise = 4 * pair.noise, length = pair.of[1].length[0];
    bool is_ahead = ahead >= -noise || cr_dot(outward, cr_centre_of_placement(&pair, &at)) >= -noise * length;
    closes |= moves_along(c->velocity, cr_scale(outward, -1));
    if (!is_ahead || !closes || at.gap < -noise) return false;
    return set_corner_hit(e, end);
}

/// The end of the edge that is in contact; -1: none.
static int end_in_contact(const cr_turning_pair *pair, const cr_placement *at, const cr_turning_contact *c,
                          double noise) {
    if (c->vertex_b >= 0) return c->vertex_b;
    double length = pair->of[1].length[0];
    double along = cr_dot(cr_vector_of(&at->v[0], c->vertex_a), cr_vector_of(&at->e[1], 0)) / length;
    return along <= noise ? 0 : along >= length - noise ? 1 : -1;
}

/// True if a one-sided shape moves ahead, to its right, and the centre of the edge is not behind it.
static bool goes_ahead(const cr_turning_pair *whole, const cr_placement *at, cr_vec2d velocity) {
    cr_vec2d along = cr_vector_of(&at->e[0], 0), from = cr_vector_of(&at->v[0], 0), outward = {along.y, -along.x};
    cr_vec2d ends = cr_add(cr_vector_of(&at->v[1], 0), cr_vector_of(&at->v[1], 1));
    double length = whole->of[0].length[0];
    return cr_dot(outward, cr_subtract(cr_scale(ends, 0.5), from)) >= -4 * whole->noise * length &&
           moves_along(velocity, outward);
}

/// Decides for a point, or for an end of a flat shape, that crosses the edge.
static bool end_counts(const edge_turn *e, const cr_turning_contact *c) {
    if (!e->whole) return true;
    cr_turning_core wall = wall_of(&e->edge);
    cr_turning_pair pair;
    cr_placement at;
    cr_turning_pair_make(&pair, e->whole, &wall);
    cr_place(&pair, c->time, &at);
    // If the centre is behind a one-way edge, the end does not come from the front.
    if ((e->edge.flags & CR_ONE_WAY) && cr_centre_is_behind(&pair, &at)) return false;
    return !e->whole->core.one_sided || goes_ahead(&pair, &at, c->velocity);
}

static bool edge_contact_counts(const void *context, const cr_turning_pair *pair, const cr_turning_contact *c,
                                bool inside) {
    edge_turn *e = *(edge_turn *const *)context;
    if (inside) return false; // carom_level_sweep has reported what counts
    if (pair->is_flat) return end_counts(e, c);
    cr_placement at;
    cr_place(pair, c->time, &at);
    double length = pair->of[1].length[0], noise = 4 * pair->noise + (at.gap > 0 ? 2 * at.gap : 0);
    cr_vec2d along = cr_vector_of(&at.e[1], 0), outward = {along.y / length, -along.x / length};
    double ahead = cr_dot(outward, cr_centre_of_placement(pair, &at));
    bool closes = moves_along(c->velocity, cr_scale(outward, -1));
    e->by_neighbour = false;
    e->hit = (cr_edge_hit){.edge = e->number};
    if (at.edge_gap[1][0] - pair->radius >= -noise) {
        e->feature = CAROM_FEATURE_EDGE;
        e->normal = outward;
        return !(e->is_flat && ahead <= noise) || closes; // a segment on the line of the edge is on both sides
    }
    e->normal = c->normal;
    int end = end_in_contact(pair, &at, c, noise);
    if (end < 0) return false;
    if (!(e->edge.flags & CR_ONE_WAY)) return is_corner_hit(e, end, cr_centre_of_placement(pair, &at), noise);
    e->feature = end == 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
    return (ahead >= -noise && closes) || is_one_way_corner_hit(e, end, c, ahead, closes);
}

/// The approach is rounded to float: equal speeds differ in double by the order of operations.
static cr_edge_hit tied_turn_of(const first_turn *p) {
    return (cr_edge_hit){p->edge.edge, p->edge.is_corner, (double)(float)-cr_dot(p->velocity, p->normal)};
}

static bool turn_comes_first(const level_turn *q, const first_turn *p) {
    const first_turn *best = &q->first;
    if (!best->hit || p->t != best->t) return !best->hit || p->t < best->t;
    if (p->part != best->part) return p->part < best->part;
    bool is_same = p->edge.edge == best->edge.edge && p->edge.is_corner == best->edge.is_corner;
    if (is_same) return best->by_neighbour && !p->by_neighbour;
    return cr_edge_hit_before(q->index, tied_turn_of(p), tied_turn_of(best));
}

/// Of contacts whose times round to the same float, the earliest time is kept, too.
static void keep_first_turn(level_turn *q, const first_turn *p) {
    double time = q->first.hit && p->t == q->first.t && q->first.time < p->time ? q->first.time : p->time;
    if (turn_comes_first(q, p)) q->first = *p;
    if (p->t == q->first.t) q->first.time = time;
    double until = (double)cr_float_above(cr_float_above(q->first.t));
    until = until < LEAST_UNTIL ? LEAST_UNTIL : until;
    if (until < q->until) q->until = until;
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

static void turn_against_edge(const turning_part *p, const cr_turning_core *body, edge_turn *e) {
    level_turn *q = p->q;
    e->body = body;
    cr_turning_core wall = wall_of(&e->edge);
    bool crosses = body->core.count == 1 && body->core.radius == 0;
    wall.core.one_sided = crosses || e->edge.flags & CR_ONE_WAY;
    cr_turning_terms terms = {
        .until = q->until, .least_step = STEP_BEHIND, .counts = edge_contact_counts, .context = &e};
    cr_turning_impact impact = cr_turning_impact_until(body, &wall, &terms);
    if (!impact.hit) return;
    if (crosses) {
        cr_vec2d along = cr_subtract(cr_widen(e->edge.b), cr_widen(e->edge.a));
        e->hit = (cr_edge_hit){.edge = e->number};
        e->by_neighbour = false;
        e->feature = CAROM_FEATURE_EDGE;
        e->normal = cr_scale((cr_vec2d){along.y, -along.x}, 1 / cr_length(along));
    }
    first_turn found = {.hit = true,
                        .by_neighbour = e->by_neighbour,
                        .t = impact.t,
                        .time = impact.contact.time,
                        .edge = e->hit,
                        .part = p->number,
                        .feature = e->feature,
                        .point = impact.contact.on_b,
                        .normal = e->normal,
                        .velocity = impact.contact.velocity};
    keep_first_turn(q, &found);
}

static bool starts_in_edge(const turning_part *p, const cr_edge *e) {
    carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e->a, .b = e->b}};
    return cr_relate(&p->placed, &wall) == CR_INSIDE;
}

/// A segment that lies across a vertex hits it at the start, unless the vertex stays on its line; a one-sided one hits
/// it only if the vertex is then behind it.
static void keep_crossed_vertex_in_turn(const turning_part *p, int edge) {
    level_turn *q = p->q;
    if (!cr_lies_across(q->index, edge, &p->body.core)) return;
    carom_vec2 at = q->index->lines[edge].b;
    cr_turning_core vertex = {.core = {.count = 1, .v = {at}, .kind = CAROM_SHAPE_POINT},
                              .pivot = at,
                              .start = cr_widen(at),
                              .spin = &cr_no_spin};
    cr_condition to_the_right = {.edge_of_a = true, .what = CR_OUTSIDE_OF_CORE};
    int side = cr_turning_sign_after(&p->body, &vertex, to_the_right, (cr_interval){0, AT_START});
    if (side == 0 || (p->body.core.one_sided && side > 0)) return;
    first_turn found = {.hit = true,
                        .edge = {.edge = edge, .is_corner = true},
                        .part = p->number,
                        .feature = CAROM_FEATURE_END_B,
                        .point = cr_widen(at),
                        .normal = cr_normal_of_segment(&p->body.core, side > 0),
                        .velocity = velocity_of_part(q, 0, cr_widen(at))};
    keep_first_turn(q, &found);
}

static void turn_part_against(const turning_part *p, int edge) {
    edge_turn e = {.index = p->q->index, .edge = cr_index_edge(p->q->index, edge), .number = edge};
    e.is_flat = p->is_flat;
    turn_against_edge(p, &p->body, &e);
    if (!p->is_flat || p->body.core.count < 2) return;
    keep_crossed_vertex_in_turn(p, edge);
    if ((e.edge.flags & CR_ONE_WAY) && (p->body.core.one_sided || starts_in_edge(p, &e.edge))) return;
    e.whole = &p->body;
    for (int i = 0; i < p->body.core.count; ++i) {
        if (i == 0 ? p->body.core.skip_a : p->body.core.skip_b) continue;
        cr_turning_core end = p->body;
        end.core = (cr_core){.count = 1, .v = {p->body.core.v[i]}, .kind = CAROM_SHAPE_POINT};
        turn_against_edge(p, &end, &e);
    }
}

/// True if the bounds of the turn, moved along, may overlap the box of an edge before `until`. Their margin exceeds the
/// rounding of the times.
static bool comes_near(const level_turn *q, cr_edge_line line) {
    const double low[2] = {q->low.x, q->low.y}, high[2] = {q->high.x, q->high.y};
    const double from[2] = {(double)q->motion->pose.position.x, (double)q->motion->pose.position.y};
    const double move[2] = {(double)q->motion->move.x, (double)q->motion->move.y};
    const double a[2] = {(double)line.a.x, (double)line.a.y}, b[2] = {(double)line.b.x, (double)line.b.y};
    double enter = 0, leave = q->until;
    for (int i = 0; i < 2; ++i) {
        double least = a[i] < b[i] ? a[i] : b[i], most = a[i] < b[i] ? b[i] : a[i];
        double reach = from[i] + high[i] - least, past = from[i] + low[i] - most;
        if (move[i] == 0) {
            if (reach < 0 || past > 0) return false;
            continue;
        }
        double first = (move[i] > 0 ? -reach : -past) / move[i], last = (move[i] > 0 ? -past : -reach) / move[i];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter <= leave;
}

/// The edges that a walk has visited last: an edge is in several cells.
enum { LATEST = 32 };

typedef struct turn_walk {
    const turning_part *part;
    int count, latest[LATEST];
} turn_walk;

static bool was_visited(turn_walk *w, int edge) {
    int kept = w->count < LATEST ? w->count : LATEST;
    for (int i = 0; i < kept; ++i) {
        if (w->latest[i] == edge) return true;
    }
    w->latest[w->count++ % LATEST] = edge;
    return false;
}

static double turn_in_cells(void *context, const uint32_t *refs, int count) {
    turn_walk *w = context;
    level_turn *q = w->part->q;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        if (!comes_near(q, q->index->lines[edge]) || was_visited(w, edge)) continue;
        q->is_near = true;
        turn_part_against(w->part, edge);
    }
    return q->until;
}

static void turn_part(const turning_part *p) {
    const level_turn *q = p->q;
    turn_walk walk = {.part = p};
    double x = (double)q->motion->pose.position.x, y = (double)q->motion->pose.position.y;
    carom_box box = {{cr_clamp(x + q->low.x), cr_clamp(y + q->low.y)},
                     {cr_clamp(x + q->high.x), cr_clamp(y + q->high.y)}};
    cr_index_walk(q->index, box, q->motion->move, q->until, turn_in_cells, &walk);
}

/// A part that moves as without a turn.
static carom_sweep_hit slide_part(const turning_part *p) {
    level_turn *q = p->q;
    carom_sweep_hit hit = carom_level_sweep(q->level, &p->placed, q->motion->move);
    q->is_near = true;
    if (!hit.hit) return hit;
    first_turn found = {.hit = true,
                        .t = hit.t,
                        .time = (double)hit.t,
                        .edge = {.edge = hit.part_b, .is_corner = hit.feature != CAROM_FEATURE_EDGE},
                        .part = p->number,
                        .feature = hit.feature,
                        .point = cr_widen(hit.point),
                        .normal = cr_widen(hit.normal)};
    found.velocity = velocity_of_part(q, found.time, found.point);
    keep_first_turn(q, &found);
    return hit;
}

// ---- Starts in penetration ------------------------------------------------------------------------------------------

static bool find_part_inside(void *context, const carom_shape *shape, int number) {
    level_turn *q = context;
    turning_part p;
    if (!place_part(q, shape, number, &p)) return true;
    carom_sweep_hit hit = carom_level_sweep(q->level, &p.placed, (carom_vec2){0, 0});
    if (!hit.hit) return true;
    q->first = (first_turn){.hit = true,
                            .inside = true,
                            .edge = {.edge = hit.part_b},
                            .part = number,
                            .feature = hit.feature,
                            .point = cr_widen(hit.point),
                            .normal = cr_widen(hit.normal)};
    q->first.velocity = velocity_of_part(q, 0, q->first.point);
    return false;
}

static bool find_impact(void *context, const carom_shape *shape, int number) {
    turning_part p;
    if (!place_part(context, shape, number, &p)) return true;
    if (part_turns(&p)) {
        turn_part(&p);
    } else {
        slide_part(&p);
    }
    return true;
}

// ---- The pose -------------------------------------------------------------------------------------------------------

/// A part at a pose, and the edge that it penetrates most.
typedef struct pose_query {
    const turning_part *part;
    carom_shape placed;
    cr_core core;
    double time;
    carom_vec2 normal;
    double off; ///< how far rounding and clearance can have moved a vertex from its position at the time
    carom_box bounds;
    bool in_solid; ///< a vertex of a thin part that has come from outside
    int edge;      ///< -1: none
    carom_separation way_out;
} pose_query;

/// The part and an edge at the time, before rounding.
static void place_before_rounding(const pose_query *w, const cr_edge *e, cr_turning_pair *pair, cr_placement *at) {
    cr_turning_core wall = wall_of(e);
    cr_turning_pair_make(pair, &w->part->body, &wall);
    cr_place(pair, w->time, at);
}

/// True if the part passes through a one-way edge at the time.
static bool passes_one_way_edge(const pose_query *w, const cr_edge *e) {
    cr_turning_pair pair;
    cr_placement at;
    place_before_rounding(w, e, &pair, &at);
    return at.gap < -4 * pair.noise;
}

/// True if a thin part is in front of an edge. On its line it is in front of a one-way edge, too, but on both sides of
/// a two-sided one.
static bool is_in_front_of(const cr_core *core, const cr_edge *e) {
    return cr_core_side(core, e->a, e->b) < (e->flags & CR_TWO_SIDED ? 0 : 1);
}

/// True if a part without interior has come behind an edge by rounding or clearance, without penetrating it.
static bool has_passed(const pose_query *w, const cr_edge *e) {
    if (!cr_core_is_thin(&w->core) || is_in_front_of(&w->core, e)) return false;
    cr_turning_pair pair;
    cr_placement at;
    place_before_rounding(w, e, &pair, &at);
    cr_vec2d b = cr_subtract(cr_widen(e->b), cr_widen(e->a));
    cr_vec2d from = cr_centre_of_placement(&pair, &at), to = cr_core_centre(&w->core);
    cr_vec2d path = cr_subtract(cr_subtract(to, cr_widen(e->a)), from);
    double ahead = ahead_of((cr_vec2d){0, 0}, b, from);
    if (cr_cross(path, from) * cr_cross(path, cr_subtract(from, b)) > 0) return false; // past an end
    bool faces = (double)w->normal.x * b.y - (double)w->normal.y * b.x > 0;
    faces |= w->in_solid && !(e->flags & CR_ONE_WAY);
    if (ahead < -4 * pair.noise || (ahead <= 4 * pair.noise && !faces && !is_in_front_of(&w->part->body.core, e)))
        return false;
    carom_shape segment = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e->a, .b = e->b}};
    float distance = carom_distance(&w->placed, &segment).distance;
    return (double)cr_float_below(distance) <= w->off; // the distance is rounded, the bound is not
}

/// True for the two one-way edges of a corner that has been hit. The shape has not passed them, even if it is behind
/// one.
static bool is_of_corner_hit(const pose_query *w, int edge) {
    const level_turn *q = w->part->q;
    if (!q->first.hit || !q->first.edge.is_corner) return false;
    cr_edge e = cr_index_edge(q->index, q->first.edge.edge);
    return (e.flags & CR_ONE_WAY) && (edge == q->first.edge.edge || edge == e.next);
}

/// True for a thin part and an edge without a front: between two vertices of a solid, the part can have come into it
/// with no end, and with its centre behind the edge.
static bool can_be_crossed(const pose_query *w, const cr_edge *e) {
    return cr_core_is_thin(&w->core) && !w->core.one_sided && !(e->flags & CR_ONE_WAY);
}

static void look_at_edge(pose_query *w, int edge) {
    cr_edge e = cr_index_edge(w->part->q->index, edge);
    carom_shape whole = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = true}};
    carom_shape two_sided = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
    carom_separation way_out;
    if (cr_relate(&w->placed, &whole) == CR_INSIDE) {
        way_out = cr_exit_from_edge(&w->placed, &w->core, &e);
    } else if ((is_of_corner_hit(w, edge) || can_be_crossed(w, &e)) && cr_relate(&w->placed, &two_sided) == CR_INSIDE) {
        way_out = carom_distance(&w->placed, &two_sided);
    } else if (has_passed(w, &e)) {
        way_out = cr_exit_across(&w->core, &e);
    } else {
        return;
    }
    if ((e.flags & CR_ONE_WAY) ? passes_one_way_edge(w, &e) : starts_in_edge(w->part, &e)) return;
    if (w->edge >= 0 && way_out.distance >= w->way_out.distance) {
        cr_edge f = cr_index_edge(w->part->q->index, w->edge);
        if (way_out.distance > w->way_out.distance || !cr_edge_before(&e, &f)) return;
    }
    w->edge = edge;
    w->way_out = way_out;
}

static double look_in_cells(void *context, const uint32_t *refs, int count) {
    pose_query *w = context;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        if (cr_boxes_overlap(cr_edge_line_box(w->part->q->index->lines[edge]), w->bounds)) look_at_edge(w, edge);
    }
    return 1;
}

/// The pose that is searched, for all parts.
typedef struct parts_at_pose {
    level_turn *q;
    carom_pose at;
    const carom_shape *there; ///< if not null, the shape at the pose
    double time;
    carom_vec2 normal;
    bool blocked;
    carom_separation way_out;
} parts_at_pose;

/// The centre of a part is rounded, perhaps across a boundary along which the part lies, if it is thinner than an ulp.
static bool is_near_boundary(const carom_level *level, carom_vec2 p) {
    carom_vec2 low = {cr_float_below(p.x), cr_float_below(p.y)}, high = {cr_float_above(p.x), cr_float_above(p.y)};
    const carom_vec2 around[4] = {{low.x, p.y}, {high.x, p.y}, {p.x, low.y}, {p.x, high.y}};
    for (int i = 0; i < 4; ++i) {
        if (!cr_level_is_inside(level, around[i])) return true;
    }
    return false;
}

static bool part_starts_in_solid(const turning_part *p) {
    const carom_level *level = p->q->level;
    cr_vec2d mean = cr_core_centre(&p->body.core);
    carom_vec2 centre = cr_narrow(mean);
    if (!cr_level_is_inside(level, centre)) return false;
    bool exact = (double)centre.x == mean.x && (double)centre.y == mean.y;
    return exact || !is_near_boundary(level, centre);
}

/// True for a thin part with a vertex in the interior of solid, which it did not start in.
static bool thin_part_is_in_solid(const turning_part *p, const cr_core *core) {
    if (!cr_core_is_thin(core) || core->one_sided || part_starts_in_solid(p)) return false;
    for (int i = 0; i < core->count; ++i) {
        if (cr_level_is_inside(p->q->level, core->v[i])) return true;
    }
    return false;
}

/// How far a vertex at the pose may be from its position at the time.
static double moved_off(const level_turn *q, carom_vec2 at, double time) {
    cr_vec2d exact = cr_position_in_turn(q->motion, time);
    return cr_length(cr_subtract(cr_widen(at), exact)) + cr_pose_rounding(q->extent);
}

static const carom_shape *part_numbered(const carom_shape *shape, int number) {
    return shape->kind == CAROM_SHAPE_COMPOUND ? &shape->compound.parts[number] : shape;
}

static bool look_at_part(void *context, const carom_shape *shape, int number) {
    parts_at_pose *all = context;
    turning_part p;
    if (!place_part(all->q, shape, number, &p)) return true;
    pose_query w = {.part = &p, .time = all->time, .normal = all->normal, .edge = -1};
    w.placed = all->there ? *part_numbered(all->there, number) : carom_shape_posed(shape, all->at);
    if (!cr_core_of(&w.placed, &w.core)) return true;
    carom_box box = carom_shape_bounds(&w.placed);
    w.off = moved_off(all->q, all->at.position, all->time);
    float margin = (float)(2 * w.off);
    w.bounds = (carom_box){{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}};
    w.in_solid = thin_part_is_in_solid(&p, &w.core);
    cr_index_walk_box(all->q->index, w.bounds, look_in_cells, &w);
    if (w.in_solid && w.edge < 0) {
        w.edge = 0;
        w.way_out = (carom_separation){.distance = -INFINITY};
    }
    if (w.edge < 0 || (all->blocked && w.way_out.distance >= all->way_out.distance) || part_starts_in_solid(&p))
        return true;
    all->blocked = true;
    all->way_out = w.way_out;
    return true;
}

static bool is_pose_clear(const void *context, carom_pose at, double time, carom_vec2 normal, carom_separation *found) {
    level_turn *q = *(level_turn *const *)context;
    parts_at_pose all = {.q = q, .at = at, .time = time, .normal = normal};
    cr_for_each_part(q->shape, look_at_part, &all);
    *found = all.way_out;
    return !all.blocked;
}

static carom_pose pose_at_end(level_turn *q) {
    const first_turn *f = &q->first;
    if (f->hit && f->time <= 0) return q->motion->pose;
    if (!q->is_near) return cr_pose_in_turn(q->motion, &q->spin, 1);
    cr_pose_search search = {
        .motion = q->motion, .spin = &q->spin, .extent = q->extent, .is_clear = is_pose_clear, .context = &q};
    return cr_clear_pose(&search, f->hit ? f->time : 1, cr_rounded(f->normal.x, f->normal.y));
}

/// The sweep of a convex shape that moves as without a turn. Returns its pose at the end.
static carom_pose slide_alone(const turning_part *p) {
    level_turn *q = p->q;
    carom_sweep_hit hit = slide_part(p);
    q->first.inside = hit.inside;
    if (hit.hit && hit.t == 0) return q->motion->pose;
    cr_pose_search search = {
        .motion = q->motion, .spin = &q->spin, .extent = q->extent, .is_clear = is_pose_clear, .context = &q};
    cr_vec2d moved = cr_subtract(cr_widen(hit.at), cr_widen(cr_reference(&p->placed)));
    cr_vec2d end = cr_add(cr_widen(q->motion->pose.position), moved);
    double t = (double)hit.t;
    carom_pose at = {.rotation = cr_rotation_in_turn(q->motion, &q->spin, t)};
    return cr_nudge_pose(&search, end, t, hit.normal, true, &at) ? at : cr_clear_pose(&search, t, hit.normal);
}

/// Finds the first contact, and returns the pose at the end.
static carom_pose turn_all_parts(level_turn *q) {
    turning_part p;
    bool is_convex = q->shape->kind != CAROM_SHAPE_COMPOUND;
    if (is_convex && place_part(q, q->shape, 0, &p) && !part_turns(&p)) return slide_alone(&p);
    cr_for_each_part(q->shape, find_part_inside, q);
    if (!q->first.hit) cr_for_each_part(q->shape, find_impact, q);
    return pose_at_end(q);
}

carom_turning_hit carom_level_sweep_turning(const carom_level *level, const carom_shape *shape,
                                            const carom_turning *motion) {
    level_turn q = {.level = level, .index = &level->index, .shape = shape, .motion = motion, .until = 1};
    if (!cr_turning_is_finite(motion) || q.index->count == 0 || !bound_turn(&q))
        return (carom_turning_hit){.t = 1, .at = carom_turning_pose(motion, 1)};
    carom_turning_hit hit = {.t = 1, .at = turn_all_parts(&q)};
    if (!q.first.hit) return hit;
    hit.hit = true;
    hit.inside = q.first.inside;
    hit.t = q.first.t;
    hit.point = cr_rounded(q.first.point.x, q.first.point.y);
    hit.normal = cr_rounded(q.first.normal.x, q.first.normal.y);
    hit.velocity = cr_rounded(q.first.velocity.x, q.first.velocity.y);
    hit.feature = q.first.feature;
    hit.part_a = q.first.part;
    hit.part_b = q.first.edge.edge;
    return hit;
}

bool cr_level_is_clear_of_turn(const carom_level *level, const cr_posed_motion *m, carom_separation *found) {
    level_turn q = {.level = level, .index = &level->index, .shape = m->shape, .motion = m->motion, .until = 1};
    if (q.index->count == 0 || !bound_turn(&q)) return true;
    parts_at_pose all = {.q = &q, .at.position = m->at, .there = m->there, .time = m->time, .normal = m->normal};
    cr_for_each_part(q.shape, look_at_part, &all);
    *found = all.way_out;
    return !all.blocked;
}

typedef struct past_query {
    const cr_posed_motion *m;
    level_turn *q;
    const carom_segment *wall;
    cr_edge edge;
    double off;
    carom_separation *found;
    bool passed;
} past_query;

/// True if rounding or clearance has put a part into a one-sided wall.
static bool has_entered(const pose_query *w, const carom_segment *wall, const cr_edge *e) {
    carom_shape whole = {.kind = CAROM_SHAPE_SEGMENT, .segment = *wall};
    return wall->one_sided && cr_relate(&w->placed, &whole) == CR_INSIDE && !passes_one_way_edge(w, e);
}

static bool look_past_part(void *context, const carom_shape *shape, int number) {
    past_query *past = context;
    turning_part p;
    if (!place_part(past->q, shape, number, &p)) return true;
    pose_query w = {.part = &p, .time = past->m->time, .normal = past->m->normal, .off = past->off};
    w.placed = *part_numbered(past->m->there, number);
    if (!cr_core_of(&w.placed, &w.core)) return true;
    carom_separation out;
    if (has_entered(&w, past->wall, &past->edge)) {
        carom_shape whole = {.kind = CAROM_SHAPE_SEGMENT, .segment = *past->wall};
        out = carom_distance(&w.placed, &whole);
    } else if (has_passed(&w, &past->edge)) {
        out = cr_exit_across(&w.core, &past->edge);
    } else {
        return true;
    }
    if (!past->passed || out.distance < past->found->distance) *past->found = out;
    past->passed = true;
    return true;
}

bool cr_has_turned_past(const cr_posed_motion *m, const carom_segment *wall, carom_separation *found) {
    static const cr_index no_edges = {0};
    level_turn q = {.index = &no_edges, .shape = m->shape, .motion = m->motion, .until = 1};
    if (!bound_turn(&q)) return false;
    cr_edge edge = {
        .a = wall->a, .b = wall->b, .next = -1, .prev = -1, .flags = wall->one_sided ? CR_ONE_WAY : CR_TWO_SIDED};
    past_query past = {
        .m = m, .q = &q, .wall = wall, .edge = edge, .off = moved_off(&q, m->at, m->time), .found = found};
    cr_for_each_part(m->shape, look_past_part, &past);
    return past.passed;
}
