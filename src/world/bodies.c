// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Making a world, and the bodies in it: their places, handles and settings.
#include "world/state.h"

#include "base/memory.h"
#include "geom/core.h"
#include "geom/predicate.h"

#include <stddef.h>
#include <string.h>

// ---- The world -----------------------------------------------------------------------------------------------------

/// A list, and how large its elements are.
typedef struct named_list {
    size_t offset;
    uint32_t element;
} named_list;

static const named_list all_lists[] = {
    {offsetof(carom_world, levels), sizeof(const carom_level *)},
    {offsetof(carom_world, position), sizeof(carom_vec2)},
    {offsetof(carom_world, velocity), sizeof(carom_vec2)},
    {offsetof(carom_world, traits), sizeof(cr_traits)},
    {offsetof(carom_world, flags), sizeof(uint8_t)},
    {offsetof(carom_world, bounds), sizeof(carom_box)},
    {offsetof(carom_world, generations), sizeof(uint32_t)},
    {offsetof(carom_world, bodies), sizeof(cr_body)},
    {offsetof(carom_world, hooks), sizeof(cr_hook)},
    {offsetof(carom_world, start), sizeof(carom_vec2)},
    {offsetof(carom_world, end), sizeof(carom_vec2)},
    {offsetof(carom_world, way_of), sizeof(uint32_t)},
    {offsetof(carom_world, swept), sizeof(cr_lanes4)},
    {offsetof(carom_world, neighbours), sizeof(cr_candidate)},
    {offsetof(carom_world, unsorted), sizeof(cr_candidate)},
    {offsetof(carom_world, new_neighbours), sizeof(cr_keyed)},
    {offsetof(carom_world, pairs), sizeof(carom_pair)},
    {offsetof(carom_world, events), sizeof(carom_event)},
    {offsetof(carom_world, next_pairs), sizeof(carom_pair)},
    {offsetof(carom_world, next_events), sizeof(carom_event)},
    {offsetof(carom_world, late_events), sizeof(carom_event)},
    {offsetof(carom_world, ways), sizeof(cr_way)},
    {offsetof(carom_world, legs), sizeof(cr_leg)},
    {offsetof(carom_world, queue), sizeof(cr_prospect)},
    {offsetof(carom_world, near_pairs), sizeof(cr_keyed)},
    {offsetof(carom_world, beside), sizeof(cr_keyed)},
    {offsetof(carom_world, overlaps), sizeof(cr_keyed)},
    {offsetof(carom_world, touches), sizeof(cr_touch)},
    {offsetof(carom_world, order), sizeof(cr_keyed)},
    {offsetof(carom_world, scratch), sizeof(cr_keyed)},
    {offsetof(carom_world, parts), sizeof(cr_part)},
};

enum { LISTS = sizeof all_lists / sizeof *all_lists, LISTS_BY_BODY = 12 };

static cr_list *list_at(carom_world *world, int i) {
    return (cr_list *)((char *)world + all_lists[i].offset);
}

/// Of these a body has an element each.
static void lists_by_body(carom_world *world, cr_list *lists[LISTS_BY_BODY]) {
    lists[0] = &world->position;
    lists[1] = &world->velocity;
    lists[2] = &world->traits;
    lists[3] = &world->flags;
    lists[4] = &world->bounds;
    lists[5] = &world->bodies;
    lists[6] = &world->hooks;
    lists[7] = &world->start;
    lists[8] = &world->end;
    lists[9] = &world->way_of;
    lists[10] = &world->generations;
    lists[11] = &world->swept;
}

