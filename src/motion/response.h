// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The velocity of one mover through one step. It keeps the normals of the last contacts, so that a corner of several
// surfaces is resolved as one; responding to one surface after the other would not end.
#pragma once

#include "base/float.h"
#include "carom/motion.h"
#include "geom/clear_position.h"

/// Of the speed: a velocity along a surface that faces no axis leans away from the surface by this. More than the
/// rounding of normal and velocity together, and far too little to be seen.
#define CR_LEAN 0x1p-22

enum { CR_MAX_LEANS = 16 };

#define CR_RESPONSE_NORMALS  4 ///< normals kept of earlier contacts
#define CR_NO_OWNER          UINT32_MAX
#define CR_RESPONSE_SURFACES 48 ///< surfaces of one response

typedef struct cr_response_state {
    carom_vec2 velocity;
    carom_vec2 wanted; ///< the initial velocity; a slide never opposes it
    float reach;       ///< size of the shape where that counts for corners; 0: the coordinates alone count
    carom_vec2 corner; ///< the position of the contacts that the normals belong to
    carom_vec2 normals[CR_RESPONSE_NORMALS];
    float speeds[CR_RESPONSE_NORMALS];    ///< of these surfaces along their normals
    uint32_t owners[CR_RESPONSE_NORMALS]; ///< of these surfaces
    bool moving;                          ///< one of the speeds is not zero
    int count;
    int leans; ///< contacts in this corner that did not change the velocity, because it does not approach the normal
} cr_response_state;

/// The surfaces at a position that a velocity must not approach.
typedef struct cr_surfaces {
    carom_vec2 normals[CR_RESPONSE_SURFACES];
    int count;
    carom_vec2 out; ///< away from all contacts, unit length; (0, 0) if there is no such direction
    cr_limit limits[CR_RESPONSE_SURFACES]; ///< position limits of these surfaces, and of corners that are passed
    int limit_count;
    bool passes; ///< no surface stops the velocity: from within the limits, it passes corners that it hit by an ulp
} cr_surfaces;

cr_response_state cr_response_begin(carom_vec2 velocity);

/// Responds to a contact with an obstacle at rest; `at` is the position of the mover at the contact.
void cr_response_contact(cr_response_state *state, const carom_response *response, carom_vec2 at, carom_vec2 normal);

/// A surface that may move, and a number for it.
typedef struct cr_surface {
    carom_vec2 normal, velocity;
    uint32_t owner;
} cr_surface;

/// The same for a surface that may move: stop and bounce are those in its frame, and a slide takes its speed along the
/// normal. Returns false if no velocity avoids it and the surfaces of earlier contacts here; then *against is the owner
/// of the earlier one that opposes it most, CR_NO_OWNER without one, and the velocity is zero.
bool cr_response_surface(cr_response_state *state, const carom_response *response, carom_vec2 at,
                         const cr_surface *surface, uint32_t *against);

/// Returns true if a moving surface holds the mover at this position, and the surfaces hold it from behind in a
/// direction: it cannot retreat. A lift below it does not count for a direction to the side.
bool cr_response_pushes(const cr_response_state *state, carom_vec2 at, carom_vec2 toward);
/// Returns true if the surfaces leave a mover a velocity that is not in a direction.
bool cr_response_can_stop(const cr_response_state *state, carom_vec2 toward);
/// Returns the owner of a surface at this position that moves the mover in a direction, or CR_NO_OWNER.
uint32_t cr_response_pushed_by(const cr_response_state *state, carom_vec2 at, carom_vec2 toward);
/// Takes the velocity of a surface, which becomes a contact at this position.
void cr_response_lead(cr_response_state *state, carom_vec2 at, const cr_surface *surface);
/// Forgets the surfaces of an owner.
void cr_response_forget(cr_response_state *state, uint32_t owner);

/// Responds to all surfaces at a position together, without the normals of earlier contacts.
void cr_response_contacts(cr_response_state *state, const carom_response *response, carom_vec2 at,
                          const cr_surfaces *surfaces);

/// One mover of a contact of two; `at` is its position at the contact.
typedef struct cr_response_mover {
    cr_response_state *state;
    const carom_response *response;
    carom_vec2 at;
    uint32_t owner; ///< its number as a surface for the other
    double share;   ///< of the mass of both; the shares add up to 1, and 1 cannot be pushed
} cr_response_mover;

/// Responds to a contact of two movers, neither of which pushes the other (cr_response_pushes); the normal points from
/// b to a. A sliding mover that is held at a wall does not yield, and is a wall to the other.
void cr_response_pair(const cr_response_mover *a, const cr_response_mover *b, carom_vec2 normal);

/// Returns the first member that is out of range or NaN, as "response.friction"; null if there is none.
const char *cr_response_fault(const carom_response *response);
/// Returns false if a member is not finite.
bool cr_material_check(const carom_material *material);
/// Returns the response to a surface: each member is the sum of both.
carom_response cr_response_on(const carom_response *response, const carom_material *material);
/// Returns the response as changed by a rule; unchanged if the result is out of range.
carom_response cr_response_by_rule(const carom_response *response, const carom_rule_contact *contact,
                                   carom_contact_rule *rule, void *user_data);

/// The velocity closest to `velocity` with at least the speed of each surface along its normal. Returns false if there
/// is none.
bool cr_slide_moving(carom_vec2 velocity, const carom_vec2 *normals, const float *speeds, int count, carom_vec2 *out);

/// carom_bounce off several surfaces at once: reflects the approach of all of them together.
carom_vec2 cr_bounce_off(carom_vec2 velocity, const carom_vec2 *normals, int count, float restitution, float friction);

/// Returns the index of the surface with the greatest approach speed; -1 if the velocity approaches none.
int cr_most_approached(carom_vec2 velocity, const carom_vec2 *normals, int count);

/// Turns a velocity away from a surface by CR_LEAN, doubled `times` times.
carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times);
