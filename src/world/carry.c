// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers that kinematic bodies carry. A mover rests on a support if the two were in contact at the end of the last
// step, and its own velocity presses it against the support. The supports form trees with kinematic bodies as roots. In
// a step, the displacement of the root is added to that of every mover on it, before any contact is computed. So a
// carried mover goes exactly with its root, whatever the direction. Its own velocity is relative to that of the root;
// when it leaves, the two are added.
//
// A root that spins carries with the velocity of its point at the contact, in a straight line. The mover does not turn
// with it, so contacts and gravity decide where it is at the end. The root may have left it by a little then: see
// turned_off in events.c.
#include "world/state.h"

#include "base/float.h"
#include "base/vec.h"
#include "geom/predicate.h"
#include "geom/relation.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Speed along the normal, relative to the speeds of both, up to which two bodies in contact do not part.
#define RESTING_SLACK 0x1p-16

static double speed_into(carom_vec2 velocity, carom_vec2 normal) {
    return -cr_dot(cr_widen(velocity), cr_widen(normal));
}

/// Returns true if a surface with this normal can carry: one that faces up within 45 degrees, if there is a direction
/// down.
static bool faces_up(const carom_world *world, carom_vec2 normal) {
    cr_vec2d down = cr_widen(world->down), n = cr_widen(normal);
    if (down.x == 0 && down.y == 0) return true;
    double along = -cr_dot(n, down), across = cr_cross(n, down);
    return along > 0 && along >= (across < 0 ? -across : across);
}

static uint32_t other_of(const carom_pair *pair, uint32_t index) {
    return pair->a.index == index ? pair->b.index : pair->a.index;
}

/// The normal of a pair that points to one of its bodies.
static carom_vec2 normal_to(const carom_pair *pair, uint32_t index) {
    return pair->a.index == index ? pair->normal : (carom_vec2){-pair->normal.x, -pair->normal.y};
}

/// Returns true if the own velocity of a mover presses it against the other body of a pair.
static bool presses(const carom_world *world, const carom_pair *pair, uint32_t index) {
    carom_vec2 normal = normal_to(pair, index);
    return speed_into(cr_vectors(&world->velocity)[index], normal) > 0 && faces_up(world, normal);
}

// ---- Before a step --------------------------------------------------------------------------------------------------

/// Returns the pair in contact of a mover and its support; null if they have parted, or one was removed.
static const carom_pair *pair_with_support(const carom_world *world, uint32_t index) {
    uint32_t support = cr_body_at(world, index)->support;
    if (support >= world->slots) return NULL;
    return cr_find_pair(world, cr_pair_of(world, index, support));
}

uint32_t cr_carrier_of(const carom_world *world, uint32_t index) {
    for (uint32_t i = 0; i <= world->alive; ++i) {
        if (cr_is_kinematic(world, index)) return index;
        const carom_pair *pair = cr_flags(world)[index] & CR_CARRIED ? pair_with_support(world, index) : NULL;
        if (!pair || !presses(world, pair, index) || !cr_may_collide(world, index, other_of(pair, index)))
            return CR_NOTHING;
        index = cr_body_at(world, index)->support;
    }
    return CR_NOTHING;
}

carom_vec2 cr_coming_end(const carom_world *world, uint32_t index, float dt) {
    uint32_t flags = cr_flags(world)[index];
    if (flags & CR_HAS_TARGET) return cr_body_at(world, index)->target;
    carom_vec2 at = cr_vectors(&world->position)[index], velocity = cr_vectors(&world->velocity)[index];
    carom_vec2 left = flags & CR_HAS_REMAINDER ? cr_vectors(&world->remainder)[index] : (carom_vec2){0, 0};
    carom_vec2 move = {(float)((double)velocity.x * (double)dt) + left.x,
                       (float)((double)velocity.y * (double)dt) + left.y};
    return (carom_vec2){at.x + move.x, at.y + move.y};
}

static carom_vec2 displacement(const carom_world *world, carom_vec2 velocity) {
    return (carom_vec2){(float)((double)velocity.x * (double)world->step.dt),
                        (float)((double)velocity.y * (double)world->step.dt)};
}

