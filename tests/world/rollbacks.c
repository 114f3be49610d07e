// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rollback in a game of 2,000 bodies of every type, with tags, materials, a rule and a callback that adds, changes and
// removes bodies. A few steps are taken back again and again; or another world continues from the snapshot. Nothing is
// set again, and every step has the hash that it had the first time, calls included. Arguments: --seconds, --seed.
#include "battery.h"
#include "world/bodies.h"

enum { BODIES = 2000, MOST_BODIES = 2100, STEPS = 30, LONGEST = 16, SIDE = 64, CELL = 16 };
enum { CRATE = 1, BOMB, GHOST, ICE, KINDS }; // the low byte of a tag; the rest is a counter

typedef struct game {
    carom_world *world;
    uint64_t seed, calls; ///< a hash of all calls in the step
} game;

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * 0x100000001B3u;
}

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// ---- Callbacks ------------------------------------------------------------------------------------------------------

/// A bomb leaves a crate where it hits a body for the third time; a crate counts its contacts.
static void on_collision(carom_world *world, const carom_event *event, void *user_data) {
    game *g = user_data;
    uint64_t tag = carom_world_tag(world, event->a);
    g->calls = mix(mix(mix(g->calls, tag), carom_world_tag(world, event->b)), bits_of(event->t) + event->gone);
    if (event->kind != CAROM_EVENT_BEGIN) return;
    if (tag % 256 == CRATE) carom_world_set_tag(world, event->a, tag + 256);
    if (tag % 256 != BOMB || event->level >= 0) return;
    carom_world_set_tag(world, event->a, tag + 256);
    if (tag < 3 * 256) return;
    carom_body_desc desc = {.shape = circle(1), .position = event->point, .tag = CRATE};
    carom_world_remove(world, event->a);
    if (carom_world_count(world) < MOST_BODIES) add(world, desc);
}

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    game *g = user_data;
    g->calls = mix(mix(g->calls, contact->mover_tag), bits_of(contact->approach));
    if (contact->mover_tag % 256 == GHOST && contact->surface.tag % 256 == CRATE) response->kind = CAROM_RESPONSE_PASS;
    if (contact->surface.tag % 256 == ICE) response->friction = 0;
}

// ---- The game -------------------------------------------------------------------------------------------------------

static carom_level *arena(void) {
    static uint8_t codes[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        int x = i % SIDE, y = i / SIDE;
        bool border = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
        codes[i] = border || (x % 7 == 3 && y % 5 == 2) ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
    }
    return level_of_tiles(&(carom_tiles){.columns = SIDE, .rows = SIDE, .cell = {CELL, CELL}, .codes = codes});
}

static carom_body_desc some_body(numbers *n) {
    random_source *r = &n->r;
    carom_body_desc desc = {.shape = random_body_shape(n, random_range(r, 1, 4)),
                            .position = {number(n, CELL, (SIDE - 1) * CELL), number(n, CELL, (SIDE - 1) * CELL)},
                            .velocity = place(n, 12),
                            .response = {(carom_response_kind)random_below(r, 4), 1, random_unit(r), 0},
                            .material = {0, random_unit(r), random_range(r, -2, 2)},
                            .mass = (float)random_below(r, 4),
                            .tag = (uint64_t)random_below(r, KINDS)};
    if (random_below(r, 10) == 0) desc.type = random_below(r, 2) ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC;
    if (desc.type != CAROM_BODY_STATIC && random_below(r, 12) == 0) desc.spin = random_range(r, -1, 1);
    if (random_below(r, 4) == 0) desc.filter = random_filter(r);
    desc.sensor = random_below(r, 20) == 0;
    return desc;
}

static void new_game(game *g, const carom_level *level, uint64_t seed) {
    *g = (game){.seed = seed};
    const carom_world_desc desc = {
        .level = level, .on_collision = on_collision, .rule = decide, .user_data = g, .down = {0, 1}};
    assert_int_equal(carom_world_make(&desc, &g->world), CAROM_STATUS_OK);
}

static void fill(const game *g) {
    numbers n = {.r = {g->seed}, .lattice = g->seed % 2};
    for (int i = 0; i < BODIES; ++i) add(g->world, some_body(&n));
    assert_int_equal(carom_world_set_edge_material(g->world, 0, (carom_material){0, 0.5f, 1}), CAROM_STATUS_OK);
}

