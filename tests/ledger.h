// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An allocator that counts, fails on request, and ends the program if something was written beyond the end of a block.
#pragma once

#include "carom/base.h"

#include <stdlib.h>
#include <string.h>

enum { LEDGER_GUARD = 64 }; // bytes after each block

typedef struct ledger {
    long left;            ///< requests that will succeed; negative: all
    bool once;            ///< only one request fails, and all succeed after it
    long asked;           ///< number of requests, including failed ones
    long long held, most; ///< bytes in use, and their maximum
} ledger;

static inline void ledger_set_guard(void *block, size_t size) {
    memset((char *)block + size, 0x5a, LEDGER_GUARD);
}

static inline void ledger_check_guard(const void *block, size_t size) {
    for (const char *guard = (const char *)block + size, *end = guard + LEDGER_GUARD; guard < end; ++guard)
        if (*guard != 0x5a) abort();
}

static inline void *ledger_resize(void *context, void *old, size_t old_size, size_t new_size) {
    ledger *l = context;
    if (old) ledger_check_guard(old, old_size);
    l->asked += new_size > 0;
    if (new_size > 0 && l->left == 0) {
        if (l->once) l->left = -1;
        return NULL;
    }
    if (new_size > 0 && l->left > 0) --l->left;
    void *memory = NULL;
    if (new_size > 0) {
        memory = realloc(old, new_size + LEDGER_GUARD);
        if (!memory) abort();
        ledger_set_guard(memory, new_size);
    } else {
        free(old);
    }
    l->held += (long long)new_size - (long long)old_size;
    if (l->held > l->most) l->most = l->held;
    return memory;
}

/// ledger_resize that never refuses to shrink a block, and does not count it: a refusal does no harm there.
static inline void *ledger_refuse_growth(void *context, void *old, size_t old_size, size_t new_size) {
    ledger *l = context;
    long left = l->left;
    if (new_size == 0 || new_size > old_size) return ledger_resize(context, old, old_size, new_size);
    l->left = -1;
    void *memory = ledger_resize(context, old, old_size, new_size);
    l->left = left;
    --l->asked;
    return memory;
}

static inline carom_allocator allocator_of(ledger *l) {
    return (carom_allocator){ledger_resize, l};
}
