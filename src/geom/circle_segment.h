// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Helpers that the closed forms at rest (overlap.c) and moving (closed_form.c) share.
#pragma once

#include "geom/predicate.h"

#include "carom/geom.h"

#include <math.h>

/// Two shape kinds as one number, for a switch over pairs.
#define CR_PAIR(a, b) ((int)(a)*8 + (int)(b))

/// True if the box is valid and has positive, finite width and height. (A box wider than FLT_MAX returns false.)
static inline bool cr_box_is_plain(carom_box b) {
    float width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    return (width > 0) & (height > 0) & (width + height <= FLT_MAX);
}

/// A circle relative to a segment, in double: the centre relative to a, the edge, and its squared length.
typedef struct cr_circle_segment {
    double sx, sy, ex, ey;
    double length2, side, side_size, foot, foot_size; // side < 0: on the right
    double radius;
} cr_circle_segment;

static inline bool cr_circle_segment_make(carom_vec2 p, double radius, const carom_segment *s, cr_circle_segment *v) {
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
