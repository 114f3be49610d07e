// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rejects pairs by their axis-aligned bounds before anything else is computed, in four lanes: the gaps along x and y,
// on either side. In float, with the bound CR_BOUNDS_32.
#pragma once

#include "base/inline.h"
#include "base/lanes.h"
#include "geom/predicate.h"

#include "carom/geom.h"

/// The bounds of a shape without its radius: min.x, min.y, -max.x, -max.y.
typedef struct cr_outer {
    cr_lanes4 sides;
    float radius;
} cr_outer;

CR_INLINE cr_lanes4 cr_sides_of_axis(const carom_capsule *axis) {
    cr_lanes4 ends = cr_load_lanes(axis), turned = CR_SHUFFLED(ends, 2, 3, 0, 1);
    return cr_lower_lanes(cr_outward_lanes(ends), cr_outward_lanes(turned));
}

CR_INLINE cr_lanes4 cr_sides_of_polygon(const carom_polygon *p) {
    cr_lanes4 low = cr_load_lanes(&p->v[0]), high = low;
    for (int i = 2; i < p->count; i += 2) {
        cr_lanes4 two = i + 1 < p->count ? cr_load_lanes(&p->v[i]) : cr_load_two(&p->v[i], &p->v[i]);
        low = cr_lower_lanes(low, two);
        high = cr_higher_lanes(high, two);
    }
    low = cr_lower_lanes(low, CR_SHUFFLED(low, 2, 3, 0, 1));
    high = cr_higher_lanes(high, CR_SHUFFLED(high, 2, 3, 0, 1));
    return cr_outward_lanes(CR_MIXED(low, high, 0, 1, 4, 5));
}

/// Returns false for a compound, and for some invalid shapes. Of others, the bounds are meaningless, but no query
/// reports a hit with those.
CR_INLINE bool cr_outer_of(const carom_shape *shape, cr_outer *outer) {
    outer->radius = 0;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT:
    case CAROM_SHAPE_CIRCLE:
        outer->sides = cr_both_ways(shape->point); // where the centre of a circle is
        if (shape->kind == CAROM_SHAPE_CIRCLE) outer->radius = shape->circle.radius;
        return true;
    case CAROM_SHAPE_SEGMENT:
    case CAROM_SHAPE_CAPSULE:
        outer->sides = cr_sides_of_axis(&shape->capsule); // where the ends of a segment are
        if (shape->kind == CAROM_SHAPE_CAPSULE) outer->radius = shape->capsule.radius;
        return true;
    case CAROM_SHAPE_BOX: outer->sides = cr_outward(&shape->box); return true;
    case CAROM_SHAPE_POLYGON:
        if (shape->polygon.count < 3 || shape->polygon.count > CAROM_MAX_POLYGON_VERTICES) return false;
        outer->sides = cr_sides_of_polygon(&shape->polygon);
        outer->radius = shape->polygon.radius;
        return true;
    case CAROM_SHAPE_NONE:
    case CAROM_SHAPE_COMPOUND: break;
    }
    return false;
}

static inline cr_outer cr_outer_of_prepared(const carom_prepared *p) {
    return (cr_outer){cr_outward(&p->bounds), 0};
}

/// The gaps along the axes: a after b in x and y, b after a in x and y.
static inline cr_lanes4 cr_gaps_between(const cr_outer *a, const cr_outer *b) {
    return a->sides + CR_SHUFFLED(b->sides, 2, 3, 0, 1);
}

/// True if the shapes certainly do not touch.
static inline bool cr_are_apart(const cr_outer *a, const cr_outer *b) {
    float reach = (a->radius + b->radius) * (1 + CR_BOUNDS_32);
    return cr_gather_bits(cr_gaps_between(a, b) > cr_all_lanes(reach)) != 0;
}

/// True if they certainly do not touch while a moves by the difference of the motions.
static inline bool cr_stay_apart(const cr_outer *a, carom_vec2 a_move, const cr_outer *b, carom_vec2 b_move) {
    carom_vec2 back = {b_move.x - a_move.x, b_move.y - a_move.y};
    cr_lanes4 closing = cr_higher_lanes(cr_both_ways(back), cr_all_lanes(0));
    cr_lanes4 reach = (cr_all_lanes(a->radius + b->radius) + closing) * cr_all_lanes(1 + CR_BOUNDS_32);
    return cr_gather_bits(cr_gaps_between(a, b) > reach) != 0;
}
