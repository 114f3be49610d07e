// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Carving and filling. After any sequence the boundary must equal that of a level built from its rings, edge by edge,
// and queries must have the same bits; and a point must be solid as the sequence says, whose last shape around it
// decides. `--seconds N` repeats the random tests for N seconds, from `--seed S` on, in a level of 1024 x 1024 tiles
// among others.
#include "battery.h"
#include "ledger.h"
#include "level/maps.h"
#include "level/same.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { MAX_EDGES = 60000, MAX_SHAPES = 400 };

static long long shapes_tried; // carved and filled
static long long fresh_builds; // compared

static void *memory_for(int count, size_t size) {
    void *memory = calloc((size_t)count + 1, size);
    assert_non_null(memory);
    return memory;
}

// ---- A fresh build of the boundary ----------------------------------------------------------------------------------

static int compare_edges(const void *p, const void *q) {
    const carom_level_edge *e = p, *f = q;
    const float keys[][2] = {{e->a.x, f->a.x}, {e->a.y, f->a.y}, {e->b.x, f->b.x}, {e->b.y, f->b.y}};
    for (int i = 0; i < 4; ++i) {
        if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
    }
    return (e->tag > f->tag) - (e->tag < f->tag);
}

/// The solid edges of a level as rings: each chain is a ring, since nothing else continues an edge of a solid.
static carom_level *build_from_rings(const carom_level *level) {
    int count = carom_level_edge_count(level), rings_count = 0, used = 0;
    carom_vec2 *points = memory_for(count, sizeof *points);
    carom_outline *rings = memory_for(count, sizeof *rings);
    bool *seen = memory_for(count, sizeof *seen);
    for (int i = 0; i < count; ++i) {
        if (seen[i] || carom_level_edge_at(level, i).one_way) continue;
        int first = used;
        for (int k = i; !seen[k]; k = carom_level_edge_at(level, k).next) {
            seen[k] = true;
            points[used++] = carom_level_edge_at(level, k).a;
            assert_true(carom_level_edge_at(level, k).next >= 0);
        }
        rings[rings_count] =
            (carom_outline){.points = points + first, .count = used - first, .same_area = rings_count > 0};
        // A ring of two edges encloses nothing, and must not exist.
        assert_true(used - first >= 3);
        ++rings_count;
    }
    carom_level *fresh = level_of_desc(&(carom_level_desc){.outlines = rings, .outlines_count = rings_count});
    free(points);
    free(rings);
    free(seen);
    return fresh;
}

/// Solid edges in an order of their own; edges that continue one another in a straight line are one.
static int list_edges(const carom_level *level, carom_level_edge *edges) {
    int count = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i), p;
        if (e.one_way) continue;
        e.tag = 0;
        p = carom_level_edge_at(level, e.prev);
        double cross = ((double)e.a.x - (double)p.a.x) * ((double)e.b.y - (double)e.a.y) -
                       ((double)e.a.y - (double)p.a.y) * ((double)e.b.x - (double)e.a.x);
        if (cross == 0 && !e.corner_a) continue; // not the first of a straight run
        for (;;) {
            carom_level_edge n = carom_level_edge_at(level, e.next);
            cross = ((double)e.b.x - (double)e.a.x) * ((double)n.b.y - (double)n.a.y) -
                    ((double)e.b.y - (double)e.a.y) * ((double)n.b.x - (double)n.a.x);
            if (cross != 0 || n.corner_a) break;
            e.b = n.b;
            e.next = n.next;
        }
        edges[count++] = e;
    }
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    return count;
}

static void expect_like_fresh(const carom_level *level, random_source *r, float size) {
    carom_level *fresh = build_from_rings(level);
    carom_level_edge *own = memory_for(carom_level_edge_count(level), sizeof *own),
                     *other = memory_for(carom_level_edge_count(fresh), sizeof *other);
    ++fresh_builds;
    int count = list_edges(level, own), fresh_count = list_edges(fresh, other);
    assert_int_equal(count, fresh_count);
    for (int i = 0; i < count; ++i) {
        assert_same_point(own[i].a, other[i].a);
        assert_same_point(own[i].b, other[i].b);
    }
    for (int i = 0; i < 40; ++i) {
        carom_vec2 from = {random_range(r, -1, size + 1), random_range(r, -1, size + 1)};
        carom_vec2 move = {random_range(r, -size, size), random_range(r, -size, size)};
        assert_int_equal(carom_level_solid(level, from), carom_level_solid(fresh, from));
        carom_ray_hit a = carom_level_ray(level, from, move), b = carom_level_ray(fresh, from, move);
        assert_same_ray_hit(a, b);
    }
    free(own);
    free(other);
    carom_level_free(fresh);
}

