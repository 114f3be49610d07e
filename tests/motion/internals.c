// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Mechanisms of motion on their own, in scenes that report what a test writes down: many obstacles, hits that lead
// nowhere, invalid parts.
#include "motion/scene.h"

#include "base/box.h"
#include "geom/predicate.h"
#include "motion/clear_position.h"
#include "motion/contact_normals.h"
#include "motion/free_axis.h"
#include "motion/obstacles.h"
#include "motion/push_out.h"
#include "motion/response.h"
#include "motion/zones.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WRITTEN = 100 };

/// What a scene reports, whatever it is asked.
typedef struct written_scene {
    carom_scene_hit still, moving; ///< of a zero motion, and of others
    carom_scene_contact contacts[MOST_WRITTEN];
    int contacts_count;
    float solid_x; ///< solid is at this x, or everywhere
    bool all_solid;
} written_scene;

static carom_scene_hit written_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    const written_scene *s = self;
    (void)shape;
    return move.x == 0 && move.y == 0 ? s->still : s->moving;
}

static int written_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const written_scene *s = self;
    (void)shape;
    for (int i = 0; i < s->contacts_count && i < capacity; ++i) out[i] = s->contacts[i];
    return s->contacts_count;
}

static bool written_solid(const void *self, carom_vec2 point) {
    const written_scene *s = self;
    return s->all_solid || point.x == s->solid_x;
}

static carom_scene scene_of(const written_scene *s) {
    return (carom_scene){.self = s, .sweep = written_sweep, .contacts = written_contacts};
}

static const carom_scene_hit miss = {.sweep = {.t = 1}};

static carom_shape flat(float ax, float ay, float bx, float by) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {ax, ay}, .b = {bx, by}}};
}

static const carom_shape wrong = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, -1}};

// ---- Clear positions ------------------------------------------------------------------------------------------------

enum { CROWD = 500 };

/// Obstacles in boxes, and how often they were asked for.
typedef struct crowd {
    carom_scene_obstacle obstacles[CROWD];
    int count, asked;
} crowd;

static int crowd_in(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    crowd *c = (crowd *)self;
    int found = 0;
    ++c->asked;
    for (int i = 0; i < c->count; ++i) {
        if (!cr_boxes_overlap(carom_shape_bounds(&c->obstacles[i].shape), box)) continue;
        if (found < capacity) out[found] = c->obstacles[i];
        ++found;
    }
    return found;
}

static carom_scene_hit crowd_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    (void)self, (void)shape, (void)move;
    return miss;
}

/// A sweep that only finds the first obstacle.
static carom_scene_hit crowd_sweep_to_first(const void *self, const carom_shape *shape, carom_vec2 move) {
    const crowd *c = self;
    return (carom_scene_hit){.sweep = carom_sweep(shape, move, &c->obstacles[0].shape, (carom_vec2){0, 0})};
}

static bool nothing_is_solid(const void *self, carom_vec2 point) {
    (void)self, (void)point;
    return false;
}

/// Regression: of more than 64 obstacles near, only the first ones counted.
static void the_last_of_many_obstacles_counts(void **state) {
    (void)state;
    static crowd c;
    const carom_shape circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 8}};
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep, .obstacles = crowd_in, .solid = nothing_is_solid};
    for (int count = 1; count <= CROWD; count += 83) {
        for (int i = 0; i < count; ++i) { // in a corner of the box of the circle
            float at = -7 - (float)i * 0x1p-10f;
            carom_shape edge = flat(at, -7, at - 0x1p-11f, -7);
            edge.segment.one_sided = true;
            c.obstacles[i] = (carom_scene_obstacle){.shape = edge, .one_way = true};
        }
        c.count = count;
        c.asked = 0;
        cr_limit blocker;
        const cr_resting r = {&scene, &circle, {4096, 4096}};
        assert_true(cr_is_clear_at(&r, (carom_vec2){0, 0}, &blocker));
        assert_false(cr_penetrates_boundary(&scene, &circle));
        assert_in_range(c.asked, 2, 200 + count);
        carom_shape floor = flat(-4, 8 - 0x1p-10f, 4, 8 - 0x1p-10f); // y down: its front is above
        floor.segment.one_sided = true;
        c.obstacles[count - 1] = (carom_scene_obstacle){.shape = floor, .one_way = true};
        assert_false(cr_is_clear_at(&r, (carom_vec2){0, 0}, &blocker));
        c.obstacles[count - 1].one_way = false;
        assert_true(cr_penetrates_boundary(&scene, &circle));
    }
}

/// One-way obstacles have a front only as one-sided segments. A scene that marks others does not change them.
static void only_one_sided_segments_are_one_way(void **state) {
    (void)state;
    static crowd c;
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep, .obstacles = crowd_in};
    const carom_shape circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 8}}, upright = flat(0, -1, 0, 1);
    const carom_shape floor = flat(-4, 8 - 0x1p-10f, 4, 8 - 0x1p-10f); // y down: the front is above
    const carom_shape roof[2] = {flat(-4, 4, 0, 0), flat(0, 0, 4, 4)};
    cr_limit blocker;
    for (int sides = 0; sides < 4; ++sides) {
        c.count = 1;
        c.obstacles[0] = (carom_scene_obstacle){.shape = floor, .one_way = true};
        c.obstacles[0].shape.segment.one_sided = sides == 3;
        const cr_resting far = {&scene, &circle, {4096, 4096}};
        assert_int_equal(cr_is_clear_at(&far, (carom_vec2){0, 0}, &blocker), sides != 3);
        // A segment that comes down on a ridge passes both sides of it.
        c.count = 2;
        for (int i = 0; i < 2; ++i) {
            c.obstacles[i] = (carom_scene_obstacle){.shape = roof[i], .one_way = true};
            c.obstacles[i].shape.segment.one_sided = sides >> i & 1;
        }
        const cr_resting above = {&scene, &upright, {0, -2}};
        assert_int_equal(cr_is_clear_at(&above, (carom_vec2){0, 0}, &blocker), sides != 3);
    }
}

static void an_invalid_part_has_no_contact_coordinate(void **state) {
    (void)state;
    const carom_shape parts[] = {flat(-1, 0, 1, 0), wrong};
    const carom_shape both = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 2}};
    assert_true(cr_limit_of_contact(&both, 0, (carom_vec2){0, 1}, (carom_vec2){5, 5}).faces_axis);
    assert_false(cr_limit_of_contact(&both, 1, (carom_vec2){0, 1}, (carom_vec2){5, 5}).faces_axis);
    // A hit with that part does not keep the shape from a position.
    written_scene s = {.still = miss, .moving = {.sweep = {.hit = true, .t = 0.5f, .normal = {0.6f, 0.8f}}}};
    s.moving.sweep.point = (carom_vec2){9, 9};
    const carom_scene scene = scene_of(&s);
    const cr_resting r = {&scene, &both, {0, 0}};
    cr_limit blocker;
    assert_false(cr_is_clear_at(&r, (carom_vec2){3, 4}, &blocker)); // the centre of the first part is behind the hit
    s.moving.sweep.part_a = 1;
    assert_true(cr_is_clear_at(&r, (carom_vec2){3, 4}, &blocker));
}

/// After a long path, the shape goes on to the contact, unless that sweep begins in penetration.
static void a_long_path_ends_where_the_sweep_after_it_does(void **state) {
    (void)state;
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    written_scene s = {.still = miss, .moving = miss};
    const carom_scene scene = scene_of(&s);
    const cr_resting r = {&scene, &ball, {-1000000, 0}};
    const carom_vec2 move = {2000000, 0};
    const carom_sweep_hit hit = {.hit = true, .t = 0.5f, .normal = {-0.6f, 0.8f}, .point = {0.5f, 0}};
    const cr_limit limit = cr_limit_of(hit.normal);
    carom_vec2 at = cr_stop_among(&r, move, &hit, &limit, 1);
    assert_true(fabsf(at.x) < 1);
    s.moving.sweep = (carom_sweep_hit){.hit = true, .inside = true};
    carom_vec2 inside = cr_stop_among(&r, move, &hit, &limit, 1);
    assert_vec(inside, at.x, at.y);
    s.moving.sweep = (carom_sweep_hit){.hit = true, .t = 0.5f};
    assert_true(cr_stop_among(&r, move, &hit, &limit, 1).x > at.x);
}

static void a_one_way_edge_is_entered_if_nothing_is_behind_it(void **state) {
    (void)state;
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    written_scene s = {.still = miss, .moving = miss};
    const carom_scene scene = scene_of(&s);
    const cr_resting r = {&scene, &ball, {0, 5}};
    carom_vec2 at = {7, 7};
    assert_true(cr_enter_one_way(&r, (carom_vec2){0, 1}, &at));
    assert_true(at.x == 0 && at.y < 5 && at.y > 4.99f);
    s.still.sweep = (carom_sweep_hit){.hit = true, .inside = true};
    at = (carom_vec2){7, 7};
    assert_false(cr_enter_one_way(&r, (carom_vec2){0, 1}, &at));
    assert_vec(at, 7, 7);
}

