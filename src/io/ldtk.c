// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// LDtk 1.5: values of IntGrid layers become tiles, entities become objects. LDtk tiles have no shapes: their cells, and
// entities, are solid only by a rule of the caller. Levels keep their world positions. Several worlds of a file are
// placed next to each other, from left to right.
#include "io/ldtk.h"

#include "io/build.h"
#include "io/file.h"
#include "io/ldtk_contents.h"
#include "io/mark.h"
#include "io/number.h"
#include "io/origin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_LIMIT = 65535, PIXELS_LIMIT = 1000000 };

// The definition of an IntGrid value, and its tile.
typedef struct value_def {
    int value, order; // index in the file; of two definitions for one value the later counts
    uint8_t code;
    bool by_rule;
    const char *name;
} value_def;

typedef struct layer_def {
    int uid, order; // index in the file; of two definitions for one uid the later counts
    const char *name;
    value_def *values; // sorted by value
    size_t count;
    bool grid;    // true for an IntGrid layer; LDtk leaves stale values in other layers
    bool drawn;   // a layer of tiles only
    bool unknown; // its type
    bool beside;  // another layer has an explicit name, such as "collision", and this one has none
    const carom_map_rule *rule;
} layer_def;

// An entry of carom_map_options.values. The entries are sorted by name and by number for binary search.
typedef struct value_override {
    const char *name;
    int64_t number; // the name as a number; -1 if it is not a number
    int order;      // index in the options; of two entries that match, the first counts
    uint8_t code;
} value_override;

typedef struct ldtk_reader {
    cr_reader *reader;
    value_override *by_name, *by_number; // entries of the options, sorted
    layer_def *layers;                   // sorted by uid
    size_t layers_count;
    cr_point next_world;    // position of the next world
    int worlds;             // number of worlds that were read
    cr_tally tally;         // over all levels
    const layer_def *layer; // of the current instance
    const char *label;      // of its layer; null until it is needed
} ldtk_reader;

static bool has_failed(const ldtk_reader *ldtk) {
    return ldtk->reader->error.status != CAROM_STATUS_OK;
}

// ---- Meaning of values ----------------------------------------------------------------------------------------------

