// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Objects of a layer or tile. An instance of a template starts with the fields of the template and overrides them.
#include "io/file.h"
#include "io/tiled_read.h"

#include <string.h>

const char *cr_read_type(cr_reader *reader, const cr_node *node) {
    const char *type = cr_get_text(reader, node, "class", "");
    return type[0] ? type : cr_get_text(reader, node, "type", "");
}

// In JSON, `type` is the kind. Files of old versions have no type.
bool cr_expect_kind(cr_reader *reader, const cr_node *root, const char *kind) {
    const char *found = cr_is_xml(root) ? root->name : cr_get_text(reader, root, "type", "");
    if (!found[0] && strcmp(kind, "map") != 0 && cr_get(root, "layers")) found = "map";
    if (!found[0] || strcmp(found, kind) == 0) return reader->error.status == CAROM_STATUS_OK;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, root, "the file is a <%.40s>, a <%s> is expected", found, kind);
}

bool cr_fail_cycle(cr_reader *reader, const cr_node *at, const char *path) {
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, at,
                   "tilesets and templates form a cycle: %.300s -> ... -> %.300s -> %.300s", path, cr_doc_path(at),
                   path);
}

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
    return reader->error.status == CAROM_STATUS_OK;
}

// Reads "0,0 16,0 16,-8.5".
static bool read_point_text(cr_reader *reader, const cr_node *shape, cr_point *points, size_t count) {
    static const char blanks[] = " \t\r\n";
    const cr_node *list = cr_get(shape, "points");
    const char *text = list ? list->text : "";
    for (size_t i = 0; i < count; i++) {
        text += strspn(text, blanks);
        size_t x = strcspn(text, ", \t\r\n"), y = text[x] == ',' ? strcspn(text + x + 1, ", \t\r\n") : 0;
        if (y == 0)
            return cr_fail(reader, CAROM_STATUS_BAD_FILE, shape, "point %zu is not two numbers separated by a comma",
                           i);
        if (!cr_to_number(reader, shape, "points", text, x, &points[i].x)) return false;
        if (!cr_to_number(reader, shape, "points", text + x + 1, y, &points[i].y)) return false;
        text += x + 1 + y;
    }
    text += strspn(text, blanks);
    if (*text == 0) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, shape, "unexpected text after the list of points: '%.20s'", text);
}

static void measure_points(cr_object *object) {
    const cr_point *points = object->points;
    for (int i = 0; i < object->points_count; i++) {
        if (i == 0) object->min = object->max = points[0];
        if (points[i].x < object->min.x) object->min.x = points[i].x;
        if (points[i].y < object->min.y) object->min.y = points[i].y;
        if (points[i].x > object->max.x) object->max.x = points[i].x;
        if (points[i].y > object->max.y) object->max.y = points[i].y;
    }
}

static bool read_points(cr_reader *reader, const cr_node *shape, cr_object *object) {
    size_t count = count_points(shape), limit = reader->options.limits.points;
    if (count > limit) return cr_fail(reader, CAROM_STATUS_TOO_LARGE, shape, "%zu points, limit %zu", count, limit);
    cr_point *points = cr_scratch_memory(reader, count, sizeof *points);
    if (!points) return false;
    object->points = points;
    object->points_count = (int)count;
    bool read = cr_is_xml(shape) ? read_point_text(reader, shape, points, count)
                                 : read_point_list(reader, shape, points, count);
    if (read) measure_points(object);
    return read;
}

// Reads the form of an object. Without one, an instance of a template keeps the form of the template.
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

// Ids are only passed on, so an invalid one is not an error.
static int read_id(cr_tiled_reader *tiled, const cr_node *node) {
    const cr_node *id = cr_get(node, "id");
    int64_t value = 0;
    if (!id || cr_as_integer(id, 0, INT32_MAX, &value)) return (int)value;
    tiled->invalid_ids++;
    return 0;
}

bool cr_read_object(cr_tiled_reader *tiled, const cr_node *node, cr_object *object) {
    cr_reader *reader = tiled->reader;
    *object = (cr_object){.name = "", .type = "", .visible = true};
    if (!cr_count_steps(reader, 8)) return false;
    const char *name = cr_get_text(reader, node, "template", NULL);
    if (name) {
        const char *path = cr_resolve(reader, node, cr_doc_path(node), name);
        if (!path || !tiled->read_template(tiled, node, path, object)) return false;
    }
    object->base = object->node;
    object->node = node;
    object->name = cr_get_text(reader, node, "name", object->name);
    const char *type = cr_read_type(reader, node);
    if (type[0]) object->type = type;
    object->id = read_id(tiled, node);
    object->x = cr_get_number(reader, node, "x", object->x);
    object->y = cr_get_number(reader, node, "y", object->y);
    object->width = cr_get_number(reader, node, "width", object->width);
    object->height = cr_get_number(reader, node, "height", object->height);
    object->rotation = cr_get_number(reader, node, "rotation", object->rotation);
    object->visible = cr_get_bool(reader, node, "visible", object->visible);
    int properties;
    const cr_mark_subject subject = {CR_OF_OBJECT, cr_get_text(reader, node, "name", ""), type};
    object->mark = cr_override_mark(object->mark, cr_read_mark(reader, node, subject, &properties));
    object->properties += properties;
    if (cr_get(node, "gid")) {
        uint32_t gid = (uint32_t)cr_get_integer(reader, node, "gid", 1, UINT32_MAX, 0);
        object->form = CR_TILE_OBJECT;
        const char *wrong = cr_find_tile(tiled->map->tilesets, tiled->map->tilesets_count, gid, &object->tile);
        if (cr_plain_gid(gid) == 0) wrong = "is not a tile";
        if (wrong) cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "gid %u %s", cr_plain_gid(gid), wrong);
    }
    return read_form(reader, node, object) && cr_no_error(tiled);
}

bool cr_read_objects(cr_tiled_reader *tiled, const cr_node *node, const cr_object **out) {
    cr_object first = {0}, *last = &first;
    if (!cr_check_list(tiled->reader, node, "objects")) return false;
    cr_children each = cr_children_of(node, "object", "objects");
    for (const cr_node *item; (item = cr_children_next(&each));) {
        last->next = cr_scratch_memory(tiled->reader, 1, sizeof *last);
        if (!last->next || !cr_read_object(tiled, item, last->next)) return false;
        last = last->next;
    }
    *out = first.next;
    return true;
}
