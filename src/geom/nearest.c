// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The nearest edge or vertex by a look at each: a difference has sixteen at most.
#include "geom/nearest.h"

#include <math.h>

void cr_edge_normal(const cr_difference *c, int k, double *nx, double *ny) {
    double length = sqrt(c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k]);
    *nx = c->ey[k] / length;
    *ny = -c->ex[k] / length;
}

/// Does (nx, ny), the normal of an edge of the difference made by vertices `from` and `to` of a segment, point to its
/// solid side?
static bool is_back(const cr_core *segment, int from, int to, double nx, double ny) {
    if (!segment->one_sided || from == to) return false; // an edge of the other shape at an end of this
    carom_vec2 p = segment->v[0], q = segment->v[1];
    return nx * ((double)q.y - (double)p.y) - ny * ((double)q.x - (double)p.x) < 0;
}

/// Does edge k lead out of a one-sided segment on its solid side? Nothing is pushed that way.
static bool leads_in(const cr_difference *c, int k) {
    int next = cr_next(c, k);
    double nx = c->ey[k], ny = -c->ex[k];
    return is_back(c->b, c->of_b[k], c->of_b[next], nx, ny) || is_back(c->a, c->of_a[k], c->of_a[next], -nx, -ny);
}

/// The edge whose line is nearest, seen from inside (or from any side of a flat C that p lies on).
static cr_nearest nearest_way_out(const cr_difference *c, double x, double y) {
    cr_nearest best = {.edge = -1, .vertex = -1};
    double farthest = -HUGE_VAL;
    for (int pass = 0; pass < 2 && best.edge < 0; ++pass) { // two one-sided segments may leave no way: then any
        for (int k = 0; k < c->count; ++k) {
            if (pass == 0 && (leads_in(c, k) || cr_edge_skipped(c, k))) continue;
            double nx, ny, dx = x - c->v[k].x, dy = y - c->v[k].y;
            cr_edge_normal(c, k, &nx, &ny);
            double distance = nx * dx + ny * dy, foot = nx * dy - ny * dx;
            double length = sqrt(c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k]);
            // The foot on the nearest edge lies on it; of edges that are all but parallel this picks the right one.
            double past = foot < 0 ? foot : foot > length ? foot - length : 0;
            double far = -sqrt(distance * distance + past * past);
            if (far > farthest) {
                farthest = far;
                best = (cr_nearest){distance, nx, ny, k, -1};
            }
        }
    }
    return best;
}

static void keep_nearer_vertex(cr_nearest *best, const cr_difference *c, int k, double x, double y) {
    double dx = x - c->v[k].x, dy = y - c->v[k].y, distance = sqrt(dx * dx + dy * dy);
    if (distance >= best->distance) return;
    *best = (cr_nearest){distance, 1, 0, -1, k};
    if (distance > 0) {
        best->nx = dx / distance;
        best->ny = dy / distance;
    }
}

/// The nearest edge that p lies outside of and beside; -1 when there is none. *inside: it is outside of none, and where
/// it lies on the lines of all, as on that of a C that double sees flat, between the ends of one.
static int edge_beside(const cr_difference *c, double x, double y, double *distance, bool *inside) {
    int best = -1;
    bool outside = false, on_all = true, between = false;
    *distance = HUGE_VAL;
    for (int k = 0; k < c->count; ++k) {
        double ex = c->ex[k], ey = c->ey[k], dx = x - c->v[k].x, dy = y - c->v[k].y;
        double side = ex * dy - ey * dx, foot = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
        bool beyond = foot < 0 || foot > length2;
        outside |= side < 0;
        on_all &= side == 0;
        between |= !beyond;
        if (side >= 0 || beyond || -side >= *distance * sqrt(length2)) continue;
        *distance = -side / sqrt(length2);
        best = k;
    }
    *inside = c->count > 1 && !outside && (!on_all || between);
    return best;
}

