// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Four boxes around a level, and the names of its objects.
#include "cli/frame.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// Returns the smallest box that contains both; a reversed box is empty.
static carom_box join(carom_box a, carom_box b) {
    if (!(a.min.x <= a.max.x && a.min.y <= a.max.y)) return b;
    if (!(b.min.x <= b.max.x && b.min.y <= b.max.y)) return a;
    if (b.min.x < a.min.x) a.min.x = b.min.x;
    if (b.min.y < a.min.y) a.min.y = b.min.y;
    if (b.max.x > a.max.x) a.max.x = b.max.x;
    if (b.max.y > a.max.y) a.max.y = b.max.y;
    return a;
}

carom_box bounds_of(const carom_map *map, const carom_level *level) {
    return join(carom_map_about(map).bounds, carom_level_bounds(level));
}

typedef struct text_buffer {
    char *bytes;
    size_t size, capacity;
} text_buffer;

static bool add_text(void *context, const char *bytes, size_t size) {
    text_buffer *t = context;
    while (t->size + size > t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 65536;
        char *more = realloc(t->bytes, capacity);
        if (!more) return false;
        t->bytes = more;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

/// The level as a map with the same edges. Null without memory, or beyond the limits of maps.
static carom_map *map_of_level(const carom_level *level) {
    text_buffer t = {0};
    carom_map *map = NULL;
    if (carom_level_write(level, CAROM_LEVEL_FORMAT_TMX, add_text, &t, NULL) == CAROM_STATUS_OK)
        carom_map_read(t.bytes, t.size, "level", NULL, &map, NULL);
    free(t.bytes);
    return map;
}

carom_level *framed_level(const carom_map *map, const carom_level *image, carom_box b) {
    float thickness = (b.max.x - b.min.x + b.max.y - b.min.y) / 64;
    carom_box outer = {{b.min.x - thickness, b.min.y - thickness}, {b.max.x + thickness, b.max.y + thickness}};
    const carom_box walls[4] = {{outer.min, {outer.max.x, b.min.y}},
                                {{outer.min.x, b.max.y}, outer.max},
                                {outer.min, {b.min.x, outer.max.y}},
                                {{b.max.x, outer.min.y}, outer.max}};
    carom_vec2 corners[4][4];
    carom_map *written = image ? map_of_level(image) : NULL;
    if (image && !written) return NULL;
    carom_level_desc desc = *carom_map_level(image ? written : map);
    size_t count = (size_t)desc.outlines_count;
    carom_outline *outlines = malloc((count + 4) * sizeof *outlines);
    if (outlines && count > 0) memcpy(outlines, desc.outlines, count * sizeof *outlines);
    for (int i = 0; outlines && i < 4; i++) {
        corners[i][0] = walls[i].min;
        corners[i][1] = (carom_vec2){walls[i].max.x, walls[i].min.y};
        corners[i][2] = walls[i].max;
        corners[i][3] = (carom_vec2){walls[i].min.x, walls[i].max.y};
        outlines[count + (size_t)i] = (carom_outline){.points = corners[i], .count = 4};
    }
    desc.outlines = outlines;
    desc.outlines_count += 4;
    carom_level *level = NULL;
    if (outlines) carom_level_make(&desc, &level, NULL);
    free(outlines);
    carom_map_free(written);
    return level;
}

enum { SEARCHED_BYTES = 256 }; // of a name: all objects of a map may share a long one

static bool contains(const char *text, const char *word) {
    for (int at = 0; at < SEARCHED_BYTES && *text; at++, text++) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)text[i]) == word[i]) i++;
        if (!word[i]) return true;
    }
    return false;
}

bool is_spawn_point(const carom_map_object *object) {
    const char *const words[] = {"spawn", "start"};
    for (int i = 0; i < 2; i++) {
        if (contains(object->name, words[i]) || contains(object->type, words[i])) return !object->solid;
    }
    return false;
}