/// A segment that passes another one loses its side, if all four places are those of segments.
static void only_valid_shapes_lose_their_side(void **state) {
    (void)state;
    carom_shape places[] = {flat(-1, 1, 1, 1), flat(-1, -1, 1, -1), flat(-3, 0, 3, 0), flat(-3, 0, 3, 0)};
    cr_limit blocker;
    assert_true(cr_loses_side_of(&places[0], &places[1], &places[2], &places[3], &blocker));
    assert_vec(blocker.normal, 0, 1);
    for (int i = 0; i < 4; ++i) {
        const carom_shape right = places[i];
        places[i] = wrong;
        assert_false(cr_loses_side_of(&places[0], &places[1], &places[2], &places[3], &blocker));
        places[i] = right;
    }
}

/// A long segment comes down on the common vertex of two one-way edges, which it then crosses without penetrating one.
/// From where its upper end is beyond the range of floats, it is no shape that could have passed.
static void a_segment_from_beyond_the_floats_passes_no_vertex(void **state) {
    (void)state;
    static crowd c;
    c = (crowd){
        .obstacles = {{.shape = flat(1, 0, 0, 0), .one_way = true}, {.shape = flat(0, 0, -1, 0), .one_way = true}},
        .count = 2};
    for (int i = 0; i < 2; ++i) c.obstacles[i].shape.segment.one_sided = true;
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep, .obstacles = crowd_in};
    const carom_shape tall = flat(0, 0, 0, 2e38f);
    for (int i = 0; i < 2; ++i) {
        cr_limit blocker;
        const cr_resting r = {&scene, &tall, {0, i ? 2e38f : 1e38f}};
        assert_int_equal(cr_loses_side(&r, (carom_vec2){0, -1e38f}, &blocker), i == 0);
        if (i == 0) assert_vec(blocker.normal, 0, 1);
    }
}

/// Two one-way edges lead back almost along each other: their normals are opposite floats. A segment that has come
/// across their vertex, between the edges, goes back the way it came, towards the front of the first edge.
static void a_segment_comes_between_almost_equal_edges(void **state) {
    (void)state;
    const float k = 1048576;
    static crowd c;
    c = (crowd){.obstacles = {{.shape = flat(k + 1, k, 0, 0), .one_way = true},
                              {.shape = flat(0, 0, k, k - 1), .one_way = true}},
                .count = 2};
    for (int i = 0; i < 2; ++i) c.obstacles[i].shape.segment.one_sided = true;
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep, .obstacles = crowd_in};
    const carom_shape between = flat(k + 0.5f, k - 0.5f, -k - 0.5f, 0.5f - k);
    const cr_resting r = {&scene, &between, {-4, 4}};
    cr_limit blocker;
    assert_true(cr_loses_side(&r, (carom_vec2){0, 0}, &blocker));
    assert_float_equal(blocker.normal.x, -sqrtf(0.5f), 1e-6f);
    assert_float_equal(blocker.normal.y, sqrtf(0.5f), 1e-6f);
}

/// Small flat shapes, and as thin capsules, cross the line of a segment, which moves too, or start on it. They pass it
/// between its ends; a shape that crosses the line also through an end. A one-sided segment is passed from its front
/// only, a two-sided one not from its line.
static void thin_shapes_pass_between_the_ends(void **state) {
    (void)state;
    cr_limit blocker;
    for (int n = 0; n < 96; ++n) {
        bool down = n & 1, is_one_sided = n & 2, turned = n & 4, on_line = n % 48 >= 24;
        float unit = n < 48 ? 1 : 0x1p-6f, from = down ? unit : -unit;
        float drift = n % 24 < 8 ? 0 : n % 24 < 16 ? 16 : -0.5f;
        carom_shape wall = turned ? flat(3 * unit, 0, -3 * unit, 0) : flat(-3 * unit, 0, 3 * unit, 0);
        wall.segment.one_sided = is_one_sided;
        const carom_shape wall_there = carom_shape_at(&wall, (carom_vec2){drift, drift});
        for (int x = -20; x <= 20; ++x) {
            float at = 0.25f * unit * (float)x, y = on_line ? 0 : from;
            carom_shape before = flat(at - unit / 8, y, at + unit / 8, y);
            carom_shape there = carom_shape_at(&before, (carom_vec2){drift, drift - 2 * from});
            bool has_front = !is_one_sided || turned == down, between = on_line ? abs(x) < 12 : abs(x) <= 12;
            bool passes = between && has_front && (is_one_sided || !on_line);
            if (cr_loses_side_of(&before, &there, &wall, &wall_there, &blocker) != passes) fail_msg("%d: %d", n, x);
            if (passes) assert_vec(blocker.normal, 0, down ? 1 : -1);
            if (on_line) continue; // there a capsule penetrates the wall
            carom_segment a = before.segment, b = there.segment;
            carom_make_capsule(a.a, a.b, 0x1p-40f, &before);
            carom_make_capsule(b.a, b.b, 0x1p-40f, &there);
            if (cr_loses_side_of(&before, &there, &wall, &wall_there, &blocker) != passes) fail_msg("%d: %d", n, x);
        }
    }
}

// ---- Zones ----------------------------------------------------------------------------------------------------------

/// Around a box, and in it, the normal is that of the closest side or vertex; on a vertex there is none.
static void zones_have_the_normal_of_their_closest_feature(void **state) {
    (void)state;
    static const double steps[] = {-3, -1.75, 0, 1.75, 3};
    static cr_zones zones;
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 0.5f}};
    carom_shape block;
    carom_make_box((carom_vec2){-2, -2}, (carom_vec2){2, 2}, &block);
    cr_core core, wall;
    assert_true(cr_core_of(&ball, &core) && cr_core_of(&block, &wall));
    cr_zones_clear(&zones, 0x1p-30);
    assert_true(cr_zones_add(&zones, &core, &wall, CR_ZONE_SOLID));
    for (int i = 0; i < 25; ++i) {
        cr_vec2d at = {steps[i / 5], steps[i % 5]}, normal;
        double x = fabs(at.x) > 2 ? copysign(1, at.x) : 0, y = fabs(at.y) > 2 ? copysign(1, at.y) : 0;
        double distance = cr_zone_distance(&zones, &zones.zone[0], at), length = sqrt(x * x + y * y);
        bool outside = length > 0, is_clear = fabs(at.x) != fabs(at.y);
        if (!outside && fabs(at.x) > fabs(at.y)) x = copysign(1, at.x);
        if (!outside && fabs(at.y) > fabs(at.x)) y = copysign(1, at.y);
        double depth = fabs(at.x) > fabs(at.y) ? 2 - fabs(at.x) : 2 - fabs(at.y);
        assert_true(distance == (outside ? length : -depth) - 0.5);
        assert_true(cr_zone_normal(&zones, &zones.zone[0], at, &normal));
        if (outside || is_clear)
            assert_true(normal.x == x / (outside ? length : 1) && normal.y == y / (outside ? length : 1));
        assert_int_equal(cr_zones_allow(&zones, at), distance >= 0);
    }
    cr_vec2d normal;
    assert_false(cr_zone_normal(&zones, &zones.zone[0], (cr_vec2d){2, -2}, &normal));
}

/// A regular octagon about the origin, of which an edge or a vertex is to the right.
static carom_shape octagon(bool vertex_first) {
    carom_vec2 v[8];
    for (int i = 0; i < 8; ++i) {
        double angle = (2 * i + !vertex_first) * 3.14159265358979 / 8;
        v[i] = (carom_vec2){(float)(4 * cos(angle)), (float)(4 * sin(angle))};
    }
    carom_shape shape;
    assert_int_equal(carom_make_polygon(v, 8, &shape), CAROM_STATUS_OK);
    return shape;
}

