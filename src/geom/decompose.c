// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Concave polygons with holes as triangles, and as convex parts: triangles that share an edge are merged while the
// result is convex (S. Hertel, K. Mehlhorn, Fast triangulation of simple polygons, 1983).
#include "geom/predicate.h"
#include "geom/triangulate.h"

#include <stdlib.h>
#include <string.h>

// ---- Triangles of rings --------------------------------------------------------------------------------------------

/// Returns the number of all points; -1 if there are too many, or the arguments are invalid.
static int count_ring_points(const carom_ring *rings, int ring_count) {
    int64_t sum = 0;
    if (ring_count < 0 || (ring_count > 0 && !rings)) return -1;
    for (int i = 0; i < ring_count && sum <= INT32_MAX / 8; ++i) {
        if (rings[i].count < 3 || !rings[i].points) return -1;
        sum += rings[i].count;
    }
    return sum <= INT32_MAX / 8 ? (int)sum : -1;
}

static bool add_ring_edges(const carom_ring *ring, cr_sloped *edges, int *count) {
    for (int k = 0; k < ring->count; ++k) {
        if (!cr_finite2(ring->points[k])) return false;
        *count += cr_slope_edge(ring->points[k], ring->points[(k + 1) % ring->count], &edges[*count]);
    }
    return true;
}

carom_status carom_triangulate(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                               carom_triangle *out, int capacity, int *count) {
    int points = count_ring_points(rings, ring_count), edge_count = 0;
    if (!count) return CAROM_STATUS_BAD_ARGUMENT;
    *count = 0;
    if (points < 0 || capacity < 0 || (capacity > 0 && !out)) return CAROM_STATUS_BAD_ARGUMENT;
    cr_sloped *edges = cr_take_array(allocator, (size_t)points, sizeof *edges);
    if (!edges) return CAROM_STATUS_NO_MEMORY;
    carom_status status = CAROM_STATUS_OK;
    for (int i = 0; i < ring_count && status == CAROM_STATUS_OK; ++i) {
        if (!add_ring_edges(&rings[i], edges, &edge_count)) status = CAROM_STATUS_NOT_FINITE;
    }
    if (status == CAROM_STATUS_OK) status = cr_triangulate(edges, edge_count, allocator, out, capacity, count);
    cr_free_array(allocator, edges, (size_t)points, sizeof *edges);
    return status;
}

// ---- Convex parts --------------------------------------------------------------------------------------------------

/// A convex part in progress; `into` is the part that it was merged into, or its own index.
typedef struct convex_part {
    carom_polygon polygon;
    int into;
} convex_part;

/// A directed edge of a triangle.
typedef struct part_edge {
    carom_vec2 a, b;
    int part;
} part_edge;

static int compare_vectors(carom_vec2 a, carom_vec2 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

static int compare_part_edges(const void *a, const void *b) {
    const part_edge *e = a, *f = b;
    int order = compare_vectors(e->a, f->a);
    if (order == 0) order = compare_vectors(e->b, f->b);
    return order ? order : (e->part > f->part) - (e->part < f->part);
}

static int merged_part(convex_part *parts, int part) {
    while (parts[part].into != part) part = parts[part].into = parts[parts[part].into].into;
    return part;
}

static int vertex_index(const carom_polygon *p, carom_vec2 v) {
    int k = 0;
    while (k < p->count && compare_vectors(p->v[k], v) != 0) ++k;
    return k;
}

static carom_vec2 vertex_from(const carom_polygon *p, int index) {
    return p->v[(index + p->count) % p->count];
}

/// Merges two polygons that share the edge a -> b of the first one, if the result is strictly convex and small enough.
static bool merge_convex(carom_polygon *p, const carom_polygon *q, carom_vec2 a, carom_vec2 b) {
    int count = p->count + q->count - 2, at = vertex_index(p, b), from = vertex_index(q, a);
    if (count > CAROM_MAX_POLYGON_VERTICES) return false;
    if (cr_side(vertex_from(p, at - 2), a, vertex_from(q, from + 1)) <= 0) return false;
    if (cr_side(vertex_from(q, from - 2), b, vertex_from(p, at + 1)) <= 0) return false;
    carom_polygon merged = {.count = count};
    for (int k = 0; k < p->count; ++k) merged.v[k] = vertex_from(p, at + k); // from b around to a
    for (int k = 1; k + 1 < q->count; ++k) merged.v[p->count + k - 1] = vertex_from(q, from + k);
    *p = merged;
    return true;
}

static void merge_along(convex_part *parts, const part_edge *edges, int edge_count, const part_edge *edge) {
    part_edge twin = {edge->b, edge->a, 0};
    int low = 0, high = edge_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_part_edges(&edges[middle], &twin) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == edge_count || compare_vectors(edges[low].a, twin.a) != 0 || compare_vectors(edges[low].b, twin.b) != 0)
        return;
    int part = merged_part(parts, edge->part), other = merged_part(parts, edges[low].part);
    if (part != other && merge_convex(&parts[part].polygon, &parts[other].polygon, edge->a, edge->b))
        parts[other].into = part;
}

