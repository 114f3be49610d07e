// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Doubles are rounded to float here, each exactly once, so that vertices that are equal on the map stay equal to the
// bit.
#include "io/build.h"

#include "io/ascii.h"
#include "io/origin.h"

#include <string.h>

static bool same_position(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

typedef struct path_run {
    const cr_point_path *path;
    int start, count; // number of points; the run may continue past the last point at the first
} path_run;

// Writes the transformed points of a run, without repeated points. Returns their number.
static int transform_points(const path_run *run, const cr_affine *transform, carom_vec2 *out) {
    const cr_point *points = cr_points_of(run->path);
    int all = (int)run->path->points.count, kept = 0;
    for (int i = 0; i < run->count; i++) {
        carom_vec2 p = cr_narrow_point(cr_apply_affine(transform, points[(run->start + i) % all]));
        if (kept == 0 || !same_position(out[kept - 1], p)) out[kept++] = p;
    }
    return kept;
}

static void reverse_points(carom_vec2 *points, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        carom_vec2 kept = points[i];
        points[i] = points[j];
        points[j] = kept;
    }
}

static bool count_points_taken(cr_reader *reader, size_t count) {
    size_t limit = reader->options.limits.outlines;
    if (!cr_count_steps(reader, count)) return false;
    reader->points_taken += count;
    if (reader->points_taken <= limit) return true;
    return cr_fail(reader, CAROM_STATUS_TOO_LARGE, NULL, "the outlines have more than %zu points", limit);
}

static bool append_outline(cr_reader *reader, const path_run *run, const cr_affine *transform, carom_outline outline,
                           bool *kept) {
    carom_map *map = reader->map;
    if (!count_points_taken(reader, (size_t)run->count + 4))
        return false; // degenerate runs count too, because they cost time
    carom_vec2 *points = cr_arena_take(&map->arena, (size_t)run->count, sizeof *points);
    if (!points) return cr_no_memory(reader);
    outline.count = transform_points(run, transform, points);
    if (!outline.open && outline.count > 1 && same_position(points[0], points[outline.count - 1])) outline.count--;
    if (outline.count < (outline.open ? 2 : 3)) return true;
    if (outline.open && outline.one_way && cr_is_mirrored(transform)) reverse_points(points, outline.count);
    outline.points = points;
    carom_outline *added = cr_array_add(&map->outlines, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = outline;
    if (!cr_record_outline_origin(reader)) return false;
    if (!outline.open && !outline.same_area) reader->area = (int)map->outlines.count - 1;
    if (outline.same_area) ((carom_outline *)map->outlines.items)[reader->area].even_odd = true;
    if (kept) *kept = true;
    return true;
}

bool cr_add_outline(cr_reader *reader, cr_point_path *path, cr_one_way_facing facing, const cr_affine *transform,
                    int tag, bool *kept) {
    int count = (int)path->points.count;
    carom_outline outline = {.open = path->open, .one_way = facing != CR_FACING_NONE, .tag = tag};
    if (kept) *kept = false;
    outline.same_area = path->hole && !path->open && !outline.one_way;
    if (count == 0 || (outline.same_area && reader->area < 0)) return true;
    if (!outline.one_way || path->open) {
        cr_orient_open(path, facing);
        return append_outline(reader, &(path_run){path, 0, count}, transform, outline, kept);
    }
    outline.open = true;
    cr_orient_closed(path);
    for (int side = 0, start, sides; cr_next_facing_run(path, facing, &side, &start, &sides);)
        if (!append_outline(reader, &(path_run){path, start, sides + 1}, transform, outline, kept)) return false;
    return true;
}

void cr_widen_bounds(cr_reader *reader, carom_box box) {
    carom_box *all = &reader->map->info.bounds;
    if (!reader->has_bounds) *all = box;
    reader->has_bounds = true;
    if (box.min.x < all->min.x) all->min.x = box.min.x;
    if (box.min.y < all->min.y) all->min.y = box.min.y;
    if (box.max.x > all->max.x) all->max.x = box.max.x;
    if (box.max.y > all->max.y) all->max.y = box.max.y;
}

uint8_t *cr_add_tiles(cr_reader *reader, int columns, int rows, cr_point origin, cr_point cell) {
    carom_map *map = reader->map;
    if (!count_points_taken(reader, 4)) return NULL; // bounds the number of grids, which may equal the number of tiles
    uint8_t *codes = cr_arena_take(&map->arena, (size_t)columns * (size_t)rows, 1);
    carom_tiles *tiles = codes ? cr_array_add(&map->tiles, map->allocator, sizeof *tiles) : NULL;
    if (!tiles) {
        cr_no_memory(reader);
        return NULL;
    }
    *tiles = (carom_tiles){columns, rows, cr_narrow_point(origin), cr_narrow_point(cell), codes, 0};
    return cr_record_grid_origin(reader) ? codes : NULL;
}

bool cr_has_solids(const carom_map *map) {
    const carom_tiles *tiles = map->tiles.items;
    for (size_t i = 0; i < map->tiles.count; i++)
        for (size_t k = 0; k < (size_t)tiles[i].columns * (size_t)tiles[i].rows; k++)
            if (tiles[i].codes[k] != CAROM_TILE_EMPTY) return true;
    return map->outlines.count > 0;
}

// Collisions count no steps: they depend on addresses, and the result of a reading must not.
static cr_text_copy *find_copy_entry(const cr_reader *reader, const char *text) {
    uint64_t hash = (uint64_t)(uintptr_t)text * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (size_t at = (size_t)hash;; at++) {
        cr_text_copy *entry = &reader->copies[at & (reader->copies_capacity - 1)];
        if (!entry->text || entry->text == text) return entry;
    }
}

// The load factor stays at or below one half.
static bool grow_copies(cr_reader *reader) {
    cr_text_copy *old = reader->copies;
    size_t old_capacity = reader->copies_capacity, capacity = old_capacity > 0 ? 2 * old_capacity : 64;
    cr_text_copy *grown = cr_scratch_memory(reader, capacity, sizeof *grown);
    if (!grown) return false;
    reader->copies = grown;
    reader->copies_capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].text) *find_copy_entry(reader, old[i].text) = old[i];
    return true;
}

