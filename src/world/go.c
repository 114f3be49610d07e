// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The step of those that nothing turns: by far the most. Everyone goes straight to the end; who comes near whom on the
// way is found, and sorted into pairs that stop each other (meet.c looks after them) and pairs that only cross, which
// are done with here but for their events.
#include "motion/rest.h"
#include "world/discs.h"
#include "world/state.h"

#include <math.h>
#include <string.h>

// ---- Setting out ---------------------------------------------------------------------------------------------------

static carom_filter joined(carom_filter a, carom_filter b) {
    return (carom_filter){a.category | b.category, a.mask | b.mask, a.group > b.group ? a.group : b.group};
}

/// What setting out reads and writes, by body.
typedef struct lists {
    const carom_vec2 *from, *velocity;
    const carom_box *bounds, *boxes;
    uint8_t *flags;
    const uint8_t *state;
    cr_lanes4 *swept;
    carom_vec2 *end;
    float dt;
} lists;

/// A box as min.x, min.y, -max.x, -max.y, grown as cr_loosen does.
static inline cr_lanes4 loosen(cr_lanes4 box) {
    cr_lanes4 size = cr_size_lanes(box);
    return box - cr_higher_lanes(size, CR_SHUFFLED(size, 2, 3, 0, 1)) * 0x1p-20f;
}

/// Where a mover ends, and the box of all its way. Is that in the box it has in the broad phase?
static inline bool set_out(const lists *l, uint32_t i) {
    carom_vec2 at = l->from[i], move = {l->velocity[i].x * l->dt, l->velocity[i].y * l->dt};
    cr_lanes4 box = cr_outward(&l->bounds[i]) + cr_both_ways(at);
    cr_lanes4 swept = loosen(box + cr_lower_lanes(cr_both_ways(move), cr_all_lanes(0)));
    if (cr_gather_bits(cr_size_lanes(swept) <= FLT_MAX) != 15) {
        l->flags[i] |= CR_HELD;
        swept = loosen(box);
        move = (carom_vec2){0, 0};
    }
    l->swept[i] = swept;
    l->end[i] = (carom_vec2){at.x + move.x, at.y + move.y};
    return cr_gather_bits(swept >= cr_outward(&l->boxes[i])) == 15;
}

/// The swept box of a mover at a place, by a motion; both are there twice.
static inline cr_lanes4 sweep_box(const lists *l, uint32_t i, cr_lanes4 at, cr_lanes4 move) {
    cr_lanes4 box = cr_outward(&l->bounds[i]) + cr_outward_lanes(at);
    return loosen(box + cr_lower_lanes(cr_outward_lanes(move), cr_all_lanes(0)));
}

/// The same for two at once, if nothing is special about them. False: it is.
static inline bool set_out_two(const lists *l, uint32_t i) {
    cr_lanes4 at = cr_load_lanes(&l->from[i]), move = cr_load_lanes(&l->velocity[i]) * l->dt;
    cr_lanes4 one = sweep_box(l, i, CR_SHUFFLED(at, 0, 1, 0, 1), CR_SHUFFLED(move, 0, 1, 0, 1));
    cr_lanes4 two = sweep_box(l, i + 1, CR_SHUFFLED(at, 2, 3, 2, 3), CR_SHUFFLED(move, 2, 3, 2, 3));
    l->swept[i] = one;
    l->swept[i + 1] = two;
    cr_store_lanes(&l->end[i], at + move);
    cr_lane_bits finite = cr_higher_lanes(cr_size_lanes(one), cr_size_lanes(two)) <= FLT_MAX;
    cr_lane_bits settled = (one >= cr_outward(&l->boxes[i])) & (two >= cr_outward(&l->boxes[i + 1]));
    return cr_gather_bits(finite & settled) == 15;
}

