// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One level in every form Tiled can write it: XML and JSON, six encodings, tilesets in the map or in files of either
// kind, finite and infinite. All must read the same, and as worked out by hand.
#include "io/describe.h"
#include "io/given_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

enum { COLUMNS = 4, ROWS = 3, CELLS = COLUMNS * ROWS };

// Tile 0 of the first set is a slope, tile 1 a triangle that was drawn; the second set, from gid 5, is whole tiles.
static const uint32_t cells[CELLS] = {0, 0, 1, 0x80000001, 2, 0xa0000001u, 0x40000002, 5, 6, 0, 0xc0000005, 0x60000002};

typedef enum encoding { CSV, LISTED, BASE64, ZLIB, GZIP, ZSTD, ENCODINGS } encoding;

static const char *const attributes[ENCODINGS][2] = {{"csv", ""},        {"", ""},           {"base64", ""},
                                                     {"base64", "zlib"}, {"base64", "gzip"}, {"base64", "zstd"}};

// ---- Encoding ------------------------------------------------------------------------------------------------------

static size_t deflated(const uint8_t *bytes, size_t size, int window_bits, uint8_t *out, size_t room) {
    z_stream stream = {
        .next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)size, .next_out = out, .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return room - stream.avail_out;
}

static void put_base64(text_buffer *out, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (i + 1 < size) bits |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < size) bits |= bytes[i + 2];
        put(out, "%c%c%c%c", digits[bits >> 18], digits[bits >> 12 & 63], i + 1 < size ? digits[bits >> 6 & 63] : '=',
            i + 2 < size ? digits[bits & 63] : '=');
    }
}

static void put_packed(text_buffer *out, const uint32_t *values, size_t count, encoding how) {
    uint8_t bytes[4 * CELLS], packed[1024];
    for (size_t i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)(values[i / 4] >> 8 * (i % 4));
    size_t size = 4 * count;
    if (how == BASE64) put_base64(out, bytes, size);
    if (how == ZLIB) put_base64(out, packed, deflated(bytes, size, 15, packed, sizeof packed));
    if (how == GZIP) put_base64(out, packed, deflated(bytes, size, 31, packed, sizeof packed));
    if (how == ZSTD) put_base64(out, packed, ZSTD_compress(packed, sizeof packed, bytes, size, 3));
}

static void put_cells(text_buffer *out, const uint32_t *values, size_t count, encoding how, bool xml) {
    bool plain = how == CSV || how == LISTED;
    if (!plain && !xml) put(out, "\"");
    if (plain && !xml) put(out, "[");
    for (size_t i = 0; plain && i < count; i++) {
        if (xml && how == LISTED && values[i] == 0)
            put(out, "<tile/>");
        else if (xml && how == LISTED)
            put(out, "<tile gid=\"%u\"/>", values[i]);
        else
            put(out, "%s%u", i == 0 ? "" : xml ? ",\r\n" : ", ", values[i]);
    }
    if (!plain) put_packed(out, values, count, how);
    if (plain && !xml) put(out, "]");
    if (!plain && !xml) put(out, "\"");
}

// ---- The level -----------------------------------------------------------------------------------------------------

static const char slopes_xml[] =
    "name=\"slopes\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\"><tile id=\"1\"><objectgroup>"
    "<object id=\"1\" x=\"0\" y=\"16\"><polygon points=\"0,0 16,0 16,-8\"/></object></objectgroup></tile>"
    "<tile id=\"0\"><properties><property name=\"carom\" value=\"slope_45\"/></properties></tile></tileset>";
static const char slopes_json[] =
    "\"name\":\"slopes\",\"tilewidth\":16,\"tileheight\":16,\"tilecount\":4,\"columns\":2,\"tiles\":["
    "{\"id\":1,\"objectgroup\":{\"objects\":[{\"id\":1,\"x\":0,\"y\":16,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":16,\"y\":"
    "0},"
    "{\"x\":16,\"y\":-8}]}]}},"
    "{\"id\":0,\"properties\":[{\"name\":\"carom\",\"type\":\"string\",\"value\":\"slope_45\"}]}]}";
static const char blocks_xml[] = "name=\"blocks\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\"/>";
static const char blocks_json[] =
    "\"name\":\"blocks\",\"tilewidth\":16,\"tileheight\":16,\"tilecount\":2,\"columns\":2}";

