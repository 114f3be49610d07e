// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges of solids form closed rings. Thin edges form open chains, or closed ones that are cut in two, because a closed
// outline would be a solid. Of a two-sided edge one side is listed.
//
// A ring with a negative area is a hole. The first edge left of its leftmost vertex bounds the solid around the hole:
// it belongs to the outer ring or to another hole. Rings that bound a common solid are joined (R. E. Tarjan, Efficiency
// of a Good But Not Linear Set Union Algorithm, 1975).
#include "io/rings.h"

#include <math.h>
#include <stdlib.h>

typedef struct edge_key {
    carom_vec2 low, high; // the ends, the lesser one first
    bool forward;         // the edge runs from low to high
    int edge;
} edge_key;

typedef struct edge_start {
    carom_vec2 at;
    int edge;
} edge_start;

typedef struct ring_lister {
    const carom_level *level;
    cr_arena *arena;
    cr_level_rings rings;
    int edges, used;    // number of edges, and of points written
    int *twins;         // the other side of each two-sided edge; -1: none
    int *nexts;         // the edge of a solid that chain_continues each edge of a solid; -1: none
    int *ring_of;       // of each edge; -1: not listed yet
    edge_start *starts; // of edges of solids, sorted by place
    int starts_count;
} ring_lister;

static bool is_thin_edge(const carom_level_edge *e) {
    return e->one_way || e->two_sided;
}

static int order_of_points(carom_vec2 p, carom_vec2 q) {
    if (p.x != q.x) return p.x < q.x ? -1 : 1;
    return (p.y > q.y) - (p.y < q.y);
}

// ---- The other side of two-sided edges ------------------------------------------------------------------------------

static int compare_keys(const void *p, const void *q) {
    const edge_key *a = p, *b = q;
    int order = order_of_points(a->low, b->low);
    if (order == 0) order = order_of_points(a->high, b->high);
    if (order == 0) order = a->forward - b->forward;
    return order != 0 ? order : (a->edge > b->edge) - (a->edge < b->edge);
}

/// Of each group of edges with the same ends, those in one direction come first.
static void pair_twins(ring_lister *r, const edge_key *keys, int count) {
    for (int first = 0, end; first < count; first = end) {
        int middle = first;
        for (end = first; end < count && order_of_points(keys[end].low, keys[first].low) == 0 &&
                          order_of_points(keys[end].high, keys[first].high) == 0;
             end++)
            middle += !keys[end].forward;
        for (int i = first, k = middle; i < middle && k < end; i++, k++) {
            r->twins[keys[i].edge] = keys[k].edge;
            r->twins[keys[k].edge] = keys[i].edge;
        }
    }
}

static bool find_twins(ring_lister *r) {
    edge_key *keys = cr_arena_take(r->arena, (size_t)r->edges, sizeof *keys);
    int count = 0;
    for (int i = 0; keys && i < r->edges; i++) {
        carom_level_edge e = carom_level_edge_at(r->level, i);
        bool forward = order_of_points(e.a, e.b) < 0;
        r->twins[i] = -1;
        if (e.two_sided) keys[count++] = (edge_key){forward ? e.a : e.b, forward ? e.b : e.a, forward, i};
    }
    if (count > 0) qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    if (keys) pair_twins(r, keys, count);
    return keys;
}

// ---- The order of edges around solids -------------------------------------------------------------------------------

static int compare_starts(const void *p, const void *q) {
    const edge_start *a = p, *b = q;
    int order = order_of_points(a->at, b->at);
    return order != 0 ? order : (a->edge > b->edge) - (a->edge < b->edge);
}

/// The sign of the cross product of two vectors; exact, because fma gives the errors of both products.
static int cross_sign(carom_vec2 from, carom_vec2 to, carom_vec2 other) {
    double ax = (double)to.x - (double)from.x, ay = (double)to.y - (double)from.y;
    double bx = (double)other.x - (double)from.x, by = (double)other.y - (double)from.y;
    double p = ax * by, q = ay * bx;
    double sign = (p - q) + (fma(ax, by, -p) - fma(ay, bx, -q));
    return (sign > 0) - (sign < 0);
}

/// True if `p` comes before `q` counter-clockwise about the hub, from the direction of `start` on.
static bool precedes(carom_vec2 hub, carom_vec2 start, carom_vec2 p, carom_vec2 q) {
    bool p_first = cross_sign(hub, start, p) > 0, q_first = cross_sign(hub, start, q) > 0;
    return p_first != q_first ? p_first : cross_sign(hub, p, q) > 0;
}

