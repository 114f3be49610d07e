// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench turns: times of impact of segment, circle, capsule, box, quad and octagon that move and turn, against one
// another, beside Box2D's b2TimeOfImpact. The shapes are those of prims --peers. The first starts 4 to 8 units from the
// second, apart from it or nearly so, and moves to within 3 units of it, while the second moves by up to 1. Angles are
// within the largest angle of the row. Box2D stops at a distance of 0.0025 to 0.005, and interpolates rotations
// linearly: its counts differ a little.
#include "bench/bench.h"
#include "bench/matrix.h"
#include "bench/turns.h"

#include <stdlib.h>

#ifdef WITH_BOX2D3
extern const turns_peer turns_box2d3;
static const turns_peer *const turns_beside = &turns_box2d3;
#else
static const turns_peer *const turns_beside = NULL;
#endif

/// A motion to within `near` of the origin.
static carom_turning random_turning(random_source *r, carom_vec2 from, float near, float angle) {
    carom_turning motion = {.pose = {.position = from, .rotation = {1, 0}}};
    motion.move.x = random_range(r, -near, near) - from.x;
    motion.move.y = random_range(r, -near, near) - from.y;
    motion.angle = random_range(r, -angle, angle);
    return motion;
}

static long long sweep_all(void *context) {
    const turns_scene *s = context;
    long long hits = 0;
    for (int i = 0; i < TURNS_PAIRS; ++i)
        hits += carom_sweep_turning(&s->a[i], &s->a_motion[i], &s->b[i], &s->b_motion[i]).hit;
    return hits;
}

/// Makes the pairs of two kinds, and writes to `ratio` the time of the peer as a multiple of Carom's.
static bool measure_turns(bench_report *report, turns_scene *s, const int kinds[2], float angle, double *ratio) {
    char what[64];
    snprintf(what, sizeof what, "turn %g %s %s", (double)angle, matrix_kinds[kinds[0]], matrix_kinds[kinds[1]]);
    if (!bench_wanted(report, what)) return false;
    random_source r = {(uint64_t)(kinds[0] * MATRIX_KINDS + kinds[1])};
    for (int i = 0; i < TURNS_PAIRS; ++i) {
        matrix_make_shape(&r, kinds[0], &s->a[i]);
        matrix_make_shape(&r, kinds[1], &s->b[i]);
        carom_vec2 from = random_direction(&r, random_range(&r, 4, 8));
        s->a_motion[i] = random_turning(&r, from, 3, angle);
        s->b_motion[i] = random_turning(&r, (carom_vec2){0, 0}, 1, angle);
    }
    bench_subject subjects[2] = {{"carom", sweep_all, s}};
    if (turns_beside) {
        turns_beside->prepare(s);
        subjects[1] = (bench_subject){turns_beside->name, turns_beside->sweep, s};
    }
    *ratio = bench_measure(report, (bench_row){what, "a sweep", TURNS_PAIRS, NULL}, subjects, turns_beside ? 2 : 1);
    return turns_beside != NULL;
}

void bench_turns(bench_report *report) {
    static const float angles[] = {0.1f, 1, 3};
    turns_scene *s = malloc(sizeof *s);
    for (int i = 0; s && i < 3; ++i) {
        double shares[MATRIX_KINDS * MATRIX_KINDS], ratio;
        int count = 0;
        for (int a = 0; a < MATRIX_KINDS; ++a) {
            for (int b = a; b < MATRIX_KINDS; ++b) {
                if (measure_turns(report, s, (const int[]){a, b}, angles[i], &ratio)) shares[count++] = 1 / ratio;
            }
        }
        char what[32];
        snprintf(what, sizeof what, "turns up to %g", (double)angles[i]);
        if (turns_beside) bench_summarize(report, what, turns_beside->name, shares, count);
    }
    free(s);
}
