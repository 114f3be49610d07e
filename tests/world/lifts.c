// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Riders on lifts: a walker, a crate, a stack of three crates and a ball go exactly with what carries them. Six motions
// in random worlds, mirrored and turned by quarters. Sideways a rider keeps its offset from the lift to the rounding of
// its own position; up and down the gap is at most 2 ulp. Nothing accumulates. Arguments: --seconds, --seed, --steps of
// each ride.
#include "battery.h"
#include "carom/walker.h"
#include "geom/relation.h"
#include "world/turned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UP, DOWNWARDS, SIDEWAYS, CIRCLE, FAST, STOPPING, MOTIONS };
enum { CRATE, LOWEST, MIDDLE, HIGHEST, BALL, MOVERS, WALKER = MOVERS, RIDERS };
enum { BOARDING = 16 }; // steps before the lift moves

typedef struct ride {
    uint64_t seed;
    turned_world t;
    int motion;
    carom_body_id lift, riders[RIDERS];
    carom_walker walker;
    carom_walker_desc legs;
    float dt, fall, speed, period;
    float offsets[RIDERS]; ///< sideways, from the lift
    float seat;            ///< a bound of the coordinates when the offsets were taken
    float last_y[RIDERS];  ///< before the step
} ride;

static long long all_steps;

/// A value of up to `size`: an integer, a multiple of 1/64, or a random float.
static float number(random_source *r, float size) {
    float value = random_range(r, -size, size);
    switch (random_below(r, 3)) {
    case 0: return floorf(value);
    case 1: return floorf(value * 64) / 64;
    default: return value;
    }
}

/// Every eighth ride is at 2^20, where an ulp is longer than most gaps.
static float distance_of(uint64_t seed) {
    return seed / (MOTIONS * WAYS) % 8 == 7 ? 0x1p20f : 0;
}

/// Every fourth of them comes to rest after a few contacts in each step.
static int bounces_of(uint64_t seed) {
    uint64_t round = seed / (MOTIONS * WAYS * 8);
    return round % 4 == 2 ? 1 + (int)(round / 4 % 4) : 0;
}

static ride new_ride(random_source *r, uint64_t seed) {
    static const float sizes[] = {0, 1, 100, 3000, 50000};
    static const float rates[] = {1 / 60.0f, 0x1p-6f, 1};
    int way = (int)(seed / MOTIONS % WAYS);
    ride on = {.seed = seed, .t.way = way, .motion = (int)(seed % MOTIONS)};
    carom_world_desc desc = {.down = turned(DOWN, way), .bounces = bounces_of(seed)};
    assert_int_equal(carom_world_make(&desc, &on.t.world), CAROM_STATUS_OK);
    on.dt = rates[random_below(r, 3)];
    float far = sizes[random_below(r, 5)], farther = distance_of(seed);
    carom_vec2 at = {number(r, far) + farther, number(r, far) - farther};
    on.fall = (0.5f + random_unit(r)) / on.dt / 16;
    on.speed = (1 + floorf(random_range(r, 0, 60))) / (random_below(r, 2) ? 64 : 60) / on.dt;
    on.period = (float)(60 + random_below(r, 400));
    on.lift = put(&on.t, (carom_body_desc){.shape = centred_box(60, 2), .position = at, .type = CAROM_BODY_KINEMATIC});
    for (int i = 0; i < MOVERS; ++i) {
        carom_vec2 size = {random_range(r, 3, 5), 4};
        carom_vec2 place = {at.x + (i == CRATE ? -40.0f : i == BALL ? -20.0f : 20.0f), at.y - 6.0625f};
        if (i == MIDDLE || i == HIGHEST) place.y -= i == MIDDLE ? 8.0625f : 16.125f;
        carom_response response = {.kind = random_below(r, 2) ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_STOP};
        on.riders[i] = put(&on.t, (carom_body_desc){.shape = i == BALL ? circle(4) : centred_box(size.x, size.y),
                                                    .position = place,
                                                    .response = response});
    }
    carom_shape feet = centred_box(3, 5);
    on.legs = (carom_walker_desc){.shape = turned_shape(&feet, way), .up = turned((carom_vec2){0, -1}, way)};
    carom_vec2 place = {at.x + 40, at.y - 7.5f};
    on.walker.position = turned(place, way);
    on.riders[WALKER] = put(&on.t, (carom_body_desc){.shape = feet, .position = place, .type = CAROM_BODY_KINEMATIC});
    return on;
}

static carom_vec2 lift_velocity(const ride *r, long step) {
    if (step < BOARDING) return (carom_vec2){0, 0};
    float phase = fmodf((float)(step % 100000), r->period) / r->period, v = r->speed;
    float sign = phase < 0.5f ? 1 : -1;
    switch (r->motion) {
    case UP: return (carom_vec2){0, -v * sign};
    case DOWNWARDS: return (carom_vec2){0, v * sign};
    case SIDEWAYS: return (carom_vec2){v * sign, 0};
    case CIRCLE: return (carom_vec2){v * cosf(6.2831853f * phase), v * sinf(6.2831853f * phase)};
    case FAST: return (carom_vec2){20 * v * sign, 15 * v * (step % 7 < 3 ? 1 : -1)};
    default: {
        bool moves = step % 40 < 20;
        return (carom_vec2){moves ? v * sign : 0, moves ? -v * sign : 0};
    }
    }
}