// Objects of one layer, template or tile share strings; each is copied once. The address is the key: comparing long
// strings would cost as much as copying them.
const char *cr_copy_text(cr_reader *reader, const char *text) {
    if (!text[0]) return "";
    if (2 * reader->copies_count >= reader->copies_capacity && !grow_copies(reader)) return NULL;
    cr_text_copy *kept = find_copy_entry(reader, text);
    if (kept->text) return kept->copy;
    size_t length = strlen(text);
    const char *copy = cr_count_steps(reader, length) ? cr_arena_copy_text(&reader->map->arena, text, length) : NULL;
    if (!copy) cr_no_memory(reader);
    if (copy) *kept = (cr_text_copy){text, copy};
    reader->copies_count += copy != NULL;
    return copy;
}

bool cr_add_object(cr_reader *reader, const carom_map_object *object) {
    carom_map *map = reader->map;
    carom_map_object *added = cr_array_add(&map->objects, map->allocator, sizeof *added);
    if (!added) return cr_no_memory(reader);
    *added = *object;
    added->name = cr_copy_text(reader, object->name);
    added->type = cr_copy_text(reader, object->type);
    added->layer = cr_copy_text(reader, object->layer);
    cr_count_steps(reader, 8);
    return reader->error.status == CAROM_STATUS_OK;
}

// A flip after quarter turns equals the flip before the same turns in the opposite direction.
uint8_t cr_rotate_code(uint8_t code, bool flip, int turns) {
    bool flipped = code >> 5 & 1;
    int turned = code >> 6;
    uint8_t turned_code = carom_tile_code(code & 31, flipped != flip, (turns + (flip ? 4 - turned : turned)) & 3);
    return carom_tile_canonical(turned_code);
}

uint8_t cr_edge_code(cr_one_way_facing facing) {
    return carom_tile_code(CAROM_TILE_EDGE, false, (int)facing - CR_FACING_UP);
}

void cr_set_background(cr_reader *reader, const char *text) {
    text += *text == '#';
    size_t length = strlen(text);
    if (length != 6 && length != 8) return;
    uint32_t argb = length == 6 ? 0xff : 0;
    for (; *text; text++) {
        int digit = cr_hex_digit(*text);
        if (digit < 0) return;
        argb = argb << 4 | (uint32_t)digit;
    }
    reader->map->info.has_background = true;
    reader->map->info.background = argb << 8 | argb >> 24;
}
