// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries against a brute-force reference, which tests every edge: ray casts, all hits, sweeps, overlaps, the nearest
// edge. Batches and images must return the same bits. The levels are maps, levels with edges of very different sizes,
// and damaged images.
#include "level/bends.h"
#include "level/maps.h"
#include "level/same.h"

#include "geom/core.h"
#include "geom/relation.h"
#include "level/index/level.h"
#include "level/query/point_entry.h"
#include "level/query/touching.h"
#include "level/query/winding.h"

#include <stdlib.h>

enum { CLUSTER = 150 };

/// A wall of 1000 units, and a cluster of small shapes of the given width on it.
static carom_level *uneven_level(random_source *r, float width) {
    static carom_vec2 points[CLUSTER][3];
    static const carom_vec2 wall[] = {{-500, 3}, {500, 3}, {500, 4}, {-500, 4}};
    carom_outline outlines[CLUSTER + 2] = {{.points = wall, .count = 4}};
    for (int i = 0; i < CLUSTER; ++i) {
        carom_vec2 at = {random_range(r, -width / 2, width / 2), random_range(r, -width / 2, width / 2)};
        for (int k = 0; k < 3; ++k) {
            carom_vec2 d = random_direction(r, random_range(r, width / 200, width / 10));
            points[i][k] = (carom_vec2){at.x + d.x, at.y + d.y};
        }
        outlines[i + 1] =
            (carom_outline){.points = points[i], .count = 3, .tag = i, .open = i % 5 == 0, .one_way = i % 7 == 0};
    }
    carom_level *level;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = CLUSTER + 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static carom_vec2 uneven_point(random_source *r) {
    float reach = random_below(r, 3) ? 2e-3f : 30;
    return (carom_vec2){random_range(r, -reach, reach), random_range(r, -reach, reach)};
}

static carom_vec2 map_point(const map *m, random_source *r) {
    float width = (float)m->tiles.columns * m->tiles.cell.x, height = (float)m->tiles.rows * m->tiles.cell.y;
    carom_vec2 p = {random_range(r, -9, width + 9), random_range(r, -9, height + 9)};
    return random_below(r, 2) ? p : (carom_vec2){floorf(p.x / 4) * 4, floorf(p.y / 4) * 4};
}

static carom_shape random_shape(random_source *r, carom_vec2 at, float size) {
    carom_shape s;
    switch (random_below(r, 5)) {
    case 0: carom_make_point(at, &s); break;
    case 1: carom_make_circle(at, size, &s); break;
    case 2: carom_make_box(at, (carom_vec2){at.x + size, at.y + size / 2}, &s); break;
    case 3: carom_make_capsule(at, (carom_vec2){at.x + size, at.y}, size / 3, &s); break;
    default: {
        carom_vec2 v[3] = {at, {at.x + size, at.y}, {at.x, at.y + size}};
        carom_make_polygon(v, 3, &s);
    }
    }
    return s;
}

// ---- Brute force ----------------------------------------------------------------------------------------------------

static bool hit_before(const carom_level *level, const carom_ray_hit *p, const carom_ray_hit *q) {
    if (p->t != q->t) return p->t < q->t;
    cr_edge e = cr_index_edge(&level->index, p->part), f = cr_index_edge(&level->index, q->part);
    return cr_edge_before(&e, &f);
}

enum { HITS = 2000 };

static int brute_force_hits(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits) {
    int count = 0;
    for (int i = 0; i < level->index.count; ++i) {
        carom_shape face = cr_face_of(level->index.lines[i]);
        carom_ray_hit hit = carom_ray(from, move, &face);
        hit.part = i;
        if (!hit.hit || !cr_point_enters(&level->index, i, from, move)) continue;
        int k = count++;
        for (; k > 0 && hit_before(level, &hit, &hits[k - 1]); --k) hits[k] = hits[k - 1];
        hits[k] = hit;
    }
    return count;
}

static void expect_same_hit(const carom_ray_hit *p, const carom_ray_hit *q) {
    assert_same_ray_hit(*p, *q);
    assert_int_equal(p->part, q->part);
}

static int expect_rays(const carom_level *level, carom_vec2 from, carom_vec2 move, int capacity) {
    static carom_ray_hit all[HITS], reported[HITS];
    int count = brute_force_hits(level, from, move, all);
    carom_ray_hit first = carom_level_ray(level, from, move);
    assert_int_equal(first.hit, count > 0);
    if (count > 0) expect_same_hit(&first, &all[0]);
    assert_int_equal(carom_level_ray_all(level, from, move, reported, capacity), count);
    for (int i = 0; i < count && i < capacity; ++i) expect_same_hit(&reported[i], &all[i]);
    return count;
}

static void expect_overlaps(const carom_level *level, const carom_shape *a, int capacity) {
    static int reported[HITS];
    int count = carom_level_overlap(level, a, reported, capacity), found = 0;
    for (int i = 0; i < level->index.count; ++i) {
        carom_shape face = cr_face_of(level->index.lines[i]);
        if (!carom_overlap(a, &face)) continue;
        if (found < capacity) assert_int_equal(reported[found], i);
        ++found;
    }
    assert_int_equal(count, found);
}

static void expect_nearest(const carom_level *level, const carom_shape *a, float within) {
    carom_separation gap = carom_level_nearest(level, a, within), best = {.distance = INFINITY};
    for (int i = 0; i < level->index.count; ++i) {
        carom_shape face = cr_face_of(level->index.lines[i]);
        carom_separation candidate = carom_distance(a, &face);
        candidate.part_b = i;
        if (candidate.distance > within || candidate.distance > best.distance) continue;
        cr_edge e = cr_index_edge(&level->index, i), f = cr_index_edge(&level->index, best.part_b);
        if (candidate.distance < best.distance || cr_edge_before(&e, &f)) best = candidate;
    }
    assert_same_float(gap.distance, best.distance);
    if (isinf(gap.distance)) return;
    assert_int_equal(gap.part_b, best.part_b);
    assert_same_point(gap.normal, best.normal);
    assert_same_point(gap.on_b, best.on_b);
}

// ---- Sweeps ---------------------------------------------------------------------------------------------------------

static bool starts_inside(const carom_shape *a, const cr_edge *e) {
    carom_shape whole = cr_face_of((cr_edge_line){e->a, e->b});
    return !(e->flags & CR_ONE_WAY) && cr_relate(a, &whole) == CR_INSIDE;
}

static void keep_earlier(carom_sweep_hit *first, const carom_shape *a, carom_vec2 move, const carom_shape *obstacle) {
    carom_sweep_hit hit = carom_sweep(a, move, obstacle, (carom_vec2){0, 0});
    if (hit.hit && !hit.inside && (!first->hit || hit.t < first->t)) *first = hit;
}

/// Sweeps against the face of an edge, without the ends where a chain continues, and against its convex corner at b if
/// the centre is in front of one of its edges; of a one-way edge, against its end b together with the next edge.
static void sweep_edge(const carom_level *level, int i, const carom_shape *a, carom_vec2 move, carom_sweep_hit *first) {
    cr_edge e = cr_index_edge(&level->index, i);
    carom_shape face = cr_face_of((cr_edge_line){e.a, e.b}), corner = {.kind = CAROM_SHAPE_POINT, .point = e.b};
    face.segment.skip_a = !(e.flags & CR_ONE_WAY) && e.prev >= 0;
    face.segment.skip_b = !(e.flags & CR_ONE_WAY) && e.next >= 0;
    keep_earlier(first, a, move, &face);
    float at_bend = e.flags & CR_ONE_WAY ? corner_stop(level, i, a, move) : 2;
    if (at_bend < first->t || (at_bend == 1 && !first->hit)) *first = (carom_sweep_hit){.hit = true, .t = at_bend};
    cr_core core;
    if (!(e.flags & CR_CORNER_B) || !cr_core_of(a, &core)) return;
    cr_edge_line next = level->index.lines[e.next];
    if (cr_core_side(&core, e.a, e.b) <= 0 || cr_core_side(&core, next.a, next.b) <= 0)
        keep_earlier(first, a, move, &corner);
}

/// Points are excluded: point_entry.h has other rules for them at the ends of edges.
static int expect_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    carom_sweep_hit hit = carom_level_sweep(level, a, move), first = {.t = 1};
    bool inside = false;
    if (a->kind == CAROM_SHAPE_POINT) return 0;
    for (int i = 0; i < level->index.count; ++i) {
        cr_edge e = cr_index_edge(&level->index, i);
        inside = inside || starts_inside(a, &e);
        sweep_edge(level, i, a, move, &first);
    }
    assert_int_equal(hit.inside, inside);
    if (inside) return 0;
    assert_int_equal(hit.hit, first.hit);
    assert_same_float(hit.t, first.t);
    return hit.hit;
}

