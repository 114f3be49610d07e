// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Who comes near whom. The boxes in the broad phase are made for several steps: who stays in its box has the neighbours
// that it had. So pairs of boxes that overlap are kept, in the order of pairs (L. Verlet, Computer "experiments" on
// classical fluids, 1967, keeps such lists for molecules), and a step looks through them only. Who leaves its box, or
// was put somewhere, gets a new one and is asked about anew. When that becomes too much, or the boxes are used up, all
// are made anew. Which pairs are taken does not depend on it: those whose ways' boxes overlap.
#include "world/state.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 16, ALONE_STEPS = 3, SAMPLES = 128, BATCH = 256 };

static cr_lanes4 *swept_of(const carom_world *world) {
    return world->swept.data;
}

// ---- Boxes for several steps ---------------------------------------------------------------------------------------

/// As many steps as make the boxes about half as large again as the bodies.
static int steps_for(const carom_world *world) {
    double ways = 0, sizes = 0; // width and height
    uint32_t every = world->places / SAMPLES + 1;
    for (uint32_t i = 0; i < world->places; i += every) {
        if (!cr_is_mover(world, i)) continue;
        carom_vec2 move = cr_move_of(world, i);
        cr_lanes4 box = swept_of(world)[i];
        double way = fabs((double)move.x) + fabs((double)move.y);
        sizes -= (double)box[0] + (double)box[1] + (double)box[2] + (double)box[3] + way;
        ways += way;
    }
    if (!(sizes * 0.6 < MOST_STEPS * ways)) return MOST_STEPS;
    return sizes * 0.6 > ways ? (int)(sizes * 0.6 / ways) : 1;
}

/// The box of a way, and of as many more like it.
static inline carom_box fat_box(cr_lanes4 swept, carom_vec2 move, double steps) {
    carom_vec2 way = {(float)((double)move.x * steps), (float)((double)move.y * steps)};
    cr_lanes4 fat = swept + cr_lower_lanes(cr_both_ways(way), cr_all_lanes(0));
    if (cr_gather_bits(cr_size_lanes(fat) <= FLT_MAX) != 15) fat = swept;
    return (carom_box){{fat[0], fat[1]}, {-fat[2], -fat[3]}};
}

/// For how many steps more than this one, and a quarter for rounding. Who meets nobody may turn round at a level: its
/// box is made for that as well.
static carom_box box_for(const carom_world *world, uint32_t index) {
    cr_lanes4 swept = swept_of(world)[index];
    carom_vec2 move = cr_move_of(world, index);
    if (world->meeting) return fat_box(swept, move, world->steps_left > 1 ? world->steps_left - 0.75 : 0);
    carom_box box = fat_box(swept, move, ALONE_STEPS);
    return fat_box(cr_outward(&box), (carom_vec2){-move.x, -move.y}, 2 * ALONE_STEPS);
}

static void fatten_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    uint8_t *state = world->broad.state;
    cr_survey survey = cr_survey_nothing();
    cr_range r = cr_share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        state[i] &= (uint8_t)~CR_BROAD_PUT;
        if (!cr_is_mover(world, i)) continue;
        world->broad.boxes[i] = box_for(world, i);
        cr_survey_add(&survey, cr_load_lanes(&world->broad.boxes[i]));
    }
    part->survey = survey;
}

static void number_part(cr_part *part, uint32_t number, uint32_t parts) {
    cr_range r = cr_share_of(part->world->broad.used, number, parts);
    cr_broad_number(&part->world->broad, r.begin, r.end);
}

static void store_part(cr_part *part, uint32_t number, uint32_t parts) {
    cr_range r = cr_share_of(part->world->broad.sets[CR_BROAD_MOVERS].count, number, parts);
    cr_broad_store(&part->world->broad, r.begin, r.end);
}

static void sort_all(carom_world *world) {
    const cr_part *parts = world->parts.data;
    cr_survey survey = parts[0].survey;
    for (uint32_t p = 1; p < world->parts.count; ++p) cr_survey_join(&survey, &parts[p].survey);
    cr_broad_plan(&world->broad, &survey);
    cr_do_parts(world, number_part);
    cr_broad_sort(&world->broad);
    cr_do_parts(world, store_part);
}

// ---- All pairs anew ------------------------------------------------------------------------------------------------

/// Which of the buckets the pairs of a first body are sorted in.
static uint32_t shift_of(const carom_world *world) {
    uint32_t shift = 0;
    while ((world->places >> shift) >= CR_BUCKETS) ++shift;
    return shift;
}

static void take_found(void *context, const cr_candidate *candidates, int count) {
    cr_part *part = context;
    const uint8_t *state = part->world->broad.state;
    uint32_t shift = shift_of(part->world);
    cr_list *found = &part->found;
    bool room = found->count + (uint32_t)count <= found->capacity;
    cr_candidate *to = (cr_candidate *)found->data + found->count;
    found->count += (uint32_t)count;
    for (int i = 0; i < count && room; ++i) {
        uint32_t a = candidates[i].a, b = candidates[i].b;
        bool turn = b < a && !(state[b] & CR_BROAD_IS_FIXED);
        to[i] = (cr_candidate){turn ? b : a, turn ? a : b};
        ++part->buckets[to[i].a >> shift];
    }
}

