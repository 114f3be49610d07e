// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Removing an area from the solids of an editable level, or adding one, around its box only.
#pragma once

#include "level/index/level.h"

/// The grid of the run of an edge that a carving has changed: no part of the description makes it.
enum { CR_RUN_CARVED = -2 };

/// `shape` is the boundary of an area, with solid on the left, and edges that share ends only. Computes the edges to
/// remove and to add if the area becomes solid, or empty: `removed` and `added` of the editor's scratch. Thin edges in
/// the area are clipped. Changes nothing else. Errors as cr_arrange.
carom_status cr_carve_find(carom_level *level, const cr_edges *shape, bool solid);
