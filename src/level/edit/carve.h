// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Removing an area from the solids of an editable level, or adding one, around its box only.
#pragma once

#include "level/index/level.h"

/// The grid of the run of an edge that a carving has changed: no part of the description makes it.
enum { CR_RUN_CARVED = -2 };

/// `loops` are closed loops that are added to those of the level: the boundary of an area with solid on the left to
/// fill it, with solid on the right to carve it. Computes the edges to remove and to add: `removed` and `added` of the
/// editor's scratch. Thin edges in the area `clip`, whose boundary has solid on the left, are clipped. Changes nothing
/// else. Errors as cr_arrange.
carom_status cr_carve_find(carom_level *level, const cr_edges *loops, const cr_edges *clip);
