// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// build/carom-bench, which `carom bench` starts: the workloads by name.
#include "bench/bench.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct workload {
    const char *name;
    void (*run)(bench_report *report);
    const char *summary;
    bool when_named; // runs only if it is named
} workloads[] = {
    {"bodies", bench_bodies, "kinematic bodies, a contact rule and spin among 10,000 colliding movers", false},
    {"bullets", bench_bullets, "circles bouncing in a cave; escapes", false},
    {"matches", bench_matches, "10,000 small worlds on one level, compared with one large world", false},
    {"pairs", bench_pairs, "all touching pairs of a crowd, at each step", false},
    {"prims", bench_prims, "each query on each pair of shapes, single and in batches", false},
    {"questions", bench_questions, "rays through a crowd, and the nearest body", false},
    {"turns", bench_turns, "times of impact of shapes that move and turn", false},
    {"walk", bench_walk, "cells under lines, lines of sight, fields of view", false},
    {"walk-actors", bench_walkers, "10,000 walkers on the floors of a cave", false},
    {"ray", bench_ray, "the first hit of a ray, in a level of 103,939 segments", false},
    {"cast", bench_cast, "the first hit of a moving circle there", false},
    {"box", bench_box, "all segments that a box touches there", false},
    {"build", bench_build, "building the index of a level from segments", false},
    {"edit", bench_edit, "editing one tile at a time, in a level of 1024 x 1024", false},
    {"big", bench_big, "a level of 10^7 segments compared with one of 10^5; 3 GB, if named", true},
};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static void print_help(void) {
    puts("usage: carom bench [OPTION...] [WORKLOAD...]\n\n"
         "Times the workloads in Carom and in the peers that were installed when Carom was\n"
         "configured. Prints nanoseconds, the ratio to Carom, and a count, which must agree.\n\n"
         "Workloads (without names, all but big):");
    for (int i = 0; i < WORKLOADS; i++) printf("  %-12s %s\n", workloads[i].name, workloads[i].summary);
    puts("\n  --rounds N   number of runs of each subject, of which the best counts (5)\n"
         "  --only TEXT  run only rows with TEXT in their names\n"
         "  --peers      of prims, run only the matrix of pairs beside Box2D 3\n"
         "  --json       print one JSON object a row\n"
         "  --help       this text");
}

static const struct workload *find(const char *name) {
    for (int i = 0; i < WORKLOADS; i++) {
        if (strcmp(workloads[i].name, name) == 0) return &workloads[i];
    }
    return NULL;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"rounds", required_argument, NULL, 'r'}, {"only", required_argument, NULL, 'o'},
        {"peers", no_argument, NULL, 'p'},        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    bench_report report = {.out = stdout, .rounds = 5};
    int64_t rounds = 5;
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        switch (option) {
        case 'r':
            if (!cli_integer(argv, "--rounds", 1, 1000, &rounds)) return CLI_USAGE;
            report.rounds = (int)rounds;
            break;
        case 'o': report.only = optarg; break;
        case 'p': report.peers = true; break;
        case 'j': report.json = true; break;
        case 'h': print_help(); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    for (int i = optind; i < argc; i++) {
        if (!find(argv[i])) return cli_usage(argv, "unknown workload '%s'", argv[i]);
    }
    for (int i = 0; i < WORKLOADS; i++) {
        bool wanted = optind == argc && !workloads[i].when_named;
        for (int k = optind; k < argc; k++) wanted = wanted || find(argv[k]) == &workloads[i];
        if (!wanted) continue;
        report.workload = workloads[i].name;
        report.headed = false;
        int rows = report.rows;
        workloads[i].run(&report);
        if (report.rows == rows && !report.only) return cli_fail(argv, "%s: out of memory", workloads[i].name);
    }
    if (report.rows == 0) {
        return cli_fail(argv, "--only %s: no row has this text in its name; leave out --only to run all rows",
                        report.only);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_OK : cli_fail(argv, "cannot write to standard output");
}
