// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A map from memory: GeoJSON, made by a program.
#include <carom.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *text = "{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [60, 0], [60, 40], [0, 40], [0, 0]],"
                       " [[20, 10], [40, 10], [40, 30], [20, 30], [20, 10]]]}";
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "frame.geojson", NULL, &map, &error) != CAROM_STATUS_OK)
        return puts(error.message), 1;
    carom_level *level;
    if (carom_level_make(carom_map_level(map), &level, &error) != CAROM_STATUS_OK) return puts(error.message), 1;
    carom_map_free(map);
    printf("%d edges; solid in the frame: %d, in the hole: %d\n", carom_level_edge_count(level),
           carom_level_solid(level, (carom_vec2){10, 20}), carom_level_solid(level, (carom_vec2){30, 20}));
    carom_level_free(level);

    carom_status status = carom_map_read("{", 1, "half.geojson", NULL, &map, &error);
    printf("%s, %s: %s\n", carom_status_text(status), error.where, error.message);
}

// Prints:
// 8 edges; solid in the frame: 1, in the hole: 0
// malformed file, half.geojson: '"' or '}' is expected, not the end of the file
