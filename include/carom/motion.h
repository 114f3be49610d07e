// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer motion: the response of a moving shape to contacts, and depenetration. It works on any scene that answers
// sweeps: a level, a world, or one implemented by the caller.
//
//     carom_scene scene = carom_scene_of_level(level);
//     carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
//     carom_motion now = {.at = position, .velocity = velocity};
//     now = carom_move(&scene, &ball, &now, &slide, NULL, 0); // now.at, now.velocity
//
// These rules hold for every function:
// - A shape is defined about its own origin, for example its centre. Each call adds the position to the coordinates of
//   the shape. So rounding does not change its size from step to step.
// - A velocity is a displacement per call, in units. Multiply by the time step beforehand.
// - The final position is verified: if the shape penetrates nothing at the start, it penetrates nothing there. Not with
//   CAROM_RESPONSE_PASS.
// - A shape with its centre in the solid of a level does not hit the boundary from inside. carom_move reports `inside`
//   and does not move it, except with CAROM_RESPONSE_PASS; carom_push_out returns the nearest clear position.
// - A point that starts exactly on a two-sided segment can leave it on either side.
// - No function allocates. The number of sweeps per call is bounded.
#pragma once

#include "carom/level.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Scenes ---------------------------------------------------------------------------------------------------------

/// The first hit of a sweep through a scene.
typedef struct carom_scene_hit {
    carom_sweep_hit sweep; ///< the hit; in a level, part_b is the index of the edge
    uint64_t owner;        ///< the body that was hit, as carom_body_bits returns it; 0 for a level
    bool one_way;          ///< the obstacle is a one-way edge or one-sided segment: it blocks from its outer side only
    int level;             ///< the number of the level if one was hit, else 0
} carom_scene_hit;

/// The first contact of a turning sweep through a scene.
typedef struct carom_scene_turning_hit {
    carom_turning_hit turning; ///< the contact; in a level, part_b is the index of the edge
    uint64_t owner;            ///< as in carom_scene_hit
    bool one_way;              ///< as in carom_scene_hit
    int level;                 ///< as in carom_scene_hit
} carom_scene_turning_hit;

/// The material of a surface. It is added to the responses of shapes that touch it; zero adds nothing. At a contact,
/// each member is added to the same member of carom_response. A sum below 0 counts as 0; a surface speed may be
/// negative.
typedef struct carom_material {
    float restitution;   ///< above 0: a bumper; a shape that would slide bounces. Below 0: damps a bounce
    float friction;      ///< above 0: rough; below 0: ice
    float surface_speed; ///< a conveyor: the speed of the surface along itself, in units per unit of time, in the
                         ///< direction (-normal.y, normal.x), which is from a to b of an edge. Needs friction
} carom_material;

/// The surface at a contact.
typedef struct carom_surface {
    uint64_t tag;            ///< of a body: its tag; 0 for a level
    int level;               ///< the number of the level; -1 for a body
    int edge_tag;            ///< carom_level_edge.tag; 0 for a body
    carom_material material; ///< its material
} carom_surface;

/// A contact of a shape at rest in a scene.
typedef struct carom_scene_contact {
    carom_contact_points contact; ///< the contact; in a level, part_b is the index of the edge
    uint64_t owner;               ///< as in carom_scene_hit
    bool one_way;                 ///< as in carom_scene_hit
    carom_shape shape;            ///< the obstacle at its position: convex; in a level, the edge
} carom_scene_contact;

/// An obstacle of a scene.
typedef struct carom_scene_obstacle {
    carom_shape shape; ///< at its position; convex. A one-sided segment that is not one_way is part of the boundary of
                       ///< a solid, which lies on its left
    bool one_way;      ///< as in carom_scene_hit
} carom_scene_obstacle;

