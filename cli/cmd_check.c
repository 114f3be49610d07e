// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom check: what was read from a level, what was not, and why.
#include <stdio.h>

#include "cli/cli.h"
#include "cli/load.h"

static const char help[] =
    "usage: carom check LEVEL\n"
    "\n"
    "Reads a level (Tiled .tmx or .tmj, LDtk .ldtk) and tells what is in it: layers and tiles, objects, edges of what\n"
    "is solid, and seams that vanished between tiles; then, line by line, what is not solid or was left out, and why.\n"
    "Exits 0 if the level can be used, also when nothing in it is solid.\n";

/// How much of something there is: "1 layer", "12 layers".
static void print_count(const char *indent, int count, const char *what) {
    printf("%s%d %s%s", indent, count, what, count == 1 ? "" : "s");
}

static int catalogue_tiles(const carom_level_desc *desc) {
    int solid = 0;
    for (int g = 0; g < desc->tiles_count; g++) {
        const carom_tiles *grid = &desc->tiles[g];
        for (size_t i = 0; i < (size_t)grid->columns * (size_t)grid->rows; i++) {
            solid += grid->codes[i] != CAROM_TILE_EMPTY;
        }
    }
    return solid;
}

static void print_map(const carom_map *map) {
    carom_map_info info = carom_map_about(map);
    carom_level_desc desc = carom_map_level(map);
    double width = (double)info.bounds.max.x - (double)info.bounds.min.x;
    double height = (double)info.bounds.max.y - (double)info.bounds.min.y;
    printf("format   %s, %g x %g pixels", info.format, width, height);
    if (info.cell.x > 0 && info.cell.y > 0) printf(", cells of %g x %g", (double)info.cell.x, (double)info.cell.y);
    print_count("\nread     ", info.layers, "layer");
    print_count(", ", info.tiles, "tile");
    int objects = carom_map_object_count(map), solid = 0;
    for (int i = 0; i < objects; i++) solid += carom_map_object_at(map, i).solid;
    print_count(", ", objects, "object");
    printf(" (%d solid, ", solid);
    print_count("", count_spawn_points(map), "spawn point");
    print_count(")\nsolid    ", catalogue_tiles(&desc), "tile");
    print_count(" of the catalogue, ", desc.outlines_count, "drawn shape");
    putchar('\n');
}

static void print_level(const carom_level *level) {
    int count = carom_level_edge_count(level), corners = 0;
    for (int i = 0; i < count; i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        corners += !edge.one_way && edge.corner_a;
    }
    print_count("outline  ", count, "edge");
    printf(" (%d one-way)", count_one_way_edges(level));
    print_count(", ", corners, "convex corner");
    print_count(", ", carom_level_seams_removed(level), "seam");
    printf(" removed\n");
}

static void print_notes(const carom_map *map) {
    int count = carom_map_note_count(map);
    puts(count > 0 ? "left out, or not as drawn:" : "nothing was left out");
    for (int i = 0; i < count; i++) {
        carom_map_note note = carom_map_note_at(map, i);
        printf("  %s: %s\n", note.where, note.message);
    }
}

int cmd_check(int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {0}};
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        if (option == '?') return CLI_USAGE;
        fputs(help, stdout);
        return CLI_OK;
    }
    const char *path;
    loaded l;
    if (!cli_operand(argc, argv, "level", &path)) return CLI_USAGE;
    if (!load_level(argv, path, &l)) return CLI_FAILED;
    printf("level    %s\n", path);
    print_map(l.map);
    print_level(l.level);
    print_notes(l.map);
    loaded_free(&l);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_OK : cli_fail(argv, "cannot write to standard output");
}
