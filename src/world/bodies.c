// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Creation of a world; adding, removing and changing bodies.
#include "world/state.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/rotation.h"
#include "base/sized.h"
#include "geom/core.h"
#include "geom/predicate.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- The world -----------------------------------------------------------------------------------------------------

typedef enum list_kind {
    BY_BODY, ///< one element for each slot of a body, independent of `count`
    KEPT,    ///< outlives a step
    SCRATCH, ///< valid within one step, or reproducible
} list_kind;

/// A list of the world, by its offset, and the size of its elements.
typedef struct named_list {
    size_t offset;
    uint32_t element;
    list_kind kind;
} named_list;

static const named_list all_lists[] = {
    {offsetof(carom_world, levels), sizeof(const carom_level *), KEPT},
    {offsetof(carom_world, edits_seen), sizeof(uint64_t), KEPT},
    {offsetof(carom_world, position), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, velocity), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, remainder), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, traits), sizeof(cr_traits), BY_BODY},
    {offsetof(carom_world, flags), sizeof(uint16_t), BY_BODY},
    {offsetof(carom_world, bounds), sizeof(carom_box), BY_BODY},
    {offsetof(carom_world, generations), sizeof(uint32_t), BY_BODY},
    {offsetof(carom_world, bodies), sizeof(cr_body), BY_BODY},
    {offsetof(carom_world, tags), sizeof(uint64_t), BY_BODY},
    {offsetof(carom_world, part_blocks), sizeof(cr_part_block), BY_BODY},
    {offsetof(carom_world, step.start), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, step.end), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, step.world_velocity), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, step.carried_move), sizeof(carom_vec2), BY_BODY},
    {offsetof(carom_world, step.carriers), sizeof(uint32_t), BY_BODY},
    {offsetof(carom_world, step.supports), sizeof(uint32_t), BY_BODY},
    {offsetof(carom_world, step.trajectory_of), sizeof(uint32_t), BY_BODY},
    {offsetof(carom_world, step.swept), sizeof(cr_lanes4), BY_BODY},
    {offsetof(carom_world, neighbours), sizeof(cr_candidate), SCRATCH},
    {offsetof(carom_world, unsorted), sizeof(cr_candidate), SCRATCH},
    {offsetof(carom_world, new_neighbours), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, pairs), sizeof(carom_pair), KEPT},
    {offsetof(carom_world, events), sizeof(carom_event), KEPT},
    {offsetof(carom_world, crushes), sizeof(carom_crush), KEPT},
    {offsetof(carom_world, turns), sizeof(cr_turn), KEPT},
    {offsetof(carom_world, passed), sizeof(uint64_t), KEPT},
    {offsetof(carom_world, edge_materials), sizeof(cr_edge_material), KEPT},
    {offsetof(carom_world, step.passed), sizeof(uint64_t), SCRATCH},
    {offsetof(carom_world, step.spins), sizeof(cr_step_spin), SCRATCH},
    {offsetof(carom_world, step.next_pairs), sizeof(carom_pair), SCRATCH},
    {offsetof(carom_world, step.next_events), sizeof(carom_event), SCRATCH},
    {offsetof(carom_world, step.next_crushes), sizeof(carom_crush), SCRATCH},
    {offsetof(carom_world, step.late_events), sizeof(carom_event), SCRATCH},
    {offsetof(carom_world, step.trajectories), sizeof(cr_trajectory), SCRATCH},
    {offsetof(carom_world, step.path_segments), sizeof(cr_path_segment), SCRATCH},
    {offsetof(carom_world, step.queue), sizeof(cr_predicted_impact), SCRATCH},
    {offsetof(carom_world, step.near_pairs), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, step.beside), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, step.overlaps), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, step.contacts), sizeof(cr_contact), SCRATCH},
    {offsetof(carom_world, step.order), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, step.scratch), sizeof(cr_keyed), SCRATCH},
    {offsetof(carom_world, step.slices), sizeof(cr_slice), SCRATCH},
};

enum { WORLD_LISTS = sizeof all_lists / sizeof *all_lists };

static cr_list *list_at(carom_world *world, int i) {
    return (cr_list *)((char *)world + all_lists[i].offset);
}

void *cr_push(carom_world *world, cr_list *list) {
    void *added = cr_list_push(list, world->allocator);
    if (!added) world->step.out_of_memory = true;
    return added;
}

