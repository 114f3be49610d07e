// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Depenetration of random shapes from random statics and levels: on whole numbers, where ties are common, and on
// others, up to 2^20. The answer is free, minimal, complete, the same when turned, and within the maximum distance. Out
// of the solid of a level there is always a way.
#include "battery.h"
#include "carom/world.h"
#include "motion/obstacles.h"
#include "motion/scene.h"

#include <stdlib.h>
#include <string.h>

static long pushes;

enum { QUICK = 1000, CELLS = 5, CELL = 16, DARTS = 60 };

/// Convex solids: statics of a world, and tiles of its level, which are convex polygons here.
typedef struct ground {
    fixture statics, tiles;
    uint8_t codes[CELLS * CELLS];
    bool has_level;
    carom_vec2 origin;
} ground;

typedef struct arena {
    carom_level *level;
    carom_world *world;
    carom_world_view view;
    carom_scene scene;
} arena;

// ---- Making ---------------------------------------------------------------------------------------------------------

static float number(random_source *r, float low, float high, bool whole) {
    float x = random_range(r, low, high);
    return whole ? floorf(x) : x;
}

static carom_vec2 point_in(random_source *r, float size, carom_vec2 origin, bool whole) {
    return (carom_vec2){origin.x + number(r, 0, size, whole), origin.y + number(r, 0, size, whole)};
}

/// A polygon of whole numbers at whole places.
static void add_polygon(fixture *s, carom_vec2 at, float size) {
    const carom_vec2 v[6] = {{at.x + size, at.y},
                             {at.x + 2 * size, at.y},
                             {at.x + 3 * size, at.y + size},
                             {at.x + 2 * size, at.y + 2 * size},
                             {at.x + size, at.y + 2 * size},
                             {at.x, at.y + size}};
    carom_shape shape;
    if (carom_make_polygon(v, 6, &shape) == CAROM_STATUS_OK) *next_shape(s) = shape;
}

static void add_static(fixture *s, random_source *r, carom_vec2 origin, bool whole) {
    carom_vec2 p = point_in(r, 60, origin, whole), q = point_in(r, 60, origin, whole);
    float width = 1 + number(r, 1, 16, whole), height = 1 + number(r, 1, 16, whole);
    switch (random_below(r, 8)) {
    case 0: add_circle(s, p.x, p.y, number(r, 1, 12, whole)); break;
    case 1: add_segment(s, p.x, p.y, q.x, q.y); break;
    case 2: add_polygon(s, p, 1 + floorf(random_range(r, 0, 8))); break;
    case 3: assert_int_equal(carom_make_capsule(p, q, number(r, 1, 5, whole), next_shape(s)), CAROM_STATUS_OK); break;
    default: add_box(s, p.x, p.y, p.x + width, p.y + height); break;
    }
}

static const uint8_t tile_bases[] = {CAROM_TILE_EMPTY, CAROM_TILE_EMPTY, CAROM_TILE_EMPTY,   CAROM_TILE_SOLID,
                                     CAROM_TILE_SOLID, CAROM_TILE_HALF,  CAROM_TILE_SLOPE_45};

/// A cell as a convex polygon: of the three kinds of tiles that are used here.
static void add_tile(fixture *s, carom_tile tile, float x, float y) {
    float half = CELL / 2;
    carom_vec2 slope[3] = {{x + CELL, y}, {x + CELL, y + CELL}, {x, y + CELL}};
    if (tile == CAROM_TILE_SOLID) add_box(s, x, y, x + CELL, y + CELL);
    if (tile == CAROM_TILE_HALF) add_box(s, x, y + half, x + CELL, y + CELL);
    if (tile == CAROM_TILE_SLOPE_45) assert_int_equal(carom_make_polygon(slope, 3, next_shape(s)), CAROM_STATUS_OK);
}

