// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays at the vertices of a map, along its lattice, and in random directions must hit exactly where they enter solid or
// pass between solids that touch, and nowhere else.
#include "level/maps.h"
#include "same_float.h"

enum { ANGLES = 181, MOST_CROSSINGS = 4096 };

/// True if solid is close to a point of the path, on its left (side +1) or on its right (-1).
static bool solid_beside(const map *m, double x, double y, carom_vec2 move, int side) {
    double length = hypot((double)move.x, (double)move.y), reach = (double)m->tiles.cell.x * 1e-4 / length;
    double dx = (double)move.x * reach, dy = (double)move.y * reach;
    for (int k = 1; k < ANGLES; ++k) {
        // Dense near the direction of the path: a chord of an arc may be almost parallel to it.
        double angle = side * (1 - cos(k * 3.14159265358979 / ANGLES)) * 1.570796326794897;
        double c = cos(angle), s = sin(angle);
        if (map_solid(m, x + c * dx - s * dy, y + s * dx + c * dy)) return true;
    }
    return false;
}

static int compare_doubles(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/// The times at which the path crosses an edge or passes an end of one.
static int list_crossings(const carom_level *level, carom_vec2 from, carom_vec2 move, double *times) {
    int count = 0;
    double mx = (double)move.x, my = (double)move.y;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
        double sx = (double)e.a.x - (double)from.x, sy = (double)e.a.y - (double)from.y;
        double cross = mx * ey - my * ex;
        if (cross == 0) {
            if (mx * sy - my * sx == 0) times[count++] = (sx * mx + sy * my) / (mx * mx + my * my);
            continue;
        }
        double t = (sx * ey - sy * ex) / cross, along = (sx * my - sy * mx) / cross;
        if (along > -1e-9 && along < 1 + 1e-9) times[count++] = t;
    }
    qsort(times, (size_t)count, sizeof times[0], compare_doubles);
    return count;
}

/// Returns the time at which the ray must hit; 2 if it must not. Solid on both sides of the path blocks it as well.
static double expected_time(const map *m, const carom_level *level, carom_vec2 from, carom_vec2 move) {
    static double times[MOST_CROSSINGS];
    int count = list_crossings(level, from, move, times);
    for (int i = 0; i < count; ++i) {
        double t = times[i], x = (double)from.x + t * (double)move.x, y = (double)from.y + t * (double)move.y;
        if (t < 0 || t > 1) continue;
        if (solid_beside(m, x, y, move, 1) && solid_beside(m, x, y, move, -1)) return t;
    }
    return 2;
}

static void expect_ray(const map *m, const carom_level *level, carom_vec2 from, carom_vec2 move) {
    double expected = expected_time(m, level, from, move);
    carom_ray_hit hit = carom_level_ray(level, from, move);
    assert_int_equal(hit.hit, expected <= 1);
    if (!hit.hit) assert_same_float(hit.t, 1);
    if (hit.hit) assert_true(fabs((double)hit.t - expected) < 1e-6);
    // A moving point must hit like a ray. Its final position must be outside, and a second sweep must not bring it in.
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = from};
    carom_sweep_hit swept = carom_level_sweep(level, &point, move);
    assert_int_equal(swept.hit, hit.hit);
    assert_true(swept.t == hit.t);
    if (!swept.hit) return;
    point.point = swept.at;
    carom_sweep_hit again = carom_level_sweep(level, &point, move);
    double gap = hypot((double)again.at.x - (double)swept.at.x, (double)again.at.y - (double)swept.at.y);
    double into = -((double)move.x * (double)hit.normal.x + (double)move.y * (double)hit.normal.y);
    assert_true(again.hit);
    assert_true(gap * into < hypot((double)move.x, (double)move.y) * 0.02); // a few ulp
}

/// A start on a lattice of quarter cells, well away from solid.
static bool draw_start(const map *m, random_source *r, carom_vec2 *p) {
    float step = m->tiles.cell.x / 4;
    p->x = m->tiles.origin.x + (float)random_below(r, m->tiles.columns * 4) * step;
    p->y = m->tiles.origin.y + (float)random_below(r, m->tiles.rows * 4) * step;
    carom_vec2 right = {1, 0};
    return !solid_beside(m, (double)p->x, (double)p->y, right, 1) &&
           !solid_beside(m, (double)p->x, (double)p->y, right, -1);
}

static void no_thin_edges(map *m) {
    for (int i = 0; i < m->tiles.columns * m->tiles.rows; ++i) {
        int base = m->codes[i] & 31;
        if (base >= CAROM_TILE_EDGE && base <= CAROM_TILE_EDGES_THREE) m->codes[i] = CAROM_TILE_EMPTY;
    }
}

