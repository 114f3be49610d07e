// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Worlds that are mirrored and turned by quarters.
#pragma once

#include "motion/scene.h"
#include "world/scene.h"

/// A world in one of the eight ways; everything in it is given unturned.
typedef struct turned_world {
    carom_world *world;
    int way;
} turned_world;

static inline turned_world new_turned(int way, carom_vec2 down) {
    turned_world t = {.way = way};
    assert_int_equal(carom_world_make(&(carom_world_desc){.down = turned(down, way)}, &t.world), CAROM_STATUS_OK);
    return t;
}

static inline carom_body_id put(const turned_world *t, carom_body_desc desc) {
    desc.shape = turned_shape(&desc.shape, t->way);
    desc.position = turned(desc.position, t->way);
    desc.velocity = turned(desc.velocity, t->way);
    return add(t->world, desc);
}

/// Undoes `turned`.
static inline carom_vec2 unturned(carom_vec2 v, int way) {
    for (int i = 0; i < (way & 3); ++i) v = (carom_vec2){v.y, -v.x};
    if (way & 4) v.x = -v.x;
    return (carom_vec2){v.x + 0.0f, v.y + 0.0f};
}

static inline carom_vec2 place_of(const turned_world *t, carom_body_id id) {
    return unturned(carom_world_position(t->world, id), t->way);
}

static inline carom_vec2 velocity_of(const turned_world *t, carom_body_id id) {
    return unturned(carom_world_velocity(t->world, id), t->way);
}

static inline void set_velocity(const turned_world *t, carom_body_id id, carom_vec2 velocity) {
    assert_int_equal(carom_world_set_velocity(t->world, id, turned(velocity, t->way)), CAROM_STATUS_OK);
}

static inline void pull(const turned_world *t, carom_body_id id, float by) {
    carom_vec2 v = velocity_of(t, id);
    set_velocity(t, id, (carom_vec2){v.x, v.y + by});
}

static inline void run(const turned_world *t, float dt) {
    assert_int_equal(carom_world_step(t->world, dt), CAROM_STATUS_OK);
}

static const carom_vec2 DOWN = {0, 1}, NO_DOWN = {0, 0};
