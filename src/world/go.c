// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The step of those that nothing turns: by far the most. Everyone goes straight to the end; who comes near whom on the
// way is found, and sorted into pairs that stop each other (meet.c looks after them) and pairs that only cross, which
// are done with here but for their events.
#include "world/discs.h"
#include "world/state.h"

#include <math.h>
#include <string.h>

/// A part's share of the bodies.
typedef struct range {
    uint32_t begin, end;
} range;

static range share_of(uint32_t count, uint32_t number, uint32_t parts) {
    return (range){(uint32_t)((uint64_t)count * number / parts), (uint32_t)((uint64_t)count * (number + 1) / parts)};
}

/// Room in a part's list, or null when there is none: then it counts on.
static void *room_in(cr_list *list) {
    uint32_t at = list->count++;
    return at < list->capacity ? (char *)list->data + (size_t)at * list->element : NULL;
}

// ---- Setting out ---------------------------------------------------------------------------------------------------

static bool is_finite(carom_box box) {
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

/// Where a mover ends, and the box of all its way.
static void set_out(carom_world *world, uint32_t index) {
    carom_vec2 at = world->from[index], move = cr_move_of(world, index);
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    box = (carom_box){{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}};
    carom_box swept = cr_swept(box, move);
    if (!is_finite(swept)) {
        cr_flags(world)[index] |= CR_HELD;
        swept = cr_loosen(box);
        move = (carom_vec2){0, 0};
    }
    world->broad.boxes[index] = swept;
    cr_vectors(&world->end)[index] = (carom_vec2){at.x + move.x, at.y + move.y};
}

static carom_filter joined(carom_filter a, carom_filter b) {
    return (carom_filter){a.category | b.category, a.mask | b.mask, a.group > b.group ? a.group : b.group};
}

static void set_out_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    uint8_t *flags = cr_flags(world);
    carom_vec2 *end = cr_vectors(&world->end);
    carom_filter all = {0};
    range r = share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        flags[i] &= (uint8_t)~CR_HELD;
        end[i] = world->from[i];
        if (!(flags[i] & CR_ALIVE)) continue;
        all = joined(all, cr_traits_at(world, i)->filter);
        if (!(flags[i] & CR_STATIC)) set_out(world, i);
    }
    part->all = all;
    part->stats = (carom_step_stats){0};
    part->meetings.count = part->near.count = part->ways.count = part->touches.count = 0;
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

static void meet(cr_part *part, uint32_t a, uint32_t b, bool touching, cr_discs discs, bool round) {
    carom_world *world = part->world;
    cr_meeting *meeting = room_in(&part->meetings);
    if (!meeting) return;
    *meeting = (cr_meeting){.a = a, .b = b, .touching = touching};
    if (!touching) return;
    const carom_vec2 *end = cr_vectors(&world->end);
    if (round) {
        cr_discs_contact(discs, end[b], cr_traits_at(world, b)->radius, &meeting->point, &meeting->normal);
    } else {
        carom_contact_points contact = cr_contact_bodies(world, a, end[a], b, end[b]);
        meeting->point = contact.points[0];
        meeting->normal = contact.normal;
    }
}

/// Two that only cross, on straight ways.
static void cross(cr_part *part, uint32_t a, uint32_t b) {
    carom_world *world = part->world;
    const carom_vec2 *end = cr_vectors(&world->end);
    bool round = (cr_flags(world)[a] & cr_flags(world)[b] & CR_ROUND) != 0;
    cr_discs at_end = {0};
    int relation = -1;
    if (round) {
        at_end = cr_discs_at(end[a], cr_traits_at(world, a)->radius, end[b], cr_traits_at(world, b)->radius);
        relation = cr_discs_relate(at_end);
        if (relation == CR_APART) {
            carom_vec2 from_a = world->from[a], from_b = world->from[b];
            cr_discs at_start = {(double)from_a.x - (double)from_b.x, (double)from_a.y - (double)from_b.y,
                                 at_end.reach};
            double size = fabs((double)from_a.x) + fabs((double)from_a.y) + fabs((double)end[a].x) +
                          fabs((double)end[a].y) + at_end.reach;
            if (!cr_discs_may_pass(at_start, at_end, size)) return;
        }
    }
    if (relation < 0) relation = (int)cr_relate_bodies(world, a, end[a], b, end[b]);
    meet(part, a, b, relation != CR_APART, at_end, round);
}

static void consider(cr_part *part, uint32_t a, uint32_t b) {
    carom_world *world = part->world;
    if (!cr_accepts(cr_traits_at(world, a)->filter, cr_traits_at(world, b)->filter)) return;
    if (world->may_meet && !cr_predicate_allows(world, a, b)) return;
    uint8_t flags_a = cr_flags(world)[a], flags_b = cr_flags(world)[b];
    if (!(flags_b & CR_STATIC) && a > b) { // a mover first, or the lower
        uint32_t other = a;
        a = b;
        b = other;
    }
    if ((flags_a | flags_b) & CR_CROSSES) {
        cross(part, a, b);
    } else {
        cr_keyed *pair = room_in(&part->near);
        if (pair) *pair = (cr_keyed){.key = (uint64_t)a << 32 | b};
    }
}

