// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The properties of a body: every one can be read back and changed.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    enum { PLAYER = 1, ENEMY = 2 };
    carom_body_desc desc = {.type = CAROM_BODY_MOVER, .mass = 2, .tag = 77, .filter = {.category = PLAYER}};
    carom_make_circle((carom_vec2){0, 0}, 5, &desc.shape);
    carom_body_id id;
    if (carom_world_add(world, &desc, &id, NULL)) return 1;

    carom_world_set_velocity(world, id, (carom_vec2){3, 4});
    carom_world_set_mass(world, id, 10);
    carom_world_set_tag(world, id, 78);
    carom_world_set_sensor(world, id, true);
    carom_world_set_response(world, id, (carom_response){.kind = CAROM_RESPONSE_SLIDE});
    carom_world_set_material(world, id, (carom_material){.friction = 0.5f});
    carom_world_set_filter(world, id, (carom_filter){.category = PLAYER, .ignore = ENEMY});
    carom_status status = carom_world_set_mass(world, id, -1); // changes nothing

    carom_vec2 velocity = carom_world_velocity(world, id);
    printf("velocity (%g, %g), mass %g, tag %d\n", velocity.x, velocity.y, carom_world_mass(world, id),
           (int)carom_world_tag(world, id));
    printf("type %d, sensor %d, response %d, friction %g, ignore %x\n", carom_world_type(world, id),
           carom_world_is_sensor(world, id), carom_world_response(world, id).kind,
           carom_world_material(world, id).friction, carom_world_filter(world, id).ignore);
    printf("mass -1: %s\n", carom_status_text(status));
    carom_world_free(world);
}

// Prints:
// velocity (3, 4), mass 10, tag 78
// type 0, sensor 1, response 1, friction 0.5, ignore 2
// mass -1: bad argument
