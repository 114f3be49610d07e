// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Start positions of actors: spawn points first, then random positions that are free. Placed actors are kept in buckets
// by grid square, so that a trial tests neighbours only.
#include <math.h>
#include <stdlib.h>

#include "cli/run.h"

enum { TRIALS = 20000 }; // the level is full after so many random positions in a row that are not free

// ---- Random numbers -------------------------------------------------------------------------------------------------

static uint64_t random_bits(run_random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static float random_range(run_random *random, float low, float high) {
    return low + (high - low) * ((float)(random_bits(random) >> 40) * 0x1p-24f);
}

carom_vec2 random_direction(run_random *random, float length) {
    for (;;) {
        float x = random_range(random, -1, 1), y = random_range(random, -1, 1), size2 = x * x + y * y;
        if (size2 <= 0.01f || size2 >= 1) continue;
        float scale = length / sqrtf(size2);
        return (carom_vec2){x * scale, y * scale};
    }
}

// ---- Placement ------------------------------------------------------------------------------------------------------

typedef struct placement {
    const run *run;
    const carom_vec2 *places; ///< of the actors placed so far
    float side;               ///< side of a square: actors that touch are in the same or in adjacent squares
    uint32_t mask;            ///< number of buckets - 1
    int *first, *next;        ///< linked lists of the actors in a bucket; -1 ends a list
} placement;

static uint32_t bucket_of(const placement *m, double column, double row) {
    uint64_t key = (uint64_t)(int64_t)column * 0x9E3779B97F4A7C15u ^ (uint64_t)(int64_t)row * 0xC2B2AE3D27D4EB4Fu;
    return (uint32_t)(key >> 32) & m->mask;
}

static bool placement_make(placement *m, const run *r, const carom_vec2 *places) {
    uint32_t buckets = 16;
    while (buckets < (uint32_t)r->count) buckets *= 2;
    *m = (placement){.run = r, .places = places, .side = 2.01f * r->options->radius, .mask = buckets - 1};
    m->first = malloc(buckets * sizeof *m->first);
    m->next = malloc((size_t)r->count * sizeof *m->next);
    for (uint32_t i = 0; m->first && i < buckets; i++) m->first[i] = -1;
    return m->first && m->next;
}

static void placement_free(placement *m) {
    free(m->first);
    free(m->next);
}

static bool overlaps_in(const placement *m, const carom_shape *shape, uint32_t bucket) {
    for (int i = m->first[bucket]; i >= 0; i = m->next[i]) {
        carom_shape other = carom_shape_at(&m->run->shape, m->places[i]);
        if (carom_overlap(shape, &other)) return true;
    }
    return false;
}

/// True if an actor at `place` touches nothing.
static bool is_free(const placement *m, carom_vec2 place) {
    const run *r = m->run;
    carom_shape shape = carom_shape_at(&r->shape, place);
    carom_vec2 center = {place.x + r->middle.x, place.y + r->middle.y};
    if (carom_level_solid(r->loaded.level, center)) return false;
    if (carom_level_overlap(r->walls, &shape, NULL, 0) > 0) return false;
    double column = floor((double)(place.x / m->side)), row = floor((double)(place.y / m->side));
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (overlaps_in(m, &shape, bucket_of(m, column + dx, row + dy))) return false;
        }
    }
    return true;
}

static void add_actor(placement *m, int actor) {
    carom_vec2 place = m->places[actor];
    uint32_t bucket = bucket_of(m, floor((double)(place.x / m->side)), floor((double)(place.y / m->side)));
    m->next[actor] = m->first[bucket];
    m->first[bucket] = actor;
}

static bool place_at_random(const placement *m, run_random *random, carom_vec2 *place) {
    carom_box b = m->run->loaded.bounds;
    for (int trial = 0; trial < TRIALS; trial++) {
        place->x = random_range(random, b.min.x, b.max.x) - m->run->middle.x;
        place->y = random_range(random, b.min.y, b.max.y) - m->run->middle.y;
        if (is_free(m, *place)) return true;
    }
    return false;
}

int find_start_positions(const run *r, run_random *random, carom_vec2 *places) {
    placement m;
    int count = placement_make(&m, r, places) ? 0 : -1;
    for (int i = 0; count >= 0 && count < r->count && i < carom_map_object_count(r->loaded.map); i++) {
        carom_map_object object = carom_map_object_at(r->loaded.map, i);
        places[count] = (carom_vec2){object.center.x - r->middle.x, object.center.y - r->middle.y};
        if (is_spawn_point(&object) && is_free(&m, places[count])) add_actor(&m, count++);
    }
    while (count >= 0 && count < r->count && place_at_random(&m, random, &places[count])) add_actor(&m, count++);
    placement_free(&m);
    return count;
}
