// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a map may name: links out of the root folder, pipes, devices, folders, and files of another kind. The tests run
// in a temporary folder.
#define _XOPEN_SOURCE 700 // mkdtemp, mkfifo, symlink, alarm

#include "carom/io.h"
#include "random.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/stat.h>
#include <unistd.h>

static const char tileset[] = "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'/>";
static const char plain_map[] = "<map width='1' height='1' tilewidth='16' tileheight='16'/>";

static char top[TEMPORARY_PATH]; // the temporary folder

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void write_map(const char *path, const char *source) {
    char text[256];
    snprintf(text, sizeof text,
             "<map width='1' height='1' tilewidth='16' tileheight='16'><tileset firstgid='1' source='%s'/></map>",
             source);
    write_file(path, text);
}

// ---- Symbolic links -------------------------------------------------------------------------------------------------

// Loads root/map.tmx, which names `source`. Returns the error message, or "" on success.
static const char *load(const char *source, const char *root) {
    static char message[sizeof(carom_error)];
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    bool absolute = root && root[0] == '/';
    char path[TEMPORARY_PATH + 16];
    snprintf(path, sizeof path, "%s%sroot/map.tmx", absolute ? top : "", absolute ? "/" : "");
    write_map("root/map.tmx", source);
    carom_status status = carom_map_load(path, &(carom_map_options){.root = root}, &map, &error);
    assert_int_equal(status == CAROM_STATUS_OK, map != NULL);
    carom_map_free(map);
    snprintf(message, sizeof message, "%s", error.message);
    return message;
}

static void assert_says(const char *message, const char *part) {
    if (!strstr(message, part)) fail_msg("'%s' does not say '%s'", message, part);
}

static void links_out_of_the_root_are_refused(void **state) {
    (void)state;
    assert_string_equal(load("t.tsx", "root"), "");
    assert_string_equal(load("link_inside.tsx", "root"), "");
    assert_says(load("link_outside.tsx", "root"), "a symbolic link leads out of the root folder");
    assert_says(load("folder_outside/t.tsx", "root"), "a symbolic link leads out of the root folder");
    assert_says(load("link_to_link.tsx", "root"), "a symbolic link leads out of the root folder");
    assert_says(load("link_beside.tsx", "root"), "a symbolic link leads out of the root folder");
    assert_says(load("link_absolute.tsx", "root"), "a symbolic link leads out of the root folder");
}

static void a_wider_root_allows_links(void **state) {
    (void)state;
    assert_string_equal(load("link_outside.tsx", "."), "");
    assert_string_equal(load("link_outside.tsx", ""), "");
    assert_string_equal(load("link_to_link.tsx", "."), "");
    assert_string_equal(load("link_absolute.tsx", "/"), ""); // the root and the link use different names of one folder
    assert_says(load("t.tsx", "root/sub"), "outside of the root folder");
}

static void a_root_must_be_a_folder(void **state) {
    (void)state;
    assert_says(load("t.tsx", "nowhere"), "/nowhere' cannot be read: No such file or directory; pass another --root");
    assert_says(load("t.tsx", "root/t.tsx"), "/root/t.tsx' cannot be read: Not a directory; pass another --root");
}

static void the_map_itself_may_be_a_link(void **state) {
    (void)state;
    carom_map *map;
    assert_int_equal(carom_map_load("link.tmx", NULL, &map, NULL), CAROM_STATUS_OK);
    carom_map_free(map);
}

// ---- Files that are not regular -------------------------------------------------------------------------------------

static void pipes_and_devices_are_refused_without_blocking(void **state) {
    (void)state;
    alarm(20); // kills the test if it blocks
    assert_says(load("pipe.tsx", NULL), "a pipe or a device");
    assert_says(load("link_to_zero.tsx", "/"), "a pipe or a device");
    assert_says(load("link_to_zero.tsx", NULL), "a pipe or a device");
    assert_says(load("sub", NULL), "Is a directory");
    assert_string_equal(load("nowhere.tsx", NULL), ""); // a missing tileset is a note, not an error
    assert_string_equal(load("link_to_nowhere.tsx", NULL), "");
    assert_says(load("link_to_itself.tsx", NULL), "cannot be read"); // it exists
    if (geteuid() != 0) assert_says(load("secret.tsx", NULL), "Permission denied");
    alarm(0);
}

