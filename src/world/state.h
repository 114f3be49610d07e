// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a world is made of. What outlives a step is by body, each property in a list of its own (`position` to
// `bodies`), and the pairs and events of the last step; a step works on lists of its own and writes back only at its
// end, so that one that runs out of memory has changed nothing.
//
// Most movers meet nothing in a step but what they cross. They are moved by adding their velocity, and take no more
// than their place in the lists. Those that are stopped, and those that these run into, have a cr_way.
#pragma once

#include "carom/world.h"
#include "geom/relation.h"
#include "motion/compound.h"
#include "motion/course.h"
#include "world/broad.h"
#include "world/list.h"
#include "world/queue.h"
#include "world/sort.h"

/// Second names of a pair from here on are levels: CR_LEVEL + the number of the level.
#define CR_LEVEL 0xFFFF0000u

/// What is asked of every body in every step.
typedef struct cr_traits {
    float radius;        ///< if CR_ROUND
    carom_filter filter; ///< with its defaults filled in
} cr_traits;

enum {
    CR_ALIVE = 1,
    CR_STATIC = 2,
    CR_UNSETTLED = 4, ///< it may be inside of something: new, put somewhere else, or not yet out
    CR_CROSSES = 8,
    CR_ROUND = 16, ///< a circle about its reference point
    CR_HELD = 32,  ///< only in a step: its motion would leave the range of floats, and is left out
};

/// What is asked only of those that meet something.
typedef struct cr_body {
    carom_shape shape;
    carom_response response;
    uint32_t next_free; ///< of a free place: the next one, index + 1
} cr_body;

/// What only the process that made the body knows of it: not part of a snapshot.
typedef struct cr_hook {
    carom_on_collision *on_collision;
    void *user_data;
    carom_compound parts; ///< if it is a compound
    uint32_t generation;  ///< of the body it belongs to
} cr_hook;

/// A body's way through the step: in a straight line from `from` at `time` on, and what is met on it in a level.
typedef struct cr_way {
    uint32_t body;
    uint32_t number; ///< counts the changes of course
    cr_course course;
    carom_vec2 departure; ///< of this way; stays when the way has come to its end
    carom_vec2 from;
    carom_vec2 move; ///< all that is left of the step
    double time;     ///< of the departure
    int bounces;
    bool resting;              ///< does not move any more in this step, nor is it moved
    bool alone;                ///< it has met levels only, and can meet nothing else: it is at its end already
    bool home;                 ///< it was sent back to where it began the step
    bool lost;                 ///< there was no room for it on its way: it rests, and is sent home in the end
    uint32_t leg;              ///< 1 + the last of its ways before this one, in `legs`
    carom_box reach;           ///< all places it has been at, and will be at unless something changes
    carom_sweep_hit level_hit; ///< the earliest, or the first level's miss
    int level;
} cr_way;

/// One of a body's ways until it was turned: what it has gone so far.
typedef struct cr_leg {
    carom_vec2 from, to;
    uint32_t before; ///< 1 + the one before; 0: none
} cr_leg;

/// A contact that happened in the step.
typedef struct cr_touch {
    uint64_t pair;
    float t;
    bool parting; ///< the response leads them apart
    carom_vec2 point, normal;
    int edge; ///< of a level
} cr_touch;

/// Two that do not stop each other, and go straight all the step: they touch at its end, or perhaps before it only.
typedef struct cr_meeting {
    uint32_t a, b;
    bool touching;            ///< at the end
    bool told;                ///< where; if not, it is that of two discs
    carom_vec2 point, normal; ///< if touching
} cr_meeting;

/// Asks the memory for what is read soon.
static inline void cr_fetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

enum { CR_BUCKETS = 16 };

