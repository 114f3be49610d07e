// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Places of rest.
#include "motion/rest.h"

#include "geom/core.h"
#include "geom/predicate.h"
#include "motion/compound.h"

#include <math.h>

enum { FARTHEST = 4, RETREATS = 48 };

static carom_space_hit probe(const carom_space *space, const carom_shape *shape, carom_vec2 at) {
    cr_placed there;
    return space->sweep(space->self, cr_put(&there, shape, at), (carom_vec2){0, 0});
}

bool cr_free(const carom_space *space, const carom_shape *shape, carom_vec2 at) {
    return !probe(space, shape, at).sweep.hit;
}

/// from + t * move, and so many steps of a float farther out; each coordinate rounded outward.
static carom_vec2 outward(carom_vec2 from, carom_vec2 move, double t, carom_vec2 out, int steps) {
    double x = (double)from.x + t * (double)move.x;
    double y = (double)from.y + t * (double)move.y;
    double step = (fabs(x) > fabs(y) ? fabs(x) : fabs(y)) * 0x1p-23 * steps;
    return (carom_vec2){cr_float_toward(x + step * (double)out.x, out.x),
                        cr_float_toward(y + step * (double)out.y, out.y)};
}

/// As cr_place, but for the steps: these go along the normal, so that a mirrored place is the place in a mirror.
static carom_vec2 place(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move, double t,
                        carom_vec2 out) {
    carom_vec2 nearest = outward(from, move, t, (carom_vec2){0, 0}, 0);
    if (cr_free(space, shape, nearest)) return nearest; // t is rounded down: often that is the contact itself
    for (int steps = 0; steps <= FARTHEST; steps = steps ? 2 * steps : 1) {
        carom_vec2 at = outward(from, move, t, out, steps);
        if (cr_free(space, shape, at)) return at;
    }
    double back = 0x1p-48; // far below a step of a float, then twice that, and so on
    for (int i = 0; i < RETREATS && t * (1 - back) > 0; ++i, back *= 2) {
        carom_vec2 at = outward(from, move, t * (1 - back), out, 1);
        if (cr_free(space, shape, at)) return at;
    }
    return from;
}

static double larger(carom_vec2 v) {
    return fabs((double)v.x) > fabs((double)v.y) ? fabs((double)v.x) : fabs((double)v.y);
}

/// place, and after a long way, on which a step of t is more than one of the place, on from there to the contact.
static carom_vec2 place_after(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                              double t, carom_vec2 out) {
    carom_vec2 at = place(space, shape, from, move, t, out);
    if (t * larger(move) <= larger(at)) return at;
    carom_vec2 rest = cr_rounded(0x1p-20 * (double)move.x, 0x1p-20 * (double)move.y);
    cr_placed here;
    carom_sweep_hit hit = space->sweep(space->self, cr_put(&here, shape, at), rest).sweep;
    return hit.hit && !hit.inside ? place(space, shape, at, rest, (double)hit.t, out) : at;
}

carom_vec2 cr_stop(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                   const carom_sweep_hit *hit) {
    cr_placed there;
    carom_vec2 reference = cr_reference(cr_put(&there, shape, from));
    bool told = reference.x == from.x && reference.y == from.y; // else the place told is that of another point
    if (told && cr_free(space, shape, hit->at)) return hit->at;
    return place_after(space, shape, from, move, (double)hit->t, hit->normal);
}

carom_vec2 cr_stop_among(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                         const carom_sweep_hit *hit, carom_vec2 out) {
    bool alone = fabsf(out.x - hit->normal.x) + fabsf(out.y - hit->normal.y) < 0x1p-20f;
    if (alone || (out.x == 0 && out.y == 0)) return cr_stop(space, shape, from, move, hit);
    return place_after(space, shape, from, move, (double)hit->t, out);
}

carom_vec2 cr_arrive(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move) {
    carom_vec2 end = {from.x + move.x, from.y + move.y};
    carom_space_hit blocked = probe(space, shape, end);
    if (!blocked.sweep.hit) return end;
    return place(space, shape, from, move, 1, blocked.sweep.normal);
}
