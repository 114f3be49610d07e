// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Platforms over another space, at rest or moving while they are asked.
#include "walker/moment.h"

#include <math.h>

static carom_vec2 place_at(const carom_platform *p, double time) {
    return (carom_vec2){(float)((double)p->position.x + (double)p->velocity.x * time),
                        (float)((double)p->position.y + (double)p->velocity.y * time)};
}

static bool is_one_way(const carom_platform *p) {
    return p->shape.kind == CAROM_SEGMENT && p->shape.segment.one_sided;
}

/// So little that it can only come from rounding: who rests on something is not to fall through it for that.
static bool is_shallow(const carom_contact_points *contact) {
    double size = fabs((double)contact->points[0].x) + fabs((double)contact->points[0].y);
    return (double)contact->depth <= size * 0x1p-20;
}

/// What a one-way platform is to a shape that is inside of it: nothing, unless it is so by rounding alone.
static carom_sweep_hit rest_in_one_way(const carom_shape *shape, carom_vec2 move, const carom_shape *platform,
                                       carom_vec2 platform_move, const carom_contact_points *contact) {
    carom_shape nothing = {.kind = CAROM_NONE};
    carom_sweep_hit hit = carom_sweep(shape, move, &nothing, (carom_vec2){0, 0});
    double x = (double)move.x - (double)platform_move.x, y = (double)move.y - (double)platform_move.y;
    bool still = x == 0 && y == 0, closing = x * (double)contact->normal.x + y * (double)contact->normal.y < 0;
    if (!is_shallow(contact) || !(still || closing)) return hit;
    hit = carom_sweep(shape, (carom_vec2){0, 0}, platform, (carom_vec2){0, 0}); // a hit at once, where it is
    hit.hit = true;
    hit.inside = still;
    hit.t = 0;
    hit.normal = contact->normal;
    hit.point = contact->points[0];
    hit.feature = CAROM_EDGE;
    return hit;
}

/// All that a shape comes near in a motion, and a little more than rounding.
static carom_box reach_of(const carom_shape *shape, carom_vec2 move) {
    carom_box box = carom_shape_bounds(shape);
    float x = (fabsf(box.min.x) + fabsf(box.max.x)) * 0x1p-20f, y = (fabsf(box.min.y) + fabsf(box.max.y)) * 0x1p-20f;
    box.min.x += (move.x < 0 ? move.x : 0) - x;
    box.max.x += (move.x > 0 ? move.x : 0) + x;
    box.min.y += (move.y < 0 ? move.y : 0) - y;
    box.max.y += (move.y > 0 ? move.y : 0) + y;
    return box;
}

static bool are_apart(carom_box a, carom_box b) {
    return a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y;
}

static carom_sweep_hit meet(const cr_moment *m, const carom_platform *p, const carom_shape *shape, carom_vec2 move,
                            carom_box reach) {
    carom_vec2 from = place_at(p, m->from), to = place_at(p, m->to);
    carom_vec2 platform_move = {to.x - from.x, to.y - from.y};
    carom_shape platform = carom_shape_at(&p->shape, from);
    if (are_apart(reach, reach_of(&platform, platform_move))) return (carom_sweep_hit){.t = 1};
    if (is_one_way(p)) {
        carom_contact_points contact = carom_contact(shape, &platform);
        if (contact.hit && contact.depth > 0) return rest_in_one_way(shape, move, &platform, platform_move, &contact);
    }
    return carom_sweep(shape, move, &platform, platform_move);
}

static carom_space_hit sweep_moment(const void *self, const carom_shape *shape, carom_vec2 move) {
    const cr_moment *m = self;
    const carom_space *base = m->platforms->base;
    carom_space_hit best = base->sweep(base->self, shape, move);
    carom_box reach = reach_of(shape, move);
    for (int i = 0; i < m->platforms->count; ++i) {
        const carom_platform *p = &m->platforms->list[i];
        if (p->owner == m->except) continue;
        carom_sweep_hit hit = meet(m, p, shape, move, reach);
        bool earlier = hit.hit && (!best.sweep.hit || hit.t < best.sweep.t);
        if (earlier) best = (carom_space_hit){.sweep = hit, .owner = p->owner, .one_way = is_one_way(p)};
    }
    return best;
}

static int contacts_at_moment(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    const cr_moment *m = self;
    const carom_space *base = m->platforms->base;
    int count = base->contacts(base->self, shape, out, capacity);
    for (int i = 0; i < m->platforms->count; ++i) {
        const carom_platform *p = &m->platforms->list[i];
        carom_shape platform = carom_shape_at(&p->shape, place_at(p, m->to));
        carom_contact_points contact = carom_contact(shape, &platform);
        if (!contact.hit || (is_one_way(p) && !is_shallow(&contact))) continue;
        if (count < capacity) {
            out[count] = (carom_space_contact){contact, p->owner, is_one_way(p), platform};
        }
        ++count;
    }
    return count;
}

static carom_vec2 velocity_of(const carom_platforms *platforms, uint64_t owner) {
    for (int i = 0; i < platforms->count; ++i) {
        if (platforms->list[i].owner == owner) return platforms->list[i].velocity;
    }
    return carom_space_velocity(platforms->base, owner);
}

static carom_vec2 velocity_in_moment(const void *self, uint64_t owner) {
    return velocity_of(((const cr_moment *)self)->platforms, owner);
}

carom_space cr_space_of_moment(const cr_moment *moment) {
    return (carom_space){moment, sweep_moment, contacts_at_moment, velocity_in_moment};
}

// ---- For callers ---------------------------------------------------------------------------------------------------

static carom_space_hit sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_moment now = {.platforms = self};
    return sweep_moment(&now, shape, move);
}

static int contacts(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    cr_moment now = {.platforms = self};
    return contacts_at_moment(&now, shape, out, capacity);
}

static carom_vec2 velocity(const void *self, uint64_t owner) {
    return velocity_of(self, owner);
}

carom_space carom_space_of_platforms(const carom_platforms *platforms) {
    return (carom_space){platforms, sweep, contacts, velocity};
}

const carom_platforms *cr_platforms_of(const carom_space *space) {
    return space->sweep == sweep ? space->self : NULL;
}

double cr_platforms_speed(const carom_platforms *platforms) {
    double most = 0;
    for (int i = 0; i < platforms->count; ++i) {
        carom_vec2 v = platforms->list[i].velocity;
        double speed = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
        if (speed > most) most = speed;
    }
    return most;
}

void carom_platforms_move(carom_platform *list, int count, float dt) {
    for (int i = 0; i < count; ++i) list[i].position = place_at(&list[i], (double)dt);
}