// ---- The reference --------------------------------------------------------------------------------------------------

typedef struct step {
    bool solid;
    carom_shape shape;
    float radius; // 0: a polygon or a box
} step;

/// A shape in a square of `size`, at multiples of `lattice` if that is not 0.
static step draw_step(random_source *r, float size, float lattice) {
    step s = {.solid = random_below(r, 3) == 0};
    carom_vec2 at = {random_range(r, 0, size), random_range(r, 0, size)}, to;
    if (lattice > 0) at = (carom_vec2){lattice * floorf(at.x / lattice), lattice * floorf(at.y / lattice)};
    const float extent = size < 1024 ? size : 1024;
    float reach = random_below(r, 5) == 0 ? extent / 4 : extent / 16;
    switch (random_below(r, 4)) {
    case 0:
        s.radius = random_range(r, 0.1f, reach);
        carom_make_circle(at, s.radius, &s.shape);
        break;
    case 1:
        to = (carom_vec2){at.x + floorf(random_range(r, 1, reach + 1)), at.y + floorf(random_range(r, 1, reach + 1))};
        carom_make_box(at, to, &s.shape);
        break;
    case 2:
        to = (carom_vec2){at.x + random_range(r, -reach, reach), at.y + random_range(r, -reach, reach)};
        s.radius = random_range(r, 0.1f, reach / 2);
        carom_make_capsule(at, to, s.radius, &s.shape);
        break;
    default: {
        carom_vec2 v[] = {at,
                          {at.x + 1 + random_unit(r) * reach, at.y + random_unit(r)},
                          {at.x + 1, at.y + 1 + random_unit(r) * reach}};
        carom_make_polygon(v, 3, &s.shape);
    }
    }
    return s;
}

/// Of shapes with a radius the polygon lies inside, by at most 1/200 of the radius.
static int state_at(const step *steps, int count, carom_vec2 p, bool base, bool *unclear) {
    carom_shape point;
    bool solid = base;
    *unclear = false;
    carom_make_point(p, &point);
    for (int i = 0; i < count; ++i) {
        double distance = (double)carom_distance(&point, &steps[i].shape).distance;
        if (distance <= 1e-3 && distance > -1e-3 - (double)steps[i].radius / 200) *unclear = true;
        if (distance < 0) solid = steps[i].solid;
    }
    return solid;
}

static void expect_solid_as_steps(const carom_level *level, const carom_level *base, const step *steps, int count,
                                  random_source *r) {
    for (int i = 0; i < 300; ++i) {
        carom_vec2 p = {random_range(r, 0, 64), random_range(r, 0, 64)};
        bool unclear;
        int solid = state_at(steps, count, p, carom_level_solid(base, p), &unclear);
        if (!unclear) assert_int_equal(carom_level_solid(level, p), solid);
    }
}

static void apply_step(carom_level *level, const step *s) {
    carom_status status = s->solid ? carom_level_fill(level, &s->shape) : carom_level_carve(level, &s->shape);
    assert_int_equal(status, CAROM_STATUS_OK);
    ++shapes_tried;
}

/// False within 0.01 units of the boundary: a cut moves an edge by an ulp.
static bool is_clear(const carom_level *level, carom_vec2 p) {
    static const carom_vec2 around[] = {{-0.01f, 0}, {0.01f, 0}, {0, -0.01f}, {0, 0.01f}};
    for (int i = 0; i < 4; ++i) {
        carom_vec2 beside = {p.x + around[i].x, p.y + around[i].y};
        if (carom_level_solid(level, beside) != carom_level_solid(level, p)) return false;
    }
    return true;
}

enum { LOCAL_POINTS = 16, LOCAL_EDGES = 512 };

/// Applies a step, and compares the level around it: points in the shape are as the step says, others as before, and
/// edges continue one another. The cost does not depend on the size of the level.
static void apply_step_and_look(carom_level *level, const step *s, random_source *r) {
    const carom_box box = carom_shape_bounds(&s->shape);
    carom_vec2 points[LOCAL_POINTS];
    bool before[LOCAL_POINTS], unclear;
    for (int i = 0; i < LOCAL_POINTS; ++i) {
        float x = random_range(r, box.min.x - 4, box.max.x + 4);
        points[i] = (carom_vec2){x, random_range(r, box.min.y - 4, box.max.y + 4)};
        before[i] = carom_level_solid(level, points[i]);
    }
    apply_step(level, s);
    for (int i = 0; i < LOCAL_POINTS; ++i) {
        int solid = state_at(s, 1, points[i], before[i], &unclear);
        if (!unclear && is_clear(level, points[i])) assert_int_equal(carom_level_solid(level, points[i]), solid);
    }
    int edges[LOCAL_EDGES], count = carom_level_overlap(level, &s->shape, edges, LOCAL_EDGES);
    for (int i = 0; i < count && i < LOCAL_EDGES; ++i) {
        carom_level_edge e = carom_level_edge_at(level, edges[i]);
        assert_true(e.a.x != e.b.x || e.a.y != e.b.y);
        assert_same_point(carom_level_edge_at(level, e.next).a, e.b);
        assert_same_point(carom_level_edge_at(level, e.prev).b, e.a);
        assert_int_equal(carom_level_edge_at(level, e.next).prev, edges[i]);
    }
}