static carom_status make_world(const carom_world_desc *desc, carom_world **out) {
    carom_world *world = cr_resize(desc->allocator, NULL, 0, sizeof *world);
    if (!world) return CAROM_STATUS_NO_MEMORY;
    memset(world, 0, sizeof *world);
    if (desc->allocator) {
        world->allocator_copy = *desc->allocator;
        world->allocator = &world->allocator_copy;
    }
    world->custom_filter = desc->custom_filter;
    world->on_collision = desc->on_collision;
    world->user_data = desc->user_data;
    world->rule = desc->rule;
    world->down = desc->down;
    world->bounces = desc->bounces ? desc->bounces : 32;
    world->tasks = desc->tasks;
    for (int i = 0; i < WORLD_LISTS; ++i) list_at(world, i)->element = all_lists[i].element;
    carom_status status = desc->level ? carom_world_attach(world, desc->level) : CAROM_STATUS_OK;
    if (status) {
        carom_world_free(world);
        return status;
    }
    *out = world;
    return CAROM_STATUS_OK;
}

carom_status carom_world_make(const carom_world_desc *desc, carom_world **out) {
    if (!out) return CAROM_STATUS_BAD_ARGUMENT;
    *out = NULL;
    if (!desc) return CAROM_STATUS_BAD_ARGUMENT;
    carom_world_desc known;
    carom_status status = CR_READ_SIZED(desc, &known);
    if (status) return status;
    if (known.bounces < 0 || !cr_finite2(known.down)) return CAROM_STATUS_BAD_ARGUMENT;
    return make_world(&known, out);
}

static void free_slices(carom_world *world) {
    for (uint32_t i = 0; i < world->step.slices.capacity; ++i)
        cr_slice_free((cr_slice *)world->step.slices.data + i, world->allocator);
    cr_list_free(&world->step.slices, world->allocator);
}

static void free_parts(carom_world *world, uint32_t index) {
    cr_part_block *block = (cr_part_block *)world->part_blocks.data + index;
    if (block->shapes) cr_resize(world->allocator, block->shapes, block->capacity * sizeof *block->shapes, 0);
    *block = (cr_part_block){0};
}

/// Frees the part blocks of slots without a compound.
static void free_unused_parts(carom_world *world) {
    for (uint32_t i = 0; i < world->part_blocks.count; ++i) {
        if (i >= world->slots || cr_body_at(world, i)->shape.kind != CAROM_SHAPE_COMPOUND) free_parts(world, i);
    }
    if (world->part_blocks.count > world->slots) world->part_blocks.count = world->slots;
}

carom_status carom_world_shrink(carom_world *world) {
    if (!world || world->running || world->calling_back) return CAROM_STATUS_BAD_ARGUMENT;
    free_slices(world);
    free_unused_parts(world);
    for (int i = 0; i < WORLD_LISTS; ++i) {
        cr_list *list = list_at(world, i);
        if (all_lists[i].kind == SCRATCH) list->count = 0;
        cr_list_shrink(list, world->allocator, all_lists[i].kind == BY_BODY ? world->slots : list->count);
    }
    cr_broad_shrink(&world->broad, world->allocator, world->slots);
    return CAROM_STATUS_OK;
}

void cr_free_now(carom_world *world) {
    free_slices(world);
    for (uint32_t i = 0; i < world->part_blocks.count; ++i) free_parts(world, i);
    for (int i = 0; i < WORLD_LISTS; ++i) cr_list_free(list_at(world, i), world->allocator);
    cr_broad_free(&world->broad, world->allocator);
    carom_allocator allocator = world->allocator_copy;
    cr_resize(world->allocator ? &allocator : NULL, world, sizeof *world, 0);
}

void carom_world_free(carom_world *world) {
    if (!world) return;
    if (world->running || world->calling_back) {
        world->freed = true;
    } else {
        cr_free_now(world);
    }
}

carom_status carom_world_attach(carom_world *world, const carom_level *level) {
    if (!world || !level || world->running) return CAROM_STATUS_BAD_ARGUMENT;
    if (world->levels.count == UINT32_MAX - CR_LEVEL) return CAROM_STATUS_FULL;
    while (world->edits_seen.count <= world->levels.count) {
        uint64_t *seen = cr_list_push(&world->edits_seen, world->allocator);
        if (!seen) return CAROM_STATUS_NO_MEMORY;
        *seen = 0;
    }
    const carom_level **added = cr_list_push(&world->levels, world->allocator);
    if (!added) return CAROM_STATUS_NO_MEMORY;
    *added = level;
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (cr_flags(world)[i] & CR_ALIVE) cr_flags(world)[i] |= CR_UNSETTLED;
    }
    return CAROM_STATUS_OK;
}

const carom_level *carom_world_level(const carom_world *world, int number) {
    return number >= 0 && (uint32_t)number < world->levels.count ? cr_level_of(world, number) : NULL;
}

int carom_world_bounces(const carom_world *world) {
    return world->bounces;
}

