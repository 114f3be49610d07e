// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The pair cache: a Verlet list over fattened AABBs (L. Verlet, Computer "experiments" on classical fluids, 1967). The
// boxes in the broad phase are made for several steps, and pairs of overlapping boxes are kept in the order of pairs. A
// step only tests the cached pairs. A body that leaves its fattened box, or was put somewhere, gets a new box, and its
// neighbours are searched. When too many bodies do, or the boxes are used up, the cache is rebuilt. The reported pairs
// do not depend on the state of the cache: they are the pairs with overlapping swept boxes.
#include "world/state.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 16, ALONE_STEPS = 3, SAMPLES = 128, CACHE_BATCH = 256, PAIRS_AHEAD = 16 };

static cr_lanes4 *swept_of(const carom_world *world) {
    return world->step.swept.data;
}

// ---- Fattened boxes ------------------------------------------------------------------------------------------------

/// Returns the number of steps that makes the boxes about half as large again as the bodies.
static int steps_for(const carom_world *world) {
    double moves = 0, sizes = 0; // sums of width and height
    uint32_t every = world->slots / SAMPLES + 1;
    for (uint32_t i = 0; i < world->slots; i += every) {
        if (!cr_is_mover(world, i)) continue;
        carom_vec2 move = cr_move_of(world, i);
        cr_lanes4 box = swept_of(world)[i];
        double extra = fabs((double)move.x) + fabs((double)move.y);
        sizes -= (double)box[0] + (double)box[1] + (double)box[2] + (double)box[3] + extra;
        moves += extra;
    }
    if (!(sizes * 0.6 < MOST_STEPS * moves)) return MOST_STEPS;
    return sizes * 0.6 > moves ? (int)(sizes * 0.6 / moves) : 1;
}

/// Returns the box of a displacement, extended by `steps` more of it.
static inline carom_box fat_box(cr_lanes4 swept, carom_vec2 move, double steps) {
    carom_vec2 extra = {(float)((double)move.x * steps), (float)((double)move.y * steps)};
    cr_lanes4 fat = swept + cr_lower_lanes(cr_both_ways(extra), cr_all_lanes(0));
    if (cr_gather_bits(cr_size_lanes(fat) <= CR_RANGE) != 15) fat = swept;
    return (carom_box){{fat[0], fat[1]}, {-fat[2], -fat[3]}};
}

/// Fattens for the remaining steps, less 1/4 step for rounding. If no two bodies may collide, a mover only turns at
/// levels: its box is fattened in both directions.
static carom_box box_for(const carom_world *world, uint32_t index) {
    cr_lanes4 swept = swept_of(world)[index];
    carom_vec2 move = cr_move_of(world, index);
    if (world->can_collide) return fat_box(swept, move, world->steps_left > 1 ? world->steps_left - 0.75 : 0);
    carom_box box = fat_box(swept, move, ALONE_STEPS);
    return fat_box(cr_outward(&box), (carom_vec2){-move.x, -move.y}, 2 * ALONE_STEPS);
}

static void fatten_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    carom_world *world = slice->world;
    uint8_t *state = world->broad.state;
    cr_survey survey = cr_survey_nothing();
    cr_range r = cr_share_of(world->slots, number, slices);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        state[i] &= (uint8_t)~CR_BROAD_PUT;
        if ((state[i] & (CR_BROAD_PRESENT | CR_BROAD_IS_FIXED)) != CR_BROAD_PRESENT) continue;
        world->broad.boxes[i] = box_for(world, i);
        cr_survey_add(&survey, cr_load_lanes(&world->broad.boxes[i]));
    }
    slice->survey = survey;
}

static void number_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    cr_range r = cr_share_of(slice->world->broad.used, number, slices);
    cr_broad_number(&slice->world->broad, r.begin, r.end);
}

static void store_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    cr_range r = cr_share_of(slice->world->broad.sets[CR_BROAD_MOVERS].count, number, slices);
    cr_broad_store(&slice->world->broad, r.begin, r.end);
}

