// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Names the two bodies of each crush: the kinematic one, and the obstacle that holds the mover. The obstacle is found
// among all that touch the mover at its final position, so it does not depend on the order of contacts in the step. A
// kinematic body goes on through what it crushes: it counts where its motion touches the mover.
#include "world/state.h"

#include "geom/core.h"
#include "motion/obstacles.h"

/// Distance within which an obstacle touches a mover, as a fraction of the coordinates of both: a mover that is nudged
/// off one obstacle leaves the others by a few ulp.
#define PRESS_SLACK 0x1p-20
/// Of two unit normals: they face each other if their product is below minus this, the rounding of the normals.
#define FACES 0x1p-20

enum { MOST_PRESSES = 128 };

/// An obstacle that touches a mover: a body or a level. The normal points to the mover.
typedef struct press {
    uint32_t owner;
    carom_vec2 normal;
    double left; ///< of a kinematic body: the share of its motion after the contact
} press;

typedef struct press_list {
    const carom_world *world;
    uint32_t mover;
    const carom_shape *shape; ///< of the mover at its final position
    carom_box box;
    int count;
    press presses[MOST_PRESSES]; ///< by owner; if there are more, the lowest
} press_list;

static void add_press(press_list *l, uint32_t owner, carom_vec2 normal, double left) {
    int at = l->count;
    if (at == MOST_PRESSES && l->presses[--at].owner <= owner) return;
    for (; at > 0 && l->presses[at - 1].owner > owner; --at) l->presses[at] = l->presses[at - 1];
    l->presses[at] = (press){owner, normal, left};
    if (l->count < MOST_PRESSES) ++l->count;
}

/// Adds an obstacle if it touches the mover.
static void add_if_near(press_list *l, uint32_t owner, const carom_shape *other) {
    double slack = (cr_size_of_coordinates(l->shape) + cr_size_of_coordinates(other)) * PRESS_SLACK;
    carom_separation s = carom_distance(l->shape, other);
    if ((double)s.distance <= slack) add_press(l, owner, s.normal, 0);
}

/// Returns the first contact of the motion of a kinematic body with the mover at its final position. A body that leaves
/// this position before the mover arrives there touches it last.
static carom_sweep_hit contact_in_motion(const press_list *l, uint32_t index) {
    const carom_world *world = l->world;
    cr_body_motion rest = {l->mover, cr_position_of(world, l->mover), {0, 0}};
    if (cr_turns(world, index)) return cr_sweep_into_turn(world, rest, 0, index).sweep;
    carom_vec2 move = cr_move_of(world, index), back = {-move.x, -move.y};
    carom_sweep_hit hit = cr_sweep_bodies(world, rest, (cr_body_motion){index, world->step.from[index], move});
    bool overlapped = cr_overlapped_at_start(world, cr_pair_of(world, l->mover, index));
    if (!hit.hit || !hit.inside || overlapped) return hit;
    carom_sweep_hit last = cr_sweep_bodies(world, rest, (cr_body_motion){index, cr_position_of(world, index), back});
    return last.hit && !last.inside ? last : hit;
}

/// Adds a kinematic body if its motion in the step touches the mover.
static void add_in_motion(press_list *l, uint32_t index) {
    carom_sweep_hit hit = contact_in_motion(l, index);
    cr_placed placed;
    if (hit.hit) {
        add_press(l, index, hit.normal, 1 - (double)hit.t);
    } else {
        add_if_near(l, index, cr_shape_of(l->world, index, &placed));
    }
}

/// Returns true for another body that blocks the mover.
static bool may_press(const press_list *l, uint32_t other) {
    return other != l->mover && cr_may_collide(l->world, l->mover, other) && cr_blocks(l->world, l->mover, other);
}

static bool add_pressing_body(void *context, uint32_t other) {
    press_list *l = context;
    const carom_world *world = l->world;
    if (!may_press(l, other)) return true;
    cr_placed placed;
    if (cr_is_kinematic(world, other)) {
        add_in_motion(l, other);
    } else {
        add_if_near(l, other, cr_shape_of(world, other, &placed));
    }
    return true;
}

static void add_pressing_levels(press_list *l) {
    for (uint32_t i = 0; i < l->world->levels.count; ++i) {
        carom_scene level = carom_scene_of_level(cr_level_of(l->world, (int)i));
        carom_scene_obstacle edges[MOST_PRESSES];
        int count = level.obstacles(level.self, l->box, edges, MOST_PRESSES);
        for (int k = 0; k < count && k < MOST_PRESSES; ++k) add_if_near(l, CR_LEVEL + i, &edges[k].shape);
    }
}

