// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contacts of a step that turn movers, in the order of time. For every mover that meets a level, and for every two
// that come near and stop each other, the next contact is asked and queued; the earliest is answered, the two get new
// ways, and everything about them is asked again. What was queued about their old ways is void, and skipped when it
// comes up. What a mover with a way crosses is queued as well, and only told.
#include "world/state.h"

#include "geom/place.h"
#include "geom/predicate.h"
#include "motion/rest.h"

#include <math.h>

// ---- Ways ----------------------------------------------------------------------------------------------------------

static bool stands(const cr_line *line) {
    return line->move.x == 0 && line->move.y == 0;
}

/// How far along its way a body is at a time of the step.
static double share_at(const cr_line *line, double time) {
    return time <= line->time || stands(line) ? 0 : (time - line->time) / (1 - line->time);
}

static carom_vec2 place_at(const cr_line *line, double time) {
    double share = share_at(line, time);
    if (share == 0) return line->from;
    return (carom_vec2){(float)((double)line->from.x + share * (double)line->move.x),
                        (float)((double)line->from.y + share * (double)line->move.y)};
}

/// Nothing can be deeper than touch in it; or in a part of it, perhaps.
static bool is_flat(const carom_world *world, uint32_t index) {
    if (cr_flags(world)[index] & CR_ROUND) return cr_traits_at(world, index)->radius == 0;
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    switch (shape->kind) {
    case CAROM_CAPSULE: return shape->capsule.radius == 0;
    case CAROM_BOX: return shape->box.min.x == shape->box.max.x || shape->box.min.y == shape->box.max.y;
    case CAROM_CIRCLE:
    case CAROM_POLYGON: return false;
    case CAROM_POINT:
    case CAROM_SEGMENT:
    case CAROM_COMPOUND:
    case CAROM_NONE: break;
    }
    return true;
}

static float step_back(float at, float from) {
    return at > from ? cr_float_below(at) : at < from ? cr_float_above(at) : at;
}

/// A step of a float before the place at a time, but not before the way began.
static carom_vec2 place_before(const cr_line *line, double time) {
    carom_vec2 at = place_at(line, time);
    return (carom_vec2){step_back(at.x, line->from.x), step_back(at.y, line->from.y)};
}

static carom_vec2 move_from(const cr_line *line, double time) {
    double left = 1 - share_at(line, time);
    return (carom_vec2){(float)(left * (double)line->move.x), (float)(left * (double)line->move.y)};
}