/// cr_locate_point must agree with the winding number.
static void expect_point_location(const carom_level *level, carom_vec2 p) {
    cr_winding winding = cr_winding_at(&level->index, p, CR_ONE_WAY | CR_TWO_SIDED);
    cr_point_location location = cr_locate_point(&level->index, p);
    assert_int_equal(location.in_solid, winding.number > 0);
    assert_int_equal(location.on_edge, winding.on_edge);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static void queries_of_maps_match_brute_force(void **state) {
    (void)state;
    random_source r = {61};
    static map m;
    int hits = 0, sweeps = 0;
    for (int n = 0; n < 30; ++n) {
        map_make(&m, 9, 7, n % 2 ? 16 : 10.1f);
        map_fill(&m, &r);
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 120; ++k) {
            carom_vec2 from = map_point(&m, &r), to = map_point(&m, &r);
            float stretch = (float)random_below(&r, 3);
            hits += expect_rays(level, from, (carom_vec2){(to.x - from.x) * stretch, (to.y - from.y) * stretch}, k % 5);
            carom_shape a = random_shape(&r, from, random_below(&r, 2) ? random_range(&r, 1, 9) : 8);
            expect_overlaps(level, &a, k % 3 ? HITS : k % 7);
            sweeps += expect_sweep(level, &a, (carom_vec2){to.x - from.x, to.y - from.y});
            expect_point_location(level, from);
            expect_point_location(level, level->index.lines[k % level->index.count].a);
            expect_nearest(level, &a, k % 4 == 0 ? INFINITY : random_range(&r, 0, 20));
        }
        carom_level_free(level);
    }
    assert_true(hits > 3000);
    assert_true(sweeps > 500);
}

