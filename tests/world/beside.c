// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers that lie within an ulp of an obstacle, or touch it: the scenes of motion/beside.c in a world. And the
// positions at which fast movers stop.
#include "motion/shaft.h"
#include "world/scene.h"

static carom_world *world_of(const fixture *s, const carom_level *level) {
    carom_world *world = new_world(level);
    for (int i = 0; !level && i < s->count; ++i) {
        carom_vec2 at = s->shape[i].box.min;
        carom_shape shape = carom_shape_at(&s->shape[i], (carom_vec2){-at.x, -at.y});
        add(world, (carom_body_desc){.shape = shape, .position = at, .type = CAROM_BODY_STATIC});
    }
    return world;
}

static carom_motion slide(const carom_scene *scene, const carom_shape *shape, carom_vec2 at, carom_vec2 velocity) {
    return carom_move(scene, shape, &(carom_motion){.at = at, .velocity = velocity},
                      &(carom_response){.kind = CAROM_RESPONSE_SLIDE}, NULL, 0);
}

static const carom_response slides = {.kind = CAROM_RESPONSE_SLIDE};

static void corner_and_wall_are_reached_at_once(void **state) {
    (void)state;
    random_source r = {1};
    fixture s = {0};
    add_box(&s, 0, 2, 1, 4);
    add_box(&s, 2, 1, 3, 2);
    carom_level *level = level_of_scene(&s);
    for (int i = 0; i < 500; ++i) {
        float speed = i == 0 ? 5 : random_range(&r, 1.5f, 20);
        for (int k = 0; k < 2; ++k) {
            carom_world *world = world_of(&s, k ? level : NULL);
            carom_body_id id =
                add(world, (carom_body_desc){.shape = box(1, 1), .velocity = {speed, speed}, .response = slides});
            step(world);
            carom_vec2 at = carom_world_position(world, id);
            assert_same_float(at.x, 1);
            assert_less(fabsf(at.y - speed), 1e-5f);
            carom_world_free(world);
        }
    }
    carom_level_free(level);
}

static void mover_falls_into_shaft_of_its_width(void **state) {
    (void)state;
    random_source r = {2};
    for (int i = 0; i < 200; ++i) {
        float offset = shaft_offsets[i % 4];
        fixture s = shaft_scene(offset, 0);
        carom_level *level = level_of_scene(&s);
        for (int k = 0; k < 2; ++k) {
            carom_world *world = world_of(&s, k ? level : NULL);
            carom_shape mover = random_below(&r, 2) ? box(16, 16) : circle(8);
            float middle = mover.kind == CAROM_SHAPE_CIRCLE ? 8 : 0;
            carom_vec2 at = {offset + random_range(&r, 0, 40) + middle, offset + SHAFT_LEDGE - 16 + middle};
            float speed = random_range(&r, 1, 9);
            carom_body_id id = add(world, (carom_body_desc){.shape = mover, .position = at, .response = slides});
            for (int n = 0; n < 200; ++n) {
                carom_vec2 velocity = carom_world_velocity(world, id);
                carom_world_set_velocity(world, id, (carom_vec2){speed, velocity.y + 0.25f});
                step(world);
            }
            assert_true(carom_world_position(world, id).y > offset + SHAFT_LEDGE + 100);
            carom_world_free(world);
        }
        carom_level_free(level);
    }
}

