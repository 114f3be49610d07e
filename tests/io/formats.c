// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One level in every format that Tiled writes: XML and JSON, six encodings, embedded and external tilesets, finite and
// infinite. All give the same result, which was derived by hand.
#include "io/describe.h"
#include "io/given_files.h"
#include "io/unpack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

enum { COLUMNS = 4, ROWS = 3, CELLS = COLUMNS * ROWS };

// Tile 0 of the first tileset is a catalogue slope, tile 1 a triangle from the collision editor. The second tileset
// starts at gid 5; its tiles have no shapes.
static const uint32_t cells[CELLS] = {0, 0, 1, 0x80000001, 2, 0xa0000001u, 0x40000002, 5, 6, 0, 0xc0000005, 0x60000002};

typedef enum encoding { CSV, LISTED, BASE64, ZLIB, GZIP, ZSTD, ENCODINGS } encoding;

static const char *const attributes[ENCODINGS][2] = {{"csv", ""},        {"", ""},           {"base64", ""},
                                                     {"base64", "zlib"}, {"base64", "gzip"}, {"base64", "zstd"}};

// ---- Encodings -----------------------------------------------------------------------------------------------------

static size_t deflated(const uint8_t *bytes, size_t size, int window_bits, uint8_t *out, size_t capacity) {
    z_stream stream = {
        .next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)size, .next_out = out, .avail_out = (uInt)capacity};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return capacity - stream.avail_out;
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

static void put_packed(text_buffer *out, const uint32_t *values, size_t count, encoding data) {
    uint8_t bytes[4 * CELLS], packed[1024];
    for (size_t i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)(values[i / 4] >> 8 * (i % 4));
    size_t size = 4 * count;
    if (data == BASE64) put_base64(out, bytes, size);
    if (data == ZLIB) put_base64(out, packed, deflated(bytes, size, 15, packed, sizeof packed));
    if (data == GZIP) put_base64(out, packed, deflated(bytes, size, 31, packed, sizeof packed));
    if (data == ZSTD) put_base64(out, packed, ZSTD_compress(packed, sizeof packed, bytes, size, 3));
}

static void put_cells(text_buffer *out, const uint32_t *values, size_t count, encoding data, bool xml) {
    bool plain = data == CSV || data == LISTED;
    if (!plain && !xml) put(out, "\"");
    if (plain && !xml) put(out, "[");
    for (size_t i = 0; plain && i < count; i++) {
        if (xml && data == LISTED && values[i] == 0)
            put(out, "<tile/>");
        else if (xml && data == LISTED)
            put(out, "<tile gid=\"%u\"/>", values[i]);
        else
            put(out, "%s%u", i == 0 ? "" : xml ? ",\r\n" : ", ", values[i]);
    }
    if (!plain) put_packed(out, values, count, data);
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
    // A gid in a template refers to the tileset of the template: tile 1 of the slopes, which is gid 2 in the map.
    {"maps/parts/block.tx", "<template><tileset firstgid=\"1\" source=\"../sets/slopes.tsx\"/><object gid=\"2\" "
                            "width=\"16\" height=\"16\"/></template>"},
    {"maps/parts/block.tj", "{\"type\":\"template\",\"tileset\":{\"firstgid\":101,\"source\":\"../sets/slopes.tsj\"},"
                            "\"object\":{\"gid\":102,\"width\":16,\"height\":16,\"visible\":true}}"},
    {NULL, NULL},
};

typedef enum sets { EMBEDDED, SETS_XML, SETS_JSON, SETS } sets;

static void put_tileset(text_buffer *out, bool xml, sets storage, const char *name, int first_gid) {
    bool slopes = first_gid == 1;
    const char *ending = storage == SETS_XML ? "tsx" : "tsj";
    if (storage != EMBEDDED)
        put(out,
            xml ? "<tileset firstgid=\"%d\" source=\"sets/%s.%s\"/>" : "{\"firstgid\":%d,\"source\":\"sets/%s.%s\"}",
            first_gid, name, ending);
    else if (xml)
        put(out, "<tileset firstgid=\"%d\" %s", first_gid, slopes ? slopes_xml : blocks_xml);
    else
        put(out, "{\"firstgid\":%d,%s", first_gid, slopes ? slopes_json : blocks_json);
}

