// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contacts of a step in the order of time. For every mover and level, and for every two that come near each other,
// the next contact is asked and queued; the earliest is answered, the two get new ways, and everything about them is
// asked again. What was queued about their old ways is void, and skipped when it comes up.
#include "world/state.h"

#include "geom/place.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "motion/rest.h"

#include <math.h>

static bool crosses(const carom_world *world, uint32_t index) {
    return cr_body_at(world, index)->response.kind == CAROM_CROSS;
}

// ---- Ways ----------------------------------------------------------------------------------------------------------

static bool stands(const cr_way *way) {
    return way->move.x == 0 && way->move.y == 0;
}

/// How far along its way a body is at a time of the step.
static double share_at(const cr_way *way, double time) {
    return time <= way->time || stands(way) ? 0 : (time - way->time) / (1 - way->time);
}

static carom_vec2 place_at(const cr_way *way, double time) {
    double share = share_at(way, time);
    if (share == 0) return way->from;
    return (carom_vec2){(float)((double)way->from.x + share * (double)way->move.x),
                        (float)((double)way->from.y + share * (double)way->move.y)};
}

static carom_vec2 move_from(const cr_way *way, double time) {
    double left = 1 - share_at(way, time);
    return (carom_vec2){(float)(left * (double)way->move.x), (float)(left * (double)way->move.y)};
}

static bool finite_box(carom_box box) {
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

/// A new way from a place, with the velocity the course has now.
static void start_way(carom_world *world, uint32_t index, carom_vec2 from, double time) {
    cr_way *way = cr_way_at(world, index);
    carom_shape here = carom_shape_at(&cr_body_at(world, index)->shape, from);
    carom_box box = carom_shape_bounds(&here);
    double left = way->resting ? 0 : (double)world->dt * (1 - time);
    carom_vec2 move = {(float)((double)way->course.velocity.x * left), (float)((double)way->course.velocity.y * left)};
    if (!finite_box(cr_swept(box, move))) move = (carom_vec2){0, 0}; // out of the range of floats: it stays
    way->departure = way->from = from;
    way->time = time;
    way->move = move;
    ++way->number;
    cr_extend_reach(world, index, cr_swept(box, move));
}

// ---- Asking --------------------------------------------------------------------------------------------------------

static void queue(carom_world *world, double t, uint32_t a, uint32_t b) {
    cr_prospect prospect = {.t = t, .a = a, .b = b, .course_a = cr_way_at(world, a)->number};
    if (b < CR_LEVEL) prospect.course_b = cr_way_at(world, b)->number;
    if (!cr_queue_push(&world->queue, prospect, world->allocator)) world->out_of_memory = true;
}

void cr_note_near(carom_world *world, uint64_t pair) {
    cr_keyed *near_pair = cr_list_push(&world->near_pairs, world->allocator);
    if (near_pair) {
        *near_pair = (cr_keyed){.key = pair};
    } else {
        world->out_of_memory = true;
    }
}

void cr_note_touch(carom_world *world, cr_touch touch) {
    cr_touch *place = cr_list_push(&world->touches, world->allocator);
    if (place) {
        *place = touch;
    } else {
        world->out_of_memory = true;
    }
}

static void ask_levels(carom_world *world, uint32_t index) {
    cr_way *way = cr_way_at(world, index);
    way->level_hit.hit = false;
    carom_shape here = carom_shape_at(&cr_body_at(world, index)->shape, way->from);
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = carom_level_sweep(cr_level_of(world, (int)i), &here, way->move);
        if (i > 0 && !(hit.hit && (!way->level_hit.hit || hit.t < way->level_hit.t))) continue;
        way->level_hit = hit;
        way->level = (int)i;
    }
    if (!way->level_hit.hit || (way->resting && way->level_hit.inside)) return;
    double t = way->time + (double)way->level_hit.t * (1 - way->time);
    queue(world, t, index, CR_LEVEL + (uint32_t)way->level);
}

typedef struct encounter {
    carom_sweep_hit hit;
    double t;                  ///< of the step
    carom_vec2 move_a, move_b; ///< from when both are on their ways
} encounter;