static void find_part(cr_part *part, uint32_t number, uint32_t parts) {
    part->found.count = 0;
    memset(part->buckets, 0, sizeof part->buckets);
    cr_broad_pairs(&part->world->broad, number, parts, take_found, part);
}

/// Where the pairs of a bucket begin, and within it those that a part has found.
static uint32_t begin_of(const carom_world *world, uint32_t bucket, uint32_t part) {
    const cr_part *parts = world->parts.data;
    uint32_t at = 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        for (uint32_t k = 0; k < bucket; ++k) at += parts[p].buckets[k];
        if (p < part && bucket < CR_BUCKETS) at += parts[p].buckets[bucket];
    }
    return at;
}

static void scatter_part(cr_part *part, uint32_t number, uint32_t parts) {
    (void)parts;
    const carom_world *world = part->world;
    const cr_candidate *found = part->found.data;
    cr_candidate *to = world->unsorted.data;
    uint32_t place[CR_BUCKETS], shift = shift_of(world);
    for (uint32_t k = 0; k < CR_BUCKETS; ++k) place[k] = begin_of(world, k, number);
    for (uint32_t i = 0; i < part->found.count; ++i) to[place[found[i].a >> shift]++] = found[i];
}

/// By the second, within each first body; each has few, or they are in order already.
static void sort_seconds(cr_candidate *pairs, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        cr_candidate pair = pairs[i];
        uint32_t hole = i;
        for (; hole > 0 && pairs[hole - 1].a == pair.a && pairs[hole - 1].b > pair.b; --hole) {
            pairs[hole] = pairs[hole - 1];
        }
        pairs[hole] = pair;
    }
}

static void sort_bucket(const carom_world *world, uint32_t bucket) {
    const cr_candidate *from = world->unsorted.data;
    cr_candidate *to = world->neighbours.data;
    uint32_t begin = begin_of(world, bucket, 0), end = begin_of(world, bucket + 1, 0), shift = shift_of(world);
    uint32_t first = bucket << shift, bodies = 1u << shift, *place = world->broad.cells + first, sum = begin;
    if (begin == end) return;
    bodies = first + bodies < world->places ? bodies : world->places - first;
    memset(place, 0, bodies * sizeof *place);
    for (uint32_t i = begin; i < end; ++i) ++place[from[i].a - first];
    for (uint32_t i = 0; i < bodies; ++i) {
        uint32_t size = place[i];
        place[i] = sum;
        sum += size;
    }
    for (uint32_t i = begin; i < end; ++i) to[place[from[i].a - first]++] = from[i];
    sort_seconds(to + begin, end - begin);
}

static void sort_part(cr_part *part, uint32_t number, uint32_t parts) {
    for (uint32_t k = number; k < CR_BUCKETS; k += parts) sort_bucket(part->world, k);
}

/// What all parts found in the order of pairs, by counting (H. H. Seward 1954) those of some first bodies, and then
/// those of each.
static bool sort_found(carom_world *world) {
    const cr_part *parts = world->parts.data;
    uint32_t total = 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) total += parts[p].found.count;
    if (!cr_list_reserve(&world->neighbours, world->allocator, total + total / 2) ||
        !cr_list_reserve(&world->unsorted, world->allocator, total + total / 2) ||
        !cr_list_reserve(&world->new_neighbours, world->allocator, 2 * world->places)) {
        return false;
    }
    world->neighbours.count = total;
    cr_do_parts(world, scatter_part);
    cr_do_parts(world, sort_part);
    return true;
}

static void find_all(carom_world *world) {
    world->steps_left = world->meeting ? steps_for(world) : MOST_STEPS;
    world->broad.kept = false;
    world->neighbours.count = world->new_neighbours.count = 0;
    cr_do_parts(world, fatten_part);
    sort_all(world);
    if (!world->meeting) return;
    cr_do_parts(world, find_part);
    if (!world->out_of_memory && !sort_found(world)) world->out_of_memory = true;
    world->broad.kept = !world->out_of_memory;
}

// ---- Those that left their boxes -----------------------------------------------------------------------------------

typedef struct asking {
    carom_world *world;
    uint32_t index;
} asking;

static bool take_neighbour(void *context, uint32_t other) {
    const asking *a = context;
    if (other == a->index || (cr_is_static(a->world, a->index) && cr_is_static(a->world, other))) return true;
    cr_keyed *pair = cr_push(a->world, &a->world->new_neighbours);
    if (pair) *pair = (cr_keyed){.key = cr_pair_of(a->world, a->index, other)};
    return pair != NULL;
}

static void put_restless(carom_world *world, const cr_part *part) {
    const uint32_t *restless = part->restless.data;
    for (uint32_t i = 0; i < part->restless.count; ++i) {
        uint32_t index = restless[i];
        if (!cr_is_static(world, index)) {
            cr_broad_put(&world->broad, index, box_for(world, index), false);
        }
        world->broad.state[index] &= (uint8_t)~CR_BROAD_PUT;
    }
}