static const char objects_xml[] =
    "<group name=\"g\" offsetx=\"1\" offsety=\"2\"><objectgroup name=\"shapes\" offsetx=\"3\" offsety=\"4\">"
    "<object id=\"1\" x=\"0\" y=\"0\" width=\"8\" height=\"4\"/>"
    "<object id=\"2\" x=\"10\" y=\"0\" width=\"2\" height=\"2\"><ellipse/></object>"
    "<object id=\"3\" x=\"20\" y=\"0\" width=\"2\" height=\"6\"><capsule/></object>"
    "<object id=\"4\" name=\"spawn\" class=\"player\" x=\"30.5\" y=\"5\"><point/></object>"
    "<object id=\"5\" x=\"40\" y=\"0\" rotation=\"90\"><polygon points=\"0,0 4,0 4,2\"/></object>"
    "<object id=\"6\" x=\"50\" y=\"0\"><polyline points=\"0,0 4,0 8.25,2\"/></object>"
    "<object id=\"7\" x=\"60\" y=\"0\" width=\"9\" height=\"9\"><text>hello</text></object>"
    "<object id=\"8\" gid=\"2147483650\" x=\"60\" y=\"32\" width=\"32\" height=\"16\"/>"
    "<object id=\"9\" template=\"parts/block.tx\" x=\"1\" y=\"30\"/>"
    "<object id=\"10\" template=\"parts/block.tj\" x=\"2\" y=\"30\" visible=\"0\"/></objectgroup></group>";
static const char objects_json[] =
    "{\"type\":\"group\",\"name\":\"g\",\"offsetx\":1,\"offsety\":2,\"layers\":[{\"type\":\"objectgroup\",\"name\":"
    "\"shapes\",\"offsetx\":3,\"offsety\":4,\"objects\":["
    "{\"id\":1,\"x\":0,\"y\":0,\"width\":8,\"height\":4},"
    "{\"id\":2,\"x\":10,\"y\":0,\"width\":2,\"height\":2,\"ellipse\":true},"
    "{\"id\":3,\"x\":20,\"y\":0,\"width\":2,\"height\":6,\"capsule\":true},"
    "{\"id\":4,\"name\":\"spawn\",\"type\":\"player\",\"x\":30.5,\"y\":5,\"point\":true},"
    "{\"id\":5,\"x\":40,\"y\":0,\"rotation\":90,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":4,\"y\":0},{\"x\":4,\"y\":2}]},"
    "{\"id\":6,\"x\":50,\"y\":0,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":4,\"y\":0},{\"x\":8.25,\"y\":2}]},"
    "{\"id\":7,\"x\":60,\"y\":0,\"width\":9,\"height\":9,\"text\":{\"text\":\"hello\"}},"
    "{\"id\":8,\"gid\":2147483650,\"x\":60,\"y\":32,\"width\":32,\"height\":16},"
    "{\"id\":9,\"template\":\"parts/block.tx\",\"x\":1,\"y\":30},"
    "{\"id\":10,\"template\":\"parts/block.tj\",\"x\":2,\"y\":30,\"visible\":false}]}]}";

static given_file files[] = {
    {"maps/sets/slopes.tsx", NULL},
    {"maps/sets/slopes.tsj", NULL},
    {"maps/sets/blocks.tsx", NULL},
    {"maps/sets/blocks.tsj", NULL},
    // A gid in a template is one of its own tileset; here tile 1 of the slopes, in the map gid 2.
    {"maps/parts/block.tx", "<template><tileset firstgid=\"1\" source=\"../sets/slopes.tsx\"/><object gid=\"2\" "
                            "width=\"16\" height=\"16\"/></template>"},
    {"maps/parts/block.tj", "{\"type\":\"template\",\"tileset\":{\"firstgid\":101,\"source\":\"../sets/slopes.tsj\"},"
                            "\"object\":{\"gid\":102,\"width\":16,\"height\":16,\"visible\":true}}"},
    {NULL, NULL},
};

typedef enum sets { EMBEDDED, SETS_XML, SETS_JSON, SETS } sets;

static void put_tileset(text_buffer *out, bool xml, sets where, const char *name, int first_gid) {
    bool slopes = first_gid == 1;
    const char *ending = where == SETS_XML ? "tsx" : "tsj";
    if (where != EMBEDDED)
        put(out,
            xml ? "<tileset firstgid=\"%d\" source=\"sets/%s.%s\"/>" : "{\"firstgid\":%d,\"source\":\"sets/%s.%s\"}",
            first_gid, name, ending);
    else if (xml)
        put(out, "<tileset firstgid=\"%d\" %s", first_gid, slopes ? slopes_xml : blocks_xml);
    else
        put(out, "{\"firstgid\":%d,%s", first_gid, slopes ? slopes_json : blocks_json);
}

