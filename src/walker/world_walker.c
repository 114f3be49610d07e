// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers as bodies of a world. A walker is a kinematic body whose motion the walker decides: it steps through the
// scene that the coming step of the world will have, where kinematic bodies move as platforms, and sets its body the
// target at which it has arrived. So the world needs no second kind of mover, and the walker no second collision
// response.
#include "base/box.h"
#include "base/memory.h"
#include "base/vec.h"
#include "carom/walker.h"
#include "geom/core.h"
#include "world/query.h"

#include <math.h>

enum { LOCAL_PLATFORMS = 32 };
#define GROUND_GAP 0x1p-21 // of the coordinates: at least four ulp

/// The kinematic bodies that a walker can meet in a step, and what rests on them.
typedef struct step_platforms {
    const carom_world *world;
    uint32_t walker;
    double dt;
    carom_box bounds; ///< fattened AABB of the walker's shape at all positions of the step
    carom_platform *list;
    int count, capacity; ///< `count` may exceed `capacity`: the rest was not written
} step_platforms;

/// Kinematic bodies, and the movers that they carry.
static bool is_carrier(const carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    return (flags & CR_KINEMATIC) || ((flags & CR_CARRIED) && cr_carrier_of(world, index) != CR_NOTHING);
}

static bool is_platform_for(const step_platforms *s, uint32_t index) {
    const carom_world *world = s->world;
    if (index == s->walker || !is_carrier(world, index) || cr_passes(world, index)) return false;
    if (cr_flags(world)[index] & CR_SENSOR) return false;
    return cr_accepts(cr_traits_at(world, s->walker)->filter, cr_traits_at(world, index)->filter) &&
           cr_predicate_allows(world, s->walker, index);
}

/// The velocity in the coming step: of a mover that a kinematic body carries, that of the latter.
static carom_vec2 coming_velocity(const step_platforms *s, uint32_t index) {
    index = cr_carrier_of(s->world, index);
    if (!(cr_flags(s->world)[index] & CR_HAS_TARGET)) return cr_vectors(&s->world->velocity)[index];
    cr_vec2d target = cr_widen(cr_body_at(s->world, index)->target);
    cr_vec2d from = cr_widen(cr_vectors(&s->world->position)[index]);
    return cr_narrow(cr_scale(cr_subtract(target, from), 1 / s->dt));
}

/// The box of a body over the coming step.
static carom_box swept_box_of(const step_platforms *s, uint32_t index) {
    carom_box box = cr_bounds_at(s->world, index, cr_vectors(&s->world->position)[index]);
    return cr_swept(box, cr_narrow(cr_scale(cr_widen(coming_velocity(s, index)), s->dt)));
}

static void add_platforms(step_platforms *s, uint32_t index) {
    const carom_shape *shape = &cr_body_at(s->world, index)->shape;
    for (int part = 0; part < cr_parts_of(shape); ++part, ++s->count) {
        if (s->count >= s->capacity) continue;
        s->list[s->count] = (carom_platform){.shape = *cr_part_of(shape, part),
                                             .position = cr_vectors(&s->world->position)[index],
                                             .velocity = coming_velocity(s, index),
                                             .owner = carom_body_bits(cr_id_of(s->world, index))};
    }
}

static void find_platforms(step_platforms *s) {
    s->count = 0;
    for (uint32_t i = 0; i < s->world->slots; ++i)
        if (is_platform_for(s, i) && cr_boxes_overlap(s->bounds, swept_box_of(s, i))) add_platforms(s, i);
}

/// The box that a walker may be in during the step: its own motion, twice its size for steps up and down, and the
/// longest way that a kinematic body can take it.
static carom_box swept_bounds_of(const step_platforms *s, const carom_walker *walker, const carom_walker_desc *desc) {
    double longest = 0;
    for (uint32_t i = 0; i < s->world->slots; ++i) {
        if (!is_carrier(s->world, i)) continue;
        double length = cr_length(cr_widen(coming_velocity(s, i))) * s->dt;
        if (length > longest) longest = length;
    }
    carom_shape here = carom_shape_at(&desc->shape, walker->position);
    carom_box box = carom_shape_bounds(&here);
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    float margin = (float)(2 * longest + cr_length(cr_widen(walker->velocity)) * s->dt + 2 * (width + height) +
                           fabs((double)desc->step) + fabs((double)desc->snap));
    return cr_grow_by_ulps(
        (carom_box){{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}});
}

static bool stands_still(const void *self, uint32_t index) {
    const cr_query *view = self;
    return !is_carrier(view->world, index) && view->includes(view->self, index);
}

static carom_walker_result step_among(carom_walker *walker, const carom_walker_desc *desc, const step_platforms *s) {
    carom_world_view view = {.world = s->world,
                             .filter = cr_traits_at(s->world, s->walker)->filter,
                             .except = cr_id_of(s->world, s->walker)};
    cr_query all = cr_query_of_view(&view), still = all;
    still.self = &all;
    still.includes = stands_still;
    carom_scene base = cr_scene_of_query(&still);
    carom_platforms platforms = {.base = &base, .list = s->list, .count = s->count};
    carom_scene scene = carom_scene_of_platforms(&platforms);
    return carom_walker_step(walker, desc, &scene, (float)s->dt);
}

/// Raises a walker that stands on a mover by a few ulp. Both may move alike in the coming step, on a lift for example;
/// the rounding of their positions must not make the walker, which nothing stops, press the mover into its support.
static void stand_clear(const step_platforms *s, carom_walker *walker, const carom_walker_desc *desc) {
    carom_body_id ground = carom_body_of_bits(walker->ground.owner);
    if (!walker->grounded || walker->ground.owner == 0 || carom_world_type(s->world, ground) != CAROM_BODY_MOVER)
        return;
    cr_vec2d at = cr_widen(walker->position), up = cr_widen(desc->up);
    double gap = (fabs(at.x) + fabs(at.y)) * GROUND_GAP / cr_length(up);
    walker->position = cr_narrow(cr_add(at, cr_scale(up, gap)));
}

carom_walker_result carom_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                               carom_body_id body, float dt) {
    uint32_t index = cr_find_body(world, body);
    carom_walker_result nothing = {0};
    if (index == UINT32_MAX || !cr_is_kinematic(world, index) || !(dt > 0) || !isfinite(dt)) return nothing;
    if (!cr_same_point(walker->position, cr_vectors(&world->position)[index]) &&
        carom_world_set_position(world, body, walker->position) != CAROM_STATUS_OK)
        return nothing;
    carom_platform local[LOCAL_PLATFORMS];
    step_platforms s = {.world = world, .walker = index, .dt = (double)dt, .list = local, .capacity = LOCAL_PLATFORMS};
    s.bounds = swept_bounds_of(&s, walker, desc);
    find_platforms(&s);
    size_t needed = (size_t)s.count;
    if (needed > LOCAL_PLATFORMS) {
        s.list = cr_take_array(world->allocator, needed, sizeof *s.list);
        if (!s.list) return nothing;
        s.capacity = s.count;
        find_platforms(&s);
    }
    carom_walker_result result = step_among(walker, desc, &s);
    if (s.list != local) cr_free_array(world->allocator, s.list, needed, sizeof *s.list);
    if (result.casts > 0) stand_clear(&s, walker, desc);
    carom_world_move_to(world, body, walker->position);
    return result;
}
