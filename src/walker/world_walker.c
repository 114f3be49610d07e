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
#include "walker/push_room.h"
#include "walker/walker_step.h"
#include "world/query.h"

#include <math.h>

enum { LOCAL_PLATFORMS = 32, MOST_NUDGES = 8, MOST_PUSHED = 8 };
#define FOLLOWING_SLACK 0x1p-18 // of the coordinates: rounding of a position in up to 64 slices of a step
#define NUDGE           0x1p-24 // of the coordinates: at most one ulp

/// A mover that would block the walker, but that it pushes.
typedef struct pushed_mover {
    uint32_t index;
    bool goes_on; ///< it has room for the whole step
    cr_vec2d by;  ///< otherwise it blocks the walker when it has moved by this
} pushed_mover;

/// What moves where a walker can touch it in a step, and the movers that it pushes no farther.
typedef struct step_platforms {
    cr_coming_step coming;
    carom_box bounds; ///< fattened AABB of the walker's shape at all positions of the step
    carom_platform *list;
    int count, capacity; ///< `count` may exceed `capacity`: the rest was not written
    pushed_mover pushed[MOST_PUSHED];
    int pushed_count;
    bool out_of_memory;
} step_platforms;

static const pushed_mover *find_pushed(const step_platforms *s, uint32_t index) {
    for (int i = 0; i < s->pushed_count; ++i)
        if (s->pushed[i].index == index) return &s->pushed[i];
    return NULL;
}

static bool is_platform_for(const step_platforms *s, uint32_t index) {
    const carom_world *world = s->coming.world;
    const pushed_mover *pushed = find_pushed(s, index);
    if (pushed) return !pushed->goes_on;
    if (!cr_moves_in_step(&s->coming, index) || cr_passes(world, index)) return false;
    if (cr_carrier_of(world, index) == s->coming.walker) return false; // what rests on the walker goes with it
    return cr_accepts(cr_traits_at(world, s->coming.walker)->filter, cr_traits_at(world, index)->filter) &&
           cr_predicate_allows(world, s->coming.walker, index);
}

/// The velocity of a platform. One that the walker pushes no farther only goes along `up` with its support.
static carom_vec2 platform_velocity(const step_platforms *s, uint32_t index) {
    if (!cr_moves_in_step(&s->coming, index)) return (carom_vec2){0, 0};
    carom_vec2 velocity = cr_coming_velocity(&s->coming, index);
    if (!find_pushed(s, index)) return velocity;
    return cr_narrow(cr_subtract(cr_widen(velocity), cr_across_up(&s->coming, cr_widen(velocity))));
}

/// The greatest distance that a point of a body moves in the coming step.
static double longest_path(const step_platforms *s, uint32_t index) {
    double length = cr_length(cr_widen(cr_coming_velocity(&s->coming, index))) * s->coming.dt;
    float spin = cr_coming_spin(&s->coming, index);
    if (spin == 0) return length;
    carom_box box = ((const carom_box *)s->coming.world->bounds.data)[index]; // contains the body at every rotation
    return length + fabs((double)spin) * s->coming.dt * ((double)box.max.x - (double)box.min.x);
}

/// The box of a platform over the coming step.
static carom_box swept_box_of(const step_platforms *s, uint32_t index, carom_vec2 from) {
    carom_vec2 velocity = platform_velocity(s, index);
    return cr_swept(cr_bounds_at(s->coming.world, index, from), cr_narrow(cr_scale(cr_widen(velocity), s->coming.dt)));
}

static void add_platforms(step_platforms *s, uint32_t index) {
    float spin = cr_coming_spin(&s->coming, index);
    carom_shape shape = cr_body_at(s->coming.world, index)->shape;
    if (spin != 0) shape = cr_unturned_shape(s->coming.world, index);
    carom_vec2 at = cr_vectors(&s->coming.world->position)[index];
    const pushed_mover *pushed = find_pushed(s, index);
    if (pushed) at = cr_narrow(cr_add(cr_widen(at), pushed->by));
    if (!cr_boxes_overlap(s->bounds, swept_box_of(s, index, at))) return;
    for (int part = 0; part < cr_parts_of(&shape); ++part, ++s->count) {
        if (s->count >= s->capacity) continue;
        s->list[s->count] = (carom_platform){.shape = *cr_part_of(&shape, part),
                                             .rotation = spin != 0 ? cr_turn_at(s->coming.world, index)->rotation
                                                                   : (carom_rotation){0, 0},
                                             .spin = spin,
                                             .position = at,
                                             .velocity = platform_velocity(s, index),
                                             .owner = carom_body_bits(cr_id_of(s->coming.world, index))};
    }
}

