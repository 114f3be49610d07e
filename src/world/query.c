// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Questions about a world as it stands. Each kind says how one body and one level are asked, and in what order answers
// come; all kinds go the same way: levels one by one, bodies as the broad phase finds them, answers into a ranking. The
// first of all is a ranking that has room for one.
#include "world/query.h"

#include "geom/predicate.h"
#include "motion/compound.h"
#include "world/ranking.h"

#include <math.h>

typedef union answer {
    carom_world_ray_hit ray;
    carom_world_sweep_hit sweep;
    carom_world_overlapped overlap;
    carom_world_gap gap;
} answer;

_Static_assert(sizeof(answer) <= CR_RANKED_SIZE, "an answer does not fit into a ranking");

typedef struct question question;

typedef struct kind {
    size_t element;
    bool (*of_body)(const question *q, uint32_t index, answer *out);
    bool (*of_level)(const question *q, int number, answer *out);
    cr_comes_before *before;
} kind;

enum { PIECES = 64 };

struct question {
    const kind *kind;
    cr_asker asker;
    const carom_shape *shape;
    carom_vec2 from, move;
    double reach;
    bool first, any; ///< only the first counts; one answer is enough
    cr_ranking *found;
    uint32_t visited;

    carom_box pieces[PIECES]; ///< of the way, one after the other
    int piece;
};

static const carom_world *world_of(const question *q) {
    return q->asker.world;
}

static carom_body_id nobody(void) {
    return (carom_body_id){0, 0};
}

// ---- Order ---------------------------------------------------------------------------------------------------------

/// Levels by number, then bodies by index.
static int64_t name_of(carom_body_id body, int level) {
    return level >= 0 ? (int64_t)level - INT32_MAX : (int64_t)body.index;
}

static bool ray_before(const void *a, const void *b) {
    const carom_world_ray_hit *p = a, *q = b;
    if (p->ray.t != q->ray.t) return p->ray.t < q->ray.t;
    if (p->ray.inside != q->ray.inside) return p->ray.inside;
    return name_of(p->body, p->level) < name_of(q->body, q->level);
}

static bool sweep_before(const void *a, const void *b) {
    const carom_world_sweep_hit *p = a, *q = b;
    if (p->sweep.t != q->sweep.t) return p->sweep.t < q->sweep.t;
    if (p->sweep.inside != q->sweep.inside) return p->sweep.inside;
    return name_of(p->body, p->level) < name_of(q->body, q->level);
}

static bool overlap_before(const void *a, const void *b) {
    const carom_world_overlapped *p = a, *q = b;
    return name_of(p->body, p->level) < name_of(q->body, q->level);
}

static bool gap_before(const void *a, const void *b) {
    const carom_world_gap *p = a, *q = b;
    if (p->gap.distance != q->gap.distance) return p->gap.distance < q->gap.distance;
    return name_of(p->body, p->level) < name_of(q->body, q->level);
}

// ---- One body, one level -------------------------------------------------------------------------------------------

static bool ray_body(const question *q, uint32_t index, answer *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->ray = (carom_world_ray_hit){cr_id_of(world_of(q), index), -1, carom_ray(q->from, q->move, body)};
    return out->ray.ray.hit;
}

static bool ray_level(const question *q, int number, answer *out) {
    const carom_level *level = cr_level_of(world_of(q), number);
    out->ray = (carom_world_ray_hit){nobody(), number, carom_level_ray(level, q->from, q->move)};
    return out->ray.ray.hit;
}

static bool sweep_body(const question *q, uint32_t index, answer *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    carom_sweep_hit hit = carom_sweep(q->shape, q->move, body, (carom_vec2){0, 0});
    out->sweep = (carom_world_sweep_hit){cr_id_of(world_of(q), index), -1, hit};
    return hit.hit;
}

static bool sweep_level(const question *q, int number, answer *out) {
    carom_sweep_hit hit = cr_level_sweep(cr_level_of(world_of(q), number), q->shape, q->move);
    out->sweep = (carom_world_sweep_hit){nobody(), number, hit};
    return hit.hit;
}

static bool overlap_body(const question *q, uint32_t index, answer *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->overlap = (carom_world_overlapped){cr_id_of(world_of(q), index), -1, -1};
    return carom_overlap(q->shape, body);
}

