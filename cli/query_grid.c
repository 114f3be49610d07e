// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The ops of layer grid: walk, sight and fov. A map is an array of strings, in which # blocks.
#include <inttypes.h>
#include <stdlib.h>

#include "carom/grid.h"
#include "cli/query.h"

enum { CELLS_MAX = 1 << 24 }; // maximum size of a printed line or of a map, in cells

static bool read_cell(query *q, const char *name, carom_cell *out) {
    int32_t pair[2];
    if (!query_cell(q, name, pair)) return false;
    *out = (carom_cell){pair[0], pair[1]};
    return true;
}

static void put_cell(query *q, carom_cell cell) {
    fprintf(q->answer, "[%" PRId32 ",%" PRId32 "]", cell.x, cell.y);
}

// ---- Lines of cells -----------------------------------------------------------------------------------------------

static bool answer_walk(query *q) {
    static const char *const words[] = {"open", "any", NULL};
    carom_cell from, to;
    int word = 0;
    bool ends = false;
    if (!read_cell(q, "from", &from) || !read_cell(q, "to", &to)) return false;
    if (!query_word(q, "corners", words, &word) || !query_flag(q, "ends", &ends)) return false;
    carom_corners corners = word == 0 ? CAROM_CORNERS_OPEN : CAROM_CORNERS_ANY;
    int64_t count = carom_cell_line_cells(from, to, corners, ends, NULL, 0);
    if (count > CELLS_MAX) return query_fail(q, "$", "%" PRId64 " cells on the line, limit %d", count, CELLS_MAX);
    answer_name(q, "cells");
    fputc('[', q->answer);
    carom_cell_line walk = carom_cell_line_begin(from, to, corners, ends);
    bool first = true;
    for (carom_cell cell; carom_cell_line_next(&walk, &cell); first = false) {
        if (!first) fputc(',', q->answer);
        put_cell(q, cell);
    }
    fputc(']', q->answer);
    return true;
}

// ---- Maps ---------------------------------------------------------------------------------------------------------

/// Returns the number of characters in a string: bytes that do not continue a UTF-8 sequence.
static size_t length_of(const json_t *string) {
    size_t length = 0;
    const char *bytes = json_string_value(string);
    for (size_t i = 0; i < json_string_length(string); i++) length += (bytes[i] & 0xC0) != 0x80;
    return length;
}

static bool check_rows(query *q, const json_t *rows, size_t *columns) {
    if (!json_is_array(rows) || json_array_size(rows) == 0) {
        return query_fail(q, "$.rows", "%s", rows ? "expected at least one row in an array" : "missing");
    }
    for (size_t y = 0; y < json_array_size(rows); y++) {
        const json_t *row = json_array_get(rows, y);
        char path[48];
        snprintf(path, sizeof path, "$.rows[%zu]", y);
        if (!json_is_string(row)) return query_fail(q, path, "expected a string");
        size_t length = length_of(row);
        if (y == 0) *columns = length;
        if (length == 0) return query_fail(q, path, "expected at least one cell");
        if (length != *columns)
            return query_fail(q, path, "%zu cell%s, expected %zu as in the first row", length, length == 1 ? "" : "s",
                              *columns);
    }
    if (*columns > CELLS_MAX / json_array_size(rows)) {
        return query_fail(q, "$.rows", "%zu x %zu cells, limit %d", *columns, json_array_size(rows), CELLS_MAX);
    }
    return true;
}

/// Reads `rows`. The caller frees the bytes.
static bool read_map(query *q, carom_sight_map *map, uint8_t **bytes) {
    const json_t *rows = query_field(q, "rows");
    size_t columns = 0, at = 0;
    if (!check_rows(q, rows, &columns)) return false;
    *bytes = malloc(columns * json_array_size(rows));
    if (!*bytes) return query_fail(q, "$.rows", "out of memory");
    for (size_t y = 0; y < json_array_size(rows); y++) {
        const json_t *row = json_array_get(rows, y);
        const char *text = json_string_value(row);
        for (size_t i = 0; i < json_string_length(row); i++) {
            if ((text[i] & 0xC0) != 0x80) (*bytes)[at++] = text[i] == '#';
        }
    }
    *map = (carom_sight_map){.columns = (int32_t)columns, .rows = (int32_t)json_array_size(rows), .bytes = *bytes};
    return true;
}

