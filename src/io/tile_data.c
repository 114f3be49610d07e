// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Decompression never writes beyond the cells of the layer, so a decompression bomb ends with an error.
#include "io/tile_data.h"

#include "io/ascii.h"
#include "io/unpack.h"

#include <string.h>

// The data of a layer, and the location for its errors.
typedef struct layer_data {
    cr_reader *reader;
    const cr_node *data;
    const cr_data_encoding *packing;
    size_t room; // cells that the buffer holds: those of the layer, or fewer if the data cannot hold as many
} layer_data;

static bool fail_layer(const layer_data *from, const char *message) {
    return cr_fail(from->reader, CAROM_STATUS_BAD_FILE, from->data, "layer '%.200s': %s", from->packing->layer,
                   message);
}

static bool fail_cell(const layer_data *from, size_t index) {
    return cr_fail(from->reader, CAROM_STATUS_BAD_FILE, from->data,
                   "layer '%.200s': cell %zu is not a whole number from 0 to 4294967295", from->packing->layer, index);
}

static bool fail_cell_count(const layer_data *from, size_t found, size_t expected) {
    return cr_fail(from->reader, CAROM_STATUS_BAD_FILE, from->data, "layer '%.200s': %zu cell%s, expected %zu",
                   from->packing->layer, found, found == 1 ? "" : "s", expected);
}

static bool fail_unknown(const layer_data *from, const char *what, const char *found, const char *expected) {
    return cr_fail(from->reader, CAROM_STATUS_BAD_FILE, from->data, "layer '%.200s': its %s is '%.40s', expected %s",
                   from->packing->layer, what, found, expected);
}

// ---- Text and arrays -----------------------------------------------------------------------------------------------

// Accepts blanks around cells, and a comma after the last cell.
static bool read_csv(const layer_data *from, uint32_t *cells, size_t count) {
    const cr_node *data = from->data;
    const char *at = data->text, *end = at + data->length;
    size_t found = 0;
    while (at < end && cr_is_blank(*at)) at++;
    while (at < end) {
        uint64_t value = 0;
        const char *start = at;
        for (; at < end && cr_is_digit(*at); at++)
            if (value <= UINT32_MAX) value = 10 * value + (uint64_t)(*at - '0');
        if (at == start || value > UINT32_MAX) return fail_cell(from, found);
        if (found < from->room) cells[found] = (uint32_t)value;
        found++;
        while (at < end && cr_is_blank(*at)) at++;
        if (at < end && *at != ',') return fail_cell(from, found - 1);
        at += at < end;
        while (at < end && cr_is_blank(*at)) at++;
    }
    if (found != count) return fail_cell_count(from, found, count);
    return true;
}

static bool read_packed_numbers(const layer_data *from, uint32_t *cells, size_t count) {
    const cr_node *data = from->data;
    if (data->count != count) return fail_cell_count(from, data->count, count);
    for (size_t i = 0; i < count; i++) {
        double value = data->values[i];
        if (!(value >= 0 && value <= UINT32_MAX)) return fail_cell(from, i);
        cells[i] = (uint32_t)value;
        if ((double)cells[i] != value) return fail_cell(from, i);
    }
    return true;
}

static bool read_elements(const layer_data *from, uint32_t *cells, size_t count) {
    size_t found = 0;
    cr_children each = cr_children_of(from->data, "tile", "tiles");
    for (const cr_node *tile; (tile = cr_children_next(&each)); found++)
        if (found < from->room) cells[found] = (uint32_t)cr_get_integer(from->reader, tile, "gid", 0, UINT32_MAX, 0);
    if (from->reader->error.status != CAROM_STATUS_OK) return false;
    if (found != count) return fail_cell_count(from, found, count);
    return true;
}

// ---- Base64 --------------------------------------------------------------------------------------------------------

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Writes to `bytes`, which must hold three quarters of the text + 3. Skips blanks. The final '=' may be missing.
static bool decode_base64(const layer_data *from, unsigned char *bytes, size_t *size) {
    const cr_node *data = from->data;
    uint32_t bits = 0;
    size_t digits = 0, padding = 0, used = 0;
    for (size_t i = 0; i < data->length; i++) {
        char c = data->text[i];
        if (cr_is_blank(c)) continue;
        int digit = digit_of(c);
        padding += c == '=';
        if ((digit < 0 && c != '=') || (digit >= 0 && padding > 0))
            return fail_layer(from, "not base64: it contains other characters");
        if (digit < 0) continue;
        bits = bits << 6 | (uint32_t)digit;
        digits++;
        if (digits % 4 != 1) bytes[used++] = (unsigned char)(bits >> (6 - 2 * ((digits + 3) % 4)));
    }
    if (padding > 2) return fail_layer(from, "not base64: more than two '=' at its end");
    if (digits % 4 == 1) return fail_layer(from, "not base64: it is cut off");
    *size = used;
    return true;
}

