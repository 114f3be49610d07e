// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Here doubles become floats, each once: corners that are equal on the map are equal to the bit.
#include "io/build.h"

#include <string.h>

static carom_vec2 rounded(cr_point p) {
    return (carom_vec2){(float)p.x + 0.0f, (float)p.y + 0.0f};
} // no -0

static bool same(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

// Puts `count` points from `start` on in their place, without repetitions; tells how many remain.
static int place_points(const cr_path *path, int start, int count, const cr_affine *place, carom_vec2 *out) {
    const cr_point *points = cr_points_of(path);
    int all = (int)path->points.count, kept = 0;
    for (int i = 0; i < count; i++) {
        carom_vec2 p = rounded(cr_apply(place, points[(start + i) % all]));
        if (kept == 0 || !same(out[kept - 1], p)) out[kept++] = p;
    }
    return kept;
}

static void reverse(carom_vec2 *points, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        carom_vec2 kept = points[i];
        points[i] = points[j];
        points[j] = kept;
    }
}

static bool take_points(cr_reader *reader, size_t count) {
    size_t limit = reader->options.limits.outlines;
    reader->points_taken += count;
    return reader->points_taken <= limit ||
           cr_fail(reader, CAROM_TOO_LARGE, NULL, "the outlines have more than %zu points", limit);
}

static bool add(cr_reader *reader, const cr_path *path, int start, int count, const cr_affine *place,
                carom_outline outline, bool *kept) {
    carom_map *map = reader->map;
    if (!take_points(reader, (size_t)count + 4)) return false; // also if it comes to nothing: it takes its time
    carom_vec2 *points = cr_take(&map->arena, (size_t)count, sizeof *points);
    if (!points) return cr_no_memory(reader);
    outline.count = place_points(path, start, count, place, points);
    if (!outline.open && outline.count > 1 && same(points[0], points[outline.count - 1])) outline.count--;
    if (outline.count < (outline.open ? 2 : 3)) return true;
    if (outline.open && outline.one_way && cr_mirrors(place)) reverse(points, outline.count);
    outline.points = points;
    carom_outline *added = cr_pile_add(&map->outlines, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = outline;
    if (kept) *kept = true;
    return true;
}

bool cr_add_outline(cr_reader *reader, cr_path *path, cr_facing facing, const cr_affine *place, int tag, bool *kept) {
    int count = (int)path->points.count;
    carom_outline outline = {.open = path->open, .one_way = facing != CR_FACING_NONE, .tag = tag};
    if (kept) *kept = false;
    if (count == 0) return true;
    if (!outline.one_way || path->open) {
        cr_face(path, facing);
        return add(reader, path, 0, count, place, outline, kept);
    }
    outline.open = true;
    cr_wind(path);
    for (int side = 0, start, sides; cr_next_run(path, facing, &side, &start, &sides);)
        if (!add(reader, path, start, sides + 1, place, outline, kept)) return false;
    return true;
}

uint8_t *cr_add_tiles(cr_reader *reader, int columns, int rows, cr_point origin, cr_point cell) {
    carom_map *map = reader->map;
    if (!take_points(reader, 4)) return NULL; // there may be as many grids as tiles
    uint8_t *codes = cr_take(&map->arena, (size_t)columns * (size_t)rows, 1);
    carom_tiles *tiles = codes ? cr_pile_add(&map->tiles, map->allocator, sizeof *tiles) : NULL;
    if (!tiles) {
        cr_no_memory(reader);
        return NULL;
    }
    *tiles = (carom_tiles){columns, rows, rounded(origin), rounded(cell), codes};
    return codes;
}

bool cr_anything_solid(const carom_map *map) {
    const carom_tiles *tiles = map->tiles.items;
    for (size_t i = 0; i < map->tiles.count; i++)
        for (size_t k = 0; k < (size_t)tiles[i].columns * (size_t)tiles[i].rows; k++)
            if (tiles[i].codes[k] != CAROM_TILE_EMPTY) return true;
    return map->outlines.count > 0;
}

static const char *keep(cr_reader *reader, const char *text) {
    const char *copy = text[0] ? cr_take_text(&reader->map->arena, text, strlen(text)) : "";
    if (!copy) cr_no_memory(reader);
    return copy;
}

bool cr_add_object(cr_reader *reader, const carom_map_object *object) {
    carom_map *map = reader->map;
    carom_map_object *added = cr_pile_add(&map->objects, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = *object;
    added->name = keep(reader, object->name);
    added->type = keep(reader, object->type);
    added->layer = keep(reader, object->layer);
    return reader->error.status == CAROM_OK;
}

// A mirror after quarter turns is the mirror before the same turns the other way round.
uint8_t cr_turn_code(uint8_t code, bool flip, int turns) {
    bool flipped = code >> 5 & 1;
    int turned = code >> 6;
    uint8_t turned_code = carom_tile_code(code & 31, flipped != flip, (turns + (flip ? 4 - turned : turned)) & 3);
    return carom_tile_canonical(turned_code);
}

uint8_t cr_edge_code(cr_facing facing) {
    return carom_tile_code(CAROM_TILE_EDGE, false, facing == CR_FACING_NONE ? 0 : (int)facing - CR_FACING_UP);
}

void cr_set_background(cr_reader *reader, const char *text) {
    static const char digits[] = "0123456789abcdefABCDEF";
    text += *text == '#';
    size_t length = strlen(text);
    if ((length != 6 && length != 8) || strspn(text, digits) != length) return;
    uint32_t argb = length == 6 ? 0xff : 0;
    for (; *text; text++) {
        uint32_t place = (uint32_t)(strchr(digits, *text) - digits);
        argb = argb << 4 | (place < 16 ? place : place - 6);
    }
    reader->map->info.has_background = true;
    reader->map->info.background = argb << 8 | argb >> 24;
}
