// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A reference for rays and sweeps past the vertices of any level, and for slides along its edges. Expected results
// follow from single edges near the path, and from carom_level_solid at points of the path.
#pragma once

#include "carom/level.h"
#include "carom/motion.h"

#include "geom/relation.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A level, and its edges in a uniform grid of bins that does not use the level's index.
typedef struct range {
    const carom_level *level;
    double scale; // the cell size, or another length to which tolerances are relative
    carom_level_edge *edges;
    int count;
    double bin, left, top;
    int columns, rows;
    int *first, *binned; // edges of bin k: binned[first[k]] .. binned[first[k + 1] - 1]
    int *near, near_count;
    char *is_near;
    long long rays, sweeps, hits, slides;
} range;

static inline int range_bin(double at, double low, double size, int bins) {
    double k = floor((at - low) / size);
    return k < 0 ? 0 : k >= bins ? bins - 1 : (int)k;
}

static inline carom_box range_edge_box(carom_level_edge e) {
    return (carom_box){{fminf(e.a.x, e.b.x), fminf(e.a.y, e.b.y)}, {fmaxf(e.a.x, e.b.x), fmaxf(e.a.y, e.b.y)}};
}

typedef struct range_bins {
    int left, right, top, bottom;
} range_bins;

static inline range_bins bins_of(const range *g, carom_box box) {
    return (range_bins){range_bin((double)box.min.x, g->left, g->bin, g->columns),
                        range_bin((double)box.max.x, g->left, g->bin, g->columns),
                        range_bin((double)box.min.y, g->top, g->bin, g->rows),
                        range_bin((double)box.max.y, g->top, g->bin, g->rows)};
}

static inline void range_put_in_bins(range *g, bool count_only) {
    for (int i = 0; i < g->count; ++i) {
        range_bins b = bins_of(g, range_edge_box(g->edges[i]));
        for (int y = b.top; y <= b.bottom; ++y) {
            for (int x = b.left; x <= b.right; ++x) {
                int bin = y * g->columns + x;
                if (count_only)
                    ++g->first[bin + 2];
                else
                    g->binned[g->first[bin + 1]++] = i;
            }
        }
    }
}

static inline void range_make(range *g, const carom_level *level, double scale) {
    *g = (range){.level = level, .scale = scale, .count = carom_level_edge_count(level)};
    carom_box box = carom_level_bounds(level);
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    g->bin = scale * 2;
    while (width / g->bin * (height / g->bin) > 4e6) g->bin *= 2;
    g->left = (double)box.min.x;
    g->top = (double)box.min.y;
    g->columns = (int)(width / g->bin) + 1;
    g->rows = (int)(height / g->bin) + 1;
    size_t bins = (size_t)g->columns * (size_t)g->rows;
    g->edges = malloc((size_t)g->count * sizeof *g->edges);
    g->near = malloc((size_t)g->count * sizeof *g->near);
    g->is_near = calloc((size_t)g->count + 1, 1);
    g->first = calloc(bins + 2, sizeof *g->first);
    assert_true(g->count == 0 || g->edges);
    assert_true(g->count == 0 || g->near);
    assert_non_null(g->is_near);
    assert_non_null(g->first);
    for (int i = 0; i < g->count; ++i) g->edges[i] = carom_level_edge_at(level, i);
    range_put_in_bins(g, true);
    for (size_t k = 2; k < bins + 2; ++k) g->first[k] += g->first[k - 1];
    g->binned = malloc((size_t)(g->first[bins + 1] + 1) * sizeof *g->binned);
    assert_non_null(g->binned);
    range_put_in_bins(g, false);
}

static inline void range_free(range *g) {
    free(g->edges);
    free(g->near);
    free(g->is_near);
    free(g->first);
    free(g->binned);
}

