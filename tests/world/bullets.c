// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bullets in the cave of the workloads, bouncing: none is ever in solid. What tells so is asked apart from what moves
// them. `test_world_bullets --seconds N --seed S` goes on for as long, with 100,000 of them at four speeds in turn, and
// says how many steps of a mover that were.
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
    assert_true(s.cave && s.ids);
    s.level = cave_level(s.cave, n);
    assert_non_null(s.level);
    s.world = new_world(s.level);
    random_source r = {seed};
    for (; s.count < count; ++s.count) {
        carom_vec2 at = cave_start(s.cave, n, &r, 0.05f);
        s.ids[s.count] = add(s.world, (carom_body_desc){.shape = circle(0.25f),
                                                        .position = at,
                                                        .velocity = random_direction(&r, speed),
                                                        .response = {.kind = CAROM_BOUNCE},
                                                        .filter = {.category = 1, .mask = 2}});
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
    int count = 0;
    float end = (float)(s->n - 1);
    for (int i = 0; i < s->count; ++i) {
        carom_vec2 at = carom_world_position(s->world, s->ids[i]);
        bool outside = !(at.x > 0 && at.y > 0 && at.x < end && at.y < end);
        count += outside || carom_level_solid(s->level, at);
    }
    return count;
}

/// How fast they all are together: bouncing gains and loses nothing.
static double speed_of_all(const range *s) {
    double sum = 0;
    for (int i = 0; i < s->count; ++i) {
        carom_vec2 v = carom_world_velocity(s->world, s->ids[i]);
        sum += sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    }
    return sum;
}

static void none_escapes(void **state) {
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

// ---- For as long as one likes --------------------------------------------------------------------------------------

static int soak(double seconds, uint64_t seed) {
    static const float speeds[] = {0.5f, 2, 16, 128};
    time_t end = time(NULL) + (time_t)seconds;
    long long steps = 0;
    for (int round = 0; time(NULL) < end; ++round, ++seed) {
        range s = make_range(1024, 100000, speeds[round % 4], seed);
        for (int k = 0; k < 200 && time(NULL) < end; ++k) {
            step(s.world);
            steps += s.count;
            if (k % 10 != 9) continue;
            int escaped = escapes(&s);
            if (escaped == 0) continue;
            printf("seed %llu, speed %g, step %d: %d in solid\n", (unsigned long long)seed, (double)speeds[round % 4],
                   k + 1, escaped);
            return 1;
        }
        if (escapes(&s) > 0) return 1;
        free_range(&s);
        printf("%lld steps of movers, no escapes\n", steps);
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv) {
    double seconds = 0;
    uint64_t seed = 17;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
        if (strcmp(argv[i], "--seed") == 0) seed = (uint64_t)atoll(argv[i + 1]);
    }
    if (seconds > 0) return soak(seconds, seed);
    const struct CMUnitTest tests[] = {cmocka_unit_test(none_escapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
