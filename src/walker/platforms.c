// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Platforms over another scene: moving within the step of a walker, at rest in all other queries.
#include "base/box.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "geom/closest_feature.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/turning_obstacle.h"
#include "motion/obstacles.h"
#include "walker/platform_scene.h"

#include <math.h>

#define SWEPT_MARGIN 0x1p-20f // of the coordinates: more than the rounding of a placed shape and its motion

static carom_vec2 platform_position(const carom_platform *p, double time) {
    return (carom_vec2){(float)cr_in_range((double)p->position.x + (double)p->velocity.x * time),
                        (float)cr_in_range((double)p->position.y + (double)p->velocity.y * time)};
}

// ---- Turning --------------------------------------------------------------------------------------------------------

static float angle_in_step(const carom_platform *p, double dt) {
    return cr_angle_in_step((double)p->spin, dt);
}

/// As of the bodies of a world (world/turn.c): one motion for the whole step, so that slices round nothing.
static carom_rotation platform_rotation(const carom_platform *p, double dt, double time) {
    carom_turning motion = {.pose.rotation = cr_turn_of(p->rotation)};
    float angle = angle_in_step(p, dt);
    if (angle == 0 || time == 0) return motion.pose.rotation;
    cr_spin spin;
    cr_spin_of(angle, &spin);
    return cr_rotation_in_turn(&motion, &spin, time < dt ? time / dt : 1);
}

carom_shape cr_platform_shape(const carom_platform *p, double dt, double time, carom_vec2 at) {
    carom_rotation rotation = platform_rotation(p, dt, time);
    if (cr_is_unturned(rotation)) return carom_shape_at(&p->shape, at);
    carom_shape turned = carom_shape_posed(&p->shape, (carom_pose){.rotation = rotation});
    return carom_shape_at(&turned, at);
}

carom_shape cr_platform_shape_at_end(const cr_platform_scene *m, const carom_platform *p) {
    return cr_platform_shape(p, m->dt, m->to, platform_position(p, m->to));
}

static const carom_platform *platform_of_owner(const carom_platforms *platforms, uint64_t owner) {
    for (int i = 0; i < platforms->count; ++i) {
        if (platforms->list[i].owner == owner) return &platforms->list[i];
    }
    return NULL;
}

const carom_platform *cr_turning_platform(const cr_platform_scene *m, uint64_t owner) {
    const carom_platform *p = m->platforms ? platform_of_owner(m->platforms, owner) : NULL;
    return p && angle_in_step(p, m->dt) != 0 ? p : NULL;
}

static cr_vec2d velocity_at(const cr_platform_scene *m, const carom_platform *p, carom_vec2 point, double time) {
    double spin = (double)angle_in_step(p, m->dt) / m->dt;
    return cr_velocity_in_turn(cr_widen(p->velocity), spin, platform_position(p, time), point);
}

cr_vec2d cr_velocity_in_interval(const cr_platform_scene *m, uint64_t owner, carom_vec2 point) {
    const carom_platform *p = cr_turning_platform(m, owner);
    if (p) return velocity_at(m, p, point, m->to);
    p = platform_of_owner(m->platforms, owner);
    return cr_widen(p ? p->velocity : carom_scene_velocity(m->platforms->base, owner));
}

carom_vec2 cr_carried_by_turn(const cr_platform_scene *m, const carom_platform *p, carom_vec2 point, double from,
                              double to) {
    carom_rotation before = platform_rotation(p, m->dt, from), after = platform_rotation(p, m->dt, to);
    double c = (double)before.cosine * (double)after.cosine + (double)before.sine * (double)after.sine;
    double s = (double)before.cosine * (double)after.sine - (double)before.sine * (double)after.cosine;
    cr_vec2d old = cr_widen(platform_position(p, from)), r = cr_subtract(cr_widen(point), old);
    cr_vec2d now = cr_add(cr_widen(platform_position(p, to)), (cr_vec2d){c * r.x - s * r.y, s * r.x + c * r.y});
    return cr_narrow(cr_subtract(now, cr_widen(point)));
}

