// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of worlds, changed behind their backs. Snapshots of what no step leaves behind are refused; what a restore
// accepts, like a ring of movers that rest on each other, ends. Mechanisms of a step on their own, at their limits.
#include "ledger.h"
#include "level/maps.h"
#include "random.h"
#include "world/forge.h"
#include "world/scene.h"
#include "world/state.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Snapshots of worlds that have gone wrong -----------------------------------------------------------------------

typedef void spoil(carom_world *world);

/// A lift, a static, a blade that spins, and a compound that does; movers on and against them.
static carom_world *small_world(void) {
    carom_world *world = new_world(NULL);
    static const carom_shape parts[2] = {{.kind = CAROM_SHAPE_BOX, .box = {{-8, -1}, {8, 1}}},
                                         {.kind = CAROM_SHAPE_BOX, .box = {{-1, -8}, {1, 8}}}};
    add(world, (carom_body_desc){.shape = boxed(-9, 0, 18, 2), .type = CAROM_BODY_KINEMATIC, .velocity = {0, -1}});
    add(world, (carom_body_desc){.shape = boxed(0, -9, 2, 18), .position = {20, 0}, .type = CAROM_BODY_STATIC});
    for (int i = 0; i < 2; ++i) {
        carom_body_desc blade = {.shape = i ? compound_of(parts, 2) : parts[0], .position = {80 * (float)i + 80, 0}};
        blade.type = CAROM_BODY_KINEMATIC;
        blade.rotation = (carom_rotation){0.6f, 0.8f};
        blade.spin = 0.25f;
        add(world, blade);
    }
    add(world, (carom_body_desc){.shape = circle(1), .position = {0, -1}, .velocity = {0, 1}});
    add(world, (carom_body_desc){.shape = circle(1), .position = {18, 4}, .velocity = {4, 0}});
    add(world, (carom_body_desc){.shape = circle(1), .position = {18, 6}, .velocity = {4, -1}});
    step(world);
    return world;
}

enum { LIFT, WALL, BLADE, CROSS, RIDER, FIRST, SECOND };

static void remove_kinematic(carom_world *world) {
    cr_flags(world)[BLADE] &= (uint16_t)~CR_KINEMATIC;
}

static void remove_spin(carom_world *world) {
    cr_flags(world)[BLADE] &= (uint16_t)~CR_SPINS;
}

static void carry_the_lift(carom_world *world) {
    cr_flags(world)[LIFT] |= CR_CARRIED;
}

static void lead_a_mover(carom_world *world) {
    cr_flags(world)[FIRST] |= CR_HAS_TARGET;
}

