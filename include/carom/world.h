// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer world: movers, statics and kinematic bodies over shared levels. A step moves them with continuous collision and
// reports contact events.
//
//     carom_world *world;
//     carom_status status = carom_world_make(&(carom_world_desc){.level = level}, &world);
//     carom_body_id id;
//     status = carom_world_add(world, &(carom_body_desc){.shape = ball, .position = {40, 40}, .velocity = {30, 18},
//                                                        .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}}, &id, NULL);
//     status = carom_world_step(world, 1);
//     int count;
//     const carom_event *events = carom_world_events(world, &count);
//     carom_world_free(world);
//
// In a step every mover and kinematic body advances by velocity * dt. Contacts are processed in order of time of
// impact; at equal times the lowest ids come first. A contact changes the trajectories of its movers by their
// responses.
//
// Guarantees:
// - After a step no mover penetrates a level, a static or another mover, unless it did at the start of the step. There
//   is no tunnelling, at any speed.
// - One exception: a mover that is a point, or a segment that slides along its own line, passes between two static
//   segments if its path leads exactly through a vertex that they share, because it crosses neither. Levels have no
//   such gap: there, edges are linked in chains.
// - A mover stops at a level or a static where carom_move would, to a few ulp. At a body that moves it stops at the
//   time of impact, a float rounded down: short of the contact by up to 2^-23 of the paths of both until then.
// - A mover with more than `bounces` contacts in a step rests until the next step and keeps its velocity. If a
//   kinematic body pushes it, directly or through other movers, it goes with that body instead, and slides at what it
//   hits. If rounding leaves no clear position in a dense crowd, the mover is rolled back to the start of the step. So
//   is every mover that has passed through that position since. Velocities and events remain those of the contacts
//   that happened.
// - The response to a contact is that of the mover, plus the material of the surface, as changed by the contact rule.
//   The rule is called once for each contact with a response; for two movers once for each of them, the lower index
//   first. Calls are ordered by time, then by ids; bodies that penetrate each other at the start of the step come
//   first. The rule is not called for pairs that filters reject, for sensors, and for bodies with the response pass. If
//   it lets one of two bodies pass, both pass until they have separated; snapshots include such pairs.
// - Two movers respond to each other by their masses. Bounce exchanges the approach speed, each with its own
//   restitution. Slide gives both the same velocity along the normal, weighted by mass. Stop ends the motion, unless
//   the other mover only rests on it. A mover acts as a wall to the other if it has the response stop, if it slides and
//   is already blocked, if it rests because of `bounces`, or if its mass is infinite. If one of the two has the
//   response pass, or their filters reject the pair, neither blocks. Levels do not stop a mover with the response pass
//   either.
// - A kinematic body moves exactly by its velocity and spin, or to the target it was given, through everything. It
//   pushes the movers in its path: the response to a contact is computed in its frame, so a bounce off an approaching
//   body also returns the speed of that body. It carries the movers that rest on it (carom_world_carried). A mover
//   without room between a kinematic body and something else is reported in the same step (carom_world_crushes) and
//   rests; so is one that nearly parallel surfaces would press out of their corner at more than 64 times their speeds
//   at the start of the step. A mover has room if it can slide, if it can go with the kinematic body, or if the mover
//   that presses it can slide along it: a row of any length that is pushed in free space is not crushed. No mover
//   passes through a kinematic body unless it is reported. So if rounding leaves no clear position in a dense crowd, a
//   mover with room can be reported, too.
// - Every body may have a rotation. A kinematic body or a mover with a spin turns about its position: within a step
//   along one motion, as carom_sweep_turning defines it, against which movers are swept exactly. Rules, bounces and
//   friction see the velocity of the point of contact, v + w x r. In a step a body turns by at most CAROM_MAX_TURN. The
//   rotation is rounded to float after each step. A mover that a turning surface pushes leaves it by a few ulp, and
//   while the contact persists, by a little more than the speed of the surface, so that it is not touched again at
//   once. A kinematic body that turns carries a mover in a straight line, by the velocity of the point of contact, and
//   does not turn it. So its surface turns away from under the mover: at the end of a step there may be a gap. They are
//   still in contact if the turn explains the gap, and the velocity of the mover against the surface closes it in a
//   step. A walker takes a turning body for one that only moves.
// - A contact that blocks the turn of a mover ends it for the step: the mover keeps that rotation, and goes on by its
//   response. A contact at the start of the step blocks a turn that closes it; a later contact always ends the turn.
//   The spin itself is kept, as a velocity set by the game would be: in the next step the mover tries to turn on, and
//   does so where it is free. carom_world_pose shows that it has not turned; to stop it for good, set the spin to 0. A
//   turn neither pushes other movers nor changes a slide; a bounce returns its speed, unless the mover was in contact
//   at the start of the step. Circles about their position always turn.
// - Two movers that penetrate each other at the start of a step are separated before they move. Each is moved by
//   129/256 of the penetration depth: slightly more than half, so that crowds spread. Movers in the way are pushed
//   along, but not into anything. While two movers overlap, they do not block each other.
// - A mover that penetrates a static or a level is pushed out to the nearest clear position, as carom_push_out does by
//   default, and then takes its motion in the same step. Of equally short translations it takes the one most against
//   its velocity. If its centre is in the solid of a level, the distance is not limited. Its centre is not moved
//   through a level, nor through a static or kinematic body that it does not penetrate. Without a clear position the
//   mover counts as crushed; in a level it also rests.
// - If the displacement on an axis is below 2^-16 of the coordinate, its rounding remainder is kept for the next step.
//   So the mover advances by velocity * dt far from the origin: by 0.3 a step at 2^24, where floats are 2 apart. A
//   contact on that axis, a teleport, and rest discard the remainder. Snapshots and the hash include it.
// - Positions, velocities and bounds stay finite. A step does not move a body whose swept AABB would reach beyond
//   FLT_MAX * (1 - 2^-14), also if it starts there: the body keeps its velocity and rotation, and a kinematic body
//   drops its target. If a contact leads a mover out of this range, it stops at the contact for the step. A velocity
//   that overflows in a response becomes (0, 0).
// - The same calls in the same order give the same bits on every machine.
// - Memory is linear in the number of bodies, events, and pairs with overlapping boxes that the filters accept. A step
//   allocates only if it has more of these than any step before. A call without memory returns CAROM_STATUS_NO_MEMORY
//   and leaves the world unchanged.
#pragma once

