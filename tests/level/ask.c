// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a level answers is what asking every edge answers: rays, all hits, sweeps, overlaps, the nearest edge; in
// batches and from an image bit for bit. On maps, on levels of very different sizes in one, and after damage to the
// image.
#include "level/maps.h"

#include "geom/core.h"
#include "geom/relation.h"
#include "level/enter.h"
#include "level/level.h"
#include "level/winding.h"

#include <stdlib.h>

enum { CLUSTER = 150 };

/// A thousand units of wall, and a cluster of splinters, as wide as that, at one place on it.
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
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_OK);
    return level;
}

static carom_vec2 uneven_place(random_source *r) {
    float reach = random_below(r, 3) ? 2e-3f : 30;
    return (carom_vec2){random_range(r, -reach, reach), random_range(r, -reach, reach)};
}

static carom_vec2 map_place(const map *m, random_source *r) {
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

// ---- Every edge -----------------------------------------------------------------------------------------------------

static bool hit_before(const carom_level *level, const carom_ray_hit *p, const carom_ray_hit *q) {
    if (p->t != q->t) return p->t < q->t;
    cr_edge e = cr_index_edge(&level->index, p->part), f = cr_index_edge(&level->index, q->part);
    return cr_edge_before(&e, &f);
}

enum { HITS = 2000 };

static int hits_of_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits) {
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
    assert_true(p->hit == q->hit && p->t == q->t && p->exit == q->exit && p->inside == q->inside);
    assert_true(p->point.x == q->point.x && p->point.y == q->point.y && p->part == q->part);
    assert_true(p->normal.x == q->normal.x && p->normal.y == q->normal.y && p->feature == q->feature);
}

static int expect_rays(const carom_level *level, carom_vec2 from, carom_vec2 move, int capacity) {
    static carom_ray_hit all[HITS], told[HITS];
    int count = hits_of_all(level, from, move, all);
    carom_ray_hit first = carom_level_ray(level, from, move);
    assert_int_equal(first.hit, count > 0);
    if (count > 0) expect_same_hit(&first, &all[0]);
    assert_int_equal(carom_level_ray_all(level, from, move, told, capacity), count);
    for (int i = 0; i < count && i < capacity; ++i) expect_same_hit(&told[i], &all[i]);
    return count;
}

static void expect_overlaps(const carom_level *level, const carom_shape *a, int capacity) {
    static int told[HITS];
    int count = carom_level_overlap(level, a, told, capacity), found = 0;
    for (int i = 0; i < level->index.count; ++i) {
        carom_shape face = cr_face_of(level->index.lines[i]);
        if (!carom_overlap(a, &face)) continue;
        if (found < capacity) assert_int_equal(told[found], i);
        ++found;
    }
    assert_int_equal(count, found);
}

static void expect_nearest(const carom_level *level, const carom_shape *a, float within) {
    carom_gap gap = carom_level_nearest(level, a, within), best = {.distance = INFINITY};
    for (int i = 0; i < level->index.count; ++i) {
        carom_shape face = cr_face_of(level->index.lines[i]);
        carom_gap candidate = carom_distance(a, &face);
        candidate.part_b = i;
        if (candidate.distance > within || candidate.distance > best.distance) continue;
        cr_edge e = cr_index_edge(&level->index, i), f = cr_index_edge(&level->index, best.part_b);
        if (candidate.distance < best.distance || cr_edge_before(&e, &f)) best = candidate;
    }
    assert_true(gap.distance == best.distance);
    if (isinf(gap.distance)) return;
    assert_int_equal(gap.part_b, best.part_b);
    assert_true(gap.normal.x == best.normal.x && gap.normal.y == best.normal.y && gap.on_b.x == best.on_b.x);
}

// ---- Sweeps ---------------------------------------------------------------------------------------------------------

static bool starts_inside(const carom_shape *a, const cr_edge *e) {
    carom_shape whole = cr_face_of((cr_line){e->a, e->b});
    return !(e->flags & CR_ONE_WAY) && cr_relate(a, &whole) == CR_INSIDE;
}

