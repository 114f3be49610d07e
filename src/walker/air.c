// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Motion through the air: a sequence of slides, until the walker lands on walkable ground.
#include "walker/walker_step.h"

#include "motion/clear_position.h"
#include "motion/free_axis.h"
#include "motion/remainder.h"
#include "motion/response.h"

#include <math.h>

#define FLIGHT_CASTS   16 // sweeps of one flight
#define FLIGHT_NORMALS 4

/// The surfaces of the current corner, and the velocity that a slide must not oppose.
typedef struct flight {
    carom_vec2 limits[FLIGHT_NORMALS + 2];
    int count;
    carom_scene_hit flattest; // of the surfaces of the corner
    carom_vec2 corner;
    cr_vec2d wanted;
    int leans;
    carom_vec2 move; // the displacement that is left in the slice
    cr_vec2d end;    // where it leads, see motion/free_axis.h
} flight;

// ---- Surfaces -------------------------------------------------------------------------------------------------------

static bool is_near_corner(const cr_walker_step *w, carom_vec2 a, carom_vec2 b) {
    return fabs((double)a.x - (double)b.x) + fabs((double)a.y - (double)b.y) <= 32 * cr_walker_tolerance(w);
}

static void add_flight_normal(flight *f, const cr_walker_step *w, carom_vec2 normal) {
    if (!is_near_corner(w, f->corner, w->at)) f->count = f->leans = 0;
    f->corner = w->at;
    if (f->count == FLIGHT_NORMALS) --f->count; // the last one is replaced
    f->limits[f->count++] = normal;
}

/// On a slope, which is too steep to land on, the horizontal velocity becomes the speed of the slide down that the
/// walker has already. Otherwise pressing into the slope would climb it, or stop the fall.
static void prevent_climbing(cr_walker_step *w, flight *f, carom_vec2 normal) {
    cr_vec2d n = cr_widen(normal);
    double fall = cr_dot(w->velocity, w->up), away = cr_dot(n, w->right) < 0 ? -1 : 1;
    if (fall > 0 || cr_dot(n, w->up) <= 0) return;
    w->result.slipping = true;
    double across = away * cr_dot(w->velocity, w->right), slid = away * cr_dot(w->slip, w->right);
    double least = slid > 0 ? slid : 0;
    w->slip = (cr_vec2d){0, 0};
    if (across < least) w->velocity = cr_add(cr_scale(w->up, fall), cr_scale(w->right, away * least));
    f->wanted = w->velocity; // of what a wall has stopped, nothing holds it on the slope
}

/// Slides along all surfaces of this corner.
static void slide_along(cr_walker_step *w, flight *f, carom_vec2 normal) {
    add_flight_normal(f, w, normal);
    prevent_climbing(w, f, normal);
    int count = f->count;
    double length = cr_length(f->wanted);
    if (length > 0) f->limits[count++] = cr_narrow(cr_scale(f->wanted, 1 / length));
    if (w->direction != 0 && !w->result.slipping) f->limits[count++] = cr_narrow(cr_scale(w->right, w->direction));
    carom_vec2 old = cr_narrow(w->velocity), now = carom_slide(old, f->limits, count);
    if (now.x == old.x && now.y == old.y) now = cr_lean(old, normal, f->leans++); // as in motion/response.c
    if (now.x != old.x) w->velocity.x = (double)now.x;
    if (now.y != old.y) w->velocity.y = (double)now.y;
    w->result.blocked = true;
    w->result.wall = normal;
}

/// Slides along an obstacle that moves within the step, in the frame of the obstacle, where it is a wall at rest.
static void slide_along_moving(cr_walker_step *w, flight *f, carom_vec2 normal, cr_vec2d obstacle_velocity) {
    if (obstacle_velocity.x == 0 && obstacle_velocity.y == 0) {
        slide_along(w, f, normal);
        return;
    }
    cr_vec2d absolute = w->velocity, relative = cr_subtract(absolute, obstacle_velocity);
    w->velocity = f->wanted = relative;
    f->count = 0;
    slide_along(w, f, normal);
    cr_vec2d slid = w->velocity;
    w->velocity.x = slid.x == relative.x ? absolute.x : slid.x + obstacle_velocity.x;
    w->velocity.y = slid.y == relative.y ? absolute.y : slid.y + obstacle_velocity.y;
    f->wanted = w->velocity;
    f->count = 0;
}

/// The velocity of the obstacle that was hit, if it moves within the step.
static cr_vec2d velocity_of_obstacle(const cr_walker_step *w, const carom_scene_hit *hit) {
    if (!w->interval.platforms) return (cr_vec2d){0, 0};
    return cr_walker_velocity_of(w, hit->owner, hit->sweep.point);
}

// ---- The path -------------------------------------------------------------------------------------------------------

/// One axis of the velocity, and of the remainder.
typedef struct flight_axis {
    float at;
    double velocity, carried;
    bool free; ///< as in cr_axis_after
} flight_axis;

/// Returns the displacement that is left in the slice, and its exact end. `path_end` is the end in the step: it stays
/// the same if the axis is free, so that slices and contacts do not add up roundings. NaN: there was no path.
static float left_in_slice(const cr_walker_step *w, const flight_axis *a, double *path_end, double *slice_end) {
    double later = w->dt - w->until, known = *path_end - a->velocity * later;
    cr_axis_after after = {.at = a->at,
                           .move = (float)(a->velocity * w->time_left + a->carried),
                           .whole = (float)(a->velocity * w->dt),
                           .free = a->free};
    *slice_end = known;
    float move = cr_left_on_axis(&after, slice_end);
    if (*slice_end == known) return move;
    *path_end = (double)a->at + (double)(float)(a->velocity * (w->time_left + later) + a->carried);
    *slice_end = *path_end - a->velocity * later;
    return move;
}

