// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// LDtk 1.5: the values of IntGrid layers become tiles of the catalogue, entities become objects. Its tiles have no
// shapes. Levels keep their places in the world; worlds of a file with several lie side by side, left to right.
#include "io/ldtk.h"

#include "io/build.h"
#include "io/file.h"
#include "io/number.h"

#include <string.h>

enum { VALUES_LIMIT = 65535, PIXELS_LIMIT = 1000000 };

// A layer definition, with the tile that stands for each of its values.
typedef struct layer_def {
    int uid;
    const char *name;
    uint8_t *codes; // by value
    bool *defined;
    int count; // of both: the largest value, and one
} layer_def;

typedef struct ldtk_reader {
    cr_reader *reader;
    layer_def *layers;
    size_t layers_count;
    int levels;          // read so far
    cr_point next_world; // where the world at hand lies
    carom_box bounds;    // of all levels
} ldtk_reader;

static bool failed(const ldtk_reader *ldtk) {
    return ldtk->reader->error.status != CAROM_OK;
}

// ---- What values mean -----------------------------------------------------------------------------------------------

static bool same_word(const char *word, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
        if (word[i] != c) return false;
    }
    return word[length] == 0;
}

// One of the words of "Deep_water" says that it is no ground.
static bool is_passable(const char *name) {
    static const char *const words[] = {"empty",  "air",   "ladder", "ladders", "rope",   "vine",    "water", "lava",
                                        "spikes", "spike", "death",  "trigger", "sensor", "nothing", "none"};
    while (*name) {
        size_t length = strcspn(name, "_- ");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (same_word(words[i], name, length)) return true;
        name += length + (name[length] != 0);
    }
    return false;
}

static uint8_t code_of(const carom_map_options *options, int value, const char *name) {
    for (int i = 0; i < options->values_count; i++) {
        const char *wanted = options->values[i].name;
        int64_t number;
        bool by_number = !name[0] && cr_parse_integer(wanted, strlen(wanted), &number) && number == value;
        if (by_number || strcmp(wanted, name) == 0) return options->values[i].code;
    }
    int base = carom_tile_by_name(name);
    if (base >= 0) return carom_tile_code(base, false, 0);
    if (same_word("one_way", name, strlen(name))) return CAROM_TILE_EDGE;
    return is_passable(name) ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
}

static bool note_value(cr_reader *reader, const layer_def *layer, int value, const char *name) {
    uint8_t code = layer->codes[value];
    const char *where = cr_text(reader, &reader->map->arena, "layer '%.100s'", layer->name);
    const char *base = carom_tile_name(code & 31);
    return where && cr_note(reader, where, "value %d '%.60s' is taken as the tile '%s'%s%s", value, name,
                            base ? base : "user", code & 32 ? ", flipped" : "", code >> 6 ? ", turned" : "");
}

static bool read_values(ldtk_reader *ldtk, const cr_node *node, layer_def *layer) {
    cr_reader *reader = ldtk->reader;
    cr_each each = cr_each_of(node, "", "intGridValues");
    for (const cr_node *item; (item = cr_each_next(&each));) {
        int value = (int)cr_need_integer(reader, item, "value", 0, VALUES_LIMIT);
        if (value >= layer->count) layer->count = value + 1;
    }
    layer->codes = cr_scratch(reader, (size_t)layer->count, 1);
    layer->defined = cr_scratch(reader, (size_t)layer->count, sizeof *layer->defined);
    if (failed(ldtk)) return false;
    each = cr_each_of(node, "", "intGridValues");
    for (const cr_node *item; (item = cr_each_next(&each));) {
        int value = (int)cr_need_integer(reader, item, "value", 0, VALUES_LIMIT);
        const char *name = cr_get_text(reader, item, "identifier", "");
        layer->codes[value] = code_of(&reader->options, value, name);
        layer->defined[value] = true;
        if (failed(ldtk) || !note_value(reader, layer, value, name)) return false;
    }
    return true;
}

static bool read_layer_defs(ldtk_reader *ldtk, const cr_node *root) {
    cr_reader *reader = ldtk->reader;
    const cr_node *defs = cr_get(root, "defs");
    size_t count = 0;
    cr_each each = cr_each_of(defs, "", "layers");
    while (cr_each_next(&each)) count++;
    ldtk->layers = cr_scratch(reader, count, sizeof *ldtk->layers);
    if (!ldtk->layers) return false;
    each = cr_each_of(defs, "", "layers");
    for (const cr_node *node; (node = cr_each_next(&each));) {
        layer_def *layer = &ldtk->layers[ldtk->layers_count++];
        layer->uid = (int)cr_need_integer(reader, node, "uid", 0, INT32_MAX);
        layer->name = cr_get_text(reader, node, "identifier", "");
        const char *type = cr_get_text(reader, node, "type", "");
        const char *where = cr_text(reader, &reader->map->arena, "layer '%.100s'", layer->name);
        bool drawn_only = strcmp(type, "Tiles") == 0 || strcmp(type, "AutoLayer") == 0;
        if (drawn_only && where) cr_note(reader, where, "left out: the tiles of LDtk have no shapes");
        if (failed(ldtk) || !read_values(ldtk, node, layer)) return false;
    }
    return true;
}

