// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Searches the strip in front of each edge.
#include "cli/slits.h"

#include <math.h>
#include <stdlib.h>

enum { NEIGHBOURS = 256 }; // edges in one strip; more are not counted

/// The cosine of 155 degrees: the normals of the two sides of a slit are almost opposite.
static const double OPPOSITE = -0.9063;

/// True if `f` bounds a slit in front of `e`.
static bool faces(const carom_level_edge *e, const carom_level_edge *f, double width) {
    double dx = (double)e->b.x - (double)e->a.x, dy = (double)e->b.y - (double)e->a.y;
    double fx = (double)f->b.x - (double)f->a.x, fy = (double)f->b.y - (double)f->a.y;
    double length = sqrt(dx * dx + dy * dy), other = sqrt(fx * fx + fy * fy);
    if (!(length > 0 && other > 0) || dx * fx + dy * fy > OPPOSITE * length * other) return false;
    double start = (dx * ((double)f->b.x - (double)e->a.x) + dy * ((double)f->b.y - (double)e->a.y)) / length;
    double end = (dx * ((double)f->a.x - (double)e->a.x) + dy * ((double)f->a.y - (double)e->a.y)) / length;
    double from = start > 0 ? start : 0, to = end < length ? end : length;
    if (!(to - from > width)) return false;
    double middle = ((from + to) / 2 - start) / (end - start); // along f, from b to a
    double x = (double)f->b.x - fx * middle - (double)e->a.x, y = (double)f->b.y - fy * middle - (double)e->a.y;
    double gap = (dy * x - dx * y) / length; // along the outward normal
    return gap > 0 && gap < width;
}

static int count_in_front(const carom_level *level, int index, float width, int *found) {
    carom_level_edge e = carom_level_edge_at(level, index);
    double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y, length = sqrt(dx * dx + dy * dy);
    carom_vec2 out = {(float)(dy / length * (double)width), (float)(-dx / length * (double)width)};
    const carom_vec2 strip[] = {e.a, {e.a.x + out.x, e.a.y + out.y}, {e.b.x + out.x, e.b.y + out.y}, e.b};
    carom_shape shape;
    if (carom_make_polygon(strip, 4, &shape) != CAROM_STATUS_OK) return 0;
    int listed = carom_level_overlap(level, &shape, found, NEIGHBOURS), count = 0;
    for (int i = 0; i < listed && i < NEIGHBOURS; i++) {
        carom_level_edge f = carom_level_edge_at(level, found[i]);
        count += found[i] > index && !f.one_way && !f.two_sided && faces(&e, &f, (double)width);
    }
    return count;
}

int count_slits(const carom_level *level, float width) {
    int count = 0, found[NEIGHBOURS];
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (!e.one_way && !e.two_sided) count += count_in_front(level, i, width, found);
    }
    return count;
}
