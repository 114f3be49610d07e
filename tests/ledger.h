// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An allocator that counts, and fails on request.
#pragma once

#include "carom/base.h"

#include <stdlib.h>

typedef struct ledger {
    long left;            ///< requests that will succeed; negative: all
    bool once;            ///< only one request fails, and all succeed after it
    long asked;           ///< number of requests, including failed ones
    long long held, most; ///< bytes in use, and their maximum
} ledger;

static inline void *ledger_resize(void *context, void *old, size_t old_size, size_t new_size) {
    ledger *l = context;
    l->asked += new_size > 0;
    if (new_size > 0 && l->left == 0) {
        if (l->once) l->left = -1;
        return NULL;
    }
    if (new_size > 0 && l->left > 0) --l->left;
    void *memory = NULL;
    if (new_size > 0) {
        memory = realloc(old, new_size);
        if (!memory) abort();
    } else {
        free(old);
    }
    l->held += (long long)new_size - (long long)old_size;
    if (l->held > l->most) l->most = l->held;
    return memory;
}

static inline carom_allocator allocator_of(ledger *l) {
    return (carom_allocator){ledger_resize, l};
}