#include "carom/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bodies, attached levels, and the results of the last step.
typedef struct carom_world carom_world;

/// The id of a body; zero refers to none. Indices are reused after removal, generations are not: the id of a removed
/// body is stale.
typedef struct carom_body_id {
    uint32_t index;      ///< the entry in carom_world_positions
    uint32_t generation; ///< > 0; counts the bodies that have had this index
} carom_body_id;

/// Custom filter, called for pairs of bodies whose filters accept each other. Returns whether the two may collide.
/// `a` is the body that events name first. It is called for bodies near each other, any number of times, in any order,
/// and from any thread of a step, so the result must not depend on anything that a step changes. It must not change or
/// free the world; functions that change bodies return CAROM_STATUS_BAD_ARGUMENT during a step. If its result changes
/// between steps, contacts begin or end in the next step.
typedef bool carom_custom_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data);

struct carom_event;

/// Event callback, called after the motion of a step. Each event is delivered once per body: first as it is; then,
/// unless b is a level, with a and b exchanged and the normal reversed. `a` is the receiver and exists. `b` may have
/// been removed before the step or by an earlier callback; `gone` then says so. Callbacks may add, remove and change
/// bodies; a removed body gets no more calls. A callback may free the world: it is freed when the callback returns, and
/// no other callback follows. carom_world_step, carom_world_restore and carom_world_shrink return
/// CAROM_STATUS_BAD_ARGUMENT in a callback.
typedef void carom_on_collision(carom_world *world, const struct carom_event *event, void *user_data);

/// The caller's threads. Results do not depend on them, to the bit.
typedef struct carom_tasks {
    /// Must call task(data, i) once for each i in 0..count-1, in any order and on any threads, and return when all
    /// calls have returned. Null: all work is done on the calling thread.
    void (*run)(void *context, int count, void (*task)(void *data, int index), void *data);
    void *context; ///< passed to run
    int workers;   ///< number of threads, at most 256 are used; 0 or less means 2
} carom_tasks;

