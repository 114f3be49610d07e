// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes are snapped one after the other, each to the grid and to those before it, so that no vertex moves further
// than the tolerance on an axis. First to lines of a grid; then sides that are parallel to an axis to such sides of
// earlier shapes, which keeps them parallel; then single vertices to vertices. Last, an edge that passes a vertex of
// another shape gets that vertex. The last two steps are those of the snapping overlay of JTS (M. Davis,
// GeometrySnapper).
#include "io/snap.h"

#include "io/affine.h"
#include "io/origin.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The boxes of all outlines in the order of their least coordinate on one axis; over them a binary tree with the
/// greatest coordinate below each node. So the boxes that meet another one are found without looking at all (an
/// interval tree, after H. Edelsbrunner, Dynamic data structures for orthogonal intersection queries, 1980).
typedef struct box_tree {
    int axis;
    int leaves; // a power of two, at least the number of outlines
    struct sorted_box {
        float least;
        int outline;
    } * sorted;
    float *most; // of node k from 1 on; its children are 2 k and 2 k + 1
} box_tree;

typedef struct snapper {
    cr_reader *reader;
    double tolerance;
    carom_outline *outlines;
    carom_vec2 **points; // of each outline, to be changed
    uint8_t **fixed;     // of each vertex: bit 0 if x is final, bit 1 if y is
    carom_box *boxes;    // of each outline, with the tolerance around it
    box_tree tree;
    cr_array near; // outlines with boxes that meet that of the one at hand, in ascending order: int
    int count;     // of outlines
    int moved;     // vertices
} snapper;

static float on_axis(carom_vec2 p, int axis) {
    return axis == 0 ? p.x : p.y;
}

static void set_axis(carom_vec2 *p, int axis, float value) {
    if (axis == 0)
        p->x = value;
    else
        p->y = value;
}

static int next_vertex(const snapper *s, int outline, int i) {
    return i + 1 < s->outlines[outline].count ? i + 1 : s->outlines[outline].open ? -1 : 0;
}

static bool is_near(const snapper *s, float a, float b) {
    return fabs((double)a - (double)b) <= s->tolerance;
}

