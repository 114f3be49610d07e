// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The data of a world. Properties of bodies are in one list each (`position` to `part_blocks`), by the index of the
// body. They outlive a step, as do the pairs and events of the last step. A step works on its own lists and writes back
// at its end, so that a step without memory changes nothing.
//
// Most movers have no blocking contact in a step. They advance by their velocity, and use no memory beyond their slots
// in the lists. Movers with a blocking contact, and the bodies they hit, have a cr_trajectory.
#pragma once

#include "carom/world.h"
#include "geom/clear_position.h"
#include "geom/relation.h"
#include "geom/turning_obstacle.h"
#include "motion/compound.h"
#include "motion/free_axis.h"
#include "motion/remainder.h"
#include "motion/response.h"
#include "world/broad_phase.h"
#include "world/list.h"
#include "world/queue.h"
#include "world/sort.h"

/// The second id of a pair is a level from here on: CR_LEVEL + the number of the level.
#define CR_LEVEL 0xFFFF0000u
/// No body and no level.
#define CR_NOTHING UINT32_MAX

/// The properties that every step reads of every body.
typedef struct cr_traits {
    float radius;        ///< if CR_ROUND
    carom_filter filter; ///< defaults are filled in
} cr_traits;

enum {
    CR_ALIVE = 1,
    CR_FIXED = 2,     ///< not moved by contacts: static or kinematic
    CR_UNSETTLED = 4, ///< may penetrate something: new, teleported, or not yet pushed out
    CR_PASSES = 8,
    CR_ROUND = 16,           ///< a circle about its reference point
    CR_HELD = 32,            ///< within a step: stays, because its motion would leave CR_RANGE
    CR_CENTRE_IN_SOLID = 64, ///< within a step: stays, because its centre is in solid
    CR_HAS_REMAINDER = 128,  ///< the last step has left a remainder
    CR_KINEMATIC = 256,
    CR_HAS_TARGET = 512, ///< of a kinematic body: the next step moves it to its target
    CR_SENSOR = 1024,
    CR_CARRIED = 2048,   ///< rests on a moving body: its velocity is relative to that of its support
    CR_SPINS = 4096,     ///< a mover or kinematic body with a spin or a target rotation
    CR_TURN_OVER = 8192, ///< within a step: the turn of a mover is over, and its shape has the rotation of its end
    CR_ARRIVES = 16384,  ///< of a body with a target: it does not push what it reaches only there. A walker
    CR_PUSHES = 32768,   ///< of a walker with a target: it pushes movers on its way there
    CR_OF_TARGET = CR_HAS_TARGET | CR_ARRIVES | CR_PUSHES,
};

/// The properties that only contacts need.
typedef struct cr_body {
    carom_shape shape;
    carom_response response;
    carom_material material;
    float mass;         ///< > 0, may be infinite
    uint32_t next_free; ///< of a free slot: the next free one, index + 1; 0: none
    uint32_t support;   ///< if CR_CARRIED: the body that it rests on
    carom_vec2 carried; ///< if CR_CARRIED: the velocity of the support in the last step
    carom_vec2 target;  ///< if CR_HAS_TARGET
    uint32_t turn;      ///< 1 + its entry in `turns`; 0: neither turned nor spinning
} cr_body;

/// The rotation of a body, and its shape without it: that of the body is the turned one. The parts of a compound are in
/// the part block of the slot, after the turned ones.
typedef struct cr_turn {
    uint32_t body;
    float spin; ///< in radians per unit of dt
    carom_rotation rotation;
    carom_rotation target; ///< of a kinematic body: its rotation after the next step; zero if it has none
    carom_shape shape;
} cr_turn;

/// The turn of a body with a spin in a step.
typedef struct cr_step_spin {
    cr_spin spin;
    carom_rotation end; ///< with CR_TURN_OVER
} cr_step_spin;

/// The material of all edges with a tag.
typedef struct cr_edge_material {
    int32_t edge_tag;
    carom_material material;
} cr_edge_material;

/// Memory for the parts of a compound in a slot. It stays with the slot.
typedef struct cr_part_block {
    carom_shape *shapes;
    uint32_t capacity;
} cr_part_block;