/// The difference of two octagons has 16 edges: as many ways out of its centre, of which some are written. All lead
/// out.
static void a_zone_has_more_exits_than_are_written(void **state) {
    (void)state;
    static cr_zones zones;
    const carom_shape shapes[2] = {octagon(true), octagon(false)};
    cr_core core, wall;
    assert_true(cr_core_of(&shapes[0], &core) && cr_core_of(&shapes[1], &wall));
    cr_zones_clear(&zones, 1e-5);
    assert_true(cr_zones_allow(&zones, (cr_vec2d){0, 0}));
    assert_true(cr_zones_add(&zones, &core, &wall, CR_ZONE_SOLID));
    assert_false(cr_zones_allow(&zones, (cr_vec2d){0, 0}));
    const double least = 4 + 4 * cos(3.14159265358979 / 8);
    cr_vec2d exits[CR_ZONE_EXITS];
    assert_int_equal(cr_zone_exits(&zones, &zones.zone[0], exits), 16);
    for (int i = 0; i < CR_ZONE_EXITS; ++i) {
        assert_true(fabs(sqrt(exits[i].x * exits[i].x + exits[i].y * exits[i].y) - least) < 1e-5);
        for (int k = 0; k < i; ++k) assert_true(fabs(exits[i].x - exits[k].x) + fabs(exits[i].y - exits[k].y) > 1);
    }
    // It takes the shortest way out of such a zone, and is free then.
    static crowd c;
    c = (crowd){.obstacles = {{.shape = shapes[1]}}, .count = 1};
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep_to_first, .obstacles = crowd_in};
    carom_push push = carom_push_out(&scene, &shapes[0], (carom_vec2){0, 0}, 0);
    assert_true(push.moved && !push.crushed);
    assert_true(fabs(hypot((double)push.at.x, (double)push.at.y) - least) < 1e-4);
    carom_shape there = carom_shape_at(&shapes[0], push.at);
    assert_false(carom_overlap(&there, &shapes[1]) && carom_distance(&there, &shapes[1]).distance < 0);
}

/// A box in the middle of an octagon whose edges, extended by those of the box, are all at a distance of 21: twelve
/// equally short ways out, more than are written. It takes the one towards -y.
static void a_box_has_twelve_equal_ways_out_of_an_octagon(void **state) {
    (void)state;
    static const carom_vec2 v[] = {{14, 0}, {8, 8}, {0, 14}, {-8, 8}, {-14, 0}, {-8, -8}, {0, -14}, {8, -8}};
    const carom_shape box = centred_box(7, 7);
    fixture s = {.count = 0};
    assert_int_equal(carom_make_polygon(v, 8, next_shape(&s)), CAROM_STATUS_OK);
    const carom_scene scene = space_of(&s);
    carom_push push = carom_push_out(&scene, &box, (carom_vec2){0, 0}, 0);
    assert_true(push.moved && !push.crushed);
    assert_vec(push.at, 0, -21);
}

/// A point under the tip of a roof has two equally short ways out of it, and a floor over its feet closes both: with
/// the floor, it must move by the square root of 17 / 8. That is its penetration depth, the default limit, if all
/// choices for all roofs are compared. Those of seven roofs are more than 64; then the limit is the deepest contact.
static void the_depth_of_many_equal_choices_is_that_of_the_deepest(void **state) {
    (void)state;
    static const carom_vec2 roof[] = {{-9, -7}, {9, -7}, {0, 2}};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT};
    for (int roofs = 1; roofs <= 8; ++roofs) {
        fixture s = {.count = 0};
        for (int i = 0; i < roofs; ++i) assert_int_equal(carom_make_polygon(roof, 3, next_shape(&s)), CAROM_STATUS_OK);
        add_box(&s, -20, -9, 20, 1.25f);
        const carom_scene scene = space_of(&s);
        carom_push push = carom_push_out(&scene, &point, (carom_vec2){0, 0}, 0);
        assert_int_equal(push.crushed, roofs > 6);
        assert_vec(push.at, roofs > 6 ? 0 : -0.75f, roofs > 6 ? 0 : 1.25f);
        push = carom_push_out(&scene, &point, (carom_vec2){0, 0}, 1.5f);
        assert_true(push.moved);
        assert_vec(push.at, -0.75f, 1.25f);
    }
}

static void note_candidate(void *context, cr_vec2d t) {
    *(double *)context = fmin(*(double *)context, t.x);
}

/// A zone that was removed forbids nothing, also where it was the one that forbade a translation last.
static void a_removed_zone_hides_no_candidates(void **state) {
    (void)state;
    static cr_zones zones;
    const carom_shape point = {.kind = CAROM_SHAPE_POINT}, small = centred_box(1, 1), large = centred_box(9, 9);
    cr_core core, inner, outer;
    assert_true(cr_core_of(&point, &core) && cr_core_of(&small, &inner) && cr_core_of(&large, &outer));
    cr_zones_clear(&zones, 0x1p-30);
    assert_true(cr_zones_add(&zones, &core, &inner, CR_ZONE_SOLID));
    assert_true(cr_zones_add(&zones, &core, &outer, CR_ZONE_SOLID));
    double max_length = 100, least = 0;
    cr_zones_candidates(&zones, &max_length, note_candidate, &least);
    assert_true(least == -9);
    assert_false(cr_zones_allow(&zones, (cr_vec2d){5, 5}));
    cr_zones_drop_last(&zones);
    least = 0;
    cr_zones_candidates(&zones, &max_length, note_candidate, &least);
    assert_true(least == -1);
    assert_true(cr_zones_allow(&zones, (cr_vec2d){5, 5}));
}

/// Candidates on a line: at given points, and elsewhere.
typedef struct line_candidates {
    carom_vec2 from, along;
    carom_vec2 points[4];
    int at_points, elsewhere;
} line_candidates;

static void note_on_line(void *context, cr_vec2d t) {
    line_candidates *c = context;
    cr_vec2d along = cr_widen(c->along), d = cr_subtract(t, cr_widen(c->from));
    if (fabs(cr_cross(along, d)) > 1e-6 * cr_length(along)) return;
    bool is_point = false;
    for (int i = 0; i < 4; ++i) is_point |= cr_length(cr_subtract(t, cr_widen(c->points[i]))) < 1e-6;
    c->at_points += is_point;
    c->elsewhere += !is_point;
}

/// The candidates of a point and two triangles on the line of the first edge.
static void find_on_line(carom_vec2 at, const carom_vec2 first[3], const carom_vec2 second[3], line_candidates *c) {
    static cr_zones zones;
    const carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = at};
    const carom_vec2 *corners[] = {first, second};
    cr_core core, obstacle;
    double max_length = 1000;
    c->from = first[0];
    c->along = (carom_vec2){first[1].x - first[0].x, first[1].y - first[0].y};
    assert_true(cr_core_of(&point, &core));
    cr_zones_clear(&zones, 0x1p-30);
    for (int i = 0; i < 2; ++i) {
        carom_shape shape;
        assert_int_equal(carom_make_polygon(corners[i], 3, &shape), CAROM_STATUS_OK);
        assert_true(cr_core_of(&shape, &obstacle));
        assert_true(cr_zones_add(&zones, &core, &obstacle, CR_ZONE_SOLID));
    }
    cr_zones_candidates(&zones, &max_length, note_on_line, c);
}

/// Edges on one line have no crossing, though rounding leaves an angle of 2^-50 between them. Edges with an angle of
/// 2^-46 cross.
static void edges_cross_unless_only_rounding_turns_them(void **state) {
    (void)state;
    const carom_vec2 left[] = {{60, 19}, {66, 21}, {74, 31}}, right[] = {{69, 22}, {75, 24}, {75, 25}};
    random_source r = {41};
    for (int n = 0; n < 200; ++n) {
        const carom_vec2 at = {ldexpf(random_range(&r, 1, 2), -34), ldexpf(random_range(&r, 1, 2), -35)};
        line_candidates c = {.points = {left[0], left[1], right[0], right[1]}};
        find_on_line(at, left, right, &c);
        assert_true(c.at_points >= 4);
        assert_int_equal(c.elsewhere, 0);
    }
    const float rise = 0x1p-44f;
    carom_vec2 flat[] = {{4, 0}, {-4, 0}, {0, -2}}, tilted[] = {{-3, -rise}, {5, rise}, {1, 2}}, crossing = {1, 0};
    for (int n = 0; n < 2; ++n) {
        line_candidates c = {.points = {crossing, crossing, crossing, crossing}};
        find_on_line((carom_vec2){0, 0}, flat, tilted, &c);
        assert_int_equal(c.at_points, 1);
        for (int i = 0; i < 3; ++i) {
            flat[i] = (carom_vec2){flat[i].y, flat[i].x};
            tilted[i] = (carom_vec2){tilted[i].y, tilted[i].x};
        }
        crossing = (carom_vec2){0, 1};
    }
}