// Chunks of an infinite map: the left half lies at negative columns, and comes last.
static void put_chunks(text_buffer *out, encoding how, bool xml) {
    uint32_t half[2][CELLS / 2];
    for (int i = 0; i < CELLS; i++) half[i % COLUMNS / 2][i / COLUMNS * 2 + i % 2] = cells[i];
    for (int right = 1; right >= 0; right--) {
        int x = right ? 0 : -2;
        put(out,
            xml ? "<chunk x=\"%d\" y=\"-1\" width=\"2\" height=\"3\">"
                : "{\"x\":%d,\"y\":-1,\"width\":2,\"height\":3,\"data\":",
            x);
        put_cells(out, half[right], CELLS / 2, how, xml);
        put(out, xml ? "</chunk>" : right ? "}," : "}");
    }
}

static void put_xml_attributes(text_buffer *out, encoding how) {
    put(out, "<data");
    if (attributes[how][0][0]) put(out, " encoding=\"%s\"", attributes[how][0]);
    if (attributes[how][1][0]) put(out, " compression=\"%s\"", attributes[how][1]);
    put(out, ">");
}

static void put_xml_map(text_buffer *out, encoding how, sets where, bool infinite) {
    put(out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" "
        "height=\"3\" tilewidth=\"16\" tileheight=\"16\" infinite=\"%d\" backgroundcolor=\"#102030\">",
        infinite);
    put_tileset(out, true, where, "slopes", 1);
    put_tileset(out, true, where, "blocks", 5);
    put(out, "<layer id=\"1\" name=\"ground\" width=\"4\" height=\"3\"><properties><property name=\"solid\" "
             "type=\"bool\" value=\"true\"/></properties>");
    put_xml_attributes(out, how);
    if (infinite)
        put_chunks(out, how, true);
    else
        put_cells(out, cells, CELLS, how, true);
    put(out, "</data></layer>%s</map>", objects_xml);
}

static void put_json_map(text_buffer *out, encoding how, sets where, bool infinite) {
    put(out,
        "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"width\":4,\"height\":3,"
        "\"tilewidth\":16,\"tileheight\":16,\"infinite\":%s,\"backgroundcolor\":\"#102030\",\"tilesets\":[",
        infinite ? "true" : "false");
    put_tileset(out, false, where, "slopes", 1);
    put(out, ",");
    put_tileset(out, false, where, "blocks", 5);
    put(out,
        "],\"layers\":[{\"type\":\"tilelayer\",\"id\":1,\"name\":\"ground\",\"width\":4,\"height\":3,\"properties\":"
        "[{\"name\":\"solid\",\"type\":\"bool\",\"value\":true}],");
    if (how != CSV && how != LISTED) put(out, "\"encoding\":\"base64\",\"compression\":\"%s\",", attributes[how][1]);
    if (how == CSV) put(out, "\"encoding\":\"csv\",");
    put(out, infinite ? "\"chunks\":[" : "\"data\":");
    if (infinite)
        put_chunks(out, how, false);
    else
        put_cells(out, cells, CELLS, how, false);
    put(out, "%s},%s]}", infinite ? "]" : "", objects_json);
}

// ---- Tests ---------------------------------------------------------------------------------------------------------

static const char outlines[] = "closed 0: 0,32 16,32 16,24\n"    // the triangle, as drawn
                               "closed 0: 32,16 48,16 48,24\n"   // V
                               "closed 0: 64,48 64,32 56,32\n"   // D, then V: x and y swapped, then turned upside down
                               "closed 1: 4,6 12,6 12,10 4,10\n" // the rectangle, moved by its layer and its group
                               "closed 2: 16,7 ";

static const char *const outlines_after[] = {
    "closed 5: 44,6 44,10 42,10\n", // clockwise: x becomes y, y becomes -x
    "open 6: 54,6 58,6 62.25,8\n",
    "closed 8: 96,38 64,38 64,30\n", // twice as wide, mirrored
    "closed 9: 5,36 21,36 21,28\n",
};

static const char object_lines[] = "4 'spawn' 'player' in 'shapes' at 34.5,11 size 0,0 center 34.5,11 turned 0\n";