/// The trajectory of a body: its current path segment, in a straight line from `from` at `time`, and the first level
/// hit.
typedef struct cr_trajectory {
    uint32_t body;
    uint32_t number;            ///< counts the path segments
    cr_response_state response; ///< velocity and earlier contacts
    carom_vec2 departure;       ///< start of this segment; unchanged when the segment has ended
    carom_vec2 from;
    carom_vec2 move;  ///< remaining motion of the step
    cr_vec2d led;     ///< where it leads, see motion/free_axis.h
    carom_vec2 going; ///< the velocity of this segment
    double time;      ///< start of this segment, as a fraction of the step
    int bounces;
    int turn_contacts;  ///< contacts with turning bodies that persist: see lead_turn
    uint32_t turned_by; ///< 1 + the kinematic body with a spin that it has met last; 0: none
    carom_vec2 turned;  ///< the velocity of that surface then
    double lead;        ///< how much faster than that its response has counted it, along the normal
    bool resting;       ///< does not move for the rest of the step, and is not pushed
    bool alone;         ///< can collide with levels only, and is at its end already
    bool rolled_back;   ///< was rolled back to the start of the step
    bool lost;          ///< had no clear position on its path: rests, and is rolled back at the end
    /// Was nudged away from a kinematic body, directly (1) or through others; and from a mover without room.
    int anchors[2];
    carom_vec2 anchored[2];    ///< the directions of these nudges; (0, 0): there was none
    bool crushed;              ///< has no room beside a kinematic body: rests
    uint32_t driver;           ///< 1 + the kinematic body that drives it until the end of the step; 0: none
    bool meets_x, meets_y;     ///< has hit another mover along this axis: no remainder presses it there again
    bool rides;                ///< its driver only carries it: stops at the first obstacle, and is not crushed there
    carom_vec2 unspent;        ///< if it rides: its velocity before
    carom_vec2 held, held_at;  ///< the last direction in which it had no room, and where
    uint32_t crusher;          ///< if crushed: the kinematic body, or CR_NOTHING
    uint32_t through;          ///< if crushed: the body that touches it on this side, or CR_NOTHING
    uint32_t anvil;            ///< if crushed: the obstacle on the other side: a body, a level, or CR_NOTHING
    bool turns;                ///< in this segment
    carom_rotation rotation;   ///< if it has turned: that of the last contact, or of the start of the step
    carom_pose end;            ///< if it turns: at the level hit; without one, at the end of the step
    uint32_t last_segment;     ///< 1 + the last finished segment, in `path_segments`; 0: none
    carom_box reach;           ///< contains all positions of the step, past and predicted
    carom_sweep_hit level_hit; ///< the earliest hit; without one, the miss of the first level
    int level;
} cr_trajectory;

/// Ends a trajectory at a position.
static inline void cr_stay_at(cr_trajectory *trajectory, carom_vec2 at) {
    trajectory->from = at;
    trajectory->move = (carom_vec2){0, 0};
    trajectory->led = cr_widen(at);
}

/// A finished path segment of a body.
typedef struct cr_path_segment {
    carom_vec2 from, to;
    uint32_t before; ///< 1 + the segment before; 0: none
} cr_path_segment;

/// A contact within the step.
typedef struct cr_contact {
    uint64_t pair;
    float t;
    bool parting; ///< the response separates the two
    bool entered; ///< the rule has let the mover into a one-way edge
    carom_vec2 point, normal;
    int edge; ///< of a level, else -1
} cr_contact;

/// Two bodies that pass each other on straight paths. They touch at the end, or may have touched before only.
typedef struct cr_passing_contact {
    uint32_t a, b;
    bool touching;            ///< at the end
    bool has_point;           ///< point and normal are set; if not, both are circles
    carom_vec2 point, normal; ///< if touching
} cr_passing_contact;

/// Prefetch.
static inline void cr_fetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

enum { CR_BUCKETS = 16 };

/// The results of one slice of the bodies in a data-parallel pass. A list that is too short counts on without writing.
typedef struct cr_slice {
    struct carom_world *world;
    cr_list slow;         ///< uint32_t: movers with slow motion on an axis, see cr_is_slow
    cr_list restless;     ///< uint32_t: bodies that left their fattened boxes
    cr_list found;        ///< cr_candidate: neighbours, unordered
    cr_list passing;      ///< cr_passing_contact
    cr_list near;         ///< cr_keyed: pairs that block each other
    cr_list trajectories; ///< cr_trajectory: movers that hit a level
    cr_list contacts; ///< cr_contact: with levels, of passing movers and of movers that can collide with levels only
    cr_list beside;   ///< cr_keyed: pairs of straight movers and levels that may touch at the end
    uint32_t buckets[CR_BUCKETS]; ///< number of entries of `found` in each bucket
    cr_list pairs;                ///< carom_pair: its share of the pairs in contact
    cr_list events;               ///< carom_event: at t = 0
    cr_list late_events;
    carom_step_stats stats;
    carom_filter all; ///< the joined filters of its bodies
    uint32_t ignored; ///< categories that any of them ignores; all if a body has a group
    cr_survey survey;
} cr_slice;

