// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world places maps: the position of a map is the offset of its outermost layers. Everything is rounded to float
// once, after that offset, so walls that continue in the next map share their vertices. Tilesets and templates are read
// once.
#include "io/tiled_world.h"

#include "io/contents.h"
#include "io/file.h"
#include "io/path.h"
#include "io/tiled_read.h"

#include <stdio.h>
#include <string.h>

/// A map of the world.
typedef struct placed_map {
    const cr_node *node;
    const char *file, *name; // as in the world; without folders and the ending
    carom_box bounds;        // in the world
    bool has_bounds;         // false if neither the world nor the map says how large it is
    bool wanted;
    int level; // index of its level; -1: not read
} placed_map;

typedef struct world_reader {
    cr_reader *reader;
    placed_map *maps;
    size_t count;
    int read;
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

static bool list_map(world_reader *w, const cr_node *node) {
    cr_reader *reader = w->reader;
    placed_map *map = &w->maps[w->count++];
    reader->at = node;
    *map = (placed_map){.node = node, .file = cr_get_text(reader, node, "fileName", ""), .level = -1};
    map->name = name_of_file(reader, map->file);
    double x = cr_get_number(reader, node, "x", 0), y = cr_get_number(reader, node, "y", 0);
    double width = cr_get_number(reader, node, "width", 0), height = cr_get_number(reader, node, "height", 0);
    map->has_bounds = width > 0 && height > 0;
    map->bounds = moved_box((carom_box){{0, 0}, {(float)width, (float)height}}, x, y);
    const char *selected = reader->options.level;
    map->wanted = !selected || (map->name && (strcmp(selected, map->name) == 0 || strcmp(selected, map->file) == 0));
    return reader->error.status == CAROM_STATUS_OK && cr_count_steps(reader, strlen(map->file) + 8);
}

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
    double x = cr_get_number(reader, node, "x", 0), y = cr_get_number(reader, node, "y", 0);
    reader->place_x = reader->options.level ? 0 : x;
    reader->place_y = reader->options.level ? 0 : y;
    reader->place_name = map->name;
    carom_map_properties properties = {0};
    if (!cr_read_tiled_map(reader, root, &properties)) return false;
    carom_box bounds = reader->place_bounds;
    map->level = w->read++;
    map->bounds = moved_box(bounds, x - reader->place_x, y - reader->place_y);
    map->has_bounds = true;
    return !reader->options.contents || add_level(w, map, bounds, &properties);
}

// ---- Neighbours -----------------------------------------------------------------------------------------------------

static bool are_neighbours(const placed_map *a, const placed_map *b) {
    return a != b && a->has_bounds && b->has_bounds && a->bounds.min.x <= b->bounds.max.x &&
           b->bounds.min.x <= a->bounds.max.x && a->bounds.min.y <= b->bounds.max.y &&
           b->bounds.min.y <= a->bounds.max.y;
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
    cr_children each = cr_children_of(root, "", "maps");
    while (cr_children_next(&each)) count++;
    w->maps = cr_count_steps(w->reader, 8 * count) ? cr_scratch_memory(w->reader, count, sizeof *w->maps) : NULL;
    each = cr_children_of(root, "", "maps");
    for (const cr_node *node; w->maps && (node = cr_children_next(&each));)
        if (!list_map(w, node)) return false;
    return w->maps != NULL;
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

bool cr_read_tiled_world(cr_reader *reader, const cr_node *root) {
    world_reader w = {.reader = reader};
    bool wanted = false;
    reader->map->info.format = "Tiled world";
    if (reader->options.contents && !take_properties(reader, root)) return false;
    if (!list_maps(&w, root)) return false;
    for (size_t i = 0; i < w.count; i++) {
        wanted |= w.maps[i].wanted;
        if (w.maps[i].wanted && !read_placed_map(&w, &w.maps[i])) return false;
    }
    if (reader->options.level && !wanted) return fail_without_map(&w, root);
    for (size_t i = 0; i < w.count && reader->options.contents; i++)
        if (w.maps[i].level >= 0 && !add_neighbours_of(&w, &w.maps[i])) return false;
    const cr_node *patterns = cr_get(root, "patterns");
    if (patterns && patterns->first)
        cr_note(reader, "world", "its patterns are left out: only maps that it lists by name are read");
    return reader->error.status == CAROM_STATUS_OK;
}
