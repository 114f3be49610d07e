// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The objects of a layer or tile. One made from a template is what the template is, with what it says itself on top.
#include "io/file.h"
#include "io/tiled_read.h"

#include <string.h>

typedef struct cr_template_file {
    const char *path;
    bool reading; // a file that is named again before it is read names itself in the end
    cr_object object;
    struct cr_template_file *next;
} cr_template_file;

const char *cr_read_type(cr_reader *reader, const cr_node *node) {
    const char *type = cr_get_text(reader, node, "class", "");
    return type[0] ? type : cr_get_text(reader, node, "type", "");
}

bool cr_fail_circle(cr_reader *reader, const cr_node *at, const char *path) {
    return cr_fail(reader, CAROM_BAD_FILE, at, "tilesets and templates in a circle: %.80s -> ... -> %.80s -> %.80s",
                   path, cr_doc_path(at), path);
}

static bool read_object(cr_tiled_reader *tiled, const cr_node *node, cr_object *object);

static size_t count_points(const cr_node *shape) {
    size_t count = 0;
    if (!cr_is_xml(shape)) {
        for (const cr_node *point = shape->first; point; point = point->next) count++;
        return count;
    }
    const cr_node *text = cr_get(shape, "points");
    for (size_t i = 0; text && i < text->length; i++) count += text->text[i] == ',';
    return count;
}

static bool read_point_list(cr_reader *reader, const cr_node *shape, cr_point *points, size_t count) {
    const cr_node *item = shape->first;
    for (size_t i = 0; i < count; i++, item = item->next) {
        points[i].x = cr_get_number(reader, item, "x", 0);
        points[i].y = cr_get_number(reader, item, "y", 0);
    }
    return reader->error.status == CAROM_OK;
}

// "0,0 16,0 16,-8.5"
static bool read_point_text(cr_reader *reader, const cr_node *shape, cr_point *points, size_t count) {
    static const char blanks[] = " \t\r\n";
    const cr_node *list = cr_get(shape, "points");
    const char *text = list ? list->text : "";
    for (size_t i = 0; i < count; i++) {
        text += strspn(text, blanks);
        size_t x = strcspn(text, ", \t\r\n"), y = text[x] == ',' ? strcspn(text + x + 1, ", \t\r\n") : 0;
        if (y == 0) return cr_fail(reader, CAROM_BAD_FILE, shape, "point %zu is not two numbers with a comma", i);
        if (!cr_to_number(reader, shape, "points", text, x, &points[i].x)) return false;
        if (!cr_to_number(reader, shape, "points", text + x + 1, y, &points[i].y)) return false;
        text += x + 1 + y;
    }
    text += strspn(text, blanks);
    return *text == 0 || cr_fail(reader, CAROM_BAD_FILE, shape, "the list of points goes on with '%.20s'", text);
}

static bool read_points(cr_reader *reader, const cr_node *shape, cr_object *object) {
    size_t count = count_points(shape), limit = reader->options.limits.points;
    if (count > limit) return cr_fail(reader, CAROM_TOO_LARGE, shape, "%zu points, limit %zu", count, limit);
    cr_point *points = cr_scratch(reader, count, sizeof *points);
    if (!points) return false;
    object->points = points;
    object->points_count = (int)count;
    return cr_is_xml(shape) ? read_point_text(reader, shape, points, count)
                            : read_point_list(reader, shape, points, count);
}

// What an object is drawn as; one made from a template stays what the template is unless it says otherwise.
static bool read_form(cr_reader *reader, const cr_node *node, cr_object *object) {
    static const struct {
        const char *name;
        cr_form form;
    } forms[] = {{"ellipse", CR_ELLIPSE}, {"capsule", CR_CAPSULE},   {"point", CR_POINT},
                 {"polygon", CR_POLYGON}, {"polyline", CR_POLYLINE}, {"text", CR_LABEL}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const cr_node *found = cr_get(node, forms[i].name);
        if (!found || (found->kind == CR_BOOL && found->number == 0)) continue;
        object->form = forms[i].form;
        bool list = object->form == CR_POLYGON || object->form == CR_POLYLINE;
        return !list || read_points(reader, found, object);
    }
    return true;
}

