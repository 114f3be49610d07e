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
                             int outlines_count, const carom_tile_shape *shapes, int shapes_count, int editable,
                             carom_level **out, carom_error *error) {
    carom_level_desc desc = {.tiles = tiles,
                             .tiles_count = tiles_count,
                             .outlines = outlines,
                             .outlines_count = outlines_count,
                             .tile_shapes = shapes,
                             .tile_shapes_count = shapes_count,
                             .editable = editable};
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

carom_status WEB(level_set_tile)(carom_level *level, int grid, int column, int row, int code) {
    return carom_level_set_tile(level, grid, column, row, (uint8_t)code);
}

int WEB(level_tile)(const carom_level *level, int grid, int column, int row) {
    return carom_level_tile(level, grid, column, row);
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

int WEB(level_ray_all)(const carom_level *level, float x, float y, float move_x, float move_y, carom_ray_hit *hits,
                       int capacity) {
    return carom_level_ray_all(level, (carom_vec2){x, y}, (carom_vec2){move_x, move_y}, hits, capacity);
}

void WEB(level_nearest)(const carom_level *level, const carom_shape *a, float within, carom_gap *out) {
    *out = carom_level_nearest(level, a, within);
}

int WEB(level_solid)(const carom_level *level, float x, float y) {
    return carom_level_solid(level, (carom_vec2){x, y});
}

enum { HIT = 1, INSIDE = 2 };

static uint8_t flags_of(bool hit, bool inside) {
    return (uint8_t)((hit ? HIT : 0) | (inside ? INSIDE : 0));
}

enum { WAVE = 256 }; ///< so many are asked together, as fits the stack

static int wave(int left) {
    return left < WAVE ? left : WAVE;
}

/// t[n], exit[n], points[2n], normals[2n], parts[n], flags[n]
int WEB(level_rays)(const carom_level *level, const float *rays, int n, float *out) {
    float *t = out, *through = t + n;
    carom_vec2 *points = (carom_vec2 *)(through + n), *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    float columns[4][WAVE];
    carom_ray_hit found[WAVE];
    for (int first = 0, count; first < n; first += count) {
        count = wave(n - first);
        for (int i = 0; i < 4 * count; i++) columns[i % 4][i / 4] = rays[4 * first + i];
        carom_rays asked = {columns[0], columns[1], columns[2], columns[3], count};
        hits += carom_level_rays(level, &asked, found);
        for (int i = 0, at = first; i < count; i++, at++) {
            const carom_ray_hit *hit = &found[i];
            t[at] = hit->t;
            through[at] = hit->exit;
            points[at] = hit->hit ? hit->point : (carom_vec2){0, 0};
            normals[at] = hit->normal;
            parts[at] = hit->hit ? hit->part : -1;
            flags[at] = flags_of(hit->hit, hit->inside);
        }
    }
    return hits;
}

/// t[n], at[2n], points[2n], normals[2n], parts[n], flags[n]
int WEB(level_sweeps)(const carom_level *level, const carom_shape *a, const float *motions, int n, float *out) {
    float *t = out;
    carom_vec2 *places = (carom_vec2 *)(t + n), *points = places + n, *normals = points + n;
    int *parts = (int *)(normals + n), hits = 0;
    uint8_t *flags = (uint8_t *)(parts + n);
    carom_shape shapes[WAVE];
    carom_vec2 moves[WAVE];
    carom_sweep_hit found[WAVE];
    for (int first = 0, count; first < n; first += count) {
        count = wave(n - first);
        for (int i = 0; i < count; i++, motions += 4) {
            shapes[i] = carom_shape_at(a, (carom_vec2){motions[0], motions[1]});
            moves[i] = (carom_vec2){motions[2], motions[3]};
        }
        hits += carom_level_sweeps(level, shapes, moves, count, found);
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

void WEB(level_solids)(const carom_level *level, const carom_vec2 *points, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) out[i] = carom_level_solid(level, points[i]);
}
