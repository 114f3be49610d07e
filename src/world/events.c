// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Makes contact events. Five lists in the order of pairs are merged: pairs in contact after the last step, contacts of
// this step, near pairs, movers beside levels, and passing contacts of straight trajectories. Each pair gets the events
// by which its contact began, ended, and began again.
#include "world/state.h"

#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/toi_rounding.h"
#include "level/query/touching.h"

#include <math.h>
#include <string.h>

/// Distance of a mover at rest from its obstacle that counts as touching, as a fraction of the sum of the coordinates
/// of its AABB: 2 to 16 ulp of the largest one. A stop is up to 4 ulp off a body at rest. At a moving body, its time is
/// rounded as well: after a relative motion of 100 units, 4 ulp do not suffice.
#define REST_SLACK 0x1p-22

/// The data about one pair while the lists are merged.
typedef struct history {
    cr_slice *slice; ///< receives the events
    uint64_t pair;
    const carom_pair *old;  ///< null if not in contact after the last step
    const cr_contact *last; ///< the last contact in this step, or null
    bool near;              ///< a near pair that may collide, or a mover beside a level
    bool touching;
    bool has_point; ///< a begin or end event was made
    carom_vec2 point, normal;
    int edge;
} history;

static carom_event event_of(const carom_world *world, const history *h, carom_event_kind kind, float t) {
    uint32_t b = cr_pair_second(h->pair);
    bool level = b >= CR_LEVEL;
    return (carom_event){.kind = kind,
                         .t = t,
                         .a = cr_id_of(world, cr_pair_first(h->pair)),
                         .b = level ? (carom_body_id){0, 0} : cr_id_of(world, b),
                         .level = level ? (int)(b - CR_LEVEL) : -1,
                         .edge = h->edge,
                         .point = h->point,
                         .normal = h->normal};
}

/// Most events are at t = 0 and are made in their final order; the others are sorted by time.
static void push_event(cr_slice *slice, carom_event event) {
    carom_event *added = cr_slice_push(event.t > 0 ? &slice->late_events : &slice->events);
    if (added) *added = event;
}

static void report_event(const carom_world *world, history *h, carom_event_kind kind, float t) {
    push_event(h->slice, event_of(world, h, kind, t));
    h->has_point = true;
}

// ---- Contact at the end of the step --------------------------------------------------------------------------------

/// Rounding may have moved a mover at rest off its obstacle, by up to this distance. It still counts as touching.
static double rest_off(carom_box box) {
    double size = fabs((double)box.min.x) + fabs((double)box.max.x) + fabs((double)box.min.y) + fabs((double)box.max.y);
    return size * REST_SLACK;
}

/// Returns the edge of a level closest to a mover with a shape, `within` a distance. A one-way edge lets a mover pass
/// if it is deeper inside than a resting mover; such an edge does not count.
static carom_separation nearest_edge(const carom_world *world, uint32_t a, uint32_t b, const carom_shape *shape,
                                     bool rests) {
    float off = (float)rest_off(carom_shape_bounds(shape));
    return cr_level_nearest_blocking(cr_level_of(world, (int)(b - CR_LEVEL)), shape, rests ? off : 0,
                                     cr_passes(world, a) ? INFINITY : off);
}

/// Returns true if the mover still touches the edge of its last contact.
static bool touches_last(const carom_world *world, const history *h) {
    if (!h->last) return false;
    uint32_t a = cr_pair_first(h->pair);
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(world, a, &placed);
    carom_level_edge edge = carom_level_edge_at(cr_level_of(world, (int)(cr_pair_second(h->pair) - CR_LEVEL)), h->edge);
    carom_shape segment = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = edge.a, .b = edge.b}};
    double off = cr_passes(world, a) ? 0 : rest_off(carom_shape_bounds(shape));
    return (double)carom_distance(shape, &segment).distance <= off;
}

/// Also writes the contact.
static bool touches_level(const carom_world *world, history *h) {
    if (!h->near) return false;
    uint32_t a = cr_pair_first(h->pair), b = cr_pair_second(h->pair);
    bool rests = (h->last || h->old) && !cr_passes(world, a);
    cr_placed placed;
    carom_separation separation = nearest_edge(world, a, b, cr_shape_of(world, a, &placed), rests);
    if (isinf(separation.distance)) return false;
    if (touches_last(world, h)) return true;
    h->point = separation.on_b;
    h->normal = separation.normal;
    h->edge = separation.part_b;
    return true;
}

