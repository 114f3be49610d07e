// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Successive outlines of one object, or of one tile in one layer, share an entry. A binary search finds the entry of an
// outline.
#include "io/origin.h"

#include <stdio.h>
#include <string.h>

void cr_set_origin(cr_reader *reader, cr_origin origin) {
    reader->origin = origin;
}

static bool is_same_origin(const cr_origin *a, const cr_origin *b) {
    return a->layer == b->layer && a->tileset == b->tileset && a->object == b->object && a->tile == b->tile;
}

static bool record_origin(cr_reader *reader, cr_array *origins, size_t count) {
    const cr_origin *list = origins->items;
    if (!reader->origin.layer) return true;
    if (origins->count > 0 && is_same_origin(&list[origins->count - 1], &reader->origin)) return true;
    cr_origin *added = cr_array_add(origins, reader->map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = reader->origin;
    added->first = (int)count - 1;
    return true;
}

bool cr_record_outline_origin(cr_reader *reader) {
    return record_origin(reader, &reader->map->outline_origins, reader->map->outlines.count);
}

bool cr_record_grid_origin(cr_reader *reader) {
    return record_origin(reader, &reader->map->grid_origins, reader->map->tiles.count);
}

void cr_move_outline_origin(carom_map *map, size_t *next, int index, int kept) {
    cr_origin *origins = map->outline_origins.items;
    if (*next < map->outline_origins.count && origins[*next].first == index) origins[(*next)++].first = kept;
}

/// Returns the last entry that begins at `index` or before; null if there is none.
static const cr_origin *find_origin(const cr_array *origins, int index) {
    const cr_origin *items = origins->items;
    size_t low = 0, high = origins->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle].first <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &items[low - 1] : NULL;
}

/// Reads "outline 7": true if `text` is the word and a number from 0 to count - 1, and nothing else.
static bool read_part(const char *text, const char *word, size_t count, int *index) {
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || text[length] < '0' || text[length] > '9') return false;
    size_t number = 0;
    for (text += length; *text >= '0' && *text <= '9' && number < count; text++)
        number = 10 * number + (size_t)(*text - '0');
    *index = (int)number;
    return *text == 0 && number < count;
}

static void append_text(carom_error *error, const char *text) {
    size_t used = strlen(error->where);
    snprintf(error->where + used, sizeof error->where - used, "%s", text);
}

static void append_object(const carom_map *map, int index, carom_error *error) {
    const carom_map_object object = carom_map_object_at(map, index);
    char text[160];
    append_text(error, ", object");
    snprintf(text, sizeof text, " %d", object.id);
    if (object.id > 0) append_text(error, text);
    snprintf(text, sizeof text, " '%.100s'", object.name);
    if (object.name[0]) append_text(error, text);
}

static void append_tile(const cr_origin *origin, carom_error *error) {
    char text[160];
    snprintf(text, sizeof text, ", tile %u of '%.100s'", (unsigned)origin->tile, origin->tileset);
    append_text(error, text);
}

void carom_map_locate(const carom_map *map, carom_error *error) {
    int index = 0;
    bool outline = read_part(error->where, "outline ", map->outlines.count, &index);
    if (!outline && !read_part(error->where, "tiles ", map->tiles.count, &index)) return;
    const cr_origin *origin = find_origin(outline ? &map->outline_origins : &map->grid_origins, index);
    if (!origin) return;
    snprintf(error->where, sizeof error->where, "%s", origin->layer);
    if (outline && origin->object >= 0) append_object(map, origin->object, error);
    if (outline && origin->object < 0 && origin->tileset) append_tile(origin, error);
    if (!outline) return;
    const carom_vec2 at = map->level.outlines[index].points[0];
    char text[80];
    snprintf(text, sizeof text, " at (%.9g, %.9g)", (double)at.x, (double)at.y);
    append_text(error, text);
}
