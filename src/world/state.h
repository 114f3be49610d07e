// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a world is made of. Everything that outlives a step is in `bodies`, `pairs` and `events`; a step works on `ways`
// and lists of its own, and writes back only at its end, so that one that runs out of memory has changed
// nothing. The broad phase may hold boxes that are larger than the bodies, never smaller.
#pragma once

#include "carom/world.h"
#include "motion/course.h"
#include "world/broad.h"
#include "world/list.h"
#include "world/queue.h"
#include "world/sort.h"

/// Second names of a pair from here on are levels: CR_LEVEL + the number of the level.
#define CR_LEVEL 0xFFFF0000u

typedef struct cr_body {
    carom_shape shape;
    carom_vec2 position, velocity;
    carom_response response;
    carom_filter filter; ///< with its defaults filled in
    carom_on_collision *on_collision;
    void *user_data;
    uint32_t generation;
    uint32_t next_free; ///< of a free place: the next one, index + 1
    bool alive;
    bool is_static;
    bool unsettled; ///< it may be inside of something: new, put somewhere else, or not yet out
} cr_body;

/// A body's way through the step: in a straight line from `from` at `time` on, and what is met on it in a level.
typedef struct cr_way {
    cr_course course;
    carom_vec2 start;     ///< of the whole step
    carom_vec2 departure; ///< of this way; stays when the way has come to its end
    carom_vec2 from;
    carom_vec2 move; ///< all that is left of the step
    double time;     ///< of the departure
    uint32_t number; ///< counts the changes of course
    int bounces;
    bool resting;              ///< does not move any more in this step, nor is it moved
    carom_box reach;           ///< all places it has been at, and will be at unless something changes
    carom_sweep_hit level_hit; ///< the earliest, or the first level's miss
    int level;
} cr_way;

/// A contact that happened in the step.
typedef struct cr_touch {
    uint64_t pair;
    float t;
    bool parting; ///< the response leads them apart
    carom_vec2 point, normal;
    int edge; ///< of a level
} cr_touch;

struct carom_world {
    const carom_allocator *allocator; ///< null: malloc
    carom_allocator allocator_copy;
    carom_may_meet *may_meet; ///< null: the filters decide
    void *user_data;
    cr_list levels; ///< const carom_level *
    int bounces;
    cr_list bodies;      ///< cr_body
    uint32_t free_place; ///< the first of the chain, index + 1
    uint32_t alive;
    cr_broad broad;

    cr_list pairs, events; ///< carom_pair, carom_event: of the last step
    carom_step_stats stats;
    bool stepping; ///< positions are those of `ways`
    bool calling_back;

    float dt;
    bool out_of_memory;
    cr_list ways;       ///< cr_way, by body
    cr_list queue;      ///< cr_prospect
    cr_list near_pairs; ///< cr_keyed: movers and what they may have met, with repetitions
    cr_list overlaps;   ///< cr_keyed: pairs that are inside of each other from the start, in order
    cr_list touches;    ///< cr_touch, in the order they happened
    cr_list order;      ///< cr_keyed: touches by pair, or events by time
    cr_list scratch;    ///< cr_keyed
    cr_list next_pairs, next_events;
};

// ---- bodies.c: names and places ------------------------------------------------------------------------------------

static inline cr_body *cr_body_at(const carom_world *world, uint32_t index) {
    return (cr_body *)world->bodies.data + index;
}

static inline cr_way *cr_way_at(const carom_world *world, uint32_t index) {
    return (cr_way *)world->ways.data + index;
}

/// Null for a stale id.
cr_body *cr_find_body(const carom_world *world, carom_body_id id);
carom_body_id cr_id_of(const carom_world *world, uint32_t index);
/// Where a body is now, in a step as well.
carom_vec2 cr_position_of(const carom_world *world, uint32_t index);
carom_shape cr_shape_of(const carom_world *world, uint32_t index);
const carom_level *cr_level_of(const carom_world *world, int number);

// ---- space.c: what a body moves through -----------------------------------------------------------------------------

/// What stops a body: levels and statics, and on demand movers, and those that it is inside of from the start.
typedef struct cr_scene {
    const carom_world *world;
    uint32_t body;
    bool movers;
    bool overlapped;
} cr_scene;

carom_space cr_space_of_scene(const cr_scene *scene);

/// The box of a motion, and a box grown by a few steps of a float: what rounding can add to a place.
carom_box cr_swept(carom_box box, carom_vec2 move);
carom_box cr_loosen(carom_box box);

// ---- bodies.c: pairs
// ------------------------------------------------------------------------------------------------------

/// The mover first; of two movers the lower first; levels are second.
uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b);
static inline uint32_t cr_first(uint64_t pair) {
    return (uint32_t)(pair >> 32);
}
static inline uint32_t cr_second(uint64_t pair) {
    return (uint32_t)pair;
}
carom_filter cr_filter_of(carom_filter filter); ///< with its defaults filled in
bool cr_accepts(carom_filter a, carom_filter b);
/// What the caller's predicate says of two bodies, in any order.
bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b);
/// May they meet at all? And if so, do they stop each other, or are they only told?
bool cr_may_meet(const carom_world *world, uint32_t a, uint32_t b);
bool cr_blocks(const cr_body *a, const cr_body *b);

// ---- The parts of a step -------------------------------------------------------------------------------------------

/// part.c: pushes apart what is inside of each other, and lists what still is.
void cr_part_overlaps(carom_world *world);
bool cr_overlapped_at_start(const carom_world *world, uint64_t pair);

/// step.c: makes sure that the broad phase finds a body in this box as well.
void cr_extend_reach(carom_world *world, uint32_t index, carom_box box);

/// meet.c: all contacts of the step, in the order of time, and what becomes of the movers' ways.
void cr_meet_all(carom_world *world);
/// Notes that two have met; for the events.
void cr_note_touch(carom_world *world, cr_touch touch);
/// Notes that two come near each other in this step; they are looked at again when all have arrived.
void cr_note_near(carom_world *world, uint64_t pair);

/// settle.c: ends all ways, so that nobody is inside of anything but those who were from the start.
void cr_settle(carom_world *world);

/// events.c: the pairs that touch now, and what has changed since the last step.
void cr_make_events(carom_world *world);