static bool overlap_level(const question *q, int number, answer *out) {
    out->overlap = (carom_world_overlapped){nobody(), number, -1};
    return carom_level_overlap(cr_level_of(world_of(q), number), q->shape, &out->overlap.edge, 1) > 0;
}

static bool gap_body(const question *q, uint32_t index, answer *out) {
    cr_placed placed;
    const carom_shape *body = cr_shape_of(world_of(q), index, &placed);
    out->gap = (carom_world_gap){cr_id_of(world_of(q), index), -1, carom_distance(q->shape, body)};
    return isfinite(out->gap.gap.distance) && (double)out->gap.gap.distance <= q->reach;
}

static bool gap_level(const question *q, int number, answer *out) {
    const carom_level *level = cr_level_of(world_of(q), number);
    out->gap = (carom_world_gap){nobody(), number, carom_level_nearest(level, q->shape, (float)q->reach)};
    return isfinite(out->gap.gap.distance) && (double)out->gap.gap.distance <= q->reach;
}

static const kind rays = {sizeof(carom_world_ray_hit), ray_body, ray_level, ray_before};
static const kind sweeps = {sizeof(carom_world_sweep_hit), sweep_body, sweep_level, sweep_before};
static const kind overlaps = {sizeof(carom_world_overlapped), overlap_body, overlap_level, overlap_before};
static const kind gaps = {sizeof(carom_world_gap), gap_body, gap_level, gap_before};

// ---- All that is near ----------------------------------------------------------------------------------------------