static ground random_ground(random_source *r, bool whole) {
    static const float origins[] = {0, 0, 0, -1000, 65536, 1048576};
    float x = origins[random_below(r, 6)], y = origins[random_below(r, 6)];
    ground g = {.has_level = random_below(r, 2) == 0, .origin = {x, y}};
    for (int i = 0; g.has_level && i < CELLS * CELLS; ++i) {
        uint8_t base = tile_bases[random_below(r, (int)sizeof tile_bases)];
        g.codes[i] = base;
        add_tile(&g.tiles, base, x + (float)(CELL * (i % CELLS)), y + (float)(CELL * (i / CELLS)));
    }
    int statics = random_below(r, g.has_level ? 3 : 8) + !g.has_level;
    for (int i = 0; i < statics; ++i) add_static(&g.statics, r, g.origin, whole);
    return g;
}

/// As outlines, since tiles have no turned origin.
static arena arena_of(const ground *g) {
    arena a = {0};
    if (g->has_level) {
        static carom_outline outlines[CELLS * CELLS];
        static carom_vec2 corners[CELLS * CELLS][4];
        for (int i = 0; i < g->tiles.count; ++i) {
            const carom_shape *s = &g->tiles.shape[i];
            outlines[i] =
                (carom_outline){.points = corners[i], .count = s->kind == CAROM_SHAPE_BOX ? 4 : s->polygon.count};
            if (s->kind == CAROM_SHAPE_BOX) {
                carom_box b = s->box;
                const carom_vec2 v[4] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
                memcpy(corners[i], v, sizeof v);
            } else {
                memcpy(corners[i], s->polygon.v, 3 * sizeof(carom_vec2));
            }
        }
        carom_level_desc desc = {.outlines = outlines, .outlines_count = g->tiles.count};
        assert_int_equal(carom_level_make(&desc, &a.level, NULL), CAROM_STATUS_OK);
    }
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = a.level}, &a.world), CAROM_STATUS_OK);
    for (int i = 0; i < g->statics.count; ++i) {
        carom_body_id id;
        carom_body_desc desc = {.shape = g->statics.shape[i], .type = CAROM_BODY_STATIC};
        assert_int_equal(carom_world_add(a.world, &desc, &id, NULL), CAROM_STATUS_OK);
    }
    return a;
}

static void open_space(arena *a) {
    a->view = (carom_world_view){.world = a->world};
    a->scene = carom_scene_of_world(&a->view);
}

static void free_arena(arena *a) {
    carom_world_free(a->world);
    if (a->level) carom_level_free(a->level);
}

static carom_shape random_mover(random_source *r, bool whole) {
    float a = number(r, 1, 14, whole), b = number(r, 1, 14, whole);
    carom_shape shape = {.kind = CAROM_SHAPE_POINT};
    carom_vec2 v[5] = {{-a, -b}, {a, -b}, {a + 2, 0}, {a, b}, {-a, b}};
    switch (random_below(r, 7)) {
    case 0: return centred_box(a, b);
    case 1: return centred_capsule((carom_vec2){a, number(r, 0, 6, whole)}, b);
    case 2: assert_int_equal(carom_make_polygon(v, 5, &shape), CAROM_STATUS_OK); return shape;
    case 3:
        assert_int_equal(carom_make_segment((carom_vec2){-a, -b}, (carom_vec2){a, b}, &shape), CAROM_STATUS_OK);
        return shape;
    case 4: return random_below(r, 4) == 0 ? shape : centred_box(a, a);
    default: return circle(a);
    }
}

// ---- The reference --------------------------------------------------------------------------------------------------

