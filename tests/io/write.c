// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels written as text. A map that is read back must give a level with the same edges, to the bit. (Thin edges that a
// solid cuts are axis-aligned here, since the cut bends all others.)
#include "carom/io.h"
#include "io/number.h"
#include "io/same_edges.h"
#include "level/index/edge.h"
#include "level/index/index.h"
#include "level/maps.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>

typedef struct text {
    char *bytes;
    size_t size, capacity;
    size_t most; // 0: no limit
} text;

static bool add_text(void *context, const char *bytes, size_t size) {
    text *t = context;
    if (t->most > 0 && t->size + size > t->most) return false;
    if (t->size + size + 1 > t->capacity) {
        t->capacity = 2 * (t->size + size + 1);
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return true;
}

static text write_level(const carom_level *level, carom_level_format format, int *tags_lost) {
    text t = {0};
    assert_int_equal(carom_level_write(level, format, add_text, &t, tags_lost), CAROM_STATUS_OK);
    return t;
}

static carom_level *read_level(const text *t) {
    carom_map *read;
    carom_error error;
    carom_status status = carom_map_read(t->bytes, t->size, "written", NULL, &read, &error);
    if (status != CAROM_STATUS_OK) fail_msg("%d: %s\n%s", error.line, error.message, t->bytes);
    carom_level *level = level_of_desc(carom_map_level(read));
    carom_map_free(read);
    return level;
}

// ---- Comparing edges ------------------------------------------------------------------------------------------------

static void expect_same_edges(const carom_level *level, const carom_level *other, int tags_lost) {
    assert_null(difference_of_edges(level, other, tags_lost));
}

static void expect_round_trip(const carom_level *level, bool tagged_alike) {
    for (int format = CAROM_LEVEL_FORMAT_TMX; format <= CAROM_LEVEL_FORMAT_GEOJSON; format++) {
        int tags_lost;
        text t = write_level(level, (carom_level_format)format, &tags_lost);
        if (tagged_alike) assert_int_equal(tags_lost, 0);
        carom_level *read = read_level(&t);
        expect_same_edges(level, read, tags_lost);
        carom_level_free(read);
        free(t.bytes);
    }
}

// ---- Known levels ---------------------------------------------------------------------------------------------------

static const carom_vec2 frame[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, hole[] = {{1, 1}, {1, 8}, {8, 8}, {8, 1}},
                        island[] = {{3, 3}, {5, 3}, {5, 5.5f}}, ledge[] = {{-4, 2}, {-2, 2}, {-1, 1}},
                        wire[] = {{20, 0}, {20, 0.1f}};
static const carom_outline known[] = {{.points = frame, .count = 4, .tag = 3},
                                      {.points = hole, .count = 4, .same_area = true, .tag = 3},
                                      {.points = island, .count = 3, .same_area = true, .tag = -5},
                                      {.points = ledge, .count = 3, .open = true, .one_way = true, .tag = 6},
                                      {.points = wire, .count = 2, .open = true, .tag = 7}};

static void expect_text(carom_level_format format, const char *expected) {
    int tags_lost = -1;
    carom_level *level = level_of_outlines(known, sizeof known / sizeof *known);
    text t = write_level(level, format, &tags_lost);
    assert_string_equal(t.bytes, expected);
    assert_int_equal(tags_lost, 0);
    free(t.bytes);
    carom_level_free(level);
}

static void a_level_as_tmx(void **state) {
    (void)state;
    expect_text(CAROM_LEVEL_FORMAT_TMX,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" width=\"2\" height=\"1\" "
                "tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" nextlayerid=\"2\" nextobjectid=\"6\">\n"
                " <objectgroup id=\"1\" name=\"collision\">\n"
                "  <object id=\"1\" x=\"0\" y=\"0\">\n"
                "   <properties>\n"
                "    <property name=\"carom_tag\" type=\"int\" value=\"3\"/>\n"
                "   </properties>\n"
                "   <polygon points=\"0,9 0,0 9,0 9,9\"/>\n"
                "  </object>\n"
                "  <object id=\"2\" x=\"0\" y=\"0\">\n"
                "   <properties>\n"
                "    <property name=\"carom\" value=\"hole\"/>\n"
                "    <property name=\"carom_tag\" type=\"int\" value=\"3\"/>\n"
                "   </properties>\n"
                "   <polygon points=\"1,1 1,8 8,8 8,1\"/>\n"
                "  </object>\n"
                "  <object id=\"3\" x=\"0\" y=\"0\">\n"
                "   <properties>\n"
                "    <property name=\"carom_tag\" type=\"int\" value=\"-5\"/>\n"
                "   </properties>\n"
                "   <polygon points=\"3,3 5,3 5,5.5\"/>\n"
                "  </object>\n"
                "  <object id=\"4\" x=\"0\" y=\"0\">\n"
                "   <properties>\n"
                "    <property name=\"carom_tag\" type=\"int\" value=\"6\"/>\n"
                "    <property name=\"one_way\" value=\"up\"/>\n"
                "   </properties>\n"
                "   <polyline points=\"-4,2 -2,2 -1,1\"/>\n"
                "  </object>\n"
                "  <object id=\"5\" x=\"0\" y=\"0\">\n"
                "   <properties>\n"
                "    <property name=\"carom_tag\" type=\"int\" value=\"7\"/>\n"
                "   </properties>\n"
                "   <polyline points=\"20,0 20,0.1\"/>\n"
                "  </object>\n"
                " </objectgroup>\n"
                "</map>\n");
}

static void a_level_as_geojson(void **state) {
    (void)state;
    expect_text(CAROM_LEVEL_FORMAT_GEOJSON,
                "{\"type\":\"FeatureCollection\",\"features\":[\n"
                "{\"type\":\"Feature\",\"properties\":{\"solid\":true,\"carom_tag\":3},\"geometry\":{\"type\":"
                "\"Polygon\",\"coordinates\":[[[0,9],[0,0],[9,0],[9,9],[0,9]],\n"
                "[[1,1],[1,8],[8,8],[8,1],[1,1]]]}},\n"
                "{\"type\":\"Feature\",\"properties\":{\"solid\":true,\"carom_tag\":-5},\"geometry\":{\"type\":"
                "\"Polygon\",\"coordinates\":[[[3,3],[5,3],[5,5.5],[3,3]]]}},\n"
                "{\"type\":\"Feature\",\"properties\":{\"solid\":true,\"carom_tag\":6,\"one_way\":\"up\"},\"geometry\":"
                "{\"type\":\"LineString\",\"coordinates\":[[-4,2],[-2,2],[-1,1]]}},\n"
                "{\"type\":\"Feature\",\"properties\":{\"solid\":true,\"carom_tag\":7},\"geometry\":{\"type\":"
                "\"LineString\",\"coordinates\":[[20,0],[20,0.1]]}}\n"
                "]}\n");
}

static void a_level_as_svg(void **state) {
    (void)state;
    expect_text(CAROM_LEVEL_FORMAT_SVG,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 0 24 9\" fill-rule=\"evenodd\">\n"
                "<path data-tag=\"3\" d=\"M0 9L0 0L9 0L9 9zM1 1L1 8L8 8L8 1z\"/>\n"
                "<path data-tag=\"-5\" d=\"M3 3L5 3L5 5.5z\"/>\n"
                "<path data-tag=\"6\" class=\"one-way\" fill=\"none\" stroke=\"black\" d=\"M-4 2L-2 2L-1 1\"/>\n"
                "<path data-tag=\"7\" fill=\"none\" stroke=\"black\" d=\"M20 0L20 0.1\"/>\n"
                "</svg>\n");
}

static void a_ring_has_the_tag_of_most_of_its_edges(void **state) {
    (void)state;
    static const carom_vec2 left[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}},
                            right[] = {{4, 0}, {8, 2}, {9, 4}, {8, 6}, {4, 4}};
    const carom_outline outlines[] = {{.points = left, .count = 4, .tag = 1}, {.points = right, .count = 5, .tag = 2}};
    carom_level *level = level_of_outlines(outlines, 2);
    int tags_lost;
    text t = write_level(level, CAROM_LEVEL_FORMAT_TMX, &tags_lost);
    assert_int_equal(tags_lost, 3);
    assert_non_null(strstr(t.bytes, "value=\"2\""));
    free(t.bytes);
    expect_round_trip(level, false);
    carom_level_free(level);
}

/// A hole is part of its area in GeoJSON and SVG, whose tag it gets; in TMX it is an object, and keeps its own.
static void holes_have_the_tag_of_their_area_but_in_tmx(void **state) {
    (void)state;
    carom_outline outlines[2] = {known[0], known[1]};
    outlines[1].tag = 4;
    carom_level *level = level_of_outlines(outlines, 2);
    for (int format = CAROM_LEVEL_FORMAT_TMX; format <= CAROM_LEVEL_FORMAT_SVG; format++) {
        int tags_lost;
        text t = write_level(level, (carom_level_format)format, &tags_lost);
        assert_int_equal(tags_lost, format == CAROM_LEVEL_FORMAT_TMX ? 0 : 4);
        free(t.bytes);
    }
    expect_round_trip(level, false);
    carom_level_free(level);
}

/// However small, a solid beside another one is no hole in it, and keeps its tag.
static void small_areas_stay_areas(void **state) {
    (void)state;
    for (float scale = 0x1p-6f; scale > 0x1p-16f; scale /= 8) {
        carom_vec2 points[2][4];
        const carom_outline outlines[2] = {{.points = points[0], .count = 4, .tag = 3},
                                           {.points = points[1], .count = 4, .tag = 4}};
        for (int i = 0; i < 4; i++) {
            points[0][i] = (carom_vec2){scale * frame[i].x, scale * frame[i].y};
            points[1][i] = (carom_vec2){scale * (frame[i].x + 10), scale * frame[i].y};
        }
        carom_level *level = level_of_outlines(outlines, 2);
        expect_round_trip(level, true);
        carom_level_free(level);
    }
}

static void closed_chains_stay_chains(void **state) {
    (void)state;
    static const carom_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}};
    for (int one_way = 0; one_way < 2; one_way++) {
        const carom_outline outlines[] = {{.points = square, .count = 5, .open = true, .one_way = one_way},
                                          {.points = square, .count = 4, .one_way = true}};
        carom_level *level = level_of_outlines(outlines + one_way / 2, 1);
        expect_round_trip(level, true);
        carom_level_free(level);
        level = level_of_outlines(outlines + 1, 1);
        expect_round_trip(level, true);
        carom_level_free(level);
    }
}

