// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Depenetration at the start of a step. Bodies overlap because the caller put them there, never because of a step.
// Movers are pushed out of levels and statics. Each pair of movers is then separated by a little more than the
// penetration depth; movers in the way are pushed along. A push never creates a new overlap, so the number of
// overlapping pairs only decreases, and nothing oscillates.
#include "world/state.h"

#include "geom/relation.h"
#include "level/query/touching.h"
#include "motion/clear_position.h"
#include "motion/contact_normals.h"
#include "motion/obstacles.h"

#include <math.h>
#include <string.h>

/// Push of each body, as a fraction of the penetration depth: slightly more than half, or crowds separate ever more
/// slowly.
#define PUSH 0.50390625
/// Minimum push, as a fraction of the largest coordinate: 4 to 8 ulp. With half of it, 1 % of crowds that begin in one
/// spot never separate.
#define LEAST_PUSH 0x1p-21
/// The first push that clears what rounding leaves of a penetration, as a fraction of the minimum push: an ulp or two.
#define FIRST_CLEARING 0.25
/// Number of these pushes. The distance is doubled every second time.
#define CLEARINGS 6
/// Number of searches for which sorting the loose bodies pays.
#define RESORT_FROM 64
/// Maximum number of movers that a push is passed on to.
#define CHAIN 32

typedef struct overlap_search {
    carom_world *world;
    uint32_t body;
} overlap_search;

static bool add_overlap(void *context, uint32_t other) {
    overlap_search *s = context;
    carom_world *world = s->world;
    if (other == s->body || !cr_blocks(world, s->body, other) || !cr_may_collide(world, s->body, other)) return true;
    if (cr_flags(world)[other] & CR_UNSETTLED && other < s->body) return true; // found by the search of the other body
    if (!cr_bodies_penetrate(world, s->body, other)) return true;
    cr_keyed *overlap = cr_push(world, &world->step.overlaps);
    if (overlap) *overlap = (cr_keyed){.key = cr_pair_of(world, s->body, other)};
    return true;
}

static cr_contact contact_at_start(const carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
    carom_contact_points contact = cr_contact_bodies(world, a, world->step.now[a], b, world->step.now[b]);
    return (cr_contact){.pair = pair, .point = contact.points[0], .normal = contact.normal, .edge = -1};
}

/// Calls the rule for all pairs that penetrate, in the order of pairs.
static void drop_passed(carom_world *world) {
    cr_keyed *overlaps = world->step.overlaps.data;
    uint32_t kept = 0, count = world->step.overlaps.count;
    for (uint32_t i = 0; i < count; ++i) {
        cr_contact contact = contact_at_start(world, overlaps[i].key);
        carom_response responses[2];
        if (!cr_rule_passes(world, &contact, responses)) {
            overlaps[kept++] = overlaps[i];
            continue;
        }
        cr_add_contact(world, contact);
        cr_add_near_pair(world, contact.pair);
    }
    world->step.overlaps.count = kept;
}

static void find_overlaps(carom_world *world) {
    const uint16_t *flags = cr_flags(world);
    uint32_t unsettled = 0;
    for (uint32_t i = 0; i < world->slots; ++i) unsettled += (flags[i] & CR_UNSETTLED) != 0;
    if (unsettled > RESORT_FROM) cr_broad_sort_loose(&world->broad);
    for (uint32_t i = 0; i < world->slots; ++i) {
        if ((flags[i] & (CR_ALIVE | CR_UNSETTLED)) != (CR_ALIVE | CR_UNSETTLED) || flags[i] & CR_PASSES) continue;
        overlap_search s = {world, i};
        cr_broad_query near = cr_broad_query_of(world, i, cr_bounds_at(world, i, world->step.now[i]));
        cr_broad_find(&world->broad, near, add_overlap, &s);
    }
    if (!cr_sort(&world->step.overlaps, &world->step.scratch, world->allocator)) world->step.out_of_memory = true;
    if (world->rule && !world->step.out_of_memory) drop_passed(world);
}

static void add_overlap_contacts(carom_world *world) {
    const cr_keyed *overlaps = world->step.overlaps.data;
    for (uint32_t i = 0; i < world->step.overlaps.count; ++i) {
        uint64_t pair = overlaps[i].key;
        cr_add_contact(world, contact_at_start(world, pair));
        cr_add_near_pair(world, pair);
    }
}

bool cr_overlapped_at_start(const carom_world *world, uint64_t pair) {
    const cr_keyed *overlaps = world->step.overlaps.data;
    uint32_t at = cr_find_key(&world->step.overlaps, pair);
    return at < world->step.overlaps.count && overlaps[at].key == pair;
}

/// Changes the start position of a mover, unless it would leave the range.
static void set_start(carom_world *world, uint32_t index, carom_vec2 at) {
    carom_box box = cr_bounds_at(world, index, at);
    if (!cr_box_in_range(box)) return;
    cr_vectors(&world->step.start)[index] = at;
    cr_broad_put(&world->broad, index, box, false);
}

