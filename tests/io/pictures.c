// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Solid areas of real maps, compared with pictures by Tiled. Each map below the folder CAROM_EXTRA_LEVELS is exported
// by Tiled and split into layers. Its tilesets get images that show the solid area of each tile, as read by carom from
// the tile alone. What Tiled draws of a layer with these images must equal what carom reads of the layer. Which layers
// and objects are solid is a convention of carom, and not tested here. Skipped without Tiled.
#define _XOPEN_SOURCE 700 // mkdtemp, realpath, nftw

#include "carom/io.h"
#include "io/png.h"
#include "io/solid_at.h"
#include "levels.h"
#include "temporary.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftw.h>
#include <unistd.h>

static char folder[TEMPORARY_PATH];

static char *in_folder(const char *name) {
    static char paths[4][TEMPORARY_PATH + 96];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof *paths, "%s/%.80s", folder, name);
    return paths[turn];
}

static int number_of(const json_t *object, const char *key) {
    return (int)json_number_value(json_object_get(object, key));
}

static const char *word_of(const json_t *object, const char *key) {
    const char *word = json_string_value(json_object_get(object, key));
    return word ? word : "";
}

// ---- Splitting a map into layers ------------------------------------------------------------------------------------

// Keeps only the layer with this number (not counting groups) and its groups. Returns null if there is none.
static json_t *keep_layer(json_t *layers, int *left) {
    json_t *kept = NULL, *layer;
    size_t i = 0;
    while (!kept && (layer = json_array_get(layers, i))) {
        json_t *inner = json_object_get(layer, "layers");
        if (inner ? (kept = keep_layer(inner, left)) != NULL : (*left)-- == 0)
            kept = kept ? kept : layer;
        else
            json_array_remove(layers, i);
        if (kept) break;
    }
    while (kept && json_array_size(layers) > 1) json_array_remove(layers, 1);
    return kept;
}

// Removes properties with which Tiled draws a layer in another place or colour; parallax does not move solids either.
static void remove_appearance(json_t *layer) {
    static const char *const looks[] = {"parallaxx", "parallaxy", "tintcolor", "color"};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i) json_object_del(layer, looks[i]);
    json_object_set_new(layer, "opacity", json_integer(1)); // with opacity 0, nothing is drawn
}

static carom_map *read_json(const json_t *root, const char *name) {
    char *text = json_dumps(root, 0);
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), name, NULL, &map, &error)) fail_msg("%s: %s", name, error.message);
    free(text);
    return map;
}

// Removes objects that are not solid, and polylines, which have no interior.
static void remove_objects_not_solid(json_t *layer, const carom_map *map) {
    json_t *objects = json_object_get(layer, "objects");
    for (size_t i = json_array_size(objects); i-- > 0;) {
        bool solid = false, line = json_object_get(json_array_get(objects, i), "polyline") != NULL;
        for (int k = 0; k < carom_map_object_count(map); ++k) {
            carom_map_object about = carom_map_object_at(map, k);
            if (about.id == number_of(json_array_get(objects, i), "id")) solid |= about.solid;
        }
        if (!solid || line) json_array_remove(objects, i);
    }
}

// ---- Tiles used by a layer -----------------------------------------------------------------------------------------

enum { MAX_GIDS = 1 << 16 };

static bool used[MAX_GIDS];

static void note_gid(const json_t *gid) {
    json_int_t tile = json_integer_value(gid) & 0x0FFFFFFF;
    if (tile < MAX_GIDS) used[tile] = true;
}

static void note_used(const json_t *layer) {
    size_t i;
    json_t *each;
    if (json_is_string(json_object_get(layer, "data")))
        memset(used, true, sizeof used); // compressed: any tile may be used
    json_array_foreach(json_object_get(layer, "data"), i, each) note_gid(each);
    json_array_foreach(json_object_get(layer, "objects"), i, each) note_gid(json_object_get(each, "gid"));
    json_array_foreach(json_object_get(layer, "chunks"), i, each) note_used(each);
}