static bool share_a_point(carom_box a, carom_box b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Not that of an invalid shape.
static bool is_box(carom_box box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

/// What is found in several pieces of a way counts in the first. The nearest found is so however often.
static bool is_new(const question *q, uint32_t index) {
    for (int i = 0; i < q->piece && !q->first; ++i) {
        if (share_a_point(q->pieces[i], world_of(q)->broad.boxes[index])) return false;
    }
    return true;
}

static bool is_done(const question *q) {
    return q->any && q->found->total > 0;
}

static bool visit(void *context, uint32_t index) {
    question *q = context;
    answer a;
    ++q->visited;
    if (!q->asker.met(q->asker.self, index) || !is_new(q, index)) return true;
    if (q->kind->of_body(q, index, &a)) cr_ranking_push(q->found, &a);
    return !is_done(q);
}

static void ask_levels(question *q) {
    for (uint32_t i = 0; !q->asker.no_levels && i < world_of(q)->levels.count && !is_done(q); ++i) {
        answer a;
        if (q->kind->of_level(q, (int)i, &a)) cr_ranking_push(q->found, &a);
    }
}

static void ask_bodies(question *q, carom_box box) {
    cr_broad_find(&world_of(q)->broad, box, visit, q);
}

// ---- Along a way ---------------------------------------------------------------------------------------------------
//
// The box of a long way across holds much that is far from it. Its pieces hold less; and once something was met in one
// of them, what is met in those that follow is later.

static carom_box piece_of(carom_box box, carom_vec2 move, int i, int count) {
    double begin = (double)i / count, end = (double)(i + 1) / count;
    box.min.x = (float)((double)box.min.x + (double)move.x * (move.x < 0 ? end : begin));
    box.min.y = (float)((double)box.min.y + (double)move.y * (move.y < 0 ? end : begin));
    box.max.x = (float)((double)box.max.x + (double)move.x * (move.x < 0 ? begin : end));
    box.max.y = (float)((double)box.max.y + (double)move.y * (move.y < 0 ? begin : end));
    return cr_loosen(box);
}

/// How many bodies a box of this size may be near, if they are spread evenly.
static double crowd_in(const cr_broad_set *set, double width, double height) {
    if (set->layer_count == 0) return 0;
    const cr_broad_layer *layer = &set->layers[0];
    double cell = 1 / layer->scale;
    double columns = (double)layer->x_end - layer->x + 1, rows = (double)layer->y_end - layer->y + 1;
    double covered = (width / cell + 1) * (height / cell + 1);
    return (double)set->count * (covered < columns * rows ? covered / (columns * rows) : 1);
}

enum { FEW = 8 };

/// So many that each has only a few bodies to look at; a power of two, so that where a piece begins is a float.
static int pieces_for(const carom_world *world, carom_vec2 move) {
    double width = fabs((double)move.x), height = fabs((double)move.y), crowd = 0;
    for (int i = 0; i < 2; ++i) crowd += crowd_in(&world->broad.sets[i], width, height);
    int count = 1;
    while (count < PIECES && crowd > FEW * count) count *= 2;
    return width > 0 && height > 0 ? count : 1;
}

/// The time of the first answer so far; 1 without one, and when others are asked for as well.
static double first_time(const question *q) {
    if (!q->first || q->found->total == 0) return 1;
    const answer *first = (const answer *)(const void *)q->found->data;
    return q->kind == &rays ? (double)first->ray.ray.t : (double)first->sweep.sweep.t;
}

static void ask_along(question *q, carom_box box) {
    if (!is_box(box) || !cr_finite2(q->move)) return;
    ask_levels(q);
    int count = pieces_for(world_of(q), q->move);
    for (q->piece = 0; q->piece < count && !is_done(q); ++q->piece) {
        if (first_time(q) * count < (double)q->piece) return;
        q->pieces[q->piece] = piece_of(box, q->move, q->piece, count);
        ask_bodies(q, q->pieces[q->piece]);
    }
}

// ---- Sweeps and rays -----------------------------------------------------------------------------------------------

static int ask_way(question q, void *out, int capacity) {
    cr_ranking found = {out, q.kind->element, capacity, 0, q.kind->before};
    q.found = &found;
    ask_along(&q, q.shape ? carom_shape_bounds(q.shape) : (carom_box){q.from, q.from});
    cr_ranking_sort(&found);
    return found.total;
}

static question ray_of(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    return (question){.kind = &rays, .asker = cr_asker_of_view(view), .from = from, .move = move};
}

static question for_first(question q) {
    q.first = true;
    return q;
}

static question for_any(question q) {
    q.any = true;
    return q;
}

carom_world_ray_hit carom_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    carom_shape nothing = {.kind = CAROM_NONE};
    carom_world_ray_hit first = {nobody(), -1, carom_ray(from, move, &nothing)};
    ask_way(for_first(ray_of(view, from, move)), &first, 1);
    return first;
}

int carom_world_ray_all(const carom_world_view *view, carom_vec2 from, carom_vec2 move, carom_world_ray_hit *out,
                        int capacity) {
    return ask_way(ray_of(view, from, move), out, capacity);
}

bool carom_world_ray_any(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    return ask_way(for_any(ray_of(view, from, move)), NULL, 0) > 0;
}

static question sweep_of(const cr_asker *asker, const carom_shape *shape, carom_vec2 move) {
    return (question){.kind = &sweeps, .asker = *asker, .shape = shape, .move = move};
}

carom_world_sweep_hit cr_first_sweep(const cr_asker *asker, const carom_shape *shape, carom_vec2 move) {
    carom_shape nothing = {.kind = CAROM_NONE};
    carom_world_sweep_hit first = {nobody(), -1, carom_sweep(shape, move, &nothing, (carom_vec2){0, 0})};
    ask_way(for_first(sweep_of(asker, shape, move)), &first, 1);
    return first;
}

carom_world_sweep_hit carom_world_sweep(const carom_world_view *view, const carom_shape *shape, carom_vec2 move) {
    cr_asker asker = cr_asker_of_view(view);
    return cr_first_sweep(&asker, shape, move);
}

int carom_world_sweep_all(const carom_world_view *view, const carom_shape *shape, carom_vec2 move,
                          carom_world_sweep_hit *out, int capacity) {
    cr_asker asker = cr_asker_of_view(view);
    return ask_way(sweep_of(&asker, shape, move), out, capacity);
}

bool carom_world_sweep_any(const carom_world_view *view, const carom_shape *shape, carom_vec2 move) {
    cr_asker asker = cr_asker_of_view(view);
    return ask_way(for_any(sweep_of(&asker, shape, move)), NULL, 0) > 0;
}

// ---- Overlaps ------------------------------------------------------------------------------------------------------

static int ask_overlap(const carom_world_view *view, const carom_shape *shape, void *out, int capacity, bool any) {
    cr_ranking found = {out, overlaps.element, capacity, 0, overlaps.before};
    question q = {.kind = &overlaps, .asker = cr_asker_of_view(view), .shape = shape, .any = any, .found = &found};
    ask_levels(&q);
    if (!is_done(&q) && is_box(carom_shape_bounds(shape))) ask_bodies(&q, carom_shape_bounds(shape));
    cr_ranking_sort(&found);
    return found.total;
}

int carom_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                        int capacity) {
    return ask_overlap(view, shape, out, capacity, false);
}

