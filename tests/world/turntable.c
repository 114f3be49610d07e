// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What rests on a turning plate, while gravity presses it there: one contact begins and none ends, the mover is carried
// by the velocity of the plate at the contact, and friction holds it. On both sides of the pivot, with spins of both
// signs, mirrored and quarter-turned, near the origin and far from it.
#include "world/turned.h"

#define FRAME   (1.0f / 60)
#define GRAVITY 600.0f

static const carom_vec2 STILL = {0, 0};

enum { RIDERS = 4 };

static carom_shape rider_shape(int kind) {
    static const carom_vec2 points[] = {{-5, 5}, {-3, -5}, {4, -4}, {6, 5}};
    carom_shape shape;
    switch (kind) {
    case 0: return centred_box(5, 5);
    case 1: assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 5, &shape), CAROM_STATUS_OK); return shape;
    case 2: return centred_capsule((carom_vec2){4, 0}, 5);
    default: assert_int_equal(carom_make_polygon(points, 4, &shape), CAROM_STATUS_OK); return shape;
    }
}

typedef struct ride {
    turned_world t;
    carom_body_id plate, rider;
    float spin;
    carom_vec2 start; ///< of the rider, relative to the pivot
} ride;

/// The top of the plate is `above` the pivot, and the rider on it, at a distance along it.
typedef struct ride_desc {
    int way, kind;
    carom_vec2 pivot, velocity;
    float above, along, spin, friction;
} ride_desc;

static carom_body_id put_rider(const turned_world *t, const ride_desc *d, float height) {
    carom_vec2 at = {d->pivot.x + d->along, d->pivot.y - d->above - height};
    carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .friction = d->friction};
    return put(t, (carom_body_desc){.shape = rider_shape(d->kind), .position = at, .response = response});
}

static ride begin_ride(const ride_desc *d) {
    ride r = {.t = new_turned(d->way, DOWN), .spin = d->spin};
    carom_shape plate;
    carom_vec2 min = {-100, -d->above}, max = {100, 10 - d->above};
    assert_int_equal(carom_make_box(min, max, &plate), CAROM_STATUS_OK);
    r.plate = put(&r.t, (carom_body_desc){.shape = plate,
                                          .type = CAROM_BODY_KINEMATIC,
                                          .position = d->pivot,
                                          .velocity = d->velocity,
                                          .spin = d->way & 4 ? -d->spin : d->spin});
    r.rider = put_rider(&r.t, d, 5);
    carom_vec2 at = place_of(&r.t, r.rider);
    r.start = (carom_vec2){at.x - d->pivot.x, at.y - d->pivot.y};
    return r;
}

/// A step with gravity.
static void fall(const ride *r) {
    pull(&r->t, r->rider, GRAVITY * FRAME);
    run(&r->t, FRAME);
}

static int count_events(const ride *r, carom_event_kind kind) {
    int count, found = 0;
    const carom_event *events = carom_world_events(r->t.world, &count);
    for (int i = 0; i < count; ++i) found += events[i].kind == kind;
    return found;
}

static int count_pairs(const ride *r) {
    int count;
    carom_world_pairs(r->t.world, &count);
    return count;
}

static float length_of(carom_vec2 v) {
    return hypotf(v.x, v.y);
}

static carom_vec2 minus(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x - b.x, a.y - b.y};
}

/// The position of the rider, relative to the pivot.
static carom_vec2 arm_of(const ride *r) {
    return minus(place_of(&r->t, r->rider), place_of(&r->t, r->plate));
}

/// The speed by which the velocity of the surface changes in a step: what is carried is exact up to that.
static float change_of(const ride *r) {
    return r->spin * r->spin * (length_of(arm_of(r)) + 10) * FRAME;
}

static bool is_near_surface_velocity(const ride *r) {
    int count;
    const carom_world *world = r->t.world;
    carom_vec2 point = carom_world_pairs(world, &count)->point;
    float moved = length_of(carom_world_velocity(world, r->plate)) * FRAME * fabsf(r->spin);
    carom_vec2 surface = carom_world_velocity_at(world, r->plate, point);
    return length_of(minus(surface, carom_world_carried(world, r->rider))) <= change_of(r) + moved + 1e-3f;
}

/// Returns what is wrong after a step, or null.
static const char *fault_of(const ride *r, int now) {
    if (count_events(r, CAROM_EVENT_BEGIN) != (now == 0)) return "begins";
    if (count_events(r, CAROM_EVENT_END) != 0) return "ends";
    if (count_pairs(r) != 1) return "is not in contact";
    if (!is_near_surface_velocity(r)) return "is not carried with the surface";
    if (length_of(velocity_of(&r->t, r->rider)) > change_of(r) + 1e-3f) return "slides";
    carom_shape rider = carom_world_shape(r->t.world, r->rider), plate = carom_world_shape(r->t.world, r->plate);
    carom_separation gap = carom_distance(&rider, &plate);
    carom_vec2 at = carom_world_position(r->t.world, r->rider);
    float rounding = (fabsf(at.x) + fabsf(at.y) + 200) * 0x1p-20f;
    return fabsf(gap.distance) > change_of(r) * FRAME + rounding ? "is off" : NULL;
}