/// The description of a world. Zero means default in every field.
typedef struct carom_world_desc {
    uint32_t size;            ///< of this struct in bytes, or 0: docs/abi.md
    const carom_level *level; ///< the first level to attach; may be null
    /// The maximum number of contacts of a mover in a step; 0 means 32. In a row of sliding movers that push one
    /// another, contacts alternate until all have one velocity: with 32, some movers of a row of four rest in some
    /// steps, and the row loses speed. A higher number costs time only where it is needed.
    int bounces;
    const carom_allocator *allocator;   ///< null: malloc. Called only on the thread that calls the world
    carom_custom_filter *custom_filter; ///< null: every pair that passes the filters may collide
    carom_on_collision *on_collision;   ///< may be null
    carom_contact_rule *rule;           ///< null: responses and materials decide about contacts
    void *user_data;                    ///< passed to custom_filter, on_collision and rule
    carom_tasks tasks;                  ///< threads for steps with many bodies
    carom_vec2 down; ///< the direction of gravity, of any length: a mover rests only on surfaces that face up within 45
                     ///< degrees. (0, 0): it rests on any surface that it presses against
} carom_world_desc;

/// Writes a new world to *out. Errors: CAROM_STATUS_BAD_ARGUMENT for a null pointer, a `size` too small, negative
/// `bounces`, or `down` that is not finite; CAROM_STATUS_UNSUPPORTED for members that this version does not have;
/// CAROM_STATUS_NO_MEMORY; *out is null then.
CAROM_API carom_status carom_world_make(const carom_world_desc *desc, carom_world **out);
/// Frees a world; null is allowed. In a callback the world is freed when the callback returns.
CAROM_API void carom_world_free(carom_world *world);

/// Returns unused memory to the allocator, for example after a crowd has left. The next steps allocate again. A removed
/// body keeps less than 450 bytes, so that its id stays stale. Invalidates arrays that the world has returned.
/// Errors: CAROM_STATUS_BAD_ARGUMENT in a callback.
CAROM_API carom_status carom_world_shrink(carom_world *world);

/// Attaches a level; the first one has number 0. Worlds may share levels and only read them. A level must outlive its
/// worlds. Errors: CAROM_STATUS_BAD_ARGUMENT for a null pointer or during a step, CAROM_STATUS_FULL,
/// CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_world_attach(carom_world *world, const carom_level *level);
/// Returns an attached level by its number, null for a number out of range.
CAROM_API const carom_level *carom_world_level(const carom_world *world, int number);
/// Returns the maximum number of contacts of a mover in a step: carom_world_desc.bounces, or 32 if that was 0.
CAROM_API int carom_world_bounces(const carom_world *world);
/// Returns carom_world_desc.down.
CAROM_API carom_vec2 carom_world_down(const carom_world *world);

// ---- Bodies ---------------------------------------------------------------------------------------------------------

/// Returns an id as one number, for tables and files. The owner of a carom_scene_hit is this number.
CAROM_API uint64_t carom_body_bits(carom_body_id id);
/// The inverse of carom_body_bits.
CAROM_API carom_body_id carom_body_of_bits(uint64_t bits);

/// Which bodies may collide. Two bodies of the same group, if it is not 0, always collide if the group is positive and
/// never if it is negative. Otherwise they collide if each has a category that the other does not ignore. (`ignore` is
/// the complement of the mask of Box2D and Chipmunk; Chipmunk's groups are the negative ones.) Filters do not apply to
/// levels. Statics and kinematic bodies never collide with each other.
typedef struct carom_filter {
    uint32_t category; ///< bits of the categories of the body; 0 means 1
    uint32_t ignore;   ///< bits of the categories that the body does not collide with; 0: none
    int32_t group;     ///< 0: none
} carom_filter;

/// The type of a body: how steps move it.
typedef enum carom_body_type {
    CAROM_BODY_MOVER = 0, ///< moved by steps, with its response at each contact
    CAROM_BODY_STATIC,    ///< moved by the caller only
    CAROM_BODY_KINEMATIC, ///< moved by steps, exactly by its velocity or to its target; stopped by nothing
} carom_body_type;

/// The description of a body.
typedef struct carom_body_desc {
    uint32_t size;           ///< of this struct in bytes, or 0: docs/abi.md
    carom_shape shape;       ///< about any origin; compounds: see carom_world_add
    carom_vec2 position;     ///< of the origin of the shape's coordinates
    carom_vec2 velocity;     ///< units per unit of dt; ignored for a static
    carom_body_type type;    ///< mover, static or kinematic
    bool sensor;             ///< reports contacts, and neither blocks nor is blocked; for bodies of every type
    carom_response response; ///< of a mover. Other bodies ignore it, except pass, which makes them sensors
    carom_material material; ///< of its surface: added to the response of a mover that touches it
    carom_filter filter;     ///< zero: of category 1, ignores no category, in no group
    float mass;              ///< of a mover; > 0. 0 means 1: no body has mass 0. Infinite: no mover pushes it; a
                             ///< kinematic body does, also through other movers
    float spin;              ///< of a mover or kinematic body: radians per unit of dt. 0 for a static
    uint64_t tag;            ///< for the caller: stored in snapshots, not interpreted
    carom_rotation rotation; ///< of the shape about the origin of its coordinates
} carom_body_desc;

