// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One recursive walk over a compound, and a walk of walks for two.
#include "geom/parts.h"

/// A walk through the parts of one shape; false ends it.
typedef bool visit_part(void *context, const cr_core *part, int index);

static bool walk(const carom_shape *shape, int depth, int *index, visit_part *visit, void *context) {
    if (shape->kind == CAROM_COMPOUND && depth < CAROM_COMPOUND_DEPTH && shape->compound.parts) {
        for (int i = 0; i < shape->compound.count; ++i) {
            if (!walk(&shape->compound.parts[i], depth + 1, index, visit, context)) return false;
        }
        return true;
    }
    cr_core core;
    int part = (*index)++;
    return !cr_core_of(shape, &core) || visit(context, &core, part);
}

typedef struct pairing {
    const carom_shape *b;
    cr_visit *visit;
    void *context;
    const cr_core *part;
    int index;
} pairing;

static bool with_part_of_b(void *context, const cr_core *b, int index) {
    const pairing *p = context;
    return p->visit(p->context, p->part, b, p->index, index);
}

static bool with_part_of_a(void *context, const cr_core *a, int index) {
    pairing inner = *(const pairing *)context;
    inner.part = a;
    inner.index = index;
    int count = 0;
    return walk(inner.b, 0, &count, with_part_of_b, &inner);
}

void cr_each_pair(const carom_shape *a, const carom_shape *b, cr_visit *visit, void *context) {
    pairing p = {.b = b, .visit = visit, .context = context};
    int count = 0;
    walk(a, 0, &count, with_part_of_a, &p);
}