// ---- Known carvings -------------------------------------------------------------------------------------------------

static carom_shape box_from(float x, float y, float right, float bottom) {
    carom_shape shape;
    assert_int_equal(carom_make_box((carom_vec2){x, y}, (carom_vec2){right, bottom}, &shape), CAROM_STATUS_OK);
    return shape;
}

static void expect(const carom_level *level, int edges, double area) {
    assert_int_equal(carom_level_edge_count(level), edges);
    assert_true(area_of(level) == area);
}

static void boxes_are_carved_and_filled(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "....\n####\n####\n", 4);
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = &m.tiles, .tiles_count = 1});
    carom_shape hole = box_from(5, 6, 9, 10), notch = box_from(6, 2, 8, 6), outside = box_from(0, 0, 3, 3);
    carom_shape flush = box_from(0, 2, 16, 4), far = box_from(30, -20, 34, -16);
    expect(level, 4, 128);
    assert_int_equal(carom_level_carve(level, &hole), CAROM_STATUS_OK);
    expect(level, 8, 112);
    assert_int_equal(carom_level_carve(level, &hole), CAROM_STATUS_OK);
    expect(level, 8, 112);
    assert_int_equal(carom_level_carve(level, &outside), CAROM_STATUS_OK);
    expect(level, 8, 112);
    assert_int_equal(carom_level_carve(level, &notch), CAROM_STATUS_OK); // opens the hole to the top
    assert_true(area_of(level) == 108);
    assert_int_equal(carom_level_fill(level, &hole), CAROM_STATUS_OK);
    assert_true(area_of(level) == 124);
    assert_int_equal(carom_level_fill(level, &flush), CAROM_STATUS_OK);
    assert_true(area_of(level) == 124 + 32);
    assert_int_equal(carom_level_fill(level, &far), CAROM_STATUS_OK); // beyond the bounds
    assert_true(area_of(level) == 124 + 32 + 16);
    assert_same_float(carom_level_bounds(level).max.x, 34);
    assert_same_float(carom_level_bounds(level).min.y, -20);
    assert_true(carom_level_ray(level, (carom_vec2){32, -30}, (carom_vec2){0, 20}).hit);
    carom_level_free(level);
}

static void empty_levels_are_filled(void **state) {
    (void)state;
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true});
    carom_shape a = box_from(0, 0, 4, 4), b = box_from(4, 0, 8, 4);
    assert_int_equal(carom_level_carve(level, &a), CAROM_STATUS_OK);
    expect(level, 0, 0);
    assert_int_equal(carom_level_fill(level, &a), CAROM_STATUS_OK);
    expect(level, 4, 16);
    assert_int_equal(carom_level_fill(level, &b), CAROM_STATUS_OK);
    expect(level, 4, 32);
    assert_int_equal(carom_level_carve(level, &a), CAROM_STATUS_OK);
    assert_int_equal(carom_level_carve(level, &b), CAROM_STATUS_OK);
    expect(level, 0, 0);
    assert_int_equal(carom_level_fill(level, &b), CAROM_STATUS_OK);
    expect(level, 4, 16);
    carom_level_free(level);
}

static void other_shapes_are_refused(void **state) {
    (void)state;
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true}),
                *fixed = level_of_desc(&(carom_level_desc){.editable = false});
    carom_shape box = box_from(0, 0, 1, 1), none = {0}, compound, point;
    assert_int_equal(carom_make_compound(&box, 1, &compound), CAROM_STATUS_OK);
    carom_make_point((carom_vec2){1, 1}, &point);
    none.kind = CAROM_SHAPE_CIRCLE;
    none.circle.radius = -1;
    assert_int_equal(carom_level_carve(fixed, &box), CAROM_STATUS_UNSUPPORTED);
    assert_int_equal(carom_level_fill(level, &compound), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_fill(level, &none), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_fill(level, &point), CAROM_STATUS_OK);
    expect(level, 0, 0);
    carom_level_free(level);
    carom_level_free(fixed);
}

