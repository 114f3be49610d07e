// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Which edges a shape overlaps.
#include "geom/predicate.h"
#include "level/cast.h"
#include "level/enter.h"

#include <math.h>

/// A box against an edge whose box it meets: they overlap where the edge's line passes through it, its centre in front.
/// 1 they do, 0 they do not, -1 not decided. In double.
static int box_meets(carom_box box, cr_line e) {
    double half_x = ((double)box.max.x - (double)box.min.x) / 2, x = (double)box.min.x + half_x;
    double half_y = ((double)box.max.y - (double)box.min.y) / 2, y = (double)box.min.y + half_y;
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
    double side = ex * (y - (double)e.a.y) - ey * (x - (double)e.a.x), reach = fabs(ex) * half_y + fabs(ey) * half_x;
    double size = fabs(ex) * (fabs(y) + fabs((double)e.a.y)) + fabs(ey) * (fabs(x) + fabs((double)e.a.x)) + reach;
    double bound = CR_DEGREE_2 * size;
    if (side > bound || side < -reach - bound) return 0;
    return side < -bound && side > bound - reach ? 1 : -1;
}

static bool overlaps_edge(const carom_shape *a, cr_line line) {
    int decided = a->kind == CAROM_BOX ? box_meets(a->box, line) : -1;
    if (decided >= 0) return decided > 0;
    carom_shape edge = cr_face_of(line);
    return carom_overlap(a, &edge);
}

int carom_level_overlap(const carom_level *level, const carom_shape *a, int *edges, int capacity) {
    int found = 0;
    cr_search search;
    cr_search_begin(&search, &level->index, cr_finite_bounds(a));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!overlaps_edge(a, level->index.lines[i])) continue;
        if (found < capacity) edges[found] = i;
        ++found;
    }
    return found;
}
