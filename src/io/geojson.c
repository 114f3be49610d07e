// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A polygon is one area under the even-odd rule, so that its holes may have either winding. Everything but points is
// solid, unless its properties say otherwise: the file is drawn to be a level, and other properties are common in it.
#include "io/geojson.h"

#include "io/contents.h"
#include "io/origin.h"

#include <string.h>

static const char layer_name[] = "features";

typedef struct geo_reader {
    cr_reader *reader;
    cr_point_path path; // buffer for the current ring
    cr_tally tally;
    cr_mark mark; // of the current feature
    int tag;
    bool solid; // an outline of the current feature was added
    carom_map_form form;
    const carom_vec2 *points; // of the first ring of the current feature, for contents
    int points_count;
    cr_point min, max; // of the current feature
    bool any;          // min and max are set
    int left_out;      // rings and lines that should be solid, but have neither area nor length
    const cr_node *first_left_out;
} geo_reader;

static const char *type_of(const cr_node *node) {
    const cr_node *type = cr_get(node, "type");
    return type && type->kind == CR_TEXT ? type->text : "";
}

static bool is_geo_type(const char *type, const char *const *names) {
    while (*names && strcmp(type, *names) != 0) names++;
    return *names;
}

bool cr_is_geojson(const cr_node *root) {
    static const char *const types[] = {
        "FeatureCollection", "Feature", "Polygon",    "MultiPolygon",       "LineString",
        "MultiLineString",   "Point",   "MultiPoint", "GeometryCollection", NULL};
    return is_geo_type(type_of(root), types);
}

// ---- Coordinates ----------------------------------------------------------------------------------------------------

static bool fail_geometry(geo_reader *g, const cr_node *at, const char *expected) {
    return cr_fail(g->reader, CAROM_STATUS_BAD_FILE, at, "%s is expected", expected);
}

static bool is_list(const cr_node *node) {
    return node && (node->kind == CR_ARRAY || (node->kind == CR_NUMBER_LIST && node->count == 0));
}

/// Adds [x, y], or [x, y, z] without z, to the path.
static bool add_position(geo_reader *g, const cr_node *node) {
    bool pair = node->kind == CR_NUMBER_LIST && node->count >= 2;
    if (!pair || !cr_is_coordinate(node->values[0]) || !cr_is_coordinate(node->values[1]))
        return fail_geometry(g, node, "a position: two numbers from -1e9 to 1e9");
    size_t limit = g->reader->options.limits.points;
    if (g->path.points.count >= limit)
        return cr_fail(g->reader, CAROM_STATUS_TOO_LARGE, node, "there are more than %zu points, the limit", limit);
    cr_point p = {node->values[0], node->values[1]};
    cr_point *added = cr_array_add(&g->path.points, g->reader->scratch.allocator, sizeof *added);
    if (!added) return cr_no_memory(g->reader);
    *added = p;
    if (!g->any || p.x < g->min.x) g->min.x = p.x;
    if (!g->any || p.y < g->min.y) g->min.y = p.y;
    if (!g->any || p.x > g->max.x) g->max.x = p.x;
    if (!g->any || p.y > g->max.y) g->max.y = p.y;
    g->any = true;
    return cr_count_steps(g->reader, 1);
}

/// The first path of a feature stands for it in the contents.
static bool keep_points(geo_reader *g, carom_map_form form) {
    if (!g->reader->options.contents || g->points) return true;
    g->form = form;
    g->points_count = (int)g->path.points.count;
    g->points = cr_copy_points(g->reader, &g->path);
    return g->points;
}

/// Reads a list of positions; of a ring, without the last one, which repeats the first.
static bool read_path(geo_reader *g, const cr_node *list, bool open, bool hole) {
    g->path.points.count = 0;
    g->path.open = open;
    if (!is_list(list)) return fail_geometry(g, list, "a list of positions");
    for (const cr_node *item = list->first; item; item = item->next)
        if (!add_position(g, item)) return false;
    const cr_point *points = cr_points_of(&g->path);
    size_t count = g->path.points.count;
    bool repeated = !open && count > 1 && points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    g->path.points.count -= repeated;
    g->path.hole = hole;
    if (!keep_points(g, open ? CAROM_MAP_FORM_POLYLINE : CAROM_MAP_FORM_POLYGON)) return false;
    const cr_affine identity = {1, 0, 0, 1, 0, 0};
    bool added;
    if (g->mark.solid == CR_NOT_SOLID) return true;
    if (!cr_add_outline(g->reader, &g->path, g->mark.facing, &identity, g->tag, &added)) return false;
    g->solid |= added;
    if (!added && count > 0 && g->left_out++ == 0) g->first_left_out = list;
    return true;
}