static void an_empty_level_is_an_empty_map(void **state) {
    (void)state;
    carom_level *level = level_of_outlines(NULL, 0);
    for (int format = 0; format < 3; format++) {
        text t = write_level(level, (carom_level_format)format, NULL);
        assert_null(strstr(t.bytes, "nan"));
        assert_null(strstr(t.bytes, "inf\""));
        free(t.bytes);
    }
    expect_round_trip(level, true);
    carom_level_free(level);
}

static void failures_are_reported(void **state) {
    (void)state;
    carom_level *level = level_of_outlines(known, 1);
    text t = {.most = 100};
    assert_int_equal(carom_level_write(level, CAROM_LEVEL_FORMAT_TMX, add_text, &t, NULL), CAROM_STATUS_FULL);
    assert_int_equal(carom_level_write(level, (carom_level_format)3, add_text, &t, NULL), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_write(level, CAROM_LEVEL_FORMAT_TMX, NULL, &t, NULL), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_write(NULL, CAROM_LEVEL_FORMAT_TMX, add_text, &t, NULL), CAROM_STATUS_BAD_ARGUMENT);
    free(t.bytes);
    carom_level_free(level);
}

static bool count_writes(void *context, const char *bytes, size_t size) {
    (void)bytes;
    int *writes = context;
    assert_in_range(size, 1, SIZE_MAX);
    return ++*writes != 3;
}

