// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Many small worlds on one level are independent, and small.
#include "ledger.h"
#include "level/maps.h"
#include "world/bodies.h"

enum { WORLDS = 40, MOVERS = 32 };

static carom_world *make_match(const carom_level *level, ledger *l, uint64_t seed, int movers) {
    carom_world *world;
    carom_allocator allocator = allocator_of(l);
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = level, .allocator = &allocator}, &world),
                     CAROM_STATUS_OK);
    numbers n = {{seed}, false};
    for (int i = 0; i < movers; ++i) {
        add(world, (carom_body_desc){.shape = circle(0.3f),
                                     .position = {random_range(&n.r, 5, 59), random_range(&n.r, 5, 59)},
                                     .velocity = place(&n, 1),
                                     .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}});
    }
    return world;
}

static carom_level *arena(void) {
    map m;
    map_draw(&m,
             "################\n#..............#\n#..#....../\\...#\n#..............#\n#.....##.......#\n"
             "#..............#\n################\n",
             4);
    m.tiles.cell.y = 64.0f / 7;
    return level_of_map(&m);
}

/// Worlds stepped in turn equal worlds stepped alone.
static void worlds_are_independent(void **state) {
    (void)state;
    carom_level *level = arena();
    ledger l = {.left = -1};
    carom_world *worlds[WORLDS];
    for (int i = 0; i < WORLDS; ++i) worlds[i] = make_match(level, &l, (uint64_t)i, MOVERS);
    for (int k = 0; k < 50; ++k) {
        for (int i = 0; i < WORLDS; ++i) step(worlds[(i * 7 + k) % WORLDS]);
    }
    for (int i = 0; i < WORLDS; ++i) {
        carom_world *alone = make_match(level, &l, (uint64_t)i, MOVERS);
        for (int k = 0; k < 50; ++k) step(alone);
        assert_true(carom_world_hash(alone) == carom_world_hash(worlds[i]));
        carom_world_free(alone);
        carom_world_free(worlds[i]);
    }
    assert_true(l.held == 0);
    carom_level_free(level);
}

/// As to another process: the level by its image, the world by its snapshot.
static void world_continues_in_another_process(void **state) {
    (void)state;
    carom_level *level = arena(), *there;
    ledger l = {.left = -1}, other = l;
    size_t size = carom_level_image_size(level);
    void *image = malloc(size);
    assert_non_null(image);
    carom_level_image_write(level, image);
    assert_int_equal(carom_level_open(image, size, NULL, &there, NULL), CAROM_STATUS_OK);
    for (uint64_t seed = 0; seed < 10; ++seed) {
        carom_world *world = make_match(level, &l, seed, MOVERS), *moved = make_match(there, &other, 0, 0);
        for (int k = 0; k < 30; ++k) step(world);
        size_t bytes = carom_world_snapshot_size(world);
        void *snapshot = malloc(bytes);
        assert_int_equal(carom_world_snapshot(world, snapshot, bytes), CAROM_STATUS_OK);
        assert_int_equal(carom_world_restore(moved, snapshot, bytes), CAROM_STATUS_OK);
        free(snapshot);
        for (int k = 0; k < 30; ++k) {
            step(world);
            step(moved);
            int count, moved_count;
            carom_world_events(world, &count);
            carom_world_events(moved, &moved_count);
            assert_int_equal(count, moved_count);
            assert_true(carom_world_hash(world) == carom_world_hash(moved));
        }
        carom_world_free(world);
        carom_world_free(moved);
    }
    assert_int_equal(l.held, 0);
    assert_int_equal(other.held, 0);
    carom_level_free(there);
    carom_level_free(level);
    free(image);
}

/// The memory that does not grow with the movers, computed from worlds of 32 and of 64.
static void small_world_is_small(void **state) {
    (void)state;
    carom_level *level = arena();
    long long held[2];
    for (int i = 0; i < 2; ++i) {
        ledger l = {.left = -1};
        carom_world *world = make_match(level, &l, 3, MOVERS << i);
        for (int k = 0; k < 400; ++k) step(world);
        held[i] = l.held;
        carom_world_free(world);
        assert_true(l.held == 0);
    }
    long long overhead = held[0] - (held[1] - held[0]);
    if (overhead > 8192) fail_msg("%lld bytes a world, beside its movers' own", overhead);
    carom_level_free(level);
}

static void queries_allocate_nothing(void **state) {
    (void)state;
    carom_level *level = arena();
    ledger l = {.left = -1};
    carom_world *world = make_match(level, &l, 5, MOVERS);
    carom_world_view view = {.world = world};
    carom_shape around = circle(8);
    around.circle.center = (carom_vec2){30, 30};
    for (int k = 0; k < 400; ++k) step(world);
    long calls = l.asked;
    for (int k = 0; k < 200; ++k) {
        carom_world_ray_hit rays[4];
        carom_world_sweep_hit sweeps[4];
        carom_world_overlapped overlaps[4];
        carom_world_separation gaps[4];
        assert_true(carom_world_ray_all(&view, (carom_vec2){30, 30}, (carom_vec2){60, 60}, rays, 4) > 0);
        assert_true(carom_world_sweep_all(&view, &around, (carom_vec2){60, 9}, sweeps, 4) > 0);
        carom_world_overlap(&view, &around, overlaps, 4);
        assert_true(carom_world_nearest_all(&view, &around, HUGE_VALF, gaps, 4) > MOVERS);
        carom_world_nearest(&view, &around, HUGE_VALF);
    }
    assert_true(l.asked == calls);
    carom_world_free(world);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_independent),
        cmocka_unit_test(world_continues_in_another_process),
        cmocka_unit_test(small_world_is_small),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