void *cr_push(carom_world *world, cr_list *list) {
    void *place = cr_list_push(list, world->allocator);
    if (!place) world->out_of_memory = true;
    return place;
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
    world->tasks = desc->tasks;
    for (int i = 0; i < LISTS; ++i) list_at(world, i)->element = all_lists[i].element;
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
    for (uint32_t i = 0; i < world->parts.capacity; ++i)
        cr_part_free((cr_part *)world->parts.data + i, world->allocator);
    for (int i = 0; i < LISTS; ++i) cr_list_free(list_at(world, i), world->allocator);
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
    for (uint32_t i = 0; i < world->places; ++i) cr_flags(world)[i] |= CR_UNSETTLED;
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

uint32_t cr_find_body(const carom_world *world, carom_body_id id) {
    if (!world || id.index >= world->places || !(cr_flags(world)[id.index] & CR_ALIVE)) return UINT32_MAX;
    return cr_id_of(world, id.index).generation == id.generation ? id.index : UINT32_MAX;
}

bool carom_world_has(const carom_world *world, carom_body_id id) {
    return cr_find_body(world, id) != UINT32_MAX;
}

int carom_world_count(const carom_world *world) {
    return (int)world->alive;
}

int carom_world_bodies(const carom_world *world, carom_body_id *out, int capacity) {
    int count = 0;
    for (uint32_t i = 0; i < world->places; ++i) {
        if (!(cr_flags(world)[i] & CR_ALIVE)) continue;
        if (count < capacity) out[count] = cr_id_of(world, i);
        ++count;
    }
    return count;
}

// ---- Adding and removing -------------------------------------------------------------------------------------------

static bool reference_at_origin(const carom_shape *shape) {
    carom_vec2 at = cr_reference(shape);
    return at.x == 0 && at.y == 0;
}

static carom_status check(const carom_body_desc *desc) {
    carom_status status = carom_shape_check(&desc->shape);
    if (status) return status;
    if (!cr_finite2(desc->position) || !cr_finite2(desc->velocity)) return CAROM_NOT_FINITE;
    if (!cr_response_check(&desc->response)) return CAROM_BAD_ARGUMENT;
    int parts = cr_parts_of(&desc->shape);
    if (parts < 1 || parts > CAROM_MOVING_PARTS) return parts < 1 ? CAROM_BAD_ARGUMENT : CAROM_TOO_LARGE;
    if (!desc->is_static && !reference_at_origin(&desc->shape)) return CAROM_BAD_ARGUMENT;
    cr_placed placed;
    return carom_shape_check(cr_put(&placed, &desc->shape, desc->position));
}

carom_filter cr_filter_of(carom_filter filter) {
    if (!filter.category) filter.category = 1;
    if (!filter.mask) filter.mask = UINT32_MAX;
    return filter;
}

void cr_put_into_broad(carom_world *world, uint32_t index) {
    carom_box box = cr_bounds_at(world, index, cr_vectors(&world->position)[index]);
    cr_broad_put(&world->broad, index, box, cr_is_static(world, index));
    world->all_known = false;
}

bool cr_reserve_places(carom_world *world, uint32_t places) {
    cr_list *lists[LISTS_BY_BODY];
    lists_by_body(world, lists);
    if (!cr_broad_reserve(&world->broad, world->allocator, places)) return false;
    for (int i = 0; i < LISTS_BY_BODY; ++i) {
        if (!cr_list_reserve(lists[i], world->allocator, places)) return false;
    }
    for (uint32_t i = world->places; i < places; ++i) {
        ((uint32_t *)world->way_of.data)[i] = 0;
        ((cr_hook *)world->hooks.data)[i] = (cr_hook){0};
    }
    return true;
}

/// A place for one more body, with everything a step will need for it. UINT32_MAX without memory.
static uint32_t take_place(carom_world *world) {
    if (world->free_place) {
        uint32_t index = world->free_place - 1;
        world->free_place = cr_body_at(world, index)->next_free;
        return index;
    }
    uint32_t index = world->places;
    if (!cr_reserve_places(world, index + 1)) return UINT32_MAX;
    world->places = index + 1;
    ((uint32_t *)world->generations.data)[index] = 0;
    return index;
}

static uint8_t flags_of(const carom_body_desc *desc) {
    int flags = CR_ALIVE | CR_UNSETTLED;
    if (desc->is_static) flags |= CR_STATIC;
    if (desc->response.kind == CAROM_CROSS) flags |= CR_CROSSES;
    if (desc->shape.kind == CAROM_CIRCLE && reference_at_origin(&desc->shape)) flags |= CR_ROUND;
    return (uint8_t)flags;
}

static void set_up(carom_world *world, uint32_t index, const carom_body_desc *desc) {
    uint32_t generation = ++((uint32_t *)world->generations.data)[index];
    *cr_body_at(world, index) = (cr_body){.shape = desc->shape, .response = desc->response};
    cr_hook *hook = (cr_hook *)world->hooks.data + index;
    *hook = (cr_hook){.on_collision = desc->on_collision, .user_data = desc->user_data, .generation = generation};
    if (desc->shape.kind == CAROM_COMPOUND) {
        hook->parts = desc->shape.compound;
        world->compounds = true;
    }
    if (desc->on_collision) world->hooked = true;
    ((carom_box *)world->bounds.data)[index] = carom_shape_bounds(&desc->shape);
    cr_vectors(&world->position)[index] = desc->position;
    cr_vectors(&world->velocity)[index] = desc->is_static ? (carom_vec2){0, 0} : desc->velocity;
    cr_flags(world)[index] = flags_of(desc);
    float radius = desc->shape.kind == CAROM_CIRCLE ? desc->shape.circle.radius : 0;
    *cr_traits_at(world, index) = (cr_traits){radius, cr_filter_of(desc->filter)};
}

carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out) {
    if (out) *out = (carom_body_id){0, 0};
    if (!world || !desc) return CAROM_BAD_ARGUMENT;
    carom_status status = check(desc);
    if (status) return status;
    if (!world->free_place && world->places >= CR_LEVEL) return CAROM_FULL;
    uint32_t index = take_place(world);
    if (index == UINT32_MAX) return CAROM_NO_MEMORY;
    set_up(world, index, desc);
    ++world->alive;
    cr_put_into_broad(world, index);
    if (out) *out = cr_id_of(world, index);
    return CAROM_OK;
}