// Chunks of an infinite map. The left half has negative columns and comes last.
static void put_chunks(text_buffer *out, encoding data, bool xml) {
    uint32_t half[2][CELLS / 2];
    for (int i = 0; i < CELLS; i++) half[i % COLUMNS / 2][i / COLUMNS * 2 + i % 2] = cells[i];
    for (int right = 1; right >= 0; right--) {
        int x = right ? 0 : -2;
        put(out,
            xml ? "<chunk x=\"%d\" y=\"-1\" width=\"2\" height=\"3\">"
                : "{\"x\":%d,\"y\":-1,\"width\":2,\"height\":3,\"data\":",
            x);
        put_cells(out, half[right], CELLS / 2, data, xml);
        put(out, xml ? "</chunk>" : right ? "}," : "}");
    }
}

static void put_xml_attributes(text_buffer *out, encoding data) {
    put(out, "<data");
    if (attributes[data][0][0]) put(out, " encoding=\"%s\"", attributes[data][0]);
    if (attributes[data][1][0]) put(out, " compression=\"%s\"", attributes[data][1]);
    put(out, ">");
}

static void put_xml_map(text_buffer *out, encoding data, sets storage, bool infinite) {
    put(out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" "
        "height=\"3\" tilewidth=\"16\" tileheight=\"16\" infinite=\"%d\" backgroundcolor=\"#102030\">",
        infinite);
    put_tileset(out, true, storage, "slopes", 1);
    put_tileset(out, true, storage, "blocks", 5);
    put(out, "<layer id=\"1\" name=\"ground\" width=\"4\" height=\"3\"><properties><property name=\"solid\" "
             "type=\"bool\" value=\"true\"/></properties>");
    put_xml_attributes(out, data);
    if (infinite)
        put_chunks(out, data, true);
    else
        put_cells(out, cells, CELLS, data, true);
    put(out, "</data></layer>%s</map>", objects_xml);
}

static void put_json_map(text_buffer *out, encoding data, sets storage, bool infinite) {
    put(out,
        "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"width\":4,\"height\":3,"
        "\"tilewidth\":16,\"tileheight\":16,\"infinite\":%s,\"backgroundcolor\":\"#102030\",\"tilesets\":[",
        infinite ? "true" : "false");
    put_tileset(out, false, storage, "slopes", 1);
    put(out, ",");
    put_tileset(out, false, storage, "blocks", 5);
    put(out,
        "],\"layers\":[{\"type\":\"tilelayer\",\"id\":1,\"name\":\"ground\",\"width\":4,\"height\":3,\"properties\":"
        "[{\"name\":\"solid\",\"type\":\"bool\",\"value\":true}],");
    if (data != CSV && data != LISTED) put(out, "\"encoding\":\"base64\",\"compression\":\"%s\",", attributes[data][1]);
    if (data == CSV) put(out, "\"encoding\":\"csv\",");
    put(out, infinite ? "\"chunks\":[" : "\"data\":");
    if (infinite)
        put_chunks(out, data, false);
    else
        put_cells(out, cells, CELLS, data, false);
    put(out, "%s},%s]}", infinite ? "]" : "", objects_json);
}

// ---- Expected result -----------------------------------------------------------------------------------------------

static const char outlines[] =
    "closed 0: 0,32 16,32 16,24\n"    // the triangle, not flipped
    "closed 0: 32,16 48,16 48,24\n"   // flag V
    "closed 0: 64,48 64,32 56,32\n"   // flags D and V: x and y swapped, then flipped vertically
    "closed 1: 4,6 12,6 12,10 4,10\n" // the rectangle, with the offsets of its layer and its group
    "closed 2: 16,7 ";

