// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Do two shapes share a point?
#include "geom/closed.h"
#include "geom/difference.h"
#include "geom/parts.h"

static cr_relation relate_cores(const cr_core *a, const cr_core *b) {
    if (!cr_facing(a, b)) return CR_APART;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_displacement none = cr_displacement_of((cr_vector){0}, 0);
    return cr_relation_at(&c, &none);
}

static bool deepest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    (void)part_a;
    (void)part_b;
    cr_relation *best = context, relation = relate_cores(a, b);
    if (relation > *best) *best = relation;
    return *best != CR_INSIDE;
}

cr_relation cr_relate(const carom_shape *a, const carom_shape *b) {
    cr_relation best = CR_APART;
    if (cr_closed_relate(a, b, &best)) return best;
    best = CR_APART;
    cr_each_pair(a, b, deepest, &best);
    return best;
}

bool carom_overlap(const carom_shape *a, const carom_shape *b) {
    cr_relation relation;
    if (cr_closed_relate(a, b, &relation)) return relation != CR_APART;
    return cr_relate(a, b) != CR_APART;
}
