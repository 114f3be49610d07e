// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries on pairs without structs by value: as they are, at poses, prepared, and on arrays.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    const carom_vec2 center = {0, 5}, a = {4, 0}, b = {6, 8}, still = {0, 0};
    carom_shape ball, wall;
    carom_flat_make_circle(&center, 1, &ball);
    carom_flat_make_box(&a, &b, &wall);

    carom_vec2 from = {0, 5}, move = {10, 0};
    carom_ray_hit hit;
    carom_flat_ray(&from, &move, &wall, &hit); // hit = carom_ray(from, move, &wall)
    carom_separation gap;
    carom_flat_distance(&ball, &wall, &gap);
    carom_contact_points contact;
    carom_flat_contact(&ball, &wall, &contact);
    carom_sweep_hit sweep;
    carom_flat_sweep(&ball, &move, &wall, &still, &sweep);
    printf("ray %.2f, distance %g, contact %d, sweep %.2f\n", hit.t, gap.distance, contact.hit, sweep.t);

    carom_pose right = {{2, 0}, {1, 0}}, here = {{0, 0}, {1, 0}};
    carom_flat_posed_ray(&from, &move, &wall, &right, &hit);
    carom_flat_posed_distance(&ball, &right, &wall, &here, &gap);
    right.position.x = 3.5f;
    carom_flat_posed_contact(&ball, &right, &wall, &here, &contact);
    bool overlap = carom_flat_posed_overlap(&ball, &right, &wall, &here);
    printf("at poses: ray %.2f, distance %g, depth %g, overlap %d\n", hit.t, gap.distance, contact.depth, overlap);

    carom_turning fall = {.move = {10, 0}}, spin = {.angle = 0.5f};
    carom_turning_hit turning;
    carom_flat_sweep_turning(&ball, &fall, &wall, &spin, &turning);
    carom_flat_turning_pose(&spin, turning.t, &here);
    printf("while it turns: sweep %.2f, cosine %.2f\n", turning.t, here.rotation.cosine);

    carom_prepared fast, obstacle;
    if (carom_prepare(&ball, &fast) || carom_prepare(&wall, &obstacle)) return 1;
    carom_flat_prepared_ray(&from, &move, &obstacle, &hit);
    carom_flat_prepared_distance(&fast, &obstacle, &gap);
    carom_flat_prepared_contact(&fast, &obstacle, &contact);
    carom_flat_prepared_sweep(&fast, &move, &obstacle, &still, &sweep);
    printf("prepared: ray %.2f, distance %g, contact %d, sweep %.2f\n", hit.t, gap.distance, contact.hit, sweep.t);
    carom_flat_prepared_sweep_many(&fast, &move, &obstacle, 1, &sweep);
    printf("against many: obstacle %d at %.2f\n", sweep.part_b, sweep.t);

    const float x[] = {8, 5}, y[] = {5, 5}, max_x[] = {9, 6}, max_y[] = {6, 6}, radius[] = {1, 1};
    const carom_circles circles = {x, y, radius, 2};
    const carom_boxes boxes = {x, y, max_x, max_y, 2};
    const carom_segments segments = {x, y, max_x, max_y, 2};
    carom_flat_sweep_circles(&ball, &move, &circles, &sweep);
    printf("circle %d at %.2f", sweep.part_b, sweep.t);
    carom_flat_sweep_boxes(&ball, &move, &boxes, &sweep);
    printf(", box %d at %.2f", sweep.part_b, sweep.t);
    carom_flat_sweep_segments(&ball, &move, &segments, &sweep);
    printf(", segment %d at %.2f\n", sweep.part_b, sweep.t);

    const carom_vec3 eye = {0, 0, 0}, ahead = {10, 0, 0}, middle = {5, 0, 0}, top = {5, 0, 3};
    carom_hit3 hit3;
    carom_flat_ray_sphere(&eye, &ahead, &middle, 2, &hit3);
    printf("sphere %.2f", hit3.t);
    carom_flat_sweep_sphere_segment(&eye, 1, &ahead, &middle, &top, &hit3);
    printf(", segment in space %.2f\n", hit3.t);
}

// Prints:
// ray 0.40, distance 3, contact 0, sweep 0.30
// at poses: ray 0.60, distance 1, depth 0.5, overlap 1
// while it turns: sweep 0.24, cosine 0.99
// prepared: ray 0.40, distance 3, contact 0, sweep 0.30
// against many: obstacle 0 at 0.30
// circle 1 at 0.30, box 1 at 0.40, segment 1 at 0.40
// sphere 0.30, segment in space 0.40
