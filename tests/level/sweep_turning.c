// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of turning shapes through levels against a brute-force reference, which sweeps against every edge from both
// sides: hit or miss and the time of impact must be the same to the last bit, at the end the shape penetrates nothing,
// and the contact is one of an edge that the shape reaches then. Half of the motions aim at vertices, many start in
// contact. With --seconds and --seed it is part of `make turns`.
#define ALL_ROUNDS
#include "battery.h"
#include "level/maps.h"
#include "level/same.h"

#include "base/rotation.h"
#include "base/vec.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/shapes.h"
#include "level/query/touching.h"

#include <stdio.h>
#include <time.h>

static long sweeps;

/// `least` rounds, or the time given.
static const carom_turning still = {.move = {0, 0}};
static const carom_rotation quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/// An edge of a solid is tested from both sides, a one-way edge from its front.
static carom_shape edge_shape(const carom_level *level, int i) {
    carom_level_edge e = carom_level_edge_at(level, i);
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = e.one_way}};
}

/// True if the shape at a pose penetrates no edge; a one-way edge from neither side if `all`.
static bool is_clear(const carom_level *level, const carom_shape *shape, carom_pose pose, bool all) {
    carom_pose origin = {.rotation = {1, 0}};
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        if (edge.segment.one_sided && !all) continue;
        edge.segment.one_sided = false;
        if (cr_relate_posed(shape, pose, &edge, origin) == CR_INSIDE) return false;
    }
    return true;
}

/// The time at which a shape reaches the convex vertex of two one-way edges, and nothing of the edges before, against
/// the normal of one of them; 2 if it does not.
static float time_of_bend(const carom_level *level, int i, const carom_shape *shape, const carom_turning *motion) {
    carom_level_edge first = carom_level_edge_at(level, i), second = carom_level_edge_at(level, first.next);
    int side = first.next < 0 ? -1 : cr_side(first.a, first.b, second.b);
    bool turns_back = side == 0 && cr_same_point(first.a, second.b); // a wall that is one-way from both sides
    if (!first.one_way || (side <= 0 && !turns_back)) return 2;
    carom_shape vertex = point_at(first.b.x, first.b.y);
    carom_turning_hit hit = carom_sweep_turning(shape, motion, &vertex, &still);
    carom_shape edges[2] = {edge_shape(level, i), edge_shape(level, first.next)};
    bool closes = false;
    for (int k = 0; k < 2 && hit.hit; ++k) {
        carom_vec2 a = edges[k].segment.a, b = edges[k].segment.b;
        edges[k].segment.one_sided = false;
        carom_turning_hit own = carom_sweep_turning(shape, motion, &edges[k], &still);
        if (!own.hit || own.inside || fabsf(own.t - hit.t) > 0x1p-20f) return 2;
        double across = (double)hit.velocity.x * ((double)b.y - (double)a.y);
        closes |= across < (double)hit.velocity.y * ((double)b.x - (double)a.x);
    }
    return hit.hit && closes ? hit.t : 2;
}

/// The ends of a shape that has no area at its pose. Far from the origin, rounding turns thin shapes into segments.
static int ends_of_flat_shape(const carom_shape *shape, const carom_turning *motion, carom_vec2 *ends) {
    carom_shape placed = carom_shape_posed(shape, motion->pose);
    cr_core core;
    if (!cr_core_of(&placed, &core) || !cr_core_is_flat(&core)) return 0;
    for (int i = 0; i < core.count; ++i) {
        carom_vec2 v = core.v[i], pivot = motion->pose.position;
        ends[i] = (carom_vec2){v.x - pivot.x, v.y - pivot.y};
    }
    return core.count;
}

/// The time at which an end of a shape without area crosses an edge from its front; 2 if none does.
static float time_of_end(const carom_level *level, int edge, const carom_shape *shape, const carom_turning *motion) {
    carom_vec2 ends[2];
    carom_turning upright = *motion;
    upright.pose.rotation = quarters[0];
    carom_shape wall = edge_shape(level, edge);
    float t = 2;
    if (wall.segment.one_sided) return t;
    wall.segment.one_sided = true;
    bool is_segment = shape->kind == CAROM_SHAPE_SEGMENT; // its ends were given: no rounding
    for (int i = ends_of_flat_shape(shape, motion, ends) - 1; i >= 0; --i) {
        carom_vec2 at = !is_segment ? ends[i] : i == 0 ? shape->segment.a : shape->segment.b;
        carom_shape end = point_at(at.x, at.y);
        carom_turning_hit hit = carom_sweep_turning(&end, is_segment ? motion : &upright, &wall, &still);
        if (hit.hit && hit.t < t) t = hit.t;
    }
    return t;
}

static float earliest_of_all(const carom_level *level, const carom_shape *shape, const carom_turning *motion) {
    float t = 2;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        carom_turning_hit hit = carom_sweep_turning(shape, motion, &edge, &still);
        if (hit.hit && hit.t < t) t = hit.t;
        float at_bend = time_of_bend(level, i, shape, motion);
        if (at_bend < t) t = at_bend;
        float of_end = time_of_end(level, i, shape, motion);
        if (of_end < t) t = of_end;
    }
    return t;
}

static void fail_turn(const carom_level *level, const carom_shape *shape, const carom_turning *m, const char *what,
                      double t) {
    print_shape(stderr, shape);
    fprintf(stderr, "{{{%af, %af}, {%af, %af}}, {%af, %af}, %af} %d edges\n", (double)m->pose.position.x,
            (double)m->pose.position.y, (double)m->pose.rotation.cosine, (double)m->pose.rotation.sine,
            (double)m->move.x, (double)m->move.y, (double)m->angle, carom_level_edge_count(level));
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        carom_turning_hit hit = carom_sweep_turning(shape, m, &edge, &still);
        carom_level_edge e = carom_level_edge_at(level, i);
        if (hit.hit || i == carom_level_sweep_turning(level, shape, m).part_b)
            fprintf(stderr, "edge %d (%g %g %g %g) corners %d %d one-way %d: t %a normal %g %g\n", i, (double)e.a.x,
                    (double)e.a.y, (double)e.b.x, (double)e.b.y, e.corner_a, e.corner_b, e.one_way, (double)hit.t,
                    (double)hit.normal.x, (double)hit.normal.y);
    }
    carom_turning_hit h = carom_level_sweep_turning(level, shape, m);
    fprintf(stderr, "level: hit %d edge %d feature %d normal %g %g point %.9g %.9g velocity %g %g\n", h.hit, h.part_b,
            (int)h.feature, (double)h.normal.x, (double)h.normal.y, (double)h.point.x, (double)h.point.y,
            (double)h.velocity.x, (double)h.velocity.y);
    fail_msg("%s at %a", what, t);
}

// ---- Scenes ---------------------------------------------------------------------------------------------------------