static press_list presses_of(const carom_world *world, uint32_t mover, const carom_shape *shape) {
    press_list l = {.world = world, .mover = mover, .shape = shape};
    l.box = cr_grow_by_ulps(cr_grow_by_ulps(carom_shape_bounds(shape)));
    cr_broad_find(&world->broad, cr_broad_query_of(world, mover, l.box), add_pressing_body, &l);
    add_pressing_levels(&l);
    return l;
}

/// Returns the kinematic body that presses a mover through an obstacle, or CR_NOTHING.
static uint32_t crusher_through(const carom_world *world, uint32_t obstacle) {
    if (obstacle >= CR_LEVEL || cr_is_static(world, obstacle)) return CR_NOTHING;
    if (cr_is_kinematic(world, obstacle)) return obstacle;
    const cr_trajectory *trajectory = cr_trajectory_of(world, obstacle);
    if (!trajectory) return CR_NOTHING;
    return trajectory->crushed ? trajectory->crusher : trajectory->driver ? trajectory->driver - 1 : CR_NOTHING;
}

/// Returns true for a kinematic body that neither moves nor turns in the step.
static bool is_at_rest(const carom_world *world, uint32_t index) {
    carom_vec2 move = cr_move_of(world, index);
    return !cr_turns_in_step(world, index) && move.x == 0 && move.y == 0;
}

/// An obstacle as what presses a mover, for a kinematic body. The most certain one wins. A kinematic body at rest holds
/// a mover, and presses it only if no other one does.
typedef struct presser {
    uint32_t crusher;
    int certainty; ///< 0: it does not press
} presser;

static presser presser_of(const carom_world *world, const cr_trajectory *trajectory, uint32_t obstacle) {
    uint32_t known = trajectory->crusher, crusher = crusher_through(world, obstacle);
    if (known != CR_NOTHING && obstacle == known) return (presser){known, 4};
    if (known != CR_NOTHING && obstacle == trajectory->through) return (presser){known, 3};
    if (crusher == CR_NOTHING) return (presser){known, 0};
    bool direct = crusher == obstacle;
    if (known == CR_NOTHING) return (presser){crusher, is_at_rest(world, crusher) ? 1 : direct ? 3 : 2};
    return (presser){crusher, crusher == known ? 2 : direct ? 1 : 0};
}

static bool is_pressed_by(const press_list *l, uint32_t owner) {
    for (int i = 0; i < l->count; ++i) {
        if (l->presses[i].owner == owner) return true;
    }
    return false;
}

/// Returns the first obstacle that does not give way, if what pressed the mover has left it since; or CR_NOTHING.
static uint32_t holder_of(const press_list *l, const cr_trajectory *trajectory) {
    if (is_pressed_by(l, trajectory->crusher) || is_pressed_by(l, trajectory->through)) return CR_NOTHING;
    for (int i = 0; i < l->count; ++i) {
        uint32_t owner = l->presses[i].owner;
        const cr_trajectory *other = owner < CR_LEVEL ? cr_trajectory_of(l->world, owner) : NULL;
        if (owner >= CR_LEVEL || cr_is_fixed(l->world, owner) || (other && other->crushed)) return owner;
    }
    return CR_NOTHING;
}

// ---- The way out ----------------------------------------------------------------------------------------------------

/// The sweep of a mover out of the way of what presses it, and its first hit.
typedef struct exit_sweep {
    const press_list *list;
    uint32_t crusher;
    carom_vec2 move;
    float t;
    uint32_t owner; ///< CR_NOTHING: no hit
} exit_sweep;

/// Of hits at one time the lowest owner counts.
static void note_hit(exit_sweep *w, uint32_t owner, const carom_sweep_hit *hit) {
    if (!hit->hit || hit->inside || hit->t > w->t || (hit->t == w->t && owner > w->owner)) return;
    w->t = hit->t;
    w->owner = owner;
}

static bool sweep_to_body(void *context, uint32_t other) {
    exit_sweep *w = context;
    if (other == w->crusher || !may_press(w->list, other)) return true;
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(w->list->world, other, &placed);
    carom_sweep_hit hit = cr_sweep_hit(w->list->shape, w->move, shape, (carom_vec2){0, 0});
    note_hit(w, other, &hit);
    return true;
}

