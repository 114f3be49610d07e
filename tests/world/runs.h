// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Programs that run one scene under each response at five speeds. Arguments: a factor for the number of steps; another
// seed.
#pragma once

#include "carom/motion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

typedef void run_function(uint64_t seed, float speed, carom_response_kind kind, int steps);

typedef struct runs {
    run_function *run;
    carom_response_kind kind;
    uint64_t seed; ///< of the first run; one more for each after it
    int steps;     ///< of each run
} runs;

static inline void run_at_all_speeds(void **state) {
    const float speeds[] = {0.1f, 1, 7.7f, 50, 200};
    const runs *r = *state;
    for (uint64_t i = 0; i < 5; ++i) r->run(r->seed + i, speeds[i], r->kind, r->steps);
}

/// The main function of such a program. Returns 0 if all runs pass.
static inline int run_under_all_responses(run_function *run, int steps, int argc, char **argv) {
    if (argc > 1) steps *= atoi(argv[1]);
    uint64_t seed = argc > 2 ? (uint64_t)atol(argv[2]) : 0;
    runs slides = {run, CAROM_RESPONSE_SLIDE, seed, steps};
    runs bounces = {run, CAROM_RESPONSE_BOUNCE, seed + 10, steps};
    runs touches = {run, CAROM_RESPONSE_STOP, seed + 20, steps};
    const struct CMUnitTest tests[] = {
        {.name = "sliding", .test_func = run_at_all_speeds, .initial_state = &slides},
        {.name = "bouncing", .test_func = run_at_all_speeds, .initial_state = &bounces},
        {.name = "touching", .test_func = run_at_all_speeds, .initial_state = &touches},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
