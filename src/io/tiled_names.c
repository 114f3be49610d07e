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

static cr_point center_of(const cr_object *object) {
    if (object->points_count > 0)
        return (cr_point){object->x + (object->min.x + object->max.x) / 2,
                          object->y + (object->min.y + object->max.y) / 2};
    return (cr_point){object->x + object->width / 2, object->y + object->height / 2};
}

static bool has_tile_at(const cr_layer *layer, double column, double row) {
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next) {
        const double x = column - chunk->column, y = row - chunk->row;
        if (x >= 0 && y >= 0 && x < chunk->columns && y < chunk->rows)
            return cr_plain_gid(chunk->gids[(size_t)y * (size_t)chunk->columns + (size_t)x]) != 0;
    }
    return false;
}

static bool is_solid_shape(const cr_layer *layer, const cr_object *object) {
    if (object->form == CR_TILE_OBJECT || object->form == CR_POINT || object->form == CR_LABEL) return false;
    if (object->mark.solid != CR_UNMARKED) return is_marked_by_word(&object->mark);
    return is_marked_by_word(&layer->mark) && !cr_has_marked_objects(layer);
}

bool cr_shows_objects(cr_reader *reader, const cr_tiled *tiled, const cr_layer *layer) {
    if (tiled->orientation != CR_ORTHOGONAL) return false;
    size_t chunks = 1, tiles = 0, solid = 0, shown = 0;
    for (const cr_chunk *chunk = layer->chunks; chunk; chunk = chunk->next, chunks++)
        for (size_t i = 0; i < (size_t)chunk->columns * (size_t)chunk->rows; i++)
            tiles += cr_plain_gid(chunk->gids[i]) != 0;
    for (const cr_layer *other = tiled->layers; other; other = other->next) {
        if (other->kind != CR_OBJECT_LAYER) continue;
        for (const cr_object *object = other->objects; object; object = object->next) {
            if (!cr_count_steps(reader, chunks)) return false;
            if (!is_solid_shape(other, object)) continue;
            const cr_point p = center_of(object);
            solid++;
            shown += has_tile_at(layer, floor((p.x + other->offset_x - layer->offset_x) / tiled->cell_width),
                                 floor((p.y + other->offset_y - layer->offset_y) / tiled->cell_height));
        }
    }
    return shown > 0 && (2 * shown >= solid || 2 * shown >= tiles);
}
