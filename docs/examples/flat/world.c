// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries of a world, a scene, and walkers without structs by value.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    const carom_vec2 origin = {0, 0}, min = {0, 20}, max = {100, 30}, from = {50, 0}, down = {0, 40};
    carom_body_desc desc = {.type = CAROM_BODY_STATIC};
    carom_flat_make_box(&min, &max, &desc.shape);
    if (carom_world_add(world, &desc, NULL, NULL)) return 1;

    carom_world_view view = {.world = world};
    carom_world_ray_hit ray, rays[4];
    carom_flat_world_ray(&view, &from, &down, &ray);
    printf("ray %.2f, all %d, any %d\n", ray.ray.t, carom_flat_world_ray_all(&view, &from, &down, rays, 4),
           carom_flat_world_ray_any(&view, &from, &down));
    carom_shape ball;
    carom_flat_make_circle(&from, 4, &ball);
    carom_world_sweep_hit sweep, sweeps[4];
    carom_flat_world_sweep(&view, &ball, &down, &sweep);
    printf("sweep %.2f, all %d, any %d\n", sweep.sweep.t, carom_flat_world_sweep_all(&view, &ball, &down, sweeps, 4),
           carom_flat_world_sweep_any(&view, &ball, &down));
    carom_world_separation gap;
    carom_flat_world_nearest(&view, &ball, 100, &gap);
    printf("distance %g\n", gap.separation.distance);

    carom_scene scene, moving;
    carom_flat_scene_of_world(&view, &scene);
    carom_platform lift = {.position = {200, 0}, .owner = 99};
    carom_flat_make_box(&origin, &max, &lift.shape);
    carom_flat_scene_of_platforms(&(carom_platforms){&scene, &lift, 1}, &moving);

    carom_walker_desc legs = {.up = {0, -1}};
    carom_flat_make_circle(&origin, 4, &legs.shape);
    carom_walker hero = {.position = {50, 15}, .velocity = {0, 60}};
    carom_walker_result done;
    carom_flat_walker_step(&hero, &legs, &moving, 0.1f, &done);
    printf("landed: %d, at y = %g\n", done.landed, hero.position.y);

    desc = (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = legs.shape, .position = hero.position};
    carom_body_id body;
    if (carom_world_add(world, &desc, &body, NULL)) return 1;
    hero.velocity = (carom_vec2){20, 0};
    carom_flat_walker_step_in_world(&hero, &legs, world, carom_flat_body_bits(&body), 0.1f, &done);
    if (carom_world_step(world, 0.1f)) return 1;
    printf("walks to x = %g\n", carom_world_position(world, body).x);

    const carom_vec2 head = {97, 40}, up = {0, -20};
    carom_vec2 aside;
    view.except = body;
    carom_flat_corner_correction(&scene, &legs.shape, &head, &up, 10, &aside);
    printf("moved aside by (%g, %g)\n", aside.x, aside.y);
    carom_world_free(world);
}

// Prints:
// ray 0.50, all 1, any 1
// sweep 0.40, all 1, any 1
// distance 16
// landed: 1, at y = 16
// walks to x = 52
// moved aside by (7, 0)
