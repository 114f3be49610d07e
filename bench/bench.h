// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shared by the workloads of `carom bench`. Several subjects do the same work alternately; the best of several rounds
// counts, and all must give the same count. Ratios within one run hold on other machines; nanoseconds do not.
//
// To add a workload: write bench/bench_x.c with `void bench_x(bench_report *)`, declare it here, add it to the table in
// bench/main.c and the file to cmake/bench.cmake. To add a peer: one more subject in the list of the workload.
#pragma once

#include "carom/base.h"

#include <stdio.h>

typedef struct bench_report {
    FILE *out;
    bool json;
    int rounds;       // number of runs of each subject
    const char *only; // runs only rows and scenes with this in their names; null: all
    bool peers;       // of prims, runs only the matrix of pairs beside Box2D
    const char *workload;
    bool headed; // the heading of the table is printed
    int rows;    // number of rows so far, of all workloads
} bench_report;

/// One implementation of the work.
typedef struct bench_subject {
    const char *name;                // "carom", "chipmunk 7.0.3"
    long long (*run)(void *context); // does all of the work once and returns a count (of hits, cells ...)
    void *context;
} bench_subject;

/// The work that the subjects of one row do.
typedef struct bench_row {
    const char *what; // the name of the row
    const char *unit; // "a ray"
    double units;     // number of units in one run
    const char *note; // printed after the first subject; may be null
} bench_row;

/// Times the subjects alternately and prints a row for each: nanoseconds a unit, ratio to the first, count. Returns the
/// ratio of the last, or NaN if --only leaves the row out.
double bench_measure(bench_report *report, bench_row row, const bench_subject *subjects, int count);

/// The same, but writes the ratio of each subject. Returns false if --only leaves the row out.
bool bench_measure_all(bench_report *report, bench_row row, const bench_subject *subjects, int count, double *ratios);

/// Hooks for work that cannot simply be repeated; null ones are skipped, and none is timed. `prepare` runs before each
/// run, `verdict` after the last. The count that `verdict` returns replaces that of the run.
typedef struct bench_around {
    void (*prepare)(void *context);
    long long (*verdict)(void *context);
} bench_around;
double bench_measure_around(bench_report *report, bench_row row, const bench_subject *subjects, int count,
                            bench_around around);

/// Prints how many of the combinations are slower than the peer, and the median and the worst of the shares: Carom's
/// time divided by the peer's. Sorts the shares.
void bench_summarize(const bench_report *report, const char *what, const char *peer, double *shares, int count);

/// True if --only selects `name`. For scenes that are expensive to make: bench_measure tests it as well.
bool bench_wanted(const bench_report *report, const char *what);

/// malloc, realloc and free that count the bytes in use in *held.
carom_allocator bench_counting(long long *held);

// The workloads.
void bench_matrix(bench_report *report); // prims --peers
void bench_big(bench_report *report);
void bench_bodies(bench_report *report);
void bench_bullets(bench_report *report);
void bench_matches(bench_report *report);
void bench_pairs(bench_report *report);
void bench_edit(bench_report *report);
void bench_prims(bench_report *report);
void bench_questions(bench_report *report);
void bench_turns(bench_report *report);
void bench_walk(bench_report *report);
void bench_walkers(bench_report *report);
void bench_ray(bench_report *report);
void bench_cast(bench_report *report);
void bench_box(bench_report *report);
void bench_build(bench_report *report);
