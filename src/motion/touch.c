// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Obstacles around a place, and the normals of those that are touched.
#include "motion/touch.h"

#include "geom/nearest.h"
#include "geom/predicate.h"

#include <math.h>

#define TOUCH 0x1p-23 // of the coordinates: a place is rounded outward by less

static double larger(double a, double b) {
    return a > b ? a : b;
}

double cr_reach_of(const carom_shape *placed) {
    carom_box box = carom_shape_bounds(placed);
    double x = larger(fabs((double)box.min.x), fabs((double)box.max.x));
    double y = larger(fabs((double)box.min.y), fabs((double)box.max.y));
    return larger(x, y);
}

bool cr_same_place(const carom_shape *placed, carom_vec2 a, carom_vec2 b) {
    double x = fabs((double)a.x - (double)b.x);
    double y = fabs((double)a.y - (double)b.y);
    return larger(x, y) <= TOUCH * cr_reach_of(placed);
}

// ---- Around a place -------------------------------------------------------------------------------------------------

static carom_shape grown_box(carom_box box, float by) {
    return (carom_shape){.kind = CAROM_BOX,
                         .box = {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}}};
}

/// A shape that holds all that is nearer than `by` to the one given; what has no radius becomes its box.
static carom_shape grown(const carom_shape *shape, float by) {
    carom_shape out = *shape;
    if (shape->kind == CAROM_CIRCLE) {
        out.circle.radius += by;
    } else if (shape->kind == CAROM_CAPSULE) {
        out.capsule.radius += by;
    } else {
        out = grown_box(carom_shape_bounds(shape), by);
    }
    return out;
}

int cr_obstacles_near(const carom_space *space, const carom_shape *placed, double margin,
                      carom_space_contact out[CR_OBSTACLES]) {
    double rounding = 0x1p-22 * cr_reach_of(placed);
    carom_shape around = grown(placed, (float)(margin + rounding));
    int found = space->contacts(space->self, &around, out, CR_OBSTACLES);
    return found < CR_OBSTACLES ? found : CR_OBSTACLES;
}

// ---- Touched --------------------------------------------------------------------------------------------------------

/// A surface that is touched; at a corner that a corner meets, two, of which either will do.
typedef struct surface {
    carom_vec2 normal, other;
    bool is_corner;
} surface;

typedef struct touched {
    const cr_core *core;
    double margin;
    cr_surfaces *surfaces;
    surface corners[CR_OBSTACLES];
    int corner_count;
} touched;

static carom_vec2 edge_normal(const cr_difference *c, int k) {
    double nx, ny;
    cr_edge_normal(c, k, &nx, &ny);
    return cr_rounded(nx, ny);
}

/// The vertex of C that 0 is at, to the margin; -1: none. Only where C has corners, and is not rounded.
static int vertex_at(const cr_difference *c, double margin) {
    if (c->count < 3 || c->radius > 0) return -1;
    for (int k = 0; k < c->count; ++k) {
        if (fabs(c->v[k].x) <= margin && fabs(c->v[k].y) <= margin) return k;
    }
    return -1;
}

/// False when the obstacle is not touched after all.
static bool surface_of(const touched *t, const cr_core *obstacle, surface *out) {
    if (!cr_facing(t->core, obstacle)) return false;
    cr_difference c;
    cr_difference_make(&c, t->core, obstacle);
    cr_nearest nearest = cr_nearest_of(&c, 0, 0);
    if (!(fabs(nearest.distance - c.radius) <= t->margin)) return false; // deeper: it is let pass
    if (cr_is_skipped(&c, &(cr_location){CR_TOUCHING, nearest.edge, nearest.vertex})) return false;
    int vertex = vertex_at(&c, t->margin);
    if (vertex < 0) {
        *out = (surface){.normal = cr_rounded(nearest.nx, nearest.ny)};
        return true;
    }
    int before = vertex > 0 ? vertex - 1 : c.count - 1;
    *out = (surface){.normal = edge_normal(&c, before), .other = edge_normal(&c, vertex), .is_corner = true};
    if (cr_edge_skipped(&c, before)) *out = (surface){.normal = out->other};
    if (cr_edge_skipped(&c, vertex)) *out = (surface){.normal = out->normal};
    return true;
}

static void add_normal(touched *t, carom_vec2 normal) {
    if (t->surfaces->count + 1 < CR_COURSE_SURFACES) t->surfaces->normals[t->surfaces->count++] = normal;
}

