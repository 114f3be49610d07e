// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps and pictures without structs by value.
#include <carom.h>
#include <carom_flat.h>
#include <stdio.h>

static bool to_file(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
}

int main(void) {
    carom_map *map;
    carom_error error;
    if (carom_map_load("levels/tricks.tmx", NULL, &map, &error)) return puts(error.message), 1;
    carom_map_info about;
    carom_map_object object;
    carom_map_solid solid;
    carom_map_note note;
    carom_flat_map_about(map, &about);
    carom_flat_map_object_at(map, 0, &object);
    carom_flat_map_solid_at(map, 0, &solid);
    carom_flat_map_note_at(map, 0, &note);
    printf("%s; layer '%s' has %d solid cells; object %d; note on %s\n", about.format, solid.layer, solid.cells,
           object.id, note.where);
    carom_map_free(map);

    carom_svg svg = {.write = to_file, .context = stdout, .scale = 1};
    const carom_vec2 at = {4, 12};
    carom_svg_begin(&svg, 60, 20, NULL);
    carom_flat_svg_text(&svg, &at, 10, CAROM_SVG_ANCHOR_LEFT, "hello");
    return carom_svg_end(&svg) ? 0 : 1;
}

// clang-format off
// Prints:
// TMX 1.8; layer 'ground' has 1006 solid cells; object 1; note on layer 'platforms'
// <svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" viewBox="0 0 60 20" font-family="system-ui, sans-serif" stroke-linejoin="round" stroke-linecap="round">
// <text x="4" y="12" font-size="10">hello</text>
// </svg>