/// Adds a body and writes its id to *out, which may be null. The world copies the shape. A compound moves and stops as
/// one; `part_a` and `part_b` of a hit name the convex parts. On failure no body is added, *out is zero, and *error,
/// which may be null, names the member of the description ("response.friction") and what is wrong with it. Errors:
/// those of carom_shape_check for the shape at its position; CAROM_STATUS_TOO_LARGE for more than
/// CAROM_MAX_MOVING_PARTS convex parts; CAROM_STATUS_NOT_FINITE, also if the bounds exceed the range of floats;
/// CAROM_STATUS_BAD_ARGUMENT for a type or response out of range; CAROM_STATUS_FULL; CAROM_STATUS_NO_MEMORY; and those
/// of carom_world_make for `size`.
CAROM_API carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out,
                                       carom_error *error);
/// Removes a body. Its contacts end at t = 0 of the next step; the events contain the stale id. Errors:
/// CAROM_STATUS_STALE_ID.
CAROM_API carom_status carom_world_remove(carom_world *world, carom_body_id id);

/// Returns true if the id is not stale.
CAROM_API bool carom_world_has(const carom_world *world, carom_body_id id);
/// Returns the number of bodies.
CAROM_API int carom_world_count(const carom_world *world);
/// Writes up to `capacity` ids in ascending order of index; returns the number of bodies.
CAROM_API int carom_world_bodies(const carom_world *world, carom_body_id *out, int capacity);

/// Returns the position of a body, (0, 0) for a stale id.
CAROM_API carom_vec2 carom_world_position(const carom_world *world, carom_body_id id);
/// Returns the velocity of a body, (0, 0) for a stale id. The velocity of a carried mover is relative to its support.
CAROM_API carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id);
/// Returns the position and rotation of a body. The rotation is that of its shape about the origin of the shape's
/// coordinates. The identity for a stale id.
CAROM_API carom_pose carom_world_pose(const carom_world *world, carom_body_id id);
/// Returns the spin of a body, 0 for a stale id.
CAROM_API float carom_world_spin(const carom_world *world, carom_body_id id);
/// Returns the velocity of the point of a body that is at `point`, in coordinates of the world: v + w x r. v is its
/// velocity, and that of its support if it is carried; w is its spin, and r the distance from its position. A target of
/// a kinematic body does not count. For a point that is not finite, returns v; for a stale id, (0, 0).
CAROM_API carom_vec2 carom_world_velocity_at(const carom_world *world, carom_body_id id, carom_vec2 point);
/// Returns the velocity of the support of a carried mover; the mover moves by the sum of this and carom_world_velocity.
/// (0, 0) for a body that is not carried.
///
/// A kinematic body carries the movers on it, and stacks of them, exactly and in every direction. A mover rests on a
/// body that it touched at the end of the last step and presses against: its velocity has a component against the
/// normal, by gravity for example. A mover that presses against a static or a level is not carried. A mover that lands
/// keeps its speed along the surface, as a walker does. When it leaves, the velocity of the support is added to its
/// own.
CAROM_API carom_vec2 carom_world_carried(const carom_world *world, carom_body_id id);
/// Returns the type of a body; CAROM_BODY_MOVER for a stale id.
CAROM_API carom_body_type carom_world_type(const carom_world *world, carom_body_id id);
/// Returns the flag `sensor` of a body; false for a stale id.
CAROM_API bool carom_world_is_sensor(const carom_world *world, carom_body_id id);
/// Returns the response of a body; zero for a stale id.
CAROM_API carom_response carom_world_response(const carom_world *world, carom_body_id id);
/// Returns the material of a body; zero for a stale id.
CAROM_API carom_material carom_world_material(const carom_world *world, carom_body_id id);
/// Returns the mass of a body: 1 if 0 was given, 0 for a stale id.
CAROM_API float carom_world_mass(const carom_world *world, carom_body_id id);
/// Returns the filter of a body, with category 1 if 0 was given; zero for a stale id.
CAROM_API carom_filter carom_world_filter(const carom_world *world, carom_body_id id);
/// Returns the positions of all bodies, by the index of their ids. *count is the highest index ever used plus 1.
/// Entries of free indices are unspecified. Valid until the world changes.
CAROM_API const carom_vec2 *carom_world_positions(const carom_world *world, int *count);
/// Returns the velocities of all bodies likewise: those of carom_world_velocity.
CAROM_API const carom_vec2 *carom_world_velocities(const carom_world *world, int *count);
/// Returns the shape of a body at its position. CAROM_SHAPE_NONE for a stale id and for a compound (see
/// carom_world_part).
CAROM_API carom_shape carom_world_shape(const carom_world *world, carom_body_id id);
/// Returns a convex part of a body at its position. The parts of a compound are numbered from 0 in depth-first order;
/// any other shape is its own part 0. CAROM_SHAPE_NONE for a stale id and for a number out of range.
CAROM_API carom_shape carom_world_part(const carom_world *world, carom_body_id id, int number);
/// Returns a convex part of a body as carom_world_add or carom_world_set_shape got it: about the origin of the shape's
/// coordinates, without the rotation of the body. Numbers and errors as in carom_world_part. With the other getters, it
/// gives a description from which carom_world_add makes an equal body.
CAROM_API carom_shape carom_world_own_part(const carom_world *world, carom_body_id id, int number);
/// Returns the tag of a body, 0 for a stale id.
CAROM_API uint64_t carom_world_tag(const carom_world *world, carom_body_id id);

