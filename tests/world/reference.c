// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pairs and events, compared with brute force over every two bodies and every edge, in every step of random worlds.
// - Pairs are sorted and single. A pair is reported if its bodies touch and their filters accept it. Blocking bodies
//   may also be reported if rounding has moved them slightly apart; for passing bodies the answer is exact.
// - Blocking bodies do not penetrate after a step, unless they did before.
// - Events follow from the pairs before and after: a begin, a stay or an end for each. Their times ascend from 0 to 1.
//   The time, point and normal of a begin are those of a sweep of the two bodies.
// - The results do not depend on how bodies came to their positions (history_changes_nothing).
// - A mover that a kinematic body penetrates is reported as crushed. Pairs that the contact rule lets pass may
//   penetrate.
//
// The worlds have bodies of every shape and response, with filters; bodies are added, removed, teleported and changed,
// also in callbacks, and snapshots are restored. Some have kinematic bodies, walkers, masses, materials and a rule.
//
//     test_world_reference [--seconds N] [--seed N] [--world N] [--only NAME]: worlds for that time, most of them
//     small; one world; one of the tests below
#include "battery.h"
#include "carom/walker.h"
#include "geom/relation.h"
#include "level/maps.h"
#include "motion/obstacles.h"
#include "world/bodies.h"
#include "world/state.h"

#include <time.h>

/// The positions of the bodies: anywhere, at one point, along a line, far from the origin, with sizes from 1 to 1000,
/// or at some distance from the origin.
typedef enum layout { SPREAD, PILE, LINE, FAR, SIZES, AWAY, LAYOUTS } layout;

/// The bodies of a world: only passing ones, all responses, all responses and changes, or these and kinematic bodies,
/// masses, materials and a contact rule.
typedef enum worlds { PASSING, OF_ALL_RESPONSES, WILD, RULED } worlds;

enum { MOST = 64, EVENTS = 4096, SNAPSHOT = 1 << 18 };

static long all_steps;

typedef struct body {
    carom_body_id id;
    carom_body_desc desc;
    carom_vec2 from; ///< before the step
    carom_vec2 move; ///< of the step, without obstacles
    bool carried;    ///< the motion includes that of a kinematic body
    bool walks;      ///< a kinematic body that a walker moves
    carom_walker walker;
} body;

enum { LEVELS = 2 };

typedef struct test {
    carom_world *world;
    carom_level *levels[LEVELS];
    int level_count;
    body bodies[MOST];
    int count;
    numbers n;
    layout layout;
    worlds kind;
    carom_vec2 middle;
    float range;
    float dt;
    bool hooked;            ///< some bodies change the world in their callbacks
    bool checked;           ///< in this step
    carom_pair old[EVENTS]; ///< the pairs before the step
    int old_count;
} test;

// ---- Filters --------------------------------------------------------------------------------------------------------

static bool accepts(carom_filter a, carom_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    uint32_t a_category = a.category ? a.category : 1, b_category = b.category ? b.category : 1;
    return (b_category & ~a.ignore) && (a_category & ~b.ignore);
}

static bool is_fixed(const body *b) {
    return b->desc.type != CAROM_BODY_MOVER;
}

/// The rule of worlds with one. It depends on the indices of both bodies only.
static bool rule_passes(uint32_t a, uint32_t b) {
    return (a + b) % 4 == 0;
}

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    uint32_t a = carom_body_of_bits(contact->mover).index, b = carom_body_of_bits(contact->other).index;
    if (!contact->other && a % 3 == 0) *response = (carom_response){CAROM_RESPONSE_BOUNCE, 0.5f, 0.25f, 0};
    if (contact->other && rule_passes(a, b)) response->kind = CAROM_RESPONSE_PASS;
    if (contact->other && (a + b) % 4 == 1) *response = (carom_response){CAROM_RESPONSE_SLIDE, 0, 0.5f, 1};
}

static bool custom_filter(const body *a, const body *b) {
    return !(is_fixed(a) && is_fixed(b)) && accepts(a->desc.filter, b->desc.filter);
}

static bool passes(const body *b) {
    return b->desc.response.kind == CAROM_RESPONSE_PASS;
}

