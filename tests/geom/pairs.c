// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The certified searches compared with the general path, bit for bit: every query on all kinds of shape, in the
// families of geom/exact, as regular shapes and with narrow gaps, mirrored, quarter-turned, far out, tiny, and one ulp
// beside.
//
//     test_geom_pairs [--seconds N | --count ROUNDS] [--seed S]
//
// Prints how many pairs the searches leave to the general path.
#include "battery.h"
#include "geom/extremes.h"
#include "geom/hull.h"
#include "geom/pair_search.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/scenes.h"
#include "geom/shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REGULAR = FAMILY_COUNT, EXTREME, NARROW, SOURCES, REPORTS = 8 };

static long long asked[SOURCES], fell_back[SOURCES], sweeps_fell_back[SOURCES], faults;

static void report(const char *query, const scene *s) {
    if (++faults > REPORTS) return;
    printf("%s differs:\n    ", query);
    print_shape(stdout, &s->a);
    printf("\n    ");
    print_shape(stdout, &s->b);
    printf("\n    by (%af, %af)\n", (double)s->a_move.x, (double)s->a_move.y);
}

static bool same(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_vec(carom_vec2 a, carom_vec2 b) {
    return same(a.x, b.x) && same(a.y, b.y);
}

// ---- Queries --------------------------------------------------------------------------------------------------------

static void compare_overlap(const scene *s) {
    cr_relation general = cr_relate_parts(&s->a, &s->b);
    if (carom_overlap(&s->a, &s->b) != (general != CR_APART)) report("overlap", s);
    if (cr_relate(&s->a, &s->b) != general) report("relation", s);
}

static void compare_distance(const scene *s) {
    carom_separation f = carom_distance(&s->a, &s->b), g = cr_distance_of_parts(&s->a, &s->b);
    bool equal = same(f.distance, g.distance) && same_vec(f.on_a, g.on_a) && same_vec(f.on_b, g.on_b);
    if (!equal || !same_vec(f.normal, g.normal) || f.part_a != g.part_a || f.part_b != g.part_b) report("distance", s);
}

static void compare_contact(const scene *s) {
    carom_contact_points f = carom_contact(&s->a, &s->b), g = cr_contact_of_parts(&s->a, &s->b);
    bool equal = f.hit == g.hit && same(f.depth, g.depth) && same_vec(f.normal, g.normal) && f.count == g.count;
    for (int i = 0; i < 2; ++i) equal = equal && same_vec(f.points[i], g.points[i]);
    if (!equal || f.part_a != g.part_a || f.part_b != g.part_b) report("contact", s);
}

static bool same_sweep(const carom_sweep_hit *f, const carom_sweep_hit *g) {
    return f->hit == g->hit && f->inside == g->inside && same(f->t, g->t) && same_vec(f->at, g->at) &&
           same_vec(f->point, g->point) && same_vec(f->normal, g->normal) && f->feature == g->feature &&
           f->part_a == g->part_a && f->part_b == g->part_b;
}

/// Pairs with a closed form may choose another of two sides, and round positions differently: test geom/general.
static bool has_closed_form(const scene *s) {
    carom_shape_kind a = s->a.kind, b = s->b.kind;
    return (a == CAROM_SHAPE_CIRCLE && b != CAROM_SHAPE_POLYGON) || (a == CAROM_SHAPE_BOX && b == CAROM_SHAPE_BOX) ||
           (a == CAROM_SHAPE_POINT && b == CAROM_SHAPE_CIRCLE);
}

static void compare_sweep(const scene *s, carom_vec2 b_move) {
    carom_sweep_hit f = carom_sweep(&s->a, s->a_move, &s->b, b_move);
    carom_sweep_hit g = cr_sweep_hit(&s->a, s->a_move, &s->b, b_move);
    g.at = f.at;
    if (!same_sweep(&f, &g)) report("sweep without a position", s);
    if (has_closed_form(s)) return;
    g = cr_sweep_parts(&s->a, s->a_move, &s->b, b_move);
    if (!same_sweep(&f, &g)) report("sweep", s);
}

/// Prepared shapes have the answers of plain ones. Invalid ones: test geom/bad_input.
static void compare_prepared(const scene *s) {
    carom_prepared a, b;
    if (carom_prepare(&s->a, &a) != CAROM_STATUS_OK || carom_prepare(&s->b, &b) != CAROM_STATUS_OK) return;
    if (carom_prepared_overlap(&a, &b) != carom_overlap(&s->a, &s->b)) report("prepared overlap", s);
    carom_separation d = carom_distance(&s->a, &s->b), e = carom_prepared_distance(&a, &b);
    if (!same(d.distance, e.distance) || !same_vec(d.on_a, e.on_a) || !same_vec(d.on_b, e.on_b) ||
        !same_vec(d.normal, e.normal))
        report("prepared distance", s);
    carom_contact_points c = carom_contact(&s->a, &s->b), p = carom_prepared_contact(&a, &b);
    bool equal = c.hit == p.hit && same(c.depth, p.depth) && same_vec(c.normal, p.normal) && c.count == p.count;
    if (!equal || !same_vec(c.points[0], p.points[0]) || !same_vec(c.points[1], p.points[1]))
        report("prepared contact", s);
    carom_sweep_hit f = carom_sweep(&s->a, s->a_move, &s->b, s->b_move);
    carom_sweep_hit g = carom_prepared_sweep(&a, s->a_move, &b, s->b_move);
    if (!same_sweep(&f, &g)) report("prepared sweep", s);
    carom_vec2 from = cr_reference(&s->a);
    carom_ray_hit q = carom_ray(from, s->a_move, &s->b), r = carom_prepared_ray(from, s->a_move, &b);
    if (q.hit != r.hit || !same(q.t, r.t) || !same(q.exit, r.exit) || !same_vec(q.normal, r.normal))
        report("prepared ray", s);
}

static void count_fallbacks(const scene *s, int source) {
    cr_hull a, b;
    cr_pair_feature f;
    cr_impact impact;
    cr_displacement move = cr_displacement_of(cr_vector_between(s->b_move, s->a_move), 1);
    bool valid = cr_hull_of(&s->a, &a) && cr_hull_of(&s->b, &b);
    ++asked[source];
    if (!valid || !cr_find_pair_contact(&a, &b, &f)) ++fell_back[source];
    if (!valid || !cr_find_impact(&a, &b, &move, &f, &impact)) ++sweeps_fell_back[source];
}

static void compare(const scene *s, int source) {
    count_fallbacks(s, source);
    compare_overlap(s);
    compare_distance(s);
    compare_contact(s);
    compare_sweep(s, vec(0, 0));
    compare_sweep(s, s->b_move);
    compare_prepared(s);
}

/// A triangle with a fourth vertex within an ulp or two of a side: strictly convex, flat or concave there, which exact
/// signs tell.
static void compare_validity(random_source *r) {
    carom_vec2 v[4] = {random_direction(r, 1), random_direction(r, 1), random_direction(r, 1)};
    float share = random_unit(r);
    v[3] = vec(v[2].x + share * (v[0].x - v[2].x), v[2].y + share * (v[0].y - v[2].y));
    for (int i = random_below(r, 4); i > 0; --i) v[3].x = nextafterf(v[3].x, random_below(r, 2) ? 9.0f : -9.0f);
    scene s = {.a = {.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 4, .v = {v[0], v[1], v[2], v[3]}}},
               .b = circle(0, 0, 1)};
    bool convex = true;
    for (int i = 0; i < 4; ++i) convex &= cr_side(v[i], v[(i + 1) % 4], v[(i + 2) % 4]) > 0;
    cr_hull hull;
    cr_core core;
    if (cr_core_of(&s.a, &core) != convex || (cr_hull_of(&s.a, &hull) && !convex)) report("validity", &s);
}