/// After a write that failed nothing more is written, and no write is empty.
static void nothing_is_written_after_a_failure(void **state) {
    (void)state;
    enum { POINTS = 9000 };
    static carom_vec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) points[i] = (carom_vec2){(float)(10 + i % 2), (float)i};
    const carom_outline chain = {.points = points, .count = POINTS, .open = true};
    carom_level *level = level_of_outlines(&chain, 1);
    int writes = 0;
    assert_int_equal(carom_level_write(level, CAROM_LEVEL_FORMAT_SVG, count_writes, &writes, NULL), CAROM_STATUS_FULL);
    assert_int_equal(writes, 3);
    carom_level_free(level);
    // Texts of every length about a multiple of the buffer.
    static const int tags[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    int multiples = 0;
    for (int count = 1000; count < 1020; count++) {
        for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
            const carom_outline some = {.points = points + 1000, .count = count, .open = true, .tag = tags[i]};
            level = level_of_outlines(&some, 1);
            text t = write_level(level, CAROM_LEVEL_FORMAT_SVG, NULL);
            writes = -1000;
            assert_int_equal(carom_level_write(level, CAROM_LEVEL_FORMAT_SVG, count_writes, &writes, NULL),
                             CAROM_STATUS_OK);
            assert_int_equal(writes, -1000 + (int)((t.size + 8191) / 8192));
            multiples += t.size % 8192 == 0;
            free(t.bytes);
            carom_level_free(level);
        }
    }
    assert_true(multiples > 0);
}