/// The mover first; of two movers the lower one.
static bool is_first(const body *a, const body *b) {
    if (is_fixed(a) != is_fixed(b)) return is_fixed(b);
    return a->id.index < b->id.index;
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

static int compare_pairs(const carom_pair *p, const carom_pair *q) {
    if (p->a.index != q->a.index) return p->a.index < q->a.index ? -1 : 1;
    if ((p->level < 0) != (q->level < 0)) return p->level < 0 ? -1 : 1;
    if (p->level >= 0) return p->level < q->level ? -1 : p->level > q->level;
    return p->b.index < q->b.index ? -1 : p->b.index > q->b.index;
}

static bool is_pair_of(const carom_pair *p, carom_body_id a, carom_body_id b, int level) {
    return same_body(p->a, a) && p->level == level && (level >= 0 || same_body(p->b, b));
}

static const carom_pair *find_pair(const carom_pair *pairs, int count, carom_body_id a, carom_body_id b, int level) {
    for (int i = 0; i < count; ++i) {
        if (is_pair_of(&pairs[i], a, b, level)) return &pairs[i];
    }
    return NULL;
}

static void pairs_are_sorted_and_single(const test *t) {
    int count;
    const carom_pair *pairs = carom_world_pairs(t->world, &count);
    for (int i = 1; i < count; ++i) assert_true(compare_pairs(&pairs[i - 1], &pairs[i]) < 0);
}

/// Closer than the rounding of a position.
static bool nearly_touch(const carom_shape *a, const carom_shape *b) {
    carom_box box = carom_shape_bounds(a);
    float size = fabsf(box.min.x) + fabsf(box.max.x) + fabsf(box.min.y) + fabsf(box.max.y);
    return carom_distance(a, b).distance <= size * 0x1p-22f;
}

/// A one-sided segment does not block motion from behind.
static bool lets_pass(const carom_shape *shape) {
    for (int i = 0; i < cr_parts_of(shape); ++i) {
        const carom_shape *part = cr_part_of(shape, i);
        if (part->kind == CAROM_SHAPE_SEGMENT && part->segment.one_sided) return true;
    }
    return false;
}

static bool is_crushed_by(const test *t, const body *mover, const body *by) {
    int count;
    const carom_crush *crushes = carom_world_crushes(t->world, &count);
    for (int i = 0; i < count; ++i) {
        if (same_body(crushes[i].body, mover->id)) return by->desc.type == CAROM_BODY_KINEMATIC;
    }
    return false;
}

static bool pair_passes(const test *t, const body *a, const body *b) {
    return passes(a) || passes(b) || (t->kind == RULED && rule_passes(a->id.index, b->id.index));
}

static void check_pair(const test *t, const body *a, const body *b) {
    int count;
    const carom_pair *pairs = carom_world_pairs(t->world, &count);
    cr_placed there_a, there_b;
    const carom_shape *shape_a = shape_of_body(t->world, a->id, &there_a);
    const carom_shape *shape_b = shape_of_body(t->world, b->id, &there_b);
    bool reported = find_pair(pairs, count, a->id, b->id, -1) != NULL;
    bool touch = custom_filter(a, b) && carom_overlap(shape_a, shape_b);
    if (touch) assert_true(reported);
    bool block = custom_filter(a, b) && !pair_passes(t, a, b) && !lets_pass(shape_a) && !lets_pass(shape_b);
    if (block && !is_crushed_by(t, a, b) && cr_relate(shape_a, shape_b) == CR_INSIDE) {
        // Only pairs that penetrated before the step.
        cr_placed before_a, before_b;
        const carom_shape *from_a = cr_place_shape(&before_a, &a->desc.shape, a->from);
        assert_int_equal(cr_relate(from_a, cr_place_shape(&before_b, &b->desc.shape, b->from)), CR_INSIDE);
    }
    if (reported && !touch) {
        assert_true(custom_filter(a, b));
        assert_false(passes(a));
        assert_false(passes(b));
        assert_true(nearly_touch(shape_a, shape_b));
    }
}

/// The smallest distance to an edge that faces the middle of the shape. One-way edges let blocking movers pass.
static float distance_to_level(const carom_level *level, const carom_shape *shape, bool blocks, float off) {
    float least = INFINITY;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        carom_shape face = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = edge.a, .b = edge.b, .one_sided = true}};
        float distance = carom_distance(shape, &face).distance;
        assert_int_equal(distance <= 0, carom_overlap(shape, &face));
        if (blocks && edge.one_way && distance < -off) continue;
        least = fminf(least, distance);
    }
    return least;
}

static void check_level(const test *t, const body *b, int level) {
    int count;
    const carom_pair *pairs = carom_world_pairs(t->world, &count);
    cr_placed there;
    const carom_shape *shape = shape_of_body(t->world, b->id, &there);
    carom_box box = carom_shape_bounds(shape);
    float off = (fabsf(box.min.x) + fabsf(box.max.x) + fabsf(box.min.y) + fabsf(box.max.y)) * 0x1p-22f;
    float distance = distance_to_level(t->levels[level], shape, !passes(b), off);
    const carom_pair *reported = find_pair(pairs, count, b->id, (carom_body_id){0, 0}, level);
    if (distance <= 0) assert_non_null(reported);
    if (!reported) return;
    assert_true(distance <= (passes(b) ? 0 : off));
    carom_level_edge edge = carom_level_edge_at(t->levels[level], reported->edge);
    carom_shape segment = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = edge.a, .b = edge.b}};
    assert_true(carom_distance(shape, &segment).distance <= (passes(b) ? 0 : off));
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static bool is_event_of(const carom_event *e, carom_body_id a, carom_body_id b, int level) {
    return same_body(e->a, a) && e->level == level && (level >= 0 || same_body(e->b, b));
}

static void events_are_sorted(const test *t) {
    int count;
    const carom_event *events = carom_world_events(t->world, &count);
    for (int i = 0; i < count; ++i) {
        assert_not_above(0, events[i].t);
        assert_not_above(events[i].t, 1);
        if (i > 0) assert_not_above(events[i - 1].t, events[i].t);
        if (i == 0 || events[i - 1].t < events[i].t) continue;
        carom_pair p = {.a = events[i - 1].a, .b = events[i - 1].b, .level = events[i - 1].level};
        carom_pair q = {.a = events[i].a, .b = events[i].b, .level = events[i].level};
        assert_true(compare_pairs(&p, &q) <= 0);
    }
}

