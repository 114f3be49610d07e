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

typedef struct question {
    const carom_world *world;
    const void *self;
    cr_is_met *met;
    const carom_shape *shape;
    carom_vec2 move;
    carom_space_hit hit;
    carom_space_contact *contacts;
    int count, capacity;
    int first_body; ///< the contacts with levels come before it
    bool fixed_only, no_levels;
} question;

static void look_around(question *q, carom_box box, cr_broad_visit *visit) {
    if (q->fixed_only) {
        cr_broad_find_fixed(&q->world->broad, box, visit, q);
    } else {
        cr_broad_find(&q->world->broad, box, visit, q);
    }
}

static bool is_one_way(const carom_shape *shape) {
    return shape->kind == CAROM_SEGMENT && shape->segment.one_sided;
}

static bool sweep_body(void *context, uint32_t index) {
    question *q = context;
    if (!q->met(q->self, index)) return true;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(q->world, index, &placed);
    carom_sweep_hit hit = carom_sweep(q->shape, q->move, other, (carom_vec2){0, 0});
    if (!hit.hit) return true;
    uint64_t owner = carom_body_bits(cr_id_of(q->world, index));
    const carom_space_hit *best = &q->hit;
    bool earlier = !best->sweep.hit || hit.t < best->sweep.t;
    bool lower = best->sweep.hit && hit.t == best->sweep.t && (uint32_t)owner < (uint32_t)best->owner;
    if (earlier || lower) q->hit = (carom_space_hit){hit, owner, is_one_way(cr_part_of(other, hit.part_b))};
    return true;
}

static carom_space_hit sweep(question *q) {
    carom_shape nothing = {.kind = CAROM_NONE};
    q->hit.sweep = carom_sweep(q->shape, q->move, &nothing, (carom_vec2){0, 0});
    for (uint32_t i = 0; i < q->world->levels.count; ++i) {
        carom_space level = carom_space_of_level(cr_level_of(q->world, (int)i));
        carom_space_hit hit = level.sweep(level.self, q->shape, q->move);
        if (hit.sweep.hit && (!q->hit.sweep.hit || hit.sweep.t < q->hit.sweep.t)) q->hit = hit;
    }
    look_around(q, cr_swept(carom_shape_bounds(q->shape), q->move), sweep_body);
    return q->hit;
}

static bool comes_before(const carom_space_contact *a, const carom_space_contact *b) {
    uint32_t index_a = (uint32_t)a->owner, index_b = (uint32_t)b->owner;
    return index_a != index_b ? index_a < index_b : a->contact.part_b < b->contact.part_b;
}

/// In the order of bodies and parts, whatever order they are found in: what is made of several contacts depends on it
/// to the last bit. The first ones stay where there is no room for all.
static void keep_contact(question *q, const carom_space_contact *told) {
    int at = q->count < q->capacity ? q->count : q->capacity;
    ++q->count;
    while (at > q->first_body && comes_before(told, &q->contacts[at - 1])) {
        if (at < q->capacity) q->contacts[at] = q->contacts[at - 1];
        --at;
    }
    if (at < q->capacity) q->contacts[at] = *told;
}

static void contact_part(question *q, uint32_t index, const carom_shape *part, int number) {
    carom_contact_points contact = carom_contact(q->shape, part);
    if (!contact.hit) return;
    contact.part_b = number;
    uint64_t owner = carom_body_bits(cr_id_of(q->world, index));
    keep_contact(q, &(carom_space_contact){contact, owner, is_one_way(part), *part});
}

/// A compound has a contact for each of its parts.
static bool contact_body(void *context, uint32_t index) {
    question *q = context;
    if (!q->met(q->self, index)) return true;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(q->world, index, &placed);
    for (int i = 0; i < cr_parts_of(other); ++i) contact_part(q, index, cr_part_of(other, i), i);
    return true;
}