/// Anything that answers sweeps. `sweep` and `contacts` are required; the other functions may be null.
typedef struct carom_scene {
    const void *self; ///< passed to each function; must outlive the scene
    /// Returns the first hit, as carom_sweep defines it. A zero motion hits obstacles that the shape penetrates.
    carom_scene_hit (*sweep)(const void *self, const carom_shape *shape, carom_vec2 move);
    /// Reports all contacts of a shape at rest, touching included. Writes up to `capacity`; returns the number of all.
    int (*contacts)(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity);
    /// Returns the velocity of an owner, in units per unit of time. Null if nothing moves. Sweeps see all obstacles at
    /// rest.
    carom_vec2 (*velocity)(const void *self, uint64_t owner);
    /// Reports all obstacles whose bounds overlap a box, one-sided segments from either side; may report more. Writes
    /// up to `capacity`; returns the number of all. Used by carom_push_out, and by carom_move to keep points and shapes
    /// of a few ulp in front of segments. If null, `contacts` is called with the box, which is sufficient in a scene
    /// without one-sided segments.
    int (*obstacles)(const void *self, carom_box box, carom_scene_obstacle *out, int capacity);
    /// Returns true if a point is in the interior of a solid that one-sided segments bound. Null if the scene has no
    /// such solid. A box for which `obstacles` reports nothing must be in solid or outside of it as a whole.
    bool (*solid)(const void *self, carom_vec2 point);
    /// Writes the surface of a hit to *out. Null: no surface has a tag or a material.
    void (*surface)(const void *self, const carom_scene_hit *hit, carom_surface *out);
    /// As `sweep`, but ignores the `count` owners in `passed`. Null: a contact rule cannot let a shape pass a body.
    carom_scene_hit (*sweep_past)(const void *self, const carom_shape *shape, carom_vec2 move, const uint64_t *passed,
                                  int count);
    /// Returns the first contact of a shape that turns, as carom_sweep_turning defines it. Null: carom_move_turning
    /// does not move through the scene.
    carom_scene_turning_hit (*sweep_turning)(const void *self, const carom_shape *shape, const carom_turning *motion);
    void (*reserved[1])(void); ///< null: for functions of later versions
} carom_scene;

/// Returns the velocity of the owner of a hit or contact, in units per unit of time: the velocity at which a moving
/// platform carries the shapes on it. (0, 0) for a level, and for a scene without `velocity`.
CAROM_API carom_vec2 carom_scene_velocity(const carom_scene *scene, uint64_t owner);

/// Returns a scene of one level. Its owner is 0 and nothing in it moves. The level must outlive the scene. O(1).
CAROM_API carom_scene carom_scene_of_level(const carom_level *level);

// ---- Responses ------------------------------------------------------------------------------------------------------

/// The kinds of response to a contact.
typedef enum carom_response_kind {
    CAROM_RESPONSE_STOP = 0, ///< stops at the contact; the velocity becomes zero
    CAROM_RESPONSE_SLIDE,    ///< continues along the surface; the normal component of the velocity is lost
    CAROM_RESPONSE_BOUNCE,   ///< reflects the velocity at the surface, as a ball does
    CAROM_RESPONSE_PASS,     ///< passes through, and reports the contact
} carom_response_kind;

/// The response of a shape to a contact. Zero members of a bounce make it a slide.
typedef struct carom_response {
    carom_response_kind kind; ///< which response
    float restitution;        ///< of a bounce: the fraction of the approach speed that is returned, >= 0. 1: all of it;
                              ///< above 1: more; 0: none, which is a slide
    float friction;           ///< of a slide or bounce: the coefficient of Coulomb friction, >= 0. The speed along the
                              ///< surface, relative to it, decreases by at most this times the change along the normal
    float surface_speed;      ///< added to carom_material.surface_speed: the tracks of a vehicle
} carom_response;

/// A contact that a rule decides: the mover, the obstacle, and where they touch.
typedef struct carom_rule_contact {
    uint64_t mover;        ///< the shape that responds: carom_body_bits, or carom_move_rule.mover
    uint64_t mover_tag;    ///< its tag
    uint64_t other;        ///< the obstacle, as carom_scene_hit.owner; 0: a level
    carom_surface surface; ///< the surface of the obstacle
    int edge;              ///< the edge of the level; -1 for a body
    bool one_way;          ///< as carom_scene_hit.one_way
    float t;               ///< fraction of the step or call, 0..1
    float approach;        ///< the speed against the normal, relative to the obstacle
    carom_vec2 point;      ///< the contact point
    carom_vec2 normal;     ///< from the obstacle to the mover, unit length
    carom_vec2 velocity;   ///< of the mover, relative to the obstacle
} carom_rule_contact;

/// Contact rule: decides the response of a mover to a contact. *response is the response of the mover with the material
/// of the surface added. The rule may change it; an invalid response is ignored. It is called on the calling thread.
///
/// With CAROM_RESPONSE_PASS, the mover passes a body until the two have separated, and passes a one-way edge as if it
/// came from behind. At the boundary of a solid and at a two-sided edge, it means a slide.
typedef void carom_contact_rule(const carom_rule_contact *contact, carom_response *response, void *user_data);

