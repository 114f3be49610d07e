// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges and batches of levels, as columns: all t, then all positions, and so on.
#include <math.h>

#include "web.h"

// ---- The level and its outline --------------------------------------------------------------------------------------

static carom_vec2 outward(carom_vec2 a, carom_vec2 b) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, length = sqrt(dx * dx + dy * dy);
    return (carom_vec2){(float)(dy / length), (float)(-dx / length)};
}

/// Writes the columns points[4n], normals[2n], next[n], prev[n], tags[n], flags[n].
void WEB(level_edges)(const carom_level *level, float *out) {
    int n = carom_level_edge_count(level);
    carom_vec2 *points = (carom_vec2 *)out, *normals = points + 2 * (size_t)n;
    int *next = (int *)(normals + n), *prev = next + n, *tags = prev + n;
    uint8_t *flags = (uint8_t *)(tags + n);
    for (int i = 0; i < n; i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        points[2 * i] = e.a;
        points[2 * i + 1] = e.b;
        normals[i] = outward(e.a, e.b);
        next[i] = e.next;
        prev[i] = e.prev;
        tags[i] = e.tag;
        flags[i] = (uint8_t)((e.corner_a ? 1 : 0) | (e.corner_b ? 2 : 0) | (e.one_way ? 4 : 0));
    }
}

// ---- Queries --------------------------------------------------------------------------------------------------------

enum { HIT = 1, INSIDE = 2 };

static uint8_t flags_of(bool hit, bool inside) {
    return (uint8_t)((hit ? HIT : 0) | (inside ? INSIDE : 0));
}

enum { BATCH = 256 }; ///< queries in one call of a batch: their arrays are on the stack

static int batch_size(int left) {
    return left < BATCH ? left : BATCH;
}

/// Writes the columns t[n], exit[n], points[2n], normals[2n], parts[n], flags[n]; returns the number of hits.
int WEB(level_ray_many)(const carom_level *level, const float *rays, int n, float *out) {
    float *t = out, *exit = t + n;
    carom_vec2 *points = (carom_vec2 *)(exit + n), *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    float columns[4][BATCH];
    carom_ray_hit found[BATCH];
    for (int first = 0, count; first < n; first += count) {
        count = batch_size(n - first);
        for (int i = 0; i < 4 * count; i++) columns[i % 4][i / 4] = rays[4 * first + i];
        carom_rays asked = {columns[0], columns[1], columns[2], columns[3], count};
        hits += carom_level_ray_many(level, &asked, found);
        for (int i = 0, at = first; i < count; i++, at++) {
            const carom_ray_hit *hit = &found[i];
            t[at] = hit->t;
            exit[at] = hit->exit;
            points[at] = hit->hit ? hit->point : (carom_vec2){0, 0};
            normals[at] = hit->normal;
            parts[at] = hit->hit ? hit->part : -1;
            flags[at] = flags_of(hit->hit, hit->inside);
        }
    }
    return hits;
}

/// Writes the columns t[n], at[2n], points[2n], normals[2n], parts[n], flags[n]; returns the number of hits.
int WEB(level_sweep_many)(const carom_level *level, const carom_shape *a, const float *motions, int n, float *out) {
    float *t = out;
    carom_vec2 *places = (carom_vec2 *)(t + n), *points = places + n, *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    carom_shape shapes[BATCH];
    carom_vec2 moves[BATCH];
    carom_sweep_hit found[BATCH];
    for (int first = 0, count; first < n; first += count) {
        count = batch_size(n - first);
        for (int i = 0; i < count; i++, motions += 4) {
            shapes[i] = carom_shape_at(a, (carom_vec2){motions[0], motions[1]});
            moves[i] = (carom_vec2){motions[2], motions[3]};
        }
        hits += carom_level_sweep_many(level, shapes, moves, count, found);
        for (int i = 0, at = first; i < count; i++, at++) {
            const carom_sweep_hit *hit = &found[i];
            t[at] = hit->t;
            places[at] = hit->at;
            points[at] = hit->point;
            normals[at] = hit->normal;
            parts[at] = hit->hit ? hit->part_b : -1;
            flags[at] = flags_of(hit->hit, hit->inside);
        }
    }
    return hits;
}

void WEB(level_solid_many)(const carom_level *level, const carom_vec2 *points, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) out[i] = carom_level_solid(level, points[i]);
}
