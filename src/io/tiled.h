// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A Tiled map in memory: tiled_read.c makes it from a document, and tiled_level.c makes a level from it. Everything is
// in the scratch arena.
#pragma once

#include "io/affine.h"
#include "io/mark.h"

typedef enum cr_form {
    CR_RECTANGLE,
    CR_ELLIPSE,
    CR_CAPSULE,
    CR_POINT,
    CR_POLYGON,
    CR_POLYLINE,
    CR_LABEL,       ///< text
    CR_TILE_OBJECT, ///< a tile object
} cr_form;

enum cr_gid_flags {
    CR_FLIP_X = 8,     ///< bit 31 of a gid
    CR_FLIP_Y = 4,     ///< bit 30
    CR_FLIP_XY = 2,    ///< bit 29: x and y swapped; in hexagonal maps, rotated by 60 degrees
    CR_ROTATE_120 = 1, ///< bit 28: in hexagonal maps, rotated by 120 degrees
};

/// A reference to a tile, from a cell or an object.
typedef struct cr_tile_use {
    const struct cr_tileset *tileset; ///< null: an empty cell
    uint32_t id;                      ///< id within the tileset
    unsigned flags;                   ///< cr_gid_flags
} cr_tile_use;

typedef struct cr_object {
    const cr_node *node;
    const cr_node *base; ///< in its template; null: not made from one
    const char *name, *type;
    int id;
    cr_form form;
    bool visible;
    double x, y, width, height, rotation; ///< rotation is in degrees, clockwise about (x, y)
    const cr_point *points;               ///< of polygons and polylines, relative to (x, y)
    int points_count;
    cr_point min, max; ///< bounds of the points; stored, because many objects of one template may share the points
    cr_tile_use tile;
    cr_mark mark;
    int properties; ///< number of properties, marks or not
    struct cr_object *next;
} cr_object;

typedef struct cr_tile {
    const cr_node *node; ///< null: only a rule names it, or the properties are in the format before Tiled 1.2
    uint32_t id;
    size_t order; ///< index in the file; of two definitions with one id the later counts
    const char *type;
    double width, height; ///< of its own image; 0: the size in the tileset
    cr_mark mark;
    int properties;          ///< number of properties, marks or not
    const cr_object *shapes; ///< from the collision editor; only shapes that can be solid
} cr_tile;

typedef struct cr_tileset {
    const cr_node *node; ///< null: its file is missing
    const char *name;
    double tile_width, tile_height;
    double offset_x, offset_y;     ///< offset of every tile when drawn
    bool aligned;                  ///< true if the tileset defines which point of a tile object is at its (x, y)
    double align_x, align_y;       ///< that point: 0..1 from the top left
    cr_affine shapes;              ///< from the coordinates of its shapes to the pixels of a tile
    bool fit_to_grid, keep_aspect; ///< tilerendersize="grid", fillmode="preserve-aspect-fit"
    bool collection;               ///< a collection of images: its ids may have gaps
    uint32_t tile_count;
    cr_mark mark;
    const cr_tile *tiles; ///< tiles with a definition in the file, or named by a rule; sorted by id
    size_t tiles_count;
} cr_tileset;

typedef struct cr_tileset_use {
    uint32_t first_gid;
    const cr_tileset *tileset;
} cr_tileset_use;

/// A rectangle of cells. A finite layer is one chunk.
typedef struct cr_chunk {
    int column, row, columns, rows;
    const uint32_t *gids;
    const cr_node *node;
    struct cr_chunk *next;
} cr_chunk;

typedef struct cr_layer {
    const cr_node *node;
    const char *name;
    enum { CR_TILE_LAYER, CR_OBJECT_LAYER, CR_IMAGE_LAYER } kind;
    bool visible, parallax;
    double offset_x, offset_y; ///< includes the offsets of its groups
    cr_mark mark;              ///< includes the marks of its groups
    const cr_chunk *chunks;
    const cr_object *objects;
    struct cr_layer *next;
} cr_layer;

typedef enum cr_orientation { CR_ORTHOGONAL, CR_ISOMETRIC, CR_STAGGERED, CR_HEXAGONAL, CR_OBLIQUE } cr_orientation;

typedef struct cr_tiled {
    const cr_node *node;
    cr_orientation orientation;
    bool stagger_x, stagger_even; ///< staggered and hexagonal maps: columns (or rows) are shifted, those with an even
                                  ///< (or odd) index
    double hexagon_side;          ///< length of a side along the stagger axis, in pixels
    double skew_x, skew_y;        ///< oblique maps: shear of a cell, in pixels
    int columns, rows;            ///< undefined for infinite maps
    bool infinite;
    double cell_width, cell_height;
    const cr_tileset_use *tilesets; ///< sorted by first_gid
    size_t tilesets_count;
    cr_layer *layers; ///< bottom first; groups are flattened
} cr_tiled;

/// Reads a map from its document. Returns null after a failure.
const cr_tiled *cr_read_tiled(cr_reader *reader, const cr_node *root);

/// Returns "map", or in a world "map 'name'".
const char *cr_map_label(cr_reader *reader);

/// Adds the solid parts and the objects of a map to reader->map.
bool cr_tiled_level(cr_reader *reader, const cr_tiled *tiled);
/// Adds a note if nothing that was read is solid.
bool cr_tiled_note_empty(cr_reader *reader);

/// Adds the contents of a map to reader->map, after its objects, and its properties to *properties. The next level, or
/// none, is theirs.
bool cr_tiled_contents(cr_reader *reader, const cr_tiled *tiled, carom_map_properties *properties);
/// Adds the types of the project.
bool cr_tiled_types(cr_reader *reader);

/// Returns a gid without its flags.
static inline uint32_t cr_plain_gid(uint32_t gid) {
    return gid & 0x0fffffffu;
}

/// Finds the tile for a gid; *out has a null tileset for gid 0. Returns null, or an error text. An id past the end of
/// the tileset is a tile without a definition, as in Tiled.
const char *cr_find_tile(const cr_tileset_use *tilesets, size_t count, uint32_t gid, cr_tile_use *out);
/// True if the id of a tile lies past the end of its tileset.
static inline bool cr_is_past_end(const cr_tile_use *use) {
    return !use->tileset->collection && use->id >= use->tileset->tile_count;
}
/// Returns the definition of a tile; null if it has none.
const cr_tile *cr_tile_definition(const cr_tile_use *use);
