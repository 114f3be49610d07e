// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Platforms over another scene: moving within the step of a walker, at rest in all other queries.
#include "base/box.h"
#include "base/vec.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "motion/obstacles.h"
#include "walker/platform_scene.h"

#include <math.h>

#define SWEPT_MARGIN 0x1p-20f // of the coordinates: more than the rounding of a placed shape and its motion

static carom_vec2 platform_position(const carom_platform *p, double time) {
    return (carom_vec2){(float)cr_in_range((double)p->position.x + (double)p->velocity.x * time),
                        (float)cr_in_range((double)p->position.y + (double)p->velocity.y * time)};
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

static carom_sweep_hit sweep_platform(const cr_platform_scene *m, const carom_platform *p, const carom_shape *shape,
                                      carom_vec2 move, carom_box swept) {
    carom_vec2 from = platform_position(p, m->from), to = platform_position(p, m->to);
    carom_vec2 platform_move = {to.x - from.x, to.y - from.y};
    carom_shape platform = carom_shape_at(&p->shape, from);
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
        carom_shape platform = carom_shape_at(&p->shape, platform_position(p, m->to));
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
        carom_shape platform = carom_shape_at(&p->shape, platform_position(p, m->to));
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
    for (int i = 0; i < platforms->count; ++i) {
        if (platforms->list[i].owner == owner) return platforms->list[i].velocity;
    }
    return carom_scene_velocity(platforms->base, owner);
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
        double speed = cr_length(cr_widen(platforms->list[i].velocity));
        if (speed > most) most = speed;
    }
    return most;
}

void carom_platforms_move(carom_platform *list, int count, float dt) {
    for (int i = 0; i < count; ++i) list[i].position = platform_position(&list[i], (double)dt);
}
