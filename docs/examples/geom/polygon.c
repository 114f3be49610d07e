// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Convex polygons from points in order, and from points in any order.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape polygon, hull;
    carom_vec2 house[] = {{0, 4}, {0, 2}, {2, 0}, {4, 2}, {4, 4}, {2, 4}}; // the last point is on a side
    carom_make_polygon(house, 6, &polygon);
    printf("%d vertices of 6 points\n", polygon.polygon.count);

    carom_vec2 dart[] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}};
    carom_status status = carom_make_polygon(dart, 4, &polygon);
    printf("a dart: %s\n", carom_status_text(status));

    carom_vec2 cloud[] = {{7, 1}, {9, 2}, {8, 3}, {10, 0}, {6, 3}, {10, 4}, {8, 2}};
    carom_make_hull(cloud, 7, &hull);
    printf("the hull of 7 points has %d vertices and begins at (%g, %g)\n", hull.polygon.count, hull.polygon.v[0].x,
           hull.polygon.v[0].y);
}

// Prints:
// 5 vertices of 6 points
// a dart: polygon is not convex
// the hull of 7 points has 4 vertices and begins at (6, 3)