static void step_ride(ride *r, long step) {
    carom_vec2 now = lift_velocity(r, step), at = place_of(&r->t, r->lift);
    if (r->motion == CIRCLE && r->period > 200) { // by targets
        carom_vec2 to = {at.x + now.x * r->dt, at.y + now.y * r->dt};
        assert_int_equal(carom_world_move_to(r->t.world, r->lift, turned(to, r->t.way)), CAROM_STATUS_OK);
    } else {
        set_velocity(&r->t, r->lift, now);
    }
    for (int i = 0; i < MOVERS; ++i) pull(&r->t, r->riders[i], r->fall);
    carom_vec2 g = turned((carom_vec2){0, r->fall}, r->t.way);
    r->walker.velocity = (carom_vec2){r->walker.velocity.x + g.x, r->walker.velocity.y + g.y};
    carom_walker_result result = carom_walker_step_in_world(&r->walker, &r->legs, r->t.world, r->riders[WALKER], r->dt);
    if (result.crushed || (step > BOARDING && !r->walker.grounded))
        fail_msg("seed %llu, step %ld: the walker has lost the lift", (unsigned long long)r->seed, step);
    run(&r->t, r->dt);
    ++all_steps;
}

/// An ulp of the largest of some numbers.
static double ulp_of(float a, float b, float c) {
    float most = fmaxf(fabsf(a), fmaxf(fabsf(b), fabsf(c)));
    return (double)nextafterf(most, INFINITY) - (double)most;
}

/// What a rider stands on: another rider, or the lift (-1).
static int support_of(int rider) {
    return rider == MIDDLE || rider == HIGHEST ? rider - 1 : -1;
}

static const float heights[RIDERS] = {[CRATE] = 4, [LOWEST] = 4, [MIDDLE] = 4, [HIGHEST] = 4, [BALL] = 4, [WALKER] = 5};

static void check_rider(ride *r, int i, long step) {
    carom_vec2 at = place_of(&r->t, r->riders[i]), lift = place_of(&r->t, r->lift);
    int on = support_of(i);
    carom_vec2 below = on < 0 ? lift : place_of(&r->t, r->riders[on]);
    double drift = (double)at.x - (double)lift.x - (double)r->offsets[i];
    double gap = (double)below.y - (double)at.y - (double)heights[i] - (on < 0 ? 2 : 4);
    // Half an ulp for each of the two positions, now and when the offset was taken.
    double rounding = ulp_of(at.x, lift.x, 0) + ulp_of(r->offsets[i], r->seat, 0);
    bool drifts = fabs(drift) > rounding;
    // A fast lift comes from larger coordinates.
    double ulp = ulp_of(fabsf(at.y) + heights[i], fabsf(below.y) + 4, fabsf(r->last_y[i]) + heights[i]);
    carom_shape rider = carom_world_shape(r->t.world, r->riders[i]);
    carom_shape support = carom_world_shape(r->t.world, on < 0 ? r->lift : r->riders[on]);
    bool sinks = cr_relate(&rider, &support) == CR_INSIDE;
    if (drifts || sinks || fabs(gap) > 2 * ulp)
        fail_msg("seed %llu, motion %d, way %d, step %ld: rider %d is off by %g (%g of the rounding), its gap is %g "
                 "(%g ulp)",
                 (unsigned long long)r->seed, r->motion, r->t.way, step, i, drift, drift / rounding, gap, gap / ulp);
    r->last_y[i] = at.y;
}

static void ride_once(uint64_t seed, long steps) {
    random_source r = {seed};
    ride on = new_ride(&r, seed);
    for (long i = 0; i < BOARDING; ++i) step_ride(&on, i);
    for (int i = 0; i < RIDERS; ++i) {
        carom_vec2 at = place_of(&on.t, on.riders[i]);
        on.seat = fmaxf(on.seat, fabsf(at.x) + 60);
        on.offsets[i] = (float)((double)at.x - (double)place_of(&on.t, on.lift).x);
        on.last_y[i] = at.y;
    }
    for (long i = BOARDING; i < steps; ++i) {
        step_ride(&on, i);
        for (int k = 0; k < RIDERS; ++k) check_rider(&on, k, i);
    }
    carom_world_free(on.t.world);
}

/// Rides that have lost a rider, or lifted one off by more than 2 ulp.
static void riders_of_these_rides_were_lost(void **state) {
    (void)state;
    static const uint64_t seeds[] = {1101000070, 1101000073, 1101000168, 1101000388, 1101000484, 1101000551, 1101000868,
                                     1101000946, 1101001264, 1101001309, 1101002410, 1101002488, 1101003796};
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; ++i) ride_once(seeds[i], 200);
}

/// The same in longer rides.
static void riders_of_these_longer_rides_were_lost(void **state) {
    (void)state;
    ride_once(7000005141, 300);
    ride_once(1103000017, 500);
    ride_once(5500002892, 200);
}

static long ride_steps;

static void riders_go_with_the_lift(void **state) {
    (void)state;
    double start = seconds_now();
    for (uint64_t i = 0; go_on(start, (long long)i, 48); ++i) ride_once(battery.seed * 1000000 + i, ride_steps);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 1);
    const char *of_each = option_value(argc, argv, "--steps");
    ride_steps = of_each ? strtol(of_each, NULL, 10) : battery.seconds > 0 ? 20000 : 300;
    const struct CMUnitTest tests[] = {cmocka_unit_test(riders_of_these_rides_were_lost),
                                       cmocka_unit_test(riders_of_these_longer_rides_were_lost),
                                       cmocka_unit_test(riders_go_with_the_lift)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_steps, "lift steps", failed);
    return failed;
}