static int compare_override_names(const void *left, const void *right) {
    const value_override *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

static int compare_override_numbers(const void *left, const void *right) {
    const value_override *a = left, *b = right;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static bool sort_overrides(ldtk_reader *ldtk) {
    const carom_map_options *options = &ldtk->reader->options;
    size_t count = options->values_count > 0 ? (size_t)options->values_count : 0;
    ldtk->by_name = cr_scratch_memory(ldtk->reader, count, sizeof *ldtk->by_name);
    ldtk->by_number = cr_scratch_memory(ldtk->reader, count, sizeof *ldtk->by_number);
    if (has_failed(ldtk)) return false;
    for (size_t i = 0; i < count; i++) {
        const char *name = options->values[i].name;
        value_override override = {.name = name, .order = (int)i, .code = options->values[i].code};
        if (!cr_parse_integer(name, strlen(name), &override.number)) override.number = -1;
        ldtk->by_name[i] = ldtk->by_number[i] = override;
    }
    if (count > 0) qsort(ldtk->by_name, count, sizeof *ldtk->by_name, compare_override_names);
    if (count > 0) qsort(ldtk->by_number, count, sizeof *ldtk->by_number, compare_override_numbers);
    return true;
}

// Returns the first entry of `sorted` that is not less than `key`; null if there is none.
static const value_override *find_override(const ldtk_reader *ldtk, const value_override *sorted,
                                           const value_override *key, int (*order)(const void *, const void *)) {
    int low = 0, high = ldtk->reader->options.values_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (order(&sorted[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ldtk->reader->options.values_count ? &sorted[low] : NULL;
}

// Returns the option for a value: by its name or, if it has no name, by its number.
static const value_override *override_for(const ldtk_reader *ldtk, int value, const char *name) {
    const value_override key = {.name = name, .number = value, .order = -1};
    if (name[0]) {
        const value_override *named = find_override(ldtk, ldtk->by_name, &key, compare_override_names);
        return named && strcmp(named->name, name) == 0 ? named : NULL;
    }
    const value_override *numbered = find_override(ldtk, ldtk->by_number, &key, compare_override_numbers);
    return numbered && numbered->number == value ? numbered : NULL;
}

static uint8_t tile_of_rule(const carom_map_rule *rule) {
    return rule->meaning == CAROM_MAP_MEANING_SOLID     ? CAROM_TILE_SOLID
           : rule->meaning == CAROM_MAP_MEANING_ONE_WAY ? CAROM_TILE_EDGE
                                                        : CAROM_TILE_EMPTY;
}

// The tile that a value gets by its name alone.
static uint8_t tile_of_name(const char *name) {
    int base = carom_tile_by_name(name);
    if (base >= 0) return carom_tile_code(base, false, 0);
    cr_meaning meaning = cr_find_word(name, CR_IN_CLASS).meaning;
    if (meaning == CR_MEANS_ONE_WAY) return CAROM_TILE_EDGE;
    return meaning != CR_MEANS_SOLID && cr_is_not_ground(name) ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
}

static bool is_mark_or_tile(const char *name) {
    return carom_tile_by_name(name) >= 0 || cr_find_word(name, CR_IN_CLASS).meaning != CR_MEANS_NOTHING;
}

static void set_value_code(ldtk_reader *ldtk, const layer_def *layer, value_def *value) {
    const value_override *override = override_for(ldtk, value->value, value->name);
    const carom_map_rule *rule = cr_rule_for_member(ldtk->reader, layer->name, value->name, value->value);
    value->by_rule = !override && rule;
    if (override)
        value->code = override->code;
    else if (rule || layer->rule)
        value->code = tile_of_rule(rule ? rule : layer->rule);
    else if (layer->grid && (!layer->beside || is_mark_or_tile(value->name)))
        value->code = tile_of_name(value->name);
    else
        value->code = CAROM_TILE_EMPTY;
}

static bool note_value(cr_reader *reader, const char *where, const layer_def *layer, const value_def *value) {
    const char *base = carom_tile_name(value->code & 31), *option = NULL;
    if (!value->by_rule && value->code == CAROM_TILE_EMPTY) option = "solid";
    if (!value->by_rule && value->code == CAROM_TILE_SOLID) option = "not-solid, or --one-way,";
    char name[200];
    if (value->name[0])
        snprintf(name, sizeof name, "%.80s:%.80s", layer->name, value->name);
    else
        snprintf(name, sizeof name, "%.80s:%d", layer->name, value->value);
    const char *word = option ? cr_option_name(reader, name) : "", *end = "";
    if (word && option) end = cr_text(reader, &reader->scratch, "; pass --%s %s if that is wrong", option, word);
    if (!word || !end) return false;
    return cr_note(reader, where, "value %d '%.60s' is taken as the tile '%s'%s%s%s", value->value, value->name,
                   base ? base : "user", value->code & 32 ? ", flipped" : "", value->code >> 6 ? ", rotated" : "", end);
}

static int compare_values(const void *left, const void *right) {
    const value_def *a = left, *b = right;
    return a->value != b->value ? (a->value > b->value) - (a->value < b->value) : a->order - b->order;
}

// `where` is the location in notes.
static bool read_values(ldtk_reader *ldtk, const cr_node *node, const char *where, layer_def *layer) {
    cr_reader *reader = ldtk->reader;
    size_t count = 0;
    if (!cr_check_list(reader, node, "intGridValues")) return false;
    cr_children each = cr_children_of(node, "", "intGridValues");
    while (cr_children_next(&each)) count++;
    layer->values = cr_scratch_memory(reader, count, sizeof *layer->values);
    if (!layer->values || !cr_count_steps(reader, 8 * count)) return false;
    each = cr_children_of(node, "", "intGridValues");
    for (const cr_node *item; (item = cr_children_next(&each)); layer->count++) {
        value_def *value = &layer->values[layer->count];
        value->name = cr_get_text(reader, item, "identifier", "");
        value->value = (int)cr_need_integer(reader, item, "value", 0, VALUES_LIMIT);
        value->order = (int)layer->count;
        set_value_code(ldtk, layer, value);
        bool noted = !layer->grid && !layer->rule && !value->by_rule; // a note for the whole layer covers its values
        if (has_failed(ldtk) || (!noted && !note_value(reader, where, layer, value))) return false;
    }
    if (count > 0) qsort(layer->values, count, sizeof *layer->values, compare_values);
    return true;
}

// Returns the last definition of a value; null if there is none.
static const value_def *find_value(const layer_def *layer, double value) {
    size_t low = 0, high = layer->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (layer->values[middle].value <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && layer->values[low - 1].value == value ? &layer->values[low - 1] : NULL;
}

static int compare_layers(const void *left, const void *right) {
    const layer_def *a = left, *b = right;
    return a->uid != b->uid ? (a->uid > b->uid) - (a->uid < b->uid) : a->order - b->order;
}

// Returns the last layer definition with the uid; null if there is none.
static const layer_def *find_layer(const ldtk_reader *ldtk, int64_t uid) {
    size_t low = 0, high = ldtk->layers_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ldtk->layers[middle].uid <= uid)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && ldtk->layers[low - 1].uid == uid ? &ldtk->layers[low - 1] : NULL;
}

static bool has_explicit_name(const char *name) {
    cr_word word = cr_find_word(name, CR_IN_LAYER);
    return word.meaning == CR_MEANS_SOLID && word.uses & CR_EXPLICIT;
}

static bool has_explicit_layer(cr_reader *reader, const cr_node *defs) {
    cr_children each = cr_children_of(defs, "", "layers");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        bool grid = strcmp(cr_get_text(reader, node, "type", ""), "IntGrid") == 0;
        if (grid && has_explicit_name(cr_get_text(reader, node, "identifier", ""))) return true;
    }
    return false;
}

static bool read_layer_defs(ldtk_reader *ldtk, const cr_node *root) {
    cr_reader *reader = ldtk->reader;
    const cr_node *defs = cr_get(root, "defs");
    size_t count = 0;
    if (!cr_check_list(reader, defs, "layers")) return false;
    cr_children each = cr_children_of(defs, "", "layers");
    while (cr_children_next(&each)) count++;
    ldtk->layers = cr_scratch_memory(reader, count, sizeof *ldtk->layers);
    if (!ldtk->layers) return false;
    const bool explicit = has_explicit_layer(reader, defs);
    each = cr_children_of(defs, "", "layers");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        layer_def *layer = &ldtk->layers[ldtk->layers_count];
        layer->order = (int)ldtk->layers_count++;
        reader->at = node;
        layer->uid = (int)cr_need_integer(reader, node, "uid", 0, INT32_MAX);
        layer->name = cr_get_text(reader, node, "identifier", "");
        const char *type = cr_get_text(reader, node, "type", "");
        layer->grid = strcmp(type, "IntGrid") == 0;
        layer->beside = explicit && cr_find_word(layer->name, CR_IN_LAYER).meaning == CR_MEANS_NOTHING;
        layer->rule = layer->name[0] ? cr_rule_for(reader, layer->name) : NULL;
        const char *where = cr_text(reader, &reader->map->arena, "layer '%.100s'", layer->name);
        layer->drawn = strcmp(type, "Tiles") == 0 || strcmp(type, "AutoLayer") == 0;
        const char *name = where ? cr_option_name(reader, layer->name) : NULL;
        if (layer->drawn && !layer->rule && name)
            cr_note(reader, where, "left out: the tiles of LDtk have no shapes; pass --solid %s to fill its cells",
                    name);
        layer->unknown = !layer->grid && !layer->drawn && strcmp(type, "Entities") != 0;
        if (layer->unknown && !layer->rule && name)
            cr_note(reader, where, "left out: its type '%.40s' is unknown; pass --solid %s if its cells are solid",
                    type, name);
        if (has_failed(ldtk) || !cr_count_steps(reader, 8) || !read_values(ldtk, node, where, layer)) return false;
    }
    if (count > 0) qsort(ldtk->layers, count, sizeof *ldtk->layers, compare_layers);
    return true;
}

// ---- Layers ---------------------------------------------------------------------------------------------------------

static bool count_solid_value(ldtk_reader *ldtk, const layer_def *layer, const value_def *value) {
    int base = value->code & 31;
    cr_mark_source source = {CR_OF_VALUE, CR_BY_NAME, value->by_rule, value->name};
    if (layer->rule && !value->by_rule) source = (cr_mark_source){CR_OF_LAYER, CR_BY_NAME, true, layer->name};
    if (source.owner == CR_OF_VALUE && !value->name[0]) source.by = CR_BY_NOTHING;
    const cr_solid_group group = {layer->name, "", "", source,
                                  base >= CAROM_TILE_EDGE && base <= CAROM_TILE_EDGES_THREE};
    return cr_count_solid(ldtk->reader, &ldtk->tally, &group, false);
}

// Of what is added next: the layer, or an object in it.
static bool set_layer_origin(ldtk_reader *ldtk, int object) {
    if (!ldtk->label)
        ldtk->label = cr_text(ldtk->reader, &ldtk->reader->map->arena, "layer '%.100s'", ldtk->layer->name);
    cr_set_origin(ldtk->reader, (cr_origin){.object = object, .layer = ldtk->label});
    return ldtk->label;
}

// The cells of a layer, all empty.
typedef struct cell_codes {
    int columns, rows;
    double size;
    uint8_t *codes; // null: failed
} cell_codes;

static cell_codes add_cell_codes(ldtk_reader *ldtk, const cr_node *node, cr_point at) {
    cr_reader *reader = ldtk->reader;
    cell_codes cells = {.columns = (int)cr_need_integer(reader, node, "__cWid", 1, PIXELS_LIMIT),
                        .rows = (int)cr_need_integer(reader, node, "__cHei", 1, PIXELS_LIMIT),
                        .size = (double)cr_need_integer(reader, node, "__gridSize", 1, PIXELS_LIMIT)};
    if (has_failed(ldtk)) return cells;
    uint64_t count = (uint64_t)cells.columns * (uint64_t)cells.rows; // at most 10^12
    reader->cells_taken += count;
    if (reader->cells_taken / 4 > reader->options.limits.cells || count > reader->options.limits.cells) {
        cr_fail(reader, CAROM_STATUS_TOO_LARGE, node,
                "%d x %d cells, limit %zu in a layer and four times that in a map", cells.columns, cells.rows,
                reader->options.limits.cells);
        return cells;
    }
    if (!cr_count_steps(reader, (size_t)count)) return cells;
    if (!set_layer_origin(ldtk, -1)) return cells;
    cells.codes = cr_add_tiles(reader, cells.columns, cells.rows, at, (cr_point){cells.size, cells.size});
    carom_vec2 *cell = &reader->map->info.cell;
    if (cell->x == 0) *cell = (carom_vec2){(float)cells.size, (float)cells.size};
    return cells;
}

static bool read_int_grid(ldtk_reader *ldtk, const cr_node *node, const layer_def *layer, cr_point at,
                          const cr_node *csv) {
    cr_reader *reader = ldtk->reader;
    cell_codes cells = add_cell_codes(ldtk, node, at);
    if (!cells.codes) return false;
    size_t count = (size_t)cells.columns * (size_t)cells.rows;
    if (csv->kind != CR_NUMBER_LIST)
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, csv, "layer '%.200s': 'intGridCsv' must be a list of numbers",
                       layer->name);
    if (csv->count != count)
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, csv, "layer '%.200s': %zu cell%s, expected %zu", layer->name,
                       csv->count, csv->count == 1 ? "" : "s", count);
    const value_def *value = NULL;
    for (size_t i = 0; i < count; i++) {
        if (csv->values[i] == 0) continue;
        if (!value || value->value != csv->values[i]) value = find_value(layer, csv->values[i]);
        if (!value)
            return cr_fail(reader, CAROM_STATUS_BAD_FILE, csv,
                           "layer '%.200s': cell %zu has a value that is not defined", layer->name, i);
        cells.codes[i] = value->code;
        if (value->code != CAROM_TILE_EMPTY && !count_solid_value(ldtk, layer, value)) return false;
        reader->map->info.tiles++;
    }
    return true;
}

static cr_point read_number_pair(cr_reader *reader, const cr_node *node, const char *name) {
    const cr_node *pair = cr_get(node, name);
    if (pair && pair->kind == CR_NUMBER_LIST && pair->count == 2 && cr_is_coordinate(pair->values[0]) &&
        cr_is_coordinate(pair->values[1]))
        return (cr_point){pair->values[0], pair->values[1]};
    cr_fail(reader, CAROM_STATUS_BAD_FILE, pair ? pair : node, "'%s' must be two numbers from -1e9 to 1e9", name);
    return (cr_point){0, 0};
}

// Fills the cells in which a layer has tiles. Tiles that lie outside of it are not read.
static bool fill_cells_of_tiles(ldtk_reader *ldtk, const cr_node *node, const char *list, const layer_def *layer,
                                const cell_codes *cells) {
    const value_def filled = {.code = tile_of_rule(layer->rule), .name = ""};
    if (!cr_check_list(ldtk->reader, node, list)) return false;
    cr_children each = cr_children_of(node, "", list);
    for (const cr_node *tile; (tile = cr_children_next(&each));) {
        cr_point pixel = read_number_pair(ldtk->reader, tile, "px");
        if (has_failed(ldtk) || !cr_count_steps(ldtk->reader, 8)) return false;
        double column = floor(pixel.x / cells->size), row = floor(pixel.y / cells->size);
        if (!(column >= 0 && column < cells->columns && row >= 0 && row < cells->rows)) continue;
        uint8_t *code = &cells->codes[(size_t)row * (size_t)cells->columns + (size_t)column];
        if (*code != CAROM_TILE_EMPTY) continue; // another tile of a stack
        *code = filled.code;
        if (!count_solid_value(ldtk, layer, &filled)) return false;
        ldtk->reader->map->info.tiles++;
    }
    return true;
}

static bool read_cells_of_tiles(ldtk_reader *ldtk, const cr_node *node, const layer_def *layer, cr_point at) {
    cell_codes cells = add_cell_codes(ldtk, node, at);
    return cells.codes && fill_cells_of_tiles(ldtk, node, "gridTiles", layer, &cells) &&
           fill_cells_of_tiles(ldtk, node, "autoLayerTiles", layer, &cells);
}

// Adds the box of an entity that a rule makes solid.
static bool add_entity(ldtk_reader *ldtk, const carom_map_object *object, cr_point corner, const carom_map_rule *rule) {
    cr_reader *reader = ldtk->reader;
    const bool one_way = rule->meaning == CAROM_MAP_MEANING_ONE_WAY;
    const cr_mark_source source = {CR_OF_OBJECT, CR_BY_NAME, true, object->name};
    const cr_solid_group group = {object->layer, "", object->type, source, one_way};
    const cr_affine transform = {1, 0, 0, 1, corner.x, corner.y};
    cr_point_path path = {0};
    bool added = cr_count_solid(reader, &ldtk->tally, &group, true) &&
                 set_layer_origin(ldtk, (int)reader->map->objects.count) &&
                 cr_flatten_box(reader, (double)object->size.x, (double)object->size.y, &path) &&
                 cr_add_outline(reader, &path, one_way ? CR_FACING_UP : CR_FACING_NONE, &transform, object->id, NULL);
    cr_path_free(&path, reader->scratch.allocator);
    return added;
}

static bool read_entity(ldtk_reader *ldtk, const cr_node *node, const layer_def *layer, cr_point at, bool visible) {
    cr_reader *reader = ldtk->reader;
    const char *name = cr_get_text(reader, node, "__identifier", "");
    cr_point pixel = read_number_pair(reader, node, "px"), pivot = read_number_pair(reader, node, "__pivot");
    double width = cr_get_number(reader, node, "width", 0), height = cr_get_number(reader, node, "height", 0);
    const carom_map_rule *rule = cr_rule_for_member(reader, layer->name, name, -1);
    cr_point corner = {at.x + pixel.x - pivot.x * width, at.y + pixel.y - pivot.y * height};
    const carom_map_object object = {
        .name = name,
        .type = name,
        .layer = layer->name,
        .id = (int)reader->map->objects.count + 1,
        .position = {(float)corner.x, (float)corner.y},
        .size = {(float)width, (float)height},
        .center = {(float)(corner.x + width / 2), (float)(corner.y + height / 2)},
        .visible = visible,
        .solid = rule && rule->meaning != CAROM_MAP_MEANING_NOT_SOLID && width > 0 && height > 0,
    };
    if (has_failed(ldtk) || !cr_count_steps(reader, 8)) return false;
    if (object.solid && !add_entity(ldtk, &object, corner, rule)) return false;
    return cr_add_object(reader, &object) && (!reader->options.contents || cr_ldtk_add_details(reader, node));
}

static bool note_no_cells(cr_reader *reader, const layer_def *layer) {
    const char *where = cr_text(reader, &reader->map->arena, "layer '%.100s'", layer->name);
    return where && cr_note(reader, where, "left out: it has no cells, 'intGridCsv'; save the world with LDtk again");
}

static bool read_layer_instance(ldtk_reader *ldtk, const cr_node *node, cr_point level) {
    cr_reader *reader = ldtk->reader;
    int64_t uid = cr_need_integer(reader, node, "layerDefUid", 0, INT32_MAX);
    const layer_def *layer = find_layer(ldtk, uid);
    reader->at = node;
    ldtk->layer = layer;
    ldtk->label = NULL;
    if (!cr_count_steps(reader, 8)) return false;
    if (!layer)
        return cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "there is no layer definition with the uid %lld",
                       (long long)uid);
    cr_point at = {level.x + cr_get_number(reader, node, "__pxTotalOffsetX", 0),
                   level.y + cr_get_number(reader, node, "__pxTotalOffsetY", 0)};
    bool visible = cr_get_bool(reader, node, "visible", true);
    const cr_node *csv = cr_get(node, "intGridCsv");
    reader->map->info.layers++;
    bool grid = csv && (csv->kind != CR_NUMBER_LIST || csv->count > 0);
    bool filled = layer->drawn || (layer->unknown && !grid);
    filled = filled && layer->rule && layer->rule->meaning != CAROM_MAP_MEANING_NOT_SOLID;
    if (layer->grid && !grid && !note_no_cells(reader, layer)) return false;
    if (grid && !filled && !read_int_grid(ldtk, node, layer, at, csv)) return false;
    if (filled && !read_cells_of_tiles(ldtk, node, layer, at)) return false;
    if (!cr_check_list(reader, node, "entityInstances")) return false;
    cr_children each = cr_children_of(node, "", "entityInstances");
    for (const cr_node *entity; (entity = cr_children_next(&each));)
        if (!read_entity(ldtk, entity, layer, at, visible)) return false;
    if (reader->options.contents && !cr_ldtk_add_layer(reader, node, at)) return false;
    return !has_failed(ldtk);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

// Returns the level itself, or its document if its layers are in a separate file.
static const cr_node *open_level(cr_reader *reader, const cr_node *node) {
    if (cr_get(node, "layerInstances")) return node;
    const char *name = cr_get_text(reader, node, "externalRelPath", "");
    if (!name[0])
        cr_fail(
            reader, CAROM_STATUS_BAD_FILE, node,
            "the level has no layers: neither 'layerInstances' nor a file with them, 'externalRelPath'; save the world "
            "with LDtk again");
    const char *path = cr_resolve(reader, node, cr_doc_path(node), name);
    const cr_node *level = path ? cr_open_external(reader, node, path) : NULL;
    if (level && !cr_get(level, "layerInstances"))
        cr_fail(reader, CAROM_STATUS_BAD_FILE, level, "not a level: 'layerInstances' is missing");
    return reader->error.status == CAROM_STATUS_OK ? level : NULL;
}

static bool read_level(ldtk_reader *ldtk, const cr_node *node, cr_point at, cr_point size) {
    const cr_node *level = open_level(ldtk->reader, node);
    if (!level) return false;
    const carom_box box = {{(float)at.x, (float)at.y}, {(float)(at.x + size.x), (float)(at.y + size.y)}};
    cr_widen_bounds(ldtk->reader, box);
    if (!cr_check_list(ldtk->reader, level, "layerInstances")) return false;
    cr_children each = cr_children_of(level, "", "layerInstances");
    for (const cr_node *layer; (layer = cr_children_next(&each));)
        if (!read_layer_instance(ldtk, layer, at)) return false;
    return !ldtk->reader->options.contents || cr_ldtk_add_level(ldtk->reader, node, at, size);
}

// Reads the levels of a world. Linear layouts ignore the world positions and place levels one after the other.
static bool read_world(ldtk_reader *ldtk, const cr_node *world) {
    cr_reader *reader = ldtk->reader;
    const char *layout = cr_get_text(reader, world, "worldLayout", "Free"), *selected = reader->options.level;
    const char *world_name = world->parent ? cr_get_text(reader, world, "identifier", "") : "";
    const char *only = reader->options.world;
    if (only && strcmp(only, world_name) != 0) return !has_failed(ldtk);
    ldtk->worlds++;
    bool across = strcmp(layout, "LinearHorizontal") == 0, down = strcmp(layout, "LinearVertical") == 0;
    cr_point next = {0, 0}, start = ldtk->next_world;
    if (!cr_check_list(reader, world, "levels")) return false;
    cr_children each = cr_children_of(world, "", "levels");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        cr_point size = {(double)cr_need_integer(reader, node, "pxWid", 1, PIXELS_LIMIT),
                         (double)cr_need_integer(reader, node, "pxHei", 1, PIXELS_LIMIT)};
        cr_point at = {cr_get_number(reader, node, "worldX", 0), cr_get_number(reader, node, "worldY", 0)};
        const char *name = cr_get_text(reader, node, "identifier", "");
        int64_t depth = cr_get_integer(reader, node, "worldDepth", INT32_MIN, INT32_MAX, 0);
        if (across || down) at = next;
        next = (cr_point){next.x + (across ? size.x : 0), next.y + (down ? size.y : 0)};
        at = selected ? (cr_point){0, 0} : (cr_point){start.x + at.x, start.y + at.y};
        if (selected && strcmp(selected, name) != 0) continue;
        const char *where = cr_text(reader, &reader->map->arena, "level '%.100s'", name);
        bool included = selected || depth == reader->options.world_depth;
        if (!included && where)
            cr_note(reader, where, "left out: it lies at depth %lld of the world; pass --depth %lld to read it",
                    (long long)depth, (long long)depth);
        if (has_failed(ldtk)) return false;
        if (included && !read_level(ldtk, node, at, size)) return false;
    }
    if (reader->has_bounds) ldtk->next_world.x = (double)reader->map->info.bounds.max.x;
    return !has_failed(ldtk);
}