/// Near the largest float a sum of velocities can overflow: then the body stops, as in start_segment of impacts.c.
static carom_vec2 finite_velocity(carom_vec2 velocity) {
    return cr_finite2(velocity) ? velocity : (carom_vec2){0, 0};
}

/// The displacement of a kinematic body in this step, and its velocity.
static carom_vec2 move_of_root(const carom_world *world, uint32_t root, carom_vec2 *velocity) {
    *velocity = cr_vectors(&world->velocity)[root];
    if (!(cr_flags(world)[root] & CR_HAS_TARGET)) return displacement(world, *velocity);
    carom_vec2 target = cr_body_at(world, root)->target, from = cr_vectors(&world->position)[root];
    carom_vec2 move = {target.x - from.x, target.y - from.y};
    double dt = (double)world->step.dt;
    *velocity = finite_velocity(cr_rounded((double)move.x / dt, (double)move.y / dt));
    return move;
}

static uint32_t *carriers_of(const carom_world *world) {
    return world->step.carriers.data;
}

static bool spins(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_SPINS) != 0;
}

/// Returns where a mover touches its root, or is nearest to it: a turning root may have left it by a little.
static carom_vec2 point_on_root(const carom_world *world, uint32_t root, uint32_t index) {
    const carom_vec2 *position = cr_vectors(&world->position);
    carom_contact_points contact = cr_contact_bodies(world, index, position[index], root, position[root]);
    if (contact.count == 2) {
        return cr_rounded(((double)contact.points[0].x + (double)contact.points[1].x) / 2,
                          ((double)contact.points[0].y + (double)contact.points[1].y) / 2);
    }
    cr_placed placed, below;
    return contact.hit ? contact.points[0]
                       : carom_distance(cr_shape_at(world, index, position[index], &placed),
                                        cr_shape_at(world, root, position[root], &below))
                             .on_b;
}

/// The velocity of a root that spins, where the lowest mover of a stack touches it: the others go with that.
static carom_vec2 velocity_below(const carom_world *world, uint32_t root, uint32_t index, carom_vec2 velocity) {
    const carom_vec2 *position = cr_vectors(&world->position);
    for (uint32_t below; (below = cr_body_at(world, index)->support) != root;) index = below;
    carom_vec2 point = point_on_root(world, root, index);
    return cr_turned_velocity(world, root, velocity, position[root], point);
}

static void carry_mover(carom_world *world, uint32_t index) {
    carom_vec2 own = cr_vectors(&world->velocity)[index], *now = cr_vectors(&world->step.world_velocity);
    carom_vec2 *move = cr_vectors(&world->step.carried_move), velocity;
    uint32_t root = carriers_of(world)[index];
    if (root == CR_NOTHING) {
        carom_vec2 last = cr_body_at(world, index)->carried;
        now[index] = finite_velocity((carom_vec2){own.x + last.x, own.y + last.y});
        move[index] = displacement(world, now[index]);
        return;
    }
    carom_vec2 of_root = move_of_root(world, root, &velocity);
    if (spins(world, root)) {
        velocity = velocity_below(world, root, index, velocity);
        of_root = displacement(world, velocity);
    }
    now[index] = finite_velocity((carom_vec2){own.x + velocity.x, own.y + velocity.y});
    double dt = (double)world->step.dt;
    // Not clamped: a mover with an infinite displacement stays.
    move[index] = (carom_vec2){(float)((double)of_root.x + (double)own.x * dt) + 0.0f,
                               (float)((double)of_root.y + (double)own.y * dt) + 0.0f};
}

uint32_t cr_root_of(const carom_world *world, uint32_t index) {
    uint32_t root = cr_flags(world)[index] & CR_CARRIED ? carriers_of(world)[index] : CR_NOTHING;
    return root == CR_NOTHING || spins(world, root) ? CR_NOTHING : root;
}

carom_vec2 cr_carrying_velocity(const carom_world *world, uint32_t index) {
    uint32_t root = carriers_of(world)[index];
    if (root == CR_NOTHING) return (carom_vec2){0, 0};
    if (!spins(world, root)) return world->step.velocity[root];
    carom_vec2 own = cr_vectors(&world->velocity)[index], all = world->step.velocity[index];
    return (carom_vec2){all.x - own.x, all.y - own.y};
}

