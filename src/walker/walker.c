// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A step of a walker from its beginning to its end, over the ground and through the air in turns.
#include "walker/stride.h"

#include "geom/core.h"
#include "geom/predicate.h"
#include "motion/rest.h"

#include <math.h>

#define TURNS  8  // from ground to air and back, in one slice
#define SLICES 64 // the most that a step among platforms is cut into

// ---- Looking and going ----------------------------------------------------------------------------------------------

carom_space_hit cr_stride_look(cr_stride *w, carom_vec2 move) {
    carom_shape here = carom_shape_at(&w->desc->shape, w->at);
    ++w->told.casts;
    carom_space_hit hit = w->space->sweep(w->space->self, &here, move);
    w->moment.from += (w->moment.to - w->moment.from) * (double)hit.sweep.t;
    w->moment.to = w->moment.from;
    return hit;
}

cr_vector2 cr_stride_go(cr_stride *w, carom_vec2 move, const carom_space_hit *hit) {
    carom_vec2 from = w->at;
    const carom_shape *shape = &w->desc->shape;
    if (!hit->sweep.hit) {
        w->at = cr_arrive(w->space, shape, from, move);
    } else if (hit->sweep.t > 0) {
        w->at = cr_stop(w->space, shape, from, move, &hit->sweep);
    }
    return cr_minus2(cr_widen2(w->at), cr_widen2(from));
}

/// Would the middle of the shape go through what rests? Who is crushed already could be pushed through a floor, since
/// what is behind a border does not meet it.
static bool goes_through(const cr_stride *w, carom_vec2 to) {
    carom_shape here = carom_shape_at(&w->desc->shape, w->at);
    carom_box box = carom_shape_bounds(&here);
    carom_shape middle = {.kind = CAROM_POINT, .point = {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2}};
    const carom_space *base = w->moment.platforms ? w->moment.platforms->base : w->space;
    carom_sweep_hit hit = base->sweep(base->self, &middle, (carom_vec2){to.x - w->at.x, to.y - w->at.y}).sweep;
    return hit.hit && !hit.inside;
}

bool cr_stride_push_out(cr_stride *w) {
    carom_push push = carom_push_out(w->space, &w->desc->shape, w->at);
    bool crushed = push.crushed || goes_through(w, push.at);
    if (!crushed) w->at = push.at;
    w->told.crushed = crushed;
    if (crushed) w->left = 0;
    return !crushed;
}

double cr_stride_grain(const cr_stride *w) {
    return (fabs((double)w->at.x) + fabs((double)w->at.y) + w->size) * 0x1p-21;
}

// ---- Beginning and end ----------------------------------------------------------------------------------------------

/// How far the shape reaches along an axis of unit length.
static double extent(const cr_core *core, cr_vector2 axis) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < core->count; ++i) {
        double along = cr_dot2(cr_widen2(core->v[i]), axis);
        if (along < low) low = along;
        if (along > high) high = along;
    }
    return high - low + 2 * (double)core->radius;
}

/// Zero means default, negative none.
static double given(float value, double otherwise) {
    return value > 0 ? (double)value : value < 0 ? 0 : otherwise;
}

/// False when there is nothing that could walk.
static bool begin(cr_stride *w, const carom_walker *walker) {
    cr_core core;
    if (!cr_core_of(&w->desc->shape, &core) || !cr_finite2(w->desc->up) || !cr_finite2(walker->position)) return false;
    cr_vector2 up = cr_widen2(w->desc->up);
    double length = sqrt(cr_dot2(up, up));
    if (!(length > 0) || !cr_finite2(walker->velocity)) return false;
    w->up = cr_times2(up, 1 / length);
    w->right = (cr_vector2){-w->up.y, w->up.x};
    double height = extent(&core, w->up), width = extent(&core, w->right);
    w->size = height < width ? height : width;
    w->slope = w->desc->slope > 0 ? (double)w->desc->slope : 1.25;
    w->step = given(w->desc->step, height / 4);
    w->snap = given(w->desc->snap, w->step);
    w->at = walker->position;
    w->velocity = cr_widen2(walker->velocity);
    w->grounded = walker->grounded;
    w->ground = walker->ground;
    w->slip = cr_widen2(walker->slip);
    w->owed = cr_dot2(cr_widen2(walker->owed), w->right);
    return true;
}

