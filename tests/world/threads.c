// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The same bits with any number of threads: passing crowds, crowds that bounce off each other and off a level, movers
// alone with a level, half of which spin, all of these together, and with kinematic bodies that turn, a rule, materials
// and masses. The thread sanitizer (preset `threads`) runs this test.
#include "cli/pool.h"
#include "random.h"
#include "world/scene.h"

#include <limits.h>
#include <string.h>

enum { MOVERS = 3000, STEPS = 8 };

typedef enum crowd { CROSSING, BOUNCING, ALONE, MIXED, DRIVEN } crowd;

static carom_level *pillars(void) {
    static uint8_t codes[64 * 64];
    for (int i = 0; i < 64 * 64; ++i) {
        int x = i % 64, y = i / 64;
        bool border = x == 0 || y == 0 || x == 63 || y == 63;
        codes[i] = border || (x % 5 == 0 && y % 3 == 0) ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
    }
    carom_tiles tiles = {.columns = 64, .rows = 64, .cell = {4, 4}, .codes = codes};
    return level_of_tiles(&tiles);
}

static carom_body_desc body_of(crowd kind, random_source *r) {
    static const carom_response_kind all[] = {CAROM_RESPONSE_PASS, CAROM_RESPONSE_BOUNCE, CAROM_RESPONSE_SLIDE,
                                              CAROM_RESPONSE_STOP};
    float size = random_range(r, 0.2f, 0.6f);
    carom_body_desc desc = {.shape = random_below(r, 4) ? circle(size) : box(size, size),
                            .position = {random_range(r, 5, 250), random_range(r, 5, 250)},
                            .velocity = random_direction(r, random_range(r, 0, 3))};
    desc.response.kind = kind == CROSSING ? CAROM_RESPONSE_PASS
                         : kind >= MIXED  ? all[random_below(r, 4)]
                                          : CAROM_RESPONSE_BOUNCE;
    desc.response.restitution = 1;
    if (kind == ALONE) desc.filter = (carom_filter){.category = 1, .ignore = ~2u};
    if (kind != CROSSING && kind != BOUNCING && random_below(r, 2)) desc.spin = random_range(r, -2, 2);
    if (kind >= MIXED && random_below(r, 20) == 0) {
        desc.type = CAROM_BODY_STATIC;
        desc.spin = 0;
    }
    if (kind != DRIVEN) return desc;
    if (random_below(r, 10) == 0) {
        desc.type = CAROM_BODY_KINEMATIC;
        desc.spin = random_below(r, 2) ? random_range(r, -3, 3) : 0;
    }
    desc.sensor = random_below(r, 30) == 0;
    desc.mass = (float)random_below(r, 3);
    desc.material = (carom_material){random_range(r, -0.5f, 0.5f), random_range(r, 0, 1), random_range(r, -1, 1)};
    return desc;
}

static bool odd_ones_only(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    (void)world;
    (void)user_data;
    return (a.index + b.index) % 3 != 0;
}

static void pass_some(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if ((contact->mover + contact->other) % 4 == 0) response->kind = CAROM_RESPONSE_PASS;
    if (contact->mover % 5 == 0) response->friction = contact->approach;
}

static uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/// All events and pairs of all steps, and the final positions.
static uint64_t run(crowd kind, const carom_level *level, int threads) {
    random_source r = {(uint64_t)kind};
    pool *p = threads > 1 ? pool_make(threads) : NULL;
    assert_true(threads == 1 || p);
    carom_world *world;
    carom_world_desc desc = {.level = kind == CROSSING ? NULL : level,
                             .tasks = pool_tasks(p),
                             .custom_filter = kind == MIXED ? odd_ones_only : NULL,
                             .rule = kind == DRIVEN ? pass_some : NULL};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    for (int i = 0; i < MOVERS; ++i) add(world, body_of(kind, &r));
    uint64_t hash = 0;
    for (int i = 0; i < STEPS; ++i) {
        step(world);
        int count;
        const carom_event *e = carom_world_events(world, &count);
        for (int k = 0; k < count; ++k) {
            hash = mix(hash, &e[k].t, sizeof e[k].t);
            hash = mix(hash, &e[k].a, sizeof e[k].a);
            hash = mix(hash, &e[k].b, sizeof e[k].b);
            hash = mix(hash, &e[k].point, sizeof e[k].point);
        }
        const carom_pair *pairs = carom_world_pairs(world, &count);
        for (int k = 0; k < count; ++k) hash = mix(hash, &pairs[k].normal, sizeof pairs[k].normal);
        const carom_crush *crushes = carom_world_crushes(world, &count);
        for (int k = 0; k < count; ++k) hash = mix(hash, &crushes[k], sizeof crushes[k]);
    }
    hash ^= carom_world_hash(world);
    carom_world_free(world);
    pool_free(p);
    return hash;
}

static void threads_give_same_bits(void **state) {
    (void)state;
    carom_level *level = pillars();
    for (crowd kind = CROSSING; kind <= DRIVEN; ++kind) {
        uint64_t hash = run(kind, level, 1);
        for (int threads = 2; threads <= 8; ++threads) assert_true(run(kind, level, threads) == hash);
    }
    carom_level_free(level);
}

static void one_after_the_other(void *context, int count, void (*task)(void *data, int index), void *data) {
    if (count > *(int *)context) *(int *)context = count;
    for (int i = 0; i < count; ++i) task(data, i);
}

/// An excessive number of workers does not make more slices than the bodies justify.
static void number_of_slices_is_bounded(void **state) {
    (void)state;
    const int workers[] = {INT_MIN, -1, 0, 1, 1 << 29, 1 << 30, (1 << 30) + 1, INT_MAX};
    uint64_t first = 0;
    for (int i = 0; i < 8; ++i) {
        int most = 0;
        random_source r = {1};
        carom_world *world;
        carom_world_desc desc = {.tasks = {one_after_the_other, &most, workers[i]}};
        assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
        for (int k = 0; k < MOVERS; ++k) add(world, body_of(BOUNCING, &r));
        step(world);
        if (i == 0) first = carom_world_hash(world);
        assert_true(carom_world_hash(world) == first);
        assert_less(1, most);
        assert_not_above(most, MOVERS / 512);
        carom_world_free(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_give_same_bits),
                                       cmocka_unit_test(number_of_slices_is_bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