/// The search for the support of a mover that was not in a step yet, or was teleported: no pair names it.
typedef struct support_search {
    const carom_world *world;
    uint32_t mover, best;
    double pressure;
} support_search;

static bool find_support(void *context, uint32_t other) {
    support_search *s = context;
    const carom_world *world = s->world;
    bool carries = cr_is_kinematic(world, other) || (cr_flags(world)[other] & CR_CARRIED);
    if (other == s->mover || !carries || carriers_of(world)[other] == CR_NOTHING) return true;
    if (!cr_blocks(world, s->mover, other) || !cr_may_collide(world, s->mover, other)) return true;
    carom_vec2 at = cr_vectors(&world->position)[s->mover], other_at = cr_vectors(&world->position)[other];
    if (cr_relate_bodies(world, s->mover, at, other, other_at) != CR_TOUCHING) return true;
    carom_vec2 normal = cr_contact_bodies(world, s->mover, at, other, other_at).normal;
    double pressure = speed_into(cr_vectors(&world->velocity)[s->mover], normal);
    if (!(pressure > 0) || !faces_up(world, normal)) return true;
    if (pressure < s->pressure || (pressure == s->pressure && other > s->best)) return true;
    s->best = other;
    s->pressure = pressure;
    return true;
}

enum { MOST_GROUNDS = 16 };

/// Returns true if a new mover presses against a static or a level.
static bool is_grounded(const carom_world *world, uint32_t index) {
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    carom_scene_contact contacts[MOST_GROUNDS];
    cr_placed placed;
    int count = scene.contacts(scene.self, cr_shape_of(world, index, &placed), contacts, MOST_GROUNDS);
    for (int i = 0; i < count && i < MOST_GROUNDS; ++i) {
        carom_vec2 normal = contacts[i].contact.normal;
        if (speed_into(cr_vectors(&world->velocity)[index], normal) > 0 && faces_up(world, normal)) return true;
    }
    return false;
}

/// Returns true if a new mover rests on a kinematic body, or on a mover that does.
static bool board(carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index] & (CR_ALIVE | CR_FIXED | CR_PASSES | CR_UNSETTLED | CR_CARRIED);
    if (flags != (CR_ALIVE | CR_UNSETTLED)) return false;
    support_search s = {.world = world, .mover = index, .best = CR_NOTHING};
    carom_box box = cr_bounds_at(world, index, cr_vectors(&world->position)[index]);
    cr_broad_find(&world->broad, cr_broad_query_of(world, index, box), find_support, &s);
    if (s.best == CR_NOTHING || is_grounded(world, index)) return false;
    carriers_of(world)[index] = carriers_of(world)[s.best];
    cr_body_at(world, index)->support = s.best;
    cr_flags(world)[index] |= CR_CARRIED;
    return true;
}

void cr_begin_carrying(carom_world *world) {
    world->step.velocity = cr_vectors(&world->velocity);
    if (world->kinematics == 0 && !world->carrying) return;
    memcpy(world->step.world_velocity.data, world->velocity.data, world->slots * sizeof(carom_vec2));
    for (uint32_t i = 0; i < world->slots; ++i) carriers_of(world)[i] = cr_carrier_of(world, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < world->slots; ++i) more |= board(world, i);
    }
    for (uint32_t i = 0; i < world->slots; ++i) {
        uint32_t flags = cr_flags(world)[i];
        if (flags & CR_CARRIED) carry_mover(world, i);
        if (flags & CR_HAS_TARGET) move_of_root(world, i, cr_vectors(&world->step.world_velocity) + i);
    }
    world->step.velocity = cr_vectors(&world->step.world_velocity);
}

void cr_undo_boarding(carom_world *world) {
    for (uint32_t i = 0; i < world->slots && world->kinematics > 0; ++i) {
        if (!(cr_flags(world)[i] & CR_CARRIED) || pair_with_support(world, i)) continue;
        if (carriers_of(world)[i] != CR_NOTHING) cr_leave_support(world, i); // else the support was there before
    }
}

// ---- The end of a step --------------------------------------------------------------------------------------------

/// The velocity of a body at the end of the step, that of its support included.
static carom_vec2 final_velocity(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (!trajectory) return world->step.velocity[index];
    return trajectory->rides ? trajectory->unspent : trajectory->response.velocity;
}