/// A random shape with area, about an origin of its own, sized for maps with cells of 16.
static carom_shape random_shape(random_source *r) {
    carom_shape shape;
    bool whole = random_below(r, 2);
    float size = whole ? 0.5f * (float)(1 + random_below(r, 8)) : random_range(r, 0.05f, 6);
    carom_vec2 off = {0, 0};
    if (random_below(r, 3) == 0) off = (carom_vec2){(float)(random_below(r, 9) - 4), (float)(random_below(r, 9) - 4)};
    switch (random_below(r, 5)) {
    case 0: return circle(off.x, off.y, size);
    case 1: return box(off.x - size, off.y - 1, off.x + size, off.y + (random_below(r, 2) ? size : 1));
    case 2: return capsule(off.x - size, off.y, off.x + size, off.y, whole ? 1 : random_range(r, 0.1f, 2));
    case 3: {
        carom_make_rounded_box((carom_box){{off.x - size, off.y - 1}, {off.x + size, off.y + 1}}, 0.5f, &shape);
        break;
    }
    default: { // a spike
        carom_vec2 tip = random_direction(r, size + 1);
        if (random_below(r, 2))
            tip = (carom_vec2){(float)(16 * random_below(r, 2) - 8), (float)(8 * random_below(r, 3) - 8)};
        carom_vec2 spike[3] = {
            off, {off.x + tip.x, off.y + tip.y}, {off.x + tip.x + tip.y / 16, off.y + tip.y - tip.x / 16}};
        carom_make_polygon(spike, 3, &shape);
    }
    }
    return shape;
}

static float random_angle(random_source *r) {
    switch (random_below(r, 5)) {
    case 0: return (float)(random_below(r, 9) - 4) * 1.57079637f;
    case 1: return random_range(r, -12, 12);
    case 2: return random_range(r, -1e-5f, 1e-5f);
    default: return random_range(r, -1, 1);
    }
}

static carom_vec2 random_place(const map *m, random_source *r) {
    float width = (float)m->tiles.columns * m->tiles.cell.x, height = (float)m->tiles.rows * m->tiles.cell.y;
    carom_vec2 p = {random_range(r, 0, width), random_range(r, 0, height)};
    if (random_below(r, 2)) p = (carom_vec2){floorf(p.x), floorf(p.y)};
    return (carom_vec2){m->tiles.origin.x + p.x, m->tiles.origin.y + p.y};
}

static carom_turning random_motion(const carom_level *level, const map *m, random_source *r) {
    carom_vec2 from = random_place(m, r), to = random_place(m, r);
    if (random_below(r, 2)) to = carom_level_edge_at(level, random_below(r, carom_level_edge_count(level))).a;
    float stretch = random_below(r, 3) == 0 ? 0 : random_below(r, 2) ? 1 : 0.125f;
    carom_turning motion = {.pose.position = from,
                            .move = {(to.x - from.x) * stretch, (to.y - from.y) * stretch},
                            .angle = random_angle(r)};
    motion.pose.rotation =
        random_below(r, 2) ? quarters[random_below(r, 4)] : carom_rotation_of(random_range(r, -4, 4));
    return motion;
}

/// Moves the start to where the shape comes to rest after another motion, so that it starts in contact.
static void start_in_contact(const carom_level *level, const carom_shape *shape, carom_turning *motion,
                             random_source *r) {
    carom_turning before = *motion;
    carom_vec2 way = random_direction(r, 40);
    before.move = random_below(r, 2) ? way : (carom_vec2){0, random_below(r, 2) ? 64 : -64};
    before.angle = random_below(r, 2) ? 0 : random_angle(r);
    motion->pose = carom_level_sweep_turning(level, shape, &before).at;
}

static void without_thin_tiles(map *m) {
    for (int i = 0; i < m->tiles.columns * m->tiles.rows; ++i) {
        if ((m->codes[i] & 31) >= CAROM_TILE_EDGE && (m->codes[i] & 31) <= CAROM_TILE_EDGES_THREE) m->codes[i] = 0;
    }
}

/// True if the shape has come apart from a one-way edge that it hits for less time than a level notices.
static bool returns_at_once(const carom_level *level, const carom_shape *shape, const carom_turning *motion, float t) {
    carom_pose before = carom_turning_pose(motion, t - 0x1p-11f), origin = {.rotation = {1, 0}};
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        if (!edge.segment.one_sided) continue;
        edge.segment.one_sided = false;
        if (cr_relate_posed(shape, before, &edge, origin) == CR_INSIDE) return true;
    }
    return false;
}

/// True if the shape hits the vertex of two one-way edges.
static bool hits_bend(const carom_level *level, const carom_turning_hit *hit) {
    carom_level_edge e = carom_level_edge_at(level, hit->part_b);
    return hit->hit && e.one_way && hit->feature == CAROM_FEATURE_END_B && e.next >= 0;
}

/// True if the shape has touched an edge of a bend that it hits before, from behind, and has come apart from it.
static bool returns_to_bend(const carom_level *level, const carom_shape *shape, const carom_turning *motion,
                            const carom_turning_hit *hit) {
    bool returns = false;
    for (int k = 0; k < 2; ++k) {
        carom_level_edge e = carom_level_edge_at(level, hit->part_b);
        carom_shape edge = edge_shape(level, k ? e.next : hit->part_b);
        edge.segment.one_sided = false;
        carom_turning_hit own = carom_sweep_turning(shape, motion, &edge, &still);
        returns |= own.hit && own.t < hit->t - 0x1p-20f;
    }
    return returns;
}

static void expect_earliest(const carom_level *level, const carom_shape *shape, const carom_turning *motion) {
    // A circle about its position is swept as without a turn: its surface does not move against the front of an edge.
    carom_turning plain = *motion;
    if (shape->kind == CAROM_SHAPE_CIRCLE && shape->circle.center.x == 0 && shape->circle.center.y == 0)
        plain.angle = 0;
    carom_turning_hit hit = carom_level_sweep_turning(level, shape, motion);
    float t = earliest_of_all(level, shape, &plain);
    if (hit.inside) fail_turn(level, shape, motion, "inside", 0);
    if (hit.t > t && returns_at_once(level, shape, motion, t)) return;
    if (hits_bend(level, &hit)) { // reached through both edges and the vertex, each within its own rounding
        if (fabsf(hit.t - t) <= 0x1p-20f) t = hit.t;
        if (hit.t < t && returns_to_bend(level, shape, &plain, &hit)) return;
    }
    if (hit.hit != (t <= 1))
        fail_turn(level, shape, motion, hit.hit ? "false hit" : "missed", (double)(hit.hit ? hit.t : t));
    if (hit.t != (hit.hit ? t : 1)) fail_turn(level, shape, motion, "another time", (double)hit.t);
    if (!is_clear(level, shape, hit.at, false)) fail_turn(level, shape, motion, "the pose penetrates", (double)hit.t);
    if (!hit.hit) return;
    // The shape reaches the edge that was hit at that time; two edges share a corner.
    carom_shape edge = edge_shape(level, hit.part_b);
    carom_turning_hit own = carom_sweep_turning(shape, &plain, &edge, &still);
    bool at_corner = hit.feature == CAROM_FEATURE_END_B;
    bool by_end = time_of_end(level, hit.part_b, shape, &plain) == t;
    if (!at_corner && !by_end && !(own.hit && own.t == t)) fail_turn(level, shape, motion, "another edge", (double)t);
    double into = (double)hit.normal.x * (double)hit.velocity.x + (double)hit.normal.y * (double)hit.velocity.y;
    double speed = fabs((double)hit.velocity.x) + fabs((double)hit.velocity.y);
    if (into > 1e-3 * speed + 1e-6) fail_turn(level, shape, motion, "the contact separates", into);
}

