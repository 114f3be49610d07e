// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Making a world, and the bodies in it: their places, handles and settings.
#include "world/state.h"

#include "base/memory.h"
#include "geom/predicate.h"

#include <math.h>
#include <string.h>

// ---- The world -----------------------------------------------------------------------------------------------------

static void name_elements(carom_world *world) {
    world->levels.element = sizeof(const carom_level *);
    world->bodies.element = sizeof(cr_body);
    world->pairs.element = world->next_pairs.element = sizeof(carom_pair);
    world->events.element = world->next_events.element = sizeof(carom_event);
    world->ways.element = sizeof(cr_way);
    world->queue.element = sizeof(cr_prospect);
    world->near_pairs.element = world->overlaps.element = sizeof(cr_keyed);
    world->touches.element = sizeof(cr_touch);
    world->order.element = world->scratch.element = sizeof(cr_keyed);
}

carom_status carom_world_make(const carom_world_desc *desc, carom_world **out) {
    if (!out) return CAROM_BAD_ARGUMENT;
    *out = NULL;
    if (!desc || desc->bounces < 0) return CAROM_BAD_ARGUMENT;
    carom_world *world = cr_resize(desc->allocator, NULL, 0, sizeof *world);
    if (!world) return CAROM_NO_MEMORY;
    memset(world, 0, sizeof *world);
    if (desc->allocator) {
        world->allocator_copy = *desc->allocator;
        world->allocator = &world->allocator_copy;
    }
    world->may_meet = desc->may_meet;
    world->user_data = desc->user_data;
    world->bounces = desc->bounces ? desc->bounces : 32;
    name_elements(world);
    carom_status status = desc->level ? carom_world_attach(world, desc->level) : CAROM_OK;
    if (status) {
        carom_world_free(world);
        return status;
    }
    *out = world;
    return CAROM_OK;
}

void carom_world_free(carom_world *world) {
    if (!world) return;
    cr_list *lists[] = {&world->levels,  &world->bodies,     &world->pairs,      &world->events,  &world->ways,
                        &world->queue,   &world->near_pairs, &world->overlaps,   &world->touches, &world->order,
                        &world->scratch, &world->next_pairs, &world->next_events};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) cr_list_free(lists[i], world->allocator);
    cr_broad_free(&world->broad, world->allocator);
    carom_allocator allocator = world->allocator_copy;
    cr_resize(world->allocator ? &allocator : NULL, world, sizeof *world, 0);
}

carom_status carom_world_attach(carom_world *world, const carom_level *level) {
    if (!world || !level) return CAROM_BAD_ARGUMENT;
    if (world->levels.count == UINT32_MAX - CR_LEVEL) return CAROM_FULL;
    const carom_level **place = cr_list_push(&world->levels, world->allocator);
    if (!place) return CAROM_NO_MEMORY;
    *place = level;
    for (uint32_t i = 0; i < world->bodies.count; ++i) cr_body_at(world, i)->unsettled = true;
    return CAROM_OK;
}

const carom_level *cr_level_of(const carom_world *world, int number) {
    return ((const carom_level *const *)world->levels.data)[number];
}

// ---- Handles -------------------------------------------------------------------------------------------------------

uint64_t carom_body_bits(carom_body_id id) {
    return (uint64_t)id.generation << 32 | id.index;
}

carom_body_id carom_body_of_bits(uint64_t bits) {
    return (carom_body_id){(uint32_t)bits, (uint32_t)(bits >> 32)};
}

cr_body *cr_find_body(const carom_world *world, carom_body_id id) {
    if (!world || id.index >= world->bodies.count) return NULL;
    cr_body *body = cr_body_at(world, id.index);
    return body->alive && body->generation == id.generation ? body : NULL;
}

carom_body_id cr_id_of(const carom_world *world, uint32_t index) {
    return (carom_body_id){index, cr_body_at(world, index)->generation};
}

bool carom_world_has(const carom_world *world, carom_body_id id) {
    return cr_find_body(world, id) != NULL;
}

