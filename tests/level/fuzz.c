// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Images of levels by libFuzzer. The first byte chooses one of some small levels; each group of five is a change of its
// image: an offset of two bytes, a kind, and a value of two bytes. An opened image must answer every query, and the
// image written from it must open, too. See tools/fuzz.sh.
#include "world/forge.h"

#include <float.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LEVELS = 6, IMAGE = 1 << 14, COLUMNS = 6 };

// ---- The levels -----------------------------------------------------------------------------------------------------

typedef struct image {
    uint64_t words[IMAGE / 8];
    size_t size;
} image;

/// Tiles, free shapes, crowded ones in a nested grid, one-way edges; each level has some of these.
static carom_level *make_level(int number) {
    static const float sizes[LEVELS] = {16, 16, 1, 0x1p-60f, 0x1p60f, 8};
    float cell = sizes[number];
    uint8_t codes[COLUMNS * COLUMNS];
    for (int i = 0; i < COLUMNS * COLUMNS; ++i)
        codes[i] = (uint8_t)(i * (number + 7) % 5 == 0 ? i * 11 % CAROM_TILE_USER : 0);
    carom_vec2 points[8][3];
    carom_outline outlines[8];
    for (int i = 0; i < 8; ++i) {
        float spread = i % 2 ? cell / 256 : 3 * cell, x = i % 2 ? 3 * cell : (float)(i % 4) * cell;
        points[i][0] = (carom_vec2){x, x + spread * 0.3f};
        points[i][1] = (carom_vec2){x + spread, x + spread * 0.1f * (float)i};
        points[i][2] = (carom_vec2){x + spread * 0.5f, x + spread};
        outlines[i] =
            (carom_outline){.points = points[i], .count = 3, .tag = i, .open = i % 5 == 0, .one_way = i % 7 == 0};
    }
    carom_tiles tiles = {.columns = COLUMNS, .rows = COLUMNS, .cell = {cell, cell}, .codes = codes};
    carom_level_desc desc = {.tiles = &tiles, .outlines = outlines};
    desc.tiles_count = number != 2;
    desc.outlines_count = number == 0 ? 0 : 8;
    carom_level *level;
    demand(carom_level_make(&desc, &level, NULL) == CAROM_STATUS_OK);
    return level;
}

static image *images(void) {
    static image made[LEVELS];
    for (int i = 0; i < LEVELS && made[i].size == 0; ++i) {
        carom_level *level = make_level(i);
        made[i].size = carom_level_image_size(level);
        demand(made[i].size <= IMAGE);
        carom_level_image_write(level, made[i].words);
        carom_level_free(level);
    }
    return made;
}

// ---- Changes --------------------------------------------------------------------------------------------------------

static void change(unsigned char *bytes, size_t size, const uint8_t c[5]) {
    static const double numbers[] = {
        0, -0.0, 1, 1e59, -1e59, 1e40, 1e-40, 1e300, (double)NAN, (double)INFINITY, 0x1p-149, (double)FLT_MAX};
    size_t at = (size_t)(c[0] << 8 | c[1]) % size;
    double number = numbers[c[4] % 12];
    float small = (float)number;
    uint32_t word;
    switch (c[2] % 6) {
    case 0: bytes[at] = c[4]; return;
    case 1: bytes[at] ^= (unsigned char)(1u << c[4] % 8); return;
    case 2:
        at = at / 4 * 4;
        if (at + sizeof word > size) return;
        memcpy(&word, bytes + at, sizeof word);
        word += (uint32_t)(c[3] << 8 | c[4]) - 0x8000u;
        memcpy(bytes + at, &word, sizeof word);
        return;
    case 3:
        if (at / 4 * 4 + sizeof small <= size) memcpy(bytes + at / 4 * 4, &small, sizeof small);
        return;
    case 4:
        if (at / 8 * 8 + sizeof number <= size) memcpy(bytes + at / 8 * 8, &number, sizeof number);
        return;
    default: // one word of the image elsewhere
        if (at / 4 * 4 + sizeof word > size) return;
        memcpy(bytes + at / 4 * 4, bytes + (size_t)(c[3] << 8 | c[4]) % (size / 4) * 4, sizeof word);
    }
}

// ---- Use ------------------------------------------------------------------------------------------------------------

static void query(const carom_level *level, const carom_shape *shape, carom_vec2 from, carom_vec2 move) {
    carom_ray_hit hits[3];
    carom_sweep_hit swept[1];
    int edges[3];
    carom_level_ray(level, from, move);
    carom_level_ray_all(level, from, move, hits, 3);
    carom_level_ray_many(level, &(carom_rays){&from.x, &from.y, &move.x, &move.y, 1}, hits);
    carom_level_sweep(level, shape, move);
    carom_level_sweep_many(level, shape, &move, 1, swept);
    carom_level_overlap(level, shape, edges, 3);
    carom_level_nearest(level, shape, INFINITY);
    carom_level_nearest(level, shape, fabsf(move.x));
    carom_level_solid(level, from);
}

static void use_level(const carom_level *level) {
    carom_box b = carom_level_bounds(level);
    float width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    carom_world *world;
    demand(carom_world_make(&(carom_world_desc){.level = level}, &world) == CAROM_STATUS_OK);
    for (int i = 0; i < 4; ++i) {
        carom_vec2 from = {b.min.x + width * 0.3f * (float)i, b.min.y + height * (0.9f - 0.25f * (float)i)};
        carom_vec2 move = {width * (0.7f - 0.5f * (float)i), height * (0.2f * (float)i - 0.3f)};
        carom_shape shape = {.kind = CAROM_SHAPE_NONE};
        if (i % 2)
            carom_make_box(from, (carom_vec2){from.x + width / 16, from.y + height / 8}, &shape);
        else
            carom_make_circle(from, width / 12, &shape);
        query(level, &shape, from, move);
        carom_world_add(
            world, &(carom_body_desc){.shape = shape, .velocity = move, .response = {.kind = CAROM_RESPONSE_SLIDE}},
            NULL, NULL);
    }
    for (int i = 0; i < 2; ++i) carom_world_step(world, 1);
    carom_world_free(world);
    for (int i = -1; i <= carom_level_edge_count(level); ++i) carom_level_edge_at(level, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static image changed, again;
    if (size < 1) return 0;
    const image *good = &images()[data[0] % LEVELS];
    memcpy(&changed, good, sizeof changed);
    for (size_t i = 1; i + 5 <= size; i += 5) change((unsigned char *)changed.words, changed.size, data + i);
    carom_level *level;
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = carom_level_open(changed.words, changed.size, NULL, &level, &error);
    if (status != CAROM_STATUS_OK) {
        demand(!level && error.status == status && error.message[0]);
        return 0;
    }
    use_level(level);
    demand(carom_level_image_size(level) == changed.size);
    carom_level_image_write(level, again.words);
    carom_level_free(level);
    demand(carom_level_open(again.words, changed.size, NULL, &level, NULL) == CAROM_STATUS_OK);
    carom_level_free(level);
    return 0;
}