/// A mover goes straight on from its contact with a turning surface, which leaves its tangent: returns the distance by
/// which they can be apart at the end of the step though nothing has parted them, and which the velocity that presses
/// the mover there closes in a step.
static double turned_off(const carom_world *world, const history *h) {
    uint32_t a = cr_pair_first(h->pair), b = cr_pair_second(h->pair);
    if (!cr_is_spun(world, b) || (h->last && h->last->parting)) return 0;
    const cr_trajectory *trajectory = cr_trajectory_of(world, a);
    carom_vec2 at_a = cr_position_of(world, a), at_b = cr_position_of(world, b), pivot = world->step.from[b];
    double dt = (double)world->step.dt, angle = fabs(cr_spin_in_step(world, b, dt)) * dt;
    cr_vec2d normal = cr_widen(h->normal), arm = cr_subtract(cr_widen(h->point), cr_widen(pivot));
    double pressing = -cr_dot(cr_widen(cr_vectors(&world->velocity)[a]), normal) * dt;
    double slid = 0, lead = 0;
    if (trajectory && trajectory->turned_by == b + 1) {
        cr_vec2d along = cr_subtract(cr_widen(trajectory->response.velocity), cr_widen(trajectory->turned));
        slid = fabs(cr_cross(along, normal)) * dt;
        lead = trajectory->lead * dt;
    }
    double out = fabs(cr_dot(arm, normal)) + cr_length(cr_subtract(cr_widen(at_b), cr_widen(pivot)));
    // Along the normal, angle^2 / 2 of this arm, angle^3 / 3 of that across it, and `angle` of what slides.
    double off = lead + angle * (slid + angle / 2 * (out + angle * cr_length(arm)));
    double closed = pressing > 0 ? pressing : 0;
    return (off < closed ? off : closed) + cr_turn_clearance(world, a, (double)at_a.x, (double)at_a.y);
}

static bool touches_body(const carom_world *world, const history *h) {
    if (!h->near) return false;
    uint32_t a = cr_pair_first(h->pair);
    uint32_t b = cr_pair_second(h->pair);
    carom_vec2 at_a = cr_position_of(world, a), at_b = cr_position_of(world, b);
    if (cr_relate_bodies(world, a, at_a, b, at_b) != CR_APART) return true;
    if (!cr_blocks(world, a, b) || !(h->last || h->old)) return false;
    double off = rest_off(cr_bounds_at(world, a, at_a)) + turned_off(world, h);
    return cr_distance_bodies(world, a, at_a, b, at_b) <= off;
}

// ---- Times of begin and end ----------------------------------------------------------------------------------------

/// The last path segments of the two, to their final positions.
typedef struct last_segments {
    uint32_t a, b; ///< b may be a level
    carom_vec2 at_a, at_b;
    cr_moving_body line_a, line_b;
    double time; ///< time from which both are on these segments
} last_segments;

static last_segments last_segments_of(const carom_world *world, const history *h) {
    last_segments l = {.a = cr_pair_first(h->pair), .b = cr_pair_second(h->pair)};
    l.at_a = cr_position_of(world, l.a);
    l.line_a = cr_moving_body_of(world, l.a);
    l.time = l.line_a.time;
    if (l.b >= CR_LEVEL) return l;
    l.at_b = cr_position_of(world, l.b);
    l.line_b = cr_moving_body_of(world, l.b);
    if (l.line_b.time > l.time) l.time = l.line_b.time;
    return l;
}

static carom_vec2 place_then(const cr_moving_body *line, carom_vec2 at, double time) {
    if (!(time > line->time)) return line->departure; // else line->time < 1, because time <= 1
    double share = (time - line->time) / (1 - line->time);
    return cr_rounded((double)line->departure.x + share * ((double)at.x - (double)line->departure.x),
                      (double)line->departure.y + share * ((double)at.y - (double)line->departure.y));
}

/// The motion from a time to the end, and its reverse.
static carom_vec2 motion_on(const cr_moving_body *line, carom_vec2 at, double time) {
    carom_vec2 then = place_then(line, at, time);
    return (carom_vec2){at.x - then.x, at.y - then.y};
}

static carom_vec2 motion_back(const cr_moving_body *line, carom_vec2 at, double time) {
    carom_vec2 on = motion_on(line, at, time);
    return (carom_vec2){-on.x, -on.y};
}

