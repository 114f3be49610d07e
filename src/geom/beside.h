// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the closed forms at rest (overlap.c) and moving (closed.c) share.
#pragma once

#include "geom/predicate.h"

#include "carom/geom.h"

#include <math.h>

/// A pair of kinds as one number.
#define CR_PAIR(a, b) ((int)(a)*8 + (int)(b))

/// Valid, and with an area: of finite sides, none reversed and none zero. (Boxes wider than FLT_MAX are not plain.)
static inline bool cr_box_is_plain(carom_box b) {
    float width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    return (width > 0) & (height > 0) & (width + height <= FLT_MAX);
}

/// A circle and a segment as double has them: the centre seen from a, the edge, its length squared.
typedef struct cr_beside {
    double sx, sy, ex, ey;
    double length2, side, side_size, foot, foot_size; // side < 0: on the right
    double radius;
} cr_beside;

static inline bool cr_see_from(carom_vec2 p, double radius, const carom_segment *s, cr_beside *v) {
    v->sx = (double)p.x - (double)s->a.x;
    v->sy = (double)p.y - (double)s->a.y;
    v->ex = (double)s->b.x - (double)s->a.x;
    v->ey = (double)s->b.y - (double)s->a.y;
    v->length2 = v->ex * v->ex + v->ey * v->ey;
    double left = v->ex * v->sy, right = v->ey * v->sx, px = v->ex * v->sx, py = v->ey * v->sy;
    v->side = left - right;
    v->side_size = fabs(left) + fabs(right);
    v->foot = px + py;
    v->foot_size = fabs(px) + fabs(py);
    v->radius = radius;
    return v->length2 > 0;
}