// ---- Files of another kind ------------------------------------------------------------------------------------------

static const char *load_kind(const char *path) {
    static char message[sizeof(carom_error)];
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    assert_int_equal(carom_map_load(path, NULL, &map, &error), CAROM_STATUS_BAD_FILE);
    assert_null(map);
    snprintf(message, sizeof message, "%s", error.message);
    return message;
}

static void files_of_another_kind_are_refused(void **state) {
    (void)state;
    static const char as_template[] = "<map width='1' height='1' tilewidth='16' tileheight='16'><objectgroup><object "
                                      "template='%s'/></objectgroup></map>";
    static const struct {
        const char *text, *source, *message;
    } wrong[] = {
        {NULL, "plain.tmx", "the file is a <map>, a <tileset> is expected"},
        {NULL, "plain.tmj", "the file is a <map>, a <tileset> is expected"},
        {NULL, "old.tmj", "the file is a <map>, a <tileset> is expected"},
        {NULL, "template.tx", "the file is a <template>, a <tileset> is expected"},
        {NULL, "template.tj", "the file is a <template>, a <tileset> is expected"},
        {as_template, "plain.tmx", "the file is a <map>, a <template> is expected"},
        {as_template, "plain.tmj", "the file is a <map>, a <template> is expected"},
        {as_template, "t.tsx", "the file is a <tileset>, a <template> is expected"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        snprintf(text, sizeof text, as_template, wrong[i].source);
        if (wrong[i].text)
            write_file("root/map.tmx", text);
        else
            write_map("root/map.tmx", wrong[i].source);
        assert_says(load_kind("root/map.tmx"), wrong[i].message);
    }
    assert_says(load_kind("root/t.tsx"), "the file is a <tileset>, a <map> is expected");
    assert_says(load_kind("root/t.tsj"), "the file is a <tileset>, a <map> is expected");
    assert_says(load_kind("root/template.tx"), "the file is a <template>, a <map> is expected");
    assert_says(load_kind("root/template.tj"), "the file is a <template>, a <map> is expected");
}

// ---- Extreme numbers ------------------------------------------------------------------------------------------------

static void positions_beyond_the_range_are_refused(void **state) {
    (void)state;
    static const char *const pairs[] = {"[1e280,0]", "[0,-1e280]", "[1e99,1e99]", "[2e9,0]", "[1]", "[\"1\",2]"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int pivot = 0; pivot < 2; pivot++) {
            char text[600];
            snprintf(text, sizeof text,
                     "{\"defs\":{\"layers\":[{\"uid\":1,\"identifier\":\"E\",\"type\":\"Entities\",\"intGridValues\":"
                     "[]}]},\"levels\":[{\"identifier\":\"L\",\"pxWid\":16,\"pxHei\":16,\"layerInstances\":[{"
                     "\"layerDefUid\":1,\"entityInstances\":[{\"px\":%s,\"__pivot\":%s,\"width\":2,\"height\":2}]}]}]}",
                     pivot ? "[0,0]" : pairs[i], pivot ? pairs[i] : "[0,0]");
            write_file("root/world.ldtk", text);
            assert_says(load_kind("root/world.ldtk"), pivot ? "'__pivot' must be two numbers" : "'px' must be two");
        }
}

static void assert_finite(const float *values, int count, const char *text) {
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i])) fail_msg("%g in %s", (double)values[i], text);
}

static void assert_map_is_finite(const carom_map *map, const char *text) {
    carom_level_desc desc = *carom_map_level(map);
    for (int i = 0; i < desc.outlines_count; i++)
        assert_finite(&desc.outlines[i].points[0].x, 2 * desc.outlines[i].count, text);
    for (int i = 0; i < desc.tiles_count; i++) {
        assert_finite(&desc.tiles[i].origin.x, 2, text);
        assert_finite(&desc.tiles[i].cell.x, 2, text);
    }
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object o = carom_map_object_at(map, i);
        const float values[] = {o.position.x, o.position.y, o.size.x, o.size.y, o.center.x, o.center.y, o.rotation};
        assert_finite(values, 7, text);
    }
    carom_map_info info = carom_map_about(map);
    assert_finite(&info.bounds.min.x, 4, text);
}