/// Platforms lose what a crater reaches; ledges that do not reach into it stay.
static void thin_edges_are_clipped(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "----\n....\n", 4);
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = &m.tiles, .tiles_count = 1});
    carom_shape crater = box_from(4, -1, 6, 1), below = box_from(0, 0, 3, 2);
    assert_int_equal(carom_level_carve(level, &crater), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 2);
    assert_int_equal(carom_level_carve(level, &below), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 2);
    assert_true(carom_level_ray(level, (carom_vec2){1, -1}, (carom_vec2){0, 2}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){5, -1}, (carom_vec2){0, 2}).hit);
    carom_level_free(level);
}

// ---- Random carvings ------------------------------------------------------------------------------------------------

static void random_sequences_equal_a_fresh_build(void **state) {
    (void)state;
    random_source r = {battery.seed};
    static map m;
    static step steps[MAX_SHAPES];
    for (int run = 0; run < 12; ++run) {
        const int cells = 16;
        bool on_lattice = run % 3 == 0;
        map_make(&m, cells, cells, 4);
        for (int i = 0; i < cells * cells; ++i) {
            m.codes[i] = run % 2 ? (random_below(&r, 2) ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY) : random_code(&r);
            if (m.codes[i] % 32 >= CAROM_TILE_EDGE && m.codes[i] % 32 <= CAROM_TILE_EDGES_THREE) m.codes[i] = 0;
        }
        const carom_vec2 points[] = {{3, 5}, {50, 11.3f}, {21, 58.7f}, {33, 2}};
        const carom_outline star = {.points = points, .count = 4, .even_odd = true};
        carom_level_desc desc = {.editable = true, .tiles = &m.tiles, .tiles_count = 1};
        desc.outlines = &star;
        desc.outlines_count = run % 4 == 0;
        carom_level *level = level_of_desc(&desc), *base = level_of_desc(&desc);
        int count = 60 + random_below(&r, 60);
        for (int i = 0; i < count; ++i) {
            steps[i] = draw_step(&r, 64, on_lattice ? 1 : 0);
            apply_step(level, &steps[i]);
            if (i % 20 == 0) expect_like_fresh(level, &r, 64);
        }
        expect_like_fresh(level, &r, 64);
        expect_solid_as_steps(level, base, steps, count, &r);
        carom_level_free(level);
        carom_level_free(base);
    }
}

/// Caves of tiles of 16 units: random tiles, smoothed twice.
static void make_cave(uint8_t *codes, int cells, random_source *r) {
    uint8_t *next = memory_for(cells * cells, 1);
    for (int i = 0; i < cells * cells; ++i) codes[i] = random_below(r, 100) < 47;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < cells * cells; ++i) {
            int x = i % cells, y = i / cells, solid = 0;
            for (int k = 0; k < 9; ++k) {
                int u = x + k % 3 - 1, v = y + k / 3 - 1;
                solid += u < 0 || v < 0 || u >= cells || v >= cells || codes[v * cells + u];
            }
            next[i] = solid >= 5;
        }
        memcpy(codes, next, (size_t)cells * (size_t)cells);
    }
    free(next);
}

/// A level of many tiles: around every shape at once, and the whole level from time to time.
static void large_levels_are_carved(void **state) {
    (void)state;
    random_source r = {battery.seed + 4};
    const int cells = battery.seconds > 0 ? 1024 : 96, shapes = battery.seconds > 0 ? 100000 : 400;
    const float size = 16 * (float)cells;
    uint8_t *codes = memory_for(cells * cells, 1);
    make_cave(codes, cells, &r);
    const carom_tiles tiles = {.columns = cells, .rows = cells, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = &tiles, .tiles_count = 1});
    for (int i = 1; i <= shapes; ++i) {
        step s = draw_step(&r, size, i % 3 == 0 ? 16 : 0); // a third at borders of tiles
        apply_step_and_look(level, &s, &r);
        if (i % (shapes / 4) == 0) expect_like_fresh(level, &r, size);
    }
    carom_level_free(level);
    free(codes);
}

