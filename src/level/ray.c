// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays go from cell to cell, and look at the edges of each in double. What that does not decide is asked exactly.
#include "level/ray.h"

#include "base/float.h"
#include "geom/predicate.h"

#include <math.h>

typedef struct ray {
    const cr_index *index;
    carom_vec2 from, move;
    double x, y, move_x, move_y;
    double bound; // more than rounding makes of how far left of the ray a vertex is, times the length of the motion
} ray;

static bool ray_make(ray *r, const carom_level *level, carom_vec2 from, carom_vec2 move) {
    *r = (ray){.index = &level->index, .from = from, .move = move};
    r->x = (double)from.x;
    r->y = (double)from.y;
    r->move_x = (double)move.x;
    r->move_y = (double)move.y;
    double reach = r->index->reach + fabs(r->x) + fabs(r->y);
    r->bound = CR_DEGREE_2 * (fabs(r->move_x) + fabs(r->move_y)) * reach;
    return cr_finite2(from) && cr_finite2(move);
}

static carom_ray_hit miss_of(const ray *r) {
    return cr_ray_hit_of(r->from, r->move, &(cr_closed_impact){.hit = false});
}

/// False for an edge that is certainly not met, or not before the limit.
static inline bool may_meet(const ray *r, cr_line line, double limit) {
    double ax = (double)line.a.x - r->x, ay = (double)line.a.y - r->y;
    double bx = (double)line.b.x - r->x, by = (double)line.b.y - r->y;
    double a = r->move_x * ay - r->move_y * ax, b = r->move_x * by - r->move_y * bx;
    double before = bx * ay, behind = ax * by, distance = before - behind, turn = a - b + 2 * r->bound;
    double bound = CR_DEGREE_2 * (fabs(before) + fabs(behind));
    return (a >= -r->bound) & (b <= r->bound) & (distance >= -bound) & (distance - bound <= limit * turn);
}

// ---- The first ----------------------------------------------------------------------------------------------------

typedef struct looking {
    const ray *ray;
    cr_first first;
} looking;

static inline void look_at(looking *l, const uint32_t *refs, uint32_t count) {
    const ray *r = l->ray;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        if (may_meet(r, r->index->lines[edge], l->first.limit)) {
            cr_meet(r->index, r->from, r->move, (int)edge, &l->first);
        }
    }
}

static double look_at_cells(void *context, const uint32_t *refs, int count) {
    looking *l = context;
    look_at(l, refs, (uint32_t)count);
    return l->first.limit;
}

static void look_into(looking *l, uint32_t cell, int column, int row) {
    const ray *r = l->ray;
    const uint32_t *refs = r->index->words + (cell >> CR_CELL_SHIFT);
    uint32_t kind = cr_cell_kind(cell);
    if (kind == CR_CELL_LIST) {
        look_at(l, refs + 1, *refs);
    } else {
        cr_index_walk_within(r->index, column, row, cell >> CR_CELL_SHIFT, r->from, r->move, l->first.limit,
                             look_at_cells, l);
    }
}

/// One cell ahead of itself, which memory then has time for.
static void look_along(looking *l, cr_trail *t) {
    cr_top top = cr_top_of(l->ray->index);
    l->first = cr_first_until(t->end);
    uint32_t next = top.words[cr_trail_at(t, top)];
    do {
        uint32_t cell = next, kind = cr_cell_kind(cell);
        int column = t->cell[0], row = t->cell[1];
        cr_trail_step(t);
        next = top.words[cr_trail_at(t, top)];
        CR_FETCH(top.words + (next >> CR_CELL_SHIFT));
        if (kind <= CR_CELL_FEW) {
            look_at(l, top.words + (cell >> CR_CELL_SHIFT), kind);
        } else {
            look_into(l, cell, column, row);
        }
    } while (t->enter <= l->first.limit);
}

// ---- Exactly ------------------------------------------------------------------------------------------------------

typedef struct asking {
    const ray *ray;
    carom_ray_hit best;
    double limit;
} asking;

static bool is_earlier(const asking *a, const carom_ray_hit *hit, int edge) {
    if (!a->best.hit || hit->t < a->best.t) return true;
    if (hit->t > a->best.t) return false;
    cr_edge e = cr_index_edge(a->ray->index, edge), f = cr_index_edge(a->ray->index, a->best.part);
    return cr_edge_before(&e, &f);
}