static void widen_the_blade(carom_world *world) {
    cr_turn_at(world, BLADE)->shape.box = (carom_box){{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
}

static void nest_a_compound(carom_world *world) {
    ((carom_shape *)(uintptr_t)cr_body_at(world, CROSS)->shape.compound.parts)[1].kind = CAROM_SHAPE_COMPOUND;
}

static void misplace_the_lift(carom_world *world) {
    cr_flags(world)[LIFT] |= CR_HAS_REMAINDER;
    cr_vectors(&world->remainder)[LIFT].y = 0x1p-20f * cr_vectors(&world->position)[LIFT].y;
}

static carom_pair *pair_of_bodies(const carom_world *world) {
    carom_pair *pairs = world->pairs.data;
    for (uint32_t i = 0; i < world->pairs.count; ++i) {
        if (pairs[i].level < 0) return &pairs[i];
    }
    fail();
    return NULL;
}

static void pair_with_itself(carom_world *world) {
    carom_pair *pair = pair_of_bodies(world);
    pair->b = pair->a;
}

static void put_the_fixed_one_first(carom_world *world) {
    carom_pair *pair = pair_of_bodies(world);
    carom_body_id a = pair->a;
    assert_true(cr_is_fixed(world, pair->b.index));
    pair->a = pair->b;
    pair->b = a;
}

static void order_the_pairs_backwards(carom_world *world) {
    carom_pair *pairs = world->pairs.data, first = pairs[0];
    assert_true(world->pairs.count > 1);
    pairs[0] = pairs[1];
    pairs[1] = first;
}

static void pass_two_in_the_wrong_order(carom_world *world) {
    for (uint32_t i = 0; i < 2; ++i) {
        uint64_t *passed = cr_list_push(&world->passed, world->allocator);
        assert_non_null(passed);
        *passed = cr_pair_of(world, i == 0 ? SECOND : FIRST, WALL);
    }
}

static carom_status restore_of(const carom_world *world, carom_world *into) {
    size_t size = carom_world_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(carom_world_snapshot(world, bytes, size), CAROM_STATUS_OK);
    carom_status status = carom_world_restore(into, bytes, size);
    free(bytes);
    return status;
}

static void snapshots_of_wrong_worlds_are_refused(void **state) {
    (void)state;
    spoil *const spoils[] = {NULL,
                             remove_kinematic,
                             remove_spin,
                             carry_the_lift,
                             lead_a_mover,
                             widen_the_blade,
                             misplace_the_lift,
                             nest_a_compound,
                             pair_with_itself,
                             put_the_fixed_one_first,
                             order_the_pairs_backwards,
                             pass_two_in_the_wrong_order};
    for (int i = 0; i < 12; ++i) {
        carom_world *world = small_world(), *fresh = new_world(NULL);
        if (spoils[i]) spoils[i](world);
        carom_status status = restore_of(world, fresh);
        if (status != (i == 0 ? CAROM_STATUS_OK : CAROM_STATUS_BAD_FILE)) fail_msg("spoil %d: status %d", i, status);
        assert_int_equal(carom_world_count(fresh), i == 0 ? 7 : 0);
        carom_world_free(world);
        carom_world_free(fresh);
    }
}

/// A compound with more parts than the snapshot has left. In a snapshot, it has no pointer to its parts.
static void a_compound_with_too_many_parts_is_refused(void **state) {
    (void)state;
    carom_world *world = small_world(), *fresh = new_world(NULL);
    size_t size = carom_world_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(carom_world_snapshot(world, bytes, size), CAROM_STATUS_OK);
    cr_body body = *cr_body_at(world, CROSS);
    body.shape.compound.parts = NULL;
    int found = 0;
    for (size_t at = 0; at + sizeof body <= size; at += 4) {
        if (memcmp(bytes + at, &body, sizeof body) != 0) continue;
        body.shape.compound.count = CAROM_MAX_MOVING_PARTS;
        memcpy(bytes + at, &body, sizeof body);
        ++found;
    }
    assert_int_equal(found, 1);
    put_sum(bytes, size);
    assert_int_equal(carom_world_restore(fresh, bytes, size), CAROM_STATUS_BAD_FILE);
    free(bytes);
    carom_world_free(world);
    carom_world_free(fresh);
}

/// Each allocation of a restore is refused, in a world without bodies.
static void a_restore_without_memory_changes_nothing(void **state) {
    (void)state;
    carom_world *world = small_world();
    size_t size = carom_world_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(carom_world_snapshot(world, bytes, size), CAROM_STATUS_OK);
    carom_status status = CAROM_STATUS_NO_MEMORY;
    long refused = 0;
    for (; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        const carom_allocator allocator = allocator_of(&l);
        carom_world *fresh;
        assert_int_equal(carom_world_make(&(carom_world_desc){.allocator = &allocator}, &fresh), CAROM_STATUS_OK);
        l.left = refused;
        status = carom_world_restore(fresh, bytes, size);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        assert_int_equal(carom_world_count(fresh), status == CAROM_STATUS_OK ? 7 : 0);
        if (status == CAROM_STATUS_OK) assert_true(carom_world_hash(fresh) == carom_world_hash(world));
        carom_world_free(fresh);
        assert_int_equal(l.held, 0);
    }
    assert_true(refused > 10);
    free(bytes);
    carom_world_free(world);
}

// ---- A step without memory ------------------------------------------------------------------------------------------

/// A mover between a static and a kinematic body, which goes back by an ulp and comes again. Its path ends short of the
/// mover, and its float position in it. So there is no contact within the step, and no list of an earlier one. Returns
/// the status of the step; the allocation `refused` fails.
static carom_status crush_by_rounding(long refused) {
    const float ulp = 0x1p-23f, side = 0.875f * ulp;
    ledger l = {.left = -1, .once = true};
    const carom_allocator allocator = allocator_of(&l);
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.allocator = &allocator}, &world), CAROM_STATUS_OK);
    carom_body_id mover = add(world, (carom_body_desc){.shape = box(0x1p-10f, 1)});
    carom_body_id post =
        add(world, (carom_body_desc){.shape = box(1, 1), .position = {side + 0x1p-10f, 0}, .type = CAROM_BODY_STATIC});
    carom_body_id ram =
        add(world, (carom_body_desc){.shape = boxed(-3, 0, 2, 1), .position = {1, 0}, .type = CAROM_BODY_KINEMATIC});
    step(world);
    int count;
    carom_world_pairs(world, &count);
    assert_int_equal(count, 1);
    carom_world_set_position(world, mover, (carom_vec2){side, 0});
    carom_world_set_position(world, ram, (carom_vec2){1 - ulp / 2, 0});
    carom_world_set_velocity(world, ram, (carom_vec2){1.25f * ulp, 0});
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
    uint64_t hash = carom_world_hash(world);
    l.left = refused;
    carom_status status = carom_world_step(world, 1);
    assert_int_equal(status, l.left < 0 && refused >= 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
    if (status) {
        assert_true(carom_world_hash(world) == hash);
        step(world);
    }
    assert_vec(carom_world_position(world, mover), side, 0);
    assert_vec(carom_world_position(world, ram), 1 + ulp, 0);
    const carom_crush *crush = carom_world_crushes(world, &count);
    assert_int_equal(count, 1);
    assert_true(crush->body.index == mover.index && crush->by.index == ram.index && crush->against.index == post.index);
    carom_world_free(world);
    assert_int_equal(l.held, 0);
    return status;
}

