// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels by libFuzzer, written as text and read again: the maps must give levels, with the same edges if they are of
// one kind, and with the same tags if their edges are the same. The first byte says whether there are tiles, and the
// next ones are their codes; each group of bytes after that is an outline, whose thin edges are axis-aligned. Then
// shapes are carved and filled, and the level is written once more. See tools/fuzz.sh.
#include "carom/io.h"
#include "io/same_edges.h"
#include "world/forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIDE = 4, OUTLINES = 6, POINTS = 7, TEXT = 1 << 20 };

typedef struct input {
    const uint8_t *at, *end;
} input;

static unsigned next_byte(input *in) {
    return in->at < in->end ? *in->at++ : 0;
}

/// Mostly on a lattice; sometimes a float of any bits near it.
static float next_coordinate(input *in) {
    unsigned b = next_byte(in);
    float value = (float)(b % 64) / 4;
    if (b >= 224) value += (float)next_byte(in) / 77;
    return b >= 192 && b < 208 ? nextafterf(value, b % 2 ? 64.0f : -64.0f) : value;
}

static carom_vec2 next_point(input *in) {
    float x = next_coordinate(in);
    return (carom_vec2){x, next_coordinate(in)};
}

static carom_outline next_outline(input *in, carom_vec2 points[POINTS]) {
    unsigned how = next_byte(in);
    carom_outline o = {.points = points, .count = 3 + (int)(how % (POINTS - 2)), .tag = (int)(next_byte(in) % 3)};
    o.open = how & 64 || how & 128;
    o.one_way = how & 128;
    o.even_odd = how & 8;
    o.same_area = how & 16;
    for (int k = 0; k < o.count; k++) {
        points[k] = next_point(in);
        if (o.open && k % 2) points[k].x = points[k - 1].x;
        if (o.open && k > 0 && k % 2 == 0) points[k].y = points[k - 1].y;
    }
    return o;
}

typedef struct text {
    char bytes[TEXT];
    size_t size;
} text;

static bool add_text(void *context, const char *bytes, size_t size) {
    text *t = context;
    demand(t->size + size <= TEXT);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

/// True if a level has edges of solids and thin ones. A solid cuts thin edges, which rounds their ends, once in the
/// level and once more where the text is read.
static bool is_mixed(const carom_level *level) {
    int thin = 0, count = carom_level_edge_count(level);
    for (int i = 0; i < count; i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        thin += e.one_way || e.two_sided;
    }
    return thin > 0 && thin < count;
}

static void round_trip(const carom_level *level) {
    static text t;
    const bool mixed = is_mixed(level);
    for (int format = CAROM_LEVEL_FORMAT_TMX; format <= CAROM_LEVEL_FORMAT_SVG; format++) {
        int tags_lost;
        carom_map *map;
        carom_level *read;
        t.size = 0;
        demand(carom_level_write(level, (carom_level_format)format, add_text, &t, &tags_lost) == CAROM_STATUS_OK);
        if (format == CAROM_LEVEL_FORMAT_SVG) break;
        demand(carom_map_read(t.bytes, t.size, "written", NULL, &map, NULL) == CAROM_STATUS_OK);
        demand(carom_level_make(carom_map_level(map), &read, NULL) == CAROM_STATUS_OK);
        const char *difference = difference_of_edges(level, read, tags_lost);
        if (mixed && difference && strcmp(difference, "the tags") != 0) difference = NULL;
        if (difference) fprintf(stderr, "%s differs in\n%.*s", difference, (int)t.size, t.bytes);
        demand(!difference);
        carom_level_free(read);
        carom_map_free(map);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    uint8_t codes[SIDE * SIDE] = {0};
    carom_vec2 points[OUTLINES][POINTS];
    carom_outline outlines[OUTLINES];
    const carom_tiles tiles = {.columns = SIDE, .rows = SIDE, .cell = {4, 4}, .codes = codes};
    unsigned how = next_byte(&in);
    int carved = (int)(how / 2 % 4);
    for (int i = 0; how & 1 && i < SIDE * SIDE; i++) codes[i] = carom_tile_canonical((uint8_t)next_byte(&in));
    for (int i = 0; i < SIDE * SIDE; i++)
        if ((codes[i] & 31) >= CAROM_TILE_USER) codes[i] = 0;
    carom_level_desc desc = {.tiles = &tiles, .outlines = outlines, .editable = carved > 0, .tiles_count = how & 1};
    while (in.at < in.end && desc.outlines_count < OUTLINES) {
        outlines[desc.outlines_count] = next_outline(&in, points[desc.outlines_count]);
        desc.outlines_count++;
    }
    carom_level *level;
    if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return 0;
    round_trip(level);
    for (int i = 0; i < carved; i++) {
        carom_shape shape;
        carom_vec2 at = next_point(&in);
        if (carom_make_circle(at, next_coordinate(&in) / 4, &shape) != CAROM_STATUS_OK) continue;
        if (i % 2)
            carom_level_fill(level, &shape);
        else
            carom_level_carve(level, &shape);
    }
    if (carved > 0) round_trip(level);
    carom_level_free(level);
    return 0;
}
