// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Threads for the steps of a world: what the library leaves to its callers.
#pragma once

#include "carom/world.h"

typedef struct pool pool;

/// `threads` in all, the calling one among them. Null when they cannot be had.
pool *pool_make(int threads);
void pool_free(pool *p); ///< null is allowed

/// For the description of a world, which the pool must outlive; of null: no threads.
carom_tasks pool_tasks(pool *p);