// ---- Painting tilesets ----------------------------------------------------------------------------------------------

// Returns the first object with this tile.
static json_t *object_of(const json_t *layer, int gid) {
    size_t i;
    json_t *object;
    json_array_foreach(json_object_get(layer, "objects"), i, object) {
        if ((json_integer_value(json_object_get(object, "gid")) & 0x0FFFFFFF) == gid) return object;
    }
    return NULL;
}

// Returns a layer with nothing but one tile: in the only cell, or as an object that covers (0, 0) to (width, height).
static json_t *layer_alone(const json_t *layer, int gid, int id, int width, int height) {
    json_t *alone = json_copy((json_t *)(uintptr_t)layer), *object = object_of(layer, gid);
    static const char *const elsewhere[] = {"offsetx", "offsety", "startx", "starty",   "x",
                                            "y",       "chunks",  "data",   "encoding", "compression"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; ++i) json_object_del(alone, elsewhere[i]);
    if (object) {
        json_t *copy = json_copy(object);
        json_t *place = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "gid", id + 1, "x", 0, "y", height, "width", width,
                                  "height", height, "rotation", 0);
        json_object_update(copy, place);
        json_decref(place);
        json_object_set_new(alone, "objects", json_pack("[o]", copy));
    } else {
        json_t *cell = json_pack("{s:i, s:i, s:[i]}", "width", 1, "height", 1, "data", id + 1);
        json_object_update(alone, cell);
        json_decref(cell);
    }
    return alone;
}

// Reads a map of one cell with one tile, on a layer with the properties of the given one.
static carom_map *read_tile(const json_t *map, const json_t *set, const json_t *layer, int id, int width, int height) {
    int gid = number_of(set, "firstgid") + id;
    json_t *alone = json_copy((json_t *)(uintptr_t)map), *copy = json_copy((json_t *)(uintptr_t)set);
    json_t *one = json_pack("{s:i, s:i, s:b, s:[o]}", "width", 1, "height", 1, "infinite", 0, "layers",
                            layer_alone(layer, gid, id, width, height));
    json_object_update(alone, one);
    json_decref(one);
    if (object_of(layer, gid)) json_object_set_new(alone, "orientation", json_string("orthogonal"));
    json_object_set_new(copy, "firstgid", json_integer(1));
    json_object_del(copy, "tileoffset");
    json_object_del(copy, "objectalignment");
    json_object_set_new(alone, "tilesets", json_pack("[o]", copy));
    carom_map *read = read_json(alone, "tile");
    json_decref(alone);
    return read;
}

// Sets the number of tiles, which Tiled does not count if the image is missing. Removes animations, which show other
// tiles.
static void complete_tilesets(json_t *root) {
    size_t i, k;
    json_t *set, *tile;
    json_array_foreach(json_object_get(root, "tilesets"), i, set) {
        int columns = number_of(set, "columns"), margin = number_of(set, "margin"), spacing = number_of(set, "spacing");
        int rows = (number_of(set, "imageheight") - 2 * margin + spacing) / (number_of(set, "tileheight") + spacing);
        if (columns > 0) json_object_set_new(set, "tilecount", json_integer(columns * rows));
        json_array_foreach(json_object_get(set, "tiles"), k, tile) json_object_del(tile, "animation");
    }
}

// The rectangle of a tile in an image.
typedef struct tile_area {
    picture image;
    int left, top, width, height;
} tile_area;

static void paint_tile(tile_area area, const json_t *map, const json_t *set, const json_t *layer, int id) {
    carom_map *tile = read_tile(map, set, layer, id, area.width, area.height);
    carom_level_desc desc = *carom_map_level(tile);
    bool is_object = object_of(layer, number_of(set, "firstgid") + id) != NULL;
    // Tiles are aligned with the bottom of their cell.
    double above = is_object ? 0 : number_of(map, "tileheight") - area.height;
    for (int y = 0; y < area.height; ++y)
        for (int x = 0; x < area.width; ++x)
            if (solid_at(&desc, x + 0.5, y + 0.5 + above))
                memset(pixel_at(area.image, area.left + x, area.top + y), 255, 4);
    carom_map_free(tile);
}

