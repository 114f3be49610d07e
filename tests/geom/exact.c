// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Every query on random pairs of all kinds, in plain and adverse families, compared with the exact oracle. Without
// arguments it takes seconds; `make exact` runs it for long:
//
//     test_geom_exact [--seconds N | --count ROUNDS] [--seed S] [--family NAME]
//
// A build with CAROM_COUNT_EXACT prints how many cases the filters left undecided; with CAROM_FORCE_EXACT all cases use
// the exact stage. A round is every family and ordered pair of kinds once: 12 overlaps, a distance, a contact and a
// sweep, and 4 rays for each kind of b. Prints each kind of error a few times, as C with exact numbers, and fails if
// there is any.
#include "battery.h"
#include "carom/geom.h"
#include "geom/oracle.h"
#include "geom/scenes.h"
#include "geom/shapes.h"

#ifdef CAROM_COUNT_EXACT
#include "geom/predicate.h"
#endif

#include <stdlib.h>
#include <string.h>

enum { KINDS = CAROM_SHAPE_COMPOUND + 1, OVERLAPS_PER_SCENE = 12, REPORTS_PER_FAULT = 2, MOST_FAULTS = 512 };

typedef enum { OVERLAP, DISTANCE, CONTACT, SWEEP, RAY, QUESTIONS } question;

static const char *const question_names[QUESTIONS] = {"overlap", "distance", "contact", "sweep", "ray"};

static long long asked[QUESTIONS][KINDS][KINDS], took_exact_path[QUESTIONS][KINDS][KINDS], faults;

/// The number of fallbacks to exact arithmetic so far.
static unsigned long long exact_paths(void) {
#ifdef CAROM_COUNT_EXACT
    return cr_exact_taken;
#else
    return 0;
#endif
}

static void count(question q, const scene *s, unsigned long long exact_paths_before) {
    ++asked[q][s->a.kind][s->b.kind];
    took_exact_path[q][s->a.kind][s->b.kind] += exact_paths() != exact_paths_before;
}

/// The errors reported so far, to print each kind a few times only.
static struct {
    const char *what;
    question q;
    carom_shape_kind a, b;
    long long count;
} seen[MOST_FAULTS];
static int seen_count;

static void print_answers(question q, const scene *s) {
    if (q == SWEEP || q == RAY) {
        oracle_hit exact = oracle_sweep(&s->a, s->a_move, &s->b, s->b_move);
        printf("    exact: hit %d inside %d t %a parts %d %d\n", exact.hit, exact.inside, (double)exact.t, exact.part_a,
               exact.part_b);
    }
    if (q == DISTANCE) {
        carom_separation d = carom_distance(&s->a, &s->b);
        printf("    distance %.9g on_a (%.9g, %.9g) on_b (%.9g, %.9g) normal (%.9g, %.9g) parts %d %d\n",
               (double)d.distance, (double)d.on_a.x, (double)d.on_a.y, (double)d.on_b.x, (double)d.on_b.y,
               (double)d.normal.x, (double)d.normal.y, d.part_a, d.part_b);
    }
    if (q == CONTACT) {
        carom_contact_points c = carom_contact(&s->a, &s->b);
        printf("    hit %d depth %.9g normal (%.9g, %.9g) %d points (%.9g, %.9g) (%.9g, %.9g) parts %d %d\n", c.hit,
               (double)c.depth, (double)c.normal.x, (double)c.normal.y, c.count, (double)c.points[0].x,
               (double)c.points[0].y, (double)c.points[1].x, (double)c.points[1].y, c.part_a, c.part_b);
    }
    if (q == SWEEP) {
        carom_sweep_hit h = carom_sweep(&s->a, s->a_move, &s->b, s->b_move);
        printf("    hit %d inside %d t %a at (%a, %a) normal (%.9g, %.9g) feature %d parts %d %d\n", h.hit, h.inside,
               (double)h.t, (double)h.at.x, (double)h.at.y, (double)h.normal.x, (double)h.normal.y, h.feature, h.part_a,
               h.part_b);
    }
    if (q == RAY) {
        carom_ray_hit h = carom_ray(s->a.point, s->a_move, &s->b);
        printf("    hit %d inside %d t %a exit %a point (%a, %a) normal (%.9g, %.9g) feature %d part %d\n", h.hit,
               h.inside, (double)h.t, (double)h.exit, (double)h.point.x, (double)h.point.y, (double)h.normal.x,
               (double)h.normal.y, h.feature, h.part);
    }
}

static void report(family f, question q, const scene *s, const char *what) {
    ++faults;
    int i = 0;
    while (i < seen_count &&
           (seen[i].what != what || seen[i].q != q || seen[i].a != s->a.kind || seen[i].b != s->b.kind)) {
        ++i;
    }
    if (i == MOST_FAULTS) return;
    if (i == seen_count) {
        seen[seen_count].what = what;
        seen[seen_count].q = q;
        seen[seen_count].a = s->a.kind;
        seen[seen_count++].b = s->b.kind;
    }
    if (++seen[i].count > REPORTS_PER_FAULT) return;
    printf("%s, %s %s %s: %s\n    a = ", family_name(f), question_names[q], kind_name(s->a.kind), kind_name(s->b.kind),
           what);
    print_shape(stdout, &s->a);
    printf(";\n    b = ");
    print_shape(stdout, &s->b);
    printf(";\n    a_move = vec(%af, %af), b_move = vec(%af, %af);\n", (double)s->a_move.x, (double)s->a_move.y,
           (double)s->b_move.x, (double)s->b_move.y);
    print_answers(q, s);
}

