// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer motion: what a moving shape does when it meets something. It works over anything that answers sweeps: a level,
// a world, or what the caller makes.
//
//     carom_space space = carom_space_of_level(level);
//     carom_response slide = {.kind = CAROM_SLIDE};
//     carom_motion done = carom_move(&space, &ball, position, velocity, &slide, NULL, 0);
//     position = done.at;
//     velocity = done.velocity;
//
// - A shape is given about an origin of its own, its middle say, and a position to put that at, so that it keeps its
//   size to the last bit wherever it goes.
// - A velocity is a motion per call: the response is a matter of directions, and time is the caller's.
// - The end place is always checked: the shape is not deeper than touch in anything there, if it was not at the start.
// - A point that rests on a two-sided segment has no side to be held on (geom.h), and can leave through it.
// - No call allocates, and each makes a bounded number of sweeps.
#pragma once

#include "carom/level.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- What is moved through ------------------------------------------------------------------------------------------

/// A sweep's answer, and whose it is.
typedef struct carom_space_hit {
    carom_sweep_hit sweep; ///< of a level, part_b is the edge
    uint64_t owner;        ///< in a world the body that was met, as carom_body_bits tells it; 0 is a level
    bool one_way;          ///< a thin edge of a level, or a one-sided segment: it lets pass what comes from behind
} carom_space_hit;

/// A contact of a resting shape, and whose it is.
typedef struct carom_space_contact {
    carom_contact_points contact; ///< of a level, part_b is the edge
    uint64_t owner;               ///< as in a hit
    bool one_way;                 ///< as in a hit
    carom_shape shape;            ///< what is touched, as it stands: convex, of a level the edge
} carom_space_contact;

/// Anything that answers sweeps. `self` goes back to the functions, and must outlive the space.
typedef struct carom_space {
    const void *self;
    /// The nearest hit, as carom_sweep defines it. Zero motion hits what the shape is deeper than touch in.
    carom_space_hit (*sweep)(const void *self, const carom_shape *shape, carom_vec2 move);
    /// All contacts of a resting shape, touching included: writes up to `capacity`, returns how many there are.
    int (*contacts)(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity);
    /// How an owner moves, in units per unit of time; null when nothing does. Sweeps see everything at rest.
    carom_vec2 (*velocity)(const void *self, uint64_t owner);
} carom_space;

/// How an owner of hits and contacts moves: what carries who stands on it. (0, 0) for a level.
CAROM_API carom_vec2 carom_space_velocity(const carom_space *space, uint64_t owner);

/// Nothing in it moves, and its owner is 0.
CAROM_API carom_space carom_space_of_level(const carom_level *level);

// ---- Responses ------------------------------------------------------------------------------------------------------

typedef enum carom_response_kind {
    CAROM_TOUCH = 0, ///< stop at the contact; the velocity is lost
    CAROM_SLIDE,     ///< go on along what was met; the approach speed is lost
    CAROM_BOUNCE,    ///< go back from it, as a ball
    CAROM_CROSS,     ///< pass through, and be told
} carom_response_kind;

typedef struct carom_response {
    carom_response_kind kind;
    float restitution; ///< of a bounce: how much of the approach speed comes back, 0..1; 0 means 1 (else slide)
    float friction;    ///< of a bounce: speed lost along the surface, as a share of the change across it; >= 0
} carom_response;

/// The velocity nearest to the wanted one that moves against none of the normals (unit length, any number, any order):
/// the nearest point of the cone they leave. (0, 0) when they leave nothing.
CAROM_API carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count);

/// The velocity after a bounce off a surface at rest: restitution as written (0 keeps none), Coulomb friction.
/// A velocity that does not approach comes back as it is.
CAROM_API carom_vec2 carom_bounce(carom_vec2 velocity, carom_vec2 normal, float restitution, float friction);

// ---- Moving ---------------------------------------------------------------------------------------------------------

#define CAROM_MOVE_CASTS 16 ///< the most sweeps a carom_move follows; after that the shape rests where it is

/// The most convex parts a compound can have that moves through levels and worlds; one of more meets nothing. Parts are
/// placed one by one, each rounded to floats, with the first part's reference point at the origin beforehand.
#define CAROM_MOVING_PARTS 16

/// Where a motion led.
typedef struct carom_motion {
    carom_vec2 at;       ///< the new position
    carom_vec2 velocity; ///< what is left of the velocity after all contacts: what the next call starts with
    float t;             ///< how much of the step was gone: 1 unless something stopped it for good
    int contacts;        ///< how many contacts were met, not only those that fitted into the buffer
    int casts;           ///< sweeps asked along the way
    bool inside;         ///< the shape started deeper than touch in something, and was not moved: see carom_push_out
} carom_motion;

/// Moves a shape from `position` by `velocity`, answering each contact with `response`. Contacts are written in the
/// order they were met, `sweep.t` as a fraction of the whole call. Sliding never moves against the wanted direction,
/// and stops in a corner that leaves none. All that is touched at a place is answered together, so that neither the
/// order of shapes nor a mirror or a quarter turn changes where a slide ends; only where several corners are met
/// exactly at one time can the one that is told first still decide. Where the corners of two shapes meet exactly, it
/// passes on the side that keeps more of the velocity. Crossing goes the whole way and tells the first contact only.
CAROM_API carom_motion carom_move(const carom_space *space, const carom_shape *shape, carom_vec2 position,
                                  carom_vec2 velocity, const carom_response *response, carom_space_hit *contacts,
                                  int capacity);

/// The way out of everything at once.
typedef struct carom_push {
    carom_vec2 at; ///< where the shape is free; the position passed in when it was free already, or crushed
    bool moved;    ///< it was inside, and is not any more
    bool crushed;  ///< there is no way out
} carom_push;

/// The smallest translation that leaves the shape deeper than touch in nothing, however many things it is in and
/// beside: not out of one neighbour after the other. To a few steps of a float; the place is checked exactly. The
/// middle of the shape's bounds goes through nothing that it is not in at the start, so that no wall is jumped, and no
/// farther than the deepest contact is deep and the shape is wide and high. Thin one-way edges hold only what rests on
/// them.
CAROM_API carom_push carom_push_out(const carom_space *space, const carom_shape *shape, carom_vec2 position);

#ifdef __cplusplus
}
#endif