/// Returns the velocity closest to `velocity` that approaches none of the surfaces: its projection onto the cone of
/// directions that the normals allow. `normals` must have unit length; any number, in any order. (0, 0) if the cone is
/// empty. At a surface that is not axis-aligned, the result is turned away from it by 2^-22 of its length, so that
/// rounding cannot make it approach. O(count^2).
CAROM_API carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count);

/// Returns the velocity after a bounce off a surface at rest, with Coulomb friction. `normal` must have unit length.
/// A velocity that does not approach the surface is returned unchanged.
CAROM_API carom_vec2 carom_bounce(carom_vec2 velocity, carom_vec2 normal, float restitution, float friction);

// ---- Moving ---------------------------------------------------------------------------------------------------------

#define CAROM_MOVE_MAX_CASTS 16 ///< the maximum number of path segments of a carom_move; after the last, it stops

/// The maximum number of convex parts of a compound that moves through levels and worlds. A compound with more parts
/// hits nothing. The position is added to each part, and the sum rounded to float: least for parts near the origin.
#define CAROM_MAX_MOVING_PARTS 16

/// The state of a moving shape: the argument of a carom_move, and its result.
typedef struct carom_motion {
    carom_vec2 at;        ///< the position of the shape's origin
    carom_vec2 velocity;  ///< the displacement of one call; as a result, the velocity after all contacts
    carom_vec2 remainder; ///< the displacement lost to rounding, below one ulp of `at`; starts as (0, 0)
    float t;              ///< result: the fraction of the call that was used; below 1 if a contact stopped the shape
    int contacts;         ///< result: the number of contacts, also beyond the capacity of the buffer
    int casts;            ///< result: the number of path segments, one sweep each; sweeps that verify positions do not
                          ///< count
    bool inside; ///< result: at the start, the shape penetrates an obstacle, or its centre is in the solid of a
                 ///< level. It was not moved: see carom_push_out
} carom_motion;

/// Moves a shape by its velocity, with `response` at each contact, and returns the new state. Of `start` it reads `at`,
/// `velocity` and `remainder`. Writes up to `capacity` contacts in the order of time; `sweep.t` is the fraction of the
/// whole call. `contacts` may be null if `capacity` is 0.
///
/// - A slide never moves against the initial direction. It stops in a corner that leaves no other direction.
/// - An axis that no contact changes ends at `at` + `velocity`, rounded once, if that place is clear.
/// - All contacts at one position are resolved together, and all are reported. So the result does not depend on the
///   order of obstacles, and a mirrored or quarter-turned scene gives the mirrored or turned result. Exception: if
///   several corners are hit at exactly the same time, the hit that the scene reports can decide.
/// - If a corner of the shape hits a corner exactly, the shape passes on the side that keeps more of its velocity.
/// - CAROM_RESPONSE_PASS moves the whole distance and reports the first contact only.
/// - If the displacement on an axis is below 2^-16 of the coordinate, `remainder` is the part of it that rounding lost.
///   The next call adds it to its displacement. It is 0 if a contact has changed the velocity on that axis. So the
///   shape advances by its velocity at any distance from the origin. A caller that sets `at` should set `remainder` to
///   (0, 0).
/// - If `at` or `velocity` is not finite, nothing moves: t is 0 and the returned velocity is (0, 0).
///
/// Cost: a bounded number of sweeps for each of at most CAROM_MOVE_MAX_CASTS path segments.
CAROM_API carom_motion carom_move(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                  const carom_response *response, carom_scene_hit *contacts, int capacity);

/// The response and the rule of a carom_move_by_rule.
typedef struct carom_move_rule {
    carom_response response;  ///< the response of the shape. With CAROM_RESPONSE_PASS the rule is not called
    carom_contact_rule *rule; ///< null: response and materials decide
    void *user_data;          ///< passed to the rule
    uint64_t mover;           ///< passed to the rule as carom_rule_contact.mover
    uint64_t mover_tag;       ///< passed to the rule
    float dt;                 ///< the duration of the call: a surface moves by surface_speed * dt in it
} carom_move_rule;

#define CAROM_MOVE_MAX_PASSED 64 ///< the maximum number of obstacles that one call passes; it stops at the next one

/// carom_move with a contact rule. (carom_move adds materials, too, with dt = 0.) The rule is called for each contact
/// in the order of time, and may be called again for an obstacle that it did not let pass.
///
/// If the shape touches several surfaces at one position, the rule is called for the first one hit, then for the other
/// bodies that the velocity approaches, in the order in which the scene reports them. The bodies that it lets pass take
/// no part in the response. The decision about the first one holds for all others. Errors and cost as carom_move.
CAROM_API carom_motion carom_move_by_rule(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                          const carom_move_rule *rule, carom_scene_hit *contacts, int capacity);