static void sort_all(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    cr_survey survey = slices[0].survey;
    for (uint32_t p = 1; p < world->step.slices.count; ++p) cr_survey_join(&survey, &slices[p].survey);
    cr_broad_plan(&world->broad, &survey);
    cr_run_slices(world, number_slice);
    cr_broad_sort(&world->broad);
    cr_run_slices(world, store_slice);
}

// ---- Rebuilding ----------------------------------------------------------------------------------------------------

/// Returns the shift from the first body of a pair to its bucket.
static uint32_t shift_of(const carom_world *world) {
    uint32_t shift = 0;
    while ((world->slots >> shift) >= CR_BUCKETS) ++shift;
    return shift;
}

/// Writes the candidates that the filters accept, except for two fixed bodies; returns their number.
static int drop_filtered(const carom_world *world, const cr_candidate *candidates, int count, cr_candidate *out) {
    const cr_traits *traits = world->traits.data;
    const uint16_t *flags = cr_flags(world);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        cr_candidate pair = candidates[i];
        out[kept] = pair;
        kept += !(flags[pair.a] & flags[pair.b] & CR_FIXED) && cr_accepts(traits[pair.a].filter, traits[pair.b].filter);
    }
    return kept;
}

static void take_accepted(cr_slice *slice, const cr_candidate *candidates, int count) {
    const uint16_t *flags = cr_flags(slice->world);
    uint32_t shift = shift_of(slice->world);
    cr_list *found = &slice->found;
    bool room = found->count + (uint32_t)count <= found->capacity;
    cr_candidate *to = room ? cr_list_at(found, found->count) : NULL;
    found->count += (uint32_t)count;
    for (int i = 0; i < count && room; ++i) {
        uint32_t a = candidates[i].a, b = candidates[i].b;
        bool turn = flags[a] & CR_FIXED || (b < a && !(flags[b] & CR_FIXED));
        to[i] = (cr_candidate){turn ? b : a, turn ? a : b};
        ++slice->buckets[to[i].a >> shift];
    }
}

/// Pairs that the filters exclude are not stored: a volley from one point would have a quadratic number of them.
static void take_found(void *context, const cr_candidate *candidates, int count) {
    cr_slice *slice = context;
    const carom_world *world = slice->world;
    cr_candidate accepted[CACHE_BATCH];
    for (int some; count > 0 && !world->open; candidates += some, count -= some) {
        some = count < CACHE_BATCH ? count : CACHE_BATCH;
        take_accepted(slice, accepted, drop_filtered(world, candidates, some, accepted));
    }
    if (count > 0) take_accepted(slice, candidates, count);
}

static void find_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    slice->found.count = 0;
    memset(slice->buckets, 0, sizeof slice->buckets);
    cr_broad_pairs(&slice->world->broad, number, slices, take_found, slice);
}

/// Returns where the pairs of a bucket begin, and within it the pairs that a slice found.
static uint32_t begin_of(const carom_world *world, uint32_t bucket, uint32_t slice) {
    const cr_slice *slices = world->step.slices.data;
    uint32_t at = 0;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        for (uint32_t k = 0; k < bucket; ++k) at += slices[p].buckets[k];
        if (p < slice) at += slices[p].buckets[bucket];
    }
    return at;
}

static void scatter_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    (void)slices;
    const carom_world *world = slice->world;
    const cr_candidate *found = slice->found.data;
    cr_candidate *to = world->unsorted.data;
    uint32_t next[CR_BUCKETS], shift = shift_of(world);
    for (uint32_t k = 0; k < CR_BUCKETS; ++k) next[k] = begin_of(world, k, number);
    for (uint32_t i = 0; i < slice->found.count; ++i) to[next[found[i].a >> shift]++] = found[i];
}

/// Sorts by the second body within each first one; the runs are short or sorted already.
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
    uint32_t first = bucket << shift, bodies = 1u << shift, *next = world->broad.cells + first, sum = begin;
    if (begin == end) return;
    bodies = first + bodies < world->slots ? bodies : world->slots - first;
    memset(next, 0, bodies * sizeof *next);
    for (uint32_t i = begin; i < end; ++i) ++next[from[i].a - first];
    for (uint32_t i = 0; i < bodies; ++i) {
        uint32_t size = next[i];
        next[i] = sum;
        sum += size;
    }
    for (uint32_t i = begin; i < end; ++i) to[next[from[i].a - first]++] = from[i];
    sort_seconds(to + begin, end - begin);
}