/// Where cells are small compared with an ulp, the flat chords of curves are rounded onto a side of their cell: a solid
/// or a gap of no width, between two opposite edges. Rows of points beyond it were in solid, or in none, up to the next
/// edge.
static void points_beyond_solids_of_no_width_are_located(void **state) {
    (void)state;
    static const struct { float at, cell; } scales[] = {{1048576, 12}, {-1048672, 12}, {4194304, 48}, {-4194304, 40}};
    static const int bases[] = {CAROM_TILE_EMPTY, CAROM_TILE_SOLID, CAROM_TILE_HALF, CAROM_TILE_DISC, CAROM_TILE_PIPE};
    random_source r = {62};
    int collapsed = 0;
    for (int n = 0; n < 200; ++n) {
        uint8_t codes[36];
        for (int i = 0; i < 36; ++i)
            codes[i] = carom_tile_code(bases[random_below(&r, 5)], random_below(&r, 2), random_below(&r, 4));
        float at = scales[n % 4].at, cell = scales[n % 4].cell;
        carom_tiles tiles = {6, 6, {at, at}, {cell, cell}, codes, 0};
        carom_level *level;
        assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL),
                         CAROM_STATUS_OK);
        for (int i = 0; i < level->index.count; ++i) {
            cr_edge_line e = level->index.lines[i];
            collapsed += e.a.x == e.b.x && fabsf(e.a.y - e.b.y) < cell / 8;
            for (int k = 0; k < 4; ++k) {
                float x = at + cell * random_range(&r, -1, 7), y = k % 2 ? e.a.y : e.a.y / 2 + e.b.y / 2;
                expect_point_location(level, (carom_vec2){x, y});
            }
        }
        carom_level_free(level);
    }
    assert_true(collapsed > 500);
}

