// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Searches all edges and vertices; a difference has at most sixteen.
#include "geom/closest_feature.h"

#include "base/inline.h"
#include "base/vec.h"

#include <math.h>

void cr_edge_normal(const cr_difference *c, int k, double *nx, double *ny) {
    double length = sqrt(c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k]);
    *nx = c->ey[k] / length;
    *ny = -c->ex[k] / length;
}

/// Given an edge of the difference made by vertices `from` and `to` of a segment: does its normal (nx, ny) point to the
/// solid side of the segment?
static bool is_back(const cr_core *segment, int from, int to, double nx, double ny) {
    if (!segment->one_sided || from == to) return false; // an edge of the other shape, at an end of this one
    carom_vec2 p = segment->v[0], q = segment->v[1];
    return nx * ((double)q.y - (double)p.y) - ny * ((double)q.x - (double)p.x) < 0;
}

/// True if edge k leads out of a one-sided segment on its solid side. No shape is pushed out that way.
static bool leads_in(const cr_difference *c, int k) {
    int next = cr_next(c, k);
    double nx = c->ey[k], ny = -c->ex[k];
    return is_back(c->b, c->of_b[k], c->of_b[next], nx, ny) || is_back(c->a, c->of_a[k], c->of_a[next], -nx, -ny);
}

/// The edge whose line is nearest, for a point inside C (or on a flat C). Of two that are as near, as at a vertex of C,
/// the longer one.
static cr_closest_feature nearest_way_out(const cr_difference *c, double x, double y) {
    cr_closest_feature best = {.edge = -1, .vertex = -1};
    double farthest = -HUGE_VAL;
    for (int pass = 0; pass < 2 && best.edge < 0;
         ++pass) { // two one-sided segments may leave no way out: then any edge
        for (int k = 0; k < c->count; ++k) {
            if (pass == 0 && (leads_in(c, k) || cr_edge_skipped(c, k))) continue;
            double nx, ny, dx = x - c->v[k].x, dy = y - c->v[k].y;
            cr_edge_normal(c, k, &nx, &ny);
            double distance = nx * dx + ny * dy, foot = nx * dy - ny * dx;
            double length = sqrt(c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k]);
            // True if the foot of the point lies on the edge. Among nearly parallel edges this selects the right one.
            double past = foot < 0 ? foot : foot > length ? foot - length : 0;
            double far = -sqrt(distance * distance + past * past);
            bool ties = far == farthest && best.edge >= 0;
            if (far > farthest || (ties && cr_edge_length2(c, k) > cr_edge_length2(c, best.edge))) {
                farthest = far;
                best = (cr_closest_feature){distance, nx, ny, k, -1};
            }
        }
    }
    return best;
}

static void keep_nearer_vertex(cr_closest_feature *best, const cr_difference *c, int k, double x, double y) {
    double dx = x - c->v[k].x, dy = y - c->v[k].y, distance = sqrt(dx * dx + dy * dy);
    if (distance >= best->distance) return;
    *best = (cr_closest_feature){distance, 1, 0, -1, k};
    if (distance > 0) {
        best->nx = dx / distance;
        best->ny = dy / distance;
    }
}

/// The nearest edge that p lies outside of and beside; -1 if there is none. *inside: p lies outside of no edge, and
/// between the ends of one. Every inner point does. A point beyond the end of a C that is flat in double may seem to
/// lie outside of no edge, because the signs are rounding remainders.
static int edge_beside(const cr_difference *c, double x, double y, double *distance, bool *inside) {
    int best = -1;
    bool outside = false, between = false;
    *distance = HUGE_VAL;
    for (int k = 0; k < c->count; ++k) {
        double ex = c->ex[k], ey = c->ey[k], dx = x - c->v[k].x, dy = y - c->v[k].y;
        double side = ex * dy - ey * dx, foot = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
        bool beyond = foot < 0 || foot > length2;
        outside |= side < 0;
        between |= !beyond;
        if (side >= 0 || beyond || -side >= *distance * sqrt(length2)) continue;
        *distance = -side / sqrt(length2);
        best = k;
    }
    *inside = !outside && between;
    return best;
}

/// Of the coordinates: closer to a vertex than this, the direction from it is a rounding remainder of double.
#define VERTEX_NOISE 0x1p-44

cr_closest_feature cr_closest_feature_of(const cr_difference *c, double x, double y) {
    cr_closest_feature best = {.distance = HUGE_VAL, .nx = 1, .edge = -1, .vertex = -1};
    bool inside = false;
    if (c->count > 1) best.edge = edge_beside(c, x, y, &best.distance, &inside);
    if (best.edge >= 0) {
        cr_edge_normal(c, best.edge, &best.nx, &best.ny);
        return best; // no vertex is nearer
    }
    if (inside) return nearest_way_out(c, x, y);
    for (int k = 0; k < c->count; ++k) keep_nearer_vertex(&best, c, k, x, y);
    double noise = VERTEX_NOISE * (fabs(c->v[best.vertex].x) + fabs(c->v[best.vertex].y));
    if (c->count > 1 && best.distance <= noise) return nearest_way_out(c, x, y);
    return best;
}