/// The data of one step. Between steps only the memory of the lists is kept, and `trajectory_of` is 0 for all.
typedef struct cr_step {
    float dt;
    bool out_of_memory;
    const carom_vec2 *from; ///< by body: start of the motion; `position`, or `start` if movers were separated
    const carom_vec2 *now;  ///< by body without a trajectory: `from`, and `end` from cr_resolve_positions on
    const carom_vec2
        *velocity;          ///< by body, at the start of the motion; `velocity`, or `world_velocity` if any is carried
    cr_list start, end;     ///< carom_vec2, by body
    cr_list world_velocity; ///< carom_vec2, by body: carried ones included
    cr_list carried_move;   ///< carom_vec2, by body: if CR_CARRIED, its displacement
    cr_list carriers;       ///< uint32_t, by body: the kinematic body that carries it, or CR_NOTHING
    cr_list supports;       ///< uint32_t, by body: its support at the end, see carry.c
    cr_list trajectory_of;  ///< uint32_t, by body: 1 + its index in `trajectories`; 0 between steps
    cr_list swept;          ///< cr_lanes4, by body: min and -max of its swept box; empty for a free slot
    cr_list trajectories;   ///< cr_trajectory
    cr_list path_segments;  ///< cr_path_segment
    cr_list queue;          ///< cr_predicted_impact
    cr_list near_pairs;     ///< cr_keyed: pairs that may have touched, except passing contacts; with duplicates
    cr_list beside;         ///< cr_keyed: pairs of movers and levels that may touch at the end
    cr_list overlaps;       ///< cr_keyed, sorted: pairs that penetrate at the start of the step
    cr_list contacts;       ///< cr_contact, in order of occurrence
    cr_list order;          ///< cr_keyed: contacts by pair, or events by time
    cr_list scratch;        ///< cr_keyed
    cr_list slices;         ///< cr_slice
    cr_list next_pairs, next_events, late_events, next_crushes;
    cr_list passed;       ///< uint64_t, sorted: pairs that pass in this step
    cr_list spins;        ///< cr_step_spin, by entry of `turns`
    double time_of_turns; ///< the time for which cr_shape_at places turning bodies
} cr_step;

/// The data that outlives a step.
struct carom_world {
    const carom_allocator *allocator; ///< null: malloc
    carom_allocator allocator_copy;
    carom_custom_filter *custom_filter; ///< null: the filters decide
    carom_on_collision *on_collision;   ///< may be null
    carom_contact_rule *rule;           ///< null: the responses of the bodies decide
    void *user_data;
    cr_list levels;     ///< const carom_level *
    cr_list edits_seen; ///< uint64_t, by level: edits that have been processed; 0 after a restore
    int bounces;

    uint32_t slots;             ///< number of slots: the length of the lists by body
    cr_list position, velocity; ///< carom_vec2
    cr_list remainder;          ///< carom_vec2: below one ulp of the position; valid with CR_HAS_REMAINDER
    cr_list traits;             ///< cr_traits
    cr_list flags;              ///< uint16_t
    cr_list bounds;             ///< carom_box: of the shape with its reference point at the origin
    cr_list generations;        ///< uint32_t
    cr_list bodies;             ///< cr_body
    cr_list tags;               ///< uint64_t: for the caller
    cr_list part_blocks;        ///< cr_part_block; the first `count` are initialised
    uint32_t free_slot;         ///< first of the chain, index + 1; 0: none
    uint32_t alive;
    uint32_t compound_parts; ///< number of parts of all compounds
    bool removed;            ///< a body was removed since the last step: contacts may end
    cr_broad broad;

    cr_list pairs, events;  ///< carom_pair, carom_event: of the last step
    cr_list crushes;        ///< carom_crush: of the last step
    cr_list turns;          ///< cr_turn: turned and spinning bodies
    uint32_t spinning;      ///< number of bodies that spin
    cr_list passed;         ///< uint64_t, sorted: pairs in contact that the rule lets pass
    cr_list edge_materials; ///< cr_edge_material, sorted by tag as an unsigned number
    uint32_t kinematics;    ///< number of kinematic bodies
    bool one_sided;         ///< a body has or had a one-sided part; without any, steps need not look for them
    bool carrying;          ///< a mover is carried
    carom_vec2 down;        ///< movers rest on surfaces below them; (0, 0): on those they press against
    carom_step_stats stats;
    bool running;  ///< in a step, its begin included: bodies must not change
    bool stepping; ///< positions are those of `now` and of the trajectories
    bool calling_back;
    bool freed; ///< freed in a callback: takes effect when it returns

    cr_list neighbours;     ///< cr_candidate, sorted: pairs of overlapping fattened boxes, some of them stale
    cr_list unsorted;       ///< cr_candidate: the same while they are sorted
    cr_list new_neighbours; ///< cr_keyed, sorted: pairs of bodies that left their boxes since
    bool can_collide;       ///< the filters allow at least one pair
    int steps_left;         ///< until the pair cache is rebuilt
    carom_filter all;       ///< the joined filters of all bodies; group: the largest
    bool open;              ///< every filter accepts every other
    bool all_known;         ///< `all` and `open` are up to date
    carom_tasks tasks;
    cr_step step;
};

// ---- bodies.c: ids and slots ---------------------------------------------------------------------------------------