static void change_one(const game *g, numbers *n, carom_body_id id) {
    carom_body_desc desc = some_body(n);
    switch (random_below(&n->r, 7)) {
    case 0: carom_world_set_position(g->world, id, desc.position); break;
    case 1: carom_world_set_shape(g->world, id, &desc.shape); break;
    case 2: carom_world_set_filter(g->world, id, desc.filter); break;
    case 3: carom_world_set_response(g->world, id, desc.response); break;
    case 4: carom_world_set_material(g->world, id, desc.material); break;
    case 5: carom_world_set_tag(g->world, id, desc.tag); break;
    default: carom_world_set_velocity(g->world, id, desc.velocity); break;
    }
}

/// The input of a step depends on its number and on the bodies: lifts get targets, some bodies change, some fall.
static uint64_t play(game *g, int number) {
    carom_body_id ids[MOST_BODIES];
    int count = carom_world_bodies(g->world, ids, MOST_BODIES);
    numbers n = {.r = {g->seed + (uint64_t)number * 1000003}, .lattice = number % 2};
    for (int i = 0; i < 20; ++i) change_one(g, &n, ids[random_below(&n.r, count)]);
    for (int i = number % 4; i < count; i += 4) {
        carom_vec2 at = carom_world_position(g->world, ids[i]), v = carom_world_velocity(g->world, ids[i]);
        if (carom_world_type(g->world, ids[i]) == CAROM_BODY_KINEMATIC && i % 3 == 0)
            carom_world_move_to(g->world, ids[i], (carom_vec2){at.x + v.y, at.y - v.x});
        if (carom_world_type(g->world, ids[i]) == CAROM_BODY_MOVER)
            carom_world_set_velocity(g->world, ids[i], (carom_vec2){v.x * 0.9f, v.y + 0.5f});
    }
    g->calls = 0;
    step(g->world);
    uint64_t hash = mix(carom_world_hash(g->world), g->calls);
    int crushes;
    const carom_crush *crushed = carom_world_crushes(g->world, &crushes);
    for (int i = 0; i < crushes; ++i) hash = mix(hash, carom_world_tag(g->world, crushed[i].body));
    return hash;
}

typedef struct saved {
    void *bytes;
    size_t size;
} saved;

static void save(const game *g, saved *out) {
    size_t size = carom_world_snapshot_size(g->world);
    void *bytes = realloc(out->bytes, size);
    assert_non_null(bytes);
    *out = (saved){bytes, size};
    assert_int_equal(carom_world_snapshot(g->world, bytes, size), CAROM_STATUS_OK);
}

static void restore(game *g, const saved *from) {
    assert_int_equal(carom_world_restore(g->world, from->bytes, from->size), CAROM_STATUS_OK);
}

static long long all_steps;

/// Plays STEPS steps. Between them, two worlds in turn go back up to LONGEST steps and come again.
static void roll_back(uint64_t seed, const carom_level *level) {
    random_source r = {seed};
    game games[2];
    saved ring[LONGEST] = {{0}};
    uint64_t hashes[STEPS];
    for (int i = 0; i < 2; ++i) new_game(&games[i], level, seed);
    fill(&games[0]);
    for (int reached = 0; reached < STEPS; ++reached) {
        save(&games[0], &ring[reached % LONGEST]);
        hashes[reached] = play(&games[0], reached);
        ++all_steps;
        int length = random_below(&r, 3) ? 0 : 1 + random_below(&r, reached < LONGEST ? reached + 1 : LONGEST);
        if (length == 0) continue;
        game *g = &games[random_below(&r, 2)];
        int first = reached + 1 - length;
        restore(g, &ring[first % LONGEST]);
        for (int i = first; i <= reached; ++i, ++all_steps) {
            if (play(g, i) != hashes[i])
                fail_msg("seed %llu: step %d after %d of %d", (unsigned long long)seed, i, first, reached);
        }
    }
    for (int i = 0; i < LONGEST; ++i) free(ring[i].bytes);
    for (int i = 0; i < 2; ++i) carom_world_free(games[i].world);
}

static void every_step_is_the_same_again(void **state) {
    (void)state;
    carom_level *level = arena();
    double start = seconds_now();
    for (uint64_t i = 0; go_on(start, (long long)i, 1); ++i) roll_back(battery.seed * 1000000 + i, level);
    carom_level_free(level);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_step_is_the_same_again)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_steps, "rollback steps", failed);
    return failed;
}