/// A random map; some of it far from the origin, some with thin tiles.
static carom_level *random_level(map *m, random_source *r, bool thin) {
    map_make(m, 8, 6, 16);
    map_fill(m, r);
    if (!thin) without_thin_tiles(m);
    if (random_below(r, 3) == 0) m->tiles.origin = (carom_vec2){0x1p20f, -0x1p20f};
    return level_of_map(m);
}

/// True if the shape starts in free space, penetrating nothing.
static bool starts_free(const carom_level *level, const carom_shape *shape, carom_pose pose) {
    carom_shape placed = carom_shape_posed(shape, pose);
    cr_core core;
    return cr_core_of(&placed, &core) && !carom_level_solid(level, cr_narrow(cr_core_centre(&core))) &&
           is_clear(level, shape, pose, true);
}

static void compare_with_edges(uint64_t first, bool thin, long most) {
    random_source r = {first};
    static map m;
    long queried = 0, hits = 0, at_start = 0;
    double start = seconds_now();
    for (long n = 0; go_on(start, n, most); ++n) {
        carom_level *level = random_level(&m, &r, thin);
        for (int k = 0; k < 60 && carom_level_edge_count(level) > 0; ++k) {
            carom_shape shape = random_shape(&r);
            if (carom_shape_check(&shape) != CAROM_STATUS_OK) continue;
            carom_turning motion = random_motion(level, &m, &r);
            if (!starts_free(level, &shape, motion.pose)) continue;
            if (random_below(&r, 3) == 0) start_in_contact(level, &shape, &motion, &r);
            if (thin && !is_clear(level, &shape, motion.pose, true)) continue;
            expect_earliest(level, &shape, &motion);
            ++queried;
            ++sweeps;
            carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
            hits += hit.hit;
            at_start += hit.hit && hit.t == 0;
        }
        carom_level_free(level);
    }
    print_message("%ld queried, %ld hits, %ld at the start\n", queried, hits, at_start);
    assert_true(queried > 300 && hits > 100 && hits < queried && at_start > 5);
}

static void sweeps_match_the_earliest_edge(void **state) {
    (void)state;
    compare_with_edges(battery.seed * 4, false, 20);
}

static void thin_edges_block_from_their_front(void **state) {
    (void)state;
    compare_with_edges(battery.seed * 4 + 1, true, 20);
}

/// Without a turn, and for circles that turn about their centre, it is carom_level_sweep.
static void without_turns_it_is_carom_level_sweep(void **state) {
    (void)state;
    random_source r = {battery.seed * 4 + 2};
    static map m;
    long hits = 0, inside = 0;
    double start = seconds_now();
    for (long n = 0; go_on(start, n, 20); ++n) {
        carom_level *level = random_level(&m, &r, true);
        for (int k = 0; k < 60 && carom_level_edge_count(level) > 0; ++k) {
            bool wheel = random_below(&r, 4) == 0;
            carom_shape shape = wheel ? circle(0, 0, random_range(&r, 0.1f, 6)) : random_shape(&r);
            carom_turning motion = random_motion(level, &m, &r);
            if (!wheel) motion.angle = random_below(&r, 2) ? 0 : 0x1p-81f;
            carom_shape placed = carom_shape_posed(&shape, motion.pose);
            carom_sweep_hit swept = carom_level_sweep(level, &placed, motion.move);
            carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
            assert_int_equal(hit.hit, swept.hit);
            assert_int_equal(hit.inside, swept.inside);
            assert_same_float(hit.t, swept.t);
            assert_same_float(hit.normal.x, swept.normal.x);
            assert_same_float(hit.normal.y, swept.normal.y);
            assert_int_equal(hit.part_b, swept.part_b);
            assert_int_equal(hit.feature, swept.feature);
            if (swept.hit) assert_same_float(hit.point.x, swept.point.x);
            if (swept.hit) assert_same_float(hit.point.y, swept.point.y);
            // A one-way edge that the wheel has just left may move it by a few ulp.
            float most = 0x1p-20f * (fabsf(swept.at.x) + fabsf(swept.at.y));
            if (wheel) assert_true(fabsf(hit.at.position.x - swept.at.x) <= most);
            if (wheel) assert_true(fabsf(hit.at.position.y - swept.at.y) <= most);
            hits += hit.hit;
            inside += hit.inside;
            ++sweeps;
        }
        carom_level_free(level);
    }
    print_message("%ld hits, %ld inside\n", hits, inside);
    assert_true(hits > 300 && inside > 50);
}

// ---- One-way bends --------------------------------------------------------------------------------------------------

static carom_shape random_bend_mover(random_source *r) {
    float size = random_range(r, 1, 8);
    switch (random_below(r, 4)) {
    case 0: return capsule(-size, 0, size / 2, 0, 0);
    case 1: return box(-size, 0, size, 0);
    case 2: return segment(-size, -size / 2, size, size / 2);
    default: return random_shape(r);
    }
}

static carom_level *level_of_triangle(const carom_vec2 *points, bool is_solid) {
    carom_outline outline = {.points = points, .count = 3, .open = !is_solid, .one_way = !is_solid};
    return level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
}

/// A solid triangle and a one-way chain along two of its edges stop a shape from outside at the same time, also at the
/// vertex, if the solid does not stop it at the third edge.
static void one_way_bends_block_as_solids(void **state) {
    (void)state;
    static const float offsets[] = {0, 1024, 1048576};
    random_source r = {battery.seed * 4 + 5};
    long hits = 0, corners = 0;
    double start = seconds_now();
    for (long n = 0; go_on(start, n, 1000); ++n) {
        float offset = offsets[random_below(&r, 3)];
        bool integers = random_below(&r, 2);
        carom_vec2 p[3];
        for (int i = 0; i < 3; ++i) {
            p[i] = (carom_vec2){offset + random_range(&r, -30, 30), offset + random_range(&r, -30, 30)};
            if (integers) p[i] = (carom_vec2){floorf(p[i].x), floorf(p[i].y)};
        }
        carom_shape area;
        if (cr_side(p[0], p[1], p[2]) <= 0 || carom_make_polygon(p, 3, &area) != CAROM_STATUS_OK) continue;
        carom_level *solid = level_of_triangle(p, true), *bend = level_of_triangle(p, false);
        for (int k = 0; k < 20; ++k) {
            carom_shape shape = random_bend_mover(&r);
            carom_vec2 at = {offset + random_range(&r, -40, 40), offset + random_range(&r, -40, 40)};
            carom_vec2 move = {random_range(&r, -40, 40), random_range(&r, -40, 40)};
            carom_turning motion = {{at, quarters[random_below(&r, 4)]}, move, random_angle(&r)};
            carom_shape placed = carom_shape_posed(&shape, motion.pose);
            if (carom_overlap(&placed, &area)) continue;
            carom_turning_hit hit = carom_level_sweep_turning(solid, &shape, &motion);
            carom_level_edge edge = carom_level_edge_at(solid, hit.part_b);
            bool third =
                cr_same_point(edge.a, p[2]) || (cr_same_point(edge.b, p[2]) && hit.feature != CAROM_FEATURE_EDGE);
            if (!hit.hit || third) continue;
            carom_turning_hit other = carom_level_sweep_turning(bend, &shape, &motion);
            assert_true(other.hit);
            assert_same_float(other.t, hit.t);
            ++hits;
            corners += hit.feature != CAROM_FEATURE_EDGE;
        }
        carom_level_free(solid);
        carom_level_free(bend);
    }
    print_message("%ld hits, %ld at the vertex\n", hits, corners);
    assert_true(corners > 50);
}

