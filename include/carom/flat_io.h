// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer flat_io: the functions of carom/io.h that take or return structs by value, with addresses instead, as in
// carom/flat.h. Part of the library carom_io.
#pragma once

#include "carom/io.h"

#ifdef __cplusplus
extern "C" {
#endif

/// carom_map_about.
CAROM_API void carom_flat_map_about(const carom_map *map, carom_map_info *out);
/// carom_map_object_at.
CAROM_API void carom_flat_map_object_at(const carom_map *map, int index, carom_map_object *out);
/// carom_map_solid_at.
CAROM_API void carom_flat_map_solid_at(const carom_map *map, int index, carom_map_solid *out);
/// carom_map_note_at.
CAROM_API void carom_flat_map_note_at(const carom_map *map, int index, carom_map_note *out);
/// carom_svg_text.
CAROM_API void carom_flat_svg_text(carom_svg *svg, const carom_vec2 *at, float size, carom_svg_anchor anchor,
                                   const char *text);

#ifdef __cplusplus
}
#endif