// Random combinations of the largest and smallest numbers that are accepted.
static void extreme_numbers_give_finite_maps(void **state) {
    (void)state;
    static const char *const numbers[] = {"1e9", "-1e9", "1e-9", "0", "1", "-999999999.5", "1e-300", "90", "1e10"};
    static const char *const whole[] = {"1", "1000000", "999999", "2"};
    static const char *const grids[] = {"orthogonal", "isometric", "staggered", "hexagonal", "oblique"};
    random_source source = {21};
    int loaded = 0;
    for (int i = 0; i < 20000; i++) {
        const char *n[16], *w[8];
        for (int k = 0; k < 16; k++) n[k] = numbers[random_below(&source, i % 4 == 0 ? 9 : 8)];
        for (int k = 0; k < 8; k++) w[k] = whole[random_below(&source, 4)];
        char text[2000];
        int length = snprintf(
            text, sizeof text,
            "<map orientation='%s' width='1' height='1' tilewidth='%s' tileheight='%s' skewx='%s' skewy='%s' "
            "hexsidelength='%s'><tileset firstgid='1' tilewidth='%s' tileheight='%s' tilecount='1' columns='1' "
            "tilerendersize='%s'><tileoffset x='%s' y='%s'/><grid orientation='isometric' width='%s' height='%s'/>"
            "<tile id='0'><objectgroup><object x='%s' y='%s' width='%s' height='%s' "
            "rotation='%s'/></objectgroup></tile>"
            "</tileset><group offsetx='%s' offsety='%s'><layer name='solid' offsetx='%s' width='1' height='1'><data>"
            "<tile gid='1'/></data></layer><objectgroup name='solid'><object gid='1' x='%s' y='%s' width='%s' "
            "height='%s'/><object x='%s' y='%s' width='%s' height='%s' rotation='%s'>%s</object></objectgroup></group>"
            "</map>",
            grids[i % 5], w[0], w[1], n[0], n[1], w[2], w[3], w[4], i % 2 ? "grid" : "tile", n[2], n[3], w[5], w[6],
            n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15], n[0], n[3], n[6], n[9], n[12],
            i % 3 ? "" : "<capsule/>");
        assert_in_range(length, 1, sizeof text - 1);
        carom_map *map;
        carom_error error;
        if (carom_map_read(text, (size_t)length, "m", NULL, &map, &error) != CAROM_STATUS_OK) {
            assert_int_equal(error.status, CAROM_STATUS_BAD_FILE);
            continue;
        }
        assert_map_is_finite(map, text);
        carom_map_free(map);
        loaded++;
    }
    assert_in_range(loaded, 5001, 20000);
}

// ---- Setup ----------------------------------------------------------------------------------------------------------

