// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_triangulate and carom_decompose: the triangles of rings on a lattice have exactly their area, contain exactly
// the points that an odd number of rings contains, and each of these once.
#include "check.h"
#include "ledger.h"
#include "random.h"
#include "rounds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 64, MOST_RINGS = 5, MOST_TRIANGLES = 512 };

typedef struct drawing {
    carom_vec2 points[MOST_RINGS][MOST_POINTS];
    carom_ring rings[MOST_RINGS];
    int count;
} drawing;

static void add_ring(drawing *d, const carom_vec2 *points, int count) {
    memcpy(d->points[d->count], points, (size_t)count * sizeof *points);
    d->rings[d->count] = (carom_ring){d->points[d->count], count};
    ++d->count;
}

// ---- Exact answers for coordinates that are small integers ---------------------------------------------------------

static int64_t doubled(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    int64_t bx = (int64_t)b.x - (int64_t)a.x, by = (int64_t)b.y - (int64_t)a.y;
    return bx * ((int64_t)c.y - (int64_t)a.y) - by * ((int64_t)c.x - (int64_t)a.x);
}

/// Returns true if an odd number of rings contains the point, which must lie on no edge.
static bool is_in_rings(const drawing *d, carom_vec2 p) {
    bool in = false;
    for (int r = 0; r < d->count; ++r) {
        for (int k = 0; k < d->rings[r].count; ++k) {
            carom_vec2 a = d->rings[r].points[k], b = d->rings[r].points[(k + 1) % d->rings[r].count];
            if ((a.y > p.y) == (b.y > p.y)) continue;
            double x =
                (double)a.x + ((double)p.y - (double)a.y) * ((double)b.x - (double)a.x) / ((double)b.y - (double)a.y);
            in ^= x > (double)p.x;
        }
    }
    return in;
}

static int triangles_with(const carom_triangle *triangles, int count, carom_vec2 p) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        double least = 1;
        for (int k = 0; k < 3; ++k) {
            carom_vec2 a = triangles[i].v[k], b = triangles[i].v[(k + 1) % 3];
            double side = ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y) -
                          ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
            if (side < least) least = side;
        }
        found += least > 0;
    }
    return found;
}

static int64_t area_of(const carom_triangle *triangles, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; ++i) {
        int64_t area = doubled(triangles[i].v[0], triangles[i].v[1], triangles[i].v[2]);
        assert_true(area > 0);
        sum += area;
    }
    return sum;
}

static bool is_point_of(const drawing *d, carom_vec2 p) {
    for (int r = 0; r < d->count; ++r)
        for (int k = 0; k < d->rings[r].count; ++k)
            if (d->points[r][k].x == p.x && d->points[r][k].y == p.y) return true;
    return false;
}

// ---- Checks --------------------------------------------------------------------------------------------------------

static void assert_parts(const drawing *d, int64_t area, int triangle_count) {
    carom_shape parts[MOST_TRIANGLES];
    int count, counted;
    assert_int_equal(carom_decompose(d->rings, d->count, NULL, parts, MOST_TRIANGLES, &count), CAROM_STATUS_OK);
    assert_int_equal(carom_decompose(d->rings, d->count, NULL, NULL, 0, &counted), CAROM_STATUS_OK);
    assert_int_equal(counted, count);
    assert_true(count <= triangle_count);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(carom_shape_check(&parts[i]), CAROM_STATUS_OK);
        const carom_polygon *p = &parts[i].polygon;
        for (int k = 2; k < p->count; ++k) area -= doubled(p->v[0], p->v[k - 1], p->v[k]);
    }
    assert_int_equal(area, 0);
}

/// Compares with points at odd multiples of 1/64 in y, where no edge of small integers has a vertex.
static int assert_covers(const drawing *d, random_source *r, float size) {
    carom_triangle triangles[MOST_TRIANGLES];
    int count;
    assert_int_equal(carom_triangulate(d->rings, d->count, NULL, triangles, MOST_TRIANGLES, &count), CAROM_STATUS_OK);
    assert_true(count <= MOST_TRIANGLES);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) assert_true(is_point_of(d, triangles[i].v[k]));
    int64_t area = area_of(triangles, count);
    for (int i = 0; i < 40; ++i) {
        carom_vec2 p = {random_range(r, -1, size), (float)random_below(r, (int)size + 1) + 1 / 64.0f};
        int found = triangles_with(triangles, count, p);
        if (found != (int)is_in_rings(d, p)) { // or p is on a diagonal to the last bit
            p.x += 0x1p-10f;
            found = triangles_with(triangles, count, p);
        }
        assert_int_equal(found, is_in_rings(d, p));
    }
    assert_parts(d, area, count);
    return count;
}