static carom_sweep_hit sweep_back(const carom_world *world, const last_segments *l) {
    carom_vec2 back_a = motion_back(&l->line_a, l->at_a, l->time);
    if (l->b >= CR_LEVEL && cr_turns_last(world, l->a))
        return cr_turn_back_through_level(world, (cr_body_motion){l->a, l->at_a, back_a}, l->b - CR_LEVEL);
    if (l->b < CR_LEVEL)
        return cr_sweep_bodies(world, (cr_body_motion){l->a, l->at_a, back_a},
                               (cr_body_motion){l->b, l->at_b, motion_back(&l->line_b, l->at_b, l->time)});
    cr_placed placed;
    const carom_shape *shape = cr_shape_at(world, l->a, l->at_a, &placed);
    return cr_level_sweep(cr_level_of(world, (int)(l->b - CR_LEVEL)), shape, back_a);
}

/// A motion that slides along a surface is not a hit of a sweep, but a contact from one time to another or to its end.
typedef struct flush {
    const carom_world *world;
    const last_segments *trajectories;
    bool begins; ///< searches for the begin; else for the end
} flush;

static const carom_shape *shape_then(const carom_world *world, uint32_t index, carom_vec2 at, double time,
                                     cr_placed *out) {
    return cr_turns_last(world, index) ? cr_shape_in_turn(world, index, at, time, out)
                                       : cr_shape_at(world, index, at, out);
}

/// For two bodies.
static bool any_turns_last(const carom_world *world, const last_segments *l) {
    return cr_turns_last(world, l->a) || cr_turns_last(world, l->b);
}

/// The same for turning bodies, at a time of the step, with both positions rounded.
static bool touch_in_turn(const carom_world *world, const last_segments *l, double time) {
    cr_placed there_a, there_b;
    const carom_shape *a = shape_then(world, l->a, place_then(&l->line_a, l->at_a, time), time, &there_a);
    carom_vec2 at_b = place_then(&l->line_b, l->at_b, time);
    return cr_relate(a, shape_then(world, l->b, at_b, time, &there_b)) != CR_APART;
}

/// Returns true if they touch at a fraction of their last segments. Exact for two bodies, without rounding positions.
static bool touch_then(const carom_world *world, const last_segments *l, double share) {
    cr_placed placed;
    double time = l->time + share * (1 - l->time);
    if (l->b >= CR_LEVEL) {
        const carom_shape *shape = shape_then(world, l->a, place_then(&l->line_a, l->at_a, time), time, &placed);
        return !isinf(nearest_edge(world, l->a, l->b, shape, false).distance);
    }
    if (any_turns_last(world, l)) return touch_in_turn(world, l, time);
    carom_vec2 from_a = place_then(&l->line_a, l->at_a, l->time);
    carom_vec2 from_b = place_then(&l->line_b, l->at_b, l->time);
    cr_placed there_a, there_b;
    return cr_relate_at_time(cr_shape_at(world, l->a, from_a, &there_a), motion_on(&l->line_a, l->at_a, l->time),
                             cr_shape_at(world, l->b, from_b, &there_b), motion_on(&l->line_b, l->at_b, l->time),
                             share) != CR_APART;
}

/// Returns true if a fraction of the last segments is beyond the time searched for. That time itself is not beyond.
static bool is_past_time(const void *context, double share) {
    const flush *f = context;
    return touch_then(f->world, f->trajectories, f->begins ? share * (1 - DBL_EPSILON) : share) == f->begins;
}

static float time_of_flush(const carom_world *world, const last_segments *l, bool begins) {
    float share = cr_toi_down((cr_toi_estimate){0, HUGE_VAL}, is_past_time, &(flush){world, l, begins});
    return cr_float_down(l->time + (double)share * (1 - l->time));
}

/// Computes when a contact began that no sweep reported.
static float time_of_touching(const carom_world *world, const history *h) {
    last_segments l = last_segments_of(world, h);
    return time_of_flush(world, &l, true);
}

static float time_of_parting_in_turn(const carom_world *world, const history *h, const last_segments *l) {
    cr_body_motion back_a = {l->a, l->at_a, motion_back(&l->line_a, l->at_a, l->time)};
    cr_body_motion back_b = {l->b, l->at_b, motion_back(&l->line_b, l->at_b, l->time)};
    double time = l->time < 1 ? cr_sweep_back_into_turn(world, back_a, back_b, l->time) : 0;
    float parted = cr_float_down(time > l->time ? time : l->time);
    return h->last && parted < h->last->t ? h->last->t : parted;
}

