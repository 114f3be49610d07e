// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers as bodies of a world. A walker is a kinematic body whose motion the walker decides: it steps through the
// scene that the coming step of the world will have, where kinematic bodies move as platforms, and sets its body the
// target at which it has arrived. So the world needs no second kind of mover, and the walker no second collision
// response.
#include "base/box.h"
#include "base/memory.h"
#include "base/rotation.h"
#include "carom/walker.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "motion/clear_position.h"
#include "walker/platform_scene.h"
#include "world/query.h"

#include <math.h>

enum { LOCAL_PLATFORMS = 32, MOST_NUDGES = 8 };
#define GROUND_GAP      0x1p-21 // of the coordinates: at least four ulp
#define FOLLOWING_SLACK 0x1p-18 // of the coordinates: rounding of a position in up to 64 slices of a step
#define NUDGE           0x1p-24 // of the coordinates: at most one ulp

/// The kinematic bodies that a walker can touch in a step, and the movers that rest on them.
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
    return cr_accepts(cr_traits_at(world, s->walker)->filter, cr_traits_at(world, index)->filter) &&
           cr_predicate_allows(world, s->walker, index);
}

/// The velocity of a kinematic body in the coming step.
static carom_vec2 velocity_of_root(const step_platforms *s, uint32_t root) {
    if (!(cr_flags(s->world)[root] & CR_HAS_TARGET)) return cr_vectors(&s->world->velocity)[root];
    cr_vec2d target = cr_widen(cr_body_at(s->world, root)->target);
    cr_vec2d from = cr_widen(cr_vectors(&s->world->position)[root]);
    return cr_narrow(cr_scale(cr_subtract(target, from), 1 / s->dt));
}

/// The velocity in the coming step: of a mover that a kinematic body carries, that of the latter, there.
static carom_vec2 coming_velocity(const step_platforms *s, uint32_t index) {
    uint32_t root = cr_carrier_of(s->world, index);
    const carom_vec2 *position = cr_vectors(&s->world->position);
    carom_vec2 velocity = velocity_of_root(s, root);
    double spin = cr_spin_in_step(s->world, root, s->dt);
    carom_vec2 there = cr_narrow(cr_velocity_in_turn(cr_widen(velocity), spin, position[root], position[index]));
    return cr_finite2(there) ? there : velocity;
}

/// The spin of a kinematic body in the coming step.
static float spin_of(const step_platforms *s, uint32_t index) {
    return cr_is_kinematic(s->world, index) ? (float)cr_spin_in_step(s->world, index, s->dt) : 0;
}

/// The greatest distance that a point of a body moves in the coming step.
static double longest_path(const step_platforms *s, uint32_t index) {
    double length = cr_length(cr_widen(coming_velocity(s, index))) * s->dt;
    float spin = spin_of(s, index);
    if (spin == 0) return length;
    carom_box box = ((const carom_box *)s->world->bounds.data)[index]; // contains the body at every rotation
    return length + fabs((double)spin) * s->dt * ((double)box.max.x - (double)box.min.x);
}

/// The box of a body over the coming step.
static carom_box swept_box_of(const step_platforms *s, uint32_t index) {
    carom_box box = cr_bounds_at(s->world, index, cr_vectors(&s->world->position)[index]);
    return cr_swept(box, cr_narrow(cr_scale(cr_widen(coming_velocity(s, index)), s->dt)));
}