/// There is room for 80 zones of 16 vertices, and for none after them.
static void zones_of_many_vertices_are_fewer(void **state) {
    (void)state;
    static cr_zones zones;
    const carom_shape shapes[2] = {octagon(true), octagon(false)};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT};
    cr_core core, wall, dot;
    assert_true(cr_core_of(&shapes[0], &core) && cr_core_of(&shapes[1], &wall) && cr_core_of(&point, &dot));
    cr_zones_clear(&zones, 1e-5);
    int count = 0;
    while (cr_zones_add(&zones, &core, &wall, CR_ZONE_SOLID)) ++count;
    assert_int_equal(count, CR_ZONE_VERTICES / 16);
    assert_int_equal(zones.count, count);
    assert_false(cr_zones_add(&zones, &dot, &dot, CR_ZONE_SOLID));
    cr_zones_drop_last(&zones);
    assert_true(cr_zones_add(&zones, &dot, &dot, CR_ZONE_SOLID));
}

// ---- Obstacles ------------------------------------------------------------------------------------------------------

/// A scene without `obstacles` has at most CR_OBSTACLES contacts to report. More are reported as too many.
static void more_obstacles_than_there_is_room_for(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss, .moving = miss};
    for (int i = 0; i < MOST_WRITTEN; ++i) s.contacts[i].shape = flat((float)i, 0, (float)i, 1);
    const carom_scene scene = scene_of(&s);
    const carom_box box = {{0, 0}, {1, 1}};
    carom_scene_obstacle out[MOST_WRITTEN];
    const struct {
        int there, capacity, found;
    } cases[] = {{0, 4, 0},
                 {3, 4, 3},
                 {4, 4, 4},
                 {9, 4, 9},
                 {CR_OBSTACLES, MOST_WRITTEN, CR_OBSTACLES},
                 {CR_OBSTACLES + 1, MOST_WRITTEN, MOST_WRITTEN + 1},
                 {MOST_WRITTEN, MOST_WRITTEN, MOST_WRITTEN + 1},
                 {MOST_WRITTEN, CR_OBSTACLES + 1, MOST_WRITTEN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        memset(out, 0, sizeof out);
        s.contacts_count = cases[i].there;
        assert_int_equal(cr_obstacles_in(&scene, box, out, cases[i].capacity), cases[i].found);
        for (int k = 0; k < MOST_WRITTEN; ++k) {
            bool written = k < cases[i].there && k < cases[i].capacity && k < CR_OBSTACLES;
            assert_int_equal(out[k].shape.kind, written ? CAROM_SHAPE_SEGMENT : CAROM_SHAPE_NONE);
            assert_true(out[k].shape.segment.a.x == (written ? (float)k : 0));
        }
    }
}

/// Copies of an obstacle change nothing, not even more than are read at once: here a wall that a box is pushed out of
/// along the one-way floor that it rests on.
static void copies_of_a_wall_push_as_one(void **state) {
    (void)state;
    static crowd c;
    carom_shape wall, floor = flat(9, -1, -9, -1);
    carom_make_box((carom_vec2){0.5f, -4}, (carom_vec2){8, 4}, &wall);
    floor.segment.one_sided = true;
    c = (crowd){.obstacles = {{.shape = wall}, {.shape = floor, .one_way = true}}};
    for (int i = 2; i < CROWD; ++i) c.obstacles[i] = c.obstacles[0];
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep_to_first, .obstacles = crowd_in};
    const carom_shape box = centred_box(1, 1);
    for (c.count = 1; c.count <= CROWD; c.count += 83) {
        carom_push push = carom_push_out(&scene, &box, (carom_vec2){0, 0}, 0);
        assert_true(push.moved && !push.crushed);
        assert_vec(push.at, -0.5f, 0);
    }
}

/// A point has no size, and one at the origin no coordinate, that would end the division into smaller parts. Where more
/// walls end than there is room for, only the number of divisions does.
static void a_point_at_the_origin_is_divided_to_the_last(void **state) {
    (void)state;
    static crowd c;
    c = (crowd){.count = 200};
    for (int i = 0; i < c.count; ++i) {
        carom_vec2 far = {4 + (float)i, 4 + (float)i};
        carom_make_box((carom_vec2){-1, -far.y}, far, &c.obstacles[i].shape);
    }
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep_to_first, .obstacles = crowd_in};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT};
    carom_push push = carom_push_out(&scene, &point, (carom_vec2){0, 0}, 0);
    assert_true(push.moved && !push.crushed);
    assert_vec(push.at, -1, 0);
}

/// The same where the vertices of all zones fill the room for them, but for the solid behind a floor.
static void a_floor_has_room_for_its_edge_only(void **state) {
    (void)state;
    static crowd c;
    const carom_shape ball = octagon(true);
    carom_shape wall = octagon(false), corner, floor = flat(9, -4, -9, -4);
    for (int i = 0; i < 8; ++i) wall.polygon.v[i].x += 7.5f;
    const carom_vec2 v[] = {{3.9375f, -1}, {9, -2}, {9, 2.5f}};
    assert_int_equal(carom_make_polygon(v, 3, &corner), CAROM_STATUS_OK);
    floor.segment.one_sided = true;
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep_to_first, .obstacles = crowd_in};
    carom_vec2 at[4];
    for (int i = 0; i < 4; ++i) {
        c.count = 0;
        for (int k = 0; k < (i ? 78 : 1); ++k) c.obstacles[c.count++] = (carom_scene_obstacle){.shape = wall};
        for (int k = 0; k < i; ++k) c.obstacles[c.count++] = (carom_scene_obstacle){.shape = corner};
        c.obstacles[c.count++] = (carom_scene_obstacle){.shape = floor, .one_way = true};
        carom_push push = carom_push_out(&scene, &ball, (carom_vec2){0, 0}, 0);
        assert_true(push.moved && !push.crushed);
        at[i] = push.at;
        assert_vec(at[i], at[0].x, at[0].y);
    }
    assert_true(fabsf(at[0].x + 4 - (7.5f - 4 * cosf(3.14159265f / 8))) < 1e-5f);
    assert_same_float(at[0].y, 0);
}

/// A ball rests on a one-way edge, under more copies of a ceiling than are read at once, which it is deep in. Parts of
/// the search beyond the edge do not overlap it, but the ball does not get there.
static void a_floor_holds_in_every_part_of_the_search(void **state) {
    (void)state;
    static crowd c;
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    const carom_shape ceiling = boxed(-100, -100, 200, 101.5f), cellar = boxed(-100, 7.5f, 200, 1);
    const carom_scene scene = {.self = &c, .sweep = crowd_sweep_to_first, .obstacles = crowd_in};
    for (int way = 0; way < 2 * WAYS; ++way) {
        carom_vec2 a = turned((carom_vec2){-100, 1}, way % WAYS), b = turned((carom_vec2){100, 1}, way % WAYS);
        bool flips = way % WAYS >= 4;
        c.count = 0;
        const int ceilings = way < WAYS ? 1 : 300;
        for (int i = 0; i < ceilings + 2; ++i)
            c.obstacles[c.count++] = (carom_scene_obstacle){.shape = turned_shape(&ceiling, way % WAYS)};
        c.obstacles[1].one_way = true;
        assert_int_equal(carom_make_one_sided(flips ? b : a, flips ? a : b, &c.obstacles[1].shape), CAROM_STATUS_OK);
        c.obstacles[2].shape = turned_shape(&cellar, way % WAYS);
        assert_true(carom_push_out(&scene, &ball, (carom_vec2){0, 0}, 20).crushed);
    }
}

/// The centre of a segment of one ulp is rounded: it is in solid only if all floats around are.
static void a_rounded_centre_is_in_solid_if_its_neighbours_are(void **state) {
    (void)state;
    written_scene s = {.still = miss, .moving = miss, .solid_x = 1};
    carom_scene scene = scene_of(&s);
    scene.solid = written_solid;
    const carom_shape ulp = flat(1, 0, 1 + 0x1p-23f, 0), point = {.kind = CAROM_SHAPE_POINT, .point = {1, 0}};
    assert_false(cr_in_solid(&scene, &ulp, (carom_vec2){0, 0}));
    assert_true(cr_in_solid(&scene, &point, (carom_vec2){0, 0})); // exact
    assert_false(cr_in_solid(&scene, &point, (carom_vec2){1, 0}));
    s.all_solid = true;
    assert_true(cr_in_solid(&scene, &ulp, (carom_vec2){0, 0}));
}

static int written_obstacles(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    const written_scene *s = self;
    (void)box;
    for (int i = 0; i < s->contacts_count && i < capacity; ++i)
        out[i] = (carom_scene_obstacle){.shape = s->contacts[i].shape};
    return s->contacts_count;
}