// ---- Variants of a scene --------------------------------------------------------------------------------------------

typedef carom_vec2 change(carom_vec2 v, const void *context);

static carom_vec2 mirrored(carom_vec2 v, const void *context) {
    (void)context;
    return vec(-v.x, v.y);
}

static carom_vec2 turned(carom_vec2 v, const void *context) {
    (void)context;
    return vec(-v.y, v.x);
}

static carom_vec2 moved(carom_vec2 v, const void *context) {
    const carom_vec2 *by = context;
    return vec(v.x + by->x, v.y + by->y);
}

static void change_polygon(carom_polygon *p, change *apply, const void *context) {
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES];
    for (int i = 0; i < p->count; ++i) v[i] = apply(p->v[i], context);
    bool reversed = apply == mirrored;
    for (int i = 0; i < p->count; ++i) p->v[i] = v[reversed ? p->count - 1 - i : i];
}

static void change_shape(carom_shape *s, change *apply, const void *context) {
    switch (s->kind) {
    case CAROM_SHAPE_POINT: s->point = apply(s->point, context); break;
    case CAROM_SHAPE_CIRCLE: s->circle.center = apply(s->circle.center, context); break;
    case CAROM_SHAPE_SEGMENT:
        s->segment.a = apply(s->segment.a, context);
        s->segment.b = apply(s->segment.b, context);
        break;
    case CAROM_SHAPE_CAPSULE:
        s->capsule.a = apply(s->capsule.a, context);
        s->capsule.b = apply(s->capsule.b, context);
        break;
    case CAROM_SHAPE_BOX: {
        carom_vec2 p = apply(s->box.min, context), q = apply(s->box.max, context);
        s->box = (carom_box){{fminf(p.x, q.x), fminf(p.y, q.y)}, {fmaxf(p.x, q.x), fmaxf(p.y, q.y)}};
        break;
    }
    case CAROM_SHAPE_POLYGON: change_polygon(&s->polygon, apply, context); break;
    default: break;
    }
}

