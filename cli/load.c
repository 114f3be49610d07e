// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a file to a level, and the line that tells why not.
#include "cli/load.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static void tell(char **argv, const char *path, const carom_error *error) {
    const char *where = error->where[0] ? error->where : path;
    const char *message = error->message[0] ? error->message : carom_status_text(error->status);
    if (error->line > 0) {
        cli_fail(argv, "%s:%d:%d: %s", where, error->line, error->column, message);
    } else {
        cli_fail(argv, "%s: %s", where, message);
    }
}

bool load_level(char **argv, const char *path, loaded *out) {
    *out = (loaded){0};
    carom_error error = {0};
    carom_status status = carom_map_load(path, NULL, &out->map, &error);
    if (status == CAROM_OK) {
        carom_level_desc desc = carom_map_level(out->map);
        status = carom_level_make(&desc, &out->level, &error);
    }
    if (status == CAROM_OK) {
        out->bounds = carom_level_bounds(out->level);
        return true;
    }
    error.status = status;
    tell(argv, path, &error);
    loaded_free(out);
    return false;
}

bool load_solid_level(char **argv, const char *path, loaded *out) {
    if (!load_level(argv, path, out)) return false;
    if (carom_level_edge_count(out->level) > 0) return true;
    cli_fail(argv, "%s: nothing in it is solid; carom check %s tells why", path, path);
    loaded_free(out);
    return false;
}

carom_level *framed_level(const carom_map *map, carom_box b) {
    // One-way edges, whose normals point inwards.
    const carom_vec2 corners[5] = {{b.max.x, b.min.y}, b.min, {b.min.x, b.max.y}, b.max, {b.max.x, b.min.y}};
    carom_level_desc desc = carom_map_level(map);
    size_t count = (size_t)desc.outlines_count;
    carom_outline *outlines = malloc((count + 1) * sizeof *outlines);
    if (!outlines) return NULL;
    if (count > 0) memcpy(outlines, desc.outlines, count * sizeof *outlines);
    outlines[count] = (carom_outline){.points = corners, .count = 5, .open = true, .one_way = true};
    desc.outlines = outlines;
    desc.outlines_count++;
    carom_level *level;
    carom_level_make(&desc, &level, NULL);
    free(outlines);
    return level;
}

void loaded_free(loaded *l) {
    carom_level_free(l->level);
    carom_map_free(l->map);
    *l = (loaded){0};
}

static bool contains(const char *text, const char *word) {
    for (; *text; text++) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)text[i]) == word[i]) i++;
        if (!word[i]) return true;
    }
    return false;
}

bool is_spawn_point(const carom_map_object *object) {
    const char *const words[] = {"spawn", "start"};
    for (int i = 0; i < 2; i++) {
        if (contains(object->name, words[i]) || contains(object->type, words[i])) return !object->solid;
    }
    return false;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