/// The next contact of two bodies, from the time when both are on their present ways.
static encounter meet(const carom_world *world, uint32_t a, uint32_t b) {
    const cr_way *way_a = cr_way_at(world, a);
    const cr_way *way_b = cr_way_at(world, b);
    double time = way_a->time > way_b->time ? way_a->time : way_b->time;
    carom_shape shape_a = carom_shape_at(&cr_body_at(world, a)->shape, place_at(way_a, time));
    carom_shape shape_b = carom_shape_at(&cr_body_at(world, b)->shape, place_at(way_b, time));
    encounter e = {.move_a = move_from(way_a, time), .move_b = move_from(way_b, time)};
    e.hit = carom_sweep(&shape_a, e.move_a, &shape_b, e.move_b);
    e.t = time + (double)e.hit.t * (1 - time);
    return e;
}

/// Of two that are inside of each other: do they go deeper, by more than rounding?
static bool closing(const encounter *e) {
    double x = (double)e->move_a.x - (double)e->move_b.x;
    double y = (double)e->move_a.y - (double)e->move_b.y;
    double speed = x * (double)e->hit.normal.x + y * (double)e->hit.normal.y;
    return speed < -0x1p-20 * (fabs(x) + fabs(y));
}

static void ask_pair(carom_world *world, uint32_t index, uint32_t other) {
    const cr_body *body = cr_body_at(world, index);
    const cr_body *other_body = cr_body_at(world, other);
    if (index == other || !cr_may_meet(world, index, other)) return;
    uint64_t pair = cr_pair_of(world, index, other);
    cr_note_near(world, pair);
    encounter e = meet(world, cr_first(pair), cr_second(pair));
    if (!e.hit.hit || (e.hit.inside && cr_blocks(body, other_body) && !closing(&e))) return;
    queue(world, e.t, cr_first(pair), cr_second(pair));
}

typedef struct asking {
    carom_world *world;
    uint32_t index;
} asking;

static void ask_other(void *context, uint32_t other) {
    asking *a = context;
    ask_pair(a->world, a->index, other);
}

/// Everything about one body, after it got a new way.
static void ask_again(carom_world *world, uint32_t index) {
    if (cr_body_at(world, index)->is_static) return;
    ask_levels(world, index);
    asking a = {world, index};
    cr_broad_find(&world->broad, cr_way_at(world, index)->reach, ask_other, &a);
}

// ---- Answering -----------------------------------------------------------------------------------------------------

/// Counts one more contact; past the bound a mover rests.
static void count_bounce(carom_world *world, uint32_t index) {
    cr_way *way = cr_way_at(world, index);
    if (cr_body_at(world, index)->is_static || way->resting || ++way->bounces <= world->bounces) return;
    way->resting = true;
    ++world->stats.rested;
}

/// Do two leave each other after the response, by more than rounding, and with time left for it?
static bool parting(carom_vec2 a, carom_vec2 b, carom_vec2 normal, double t) {
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double speed = x * (double)normal.x + y * (double)normal.y;
    return t < 1 && speed > 0x1p-16 * (fabs(x) + fabs(y));
}

static void answer_level(carom_world *world, uint32_t index, double t) {
    cr_way *way = cr_way_at(world, index);
    const cr_body *body = cr_body_at(world, index);
    carom_sweep_hit hit = way->level_hit;
    cr_touch touch = {.pair = cr_pair_of(world, index, CR_LEVEL + (uint32_t)way->level),
                      .t = cr_float_down(t),
                      .point = hit.point,
                      .normal = hit.normal,
                      .edge = hit.part_b};
    if (crosses(world, index)) {
        cr_note_touch(world, touch);
        return;
    }
    ++world->stats.hits;
    carom_vec2 at = way->from;
    if (hit.inside) {
        way->resting = true; // crushed: any way on could lead through what it is in
    } else {
        cr_scene fixed = {.world = world, .body = index};
        carom_space space = cr_space_of_scene(&fixed);
        at = cr_stop(&space, &body->shape, way->from, way->move, &hit);
        cr_course_meet(&way->course, &body->response, at, hit.normal);
        count_bounce(world, index);
        touch.parting = parting(way->course.velocity, (carom_vec2){0, 0}, hit.normal, t);
    }
    cr_note_touch(world, touch);
    start_way(world, index, at, t);
    ask_again(world, index);
}

/// A place for one of two that have met: not inside of what is fixed, nor of the other where it was put.
typedef struct placing {
    carom_space fixed;
    const carom_shape *shape;
    const carom_shape *other; ///< null while it has no place yet
} placing;