carom_vec2 carom_world_down(const carom_world *world) {
    return world->down;
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
    if (!world || id.index >= world->slots || !(cr_flags(world)[id.index] & CR_ALIVE)) return UINT32_MAX;
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
    for (uint32_t i = 0; i < world->slots; ++i) {
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

carom_status cr_check_body_shape(const carom_shape *shape) {
    carom_status status = carom_shape_check(shape);
    if (status) return status;
    int parts = cr_parts_of(shape);
    if (parts < 1 || parts > CAROM_MAX_MOVING_PARTS)
        return parts < 1 ? CAROM_STATUS_BAD_ARGUMENT : CAROM_STATUS_TOO_LARGE;
    return CAROM_STATUS_OK;
}

bool cr_is_mass(float mass) {
    return mass > 0;
}

/// No body has mass 0.
static float mass_or_default(float mass) {
    return mass == 0 ? 1 : mass;
}

static bool is_turned(const carom_body_desc *desc) {
    return !cr_is_unturned(desc->rotation) || desc->spin != 0;
}

static carom_status explain_shape(carom_error *error, carom_status status) {
    bool parts = status == CAROM_STATUS_BAD_ARGUMENT || status == CAROM_STATUS_TOO_LARGE;
    const char *message = parts ? "expected a shape of 1 to 16 convex parts" : carom_status_text(status);
    return cr_explain(error, status, "shape", message);
}
_Static_assert(CAROM_MAX_MOVING_PARTS == 16, "see explain_shape");

/// Checks that the shape can be at the position, and can turn there if it does.
static carom_status check_pose(const carom_body_desc *desc, carom_error *error) {
    const carom_status bad = CAROM_STATUS_BAD_ARGUMENT, not_finite = CAROM_STATUS_NOT_FINITE;
    if (!cr_finite2(desc->position)) return cr_explain(error, not_finite, "position", "must be finite");
    carom_pose pose = {desc->position, desc->rotation};
    if (!cr_pose_is_finite(pose)) return cr_explain(error, not_finite, "rotation", "must be finite");
    if (!isfinite(desc->spin)) return cr_explain(error, not_finite, "spin", "must be finite");
    if (desc->spin != 0 && desc->type == CAROM_BODY_STATIC)
        return cr_explain(error, bad, "spin", "a static body does not spin");
    cr_placed placed;
    carom_status status = carom_shape_check(cr_place_shape(&placed, &desc->shape, desc->position));
    if (!status && is_turned(desc)) status = cr_check_turn(&desc->shape, pose, desc->spin);
    if (!status && !cr_finite_box(cr_box_at(cr_body_bounds(&desc->shape), desc->position))) status = not_finite;
    return status ? cr_explain(error, status, "position",
                               "the shape cannot be put there: its coordinates are too large for floats")
                  : CAROM_STATUS_OK;
}

static carom_status check_body_desc(const carom_body_desc *desc, carom_error *error) {
    const carom_status bad = CAROM_STATUS_BAD_ARGUMENT;
    carom_status status = cr_check_body_shape(&desc->shape);
    if (status) return explain_shape(error, status);
    if (!cr_finite2(desc->velocity)) return cr_explain(error, CAROM_STATUS_NOT_FINITE, "velocity", "must be finite");
    if (desc->type < CAROM_BODY_MOVER || desc->type > CAROM_BODY_KINEMATIC)
        return cr_explain(error, bad, "type", "not a carom_body_type");
    const char *fault = cr_response_fault(&desc->response);
    if (fault)
        return cr_explain(error, bad, fault,
                          strcmp(fault, "response.kind") == 0
                              ? "not a carom_response_kind"
                              : "out of range: restitution and friction are 0 or more, and all numbers finite");
    if (!cr_material_check(&desc->material)) return cr_explain(error, bad, "material", "its members must be finite");
    if (!cr_is_mass(mass_or_default(desc->mass))) return cr_explain(error, bad, "mass", "must be more than 0");
    return check_pose(desc, error);
}

carom_filter cr_filter_of(carom_filter filter) {
    if (!filter.category) filter.category = 1;
    return filter;
}

/// Returns a filter that excludes only what the filter of the body excludes. If a body with a negative group
/// ignores all its own categories, the group is left out: bullets that each have a group then have equal filters.
static cr_broad_filter broad_filter_of(const carom_world *world, uint32_t index) {
    carom_filter f = cr_traits_at(world, index)->filter;
    if (f.group < 0 && (f.category & ~f.ignore) == 0) f.group = 0;
    return (cr_broad_filter){f.category, f.ignore, f.group, cr_is_kinematic(world, index)};
}

void cr_update_broad_filter(carom_world *world, uint32_t index) {
    cr_broad_set_filter(&world->broad, index, broad_filter_of(world, index));
}

bool cr_has_broad_filter(const carom_world *world, uint32_t index) {
    return cr_same_broad_filter(world->broad.filters[index], broad_filter_of(world, index));
}

void cr_put_into_broad(carom_world *world, uint32_t index) {
    cr_update_broad_filter(world, index);
    carom_box box = cr_bounds_at(world, index, cr_vectors(&world->position)[index]);
    cr_broad_put(&world->broad, index, box, cr_is_static(world, index));
    world->all_known = false;
}

bool cr_reserve_slots(carom_world *world, uint32_t slots) {
    if (!cr_broad_reserve(&world->broad, world->allocator, slots)) return false;
    for (int i = 0; i < WORLD_LISTS; ++i) {
        if (all_lists[i].kind != BY_BODY) continue;
        if (!cr_list_reserve(list_at(world, i), world->allocator, slots)) return false;
    }
    for (uint32_t i = world->slots; i < slots; ++i) ((uint32_t *)world->step.trajectory_of.data)[i] = 0;
    while (world->part_blocks.count < slots) {
        ((cr_part_block *)world->part_blocks.data)[world->part_blocks.count++] = (cr_part_block){0};
    }
    return true;
}

bool cr_reserve_parts(carom_world *world, uint32_t index, uint32_t count) {
    cr_part_block *block = (cr_part_block *)world->part_blocks.data + index;
    if (count <= block->capacity) return true;
    carom_shape *shapes =
        cr_resize(world->allocator, block->shapes, block->capacity * sizeof *shapes, count * sizeof *shapes);
    if (!shapes) return false;
    *block = (cr_part_block){shapes, count};
    if (index < world->slots && cr_body_at(world, index)->shape.kind == CAROM_SHAPE_COMPOUND)
        cr_body_at(world, index)->shape.compound.parts = shapes;
    return true;
}

void cr_adopt_parts(carom_world *world, uint32_t index, uint32_t count) {
    const cr_part_block *block = (const cr_part_block *)world->part_blocks.data + index;
    cr_body_at(world, index)->shape.compound = (carom_compound){block->shapes, (int)count};
}

void cr_copy_shape(const carom_shape *shape, carom_shape *out) {
    memset(out, 0, sizeof *out);
    out->kind = shape->kind;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: out->point = shape->point; break;
    case CAROM_SHAPE_CIRCLE: out->circle = shape->circle; break;
    case CAROM_SHAPE_BOX: out->box = shape->box; break;
    case CAROM_SHAPE_CAPSULE: out->capsule = shape->capsule; break;
    case CAROM_SHAPE_SEGMENT:
        out->segment.a = shape->segment.a;
        out->segment.b = shape->segment.b;
        out->segment.one_sided = shape->segment.one_sided;
        out->segment.skip_a = shape->segment.skip_a;
        out->segment.skip_b = shape->segment.skip_b;
        break;
    case CAROM_SHAPE_POLYGON:
        out->polygon.count = shape->polygon.count;
        for (int i = 0; i < shape->polygon.count; ++i) out->polygon.v[i] = shape->polygon.v[i];
        out->polygon.radius = shape->polygon.radius;
        break;
    case CAROM_SHAPE_COMPOUND:
    case CAROM_SHAPE_NONE: break;
    }
}

/// Returns the slot of the next body after reserving all memory that steps need for it; UINT32_MAX without memory.
static uint32_t reserve_slot(carom_world *world, const carom_shape *shape) {
    uint32_t index = world->free_slot ? world->free_slot - 1 : world->slots;
    if (!world->free_slot && !cr_reserve_slots(world, index + 1)) return UINT32_MAX;
    bool compound = shape->kind == CAROM_SHAPE_COMPOUND;
    if (compound && !cr_reserve_parts(world, index, (uint32_t)cr_parts_of(shape))) return UINT32_MAX;
    return index;
}

static void take_slot(carom_world *world, uint32_t index) {
    if (world->free_slot) {
        world->free_slot = cr_body_at(world, index)->next_free;
    } else {
        world->slots = index + 1;
        ((uint32_t *)world->generations.data)[index] = 0;
    }
    ++((uint32_t *)world->generations.data)[index];
    ++world->alive;
}

uint16_t cr_flags_of(const carom_shape *shape, const carom_response *response, carom_body_type type, bool sensor) {
    int flags = type == CAROM_BODY_MOVER ? 0 : CR_FIXED;
    if (type == CAROM_BODY_KINEMATIC) flags |= CR_KINEMATIC;
    if (sensor) flags |= CR_SENSOR;
    if (sensor || response->kind == CAROM_RESPONSE_PASS) flags |= CR_PASSES;
    if (shape->kind == CAROM_SHAPE_CIRCLE && shape->circle.radius > 0 && reference_at_origin(shape)) flags |= CR_ROUND;
    return (uint16_t)flags;
}

/// Copies the parts of a compound, flattened, into the world.
static void copy_parts(carom_world *world, uint32_t index, const carom_shape *compound) {
    cr_placed placed;
    const carom_shape *flat = cr_place_shape(&placed, compound, (carom_vec2){0, 0});
    carom_shape *parts = ((cr_part_block *)world->part_blocks.data)[index].shapes;
    for (int i = 0; i < flat->compound.count; ++i) cr_copy_shape(&flat->compound.parts[i], &parts[i]);
    cr_adopt_parts(world, index, (uint32_t)flat->compound.count);
    world->compound_parts += (uint32_t)flat->compound.count;
}

bool cr_has_one_sided_part(const carom_shape *shape) {
    for (int i = 0; i < cr_parts_of(shape); ++i) {
        if (cr_is_one_sided(cr_part_of(shape, i))) return true;
    }
    return false;
}

/// Sets the shape of a body, with all that depends on it. Its parts must fit into the block of the slot.
static void adopt_shape(carom_world *world, uint32_t index, const carom_shape *shape) {
    carom_shape *own = &cr_body_at(world, index)->shape;
    if (own->kind == CAROM_SHAPE_COMPOUND) {
        uint32_t copies = cr_turn_at(world, index) ? 2 : 1;
        world->compound_parts -= copies * (uint32_t)own->compound.count;
    }
    cr_traits_at(world, index)->radius = shape->kind == CAROM_SHAPE_CIRCLE ? shape->circle.radius : 0;
    uint32_t round = cr_flags_of(shape, &cr_body_at(world, index)->response, CAROM_BODY_MOVER, false) & CR_ROUND;
    cr_flags(world)[index] = (uint16_t)((cr_flags(world)[index] & ~(uint32_t)CR_ROUND) | round | CR_UNSETTLED);
    cr_copy_shape(shape, own);
    if (shape->kind == CAROM_SHAPE_COMPOUND) copy_parts(world, index, shape);
    ((carom_box *)world->bounds.data)[index] = cr_body_bounds(own); // of the copy, where a part's -0 is 0
    cr_adopt_turn(world, index);
    world->one_sided = world->one_sided || cr_has_one_sided_part(shape);
}

static void set_up(carom_world *world, uint32_t index, const carom_body_desc *desc) {
    cr_body *body = cr_body_at(world, index);
    memset(body, 0, sizeof *body);
    body->response = desc->response;
    body->material = desc->material;
    body->mass = mass_or_default(desc->mass);
    ((uint64_t *)world->tags.data)[index] = desc->tag;
    cr_vectors(&world->position)[index] = desc->position;
    cr_vectors(&world->remainder)[index] = (carom_vec2){0, 0};
    bool rests = desc->type == CAROM_BODY_STATIC;
    cr_vectors(&world->velocity)[index] = rests ? (carom_vec2){0, 0} : desc->velocity;
    uint16_t flags = cr_flags_of(&desc->shape, &desc->response, desc->type, desc->sensor);
    cr_flags(world)[index] = (uint16_t)(flags | CR_ALIVE);
    *cr_traits_at(world, index) = (cr_traits){.filter = cr_filter_of(desc->filter)};
    adopt_shape(world, index, &desc->shape);
}

/// The pair cache has kinematic bodies among the movers, but second in their pairs. A slot that begins or ceases to
/// hold one must not keep its pairs.
static void count_kinematic(carom_world *world, uint32_t index, int more) {
    if (!cr_is_kinematic(world, index)) return;
    world->kinematics += (uint32_t)more;
    world->broad.kept = false;
}

static carom_status add_body(carom_world *world, const carom_body_desc *desc, carom_body_id *out) {
    if (!world->free_slot && world->slots >= CR_LEVEL) return CAROM_STATUS_FULL;
    uint32_t index = reserve_slot(world, &desc->shape);
    if (index == UINT32_MAX) return CAROM_STATUS_NO_MEMORY;
    if (is_turned(desc) && !cr_reserve_turn(world, index, &desc->shape)) return CAROM_STATUS_NO_MEMORY;
    take_slot(world, index);
    set_up(world, index, desc);
    if (is_turned(desc)) cr_set_turn(world, index, cr_rotation_given(desc->rotation), desc->spin);
    count_kinematic(world, index, 1);
    cr_put_into_broad(world, index);
    if (out) *out = cr_id_of(world, index);
    return CAROM_STATUS_OK;
}

carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out, carom_error *error) {
    if (out) *out = (carom_body_id){0, 0};
    if (!world || !desc) return cr_explain(error, CAROM_STATUS_BAD_ARGUMENT, "", "world or desc is null");
    if (world->running) return cr_explain(error, CAROM_STATUS_BAD_ARGUMENT, "", "not during a step");
    carom_body_desc known;
    carom_status status = CR_READ_SIZED(desc, &known);
    if (status) return cr_explain(error, status, "", CR_OTHER_VERSION("desc"));
    status = check_body_desc(&known, error);
    if (status) return status;
    status = add_body(world, &known, out);
    return status ? cr_explain(error, status, "", carom_status_text(status)) : CAROM_STATUS_OK;
}