static void ask_restless(carom_world *world, const cr_part *part) {
    const uint32_t *restless = part->restless.data;
    for (uint32_t i = 0; i < part->restless.count && !world->out_of_memory; ++i) {
        asking a = {world, restless[i]};
        cr_broad_find(&world->broad, world->broad.boxes[restless[i]], take_neighbour, &a);
    }
}

static void ask_anew(carom_world *world) {
    const cr_part *parts = world->parts.data;
    for (uint32_t p = 0; p < world->parts.count; ++p) put_restless(world, &parts[p]);
    for (uint32_t p = 0; p < world->parts.count && world->meeting; ++p) ask_restless(world, &parts[p]);
    if (!cr_sort_once(&world->new_neighbours, &world->scratch, world->allocator)) world->out_of_memory = true;
    if (world->out_of_memory) world->broad.kept = false;
}

/// Is asking about so many, each of which looks at all that are loose, dearer than making everything anew?
static bool is_too_much(const carom_world *world, uint32_t restless) {
    const cr_broad *broad = &world->broad;
    double loose = (double)broad->sets[CR_BROAD_MOVERS].loose_count + restless;
    double movers = (double)broad->population[CR_BROAD_MOVERS];
    return restless * (200 + loose) > 16 * movers || world->new_neighbours.count > movers;
}

void cr_find_neighbours(carom_world *world) {
    const cr_part *parts = world->parts.data;
    uint32_t restless = 0;
    world->meeting = world->all.group > 0 || (world->all.category & world->all.mask) != 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) restless += parts[p].restless.count;
    bool kept = world->broad.kept || !world->meeting;
    if (!kept || --world->steps_left < 1 || is_too_much(world, restless)) {
        find_all(world);
    } else if (restless > 0) {
        ask_anew(world);
    }
}

// ---- Taking them ---------------------------------------------------------------------------------------------------

typedef struct taking {
    const cr_lanes4 *swept;
    cr_broad_take *take;
    void *context;
    int count;
    cr_candidate near[BATCH];
} taking;

static inline uint64_t key_of(cr_candidate pair) {
    return (uint64_t)pair.a << 32 | pair.b;
}

/// All are written, and then counted or not: which of them are near cannot be foretold.
static void take_run(taking *t, const cr_candidate *pairs, uint32_t count) {
    const cr_lanes4 *swept = t->swept;
    while (count > 0) {
        int near = t->count;
        uint32_t some = count < (uint32_t)(BATCH - near) ? count : (uint32_t)(BATCH - near);
        for (uint32_t i = 0; i < some; ++i) {
            cr_lanes4 a = swept[pairs[i].a], gaps = swept[pairs[i].b] + CR_SHUFFLED(a, 2, 3, 0, 1);
            t->near[near] = pairs[i];
            near += cr_gather_bits(gaps <= 0) == 15;
        }
        pairs += some;
        count -= some;
        t->count = near;
        if (near < BATCH) continue;
        t->take(t->context, t->near, near);
        t->count = 0;
    }
}

static uint64_t key_at(const void *pair) {
    return key_of(*(const cr_candidate *)pair);
}

/// The first of the pairs that does not come before a key.
static uint32_t find_key(const cr_candidate *pairs, uint32_t low, uint32_t high, uint64_t key) {
    return cr_find_key_among(pairs, sizeof *pairs, key_at, low, high, key);
}

uint64_t cr_first_pair(const carom_world *world, uint32_t part, uint32_t parts) {
    uint32_t count = world->neighbours.count;
    if (part == 0 || part == parts) return part == 0 ? 0 : UINT64_MAX;
    if (count < world->places) return (uint64_t)cr_share_of(world->places, part, parts).begin << 32;
    return key_of(((const cr_candidate *)world->neighbours.data)[cr_share_of(count, part, parts).begin]);
}

void cr_take_neighbours(const carom_world *world, uint32_t part, uint32_t parts, cr_broad_take *take, void *context) {
    taking t = {.swept = swept_of(world), .take = take, .context = context};
    const cr_candidate *pairs = world->neighbours.data;
    const cr_list *others = &world->new_neighbours;
    uint64_t first = cr_first_pair(world, part, parts), beyond = cr_first_pair(world, part + 1, parts);
    uint32_t at = find_key(pairs, 0, world->neighbours.count, first);
    uint32_t end = find_key(pairs, at, world->neighbours.count, beyond);
    for (uint32_t i = cr_find_key(others, first), last = cr_find_key(others, beyond); i < last; ++i) {
        uint64_t key = ((const cr_keyed *)others->data)[i].key;
        uint32_t until = find_key(pairs, at, end, key);
        take_run(&t, pairs + at, until - at);
        at = until;
        if (until < end && key_of(pairs[until]) == key) continue;
        cr_candidate other = {cr_first(key), cr_second(key)};
        take_run(&t, &other, 1);
    }
    take_run(&t, pairs + at, end - at);
    if (t.count) take(context, t.near, t.count);
}
