// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Subjects run alternately, a b c, a b c, ... so that a drift of the machine's speed affects all of them equally.
#include "bench/bench.h"
#include "seconds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUBJECTS = 8 };

/// The result of one subject.
typedef struct measured {
    const char *name;
    double nanoseconds, ratio;
    long long answer;
} measured;

static void print_row(bench_report *report, bench_row row, measured m) {
    const char *note = row.note;
    ++report->rows;
    if (report->json) {
        fprintf(report->out,
                "{\"workload\":\"%s\",\"what\":\"%s\",\"subject\":\"%s\",\"unit\":\"%s\",\"ns\":%.3f,\"ratio\":%.3f,"
                "\"count\":%lld%s%s%s}\n",
                report->workload, row.what, m.name, row.unit, m.nanoseconds, m.ratio, m.answer,
                note ? ",\"note\":\"" : "", note ? note : "", note ? "\"" : "");
        return;
    }
    if (!report->headed)
        fprintf(report->out, "%-34s %-22s %10s %8s %12s\n", report->workload, "subject", "ns", "ratio", "count");
    report->headed = true;
    fprintf(report->out, "%-34s %-22s %10.2f %8.2f %12lld  %s%s%s\n", row.what, m.name, m.nanoseconds, m.ratio,
            m.answer, row.unit, note ? "; " : "", note ? note : "");
}

bool bench_wanted(const bench_report *report, const char *what) {
    return !report->only || strstr(what, report->only);
}

static double timed(const bench_subject *subject, const bench_around *around, long long *answer) {
    if (around->prepare) around->prepare(subject->context);
    double start = seconds_now();
    *answer = subject->run(subject->context);
    return seconds_now() - start;
}

/// Writes the ratio of each subject to the first. Returns false if the row is not wanted.
static bool measure_around(bench_report *report, bench_row row, const bench_subject *subjects, int count,
                           bench_around around, double *ratios) {
    double best[SUBJECTS] = {0};
    long long answers[SUBJECTS];
    if (!bench_wanted(report, row.what)) return false;
    if (count > SUBJECTS) count = SUBJECTS;
    for (int i = 0; i < count; ++i) timed(&subjects[i], &around, &answers[i]); // a warm-up round
    for (int round = 0; round < report->rounds; ++round) {
        for (int i = 0; i < count; ++i) {
            double taken = timed(&subjects[i], &around, &answers[i]);
            if (round == 0 || taken < best[i]) best[i] = taken;
        }
    }
    for (int i = 0; i < count; ++i) {
        if (around.verdict) answers[i] = around.verdict(subjects[i].context);
        if (i > 0) row.note = NULL;
        ratios[i] = best[i] / best[0];
        print_row(report, row, (measured){subjects[i].name, best[i] * 1e9 / row.units, ratios[i], answers[i]});
    }
    fflush(report->out);
    return true;
}

double bench_measure_around(bench_report *report, bench_row row, const bench_subject *subjects, int count,
                            bench_around around) {
    double ratios[SUBJECTS];
    return measure_around(report, row, subjects, count, around, ratios) ? ratios[count - 1] : (double)NAN;
}

bool bench_measure_all(bench_report *report, bench_row row, const bench_subject *subjects, int count, double *ratios) {
    return measure_around(report, row, subjects, count, (bench_around){0}, ratios);
}

double bench_measure(bench_report *report, bench_row row, const bench_subject *subjects, int count) {
    return bench_measure_around(report, row, subjects, count, (bench_around){0});
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

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_summarize(const bench_report *report, const char *what, const char *peer, double *shares, int count) {
    if (count == 0 || report->json) return;
    int slower = 0;
    for (int i = 0; i < count; ++i) slower += shares[i] > 1;
    qsort(shares, (size_t)count, sizeof *shares, by_size);
    fprintf(report->out, "%s: %d combinations, %d slower than %s; median time %.2f of it, worst %.2f\n", what, count,
            slower, peer, shares[count / 2], shares[count - 1]);
}