/// Adjacent full cells, and motions that stay within a few of them. A compound hits nothing.
static void queries_of_full_cells_match_brute_force(void **state) {
    (void)state;
    random_source r = {65};
    int overlaps = 0, sweeps = 0;
    for (int n = 0; n < 4; ++n) {
        carom_level *level = uneven_level(&r, n % 2 ? 20 : 60);
        for (int k = 0; k < 500; ++k) {
            carom_vec2 from = {random_range(&r, -12, 12), random_range(&r, -12, 12)};
            carom_shape a = random_shape(&r, from, random_range(&r, 0.1f, 4));
            sweeps += expect_sweep(level, &a, random_direction(&r, random_range(&r, 0.1f, 5)));
            expect_overlaps(level, &a, HITS);
            overlaps += carom_level_overlap(level, &a, NULL, 0) > 0;
            carom_shape whole = {.kind = CAROM_SHAPE_COMPOUND, .compound = {&a, 1}};
            assert_false(carom_level_sweep(level, &whole, random_direction(&r, 0.1f)).hit);
        }
        carom_level_free(level);
    }
    assert_true(overlaps > 200);
    assert_true(sweeps > 200);
}

static void queries_of_uneven_levels_match_brute_force(void **state) {
    (void)state;
    random_source r = {62};
    int hits = 0, sweeps = 0;
    for (int n = 0; n < 4; ++n) {
        carom_level *level = uneven_level(&r, 2e-3f);
        for (int k = 0; k < 250; ++k) {
            carom_vec2 from = uneven_point(&r), to = uneven_point(&r);
            float stretch = random_below(&r, 4) ? (float)random_below(&r, 3) : 400;
            hits +=
                expect_rays(level, from, (carom_vec2){(to.x - from.x) * stretch, (to.y - from.y) * stretch}, k % 90);
            carom_shape a = random_shape(&r, from, random_below(&r, 2) ? random_range(&r, 1e-5f, 1e-3f) : 30);
            expect_overlaps(level, &a, k % 3 ? HITS : k % 100);
            sweeps += expect_sweep(level, &a, (carom_vec2){to.x - from.x, to.y - from.y});
            expect_point_location(level, from);
            expect_nearest(level, &a, k % 4 == 0 ? INFINITY : random_range(&r, 0, 5));
        }
        carom_level_free(level);
    }
    assert_true(hits > 1000);
    assert_true(sweeps > 100);
}

static void invalid_and_non_finite_queries_hit_nothing(void **state) {
    (void)state;
    random_source r = {63};
    carom_level *level = uneven_level(&r, 2e-3f);
    const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0, 1};
    for (int i = 0; i < 7 * 7 * 7 * 7; ++i) {
        carom_vec2 p = {odd[i % 7], odd[i / 7 % 7]}, q = {odd[i / 49 % 7], odd[i / 343]};
        carom_ray_hit hits[4];
        bool finite = isfinite(p.x) && isfinite(p.y) && isfinite(q.x) && isfinite(q.y);
        carom_ray_hit ray = carom_level_ray(level, p, q);
        if (!finite) assert_false(ray.hit);
        if (!isfinite(q.x) || !isfinite(q.y)) assert_memory_equal(&ray.point, &p, sizeof p);
        carom_rays rays = {&p.x, &p.y, &q.x, &q.y, 1};
        carom_level_ray_many(level, &rays, hits);
        if (!isfinite(q.x) || !isfinite(q.y)) assert_memory_equal(&hits[0].point, &p, sizeof p);
        if (!finite) assert_int_equal(carom_level_ray_all(level, p, q, hits, 4), 0);
        if (finite) expect_rays(level, p, q, 4);
        carom_shape shapes[] = {{.kind = CAROM_SHAPE_BOX, .box = {p, q}},
                                {.kind = CAROM_SHAPE_CIRCLE, .circle = {p, q.x}}};
        for (int k = 0; k < 2; ++k) {
            bool valid = carom_shape_check(&shapes[k]) == CAROM_STATUS_OK;
            if (!valid) assert_int_equal(carom_level_overlap(level, &shapes[k], NULL, 0), 0);
            if (!valid) assert_false(carom_level_sweep(level, &shapes[k], q).hit);
            if (!valid) assert_false(cr_level_first_hit(level, &shapes[k], q).hit);
            if (!valid) assert_true(isinf(carom_level_nearest(level, &shapes[k], 5).distance));
            if (valid) expect_overlaps(level, &shapes[k], HITS);
            carom_sweep_hit hit = carom_level_sweep(level, &shapes[k], p);
            if (valid && isfinite(p.x) && isfinite(p.y)) assert_true(isfinite(hit.at.x) && isfinite(hit.at.y));
            hit = carom_level_sweep(level, &shapes[k], q); // box and circle have their reference point at p
            if (valid && !(isfinite(q.x) && isfinite(q.y))) assert_memory_equal(&hit.at, &p, sizeof p);
            carom_sweep_hit many;
            carom_level_sweep_many(level, &shapes[k], &q, 1, &many);
            if (valid) assert_memory_equal(&many.at, &hit.at, sizeof hit.at);
        }
    }
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = {0, 0}};
    assert_true(isinf(carom_level_nearest(level, &point, NAN).distance));
    assert_true(isinf(carom_level_nearest(level, &point, -1).distance));
    carom_level_free(level);
}