/// A box in all parts of which are more obstacles than are read at once is divided as far as there is room for the
/// parts: here toward 0, where floats are so fine that it could be divided 400 times.
static void boxes_are_divided_as_far_as_there_is_room(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss, .moving = miss, .contacts_count = MOST_WRITTEN};
    for (int i = 0; i < MOST_WRITTEN; ++i) s.contacts[i].shape = flat(-1, 0, 1, 0);
    const carom_scene scene = {.self = &s, .sweep = written_sweep, .obstacles = written_obstacles};
    cr_obstacle_walk walk;
    cr_obstacles_begin(&walk, &scene, (carom_box){{-0x1p100f, -0x1p100f}, {0x1p-100f, 0x1p-100f}});
    int parts = 0, most = 0;
    while (cr_obstacles_next(&walk)) {
        assert_int_equal(walk.count, CR_OBSTACLES_NEAR);
        if (walk.boxes_count > most) most = walk.boxes_count;
        ++parts;
    }
    assert_in_range(most, CR_OBSTACLE_DEPTH - 2, CR_OBSTACLE_DEPTH);
    assert_in_range(parts, CR_OBSTACLE_DEPTH, CR_OBSTACLE_BOXES + CR_OBSTACLE_DEPTH);
}

/// A segment along more edges than are remembered is beside solid, and not in it.
static void a_segment_along_many_edges(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss, .moving = miss, .solid_x = -1};
    for (int i = 0; i < MOST_WRITTEN; ++i) {
        s.contacts[i].shape = flat((float)i, 0, (float)i + 1, 0);
        s.contacts[i].shape.segment.one_sided = true;
    }
    carom_scene scene = scene_of(&s);
    scene.solid = written_solid;
    const carom_shape along = flat(-0.5f, 0, MOST_WRITTEN, 0);
    for (s.contacts_count = 0; s.contacts_count < CR_OBSTACLES; ++s.contacts_count)
        assert_false(cr_penetrates_boundary(&scene, &along));
    scene.obstacles = written_obstacles;
    for (s.contacts_count = CR_OBSTACLES; s.contacts_count < MOST_WRITTEN; ++s.contacts_count)
        assert_false(cr_penetrates_boundary(&scene, &along));
    s.solid_x = -0.5f; // its end
    assert_true(cr_penetrates_boundary(&scene, &along));
}

// ---- Touched surfaces -----------------------------------------------------------------------------------------------

/// At the end of its path, a displacement below the rounding of positions is left as it is: it may be into something.
static void the_end_of_a_path_leaves_a_displacement(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        const float move = (float)sign * 0x1p-20f;
        const cr_axis_after after = {.at = 100, .move = move, .whole = move, .free = true};
        for (int k = -1; k <= 1; ++k) { // before the end, at it, and beyond it
            double end = 100 - k * (double)move / 2;
            assert_same_float(cr_left_on_axis(&after, &end), k < 0 ? move / 2 : move);
            assert_true(end == 100 - k * (double)move / 2);
        }
    }
}

/// Between opposite walls no direction leads away from both, whatever the axis.
static void no_direction_leads_out_of_a_gap(void **state) {
    (void)state;
    for (int vertical = 0; vertical < 2; ++vertical) {
        fixture s = {0};
        if (vertical) {
            add_box(&s, -9, -3, 9, -1);
            add_box(&s, -9, 1, 9, 3);
        } else {
            add_box(&s, -3, -9, -1, 9);
            add_box(&s, 1, -9, 3, 9);
        }
        const carom_scene scene = space_of(&s);
        const carom_shape box = centred_box(1, 1);
        const carom_vec2 right = {vertical ? 0 : 1, vertical ? 1 : 0};
        const carom_scene_hit hit = {.sweep = {.hit = true, .normal = {-right.x, -right.y}, .point = right}};
        const cr_resting r = {&scene, &box, {0, 0}};
        cr_surfaces out;
        cr_touched_surfaces(&r, &hit, right, NULL, 0, &out);
        assert_int_equal(out.count, 2);
        assert_vec(out.out, 0, 0);
    }
}

/// A box only just passes the ball that has stopped it, and slides along it. The corner of a box that it leaves makes
/// no difference; if it touches a corner ahead, that is what has stopped it.
static void a_corner_that_is_left_blocks_nothing(void **state) {
    (void)state;
    static const float corners[][4] = {{-9, -9, -8, -8}, {-3, -3, -1, -1}, {-3, 1, -1, 3}, {1, -3, 3, -1}};
    for (int n = 0; n < 4; ++n) {
        fixture s = {0};
        add_circle(&s, 1 + 0x1p-12f, 2, 1);
        add_box(&s, corners[n][0], corners[n][1], corners[n][2], corners[n][3]);
        const carom_scene scene = space_of(&s);
        const carom_shape box = centred_box(1, 1);
        const carom_scene_hit hit = {.sweep = {.hit = true, .normal = {-0x1p-12f, -1}, .point = {1, 1}}};
        const cr_resting r = {&scene, &box, {0, 0}};
        cr_surfaces out;
        cr_touched_surfaces(&r, &hit, (carom_vec2){0.5f, 0}, NULL, 0, &out);
        assert_int_equal(out.count, n < 3);
        if (n < 3) assert_vec(out.normals[0], 0, -1);
    }
}

/// Each part of a compound touches as many obstacles as are considered: the surfaces beyond the limits are dropped.
static void a_compound_touches_more_surfaces_than_are_kept(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss, .moving = {.sweep = {.hit = true, .inside = true}}};
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    carom_shape box, corner, floor;
    carom_make_box((carom_vec2){-1, -1}, (carom_vec2){1, 1}, &box);
    carom_make_box((carom_vec2){1, -3}, (carom_vec2){3, -1}, &corner); // touches that of the box
    carom_make_box((carom_vec2){-9, -3}, (carom_vec2){9, -1}, &floor);
    const carom_shape obstacles[] = {corner, floor, wrong};
    const carom_scene scene = scene_of(&s);
    for (int round = 0; round < 2; ++round) {
        const carom_shape part = round ? ball : box, parts[] = {part, part, part, part};
        const carom_shape all = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 4}};
        for (int kind = 0; kind < 3; ++kind) {
            carom_shape obstacle = obstacles[kind];
            if (round && kind == 0) carom_make_point((carom_vec2){0.6f, -0.8f}, &obstacle);
            for (s.contacts_count = 1; s.contacts_count <= CR_OBSTACLES; s.contacts_count += CR_OBSTACLES - 1) {
                for (int i = 0; i < s.contacts_count; ++i) s.contacts[i].shape = obstacle;
                const carom_scene_hit hit = {.sweep = {.hit = true, .normal = {0, 1}, .point = {0, -1}}};
                const cr_resting r = {&scene, &all, {0, 0}};
                cr_surfaces out;
                cr_touched_surfaces(&r, &hit, (carom_vec2){1, -2}, NULL, 0, &out);
                assert_in_range(out.count, 1, CR_RESPONSE_SURFACES - 1);
                assert_in_range(out.limit_count, 1, CR_RESPONSE_SURFACES);
                for (int i = 0; i < out.count; ++i) assert_true(out.normals[i].y > 0 || out.normals[i].x < 0);
            }
        }
    }
}

/// A polygon is in a circle with its slanted side by an ulp, and moves along the side. Rounding puts one end of the
/// side past the circle, the other not. Then the side is a surface, which leaves the velocity as it is within rounding.
static void a_side_along_a_circle_is_a_surface(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const carom_shape round = {.kind = CAROM_SHAPE_CIRCLE,
                                   .circle = {{0x1.11206ap-3f, -0x1.3b112ep+2f}, 0x1.55c9a4p+1f}},
                          triangle = {.kind = CAROM_SHAPE_POLYGON,
                                      .polygon = {.count = 3,
                                                  .v = {{-0x1.b4299cp+1f, -0x1.66eed6p+2f},
                                                        {0x1.b4299cp+1f, 0x1.66eed6p+2f},
                                                        {-0x1.66eed6p+3f, 0x1.b4299cp+2f}}}};
        const fixture s = {.shape = {turned_shape(&round, way)}, .count = 1};
        const carom_scene scene = space_of(&s);
        const carom_shape mover = turned_shape(&triangle, way);
        const cr_resting r = {&scene, &mover, {0, 0}};
        const carom_vec2 out = turned((carom_vec2){-0x1.b590ep-1f, 0x1.09db74p-1f}, way),
                         velocity = turned((carom_vec2){0x1.6d37fap+2f, 0x1.2c8d04p+3f}, way);
        cr_surfaces surfaces;
        cr_touched_surfaces(&r, &(carom_scene_hit){.sweep = {.hit = true, .normal = out}}, velocity, NULL, 0,
                            &surfaces);
        assert_int_equal(surfaces.count, 1);
        assert_vec(surfaces.normals[0], out.x, out.y);
        carom_vec2 left = carom_slide(velocity, surfaces.normals, 1);
        assert_true(fabsf(left.x - velocity.x) + fabsf(left.y - velocity.y) < 1e-5f);
    }
}