/// Teleports a body; queries see it at once. If it penetrates something there, the next step pushes it out. A
/// teleported kinematic body carries and pushes nothing. Errors of this and all other setters: CAROM_STATUS_STALE_ID,
/// and those of carom_world_add for the value. On error nothing changes.
CAROM_API carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position);
/// Moves a kinematic body to a target in the next step, in a straight line, instead of by its velocity. After that step
/// it goes on with its velocity. Errors: those of carom_world_set_position; CAROM_STATUS_BAD_ARGUMENT for another type.
CAROM_API carom_status carom_world_move_to(carom_world *world, carom_body_id id, carom_vec2 target);
/// Moves and turns a kinematic body to a target pose in the next step, along one motion, as carom_sweep_turning defines
/// it: a door, a flipper that is animated. It turns the shorter way, and counter-clockwise (by positive angles) if both
/// are equal; its velocity and spin are those of the motion, and after the step the body is exactly there, and goes on
/// with the velocity and the spin that were set. carom_world_move_to, carom_world_set_position and carom_world_set_pose
/// replace the target. Errors: those of carom_world_move_to and carom_world_set_pose.
CAROM_API carom_status carom_world_move_to_pose(carom_world *world, carom_body_id id, carom_pose target);
/// Sets the shape of a body: a hero that crouches or grows, a compound that turns. The position stays; the shape may be
/// about any origin. If it penetrates something, the next step pushes it out. The world copies the shape.
CAROM_API carom_status carom_world_set_shape(carom_world *world, carom_body_id id, const carom_shape *shape);
/// Teleports a body, as carom_world_set_position, and sets its rotation. Errors: those of carom_world_set_position,
/// where the shape must stay within the range of floats at every rotation; CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_world_set_pose(carom_world *world, carom_body_id id, carom_pose pose);
/// Sets the spin of a mover or kinematic body, in radians per unit of dt. Errors: those of carom_world_set_pose;
/// CAROM_STATUS_BAD_ARGUMENT if the spin is not 0 and the body is static.
CAROM_API carom_status carom_world_set_spin(carom_world *world, carom_body_id id, float spin);
/// Sets the mass of a body, as carom_body_desc.mass.
CAROM_API carom_status carom_world_set_mass(carom_world *world, carom_body_id id, float mass);
/// Sets the velocity of a mover or kinematic body; a static keeps velocity 0.
CAROM_API carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity);
/// Sets the response of a body.
CAROM_API carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response);
/// Sets the material of a body.
CAROM_API carom_status carom_world_set_material(carom_world *world, carom_body_id id, carom_material material);
/// Sets or clears the flag `sensor` of a body. A body with the response pass blocks nothing in either case.
CAROM_API carom_status carom_world_set_sensor(carom_world *world, carom_body_id id, bool sensor);
/// Sets the filter of a body. Contacts that it excludes end in the next step.
CAROM_API carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter);
/// Sets the tag of a body.
CAROM_API carom_status carom_world_set_tag(carom_world *world, carom_body_id id, uint64_t tag);