static int contacts(question *q) {
    for (uint32_t i = 0; !q->no_levels && i < q->world->levels.count; ++i) {
        carom_space level = carom_space_of_level(cr_level_of(q->world, (int)i));
        int room = q->count < q->capacity ? q->capacity - q->count : 0;
        q->count += level.contacts(level.self, q->shape, room ? q->contacts + q->count : NULL, room);
    }
    q->first_body = q->count < q->capacity ? q->count : q->capacity;
    look_around(q, carom_shape_bounds(q->shape), contact_body);
    return q->count;
}

// ---- For the world's own bodies ------------------------------------------------------------------------------------

static bool met_by_body(const void *self, uint32_t index) {
    const cr_scene *scene = self;
    const carom_world *world = scene->world;
    if (index == scene->body || !(scene->movers || cr_is_static(world, index))) return false;
    if (!cr_blocks(world, scene->body, index) || !cr_may_meet(world, scene->body, index)) return false;
    return scene->overlapped || !cr_overlapped_at_start(world, cr_pair_of(world, scene->body, index));
}

static question question_of_scene(const void *self, const carom_shape *shape) {
    const cr_scene *scene = self;
    return (question){
        .world = scene->world, .self = self, .met = met_by_body, .shape = shape, .fixed_only = !scene->movers};
}

static carom_space_hit sweep_scene(const void *self, const carom_shape *shape, carom_vec2 move) {
    question q = question_of_scene(self, shape);
    q.move = move;
    return sweep(&q);
}

static int contacts_of_scene(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    question q = question_of_scene(self, shape);
    q.contacts = out;
    q.capacity = capacity;
    return contacts(&q);
}

carom_space cr_space_of_scene(const cr_scene *scene) {
    return (carom_space){.self = scene, .sweep = sweep_scene, .contacts = contacts_of_scene};
}

// ---- For callers ---------------------------------------------------------------------------------------------------

/// A rest just inside of a thin edge is one, in a space (level_space.c).
static carom_space_hit rest_in_levels(const carom_world_view *view, const carom_shape *shape) {
    carom_space_hit none = {.sweep.t = 1};
    for (uint32_t i = 0; !view->no_levels && i < view->world->levels.count; ++i) {
        carom_space level = carom_space_of_level(cr_level_of(view->world, (int)i));
        carom_space_hit hit = level.sweep(level.self, shape, (carom_vec2){0, 0});
        if (hit.sweep.hit) return hit;
    }
    return none;
}

static carom_space_hit sweep_view(const void *self, const carom_shape *shape, carom_vec2 move) {
    const carom_world_view *view = self;
    cr_asker asker = cr_asker_of_view(view);
    carom_world_sweep_hit first = cr_first_sweep(&asker, shape, move);
    carom_space_hit hit = {.sweep = first.sweep};
    if (!first.sweep.hit) {
        carom_space_hit rest = {.sweep.t = 1};
        if (move.x == 0 && move.y == 0) rest = rest_in_levels(view, shape);
        return rest.sweep.hit ? rest : hit;
    }
    if (first.level >= 0) {
        hit.one_way = carom_level_edge_at(cr_level_of(view->world, first.level), first.sweep.part_b).one_way;
    } else {
        hit.owner = carom_body_bits(first.body);
        carom_shape part = carom_world_part(view->world, first.body, first.sweep.part_b);
        hit.one_way = is_one_way(&part);
    }
    return hit;
}

static int contacts_of_view(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
    cr_asker asker = cr_asker_of_view(self);
    question q = {.world = asker.world, .self = self, .met = asker.met, .shape = shape, .no_levels = asker.no_levels};
    q.contacts = out;
    q.capacity = capacity;
    return contacts(&q);
}

static carom_vec2 velocity_in_view(const void *self, uint64_t owner) {
    const carom_world_view *view = self;
    return carom_world_velocity(view->world, carom_body_of_bits(owner));
}

carom_space carom_space_of_world(const carom_world_view *view) {
    return (carom_space){view, sweep_view, contacts_of_view, velocity_in_view};
}