static void find_platforms(step_platforms *s) {
    s->count = 0;
    for (uint32_t i = 0; i < s->coming.world->slots; ++i)
        if (is_platform_for(s, i)) add_platforms(s, i);
}

/// The body of an owner; CR_NOTHING for a level.
static uint32_t body_of(const step_platforms *s, uint64_t owner) {
    return owner != 0 ? cr_find_body(s->coming.world, carom_body_of_bits(owner)) : CR_NOTHING;
}

static void lengthen_path(step_platforms *s, uint32_t index) {
    double path = longest_path(s, index);
    if (path > s->coming.longest) s->coming.longest = path;
}

/// Finds what moves in the step.
static void find_coming(step_platforms *s, const carom_walker_desc *desc, const carom_walker *walker) {
    s->coming.ground = walker->grounded ? body_of(s, walker->ground.owner) : CR_NOTHING;
    cr_vec2d up = cr_widen(desc->up);
    s->coming.up = cr_scale(up, 1 / cr_length(up));
    uint32_t flags = 0;
    for (uint32_t i = 0; i < s->coming.world->slots; ++i) {
        if (!cr_is_carrier(s->coming.world, i)) continue;
        flags |= cr_flags(s->coming.world)[i];
        lengthen_path(s, i);
    }
    if (flags & CR_PUSHES) cr_find_pushed_by_others(&s->coming); // a pass over all bodies
    for (int i = 0; i < s->coming.pushed_count; ++i) lengthen_path(s, s->coming.pushed[i].index);
}

/// The box that a walker may be in during the step: its own motion, twice its size for steps up and down, and the
/// longest displacement by a body that moves.
static carom_box swept_bounds_of(const step_platforms *s, const carom_walker *walker, const carom_walker_desc *desc) {
    carom_shape here = carom_shape_at(&desc->shape, walker->position);
    carom_box box = carom_shape_bounds(&here);
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    float margin = (float)(2 * s->coming.longest + cr_length(cr_widen(walker->velocity)) * s->coming.dt +
                           2 * (width + height) + fabs((double)desc->step) + fabs((double)desc->snap));
    return cr_grow_by_ulps(
        (carom_box){{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}});
}

/// What stays where it is while the walker steps.
typedef struct still_view {
    const step_platforms *s;
    cr_query all;
} still_view;

static bool stands_still(const void *self, uint32_t index) {
    const still_view *view = self;
    return !cr_moves_in_step(&view->s->coming, index) && !find_pushed(view->s, index) &&
           view->all.includes(view->all.self, index);
}

// ---- The end on a kinematic body ------------------------------------------------------------------------------------

/// The kinematic body that moves the ground of a walker; CR_NOTHING if the ground stays where it is.
static uint32_t ground_root(const step_platforms *s, const carom_walker *walker) {
    uint32_t index = body_of(s, walker->ground.owner); // a walker that has stepped has none in the air
    if (index == CR_NOTHING || cr_find_pushed(&s->coming, index)) return CR_NOTHING;
    return cr_is_carrier(s->coming.world, index) ? cr_carrier_of(s->coming.world, index) : CR_NOTHING;
}