/// Zeroes a slot, so that snapshots contain nothing of the removed body.
static void clear_slot(carom_world *world, uint32_t index) {
    const carom_vec2 zero = {0, 0};
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    if (shape->kind == CAROM_SHAPE_COMPOUND) world->compound_parts -= (uint32_t)shape->compound.count;
    cr_vectors(&world->position)[index] = cr_vectors(&world->velocity)[index] = cr_vectors(&world->remainder)[index] =
        zero;
    memset(cr_traits_at(world, index), 0, sizeof(cr_traits));
    memset(cr_body_at(world, index), 0, sizeof(cr_body));
    ((carom_box *)world->bounds.data)[index] = (carom_box){zero, zero};
    ((uint64_t *)world->tags.data)[index] = 0;
    cr_flags(world)[index] = 0;
}

carom_status carom_world_remove(carom_world *world, carom_body_id id) {
    if (cr_find_body(world, id) == UINT32_MAX) return CAROM_STATUS_STALE_ID;
    if (world->running) return CAROM_STATUS_BAD_ARGUMENT;
    cr_broad_drop(&world->broad, id.index);
    cr_forget_passed(world, id.index);
    cr_drop_turn(world, id.index);
    count_kinematic(world, id.index, -1);
    clear_slot(world, id.index);
    --world->alive;
    world->removed = true;
    world->all_known = false;
    // A slot with exhausted generations is never reused: otherwise a stale id would become valid again.
    if (id.generation < UINT32_MAX) {
        cr_body_at(world, id.index)->next_free = world->free_slot;
        world->free_slot = id.index + 1;
    }
    return CAROM_STATUS_OK;
}