static void paint_set(const json_t *map, json_t *set, const json_t *layer, int number) {
    char name[64];
    int width = number_of(set, "tilewidth"), height = number_of(set, "tileheight"), columns = number_of(set, "columns");
    int margin = number_of(set, "margin"), spacing = number_of(set, "spacing");
    if (columns == 0) return;
    picture image = make_picture(number_of(set, "imagewidth"), number_of(set, "imageheight"));
    for (int id = 0; id < number_of(set, "tilecount"); ++id) {
        if (!used[number_of(set, "firstgid") + id]) continue;
        int left = margin + id % columns * (width + spacing), top = margin + id / columns * (height + spacing);
        paint_tile((tile_area){image, left, top, width, height}, map, set, layer, id);
    }
    snprintf(name, sizeof name, "set%d.png", number);
    assert_true(write_png(in_folder(name), image));
    free(image.pixels);
    json_object_set_new(set, "image", json_string(name));
}

// For a tileset that is a collection of images.
static void paint_collection(const json_t *map, json_t *set, const json_t *layer, int number) {
    char name[64];
    size_t i;
    json_t *about;
    if (number_of(set, "columns") != 0) return;
    json_array_foreach(json_object_get(set, "tiles"), i, about) {
        int width = number_of(about, "imagewidth"), height = number_of(about, "imageheight");
        if (!used[number_of(set, "firstgid") + number_of(about, "id")]) continue;
        if (width == 0 || height == 0) { // unknown to Tiled, because the image is missing
            width = number_of(set, "tilewidth");
            height = number_of(set, "tileheight");
            json_object_set_new(about, "imagewidth", json_integer(width));
            json_object_set_new(about, "imageheight", json_integer(height));
        }
        picture image = make_picture(width, height);
        paint_tile((tile_area){image, 0, 0, width, height}, map, set, layer, number_of(about, "id"));
        snprintf(name, sizeof name, "set%d-%d.png", number, number_of(about, "id"));
        assert_true(write_png(in_folder(name), image));
        free(image.pixels);
        json_object_set_new(about, "image", json_string(name));
    }
}

// ---- Drawing and comparison -----------------------------------------------------------------------------------------

static bool tiled(const char *program, const char *arguments) {
    char command[2048];
    snprintf(command, sizeof command, "cd %s && QT_QPA_PLATFORM=offscreen %s %s >log 2>&1", folder, program, arguments);
    return system(command) == 0;
}

enum { MARK = 999999, MARK_SIZE = 8 };

// Adds a red square at the origin, to locate the origin in the picture.
static void add_mark(json_t *root) {
    json_t *mark = json_pack("{s:s, s:s, s:s, s:i, s:b, s:[{s:i, s:i, s:i, s:i, s:i, s:b}]}", "type", "objectgroup",
                             "name", "mark", "color", "#ff0000", "opacity", 1, "visible", 1, "objects", "id", MARK, "x",
                             0, "y", 0, "width", MARK_SIZE, "height", MARK_SIZE, "visible", 1);
    json_array_append_new(json_object_get(root, "layers"), mark);
}

static bool is_red(const uint8_t *pixel) {
    return pixel[0] > 200 && pixel[1] < 100 && pixel[3] > 127;
}

static bool find_mark(picture drawn, double *x, double *y) {
    int left = drawn.width, right = -1, top = drawn.height, bottom = -1;
    for (int j = 0; j < drawn.height; ++j) {
        for (int i = 0; i < drawn.width; ++i) {
            if (!is_red(pixel_at(drawn, i, j))) continue;
            left = i < left ? i : left;
            right = i > right ? i : right;
            top = j < top ? j : top;
            bottom = j > bottom ? j : bottom;
        }
    }
    *x = (left + right + 1) / 2.0;
    *y = (top + bottom + 1) / 2.0;
    return right >= 0;
}

