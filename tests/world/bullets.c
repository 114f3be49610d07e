// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bouncing bullets in a cave: none ever enters the solid. The check does not use the level, but the samples that the
// cave is made from. `test_world_bullets --seconds N --steps M --speed V --seed S` runs for N seconds, or for M million
// steps of a mover, with 100,000 movers at V units a step, or at four speeds in turn. It checks every mover after every
// step, and prints the number of steps.
#include "battery.h"
#include "bench/cave.h"
#include "world/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct range {
    carom_world *world;
    carom_level *level;
    uint8_t *cave;
    carom_body_id *ids;
    int count, n;
} range;

static range make_range(int n, int count, float speed, uint64_t seed) {
    range s = {.cave = cave_make(n, 1), .ids = malloc((size_t)count * sizeof *s.ids), .n = n};
    assert_true(s.cave);
    assert_true(s.ids);
    s.level = cave_level(s.cave, n);
    assert_non_null(s.level);
    s.world = new_world(s.level);
    random_source r = {seed};
    for (; s.count < count; ++s.count) {
        carom_vec2 at = cave_start(s.cave, n, &r, 0.05f);
        s.ids[s.count] = add(s.world, (carom_body_desc){.shape = circle(0.25f),
                                                        .position = at,
                                                        .velocity = random_direction(&r, speed),
                                                        .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1},
                                                        .filter = {.category = 1, .ignore = ~2u}});
    }
    return s;
}

static void free_range(range *s) {
    carom_world_free(s->world);
    carom_level_free(s->level);
    free(s->cave);
    free(s->ids);
}

static int escapes(const range *s) {
    int count = 0, places;
    float end = (float)(s->n - 1);
    const carom_vec2 *positions = carom_world_positions(s->world, &places);
    assert_int_equal(places, s->count);
    for (int i = 0; i < s->count; ++i) {
        carom_vec2 at = positions[i];
        bool within = at.x > 0 && at.y > 0 && at.x < end && at.y < end;
        count += !within || cave_solid(s->cave, s->n, at);
    }
    return count;
}

/// The sum of all speeds, which bouncing preserves.
static double speed_of_all(const range *s) {
    double sum = 0;
    for (int i = 0; i < s->count; ++i) {
        carom_vec2 v = carom_world_velocity(s->world, s->ids[i]);
        sum += sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    }
    return sum;
}

/// The samples and the level have the same solids.
static void samples_agree_with_level(void **state) {
    (void)state;
    range s = make_range(256, 1, 1, 17);
    random_source r = {3};
    for (int i = 0; i < 4000; ++i) {
        carom_vec2 at = {random_range(&r, 0, 255), random_range(&r, 0, 255)};
        assert_int_equal(cave_solid(s.cave, s.n, at), carom_level_solid(s.level, at));
    }
    free_range(&s);
}

static void no_bullet_escapes(void **state) {
    (void)state;
    static const float speeds[] = {0.5f, 4, 50};
    for (int i = 0; i < 3; ++i) {
        range s = make_range(256, 500, speeds[i], 17);
        double before = speed_of_all(&s);
        for (int k = 0; k < 40; ++k) {
            step(s.world);
            assert_int_equal(escapes(&s), 0);
        }
        assert_true(fabs(speed_of_all(&s) - before) < 1e-3 * before);
        free_range(&s);
    }
}

// ---- Long runs -----------------------------------------------------------------------------------------------------

/// The end of a run: a time, or a number of steps.
typedef struct limits {
    double start;
    long long steps;
    float speed; // 0: four speeds in turn
} limits;

static bool is_over(const limits *l, long long steps) {
    return (battery.seconds > 0 && !go_on(l->start, 0, 0)) || steps >= l->steps;
}

/// Runs 200 steps of one cave; returns the number of steps of a mover, or -1 after an escape.
static long long soak_one(float speed, uint64_t seed, const limits *l, long long before) {
    range s = make_range(1024, 100000, speed, seed);
    long long steps = 0;
    int escaped = 0;
    for (int k = 0; k < 200 && escaped == 0 && !is_over(l, before + steps); ++k) {
        step(s.world);
        steps += s.count;
        escaped = escapes(&s);
        if (escaped)
            printf("seed %llu, speed %g, step %d: %d in solid\n", (unsigned long long)seed, (double)speed, k + 1,
                   escaped);
    }
    free_range(&s);
    return escaped ? -1 : steps;
}

static int soak(limits l) {
    static const float speeds[] = {0.5f, 2, 16, 128};
    bool escaped = false;
    long long steps = 0;
    for (uint64_t round = 0; !escaped && !is_over(&l, steps); ++round) {
        float speed = l.speed > 0 ? l.speed : speeds[round % 4];
        long long more = soak_one(speed, battery.seed + 1000 * round, &l, steps);
        escaped = more < 0;
        if (!escaped) steps += more;
    }
    print_counted(steps, "bullet steps", escaped);
    return escaped;
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 17, 1);
    const char *millions = option_value(argc, argv, "--steps"), *speed = option_value(argc, argv, "--speed");
    if (battery.seconds > 0 || millions) {
        long long steps = millions ? (long long)(strtod(millions, NULL) * 1e6) : INT64_MAX;
        return soak((limits){seconds_now(), steps, speed ? strtof(speed, NULL) : 0});
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_agree_with_level), cmocka_unit_test(no_bullet_escapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