// ---- Properties ----------------------------------------------------------------------------------------------------

carom_vec2 carom_world_position(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != UINT32_MAX ? cr_vectors(&world->position)[index] : (carom_vec2){0, 0};
}

const carom_vec2 *carom_world_positions(const carom_world *world, int *count) {
    *count = (int)world->slots;
    return cr_vectors(&world->position);
}

const carom_vec2 *carom_world_velocities(const carom_world *world, int *count) {
    *count = (int)world->slots;
    return cr_vectors(&world->velocity);
}

carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != UINT32_MAX ? cr_vectors(&world->velocity)[index] : (carom_vec2){0, 0};
}

carom_shape carom_world_shape(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX || cr_body_at(world, index)->shape.kind == CAROM_SHAPE_COMPOUND)
        return (carom_shape){.kind = CAROM_SHAPE_NONE};
    cr_placed placed;
    return *cr_shape_of(world, index, &placed);
}

static carom_shape part_or_none(const carom_shape *shape, int number) {
    bool exists = number >= 0 && number < cr_parts_of(shape);
    return exists ? *cr_part_of(shape, number) : (carom_shape){.kind = CAROM_SHAPE_NONE};
}

carom_shape carom_world_part(const carom_world *world, carom_body_id id, int number) {
    uint32_t index = cr_find_body(world, id);
    cr_placed placed;
    if (index == UINT32_MAX) return (carom_shape){.kind = CAROM_SHAPE_NONE};
    return part_or_none(cr_shape_of(world, index, &placed), number);
}

