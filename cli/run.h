// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run: what its parts share. cmd_run.c reads the options, runs the steps and sums up; run_start.c finds places to
// start from; run_world.c sets out from them and takes stock after a step; run_picture.c records trails and draws them.
#pragma once

#include <stdio.h>

#include "carom/world.h"
#include "cli/load.h"

typedef enum run_shape { RUN_CIRCLE = 0, RUN_BOX, RUN_CAPSULE } run_shape;

enum { RUN_WALK = CAROM_CROSS + 1 }; ///< a response of its own

typedef struct run_options {
    const char *level;
    const char *script; ///< what walkers do; null: by chance
    int64_t steps, actors, seed;
    float radius, speed; ///< in units, and units per step; below 0: by the size of a cell
    int shape;           ///< a run_shape
    int response;        ///< a carom_response_kind, or RUN_WALK
    int64_t threads;
    const char *events, *svg;
    bool hash, json;
} run_options;

typedef struct run_actor {
    carom_body_id id;
    bool escaped; ///< its centre was once in solid or outside of the level
} run_actor;

struct run_walkers; // run_walk.h

typedef struct run {
    const run_options *options;
    carom_tasks tasks; ///< what the world's steps are done with
    loaded loaded;
    carom_level *walls; ///< what the actors move in: the level, and its bounds as walls
    carom_world *world;
    struct run_walkers *walkers; ///< instead of a world
    run_actor *actors;
    int count;
    carom_shape shape;  ///< of all actors, its reference point at the origin
    carom_vec2 middle;  ///< its centre, seen from there
    int64_t hits;       ///< times that an actor met the level
    int64_t pairs;      ///< times that two actors met
    int64_t escapes;    ///< actors that escaped
    double nanoseconds; ///< spent in the steps of the world
} run;

// ---- run_start.c ----------------------------------------------------------------------------------------------------

/// splitmix64. (S. Vigna, 2015; the generator of all of Carom's workloads.)
typedef struct run_random {
    uint64_t state;
} run_random;

carom_vec2 random_direction(run_random *random, float length);

/// Finds a place for each actor: the map's spawn points first, then anywhere in the open, by chance. Writes positions
/// of the shape's reference point, and returns how many there are: fewer than r->count when no more fit. Negative: no
/// memory.
int find_places(const run *r, run_random *random, carom_vec2 *places);

// ---- run_world.c ----------------------------------------------------------------------------------------------------

/// Size and speed by the size of a cell, where they were not given.
void run_choose_sizes(run_options *options, const loaded *l);

/// Puts the actors into a new world, from r->options and r->loaded. CAROM_FULL: there is room for *found of them only.
/// Whatever it answers, run_free is to follow; what was loaded stays the caller's.
carom_status run_set_out(run *r, run_random *random, int *found);
void run_free(run *r);

/// After each step of the world: counts, looks for escapes, and makes those set off anew that stand.
void run_take_stock(run *r, run_random *random);

/// Is a point in solid, or outside of the level?
bool run_is_lost(const run *r, carom_vec2 point);
/// Part of taking stock: whose centre is?
void run_find_escapes(run *r);

/// The centre of an actor as it stands.
carom_vec2 run_center(const run *r, int actor);

// ---- run_picture.c --------------------------------------------------------------------------------------------------

/// Where the actors went, as far back as a picture can show.
typedef struct run_trails run_trails;

/// Null: no memory.
run_trails *trails_make(const run *r);
void trails_free(run_trails *trails);
/// Before and after each step; `step` counts from 1. False: no memory.
bool trails_before(run_trails *trails, const run *r, int64_t step);
bool trails_after(run_trails *trails, const run *r, int64_t step);
/// Instead of these, of a walker, before and after its step: straight on to where it is.
bool trails_go(run_trails *trails, const run *r, int actor, int64_t step);
void trails_contact(run_trails *trails, carom_vec2 point);
void trails_jump(run_trails *trails, carom_vec2 from);
/// Writes the SVG. False: out of memory, or the stream has an error.
bool trails_draw(const run_trails *trails, const run *r, FILE *out);