bool carom_world_overlap_any(const carom_world_view *view, const carom_shape *shape) {
    return ask_overlap(view, shape, NULL, 0, true) > 0;
}

// ---- The nearest ---------------------------------------------------------------------------------------------------

static carom_box grown(carom_box box, double by) {
    return cr_loosen((carom_box){{(float)((double)box.min.x - by), (float)((double)box.min.y - by)},
                                 {(float)((double)box.max.x + by), (float)((double)box.max.y + by)}});
}

/// A distance to begin with: of the size of the shape, or of its coordinates' rounding if that is more.
static double first_reach(carom_box box) {
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double far = fabs((double)box.min.x) + fabs((double)box.min.y) + fabs((double)box.max.x) + fabs((double)box.max.y);
    double reach = width > height ? width : height;
    return reach > far * 0x1p-12 ? reach : far * 0x1p-12 + 0x1p-126;
}

/// In boxes that grow until the nearest found is no farther off than a box reaches, or there are no more to be found.
carom_world_gap carom_world_nearest(const carom_world_view *view, const carom_shape *shape, float reach) {
    carom_shape nothing = {.kind = CAROM_NONE};
    carom_box box = carom_shape_bounds(shape);
    carom_world_gap first = {nobody(), -1, carom_distance(shape, &nothing)};
    cr_ranking found = {(char *)&first, gaps.element, 1, 0, gaps.before};
    question q = {.kind = &gaps, .asker = cr_asker_of_view(view), .shape = shape, .reach = (double)reach};
    q.found = &found;
    if (!(reach >= 0) || carom_shape_check(shape) != CAROM_OK) return first;
    ask_levels(&q);
    for (double r = first_reach(box);; r *= 4) {
        if (found.total > 0 && (double)first.gap.distance < q.reach) q.reach = (double)first.gap.distance;
        if (r > q.reach) r = q.reach;
        q.visited = 0;
        ask_bodies(&q, grown(box, r > 0 ? r : 0));
        bool near = found.total > 0 && (double)first.gap.distance <= r;
        if (near || r >= q.reach || q.visited >= world_of(&q)->alive) return first;
    }
}

int carom_world_nearest_all(const carom_world_view *view, const carom_shape *shape, float reach, carom_world_gap *out,
                            int capacity) {
    cr_ranking found = {(char *)out, gaps.element, capacity, 0, gaps.before};
    question q = {.kind = &gaps, .asker = cr_asker_of_view(view), .shape = shape, .reach = (double)reach};
    q.found = &found;
    if (!(reach >= 0) || carom_shape_check(shape) != CAROM_OK) return 0;
    ask_levels(&q);
    ask_bodies(&q, grown(carom_shape_bounds(shape), (double)reach));
    cr_ranking_sort(&found);
    return found.total;
}

// ---- Who asks ------------------------------------------------------------------------------------------------------

static bool met_by_view(const void *self, uint32_t index) {
    const carom_world_view *view = self;
    const carom_world *world = view->world;
    if (cr_is_static(world, index) ? view->no_statics : view->no_movers) return false;
    if (cr_crosses(world, index) && !view->crossing) return false;
    if (!cr_accepts(cr_filter_of(view->filter), cr_traits_at(world, index)->filter)) return false;
    if (cr_find_body(world, view->except) == UINT32_MAX) return true;
    return index != view->except.index && cr_predicate_allows(world, view->except.index, index);
}

cr_asker cr_asker_of_view(const carom_world_view *view) {
    return (cr_asker){view->world, view, met_by_view, view->no_levels};
}
