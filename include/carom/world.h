// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer world: movers and statics over shared levels, moved continuously, and told who met whom.
//
//     carom_world *world;
//     carom_status status = carom_world_make(&(carom_world_desc){.level = level}, &world);
//     carom_body_id id;
//     status = carom_world_add(world, &(carom_body_desc){.shape = ball, .position = {40, 40}, .velocity = {3, 0},
//                                                        .response = {.kind = CAROM_BOUNCE}}, &id);
//     status = carom_world_step(world, 1);
//     int count;
//     const carom_event *events = carom_world_events(world, &count);
//     carom_world_free(world);
//
// What a step does: every mover goes along its velocity; the earliest contact of the whole world comes first (ties go
// to the lowest ids), is answered by the responses of the two, and the movers concerned are asked again. What holds:
// - After a step no mover is deeper than touch in a level, a static or another mover, unless it was at the start of the
//   step. Nothing passes through anything it is blocked by, at any speed.
// - A mover that meets more than `bounces` things in one step rests where it is until the next step, and keeps its
//   velocity. Where hundreds press together, and rounding leaves no room to place one free of all others, it goes back
//   to where it began the step, and so does everyone who has gone through there since: so none ends the step inside of
//   another, or beyond one that it could not pass. Velocities and events stay those of the contacts that happened.
// - Two movers answer each other as equal masses: bounce exchanges the approach speed (each takes its own
//   restitution), slide gives both the mean of it, touch stops, and is a wall to the other, as is one that slides and
//   stands at a wall already. When either crosses, or their filters say no, they do not block. A mover that crosses is
//   not stopped by levels either.
// - Movers that start inside each other or inside of a static (put there, or a static put onto them) are pushed apart
//   before the step's motion, each by half of the depth, and who is in the way goes along, into nothing; they do not
//   block each other's way out. A mover inside a level's border is pushed out to the nearest free place; where there is
//   none it rests and is counted as crushed. A mover whose centre is within a solid meets no border until it is out.
// - The same calls in the same order give the same bits, on every machine.
// - A step does not allocate once the world has seen as many bodies, pairs and events before. A call that runs out of
//   memory answers CAROM_NO_MEMORY and leaves the world as it was.
#pragma once

#include "carom/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct carom_world carom_world;

/// Names a body for as long as it lives; zero names none. Places are reused, generations tell the users apart.
typedef struct carom_body_id {
    uint32_t index;
    uint32_t generation;
} carom_body_id;

/// May two bodies meet that their filters allow to? `a` is the one that events tell first. Asked for bodies near each
/// other, any number of times, in any order and by any thread of a step: it has to answer by what no step changes, and
/// changes nothing itself. When its answer changes between steps, contacts end or begin with the next one.
typedef bool carom_may_meet(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data);

/// A way to do several things at the same time, with the caller's threads. Results do not depend on it, to the bit.
typedef struct carom_tasks {
    /// Calls task(data, i) once for each i from 0 to count - 1, in any order and on any threads, and returns when all
    /// are done. Null: one after the other.
    void (*run)(void *context, int count, void (*task)(void *data, int index), void *data);
    void *context;
    int workers; ///< how many threads there are; 0 means 2
} carom_tasks;

/// Everything a world is made from. Zero means default throughout.
typedef struct carom_world_desc {
    const carom_level *level;         ///< the first one attached; may be null
    int bounces;                      ///< the most contacts a mover answers in a step; 0 means 32
    const carom_allocator *allocator; ///< null: malloc. Only called on the thread that calls the world
    carom_may_meet *may_meet;         ///< asked after the filters; null: what these allow may meet
    void *user_data;                  ///< for may_meet
    carom_tasks tasks;                ///< what a step of many bodies is done with
} carom_world_desc;

/// CAROM_BAD_ARGUMENT for a null pointer or negative `bounces`, CAROM_NO_MEMORY; *out is null then.
CAROM_API carom_status carom_world_make(const carom_world_desc *desc, carom_world **out);
CAROM_API void carom_world_free(carom_world *world); ///< null is allowed

