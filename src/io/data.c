// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Unpacking never writes more than the cells that the layer's size allows: a bomb ends as "too many cells".
#include "io/data.h"

#include <string.h>
#define ZLIB_CONST // next_in points to const
#include <zlib.h>
#include <zstd.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool wrong_count(cr_reader *reader, const cr_node *data, size_t found, size_t expected) {
    return cr_fail(reader, CAROM_BAD_FILE, data, "%zu cells, expected %zu", found, expected);
}

// ---- Plain ----------------------------------------------------------------------------------------------------------

// Blanks are allowed around cells, and so is a comma behind the last.
static bool read_csv(cr_reader *reader, const cr_node *data, uint32_t *cells, size_t count) {
    const char *at = data->text, *end = at + data->length;
    size_t found = 0;
    while (at < end && is_blank(*at)) at++;
    while (at < end) {
        uint64_t value = 0;
        const char *start = at;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (value <= UINT32_MAX) value = 10 * value + (uint64_t)(*at - '0');
        if (at == start || value > UINT32_MAX)
            return cr_fail(reader, CAROM_BAD_FILE, data, "cell %zu is not a whole number from 0 to 4294967295", found);
        if (found < count) cells[found] = (uint32_t)value;
        found++;
        while (at < end && is_blank(*at)) at++;
        if (at < end && *at != ',')
            return cr_fail(reader, CAROM_BAD_FILE, data, "a comma is expected after cell %zu", found - 1);
        at += at < end;
        while (at < end && is_blank(*at)) at++;
    }
    return found == count || wrong_count(reader, data, found, count);
}

static bool read_numbers(cr_reader *reader, const cr_node *data, uint32_t *cells, size_t count) {
    if (data->count != count) return wrong_count(reader, data, data->count, count);
    for (size_t i = 0; i < count; i++) {
        double value = data->values[i];
        if (!(value >= 0 && value <= UINT32_MAX))
            return cr_fail(reader, CAROM_BAD_FILE, data, "cell %zu is not a whole number from 0 to 4294967295", i);
        cells[i] = (uint32_t)value;
        if ((double)cells[i] != value)
            return cr_fail(reader, CAROM_BAD_FILE, data, "cell %zu is not a whole number from 0 to 4294967295", i);
    }
    return true;
}

static bool read_elements(cr_reader *reader, const cr_node *data, uint32_t *cells, size_t count) {
    size_t found = 0;
    cr_each each = cr_each_of(data, "tile", "tiles");
    for (const cr_node *tile; (tile = cr_each_next(&each)); found++)
        if (found < count) cells[found] = (uint32_t)cr_get_integer(reader, tile, "gid", 0, UINT32_MAX, 0);
    return found == count || wrong_count(reader, data, found, count);
}

// ---- Base64 ---------------------------------------------------------------------------------------------------------

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Into `bytes`, which has room for three quarters of the text. Blanks are skipped; the '=' at the end may be missing.
static bool decode_base64(cr_reader *reader, const cr_node *data, unsigned char *bytes, size_t *size) {
    uint32_t bits = 0;
    size_t digits = 0, padding = 0, used = 0;
    for (size_t i = 0; i < data->length; i++) {
        char c = data->text[i];
        if (is_blank(c)) continue;
        int digit = digit_of(c);
        padding += c == '=';
        if ((digit < 0 && c != '=') || (digit >= 0 && padding > 0))
            return cr_fail(reader, CAROM_BAD_FILE, data, "not base64: a wrong character, the %zuth of the data", i + 1);
        if (digit < 0) continue;
        bits = bits << 6 | (uint32_t)digit;
        digits++;
        if (digits % 4 != 1) bytes[used++] = (unsigned char)(bits >> (6 - 2 * ((digits + 3) % 4)));
    }
    if (digits % 4 == 1 || padding > 2) return cr_fail(reader, CAROM_BAD_FILE, data, "not base64: the data is cut off");
    *size = used;
    return true;
}

// ---- Packed
// -----------------------------------------------------------------------------------------------------------

// Both of zlib's own formats: it tells them apart by their first bytes.
static bool inflate_all(cr_reader *reader, const cr_node *data, const unsigned char *packed, size_t size,
                        unsigned char *out, size_t expected) {
    z_stream stream = {.next_in = packed, .next_out = out};
    if (inflateInit2(&stream, 15 + 32) != Z_OK) return cr_no_memory(reader);
    int result = Z_OK;
    size_t in_left = size, out_left = expected;
    while (result == Z_OK) { // in slices, as zlib counts in unsigned int
        stream.avail_in = (uInt)(in_left < 1u << 30 ? in_left : 1u << 30);
        stream.avail_out = (uInt)(out_left < 1u << 30 ? out_left : 1u << 30);
        size_t in_slice = stream.avail_in, out_slice = stream.avail_out;
        result = inflate(&stream, Z_NO_FLUSH);
        in_left -= in_slice - stream.avail_in;
        out_left -= out_slice - stream.avail_out;
    }
    bool too_long = result == Z_BUF_ERROR && out_left == 0;
    inflateEnd(&stream);
    if (result == Z_MEM_ERROR) return cr_no_memory(reader);
    if (too_long) return cr_fail(reader, CAROM_BAD_FILE, data, "more cells than the %zu expected", expected / 4);
    if (result != Z_STREAM_END)
        return cr_fail(reader, CAROM_BAD_FILE, data, "the compressed data is damaged or cut off");
    return out_left == 0 || wrong_count(reader, data, (expected - out_left) / 4, expected / 4);
}

