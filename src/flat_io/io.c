// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps and pictures.
#include "carom/flat_io.h"

void carom_flat_map_about(const carom_map *map, carom_map_info *out) {
    *out = carom_map_about(map);
}

void carom_flat_map_object_at(const carom_map *map, int index, carom_map_object *out) {
    *out = carom_map_object_at(map, index);
}

void carom_flat_map_solid_at(const carom_map *map, int index, carom_map_solid *out) {
    *out = carom_map_solid_at(map, index);
}

void carom_flat_map_note_at(const carom_map *map, int index, carom_map_note *out) {
    *out = carom_map_note_at(map, index);
}

void carom_flat_svg_text(carom_svg *svg, const carom_vec2 *at, float size, carom_svg_anchor anchor, const char *text) {
    carom_svg_text(svg, *at, size, anchor, text);
}