/// Adds a level: shared between any number of worlds, only read, and to outlive them. Levels count from 0.
CAROM_API carom_status carom_world_attach(carom_world *world, const carom_level *level);

// ---- Bodies ---------------------------------------------------------------------------------------------------------

/// An id as one number, and back: for tables, for files, and for the owner of a carom_space_hit.
CAROM_API uint64_t carom_body_bits(carom_body_id id);
CAROM_API carom_body_id carom_body_of_bits(uint64_t bits);

/// Two bodies of the same group, not 0, meet always if it is positive and never if it is negative: limbs of one figure,
/// say. Else they meet when each one's mask has a bit of the other's category. (As in Box2D; Chipmunk's groups are the
/// negative ones.) A level is of every category and in no group. Statics never meet each other.
typedef struct carom_filter {
    uint32_t category; ///< 0 means 1
    uint32_t mask;     ///< 0 means all
    int32_t group;     ///< 0: none
} carom_filter;

struct carom_event;

/// Called after a step's motion, once for each event of a body, first for a and then for b. The event is told from the
/// body's own side: `a` is the body, the normal points to it. Bodies may be added, removed and changed in it; a removed
/// body is called no more.
typedef void carom_on_collision(carom_world *world, const struct carom_event *event, void *user_data);

typedef struct carom_body_desc {
    carom_shape shape;       ///< of a mover with its reference point at the origin; see below for compounds
    carom_vec2 position;     ///< added to the shape, as carom_shape_at does
    carom_vec2 velocity;     ///< units per unit of dt; a static has none
    bool is_static;          ///< never moved by a step, never asked about other statics
    carom_response response; ///< of a static only cross matters: it is a sensor then
    carom_filter filter;
    carom_on_collision *on_collision; ///< may be null
    void *user_data;                  ///< the caller's own; carom never looks at it
} carom_body_desc;

/// A compound may have CAROM_MOVING_PARTS convex parts, else CAROM_TOO_LARGE; they stay the caller's, and have to stay
/// as they are and where they are until the body is removed. It moves, stops and is stopped as one; what of it is met
/// first is told in the parts of hits. `out` may be null. On failure no body is added, and *out names none: what
/// carom_shape_check says of the shape at its place; CAROM_NOT_FINITE; CAROM_BAD_ARGUMENT for a response out of range,
/// or a mover's reference point beside the origin; CAROM_FULL; CAROM_NO_MEMORY.
CAROM_API carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out);
/// Its contacts end at t = 0 of the next step, with an id that is stale then. CAROM_STALE_ID when it is gone already.
CAROM_API carom_status carom_world_remove(carom_world *world, carom_body_id id);

CAROM_API bool carom_world_has(const carom_world *world, carom_body_id id);
CAROM_API int carom_world_count(const carom_world *world);
/// Ids in ascending order of their index: writes up to `capacity`, returns how many there are.
CAROM_API int carom_world_bodies(const carom_world *world, carom_body_id *out, int capacity);

/// What a stale id is told: (0, 0), a CAROM_NONE shape, null.
CAROM_API carom_vec2 carom_world_position(const carom_world *world, carom_body_id id);
CAROM_API carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id);
/// Of all bodies by the index of their ids, in one array: `count` is one more than the highest index there ever was,
/// and where an index is free any place may stand. Valid until the world changes.
CAROM_API const carom_vec2 *carom_world_positions(const carom_world *world, int *count);
/// Where it stands now. A compound is told by its parts, from 0 on, in the order of a walk through it; what is none is
/// its own part 0. A CAROM_NONE shape for a compound as a whole, and past the last part.
CAROM_API carom_shape carom_world_shape(const carom_world *world, carom_body_id id);
CAROM_API carom_shape carom_world_part(const carom_world *world, carom_body_id id, int number);
CAROM_API void *carom_world_user_data(const carom_world *world, carom_body_id id);

/// A teleport, seen by all questions at once. What it lands in it is pushed out of by the next step. This and those
/// below change nothing when they answer CAROM_STALE_ID, or refuse what carom_world_add would refuse.
CAROM_API carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position);
CAROM_API carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity);
CAROM_API carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response);
CAROM_API carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter);

// ---- The step -------------------------------------------------------------------------------------------------------