// ---- Shapes without area --------------------------------------------------------------------------------------------

/// The earliest crossing of an edge by a point, from its front.
static float earliest_crossing(const carom_level *level, carom_vec2 local, const carom_turning *motion) {
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = local};
    float t = 2;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        edge.segment.one_sided = true;
        carom_turning_hit hit = carom_sweep_turning(&point, motion, &edge, &still);
        if (hit.hit && hit.t < t) t = hit.t;
    }
    return t;
}

/// A segment is stopped where it, or one of its ends, first enters the solid.
static void segments_and_points_enter_no_solid(void **state) {
    (void)state;
    random_source r = {battery.seed * 4 + 3};
    static map m;
    long hits = 0, queried = 0;
    double start = seconds_now();
    for (long n = 0; go_on(start, n, 20); ++n) {
        carom_level *level = random_level(&m, &r, false);
        for (int k = 0; k < 60 && carom_level_edge_count(level) > 0; ++k) {
            carom_vec2 a = random_direction(&r, random_range(&r, 0.5f, 9)), b = random_direction(&r, 4);
            bool is_point = random_below(&r, 3) == 0;
            carom_shape shape = is_point ? point_at(a.x, a.y) : segment(a.x, a.y, b.x, b.y);
            carom_turning motion = random_motion(level, &m, &r);
            carom_vec2 a_at = carom_pose_point(motion.pose, a), b_at = carom_pose_point(motion.pose, b);
            if (carom_level_solid(level, a_at) || carom_level_solid(level, b_at)) continue;
            if (!is_clear(level, &shape, motion.pose, true)) continue;
            carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
            float t = earliest_crossing(level, a, &motion), other = is_point ? t : earliest_crossing(level, b, &motion);
            float own = is_point ? t : earliest_of_all(level, &shape, &motion);
            t = t < other ? t : other;
            t = t < own ? t : own;
            if (hit.hit != (t <= 1) || (hit.hit && hit.t != t)) fail_turn(level, &shape, &motion, "time", (double)t);
            if (!is_clear(level, &shape, hit.at, true)) fail_turn(level, &shape, &motion, "pose", (double)t);
            if (is_point) {
                // Not in the interior of solid, nor behind what stopped it.
                carom_vec2 end = carom_pose_point(hit.at, a);
                carom_ray_hit out = carom_level_ray(level, end, (carom_vec2){0, 0});
                if (out.inside) fail_turn(level, &shape, &motion, "in solid", (double)t);
            }
            hits += hit.hit;
            ++queried;
            ++sweeps;
        }
        carom_level_free(level);
    }
    print_message("%ld queried, %ld hits\n", queried, hits);
    assert_true(hits > queried / 4 && hits > 10 && queried > hits);
}

/// Up to three polygons of 3 or 4 vertices, on a lattice or not.
static carom_level *level_of_polygons(random_source *r, carom_vec2 centre, bool lattice) {
    carom_vec2 points[3][4];
    carom_outline outlines[3];
    int count = 1 + random_below(r, 3);
    for (int i = 0; i < count; ++i) {
        carom_vec2 middle = random_direction(r, random_range(r, 0, 4));
        int corners = 3 + random_below(r, 2);
        float size = random_range(r, 1, 3), start = random_range(r, 0, 6.2831853f);
        for (int k = 0; k < corners; ++k) {
            carom_rotation turn = carom_rotation_of(start + 6.2831853f * (float)k / (float)corners);
            carom_vec2 p = {middle.x + size * turn.cosine, middle.y + size * turn.sine};
            if (lattice) p = (carom_vec2){floorf(p.x), floorf(p.y)};
            points[i][k] = (carom_vec2){centre.x + p.x, centre.y + p.y};
        }
        outlines[i] = (carom_outline){.points = points[i], .count = corners};
    }
    return level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = count});
}

/// True if an end or the middle of a segment at a pose is in the interior of solid, or the segment penetrates an edge.
static bool is_rod_in_solid(const carom_level *level, const carom_shape *rod, carom_pose pose) {
    carom_shape at = carom_shape_posed(rod, pose);
    carom_vec2 a = at.segment.a, b = at.segment.b;
    return cr_level_is_inside(level, a) || cr_level_is_inside(level, b) || !is_clear(level, rod, pose, true) ||
           cr_level_is_inside(level, (carom_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2});
}