// ---- Batches and images ---------------------------------------------------------------------------------------------

enum { BATCH = 300 };

static void expect_same_results(const carom_level *level, const carom_level *other, random_source *r, const map *m) {
    static float x[BATCH], y[BATCH], move_x[BATCH], move_y[BATCH];
    static carom_shape shapes[BATCH];
    static carom_vec2 moves[BATCH];
    static carom_ray_hit rays[BATCH];
    static carom_sweep_hit sweeps[BATCH];
    for (int i = 0; i < BATCH; ++i) {
        carom_vec2 from = m ? map_point(m, r) : uneven_point(r), to = m ? map_point(m, r) : uneven_point(r);
        x[i] = from.x;
        y[i] = from.y;
        moves[i] = (carom_vec2){to.x - from.x, to.y - from.y};
        move_x[i] = moves[i].x;
        move_y[i] = moves[i].y;
        shapes[i] = random_shape(r, from, m ? 5 : 1e-3f);
    }
    int hits = carom_level_ray_many(other, &(carom_rays){x, y, move_x, move_y, BATCH}, rays), ray_hits = 0;
    int swept = carom_level_sweep_many(other, shapes, moves, BATCH, sweeps), sweep_hits = 0;
    for (int i = 0; i < BATCH; ++i) {
        carom_ray_hit ray = carom_level_ray(level, (carom_vec2){x[i], y[i]}, moves[i]);
        expect_same_hit(&rays[i], &ray);
        carom_sweep_hit p = carom_level_sweep(level, &shapes[i], moves[i]), q = sweeps[i];
        assert_same_sweep_hit(p, q);
        assert_int_equal(p.part_b, q.part_b);
        q = cr_level_first_hit(level, &shapes[i], moves[i]);
        q.at = p.at; // a first hit needs no position
        assert_same_sweep_hit(p, q);
        assert_int_equal(p.part_b, q.part_b);
        ray_hits += ray.hit;
        sweep_hits += p.hit;
    }
    assert_int_equal(hits, ray_hits);
    assert_int_equal(swept, sweep_hits);
}

static void *image_of(const carom_level *level, size_t *size) {
    *size = carom_level_image_size(level);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    carom_level_image_write(level, bytes);
    return bytes;
}

static void batches_and_images_return_the_same_bits(void **state) {
    (void)state;
    random_source r = {64};
    static map m;
    for (int n = 0; n < 12; ++n) {
        map_make(&m, 9, 7, 16);
        if (n > 0) map_fill(&m, &r);
        carom_level *level = n % 3 == 2 ? uneven_level(&r, 2e-3f) : level_of_map(&m), *other;
        size_t size;
        void *bytes = image_of(level, &size);
        carom_error error = {0};
        if (carom_level_open(bytes, size, NULL, &other, &error) != CAROM_STATUS_OK) fail_msg("%s", error.message);
        assert_int_equal(carom_level_edge_count(level), carom_level_edge_count(other));
        assert_int_equal(carom_level_seams_removed(level), carom_level_seams_removed(other));
        expect_same_results(level, level, &r, n % 3 == 2 ? NULL : &m);
        expect_same_results(level, other, &r, n % 3 == 2 ? NULL : &m);
        carom_level_free(other);
        carom_level_free(level);
        free(bytes);
    }
}

