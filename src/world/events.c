// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From contacts to events. Five lists in the order of pairs are walked together: what touched after the last step, what
// met in this one, which bodies are near each other now, who is beside which level, and the meetings of those that only
// cross and went straight. For each pair that tells when it began, parted, and began again.
#include "world/state.h"

#include "geom/moment.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/beside.h"

#include <math.h>
#include <string.h>

/// What is known about one pair while its part of the lists is read.
typedef struct history {
    cr_part *part; ///< where it is told to
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
static void push_event(cr_part *part, carom_event event) {
    carom_event *place = cr_part_room(event.t > 0 ? &part->late_events : &part->events);
    if (place) *place = event;
}

static void tell(const carom_world *world, history *h, carom_event_kind kind, float t) {
    push_event(h->part, event_of(world, h, kind, t));
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
    uint32_t a = cr_first(h->pair);
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(world, a, &placed);
    carom_level_edge edge = carom_level_edge_at(cr_level_of(world, (int)(cr_second(h->pair) - CR_LEVEL)), h->edge);
    carom_shape segment = {.kind = CAROM_SEGMENT, .segment = {.a = edge.a, .b = edge.b}};
    double off = cr_crosses(world, a) ? 0 : rest_off(carom_shape_bounds(shape));
    return (double)carom_distance(shape, &segment).distance <= off;
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

/// From where it was at a time to the end, and back.
static carom_vec2 way_on(const cr_line *line, carom_vec2 at, double time) {
    carom_vec2 then = place_then(line, at, time);
    return (carom_vec2){at.x - then.x, at.y - then.y};
}

static carom_vec2 way_back(const cr_line *line, carom_vec2 at, double time) {
    carom_vec2 on = way_on(line, at, time);
    return (carom_vec2){-on.x, -on.y};
}

static carom_sweep_hit sweep_back(const carom_world *world, const last_ways *l) {
    carom_vec2 back_a = way_back(&l->line_a, l->at_a, l->time);
    if (l->b < CR_LEVEL)
        return cr_sweep_bodies(world, l->a, l->at_a, back_a, l->b, l->at_b, way_back(&l->line_b, l->at_b, l->time));
    cr_placed placed;
    const carom_shape *shape = cr_shape_at(world, l->a, l->at_a, &placed);
    return cr_level_sweep(cr_level_of(world, (int)(l->b - CR_LEVEL)), shape, back_a);
}

/// A motion that passes flush is no hit of a sweep, and yet touches from one time to another, or to its end.
typedef struct flush {
    const carom_world *world;
    const last_ways *ways;
    bool begins; ///< when is looked for; else when it ends
} flush;

/// Do they touch at a share of their last ways? Two bodies exactly, and not where rounding would put them.
static bool touch_then(const carom_world *world, const last_ways *l, double share) {
    carom_vec2 from_a = place_then(&l->line_a, l->at_a, l->time);
    if (l->b >= CR_LEVEL) {
        carom_vec2 then = place_then(&l->line_a, l->at_a, l->time + share * (1 - l->time));
        return !isinf(nearest_edge(world, l->a, l->b, then, false).distance);
    }
    carom_vec2 from_b = place_then(&l->line_b, l->at_b, l->time);
    cr_placed there_a, there_b;
    return cr_relate_on_way(cr_shape_at(world, l->a, from_a, &there_a), way_on(&l->line_a, l->at_a, l->time),
                            cr_shape_at(world, l->b, from_b, &there_b), way_on(&l->line_b, l->at_b, l->time),
                            share) != CR_APART;
}

/// Is a share of the last ways beyond the time looked for? What begins at a float is not beyond it.
static bool is_beyond(const void *context, double share) {
    const flush *f = context;
    return touch_then(f->world, f->ways, f->begins ? share * (1 - DBL_EPSILON) : share) == f->begins;
}

static float time_of_flush(const carom_world *world, const last_ways *l, bool begins) {
    float share = cr_time_down((cr_estimate){0, HUGE_VAL}, is_beyond, &(flush){world, l, begins});
    return cr_float_down(l->time + (double)share * (1 - l->time));
}

/// They touch, and no sweep has told when that began.
static float time_of_touching(const carom_world *world, const history *h) {
    last_ways l = last_ways_of(world, h);
    return time_of_flush(world, &l, true);
}

/// The last time they touched, from running their last ways backwards; the start of those if it was before.
static float time_of_parting(const carom_world *world, const history *h) {
    last_ways l = last_ways_of(world, h);
    carom_sweep_hit back = sweep_back(world, &l);
    float parted = cr_float_down(1 - (double)back.t * (1 - l.time)); // a miss has t = 1
    if (!back.hit && touch_then(world, &l, 0)) parted = time_of_flush(world, &l, false);
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

static void read_touch(const carom_world *world, history *h, const cr_touch *touch) {
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

static void push_pair(const carom_world *world, const history *h) {
    carom_pair *place = cr_part_room(&h->part->pairs);
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

static void conclude(const carom_world *world, history *h) {
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
static void conclude_meeting(const carom_world *world, history *h, const cr_meeting *meeting) {
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

/// Those of bodies that have ways are among the near pairs.
static void drop_turned(cr_part *part) {
    const carom_world *world = part->world;
    cr_meeting *meetings = part->meetings.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < part->meetings.count; ++i) {
        bool turned = cr_way_of(world, meetings[i].a) || cr_way_of(world, meetings[i].b);
        if (!turned) meetings[kept++] = meetings[i];
    }
    part->meetings.count = kept;
}

// ---- All pairs -----------------------------------------------------------------------------------------------------

/// How far the five lists have been read, and how far they are.
typedef struct reading {
    cr_part *part;
    uint32_t old, order, near, beside, meeting;
    uint32_t old_end, order_end, near_end, beside_end;
} reading;

static const cr_meeting *next_meeting(const reading *r) {
    const cr_list *meetings = &r->part->meetings;
    return r->meeting < meetings->count ? (const cr_meeting *)meetings->data + r->meeting : NULL;
}

static uint64_t pair_of_meeting(const cr_meeting *meeting) {
    return (uint64_t)meeting->a << 32 | meeting->b;
}

static const carom_pair *next_old(const carom_world *world, const reading *r) {
    return r->old < r->old_end ? (const carom_pair *)world->pairs.data + r->old : NULL;
}

static const cr_keyed *next_of(const cr_list *list, uint32_t at, uint32_t end) {
    return at < end ? (const cr_keyed *)list->data + at : NULL;
}

static uint64_t pair_of_old(const void *old) {
    const carom_pair *pair = old;
    uint32_t b = pair->level >= 0 ? CR_LEVEL + (uint32_t)pair->level : pair->b.index;
    return (uint64_t)pair->a.index << 32 | b;
}

static uint32_t find_old(const carom_world *world, uint64_t key) {
    return cr_find_key_among(world->pairs.data, sizeof(carom_pair), pair_of_old, 0, world->pairs.count, key);
}

/// A part's share: the pairs from one key to another.
static reading begin_reading(cr_part *part, uint32_t number, uint32_t parts) {
    const carom_world *world = part->world;
    uint64_t from = cr_first_pair(world, number, parts), until = cr_first_pair(world, number + 1, parts);
    return (reading){.part = part,
                     .old = find_old(world, from),
                     .old_end = find_old(world, until),
                     .order = cr_find_key(&world->order, from),
                     .order_end = cr_find_key(&world->order, until),
                     .near = cr_find_key(&world->near_pairs, from),
                     .near_end = cr_find_key(&world->near_pairs, until),
                     .beside = cr_find_key(&world->beside, from),
                     .beside_end = cr_find_key(&world->beside, until)};
}

/// Is one of an old pair gone? Its place may have a new body already.
static bool is_gone(const carom_world *world, const carom_pair *pair) {
    if (!world->removed) return false;
    return !carom_world_has(world, pair->a) || (pair->level < 0 && !carom_world_has(world, pair->b));
}

static void end_of_gone(cr_part *part, const carom_pair *pair) {
    push_event(part, (carom_event){CAROM_END, 0, pair->a, pair->b, pair->level, pair->edge, pair->point, pair->normal});
}

/// The next pair of which more is to be known than that it went on touching, or crosses.
static uint64_t next_special(const carom_world *world, const reading *r) {
    const cr_keyed *order = next_of(&world->order, r->order, r->order_end);
    const cr_keyed *near = next_of(&world->near_pairs, r->near, r->near_end);
    const cr_keyed *beside = next_of(&world->beside, r->beside, r->beside_end);
    uint64_t next = order ? order->key : UINT64_MAX;
    if (near && near->key < next) next = near->key;
    if (beside && beside->key < next) next = beside->key;
    return next;
}

static uint64_t next_pair(const carom_world *world, const reading *r) {
    uint64_t next = next_special(world, r);
    const carom_pair *old = next_old(world, r);
    if (old && pair_of_old(old) < next) next = pair_of_old(old);
    const cr_meeting *meeting = next_meeting(r);
    if (meeting && pair_of_meeting(meeting) < next) next = pair_of_meeting(meeting);
    return next;
}

/// The old state of the pair, if it had one. One whose body is gone ends here.
static const carom_pair *read_old(const carom_world *world, reading *r, uint64_t pair) {
    const carom_pair *old = next_old(world, r);
    if (!old || pair_of_old(old) != pair) return NULL;
    ++r->old;
    if (!is_gone(world, old)) return old;
    end_of_gone(r->part, old);
    return NULL;
}

/// Is the pair the next in a list?
static bool read_key(const cr_list *list, uint32_t *at, uint32_t end, uint64_t pair) {
    const cr_keyed *entry = next_of(list, *at, end);
    bool there = entry && entry->key == pair;
    if (there) ++*at;
    return there;
}

static void read_pair(const carom_world *world, reading *r, uint64_t pair) {
    history h = {.part = r->part, .pair = pair, .edge = -1};
    h.old = read_old(world, r, pair);
    if (h.old) {
        h.touching = true;
        h.point = h.old->point;
        h.normal = h.old->normal;
        h.edge = h.old->edge;
    }
    const cr_touch *touches = world->touches.data;
    const cr_keyed *order = world->order.data;
    while (read_key(&world->order, &r->order, r->order_end, pair)) {
        read_touch(world, &h, &touches[order[r->order - 1].index]);
    }
    h.near = read_key(&world->near_pairs, &r->near, r->near_end, pair);
    while (read_key(&world->beside, &r->beside, r->beside_end, pair)) h.near = true;
    const cr_meeting *meeting = next_meeting(r);
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

/// Those that went on touching, and nothing else has happened to them: most of all. Up to the pair `limit`.
static void read_stays(const carom_world *world, reading *r, uint64_t limit) {
    const carom_pair *old = world->pairs.data;
    const cr_meeting *meetings = r->part->meetings.data;
    cr_list *pairs = &r->part->pairs, *events = &r->part->events;
    carom_pair *pair = pairs->data;
    carom_event *event = events->data;
    uint32_t told = 0, meetings_left = r->part->meetings.count - r->meeting, most = r->old_end - r->old;
    if (pairs->count >= pairs->capacity || events->count >= events->capacity) return;
    most = meetings_left < most ? meetings_left : most;
    most = pairs->capacity - pairs->count < most ? pairs->capacity - pairs->count : most;
    most = events->capacity - events->count < most ? events->capacity - events->count : most;
    old += r->old;
    meetings += r->meeting;
    pair += pairs->count;
    event += events->count;
    for (; told < most; ++told) {
        const carom_pair *o = &old[told];
        const cr_meeting *m = &meetings[told];
        if (o->level >= 0 || o->a.index != m->a || o->b.index != m->b || !m->touching) break;
        if (pair_of_meeting(m) >= limit || is_gone(world, o)) break;
        pair[told] = (carom_pair){o->a, o->b, -1, -1, m->point, m->normal};
        event[told] = (carom_event){CAROM_STAY, 0, o->a, o->b, -1, -1, m->point, m->normal};
    }
    r->old += told;
    r->meeting += told;
    pairs->count += told;
    events->count += told;
}

static void events_part(cr_part *part, uint32_t number, uint32_t parts) {
    const carom_world *world = part->world;
    part->pairs.count = part->events.count = part->late_events.count = 0;
    if (world->ways.count > 0) drop_turned(part);
    reading r = begin_reading(part, number, parts);
    for (;;) {
        read_stays(world, &r, next_special(world, &r));
        uint64_t pair = next_pair(world, &r);
        if (pair == UINT64_MAX) break;
        read_pair(world, &r, pair);
    }
}

// ---- All parts together --------------------------------------------------------------------------------------------

/// To where those of all parts are, one after the other.
static void copy_part(cr_part *part, uint32_t number, uint32_t parts) {
    (void)parts;
    const carom_world *world = part->world;
    uint32_t pairs = 0, events = 0;
    const cr_part *all = world->parts.data;
    for (uint32_t p = 0; p < number; ++p) {
        pairs += all[p].pairs.count;
        events += all[p].events.count;
    }
    cr_list_copy(&world->next_pairs, pairs, &part->pairs);
    cr_list_copy(&world->next_events, events, &part->events);
}

static bool join_parts(carom_world *world) {
    const cr_part *parts = world->parts.data;
    uint32_t pairs = 0, events = 0, late = 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        pairs += parts[p].pairs.count;
        events += parts[p].events.count;
        late += parts[p].late_events.count;
    }
    if (!cr_list_reserve(&world->next_pairs, world->allocator, pairs) ||
        !cr_list_reserve(&world->next_events, world->allocator, events + late)) {
        return false;
    }
    cr_do_parts(world, copy_part);
    world->next_pairs.count = pairs;
    world->next_events.count = events;
    return true;
}

/// A world in one part has its part write where it is read.
static void lend_lists(carom_world *world) {
    if (world->parts.count > 1) return;
    cr_part *part = world->parts.data;
    cr_swap_lists(&world->next_pairs, &part->pairs);
    cr_swap_lists(&world->next_events, &part->events);
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

static void put_late_part(cr_part *part, uint32_t number, uint32_t parts) {
    const carom_world *world = part->world;
    const carom_event *late = world->late_events.data;
    const cr_keyed *order = world->order.data;
    carom_event *sorted = (carom_event *)world->next_events.data + world->next_events.count;
    cr_range r = cr_share_of(world->order.count, number, parts);
    for (uint32_t i = r.begin; i < r.end; ++i) sorted[i] = late[order[i].index];
}

/// The late ones, by time, behind those at t = 0; they are in the order of pairs, and stay so at equal times.
static bool sort_events(carom_world *world) {
    const cr_part *parts = world->parts.data;
    uint32_t count = 0;
    for (uint32_t p = 0; p < world->parts.count; ++p) count += parts[p].late_events.count;
    world->late_events.count = 0;
    if (!cr_list_reserve(&world->late_events, world->allocator, count) ||
        !cr_list_reserve(&world->order, world->allocator, count) ||
        !cr_list_reserve(&world->next_events, world->allocator, world->next_events.count + count)) {
        return false;
    }
    for (uint32_t p = 0; p < world->parts.count; ++p) cr_list_append(&world->late_events, &parts[p].late_events);
    const carom_event *late = world->late_events.data;
    cr_keyed *order = world->order.data;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits; // of floats that are not negative, in the same order as the floats
        memcpy(&bits, &late[i].t, sizeof bits);
        order[i] = (cr_keyed){bits, i};
    }
    world->order.count = count;
    if (!cr_sort(&world->order, &world->scratch, world->allocator)) return false;
    cr_do_parts(world, put_late_part);
    world->next_events.count += count;
    return true;
}

void cr_make_events(carom_world *world) {
    if (!sort_touches(world) || !sort_beside(world)) world->out_of_memory = true;
    if (world->out_of_memory) return;
    lend_lists(world);
    cr_do_parts(world, events_part);
    lend_lists(world);
    if (world->out_of_memory) return;
    if (world->parts.count > 1 && !join_parts(world)) world->out_of_memory = true;
    if (!world->out_of_memory && !sort_events(world)) world->out_of_memory = true;
}