/// The events of a pair lead from its old state to its new one; a stay is the only event of a pair that stays.
static void check_history(const test *t, carom_body_id a, carom_body_id b, int level, bool was, bool is) {
    int count, reported = 0;
    const carom_event *events = carom_world_events(t->world, &count);
    bool touching = was, stayed = false;
    for (int i = 0; i < count; ++i) {
        if (!is_event_of(&events[i], a, b, level)) continue;
        ++reported;
        if (events[i].kind == CAROM_EVENT_BEGIN) assert_false(touching);
        if (events[i].kind == CAROM_EVENT_END) assert_true(touching);
        if (events[i].kind == CAROM_EVENT_STAY) {
            assert_true(was);
            assert_true(is);
            assert_same_float(events[i].t, 0);
        }
        stayed = stayed || events[i].kind == CAROM_EVENT_STAY;
        touching = events[i].kind != CAROM_EVENT_END;
    }
    assert_int_equal(touching, is);
    assert_true(!stayed || reported == 1);
    if (was && is) assert_true(reported > 0);
    if (!was && !is) assert_int_equal(reported % 2, 0);
}

static void check_histories(const test *t) {
    int count, events_count;
    const carom_pair *pairs = carom_world_pairs(t->world, &count);
    const carom_event *events = carom_world_events(t->world, &events_count);
    for (int i = 0; i < t->old_count; ++i) {
        const carom_pair *p = &t->old[i];
        check_history(t, p->a, p->b, p->level, true, find_pair(pairs, count, p->a, p->b, p->level) != NULL);
    }
    for (int i = 0; i < count; ++i) {
        const carom_pair *p = &pairs[i];
        check_history(t, p->a, p->b, p->level, find_pair(t->old, t->old_count, p->a, p->b, p->level) != NULL, true);
    }
    for (int i = 0; i < events_count; ++i) {
        const carom_event *e = &events[i];
        check_history(t, e->a, e->b, e->level, find_pair(t->old, t->old_count, e->a, e->b, e->level) != NULL,
                      find_pair(pairs, count, e->a, e->b, e->level) != NULL);
    }
}

static const carom_event *event_of(const test *t, const body *a, const body *b, carom_event_kind kind) {
    int count;
    const carom_event *events = carom_world_events(t->world, &count);
    for (int i = 0; i < count; ++i) {
        if (events[i].kind == kind && is_event_of(&events[i], a->id, b->id, -1)) return &events[i];
    }
    return NULL;
}

/// A contact without an approach begins at the reported time, and not before it. A contact that only the rounding of
/// the end position makes begins at the end.
static void check_flush(const test *t, const carom_event *begin, const body *a, const body *b) {
    if (lets_pass(&a->desc.shape) || lets_pass(&b->desc.shape)) return;
    carom_vec2 to_a = carom_world_position(t->world, a->id), to_b = carom_world_position(t->world, b->id);
    carom_vec2 way_a = {to_a.x - a->from.x, to_a.y - a->from.y}, way_b = {to_b.x - b->from.x, to_b.y - b->from.y};
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_place_shape(&there_a, &a->desc.shape, a->from);
    const carom_shape *shape_b = cr_place_shape(&there_b, &b->desc.shape, b->from);
    double before = (double)begin->t * (1 - 0x1p-24), after = fmin((double)begin->t * (1 + 0x1p-23), 1);
    if (begin->t > 0) assert_int_equal(cr_relate_at_time(shape_a, way_a, shape_b, way_b, before), CR_APART);
    if (begin->t < 1) assert_int_not_equal(cr_relate_at_time(shape_a, way_a, shape_b, way_b, after), CR_APART);
}

/// Passing pairs go straight for the whole step. Their contact begins at the time of the sweep. If they are apart at
/// the end, it ends at the time of the reverse sweep.
static void check_passing(const test *t, const body *a, const body *b) {
    cr_placed before_a, before_b;
    carom_sweep_hit hit = carom_sweep(cr_place_shape(&before_a, &a->desc.shape, a->from), a->move,
                                      cr_place_shape(&before_b, &b->desc.shape, b->from), b->move);
    cr_placed there_a, there_b;
    const carom_shape *shape_a = shape_of_body(t->world, a->id, &there_a);
    const carom_shape *shape_b = shape_of_body(t->world, b->id, &there_b);
    bool was = find_pair(t->old, t->old_count, a->id, b->id, -1) != NULL;
    bool is = custom_filter(a, b) && carom_overlap(shape_a, shape_b);
    bool begins = custom_filter(a, b) && !was && (hit.hit || is);
    const carom_event *begin = event_of(t, a, b, CAROM_EVENT_BEGIN), *end = event_of(t, a, b, CAROM_EVENT_END);
    assert_int_equal(begin != NULL, begins);
    assert_int_equal(end != NULL, (was || begins) && !is);
    if (begin && hit.hit) assert_true(begin->t == hit.t);
    if (begin && !hit.hit) check_flush(t, begin, a, b);
    if (begin && hit.hit) {
        assert_vec(begin->point, hit.point.x, hit.point.y);
        assert_vec(begin->normal, hit.normal.x, hit.normal.y);
    }
    if (!end || !custom_filter(a, b)) return;
    carom_vec2 to_a = carom_world_position(t->world, a->id), to_b = carom_world_position(t->world, b->id);
    carom_sweep_hit back = carom_sweep(shape_a, (carom_vec2){a->from.x - to_a.x, a->from.y - to_a.y}, shape_b,
                                       (carom_vec2){b->from.x - to_b.x, b->from.y - to_b.y});
    float path = fabsf(a->move.x - b->move.x) + fabsf(a->move.y - b->move.y);
    float rounding = 1e-5f + (fabsf(to_a.x) + fabsf(to_a.y) + fabsf(to_b.x) + fabsf(to_b.y)) * 0x1p-23f / path;
    bool clamped = begin && end->t == begin->t; // a one-sided part may let the mover pass
                                                // before it is hit from its blocking side
    if (back.hit && !clamped) assert_true(fabsf(end->t - (1 - back.t)) < rounding);
    if (begin) assert_true(end->t >= begin->t);
}

