// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The folder of the map alone would be too narrow as a root: a map of a project typically names files in sibling
// folders (maps/a.tmx names ../tilesets/b.tsx).
#include "io/root.h"

#include "io/disk.h"
#include "io/path.h"

#include <string.h>

enum { ROOT_LEVELS_UP = 4 }; // above the folder of the map

static char *copy_path(cr_reader *reader, const char *path) {
    return cr_join_path(reader, "", 0, path);
}

const char *cr_full_path(cr_reader *reader, const char *path) {
    const char *current_folder = reader->current_folder;
    return current_folder && path[0] != '/' ? cr_join_path(reader, current_folder, strlen(current_folder), path) : path;
}

// Returns the nearest folder, from `folder` upwards, that contains a Tiled project; null if there is none. Writes the
// name of the project.
static char *find_project(cr_reader *reader, const char *folder, char name[CR_DISK_PATH]) {
    if (!reader->current_folder) return NULL;
    char *project = copy_path(reader, folder);
    while (project && !cr_disk_find(project, ".tiled-project", name))
        if (!cr_parent_folder(project)) return NULL;
    return project;
}

const char *cr_find_project(cr_reader *reader, const char *path) {
    char name[CR_DISK_PATH];
    const char *folder = cr_join_path(reader, path, cr_folder_length(path), "");
    if (folder) folder = cr_full_path(reader, folder);
    if (folder) folder = find_project(reader, folder, name);
    if (!folder || !cr_is_in_folder(folder, reader->root)) return NULL;
    size_t length = strlen(folder);
    char *with_slash = cr_scratch_memory(reader, length + 2, 1);
    if (!with_slash) return NULL;
    memcpy(with_slash, folder, length);
    with_slash[length] = '/';
    return cr_join_path(reader, with_slash, length + 1, name);
}

// Returns the folder ROOT_LEVELS_UP levels above, or "/". A relative path continues with "..".
static const char *several_levels_up(cr_reader *reader, const char *folder) {
    char *above = copy_path(reader, folder);
    for (int i = 0; i < ROOT_LEVELS_UP && above; i++) {
        if (cr_parent_folder(above) || above[0] == '/') continue;
        above = cr_join_path(reader, "..", 2, above);
    }
    return above;
}

static const char *default_root(cr_reader *reader, const char *folder) {
    char name[CR_DISK_PATH];
    const char *project = find_project(reader, folder, name);
    if (project || reader->error.status != CAROM_STATUS_OK) return project;
    const char *above = several_levels_up(reader, folder), *current_folder = cr_full_path(reader, "");
    bool wider =
        above && current_folder && cr_is_in_folder(folder, current_folder) && cr_is_in_folder(above, current_folder);
    return wider ? current_folder : above;
}

static bool check_root(cr_reader *reader, const char *root) {
    const char *fault = cr_disk_folder_fault(root);
    if (!fault) return true;
    return cr_fail(reader, CAROM_STATUS_NOT_FOUND, NULL,
                   "the root folder '%.800s' cannot be read: %s; pass another --root, or leave it out", root, fault);
}

bool cr_set_root(cr_reader *reader, const char *path) {
    char current_folder[CR_DISK_PATH];
    if (!reader->options.files && cr_disk_current_folder(current_folder))
        reader->current_folder = copy_path(reader, current_folder);
    const char *named = reader->options.root;
    const char *folder = cr_join_path(reader, path, cr_folder_length(path), "");
    const char *root = named ? copy_path(reader, named) : folder;
    if (root) root = cr_full_path(reader, root);
    if (root && !named) root = default_root(reader, root);
    reader->root = root;
    return reader->error.status == CAROM_STATUS_OK && (!named || reader->options.files || check_root(reader, root));
}

// Returns the nearest folder that contains both.
static const char *common_folder(cr_reader *reader, const char *path, const char *folder) {
    char *above = copy_path(reader, folder);
    while (above && !cr_is_in_folder(path, above))
        if (!cr_parent_folder(above)) return NULL;
    return above;
}

bool cr_check_in_root(cr_reader *reader, const cr_node *at, const char *name, const char *path) {
    const char *full = cr_full_path(reader, path);
    if (!full || cr_is_in_folder(full, reader->root)) return full != NULL;
    const char *both = common_folder(reader, full, reader->root);
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, at, "'%s' is %s, outside of the root folder '%s'; %s%s", name, full,
                   reader->root[0] ? reader->root : ".", both ? "if it is to be read, pass --root " : "move it there",
                   both && both[0] ? both
                   : both          ? "."
                                   : "");
}
