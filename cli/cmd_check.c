// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom check: prints the layers, solids and objects of a level, and what the reader ignored, with the reasons.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/load.h"
#include "cli/slits.h"

static const char help[] =
    "usage: carom check LEVEL [OPTION...]\n"
    "\n"
    "Reads a level (Tiled, LDtk, GeoJSON, .png) and prints its contents: layers, tiles, objects, edges of the\n"
    "boundary, and seams removed between tiles. Then, for each layer, tileset and class, what was taken as solid and\n"
    "by which mark. Then the ignored and the not solid parts, why, and the option that would include them. Gaps\n"
    "between solids that are narrower than --snap, or without it than half a pixel, are counted as slits.\n"
    "Exits 0 if the level can be used, even if nothing in it is solid.\n"
    "\n" LEVEL_HELP "      --help              this text\n";

/// Prints a count with its noun: "1 layer", "12 layers".
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
    carom_level_desc desc = *carom_map_level(map);
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

/// Prints the number of narrow gaps, and what --snap does, or would do: the level is loaded again for that.
static void print_slits(char **argv, const char *path, const level_options *how, const loaded *l) {
    static const float probe = 0.5f; // pixels
    bool snapped = how->map.snap > 0;
    float width = snapped ? how->map.snap : probe;
    int slits = count_slits(l->level, width);
    if (snapped) printf("snapped  %d of the vertices\n", carom_map_about(l->map).snapped);
    if (slits == 0) return;
    print_count("slits    ", slits, "gap");
    printf(" narrower than %g between solids", (double)width);
    level_options snapping = *how;
    snapping.map.snap = width;
    loaded closed;
    if (!snapped && strcmp(path, "-") != 0 && !is_pipe(path) && load_level(argv, path, &snapping, &closed)) {
        printf("; --snap %g changes %d of the vertices, and leaves %d", (double)width,
               carom_map_about(closed.map).snapped, count_slits(closed.level, width));
        loaded_free(&closed);
    }
    putchar('\n');
}

/// Prints a line for each combination of layer, tileset, class and mark.
static void print_solids(const carom_map *map) {
    int count = carom_map_solid_count(map);
    if (count > 0) puts("taken as solid:");
    for (int i = 0; i < count; i++) {
        carom_map_solid solid = carom_map_solid_at(map, i);
        printf("  layer '%s'", solid.layer);
        if (solid.tileset[0]) printf(", tileset '%s'", solid.tileset);
        if (solid.type[0]) printf(", class '%s'", solid.type);
        printf(": ");
        if (solid.cells > 0) print_count("", solid.cells, "cell");
        if (solid.objects > 0) print_count(solid.cells > 0 ? ", " : "", solid.objects, "object");
        printf("%s, by %s\n", solid.one_way ? ", one-way" : "", solid.mark);
    }
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
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, LEVEL_OPTIONS, {0}};
    level_options how = {.rules_count = 0};
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        bool wrong;
        if (level_option(argv, option, &how, &wrong)) continue;
        if (option == '?' || wrong) return CLI_USAGE;
        fputs(help, stdout);
        return CLI_OK;
    }
    const char *path;
    loaded l;
    if (!cli_operand(argc, argv, "level", &path)) return CLI_USAGE;
    if (!load_level(argv, path, &how, &l)) return CLI_FAILED;
    printf("level    %s\n", strcmp(path, "-") == 0 ? file_name(path) : path);
    bool map = !l.format[0];
    if (!map) printf("format   %s\n", l.format);
    if (map) print_map(l.map);
    print_level(l.level);
    if (map) print_slits(argv, path, &how, &l);
    if (map) print_solids(l.map);
    if (map) print_notes(l.map);
    loaded_free(&l);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_OK : cli_fail(argv, "cannot write to standard output");
}
