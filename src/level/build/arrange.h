// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Cuts edges where they meet, so that they share ends only.
#pragma once

#include "level/index/index.h"

/// The remaining budget for crossings. It is counted in operations, so that it does not depend on the machine.
typedef struct cr_crossing_budget {
    int64_t cuts;  ///< a crossing takes two
    int64_t steps; ///< visiting an edge near another takes one, an exact comparison 8
    int worst;     ///< CAROM_STATUS_TOO_LARGE: the tag of the edge with the most contacts found until then
} cr_crossing_budget;

/// Each edge, and each crossing allowed, adds CR_STEPS steps to the budget.
enum { CR_STEPS = 512 };

/// The budget of a level; `max_crossings` as in its description.
cr_crossing_budget cr_crossing_budget_of(int max_crossings);
int cr_max_crossings(int max_crossings); ///< with the default instead of 0

/// Cuts edges wherever two of them touch, overlap or cross. The pieces keep the tag and lose the flags. Near linear in
/// edges and crossings, unless many edges run close beside each other; then each is compared with those near it.
/// CAROM_STATUS_TOO_LARGE: the budget is exhausted. CAROM_STATUS_BAD_ARGUMENT: crossings are too dense to be distinct
/// floats. On an error the list is valid, but its edges are unspecified.
carom_status cr_arrange(const carom_allocator *allocator, cr_edges *edges, cr_crossing_budget *budget);

/// Returns the crossing of two lines that cross, rounded once. The result is inside of both boxes, and does not depend
/// on the order or direction of the lines.
carom_vec2 cr_crossing_point(cr_edge_line e, cr_edge_line f);