/// A rod lies along an edge and beyond its end, and turns about that end.
static void rods_about_vertices_end_outside_of_solid(void **state) {
    (void)state;
    random_source r = {battery.seed * 7 + 5};
    double start = seconds_now();
    long hits = 0;
    for (long n = 0; go_on(start, n, 200); ++n) {
        static const float offsets[] = {0, 0, 1000, 0x1p20f};
        bool lattice = random_below(&r, 2);
        float offset = offsets[random_below(&r, 4)];
        carom_level *level = level_of_polygons(&r, (carom_vec2){offset, -offset}, lattice);
        for (int k = 0; k < 4 && carom_level_edge_count(level) > 0; ++k) {
            carom_level_edge e = carom_level_edge_at(level, random_below(&r, carom_level_edge_count(level)));
            carom_vec2 end = k % 2 ? e.a : e.b, along = {e.b.x - e.a.x, e.b.y - e.a.y};
            float half = random_below(&r, 2) ? 0.5f : random_range(&r, 0.2f, 1.5f);
            carom_shape rod = segment(-half * along.x, -half * along.y, half * along.x, half * along.y);
            carom_turning motion = {.pose = {end, {1, 0}}, .angle = random_range(&r, -3, 3)};
            if (is_rod_in_solid(level, &rod, motion.pose)) continue;
            carom_turning_hit hit = carom_level_sweep_turning(level, &rod, &motion);
            if (is_rod_in_solid(level, &rod, hit.at)) fail_turn(level, &rod, &motion, "in solid", (double)hit.t);
            hits += hit.hit;
            ++sweeps;
        }
        carom_level_free(level);
    }
    print_message("%ld hits\n", hits);
    assert_true(hits > 50);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

/// A floor of three tiles with a one-way edge above it; y points down.
static carom_level *floor_and_platform(map *m) {
    map_draw(m,
             "....\n"
             ".-..\n"
             "....\n"
             "###.\n",
             16);
    return level_of_map(m);
}

static carom_turning turning(float x, float y, float move_x, float move_y, float angle) {
    return (carom_turning){.pose = {.position = {x, y}, .rotation = {1, 0}}, .move = {move_x, move_y}, .angle = angle};
}

static void contacts_are_named(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_platform(&m);
    const float quarter = 1.57079637f;
    carom_shape plank = box(-6, -1, 6, 1);

    // A plank that falls flat and turns: its lower end meets the floor, of which the three tiles are one edge.
    carom_turning fall = turning(8, 40, 0, 16, quarter / 4);
    carom_turning_hit hit = carom_level_sweep_turning(level, &plank, &fall);
    carom_level_edge edge = carom_level_edge_at(level, hit.part_b);
    assert_true(hit.hit && !hit.inside && hit.feature == CAROM_FEATURE_EDGE);
    assert_true(edge.a.y == 48 && edge.b.y == 48 && fabsf(edge.a.x - edge.b.x) == 48);
    assert_same_float(hit.normal.y, -1);
    assert_true(hit.point.x > 12 && hit.velocity.y > 16); // the end that turns down

    // At rest on the floor it does not turn, and slides over the seams.
    carom_turning lying = turning(8, 47, 8, 0, 0.01f);
    hit = carom_level_sweep_turning(level, &plank, &lying);
    assert_true(hit.hit && hit.t == 0);
    assert_same_float(hit.at.position.x, 8);
    lying.angle = 0;
    assert_false(carom_level_sweep_turning(level, &plank, &lying).hit);

    // A plank that is tilted comes down on the corner, which belongs to the edge that ends there.
    carom_turning tilted = turning(54, 44, 0, 8, 0.1f);
    tilted.pose.rotation = carom_rotation_of(0.5f);
    carom_shape arm = box(-10, -1, 2, 1);
    hit = carom_level_sweep_turning(level, &arm, &tilted);
    assert_true(hit.hit && hit.feature == CAROM_FEATURE_END_B);
    edge = carom_level_edge_at(level, hit.part_b);
    assert_true(edge.b.x == 48 && edge.b.y == 48 && edge.corner_b);
    assert_true(hit.normal.x > 0.4f && hit.normal.y < -0.8f);

    // The platform stops a plank from above, and lets it pass from below, turning or not.
    carom_turning on = turning(24, 10, 0, 8, quarter / 4);
    hit = carom_level_sweep_turning(level, &plank, &on);
    assert_true(hit.hit && carom_level_edge_at(level, hit.part_b).one_way);
    for (int i = 0; i < 8; ++i) {
        carom_turning off = turning(24, 32, 0, -30, quarter * (float)(i - 4));
        assert_false(carom_level_sweep_turning(level, &plank, &off).hit);
    }
    // A plank that straddles it may turn in it, but not go through the floor.
    carom_turning within = turning(24, 16, 0, 40, 3 * quarter);
    hit = carom_level_sweep_turning(level, &plank, &within);
    assert_true(hit.hit && carom_level_edge_at(level, hit.part_b).a.y == 48);
    carom_level_free(level);
}

/// A box in a corner of a room touches two walls, and turns. It is stopped by the wall that it approaches faster, in
/// every corner: the order of edges makes no difference.
static void the_wall_approached_faster_stops_a_turn(void **state) {
    (void)state;
    const float a = 8, b = 16;
    const carom_vec2 walls[4][4] = {{{-b, -b}, {b, -b}, {b, -a}, {-b, -a}},
                                    {{-b, a}, {b, a}, {b, b}, {-b, b}},
                                    {{-b, -b}, {-a, -b}, {-a, b}, {-b, b}},
                                    {{a, -b}, {b, -b}, {b, b}, {a, b}}};
    carom_outline outlines[4];
    for (int i = 0; i < 4; ++i) outlines[i] = (carom_outline){.points = walls[i], .count = 4};
    carom_level *room;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = 4};
    assert_int_equal(carom_level_make(&desc, &room, NULL), CAROM_STATUS_OK);
    carom_shape crate = box(-1, -1, 1, 1);
    for (int i = 0; i < 16; ++i) {
        float x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1, across = i & 4 ? 3 : 1;
        carom_turning motion = turning(7 * x, 7 * y, across * x, (4 - across) * y, i & 8 ? 0.25f : -0.25f);
        carom_turning_hit hit = carom_level_sweep_turning(room, &crate, &motion);
        assert_true(hit.hit && !hit.inside && hit.t == 0);
        assert_same_float(hit.normal.x, across > 2 ? -x : 0);
        assert_same_float(hit.normal.y, across > 2 ? 0 : -y);
    }
    carom_level_free(room);
}

/// A segment that lies on a one-way edge is in front of it. If it moves behind it faster than it turns, it penetrates
/// the edge at no time. The same for a one-sided segment.
static void a_segment_on_a_one_way_edge_is_in_front(void **state) {
    (void)state;
    random_source r = {battery.seed};
    int hits = 0, misses = 0;
    for (int n = 0; n < 4000; ++n) {
        carom_pose pose = {.rotation = quarters[n % 4]};
        float offset = n % 5 == 0 ? 0 : n % 5 == 1 ? 0x1p20f : (float)(random_below(&r, 4000) - 2000);
        pose.position = (carom_vec2){offset, n % 3 ? offset : 0};
        float half = (float)(1 + random_below(&r, 8)) / 2, end = random_below(&r, 2) ? half / 2 : 8;
        bool back = random_below(&r, 2);
        carom_vec2 a = {-half, 0}, b = {half, 0};
        carom_vec2 edge[2] = {carom_pose_point(pose, (carom_vec2){-end, 0}),
                              carom_pose_point(pose, (carom_vec2){end, 0})};
        carom_shape wall, shape;
        assert_int_equal(carom_make_one_sided(edge[0], edge[1], &wall), CAROM_STATUS_OK);
        switch (random_below(&r, 3)) {
        case 0: carom_make_segment(back ? b : a, back ? a : b, &shape); break;
        case 1: carom_make_box(a, b, &shape); break;
        default: carom_make_capsule(back ? b : a, back ? a : b, 0, &shape); break;
        }
        carom_outline outline = {.points = edge, .count = 2, .open = true, .one_way = true};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
        carom_turning motion = {.pose = pose, .angle = (float)(random_below(&r, 17) - 8) / 4};
        float down = (float)(random_below(&r, 17) - 8) / 4, shared = end < half ? end : half;
        motion.move = carom_rotate(pose.rotation, (carom_vec2){(float)(random_below(&r, 9) - 4) / 4, down});
        float fastest = down + fabsf(motion.angle) * shared, margin = 0.05f * fabsf(motion.angle) * shared;
        carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
        carom_turning_hit alone = carom_sweep_turning(&shape, &motion, &wall, &still);
        carom_level_free(level);
        if (motion.angle == 0 || fabsf(fastest) <= margin) continue;
        ++*(fastest > 0 ? &hits : &misses);
        bool level_is_right = fastest > 0 ? hit.hit && hit.t == 0 && !hit.inside : !hit.hit || hit.t > 0;
        bool geom_is_right = fastest > 0 ? alone.hit && alone.t == 0 && !alone.inside : !alone.hit || alone.t > 0;
        if (level_is_right && geom_is_right) continue;
        fail_msg("%d: level %s at %g, alone %s at %g; move %g %g angle %g half %g of %g", n, hit.hit ? "hit" : "miss",
                 (double)hit.t, alone.hit ? "hit" : "miss", (double)alone.t, (double)motion.move.x,
                 (double)motion.move.y, (double)motion.angle, (double)half, (double)end);
    }
    print_message("%d hits, %d misses\n", hits, misses);
    assert_true(hits > 1000 && misses > 200);
}

