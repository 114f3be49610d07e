// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Debug drawing. Every shape is drawn from its core, so that a kind of shape needs no code here.
#include "carom/draw.h"

#include "base/box.h"
#include "base/sized.h"
#include "base/vec.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "world/state.h"

/// For a dark background, by role.
static const uint32_t palette[CAROM_DRAW_ROLES] = {
    [CAROM_DRAW_ROLE_EDGE] = 0xC8D0DCFF,     [CAROM_DRAW_ROLE_ONE_WAY] = 0xE0B040FF,
    [CAROM_DRAW_ROLE_NORMAL] = 0x70809080,   [CAROM_DRAW_ROLE_MOVER] = 0x60C0FFFF,
    [CAROM_DRAW_ROLE_STATIC] = 0x90A090FF,   [CAROM_DRAW_ROLE_KINEMATIC] = 0xB080FFFF,
    [CAROM_DRAW_ROLE_SENSOR] = 0xF0E06080,   [CAROM_DRAW_ROLE_BOUNDS] = 0x50586480,
    [CAROM_DRAW_ROLE_CONTACT] = 0xFF6050FF,  [CAROM_DRAW_ROLE_VELOCITY] = 0x60E090FF,
    [CAROM_DRAW_ROLE_NAME] = 0xFFFFFFFF,     [CAROM_DRAW_ROLE_WALKER] = 0xFFA0D0FF,
    [CAROM_DRAW_ROLE_GROUNDED] = 0x80F080FF,
};

// ---- The callbacks --------------------------------------------------------------------------------------------------

static bool begin_drawing(const carom_draw_desc *desc, carom_draw_desc *d) {
    if (CR_READ_SIZED(desc, d) != CAROM_STATUS_OK) return false;
    if (!d->colors) d->colors = palette;
    return true;
}

static bool in_view(const carom_draw_desc *d, carom_box box) {
    return !d->view || cr_boxes_overlap(*d->view, box);
}

static void draw_line(const carom_draw_desc *d, carom_vec2 a, carom_vec2 b, uint32_t color) {
    carom_vec2 ends[2] = {a, b};
    if (d->line) d->line(d->context, ends, color);
}

static void draw_point(const carom_draw_desc *d, carom_vec2 at, uint32_t color) {
    if (d->point) d->point(d->context, &at, color);
}

static void draw_box(const carom_draw_desc *d, carom_box box, uint32_t color) {
    carom_vec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    if (d->polygon) d->polygon(d->context, corners, 4, color);
}

static carom_vec2 offset_by(carom_vec2 from, carom_vec2 along, float length) {
    return cr_narrow(cr_add(cr_widen(from), cr_scale(cr_widen(along), (double)length)));
}

/// Draws `length` times a vector. Draws nothing if that is zero, if it is NaN, and if its end is not finite.
static void draw_vector(const carom_draw_desc *d, carom_vec2 from, carom_vec2 vector, float length,
                        carom_draw_role role) {
    carom_vec2 to = offset_by(from, vector, length);
    if (length > 0 && cr_finite2(to) && !cr_same_point(from, to)) draw_line(d, from, to, d->colors[role]);
}

static void draw_normal(const carom_draw_desc *d, carom_vec2 from, carom_vec2 normal) {
    draw_vector(d, from, normal, d->normals, CAROM_DRAW_ROLE_NORMAL);
}