static void read_text(const text_buffer *text, carom_map **map) {
    const carom_map_files given = {.open = open_given, .context = files};
    const carom_map_options options = {.files = &given};
    carom_error error;
    if (carom_map_read(text->text, text->used, "maps/level", &options, map, &error))
        fail_msg("%s:%d:%d: %s\n%s", error.where, error.line, error.column, error.message, text->text);
}

static void assert_has(const text_buffer *text, const char *part) {
    if (!strstr(text->text, part)) fail_msg("'%s' is missing in\n%s", part, text->text);
}

static void test_the_level_is_as_drawn(void **state) {
    (void)state;
    static text_buffer text, read;
    text.used = read.used = 0;
    put_xml_map(&text, CSV, EMBEDDED, false);
    carom_map *map;
    read_text(&text, &map);
    describe_level(map, &read);
    describe_objects(map, &read);
    describe_notes(map, &read);
    // slope_45 is 9; H flips it (bit 5); H and D turn it by 90 degrees, which for it is the same.
    assert_has(&read, "tiles 4x3 at 0,0 cell 16x16: 0 0 9 41 0 41 0 1 1 0 1 0\n");
    assert_has(&read, outlines);
    for (size_t i = 0; i < sizeof outlines_after / sizeof *outlines_after; i++) assert_has(&read, outlines_after[i]);
    assert_has(&read, object_lines);
    assert_has(&read, "layer 'shapes': 1 points left out");
    assert_has(&read, "layer 'shapes': 1 texts left out");
    assert_has(&read, "layer 'shapes': 1 objects left out: they are hidden");
    carom_map_info info = carom_map_about(map);
    assert_string_equal(info.format, "TMX 1.10");
    assert_int_equal(info.background, 0x102030ff);
    assert_int_equal(info.layers, 2);
    assert_int_equal(info.tiles, 9);
    assert_true(info.bounds.min.x == 0 && info.bounds.max.x == 64 && info.bounds.max.y == 48);
    carom_map_free(map);
}

static void test_an_infinite_map_is_the_same_elsewhere(void **state) {
    (void)state;
    static text_buffer text, read;
    text.used = read.used = 0;
    put_json_map(&text, ZSTD, EMBEDDED, true);
    carom_map *map;
    read_text(&text, &map);
    describe_level(map, &read);
    assert_has(&read, "tiles 4x3 at -32,-16 cell 16x16: 0 0 9 41 0 41 0 1 1 0 1 0\n");
    assert_has(&read, "closed 0: -32,16 -16,16 -16,8\n");
    carom_map_info info = carom_map_about(map);
    assert_true(info.bounds.min.x == -32 && info.bounds.min.y == -16);
    assert_true(info.bounds.max.x == 32 && info.bounds.max.y == 32);
    carom_map_free(map);
}

static void test_all_forms_read_the_same(void **state) {
    (void)state;
    static text_buffer text, first[2], read;
    for (int form = 0; form < 2 * SETS * 2 * ENCODINGS; form++) {
        encoding how = (encoding)(form % ENCODINGS);
        bool infinite = form / ENCODINGS % 2, json = form / ENCODINGS / 2 % 2;
        text.used = read.used = 0;
        (json ? put_json_map : put_xml_map)(&text, how, (sets)(form / ENCODINGS / 4), infinite);
        carom_map *map;
        read_text(&text, &map);
        describe_level(map, &read);
        describe_objects(map, &read);
        describe_notes(map, &read);
        carom_map_free(map);
        if (!first[infinite].used) first[infinite] = read;
        if (strcmp(read.text, first[infinite].text) != 0)
            fail_msg("form %d\n%s\nis not\n%s", form, read.text, first[infinite].text);
    }
}

static int make_sets(void **state) {
    (void)state;
    static text_buffer sets_text[4];
    put(&sets_text[0], "<tileset version=\"1.10\" %s", slopes_xml);
    put(&sets_text[1], "{\"type\":\"tileset\",%s", slopes_json);
    put(&sets_text[2], "<tileset version=\"1.10\" %s", blocks_xml);
    put(&sets_text[3], "{\"type\":\"tileset\",%s", blocks_json);
    for (int i = 0; i < 4; i++) files[i].text = sets_text[i].text;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_level_is_as_drawn),
        cmocka_unit_test(test_an_infinite_map_is_the_same_elsewhere),
        cmocka_unit_test(test_all_forms_read_the_same),
    };
    return cmocka_run_group_tests(tests, make_sets, NULL);
}
