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

/// Room in a part's list, or null when there is none: then it counts on.
static void *room_in(cr_list *list) {
    uint32_t at = list->count++;
    return at < list->capacity ? (char *)list->data + (size_t)at * list->element : NULL;
}

// ---- Setting out ---------------------------------------------------------------------------------------------------

static carom_filter joined(carom_filter a, carom_filter b) {
    return (carom_filter){a.category | b.category, a.mask | b.mask, a.group > b.group ? a.group : b.group};
}

/// What setting out reads and writes, by body.
typedef struct lists {
    const carom_vec2 *from, *velocity;
    const carom_box *bounds, *boxes;
    uint8_t *flags;
    cr_lanes4 *swept;
    carom_vec2 *end;
    double dt;
} lists;

/// A box as min.x, min.y, -max.x, -max.y, grown as cr_loosen does.
static inline cr_lanes4 loosen(cr_lanes4 box) {
    cr_lanes4 size = cr_higher_lanes(box, -box), turned = {size[2], size[3], size[0], size[1]};
    return box - cr_higher_lanes(size, turned) * 0x1p-20f;
}

/// Where a mover ends, and the box of all its way. Is that in the box it has in the broad phase?
static inline bool set_out(const lists *l, uint32_t i) {
    const cr_lanes4 none = {0, 0, 0, 0}, sign = {1, 1, -1, -1}, limit = cr_all_lanes(FLT_MAX);
    carom_vec2 at = l->from[i];
    carom_vec2 move = {(float)((double)l->velocity[i].x * l->dt), (float)((double)l->velocity[i].y * l->dt)};
    cr_lanes4 box = (cr_load_lanes(&l->bounds[i]) + (cr_lanes4){at.x, at.y, at.x, at.y}) * sign;
    cr_lanes4 swept = loosen(box + cr_lower_lanes((cr_lanes4){move.x, move.y, -move.x, -move.y}, none));
    if (cr_gather_bits((swept <= limit) & (swept >= -limit)) != 15) {
        l->flags[i] |= CR_HELD;
        swept = loosen(box);
        move = (carom_vec2){0, 0};
    }
    l->swept[i] = swept;
    l->end[i] = (carom_vec2){at.x + move.x, at.y + move.y};
    return cr_gather_bits(swept >= cr_load_lanes(&l->boxes[i]) * sign) == 15;
}

/// Who does not move, or is not there.
static inline void stay(const lists *l, uint32_t i) {
    const cr_lanes4 nothing = cr_all_lanes(HUGE_VALF), sign = {1, 1, -1, -1};
    l->end[i] = l->from[i];
    l->swept[i] = l->flags[i] & CR_ALIVE ? cr_load_lanes(&l->boxes[i]) * sign : nothing;
}

static void set_out_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    const lists l = {
        world->from,       cr_vectors(&world->velocity), world->bounds.data, world->broad.boxes, cr_flags(world),
        world->swept.data, cr_vectors(&world->end),      (double)world->dt};
    const uint8_t *state = world->broad.state;
    cr_range r = cr_share_of(world->places, number, parts);
    part->restless.count = 0;
    for (uint32_t i = r.begin; i < r.end; ++i) {
        uint8_t flags = l.flags[i];
        bool settled = true;
        if (flags & CR_HELD) l.flags[i] = flags & (uint8_t)~CR_HELD;
        if ((flags & (CR_ALIVE | CR_STATIC)) == CR_ALIVE) {
            settled = set_out(&l, i);
        } else {
            stay(&l, i);
        }
        if (settled && !(state[i] & CR_BROAD_PUT)) continue;
        uint32_t *place = room_in(&part->restless);
        if (place) *place = i;
    }
    part->stats = (carom_step_stats){0};
    part->meetings.count = part->near.count = part->ways.count = part->touches.count = part->found.count = 0;
    part->beside.count = 0;
}

