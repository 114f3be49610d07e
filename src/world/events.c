// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From contacts to events. Five lists in the order of pairs are walked together: what touched after the last step, what
// met in this one, which bodies are near each other now, who is beside which level, and the meetings of those that only
// cross and went straight. For each pair that tells when it began, parted, and began again.
#include "world/state.h"

#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/beside.h"

#include <math.h>
#include <string.h>

/// What is known about one pair while its part of the lists is read.
typedef struct history {
    uint64_t pair;
    const carom_pair *old; ///< null when it did not touch after the last step
    const cr_touch *last;  ///< the last contact in this step; null without one
    bool near;             ///< they came near each other, and may meet; or the mover is beside the level
    bool touching;
    bool told; ///< a begin or end was made
    carom_vec2 point, normal;
    int edge;
} history;

static carom_event event_of(const carom_world *world, const history *h, carom_event_kind kind, float t) {
    uint32_t b = cr_second(h->pair);
    bool level = b >= CR_LEVEL;
    return (carom_event){.kind = kind,
                         .t = t,
                         .a = cr_id_of(world, cr_first(h->pair)),
                         .b = level ? (carom_body_id){0, 0} : cr_id_of(world, b),
                         .level = level ? (int)(b - CR_LEVEL) : -1,
                         .edge = h->edge,
                         .point = h->point,
                         .normal = h->normal};
}

/// The events at t = 0, most of them, come in their order; the others are sorted by time.
static void push_event(carom_world *world, carom_event event) {
    carom_event *place = cr_push(world, event.t > 0 ? &world->late_events : &world->next_events);
    if (place) *place = event;
}

static void tell(carom_world *world, history *h, carom_event_kind kind, float t) {
    push_event(world, event_of(world, h, kind, t));
    h->told = true;
}

// ---- Do they touch now? --------------------------------------------------------------------------------------------

/// What came to rest on something is put up to two steps of a float off it. That still counts as touching.
static double rest_off(carom_box box) {
    double size = fabs((double)box.min.x) + fabs((double)box.max.x) + fabs((double)box.min.y) + fabs((double)box.max.y);
    return size * 0x1p-22;
}

/// The edge that a mover, at a place, is nearest to, `within` a distance. One-way edges that one that does not cross is
/// deeper in than a rest are letting it pass.
static carom_gap nearest_edge(const carom_world *world, uint32_t a, uint32_t b, carom_vec2 at, bool rests) {
    cr_placed placed;
    const carom_shape *shape = cr_shape_at(world, a, at, &placed);
    float off = (float)rest_off(carom_shape_bounds(shape));
    return cr_level_nearest_met(cr_level_of(world, (int)(b - CR_LEVEL)), shape, rests ? off : 0,
                                cr_crosses(world, a) ? INFINITY : off);
}

/// Is the edge that was met last still the one?
static bool touches_last(const carom_world *world, const history *h) {
    if (!h->last) return false;
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(world, cr_first(h->pair), &placed);
    carom_level_edge edge = carom_level_edge_at(cr_level_of(world, (int)(cr_second(h->pair) - CR_LEVEL)), h->edge);
    carom_shape segment = {.kind = CAROM_SEGMENT, .segment = {.a = edge.a, .b = edge.b}};
    return (double)carom_distance(shape, &segment).distance <= rest_off(carom_shape_bounds(shape));
}

/// Also tells the contact.
static bool touches_level(const carom_world *world, history *h) {
    if (!h->near) return false;
    uint32_t a = cr_first(h->pair), b = cr_second(h->pair);
    bool rests = (h->last || h->old) && !cr_crosses(world, a);
    carom_gap gap = nearest_edge(world, a, b, cr_position_of(world, a), rests);
    if (isinf(gap.distance)) return false;
    if (touches_last(world, h)) return true;
    h->point = gap.on_b;
    h->normal = gap.normal;
    h->edge = gap.part_b;
    return true;
}

