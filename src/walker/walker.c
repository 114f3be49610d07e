// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The step of a walker, from reading its state to writing it. Ground and air alternate within a step.
#include "walker/walker_step.h"

#include "base/sized.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "motion/contact_normals.h"
#include "motion/free_axis.h"
#include "motion/obstacles.h"
#include "motion/remainder.h"

#include <math.h>

#define POSITION_ROUNDING 0x1p-21 // of the coordinates: at least four ulp
#define VELOCITY_ROUNDING 0x1p-20 // of the speed: rounding of a velocity along sloping ground, far below any jump
#define DROP_DEPTH        0x1p-10 // of the size: invisible, and at moderate coordinates above rounding
#define MAX_NUDGES        4       // out of the front of one-way ground
#define SHORT_PUSHES      4       // by a platform in one slice, of a quarter of the size; later ones are of any length
#define MAX_TURNS         8       // changes between ground and air in one slice

// ---- Sweeps and positions -------------------------------------------------------------------------------------------

carom_scene_hit cr_walker_sweep(cr_walker_step *w, carom_vec2 move) {
    carom_shape here = carom_shape_at(&w->desc.shape, w->at);
    ++w->result.casts;
    carom_scene_hit hit = w->scene->sweep(w->scene->self, &here, move);
    w->interval.from += (w->interval.to - w->interval.from) * (double)hit.sweep.t;
    w->interval.to = w->interval.from;
    return hit;
}

bool cr_walker_may_go_on(const cr_walker_step *w) {
    return w->result.casts < CAROM_WALKER_MAX_CASTS - CR_WALKER_PIECE_CASTS - 2 * CR_WALKER_SLICES;
}

/// Moves by a motion, up to its hit. In penetration, where t = 0, nothing moves.
cr_vec2d cr_walker_advance(cr_walker_step *w, carom_vec2 move, const carom_scene_hit *hit) {
    carom_vec2 from = w->at;
    const carom_shape *shape = &w->desc.shape;
    if (!hit->sweep.hit) {
        w->at = cr_arrive(&(cr_resting){w->scene, shape, from}, cr_end_of(from, move));
    } else if (hit->sweep.t > 0) {
        w->at = cr_stop(w->scene, shape, from, move, &hit->sweep);
    }
    return cr_subtract(cr_widen(w->at), cr_widen(from));
}

bool cr_walker_passes_end(cr_walker_step *w, carom_vec2 move, carom_scene_hit *hit) {
    if (!hit->sweep.hit) return false;
    cr_end_contact end = cr_end_contact_of(&(cr_resting){w->scene, &w->desc.shape, w->at}, move, &hit->sweep);
    bool is_flat = cr_walker_is_flat(w, end.normal), is_same = cr_same_point(end.normal, hit->sweep.normal);
    if (!is_flat || !w->grounded) hit->sweep.normal = end.normal;
    if (is_flat && !w->grounded && !is_same) hit->sweep.feature = CAROM_FEATURE_CORNER; // the hit was its other side
    if (end.passes) w->at = end.beside;
    return end.passes;
}

bool cr_walker_push_out(cr_walker_step *w) {
    const carom_scene *walls = w->interval.platforms ? w->interval.platforms->base : w->scene;
    carom_push push = cr_push_out(w->scene, walls, &w->desc.shape, w->at, w->desc.up);
    if (push.at.x != w->at.x) w->path_end.x = (double)NAN;
    if (push.at.y != w->at.y) w->path_end.y = (double)NAN;
    if (!push.crushed) w->at = push.at;
    w->result.crushed = push.crushed;
    if (push.crushed) w->time_left = 0;
    return !push.crushed;
}

cr_vec2d cr_walker_velocity_of(const cr_walker_step *w, uint64_t owner, carom_vec2 point) {
    if (w->interval.platforms) return cr_velocity_in_interval(&w->interval, owner, point);
    return cr_widen(carom_scene_velocity(w->scene, owner));
}

static double tolerance_at(const cr_walker_step *w, cr_vec2d at) {
    return (fabs(at.x) + fabs(at.y) + w->size) * POSITION_ROUNDING;
}

double cr_walker_tolerance(const cr_walker_step *w) {
    return tolerance_at(w, cr_widen(w->at));
}

// ---- The state ------------------------------------------------------------------------------------------------------

/// The extent of the shape along a unit axis.
static double extent_along(const cr_core *core, cr_vec2d axis) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < core->count; ++i) {
        double along = cr_dot(cr_widen(core->v[i]), axis);
        if (along < low) low = along;
        if (along > high) high = along;
    }
    return high - low + 2 * (double)core->radius;
}

