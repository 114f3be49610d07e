// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bake: writes the image of a level, which a program maps into memory and queries in place.
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/load.h"
#include "cli/output.h"

static const char help[] =
    "usage: carom bake LEVEL [OPTION...] -o X.carom\n"
    "\n"
    "Reads a level (Tiled .tmx or .tmj, LDtk .ldtk), builds its boundary, and writes it as an image: the bytes that\n"
    "carom_level_open opens in place, without reading the level again. Every command that takes a level takes an "
    "image\n"
    "as well, if its name ends in .carom. An image has no objects, and is for machines of one byte order.\n"
    "\n"
    "  -o, --output X.carom    the file to write\n" LEVEL_HELP "      --help              this text\n";

static int bake(char **argv, const char *path, const char *output_path, const level_options *how) {
    loaded l;
    output out = {0};
    if (!load_solid_level(argv, path, how, &l)) return CLI_FAILED;
    size_t size = carom_level_image_size(l.level);
    void *bytes = malloc(size);
    bool good = bytes && output_open(argv, output_path, path, &out);
    if (!bytes) cli_fail(argv, "out of memory");
    if (good) {
        carom_level_image_write(l.level, bytes);
        fwrite(bytes, 1, size, out.file); // output_close reports an error of the stream
        good = output_close(argv, &out);
    }
    output_drop(&out);
    if (good) printf("%s: %d edges, %zu bytes\n", output_path, carom_level_edge_count(l.level), size);
    free(bytes);
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
    if (!output_path) return cli_usage(argv, "name the image: -o X.carom");
    return bake(argv, path, output_path, &how);
}
