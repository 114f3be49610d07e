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
    default: measure_with(a, 8, b, 8, s); break;
    case 0x84: measure_with(a, 8, b, 4, s); break;
    case 0x82: measure_with(a, 8, b, 2, s); break;
    case 0x81: measure_with(a, 8, b, 1, s); break;
    case 0x48: measure_with(a, 4, b, 8, s); break;
    case 0x44: measure_with(a, 4, b, 4, s); break;
    case 0x42: measure_with(a, 4, b, 2, s); break;
    case 0x21: // only the vertices of the other count
    case 0x41: measure_with(a, 4, b, 1, s); break;
    case 0x28: measure_with(a, 2, b, 8, s); break;
    case 0x24: measure_with(a, 2, b, 4, s); break;
    case 0x22: measure_with(a, 2, b, 2, s); break;
    case 0x18: measure_with(a, 1, b, 8, s); break;
    case 0x12:
    case 0x14: measure_with(a, 1, b, 4, s); break;
    }
}

// ---- Extreme edges --------------------------------------------------------------------------------------------------

/// Up to four vectors of edges, in registers: those of a, then those of b.
typedef struct edge_vectors {
    cr_lanes4 gap[4], bound[4], ex[4], ey[4], sum; // of the bounds
    uint32_t within;
    cr_extreme_edges *found;
} edge_vectors;

/// farthest_left for up to four points, and the vertex that it is of.
CR_INLINE cr_lanes4 leftmost_of(cr_lanes4 ex, cr_lanes4 ey, const placed *other, cr_lane_bits *vertex) {
    cr_lanes4 most = ex * CR_SHUFFLED(other->y[0], 0, 0, 0, 0) - ey * CR_SHUFFLED(other->x[0], 0, 0, 0, 0), next;
    cr_lanes4 at = cr_all_lanes(0); // numbers as bits, which blends keep
#define NEXT(k)                                                                                                        \
    next = ex * CR_SHUFFLED(other->y[0], k, k, k, k) - ey * CR_SHUFFLED(other->x[0], k, k, k, k);                      \
    at = cr_choose_lanes(next > most, (cr_lanes4)(cr_lane_bits){k, k, k, k}, at);                                      \
    most = cr_higher_lanes(most, next)
    NEXT(1);
    NEXT(2);
    NEXT(3);
#undef NEXT
    *vertex = (cr_lane_bits)at;
    return most;
}

CR_INLINE void take_edges(const cr_hull *h, int i, const placed *own, const placed *other, int at, edge_vectors *v) {
    cr_extreme_edges *found = v->found;
    cr_lanes4 ex = h->ex[i], ey = h->ey[i];
    cr_lane_bits vertex = {0, 0, 0, 0};
    cr_lanes4 most = other->points > 4 ? farthest_left(ex, ey, other, 8) : leftmost_of(ex, ey, other, &vertex);
    cr_lanes4 gap = ex * own->y[i] - ey * own->x[i] - most;
    if (other->points <= 4) memcpy(&found->vertex[4 * at], &vertex, sizeof vertex);
    cr_lanes4 bound = cr_gap_bound(found->wide, found->high, ex, ey);
    v->sum += bound;
    v->within |= cr_gather_bits(gap < -bound) << 4 * at;
    v->gap[at] = gap;
    v->bound[at] = bound;
    v->ex[at] = ex;
    v->ey[at] = ey;
}

/// Lanes past the count become less than all others.
CR_INLINE void separate_edges(edge_vectors *v, int at, uint32_t edges, cr_extreme_edges *found) {
    const cr_lane_bits bits = {1, 2, 4, 8};
    int here = (int)(edges >> 4 * at);
    cr_lane_bits is_edge = ((cr_lane_bits){here, here, here, here} & bits) == bits;
    found->apart |= cr_gather_bits(v->gap[at] > v->bound[at]) << 4 * at;
    v->gap[at] = found->gap[at] = cr_choose_lanes(is_edge, v->gap[at], cr_all_lanes(-FLT_MAX));
}

