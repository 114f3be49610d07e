// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles and cells compared with Tiled, pixel by pixel. The image of a tileset shows the shape of its tile, so the
// picture that Tiled draws of a map (tmxrasterizer, Debian package "tiled") is the expected solid area. Skipped without
// Tiled.
#define _XOPEN_SOURCE 700 // mkdtemp, setenv

#include "carom/io.h"
#include "io/png.h"
#include "io/solid_at.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <unistd.h>

typedef struct scene {
    const char *name;
    const char *map; // attributes for the orientation; null: orthogonal
    const char
        *cell_outline; // outline of a cell: tiles have no shapes, and their layer is solid; null: tiles have shapes
    int cell_width, cell_height;
    int tile_width, tile_height;
    const char *tileset; // additional attributes of the tileset
    const char *inside;  // additional elements of the tileset
    const char *code;    // catalogue tile; null: the polygon below
    const char *objects; // tile objects; null: a layer with all flips
    bool blurred;        // scaled or rotated: pixels on the boundary may differ
} scene;

enum { COLUMNS = 24, ROWS = 5 };

// Concave, not symmetric under any flip, clockwise, and with no pixel centre on its sides.
static const char *const polygon = "0,16 3,12 10,10 10,4 16,4 16,16";
static const char *const tile_shape =
    "<objectgroup><object id=\"1\" x=\"0\" y=\"0\"><polygon points=\"%s\"/></object></objectgroup>";

static char folder[TEMPORARY_PATH];

static char *in_folder(const char *name) {
    static char path[2][TEMPORARY_PATH + 16];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static const char *map_of(const scene *s) {
    return s->map ? s->map : "orientation=\"orthogonal\"";
}

static void put_tile(FILE *file, const scene *s) {
    if (s->code)
        fprintf(file, "<properties><property name=\"carom\" value=\"%s\"/></properties>", s->code);
    else if (!s->cell_outline)
        fprintf(file, tile_shape, polygon);
}

// All flips in the middle row; in hexagonal maps, which have twice as many, in two rows.
static unsigned gid_at(const scene *s, int column, int row) {
    static const unsigned flags[8] = {0, 8, 4, 12, 2, 10, 6, 14};
    bool hexagonal = strstr(map_of(s), "hexagonal") != NULL, set = hexagonal ? row == 1 || row == 3 : row == 2;
    if (!set || column % 3 != 1) return 0;
    if (s->cell_outline) return 1;
    return (flags[column / 3] | (hexagonal && row == 3)) << 28 | 1;
}

static void put_cells(FILE *file, const scene *s) {
    fprintf(file, "<layer id=\"1\" name=\"%s\" width=\"%d\" height=\"%d\"><data encoding=\"csv\">",
            s->cell_outline ? "solid" : "l", COLUMNS, ROWS);
    for (int i = 0; i < COLUMNS * ROWS; i++)
        fprintf(file, "%s%u", i > 0 ? "," : "", gid_at(s, i % COLUMNS, i / COLUMNS));
    fprintf(file, "</data></layer>");
}

static void write_map(const scene *s) {
    FILE *file = fopen(in_folder("scene.tmx"), "w");
    assert_non_null(file);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" %s width=\"%d\" height=\"%d\" "
            "tilewidth=\"%d\" tileheight=\"%d\" infinite=\"0\">\n <tileset firstgid=\"1\" name=\"t\" tilewidth=\"%d\" "
            "tileheight=\"%d\" tilecount=\"1\" columns=\"1\" %s>\n%s<image source=\"tile.png\" width=\"%d\" "
            "height=\"%d\"/><tile id=\"0\">",
            map_of(s), COLUMNS, ROWS, s->cell_width, s->cell_height, s->tile_width, s->tile_height, s->tileset,
            s->inside, s->tile_width, s->tile_height);
    put_tile(file, s);
    fprintf(file, "</tile></tileset>\n");
    if (s->objects)
        fprintf(file, "<objectgroup id=\"1\" name=\"o\">%s</objectgroup>", s->objects);
    else
        put_cells(file, s);
    fprintf(file, "</map>\n");
    assert_int_equal(fclose(file), 0);
}

// Paints the tile as carom reads it without flips, in a map of one cell.
static void paint_tile(const scene *s) {
    char text[1024], shape[256];
    snprintf(shape, sizeof shape, tile_shape, s->cell_outline ? s->cell_outline : polygon);
    if (s->code)
        snprintf(shape, sizeof shape, "<properties><property name=\"carom\" value=\"%s\"/></properties>", s->code);
    snprintf(
        text, sizeof text,
        "<map width=\"1\" height=\"1\" tilewidth=\"%d\" tileheight=\"%d\"><tileset firstgid=\"1\" tilewidth=\"%d\" "
        "tileheight=\"%d\" tilecount=\"1\" columns=\"1\"><tile id=\"0\">%s</tile></tileset><layer width=\"1\" "
        "height=\"1\"><data encoding=\"csv\">1</data></layer></map>",
        s->tile_width, s->tile_height, s->tile_width, s->tile_height, shape);
    carom_map *map;
    assert_int_equal(carom_map_read(text, strlen(text), "tile", NULL, &map, NULL), CAROM_STATUS_OK);
    carom_level_desc desc = *carom_map_level(map);
    picture tile = make_picture(s->tile_width, s->tile_height);
    for (int y = 0; y < tile.height; y++)
        for (int x = 0; x < tile.width; x++)
            if (solid_at(&desc, x + 0.5, y + 0.5)) memset(pixel_at(tile, x, y), 255, 4);
    assert_true(write_png(in_folder("tile.png"), tile));
    free(tile.pixels);
    carom_map_free(map);
}