/// Returns the last time of contact by running the last segments backwards; their start if it was earlier.
static float time_of_parting(const carom_world *world, const history *h) {
    last_segments l = last_segments_of(world, h);
    if (l.b < CR_LEVEL && any_turns_last(world, &l)) return time_of_parting_in_turn(world, h, &l);
    carom_sweep_hit back = sweep_back(world, &l);
    float parted = cr_float_down(1 - (double)back.t * (1 - l.time)); // a miss has t = 1
    if (!back.hit && touch_then(world, &l, 0)) parted = time_of_flush(world, &l, false);
    // A body that runs backwards out of a solid hits no boundary: the last known contact is used.
    return h->last && parted < h->last->t ? h->last->t : parted;
}

// ---- One pair ------------------------------------------------------------------------------------------------------

/// Returns the contact at the final positions. The last contact of the step is preferred if there is one.
static void see_contact(const carom_world *world, history *h) {
    uint32_t a = cr_pair_first(h->pair), b = cr_pair_second(h->pair);
    if (h->last || b >= CR_LEVEL) return;
    carom_contact_points contact = cr_contact_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b));
    if (!contact.hit) return;
    h->point = contact.points[0];
    h->normal = contact.normal;
}

static void read_contact(const carom_world *world, history *h, const cr_contact *touch) {
    if (h->last && h->last->parting) {
        report_event(world, h, CAROM_EVENT_END, h->last->t);
        h->touching = false;
    }
    h->point = touch->point;
    h->normal = touch->normal;
    h->edge = touch->edge;
    if (!h->touching) report_event(world, h, CAROM_EVENT_BEGIN, touch->t);
    h->touching = true;
    h->last = touch;
}

static void push_pair(const carom_world *world, const history *h) {
    carom_pair *added = cr_slice_push(&h->slice->pairs);
    if (!added) return;
    carom_event e = event_of(world, h, CAROM_EVENT_STAY, 0);
    *added = (carom_pair){e.a, e.b, e.level, e.edge, e.point, e.normal};
}

static float time_of_end(const carom_world *world, const history *h) {
    if (h->last && h->last->parting) return h->last->t;
    uint32_t a = cr_pair_first(h->pair), b = cr_pair_second(h->pair);
    if (b < CR_LEVEL && !cr_may_collide(world, a, b)) return 0;
    return time_of_parting(world, h);
}

static void conclude(const carom_world *world, history *h) {
    bool touching = cr_pair_second(h->pair) >= CR_LEVEL ? touches_level(world, h) : touches_body(world, h);
    if (touching) {
        see_contact(world, h);
        if (!h->touching) report_event(world, h, CAROM_EVENT_BEGIN, time_of_touching(world, h));
        if (!h->has_point) report_event(world, h, CAROM_EVENT_STAY, 0);
        push_pair(world, h);
    } else if (h->touching) {
        report_event(world, h, CAROM_EVENT_END, time_of_end(world, h));
    }
}

// ---- Passing contacts ----------------------------------------------------------------------------------------------

/// Both moved in a straight line: only contact at the end, and contact on their paths, matter.
static void conclude_meeting(const carom_world *world, history *h, const cr_passing_contact *contact) {
    uint32_t a = contact->a, b = contact->b;
    bool persists = contact->touching && h->touching; // read_stays() takes these, while there is room
    float begun = 0;
    if (!h->touching) {
        cr_body_motion motion_a = {a, world->step.from[a], cr_move_of(world, a)};
        cr_body_motion motion_b = {b, world->step.from[b], cr_move_of(world, b)};
        carom_sweep_hit hit = cr_turns(world, b) ? cr_sweep_into_turn(world, motion_a, 0, b).sweep
                                                 : cr_sweep_bodies(world, motion_a, motion_b);
        if (!hit.hit && !contact->touching) return;
        h->point = hit.hit ? hit.point : contact->point;
        h->normal = hit.hit ? hit.normal : contact->normal;
        begun = hit.hit ? hit.t : time_of_touching(world, h);
        report_event(world, h, CAROM_EVENT_BEGIN, begun);
    }
    h->touching = contact->touching;
    if (!h->touching) {
        float parted = time_of_parting(world, h);
        report_event(world, h, CAROM_EVENT_END, parted < begun ? begun : parted);
        return;
    }
    h->point = contact->point;
    h->normal = contact->normal;
    if (persists) report_event(world, h, CAROM_EVENT_STAY, 0);
    push_pair(world, h);
}

