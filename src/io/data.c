// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Unpacking never writes more than the cells that the layer's size allows: a bomb ends as "too many cells".
#include "io/data.h"

#include "io/unpack.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The data of one layer; what goes wrong is said of that layer, at that place.
typedef struct source {
    cr_reader *reader;
    const cr_node *data;
    const cr_packing *packing;
} source;

static bool fail(const source *from, const char *message) {
    return cr_fail(from->reader, CAROM_BAD_FILE, from->data, "layer '%.60s': %s", from->packing->layer, message);
}

static bool wrong_cell(const source *from, size_t index) {
    return cr_fail(from->reader, CAROM_BAD_FILE, from->data,
                   "layer '%.60s': cell %zu is not a whole number from 0 to 4294967295", from->packing->layer, index);
}

static bool wrong_count(const source *from, size_t found, size_t expected) {
    return cr_fail(from->reader, CAROM_BAD_FILE, from->data, "layer '%.60s': %zu cells, expected %zu",
                   from->packing->layer, found, expected);
}

// ---- Plain ---------------------------------------------------------------------------------------------------------

// Blanks are allowed around cells, and so is a comma behind the last.
static bool read_csv(const source *from, uint32_t *cells, size_t count) {
    const cr_node *data = from->data;
    const char *at = data->text, *end = at + data->length;
    size_t found = 0;
    while (at < end && is_blank(*at)) at++;
    while (at < end) {
        uint64_t value = 0;
        const char *start = at;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (value <= UINT32_MAX) value = 10 * value + (uint64_t)(*at - '0');
        if (at == start || value > UINT32_MAX) return wrong_cell(from, found);
        if (found < count) cells[found] = (uint32_t)value;
        found++;
        while (at < end && is_blank(*at)) at++;
        if (at < end && *at != ',') return wrong_cell(from, found - 1);
        at += at < end;
        while (at < end && is_blank(*at)) at++;
    }
    return found == count || wrong_count(from, found, count);
}

static bool read_numbers(const source *from, uint32_t *cells, size_t count) {
    const cr_node *data = from->data;
    if (data->count != count) return wrong_count(from, data->count, count);
    for (size_t i = 0; i < count; i++) {
        double value = data->values[i];
        if (!(value >= 0 && value <= UINT32_MAX)) return wrong_cell(from, i);
        cells[i] = (uint32_t)value;
        if ((double)cells[i] != value) return wrong_cell(from, i);
    }
    return true;
}

static bool read_elements(const source *from, uint32_t *cells, size_t count) {
    size_t found = 0;
    cr_each each = cr_each_of(from->data, "tile", "tiles");
    for (const cr_node *tile; (tile = cr_each_next(&each)); found++)
        if (found < count) cells[found] = (uint32_t)cr_get_integer(from->reader, tile, "gid", 0, UINT32_MAX, 0);
    if (from->reader->error.status != CAROM_OK) return false;
    return found == count || wrong_count(from, found, count);
}

// ---- Base64 --------------------------------------------------------------------------------------------------------

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Into `bytes`, which has room for three quarters of the text. Blanks are skipped; the '=' at the end may be missing.
static bool decode_base64(const source *from, unsigned char *bytes, size_t *size) {
    const cr_node *data = from->data;
    uint32_t bits = 0;
    size_t digits = 0, padding = 0, used = 0;
    for (size_t i = 0; i < data->length; i++) {
        char c = data->text[i];
        if (is_blank(c)) continue;
        int digit = digit_of(c);
        padding += c == '=';
        if ((digit < 0 && c != '=') || (digit >= 0 && padding > 0))
            return fail(from, "not base64: it has other characters");
        if (digit < 0) continue;
        bits = bits << 6 | (uint32_t)digit;
        digits++;
        if (digits % 4 != 1) bytes[used++] = (unsigned char)(bits >> (6 - 2 * ((digits + 3) % 4)));
    }
    if (digits % 4 == 1 || padding > 2) return fail(from, "not base64: it is cut off");
    *size = used;
    return true;
}

// ---- Packed --------------------------------------------------------------------------------------------------------

