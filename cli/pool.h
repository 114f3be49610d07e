// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A thread pool for the steps of a world; the library itself starts no threads.
#pragma once

#include "carom/world.h"

typedef struct pool pool;

/// Starts a pool of `threads` threads, including the calling one. Null if they cannot be started.
pool *pool_make(int threads);
void pool_free(pool *p); ///< null is allowed

/// Returns the tasks for the description of a world; the pool must outlive the world. Of null: no threads.
carom_tasks pool_tasks(pool *p);
