// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Areas: rings with a fill rule. The winding numbers of the reference are exact: rational arithmetic (GMP) on the
// coordinates of the rings, which does not know about crossings, vertices or boundaries. `--seconds N` draws sets of
// rings for N seconds, from `--seed S` on, with 10^6 points for each set in 100.
#include "battery.h"
#include "ledger.h"
#include "level/maps.h"
#include "level/same.h"

#include <gmp.h>
#include <stdio.h>

enum { MAX_RINGS = 24, MAX_POINTS = 40 };

typedef struct ring_set {
    int count;
    carom_outline rings[MAX_RINGS];
    carom_vec2 points[MAX_RINGS][MAX_POINTS];
} ring_set;

// ---- The reference --------------------------------------------------------------------------------------------------

/// The sign of the turn a, b, p.
static int exact_side(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    mpq_t v[6], left, right;
    const float c[6] = {b.x, a.x, p.y, a.y, b.y, p.x};
    for (int i = 0; i < 6; ++i) {
        mpq_init(v[i]);
        mpq_set_d(v[i], (double)c[i]);
    }
    mpq_inits(left, right, NULL);
    mpq_sub(v[0], v[0], v[1]); // b.x - a.x
    mpq_sub(v[2], v[2], v[3]); // p.y - a.y
    mpq_sub(v[4], v[4], v[3]); // b.y - a.y
    mpq_sub(v[5], v[5], v[1]); // p.x - a.x
    mpq_mul(left, v[0], v[2]);
    mpq_mul(right, v[4], v[5]);
    int sign = mpq_cmp(left, right);
    for (int i = 0; i < 6; ++i) mpq_clear(v[i]);
    mpq_clears(left, right, NULL);
    return (sign > 0) - (sign < 0);
}

/// The exact sign; double decides where its rounding cannot matter.
static int side(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    double left = ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y);
    double right = ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
    double difference = left - right, bound = 1e-14 * (fabs(left) + fabs(right));
    return difference > bound ? 1 : difference < -bound ? -1 : exact_side(a, b, p);
}

static bool is_between(float p, float a, float b) {
    return (a <= p && p <= b) || (b <= p && p <= a);
}

/// Returns the winding number of a point; sets *near if an edge passes within `reach` of it.
static int winding_around(const carom_outline *ring, carom_vec2 p, double reach, bool *near) {
    int winding = 0;
    for (int i = 0; i < ring->count; ++i) {
        carom_vec2 a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, length2 = x * x + y * y;
        double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
        double t = length2 > 0 ? (px * x + py * y) / length2 : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        if (hypot(px - t * x, py - t * y) <= reach) *near = true;
        if (is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y) && side(a, b, p) == 0) *near = true;
        if ((a.y <= p.y) == (b.y <= p.y)) continue;
        int turn = side(a, b, p);
        winding += a.y <= p.y ? turn > 0 : -(turn < 0);
    }
    return winding;
}

/// Solid as the rings say, area by area.
static bool is_solid(const ring_set *s, carom_vec2 p, double reach, bool *near) {
    bool solid = false, even_odd = false;
    int winding = 0;
    for (int i = 0; i < s->count; ++i) {
        if (i == 0 || !s->rings[i].same_area) {
            solid = solid || (even_odd ? winding & 1 : winding != 0);
            even_odd = s->rings[i].even_odd;
            winding = 0;
        }
        winding += winding_around(&s->rings[i], p, reach, near);
    }
    return solid || (even_odd ? winding & 1 : winding != 0);
}

static carom_level *level_of(const carom_outline *outlines, int count) {
    carom_level *level = NULL;
    carom_error error = {0};
    carom_level_desc desc = {.outlines = outlines, .outlines_count = count};
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) fail_msg("%s: %s", error.where, error.message);
    return level;
}

/// The boundary must be closed, and its ends must meet: nothing opens a slit.
static void expect_closed(const carom_level *level) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        assert_in_range(e.next, 0, INT_MAX);
        assert_in_range(e.prev, 0, INT_MAX);
        carom_level_edge next = carom_level_edge_at(level, e.next);
        assert_same_point(e.b, next.a);
    }
}