static void mover_falls_off_corner_it_overlaps_by_an_ulp(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        float offset = shaft_offsets[i / 2];
        fixture s = shaft_scene(offset, 0);
        carom_level *level = level_of_scene(&s);
        carom_world *world = world_of(&s, i % 2 ? level : NULL);
        carom_vec2 at = {nextafterf(offset + 64, 0), offset + SHAFT_LEDGE - 16};
        carom_body_id id = add(world, (carom_body_desc){.shape = box(16, 16), .position = at, .response = slides});
        for (int n = 0; n < 100; ++n) {
            carom_world_set_velocity(world, id, (carom_vec2){0, carom_world_velocity(world, id).y + 0.25f});
            step(world);
        }
        assert_true(carom_world_position(world, id).y > offset + SHAFT_LEDGE);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// On a floor of boxes, neither a box whose corner touches the corner of the next box of the floor is stopped, nor a
/// disc lifted by it. Pair after pair, the contact normal of that corner comes first.
static void next_box_of_floor_does_not_stop_mover(void **state) {
    (void)state;
    random_source r = {4};
    for (int i = 0; i < 4000; ++i) {
        int way = i % WAYS, width = 1 + random_below(&r, 6);
        float offset = shaft_offsets[random_below(&r, 4)], size = (float)(1 + random_below(&r, 6));
        fixture s = {0};
        for (int k = 0; k < 12; ++k) {
            carom_shape tile = boxed(offset + (float)(k * width), offset + 16, (float)width, 16);
            *next_shape(&s) = turned_shape(&tile, way);
        }
        carom_world *world = world_of(&s, NULL);
        float x = offset + (float)(5 * width + random_below(&r, 2 * width));
        carom_shape mover = box(size, size), placed = boxed(x, offset + 16 - size, size, size);
        carom_vec2 at = turned_shape(&placed, way).box.min;
        if (random_below(&r, 2)) {
            mover = circle(size);
            at = turned((carom_vec2){x + random_unit(&r), offset + 16 - size}, way);
        }
        carom_body_id id = add(world, (carom_body_desc){.shape = mover, .position = at, .response = slides});
        carom_vec2 push = turned((carom_vec2){random_below(&r, 2) ? 0.75f : -0.75f, random_range(&r, 0.5f, 2)}, way);
        carom_vec2 along = turned((carom_vec2){1, 0}, way);
        float speed = push.x * along.x + push.y * along.y;
        for (int n = 0; n < 4; ++n) {
            carom_world_set_velocity(world, id, push);
            step(world);
            carom_vec2 velocity = carom_world_velocity(world, id), end = carom_world_position(world, id);
            assert_vec(velocity, speed * along.x, speed * along.y);
            assert_true(depth_in(end, way) == depth_in(at, way));
        }
        carom_world_free(world);
    }
}

/// Rounding leaves the slanted side of a mover an ulp inside the corner of a static, where a nudge must free it. A
/// mover that is rolled back instead stays there for ever.
static void polygon_slides_over_corner_of_static(void **state) {
    (void)state;
    random_source r = {3};
    for (int i = 0; i < 200; ++i) {
        float offset = shaft_offsets[i % 4], width = (float)random_range(&r, 8, 40), speed = random_range(&r, 0.5f, 4);
        carom_vec2 points[] = {{0, 0}, {width, 0}, {width, 8}, {width / 2, 8 + random_range(&r, 1, 12)}, {0, 8}};
        carom_shape keel;
        assert_int_equal(carom_make_polygon(points, 5, &keel), CAROM_STATUS_OK);
        fixture s = {0};
        add_box(&s, offset - 200, offset, offset, offset + 100);
        carom_world *world = world_of(&s, NULL);
        carom_vec2 at = {offset - width - 20, offset - points[3].y};
        carom_body_id id = add(world, (carom_body_desc){.shape = keel, .position = at, .response = slides});
        int steps = (int)((2 * width + 40) / speed);
        for (int n = 0; n < steps; ++n) {
            carom_world_set_velocity(world, id, (carom_vec2){speed, carom_world_velocity(world, id).y + 0.25f});
            step(world);
        }
        assert_true(carom_world_position(world, id).x > offset);
        carom_world_free(world);
    }
}

/// A segment that moves along its own line touches a wall with its end only. On a floor it must still stop there.
static void segment_on_floor_stops_at_wall(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        carom_shape floor = boxed(-10, 0, 40, 10), wall = boxed(20, -10, 10, 10);
        *next_shape(&s) = turned_shape(&floor, way);
        *next_shape(&s) = turned_shape(&wall, way);
        carom_level *level = level_of_scene(&s);
        carom_vec2 end = turned((carom_vec2){4, 0}, way), move = turned((carom_vec2){30, 0}, way);
        for (int turn = 0; turn < 2; ++turn) {
            carom_shape mover = {.kind = CAROM_SHAPE_SEGMENT};
            if (turn) mover.segment.b = end;
            if (!turn) mover.segment.a = end;
            carom_sweep_hit hit = carom_level_sweep(level, &mover, move);
            carom_vec2 at = turned((carom_vec2){turn ? 16 : 20, 0}, way);
            assert_true(hit.hit);
            assert_vec(hit.at, at.x, at.y);
        }
        carom_level_free(level);
    }
}