static void join_part(cr_part *part, uint32_t number, uint32_t parts) {
    const carom_world *world = part->world;
    const cr_traits *traits = world->traits.data;
    carom_filter all = {0};
    cr_range r = cr_share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        if (cr_flags(world)[i] & CR_ALIVE) all = joined(all, traits[i].filter);
    }
    part->all = all;
}

/// What all filters together accept, if that may have changed.
static void join_filters(carom_world *world) {
    if (world->all_known) return;
    cr_do_parts(world, join_part);
    const cr_part *parts = world->parts.data;
    world->all = (carom_filter){0};
    for (uint32_t p = 0; p < world->parts.count; ++p) world->all = joined(world->all, parts[p].all);
    world->all_known = true;
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

/// Where a pair begins and ends, if it is one of discs that only cross.
typedef struct crossing {
    const carom_vec2 *from, *end;
    const cr_traits *traits;
    const uint8_t *flags;
} crossing;

/// Two that only cross, on straight ways, in closed form. All is computed and written, and then kept or not. False: not
/// decided.
static inline bool cross_discs(const crossing *c, uint32_t a, uint32_t b, cr_meeting *meeting, bool *kept) {
    carom_vec2 from_a = c->from[a], from_b = c->from[b], end_a = c->end[a], end_b = c->end[b];
    float radius_b = c->traits[b].radius;
    cr_discs at_end = cr_discs_at(end_a, c->traits[a].radius, end_b, radius_b);
    cr_discs at_start = {(double)from_a.x - (double)from_b.x, (double)from_a.y - (double)from_b.y, at_end.reach};
    int relation = cr_discs_relate(at_end);
    if (relation < 0) return false;
    double size = fabs((double)from_a.x) + fabs((double)from_a.y) + fabs((double)end_a.x) + fabs((double)end_a.y);
    meeting->a = a;
    meeting->b = b;
    meeting->touching = relation != CR_APART;
    cr_discs_contact(at_end, end_b, radius_b, &meeting->point, &meeting->normal);
    *kept = (int)meeting->touching | (int)cr_discs_may_pass(at_start, at_end, size + at_end.reach);
    return true;
}

static void cross_others(const carom_world *world, uint32_t a, uint32_t b, cr_meeting *meeting) {
    const carom_vec2 *end = cr_vectors(&world->end);
    *meeting = (cr_meeting){.a = a, .b = b};
    meeting->touching = cr_relate_bodies(world, a, end[a], b, end[b]) != CR_APART;
    if (!meeting->touching) return;
    carom_contact_points contact = cr_contact_bodies(world, a, end[a], b, end[b]);
    meeting->point = contact.points[0];
    meeting->normal = contact.normal;
}

static void note_near(cr_part *part, uint32_t a, uint32_t b) {
    cr_keyed *pair = room_in(&part->near);
    if (pair) *pair = (cr_keyed){.key = (uint64_t)a << 32 | b};
}

static void take_candidates(void *context, const cr_candidate *candidates, int count) {
    cr_part *part = context;
    carom_world *world = part->world;
    const crossing c = {world->from, cr_vectors(&world->end), world->traits.data, cr_flags(world)};
    cr_meeting spare, *meetings = part->meetings.data;
    uint32_t met = part->meetings.count, room = part->meetings.capacity;
    for (int i = 0; i < count; ++i) {
        uint32_t a = candidates[i].a, b = candidates[i].b;
        uint8_t flags_a = c.flags[a], flags_b = c.flags[b];
        if (!cr_accepts(c.traits[a].filter, c.traits[b].filter)) continue;
        if (world->may_meet && !cr_predicate_allows(world, a, b)) continue;
        if (!((flags_a | flags_b) & CR_CROSSES)) {
            note_near(part, a, b);
            continue;
        }
        cr_meeting *meeting = met < room ? &meetings[met] : &spare;
        bool kept = true;
        bool decided = flags_a & flags_b & CR_ROUND && cross_discs(&c, a, b, meeting, &kept);
        if (!decided) cross_others(world, a, b, meeting);
        met += kept;
    }
    part->meetings.count = met;
}

static void pair_part(cr_part *part, uint32_t number, uint32_t parts) {
    part->meetings.count = part->near.count = 0;
    cr_take_neighbours(part->world, number, parts, take_candidates, part);
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

static cr_way way_to_level(const carom_world *world, uint32_t index, carom_sweep_hit hit, int level) {
    cr_way way = cr_straight_way(world, index);
    way.level_hit = hit;
    way.level = level;
    return way;
}

static void cross_level(carom_world *world, cr_part *part, uint32_t index, carom_sweep_hit hit, int level) {
    if (!hit.hit) return;
    cr_way way = way_to_level(world, index, hit, level);
    cr_touch *touch = room_in(&part->touches);
    if (touch) *touch = cr_touch_of_level(&way);
}

static void note_beside(cr_part *part, uint32_t index, uint32_t level) {
    cr_keyed *pair = room_in(&part->beside);
    if (pair) *pair = (cr_keyed){.key = cr_pair_of_level(index, level)};
}

static void meet_level(carom_world *world, cr_part *part, uint32_t index, carom_sweep_hit hit, int level) {
    cr_way way = way_to_level(world, index, hit, level);
    if (!can_meet_bodies(world, index)) go_alone(world, &way, part);
    cr_way *place = room_in(&part->ways);
    if (place) *place = way;
}

static void ask_levels(carom_world *world, cr_part *part, uint32_t index) {
    carom_vec2 from = world->from[index], move = cr_move_of(world, index);
    cr_placed placed;
    const carom_shape *here = cr_shape_at(world, index, from, &placed);
    carom_sweep_hit best = {.t = 1};
    bool crosses = cr_crosses(world, index), beside;
    int level = 0;
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_sweep_to(cr_level_of(world, (int)i), here, move, &beside);
        if (beside) note_beside(part, index, i);
        if (crosses) cross_level(world, part, index, hit, (int)i);
        if (i > 0 && !(hit.hit && (!best.hit || hit.t < best.t))) continue;
        best = hit;
        level = (int)i;
    }
    if (crosses) return;
    if (best.hit) {
        meet_level(world, part, index, best, level);
    } else if (move.x != 0 || move.y != 0) {
        cr_way way = {.body = index, .from = from, .move = move, .level_hit = best};
        cr_vectors(&world->end)[index] = cr_end_of(world, &way);
    }
}

static void level_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    part->ways.count = part->touches.count = part->beside.count = 0;
    part->stats = (carom_step_stats){0};
    cr_range r = cr_share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        if (cr_is_mover(world, i)) ask_levels(world, part, i);
    }
}

// ---- All together --------------------------------------------------------------------------------------------------

static bool append(carom_world *world, cr_list *to, const cr_list *from) {
    if (!cr_list_reserve(to, world->allocator, to->count + from->count)) return false;
    cr_list_append(to, from);
    return true;
}

static void gather(carom_world *world) {
    const cr_part *parts = world->parts.data;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        world->stats.hits += parts[p].stats.hits;
        world->stats.rested += parts[p].stats.rested;
        bool done = append(world, &world->near_pairs, &parts[p].near) &&
                    append(world, &world->touches, &parts[p].touches) &&
                    append(world, &world->beside, &parts[p].beside);
        if (!done) world->out_of_memory = true;
    }
}

void cr_go_straight(carom_world *world) {
    if (!cr_make_parts(world, world->places)) {
        world->out_of_memory = true;
        return;
    }
    cr_do_parts(world, set_out_part);
    join_filters(world);
    if (!world->out_of_memory) cr_find_neighbours(world);
    if (!world->out_of_memory && world->levels.count > 0) cr_do_parts(world, level_part);
    if (!world->out_of_memory) cr_do_parts(world, pair_part);
    if (!world->out_of_memory) gather(world);
}