/// Points on the lattice of quarters are compared wherever they lie off the rings; others if no ring is within `reach`,
/// the rounding of crossings.
static void expect_area(const ring_set *s, random_source *r, int points, float size, double reach) {
    carom_level *level = level_of(s->rings, s->count);
    expect_closed(level);
    int compared = 0;
    for (int i = 0; i < points; ++i) {
        carom_vec2 p = {random_range(r, -1, size + 1), random_range(r, -1, size + 1)};
        bool near = false, on_lattice = i % 2 == 0;
        if (on_lattice) p = (carom_vec2){floorf(4 * p.x) / 4, floorf(4 * p.y) / 4};
        bool solid = is_solid(s, p, reach, &near);
        if (near) continue;
        ++compared;
        if (carom_level_solid(level, p) != solid) {
            for (int k = 0; k < s->count; ++k) {
                print_error("ring %d, even_odd %d, same_area %d:", k, s->rings[k].even_odd, s->rings[k].same_area);
                for (int j = 0; j < s->rings[k].count; ++j)
                    print_error(" %.9g,%.9g", (double)s->points[k][j].x, (double)s->points[k][j].y);
                print_error("\n");
            }
            fail_msg("(%.9g, %.9g) is %s", (double)p.x, (double)p.y, solid ? "solid" : "not solid");
        }
    }
    assert_true(compared > points / 8);
    carom_level_free(level);
}

// ---- Known areas ----------------------------------------------------------------------------------------------------

#define RING(points_)                                                                                                  \
    { .points = points_, .count = (int)(sizeof(points_) / sizeof(points_[0])) }

