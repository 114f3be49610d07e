// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way out of everything at once. The translations that leave the shape in an obstacle are a convex polygon rounded
// by a radius (geom/difference.h), a zone; the least translation out of several zones is the nearest point of one's
// border, or a point where two borders cross: few enough to try all. What the shape is inside of at the place found is
// added to the zones, and the search begins anew. More zones leave less room, so the first place that is free of
// everything is the nearest one there is.
//
// A way out leads its middle into nothing it was not in before: nobody is pushed through a wall. And it is no longer
// than the deepest zone and the shape itself are together: what has nowhere to go is crushed, and not sent far away.
#include "geom/nearest.h"
#include "geom/predicate.h"
#include "motion/compound.h"
#include "motion/rest.h"
#include "motion/touch.h"

#include <math.h>

enum {
    ZONES = 24,
    ROUNDS = 48, // places tried
    WIDER = 12,  // times that a place was not free for rounding only
};

/// Where a part of the shape is in an obstacle, seen as displacements of the shape.
typedef struct zone {
    cr_core part, obstacle;
    cr_difference c;
    uint64_t owner;
    int edge; // part_b of the contact
    int part_number;
} zone;

typedef struct point {
    double x, y;
} point;

/// A piece of a zone's border: a straight one, or a circle.
typedef struct border {
    point from, to; // a circle's centre in `from`
    double radius;  // 0: straight
} border;

typedef struct way_out {
    const carom_space *space;
    const carom_shape *shape;
    carom_vec2 position;
    zone zones[ZONES];
    int count;
    double reach;     // the largest coordinate
    double margin;    // how far out of all zones
    double least;     // only longer ways than this are wanted: shorter ones lead through something
    double most;      // and none longer than this
    point best;       // the shortest so far,
    double best_way2; // squared
} way_out;

// ---- Zones ----------------------------------------------------------------------------------------------------------

/// The nearest of a zone's border to a displacement, and how far off it is; infinite where it does not count.
static double gap_at(const zone *z, point p, cr_nearest *nearest) {
    *nearest = cr_nearest_of(&z->c, p.x, p.y);
    if (cr_is_skipped(&z->c, &(cr_location){CR_TOUCHING, nearest->edge, nearest->vertex})) return HUGE_VAL;
    return nearest->distance - z->c.radius;
}

static bool has_zone(const way_out *w, const carom_space_contact *contact, int part) {
    for (int i = 0; i < w->count; ++i) {
        const zone *z = &w->zones[i];
        if (z->owner == contact->owner && z->edge == contact->contact.part_b && z->part_number == part) return true;
    }
    return false;
}

/// Adds the zone of a part and an obstacle if the place is in it. A thin edge holds what is just in it, and lets pass
/// what is deeper.
static void add_zone(way_out *w, const carom_shape *part, int number, const carom_space_contact *contact, point at) {
    if (w->count == ZONES || has_zone(w, contact, number)) return;
    zone *z = &w->zones[w->count];
    carom_shape there = carom_shape_at(part, w->position);
    if (!cr_core_of(&there, &z->part) || !cr_core_of(&contact->shape, &z->obstacle)) return;
    cr_difference_make(&z->c, &z->part, &z->obstacle);
    cr_nearest nearest;
    double gap = gap_at(z, at, &nearest);
    if (gap >= 0x1p-22 * w->reach || (contact->one_way && gap < -0x1p-20 * w->reach)) return;
    z->owner = contact->owner;
    z->edge = contact->contact.part_b;
    z->part_number = number;
    ++w->count;
    double deepest = -gap + 2 * w->reach * 0x1p-20;
    if (w->most < deepest) w->most = deepest;
}

/// Adds what the shape is in at a displacement. False when there was nothing new.
static bool gather(way_out *w, point at) {
    int before = w->count;
    carom_vec2 place = cr_rounded((double)w->position.x + at.x, (double)w->position.y + at.y);
    bool compound = w->shape->kind == CAROM_COMPOUND;
    const carom_shape *parts = compound ? w->shape->compound.parts : w->shape;
    for (int i = 0; i < (compound ? w->shape->compound.count : 1); ++i) {
        carom_shape there = carom_shape_at(&parts[i], place);
        carom_space_contact near[CR_OBSTACLES];
        int found = cr_obstacles_near(w->space, &there, 0, near);
        for (int k = 0; k < found; ++k) add_zone(w, &parts[i], i, &near[k], at);
    }
    return w->count > before;
}

