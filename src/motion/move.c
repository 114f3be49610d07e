// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One shape through one step: sweep, place, answer, and on with what is left, a bounded number of times.
#include "geom/predicate.h"
#include "motion/compound.h"
#include "motion/course.h"
#include "motion/rest.h"

typedef struct mover {
    const carom_space *space;
    const carom_shape *shape;
    const carom_response *response;
    cr_course course;
    carom_vec2 at;
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

/// Goes to the next contact and answers it. False when there is nothing more to go.
static bool go_on(mover *m) {
    carom_vec2 move = way(m);
    cr_placed here;
    carom_space_hit hit = m->space->sweep(m->space->self, cr_put(&here, m->shape, m->at), move);
    ++m->result.casts;
    if (!hit.sweep.hit) {
        m->at = cr_arrive(m->space, m->shape, m->at, move);
        m->left = 0;
        return false;
    }
    if (hit.sweep.inside) {
        m->result.inside = true;
        tell(m, hit);
        return false;
    }
    m->at = cr_stop(m->space, m->shape, m->at, move, &hit.sweep);
    m->left *= 1 - (double)hit.sweep.t;
    hit.sweep.at = m->at;
    tell(m, hit);
    cr_course_meet(&m->course, m->response, m->at, hit.sweep.normal);
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
