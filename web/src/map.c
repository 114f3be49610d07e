// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps from files in memory.
#include <string.h>

#include "carom/io.h"
#include "web.h"

/// A file that the caller passed.
typedef struct web_file {
    const char *path;
    const void *bytes;
    size_t size;
} web_file;

typedef struct web_files {
    const web_file *first;
    int count;
} web_files;

static carom_status open_file(void *context, const char *path, const void **bytes, size_t *size) {
    const web_files *files = context;
    for (int i = 0; i < files->count; i++) {
        if (strcmp(files->first[i].path, path) != 0) continue;
        *bytes = files->first[i].bytes;
        *size = files->first[i].size;
        return CAROM_STATUS_OK;
    }
    return CAROM_STATUS_NOT_FOUND;
}

/// The members of carom_map_options that carom.js sets.
typedef struct web_map_options {
    const char *level, *root, *project, *world;
    const carom_map_value *values;
    int values_count;
    const carom_map_rule *rules;
    int rules_count;
    int world_depth;
    float snap;
} web_map_options;
WEB_SIZE(web_map_options, 40);
WEB_SIZE(carom_map_rule, 8);
WEB_AT(carom_map_rule, meaning, 4);

carom_status WEB(map_load)(const char *path, const web_file *first, int count, const web_map_options *o,
                           carom_map **out, carom_error *error) {
    web_files files = {first, count};
    carom_map_files source = {.open = open_file, .context = &files};
    carom_map_options options = {.files = &source,
                                 .level = o->level,
                                 .root = o->root,
                                 .project = o->project,
                                 .world = o->world,
                                 .values = o->values,
                                 .values_count = o->values_count,
                                 .rules = o->rules,
                                 .rules_count = o->rules_count,
                                 .world_depth = o->world_depth,
                                 .snap = o->snap};
    return carom_map_load(path, &options, out, error);
}
