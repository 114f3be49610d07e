// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Properties are flattened: a name, a type and a text for each value. The depth of the document bounds the recursion.
#include "io/contents.h"

#include "io/number.h"
#include "io/path.h"
#include "io/types.h"

#include <stdio.h>
#include <string.h>

// ---- Values ---------------------------------------------------------------------------------------------------------

// Writes the shortest of 15 to 17 digits that reads back to the same double, with a point in every locale.
static const char *number_text(cr_reader *reader, double value) {
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        double back;
        for (char *c = text; *c; c++)
            if (*c == ',') *c = '.';
        if (cr_parse_number(text, strlen(text), &back) && back == value) break;
    }
    return cr_text(reader, &reader->map->arena, "%s", text);
}

static double number_of(const char *text) {
    double value;
    if (strcmp(text, "true") == 0) return 1;
    return cr_parse_number(text, strlen(text), &value) ? value : 0;
}

// `name` and `type` live as long as the map. Returns false if a text is null, because memory has run out.
static bool append_property(cr_property_list *list, const char *name, const char *type, const char *text) {
    cr_reader *reader = list->reader;
    if (!name || !type || !text || !cr_count_steps(reader, 8)) return false;
    carom_map_property *added = cr_array_add(&list->items, reader->scratch.allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = (carom_map_property){name, type, text, number_of(text)};
    return true;
}

static bool append_number_property(cr_property_list *list, const char *name, const char *type, double value) {
    return append_property(list, name, type, number_text(list->reader, value));
}

static const char *type_of_value(const cr_node *value) {
    return value->kind == CR_BOOL ? "bool" : value->kind == CR_NUMBER ? "float" : "string";
}

static bool add_value(cr_property_list *list, const cr_node *class, const char *name, const char *type,
                      const cr_node *value);

// The class of a member or property of Tiled; null if it has none, or no definition.
static const cr_node *class_of_member(cr_reader *reader, const cr_node *member, const char *attribute) {
    return member ? cr_class_of(reader, cr_get_text(reader, member, attribute, ""), "property") : NULL;
}

// `class` has the types of the members; null if they are unknown.
static bool add_members(cr_property_list *list, const cr_node *class, const char *name, const cr_node *value) {
    cr_reader *reader = list->reader;
    int i = 0;
    for (const cr_node *item = value->first; item; item = item->next, i++) {
        if (!cr_count_steps(reader, strlen(name) + 8)) return false;
        const char *path = item->name ? cr_text(reader, &reader->map->arena, "%s.%s", name, item->name)
                                      : cr_text(reader, &reader->map->arena, "%s[%d]", name, i);
        const cr_node *member = class && item->name ? cr_member_of(reader, class, item->name) : NULL;
        const char *type = member ? cr_copy_text(reader, cr_member_type(reader, member)) : type_of_value(item);
        const cr_node *inner = class_of_member(reader, member, "propertyType");
        if (!add_value(list, inner, path, type, item)) return false;
    }
    return true;
}

static bool add_numbers(cr_property_list *list, const char *name, const cr_node *value) {
    for (size_t i = 0; i < value->count; i++) {
        if (!cr_count_steps(list->reader, strlen(name))) return false;
        const char *path = cr_text(list->reader, &list->reader->map->arena, "%s[%zu]", name, i);
        if (!append_number_property(list, path, "float", value->values[i])) return false;
    }
    return true;
}

// `name` and `type` live as long as the map. `class` is as for add_members.
static bool add_value(cr_property_list *list, const cr_node *class, const char *name, const char *type,
                      const cr_node *value) {
    const cr_node_kind kind = value ? (cr_node_kind)value->kind : CR_NULL;
    if (kind == CR_BOOL) return append_property(list, name, type, value->number != 0 ? "true" : "false");
    if (kind == CR_NUMBER) return append_number_property(list, name, type, value->number);
    if (kind == CR_TEXT) return append_property(list, name, type, cr_copy_text(list->reader, value->text));
    if (!append_property(list, name, type, "")) return false;
    if (kind == CR_NUMBER_LIST) return add_numbers(list, name, value);
    return kind == CR_NULL || add_members(list, class, name, value);
}

bool cr_add_property(cr_property_list *list, const char *name, const char *type, const cr_node *value) {
    name = cr_copy_text(list->reader, name);
    type = cr_copy_text(list->reader, type);
    return add_value(list, NULL, name, type, value);
}

// ---- Defaults of the classes of Tiled -------------------------------------------------------------------------------

static bool add_defaults(cr_property_list *list, const cr_node *class, const char *around);

// Adds a property of a class, with the defaults of its members and the members that `value` sets.
static bool add_class_value(cr_property_list *list, const cr_node *class, const char *name, const char *type,
                            const cr_node *value) {
    if (!append_property(list, name, type, "") || !add_defaults(list, class, name)) return false;
    return !value || value->kind != CR_OBJECT || add_members(list, class, name, value);
}

// Adds the members of a class with their defaults. `around` is the path of the property; "" for the class of an object.
static bool add_defaults(cr_property_list *list, const cr_node *class, const char *around) {
    cr_reader *reader = list->reader;
    if (list->depth >= reader->options.limits.depth)
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, class, "the class '%.100s' contains itself",
                       cr_get_text(reader, class, "name", ""));
    list->depth++;
    bool added = true;
    cr_children each = cr_members_of(class);
    for (const cr_node *member; added && (member = cr_children_next(&each));) {
        const char *key = cr_get_text(reader, member, "name", "");
        if (!cr_count_steps(reader, strlen(around) + 8)) return false;
        const char *name =
            around[0] ? cr_text(reader, &reader->map->arena, "%s.%s", around, key) : cr_copy_text(reader, key);
        const char *type = cr_copy_text(reader, cr_member_type(reader, member));
        const cr_node *value = cr_member_default(member), *inner = class_of_member(reader, member, "propertyType");
        added = inner ? add_class_value(list, inner, name, type, value) : add_value(list, NULL, name, type, value);
    }
    list->depth--;
    return added && reader->error.status == CAROM_STATUS_OK;
}