static inline cr_body *cr_body_at(const carom_world *world, uint32_t index) {
    return (cr_body *)world->bodies.data + index;
}

static inline uint16_t *cr_flags(const carom_world *world) {
    return world->flags.data;
}

static inline cr_traits *cr_traits_at(const carom_world *world, uint32_t index) {
    return (cr_traits *)world->traits.data + index;
}

static inline carom_vec2 *cr_vectors(const cr_list *list) {
    return list->data;
}

/// Returns true for statics and kinematic bodies.
static inline bool cr_is_fixed(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_FIXED) != 0;
}

static inline bool cr_is_static(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_FIXED | CR_KINEMATIC)) == CR_FIXED;
}

static inline bool cr_is_kinematic(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_KINEMATIC) != 0;
}

static inline bool cr_is_mover(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_ALIVE | CR_FIXED)) == CR_ALIVE;
}

/// Returns true for movers and kinematic bodies.
static inline bool cr_is_in_motion(const carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    return (flags & (CR_ALIVE | CR_FIXED)) == CR_ALIVE || (flags & CR_KINEMATIC) != 0;
}

/// Returns true for a kinematic body with a spin in this step.
static inline bool cr_is_spun(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_KINEMATIC | CR_SPINS | CR_HELD)) == (CR_KINEMATIC | CR_SPINS);
}

/// Returns true for a body whose shape still turns in this step.
static inline bool cr_turns(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_SPINS | CR_HELD | CR_ROUND | CR_TURN_OVER)) == CR_SPINS;
}

/// Returns true for a body whose shape turns in this step, or has turned.
static inline bool cr_turns_in_step(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_SPINS | CR_HELD | CR_ROUND)) == CR_SPINS;
}

static inline bool cr_passes(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_PASSES) != 0;
}

/// Null for a mover that goes straight.
static inline cr_trajectory *cr_trajectory_of(const carom_world *world, uint32_t index) {
    uint32_t place = world->step.trajectories.count > 0 ? ((const uint32_t *)world->step.trajectory_of.data)[index] : 0;
    return place ? (cr_trajectory *)world->step.trajectories.data + place - 1 : NULL;
}

/// Returns UINT32_MAX for a stale id.
uint32_t cr_find_body(const carom_world *world, carom_body_id id);
static inline carom_body_id cr_id_of(const carom_world *world, uint32_t index) {
    return (carom_body_id){index, ((const uint32_t *)world->generations.data)[index]};
}
/// Returns the current position of a body, during a step as well.
carom_vec2 cr_position_of(const carom_world *world, uint32_t index);
/// Returns the shape of a body at a position, or at its current one. The result points into *out.
const carom_shape *cr_shape_at(const carom_world *world, uint32_t index, carom_vec2 at, cr_placed *out);
const carom_shape *cr_shape_of(const carom_world *world, uint32_t index, cr_placed *out);
carom_box cr_bounds_at(const carom_world *world, uint32_t index, carom_vec2 at); ///< contains the shape
carom_box cr_box_at(carom_box bounds, carom_vec2 at); ///< the same, for bounds of a shape at the origin
bool cr_finite_box(carom_box box);
/// The largest coordinate of a box to which a step moves a body: FLT_MAX * (1 - 2^-14). Beyond it is room for the
/// rounding of positions at contacts and for remainders (PATH_SLACK of impacts.c, CR_LOST_SHARE), so bounds stay
/// finite.
#define CR_RANGE 0x1.fff8p127f
bool cr_box_in_range(carom_box box);
/// Returns the bounds of the shape of a body. They include its origin if the shape is so far from it that the position
/// could overflow while the shape is within CR_RANGE.
carom_box cr_body_bounds(const carom_shape *shape);
const carom_level *cr_level_of(const carom_world *world, int number);
/// Reserves memory for bodies 0 .. places - 1, including all that a step needs for them. Returns false without memory.
bool cr_reserve_slots(carom_world *world, uint32_t slots);
/// Reserves memory for the parts of a compound in a reserved slot. Returns false without memory.
bool cr_reserve_parts(carom_world *world, uint32_t index, uint32_t count);
/// Sets the shape of a body to the compound of the first `count` parts in its block.
void cr_adopt_parts(carom_world *world, uint32_t index, uint32_t count);
/// Copies a shape except the parts of a compound. All other bytes, padding included, are zero, so that equal values
/// have equal bytes.
void cr_copy_shape(const carom_shape *shape, carom_shape *out);
/// Returns the bits CR_FIXED, CR_KINEMATIC, CR_SENSOR, CR_PASSES and CR_ROUND.
uint16_t cr_flags_of(const carom_shape *shape, const carom_response *response, carom_body_type type, bool sensor);
/// Returns whether a body may have this shape, given at its own origin; compounds may be nested.
carom_status cr_check_body_shape(const carom_shape *shape);
bool cr_has_one_sided_part(const carom_shape *shape);
bool cr_is_mass(float mass); ///< > 0; infinite is allowed
void cr_put_into_broad(carom_world *world, uint32_t index);
/// Sets the filter of a body in the broad phase, and tests whether it is set already.
void cr_update_broad_filter(carom_world *world, uint32_t index);
bool cr_has_broad_filter(const carom_world *world, uint32_t index);
static inline cr_broad_query cr_broad_query_of(const carom_world *world, uint32_t index, carom_box box) {
    return (cr_broad_query){box, &world->broad.filters[index]};
}
/// Frees a world, also after a callback.
void cr_free_now(carom_world *world);
void cr_slice_free(cr_slice *slice, const carom_allocator *allocator);
/// Appends an element. Without memory returns null, and the step is abandoned.
void *cr_push(carom_world *world, cr_list *list);

