// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An allocator that keeps account of what is held, and refuses when it is told to.
#pragma once

#include "carom/base.h"

#include <stdlib.h>

typedef struct ledger {
    long left;            ///< how many more are granted; negative: any number
    bool once;            ///< one is refused, and any number granted after it
    long asked;           ///< how many, those that were refused among them
    long long held, most; ///< bytes
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