/// Returns the remaining motion after a hit, slid along the obstacle.
static carom_vec2 rest_along(carom_vec2 move, const carom_sweep_hit *hit) {
    double left = 1 - (double)hit->t;
    carom_vec2 rest = {(float)(left * (double)move.x), (float)(left * (double)move.y)};
    return carom_slide(rest, &hit->normal, 1);
}

static bool is_pushable(const carom_world *world, uint32_t index) {
    return cr_is_mover(world, index) && !isinf(cr_body_at(world, index)->mass);
}

/// Returns true if a mover is clear of fixed bodies. Fixed bodies that it penetrated at the start count: they block it.
static bool is_out_of_fixed(const carom_world *world, uint32_t index) {
    cr_body_scene fixed = {.world = world, .body = index, .overlapped = true, .kinematics = true};
    carom_scene scene = cr_scene_of_body(&fixed);
    return cr_free(&scene, &cr_body_at(world, index)->shape, cr_position_of(world, index));
}

/// Moves a mover. A mover in its way is moved first, with up to `others` more in a chain, by no more than needed and
/// not into anything. If the obstacle does not move away, the mover slides along it, up to `turns` times.
static void shift(carom_world *world, uint32_t index, carom_vec2 move, int others, int turns) {
    bool is_out = is_out_of_fixed(world, index);
    cr_body_scene body_scene = {.world = world, .body = index, .overlapped = is_out, .movers = true};
    carom_scene scene = cr_scene_of_body(&body_scene);
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    carom_vec2 from = cr_position_of(world, index);
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, shape, from);
    carom_scene_hit hit = scene.sweep(scene.self, here, move);
    uint32_t hit_body = (uint32_t)hit.owner;
    if (hit.sweep.hit && hit.owner != 0 && is_pushable(world, hit_body) && others > 0) {
        double left = 1 - (double)hit.sweep.t;
        carom_vec2 rest = {(float)(left * (double)move.x), (float)(left * (double)move.y)};
        shift(world, hit_body, rest, others - 1, turns);
        hit = scene.sweep(scene.self, here, move);
    }
    if (!hit.sweep.hit) {
        set_start(world, index, cr_arrive(&(cr_resting){&scene, shape, from}, cr_end_of(from, move)));
    } else if (!hit.sweep.inside) {
        set_start(world, index, cr_stop(&scene, shape, from, move, &hit.sweep));
        if (turns > 0) shift(world, index, rest_along(move, &hit.sweep), 0, turns - 1);
    }
}

static void push_aside(carom_world *world, uint32_t index, carom_vec2 normal, double distance) {
    carom_vec2 move = {(float)((double)normal.x * distance), (float)((double)normal.y * distance)};
    shift(world, index, move, CHAIN, 1);
}

static double larger_value(double a, double b) {
    return a > b ? a : b;
}

/// The minimum push of a mover at a position. Its vertices are rounded as coarsely as the largest coordinate.
static double least_push(const carom_world *world, uint32_t index, carom_vec2 at) {
    return cr_largest_coordinate(cr_bounds_at(world, index, at), at) * LEAST_PUSH;
}

/// Moves a mover to a position, and other movers out of its way: these by enough for their own floats to change.
static void push_out_with_others(carom_world *world, uint32_t index, const carom_scene *scene, carom_vec2 to) {
    carom_vec2 from = cr_position_of(world, index);
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y, length = sqrt(x * x + y * y);
    double least = least_push(world, index, to);
    double scale = length < least ? least / length : 1;
    shift(world, index, (carom_vec2){(float)(scale * x), (float)(scale * y)}, CHAIN, 0);
    if (cr_free(scene, &cr_body_at(world, index)->shape, to)) set_start(world, index, to);
}

/// Pushes a mover out of levels and statics. If it would then overlap another mover, avoids movers as well, or moves
/// them out of the way if that is not possible. Of equally short translations takes the one most against the velocity.
static void push_out(carom_world *world, uint32_t index) {
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    carom_vec2 velocity = world->step.velocity[index], back = {-velocity.x, -velocity.y};
    cr_body_scene fixed = {.world = world, .body = index, .overlapped = true, .kinematics = true};
    cr_body_scene all = {.world = world, .body = index, .overlapped = true, .movers = true};
    carom_scene fixed_scene = cr_scene_of_body(&fixed), scene = cr_scene_of_body(&all);
    carom_scene walls = cr_scene_of_body(&(cr_body_scene){.world = world, .body = index, .kinematics = true});
    carom_push push = cr_push_out(&fixed_scene, &walls, shape, cr_position_of(world, index), back);
    if (push.moved && !cr_free(&scene, shape, push.at)) {
        carom_vec2 least = push.at;
        push = cr_push_out(&scene, &walls, shape, cr_position_of(world, index), back);
        if (!push.moved) push_out_with_others(world, index, &scene, least);
    }
    if (push.moved) set_start(world, index, push.at);
    if (!push.moved && !push.crushed) return; // free, and not in solid
    if (cr_in_solid(&fixed_scene, shape, cr_position_of(world, index))) cr_flags(world)[index] |= CR_CENTRE_IN_SOLID;
}

