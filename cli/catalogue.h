// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The picture of the tile catalogue, for carom draw --catalogue.
#pragma once

#include <stdbool.h>
#include <stdio.h>

/// Writes the SVG. False: out of memory, or the stream has an error.
bool draw_catalogue(FILE *out);
