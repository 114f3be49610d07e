// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Parts in the order of a walk, as geom numbers them.
#include "motion/compound.h"

#include "geom/core.h"
#include "geom/place.h"
#include "level/beside.h"

/// Asks about one convex part; false ends the walk.
typedef bool visit_part(void *context, const carom_shape *part, int number);

static bool walk(const carom_shape *shape, int depth, int *number, visit_part *visit, void *context) {
    if (shape->kind != CAROM_COMPOUND) return visit(context, shape, (*number)++);
    if (depth == CAROM_COMPOUND_DEPTH || !shape->compound.parts) return true;
    for (int i = 0; i < shape->compound.count; ++i) {
        if (!walk(&shape->compound.parts[i], depth + 1, number, visit, context)) return false;
    }
    return true;
}

static void each_part(const carom_shape *shape, visit_part *visit, void *context) {
    int number = 0;
    walk(shape, 0, &number, visit, context);
}

// ---- Places --------------------------------------------------------------------------------------------------------

static bool count_part(void *context, const carom_shape *part, int number) {
    (void)part, (void)number;
    ++*(int *)context;
    return true;
}

int cr_parts_of(const carom_shape *shape) {
    int count = 0;
    each_part(shape, count_part, &count);
    return count;
}

typedef struct putting {
    cr_placed *out;
    carom_vec2 offset;
    bool full;
} putting;

static bool put_part(void *context, const carom_shape *part, int number) {
    putting *p = context;
    p->full = number >= CAROM_MOVING_PARTS;
    if (!p->full) p->out->parts[number] = carom_shape_at(part, p->offset);
    return !p->full;
}

static const carom_shape *put_parts(cr_placed *out, const carom_shape *shape, carom_vec2 offset) {
    putting p = {.out = out, .offset = offset};
    each_part(shape, put_part, &p);
    out->shape = (carom_shape){.kind = CAROM_NONE};
    if (p.full) return &out->shape;
    out->shape.kind = CAROM_COMPOUND;
    out->shape.compound = (carom_compound){out->parts, cr_parts_of(shape)};
    return &out->shape;
}

const carom_shape *cr_put(cr_placed *out, const carom_shape *shape, carom_vec2 offset) {
    if (shape->kind == CAROM_COMPOUND) return put_parts(out, shape, offset);
    out->shape = carom_shape_at(shape, offset);
    return &out->shape;
}

// ---- Through a level -----------------------------------------------------------------------------------------------

typedef struct level_sweep {
    const carom_level *level;
    const carom_shape *shape;
    carom_vec2 from, move;
    carom_sweep_hit best;
    bool beside;
} level_sweep;

static bool sweep_part(void *context, const carom_shape *part, int number) {
    level_sweep *s = context;
    bool beside;
    carom_sweep_hit hit = cr_level_sweep_beside(s->level, part, s->move, &beside);
    if (beside) s->beside = true;
    bool earlier = !s->best.hit || hit.t < s->best.t || (hit.t == s->best.t && hit.inside && !s->best.inside);
    if (!hit.hit || !earlier) return true;
    s->best = hit;
    s->best.part_a = number;
    return true;
}

static bool is_free(void *context, carom_vec2 at) {
    const level_sweep *s = context;
    carom_vec2 offset = {at.x - s->from.x, at.y - s->from.y};
    cr_placed there;
    level_sweep here = {.level = s->level};
    each_part(cr_put(&there, s->shape, offset), sweep_part, &here);
    return !here.best.hit;
}

/// Where the whole compound comes to rest.
static carom_vec2 rest_of(level_sweep *s) {
    if (s->best.inside) return s->from;
    double t = s->best.hit ? (double)s->best.t : 1;
    return cr_place(s->from, s->move, t, s->best.normal, is_free, s);
}

carom_sweep_hit cr_level_sweep_to(const carom_level *level, const carom_shape *shape, carom_vec2 move, bool *beside) {
    if (shape->kind != CAROM_COMPOUND) return cr_level_sweep_beside(level, shape, move, beside);
    carom_shape nothing = {.kind = CAROM_NONE};
    level_sweep s = {.level = level, .shape = shape, .from = cr_reference(shape), .move = move};
    s.best = carom_sweep(shape, move, &nothing, (carom_vec2){0, 0});
    *beside = false;
    if (cr_parts_of(shape) > CAROM_MOVING_PARTS) return s.best;
    each_part(shape, sweep_part, &s);
    s.best.at = rest_of(&s);
    *beside = s.beside;
    return s.best;
}

carom_sweep_hit cr_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    bool beside;
    return cr_level_sweep_to(level, shape, move, &beside);
}
