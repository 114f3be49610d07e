// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One shape through one step: sweep, place, answer, and on with what is left, a bounded number of times.
#include "geom/predicate.h"
#include "motion/compound.h"
#include "motion/course.h"
#include "motion/rest.h"
#include "motion/touch.h"

typedef struct mover {
    const carom_space *space;
    const carom_shape *shape;
    const carom_response *response;
    cr_course course;
    carom_vec2 at;
    carom_vec2 at_hit;                  ///< where the last one was
    carom_vec2 told[CAROM_MOVE_CASTS];  ///< the normals of the hits there
    carom_vec2 again[CAROM_MOVE_CASTS]; ///< and those that were told twice
    int told_count, again_count;
    double left; ///< the fraction of the step that is still to be gone
    carom_space_hit *contacts;
    int capacity;
    carom_motion result;
} mover;

static carom_vec2 way(const mover *m) {
    return (carom_vec2){(float)((double)m->course.velocity.x * m->left),
                        (float)((double)m->course.velocity.y * m->left)};
}

static void tell(mover *m, carom_space_hit hit) {
    hit.sweep.t = cr_float_down(1 - m->left);
    if (m->result.contacts < m->capacity) m->contacts[m->result.contacts] = hit;
    ++m->result.contacts;
}

static bool is_among(const carom_vec2 *normals, int count, carom_vec2 normal) {
    for (int i = 0; i < count; ++i) {
        if (normals[i].x == normal.x && normals[i].y == normal.y) return true;
    }
    return false;
}

/// Notes a hit. One that is told twice at a place was not answered the first time.
static void note_hit(mover *m, const carom_shape *there, carom_vec2 at, carom_vec2 normal) {
    if (!cr_same_place(there, at, m->at_hit)) m->told_count = m->again_count = 0;
    if (is_among(m->told, m->told_count, normal) && !is_among(m->again, m->again_count, normal)) {
        m->again[m->again_count++] = normal;
    }
    m->told[m->told_count++] = normal;
}

/// Goes to a place at the end of a motion, unless that, by a step of a float that it was rounded out of something,
/// leads back.
static void go_to(mover *m, carom_vec2 place, carom_vec2 move) {
    carom_vec2 forward = m->response->kind == CAROM_SLIDE ? m->course.wanted : move;
    double x = (double)place.x - (double)m->at.x;
    double y = (double)place.y - (double)m->at.y;
    if (x * (double)forward.x + y * (double)forward.y >= 0) m->at = place;
}

/// Goes to a hit, and answers it and all else that is touched there.
static void stop_at(mover *m, carom_vec2 move, carom_space_hit *hit) {
    double t = (double)hit->sweep.t;
    carom_vec2 at = cr_rounded((double)m->at.x + t * (double)move.x, (double)m->at.y + t * (double)move.y);
    cr_placed placed;
    const carom_shape *there = cr_put(&placed, m->shape, at);
    note_hit(m, there, at, hit->sweep.normal);
    cr_surfaces surfaces;
    cr_touched(m->space, there, hit, m->course.velocity, m->again, m->again_count, &surfaces);
    go_to(m, cr_stop_among(m->space, m->shape, m->at, move, &hit->sweep, surfaces.out), move);
    m->at_hit = m->at;
    m->left *= 1 - t;
    hit->sweep.at = m->at;
    tell(m, *hit);
    cr_course_touch(&m->course, m->response, m->at, &surfaces);
}

/// Goes to the next contact and answers it. False when there is nothing more to go.
static bool go_on(mover *m) {
    carom_vec2 move = way(m);
    cr_placed here;
    carom_space_hit hit = m->space->sweep(m->space->self, cr_put(&here, m->shape, m->at), move);
    ++m->result.casts;
    if (!hit.sweep.hit) {
        go_to(m, cr_arrive(m->space, m->shape, m->at, move), move);
        m->left = 0;
        return false;
    }
    if (hit.sweep.inside) {
        m->result.inside = true;
        tell(m, hit);
        return false;
    }
    stop_at(m, move, &hit);
    return m->course.velocity.x != 0 || m->course.velocity.y != 0;
}

static void cross(mover *m) {
    carom_vec2 move = way(m);
    cr_placed here;
    carom_space_hit hit = m->space->sweep(m->space->self, cr_put(&here, m->shape, m->at), move);
    ++m->result.casts;
    if (hit.sweep.hit) {
        m->left = 1 - (double)hit.sweep.t;
        tell(m, hit);
    }
    m->at = (carom_vec2){m->at.x + move.x, m->at.y + move.y};
    m->left = 0;
}

carom_motion carom_move(const carom_space *space, const carom_shape *shape, carom_vec2 position, carom_vec2 velocity,
                        const carom_response *response, carom_space_hit *contacts, int capacity) {
    mover m = {.space = space,
               .shape = shape,
               .response = response,
               .course = cr_course_begin(velocity),
               .at = position,
               .left = 1,
               .contacts = contacts,
               .capacity = capacity};
    if (response->kind == CAROM_CROSS) {
        cross(&m);
    } else {
        while (m.result.casts < CAROM_MOVE_CASTS && go_on(&m)) {
        }
    }
    m.result.at = m.at;
    m.result.velocity = m.course.velocity;
    m.result.t = cr_float_down(1 - m.left);
    return m.result;
}