// ---- Layers ---------------------------------------------------------------------------------------------------------

static bool read_grid(ldtk_reader *ldtk, const cr_node *node, const layer_def *layer, cr_point at, const cr_node *csv) {
    cr_reader *reader = ldtk->reader;
    int64_t columns = cr_need_integer(reader, node, "__cWid", 1, PIXELS_LIMIT);
    int64_t rows = cr_need_integer(reader, node, "__cHei", 1, PIXELS_LIMIT);
    double size = (double)cr_need_integer(reader, node, "__gridSize", 1, PIXELS_LIMIT);
    if (failed(ldtk)) return false;
    uint64_t cells = (uint64_t)columns * (uint64_t)rows;
    reader->cells_taken += cells;
    if (reader->cells_taken > 4 * reader->options.limits.cells || cells > reader->options.limits.cells)
        return cr_fail(reader, CAROM_TOO_LARGE, node,
                       "%lld x %lld cells, limit %zu in a layer and four times that in a map", (long long)columns,
                       (long long)rows, reader->options.limits.cells);
    if (csv->kind != CR_NUMBERS || csv->count != cells)
        return cr_fail(reader, CAROM_BAD_FILE, csv, "layer '%.60s': %zu cells, expected %llu", layer->name, csv->count,
                       (unsigned long long)cells);
    uint8_t *codes = cr_add_tiles(reader, (int)columns, (int)rows, at, (cr_point){size, size});
    if (!codes) return false;
    for (size_t i = 0; i < cells; i++) {
        double value = csv->values[i];
        if (value == 0) continue;
        bool whole = value > 0 && value < layer->count && (double)(int)value == value;
        if (!whole || !layer->defined[(int)value])
            return cr_fail(reader, CAROM_BAD_FILE, csv, "layer '%.60s': cell %zu has a value that is not defined",
                           layer->name, i);
        codes[i] = layer->codes[(int)value];
        reader->map->info.tiles++;
    }
    if (reader->map->info.cell.x == 0) reader->map->info.cell = (carom_vec2){(float)size, (float)size};
    return true;
}

static cr_point read_pair(cr_reader *reader, const cr_node *node, const char *name) {
    const cr_node *pair = cr_get(node, name);
    if (pair && pair->kind == CR_NUMBERS && pair->count == 2) return (cr_point){pair->values[0], pair->values[1]};
    cr_fail(reader, CAROM_BAD_FILE, node, "'%s' must be two numbers", name);
    return (cr_point){0, 0};
}

static bool read_entity(ldtk_reader *ldtk, const cr_node *node, const layer_def *layer, cr_point at, bool visible) {
    cr_reader *reader = ldtk->reader;
    const char *name = cr_get_text(reader, node, "__identifier", "");
    cr_point pixel = read_pair(reader, node, "px"), pivot = read_pair(reader, node, "__pivot");
    double width = cr_get_number(reader, node, "width", 0), height = cr_get_number(reader, node, "height", 0);
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
    };
    return !failed(ldtk) && cr_add_object(reader, &object);
}

