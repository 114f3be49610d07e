// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pictures as levels, for ground that is drawn.
#pragma once

#include "cli/load.h"

/// Builds a level from the bytes of a PNG file: one unit a pixel. Sets `level`, `format` and `bounds` of *out.
carom_status open_picture(const void *bytes, size_t size, const level_options *options, loaded *out,
                          carom_error *error);
