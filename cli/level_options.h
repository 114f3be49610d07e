// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Options of the commands that take a level: the root folder, the level to read, and rules for solids.
#pragma once

#include <getopt.h>
#include <stdbool.h>

#include "carom/io.h"

enum { LEVEL_RULES = 256 };

/// How a picture becomes a level: as carom_field.
typedef struct picture_options {
    int threshold; ///< 0: the default
    float simplify;
    bool smooth, invert;
} picture_options;

typedef struct level_options {
    carom_map_options map; ///< level_options_map sets `rules`
    picture_options picture;
    carom_map_rule rules[LEVEL_RULES];
    int rules_count;
    int max_edges, max_crossings;        ///< as in carom_level_desc; 0: the defaults for maps
    const char *for_maps, *for_pictures; ///< the last given option that only maps, or only pictures, have; or null
} level_options;

/// The vals of these options. A command's own options have lower ones.
enum {
    LEVEL_ROOT = 1024,
    LEVEL_NAME,
    LEVEL_DEPTH,
    LEVEL_PROJECT,
    LEVEL_WORLD,
    LEVEL_SNAP,
    LEVEL_SOLID,
    LEVEL_NOT_SOLID,
    LEVEL_ONE_WAY,
    LEVEL_THRESHOLD,
    LEVEL_SIMPLIFY,
    LEVEL_SMOOTH,
    LEVEL_INVERT,
    LEVEL_MAX_EDGES,
    LEVEL_MAX_CROSSINGS,
};

/// Their rows in an option table.
#define LEVEL_OPTIONS                                                                                                  \
    {"root", required_argument, NULL, LEVEL_ROOT}, {"level", required_argument, NULL, LEVEL_NAME},                     \
        {"depth", required_argument, NULL, LEVEL_DEPTH}, {"project", required_argument, NULL, LEVEL_PROJECT},          \
        {"world", required_argument, NULL, LEVEL_WORLD}, {"snap", required_argument, NULL, LEVEL_SNAP},                \
        {"solid", required_argument, NULL, LEVEL_SOLID}, {"not-solid", required_argument, NULL, LEVEL_NOT_SOLID},      \
        {"one-way", required_argument, NULL, LEVEL_ONE_WAY}, {"threshold", required_argument, NULL, LEVEL_THRESHOLD},  \
        {"simplify", required_argument, NULL, LEVEL_SIMPLIFY}, {"smooth", no_argument, NULL, LEVEL_SMOOTH},            \
        {"invert", no_argument, NULL, LEVEL_INVERT}, {"max-edges", required_argument, NULL, LEVEL_MAX_EDGES}, {        \
        "max-crossings", required_argument, NULL, LEVEL_MAX_CROSSINGS                                                  \
    }

/// Their lines in a help text.
#define LEVEL_HELP                                                                                                     \
    "How the level is read (LEVEL may be -, standard input):\n"                                                        \
    "      --solid NAME[,NAME...]\n"                                                                                   \
    "                          what is solid: layers, tilesets, classes, properties, objects, tile numbers\n"          \
    "                          (\"12\", \"caves:12\"); of LDtk layers, values (\"rock\", \"3\", \"Ground:3\") and "    \
    "entities;\n"                                                                                                      \
    "                          \"\\,\" is a comma of a name\n"                                                         \
    "      --not-solid NAME[,NAME...]\n"                                                                               \
    "      --one-way NAME[,NAME...]\n"                                                                                 \
    "                          likewise, what is not solid, and what is solid from above only; the last match "        \
    "counts\n"                                                                                                         \
    "      --root DIR          the folder that must contain all files named by the level (that of the Tiled "          \
    "project,\n"                                                                                                       \
    "                          else the current one or the fourth above the level's, whichever is wider)\n"            \
    "      --project FILE      the .tiled-project with the classes of the level (the nearest one above it)\n"          \
    "      --level NAME        the level of a world (LDtk, .world) to read (all, at their positions)\n"                \
    "      --world NAME        the world of an LDtk file to read (all, side by side)\n"                                \
    "      --depth N           the depth of an LDtk world at which levels are read (0)\n"                              \
    "      --snap D            moves vertices of drawn shapes by up to D pixels, so that slits close (0: never)\n"     \
    "      --max-edges N       the number of edges allowed (4194304, up to 33554432): a limit of memory and time\n"    \
    "      --max-crossings N   the number of crossings of shapes allowed (1048576), likewise\n"                        \
    "A picture (.png) is solid where alpha, or if all is opaque luminance, is at least a threshold:\n"                 \
    "      --threshold N (128)   --invert   --smooth (interpolates)   --simplify D (pixels; 0)\n"

/// If `option`, which cli_option has just returned, is one of these, reads its value. Returns true if that succeeds.
/// Sets *wrong, after printing why, if the value is wrong.
bool level_option(char **argv, int option, level_options *options, bool *wrong);

/// Sets the limits of the description of a level.
void level_options_limit(const level_options *options, carom_level_desc *desc);

/// Returns the options for carom_map_load. They refer to `options`.
carom_map_options level_options_map(const level_options *options);
