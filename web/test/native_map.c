// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Native reference for the contents of maps: native_map FILE. Writes one value a line: texts as they are, but for
// control characters; numbers as their bits.
#include <carom/io.h>
#include <stdio.h>
#include <string.h>

static void put_text(const char *text) {
    for (; *text; text++) printf((unsigned char)*text < 32 || *text == '%' ? "%%%02x" : "%c", (unsigned char)*text);
    putchar('\n');
}

static void put_int(long long value) {
    printf("%lld\n", value);
}

static void put_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%08x\n", (unsigned)bits);
}

static void put_vec(carom_vec2 v) {
    put_float(v.x), put_float(v.y);
}

static void put_box(carom_box box) {
    put_vec(box.min), put_vec(box.max);
}

static void put_properties(const carom_map_properties *all) {
    put_int(all->count);
    for (int i = 0; i < all->count; i++) {
        const carom_map_property *p = &all->items[i];
        uint64_t bits;
        memcpy(&bits, &p->number, sizeof bits);
        put_text(p->name), put_text(p->type), put_text(p->text);
        printf("%016llx\n", (unsigned long long)bits);
        put_int(carom_map_property_of(all, p->name) - all->items);
    }
}

static void put_layer(const carom_map_layer *l) {
    put_text(l->name), put_text(l->type), put_text(l->image);
    put_int(l->kind), put_int(l->visible), put_float(l->opacity), put_vec(l->offset), put_vec(l->parallax);
    put_int(l->level), put_int(l->first_object), put_int(l->objects_count), put_int(l->cells_count);
    for (int i = 0; i < l->cells_count; i++) {
        const carom_map_cell *c = &l->cells[i];
        put_int(c->column), put_int(c->row), put_int(c->tileset), put_int(c->id), put_int(c->flips);
        put_vec(c->corner), put_vec(c->size), put_float(c->opacity);
    }
    put_properties(&l->properties);
}

static void put_details(const carom_map_details *d) {
    put_int(d->form), put_int(d->points_count);
    for (int i = 0; i < d->points_count; i++) put_vec(d->points[i]);
    put_int(d->layer), put_int(d->tileset), put_int(d->tile), put_int(d->flips);
    put_text(d->text), put_text(d->iid), put_properties(&d->properties);
}

static void put_tileset(const carom_map_tileset *t) {
    put_text(t->name), put_text(t->type), put_text(t->image);
    put_vec(t->tile_size), put_vec(t->offset), put_float(t->margin), put_float(t->spacing);
    put_int(t->columns), put_int(t->tile_count), put_int(t->tiles_count);
    for (int i = 0; i < t->tiles_count; i++) {
        const carom_map_tile *tile = &t->tiles[i];
        put_int(tile->id), put_text(tile->type), put_text(tile->image), put_box(tile->rectangle);
        put_int(tile->frames_count);
        for (int k = 0; k < tile->frames_count; k++)
            put_int(tile->frames[k].tile), put_int(tile->frames[k].milliseconds);
        put_properties(&tile->properties);
    }
    put_properties(&t->properties);
    for (uint32_t id = 0; id < 40; id++) {
        const char *image;
        carom_box part;
        const carom_map_tile *tile;
        if (!carom_map_tile_image(t, id, &image, &part, &tile)) {
            put_int(-1);
            continue;
        }
        put_text(image), put_box(part), put_int(tile ? (long long)tile->id : -1);
    }
}

static void put_level(const carom_map_level_info *l) {
    put_text(l->name), put_text(l->iid), put_box(l->bounds), put_int(l->depth), put_int(l->neighbours_count);
    for (int i = 0; i < l->neighbours_count; i++) put_text(l->neighbours[i]);
    put_properties(&l->properties);
}

int main(int argc, char **argv) {
    carom_map *map;
    carom_error error;
    if (argc != 2) return 2;
    if (carom_map_load(argv[1], &(carom_map_options){.contents = true}, &map, &error)) return puts(error.message), 1;
    const carom_map_contents *all = carom_map_contents_of(map);
    put_properties(&all->properties);
    put_int(all->layers_count);
    for (int i = 0; i < all->layers_count; i++) put_layer(&all->layers[i]);
    put_int(all->tilesets_count);
    for (int i = 0; i < all->tilesets_count; i++) put_tileset(&all->tilesets[i]);
    put_int(all->objects_count);
    for (int i = 0; i < all->objects_count; i++) put_details(&all->objects[i]);
    put_int(all->levels_count);
    for (int i = 0; i < all->levels_count; i++) put_level(&all->levels[i]);
    carom_map_free(map);
    return 0;
}