/// Dropped beside the exact position by an ulp at most, a shape falls past the corners of both ledges.
static void mover_falls_into_pit_of_its_width(void **state) {
    (void)state;
    random_source r = {7};
    for (int i = 0; i < 600; ++i) {
        pit p = random_pit(&r);
        carom_level *level = level_of_scene(&p.ledges);
        for (int k = 0; k < 2; ++k) {
            carom_world *world = world_of(&p.ledges, k ? level : NULL);
            carom_body_id id = add(world, (carom_body_desc){.shape = p.mover, .position = p.at, .response = slides});
            for (int n = 0; n < 50; ++n) {
                float speed = depth_in(carom_world_velocity(world, id), p.way);
                carom_world_set_velocity(world, id, turned((carom_vec2){0, speed + 0.25f}, p.way));
                step(world);
            }
            if (depth_in(carom_world_position(world, id), p.way) < p.depth)
                fail_msg("drop %d, way %d, kind %d: stays out of the pit", i, p.way, (int)p.mover.kind);
            carom_world_free(world);
        }
        carom_level_free(level);
    }
}

/// Two balls roll on a static floor; the one behind is faster. Where they touch, it is nudged into the floor, and then
/// out of it: neither is rolled back.
static void ball_nudged_into_the_floor_rolls_on(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add(world, (carom_body_desc){.shape = box(40, 1), .position = {-20, 4.5f}, .type = CAROM_BODY_STATIC});
    carom_body_id behind = add(
        world, (carom_body_desc){
                   .shape = circle(0.9f), .position = {1.8f, 6.4f}, .velocity = {-1.1f, -0.4f}, .response = slides});
    carom_body_id ahead =
        add(world,
            (carom_body_desc){.shape = circle(0.7f), .position = {0, 6.2f}, .velocity = {-1, 0}, .response = slides});
    for (int i = 0; i < 3; ++i) {
        carom_vec2 a = carom_world_position(world, behind), b = carom_world_position(world, ahead);
        step(world);
        carom_vec2 c = carom_world_position(world, behind), d = carom_world_position(world, ahead);
        assert_less(c.x, a.x - 1);
        assert_less(d.x, b.x - 0.9f);
    }
    carom_world_free(world);
}

/// Two balls separate at a wall, where floats are 2 apart, and the free one comes back. Rounding puts it into the one
/// at the wall, which cannot be nudged. So the free one is: it is not rolled back.
static void ball_at_a_wall_lets_the_other_give_way(void **state) {
    (void)state;
    const float far = 0x1p24f;
    for (int side = -1; side <= 1; side += 2) {
        carom_world *world = new_world(NULL);
        carom_vec2 at = {far + 4, (float)side}, velocity = {-7, -4 * (float)side};
        carom_body_id held = add(world, (carom_body_desc){.shape = circle(3), .position = {far, 0}});
        carom_body_id other = add(world, (carom_body_desc){.shape = circle(2), .position = at, .velocity = velocity});
        add(world, (carom_body_desc){.shape = box(8, 16), .position = {far - 11, -8}, .type = CAROM_BODY_STATIC});
        step(world);
        assert_same_float(carom_world_position(world, held).x, far);
        assert_same_float(carom_world_position(world, other).x, far + 6);
        carom_shape a = carom_world_shape(world, held), b = carom_world_shape(world, other);
        assert_true(carom_distance(&a, &b).distance >= 0);
        carom_world_free(world);
    }
}