static void sort_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    for (uint32_t k = number; k < CR_BUCKETS; k += slices) sort_bucket(slice->world, k);
}

/// Sorts the pairs of all slices by counting (H. H. Seward 1954): into buckets of first bodies, then each bucket.
static bool sort_found(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    uint32_t total = 0;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) total += slices[p].found.count;
    if (!cr_list_reserve(&world->neighbours, world->allocator, total + total / 2) ||
        !cr_list_reserve(&world->unsorted, world->allocator, total + total / 2) ||
        !cr_list_reserve(&world->new_neighbours, world->allocator, 2 * world->slots)) {
        return false;
    }
    world->neighbours.count = total;
    cr_run_slices(world, scatter_slice);
    cr_run_slices(world, sort_slice);
    return true;
}

static void find_all(carom_world *world) {
    world->steps_left = world->can_collide ? steps_for(world) : MOST_STEPS;
    world->broad.kept = false;
    world->neighbours.count = world->new_neighbours.count = 0;
    cr_run_slices(world, fatten_slice);
    sort_all(world);
    if (!world->can_collide) return;
    cr_run_slices(world, find_slice);
    if (!world->step.out_of_memory && !sort_found(world)) world->step.out_of_memory = true;
    world->broad.kept = !world->step.out_of_memory;
}

// ---- Bodies that left their boxes ----------------------------------------------------------------------------------

typedef struct neighbour_search {
    carom_world *world;
    uint32_t index;
} neighbour_search;

static bool take_neighbour(void *context, uint32_t other) {
    const neighbour_search *a = context;
    const cr_traits *traits = a->world->traits.data;
    if (other == a->index || (cr_is_fixed(a->world, a->index) && cr_is_fixed(a->world, other))) return true;
    if (!cr_accepts(traits[a->index].filter, traits[other].filter)) return true;
    cr_keyed *pair = cr_push(a->world, &a->world->new_neighbours);
    if (pair) *pair = (cr_keyed){.key = cr_pair_of(a->world, a->index, other)};
    return pair != NULL;
}

static void put_restless(carom_world *world, const cr_slice *slice) {
    const uint32_t *restless = slice->restless.data;
    for (uint32_t i = 0; i < slice->restless.count; ++i) {
        uint32_t index = restless[i];
        if (!cr_is_static(world, index)) {
            cr_broad_put(&world->broad, index, box_for(world, index), false);
        }
        world->broad.state[index] &= (uint8_t)~CR_BROAD_PUT;
    }
}

static void search_restless(carom_world *world, const cr_slice *slice) {
    const uint32_t *restless = slice->restless.data;
    for (uint32_t i = 0; i < slice->restless.count && !world->step.out_of_memory; ++i) {
        neighbour_search a = {world, restless[i]};
        cr_broad_query near = cr_broad_query_of(world, restless[i], world->broad.boxes[restless[i]]);
        cr_broad_find(&world->broad, near, take_neighbour, &a);
    }
}

static void update_restless(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) put_restless(world, &slices[p]);
    for (uint32_t p = 0; p < world->step.slices.count && world->can_collide; ++p) search_restless(world, &slices[p]);
    if (!cr_sort_once(&world->new_neighbours, &world->step.scratch, world->allocator)) world->step.out_of_memory = true;
    if (world->step.out_of_memory) world->broad.kept = false;
}

/// Returns true if single searches, each of which tests all loose bodies, cost more than a rebuild.
static bool is_too_much(const carom_world *world, uint32_t restless) {
    const cr_broad *broad = &world->broad;
    double loose = (double)broad->sets[CR_BROAD_MOVERS].loose_count + restless;
    double movers = (double)broad->population[CR_BROAD_MOVERS];
    return restless * (200 + loose) > 16 * movers || world->new_neighbours.count > movers;
}