// ---- Compression ---------------------------------------------------------------------------------------------------

static bool check_unpacking(const layer_data *from, cr_unpacking how, bool zstd) {
    if (how == CR_UNPACKED) return true;
    if (how == CR_UNPACK_TOO_LONG) return fail_layer(from, "the compressed data holds more cells than the layer");
    if (how == CR_UNPACK_NO_MEMORY) return cr_no_memory(from->reader);
    return fail_layer(from, zstd ? "the compressed data is damaged, cut off, or holds more cells than the layer"
                                 : "the compressed data is damaged or cut off");
}

static bool unpack_cells(const layer_data *from, const unsigned char *packed, size_t size, unsigned char *out,
                         size_t count) {
    const char *compression = from->packing->compression;
    bool zstd = strcmp(compression, "zstd") == 0;
    size_t got = size, room = 4 * from->room;
    if (zstd) {
        if (!check_unpacking(from, cr_unpack_zstd(packed, size, out, room, &got), true)) return false;
    } else if (compression[0]) {
        if (!check_unpacking(from, cr_unpack_deflate(packed, size, out, room, &got), false)) return false;
    }
    if (got % 4 > 0)
        return cr_fail(from->reader, CAROM_STATUS_BAD_FILE, from->data,
                       "layer '%.200s': %zu bytes, expected %zu, four for each cell", from->packing->layer, got,
                       4 * count);
    if (got / 4 != count) return fail_cell_count(from, got / 4, count);
    if (!compression[0]) memcpy(out, packed, size);
    return true;
}

static bool read_base64(const layer_data *from, uint32_t *cells, size_t count) {
    const carom_allocator *allocator = from->reader->scratch.allocator;
    size_t room = from->data->length / 4 * 3 + 3, size = 0;
    unsigned char *packed = allocator->resize(allocator->context, NULL, 0, room);
    if (!packed) return cr_no_memory(from->reader);
    unsigned char *bytes = (unsigned char *)cells;
    bool done = decode_base64(from, packed, &size) && unpack_cells(from, packed, size, bytes, count);
    for (size_t i = 0; done && i < count; i++) { // in place; little-endian on every machine
        const unsigned char *b = bytes + 4 * i;
        cells[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    allocator->resize(allocator->context, packed, room, 0);
    return done;
}

// ---- Encodings -----------------------------------------------------------------------------------------------------

static size_t count_elements(const cr_node *data) {
    size_t found = 0;
    cr_children each = cr_children_of(data, "tile", "tiles");
    while (cr_children_next(&each)) found++;
    return found;
}

static bool uses_base64(const layer_data *from) {
    return strcmp(from->packing->encoding, "base64") == 0;
}

// An upper bound for the cells in data of this length, so that a small file cannot make the reader allocate a large
// layer.
static size_t max_cells(const layer_data *from) {
    const cr_node *data = from->data;
    const char *compression = from->packing->compression;
    if (data->kind == CR_NUMBER_LIST) return data->count;
    if (!uses_base64(from)) return data->length > 0 ? data->length / 2 + 1 : count_elements(data);
    size_t bytes = data->length / 4 * 3 + 3;
    if (strcmp(compression, "zstd") == 0) return SIZE_MAX; // zstd has no useful bound
    return compression[0] ? bytes * 1032 / 4 : bytes / 4;  // the maximum ratio of deflate is 1032
}

static bool is_one_of(const char *const *words, const char *word) {
    for (; *words; words++)
        if (strcmp(*words, word) == 0) return true;
    return false;
}

static bool check_encoding(const layer_data *from) {
    static const char *const encodings[] = {"", "csv", "base64", NULL};
    static const char *const compressions[] = {"", "zlib", "gzip", "zstd", NULL};
    const cr_data_encoding *packing = from->packing;
    if (!is_one_of(encodings, packing->encoding))
        return fail_unknown(from, "encoding", packing->encoding, "csv or base64");
    if (!is_one_of(compressions, packing->compression))
        return fail_unknown(from, "compression", packing->compression, "zlib, gzip or zstd");
    if (!from->data->text) return fail_layer(from, "its data is not a list of cells"); // and not `values`
    return true;
}

static bool read_encoded(const layer_data *from, uint32_t *cells, size_t count) {
    if (from->data->kind == CR_NUMBER_LIST) return read_packed_numbers(from, cells, count);
    if (uses_base64(from)) return read_base64(from, cells, count);
    return from->data->length > 0 ? read_csv(from, cells, count) : read_elements(from, cells, count);
}

uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const cr_data_encoding *packing, size_t count) {
    layer_data from = {reader, data, packing, count};
    if (!check_encoding(&from)) return NULL;
    size_t most = max_cells(&from);
    if (most < count) from.room = most;
    uint32_t *cells = cr_scratch_memory(reader, from.room, sizeof *cells);
    return cells && read_encoded(&from, cells, count) ? cells : NULL;
}
