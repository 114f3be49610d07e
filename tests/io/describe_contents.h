// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Descriptions of the contents of maps as text, for comparison.
#pragma once

#include "io/describe.h"

static inline void put_properties(text_buffer *out, const carom_map_properties *properties) {
    for (int i = 0; i < properties->count; i++) {
        const carom_map_property *p = &properties->items[i];
        put(out, "  %s (%s) '%s' %g\n", p->name, p->type, p->text, p->number);
    }
}

static inline void put_layer(text_buffer *out, const carom_map_layer *layer) {
    put(out, "layer '%s' '%s' '%s' kind %d visible %d opacity %g offset %g,%g parallax %g,%g level %d objects %d+%d\n",
        layer->name, layer->type, layer->image, layer->kind, layer->visible, (double)layer->opacity,
        (double)layer->offset.x, (double)layer->offset.y, (double)layer->parallax.x, (double)layer->parallax.y,
        layer->level, layer->first_object, layer->objects_count);
    put_properties(out, &layer->properties);
    for (int i = 0; i < layer->cells_count; i++) {
        const carom_map_cell *c = &layer->cells[i];
        put(out, "  cell %d,%d tile %d:%u flips %u at %g,%g size %g,%g opacity %g\n", c->column, c->row, c->tileset,
            c->id, c->flips, (double)c->corner.x, (double)c->corner.y, (double)c->size.x, (double)c->size.y,
            (double)c->opacity);
    }
}

static inline void put_tileset(text_buffer *out, const carom_map_tileset *t) {
    put(out, "tileset '%s' '%s' '%s' %gx%g margin %g spacing %g columns %d tiles %d\n", t->name, t->type, t->image,
        (double)t->tile_size.x, (double)t->tile_size.y, (double)t->margin, (double)t->spacing, t->columns,
        t->tile_count);
    put_properties(out, &t->properties);
    for (int i = 0; i < t->tiles_count; i++) {
        const carom_map_tile *tile = &t->tiles[i];
        put(out, " tile %u '%s' '%s' %g,%g..%g,%g", tile->id, tile->type, tile->image, (double)tile->rectangle.min.x,
            (double)tile->rectangle.min.y, (double)tile->rectangle.max.x, (double)tile->rectangle.max.y);
        for (int k = 0; k < tile->frames_count; k++)
            put(out, " frame %u for %d", tile->frames[k].tile, tile->frames[k].milliseconds);
        put(out, "\n");
        put_properties(out, &tile->properties);
    }
}

static inline void describe_contents(const carom_map *map, text_buffer *out) {
    const carom_map_contents *all = carom_map_contents_of(map);
    assert_non_null(all);
    assert_int_equal(all->objects_count, carom_map_object_count(map));
    put_properties(out, &all->properties);
    for (int i = 0; i < all->tilesets_count; i++) put_tileset(out, &all->tilesets[i]);
    for (int i = 0; i < all->layers_count; i++) put_layer(out, &all->layers[i]);
    for (int i = 0; i < all->objects_count; i++) {
        const carom_map_details *d = &all->objects[i];
        put(out, "object '%s' form %d layer %d tile %d:%u flips %u text '%s' iid '%s'\n   ",
            carom_map_object_at(map, i).name, d->form, d->layer, d->tileset, d->tile, d->flips, d->text, d->iid);
        for (int k = 0; k < d->points_count; k++)
            put(out, " %.5g,%.5g", (double)d->points[k].x, (double)d->points[k].y);
        put(out, "\n");
        put_properties(out, &d->properties);
    }
    for (int i = 0; i < all->levels_count; i++) {
        const carom_map_level_info *l = &all->levels[i];
        put(out, "level '%s' '%s' %g,%g..%g,%g depth %d:", l->name, l->iid, (double)l->bounds.min.x,
            (double)l->bounds.min.y, (double)l->bounds.max.x, (double)l->bounds.max.y, l->depth);
        for (int k = 0; k < l->neighbours_count; k++) put(out, " %s", l->neighbours[k]);
        put(out, "\n");
        put_properties(out, &l->properties);
    }
    for (int i = 0; i < all->types_count; i++) {
        bool class = all->types[i].kind == CAROM_MAP_TYPE_CLASS;
        put(out, "%s '%s':", class ? "class" : "enum", all->types[i].name);
        for (int k = 0; k < all->types[i].values_count; k++) put(out, " %s", all->types[i].values[k]);
        put(out, "\n");
        put_properties(out, &all->types[i].members);
    }
}