static void middle_of_mark(const carom_level_desc *desc, double *x, double *y) {
    *x = *y = 0;
    for (int i = 0; i < desc->outlines_count; ++i) {
        const carom_outline *outline = &desc->outlines[i];
        if (outline->tag != MARK) continue;
        for (int k = 0; k < outline->count; ++k) {
            *x += (double)outline->points[k].x / outline->count;
            *y += (double)outline->points[k].y / outline->count;
        }
    }
}

static bool any_tile_solid_at(const carom_level_desc *desc, double x, double y) {
    for (int i = 0; i < desc->tiles_count; ++i)
        if (tile_solid_at(&desc->tiles[i], x, y)) return true;
    return false;
}

static void paint_outline(const carom_outline *outline, int8_t *solid, picture drawn, double left, double top) {
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < outline->count; ++i) {
        low[0] = fmin(low[0], (double)outline->points[i].x - left - 1);
        low[1] = fmin(low[1], (double)outline->points[i].y - top - 1);
        high[0] = fmax(high[0], (double)outline->points[i].x - left + 1);
        high[1] = fmax(high[1], (double)outline->points[i].y - top + 1);
    }
    for (int y = (int)fmax(low[1], 0); y < fmin(high[1], drawn.height); ++y)
        for (int x = (int)fmax(low[0], 0); x < fmin(high[0], drawn.width); ++x)
            solid[y * drawn.width + x] |= (int8_t)outline_solid_at(outline, left + x + 0.5, top + y + 0.5);
}

// The solid pixels as read by carom, one byte each.
static int8_t *paint_solids(const carom_level_desc *desc, picture drawn, double left, double top) {
    int width = drawn.width, height = drawn.height;
    int8_t *solid = calloc((size_t)width * (size_t)height, 1);
    for (int i = 0; i < width * height; ++i)
        solid[i] = any_tile_solid_at(desc, left + i % width + 0.5, top + (double)(i / width) + 0.5);
    for (int i = 0; i < desc->outlines_count; ++i) paint_outline(&desc->outlines[i], solid, drawn, left, top);
    return solid;
}

enum { NEAR = 3 }; // pixels: drawn lines are two wide, and their shadow one more

// True if a pixel nearby is drawn as solid (or free), as carom reads this one.
static bool agrees_near(picture drawn, int x, int y, bool solid) {
    for (int j = y - NEAR; j <= y + NEAR; ++j) {
        for (int i = x - NEAR; i <= x + NEAR; ++i) {
            if (i < 0 || j < 0 || i >= drawn.width || j >= drawn.height) return true;
            if ((pixel_at(drawn, i, j)[3] > 24) == solid) return true;
        }
    }
    return false;
}

typedef struct tally {
    int maps, not_drawn, layers;
    long solid, wrong;
} tally;

static tally totals;

static void count(const int8_t *ours, picture drawn) {
    for (int y = 0; y < drawn.height; ++y) {
        for (int x = 0; x < drawn.width; ++x) {
            bool solid = ours[y * drawn.width + x];
            totals.solid += solid;
            totals.wrong += (pixel_at(drawn, x, y)[3] > 24) != solid && !agrees_near(drawn, x, y, solid);
        }
    }
}

static void compare(const char *path, const char *layer, const carom_map *map) {
    carom_level_desc desc = *carom_map_level(map);
    picture drawn = read_png(in_folder("drawn.png"));
    assert_non_null(drawn.pixels);
    double there_x, there_y, here_x, here_y;
    if (!find_mark(drawn, &there_x, &there_y)) fail_msg("%s, layer '%s': the mark is not in the picture", path, layer);
    middle_of_mark(&desc, &here_x, &here_y);
    int8_t *ours = paint_solids(&desc, drawn, floor(here_x - there_x + 0.5), floor(here_y - there_y + 0.5));
    long wrong = totals.wrong;
    count(ours, drawn);
    if (totals.wrong > wrong) print_message("%s, layer '%s': %ld pixels differ\n", path, layer, totals.wrong - wrong);
    ++totals.layers;
    free(ours);
    free(drawn.pixels);
}

