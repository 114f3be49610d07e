// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world places maps: the position of a map is the offset of its outermost layers. Everything is rounded to float
// once, after that offset, so walls that continue in the next map share their vertices. Tilesets and templates are read
// once. Maps are listed, or found by patterns in the folder of the world, as Tiled finds them: sorted by name, each by
// the first pattern that matches.
#include "io/tiled_world.h"

#include "io/contents.h"
#include "io/disk.h"
#include "io/file.h"
#include "io/number.h"
#include "io/path.h"
#include "io/pattern.h"
#include "io/root.h"
#include "io/tiled_read.h"
#include "io/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A map of the world.
typedef struct placed_map {
    const cr_node *node;     // its entry in the world, or the pattern that found it
    const char *file, *name; // relative to the world; without folders and the ending
    double x, y;
    carom_box bounds; // in the world
    bool has_bounds;  // false if neither the world nor the map says how large it is
    bool wanted;
    int level; // index of its level; -1: not read
} placed_map;

typedef struct world_reader {
    cr_reader *reader;
    placed_map *maps;
    size_t count;
    int read;
    bool has_folder; // the folder is listed
    cr_array files;  // const char *: names of the folder of the world, sorted, if it has patterns
} world_reader;

bool cr_is_tiled_world(const cr_node *root) {
    const cr_node *type = cr_get(root, "type");
    return type && type->kind == CR_TEXT && strcmp(type->text, "world") == 0;
}

// ---- One map --------------------------------------------------------------------------------------------------------

static bool is_map(cr_reader *reader, const cr_node *root) {
    const cr_node *layers = cr_get(root, "layers");
    if (!cr_expect_kind(reader, root, "map")) return false;
    if (cr_is_xml(root) || (layers && layers->kind == CR_ARRAY)) return true;
    if (layers && layers->kind == CR_NUMBER_LIST && layers->count == 0) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, root, "not a Tiled map: 'layers' is missing");
}

bool cr_read_tiled_map(cr_reader *reader, const cr_node *root, carom_map_properties *properties) {
    const cr_tiled *tiled = cr_read_tiled(reader, root);
    return tiled && cr_tiled_level(reader, tiled) &&
           (!reader->options.contents || cr_tiled_contents(reader, tiled, properties));
}

static const char *name_of_file(cr_reader *reader, const char *file) {
    const char *name = file + cr_folder_length(file);
    size_t length = strcspn(name, ".");
    char *copy = cr_arena_copy_text(&reader->map->arena, name, length);
    if (!copy) cr_no_memory(reader);
    return copy;
}

static carom_box moved_box(carom_box box, double x, double y) {
    return (carom_box){cr_narrow_point((cr_point){x + (double)box.min.x, y + (double)box.min.y}),
                       cr_narrow_point((cr_point){x + (double)box.max.x, y + (double)box.max.y})};
}

// Adds a map. `place` has its position and its size; a size of 0 is unknown.
static bool add_map(world_reader *w, const cr_node *node, const char *file, const double place[4]) {
    cr_reader *reader = w->reader;
    placed_map *map = &w->maps[w->count++];
    *map = (placed_map){.node = node, .file = file, .x = place[0], .y = place[1], .level = -1};
    map->name = name_of_file(reader, file);
    map->has_bounds = place[2] > 0 && place[3] > 0;
    map->bounds = moved_box((carom_box){{0, 0}, {(float)place[2], (float)place[3]}}, map->x, map->y);
    const char *selected = reader->options.level;
    map->wanted = !selected || (map->name && (strcmp(selected, map->name) == 0 || strcmp(selected, file) == 0));
    return reader->error.status == CAROM_STATUS_OK && cr_count_steps(reader, strlen(file) + 8);
}

static bool list_map(world_reader *w, const cr_node *node) {
    cr_reader *reader = w->reader;
    reader->at = node;
    if (!cr_get(node, "fileName")) return cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "'fileName' is missing");
    const double place[] = {cr_get_number(reader, node, "x", 0), cr_get_number(reader, node, "y", 0),
                            cr_get_number(reader, node, "width", 0), cr_get_number(reader, node, "height", 0)};
    return add_map(w, node, cr_get_text(reader, node, "fileName", ""), place);
}

// ---- Patterns -------------------------------------------------------------------------------------------------------

// True if the name has an ending of maps: a pattern like "room(\\d+)" also matches pictures.
static bool is_name_of_map(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending && (cr_same_words(ending, ".tmx") || cr_same_words(ending, ".tmj") ||
                      cr_same_words(ending, ".json") || cr_same_words(ending, ".xml"));
}