static double overlap_depth(const fixture *s, const carom_shape *there) {
    double deepest = 0;
    for (int i = 0; i < s->count; ++i) {
        if (cr_relate(there, &s->shape[i]) != CR_INSIDE) continue;
        double depth = -(double)carom_distance(there, &s->shape[i]).distance;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/// Half-planes that a shape must leave.
typedef struct planes {
    carom_contact_points contact[SCENE_SHAPES];
    int count;
} planes;

static bool leaves_all(const planes *p, double x, double y, double slack) {
    for (int i = 0; i < p->count; ++i) {
        const carom_contact_points *c = &p->contact[i];
        if (x * (double)c->normal.x + y * (double)c->normal.y < (double)c->depth - slack) return false;
    }
    return true;
}

/// The length of the least translation out of all; the depth of the deepest, if walls enclose less than 60 degrees.
static double depth_of_planes(const planes *p, double slack) {
    double least = HUGE_VAL, deepest = 0;
    for (int i = 0; i < p->count; ++i) {
        carom_contact_points a = p->contact[i];
        double ax = (double)a.normal.x, ay = (double)a.normal.y, da = (double)a.depth;
        if (da > deepest) deepest = da;
        if (da < least && leaves_all(p, ax * da, ay * da, slack)) least = da;
        for (int k = 0; k < i; ++k) {
            carom_contact_points b = p->contact[k];
            double bx = (double)b.normal.x, by = (double)b.normal.y, db = (double)b.depth, det = ax * by - ay * bx;
            if (fabs(det) < 1e-6 || ax * bx + ay * by < -0.5) continue;
            double x = (da * by - db * ay) / det, y = (db * ax - da * bx) / det;
            if (hypot(x, y) < least && leaves_all(p, x, y, slack)) least = hypot(x, y);
        }
    }
    return least < HUGE_VAL && least > deepest ? least : deepest;
}

/// The penetration depth in convex solids, as carom/motion.h defines it. The normal at a corner that only touches is
/// not defined: the larger of the depths with and without it.
static double depth_together(const fixture *s, const carom_shape *there, double slack) {
    planes all = {.count = 0}, deep = {.count = 0};
    for (int i = 0; i < s->count; ++i) {
        carom_contact_points c = carom_contact(there, &s->shape[i]);
        if (c.hit) all.contact[all.count++] = c;
        if (c.hit && (double)c.depth > slack) deep.contact[deep.count++] = c;
    }
    double with = depth_of_planes(&all, slack), without = depth_of_planes(&deep, slack);
    return with > without ? with : without;
}

/// In solid on all sides: what has no interior can lie along the seam of two tiles, and be deeper than touch in
/// neither.
static bool is_buried(const arena *a, const carom_shape *there) {
    carom_box box = carom_shape_bounds(there);
    carom_vec2 middle = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2};
    float by = (fabsf(middle.x) + fabsf(middle.y) + 1) * 0x1p-22f;
    bool buried = a->level != NULL;
    for (int i = 0; i < 25; ++i) {
        carom_vec2 p = {middle.x + (float)(i % 5 - 2) * by, middle.y + (float)(i / 5 - 2) * by};
        buried = buried && carom_level_solid(a->level, p);
    }
    return buried;
}

/// Clear of all solids, one by one. A thin shape can lie along the seam of two tiles.
static bool is_free_there(const ground *g, const arena *a, const carom_shape *mover, carom_vec2 at) {
    if (!is_free(&g->statics, mover, at) || !is_free(&g->tiles, mover, at)) return false;
    carom_shape there = carom_shape_at(mover, at);
    bool thin = mover->kind == CAROM_SHAPE_POINT || mover->kind == CAROM_SHAPE_SEGMENT;
    return !thin || !is_buried(a, &there);
}

/// A thin shape fits between solids that touch, and through their corners: there, only positions beside solids are
/// clear.
static bool is_open(const ground *g, const arena *a, const carom_shape *mover, carom_vec2 at) {
    float by = (fabsf(at.x) + fabsf(at.y) + 64) * 0x1p-21f;
    bool open = mover->kind != CAROM_SHAPE_POINT && mover->kind != CAROM_SHAPE_SEGMENT;
    for (int i = 0; i < 9 && !open; ++i) {
        carom_vec2 p = {at.x + (float)(i % 3 - 1) * by, at.y + (float)(i / 3 - 1) * by};
        open = i != 4 && is_free_there(g, a, mover, p);
    }
    return open && is_free_there(g, a, mover, at);
}

typedef struct scene_of_push {
    const ground *g;
    const arena *a;
    const carom_shape *mover;
    carom_vec2 from;
} scene_of_push;

/// Whether something is free nearer than `most`: at darts, along the axes and diagonals, and at whole numbers.
static bool is_free_nearer(const scene_of_push *s, double most, random_source *r, carom_vec2 *where) {
    for (int i = 0; i < DARTS + 64; ++i) {
        double angle = i < DARTS ? (double)random_unit(r) * 6.283185307179586 : (i % 8) * 0.7853981633974483;
        double far = most * (i < DARTS ? sqrt((double)random_unit(r)) : (double)(i - DARTS + 1) / 64);
        carom_vec2 at = {(float)((double)s->from.x + far * cos(angle)), (float)((double)s->from.y + far * sin(angle))};
        if (i % 3 == 0) at = (carom_vec2){floorf(at.x + 0.5f), floorf(at.y + 0.5f)};
        double gone = hypot((double)at.x - (double)s->from.x, (double)at.y - (double)s->from.y);
        *where = at;
        if (gone < most && is_open(s->g, s->a, s->mover, at)) return true;
    }
    return false;
}

// ---- Laws -----------------------------------------------------------------------------------------------------------

typedef struct tally {
    long moved, crushed, ties, rounded, free;
} tally;

static double grain_of(carom_vec2 at) {
    return 0x1p-20 * (fabs((double)at.x) + fabs((double)at.y) + 64);
}

static double length_of(carom_vec2 from, carom_vec2 to) {
    return hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
}

static void report(const scene_of_push *s, long i, const char *what, carom_push push, carom_vec2 where, double max) {
    fail_msg("%ld: %s: kind %d from (%.9g, %.9g), max %g: (%.9g, %.9g) moved %d crushed %d; (%.9g, %.9g)", i, what,
             (int)s->mover->kind, (double)s->from.x, (double)s->from.y, max, (double)push.at.x, (double)push.at.y,
             push.moved, push.crushed, (double)where.x, (double)where.y);
}

static void expect_least(const scene_of_push *s, long i, float max, random_source *r, carom_push push) {
    carom_shape there = carom_shape_at(s->mover, s->from);
    double slack = 4 * grain_of(s->from), gone = length_of(s->from, push.at);
    double deep = overlap_depth(&s->g->statics, &there), deep_tiles = overlap_depth(&s->g->tiles, &there);
    if (deep_tiles > deep) deep = deep_tiles;
    carom_vec2 where = push.at;
    if (push.moved && !is_free_there(s->g, s->a, s->mover, push.at)) report(s, i, "not free", push, where, (double)max);
    if (!push.moved && !push.crushed && !is_free_there(s->g, s->a, s->mover, s->from))
        report(s, i, "left inside", push, where, (double)max);
    if (max > 0 && gone > (double)max + slack) report(s, i, "too far", push, where, (double)max);
    bool near = fabsf(s->from.x) + fabsf(s->from.y) < 4096; // farther out, solids a little beside count as touching
    if (max == 0 && near && !s->g->has_level && gone > depth_together(&s->g->statics, &there, slack) + slack)
        report(s, i, "farther than the penetration depth", push, where, 0);
    if (!push.moved && !push.crushed) return;
    double most = push.moved ? gone - slack : max > 0 ? (double)max : deep_tiles == 0 ? deep : 0;
    if (is_free_nearer(s, most, r, &where)) report(s, i, "a shorter way", push, where, (double)max);
}

static carom_shape turned_any(const carom_shape *shape, int way) {
    if (shape->kind != CAROM_SHAPE_POLYGON) return turned_shape(shape, way);
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES];
    carom_shape out;
    for (int i = 0; i < shape->polygon.count; ++i) v[i] = turned(shape->polygon.v[i], way);
    assert_int_equal(carom_make_polygon(v, shape->polygon.count, &out), CAROM_STATUS_OK);
    return out;
}

