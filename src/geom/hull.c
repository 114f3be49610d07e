// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Converts shapes to hulls. The strict convexity of a polygon is proved in float. A polygon without a proof, valid or
// not, takes the general path.
#include "geom/hull.h"

#include "base/vec.h"
#include "geom/predicate.h"

#include <float.h>

static inline int is_finite_sum(float x, float y) {
    return x - x + (y - y) == 0;
}

static bool hull_of_center(cr_hull *h, carom_vec2 p, float radius) {
    h->core.count = h->vectors = 1;
    h->core.radius = radius;
    h->core.v[0] = p;
    h->x[0] = cr_all_lanes(p.x);
    h->y[0] = cr_all_lanes(p.y);
    h->ex[0] = h->ey[0] = cr_all_lanes(0);
    return is_finite_sum(p.x, p.y) & (radius >= 0) & (radius <= FLT_MAX);
}

static bool hull_of_axis(cr_hull *h, carom_vec2 a, carom_vec2 b, float radius) {
    h->core.count = 2;
    h->core.radius = radius;
    cr_lanes4 ends = cr_load_two(&a, &b);
    cr_set_vertices(h, ends, CR_SHUFFLED(ends, 0, 1, 0, 1));
    return is_finite_sum(a.x, a.y) & is_finite_sum(b.x, b.y) & (radius >= 0) & (radius <= FLT_MAX) &
           !cr_same_point(a, b);
}

// ---- Polygons -------------------------------------------------------------------------------------------------------

static inline uint32_t bits_below(int count) {
    return (1u << count) - 1;
}

/// Bits of the edges that point down.
static inline uint32_t points_down_bits(cr_lanes4 ex, cr_lanes4 ey) {
    const cr_lanes4 zero = {0, 0, 0, 0};
    return cr_gather_bits((ey < zero) | ((ey == zero) & (ex < zero)));
}

/// Bits of the left turns that float precision proves, given edges and the edges after them.
static inline uint32_t left_turn_bits(cr_lanes4 ex, cr_lanes4 ey, cr_lanes4 next_x, cr_lanes4 next_y) {
    cr_lanes4 left = ex * next_y, right = ey * next_x;
    cr_lanes4 bound = cr_all_lanes(CR_TURN_32) * (cr_size_lanes(left) + cr_size_lanes(right)) + cr_all_lanes(FLT_MIN);
    return cr_gather_bits(left - right > bound);
}

// Every vertex is a left turn, and edges that point up follow edges that point down once. Up to four turns of less than
// half a circle each cannot wind twice.
bool cr_prove_convex(const cr_hull *h) {
    if (h->core.count == 4) {
        cr_lanes4 ex = h->ex[0], ey = h->ey[0];
        return left_turn_bits(ex, ey, CR_SHUFFLED(ex, 1, 2, 3, 0), CR_SHUFFLED(ey, 1, 2, 3, 0)) == 15;
    }
    const cr_lane_bits numbers = {0, 1, 2, 3};
    int count = h->core.count, last = (count - 1) & 3;
    cr_lane_bits is_last = numbers == (cr_lane_bits){last, last, last, last};
    cr_lanes4 first_x = cr_all_lanes(h->ex[0][0]), first_y = cr_all_lanes(h->ey[0][0]);
    uint32_t turns, down;
    if (h->vectors == 1) {
        cr_lanes4 nx = CR_SHUFFLED(h->ex[0], 1, 2, 3, 0), ny = CR_SHUFFLED(h->ey[0], 1, 2, 3, 0);
        nx = cr_choose_lanes(is_last, first_x, nx);
        ny = cr_choose_lanes(is_last, first_y, ny);
        turns = left_turn_bits(h->ex[0], h->ey[0], nx, ny);
        down = points_down_bits(h->ex[0], h->ey[0]);
    } else {
        cr_lanes4 nx = CR_MIXED(h->ex[0], h->ex[1], 1, 2, 3, 4), ny = CR_MIXED(h->ey[0], h->ey[1], 1, 2, 3, 4);
        cr_lanes4 mx = cr_choose_lanes(is_last, first_x, CR_SHUFFLED(h->ex[1], 1, 2, 3, 0));
        cr_lanes4 my = cr_choose_lanes(is_last, first_y, CR_SHUFFLED(h->ey[1], 1, 2, 3, 0));
        turns = left_turn_bits(h->ex[0], h->ey[0], nx, ny) | left_turn_bits(h->ex[1], h->ey[1], mx, my) << 4;
        down = points_down_bits(h->ex[0], h->ey[0]) | points_down_bits(h->ex[1], h->ey[1]) << 4;
    }
    uint32_t all = bits_below(count), after_last = (down & 1) << (count - 1); // the first edge is after the last
    uint32_t next_down = (down & all) >> 1 | after_last;
    uint32_t rises = down & ~next_down & all; // a closed outline has at least one
    return (turns & all) == all && (rises & (rises - 1)) == 0;
}

static bool hull_of_polygon(cr_hull *h, const carom_polygon *p) {
    if (p->count < 3 || p->count > CAROM_MAX_POLYGON_VERTICES) return false;
    cr_set_polygon(h, p->v, p->count);
    h->core.radius = p->radius;
    return (p->radius >= 0) & (p->radius <= FLT_MAX) && cr_prove_convex(h);
}

bool cr_is_convex_in_float(const carom_vec2 *v, int count) {
    cr_hull h;
    cr_set_polygon(&h, v, count);
    return cr_prove_convex(&h);
}

_Static_assert(sizeof(cr_hull) <= sizeof((carom_prepared *)0)->lanes, "a prepared shape has room for a hull");

carom_status carom_prepare(const carom_shape *shape, carom_prepared *out) {
    cr_hull hull = {.vectors = 0};
    carom_status status = carom_shape_check(shape);
    carom_shape copy = status == CAROM_STATUS_OK ? *shape : (carom_shape){.kind = CAROM_SHAPE_NONE};
    memset(out, 0, sizeof *out);
    out->shape = copy;
    out->bounds = carom_shape_bounds(&copy);
    out->is_searchable = cr_hull_of(&copy, &hull);
    memcpy(out->lanes, &hull, sizeof hull);
    return status;
}

bool cr_hull_of(const carom_shape *shape, cr_hull *hull) {
    hull->core.kind = shape->kind;
    hull->core.one_sided = hull->core.skip_a = hull->core.skip_b = false;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return hull_of_center(hull, shape->point, 0);
    case CAROM_SHAPE_CIRCLE: return hull_of_center(hull, shape->circle.center, shape->circle.radius);
    case CAROM_SHAPE_SEGMENT:
        return !(shape->segment.one_sided | shape->segment.skip_a | shape->segment.skip_b) &&
               hull_of_axis(hull, shape->segment.a, shape->segment.b, 0);
    case CAROM_SHAPE_CAPSULE: return hull_of_axis(hull, shape->capsule.a, shape->capsule.b, shape->capsule.radius);
    case CAROM_SHAPE_BOX: return cr_set_box(hull, &shape->box);
    case CAROM_SHAPE_POLYGON: return hull_of_polygon(hull, &shape->polygon);
    case CAROM_SHAPE_NONE:
    case CAROM_SHAPE_COMPOUND: break;
    }
    return false;
}

bool cr_unflagged_hull_of(const carom_shape *shape, cr_hull *hull) {
    if (!cr_is_flagged(shape)) return cr_hull_of(shape, hull);
    hull->core.kind = shape->kind;
    hull->core.one_sided = hull->core.skip_a = hull->core.skip_b = false;
    return hull_of_axis(hull, shape->segment.a, shape->segment.b, 0);
}
