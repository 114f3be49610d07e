// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Options of the commands that take a level.
#include "cli/level_options.h"

#include <string.h>

#include "cli/cli.h"

// Ends the first name of a list, in place, and returns the rest; null after the last one. "\," is a comma of the name.
static char *cut_name(char *list) {
    char *out = list;
    for (const char *in = list; *in; in++) {
        if (*in == ',') {
            *out = 0;
            return list + (in - list) + 1;
        }
        if (in[0] == '\\' && in[1] == ',') in++;
        *out++ = *in;
    }
    *out = 0;
    return NULL;
}

// The list is an argument of the program, and lives as long.
static bool add_rules(char **argv, const char *option, char *names, carom_map_meaning meaning, level_options *o) {
    for (char *name = names, *rest; name; name = rest) {
        rest = cut_name(name);
        if (!name[0]) continue;
        if (o->rules_count == LEVEL_RULES) {
            cli_usage(argv, "%s %s: more than %d names", option, name, LEVEL_RULES);
            return false;
        }
        o->rules[o->rules_count++] = (carom_map_rule){name, meaning};
    }
    return true;
}

static bool take_names(char **argv, const char *option, carom_map_meaning meaning, level_options *o) {
    if (strspn(optarg, ",") == strlen(optarg)) {
        cli_usage(argv, "%s: no name given", option);
        return false;
    }
    return add_rules(argv, option, optarg, meaning, o);
}

static bool take_depth(char **argv, level_options *o) {
    int64_t depth = 0;
    bool taken = cli_integer(argv, "--depth", -1000000, 1000000, &depth);
    o->map.world_depth = (int)depth;
    return taken;
}

static bool take_threshold(char **argv, level_options *o) {
    int64_t threshold = 0;
    bool taken = cli_integer(argv, "--threshold", 1, 255, &threshold);
    o->picture.threshold = (int)threshold;
    return taken;
}

static bool take_limit(char **argv, const char *option, int64_t most, int *out) {
    int64_t limit = 0;
    bool taken = cli_integer(argv, option, 1, most, &limit);
    *out = (int)limit;
    return taken;
}

static bool take_text(char **argv, const char *option, const char **out) {
    *out = optarg;
    if (optarg[0]) return true;
    cli_usage(argv, "%s: empty value", option);
    return false;
}

// --root and --project are for any level: they say where its files are, and some levels have none.
static void note_kind(int option, level_options *o) {
    static const struct {
        const char *name;
        bool picture;
    } options[] = {
        [LEVEL_NAME - LEVEL_ROOT] = {"--level", false},       [LEVEL_DEPTH - LEVEL_ROOT] = {"--depth", false},
        [LEVEL_WORLD - LEVEL_ROOT] = {"--world", false},      [LEVEL_SNAP - LEVEL_ROOT] = {"--snap", false},
        [LEVEL_SOLID - LEVEL_ROOT] = {"--solid", false},      [LEVEL_NOT_SOLID - LEVEL_ROOT] = {"--not-solid", false},
        [LEVEL_ONE_WAY - LEVEL_ROOT] = {"--one-way", false},  [LEVEL_THRESHOLD - LEVEL_ROOT] = {"--threshold", true},
        [LEVEL_SIMPLIFY - LEVEL_ROOT] = {"--simplify", true}, [LEVEL_SMOOTH - LEVEL_ROOT] = {"--smooth", true},
        [LEVEL_INVERT - LEVEL_ROOT] = {"--invert", true},     [LEVEL_MAX_EDGES - LEVEL_ROOT] = {NULL, false},
        [LEVEL_MAX_CROSSINGS - LEVEL_ROOT] = {NULL, false},
    };
    const char *name = options[option - LEVEL_ROOT].name;
    if (name && options[option - LEVEL_ROOT].picture)
        o->for_pictures = name;
    else if (name)
        o->for_maps = name;
}

bool level_option(char **argv, int option, level_options *o, bool *wrong) {
    bool taken;
    switch (option) {
    case LEVEL_ROOT: taken = take_text(argv, "--root", &o->map.root); break;
    case LEVEL_NAME: taken = take_text(argv, "--level", &o->map.level); break;
    case LEVEL_PROJECT: taken = take_text(argv, "--project", &o->map.project); break;
    case LEVEL_WORLD: taken = take_text(argv, "--world", &o->map.world); break;
    case LEVEL_DEPTH: taken = take_depth(argv, o); break;
    case LEVEL_SOLID: taken = take_names(argv, "--solid", CAROM_MAP_MEANING_SOLID, o); break;
    case LEVEL_NOT_SOLID: taken = take_names(argv, "--not-solid", CAROM_MAP_MEANING_NOT_SOLID, o); break;
    case LEVEL_THRESHOLD: taken = take_threshold(argv, o); break;
    case LEVEL_SIMPLIFY: taken = cli_float(argv, "--simplify", 0, 1e6f, &o->picture.simplify); break;
    case LEVEL_SNAP: taken = cli_float(argv, "--snap", 0, 1e6f, &o->map.snap); break;
    case LEVEL_SMOOTH: taken = o->picture.smooth = true; break;
    case LEVEL_INVERT: taken = o->picture.invert = true; break;
    case LEVEL_MAX_EDGES: taken = take_limit(argv, "--max-edges", CAROM_LEVEL_MAX_EDGES, &o->max_edges); break;
    case LEVEL_MAX_CROSSINGS: taken = take_limit(argv, "--max-crossings", INT32_MAX, &o->max_crossings); break;
    case LEVEL_ONE_WAY: taken = take_names(argv, "--one-way", CAROM_MAP_MEANING_ONE_WAY, o); break;
    default: *wrong = false; return false;
    }
    *wrong = !taken;
    if (taken) note_kind(option, o);
    return taken;
}

void level_options_limit(const level_options *o, carom_level_desc *desc) {
    desc->max_edges = o->max_edges > 0 ? (size_t)o->max_edges : CAROM_MAP_MAX_EDGES;
    desc->max_crossings = o->max_crossings;
}

carom_map_options level_options_map(const level_options *o) {
    carom_map_options map = o->map;
    map.rules = o->rules;
    map.rules_count = o->rules_count;
    return map;
}
