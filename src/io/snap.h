// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Snapping: closes slits between shapes that are drawn a fraction of a pixel apart.
#pragma once

#include "io/reader.h"

/// Snaps the outlines of the map by options.snap. Does nothing if that is 0. Returns false after a failure.
bool cr_snap_outlines(cr_reader *reader);
