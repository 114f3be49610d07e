// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving through a level or a world, and walking in it.
#include <stdlib.h>
#include <string.h>

#include "carom/walker.h"
#include "space.h"
#include "web.h"

int WEB(space_size)(void) {
    return (int)sizeof(web_space);
}

/// What is left out, or met besides, in `flags`: crossing, no levels, no statics, no movers.
void WEB(space_set)(web_space *s, const carom_level *level, const carom_world *world, const carom_filter *filter,
                    uint64_t except, int flags) {
    carom_world_view view = {.world = world,
                             .filter = *filter,
                             .except = carom_body_of_bits(except),
                             .crossing = flags & 1,
                             .no_levels = flags & 2,
                             .no_statics = flags & 4,
                             .no_movers = flags & 8};
    *s = (web_space){.level = level, .view = view};
}

static carom_space space_of(const web_space *s) {
    if (s->platforms) return carom_space_of_platforms(s->platforms);
    return s->level ? carom_space_of_level(s->level) : carom_space_of_world(&s->view);
}

// ---- Platforms ------------------------------------------------------------------------------------------------------

/// A space of their own over a copy of the one they are in.
typedef struct web_platforms {
    web_space within;
    carom_space base;
    carom_platforms all;
    carom_platform list[];
} web_platforms;

/// Null: no memory.
web_platforms *WEB(platforms_make)(const web_space *within, int count) {
    web_platforms *p = calloc(1, sizeof *p + (size_t)count * sizeof p->list[0]);
    if (!p) return NULL;
    p->within = *within;
    p->base = space_of(&p->within);
    p->all = (carom_platforms){.base = &p->base, .list = p->list, .count = count};
    return p;
}

void WEB(platforms_shape)(web_platforms *p, int index, const carom_shape *shape, uint64_t owner) {
    p->list[index].shape = *shape;
    p->list[index].owner = owner;
}

/// Where its position is, and behind it its velocity.
carom_vec2 *WEB(platforms_at)(web_platforms *p, int index) {
    _Static_assert(offsetof(carom_platform, velocity) == offsetof(carom_platform, position) + 8, "carom.js reads both");
    return &p->list[index].position;
}

void WEB(platforms_move)(web_platforms *p, float dt) {
    carom_platforms_move(p->list, p->all.count, dt);
}

void WEB(platforms_space)(web_space *s, const web_platforms *p) {
    *s = (web_space){.platforms = &p->all};
}

// ---- Moving ---------------------------------------------------------------------------------------------------------

/// position, velocity, restitution, friction: six numbers.
void WEB(move)(const web_space *s, const carom_shape *shape, const float *v, int response, carom_space_hit *contacts,
               int capacity, carom_motion *out) {
    carom_space space = space_of(s);
    carom_response how = {.kind = (carom_response_kind)response, .restitution = v[4], .friction = v[5]};
    *out = carom_move(&space, shape, (carom_vec2){v[0], v[1]}, (carom_vec2){v[2], v[3]}, &how, contacts, capacity);
}

void WEB(push_out)(const web_space *s, const carom_shape *shape, float x, float y, carom_push *out) {
    carom_space space = space_of(s);
    *out = carom_push_out(&space, shape, (carom_vec2){x, y});
}

void WEB(slide)(float x, float y, const carom_vec2 *normals, int count, carom_vec2 *out) {
    *out = carom_slide((carom_vec2){x, y}, normals, count);
}

void WEB(bounce)(float x, float y, float normal_x, float normal_y, float restitution, float friction, carom_vec2 *out) {
    *out = carom_bounce((carom_vec2){x, y}, (carom_vec2){normal_x, normal_y}, restitution, friction);
}

// ---- Walking --------------------------------------------------------------------------------------------------------

/// What of a walker changes, and can be kept as bytes.
typedef struct web_gait {
    carom_walker walker;
    carom_jump jump;
} web_gait;

typedef struct web_walker {
    web_gait gait; ///< first: carom.js finds it at the walker's place
    carom_walker_desc desc;
} web_walker;

int WEB(gait_size)(void) {
    return (int)sizeof(web_gait);
}

/// up, slope, step, snap: five numbers. Null: no memory.
web_walker *WEB(walker_make)(const carom_shape *shape, const float *v) {
    web_walker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->desc = (carom_walker_desc){.shape = *shape, .up = {v[0], v[1]}, .slope = v[2], .step = v[3], .snap = v[4]};
    return w;
}

void WEB(walker_step)(web_walker *w, const web_space *s, float dt, carom_stride *out) {
    carom_space space = space_of(s);
    *out = carom_walker_step(&w->gait.walker, &w->desc, &space, dt);
}

int WEB(walker_drop)(web_walker *w, const web_space *s) {
    carom_space space = space_of(s);
    return carom_walker_drop(&w->gait.walker, &w->desc, &space);
}

int WEB(walker_jump)(web_walker *w, float coyote, float buffer, int pressed, float dt) {
    carom_jump_rules rules = {.coyote = coyote, .buffer = buffer};
    return carom_jump_now(&w->gait.jump, &rules, pressed, w->gait.walker.grounded, dt);
}

void WEB(walker_place)(web_walker *w, float x, float y) {
    w->gait.walker.position = (carom_vec2){x, y};
}

void WEB(walker_speed)(web_walker *w, float x, float y) {
    w->gait.walker.velocity = (carom_vec2){x, y};
}

/// position, motion: four numbers.
void WEB(corner_correction)(const web_space *s, const carom_shape *shape, const float *v, float reach,
                            carom_vec2 *out) {
    carom_space space = space_of(s);
    *out = carom_corner_correction(&space, shape, (carom_vec2){v[0], v[1]}, (carom_vec2){v[2], v[3]}, reach);
}

// ---- Places ---------------------------------------------------------------------------------------------------------

/// Sizes and places of fields, in the order of `MOTION_LAYOUT` in carom.js.
const uint16_t *WEB(motion_layout)(void) {
    static const uint16_t layout[] = {
        sizeof(carom_space_hit),
        offsetof(carom_space_hit, owner),
        offsetof(carom_space_hit, one_way),
        offsetof(carom_motion, at),
        offsetof(carom_motion, velocity),
        offsetof(carom_motion, t),
        offsetof(carom_motion, contacts),
        offsetof(carom_motion, casts),
        offsetof(carom_motion, inside),
        offsetof(carom_push, at),
        offsetof(carom_push, moved),
        offsetof(carom_push, crushed),
        offsetof(carom_walker, position),
        offsetof(carom_walker, velocity),
        offsetof(carom_walker, grounded),
        offsetof(carom_walker, slip),
        offsetof(carom_walker, ground.normal),
        offsetof(carom_walker, ground.support),
        offsetof(carom_walker, ground.point),
        offsetof(carom_walker, ground.owner),
        offsetof(carom_walker, ground.one_way),
        offsetof(carom_stride, landed),
        offsetof(carom_stride, left),
        offsetof(carom_stride, climbed),
        offsetof(carom_stride, blocked),
        offsetof(carom_stride, slipping),
        offsetof(carom_stride, crushed),
        offsetof(carom_stride, wall),
        offsetof(carom_stride, casts),
    };
    return layout;
}