/// Returns true if the body was clear of its obstacles before the step. Otherwise it may have been pushed first.
static bool starts_clear(const test *t, const body *a) {
    cr_placed before_a, before_b;
    const carom_shape *shape_a = cr_place_shape(&before_a, &a->desc.shape, a->from);
    for (int l = 0; l < t->level_count && !is_fixed(a); ++l) {
        carom_scene scene = carom_scene_of_level(t->levels[l]);
        if (cr_level_sweep(t->levels[l], shape_a, (carom_vec2){0, 0}).inside) return false;
        if (cr_in_solid(&scene, &a->desc.shape, a->from)) return false;
    }
    for (int k = 0; k < t->count; ++k) {
        const body *b = &t->bodies[k];
        if (a == b || pair_passes(t, a, b) || !custom_filter(a, b)) continue;
        if (cr_relate(shape_a, cr_place_shape(&before_b, &b->desc.shape, b->from)) == CR_INSIDE) return false;
    }
    return true;
}

static bool all_start_clear(const test *t) {
    for (int i = 0; i < t->count; ++i) {
        if (!passes(&t->bodies[i]) && !starts_clear(t, &t->bodies[i])) return false;
    }
    return true;
}

static bool is_of(carom_body_id a, carom_body_id b, int level, const body *one) {
    return same_body(a, one->id) || (level < 0 && same_body(b, one->id));
}

/// Returns true if a body with a motion is within a few ulp of its start: it was rolled back, or had no clear position
/// at its end.
static bool has_stayed(const test *t, const body *b) {
    carom_vec2 at = carom_world_position(t->world, b->id);
    float off = 0x1p-20f * (fabsf(at.x) + fabsf(at.y));
    return (b->move.x != 0 || b->move.y != 0) && fabsf(at.x - b->from.x) + fabsf(at.y - b->from.y) <= off;
}

/// Returns true if a body went straight until its contact with one other, and had no contact before, not even a passing
/// one.
static bool is_undisturbed(const test *t, const body *b, const carom_event *until) {
    if (has_stayed(t, b) || b->carried) return false;
    for (int i = 0; i < t->old_count; ++i) {
        if (is_of(t->old[i].a, t->old[i].b, t->old[i].level, b)) return false;
    }
    int count;
    const carom_event *events = carom_world_events(t->world, &count);
    for (int i = 0; i < count && events[i].t <= until->t; ++i) {
        if (&events[i] != until && is_of(events[i].a, events[i].b, events[i].level, b)) return false;
    }
    return true;
}

static bool went_straight(const test *t, const body *b) {
    if (b->carried) return false;
    carom_vec2 at = carom_world_position(t->world, b->id);
    return at.x == b->from.x + b->move.x && at.y == b->from.y + b->move.y;
}

/// Returns true if the sweep hits even if the start is moved by a few ulp. Positions of deflected movers are rounded on
/// their trajectories.
static bool hits_plainly(const body *a, const body *b) {
    float step = 0x1p-21f * (fabsf(a->from.x) + fabsf(a->from.y) + fabsf(a->move.x) + fabsf(a->move.y));
    for (int i = 0; i < 4; ++i) {
        cr_placed before_a, before_b;
        carom_vec2 beside = {a->from.x + (i & 1 ? step : -step), a->from.y + (i & 2 ? step : -step)};
        const carom_shape *shape_b = cr_place_shape(&before_b, &b->desc.shape, b->from);
        carom_sweep_hit hit = carom_sweep(cr_place_shape(&before_a, &a->desc.shape, beside), a->move, shape_b, b->move);
        if (!hit.hit || hit.inside || hit.t > 0.999f) return false;
    }
    return true;
}

/// The first contact of a blocking pair is at the time of its sweep, and the sweep misses for pairs that went on
/// unaffected.
static void check_blocking(const test *t, const body *a, const body *b) {
    if (lets_pass(&a->desc.shape) || lets_pass(&b->desc.shape)) return;
    cr_placed before_a, before_b;
    const carom_shape *shape_a = cr_place_shape(&before_a, &a->desc.shape, a->from);
    const carom_shape *shape_b = cr_place_shape(&before_b, &b->desc.shape, b->from);
    carom_sweep_hit hit = carom_sweep(shape_a, a->move, shape_b, b->move);
    const carom_event *begin = event_of(t, a, b, CAROM_EVENT_BEGIN);
    bool was = find_pair(t->old, t->old_count, a->id, b->id, -1) != NULL;
    if (begin && hit.hit && !hit.inside && is_undisturbed(t, a, begin) && is_undisturbed(t, b, begin)) {
        assert_true(begin->t == hit.t);
        assert_vec(begin->point, hit.point.x, hit.point.y);
        assert_vec(begin->normal, hit.normal.x, hit.normal.y);
    }
    // A crushed mover can be back at its start after the kinematic body has passed there.
    bool passed = !begin && !was && !is_crushed_by(t, a, b) && went_straight(t, a) && went_straight(t, b);
    if (passed && hit.hit && !hit.inside) assert_false(hits_plainly(a, b));
}