/// Zero means the default, negative means zero.
static double or_default(float value, double otherwise) {
    return value > 0 ? (double)value : value < 0 ? 0 : otherwise;
}

/// The remainder of the last step. One that is not finite counts as none.
static carom_vec2 remainder_of(const carom_walker *walker) {
    return cr_finite2(walker->remainder) ? walker->remainder : (carom_vec2){0, 0};
}

/// Reads the walker and its properties. Returns false if one of them is invalid.
static bool begin_walk(cr_walker_step *w, const carom_walker *walker, const carom_walker_desc *desc) {
    cr_core core;
    if (CR_READ_SIZED(desc, &w->desc) != CAROM_STATUS_OK) return false;
    if (!cr_core_of(&w->desc.shape, &core) || !cr_finite2(w->desc.up) || !cr_finite2(walker->position)) return false;
    cr_vec2d up = cr_widen(w->desc.up);
    double length = cr_length(up);
    if (!(length > 0) || !cr_finite2(walker->velocity)) return false;
    w->up = cr_scale(up, 1 / length);
    w->right = (cr_vec2d){-w->up.y, w->up.x};
    double height = extent_along(&core, w->up), width = extent_along(&core, w->right);
    w->size = height < width ? height : width;
    w->slope = cr_slope_of(&w->desc);
    w->step = or_default(w->desc.step, height / 4);
    w->snap = or_default(w->desc.snap, w->step);
    w->at = walker->position;
    w->velocity = cr_widen(walker->velocity);
    w->grounded = walker->grounded;
    w->ground = walker->ground;
    w->slip = cr_widen(walker->slip);
    carom_vec2 remainder = remainder_of(walker);
    w->remainder = cr_dot(cr_widen(remainder), w->right);
    w->unturned = w->grounded ? cr_dot(cr_widen(remainder), w->up) : 0;
    return true;
}

/// Leaves the ground if the velocity has a component along up, beyond rounding: a jump.
static void take_off(cr_walker_step *w) {
    double rise = cr_dot(w->velocity, w->up), speed = cr_length(w->velocity);
    if (!w->grounded || rise <= speed * VELOCITY_ROUNDING) return;
    w->velocity = cr_add(w->velocity, cr_walker_velocity_of(w, w->ground.owner, w->ground.point));
    w->grounded = false;
    w->ground = (carom_ground){0};
    w->result.left = true;
}

/// The remainder of the last step in the air, on the axes where the displacement is slow, as in motion/move.c.
static void carry_remainder(cr_walker_step *w, carom_vec2 remainder) {
    if (w->grounded) return;
    cr_vec2d move = cr_scale(w->velocity, w->dt);
    w->remainder = 0;
    cr_vec2d over = cr_widen(remainder);
    if (w->unturned != 0) over = cr_subtract(over, cr_scale(w->up, w->unturned));
    w->unturned = 0;
    if (cr_is_slow(w->at.x, (float)move.x)) w->carried.x = over.x;
    if (cr_is_slow(w->at.y, (float)move.y)) w->carried.y = over.y;
}

static void end_walk(const cr_walker_step *w, carom_walker *walker) {
    walker->position = w->at;
    cr_vec2d over = cr_scale(w->right, cr_dot(w->velocity, w->right));
    walker->velocity = cr_narrow(w->grounded ? over : w->velocity);
    walker->grounded = w->grounded;
    walker->ground = w->ground;
    walker->slip = !w->grounded && w->result.slipping ? walker->velocity : (carom_vec2){0, 0};
    cr_vec2d left = cr_scale(w->right, w->remainder);
    if (w->unturned != 0) left = cr_add(left, cr_scale(w->up, w->unturned));
    walker->remainder = cr_narrow(w->grounded ? left : w->carried);
}

/// Moves the walker in front of the platform that hits it, until the end of the slice or to an obstacle. Along the
/// normal, both move alike, so that the platform stays behind its tangent at the contact. That of a platform that turns
/// does not stay a tangent. Returns the time of the new position. If rounding there could put the platform past the
/// walker, the walker is crushed.
static double push_ahead(cr_walker_step *w, const carom_scene_hit *hit) {
    double time = w->interval.from;
    cr_vec2d normal = cr_widen(hit->sweep.normal);
    double speed = cr_dot(normal, cr_walker_velocity_of(w, hit->owner, hit->sweep.point));
    if (cr_turning_platform(&w->interval, hit->owner) || !(speed > 0)) return time;
    cr_vec2d end = cr_scale(normal, speed * (w->until - time));
    carom_vec2 move = cr_narrow(end);
    w->result.crushed = !(tolerance_at(w, cr_add(cr_widen(w->at), end)) <= w->size / 16) || !cr_finite2(move);
    if (w->result.crushed) return time;
    w->interval.to = w->until;
    w->interval.except = hit->owner; // rounding must not produce a hit
    carom_scene_hit stop = cr_walker_sweep(w, move);
    cr_walker_advance(w, move, &stop);
    w->interval.except = 0;
    return w->interval.from;
}

