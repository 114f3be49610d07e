// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a file to a level, and the line that tells why not.
#include "cli/load.h"

#include <ctype.h>
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

/// The box around both; a reversed one is empty.
static carom_box join(carom_box a, carom_box b) {
    if (!(a.min.x <= a.max.x && a.min.y <= a.max.y)) return b;
    if (!(b.min.x <= b.max.x && b.min.y <= b.max.y)) return a;
    if (b.min.x < a.min.x) a.min.x = b.min.x;
    if (b.min.y < a.min.y) a.min.y = b.min.y;
    if (b.max.x > a.max.x) a.max.x = b.max.x;
    if (b.max.y > a.max.y) a.max.y = b.max.y;
    return a;
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
        out->bounds = join(carom_map_about(out->map).bounds, carom_level_bounds(out->level));
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
    float thickness = (b.max.x - b.min.x + b.max.y - b.min.y) / 64;
    carom_box outer = {{b.min.x - thickness, b.min.y - thickness}, {b.max.x + thickness, b.max.y + thickness}};
    const carom_box walls[4] = {{outer.min, {outer.max.x, b.min.y}},
                                {{outer.min.x, b.max.y}, outer.max},
                                {outer.min, {b.min.x, outer.max.y}},
                                {{b.max.x, outer.min.y}, outer.max}};
    carom_vec2 corners[4][4];
    carom_level_desc desc = carom_map_level(map);
    size_t count = (size_t)desc.outlines_count;
    carom_outline *outlines = malloc((count + 4) * sizeof *outlines);
    if (!outlines) return NULL;
    if (count > 0) memcpy(outlines, desc.outlines, count * sizeof *outlines);
    for (int i = 0; i < 4; i++) {
        corners[i][0] = walls[i].min;
        corners[i][1] = (carom_vec2){walls[i].max.x, walls[i].min.y};
        corners[i][2] = walls[i].max;
        corners[i][3] = (carom_vec2){walls[i].min.x, walls[i].max.y};
        outlines[count + (size_t)i] = (carom_outline){.points = corners[i], .count = 4};
    }
    desc.outlines = outlines;
    desc.outlines_count += 4;
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