CR_INLINE void divide_edges(edge_vectors *v, int at, float shortest, uint32_t *plain) {
    cr_lanes4 ex = v->ex[at], ey = v->ey[at], length = cr_root_lanes(ex * ex + ey * ey);
    cr_lane_bits is_plain = length > cr_all_lanes(shortest); // no lane past the count
    *plain |= cr_gather_bits(is_plain) << 4 * at;
    v->gap[at] = cr_choose_lanes(is_plain, v->gap[at] * (cr_all_lanes(1) / length), cr_all_lanes(-FLT_MAX));
}

/// `points`: 4 or 8.
CR_INLINE void find_extremes_with(const cr_hull *a, int points_a, const cr_hull *b, int points_b, bool wants_depth,
                                  cr_extreme_edges *found) {
#define EACH_VECTOR(DO)                                                                                                \
    do {                                                                                                               \
        DO(0);                                                                                                         \
        if (points_a > 4) DO(1);                                                                                       \
        DO(2);                                                                                                         \
        if (points_b > 4) DO(3);                                                                                       \
    } while (0)
    cr_lanes4 ox = cr_all_lanes(a->core.v[0].x), oy = cr_all_lanes(a->core.v[0].y);
    cr_lanes4 wide = cr_all_lanes(0), high = wide;
    placed pa = place(a, points_a, ox, oy, &wide, &high), pb = place(b, points_b, ox, oy, &wide, &high);
    found->wide = cr_greatest_lane(wide)[0];
    found->high = cr_greatest_lane(high)[0];
    found->apart = found->farthest = found->candidates = 0;
    edge_vectors v = {.sum = cr_all_lanes(0), .within = 0, .found = found};
#define TAKE(i) take_edges((i) < 2 ? a : b, (i)&1, (i) < 2 ? &pa : &pb, (i) < 2 ? &pb : &pa, i, &v)
    EACH_VECTOR(TAKE);
    uint32_t edges = ((1u << a->core.count) - 1) | ((1u << b->core.count) - 1) << 8, plain = 0;
    found->overflows = cr_gather_bits(v.sum <= cr_all_lanes(FLT_MAX)) != 15; // the bounds are above all products
    found->edges = edges;
    found->open = ~v.within & edges;
    float extent = found->wide + found->high;
    if (found->open == 0) {
        if (!wants_depth || !((extent >= CR_LEAST_EXTENT) & (extent <= CR_MOST_EXTENT))) return;
#define DIVIDE(i) divide_edges(&v, i, CR_SHORTEST_EDGE *extent, &plain)
        EACH_VECTOR(DIVIDE);
        if (plain != edges) return;
    } else {
#define SEPARATE(i) separate_edges(&v, i, edges, found)
        EACH_VECTOR(SEPARATE);
    }
    cr_lanes4 most = cr_higher_lanes(v.gap[0], v.gap[2]);
    if (points_a > 4) most = cr_higher_lanes(most, v.gap[1]);
    if (points_b > 4) most = cr_higher_lanes(most, v.gap[3]);
    cr_lanes4 enough = cr_greatest_lane(most);
    if (found->open == 0) enough -= cr_all_lanes(CR_DISTANCE_SLACK * extent);
    uint32_t extreme = 0;
#define GATHER(i) extreme |= cr_gather_bits(v.gap[i] >= enough) << 4 * (i)
    EACH_VECTOR(GATHER);
    *(found->open == 0 ? &found->candidates : &found->farthest) = extreme & edges;
#undef GATHER
#undef SEPARATE
#undef DIVIDE
#undef TAKE
#undef EACH_VECTOR
}

// Functions of their own, so that the compiler does not keep parts of all in registers.
static void find_extremes_4_4(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found) {
    find_extremes_with(a, 4, b, 4, wants_depth, found);
}
static void find_extremes_4_8(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found) {
    find_extremes_with(a, 4, b, 8, wants_depth, found);
}
static void find_extremes_8_4(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found) {
    find_extremes_with(a, 8, b, 4, wants_depth, found);
}
static void find_extremes_8_8(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found) {
    find_extremes_with(a, 8, b, 8, wants_depth, found);
}

void cr_find_extreme_edges(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found) {
    static void (*const find[])(const cr_hull *, const cr_hull *, bool, cr_extreme_edges *) = {
        find_extremes_4_4, find_extremes_4_8, find_extremes_8_4, find_extremes_8_8};
    find[a->vectors * 2 + b->vectors - 3](a, b, wants_depth, found);
}
