// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a file to a level, and the line that tells why not.
#include "cli/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

/// What to do about it, where the message does not say so itself.
static const char *advice(const char *path, carom_status status) {
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) return "; name a level in it";
    if (status == CAROM_NOT_FOUND) return "; check the name";
    if (status == CAROM_BAD_FILE) return "; open it in its editor and save it again";
    return "";
}

static void tell(char **argv, const char *path, const carom_error *error) {
    const char *where = error->where[0] ? error->where : path;
    const char *message = error->message[0] ? error->message : carom_status_text(error->status);
    if (error->line > 0) {
        cli_fail(argv, "%s:%d:%d: %s%s", where, error->line, error->column, message, advice(path, error->status));
    } else {
        cli_fail(argv, "%s: %s%s", where, message, advice(path, error->status));
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
        out->bounds = bounds_of(out->map, out->level);
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

void loaded_free(loaded *l) {
    carom_level_free(l->level);
    carom_map_free(l->map);
    *l = (loaded){0};
}

int count_spawn_points(const carom_map *map) {
    int count = 0;
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        count += is_spawn_point(&object);
    }
    return count;
}

int count_one_way_edges(const carom_level *level) {
    int count = 0;
    for (int i = 0; i < carom_level_edge_count(level); i++) count += carom_level_edge_at(level, i).one_way;
    return count;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