/// The lowest vertex of a polygon is on the corner of a ledge, or an ulp beside it on either side: the polygon slides
/// off on its slanted side. It never moves farther than its velocity.
static void tip_slides_off_corner(void **state) {
    (void)state;
    carom_vec2 points[] = {{8, 0}, {0, 8}, {-8, 0}, {0, -8}};
    carom_shape diamond;
    assert_int_equal(carom_make_polygon(points, 4, &diamond), CAROM_STATUS_OK);
    for (int i = 0; i < 3 * 4 * WAYS; ++i) {
        int way = i % WAYS, beside = i / WAYS % 3 - 1;
        float offset = shaft_offsets[i / WAYS / 3];
        fixture s = shaft_scene(offset, way);
        s.count = 1; // the ledge
        carom_level *level = level_of_scene(&s);
        carom_vec2 from = {offset + 64, offset + SHAFT_LEDGE - 18};
        if (beside) from.x = nextafterf(from.x, beside > 0 ? INFINITY : -INFINITY);
        for (int k = 0; k < 4; ++k) {
            carom_scene scene = k % 2 ? carom_scene_of_level(level) : space_of(&s);
            carom_world *world = world_of(&s, k % 2 ? level : NULL);
            carom_body_desc desc = {.shape = diamond, .position = turned(from, way), .response = slides};
            carom_body_id id = add(world, desc);
            carom_motion m = {.at = turned(from, way)};
            for (int n = 0; n < 60; ++n) {
                carom_vec2 push = turned((carom_vec2){0, 0.25f}, way), before = m.at;
                m.velocity = (carom_vec2){m.velocity.x + push.x, m.velocity.y + push.y};
                float speed = hypotf(m.velocity.x, m.velocity.y);
                if (k < 2) {
                    m = slide(&scene, &diamond, m.at, m.velocity);
                } else {
                    carom_world_set_velocity(world, id, m.velocity);
                    step(world);
                    m.at = carom_world_position(world, id);
                    m.velocity = carom_world_velocity(world, id);
                }
                assert_not_above(hypotf(m.at.x - before.x, m.at.y - before.y), speed * 1.001f + offset * 0x1p-21f);
            }
            assert_true(depth_in(m.at, way) > offset + SHAFT_LEDGE);
            carom_world_free(world);
        }
        carom_level_free(level);
    }
}

/// A one-sided segment goes on through a wall that it does not face, also where its vertices end in the solid.
static void one_sided_mover_passes_wall_that_it_does_not_face(void **state) {
    (void)state;
    for (int i = 0; i < 4 * WAYS; ++i) {
        int way = i % WAYS;
        float offset = shaft_offsets[i / WAYS];
        fixture s = {0};
        carom_shape wall = boxed(offset + 8, offset, 16, 32);
        *next_shape(&s) = turned_shape(&wall, way);
        carom_level *level = level_of_scene(&s);
        carom_shape forward = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.b = {0, -4}}};
        carom_shape mover = turned_shape(&forward, way); // its normal is against the motion
        mover.segment.one_sided = true;
        carom_vec2 from = turned((carom_vec2){offset + 4, offset + 16}, way), move = turned((carom_vec2){7, 0}, way);
        carom_scene scene = carom_scene_of_level(level);
        assert_vec(slide(&scene, &mover, from, move).at, from.x + move.x, from.y + move.y);
        carom_world *world = world_of(&s, level);
        carom_body_id id = add(world, (carom_body_desc){.shape = mover, .position = from, .velocity = move});
        for (int n = 1; n <= 4; ++n) {
            step(world);
            int pairs;
            carom_world_pairs(world, &pairs);
            carom_vec2 at = carom_world_position(world, id);
            assert_vec(at, from.x + (float)n * move.x, from.y + (float)n * move.y);
            carom_shape placed = carom_shape_at(&mover, at);
            assert_int_equal(pairs, carom_level_overlap(level, &placed, NULL, 0) > 0);
        }
        carom_world_free(world);
        carom_level_free(level);
    }
}