/// Tiles that are set in and beside craters replace everything in their cells; other tiles are set as usual.
static void tiles_are_set_in_craters(void **state) {
    (void)state;
    random_source r = {battery.seed + 1};
    static map m;
    static step steps[MAX_SHAPES];
    for (int run = 0; run < 8; ++run) {
        map_make(&m, 16, 16, 4);
        for (int i = 0; i < 256; ++i) m.codes[i] = random_below(&r, 3) > 0;
        carom_level_desc desc = {.editable = true, .tiles = &m.tiles, .tiles_count = 1};
        carom_level *level = level_of_desc(&desc), *base = level_of_desc(&desc);
        int count = 0;
        while (count < 120) {
            step *s = &steps[count++];
            if (random_below(&r, 2)) {
                *s = draw_step(&r, 64, run % 2 ? 1.0f : 0.0f);
                apply_step(level, s);
                continue;
            }
            int cell = random_below(&r, 256);
            float x = (float)(4 * (cell % 16)), y = (float)(4 * (cell / 16));
            *s = (step){.solid = random_below(&r, 2), .shape = box_from(x, y, x + 4, y + 4)};
            assert_int_equal(carom_level_set_tile(level, 0, cell % 16, cell / 16, s->solid), CAROM_STATUS_OK);
            ++shapes_tried;
            assert_int_equal(carom_level_tile(level, 0, cell % 16, cell / 16), s->solid);
            if (count % 20 == 0) expect_like_fresh(level, &r, 64);
        }
        expect_like_fresh(level, &r, 64);
        expect_solid_as_steps(level, base, steps, count, &r);
        carom_level_free(level);
        carom_level_free(base);
    }
}

/// Bitmaps are carved like everything else.
static void bitmaps_are_carved(void **state) {
    (void)state;
    random_source r = {battery.seed + 2};
    static uint8_t samples[64 * 64];
    static step steps[MAX_SHAPES];
    for (int run = 0; run < 4; ++run) {
        for (int i = 0; i < 64 * 64; ++i)
            samples[i] = (uint8_t)(128 + 60 * sin(i % 64 * 0.2) + 60 * cos(i / 64 * 0.17) + random_below(&r, 9));
        carom_field field = {.columns = 64, .rows = 64, .cell = {1, 1}, .samples = samples, .smooth = run % 2};
        carom_level_desc desc = {.editable = true, .fields = &field, .fields_count = 1};
        carom_level *level = level_of_desc(&desc), *base = level_of_desc(&desc);
        for (int i = 0; i < 60; ++i) {
            steps[i] = draw_step(&r, 64, 0);
            apply_step(level, &steps[i]);
        }
        expect_like_fresh(level, &r, 64);
        expect_solid_as_steps(level, base, steps, 60, &r);
        carom_level_free(level);
        carom_level_free(base);
    }
}