static void check_ride(const ride_desc *d) {
    ride r = begin_ride(d);
    for (int now = 0; now < 200 && (float)now * FRAME * fabsf(d->spin) < 0.6f; ++now) {
        fall(&r);
        const char *fault = fault_of(&r, now);
        if (fault) {
            fail_msg("rider %d at %g, spin %g, way %d, pivot (%g, %g), velocity (%g, %g), step %d: %s", d->kind,
                     (double)d->along, (double)d->spin, d->way, (double)d->pivot.x, (double)d->pivot.y,
                     (double)d->velocity.x, (double)d->velocity.y, now, fault);
        }
    }
    carom_world_free(r.t.world);
}

static void check_rides(carom_vec2 pivot, carom_vec2 velocity) {
    static const float spins[] = {0.05f, 0.2f, 0.5f, 2};
    for (int k = 0; k < 8; ++k) {
        for (int i = 0; i < 2 * RIDERS * WAYS; ++i) {
            check_ride(&(ride_desc){.way = i / 2 / RIDERS,
                                    .kind = i / 2 % RIDERS,
                                    .pivot = pivot,
                                    .velocity = velocity,
                                    .above = 5,
                                    .along = i % 2 ? 60 : -60,
                                    .spin = k % 2 ? -spins[k / 2] : spins[k / 2],
                                    .friction = 1});
        }
    }
}

static void a_plate_that_turns_carries(void **state) {
    (void)state;
    check_rides(STILL, STILL);
}

static void far_from_the_origin_as_well(void **state) {
    (void)state;
    check_rides((carom_vec2){65536, -65536}, STILL);
}

static void one_that_moves_as_well_carries(void **state) {
    (void)state;
    check_rides(STILL, (carom_vec2){100, -50});
    check_rides(STILL, (carom_vec2){-30, 40});
}

/// The corner on which a crate rests stays where it is on the plate. A step goes along the tangent: by half its angle
/// times that distance, the corner goes out.
static void friction_holds_it(void **state) {
    (void)state;
    for (int i = 0; i < 4 * WAYS; ++i) {
        float sign = i / 2 % 2 ? 1 : -1, start = (i & 1 ? 60.0f : -60.0f) - sign * 5;
        ride_desc d = {.way = i / 4, .above = 5, .along = i & 1 ? 60 : -60, .spin = 0.5f * sign, .friction = 1};
        ride r = begin_ride(&d);
        float angle = 0;
        for (; angle < 0.6f; angle += 0.5f * FRAME) fall(&r);
        carom_vec2 arm = arm_of(&r), corner = {arm.x - sign * 5, arm.y + 5};
        carom_rotation rotation = carom_rotation_of(sign * angle);
        carom_vec2 on_plate = carom_rotate(carom_rotation_inverse(rotation), corner);
        float creep = 66 * angle * 0.5f * FRAME / 2;
        if (fabsf(fabsf(on_plate.x) - fabsf(start)) > creep || fabsf(on_plate.y + 5) > 0.01f)
            fail_msg("way %d, spin %g at %g: the corner is at (%g, %g)", d.way, (double)d.spin, (double)d.along,
                     (double)on_plate.x, (double)on_plate.y);
        carom_world_free(r.t.world);
    }
}

/// The crate on a rider goes with it, by the velocity of the lowest contact.
static void stacks_are_carried(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        float spin = i % 4 < 2 ? 0.2f : 1, along = i & 1 ? 60 : -60;
        ride_desc d = {.above = 5, .along = along, .spin = i < 4 ? spin : -spin, .friction = 1};
        ride r = begin_ride(&d);
        carom_body_id upper = put_rider(&r.t, &d, 15);
        for (int now = 0; (float)now * FRAME * spin < 0.4f; ++now) {
            pull(&r.t, upper, GRAVITY * FRAME);
            fall(&r);
            carom_vec2 apart = minus(place_of(&r.t, upper), place_of(&r.t, r.rider));
            bool held = count_events(&r, CAROM_EVENT_BEGIN) == (now ? 0 : 2) && !count_events(&r, CAROM_EVENT_END);
            if (!held || count_pairs(&r) != 2 || length_of(carom_world_carried(r.t.world, upper)) == 0)
                fail_msg("spin %g at %g, step %d", (double)spin, (double)along, now);
            assert_true(fabsf(apart.y + 10) < 0.01f);
        }
        carom_world_free(r.t.world);
    }
}

/// On the outer side of a large wheel, the plate falls away by spin^2 times its distance: beyond gravity, a rider
/// flies.
static void what_falls_away_faster_than_gravity_is_left(void **state) {
    (void)state;
    for (int i = 0; i < 2 * RIDERS * WAYS; ++i) {
        bool fast = i % 2;
        ride_desc d = {
            .way = i / 2 / RIDERS, .kind = i / 2 % RIDERS, .above = 200, .spin = fast ? 3 : 1, .friction = 1};
        ride r = begin_ride(&d);
        int begins = 0, ends = 0;
        for (int now = 0; now < 20; ++now) {
            fall(&r);
            begins += count_events(&r, CAROM_EVENT_BEGIN);
            ends += count_events(&r, CAROM_EVENT_END);
        }
        if (begins != 1 || ends != fast || count_pairs(&r) == fast)
            fail_msg("rider %d, way %d: begins %d, ends %d", d.kind, d.way, begins, ends);
        carom_vec2 carried = carom_world_carried(r.t.world, r.rider);
        assert_true((length_of(carried) == 0) == fast);
        carom_world_free(r.t.world);
    }
}