/// The size of a TMX map is whole cells within the limits of the reader; the view of an SVG picture is finite.
static void the_size_of_a_picture_is_finite(void **state) {
    (void)state;
    static const struct {
        float low, high;
        const char *cells, *view;
    } cases[] = {
        {-48, -16, "width=\"1\" height=\"1\"", "\"-48 -48 32 32\""},
        {0, 16, "width=\"1\" height=\"1\"", "\"0 0 16 16\""},
        {0, 17, "width=\"2\" height=\"2\"", "\"0 0 17 17\""},
        {0, 15999984, "width=\"999999\" height=\"999999\"", "\"0 0 15999984 15999984\""},
        {0, 33554432, "width=\"1000000\" height=\"1000000\"", "\"0 0 33554432 33554432\""},
        {-3e38f, 3e38f, "width=\"1000000\" height=\"1000000\"", "\"-3e+38 -3e+38 3.4028235e+38 3.4028235e+38\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const carom_vec2 corners[] = {
            {cases[i].low, cases[i].low}, {cases[i].high, cases[i].low}, {cases[i].high, cases[i].high}};
        const carom_outline triangle = {.points = corners, .count = 3};
        carom_level *level = level_of_outlines(&triangle, 1);
        text tmx = write_level(level, CAROM_LEVEL_FORMAT_TMX, NULL),
             svg = write_level(level, CAROM_LEVEL_FORMAT_SVG, NULL);
        if (!strstr(tmx.bytes, cases[i].cells)) fail_msg("%s is not in\n%s", cases[i].cells, tmx.bytes);
        if (!strstr(svg.bytes, cases[i].view)) fail_msg("%s is not in\n%s", cases[i].view, svg.bytes);
        free(tmx.bytes);
        free(svg.bytes);
        carom_level_free(level);
    }
}

// ---- Images ---------------------------------------------------------------------------------------------------------

typedef struct level_image {
    uint64_t *words; // aligned as an image must be
    size_t size;
    cr_edge_line *lines;
    cr_link *links;
    int count;
} level_image;

/// The image of a level, to be changed: its edges and their links follow each other.
static level_image image_of(const carom_outline *outlines, int outlines_count) {
    carom_level *level = level_of_outlines(outlines, outlines_count);
    level_image image = {.size = carom_level_image_size(level), .count = carom_level_edge_count(level)};
    image.words = malloc(image.size + 8);
    assert_non_null(image.words);
    carom_level_image_write(level, image.words);
    const carom_level_edge first = carom_level_edge_at(level, 0);
    const cr_edge_line line = {first.a, first.b};
    size_t at = 0;
    while (at + sizeof line < image.size && memcmp((char *)image.words + at, &line, sizeof line) != 0) at += 8;
    image.lines = (cr_edge_line *)(void *)((char *)image.words + at);
    image.links = (cr_link *)(void *)(image.lines + image.count);
    carom_level_free(level);
    return image;
}