/// A segment that turns about its end, which is on a one-way edge, penetrates the edge at no time: the other end stops
/// it. From behind, it passes.
static void a_segment_does_not_turn_about_its_end_through_a_one_way_edge(void **state) {
    (void)state;
    random_source r = {battery.seed};
    for (int n = 0; n < 500; ++n) {
        carom_pose pose = {.rotation = quarters[n % 4]};
        float offset = n % 5 == 0 ? 0 : n % 5 == 1 ? 0x1p20f : (float)(random_below(&r, 4000) - 2000);
        pose.position = (carom_vec2){offset, n % 3 ? offset : 0};
        carom_vec2 edge[2] = {carom_pose_point(pose, (carom_vec2){-8, 0}), carom_pose_point(pose, (carom_vec2){8, 0})};
        carom_outline outline = {.points = edge, .count = 2, .open = true, .one_way = true};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
        bool is_behind = n % 7 == 0, is_left = random_below(&r, 2);
        carom_vec2 end = {random_range(&r, 1, 6), random_range(&r, -1, -0.25f)};
        float angle = random_range(&r, 1, 1.5f);
        if (is_behind) end.y = -end.y;
        if (is_left) end.x = -end.x;
        if (is_left != is_behind) angle = -angle;
        carom_shape shape;
        assert_int_equal(carom_make_segment((carom_vec2){0, 0}, end, &shape), CAROM_STATUS_OK);
        carom_turning motion = {.pose = pose, .angle = angle};
        motion.move = carom_rotate(pose.rotation, (carom_vec2){(float)(random_below(&r, 5) - 2) / 4, 0});
        carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
        carom_level_free(level);
        assert_int_equal(hit.hit, !is_behind);
        if (is_behind) continue;
        assert_false(hit.inside);
        assert_true(hit.t > 0 && hit.t < 0.9f);
        carom_vec2 there = carom_pose_point(hit.at, end); // the end has no share of the offset along the normal
        carom_vec2 normal = carom_rotate(pose.rotation, (carom_vec2){0, -1});
        float above = (there.x - pose.position.x) * normal.x + (there.y - pose.position.y) * normal.y;
        float rounding = 0x1p-20f * (16 + 2 * fabsf(offset));
        assert_true(above >= 0 && above <= rounding);
    }
}

/// Far from the origin a thin triangle is a segment. Its end starts on a corner of a solid, and turns into it: a hit of
/// both edges, which the segment as a whole does not enter.
static void ends_of_thin_shapes_hit_corners(void **state) {
    (void)state;
    carom_vec2 corners[4] = {{0x1p20f, 0}, {0x1p20f + 8, 0}, {0x1p20f + 8, 8}, {0x1p20f, 8}};
    for (int i = 0; i < 4; ++i) corners[i].y -= 0x1p20f;
    carom_outline square = {.points = corners, .count = 4};
    carom_level *level = level_of_outlines(&square, 1);
    carom_shape thin;
    carom_vec2 v[3] = {{0, 0}, {1.2150f, -0.13759f}, {1.2187f, -0.12286f}};
    assert_int_equal(carom_make_polygon(v, 3, &thin), CAROM_STATUS_OK);
    carom_turning motion = {
        {{0x1p20f + 7.375f, 9.0625f - 0x1p20f}, {0.56167f, -0.82736f}}, {-99.125f, -46.875f}, 4.7123f};
    carom_vec2 ends[2];
    assert_int_equal(ends_of_flat_shape(&thin, &motion, ends), 2);
    assert_true(motion.pose.position.x + ends[1].x == corners[2].x &&
                motion.pose.position.y + ends[1].y == corners[2].y);
    carom_turning_hit hit = carom_level_sweep_turning(level, &thin, &motion);
    assert_true(hit.hit && !hit.inside && hit.t == 0);
    carom_level_edge edge = carom_level_edge_at(level, hit.part_b);
    assert_true(cr_same_point(edge.a, corners[2]) || cr_same_point(edge.b, corners[2]));
    expect_earliest(level, &thin, &motion);
    carom_level_free(level);
}

/// Two one-way edges that turn back are a wall. Its end stops a side that comes along the wall: the centre is in front
/// of one edge, and moves against the normal of the other.
static void the_end_of_a_wall_stops_a_side(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        float offset = k ? 0x1p20f : 0;
        carom_vec2 wall[3] = {{offset, offset - 16}, {offset, offset}, {offset, offset - 16}};
        carom_outline sides[2];
        for (int i = 0; i < 2; ++i)
            sides[i] = (carom_outline){.points = wall + i, .count = 2, .open = true, .one_way = true};
        carom_level *level = level_of_outlines(sides, 2);
        carom_shape plank = box(-6, 0, 2, 1);
        carom_turning motion = {{{offset + 3, offset + 6}, {1, 0}}, {-8, -16}, 0x1p-20f};
        carom_turning_hit hit = carom_level_sweep_turning(level, &plank, &motion);
        assert_true(hit.hit && !hit.inside && hit.feature != CAROM_FEATURE_EDGE);
        assert_true(hit.t >= 0.3749f && hit.t < 0.3751f && hit.normal.y > 0.99f);
        expect_earliest(level, &plank, &motion);
        carom_level_free(level);
    }
}

/// A segment that comes round the end of a one-way edge from behind overlaps the edge, and so passes it. Its end then
/// goes from the front to the back, as it does without a turn.
static void a_segment_from_behind_passes_a_one_way_edge(void **state) {
    (void)state;
    for (int n = 0; n < 16; ++n) {
        carom_pose pose = {.rotation = quarters[n % 4]};
        carom_vec2 points[2] = {carom_pose_point(pose, (carom_vec2){0, 0}), carom_pose_point(pose, (carom_vec2){5, 0})};
        carom_outline outline = {.points = points, .count = 2, .open = true, .one_way = true};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
        carom_shape shape, there;
        assert_int_equal(carom_make_segment((carom_vec2){-4, 4}, (carom_vec2){-0.5f, -1}, &shape), CAROM_STATUS_OK);
        carom_turning motion = {.pose = pose, .angle = (float)(n / 4 - 2) / 64};
        motion.move = carom_rotate(pose.rotation, (carom_vec2){3, 2});
        there = carom_shape_posed(&shape, pose);
        assert_false(carom_level_sweep(level, &there, motion.move).hit);
        assert_false(carom_level_sweep_turning(level, &shape, &motion).hit);
        carom_level_free(level);
    }
}

