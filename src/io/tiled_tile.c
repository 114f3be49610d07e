// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Finds the tile of a gid, and its definition, by binary search.
#include "io/tiled.h"

const char *cr_find_tile(const cr_tileset_use *tilesets, size_t count, uint32_t gid, cr_tile_use *out) {
    uint32_t plain = cr_plain_gid(gid);
    *out = (cr_tile_use){.flags = gid >> 28};
    if (plain == 0) return NULL;
    size_t low = 0, high = count; // finds the last tileset with first_gid <= plain
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tilesets[middle].first_gid <= plain)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return "belongs to no tileset";
    out->tileset = tilesets[low - 1].tileset;
    out->id = plain - tilesets[low - 1].first_gid;
    return NULL;
}

const cr_tile *cr_tile_definition(const cr_tile_use *use) {
    const cr_tile *tiles = use->tileset->tiles;
    const size_t count = use->tileset->tiles_count;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tiles[middle].id < use->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && tiles[low].id == use->id ? &tiles[low] : NULL;
}
