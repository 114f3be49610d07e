// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Clear positions: from a time of impact in double to a float position at which a body penetrates nothing. All layers
// use this rule: geom for a pair of shapes, level for all edges, motion for a scene, world for movers.
//
//  1. Along an axis that the touched surface faces, the position is the contact coordinate, rounded outward. It depends
//     on the surface and the shape only, not on the path, so that one surface always gives the same float.
//  2. Along the other axes, it is the position on the path, rounded outward along the normal; to nearest where the
//     normal has no component.
//  3. If an exact test finds the position in penetration, it is separated from the blocker: at its contact coordinate,
//     or by a few ulp along its normal.
//  4. If that fails, the same is tried at earlier times of the path, in steps that double; in the worst case, the
//     start.
#pragma once

#include "carom/geom.h"
#include "geom/core.h"

/// A surface that limits the position of a body, which touches or would penetrate it.
typedef struct cr_limit {
    carom_vec2 normal; ///< unit length, from the surface to the body
    double contact;    ///< if faces_axis: the coordinate of the body's position along that axis at contact
    bool faces_axis;   ///< the normal is along an axis, and `contact` is known
} cr_limit;

/// Returns a limit without a contact coordinate.
static inline cr_limit cr_limit_of(carom_vec2 normal) {
    return (cr_limit){.normal = normal};
}

/// Returns the limit of a surface through (x, y). The core of the body is given about its position.
cr_limit cr_limit_at(carom_vec2 normal, double x, double y, const cr_core *core);

/// Returns true if a body at this position penetrates nothing. Otherwise it may write an obstacle to *blocker.
typedef bool cr_is_clear(void *context, carom_vec2 at, cr_limit *blocker);

/// The end (x, y) of a path, and the surfaces touched there; the one that stopped the body comes first.
typedef struct cr_stopping {
    carom_vec2 from;
    double x, y;
    const cr_limit *limits;
    int count;
} cr_stopping;

/// Returns the end of a motion at time t.
static inline cr_stopping cr_stopping_at(carom_vec2 from, carom_vec2 move, double t, const cr_limit *limits,
                                         int count) {
    return (cr_stopping){from, (double)from.x + t * (double)move.x, (double)from.y + t * (double)move.y, limits, count};
}

/// Returns the clear position at the end of a path. If none is found, returns `from`, without a test.
carom_vec2 cr_clear_position(const cr_stopping *s, cr_is_clear *is_clear, void *context);

/// The same without a test, for a time with an error below `error`. Succeeds if outward rounding moved the position
/// farther than the error; otherwise returns false.
bool cr_clear_position_certain(carom_vec2 from, carom_vec2 move, double t, double error, const cr_limit *limit,
                               carom_vec2 *at);

/// The same in three dimensions, along one normal.
typedef bool cr_is_clear3(void *context, carom_vec3 at);
carom_vec3 cr_clear_position3(carom_vec3 from, carom_vec3 move, double t, carom_vec3 normal, cr_is_clear3 *is_clear,
                              void *context);