static bool touches_body(const carom_world *world, const history *h) {
    if (!h->near) return false;
    uint32_t a = cr_first(h->pair);
    uint32_t b = cr_second(h->pair);
    carom_vec2 at_a = cr_position_of(world, a), at_b = cr_position_of(world, b);
    if (cr_relate_bodies(world, a, at_a, b, at_b) != CR_APART) return true;
    if (!cr_blocks(world, a, b) || !(h->last || h->old)) return false;
    return cr_distance_bodies(world, a, at_a, b, at_b) <= rest_off(cr_bounds_at(world, a, at_a));
}

// ---- When did they meet, when did they part? -----------------------------------------------------------------------

/// The last ways of the two, to where they are now.
typedef struct last_ways {
    uint32_t a, b; ///< b may be a level
    carom_vec2 at_a, at_b;
    cr_line line_a, line_b;
    double time; ///< when both are on them
} last_ways;

static last_ways last_ways_of(const carom_world *world, const history *h) {
    last_ways l = {.a = cr_first(h->pair), .b = cr_second(h->pair)};
    l.at_a = cr_position_of(world, l.a);
    l.line_a = cr_line_of(world, l.a);
    l.time = l.line_a.time;
    if (l.b >= CR_LEVEL) return l;
    l.at_b = cr_position_of(world, l.b);
    l.line_b = cr_line_of(world, l.b);
    if (l.line_b.time > l.time) l.time = l.line_b.time;
    return l;
}

static carom_vec2 place_then(const cr_line *line, carom_vec2 at, double time) {
    if (!(time > line->time && line->time < 1)) return line->departure;
    double share = (time - line->time) / (1 - line->time);
    return cr_rounded((double)line->departure.x + share * ((double)at.x - (double)line->departure.x),
                      (double)line->departure.y + share * ((double)at.y - (double)line->departure.y));
}

/// From the end back to where it was at a time.
static carom_vec2 way_back(const cr_line *line, carom_vec2 at, double time) {
    carom_vec2 then = place_then(line, at, time);
    return (carom_vec2){then.x - at.x, then.y - at.y};
}

static carom_sweep_hit sweep_back(const carom_world *world, const last_ways *l) {
    carom_vec2 back_a = way_back(&l->line_a, l->at_a, l->time);
    if (l->b < CR_LEVEL)
        return cr_sweep_bodies(world, l->a, l->at_a, back_a, l->b, l->at_b, way_back(&l->line_b, l->at_b, l->time));
    cr_placed placed;
    const carom_shape *shape = cr_shape_at(world, l->a, l->at_a, &placed);
    return cr_level_sweep(cr_level_of(world, (int)(l->b - CR_LEVEL)), shape, back_a);
}

static bool touch_then(const carom_world *world, const last_ways *l, double time) {
    carom_vec2 then_a = place_then(&l->line_a, l->at_a, time);
    if (l->b < CR_LEVEL)
        return cr_relate_bodies(world, l->a, then_a, l->b, place_then(&l->line_b, l->at_b, time)) != CR_APART;
    return !isinf(nearest_edge(world, l->a, l->b, then_a, false).distance);
}

/// A motion that passes flush is no hit of a sweep, and yet touches from one time to another. When that begins, or
/// ends, on their last ways, by halving.
static float flush_until(const carom_world *world, const last_ways *l, bool touching_first) {
    double low = l->time, high = 1;
    for (int i = 0; i < 26; ++i) {
        double middle = (low + high) / 2;
        *(touch_then(world, l, middle) == touching_first ? &low : &high) = middle;
    }
    return cr_float_down(touching_first ? low : high);
}

/// They touch, and no sweep has told when that began.
static float time_of_touching(const carom_world *world, const history *h) {
    last_ways l = last_ways_of(world, h);
    if (touch_then(world, &l, l.time)) return cr_float_down(l.time);
    return flush_until(world, &l, false);
}

/// The last time they touched, from running their last ways backwards; the start of those if it was before.
static float time_of_parting(const carom_world *world, const history *h) {
    last_ways l = last_ways_of(world, h);
    carom_sweep_hit back = sweep_back(world, &l);
    float parted = cr_float_down(1 - (double)back.t * (1 - l.time)); // a miss has t = 1
    if (!back.hit && touch_then(world, &l, l.time)) parted = flush_until(world, &l, true);
    // Run backwards out of a solid, a body meets no border: then the contact is the last that is known.
    return h->last && parted < h->last->t ? h->last->t : parted;
}

