// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape that is defined about its own origin, moved to a position and turned to a pose.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape ship;
    carom_vec2 points[] = {{2, 0}, {-1, 1}, {-1, -1}};
    carom_make_polygon(points, 3, &ship);

    carom_shape moved = carom_shape_at(&ship, (carom_vec2){5, 0});
    carom_pose pose = {.position = {10, 0}, .rotation = carom_rotation_of(1.57079637f)};
    carom_shape turned = carom_shape_posed(&ship, pose);
    printf("the nose is at (%g, %g), (%g, %g) and (%g, %g)\n", ship.polygon.v[0].x, ship.polygon.v[0].y,
           moved.polygon.v[0].x, moved.polygon.v[0].y, turned.polygon.v[0].x, turned.polygon.v[0].y);
}

// Prints:
// the nose is at (2, 0), (7, 0) and (10, 2)
