// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run --response walk: actors that walk. run_walk.c moves them, run_script.c reads what they are to do,
// run_lift.c makes platforms of the map's objects.
#pragma once

#include "carom/walker.h"
#include "cli/run.h"

// ---- run_script.c ---------------------------------------------------------------------------------------------------

/// What a walker is asked for in a step.
typedef struct run_wish {
    int way;    ///< -1 left, 1 right
    bool jumps; ///< the key goes down
    bool drops;
} run_wish;

/// A wish for so many steps.
typedef struct run_order {
    run_wish wish;
    int steps;
} run_order;

typedef struct run_script {
    run_order *orders;
    int count;
    bool has_start;
    carom_vec2 start;
} run_script;

/// Reads a script. Tells what is wrong with it, in one line with its place, and answers false.
bool script_read(char **argv, const char *path, run_script *out);
/// What it says for a step, counted from 0; to stand, after its end.
run_wish script_at(const run_script *script, int64_t step);

// ---- run_lift.c -----------------------------------------------------------------------------------------------------

/// A platform and its path: there and back along `reach`, or round a circle of that size.
typedef struct run_lift {
    carom_vec2 home, reach;
    int steps; ///< one way, or round
    bool round;
} run_lift;

/// How many objects of the map are platforms.
int lift_count(const carom_map *map);
/// Their shapes, at home, and their paths. Tells which cannot be understood, and answers false.
bool lifts_make(char **argv, const carom_map *map, carom_platform *platforms, run_lift *lifts);
/// Where it is after so many steps.
carom_vec2 lift_at(const run_lift *lift, int64_t step);

// ---- run_walk.c -----------------------------------------------------------------------------------------------------

/// One who walks, what it is up to, and what it touches.
typedef struct run_walker {
    carom_walker is;
    carom_jump jump;
    int way, steps;     ///< by chance: for so many steps more
    bool stands, leans; ///< on the ground, against a wall, since an event told it
    carom_ground ground;
    carom_vec2 wall;
} run_walker;

struct run_walkers {
    carom_walker_desc legs;
    float gravity, jump;
    run_walker *all;
    run_script script;
    bool scripted;
    carom_space level, space;
    carom_platforms platforms;
    carom_platform *list;
    run_lift *lifts;
    int64_t jumps, landings, climbs, crushed;
};

/// Sets walkers out where actors start, or where the script says. Tells why it cannot, and answers false.
bool walk_set_out(char **argv, run *r, run_random *random);
/// A step of all of them. Events go to `events`, what they did to `trails`; both may be null. False: out of memory.
bool walk_step(run *r, run_random *random, int64_t step, FILE *events, run_trails *trails);
void walk_free(run *r);
/// FNV-1a of all positions and velocities, as carom_world_hash is of a world's.
uint64_t walk_hash(const run *r);
/// An actor's shape as it stands.
carom_shape walk_shape(const run *r, int actor);
