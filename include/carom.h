// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All of Carom. Include a layer's own header instead to depend on less; carom/io.h needs the library carom_io as well.
#pragma once

#include "carom/base.h"
#include "carom/draw.h"
#include "carom/geom.h"
#include "carom/grid.h"
#include "carom/io.h"
#include "carom/level.h"
#include "carom/motion.h"
#include "carom/walker.h"
#include "carom/world.h"