/// The motion of a carried mover on one axis.
typedef struct carried_axis {
    float from, end; ///< end: of its trajectory
    float own;       ///< displacement by its own velocity, before any contact
    float left;      ///< remainder of the last step
    double carried;  ///< displacement of the root
    double exact;    ///< result
    bool pressed;    ///< result: contacts have taken its own motion
} carried_axis;

/// Returns true if a velocity at the end is nearer to that of the root than to its sum with the own one: contacts have
/// taken the own motion. The end of the trajectory does not tell, because the path of a step may be shorter than the
/// rounding of positions.
static bool is_pressed(float now, float own, float of_root) {
    double relative = (double)now - (double)of_root;
    return fabs(relative) <= fabs(relative - (double)own);
}

/// Finds where the offset from the root leads, with its own motion or without.
static void lead(carried_axis *a) {
    a->exact = (double)a->from + (double)a->left + a->carried + (a->pressed ? 0 : (double)a->own);
}

/// Returns true if a velocity at the end is neither that of the root nor its sum with the own one.
static bool is_deflected(float now, float own, float of_root, double slack) {
    double relative = (double)now - (double)of_root;
    return fabs(relative) > slack && fabs(relative - (double)own) > slack;
}

/// Keeps the end of the trajectory if the mover was deflected, and if it is nearer to the support: rounding has lifted
/// the mover off before. Also if the exact end is out of the range of floats: a root can move by more than FLT_MAX.
static double keep_or_follow(const carried_axis *a, bool deflected) {
    double beyond = a->own < 0 ? a->exact - (double)a->end : (double)a->end - a->exact;
    bool closes = a->pressed && a->own != 0 && beyond > 0;
    return deflected || closes || fabs(a->exact) > (double)FLT_MAX ? (double)a->end : a->exact;
}

/// Gaps up to this share of the coordinates are those of rounding: an ulp.
#define ROUNDING_GAP 0x1p-23

/// The step has begun with a gap between a mover and its support that rounding has left: its own motion closes it, up
/// to an ulp. Otherwise the gaps of several steps add up.
static void close_gap(const carom_world *world, uint32_t index, carried_axis *x, carried_axis *y) {
    uint32_t support = cr_body_at(world, index)->support;
    cr_placed placed, placed_support;
    const carom_shape *shape = cr_shape_at(world, index, world->step.from[index], &placed);
    const carom_shape *below = cr_shape_at(world, support, world->step.from[support], &placed_support);
    carom_separation gap = carom_distance(shape, below);
    carried_axis *a = fabsf(gap.normal.x) > fabsf(gap.normal.y) ? x : y;
    float normal = a == x ? gap.normal.x : gap.normal.y;
    double ulp = ROUNDING_GAP * fabs((double)a->end);
    double room = (double)gap.distance - ulp, own = fabs((double)a->own);
    if (!a->pressed || !(room > 0) || a->own * normal >= 0) return;
    double closed = own < room ? own : room;
    a->exact += a->own < 0 ? -closed : closed;
}

cr_vec2d cr_carried_end(const carom_world *world, uint32_t index, carom_vec2 end) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    uint32_t flags = cr_flags(world)[index], root = cr_root_of(world, index);
    if (root == CR_NOTHING || flags & CR_HELD) return cr_widen(end);
    if (trajectory && trajectory->rolled_back) return cr_widen(end);
    if (trajectory && trajectory->resting && !trajectory->rides) return cr_widen(end);
    carom_vec2 from = world->step.from[index], own = displacement(world, cr_vectors(&world->velocity)[index]);
    carom_vec2 left = flags & CR_HAS_REMAINDER ? cr_vectors(&world->remainder)[index] : (carom_vec2){0, 0};
    carom_vec2 beside = cr_vectors(&world->step.end)[root];
    cr_vec2d carried = cr_subtract(cr_widen(beside), cr_widen(world->step.from[root]));
    carried_axis x = {.from = from.x, .end = end.x, .own = own.x, .left = left.x, .carried = carried.x};
    carried_axis y = {.from = from.y, .end = end.y, .own = own.y, .left = left.y, .carried = carried.y};
    carom_vec2 alone = cr_vectors(&world->velocity)[index], of_root = world->step.velocity[root];
    carom_vec2 now = trajectory ? trajectory->response.velocity : world->step.velocity[index];
    x.pressed = is_pressed(now.x, alone.x, of_root.x);
    y.pressed = is_pressed(now.y, alone.y, of_root.y);
    lead(&x);
    lead(&y);
    close_gap(world, index, &x, &y);
    bool off_x = cr_is_off_path_beside(world, index, end, (carom_vec2){(float)x.exact, end.y}, beside);
    bool off_y = cr_is_off_path_beside(world, index, end, (carom_vec2){end.x, (float)y.exact}, beside);
    if (trajectory) {
        double slack = RESTING_SLACK * (cr_length(cr_widen(alone)) + cr_length(cr_widen(of_root)));
        off_x = off_x || is_deflected(now.x, alone.x, of_root.x, slack);
        off_y = off_y || is_deflected(now.y, alone.y, of_root.y, slack);
    }
    return (cr_vec2d){keep_or_follow(&x, off_x), keep_or_follow(&y, off_y)};
}