/// Lets the platforms of a slice push the walker where they hit it: at its end, they may be past it. `time` is
/// the time of its position. If they still hit it after the last push that is left, they crush it.
static void push_within_slice(cr_walker_step *w, double time) {
    double least = w->size / (4 * cr_platforms_speed(w->interval.platforms));
    for (int n = 0; time < w->until; ++n) {
        w->interval.from = time;
        w->interval.to = w->until;
        carom_scene_hit hit = cr_walker_sweep(w, (carom_vec2){0, 0});
        if (!hit.sweep.hit) return;
        w->result.crushed = !cr_walker_may_go_on(w);
        if (w->result.crushed) return;
        time = (n < SHORT_PUSHES ? w->interval.from : push_ahead(w, &hit)) + least;
        time = time < w->until ? time : w->until;
        w->interval.from = w->interval.to = time;
        if (w->result.crushed || !cr_walker_push_out(w)) return;
    }
}

/// Adds what rounding has taken from the motion with ground that turns.
static carom_vec2 with_unturned(const cr_walker_step *w, carom_vec2 move) {
    return cr_narrow(cr_add(cr_widen(move), cr_scale(w->right, w->unturned)));
}

static void keep_unturned(cr_walker_step *w, carom_vec2 move, cr_vec2d moved) {
    double lost = cr_dot(cr_subtract(cr_widen(move), moved), w->right);
    w->unturned = fabs(lost) <= cr_walker_tolerance(w) ? lost : 0;
}

/// The motion with a one-way platform that turns is the chord of an arc, and may end in it: deeper than a walker that
/// rests on it may be. Moves it out of the front.
static void stay_in_front(cr_walker_step *w, const carom_platform *ground) {
    if (!cr_is_one_sided(&ground->shape)) return;
    w->interval.from = w->interval.to = w->until;
    carom_shape shape = cr_platform_shape_at_end(&w->interval, ground);
    shape.segment.one_sided = false;
    for (int i = 0; i < MAX_NUDGES && cr_walker_may_go_on(w); ++i) {
        carom_shape here = carom_shape_at(&w->desc.shape, w->at);
        carom_contact_points contact = carom_contact(&here, &shape);
        cr_vec2d normal = cr_widen(contact.normal);
        if (!contact.hit || !(contact.depth > 0) || cr_dot(normal, w->up) <= 0) return;
        double out = (double)contact.depth + i * cr_walker_tolerance(w) / 8;
        carom_vec2 move = cr_narrow(cr_scale(normal, out));
        w->interval.except = ground->owner;
        carom_scene_hit hit = cr_walker_sweep(w, move);
        cr_walker_advance(w, move, &hit);
        w->interval.except = 0;
    }
}

/// Goes on across `up` with ground that falls, or that gravity presses on its own support: it is still where it was.
static void move_across(cr_walker_step *w, cr_vec2d rest) {
    carom_vec2 move = cr_narrow(cr_scale(w->right, cr_dot(rest, w->right)));
    w->interval.to = w->until;
    carom_scene_hit hit = cr_walker_sweep(w, move);
    cr_walker_advance(w, move, &hit);
}