/// Pairs of bodies with a trajectory are among the near pairs.
static void drop_deflected(cr_slice *slice) {
    const carom_world *world = slice->world;
    cr_passing_contact *passing = slice->passing.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < slice->passing.count; ++i) {
        bool deflected = cr_trajectory_of(world, passing[i].a) || cr_trajectory_of(world, passing[i].b);
        if (!deflected) passing[kept++] = passing[i];
    }
    slice->passing.count = kept;
}

// ---- All pairs -----------------------------------------------------------------------------------------------------

/// Positions in the five lists, and their ends.
typedef struct reading {
    cr_slice *slice;
    uint32_t old, order, near, beside, passing;
    uint32_t old_end, order_end, near_end, beside_end;
} reading;

static const cr_passing_contact *next_passing(const reading *r) {
    const cr_list *passing = &r->slice->passing;
    return r->passing < passing->count ? (const cr_passing_contact *)passing->data + r->passing : NULL;
}

static uint64_t pair_of_passing(const cr_passing_contact *contact) {
    return (uint64_t)contact->a << 32 | contact->b;
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

/// A slice processes the pairs from one key to another.
static reading begin_reading(cr_slice *slice, uint32_t number, uint32_t slices) {
    const carom_world *world = slice->world;
    uint64_t from = cr_first_pair(world, number, slices), until = cr_first_pair(world, number + 1, slices);
    return (reading){.slice = slice,
                     .old = find_old(world, from),
                     .old_end = find_old(world, until),
                     .order = cr_find_key(&world->step.order, from),
                     .order_end = cr_find_key(&world->step.order, until),
                     .near = cr_find_key(&world->step.near_pairs, from),
                     .near_end = cr_find_key(&world->step.near_pairs, until),
                     .beside = cr_find_key(&world->step.beside, from),
                     .beside_end = cr_find_key(&world->step.beside, until)};
}

/// Returns the bits of removed bodies of an old pair. Their slots may have new bodies.
static uint32_t removed_bodies(const carom_world *world, const carom_pair *pair) {
    if (!world->removed) return 0;
    uint32_t gone = carom_world_has(world, pair->a) ? 0 : CAROM_EVENT_GONE_A;
    return gone | (pair->level >= 0 || carom_world_has(world, pair->b) ? 0u : CAROM_EVENT_GONE_B);
}

static void end_contact_of_removed(cr_slice *slice, const carom_pair *pair, uint32_t gone) {
    push_event(slice, (carom_event){CAROM_EVENT_END, 0, pair->a, pair->b, pair->level, pair->edge, pair->point,
                                    pair->normal, gone});
}

/// Returns the next pair that needs more than a stay event.
static uint64_t next_special(const carom_world *world, const reading *r) {
    const cr_keyed *order = next_of(&world->step.order, r->order, r->order_end);
    const cr_keyed *near = next_of(&world->step.near_pairs, r->near, r->near_end);
    const cr_keyed *beside = next_of(&world->step.beside, r->beside, r->beside_end);
    uint64_t next = order ? order->key : UINT64_MAX;
    if (near && near->key < next) next = near->key;
    if (beside && beside->key < next) next = beside->key;
    return next;
}

static uint64_t next_pair(const carom_world *world, const reading *r) {
    uint64_t next = next_special(world, r);
    const carom_pair *old = next_old(world, r);
    if (old && pair_of_old(old) < next) next = pair_of_old(old);
    const cr_passing_contact *contact = next_passing(r);
    if (contact && pair_of_passing(contact) < next) next = pair_of_passing(contact);
    return next;
}

/// Returns the old state of the pair, or null. Ends the contact if a body was removed.
static const carom_pair *read_old(const carom_world *world, reading *r, uint64_t pair) {
    const carom_pair *old = next_old(world, r);
    if (!old || pair_of_old(old) != pair) return NULL;
    ++r->old;
    uint32_t gone = removed_bodies(world, old);
    if (gone == 0) return old;
    end_contact_of_removed(r->slice, old, gone);
    return NULL;
}

/// Returns true if the pair is the next one in a list.
static bool read_key(const cr_list *list, uint32_t *at, uint32_t end, uint64_t pair) {
    const cr_keyed *entry = next_of(list, *at, end);
    bool there = entry && entry->key == pair;
    if (there) ++*at;
    return there;
}

static void read_pair(const carom_world *world, reading *r, uint64_t pair) {
    history h = {.slice = r->slice, .pair = pair, .edge = -1};
    h.old = read_old(world, r, pair);
    if (h.old) {
        h.touching = true;
        h.point = h.old->point;
        h.normal = h.old->normal;
        h.edge = h.old->edge;
    }
    const cr_contact *contacts = world->step.contacts.data;
    const cr_keyed *order = world->step.order.data;
    while (read_key(&world->step.order, &r->order, r->order_end, pair)) {
        read_contact(world, &h, &contacts[order[r->order - 1].index]);
    }
    h.near = read_key(&world->step.near_pairs, &r->near, r->near_end, pair);
    while (read_key(&world->step.beside, &r->beside, r->beside_end, pair)) h.near = true;
    const cr_passing_contact *contact = next_passing(r);
    if (contact && pair_of_passing(contact) == pair) {
        ++r->passing;
        conclude_meeting(world, &h, contact);
    } else if (h.old || h.last || h.near) {
        conclude(world, &h);
    }
}

static bool sort_touches(carom_world *world) {
    const cr_contact *contacts = world->step.contacts.data;
    world->step.order.count = 0;
    for (uint32_t i = 0; i < world->step.contacts.count; ++i) {
        cr_keyed *entry = cr_list_push(&world->step.order, world->allocator);
        if (!entry) return false;
        *entry = (cr_keyed){contacts[i].pair, i};
    }
    return cr_sort(&world->step.order, &world->step.scratch, world->allocator);
}

/// Makes stay events for pairs up to `limit` that only persist: the large majority.
static void read_stays(const carom_world *world, reading *r, uint64_t limit) {
    cr_list *pairs = &r->slice->pairs, *events = &r->slice->events;
    uint32_t has_point = 0, passing_left = r->slice->passing.count - r->passing, most = r->old_end - r->old;
    if (pairs->count >= pairs->capacity || events->count >= events->capacity) return;
    most = passing_left < most ? passing_left : most;
    most = pairs->capacity - pairs->count < most ? pairs->capacity - pairs->count : most;
    most = events->capacity - events->count < most ? events->capacity - events->count : most;
    const carom_pair *old = cr_list_at(&world->pairs, r->old);
    const cr_passing_contact *passing = cr_list_at(&r->slice->passing, r->passing);
    carom_pair *pair = cr_list_at(pairs, pairs->count);
    carom_event *event = cr_list_at(events, events->count);
    for (; has_point < most; ++has_point) {
        const carom_pair *o = &old[has_point];
        const cr_passing_contact *m = &passing[has_point];
        if (o->level >= 0 || o->a.index != m->a || o->b.index != m->b || !m->touching) break;
        if (pair_of_passing(m) >= limit || removed_bodies(world, o)) break;
        pair[has_point] = (carom_pair){o->a, o->b, -1, -1, m->point, m->normal};
        event[has_point] = (carom_event){CAROM_EVENT_STAY, 0, o->a, o->b, -1, -1, m->point, m->normal, 0};
    }
    r->old += has_point;
    r->passing += has_point;
    pairs->count += has_point;
    events->count += has_point;
}

enum { PASSING_AHEAD = 8 };

/// Prefetches what a contact that begins or ends reads of its second body. Many such contacts follow each other in a
/// step after all bodies were moved.
static void fetch_ahead(const carom_world *world, const reading *r) {
    const cr_list *passing = &r->slice->passing;
    if (r->passing + PASSING_AHEAD >= passing->count) return;
    uint32_t b = ((const cr_passing_contact *)passing->data + r->passing)[PASSING_AHEAD].b;
    cr_fetch(&world->step.from[b]);
    cr_fetch(&world->step.velocity[b]);
    cr_fetch(cr_traits_at(world, b));
}

static void events_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    const carom_world *world = slice->world;
    slice->pairs.count = slice->events.count = slice->late_events.count = 0;
    if (world->step.trajectories.count > 0) drop_deflected(slice);
    reading r = begin_reading(slice, number, slices);
    for (;;) {
        read_stays(world, &r, next_special(world, &r));
        uint64_t pair = next_pair(world, &r);
        if (pair == UINT64_MAX) break;
        fetch_ahead(world, &r);
        read_pair(world, &r, pair);
    }
}