// ---- All together ---------------------------------------------------------------------------------------------------

static void walkers_are_at_their_targets(const test *t) {
    for (int i = 0; i < t->count; ++i) {
        const body *b = &t->bodies[i];
        carom_vec2 at = carom_world_position(t->world, b->id);
        if (b->walks) assert_vec(at, b->walker.position.x, b->walker.position.y);
    }
}

static void check_all(const test *t) {
    bool clear = all_start_clear(t);
    walkers_are_at_their_targets(t);
    pairs_are_sorted_and_single(t);
    events_are_sorted(t);
    check_histories(t);
    for (int i = 0; i < t->count; ++i) {
        for (int l = 0; l < t->level_count && !is_fixed(&t->bodies[i]); ++l) check_level(t, &t->bodies[i], l);
        for (int k = 0; k < t->count; ++k) {
            const body *a = &t->bodies[i], *b = &t->bodies[k];
            if (i == k || !is_first(a, b) || (is_fixed(a) && is_fixed(b))) continue;
            check_pair(t, a, b);
            bool straight = is_fixed(b) || (passes(b) && !b->carried);
            if (passes(a) && !a->carried && straight) check_passing(t, a, b);
            if (clear && custom_filter(a, b) && !passes(a) && !passes(b)) check_blocking(t, a, b);
        }
    }
}

// ---- Random bodies --------------------------------------------------------------------------------------------------

static carom_vec2 spot(test *t) {
    carom_vec2 at = place(&t->n, t->layout == PILE ? t->range / 8 : t->range);
    if (t->layout == LINE) at = (carom_vec2){3 * at.x, number(&t->n, -0.5f, 0.5f)};
    return (carom_vec2){t->middle.x + at.x, t->middle.y + at.y};
}

static float size_of_one(test *t) {
    if (t->layout == SIZES) return 0.02f * powf(1000, random_unit(&t->n.r));
    return random_below(&t->n.r, 8) ? 1.5f : 8;
}

static carom_response random_response(test *t) {
    bool pass = t->kind == PASSING || (t->kind == WILD && random_below(&t->n.r, 2));
    if (t->kind == RULED) pass = random_below(&t->n.r, 8) == 0;
    return (carom_response){.kind = pass ? CAROM_RESPONSE_PASS : (carom_response_kind)random_below(&t->n.r, 4),
                            .restitution = 1};
}

static carom_vec2 random_velocity(test *t) {
    carom_vec2 move = place(&t->n, random_below(&t->n.r, 4) ? 1 : t->range);
    float times = t->kind >= WILD && random_below(&t->n.r, 8) == 0 ? 16 : 1;
    return (carom_vec2){times * move.x / t->dt, times * move.y / t->dt};
}

static void add_properties(test *t, carom_body_desc *desc) {
    random_source *r = &t->n.r;
    static const float masses[] = {0, 0.25f, 5, INFINITY};
    desc->mass = masses[random_below(r, 4)];
    if (desc->type == CAROM_BODY_STATIC && random_below(r, 2)) desc->type = CAROM_BODY_KINEMATIC;
    if (random_below(r, 2))
        desc->material = (carom_material){number(&t->n, -1, 1), number(&t->n, -1, 1), number(&t->n, -2, 2)};
}

/// Half of the convex kinematic bodies are walkers.
static bool draw_walks(test *t, const carom_body_desc *desc) {
    carom_shape_kind kind = desc->shape.kind;
    bool convex = kind == CAROM_SHAPE_CIRCLE || kind == CAROM_SHAPE_BOX || kind == CAROM_SHAPE_CAPSULE ||
                  kind == CAROM_SHAPE_POLYGON;
    return desc->type == CAROM_BODY_KINEMATIC && convex && random_below(&t->n.r, 2);
}

static void add_random(test *t) {
    random_source *r = &t->n.r;
    carom_shape shape = random_body_shape(&t->n, size_of_one(t));
    carom_body_desc desc = {.shape = shape};
    desc.position = spot(t);
    desc.velocity = random_velocity(t);
    desc.type = random_below(r, 4) == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER;
    desc.response = random_response(t);
    if (random_below(r, 2)) desc.filter = random_filter(r);
    desc.tag = t->hooked && random_below(r, 2);
    if (t->kind == RULED) add_properties(t, &desc);
    t->bodies[t->count] = (body){.desc = desc, .walks = draw_walks(t, &desc)};
    t->bodies[t->count++].id = add(t->world, desc);
}

static void turn_back(test *t, const body *b) {
    carom_vec2 at = carom_world_position(t->world, b->id), v = carom_world_velocity(t->world, b->id);
    float x = at.x - t->middle.x, y = at.y - t->middle.y;
    if (fabsf(x) > t->range && (x > 0) == (v.x > 0)) v.x = -v.x;
    if (fabsf(y) > t->range && (y > 0) == (v.y > 0)) v.y = -v.y;
    assert_int_equal(carom_world_set_velocity(t->world, b->id, v), CAROM_STATUS_OK);
}

