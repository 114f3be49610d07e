// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of a walker within a step, shared by four files: walker.c (the step), surface.c (walkable ground or wall),
// ground.c (motion over ground), air.c (motion through the air).
#pragma once

#include "base/vec.h"
#include "carom/walker.h"
#include "walker/platform_scene.h"

enum {
    CR_WALKER_SLICES = 64,       ///< slices of a step among platforms
    CR_WALKER_PIECE_CASTS = 144, ///< sweeps of one piece over ground: up to 71 to follow the ground, twice; or a flight
};

typedef struct cr_walker_step {
    carom_walker_desc desc;
    const carom_scene *scene; // with platforms: the scene of `interval`
    cr_platform_scene interval;
    cr_vec2d up, right;       // unit length, perpendicular
    double size;              // the smaller of width and height of the shape
    double slope, step, snap; // as in carom_walker_desc, with defaults
    carom_vec2 at;
    cr_vec2d velocity; // relative to the ground; absolute in the air
    cr_vec2d slip;     // the velocity down a steep slope at the end of the last step
    double direction;  // direction over ground in this step: 1 along `right`, -1 against it, 0 for none
    double time_left;  // time left in the slice
    double until;      // end time of the slice
    double dt;
    double remainder;  // on the ground: along `right`; see carom_walker
    double unturned;   // on ground that turns: along `right`, what rounding took from the motion with it
    bool may_pass;     // a platform may pass the walker within a slice
    cr_vec2d carried;  // in the air: the remainder, on the axes where the displacement is slow
    cr_vec2d path_end; // in the air: where the path leads in the step (motion/free_axis.h); NaN: none yet
    bool grounded;
    carom_ground ground;
    carom_walker_result result;
} cr_walker_step;

// ---- walker.c: sweeps and positions ---------------------------------------------------------------------------------

/// Sweeps the shape within the interval, and counts it. The interval then begins and ends at the time of impact.
carom_scene_hit cr_walker_sweep(cr_walker_step *w, carom_vec2 move);
/// Returns true if enough sweeps are left for a piece of the path, and two for each slice.
bool cr_walker_may_go_on(const cr_walker_step *w);
/// Moves to the clear position at a hit, or at the end of a motion without one. Returns the displacement.
cr_vec2d cr_walker_advance(cr_walker_step *w, carom_vec2 move, const carom_scene_hit *hit);
/// If a hit stops the walker at the end of a surface that it is over by one ulp only, moves it beside that end and
/// returns true: nothing is under it there. Otherwise, if the walker presses against a wall, and is over the end of the
/// floor beside by one ulp only, the normal of the hit becomes that of the wall. In the air, a hit of a corner becomes
/// that of the side that leaves more speed; if both leave the same, of the corner itself, as in carom_move.
bool cr_walker_passes_end(cr_walker_step *w, carom_vec2 move, carom_scene_hit *hit);
/// Moves the walker out of penetration, if there is any. If it finds no clear position, the walker is crushed: ends the
/// step and returns false.
bool cr_walker_push_out(cr_walker_step *w);
/// Returns the velocity of an owner at a point, at the present time.
cr_vec2d cr_walker_velocity_of(const cr_walker_step *w, uint64_t owner, carom_vec2 point);
/// Returns a bound of the rounding error of a position in this step, in units.
double cr_walker_tolerance(const cr_walker_step *w);

// ---- surface.c: walkable ground or wall -----------------------------------------------------------------------------

/// Returns the steepest slope that a walker walks on, or the default.
double cr_slope_of(const carom_walker_desc *desc);
/// Returns true if a surface with this normal is no steeper. `up` has length 1.
bool cr_is_walkable(double slope, cr_vec2d up, carom_vec2 normal);
/// Returns true if a surface with this normal is flat enough for the walker to stand on.
bool cr_walker_is_flat(const cr_walker_step *w, carom_vec2 normal);
/// Returns true if a hit can carry a walker that is on the ground: a walkable surface, or a corner of one that is no
/// higher than a step.
bool cr_walker_carries(cr_walker_step *w, const carom_scene_hit *hit);
/// Returns the height of a point above the lowest point of the shape.
double cr_walker_height(const cr_walker_step *w, carom_vec2 point);
/// Makes a hit the ground of the walker.
void cr_walker_stand(cr_walker_step *w, const carom_scene_hit *hit);
/// Makes a notch the ground of the walker: surfaces on both sides hold it, although each alone is too steep.
void cr_walker_stand_between(cr_walker_step *w, const carom_scene_hit *flattest);
/// Returns true if the surface of hit a is flatter than that of b.
bool cr_walker_is_flatter(const cr_walker_step *w, const carom_scene_hit *a, const carom_scene_hit *b);

// ---- ground.c, air.c ------------------------------------------------------------------------------------------------

/// Walks over the ground until the slice or the ground ends; after the latter the walker is in the air.
void cr_walker_walk(cr_walker_step *w);
/// Flies until the slice ends or the walker lands.
void cr_walker_fly(cr_walker_step *w);