static bool read_layer(ldtk_reader *ldtk, const cr_node *node, cr_point level) {
    cr_reader *reader = ldtk->reader;
    int64_t uid = cr_need_integer(reader, node, "layerDefUid", 0, INT32_MAX);
    const layer_def *layer = NULL;
    for (size_t i = 0; i < ldtk->layers_count; i++)
        if (ldtk->layers[i].uid == uid) layer = &ldtk->layers[i];
    if (!layer)
        return cr_fail(reader, CAROM_BAD_FILE, node, "there is no layer definition with the uid %lld", (long long)uid);
    cr_point at = {level.x + cr_get_number(reader, node, "__pxTotalOffsetX", 0),
                   level.y + cr_get_number(reader, node, "__pxTotalOffsetY", 0)};
    bool visible = cr_get_bool(reader, node, "visible", true);
    const cr_node *csv = cr_get(node, "intGridCsv");
    reader->map->info.layers++;
    bool grid = csv && (csv->kind != CR_NUMBERS || csv->count > 0);
    if (grid && !read_grid(ldtk, node, layer, at, csv)) return false;
    cr_each each = cr_each_of(node, "", "entityInstances");
    for (const cr_node *entity; (entity = cr_each_next(&each));)
        if (!read_entity(ldtk, entity, layer, at, visible)) return false;
    return !failed(ldtk);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static void widen_bounds(ldtk_reader *ldtk, carom_box box) {
    carom_box *bounds = &ldtk->bounds;
    if (ldtk->levels++ == 0) *bounds = box;
    if (box.min.x < bounds->min.x) bounds->min.x = box.min.x;
    if (box.min.y < bounds->min.y) bounds->min.y = box.min.y;
    if (box.max.x > bounds->max.x) bounds->max.x = box.max.x;
    if (box.max.y > bounds->max.y) bounds->max.y = box.max.y;
}

// The level itself, if its layers are in a file of their own.
static const cr_node *open_level(cr_reader *reader, const cr_node *node) {
    if (cr_get(node, "layerInstances")) return node;
    const char *name = cr_get_text(reader, node, "externalRelPath", "");
    const char *path = cr_resolve(reader, node, cr_doc_path(node), name);
    const cr_node *level = path ? cr_open_external(reader, node, path) : NULL;
    if (level && !cr_get(level, "layerInstances"))
        cr_fail(reader, CAROM_BAD_FILE, level, "not a level: 'layerInstances' is missing");
    return reader->error.status == CAROM_OK ? level : NULL;
}

static bool read_level(ldtk_reader *ldtk, const cr_node *node, cr_point at, cr_point size) {
    const cr_node *level = open_level(ldtk->reader, node);
    if (!level) return false;
    widen_bounds(ldtk, (carom_box){{(float)at.x, (float)at.y}, {(float)(at.x + size.x), (float)(at.y + size.y)}});
    cr_each each = cr_each_of(level, "", "layerInstances");
    for (const cr_node *layer; (layer = cr_each_next(&each));)
        if (!read_layer(ldtk, layer, at)) return false;
    return true;
}

// The levels of a world: where they were put, or in the linear layouts one after the other.
static bool read_world(ldtk_reader *ldtk, const cr_node *world) {
    cr_reader *reader = ldtk->reader;
    const char *layout = cr_get_text(reader, world, "worldLayout", "Free"), *wanted = reader->options.level;
    bool across = strcmp(layout, "LinearHorizontal") == 0, down = strcmp(layout, "LinearVertical") == 0;
    cr_point next = {0, 0}, start = ldtk->next_world;
    cr_each each = cr_each_of(world, "", "levels");
    for (const cr_node *node; (node = cr_each_next(&each));) {
        cr_point size = {(double)cr_need_integer(reader, node, "pxWid", 1, PIXELS_LIMIT),
                         (double)cr_need_integer(reader, node, "pxHei", 1, PIXELS_LIMIT)};
        cr_point at = {cr_get_number(reader, node, "worldX", 0), cr_get_number(reader, node, "worldY", 0)};
        const char *name = cr_get_text(reader, node, "identifier", "");
        int64_t depth = cr_get_integer(reader, node, "worldDepth", INT32_MIN, INT32_MAX, 0);
        if (across || down) at = next;
        next = (cr_point){next.x + (across ? size.x : 0), next.y + (down ? size.y : 0)};
        at = wanted ? (cr_point){0, 0} : (cr_point){start.x + at.x, start.y + at.y};
        if (wanted && strcmp(wanted, name) != 0) continue;
        const char *where = cr_text(reader, &reader->map->arena, "level '%.100s'", name);
        if (depth != 0 && !wanted && where)
            cr_note(reader, where, "left out: it lies at depth %lld, over or under the others", (long long)depth);
        if (failed(ldtk)) return false;
        if ((depth == 0 || wanted) && !read_level(ldtk, node, at, size)) return false;
    }
    if (ldtk->levels > 0) ldtk->next_world.x = (double)ldtk->bounds.max.x;
    return !failed(ldtk);
}

bool cr_read_ldtk(cr_reader *reader, const cr_node *root) {
    ldtk_reader ldtk = {.reader = reader};
    carom_map *map = reader->map;
    map->info.format = cr_text(reader, &map->arena, "LDtk %.20s", cr_get_text(reader, root, "jsonVersion", ""));
    if (!map->info.format || !read_layer_defs(&ldtk, root)) return false;
    cr_set_background(reader, cr_get_text(reader, root, "bgColor", ""));
    if (!read_world(&ldtk, root)) return false;
    cr_each each = cr_each_of(root, "", "worlds");
    for (const cr_node *world; (world = cr_each_next(&each));)
        if (!read_world(&ldtk, world)) return false;
    map->info.bounds = ldtk.bounds;
    if (ldtk.levels == 0 && reader->options.level)
        return cr_fail(reader, CAROM_NOT_FOUND, root, "there is no level '%.80s'", reader->options.level);
    return cr_anything_solid(map) || cr_note(reader, "map", "nothing in it is solid: its IntGrid layers are empty");
}