/// Moves with the ground, for all of the slice. The walker's own motion follows.
static void move_with_ground(cr_walker_step *w) {
    cr_vec2d carried = cr_widen(carom_scene_velocity(w->scene, w->ground.owner)), from = cr_widen(w->at);
    carom_vec2 move = cr_narrow(cr_scale(carried, w->time_left));
    const carom_platform *turning = cr_turning_platform(&w->interval, w->ground.owner);
    double start = w->until - w->time_left;
    if (turning)
        move = with_unturned(w, cr_carried_by_turn(&w->interval, turning, w->ground.point, start, w->until));
    else
        w->unturned = 0;
    bool has_moved = !w->interval.platforms; // bodies of a world move before the step
    if (has_moved && (move.x != 0 || move.y != 0) && !cr_free(w->scene, &w->desc.shape, w->at)) {
        cr_walker_push_out(w);
        move = cr_narrow(cr_subtract(cr_widen(move), cr_subtract(cr_widen(w->at), from)));
    }
    if (move.x != 0 || move.y != 0) {
        w->interval.to = w->until;
        w->interval.except = w->ground.owner; // both move alike; rounding must not produce a hit
        carom_scene_hit hit = cr_walker_sweep(w, move);
        start = hit.sweep.hit ? w->interval.from : w->until;
        if (!turning) w->interval.except = 0; // a turn may put the walker into its ground: it is pushed out then
        cr_vec2d moved = cr_walker_advance(w, move, &hit);
        if (hit.owner == w->ground.owner) move_across(w, cr_subtract(cr_widen(move), moved));
        if (turning) {
            keep_unturned(w, move, moved);
            stay_in_front(w, turning);
        }
        w->interval.except = 0;
    }
    if (w->may_pass) push_within_slice(w, start); // among platforms, nothing has crushed the walker in this slice yet
    w->interval.from = w->interval.to = w->until;
}

/// Moves for one slice of the step, in which no platform moves by more than a fraction of the shape's size.
/// A walker without sweeps left only moves with its ground, and is pushed out of penetration.
static void walk_slice(cr_walker_step *w, double from, double until) {
    w->time_left = until - from;
    w->until = until;
    w->interval.from = w->interval.to = from;
    for (int turn = 0; turn < MAX_TURNS && !w->result.crushed && (turn == 0 || w->time_left > 0); ++turn) {
        if (w->grounded) {
            if (turn == 0 || w->interval.platforms) move_with_ground(w);
            if (!w->result.crushed && cr_walker_may_go_on(w)) cr_walker_walk(w);
        } else if (cr_walker_may_go_on(w)) {
            cr_walker_fly(w);
        }
        if (!cr_walker_may_go_on(w)) w->time_left = 0;
    }
    w->interval.from = w->interval.to = until;
    if (w->interval.platforms && !w->result.crushed) cr_walker_push_out(w);
}

static int slices_of(cr_walker_step *w, double dt) {
    if (!w->interval.platforms) return 1;
    double speed = cr_platforms_speed(w->interval.platforms);
    if (cr_platforms_turn(w->interval.platforms)) speed += cr_length(w->velocity); // a straight path beside an arc
    double pieces = 1 + floor(4 * speed * dt / w->size);
    bool is_coarse = pieces > CR_WALKER_SLICES;
    w->may_pass = is_coarse || cr_platforms_turn(w->interval.platforms); // a corner may pass between two slices
    return is_coarse ? CR_WALKER_SLICES : (int)pieces;
}

carom_walker_result carom_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                      float dt) {
    cr_walker_step w = {.scene = scene, .dt = (double)dt, .path_end = {(double)NAN, (double)NAN}};
    if (!(dt > 0) || !isfinite(dt) || !begin_walk(&w, walker, desc)) return (carom_walker_result){0};
    carom_scene moving = cr_scene_of_interval(&w.interval);
    w.interval.platforms = cr_platforms_of(scene);
    w.interval.dt = (double)dt;
    if (w.interval.platforms) w.scene = &moving;
    take_off(&w);
    carry_remainder(&w, remainder_of(walker));
    if (cr_in_solid(w.scene, &w.desc.shape, w.at)) cr_walker_push_out(&w);
    int slices = slices_of(&w, (double)dt);
    for (int i = 0; i < slices && !w.result.crushed; ++i) {
        walk_slice(&w, (double)dt * i / slices, (double)dt * (i + 1) / slices);
    }
    const carom_walker before = *walker;
    end_walk(&w, walker);
    if (cr_finite2(walker->position) && cr_finite2(walker->velocity)) return w.result;
    *walker = before;
    return (carom_walker_result){0};
}

bool carom_walker_drop(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene) {
    cr_walker_step w = {.scene = scene};
    if (!walker->grounded || !walker->ground.one_way || !begin_walk(&w, walker, desc)) return false;
    double depth = w.size * DROP_DEPTH, rounding = 8 * cr_walker_tolerance(&w);
    if (depth < rounding) depth = rounding; // a scene treats a smaller penetration as rest
    carom_vec2 at = cr_narrow(cr_subtract(cr_widen(w.at), cr_scale(w.up, depth)));
    if (!cr_finite2(at) || !cr_free(scene, &w.desc.shape, at)) return false;
    walker->position = at;
    walker->grounded = false;
    walker->ground = (carom_ground){0};
    return true;
}