bool cr_add_members(cr_property_list *list, const cr_node *class) {
    return add_defaults(list, class, "");
}

bool cr_add_class_defaults(cr_property_list *list, const char *name, const char *use) {
    const cr_node *class = cr_class_of(list->reader, name, use);
    return class ? add_defaults(list, class, "") : list->reader->error.status == CAROM_STATUS_OK;
}

// ---- Properties of Tiled --------------------------------------------------------------------------------------------

static bool add_xml_properties(cr_property_list *list, const char *around, const cr_node *properties);

// The value is an attribute, or the text of the element if it has several lines; a class has members instead.
static bool add_xml_property(cr_property_list *list, const char *around, const cr_node *property) {
    cr_reader *reader = list->reader;
    const char *name = cr_get_text(reader, property, "name", "");
    const char *class_name = cr_get_text(reader, property, "propertytype", "");
    const char *type = class_name[0] ? class_name : cr_get_text(reader, property, "type", "string");
    const cr_node *value = cr_get(property, "value"), *members = cr_get(property, "properties");
    const char *text = value ? value->text : members ? "" : property->text;
    if (!cr_count_steps(reader, strlen(around))) return false;
    name = around[0] ? cr_text(reader, &reader->map->arena, "%s.%s", around, name) : cr_copy_text(reader, name);
    if (!append_property(list, name, cr_copy_text(reader, type), cr_copy_text(reader, text))) return false;
    const cr_node *class = class_of_member(reader, property, "propertytype");
    if (class && !add_defaults(list, class, name)) return false;
    return !members || add_xml_properties(list, name, members);
}

static bool add_xml_properties(cr_property_list *list, const char *around, const cr_node *properties) {
    cr_children each = cr_children_of(properties, "property", "");
    for (const cr_node *property; (property = cr_children_next(&each));)
        if (!add_xml_property(list, around, property)) return false;
    return true;
}

bool cr_add_properties(cr_property_list *list, const cr_node *node) {
    cr_reader *reader = list->reader;
    const cr_node *properties = cr_get(node, "properties");
    if (!properties) return reader->error.status == CAROM_STATUS_OK;
    if (cr_is_xml(node)) return add_xml_properties(list, "", properties);
    if (properties->kind == CR_OBJECT) { // before Tiled 1.2: a member for each property
        for (const cr_node *value = properties->first; value; value = value->next)
            if (!cr_add_property(list, value->name, type_of_value(value), value)) return false;
        return true;
    }
    cr_children each = cr_children_of(node, "", "properties");
    for (const cr_node *property; (property = cr_children_next(&each));) {
        const char *class_name = cr_get_text(reader, property, "propertytype", "");
        const char *type = class_name[0] ? class_name : cr_get_text(reader, property, "type", "string");
        const char *name = cr_copy_text(reader, cr_get_text(reader, property, "name", ""));
        const cr_node *value = cr_get(property, "value"), *class = class_of_member(reader, property, "propertytype");
        type = cr_copy_text(reader, type);
        if (!(class ? add_class_value(list, class, name, type, value) : add_value(list, NULL, name, type, value)))
            return false;
    }
    return reader->error.status == CAROM_STATUS_OK;
}

// ---- Enums ----------------------------------------------------------------------------------------------------------

