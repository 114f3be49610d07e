// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Axis-aligned boxes. Comparisons do not round, so all of this is exact.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>

/// The smallest box that contains two points.
static inline carom_box cr_box_of(carom_vec2 a, carom_vec2 b) {
    return (carom_box){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

/// Touching counts. Branchless.
static inline bool cr_boxes_overlap(carom_box a, carom_box b) {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
}

/// The smallest box that contains both.
static inline carom_box cr_box_union(carom_box a, carom_box b) {
    return (carom_box){{b.min.x < a.min.x ? b.min.x : a.min.x, b.min.y < a.min.y ? b.min.y : a.min.y},
                       {b.max.x > a.max.x ? b.max.x : a.max.x, b.max.y > a.max.y ? b.max.y : a.max.y}};
}

/// Contains nothing: the neutral element of cr_box_union.
static inline carom_box cr_box_empty(void) {
    return (carom_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

/// False for an empty box, and if a coordinate is NaN.
static inline bool cr_box_is_valid(carom_box box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static inline bool cr_box_contains(carom_box outer, carom_box inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.max.x >= inner.max.x &&
           outer.max.y >= inner.max.y;
}