/// What one part of the movers found in a pass that many parts go through at once. Lists that were too short count on.
typedef struct cr_part {
    struct carom_world *world;
    cr_list restless; ///< uint32_t: bodies that their neighbours have to be asked for anew
    cr_list found;    ///< cr_candidate: neighbours, in no order
    cr_list meetings; ///< cr_meeting
    cr_list near;     ///< cr_keyed: pairs that stop each other
    cr_list ways;     ///< cr_way: met a level
    cr_list touches;  ///< cr_touch: of those that cross levels, or are alone
    cr_list beside;   ///< cr_keyed: pairs with levels that may touch in the end, of those that went straight
    uint32_t buckets[CR_BUCKETS]; ///< how many of `found` are sorted into each
    cr_list pairs;                ///< carom_pair: its share of those that touch
    cr_list events;               ///< carom_event: at t = 0
    cr_list late_events;
    carom_step_stats stats;
    carom_filter all;     ///< of its bodies, if it is asked for
    uint32_t common_mask; ///< what each of them accepts; 0 with groups
    cr_survey survey;
} cr_part;

struct carom_world {
    const carom_allocator *allocator; ///< null: malloc
    carom_allocator allocator_copy;
    carom_may_meet *may_meet; ///< null: the filters decide
    void *user_data;
    cr_list levels; ///< const carom_level *
    int bounces;

    uint32_t places;            ///< bodies there are or were: how long the lists by body are
    cr_list position, velocity; ///< carom_vec2
    cr_list traits;             ///< cr_traits
    cr_list flags;              ///< uint8_t
    cr_list bounds;             ///< carom_box: of the shape with its reference point at the origin
    cr_list generations;        ///< uint32_t
    cr_list bodies;             ///< cr_body
    cr_list hooks;              ///< cr_hook
    uint32_t free_place;        ///< the first of the chain, index + 1
    uint32_t alive;
    bool removed; ///< one since the last step: pairs may have to end
    cr_broad broad;

    cr_list pairs, events; ///< carom_pair, carom_event: of the last step
    carom_step_stats stats;
    bool stepping; ///< positions are those of `now`, or of the ways
    bool calling_back;

    float dt;
    bool out_of_memory;
    const carom_vec2 *from; ///< where the step began, by body: `position`, or `start` when some were pushed
    const carom_vec2 *now;  ///< where who has no way is: at the start, and after settling at the end
    cr_list start, end;     ///< carom_vec2, by body
    cr_list way_of;         ///< uint32_t, by body: 1 + its place in `ways`; 0 between steps
    cr_list swept;          ///< cr_lanes4, by body: min and -max of the box of its way; of a free place nothing
    cr_list neighbours;     ///< cr_candidate, in the order of pairs: whose boxes overlap, and stale ones
    cr_list unsorted;       ///< cr_candidate: the same on the way to their order
    cr_list new_neighbours; ///< cr_keyed, in order: the same of those that left their boxes since
    bool meeting;           ///< someone may meet someone
    int steps_left;         ///< before all boxes are made anew
    carom_filter all;       ///< what the filters of all bodies together accept; of groups a positive one
    bool open;              ///< each accepts each other
    bool all_known;         ///< these two are those of the bodies there are
    bool compounds;         ///< there is, or was, one
    bool hooked;            ///< there is, or was, a body that is called back
    carom_tasks tasks;
    cr_list ways;       ///< cr_way
    cr_list legs;       ///< cr_leg
    cr_list queue;      ///< cr_prospect
    cr_list near_pairs; ///< cr_keyed: pairs that may have met, those of meetings left out, with repetitions
    cr_list beside;     ///< cr_keyed: pairs of movers and levels that may touch in the end
    cr_list overlaps;   ///< cr_keyed: pairs that are inside of each other from the start, in order
    cr_list touches;    ///< cr_touch, in the order they happened
    cr_list order;      ///< cr_keyed: touches by pair, or events by time
    cr_list scratch;    ///< cr_keyed
    cr_list parts;      ///< cr_part
    cr_list next_pairs, next_events, late_events;
};

