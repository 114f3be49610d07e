// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The responses, contact by contact.
#include "motion/course.h"

#include <math.h>

cr_course cr_course_begin(carom_vec2 velocity) {
    return (cr_course){.velocity = velocity, .wanted = velocity};
}

bool cr_response_check(const carom_response *response) {
    return response->kind >= CAROM_TOUCH && response->kind <= CAROM_CROSS && response->restitution >= 0 &&
           response->restitution <= 1 && response->friction >= 0 && isfinite(response->friction);
}

float cr_restitution(const carom_response *response) {
    return response->restitution == 0 ? 1 : response->restitution; // zero means default
}

/// So near that creeping into a wedge from contact to contact still counts as being in its corner: 2^-16 of the
/// coordinates, a few hundred steps of a float.
static bool same_corner(carom_vec2 a, carom_vec2 b) {
    float reach = fabsf(a.x) + fabsf(a.y);
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) <= reach / 65536;
}

static void remember(cr_course *course, carom_vec2 at, carom_vec2 normal) {
    if (!same_corner(at, course->corner)) course->count = course->leans = 0;
    course->corner = at;
    if (course->count == CR_COURSE_NORMALS) {
        for (int i = 1; i < CR_COURSE_NORMALS; ++i) course->normals[i - 1] = course->normals[i];
        --course->count;
    }
    course->normals[course->count++] = normal;
}

static carom_vec2 direction(carom_vec2 v) {
    double length = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    return (carom_vec2){(float)((double)v.x / length), (float)((double)v.y / length)};
}

/// Along all surfaces together, and never against the wanted direction.
static carom_vec2 slide(const cr_course *course, const carom_vec2 *normals, int count) {
    carom_vec2 limits[CR_COURSE_SURFACES + 1];
    for (int i = 0; i < count; ++i) limits[i] = normals[i];
    if (course->wanted.x != 0 || course->wanted.y != 0) limits[count++] = direction(course->wanted);

    return carom_slide(course->velocity, limits, count);
}

/// Answers surfaces at once; `out` leads away from them.
static void answer(cr_course *course, const carom_response *response, const carom_vec2 *normals, int count,
                   carom_vec2 out) {
    carom_vec2 old = course->velocity;
    switch (response->kind) {
    case CAROM_TOUCH: course->velocity = (carom_vec2){0, 0}; return;
    case CAROM_SLIDE: course->velocity = slide(course, normals, count); break;
    case CAROM_BOUNCE:
        course->velocity = cr_bounce_off(old, normals, count, cr_restitution(response), response->friction);
        break;
    case CAROM_CROSS: return;
    }
    // Stopped although leaving: the surface is turned against its float normal by less than that can say. Lean away,
    // more each time, until it lets go.
    bool unchanged = course->velocity.x == old.x && course->velocity.y == old.y;
    if (unchanged) course->velocity = cr_lean(old, out, course->leans++);
}

void cr_course_meet(cr_course *course, const carom_response *response, carom_vec2 at, carom_vec2 normal) {
    remember(course, at, normal);
    bool slides = response->kind == CAROM_SLIDE;
    answer(course, response, slides ? course->normals : &normal, slides ? course->count : 1, normal);
}

void cr_course_touch(cr_course *course, const carom_response *response, carom_vec2 at, const cr_surfaces *surfaces) {
    if (!same_corner(at, course->corner)) course->leans = 0;
    course->corner = at;
    course->count = 0;
    answer(course, response, surfaces->normals, surfaces->count, surfaces->out);
}

/// What is left of a mover's velocity relative to the mean of both: there the other is a wall at rest.
static carom_vec2 after_exchange(const carom_response *response, carom_vec2 velocity, carom_vec2 normal) {
    bool bounces = response->kind == CAROM_BOUNCE;
    return carom_bounce(velocity, normal, bounces ? cr_restitution(response) : 0, bounces ? response->friction : 0);
}

static carom_vec2 minus(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x - b.x, a.y - b.y};
}

/// Takes back what a push would move against the walls in this corner. Did it?
static bool hold(cr_course *course, const carom_response *response, carom_vec2 at) {
    if (response->kind != CAROM_SLIDE || course->count == 0 || !same_corner(at, course->corner)) return false;
    carom_vec2 held = carom_slide(course->velocity, course->normals, course->count);
    bool changed = held.x != course->velocity.x || held.y != course->velocity.y;
    course->velocity = held;
    return changed;
}

/// Gives up all approach to another mover that cannot give way, and is from now on as good as a wall.
static void yield_to(cr_course *course, carom_vec2 at, carom_vec2 other, carom_vec2 normal) {
    carom_vec2 relative = carom_slide(minus(course->velocity, other), &normal, 1);
    course->velocity = (carom_vec2){other.x + relative.x, other.y + relative.y};
    remember(course, at, normal);
}

void cr_course_exchange(cr_course *a, const carom_response *response_a, carom_vec2 at_a, cr_course *b,
                        const carom_response *response_b, carom_vec2 at_b, carom_vec2 normal) {
    carom_vec2 old_a = a->velocity;
    carom_vec2 old_b = b->velocity;
    carom_vec2 turned = {-normal.x, -normal.y};
    carom_vec2 mean = {(old_a.x + old_b.x) / 2, (old_a.y + old_b.y) / 2};
    carom_vec2 half = {(old_a.x - old_b.x) / 2, (old_a.y - old_b.y) / 2};
    carom_vec2 after_a = after_exchange(response_a, half, normal);
    carom_vec2 after_b = after_exchange(response_b, (carom_vec2){-half.x, -half.y}, turned);
    a->velocity = (carom_vec2){mean.x + after_a.x, mean.y + after_a.y};
    b->velocity = (carom_vec2){mean.x + after_b.x, mean.y + after_b.y};
    bool unchanged = after_a.x == half.x && after_a.y == half.y;
    if (unchanged) { // as in cr_course_meet
        a->velocity = cr_lean(old_a, normal, a->leans++);
        b->velocity = cr_lean(old_b, turned, b->leans++);
    }
    bool a_held = hold(a, response_a, at_a);
    bool b_held = hold(b, response_b, at_b);
    if (b_held) {
        yield_to(a, at_a, b->velocity, normal);
    } else if (a_held) {
        yield_to(b, at_b, a->velocity, turned);
    }
    a->wanted = a->velocity;
    b->wanted = b->velocity;
}