/// Moves everything by velocity * dt, then calls back. `dt` is finite and > 0; 1 makes velocities motions per step.
/// CAROM_BAD_ARGUMENT for another dt, or when called from a callback.
CAROM_API carom_status carom_world_step(carom_world *world, float dt);

typedef enum carom_event_kind {
    CAROM_BEGIN, ///< two that were apart touch
    CAROM_STAY,  ///< they touched before the step and after it, and all through it as far as the step can tell
    CAROM_END,   ///< they have parted, or may not meet any more, or one is gone
} carom_event_kind;

/// One event of a pair. Touching is exact, but that what came to rest on something, and was put off it by the rounding
/// of its place, touches still. Who slides along flush, or was put there, touches as well as who was stopped: told from
/// when it does to when it does not, unless both are within one step without ever closing. (Of two bodies to the ulp;
/// of a level, and where contacts end, as far as places rounded on the way tell.) A level is touched by its border,
/// from outside, and by a one-way edge unless that is letting a mover pass. Pairs are (mover, level), (mover, static)
/// and (mover, mover) with the lower index as a.
typedef struct carom_event {
    carom_event_kind kind;
    float t; ///< fraction of the step; a stay is told at 0
    carom_body_id a;
    carom_body_id b;          ///< zero: a level
    int level;                ///< which level, when b is one; else -1
    int edge;                 ///< of the level; else -1
    carom_vec2 point, normal; ///< the contact, from b to a; of an end the last one known
} carom_event;

/// The events of the last step, by time; at the same time by a, b, and the order they happened in. They are valid until
/// the next step.
CAROM_API const carom_event *carom_world_events(const carom_world *world, int *count);

/// The pairs that touch after the last step, each once, ordered by a and then b, levels last.
typedef struct carom_pair {
    carom_body_id a;
    carom_body_id b; ///< zero: a level
    int level;       ///< which level, when b is one; else -1
    int edge;        ///< of the level; else -1
    carom_vec2 point, normal;
} carom_pair;

CAROM_API const carom_pair *carom_world_pairs(const carom_world *world, int *count);

/// What the last step had to do.
typedef struct carom_step_stats {
    int hits;    ///< contacts that were answered, two movers' counted once
    int rested;  ///< movers that met more than `bounces` things, and rest until the next step
    int crushed; ///< movers that are deeper than touch in something, with no way out in this step
} carom_step_stats;

CAROM_API carom_step_stats carom_world_stats(const carom_world *world);

/// A hash of ids, positions and velocities in order of the ids (FNV-1a, 64 bit): equal for equal runs on every machine.
CAROM_API uint64_t carom_world_hash(const carom_world *world);

// ---- Snapshots ------------------------------------------------------------------------------------------------------
//
// All that the next step depends on, as bytes without pointers: bodies with their ids, places, velocities, shapes,
// responses and filters, the pairs that touch and the last events. Taking one costs about twice, going back to it about
// three times as much as copying the bytes of a large world, so that a rollback can have one of every step. What only
// the process knows stays with the world: levels (by their numbers), may_meet, tasks, the allocator; and callbacks,
// user data and the parts of compounds, which a body that comes back under its old id finds again unless its place has
// had another body since, and which carom_world_set_hook and carom_world_set_parts give to a body anew. A world made by
// the same version on the same kind of machine takes another's snapshot.

/// How many bytes a snapshot takes now.
CAROM_API size_t carom_world_snapshot_size(const carom_world *world);
/// Writes it. CAROM_FULL when `capacity` is too small, CAROM_BAD_ARGUMENT without a world or buffer, or in a step.
CAROM_API carom_status carom_world_snapshot(const carom_world *world, void *buffer, size_t capacity);
/// Puts the world back to what it was. CAROM_BAD_FILE for bytes that are no snapshot, or damaged; CAROM_UNSUPPORTED for
/// one of another version or kind of machine; CAROM_NOT_FOUND when it needs levels that are not attached;
/// CAROM_BAD_ARGUMENT from a callback. On any failure the world stays as it is. Allocates only for more bodies, pairs
/// or events than the world has ever had.
CAROM_API carom_status carom_world_restore(carom_world *world, const void *snapshot, size_t size);