static void rays_at_every_vertex_hit_at_solid(void **state) {
    (void)state;
    random_source r = {4};
    static map m;
    for (int n = 0; n < 25; ++n) {
        map_make(&m, 8, 6, 6144); // so that all lattice points are integers
        map_fill(&m, &r);
        no_thin_edges(&m);
        map_close(&m);
        carom_level *level = level_of_map(&m);
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_vec2 vertex = carom_level_edge_at(level, i).a, from;
            for (int k = 0; k < 12; ++k) {
                if (!draw_start(&m, &r, &from)) continue;
                float stretch = k % 3 == 0 ? 1 : 2;
                expect_ray(&m, level, from, (carom_vec2){(vertex.x - from.x) * stretch, (vertex.y - from.y) * stretch});
            }
        }
        carom_level_free(level);
    }
}

static void rays_along_the_lattice_hit_at_solid(void **state) {
    (void)state;
    random_source r = {5};
    static map m;
    for (int n = 0; n < 40; ++n) {
        map_make(&m, 8, 8, 6144);
        map_fill(&m, &r);
        no_thin_edges(&m);
        map_close(&m);
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 400; ++k) {
            static const carom_vec2 ways[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, -2}, {3, 1}, {-1, 3}};
            carom_vec2 from, way = ways[random_below(&r, 8)];
            if (!draw_start(&m, &r, &from)) continue;
            float length = random_below(&r, 2) ? 20000 : -20000;
            expect_ray(&m, level, from, (carom_vec2){way.x * length, way.y * length});
        }
        carom_level_free(level);
    }
}

/// If the centre of a circle starts in solid, the circle hits no boundary until it is out: `at` must be start + t *
/// move.
static void sweeps_from_solid_end_at_their_time(void **state) {
    (void)state;
    random_source r = {6};
    static map m;
    int hits = 0, misses = 0;
    map_make(&m, 8, 8, 1);
    map_fill(&m, &r);
    no_thin_edges(&m);
    carom_level *level = level_of_map(&m);
    for (int k = 0; k < 20000; ++k) {
        carom_vec2 from = {random_range(&r, 0, 8), random_range(&r, 0, 8)}, move = random_direction(&r, 2);
        carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {from, random_range(&r, 0.1f, 0.6f)}};
        if (!carom_level_solid(level, from)) continue;
        carom_sweep_hit hit = carom_level_sweep(level, &ball, move);
        *(hit.hit ? &hits : &misses) += 1;
        assert_float_equal(hit.at.x, from.x + hit.t * move.x, 1e-5);
        assert_float_equal(hit.at.y, from.y + hit.t * move.y, 1e-5);
    }
    assert_true(hits > 10);
    assert_true(misses > 1000);
    carom_level_free(level);
}

/// A tip that slides down a wall ends in the corner of wall and floor, where it touches the end of the floor only: the
/// wall does not stop it, so the floor must. Coordinates of very different sizes, whose differences are not doubles.
static void a_tip_along_a_wall_stops_at_the_floor(void **state) {
    (void)state;
    random_source r = {9};
    for (int i = 0; i < 4000; ++i) {
        float floor = random_range(&r, -6, -4), tiny = ldexpf(random_range(&r, 1, 2), -36 - random_below(&r, 12));
        carom_vec2 corners[] = {{-8, -16}, {-5, -16}, {-5, floor}, {tiny, floor}, {tiny, 3}, {-8, 3}};
        carom_level *level = level_of_outlines(&(carom_outline){.points = corners, .count = 6}, 1);
        carom_vec2 tip[] = {{-5, random_range(&r, -8, -6)}, {0, 0}, {0, 0}, {0, 0}};
        static const carom_vec2 offs[] = {{0, 0}, {1, -2}, {2, -3}, {3.5f, -1.5f}};
        for (int k = 1; k < 4; ++k) tip[k] = (carom_vec2){tip[0].x + offs[k].x, tip[0].y + offs[k].y};
        carom_shape shape;
        assert_int_equal(carom_make_hull(tip, 4, &shape), CAROM_STATUS_OK);
        carom_sweep_hit hit = carom_level_sweep(level, &shape, (carom_vec2){0, random_range(&r, 4, 5)});
        assert_true(hit.hit && !hit.inside);
        assert_same_float(hit.normal.y, -1);
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_from_solid_end_at_their_time),
        cmocka_unit_test(rays_at_every_vertex_hit_at_solid),
        cmocka_unit_test(rays_along_the_lattice_hit_at_solid),
        cmocka_unit_test(a_tip_along_a_wall_stops_at_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
