// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// How far apart, how deep, and where: the feature of the difference nearest to the origin. The sign of a distance is
// decided exactly; its size is computed in double.
#include "geom/nearest.h"
#include "geom/parts.h"
#include "geom/predicate.h"

#include <float.h>
#include <math.h>

/// A double as a float whose sign says what exact arithmetic says.
static float signed_distance(double value, cr_relation relation) {
    float f = (float)value;
    if (relation == CR_TOUCHING) return 0;
    if (relation == CR_APART) return f > 0 ? f : FLT_TRUE_MIN;
    return f < 0 ? f : -FLT_TRUE_MIN;
}

/// Whether the nearest feature is one of those that were switched off.
static bool skipped(const cr_difference *c, const cr_nearest *nearest) {
    return nearest->edge >= 0 ? cr_edge_skipped(c, nearest->edge) : cr_vertex_skipped(c, nearest->vertex);
}

/// The difference of one pair of parts, and what is nearest in it. False when the two cannot meet.
static bool measure(const cr_core *a, const cr_core *b, cr_difference *c, cr_nearest *nearest, cr_relation *relation) {
    if (!cr_facing(a, b)) return false;
    cr_difference_make(c, a, b);
    cr_displacement none = cr_displacement_of((cr_vector){0}, 0);
    *relation = cr_relation_at(c, &none);
    *nearest = cr_nearest_of(c, 0, 0);
    return *relation != CR_APART || !skipped(c, nearest);
}

static bool keep_nearest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    carom_gap *best = context;
    cr_difference c;
    cr_nearest nearest;
    cr_relation relation;
    if (!measure(a, b, &c, &nearest, &relation)) return true;
    float distance = signed_distance(nearest.distance - c.radius, relation);
    if (distance >= best->distance) return true;
    cr_witness w = cr_witness_of(&c, &nearest, 0, 0);
    *best = (carom_gap){.distance = distance,
                        .on_a = cr_rounded(w.ax, w.ay),
                        .on_b = cr_rounded(w.bx, w.by),
                        .normal = cr_rounded(nearest.nx, nearest.ny),
                        .part_a = part_a,
                        .part_b = part_b};
    return true;
}

carom_gap carom_distance(const carom_shape *a, const carom_shape *b) {
    carom_gap gap = {.distance = INFINITY};
    cr_each_pair(a, b, keep_nearest, &gap);
    return gap;
}

// ---- Contact points ----------------------------------------------------------------------------------------------

static int wrap(int i, int count) {
    return i < 0 ? i + count : i >= count ? i - count : i;
}

/// The edge of `core` at vertex v that faces against the normal the most, as the vertex it starts from.
static int facing_edge(const cr_core *core, int v, double nx, double ny) {
    int best = v;
    double least = HUGE_VAL;
    for (int i = v - 1; i <= v; ++i) {
        carom_vec2 p = core->v[wrap(i, core->count)], q = core->v[wrap(i + 1, core->count)];
        double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
        double facing = (ey * nx - ex * ny) / sqrt(ex * ex + ey * ey); // its normal against ours
        if (facing < least) {
            least = facing;
            best = wrap(i, core->count);
        }
    }
    return best;
}