// ---- The least way --------------------------------------------------------------------------------------------------

static bool is_out(const way_out *w, point p) {
    cr_nearest nearest;
    for (int i = 0; i < w->count; ++i) {
        if (gap_at(&w->zones[i], p, &nearest) < w->margin - 0x1p-42 * w->reach) return false;
    }
    return true;
}

static void consider(way_out *w, double x, double y) {
    double way2 = x * x + y * y;
    if (!(way2 < w->best_way2 && way2 > w->least * w->least && way2 <= w->most * w->most)) return;
    if (!is_out(w, (point){x, y})) return;
    w->best = (point){x, y};
    w->best_way2 = way2;
}

static int borders_of(const way_out *w, const zone *z, border *out) {
    const cr_difference *c = &z->c;
    double radius = c->radius + w->margin;
    int count = 0;
    for (int k = 0; k < c->count; ++k) {
        point v = {c->v[k].x, c->v[k].y};
        if (radius > 0 && !cr_vertex_skipped(c, k)) out[count++] = (border){.from = v, .radius = radius};
        if (c->count == 1 || cr_edge_skipped(c, k)) continue;
        int next = cr_next(c, k);
        double nx, ny;
        cr_edge_normal(c, k, &nx, &ny);
        out[count++] = (border){.from = {v.x + radius * nx, v.y + radius * ny},
                                .to = {c->v[next].x + radius * nx, c->v[next].y + radius * ny}};
    }
    return count;
}

/// The nearest point of one border, and where it ends.
static void consider_nearest(way_out *w, const border *b) {
    if (b->radius > 0) {
        double length = sqrt(b->from.x * b->from.x + b->from.y * b->from.y);
        if (length > 0) consider(w, b->from.x * (1 - b->radius / length), b->from.y * (1 - b->radius / length));
        return;
    }
    double ex = b->to.x - b->from.x, ey = b->to.y - b->from.y;
    double along = -(b->from.x * ex + b->from.y * ey) / (ex * ex + ey * ey);
    if (along > 0 && along < 1) consider(w, b->from.x + along * ex, b->from.y + along * ey);
    consider(w, b->from.x, b->from.y);
    consider(w, b->to.x, b->to.y);
}

static void cross_lines(way_out *w, const border *a, const border *b) {
    double ax = a->to.x - a->from.x, ay = a->to.y - a->from.y;
    double bx = b->to.x - b->from.x, by = b->to.y - b->from.y;
    double det = ax * by - ay * bx;
    if (fabs(det) < 1e-12 * (fabs(ax * by) + fabs(ay * bx))) return; // the ends serve
    double t = ((b->from.x - a->from.x) * by - (b->from.y - a->from.y) * bx) / det;
    consider(w, a->from.x + t * ax, a->from.y + t * ay);
}

static void cross_line_circle(way_out *w, const border *line, const border *circle) {
    double ex = line->to.x - line->from.x, ey = line->to.y - line->from.y, length2 = ex * ex + ey * ey;
    double along = ((circle->from.x - line->from.x) * ex + (circle->from.y - line->from.y) * ey) / length2;
    double fx = line->from.x + along * ex, fy = line->from.y + along * ey; // the foot of the centre
    double dx = fx - circle->from.x, dy = fy - circle->from.y,
           rest = circle->radius * circle->radius - dx * dx - dy * dy;
    if (rest < 0) return;
    double half = sqrt(rest / length2);
    consider(w, fx + half * ex, fy + half * ey);
    consider(w, fx - half * ex, fy - half * ey);
}

static void cross_circles(way_out *w, const border *a, const border *b) {
    double dx = b->from.x - a->from.x, dy = b->from.y - a->from.y, distance2 = dx * dx + dy * dy;
    if (distance2 == 0) return;
    double along = 0.5 + (a->radius * a->radius - b->radius * b->radius) / (2 * distance2);
    double rest = a->radius * a->radius / distance2 - along * along;
    if (rest < 0) return;
    double across = sqrt(rest), x = a->from.x + along * dx, y = a->from.y + along * dy;
    consider(w, x - across * dy, y + across * dx);
    consider(w, x + across * dy, y - across * dx);
}

