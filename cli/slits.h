// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Slits: gaps between solids that are too narrow to be meant.
#pragma once

#include "carom/level.h"

/// Counts the pairs of edges of solids that face each other across less than `width`, over a length of more than that.
/// They enclose an angle of at most 25 degrees.
int count_slits(const carom_level *level, float width);
