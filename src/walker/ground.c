// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Motion over ground, in pieces: along the tangent of the ground, then down to the ground there. The length of a piece
// is a fraction of the size of the shape, so that the path does not depend on the speed.
#include "walker/walker_step.h"

#include "motion/clear_position.h"
#include "motion/response.h"

#include <math.h>

#define BEND_SINE  0x1p-10 // sine of an angle between surfaces: below it, the length over a bend is ill-conditioned
#define BEND_SLACK 1.001   // factor on the descent at a bend, for the rounding of normals and positions
#define MAX_PIECES 64      // pieces of one step
#define MAX_SLIDES 8       // sweeps down the sides of a notch
#define MAX_GRAZES 8       // consecutive hits at t = 0 by the surface that a piece leans away from

/// The unit tangent of a surface; on level ground it points along `right`.
static cr_vec2d tangent_of(const cr_walker_step *w, carom_vec2 normal) {
    double turn = cr_cross(w->up, w->right);
    return (cr_vec2d){-(double)normal.y * turn, (double)normal.x * turn};
}

static double descent_of(const cr_walker_step *w, carom_vec2 normal, double sign) {
    double rise = cr_dot(cr_widen(normal), w->up), run = sign * cr_dot(cr_widen(normal), w->right);
    return rise > 0 ? run / rise : 0;
}

/// The largest descent within a piece over which the ground turned from one normal to another, if it is never vertical.
static double descent_at_bend(const cr_walker_step *w, carom_vec2 from, carom_vec2 to, double piece, double sign) {
    double fall = descent_of(w, to, sign) - descent_of(w, from, sign);
    return fall > 0 ? piece * fall : 0;
}

static void block_walk(cr_walker_step *w, carom_vec2 normal) {
    w->result.blocked = true;
    w->result.wall = normal;
    w->velocity = (cr_vec2d){0, 0};
}

typedef enum footing {
    ENDS,   // no walkable ground within reach
    STANDS, // on walkable ground
    STOPS,  // touches the foot of a steep slope, which the walker has passed by rounding only
} footing;

/// True if no position a little lower is clear, straight below or down a steep slope. A shaft of exactly its width
/// touches the walker on both sides, too, but does not hold it.
static bool is_held(const cr_walker_step *w) {
    double tolerance = cr_walker_tolerance(w);
    for (int i = -8; i <= 8; ++i) {
        cr_vec2d aside = cr_scale(w->right, i * tolerance / 2), down = cr_scale(w->up, -4 * tolerance);
        carom_vec2 at = cr_narrow(cr_add(cr_widen(w->at), cr_add(aside, down)));
        if (cr_free(w->scene, &w->desc.shape, at)) return false;
    }
    return true;
}

/// Puts a walker without motion back to its start if only rounding has moved it: along the sides of a notch, or a steep
/// slope, it would move by another rounding in each step.
static void stay_at_rest(cr_walker_step *w, carom_vec2 start, double piece) {
    if (piece != 0) return;
    double moved = cr_length(cr_subtract(cr_widen(w->at), cr_widen(start)));
    if (moved <= cr_walker_tolerance(w)) w->at = start;
}

/// Moves down to walkable ground, or into a notch, along slopes that are too steep. Without walkable ground within
/// reach, nothing moves.
static footing follow_ground(cr_walker_step *w, double piece, double sign) {
    carom_vec2 start = w->at, steep[MAX_SLIDES];
    double tolerance = cr_walker_tolerance(w), reach = w->snap + 2 * w->slope * piece + 4 * tolerance, left = reach;
    footing found = ENDS;
    carom_scene_hit flattest = {0};
    int sides = 0; // of the notch
    for (int i = 0; i < MAX_SLIDES && found == ENDS; ++i) {
        carom_vec2 down = carom_slide(cr_narrow(cr_scale(w->up, -left)), steep, sides);
        if (down.x == 0 && down.y == 0) {
            if (reach - left > w->snap + 4 * tolerance) break;
            if (is_held(w)) {
                cr_walker_stand_between(w, &flattest);
                stay_at_rest(w, start, piece);
                return STANDS;
            }
            if (sides < 2) break;
            steep[0] = steep[sides - 1]; // the last slide left the other side, because the walker is round there
            sides = 1;
            continue;
        }
        carom_scene_hit hit = cr_walker_sweep(w, down);
        if (cr_walker_passes_end(w, down, &hit)) hit = cr_walker_sweep(w, down);
        if (!hit.sweep.hit || hit.sweep.inside) break;
        bool stands = i == 0 && (double)hit.sweep.t * reach <= tolerance; // touching, within rounding
        if (!stands) left += cr_dot(cr_walker_advance(w, down, &hit), w->up);
        if (cr_walker_carries(w, &hit)) {
            double limit = w->snap + descent_at_bend(w, w->ground.support, hit.sweep.normal, piece, sign) * BEND_SLACK;
            if (reach - left > limit + 4 * tolerance) break;
            cr_walker_stand(w, &hit);
            stay_at_rest(w, start, piece);
            return STANDS;
        }
        steep[sides++] = hit.sweep.normal;
        if (i == 0 || cr_walker_is_flatter(w, &hit, &flattest)) flattest = hit;
        if (piece == 0 || sign * cr_dot(cr_widen(hit.sweep.normal), w->right) >= 0) continue;
        if (i > 0 || reach - left > 4 * tolerance) break; // the far wall of a shaft, if it left a steep corner before
        block_walk(w, hit.sweep.normal);
        found = STOPS;
    }
    w->at = start;
    return found;
}