/// A point near the origin is in front of a one-sided segment by less than the rounding of its distances to the ends in
/// double, which put it behind. It touches the front.
static void a_point_that_double_puts_behind_touches_the_front(void **state) {
    (void)state;
    const carom_shape fence = {.kind = CAROM_SHAPE_SEGMENT,
                               .segment = {.a = {-0x1.69a71cp-31f, 0x1.c7ef5p-31f},
                                           .b = {0x1.3b29d8p+0f, -0x1.88e46p-3f},
                                           .one_sided = true}},
                      point = {.kind = CAROM_SHAPE_POINT};
    for (int way = 0; way < WAYS; ++way) {
        const fixture s = {.shape = {turned_shape(&fence, way)}, .count = 1};
        const carom_scene scene = space_of(&s);
        const carom_vec2 at = turned((carom_vec2){0x1.8d990cp-31f, 0x1.519f2cp-31f}, way),
                         front = turned((carom_vec2){-0x1.3b54e4p-3f, -0x1.f9e506p-1f}, way);
        const cr_resting r = {&scene, &point, at};
        const carom_scene_hit hit = {.sweep = {.hit = true, .normal = front}};
        cr_surfaces surfaces;
        assert_int_equal(cr_side(s.shape[0].segment.a, s.shape[0].segment.b, at), -1);
        cr_touched_surfaces(&r, &hit, (carom_vec2){-front.x, -front.y}, NULL, 0, &surfaces);
        assert_int_equal(surfaces.count, 1);
        assert_vec(surfaces.normals[0], front.x, front.y);
    }
}

/// A box whose sides are swapped by an ulp has none where rounding makes them equal, and is still invalid.
static void a_part_that_rounding_would_make_valid_touches_nothing(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss, .moving = miss, .contacts_count = 1};
    carom_make_box((carom_vec2){-9, -9}, (carom_vec2){9, 0}, &s.contacts[0].shape);
    const carom_scene scene = scene_of(&s);
    const carom_shape swapped = {.kind = CAROM_SHAPE_BOX, .box = {{1 + 0x1p-23f, 0}, {1, 1}}};
    const carom_shape parts[] = {swapped}, all = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 1}};
    const carom_scene_hit hit = {.sweep = {.hit = true, .normal = {0.6f, 0.8f}}};
    const cr_resting r = {&scene, &all, {0x1p20f, 0}};
    s.contacts[0].shape.box.max.x = 0x1p21f;
    cr_surfaces out;
    cr_touched_surfaces(&r, &hit, (carom_vec2){1, -2}, NULL, 0, &out);
    assert_int_equal(out.count, 1); // that of the hit
    assert_vec(out.normals[0], 0.6f, 0.8f);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

/// A level reports at most 64 contacts at once, and 128 obstacles; of more obstacles, that there are too many.
static void a_level_reports_as_many_as_it_lists(void **state) {
    (void)state;
    enum { TEETH = 120 };
    static carom_vec2 comb[2 * TEETH + 2];
    for (int i = 0; i <= 2 * TEETH; ++i) comb[i] = (carom_vec2){2 * TEETH - (float)i, i % 2 ? 1 : 3};
    comb[2 * TEETH + 1] = (carom_vec2){TEETH, -9};
    const carom_vec2 *points = comb;
    carom_outline outline = {.points = points, .count = 2 * TEETH + 2};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    const carom_scene scene = carom_scene_of_level(level);
    static carom_scene_contact contacts[MOST_WRITTEN];
    static carom_scene_obstacle obstacles[4 * TEETH];
    carom_shape over;
    carom_make_box((carom_vec2){-1, 2}, (carom_vec2){2 * TEETH + 1, 90}, &over);
    int all = carom_level_overlap(level, &over, NULL, 0);
    assert_true(all > 64);
    int found = scene.contacts(scene.self, &over, contacts, MOST_WRITTEN);
    assert_in_range(found, 1, 64);
    for (int i = 0; i < found; ++i) assert_true(contacts[i].contact.hit);
    const carom_box few = {{20.5f, 2}, {40.5f, 9}}, wide = {{-1, -20}, {2 * TEETH + 1, 9}};
    found = scene.obstacles(scene.self, few, obstacles, 4 * TEETH);
    assert_in_range(found, 20, 24);
    assert_int_equal(scene.obstacles(scene.self, few, obstacles, 9), found);
    assert_int_equal(scene.obstacles(scene.self, wide, obstacles, 4 * TEETH), 4 * TEETH + 1);
    assert_true(scene.obstacles(scene.self, wide, obstacles, 9) >= 2 * TEETH + 2);
    assert_true(scene.sweep(scene.self, &over, (carom_vec2){0, 0}).sweep.hit);
    carom_level_free(level);
}

// ---- Motions --------------------------------------------------------------------------------------------------------

static void a_remainder_that_is_not_finite_counts_as_none(void **state) {
    (void)state;
    written_scene s = {.still = miss, .moving = miss};
    const carom_scene scene = scene_of(&s);
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        carom_motion start = {.at = {100, 100}, .velocity = {1, 2}, .remainder = {bad[i], bad[i]}};
        carom_motion end = carom_move(&scene, &ball, &start, &slide, NULL, 0);
        assert_vec(end.at, 101, 102);
        assert_vec(end.remainder, 0, 0);
    }
}

/// Lets a shape pass one owner; what it is asked about is counted.
typedef struct one_passed {
    uint64_t owner;
    int asked;
} one_passed;

static void pass_one(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    one_passed *p = user_data;
    ++p->asked;
    assert_int_equal(contact->surface.level, contact->other ? -1 : 0); // also in a scene that describes no surfaces
    if (contact->other == p->owner) response->kind = CAROM_RESPONSE_PASS;
}

static carom_motion move_past(const carom_scene *scene, const carom_shape *shape, one_passed *passed) {
    const carom_move_rule rule = {.response = {.kind = CAROM_RESPONSE_SLIDE}, .rule = pass_one, .user_data = passed};
    const carom_motion start = {.at = {3, 4}, .velocity = {8, -8}};
    return carom_move_by_rule(scene, shape, &start, &rule, NULL, 0);
}

static carom_scene_hit miss_past(const void *self, const carom_shape *shape, carom_vec2 move, const uint64_t *passed,
                                 int count) {
    (void)self, (void)shape, (void)move, (void)passed, (void)count;
    return miss;
}

/// A rule can let a shape pass a body if the scene has `sweep_past`; a segment, too, whose vertices are looked for in
/// solid, which this scene does not have.
static void a_rule_passes_a_body_if_the_scene_can(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss};
    s.moving = (carom_scene_hit){.sweep = {.hit = true, .t = 0.5f, .normal = {0, 1}, .point = {7, 0}}, .owner = 5};
    carom_scene scene = scene_of(&s);
    const carom_shape parts[] = {{.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}}, flat(-1, 0, 1, 0)};
    for (int i = 0; i < 2; ++i) {
        one_passed passed = {.owner = 5};
        scene.sweep_past = NULL;
        carom_motion end = move_past(&scene, &parts[i], &passed);
        assert_true(passed.asked > 0);
        assert_true(end.velocity.y > -8);
        scene.sweep_past = miss_past;
        end = move_past(&scene, &parts[i], &passed);
        assert_vec(end.at, 11, -4);
        assert_int_equal(end.contacts, 1);
        scene.solid = written_solid; // behind a body that is passed, it counts
        s.solid_x = 10;              // an end of the segment at the end
        assert_int_equal(move_past(&scene, &parts[i], &passed).at.x == 11, i == 0);
        scene.solid = NULL;
    }
    // Of a body that is touched beside the hit, the rule is asked once, however many of its parts are touched.
    s.moving.owner = 9;
    s.contacts_count = 2;
    for (int i = 0; i < 2; ++i) {
        s.contacts[i].contact = (carom_contact_points){.hit = true, .normal = {-1, 0}, .count = 1};
        s.contacts[i].owner = 5;
        carom_make_box((carom_vec2){8, -9}, (carom_vec2){9, 9}, &s.contacts[i].shape);
    }
    int asked[2];
    for (int i = 0; i < 2; ++i) {
        s.contacts_count = 1 + i;
        one_passed passed = {.owner = 5};
        move_past(&scene, &parts[0], &passed);
        asked[i] = passed.asked;
    }
    assert_int_equal(asked[0], asked[1]);
}

/// Passing a one-way edge that something is behind is a slide.
static void a_one_way_edge_with_something_behind_it_is_not_passed(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = {.sweep = {.hit = true, .inside = true}}};
    s.moving = (carom_scene_hit){.sweep = {.hit = true, .t = 0.5f, .normal = {0, 1}, .point = {7, 0}}, .one_way = true};
    const carom_scene scene = scene_of(&s);
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    one_passed passed = {.owner = 0};
    carom_motion end = move_past(&scene, &ball, &passed);
    assert_vec(end.at, 3, 4); // no position is clear
    assert_true(end.velocity.y >= 0);
}

