// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the bodies of a world do in the step that comes.
#include "walker/coming_step.h"

#include "base/rotation.h"
#include "geom/predicate.h"

static cr_vec2d velocity_of_root(const cr_coming_step *s, uint32_t root) {
    if (!(cr_flags(s->world)[root] & CR_HAS_TARGET)) return cr_widen(cr_vectors(&s->world->velocity)[root]);
    cr_vec2d target = cr_widen(cr_body_at(s->world, root)->target);
    cr_vec2d from = cr_widen(cr_vectors(&s->world->position)[root]);
    return cr_widen(cr_narrow(cr_scale(cr_subtract(target, from), 1 / s->dt)));
}

/// The velocity of a carrier at a point.
static carom_vec2 velocity_at_point(const cr_coming_step *s, uint32_t index, carom_vec2 point) {
    uint32_t root = cr_carrier_of(s->world, index);
    cr_vec2d velocity = velocity_of_root(s, root);
    double spin = cr_spin_in_step(s->world, root, s->dt);
    carom_vec2 at = cr_vectors(&s->world->position)[root];
    carom_vec2 there = cr_narrow(cr_velocity_in_turn(velocity, spin, at, point));
    return cr_finite2(there) ? there : cr_narrow(velocity);
}

static carom_vec2 velocity_of_pushed(const cr_coming_step *s, const cr_pushed_mover *pushed) {
    cr_vec2d by = pushed->index == s->ground ? pushed->by : cr_add(pushed->by, pushed->ahead);
    return cr_narrow(cr_scale(by, 1 / s->dt));
}

carom_vec2 cr_coming_velocity(const cr_coming_step *s, uint32_t index) {
    const cr_pushed_mover *pushed = cr_find_pushed(s, index);
    return pushed ? velocity_of_pushed(s, pushed) : velocity_at_point(s, index, cr_vectors(&s->world->position)[index]);
}

carom_vec2 cr_coming_ground_velocity(const cr_coming_step *s, carom_vec2 point) {
    if (s->ground == CR_NOTHING) return (carom_vec2){0, 0};
    const cr_pushed_mover *pushed = cr_find_pushed(s, s->ground);
    if (pushed) return velocity_of_pushed(s, pushed);
    return cr_is_carrier(s->world, s->ground) ? velocity_at_point(s, s->ground, point)
                                              : cr_vectors(&s->world->velocity)[s->ground];
}

float cr_coming_spin(const cr_coming_step *s, uint32_t index) {
    return cr_is_kinematic(s->world, index) ? (float)cr_spin_in_step(s->world, index, s->dt) : 0;
}