static ground turned_ground(const ground *g, int way) {
    ground out = {.has_level = g->has_level};
    for (int i = 0; i < g->statics.count; ++i) *next_shape(&out.statics) = turned_any(&g->statics.shape[i], way);
    for (int i = 0; i < g->tiles.count; ++i) *next_shape(&out.tiles) = turned_any(&g->tiles.shape[i], way);
    return out;
}

/// Turned, the answer is the turned one to the bit, or another way that is as short.
static void expect_turned(const scene_of_push *s, long i, int way, float max, carom_push push, tally *sum) {
    ground g = turned_ground(s->g, way);
    carom_shape mover = turned_any(s->mover, way);
    arena a = arena_of(&g);
    open_space(&a);
    carom_vec2 from = turned(s->from, way), end = turned(push.at, way);
    carom_push other = carom_push_out(&a.scene, &mover, from, max);
    if (other.crushed != push.crushed || other.moved != push.moved) report(s, i, "turned", other, end, (double)max);
    if (end.x != other.at.x || end.y != other.at.y) {
        double off = length_of(end, other.at), gone = length_of(from, end), turned_gone = length_of(from, other.at);
        bool rounded = off <= grain_of(from), tie = off > 0.01 * gone;
        if (!(rounded || tie) || fabs(gone - turned_gone) > grain_of(from))
            report(s, i, "turned to another place", other, end, (double)max);
        if (tie)
            ++sum->ties;
        else
            ++sum->rounded;
    }
    free_arena(&a);
}

