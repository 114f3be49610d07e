// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world as a space to move through: for its own bodies in a step, and for the callers of carom_space_of_world.
#include "world/query.h"

#include <math.h>

carom_box cr_swept(carom_box box, carom_vec2 move) {
    if (move.x < 0) box.min.x += move.x;
    if (move.x > 0) box.max.x += move.x;
    if (move.y < 0) box.min.y += move.y;
    if (move.y > 0) box.max.y += move.y;
    return cr_loosen(box);
}

carom_box cr_loosen(carom_box box) {
    float x = fabsf(box.min.x) > fabsf(box.max.x) ? fabsf(box.min.x) : fabsf(box.max.x);
    float y = fabsf(box.min.y) > fabsf(box.max.y) ? fabsf(box.min.y) : fabsf(box.max.y);
    x /= 1048576;
    y /= 1048576;
    return (carom_box){{box.min.x - x, box.min.y - y}, {box.max.x + x, box.max.y + y}};
}

static bool is_one_way(const carom_shape *shape) {
    return shape->kind == CAROM_SEGMENT && shape->segment.one_sided;
}

static carom_space_hit sweep(const cr_asker *asker, const carom_shape *shape, carom_vec2 move) {
    carom_world_sweep_hit first = cr_first_sweep(asker, shape, move);
    carom_space_hit hit = {.sweep = first.sweep};
    if (!first.sweep.hit) return hit;
    if (first.level >= 0) {
        const carom_level *level = cr_level_of(asker->world, first.level);
        hit.one_way = carom_level_edge_at(level, first.sweep.part_b).one_way;
    } else {
        hit.owner = carom_body_bits(first.body);
        hit.one_way = is_one_way(&cr_body_at(asker->world, first.body.index)->shape);
    }
    return hit;
}

typedef struct question {
    cr_asker asker;
    const carom_shape *shape;
    carom_space_contact *contacts;
    int count, capacity;
} question;

static void contact_body(void *context, uint32_t index) {
    question *q = context;
    if (!q->asker.met(q->asker.self, index)) return;
    carom_shape other = cr_shape_of(q->asker.world, index);
    carom_contact_points contact = carom_contact(q->shape, &other);
    if (!contact.hit) return;
    uint64_t owner = carom_body_bits(cr_id_of(q->asker.world, index));
    carom_space_contact told = {contact, owner, is_one_way(&other), other};
    if (q->count < q->capacity) q->contacts[q->count] = told;
    ++q->count;
}

static int contacts(question *q) {
    for (uint32_t i = 0; !q->asker.no_levels && i < q->asker.world->levels.count; ++i) {
        carom_space level = carom_space_of_level(cr_level_of(q->asker.world, (int)i));
        int room = q->count < q->capacity ? q->capacity - q->count : 0;
        q->count += level.contacts(level.self, q->shape, room ? q->contacts + q->count : NULL, room);
    }
    cr_broad_find(&q->asker.world->broad, carom_shape_bounds(q->shape), contact_body, q);
    return q->count;
}

// ---- For the world's own bodies ------------------------------------------------------------------------------------

static bool met_by_body(const void *self, uint32_t index) {
    const cr_scene *scene = self;
    const carom_world *world = scene->world;
    const cr_body *own = cr_body_at(world, scene->body);
    const cr_body *other = cr_body_at(world, index);
    if (index == scene->body || !(scene->movers || other->is_static)) return false;
    if (!cr_blocks(own, other) || !cr_may_meet(world, scene->body, index)) return false;
    return scene->overlapped || !cr_overlapped_at_start(world, cr_pair_of(world, scene->body, index));
}

static cr_asker asker_of_scene(const void *self) {
    const cr_scene *scene = self;
    return (cr_asker){.world = scene->world, .self = self, .met = met_by_body};
}

static carom_space_hit sweep_scene(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_asker asker = asker_of_scene(self);
    return sweep(&asker, shape, move);
}

static int contacts_of_scene(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    question q = {.asker = asker_of_scene(self), .shape = shape, .contacts = out, .capacity = capacity};
    return contacts(&q);
}

carom_space cr_space_of_scene(const cr_scene *scene) {
    return (carom_space){.self = scene, .sweep = sweep_scene, .contacts = contacts_of_scene};
}

// ---- For callers ---------------------------------------------------------------------------------------------------

static carom_space_hit sweep_view(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_asker asker = cr_asker_of_view(self);
    return sweep(&asker, shape, move);
}

static int contacts_of_view(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    question q = {.asker = cr_asker_of_view(self), .shape = shape, .contacts = out, .capacity = capacity};
    return contacts(&q);
}

static carom_vec2 velocity_in_view(const void *self, uint64_t owner) {
    const carom_world_view *view = self;
    return carom_world_velocity(view->world, carom_body_of_bits(owner));
}

carom_space carom_space_of_world(const carom_world_view *view) {
    return (carom_space){view, sweep_view, contacts_of_view, velocity_in_view};
}