static void add(touched *t, const surface *s) {
    if (s->is_corner && t->corner_count < CR_OBSTACLES) {
        t->corners[t->corner_count++] = *s;
    } else {
        add_normal(t, s->normal);
    }
}

static double dot(carom_vec2 a, carom_vec2 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

/// How much of a velocity is left when one more normal is respected.
static double left_with(touched *t, carom_vec2 velocity, carom_vec2 normal) {
    t->surfaces->normals[t->surfaces->count] = normal;
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count + 1);
    return dot(left, left);
}

static carom_vec2 middle(carom_vec2 a, carom_vec2 b) {
    double x = (double)a.x + (double)b.x, y = (double)a.y + (double)b.y, length = sqrt(x * x + y * y);
    return cr_rounded(x / length, y / length);
}

/// Of the two sides of a corner, the one that leaves more; of two that leave as much neither is better, and what is
/// between them is the same in a mirror.
static carom_vec2 better_side(touched *t, carom_vec2 velocity, const surface *corner) {
    double one = left_with(t, velocity, corner->normal);
    double other = left_with(t, velocity, corner->other);
    if (one > other) return corner->normal;
    return other > one ? corner->other : middle(corner->normal, corner->other);
}

/// Corners say nothing about a velocity that passes them on one side.
static void decide_corners(touched *t, carom_vec2 velocity) {
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count);
    carom_vec2 chosen[CR_OBSTACLES];
    int count = 0;
    for (int i = 0; i < t->corner_count; ++i) {
        const surface *corner = &t->corners[i];
        if (dot(left, corner->normal) >= 0 || dot(left, corner->other) >= 0) continue;
        chosen[count++] = better_side(t, velocity, corner);
    }
    for (int i = 0; i < count; ++i) add_normal(t, chosen[i]);
}

/// Does what was found stop the velocity?
static bool explains(const touched *t, carom_vec2 velocity) {
    for (int i = 0; i < t->surfaces->count; ++i) {
        if (dot(velocity, t->surfaces->normals[i]) < 0) return true;
    }
    for (int i = 0; i < t->corner_count; ++i) {
        if (dot(velocity, t->corners[i].normal) < 0 && dot(velocity, t->corners[i].other) < 0) return true;
    }
    return false;
}

static carom_vec2 away_from_all(const touched *t) {
    double x = 0;
    double y = 0;
    for (int i = 0; i < t->surfaces->count; ++i) {
        x += (double)t->surfaces->normals[i].x;
        y += (double)t->surfaces->normals[i].y;
    }
    for (int i = 0; i < t->corner_count; ++i) {
        x += (double)t->corners[i].normal.x + (double)t->corners[i].other.x;
        y += (double)t->corners[i].normal.y + (double)t->corners[i].other.y;
    }
    double length = sqrt(x * x + y * y);
    return length > 0x1p-20 ? cr_rounded(x / length, y / length) : (carom_vec2){0, 0};
}

static void touch_part(touched *t, const carom_space *space, const carom_shape *part) {
    cr_core core;
    if (!cr_core_of(part, &core)) return;
    t->core = &core;
    carom_space_contact near[CR_OBSTACLES];
    int found = cr_obstacles_near(space, part, t->margin, near);
    for (int i = 0; i < found; ++i) {
        cr_core obstacle;
        surface s;
        if (cr_core_of(&near[i].shape, &obstacle) && surface_of(t, &obstacle, &s)) add(t, &s);
    }
}

void cr_touched(const carom_space *space, const carom_shape *placed, const carom_space_hit *hit, carom_vec2 velocity,
                const carom_vec2 *again, int again_count, cr_surfaces *out) {
    touched t = {.margin = TOUCH * cr_reach_of(placed), .surfaces = out};
    out->count = 0;
    for (int i = 0; i < again_count; ++i) add_normal(&t, again[i]);
    bool compound = placed->kind == CAROM_COMPOUND;
    const carom_shape *parts = compound ? placed->compound.parts : placed;
    for (int i = 0; i < (compound ? placed->compound.count : 1); ++i) touch_part(&t, space, &parts[i]);
    if (!explains(&t, velocity)) add_normal(&t, hit->sweep.normal);
    out->out = away_from_all(&t);
    decide_corners(&t, velocity);
}
