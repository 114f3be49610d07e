// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level as a space to move through.
#include "motion/compound.h"

#include <math.h>

#define EDGES_AT_ONCE 64 // a resting shape touches a few; past this many, push-out works on the first

/// A border vertex that is flat or concave can never be the first thing met, so neither does it push, nor do those
/// within a one-way chain; the ends of a chain can.
static carom_shape shape_of_edge(carom_level_edge edge) {
    carom_segment segment = {.a = edge.a, .b = edge.b, .one_sided = true};
    segment.skip_a = (edge.one_way || !edge.corner_a) && edge.prev >= 0;
    segment.skip_b = (edge.one_way || !edge.corner_b) && edge.next >= 0;
    return (carom_shape){.kind = CAROM_SEGMENT, .segment = segment};
}

static int contacts(const void *self, const carom_shape *shape, carom_space_contact *out, int capacity) {
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
            out[count] = (carom_space_contact){.contact = contact, .one_way = edge.one_way, .shape = segment};
        ++count;
    }
    return count;
}

// ---- Thin edges ----------------------------------------------------------------------------------------------------

/// So little that it can only come from rounding.
static bool shallow(const carom_contact_points *contact) {
    double size = fabs((double)contact->points[0].x) + fabs((double)contact->points[0].y);
    return contact->depth > 0 && (double)contact->depth <= size * 0x1p-20;
}

/// A shape that comes to rest on a thin edge can end a little inside of it, when it has a far side that is rounded on
/// its own. A level lets pass what is inside of a thin edge, and the shape would fall through in the next step. So here
/// a rest just inside is told as being inside.
static carom_sweep_hit rest_on_thin_edge(const carom_level *level, const carom_shape *shape, carom_sweep_hit miss) {
    int edges[EDGES_AT_ONCE];
    int touched = carom_level_overlap(level, shape, edges, EDGES_AT_ONCE);
    for (int i = 0; i < touched && i < EDGES_AT_ONCE; ++i) {
        carom_level_edge edge = carom_level_edge_at(level, edges[i]);
        if (!edge.one_way) continue;
        carom_shape segment = shape_of_edge(edge);
        carom_contact_points contact = carom_contact(shape, &segment);
        if (!contact.hit || !shallow(&contact)) continue;
        return (carom_sweep_hit){.hit = true,
                                 .inside = true,
                                 .at = miss.at,
                                 .point = contact.points[0],
                                 .normal = contact.normal,
                                 .feature = CAROM_EDGE,
                                 .part_b = edges[i]};
    }
    return miss;
}

static carom_space_hit sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    carom_sweep_hit hit = cr_level_sweep(self, shape, move);
    if (!hit.hit && move.x == 0 && move.y == 0) hit = rest_on_thin_edge(self, shape, hit);
    return (carom_space_hit){.sweep = hit, .one_way = hit.hit && carom_level_edge_at(self, hit.part_b).one_way};
}

carom_space carom_space_of_level(const carom_level *level) {
    return (carom_space){.self = level, .sweep = sweep, .contacts = contacts};
}

carom_vec2 carom_space_velocity(const carom_space *space, uint64_t owner) {
    return space->velocity ? space->velocity(space->self, owner) : (carom_vec2){0, 0};
}