static void starts_in_solid_leave_it(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_platform(&m);
    carom_shape plank = box(-6, -1, 6, 1);
    carom_turning out = turning(24, 56, 0, -24, 3); // from the middle of the solid
    carom_turning_hit hit = carom_level_sweep_turning(level, &plank, &out);
    assert_false(hit.hit);
    carom_turning deep = turning(24, 47.5f, 4, 0, 1);
    hit = carom_level_sweep_turning(level, &plank, &deep);
    assert_true(hit.hit && hit.inside && hit.t == 0);
    assert_same_float(hit.normal.y, -1);
    assert_same_float(hit.at.position.x, 24);
    carom_level_free(level);
}

/// The end of an arm is farthest out within a piece of its turn, where a small wall stands. In all four directions, for
/// arms of every size.
static void arms_reach_farthest_within_a_piece(void **state) {
    (void)state;
    for (int n = 0; n < 4 * 41; ++n) {
        const float size = ldexpf(1, n / 4 - 20);
        const carom_rotation q = quarters[n % 4];
        carom_vec2 wall[] = {{1, -0.125f}, {2, 0}, {1, 0.125f}};
        for (int i = 0; i < 3; ++i) {
            const carom_vec2 p = {wall[i].x * size, wall[i].y * size};
            wall[i] = (carom_vec2){q.cosine * p.x - q.sine * p.y, q.sine * p.x + q.cosine * p.y};
        }
        const carom_outline outline = {.points = wall, .count = 3};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
        carom_shape arm;
        assert_int_equal(carom_make_segment((carom_vec2){0, 0}, (carom_vec2){1.0078125f * size, 0}, &arm),
                         CAROM_STATUS_OK);
        for (int way = -1; way <= 1; way += 2) {
            carom_turning turn = {.angle = 1.5f * (float)way};
            turn.pose.rotation = carom_rotation_compose(q, carom_rotation_of(-0.75f * (float)way));
            const carom_turning_hit hit = carom_level_sweep_turning(level, &arm, &turn);
            assert_true(hit.hit && !hit.inside);
            assert_true(hit.t > 0.375f && hit.t < 0.5f);
        }
        carom_level_free(level);
    }
}

/// A compound is as good as its parts.
static void compounds_turn(void **state) {
    (void)state;
    random_source r = {17};
    static map m;
    carom_level *level = random_level(&m, &r, false);
    long hits = 0;
    for (int k = 0; k < 3000; ++k) {
        carom_shape parts[2] = {random_shape(&r), random_shape(&r)}, both = compound(parts, 2);
        if (carom_shape_check(&both) != CAROM_STATUS_OK) continue;
        carom_turning motion = random_motion(level, &m, &r);
        if (!starts_free(level, &parts[0], motion.pose) || !starts_free(level, &parts[1], motion.pose)) continue;
        carom_turning_hit all = carom_level_sweep_turning(level, &both, &motion);
        carom_turning_hit of[2];
        for (int i = 0; i < 2; ++i) of[i] = carom_level_sweep_turning(level, &parts[i], &motion);
        int first = of[1].t < of[0].t;
        first = first || (of[1].hit && !of[0].hit); // at t = 1
        assert_int_equal(all.hit, of[first].hit);
        assert_same_float(all.t, of[first].t);
        assert_true(is_clear(level, &both, all.at, false));
        if (!all.hit) continue;
        ++hits;
        assert_int_equal(all.part_a, first);
        assert_int_equal(all.part_b, of[first].part_b);
    }
    assert_true(hits > 100);
    carom_level_free(level);
}

static carom_shape fork_of(carom_shape parts[2], float first, float second) {
    const float tips[2] = {first, second};
    for (int i = 0; i < 2; ++i) {
        const carom_vec2 corners[3] = {{tips[i], 0}, {tips[i] + 1, -1}, {tips[i] - 1, -1}};
        assert_int_equal(carom_make_polygon(corners, 3, &parts[i]), CAROM_STATUS_OK);
    }
    return compound(parts, 2);
}

/// A fork comes down on a slanted floor with both tips at the end of its turn. By rounding, each tip may be in the
/// floor, one deeper than the other: the fork leaves it by the deeper one.
static void the_order_of_parts_does_not_matter(void **state) {
    (void)state;
    random_source r = {battery.seed + 21};
    for (int n = 0; n < 3000; ++n) {
        float slope = random_range(&r, -0.75f, 0.75f), left = random_range(&r, -8, -1), right = random_range(&r, 1, 8);
        const carom_vec2 floor[] = {{-64, -64 * slope}, {64, 64 * slope}, {64, 200}, {-64, 200}};
        const carom_outline outline = {.points = floor, .count = 4};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = &outline, .outlines_count = 1});
        float x = random_range(&r, -20, 20), angle = random_range(&r, -0.25f, 0.25f);
        carom_turning motion = {.move = {random_range(&r, -20, 20), random_range(&r, 10, 40)}, .angle = angle};
        motion.pose.position = (carom_vec2){x - motion.move.x, x * slope - motion.move.y};
        carom_rotation along = carom_rotation_normalized((carom_rotation){1, slope});
        motion.pose.rotation = carom_rotation_compose(along, carom_rotation_of(-angle));
        carom_shape parts[2], fork = fork_of(parts, left, right);
        carom_pose one = carom_level_sweep_turning(level, &fork, &motion).at;
        fork = fork_of(parts, right, left);
        carom_pose other = carom_level_sweep_turning(level, &fork, &motion).at;
        assert_same_float(one.position.x, other.position.x);
        assert_same_float(one.position.y, other.position.y);
        assert_same_float(one.rotation.sine, other.rotation.sine);
        carom_level_free(level);
    }
}

/// Two parts land at one time, each on an edge of its own: the first part counts, whichever edge that is.
static void the_first_of_parts_that_land_together_counts(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "...\n#.#\n", 16);
    carom_level *level = level_of_map(&m);
    for (int k = 0; k < 4; ++k) {
        const float x = k & 1 ? 16 : -16;
        const carom_shape parts[2] = {k & 2 ? box(x - 2, -2, x + 2, 2) : circle(x, 0, 2), circle(-x, 0, 2)},
                          both = compound(parts, 2);
        const carom_turning fall = turning(24, 8, 0, 16, 0);
        const carom_turning_hit hit = carom_level_sweep_turning(level, &both, &fall);
        assert_true(hit.hit && hit.t == 0.375f);
        assert_int_equal(hit.part_a, 0);
        assert_true(hit.point.y == 16 && (hit.point.x > 24) == (x > 0));
    }
    carom_level_free(level);
}

