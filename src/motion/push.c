// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way out of everything at once. Each contact asks for a half plane of translations, normal . x >= depth. The
// least translation in all of them is the origin, its foot on one border, or the crossing of two borders: few enough
// to try all. Contacts are straight only nearby, so the place found is asked again, and what it touches is added.
#include "motion/compound.h"
#include "motion/rest.h"

#include <math.h>

#define CONTACTS 16 // the most half planes
#define ROUNDS   12

typedef struct half_plane {
    double x, y, depth;
} half_plane;

typedef struct way_out {
    half_plane planes[CONTACTS];
    int count;
    double x, y; ///< the least translation found
} way_out;

static bool satisfies(const way_out *out, double x, double y) {
    double slack = 1e-12 * (fabs(x) + fabs(y)); // a crossing lies on its own two borders but for rounding
    for (int i = 0; i < out->count; ++i) {
        if (out->planes[i].x * x + out->planes[i].y * y < out->planes[i].depth - slack) return false;
    }
    return true;
}

static void consider(way_out *out, double x, double y, double *least) {
    double length2 = x * x + y * y;
    if (length2 < *least && satisfies(out, x, y)) {
        *least = length2;
        out->x = x;
        out->y = y;
    }
}

/// False when no translation satisfies all.
static bool solve(way_out *out) {
    double least = HUGE_VAL;
    consider(out, 0, 0, &least);
    for (int i = 0; i < out->count; ++i) {
        half_plane p = out->planes[i];
        double length2 = p.x * p.x + p.y * p.y;
        consider(out, p.x * p.depth / length2, p.y * p.depth / length2, &least);
        for (int j = 0; j < i; ++j) {
            half_plane q = out->planes[j];
            double det = p.x * q.y - p.y * q.x;
            if (fabs(det) < 1e-9) continue; // parallel: one of the feet serves, or nothing does
            consider(out, (p.depth * q.y - q.depth * p.y) / det, (p.x * q.depth - q.x * p.depth) / det, &least);
        }
    }
    return least < HUGE_VAL;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double largest_coordinate(carom_box box) {
    double x = larger(fabs((double)box.min.x), fabs((double)box.max.x));
    double y = larger(fabs((double)box.min.y), fabs((double)box.max.y));
    return larger(x, y);
}

/// Adds what the shape is deeper than touch in at `at`; after the first round a little more than its depth, so that
/// rounding the place to floats leaves it free, and more from round to round.
static void gather(way_out *out, const carom_space *space, const carom_shape *shape, carom_vec2 at, int round) {
    carom_space_contact contacts[CONTACTS];
    cr_placed placed;
    const carom_shape *there = cr_put(&placed, shape, at);
    int found = space->contacts(space->self, there, contacts, CONTACTS);
    double margin = largest_coordinate(carom_shape_bounds(there)) * 0x1p-24 * (double)((1 << round) - 1);
    for (int i = 0; i < found && i < CONTACTS && out->count < CONTACTS; ++i) {
        if (!(contacts[i].contact.depth > 0)) continue;
        double nx = (double)contacts[i].contact.normal.x;
        double ny = (double)contacts[i].contact.normal.y;
        double depth = nx * out->x + ny * out->y + (double)contacts[i].contact.depth + margin;
        out->planes[out->count++] = (half_plane){nx, ny, depth};
    }
}

carom_push carom_push_out(const carom_space *space, const carom_shape *shape, carom_vec2 position) {
    if (cr_free(space, shape, position)) return (carom_push){.at = position};
    way_out out = {0};
    carom_vec2 at = position;
    for (int round = 0; round < ROUNDS; ++round) {
        gather(&out, space, shape, at, round);
        if (!solve(&out)) break;
        at = (carom_vec2){(float)((double)position.x + out.x), (float)((double)position.y + out.y)};
        if (cr_free(space, shape, at)) return (carom_push){.at = at, .moved = true};
    }
    return (carom_push){.at = position, .crushed = true};
}