static void keep_earlier(carom_sweep_hit *first, const carom_shape *a, carom_vec2 move, const carom_shape *obstacle) {
    carom_sweep_hit hit = carom_sweep(a, move, obstacle, (carom_vec2){0, 0});
    if (hit.hit && !hit.inside && (!first->hit || hit.t < first->t)) *first = hit;
}

/// The face of an edge without the ends where a chain goes on, and its convex corner at b for a centre that is not
/// behind both of its edges.
static void meet_edge(const carom_level *level, int i, const carom_shape *a, carom_vec2 move, carom_sweep_hit *first) {
    cr_edge e = cr_index_edge(&level->index, i);
    carom_shape face = cr_face_of((cr_line){e.a, e.b}), corner = {.kind = CAROM_POINT, .point = e.b};
    face.segment.skip_a = !(e.flags & CR_ONE_WAY) && e.prev >= 0;
    face.segment.skip_b = !(e.flags & CR_ONE_WAY) && e.next >= 0;
    keep_earlier(first, a, move, &face);
    cr_core core;
    if (!(e.flags & CR_CORNER_B) || !cr_core_of(a, &core)) return;
    cr_line next = level->index.lines[e.next];
    if (cr_core_side(&core, e.a, e.b) <= 0 || cr_core_side(&core, next.a, next.b) <= 0)
        keep_earlier(first, a, move, &corner);
}

/// Of a point other rules hold at the ends of edges.
static int expect_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    carom_sweep_hit hit = carom_level_sweep(level, a, move), first = {.t = 1};
    bool inside = false;
    if (a->kind == CAROM_POINT) return 0;
    for (int i = 0; i < level->index.count; ++i) {
        cr_edge e = cr_index_edge(&level->index, i);
        inside = inside || starts_inside(a, &e);
        meet_edge(level, i, a, move, &first);
    }
    assert_int_equal(hit.inside, inside);
    if (inside) return 0;
    assert_int_equal(hit.hit, first.hit);
    assert_true(hit.t == first.t);
    return hit.hit;
}

/// The nearest border tells what the number of windings does.
static void expect_standing(const carom_level *level, carom_vec2 p) {
    cr_winding winding = cr_winding_at(&level->index, p, CR_ONE_WAY | CR_TWO_SIDED);
    cr_standing standing = cr_standing_at(&level->index, p);
    assert_int_equal(standing.in_solid, winding.number > 0);
    assert_int_equal(standing.on_edge, winding.on_edge);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static void maps_answer_as_all_their_edges(void **state) {
    (void)state;
    random_source r = {61};
    static map m;
    int hits = 0, sweeps = 0;
    for (int n = 0; n < 30; ++n) {
        map_make(&m, 9, 7, n % 2 ? 16 : 10.1f);
        map_fill(&m, &r);
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 120; ++k) {
            carom_vec2 from = map_place(&m, &r), to = map_place(&m, &r);
            float stretch = (float)random_below(&r, 3);
            hits += expect_rays(level, from, (carom_vec2){(to.x - from.x) * stretch, (to.y - from.y) * stretch}, k % 5);
            carom_shape a = random_shape(&r, from, random_below(&r, 2) ? random_range(&r, 1, 9) : 8);
            expect_overlaps(level, &a, k % 3 ? HITS : k % 7);
            sweeps += expect_sweep(level, &a, (carom_vec2){to.x - from.x, to.y - from.y});
            expect_standing(level, from);
            expect_standing(level, level->index.lines[k % level->index.count].a);
            expect_nearest(level, &a, k % 4 == 0 ? INFINITY : random_range(&r, 0, 20));
        }
        carom_level_free(level);
    }
    assert_true(hits > 3000 && sweeps > 500);
}

/// Cells side by side that are all full, and motions that stay in a few of them.
static void full_cells_answer_as_all_their_edges(void **state) {
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
        }
        carom_level_free(level);
    }
    assert_true(overlaps > 200 && sweeps > 200);
}