int carom_world_count(const carom_world *world) {
    return (int)world->alive;
}

int carom_world_bodies(const carom_world *world, carom_body_id *out, int capacity) {
    int count = 0;
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        if (!cr_body_at(world, i)->alive) continue;
        if (count < capacity) out[count] = cr_id_of(world, i);
        ++count;
    }
    return count;
}

// ---- Adding and removing -------------------------------------------------------------------------------------------

static bool reference_at_origin(const carom_shape *shape) {
    carom_vec2 at = {0, 0};
    switch (shape->kind) {
    case CAROM_POINT: at = shape->point; break;
    case CAROM_SEGMENT: at = shape->segment.a; break;
    case CAROM_CIRCLE: at = shape->circle.center; break;
    case CAROM_BOX: at = shape->box.min; break;
    case CAROM_CAPSULE: at = shape->capsule.a; break;
    case CAROM_POLYGON: at = shape->polygon.v[0]; break;
    case CAROM_NONE:
    case CAROM_COMPOUND: return false;
    }
    return at.x == 0 && at.y == 0;
}

static carom_status check(const carom_body_desc *desc) {
    carom_status status = carom_shape_check(&desc->shape);
    if (status) return status;
    if (!cr_finite2(desc->position) || !cr_finite2(desc->velocity)) return CAROM_NOT_FINITE;
    if (desc->shape.kind == CAROM_COMPOUND || !cr_response_check(&desc->response)) return CAROM_BAD_ARGUMENT;
    if (!desc->is_static && !reference_at_origin(&desc->shape)) return CAROM_BAD_ARGUMENT;
    carom_shape placed = carom_shape_at(&desc->shape, desc->position);
    return carom_shape_check(&placed);
}

carom_filter cr_filter_of(carom_filter filter) {
    if (!filter.category) filter.category = 1;
    if (!filter.mask) filter.mask = UINT32_MAX;
    return filter;
}

static void put_into_broad(carom_world *world, uint32_t index) {
    carom_shape shape = cr_shape_of(world, index);
    cr_broad_put(&world->broad, index, cr_loosen(carom_shape_bounds(&shape)));
}

/// A place for one more body, with everything a step will need for it. UINT32_MAX without memory.
static uint32_t take_place(carom_world *world) {
    if (world->free_place) {
        uint32_t index = world->free_place - 1;
        world->free_place = cr_body_at(world, index)->next_free;
        return index;
    }
    uint32_t index = world->bodies.count;
    if (!cr_broad_reserve(&world->broad, world->allocator, index + 1)) return UINT32_MAX;
    if (!cr_list_reserve(&world->ways, world->allocator, index + 1)) return UINT32_MAX;
    cr_body *body = cr_list_push(&world->bodies, world->allocator);
    if (!body) return UINT32_MAX;
    body->generation = 0;
    return index;
}

carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out) {
    if (out) *out = (carom_body_id){0, 0};
    if (!world || !desc) return CAROM_BAD_ARGUMENT;
    carom_status status = check(desc);
    if (status) return status;
    if (!world->free_place && world->bodies.count >= CR_LEVEL) return CAROM_FULL;
    uint32_t index = take_place(world);
    if (index == UINT32_MAX) return CAROM_NO_MEMORY;
    cr_body *body = cr_body_at(world, index);
    *body = (cr_body){
        .shape = desc->shape,
        .position = desc->position,
        .velocity = desc->is_static ? (carom_vec2){0, 0} : desc->velocity,
        .response = desc->response,
        .filter = cr_filter_of(desc->filter),
        .on_collision = desc->on_collision,
        .user_data = desc->user_data,
        .generation = body->generation + 1,
        .alive = true,
        .is_static = desc->is_static,
        .unsettled = true,
    };
    ++world->alive;
    put_into_broad(world, index);
    if (out) *out = cr_id_of(world, index);
    return CAROM_OK;
}