// ---- body_scene.c: a world as a scene -------------------------------------------------------------------------------

/// The obstacles of a body: levels and statics; optionally kinematic bodies, movers, and fixed bodies that it overlaps
/// at the start.
typedef struct cr_body_scene {
    const carom_world *world;
    uint32_t body;
    bool kinematics;
    bool movers;
    bool overlapped;
} cr_body_scene;

/// Returns the scene of a body in a step. Its sweeps have no position: `at` is unspecified.
carom_scene cr_scene_of_body(const cr_body_scene *body_scene);
/// Calls `visit` for the obstacles among the bodies whose boxes overlap a box, until it returns false.
void cr_visit_scene_bodies(const cr_body_scene *body_scene, carom_box box, cr_broad_visit *visit, void *context);

/// The box of a motion, and a box grown by the possible rounding of a position.
carom_box cr_swept(carom_box box, carom_vec2 move);
carom_box cr_grow_by_ulps(carom_box box);
/// How much cr_grow_by_ulps adds, relative to the coordinates: 8 ulp, above the rounding of a position and of a box.
#define CR_BOX_ROUNDING 0x1p-20f

// ---- bodies.c: pairs -----------------------------------------------------------------------------------------------

/// The key of a pair of bodies: the mover first; of two movers the lower one. In keys of levels, the level is second.
uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b);
static inline uint32_t cr_pair_first(uint64_t pair) {
    return (uint32_t)(pair >> 32);
}
static inline uint32_t cr_pair_second(uint64_t pair) {
    return (uint32_t)pair;
}
carom_filter cr_filter_of(carom_filter filter); ///< fills in the default category
static inline bool cr_accepts(carom_filter a, carom_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (b.category & ~a.ignore) != 0 && (a.category & ~b.ignore) != 0;
}
/// Returns the result of the custom filter for two bodies, in any order.
bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b);
/// Returns true if the filters allow two bodies to collide; and if so, whether they block each other.
bool cr_may_collide(const carom_world *world, uint32_t a, uint32_t b);
bool cr_blocks(const carom_world *world, uint32_t a, uint32_t b);
/// Returns the share of a in the mass of two bodies; 1/2 if both have infinite mass.
double cr_mass_share(const carom_world *world, uint32_t a, uint32_t b);
/// Returns true if a pair was in contact after the last step.
bool cr_were_in_contact(const carom_world *world, uint64_t pair);
/// Finds a pair in contact after the last step by its key. Null if there is none.
const carom_pair *cr_find_pair(const carom_world *world, uint64_t pair);

// ---- body_pair.c: positions, and pairs of bodies --------------------------------------------------------------------

/// The current path segment of a body: at `from` at `time`, then by `move` until the end of the step.
typedef struct cr_moving_body {
    carom_vec2 departure, from, move;
    double time;
    uint32_t number;
} cr_moving_body;

cr_moving_body cr_moving_body_of(const carom_world *world, uint32_t index);
carom_vec2 cr_move_of(const carom_world *world, uint32_t index); ///< the straight motion of a whole step

/// Returns the remainder of the last step, on the axes where the velocity has not changed within this step.
carom_vec2 cr_carried_remainder(const carom_world *world, uint32_t index, carom_vec2 velocity);
/// Writes the remainders of slow movers at the end of a step.
void cr_carry_remainders(carom_world *world);
/// Sets CR_HAS_REMAINDER for nonzero remainders. The old bits must have been cleared.
void cr_mark_remainders(carom_world *world);

/// Narrow-phase queries for two bodies at given positions.
cr_relation cr_relate_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b);
/// Returns true if two bodies penetrate each other at their positions.
bool cr_bodies_penetrate(const carom_world *world, uint32_t a, uint32_t b);
carom_contact_points cr_contact_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b,
                                       carom_vec2 at_b);
double cr_distance_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b);

/// A straight motion of a body from a position.
typedef struct cr_body_motion {
    uint32_t body;
    carom_vec2 from, move;
} cr_body_motion;

