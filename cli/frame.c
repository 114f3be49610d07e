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

static int compare_ends(const void *p, const void *q) {
    return memcmp(p, q, 2 * sizeof(carom_vec2));
}

/// The ends of all edges, sorted; each pair is an array of two points. Negative zeros become positive.
static carom_vec2 *sort_ends(const carom_level *level, int count) {
    carom_vec2 *ends = malloc((2 * (size_t)count + 1) * sizeof *ends);
    for (int i = 0; ends && i < count; i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        ends[2 * i] = (carom_vec2){e.a.x + 0.0f, e.a.y + 0.0f};
        ends[2 * i + 1] = (carom_vec2){e.b.x + 0.0f, e.b.y + 0.0f};
    }
    if (ends && count > 0) qsort(ends, (size_t)count, 2 * sizeof *ends, compare_ends);
    return ends;
}

/// True if the reversed edge exists too: then the edge is one side of a thin chain, which blocks both ways.
static bool has_reverse(const carom_vec2 *ends, int count, const carom_level_edge *e) {
    const carom_vec2 reverse[] = {{e->b.x + 0.0f, e->b.y + 0.0f}, {e->a.x + 0.0f, e->a.y + 0.0f}};
    return bsearch(reverse, ends, (size_t)count, sizeof reverse, compare_ends) != NULL;
}

/// The solid edges of a level as the rings of one area, its thin edges as chains. Room for `spare` more outlines.
/// `points` is the memory of the outlines. Returns the number of outlines, -1 without memory.
static int outlines_of_level(const carom_level *level, int spare, carom_outline **outlines, carom_vec2 **points) {
    int count = carom_level_edge_count(level), made = 0, used = 0;
    size_t n = (size_t)count;
    bool *seen = calloc(n + 1, sizeof *seen), has_ring = false;
    carom_vec2 *ends = sort_ends(level, count);
    *outlines = malloc((n + (size_t)spare) * sizeof **outlines);
    *points = malloc((2 * n + 1) * sizeof **points);
    bool good = seen && ends && *outlines && *points;
    for (int i = 0; good && i < count; i++) {
        carom_level_edge e = carom_level_edge_at(level, i);
        bool thin = e.one_way || has_reverse(ends, count, &e);
        carom_outline outline = {.points = *points + used, .open = thin, .one_way = e.one_way};
        if (seen[i]) continue;
        if (thin) (*points)[used++] = e.a, (*points)[used++] = e.b;
        for (int k = i; !thin && k >= 0 && !seen[k]; k = carom_level_edge_at(level, k).next) {
            seen[k] = true;
            (*points)[used++] = carom_level_edge_at(level, k).a;
        }
        outline.count = (int)(*points + used - outline.points);
        outline.same_area = !thin && has_ring;
        has_ring = has_ring || !thin;
        (*outlines)[made++] = outline;
    }
    free(seen);
    free(ends);
    return good ? made : -1;
}

carom_level *framed_level(const carom_map *map, const carom_level *image, carom_box b) {
    float thickness = (b.max.x - b.min.x + b.max.y - b.min.y) / 64;
    carom_box outer = {{b.min.x - thickness, b.min.y - thickness}, {b.max.x + thickness, b.max.y + thickness}};
    const carom_box walls[4] = {{outer.min, {outer.max.x, b.min.y}},
                                {{outer.min.x, b.max.y}, outer.max},
                                {outer.min, {b.min.x, outer.max.y}},
                                {{b.max.x, outer.min.y}, outer.max}};
    carom_vec2 corners[4][4];
    carom_level_desc desc = *carom_map_level(map);
    carom_outline *outlines;
    carom_vec2 *points = NULL;
    if (image)
        desc.outlines_count = outlines_of_level(image, 4, &outlines, &points);
    else
        outlines = malloc(((size_t)desc.outlines_count + 4) * sizeof *outlines);
    if (!outlines || desc.outlines_count < 0) {
        free(outlines);
        free(points);
        return NULL;
    }
    size_t count = (size_t)desc.outlines_count;
    if (!image && count > 0) memcpy(outlines, desc.outlines, count * sizeof *outlines);
    for (int i = 0; i < 4; i++) {
        corners[i][0] = walls[i].min;
        corners[i][1] = (carom_vec2){walls[i].max.x, walls[i].min.y};
        corners[i][2] = walls[i].max;
        corners[i][3] = (carom_vec2){walls[i].min.x, walls[i].max.y};
        outlines[count + (size_t)i] = (carom_outline){.points = corners[i], .count = 4};
    }
    desc.outlines = outlines;
    desc.outlines_count += 4;
    carom_level *level;
    carom_level_make(&desc, &level, NULL);
    free(outlines);
    free(points);
    return level;
}

static bool contains(const char *text, const char *word) {
    for (; *text; text++) {
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