// ---- One pair ------------------------------------------------------------------------------------------------------

/// The contact where they are now; the last one met tells it better when there is one.
static void see_contact(const carom_world *world, history *h) {
    uint32_t a = cr_first(h->pair), b = cr_second(h->pair);
    if (h->last || b >= CR_LEVEL) return;
    carom_contact_points contact = cr_contact_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b));
    if (!contact.hit) return;
    h->point = contact.points[0];
    h->normal = contact.normal;
}

static void read_touch(carom_world *world, history *h, const cr_touch *touch) {
    if (h->last && h->last->parting) {
        tell(world, h, CAROM_END, h->last->t);
        h->touching = false;
    }
    h->point = touch->point;
    h->normal = touch->normal;
    h->edge = touch->edge;
    if (!h->touching) tell(world, h, CAROM_BEGIN, touch->t);
    h->touching = true;
    h->last = touch;
}

static void push_pair(carom_world *world, const history *h) {
    carom_pair *place = cr_push(world, &world->next_pairs);
    if (!place) return;
    carom_event e = event_of(world, h, CAROM_STAY, 0);
    *place = (carom_pair){e.a, e.b, e.level, e.edge, e.point, e.normal};
}

static float time_of_end(const carom_world *world, const history *h) {
    if (h->last && h->last->parting) return h->last->t;
    uint32_t a = cr_first(h->pair), b = cr_second(h->pair);
    if (b < CR_LEVEL && !cr_may_meet(world, a, b)) return 0;
    return time_of_parting(world, h);
}

static void conclude(carom_world *world, history *h) {
    bool touches = cr_second(h->pair) >= CR_LEVEL ? touches_level(world, h) : touches_body(world, h);
    if (touches) {
        see_contact(world, h);
        if (!h->touching) tell(world, h, CAROM_BEGIN, time_of_touching(world, h));
        if (!h->told) tell(world, h, CAROM_STAY, 0);
        push_pair(world, h);
    } else if (h->touching) {
        tell(world, h, CAROM_END, time_of_end(world, h));
    }
}

// ---- Those that only cross -----------------------------------------------------------------------------------------

/// They went straight, so that where they are at the end, and whether they met on the way, is all there is to know.
static void conclude_meeting(carom_world *world, history *h, const cr_meeting *meeting) {
    uint32_t a = meeting->a, b = meeting->b;
    if (meeting->touching && h->touching) {
        h->point = meeting->point;
        h->normal = meeting->normal;
        tell(world, h, CAROM_STAY, 0);
        push_pair(world, h);
        return;
    }
    float begun = 0;
    if (!h->touching) {
        carom_sweep_hit hit =
            cr_sweep_bodies(world, a, world->from[a], cr_move_of(world, a), b, world->from[b], cr_move_of(world, b));
        if (!hit.hit && !meeting->touching) return;
        h->point = hit.hit ? hit.point : meeting->point;
        h->normal = hit.hit ? hit.normal : meeting->normal;
        begun = hit.hit ? hit.t : time_of_touching(world, h);
        tell(world, h, CAROM_BEGIN, begun);
    }
    h->touching = meeting->touching;
    if (!h->touching) {
        float parted = time_of_parting(world, h);
        tell(world, h, CAROM_END, parted < begun ? begun : parted);
        return;
    }
    h->point = meeting->point;
    h->normal = meeting->normal;
    push_pair(world, h);
}

static bool turned(const carom_world *world, const cr_meeting *m) {
    return cr_way_of(world, m->a) || cr_way_of(world, m->b);
}

/// Those of bodies that have ways are among the near pairs.
static void drop_turned(carom_world *world) {
    cr_meeting *meetings = world->meetings.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->meetings.count; ++i) {
        if (!turned(world, &meetings[i])) meetings[kept++] = meetings[i];
    }
    world->meetings.count = kept;
}

/// The parts' meetings as one list; they are in the order of pairs.
static bool join_meetings(carom_world *world) {
    cr_part *parts = world->parts.data;
    uint32_t total = 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) total += parts[p].meetings.count;
    world->meetings.count = 0;
    if (world->parts.count == 1) {
        cr_swap_lists(&world->meetings, &parts[0].meetings);
        return true;
    }
    if (!cr_list_reserve(&world->meetings, world->allocator, total)) return false;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        cr_list_append(&world->meetings, &parts[p].meetings);
    }
    return true;
}