static bool finite_box(carom_box box) {
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

carom_box cr_way_box(const carom_world *world, uint32_t index) {
    const cr_way *way = cr_way_of(world, index);
    if (way) return way->reach;
    cr_lanes4 swept = ((const cr_lanes4 *)world->swept.data)[index];
    return (carom_box){{swept[0], swept[1]}, {-swept[2], -swept[3]}};
}

cr_way cr_straight_way(const carom_world *world, uint32_t index) {
    cr_line line = cr_line_of(world, index);
    return (cr_way){.body = index,
                    .number = 1,
                    .course = cr_course_begin(cr_vectors(&world->velocity)[index]),
                    .departure = line.from,
                    .from = line.from,
                    .move = line.move,
                    .reach = cr_way_box(world, index),
                    .level_hit = {.t = 1}};
}

static carom_box joined(carom_box a, carom_box b) {
    if (b.min.x < a.min.x) a.min.x = b.min.x;
    if (b.min.y < a.min.y) a.min.y = b.min.y;
    if (b.max.x > a.max.x) a.max.x = b.max.x;
    if (b.max.y > a.max.y) a.max.y = b.max.y;
    return a;
}

/// The box in the broad phase is for several steps: most ways stay in it, however they turn.
static void keep_found(carom_world *world, const cr_way *way) {
    carom_box known = world->broad.boxes[way->body], box = joined(known, way->reach);
    bool within =
        box.min.x == known.min.x && box.min.y == known.min.y && box.max.x == known.max.x && box.max.y == known.max.y;
    if (!within) cr_broad_put(&world->broad, way->body, way->reach, false);
}

/// Not by their boxes in the broad phase: how large these are depends on when they were made.
static bool come_near(const carom_world *world, uint32_t a, uint32_t b) {
    carom_box p = cr_way_box(world, a), q = cr_way_box(world, b);
    return p.min.x <= q.max.x && q.min.x <= p.max.x && p.min.y <= q.max.y && q.min.y <= p.max.y;
}

void cr_extend_reach(carom_world *world, cr_way *way, carom_box box) {
    way->reach = joined(way->reach, box);
    keep_found(world, way);
}

/// On from a place, with the velocity the course has now.
static void turn(const carom_world *world, cr_way *way, carom_vec2 from, double time) {
    carom_box box = cr_bounds_at(world, way->body, from);
    double left = way->resting ? 0 : (double)world->dt * (1 - time);
    carom_vec2 move = {(float)((double)way->course.velocity.x * left), (float)((double)way->course.velocity.y * left)};
    carom_box swept = cr_swept(box, move);
    if (!finite_box(swept)) { // out of the range of floats: it stays
        move = (carom_vec2){0, 0};
        swept = box;
    }
    way->departure = way->from = from;
    way->time = time;
    way->move = move;
    ++way->number;
    way->reach = joined(way->reach, swept);
}

// ---- Asking --------------------------------------------------------------------------------------------------------

static void queue(carom_world *world, double t, uint32_t a, uint32_t b) {
    cr_prospect prospect = {.t = t, .a = a, .b = b, .course_a = cr_line_of(world, a).number};
    if (b < CR_LEVEL) prospect.course_b = cr_line_of(world, b).number;
    if (!cr_queue_push(&world->queue, prospect, world->allocator)) world->out_of_memory = true;
}

void cr_note_near(carom_world *world, uint64_t pair) {
    cr_keyed *near_pair = cr_push(world, &world->near_pairs);
    if (near_pair) *near_pair = (cr_keyed){.key = pair};
}

void cr_note_touch(carom_world *world, cr_touch touch) {
    cr_touch *place = cr_push(world, &world->touches);
    if (place) *place = touch;
}

void cr_ask_levels(const carom_world *world, cr_way *way) {
    way->level_hit = (carom_sweep_hit){.t = 1};
    cr_placed placed;
    const carom_shape *here = cr_shape_at(world, way->body, way->from, &placed);
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_sweep(cr_level_of(world, (int)i), here, way->move);
        if (i > 0 && !(hit.hit && (!way->level_hit.hit || hit.t < way->level_hit.t))) continue;
        way->level_hit = hit;
        way->level = (int)i;
    }
}

double cr_time_of_level(const cr_way *way) {
    return way->time + (double)way->level_hit.t * (1 - way->time);
}

static void queue_level(carom_world *world, const cr_way *way) {
    if (!way->level_hit.hit || (way->resting && way->level_hit.inside)) return;
    queue(world, cr_time_of_level(way), way->body, CR_LEVEL + (uint32_t)way->level);
}

typedef struct encounter {
    carom_sweep_hit hit;
    double t;                  ///< of the step
    carom_vec2 move_a, move_b; ///< from when both are on their ways
} encounter;