static void replace(test *t, body *b) {
    assert_int_equal(carom_world_remove(t->world, b->id), CAROM_STATUS_OK);
    *b = t->bodies[--t->count];
    add_random(t);
}

static void change(test *t) {
    random_source *r = &t->n.r;
    body *b = &t->bodies[random_below(r, t->count)];
    switch (random_below(r, t->kind >= WILD ? 7 : 6)) {
    case 0: replace(t, b); break;
    case 1: carom_world_set_position(t->world, b->id, spot(t)); break;
    case 2: carom_world_set_velocity(t->world, b->id, place(&t->n, 2)); break;
    case 3:
        b->desc.filter = random_filter(r);
        carom_world_set_filter(t->world, b->id, b->desc.filter);
        break;
    case 6:
        b->desc.response = random_response(t);
        carom_world_set_response(t->world, b->id, b->desc.response);
        break;
    default: break;
    }
}

static body *body_of(test *t, carom_body_id id) {
    for (int i = 0; i < t->count; ++i) {
        if (same_body(t->bodies[i].id, id)) return &t->bodies[i];
    }
    return NULL;
}

/// A callback: the state is that of the end of the step, until the first callback changes something.
static void meddle(carom_world *world, const carom_event *event, void *user_data) {
    test *t = user_data;
    assert_true(carom_world_has(world, event->a));
    bool there = event->level >= 0 || carom_world_has(world, event->b);
    assert_int_equal(event->gone, there ? 0 : CAROM_EVENT_GONE_B);
    if (!t->hooked || !carom_world_tag(world, event->a)) return;
    if (!t->checked) check_all(t);
    t->checked = true;
    body *self = body_of(t, event->a), *other = event->level < 0 ? body_of(t, event->b) : NULL;
    switch (random_below(&t->n.r, 8)) {
    case 0: replace(t, self); break;
    case 1:
        if (other) replace(t, other);
        break;
    case 2: change(t); break;
    default: break;
    }
}

// ---- A step ---------------------------------------------------------------------------------------------------------

static void step_by(test *t) {
    assert_int_equal(carom_world_step(t->world, t->dt), CAROM_STATUS_OK);
    ++all_steps;
}

/// The motion of a step; far from the origin it includes the remainder of the last one (extremes.c tests its size).
static carom_vec2 move_of(const test *t, carom_body_id id) {
    carom_vec2 v = carom_world_velocity(t->world, id), at = carom_world_position(t->world, id);
    carom_vec2 move = {v.x * t->dt, v.y * t->dt}, owed = cr_vectors(&t->world->remainder)[id.index];
    if (!(cr_flags(t->world)[id.index] & CR_HAS_REMAINDER) || cr_is_kinematic(t->world, id.index)) return move;
    if (cr_is_slow(at.x, move.x)) move.x += owed.x;
    if (cr_is_slow(at.y, v.y * t->dt)) move.y += owed.y;
    return move;
}

/// Walkers step first, and give their bodies a target.
static void walk(test *t) {
    for (int i = 0; i < t->count; ++i) {
        body *b = &t->bodies[i];
        if (!b->walks) continue;
        carom_walker_desc legs = {.shape = b->desc.shape, .up = {0, -1}};
        carom_vec2 v = random_velocity(t);
        b->walker.position = carom_world_position(t->world, b->id);
        b->walker.velocity = (carom_vec2){v.x, random_below(&t->n.r, 4) ? fabsf(v.y) : v.y};
        carom_walker_step_in_world(&b->walker, &legs, t->world, b->id, t->dt);
    }
}

static bool is_carried(const test *t, const body *b) {
    return (cr_flags(t->world)[b->id.index] & CR_CARRIED) != 0;
}

/// Returns true if a body that is new or was teleported touches a kinematic body, or another that may be carried: it is
/// carried from this step on.
static bool may_board(const test *t, const body *a) {
    cr_placed before_a, before_b;
    if (!(cr_flags(t->world)[a->id.index] & CR_UNSETTLED)) return false;
    const carom_shape *shape_a = cr_place_shape(&before_a, &a->desc.shape, a->from);
    for (int k = 0; k < t->count; ++k) {
        const body *b = &t->bodies[k];
        if (b == a || b->desc.type == CAROM_BODY_STATIC) continue;
        if (cr_relate(shape_a, cr_place_shape(&before_b, &b->desc.shape, b->from)) == CR_TOUCHING) return true;
    }
    return false;
}

static void remember(test *t) {
    for (int i = 0; i < t->count; ++i) {
        body *b = &t->bodies[i];
        b->from = carom_world_position(t->world, b->id);
        b->move = move_of(t, b->id);
        if (b->walks) b->move = (carom_vec2){b->walker.position.x - b->from.x, b->walker.position.y - b->from.y};
    }
    for (int i = 0; i < t->count; ++i)
        t->bodies[i].carried = is_carried(t, &t->bodies[i]) || may_board(t, &t->bodies[i]);
    const carom_pair *pairs = carom_world_pairs(t->world, &t->old_count);
    assert_true(t->old_count <= EVENTS);
    if (t->old_count) memcpy(t->old, pairs, (size_t)t->old_count * sizeof *pairs);
}

