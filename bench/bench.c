// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Timing in turns: a b c, a b c, ... so that a machine whose speed drifts slows all alike.
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SUBJECTS = 8 };

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_row(bench_report *report, const char *what, const char *unit, const bench_subject *subject,
                      double nanoseconds, double ratio, long long answer, const char *note) {
    ++report->rows;
    if (report->json) {
        fprintf(report->out,
                "{\"workload\":\"%s\",\"what\":\"%s\",\"subject\":\"%s\",\"unit\":\"%s\",\"ns\":%.3f,\"ratio\":%.3f,"
                "\"count\":%lld%s%s%s}\n",
                report->workload, what, subject->name, unit, nanoseconds, ratio, answer, note ? ",\"note\":\"" : "",
                note ? note : "", note ? "\"" : "");
        return;
    }
    if (!report->headed)
        fprintf(report->out, "%-34s %-22s %10s %8s %12s\n", report->workload, "subject", "ns", "ratio", "count");
    report->headed = true;
    fprintf(report->out, "%-34s %-22s %10.2f %8.2f %12lld  %s%s%s\n", what, subject->name, nanoseconds, ratio, answer,
            unit, note ? "; " : "", note ? note : "");
}

bool bench_wanted(const bench_report *report, const char *what) {
    return !report->only || strstr(what, report->only);
}

static double timed(const bench_subject *subject, const bench_around *around, long long *answer) {
    if (around->prepare) around->prepare(subject->context);
    double start = seconds();
    *answer = subject->run(subject->context);
    return seconds() - start;
}

void bench_measure_around(bench_report *report, const char *what, const char *unit, double units,
                          const bench_subject *subjects, int count, const char *note, bench_around around) {
    double best[SUBJECTS];
    long long answers[SUBJECTS];
    if (!bench_wanted(report, what)) return;
    if (count > SUBJECTS) count = SUBJECTS;
    for (int i = 0; i < count; ++i) timed(&subjects[i], &around, &answers[i]); // a round to warm up
    for (int round = 0; round < report->rounds; ++round) {
        for (int i = 0; i < count; ++i) {
            double taken = timed(&subjects[i], &around, &answers[i]);
            if (round == 0 || taken < best[i]) best[i] = taken;
        }
    }
    for (int i = 0; i < count; ++i) {
        if (around.verdict) answers[i] = around.verdict(subjects[i].context);
        print_row(report, what, unit, &subjects[i], best[i] * 1e9 / units, best[i] / best[0], answers[i],
                  i == 0 ? note : NULL);
    }
    fflush(report->out);
}

void bench_measure(bench_report *report, const char *what, const char *unit, double units,
                   const bench_subject *subjects, int count, const char *note) {
    bench_measure_around(report, what, unit, units, subjects, count, note, (bench_around){0});
}

static void *resize(void *held, void *old, size_t old_size, size_t new_size) {
    void *memory = NULL;
    if (new_size == 0) {
        free(old);
    } else {
        memory = realloc(old, new_size);
        if (!memory) return NULL;
    }
    *(long long *)held += (long long)new_size - (long long)old_size;
    return memory;
}

carom_allocator bench_counting(long long *held) {
    return (carom_allocator){resize, held};
}