static void merge_triangles(const carom_triangle *triangles, int count, convex_part *parts, part_edge *edges) {
    for (int i = 0; i < count; ++i) {
        parts[i] = (convex_part){.polygon = {.count = 3}, .into = i};
        memcpy(parts[i].polygon.v, triangles[i].v, sizeof triangles[i].v);
        for (int k = 0; k < 3; ++k) edges[3 * i + k] = (part_edge){triangles[i].v[k], triangles[i].v[(k + 1) % 3], i};
    }
    if (count > 0) qsort(edges, 3 * (size_t)count, sizeof *edges, compare_part_edges);
    for (int i = 0; i < 3 * count; ++i) {
        if (compare_vectors(edges[i].a, edges[i].b) < 0) merge_along(parts, edges, 3 * count, &edges[i]);
    }
}

static int list_convex_parts(const convex_part *parts, int count, carom_shape *out, int capacity) {
    int written = 0;
    for (int i = 0; i < count; ++i) {
        if (parts[i].into != i) continue;
        if (written < capacity) out[written] = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = parts[i].polygon};
        ++written;
    }
    return written;
}

/// Returns the number of parts; -1 without memory.
static int decompose_triangles(const carom_triangle *triangles, int count, const carom_allocator *allocator,
                               carom_shape *out, int capacity) {
    size_t number = (size_t)count;
    convex_part *parts = cr_take_array(allocator, number, sizeof *parts);
    part_edge *edges = cr_take_array(allocator, 3 * number, sizeof *edges);
    int written = -1;
    if (parts && edges) {
        merge_triangles(triangles, count, parts, edges);
        written = list_convex_parts(parts, count, out, capacity);
    }
    cr_free_array(allocator, edges, 3 * number, sizeof *edges);
    cr_free_array(allocator, parts, number, sizeof *parts);
    return written;
}

carom_status carom_decompose(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                             carom_shape *out, int capacity, int *count) {
    if (capacity < 0 || (capacity > 0 && !out)) return CAROM_STATUS_BAD_ARGUMENT;
    carom_status status = carom_triangulate(rings, ring_count, allocator, NULL, 0, count);
    if (status != CAROM_STATUS_OK) return status;
    int triangle_count = *count;
    carom_triangle *triangles = cr_take_array(allocator, (size_t)triangle_count, sizeof *triangles);
    *count = -1;
    if (triangles) {
        status = carom_triangulate(rings, ring_count, allocator, triangles, triangle_count, count);
        *count = status ? -1 : decompose_triangles(triangles, triangle_count, allocator, out, capacity);
    }
    cr_free_array(allocator, triangles, (size_t)triangle_count, sizeof *triangles);
    if (*count >= 0) return CAROM_STATUS_OK;
    *count = 0;
    return CAROM_STATUS_NO_MEMORY;
}