// True if a point and all its neighbours agree.
static bool is_uniform(const carom_level_desc *desc, double x, double y) {
    bool here = solid_at(desc, x, y);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (solid_at(desc, x + dx, y + dy) != here) return false;
    return true;
}

static void compare(const scene *s) {
    carom_map *map;
    carom_error error;
    if (carom_map_load(in_folder("scene.tmx"), NULL, &map, &error)) fail_msg("%s: %s", s->name, error.message);
    carom_level_desc desc = *carom_map_level(map);
    picture drawn = read_png(in_folder("scene.png"));
    assert_non_null(drawn.pixels);
    carom_box bounds = carom_map_about(map).bounds;
    assert_int_equal(bounds.min.x, 0);
    assert_int_equal(bounds.min.y, 0);
    assert_int_equal(drawn.width, (int)bounds.max.x);
    assert_int_equal(drawn.height, (int)bounds.max.y);
    int solid = 0, wrong = 0;
    for (int y = 0; y < drawn.height; y++) {
        for (int x = 0; x < drawn.width; x++) {
            bool ours = solid_at(&desc, x + 0.5, y + 0.5), theirs = pixel_at(drawn, x, y)[3] > 127;
            solid += theirs;
            if (ours == theirs || (s->blurred && !is_uniform(&desc, x + 0.5, y + 0.5))) continue;
            if (wrong++ < 5)
                print_message("%s: pixel %d,%d is %s in Tiled\n", s->name, x, y, theirs ? "solid" : "free");
        }
    }
    free(drawn.pixels);
    carom_map_free(map);
    assert_in_range(solid, 101, INT32_MAX);
    assert_int_equal(wrong, 0);
}

static void compare_scene(const scene *s) {
    char command[512];
    if (system("command -v tmxrasterizer > /dev/null 2>&1") != 0) skip();
    paint_tile(s);
    write_map(s);
    remove(in_folder("scene.png"));
    snprintf(command, sizeof command,
             "cd %s && QT_QPA_PLATFORM=offscreen tmxrasterizer --no-smoothing scene.tmx scene.png > log 2>&1", folder);
    assert_int_equal(system(command), 0);
    compare(s);
}

static void flips_of_square_tiles_match_tiled(void **state) {
    (void)state;
    compare_scene(&(scene){"square", NULL, NULL, 16, 16, 16, 16, "", "", NULL, NULL, false});
}

static void flips_of_wide_tiles_match_tiled(void **state) {
    (void)state;
    compare_scene(&(scene){"wide", NULL, NULL, 24, 16, 24, 16, "", "", NULL, NULL, false});
}

static void flips_of_tall_tiles_on_small_cells_match_tiled(void **state) {
    (void)state;
    compare_scene(&(scene){"tall", NULL, NULL, 12, 10, 16, 22, "", "", NULL, NULL, false});
}

static void tile_offsets_match_tiled(void **state) {
    (void)state;
    compare_scene(
        &(scene){"offset", NULL, NULL, 16, 16, 24, 16, "", "<tileoffset x=\"3\" y=\"-5\"/>", NULL, NULL, false});
}

static void flips_of_catalogue_tiles_match_tiled(void **state) {
    static const char *const codes[] = {"slope_2_low", "slope_3_mid flip", "quarter 90", "bevel 180", "disc flip 270"};
    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        compare_scene(&(scene){codes[i], NULL, NULL, 24, 24, 24, 24, "", "", codes[i], NULL, true});
        compare_scene(
            &(scene){codes[i], NULL, NULL, 16, 16, 30, 22, "", "<tileoffset x=\"-2\" y=\"4\"/>", codes[i], NULL, true});
    }
}

static void tile_objects_match_tiled(void **state) {
    (void)state;
    compare_scene(&(scene){"objects", NULL, NULL, 16, 16, 16, 16, "", "", NULL,
                           "<object id=\"1\" gid=\"1\" x=\"20\" y=\"40\" width=\"16\" height=\"16\"/>"
                           "<object id=\"2\" gid=\"2147483649\" x=\"50\" y=\"40\" width=\"16\" height=\"16\"/>"
                           "<object id=\"3\" gid=\"1073741825\" x=\"80\" y=\"40\" width=\"16\" height=\"16\"/>",
                           false});
}

