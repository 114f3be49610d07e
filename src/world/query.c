// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries of a world. A query kind defines the test of one body, the test of one level, and the order of results. All
// kinds share the rest: levels one by one, bodies from the broad phase, results into a top-k buffer. A query for the
// first result uses a buffer of one.
#include "world/query.h"

#include "base/box.h"
#include "geom/predicate.h"
#include "motion/compound.h"
#include "world/top_k.h"

#include <math.h>

typedef union result {
    carom_world_ray_hit ray;
    carom_world_sweep_hit sweep;
    carom_world_overlapped overlap;
    carom_world_separation separation;
} result;

_Static_assert(sizeof(result) <= CR_HEAP_ELEMENT, "a result does not fit into a heap");

typedef struct query_run query_run;

typedef struct query_kind {
    size_t element;
    bool (*of_body)(const query_run *q, uint32_t index, result *out);
    bool (*of_level)(const query_run *q, int number, result *out);
    bool (*before)(const void *a, const void *b);
} query_kind;

enum { PIECES = 64 };

struct query_run {
    const query_kind *query_kind;
    cr_query query;
    const carom_shape *shape;
    carom_vec2 from, move;
    double reach;
    bool first, any; ///< only the first result counts; one result is enough
    cr_top_k *found;
    uint32_t visited;

    carom_box *pieces; ///< boxes along the motion, in order
    int piece;
};

static const carom_world *world_of(const query_run *q) {
    return q->query.world;
}

static carom_body_id no_body(void) {
    return (carom_body_id){0, 0};
}

// ---- Order ---------------------------------------------------------------------------------------------------------

static bool is_later_result(const void *kind, const void *a, const void *b) {
    return ((const query_kind *)kind)->before(b, a);
}

/// The first `capacity` of the results, in `out`.
static cr_top_k first_of(const query_kind *kind, void *out, int capacity) {
    return (cr_top_k){{out, kind->element, is_later_result, kind}, capacity, 0};
}

/// Levels by number, then bodies by index.
static int64_t rank_of(carom_body_id body, int level) {
    return level >= 0 ? (int64_t)level - INT32_MAX : (int64_t)body.index;
}

static bool ray_before(const void *a, const void *b) {
    const carom_world_ray_hit *p = a, *q = b;
    if (p->ray.t != q->ray.t) return p->ray.t < q->ray.t;
    if (p->ray.inside != q->ray.inside) return p->ray.inside;
    return rank_of(p->body, p->level) < rank_of(q->body, q->level);
}

static bool sweep_before(const void *a, const void *b) {
    const carom_world_sweep_hit *p = a, *q = b;
    if (p->sweep.t != q->sweep.t) return p->sweep.t < q->sweep.t;
    if (p->sweep.inside != q->sweep.inside) return p->sweep.inside;
    return rank_of(p->body, p->level) < rank_of(q->body, q->level);
}

static bool overlap_before(const void *a, const void *b) {
    const carom_world_overlapped *p = a, *q = b;
    return rank_of(p->body, p->level) < rank_of(q->body, q->level);
}

static bool separation_before(const void *a, const void *b) {
    const carom_world_separation *p = a, *q = b;
    if (p->separation.distance != q->separation.distance) return p->separation.distance < q->separation.distance;
    return rank_of(p->body, p->level) < rank_of(q->body, q->level);
}

// ---- One body, one level -------------------------------------------------------------------------------------------

static bool ray_body(const query_run *q, uint32_t index, result *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->ray = (carom_world_ray_hit){cr_id_of(world_of(q), index), -1, carom_ray(q->from, q->move, body)};
    return out->ray.ray.hit;
}

static bool ray_level(const query_run *q, int number, result *out) {
    const carom_level *level = cr_level_of(world_of(q), number);
    out->ray = (carom_world_ray_hit){no_body(), number, carom_level_ray(level, q->from, q->move)};
    return out->ray.ray.hit;
}

static bool sweep_of_body(const query_run *q, uint32_t index, result *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    carom_vec2 rest = {0, 0};
    carom_sweep_hit hit =
        q->query.hits_only ? cr_sweep_hit(q->shape, q->move, body, rest) : carom_sweep(q->shape, q->move, body, rest);
    out->sweep = (carom_world_sweep_hit){cr_id_of(world_of(q), index), -1, hit};
    return hit.hit;
}