cr_nearest cr_nearest_of(const cr_difference *c, double x, double y) {
    cr_nearest best = {.distance = HUGE_VAL, .nx = 1, .edge = -1, .vertex = -1};
    bool inside = false;
    if (c->count > 1) best.edge = edge_beside(c, x, y, &best.distance, &inside);
    if (best.edge >= 0) {
        cr_edge_normal(c, best.edge, &best.nx, &best.ny);
        return best; // no vertex is nearer
    }
    if (inside) return nearest_way_out(c, x, y);
    for (int k = 0; k < c->count; ++k) keep_nearer_vertex(&best, c, k, x, y);
    // So near to a vertex, the direction from it is what rounding left over.
    double noise = 0x1p-44 * (fabs(c->v[best.vertex].x) + fabs(c->v[best.vertex].y));
    if (c->count > 1 && best.distance <= noise) return nearest_way_out(c, x, y);
    return best;
}

/// Where along the edge of C, that both shapes have a part in, they touch: the middle of what they share.
static cr_witness witness_of_merged(const cr_difference *c, int k, const cr_nearest *nearest, double x, double y) {
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

/// The point of the edge p-q nearest to one on its line. Only of a one-sided shape, which may not be left by the
/// shortest way, the nearest feature is not beside what it is nearest to.
static void keep_on_edge(carom_vec2 p, carom_vec2 q, double *x, double *y) {
    double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    double foot = ex * (*x - (double)p.x) + ey * (*y - (double)p.y);
    if (foot >= 0 && foot <= ex * ex + ey * ey) return;
    *x = foot < 0 ? (double)p.x : (double)q.x;
    *y = foot < 0 ? (double)p.y : (double)q.y;
}

cr_witness cr_witness_of(const cr_difference *c, const cr_nearest *nearest, double x, double y) {
    int k = nearest->edge >= 0 ? nearest->edge : nearest->vertex;
    carom_vec2 a = c->a->v[c->of_a[k]], b = c->b->v[c->of_b[k]];
    cr_witness w = {(double)a.x, (double)a.y, (double)b.x, (double)b.y};
    if (nearest->edge >= 0) {
        int next = cr_next(c, k);
        bool along_a = c->of_a[k] != c->of_a[next], along_b = c->of_b[k] != c->of_b[next];
        double nx = nearest->nx * nearest->distance, ny = nearest->ny * nearest->distance;
        if (along_a && along_b) {
            w = witness_of_merged(c, k, nearest, x, y);
        } else if (along_b) { // a's vertex against b's edge
            w.bx = w.ax + x - nx;
            w.by = w.ay + y - ny;
            keep_on_edge(b, c->b->v[c->of_b[next]], &w.bx, &w.by);
        } else { // b's vertex against a's edge
            w.ax = w.bx - x + nx;
            w.ay = w.by - y + ny;
            keep_on_edge(a, c->a->v[c->of_a[next]], &w.ax, &w.ay);
        }
    }
    double ra = (double)c->a->radius, rb = (double)c->b->radius;
    w.ax -= nearest->nx * ra;
    w.ay -= nearest->ny * ra;
    w.bx += nearest->nx * rb;
    w.by += nearest->ny * rb;
    return w;
}

carom_feature cr_feature_of(const cr_difference *c, int edge, int vertex) {
    const cr_core *b = c->b;
    int k = edge >= 0 ? edge : vertex;
    bool flat_side = edge >= 0 && c->of_b[k] != c->of_b[cr_next(c, k)]; // an edge of b, not only a corner
    switch (b->kind) {
    case CAROM_SEGMENT:
    case CAROM_CAPSULE:
        if (flat_side) return CAROM_EDGE;
        return b->count == 1 || c->of_b[k] == 0 ? CAROM_END_A : CAROM_END_B;
    case CAROM_BOX:
    case CAROM_POLYGON: return flat_side ? CAROM_SIDE : CAROM_CORNER;
    case CAROM_NONE:
    case CAROM_POINT:
    case CAROM_CIRCLE:
    case CAROM_COMPOUND: break;
    }
    return CAROM_FEATURE_NONE;
}
