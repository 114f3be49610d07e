// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The course of one mover through one step: its velocity, and what it remembers of the contacts it met, so that a
// corner of several surfaces is answered as one and not one surface after the other for ever.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

#define CR_COURSE_NORMALS  4  // remembered
#define CR_COURSE_SURFACES 48 // answered at once

typedef struct cr_course {
    carom_vec2 velocity;
    carom_vec2 wanted; ///< sliding never turns against it
    carom_vec2 corner; ///< where the remembered normals were met
    carom_vec2 normals[CR_COURSE_NORMALS];
    int count;
    int leans; ///< contacts in this corner that the velocity left already, as far as floats can tell
} cr_course;

/// The surfaces at a place that a velocity has to respect.
typedef struct cr_surfaces {
    carom_vec2 normals[CR_COURSE_SURFACES];
    int count;
    carom_vec2 out; ///< away from all that is touched, unit length; (0, 0) when nothing is that
} cr_surfaces;

cr_course cr_course_begin(carom_vec2 velocity);

/// Answers a contact with something at rest, met with the reference point at `at`.
void cr_course_meet(cr_course *course, const carom_response *response, carom_vec2 at, carom_vec2 normal);

/// Answers all that is touched at `at` together; what is remembered plays no part.
void cr_course_touch(cr_course *course, const carom_response *response, carom_vec2 at, const cr_surfaces *surfaces);

/// Answers a contact of two movers as equal masses; the normal points from b to a. One that slides and stands at a wall
/// already does not give way into it, and is a wall to the other.
void cr_course_exchange(cr_course *a, const carom_response *response_a, carom_vec2 at_a, cr_course *b,
                        const carom_response *response_b, carom_vec2 at_b, carom_vec2 normal);

/// False when a field is not a number, or out of range.
bool cr_response_check(const carom_response *response);
float cr_restitution(const carom_response *response); ///< with its default filled in

/// carom_bounce off several surfaces at once: what is approached in all of them comes back.
carom_vec2 cr_bounce_off(carom_vec2 velocity, const carom_vec2 *normals, int count, float restitution, float friction);

/// Turns a velocity away from a surface by a little more than rounding, doubled `times` times.
carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times);