/// Replaces what a body calls, and what it is called with.
CAROM_API carom_status carom_world_set_hook(carom_world *world, carom_body_id id, carom_on_collision *on_collision,
                                            void *user_data);
/// Gives a compound that came back without its parts the same parts again. CAROM_BAD_ARGUMENT when the body is no
/// compound, or its bounds were others.
CAROM_API carom_status carom_world_set_parts(carom_world *world, carom_body_id id, const carom_shape *compound);

// ---- Questions ------------------------------------------------------------------------------------------------------
//
// Asked of levels, statics and movers together, as they stand now: between steps, and in callbacks. Hits and distances
// are those of geom and level, of each body and each level its first. They come in order: by time or distance; at the
// same time what one is inside of first; then levels by number, then bodies by index. What a buffer does not hold is
// what would come last, and is counted all the same. No call allocates, none changes the world, and any number of
// threads may ask at once. The cost is that of what lies near: the way, the shape, or the nearest found.

/// Who asks, and about what. Zero means all that blocks.
typedef struct carom_world_view {
    const carom_world *world;
    carom_filter filter;  ///< of who asks
    carom_body_id except; ///< usually the body that asks: it is not met, and may_meet is asked about it
    bool crossing;        ///< bodies that cross are met as well: sensors, things to pick up
    bool no_levels, no_statics, no_movers;
} carom_world_view;

/// Who was met: a body, or a level, or on a miss neither (zero and -1).
typedef struct carom_world_ray_hit {
    carom_body_id body;
    int level;
    carom_ray_hit ray; ///< of a level, the edge in `part`
} carom_world_ray_hit;

/// What a ray meets: first; all, up to `capacity` of them written, answering how many there are; anything?
CAROM_API carom_world_ray_hit carom_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move);
CAROM_API int carom_world_ray_all(const carom_world_view *view, carom_vec2 from, carom_vec2 move,
                                  carom_world_ray_hit *out, int capacity);
CAROM_API bool carom_world_ray_any(const carom_world_view *view, carom_vec2 from, carom_vec2 move);

typedef struct carom_world_sweep_hit {
    carom_body_id body;
    int level;
    carom_sweep_hit sweep; ///< of a level, the edge in `part_b`; `at` is clear of who was met, not of all others
} carom_world_sweep_hit;

/// What a shape, moving past everything at rest, meets: first, all, anything?
CAROM_API carom_world_sweep_hit carom_world_sweep(const carom_world_view *view, const carom_shape *shape,
                                                  carom_vec2 move);
CAROM_API int carom_world_sweep_all(const carom_world_view *view, const carom_shape *shape, carom_vec2 move,
                                    carom_world_sweep_hit *out, int capacity);
CAROM_API bool carom_world_sweep_any(const carom_world_view *view, const carom_shape *shape, carom_vec2 move);

typedef struct carom_world_overlapped {
    carom_body_id body;
    int level;
    int edge; ///< of a level, the lowest; else -1
} carom_world_overlapped;

/// What a shape overlaps, touching included: all, anything? Of a level the border counts, not the solid behind it.
CAROM_API int carom_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                                  int capacity);
CAROM_API bool carom_world_overlap_any(const carom_world_view *view, const carom_shape *shape);

typedef struct carom_world_gap {
    carom_body_id body;
    int level;
    carom_gap gap; ///< of a level, the edge in `part_b`; infinite on a miss
} carom_world_gap;

/// What is nearest to a shape, no farther than `reach` (which may be infinite): first; all of it.
CAROM_API carom_world_gap carom_world_nearest(const carom_world_view *view, const carom_shape *shape, float reach);
CAROM_API int carom_world_nearest_all(const carom_world_view *view, const carom_shape *shape, float reach,
                                      carom_world_gap *out, int capacity);

/// The view as a space to move through. It must outlive the space, and follows the world as it changes. Contacts come
/// in the order of questions: levels, then bodies by index, and their parts.
CAROM_API carom_space carom_space_of_world(const carom_world_view *view);

#ifdef __cplusplus
}
#endif