static void a_crush_without_memory_changes_nothing(void **state) {
    (void)state;
    assert_int_equal(crush_by_rounding(-1), CAROM_STATUS_OK);
    long refused = 0;
    while (crush_by_rounding(refused) != CAROM_STATUS_OK) ++refused;
    assert_true(refused > 10);
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

/// A pair is found by the numbers of its bodies, or of a body and a level, as long as both are there.
static void pairs_are_found_while_both_are_there(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "....\n....\n####\n", 16);
    carom_level *level = level_of_map(&m);
    carom_world *world = new_world(level);
    carom_body_id low = add(world, (carom_body_desc){.shape = circle(4), .position = {40, 28}, .velocity = {0, 1}});
    carom_body_id high = add(world, (carom_body_desc){.shape = circle(4), .position = {40, 20}, .velocity = {0, 1}});
    step(world);
    uint64_t on_level = (uint64_t)low.index << 32 | CR_LEVEL, on_body = (uint64_t)low.index << 32 | high.index;
    assert_true(cr_were_in_contact(world, on_level) && cr_were_in_contact(world, on_body));
    assert_int_equal(cr_find_pair(world, on_level)->level, 0);
    assert_false(cr_were_in_contact(world, (uint64_t)high.index << 32 | CR_LEVEL));
    assert_int_equal(carom_world_remove(world, high), CAROM_STATUS_OK);
    assert_true(cr_were_in_contact(world, on_level));
    assert_false(cr_were_in_contact(world, on_body));
    assert_int_equal(carom_world_remove(world, low), CAROM_STATUS_OK);
    assert_false(cr_were_in_contact(world, on_level));
    carom_world_free(world);
    carom_level_free(level);
}

// ---- Supports -------------------------------------------------------------------------------------------------------

/// Three movers, each of which rests on the next. No step leaves such a ring, but a snapshot may name it.
static void a_ring_of_supports_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add(world, (carom_body_desc){.shape = boxed(0, 0, 9, 1), .position = {99, 99}, .type = CAROM_BODY_KINEMATIC});
    const carom_vec2 places[] = {{0, 0}, {2, 0}, {1, -1.75f}}, speeds[] = {{1, 0}, {-0.5f, -0.875f}, {-0.5f, 0.875f}};
    for (int i = 0; i < 3; ++i) add(world, (carom_body_desc){.shape = circle(1), .position = places[i]});
    step(world);
    world->pairs.count = 0;
    const uint32_t first[] = {1, 1, 2}, second[] = {2, 3, 3};
    for (int i = 0; i < 3; ++i) {
        carom_pair *pair = cr_list_push(&world->pairs, world->allocator);
        assert_non_null(pair);
        carom_vec2 from = places[second[i] - 1], to = places[first[i] - 1], d = {to.x - from.x, to.y - from.y};
        *pair = (carom_pair){.a = cr_id_of(world, first[i]), .b = cr_id_of(world, second[i]), .level = -1, .edge = -1};
        pair->normal = (carom_vec2){d.x / 2, d.y / 2};
    }
    for (uint32_t i = 0; i < 3; ++i) { // 1 rests on 2, 2 on 3, and 3 on 1
        cr_flags(world)[1 + i] |= CR_CARRIED;
        cr_body_at(world, 1 + i)->support = 1 + (i + 1) % 3;
        cr_vectors(&world->velocity)[1 + i] = speeds[i];
    }
    carom_world *fresh = new_world(NULL);
    assert_int_equal(restore_of(world, fresh), CAROM_STATUS_OK);
    for (uint32_t i = 1; i <= 3; ++i) assert_true(cr_carrier_of(fresh, i) == CR_NOTHING);
    for (int i = 0; i < 3; ++i) step(fresh);
    for (uint32_t i = 1; i <= 3; ++i) {
        carom_vec2 at = carom_world_position(fresh, cr_id_of(fresh, i));
        assert_true(fabsf(at.x) < 20 && fabsf(at.y) < 20);
    }
    carom_world_free(world);
    carom_world_free(fresh);
}