enum { PASSING_SHAPES = 4 };

static carom_shape passing_shape(int kind) {
    static const carom_vec2 corners[] = {{-1, -1}, {1, -1}, {0, 1}};
    carom_shape triangle;
    if (kind == 0) return circle(1);
    if (kind == 1) return centred_box(1, 1);
    if (kind == 2) return centred_capsule((carom_vec2){0.5f, 0}, 0.5f);
    assert_int_equal(carom_make_polygon(corners, 3, &triangle), CAROM_STATUS_OK);
    return triangle;
}

/// A plate that is solid below, and a crate above it as a part of the same body, or not.
static carom_body_id add_plate(carom_world *world, int way, carom_body_type type, bool has_crate, carom_vec2 at) {
    static carom_shape parts[2];
    const carom_shape plate = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {5, 0}, .b = {-5, 0}, .one_sided = true}};
    const carom_shape crate = boxed(-5, 4, 10, 1);
    carom_body_desc desc = {.shape = parts[0] = turned_shape(&plate, way), .type = type, .position = at};
    parts[1] = turned_shape(&crate, way);
    if (has_crate) assert_int_equal(carom_make_compound(parts, 2, &desc.shape), CAROM_STATUS_OK);
    desc.mass = INFINITY;
    return add(world, desc);
}

/// However slowly: in some steps, more than its centre is through. Then nothing puts it back, but the crate stops it.
/// From the front the plate stops it.
static void movers_pass_a_one_sided_body_from_behind(void **state) {
    (void)state;
    static const float origins[] = {0, 1000, 1048576}, speeds[] = {0.125f, 0.25f, 0.75f, 3};
    for (int n = 0; n < WAYS * PASSING_SHAPES * 3 * 2 * 3 * 4; ++n) {
        const int way = n % WAYS, kind = n / WAYS % PASSING_SHAPES, rest = n / WAYS / PASSING_SHAPES;
        const carom_body_type type = (carom_body_type)(rest % 3);
        const bool has_crate = rest / 3 % 2;
        const float origin = origins[rest / 6 % 3], speed = speeds[rest / 18], size = kind == 2 ? 0.5f : 1;
        const carom_vec2 plate = turned((carom_vec2){origin, origin}, way);
        carom_world *world = new_world(NULL);
        add_plate(world, way, type, has_crate, plate);
        const carom_shape upright = passing_shape(kind), shape = turned_shape(&upright, way);
        const carom_vec2 from = {origin, origin - 1.5f}, up = {0, speed};
        carom_body_desc desc = {.shape = shape, .position = turned(from, way), .velocity = turned(up, way)};
        desc.response = slides;
        const carom_body_id id = add(world, desc);
        for (float y = from.y + speed; y < origin + 6; y += speed) {
            step(world);
            const float most = origin + 4 - size, expected = has_crate && y > most ? most : y;
            const carom_vec2 at = turned((carom_vec2){origin, expected}, way), now = carom_world_position(world, id);
            if (expected == y) assert_vec(now, at.x, at.y);
            assert_true(fabsf(now.x - at.x) + fabsf(now.y - at.y) <= (origin + 8) * 0x1p-23f);
            assert_int_equal(carom_world_stats(world).crushed, 0);
        }
        if (!has_crate) {
            assert_int_equal(carom_world_set_velocity(world, id, turned((carom_vec2){0, -speed}, way)),
                             CAROM_STATUS_OK);
            for (int i = 0; i < 80; ++i) step(world);
            const carom_vec2 at = turned((carom_vec2){origin, origin + size}, way),
                             end = carom_world_position(world, id);
            assert_true(fabsf(end.x - at.x) + fabsf(end.y - at.y) <= (origin + 8) * 0x1p-23f);
        }
        carom_world_free(world);
    }
}

