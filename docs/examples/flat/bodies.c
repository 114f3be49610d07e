// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies of a world without structs by value. An id is one number.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    const carom_vec2 origin = {0, 0}, place = {10, 20}, velocity = {3, 4}, target = {30, 20};
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC};
    carom_flat_make_circle(&origin, 2, &desc.shape);
    carom_body_id added;
    if (carom_world_add(world, &desc, &added, NULL)) return 1;
    uint64_t id = carom_flat_body_bits(&added);
    carom_flat_body_of_bits(id, &added); // the inverse
    printf("valid: %d, type %d\n", carom_flat_world_has(world, id), carom_flat_world_type(world, id));

    carom_flat_world_set_position(world, id, &place);
    carom_flat_world_set_velocity(world, id, &velocity);
    carom_flat_world_set_mass(world, id, 2);
    carom_flat_world_set_tag(world, id, 77);
    carom_flat_world_set_sensor(world, id, true);
    carom_flat_world_set_response(world, id, &(carom_response){.kind = CAROM_RESPONSE_SLIDE});
    carom_flat_world_set_material(world, id, &(carom_material){.friction = 0.5f});
    carom_flat_world_set_filter(world, id, &(carom_filter){.category = 4});
    carom_flat_world_set_edge_material(world, 3, &(carom_material){.friction = 0.25f});

    carom_vec2 at, speed, carried;
    carom_response response;
    carom_material material, edges;
    carom_filter filter;
    carom_flat_world_position(world, id, &at);
    carom_flat_world_velocity(world, id, &speed);
    carom_flat_world_carried(world, id, &carried);
    carom_flat_world_response(world, id, &response);
    carom_flat_world_material(world, id, &material);
    carom_flat_world_edge_material(world, 3, &edges);
    carom_flat_world_filter(world, id, &filter);
    printf("at (%g, %g), velocity (%g, %g), carried by (%g, %g)\n", at.x, at.y, speed.x, speed.y, carried.x, carried.y);
    printf("mass %g, tag %d, sensor %d, response %d, friction %g and %g, category %u\n",
           carom_flat_world_mass(world, id), (int)carom_flat_world_tag(world, id),
           carom_flat_world_is_sensor(world, id), response.kind, material.friction, edges.friction, filter.category);

    carom_shape shape, part;
    carom_flat_make_circle(&origin, 5, &shape);
    carom_flat_world_set_shape(world, id, &shape);
    carom_flat_world_set_pose(world, id, &(carom_pose){place, {0, 1}}); // a quarter turn
    carom_flat_world_set_spin(world, id, 3.14159274f);
    carom_flat_world_move_to(world, id, &target);
    if (carom_world_step(world, 1)) return 1;
    carom_pose pose;
    carom_flat_world_pose(world, id, &pose);
    printf("turned to (%.3f, %.3f), spin %.3f\n", pose.rotation.cosine, pose.rotation.sine,
           carom_flat_world_spin(world, id));
    carom_step_stats stats;
    carom_flat_world_stats(world, &stats);
    carom_flat_world_shape(world, id, &shape);
    carom_flat_world_part(world, id, 0, &part);
    printf("moved to x = %g with radius %g, %d contacts\n", shape.circle.center.x, part.circle.radius, stats.hits);
    carom_flat_world_own_part(world, id, 0, &part);
    carom_flat_world_down(world, &speed);
    printf("its own centre is at x = %g; down is (%g, %g)\n", part.circle.center.x, speed.x, speed.y);
    carom_flat_world_move_to_pose(world, id, &(carom_pose){origin, {1, 0}});
    if (carom_world_step(world, 1)) return 1;
    carom_flat_world_pose(world, id, &pose);
    printf("back at x = %g, turned to (%.3f, %.3f)\n", pose.position.x, pose.rotation.cosine, pose.rotation.sine);

    carom_flat_world_velocity_at(world, id, &(carom_vec2){1, 0}, &pose.position);
    printf("1 from its position it moves at (%g, %.3f)\n", pose.position.x, pose.position.y);

    carom_flat_world_remove(world, id);
    printf("valid: %d\n", carom_flat_world_has(world, id));
    carom_world_free(world);
}

// Prints:
// valid: 1, type 2
// at (10, 20), velocity (3, 4), carried by (0, 0)
// mass 2, tag 77, sensor 1, response 1, friction 0.5 and 0.25, category 4
// turned to (0.000, -1.000), spin 3.142
// moved to x = 30 with radius 5, 0 contacts
// its own centre is at x = 0; down is (0, 0)
// back at x = 0, turned to (1.000, 0.000)
// 1 from its position it moves at (3, 7.142)
// valid: 0
