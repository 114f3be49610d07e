// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Minimal PNG reader and writer for the comparisons with Tiled: 8-bit RGBA, not interlaced.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct picture {
    int width, height;
    uint8_t *pixels; ///< four bytes each: red, green, blue, alpha
} picture;

static inline picture make_picture(int width, int height) {
    return (picture){width, height, calloc((size_t)width * (size_t)height, 4)};
}

static inline uint8_t *pixel_at(picture p, int x, int y) {
    return p.pixels + 4 * ((size_t)y * (size_t)p.width + (size_t)x);
}

static inline void png_put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline uint32_t png_get32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline void png_chunk(FILE *file, const char *type, const uint8_t *data, size_t size) {
    uint8_t word[4];
    png_put32(word, (uint32_t)size);
    fwrite(word, 1, 4, file);
    fwrite(type, 1, 4, file);
    if (size > 0) fwrite(data, 1, size, file);
    uLong sum = crc32(crc32(0, NULL, 0), (const Bytef *)type, 4);
    if (size > 0) sum = crc32(sum, data, (uInt)size);
    png_put32(word, (uint32_t)sum);
    fwrite(word, 1, 4, file);
}

static inline bool write_png(const char *path, picture p) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    size_t stride = (size_t)p.width * 4 + 1, raw_size = stride * (size_t)p.height;
    uLongf packed_size = compressBound(raw_size);
    uint8_t *raw = calloc(raw_size, 1), *packed = malloc(packed_size), header[13] = {[8] = 8, [9] = 6};
    for (int y = 0; y < p.height; y++) memcpy(raw + stride * (size_t)y + 1, pixel_at(p, 0, y), stride - 1);
    compress(packed, &packed_size, raw, raw_size);
    png_put32(header, (uint32_t)p.width);
    png_put32(header + 4, (uint32_t)p.height);
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    png_chunk(file, "IHDR", header, sizeof header);
    png_chunk(file, "IDAT", packed, packed_size);
    png_chunk(file, "IEND", NULL, 0);
    free(raw);
    free(packed);
    return fclose(file) == 0;
}

static inline uint8_t png_paeth(int left, int up, int corner) {
    int guess = left + up - corner, l = abs(guess - left), u = abs(guess - up), c = abs(guess - corner);
    return (uint8_t)(l <= u && l <= c ? left : u <= c ? up : corner);
}

static inline void png_unfilter(picture p, const uint8_t *raw) {
    size_t stride = (size_t)p.width * 4;
    for (int y = 0; y < p.height; y++) {
        const uint8_t *line = raw + (stride + 1) * (size_t)y;
        uint8_t *out = pixel_at(p, 0, y);
        for (size_t i = 0; i < stride; i++) {
            int left = i >= 4 ? out[i - 4] : 0, up = y > 0 ? (out - stride)[i] : 0;
            int corner = i >= 4 && y > 0 ? (out - stride)[i - 4] : 0, guess = 0;
            if (line[0] == 1) guess = left;
            if (line[0] == 2) guess = up;
            if (line[0] == 3) guess = (left + up) / 2;
            if (line[0] == 4) guess = png_paeth(left, up, corner);
            out[i] = (uint8_t)(line[i + 1] + guess);
        }
    }
}

/// Returns null pixels for a missing file and for other kinds of PNG.
static inline picture read_png(const char *path) {
    picture p = {0};
    uint8_t head[33], word[8], *packed = NULL;
    size_t packed_size = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return p;
    bool good = fread(head, 1, sizeof head, file) == sizeof head && head[24] == 8 && head[25] == 6 && head[28] == 0;
    while (good && fread(word, 1, 8, file) == 8) {
        uint32_t size = png_get32(word);
        if (memcmp(word + 4, "IDAT", 4) == 0) {
            packed = realloc(packed, packed_size + size);
            good = fread(packed + packed_size, 1, size, file) == size;
            packed_size += size;
            size = 0;
        }
        fseek(file, (long)size + 4, SEEK_CUR);
    }
    fclose(file);
    if (good) p = make_picture((int)png_get32(head + 16), (int)png_get32(head + 20));
    uLongf raw_size = ((uLongf)p.width * 4 + 1) * (uLongf)p.height;
    uint8_t *raw = malloc(raw_size + 1);
    if (good && uncompress(raw, &raw_size, packed, packed_size) == Z_OK) png_unfilter(p, raw);
    free(raw);
    free(packed);
    return p;
}
