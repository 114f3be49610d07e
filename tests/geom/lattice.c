// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Every case of a small lattice compared with the exact oracle: all points, segments, circles, boxes, capsules and
// triangles with coordinates 0, 1 or 2, at all small offsets, with all motions of up to two steps. The cases are
// enumerated, not random; every kind of touching, collinear and degenerate pair occurs. Without arguments some cases,
// spread over all; `make exact` tests the rest:
//
//     test_geom_lattice [--seconds S | --count CASES] [--seed N]: N chooses the first case
#include "battery.h"
#include "geom/oracle.h"
#include "geom/shapes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 2, WIDTH = 2 * REACH + 1, STEPS = WIDTH * WIDTH, MOST_SHAPES = 256 };

static carom_shape shapes[MOST_SHAPES];
static int shape_count;

static carom_vec2 step(int number) {
    return vec((float)(number % WIDTH - REACH), (float)(number / WIDTH - REACH));
}

static void make_triangles(void) {
    for (int i = 0; i < 9; ++i) {
        for (int k = 0; k < 9; ++k) {
            carom_vec2 b = {(float)(i % 3), (float)(i / 3)}, c = {(float)(k % 3), (float)(k / 3)};
            carom_polygon triangle = {.count = 3, .v = {{0, 0}, b, c}};
            if (!oracle_is_convex(&triangle)) continue;
            shapes[shape_count++] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = triangle};
        }
    }
}

static void make_shapes(void) {
    shapes[shape_count++] = point_at(0, 0);
    for (int r = 0; r <= 2; ++r) shapes[shape_count++] = circle(0, 0, (float)r);
    for (int w = 0; w <= 2; ++w)
        for (int h = 0; h <= 2; ++h) shapes[shape_count++] = box(0, 0, (float)w, (float)h);
    for (int i = 0; i < STEPS; ++i) {
        carom_vec2 b = step(i);
        shapes[shape_count++] = segment(0, 0, b.x, b.y);
        shapes[shape_count++] = one_sided(0, 0, b.x, b.y);
        for (int r = 1; r <= 2; ++r) shapes[shape_count++] = capsule(0, 0, b.x, b.y, (float)r);
    }
    make_triangles();
}

static int faults;

static void report(const char *question, const char *fault, const carom_shape *a, const carom_shape *b, carom_vec2 m) {
    if (!fault || ++faults > 20) return;
    printf("%s: %s\n    a = ", question, fault);
    print_shape(stdout, a);
    printf(";\n    b = ");
    print_shape(stdout, b);
    printf(";\n    move = vec(%g, %g);\n", (double)m.x, (double)m.y);
}

/// Case `number`: two shapes, their offset, and the motion.
static void ask(int64_t number) {
    carom_shape a = shapes[number % shape_count];
    number /= shape_count;
    carom_shape b = carom_shape_at(&shapes[number % shape_count], vec(0, 0));
    number /= shape_count;
    b = carom_shape_at(&b, step((int)(number % STEPS)));
    carom_vec2 move = step((int)(number / STEPS)), still = vec(0, 0);

    report("overlap", carom_overlap(&a, &b) == oracle_overlap(&a, &b) ? NULL : "wrong", &a, &b, still);
    carom_separation gap = carom_distance(&a, &b);
    report("distance", oracle_fault_of_distance(&a, &b, &gap), &a, &b, still);
    carom_contact_points contact = carom_contact(&a, &b);
    report("contact", oracle_fault_of_contact(&a, &b, &contact), &a, &b, still);
    carom_sweep_hit hit = carom_sweep(&a, move, &b, still);
    report("sweep", oracle_fault_of_sweep(&a, move, &b, still, &hit), &a, &b, move);
    if (a.kind == CAROM_SHAPE_POINT) {
        carom_ray_hit ray = carom_ray(a.point, move, &b);
        report("ray", oracle_fault_of_ray(a.point, move, &b, &ray), &a, &b, move);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 1);
    const char *cases = option_value(argc, argv, "--count");
    const long long quick = cases ? strtoll(cases, NULL, 10) : 100000;
    make_shapes();
    int64_t all = (int64_t)shape_count * shape_count * STEPS * STEPS;
    double start = seconds_now();
    int64_t done = 0, first = (int64_t)battery.seed * 1000000000 % all;
    for (; done < all && go_on(start, done, quick); ++done) {
        ask((first + done) % all * 1000003 %
            all); // a prime that divides no factor: each case occurs once, and consecutive ones differ
    }
    printf("%lld of %lld cases\n", (long long)done, (long long)all);
    print_counted(done, "lattice cases", faults);
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