carom_status carom_world_remove(carom_world *world, carom_body_id id) {
    cr_body *body = cr_find_body(world, id);
    if (!body) return CAROM_STALE_ID;
    cr_broad_drop(&world->broad, id.index);
    body->alive = false;
    --world->alive;
    // A place whose generations are used up is given up, so that no old id ever comes to life again.
    if (body->generation < UINT32_MAX) {
        body->next_free = world->free_place;
        world->free_place = id.index + 1;
    }
    return CAROM_OK;
}

// ---- What a body is ------------------------------------------------------------------------------------------------

carom_vec2 cr_position_of(const carom_world *world, uint32_t index) {
    return world->stepping ? cr_way_at(world, index)->from : cr_body_at(world, index)->position;
}

carom_shape cr_shape_of(const carom_world *world, uint32_t index) {
    return carom_shape_at(&cr_body_at(world, index)->shape, cr_position_of(world, index));
}

carom_vec2 carom_world_position(const carom_world *world, carom_body_id id) {
    const cr_body *body = cr_find_body(world, id);
    return body ? body->position : (carom_vec2){0, 0};
}

carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id) {
    const cr_body *body = cr_find_body(world, id);
    return body ? body->velocity : (carom_vec2){0, 0};
}

carom_shape carom_world_shape(const carom_world *world, carom_body_id id) {
    return cr_find_body(world, id) ? cr_shape_of(world, id.index) : (carom_shape){.kind = CAROM_NONE};
}

void *carom_world_user_data(const carom_world *world, carom_body_id id) {
    const cr_body *body = cr_find_body(world, id);
    return body ? body->user_data : NULL;
}

carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position) {
    cr_body *body = cr_find_body(world, id);
    if (!body) return CAROM_STALE_ID;
    carom_shape placed = carom_shape_at(&body->shape, position);
    carom_status status = cr_finite2(position) ? carom_shape_check(&placed) : CAROM_NOT_FINITE;
    if (status) return status;
    body->position = position;
    body->unsettled = true;
    put_into_broad(world, id.index);
    return CAROM_OK;
}

carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity) {
    cr_body *body = cr_find_body(world, id);
    if (!body) return CAROM_STALE_ID;
    if (!cr_finite2(velocity)) return CAROM_NOT_FINITE;
    if (!body->is_static) body->velocity = velocity;
    return CAROM_OK;
}

carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response) {
    cr_body *body = cr_find_body(world, id);
    if (!body) return CAROM_STALE_ID;
    if (!cr_response_check(&response)) return CAROM_BAD_ARGUMENT;
    body->response = response;
    body->unsettled = true;
    return CAROM_OK;
}

carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter) {
    cr_body *body = cr_find_body(world, id);
    if (!body) return CAROM_STALE_ID;
    body->filter = cr_filter_of(filter);
    body->unsettled = true;
    return CAROM_OK;
}

// ---- Pairs of bodies -----------------------------------------------------------------------------------------------

bool cr_accepts(carom_filter a, carom_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b) {
    if (!world->may_meet) return true;
    uint64_t pair = cr_pair_of(world, a, b);
    carom_body_id first = cr_id_of(world, cr_first(pair)), second = cr_id_of(world, cr_second(pair));
    return world->may_meet(world, first, second, world->user_data);
}

bool cr_may_meet(const carom_world *world, uint32_t a, uint32_t b) {
    const cr_body *body_a = cr_body_at(world, a);
    const cr_body *body_b = cr_body_at(world, b);
    if ((body_a->is_static && body_b->is_static) || !cr_accepts(body_a->filter, body_b->filter)) return false;
    return cr_predicate_allows(world, a, b);
}

bool cr_blocks(const cr_body *a, const cr_body *b) {
    return a->response.kind != CAROM_CROSS && b->response.kind != CAROM_CROSS;
}

uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b) {
    if (b < CR_LEVEL) {
        bool a_static = cr_body_at(world, a)->is_static;
        bool b_static = cr_body_at(world, b)->is_static;
        bool swap = a_static != b_static ? a_static : a > b;
        if (swap) return (uint64_t)b << 32 | a;
    }
    return (uint64_t)a << 32 | b;
}
