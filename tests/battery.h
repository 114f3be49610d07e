// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A battery is a test program that goes on for some time with random input: --seconds S, --seed N. Without seconds it
// is a quick test.
#pragma once

#include "counted.h"
#include "rounds.h"
#include "seconds.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct battery_options {
    double seconds; ///< for each loop; 0 in a quick test
    uint64_t seed;
} battery_options;

static battery_options battery;

/// The value of an option, or NULL. Ends the program if the last option has no value.
static inline const char *option_value(int argc, char **argv, const char *name) {
    if (argc % 2 == 0) {
        fprintf(stderr, "%s: every option requires a value; %s has none\n", argv[0], argv[argc - 1]);
        exit(EXIT_FAILURE);
    }
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], name) == 0) return argv[i + 1];
    }
    return NULL;
}

/// Sets `battery`. `seed` is that of the quick test; `loops` share the seconds.
static inline void read_battery(int argc, char **argv, uint64_t seed, int loops) {
    const char *value = option_value(argc, argv, "--seconds");
    battery.seconds = value ? strtod(value, NULL) / loops : 0;
    value = option_value(argc, argv, "--seed");
    battery.seed = value ? strtoull(value, NULL, 10) : seed;
}

/// Returns true until the seconds since `start` are over; in a quick test, until `quick` rounds are done, or a third of
/// them under sanitizers.
static inline bool go_on(double start, long long done, long long quick) {
    return battery.seconds > 0 ? seconds_now() - start < battery.seconds : done * ROUNDS_DIVISOR < quick;
}
