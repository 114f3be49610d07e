// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Templates of Tiled: a file with one object, and the tileset that its gid refers to.
#include "io/file.h"
#include "io/tiled_read.h"

#include <string.h>

typedef struct cr_template_file {
    const char *path;
    bool reading; // true while the file is read; a reference to it then is a cycle
    cr_object object;
    struct cr_template_file *next;
} cr_template_file;

// Reads the object of a template file. Its gid refers to the tileset of the template, not to those of the map.
static bool read_template_file(cr_tiled_reader *tiled, const cr_node *root, const cr_node *at, cr_object *object) {
    cr_reader *reader = tiled->reader;
    if (!cr_expect_kind(reader, root, "template")) return false;
    const cr_node *node = cr_get(root, "object"), *tileset = cr_get(root, "tileset");
    if (!node) return cr_fail(reader, CAROM_STATUS_BAD_FILE, root, "not a template: it has no object");
    if (cr_get(node, "template"))
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, node,
                       "%.300s -> %.300s -> %.200s: a template made from a template", cr_doc_path(at),
                       cr_doc_path(root), cr_get_text(reader, node, "template", ""));
    cr_tileset_use use = {0};
    if (cr_get(node, "gid") && tileset && !cr_read_tileset_use(tiled, tileset, &use)) return false;
    cr_tiled *map = tiled->map, own = {.tilesets = &use, .tilesets_count = use.tileset ? 1 : 0};
    tiled->map = &own;
    bool read = cr_read_object(tiled, node, object);
    tiled->map = map;
    return read;
}

bool cr_read_template(cr_tiled_reader *tiled, const cr_node *at, const char *path, cr_object *object) {
    for (const cr_template_file *known = tiled->reader->templates; known; known = known->next) {
        if (!cr_count_steps(tiled->reader, 1)) return false;
        if (strcmp(known->path, path) != 0) continue;
        *object = known->object;
        if (known->reading) return cr_fail_cycle(tiled->reader, at, path);
        return true;
    }
    cr_template_file *file = cr_scratch_memory(tiled->reader, 1, sizeof *file);
    if (!file) return false;
    *file = (cr_template_file){.path = path, .reading = true, .next = tiled->reader->templates};
    tiled->reader->templates = file;
    const cr_node *root = cr_open_external(tiled->reader, at, path);
    if (!root &&
        cr_note_missing_file(tiled->reader, "template", path, "objects made from it keep only their own fields"))
        file->object = (cr_object){.name = "", .type = "", .visible = true};
    else if (!root || !read_template_file(tiled, root, at, &file->object))
        return false;
    file->reading = false;
    *object = file->object;
    return true;
}
