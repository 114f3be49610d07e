// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Loads a level from a file, and writes the error message if that fails.
#include "cli/load.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/picture.h"

/// Advice for an error message that contains none.
static const char *advice(const char *path, const carom_error *error) {
    struct stat there;
    bool at_place = error->line > 0 || strchr(error->where, '$');
    if (strcmp(error->where, path) == 0 && stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return "; name a level in it";
    if (strchr(error->message, ';')) return "";
    if (error->status == CAROM_STATUS_NOT_FOUND && strcmp(error->where, path) == 0) return "; check the name";
    if (error->status == CAROM_STATUS_BAD_FILE && strstr(error->where, ": byte ")) return "; bake it again";
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

// ---- Bytes ----------------------------------------------------------------------------------------------------------

typedef enum level_kind { LEVEL_MAP, LEVEL_PICTURE, LEVEL_IMAGE } level_kind;

typedef struct file_bytes {
    char *start;
    size_t size;
} file_bytes;

static bool is_standard_input(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *level_path(const char *path) {
    return is_standard_input(path) ? "standard input" : path;
}

static bool ends_in(const char *path, const char *end) {
    size_t length = strlen(path), size = strlen(end);
    return length > size && strcmp(path + length - size, end) == 0;
}

static level_kind kind_of_name(const char *path) {
    if (ends_in(path, ".carom")) return LEVEL_IMAGE;
    return ends_in(path, ".png") ? LEVEL_PICTURE : LEVEL_MAP;
}

/// The first bytes tell where the name does not: of standard input, a pipe, X.PNG.
static level_kind kind_of_bytes(const char *bytes, size_t size) {
    static const char picture[] = "\x89PNG\r\n\x1a\n", image[] = "caromlv\n";
    if (size >= 8 && memcmp(bytes, picture, 8) == 0) return LEVEL_PICTURE;
    return size >= 8 && memcmp(bytes, image, 8) == 0 ? LEVEL_IMAGE : LEVEL_MAP;
}

/// The kind of a file that is not read yet. What cannot be read counts as a map, whose reader says why.
static level_kind kind_of_file(const char *path) {
    char first[8];
    level_kind kind = kind_of_name(path);
    FILE *in = kind != LEVEL_MAP || is_standard_input(path) || is_pipe(path) ? NULL : fopen(path, "rb");
    if (!in) return kind;
    kind = kind_of_bytes(first, fread(first, 1, sizeof first, in));
    fclose(in);
    return kind;
}

static char *read_up_to(FILE *in, size_t most, size_t *size) {
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

char *read_all(FILE *in, size_t *size) {
    return read_up_to(in, ((size_t)64 << 20) + 1, size); // one byte above the limit of the readers
}

static carom_status read_bytes(const char *path, file_bytes *out, carom_error *error) {
    const char *why = NULL;
    FILE *in = is_standard_input(path) ? stdin : open_input(path, &why);
    if (!in) {
        snprintf(error->message, sizeof error->message, "cannot be read: %s", why);
        return CAROM_STATUS_NOT_FOUND;
    }
    out->start = read_up_to(in, SIZE_MAX / 4, &out->size); // images have no limit
    if (in != stdin) fclose(in);
    return out->start ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

// ---- Loading --------------------------------------------------------------------------------------------------------

static carom_status fail_option(carom_error *error, const char *option, const char *kind, const char *reason) {
    snprintf(error->message, sizeof error->message, "it is %s, %s: leave out %s", kind, reason, option);
    return CAROM_STATUS_BAD_ARGUMENT;
}

/// Refuses options that the kind of level does not have.
static carom_status check_options(level_kind kind, const level_options *options, carom_error *error) {
    static const char *const names[] = {"a map", "a picture", "a level image"}; // by level_kind
    if (kind != LEVEL_MAP && options->for_maps)
        return fail_option(error, options->for_maps, names[kind], "which has no layers and no names");
    if (kind != LEVEL_PICTURE && options->for_pictures)
        return fail_option(error, options->for_pictures, names[kind], "and not a picture");
    return CAROM_STATUS_OK;
}

/// The reader of images knows the byte ("byte 16"), and a level the part ("outline 3"), but not the file.
static void put_file_first(const char *path, carom_error *error) {
    char where[sizeof error->where];
    if (!error->where[0]) return;
    memcpy(where, error->where, sizeof where);
    snprintf(error->where, sizeof error->where, "%.200s: %.300s", level_path(path), where);
}

/// Takes the bytes of an image: the level refers to them.
static carom_status open_image(file_bytes *bytes, loaded *out, carom_error *error) {
    out->image = bytes->start;
    bytes->start = NULL;
    carom_status status = carom_level_open(out->image, bytes->size, NULL, &out->level, error);
    snprintf(out->format, sizeof out->format, "level image");
    if (status == CAROM_STATUS_OK) out->bounds = carom_level_bounds(out->level);
    return status;
}

/// An image or a picture has no map: an empty one stands for it.
static carom_status open_without_map(level_kind kind, file_bytes *bytes, const level_options *options, loaded *out,
                                     carom_error *error) {
    static const char empty[] = "<map version=\"1.10\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"/>";
    const carom_map_options map = {.root = options->map.root}; // must be a folder here as well
    carom_status status = carom_map_read(empty, sizeof empty - 1, "map", &map, &out->map, error);
    if (status != CAROM_STATUS_OK) return status;
    return kind == LEVEL_IMAGE ? open_image(bytes, out, error)
                               : open_picture(bytes->start, bytes->size, options, out, error);
}

static carom_status make_level_of_map(const char *path, const level_options *options, loaded *out, carom_error *error) {
    carom_level_desc desc = *carom_map_level(out->map);
    level_options_limit(options, &desc);
    carom_status status = carom_level_make(&desc, &out->level, error);
    if (status == CAROM_STATUS_OK) return status;
    carom_map_locate(out->map, error);
    put_file_first(path, error);
    return status;
}

/// True for a scene of carom run --bodies.
static bool is_scene(const char *path, const file_bytes *bytes) {
    json_t *root = bytes ? json_loadb(bytes->start, bytes->size, 0, NULL) : json_load_file(path, 0, NULL);
    bool has_bodies = json_is_array(json_object_get(root, "bodies"));
    json_decref(root);
    return has_bodies;
}

/// Reads a map from `bytes`, or if they are null, from `path`.
static carom_status load_map(const char *path, const file_bytes *bytes, const level_options *options, loaded *out,
                             carom_error *error) {
    const carom_map_options map = level_options_map(options);
    carom_status status = bytes ? carom_map_read(bytes->start, bytes->size, level_path(path), &map, &out->map, error)
                                : carom_map_load(path, &map, &out->map, error);
    if (status == CAROM_STATUS_BAD_FILE && ends_in(error->where, ": $") && is_scene(path, bytes))
        *error = (carom_error){.message = "it is a scene, not a level; pass it to carom run --bodies"};
    if (status == CAROM_STATUS_OK) status = make_level_of_map(path, options, out, error);
    if (status == CAROM_STATUS_OK) out->bounds = bounds_of(out->map, out->level);
    return status;
}

static carom_status load(const char *path, const level_options *options, loaded *out, carom_error *error) {
    level_kind kind = kind_of_file(path);
    bool in_memory = kind != LEVEL_MAP || is_standard_input(path) || is_pipe(path);
    file_bytes bytes = {NULL, 0};
    carom_status status = in_memory ? read_bytes(path, &bytes, error) : CAROM_STATUS_OK;
    if (in_memory && kind == LEVEL_MAP) kind = kind_of_bytes(bytes.start, bytes.size);
    if (status == CAROM_STATUS_OK) status = check_options(kind, options, error);
    if (status == CAROM_STATUS_OK)
        status = kind == LEVEL_MAP ? load_map(path, in_memory ? &bytes : NULL, options, out, error)
                                   : open_without_map(kind, &bytes, options, out, error);
    if (status != CAROM_STATUS_OK && kind == LEVEL_IMAGE) put_file_first(path, error);
    free(bytes.start);
    return status;
}

bool load_level(char **argv, const char *path, const level_options *options, loaded *out) {
    *out = (loaded){0};
    carom_error error = {0};
    carom_status status = load(path, options, out, &error);
    if (status == CAROM_STATUS_OK) return true;
    error.status = status;
    print_error(argv, level_path(path), &error);
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
    cli_fail(argv, "%s: nothing in it is solid; carom check %s lists the reasons", level_path(path), path);
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
    if (is_standard_input(path)) return level_path(path);
    return slash && slash[1] ? slash + 1 : path;
}
