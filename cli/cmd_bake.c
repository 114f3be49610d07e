// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bake: writes the image of a level, which a program maps into memory and queries in place; or its boundary as
// text, for editors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/load.h"
#include "cli/output.h"

static const char help[] =
    "usage: carom bake LEVEL [OPTION...] -o X.carom|X.tmx|X.geojson|X.svg\n"
    "\n"
    "Reads a level (Tiled, LDtk, GeoJSON, .png), builds its boundary, and writes it in the format that the name of\n"
    "the output ends in:\n"
    "  .carom      an image: the bytes that carom_level_open opens in place, without reading the level again. Every\n"
    "              command that takes a level takes an image as well. An image has no objects, and is for machines of\n"
    "              one byte order.\n"
    "  .tmx        a Tiled map: polygons and polylines that are read back as the same boundary\n"
    "  .geojson    polygons with holes and line strings, in the coordinates of the level\n"
    "  .svg        paths with a view box around the level (carom draw makes pictures)\n"
    "\n"
    "  -o, --output FILE       the file to write\n" LEVEL_HELP "      --help              this text\n";

enum { IMAGE = CAROM_LEVEL_FORMAT_SVG + 1, UNKNOWN };

/// Returns a carom_level_format, IMAGE or UNKNOWN.
static int format_of(const char *path) {
    static const char *const endings[] = {".tmx", ".geojson", ".svg", ".carom"}; // in this order
    const char *dot = strrchr(path, '.');
    int format = 0;
    while (format < UNKNOWN && (!dot || strcmp(dot, endings[format]) != 0)) format++;
    return format;
}

/// The output, and the number of bytes written to it; output_close reports an error of its stream.
typedef struct baked {
    FILE *file;
    size_t size;
} baked;

static bool write_bytes(void *context, const char *bytes, size_t size) {
    baked *b = context;
    b->size += size;
    return fwrite(bytes, 1, size, b->file) == size;
}

/// Returns false without memory.
static bool write_image(baked *b, const carom_level *level) {
    size_t size = carom_level_image_size(level);
    char *bytes = malloc(size);
    if (!bytes) return false;
    carom_level_image_write(level, bytes);
    write_bytes(b, bytes, size);
    free(bytes);
    return true;
}

static bool write_format(baked *b, const carom_level *level, int format, int *tags_lost) {
    if (format == IMAGE) return write_image(b, level);
    return carom_level_write(level, (carom_level_format)format, write_bytes, b, tags_lost) != CAROM_STATUS_NO_MEMORY;
}

static int bake(char **argv, const char *path, const char *output_path, const level_options *how) {
    loaded l;
    output out = {0};
    int tags_lost = 0;
    if (!load_solid_level(argv, path, how, &l)) return CLI_FAILED;
    bool good = output_open(argv, output_path, path, &out);
    baked b = {.file = out.file};
    if (good && !write_format(&b, l.level, format_of(output_path), &tags_lost)) {
        cli_fail(argv, "out of memory");
        good = false;
    }
    good = good && output_close(argv, &out);
    output_drop(&out);
    if (good) printf("%s: %d edges, %zu bytes\n", output_path, carom_level_edge_count(l.level), b.size);
    if (good && tags_lost > 0)
        printf("%d edges get the tag of another edge of their ring, since a ring has one tag\n", tags_lost);
    loaded_free(&l);
    return good ? CLI_OK : CLI_FAILED;
}

int cmd_bake(int argc, char **argv) {
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'}, {"output", required_argument, NULL, 'o'}, LEVEL_OPTIONS, {0}};
    level_options how = {.rules_count = 0};
    const char *path, *output_path = NULL;
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        bool wrong;
        if (level_option(argv, option, &how, &wrong)) continue;
        if (option == '?' || wrong) return CLI_USAGE;
        if (option == 'o') {
            output_path = optarg;
            continue;
        }
        fputs(help, stdout);
        return CLI_OK;
    }
    if (!cli_operand(argc, argv, "level", &path)) return CLI_USAGE;
    if (!output_path) return cli_usage(argv, "no output given: add -o X.carom, .tmx, .geojson or .svg");
    if (format_of(output_path) == UNKNOWN)
        return cli_usage(argv, "the name of the output must end in .carom, .tmx, .geojson or .svg, not '%s'",
                         output_path);
    return bake(argv, path, output_path, &how);
}
