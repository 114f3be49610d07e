// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Motion through the air: a sequence of slides, until the walker lands on walkable ground.
#include "walker/walker_step.h"

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
} flight;

static bool is_near_corner(const cr_walker_step *w, carom_vec2 a, carom_vec2 b) {
    return fabs((double)a.x - (double)b.x) + fabs((double)a.y - (double)b.y) <= 32 * cr_walker_tolerance(w);
}

static void add_flight_normal(flight *f, const cr_walker_step *w, carom_vec2 normal) {
    if (!is_near_corner(w, f->corner, w->at)) f->count = f->leans = 0;
    f->corner = w->at;
    if (f->count == FLIGHT_NORMALS) {
        for (int i = 1; i < FLIGHT_NORMALS; ++i) f->limits[i - 1] = f->limits[i];
        --f->count;
    }
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
    w->velocity = cr_widen(now);
    w->result.blocked = true;
    w->result.wall = normal;
}

/// Slides along an obstacle that moves within the step, in the frame of the obstacle, where it is a wall at rest.
static void slide_along_moving(cr_walker_step *w, flight *f, carom_vec2 normal, cr_vec2d obstacle_velocity) {
    if (obstacle_velocity.x == 0 && obstacle_velocity.y == 0) {
        slide_along(w, f, normal);
        return;
    }
    cr_vec2d absolute = w->velocity;
    w->velocity = f->wanted = cr_subtract(absolute, obstacle_velocity);
    f->count = 0;
    slide_along(w, f, normal);
    w->velocity = cr_add(w->velocity, obstacle_velocity);
    f->wanted = w->velocity;
    f->count = 0;
}

/// The velocity of the obstacle that was hit, if it moves within the step.
static cr_vec2d velocity_of_obstacle(const cr_walker_step *w, const carom_scene_hit *hit) {
    if (!w->interval.platforms) return (cr_vec2d){0, 0};
    return cr_widen(carom_scene_velocity(w->scene, hit->owner));
}

static void land(cr_walker_step *w) {
    w->result.landed = true;
    cr_vec2d ground_velocity = cr_widen(carom_scene_velocity(w->scene, w->ground.owner));
    double across = cr_dot(cr_subtract(w->velocity, ground_velocity), w->right);
    if (w->result.slipping) across = 0; // sliding down is not walking
    w->velocity = cr_scale(w->right, across);
}

/// The part of a displacement without a contact that rounding lost, for the next slice or step.
static double remainder_of_flight(float from, double by_velocity, float move, float end) {
    return cr_is_slow(from, (float)by_velocity) ? (double)cr_remainder_of(from, move, end) : 0;
}

/// The remainder after a part t of a segment: none on an axis on which a contact has changed the velocity.
static void keep_carried(cr_walker_step *w, double t, cr_vec2d before) {
    w->carried.x = w->velocity.x == before.x ? w->carried.x * (1 - t) : 0;
    w->carried.y = w->velocity.y == before.y ? w->carried.y * (1 - t) : 0;
}

/// Flies to the next contact and responds to it. Returns false at the end of the flight.
static bool fly_segment(cr_walker_step *w, flight *f) {
    cr_vec2d by_velocity = cr_scale(w->velocity, w->time_left), before = w->velocity;
    carom_vec2 move = cr_narrow(cr_add(by_velocity, w->carried)), from = w->at;
    w->interval.from = w->until - w->time_left;
    w->interval.to = w->until;
    carom_scene_hit hit = cr_walker_sweep(w, move);
    if (hit.sweep.inside) return cr_walker_push_out(w);
    if (cr_walker_passes_end(w, move, &hit)) {
        w->time_left *= 1 - (double)hit.sweep.t;
        keep_carried(w, (double)hit.sweep.t, before);
        return true;
    }
    cr_walker_advance(w, move, &hit);
    if (!hit.sweep.hit) {
        w->time_left = 0;
        w->carried = (cr_vec2d){remainder_of_flight(from.x, by_velocity.x, move.x, w->at.x),
                                remainder_of_flight(from.y, by_velocity.y, move.y, w->at.y)};
        return false;
    }
    w->time_left *= 1 - (double)hit.sweep.t;
    cr_vec2d obstacle_velocity = velocity_of_obstacle(w, &hit);
    if (cr_dot(cr_subtract(w->velocity, obstacle_velocity), w->up) <= 0 && cr_walker_is_flat(w, hit.sweep.normal)) {
        cr_walker_stand(w, &hit);
        land(w);
        return false;
    }
    slide_along_moving(w, f, hit.sweep.normal, obstacle_velocity);
    if (f->count <= 1 || cr_walker_is_flatter(w, &hit, &f->flattest)) f->flattest = hit;
    keep_carried(w, (double)hit.sweep.t, before);
    if (w->velocity.x != 0 || w->velocity.y != 0) return true;
    if (cr_dot(f->wanted, w->up) >= 0) return false;
    cr_walker_stand_between(w, &f->flattest);
    land(w);
    return false;
}

void cr_walker_fly(cr_walker_step *w) {
    flight f = {.corner = w->at, .wanted = w->velocity};
    bool continues = w->velocity.x != 0 || w->velocity.y != 0;
    for (int i = 0; continues && i < FLIGHT_CASTS; ++i) continues = fly_segment(w, &f);
    if (!w->grounded) w->time_left = 0;
}