static double ask_cells(void *context, const uint32_t *refs, int count) {
    asking *a = context;
    const ray *r = a->ray;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        cr_line line = r->index->lines[edge];
        if (!may_meet(r, line, a->limit)) continue;
        carom_shape face = cr_face_of(line);
        carom_ray_hit hit = carom_ray(r->from, r->move, &face);
        if (!hit.hit || !is_earlier(a, &hit, edge) || !cr_point_enters(r->index, edge, r->from, r->move)) continue;
        hit.part = edge;
        a->best = hit;
        a->limit = cr_later((double)hit.t);
    }
    return a->limit;
}

static carom_ray_hit ask_exactly(const ray *r) {
    asking a = {.ray = r, .best = miss_of(r), .limit = 1};
    cr_index_walk(r->index, (carom_box){r->from, r->from}, r->move, 1, ask_cells, &a);
    return a.best;
}

carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move) {
    ray r;
    if (!ray_make(&r, level, from, move)) return miss_of(&r);
    cr_trail trail;
    looking l = {.ray = &r};
    carom_ray_hit hit;
    if (!cr_trail_begin(&trail, r.index, (double[2]){r.x, r.y}, (double[2]){r.move_x, r.move_y}))
        return ask_exactly(&r);
    look_along(&l, &trail);
    return cr_tell_first(r.index, from, move, &l.first, trail.end < 1, &hit) ? hit : ask_exactly(&r);
}

// ---- All of them --------------------------------------------------------------------------------------------------

/// The hits that come next after one, in order; as many as there is room for.
typedef struct gathering {
    ray ray;
    const carom_ray_hit *after; // null: from the start
    carom_ray_hit *hits;
    int count, capacity;
    bool more; // there are later ones
} gathering;

static bool comes_before(const cr_index *index, const carom_ray_hit *p, const carom_ray_hit *q) {
    if (p->t != q->t) return p->t < q->t;
    cr_edge e = cr_index_edge(index, p->part), f = cr_index_edge(index, q->part);
    if (cr_edge_before(&e, &f) || cr_edge_before(&f, &e)) return cr_edge_before(&e, &f);
    return p->part < q->part;
}

static void keep_hit(gathering *g, const carom_ray_hit *hit) {
    const cr_index *index = g->ray.index;
    if (g->after && !comes_before(index, g->after, hit)) return;
    int i = g->count;
    while (i > 0 && comes_before(index, hit, &g->hits[i - 1])) --i;
    if (i > 0 && g->hits[i - 1].part == hit->part) return; // it was in another cell
    if (g->count == g->capacity) {
        g->more = true;
        if (i == g->capacity) return;
        --g->count;
    }
    for (int k = g->count++; k > i; --k) g->hits[k] = g->hits[k - 1];
    g->hits[i] = *hit;
}

static double gather_cells(void *context, const uint32_t *refs, int count) {
    gathering *g = context;
    const ray *r = &g->ray;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        cr_line line = r->index->lines[edge];
        if (!may_meet(r, line, 1)) continue;
        carom_shape face = cr_face_of(line);
        carom_ray_hit hit = carom_ray(r->from, r->move, &face);
        hit.part = edge;
        if (hit.hit && cr_point_enters(r->index, edge, r->from, r->move)) keep_hit(g, &hit);
    }
    return 1;
}

static void gather(gathering *g) {
    g->count = 0;
    g->more = false;
    cr_index_walk(g->ray.index, (carom_box){g->ray.from, g->ray.from}, g->ray.move, 1, gather_cells, g);
}

int carom_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits, int capacity) {
    enum { AT_ONCE = 64 };
    carom_ray_hit rest[AT_ONCE], last;
    gathering g = {.hits = hits, .capacity = capacity > 0 ? capacity : 0};
    if (!ray_make(&g.ray, level, from, move)) return 0;
    gather(&g);
    int found = g.count;
    while (g.more) {
        if (g.count > 0) last = g.hits[g.count - 1];
        g.after = g.count > 0 ? &last : NULL;
        g.hits = rest;
        g.capacity = AT_ONCE;
        gather(&g);
        found += g.count;
    }
    return found;
}