/// Moves up, forward, and down onto a step. If that reaches no higher ground, returns false, and nothing moves.
static bool climb_step(cr_walker_step *w, double *distance, double piece, double sign) {
    carom_vec2 start = w->at;
    double tolerance = cr_walker_tolerance(w);
    carom_vec2 up = cr_narrow(cr_scale(w->up, w->step));
    carom_scene_hit hit = cr_walker_sweep(w, up);
    double rise = cr_dot(cr_walker_advance(w, up, &hit), w->up);
    double least = 2 * tolerance;
    carom_vec2 on = cr_narrow(cr_scale(w->right, sign * (piece > least ? piece : least)));
    hit = cr_walker_sweep(w, on);
    double gone = sign * cr_dot(cr_walker_advance(w, on, &hit), w->right);
    carom_vec2 down = cr_narrow(cr_scale(w->up, -rise));
    hit = cr_walker_sweep(w, down);
    bool over = rise > tolerance && gone > 0 && hit.sweep.hit && !hit.sweep.inside;
    if (over) {
        cr_walker_advance(w, down, &hit);
        over = cr_walker_carries(w, &hit);
    }
    carom_vec2 end = w->at;
    w->at = start;
    over = over && cr_walker_height(w, hit.sweep.point) <= w->step + tolerance;
    if (!over) return false;
    w->at = end;
    cr_walker_stand(w, &hit);
    w->result.climbed = true;
    *distance = gone < sign * *distance ? *distance - sign * gone : 0;
    return true;
}

/// Leaves the ground at its end, along its tangent, with the time that remains. On a tip, where all surfaces are too
/// steep to stand on, that is the tangent of the contact: along a surface, the walker would leave straight up or down.
static void leave_ground(cr_walker_step *w, double distance, double speed) {
    bool is_tip = !cr_walker_is_flat(w, w->ground.normal);
    cr_vec2d velocity = cr_scale(tangent_of(w, is_tip ? w->ground.support : w->ground.normal), speed);
    double fall = cr_dot(w->velocity, w->up);
    cr_vec2d carried = cr_walker_velocity_of(w, w->ground.owner, w->ground.point);
    w->velocity = cr_add(cr_add(velocity, cr_scale(w->up, fall)), carried);
    double share = speed != 0 ? distance / speed : 0;
    w->time_left = share > 0 && share < w->time_left ? share : 0;
    w->grounded = false;
    w->ground = (carom_ground){0};
    w->result.left = true;
}

/// The length of the path over ground that bends once, from direction `from` to direction `to`. `straight` if it does
/// not. The bend may be at the start or the end of the path, within rounding.
static double length_over_bend(const cr_walker_step *w, cr_vec2d gone, cr_vec2d from, cr_vec2d to, double straight) {
    double turn = cr_cross(from, to);
    if (fabs(turn) < BEND_SINE) return straight;
    double first = cr_cross(gone, to) / turn, second = cr_cross(from, gone) / turn;
    double least = -cr_walker_tolerance(w) / fabs(turn);
    return first >= least && second >= least ? first + second : straight;
}