/// The next contact of two bodies, from the time when both are on their present ways.
static encounter meet(const carom_world *world, uint32_t a, uint32_t b) {
    cr_line line_a = cr_line_of(world, a);
    cr_line line_b = cr_line_of(world, b);
    double time = line_a.time > line_b.time ? line_a.time : line_b.time;
    encounter e = {.move_a = move_from(&line_a, time), .move_b = move_from(&line_b, time)};
    // Of two that have no inside, one that was rounded onto the other or beyond would pass it unseen.
    bool flat = line_a.time != line_b.time && is_flat(world, a) && is_flat(world, b);
    carom_vec2 at_a = flat ? place_before(&line_a, time) : place_at(&line_a, time);
    carom_vec2 at_b = flat ? place_before(&line_b, time) : place_at(&line_b, time);
    e.hit = cr_sweep_bodies(world, a, at_a, e.move_a, b, at_b, e.move_b);
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

/// Queues the next contact of a pair that may meet.
static void ask_pair(carom_world *world, uint64_t pair) {
    uint32_t a = cr_first(pair), b = cr_second(pair);
    encounter e = meet(world, a, b);
    if (!e.hit.hit || (e.hit.inside && cr_blocks(world, a, b) && !closing(&e))) return;
    queue(world, e.t, a, b);
}

typedef struct asking {
    carom_world *world;
    uint32_t index;
    double time;
} asking;

static bool ask_other(void *context, uint32_t other) {
    asking *a = context;
    if (other == a->index || !come_near(a->world, a->index, other)) return true;
    if (!cr_may_meet(a->world, a->index, other)) return true;
    uint64_t pair = cr_pair_of(a->world, a->index, other);
    cr_note_near(a->world, pair);
    ask_pair(a->world, pair);
    return true;
}

/// Everything about one body, after it got a new way.
static void ask_again(carom_world *world, uint32_t index) {
    cr_way *way = cr_way_of(world, index);
    if (!way) return;
    cr_ask_levels(world, way);
    queue_level(world, way);
    asking a = {.world = world, .index = index};
    cr_broad_find(&world->broad, way->reach, ask_other, &a);
}

// ---- Joining those that meet something ------------------------------------------------------------------------------

static cr_touch touch_of(uint64_t pair, double t, const carom_sweep_hit *hit) {
    return (cr_touch){.pair = pair, .t = cr_float_down(t), .point = hit->point, .normal = hit->normal, .edge = -1};
}

/// What one that went straight until now has crossed, or is going to. Two that both have ways were asked before.
static bool ask_crossed(void *context, uint32_t other) {
    asking *a = context;
    carom_world *world = a->world;
    if (other == a->index || cr_way_of(world, other) || cr_blocks(world, a->index, other)) return true;
    if (!come_near(world, a->index, other) || !cr_may_meet(world, a->index, other)) return true;
    uint64_t pair = cr_pair_of(world, a->index, other);
    cr_note_near(world, pair);
    encounter e = meet(world, cr_first(pair), cr_second(pair));
    if (!e.hit.hit) return true;
    if (e.t <= a->time) {
        cr_note_touch(world, touch_of(pair, e.t, &e.hit));
    } else {
        queue(world, e.t, cr_first(pair), cr_second(pair));
    }
    return true;
}

/// Gives a mover that has none a way, at a time of the step. False without memory.
static bool join(carom_world *world, const cr_way *way, double time) {
    cr_way *place = cr_push(world, &world->ways);
    if (!place) return false;
    *place = *way;
    ((uint32_t *)world->way_of.data)[way->body] = world->ways.count;
    asking a = {world, way->body, time};
    if (!way->alone) cr_broad_find(&world->broad, way->reach, ask_crossed, &a);
    return !world->out_of_memory;
}

bool cr_join(carom_world *world, uint32_t index, double time) {
    if (cr_is_static(world, index) || cr_way_of(world, index)) return true;
    cr_way way = cr_straight_way(world, index);
    return join(world, &way, time);
}

// ---- Answering -----------------------------------------------------------------------------------------------------

/// Counts one more contact; past the bound a mover rests.
static void count_bounce(const carom_world *world, cr_way *way, carom_step_stats *stats) {
    if (way->resting || ++way->bounces <= world->bounces) return;
    way->resting = true;
    ++stats->rested;
}

/// Do two leave each other after the response, by more than rounding, and with time left for it?
static bool parting(carom_vec2 a, carom_vec2 b, carom_vec2 normal, double t) {
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double speed = x * (double)normal.x + y * (double)normal.y;
    return t < 1 && speed > 0x1p-16 * (fabs(x) + fabs(y));
}

uint64_t cr_pair_of_level(uint32_t body, uint32_t level) {
    return (uint64_t)body << 32 | (CR_LEVEL + level);
}

cr_touch cr_touch_of_level(const cr_way *way) {
    cr_touch touch =
        touch_of(cr_pair_of_level(way->body, (uint32_t)way->level), cr_time_of_level(way), &way->level_hit);
    touch.edge = way->level_hit.part_b;
    return touch;
}

/// Where a level stops a mover: as the level tells it when there is nothing else, and its place is that of the whole
/// shape to the last bit.
static carom_vec2 stop(const carom_world *world, const cr_way *way) {
    bool round = (cr_flags(world)[way->body] & CR_ROUND) != 0;
    bool alone = world->levels.count == 1 && world->broad.population[CR_BROAD_FIXED] == 0;
    if (round && alone) return way->level_hit.at;
    cr_scene fixed = {.world = world, .body = way->body};
    carom_space space = cr_space_of_scene(&fixed);
    return cr_stop(&space, &cr_body_at(world, way->body)->shape, way->from, way->move, &way->level_hit);
}

cr_touch cr_answer_level(const carom_world *world, cr_way *way, carom_step_stats *stats) {
    cr_touch touch = cr_touch_of_level(way);
    double t = cr_time_of_level(way);
    carom_vec2 at = way->from;
    ++stats->hits;
    if (way->level_hit.inside) {
        way->resting = true; // crushed: any way on could lead through what it is in
    } else {
        at = stop(world, way);
        cr_course_meet(&way->course, &cr_body_at(world, way->body)->response, at, touch.normal);
        count_bounce(world, way, stats);
        touch.parting = parting(way->course.velocity, (carom_vec2){0, 0}, touch.normal, t);
    }
    turn(world, way, at, t);
    return touch;
}

/// On its new way: known to the broad phase, and asked about.
static void go_on(carom_world *world, uint32_t index) {
    cr_way *way = cr_way_of(world, index);
    if (!way) return;
    keep_found(world, way);
    ask_again(world, index);
}

/// What a way has gone when it is turned, from the place it began at.
static void note_leg(carom_world *world, cr_way *way, carom_vec2 from) {
    if (way->departure.x == from.x && way->departure.y == from.y) return;
    cr_leg *leg = cr_push(world, &world->legs);
    if (!leg) return;
    *leg = (cr_leg){from, way->departure, way->leg};
    way->leg = world->legs.count;
}

bool cr_is_astray(carom_vec2 at, carom_vec2 led) {
    double most = fabs((double)led.x) > fabs((double)led.y) ? fabs((double)led.x) : fabs((double)led.y);
    double x = fabs((double)at.x - (double)led.x), y = fabs((double)at.y - (double)led.y);
    return x + y > most * 0x1p-19;
}

/// One that was put too far from where its way led does not go on in this step.
static void lose_if_astray(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led) {
    cr_way *way = cr_way_of(world, index);
    if (way && cr_is_astray(at, led)) way->lost = way->resting = true;
}

static void answer_level(carom_world *world, uint32_t index) {
    cr_way *way = cr_way_of(world, index);
    cr_line line = cr_line_of(world, index);
    carom_vec2 led = place_at(&line, cr_time_of_level(way));
    cr_note_touch(world, cr_answer_level(world, way, &world->stats));
    note_leg(world, way, line.departure);
    lose_if_astray(world, index, way->from, led);
    if (way->lost) turn(world, way, way->from, way->time);
    go_on(world, index);
}

/// A place for one of two that have met: not inside of what is fixed, nor of the other where it was put.
typedef struct placing {
    const carom_world *world;
    carom_space fixed;
    uint32_t body;
    uint32_t other; ///< UINT32_MAX while it has no place yet
    carom_vec2 other_at;
} placing;

static bool is_free(void *context, carom_vec2 at) {
    const placing *p = context;
    bool inside = p->other != UINT32_MAX && cr_relate_bodies(p->world, p->body, at, p->other, p->other_at) == CR_INSIDE;
    return !inside && cr_free(&p->fixed, &cr_body_at(p->world, p->body)->shape, at);
}

static carom_vec2 place(const carom_world *world, uint32_t index, double t, carom_vec2 normal, uint32_t other,
                        carom_vec2 other_at) {
    cr_line line = cr_line_of(world, index);
    double share = share_at(&line, t);
    if (share == 0) return line.from;
    cr_scene fixed = {.world = world, .body = index};
    placing p = {world, cr_space_of_scene(&fixed), index, other, other_at};
    return cr_place(line.from, line.move, share, normal, is_free, &p);
}

static carom_vec2 turned(carom_vec2 normal) {
    return (carom_vec2){-normal.x, -normal.y};
}

static bool is_wall(const carom_world *world, uint32_t index) {
    const cr_way *way = cr_way_of(world, index);
    return !way || way->resting || cr_body_at(world, index)->response.kind == CAROM_TOUCH;
}

/// New velocities. What does not move in this step any more, or stops at the touch, is a wall to the other.
static void respond(carom_world *world, uint32_t a, uint32_t b, carom_vec2 at_a, carom_vec2 at_b, carom_vec2 normal) {
    cr_way *way_a = cr_way_of(world, a);
    cr_way *way_b = cr_way_of(world, b); // null of a static
    const carom_response *response_a = &cr_body_at(world, a)->response;
    const carom_response *response_b = &cr_body_at(world, b)->response;
    if (!is_wall(world, a) && !is_wall(world, b)) {
        cr_course_exchange(&way_a->course, response_a, at_a, &way_b->course, response_b, at_b, normal);
        return;
    }
    if (!way_a->resting) cr_course_meet(&way_a->course, response_a, at_a, normal);
    if (way_b && !way_b->resting) cr_course_meet(&way_b->course, response_b, at_b, turned(normal));
}

static carom_vec2 velocity_now(const carom_world *world, uint32_t index) {
    const cr_way *way = cr_way_of(world, index);
    return way ? way->course.velocity : (carom_vec2){0, 0};
}

static void turn_at(carom_world *world, cr_way *way, carom_vec2 at, double t) {
    carom_vec2 from = way->departure;
    turn(world, way, at, t);
    note_leg(world, way, from);
}

static void answer_pair(carom_world *world, uint32_t a, uint32_t b, double t) {
    encounter e = meet(world, a, b);
    carom_vec2 normal = e.hit.normal;
    cr_touch touch = touch_of(cr_pair_of(world, a, b), t, &e.hit);
    if (!cr_blocks(world, a, b)) {
        cr_note_touch(world, touch);
        return;
    }
    if (!cr_join(world, a, t) || !cr_join(world, b, t)) return;
    ++world->stats.hits;
    bool apart = !cr_overlapped_at_start(world, touch.pair);
    carom_vec2 at_b = place(world, b, t, turned(normal), UINT32_MAX, (carom_vec2){0, 0});
    carom_vec2 at_a = place(world, a, t, normal, apart ? b : UINT32_MAX, at_b);
    cr_line line_a = cr_line_of(world, a), line_b = cr_line_of(world, b);
    lose_if_astray(world, a, at_a, place_at(&line_a, t));
    lose_if_astray(world, b, at_b, place_at(&line_b, t));
    respond(world, a, b, at_a, at_b, normal);
    cr_way *way_a = cr_way_of(world, a);
    cr_way *way_b = cr_way_of(world, b);
    count_bounce(world, way_a, &world->stats);
    if (way_b) count_bounce(world, way_b, &world->stats);
    touch.parting = parting(velocity_now(world, a), velocity_now(world, b), normal, t);
    cr_note_touch(world, touch);
    turn_at(world, way_a, at_a, t);
    if (way_b) turn_at(world, way_b, at_b, t);
    keep_found(world, way_a);
    if (way_b) keep_found(world, way_b);
    ask_again(world, a);
    ask_again(world, b);
}

static bool is_void(const carom_world *world, const cr_prospect *p) {
    if (cr_line_of(world, p->a).number != p->course_a) return true;
    return p->b < CR_LEVEL && cr_line_of(world, p->b).number != p->course_b;
}

// ---- All together --------------------------------------------------------------------------------------------------

/// The movers that met a level on their first way; those that are alone have met all they will.
static void join_all(carom_world *world) {
    const cr_part *parts = world->parts.data;
    for (uint32_t p = 0; p < world->parts.count; ++p) {
        const cr_way *ways = parts[p].ways.data;
        for (uint32_t i = 0; i < parts[p].ways.count && join(world, &ways[i], 0); ++i) {
            if (ways[i].alone) {
                keep_found(world, &ways[i]);
            } else {
                queue_level(world, &ways[i]);
            }
        }
    }
}

/// Pairs that stop each other, and meet if nothing comes between.
static void ask_near(carom_world *world) {
    uint32_t count = world->near_pairs.count;
    for (uint32_t i = 0; i < count && !world->out_of_memory; ++i) {
        uint64_t pair = ((const cr_keyed *)world->near_pairs.data)[i].key;
        if (cr_blocks(world, cr_first(pair), cr_second(pair))) ask_pair(world, pair);
    }
}

void cr_meet_all(carom_world *world) {
    world->queue.count = 0;
    join_all(world); // first: one that had no room to go anywhere stays, and is met there
    ask_near(world);
    cr_prospect next;
    while (!world->out_of_memory && cr_queue_pop(&world->queue, &next)) {
        if (is_void(world, &next)) continue;
        if (next.b >= CR_LEVEL) {
            answer_level(world, next.a);
        } else {
            answer_pair(world, next.a, next.b, next.t);
        }
    }
}