/// Lists in `near` the edges within `reach` of a point.
static inline void range_look(range *g, carom_vec2 at, double reach) {
    carom_box box = {{(float)((double)at.x - reach), (float)((double)at.y - reach)},
                     {(float)((double)at.x + reach), (float)((double)at.y + reach)}};
    for (int i = 0; i < g->near_count; ++i) g->is_near[g->near[i]] = 0;
    g->near_count = 0;
    range_bins b = bins_of(g, box);
    for (int y = b.top; y <= b.bottom; ++y) {
        for (int x = b.left; x <= b.right; ++x) {
            for (int k = g->first[y * g->columns + x]; k < g->first[y * g->columns + x + 1]; ++k) {
                int i = g->binned[k];
                carom_box e = range_edge_box(g->edges[i]);
                bool meets =
                    e.min.x <= box.max.x && box.min.x <= e.max.x && e.min.y <= box.max.y && box.min.y <= e.max.y;
                if (meets && !g->is_near[i]) g->near[g->near_count++] = i;
                g->is_near[i] = (char)(g->is_near[i] | meets);
            }
        }
    }
}

/// An edge as an obstacle of its own: two-sided for solids, since shapes start outside; one-sided if it is one-way.
static inline carom_shape range_alone(carom_level_edge e) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = e.one_way}};
}

/// True if the shape penetrates no edge of `near`. One-way edges count only if `of_one_way`: a shape that came from
/// behind may overlap them.
static inline bool range_is_clear(const range *g, const carom_shape *a, bool of_one_way) {
    for (int i = 0; i < g->near_count; ++i) {
        carom_level_edge e = g->edges[g->near[i]];
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
        if (e.one_way && !of_one_way) continue;
        if (cr_relate(a, &edge) == CR_INSIDE) return false;
    }
    return true;
}

// ---- Shapes -------------------------------------------------------------------------------------------------------

static inline float range_earliest(const range *g, const carom_shape *a, carom_vec2 move) {
    float t = 2;
    for (int i = 0; i < g->near_count; ++i) {
        carom_shape edge = range_alone(g->edges[g->near[i]]);
        carom_sweep_hit hit = carom_sweep(a, move, &edge, (carom_vec2){0, 0});
        if (hit.hit && hit.t < t) t = hit.t;
    }
    return t;
}