static const char *const outlines_after[] = {
    "closed 5: 44,6 44,10 42,10\n", // rotated clockwise: x becomes y, y becomes -x
    "open 6: 54,6 58,6 62.25,8\n",
    "closed 8: 96,38 64,38 64,30\n", // twice as wide, flipped
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

static void assert_contains(const text_buffer *text, const char *part) {
    if (!strstr(text->text, part)) fail_msg("'%s' is missing in\n%s", part, text->text);
}

static void the_level_matches_the_drawing(void **state) {
    (void)state;
    static text_buffer text, read;
    text.used = read.used = 0;
    put_xml_map(&text, CSV, EMBEDDED, false);
    carom_map *map;
    read_text(&text, &map);
    describe_level(map, &read);
    describe_objects(map, &read);
    describe_notes(map, &read);
    // slope_45 is 9. H flips it (bit 5). H and D rotate it by 90 degrees, which for this tile is the same code.
    assert_contains(&read, "tiles 4x3 at 0,0 cell 16x16: 0 0 9 41 0 41 0 1 1 0 1 0\n");
    assert_contains(&read, outlines);
    for (size_t i = 0; i < sizeof outlines_after / sizeof *outlines_after; i++)
        assert_contains(&read, outlines_after[i]);
    assert_contains(&read, object_lines);
    assert_contains(&read, "layer 'shapes': 1 point left out");
    assert_contains(&read, "layer 'shapes': 1 text left out");
    assert_contains(&read, "layer 'shapes': 1 object left out: it is hidden");
    carom_map_info info = carom_map_about(map);
    assert_string_equal(info.format, "TMX 1.10");
    assert_int_equal(info.background, 0x102030ff);
    assert_int_equal(info.layers, 2);
    assert_int_equal(info.tiles, 9);
    assert_box(info.bounds, 0, 0, 64, 48);
    carom_map_free(map);
}

static void an_infinite_map_gives_the_same_level_at_its_position(void **state) {
    (void)state;
    static text_buffer text, read;
    text.used = read.used = 0;
    put_json_map(&text, ZSTD, EMBEDDED, true);
    carom_map *map;
    read_text(&text, &map);
    describe_level(map, &read);
    assert_contains(&read, "tiles 4x3 at -32,-16 cell 16x16: 0 0 9 41 0 41 0 1 1 0 1 0\n");
    assert_contains(&read, "closed 0: -32,16 -16,16 -16,8\n");
    carom_map_info info = carom_map_about(map);
    assert_box(info.bounds, -32, -16, 32, 32);
    carom_map_free(map);
}

static void all_formats_give_the_same_level(void **state) {
    (void)state;
    static text_buffer text, first[2], read;
    for (int format = 0; format < 2 * SETS * 2 * ENCODINGS; format++) {
        encoding data = (encoding)(format % ENCODINGS);
        bool infinite = format / ENCODINGS % 2, json = format / ENCODINGS / 2 % 2;
        text.used = read.used = 0;
        (json ? put_json_map : put_xml_map)(&text, data, (sets)(format / ENCODINGS / 4), infinite);
        carom_map *map;
        read_text(&text, &map);
        describe_level(map, &read);
        describe_objects(map, &read);
        describe_notes(map, &read);
        carom_map_free(map);
        if (!first[infinite].used) first[infinite] = read;
        if (strcmp(read.text, first[infinite].text) != 0)
            fail_msg("form %d\n%s\nis not\n%s", format, read.text, first[infinite].text);
    }
}

/// Sizes beyond the range of zlib's counters. The stream ends long before, so the buffers may be smaller.
static void more_is_unpacked_than_zlib_counts_at_once(void **state) {
    (void)state;
    static const uint8_t bytes[] = "twelve bytes";
    uint8_t packed[256] = {0}, out[64];
    const size_t size = deflated(bytes, sizeof bytes, 15, packed, sizeof packed),
                 sizes[] = {size, 1u << 31, SIZE_MAX / 2 + 1};
    for (int i = 0; i < 9; i++) {
        size_t got = 0, capacity = i / 3 == 0 ? sizeof bytes : sizes[i / 3];
        assert_int_equal(cr_unpack_deflate(packed, sizes[i % 3], out, capacity, &got), CR_UNPACKED);
        assert_int_equal(got, sizeof bytes);
        assert_memory_equal(out, bytes, sizeof bytes);
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
        cmocka_unit_test(the_level_matches_the_drawing),
        cmocka_unit_test(an_infinite_map_gives_the_same_level_at_its_position),
        cmocka_unit_test(all_formats_give_the_same_level),
        cmocka_unit_test(more_is_unpacked_than_zlib_counts_at_once),
    };
    return cmocka_run_group_tests(tests, make_sets, NULL);
}
