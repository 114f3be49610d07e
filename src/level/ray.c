// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays: edges that a cell lists are sorted out in double, by error bounds; what these leave, one or two of most rays,
// are asked exactly. An edge that is certainly met bounds the time up to which others matter at once.
#include "base/float.h"
#include "geom/predicate.h"
#include "level/enter.h"
#include "level/level.h"

#include <math.h>

enum { CANDIDATES = 8 };

typedef struct candidate {
    int edge;
    bool crossed;      // certainly between its ends and from outside, so that it is a hit
    double not_before; // the time
} candidate;

typedef struct ray {
    const cr_index *index;
    carom_vec2 from, move;
    double x, y, move_x, move_y;
    double bound; // more than rounding makes of how far left of the ray a vertex is, times the length of the motion
    double limit; // later hits do not matter
    int count;
    candidate candidates[CANDIDATES];
    carom_ray_hit best;
} ray;

/// More than one t of float later.
static inline double later(double t) {
    return t * (1 + 0x1p-22) + (double)FLT_TRUE_MIN;
}

static bool is_earlier(const ray *r, const carom_ray_hit *hit, int edge) {
    if (!r->best.hit || hit->t < r->best.t) return true;
    if (hit->t > r->best.t) return false;
    cr_edge e = cr_index_edge(r->index, edge), f = cr_index_edge(r->index, r->best.part);
    return cr_edge_before(&e, &f);
}

/// Asks the candidates, of which the earliest is kept.
static void settle(ray *r) {
    for (int i = 0; i < r->count; ++i) {
        const candidate *c = &r->candidates[i];
        if (c->not_before > r->limit) continue;
        carom_shape face = cr_face_of(r->index->lines[c->edge]);
        carom_ray_hit hit = carom_ray(r->from, r->move, &face);
        if (!hit.hit || !is_earlier(r, &hit, c->edge)) continue;
        if (!c->crossed && !cr_point_enters(r->index, c->edge, r->from, r->move)) continue;
        hit.part = c->edge;
        r->best = hit;
        double limit = later((double)hit.t);
        if (limit < r->limit) r->limit = limit;
    }
    r->count = 0;
}

static void add(ray *r, int edge, bool crossed, double not_before) {
    if (r->count > 0 && r->candidates[r->count - 1].edge == edge) return;
    if (r->count == CANDIDATES) settle(r);
    r->candidates[r->count++] = (candidate){edge, crossed, not_before};
}

/// An edge that may be met, with its ends, seen from where the ray starts, certainly or nearly on the right sides of
/// it: is it in front, and near enough?
static double weigh(ray *r, int edge, double ax, double ay, double bx, double by, double a, double b) {
    double before = bx * ay, behind = ax * by, distance = before - behind, turn = a - b;
    double bound = CR_DEGREE_2 * (fabs(before) + fabs(behind)), turn_bound = 2 * r->bound;
    if (distance < -bound || distance - bound > r->limit * (turn + turn_bound)) return r->limit;
    bool crossed = a > r->bound && b < -r->bound && distance > bound;
    double latest = (distance + bound) / (turn - turn_bound) * (1 + 4 * CR_U);
    if (!crossed || !(latest <= 1)) {
        add(r, edge, false, 0);
        return r->limit;
    }
    add(r, edge, true, (distance - bound) / (turn + turn_bound) * (1 - 4 * CR_U));
    double limit = later(latest);
    if (limit < r->limit) r->limit = limit;
    return r->limit;
}

/// The solid of an edge is met only with a on the left of the ray and b on the right.
static double meet_cells(void *context, const uint32_t *refs, int count) {
    ray *r = context;
    double x = r->x, y = r->y, mx = r->move_x, my = r->move_y, bound = r->bound, limit = r->limit;
    const cr_line *lines = r->index->lines;
    for (int i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        double ax = (double)lines[edge].a.x - x, ay = (double)lines[edge].a.y - y;
        double bx = (double)lines[edge].b.x - x, by = (double)lines[edge].b.y - y;
        double a = mx * ay - my * ax, b = mx * by - my * bx;
        if (a >= -bound && b <= bound) limit = weigh(r, (int)edge, ax, ay, bx, by, a, b);
    }
    return limit;
}

static bool ray_make(ray *r, const carom_level *level, carom_vec2 from, carom_vec2 move) {
    *r = (ray){.index = &level->index, .from = from, .move = move, .limit = 1, .best = {.t = 1, .exit = 1}};
    r->x = (double)from.x;
    r->y = (double)from.y;
    r->move_x = (double)move.x;
    r->move_y = (double)move.y;
    double reach = r->index->reach + fabs(r->x) + fabs(r->y);
    r->bound = CR_DEGREE_2 * (fabs(r->move_x) + fabs(r->move_y)) * reach;
    r->best.point = (carom_vec2){(float)(r->x + r->move_x), (float)(r->y + r->move_y)};
    return cr_finite2(from) && cr_finite2(move);
}

carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move) {
    ray r;
    if (!ray_make(&r, level, from, move)) return r.best;
    cr_index_walk(r.index, (carom_box){from, from}, move, 1, meet_cells, &r);
    settle(&r);
    return r.best;
}

int carom_level_rays(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits) {
    int found = 0;
    for (int i = 0; i < rays->count; ++i) {
        if (i % CR_FETCH_AT_ONCE == 0) {
            carom_vec2 starts[CR_FETCH_AT_ONCE];
            int count = rays->count - i < CR_FETCH_AT_ONCE ? rays->count - i : CR_FETCH_AT_ONCE;
            for (int k = 0; k < count; ++k) starts[k] = (carom_vec2){rays->x[i + k], rays->y[i + k]};
            cr_index_fetch(&level->index, starts, count);
        }
        carom_vec2 from = {rays->x[i], rays->y[i]}, move = {rays->move_x[i], rays->move_y[i]};
        hits[i] = carom_level_ray(level, from, move);
        found += hits[i].hit;
    }
    return found;
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
        double a = r->move_x * ((double)line.a.y - r->y) - r->move_y * ((double)line.a.x - r->x);
        double b = r->move_x * ((double)line.b.y - r->y) - r->move_y * ((double)line.b.x - r->x);
        if (a < -r->bound || b > r->bound) continue;
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