static bool tell(const source *from, cr_unpacking how, bool zstd) {
    switch (how) {
    case CR_UNPACKED: return true;
    case CR_UNPACK_TOO_LONG: return fail(from, "the compressed data holds more cells than the layer");
    case CR_UNPACK_NO_MEMORY: return cr_no_memory(from->reader);
    case CR_UNPACK_DAMAGED: break;
    }
    return fail(from, zstd ? "the compressed data is damaged, cut off, or holds more cells than the layer"
                           : "the compressed data is damaged or cut off");
}

static bool unpack(const source *from, const unsigned char *packed, size_t size, unsigned char *out, size_t expected) {
    const char *compression = from->packing->compression;
    bool zstd = strcmp(compression, "zstd") == 0;
    size_t got = size;
    if (zstd) {
        if (!tell(from, cr_unpack_zstd(packed, size, out, expected, &got), true)) return false;
    } else if (compression[0]) {
        if (!tell(from, cr_unpack_deflate(packed, size, out, expected, &got), false)) return false;
    }
    if (got != expected) return wrong_count(from, got / 4, expected / 4);
    if (!compression[0]) memcpy(out, packed, size);
    return true;
}

static void free_bytes(const carom_allocator *allocator, unsigned char *bytes, size_t size) {
    if (bytes) allocator->resize(allocator->context, bytes, size, 0);
}

static bool read_base64(const source *from, uint32_t *cells, size_t count) {
    const carom_allocator *allocator = from->reader->scratch.allocator;
    size_t room = from->data->length / 4 * 3 + 3, expected = 4 * count, size = 0;
    unsigned char *packed = allocator->resize(allocator->context, NULL, 0, room);
    unsigned char *bytes = allocator->resize(allocator->context, NULL, 0, expected);
    bool done = (packed && bytes) || cr_no_memory(from->reader);
    done = done && decode_base64(from, packed, &size) && unpack(from, packed, size, bytes, expected);
    for (size_t i = 0; done && i < count; i++) { // little-endian, whatever the machine
        const unsigned char *b = bytes + 4 * i;
        cells[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    free_bytes(allocator, packed, room);
    free_bytes(allocator, bytes, expected);
    return done;
}

// ---- All -----------------------------------------------------------------------------------------------------------

static size_t count_elements(const cr_node *data) {
    size_t found = 0;
    cr_each each = cr_each_of(data, "tile", "tiles");
    while (cr_each_next(&each)) found++;
    return found;
}

static bool is_base64(const source *from) {
    return strcmp(from->packing->encoding, "base64") == 0;
}

// No data of this length can hold more cells: a small file cannot ask for the memory of a large layer.
static size_t most_cells(const source *from) {
    const cr_node *data = from->data;
    const char *compression = from->packing->compression;
    if (data->kind == CR_NUMBERS) return data->count;
    if (!is_base64(from)) return data->length > 0 ? data->length / 2 + 1 : count_elements(data);
    size_t bytes = data->length / 4 * 3 + 3;
    if (strcmp(compression, "zstd") == 0) return SIZE_MAX; // has no bound that would help
    return compression[0] ? bytes * 1032 / 4 : bytes / 4;  // deflate makes 1032 bytes of one at most
}

static bool is_one_of(const char *const *words, const char *word) {
    for (; *words; words++)
        if (strcmp(*words, word) == 0) return true;
    return false;
}

static bool check(const source *from, size_t count) {
    static const char *const encodings[] = {"", "csv", "base64", NULL};
    static const char *const compressions[] = {"", "zlib", "gzip", "zstd", NULL};
    if (!is_one_of(encodings, from->packing->encoding)) return fail(from, "its encoding is not csv or base64");
    if (!is_one_of(compressions, from->packing->compression))
        return fail(from, "its compression is not zlib, gzip or zstd");
    if (!from->data->text && from->data->kind != CR_NUMBERS) return fail(from, "its data is not a list of cells");
    size_t most = most_cells(from);
    return most >= count || wrong_count(from, most, count);
}

static bool read_any(const source *from, uint32_t *cells, size_t count) {
    if (from->data->kind == CR_NUMBERS) return read_numbers(from, cells, count);
    if (is_base64(from)) return read_base64(from, cells, count);
    return from->data->length > 0 ? read_csv(from, cells, count) : read_elements(from, cells, count);
}

uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const cr_packing *packing, size_t count) {
    const source from = {reader, data, packing};
    if (!check(&from, count)) return NULL;
    uint32_t *cells = cr_scratch(reader, count, sizeof *cells);
    return cells && read_any(&from, cells, count) ? cells : NULL;
}