static bool read_polygon(geo_reader *g, const cr_node *rings) {
    if (!is_list(rings)) return fail_geometry(g, rings, "a list of rings");
    g->reader->area = -1;
    for (const cr_node *ring = rings->first; ring; ring = ring->next)
        if (!read_path(g, ring, false, ring != rings->first)) return false;
    return true;
}

static bool read_line(geo_reader *g, const cr_node *line) {
    return read_path(g, line, true, false);
}

static bool read_point(geo_reader *g, const cr_node *point) {
    g->path.points.count = 0;
    return add_position(g, point) && keep_points(g, CAROM_MAP_FORM_POINT);
}

static bool read_each(geo_reader *g, const cr_node *list, const char *expected,
                      bool (*read)(geo_reader *g, const cr_node *item)) {
    if (!is_list(list)) return fail_geometry(g, list, expected);
    for (const cr_node *item = list->first; item; item = item->next)
        if (!read(g, item)) return false;
    return true;
}

static bool read_geometry(geo_reader *g, const cr_node *geometry) {
    static const struct {
        const char *type, *many;
        bool (*read)(geo_reader *g, const cr_node *coordinates);
    } kinds[] = {{"Polygon", "a list of polygons", read_polygon},
                 {"LineString", "a list of lines", read_line},
                 {"Point", "a list of positions", read_point}};
    const char *type = type_of(geometry);
    const cr_node *coordinates = cr_get(geometry, "coordinates");
    if (strcmp(type, "GeometryCollection") == 0)
        return read_each(g, cr_get(geometry, "geometries"), "'geometries', a list,", read_geometry);
    bool multi = strncmp(type, "Multi", 5) == 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(multi ? type + 5 : type, kinds[i].type) != 0) continue;
        if (!coordinates) return fail_geometry(g, geometry, "'coordinates'");
        return multi ? read_each(g, coordinates, kinds[i].many, kinds[i].read) : kinds[i].read(g, coordinates);
    }
    if (!type[0]) return fail_geometry(g, geometry, "an object with the 'type' of a geometry");
    return cr_fail(g->reader, CAROM_STATUS_BAD_FILE, geometry,
                   "'%.40s' is not a geometry: Polygon, LineString, Point, one of these with Multi before it, or "
                   "GeometryCollection is expected",
                   type);
}

// ---- Features -------------------------------------------------------------------------------------------------------