static bool sweep_of_level(const query_run *q, int number, result *out) {
    const carom_level *level = cr_level_of(world_of(q), number);
    carom_sweep_hit hit =
        q->query.hits_only ? cr_level_hit(level, q->shape, q->move) : cr_level_sweep(level, q->shape, q->move);
    out->sweep = (carom_world_sweep_hit){no_body(), number, hit};
    return hit.hit;
}

static bool overlap_body(const query_run *q, uint32_t index, result *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->overlap = (carom_world_overlapped){cr_id_of(world_of(q), index), -1, -1};
    return carom_overlap(q->shape, body);
}

static bool overlap_level(const query_run *q, int number, result *out) {
    out->overlap = (carom_world_overlapped){no_body(), number, -1};
    return carom_level_overlap(cr_level_of(world_of(q), number), q->shape, &out->overlap.edge, 1) > 0;
}

static bool separation_body(const query_run *q, uint32_t index, result *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->separation = (carom_world_separation){cr_id_of(world_of(q), index), -1, carom_distance(q->shape, body)};
    return isfinite(out->separation.separation.distance) && (double)out->separation.separation.distance <= q->reach;
}

static bool separation_level(const query_run *q, int number, result *out) {
    const carom_level *level = cr_level_of(world_of(q), number);
    out->separation =
        (carom_world_separation){no_body(), number, carom_level_nearest(level, q->shape, (float)q->reach)};
    return isfinite(out->separation.separation.distance) && (double)out->separation.separation.distance <= q->reach;
}

static const query_kind ray_query = {sizeof(carom_world_ray_hit), ray_body, ray_level, ray_before};
static const query_kind sweep_query = {sizeof(carom_world_sweep_hit), sweep_of_body, sweep_of_level, sweep_before};
static const query_kind overlap_query = {sizeof(carom_world_overlapped), overlap_body, overlap_level, overlap_before};
static const query_kind separation_query = {sizeof(carom_world_separation), separation_body, separation_level,
                                            separation_before};

// ---- Candidates ----------------------------------------------------------------------------------------------------

/// A body found in several pieces of the motion counts in the first. A query for the first result needs no such test.
static bool is_new(const query_run *q, uint32_t index) {
    for (int i = 0; i < q->piece && !q->first; ++i) {
        if (cr_boxes_overlap(q->pieces[i], world_of(q)->broad.boxes[index])) return false;
    }
    return true;
}

static bool is_done(const query_run *q) {
    return q->any && q->found->total > 0;
}

static bool visit(void *context, uint32_t index) {
    query_run *q = context;
    result a;
    ++q->visited;
    if (!q->query.includes(q->query.self, index) || !is_new(q, index)) return true;
    if (q->query_kind->of_body(q, index, &a)) cr_top_k_push(q->found, &a);
    return !is_done(q);
}

static void visit_levels(query_run *q) {
    for (uint32_t i = 0; !q->query.no_levels && i < world_of(q)->levels.count && !is_done(q); ++i) {
        result a;
        if (q->query_kind->of_level(q, (int)i, &a)) cr_top_k_push(q->found, &a);
    }
}

void cr_query_bodies(const cr_query *query, carom_box box, cr_broad_visit *visit_body, void *context) {
    cr_broad_query near = {box, query->filter};
    if (query->fixed_only) {
        cr_broad_find_fixed(&query->world->broad, near, visit_body, context);
    } else {
        cr_broad_find(&query->world->broad, near, visit_body, context);
    }
}

static void visit_bodies(query_run *q, carom_box box) {
    cr_query_bodies(&q->query, box, visit, q);
}

// ---- Along a motion ------------------------------------------------------------------------------------------------
//
// The box of a long diagonal motion overlaps many bodies far from it. The boxes of its pieces overlap fewer. After a
// hit in one piece, later pieces have only later hits.

static carom_box piece_of(carom_box box, carom_vec2 move, int i, int count) {
    double begin = (double)i / count, end = (double)(i + 1) / count;
    box.min.x = (float)((double)box.min.x + (double)move.x * (move.x < 0 ? end : begin));
    box.min.y = (float)((double)box.min.y + (double)move.y * (move.y < 0 ? end : begin));
    box.max.x = (float)((double)box.max.x + (double)move.x * (move.x < 0 ? begin : end));
    box.max.y = (float)((double)box.max.y + (double)move.y * (move.y < 0 ? begin : end));
    return cr_grow_by_ulps(box);
}