/// Runs every query; a sanitizer checks the reads.
static void run_every_query(const carom_level *level, random_source *r) {
    carom_ray_hit hits[8];
    int edges[8];
    for (int i = 0; i < 6; ++i) {
        carom_vec2 from = uneven_point(r), to = uneven_point(r), move = {(to.x - from.x) * 9, (to.y - from.y) * 9};
        carom_shape a = random_shape(r, from, i % 2 ? 1e-3f : 50);
        carom_level_ray(level, from, move);
        carom_level_ray_all(level, from, move, hits, 8);
        carom_level_sweep(level, &a, move);
        carom_level_overlap(level, &a, edges, 8);
        carom_level_nearest(level, &a, 10);
        carom_level_solid(level, from);
        carom_level_edge_at(level, i);
    }
}

static void damaged_images_are_rejected_or_harmless(void **state) {
    (void)state;
    random_source r = {65};
    carom_level *level = uneven_level(&r, 2e-3f), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    carom_error error;
    for (size_t length = 0; length < size; length += length < 200 ? 1 : 97) {
        assert_int_equal(carom_level_open(bytes, length, NULL, &other, &error), CAROM_STATUS_BAD_FILE);
        assert_null(other);
    }
    int rejected = 0, opened = 0;
    for (int n = 0; n < 3000; ++n) {
        size_t at = (size_t)(random_bits(&r) % size), near = n < 400 ? (size_t)n / 4 : at;
        unsigned char before = bytes[near];
        bytes[near] = (unsigned char)random_bits(&r);
        carom_status status = carom_level_open(bytes, size, NULL, &other, &error);
        if (status != CAROM_STATUS_OK) {
            assert_int_equal(error.status, status);
            assert_true(error.message[0] != 0);
        }
        if (status == CAROM_STATUS_OK) run_every_query(other, &r);
        carom_level_free(other);
        rejected += status != CAROM_STATUS_OK;
        opened += status == CAROM_STATUS_OK;
        bytes[near] = before;
    }
    assert_true(rejected > 200);
    assert_true(opened > 200);
    assert_int_equal(carom_level_open(bytes + 4, size - 4, NULL, &other, &error), CAROM_STATUS_BAD_ARGUMENT);
    carom_level_free(level);
    free(bytes);
}

/// More hits than a list of numbers has room for, of edges that are far from each other in the order of the index.
static void rays_count_thousands_of_hits(void **state) {
    (void)state;
    enum { LONG = 1600, SHORT = 120 };
    static uint8_t codes[LONG * SHORT];
    for (int turned = 0; turned < 2; ++turned) {
        const int columns = turned ? SHORT : LONG, rows = turned ? LONG : SHORT;
        for (int i = 0; i < columns * rows; ++i) {
            bool is_edge = (turned ? i % columns : i / columns) % 2;
            codes[i] = is_edge ? carom_tile_code(CAROM_TILE_EDGE, false, turned ? 0 : 3) : CAROM_TILE_EMPTY;
        }
        const carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {2, 2}, .codes = codes};
        carom_level *level = level_of_desc(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1});
        assert_int_equal(carom_level_edge_count(level), LONG * SHORT / 2);
        const carom_vec2 from = turned ? (carom_vec2){7, -1} : (carom_vec2){-1, 7};
        const carom_vec2 move = turned ? (carom_vec2){0, 2 * LONG + 2} : (carom_vec2){2 * LONG + 2, 0};
        static carom_ray_hit hits[LONG];
        int room = carom_level_ray_all(level, from, move, hits, LONG);
        assert_int_equal(room, LONG);
        assert_int_equal(carom_level_ray_all(level, from, move, NULL, 0), LONG);
        assert_int_equal(carom_level_ray_all(level, from, move, hits, 5), LONG);
        carom_level_free(level);
    }
}

