// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Names of layers that contradict each other: the more explicit one counts, and layers that only show solid objects do
// not.
#include "io/tiled_names.h"

#include <math.h>

static bool is_marked_by_word(const cr_mark *mark) {
    return mark->solid == CR_SOLID && !mark->source.by_rule;
}

static bool has_tiles(const cr_layer *layer) {
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
        for (size_t i = 0; i < (size_t)chunk->columns * (size_t)chunk->rows; i++)
            if (cr_plain_gid(chunk->gids[i]) != 0) return true;
    return false;
}

bool cr_is_named_solid(const cr_layer *layer, bool explicit) {
    const cr_mark *mark = &layer->mark;
    if (!is_marked_by_word(mark) || mark->source.by != CR_BY_NAME) return false;
    return explicit == ((cr_find_word(mark->source.word, CR_IN_LAYER).uses & CR_EXPLICIT) != 0);
}

bool cr_is_marked(const cr_object *object) {
    return object->mark.solid == CR_SOLID;
}

bool cr_has_marked_objects(const cr_layer *layer) {
    for (const cr_object *object = layer->objects; object; object = object->next)
        if (is_marked_by_word(&object->mark) && !object->mark.hole && object->mark.facing == CR_FACING_NONE)
            return true;
    return false;
}

cr_explicit_layers cr_find_explicit(const cr_tiled *tiled) {
    cr_explicit_layers named = {.any = false};
    for (const cr_layer *layer = tiled->layers; layer; layer = layer->next) {
        if (!cr_is_named_solid(layer, true)) continue;
        named.any |= layer->objects || has_tiles(layer);
        named.objects |= layer->objects != NULL;
    }
    return named;
}

// ---- Layers that show objects ---------------------------------------------------------------------------------------

// The cells of a chunk whose centres lie in a box; along an axis where there are none, the cell of the box's centre.
typedef struct chunk_range {
    int left, top, right, bottom; // right and bottom are past the end
} chunk_range;

static int clamp_to_chunk(double cell, int count) {
    return cell <= 0 ? 0 : cell >= count ? count : (int)cell;
}

// `min` and `max` are in cells of the chunk.
static void chunk_cells_along(double min, double max, int count, int *first, int *end) {
    double from = ceil(min - 0.5), to = floor(max - 0.5) + 1;
    if (to <= from) {
        from = floor((min + max) / 2);
        to = from + 1;
    }
    *first = clamp_to_chunk(from, count);
    *end = clamp_to_chunk(to, count);
}

static chunk_range chunk_cells_of(const cr_tiled *tiled, const cr_chunk *chunk, cr_point min, cr_point max) {
    const double w = tiled->cell_width, h = tiled->cell_height;
    chunk_range range;
    chunk_cells_along(min.x / w - chunk->column, max.x / w - chunk->column, chunk->columns, &range.left, &range.right);
    chunk_cells_along(min.y / h - chunk->row, max.y / h - chunk->row, chunk->rows, &range.top, &range.bottom);
    return range;
}

static size_t count_chunk_tiles(const cr_chunk *chunk, chunk_range range) {
    size_t count = 0;
    for (int y = range.top; y < range.bottom; y++)
        for (int x = range.left; x < range.right; x++)
            count += cr_plain_gid(chunk->gids[(size_t)y * (size_t)chunk->columns + (size_t)x]) != 0;
    return count;
}

static bool is_solid_shape(const cr_layer *layer, const cr_object *object) {
    if (object->form == CR_TILE_OBJECT || object->form == CR_POINT || object->form == CR_LABEL) return false;
    if (object->mark.solid != CR_UNMARKED) return is_marked_by_word(&object->mark);
    return is_marked_by_word(&layer->mark) && !cr_has_marked_objects(layer);
}

// The number of tiles of a layer under the box of a shape.
static size_t tiles_under(cr_reader *reader, const cr_tiled *tiled, const cr_layer *layer, const cr_object *object,
                          cr_point offset) {
    cr_point min = {object->x + offset.x, object->y + offset.y}, max = {min.x + object->width, min.y + object->height};
    if (object->points_count > 0) {
        max = (cr_point){min.x + object->max.x, min.y + object->max.y};
        min = (cr_point){min.x + object->min.x, min.y + object->min.y};
    }
    size_t count = 0;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next) {
        const chunk_range range = chunk_cells_of(tiled, chunk, min, max);
        const bool any = range.left < range.right && range.top < range.bottom;
        const size_t cells = any ? (size_t)(range.right - range.left) * (size_t)(range.bottom - range.top) : 0;
        if (!cr_count_steps(reader, 1 + cells)) return 0;
        if (any) count += count_chunk_tiles(chunk, range);
    }
    return count;
}

bool cr_has_solid_shapes(const cr_tiled *tiled) {
    for (const cr_layer *layer = tiled->layers; layer; layer = layer->next)
        for (const cr_object *object = layer->objects; object; object = object->next)
            if (is_solid_shape(layer, object)) return true;
    return false;
}

bool cr_shows_objects(cr_reader *reader, const cr_tiled *tiled, const cr_layer *layer) {
    if (tiled->orientation != CR_ORTHOGONAL) return false;
    size_t tiles = 0, covered = 0, solid = 0, shown = 0;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next)
        tiles += count_chunk_tiles(chunk, (chunk_range){0, 0, chunk->columns, chunk->rows});
    for (const cr_layer *other = tiled->layers; other; other = other->next) {
        for (const cr_object *object = other->objects; object; object = object->next) {
            if (!cr_count_steps(reader, 1)) return false;
            if (!is_solid_shape(other, object)) continue;
            const cr_point offset = {other->offset_x - layer->offset_x, other->offset_y - layer->offset_y};
            const size_t under = tiles_under(reader, tiled, layer, object, offset);
            solid++;
            shown += under > 0;
            covered += under;
        }
    }
    return shown > 0 && (2 * shown >= solid || 2 * covered >= tiles) && reader->error.status == CAROM_STATUS_OK;
}