/// Two walls touch in a vertex, and a thin mover lies across it: no motion is clear, and the contact is reported.
static void thin_mover_across_joint_of_walls_stays_in_contact(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        fixture s = {0};
        carom_shape walls[2] = {boxed(0, -8, 8, 8), boxed(-8, 0, 8, 8)};
        for (int i = 0; i < 2; ++i) *next_shape(&s) = turned_shape(&walls[i], way);
        carom_level *level = level_of_scene(&s);
        carom_shape across = {.kind = CAROM_SHAPE_CAPSULE, .capsule = {.a = {-1, -1}, .b = {1, 1}}};
        carom_shape mover = turned_shape(&across, way);
        carom_world *world = world_of(&s, level);
        carom_vec2 velocity = turned((carom_vec2){2, -4}, way);
        carom_body_id id = add(world, (carom_body_desc){.shape = mover, .velocity = velocity});
        step(world);
        int pairs;
        carom_world_pairs(world, &pairs);
        assert_vec(carom_world_position(world, id), 0, 0);
        assert_int_equal(pairs, 1);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// Three movers in a stack on a lift, each an ulp deeper than it would rest or not: they are apart after two steps, and
/// then crates rest on the lift.
static void stack_an_ulp_deep_on_lift_is_separated(void **state) {
    (void)state;
    static const float offsets[] = {0, 3, 1000, 1048576};
    static const carom_vec2 velocities[] = {{0, 0}, {0, -2}, {0, 2}, {2, 0}};
    for (int i = 0; i < 4 * 4 * WAYS * 8; ++i) {
        int way = i % WAYS, deeper = i / WAYS % 8, motion = i / WAYS / 8 % 4;
        carom_vec2 at = {offsets[i / WAYS / 32], offsets[(i / WAYS / 32 + i) % 4]}, lift_velocity = velocities[motion];
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.down = turned((carom_vec2){0, 1}, way)}, &world),
                         CAROM_STATUS_OK);
        carom_shape plate = centred_box(20, 2);
        carom_body_id ids[3], lift = add(world, (carom_body_desc){.shape = turned_shape(&plate, way),
                                                                  .position = turned(at, way),
                                                                  .velocity = turned(lift_velocity, way),
                                                                  .type = CAROM_BODY_KINEMATIC});
        for (int k = 0; k < 3; ++k) {
            carom_vec2 place = {at.x, at.y - 6 - 8 * (float)k};
            if (deeper >> k & 1) place.y = nextafterf(place.y, INFINITY);
            carom_shape shape = i % 3 ? centred_box(4, 4) : circle(4);
            ids[k] = add(world, (carom_body_desc){.shape = shape, .position = turned(place, way), .response = slides});
        }
        for (int n = 0; n < 40; ++n) {
            for (int k = 0; k < 3; ++k) {
                carom_vec2 v = carom_world_velocity(world, ids[k]), fall = turned((carom_vec2){0, 0.25f}, way);
                carom_world_set_velocity(world, ids[k], (carom_vec2){v.x + fall.x, v.y + fall.y});
            }
            step(world);
            if (n >= 2) assert_int_equal(carom_world_stats(world).crushed, 0);
        }
        for (int k = 0; k < 3 && i % 3 && motion < 3; ++k) { // discs may fall over, and crates that hop fall off
            float off = depth_in(carom_world_position(world, lift), way) -
                        depth_in(carom_world_position(world, ids[k]), way) - 6 - 8 * (float)k;
            if (fabsf(off) > 4 * 0x1p-23f * (fabsf(at.y) + 32))
                fail_msg("scene %d, mover %d: %g off", i, k, (double)off);
        }
        carom_world_free(world);
    }
}