/// A part along up that is more than rounding is a jump.
static void take_off(cr_stride *w) {
    double rise = cr_dot2(w->velocity, w->up), speed = sqrt(cr_dot2(w->velocity, w->velocity));
    if (!w->grounded || rise <= speed * 0x1p-20) return;
    w->velocity = cr_plus2(w->velocity, cr_widen2(carom_space_velocity(w->space, w->ground.owner)));
    w->grounded = false;
    w->ground = (carom_ground){0};
    w->told.left = true;
}

static void end(const cr_stride *w, carom_walker *walker) {
    walker->position = w->at;
    cr_vector2 over = cr_times2(w->right, cr_dot2(w->velocity, w->right));
    walker->velocity = cr_narrow2(w->grounded ? over : w->velocity);
    walker->grounded = w->grounded;
    walker->ground = w->ground;
    walker->slip = !w->grounded && w->told.slipping ? walker->velocity : (carom_vec2){0, 0};
    walker->owed = cr_narrow2(cr_times2(w->right, w->grounded ? w->owed : 0));
}

/// Along with what it stands on, for all of the slice; it walks about after that.
static void ride(cr_stride *w) {
    cr_vector2 carried = cr_widen2(carom_space_velocity(w->space, w->ground.owner)), from = cr_widen2(w->at);
    carom_vec2 move = cr_narrow2(cr_times2(carried, w->left));
    bool has_moved = !w->moment.platforms; // what a world moves, it has moved already
    if (has_moved && (move.x != 0 || move.y != 0) && !cr_free(w->space, &w->desc->shape, w->at)) {
        cr_stride_push_out(w);
        move = cr_narrow2(cr_minus2(cr_widen2(move), cr_minus2(cr_widen2(w->at), from)));
    }
    if (move.x != 0 || move.y != 0) {
        w->moment.to = w->until;
        w->moment.except = w->ground.owner; // they move alike, and rounding is not to keep the one back
        carom_space_hit hit = cr_stride_look(w, move);
        w->moment.except = 0;
        if (!hit.sweep.inside) cr_stride_go(w, move, &hit);
    }
    w->moment.from = w->moment.to = w->until;
}

/// A part of the step, in which nothing moves by more than a fraction of the shape's size.
static void go_on(cr_stride *w, double from, double until) {
    w->left = until - from;
    w->until = until;
    w->moment.from = w->moment.to = from;
    for (int turn = 0; turn < TURNS && !w->told.crushed && (turn == 0 || w->left > 0); ++turn) {
        if (w->grounded) {
            if (turn == 0 || w->moment.platforms) ride(w);
            cr_stride_ground(w);
        } else {
            cr_stride_air(w);
        }
    }
    w->moment.from = w->moment.to = until;
    if (w->moment.platforms && !w->told.crushed && !cr_free(w->space, &w->desc->shape, w->at)) cr_stride_push_out(w);
}

static int slices_of(const cr_stride *w, double dt) {
    if (!w->moment.platforms) return 1;
    double pieces = 1 + floor(4 * cr_platforms_speed(w->moment.platforms) * dt / w->size);
    return pieces < SLICES ? (int)pieces : SLICES;
}

carom_stride carom_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_space *space,
                               float dt) {
    cr_stride w = {.desc = desc, .space = space};
    CAROM_ASSERT(dt > 0 && isfinite(dt));
    if (!(dt > 0) || !isfinite(dt) || !begin(&w, walker)) return (carom_stride){0};
    carom_space moving = cr_space_of_moment(&w.moment);
    w.moment.platforms = cr_platforms_of(space);
    if (w.moment.platforms) w.space = &moving;
    take_off(&w);
    int slices = slices_of(&w, (double)dt);
    for (int i = 0; i < slices && !w.told.crushed; ++i) {
        go_on(&w, (double)dt * i / slices, (double)dt * (i + 1) / slices);
    }
    end(&w, walker);
    return w.told;
}

bool carom_walker_drop(carom_walker *walker, const carom_walker_desc *desc, const carom_space *space) {
    cr_stride w = {.desc = desc, .space = space};
    if (!walker->grounded || !walker->ground.one_way || !begin(&w, walker)) return false;
    double hair = w.size / 1024, rounding = 8 * cr_stride_grain(&w);
    if (hair < rounding) hair = rounding; // a space takes less than that for a rest that was rounded
    carom_vec2 at = cr_narrow2(cr_minus2(cr_widen2(w.at), cr_times2(w.up, hair)));
    if (!cr_free(space, &desc->shape, at)) return false;
    walker->position = at;
    walker->grounded = false;
    walker->ground = (carom_ground){0};
    return true;
}