void cr_update_pair_cache(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    uint32_t restless = 0;
    world->can_collide = world->all.group > 0 || (world->all.category & ~world->all.ignore) != 0;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) restless += slices[p].restless.count;
    bool empty = world->neighbours.count == 0 && world->new_neighbours.count == 0;
    bool kept = world->broad.kept || (!world->can_collide && empty);
    if (!kept || --world->steps_left < 1 || is_too_much(world, restless)) {
        find_all(world);
    } else if (restless > 0) {
        update_restless(world);
    }
}

// ---- Reporting pairs -----------------------------------------------------------------------------------------------

typedef struct pair_report {
    const cr_lanes4 *swept;
    cr_broad_take *take;
    void *context;
    int count;
    cr_candidate near[CACHE_BATCH];
} pair_report;

static inline uint64_t key_of(cr_candidate pair) {
    return (uint64_t)pair.a << 32 | pair.b;
}

/// Branchless: always writes the pair, and advances the count if the swept boxes overlap, which is unpredictable.
static void take_run(pair_report *t, const cr_candidate *pairs, uint32_t begin, uint32_t end) {
    const cr_lanes4 *swept = t->swept;
    while (begin < end) {
        int near = t->count;
        uint32_t some = end - begin < (uint32_t)(CACHE_BATCH - near) ? end - begin : (uint32_t)(CACHE_BATCH - near);
        for (uint32_t i = begin; i < begin + some; ++i) {
            uint32_t ahead = i + PAIRS_AHEAD < end ? i + PAIRS_AHEAD : i;
            cr_fetch(&swept[pairs[ahead].b]);
            cr_lanes4 a = swept[pairs[i].a], gaps = swept[pairs[i].b] + CR_SHUFFLED(a, 2, 3, 0, 1);
            t->near[near] = pairs[i];
            near += cr_gather_bits(gaps <= 0) == 15;
        }
        begin += some;
        t->count = near;
        if (near < CACHE_BATCH) continue;
        t->take(t->context, t->near, near);
        t->count = 0;
    }
}

static uint64_t key_at(const void *pair) {
    return key_of(*(const cr_candidate *)pair);
}

/// Returns the first pair that is not before a key.
static uint32_t find_key(const cr_candidate *pairs, uint32_t low, uint32_t high, uint64_t key) {
    return cr_find_key_among(pairs, sizeof *pairs, key_at, low, high, key);
}

uint64_t cr_first_pair(const carom_world *world, uint32_t slice, uint32_t slices) {
    uint32_t count = world->neighbours.count;
    if (slice == 0 || slice == slices) return slice == 0 ? 0 : UINT64_MAX;
    if (count < world->slots) return (uint64_t)cr_share_of(world->slots, slice, slices).begin << 32;
    return key_of(((const cr_candidate *)world->neighbours.data)[cr_share_of(count, slice, slices).begin]);
}

void cr_take_cached_pairs(const carom_world *world, uint32_t slice, uint32_t slices, cr_broad_take *take,
                          void *context) {
    pair_report t = {.swept = swept_of(world), .take = take, .context = context};
    const cr_candidate *pairs = world->neighbours.data;
    const cr_list *others = &world->new_neighbours;
    uint64_t first = cr_first_pair(world, slice, slices), beyond = cr_first_pair(world, slice + 1, slices);
    uint32_t at = find_key(pairs, 0, world->neighbours.count, first);
    uint32_t end = find_key(pairs, at, world->neighbours.count, beyond);
    for (uint32_t i = cr_find_key(others, first), last = cr_find_key(others, beyond); i < last; ++i) {
        uint64_t key = ((const cr_keyed *)others->data)[i].key;
        uint32_t until = find_key(pairs, at, end, key);
        take_run(&t, pairs, at, until);
        at = until;
        if (until < end && key_of(pairs[until]) == key) continue;
        cr_candidate other = {cr_pair_first(key), cr_pair_second(key)};
        take_run(&t, &other, 0, 1);
    }
    take_run(&t, pairs, at, end);
    if (t.count) take(context, t.near, t.count);
}