// ---- bodies.c: names and places ------------------------------------------------------------------------------------

static inline cr_body *cr_body_at(const carom_world *world, uint32_t index) {
    return (cr_body *)world->bodies.data + index;
}

static inline uint8_t *cr_flags(const carom_world *world) {
    return world->flags.data;
}

static inline cr_traits *cr_traits_at(const carom_world *world, uint32_t index) {
    return (cr_traits *)world->traits.data + index;
}

static inline carom_vec2 *cr_vectors(const cr_list *list) {
    return list->data;
}

static inline bool cr_is_static(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_STATIC) != 0;
}

static inline bool cr_is_mover(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_ALIVE | CR_STATIC)) == CR_ALIVE;
}

static inline bool cr_crosses(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_CROSSES) != 0;
}

/// Null for who goes straight.
static inline cr_way *cr_way_of(const carom_world *world, uint32_t index) {
    uint32_t place = world->ways.count > 0 ? ((const uint32_t *)world->way_of.data)[index] : 0;
    return place ? (cr_way *)world->ways.data + place - 1 : NULL;
}

/// UINT32_MAX for a stale id.
uint32_t cr_find_body(const carom_world *world, carom_body_id id);
static inline carom_body_id cr_id_of(const carom_world *world, uint32_t index) {
    return (carom_body_id){index, ((const uint32_t *)world->generations.data)[index]};
}
/// Where a body is now, in a step as well.
carom_vec2 cr_position_of(const carom_world *world, uint32_t index);
/// The shape of a body put at a place, or where it is now. It points into *out.
const carom_shape *cr_shape_at(const carom_world *world, uint32_t index, carom_vec2 at, cr_placed *out);
const carom_shape *cr_shape_of(const carom_world *world, uint32_t index, cr_placed *out);
carom_box cr_bounds_at(const carom_world *world, uint32_t index, carom_vec2 at); ///< not short of the shape's
const carom_level *cr_level_of(const carom_world *world, int number);
/// Room for bodies 0 .. places - 1, with all that a step will need for them. False without memory.
bool cr_reserve_places(carom_world *world, uint32_t places);
void cr_put_into_broad(carom_world *world, uint32_t index);
void cr_part_free(cr_part *part, const carom_allocator *allocator);
/// One more element. Null, and the step is given up, without memory.
void *cr_push(carom_world *world, cr_list *list);

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

// ---- bodies.c: pairs -----------------------------------------------------------------------------------------------

/// The mover first; of two movers the lower first; levels are second.
uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b);
static inline uint32_t cr_first(uint64_t pair) {
    return (uint32_t)(pair >> 32);
}
static inline uint32_t cr_second(uint64_t pair) {
    return (uint32_t)pair;
}
carom_filter cr_filter_of(carom_filter filter); ///< with its defaults filled in
static inline bool cr_accepts(carom_filter a, carom_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}
/// What the caller's predicate says of two bodies, in any order.
bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b);
/// May they meet at all? And if so, do they stop each other, or are they only told?
bool cr_may_meet(const carom_world *world, uint32_t a, uint32_t b);
bool cr_blocks(const carom_world *world, uint32_t a, uint32_t b);

// ---- relate.c: two bodies -------------------------------------------------------------------------------------------

/// A body on its way: the shape is at `from` at `time`, and goes by `move` until the end of the step.
typedef struct cr_line {
    carom_vec2 departure, from, move;
    double time;
    uint32_t number;
} cr_line;

cr_line cr_line_of(const carom_world *world, uint32_t index);
carom_vec2 cr_move_of(const carom_world *world, uint32_t index); ///< of a whole step, straight

/// Of two bodies put at these places; everything about two bodies is asked here.
cr_relation cr_relate_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b);
carom_contact_points cr_contact_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b,
                                       carom_vec2 at_b);
double cr_distance_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b);
carom_sweep_hit cr_sweep_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, carom_vec2 move_a, uint32_t b,
                                carom_vec2 at_b, carom_vec2 move_b);