static void expect_svg_of_image(level_image image, const char *expected) {
    carom_level *level;
    assert_int_equal(carom_level_open(image.words, image.size, NULL, &level, NULL), CAROM_STATUS_OK);
    for (int format = CAROM_LEVEL_FORMAT_TMX; format <= CAROM_LEVEL_FORMAT_SVG; format++) {
        text t = write_level(level, (carom_level_format)format, NULL);
        if (format == CAROM_LEVEL_FORMAT_SVG && !strstr(t.bytes, expected)) fail_msg("%s not\n%s", t.bytes, expected);
        free(t.bytes);
    }
    carom_level_free(level);
    free(image.words);
}

/// carom_level_open accepts rings with the solid outside, and thin edges without their other side.
static void every_edge_of_a_forged_image_is_written(void **state) {
    (void)state;
    static const carom_vec2 corners[] = {{0, 0}, {8, 0}, {0, 8}}, bent[] = {{20, 0}, {24, 0}, {24, 4}};
    const carom_outline triangle = {.points = corners, .count = 3}, chain = {.points = bent, .count = 3, .open = true};
    level_image image = image_of(&triangle, 1);
    assert_int_equal(image.count, 3);
    for (int i = 0; i < image.count; i++) {
        const cr_edge_line line = image.lines[i];
        const cr_link link = image.links[i];
        const uint32_t flags = link.next & CR_REF_FLAGS;
        image.lines[i] = (cr_edge_line){line.b, line.a};
        image.links[i] = (cr_link){link.prev | flags, link.next & ~(uint32_t)CR_REF_FLAGS, link.tag};
    }
    expect_svg_of_image(image, "<path data-tag=\"0\" d=\"M8 0L0 0L0 8z\"/>");
    for (int backward = 0; backward < 2; backward++) { // only one side of the first edge stays two-sided
        image = image_of(&chain, 1);
        assert_int_equal(image.count, 4);
        for (int i = 0; i < image.count; i++) {
            const bool kept = (backward ? image.lines[i].b.x : image.lines[i].a.x) == 20;
            if (!kept) image.links[i].next = (image.links[i].next & ~(uint32_t)CR_TWO_SIDED) | CR_ONE_WAY;
        }
        expect_svg_of_image(image, backward ? "d=\"M24 0L20 0\"/>" : "d=\"M20 0L24 0\"/>");
    }
}

// ---- Random levels --------------------------------------------------------------------------------------------------

static carom_vec2 random_point(random_source *r, bool on_lattice, float size) {
    carom_vec2 p = {random_range(r, 0, size), random_range(r, 0, size)};
    return on_lattice ? (carom_vec2){floorf(p.x), floorf(p.y)} : p;
}

enum { SHAPES = 6, POINTS = 7 };

/// Areas and chains that cross one another and the tiles, on a lattice and off it, with tags and without.
static void random_levels_are_read_back(void **state) {
    (void)state;
    random_source r = {51};
    static map m;
    for (int run = 0; run < 600; run++) {
        carom_vec2 points[SHAPES][POINTS];
        carom_outline outlines[SHAPES] = {0};
        bool on_lattice = run % 2, tagged = run % 3 == 0;
        map_make(&m, 6, 6, 4);
        map_fill(&m, &r);
        int count = random_below(&r, SHAPES + 1);
        for (int i = 0; i < count; i++) {
            int length = 3 + random_below(&r, POINTS - 2);
            bool open = random_below(&r, 3) == 0, even_odd = random_below(&r, 2), one_way = random_below(&r, 3) == 0;
            if (one_way) open = true;
            for (int k = 0; k < length; k++) {
                points[i][k] = random_point(&r, on_lattice, 24);
                if (open && k % 2) points[i][k].x = points[i][k - 1].x;
                if (open && k > 0 && k % 2 == 0) points[i][k].y = points[i][k - 1].y;
            }
            outlines[i] = (carom_outline){.points = points[i],
                                          .count = length,
                                          .open = open,
                                          .one_way = one_way,
                                          .even_odd = even_odd,
                                          .same_area = random_below(&r, 3) == 0,
                                          .tag = tagged ? random_below(&r, 3) : 0};
        }
        carom_level_desc desc = {
            .tiles = &m.tiles, .tiles_count = run % 5 > 0, .outlines = outlines, .outlines_count = count};
        carom_level *level = level_of_desc(&desc);
        expect_round_trip(level, !tagged);
        carom_level_free(level);
    }
}

