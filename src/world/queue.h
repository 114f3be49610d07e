// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The event queue: predicted impacts of a step, earliest first; at equal times the lowest bodies first.
#pragma once

#include "world/list.h"

typedef struct cr_predicted_impact {
    double t;                      ///< fraction of the step
    uint32_t a, b;                 ///< bodies, or a body and a level (state.h)
    uint32_t segment_a, segment_b; ///< numbers of their path segments when predicted; stale if one has changed
} cr_predicted_impact;

/// Returns false without memory.
bool cr_queue_push(cr_list *queue, cr_predicted_impact impact, const carom_allocator *allocator);
/// Returns false if the queue is empty.
bool cr_queue_pop(cr_list *queue, cr_predicted_impact *out);