/// A step on outlines, with each allocation refused in turn.
static void expect_step_all_or_nothing(const carom_outline *outlines, int count, const step *s) {
    static carom_level_edge before[MAX_EDGES], after[MAX_EDGES];
    carom_status status = CAROM_STATUS_NO_MEMORY;
    for (int refused = 0; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        carom_allocator allocator = {ledger_refuse_growth, &l};
        carom_level *level = level_of_desc(&(carom_level_desc){
            .outlines = outlines, .outlines_count = count, .editable = true, .allocator = &allocator});
        int edges = carom_level_edge_count(level);
        for (int i = 0; i < edges; ++i) before[i] = carom_level_edge_at(level, i);
        l.left = refused;
        status = s->solid ? carom_level_fill(level, &s->shape) : carom_level_carve(level, &s->shape);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        l.left = -1;
        if (status != CAROM_STATUS_OK) {
            assert_int_equal(carom_level_edge_count(level), edges);
            for (int i = 0; i < edges; ++i) after[i] = carom_level_edge_at(level, i);
            for (int i = 0; i < edges; ++i) assert_int_equal(compare_edges(&before[i], &after[i]), 0);
            apply_step(level, s);
        }
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
}

/// Triangles with a vertex at most an ulp above a long slope: a crater far away bends the slope past some of them.
static void bent_edges_still_meet_their_neighbours(void **state) {
    (void)state;
    enum { TRIANGLES = 120 };
    random_source r = {battery.seed + 3};
    static carom_vec2 points[TRIANGLES][3];
    static carom_outline outlines[TRIANGLES + 1];
    for (int run = 0; run < 6; ++run) {
        const carom_vec2 end = {1000, random_range(&r, 200, 500)};
        const carom_vec2 slope[] = {{0, 0}, end, {0, 600}};
        outlines[0] = (carom_outline){.points = slope, .count = 3};
        for (int i = 0; i < TRIANGLES; ++i) {
            float x = random_range(&r, 100, 990), y = (float)((double)x * (double)end.y / (double)end.x);
            const carom_vec2 corners[] = {{x, y}, {x + 2, y - 3}, {x, y - 3}};
            for (int k = 0; k < 3; ++k) points[i][k] = corners[k];
            outlines[i + 1] = (carom_outline){.points = points[i], .count = 3};
        }
        carom_level_desc desc = {.editable = true, .outlines = outlines, .outlines_count = TRIANGLES + 1};
        carom_level *level = level_of_desc(&desc);
        for (int i = 0; i < 10; ++i) {
            float x = random_range(&r, 0, 1000);
            carom_shape shape = box_from(x, x * end.y / end.x - 4, x + random_unit(&r), x * end.y / end.x + 4);
            if (run == 0) expect_step_all_or_nothing(outlines, TRIANGLES + 1, &(step){.shape = shape});
            assert_int_equal(carom_level_carve(level, &shape), CAROM_STATUS_OK);
            expect_like_fresh(level, &r, 64);
        }
        carom_level_free(level);
    }
}

/// A triangle of less than an ulp in width is folded where it is cut: its winding number becomes -1. Coordinates are in
/// ulp, at 2^20.
static void folded_slivers_stay_closed(void **state) {
    (void)state;
    static const float sliver[] = {14, 20, 65, 12, 44, 15}, cutter[] = {35, 71, 52, 42, 49, -2, 22, 38};
    static const float others[2][8] = {{60, 30, 10, 30, 10, 35, 60, 35}, {55, 39, 52, 38, 54, 59, 58, 67}};
    carom_vec2 p[3][4];
    for (int way = 0; way < 8; ++way) { // carved or filled; mirrored in y; either other shape
        for (int i = 0; i < 4; ++i) {
            const float *of[] = {sliver + 2 * (i % 3), others[way >> 2] + 2 * i, cutter + 2 * i};
            for (int k = 0; k < 3; ++k)
                p[k][i] = (carom_vec2){1048576 + of[k][0] / 8, 1048576 + (way & 2 ? 80 - of[k][1] : of[k][1]) / 8};
        }
        const carom_outline outlines[] = {{.points = p[0], .count = 3}, {.points = p[1], .count = 4}};
        carom_level *level =
            level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = 2, .editable = true});
        carom_shape shape;
        assert_int_equal(carom_make_polygon(p[2], 4, &shape), CAROM_STATUS_OK);
        assert_int_equal(way & 1 ? carom_level_fill(level, &shape) : carom_level_carve(level, &shape), CAROM_STATUS_OK);
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            assert_true(carom_level_edge_at(level, i).next >= 0);
            assert_true(carom_level_edge_at(level, i).prev >= 0);
        }
        carom_level_free(level);
    }
}

static carom_vec2 point_in_ulp(float x, float y) {
    return (carom_vec2){1048576 + x / 8, 1048576 + y / 8};
}

static void expect_closed(const carom_level *level, double most_area) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        assert_true(carom_level_edge_at(level, i).next >= 0);
        assert_true(carom_level_edge_at(level, i).prev >= 0);
    }
    assert_true(area_of(level) >= -1 && area_of(level) <= most_area); // not inside out
}

/// A rounded crossing moves the rest of an edge across a vertex outside the box of the shape: an area of less than an
/// ulp in width is folded up to there. Coordinates are in ulp, at 2^20.
static void folds_outside_the_box_stay_closed(void **state) {
    (void)state;
    static const struct {
        float outline[8], shape[8];
        int outline_count, shape_count;
        bool fill;
    } cases[] = {
        {{15, 24, 12, 36, 0, 37, 32, 3}, {12, 32, 33, 7, 23, 8}, 4, 3, false}, // up to the end of two edges
        {{36, 13, 37, 10, 19, 26}, {3, 32, 16, 33, 22, 22}, 3, 3, false},      // up to a crossing of their rests
        {{14, 16, 7, 4, 14, 18, 4, 2}, {9, 9, 10, 6, 9, 6}, 4, 3, false},      // their rests coincide
        {{6, 9, 2, 6, 14, 14, 13, 18}, {18, 19, 18, 3, 13, 0, 7, 10}, 4, 4, true},
    };
    for (size_t n = 0; n < 2 * sizeof cases / sizeof *cases; ++n) {
        const size_t i = n / 2;
        carom_vec2 p[2][4];
        for (int k = 0; k < 4; ++k) {
            const float *at = cases[i].outline + 2 * k, *to = cases[i].shape + 2 * k;
            p[0][k] = point_in_ulp(n % 2 ? 40 - at[0] : at[0], at[1]);
            p[1][k] = point_in_ulp(n % 2 ? 40 - to[0] : to[0], to[1]);
        }
        const carom_outline outline = {.points = p[0], .count = cases[i].outline_count};
        carom_level *level =
            level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1, .editable = true});
        step s = {.solid = cases[i].fill};
        assert_int_equal(carom_make_polygon(p[1], cases[i].shape_count, &s.shape), CAROM_STATUS_OK);
        expect_step_all_or_nothing(&outline, 1, &s);
        apply_step(level, &s);
        expect_closed(level, 40 * 40 / 64.0);
        carom_level_free(level);
    }
}