static void list_levels(cr_reader *reader, const cr_node *world, char *list, size_t size) {
    cr_children each = cr_children_of(world, "", "levels");
    for (const cr_node *node; (node = cr_children_next(&each));) {
        const char *name = cr_get_text(reader, node, "identifier", "");
        size_t used = strlen(list);
        char depth[32] = "";
        if (!reader->options.level)
            snprintf(depth, sizeof depth, " (%lld)",
                     (long long)cr_get_integer(reader, node, "worldDepth", INT32_MIN, INT32_MAX, 0));
        if (name[0]) snprintf(list + used, size - used, "%s'%.60s'%s", used ? ", " : "", name, depth);
    }
}

static bool fail_without_world(cr_reader *reader, const cr_node *root) {
    char list[600] = "";
    cr_children each = cr_children_of(root, "", "worlds");
    for (const cr_node *world; (world = cr_children_next(&each));) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s'%.60s'", used ? ", " : "",
                 cr_get_text(reader, world, "identifier", ""));
    }
    return cr_fail(reader, CAROM_STATUS_NOT_FOUND, root, "there is no world '%.100s'; there are %s",
                   reader->options.world, list[0] ? list : "none with a name");
}

static bool fail_without_level(cr_reader *reader, const cr_node *root) {
    char list[600] = "";
    list_levels(reader, root, list, sizeof list);
    cr_children each = cr_children_of(root, "", "worlds");
    for (const cr_node *world; (world = cr_children_next(&each));) list_levels(reader, world, list, sizeof list);
    if (reader->options.level)
        return cr_fail(reader, CAROM_STATUS_NOT_FOUND, root, "there is no level '%.100s'; there are %s",
                       reader->options.level, list[0] ? list : "none");
    return cr_fail(reader, CAROM_STATUS_NOT_FOUND, root,
                   "no level lies at depth %d of the world; there are (with their depths) %s",
                   reader->options.world_depth, list[0] ? list : "none");
}