// ---- All pairs -----------------------------------------------------------------------------------------------------

/// How far the five lists have been read.
typedef struct reading {
    uint32_t old, order, near, beside, meeting;
} reading;

static const cr_meeting *next_meeting(const carom_world *world, const reading *r) {
    return r->meeting < world->meetings.count ? (const cr_meeting *)world->meetings.data + r->meeting : NULL;
}

static uint64_t pair_of_meeting(const cr_meeting *meeting) {
    return (uint64_t)meeting->a << 32 | meeting->b;
}

static const carom_pair *next_old(const carom_world *world, const reading *r) {
    return r->old < world->pairs.count ? (const carom_pair *)world->pairs.data + r->old : NULL;
}

static const cr_keyed *next_of(const cr_list *list, uint32_t at) {
    return at < list->count ? (const cr_keyed *)list->data + at : NULL;
}

static uint64_t pair_of_old(const carom_pair *pair) {
    uint32_t b = pair->level >= 0 ? CR_LEVEL + (uint32_t)pair->level : pair->b.index;
    return (uint64_t)pair->a.index << 32 | b;
}

/// Is one of an old pair gone? Its place may have a new body already.
static bool is_gone(const carom_world *world, const carom_pair *pair) {
    if (!world->removed) return false;
    return !carom_world_has(world, pair->a) || (pair->level < 0 && !carom_world_has(world, pair->b));
}

static void end_of_gone(carom_world *world, const carom_pair *pair) {
    push_event(world,
               (carom_event){CAROM_END, 0, pair->a, pair->b, pair->level, pair->edge, pair->point, pair->normal});
}

/// The next pair of which more is to be known than that it went on touching, or crosses.
static uint64_t next_special(const carom_world *world, const reading *r) {
    const cr_keyed *order = next_of(&world->order, r->order), *near = next_of(&world->near_pairs, r->near);
    const cr_keyed *beside = next_of(&world->beside, r->beside);
    uint64_t next = order ? order->key : UINT64_MAX;
    if (near && near->key < next) next = near->key;
    if (beside && beside->key < next) next = beside->key;
    return next;
}

static uint64_t next_pair(const carom_world *world, const reading *r) {
    uint64_t next = next_special(world, r);
    const carom_pair *old = next_old(world, r);
    if (old && pair_of_old(old) < next) next = pair_of_old(old);
    const cr_meeting *meeting = next_meeting(world, r);
    if (meeting && pair_of_meeting(meeting) < next) next = pair_of_meeting(meeting);
    return next;
}

/// The old state of the pair, if it had one. One whose body is gone ends here.
static const carom_pair *read_old(carom_world *world, reading *r, uint64_t pair) {
    const carom_pair *old = next_old(world, r);
    if (!old || pair_of_old(old) != pair) return NULL;
    ++r->old;
    if (!is_gone(world, old)) return old;
    end_of_gone(world, old);
    return NULL;
}

/// Is the pair the next in a list?
static bool read_key(const cr_list *list, uint32_t *at, uint64_t pair) {
    const cr_keyed *entry = next_of(list, *at);
    bool there = entry && entry->key == pair;
    if (there) ++*at;
    return there;
}

static void read_pair(carom_world *world, reading *r, uint64_t pair) {
    history h = {.pair = pair, .edge = -1};
    h.old = read_old(world, r, pair);
    if (h.old) {
        h.touching = true;
        h.point = h.old->point;
        h.normal = h.old->normal;
        h.edge = h.old->edge;
    }
    const cr_touch *touches = world->touches.data;
    while (read_key(&world->order, &r->order, pair)) {
        read_touch(world, &h, &touches[next_of(&world->order, r->order - 1)->index]);
    }
    h.near = read_key(&world->near_pairs, &r->near, pair);
    while (read_key(&world->beside, &r->beside, pair)) h.near = true;
    const cr_meeting *meeting = next_meeting(world, r);
    if (meeting && pair_of_meeting(meeting) == pair) {
        ++r->meeting;
        conclude_meeting(world, &h, meeting);
    } else if (h.old || h.last || h.near) {
        conclude(world, &h);
    }
}

