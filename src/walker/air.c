// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Through the air, from contact to contact: along what is met, until something that can be stood on is met from above.
#include "walker/stride.h"

#include "motion/course.h"

#include <math.h>

#define CASTS   16 // of one flight
#define NORMALS 4

/// The surfaces met in one corner, and the direction that is never turned against.
typedef struct flight {
    carom_vec2 limits[NORMALS + 2];
    int count;
    carom_vec2 corner;
    cr_vector2 wanted;
    int leans;
} flight;

static bool same_corner(const cr_stride *w, carom_vec2 a, carom_vec2 b) {
    return fabs((double)a.x - (double)b.x) + fabs((double)a.y - (double)b.y) <= 32 * cr_stride_grain(w);
}

static void remember(flight *f, const cr_stride *w, carom_vec2 normal) {
    if (!same_corner(w, f->corner, w->at)) f->count = f->leans = 0;
    f->corner = w->at;
    if (f->count == NORMALS) {
        for (int i = 1; i < NORMALS; ++i) f->limits[i - 1] = f->limits[i];
        --f->count;
    }
    f->limits[f->count++] = normal;
}

/// On ground that is too steep only the fall counts, and how fast it slid down already: whatever is asked for, it does
/// not climb, nor cling.
static void refuse_to_climb(cr_stride *w, flight *f, carom_vec2 normal) {
    cr_vector2 n = cr_widen2(normal);
    double fall = cr_dot2(w->velocity, w->up), away = cr_dot2(n, w->right) < 0 ? -1 : 1;
    if (fall > 0 || cr_dot2(n, w->up) <= 0 || cr_stride_is_flat(w, normal)) return;
    w->told.slipping = true;
    double across = away * cr_dot2(w->velocity, w->right), slid = away * cr_dot2(w->slip, w->right);
    double least = slid > 0 ? slid : 0;
    w->slip = (cr_vector2){0, 0};
    if (across >= least) return;
    w->velocity = cr_plus2(cr_times2(w->up, fall), cr_times2(w->right, away * least));
    f->wanted = w->velocity;
}

/// Along everything that was met in this corner.
static void meet(cr_stride *w, flight *f, carom_vec2 normal) {
    remember(f, w, normal);
    refuse_to_climb(w, f, normal);
    int count = f->count;
    double length = sqrt(cr_dot2(f->wanted, f->wanted));
    if (length > 0) f->limits[count++] = cr_narrow2(cr_times2(f->wanted, 1 / length));
    if (w->walked != 0 && !w->told.slipping) f->limits[count++] = cr_narrow2(cr_times2(w->right, w->walked));
    carom_vec2 old = cr_narrow2(w->velocity), now = carom_slide(old, f->limits, count);
    if (now.x == old.x && now.y == old.y) now = cr_lean(old, normal, f->leans++); // motion/course.c tells why
    w->velocity = cr_widen2(now);
    w->told.blocked = true;
    w->told.wall = normal;
}

/// What moves within the step is a wall at rest to who moves along with it, and gives a push.
static void meet_moving(cr_stride *w, flight *f, carom_vec2 normal, cr_vector2 carried) {
    if (carried.x == 0 && carried.y == 0) {
        meet(w, f, normal);
        return;
    }
    cr_vector2 absolute = w->velocity;
    w->velocity = f->wanted = cr_minus2(absolute, carried);
    f->count = 0;
    meet(w, f, normal);
    w->velocity = cr_plus2(w->velocity, carried);
    f->wanted = w->velocity;
    f->count = 0;
}

/// Of what was met, if it moved meanwhile.
static cr_vector2 velocity_of(const cr_stride *w, const carom_space_hit *hit) {
    if (!w->moment.platforms) return (cr_vector2){0, 0};
    return cr_widen2(carom_space_velocity(w->space, hit->owner));
}

static void land(cr_stride *w) {
    w->told.landed = true;
    cr_vector2 carried = cr_widen2(carom_space_velocity(w->space, w->ground.owner));
    double across =
        w->told.slipping ? 0 : cr_dot2(cr_minus2(w->velocity, carried), w->right); // nobody asked for a slip
    w->velocity = cr_times2(w->right, across);
}

/// Held by surfaces on both sides, each too steep to stand on alone: that is standing as well.
static void stand_in_wedge(cr_stride *w, const flight *f, const carom_space_hit *hit) {
    w->ground = (carom_ground){
        .normal = hit->sweep.normal, .support = cr_narrow2(w->up), .point = hit->sweep.point, .owner = hit->owner};
    for (int i = 0; i < f->count; ++i) {
        bool flatter = cr_dot2(cr_widen2(f->limits[i]), w->up) > cr_dot2(cr_widen2(w->ground.normal), w->up);
        if (flatter) w->ground.normal = f->limits[i];
    }
    w->grounded = true;
    land(w);
}

/// To the next contact. False when the flight is over.
static bool fly_on(cr_stride *w, flight *f) {
    carom_vec2 move = cr_narrow2(cr_times2(w->velocity, w->left));
    w->moment.from = w->until - w->left;
    w->moment.to = w->until;
    carom_space_hit hit = cr_stride_look(w, move);
    if (hit.sweep.inside) return cr_stride_push_out(w);
    cr_stride_go(w, move, &hit);
    if (!hit.sweep.hit) {
        w->left = 0;
        return false;
    }
    w->left *= 1 - (double)hit.sweep.t;
    cr_vector2 carried = velocity_of(w, &hit);
    if (cr_dot2(cr_minus2(w->velocity, carried), w->up) <= 0 && cr_stride_is_flat(w, hit.sweep.normal)) {
        cr_stride_stand(w, &hit);
        land(w);
        return false;
    }
    meet_moving(w, f, hit.sweep.normal, carried);
    if (w->velocity.x != 0 || w->velocity.y != 0) return true;
    if (cr_dot2(f->wanted, w->up) < 0) stand_in_wedge(w, f, &hit);
    return false;
}

void cr_stride_air(cr_stride *w) {
    flight f = {.corner = w->at, .wanted = w->velocity};
    bool goes_on = w->velocity.x != 0 || w->velocity.y != 0;
    for (int i = 0; goes_on && i < CASTS; ++i) goes_on = fly_on(w, &f);
    if (!w->grounded) w->left = 0;
}
