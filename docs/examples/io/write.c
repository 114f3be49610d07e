// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes a level as GeoJSON: here, a carved wall.
#include <carom.h>
#include <stdio.h>

static bool to_file(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
}

int main(void) {
    carom_vec2 points[] = {{0, 0}, {40, 0}, {40, 30}, {0, 30}};
    carom_outline wall = {.points = points, .count = 4};
    carom_level *level;
    carom_level_desc desc = {.outlines = &wall, .outlines_count = 1, .editable = true};
    if (carom_level_make(&desc, &level, NULL)) return 1;
    carom_shape notch;
    carom_make_box((carom_vec2){10, 20}, (carom_vec2){30, 30}, &notch);
    carom_level_carve(level, &notch);

    int tags_lost;
    carom_status status = carom_level_write(level, CAROM_LEVEL_FORMAT_GEOJSON, to_file, stdout, &tags_lost);
    printf("%s\n", carom_status_text(status));
    carom_level_free(level);
}

// clang-format off
// Prints:
// {"type":"FeatureCollection","features":[
// {"type":"Feature","properties":{"solid":true,"carom_tag":0},"geometry":{"type":"Polygon","coordinates":[[[0,0],[40,0],[40,30],[30,30],[30,20],[10,20],[10,30],[0,30],[0,0]]]}}
// ]}
// ok
