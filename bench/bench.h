// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the workloads of `carom bench` share: several subjects do the same work in turns, the best of several rounds
// counts, and all have to come to the same answer. Ratios within one run travel between machines; nanoseconds do not.
//
// Adding a workload: write bench/bench_x.c with `void bench_x(bench_report *)`, declare it here, add it to the table in
// cli/cmd_bench.c and the file to CMakeLists.txt. Adding a peer: one more subject in the workload's list.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct bench_report {
    FILE *out;
    bool json;
    int rounds; // how often each subject runs, in turns
    const char *workload;
    bool headed; // the table has its heading
} bench_report;

/// One way to do the work.
typedef struct bench_subject {
    const char *name;                // "carom", "chipmunk 7.0.3"
    long long (*run)(void *context); // does all of the work once and answers a count (of hits, cells ...)
    void *context;
} bench_subject;

/// Times the subjects in turns and prints a line each: nanoseconds per unit, ratio to the first, count. `note` (may be
/// null) stands behind the first.
void bench_measure(bench_report *report, const char *what, const char *unit, double units,
                   const bench_subject *subjects, int count, const char *note);

// The workloads.
void bench_prims(bench_report *report);
void bench_walk(bench_report *report);