/// A shape that starts outside must hit at the earliest time over single edges, to the bit, and end outside.
static inline void range_expect_sweep(range *g, const carom_shape *a, carom_vec2 from, carom_vec2 move) {
    if (!range_is_clear(g, a, true)) return;
    carom_sweep_hit hit = carom_level_sweep(g->level, a, move);
    float t = range_earliest(g, a, move);
    ++g->sweeps;
    g->hits += hit.hit;
    if (hit.inside || hit.hit != (t <= 1) || (hit.hit && hit.t != t)) {
        fail_msg("kind %d from %.9g %.9g by %.9g %.9g: hit %d inside %d t %.9g, of the edges alone %.9g", (int)a->kind,
                 (double)from.x, (double)from.y, (double)move.x, (double)move.y, hit.hit, hit.inside, (double)hit.t,
                 (double)t);
    }
    if (a->kind != CAROM_SHAPE_CIRCLE) return; // moving rounds the vertices of others
    carom_shape there = *a;
    there.circle.center = hit.at;
    if (!range_is_clear(g, &there, false)) {
        fail_msg("circle from %.9g %.9g by %.9g %.9g rests inside", (double)from.x, (double)from.y, (double)move.x,
                 (double)move.y);
    }
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

enum { RANGE_CROSSINGS = 256 };

typedef struct range_path {
    double times[RANGE_CROSSINGS];
    int count;
    double thin;   // the latest time at which a thin edge must be hit
    bool is_flush; // the ray runs along an edge, where this reference is not exact
} range_path;

static inline int range_compare(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

static inline void range_cross(range_path *path, carom_level_edge e, carom_vec2 from, carom_vec2 move) {
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
    double mx = (double)move.x, my = (double)move.y, cross = mx * ey - my * ex;
    double sx = (double)e.a.x - (double)from.x, sy = (double)e.a.y - (double)from.y;
    double size = hypot(mx, my) * hypot(ex, ey);
    if (fabs(cross) < 1e-3 * size) {
        double off = fabs(mx * sy - my * sx) / hypot(mx, my), length = hypot(ex, ey);
        if (off < 1e-2 * length + 1e-3 * hypot(mx, my)) path->is_flush = true;
        return;
    }
    double t = (sx * ey - sy * ex) / cross, along = (sx * my - sy * mx) / cross;
    if (along < -1e-6 || along > 1 + 1e-6 || t < -1e-9 || t > 1 + 1e-9) return;
    path->times[path->count++] = t;
    bool within = along > 1e-6 && along < 1 - 1e-6 && t > 1e-6 && t < 1 - 1e-6;
    if (e.one_way && within && cross < 0 && t < path->thin) path->thin = t;
}

static inline bool range_solid_beside(const range *g, double x, double y, carom_vec2 move, int side) {
    double length = hypot((double)move.x, (double)move.y), reach = g->scale * 1e-3 / length;
    for (int k = 1; k < 360; ++k) {
        double angle = side * k * 3.14159265358979 / 360, c = cos(angle), s = sin(angle);
        double dx = (double)move.x * reach, dy = (double)move.y * reach;
        carom_vec2 p = {(float)(x + c * dx - s * dy), (float)(y + s * dx + c * dy)};
        if (carom_level_solid(g->level, p)) return true;
    }
    return false;
}

static inline carom_vec2 range_at(carom_vec2 from, carom_vec2 move, double t) {
    return (carom_vec2){(float)((double)from.x + t * (double)move.x), (float)((double)from.y + t * (double)move.y)};
}

/// True if rounding has not moved a point of the path across an edge.
static inline bool range_is_off_edges(const range *g, carom_vec2 p, carom_vec2 from, carom_vec2 move) {
    carom_shape around;
    carom_make_circle(p, (fabsf(from.x) + fabsf(from.y) + fabsf(move.x) + fabsf(move.y)) * FLT_EPSILON, &around);
    return range_is_clear(g, &around, true);
}

/// Returns the time at which the path enters solid; 2 if it never does.
static inline double range_entry(const range *g, range_path *path, carom_vec2 from, carom_vec2 move) {
    path->times[path->count++] = 1;
    qsort(path->times, (size_t)path->count, sizeof path->times[0], range_compare);
    double start = 0;
    for (int i = 0; i < path->count; ++i) {
        double end = path->times[i];
        carom_vec2 p = range_at(from, move, start + 0.4871 * (end - start));
        // Intervals too short to contain a float clearly inside are skipped.
        if (end - start < 1e-4 && !range_is_off_edges(g, p, from, move)) continue;
        if (carom_level_solid(g->level, p)) return start;
        start = end;
    }
    return 2;
}

/// True if the reversed edge exists: one side of a two-sided chain.
static inline bool range_is_two_sided(const range *g, carom_level_edge e) {
    for (int i = 0; i < g->near_count; ++i) {
        carom_level_edge f = g->edges[g->near[i]];
        if (f.a.x == e.b.x && f.a.y == e.b.y && f.b.x == e.a.x && f.b.y == e.a.y) return true;
    }
    return false;
}

/// True if a hit before the entry is allowed: at a thin edge, or where solid is on both sides of the path.
static inline bool range_may_stop(const range *g, carom_vec2 from, carom_vec2 move, carom_ray_hit hit) {
    if (carom_level_edge_at(g->level, hit.part).one_way) return true;
    double x = (double)from.x + (double)hit.t * (double)move.x, y = (double)from.y + (double)hit.t * (double)move.y;
    carom_level_edge e = carom_level_edge_at(g->level, hit.part);
    if (range_is_two_sided(g, e)) return true;
    bool left = range_solid_beside(g, x, y, move, 1), right = range_solid_beside(g, x, y, move, -1);
    double to_end = fmin(hypot((double)e.a.x - x, (double)e.a.y - y), hypot((double)e.b.x - x, (double)e.b.y - y));
    return to_end < g->scale * 1e-3 ? left || right : left && right; // a corner may be off by an ulp
}

static inline void range_expect_ray(range *g, carom_vec2 from, carom_vec2 move) {
    range_path path = {.thin = 2};
    if (g->near_count > RANGE_CROSSINGS - 2) return;
    for (int i = 0; i < g->near_count; ++i) range_cross(&path, g->edges[g->near[i]], from, move);
    if (path.is_flush) return;
    double entry = range_entry(g, &path, from, move);
    double latest = path.thin < entry ? path.thin : entry;
    carom_ray_hit hit = carom_level_ray(g->level, from, move);
    ++g->rays;
    bool passes = latest < 1 - 1e-3 && (!hit.hit || (double)hit.t > latest + 2e-3);
    bool stops = hit.hit && (double)hit.t < latest - 2e-3 && !range_may_stop(g, from, move, hit);
    if (passes || stops) {
        carom_level_edge e = carom_level_edge_at(g->level, hit.part);
        fail_msg("ray from %.9g %.9g by %.9g %.9g: hit %d at %.9g of edge %d; solid from %.9g, thin at %.9g; edge %.9g "
                 "%.9g - %.9g %.9g",
                 (double)from.x, (double)from.y, (double)move.x, (double)move.y, hit.hit, (double)hit.t, hit.part,
                 entry, path.thin, (double)e.a.x, (double)e.a.y, (double)e.b.x, (double)e.b.y);
    }
}

// ---- Vertices -----------------------------------------------------------------------------------------------------

/// A start within about a cell of the vertex: random, or on a lattice, so that the path passes the vertex exactly.
static inline carom_vec2 range_start(const range *g, carom_vec2 vertex, double angle, random_source *r) {
    double way = g->scale * (double)random_range(r, 0.05f, 1);
    if (random_below(r, 2)) {
        return (carom_vec2){(float)((double)vertex.x + way * cos(angle)), (float)((double)vertex.y + way * sin(angle))};
    }
    double step = g->scale / 64;
    return (carom_vec2){vertex.x + (float)(rint(way * cos(angle) / step) * step),
                        vertex.y + (float)(rint(way * sin(angle) / step) * step)};
}

/// Casts and sweeps past a vertex from `directions` directions.
static inline void range_shoot(range *g, carom_vec2 vertex, int directions, random_source *r) {
    range_look(g, vertex, g->scale * 3);
    for (int k = 0; k < directions; ++k) {
        double angle = 6.283185307179586 * (k + (double)random_unit(r)) / directions;
        carom_vec2 from = range_start(g, vertex, angle, r);
        carom_vec2 move = {(vertex.x - from.x) * 2, (vertex.y - from.y) * 2};
        if (carom_level_solid(g->level, from) || (move.x == 0 && move.y == 0)) continue;
        range_expect_ray(g, from, move);
        carom_shape shape;
        float size = (float)(g->scale / 16) * (float)(1 + random_below(r, 6)), other = random_below(r, 2) ? size : 0.7f;
        carom_make_circle(from, size, &shape);
        range_expect_sweep(g, &shape, from, move);
        carom_make_box((carom_vec2){from.x - size, from.y - other}, (carom_vec2){from.x + size, from.y + other},
                       &shape);
        range_expect_sweep(g, &shape, (carom_vec2){from.x - size, from.y - other}, move);
    }
}

// ---- Slides -------------------------------------------------------------------------------------------------------

/// An edge with its collinear continuations on both sides.
typedef struct range_floor {
    double x, y;            // unit direction
    double from[2], length; // start
    carom_vec2 normal;
} range_floor;

static inline bool range_is_straight(carom_level_edge e, carom_level_edge f) {
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
    double fx = (double)f.b.x - (double)f.a.x, fy = (double)f.b.y - (double)f.a.y;
    return ex * fy == ey * fx && ex * fx + ey * fy > 0;
}

static inline range_floor range_floor_of(const range *g, int edge) {
    carom_level_edge first = g->edges[edge], last = first;
    for (int i = 0; i < g->count && first.prev >= 0 && range_is_straight(g->edges[first.prev], first); ++i)
        first = g->edges[first.prev];
    for (int i = 0; i < g->count && last.next >= 0 && range_is_straight(last, g->edges[last.next]); ++i)
        last = g->edges[last.next];
    range_floor f = {(double)last.b.x - (double)first.a.x,
                     (double)last.b.y - (double)first.a.y,
                     {(double)first.a.x, (double)first.a.y},
                     0,
                     {0, 0}};
    f.length = hypot(f.x, f.y);
    f.x /= f.length;
    f.y /= f.length;
    f.normal = (carom_vec2){(float)f.y, (float)-f.x};
    return f;
}

static inline bool range_same_normal(carom_vec2 p, carom_vec2 q) {
    return fabsf(p.x - q.x) < 1e-5f && fabsf(p.y - q.y) < 1e-5f;
}

/// Half of the extent of a body at the origin; (0, 0) for a circle, because its reference point is the centre.
static inline carom_vec2 range_half(const carom_shape *body) {
    if (body->kind == CAROM_SHAPE_CIRCLE) return (carom_vec2){0, 0};
    return (carom_vec2){body->box.max.x / 2, body->box.max.y / 2};
}

/// The support of a body in a unit direction, from its centre.
static inline double range_support(const carom_shape *body, double x, double y) {
    if (body->kind == CAROM_SHAPE_CIRCLE) return (double)body->circle.radius;
    carom_vec2 half = range_half(body);
    return fabs(x) * (double)half.x + fabs(y) * (double)half.y;
}

/// The position of the centre along the floor.
static inline double range_along(const range_floor *f, const carom_shape *body, carom_vec2 at) {
    carom_vec2 half = range_half(body);
    return ((double)at.x + (double)half.x - f->from[0]) * f->x + ((double)at.y + (double)half.y - f->from[1]) * f->y;
}

/// True if a contact beside the floor is a real obstacle: the face of an edge, an end of a one-way edge, or a corner
/// above the floor.
static inline bool range_stands_in_way(const range *g, const range_floor *f, const carom_sweep_hit *hit) {
    carom_level_edge e = carom_level_edge_at(g->level, hit->part_b);
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y, length = hypot(ex, ey);
    carom_vec2 own = {(float)(ey / length), (float)(-ex / length)};
    double height = ((double)hit->point.x - f->from[0]) * f->y - ((double)hit->point.y - f->from[1]) * f->x;
    return e.one_way || range_same_normal(hit->normal, own) || height > g->scale * 1e-5;
}

/// True if the supporting corner or side of the body is over the floor.
static inline bool range_is_over(const range_floor *f, const carom_shape *body, carom_vec2 at) {
    carom_vec2 half = range_half(body);
    double on = range_along(f, body, at), x = -copysign((double)half.x, f->y), y = copysign((double)half.y, f->x);
    double spread_x = fabs(f->y) < 1e-6 ? 2 * fabs(x) : 0, spread_y = fabs(f->x) < 1e-6 ? 2 * fabs(y) : 0;
    double corner = on + f->x * x + f->y * y,
           other = corner - f->x * copysign(spread_x, x) - f->y * copysign(spread_y, y);
    return fmax(corner, other) >= 0 && fmin(corner, other) <= f->length;
}

/// Places a body at a random position on the floor. Returns false if there is no space.
static inline bool range_land(range *g, const range_floor *f, const carom_shape *body, random_source *r,
                              carom_vec2 *at) {
    double gap = g->scale / 64, high = range_support(body, f->y, -f->x) + gap;
    double start = (double)random_unit(r) * f->length;
    double x = f->from[0] + f->x * start + f->y * high, y = f->from[1] + f->y * start - f->x * high;
    carom_vec2 middle = {(float)x, (float)y}, half = range_half(body);
    carom_shape a = carom_shape_at(body, (carom_vec2){middle.x - half.x, middle.y - half.y});
    range_look(g, middle, high * 3);
    if (carom_level_solid(g->level, middle) || !range_is_clear(g, &a, true)) return false;
    carom_vec2 down = {(float)(-2 * gap * f->y), (float)(2 * gap * f->x)};
    carom_sweep_hit landing = carom_level_sweep(g->level, &a, down);
    *at = landing.at;
    return landing.hit && !landing.inside && range_same_normal(landing.normal, f->normal);
}

/// Each contact must have the normal of the floor or be an obstacle. Returns true if there is an obstacle.
static inline bool range_expect_normals(const range *g, int edge, const range_floor *f, const carom_shape *body,
                                        const carom_motion *m, const carom_scene_hit *contacts) {
    bool is_over = range_is_over(f, body, m->at), obstacle = !is_over;
    for (int k = 0; k < m->contacts && k < 8; ++k) {
        const carom_sweep_hit *hit = &contacts[k].sweep;
        if (range_same_normal(hit->normal, f->normal)) continue;
        if (is_over && !range_stands_in_way(g, f, hit)) {
            fail_msg("kind %d on edge %d: normal %.9g %.9g of edge %d at %.9g %.9g", (int)body->kind, edge,
                     (double)hit->normal.x, (double)hit->normal.y, hit->part_b, (double)hit->at.x, (double)hit->at.y);
        }
        obstacle = true;
    }
    return obstacle;
}

/// True if the body touches an edge above the floor. A motion does not report contacts that it starts in.
static inline bool range_touches_other(const range *g, const range_floor *f, const carom_shape *body, carom_vec2 at) {
    int touched[64];
    carom_shape here = carom_shape_at(body, at);
    float more = (float)(g->scale * 1e-4);
    if (here.kind == CAROM_SHAPE_CIRCLE) {
        here.circle.radius += more;
    } else {
        here.box.min.x -= more, here.box.min.y -= more;
        here.box.max.x += more, here.box.max.y += more;
    }
    int count = carom_level_overlap(g->level, &here, touched, 64);
    for (int i = 0; i < count && i < 64; ++i) {
        carom_level_edge e = g->edges[touched[i]];
        const carom_vec2 ends[] = {e.a, e.b};
        for (int k = 0; k < 2; ++k) {
            double height = ((double)ends[k].x - f->from[0]) * f->y - ((double)ends[k].y - f->from[1]) * f->x;
            if (height > g->scale * 1e-5) return true;
        }
    }
    return false;
}

/// Slides a body along the floor of an edge and presses it against the floor, to either side, until it meets an
/// obstacle, the floor ends, or `steps` steps are done.
static inline void range_slide(range *g, int edge, const carom_shape *body, double step, int steps, random_source *r) {
    double way = random_below(r, 2) ? 1 : -1;
    range_floor f = range_floor_of(g, edge);
    carom_scene space = carom_scene_of_level(g->level);
    carom_vec2 at;
    if (!range_land(g, &f, body, r, &at)) return;
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_vec2 velocity = {(float)(step * (way * f.x - 0.3 * f.y)), (float)(step * (way * f.y + 0.3 * f.x))};
    for (int i = 0; i < steps; ++i) {
        carom_scene_hit contacts[8];
        double before = range_along(&f, body, at), rounding = (double)(fabsf(at.x) + fabsf(at.y)) * 0x1p-21;
        if (!range_is_over(&f, body, at)) return;
        carom_motion m = carom_move(&space, body, &(carom_motion){.at = at, .velocity = velocity}, &slide, contacts, 8);
        if (m.inside) { // rounding put it inside of a one-way edge; motion.h requires carom_push_out
            carom_push push = carom_push_out(&space, body, at, 0);
            assert_true(push.moved);
            assert_true(fabsf(push.at.x - at.x) + fabsf(push.at.y - at.y) < (float)g->scale * 1e-5f);
            m = carom_move(&space, body, &(carom_motion){.at = push.at, .velocity = velocity}, &slide, contacts, 8);
        }
        ++g->slides;
        if (range_expect_normals(g, edge, &f, body, &m, contacts)) return;
        if (range_touches_other(g, &f, body, m.at)) return;
        if (m.inside || way * (range_along(&f, body, m.at) - before) < 0.99 * step - rounding) {
            fail_msg("kind %d on edge %d from %.9g %.9g by %.9g %.9g comes only to %.9g %.9g", (int)body->kind, edge,
                     (double)at.x, (double)at.y, (double)velocity.x, (double)velocity.y, (double)m.at.x,
                     (double)m.at.y);
        }
        at = m.at;
    }
}

/// Slides a circle and a box along one edge, at 1/64 to 64 units a step.
static inline void range_slide_along(range *g, int edge, int steps, random_source *r) {
    for (double step = 1.0 / 64; step <= 64; step *= 4) {
        float size = (float)(g->scale / 16) * (float)(1 + random_below(r, 6)),
              other = random_below(r, 2) ? size : size / 3;
        carom_shape body;
        carom_make_circle((carom_vec2){0, 0}, size, &body);
        range_slide(g, edge, &body, step, steps, r);
        carom_make_box((carom_vec2){0, 0}, (carom_vec2){2 * size, 2 * other}, &body);
        range_slide(g, edge, &body, step, steps, r);
    }
}
