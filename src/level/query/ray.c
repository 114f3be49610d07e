// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray walks from cell to cell and tests the edges of each cell in double. Inconclusive cases are decided exactly.
#include "level/query/ray.h"

#include "base/float.h"
#include "geom/predicate.h"

#include <math.h>

typedef struct ray {
    const cr_index *index;
    carom_vec2 from, move;
    double x, y, move_x, move_y;
    double bound; // bound on the rounding of a vertex's distance from the ray, times the length of the motion
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

/// False for an edge that is certainly not hit, or not before the limit.
static inline bool may_hit(const ray *r, cr_edge_line line, double limit) {
    double ax = (double)line.a.x - r->x, ay = (double)line.a.y - r->y;
    double bx = (double)line.b.x - r->x, by = (double)line.b.y - r->y;
    double a = r->move_x * ay - r->move_y * ax, b = r->move_x * by - r->move_y * bx;
    double before = bx * ay, behind = ax * by, distance = before - behind, turn = a - b + r->bound;
    double bound = CR_DEGREE_2 * (fabs(before) + fabs(behind));
    return (a >= -r->bound) & (b <= r->bound) & (distance >= -bound) & (distance - bound <= limit * turn);
}

// ---- First hit ----------------------------------------------------------------------------------------------------

typedef struct ray_search {
    const ray *ray;
    cr_first_edge first;
} ray_search;

static inline void test_edges(ray_search *l, const uint32_t *refs, uint32_t count) {
    const ray *r = l->ray;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        if (may_hit(r, r->index->lines[edge], l->first.limit)) {
            cr_update_first(r->index, r->from, r->move, (int)edge, &l->first);
        }
    }
}

static double look_at_cells(void *context, const uint32_t *refs, int count) {
    ray_search *l = context;
    test_edges(l, refs, (uint32_t)count);
    return l->first.limit;
}

static void look_into(ray_search *l, uint32_t cell, int column, int row) {
    const ray *r = l->ray;
    const uint32_t *refs = r->index->words + (cell >> CR_CELL_SHIFT);
    uint32_t kind = cr_cell_kind(cell);
    if (kind == CR_CELL_LIST) {
        test_edges(l, refs + 1, *refs);
    } else {
        cr_nested_grid grid = {column, row, cell >> CR_CELL_SHIFT};
        cr_index_walk_within(r->index, grid, (cr_moving_point){r->from, r->move, l->first.limit}, look_at_cells, l);
    }
}

/// Prefetches one cell ahead.
static void walk_cells(ray_search *l, cr_trail *t) {
    cr_top top = cr_top_of(l->ray->index);
    l->first = cr_first_edge_until(t->end);
    uint32_t next = top.words[cr_trail_at(t, top)];
    do {
        uint32_t cell = next, kind = cr_cell_kind(cell);
        int column = t->cell[0], row = t->cell[1];
        cr_trail_step(t);
        next = top.words[cr_trail_at(t, top)];
        CR_FETCH(top.words + (next >> CR_CELL_SHIFT));
        if (kind <= CR_CELL_FEW) {
            test_edges(l, top.words + (cell >> CR_CELL_SHIFT), kind);
        } else {
            look_into(l, cell, column, row);
        }
    } while (t->enter <= l->first.limit);
}

// ---- Exact stage --------------------------------------------------------------------------------------------------

typedef struct exact_ray {
    const ray *ray;
    carom_ray_hit best;
    double limit;
} exact_ray;

static bool is_earlier_hit(const exact_ray *a, const carom_ray_hit *hit, int edge) {
    if (!a->best.hit || hit->t < a->best.t) return true;
    if (hit->t > a->best.t) return false;
    cr_edge e = cr_index_edge(a->ray->index, edge), f = cr_index_edge(a->ray->index, a->best.part);
    return cr_edge_before(&e, &f);
}

static double ask_cells(void *context, const uint32_t *refs, int count) {
    exact_ray *a = context;
    const ray *r = a->ray;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        cr_edge_line line = r->index->lines[edge];
        if (!may_hit(r, line, a->limit)) continue;
        carom_shape face = cr_face_of(line);
        carom_ray_hit hit = carom_ray(r->from, r->move, &face);
        if (!hit.hit || !is_earlier_hit(a, &hit, edge) || !cr_point_enters(r->index, edge, r->from, r->move)) continue;
        hit.part = edge;
        a->best = hit;
        a->limit = cr_later((double)hit.t);
    }
    return a->limit;
}