static void random_bitmaps_are_read_back(void **state) {
    (void)state;
    random_source r = {52};
    uint8_t samples[24 * 24];
    for (int run = 0; run < 100; run++) {
        for (size_t i = 0; i < sizeof samples; i++) samples[i] = (uint8_t)random_below(&r, 256);
        carom_field field = {.columns = 24, .rows = 24, .cell = {1, 1}, .samples = samples, .smooth = run % 2};
        carom_level *level = level_of_desc(&(carom_level_desc){.fields = &field, .fields_count = 1});
        expect_round_trip(level, true);
        carom_level_free(level);
    }
}

static void carved_levels_are_read_back(void **state) {
    (void)state;
    random_source r = {53};
    static map m;
    for (int run = 0; run < 40; run++) {
        map_make(&m, 16, 16, 4);
        map_fill(&m, &r);
        carom_level *level = level_of_desc(&(carom_level_desc){.editable = true, .tiles = &m.tiles, .tiles_count = 1});
        for (int i = 0; i < 60; i++) {
            carom_shape ball;
            carom_make_circle(random_point(&r, run % 2, 64), random_range(&r, 0.1f, 6), &ball);
            bool fill = random_below(&r, 3) == 0;
            carom_status status = fill ? carom_level_fill(level, &ball) : carom_level_carve(level, &ball);
            assert_int_equal(status, CAROM_STATUS_OK);
        }
        expect_round_trip(level, true);
        carom_level_free(level);
    }
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static void floats_are_read_back(void **state) {
    (void)state;
    random_source r = {54};
    setlocale(LC_ALL, "de_DE.UTF-8"); // where it exists, with a decimal comma
    for (int i = 0; i < 300000; i++) {
        uint32_t bits = (uint32_t)random_below(&r, 1 << 16) << 16 | (uint32_t)random_below(&r, 1 << 16);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char out[CR_FLOAT_TEXT];
        double back;
        cr_format_float(value, out);
        assert_true(cr_parse_number(out, strlen(out), &back));
        if ((float)back != value) fail_msg("%s, not %.9g", out, (double)value);
    }
    setlocale(LC_ALL, "C");
    char out[CR_FLOAT_TEXT];
    cr_format_float(0.1f, out);
    assert_string_equal(out, "0.1");
    cr_format_float(16777215, out);
    assert_string_equal(out, "16777215");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_as_tmx),
        cmocka_unit_test(a_level_as_geojson),
        cmocka_unit_test(a_level_as_svg),
        cmocka_unit_test(a_ring_has_the_tag_of_most_of_its_edges),
        cmocka_unit_test(holes_have_the_tag_of_their_area_but_in_tmx),
        cmocka_unit_test(closed_chains_stay_chains),
        cmocka_unit_test(small_areas_stay_areas),
        cmocka_unit_test(an_empty_level_is_an_empty_map),
        cmocka_unit_test(failures_are_reported),
        cmocka_unit_test(every_edge_of_a_forged_image_is_written),
        cmocka_unit_test(nothing_is_written_after_a_failure),
        cmocka_unit_test(the_size_of_a_picture_is_finite),
        cmocka_unit_test(random_levels_are_read_back),
        cmocka_unit_test(random_bitmaps_are_read_back),
        cmocka_unit_test(carved_levels_are_read_back),
        cmocka_unit_test(floats_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
