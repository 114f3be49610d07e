// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of an area with a hole, to draw it.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {8, 0}, {8, 6}, {0, 6}};
    carom_vec2 pillar[] = {{3, 2}, {5, 2}, {5, 4}, {3, 4}};
    carom_ring rings[] = {{room, 4}, {pillar, 4}};

    carom_triangle triangles[16];
    int count;
    carom_status status = carom_triangulate(rings, 2, NULL, triangles, 16, &count);
    float twice_area = 0;
    for (int i = 0; i < count; i++) {
        const carom_vec2 *v = triangles[i].v;
        twice_area += (v[1].x - v[0].x) * (v[2].y - v[0].y) - (v[1].y - v[0].y) * (v[2].x - v[0].x);
    }
    printf("%s: %d triangles with an area of %g\n", carom_status_text(status), count, twice_area / 2);
}

// Prints:
// ok: 8 triangles with an area of 44