/// A hash of the results of a few steps.
static uint64_t play(test *t, int steps) {
    uint64_t sum = 0;
    for (int i = 0; i < steps; ++i) {
        step_by(t);
        int count;
        const carom_event *events = carom_world_events(t->world, &count);
        for (int k = 0; k < count; ++k) sum = sum * 31 + (uint64_t)(events[k].t * 0x1p24f) + events[k].a.index;
        carom_world_pairs(t->world, &count);
        sum = sum * 31 + carom_world_hash(t->world) + (uint64_t)count;
    }
    return sum;
}

/// Runs a few steps, restores, and repeats them; then restores the state of the next step.
static void go_back(test *t) {
    static unsigned char snapshot[SNAPSHOT];
    size_t size = carom_world_snapshot_size(t->world);
    int steps = 1 + random_below(&t->n.r, 3);
    assert_int_equal(carom_world_snapshot(t->world, snapshot, sizeof snapshot), CAROM_STATUS_OK);
    uint64_t sum = play(t, steps);
    assert_int_equal(carom_world_restore(t->world, snapshot, size), CAROM_STATUS_OK);
    assert_true(play(t, steps) == sum);
    assert_int_equal(carom_world_restore(t->world, snapshot, size), CAROM_STATUS_OK);
}

static void step_and_check(test *t) {
    if (t->kind >= WILD && !t->hooked && random_below(&t->n.r, 4) == 0) go_back(t);
    walk(t);
    remember(t);
    t->checked = false;
    step_by(t);
    if (!t->checked) check_all(t);
}

// ---- Worlds ---------------------------------------------------------------------------------------------------------

static carom_level *walls(carom_vec2 middle, float range) {
    map m;
    map_draw(&m, "#######\n#.....#\n#./#..#\n#....-#\n#######\n", 1);
    m.tiles.origin = (carom_vec2){middle.x - 1.5f * range, middle.y - 1.5f * range};
    m.tiles.cell = (carom_vec2){3 * range / 7, 3 * range / 5};
    return level_of_map(&m);
}

/// Single tiles at whole coordinates; tiles of the second level are between those of the first, so that much is touched
/// in passing.
static carom_level *blocks(random_source *r, carom_vec2 middle, float range, int number) {
    map m;
    int cells = (int)range;
    map_make(&m, cells, cells, 2);
    m.tiles.origin = (carom_vec2){middle.x - range + (float)number, middle.y - range};
    for (int i = 0; i < cells * cells; ++i) {
        if (random_below(r, 6) == 0) m.codes[i] = map_code("##-_/o"[random_below(r, 6)]);
    }
    return level_of_map(&m);
}

static void attach_levels(test *t, uint64_t seed) {
    if (t->layout == FAR) return; // such small tiles are too fine for floats there
    if (seed % 4 == 1) t->levels[t->level_count++] = walls(t->middle, t->range);
    if (seed % 4 == 3) t->levels[t->level_count++] = blocks(&t->n.r, t->middle, t->range, 0);
    if (seed % 8 == 3) t->levels[t->level_count++] = blocks(&t->n.r, t->middle, t->range, 1);
    for (int i = 0; i < t->level_count; ++i)
        assert_int_equal(carom_world_attach(t->world, t->levels[i]), CAROM_STATUS_OK);
}

/// The seeds from here on are those of small worlds: a few bodies in less room, and many more worlds in a second.
#define SMALL ((uint64_t)1 << 40)

/// Worlds that are not wild use the first five layouts, with the random numbers of the seeds noted below.
static void run(uint64_t seed, worlds kind) {
    enum { BODIES = 30, STEPS = 40 };
    static test t;
    t = (test){.n = {{seed}, seed % 2}, .kind = kind, .range = seed % 3 == 0 ? 6 : 12, .dt = 1};
    if (seed >= SMALL) t.range /= 2;
    t.layout = (layout)(seed % (kind >= WILD ? LAYOUTS : AWAY));
    if (kind >= WILD) {
        const float dts[] = {1, 0.25f, 1 / 60.0f, 1};
        t.dt = dts[random_below(&t.n.r, 4)];
        t.hooked = random_below(&t.n.r, 2);
    }
    if (t.layout == AWAY) t.middle = (carom_vec2){3e4f, -2e4f};
    if (t.layout == FAR) t.middle = (carom_vec2){1e6f, -3e5f};
    if (t.layout == FAR && kind < WILD) t.n.lattice = true;
    carom_world_desc desc = {.on_collision = meddle, .user_data = &t, .rule = kind == RULED ? decide : NULL};
    assert_int_equal(carom_world_make(&desc, &t.world), CAROM_STATUS_OK);
    attach_levels(&t, seed);
    int bodies = seed < SMALL ? BODIES : 2 + (int)(seed % 7);
    for (int i = 0; i < bodies; ++i) add_random(&t);
    for (int i = 0; i < STEPS; ++i) {
        step_and_check(&t);
        for (int k = 0; k < t.count; ++k) turn_back(&t, &t.bodies[k]);
        change(&t);
    }
    carom_world_free(t.world);
    for (int i = 0; i < t.level_count; ++i) carom_level_free(t.levels[i]);
}

static uint64_t last, alone;

static void run_one(uint64_t seed, worlds kind) {
    last = seed;
    run(seed, kind);
}

