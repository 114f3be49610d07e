// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer walker: a character controller. The caller sets a velocity; a step turns it into motion over ground and air.
//
//     carom_walker_desc legs = {.shape = capsule, .up = {0, -1}};
//     carom_walker hero = {.position = spawn};
//     carom_jump jump = {0};
//     float carried = 0; // sideways velocity of the last ground
//     ... every frame:
//     if (hero.grounded) carried = carom_scene_velocity(&scene, hero.ground.owner).x;
//     hero.velocity.x = wish * 120 + (hero.grounded ? 0 : carried);
//     hero.velocity.y += 600 * dt;
//     if (carom_jump_now(&jump, &(carom_jump_rules){.coyote = 0.1f, .buffer = 0.1f}, pressed, hero.grounded, dt))
//         hero.velocity.y = -260;
//     carom_walker_result done = carom_walker_step(&hero, &legs, &scene, dt);
//
// A walker is on the ground or in the air.
// - On the ground, the component of the velocity across `up` is the speed along the surface, uphill and downhill alike.
//   The component against `up`, which gravity adds, is dropped. So a walker without horizontal velocity stands still on
//   any walkable slope, to the last bit. A walker follows ground that descends, and climbs steps. Slopes that are too
//   steep block it.
// - A velocity with a component along `up` leaves the ground: a jump. The walker also leaves the ground where it ends.
// - In the air, a walker slides along obstacles. An axis that no contact changes ends at position + velocity * dt,
//   rounded once. Landing does not change the horizontal velocity. On a slope that is too steep to stand on, the walker
//   slides down, whatever its horizontal velocity.
// - One-way edges block motion from above only; carom_walker_drop moves a walker down through one.
// - Moving ground carries the walker, and moving obstacles push it. Bodies of a world should move before the step, by
//   less than half the size of the walker; carom_scene.velocity returns their velocity. carom_platforms move within the
//   step, at any speed. On the ground, the walker's velocity is relative to the ground. When it leaves the ground, the
//   velocity of the ground is added to its own.
// - `up` may have any direction. If scene, shape, `up` and velocity are mirrored or quarter-turned together, the result
//   is mirrored or turned, to the bit.
// - No tolerance is in absolute units: all are relative to the size of the shape or to its coordinates.
// - A walker is plain data that the caller owns: copying it saves the state, copying it back restores it. No function
//   allocates.
#pragma once

#include "carom/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The properties of a walker; may be shared by any number of walkers. Zero means the default, except for shape and up.
typedef struct carom_walker_desc {
    uint32_t size;     ///< of this struct in bytes, or 0: docs/abi.md
    float slope;       ///< the steepest slope to walk on, as rise over run; 0 means 1.25, about 51 degrees
    float step;        ///< the highest step to climb, in units; 0 means a quarter of the height, negative means none
    float snap;        ///< the highest step down to follow, in units; 0 means the same as `step`, negative means none
    carom_vec2 up;     ///< away from the ground; any length but zero
    carom_shape shape; ///< convex, about the position of the walker: circle, capsule, box, polygon
} carom_walker_desc;

/// The ground under a walker.
typedef struct carom_ground {
    carom_vec2 normal;  ///< unit normal of the surface; at a corner, of the flattest surface there
    carom_vec2 support; ///< contact normal, from the ground to the shape; at a corner not the normal of a surface
    carom_vec2 point;   ///< a point of the contact
    uint64_t owner;     ///< the owner of the ground, as in carom_scene_hit
    bool one_way;       ///< the ground is one-way: carom_walker_drop applies
} carom_ground;

/// A walker. The caller sets position and velocity, at the start and at any time. Zero the other members at the start;
/// carom_walker_step updates them.
typedef struct carom_walker {
    carom_vec2 position;  ///< of the origin of the shape
    carom_vec2 velocity;  ///< units per unit of dt; on the ground, relative to it and across `up`
    bool grounded;        ///< on the ground
    carom_ground ground;  ///< the ground; zero in the air
    carom_vec2 slip;      ///< the velocity down ground that is too steep to stand on; otherwise zero
    carom_vec2 remainder; ///< motion too small for the float position, carried into the next step
} carom_walker;

/// The result of carom_walker_step.
typedef struct carom_walker_result {
    bool landed;     ///< came from the air to the ground
    bool left;       ///< left the ground: by a jump, or because the ground ended
    bool climbed;    ///< climbed a step
    bool blocked;    ///< an obstacle stopped all or part of the motion: see `wall`
    bool slipping;   ///< on ground that is too steep to stand on
    bool crushed;    ///< in penetration, or with its centre in the solid of a level, and carom_push_out finds no clear
                     ///< position within the penetration depth, or only one behind an obstacle. It was not moved out.
                     ///< Also: platforms still hit it after the last sweep, or push it to where rounding of its
                     ///< position could exceed 1/16 of its size
    carom_vec2 wall; ///< normal of the last wall or ceiling hit; (0, 0) without one
    int casts;       ///< number of sweeps, except the sweeps that verify positions
} carom_walker_result;

#define CAROM_WALKER_MAX_CASTS 1024 ///< the maximum of carom_walker_result.casts

/// Moves a walker by its velocity for dt, and writes the new state. `dt` must be finite and > 0. A long motion over
/// ground is divided into up to 64 pieces of at least a quarter of the walker's size. If the description or `dt` is
/// invalid, or position or velocity is not finite, at the start or at the end, nothing moves and the result is zero.
///
/// Cost: at most CAROM_WALKER_MAX_CASTS sweeps, each followed by a few that verify the position; carom_push_out if the
/// walker is in penetration.
CAROM_API carom_walker_result carom_walker_step(carom_walker *walker, const carom_walker_desc *desc,
                                                const carom_scene *scene, float dt);

