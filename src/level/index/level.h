// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level: the index, and other results of the build.
#pragma once

#include "level/edit/editor.h"

enum { CR_EDITS_KEPT = 16 };

/// The boxes of the last edits. A world reads them to separate its bodies from tiles that were set.
typedef struct cr_edits {
    uint64_t count;                 ///< edits since the level was made
    carom_box boxes[CR_EDITS_KEPT]; ///< edit i is at i % CR_EDITS_KEPT
} cr_edits;

struct carom_level {
    carom_allocator allocator; ///< resize null: malloc
    cr_index index;            ///< owns the edges
    carom_box bounds;
    int seams_removed;
    cr_editor *editor; ///< null: not editable
    cr_edits edits;
};

/// The allocator in the form that base/memory.h takes; null: malloc.
static inline const carom_allocator *cr_level_allocator(const carom_level *level) {
    return level->allocator.resize ? &level->allocator : NULL;
}