carom_shape carom_world_own_part(const carom_world *world, carom_body_id id, int number) {
    uint32_t index = cr_find_body(world, id);
    if (index == UINT32_MAX) return (carom_shape){.kind = CAROM_SHAPE_NONE};
    carom_shape shape = cr_turn_at(world, index) ? cr_unturned_shape(world, index) : cr_body_at(world, index)->shape;
    return part_or_none(&shape, number);
}

uint64_t carom_world_tag(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != UINT32_MAX ? ((const uint64_t *)world->tags.data)[index] : 0;
}

carom_vec2 carom_world_carried(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING ? cr_body_at(world, index)->carried : (carom_vec2){0, 0};
}

carom_body_type carom_world_type(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    if (index == CR_NOTHING || !cr_is_fixed(world, index)) return CAROM_BODY_MOVER;
    return cr_is_kinematic(world, index) ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
}

bool carom_world_is_sensor(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING && (cr_flags(world)[index] & CR_SENSOR) != 0;
}

carom_response carom_world_response(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING ? cr_body_at(world, index)->response : (carom_response){0};
}

carom_material carom_world_material(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING ? cr_body_at(world, index)->material : (carom_material){0};
}

float carom_world_mass(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING ? cr_body_at(world, index)->mass : 0;
}

