// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world and its contents; every call must succeed.
#pragma once

#include "carom/world.h"

#include "check.h"

static inline carom_level *level_of_tiles(const carom_tiles *tiles) {
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = tiles, .tiles_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

/// A world without bodies, with a level or, for NULL, without one.
static inline carom_world *new_world(const carom_level *level) {
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &world), CAROM_STATUS_OK);
    return world;
}

static inline carom_body_id add(carom_world *world, carom_body_desc desc) {
    carom_body_id id;
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_OK);
    return id;
}

static inline void step(carom_world *world) {
    assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
}