carom_sweep_hit cr_sweep_bodies(const carom_world *world, cr_body_motion a, cr_body_motion b);

// ---- turn.c: bodies with a rotation ---------------------------------------------------------------------------------

/// Returns null for a body that is neither turned nor spinning.
cr_turn *cr_turn_at(const carom_world *world, uint32_t index);
/// Returns the shape of a body without its rotation.
carom_shape cr_unturned_shape(const carom_world *world, uint32_t index);
/// Writes a convex shape, turned about the origin.
void cr_turn_shape(const carom_shape *shape, carom_rotation rotation, carom_shape *out);
/// Returns a box that contains a shape at every rotation.
carom_box cr_bounds_in_turn(const carom_shape *shape);
/// Returns whether an unturned shape may have a pose and a spin.
carom_status cr_check_turn(const carom_shape *shape, carom_pose pose, float spin);
bool cr_is_rotation(carom_rotation r);                     ///< of unit length, up to rounding
carom_rotation cr_rotation_given(carom_rotation rotation); ///< of unit length; the identity for a zeroed one
/// Reserves memory for the entry of a body with an unturned shape, in a reserved slot. Returns false without memory.
bool cr_reserve_turn(carom_world *world, uint32_t index, const carom_shape *shape);
/// Sets rotation and spin of a body, and its shape. If it becomes turned or spinning, memory must have been reserved.
void cr_set_turn(carom_world *world, uint32_t index, carom_rotation rotation, float spin);
/// The body has a new shape, without its rotation: turns it.
void cr_adopt_turn(carom_world *world, uint32_t index);
/// The body does not turn to a target any more.
void cr_drop_target_rotation(carom_world *world, uint32_t index);
static inline bool cr_has_target_rotation(const cr_turn *turn) {
    return turn->target.cosine != 0 || turn->target.sine != 0;
}
/// Returns true for an entry whose body turns in the next step.
static inline bool cr_will_turn(const cr_turn *turn) {
    return turn->spin != 0 || cr_has_target_rotation(turn);
}
/// Returns the spin of a body in a step of length dt: to its target, if it has one.
double cr_spin_in_step(const carom_world *world, uint32_t index, double dt);
void cr_drop_turn(carom_world *world, uint32_t index);

void cr_begin_turns(carom_world *world);
/// Turns the bodies that spin to their rotation at the end of the step.
void cr_end_turns(carom_world *world);
/// After a failed step: all shapes have the rotation of its start.
void cr_undo_turns(carom_world *world);
/// Returns the shape of a body at a position, with its rotation at a time of the step: a mover that has turned in its
/// last segment, as if it had turned in the whole step. The result points into *out.
const carom_shape *cr_shape_in_turn(const carom_world *world, uint32_t index, carom_vec2 at, double time,
                                    cr_placed *out);
/// Returns true for a body that turns in its last segment.
bool cr_turns_last(const carom_world *world, uint32_t index);

/// Ends the turn of a mover: from now on it has this rotation, and is a shape like any other.
void cr_stop_turn(const carom_world *world, uint32_t index, carom_rotation rotation);
/// Returns that rotation.
carom_rotation cr_end_rotation(const carom_world *world, uint32_t index);
/// Takes that back: the mover turns on.
void cr_resume_turn(const carom_world *world, uint32_t index);
/// Sweeps a trajectory that turns through all levels, and sets its `end`.
void cr_turn_through_levels(const carom_world *world, cr_trajectory *trajectory);
void cr_turn_through_level(const carom_world *world, cr_trajectory *trajectory, uint32_t level); ///< only this one
/// Ends the turn of a trajectory that goes on to the end of the step. Returns the position there, clear of levels and
/// statics.
carom_vec2 cr_end_turn(const carom_world *world, const cr_trajectory *trajectory);

/// A contact of a trajectory that turns.
typedef struct cr_turn_contact {
    double time;       ///< of the step
    carom_vec2 normal; ///< (0, 0): none
    double clearance;  ///< how far to keep off, along the normal
    uint32_t other;    ///< a body to be clear of, besides levels and statics, or CR_NOTHING
    carom_vec2 other_at;
} cr_turn_contact;

/// Returns the clear pose at a contact.
carom_pose cr_clear_turn_pose(const carom_world *world, const cr_trajectory *trajectory, const cr_turn_contact *c);
/// The same at the level hit of the trajectory.
carom_pose cr_turn_pose_at_level(const carom_world *world, const cr_trajectory *trajectory);

/// A hit of two bodies, at least one of which turns.
typedef struct cr_turning_hit {
    carom_sweep_hit sweep; ///< without `at` and `feature`
    double time;           ///< of the impact, as a fraction of the step
} cr_turning_hit;