/// A surface that is hit again and again at one position stops the shape in the end.
static void a_surface_that_is_always_hit_ends_the_motion(void **state) {
    (void)state;
    static written_scene s;
    s = (written_scene){.still = miss};
    s.moving = (carom_scene_hit){.sweep = {.hit = true, .normal = {0, 1}, .point = {3, 3}}};
    const carom_scene scene = scene_of(&s);
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    one_passed passed = {.owner = 5};
    carom_motion end = move_past(&scene, &ball, &passed);
    assert_int_equal(end.casts, CAROM_MOVE_MAX_CASTS);
    assert_vec(end.at, 3, 4);
    assert_true(end.velocity.y >= 0);
}

/// Answers to the first sweeps of a motion over a floor; later ones are misses.
typedef struct told_hits {
    carom_vec2 normals[CAROM_MOVE_MAX_CASTS];
    bool inside[CAROM_MOVE_MAX_CASTS];
    int count, asked;
} told_hits;

static carom_scene_hit told_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    told_hits *s = (told_hits *)(uintptr_t)self;
    (void)shape;
    if ((move.x == 0 && move.y == 0) || s->asked >= s->count) return miss;
    carom_sweep_hit hit = {.hit = true, .normal = s->normals[s->asked], .inside = s->inside[s->asked], .point = {3, 3}};
    ++s->asked;
    return (carom_scene_hit){.sweep = hit};
}

static int contact_with_floor(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    (void)self;
    carom_shape floor;
    carom_make_box((carom_vec2){-99, -9}, (carom_vec2){99, 3}, &floor);
    if (capacity > 0) out[0] = (carom_scene_contact){.contact = carom_contact(shape, &floor), .shape = floor};
    return 1;
}

/// A ball on a floor hits something else. The response respects the floor in any case; sweeps along the rest of the
/// velocity report other contacts there: each normal once, none of a sweep that begins in penetration, and no more than
/// there are path segments.
static void contacts_beside_a_hit_are_reported_once(void **state) {
    (void)state;
    const carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    const carom_motion start = {.at = {3, 4}, .velocity = {8, -8}};
    for (int i = 0; i < 4; ++i) {
        told_hits s = {.count = i < 3 ? 2 : CAROM_MOVE_MAX_CASTS};
        for (int k = 0; k < s.count; ++k) s.normals[k] = (carom_vec2){1, i == 0 ? 0 : -(float)k / 64};
        s.inside[1] = i == 1;
        carom_scene_hit contacts[2 * CAROM_MOVE_MAX_CASTS];
        const carom_scene scene = {.self = &s, .sweep = told_sweep, .contacts = contact_with_floor};
        carom_motion end = carom_move(&scene, &ball, &start, &slide, contacts, 2 * CAROM_MOVE_MAX_CASTS);
        assert_int_equal(s.asked, s.count);
        assert_vec(end.at, 11, 4);
        assert_vec(end.velocity, 8, 0);
        assert_int_equal(end.contacts, i < 2 ? 1 : s.count);
        for (int k = 0; k < end.contacts; ++k) assert_vec(contacts[k].sweep.normal, 1, -(float)k / 64);
    }
}

// ---- Turning motions ------------------------------------------------------------------------------------------------

/// One contact at half of the motion, then none.
typedef struct written_turn {
    carom_turning_hit hit;
    uint64_t owner;
    carom_surface seen;
    int sweeps;
} written_turn;

static carom_scene_turning_hit sweep_turn(const void *self, const carom_shape *shape, const carom_turning *motion) {
    written_turn *s = (written_turn *)(uintptr_t)self;
    (void)shape;
    if (++s->sweeps > 1) return (carom_scene_turning_hit){.turning = {.t = 1, .at = carom_turning_pose(motion, 1)}};
    carom_scene_turning_hit hit = {.turning = s->hit, .owner = s->owner, .level = 3};
    hit.turning.at = carom_turning_pose(motion, 0.5f);
    return hit;
}

static carom_scene_hit no_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    (void)self, (void)shape, (void)move;
    return miss;
}

static int no_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    (void)self, (void)shape, (void)out, (void)capacity;
    return 0;
}

static void see_surface(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    (void)hit;
    ((written_turn *)(uintptr_t)self)->seen = *out;
}

static carom_turning_motion turn_by(written_turn *s, carom_response response) {
    const carom_scene scene = {
        .self = s, .sweep = no_sweep, .contacts = no_contacts, .surface = see_surface, .sweep_turning = sweep_turn};
    const carom_shape box = centred_box(2, 1);
    const carom_turning_motion start = {.pose = {{0, 0}, {1, 0}}, .velocity = {4, -2}, .spin = 0.5f};
    s->sweeps = 0;
    return carom_move_turning(&scene, &box, &start, &response, NULL, 0);
}

static void a_turning_shape_responds_to_bodies_and_levels(void **state) {
    (void)state;
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE}, dead = {.kind = CAROM_RESPONSE_BOUNCE};
    const carom_response ball = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1};
    written_turn s = {.hit = {.hit = true, .t = 0.5f, .normal = {0, 1}, .velocity = {4, -3}}};
    carom_turning_motion end = turn_by(&s, slide);
    assert_int_equal(s.seen.level, 3);
    assert_true(end.blocked); // the turn approaches the contact
    assert_vec(end.velocity, 4, 0);
    s.owner = 7;
    turn_by(&s, slide);
    assert_int_equal(s.seen.level, -1);
    // A bounce without restitution is a slide.
    assert_vec(turn_by(&s, dead).velocity, 4, 0);
    assert_true(turn_by(&s, ball).velocity.y > 0);
    // Where the turn leads away, and the motion is what approaches, the turn goes on.
    s.hit.velocity = (carom_vec2){4, -1};
    end = turn_by(&s, slide);
    assert_false(end.blocked);
    assert_true(end.spin == 0.5f);
    // Neither approaches: the contact stops the turn.
    s.hit.velocity = (carom_vec2){4, -2};
    s.hit.normal = (carom_vec2){0.6f, 0.8f};
    assert_true(turn_by(&s, slide).blocked);
}

// ---- Responses ------------------------------------------------------------------------------------------------------

static void sums_of_materials_are_floats(void **state) {
    (void)state;
    const carom_response rough = {.kind = CAROM_RESPONSE_SLIDE, .friction = FLT_MAX, .restitution = 1};
    carom_response sum = cr_response_on(&rough, &(carom_material){.friction = FLT_MAX, .restitution = -2});
    assert_true(sum.friction == FLT_MAX);
    assert_true(sum.restitution == 0);
    sum = cr_response_on(&rough, &(carom_material){.friction = -1});
    assert_true(sum.friction <= FLT_MAX);
}

/// Two walls close in on a mover, by less than the rounding of its velocity while it is fast: it slides on along both.
/// Friction, or a mover ahead, slows it down. Then the difference is more than rounding, and no velocity fits both
/// walls: the mover has the velocity after the contact with the wall, or with the other mover.
static void a_slow_mover_is_held_where_a_fast_one_is_not(void **state) {
    (void)state;
    const carom_response smooth = {.kind = CAROM_RESPONSE_SLIDE}, rough = {.kind = CAROM_RESPONSE_SLIDE, .friction = 4};
    const cr_surface wall = {.normal = {-1, 0}, .owner = 7}, closing = {{1, 0}, {0x1p-30f, 0}, 8};
    const carom_vec2 at = {3, 4};
    for (int i = 0; i < 4; ++i) {
        bool is_alone = i & 1, meets = i & 2;
        cr_response_state mover = cr_response_begin((carom_vec2){-0.5f, 1}),
                          other = cr_response_begin((carom_vec2){0, 0});
        uint32_t against;
        if (!is_alone) assert_true(cr_response_surface(&mover, &smooth, at, &wall, &against));
        assert_true(cr_response_surface(&mover, meets ? &smooth : &rough, at, &closing, &against));
        assert_vec(mover.velocity, 0x1p-30f, meets || !is_alone ? 1 : 0);
        if (!meets) continue;
        const cr_response_mover a = {&mover, &smooth, at, 1, 0}, b = {&other, &smooth, {3, 6}, 2, 1};
        cr_response_pair(&a, &b, (carom_vec2){0, -1});
        assert_vec(mover.velocity, 0x1p-30f, 0);
        assert_vec(other.velocity, 0, 0);
    }
}

// ---- Memory of a push -----------------------------------------------------------------------------------------------

static int counted; ///< queries of the scene below

static bool solid_counted(const void *self, carom_vec2 point) {
    (void)self;
    ++counted;
    return (int)point.x % 2 != 0;
}

