// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the workloads of `carom bench` share: several subjects do the same work in turns, the best of several rounds
// counts, and all have to come to the same answer. Ratios within one run travel between machines; nanoseconds do not.
//
// Adding a workload: write bench/bench_x.c with `void bench_x(bench_report *)`, declare it here, add it to the table in
// bench/main.c and the file to cmake/bench.cmake. Adding a peer: one more subject in the workload's list.
#pragma once

#include "carom/base.h"

#include <stdio.h>

typedef struct bench_report {
    FILE *out;
    bool json;
    int rounds;       // how often each subject runs, in turns
    const char *only; // rows and scenes whose name has this in it; null: all
    const char *workload;
    bool headed; // the table has its heading
    int rows;    // so far, of all workloads
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

/// For work that cannot simply be done again. What is not null is called outside of the time that is taken: `prepare`
/// before each run, `verdict` after the last, and the count that it answers is printed in place of the run's.
typedef struct bench_around {
    void (*prepare)(void *context);
    long long (*verdict)(void *context);
} bench_around;
void bench_measure_around(bench_report *report, const char *what, const char *unit, double units,
                          const bench_subject *subjects, int count, const char *note, bench_around around);

/// Is it one of those that --only asks for? For scenes that are costly to make; rows are left out without it.
bool bench_wanted(const bench_report *report, const char *what);

/// malloc's family, with the bytes that are held added up in *held.
carom_allocator bench_counting(long long *held);

// The workloads.
void bench_big(bench_report *report);
void bench_bullets(bench_report *report);
void bench_matches(bench_report *report);
void bench_pairs(bench_report *report);
void bench_edit(bench_report *report);
void bench_prims(bench_report *report);
void bench_questions(bench_report *report);
void bench_walk(bench_report *report);
void bench_walkers(bench_report *report);
void bench_ray(bench_report *report);
void bench_cast(bench_report *report);
void bench_box(bench_report *report);
void bench_build(bench_report *report);