static void consider_crossings(way_out *w, const border *a, const border *b) {
    if (a->radius > 0 && b->radius > 0) {
        cross_circles(w, a, b);
    } else if (a->radius > 0) {
        cross_line_circle(w, b, a);
    } else if (b->radius > 0) {
        cross_line_circle(w, a, b);
    } else {
        cross_lines(w, a, b);
    }
}

/// The shortest way out of all zones within the bounds. False when there is none.
static bool solve(way_out *w) {
    w->best_way2 = HUGE_VAL;
    for (int i = 0; i < w->count; ++i) {
        border own[2 * CR_DIFFERENCE_VERTICES], other[2 * CR_DIFFERENCE_VERTICES];
        int own_count = borders_of(w, &w->zones[i], own);
        for (int a = 0; a < own_count; ++a) consider_nearest(w, &own[a]);
        for (int j = 0; j < i; ++j) {
            int other_count = borders_of(w, &w->zones[j], other);
            for (int a = 0; a < own_count; ++a) {
                for (int b = 0; b < other_count; ++b) consider_crossings(w, &own[a], &other[b]);
            }
        }
    }
    return w->best_way2 < HUGE_VAL;
}

// ---- The place ------------------------------------------------------------------------------------------------------

/// Does the middle of the shape go through something on its way?
static bool goes_through(const way_out *w, point way) {
    cr_placed placed;
    carom_box box = carom_shape_bounds(cr_put(&placed, w->shape, w->position));
    carom_vec2 middle =
        cr_rounded(((double)box.min.x + (double)box.max.x) / 2, ((double)box.min.y + (double)box.max.y) / 2);
    carom_shape dot = {.kind = CAROM_POINT, .point = middle};
    carom_sweep_hit hit = w->space->sweep(w->space->self, &dot, cr_rounded(way.x, way.y)).sweep;
    return hit.hit && !hit.inside && hit.t < 1;
}

/// Rounded away from the zones whose borders the way ends at.
static carom_vec2 place_of(const way_out *w) {
    double nx = 0, ny = 0;
    for (int i = 0; i < w->count; ++i) {
        cr_nearest nearest;
        if (gap_at(&w->zones[i], w->best, &nearest) > w->margin + 0x1p-30 * w->reach) continue;
        nx += nearest.nx;
        ny += nearest.ny;
    }
    float out_x = fabs(nx) > 0x1p-30 ? (float)nx : 0, out_y = fabs(ny) > 0x1p-30 ? (float)ny : 0;
    return (carom_vec2){cr_float_toward((double)w->position.x + w->best.x, out_x) + 0.0f,
                        cr_float_toward((double)w->position.y + w->best.y, out_y) + 0.0f};
}

static carom_push find(way_out *w) {
    carom_push none = {.at = w->position, .crushed = true};
    if (!gather(w, (point){0, 0})) return none;
    cr_placed placed;
    carom_box box = carom_shape_bounds(cr_put(&placed, w->shape, w->position));
    w->most += ((double)box.max.x - (double)box.min.x) + ((double)box.max.y - (double)box.min.y);
    int wider = 0;
    for (int i = 0; i < ROUNDS && wider < WIDER; ++i) {
        if (!solve(w)) return none;
        if (goes_through(w, w->best)) {
            w->least = sqrt(w->best_way2) * (1 + 0x1p-30);
            continue;
        }
        carom_vec2 at = place_of(w);
        if (cr_free(w->space, w->shape, at)) return (carom_push){.at = at, .moved = true};
        double most = w->most;
        if (!gather(w, w->best)) w->margin = w->reach * 0x1p-25 * (double)(1 << wider++);
        w->most = most;
    }
    return none;
}

carom_push carom_push_out(const carom_space *space, const carom_shape *shape, carom_vec2 position) {
    if (cr_free(space, shape, position)) return (carom_push){.at = position};
    cr_placed placed;
    way_out w = {.space = space, .shape = shape, .position = position};
    w.reach = cr_reach_of(cr_put(&placed, shape, position));
    return find(&w);
}