/// Leads the path on with the present velocity, to the same end on the axes that are free.
static void lead_flight(cr_walker_step *w, flight *f, bool free_x, bool free_y) {
    flight_axis x = {w->at.x, w->velocity.x, w->carried.x, free_x}, y = {w->at.y, w->velocity.y, w->carried.y, free_y};
    f->move = (carom_vec2){left_in_slice(w, &x, &w->path_end.x, &f->end.x) + 0.0f,
                           left_in_slice(w, &y, &w->path_end.y, &f->end.y) + 0.0f};
}

/// The part of a displacement that rounding lost, for the next step.
static double remainder_of_flight(float at, double velocity, double dt, double end) {
    return cr_is_slow(at, (float)(velocity * dt)) ? (double)cr_remainder_of(at, (float)(end - (double)at), at) : 0;
}

/// Ends the slice at the end of the path.
static void end_slice(cr_walker_step *w, const flight *f) {
    w->at = cr_arrive(&(cr_resting){w->scene, &w->desc.shape, w->at}, f->end);
    w->time_left = 0;
    w->carried = (cr_vec2d){remainder_of_flight(w->at.x, w->velocity.x, w->dt, f->end.x),
                            remainder_of_flight(w->at.y, w->velocity.y, w->dt, f->end.y)};
}

/// The remainder after a part t of a segment: none on an axis on which a contact has changed the velocity.
static void keep_carried(cr_walker_step *w, double t, cr_vec2d before) {
    w->carried.x = w->velocity.x == before.x ? w->carried.x * (1 - t) : 0;
    w->carried.y = w->velocity.y == before.y ? w->carried.y * (1 - t) : 0;
}

/// Goes on from a contact at a part t of a segment, on which the walker had the velocity `before`.
static void fly_on(cr_walker_step *w, flight *f, carom_vec2 normal, double t, cr_vec2d before) {
    keep_carried(w, t, before);
    lead_flight(w, f, normal.x == 0 && w->velocity.x == before.x, normal.y == 0 && w->velocity.y == before.y);
}

/// Lands on the ground of the walker. Level ground at rest does not change the path along it: the walk goes on to its
/// end.
static void land(cr_walker_step *w, const flight *f) {
    w->result.landed = true;
    cr_vec2d ground_velocity = cr_walker_velocity_of(w, w->ground.owner, w->ground.point);
    double flown = cr_dot(w->velocity, w->right), across = flown - cr_dot(ground_velocity, w->right);
    if (w->result.slipping) across = 0; // sliding down is not walking
    bool continues = across == flown && cr_dot(cr_widen(w->ground.support), w->right) == 0;
    double to_end = cr_dot(cr_subtract(f->end, cr_widen(w->at)), w->right);
    w->remainder = continues ? to_end - across * w->time_left : 0;
    w->velocity = cr_scale(w->right, across);
    w->carried = (cr_vec2d){0, 0};
}

/// Flies to the next contact and responds to it. Returns false at the end of the flight.
static bool fly_segment(cr_walker_step *w, flight *f) {
    cr_vec2d before = w->velocity;
    w->interval.from = w->until - w->time_left;
    w->interval.to = w->until;
    carom_scene_hit hit = cr_walker_sweep(w, f->move);
    if (hit.sweep.inside) {
        bool continues = cr_walker_push_out(w);
        lead_flight(w, f, true, true);
        return continues;
    }
    carom_vec2 normal = hit.sweep.normal;
    double t = (double)hit.sweep.t;
    if (cr_walker_passes_end(w, f->move, &hit)) {
        w->time_left *= 1 - t;
        keep_carried(w, t, before);
        bool faces_axis = normal.x == 0 || normal.y == 0; // then the contact changes no axis
        lead_flight(w, f, faces_axis, faces_axis);
        return true;
    }
    if (!hit.sweep.hit) {
        end_slice(w, f);
        return false;
    }
    cr_walker_advance(w, f->move, &hit);
    w->time_left *= 1 - t;
    cr_vec2d obstacle_velocity = velocity_of_obstacle(w, &hit);
    if (cr_dot(cr_subtract(w->velocity, obstacle_velocity), w->up) <= 0 && cr_walker_is_flat(w, hit.sweep.normal)) {
        fly_on(w, f, hit.sweep.normal, t, before);
        cr_walker_stand(w, &hit);
        land(w, f);
        return false;
    }
    // What turns curves into a straight path beside it at once. The slices are so short that the end of the slice can
    // push the walker out of it.
    w->interval.except = cr_turning_platform(&w->interval, hit.owner) ? hit.owner : 0;
    slide_along_moving(w, f, hit.sweep.normal, obstacle_velocity);
    if (f->count <= 1 || cr_walker_is_flatter(w, &hit, &f->flattest)) f->flattest = hit;
    fly_on(w, f, hit.sweep.normal, t, before);
    if (w->velocity.x != 0 || w->velocity.y != 0) return true;
    if (cr_dot(f->wanted, w->up) >= 0) return false;
    cr_walker_stand_between(w, &f->flattest);
    land(w, f);
    return false;
}

void cr_walker_fly(cr_walker_step *w) {
    flight f = {.corner = w->at, .wanted = w->velocity};
    bool continues = w->velocity.x != 0 || w->velocity.y != 0 || w->may_pass;
    if (!continues) cr_walker_push_out(w); // otherwise its sweep reports a penetration
    lead_flight(w, &f, true, true);
    for (int i = 0; continues && i < FLIGHT_CASTS; ++i) continues = fly_segment(w, &f);
    w->interval.except = 0;
    if (w->grounded) {
        w->path_end = (cr_vec2d){(double)NAN, (double)NAN};
    } else {
        w->time_left = 0;
    }
}
