// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Zones: configuration-space obstacles. The translations that leave a convex shape in penetration with a convex
// obstacle are the interior of their Minkowski difference, a convex polygon rounded by a radius. The local minima of
// the length of a translation out of several zones are all of these kinds: the closest point of a boundary piece, an
// end of a piece, a crossing of two pieces.
#pragma once

#include "base/vec.h"
#include "geom/core.h"

enum {
    CR_ZONES = 160,
    CR_ZONE_VERTICES = 1280, ///< of all zones together
    CR_ZONE_PIECES = 33,     ///< of one zone: its edges and its rounded vertices
    CR_ZONE_EXITS = 8,       ///< capacity of cr_zone_exits; out of the centre of a disc there are more
};

/// Which translations a zone forbids.
typedef enum cr_zone_kind {
    CR_ZONE_SOLID,    ///< its interior
    CR_ZONE_BOUNDARY, ///< its interior; an edge of the boundary of a solid, to be left on its outer side only
    CR_ZONE_ONE_WAY,  ///< none: a shape may touch the outer side, and passes when inside
} cr_zone_kind;

typedef struct cr_zone {
    cr_zone_kind kind;
    int first, count;  ///< its vertices, counter-clockwise; two: flat, with two sides
    double radius;     ///< of the rounding
    cr_vec2d min, max; ///< bounds, with the radius
    cr_vec2d outward;  ///< unit normal of a boundary or one-way zone
    bool continues[2]; ///< solid continues past the first and second end of the edge
    uint64_t pieces;   ///< bit k: piece k of the boundary may have candidates
} cr_zone;

typedef struct cr_zones {
    cr_zone zone[CR_ZONES];
    cr_vec2d vertex[CR_ZONE_VERTICES];
    cr_vec2d normal[CR_ZONE_VERTICES]; ///< outward unit normal of the edge that begins at the vertex
    int count, vertices;
    double tolerance;   ///< of a length: far above the rounding of double, far below that of float
    double fattening;   ///< added to the radius of each zone
    cr_vec2d low, high; ///< bounds of the translations of interest; infinite unless set
    int last;           ///< the zone that forbade a translation last: often it forbids the next one, too
} cr_zones;

void cr_zones_clear(cr_zones *zones, double tolerance);

/// Adds the zone of a shape at rest and an obstacle. The obstacle of a boundary or one-way zone is a segment with its
/// solid on the left; any other obstacle is solid. Returns false if the arrays are full.
bool cr_zones_add(cr_zones *zones, const cr_core *shape, const cr_core *obstacle, cr_zone_kind kind);

/// Removes the zone that was added last.
void cr_zones_drop_last(cr_zones *zones);

/// Returns the distance from a translation to a zone; in its interior minus the depth, whatever the kind.
double cr_zone_distance(const cr_zones *zones, const cr_zone *zone, cr_vec2d at);

/// Returns true if no zone forbids a translation, within the tolerance.
bool cr_zones_allow(cr_zones *zones, cr_vec2d at);

/// Returns true if one zone forbids all translations within the bounds.
bool cr_zones_cover_bounds(const cr_zones *zones);

/// Writes the least translations out of one zone, but not past an end where the solid continues: all that are equally
/// short, up to CR_ZONE_EXITS. Returns their number, which may be greater; 0 if no translation is needed.
int cr_zone_exits(const cr_zones *zones, const cr_zone *zone, cr_vec2d out[CR_ZONE_EXITS]);

/// Writes the outward normal of a zone at a translation on its boundary. Returns false at a sharp corner.
bool cr_zone_normal(const cr_zones *zones, const cr_zone *zone, cr_vec2d at, cr_vec2d *normal);

/// Visits all candidates for the least translation that are within the bounds and no longer than *max_length, which the
/// visitor may reduce. Candidates that a zone forbids may be left out. A mirrored or quarter-turned scene gives the
/// mirrored or turned candidates, to the bit, in any order.
typedef void cr_zone_visit(void *context, cr_vec2d candidate);
void cr_zones_candidates(cr_zones *zones, const double *max_length, cr_zone_visit *visit, void *context);