/// After a bend down, the walker is too far by `back`: moves back along the new ground, up to which the ground bends
/// again, below that path. Returns the displacement along `to`.
static double go_back_along(cr_walker_step *w, cr_vec2d to, double back, double sign) {
    const cr_walker_step there = *w;
    double off = CR_LEAN * back + cr_walker_tolerance(w) / 4; // rounding must not press the walker into the ground
    cr_vec2d lean = cr_scale(cr_widen(w->ground.support), off);
    carom_vec2 move = cr_narrow(cr_subtract(lean, cr_scale(to, back)));
    carom_scene_hit hit = cr_walker_sweep(w, move);
    if (hit.sweep.inside) return 0;
    cr_walker_advance(w, move, &hit);
    if (follow_ground(w, back, -sign) != STANDS) {
        int casts = w->result.casts;
        *w = there;
        w->result.casts = casts;
    }
    return cr_dot(cr_subtract(cr_widen(w->at), cr_widen(there.at)), to);
}

/// Moves down to the ground before the wall that ends a piece: it may be the far side of a shaft. If a steep slope
/// leads back beyond the start of the piece, the walker stays there.
static void stand_at_wall(cr_walker_step *w, carom_vec2 start, double sign) {
    carom_ground ground = w->ground;
    w->grounded = follow_ground(w, 0, sign) != ENDS;
    double gone = sign * cr_dot(cr_subtract(cr_widen(w->at), cr_widen(start)), w->right);
    if (!w->grounded || gone >= -cr_walker_tolerance(w)) return;
    w->at = start;
    w->ground = ground;
}

/// Walks one piece. Returns false if the walk ends before its distance is covered.
static bool walk_piece(cr_walker_step *w, double *distance, double piece, int *grazes) {
    double sign = *distance > 0 ? 1 : -1;
    carom_vec2 normal = w->ground.support;
    bool level = normal.x == 0 || normal.y == 0;
    cr_vec2d on = cr_scale(tangent_of(w, normal), sign);
    double lean = (level && *grazes == 0 ? 0 : CR_LEAN) * (double)(1 << *grazes);
    carom_vec2 move = cr_narrow(cr_scale(cr_add(on, cr_scale(cr_widen(normal), lean)), piece));
    carom_scene_hit hit = cr_walker_sweep(w, move);
    if (hit.sweep.inside) return cr_walker_push_out(w) && ++*grazes < MAX_GRAZES;

    carom_vec2 before = w->at;
    double gone = cr_dot(cr_walker_advance(w, move, &hit), on);
    if (!hit.sweep.hit) {
        *grazes = 0;
        footing found = follow_ground(w, piece, sign);
        if (found == STOPS) w->at = before;
        w->grounded = found != ENDS;
        cr_vec2d moved = cr_subtract(cr_widen(w->at), cr_widen(before));
        bool straight = w->ground.support.x == normal.x && w->ground.support.y == normal.y;
        if (straight) {
            gone = cr_dot(moved, on); // following the ground was rounding only
        } else {                      // it stands on other ground
            cr_vec2d to = cr_scale(tangent_of(w, w->ground.support), sign);
            gone = length_over_bend(w, moved, on, to, gone);
            if (gone - piece > cr_walker_tolerance(w) / 16) gone += go_back_along(w, to, gone - piece, sign);
        }
        *distance = found == STOPS ? 0 : *distance - sign * gone;
        return found == STANDS && gone > 0;
    }
    *distance -= sign * gone;
    if (cr_walker_carries(w, &hit)) {
        cr_walker_stand(w, &hit);
        *grazes = gone > cr_walker_tolerance(w) ? 0 : *grazes + 1;
        if (*grazes < MAX_GRAZES) return true;
    } else if (climb_step(w, distance, piece, sign)) {
        return true;
    }
    block_walk(w, hit.sweep.normal);
    *distance = 0;
    stand_at_wall(w, before, sign);
    return false;
}

void cr_walker_walk(cr_walker_step *w) {
    double speed = cr_dot(w->velocity, w->right), distance = speed * w->time_left;
    if (distance != 0) distance += w->remainder; // a walker without velocity stands still
    double most = fabs(distance) / MAX_PIECES;
    if (most < w->size / 4) most = w->size / 4;
    int grazes = 0;
    w->direction = speed > 0 ? 1 : speed < 0 ? -1 : 0;
    bool continues = distance * speed > 0; // the remainder may exceed the motion
    if (!continues && cr_walker_push_out(w) && follow_ground(w, 0, 1) == ENDS) w->grounded = false;
    while (continues && cr_walker_may_go_on(w)) {
        double rest = fabs(distance);
        continues = walk_piece(w, &distance, rest < most ? rest : most, &grazes) && distance * speed > 0 &&
                    fabs(distance) > cr_walker_tolerance(w);
    }
    if (!w->grounded) {
        leave_ground(w, distance, speed);
        return;
    }
    w->remainder = fabs(distance) <= cr_walker_tolerance(w) ? distance : 0;
    w->time_left = 0;
}
