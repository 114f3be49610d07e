// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The room in front of the movers that a walker pushes. A mover that is pushed pushes those in front of it, each from
// the time at which it is reached. What is known to move in the step is met where it is then.
#include "walker/push_room.h"

#include "base/box.h"
#include "world/query.h"

#include <math.h>

enum { MOST_IN_ROW = 1 + CR_MOST_PUSHED }; // a longer row stands

/// A walker and the movers that it pushes.
typedef struct pushed_row {
    const cr_coming_step *s;
    cr_vec2d move; ///< theirs in a whole step
    uint32_t bodies[MOST_IN_ROW];
    double starts[MOST_IN_ROW]; ///< the part of the step after which each is reached
    int count;
    cr_vec2d stop; ///< the displacement in the step of what stops the row
} pushed_row;

bool cr_is_pushable(const cr_coming_step *s, uint32_t index) {
    const carom_world *world = s->world;
    return cr_is_mover(world, index) && !isinf(cr_body_at(world, index)->mass) && !cr_find_pushed(s, index);
}

/// The member of a row that a body is; `count` if it is none.
static int row_member_of(const pushed_row *row, uint32_t index) {
    int member = 0;
    while (member < row->count && row->bodies[member] != index) ++member;
    return member;
}

/// The displacement of a body that nothing in the row pushes.
static cr_vec2d coming_move(const cr_coming_step *s, uint32_t index) {
    if (!cr_moves_in_step(s, index)) return (cr_vec2d){0, 0};
    return cr_scale(cr_widen(cr_coming_velocity(s, index)), s->dt);
}

// ---- One body of a row ----------------------------------------------------------------------------------------------

/// The motion of a body of a row, from the time at which it is reached.
typedef struct row_sweep {
    pushed_row *row;
    const cr_query *view; ///< what its filter includes
    uint32_t index;
    double start, left; ///< parts of the step
    double reached;     ///< the time of its last hit: what joined the row until then is not hit
    cr_vec2d move;      ///< in a whole step
    bool is_first;      ///< the walker itself: only movers count
    uint32_t found;     ///< CR_NOTHING: a level
    cr_vec2d its_move;  ///< that of what is found, in a whole step
    double time;        ///< of the first hit; > 1: none
} row_sweep;

static bool meets(const row_sweep *q, uint32_t index) {
    int member = row_member_of(q->row, index);
    if (index == q->row->s->walker || (member < q->row->count && q->row->starts[member] <= q->reached)) return false;
    if (q->is_first && !cr_is_pushable(q->row->s, index)) return false;
    return q->view->includes(q->view->self, index);
}

static bool meets_at_rest(const void *self, uint32_t index) {
    const row_sweep *q = self;
    return !cr_moves_in_step(q->row->s, index) && meets(q, index);
}

static bool meets_in_motion(const void *self, uint32_t index) {
    const row_sweep *q = self;
    return cr_moves_in_step(q->row->s, index) && meets(q, index);
}

static cr_body_motion row_motion_of(const row_sweep *q, uint32_t index, cr_vec2d move) {
    cr_vec2d from = cr_add(cr_widen(cr_vectors(&q->row->s->world->position)[index]),
                           cr_scale(coming_move(q->row->s, index), q->start));
    return (cr_body_motion){index, cr_narrow(from), cr_narrow(cr_scale(move, q->left))};
}

/// Of bodies that are hit at the same time, the one that comes fastest is found.
static bool visit_in_motion(void *context, uint32_t index) {
    row_sweep *q = context;
    if (!meets_in_motion(q, index)) return true;
    cr_vec2d move = coming_move(q->row->s, index);
    carom_sweep_hit hit =
        cr_sweep_bodies(q->row->s->world, row_motion_of(q, q->index, q->move), row_motion_of(q, index, move));
    double time = q->start + (double)hit.t * q->left;
    bool is_faster = cr_dot(move, q->move) < cr_dot(q->its_move, q->move);
    if (!hit.hit || time > q->time || (time == q->time && !is_faster)) return true;
    q->time = time;
    q->found = index;
    q->its_move = move;
    return true;
}

/// Finds what a body of the row hits first.
static void sweep_member(row_sweep *q) {
    const carom_world *world = q->row->s->world;
    cr_query at_rest = *q->view, in_motion = *q->view;
    at_rest.self = in_motion.self = q;
    at_rest.includes = meets_at_rest;
    at_rest.no_levels = q->is_first;
    in_motion.includes = meets_in_motion;
    cr_body_motion a = row_motion_of(q, q->index, q->move);
    cr_placed placed;
    const carom_shape *shape = cr_shape_at(world, q->index, a.from, &placed);
    carom_world_sweep_hit hit = cr_first_sweep(&at_rest, shape, a.move);
    q->found = hit.level >= 0 ? CR_NOTHING : hit.body.index;
    q->its_move = (cr_vec2d){0, 0};
    q->time = hit.sweep.hit ? q->start + (double)hit.sweep.t * q->left : 2;
    carom_box box = cr_swept(cr_bounds_at(world, q->index, a.from), a.move);
    float by = (float)q->row->s->longest;
    box = cr_grow_by_ulps((carom_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}});
    cr_query_bodies(&in_motion, box, visit_in_motion, q);
}