static bool add_file_name(void *context, const char *name) {
    world_reader *w = context;
    const size_t length = strlen(name);
    if (!is_name_of_map(name)) return true;
    if (!cr_count_steps(w->reader, length + 8)) return false;
    const char *copy = cr_arena_copy_text(&w->reader->scratch, name, length);
    const char **item = copy ? cr_array_add(&w->files, w->reader->scratch.allocator, sizeof *item) : NULL;
    if (!item) return cr_no_memory(w->reader);
    *item = copy;
    return true;
}

static int compare_file_names(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool has_patterns(const cr_node *root) {
    const cr_node *patterns = cr_get(root, "patterns");
    return patterns && patterns->kind == CR_ARRAY;
}

// Lists the folder of the world, if the world has patterns.
static bool list_folder(world_reader *w, const cr_node *root) {
    cr_reader *reader = w->reader;
    if (!has_patterns(root)) return true;
    if (reader->options.files || !reader->current_folder)
        return cr_note(reader, "world",
                       "its patterns are left out: they need a folder, and the files of the caller have "
                       "none");
    const char *path = cr_doc_path(root), *folder = cr_join_path(reader, path, cr_folder_length(path), "");
    if (folder) folder = cr_full_path(reader, folder);
    if (!folder) return false;
    w->has_folder = true;
    cr_disk_list(folder, add_file_name, w);
    if (w->files.count > 0) qsort(w->files.items, w->files.count, sizeof(const char *), compare_file_names);
    return reader->error.status == CAROM_STATUS_OK;
}

static bool is_listed_map(const world_reader *w, const char *file) {
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->maps[i].file, file) == 0) return true;
    return false;
}

// The number that a group captured; 0 if it is none, as in Tiled.
static double captured_number(const cr_pattern_match *match, int group) {
    int64_t number;
    bool whole = match->text[group] && cr_parse_integer(match->text[group], match->length[group], &number);
    return whole && number >= INT32_MIN && number <= INT32_MAX ? (double)number : 0;
}

static bool add_match(world_reader *w, const cr_node *pattern, const char *file, const cr_pattern_match *match) {
    cr_reader *reader = w->reader;
    const double step_x = cr_get_number(reader, pattern, "multiplierX", 1);
    const double step_y = cr_get_number(reader, pattern, "multiplierY", 1);
    const double place[] = {captured_number(match, 0) * step_x + cr_get_number(reader, pattern, "offsetX", 0),
                            captured_number(match, 1) * step_y + cr_get_number(reader, pattern, "offsetY", 0),
                            cr_get_number(reader, pattern, "mapWidth", fabs(step_x)),
                            cr_get_number(reader, pattern, "mapHeight", fabs(step_y))};
    if (!cr_is_coordinate(place[0]) || !cr_is_coordinate(place[1]))
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, pattern, "the pattern places '%.100s' beyond 1e9", file);
    return add_map(w, pattern, file, place);
}

static bool list_matches(world_reader *w, const cr_node *node) {
    cr_reader *reader = w->reader;
    cr_pattern pattern;
    const char *expression = cr_get_text(reader, node, "regexp", "");
    if (reader->error.status != CAROM_STATUS_OK || !cr_count_steps(reader, strlen(expression) + CR_PATTERN_OPS))
        return false;
    const char *wrong = cr_compile_pattern(expression, &pattern);
    if (wrong)
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "the pattern '%.100s' is not understood: %s", expression,
                       wrong);
    bool any = false;
    for (size_t i = 0; i < w->files.count; i++) {
        const char *file = ((const char **)w->files.items)[i];
        cr_pattern_match match;
        if (!cr_count_steps(reader, strlen(file) * (size_t)pattern.ops_count + w->count)) return false;
        if (!cr_match_pattern(&pattern, file, &match)) continue;
        any = true;
        if (!is_listed_map(w, file) && !add_match(w, node, file, &match)) return false;
    }
    if (any) return true;
    return cr_note(reader, "world", "the pattern '%.100s' matches no file of its folder", expression);
}

