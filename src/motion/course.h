// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The course of one mover through one step: its velocity, and what it remembers of the contacts it met, so that a
// corner of several surfaces is answered as one and not one surface after the other for ever.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

#define CR_COURSE_NORMALS 4

typedef struct cr_course {
    carom_vec2 velocity;
    carom_vec2 wanted; ///< sliding never turns against it
    carom_vec2 corner; ///< where the remembered normals were met
    carom_vec2 normals[CR_COURSE_NORMALS];
    int count;
    int leans; ///< contacts in this corner that the velocity left already, as far as floats can tell
} cr_course;

cr_course cr_course_begin(carom_vec2 velocity);

/// Answers a contact with something at rest, met with the reference point at `at`.
void cr_course_meet(cr_course *course, const carom_response *response, carom_vec2 at, carom_vec2 normal);

/// Answers a contact of two movers as equal masses; the normal points from b to a. One that slides and stands at a wall
/// already does not give way into it, and is a wall to the other.
void cr_course_exchange(cr_course *a, const carom_response *response_a, carom_vec2 at_a, cr_course *b,
                        const carom_response *response_b, carom_vec2 at_b, carom_vec2 normal);

/// False when a field is not a number, or out of range.
bool cr_response_check(const carom_response *response);
float cr_restitution(const carom_response *response); ///< with its default filled in

/// Turns a velocity away from a surface by a little more than rounding, doubled `times` times.
carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times);