/// The displacement of a body of the row in a whole step. One that is carried goes along `up` with its support.
static cr_vec2d move_of_member(const pushed_row *row, int member) {
    cr_vec2d carried = coming_move(row->s, row->bodies[member]);
    return cr_add(cr_across_up(row->s, row->move), cr_scale(row->s->up, cr_dot(carried, row->s->up)));
}

/// A body joins the row, or is reached earlier than known.
static bool joins_row(pushed_row *row, uint32_t index, double start) {
    int member = row_member_of(row, index);
    if (member < row->count) {
        if (start < row->starts[member]) row->starts[member] = start;
        return true;
    }
    if (index == CR_NOTHING || row->count == MOST_IN_ROW || !cr_is_pushable(row->s, index)) return false;
    row->bodies[row->count] = index;
    row->starts[row->count++] = start;
    return true;
}

/// Puts the body that is reached first, of those from a member on, at the place of that member. It is not reached
/// earlier by a later one.
static void bring_next(pushed_row *row, int from) {
    int first = from;
    for (int i = from + 1; i < row->count; ++i)
        if (row->starts[i] < row->starts[first]) first = i;
    uint32_t body = row->bodies[first];
    double start = row->starts[first];
    row->bodies[first] = row->bodies[from];
    row->starts[first] = row->starts[from];
    row->bodies[from] = body;
    row->starts[from] = start;
}

/// The time until which the member of a row that is next is not stopped. Movers in front of it join the row.
static double room_of_member(pushed_row *row, int member, double until) {
    const carom_world *world = row->s->world;
    bring_next(row, member);
    uint32_t index = row->bodies[member];
    carom_world_view view = {
        .world = world, .filter = cr_traits_at(world, index)->filter, .except = cr_id_of(world, index)};
    cr_query included = cr_query_of_view(&view);
    bool is_walker = member == 0;
    row_sweep q = {.row = row,
                   .view = &included,
                   .index = index,
                   .start = row->starts[member],
                   .reached = row->starts[member],
                   .move = is_walker ? row->move : move_of_member(row, member),
                   .is_first = is_walker};
    while (q.start < until) {
        q.left = until - q.start;
        sweep_member(&q);
        if (q.time > until) return until;
        q.reached = q.time;
        if (joins_row(row, q.found, q.time)) continue;
        row->stop = q.its_move;
        return q.time;
    }
    return until;
}

// ---- Rows -----------------------------------------------------------------------------------------------------------

cr_push_room cr_room_of_push(const cr_coming_step *s, uint32_t index, carom_vec2 move) {
    pushed_row row = {.s = s, .move = cr_widen(move), .bodies = {s->walker, index}, .count = 2};
    double until = 1;
    for (int i = 1; i < row.count; ++i) until = room_of_member(&row, i, until);
    cr_vec2d stopped = cr_across_up(s, cr_scale(row.stop, 1 - until));
    return (cr_push_room){until, cr_add(cr_scale(row.move, until), stopped)};
}

static void find_pushed_by(cr_coming_step *s, uint32_t walker) {
    const carom_world *world = s->world;
    cr_vec2d from = cr_widen(cr_vectors(&world->position)[walker]);
    cr_vec2d move = cr_subtract(cr_widen(cr_body_at(world, walker)->target), from);
    pushed_row row = {.s = s, .move = move, .bodies = {walker}, .count = 1};
    for (int i = 0; i < row.count; ++i) room_of_member(&row, i, 1);
    cr_vec2d across = cr_across_up(s, move);
    double length = cr_length(across);
    int count = s->pushed_count;
    for (int i = 1; i < row.count && count < CR_MOST_PUSHED; ++i) {
        cr_vec2d by = cr_add(cr_scale(coming_move(s, row.bodies[i]), row.starts[i]),
                             cr_scale(move_of_member(&row, i), 1 - row.starts[i]));
        double rounding = 0.5 * cr_mover_gap(cr_vectors(&world->position)[row.bodies[i]]);
        cr_vec2d ahead = cr_scale(across, length > 0 ? rounding / length : 0); // 0: it holds what comes
        s->pushed[count++] = (cr_pushed_mover){row.bodies[i], by, ahead};
    }
    s->pushed_count = count;
}

void cr_find_pushed_by_others(cr_coming_step *s) {
    for (uint32_t i = 0; i < s->world->slots; ++i)
        if (i != s->walker && cr_flags(s->world)[i] & CR_PUSHES) find_pushed_by(s, i);
}