/// Beyond the floats, the velocity of a point is the largest float.
static void velocities_of_points_are_floats(void **state) {
    (void)state;
    carom_world *world = small_world();
    carom_vec2 plain = {FLT_MAX, 0}, at = {0, 0};
    carom_vec2 v = cr_turned_velocity(world, BLADE, plain, at, (carom_vec2){0, -FLT_MAX});
    assert_vec(v, FLT_MAX, 0);
    v = cr_turned_velocity(world, BLADE, plain, at, (carom_vec2){4, -FLT_MAX});
    assert_vec(v, FLT_MAX, 1);
    v = cr_turned_velocity(world, BLADE, (carom_vec2){1, 2}, at, (carom_vec2){4, -8});
    assert_vec(v, 3, 3);
    v = cr_turned_velocity(world, RIDER, plain, at, (carom_vec2){4, -8});
    assert_vec(v, FLT_MAX, 0);
    carom_world_free(world);
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

/// A mover that rests while a kinematic body drives it has 512 contacts more than others in a step, here with a level.
/// After the next one it is crushed: so every step ends.
static void a_driven_mover_with_many_contacts_is_crushed(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "....\n....\n####\n", 16);
    carom_level *level = level_of_map(&m);
    carom_world *world = new_world(level);
    carom_body_id ram =
        add(world, (carom_body_desc){.shape = circle(1), .position = {8, 8}, .type = CAROM_BODY_KINEMATIC});
    carom_body_id mover = add(world, (carom_body_desc){.shape = circle(4), .position = {40, 20}});
    step(world);
    for (int more = 0; more < 2; ++more) {
        cr_trajectory t = cr_straight_trajectory(world, mover.index);
        t.driver = ram.index + 1;
        t.resting = true;
        t.bounces = 511 + carom_world_bounces(world) + more;
        t.move = (carom_vec2){0, 16};
        const carom_shape shape = carom_world_shape(world, mover);
        t.level_hit = carom_level_sweep(level, &shape, t.move);
        assert_true(t.level_hit.hit);
        cr_respond_to_level(world, &t, &world->stats);
        assert_true(t.crushed == (more == 1));
        if (more) assert_int_equal(t.crusher, ram.index);
    }
    carom_world_free(world);
    carom_level_free(level);
}

/// A world has room for 65535 levels.
static void a_world_with_all_levels_takes_no_more(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){0}, &level, NULL), CAROM_STATUS_OK);
    carom_world *world = new_world(NULL);
    for (uint32_t i = 0; i < UINT32_MAX - CR_LEVEL; ++i)
        assert_int_equal(carom_world_attach(world, level), CAROM_STATUS_OK);
    assert_int_equal(carom_world_attach(world, level), CAROM_STATUS_FULL);
    add(world, (carom_body_desc){.shape = circle(1), .velocity = {1, 0}});
    step(world);
    carom_world_free(world);
    carom_level_free(level);
}

/// A shape that fits the floats, and does not where it is turned.
static void a_shape_that_turns_out_of_range_is_refused(void **state) {
    (void)state;
    carom_world *world = small_world();
    const carom_shape wide = {.kind = CAROM_SHAPE_BOX, .box = {{-3e38f, -3e38f}, {3e38f, 3e38f}}},
                      fine = boxed(-3, -1, 6, 2);
    carom_body_id blade = cr_id_of(world, BLADE), lift = cr_id_of(world, LIFT);
    uint64_t before = carom_world_hash(world);
    assert_int_not_equal(carom_world_set_shape(world, blade, &wide), CAROM_STATUS_OK);
    assert_true(carom_world_hash(world) == before);
    assert_int_equal(carom_world_set_shape(world, blade, &fine), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_shape(world, lift, &fine), CAROM_STATUS_OK);
    carom_world_free(world);
}

