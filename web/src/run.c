// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// `carom run` one step at a time, by the functions of the command line.
#include <stdlib.h>

#include "cli/run.h"
#include "web.h"

typedef struct web_run {
    run_options options;
    run_random random;
    run run;
} web_run;

/// Starts a run. `level` is the level of `map`, and must outlive the run. A negative radius or speed means the default.
/// Writes the number of actors that found a clear position to *found.
carom_status WEB(run_make)(carom_map *map, carom_level *level, int actors, int64_t seed, float radius, float speed,
                           int box, int response, web_run **out, int *found) {
    web_run *w = malloc(sizeof *w);
    *found = 0;
    if (!w) return CAROM_STATUS_NO_MEMORY;
    *w = (web_run){.options = {.actors = actors, .radius = radius, .speed = speed, .shape = box, .response = response},
                   .random = {(uint64_t)seed}};
    w->run = (run){.options = &w->options, .loaded = {.map = map, .level = level, .bounds = bounds_of(map, level)}};
    run_choose_sizes(&w->options, &w->run.loaded);
    carom_status status = run_start(&w->run, &w->random, found);
    if (status == CAROM_STATUS_OK) {
        *out = w;
        return status;
    }
    run_free(&w->run);
    free(w);
    return status;
}

void WEB(run_free)(web_run *w) {
    run_free(&w->run);
    free(w);
}

carom_status WEB(run_step)(web_run *w) {
    carom_status status = carom_world_step(w->run.world, 1);
    if (status == CAROM_STATUS_OK) run_after_step(&w->run, &w->random);
    return status;
}

carom_world *WEB(run_world)(const web_run *w) {
    return w->run.world;
}

int WEB(run_actors)(const web_run *w) {
    return w->run.count;
}

void WEB(run_centers)(const web_run *w, carom_vec2 *out) {
    for (int i = 0; i < w->run.count; i++) out[i] = run_center(&w->run, i);
}

/// Writes radius, speed, hits, pairs, escapes.
void WEB(run_sums)(const web_run *w, double *out) {
    out[0] = (double)w->options.radius;
    out[1] = (double)w->options.speed;
    out[2] = (double)w->run.hits;
    out[3] = (double)w->run.pairs;
    out[4] = (double)w->run.escapes;
}