carom_filter carom_world_filter(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    return index != CR_NOTHING ? cr_traits_at(world, index)->filter : (carom_filter){0};
}

/// Finds the slot of a body for a setter.
static carom_status find_to_change(const carom_world *world, carom_body_id id, uint32_t *index) {
    *index = cr_find_body(world, id);
    if (*index == UINT32_MAX) return CAROM_STATUS_STALE_ID;
    return world->running ? CAROM_STATUS_BAD_ARGUMENT : CAROM_STATUS_OK;
}

carom_status carom_world_set_tag(carom_world *world, carom_body_id id, uint64_t tag) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status == CAROM_STATUS_OK) ((uint64_t *)world->tags.data)[index] = tag;
    return status;
}

/// Returns whether a body can be at a position.
static carom_status check_place(const carom_world *world, uint32_t index, carom_vec2 position) {
    if (!cr_finite2(position)) return CAROM_STATUS_NOT_FINITE;
    cr_placed placed;
    carom_status status = carom_shape_check(cr_shape_at(world, index, position, &placed));
    if (status) return status;
    return cr_finite_box(cr_bounds_at(world, index, position)) ? CAROM_STATUS_OK : CAROM_STATUS_NOT_FINITE;
}

carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    status = check_place(world, index, position);
    if (status) return status;
    cr_vectors(&world->position)[index] = position;
    cr_leave_support(world, index);
    cr_drop_target_rotation(world, index);
    uint32_t others = cr_flags(world)[index] & ~(uint32_t)(CR_HAS_REMAINDER | CR_OF_TARGET);
    cr_flags(world)[index] = (uint16_t)(others | CR_UNSETTLED);
    cr_body_at(world, index)->target = (carom_vec2){0, 0};
    cr_put_into_broad(world, index);
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (!cr_finite2(velocity)) return CAROM_STATUS_NOT_FINITE;
    if (!cr_is_static(world, index)) cr_vectors(&world->velocity)[index] = velocity;
    return CAROM_STATUS_OK;
}

carom_status carom_world_move_to(carom_world *world, carom_body_id id, carom_vec2 target) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (!cr_is_kinematic(world, index)) return CAROM_STATUS_BAD_ARGUMENT;
    status = check_place(world, index, target);
    if (status) return status;
    cr_drop_target_rotation(world, index);
    cr_body_at(world, index)->target = target;
    cr_flags(world)[index] = (uint16_t)((cr_flags(world)[index] & ~CR_OF_TARGET) | CR_HAS_TARGET);
    return CAROM_STATUS_OK;
}

/// Returns whether a body may have a shape where it is, and at its target.
static carom_status check_new_shape(const carom_world *world, uint32_t index, const carom_shape *shape) {
    carom_status status = cr_check_body_shape(shape);
    if (status) return status;
    const carom_vec2 places[2] = {cr_vectors(&world->position)[index], cr_body_at(world, index)->target};
    int count = cr_flags(world)[index] & CR_HAS_TARGET ? 2 : 1;
    for (int i = 0; i < count; ++i) {
        cr_placed placed;
        status = carom_shape_check(cr_place_shape(&placed, shape, places[i]));
        if (status) return status;
        if (!cr_finite_box(cr_box_at(cr_body_bounds(shape), places[i]))) return CAROM_STATUS_NOT_FINITE;
        if (!cr_turn_at(world, index)) continue;
        status = cr_check_turn(shape, (carom_pose){.position = places[i]}, 0);
        if (status) return status;
    }
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_shape(carom_world *world, carom_body_id id, const carom_shape *shape) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (!shape) return CAROM_STATUS_BAD_ARGUMENT;
    status = check_new_shape(world, index, shape);
    if (status) return status;
    bool compound = shape->kind == CAROM_SHAPE_COMPOUND;
    uint32_t copies = cr_turn_at(world, index) ? 2 : 1;
    if (compound && !cr_reserve_parts(world, index, copies * (uint32_t)cr_parts_of(shape)))
        return CAROM_STATUS_NO_MEMORY;
    adopt_shape(world, index, shape);
    cr_put_into_broad(world, index);
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_mass(carom_world *world, carom_body_id id, float mass) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (!cr_is_mass(mass_or_default(mass))) return CAROM_STATUS_BAD_ARGUMENT;
    cr_body_at(world, index)->mass = mass_or_default(mass);
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_material(carom_world *world, carom_body_id id, carom_material material) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (!cr_material_check(&material)) return CAROM_STATUS_BAD_ARGUMENT;
    cr_body_at(world, index)->material = material;
    return CAROM_STATUS_OK;
}

