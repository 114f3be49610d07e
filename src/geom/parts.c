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
    cr_posed b;
    const carom_pose *pose_of_a;
    cr_visit_pair *visit;
    void *context;
    const cr_core *a;
    int number_of_a;
} pairing;

static bool core_of_part(const carom_shape *part, const carom_pose *pose, cr_core *core) {
    if (!pose) return cr_core_of(part, core);
    carom_shape placed = carom_shape_posed(part, *pose);
    return cr_core_of(&placed, core);
}

static bool with_part_of_b(void *context, const carom_shape *part, int number) {
    const pairing *p = context;
    cr_core b;
    return !core_of_part(part, p->b.pose, &b) || p->visit(p->context, p->a, &b, p->number_of_a, number);
}

static bool with_part_of_a(void *context, const carom_shape *part, int number) {
    pairing *p = context;
    cr_core a;
    if (!core_of_part(part, p->pose_of_a, &a)) return true;
    p->a = &a;
    p->number_of_a = number;
    int first = 0;
    return walk_parts(p->b.shape, &first, with_part_of_b, p);
}

void cr_for_each_pair(cr_posed a, cr_posed b, cr_visit_pair *visit, void *context) {
    pairing p = {.b = b, .pose_of_a = a.pose, .visit = visit, .context = context};
    int first = 0;
    if (cr_can_walk(a.shape) && cr_can_walk(b.shape)) walk_parts(a.shape, &first, with_part_of_a, &p);
}

bool cr_pose_both(cr_posed a, cr_posed b, carom_shape *placed_a, carom_shape *placed_b) {
    if (a.shape->kind == CAROM_SHAPE_COMPOUND || b.shape->kind == CAROM_SHAPE_COMPOUND) return false;
    *placed_a = carom_shape_posed(a.shape, *a.pose);
    *placed_b = carom_shape_posed(b.shape, *b.pose);
    return true;
}