// ---- All slices ----------------------------------------------------------------------------------------------------

/// Joins the lists of all slices, one after the other.
static void copy_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    (void)slices;
    const carom_world *world = slice->world;
    uint32_t pairs = 0, events = 0;
    const cr_slice *all = world->step.slices.data;
    for (uint32_t p = 0; p < number; ++p) {
        pairs += all[p].pairs.count;
        events += all[p].events.count;
    }
    cr_list_copy(&world->step.next_pairs, pairs, &slice->pairs);
    cr_list_copy(&world->step.next_events, events, &slice->events);
}

static bool join_slices(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    uint32_t pairs = 0, events = 0, late = 0;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        pairs += slices[p].pairs.count;
        events += slices[p].events.count;
        late += slices[p].late_events.count;
    }
    if (!cr_list_reserve(&world->step.next_pairs, world->allocator, pairs) ||
        !cr_list_reserve(&world->step.next_events, world->allocator, events + late)) {
        return false;
    }
    cr_run_slices(world, copy_slice);
    world->step.next_pairs.count = pairs;
    world->step.next_events.count = events;
    return true;
}

/// A world with one slice writes directly to the final lists.
static void lend_lists(carom_world *world) {
    if (world->step.slices.count > 1) return;
    cr_slice *slice = world->step.slices.data;
    cr_swap_lists(&world->step.next_pairs, &slice->pairs);
    cr_swap_lists(&world->step.next_events, &slice->events);
}