// ---- Cases ---------------------------------------------------------------------------------------------------------

static void known_shapes(void **state) {
    (void)state;
    random_source r = {1};
    const carom_vec2 square[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}}, hole[] = {{2, 2}, {2, 6}, {6, 6}, {6, 2}};
    const carom_vec2 corner[] = {{0, 0}, {9, 0}, {9, 3}, {3, 3}, {3, 9}, {0, 9}};
    drawing d = {0};
    add_ring(&d, square, 4);
    assert_int_equal(assert_covers(&d, &r, 8), 2);
    add_ring(&d, hole, 4);
    assert_int_equal(assert_covers(&d, &r, 8), 8);
    add_ring(&d, hole, 4); // an island that fills the hole
    assert_covers(&d, &r, 8);
    drawing l = {0};
    add_ring(&l, corner, 6);
    assert_int_equal(assert_covers(&l, &r, 9), 4);
    int count;
    assert_int_equal(carom_decompose(l.rings, 1, NULL, NULL, 0, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 2);
}

static void a_decomposed_outline_collides_as_one_shape(void **state) {
    (void)state;
    const carom_vec2 cup[] = {{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 3}, {3, 3}, {3, 9}, {0, 9}};
    carom_ring ring = {cup, 8};
    carom_shape parts[8], shape;
    int count;
    assert_int_equal(carom_decompose(&ring, 1, NULL, parts, 8, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 3);
    carom_make_compound(parts, count, &shape);
    carom_shape in_cup = boxed(3.5f, 3.5f, 2, 2), in_wall = boxed(6.5f, 5, 1, 1);
    assert_false(carom_overlap(&shape, &in_cup));
    assert_true(carom_overlap(&shape, &in_wall));
}

static void bad_arguments(void **state) {
    (void)state;
    const carom_vec2 bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}}, square[] = {{1, 1}, {9, 1}, {9, 9}, {1, 9}};
    const carom_vec2 other[] = {{5, 5}, {12, 5}, {12, 12}, {5, 12}}, nan_point[] = {{0, 0}, {NAN, 1}, {1, 1}};
    carom_triangle out[8];
    int count = 7;
    drawing d = {0};
    add_ring(&d, bow, 4);
    assert_int_equal(carom_triangulate(d.rings, 1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(count, 0);
    d.count = 0;
    add_ring(&d, square, 4);
    add_ring(&d, other, 4);
    assert_int_equal(carom_triangulate(d.rings, 2, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_decompose(d.rings, 2, NULL, NULL, 0, &count), CAROM_STATUS_BAD_ARGUMENT);
    d.count = 0;
    add_ring(&d, nan_point, 3);
    assert_int_equal(carom_triangulate(d.rings, 1, NULL, out, 8, &count), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_triangulate(NULL, 1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(d.rings, -1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(d.rings, 1, NULL, NULL, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(d.rings, 1, NULL, out, 8, NULL), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(NULL, 0, NULL, out, 8, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 0);
    add_ring(&d, square, 4);
    assert_int_equal(carom_triangulate(d.rings, 2, NULL, out, 8, &count), CAROM_STATUS_NOT_FINITE);
    d.rings[0].count = 2;
    assert_int_equal(carom_triangulate(d.rings, 1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    carom_shape parts[2];
    const carom_ring good = {square, 4}, nothing = {NULL, 4};
    assert_int_equal(carom_triangulate(&nothing, 1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(&good, 1, NULL, out, -1, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(&good, 1, NULL, NULL, 0, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 2);
    assert_int_equal(carom_decompose(&good, 1, NULL, parts, -1, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_decompose(&good, 1, NULL, NULL, 1, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_decompose(&good, 1, NULL, NULL, 0, &count), CAROM_STATUS_OK);
    assert_int_equal(count, 1);
    // Too many points are refused unread, in one ring and in all of them together.
    const carom_ring many[] = {{square, INT32_MAX / 8}, {square, 3}, {square, INT32_MAX}};
    assert_int_equal(carom_triangulate(many, 3, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_triangulate(&many[2], 1, NULL, out, 8, &count), CAROM_STATUS_BAD_ARGUMENT);
}

// ---- Random rings --------------------------------------------------------------------------------------------------

/// Returns true if the segments have a point in common other than a shared end.
static bool cross_or_touch(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d) {
    int64_t s = doubled(a, b, c), t = doubled(a, b, d), u = doubled(c, d, a), v = doubled(c, d, b);
    return ((s > 0) != (t > 0) || s == 0 || t == 0) && ((u > 0) != (v > 0) || u == 0 || v == 0) &&
           fmaxf(a.x, b.x) >= fminf(c.x, d.x) && fmaxf(c.x, d.x) >= fminf(a.x, b.x) &&
           fmaxf(a.y, b.y) >= fminf(c.y, d.y) && fmaxf(c.y, d.y) >= fminf(a.y, b.y);
}

static void reverse_points(carom_vec2 *points, int first, int last) {
    for (; first < last; ++first, --last) {
        carom_vec2 p = points[first];
        points[first] = points[last];
        points[last] = p;
    }
}

/// Random lattice points, reconnected until no two edges cross. Returns false if it does not come to an end.
static bool uncross(carom_vec2 *points, int count) {
    for (int round = 0; round < 400; ++round) {
        bool crossed = false;
        for (int i = 0; i < count; ++i) {
            for (int k = i + 2; k < count; ++k) {
                if (i == 0 && k == count - 1) continue;
                if (!cross_or_touch(points[i], points[i + 1], points[k], points[(k + 1) % count])) continue;
                reverse_points(points, i + 1, k);
                crossed = true;
            }
        }
        if (!crossed) return true;
    }
    return false;
}

enum { RINGS = 4000 / ROUNDS_DIVISOR };

static void random_rings(void **state) {
    (void)state;
    random_source r = {20};
    int tried = 0;
    for (int i = 0; i < RINGS; ++i) {
        int count = 3 + random_below(&r, 20), size = 3 + random_below(&r, 30);
        carom_vec2 points[MOST_POINTS];
        for (int k = 0; k < count; ++k)
            points[k] = (carom_vec2){(float)random_below(&r, size), (float)random_below(&r, size)};
        if (!uncross(points, count)) continue;
        drawing d = {0};
        add_ring(&d, points, count);
        assert_covers(&d, &r, (float)size);
        ++tried;
    }
    assert_true(tried > RINGS / 4);
}

/// Rings of rows of cells: every ring is the outline of one cell, so rings touch along edges and in corners.
static void cells_as_rings(void **state) {
    (void)state;
    random_source r = {21};
    for (int i = 0; i < 2000; ++i) {
        drawing d = {0};
        while (d.count < MOST_RINGS) {
            float x = (float)random_below(&r, 4), y = (float)random_below(&r, 4), w = (float)(1 + random_below(&r, 2));
            const carom_vec2 cell[] = {{x, y}, {x + w, y}, {x + w, y + 1}, {x, y + 1}};
            add_ring(&d, cell, 4);
        }
        assert_covers(&d, &r, 6);
    }
}

/// Rings within rings, turned by quarters: the same number of convex corners, so the same area.
static void nested_rings(void **state) {
    (void)state;
    random_source r = {22};
    for (int i = 0; i < 1000; ++i) {
        drawing d = {0};
        int64_t area = 0;
        for (int k = 0; k < MOST_RINGS; ++k) {
            float at = (float)(8 * k), size = (float)(100 - 16 * k), cut = (float)(1 + random_below(&r, 6));
            const carom_vec2 ring[] = {{at, at + cut},
                                       {at + cut, at},
                                       {at + size, at},
                                       {at + size, at + size},
                                       {at + 2 * cut, at + size},
                                       {at + cut, at + size - cut},
                                       {at, at + size}};
            add_ring(&d, ring, 7);
            int64_t part = 0;
            for (int j = 2; j < 7; ++j) part += doubled(ring[0], ring[j - 1], ring[j]);
            area += k % 2 ? -part : part;
        }
        for (int turn = 0; turn < 4; ++turn) {
            carom_triangle triangles[MOST_TRIANGLES];
            int count;
            carom_triangulate(d.rings, d.count, NULL, triangles, MOST_TRIANGLES, &count);
            assert_int_equal(area_of(triangles, count), area);
            for (int k = 0; k < d.count; ++k)
                for (int j = 0; j < 7; ++j) d.points[k][j] = (carom_vec2){-d.points[k][j].y, d.points[k][j].x};
        }
    }
}

/// Rings that cross are refused, or touch only; then the area is right. Never anything else.
static void crossing_rings(void **state) {
    (void)state;
    random_source r = {23};
    int refused = 0;
    for (int i = 0; i < 20000; ++i) {
        drawing d = {0};
        for (int k = 0; k < 2; ++k) {
            carom_vec2 points[8];
            int count = 3 + random_below(&r, 4);
            for (int j = 0; j < count; ++j)
                points[j] = (carom_vec2){(float)random_below(&r, 7), (float)random_below(&r, 7)};
            add_ring(&d, points, count);
        }
        int count;
        carom_status status = carom_triangulate(d.rings, d.count, NULL, NULL, 0, &count);
        if (status == CAROM_STATUS_OK) {
            assert_covers(&d, &r, 7);
        } else {
            assert_int_equal(status, CAROM_STATUS_BAD_ARGUMENT);
            ++refused;
        }
    }
    assert_in_range(refused, 5000, 19900);
}

static void out_of_memory(void **state) {
    (void)state;
    const carom_vec2 star[] = {{0, 0}, {4, 3}, {8, 0}, {6, 4}, {9, 9}, {4, 6}, {0, 9}, {2, 4}};
    carom_ring ring = {star, 8};
    carom_shape parts[8];
    for (long left = 0;; ++left) {
        ledger l = {.left = left};
        carom_allocator allocator = allocator_of(&l);
        int count;
        carom_status status = carom_decompose(&ring, 1, &allocator, parts, 8, &count);
        assert_int_equal(l.held, 0);
        if (status == CAROM_STATUS_OK) break;
        assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
        assert_int_equal(count, 0);
    }
}

/// Each allocation is refused once, for a comb with teeth above and below, and holes in a row: many pieces at a time,
/// which begin, split and end.
static void each_allocation_is_refused(void **state) {
    (void)state;
    enum { TEETH = 24 };
    static carom_vec2 comb[4 * TEETH], holes[TEETH][4];
    carom_ring rings[1 + TEETH] = {{comb, 4 * TEETH}};
    for (int i = 0; i < 2 * TEETH; ++i) {
        float x = (float)i;
        comb[i] = (carom_vec2){2 * x, i % 2 ? 10 : (float)(-20 - i % 5)};
        comb[4 * TEETH - 1 - i] = (carom_vec2){2 * x + 1, i % 2 ? 30 : (float)(60 + i % 7)};
    }
    for (int i = 0; i < TEETH; ++i) {
        float x = 4 * (float)i + 2, y = 16 + (float)(i % 3);
        const carom_vec2 hole[4] = {{x, y}, {x + 1, y + 2}, {x, y + 4}, {x - 1, y + 2}};
        memcpy(holes[i], hole, sizeof hole);
        rings[1 + i] = (carom_ring){holes[i], 4};
    }
    carom_status status = CAROM_STATUS_NO_MEMORY;
    long refused = 0;
    int expected, count;
    assert_int_equal(carom_triangulate(rings, TEETH, NULL, NULL, 0, &expected), CAROM_STATUS_OK);
    assert_true(expected > 4 * TEETH);
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = refused, .once = true};
        carom_allocator allocator = allocator_of(&l);
        status = carom_triangulate(rings, TEETH, &allocator, NULL, 0, &count);
        assert_int_equal(l.held, 0);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        assert_int_equal(count, status == CAROM_STATUS_OK ? expected : 0);
    }
    assert_true(refused > 15);
}

/// A wedge ends at a vertex in the middle of the right side of another area, with a stack of vertices above it.
static void each_allocation_is_refused_where_a_wedge_ends(void **state) {
    (void)state;
    const carom_vec2 wedge[3] = {{0, 0}, {1, -5}, {2, -5}};
    for (int above = 1; above < 20; ++above) {
        carom_vec2 area[25] = {{-9, 9}, {-9, -9}, {0, -9}};
        for (int i = 0; i < above; ++i) area[3 + i] = (carom_vec2){0, -8 + 0.25f * (float)i};
        area[3 + above] = (carom_vec2){0, 0};
        area[4 + above] = (carom_vec2){0, 9};
        const carom_ring rings[2] = {{area, 5 + above}, {wedge, 3}};
        carom_status status = CAROM_STATUS_NO_MEMORY;
        for (long refused = 0; status != CAROM_STATUS_OK; ++refused) {
            ledger l = {.left = refused, .once = true};
            carom_allocator allocator = allocator_of(&l);
            int count;
            status = carom_triangulate(rings, 2, &allocator, NULL, 0, &count);
            assert_int_equal(l.held, 0);
            assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
            assert_int_equal(count, status == CAROM_STATUS_OK ? above + 4 : 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_shapes),
        cmocka_unit_test(a_decomposed_outline_collides_as_one_shape),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(random_rings),
        cmocka_unit_test(cells_as_rings),
        cmocka_unit_test(nested_rings),
        cmocka_unit_test(crossing_rings),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(each_allocation_is_refused),
        cmocka_unit_test(each_allocation_is_refused_where_a_wedge_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