/// More hits than a bit set has room for. The rest is read as a range of numbers, half of which are edges that the ray
/// passes by.
static void rays_count_hits_among_edges_beside_them(void **state) {
    (void)state;
    enum { ROWS = 20000, COLUMNS = 3 };
    static uint8_t codes[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; ++i) codes[i] = i % COLUMNS == 1 ? CAROM_TILE_EMPTY : CAROM_TILE_EDGE;
    const carom_tiles tiles = {.columns = COLUMNS, .rows = ROWS, .cell = {2, 2}, .codes = codes};
    carom_level *level = level_of_desc(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1});
    assert_int_equal(carom_level_edge_count(level), 2 * ROWS);
    for (int column = 0; column < COLUMNS; ++column) {
        const carom_vec2 from = {(float)(2 * column) + 1, -1}, move = {0, 2 * ROWS + 2};
        assert_int_equal(carom_level_ray_all(level, from, move, NULL, 0), column == 1 ? 0 : ROWS);
    }
    carom_level_free(level);
}

/// Rays in a batch, from so far or along such paths that products of floats overflow, or that they are 0.
static void batches_of_rays_of_any_size_match_single_rays(void **state) {
    (void)state;
    static const float starts[] = {0, 1, -4, 0x1p30f, -0x1p60f, 0x1p100f, 0x1p-120f};
    static const float moves[] = {0, 1, -8, 0x1p90f, -0x1p99f, -0x1p120f, 0x1p-120f, -0x1p40f};
    enum { STARTS = 7, MOVES = 8, COUNT = STARTS * STARTS * MOVES };
    static float x[COUNT], y[COUNT], move_x[COUNT], move_y[COUNT];
    static carom_ray_hit hits[COUNT];
    random_source r = {64};
    carom_level *level = uneven_level(&r, 20);
    int found = 0;
    for (int second = 0; second < MOVES; ++second) {
        for (int i = 0; i < COUNT; ++i) {
            x[i] = starts[i % STARTS];
            y[i] = starts[i / STARTS % STARTS];
            move_x[i] = moves[i / STARTS / STARTS];
            move_y[i] = moves[second];
        }
        int count = carom_level_ray_many(level, &(carom_rays){x, y, move_x, move_y, COUNT}, hits);
        for (int i = 0; i < COUNT; ++i) {
            carom_ray_hit hit = carom_level_ray(level, (carom_vec2){x[i], y[i]}, (carom_vec2){move_x[i], move_y[i]});
            expect_same_hit(&hits[i], &hit);
            count -= hit.hit;
            found += hit.hit;
        }
        assert_int_equal(count, 0);
    }
    assert_true(found > 100);
    carom_level_free(level);
}

/// A ray that ends on an edge, where float decides by its bounds alone, is hit in a batch as well. At three scales, of
/// which powers of two change no bit.
static void a_ray_of_a_batch_may_end_on_an_edge(void **state) {
    (void)state;
    enum { COUNT = 16 };
    static const carom_vec2 triangles[2][3] = {
        {{-0x1.4404ep+29f, -0x1.8a4278p+28f}, {-0x1.03253p+28f, -0x1.75556p+28f}, {0x1.934798p+28f, -0x1.b9694p+25f}},
        {{-0x1.bd0d92p+28f, 0x1.9d8556p+29f}, {-0x1.c20aa6p+28f, 0x1.9c79c4p+29f}, {-0x1.c5b24p+28f, 0x1.9e562ep+29f}}};
    for (int k = 0; k < 3; ++k) {
        const float scale = k == 0 ? 1 : k == 1 ? 0x1p-28f : 0x1p12f;
        carom_vec2 points[2][3];
        carom_outline outlines[2];
        for (int i = 0; i < 2; ++i) {
            for (int n = 0; n < 3; ++n)
                points[i][n] = (carom_vec2){triangles[i][n].x * scale, triangles[i][n].y * scale};
            outlines[i] = (carom_outline){.points = points[i], .count = 3};
        }
        carom_level *level = level_of_outlines(outlines, 2);
        const carom_vec2 from = {0x1.9032ep+28f * scale, -0x1.19e8ep+26f * scale},
                         move = {-0x1.4821acp+28f * scale, -0x1.1f8e18p+27f * scale};
        float x[COUNT], y[COUNT], move_x[COUNT], move_y[COUNT];
        for (int i = 0; i < COUNT; ++i) x[i] = from.x, y[i] = from.y, move_x[i] = move.x, move_y[i] = move.y;
        carom_ray_hit hits[COUNT];
        const carom_ray_hit hit = carom_level_ray(level, from, move);
        assert_true(hit.hit && hit.t == 1);
        assert_int_equal(carom_level_ray_many(level, &(carom_rays){x, y, move_x, move_y, COUNT}, hits), COUNT);
        for (int i = 0; i < COUNT; ++i) expect_same_hit(&hits[i], &hit);
        carom_level_free(level);
    }
}