static void change_scene(scene *s, change *apply, const void *context) {
    change_shape(&s->a, apply, context);
    change_shape(&s->b, apply, context);
    if (apply != moved) s->a_move = apply(s->a_move, context);
}

static void compare_variants(random_source *r, scene *s, int source) {
    compare(s, source);
    if (random_below(r, 4) == 0) {
        change_scene(s, random_below(r, 2) ? mirrored : turned, NULL);
        compare(s, source);
    }
    if (random_below(r, 8) == 0) { // a million units away, or an ulp
        float far = random_below(r, 2) ? 0x1p20f : FLT_TRUE_MIN;
        carom_vec2 by = random_below(r, 2) ? vec(far, 0) : vec(-far, far);
        change_scene(s, moved, &by);
        compare(s, source);
    }
}

// ---- Regular shapes -------------------------------------------------------------------------------------------------

/// An axis-aligned or turned polygon, a box, capsule, segment, circle or point of a size near `size`, on a grid or not.
static carom_shape draw_shape(random_source *r, carom_shape_kind kind, float size, float grid) {
    float x = random_range(r, -2, 2) * size, y = random_range(r, -2, 2) * size, w = random_range(r, 0.25f, 2) * size;
    float h = random_range(r, 0.25f, 2) * size;
    if (grid > 0) {
        x = grid * rintf(x / grid);
        y = grid * rintf(y / grid);
        w = grid * (1 + rintf(w / grid));
        h = grid * (1 + rintf(h / grid));
    }
    carom_vec2 to = random_below(r, 3) ? vec(w, h) : random_below(r, 2) ? vec(w, 0) : vec(0, -h);
    switch (kind) {
    case CAROM_SHAPE_POINT: return point_at(x, y);
    case CAROM_SHAPE_CIRCLE: return circle(x, y, w);
    case CAROM_SHAPE_SEGMENT: return segment(x, y, x + to.x, y + to.y);
    case CAROM_SHAPE_CAPSULE: return capsule(x, y, x + to.x, y + to.y, h / 2);
    case CAROM_SHAPE_BOX: return box(x - w, y - h, x + w, y + h);
    default: break;
    }
    carom_shape s;
    int count = 3 + random_below(r, 6);
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES], axis = random_direction(r, w);
    for (int i = 0; i < count; ++i) {
        double angle = 2 * 3.14159265358979 * i / count, c = cos(angle), n = sin(angle);
        v[i].x = (float)((double)x + c * (double)axis.x - n * (double)axis.y);
        v[i].y = (float)((double)y + n * (double)axis.x + c * (double)axis.y);
        if (grid > 0) v[i] = vec(grid * rintf(v[i].x / grid), grid * rintf(v[i].y / grid));
    }
    carom_make_rounded_polygon(v, count, random_below(r, 3) ? 0 : h / 4, &s);
    return s;
}