/// A mover with a trajectory may touch any level; for other movers the levels are known.
static bool sort_beside(carom_world *world) {
    const cr_trajectory *trajectories = world->step.trajectories.data;
    for (uint32_t i = 0; i < world->step.trajectories.count; ++i) {
        for (uint32_t level = 0; level < world->levels.count; ++level) {
            cr_keyed *entry = cr_list_push(&world->step.beside, world->allocator);
            if (!entry) return false;
            *entry = (cr_keyed){.key = cr_pair_of_level(trajectories[i].body, level)};
        }
    }
    return cr_sort(&world->step.beside, &world->step.scratch, world->allocator);
}

static void put_late_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    const carom_world *world = slice->world;
    const carom_event *late = world->step.late_events.data;
    const cr_keyed *order = world->step.order.data;
    carom_event *sorted = cr_list_at(&world->step.next_events, world->step.next_events.count);
    cr_range r = cr_share_of(world->step.order.count, number, slices);
    for (uint32_t i = r.begin; i < r.end; ++i) sorted[i] = late[order[i].index];
}

/// Appends the late events by time after those at t = 0. They are in the order of pairs, which stays at equal times.
static bool sort_events(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    uint32_t count = 0;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) count += slices[p].late_events.count;
    world->step.late_events.count = 0;
    if (!cr_list_reserve(&world->step.late_events, world->allocator, count) ||
        !cr_list_reserve(&world->step.order, world->allocator, count) ||
        !cr_list_reserve(&world->step.next_events, world->allocator, world->step.next_events.count + count)) {
        return false;
    }
    for (uint32_t p = 0; p < world->step.slices.count; ++p)
        cr_list_append(&world->step.late_events, &slices[p].late_events);
    const carom_event *late = world->step.late_events.data;
    cr_keyed *order = world->step.order.data;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits; // bits of non-negative floats have the order of the floats
        memcpy(&bits, &late[i].t, sizeof bits);
        order[i] = (cr_keyed){bits, i};
    }
    world->step.order.count = count;
    if (!cr_sort(&world->step.order, &world->step.scratch, world->allocator)) return false;
    cr_run_slices(world, put_late_slice);
    world->step.next_events.count += count;
    return true;
}

void cr_make_events(carom_world *world) {
    if (!sort_touches(world) || !sort_beside(world)) world->step.out_of_memory = true;
    if (world->step.out_of_memory) return;
    lend_lists(world);
    cr_run_slices(world, events_slice);
    lend_lists(world);
    if (world->step.out_of_memory) return;
    if (world->step.slices.count > 1 && !join_slices(world)) world->step.out_of_memory = true;
    if (!world->step.out_of_memory && !sort_events(world)) world->step.out_of_memory = true;
}
