// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run --response walk. run_walk.c moves the walkers, run_script.c reads their input, run_lift.c makes moving
// platforms from objects of the map.
#pragma once

#include "carom/walker.h"
#include "cli/run.h"

// ---- run_script.c ---------------------------------------------------------------------------------------------------

/// The input of a walker in one step.
typedef struct run_input {
    int direction; ///< -1 left, 1 right, 0 none
    bool jumps;    ///< the jump key was pressed in this step
    bool drops;
} run_input;

/// The same input for several steps.
typedef struct run_order {
    run_input input;
    int steps;
} run_order;

typedef struct run_script {
    run_order *orders;
    int count;
    bool has_start;
    carom_vec2 start;
} run_script;

/// Reads a script. On failure prints the file, the line and the reason, and returns false.
bool script_read(char **argv, const char *path, run_script *out);
/// Returns the input for a step, counted from 0; after the end of the script, none.
run_input script_at(const run_script *script, int64_t step);

// ---- run_lift.c -----------------------------------------------------------------------------------------------------

/// The path of a platform: there and back along `reach`, or round a circle of radius reach.x. A reach of zero: none.
typedef struct run_lift {
    carom_vec2 home, reach;
    int steps; ///< duration of one direction, or of one turn
    bool round;
} run_lift;

/// Returns the number of objects of the map that are moving platforms.
int lift_count(const carom_map *map);
/// Writes the platforms, at their start, and their paths. Prints the first motion that is wrong, and returns false.
bool lifts_make(char **argv, const char *level, const carom_map *map, carom_platform *platforms, run_lift *lifts);
/// Returns the position of the platform after `step` steps.
carom_vec2 lift_at(const run_lift *lift, int64_t step);

// ---- run_walk.c -----------------------------------------------------------------------------------------------------

/// A walker, its random input, and the contacts that events have reported.
typedef struct run_walker {
    carom_walker is;
    carom_jump jump;
    float carried;                       ///< velocity along x of the last ground, at the point of contact
    int direction, steps;                ///< random input: the direction, for so many steps more
    bool ground_reported, wall_reported; ///< a begin of its ground, of its wall was reported, and no end yet
    carom_ground ground;
    carom_vec2 wall;
} run_walker;

struct run_walkers {
    carom_walker_desc desc;
    float gravity, jump;
    run_walker *all;
    run_script script;
    bool scripted;
    carom_scene level, scene;
    carom_platforms platforms;
    carom_platform *list;
    run_lift *lifts;
    int64_t jumps, landings, climbs, crushed;
};

/// Puts the walkers at start positions, or where the script says. On failure prints why and returns false.
bool walk_start(char **argv, run *r, run_random *random);
/// Steps all walkers; writes events to `events` and trajectories to `trails`; both may be null. False: out of memory.
bool walk_step(run *r, run_random *random, int64_t step, FILE *events, run_trails *trails);
void walk_free(run *r);
/// Returns the FNV-1a hash of all positions and velocities, as carom_world_hash for a world.
uint64_t walk_hash(const run *r);
/// Returns the shape of an actor at its position.
carom_shape walk_shape(const run *r, int actor);