bool cr_add_enum_values(cr_reader *reader, const cr_node *list, const char *member, carom_map_type *type) {
    size_t count = 0;
    for (const cr_node *item = list ? list->first : NULL; item; item = item->next) count++;
    if (count == 0) return reader->error.status == CAROM_STATUS_OK;
    const char **values = NULL;
    if (cr_count_steps(reader, 8 * count)) values = cr_arena_take(&reader->map->arena, count, sizeof *values);
    if (!values) return cr_no_memory(reader);
    for (const cr_node *item = list->first; item; item = item->next) {
        const char *text = member ? cr_get_text(reader, item, member, "") : item->kind == CR_TEXT ? item->text : "";
        values[type->values_count] = cr_copy_text(reader, text);
        if (!values[type->values_count++]) return false;
    }
    type->values = values;
    return reader->error.status == CAROM_STATUS_OK;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

bool cr_take_properties(cr_property_list *list, carom_map_properties *out) {
    cr_reader *reader = list->reader;
    size_t count = list->items.count;
    carom_map_property *items = count > 0 ? cr_arena_take(&reader->map->arena, count, sizeof *items) : NULL;
    if (items) memcpy(items, list->items.items, count * sizeof *items);
    *out = (carom_map_properties){items, items ? (int)count : 0};
    cr_array_free(&list->items, reader->scratch.allocator, sizeof *items);
    if (count > 0 && !items) return cr_no_memory(reader);
    return true;
}

carom_map_cell *cr_make_cells(cr_reader *reader, carom_map_layer *layer, size_t count) {
    carom_map_cell *cells = NULL;
    if (cr_count_steps(reader, count)) cells = cr_arena_take(&reader->map->arena, count, sizeof *cells);
    if (!cells) cr_no_memory(reader);
    layer->cells = cells;
    return cells;
}

const char *cr_image_path(cr_reader *reader, const cr_node *at, const char *name) {
    if (!name[0]) return "";
    const char *from = cr_doc_path(at);
    const char *path = cr_count_steps(reader, strlen(from) + strlen(name))
                           ? cr_join_path(reader, from, cr_folder_length(from), name)
                           : NULL;
    return path ? cr_text(reader, &reader->map->arena, "%s", path) : NULL;
}

const carom_vec2 *cr_copy_points(cr_reader *reader, const cr_point_path *path) {
    size_t count = path->points.count;
    carom_vec2 *points = NULL;
    if (cr_count_steps(reader, count)) points = cr_arena_take(&reader->map->arena, count, sizeof *points);
    for (size_t i = 0; points && i < count; i++) points[i] = cr_narrow_point(cr_points_of(path)[i]);
    if (!points) cr_no_memory(reader);
    return points;
}

// ---- Access ---------------------------------------------------------------------------------------------------------

const carom_map_contents *carom_map_contents_of(const carom_map *map) {
    return map->has_contents ? &map->contents : NULL;
}

const carom_map_property *carom_map_property_of(const carom_map_properties *properties, const char *name) {
    for (int i = properties->count - 1; i >= 0; i--)
        if (strcmp(properties->items[i].name, name) == 0) return &properties->items[i];
    return NULL;
}

const carom_map_type *carom_map_type_of(const carom_map_contents *contents, const char *name) {
    for (int i = 0; i < contents->types_count; i++)
        if (strcmp(contents->types[i].name, name) == 0) return &contents->types[i];
    return NULL;
}

static const carom_map_tile *find_tile_entry(const carom_map_tileset *tileset, uint32_t id) {
    int low = 0, high = tileset->tiles_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (tileset->tiles[middle].id == id) return &tileset->tiles[middle];
        if (tileset->tiles[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool carom_map_tile_image(const carom_map_tileset *tileset, uint32_t id, const char **image, carom_box *rectangle,
                          const carom_map_tile **tile) {
    const carom_map_tile *own = find_tile_entry(tileset, id);
    if (tile) *tile = own;
    *image = "";
    *rectangle = (carom_box){{0, 0}, {0, 0}};
    if (own && own->image[0]) {
        *image = own->image;
        *rectangle = own->rectangle;
        return true;
    }
    if (!tileset->image[0] || tileset->columns < 1) return false;
    uint32_t column = id % (uint32_t)tileset->columns, row = id / (uint32_t)tileset->columns;
    carom_vec2 size = tileset->tile_size;
    carom_vec2 corner = {tileset->margin + (float)column * (size.x + tileset->spacing),
                         tileset->margin + (float)row * (size.y + tileset->spacing)};
    *image = tileset->image;
    *rectangle = (carom_box){corner, {corner.x + size.x, corner.y + size.y}};
    return true;
}
