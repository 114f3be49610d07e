// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An allocator that counts, and fails on request. It aborts if memory behind a block is overwritten.
#pragma once

#include "carom/base.h"

#include <stdlib.h>
#include <string.h>

/// Bytes behind each block that must stay as they are, more than a member of an array has: none under the address
/// sanitizer, which has its own.
#define LEDGER_GUARD 64
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#undef LEDGER_GUARD
#define LEDGER_GUARD 0
#endif
#endif
enum { LEDGER_MARK = 0xA5 };

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
    unsigned char *memory = old;
    for (int i = 0; old && i < LEDGER_GUARD; ++i) {
        if (memory[old_size + (size_t)i] != LEDGER_MARK) abort();
    }
    if (new_size > 0) {
        memory = realloc(old, new_size + LEDGER_GUARD);
        if (!memory) abort();
        memset(memory + new_size, LEDGER_MARK, LEDGER_GUARD);
    } else {
        free(old);
        memory = NULL;
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