static void laws(bool whole) {
    random_source r = {battery.seed * 2 + whole};
    tally sum = {0};
    double start = seconds_now();
    for (long i = 0; go_on(start, i, QUICK); ++i) {
        ground g = random_ground(&r, whole);
        arena a = arena_of(&g);
        open_space(&a);
        carom_shape mover = random_mover(&r, whole);
        scene_of_push s = {&g, &a, &mover, point_in(&r, 70, g.origin, whole)};
        float max = random_below(&r, 2) ? 0 : number(&r, 1, 90, whole);
        carom_push push = carom_push_out(&a.scene, &mover, s.from, max);
        expect_least(&s, i, max, &r, push);
        expect_turned(&s, i, 1 + random_below(&r, WAYS - 1), max, push, &sum);
        sum.moved += push.moved;
        sum.crushed += push.crushed;
        sum.free += !push.moved && !push.crushed;
        free_arena(&a);
        ++pushes;
    }
    print_message("%ld moved, %ld crushed, %ld free; turned %ld took a way as short, %ld are rounded otherwise\n",
                  sum.moved, sum.crushed, sum.free, sum.ties, sum.rounded);
    assert_true(sum.moved > 100);
    assert_true(sum.crushed > 10);
}

static void laws_on_whole_numbers(void **state) {
    (void)state;
    laws(true);
}

static void laws_on_others(void **state) {
    (void)state;
    laws(false);
}

/// A box that could leave one of three solids by two ways of 10. With neither of them the contacts have a common way
/// out; it moved by 12 where the depth is 10, because the solid with two ways did not count.
static void equal_ways_count(void **state) {
    (void)state;
    const carom_vec2 slope[3] = {{11, 4}, {31, 3}, {13, 11}};
    ground g = {.has_level = false};
    add_box(&g.statics, 5, 0, 9, 20);
    add_box(&g.statics, 16, 0, 26, 10);
    assert_int_equal(carom_make_polygon(slope, 3, next_shape(&g.statics)), CAROM_STATUS_OK);
    carom_shape mover;
    assert_int_equal(carom_make_box((carom_vec2){0, 0}, (carom_vec2){26, 12}, &mover), CAROM_STATUS_OK);
    for (int way = 0; way < WAYS; ++way) {
        ground seen = turned_ground(&g, way);
        carom_shape there = turned_any(&mover, way);
        arena a = arena_of(&seen);
        open_space(&a);
        assert_true(carom_push_out(&a.scene, &there, (carom_vec2){0, 0}, 0).crushed);
        carom_push push = carom_push_out(&a.scene, &there, (carom_vec2){0, 0}, 12.5f);
        carom_vec2 out = turned((carom_vec2){0, -12}, way);
        assert_true(push.moved && push.at.x == out.x && push.at.y == out.y);
        free_arena(&a);
    }
}