static const edge_start *find_start(const edge_start *starts, int count, carom_vec2 at) {
    int low = 0;
    for (int high = count; low < high;) {
        int middle = low + (high - low) / 2;
        if (order_of_points(starts[middle].at, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return starts + low;
}

/// Sets `nexts`. The links of the level pass along the thin edges that end at a solid. Where solids touch in a vertex,
/// an edge chain_continues in the next one counter-clockwise, as in a level.
static bool find_nexts(ring_lister *r) {
    edge_start *starts = r->starts = cr_arena_take(r->arena, (size_t)r->edges, sizeof *starts);
    int count = 0;
    for (int i = 0; starts && i < r->edges; i++) {
        carom_level_edge e = carom_level_edge_at(r->level, i);
        if (!is_thin_edge(&e)) starts[count++] = (edge_start){e.a, i};
    }
    if (count > 0) qsort(starts, (size_t)count, sizeof *starts, compare_starts);
    r->starts_count = count;
    for (int i = 0; starts && i < r->edges; i++) {
        carom_level_edge e = carom_level_edge_at(r->level, i);
        r->nexts[i] = -1;
        if (is_thin_edge(&e)) continue;
        carom_vec2 best = e.a;
        for (const edge_start *s = find_start(starts, count, e.b); s < starts + count; s++) {
            if (order_of_points(s->at, e.b) != 0) break;
            carom_vec2 end = carom_level_edge_at(r->level, s->edge).b;
            if (r->nexts[i] >= 0 && !precedes(e.b, e.a, end, best)) continue;
            r->nexts[i] = s->edge;
            best = end;
        }
    }
    return starts;
}

static bool is_in_ring(const ring_lister *r, int edge) {
    return edge < 0 || r->ring_of[edge] >= 0;
}

static int begin_ring(ring_lister *r, cr_ring_kind kind, int tag) {
    r->rings.items[r->rings.count] = (cr_level_ring){kind, r->used, 0, tag, r->rings.count};
    return r->rings.count++;
}

static void extend_ring(ring_lister *r, carom_vec2 p) {
    r->rings.points[r->used++] = p;
    r->rings.items[r->rings.count - 1].count++;
}

// ---- Chains ---------------------------------------------------------------------------------------------------------

static void take_edge(ring_lister *r, int edge) {
    r->ring_of[edge] = r->rings.count - 1;
    if (r->twins[edge] >= 0) r->ring_of[r->twins[edge]] = r->rings.count - 1;
}

/// Edges of solids are in rings already.
static bool chain_continues(const ring_lister *r, int next, const carom_level_edge *from) {
    if (is_in_ring(r, next)) return false;
    carom_level_edge e = carom_level_edge_at(r->level, next);
    return e.one_way == from->one_way && e.tag == from->tag;
}

/// Lists the chain from edge `first` on. Returns to no point, so that the chain is open.
static void add_chain(ring_lister *r, int first) {
    carom_level_edge e = carom_level_edge_at(r->level, first);
    const carom_vec2 start = e.a;
    begin_ring(r, e.one_way ? CR_RING_ONE_WAY : CR_RING_TWO_SIDED, e.tag);
    extend_ring(r, e.a);
    for (int i = first;;) {
        extend_ring(r, e.b);
        take_edge(r, i);
        i = e.next;
        if (!chain_continues(r, i, &e) || order_of_points(carom_level_edge_at(r->level, i).b, start) == 0) break;
        e = carom_level_edge_at(r->level, i);
    }
}

/// First the open chains, then the closed ones.
static void add_chains(ring_lister *r) {
    for (int closed = 0; closed < 2; closed++) {
        for (int i = 0; i < r->edges; i++) {
            carom_level_edge e = carom_level_edge_at(r->level, i);
            if (is_in_ring(r, i)) continue;
            if (closed || !chain_continues(r, e.prev, &e)) add_chain(r, i);
        }
    }
}

// ---- Rings ----------------------------------------------------------------------------------------------------------

/// Sets the tag of a ring to that of most of its edges: the majority if there is one (R. S. Boyer and J S. Moore,
/// MJRTY, 1991), else one of the frequent ones.
static void set_tag(ring_lister *r, cr_level_ring *ring, int first) {
    int votes = 0, same = 0;
    for (int i = first, k = 0; k < ring->count; k++, i = r->nexts[i]) {
        int tag = carom_level_edge_at(r->level, i).tag;
        if (votes == 0) ring->tag = tag;
        votes += tag == ring->tag ? 1 : -1;
    }
    for (int i = first, k = 0; k < ring->count; k++, i = r->nexts[i])
        same += carom_level_edge_at(r->level, i).tag == ring->tag;
    r->rings.other_tags += ring->count - same;
}

static void add_solid_ring(ring_lister *r, int first) {
    int index = begin_ring(r, CR_RING_OUTER, 0);
    cr_level_ring *ring = &r->rings.items[index];
    double area = 0;
    carom_vec2 origin = carom_level_edge_at(r->level, first).a;
    for (int i = first; !is_in_ring(r, i);) {
        carom_level_edge e = carom_level_edge_at(r->level, i);
        double ax = (double)e.a.x - (double)origin.x, ay = (double)e.a.y - (double)origin.y;
        double bx = (double)e.b.x - (double)origin.x, by = (double)e.b.y - (double)origin.y;
        area += ax * by - bx * ay;
        extend_ring(r, e.a);
        take_edge(r, i);
        i = r->nexts[i];
    }
    if (area < 0) ring->kind = CR_RING_HOLE;
    set_tag(r, ring, first);
}

// ---- Areas ----------------------------------------------------------------------------------------------------------

/// The representative of the rings that are joined with this one.
static int joined_ring(ring_lister *r, int ring) {
    cr_level_ring *items = r->rings.items;
    while (items[ring].area != ring) ring = items[ring].area = items[items[ring].area].area;
    return ring;
}

static void join_rings(ring_lister *r, int a, int b) {
    a = joined_ring(r, a);
    b = joined_ring(r, b);
    r->rings.items[a > b ? a : b].area = a > b ? b : a;
}

static carom_vec2 leftmost_point(const ring_lister *r, const cr_level_ring *ring) {
    const carom_vec2 *p = r->rings.points + ring->first;
    int least = 0;
    for (int i = 1; i < ring->count; i++)
        if (order_of_points(p[i], p[least]) < 0) least = i;
    return p[least];
}

/// Joins rings that touch in a vertex: they bound a common solid there.
static void join_touching(ring_lister *r) {
    for (int i = 1; i < r->starts_count; i++) {
        const edge_start *s = &r->starts[i - 1], *t = &r->starts[i];
        if (order_of_points(s->at, t->at) == 0) join_rings(r, r->ring_of[s->edge], r->ring_of[t->edge]);
    }
}

/// An edge of a solid that is not horizontal.
typedef struct edge_span {
    carom_vec2 low, high; // ends of least and greatest y
    int ring;
} edge_span;

/// The leftmost vertex of joined holes: left of it is the interior of a solid.
typedef struct hole_start {
    carom_vec2 leftmost;
    int ring;
    bool outer; // an outer ring is among the joined ones
} hole_start;

static int compare_spans(const void *p, const void *q) {
    const edge_span *a = p, *b = q;
    return (a->low.y > b->low.y) - (a->low.y < b->low.y);
}

static int compare_holes(const void *p, const void *q) {
    const hole_start *a = p, *b = q;
    return (a->leftmost.y > b->leftmost.y) - (a->leftmost.y < b->leftmost.y);
}

static bool is_right_of_span(carom_vec2 p, const edge_span *e) {
    return cross_sign(e->low, e->high, p) < 0;
}

/// True if `f` is to the right of `e` at a height that both have. The low end of `f` is not below that of `e`. Edges of
/// solids do not cross.
static bool span_follows(const edge_span *e, const edge_span *f) {
    int side = cross_sign(e->low, e->high, f->low);
    return side != 0 ? side < 0 : is_right_of_span(f->high, e);
}

static int list_spans(const ring_lister *r, edge_span *spans) {
    int count = 0;
    for (int i = 0; i < r->edges; i++) {
        carom_level_edge e = carom_level_edge_at(r->level, i);
        if (is_thin_edge(&e) || e.a.y == e.b.y) continue;
        bool up = e.a.y < e.b.y;
        spans[count++] = (edge_span){up ? e.a : e.b, up ? e.b : e.a, r->ring_of[i]};
    }
    if (count > 0) qsort(spans, (size_t)count, sizeof *spans, compare_spans);
    return count;
}

/// One for each set of joined holes without an outer ring.
static int list_holes(ring_lister *r, hole_start *holes) {
    int rings = r->rings.count, count = 0;
    for (int i = 0; i < rings; i++) {
        const cr_level_ring *ring = &r->rings.items[i];
        hole_start *all = &holes[joined_ring(r, i)];
        carom_vec2 p = leftmost_point(r, ring);
        if (joined_ring(r, i) == i || order_of_points(p, all->leftmost) < 0) all->leftmost = p;
        all->ring = joined_ring(r, i);
        all->outer |= ring->kind == CR_RING_OUTER;
    }
    for (int i = 0; i < rings; i++)
        if (joined_ring(r, i) == i && !holes[i].outer) holes[count++] = holes[i];
    if (count > 0) qsort(holes, (size_t)count, sizeof *holes, compare_holes);
    return count;
}

/// Joins each hole with the ring of the first edge left of it. In the order of y, `active` has the edges at that
/// height.
static bool join_holes(ring_lister *r) {
    hole_start *holes = cr_arena_take(r->arena, (size_t)r->rings.count, sizeof *holes);
    edge_span *spans = cr_arena_take(r->arena, (size_t)r->edges, sizeof *spans);
    int *active = cr_arena_take(r->arena, (size_t)r->edges, sizeof *active), active_count = 0, next = 0;
    if (!holes || !spans || !active) return false;
    int holes_count = list_holes(r, holes), spans_count = list_spans(r, spans);
    for (int i = 0; i < holes_count; i++) {
        carom_vec2 p = holes[i].leftmost;
        for (; next < spans_count && spans[next].low.y <= p.y; next++) active[active_count++] = next;
        const edge_span *left = NULL;
        int kept = 0;
        for (int k = 0; k < active_count; k++) {
            const edge_span *e = &spans[active[k]];
            if (e->high.y <= p.y) continue;
            active[kept++] = active[k];
            if (is_right_of_span(p, e) && (!left || span_follows(left, e))) left = e;
        }
        active_count = kept;
        if (left) join_rings(r, holes[i].ring, left->ring);
    }
    return true;
}

/// Each area is named by its first outer ring; all its others count as holes.
static bool find_areas(ring_lister *r) {
    join_touching(r);
    int rings = r->rings.count;
    int *heads = cr_arena_take(r->arena, (size_t)rings, sizeof *heads); // of the joined rings, by representative
    int *areas = cr_arena_take(r->arena, (size_t)rings, sizeof *areas);
    if (!heads || !areas || !join_holes(r)) return false;
    for (int i = 0; i < rings; i++) heads[i] = -1;
    for (int i = 0; i < rings; i++)
        if (heads[joined_ring(r, i)] < 0 && r->rings.items[i].kind == CR_RING_OUTER) heads[joined_ring(r, i)] = i;
    for (int i = 0; i < rings; i++)
        if (heads[joined_ring(r, i)] < 0) heads[joined_ring(r, i)] = i;
    for (int i = 0; i < rings; i++) areas[i] = heads[joined_ring(r, i)];
    for (int i = 0; i < rings; i++) {
        cr_level_ring *ring = &r->rings.items[i];
        ring->area = areas[i];
        ring->kind = ring->area == i ? CR_RING_OUTER : CR_RING_HOLE;
    }
    return true;
}

static int compare_rings(const void *p, const void *q) {
    const cr_level_ring *a = p, *b = q;
    bool thin_a = a->kind > CR_RING_HOLE, thin_b = b->kind > CR_RING_HOLE;
    if (thin_a != thin_b) return thin_a - thin_b;
    if (!thin_a && a->area != b->area) return a->area < b->area ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

bool cr_list_rings(const carom_level *level, cr_arena *arena, cr_level_rings *out) {
    ring_lister r = {.level = level, .arena = arena, .edges = carom_level_edge_count(level)};
    const size_t edges = (size_t)r.edges;
    r.rings.points = cr_arena_take(arena, 2 * edges, sizeof *r.rings.points); // a chain has one point more than edges
    r.rings.items = cr_arena_take(arena, edges, sizeof *r.rings.items);
    r.twins = cr_arena_take(arena, edges, sizeof *r.twins);
    r.nexts = cr_arena_take(arena, edges, sizeof *r.nexts);
    r.ring_of = cr_arena_take(arena, edges, sizeof *r.ring_of);
    if (!r.rings.points || !r.rings.items || !r.twins || !r.nexts || !r.ring_of) return false;
    if (!find_twins(&r) || !find_nexts(&r)) return false;
    for (int i = 0; i < r.edges; i++) r.ring_of[i] = -1;
    for (int i = 0; i < r.edges; i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (!is_in_ring(&r, i) && !is_thin_edge(&e)) add_solid_ring(&r, i);
    }
    if (!find_areas(&r)) return false;
    add_chains(&r);
    if (r.rings.count > 0) qsort(r.rings.items, (size_t)r.rings.count, sizeof *r.rings.items, compare_rings);
    *out = r.rings;
    return true;
}