static bool unpack_zstd(cr_reader *reader, const cr_node *data, const unsigned char *packed, size_t size,
                        unsigned char *out, size_t expected) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (!context) return cr_no_memory(reader);
    size_t got = ZSTD_decompressDCtx(context, out, expected, packed, size);
    ZSTD_freeDCtx(context);
    if (ZSTD_isError(got))
        return cr_fail(reader, CAROM_BAD_FILE, data,
                       "the compressed data is damaged, cut off, or holds more cells than the %zu expected",
                       expected / 4);
    return got == expected || wrong_count(reader, data, got / 4, expected / 4);
}

static bool unpack(cr_reader *reader, const cr_node *data, const char *compression, const unsigned char *packed,
                   size_t size, unsigned char *out, size_t expected) {
    if (strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0)
        return inflate_all(reader, data, packed, size, out, expected);
    if (strcmp(compression, "zstd") == 0) return unpack_zstd(reader, data, packed, size, out, expected);
    if (size != expected) return wrong_count(reader, data, size / 4, expected / 4);
    memcpy(out, packed, size);
    return true;
}

static void free_bytes(const carom_allocator *allocator, unsigned char *bytes, size_t size) {
    if (bytes) allocator->resize(allocator->context, bytes, size, 0);
}

static bool read_base64(cr_reader *reader, const cr_node *data, const char *compression, uint32_t *cells,
                        size_t count) {
    const carom_allocator *allocator = reader->scratch.allocator;
    size_t room = data->length / 4 * 3 + 3, expected = 4 * count, size = 0;
    unsigned char *packed = allocator->resize(allocator->context, NULL, 0, room);
    unsigned char *bytes = allocator->resize(allocator->context, NULL, 0, expected);
    bool done = (packed && bytes) || cr_no_memory(reader);
    done = done && decode_base64(reader, data, packed, &size);
    done = done && unpack(reader, data, compression, packed, size, bytes, expected);
    for (size_t i = 0; done && i < count; i++) { // little-endian, whatever the machine
        const unsigned char *b = bytes + 4 * i;
        cells[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    free_bytes(allocator, packed, room);
    free_bytes(allocator, bytes, expected);
    return done;
}

// ---- All
// --------------------------------------------------------------------------------------------------------------

static size_t count_elements(const cr_node *data) {
    size_t found = 0;
    cr_each each = cr_each_of(data, "tile", "tiles");
    while (cr_each_next(&each)) found++;
    return found;
}

// No data of this length can hold more cells: a small file cannot ask for the memory of a large layer.
static size_t most_cells(const cr_node *data, bool base64, const char *compression) {
    if (data->kind == CR_NUMBERS) return data->count;
    if (!base64) return data->length > 0 ? data->length / 2 + 1 : count_elements(data);
    size_t bytes = data->length / 4 * 3 + 3;
    if (strcmp(compression, "zstd") == 0) return SIZE_MAX; // has no bound that would help
    return compression[0] ? bytes * 1032 / 4 : bytes / 4;  // deflate makes 1032 bytes of one at most
}

static bool read_cells(cr_reader *reader, const cr_node *data, bool base64, const char *compression, uint32_t *cells,
                       size_t count) {
    if (data->kind == CR_NUMBERS) return read_numbers(reader, data, cells, count);
    if (base64) return read_base64(reader, data, compression, cells, count);
    return data->length > 0 ? read_csv(reader, data, cells, count) : read_elements(reader, data, cells, count);
}

uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const char *encoding, const char *compression,
                        size_t count) {
    static const char *const compressions[] = {"", "zlib", "gzip", "zstd"};
    bool base64 = strcmp(encoding, "base64") == 0, known = false;
    for (size_t i = 0; i < sizeof compressions / sizeof *compressions; i++)
        known = known || strcmp(compression, compressions[i]) == 0;
    if (!base64 && strcmp(encoding, "csv") != 0 && encoding[0])
        cr_fail(reader, CAROM_BAD_FILE, data, "unknown encoding '%.40s'", encoding);
    else if (!known)
        cr_fail(reader, CAROM_BAD_FILE, data, "unknown compression '%.40s'", compression);
    else if (!data->text && data->kind != CR_NUMBERS)
        cr_fail(reader, CAROM_BAD_FILE, data, "the cells of a layer are expected here");
    else if (most_cells(data, base64, compression) < count)
        wrong_count(reader, data, most_cells(data, base64, compression), count);
    if (reader->error.status != CAROM_OK) return NULL;
    uint32_t *cells = cr_scratch(reader, count, sizeof *cells);
    return cells && read_cells(reader, data, base64, compression, cells, count) ? cells : NULL;
}