/// Adds what carom_map_object leaves out.
static bool add_geo_details(geo_reader *g, const cr_node *properties) {
    carom_map *map = g->reader->map;
    carom_map_details details = {
        .form = g->form, .points = g->points, .points_count = g->points_count, .tileset = -1, .text = "", .iid = ""};
    cr_property_list list = {.reader = g->reader};
    bool listed = true;
    for (const cr_node *value = properties ? properties->first : NULL; listed && value; value = value->next)
        if (value->name) listed = cr_add_property(&list, value->name, "", value);
    if (!cr_take_properties(&list, &details.properties) || !listed) return false;
    carom_map_details *added = cr_array_add(&map->details, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(g->reader);
    *added = details;
    return true;
}

static const char *text_of(const cr_node *properties, const char *name) {
    const cr_node *value = cr_get(properties, name);
    return value && value->kind == CR_TEXT ? value->text : "";
}

static bool list_feature(geo_reader *g, const cr_node *properties, const char *name, const char *type, int id) {
    cr_reader *reader = g->reader;
    cr_point size = {g->max.x - g->min.x, g->max.y - g->min.y};
    carom_map_object object = {.name = name,
                               .type = type,
                               .layer = layer_name,
                               .id = id,
                               .position = cr_narrow_point(g->min),
                               .size = cr_narrow_point(size),
                               .visible = true,
                               .solid = g->solid};
    object.center = cr_narrow_point((cr_point){g->min.x + size.x / 2, g->min.y + size.y / 2});
    cr_solid_group group = {layer_name, "", type, g->mark.source, g->mark.facing != CR_FACING_NONE};
    if (g->mark.solid != CR_SOLID) group.source = (cr_mark_source){CR_OF_OBJECT, CR_BY_NOTHING, false, ""};
    if (g->solid && !cr_count_solid(reader, &g->tally, &group, true)) return false;
    return cr_add_object(reader, &object) && (!reader->options.contents || add_geo_details(g, properties));
}

/// `node` is a feature, or a geometry without one.
static bool read_feature(geo_reader *g, const cr_node *node) {
    cr_reader *reader = g->reader;
    bool feature = strcmp(type_of(node), "Feature") == 0;
    const cr_node *properties = feature ? cr_get(node, "properties") : NULL;
    const cr_node *geometry = feature ? cr_get(node, "geometry") : node, *id = cr_get(node, "id");
    int64_t number = 0;
    if (id) cr_as_integer(id, 0, INT32_MAX, &number);
    const char *name = text_of(properties, "name"), *type = text_of(properties, "class");
    if (!type[0]) type = text_of(properties, "type");
    reader->at = node;
    g->mark = cr_read_mark(reader, node, (cr_mark_subject){CR_OF_OBJECT, name, type}, NULL);
    g->tag = g->mark.has_tag ? g->mark.tag : (int)number;
    g->solid = g->any = false;
    g->min = g->max = (cr_point){0, 0};
    g->form = CAROM_MAP_FORM_POINT;
    g->points = NULL;
    g->points_count = 0;
    cr_set_origin(reader, (cr_origin){.object = (int)reader->map->objects.count, .layer = layer_name});
    if (!cr_count_steps(reader, 8) || (geometry && !read_geometry(g, geometry))) return false;
    return reader->error.status == CAROM_STATUS_OK && list_feature(g, properties, name, type, (int)number);
}

/// All features are in one layer.
static bool add_geo_layer(cr_reader *reader) {
    carom_map_layer *layer = cr_array_add(&reader->map->layers, reader->map->allocator, sizeof *layer);
    if (!layer) return cr_no_memory(reader);
    *layer = (carom_map_layer){.name = layer_name,
                               .type = "",
                               .image = "",
                               .kind = CAROM_MAP_LAYER_OBJECTS,
                               .visible = true,
                               .opacity = 1,
                               .parallax = {1, 1},
                               .level = -1,
                               .objects_count = (int)reader->map->objects.count};
    return true;
}

static void set_geo_bounds(cr_reader *reader) {
    const carom_map_object *objects = reader->map->objects.items;
    for (size_t i = 0; i < reader->map->objects.count; i++) {
        carom_vec2 low = objects[i].position, high = {low.x + objects[i].size.x, low.y + objects[i].size.y};
        cr_widen_bounds(reader, (carom_box){low, high});
    }
}

static bool note_geo_left_out(geo_reader *g) {
    if (g->left_out == 0) return true;
    char first[256];
    cr_doc_location(g->first_left_out, first, sizeof first);
    return cr_note(
        g->reader, "layer 'features'",
        "%d ring%s or line%s left out: a ring needs three different positions, a line two, and a hole the ring "
        "around it; the first is %s",
        g->left_out, g->left_out == 1 ? "" : "s", g->left_out == 1 ? "" : "s", first);
}

bool cr_read_geojson(cr_reader *reader, const cr_node *root) {
    geo_reader g = {.reader = reader};
    carom_map *map = reader->map;
    map->info.format = "GeoJSON";
    map->info.layers = 1;
    reader->at = root;
    if (reader->options.level)
        return cr_fail(reader, CAROM_STATUS_BAD_ARGUMENT, root,
                       "level '%.100s' was requested, but GeoJSON has no levels: leave out --level",
                       reader->options.level);
    bool many = strcmp(type_of(root), "FeatureCollection") == 0;
    bool read =
        many ? read_each(&g, cr_get(root, "features"), "'features', a list,", read_feature) : read_feature(&g, root);
    cr_path_free(&g.path, reader->scratch.allocator);
    if (!read || !cr_list_solids(reader, &g.tally) || !note_geo_left_out(&g)) return false;
    if (reader->options.contents && !add_geo_layer(reader)) return false;
    set_geo_bounds(reader);
    if (cr_has_solids(map) || g.left_out > 0) return true;
    return cr_note(reader, "map",
                   "nothing in it is solid: it has no polygons and no line strings that are not marked as not solid");
}