static bool is_free(void *context, carom_vec2 at) {
    const placing *p = context;
    carom_shape there = carom_shape_at(p->shape, at);
    if (p->other && cr_relate(&there, p->other) == CR_INSIDE) return false;
    return cr_free(&p->fixed, p->shape, at);
}

static carom_vec2 place(carom_world *world, uint32_t index, double t, carom_vec2 normal, const carom_shape *other) {
    const cr_way *way = cr_way_at(world, index);
    double share = share_at(way, t);
    if (share == 0) return way->from;
    cr_scene fixed = {.world = world, .body = index};
    placing p = {cr_space_of_scene(&fixed), &cr_body_at(world, index)->shape, other};
    return cr_place(way->from, way->move, share, normal, is_free, &p);
}

static carom_vec2 turned(carom_vec2 normal) {
    return (carom_vec2){-normal.x, -normal.y};
}

/// New velocities. What does not move in this step any more, or stops at the touch, is a wall to the other.
static void respond(carom_world *world, uint32_t a, uint32_t b, carom_vec2 at_a, carom_vec2 at_b, carom_vec2 normal) {
    cr_way *way_a = cr_way_at(world, a);
    cr_way *way_b = cr_way_at(world, b);
    const carom_response *response_a = &cr_body_at(world, a)->response;
    const carom_response *response_b = &cr_body_at(world, b)->response;
    bool wall_a = way_a->resting || response_a->kind == CAROM_TOUCH;
    bool wall_b = way_b->resting || cr_body_at(world, b)->is_static || response_b->kind == CAROM_TOUCH;
    if (!wall_a && !wall_b) {
        cr_course_exchange(&way_a->course, response_a, at_a, &way_b->course, response_b, at_b, normal);
        return;
    }
    if (!way_a->resting) cr_course_meet(&way_a->course, response_a, at_a, normal);
    if (!way_b->resting) cr_course_meet(&way_b->course, response_b, at_b, turned(normal));
}

static void answer_pair(carom_world *world, uint32_t a, uint32_t b, double t) {
    encounter e = meet(world, a, b);
    carom_vec2 normal = e.hit.normal;
    cr_touch touch = {
        .pair = cr_pair_of(world, a, b), .t = cr_float_down(t), .point = e.hit.point, .normal = normal, .edge = -1};
    if (!cr_blocks(cr_body_at(world, a), cr_body_at(world, b))) {
        cr_note_touch(world, touch);
        return;
    }
    ++world->stats.hits;
    bool apart = !cr_overlapped_at_start(world, touch.pair);
    carom_vec2 at_b = place(world, b, t, turned(normal), NULL);
    carom_shape shape_b = carom_shape_at(&cr_body_at(world, b)->shape, at_b);
    carom_vec2 at_a = place(world, a, t, normal, apart ? &shape_b : NULL);
    respond(world, a, b, at_a, at_b, normal);
    count_bounce(world, a);
    count_bounce(world, b);
    touch.parting = parting(cr_way_at(world, a)->course.velocity, cr_way_at(world, b)->course.velocity, normal, t);
    cr_note_touch(world, touch);
    start_way(world, a, at_a, t);
    if (!cr_body_at(world, b)->is_static) start_way(world, b, at_b, t);
    ask_again(world, a);
    ask_again(world, b);
}

static bool is_void(const carom_world *world, const cr_prospect *p) {
    if (cr_way_at(world, p->a)->number != p->course_a) return true;
    return p->b < CR_LEVEL && cr_way_at(world, p->b)->number != p->course_b;
}

// ---- All together --------------------------------------------------------------------------------------------------

static void ask_all(carom_world *world) {
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        const cr_body *body = cr_body_at(world, i);
        if (!body->alive || body->is_static) continue;
        start_way(world, i, cr_way_at(world, i)->from, 0);
        ask_levels(world, i);
    }
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        asking a = {world, i};
        cr_broad_find_larger(&world->broad, i, ask_other, &a);
    }
}

void cr_meet_all(carom_world *world) {
    world->queue.count = 0;
    ask_all(world);
    cr_prospect next;
    while (!world->out_of_memory && cr_queue_pop(&world->queue, &next)) {
        if (is_void(world, &next)) continue;
        if (next.b >= CR_LEVEL) {
            answer_level(world, next.a, next.t);
        } else {
            answer_pair(world, next.a, next.b, next.t);
        }
    }
}