static void uneven_levels_answer_as_all_their_edges(void **state) {
    (void)state;
    random_source r = {62};
    int hits = 0, sweeps = 0;
    for (int n = 0; n < 4; ++n) {
        carom_level *level = uneven_level(&r, 2e-3f);
        for (int k = 0; k < 250; ++k) {
            carom_vec2 from = uneven_place(&r), to = uneven_place(&r);
            float stretch = random_below(&r, 4) ? (float)random_below(&r, 3) : 400;
            hits +=
                expect_rays(level, from, (carom_vec2){(to.x - from.x) * stretch, (to.y - from.y) * stretch}, k % 90);
            carom_shape a = random_shape(&r, from, random_below(&r, 2) ? random_range(&r, 1e-5f, 1e-3f) : 30);
            expect_overlaps(level, &a, k % 3 ? HITS : k % 100);
            sweeps += expect_sweep(level, &a, (carom_vec2){to.x - from.x, to.y - from.y});
            expect_standing(level, from);
            expect_nearest(level, &a, k % 4 == 0 ? INFINITY : random_range(&r, 0, 5));
        }
        carom_level_free(level);
    }
    assert_true(hits > 1000 && sweeps > 100);
}

static void what_is_not_finite_meets_nothing(void **state) {
    (void)state;
    random_source r = {63};
    carom_level *level = uneven_level(&r, 2e-3f);
    const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0, 1};
    for (int i = 0; i < 7 * 7 * 7 * 7; ++i) {
        carom_vec2 p = {odd[i % 7], odd[i / 7 % 7]}, q = {odd[i / 49 % 7], odd[i / 343]};
        carom_ray_hit hits[4];
        bool finite = isfinite(p.x) && isfinite(p.y) && isfinite(q.x) && isfinite(q.y);
        if (!finite) assert_false(carom_level_ray(level, p, q).hit);
        if (!finite) assert_int_equal(carom_level_ray_all(level, p, q, hits, 4), 0);
        if (finite) expect_rays(level, p, q, 4);
        carom_shape shapes[] = {{.kind = CAROM_BOX, .box = {p, q}}, {.kind = CAROM_CIRCLE, .circle = {p, q.x}}};
        for (int k = 0; k < 2; ++k) {
            bool valid = carom_shape_check(&shapes[k]) == CAROM_OK;
            if (!valid) assert_int_equal(carom_level_overlap(level, &shapes[k], NULL, 0), 0);
            if (!valid) assert_false(carom_level_sweep(level, &shapes[k], q).hit);
            if (!valid) assert_true(isinf(carom_level_nearest(level, &shapes[k], 5).distance));
            if (valid) expect_overlaps(level, &shapes[k], HITS);
            if (valid) carom_level_sweep(level, &shapes[k], (carom_vec2){1, 1});
        }
    }
    carom_shape point = {.kind = CAROM_POINT, .point = {0, 0}};
    assert_true(isinf(carom_level_nearest(level, &point, NAN).distance));
    assert_true(isinf(carom_level_nearest(level, &point, -1).distance));
    carom_level_free(level);
}

// ---- Batches and images ---------------------------------------------------------------------------------------------

enum { BATCH = 300 };