/// A level of denormal size, whose cells have no size as floats.
static void the_nearest_edge_of_a_denormal_level(void **state) {
    (void)state;
    static const carom_vec2 triangle[] = {{0, 0}, {4 * FLT_TRUE_MIN, 0}, {0, 4 * FLT_TRUE_MIN}};
    const carom_outline outline = {.points = triangle, .count = 3};
    carom_level *level = level_of_outlines(&outline, 1);
    assert_int_equal(carom_level_edge_count(level), 3);
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = {3 * FLT_TRUE_MIN, -2 * FLT_TRUE_MIN}};
    for (int k = 0; k < 2; ++k) {
        carom_separation gap = carom_level_nearest(level, &point, k ? 1 : 2 * FLT_TRUE_MIN);
        assert_true(gap.distance == 2 * FLT_TRUE_MIN);
        assert_true(carom_level_edge_at(level, gap.part_b).a.y == 0 && carom_level_edge_at(level, gap.part_b).b.y == 0);
    }
    assert_true(isinf(carom_level_nearest(level, &point, FLT_TRUE_MIN).distance));
    carom_level_free(level);
}

/// The least time of float is the way through 2^79 cells here: a ray that hits must not go on for so long.
static void a_ray_ends_beyond_a_tiny_level(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "########\n#......#\n#......#\n########\n", 0x1p-100f);
    carom_level *level = level_of_map(&m);
    const float cell = 0x1p-100f, x = 4 * cell, y = 2 * cell;
    for (int i = 0; i < 9; ++i) {
        carom_vec2 from = {x, y}, move = {(float)(i % 3 - 1) * FLT_MAX, (float)(i / 3 - 1) * FLT_MAX};
        carom_ray_hit hit = carom_level_ray(level, from, move), hits[2];
        assert_int_equal(hit.hit, i != 4);
        if (i == 4) continue;
        assert_true(hit.t == 0);
        assert_int_equal(carom_level_ray_many(level, &(carom_rays){&from.x, &from.y, &move.x, &move.y, 1}, &hits[0]),
                         1);
        expect_same_hit(&hits[0], &hit);
        assert_true(carom_level_ray_all(level, from, move, hits, 2) > 0);
        expect_same_hit(&hits[0], &hit);
        carom_level_edge e = carom_level_edge_at(level, hit.part);
        assert_true(move.x != 0 && (move.y == 0 || e.a.x == e.b.x) ? e.a.x == (move.x > 0 ? 7 * cell : cell)
                                                                   : e.a.y == (move.y > 0 ? 3 * cell : cell));
    }
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_ends_beyond_a_tiny_level),
        cmocka_unit_test(queries_of_maps_match_brute_force),
        cmocka_unit_test(queries_of_uneven_levels_match_brute_force),
        cmocka_unit_test(queries_of_full_cells_match_brute_force),
        cmocka_unit_test(points_beyond_solids_of_no_width_are_located),
        cmocka_unit_test(invalid_and_non_finite_queries_hit_nothing),
        cmocka_unit_test(batches_and_images_return_the_same_bits),
        cmocka_unit_test(rays_count_thousands_of_hits),
        cmocka_unit_test(rays_count_hits_among_edges_beside_them),
        cmocka_unit_test(batches_of_rays_of_any_size_match_single_rays),
        cmocka_unit_test(a_ray_of_a_batch_may_end_on_an_edge),
        cmocka_unit_test(the_nearest_edge_of_a_denormal_level),
        cmocka_unit_test(damaged_images_are_rejected_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
