// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level for the peers of Box2D 3 and later.
#pragma once

#include "carom/base.h"

#include <box2d/box2d.h>

/// Makes a world with one static body, one segment shape for each edge.
b2WorldId box2d3_level(const carom_vec2 *a, const carom_vec2 *b, int count);