static void the_broad_phase_refuses_more_bodies_than_there_are(void **state) {
    (void)state;
    ledger l = {.left = 0}; // without memory, in case it asks
    const carom_allocator allocator = allocator_of(&l);
    cr_broad broad = {0};
    assert_false(cr_broad_reserve(&broad, &allocator, UINT32_MAX));
    assert_false(cr_broad_reserve(&broad, &allocator, UINT32_MAX / 2));
    assert_int_equal(l.asked, 0);
    assert_true(cr_broad_reserve(&broad, &allocator, 0));
    cr_broad_replace(&broad, 0); // nothing to sort
}

// ---- Several levels -------------------------------------------------------------------------------------------------

static carom_level *triangle_level(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    const carom_vec2 points[] = {a, b, c};
    const carom_outline outline = {.points = points, .count = 3};
    return level_of_outlines(&outline, 1);
}

/// A circle falls into a notch between two levels, or a level and a static, and touches both at one time, up to
/// rounding: it ends in neither.
static void a_circle_between_two_levels_is_in_neither(void **state) {
    (void)state;
    random_source r = {17};
    int near = 0;
    for (int n = 0; n < 4000; ++n) {
        float x = random_range(&r, 500, 1500), y = random_range(&r, 500, 1500), w = random_range(&r, 20, 60),
              v = random_range(&r, 20, 60), h = random_range(&r, 20, 60);
        const carom_vec2 foot = {x, y}, left = {x - w, y - h}, right = {x + v, y - h};
        carom_level *levels[2] = {triangle_level(foot, left, (carom_vec2){x - w, y}),
                                  triangle_level(foot, right, (carom_vec2){x + v, y})};
        carom_world *world = new_world(levels[0]);
        carom_shape wedge = {.kind = CAROM_SHAPE_NONE};
        const carom_vec2 corners[] = {foot, {x + v, y}, right};
        if (n % 2) assert_int_equal(carom_make_polygon(corners, 3, &wedge), CAROM_STATUS_OK);
        if (n % 2) add(world, (carom_body_desc){.shape = wedge, .type = CAROM_BODY_STATIC});
        if (n % 2 == 0) assert_int_equal(carom_world_attach(world, levels[1]), CAROM_STATUS_OK);
        // Along the bisector of the notch the circle is as far from both sides.
        double p = hypot((double)w, (double)h), q = hypot((double)v, (double)h);
        double bx = -(double)w / p + (double)v / q, by = -(double)h / p - (double)h / q,
               far = (double)random_range(&r, 10, 14);
        const carom_vec2 start = {(float)((double)x + far * bx), (float)((double)y + far * by)};
        const carom_vec2 velocity = {(float)(-far * bx), (float)(-far * by)};
        carom_shape ball = circle(random_range(&r, 1, 3));
        carom_body_id id = add(world, (carom_body_desc){.shape = ball, .position = start, .velocity = velocity});
        step(world);
        const carom_shape there = carom_shape_at(&ball, carom_world_position(world, id));
        for (int i = 0; i < 2; ++i) {
            carom_separation gap = carom_level_nearest(levels[i], &there, 100);
            assert_true(gap.distance >= 0);
            near += gap.distance < 0x1p-10f;
        }
        carom_world_free(world);
        for (int i = 0; i < 2; ++i) carom_level_free(levels[i]);
    }
    assert_true(near > 7000);
}

/// A circle whose path ends where it touches a level, up to rounding, ends outside of it: also of the second of two.
static void a_circle_that_ends_at_the_second_level_is_not_in_it(void **state) {
    (void)state;
    random_source r = {23};
    carom_level *first = triangle_level((carom_vec2){0, -90}, (carom_vec2){9, -90}, (carom_vec2){0, -80});
    for (int n = 0; n < 1000; ++n) {
        const double ex = (double)(8 + random_below(&r, 13)), ey = (double)(random_below(&r, 17) - 8);
        const double along = (double)random_range(&r, 0.1f, 0.9f), radius = (double)(1 + random_below(&r, 4));
        carom_level *second =
            triangle_level((carom_vec2){0, 0}, (carom_vec2){(float)ex, (float)ey}, (carom_vec2){0, 15});
        carom_world *world = new_world(first);
        assert_int_equal(carom_world_attach(world, second), CAROM_STATUS_OK);
        const double length = sqrt(ex * ex + ey * ey);
        carom_vec2 move = {random_range(&r, -3, 3), random_range(&r, 0.5f, 3)},
                   end = {(float)(along * ex + ey / length * radius), (float)(along * ey - ex / length * radius)};
        const carom_shape ball = circle((float)radius);
        carom_body_id id = add(
            world, (carom_body_desc){.shape = ball, .position = {end.x - move.x, end.y - move.y}, .velocity = move});
        step(world);
        const carom_shape there = carom_shape_at(&ball, carom_world_position(world, id));
        assert_true(carom_level_nearest(second, &there, 100).distance >= 0);
        carom_world_free(world);
        carom_level_free(second);
    }
    carom_level_free(first);
}

