// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A program that uses the installed core and io: loads a level and casts a ray down from its upper left corner.
#include <carom.h>
#include <stdio.h>

int main(int argc, char **argv) {
    carom_map *map;
    carom_level *level;
    carom_error error;
    if (argc != 2 || carom_map_load(argv[1], NULL, &map, &error) != CAROM_STATUS_OK) {
        fprintf(stderr, "%s\n", argc == 2 ? error.message : "usage: consumer LEVEL");
        return 1;
    }
    carom_level_desc desc = *carom_map_level(map);
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    carom_map_free(map);
    carom_box bounds = carom_level_bounds(level);
    carom_ray_hit hit = carom_level_ray(level, bounds.min, (carom_vec2){0, bounds.max.y - bounds.min.y});
    printf("%d edges, the ray hits at t = %g\n", carom_level_edge_count(level), (double)hit.t);
    int edges = carom_level_edge_count(level);
    carom_level_free(level);
    return edges > 0 ? 0 : 1;
}
