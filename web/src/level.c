// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles, and questions to levels. Batches answer in columns: all t, then all places and so on.
#include <math.h>

#include "web.h"

// ---- Tiles ----------------------------------------------------------------------------------------------------------

int WEB(tile_code)(int base, int flip, int turns) {
    return carom_tile_code(base, flip, turns);
}

int WEB(tile_canonical)(int code) {
    return carom_tile_canonical((uint8_t)code);
}

const char *WEB(tile_name)(int base) {
    return carom_tile_name(base);
}

// ---- The level and its outline --------------------------------------------------------------------------------------

carom_status WEB(level_make)(const carom_tiles *tiles, int tiles_count, const carom_outline *outlines,
                             int outlines_count, carom_level **out, carom_error *error) {
    carom_level_desc desc = {
        .tiles = tiles, .tiles_count = tiles_count, .outlines = outlines, .outlines_count = outlines_count};
    return carom_level_make(&desc, out, error);
}

void WEB(level_free)(carom_level *level) {
    carom_level_free(level);
}

int WEB(level_edge_count)(const carom_level *level) {
    return carom_level_edge_count(level);
}

int WEB(level_seams_removed)(const carom_level *level) {
    return carom_level_seams_removed(level);
}

void WEB(level_bounds)(const carom_level *level, carom_box *out) {
    *out = carom_level_bounds(level);
}

static carom_vec2 outward(carom_vec2 a, carom_vec2 b) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, length = sqrt(dx * dx + dy * dy);
    return (carom_vec2){(float)(dy / length), (float)(-dx / length)};
}

/// points[4n], normals[2n], next[n], prev[n], tags[n], flags[n]
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

// ---- Questions ------------------------------------------------------------------------------------------------------

void WEB(level_ray)(const carom_level *level, float x, float y, float move_x, float move_y, carom_ray_hit *out) {
    *out = carom_level_ray(level, (carom_vec2){x, y}, (carom_vec2){move_x, move_y});
}

void WEB(level_sweep)(const carom_level *level, const carom_shape *a, float move_x, float move_y,
                      carom_sweep_hit *out) {
    *out = carom_level_sweep(level, a, (carom_vec2){move_x, move_y});
}

int WEB(level_overlap)(const carom_level *level, const carom_shape *a, int *edges, int capacity) {
    return carom_level_overlap(level, a, edges, capacity);
}

int WEB(level_solid)(const carom_level *level, float x, float y) {
    return carom_level_solid(level, (carom_vec2){x, y});
}

enum { HIT = 1, INSIDE = 2 };

static uint8_t flags_of(bool hit, bool inside) {
    return (uint8_t)((hit ? HIT : 0) | (inside ? INSIDE : 0));
}

/// t[n], exit[n], points[2n], normals[2n], parts[n], flags[n]
int WEB(level_rays)(const carom_level *level, const float *rays, int n, float *out) {
    float *t = out, *through = t + n;
    carom_vec2 *points = (carom_vec2 *)(through + n), *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    for (int i = 0; i < n; i++, rays += 4) {
        carom_ray_hit hit = carom_level_ray(level, (carom_vec2){rays[0], rays[1]}, (carom_vec2){rays[2], rays[3]});
        t[i] = hit.t;
        through[i] = hit.exit;
        points[i] = hit.hit ? hit.point : (carom_vec2){0, 0};
        normals[i] = hit.normal;
        parts[i] = hit.hit ? hit.part : -1;
        flags[i] = flags_of(hit.hit, hit.inside);
        hits += hit.hit;
    }
    return hits;
}

/// t[n], at[2n], points[2n], normals[2n], parts[n], flags[n]
int WEB(level_sweeps)(const carom_level *level, const carom_shape *a, const float *motions, int n, float *out) {
    float *t = out;
    carom_vec2 *at = (carom_vec2 *)(t + n), *points = at + n, *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    for (int i = 0; i < n; i++, motions += 4) {
        carom_shape there = carom_shape_at(a, (carom_vec2){motions[0], motions[1]});
        carom_sweep_hit hit = carom_level_sweep(level, &there, (carom_vec2){motions[2], motions[3]});
        t[i] = hit.t;
        at[i] = hit.at;
        points[i] = hit.point;
        normals[i] = hit.normal;
        parts[i] = hit.hit ? hit.part_b : -1;
        flags[i] = flags_of(hit.hit, hit.inside);
        hits += hit.hit;
    }
    return hits;
}

void WEB(level_solids)(const carom_level *level, const carom_vec2 *points, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) out[i] = carom_level_solid(level, points[i]);
}