static void make_regular_scene(random_source *r, carom_shape_kind a, carom_shape_kind b, scene *s) {
    float size = ldexpf(1, random_below(r, 8) - 4), grid = random_below(r, 2) ? size / 16 : 0;
    s->a = draw_shape(r, a, random_below(r, 8) ? size : 64 * size, grid);
    s->b = draw_shape(r, b, size, grid);
    s->a_move = vec(random_range(r, -4, 4) * size, random_range(r, -4, 4) * size);
    if (grid > 0) s->a_move = vec(grid * rintf(s->a_move.x / grid), grid * rintf(s->a_move.y / grid));
    s->b_move = vec(0, 0);
}

// ---- Extreme shapes -------------------------------------------------------------------------------------------------

static carom_shape extreme_shape(random_source *r, carom_shape_kind kind) {
    carom_vec2 v[6];
    for (int i = 0; i < 6; ++i) v[i] = extreme_place(r);
    carom_shape s = {.kind = CAROM_SHAPE_NONE};
    switch (kind) {
    case CAROM_SHAPE_POINT: return point_at(v[0].x, v[0].y);
    case CAROM_SHAPE_CIRCLE: return circle(v[0].x, v[0].y, fabsf(v[1].x));
    case CAROM_SHAPE_SEGMENT: return segment(v[0].x, v[0].y, v[1].x, v[1].y);
    case CAROM_SHAPE_CAPSULE: return capsule(v[0].x, v[0].y, v[1].x, v[1].y, fabsf(v[2].x));
    case CAROM_SHAPE_BOX:
        return box(fminf(v[0].x, v[1].x), fminf(v[0].y, v[1].y), fmaxf(v[0].x, v[1].x), fmaxf(v[0].y, v[1].y));
    default: carom_make_hull(v, 6, &s); return s;
    }
}

static void make_extreme_scene(random_source *r, carom_shape_kind a, carom_shape_kind b, scene *s) {
    s->a = extreme_shape(r, a);
    s->b = extreme_shape(r, b);
    s->a_move = extreme_place(r);
    s->b_move = random_below(r, 2) ? extreme_place(r) : vec(0, 0);
}

// ---- Narrow gaps ----------------------------------------------------------------------------------------------------

static carom_shape corner_shape(carom_shape_kind kind, const carom_vec2 v[3], float radius) {
    carom_shape s;
    switch (kind) {
    case CAROM_SHAPE_POINT: return point_at(v[0].x, v[0].y);
    case CAROM_SHAPE_CIRCLE: return circle(v[0].x, v[0].y, radius);
    case CAROM_SHAPE_SEGMENT: return segment(v[0].x, v[0].y, v[1].x, v[1].y);
    case CAROM_SHAPE_CAPSULE: return capsule(v[0].x, v[0].y, v[1].x, v[1].y, radius);
    case CAROM_SHAPE_BOX:
        return box(fminf(v[0].x, v[2].x), fminf(v[0].y, v[2].y), fmaxf(v[0].x, v[2].x), fmaxf(v[0].y, v[2].y));
    default: carom_make_rounded_polygon(v, 3, radius, &s); return s;
    }
}

