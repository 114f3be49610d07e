// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The search for a clear pose.
#include "geom/clear_pose.h"

#include "geom/predicate.h"

/// Of the coordinates: how far the rounding of a pose and of the vertices can move a shape.
#define ROUNDING_OF_POSE 0x1p-20
/// Of the largest coordinate: its rounding to float.
#define ULP_OF_EXTENT 0x1p-24
/// Of the motion: how far a shape that is not clear goes back at first; then eight times as far, and so on.
#define FIRST_RETURN 0x1p-16

enum { MOST_POSE_NUDGES = 12 };

double cr_pose_rounding(double extent) {
    return extent * ROUNDING_OF_POSE;
}

static carom_vec2 rounded_outward(cr_vec2d p, carom_vec2 normal) {
    float x = cr_float_toward(cr_in_range(p.x), normal.x), y = cr_float_toward(cr_in_range(p.y), normal.y);
    return (carom_vec2){isfinite(x) ? x + 0.0f : (float)p.x, isfinite(y) ? y + 0.0f : (float)p.y};
}

bool cr_nudge_pose(const cr_pose_search *s, cr_vec2d from, double time, carom_vec2 normal, bool on_time,
                   carom_pose *at) {
    double least = (double)FLT_TRUE_MIN, ulp = s->extent * ULP_OF_EXTENT + least;
    double most = cr_pose_rounding(s->extent) + MOST_POSE_NUDGES * least;
    for (int i = 0; i < MOST_POSE_NUDGES; ++i) {
        at->position = rounded_outward(from, normal);
        carom_separation found;
        if (s->is_clear(s->context, *at, time, normal, &found)) return true;
        double depth = -(double)found.distance + i * i * ulp / 32;
        if (!(depth >= 0 && depth <= most)) return i == 0 && on_time && s->deep_stays;
        normal = found.normal;
        from = cr_add(cr_widen(at->position), cr_scale(cr_widen(normal), depth));
    }
    return false;
}

/// The pose at an earlier time, carried along with the obstacle to the time of the hit; its position in double.
static carom_pose carried_pose(const cr_pose_search *s, double then, double time, cr_vec2d *position) {
    carom_pose at = {.rotation = cr_rotation_in_turn(s->motion, s->spin, then)};
    *position = cr_position_in_turn(s->motion, then);
    if (!s->carrier_motion || then == time) return at;
    carom_rotation before = cr_rotation_in_turn(s->carrier_motion, s->carrier_spin, then);
    carom_rotation after = cr_rotation_in_turn(s->carrier_motion, s->carrier_spin, time);
    carom_rotation turn = carom_rotation_compose(after, carom_rotation_inverse(before));
    cr_vec2d c = {(double)turn.cosine, (double)turn.sine};
    cr_vec2d off = cr_subtract(*position, cr_position_in_turn(s->carrier_motion, then));
    cr_vec2d turned = {c.x * off.x - c.y * off.y, c.y * off.x + c.x * off.y};
    *position = cr_add(cr_position_in_turn(s->carrier_motion, time), turned);
    at.rotation = carom_rotation_compose(turn, at.rotation);
    return at;
}

carom_pose cr_clear_pose(const cr_pose_search *s, double time, carom_vec2 normal) {
    cr_vec2d position;
    for (double back = 0; back < time; back = back == 0 ? FIRST_RETURN : 8 * back) {
        double then = time - back;
        carom_pose at = carried_pose(s, then, time, &position);
        if (cr_nudge_pose(s, position, then, normal, back == 0, &at)) return at;
    }
    if (!s->carrier_motion) return s->motion->pose;
    carom_pose at = carried_pose(s, 0, time, &position);
    if (!cr_nudge_pose(s, position, 0, normal, false, &at)) at.position = cr_rounded(position.x, position.y);
    return at;
}