static const carom_vec2 outer[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, hole[] = {{2, 2}, {7, 2}, {7, 7}, {2, 7}},
                        reversed_hole[] = {{2, 7}, {7, 7}, {7, 2}, {2, 2}}, island[] = {{4, 4}, {5, 4}, {5, 5}, {4, 5}};

static void expect_solid(const carom_outline *rings, int count, float x, bool solid) {
    carom_level *level = level_of(rings, count);
    assert_int_equal(carom_level_solid(level, (carom_vec2){x, x}), solid);
    carom_level_free(level);
}

static void rings_make_holes_by_their_rule(void **state) {
    (void)state;
    carom_outline rings[] = {RING(outer), RING(hole), RING(island)};
    expect_solid(rings, 3, 3, true); // three areas
    rings[1].same_area = rings[2].same_area = true;
    expect_solid(rings, 3, 3, true); // the winding numbers are 1, 2, 3
    rings[0].even_odd = true;
    expect_solid(rings, 3, 1, true);
    expect_solid(rings, 3, 3, false);
    expect_solid(rings, 3, 4.5f, true);
    carom_outline wound[] = {RING(outer), RING(reversed_hole), RING(island)};
    wound[1].same_area = wound[2].same_area = true;
    expect_solid(wound, 3, 3, false);
    expect_solid(wound, 3, 4.5f, true);
}

static void the_rule_is_that_of_the_first_ring(void **state) {
    (void)state;
    carom_outline rings[] = {RING(outer), RING(hole)};
    rings[0].same_area = true; // there is no area before it
    rings[1].same_area = rings[1].even_odd = true;
    expect_solid(rings, 2, 3, true);
    rings[0].even_odd = true;
    rings[1].even_odd = false;
    expect_solid(rings, 2, 3, false);
}

/// Chains between the rings are chains still, also with the flags of rings.
static void chains_stand_between_rings(void **state) {
    (void)state;
    static const carom_vec2 chain[] = {{3, 3}, {6, 3}};
    carom_outline shapes[] = {RING(outer), RING(chain), RING(hole)};
    shapes[0].even_odd = shapes[2].same_area = true;
    shapes[1].open = shapes[1].same_area = shapes[1].even_odd = true;
    carom_level *level = level_of(shapes, 3);
    assert_int_equal(carom_level_edge_count(level), 4 + 4 + 2);
    assert_false(carom_level_solid(level, (carom_vec2){3, 4}));
    carom_ray_hit hit = carom_level_ray(level, (carom_vec2){5, 2.5f}, (carom_vec2){0, 2});
    assert_true(hit.hit);
    assert_same_float(hit.t, 0.25f);
    carom_level_free(level);
}

static void edges_have_the_tags_of_their_rings(void **state) {
    (void)state;
    carom_outline rings[] = {RING(outer), RING(hole)};
    rings[0].even_odd = rings[1].same_area = true;
    rings[0].tag = 5;
    rings[1].tag = 6;
    carom_level *level = level_of(rings, 2);
    assert_int_equal(carom_level_edge_count(level), 8);
    for (int i = 0; i < 8; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        assert_int_equal(e.tag, e.a.x == 0 || e.a.x == 9 ? 5 : 6);
    }
    carom_level_free(level);
}

/// A hole that touches the outer ring in a vertex, and one that shares a side with it.
static void rings_may_touch(void **state) {
    (void)state;
    static const carom_vec2 corner[] = {{0, 0}, {4, 2}, {2, 4}}, bay[] = {{9, 4}, {6, 4}, {6, 6}, {9, 6}};
    carom_outline rings[] = {RING(outer), RING(corner), RING(bay)};
    rings[0].even_odd = rings[1].same_area = rings[2].same_area = true;
    carom_level *level = level_of(rings, 3);
    expect_closed(level);
    assert_false(carom_level_solid(level, (carom_vec2){2, 2}));
    assert_false(carom_level_solid(level, (carom_vec2){9, 5}));
    assert_true(carom_level_solid(level, (carom_vec2){8, 8}));
    // Nothing passes between the hole and the outside through the common vertex.
    assert_true(carom_level_ray(level, (carom_vec2){1, 1}, (carom_vec2){-2, -2}).hit);
    assert_int_equal(carom_level_edge_count(level), 4 + 3 + 4); // the right side is in two parts
    carom_level_free(level);
}

static void a_ring_and_its_repetition_cancel(void **state) {
    (void)state;
    carom_outline rings[] = {RING(outer), RING(hole), RING(hole), RING(reversed_hole)};
    for (int i = 1; i < 4; ++i) rings[i].same_area = true;
    rings[0].even_odd = true;
    expect_solid(rings, 3, 3, true);
    expect_solid(rings, 4, 3, false);
    rings[0].even_odd = false;
    expect_solid(rings, 4, 3, true);
}

/// Two areas with holes, and tiles: a point is solid if one of them is.
static void areas_join_tiles_and_each_other(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "..\n.#\n", 4);
    carom_outline rings[] = {RING(outer), RING(hole), RING(island)};
    rings[0].even_odd = rings[1].same_area = true;
    carom_level *level;
    carom_level_desc desc = {.tiles = &m.tiles, .tiles_count = 1, .outlines = rings, .outlines_count = 3};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    assert_false(carom_level_solid(level, (carom_vec2){3, 3}));
    assert_true(carom_level_solid(level, (carom_vec2){4.5f, 4.5f}));
    assert_true(carom_level_solid(level, (carom_vec2){6.5f, 6.5f}));
    assert_false(carom_level_solid(level, (carom_vec2){6.5f, 3}));
    assert_int_equal(carom_level_edge_count(level), 4 + 6);
    expect_closed(level);
    carom_level_free(level);
}

// ---- Random areas ---------------------------------------------------------------------------------------------------

/// Draws one of: any points; points on a coarse lattice, so that rings touch, overlap and repeat vertices; a copy of an
/// earlier ring, turned or shifted by a unit; a rectangle around others.
static void draw_ring(ring_set *s, random_source *r, float size, bool whole) {
    int i = s->count++, kind = random_below(r, 4);
    carom_vec2 *points = s->points[i];
    int count = 3 + random_below(r, i % 5 == 0 ? MAX_POINTS - 3 : 6);
    if (kind == 0 && i > 0) {
        int from = random_below(r, i);
        count = s->rings[from].count;
        bool turned = random_below(r, 2);
        float shift = random_below(r, 2) ? 0 : whole ? 1 : random_range(r, -1, 1);
        for (int k = 0; k < count; ++k) {
            carom_vec2 p = s->points[from][turned ? count - 1 - k : k];
            points[k] = (carom_vec2){p.x + shift, p.y};
        }
    } else if (kind == 1) {
        carom_vec2 a = {floorf(random_range(r, 0, size)), floorf(random_range(r, 0, size))};
        carom_vec2 b = {floorf(random_range(r, 0, size)), floorf(random_range(r, 0, size))};
        points[0] = a;
        points[1] = (carom_vec2){b.x, a.y};
        points[2] = b;
        points[3] = (carom_vec2){a.x, b.y};
        count = 4;
    } else {
        for (int k = 0; k < count; ++k) {
            carom_vec2 p = {random_range(r, 0, size), random_range(r, 0, size)};
            points[k] = whole ? (carom_vec2){floorf(p.x), floorf(p.y)} : p;
        }
    }
    s->rings[i] = (carom_outline){.points = points, .count = count, .tag = random_below(r, 2)};
    s->rings[i].even_odd = random_below(r, 2);
    s->rings[i].same_area = random_below(r, 4) > 0;
}