static bool read_cell_on(query *q, const carom_sight_map *map, const char *name, carom_cell *out) {
    if (!read_cell(q, name, out)) return false;
    if (out->x >= 0 && out->x < map->columns && out->y >= 0 && out->y < map->rows) return true;
    char path[16];
    snprintf(path, sizeof path, "$.%s", name);
    return query_fail(q, path, "[%" PRId32 ",%" PRId32 "] is outside the map of %" PRId32 " x %" PRId32 " cells",
                      out->x, out->y, map->columns, map->rows);
}

// ---- Sight and field of view --------------------------------------------------------------------------------------

static bool sight_on(query *q, const carom_sight_map *map) {
    static const char *const words[] = {"open", "pair", "any", NULL};
    static const carom_corners rules[] = {CAROM_CORNERS_OPEN, CAROM_CORNERS_PAIR, CAROM_CORNERS_ANY};
    carom_cell from, to;
    int word = 0;
    if (!read_cell_on(q, map, "from", &from) || !read_cell_on(q, map, "to", &to)) return false;
    if (!query_word(q, "corners", words, &word)) return false;
    carom_sight_line line = carom_sight(map, from, to, rules[word]);
    answer_flag(q, "clear", line.clear);
    if (line.clear) {
        answer_string(q, "blocker", NULL);
    } else {
        answer_name(q, "blocker");
        put_cell(q, line.blocker);
    }
    return true;
}

static bool is_seen(const uint8_t *seen, int radius, int64_t dx, int64_t dy) {
    if (dx < -radius || dx > radius || dy < -radius || dy > radius) return false;
    return seen[(dy + radius) * (2 * radius + 1) + dx + radius] != 0;
}

static void put_visible(query *q, const carom_sight_map *map, carom_cell from, int radius, const uint8_t *seen) {
    answer_name(q, "visible");
    for (int32_t y = 0; y < map->rows; y++) {
        fputs(y == 0 ? "[[" : ",[", q->answer);
        for (int32_t x = 0; x < map->columns; x++) {
            if (x > 0) fputc(',', q->answer);
            fputc(is_seen(seen, radius, (int64_t)x - from.x, (int64_t)y - from.y) ? '1' : '0', q->answer);
        }
        fputc(']', q->answer);
    }
    fputc(']', q->answer);
}

static bool fov_on(query *q, const carom_sight_map *map) {
    carom_cell from;
    int64_t radius;
    if (!read_cell_on(q, map, "from", &from) || !query_integer(q, "radius", 0, INT32_MAX, &radius)) return false;
    // Cells outside the map are not visible, so a larger radius changes nothing.
    int64_t map_reach = (int64_t)map->columns + map->rows;
    if (radius > map_reach) radius = map_reach;
    if (radius > CAROM_MAX_FOV_RADIUS) {
        return query_fail(q, "$.radius", "expected at most %d on a map this large", CAROM_MAX_FOV_RADIUS);
    }
    size_t side = 2 * (size_t)radius + 1;
    uint8_t *seen = malloc(side * side);
    if (!seen) return query_fail(q, "$.radius", "out of memory");
    carom_fov(map, from, (int)radius, seen);
    put_visible(q, map, from, (int)radius, seen);
    free(seen);
    return true;
}

static bool answer_on_map(query *q, bool (*answer)(query *q, const carom_sight_map *map)) {
    carom_sight_map map;
    uint8_t *bytes = NULL;
    bool good = read_map(q, &map, &bytes) && answer(q, &map);
    free(bytes);
    return good;
}

static bool answer_sight(query *q) {
    return answer_on_map(q, sight_on);
}

static bool answer_fov(query *q) {
    return answer_on_map(q, fov_on);
}

const query_op query_grid_ops[] = {
    {"walk", "from to corners ends", answer_walk},
    {"sight", "rows from to corners", answer_sight},
    {"fov", "rows from radius", answer_fov},
    {0},
};
