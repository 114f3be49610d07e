// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a built level consists of.
#pragma once

#include "level/editor.h"

struct carom_level {
    carom_allocator allocator; ///< resize null: malloc
    cr_index index;            ///< the edges
    carom_box bounds;
    int seams_removed;
    cr_editor *editor; ///< null: not editable
};
