// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A flipper turns against a ball at 90 radians a second, and an oriented crate.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .spin = 90};
    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){20, 0}, 1, &desc.shape); // turns about (0, 0)
    carom_body_id flipper, ball, crate;
    if (carom_world_add(world, &desc, &flipper, NULL)) return 1;
    desc = (carom_body_desc){.position = {12, 9}, .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}};
    carom_make_circle((carom_vec2){0, 0}, 2, &desc.shape);
    if (carom_world_add(world, &desc, &ball, NULL)) return 1;
    desc = (carom_body_desc){.type = CAROM_BODY_STATIC, .position = {60, 0}};
    carom_make_box((carom_vec2){-5, -5}, (carom_vec2){5, 5}, &desc.shape);
    if (carom_world_add(world, &desc, &crate, NULL)) return 1;
    carom_pose pose = {{60, 0}, carom_rotation_of(0.785398163f)};
    if (carom_world_set_pose(world, crate, pose)) return 1;

    if (carom_world_step(world, 1.0f / 60)) return 1;
    carom_vec2 velocity = carom_world_velocity(world, ball);
    printf("the ball leaves with (%.0f, %.0f)\n", velocity.x, velocity.y);
    pose = carom_world_pose(world, flipper);
    printf("the flipper points to (%.2f, %.2f), spin %g\n", pose.rotation.cosine, pose.rotation.sine,
           carom_world_spin(world, flipper));
    velocity = carom_world_velocity_at(world, flipper, carom_pose_point(pose, (carom_vec2){20, 0}));
    printf("20 from the axis it moves at (%.0f, %.0f)\n", velocity.x, velocity.y);
    if (carom_world_set_spin(world, flipper, 0)) return 1;
    carom_world_ray_hit hit =
        carom_world_ray(&(carom_world_view){.world = world}, (carom_vec2){60, -40}, (carom_vec2){0, 40});
    printf("a corner of the crate is at y = %.2f\n", hit.ray.point.y);
    carom_pose target = {{0, 0}, carom_rotation_of(-0.5f)}; // back to where it waits
    if (carom_world_move_to_pose(world, flipper, target) || carom_world_step(world, 1.0f / 60)) return 1;
    pose = carom_world_pose(world, flipper);
    printf("the flipper is back at (%.2f, %.2f)\n", pose.rotation.cosine, pose.rotation.sine);
    carom_world_free(world);
}

// Prints:
// the ball leaves with (-1132, 2391)
// the flipper points to (0.07, 1.00), spin 90
// 20 from the axis it moves at (-1795, 127)
// a corner of the crate is at y = -7.07
// the flipper is back at (0.88, -0.48)