// ---- After a step ---------------------------------------------------------------------------------------------------

/// Values of `supports` besides 1 + the index of the pair with the support.
#define UNSUPPORTED   0u
#define ON_THE_GROUND UINT32_MAX

static uint32_t *supports_of(const carom_world *world) {
    return world->step.supports.data;
}

static const carom_pair *pair_at(const carom_world *world, uint32_t support) {
    return (const carom_pair *)world->step.next_pairs.data + (support - 1);
}

/// The velocity of a kinematic body at the end of the step, at a contact with a mover. If it spins, that at the time of
/// the contact, which the mover has taken on.
static carom_vec2 root_velocity(const carom_world *world, uint32_t root, uint32_t mover, carom_vec2 point) {
    carom_vec2 velocity = world->step.velocity[root];
    if (!spins(world, root)) return velocity;
    const cr_trajectory *trajectory = cr_trajectory_of(world, mover);
    if (trajectory && trajectory->turned_by == root + 1) return trajectory->turned;
    if (carriers_of(world)[mover] == root) return cr_carrying_velocity(world, mover);
    return cr_turned_velocity(world, root, velocity, cr_vectors(&world->step.end)[root], point);
}

static bool is_carried(const carom_world *world, uint32_t index) {
    uint32_t support = supports_of(world)[index];
    return support != UNSUPPORTED && support != ON_THE_GROUND;
}

static uint32_t root_at_end(const carom_world *world, uint32_t index) {
    while (!cr_is_kinematic(world, index)) index = other_of(pair_at(world, supports_of(world)[index]), index);
    return index;
}

/// The same for a carried mover, below the lowest one of its stack.
static carom_vec2 root_velocity_below(const carom_world *world, uint32_t index) {
    for (;;) {
        const carom_pair *pair = pair_at(world, supports_of(world)[index]);
        uint32_t support = other_of(pair, index);
        if (cr_is_kinematic(world, support)) return root_velocity(world, support, index, pair->point);
        index = support;
    }
}

/// The velocity of a kinematic body or a carried mover, as a support. A carried mover does not keep its velocity into
/// its own support.
static carom_vec2 velocity_of_support(const carom_world *world, uint32_t index, const carom_pair *pair) {
    if (cr_is_kinematic(world, index)) return root_velocity(world, index, other_of(pair, index), pair->point);
    const carom_pair *below = pair_at(world, supports_of(world)[index]);
    cr_vec2d normal = cr_widen(normal_to(below, index)), velocity = cr_widen(final_velocity(world, index));
    cr_vec2d root = cr_widen(root_velocity_below(world, index));
    double into = cr_dot(cr_subtract(root, velocity), normal) / cr_dot(normal, normal);
    return into > 0 ? cr_narrow(cr_add(velocity, cr_scale(normal, into))) : cr_narrow(velocity);
}

/// The speed by which a mover has led its turning support, to stay in front of it.
static double lead_at_end(const carom_world *world, const carom_pair *pair, uint32_t mover) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, mover);
    return trajectory && trajectory->turned_by == other_of(pair, mover) + 1 ? trajectory->lead : 0;
}