static bool sort_touches(carom_world *world) {
    const cr_touch *touches = world->touches.data;
    world->order.count = 0;
    for (uint32_t i = 0; i < world->touches.count; ++i) {
        cr_keyed *entry = cr_list_push(&world->order, world->allocator);
        if (!entry) return false;
        *entry = (cr_keyed){touches[i].pair, i};
    }
    return cr_sort(&world->order, &world->scratch, world->allocator);
}

/// The late ones, by time, behind those at t = 0; they are in the order of pairs, and stay so at equal times.
static bool sort_events(carom_world *world) {
    const carom_event *late = world->late_events.data;
    uint32_t count = world->late_events.count;
    if (!cr_list_reserve(&world->order, world->allocator, count)) return false;
    if (!cr_list_reserve(&world->next_events, world->allocator, world->next_events.count + count)) return false;
    cr_keyed *order = world->order.data;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits; // of floats that are not negative, in the same order as the floats
        memcpy(&bits, &late[i].t, sizeof bits);
        order[i] = (cr_keyed){bits, i};
    }
    world->order.count = count;
    if (!cr_sort(&world->order, &world->scratch, world->allocator)) return false;
    order = world->order.data;
    carom_event *sorted = (carom_event *)world->next_events.data + world->next_events.count;
    for (uint32_t i = 0; i < count; ++i) sorted[i] = late[order[i].index];
    world->next_events.count += count;
    return true;
}

/// Those that went on touching, and nothing else has happened to them: most of all. Up to the pair `limit`.
static void read_stays(carom_world *world, reading *r, uint64_t limit) {
    const carom_pair *old = world->pairs.data;
    const cr_meeting *meetings = world->meetings.data;
    carom_pair *pairs = world->next_pairs.data;
    carom_event *events = world->next_events.data;
    uint32_t old_count = world->pairs.count, meetings_count = world->meetings.count;
    uint32_t room = world->next_pairs.capacity, pairs_count = world->next_pairs.count;
    uint32_t events_room = world->next_events.capacity, events_count = world->next_events.count;
    while (r->old < old_count && r->meeting < meetings_count && pairs_count < room && events_count < events_room) {
        const carom_pair *o = &old[r->old];
        const cr_meeting *m = &meetings[r->meeting];
        uint64_t pair = pair_of_meeting(m);
        if (pair >= limit || pair_of_old(o) != pair || !m->touching || is_gone(world, o)) break;
        pairs[pairs_count++] = (carom_pair){o->a, o->b, -1, -1, m->point, m->normal};
        events[events_count++] = (carom_event){CAROM_STAY, 0, o->a, o->b, -1, -1, m->point, m->normal};
        ++r->old;
        ++r->meeting;
    }
    world->next_pairs.count = pairs_count;
    world->next_events.count = events_count;
}

/// Who has a way may have come beside any level; of the others it is known.
static bool sort_beside(carom_world *world) {
    const cr_way *ways = world->ways.data;
    for (uint32_t i = 0; i < world->ways.count; ++i) {
        for (uint32_t level = 0; level < world->levels.count; ++level) {
            cr_keyed *entry = cr_list_push(&world->beside, world->allocator);
            if (!entry) return false;
            *entry = (cr_keyed){.key = cr_pair_of_level(ways[i].body, level)};
        }
    }
    return cr_sort(&world->beside, &world->scratch, world->allocator);
}

void cr_make_events(carom_world *world) {
    world->next_events.count = world->late_events.count = world->next_pairs.count = 0;
    if (!sort_touches(world) || !join_meetings(world) || !sort_beside(world)) {
        world->out_of_memory = true;
        return;
    }
    if (world->ways.count > 0) drop_turned(world);
    reading r = {0};
    for (;;) {
        read_stays(world, &r, next_special(world, &r));
        uint64_t pair = next_pair(world, &r);
        if (pair == UINT64_MAX) break;
        read_pair(world, &r, pair);
    }
    if (!world->out_of_memory && !sort_events(world)) world->out_of_memory = true;
}
