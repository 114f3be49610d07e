// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Placed compounds, and their sweeps through a level.
#include "motion/compound.h"

#include "geom/clear_position.h"
#include "geom/parts.h"
#include "level/query/touching.h"

// ---- Placed shapes -------------------------------------------------------------------------------------------------

static bool count_shape(void *context, const carom_shape *part, int number) {
    (void)part, (void)number;
    ++*(int *)context;
    return true;
}

int cr_parts_of(const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) return 1;
    int count = 0;
    cr_for_each_part(shape, count_shape, &count);
    return count;
}

typedef struct placement {
    cr_placed *out;
    carom_vec2 offset;
    bool full;
} placement;

static bool place_shape(void *context, const carom_shape *part, int number) {
    placement *p = context;
    p->full = number >= CAROM_MAX_MOVING_PARTS;
    if (!p->full) cr_set_shape_at(&p->out->parts[number], part, p->offset);
    return !p->full;
}

static const carom_shape *place_parts(cr_placed *out, const carom_shape *shape, carom_vec2 offset) {
    placement p = {.out = out, .offset = offset};
    cr_for_each_part(shape, place_shape, &p);
    out->shape = (carom_shape){.kind = CAROM_SHAPE_NONE};
    if (p.full) return &out->shape;
    out->shape.kind = CAROM_SHAPE_COMPOUND;
    out->shape.compound = (carom_compound){out->parts, cr_parts_of(shape)};
    return &out->shape;
}

const carom_shape *cr_place_shape(cr_placed *out, const carom_shape *shape, carom_vec2 offset) {
    if (shape->kind == CAROM_SHAPE_COMPOUND) return place_parts(out, shape, offset);
    cr_set_shape_at(&out->shape, shape, offset);
    return &out->shape;
}

// ---- Sweeps through a level ----------------------------------------------------------------------------------------

typedef struct compound_sweep {
    const carom_level *level;
    const carom_shape *shape;
    carom_vec2 from, move;
    carom_sweep_hit best;
    bool beside;
    bool hit_only; // no part needs its position
} compound_sweep;

static bool sweep_part_through_level(void *context, const carom_shape *part, int number) {
    compound_sweep *s = context;
    bool beside = false;
    carom_sweep_hit hit = s->hit_only ? cr_level_first_hit(s->level, part, s->move)
                                      : cr_level_sweep_touching(s->level, part, s->move, &beside);
    if (beside) s->beside = true;
    bool earlier = !s->best.hit || hit.t < s->best.t || (hit.t == s->best.t && hit.inside && !s->best.inside);
    if (!hit.hit || !earlier) return true;
    s->best = hit;
    s->best.part_a = number;
    return true;
}

static bool is_clear_of_level(void *context, carom_vec2 at, cr_limit *blocker) {
    (void)blocker;
    const compound_sweep *s = context;
    carom_vec2 offset = {at.x - s->from.x, at.y - s->from.y};
    cr_placed there;
    compound_sweep here = {.level = s->level, .hit_only = true};
    cr_for_each_part(cr_place_shape(&there, s->shape, offset), sweep_part_through_level, &here);
    return !here.best.hit;
}

/// The clear position of the whole compound.
static carom_vec2 clear_position_of(compound_sweep *s) {
    if (s->best.inside) return s->from;
    cr_limit limit = cr_limit_of(s->best.normal);
    cr_stopping stopping = cr_stopping_at(s->from, s->move, (double)s->best.t, &limit, s->best.hit);
    return cr_clear_position(&stopping, is_clear_of_level, s);
}

static void sweep_parts(compound_sweep *s) {
    carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    s->from = cr_reference(s->shape);
    s->best = carom_sweep(s->shape, s->move, &nothing, (carom_vec2){0, 0});
    if (cr_parts_of(s->shape) > CAROM_MAX_MOVING_PARTS) return;
    cr_for_each_part(s->shape, sweep_part_through_level, s);
    if (!s->hit_only) s->best.at = clear_position_of(s);
}

carom_sweep_hit cr_level_hit(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) return cr_level_first_hit(level, shape, move);
    compound_sweep s = {.level = level, .shape = shape, .move = move, .hit_only = true};
    sweep_parts(&s);
    return s.best;
}

carom_sweep_hit cr_level_sweep_to(const carom_level *level, const carom_shape *shape, carom_vec2 move, bool *beside) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) return cr_level_sweep_touching(level, shape, move, beside);
    compound_sweep s = {.level = level, .shape = shape, .move = move};
    sweep_parts(&s);
    *beside = s.beside;
    return s.best;
}

carom_sweep_hit cr_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    bool beside;
    return cr_level_sweep_to(level, shape, move, &beside);
}
