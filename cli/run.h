// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shared by the files of carom run. cmd_run.c reads the options, runs the steps and prints the summary; run_start.c
// finds start positions; run_world.c builds the world and tests it after each step; run_picture.c records and draws
// trails.
#pragma once

#include <stdio.h>

#include "carom/world.h"
#include "cli/load.h"

typedef enum run_shape { RUN_CIRCLE = 0, RUN_BOX, RUN_CAPSULE } run_shape;

enum { RUN_WALK = CAROM_RESPONSE_PASS + 1 }; ///< the response of walkers

typedef struct run_options {
    const char *level;
    level_options how;  ///< how the level is read
    const char *bodies; ///< a scene; null: actors
    bool actor_option;  ///< an option was given that only actors have
    const char *script; ///< input of the walkers; null: random
    int64_t steps, actors, seed;
    float radius, speed; ///< in units and units per step; negative: derived from the size of a cell
    float spin;          ///< radians per step; every second actor turns the other way
    int shape;           ///< a run_shape
    int response;        ///< a carom_response_kind, or RUN_WALK
    int64_t threads;
    const char *events, *svg;
    bool hash, json;
} run_options;

typedef struct run_actor {
    carom_body_id id;
    bool escaped; ///< its centre was in solid or outside the level after some step
} run_actor;

struct run_walkers; // run_walk.h

typedef struct run {
    const run_options *options;
    carom_tasks tasks; ///< threads for the steps of the world
    loaded loaded;
    carom_level *walls; ///< the level with its bounds as walls
    carom_world *world;
    struct run_walkers *walkers; ///< null if there is a world
    run_actor *actors;
    int count;
    carom_shape shape;  ///< of all actors, with its reference point at the origin
    carom_vec2 middle;  ///< its centre, relative to the reference point
    int64_t hits;       ///< number of contacts with the level that began
    int64_t pairs;      ///< number of contacts between two actors that began
    int64_t escapes;    ///< number of actors that escaped
    double nanoseconds; ///< duration of all steps
} run;

// ---- cmd_run.c ------------------------------------------------------------------------------------------------------

/// Returns a time in nanoseconds.
double run_clock(void);
/// Shows on a terminal how many steps are done.
void run_show_progress(int64_t step, int64_t steps);
/// Writes an event of --events as a line of JSON: its beginning (step, t, kind), then the caller writes the bodies,
/// then its end (point, normal).
void run_put_event_start(const carom_event *event, int64_t step, FILE *out);
void run_put_event_end(const carom_event *event, FILE *out);
/// Completes the summary on standard output; returns the exit status.
int run_flush_summary(char **argv);

// ---- run_start.c ----------------------------------------------------------------------------------------------------

/// splitmix64 (S. Vigna, 2015): the generator of all workloads of Carom.
typedef struct run_random {
    uint64_t state;
} run_random;

carom_vec2 random_direction(run_random *random, float length);

/// Finds a start position for each actor: the map's spawn points first, then random clear positions. Writes positions
/// of the reference point; returns their number, which is below r->count if no more actors fit. Negative: out of
/// memory.
int find_start_positions(const run *r, run_random *random, carom_vec2 *places);

// ---- run_world.c ----------------------------------------------------------------------------------------------------

/// Sets radius and speed from the size of a cell if they are negative.
void run_choose_sizes(run_options *options, const loaded *l);

/// Puts the actors into a new world, from r->options and r->loaded. CAROM_STATUS_FULL: only *found of them fit. The
/// caller must call run_free in every case, and still owns r->loaded.
carom_status run_start(run *r, run_random *random, int *found);
void run_free(run *r);

/// Must follow each step of the world: counts events, finds escapes, restarts actors that have stopped.
void run_after_step(run *r, run_random *random);

/// True if a point is in solid or outside the level.
bool run_is_outside(const run *r, carom_vec2 point);
/// Marks and counts the actors with an escaped centre (run_is_outside).
void run_find_escapes(run *r);

/// Returns the centre of an actor.
carom_vec2 run_center(const run *r, int actor);

// ---- run_picture.c --------------------------------------------------------------------------------------------------

/// The trajectories of the actors over the steps that a picture can show.
typedef struct run_trails run_trails;

/// Null: out of memory.
run_trails *trails_make(const run *r);
void trails_free(run_trails *trails);
/// Must be called before and after each step; `step` counts from 1. False: out of memory.
bool trails_before(run_trails *trails, const run *r, int64_t step);
bool trails_after(run_trails *trails, const run *r, int64_t step);
/// For walkers, before and after their step, instead of the two functions above: adds a straight line to the position.
bool trails_add(run_trails *trails, const run *r, int actor, int64_t step);
void trails_contact(run_trails *trails, carom_vec2 point);
void trails_jump(run_trails *trails, carom_vec2 from);
/// Writes the SVG. False: out of memory, or the stream has an error.
bool trails_draw(const run_trails *trails, const run *r, FILE *out);
