// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The same bits with any number of threads: crowds that cross, that bounce off each other and a level, that are alone
// with it, and all of these together. Under the thread sanitizer (preset `threads`) this is also what it looks at.
#include "cli/pool.h"
#include "random.h"
#include "world/scene.h"

#include <string.h>

enum { MOVERS = 3000, STEPS = 12 };

typedef enum crowd { CROSSING, BOUNCING, ALONE, MIXED } crowd;

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
    static const carom_response_kind all[] = {CAROM_CROSS, CAROM_BOUNCE, CAROM_SLIDE, CAROM_TOUCH};
    float size = random_range(r, 0.2f, 0.6f);
    carom_body_desc desc = {.shape = random_below(r, 4) ? circle(size) : box(size, size),
                            .position = {random_range(r, 5, 250), random_range(r, 5, 250)},
                            .velocity = random_direction(r, random_range(r, 0, 3))};
    desc.response.kind = kind == CROSSING ? CAROM_CROSS : kind == MIXED ? all[random_below(r, 4)] : CAROM_BOUNCE;
    if (kind == ALONE) desc.filter = (carom_filter){.category = 1, .mask = 2};
    if (kind == MIXED) desc.is_static = random_below(r, 20) == 0;
    return desc;
}

static bool odd_ones_only(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    (void)world;
    (void)user_data;
    return (a.index + b.index) % 3 != 0;
}

static uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/// All events and pairs of all steps, and where everyone is.
static uint64_t run(crowd kind, const carom_level *level, int threads) {
    random_source r = {(uint64_t)kind};
    pool *p = threads > 1 ? pool_make(threads) : NULL;
    assert_true(threads == 1 || p);
    carom_world *world;
    carom_world_desc desc = {.level = kind == CROSSING ? NULL : level,
                             .tasks = pool_tasks(p),
                             .may_meet = kind == MIXED ? odd_ones_only : NULL};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_OK);
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
    }
    hash ^= carom_world_hash(world);
    carom_world_free(world);
    pool_free(p);
    return hash;
}

static void same_bits(void **state) {
    (void)state;
    carom_level *level = pillars();
    for (crowd kind = CROSSING; kind <= MIXED; ++kind) {
        uint64_t hash = run(kind, level, 1);
        for (int threads = 2; threads <= 5; ++threads) assert_true(run(kind, level, threads) == hash);
    }
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
