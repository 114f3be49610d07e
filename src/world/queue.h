// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contacts that are to come in a step, earliest first; at the same time those of the lowest bodies.
#pragma once

#include "world/list.h"

typedef struct cr_prospect {
    double t;                    ///< fraction of the step
    uint32_t a, b;               ///< bodies, or a body and a level (state.h)
    uint32_t course_a, course_b; ///< it is void when one of them has changed its course since
} cr_prospect;

/// False without memory.
bool cr_queue_push(cr_list *queue, cr_prospect prospect, const carom_allocator *allocator);
/// False when it is empty.
bool cr_queue_pop(cr_list *queue, cr_prospect *out);
