// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Places of rest.
#include "motion/rest.h"

#include "geom/place.h"
#include "motion/compound.h"

typedef struct tenant {
    const carom_space *space;
    const carom_shape *shape;
} tenant;

static carom_space_hit probe(const carom_space *space, const carom_shape *shape, carom_vec2 at) {
    cr_placed there;
    return space->sweep(space->self, cr_put(&there, shape, at), (carom_vec2){0, 0});
}

bool cr_free(const carom_space *space, const carom_shape *shape, carom_vec2 at) {
    return !probe(space, shape, at).sweep.hit;
}

static bool tenant_is_free(void *context, carom_vec2 at) {
    const tenant *who = context;
    return cr_free(who->space, who->shape, at);
}

static carom_vec2 place(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move, double t,
                        carom_vec2 normal) {
    tenant who = {space, shape};
    return cr_place(from, move, t, normal, tenant_is_free, &who);
}

carom_vec2 cr_stop(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                   const carom_sweep_hit *hit) {
    if (cr_free(space, shape, hit->at)) return hit->at;
    return place(space, shape, from, move, (double)hit->t, hit->normal);
}

carom_vec2 cr_arrive(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move) {
    carom_vec2 end = {from.x + move.x, from.y + move.y};
    carom_space_hit blocked = probe(space, shape, end);
    if (!blocked.sweep.hit) return end;
    return place(space, shape, from, move, 1, blocked.sweep.normal);
}