static void take_candidates(void *context, const cr_candidate *candidates, int count) {
    for (int i = 0; i < count; ++i) consider(context, candidates[i].a, candidates[i].b);
}

static void pair_part(cr_part *part, uint32_t number, uint32_t parts) {
    part->meetings.count = part->near.count = 0;
    cr_broad_pairs(&part->world->broad, number, parts, take_candidates, part);
}

// ---- Levels --------------------------------------------------------------------------------------------------------

/// Its contacts with levels, one after the other: there is nothing else that could come between.
static void go_alone(const carom_world *world, cr_way *way, cr_part *part) {
    while (way->level_hit.hit && !(way->resting && way->level_hit.inside)) {
        cr_touch touch = cr_answer_level(world, way, &part->stats);
        cr_touch *place = room_in(&part->touches);
        if (place) *place = touch;
        cr_ask_levels(world, way);
    }
    way->from = way->move.x == 0 && way->move.y == 0 ? way->from : cr_end_of(world, way);
    way->move = (carom_vec2){0, 0};
    way->alone = true;
}

static bool can_meet_bodies(const carom_world *world, uint32_t index) {
    return world->all.group > 0 || cr_accepts(cr_traits_at(world, index)->filter, world->all);
}

static void meet_level(carom_world *world, cr_part *part, uint32_t index, carom_sweep_hit hit, int level) {
    cr_way way = cr_straight_way(world, index);
    way.level_hit = hit;
    way.level = level;
    if (cr_crosses(world, index)) {
        cr_touch *touch = room_in(&part->touches);
        if (touch) *touch = cr_touch_of_level(&way);
        return;
    }
    if (!can_meet_bodies(world, index)) go_alone(world, &way, part);
    cr_way *place = room_in(&part->ways);
    if (place) *place = way;
}

static void ask_levels(carom_world *world, cr_part *part, uint32_t index) {
    carom_vec2 from = world->from[index], move = cr_move_of(world, index);
    cr_placed placed;
    const carom_shape *here = cr_shape_at(world, index, from, &placed);
    carom_sweep_hit best = {.t = 1};
    int level = 0;
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_sweep(cr_level_of(world, (int)i), here, move);
        if (i > 0 && !(hit.hit && (!best.hit || hit.t < best.t))) continue;
        best = hit;
        level = (int)i;
    }
    if (best.hit) {
        meet_level(world, part, index, best, level);
    } else if (!cr_crosses(world, index) && (move.x != 0 || move.y != 0)) {
        cr_way way = {.body = index, .from = from, .move = move, .level_hit = best};
        cr_vectors(&world->end)[index] = cr_end_of(world, &way);
    }
}

static void level_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    part->ways.count = part->touches.count = 0;
    part->stats = (carom_step_stats){0};
    range r = share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        if (cr_is_mover(world, i)) ask_levels(world, part, i);
    }
}

// ---- All together --------------------------------------------------------------------------------------------------

/// Could any two bodies meet at all?
static bool anyone_meets(carom_world *world) {
    world->all = (carom_filter){0};
    const cr_part *parts = world->parts.data;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        world->all = joined(world->all, parts[p].all);
    }
    return world->all.group > 0 || (world->all.category & world->all.mask) != 0;
}

static bool append(carom_world *world, cr_list *to, const cr_list *from) {
    if (from->count == 0) return true;
    if (!cr_list_reserve(to, world->allocator, to->count + from->count)) return false;
    memcpy((char *)to->data + (size_t)to->count * to->element, from->data, (size_t)from->count * from->element);
    to->count += from->count;
    return true;
}

static void gather(carom_world *world) {
    const cr_part *parts = world->parts.data;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        world->stats.hits += parts[p].stats.hits;
        world->stats.rested += parts[p].stats.rested;
        bool done =
            append(world, &world->near_pairs, &parts[p].near) && append(world, &world->touches, &parts[p].touches);
        if (!done) world->out_of_memory = true;
    }
}

void cr_go_straight(carom_world *world) {
    if (!cr_make_parts(world, world->places)) {
        world->out_of_memory = true;
        return;
    }
    cr_do_parts(world, set_out_part);
    cr_broad_sort_movers(&world->broad);
    bool any = anyone_meets(world);
    if (world->levels.count > 0) cr_do_parts(world, level_part);
    if (any && !world->out_of_memory) cr_do_parts(world, pair_part);
    if (!world->out_of_memory) gather(world);
}