static bool has_solids(const carom_map *map) {
    carom_level_desc desc = *carom_map_level(map);
    for (int i = 0; i < desc.tiles_count; ++i)
        for (int k = 0; k < desc.tiles[i].columns * desc.tiles[i].rows; ++k)
            if (desc.tiles[i].codes[k]) return true;
    return desc.outlines_count > 0;
}

// Removes tiles of templates with a tileset that has no image for Tiled.
static void remove_missing_tiles(json_t *layer) {
    json_t *objects = json_object_get(layer, "objects");
    for (size_t i = json_array_size(objects); i-- > 0;) {
        json_t *gid = json_object_get(json_array_get(objects, i), "gid");
        if (gid && json_integer_value(gid) == 0) json_array_remove(objects, i);
    }
}

static void draw_layer(const char *path, json_t *root, json_t *layer) {
    remove_missing_tiles(layer);
    carom_map *map = read_json(root, path);
    bool solid = has_solids(map);
    remove_objects_not_solid(layer, map);
    carom_map_free(map);
    if (!solid) return;
    memset(used, 0, sizeof used);
    note_used(layer);
    size_t i;
    json_t *set;
    json_array_foreach(json_object_get(root, "tilesets"), i, set) {
        paint_set(root, set, layer, (int)i);
        paint_collection(root, set, layer, (int)i);
    }
    remove_appearance(layer);
    add_mark(root);
    assert_int_equal(json_dump_file(root, in_folder("layer.tmj"), 0), 0);
    remove(in_folder("drawn.png"));
    if (!tiled("tmxrasterizer", "--ignore-visibility --no-smoothing layer.tmj drawn.png"))
        fail_msg("%s, layer '%s': tmxrasterizer failed", path, word_of(layer, "name"));
    map = read_json(root, path);
    compare(path, word_of(layer, "name"), map);
    carom_map_free(map);
}

static void check_level(const char *path) {
    carom_map *map;
    char arguments[1200];
    if (carom_map_load(path, NULL, &map, NULL)) return; // tests/io/maps.c tests such files
    carom_map_free(map);
    snprintf(arguments, sizeof arguments, "--embed-tilesets --detach-templates --export-map json '%s' whole.tmj", path);
    json_t *whole = tiled("tiled", arguments) ? json_load_file(in_folder("whole.tmj"), 0, NULL) : NULL;
    if (!whole) {
        print_message("%s: this Tiled cannot draw it\n", path);
        ++totals.not_drawn;
        return;
    }
    ++totals.maps;
    complete_tilesets(whole);
    for (int number = 0;; ++number) {
        int left = number;
        json_t *root = json_deep_copy(whole), *layer = keep_layer(json_object_get(root, "layers"), &left);
        if (layer) draw_layer(path, root, layer);
        json_decref(root);
        if (!layer) break;
    }
    json_decref(whole);
}

static void layers_are_solid_where_tiled_draws_them(void **state) {
    (void)state;
    const char *levels = getenv("CAROM_EXTRA_LEVELS");
    if (!levels || system("command -v tiled tmxrasterizer >/dev/null 2>&1") != 0) skip();
    totals = (tally){0};
    assert_true(each_level_file(levels, check_level));
    print_message("%d maps, %d layers, %ld solid pixels, %ld differ; %d maps this Tiled cannot draw\n", totals.maps,
                  totals.layers, totals.solid, totals.wrong, totals.not_drawn);
    assert_true(totals.solid > 0);
    assert_true(totals.wrong * 100000 <= totals.solid); // half pixels, if cells have an odd width
}

static int make_folder(void **state) {
    (void)state;
    return make_temporary_folder(folder, "pictures") ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

static int remove_folder(void **state) {
    (void)state;
    return nftw(folder, remove_one, 4, FTW_DEPTH | FTW_PHYS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_solid_where_tiled_draws_them),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
