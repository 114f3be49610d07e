// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A Tiled map as a level.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_level *level;
    carom_map *map;
    carom_error error;
    if (carom_map_load("levels/cave.tmx", NULL, &map, &error) == CAROM_STATUS_OK) {
        carom_map_info about = carom_map_about(map);
        printf("%s, %g x %g pixels, %d layers\n", about.format, about.bounds.max.x, about.bounds.max.y, about.layers);
        carom_status status = carom_level_make(carom_map_level(map), &level, &error);
        carom_map_free(map); // a level keeps no reference to its map
        if (status != CAROM_STATUS_OK) return puts(error.message), 1;
        printf("%d edges\n", carom_level_edge_count(level));
        carom_level_free(level);
    }

    carom_status status = carom_map_load("levels/atlantis.tmx", NULL, &map, &error);
    printf("%s: %s\n", carom_status_text(status), error.message);
}

// Prints:
// TMX 1.8, 1920 x 1088 pixels, 9 layers
// 1354 edges
// not found: cannot be read: No such file or directory
