// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What makes jumps forgiving: a little time after the ground and before it, a little room beside a corner.
#include "base/float.h"
#include "carom/walker.h"
#include "motion/rest.h"

#include <math.h>

static float less(float time, float dt) {
    return time > dt ? time - dt : 0;
}

bool carom_jump_now(carom_jump *jump, const carom_jump_rules *rules, bool pressed, bool grounded, float dt) {
    jump->air = grounded ? rules->coyote : less(jump->air, dt);
    jump->wanted = pressed ? rules->buffer : less(jump->wanted, dt);
    bool can = grounded || jump->air > 0, wants = pressed || jump->wanted > 0;
    if (!can || !wants) return false;
    *jump = (carom_jump){0};
    return true;
}

static carom_space_hit look(const carom_space *space, const carom_shape *shape, carom_vec2 at, carom_vec2 move) {
    carom_shape there = carom_shape_at(shape, at);
    return space->sweep(space->self, &there, move);
}

static carom_vec2 sum(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

/// Aside by all of `aside`, then on, and then back as far as what was in the way lets it: how far aside was needed is
/// what is left. Infinite when there is no way on.
static float needed(const carom_space *space, const carom_shape *shape, carom_vec2 at, carom_vec2 motion,
                    carom_vec2 aside) {
    if (look(space, shape, at, aside).sweep.hit) return (float)INFINITY;
    carom_vec2 beside = sum(at, aside), beyond = sum(beside, motion);
    if (look(space, shape, beside, motion).sweep.hit) return (float)INFINITY;
    carom_space_hit back = look(space, shape, beyond, (carom_vec2){-aside.x, -aside.y});
    return back.sweep.hit && !back.sweep.inside ? 1 - back.sweep.t : 1;
}

carom_vec2 carom_corner_correction(const carom_space *space, const carom_shape *shape, carom_vec2 position,
                                   carom_vec2 motion, float reach) {
    carom_vec2 none = {0, 0};
    double length = sqrt((double)motion.x * (double)motion.x + (double)motion.y * (double)motion.y);
    if (!(length > 0) || !(reach > 0) || !isfinite(length) || !isfinite(reach)) return none;
    carom_space_hit hit = look(space, shape, position, motion);
    if (!hit.sweep.hit || hit.sweep.inside) return none;
    double scale = (double)reach / length;
    carom_vec2 left = {(float)((double)motion.y * scale), (float)(-(double)motion.x * scale)};
    carom_vec2 right = {-left.x, -left.y};
    float to_left = needed(space, shape, position, motion, left);
    float to_right = needed(space, shape, position, motion, right);
    if (!(to_left <= 1) && !(to_right <= 1)) return none;
    carom_vec2 way = to_left <= to_right ? left : right;
    float share = to_left <= to_right ? to_left : to_right;
    carom_vec2 aside = {way.x * share, way.y * share};
    // Rounded, and there may have been more in the way than what stopped the way back: else all of it.
    bool enough =
        cr_free(space, shape, sum(position, aside)) && !look(space, shape, sum(position, aside), motion).sweep.hit;
    return enough ? aside : way;
}
