// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Boxes and polygons with rounded corners, and a box that stands at an angle.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape rounded, oriented, triangle;
    carom_box crate = {{0, 0}, {4, 2}};
    carom_make_rounded_box(crate, 0.5f, &rounded);
    carom_make_oriented_box(crate, (carom_pose){{6, 0}, carom_rotation_of(0.5f)}, &oriented);
    carom_vec2 points[] = {{12, 2}, {14, -1}, {16, 2}};
    carom_make_rounded_polygon(points, 3, 0.5f, &triangle);

    carom_box bounds = carom_shape_bounds(&rounded);
    printf("grown by its radius: (%g, %g) to (%g, %g)\n", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
    printf("an oriented box is a polygon with %d vertices\n", oriented.polygon.count);
    printf("the triangle has the radius %g\n", triangle.polygon.radius);
}

// Prints:
// grown by its radius: (-0.5, -0.5) to (4.5, 2.5)
// an oriented box is a polygon with 4 vertices
// the triangle has the radius 0.5