/// Of so many worlds one is large; odd, because the seed modulo 8 decides what a world has.
enum { LARGE_OF_BATTERY = 15, LARGE_OF_QUICK = 5 };

/// Runs a number of worlds, or as many as the time allows.
static void run_many(int quick, worlds kind) {
    double start = seconds_now();
    if (alone) run_one(alone, kind);
    for (uint64_t i = 0; !alone && go_on(start, (long long)i, quick); ++i) {
        uint64_t size = i % (battery.seconds > 0 ? LARGE_OF_BATTERY : LARGE_OF_QUICK) ? SMALL : 0;
        run_one(battery.seed * 1000000 + i + size, kind);
    }
}

/// Prints the world that failed.
static int print_failed_world(void **state) {
    (void)state;
    print_message("last world: %llu\n", (unsigned long long)last);
    return 0;
}

/// Worlds that once failed.
static void known_worlds(void **state) {
    (void)state;
    const struct {
        uint64_t seed;
        worlds kind;
    } list[] = {{1000165, PASSING},    {1000498, PASSING},    {2000087, PASSING}, {22000389, PASSING},
                {1, OF_ALL_RESPONSES}, {61001369, WILD},      {81000823, WILD},   {102003735, OF_ALL_RESPONSES},
                {3000127, RULED},      {1099812635163, RULED}};
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) run_one(list[i].seed, list[i].kind);
}

static void passing(void **state) {
    (void)state;
    run_many(40, PASSING);
}

static void of_all_responses(void **state) {
    (void)state;
    run_many(40, OF_ALL_RESPONSES);
}

static void wild(void **state) {
    (void)state;
    run_many(40, WILD);
}

static void ruled(void **state) {
    (void)state;
    run_many(40, RULED);
}

// ---- Insertion history ----------------------------------------------------------------------------------------------

/// The same bodies with the same ids, but teleported, moved and joined by others before the first step.
static carom_world *world_with_history(const carom_body_desc *descs, int count, numbers *n) {
    carom_world *world = new_world(NULL);
    carom_body_id ids[2 * MOST];
    for (int i = 0; i < count; ++i) {
        carom_body_desc desc = descs[i];
        desc.position = place(n, 1000);
        ids[i] = add(world, desc);
    }
    for (int i = count; i < 2 * count; ++i) ids[i] = add(world, descs[random_below(&n->r, count)]);
    for (int i = 0; i < 4 * count; ++i) carom_world_set_position(world, ids[random_below(&n->r, count)], place(n, 50));
    for (int i = 2 * count - 1; i >= count; --i) assert_int_equal(carom_world_remove(world, ids[i]), CAROM_STATUS_OK);
    for (int i = count - 1; i >= 0; --i) carom_world_set_position(world, ids[i], descs[i].position);
    return world;
}

static void assert_same_step(const carom_world *a, const carom_world *b) {
    int a_count, b_count;
    assert_true(carom_world_hash(a) == carom_world_hash(b));
    const carom_pair *p = carom_world_pairs(a, &a_count), *q = carom_world_pairs(b, &b_count);
    assert_int_equal(a_count, b_count);
    for (int i = 0; i < a_count; ++i) {
        assert_true(is_pair_of(&p[i], q[i].a, q[i].b, q[i].level));
        assert_same_float(p[i].point.x, q[i].point.x);
        assert_same_float(p[i].normal.y, q[i].normal.y);
    }
    const carom_event *e = carom_world_events(a, &a_count), *f = carom_world_events(b, &b_count);
    assert_int_equal(a_count, b_count);
    for (int i = 0; i < a_count; ++i) {
        assert_true(is_event_of(&e[i], f[i].a, f[i].b, f[i].level));
        assert_int_equal(e[i].kind, f[i].kind);
        assert_same_float(e[i].t, f[i].t);
    }
}

static void history_changes_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 12; ++seed) {
        numbers n = {{seed + 200}, seed % 2};
        carom_body_desc descs[MOST];
        carom_world *plain = new_world(NULL);
        for (int i = 0; i < MOST; ++i) {
            descs[i] =
                (carom_body_desc){.shape = random_body_shape(&n, i % 16 ? 1.5f : 12),
                                  .position = place(&n, 12),
                                  .velocity = place(&n, 2),
                                  .type = i % 5 == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                  .response = {.kind = (carom_response_kind)random_below(&n.r, 4), .restitution = 1}};
            add(plain, descs[i]);
        }
        carom_world *other = world_with_history(descs, MOST, &n);
        for (int i = 0; i < 20; ++i) {
            step(plain);
            step(other);
            assert_same_step(plain, other);
        }
        carom_world_free(plain);
        carom_world_free(other);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 4);
    const char *only = option_value(argc, argv, "--only"), *world = option_value(argc, argv, "--world");
    if (only) cmocka_set_test_filter(only);
    if (world) alone = strtoull(world, NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(known_worlds, print_failed_world),
        cmocka_unit_test_teardown(passing, print_failed_world),
        cmocka_unit_test_teardown(of_all_responses, print_failed_world),
        cmocka_unit_test_teardown(wild, print_failed_world),
        cmocka_unit_test_teardown(ruled, print_failed_world),
        cmocka_unit_test(history_changes_nothing),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_steps, "world steps", failed);
    return failed;
}