static int make_folder(void **state) {
    (void)state;
    char absolute[TEMPORARY_PATH + 16];
    if (!make_temporary_folder(top, "files") || chdir(top) != 0) return -1;
    if (mkdir("root", 0700) || mkdir("root/sub", 0700) || mkdir("rootless", 0700)) return -1;
    write_file("outside.tsx", tileset);
    write_file("t.tsx", tileset);
    write_file("rootless/t.tsx", tileset);
    write_file("root/t.tsx", tileset);
    write_file("root/secret.tsx", tileset);
    write_file("root/plain.tmx", plain_map);
    write_file("root/plain.tmj", "{\"type\":\"map\",\"layers\":[],\"tilewidth\":16,\"tileheight\":16}");
    write_file("root/old.tmj", "{\"layers\":[],\"tilewidth\":16,\"tileheight\":16}");
    write_file("root/t.tsj", "{\"type\":\"tileset\",\"tilewidth\":16,\"tileheight\":16}");
    write_file("root/template.tx", "<template><object/></template>");
    write_file("root/template.tj", "{\"type\":\"template\",\"object\":{},\"tilewidth\":16,\"tileheight\":16}");
    snprintf(absolute, sizeof absolute, "%s/outside.tsx", top);
    bool made =
        mkfifo("root/pipe.tsx", 0600) == 0 && symlink("t.tsx", "root/link_inside.tsx") == 0 &&
        symlink("../outside.tsx", "root/link_outside.tsx") == 0 && symlink("..", "root/folder_outside") == 0 &&
        symlink("link_outside.tsx", "root/link_to_link.tsx") == 0 &&
        symlink("../rootless/t.tsx", "root/link_beside.tsx") == 0 && symlink(absolute, "root/link_absolute.tsx") == 0 &&
        symlink("/dev/zero", "root/link_to_zero.tsx") == 0 && symlink("nowhere", "root/link_to_nowhere.tsx") == 0 &&
        symlink("link_to_itself.tsx", "root/link_to_itself.tsx") == 0 && chmod("root/secret.tsx", 0) == 0 &&
        symlink("root/plain.tmx", "link.tmx") == 0;
    return made ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    static const char *const paths[] = {"root/map.tmx",
                                        "root/world.ldtk",
                                        "root/t.tsx",
                                        "root/plain.tmx",
                                        "root/plain.tmj",
                                        "root/old.tmj",
                                        "root/t.tsj",
                                        "root/template.tx",
                                        "root/template.tj",
                                        "root/pipe.tsx",
                                        "root/link_inside.tsx",
                                        "root/link_outside.tsx",
                                        "root/folder_outside",
                                        "root/link_to_link.tsx",
                                        "root/link_beside.tsx",
                                        "root/link_absolute.tsx",
                                        "root/link_to_zero.tsx",
                                        "root/link_to_nowhere.tsx",
                                        "root/link_to_itself.tsx",
                                        "root/secret.tsx",
                                        "root/sub",
                                        "rootless/t.tsx",
                                        "rootless",
                                        "link.tmx",
                                        "outside.tsx",
                                        "t.tsx",
                                        "root"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) remove(paths[i]);
    return chdir("/") == 0 && rmdir(top) == 0 ? 0 : -1;
}

/// The options begin with their size, as those of every layer (tests/flat/sizes.c).
static void options_of_any_version(void **state) {
    (void)state;
    struct {
        carom_map_options options;
        uint64_t more;
    } given = {.options = {.world_depth = 0}};
    _Static_assert(offsetof(carom_map_options, world) + sizeof given.options.world == sizeof given.options,
                   "carom_map_options has padding at its end");
    static const struct {
        uint32_t size;
        uint64_t more;
        carom_status status;
    } cases[] = {{0, 0, CAROM_STATUS_OK},
                 {sizeof(carom_map_options), 1, CAROM_STATUS_OK},
                 {sizeof(carom_map_options) - 1, 0, CAROM_STATUS_BAD_ARGUMENT},
                 {sizeof given, 0, CAROM_STATUS_OK},
                 {sizeof given, 1, CAROM_STATUS_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        carom_map *map;
        carom_error error = {.status = CAROM_STATUS_OK};
        given.options.size = cases[i].size;
        given.more = cases[i].more;
        assert_int_equal(carom_map_read(plain_map, sizeof plain_map - 1, "m.tmx", &given.options, &map, &error),
                         cases[i].status);
        assert_int_equal(error.status, cases[i].status);
        assert_int_equal(map != NULL, cases[i].status == CAROM_STATUS_OK);
        carom_map_free(map);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_out_of_the_root_are_refused),
        cmocka_unit_test(a_wider_root_allows_links),
        cmocka_unit_test(a_root_must_be_a_folder),
        cmocka_unit_test(the_map_itself_may_be_a_link),
        cmocka_unit_test(pipes_and_devices_are_refused_without_blocking),
        cmocka_unit_test(files_of_another_kind_are_refused),
        cmocka_unit_test(positions_beyond_the_range_are_refused),
        cmocka_unit_test(extreme_numbers_give_finite_maps),
        cmocka_unit_test(options_of_any_version),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