static void add_platforms(step_platforms *s, uint32_t index) {
    float spin = spin_of(s, index);
    carom_shape shape = cr_body_at(s->world, index)->shape;
    if (spin != 0) shape = cr_unturned_shape(s->world, index);
    for (int part = 0; part < cr_parts_of(&shape); ++part, ++s->count) {
        if (s->count >= s->capacity) continue;
        s->list[s->count] =
            (carom_platform){.shape = *cr_part_of(&shape, part),
                             .rotation = spin != 0 ? cr_turn_at(s->world, index)->rotation : (carom_rotation){0, 0},
                             .spin = spin,
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
/// longest displacement by a kinematic body.
static carom_box swept_bounds_of(const step_platforms *s, const carom_walker *walker, const carom_walker_desc *desc) {
    double longest = 0;
    for (uint32_t i = 0; i < s->world->slots; ++i) {
        if (!is_carrier(s->world, i)) continue;
        double length = longest_path(s, i);
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

// ---- The end on a kinematic body
// -------------------------------------------------------------------------------------

/// The kinematic body that moves the ground of a walker; CR_NOTHING if the ground stays where it is.
static uint32_t ground_root(const step_platforms *s, const carom_walker *walker) {
    if (!walker->grounded || walker->ground.owner == 0) return CR_NOTHING;
    uint32_t index = cr_find_body(s->world, carom_body_of_bits(walker->ground.owner));
    return index < s->world->slots && is_carrier(s->world, index) ? cr_carrier_of(s->world, index) : CR_NOTHING;
}

static bool is_clear_of_platforms(const step_platforms *s, const carom_shape *shape, uint32_t ground,
                                  carom_vec2 ground_end) {
    uint64_t owner = carom_body_bits(cr_id_of(s->world, ground));
    for (int i = 0; i < s->count; ++i) {
        const carom_platform *p = &s->list[i];
        cr_vec2d end = cr_add(cr_widen(p->position), cr_scale(cr_widen(p->velocity), s->dt));
        carom_shape there = cr_platform_shape(p, s->dt, s->dt, p->owner == owner ? ground_end : cr_narrow(end));
        if (cr_relate(shape, &there) == CR_INSIDE) return false;
    }
    return true;
}

/// The lowest clear position near the exact end of a walker on a kinematic body.
typedef struct clear_search {
    const step_platforms *s;
    const carom_scene *still;
    const carom_walker_desc *desc;
    uint32_t ground;
    carom_vec2 ground_end;
    cr_vec2d exact, ulp; ///< ulp: along `up`
} clear_search;

static double larger_size(float a, float b) {
    double x = fabs((double)a), y = fabs((double)b);
    return x > y ? x : y;
}

/// The rounding of the vertices of a shape at a position, along `up`.
static cr_vec2d ulp_along_up(const carom_walker_desc *desc, carom_vec2 at) {
    carom_shape here = carom_shape_at(&desc->shape, at);
    carom_box box = carom_shape_bounds(&here);
    cr_vec2d up = cr_widen(desc->up);
    double x = larger_size(box.min.x, box.max.x) * fabs(up.x);
    double y = larger_size(box.min.y, box.max.y) * fabs(up.y);
    return cr_scale(up, (x + y) * NUDGE / cr_dot(up, up));
}

static bool is_clear_above(const clear_search *c, int nudges, carom_vec2 *at) {
    carom_vec2 there = cr_narrow(cr_add(c->exact, cr_scale(c->ulp, nudges)));
    carom_shape shape = carom_shape_at(&c->desc->shape, there);
    if (!is_clear_of_platforms(c->s, &shape, c->ground, c->ground_end)) return false;
    if (!cr_free(c->still, &c->desc->shape, there)) return false;
    *at = there;
    return true;
}

/// Returns false if there is none within a few ulp.
static bool find_lowest_clear(const clear_search *c, carom_vec2 *at) {
    bool found = false;
    for (int i = 0; i > -MOST_NUDGES && is_clear_above(c, i, at); --i) found = true;
    for (int i = 1; i < MOST_NUDGES && !found; ++i) found = is_clear_above(c, i, at);
    return found;
}

/// The height of a walker over the mover that it stands on; zero on other ground. Both may move alike in the coming
/// step, on a lift for example; the rounding of their positions must not make the walker, which nothing stops, press
/// the mover into its support.
static cr_vec2d gap_below(const step_platforms *s, const carom_walker *walker, const carom_walker_desc *desc) {
    carom_body_id ground = carom_body_of_bits(walker->ground.owner);
    bool on_mover =
        walker->grounded && walker->ground.owner != 0 && carom_world_type(s->world, ground) == CAROM_BODY_MOVER;
    cr_vec2d at = cr_widen(walker->position), up = cr_widen(desc->up);
    return cr_scale(up, on_mover ? (fabs(at.x) + fabs(at.y)) * GROUND_GAP / cr_length(up) : 0);
}

/// A walker that stands on a kinematic body keeps its offset from it to the bit, rounding aside; so it neither sinks
/// nor drifts. A walker that has walked only gets clear of the rounded end of the body. The gap below it comes later.
static void follow_root(const step_platforms *s, const carom_scene *still, const carom_walker_desc *desc,
                        const carom_walker *before, carom_walker *walker) {
    uint32_t root = ground_root(s, walker);
    if (root == CR_NOTHING) return;
    cr_vec2d up = cr_widen(desc->up), right = {-up.y, up.x}, now = cr_widen(walker->position), exact = now;
    bool stands = spin_of(s, root) == 0 && before->grounded && before->ground.owner == walker->ground.owner &&
                  walker->velocity.x == 0 && walker->velocity.y == 0 && cr_dot(cr_widen(before->velocity), right) == 0;
    if (stands) {
        cr_vec2d moved = cr_subtract(cr_widen(cr_coming_end(s->world, root, (float)s->dt)),
                                     cr_widen(cr_vectors(&s->world->position)[root]));
        cr_vec2d start = cr_subtract(cr_widen(before->position), gap_below(s, before, desc));
        exact = cr_add(cr_add(start, cr_widen(before->remainder)), moved);
        double most = (fabs(now.x) + fabs(now.y) + cr_length(moved)) * FOLLOWING_SLACK;
        if (cr_length(cr_subtract(exact, now)) > most) exact = now;
    }
    clear_search c = {
        s, still, desc, root, cr_coming_end(s->world, root, (float)s->dt), exact, ulp_along_up(desc, walker->position)};
    carom_vec2 at;
    if (!find_lowest_clear(&c, &at)) return;
    walker->position = at;
    double across = cr_dot(cr_subtract(exact, cr_widen(at)), right) / cr_dot(right, right);
    if (stands) walker->remainder = cr_narrow(cr_scale(right, across));
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
    carom_walker before = *walker;
    carom_walker_result result = carom_walker_step(walker, desc, &scene, (float)s->dt);
    if (result.casts > 0 && !result.crushed) follow_root(s, &base, desc, &before, walker);
    return result;
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
    if (result.casts > 0) walker->position = cr_narrow(cr_add(cr_widen(walker->position), gap_below(&s, walker, desc)));
    carom_world_move_to(world, body, walker->position);
    return result;
}