// ---- Queries and filters --------------------------------------------------------------------------------------------

/// Of two bodies at the start of a ray, the one that it starts inside comes first, whatever their numbers.
static void a_ray_finds_what_it_starts_in_first(void **state) {
    (void)state;
    for (int touching_first = 0; touching_first < 2; ++touching_first) {
        carom_world *world = new_world(NULL);
        const carom_shape around = boxed(-5, -5, 10, 10), ahead = boxed(0, -1, 9, 2);
        carom_body_id ids[2];
        for (int i = 0; i < 2; ++i)
            ids[i] = add(world, (carom_body_desc){.shape = (i == 0) == touching_first ? ahead : around,
                                                  .type = CAROM_BODY_STATIC});
        step(world);
        carom_world_view view = {.world = world};
        carom_world_ray_hit hits[4];
        assert_int_equal(carom_world_ray_all(&view, (carom_vec2){0, 0}, (carom_vec2){3, 0}, hits, 4), 2);
        assert_true(hits[0].ray.inside && !hits[1].ray.inside);
        assert_true(hits[0].ray.t == 0 && hits[1].ray.t == 0);
        assert_int_equal(hits[0].body.index, ids[touching_first].index);
        assert_int_equal(carom_world_ray(&view, (carom_vec2){0, 0}, (carom_vec2){3, 0}).body.index,
                         ids[touching_first].index);
        carom_world_free(world);
    }
}

/// Bodies that differ in nothing but their group, in long runs: those of one negative group never meet.
static void groups_alone_keep_bodies_apart(void **state) {
    (void)state;
    enum { BODIES = 600 };
    carom_world *world = new_world(NULL);
    for (int i = 0; i < BODIES; ++i) {
        float x = (float)(i % 30), y = (float)(i / 30);
        add(world, (carom_body_desc){.shape = boxed(0, 0, 1.5f, 1.5f),
                                     .position = {x, y},
                                     .filter = {.group = i % 3 == 2 ? 0 : -1 - i % 3},
                                     .response = {.kind = CAROM_RESPONSE_PASS}});
    }
    for (int k = 0; k < 3; ++k) step(world);
    int count, expected = 0;
    carom_world_pairs(world, &count);
    for (int i = 0; i < BODIES; ++i) {
        for (int j = 0; j < i; ++j) {
            bool near = abs(i % 30 - j % 30) <= 1 && abs(i / 30 - j / 30) <= 1;
            expected += near && !(i % 3 == j % 3 && i % 3 != 2);
        }
    }
    assert_int_equal(count, expected);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_of_wrong_worlds_are_refused),
        cmocka_unit_test(a_compound_with_too_many_parts_is_refused),
        cmocka_unit_test(a_restore_without_memory_changes_nothing),
        cmocka_unit_test(a_crush_without_memory_changes_nothing),
        cmocka_unit_test(pairs_are_found_while_both_are_there),
        cmocka_unit_test(a_ring_of_supports_ends),
        cmocka_unit_test(velocities_of_points_are_floats),
        cmocka_unit_test(a_driven_mover_with_many_contacts_is_crushed),
        cmocka_unit_test(a_world_with_all_levels_takes_no_more),
        cmocka_unit_test(a_shape_that_turns_out_of_range_is_refused),
        cmocka_unit_test(the_broad_phase_refuses_more_bodies_than_there_are),
        cmocka_unit_test(a_circle_between_two_levels_is_in_neither),
        cmocka_unit_test(a_circle_that_ends_at_the_second_level_is_not_in_it),
        cmocka_unit_test(a_ray_finds_what_it_starts_in_first),
        cmocka_unit_test(groups_alone_keep_bodies_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