/// A plate that turns far in a step strikes the rider, which goes off along the tangent.
static void what_is_struck_is_not_carried(void **state) {
    (void)state;
    for (int i = 0; i < 2 * RIDERS; ++i) {
        ride_desc d = {.kind = i / 2, .above = 5, .along = i % 2 ? 60 : -60, .spin = i % 2 ? -60 : 60};
        ride r = begin_ride(&d);
        fall(&r);
        carom_shape rider = carom_world_shape(r.t.world, r.rider), plate = carom_world_shape(r.t.world, r.plate);
        assert_true(carom_distance(&rider, &plate).distance > 1);
        assert_int_equal(count_events(&r, CAROM_EVENT_END), 1);
        assert_int_equal(count_pairs(&r), 0);
        assert_true(length_of(carom_world_carried(r.t.world, r.rider)) == 0);
        carom_world_free(r.t.world);
    }
}

/// A contact that the response parts begins and ends in the same step, as on a plate that does not turn: however late
/// in the step it is, and however little the two are apart at the end.
static void a_bounce_still_leaves(void **state) {
    (void)state;
    int late = 0;
    for (int i = 0; i < 2 * RIDERS * 200; ++i) {
        float along = i % 2 ? 60 : -60, height = 8 * (float)(i / 2 / RIDERS) / 200;
        ride_desc d = {.kind = i / 2 % RIDERS, .above = 5, .along = along, .spin = along > 0 ? -6 : 6};
        ride r = begin_ride(&d);
        carom_body_id ball = put_rider(&r.t, &d, 5 + height);
        assert_int_equal(carom_world_remove(r.t.world, r.rider), CAROM_STATUS_OK);
        carom_response bounce = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.6f};
        assert_int_equal(carom_world_set_response(r.t.world, ball, bounce), CAROM_STATUS_OK);
        set_velocity(&r.t, ball, (carom_vec2){0, 10});
        run(&r.t, FRAME);
        int count;
        const carom_event *events = carom_world_events(r.t.world, &count);
        bool hit = count_events(&r, CAROM_EVENT_BEGIN) > 0;
        if (hit && (count_events(&r, CAROM_EVENT_END) != 1 || count_pairs(&r) != 0))
            fail_msg("rider %d at %g, height %g: hit at %g", d.kind, (double)d.along, (double)height,
                     (double)events[0].t);
        late += hit && events[0].t > 0.95f;
        carom_world_free(r.t.world);
    }
    assert_true(late > 0);
}

/// In the step after it slides onto the plate, a rider has no contact: it is carried by the velocity that the surface
/// below its corner had, without what pulls it down.
static void it_is_carried_without_what_pulls_it(void **state) {
    (void)state;
    static const ride_desc rides[] = {
        {.velocity = {60, -60}, .along = 20, .spin = 2, .friction = 0.5f},
        {.velocity = {-30, 30}, .along = 10, .spin = 1.5f, .friction = 0.5f},
        {.velocity = {-30, 0}, .along = 45, .spin = -1.75f, .friction = 1},
    };
    static const float own[] = {20, 60, -60}, pulls[] = {100, 250, 250};
    for (int i = 0; i < 3 * WAYS; ++i) {
        ride_desc d = rides[i / WAYS];
        d.way = i % WAYS;
        d.above = 5;
        ride r = begin_ride(&d);
        set_velocity(&r.t, r.rider, (carom_vec2){own[i / WAYS], 0});
        float expected = 0;
        for (int step = 0; step < 2; ++step) {
            pull(&r.t, r.rider, pulls[i / WAYS] * FRAME);
            run(&r.t, FRAME);
            carom_vec2 carried = unturned(carom_world_carried(r.t.world, r.rider), d.way);
            if (step > 0) assert_true(fabsf(carried.y - expected) < 0.02f);
            float corner = place_of(&r.t, r.rider).x - place_of(&r.t, r.plate).x + (d.spin > 0 ? -5 : 5);
            expected = d.velocity.y + d.spin * corner;
        }
        carom_world_free(r.t.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plate_that_turns_carries),
        cmocka_unit_test(it_is_carried_without_what_pulls_it),
        cmocka_unit_test(far_from_the_origin_as_well),
        cmocka_unit_test(one_that_moves_as_well_carries),
        cmocka_unit_test(friction_holds_it),
        cmocka_unit_test(stacks_are_carried),
        cmocka_unit_test(what_falls_away_faster_than_gravity_is_left),
        cmocka_unit_test(what_is_struck_is_not_carried),
        cmocka_unit_test(a_bounce_still_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