// ---- The parts of a step -------------------------------------------------------------------------------------------

/// part.c: pushes apart what is inside of each other, and lists what still is.
void cr_part_overlaps(carom_world *world);
bool cr_overlapped_at_start(const carom_world *world, uint64_t pair);

/// go.c: where everyone would end, and what is met on straight ways: meetings, near pairs, levels.
void cr_go_straight(carom_world *world);

/// neighbours.c: pairs of bodies that come near each other, kept from step to step. To be called when all have set out.
void cr_find_neighbours(carom_world *world);
/// All whose ways may touch, in the order of pairs, some at a time: of `parts` equal parts of the work one.
void cr_take_neighbours(const carom_world *world, uint32_t part, uint32_t parts, cr_broad_take *take, void *context);

/// The key that a part's share of all pairs begins with; of the part after the last one, what all are before.
uint64_t cr_first_pair(const carom_world *world, uint32_t part, uint32_t parts);

/// meet.c: all contacts of the step, in the order of time, and what becomes of the movers' ways.
void cr_meet_all(carom_world *world);
/// The way of a mover as it sets out.
cr_way cr_straight_way(const carom_world *world, uint32_t index);
/// The earliest hit of a way in a level.
void cr_ask_levels(const carom_world *world, cr_way *way);
/// Is a place farther from where the way led than rounding explains? It may be beyond others then.
bool cr_is_astray(carom_vec2 at, carom_vec2 led);
/// When that is, as a fraction of the step.
double cr_time_of_level(const cr_way *way);
cr_touch cr_touch_of_level(const cr_way *way);
uint64_t cr_pair_of_level(uint32_t body, uint32_t level);
/// Answers it, and turns the way.
cr_touch cr_answer_level(const carom_world *world, cr_way *way, carom_step_stats *stats);
/// Gives a mover that goes straight a way, at a time of the step, since it is about to be turned or put elsewhere: what
/// it has crossed until then is noted. False without memory; a static has none.
bool cr_join(carom_world *world, uint32_t index, double time);
/// Notes that two have met; for the events.
void cr_note_touch(carom_world *world, cr_touch touch);
/// Notes that two come near each other in this step; they are looked at again when all have arrived.
void cr_note_near(carom_world *world, uint64_t pair);
/// All places that a body has been at in this step, or will be unless something changes.
carom_box cr_way_box(const carom_world *world, uint32_t index);
/// Makes sure that the broad phase finds a body in this box as well.
void cr_extend_reach(carom_world *world, cr_way *way, carom_box box);

/// settle.c: ends all ways, so that nobody is inside of anything but those who were from the start.
void cr_settle(carom_world *world);
/// The end of a way, free of all levels; bodies come later.
carom_vec2 cr_end_of(const carom_world *world, const cr_way *way);

/// A part's share of so many.
typedef struct cr_range {
    uint32_t begin, end;
} cr_range;

static inline cr_range cr_share_of(uint32_t count, uint32_t number, uint32_t parts) {
    return (cr_range){(uint32_t)((uint64_t)count * number / parts), (uint32_t)((uint64_t)count * (number + 1) / parts)};
}

/// tasks.c: does a task for each part, at the same time if the caller has given a way to.
typedef void cr_task(cr_part *part, uint32_t number, uint32_t parts);
/// Makes as many parts as this many bodies are worth. False without memory.
bool cr_make_parts(carom_world *world, uint32_t bodies);
void cr_do_parts(carom_world *world, cr_task *task);
/// Room for one more in a part's list, or null when there is none: then it counts on.
static inline void *cr_part_room(cr_list *list) {
    uint32_t at = list->count++;
    return at < list->capacity ? (char *)list->data + (size_t)at * list->element : NULL;
}

/// events.c: the pairs that touch now, and what has changed since the last step.
void cr_make_events(carom_world *world);