/// The hit of a shape that penetrates a one-way platform: none, unless the penetration is within rounding and the two
/// do not move apart.
static carom_sweep_hit rest_in_one_way(const carom_shape *shape, carom_vec2 move, const carom_shape *platform,
                                       carom_vec2 platform_move, const carom_contact_points *contact) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_sweep_hit hit = carom_sweep(shape, move, &nothing, (carom_vec2){0, 0});
    double x = (double)move.x - (double)platform_move.x, y = (double)move.y - (double)platform_move.y;
    bool still = x == 0 && y == 0, closing = x * (double)contact->normal.x + y * (double)contact->normal.y < 0;
    if (!cr_is_shallow(shape, contact) || !(still || closing)) return hit;
    hit = carom_sweep(shape, (carom_vec2){0, 0}, platform, (carom_vec2){0, 0}); // a hit at t = 0
    hit.hit = true;
    hit.inside = still;
    hit.t = 0;
    hit.normal = contact->normal;
    hit.point = contact->points[0];
    hit.feature = CAROM_FEATURE_EDGE;
    return hit;
}

/// The bounds of a shape over its motion, fattened by more than rounding.
static carom_box swept_bounds(const carom_shape *shape, carom_vec2 move) {
    carom_box box = carom_shape_bounds(shape);
    float x = (fabsf(box.min.x) + fabsf(box.max.x)) * SWEPT_MARGIN,
          y = (fabsf(box.min.y) + fabsf(box.max.y)) * SWEPT_MARGIN;
    box.min.x += (move.x < 0 ? move.x : 0) - x;
    box.max.x += (move.x > 0 ? move.x : 0) + x;
    box.min.y += (move.y < 0 ? move.y : 0) - y;
    box.max.y += (move.y > 0 ? move.y : 0) + y;
    return box;
}

/// The hit of a shape with a platform that turns. Both motions are continued to the end of the step, where the turn
/// ends; later hits than `to` do not count.
static carom_sweep_hit sweep_turn(const cr_platform_scene *m, const carom_platform *p, const carom_shape *shape,
                                  carom_vec2 move, carom_box swept) {
    carom_vec2 start = platform_position(p, 0), from = platform_position(p, m->from), to = platform_position(p, m->to);
    carom_shape around = {.kind = CAROM_SHAPE_CIRCLE,
                          .circle = {from, (float)((double)cr_reach_in_turn(&p->shape) * 1.0001)}};
    carom_sweep_hit hit = {.t = 1};
    if (!cr_boxes_overlap(swept, swept_bounds(&around, (carom_vec2){to.x - from.x, to.y - from.y}))) return hit;
    carom_shape now = cr_platform_shape(p, m->dt, m->from, from);
    if (cr_is_one_sided(&p->shape)) {
        carom_contact_points contact = carom_contact(shape, &now);
        carom_vec2 moved = cr_narrow(cr_scale(velocity_at(m, p, contact.points[0], m->from), m->to - m->from));
        if (contact.hit && contact.depth > 0) return rest_in_one_way(shape, move, &now, moved, &contact);
    }
    carom_sweep_hit still = carom_sweep(shape, (carom_vec2){0, 0}, &now, (carom_vec2){0, 0});
    if (still.hit) return still;
    double begin = m->from / m->dt, end = m->to / m->dt, left = (1 - begin) / (end - begin);
    cr_spin spin;
    cr_spin_of(angle_in_step(p, m->dt), &spin);
    carom_shape at_start = cr_platform_shape(p, m->dt, 0, start);
    cr_late_motion a = {.shape = shape, .move = cr_narrow(cr_scale(cr_widen(move), left)), .time = begin};
    cr_late_motion b = {.shape = &at_start,
                        .pivot = start,
                        .from = start,
                        .move = cr_narrow(cr_scale(cr_widen(p->velocity), m->dt)),
                        .spin = &spin};
    if (!cr_finite2(a.move) || !cr_finite2(b.move)) return hit;
    cr_late_impact late = cr_sweep_late(&a, &b, begin, true);
    const cr_turning_contact *c = &late.impact.contact;
    if (!late.impact.hit || c->time > end) return hit;
    cr_core core;
    cr_core_of(&at_start, &core); // valid and no compound: it has been hit
    hit.hit = true;
    double t = (c->time - begin) / (end - begin);
    hit.t = t > 0 ? cr_float_down(t) : 0;
    hit.point = cr_narrow(c->on_b);
    hit.normal = cr_narrow(c->normal);
    hit.feature = cr_feature_of_core(&core, c->edge_of_b >= 0, c->vertex_b);
    return hit;
}