/// Clips the facing edge of the one shape to the sides of the touched edge of the other. Points that are not beyond
/// `reach` of the touched edge's line are contacts. (S. Gottschalk's clipping, as told in E. Catto, Contact Manifolds,
/// 2007.)
static int clip(const cr_core *touched, int edge, const cr_core *other, int vertex, double nx, double ny, double reach,
                double points[2][2]) {
    carom_vec2 p = touched->v[edge], q = touched->v[wrap(edge + 1, touched->count)];
    double length = sqrt(((double)q.x - (double)p.x) * ((double)q.x - (double)p.x) +
                         ((double)q.y - (double)p.y) * ((double)q.y - (double)p.y));
    double tx = ((double)q.x - (double)p.x) / length, ty = ((double)q.y - (double)p.y) / length;
    int from = facing_edge(other, vertex, nx, ny), to = wrap(from + 1, other->count);
    double along[2], away[2];
    for (int i = 0; i < 2; ++i) {
        carom_vec2 v = other->v[i == 0 ? from : to];
        double dx = (double)v.x - (double)p.x, dy = (double)v.y - (double)p.y;
        along[i] = dx * tx + dy * ty;
        away[i] = dx * nx + dy * ny;
    }
    // A round side touches along a line only where it lies flat; a corner is all there is to an edge at an angle.
    if (other->radius > 0 && fabs(away[1] - away[0]) > 1e-9 * length) return 0;
    int count = 0;
    for (int i = 0; i < 2; ++i) {
        double s = along[i] < 0 ? 0 : along[i] > length ? length : along[i];
        double u = along[1] != along[0] ? (s - along[0]) / (along[1] - along[0]) : 0;
        double height = i == 1 && s == along[1] ? away[1] : away[0] + u * (away[1] - away[0]);
        if (height > reach) continue;
        double x = (double)p.x + s * tx + height * nx, y = (double)p.y + s * ty + height * ny;
        if (count == 1 && x == points[0][0] && y == points[0][1]) continue;
        points[count][0] = x;
        points[count][1] = y;
        ++count;
    }
    return count;
}

/// Up to two points on b's surface where an edge of the one lies on the other.
static int contact_points(const cr_difference *c, const cr_nearest *nearest, double points[2][2]) {
    cr_witness w = cr_witness_of(c, nearest, 0, 0);
    points[0][0] = w.bx;
    points[0][1] = w.by;
    if (nearest->edge < 0 || c->a->count < 2 || c->b->count < 2) return 1;
    int k = nearest->edge, next = cr_next(c, k);
    double nx = nearest->nx, ny = nearest->ny, found[2][2];
    bool b_touched = c->of_b[k] != c->of_b[next];
    // Resting flat: heights that are alike up to rounding count as one plane.
    double reach = c->radius + 1e-12 * (fabs(c->v[k].x) + fabs(c->v[k].y));
    int count = b_touched ? clip(c->b, c->of_b[k], c->a, c->of_a[k], nx, ny, reach, found)
                          : clip(c->a, c->of_a[k], c->b, c->of_b[k], -nx, -ny, reach, found);
    if (count < 2) return 1;
    carom_vec2 on_line = c->b->v[c->of_b[k]];
    for (int i = 0; i < 2; ++i) {
        double height = b_touched ? (found[i][0] - (double)on_line.x) * nx + (found[i][1] - (double)on_line.y) * ny : 0;
        double out = (double)c->b->radius - height;
        points[i][0] = found[i][0] + out * nx;
        points[i][1] = found[i][1] + out * ny;
    }
    return 2;
}

static bool keep_deepest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    carom_contact_points *best = context;
    cr_difference c;
    cr_nearest nearest;
    cr_relation relation;
    if (!measure(a, b, &c, &nearest, &relation) || relation == CR_APART) return true;
    float depth = -signed_distance(nearest.distance - c.radius, relation) + 0.0f;
    if (best->hit && depth <= best->depth) return true;
    double points[2][2];
    best->hit = true;
    best->depth = depth;
    best->normal = cr_rounded(nearest.nx, nearest.ny);
    best->count = contact_points(&c, &nearest, points);
    for (int i = 0; i < best->count; ++i) best->points[i] = cr_rounded(points[i][0], points[i][1]);
    if (best->points[0].x == best->points[1].x && best->points[0].y == best->points[1].y) best->count = 1;
    best->part_a = part_a;
    best->part_b = part_b;
    return true;
}

carom_contact_points carom_contact(const carom_shape *a, const carom_shape *b) {
    carom_contact_points contact = {0};
    cr_each_pair(a, b, keep_deepest, &contact);
    return contact;
}