/// Updates CR_PASSES from the response and CR_SENSOR.
static void set_passes(carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    bool passes = flags & CR_SENSOR || cr_body_at(world, index)->response.kind == CAROM_RESPONSE_PASS;
    flags = passes ? flags | CR_PASSES : flags & ~(uint32_t)CR_PASSES;
    cr_flags(world)[index] = (uint16_t)(flags | CR_UNSETTLED);
}

carom_status carom_world_set_sensor(carom_world *world, carom_body_id id, bool sensor) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    uint32_t flags = cr_flags(world)[index];
    cr_flags(world)[index] = (uint16_t)(sensor ? flags | CR_SENSOR : flags & ~(uint32_t)CR_SENSOR);
    set_passes(world, index);
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    if (cr_response_fault(&response)) return CAROM_STATUS_BAD_ARGUMENT;
    cr_body_at(world, index)->response = response;
    set_passes(world, index);
    return CAROM_STATUS_OK;
}

carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter) {
    uint32_t index;
    carom_status status = find_to_change(world, id, &index);
    if (status) return status;
    cr_traits_at(world, index)->filter = cr_filter_of(filter);
    cr_put_into_broad(world, index); // the pair cache does not contain pairs that the old filter excluded
    cr_flags(world)[index] |= CR_UNSETTLED;
    return CAROM_STATUS_OK;
}

// ---- Pairs of bodies -----------------------------------------------------------------------------------------------

bool cr_predicate_allows(const carom_world *world, uint32_t a, uint32_t b) {
    if (!world->custom_filter) return true;
    uint64_t pair = cr_pair_of(world, a, b);
    carom_body_id first = cr_id_of(world, cr_pair_first(pair)), second = cr_id_of(world, cr_pair_second(pair));
    return world->custom_filter(world, first, second, world->user_data);
}

bool cr_may_collide(const carom_world *world, uint32_t a, uint32_t b) {
    if (cr_flags(world)[a] & cr_flags(world)[b] & CR_FIXED) return false;
    return cr_accepts(cr_traits_at(world, a)->filter, cr_traits_at(world, b)->filter) &&
           cr_predicate_allows(world, a, b);
}

bool cr_blocks(const carom_world *world, uint32_t a, uint32_t b) {
    if ((cr_flags(world)[a] | cr_flags(world)[b]) & CR_PASSES) return false;
    return !world->rule || !cr_is_passed(world, cr_pair_of(world, a, b));
}

uint64_t cr_pair_of(const carom_world *world, uint32_t a, uint32_t b) {
    bool a_fixed = cr_is_fixed(world, a);
    bool swap = a_fixed != cr_is_fixed(world, b) ? a_fixed : a > b;
    return swap ? (uint64_t)b << 32 | a : (uint64_t)a << 32 | b;
}

double cr_mass_share(const carom_world *world, uint32_t a, uint32_t b) {
    double mass_a = (double)cr_body_at(world, a)->mass, mass_b = (double)cr_body_at(world, b)->mass;
    if (mass_a == mass_b) return 0.5;
    if (isinf(mass_a) || isinf(mass_b)) return isinf(mass_a) ? 1 : 0;
    return mass_a / (mass_a + mass_b);
}

static uint64_t key_of_pair(const void *entry) {
    const carom_pair *pair = entry;
    return (uint64_t)pair->a.index << 32 | (pair->level >= 0 ? CR_LEVEL + (uint32_t)pair->level : pair->b.index);
}

const carom_pair *cr_find_pair(const carom_world *world, uint64_t pair) {
    const carom_pair *pairs = world->pairs.data;
    uint32_t at = cr_find_key_among(pairs, sizeof *pairs, key_of_pair, 0, world->pairs.count, pair);
    if (at == world->pairs.count || key_of_pair(&pairs[at]) != pair) return NULL;
    bool exists = carom_world_has(world, pairs[at].a) && (pairs[at].level >= 0 || carom_world_has(world, pairs[at].b));
    return exists ? &pairs[at] : NULL;
}

bool cr_were_in_contact(const carom_world *world, uint64_t pair) {
    return cr_find_pair(world, pair) != NULL;
}
