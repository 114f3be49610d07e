// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The rest of a map: properties, layers and the images of tiles.
#include <carom.h>
#include <stdio.h>
#include <string.h>

static void spawn(carom_vec2 at, double speed) {
    printf("an object at (%g, %g) with speed %g\n", at.x, at.y, speed);
}

int main(void) {
    carom_map *map;
    carom_error error;
    const carom_map_options options = {.contents = true};
    const char *text = "<map width='10' height='8' tilewidth='16' tileheight='16'>"
                       "<objectgroup name='enemies'><object name='bat' x='40' y='24'><properties>"
                       "<property name='speed' type='float' value='1.5'/></properties><point/></object>"
                       "</objectgroup></map>";
    if (carom_map_read(text, strlen(text), "cellar.tmx", &options, &map, &error)) return puts(error.message), 1;

    const carom_map_contents *all = carom_map_contents_of(map);
    for (int i = 0; i < all->objects_count; ++i) {
        const carom_map_property *speed = carom_map_property_of(&all->objects[i].properties, "speed");
        if (speed) spawn(carom_map_object_at(map, i).center, speed->number);
    }
    carom_map_free(map);

    if (carom_map_load("levels/cave.tmx", &options, &map, &error)) return puts(error.message), 1;
    all = carom_map_contents_of(map);
    for (int i = 0; i < all->layers_count; i++)
        printf("layer '%s': %d tiles, %d objects\n", all->layers[i].name, all->layers[i].cells_count,
               all->layers[i].objects_count);
    const char *image;
    carom_box part;
    if (carom_map_tile_image(&all->tilesets[0], 3, &image, &part, NULL))
        printf("tile 3 is (%g, %g) to (%g, %g) of %s\n", part.min.x, part.min.y, part.max.x, part.max.y, image);
    carom_map_free(map);
}

// Prints:
// an object at (40, 24) with speed 1.5
// layer 'backdrop': 4171 tiles, 0 objects
// layer 'scenery': 821 tiles, 0 objects
// layer 'ground': 4391 tiles, 0 objects
// layer 'platforms': 88 tiles, 0 objects
// layer 'things': 51 tiles, 0 objects
// layer 'pictures': 153 tiles, 0 objects
// layer 'plants': 519 tiles, 0 objects
// layer 'collision': 0 tiles, 12 objects
// layer 'spawns': 0 tiles, 14 objects
// tile 3 is (48, 0) to (64, 16) of levels/cave-tiles.png