/// Sweeps a mover from a time of the step to its end against another body on its current segment. If the two block
/// each other, penetration at the time when both are on these paths counts only if it deepens.
cr_turning_hit cr_sweep_into_turn(const carom_world *world, cr_body_motion a, double time, uint32_t b);
/// Sweeps two bodies backward, from their ends to a time of the step. Returns the last time of contact; 0 if there is
/// none.
double cr_sweep_back_into_turn(const carom_world *world, cr_body_motion a, cr_body_motion b, double time);
/// Sweeps a mover backward through a level, from its end. `t` is a fraction of the motion.
carom_sweep_hit cr_turn_back_through_level(const carom_world *world, cr_body_motion back, uint32_t level);
/// Returns the velocity of a point of a body by its spin alone; 0 if it does not turn any more.
carom_vec2 cr_velocity_by_spin(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point);
/// Returns the velocity of a point of a body that is at a position; or of a body with another velocity.
carom_vec2 cr_velocity_at_point(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point);
carom_vec2 cr_turned_velocity(const carom_world *world, uint32_t index, carom_vec2 velocity, carom_vec2 at,
                              carom_vec2 point);
/// Returns how far off a turning body a contact puts a mover at a position.
double cr_turn_clearance(const carom_world *world, uint32_t index, double x, double y);

// ---- The phases of a step ------------------------------------------------------------------------------------------

/// rule.c: the response of a mover to a contact of a pair, from its own, the material of the other, and the rule.
/// `reverse`: the mover is the second of the pair.
carom_response cr_response_of_contact(const carom_world *world, const cr_contact *contact, bool reverse);
/// The same for both movers of a pair of bodies; of a fixed body all is zero. Returns true if the pair passes from now
/// on.
bool cr_rule_passes(carom_world *world, const cr_contact *contact, carom_response out[2]);
/// The surface of a body, and of an edge of a level.
carom_surface cr_surface_of_body(const carom_world *world, uint32_t index);
carom_surface cr_surface_of_level(const carom_world *world, int level, int edge);
bool cr_is_passed(const carom_world *world, uint64_t pair);
/// Begins with the pairs that passed before, and keeps the pairs that are still in contact. cr_begin_rules needs
/// memory.
void cr_begin_rules(carom_world *world);
void cr_end_rules(carom_world *world);
/// Forgets the pairs of a removed body.
void cr_forget_passed(carom_world *world, uint32_t index);
/// Returns the velocity of a body at the current time of the step.
carom_vec2 cr_velocity_now(const carom_world *world, uint32_t index);

/// carry.c: adds the motion of supports to carried movers, before a step; and finds the supports, after it.
void cr_begin_carrying(carom_world *world);
void cr_end_carrying(carom_world *world);
/// Returns the exact end of a carried mover that ends at `end` by its trajectory. On an axis on which it goes with what
/// carries it, rounding aside, that is its offset from it at the start of the step; else `end`.
cr_vec2d cr_carried_end(const carom_world *world, uint32_t index, carom_vec2 end);
/// After a failed step: new movers do not rest on anything yet.
void cr_undo_boarding(carom_world *world);
/// Returns the kinematic body that will carry a mover in the coming step, itself for a kinematic body; CR_NOTHING if
/// none does, because the mover has left one of the supports in between, for example.
uint32_t cr_carrier_of(const carom_world *world, uint32_t index);
/// Returns where a kinematic body will be after a step that begins now.
carom_vec2 cr_coming_end(const carom_world *world, uint32_t index, float dt);
/// Returns the kinematic body that carries a mover in this step in a straight line, or CR_NOTHING.
uint32_t cr_root_of(const carom_world *world, uint32_t index);
/// Returns the velocity of the support of a mover with CR_CARRIED in this step.
carom_vec2 cr_carrying_velocity(const carom_world *world, uint32_t index);
/// A mover keeps its velocity in the world, and rests on nothing any more.
void cr_leave_support(carom_world *world, uint32_t index);

/// separate.c: separates penetrating bodies, and lists the pairs that still penetrate.
void cr_separate_overlaps(carom_world *world);
bool cr_overlapped_at_start(const carom_world *world, uint64_t pair);

/// free_motion.c: end positions of straight motions, passing contacts, near pairs, and level hits.
void cr_free_motion(carom_world *world);

/// pair_cache.c: updates the cached pairs. Requires the swept boxes of all bodies.
void cr_update_pair_cache(carom_world *world);
/// Reports all pairs with overlapping swept boxes of one of `slices` equal slices, in the order of pairs, in batches.
void cr_take_cached_pairs(const carom_world *world, uint32_t slice, uint32_t slices, cr_broad_take *take,
                          void *context);

/// Returns the first pair key of a slice; for the slice after the last one, a bound of all keys.
uint64_t cr_first_pair(const carom_world *world, uint32_t slice, uint32_t slices);