/// A vertex of a at a distance of 2^-38 to 2^-33 from an edge of b of length 1, and radii that close the gap up to
/// their rounding. The cross product that measures it cancels far below its terms, which double rounds.
static void make_narrow_scene(random_source *r, carom_shape_kind a, carom_shape_kind b, scene *s) {
    const float small = 0x1p-20f;
    carom_vec2 p = vec(random_range(r, -small, small), random_range(r, -small, small)), q = random_direction(r, 1);
    float t = ldexpf(random_unit(r), -9 - random_below(r, 5));
    carom_vec2 c = vec(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
    double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    double side = ex * ((double)c.y - (double)p.y) - ey * ((double)c.x - (double)p.x);
    float gap = (float)(fabs(side) / sqrt(ex * ex + ey * ey)), up = side > 0 ? 0.25f : -0.25f;
    carom_vec2 aside = vec(-q.y * up, q.x * up), along = vec(q.x * 0.125f, q.y * 0.125f);
    carom_vec2 above[3] = {c, vec(c.x + aside.x + along.x, c.y + aside.y + along.y),
                           vec(c.x + aside.x - along.x, c.y + aside.y - along.y)};
    carom_vec2 below[3] = {p, q, vec(4 * along.x - aside.x, 4 * along.y - aside.y)};
    bool both = a != CAROM_SHAPE_POINT && a != CAROM_SHAPE_SEGMENT && random_below(r, 2);
    s->a = corner_shape(a, above, both ? gap / 2 : gap);
    s->b = corner_shape(b, below, both ? gap / 2 : gap);
    s->a_move = random_direction(r, 0x1p-10f);
    s->b_move = vec(0, 0);
    if (random_below(r, 2)) {
        carom_shape other = s->a;
        s->a = s->b;
        s->b = other;
    }
}

// ---- Main -----------------------------------------------------------------------------------------------------------

/// Pairs that a search has once decided otherwise than the general path.
static void compare_known_pairs(void) {
    scene tiny = {.a = box(-0x1.bp-73f, -0x1.ep-74f, 0x1p-76f, 0x1.2p-74f),
                  .b = segment(0x1p-75f, -0x1.2p-76f, 0x1.4p-77f, -0x1.28p-74f)}; // products of float underflow
    compare(&tiny, REGULAR);
    // The worst case of CR_BOUNDS_32: radii, motions and their sum round down, and the gap rounds up.
    scene closing = {.a = capsule(2, -1, 2, 1, 1),
                     .b = capsule(-0x1.fap-23f, -1, -0x1.fap-23f, 1, 0x1p-24f),
                     .a_move = vec(-0x1.000002p0f, 0),
                     .b_move = vec(0x1.fap-25f, 0)};
    for (int i = 0; i < 4; ++i) {
        compare(&closing, REGULAR);
        change_scene(&closing, turned, NULL);
        closing.b_move = turned(closing.b_move, NULL);
    }
}

static void run_round(random_source *r) {
    scene s;
    for (int i = 0; i < 64; ++i) compare_validity(r);
    for (int source = 0; source < SOURCES; ++source) {
        for (int a = CAROM_SHAPE_POINT; a <= CAROM_SHAPE_POLYGON; ++a) {
            for (int b = CAROM_SHAPE_POINT; b <= CAROM_SHAPE_POLYGON; ++b) {
                if (source == REGULAR) {
                    make_regular_scene(r, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                } else if (source == EXTREME) {
                    make_extreme_scene(r, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                } else if (source == NARROW) {
                    make_narrow_scene(r, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                } else {
                    make_scene(r, (family)source, (carom_shape_kind)a, (carom_shape_kind)b, &s);
                }
                compare_variants(r, &s, source);
            }
        }
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const char *rounds = option_value(argc, argv, "--count");
    const long quick = rounds ? strtol(rounds, NULL, 10) : 300;
    random_source r = {battery.seed};
    compare_known_pairs();
    double start = seconds_now();
    for (long round = 0; go_on(start, round, quick); ++round) run_round(&r);
    long long pairs = 0;
    for (int i = 0; i < SOURCES; ++i) {
        printf("%-10s %10lld pairs; to the general path: %5.1f %% at rest, %5.1f %% moving\n",
               i == REGULAR   ? "regular"
               : i == EXTREME ? "extreme"
               : i == NARROW  ? "narrow"
                              : family_name((family)i),
               asked[i], 100.0 * (double)fell_back[i] / (double)asked[i],
               100.0 * (double)sweeps_fell_back[i] / (double)asked[i]);
        pairs += asked[i];
    }
    print_counted(pairs, "pairs", faults);
    return faults != 0;
}