// What a template file holds. A gid in it counts from its own tileset, never from those of the map.
static bool read_template_file(cr_tiled_reader *tiled, const cr_node *root, const cr_node *at, cr_object *object) {
    cr_reader *reader = tiled->reader;
    const cr_node *node = cr_get(root, "object"), *tileset = cr_get(root, "tileset");
    if (!node) return cr_fail(reader, CAROM_BAD_FILE, root, "not a template: it has no object");
    if (cr_get(node, "template"))
        return cr_fail(reader, CAROM_BAD_FILE, node, "%.80s -> %.80s -> %.60s: a template made from a template",
                       cr_doc_path(at), cr_doc_path(root), cr_get_text(reader, node, "template", ""));
    cr_tileset_use use = {0};
    if (cr_get(node, "gid") && tileset && !cr_read_tileset_use(tiled, tileset, &use)) return false;
    cr_tiled *map = tiled->map, own = {.tilesets = &use, .tilesets_count = use.tileset ? 1 : 0};
    tiled->map = &own;
    bool read = read_object(tiled, node, object);
    tiled->map = map;
    return read;
}

static bool read_template(cr_tiled_reader *tiled, const cr_node *at, const char *path, cr_object *object) {
    for (const cr_template_file *known = tiled->templates; known; known = known->next) {
        if (strcmp(known->path, path) != 0) continue;
        *object = known->object;
        return !known->reading || cr_fail_circle(tiled->reader, at, path);
    }
    cr_template_file *file = cr_scratch(tiled->reader, 1, sizeof *file);
    if (!file) return false;
    *file = (cr_template_file){.path = path, .reading = true, .next = tiled->templates};
    tiled->templates = file;
    const cr_node *root = cr_open_external(tiled->reader, at, path);
    if (!root || !read_template_file(tiled, root, at, &file->object)) return false;
    file->reading = false;
    *object = file->object;
    return true;
}

static bool read_object(cr_tiled_reader *tiled, const cr_node *node, cr_object *object) {
    cr_reader *reader = tiled->reader;
    *object = (cr_object){.name = "", .type = "", .visible = true};
    const char *name = cr_get_text(reader, node, "template", NULL);
    if (name) {
        const char *path = cr_resolve(reader, node, cr_doc_path(node), name);
        if (!path || !read_template(tiled, node, path, object)) return false;
    }
    object->node = node;
    object->name = cr_get_text(reader, node, "name", object->name);
    const char *type = cr_read_type(reader, node);
    if (type[0]) object->type = type;
    object->id = (int)cr_get_integer(reader, node, "id", 0, INT32_MAX, 0);
    object->x = cr_get_number(reader, node, "x", object->x);
    object->y = cr_get_number(reader, node, "y", object->y);
    object->width = cr_get_number(reader, node, "width", object->width);
    object->height = cr_get_number(reader, node, "height", object->height);
    object->rotation = cr_get_number(reader, node, "rotation", object->rotation);
    object->visible = cr_get_bool(reader, node, "visible", object->visible);
    object->mark = cr_mark_over(object->mark, cr_read_mark(reader, node, type, NULL));
    if (cr_get(node, "gid")) {
        uint32_t gid = (uint32_t)cr_get_integer(reader, node, "gid", 1, UINT32_MAX, 0);
        object->form = CR_TILE;
        const char *wrong = cr_find_tile(tiled->map->tilesets, tiled->map->tilesets_count, gid, &object->tile);
        if (cr_plain_gid(gid) == 0) wrong = "is no tile";
        if (wrong) cr_fail(reader, CAROM_BAD_FILE, node, "gid %u %s", cr_plain_gid(gid), wrong);
    }
    return read_form(reader, node, object) && cr_is_well(tiled);
}

bool cr_read_objects(cr_tiled_reader *tiled, const cr_node *node, const cr_object **out) {
    cr_object first = {0}, *last = &first;
    cr_each each = cr_each_of(node, "object", "objects");
    for (const cr_node *item; (item = cr_each_next(&each));) {
        last->next = cr_scratch(tiled->reader, 1, sizeof *last);
        if (!last->next || !read_object(tiled, item, last->next)) return false;
        last = last->next;
    }
    *out = first.next;
    return true;
}