/// At a corner of two one-way edges, a shape penetrates neither of them in the end, though it may be behind one. These
/// would be left by rounding in the edge that they hit.
static void shapes_stay_out_of_one_way_corners(void **state) {
    (void)state;
    static const carom_vec2 bend[] = {{1, 5}, {-3, 7}, {0, 4}}, spike[] = {{-3, 4}, {7, 7}, {-3, -8}, {-3, -1}},
                            blade[] = {{-3.5f, 0}, {3.5f, 1}, {0.5f, 1}};
    const carom_outline chains[2] = {{.points = bend, .count = 3, .open = true, .one_way = true},
                                     {.points = spike, .count = 4, .open = true, .one_way = true}};
    carom_shape shapes[2] = {{.kind = CAROM_SHAPE_NONE}, segment(-2, -0.5f, 2, 0.5f)};
    assert_int_equal(carom_make_polygon(blade, 3, &shapes[0]), CAROM_STATUS_OK);
    const carom_turning motions[2] = {turning(14, -11, -21, 22.5f, 0), turning(-7, -7, 7, 20, 0)};
    for (int k = 0; k < 2; ++k) {
        carom_level *level = level_of_outlines(&chains[k], 1);
        const carom_turning_hit hit = carom_level_sweep_turning(level, &shapes[k], &motions[k]);
        assert_true(hit.hit && hit.feature != CAROM_FEATURE_EDGE);
        assert_true(is_clear(level, &shapes[k], hit.at, true));
        carom_level_free(level);
    }
}

static void bad_input_misses(void **state) {
    (void)state;
    static map m;
    carom_level *level = floor_and_platform(&m);
    carom_shape plank = box(-6, -1, 6, 1), bad = box(1, 0, 0, 1), none = {.kind = CAROM_SHAPE_NONE};
    carom_turning fall = turning(24, 40, 0, 16, 1), wild = turning(24, 40, 0, 16, 34);
    assert_true(carom_level_sweep_turning(level, &plank, &fall).hit);
    assert_false(carom_level_sweep_turning(level, &bad, &fall).hit);
    assert_false(carom_level_sweep_turning(level, &none, &fall).hit);
    carom_turning_hit hit = carom_level_sweep_turning(level, &plank, &wild);
    assert_false(hit.hit);
    assert_same_float(hit.t, 1);
    assert_same_float(hit.at.position.y, 40);
    for (int i = 0; i < 4; ++i) {
        carom_turning m2 = fall;
        *(i == 0 ? &m2.pose.position.x : i == 1 ? &m2.pose.rotation.sine : i == 2 ? &m2.move.y : &m2.angle) = NAN;
        assert_false(carom_level_sweep_turning(level, &plank, &m2).hit);
    }
    // A wrong part of a compound hits nothing, and the others do; a compound that contains itself has no parts.
    carom_shape mixed[] = {bad, plank}, both = compound(mixed, 2), self = compound(&self, 1);
    carom_turning_hit alone = carom_level_sweep_turning(level, &plank, &fall);
    hit = carom_level_sweep_turning(level, &both, &fall);
    assert_true(hit.hit && hit.t == alone.t && hit.part_a == 1 && hit.part_b == alone.part_b);
    assert_false(carom_level_sweep_turning(level, &self, &fall).hit);
    carom_level_free(level);
    level = level_of_desc(&(carom_level_desc){.outlines_count = 0});
    assert_false(carom_level_sweep_turning(level, &plank, &fall).hit);
    carom_level_free(level);
}

/// True if both ends of a segment stay behind the line of an edge, as far as a few times show.
static bool stays_behind(const carom_shape *segment, const carom_turning *motion, const carom_vec2 edge[2]) {
    for (int i = 0; i <= 16; ++i) {
        carom_pose at = carom_turning_pose(motion, (float)i / 16);
        carom_vec2 a = carom_pose_point(at, segment->segment.a), b = carom_pose_point(at, segment->segment.b);
        if (cr_side(edge[0], edge[1], a) <= 0 || cr_side(edge[0], edge[1], b) <= 0) return false;
    }
    return true;
}

/// A segment that lands on a slanted floor behind a one-way edge rests where it would without the edge, also where
/// rounding first puts an end of it into the floor.
static void a_one_way_edge_in_front_moves_no_segment_on_a_floor(void **state) {
    (void)state;
    random_source r = {battery.seed + 80};
    int landed = 0;
    for (int n = 0; n < 3000; ++n) {
        float slope = random_range(&r, -0.5f, 0.5f);
        const carom_vec2 floor[] = {{-8, -8 * slope}, {8, 8 * slope}, {8, 20}, {-8, 20}};
        const carom_vec2 edge[] = {{random_range(&r, -4, 4), -6}, {random_range(&r, -4, 4), random_range(&r, -3, 3)}};
        const carom_outline outlines[] = {{.points = floor, .count = 4},
                                          {.points = edge, .count = 2, .open = true, .one_way = true}};
        carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
        carom_level *level = level_of_desc(&desc);
        desc.outlines_count = 1;
        carom_level *alone = level_of_desc(&desc);
        for (int k = 0; k < 4; ++k) {
            carom_shape shape = segment(random_range(&r, -2, 2), random_range(&r, -2, 2), random_range(&r, -2, 2), 0);
            carom_turning motion = {.pose = {{random_range(&r, -4, 4), random_range(&r, -5, -2)}, {1, 0}},
                                    .move = {random_range(&r, -3, 3), random_range(&r, 0, 8)},
                                    .angle = random_range(&r, -2, 2)};
            if (!stays_behind(&shape, &motion, edge)) continue;
            carom_turning_hit hit = carom_level_sweep_turning(level, &shape, &motion);
            carom_turning_hit expected = carom_level_sweep_turning(alone, &shape, &motion);
            assert_int_equal(hit.hit, expected.hit);
            assert_same_float(hit.t, expected.t);
            assert_same_point(hit.normal, expected.normal);
            assert_memory_equal(&hit.at, &expected.at, sizeof hit.at);
            landed += hit.hit;
        }
        carom_level_free(level);
        carom_level_free(alone);
    }
    assert_true(landed > 1000);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 4);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_match_the_earliest_edge),
        cmocka_unit_test(thin_edges_block_from_their_front),
        cmocka_unit_test(without_turns_it_is_carom_level_sweep),
        cmocka_unit_test(one_way_bends_block_as_solids),
        cmocka_unit_test(segments_and_points_enter_no_solid),
        cmocka_unit_test(rods_about_vertices_end_outside_of_solid),
        cmocka_unit_test(contacts_are_named),
        cmocka_unit_test(the_wall_approached_faster_stops_a_turn),
        cmocka_unit_test(a_segment_on_a_one_way_edge_is_in_front),
        cmocka_unit_test(a_segment_does_not_turn_about_its_end_through_a_one_way_edge),
        cmocka_unit_test(ends_of_thin_shapes_hit_corners),
        cmocka_unit_test(the_end_of_a_wall_stops_a_side),
        cmocka_unit_test(a_segment_from_behind_passes_a_one_way_edge),
        cmocka_unit_test(a_one_way_edge_in_front_moves_no_segment_on_a_floor),
        cmocka_unit_test(starts_in_solid_leave_it),
        cmocka_unit_test(arms_reach_farthest_within_a_piece),
        cmocka_unit_test(compounds_turn),
        cmocka_unit_test(the_order_of_parts_does_not_matter),
        cmocka_unit_test(the_first_of_parts_that_land_together_counts),
        cmocka_unit_test(shapes_stay_out_of_one_way_corners),
        cmocka_unit_test(bad_input_misses),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(sweeps, "turning sweeps", failed);
    return failed;
}