static bool is_clear_of_platforms(const step_platforms *s, const carom_shape *shape, uint32_t ground,
                                  carom_vec2 ground_end) {
    uint64_t owner = carom_body_bits(cr_id_of(s->coming.world, ground));
    for (int i = 0; i < s->count; ++i) {
        const carom_platform *p = &s->list[i];
        cr_vec2d end = cr_add(cr_widen(p->position), cr_scale(cr_widen(p->velocity), s->coming.dt));
        carom_shape there =
            cr_platform_shape(p, s->coming.dt, s->coming.dt, p->owner == owner ? ground_end : cr_narrow(end));
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
        walker->grounded && walker->ground.owner != 0 && carom_world_type(s->coming.world, ground) == CAROM_BODY_MOVER;
    cr_vec2d up = cr_widen(desc->up);
    return cr_scale(up, on_mover ? cr_mover_gap(walker->position) / cr_length(up) : 0);
}

/// A walker that stands on a kinematic body keeps its offset from it to the bit, rounding aside; so it neither sinks
/// nor drifts. A walker that has walked only gets clear of the rounded end of the body. The gap below it comes later.
static void follow_root(const step_platforms *s, const carom_scene *still, const carom_walker_desc *desc,
                        const carom_walker *before, carom_walker *walker) {
    uint32_t root = ground_root(s, walker);
    if (root == CR_NOTHING) return;
    cr_vec2d up = cr_widen(desc->up), right = {-up.y, up.x}, now = cr_widen(walker->position), exact = now;
    bool stands = cr_coming_spin(&s->coming, root) == 0 && before->grounded &&
                  before->ground.owner == walker->ground.owner && walker->velocity.x == 0 && walker->velocity.y == 0 &&
                  cr_dot(cr_widen(before->velocity), right) == 0;
    if (stands) {
        cr_vec2d moved = cr_subtract(cr_widen(cr_coming_end(s->coming.world, root, (float)s->coming.dt)),
                                     cr_widen(cr_vectors(&s->coming.world->position)[root]));
        cr_vec2d start = cr_subtract(cr_widen(before->position), gap_below(s, before, desc));
        exact = cr_add(cr_add(start, cr_widen(before->remainder)), moved);
        double most = (fabs(now.x) + fabs(now.y) + cr_length(moved)) * FOLLOWING_SLACK;
        if (cr_length(cr_subtract(exact, now)) > most) exact = now;
    }
    clear_search c = {s,
                      still,
                      desc,
                      root,
                      cr_coming_end(s->coming.world, root, (float)s->coming.dt),
                      exact,
                      ulp_along_up(desc, walker->position)};
    carom_vec2 at;
    if (!find_lowest_clear(&c, &at)) return;
    walker->position = at;
    double across = cr_dot(cr_subtract(exact, cr_widen(at)), right) / cr_dot(right, right);
    if (stands) walker->remainder = cr_narrow(cr_scale(right, across));
}

// ---- The step -------------------------------------------------------------------------------------------------------

/// A step of the walker that may have to be taken again.
typedef struct walk_attempt {
    const carom_walker_desc *desc;
    const carom_walker *before;
    carom_walker *after;
    const carom_walker_result *result;
    cr_vec2d walk; ///< what its velocity moves it across `up`
    double length; ///< of that
} walk_attempt;

/// Returns the body whose side has blocked the walker. `scene` is as of the end of the step.
static uint32_t blocking_body(const step_platforms *s, const carom_scene *scene, const walk_attempt *w) {
    carom_shape here = carom_shape_at(&w->desc->shape, w->after->position);
    carom_scene_hit hit = scene->sweep(scene->self, &here, cr_narrow(w->walk));
    double most = 2 * cr_mover_gap(w->after->position);
    if (!hit.sweep.hit || (double)hit.sweep.t * w->length > most) return CR_NOTHING;
    return cr_is_walkable(cr_slope_of(w->desc), s->coming.up, hit.sweep.normal) ? CR_NOTHING : body_of(s, hit.owner);
}

/// Lets the walker push a mover as far as it has room. Returns false if the mover stands, or the walker pushes it
/// already.
static bool begin_push(step_platforms *s, uint32_t index, const walk_attempt *w) {
    if (index == CR_NOTHING || !cr_is_pushable(&s->coming, index) || find_pushed(s, index)) return false;
    cr_vec2d ground = cr_widen(cr_coming_ground_velocity(&s->coming, w->before->ground.point));
    carom_vec2 move = cr_narrow(cr_add(w->walk, cr_scale(cr_across_up(&s->coming, ground), s->coming.dt)));
    if (!cr_finite2(move)) return false;
    cr_push_room room = cr_room_of_push(&s->coming, index, move);
    double rounding = cr_mover_gap(w->after->position);
    bool stands = room.until * w->length <= 2 * rounding;
    if (stands && !cr_moves_in_step(&s->coming, index)) return false;
    cr_vec2d by = cr_subtract(room.by, cr_scale(w->walk, stands ? 0 : rounding / w->length));
    s->pushed[s->pushed_count++] = (pushed_mover){.index = index, .goes_on = room.until == 1, .by = by};
    return true;
}

/// Moves a walker back by rounding from a mover that blocks it and moves, but not beyond where it was. So a mover
/// between two walkers has a place where it presses neither.
static void stand_off(const step_platforms *s, uint32_t index, const walk_attempt *w) {
    cr_vec2d ahead = cr_scale(w->walk, 1 / w->length);
    if (cr_dot(cr_widen(cr_vectors(&s->coming.world->velocity)[index]), ahead) == 0) return;
    carom_shape here = carom_shape_at(&w->desc->shape, w->after->position);
    carom_box box = carom_shape_bounds(&here);
    cr_vec2d at = cr_widen(w->after->position);
    double back = cr_mover_gap(box.min) + cr_mover_gap(box.max);
    double way = cr_dot(cr_subtract(at, cr_widen(w->before->position)), ahead);
    if (way < back) back = way > 0 ? way : 0;
    w->after->position = cr_narrow(cr_subtract(at, cr_scale(ahead, back)));
}

/// Returns true if the walker shall step again because it pushes one mover more: one that has blocked it, or that it
/// has climbed in place of one that it pushes.
static bool pushes_more(step_platforms *s, const carom_scene *scene, walk_attempt *w) {
    if (s->pushed_count == MOST_PUSHED) return false;
    w->walk = cr_scale(cr_across_up(&s->coming, cr_widen(w->before->velocity)), s->coming.dt);
    w->length = cr_length(w->walk);
    if (!(w->length > 0)) return false;
    bool climbed = w->result->climbed && s->pushed_count > 0;
    if (climbed && begin_push(s, body_of(s, w->after->ground.owner), w)) return true;
    if (!w->result->blocked) return false;
    uint32_t index = blocking_body(s, scene, w);
    if (begin_push(s, index, w)) return true;
    if (index != CR_NOTHING && cr_is_mover(s->coming.world, index)) stand_off(s, index, w);
    return false;
}

/// Steps the walker among the platforms. Returns true if it shall step again, from the same start, because it pushes
/// a mover that has blocked it.
static bool step_among(carom_walker *walker, const carom_walker_desc *desc, step_platforms *s,
                       carom_walker_result *result) {
    carom_world_view view = {.world = s->coming.world,
                             .filter = cr_traits_at(s->coming.world, s->coming.walker)->filter,
                             .except = cr_id_of(s->coming.world, s->coming.walker)};
    still_view standing = {s, cr_query_of_view(&view)};
    cr_query still = standing.all;
    still.self = &standing;
    still.includes = stands_still;
    carom_scene base = cr_scene_of_query(&still);
    carom_platforms platforms = {.base = &base, .list = s->list, .count = s->count};
    carom_scene scene = carom_scene_of_platforms(&platforms);
    carom_walker before = *walker;
    *result = carom_walker_step(walker, desc, &scene, (float)s->coming.dt);
    if (result->casts > 0 && !result->crushed) follow_root(s, &base, desc, &before, walker);
    if (result->crushed || !(result->blocked || result->climbed)) return false;
    carom_platforms_move(s->list, s->count, (float)s->coming.dt);
    return pushes_more(s, &scene, &(walk_attempt){.desc = desc, .before = &before, .after = walker, .result = result});
}

/// As step_among, with room for the platforms. Without memory, nothing moves.
static bool step_once(carom_walker *walker, const carom_walker_desc *desc, step_platforms *s,
                      carom_walker_result *result) {
    carom_platform local[LOCAL_PLATFORMS];
    s->list = local;
    s->capacity = LOCAL_PLATFORMS;
    find_platforms(s);
    size_t needed = (size_t)s->count;
    if (needed > LOCAL_PLATFORMS) {
        s->list = cr_take_array(s->coming.world->allocator, needed, sizeof *s->list);
        s->out_of_memory = !s->list;
        if (s->out_of_memory) return false;
        s->capacity = s->count;
        find_platforms(s);
    }
    bool again = step_among(walker, desc, s, result);
    if (s->list != local) cr_free_array(s->coming.world->allocator, s->list, needed, sizeof *s->list);
    return again;
}

carom_walker_result carom_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                               carom_body_id body, float dt) {
    uint32_t index = cr_find_body(world, body);
    carom_walker_result result = {0};
    if (index == CR_NOTHING || !cr_is_kinematic(world, index) || !(dt > 0) || !isfinite(dt)) return result;
    if (!cr_same_point(walker->position, cr_vectors(&world->position)[index]) &&
        carom_world_set_position(world, body, walker->position) != CAROM_STATUS_OK)
        return result;
    step_platforms s = {.coming = {.world = world, .walker = index, .dt = (double)dt}};
    find_coming(&s, desc, walker);
    s.bounds = swept_bounds_of(&s, walker, desc);
    const carom_walker before = *walker;
    do {
        *walker = before;
        result = (carom_walker_result){0};
    } while (step_once(walker, desc, &s, &result));
    if (s.out_of_memory) return result;
    if (result.casts > 0) walker->position = cr_narrow(cr_add(cr_widen(walker->position), gap_below(&s, walker, desc)));
    if (carom_world_move_to(world, body, walker->position) == CAROM_STATUS_OK)
        cr_flags(world)[index] |= (uint16_t)(CR_ARRIVES | (s.pushed_count > 0 ? CR_PUSHES : 0));
    return result;
}