static void expect_random_areas(random_source *r, int run, int points) {
    static ring_set s;
    bool whole = run % 3 > 0;
    float size = run % 4 == 0 ? 4 : 4 + (float)random_below(r, 40);
    int rings = 1 + random_below(r, run % 5 == 0 ? MAX_RINGS : 7);
    s.count = 0;
    for (int i = 0; i < rings; ++i) draw_ring(&s, r, size, whole);
    // Floats near `size` are 2^-19 apart at most; a crossing is moved by one of them, an edge with it by as much.
    expect_area(&s, r, points, size, 1e-5);
}

static void random_areas_are_filled_by_their_rule(void **state) {
    (void)state;
    random_source r = {battery.seed};
    double start = seconds_now();
    int run = 0;
    for (; go_on(start, run, 300); ++run)
        expect_random_areas(&r, run, battery.seconds > 0 && run % 100 == 0 ? 1000000 : 400);
    if (battery.seconds > 0) print_message("%d sets of rings\n", run);
}

/// Rings in rings, as an editor exports a cave: the answer is that of the depth.
static void nested_rings_alternate(void **state) {
    (void)state;
    enum { DEPTH = 2000 };
    static carom_vec2 points[DEPTH][4];
    static carom_outline rings[DEPTH];
    for (int i = 0; i < DEPTH; ++i) {
        float low = (float)i, high = (float)(4 * DEPTH - i);
        bool turned = i % 3 == 0;
        const carom_vec2 square[] = {{low, low}, {high, low}, {high, high}, {low, high}};
        for (int k = 0; k < 4; ++k) points[i][k] = square[turned ? 3 - k : k];
        rings[i] = (carom_outline){.points = points[i], .count = 4, .even_odd = true, .same_area = i > 0};
    }
    carom_level *level = level_of(rings, DEPTH);
    assert_int_equal(carom_level_edge_count(level), 4 * DEPTH);
    for (int i = 0; i < DEPTH; ++i) {
        assert_int_equal(carom_level_solid(level, (carom_vec2){(float)i + 0.5f, (float)(2 * DEPTH)}), i % 2 == 0);
    }
    carom_level_free(level);
}

static void areas_without_memory_fail(void **state) {
    (void)state;
    carom_outline rings[] = {RING(outer), RING(hole)};
    rings[0].even_odd = rings[1].same_area = true;
    for (int allowed = 0;; ++allowed) {
        ledger l = {.left = allowed};
        carom_allocator allocator = allocator_of(&l);
        carom_level *level;
        carom_level_desc desc = {.editable = true, .outlines = rings, .outlines_count = 2, .allocator = &allocator};
        carom_status status = carom_level_make(&desc, &level, NULL);
        carom_level_free(level);
        assert_int_equal(l.held, 0);
        if (status == CAROM_STATUS_OK) break;
        assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 31, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_make_holes_by_their_rule),
        cmocka_unit_test(the_rule_is_that_of_the_first_ring),
        cmocka_unit_test(chains_stand_between_rings),
        cmocka_unit_test(edges_have_the_tags_of_their_rings),
        cmocka_unit_test(rings_may_touch),
        cmocka_unit_test(a_ring_and_its_repetition_cancel),
        cmocka_unit_test(areas_join_tiles_and_each_other),
        cmocka_unit_test(random_areas_are_filled_by_their_rule),
        cmocka_unit_test(nested_rings_alternate),
        cmocka_unit_test(areas_without_memory_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