static carom_ray_hit ask_exactly(const ray *r) {
    exact_ray a = {.ray = r, .best = cr_ray_miss(r->from, r->move), .limit = 1};
    cr_index_walk(r->index, (carom_box){r->from, r->from}, r->move, 1, ask_cells, &a);
    return a.best;
}

carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move) {
    ray r;
    if (!ray_make(&r, level, from, move)) return cr_ray_miss(from, move);
    cr_trail trail;
    ray_search l = {.ray = &r};
    carom_ray_hit hit;
    if (!cr_trail_begin(&trail, r.index, (double[2]){r.x, r.y}, (double[2]){r.move_x, r.move_y}))
        return ask_exactly(&r);
    walk_cells(&l, &trail);
    return cr_first_hit(r.index, from, move, &l.first, trail.end < 1, &hit) ? hit : ask_exactly(&r);
}

// ---- All hits -----------------------------------------------------------------------------------------------------

/// The first hits, in order.
typedef struct hit_list {
    ray ray;
    carom_ray_hit *hits;
    int count, capacity;
    bool more; // there are later hits
} hit_list;

static bool hit_is_before(const cr_index *index, const carom_ray_hit *p, const carom_ray_hit *q) {
    if (p->t != q->t) return p->t < q->t;
    cr_edge e = cr_index_edge(index, p->part), f = cr_index_edge(index, q->part);
    if (cr_edge_before(&e, &f) || cr_edge_before(&f, &e)) return cr_edge_before(&e, &f);
    return p->part < q->part;
}

static void keep_hit(hit_list *g, const carom_ray_hit *hit) {
    const cr_index *index = g->ray.index;
    int i = g->count;
    while (i > 0 && hit_is_before(index, hit, &g->hits[i - 1])) --i;
    if (i > 0 && g->hits[i - 1].part == hit->part) return; // found in another cell already
    if (g->count == g->capacity) {
        g->more = true;
        if (i == g->capacity) return;
        --g->count;
    }
    for (int k = g->count++; k > i; --k) g->hits[k] = g->hits[k - 1];
    g->hits[i] = *hit;
}

static bool hits_edge(const ray *r, int edge, carom_ray_hit *hit) {
    carom_shape face = cr_face_of(r->index->lines[edge]);
    *hit = carom_ray(r->from, r->move, &face);
    hit->part = edge;
    return hit->hit && cr_point_enters(r->index, edge, r->from, r->move);
}

static double gather_cells(void *context, const uint32_t *refs, int count) {
    hit_list *g = context;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        carom_ray_hit hit;
        if (may_hit(&g->ray, g->ray.index->lines[edge], 1) && hits_edge(&g->ray, edge, &hit)) keep_hit(g, &hit);
    }
    return 1;
}

typedef struct count_of_hits {
    const ray *ray;
    cr_numbers numbers;
} count_of_hits;

static double note_cells(void *context, const uint32_t *refs, int count) {
    count_of_hits *c = context;
    c->numbers.read += count;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        if (may_hit(c->ray, c->ray->index->lines[edge], 1)) cr_numbers_add(&c->numbers, edge);
    }
    return 1;
}

static void walk_ray(const ray *r, cr_visit_refs *visit, void *context) {
    cr_index_walk(r->index, (carom_box){r->from, r->from}, r->move, 1, visit, context);
}

/// When there are more hits than room: each edge once, in the order of numbers.
static int count_hits(const ray *r) {
    count_of_hits c = {.ray = r};
    int count = 0;
    cr_numbers_begin(&c.numbers);
    do {
        carom_ray_hit hit;
        walk_ray(r, note_cells, &c);
        for (int edge; (edge = cr_numbers_next(&c.numbers)) >= 0;)
            count += may_hit(r, r->index->lines[edge], 1) && hits_edge(r, edge, &hit);
    } while (cr_numbers_again(&c.numbers));
    return count;
}

int carom_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits, int capacity) {
    hit_list g = {.hits = hits, .capacity = capacity > 0 ? capacity : 0};
    if (!ray_make(&g.ray, level, from, move)) return 0;
    if (g.capacity > 0) walk_ray(&g.ray, gather_cells, &g);
    return g.capacity == 0 || g.more ? count_hits(&g.ray) : g.count;
}
