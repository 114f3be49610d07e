// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Written once for any number of vertices, and compiled as straight code for each combination of 1, 2, 4 and 8.
#include "geom/separations.h"

#include "base/inline.h"

/// Vertices relative to a common origin.
typedef struct placed {
    cr_lanes4 x[2], y[2];
    int vectors, points;
} placed;

CR_INLINE placed place(const cr_hull *h, int points, cr_lanes4 ox, cr_lanes4 oy, cr_lanes4 *wide, cr_lanes4 *high) {
    placed p;
    p.vectors = points > 4 ? 2 : 1;
    p.points = points;
    for (int i = 0; i < p.vectors; ++i) {
        p.x[i] = h->x[i] - ox;
        p.y[i] = h->y[i] - oy;
        *wide = cr_higher_lanes(*wide, cr_size_lanes(p.x[i]));
        *high = cr_higher_lanes(*high, cr_size_lanes(p.y[i]));
    }
    return p;
}

/// For each edge in four lanes: the greatest cross product with a vertex of the other shape.
CR_INLINE cr_lanes4 farthest_left(cr_lanes4 ex, cr_lanes4 ey, const placed *other, int points) {
    cr_lanes4 most = ex * CR_SHUFFLED(other->y[0], 0, 0, 0, 0) - ey * CR_SHUFFLED(other->x[0], 0, 0, 0, 0);
#define NEXT(i, k)                                                                                                     \
    most = cr_higher_lanes(most, ex * CR_SHUFFLED(other->y[i], k, k, k, k) - ey * CR_SHUFFLED(other->x[i], k, k, k, k))
    if (points > 1) NEXT(0, 1);
    if (points > 2) {
        NEXT(0, 2);
        NEXT(0, 3);
    }
    if (points > 4) {
        NEXT(1, 0);
        NEXT(1, 1);
        NEXT(1, 2);
        NEXT(1, 3);
    }
#undef NEXT
    return most;
}

/// `first`: the index in the separations of the first edges of h.
CR_INLINE void measure_edges(const cr_hull *h, const placed *own, const placed *other, int first, cr_separations *s) {
    const cr_lane_bits numbers = {0, 1, 2, 3};
    for (int i = 0; i < own->vectors; ++i) {
        cr_lanes4 ex = h->ex[i], ey = h->ey[i];
        cr_lanes4 gap = ex * own->y[i] - ey * own->x[i] - farthest_left(ex, ey, other, other->points);
        cr_lanes4 bound = cr_gap_bound(s->wide, s->high, ex, ey);
        s->overflows |= cr_gather_bits(bound <= cr_all_lanes(FLT_MAX)) != 15; // the bound is above all products
        int count = h->core.count - 4 * i;
        s->gap[first + i] =
            cr_choose_lanes(numbers < (cr_lane_bits){count, count, count, count}, gap, s->gap[first + i]);
        s->apart |= cr_gather_bits(gap > bound) << 4 * (first + i);
        s->open |= cr_gather_bits(~(gap < -bound)) << 4 * (first + i);
    }
    s->edges |= ((1u << h->core.count) - 1) << 4 * first;
}

/// `points`: 1, 2, 4 or 8, the number of vertices rounded up; constants, so that each combination is straight code.
CR_INLINE void measure_with(const cr_hull *a, int points_a, const cr_hull *b, int points_b, cr_separations *s) {
    cr_lanes4 ox = cr_all_lanes(a->core.v[0].x), oy = cr_all_lanes(a->core.v[0].y);
    cr_lanes4 wide = cr_all_lanes(0), high = wide;
    placed pa = place(a, points_a, ox, oy, &wide, &high), pb = place(b, points_b, ox, oy, &wide, &high);
    s->wide = cr_greatest_lane(wide)[0];
    s->high = cr_greatest_lane(high)[0];
    s->edges = s->apart = s->open = 0;
    s->overflows = false;
    for (int i = 0; i < 4; ++i) s->gap[i] = cr_all_lanes(-FLT_MAX);
    if (points_a > 1) measure_edges(a, &pa, &pb, 0, s);
    if (points_b > 1) measure_edges(b, &pb, &pa, 2, s);
    s->open &= s->edges;
}

static int points_of(const cr_hull *h) {
    return h->core.count <= 2 ? h->core.count : 4 * h->vectors;
}

void cr_measure_separations(const cr_hull *a, const cr_hull *b, cr_separations *s) {
    switch (points_of(a) * 16 + points_of(b)) {
    case 0x12: measure_with(a, 1, b, 2, s); break;
    case 0x14: measure_with(a, 1, b, 4, s); break;
    case 0x18: measure_with(a, 1, b, 8, s); break;
    case 0x21: measure_with(a, 2, b, 1, s); break;
    case 0x22: measure_with(a, 2, b, 2, s); break;
    case 0x24: measure_with(a, 2, b, 4, s); break;
    case 0x28: measure_with(a, 2, b, 8, s); break;
    case 0x41: measure_with(a, 4, b, 1, s); break;
    case 0x42: measure_with(a, 4, b, 2, s); break;
    case 0x44: measure_with(a, 4, b, 4, s); break;
    case 0x48: measure_with(a, 4, b, 8, s); break;
    case 0x81: measure_with(a, 8, b, 1, s); break;
    case 0x82: measure_with(a, 8, b, 2, s); break;
    case 0x84: measure_with(a, 8, b, 4, s); break;
    default: measure_with(a, 8, b, 8, s); break;
    }
}