static carom_sweep_hit sweep_platform(const cr_platform_scene *m, const carom_platform *p, const carom_shape *shape,
                                      carom_vec2 move, carom_box swept) {
    if (m->to > m->from && angle_in_step(p, m->dt) != 0) return sweep_turn(m, p, shape, move, swept);
    carom_vec2 from = platform_position(p, m->from), to = platform_position(p, m->to);
    carom_vec2 platform_move = {to.x - from.x, to.y - from.y};
    carom_shape platform = cr_platform_shape(p, m->dt, m->from, from);
    if (!cr_boxes_overlap(swept, swept_bounds(&platform, platform_move))) return (carom_sweep_hit){.t = 1};
    if (cr_is_one_sided(&p->shape)) {
        carom_contact_points contact = carom_contact(shape, &platform);
        if (contact.hit && contact.depth > 0) return rest_in_one_way(shape, move, &platform, platform_move, &contact);
    }
    return carom_sweep(shape, move, &platform, platform_move);
}

/// The hit of a platform, if it is earlier than the best one so far.
static carom_scene_hit earlier_hit(const cr_platform_scene *m, const carom_platform *p, const carom_shape *shape,
                                   carom_vec2 move, carom_scene_hit best) {
    carom_sweep_hit hit = sweep_platform(m, p, shape, move, swept_bounds(shape, move));
    if (!hit.hit || (best.sweep.hit && hit.t >= best.sweep.t)) return best;
    return (carom_scene_hit){.sweep = hit, .owner = p->owner, .one_way = cr_is_one_sided(&p->shape)};
}

static carom_scene_hit sweep_in_interval(const void *self, const carom_shape *shape, carom_vec2 move) {
    const cr_platform_scene *m = self;
    const carom_scene *base = m->platforms->base;
    carom_scene_hit best = base->sweep(base->self, shape, move);
    for (int i = 0; i < m->platforms->count; ++i) {
        const carom_platform *p = &m->platforms->list[i];
        if (p->owner != m->except) best = earlier_hit(m, p, shape, move, best);
    }
    return best;
}

static int contacts_at_end(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const cr_platform_scene *m = self;
    const carom_scene *base = m->platforms->base;
    int count = base->contacts(base->self, shape, out, capacity);
    for (int i = 0; i < m->platforms->count; ++i) {
        const carom_platform *p = &m->platforms->list[i];
        carom_shape platform = cr_platform_shape(p, m->dt, m->to, platform_position(p, m->to));
        carom_contact_points contact = carom_contact(shape, &platform);
        if (!contact.hit || (cr_is_one_sided(&p->shape) && !cr_is_shallow(shape, &contact))) continue;
        if (count < capacity) {
            out[count] = (carom_scene_contact){contact, p->owner, cr_is_one_sided(&p->shape), platform};
        }
        ++count;
    }
    return count;
}

static int obstacles_at_end(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    const cr_platform_scene *m = self;
    int count = cr_obstacles_in(m->platforms->base, box, out, capacity);
    for (int i = 0; i < m->platforms->count; ++i) {
        const carom_platform *p = &m->platforms->list[i];
        carom_shape platform = cr_platform_shape(p, m->dt, m->to, platform_position(p, m->to));
        if (!cr_boxes_overlap(carom_shape_bounds(&platform), box)) continue;
        if (count < capacity) out[count] = (carom_scene_obstacle){platform, cr_is_one_sided(&p->shape)};
        ++count;
    }
    return count;
}

static bool solid_of_base(const void *self, carom_vec2 point) {
    const carom_scene *base = ((const cr_platform_scene *)self)->platforms->base;
    return base->solid && base->solid(base->self, point);
}

static carom_vec2 velocity_of_owner(const carom_platforms *platforms, uint64_t owner) {
    const carom_platform *p = platform_of_owner(platforms, owner);
    return p ? p->velocity : carom_scene_velocity(platforms->base, owner);
}

