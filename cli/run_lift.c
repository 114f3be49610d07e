// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving platforms: rectangles of the class "platform" or "one-way platform", named by their motion. "by 64,0 in 120"
// moves there and back, "round 40 in 240" in a circle that starts at its left, "spin 0.02" turns.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/run_walk.h"

static bool is_lift(const carom_map_object *object) {
    bool named = strcmp(object->type, "platform") == 0 || strcmp(object->type, "one-way platform") == 0;
    bool moves = strncmp(object->name, "by ", 3) == 0 || strncmp(object->name, "round ", 6) == 0 ||
                 strncmp(object->name, "spin ", 5) == 0;
    return named && moves && object->size.x > 0 && object->size.y > 0 && !object->solid;
}

int lift_count(const carom_map *map) {
    int count = 0;
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        count += is_lift(&object);
    }
    return count;
}

/// Reads a path, a spin, or a path and a spin.
static bool read_motion(const char *name, run_lift *lift, float *spin) {
    int used = 0;
    lift->round = sscanf(name, "round %f in %d%n", &lift->reach.x, &lift->steps, &used) == 2;
    bool moves =
        lift->round || sscanf(name, "by %f,%f in %d%n", &lift->reach.x, &lift->reach.y, &lift->steps, &used) == 3;
    if (!moves) *lift = (run_lift){.steps = 1};
    const char *after = name + (moves ? used : 0);
    char rest;
    bool turns = sscanf(after, " spin %f %c", spin, &rest) == 1;
    bool whole = turns || (moves && sscanf(after, " %c", &rest) != 1);
    return whole && lift->steps > 0 && isfinite(lift->reach.x) && isfinite(lift->reach.y);
}

static bool fail_lift(char **argv, const char *level, const carom_map_object *object, const char *reason) {
    return !cli_fail(argv, "%s: layer '%s', object %d: \"%s\" %s", level, object->layer, object->id, object->name,
                     reason);
}

/// Reads the motion of a platform. On failure prints why and returns false.
static bool read_lift(char **argv, const char *level, const carom_map_object *object, run_lift *lift, float *spin) {
    if (!read_motion(object->name, lift, spin)) {
        return fail_lift(argv, level, object,
                         "is not a motion: expected \"by 64,0 in 120\" (units, steps), \"round 40 in 240\" (radius, "
                         "steps), \"spin 0.02\" (radians a step), or a path and a spin: \"by 64,0 in 120 spin 0.02\"; "
                         "or another name if the platform does not move");
    }
    if (fabsf(*spin) <= CAROM_MAX_TURN) return true;
    return fail_lift(argv, level, object, "spins too fast: expected at most 33.5 radians a step either way");
}

/// Makes the shape about `pivot`, a point of the rectangle relative to its min corner.
static void make_shape(const carom_map_object *object, carom_vec2 pivot, carom_shape *shape) {
    carom_vec2 low = {-pivot.x, -pivot.y};
    carom_vec2 high = {object->size.x - pivot.x, object->size.y - pivot.y};
    if (strcmp(object->type, "platform") == 0) {
        carom_make_box(low, high, shape);
    } else {
        carom_make_one_sided(low, (carom_vec2){high.x, low.y}, shape);
    }
}

/// The position of a platform that turns, or is turned, is the centre of its rectangle; of others the min corner.
static void make_platform(const carom_map_object *object, float spin, run_lift *lift, carom_platform *out) {
    bool turned = spin != 0 || object->rotation != 0;
    carom_vec2 pivot = {0, 0};
    if (turned) pivot = (carom_vec2){object->size.x / 2, object->size.y / 2};
    lift->home = turned ? object->center : object->position;
    float radians = (float)((double)object->rotation * 0.017453292519943295);
    *out = (carom_platform){
        .position = lift->home, .rotation = carom_rotation_of(radians), .spin = spin, .owner = out->owner};
    make_shape(object, pivot, &out->shape);
}

bool lifts_make(char **argv, const char *level, const carom_map *map, carom_platform *platforms, run_lift *lifts) {
    int count = 0;
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        if (!is_lift(&object)) continue;
        float spin = 0;
        lifts[count] = (run_lift){0};
        if (!read_lift(argv, level, &object, &lifts[count], &spin)) return false;
        platforms[count].owner = (uint64_t)count + 1;
        make_platform(&object, spin, &lifts[count], &platforms[count]);
        ++count;
    }
    return true;
}

/// Writes sine and cosine of a fraction of a turn. By their series, because results of libm differ between machines.
static void turn(double part, double *sine, double *cosine) {
    double x = 6.283185307179586 * (part - (part > 0.5 ? 1 : 0)), term = 1;
    *sine = *cosine = 0;
    for (int n = 0; n < 40; n++) {
        *(n % 2 ? sine : cosine) += n % 4 < 2 ? term : -term;
        term *= x / (n + 1);
    }
}

carom_vec2 lift_at(const run_lift *lift, int64_t step) {
    if (lift->round) {
        double sine, cosine, radius = (double)lift->reach.x;
        turn((double)(step % lift->steps) / lift->steps, &sine, &cosine);
        return (carom_vec2){(float)((double)lift->home.x + radius * (1 - cosine)),
                            (float)((double)lift->home.y - radius * sine)};
    }
    int64_t phase = step % (2 * (int64_t)lift->steps);
    if (phase > lift->steps) phase = 2 * (int64_t)lift->steps - phase;
    float share = (float)phase / (float)lift->steps;
    return (carom_vec2){lift->home.x + lift->reach.x * share, lift->home.y + lift->reach.y * share};
}