/// Returns the speed at which a mover leaves its support at the end of a step, negative if it approaches. Up to *slack,
/// the two do not part.
static double leaving_speed(const carom_world *world, const carom_pair *pair, uint32_t mover, double *slack) {
    carom_vec2 own = final_velocity(world, mover), other = velocity_of_support(world, other_of(pair, mover), pair);
    *slack = RESTING_SLACK * (cr_length(cr_widen(own)) + cr_length(cr_widen(other))) + lead_at_end(world, pair, mover);
    return cr_dot(cr_subtract(cr_widen(own), cr_widen(other)), cr_widen(normal_to(pair, mover)));
}

static bool was_carried(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_CARRIED) && carriers_of(world)[index] != CR_NOTHING;
}

/// Returns true if the velocities allow a mover to rest. One that only just touches the support, by its motion without
/// a contact, still approaches it: the next step responds to that.
static bool stays(const carom_world *world, const carom_pair *pair, uint32_t mover) {
    double slack, leaving = leaving_speed(world, pair, mover, &slack);
    return leaving <= slack && (was_carried(world, mover) || leaving >= -slack);
}

/// Returns true if a mover presses against its support at the end of a step. If it was not carried, its velocity is not
/// relative to the support: it may rest on a slope that rises. Without a direction down, a mover that is only
/// pushed has the same contact.
static bool presses_support(const carom_world *world, const carom_pair *pair, uint32_t index) {
    bool any_way = world->down.x == 0 && world->down.y == 0;
    if (was_carried(world, index) || any_way) return presses(world, pair, index);
    carom_vec2 normal = normal_to(pair, index), own = cr_vectors(&world->velocity)[index];
    carom_vec2 other = velocity_of_support(world, other_of(pair, index), pair);
    return speed_into(own, normal) > speed_into(other, normal) && faces_up(world, normal);
}

/// Returns true if a mover may rest on the other body of a pair, which is kinematic or carried.
static bool may_rest(const carom_world *world, const carom_pair *pair, uint32_t index) {
    if (!cr_blocks(world, pair->a.index, pair->b.index)) return false;
    return presses_support(world, pair, index) && stays(world, pair, index);
}

/// A mover that presses against a static or a level is not carried.
static void find_grounded(const carom_world *world) {
    const carom_pair *pairs = world->step.next_pairs.data;
    for (uint32_t i = 0; i < world->step.next_pairs.count; ++i) {
        bool fixed = pairs[i].level >= 0 || cr_is_static(world, pairs[i].b.index);
        if (!fixed || cr_passes(world, pairs[i].a.index) || !presses(world, &pairs[i], pairs[i].a.index)) continue;
        if (pairs[i].level < 0 && !cr_blocks(world, pairs[i].a.index, pairs[i].b.index)) continue;
        supports_of(world)[pairs[i].a.index] = ON_THE_GROUND;
    }
}

/// Of several kinematic bodies, the one that a mover presses against most.
static void find_carried_by_roots(const carom_world *world) {
    const carom_pair *pairs = world->step.next_pairs.data;
    for (uint32_t i = 0; i < world->step.next_pairs.count; ++i) {
        uint32_t mover = pairs[i].a.index, *support = &supports_of(world)[mover];
        if (pairs[i].level >= 0 || !cr_is_kinematic(world, pairs[i].b.index)) continue;
        if (*support == ON_THE_GROUND || !may_rest(world, &pairs[i], mover)) continue;
        carom_vec2 own = cr_vectors(&world->velocity)[mover];
        if (*support && speed_into(own, pair_at(world, *support)->normal) >= speed_into(own, pairs[i].normal)) continue;
        *support = i + 1;
    }
}

static bool carry_along(const carom_world *world, uint32_t pair, uint32_t mover) {
    const carom_pair *p = (const carom_pair *)world->step.next_pairs.data + pair;
    if (supports_of(world)[mover] != UNSUPPORTED || !is_carried(world, other_of(p, mover))) return false;
    if (!may_rest(world, p, mover)) return false;
    supports_of(world)[mover] = pair + 1;
    return true;
}