static carom_shape random_form(random_source *r) {
    float a = random_range(r, 0.3f, 4), b = random_range(r, 0.3f, 4);
    carom_shape triangle;
    const carom_vec2 v[3] = {{-a, -b}, {b, -a / 2}, {random_range(r, -1, 1), a}};
    switch (random_below(r, 4)) {
    case 0: return circle(a);
    case 1: return centred_box(a, b);
    case 2: return centred_capsule((carom_vec2){a, random_below(r, 2) ? b : 0}, b / 2);
    default: assert_int_equal(carom_make_polygon(v, 3, &triangle), CAROM_STATUS_OK); return triangle;
    }
}

/// A fast mover comes from afar and stops at one of some statics near the origin: where carom_move puts it, to a few
/// ulp. An ulp of the time of impact is up to hundreds of ulp of that position.
static void fast_mover_stops_where_carom_move_does(void **state) {
    (void)state;
    random_source r = {11};
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        carom_world *world = new_world(NULL);
        for (int k = 0; k <= i % 4; ++k)
            add(world, (carom_body_desc){.shape = random_form(&r),
                                         .position = {random_range(&r, -12, 12), random_range(&r, -12, 12)},
                                         .type = CAROM_BODY_STATIC});
        float x = random_range(&r, 20, 900), y = random_range(&r, -900, 900);
        carom_body_desc desc = {.shape = random_form(&r), .position = {x, y}};
        desc.velocity = (carom_vec2){-1.2f * x + random_range(&r, -6, 6), -1.2f * y + random_range(&r, -6, 6)};
        carom_scene scene = carom_scene_of_world(&(carom_world_view){.world = world});
        carom_motion start = {.at = desc.position, .velocity = desc.velocity};
        carom_motion moved = carom_move(&scene, &desc.shape, &start, &desc.response, NULL, 0);
        carom_body_id id = add(world, desc);
        step(world);
        carom_vec2 at = carom_world_position(world, id);
        hits += moved.t < 1;
        float most = fmaxf(fmaxf(fabsf(at.x), fabsf(at.y)), 0.5f), ulp = nextafterf(most, INFINITY) - most;
        if (fabsf(at.x - moved.at.x) > 4 * ulp || fabsf(at.y - moved.at.y) > 4 * ulp)
            fail_msg("scene %d: (%.9g, %.9g) and (%.9g, %.9g)", i, (double)at.x, (double)at.y, (double)moved.at.x,
                     (double)moved.at.y);
        carom_world_free(world);
    }
    assert_true(hits > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_mover_across_joint_of_walls_stays_in_contact),
        cmocka_unit_test(corner_and_wall_are_reached_at_once),
        cmocka_unit_test(mover_falls_into_shaft_of_its_width),
        cmocka_unit_test(mover_falls_off_corner_it_overlaps_by_an_ulp),
        cmocka_unit_test(next_box_of_floor_does_not_stop_mover),
        cmocka_unit_test(polygon_slides_over_corner_of_static),
        cmocka_unit_test(segment_on_floor_stops_at_wall),
        cmocka_unit_test(mover_falls_into_pit_of_its_width),
        cmocka_unit_test(ball_nudged_into_the_floor_rolls_on),
        cmocka_unit_test(ball_at_a_wall_lets_the_other_give_way),
        cmocka_unit_test(tip_slides_off_corner),
        cmocka_unit_test(stack_an_ulp_deep_on_lift_is_separated),
        cmocka_unit_test(fast_mover_stops_where_carom_move_does),
        cmocka_unit_test(one_sided_mover_passes_wall_that_it_does_not_face),
        cmocka_unit_test(movers_pass_a_one_sided_body_from_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