static bool boxes_meet(const carom_box *a, const carom_box *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

// ---- Neighbours -----------------------------------------------------------------------------------------------------

static int compare_sorted_boxes(const void *left, const void *right) {
    const struct sorted_box *a = left, *b = right;
    if (a->least != b->least) return a->least < b->least ? -1 : 1;
    return (a->outline > b->outline) - (a->outline < b->outline);
}

/// The axis on which a box shares its place with fewer others, on average.
static int choose_axis(const snapper *s) {
    double share[2];
    for (int axis = 0; axis < 2; axis++) {
        double low = DBL_MAX, high = -DBL_MAX, sum = 0;
        for (int i = 0; i < s->count; i++) {
            double from = (double)on_axis(s->boxes[i].min, axis), to = (double)on_axis(s->boxes[i].max, axis);
            low = from < low ? from : low;
            high = to > high ? to : high;
            sum += to - from;
        }
        share[axis] = sum / (high - low);
    }
    return share[1] < share[0];
}

static bool make_tree(snapper *s) {
    box_tree *t = &s->tree;
    t->axis = choose_axis(s);
    for (t->leaves = 1; t->leaves < s->count;) t->leaves *= 2;
    t->sorted = cr_scratch_memory(s->reader, (size_t)s->count, sizeof *t->sorted);
    t->most = cr_scratch_memory(s->reader, 2 * (size_t)t->leaves, sizeof *t->most);
    if (!t->sorted || !t->most || !cr_count_steps(s->reader, 2 * (size_t)t->leaves)) return false;
    for (int i = 0; i < s->count; i++) t->sorted[i] = (struct sorted_box){on_axis(s->boxes[i].min, t->axis), i};
    qsort(t->sorted, (size_t)s->count, sizeof *t->sorted, compare_sorted_boxes);
    for (int k = 0; k < t->leaves; k++)
        t->most[t->leaves + k] = k < s->count ? on_axis(s->boxes[t->sorted[k].outline].max, t->axis) : -FLT_MAX;
    for (int k = t->leaves - 1; k > 0; k--)
        t->most[k] = t->most[2 * k] > t->most[2 * k + 1] ? t->most[2 * k] : t->most[2 * k + 1];
    return true;
}

static int compare_outlines(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/// Lists the neighbours of an outline.
static bool list_near(snapper *s, int outline) {
    const box_tree *t = &s->tree;
    const carom_box *own = &s->boxes[outline];
    int nodes[64], depth = 0;
    s->near.count = 0;
    nodes[depth++] = 1;
    while (depth > 0) {
        int node = nodes[--depth], first = node;
        while (first < t->leaves) first *= 2;
        if (!cr_count_steps(s->reader, 1)) return false;
        if (first - t->leaves >= s->count || t->most[node] < on_axis(own->min, t->axis)) continue;
        const struct sorted_box *least = &t->sorted[first - t->leaves];
        if (least->least > on_axis(own->max, t->axis)) continue;
        if (node < t->leaves) {
            nodes[depth++] = 2 * node + 1;
            nodes[depth++] = 2 * node;
        } else if (least->outline != outline && boxes_meet(own, &s->boxes[least->outline])) {
            int *added = cr_array_add(&s->near, s->reader->scratch.allocator, sizeof *added);
            if (!added) return cr_no_memory(s->reader);
            *added = least->outline;
        }
    }
    if (s->near.count > 1) qsort(s->near.items, s->near.count, sizeof(int), compare_outlines);
    return true;
}

/// Neighbour k of those listed; past the last one, more than any number of an outline.
static int neighbour_at(const snapper *s, size_t k) {
    return k < s->near.count ? ((const int *)s->near.items)[k] : INT_MAX;
}

// ---- Lines of the grid ----------------------------------------------------------------------------------------------

/// Moves a coordinate to the nearest line of a grid with this origin. The line is where the level puts it, to the bit.
static void snap_to_line(const snapper *s, carom_vec2 *p, uint8_t *fixed, int axis, const carom_tiles *grid) {
    double origin = (double)on_axis(grid->origin, axis), cell = (double)on_axis(grid->cell, axis);
    double line = floor(((double)on_axis(*p, axis) - origin) / cell + 0.5);
    float at = (float)(origin + line * cell);
    if (!is_near(s, on_axis(*p, axis), at)) return;
    set_axis(p, axis, at);
    *fixed |= (uint8_t)(1 << axis);
}

static bool is_at_grid(const snapper *s, carom_vec2 p, const carom_tiles *grid) {
    double x = (double)p.x - (double)grid->origin.x, y = (double)p.y - (double)grid->origin.y, t = s->tolerance;
    return x >= -t && y >= -t && x <= grid->columns * (double)grid->cell.x + t &&
           y <= grid->rows * (double)grid->cell.y + t;
}

static bool snap_to_grids(snapper *s, int outline) {
    const carom_map *map = s->reader->map;
    const carom_tiles *grids = map->tiles.items;
    for (int i = 0; i < s->outlines[outline].count; i++) {
        carom_vec2 *p = &s->points[outline][i];
        uint8_t *fixed = &s->fixed[outline][i];
        if (!cr_count_steps(s->reader, map->tiles.count + 1)) return false;
        for (size_t k = 0; k < map->tiles.count && *fixed == 0; k++)
            for (int axis = 0; axis < 2 && is_at_grid(s, *p, &grids[k]); axis++)
                snap_to_line(s, p, fixed, axis, &grids[k]);
        const carom_tiles whole = {.origin = map->info.bounds.min, .cell = map->info.cell};
        for (int axis = 0; axis < 2 && s->reader->has_square_grid; axis++)
            if (!(*fixed >> axis & 1)) snap_to_line(s, p, fixed, axis, &whole);
    }
    return true;
}

// ---- Sides parallel to an axis --------------------------------------------------------------------------------------

/// A side, or a vertex: the span it has along its axis, and its place across.
typedef struct side_span {
    float low, high, at;
} side_span;

/// True if edge i of an outline is perpendicular to `axis`.
static bool side_of(const snapper *s, int outline, int i, int axis, side_span *side) {
    int k = next_vertex(s, outline, i);
    if (k < 0) return false;
    carom_vec2 a = s->points[outline][i], b = s->points[outline][k];
    float from = on_axis(a, !axis), to = on_axis(b, !axis);
    *side = (side_span){from < to ? from : to, from < to ? to : from, on_axis(a, axis)};
    return on_axis(a, axis) == on_axis(b, axis) && from != to;
}

/// Finds the nearest side of earlier shapes within the tolerance that lies beside `own`; the first of equal ones.
static bool find_side(snapper *s, int outline, int axis, const side_span *own, float *at) {
    double best = DBL_MAX;
    for (size_t n = 0; neighbour_at(s, n) < outline; n++) {
        int other = neighbour_at(s, n);
        for (int i = 0; i < s->outlines[other].count; i++) {
            side_span side;
            if (!side_of(s, other, i, axis, &side)) continue;
            double distance = fabs((double)side.at - (double)own->at);
            bool beside = (double)side.low <= (double)own->high + s->tolerance &&
                          (double)own->low <= (double)side.high + s->tolerance;
            if (!beside || !is_near(s, side.at, own->at) || distance >= best) continue;
            best = distance;
            *at = side.at;
        }
    }
    return best < DBL_MAX;
}

static void snap_side(snapper *s, int outline, int i, int axis) {
    int k = next_vertex(s, outline, i), bit = 1 << axis;
    uint8_t *fixed = s->fixed[outline];
    side_span own;
    float at;
    if (!side_of(s, outline, i, axis, &own) || (fixed[i] & bit) || (fixed[k] & bit)) return;
    if (!find_side(s, outline, axis, &own, &at)) return;
    set_axis(&s->points[outline][i], axis, at);
    set_axis(&s->points[outline][k], axis, at);
    fixed[i] |= (uint8_t)bit;
    fixed[k] |= (uint8_t)bit;
}

static void snap_vertex_to_side(snapper *s, int outline, int i, int axis) {
    carom_vec2 *p = &s->points[outline][i];
    if (s->fixed[outline][i] >> axis & 1) return;
    const side_span own = {on_axis(*p, !axis), on_axis(*p, !axis), on_axis(*p, axis)};
    float at;
    if (!find_side(s, outline, axis, &own, &at)) return;
    set_axis(p, axis, at);
    s->fixed[outline][i] |= (uint8_t)(1 << axis);
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

static void snap_to_vertex(snapper *s, int outline, int i) {
    carom_vec2 *p = &s->points[outline][i], found = *p;
    const uint8_t fixed = s->fixed[outline][i];
    double best = DBL_MAX;
    if (fixed == 3) return;
    for (size_t n = 0; neighbour_at(s, n) < outline; n++) {
        int other = neighbour_at(s, n);
        for (int k = 0; k < s->outlines[other].count; k++) {
            carom_vec2 q = s->points[other][k];
            double dx = (double)q.x - (double)p->x, dy = (double)q.y - (double)p->y, distance = dx * dx + dy * dy;
            bool keeps = (!(fixed & 1) || dx == 0) && (!(fixed & 2) || dy == 0);
            if (!keeps || !is_near(s, p->x, q.x) || !is_near(s, p->y, q.y) || distance >= best) continue;
            best = distance;
            found = q;
        }
    }
    *p = found;
}

/// True if `p` is within the tolerance of the inside of a-b, not on it, and not near an end. Sets the place along it.
static bool passes_vertex(const snapper *s, carom_vec2 a, carom_vec2 b, carom_vec2 p, double *along) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double length = sqrt(dx * dx + dy * dy), across = dx * py - dy * px;
    *along = dx * px + dy * py;
    if (length == 0 || across == 0 || fabs(across) > s->tolerance * length) return false;
    return *along > s->tolerance * length && *along < (length - s->tolerance) * length;
}

typedef struct vertex_passed {
    double along;
    carom_vec2 at;
} vertex_passed;

static int compare_passed(const void *left, const void *right) {
    const vertex_passed *a = left, *b = right;
    return (a->along > b->along) - (a->along < b->along);
}

/// Collects the vertices of the neighbours that an edge passes.
static bool list_passed(snapper *s, carom_vec2 a, carom_vec2 b, cr_array *list) {
    double along;
    list->count = 0;
    for (size_t n = 0; n < s->near.count; n++) {
        int other = neighbour_at(s, n);
        if (!cr_count_steps(s->reader, (size_t)s->outlines[other].count)) return false;
        for (int k = 0; k < s->outlines[other].count; k++) {
            carom_vec2 p = s->points[other][k];
            if (!passes_vertex(s, a, b, p, &along)) continue;
            vertex_passed *added = cr_array_add(list, s->reader->scratch.allocator, sizeof *added);
            if (!added) return cr_no_memory(s->reader);
            *added = (vertex_passed){along, p};
        }
    }
    if (list->count > 1) qsort(list->items, list->count, sizeof(vertex_passed), compare_passed);
    return true;
}

/// Appends a vertex, unless it equals the one before it.
static bool append_vertex(cr_reader *reader, cr_array *out, carom_vec2 p) {
    const carom_vec2 *last = out->count > 0 ? (const carom_vec2 *)out->items + out->count - 1 : NULL;
    if (last && last->x == p.x && last->y == p.y) return true;
    carom_vec2 *added = cr_array_add(out, reader->scratch.allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = p;
    return true;
}

/// Writes the vertices of an outline, to `out`, and between them the vertices of other shapes beside its edges.
static bool list_vertices(snapper *s, int outline, cr_array *passed, cr_array *out) {
    out->count = 0;
    for (int i = 0; i < s->outlines[outline].count; i++) {
        int k = next_vertex(s, outline, i);
        carom_vec2 a = s->points[outline][i];
        if (!append_vertex(s->reader, out, a)) return false;
        if (k < 0) continue;
        if (!list_passed(s, a, s->points[outline][k], passed)) return false;
        for (size_t j = 0; j < passed->count; j++)
            if (!append_vertex(s->reader, out, ((const vertex_passed *)passed->items)[j].at)) return false;
        s->moved += (int)passed->count;
    }
    const carom_vec2 *all = out->items;
    bool closed = !s->outlines[outline].open && out->count > 1;
    if (closed && all[0].x == all[out->count - 1].x && all[0].y == all[out->count - 1].y) out->count--;
    return true;
}

// ---- Outlines -------------------------------------------------------------------------------------------------------

static bool take_outline(snapper *s, int i) {
    const carom_outline *o = &s->outlines[i];
    cr_reader *reader = s->reader;
    float t = (float)s->tolerance;
    s->points[i] = cr_scratch_memory(reader, (size_t)o->count, sizeof(carom_vec2));
    s->fixed[i] = cr_scratch_memory(reader, (size_t)o->count, 1);
    if (!s->points[i] || !s->fixed[i] || !cr_count_steps(reader, (size_t)o->count)) return false;
    carom_box box = {o->points[0], o->points[0]};
    for (int k = 0; k < o->count; k++) {
        carom_vec2 p = s->points[i][k] = o->points[k];
        box.min = (carom_vec2){p.x < box.min.x ? p.x : box.min.x, p.y < box.min.y ? p.y : box.min.y};
        box.max = (carom_vec2){p.x > box.max.x ? p.x : box.max.x, p.y > box.max.y ? p.y : box.max.y};
    }
    // Both boxes of a pair are widened by 2 tolerances, so that they meet after both shapes have moved.
    s->boxes[i] = (carom_box){{box.min.x - 2 * t, box.min.y - 2 * t}, {box.max.x + 2 * t, box.max.y + 2 * t}};
    return true;
}

/// Counts the comparisons of one outline with its neighbours before it.
static bool count_comparisons(snapper *s, int outline) {
    size_t own = (size_t)s->outlines[outline].count;
    for (size_t n = 0; neighbour_at(s, n) < outline; n++)
        if (!cr_count_steps(s->reader, own * (size_t)s->outlines[neighbour_at(s, n)].count)) return false;
    return true;
}

static bool snap_outline(snapper *s, int i) {
    const carom_outline *o = &s->outlines[i];
    if (!list_near(s, i) || !count_comparisons(s, i) || !snap_to_grids(s, i)) return false;
    for (int axis = 0; axis < 2; axis++) {
        for (int k = 0; k < o->count; k++) snap_side(s, i, k, axis);
        for (int k = 0; k < o->count; k++) snap_vertex_to_side(s, i, k, axis);
    }
    for (int k = 0; k < o->count; k++) {
        snap_to_vertex(s, i, k);
        s->moved += s->points[i][k].x != o->points[k].x || s->points[i][k].y != o->points[k].y;
    }
    return true;
}

/// Gives the outlines their new vertices, and drops collapsed ones. An area goes with its first ring.
static bool replace_outlines(snapper *s, cr_array *passed, cr_array *vertices, int *collapsed) {
    cr_reader *reader = s->reader;
    carom_map *map = reader->map;
    const size_t grown = map->outlines.count;
    carom_vec2 **made = cr_scratch_memory(reader, grown, sizeof *made);
    int *counts = cr_scratch_memory(reader, grown, sizeof *counts), kept = 0;
    for (int i = 0; made && counts && i < s->count; i++) {
        if (!list_near(s, i) || !list_vertices(s, i, passed, vertices)) return false;
        reader->points_taken += vertices->count;
        counts[i] = (int)vertices->count;
        made[i] = cr_arena_take(&map->arena, vertices->count, sizeof **made);
        if (!made[i]) return cr_no_memory(reader);
        memcpy(made[i], vertices->items, vertices->count * sizeof **made);
    }
    if (!made || !counts) return false;
    bool area_kept = false;
    size_t next_origin = 0;
    for (int i = 0; i < s->count; i++) {
        carom_outline o = s->outlines[i];
        bool whole = counts[i] >= (o.open ? 2 : 3) && (!o.same_area || area_kept);
        if (!o.same_area && !o.open) area_kept = whole;
        *collapsed += !whole;
        cr_move_outline_origin(map, &next_origin, i, kept);
        o.points = made[i];
        o.count = counts[i];
        if (whole) s->outlines[kept++] = o;
    }
    map->outlines.count = (size_t)kept;
    return true;
}

bool cr_snap_outlines(cr_reader *reader) {
    carom_map *map = reader->map;
    size_t count = map->outlines.count;
    if (!(reader->options.snap > 0) || count == 0) return reader->error.status == CAROM_STATUS_OK;
    snapper s = {.reader = reader, .tolerance = (double)reader->options.snap, .outlines = map->outlines.items};
    s.points = cr_scratch_memory(reader, count, sizeof *s.points);
    s.fixed = cr_scratch_memory(reader, count, sizeof *s.fixed);
    s.boxes = cr_scratch_memory(reader, count, sizeof *s.boxes);
    if (!s.points || !s.fixed || !s.boxes) return false;
    reader->at = NULL;
    bool snapped = true;
    for (; snapped && (size_t)s.count < count; s.count++) snapped = take_outline(&s, s.count);
    snapped = snapped && make_tree(&s);
    for (int i = 0; snapped && i < s.count; i++) snapped = snap_outline(&s, i);
    cr_array passed = {0}, vertices = {0};
    int collapsed = 0;
    snapped = snapped && replace_outlines(&s, &passed, &vertices, &collapsed);
    cr_array_free(&s.near, reader->scratch.allocator, sizeof(int));
    cr_array_free(&passed, reader->scratch.allocator, sizeof(vertex_passed));
    cr_array_free(&vertices, reader->scratch.allocator, sizeof(carom_vec2));
    map->info.snapped = s.moved;
    if (snapped && collapsed > 0)
        return cr_note(reader, "map", "%d outline%s left out: snapping by %g has left %s without area or length",
                       collapsed, collapsed == 1 ? "" : "s", s.tolerance, collapsed == 1 ? "it" : "them");
    return snapped;
}