static void draw_velocity(const carom_draw_desc *d, carom_vec2 from, carom_vec2 velocity) {
    draw_vector(d, from, velocity, d->ahead, CAROM_DRAW_ROLE_VELOCITY);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

/// The side from a to b, moved outward by the radius.
static void draw_rounded_side(const carom_draw_desc *d, const cr_core *core, int side, uint32_t color) {
    cr_vec2d a = cr_widen(core->v[side]), b = cr_widen(core->v[(side + 1) % core->count]);
    cr_vec2d along = cr_subtract(b, a);
    double scale = (double)core->radius / cr_length(along);
    cr_vec2d out = {along.y * scale, -along.x * scale};
    draw_line(d, cr_narrow(cr_add(a, out)), cr_narrow(cr_add(b, out)), color);
}

static void draw_core(const carom_draw_desc *d, const cr_core *core, uint32_t color) {
    if (core->radius > 0) {
        for (int i = 0; i < core->count; ++i) {
            carom_circle circle = {core->v[i], core->radius};
            if (d->circle) d->circle(d->context, &circle, color);
            if (core->count > 1) draw_rounded_side(d, core, i, color);
        }
    } else if (core->count == 1) {
        draw_point(d, core->v[0], color);
    } else if (core->count == 2) {
        draw_line(d, core->v[0], core->v[1], color);
    } else if (d->polygon) {
        d->polygon(d->context, core->v, core->count, color);
    }
}

typedef struct drawing {
    const carom_draw_desc *desc;
    uint32_t color;
} drawing;

static bool draw_part(void *context, const carom_shape *part, int number) {
    const drawing *now = context;
    cr_core core;
    (void)number;
    if (cr_core_of(part, &core)) draw_core(now->desc, &core, now->color);
    return true;
}

/// The description has been read by begin_drawing.
static void draw_shape(const carom_draw_desc *d, const carom_shape *shape, uint32_t color) {
    drawing now = {d, color};
    if (in_view(d, carom_shape_bounds(shape))) cr_for_each_part(shape, draw_part, &now);
}

void carom_draw_shape(const carom_draw_desc *desc, const carom_shape *shape, uint32_t color) {
    carom_draw_desc d;
    if (begin_drawing(desc, &d)) draw_shape(&d, shape, color);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static carom_vec2 edge_normal_of(carom_vec2 a, carom_vec2 b) {
    cr_vec2d along = cr_subtract(cr_widen(b), cr_widen(a));
    return cr_narrow(cr_scale((cr_vec2d){along.y, -along.x}, 1 / cr_length(along)));
}

void carom_draw_level(const carom_draw_desc *desc, const carom_level *level) {
    carom_draw_desc d;
    if (!begin_drawing(desc, &d)) return;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        if (!in_view(&d, cr_box_of(edge.a, edge.b))) continue;
        draw_line(&d, edge.a, edge.b, d.colors[edge.one_way ? CAROM_DRAW_ROLE_ONE_WAY : CAROM_DRAW_ROLE_EDGE]);
        cr_vec2d middle = cr_scale(cr_add(cr_widen(edge.a), cr_widen(edge.b)), 0.5);
        draw_normal(&d, cr_narrow(middle), edge_normal_of(edge.a, edge.b));
    }
}

// ---- Worlds ---------------------------------------------------------------------------------------------------------

static carom_draw_role role_of(const carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    if (flags & CR_PASSES) return CAROM_DRAW_ROLE_SENSOR;
    if (flags & CR_KINEMATIC) return CAROM_DRAW_ROLE_KINEMATIC;
    return flags & CR_FIXED ? CAROM_DRAW_ROLE_STATIC : CAROM_DRAW_ROLE_MOVER;
}

/// Writes a number in decimal; returns the end of it.
static char *write_decimal(char *to, uint64_t number) {
    if (number >= 10) to = write_decimal(to, number / 10);
    *to = (char)('0' + number % 10);
    return to + 1;
}

static void draw_name(const carom_draw_desc *d, const carom_world *world, uint32_t index, carom_vec2 at) {
    char text[40] = "", *end = write_decimal(text, index);
    uint64_t tag = ((const uint64_t *)world->tags.data)[index];
    if (tag != 0) {
        *end = ':';
        write_decimal(end + 1, tag);
    }
    if (d->text) d->text(d->context, &at, text, d->colors[CAROM_DRAW_ROLE_NAME]);
}

static void draw_body(const carom_draw_desc *d, const carom_world *world, uint32_t index) {
    cr_placed placed;
    const carom_shape *shape = cr_shape_of(world, index, &placed);
    carom_box box = carom_shape_bounds(shape);
    if (!in_view(d, box)) return;
    draw_shape(d, shape, d->colors[role_of(world, index)]);
    if (d->what & CAROM_DRAW_BOUNDS) draw_box(d, box, d->colors[CAROM_DRAW_ROLE_BOUNDS]);
    carom_vec2 middle = cr_narrow(cr_scale(cr_add(cr_widen(box.min), cr_widen(box.max)), 0.5));
    draw_velocity(d, middle, cr_vectors(&world->velocity)[index]);
    if (d->what & CAROM_DRAW_NAMES) draw_name(d, world, index, middle);
}

void carom_draw_world(const carom_draw_desc *desc, const carom_world *world) {
    carom_draw_desc d;
    if (!begin_drawing(desc, &d)) return;
    for (uint32_t i = 0; i < world->slots; ++i)
        if (cr_flags(world)[i] & CR_ALIVE) draw_body(&d, world, i);
    if (!(d.what & CAROM_DRAW_CONTACTS)) return;
    int count;
    const carom_pair *pairs = carom_world_pairs(world, &count);
    for (int i = 0; i < count; ++i) {
        if (!in_view(&d, cr_box_of(pairs[i].point, pairs[i].point))) continue;
        draw_point(&d, pairs[i].point, d.colors[CAROM_DRAW_ROLE_CONTACT]);
        draw_normal(&d, pairs[i].point, pairs[i].normal);
    }
}

// ---- Walkers --------------------------------------------------------------------------------------------------------

void carom_draw_walker(const carom_draw_desc *desc, const carom_walker *walker, const carom_walker_desc *legs) {
    carom_draw_desc d;
    carom_walker_desc known;
    if (!begin_drawing(desc, &d) || CR_READ_SIZED(legs, &known) != CAROM_STATUS_OK) return;
    carom_shape shape = carom_shape_at(&known.shape, walker->position);
    if (!in_view(&d, carom_shape_bounds(&shape))) return;
    draw_shape(&d, &shape, d.colors[walker->grounded ? CAROM_DRAW_ROLE_GROUNDED : CAROM_DRAW_ROLE_WALKER]);
    draw_velocity(&d, walker->position, walker->velocity);
    if (!walker->grounded) return;
    draw_point(&d, walker->ground.point, d.colors[CAROM_DRAW_ROLE_CONTACT]);
    draw_normal(&d, walker->ground.point, walker->ground.normal);
}
