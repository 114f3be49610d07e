// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A depth-first traversal of the parts of one compound, nested for two.
#include "geom/parts.h"

typedef struct counting {
    int left; // parts that there may still be
    bool too_deep;
} counting;

static bool count_parts(counting *c, const carom_shape *shape, int depth) {
    if (--c->left < 0) return false;
    if (shape->kind != CAROM_SHAPE_COMPOUND || !shape->compound.parts) return true;
    c->too_deep = depth == CAROM_MAX_COMPOUND_DEPTH;
    for (int i = 0; !c->too_deep && i < shape->compound.count; ++i) {
        if (!count_parts(c, &shape->compound.parts[i], depth + 1)) return false;
    }
    return !c->too_deep;
}

bool cr_can_walk_into(const carom_shape *shape, bool *too_deep) {
    counting c = {.left = CAROM_MAX_COMPOUND_PARTS + 1}; // and itself
    bool can = count_parts(&c, shape, 0);
    *too_deep = c.too_deep;
    return can;
}

bool cr_can_walk(const carom_shape *shape) {
    bool too_deep;
    return shape->kind != CAROM_SHAPE_COMPOUND || cr_can_walk_into(shape, &too_deep);
}

static bool walk_parts(const carom_shape *shape, int *number, cr_visit_part *visit, void *context) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) return visit(context, shape, (*number)++);
    if (!shape->compound.parts) return true;
    for (int i = 0; i < shape->compound.count; ++i) {
        if (!walk_parts(&shape->compound.parts[i], number, visit, context)) return false;
    }
    return true;
}

void cr_for_each_part(const carom_shape *shape, cr_visit_part *visit, void *context) {
    int number = 0;
    if (cr_can_walk(shape)) walk_parts(shape, &number, visit, context);
}

typedef struct pairing {
    const carom_shape *b;
    cr_visit_pair *visit;
    void *context;
    const cr_core *a;
    int number_of_a;
} pairing;

static bool with_part_of_b(void *context, const carom_shape *part, int number) {
    const pairing *p = context;
    cr_core b;
    return !cr_core_of(part, &b) || p->visit(p->context, p->a, &b, p->number_of_a, number);
}

static bool with_part_of_a(void *context, const carom_shape *part, int number) {
    pairing *p = context;
    cr_core a;
    if (!cr_core_of(part, &a)) return true;
    p->a = &a;
    p->number_of_a = number;
    int first = 0;
    return walk_parts(p->b, &first, with_part_of_b, p);
}

void cr_for_each_pair(const carom_shape *a, const carom_shape *b, cr_visit_pair *visit, void *context) {
    pairing p = {.b = b, .visit = visit, .context = context};
    int first = 0;
    if (cr_can_walk(a) && cr_can_walk(b)) walk_parts(a, &first, with_part_of_a, &p);
}