/// Polygons of a few ulp, carved and filled by others.
static void shapes_of_a_few_ulp_stay_closed(void **state) {
    (void)state;
    enum { OUTLINES = 8 };
    random_source r = {battery.seed + 5};
    static carom_vec2 points[OUTLINES][4];
    static carom_outline outlines[OUTLINES];
    for (int run = 0; run < 800; ++run) {
        const int size = (int[]){20, 40, 80, 400}[run % 4], count = 1 + random_below(&r, OUTLINES);
        for (int i = 0; i < count; ++i) {
            outlines[i] = (carom_outline){.points = points[i], .count = 3 + random_below(&r, 2)};
            for (int k = 0; k < 4; ++k) {
                float x = (float)random_below(&r, size), y = (float)random_below(&r, size);
                points[i][k] = point_in_ulp(x, y);
            }
        }
        carom_level *level =
            level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = count, .editable = true});
        for (int i = 0; i < 6; ++i) {
            step s = {.solid = random_below(&r, 3) == 0};
            carom_vec2 v[4];
            for (int k = 0; k < 4; ++k) {
                float x = (float)random_below(&r, size), y = (float)random_below(&r, size);
                v[k] = point_in_ulp(x, y);
            }
            if (carom_make_polygon(v, 3 + random_below(&r, 2), &s.shape) != CAROM_STATUS_OK) continue;
            if (i == 0 && run % 40 < 2) expect_step_all_or_nothing(outlines, count, &s);
            apply_step(level, &s);
            expect_closed(level, (double)size * size / 64);
        }
        carom_level_free(level);
    }
}

/// An edit that is tried with less memory than it needs: a crater, or a tile in a crater.
static void expect_all_or_nothing(const char *rows, int code) {
    static map m;
    static carom_level_edge before[MAX_EDGES], after[MAX_EDGES];
    map_draw(&m, rows, 4);
    for (int allowed = 0, done = 0; !done; ++allowed) {
        ledger l = {.left = -1};
        carom_allocator allocator = allocator_of(&l);
        carom_level_desc desc = {.editable = true, .tiles = &m.tiles, .tiles_count = 1, .allocator = &allocator};
        carom_level *level = level_of_desc(&desc);
        carom_shape ball;
        carom_make_circle((carom_vec2){7, 5}, 3, &ball);
        if (code >= 0) assert_int_equal(carom_level_carve(level, &ball), CAROM_STATUS_OK);
        const uint8_t old = carom_level_tile(level, 0, 2, 1);
        int count = carom_level_edge_count(level);
        for (int i = 0; i < count; ++i) before[i] = carom_level_edge_at(level, i);
        l.left = allowed;
        carom_status status =
            code >= 0 ? carom_level_set_tile(level, 0, 2, 1, (uint8_t)code) : carom_level_carve(level, &ball);
        l.left = -1;
        done = status == CAROM_STATUS_OK;
        if (!done) {
            assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
            assert_int_equal(carom_level_tile(level, 0, 2, 1), old);
            assert_int_equal(carom_level_edge_count(level), count);
            for (int i = 0; i < count; ++i) after[i] = carom_level_edge_at(level, i);
            for (int i = 0; i < count; ++i) assert_int_equal(compare_edges(&before[i], &after[i]), 0);
        }
        carom_level_free(level);
        assert_int_equal(l.held, 0);
    }
}

static void without_memory_nothing_changes(void **state) {
    (void)state;
    expect_all_or_nothing("##/.\n#.--\n####\n", -1);
    expect_all_or_nothing("##/.\n#.#.\n####\n", CAROM_TILE_SOLID);
    expect_all_or_nothing("##/.\n#.#.\n####\n", CAROM_TILE_EMPTY);
    expect_all_or_nothing("##/.\n#.#.\n####\n", CAROM_TILE_SLOPE_45);
    expect_all_or_nothing("##/.\n#.#.\n####\n", CAROM_TILE_DISC);
}

