// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving platforms: rectangles of the class "platform" or "one-way platform", named by their path. "by 64,0 in 120"
// moves there and back, "round 40 in 240" in a circle that starts at its left.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/run_walk.h"

static bool is_lift(const carom_map_object *object) {
    bool named = strcmp(object->type, "platform") == 0 || strcmp(object->type, "one-way platform") == 0;
    bool path = strncmp(object->name, "by ", 3) == 0 || strncmp(object->name, "round ", 6) == 0;
    return named && path && object->size.x > 0 && object->size.y > 0 && !object->solid;
}

int lift_count(const carom_map *map) {
    int count = 0;
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        count += is_lift(&object);
    }
    return count;
}

static bool read_path(const char *name, run_lift *lift) {
    char rest;
    lift->round = sscanf(name, "round %f in %d %c", &lift->reach.x, &lift->steps, &rest) == 2;
    bool straight =
        !lift->round && sscanf(name, "by %f,%f in %d %c", &lift->reach.x, &lift->reach.y, &lift->steps, &rest) == 3;
    return (lift->round || straight) && lift->steps > 0;
}

static void make_shape(const carom_map_object *object, carom_shape *shape) {
    carom_vec2 zero = {0, 0}, corner = {object->size.x, 0};
    if (strcmp(object->type, "platform") == 0) {
        carom_make_box(zero, object->size, shape);
    } else {
        carom_make_one_sided(zero, corner, shape);
    }
}

bool lifts_make(char **argv, const char *level, const carom_map *map, carom_platform *platforms, run_lift *lifts) {
    int count = 0;
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        if (!is_lift(&object)) continue;
        run_lift *lift = &lifts[count];
        *lift = (run_lift){.home = object.position};
        if (!read_path(object.name, lift)) {
            return !cli_fail(argv,
                             "%s: layer '%s', object %d: \"%s\" is not a path: expected \"by 64,0 in 120\" (units, "
                             "steps) or \"round 40 in 240\" (radius, steps), or another name if the platform does "
                             "not move",
                             level, object.layer, object.id, object.name);
        }
        platforms[count] = (carom_platform){.position = object.position, .owner = (uint64_t)count + 1};
        make_shape(&object, &platforms[count++].shape);
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