static void scaled_and_rotated_tile_objects_match_tiled(void **state) {
    static const char objects[] = "<object id=\"1\" gid=\"1\" x=\"20\" y=\"50\" width=\"48\" height=\"30\"/>"
                                  "<object id=\"2\" gid=\"2147483649\" x=\"150\" y=\"50\" width=\"40\" height=\"32\" "
                                  "rotation=\"30\"/>"
                                  "<object id=\"3\" gid=\"1073741825\" x=\"250\" y=\"40\" width=\"32\" height=\"40\" "
                                  "rotation=\"-90\"/>";
    static const char *const alignments[] = {"topleft", "top",        "topright", "left",       "center",
                                             "right",   "bottomleft", "bottom",   "bottomright"};
    (void)state;
    compare_scene(
        &(scene){"turned", NULL, NULL, 16, 16, 16, 16, "", "<tileoffset x=\"2\" y=\"3\"/>", NULL, objects, true});
    for (int i = 0; i < 9; i++) {
        char attributes[64];
        snprintf(attributes, sizeof attributes, "objectalignment=\"%s\"", alignments[i]);
        compare_scene(&(scene){alignments[i], NULL, NULL, 16, 16, 16, 16, attributes, "", NULL, objects, true});
    }
}

static void isometric_maps_match_tiled(void **state) {
    static const char map[] = "orientation=\"isometric\"";
    (void)state;
    compare_scene(&(scene){"isometric", map, NULL, 32, 16, 32, 24, "", "", NULL, NULL, false});
    compare_scene(&(scene){"isometric cell", map, "16,0 32,8 16,16 0,8", 32, 16, 32, 16, "", "", NULL, NULL, true});
    compare_scene(
        &(scene){"isometric objects", map, NULL, 32, 16, 16, 16, "", "<tileoffset x=\"2\" y=\"3\"/>", NULL,
                 "<object id=\"1\" gid=\"1\" x=\"60\" y=\"40\" width=\"48\" height=\"30\"/>"
                 "<object id=\"2\" gid=\"2147483649\" x=\"250\" y=\"50\" width=\"40\" height=\"32\" rotation=\"30\"/>",
                 true});
}

static void staggered_maps_match_tiled(void **state) {
    static const char *const maps[] = {
        "orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\"",
        "orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"even\"",
        "orientation=\"staggered\" staggeraxis=\"x\" staggerindex=\"odd\"",
        "orientation=\"staggered\" staggeraxis=\"x\" staggerindex=\"even\"",
    };
    (void)state;
    for (int i = 0; i < 4; i++) {
        compare_scene(&(scene){maps[i], maps[i], NULL, 32, 16, 32, 24, "", "", NULL, NULL, false});
        compare_scene(&(scene){maps[i], maps[i], "16,0 32,8 16,16 0,8", 32, 16, 32, 16, "", "", NULL, NULL, true});
    }
}

static void hexagonal_maps_match_tiled(void **state) {
    static const char *const maps[] = {
        "orientation=\"hexagonal\" hexsidelength=\"12\" staggeraxis=\"y\" staggerindex=\"odd\"",
        "orientation=\"hexagonal\" hexsidelength=\"12\" staggeraxis=\"y\" staggerindex=\"even\"",
        "orientation=\"hexagonal\" hexsidelength=\"12\" staggeraxis=\"x\" staggerindex=\"odd\"",
        "orientation=\"hexagonal\" hexsidelength=\"12\" staggeraxis=\"x\" staggerindex=\"even\"",
    };
    static const char *const cells[] = {"14,0 28,6 28,18 14,24 0,18 0,6", "8,0 20,0 28,12 20,24 8,24 0,12"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        compare_scene(&(scene){maps[i], maps[i], NULL, 28, 24, 28, 24, "", "", NULL, NULL, true});
        compare_scene(
            &(scene){maps[i], maps[i], NULL, 28, 24, 32, 20, "", "<tileoffset x=\"3\" y=\"-2\"/>", NULL, NULL, true});
        compare_scene(&(scene){maps[i], maps[i], cells[i / 2], 28, 24, 28, 24, "", "", NULL, NULL, true});
    }
}

static int make_folder(void **state) {
    (void)state;
    return make_temporary_folder(folder, "tiled") ? 0 : -1;
}

static int remove_folder(void **state) {
    static const char *const names[] = {"scene.tmx", "scene.png", "tile.png", "log"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(in_folder(names[i]));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips_of_square_tiles_match_tiled),
        cmocka_unit_test(flips_of_wide_tiles_match_tiled),
        cmocka_unit_test(flips_of_tall_tiles_on_small_cells_match_tiled),
        cmocka_unit_test(tile_offsets_match_tiled),
        cmocka_unit_test(flips_of_catalogue_tiles_match_tiled),
        cmocka_unit_test(tile_objects_match_tiled),
        cmocka_unit_test(scaled_and_rotated_tile_objects_match_tiled),
        cmocka_unit_test(isometric_maps_match_tiled),
        cmocka_unit_test(staggered_maps_match_tiled),
        cmocka_unit_test(hexagonal_maps_match_tiled),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
