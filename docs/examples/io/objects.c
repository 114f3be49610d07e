// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The objects of a map, what is solid in it, and the notes of its reader.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_map *map;
    carom_error error;
    if (carom_map_load("levels/tricks.tmx", NULL, &map, &error) != CAROM_STATUS_OK) return puts(error.message), 1;

    printf("%d objects\n", carom_map_object_count(map));
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        if (!object.solid && i < 4)
            printf("%s '%s' at (%g, %g)\n", object.type, object.name, object.center.x, object.center.y);
    }
    for (int i = 0; i < carom_map_solid_count(map); i++) {
        carom_map_solid solid = carom_map_solid_at(map, i);
        printf("solid: layer '%s', by %s: %d cells, %d objects\n", solid.layer, solid.mark, solid.cells, solid.objects);
    }
    for (int i = 0; i < carom_map_note_count(map); i++) {
        carom_map_note note = carom_map_note_at(map, i);
        printf("note: %s: %s\n", note.where, note.message);
    }
    carom_map_free(map);
}

// clang-format off
// Prints:
// 19 objects
// solid: layer 'ground', by the tile's property 'carom': 1006 cells, 0 objects
// solid: layer 'planks', by the tile's property 'carom': 33 cells, 0 objects
// solid: layer 'collision', by the object's property 'one_way': 0 cells, 1 objects
// solid: layer 'collision', by the layer's property 'solid': 0 cells, 5 objects
// note: layer 'platforms': 5 platforms left out: their names are motions; pass --one-way platform if they do not move
// note: layer 'spawns': 8 points left out: points are never solid