static carom_scene_hit sweep_counted(const void *self, const carom_shape *shape, carom_vec2 move) {
    (void)self;
    (void)shape;
    ++counted;
    return (carom_scene_hit){.sweep = {.hit = (int)move.x % 2 != 0, .t = 0.5f, .normal = {-1, 0}}};
}

/// Returns how many of the translations (first, 1) to (last - 1, 1) the scene is asked about. Odd ones are rejected.
static int asked_about(cr_push_search *p, bool (*rejects)(const cr_push_search *, cr_vec2d), int first, int last) {
    counted = 0;
    for (int i = first; i < last; ++i) assert_int_equal(rejects(p, (cr_vec2d){i, 1}), i % 2);
    return counted;
}

/// A push asks about a translation once, as far as there is room; then the answer is that of the translation.
static void a_push_remembers_answers(void **state) {
    (void)state;
    static cr_push_answers known;
    enum { FEW = CR_PUSH_KNOWN / 2, MANY = 4 * CR_PUSH_KNOWN };
    carom_scene scene = {.solid = solid_counted, .sweep = sweep_counted};
    carom_shape point = {.kind = CAROM_SHAPE_POINT};
    cr_push_search p = {
        .scene = &scene, .walls = &scene, .shape = &point, .placed = &point, .largest = 1, .known = &known};
    bool (*const rejects[])(const cr_push_search *, cr_vec2d) = {cr_push_is_buried, cr_push_passes_through};
    for (int i = 0; i < 2; ++i) {
        memset(&known, 0xFF, sizeof known);
        cr_push_answers_clear(&known);
        assert_int_equal(asked_about(&p, rejects[i], 1, FEW), FEW - 1);
        assert_int_equal(asked_about(&p, rejects[i], 1, FEW), 0);
        assert_int_equal(asked_about(&p, rejects[1 - i], 1, 2), 1);
        assert_int_equal(asked_about(&p, rejects[i], FEW, MANY), MANY - FEW);
        assert_in_range(asked_about(&p, rejects[i], 1, MANY), MANY - CR_PUSH_KNOWN, MANY - CR_PUSH_KNOWN * 3 / 4);
    }
}

/// True if a shape without interior is in solid at a position and at each of the eight positions beside it.
static bool is_in_solid_around(const cr_push_search *p, carom_vec2 at) {
    double by = cr_push_slack(p);
    carom_scene scene = *p->scene;
    scene.obstacles = NULL; // so that each point is looked up
    bool in_solid = true;
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            carom_vec2 beside = cr_rounded((double)at.x + x * by, (double)at.y + y * by);
            in_solid = in_solid && cr_in_solid(&scene, p->shape, beside);
        }
    }
    return in_solid;
}

/// A shape without interior is buried if it is in solid also beside its position. Compared with all of these positions,
/// within a few ulp of the edges of a solid and far from them.
static void flat_shapes_are_buried_if_those_beside_are(void **state) {
    (void)state;
    static cr_push_answers known;
    const carom_shape parts[] = {wrong, {.kind = CAROM_SHAPE_POINT}, flat(1, 0, 3, 0)};
    static const float beside[11] = {-9, -5, -4, -3, -1, 0, 1, 3, 4, 5, 9};
    int found[2] = {0, 0};
    for (int n = 0; n < 5; ++n) { // solid squares, a triangle, solids with a square hole
        float from = (float[]){0, 3, 1000, 0x1p20f, 0x1p20f}[n], to = from + 4, ulp = cr_float_above(to) - to;
        carom_vec2 corners[] = {{from, from}, {to, from}, {to, to}, {from, to}};
        carom_vec2 around[] = {{from - 9, from - 9}, {to + 9, from - 9}, {to + 9, to + 9}, {from - 9, to + 9}};
        carom_outline outlines[] = {{.points = corners, .count = n == 1 ? 3 : 4, .even_odd = true},
                                    {.points = around, .count = 4, .same_area = true}};
        carom_level_desc desc = {.outlines = outlines, .outlines_count = n == 2 || n == 4 ? 2 : 1};
        carom_level *level;
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape shapes[] = {{.kind = CAROM_SHAPE_POINT},
                                {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {-1, 0}, .b = {2, 0}}},
                                {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {0, 0}, .b = {1, 3}}},
                                {.kind = CAROM_SHAPE_BOX, .box = {{-1, 0}, {1, 0}}},
                                {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 3}},
                                flat(-1, 0, 1, ulp), // its centre is rounded
                                flat(0, -1, ulp, 1)};
        if (n == 3) scene.obstacles = NULL; // then a box in solid has no contacts with the edges around it
        for (int i = 0; i < 7; ++i) {
            cr_push_search p = {
                .scene = &scene, .shape = &shapes[i], .is_flat = true, .largest = (double)to, .known = &known};
            cr_push_answers_clear(&known);
            for (int x = 0; x < 5 * 11; ++x) {
                for (int y = 0; y < 5 * 11; ++y) {
                    carom_vec2 at = {from + (float)(x / 11) + beside[x % 11] * ulp,
                                     from + (float)(y / 11) + beside[y % 11] * ulp};
                    bool expected = is_in_solid_around(&p, at);
                    assert_int_equal(cr_push_is_buried(&p, cr_widen(at)), expected);
                    ++found[expected];
                }
            }
        }
        carom_level_free(level);
    }
    assert_in_range(found[false], 10000, 100000);
    assert_in_range(found[true], 10000, 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_of_many_obstacles_counts),
        cmocka_unit_test(only_one_sided_segments_are_one_way),
        cmocka_unit_test(an_invalid_part_has_no_contact_coordinate),
        cmocka_unit_test(a_long_path_ends_where_the_sweep_after_it_does),
        cmocka_unit_test(a_one_way_edge_is_entered_if_nothing_is_behind_it),
        cmocka_unit_test(only_valid_shapes_lose_their_side),
        cmocka_unit_test(a_segment_from_beyond_the_floats_passes_no_vertex),
        cmocka_unit_test(a_segment_comes_between_almost_equal_edges),
        cmocka_unit_test(thin_shapes_pass_between_the_ends),
        cmocka_unit_test(zones_have_the_normal_of_their_closest_feature),
        cmocka_unit_test(a_zone_has_more_exits_than_are_written),
        cmocka_unit_test(a_box_has_twelve_equal_ways_out_of_an_octagon),
        cmocka_unit_test(the_depth_of_many_equal_choices_is_that_of_the_deepest),
        cmocka_unit_test(a_removed_zone_hides_no_candidates),
        cmocka_unit_test(edges_cross_unless_only_rounding_turns_them),
        cmocka_unit_test(zones_of_many_vertices_are_fewer),
        cmocka_unit_test(more_obstacles_than_there_is_room_for),
        cmocka_unit_test(copies_of_a_wall_push_as_one),
        cmocka_unit_test(a_point_at_the_origin_is_divided_to_the_last),
        cmocka_unit_test(a_floor_has_room_for_its_edge_only),
        cmocka_unit_test(a_floor_holds_in_every_part_of_the_search),
        cmocka_unit_test(a_rounded_centre_is_in_solid_if_its_neighbours_are),
        cmocka_unit_test(boxes_are_divided_as_far_as_there_is_room),
        cmocka_unit_test(a_segment_along_many_edges),
        cmocka_unit_test(the_end_of_a_path_leaves_a_displacement),
        cmocka_unit_test(no_direction_leads_out_of_a_gap),
        cmocka_unit_test(a_corner_that_is_left_blocks_nothing),
        cmocka_unit_test(a_compound_touches_more_surfaces_than_are_kept),
        cmocka_unit_test(a_side_along_a_circle_is_a_surface),
        cmocka_unit_test(a_point_that_double_puts_behind_touches_the_front),
        cmocka_unit_test(a_part_that_rounding_would_make_valid_touches_nothing),
        cmocka_unit_test(a_level_reports_as_many_as_it_lists),
        cmocka_unit_test(a_remainder_that_is_not_finite_counts_as_none),
        cmocka_unit_test(a_rule_passes_a_body_if_the_scene_can),
        cmocka_unit_test(a_one_way_edge_with_something_behind_it_is_not_passed),
        cmocka_unit_test(a_surface_that_is_always_hit_ends_the_motion),
        cmocka_unit_test(contacts_beside_a_hit_are_reported_once),
        cmocka_unit_test(a_turning_shape_responds_to_bodies_and_levels),
        cmocka_unit_test(sums_of_materials_are_floats),
        cmocka_unit_test(a_slow_mover_is_held_where_a_fast_one_is_not),
        cmocka_unit_test(a_push_remembers_answers),
        cmocka_unit_test(flat_shapes_are_buried_if_those_beside_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