/// Two movers that are where they were left, and held by nothing.
static inline bool are_plain(const lists *l, uint32_t i) {
    uint16_t flags, state;
    memcpy(&flags, &l->flags[i], sizeof flags);
    memcpy(&state, &l->state[i], sizeof state);
    return ((flags & 0x0101 * (CR_ALIVE | CR_STATIC | CR_HELD)) == 0x0101 * CR_ALIVE) &
           ((state & 0x0101 * CR_BROAD_PUT) == 0);
}

/// Who does not move, or is not there.
static inline void stay(const lists *l, uint32_t i) {
    l->end[i] = l->from[i];
    l->swept[i] = l->flags[i] & CR_ALIVE ? cr_outward(&l->boxes[i]) : cr_all_lanes(HUGE_VALF);
}

static void set_out_one(const lists *l, uint32_t i, cr_list *restless) {
    uint8_t flags = l->flags[i];
    bool settled = true;
    if (flags & CR_HELD) l->flags[i] = flags &= (uint8_t)~CR_HELD;
    if ((flags & (CR_ALIVE | CR_STATIC)) == CR_ALIVE) {
        settled = set_out(l, i);
    } else {
        stay(l, i);
    }
    if (settled && !(l->state[i] & CR_BROAD_PUT)) return;
    uint32_t *place = cr_part_room(restless);
    if (place) *place = i;
}

static void set_out_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    const lists l = {.from = world->from,
                     .velocity = cr_vectors(&world->velocity),
                     .bounds = world->bounds.data,
                     .boxes = world->broad.boxes,
                     .flags = cr_flags(world),
                     .state = world->broad.state,
                     .swept = world->swept.data,
                     .end = cr_vectors(&world->end),
                     .dt = world->dt};
    cr_range r = cr_share_of(world->places, number, parts);
    part->restless.count = 0;
    for (uint32_t i = r.begin; i < r.end;) {
        if (i + 1 < r.end && are_plain(&l, i) && set_out_two(&l, i)) {
            i += 2;
        } else {
            set_out_one(&l, i++, &part->restless);
        }
    }
    part->stats = (carom_step_stats){0};
    part->meetings.count = part->near.count = part->ways.count = part->touches.count = part->found.count = 0;
    part->beside.count = 0;
}

static void join_part(cr_part *part, uint32_t number, uint32_t parts) {
    const carom_world *world = part->world;
    const cr_traits *traits = world->traits.data;
    carom_filter all = {0};
    uint32_t common = UINT32_MAX;
    bool grouped = false;
    cr_range r = cr_share_of(world->places, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        if (!(cr_flags(world)[i] & CR_ALIVE)) continue;
        all = joined(all, traits[i].filter);
        common &= traits[i].filter.mask;
        grouped |= traits[i].filter.group != 0;
    }
    part->all = all;
    part->common_mask = grouped ? 0 : common;
}

/// What all filters together accept, and whether each accepts all others, if that may have changed.
static void join_filters(carom_world *world) {
    if (world->all_known) return;
    cr_do_parts(world, join_part);
    const cr_part *parts = world->parts.data;
    uint32_t common = UINT32_MAX;
    world->all = (carom_filter){0};
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        world->all = joined(world->all, parts[p].all);
        common &= parts[p].common_mask;
    }
    world->open = (common & world->all.category) == world->all.category;
    world->all_known = true;
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

/// Where movers begin and end, and what they are.
typedef struct crossing {
    const carom_vec2 *from, *end;
    const cr_traits *traits;
    const uint8_t *flags;
} crossing;

enum { NEAR_START = 1, NEAR_END = 2, UNSURE = 4, TOUCHING = 8 };