static void ask_overlap(family f, const scene *s) {
    unsigned long long before = exact_paths();
    bool overlap = carom_overlap(&s->a, &s->b);
    count(OVERLAP, s, before);
    if (overlap != oracle_overlap(&s->a, &s->b)) report(f, OVERLAP, s, overlap ? "false overlap" : "missed overlap");
}

static void ask_distance(family f, const scene *s) {
    unsigned long long before = exact_paths();
    carom_separation gap = carom_distance(&s->a, &s->b);
    count(DISTANCE, s, before);
    const char *fault = oracle_fault_of_distance(&s->a, &s->b, &gap);
    if (fault != NULL) report(f, DISTANCE, s, fault);
}

static void ask_contact(family f, const scene *s) {
    unsigned long long before = exact_paths();
    carom_contact_points contact = carom_contact(&s->a, &s->b);
    count(CONTACT, s, before);
    const char *fault = oracle_fault_of_contact(&s->a, &s->b, &contact);
    if (fault != NULL) report(f, CONTACT, s, fault);
}

static void ask_sweep(family f, const scene *s) {
    unsigned long long before = exact_paths();
    carom_sweep_hit hit = carom_sweep(&s->a, s->a_move, &s->b, s->b_move);
    count(SWEEP, s, before);
    const char *fault = oracle_fault_of_sweep(&s->a, s->a_move, &s->b, s->b_move, &hit);
    if (fault != NULL) report(f, SWEEP, s, fault);
}

static void ask_ray(family f, scene *s) {
    s->b_move = vec(0, 0);
    unsigned long long before = exact_paths();
    carom_ray_hit hit = carom_ray(s->a.point, s->a_move, &s->b);
    count(RAY, s, before);
    const char *fault = oracle_fault_of_ray(s->a.point, s->a_move, &s->b, &hit);
    if (fault != NULL) report(f, RAY, s, fault);
}

static void round_of_questions(random_source *r, family only, int weight) {
    scene s;
    for (int f = 0; f < FAMILY_COUNT; ++f) {
        if (only != FAMILY_COUNT && f != (int)only) continue;
        for (int pair = 0; pair < 49; ++pair) {
            carom_shape_kind a = (carom_shape_kind)(CAROM_SHAPE_POINT + pair / 7),
                             b = (carom_shape_kind)(CAROM_SHAPE_POINT + pair % 7);
            for (int i = 1; i < weight; ++i) {
                make_scene(r, (family)f, a, b, &s);
                ask_overlap((family)f, &s);
            }
            make_scene(r, (family)f, a, b, &s);
            ask_overlap((family)f, &s);
            ask_distance((family)f, &s);
            ask_contact((family)f, &s);
            ask_sweep((family)f, &s);
            if (a != CAROM_SHAPE_POINT) continue;
            for (int i = 0; i < 4; ++i) {
                make_scene(r, (family)f, a, b, &s);
                ask_ray((family)f, &s);
            }
        }
    }
}

/// Prints a table of kind x kind x query: the number of cases, and the share that the filters left undecided. Returns
/// the number of all cases.
static long long print_coverage(void) {
    long long all = 0;
    for (int q = 0; q < QUESTIONS; ++q) {
        long long total = 0;
        printf("\n%-9s", question_names[q]);
        for (int b = CAROM_SHAPE_POINT; b < KINDS; ++b) printf("%17s", kind_name((carom_shape_kind)b));
        printf("\n");
        for (int a = CAROM_SHAPE_POINT; a < KINDS; ++a) {
            if (q == RAY && a != CAROM_SHAPE_POINT) continue;
            printf("%-9s", kind_name((carom_shape_kind)a));
            for (int b = CAROM_SHAPE_POINT; b < KINDS; ++b) {
                long long n = asked[q][a][b];
                printf("%10lld%6.1f%%", n, n > 0 ? 100.0 * (double)took_exact_path[q][a][b] / (double)n : 0);
                total += n;
            }
            printf("\n");
        }
        printf("%lld in all\n", total);
        all += total;
    }
    return all;
}

static family family_named(const char *name) {
    int f = 0;
    while (f < FAMILY_COUNT && strcmp(name, family_name((family)f)) != 0) ++f;
    return (family)f;
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    random_source r = {battery.seed};
    const char *rounds = option_value(argc, argv, "--count"), *name = option_value(argc, argv, "--family");
    const long quick = rounds ? strtol(rounds, NULL, 10) : 120;
    const family only = name ? family_named(name) : FAMILY_COUNT;
    double start = seconds_now();
    for (long round = 0; go_on(start, round, quick); ++round) round_of_questions(&r, only, OVERLAPS_PER_SCENE);
    long long all_asked = print_coverage();
    printf("\n%.1f s\n", seconds_now() - start);
    print_counted(all_asked, "decisions", faults);
    for (int i = 0; i < seen_count; ++i) {
        printf("%8lld  %s %s %s: %s\n", seen[i].count, question_names[seen[i].q], kind_name(seen[i].a),
               kind_name(seen[i].b), seen[i].what);
    }
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