/// Movers that rest on carried ones. Each pass finds at least one more layer of a stack.
static void find_carried_by_movers(const carom_world *world) {
    const carom_pair *pairs = world->step.next_pairs.data;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < world->step.next_pairs.count; ++i) {
            if (pairs[i].level >= 0 || cr_is_fixed(world, pairs[i].b.index)) continue;
            more |= carry_along(world, i, pairs[i].a.index) || carry_along(world, i, pairs[i].b.index);
        }
    }
}

/// The velocity of a mover relative to its support. One that lands keeps its speed along the surface, as a walker does.
static carom_vec2 velocity_on_support(const carom_world *world, uint32_t index) {
    const carom_pair *pair = pair_at(world, supports_of(world)[index]);
    cr_vec2d velocity = cr_widen(final_velocity(world, index));
    cr_vec2d root = cr_widen(world->step.velocity[root_at_end(world, index)]);
    bool rode = was_carried(world, index);
    if (rode && spins(world, root_at_end(world, index))) root = cr_widen(cr_carrying_velocity(world, index));
    if (rode) velocity = cr_subtract(velocity, root);
    cr_vec2d normal = cr_widen(normal_to(pair, index));
    return cr_narrow(cr_subtract(velocity, cr_scale(normal, cr_dot(velocity, normal) / cr_dot(normal, normal))));
}

/// Writes the new velocities of all movers to `carried_move`, which has been used.
static void find_new_velocities(carom_world *world) {
    carom_vec2 *velocity = cr_vectors(&world->step.carried_move);
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (!cr_is_mover(world, i)) continue;
        velocity[i] = finite_velocity(is_carried(world, i) ? velocity_on_support(world, i) : final_velocity(world, i));
    }
}

static void rest_on(carom_world *world, uint32_t index, uint32_t support, carom_vec2 carried) {
    cr_body *body = cr_body_at(world, index);
    body->support = support;
    body->carried = carried;
    cr_flags(world)[index] |= CR_CARRIED;
}

static void rest_on_nothing(carom_world *world, uint32_t index) {
    rest_on(world, index, 0, (carom_vec2){0, 0});
    cr_flags(world)[index] &= (uint16_t)~CR_CARRIED;
}

void cr_leave_support(carom_world *world, uint32_t index) {
    if (!(cr_flags(world)[index] & CR_CARRIED)) return;
    carom_vec2 carried = cr_body_at(world, index)->carried, *velocity = cr_vectors(&world->velocity) + index;
    *velocity = finite_velocity((carom_vec2){velocity->x + carried.x, velocity->y + carried.y});
    rest_on_nothing(world, index);
}

/// A target is reached, and the body goes on with its velocity.
static void drop_target(carom_world *world, uint32_t index) {
    cr_body_at(world, index)->target = (carom_vec2){0, 0};
    cr_flags(world)[index] &= (uint16_t)~CR_OF_TARGET;
}

static void take_new_velocities(carom_world *world) {
    const carom_vec2 *velocity = cr_vectors(&world->step.carried_move);
    world->carrying = false;
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (cr_flags(world)[i] & CR_HAS_TARGET) drop_target(world, i);
        if (!cr_is_mover(world, i)) continue;
        if (is_carried(world, i)) {
            uint32_t support = other_of(pair_at(world, supports_of(world)[i]), i);
            rest_on(world, i, support, root_velocity_below(world, i));
            world->carrying = true;
        } else if (cr_flags(world)[i] & CR_CARRIED) {
            rest_on_nothing(world, i);
        }
    }
    // Only now: what carries a mover is found from the velocities before.
    for (uint32_t i = 0; i < world->slots; ++i)
        if (cr_is_mover(world, i)) cr_vectors(&world->velocity)[i] = velocity[i];
}

/// Requires the pairs of this step, and the velocities from before it.
void cr_end_carrying(carom_world *world) {
    const cr_trajectory *trajectories = world->step.trajectories.data;
    if (world->kinematics == 0 && !world->carrying) {
        for (uint32_t i = 0; i < world->step.trajectories.count; ++i)
            cr_vectors(&world->velocity)[trajectories[i].body] = trajectories[i].response.velocity;
        return;
    }
    memset(world->step.supports.data, 0, world->slots * sizeof(uint32_t));
    find_grounded(world);
    find_carried_by_roots(world);
    find_carried_by_movers(world);
    find_new_velocities(world);
    take_new_velocities(world);
}
