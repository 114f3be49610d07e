// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Comparison of structs bit for bit, member by member: padding has no defined value. Include cmocka.h first.
#pragma once

#include "carom/grid.h"
#include "carom/walker.h"

#include <string.h>

#define SAME(member) (memcmp(&a->member, &b->member, sizeof a->member) == 0)

static inline bool same_ray(const carom_ray_hit *a, const carom_ray_hit *b) {
    return SAME(hit) && SAME(inside) && SAME(t) && SAME(exit) && SAME(point) && SAME(normal) && SAME(feature) &&
           SAME(part);
}

static inline bool same_sweep(const carom_sweep_hit *a, const carom_sweep_hit *b) {
    return SAME(hit) && SAME(inside) && SAME(t) && SAME(at) && SAME(point) && SAME(normal) && SAME(feature) &&
           SAME(part_a) && SAME(part_b);
}

static inline bool same_turning(const carom_turning_hit *a, const carom_turning_hit *b) {
    return SAME(hit) && SAME(inside) && SAME(t) && SAME(at) && SAME(point) && SAME(normal) && SAME(velocity) &&
           SAME(feature) && SAME(part_a) && SAME(part_b);
}

static inline bool same_separation(const carom_separation *a, const carom_separation *b) {
    return memcmp(a, b, sizeof *a) == 0; // no padding
}

static inline bool same_contact(const carom_contact_points *a, const carom_contact_points *b) {
    bool same = SAME(hit) && SAME(depth) && SAME(normal) && SAME(count) && SAME(part_a) && SAME(part_b);
    return same && memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points) == 0;
}

static inline bool same_hit3(const carom_hit3 *a, const carom_hit3 *b) {
    return SAME(hit) && SAME(inside) && SAME(t) && SAME(exit) && SAME(at) && SAME(point) && SAME(normal) &&
           SAME(feature);
}

static inline bool same_shape(const carom_shape *a, const carom_shape *b) {
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case CAROM_SHAPE_NONE: return true;
    case CAROM_SHAPE_POINT: return SAME(point);
    case CAROM_SHAPE_SEGMENT:
        return SAME(segment.a) && SAME(segment.b) && SAME(segment.one_sided) && SAME(segment.skip_a) &&
               SAME(segment.skip_b);
    case CAROM_SHAPE_CIRCLE: return SAME(circle);
    case CAROM_SHAPE_BOX: return SAME(box);
    case CAROM_SHAPE_CAPSULE: return SAME(capsule);
    case CAROM_SHAPE_POLYGON:
        return SAME(polygon.count) && SAME(polygon.radius) &&
               memcmp(a->polygon.v, b->polygon.v, (size_t)a->polygon.count * sizeof *a->polygon.v) == 0;
    case CAROM_SHAPE_COMPOUND: return SAME(compound.parts) && SAME(compound.count);
    }
    return false;
}

static inline bool same_edge(const carom_level_edge *a, const carom_level_edge *b) {
    return SAME(a) && SAME(b) && SAME(corner_a) && SAME(corner_b) && SAME(one_way) && SAME(next) && SAME(prev) &&
           SAME(tag);
}

static inline bool same_scene(const carom_scene *a, const carom_scene *b) {
    return SAME(self) && SAME(sweep) && SAME(contacts) && SAME(velocity) && SAME(obstacles) && SAME(solid);
}

static inline bool same_scene_hit(const carom_scene_hit *a, const carom_scene_hit *b) {
    return same_sweep(&a->sweep, &b->sweep) && SAME(owner) && SAME(one_way);
}

static inline bool same_motion(const carom_motion *a, const carom_motion *b) {
    return SAME(at) && SAME(velocity) && SAME(remainder) && SAME(t) && SAME(contacts) && SAME(casts) && SAME(inside);
}

static inline bool same_turning_motion(const carom_turning_motion *a, const carom_turning_motion *b) {
    return SAME(pose) && SAME(velocity) && SAME(spin) && SAME(t) && SAME(contacts) && SAME(casts) && SAME(blocked) &&
           SAME(inside);
}

static inline bool same_push(const carom_push *a, const carom_push *b) {
    return SAME(at) && SAME(moved) && SAME(crushed);
}

static inline bool same_walker(const carom_walker *a, const carom_walker *b) {
    return SAME(position) && SAME(velocity) && SAME(grounded) && SAME(ground.normal) && SAME(ground.point) &&
           SAME(ground.owner) && SAME(ground.one_way) && SAME(slip) && SAME(remainder);
}

static inline bool same_walker_result(const carom_walker_result *a, const carom_walker_result *b) {
    return SAME(landed) && SAME(left) && SAME(climbed) && SAME(blocked) && SAME(slipping) && SAME(crushed) &&
           SAME(wall) && SAME(casts);
}