static carom_vec2 velocity_in_interval(const void *self, uint64_t owner) {
    return velocity_of_owner(((const cr_platform_scene *)self)->platforms, owner);
}

carom_scene cr_scene_of_interval(const cr_platform_scene *interval) {
    return (carom_scene){.self = interval,
                         .sweep = sweep_in_interval,
                         .contacts = contacts_at_end,
                         .velocity = velocity_in_interval,
                         .obstacles = obstacles_at_end,
                         .solid = solid_of_base};
}

// ---- Platforms at rest ---------------------------------------------------------------------------------------------

static carom_scene_hit sweep_platforms(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_platform_scene now = {.platforms = self};
    return sweep_in_interval(&now, shape, move);
}

static int contacts_of_platforms(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    cr_platform_scene now = {.platforms = self};
    return contacts_at_end(&now, shape, out, capacity);
}

static carom_vec2 velocity_of_platforms(const void *self, uint64_t owner) {
    return velocity_of_owner(self, owner);
}

static int obstacles_of_platforms(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    cr_platform_scene now = {.platforms = self};
    return obstacles_at_end(&now, box, out, capacity);
}

static bool solid_of_platforms(const void *self, carom_vec2 point) {
    cr_platform_scene now = {.platforms = self};
    return solid_of_base(&now, point);
}

static bool has_owner(const uint64_t *owners, int count, uint64_t owner) {
    for (int i = 0; i < count; ++i) {
        if (owners[i] == owner) return true;
    }
    return false;
}

static carom_scene_hit sweep_past_platforms(const void *self, const carom_shape *shape, carom_vec2 move,
                                            const uint64_t *passed, int passed_count) {
    const carom_platforms *platforms = self;
    const carom_scene *base = platforms->base;
    cr_platform_scene now = {.platforms = platforms};
    carom_scene_hit best = base->sweep_past ? base->sweep_past(base->self, shape, move, passed, passed_count)
                                            : base->sweep(base->self, shape, move);
    for (int i = 0; i < platforms->count; ++i) {
        const carom_platform *p = &platforms->list[i];
        if (!has_owner(passed, passed_count, p->owner)) best = earlier_hit(&now, p, shape, move, best);
    }
    return best;
}

static void surface_of_platforms(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    const carom_platforms *platforms = self;
    *out = (carom_surface){.level = -1};
    for (int i = 0; i < platforms->count; ++i) {
        if (platforms->list[i].owner == hit->owner) return;
    }
    if (platforms->base->surface) platforms->base->surface(platforms->base->self, hit, out);
}

carom_scene carom_scene_of_platforms(const carom_platforms *platforms) {
    return (carom_scene){.self = platforms,
                         .sweep = sweep_platforms,
                         .contacts = contacts_of_platforms,
                         .velocity = velocity_of_platforms,
                         .obstacles = obstacles_of_platforms,
                         .solid = solid_of_platforms,
                         .surface = surface_of_platforms,
                         .sweep_past = sweep_past_platforms};
}

const carom_platforms *cr_platforms_of(const carom_scene *scene) {
    return scene->sweep == sweep_platforms ? scene->self : NULL;
}

double cr_platforms_speed(const carom_platforms *platforms) {
    double most = 0;
    for (int i = 0; i < platforms->count; ++i) {
        const carom_platform *p = &platforms->list[i];
        double speed = cr_length(cr_widen(p->velocity));
        if (angle_in_step(p, 1) != 0) speed += fabs((double)p->spin) * (double)cr_reach_in_turn(&p->shape);
        if (speed > most) most = speed;
    }
    return most;
}

bool cr_platforms_turn(const carom_platforms *platforms) {
    for (int i = 0; i < platforms->count; ++i) {
        if (angle_in_step(&platforms->list[i], 1) != 0) return true;
    }
    return false;
}

void carom_platforms_move(carom_platform *list, int count, float dt) {
    for (int i = 0; i < count; ++i) {
        carom_platform *p = &list[i];
        p->position = platform_position(p, (double)dt);
        if (angle_in_step(p, (double)dt) != 0) p->rotation = platform_rotation(p, (double)dt, (double)dt);
    }
}