/// The state of a shape that moves and turns: the argument of a carom_move_turning, and its result.
typedef struct carom_turning_motion {
    carom_pose pose;     ///< the shape turns about the position
    carom_vec2 velocity; ///< the displacement of one call; as a result, the velocity after all contacts
    float spin;          ///< radians of one call, at most CAROM_MAX_TURN either way; as a result, after all contacts
    float t;             ///< result: as in carom_motion
    int contacts;        ///< result: as in carom_motion
    int casts;           ///< result: the number of path segments, one sweep each
    bool blocked;        ///< result: a contact stopped the turn; the rotation is that of the contact
    bool inside;         ///< result: at the start, the shape penetrates an obstacle. It was not moved
} carom_turning_motion;

/// Moves a shape by its velocity while it turns by its spin, with `response` at each contact, and returns the new
/// state. Of `start` it reads `pose`, `velocity` and `spin`. Writes up to `capacity` contacts in the order of time;
/// `turning.t` is the fraction of the whole call, and `turning.velocity` the velocity of the contact point, by the
/// velocity and the spin together, in units of one call. `contacts` may be null if `capacity` is 0.
///
/// - A contact that the turn brings closer blocks the turn: the spin becomes 0, and the shape keeps its rotation.
/// - A turn that moves the contact away, or along the surface, goes on by the spin times the time left.
/// - The velocity responds as in carom_move, with materials. A slide loses what approaches the surfaces. A bounce
///   returns the approach speed of the contact point, turning included. A stop ends velocity and spin.
/// - CAROM_RESPONSE_PASS moves the whole distance and reports the first contact only.
/// - If the shape penetrates nothing at the start, it penetrates nothing at the end. It moves by at most its velocity,
///   after a bounce by that of the contact point, and by a few ulp.
/// - If pose, velocity or spin are not finite, the spin exceeds CAROM_MAX_TURN, or the scene has no `sweep_turning`,
///   nothing moves: t is 0, and the returned velocity and spin are 0. Scenes of a level have `sweep_turning`.
/// - To separate a shape that penetrates, call carom_push_out with its position, and the result of carom_shape_posed
///   for its rotation.
///
/// Cost: one turning sweep for each of at most CAROM_MOVE_MAX_CASTS path segments.
CAROM_API carom_turning_motion carom_move_turning(const carom_scene *scene, const carom_shape *shape,
                                                  const carom_turning_motion *start, const carom_response *response,
                                                  carom_scene_turning_hit *contacts, int capacity);

/// The result of carom_push_out.
typedef struct carom_push {
    carom_vec2 at; ///< a clear position; the input position if it is clear already, or if the shape is crushed
    bool moved;    ///< the shape was in penetration, and `at` is clear
    bool crushed;  ///< the shape is in penetration, and no clear position lies within the maximum distance
} carom_push;

/// Depenetration: returns the clear position with the least translation, to a few ulp. At a clear position the shape
/// penetrates nothing, and its centre (the mean of its vertices) is not in solid. The position is verified exactly.
///
/// - `max_distance` is the maximum length of the translation, in units. The translation may lead through walls. If a
///   clear position lies within max_distance, it is found, except as noted under Cost.
/// - `max_distance` <= 0 means the penetration depth: the least translation out of all contacts together, each taken as
///   a half-plane. If the walls of two contacts enclose less than 60 degrees, only the deepest contact sets the limit:
///   a shape that is stuck between two walls is not moved along them. If several translations out of an obstacle are
///   equally short, the one that gives the least depth counts. If the centre of the shape is in the solid of a level,
///   there is no maximum.
/// - The result does not depend on the order of obstacles.
/// - A mirrored or quarter-turned scene gives the same bits, mirrored or turned, unless several translations are
///   equally short. Of these the one farthest towards -y is taken, then the one farthest towards -x.
/// - A one-way edge blocks only a shape that rests on it.
/// - For an invalid shape, every position is clear.
///
/// Cost: a few sweeps if no obstacle is near; otherwise O(n^2) for n obstacles within the distance. At most 128
/// obstacles near each candidate position (within 1/8 of the size of the shape) are considered. With more, the shape
/// may be reported as crushed although there is room, but it is never moved into penetration.
CAROM_API carom_push carom_push_out(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                    float max_distance);

#ifdef __cplusplus
}
#endif
