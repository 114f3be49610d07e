// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The line by which a battery reports how much it has tried. tools/campaigns.sh adds these lines to
// tests/campaigns.tsv.
#pragma once

#include <stdio.h>

static inline void print_counted(long long count, const char *unit, long long faults) {
    printf("counted: %lld %s, %lld faults\n", count, unit, faults);
    fflush(stdout);
}
