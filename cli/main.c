// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// build/carom: finds the command and calls it.
//
// To add a command x: write cli/cmd_x.c with `int cmd_x(int argc, char **argv)`, declare it in cli.h, add a line to the
// table below, the file to CMakeLists.txt, and tests to tests/cli. Each command parses its own options (cli_option),
// accepts --help, and returns one of the exit codes of cli.h.
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "carom/base.h"
#include "cli/cli.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"run", cmd_run, "move actors through a level and report their contacts"},
    {"query", cmd_query, "answer collision queries, one JSON object a line"},
    {"draw", cmd_draw, "draw the outline of a level, or the tile catalogue, as SVG"},
    {"check", cmd_check, "list the contents of a level, the ignored parts, and why"},
    {"bake", cmd_bake, "write a level as an image, as a Tiled map, GeoJSON or SVG"},
    {"bench", cmd_bench, "run the benchmarks, against other libraries where they are installed"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(void) {
    puts("usage: carom COMMAND [OPTION...]\n\nExact, continuous 2D collision, on the command line.\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-7s %s\n", commands[i].name, commands[i].summary);
    puts("\n  carom COMMAND --help explains a command; carom --version prints the version.\n"
         "\nExit status: 0 success, 1 a job that failed, 2 wrong usage.");
}

int main(int argc, char **argv) {
#ifdef _WIN32 // the same bytes on every system
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    if (argc < 2) {
        fputs("carom: no command given; see carom --help\n", stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return CLI_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("carom %s\n", carom_version());
        return CLI_OK;
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(name, commands[i].name) != 0) continue;
        char full_name[32];
        snprintf(full_name, sizeof full_name, "carom %s", name);
        argv[1] = full_name;
        return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "carom: unknown command '%s'; see carom --help\n", name);
    return CLI_USAGE;
}