/// Craters in the second of two grids: its cells become whole again, and those with thin edges are refused there.
static void craters_in_the_second_of_two_grids_are_filled(void **state) {
    (void)state;
    static map first, second;
    map_draw(&first, "###\n###\n", 16);
    map_draw(&second, "######\n####-#\n######\n", 16);
    second.tiles.origin.x = 100;
    const carom_tiles grids[] = {first.tiles, second.tiles};
    carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = grids, .tiles_count = 2});
    double whole = area_of(level);
    assert_true(whole == (6 + 17) * 256);
    carom_shape ball, far_ball;
    carom_make_circle((carom_vec2){132, 24}, 12, &ball);
    assert_int_equal(carom_level_carve(level, &ball), CAROM_STATUS_OK);
    assert_true(area_of(level) < whole - 400);
    carom_make_circle((carom_vec2){0, 0}, FLT_MAX, &far_ball);
    far_ball.circle.center.x = FLT_MAX; // its polygon is not finite
    assert_int_equal(carom_level_carve(level, &far_ball), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_fill(level, &far_ball), CAROM_STATUS_BAD_ARGUMENT);
    // A cell in the crater gets no thin edges, and one beside it loses none.
    assert_int_equal(carom_level_set_tile(level, 1, 2, 1, CAROM_TILE_EDGE), CAROM_STATUS_UNSUPPORTED);
    assert_int_equal(carom_level_set_tile(level, 1, 4, 1, CAROM_TILE_SOLID), CAROM_STATUS_UNSUPPORTED);
    // The first grid is far from the crater: its border may get thin edges.
    for (int i = 0; i < 6; ++i)
        assert_int_equal(carom_level_set_tile(level, 0, i % 3, i / 3, CAROM_TILE_EDGE), CAROM_STATUS_OK);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(carom_level_set_tile(level, 0, i % 3, i / 3, CAROM_TILE_SOLID), CAROM_STATUS_OK);
    assert_true(area_of(level) < whole - 400);
    for (int i = 0; i < 18; ++i) {
        if (i != 10) assert_int_equal(carom_level_set_tile(level, 1, i % 6, i / 6, CAROM_TILE_SOLID), CAROM_STATUS_OK);
    }
    assert_true(area_of(level) == whole);
    carom_level_free(level);
}

/// Solid far beyond the grid of the index, and more solid within it afterwards: a ray still hits the first.
static void rays_leave_the_grid_for_filled_solid(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#..\n...\n", 16);
    for (int k = 0; k < 4; ++k) {
        const carom_vec2 out = k & 2 ? (carom_vec2){0, k & 1 ? 1 : -1} : (carom_vec2){k & 1 ? 1 : -1, 0};
        const carom_vec2 at = {24 + 1000 * out.x, 24 + 1000 * out.y};
        carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = &m.tiles, .tiles_count = 1});
        carom_shape far_box, near_box;
        carom_make_box((carom_vec2){at.x - 9, at.y - 9}, (carom_vec2){at.x + 9, at.y + 9}, &far_box);
        carom_make_box((carom_vec2){40, 2}, (carom_vec2){44, 5}, &near_box);
        assert_int_equal(carom_level_fill(level, &far_box), CAROM_STATUS_OK);
        assert_int_equal(carom_level_fill(level, &near_box), CAROM_STATUS_OK);
        const carom_vec2 from = {24, 24}, move = {out.x * 2000, out.y * 2000};
        const carom_ray_hit hit = carom_level_ray(level, from, move);
        assert_true(hit.hit);
        assert_true(hit.point.x == at.x - 9 * out.x && hit.point.y == at.y - 9 * out.y);
        carom_level_free(level);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 71, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_carved_and_filled),
        cmocka_unit_test(empty_levels_are_filled),
        cmocka_unit_test(other_shapes_are_refused),
        cmocka_unit_test(thin_edges_are_clipped),
        cmocka_unit_test(random_sequences_equal_a_fresh_build),
        cmocka_unit_test(large_levels_are_carved),
        cmocka_unit_test(tiles_are_set_in_craters),
        cmocka_unit_test(craters_in_the_second_of_two_grids_are_filled),
        cmocka_unit_test(rays_leave_the_grid_for_filled_solid),
        cmocka_unit_test(bitmaps_are_carved),
        cmocka_unit_test(bent_edges_still_meet_their_neighbours),
        cmocka_unit_test(folded_slivers_stay_closed),
        cmocka_unit_test(folds_outside_the_box_stay_closed),
        cmocka_unit_test(shapes_of_a_few_ulp_stay_closed),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    double start = seconds_now();
    int failed = 0;
    do {
        failed = cmocka_run_group_tests(tests, NULL, NULL);
        if (battery.seconds > 0 && failed) printf("seed %llu failed\n", (unsigned long long)battery.seed);
        battery.seed += 10;
    } while (!failed && go_on(start, 0, 0));
    print_counted(shapes_tried, "carvings", failed);
    print_counted(fresh_builds, "carved levels", failed);
    return failed;
}
