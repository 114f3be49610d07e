// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pictures as levels, for ground that is drawn.
#pragma once

#include "cli/load.h"

/// True if the name ends in .png.
bool is_picture(const char *path);

/// Builds a level from a PNG file: one unit a pixel. Sets `level`, `format` and `bounds` of *out.
carom_status open_picture(const char *path, const level_options *options, loaded *out, carom_error *error);
