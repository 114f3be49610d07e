// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// PNG files by libFuzzer. The first byte has the options, the rest is the file, whose checksums are corrected: it gives
// a level, which is queried, or an error of one line. See tools/fuzz.sh.
#include "cli/picture.h"
#include "world/forge.h"

#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/// A chunk is its length, four letters, the data and the checksum of letters and data.
static void correct_checksums(uint8_t *png, size_t size) {
    size_t at = 8, length;
    for (; at + 12 <= size && (length = big_endian(png + at)) <= size - at - 12; at += 12 + length) {
        unsigned long sum = crc32(0, png + at + 4, (unsigned)length + 4);
        for (int i = 0; i < 4; i++) png[at + 8 + length + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t png[1 << 16];
    if (size == 0 || size > sizeof png) return 0;
    memcpy(png, data + 1, size - 1);
    correct_checksums(png, size - 1);
    const level_options options = {
        .picture = {.threshold = data[0] / 8 % 8 * 32, .simplify = data[0] & 1, .smooth = data[0] & 2}};
    loaded out = {.level = NULL};
    carom_error error = {.status = CAROM_STATUS_OK};
    carom_status status = open_picture(png, size - 1, &options, &out, &error);
    demand((status == CAROM_STATUS_OK) == (out.level != NULL));
    if (status != CAROM_STATUS_OK) {
        demand(status == CAROM_STATUS_NO_MEMORY || (error.message[0] && !strpbrk(error.message, "\r\n")));
        return 0;
    }
    carom_vec2 size_of = {out.bounds.max.x - out.bounds.min.x, out.bounds.max.y - out.bounds.min.y};
    carom_ray_hit hit = carom_level_ray(out.level, out.bounds.min, size_of);
    demand(hit.t >= 0 && hit.t <= 1);
    carom_level_solid(out.level, (carom_vec2){size_of.x / 2, size_of.y / 3});
    carom_level_free(out.level);
    return 0;
}
