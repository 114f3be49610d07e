// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Runs are cut at all ends of pieces that change. Parts that were pieces before are dropped, the new pieces are added,
// and the result is merged as cr_outline_tiles does. The lists are short, so that all pairs are compared.
#include "level/edit/edit_runs.h"

#include "base/memory.h"

/// Returns the position of p along e, times the length of e; -1 if p is not on the line of e or is before its start.
static int64_t position_along(const cr_lattice_edge *e, cr_lattice p) {
    int64_t ex = (int64_t)e->to.x - e->from.x, ey = (int64_t)e->to.y - e->from.y;
    int64_t px = (int64_t)p.x - e->from.x, py = (int64_t)p.y - e->from.y;
    return ex * py == ey * px ? ex * px + ey * py : -1;
}

/// True if `part` lies on e and has the same direction.
static bool is_part(const cr_lattice_edge *e, const cr_lattice_edge *part) {
    int64_t from = position_along(e, part->from), to = position_along(e, part->to);
    return from >= 0 && from < to && to <= position_along(e, e->to);
}

static bool is_part_of_any(const cr_pieces *pieces, const cr_lattice_edge *part) {
    for (int i = 0; i < pieces->count; ++i) {
        if (is_part(&pieces->items[i], part)) return true;
    }
    return false;
}

/// Lowers *next to the first end of a piece on the run after `start`, and writes that end to *at.
static void find_next(const cr_lattice_edge *run, const cr_pieces *pieces, int64_t start, int64_t *next,
                      cr_lattice *at) {
    for (int i = 0; i < pieces->count; ++i) {
        const cr_lattice ends[] = {pieces->items[i].from, pieces->items[i].to};
        for (int k = 0; k < 2; ++k) {
            int64_t position = position_along(run, ends[k]);
            if (position <= start || position >= *next) continue;
            *next = position;
            *at = ends[k];
        }
    }
}

static bool cut_runs(const cr_run_edit *s, cr_pieces *parts) {
    for (int i = 0; i < s->runs->count; ++i) {
        const cr_lattice_edge *run = &s->runs->items[i];
        int64_t end = position_along(run, run->to), next;
        cr_lattice_edge part = {run->from, run->from};
        for (int64_t start = 0; start < end; start = next, part.from = part.to) {
            next = end;
            part.to = run->to;
            find_next(run, s->before, start, &next, &part.to);
            find_next(run, s->after, start, &next, &part.to);
            if (!is_part_of_any(s->before, &part) && !cr_pieces_add(parts, s->allocator, part)) return false;
        }
    }
    for (int i = 0; i < s->after->count; ++i) {
        if (!cr_pieces_add(parts, s->allocator, s->after->items[i])) return false;
    }
    return true;
}

static bool is_same_vertex(cr_lattice p, cr_lattice q) {
    return p.x == q.x && p.y == q.y;
}

static bool is_in_change(const cr_run_edit *s, cr_lattice p) {
    return s->low.x <= p.x && p.x <= s->high.x && s->low.y <= p.y && p.y <= s->high.y;
}

/// Returns the part that continues part i collinearly, if no other part begins or ends there; else -1.
static int part_after(const cr_run_edit *s, int i) {
    const cr_lattice_edge *parts = s->parts->items, *e = &parts[i];
    int next = -1;
    if (!is_in_change(s, e->to)) return -1;
    for (int k = 0; k < s->parts->count; ++k) {
        if (k != i && is_same_vertex(parts[k].to, e->to)) return -1;
        if (!is_same_vertex(parts[k].from, e->to)) continue;
        if (next >= 0) return -1;
        next = k;
    }
    return next >= 0 && cr_goes_straight(e, &parts[next], s->block) ? next : -1;
}

static bool link_parts(const cr_run_edit *s) {
    int count = s->parts->count;
    if (!cr_grow_array(s->allocator, (void **)s->links, s->links_capacity, count + 1, sizeof **s->links)) return false;
    int *links = *s->links;
    for (int i = 0; i < count; ++i) links[i] = part_after(s, i);
    return true;
}

static bool is_continuation(const cr_run_edit *s, int part) {
    for (int i = 0; i < s->parts->count; ++i) {
        if ((*s->links)[i] == part) return true;
    }
    return false;
}

bool cr_edit_solid_runs(const cr_run_edit *s, cr_pieces *result) {
    s->parts->count = 0;
    if (!cut_runs(s, s->parts) || !link_parts(s)) return false;
    for (int i = 0; i < s->parts->count; ++i) {
        if (is_continuation(s, i)) continue;
        int last = i;
        while ((*s->links)[last] >= 0) last = (*s->links)[last];
        cr_lattice_edge run = {s->parts->items[i].from, s->parts->items[last].to};
        if (!cr_pieces_add(result, s->allocator, run)) return false;
    }
    return true;
}

bool cr_edit_thin_runs(const cr_run_edit *s, cr_pieces *result) {
    s->parts->count = 0;
    return cut_runs(s, s->parts) && cr_merge_thin(s->allocator, s->parts, s->block, result);
}
