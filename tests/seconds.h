// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The time of the clock, for batteries that run for some seconds and for benchmarks.
#pragma once

#include <time.h>

static inline double seconds_now(void) {
#ifdef TIME_UTC
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else // on Windows, clock() counts real time
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}
