// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level as a scene to move through.
#include "level/query/touching.h"
#include "motion/compound.h"
#include "motion/obstacles.h"

#include <math.h>

#define EDGES_NEAR    128 // reported to carom_push_out at once
#define EDGES_AT_ONCE 64  // touched by a shape at rest: usually a few; the rest is not reported

/// A flat or concave vertex of the boundary cannot be the first contact, and so does not push either. The same holds
/// for vertices within a one-way chain; its ends can be the first contact.
static carom_shape shape_of_edge(carom_level_edge edge) {
    carom_segment segment = {.a = edge.a, .b = edge.b, .one_sided = true};
    segment.skip_a = (edge.one_way || !edge.corner_a) && edge.prev >= 0;
    segment.skip_b = (edge.one_way || !edge.corner_b) && edge.next >= 0;
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = segment};
}

static int contacts_of_level(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    int edges[EDGES_AT_ONCE];
    int touched = carom_level_overlap(self, shape, edges, EDGES_AT_ONCE);
    int count = 0;
    for (int i = 0; i < touched && i < EDGES_AT_ONCE; ++i) {
        carom_level_edge edge = carom_level_edge_at(self, edges[i]);
        carom_shape segment = shape_of_edge(edge);
        carom_contact_points contact = carom_contact(shape, &segment);
        if (!contact.hit) continue;
        contact.part_b = edges[i];
        if (count < capacity)
            out[count] = (carom_scene_contact){.contact = contact, .one_way = edge.one_way, .shape = segment};
        ++count;
    }
    return count;
}

static int obstacles_of_level(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    int edges[EDGES_NEAR];
    int limit = capacity < EDGES_NEAR ? capacity : EDGES_NEAR;
    int found = cr_level_edges_in(self, box, edges, limit);
    for (int i = 0; i < found && i < limit; ++i) {
        carom_level_edge edge = carom_level_edge_at(self, edges[i]);
        out[i] = (carom_scene_obstacle){.shape = shape_of_edge(edge), .one_way = edge.one_way};
    }
    return found > limit && found <= capacity ? capacity + 1 : found;
}

static bool solid_of_level(const void *self, carom_vec2 point) {
    return cr_level_is_inside(self, point);
}

// ---- One-way edges -------------------------------------------------------------------------------------------------

carom_sweep_hit cr_rest_on_one_way(const carom_level *level, const carom_shape *shape, carom_sweep_hit miss) {
    if (!cr_level_has_one_way_near(level, shape)) return miss;
    int edges[EDGES_AT_ONCE];
    int touched = carom_level_overlap(level, shape, edges, EDGES_AT_ONCE);
    for (int i = 0; i < touched && i < EDGES_AT_ONCE; ++i) {
        carom_level_edge edge = carom_level_edge_at(level, edges[i]);
        if (!edge.one_way) continue;
        carom_sweep_hit rest = cr_rest_on_one_sided(shape, &(carom_segment){.a = edge.a, .b = edge.b});
        if (!rest.hit) continue;
        rest.at = miss.at;
        rest.part_b = edges[i];
        return rest;
    }
    return miss;
}

static carom_scene_hit sweep_level(const void *self, const carom_shape *shape, carom_vec2 move) {
    carom_sweep_hit hit = cr_level_sweep(self, shape, move);
    if (!hit.hit && move.x == 0 && move.y == 0) hit = cr_rest_on_one_way(self, shape, hit);
    return (carom_scene_hit){.sweep = hit, .one_way = hit.hit && carom_level_edge_at(self, hit.part_b).one_way};
}

static carom_scene_turning_hit sweep_level_turning(const void *self, const carom_shape *shape,
                                                   const carom_turning *motion) {
    carom_turning_hit hit = carom_level_sweep_turning(self, shape, motion);
    return (carom_scene_turning_hit){.turning = hit,
                                     .one_way = hit.hit && carom_level_edge_at(self, hit.part_b).one_way};
}

static void surface_in_level(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    *out = (carom_surface){.edge_tag = carom_level_edge_at(self, hit->sweep.part_b).tag};
}

carom_scene carom_scene_of_level(const carom_level *level) {
    return (carom_scene){.self = level,
                         .surface = surface_in_level,
                         .sweep = sweep_level,
                         .sweep_turning = sweep_level_turning,
                         .contacts = contacts_of_level,
                         .obstacles = obstacles_of_level,
                         .solid = solid_of_level};
}

carom_vec2 carom_scene_velocity(const carom_scene *scene, uint64_t owner) {
    return scene->velocity ? scene->velocity(scene->self, owner) : (carom_vec2){0, 0};
}
