// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Jump tolerances: coyote time, buffered jumps, corner correction.
#include "base/float.h"
#include "carom/walker.h"
#include "motion/clear_position.h"

#include <math.h>

static float count_down(float time, float dt) {
    return time > dt ? time - dt : 0;
}

bool carom_jump_now(carom_jump *jump, const carom_jump_rules *rules, bool pressed, bool grounded, float dt) {
    jump->air = grounded ? rules->coyote : count_down(jump->air, dt);
    jump->wanted = pressed ? rules->buffer : count_down(jump->wanted, dt);
    bool can = grounded || jump->air > 0, wants = pressed || jump->wanted > 0;
    if (!can || !wants) return false;
    *jump = (carom_jump){0};
    return true;
}

static carom_scene_hit sweep_at(const carom_scene *scene, const carom_shape *shape, carom_vec2 at, carom_vec2 move) {
    carom_shape there = carom_shape_at(shape, at);
    return scene->sweep(scene->self, &there, move);
}

static carom_vec2 displaced(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

/// The fraction of `aside` that lets the motion pass: moves by all of `aside`, by the motion, and back to the obstacle.
/// Infinite if the motion is blocked there, too.
static float share_needed(const carom_scene *scene, const carom_shape *shape, carom_vec2 at, carom_vec2 motion,
                          carom_vec2 aside) {
    if (sweep_at(scene, shape, at, aside).sweep.hit) return (float)INFINITY;
    carom_vec2 beside = displaced(at, aside), beyond = displaced(beside, motion);
    if (sweep_at(scene, shape, beside, motion).sweep.hit) return (float)INFINITY;
    carom_scene_hit back = sweep_at(scene, shape, beyond, (carom_vec2){-aside.x, -aside.y});
    return back.sweep.hit && !back.sweep.inside ? 1 - back.sweep.t : 1;
}

carom_vec2 carom_corner_correction(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                   carom_vec2 motion, float max_distance) {
    carom_vec2 none = {0, 0};
    double length = sqrt((double)motion.x * (double)motion.x + (double)motion.y * (double)motion.y);
    if (!(length > 0) || !(max_distance > 0) || !isfinite(length) || !isfinite(max_distance)) return none;
    carom_scene_hit hit = sweep_at(scene, shape, position, motion);
    if (!hit.sweep.hit || hit.sweep.inside) return none;
    double scale = (double)max_distance / length;
    carom_vec2 left = {(float)((double)motion.y * scale), (float)(-(double)motion.x * scale)};
    carom_vec2 right = {-left.x, -left.y};
    float to_left = share_needed(scene, shape, position, motion, left);
    float to_right = share_needed(scene, shape, position, motion, right);
    if (!(to_left <= 1) && !(to_right <= 1)) return none;
    carom_vec2 full = to_left <= to_right ? left : right;
    float share = to_left <= to_right ? to_left : to_right;
    carom_vec2 aside = {full.x * share, full.y * share};
    // The fraction is rounded, and the obstacle on the path back need not be the only one. If it fails, all of it.
    bool enough = cr_free(scene, shape, displaced(position, aside)) &&
                  !sweep_at(scene, shape, displaced(position, aside), motion).sweep.hit;
    return enough ? aside : full;
}