/// Sets the material of all level edges with a tag: ice, a trampoline, a conveyor. Snapshots include it. Errors:
/// CAROM_STATUS_BAD_ARGUMENT for a member that is not finite, and during a step; CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_world_set_edge_material(carom_world *world, int edge_tag, carom_material material);
/// Returns the material of level edges with a tag; zero if none was set.
CAROM_API carom_material carom_world_edge_material(const carom_world *world, int edge_tag);

// ---- The step -------------------------------------------------------------------------------------------------------

/// Moves all movers and kinematic bodies by velocity * dt, turns spinning bodies, then calls on_collision for the
/// events. `dt` must be finite and > 0. Errors: CAROM_STATUS_BAD_ARGUMENT for another dt, and in a callback;
/// CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_world_step(carom_world *world, float dt);

/// The kinds of event.
typedef enum carom_event_kind {
    CAROM_EVENT_BEGIN, ///< a contact begins
    CAROM_EVENT_STAY,  ///< a contact existed before the step and persists; the step found no gap in between
    CAROM_EVENT_END,   ///< a contact ends: the two separate, may no longer collide, or a body was removed
} carom_event_kind;

/// Bits for the bodies of an event that were removed. Their ids are stale.
typedef enum carom_event_gone {
    CAROM_EVENT_GONE_A = 1, ///< a was removed
    CAROM_EVENT_GONE_B = 2, ///< b was removed
} carom_event_gone;

/// A contact event of a pair: (mover, level), (mover, static), (mover, kinematic body), or (mover, mover) with the
/// lower index as a.
/// - Touching is exact, with one exception: a mover that stopped at an obstacle still touches it if it is off by up to
///   2^-22 of the sum of the absolute coordinates of its AABB, 2 to 16 ulp of the largest: rounding may have moved it.
/// - A mover that slides along a surface, or is placed against it, touches it, too. Such a contact is reported unless
///   it begins and ends within one step without approach. Between bodies, the time of its begin is exact to an ulp. At
///   levels, and at the end of a contact, the time depends on the rounding of positions on the trajectory.
/// - A mover touches a level at its boundary, from outside, and at a one-way edge unless the edge lets it pass.
/// - Two bodies that overlap at the start of a step and are separated in it begin and end their contact at t = 0, if
///   they were apart before; the pair is not in carom_world_pairs.
typedef struct carom_event {
    carom_event_kind kind; ///< begin, stay or end
    float t;               ///< fraction of the step, 0..1; 0 for CAROM_EVENT_STAY
    carom_body_id a;       ///< a mover; in the second call of on_collision the other body of the pair
    carom_body_id b;       ///< zero: a level
    int level;             ///< the number of the level if b is one, else -1
    int edge;              ///< the edge of the level, else -1
    carom_vec2 point;      ///< the contact point; of CAROM_EVENT_END the last one known
    carom_vec2 normal;     ///< from b to a, unit length
    uint32_t gone;         ///< bits of carom_event_gone at delivery
} carom_event;

/// Returns the events of the last step, ordered by time, then a, then b, then order of occurrence. Valid until the next
/// step.
CAROM_API const carom_event *carom_world_events(const carom_world *world, int *count);

/// A pair in contact.
typedef struct carom_pair {
    carom_body_id a;   ///< a mover
    carom_body_id b;   ///< zero: a level
    int level;         ///< the number of the level if b is one, else -1
    int edge;          ///< the edge of the level, else -1
    carom_vec2 point;  ///< the contact point
    carom_vec2 normal; ///< from b to a, unit length
} carom_pair;

/// Returns the pairs in contact after the last step, each once, ordered by a, then b, levels last. Valid until the next
/// step.
CAROM_API const carom_pair *carom_world_pairs(const carom_world *world, int *count);

/// A mover without room between a kinematic body and something else.
typedef struct carom_crush {
    carom_body_id body;    ///< the mover
    carom_body_id by;      ///< the kinematic body, which may press through other movers
    carom_body_id against; ///< the body that holds the mover; zero: a level, or none
    int level;             ///< the number of the level that holds the mover, else -1
} carom_crush;

