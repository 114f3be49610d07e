// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiled writes only the members of a class whose value differs from the default. The defaults are in the file of the
// project, which no map names. Tiled opens it first, and so does this reader.
#include "io/types.h"

#include "io/file.h"
#include "io/root.h"

#include <stdlib.h>
#include <string.h>

static int compare_types(const void *left, const void *right) {
    const cr_type *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

// The object types of a file: elements in XML, an array in JSON.
static cr_children object_types_of(const cr_node *root) {
    if (!root || cr_is_xml(root)) return cr_children_of(root, "objecttype", "");
    return (cr_children){root->kind == CR_ARRAY ? root->first : NULL, NULL};
}

static size_t count_children(cr_children each) {
    size_t count = 0;
    while (cr_children_next(&each)) count++;
    return count;
}

static void add_type(cr_reader *reader, const cr_node *node, bool is_class) {
    cr_type *type = &reader->types[reader->types_count];
    *type = (cr_type){cr_get_text(reader, node, "name", ""), node, is_class, reader->types_count};
    reader->types_count++;
}

// `objects` has the object types; null if there are none.
static bool list_types(cr_reader *reader, const cr_node *project, const cr_node *objects) {
    size_t count =
        count_children(cr_children_of(project, "", "propertyTypes")) + count_children(object_types_of(objects));
    reader->types = cr_count_steps(reader, 8 * count) ? cr_scratch_memory(reader, count, sizeof *reader->types) : NULL;
    reader->types_count = 0;
    if (!reader->types) return false;
    cr_children each = cr_children_of(project, "", "propertyTypes");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        const char *kind = cr_get_text(reader, node, "type", "");
        bool is_class = strcmp(kind, "class") == 0;
        if (node->kind == CR_OBJECT && (is_class || strcmp(kind, "enum") == 0)) add_type(reader, node, is_class);
    }
    each = object_types_of(objects);
    for (const cr_node *node; (node = cr_children_next(&each));)
        if (cr_is_xml(node) || node->kind == CR_OBJECT) add_type(reader, node, true);
    return reader->error.status == CAROM_STATUS_OK;
}

// Returns the file with object types that a project names; null without one.
static const cr_node *open_object_types(cr_reader *reader, const cr_node *project) {
    const char *name = cr_get_text(reader, project, "objectTypesFile", "");
    if (!name[0]) return NULL;
    const char *path = cr_resolve(reader, project, cr_doc_path(project), name);
    const cr_node *root = path ? cr_open_external(reader, project, path) : NULL;
    if (path && !root) cr_note_missing_file(reader, "object types", path, "the defaults of its classes are left out");
    return root;
}

// Returns null after a failure, and without a project.
static const cr_node *open_project(cr_reader *reader, const char *path) {
    if (reader->options.project) return cr_open_map(reader, reader->options.project);
    const char *project = cr_find_project(reader, path);
    return project ? cr_open_in_root(reader, project) : NULL;
}

bool cr_read_types(cr_reader *reader, const char *path) {
    const char *file = reader->file;
    const cr_node *location = reader->at;
    const cr_node *project = open_project(reader, path);
    const cr_node *objects = project ? open_object_types(reader, project) : NULL;
    if (project && reader->error.status == CAROM_STATUS_OK) list_types(reader, project, objects);
    const carom_error error = reader->error;
    bool unreadable = error.status == CAROM_STATUS_BAD_FILE || error.status == CAROM_STATUS_NOT_FOUND;
    if (unreadable && !reader->options.project) {
        reader->types_count = 0;
        reader->error = (carom_error){.status = CAROM_STATUS_OK};
        const char *where = cr_text(reader, &reader->map->arena, "project '%s'", error.where);
        if (where) cr_note(reader, where, "left out, with the defaults of its classes: %s", error.message);
    }
    reader->file = file;
    reader->at = location;
    if (reader->types_count > 0) qsort(reader->types, reader->types_count, sizeof *reader->types, compare_types);
    return reader->error.status == CAROM_STATUS_OK;
}

static bool is_for_use(cr_reader *reader, const cr_node *type, const char *use) {
    const cr_node *uses = cr_get(type, "useAs"); // since Tiled 1.9.1; before, a class had all uses
    if (!uses || uses->kind != CR_ARRAY) return !uses;
    for (const cr_node *item = uses->first; item && cr_count_steps(reader, 1); item = item->next)
        if (item->kind == CR_TEXT && strcmp(item->text, use) == 0) return true;
    return false;
}

const cr_node *cr_class_of(cr_reader *reader, const char *name, const char *use) {
    if (!name[0]) return NULL;
    size_t low = 0, count = reader->types_count;
    for (size_t high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(reader->types[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && strcmp(reader->types[low].name, name) == 0 && cr_count_steps(reader, 1); low++)
        if (reader->types[low].is_class && is_for_use(reader, reader->types[low].node, use))
            return reader->types[low].node;
    return NULL;
}

cr_children cr_members_of(const cr_node *type) {
    if (cr_is_xml(type)) return cr_children_of(type, "property", "");
    return cr_children_of(type, "", cr_get(type, "members") ? "members" : "properties");
}

const cr_node *cr_member_default(const cr_node *member) {
    const cr_node *value = cr_get(member, "value");
    return value ? value : cr_get(member, "default");
}

const cr_node *cr_member_of(cr_reader *reader, const cr_node *type, const char *name) {
    cr_children each = cr_members_of(type);
    for (const cr_node *member; (member = cr_children_next(&each)) && cr_count_steps(reader, 1);)
        if (strcmp(cr_get_text(reader, member, "name", ""), name) == 0) return member;
    return NULL;
}

const char *cr_member_type(cr_reader *reader, const cr_node *member) {
    const char *type = cr_get_text(reader, member, "propertyType", "");
    return type[0] ? type : cr_get_text(reader, member, "type", "string");
}
