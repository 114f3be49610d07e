// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer walker: a character on its feet. You have a velocity; a step turns it into a motion that feels right.
//
//     carom_walker_desc legs = {.shape = capsule, .up = {0, -1}};
//     carom_walker hero = {.position = spawn};
//     carom_jump jump = {0};
//     ... every frame:
//     hero.velocity.x = wish * 120;
//     hero.velocity.y += 600 * dt;
//     if (carom_jump_now(&jump, &(carom_jump_rules){.coyote = 0.1f, .buffer = 0.1f}, pressed, hero.grounded, dt))
//         hero.velocity.y = -260;
//     carom_stride done = carom_walker_step(&hero, &legs, &space, dt);
//
// A walker is on the ground or in the air.
// - On the ground it goes along it: the part of its velocity across `up` is its speed over the ground, uphill and
//   downhill alike; what gravity has added meanwhile is dropped. It stands still where it is not asked to go, on any
//   slope, to the last bit. It follows ground that falls away, climbs steps, and is stopped by what is too steep.
// - A velocity with a part along `up` leaves the ground: that is a jump. So does ground that ends.
// - In the air it slides along what it meets, is not pushed sideways by ground it lands on, and slides down what is too
//   steep to stand on, whatever it is asked for.
// - One-way edges stop what comes from above and let pass the rest; carom_walker_drop goes down through one.
// - It goes along with what it stands on, and is pushed by what comes into it. That of a world has moved before the
//   step, by less than half of the walker's size, and tells its velocity; carom_platforms move with it, and as fast as
//   they like. Leaving the ground, it keeps the velocity of the ground.
// - Up is the vector passed in. Worlds that are mirrored or turned by quarters, with up, walks and shapes turned along,
//   give the mirrored and turned result, to the bit.
// - There are no tolerances in units: sizes are those of the shape, or given.
// - A walker is plain data, the caller's: copy it to remember a state, copy it back to return to it. No call allocates.
#pragma once

#include "carom/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How someone walks; shared by any number of walkers. Zero means default, but for shape and up.
typedef struct carom_walker_desc {
    carom_shape shape; ///< convex: circle, capsule, box; about its position
    carom_vec2 up;     ///< away from the ground, of any length but zero
    float slope;       ///< the steepest ground, as rise over run; 0 means 1.25, which is 51 degrees
    float step;        ///< the highest step it climbs, in units; 0 means a quarter of its height, negative none
    float snap; ///< how far it follows ground that drops in a step down; 0 means as high as a step, negative none
} carom_walker_desc;

/// What a walker stands on.
typedef struct carom_ground {
    carom_vec2 normal;  ///< of the surface: of its flattest at a corner
    carom_vec2 support; ///< from the contact to the shape: on a corner it is not that of a surface
    carom_vec2 point;   ///< a point of the contact
    uint64_t owner;     ///< whose it is, as in carom_space_hit
    bool one_way;       ///< it can be dropped through
} carom_ground;

/// A walker. Set position and velocity to begin with, and whenever you like; the rest is kept by the steps.
typedef struct carom_walker {
    carom_vec2 position; ///< where the origin of its shape is
    carom_vec2 velocity; ///< units per unit of dt; on the ground, over it
    bool grounded;
    carom_ground ground; ///< zero in the air
    carom_vec2 slip;     ///< its velocity down ground too steep to stand on; zero elsewhere
    carom_vec2 owed;     ///< what the last step could not go because a float could not say it
} carom_walker;

/// What happened in a step.
typedef struct carom_stride {
    bool landed;     ///< it came to the ground
    bool left;       ///< it left the ground: a jump, a drop, or the ground ended
    bool climbed;    ///< it went up a step
    bool blocked;    ///< something stopped it, or part of it: see `wall`
    bool slipping;   ///< it is on ground too steep to stand on
    bool crushed;    ///< it is inside of something, with no way out, and was not moved
    carom_vec2 wall; ///< normal of the last wall or ceiling met
    int casts;       ///< sweeps asked along the way: at most CAROM_STRIDE_CASTS
} carom_stride;

#define CAROM_STRIDE_CASTS 1024 ///< the most sweeps that a step asks

/// Moves a walker by its velocity for dt (finite, > 0), and leaves in it what remains of the velocity. A step of many
/// times its size is walked in pieces, as if it were several. With an invalid shape, up or dt nothing moves.
CAROM_API carom_stride carom_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_space *space,
                                         float dt);

/// Lets a walker through the one-way edge it stands on: puts it a hair into it, for the next step to fall on. False,
/// and nothing happens, when it does not stand on one, or on something else as well.
CAROM_API bool carom_walker_drop(carom_walker *walker, const carom_walker_desc *desc, const carom_space *space);

// ---- Platforms ------------------------------------------------------------------------------------------------------

/// Something that moves on a path of its own, whatever is in its way: it carries who stands on it, and pushes who it
/// meets. Give it a new velocity before each step, and move it after all have walked.
typedef struct carom_platform {
    carom_shape shape;   ///< convex, about its position; a one-sided segment lets pass what comes from behind
    carom_vec2 position; ///< at the beginning of the step
    carom_vec2 velocity; ///< units per unit of dt
    uint64_t owner;      ///< told by hits and contacts, and whose velocity it is: not 0, and not twice
} carom_platform;

/// A level or a world, and platforms in it. The arrays are the caller's, and are looked at one by one.
typedef struct carom_platforms {
    const carom_space *base; ///< what is there besides
    const carom_platform *list;
    int count;
} carom_platforms;

/// A space to walk in: asked by a walker, everything in it moves within the step, so that nothing falls through what
/// rises, however fast. Asked otherwise, platforms are where their positions are. Must not outlive `platforms`.
CAROM_API carom_space carom_space_of_platforms(const carom_platforms *platforms);

/// Each where its velocity has brought it after dt.
CAROM_API void carom_platforms_move(carom_platform *list, int count, float dt);

// ---- Jumps ----------------------------------------------------------------------------------------------------------

/// How forgiving jumps are, in units of dt. Zero means not at all.
typedef struct carom_jump_rules {
    float coyote; ///< how long after the ground ended it can still be left by a jump
    float buffer; ///< how long before landing a press counts
} carom_jump_rules;

/// What a jump depends on. Starts zeroed.
typedef struct carom_jump {
    float air;    ///< how long there may still be jumped although there is no ground
    float wanted; ///< how long a press still counts
} carom_jump;

/// Asked once a step, before it: is this the moment to jump? `pressed` is true in the step the key goes down.
CAROM_API bool carom_jump_now(carom_jump *jump, const carom_jump_rules *rules, bool pressed, bool grounded, float dt);

/// How far a shape whose motion is stopped by a corner must go aside to pass it, if by no more than `reach` (finite,
/// >= 0): what makes a jump that hits its head by a hair a jump all the same. The least way of the two; (0, 0) when
/// nothing is in the way, or nothing helps. Three sweeps at most.
CAROM_API carom_vec2 carom_corner_correction(const carom_space *space, const carom_shape *shape, carom_vec2 position,
                                             carom_vec2 motion, float reach);

#ifdef __cplusplus
}
#endif