/// Drops a walker through the one-way edge that it stands on: moves it down by a small fraction of its size, so that it
/// falls in the next step. Returns false, and changes nothing, if the ground is not one-way or the walker would
/// penetrate anything else there. O(1) sweeps.
CAROM_API bool carom_walker_drop(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene);

// ---- Walkers in a world ---------------------------------------------------------------------------------------------

/// Steps a walker that is a kinematic body of a world, and gives the body its target (carom_world_move_to). Call it
/// before carom_world_step, with the same `dt`; that step moves the body together with all others. So pairs, events,
/// filters, queries and snapshots include the walker as any other body.
///
/// - The body must be kinematic and have the walker's shape. If the walker's position is not that of the body, the body
///   is teleported first.
/// - Levels, statics and movers block the walker at their present positions, and it stands on them. Kinematic bodies,
///   the movers that they carry, and the movers that earlier walkers push in this step also move: they carry and push
///   it as platforms do, at any speed. The filter of its body applies to all of them.
/// - The mover that it stands on carries it: if an earlier walker pushes that, as far as the push goes, otherwise with
///   the velocity that it has before the step. So a walker that pushes should step before one that rides.
/// - In the step of the world, movers do not stop the walker. It pushes them, and carries movers that rest on it. A
///   mover without room is reported by carom_world_crushes, the walker itself by carom_walker_result.crushed.
/// - A walker that walks or flies against the side of a mover pushes it, and the movers in front of it, at its own
///   speed, whatever their masses, and is not blocked then. One that bounces goes ahead. A mover blocks the walker if
///   its mass is infinite, if a walker that has stepped before pushes it, or where it or one in front of it reaches
///   what it cannot push: a level, also an ascending one, a static, a kinematic body, a mover of infinite mass. A mover
///   that the walker only reaches is not pushed. To push crates more slowly than a hero walks, set the velocity of the
///   hero while it touches one (examples/platformer.c).
/// - The world has no events for contacts of the walker with levels, statics and other kinematic bodies;
///   carom_walker_result reports them. Give coins and triggers the type mover and the flag `sensor`.
/// - A walker has state beyond its body. To restore a snapshot, restore a copy of the carom_walker with it.
///
/// If the id is stale, the body is not kinematic, or an argument is invalid (as in carom_walker_step), nothing moves
/// and the result is zero. So it is without memory, if more than 32 kinematic bodies are near the walker. Cost:
/// carom_walker_step, and a few passes over the flags of all bodies; once more for each mover that touches the walker
/// and that it pushes, up to eight, with a few sweeps for each mover in front of that.
CAROM_API carom_walker_result carom_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc,
                                                         carom_world *world, carom_body_id body, float dt);

// ---- Platforms ------------------------------------------------------------------------------------------------------

/// A kinematic obstacle. It moves by its velocity, turns by its spin, and nothing stops it. It carries the walkers that
/// stand on it, with the velocity of the point that they stand on: v + w x r. It pushes those in its path. A walker
/// stays upright. Set velocity and spin before each step; call carom_platforms_move after all walkers have moved.
typedef struct carom_platform {
    carom_shape shape;       ///< convex, about its position; a one-sided segment is one-way
    carom_vec2 position;     ///< at the start of the step
    carom_vec2 velocity;     ///< units per unit of dt
    uint64_t owner;          ///< reported by hits and contacts; not 0, and unique in the scene
    carom_rotation rotation; ///< about its position, at the start of the step; zero means none
    float spin;              ///< radians per unit of dt, about its position; at most CAROM_MAX_TURN in a step
    uint32_t reserved;       ///< 0
} carom_platform;

/// A scene and the platforms in it. The caller owns both. A query tests each platform in turn.
typedef struct carom_platforms {
    const carom_scene *base;    ///< the rest of the scene: a level, a world, or any other
    const carom_platform *list; ///< the platforms
    int count;                  ///< number of platforms, >= 0
} carom_platforms;

/// Returns a scene with platforms. carom_walker_step moves the platforms within the step: no tunnelling, at any speed.
/// In all other queries they are at rest at their positions. `platforms` must outlive the scene. O(1).
CAROM_API carom_scene carom_scene_of_platforms(const carom_platforms *platforms);

/// Moves each platform by its velocity and spin for dt. O(count).
CAROM_API void carom_platforms_move(carom_platform *list, int count, float dt);

// ---- Jumps ----------------------------------------------------------------------------------------------------------

/// Tolerances for the time of a jump, in the unit of dt. Zero means none.
typedef struct carom_jump_rules {
    float coyote; ///< time after the ground ended in which a jump is still allowed
    float buffer; ///< time before landing in which a key press still counts
} carom_jump_rules;

/// The state of a jump. Zero it at the start.
typedef struct carom_jump {
    float air;    ///< time left in which a jump without ground is allowed
    float wanted; ///< time left in which a key press counts
} carom_jump;

/// Returns true if the walker jumps in this step. Call it once before each step. `pressed` must be true only in the
/// step in which the key goes down.
CAROM_API bool carom_jump_now(carom_jump *jump, const carom_jump_rules *rules, bool pressed, bool grounded, float dt);

/// Corner correction, for a jump that would hit a corner with the edge of its head. Returns the displacement, across
/// `motion`, that moves the shape past the corner; of the two sides, the shorter one. `max_distance` is its maximum
/// length, in units (finite, >= 0). Returns (0, 0) if nothing stops the motion, if the shape starts in penetration, if
/// neither side helps, or if an argument is not finite. At most nine sweeps.
CAROM_API carom_vec2 carom_corner_correction(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                             carom_vec2 motion, float max_distance);

#ifdef __cplusplus
}
#endif