/// Returns the movers that were crushed in the last step, by index, each once. What holds a mover touches it at its
/// final position, on the side opposite to what presses it. Of several obstacles the most opposite one is named, of
/// equal ones the lowest index, levels last. If nothing touches it there, because it was rolled back in a crowd, the
/// first obstacle is named that it would hit if the rest of the kinematic body's motion pushed it; none if there is
/// none, or if that body turns. Between two kinematic bodies, one at rest is what holds. `by` is zero only if no
/// kinematic body reaches it any more. A crushed mover rests where it is, and the kinematic body goes on through it. In
/// the next step it is pushed out, if there is room within the penetration depth. Movers that only statics, levels or
/// other movers leave without room are not listed: carom_step_stats.crushed counts them, too. Valid until the next
/// step.
CAROM_API const carom_crush *carom_world_crushes(const carom_world *world, int *count);

/// Counters of the last step.
typedef struct carom_step_stats {
    int hits;    ///< contacts with a response; a contact of two movers counts once
    int rested;  ///< movers with more than `bounces` contacts, which rest until the next step
    int crushed; ///< movers of carom_world_crushes, and all others that penetrate something after the step or are in
                 ///< the solid of a level
    int tested;  ///< pairs of bodies for the narrow phase: the filters accept them, and the AABBs of their motions
                 ///< overlap
} carom_step_stats;

/// Returns the counters of the last step.
CAROM_API carom_step_stats carom_world_stats(const carom_world *world);

/// A cell of the broad phase that contains bodies.
typedef struct carom_world_cell {
    carom_box bounds; ///< of the cell
    int bodies;       ///< number of bodies in it
    int tests;        ///< number of AABBs that a search for pairs compares with those of its bodies; 0 for statics
    bool statics;     ///< the cell contains statics; otherwise movers and kinematic bodies
} carom_world_cell;

/// Writes up to `capacity` cells of the broad phase, to draw it and to measure its cost; returns their number. Movers
/// and kinematic bodies are in one set of grids, statics in another one; each grid has bodies of similar size. A cell
/// contains the bodies whose fattened AABB has its minimum corner there, so a body may reach into the next cell to the
/// right and above. A few bodies of similar size share one cell around all of them. A body that has changed since its
/// set was sorted is a cell of its own. The cells are those of the last search for pairs, which the pair cache makes
/// every few steps. They depend on the history of the world, not only on its state. O(bodies + tests).
CAROM_API int carom_world_cells(const carom_world *world, carom_world_cell *out, int capacity);

/// Returns a hash of ids, positions, velocities, targets, remainders, rotations and spins in order of index (FNV-1a, 64
/// bit). Equal runs have equal hashes on every machine.
CAROM_API uint64_t carom_world_hash(const carom_world *world);

// ---- Snapshots ------------------------------------------------------------------------------------------------------
//
// A snapshot is a buffer of bytes without pointers with all that the next step depends on: the bodies (ids, tags,
// positions, velocities, remainders, rotations, spins, targets, shapes, masses, responses, materials, filters), the
// materials of edges, the pairs in contact and the pairs that pass, the last events and crushes. The same calls give
// the same bytes. Levels (referred to by number), custom_filter, on_collision, rule, user_data, tasks and the allocator
// are not included; a restored world keeps its own. A world of the same library version, on the same kind of machine,
// can restore a snapshot of another world. Buffers need no alignment.
//
// For a large world, taking a snapshot takes about twice as long as copying its bytes, restoring one about three times.
// So a rollback buffer can hold a snapshot of every step.

/// Returns the size of a snapshot taken now, in bytes.
CAROM_API size_t carom_world_snapshot_size(const carom_world *world);
/// Writes a snapshot. Errors: CAROM_STATUS_FULL if `capacity` is too small; CAROM_STATUS_BAD_ARGUMENT without a world
/// or buffer, or during a step.
CAROM_API carom_status carom_world_snapshot(const carom_world *world, void *buffer, size_t capacity);
/// Restores a world from a snapshot. The bytes need not be trusted: a snapshot that is accepted is safe to step and to
/// query. On error the world stays unchanged. Allocates only if the snapshot has more bodies, pairs or events than the
/// world ever had. Errors: CAROM_STATUS_BAD_FILE for bytes that are damaged, no snapshot, or a state that no world can
/// have; CAROM_STATUS_UNSUPPORTED for another version or kind of machine; CAROM_STATUS_NOT_FOUND if a level is not
/// attached; CAROM_STATUS_BAD_ARGUMENT in a callback; CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_world_restore(carom_world *world, const void *snapshot, size_t size);

