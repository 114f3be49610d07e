// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The triangles of a level have the area that its boundary encloses.
#pragma once

#include "carom/level.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/// Twice the signed area of a triangle with the origin.
static inline double doubled_area(carom_vec2 a, carom_vec2 b, carom_vec2 origin) {
    double ax = (double)a.x - (double)origin.x, ay = (double)a.y - (double)origin.y;
    double bx = (double)b.x - (double)origin.x, by = (double)b.y - (double)origin.y;
    return ax * by - ay * bx;
}

static inline carom_triangle *triangles_of(const carom_level *level, int *count) {
    int counted;
    assert_int_equal(carom_level_triangles(level, NULL, 0, &counted), CAROM_STATUS_OK);
    carom_triangle *triangles = malloc((size_t)(counted + 1) * sizeof *triangles);
    assert_non_null(triangles);
    assert_int_equal(carom_level_triangles(level, triangles, counted, count), CAROM_STATUS_OK);
    assert_int_equal(*count, counted);
    return triangles;
}

static inline void assert_area_of_triangles(const carom_level *level, const carom_triangle *triangles, int count) {
    carom_box bounds = carom_level_bounds(level);
    double sum = 0, enclosed = 0, size = 0;
    for (int i = 0; i < count; ++i) {
        double area = doubled_area(triangles[i].v[1], triangles[i].v[2], triangles[i].v[0]);
        assert_true(area > 0);
        sum += area;
    }
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.one_way) continue; // a two-sided edge has its reverse
        double part = doubled_area(e.a, e.b, bounds.min);
        enclosed += part;
        size += fabs(part);
    }
    if (fabs(sum - enclosed) > 1e-12 * size) fail_msg("the triangles have %.9g, the boundary %.9g", sum, enclosed);
}
