// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The one place where levels and bodies are asked together.
#pragma once

#include "world/state.h"

/// Does the one who asks meet this body?
typedef bool cr_is_met(const void *self, uint32_t index);

typedef struct cr_asker {
    const carom_world *world;
    const void *self;
    cr_is_met *met;
    bool no_levels;
} cr_asker;

carom_world_sweep_hit cr_first_sweep(const cr_asker *asker, const carom_shape *shape, carom_vec2 move);

cr_asker cr_asker_of_view(const carom_world_view *view);
