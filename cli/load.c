// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Loads a level from a file, and writes the error message if that fails.
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/picture.h"

/// Advice for an error message that contains none.
static const char *advice(const char *path, const carom_error *error) {
    struct stat there;
    bool at_place = error->line > 0 || strchr(error->where, '$');
    if (strcmp(error->where, path) == 0 && stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return "; name a level in it";
    if (strchr(error->message, ';')) return "";
    if (error->status == CAROM_STATUS_NOT_FOUND && strcmp(error->where, path) == 0) return "; check the name";
    if (error->status == CAROM_STATUS_BAD_FILE && at_place) return "; correct the file there, or export it again";
    return "";
}

static void print_error(char **argv, const char *path, carom_error *error) {
    if (!error->where[0]) snprintf(error->where, sizeof error->where, "%s", path);
    const char *message = error->message[0] ? error->message : carom_status_text(error->status);
    if (error->line > 0) {
        cli_fail(argv, "%s:%d:%d: %s%s", error->where, error->line, error->column, message, advice(path, error));
    } else {
        cli_fail(argv, "%s: %s%s", error->where, message, advice(path, error));
    }
}

// ---- Standard input -------------------------------------------------------------------------------------------------

static const char standard_input[] = "standard input";

static bool is_standard_input(const char *path) {
    return strcmp(path, "-") == 0;
}

char *read_all(FILE *in, size_t *size) {
    static const size_t most = ((size_t)64 << 20) + 1; // one byte above the limit of the readers
    char *bytes = NULL;
    size_t capacity = 0;
    *size = 0;
    do {
        capacity = capacity ? 2 * capacity : 65536;
        char *more = realloc(bytes, capacity);
        if (!more) {
            free(bytes);
            *size = 0;
            return NULL;
        }
        bytes = more;
        *size += fread(bytes + *size, 1, capacity - *size, in);
    } while (*size == capacity && *size < most);
    return bytes;
}

static carom_status load_standard_input(const carom_map_options *options, carom_map **out, carom_error *error) {
    size_t size;
    char *bytes = read_all(stdin, &size);
    if (!bytes) return CAROM_STATUS_NO_MEMORY;
    carom_status status = carom_map_read(bytes, size, standard_input, options, out, error);
    free(bytes);
    return status;
}

// ---- Images ---------------------------------------------------------------------------------------------------------

static bool is_image(const char *path) {
    size_t length = strlen(path);
    return length > 6 && strcmp(path + length - 6, ".carom") == 0;
}

static carom_status open_image(const char *path, loaded *out, carom_error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(error->where, sizeof error->where, "%s", path);
        snprintf(error->message, sizeof error->message, "cannot be opened");
        return CAROM_STATUS_NOT_FOUND;
    }
    size_t size = 0;
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) size = (size_t)ftell(file);
    rewind(file);
    out->image = malloc(size > 0 ? size : 1);
    size = out->image ? fread(out->image, 1, size, file) : 0;
    fclose(file);
    if (!out->image) return CAROM_STATUS_NO_MEMORY;
    carom_status status = carom_level_open(out->image, size, NULL, &out->level, error);
    snprintf(out->format, sizeof out->format, "level image");
    if (status == CAROM_STATUS_OK) out->bounds = carom_level_bounds(out->level);
    return status;
}

/// An image or a picture has no map: an empty one stands for it.
static carom_status open_without_map(const char *path, const level_options *options, loaded *out, carom_error *error) {
    static const char empty[] = "<map version=\"1.10\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"/>";
    carom_status status = is_image(path) ? open_image(path, out, error) : open_picture(path, options, out, error);
    if (status == CAROM_STATUS_OK) status = carom_map_read(empty, sizeof empty - 1, path, NULL, &out->map, error);
    return status;
}

// ---- Loading --------------------------------------------------------------------------------------------------------

static carom_status load_map(const char *path, const level_options *options, loaded *out, carom_error *error) {
    const carom_map_options map = level_options_map(options);
    carom_status status = is_standard_input(path) ? load_standard_input(&map, &out->map, error)
                                                  : carom_map_load(path, &map, &out->map, error);
    if (status == CAROM_STATUS_OK) status = carom_level_make(carom_map_level(out->map), &out->level, error);
    if (status == CAROM_STATUS_OK) out->bounds = bounds_of(out->map, out->level);
    return status;
}

bool load_level(char **argv, const char *path, const level_options *options, loaded *out) {
    *out = (loaded){0};
    carom_error error = {0};
    bool map = !is_image(path) && !is_picture(path);
    carom_status status = map ? load_map(path, options, out, &error) : open_without_map(path, options, out, &error);
    if (status == CAROM_STATUS_OK) return true;
    error.status = status;
    print_error(argv, is_standard_input(path) ? standard_input : path, &error);
    loaded_free(out);
    return false;
}

/// Prints the notes about the options.
static void report_unused_rules(char **argv, const carom_map *map) {
    for (int i = 0; i < carom_map_note_count(map); i++) {
        carom_map_note note = carom_map_note_at(map, i);
        if (strncmp(note.message, "--", 2) == 0) cli_fail(argv, "%s", note.message);
    }
}

bool load_solid_level(char **argv, const char *path, const level_options *options, loaded *out) {
    if (!load_level(argv, path, options, out)) return false;
    report_unused_rules(argv, out->map);
    if (carom_level_edge_count(out->level) > 0) return true;
    cli_fail(argv, "%s: nothing in it is solid; carom check %s lists the reasons",
             is_standard_input(path) ? standard_input : path, path);
    loaded_free(out);
    return false;
}

void loaded_free(loaded *l) {
    carom_level_free(l->level);
    carom_map_free(l->map);
    free(l->image);
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
    if (is_standard_input(path)) return standard_input;
    return slash && slash[1] ? slash + 1 : path;
}
