// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From contacts to events. Three lists in the order of pairs are walked together: what touched after the last step,
// what met in this one, and what is near now. For each pair that tells when it began, parted, and began again.
#include "world/state.h"

#include "geom/predicate.h"
#include "geom/relation.h"

#include <math.h>
#include <string.h>

/// What is known about one pair while its part of the lists is read.
typedef struct history {
    uint64_t pair;
    const carom_pair *old; ///< null when it did not touch after the last step
    const cr_touch *last;  ///< the last contact in this step; null without one
    bool near;             ///< they came near each other, and may meet
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

static void push_event(carom_world *world, carom_event event) {
    carom_event *place = cr_list_push(&world->next_events, world->allocator);
    if (place) {
        *place = event;
    } else {
        world->out_of_memory = true;
    }
}

static void tell(carom_world *world, history *h, carom_event_kind kind, float t) {
    push_event(world, event_of(world, h, kind, t));
    h->told = true;
}

// ---- Do they touch now? --------------------------------------------------------------------------------------------

/// What came to rest on something is put up to two steps of a float off it. That still counts as touching.
static bool rests_on(const carom_shape *a, const carom_shape *b) {
    carom_box box = carom_shape_bounds(a);
    double size = fabs((double)box.min.x) + fabs((double)box.max.x) + fabs((double)box.min.y) + fabs((double)box.max.y);
    return (double)carom_distance(a, b).distance <= size * 0x1p-22;
}

static bool touches_level(const carom_world *world, const history *h) {
    const carom_level *level = cr_level_of(world, (int)(cr_second(h->pair) - CR_LEVEL));
    carom_shape shape = cr_shape_of(world, cr_first(h->pair));
    if (carom_level_overlap(level, &shape, NULL, 0) > 0) return true;
    carom_level_edge edge = carom_level_edge_at(level, h->edge);
    carom_shape segment = {.kind = CAROM_SEGMENT, .segment = {.a = edge.a, .b = edge.b}};
    return rests_on(&shape, &segment);
}

static bool touches_body(const carom_world *world, const history *h) {
    if (!h->near) return false;
    uint32_t a = cr_first(h->pair);
    uint32_t b = cr_second(h->pair);
    carom_shape shape_a = cr_shape_of(world, a);
    carom_shape shape_b = cr_shape_of(world, b);
    if (cr_relate(&shape_a, &shape_b) != CR_APART) return true;
    bool blocks = cr_blocks(cr_body_at(world, a), cr_body_at(world, b));
    return blocks && (h->last || h->old) && rests_on(&shape_a, &shape_b);
}

// ---- When did they part? -------------------------------------------------------------------------------------------

/// Where a body was at a time of its last way.
static carom_vec2 place_back_at(const cr_way *way, double time) {
    if (time <= way->time || way->time >= 1) return way->departure;
    double share = (time - way->time) / (1 - way->time);
    return (carom_vec2){(float)((double)way->departure.x + share * ((double)way->from.x - (double)way->departure.x)),
                        (float)((double)way->departure.y + share * ((double)way->from.y - (double)way->departure.y))};
}

static carom_vec2 way_back(const cr_way *way, double time) {
    carom_vec2 then = place_back_at(way, time);
    return (carom_vec2){then.x - way->from.x, then.y - way->from.y};
}

/// The last time they touched, from running their last ways backwards; the start of those if it was before.
static float time_of_parting(const carom_world *world, const history *h) {
    uint32_t b = cr_second(h->pair);
    const cr_way *way_a = cr_way_at(world, cr_first(h->pair));
    carom_shape shape_a = cr_shape_of(world, cr_first(h->pair));
    double time = way_a->time;
    carom_sweep_hit back;
    if (b >= CR_LEVEL) {
        back = carom_level_sweep(cr_level_of(world, (int)(b - CR_LEVEL)), &shape_a, way_back(way_a, time));
    } else {
        const cr_way *way_b = cr_way_at(world, b);
        carom_shape shape_b = cr_shape_of(world, b);
        if (way_b->time > time) time = way_b->time;
        back = carom_sweep(&shape_a, way_back(way_a, time), &shape_b, way_back(way_b, time));
    }
    float parted = cr_float_down(1 - (double)back.t * (1 - time)); // a miss has t = 1
    // Run backwards out of a solid, a body meets no border: then the contact is the last that is known.
    return h->last && parted < h->last->t ? h->last->t : parted;
}

// ---- One pair ------------------------------------------------------------------------------------------------------

/// The contact where they are now; the last one met tells it better when there is one.
static void see_contact(const carom_world *world, history *h) {
    if (h->last || cr_second(h->pair) >= CR_LEVEL) return;
    carom_shape a = cr_shape_of(world, cr_first(h->pair));
    carom_shape b = cr_shape_of(world, cr_second(h->pair));
    carom_contact_points contact = carom_contact(&a, &b);
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
    carom_pair *place = cr_list_push(&world->next_pairs, world->allocator);
    if (!place) {
        world->out_of_memory = true;
        return;
    }
    carom_event e = event_of(world, h, CAROM_STAY, 0);
    *place = (carom_pair){e.a, e.b, e.level, e.edge, e.point, e.normal};
}

static void conclude(carom_world *world, history *h) {
    bool touches = cr_second(h->pair) >= CR_LEVEL ? touches_level(world, h) : touches_body(world, h);
    if (touches) {
        see_contact(world, h);
        if (!h->touching) tell(world, h, CAROM_BEGIN, 1);
        if (!h->told) tell(world, h, CAROM_STAY, 0);
        push_pair(world, h);
    } else if (h->touching) {
        bool parted = h->last && h->last->parting;
        tell(world, h, CAROM_END, parted ? h->last->t : time_of_parting(world, h));
    }
}

// ---- All pairs -----------------------------------------------------------------------------------------------------

/// How far the three lists have been read.
typedef struct reading {
    uint32_t old, order, near;
} reading;

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
    return !carom_world_has(world, pair->a) || (pair->level < 0 && !carom_world_has(world, pair->b));
}

