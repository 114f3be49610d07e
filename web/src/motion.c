// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Motion, platforms and walkers.
#include <stdlib.h>
#include <string.h>

#include "carom/walker.h"
#include "scene.h"
#include "web.h"

/// `flags`: 1 reports passing bodies, 2 excludes levels, 4 statics, 8 movers, 16 kinematic bodies.
void WEB(scene_set)(web_scene *s, const carom_level *level, const carom_world *world, const carom_filter *filter,
                    uint64_t except, int flags) {
    carom_world_view view = {.world = world,
                             .filter = *filter,
                             .except = carom_body_of_bits(except),
                             .crossing = flags & 1,
                             .no_levels = flags & 2,
                             .no_statics = flags & 4,
                             .no_movers = flags & 8,
                             .no_kinematics = flags & 16};
    *s = (web_scene){.view = view};
    s->scene = level ? carom_scene_of_level(level) : carom_scene_of_world(&s->view);
}

// ---- Platforms ------------------------------------------------------------------------------------------------------

/// Platforms, with a copy of the scene that they are added to.
typedef struct web_platforms {
    web_scene base;
    carom_platforms all;
    carom_platform list[];
} web_platforms;

/// Returns null if memory is exhausted.
web_platforms *WEB(platforms_make)(const web_scene *base, int count) {
    web_platforms *p = calloc(1, sizeof *p + (size_t)count * sizeof p->list[0]);
    if (!p) return NULL;
    p->base = *base;
    if (p->base.view.world) p->base.scene = carom_scene_of_world(&p->base.view); // that of the copy
    p->all = (carom_platforms){.base = &p->base.scene, .list = p->list, .count = count};
    return p;
}

void WEB(platforms_shape)(web_platforms *p, int index, const carom_shape *shape, uint64_t owner) {
    p->list[index].shape = *shape;
    p->list[index].owner = owner;
}

carom_platform *WEB(platforms_at)(web_platforms *p, int index) {
    return &p->list[index];
}

void WEB(platforms_move)(web_platforms *p, float dt) {
    carom_platforms_move(p->list, p->all.count, dt);
}

void WEB(platforms_scene)(web_scene *s, const web_platforms *p) {
    *s = (web_scene){.scene = carom_scene_of_platforms(&p->all)};
}

// ---- Walkers --------------------------------------------------------------------------------------------------------

/// The state of a walker, which JavaScript can save as bytes.
typedef struct web_walker_state {
    carom_walker walker;
    carom_jump jump;
} web_walker_state;

typedef struct web_walker {
    web_walker_state state; ///< the first member, because carom.js reads it at the walker's address
    carom_walker_desc desc;
} web_walker;

int WEB(walker_state_size)(void) {
    return (int)sizeof(web_walker_state);
}

/// `v`: up, slope, step, snap. Returns null if memory is exhausted.
web_walker *WEB(walker_make)(const carom_shape *shape, const float *v) {
    web_walker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->desc = (carom_walker_desc){.shape = *shape, .up = {v[0], v[1]}, .slope = v[2], .step = v[3], .snap = v[4]};
    return w;
}

// ---- Layout ---------------------------------------------------------------------------------------------------------

/// Sizes of structs and offsets of members, in the order of `MOTION_LAYOUT` in carom.js.
const uint16_t *WEB(motion_layout)(void) {
    static const uint16_t layout[] = {
        sizeof(carom_scene_hit),
        offsetof(carom_scene_hit, owner),
        offsetof(carom_scene_hit, one_way),
        sizeof(carom_motion),
        offsetof(carom_motion, at),
        offsetof(carom_motion, velocity),
        offsetof(carom_motion, t),
        offsetof(carom_motion, contacts),
        offsetof(carom_motion, casts),
        offsetof(carom_motion, inside),
        offsetof(carom_push, at),
        offsetof(carom_push, moved),
        offsetof(carom_push, crushed),
        offsetof(web_scene, view),
        offsetof(carom_response, kind),
        offsetof(carom_response, restitution),
        offsetof(carom_response, friction),
        offsetof(carom_response, surface_speed),
        offsetof(web_walker, state.jump),
        offsetof(web_walker, desc),
        offsetof(carom_walker, position),
        offsetof(carom_walker, velocity),
        offsetof(carom_walker, grounded),
        offsetof(carom_walker, slip),
        offsetof(carom_walker, ground.normal),
        offsetof(carom_walker, ground.support),
        offsetof(carom_walker, ground.point),
        offsetof(carom_walker, ground.owner),
        offsetof(carom_walker, ground.one_way),
        offsetof(carom_walker_result, landed),
        offsetof(carom_walker_result, left),
        offsetof(carom_walker_result, climbed),
        offsetof(carom_walker_result, blocked),
        offsetof(carom_walker_result, slipping),
        offsetof(carom_walker_result, crushed),
        offsetof(carom_walker_result, wall),
        offsetof(carom_walker_result, casts),
        offsetof(carom_platform, position),
        offsetof(carom_platform, velocity),
        offsetof(carom_platform, rotation),
        offsetof(carom_platform, spin),
    };
    return layout;
}