/// Rounding can leave two movers that were pushed apart in penetration by an ulp or two: pushes one or the other by as
/// little more, first the one with the smaller mass.
static void clear_rounding(carom_world *world, uint32_t a, uint32_t b, double share, double least) {
    for (int i = 0; i < CLEARINGS && cr_bodies_penetrate(world, a, b); ++i) {
        carom_contact_points contact = cr_contact_bodies(world, a, world->step.now[a], b, world->step.now[b]);
        double distance = (double)contact.depth + FIRST_CLEARING * (1 << i / 2) * least;
        if ((double)contact.depth > least) return; // something is in the way of the push
        bool of_a = share == 0 || (share < 1 && (share <= 0.5) == (i % 2 == 0));
        push_aside(world, of_a ? a : b, contact.normal, of_a ? distance : -distance);
    }
}

static void separate_pair(carom_world *world, uint32_t a, uint32_t b) {
    carom_contact_points contact = cr_contact_bodies(world, a, world->step.now[a], b, world->step.now[b]);
    if (!contact.hit) return;
    double distance = PUSH * (double)contact.depth, share = cr_mass_share(world, a, b);
    double least = larger_value(least_push(world, a, world->step.now[a]), least_push(world, b, world->step.now[b]));
    if (distance < least) distance = least;
    if (share < 1) push_aside(world, a, contact.normal, 2 * (1 - share) * distance);
    if (share > 0) push_aside(world, b, contact.normal, -2 * share * distance);
    clear_rounding(world, a, b, share, least);
}

static void drop_separated(carom_world *world) {
    cr_keyed *overlaps = world->step.overlaps.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->step.overlaps.count; ++i) {
        uint64_t pair = overlaps[i].key;
        if (cr_bodies_penetrate(world, cr_pair_first(pair), cr_pair_second(pair))) overlaps[kept++] = overlaps[i];
    }
    world->step.overlaps.count = kept;
}

/// Pushes out every unsettled mover, and every mover that overlaps a static.
static void push_all_out(carom_world *world) {
    const uint16_t *flags = cr_flags(world);
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (flags[i] & CR_UNSETTLED && (flags[i] & (CR_ALIVE | CR_FIXED | CR_PASSES)) == CR_ALIVE) push_out(world, i);
    }
    const cr_keyed *overlaps = world->step.overlaps.data;
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < world->step.overlaps.count; ++i) { // sorted: the pairs of a mover are adjacent
        uint32_t a = cr_pair_first(overlaps[i].key);
        if (a == last || flags[a] & CR_UNSETTLED || !cr_is_fixed(world, cr_pair_second(overlaps[i].key))) continue;
        push_out(world, a);
        last = a;
    }
}

static void separate_movers(carom_world *world) {
    const cr_keyed *overlaps = world->step.overlaps.data;
    for (uint32_t i = 0; i < world->step.overlaps.count; ++i) {
        if (!cr_is_fixed(world, cr_pair_second(overlaps[i].key))) {
            separate_pair(world, cr_pair_first(overlaps[i].key), cr_pair_second(overlaps[i].key));
        }
    }
}

static bool any_unsettled(const carom_world *world) {
    const uint16_t *flags = cr_flags(world);
    uint32_t slots = world->slots;
    uint32_t any = 0;
    for (uint32_t i = 0; i < slots; ++i) any |= flags[i];
    return (any & CR_UNSETTLED) != 0;
}

static bool unsettle(void *context, uint32_t index) {
    cr_flags(context)[index] |= CR_UNSETTLED;
    return true;
}

/// Movers may be inside tiles that were set since the last step.
static void unsettle_edited(carom_world *world) {
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_box boxes[CR_LEVEL_EDITS];
        int count = cr_level_edits_since(cr_level_of(world, (int)i), (uint64_t *)world->edits_seen.data + i, boxes);
        for (int k = 0; k < count; ++k)
            cr_broad_find(&world->broad, (cr_broad_query){.box = boxes[k]}, unsettle, world);
        for (uint32_t k = 0; count < 0 && k < world->slots; ++k) cr_flags(world)[k] |= CR_UNSETTLED;
    }
}

void cr_separate_overlaps(carom_world *world) {
    world->step.overlaps.count = 0;
    world->step.now = world->step.from = cr_vectors(&world->position);
    unsettle_edited(world);
    if (!any_unsettled(world)) return;
    memcpy(world->step.start.data, world->position.data, world->slots * sizeof(carom_vec2));
    world->step.now = world->step.from = cr_vectors(&world->step.start);
    find_overlaps(world);
    if (world->step.out_of_memory) return;
    add_overlap_contacts(world);
    push_all_out(world);
    separate_movers(world);
    drop_separated(world);
}