// ---- Queries --------------------------------------------------------------------------------------------------------
//
// Queries cover levels and bodies of every type at their current positions, between steps and in callbacks. A query
// reports at most one hit or distance for each body and for each level: the first, or the closest. Results are ordered
// by time or distance. At equal times, hits with the start inside come first; then levels by number, then bodies by
// index. If the buffer is too small, the last results are dropped, but counted. No query allocates or changes the
// world. Any number of threads may query at the same time. The cost depends on the bodies and edges near the ray, the
// shape, or the closest result.

/// A world, and which of its obstacles a query reports. Zero members: all obstacles that block.
typedef struct carom_world_view {
    const carom_world *world; ///< the world to query
    carom_filter filter;      ///< the filter of the query, tested against those of bodies
    carom_body_id except;     ///< ignored by the query, and passed to custom_filter: usually the body that queries
    bool crossing;            ///< also report sensors and bodies with the response pass
    bool no_levels;           ///< ignore levels
    bool no_statics;          ///< ignore statics
    bool no_movers;           ///< ignore movers
    bool no_kinematics;       ///< ignore kinematic bodies
} carom_world_view;

/// A hit of a ray. On a miss, body is zero and level is -1.
typedef struct carom_world_ray_hit {
    carom_body_id body; ///< the body; zero: a level
    int level;          ///< the number of the level, else -1
    carom_ray_hit ray;  ///< of a level, `part` is the edge
} carom_world_ray_hit;

/// Returns the first hit of a ray cast.
CAROM_API carom_world_ray_hit carom_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move);
/// Writes the first `capacity` hits of a ray cast in order; returns the number of hits.
CAROM_API int carom_world_ray_all(const carom_world_view *view, carom_vec2 from, carom_vec2 move,
                                  carom_world_ray_hit *out, int capacity);
/// Returns true if the ray hits anything.
CAROM_API bool carom_world_ray_any(const carom_world_view *view, carom_vec2 from, carom_vec2 move);

/// A hit of a sweep. On a miss, body is zero and level is -1.
typedef struct carom_world_sweep_hit {
    carom_body_id body;    ///< the body; zero: a level
    int level;             ///< the number of the level, else -1
    carom_sweep_hit sweep; ///< of a level, `part_b` is the edge. `at` is clear of this obstacle, not of all others
} carom_world_sweep_hit;

/// Returns the first hit of a shape that moves by `move`; all obstacles are at rest.
CAROM_API carom_world_sweep_hit carom_world_sweep(const carom_world_view *view, const carom_shape *shape,
                                                  carom_vec2 move);
/// Writes the first `capacity` hits of a sweep in order; returns the number of hits.
CAROM_API int carom_world_sweep_all(const carom_world_view *view, const carom_shape *shape, carom_vec2 move,
                                    carom_world_sweep_hit *out, int capacity);
/// Returns true if the sweep hits anything.
CAROM_API bool carom_world_sweep_any(const carom_world_view *view, const carom_shape *shape, carom_vec2 move);

/// An overlap.
typedef struct carom_world_overlapped {
    carom_body_id body; ///< the body; zero: a level
    int level;          ///< the number of the level, else -1
    int edge;           ///< the lowest edge of the level, else -1
} carom_world_overlapped;

/// Writes up to `capacity` obstacles that a shape overlaps, touching included; returns their number. Of a level only
/// the boundary counts, not the solid behind it.
CAROM_API int carom_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                                  int capacity);
/// Returns true if the shape overlaps anything.
CAROM_API bool carom_world_overlap_any(const carom_world_view *view, const carom_shape *shape);

/// A distance. On a miss, body is zero and level is -1.
typedef struct carom_world_separation {
    carom_body_id body;          ///< the body; zero: a level
    int level;                   ///< the number of the level, else -1
    carom_separation separation; ///< of a level, `part_b` is the edge; distance infinite on a miss
} carom_world_separation;

/// Returns the obstacle closest to a shape within `max_distance`, which may be infinite.
CAROM_API carom_world_separation carom_world_nearest(const carom_world_view *view, const carom_shape *shape,
                                                     float max_distance);
/// Writes the closest `capacity` obstacles within `max_distance` in order; returns the number of all within it.
CAROM_API int carom_world_nearest_all(const carom_world_view *view, const carom_shape *shape, float max_distance,
                                      carom_world_separation *out, int capacity);

/// Returns the view as a scene for carom_move and the walker. The view must outlive the scene. The scene reads the
/// current state of the world. Hits are ordered as in queries: levels, then bodies by index, then their parts.
CAROM_API carom_scene carom_scene_of_world(const carom_world_view *view);

#ifdef __cplusplus
}
#endif