static bool list_patterns(world_reader *w, const cr_node *root) {
    cr_children each = cr_children_of(root, "", "patterns");
    for (const cr_node *node; w->has_folder && (node = cr_children_next(&each));)
        if (!list_matches(w, node)) return false;
    return true;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// Adds the level of a map that was just read. `bounds` are those on the map that the reader makes.
static bool add_level(world_reader *w, placed_map *map, carom_box bounds, const carom_map_properties *properties) {
    cr_reader *reader = w->reader;
    carom_map_level_info level = {.name = map->name, .iid = cr_copy_text(reader, map->file), .world = ""};
    level.bounds = bounds;
    level.properties = *properties;
    if (!level.iid) return false;
    carom_map_level_info *added = cr_array_add(&reader->map->levels, reader->map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = level;
    return true;
}

static bool read_placed_map(world_reader *w, placed_map *map) {
    cr_reader *reader = w->reader;
    const cr_node *node = map->node;
    const char *path = cr_resolve(reader, node, cr_doc_path(node), map->file);
    const cr_node *root = path ? cr_open_external(reader, node, path) : NULL;
    if (!root) return path && cr_note_missing_file(reader, "map", path, "it is left out");
    if (!is_map(reader, root)) return false;
    reader->place_x = reader->options.level ? 0 : map->x;
    reader->place_y = reader->options.level ? 0 : map->y;
    reader->place_name = map->name;
    carom_map_properties properties = {0};
    if (!cr_read_tiled_map(reader, root, &properties)) return false;
    carom_box bounds = reader->place_bounds;
    map->level = w->read++;
    map->bounds = moved_box(bounds, map->x - reader->place_x, map->y - reader->place_y);
    map->has_bounds = true;
    return !reader->options.contents || add_level(w, map, bounds, &properties);
}

// ---- Neighbours -----------------------------------------------------------------------------------------------------

// `a` was read, so it has bounds.
static bool are_neighbours(const placed_map *a, const placed_map *b) {
    return a != b && b->has_bounds && a->bounds.min.x <= b->bounds.max.x && b->bounds.min.x <= a->bounds.max.x &&
           a->bounds.min.y <= b->bounds.max.y && b->bounds.min.y <= a->bounds.max.y;
}

static bool add_neighbours_of(world_reader *w, const placed_map *map) {
    cr_reader *reader = w->reader;
    carom_map_level_info *level = (carom_map_level_info *)reader->map->levels.items + map->level;
    size_t count = 0;
    if (!cr_count_steps(reader, 2 * w->count)) return false;
    for (size_t i = 0; i < w->count; i++) count += are_neighbours(map, &w->maps[i]);
    if (count == 0) return true;
    const char **names = cr_arena_take(&reader->map->arena, count, sizeof *names);
    if (!names) return cr_no_memory(reader);
    for (size_t i = 0; i < w->count; i++) {
        if (!are_neighbours(map, &w->maps[i])) continue;
        names[level->neighbours_count] = cr_copy_text(reader, w->maps[i].file);
        if (!names[level->neighbours_count++]) return false;
    }
    level->neighbours = names;
    return true;
}

// ---- The world ------------------------------------------------------------------------------------------------------

static bool list_maps(world_reader *w, const cr_node *root) {
    size_t count = 0;
    if (!cr_check_list(w->reader, root, "maps")) return false;
    cr_children each = cr_children_of(root, "", "maps");
    while (cr_children_next(&each)) count++;
    if (!list_folder(w, root)) return false;
    count += w->files.count;
    w->maps = cr_count_steps(w->reader, 8 * count) ? cr_scratch_memory(w->reader, count, sizeof *w->maps) : NULL;
    each = cr_children_of(root, "", "maps");
    for (const cr_node *node; w->maps && (node = cr_children_next(&each));)
        if (!list_map(w, node)) return false;
    return w->maps && list_patterns(w, root);
}

static bool fail_without_map(world_reader *w, const cr_node *root) {
    char list[600] = "";
    for (size_t i = 0; i < w->count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s'%.60s'", used ? ", " : "", w->maps[i].name);
    }
    return cr_fail(w->reader, CAROM_STATUS_NOT_FOUND, root, "there is no level '%.100s'; there are %s",
                   w->reader->options.level, list[0] ? list : "none");
}

static bool take_properties(cr_reader *reader, const cr_node *root) {
    cr_property_list list = {.reader = reader};
    bool added = cr_add_properties(&list, root);
    return cr_take_properties(&list, &reader->map->contents.properties) && added;
}

static bool read_maps(world_reader *world, const cr_node *root) {
    cr_reader *reader = world->reader;
    bool wanted = false;
    reader->map->info.format = "Tiled world";
    if (!cr_check_properties(reader, root)) return false;
    if (reader->options.contents && !take_properties(reader, root)) return false;
    if (!list_maps(world, root)) return false;
    for (size_t i = 0; i < world->count; i++) {
        wanted |= world->maps[i].wanted;
        if (world->maps[i].wanted && !read_placed_map(world, &world->maps[i])) return false;
    }
    if (reader->options.level && !wanted) return fail_without_map(world, root);
    for (size_t i = 0; i < world->count && reader->options.contents; i++)
        if (world->maps[i].level >= 0 && !add_neighbours_of(world, &world->maps[i])) return false;
    return reader->error.status == CAROM_STATUS_OK;
}

bool cr_read_tiled_world(cr_reader *reader, const cr_node *root) {
    world_reader w = {.reader = reader};
    bool read = read_maps(&w, root);
    cr_array_free(&w.files, reader->scratch.allocator, sizeof(const char *));
    return read;
}