/// Estimates the number of bodies that a box of this size overlaps, assuming an even distribution.
static double crowd_in(const cr_broad_set *set, double width, double height) {
    if (set->layer_count == 0) return 0;
    const cr_broad_layer *layer = &set->layers[0];
    double cell = 1 / layer->scale;
    double columns = (double)layer->x_end - layer->x + 1, rows = (double)layer->y_end - layer->y + 1;
    double covered = (width / cell + 1) * (height / cell + 1);
    return (double)set->count * (covered < columns * rows ? covered / (columns * rows) : 1);
}

enum { BODIES_IN_PIECE = 8 };

/// Returns enough pieces for a few bodies each. A power of two, so that the fractions are floats.
static int pieces_for(const carom_world *world, carom_vec2 move) {
    double width = fabs((double)move.x), height = fabs((double)move.y), crowd = 0;
    for (int i = 0; i < 2; ++i) crowd += crowd_in(&world->broad.sets[i], width, height);
    int count = 1;
    while (count < PIECES && crowd > BODIES_IN_PIECE * count) count *= 2;
    return width > 0 && height > 0 ? count : 1;
}

/// Returns the time of the first result so far; 1 without one, and if all results are wanted.
static double first_time(const query_run *q) {
    if (!q->first || q->found->total == 0) return 1;
    const result *first = q->found->heap.elements;
    return q->query_kind == &ray_query ? (double)first->ray.ray.t : (double)first->sweep.sweep.t;
}

static void visit_along(query_run *q, carom_box box) {
    carom_box pieces[PIECES];
    if (!cr_box_is_valid(box) || !cr_finite2(q->move)) return;
    q->pieces = pieces;
    visit_levels(q);
    int count = pieces_for(world_of(q), q->move);
    for (q->piece = 0; q->piece < count && !is_done(q); ++q->piece) {
        if (first_time(q) * count < (double)q->piece) return;
        q->pieces[q->piece] = piece_of(box, q->move, q->piece, count);
        visit_bodies(q, q->pieces[q->piece]);
    }
}

// ---- Sweeps and rays -----------------------------------------------------------------------------------------------

static int run_cast(query_run q, void *out, int capacity) {
    cr_top_k found = first_of(q.query_kind, out, capacity);
    q.found = &found;
    visit_along(&q, q.shape ? carom_shape_bounds(q.shape) : (carom_box){q.from, q.from});
    cr_top_k_sort(&found);
    return found.total;
}

static query_run ray_of(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    return (query_run){.query_kind = &ray_query, .query = cr_query_of_view(view), .from = from, .move = move};
}

static query_run for_first(query_run q) {
    q.first = true;
    return q;
}

static query_run for_any(query_run q) {
    q.any = true;
    return q;
}

carom_world_ray_hit carom_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_world_ray_hit first = {no_body(), -1, carom_ray(from, move, &nothing)};
    run_cast(for_first(ray_of(view, from, move)), &first, 1);
    return first;
}

int carom_world_ray_all(const carom_world_view *view, carom_vec2 from, carom_vec2 move, carom_world_ray_hit *out,
                        int capacity) {
    return run_cast(ray_of(view, from, move), out, capacity);
}

bool carom_world_ray_any(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    return run_cast(for_any(ray_of(view, from, move)), NULL, 0) > 0;
}

static query_run sweep_of(const cr_query *query, const carom_shape *shape, carom_vec2 move) {
    return (query_run){.query_kind = &sweep_query, .query = *query, .shape = shape, .move = move};
}

carom_world_sweep_hit cr_first_sweep(const cr_query *query, const carom_shape *shape, carom_vec2 move) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_world_sweep_hit first = {no_body(), -1, carom_sweep(shape, move, &nothing, (carom_vec2){0, 0})};
    run_cast(for_first(sweep_of(query, shape, move)), &first, 1);
    return first;
}

carom_world_sweep_hit carom_world_sweep(const carom_world_view *view, const carom_shape *shape, carom_vec2 move) {
    cr_query query = cr_query_of_view(view);
    return cr_first_sweep(&query, shape, move);
}

int carom_world_sweep_all(const carom_world_view *view, const carom_shape *shape, carom_vec2 move,
                          carom_world_sweep_hit *out, int capacity) {
    cr_query query = cr_query_of_view(view);
    return run_cast(sweep_of(&query, shape, move), out, capacity);
}

bool carom_world_sweep_any(const carom_world_view *view, const carom_shape *shape, carom_vec2 move) {
    cr_query query = cr_query_of_view(view);
    return run_cast(for_any(sweep_of(&query, shape, move)), NULL, 0) > 0;
}

// ---- Overlaps ------------------------------------------------------------------------------------------------------