/// Two discs that only cross, on straight ways, as floats see it, with bounds of their roundings. 0: they do not meet.
static inline uint32_t cross_discs(const crossing *c, uint32_t a, uint32_t b) {
    const cr_lanes4 bounds = {1 + 0x1p-20f, 1 + 0x1p-20f, 1 + 0x1p-20f, 1 - 0x1p-20f};
    const cr_lane_bits ways_only = {-1, -1, 0, 0};
    cr_lanes4 way = cr_load_two(&c->from[a], &c->end[a]), d = way - cr_load_two(&c->from[b], &c->end[b]);
    cr_lanes4 move = cr_size_lanes(d - CR_SHUFFLED(d, 2, 3, 0, 1)), square = d * d;
    cr_lanes4 far = CR_SHUFFLED(square, 0, 2, 2, 2) + CR_SHUFFLED(square, 1, 3, 3, 3);
    cr_lanes4 slack = cr_size_lanes(way) * 0x1p-21f + move * 0.2500001f; // half of the way between them, and rounding
    slack += CR_SHUFFLED(slack, 2, 3, 0, 1);
    slack += CR_SHUFFLED(slack, 1, 0, 3, 2);
    float reach = c->traits[a].radius + c->traits[b].radius, room = reach * reach;
    cr_lanes4 near = cr_all_lanes(reach) + (cr_lanes4)((cr_lane_bits)slack & ways_only);
    uint32_t bits = cr_gather_bits(far <= near * near * bounds);
    return room > 0x1p-80f && room < 0x1p80f ? bits : UNSURE;
}

static void cross_others(const carom_world *world, uint32_t a, uint32_t b, cr_meeting *meeting) {
    const carom_vec2 *end = cr_vectors(&world->end);
    *meeting = (cr_meeting){.a = a, .b = b, .told = true};
    meeting->touching = cr_relate_bodies(world, a, end[a], b, end[b]) != CR_APART;
    if (!meeting->touching) return;
    carom_contact_points contact = cr_contact_bodies(world, a, end[a], b, end[b]);
    meeting->point = contact.points[0];
    meeting->normal = contact.normal;
}

static void note_near(cr_part *part, uint32_t a, uint32_t b) {
    cr_keyed *pair = cr_part_room(&part->near);
    if (pair) *pair = (cr_keyed){.key = (uint64_t)a << 32 | b};
}

static bool may_pass(const crossing *c, uint32_t a, uint32_t b) {
    carom_vec2 from = c->from[a], end = c->end[a];
    float radius_a = c->traits[a].radius, radius_b = c->traits[b].radius;
    double size = fabs((double)from.x) + fabs((double)from.y) + fabs((double)end.x) + fabs((double)end.y);
    cr_discs at_start = cr_discs_at(from, radius_a, c->from[b], radius_b);
    cr_discs at_end = cr_discs_at(end, radius_a, c->end[b], radius_b);
    return cr_discs_may_pass(at_start, at_end, size + at_end.reach);
}

/// The contacts of discs that touch, which were left out.
static void fill_in(const crossing *c, cr_meeting *meetings, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        cr_meeting *m = &meetings[i];
        if (m->told) continue;
        float radius_b = c->traits[m->b].radius;
        cr_discs discs = cr_discs_at(c->end[m->a], c->traits[m->a].radius, c->end[m->b], radius_b);
        cr_discs_contact(discs, c->end[m->b], radius_b, &m->point, &m->normal);
    }
}

static bool are_discs(const crossing *c, cr_candidate pair) {
    return (c->flags[pair.a] & c->flags[pair.b] & CR_ROUND) != 0;
}

static bool only_cross(const crossing *c, cr_candidate pair) {
    return ((c->flags[pair.a] | c->flags[pair.b]) & CR_CROSSES) != 0;
}

static bool may_meet(const carom_world *world, const crossing *c, cr_candidate pair) {
    if (!world->open && !cr_accepts(c->traits[pair.a].filter, c->traits[pair.b].filter)) return false;
    return !world->may_meet || cr_predicate_allows(world, pair.a, pair.b);
}

enum { AHEAD = 12 };