carom_status carom_world_remove(carom_world *world, carom_body_id id) {
    if (cr_find_body(world, id) == UINT32_MAX) return CAROM_STALE_ID;
    cr_broad_drop(&world->broad, id.index);
    cr_flags(world)[id.index] = 0;
    --world->alive;
    world->removed = true;
    world->all_known = false;
    // A place whose generations are used up is given up, so that no old id ever comes to life again.
    if (id.generation < UINT32_MAX) {
        cr_body_at(world, id.index)->next_free = world->free_place;
        world->free_place = id.index + 1;
    }
    return CAROM_OK;
}

// ---- What a body is ------------------------------------------------------------------------------------------------

carom_vec2 carom_world_position(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != UINT32_MAX ? cr_vectors(&world->position)[index] : (carom_vec2){0, 0};
}

const carom_vec2 *carom_world_positions(const carom_world *world, int *count) {
    *count = (int)world->places;
    return cr_vectors(&world->position);
}

carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != UINT32_MAX ? cr_vectors(&world->velocity)[index] : (carom_vec2){0, 0};
}

carom_shape carom_world_shape(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX || cr_body_at(world, index)->shape.kind == CAROM_COMPOUND)
        return (carom_shape){.kind = CAROM_NONE};
    cr_placed placed;
    return *cr_shape_of(world, index, &placed);
}

carom_shape carom_world_part(const carom_world *world, carom_body_id id, int number) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX || number < 0) return (carom_shape){.kind = CAROM_NONE};
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(world, index, &placed);
    return number < cr_parts_of(shape) ? *cr_part_of(shape, number) : (carom_shape){.kind = CAROM_NONE};
}

void *carom_world_user_data(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return NULL;
    const cr_hook *hook = (const cr_hook *)world->hooks.data + index;
    return hook->generation == id.generation ? hook->user_data : NULL;
}

carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    if (!cr_finite2(position)) return CAROM_NOT_FINITE;
    cr_placed placed;
    carom_status status = carom_shape_check(cr_shape_at(world, index, position, &placed));
    if (status) return status;
    cr_vectors(&world->position)[index] = position;
    cr_flags(world)[index] |= CR_UNSETTLED;
    cr_put_into_broad(world, index);
    return CAROM_OK;
}

carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    if (!cr_finite2(velocity)) return CAROM_NOT_FINITE;
    if (!cr_is_static(world, index)) cr_vectors(&world->velocity)[index] = velocity;
    return CAROM_OK;
}

carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    if (!cr_response_check(&response)) return CAROM_BAD_ARGUMENT;
    cr_body_at(world, index)->response = response;
    uint8_t others = cr_flags(world)[index] & (uint8_t)~CR_CROSSES;
    cr_flags(world)[index] = (uint8_t)(others | CR_UNSETTLED | (response.kind == CAROM_CROSS ? CR_CROSSES : 0));
    return CAROM_OK;
}

carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    cr_traits_at(world, index)->filter = cr_filter_of(filter);
    world->all_known = false;
    cr_flags(world)[index] |= CR_UNSETTLED;
    return CAROM_OK;
}

carom_status carom_world_set_hook(carom_world *world, carom_body_id id, carom_on_collision *on_collision,
                                  void *user_data) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    if (on_collision) world->hooked = true;
    cr_hook *hook = (cr_hook *)world->hooks.data + index;
    carom_compound parts = hook->generation == id.generation ? hook->parts : (carom_compound){0};
    *hook = (cr_hook){on_collision, user_data, parts, id.generation};
    return CAROM_OK;
}

static bool same_box(carom_box a, carom_box b) {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

carom_status carom_world_set_parts(carom_world *world, carom_body_id id, const carom_shape *compound) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return CAROM_STALE_ID;
    carom_shape *shape = &cr_body_at(world, index)->shape;
    if (!compound || shape->kind != CAROM_COMPOUND || compound->kind != CAROM_COMPOUND) return CAROM_BAD_ARGUMENT;
    carom_status status = carom_shape_check(compound);
    if (status) return status;
    carom_box bounds = ((const carom_box *)world->bounds.data)[index];
    if (!same_box(bounds, carom_shape_bounds(compound))) return CAROM_BAD_ARGUMENT;
    *shape = *compound;
    cr_hook *hook = (cr_hook *)world->hooks.data + index;
    if (hook->generation != id.generation) *hook = (cr_hook){.generation = id.generation};
    hook->parts = compound->compound;
    world->compounds = true;
    return CAROM_OK;
}

// ---- Pairs of bodies -----------------------------------------------------------------------------------------------

bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b) {
    if (!world->may_meet) return true;
    uint64_t pair = cr_pair_of(world, a, b);
    carom_body_id first = cr_id_of(world, cr_first(pair)), second = cr_id_of(world, cr_second(pair));
    return world->may_meet(world, first, second, world->user_data);
}

bool cr_may_meet(const carom_world *world, uint32_t a, uint32_t b) {
    if (cr_flags(world)[a] & cr_flags(world)[b] & CR_STATIC) return false;
    return cr_accepts(cr_traits_at(world, a)->filter, cr_traits_at(world, b)->filter) &&
           cr_predicate_allows(world, a, b);
}

bool cr_blocks(const carom_world *world, uint32_t a, uint32_t b) {
    return !((cr_flags(world)[a] | cr_flags(world)[b]) & CR_CROSSES);
}

uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b) {
    if (b < CR_LEVEL) {
        bool a_static = cr_is_static(world, a);
        bool swap = a_static != cr_is_static(world, b) ? a_static : a > b;
        if (swap) return (uint64_t)b << 32 | a;
    }
    return (uint64_t)a << 32 | b;
}