bool cr_read_ldtk(cr_reader *reader, const cr_node *root) {
    ldtk_reader ldtk = {.reader = reader};
    carom_map *map = reader->map;
    map->info.format = cr_text(reader, &map->arena, "LDtk %.20s", cr_get_text(reader, root, "jsonVersion", ""));
    if (!map->info.format || !sort_overrides(&ldtk) || !read_layer_defs(&ldtk, root)) return false;
    cr_set_background(reader, cr_get_text(reader, root, "bgColor", ""));
    if (reader->options.contents && !(cr_ldtk_add_tilesets(reader, root) && cr_ldtk_add_types(reader, root)))
        return false;
    if (!cr_check_list(reader, root, "worlds") || !read_world(&ldtk, root)) return false;
    cr_children each = cr_children_of(root, "", "worlds");
    for (const cr_node *world; (world = cr_children_next(&each));)
        if (!read_world(&ldtk, world)) return false;
    if (!cr_list_solids(reader, &ldtk.tally)) return false;
    if (reader->options.world && ldtk.worlds == 0) return fail_without_world(reader, root);
    if (!reader->has_bounds && (reader->options.level || reader->options.world_depth != 0))
        return fail_without_level(reader, root);
    return cr_has_solids(map) ||
           cr_note(reader, "map",
                   "nothing in it is solid: its IntGrid layers have no values that are; pass --solid with "
                   "the name of a value, layer or entity");
}