/// Returns the first obstacle on the way of a mover that a kinematic body would push by the rest of its motion, or
/// CR_NOTHING. It holds a mover that was rolled back in a crowd, where nothing touches it on that side.
static uint32_t obstacle_on_way_out(const press_list *l, const press *by, uint32_t crusher) {
    if (cr_turns_in_step(l->world, crusher)) return CR_NOTHING;
    cr_vec2d normal = cr_widen(by->normal);
    double length = cr_dot(cr_widen(cr_move_of(l->world, crusher)), normal) * (by->owner == crusher ? by->left : 1);
    if (!(length > 0)) return CR_NOTHING;
    exit_sweep w = {l, crusher, cr_narrow(cr_scale(normal, length)), 1, CR_NOTHING};
    carom_box box = cr_swept(carom_shape_bounds(l->shape), w.move);
    if (!cr_finite_box(box)) return CR_NOTHING;
    cr_broad_find(&l->world->broad, cr_broad_query_of(l->world, l->mover, box), sweep_to_body, &w);
    for (uint32_t i = 0; i < l->world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_hit(cr_level_of(l->world, (int)i), l->shape, w.move);
        note_hit(&w, CR_LEVEL + i, &hit);
    }
    return w.owner;
}

/// Returns the press of the most certain presser, or null.
static const press *main_press(const press_list *l, const cr_trajectory *trajectory) {
    const press *best = NULL;
    int certainty = 0;
    for (int i = 0; i < l->count; ++i) {
        presser p = presser_of(l->world, trajectory, l->presses[i].owner);
        if (p.certainty <= certainty) continue;
        certainty = p.certainty;
        best = &l->presses[i];
    }
    return best;
}

/// Names the kinematic body of a crush, and the obstacle that is most opposite to what presses for it.
static void name_crush(const carom_world *world, cr_trajectory *trajectory) {
    cr_placed placed;
    press_list l = presses_of(world, trajectory->body, cr_shape_of(world, trajectory->body, &placed));
    uint32_t known = trajectory->crusher;
    if (known != CR_NOTHING && is_at_rest(world, known)) trajectory->crusher = CR_NOTHING;
    presser best = {trajectory->crusher, 0};
    double least = 0;
    for (int i = 0; i < l.count; ++i) {
        presser p = presser_of(world, trajectory, l.presses[i].owner);
        if (p.certainty == 0) continue;
        for (int k = 0; k < l.count && p.certainty >= best.certainty; ++k) {
            uint32_t owner = l.presses[k].owner;
            double product = cr_dot(cr_widen(l.presses[i].normal), cr_widen(l.presses[k].normal));
            if (owner == l.presses[i].owner || owner == p.crusher || product >= -FACES) continue;
            if (p.certainty == best.certainty && product >= least) continue;
            best = p;
            least = product;
            trajectory->anvil = owner;
        }
    }
    const press *by = best.crusher == CR_NOTHING ? main_press(&l, trajectory) : NULL;
    if (by) best.crusher = presser_of(world, trajectory, by->owner).crusher;
    trajectory->crusher = best.crusher;
    if (best.certainty == 0) trajectory->anvil = holder_of(&l, trajectory);
    by = trajectory->anvil == CR_NOTHING ? main_press(&l, trajectory) : NULL;
    if (by) trajectory->anvil = obstacle_on_way_out(&l, by, best.crusher);
}

static carom_body_id id_or_none(const carom_world *world, uint32_t index) {
    return index < CR_LEVEL ? cr_id_of(world, index) : (carom_body_id){0, 0};
}

static carom_crush crush_of(const carom_world *world, const cr_trajectory *trajectory) {
    bool level = trajectory->anvil >= CR_LEVEL && trajectory->anvil != CR_NOTHING;
    return (carom_crush){.body = cr_id_of(world, trajectory->body),
                         .by = id_or_none(world, trajectory->crusher),
                         .against = id_or_none(world, trajectory->anvil),
                         .level = level ? (int)(trajectory->anvil - CR_LEVEL) : -1};
}

void cr_list_crushes(carom_world *world) {
    cr_trajectory *trajectories = world->step.trajectories.data;
    world->step.order.count = world->step.next_crushes.count = 0;
    for (uint32_t i = 0; i < world->step.trajectories.count; ++i) {
        if (!trajectories[i].crushed) continue;
        cr_keyed *entry = cr_push(world, &world->step.order);
        if (entry) *entry = (cr_keyed){trajectories[i].body, i};
    }
    if (!cr_sort(&world->step.order, &world->step.scratch, world->allocator)) {
        world->step.out_of_memory = true;
        return;
    }
    const cr_keyed *order = world->step.order.data;
    for (uint32_t i = 0; i < world->step.order.count; ++i) name_crush(world, &trajectories[order[i].index]);
    for (uint32_t i = 0; i < world->step.order.count && !world->step.out_of_memory; ++i) {
        carom_crush *crush = cr_push(world, &world->step.next_crushes);
        if (crush) *crush = crush_of(world, &trajectories[order[i].index]);
    }
}