/// A point on a slope, in a capsule that lies across it, goes along the slope. On its line, the side of the solid could
/// count as the free one, so that the way was longer than the depth, or not, as the scene was turned.
static void along_a_slope(void **state) {
    (void)state;
    const carom_vec2 corners[3] = {{48, -32}, {48, 48}, {-32, 48}};
    ground g = {.has_level = true};
    assert_int_equal(carom_make_polygon(corners, 3, next_shape(&g.tiles)), CAROM_STATUS_OK);
    assert_int_equal(carom_make_capsule((carom_vec2){-10, 9}, (carom_vec2){13, 17}, 3, next_shape(&g.statics)),
                     CAROM_STATUS_OK);
    carom_shape point = {.kind = CAROM_SHAPE_POINT};
    for (int way = 0; way < WAYS; ++way) {
        ground seen = turned_ground(&g, way);
        arena a = arena_of(&seen);
        open_space(&a);
        carom_push push = carom_push_out(&a.scene, &point, turned((carom_vec2){1, 15}, way), 0);
        carom_vec2 out = turned((carom_vec2){0.2562976f, 15.7437024f}, way);
        assert_true(push.moved && length_of(push.at, out) < 1e-5);
        free_arena(&a);
    }
}

static carom_vec2 lattice_point(random_source *r, int reach) {
    return (carom_vec2){(float)(random_below(r, 2 * reach + 1) - reach),
                        (float)(random_below(r, 2 * reach + 1) - reach)};
}

/// One to three triangles on a lattice, which meet in vertices and along parts of sides, or cross.
static carom_level *level_of_triangles(random_source *r, int reach) {
    carom_vec2 corners[3][3];
    carom_outline outlines[3];
    int count = 1 + random_below(r, 3);
    for (int i = 0; i < count; ++i) {
        carom_vec2 *c = corners[i];
        do {
            for (int k = 0; k < 3; ++k) c[k] = lattice_point(r, reach);
        } while ((c[1].x - c[0].x) * (c[2].y - c[0].y) == (c[1].y - c[0].y) * (c[2].x - c[0].x));
        outlines[i] = (carom_outline){.points = c, .count = 3};
    }
    carom_level *level;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = count};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static carom_shape small_mover(random_source *r) {
    float a = (float)(1 + random_below(r, 8)) / 2, b = (float)(random_below(r, 17) - 8) / 2;
    carom_shape shape = {.kind = CAROM_SHAPE_POINT};
    switch (random_below(r, 5)) {
    case 0: return shape;
    case 1: return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.b = {a, b}}};
    case 2: return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {.max = {a, 0}}};
    case 3: return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {.max = {0, a}}};
    default: return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{-a / 2, -a / 2}, {a / 2, a / 2}}};
    }
}

/// Solid ends somewhere: a shape whose centre is in it is never crushed, also if it has no interior and fits through
/// the corners where solids meet.
static void solid_has_an_end(void **state) {
    (void)state;
    random_source r = {battery.seed};
    double start = seconds_now();
    long out = 0;
    for (long i = 0; go_on(start, i, 3 * QUICK); ++i) {
        int reach = 1 + random_below(&r, 6), parts = random_below(&r, 3) ? 8 : 700;
        carom_level *level = level_of_triangles(&r, reach);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape mover = small_mover(&r);
        carom_vec2 from = lattice_point(&r, reach * parts);
        from = (carom_vec2){from.x / (float)parts, from.y / (float)parts};
        carom_push push = carom_push_out(&scene, &mover, from, 0);
        bool in_solid = cr_in_solid(&scene, &mover, from);
        if ((in_solid && !push.moved) || (push.moved && !cr_free_of_solid(&scene, &mover, push.at)))
            fail_msg("%ld: kind %d from (%.9g, %.9g): (%.9g, %.9g) moved %d crushed %d", i, (int)mover.kind,
                     (double)from.x, (double)from.y, (double)push.at.x, (double)push.at.y, push.moved, push.crushed);
        out += in_solid;
        carom_level_free(level);
        ++pushes;
    }
    assert_true(out > 100);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 3);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_on_whole_numbers), cmocka_unit_test(laws_on_others),   cmocka_unit_test(equal_ways_count),
        cmocka_unit_test(along_a_slope),         cmocka_unit_test(solid_has_an_end),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(pushes, "pushes", failed);
    return failed;
}