/// The contact point along an edge of C to which both shapes contribute: the midpoint of the part that they share.
static cr_witness witness_of_merged(const cr_difference *c, int k, const cr_closest_feature *nearest, double x,
                                    double y) {
    int next = cr_next(c, k);
    double tx = -nearest->ny, ty = nearest->nx; // along the edge
    carom_vec2 b0 = c->b->v[c->of_b[k]], b1 = c->b->v[c->of_b[next]];
    carom_vec2 a0 = c->a->v[c->of_a[k]], a1 = c->a->v[c->of_a[next]]; // a's edge runs the other way
    double from_b = 0, to_b = tx * ((double)b1.x - (double)b0.x) + ty * ((double)b1.y - (double)b0.y);
    double from_a = tx * ((double)a1.x + x - (double)b0.x) + ty * ((double)a1.y + y - (double)b0.y);
    double to_a = tx * ((double)a0.x + x - (double)b0.x) + ty * ((double)a0.y + y - (double)b0.y);
    double from = from_a > from_b ? from_a : from_b, to = to_a < to_b ? to_a : to_b;
    double middle = 0.5 * (from + to);
    cr_witness w;
    w.bx = (double)b0.x + tx * middle;
    w.by = (double)b0.y + ty * middle;
    w.ax = w.bx + nearest->nx * nearest->distance - x;
    w.ay = w.by + nearest->ny * nearest->distance - y;
    return w;
}

/// Branchless, because it is unpredictable which shape the edge belongs to.
cr_witness cr_witness_of(const cr_difference *c, const cr_closest_feature *nearest, double x, double y) {
    int is_edge = nearest->edge >= 0;
    CR_OPAQUE(is_edge);
    int k = (nearest->edge & -is_edge) + (nearest->vertex & (is_edge - 1)), next = k + is_edge;
    next &= -(next < c->count);
    int along_a = c->of_a[k] != c->of_a[next], on = c->of_b[k] != c->of_b[next]; // on: the edge is one of b
    cr_witness w;
    if (along_a & on) {
        w = witness_of_merged(c, k, nearest, x, y);
    } else {
        const carom_vec2 *vertices[2] = {c->a->v, c->b->v};
        const unsigned char *of[2] = {c->of_a, c->of_b};
        cr_vec2d own = cr_widen(vertices[!on][of[!on][k]]), p = cr_widen(vertices[on][of[on][k]]);
        cr_vec2d q = cr_widen(vertices[on][of[on][next]]), e = cr_subtract(q, p);
        // The foot of the vertex of one shape on the edge of the other. It is clamped for one-sided shapes, whose
        // minimum translation may be excluded: there the nearest edge need not be beside the vertex.
        static const double signs[2] = {-1, 1};
        double sign = signs[on], nx = nearest->nx * nearest->distance, ny = nearest->ny * nearest->distance;
        cr_vec2d foot = {own.x + sign * x - sign * nx, own.y + sign * y - sign * ny};
        double along = cr_dot(e, cr_subtract(foot, p));
        int where = ((along > cr_dot(e, e)) - (along < 0) + 1) & -is_edge; // of two vertices: the other one
        double xs[3] = {p.x, foot.x, q.x}, ys[3] = {p.y, foot.y, q.y}, found_x[2], found_y[2];
        found_x[on] = xs[where];
        found_y[on] = ys[where];
        found_x[!on] = own.x;
        found_y[!on] = own.y;
        w.ax = found_x[0];
        w.ay = found_y[0];
        w.bx = found_x[1];
        w.by = found_y[1];
    }
    double ra = (double)c->a->radius, rb = (double)c->b->radius;
    w.ax -= nearest->nx * ra;
    w.ay -= nearest->ny * ra;
    w.bx += nearest->nx * rb;
    w.by += nearest->ny * rb;
    return w;
}

carom_feature cr_feature_of_core(const cr_core *core, bool is_edge, int k) {
    switch (core->kind) {
    case CAROM_SHAPE_SEGMENT:
    case CAROM_SHAPE_CAPSULE:
        if (is_edge) return CAROM_FEATURE_EDGE;
        return core->count == 1 || k == 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
    case CAROM_SHAPE_BOX:
    case CAROM_SHAPE_POLYGON: return is_edge ? CAROM_FEATURE_SIDE : CAROM_FEATURE_CORNER;
    case CAROM_SHAPE_NONE:
    case CAROM_SHAPE_POINT:
    case CAROM_SHAPE_CIRCLE:
    case CAROM_SHAPE_COMPOUND: break;
    }
    return CAROM_FEATURE_NONE;
}

carom_feature cr_feature_of(const cr_difference *c, int edge, int vertex) {
    int k = edge >= 0 ? edge : vertex;
    bool is_edge = edge >= 0 && c->of_b[k] != c->of_b[cr_next(c, k)]; // an edge of b, not only a vertex
    return cr_feature_of_core(c->b, is_edge, c->of_b[k]);
}