static void end_of_gone(carom_world *world, const carom_pair *pair) {
    push_event(world,
               (carom_event){CAROM_END, 0, pair->a, pair->b, pair->level, pair->edge, pair->point, pair->normal});
}

static uint64_t next_pair(const carom_world *world, const reading *r) {
    uint64_t next = UINT64_MAX;
    const carom_pair *old = next_old(world, r);
    const cr_keyed *order = next_of(&world->order, r->order);
    const cr_keyed *near = next_of(&world->near_pairs, r->near);
    if (old) next = pair_of_old(old);
    if (order && order->key < next) next = order->key;
    if (near && near->key < next) next = near->key;
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
    const cr_keyed *entry;
    while ((entry = next_of(&world->order, r->order)) && entry->key == pair) {
        read_touch(world, &h, &touches[entry->index]);
        ++r->order;
    }
    entry = next_of(&world->near_pairs, r->near);
    h.near = entry && entry->key == pair;
    if (h.near) ++r->near;
    if (h.old || h.last || h.near) conclude(world, &h);
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

/// By time; the events are in order of the pairs already, and stay so at equal times.
static bool sort_events(carom_world *world) {
    const carom_event *events = world->next_events.data;
    world->order.count = 0;
    for (uint32_t i = 0; i < world->next_events.count; ++i) {
        cr_keyed *entry = cr_list_push(&world->order, world->allocator);
        if (!entry) return false;
        uint32_t bits; // of floats that are not negative, in the same order as the floats
        memcpy(&bits, &events[i].t, sizeof bits);
        *entry = (cr_keyed){bits, i};
    }
    if (!cr_sort(&world->order, &world->scratch, world->allocator)) return false;
    if (!cr_list_reserve(&world->events, world->allocator, world->next_events.count)) return false;
    const cr_keyed *order = world->order.data;
    carom_event *sorted = world->events.data;
    for (uint32_t i = 0; i < world->order.count; ++i) sorted[i] = events[order[i].index];
    world->events.count = world->order.count;
    return true;
}

void cr_make_events(carom_world *world) {
    world->next_events.count = world->next_pairs.count = 0;
    if (!sort_touches(world)) {
        world->out_of_memory = true;
        return;
    }
    reading r = {0};
    for (uint64_t pair = next_pair(world, &r); pair != UINT64_MAX; pair = next_pair(world, &r)) {
        read_pair(world, &r, pair);
    }
    // Last, as it writes over the events of the last step: nothing can fail after it.
    if (world->out_of_memory || !sort_events(world)) world->out_of_memory = true;
}