/// impacts.c: processes all contacts of the step in order of time of impact.
void cr_process_impacts(carom_world *world);
/// Returns the trajectory of a mover at the start of its motion.
cr_trajectory cr_straight_trajectory(const carom_world *world, uint32_t index);
/// Computes the earliest level hit of a trajectory.
void cr_sweep_levels(const carom_world *world, cr_trajectory *trajectory);
/// Two positions of a body.
typedef struct cr_body_path {
    uint32_t body;
    carom_vec2 before, at;
} cr_body_path;

/// Returns true if mover a was on one side of b, both without interior, and is not there any more (cr_loses_side).
bool cr_bodies_lose_sides(const carom_world *world, const cr_body_path *a, const cr_body_path *b, cr_limit *blocker);
/// Returns true if a position differs from the predicted one by more than rounding. It may then be beyond other bodies.
bool cr_is_off_path(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led);
/// The same beside a body at `other`, whose coordinates may be larger.
bool cr_is_off_path_beside(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led, carom_vec2 other);
/// Returns the time of the level hit as a fraction of the step.
double cr_time_of_level(const cr_trajectory *trajectory);
cr_contact cr_contact_of_level(const cr_trajectory *trajectory);
uint64_t cr_pair_of_level(uint32_t body, uint32_t level);
/// Responds to the level hit, and starts a new path segment.
cr_contact cr_respond_to_level(const carom_world *world, cr_trajectory *trajectory, carom_step_stats *stats);
/// Creates the trajectory of a mover that goes straight, at a time of the step, before it is deflected or moved. Its
/// passing contacts until then are recorded. Returns false without memory, and for a static.
bool cr_start_trajectory(carom_world *world, uint32_t index, double time);
/// Records a contact for the events.
void cr_add_contact(carom_world *world, cr_contact touch);
/// Records a pair that comes near; it is tested again at the end positions.
void cr_add_near_pair(carom_world *world, uint64_t pair);
/// Returns a box of all past and predicted positions of a body in this step.
carom_box cr_trajectory_box(const carom_world *world, uint32_t index);
/// Makes the broad phase find a body in this box as well.
void cr_extend_reach(carom_world *world, cr_trajectory *trajectory, carom_box box);

/// Returns the clear position of a body at the end of a path (geom/clear_position.h), with regard to levels, statics,
/// and another body at `other_at`; UINT32_MAX: no other body.
carom_vec2 cr_clear_body_position(const carom_world *world, uint32_t index, const cr_stopping *s, uint32_t other,
                                  carom_vec2 other_at);
/// The same for a body that penetrates the other one by a depth at the end of its path, and is moved off it by that:
/// along the normal of the first limit, or along what holds it on that side. Without kinematic bodies it penetrates by
/// a few ulp only, and the depth does not count.
carom_vec2 cr_body_position_off(const carom_world *world, uint32_t index, const cr_stopping *s, double depth,
                                uint32_t other, carom_vec2 other_at);
/// Returns the position of a body, or of a kinematic one the largest coordinates that it may have.
carom_vec2 cr_extent_of(const carom_world *world, uint32_t index, carom_vec2 at);
/// A mover without room beside a kinematic body rests until the end of the step. `through`: the body that touches it
/// for the kinematic one; both may be CR_NOTHING.
void cr_crush(cr_trajectory *trajectory, uint32_t by, uint32_t through);

/// resolve.c: ends all trajectories, so that only pairs that penetrated at the start still do.
void cr_resolve_positions(carom_world *world);
/// Returns the float position that a trajectory leads to.
carom_vec2 cr_led_to(const cr_trajectory *trajectory);
/// Returns the end of a trajectory, clear of all levels. Bodies are not considered.
carom_vec2 cr_trajectory_end(const carom_world *world, const cr_trajectory *trajectory);

/// crush.c: lists the movers without room beside a kinematic body, by index, and names what presses them.
void cr_list_crushes(carom_world *world);

/// The share of one slice.
typedef struct cr_range {
    uint32_t begin, end;
} cr_range;

static inline cr_range cr_share_of(uint32_t count, uint32_t number, uint32_t slices) {
    return (cr_range){(uint32_t)((uint64_t)count * number / slices),
                      (uint32_t)((uint64_t)count * (number + 1) / slices)};
}

/// tasks.c: calls a task for each slice, concurrently if the caller has provided threads.
typedef void cr_task(cr_slice *slice, uint32_t number, uint32_t slices);
/// Makes slices for a number of bodies. Returns false without memory.
bool cr_make_slices(carom_world *world, uint32_t bodies);
void cr_run_slices(carom_world *world, cr_task *task);
/// Returns the next element of a list of a slice; null if the list is too short, and then only counts.
static inline void *cr_slice_push(cr_list *list) {
    uint32_t at = list->count++;
    return at < list->capacity ? (char *)list->data + (size_t)at * list->element : NULL;
}

/// events.c: the pairs in contact, and the events since the last step.
void cr_make_events(carom_world *world);