static int run_overlap(const carom_world_view *view, const carom_shape *shape, void *out, int capacity, bool any) {
    cr_top_k found = first_of(&overlap_query, out, capacity);
    query_run q = {
        .query_kind = &overlap_query, .query = cr_query_of_view(view), .shape = shape, .any = any, .found = &found};
    visit_levels(&q);
    if (!is_done(&q) && cr_box_is_valid(carom_shape_bounds(shape))) visit_bodies(&q, carom_shape_bounds(shape));
    cr_top_k_sort(&found);
    return found.total;
}

int carom_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                        int capacity) {
    return run_overlap(view, shape, out, capacity, false);
}

bool carom_world_overlap_any(const carom_world_view *view, const carom_shape *shape) {
    return run_overlap(view, shape, NULL, 0, true) > 0;
}

// ---- Nearest -------------------------------------------------------------------------------------------------------

static carom_box box_within(carom_box box, double by) {
    return cr_grow_by_ulps((carom_box){{(float)((double)box.min.x - by), (float)((double)box.min.y - by)},
                                       {(float)((double)box.max.x + by), (float)((double)box.max.y + by)}});
}

/// Initial distance of a point, relative to its coordinates: far above their rounding (2^-24), so that few boxes are
/// searched.
#define LEAST_REACH 0x1p-12

/// Returns an initial distance: the size of the shape, or LEAST_REACH of its coordinates if that is larger.
static double first_reach(carom_box box) {
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double far = fabs((double)box.min.x) + fabs((double)box.min.y) + fabs((double)box.max.x) + fabs((double)box.max.y);
    double reach = width > height ? width : height;
    return reach > far * LEAST_REACH ? reach : far * LEAST_REACH + (double)FLT_MIN;
}

/// Searches growing boxes until the closest result is within the box, or no bodies remain.
carom_world_separation carom_world_nearest(const carom_world_view *view, const carom_shape *shape, float reach) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_box box = carom_shape_bounds(shape);
    carom_world_separation first = {no_body(), -1, carom_distance(shape, &nothing)};
    cr_top_k found = first_of(&separation_query, &first, 1);
    query_run q = {
        .query_kind = &separation_query, .query = cr_query_of_view(view), .shape = shape, .reach = (double)reach};
    q.found = &found;
    if (!(reach >= 0) || carom_shape_check(shape) != CAROM_STATUS_OK) return first;
    visit_levels(&q);
    for (double r = first_reach(box);; r *= 4) {
        if (found.total > 0 && (double)first.separation.distance < q.reach) q.reach = (double)first.separation.distance;
        if (r > q.reach) r = q.reach;
        q.visited = 0;
        visit_bodies(&q, box_within(box, r > 0 ? r : 0));
        bool near = found.total > 0 && (double)first.separation.distance <= r;
        if (near || r >= q.reach || q.visited >= world_of(&q)->alive) return first;
    }
}

int carom_world_nearest_all(const carom_world_view *view, const carom_shape *shape, float reach,
                            carom_world_separation *out, int capacity) {
    cr_top_k found = first_of(&separation_query, out, capacity);
    query_run q = {
        .query_kind = &separation_query, .query = cr_query_of_view(view), .shape = shape, .reach = (double)reach};
    q.found = &found;
    if (!(reach >= 0) || carom_shape_check(shape) != CAROM_STATUS_OK) return 0;
    visit_levels(&q);
    visit_bodies(&q, box_within(carom_shape_bounds(shape), (double)reach));
    cr_top_k_sort(&found);
    return found.total;
}

// ---- Views ---------------------------------------------------------------------------------------------------------

static bool is_hidden(const carom_world_view *view, uint32_t flags) {
    if (flags & CR_KINEMATIC) return view->no_kinematics;
    return flags & CR_FIXED ? view->no_statics : view->no_movers;
}

static bool view_includes(const void *self, uint32_t index) {
    const carom_world_view *view = self;
    const carom_world *world = view->world;
    if (is_hidden(view, cr_flags(world)[index])) return false;
    if (cr_passes(world, index) && !view->crossing) return false;
    if (!cr_accepts(cr_filter_of(view->filter), cr_traits_at(world, index)->filter)) return false;
    if (cr_find_body(world, view->except) == UINT32_MAX) return true;
    return index != view->except.index && cr_predicate_allows(world, view->except.index, index);
}

cr_query cr_query_of_view(const carom_world_view *view) {
    return (cr_query){.world = view->world, .self = view, .includes = view_includes, .no_levels = view->no_levels};
}