/// Meetings are written, and then counted or not: how many touch cannot be foretold.
static void take_candidates(void *context, const cr_candidate *candidates, int count) {
    cr_part *part = context;
    const carom_world *world = part->world;
    const crossing c = {world->from, cr_vectors(&world->end), world->traits.data, cr_flags(world)};
    uint32_t begin = part->meetings.count, met = begin;
    if (begin + (uint32_t)count > part->meetings.capacity) {
        part->meetings.count += (uint32_t)count; // once more, with a longer list
        return;
    }
    cr_meeting *meetings = part->meetings.data;
    for (int i = 0; i < count; ++i) {
        cr_candidate pair = candidates[i];
        if (i + AHEAD < count) {
            uint32_t b = candidates[i + AHEAD].b;
            cr_fetch(&c.from[b]);
            cr_fetch(&c.end[b]);
            cr_fetch(&c.traits[b]);
        }
        if (!may_meet(world, &c, pair)) continue;
        if (!only_cross(&c, pair)) {
            note_near(part, pair.a, pair.b);
            continue;
        }
        cr_meeting *meeting = &meetings[met];
        uint32_t bits = are_discs(&c, pair) ? cross_discs(&c, pair.a, pair.b) : UNSURE;
        meeting->a = pair.a;
        meeting->b = pair.b;
        meeting->touching = true;
        meeting->told = false;
        met += bits / TOUCHING;
        if (bits - 1 >= TOUCHING - 1) continue;
        if (bits & UNSURE) {
            cross_others(world, pair.a, pair.b, meeting);
            ++met;
        } else if (may_pass(&c, pair.a, pair.b)) {
            meeting->touching = false;
            meeting->told = true;
            ++met;
        }
    }
    part->meetings.count = met;
    fill_in(&c, meetings + begin, met - begin);
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
        cr_touch *place = cr_part_room(&part->touches);
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
    cr_touch *touch = cr_part_room(&part->touches);
    if (touch) *touch = cr_touch_of_level(&way);
}

static void note_beside(cr_part *part, uint32_t index, uint32_t level) {
    cr_keyed *pair = cr_part_room(&part->beside);
    if (pair) *pair = (cr_keyed){.key = cr_pair_of_level(index, level)};
}

static void meet_level(carom_world *world, cr_part *part, uint32_t index, carom_sweep_hit hit, int level) {
    cr_way way = way_to_level(world, index, hit, level);
    if (!can_meet_bodies(world, index)) go_alone(world, &way, part);
    cr_way *place = cr_part_room(&part->ways);
    if (place) *place = way;
}

static bool is_in_level(const carom_world *world, uint32_t index, carom_vec2 at) {
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_space level = carom_space_of_level(cr_level_of(world, (int)i));
        if (!cr_free(&level, &cr_body_at(world, index)->shape, at)) return true;
    }
    return false;
}

/// To the end of a way on which no level is met. Where there is no room for it in one, it stays where it is. A static
/// that it ends in is met on the way, and stops it there (meet.c).
static void go_to_end(carom_world *world, cr_part *part, const cr_way *way) {
    carom_vec2 led = {way->from.x + way->move.x, way->from.y + way->move.y}, end = cr_end_of(world, way);
    cr_vectors(&world->end)[way->body] = end;
    if (!cr_is_astray(end, led) || !is_in_level(world, way->body, led)) return;
    cr_way *place = cr_part_room(&part->ways);
    if (!place) return;
    *place = cr_straight_way(world, way->body);
    place->move = (carom_vec2){0, 0};
    place->resting = place->lost = true;
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
    } else if (cr_flags(world)[index] & CR_ROUND && world->levels.count == 1) {
        cr_vectors(&world->end)[index] = best.at; // as cr_end_of would answer
    } else if (move.x != 0 || move.y != 0) {
        go_to_end(world, part, &(cr_way){.body = index, .from = from, .move = move, .level_hit = best});
    }
}

/// In the order of places, so that what is read of a level was read just before.
static void level_part(cr_part *part, uint32_t number, uint32_t parts) {
    carom_world *world = part->world;
    part->ways.count = part->touches.count = part->beside.count = 0;
    part->stats = (carom_step_stats){0};
    cr_range r = cr_share_of(cr_broad_places(&world->broad), number, parts);
    for (uint32_t at = r.begin; at < r.end; ++at) {
        uint32_t index = cr_broad_mover_at(&world->broad, at);
        if (index != UINT32_MAX) ask_levels(world, part, index);
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