static void expect_same_answers(const carom_level *level, const carom_level *other, random_source *r, const map *m) {
    static float x[BATCH], y[BATCH], move_x[BATCH], move_y[BATCH];
    static carom_shape shapes[BATCH];
    static carom_vec2 moves[BATCH];
    static carom_ray_hit rays[BATCH];
    static carom_sweep_hit sweeps[BATCH];
    for (int i = 0; i < BATCH; ++i) {
        carom_vec2 from = m ? map_place(m, r) : uneven_place(r), to = m ? map_place(m, r) : uneven_place(r);
        x[i] = from.x;
        y[i] = from.y;
        moves[i] = (carom_vec2){to.x - from.x, to.y - from.y};
        move_x[i] = moves[i].x;
        move_y[i] = moves[i].y;
        shapes[i] = random_shape(r, from, m ? 5 : 1e-3f);
    }
    int hits = carom_level_rays(other, &(carom_rays){x, y, move_x, move_y, BATCH}, rays), ray_hits = 0;
    int met = carom_level_sweeps(other, shapes, moves, BATCH, sweeps), sweep_hits = 0;
    for (int i = 0; i < BATCH; ++i) {
        carom_ray_hit ray = carom_level_ray(level, (carom_vec2){x[i], y[i]}, moves[i]);
        expect_same_hit(&rays[i], &ray);
        carom_sweep_hit p = carom_level_sweep(level, &shapes[i], moves[i]), q = sweeps[i];
        assert_true(p.hit == q.hit && p.inside == q.inside && p.t == q.t && p.part_b == q.part_b);
        assert_true(p.at.x == q.at.x && p.at.y == q.at.y && p.point.x == q.point.x && p.point.y == q.point.y);
        assert_true(p.normal.x == q.normal.x && p.normal.y == q.normal.y && p.feature == q.feature);
        ray_hits += ray.hit;
        sweep_hits += p.hit;
    }
    assert_true(hits == ray_hits && met == sweep_hits);
}

static void *image_of(const carom_level *level, size_t *size) {
    *size = carom_level_image_size(level);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    carom_level_image_write(level, bytes);
    return bytes;
}

static void batches_and_images_answer_the_same(void **state) {
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
        if (carom_level_open(bytes, size, NULL, &other, &error) != CAROM_OK) fail_msg("%s", error.message);
        assert_int_equal(carom_level_edge_count(level), carom_level_edge_count(other));
        assert_int_equal(carom_level_seams_removed(level), carom_level_seams_removed(other));
        expect_same_answers(level, level, &r, n % 3 == 2 ? NULL : &m);
        expect_same_answers(level, other, &r, n % 3 == 2 ? NULL : &m);
        carom_level_free(other);
        carom_level_free(level);
        free(bytes);
    }
}

/// Asks all kinds of questions; a sanitizer would see what they read.
static void ask_everything(const carom_level *level, random_source *r) {
    carom_ray_hit hits[8];
    int edges[8];
    for (int i = 0; i < 6; ++i) {
        carom_vec2 from = uneven_place(r), to = uneven_place(r), move = {(to.x - from.x) * 9, (to.y - from.y) * 9};
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

static void damage_is_found_or_does_no_harm(void **state) {
    (void)state;
    random_source r = {65};
    carom_level *level = uneven_level(&r, 2e-3f), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    carom_error error;
    for (size_t length = 0; length < size; length += length < 200 ? 1 : 97) {
        assert_int_equal(carom_level_open(bytes, length, NULL, &other, &error), CAROM_BAD_FILE);
        assert_null(other);
    }
    int refused = 0, opened = 0;
    for (int n = 0; n < 3000; ++n) {
        size_t at = (size_t)(random_bits(&r) % size), near = n < 400 ? (size_t)n / 4 : at;
        unsigned char before = bytes[near];
        bytes[near] = (unsigned char)random_bits(&r);
        carom_status status = carom_level_open(bytes, size, NULL, &other, &error);
        assert_true(status == CAROM_OK || (error.status == status && error.message[0] != 0));
        if (status == CAROM_OK) ask_everything(other, &r);
        carom_level_free(other);
        refused += status != CAROM_OK;
        opened += status == CAROM_OK;
        bytes[near] = before;
    }
    assert_true(refused > 200 && opened > 200);
    assert_int_equal(carom_level_open(bytes + 4, size - 4, NULL, &other, &error), CAROM_BAD_ARGUMENT);
    carom_level_free(level);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_answer_as_all_their_edges),
        cmocka_unit_test(uneven_levels_answer_as_all_their_edges),
        cmocka_unit_test(full_cells_answer_as_all_their_edges),
        cmocka_unit_test(what_is_not_finite_meets_nothing),
        cmocka_unit_test(batches_and_images_answer_the_same),
        cmocka_unit_test(damage_is_found_or_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
