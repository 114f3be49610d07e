// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A Tiled map in memory, as drawn: what tiled_read.c makes of a document, and tiled_level.c makes a level of.
// Everything lives in the scratch arena of the reading.
#pragma once

#include "io/affine.h"
#include "io/reader.h"

/// The way a one-way side faces.
typedef enum cr_facing { CR_FACING_NONE, CR_FACING_UP, CR_FACING_RIGHT, CR_FACING_DOWN, CR_FACING_LEFT } cr_facing;

/// What a layer, tile or object says about being solid, in its properties, its class or its name.
typedef struct cr_mark {
    enum { CR_UNMARKED = 0, CR_SOLID, CR_NOT_SOLID } solid;
    cr_facing facing;
    bool has_code;
    uint8_t code; ///< of the catalogue
} cr_mark;

typedef enum cr_form {
    CR_RECTANGLE,
    CR_ELLIPSE,
    CR_CAPSULE,
    CR_POINT,
    CR_POLYGON,
    CR_POLYLINE,
    CR_LABEL, ///< text
    CR_TILE,  ///< a tile placed freely
} cr_form;

enum cr_gid_flags {
    CR_FLIP_X = 8,     ///< bit 31 of a gid
    CR_FLIP_Y = 4,     ///< bit 30
    CR_FLIP_XY = 2,    ///< bit 29: x and y swapped; hexagonal: turned by 60 degrees
    CR_ROTATE_120 = 1, ///< bit 28: hexagonal only
};

/// A tile as a cell or an object names it.
typedef struct cr_tile_use {
    const struct cr_tileset *tileset; ///< null: an empty cell
    uint32_t id;                      ///< within the tileset
    unsigned flags;                   ///< cr_gid_flags
} cr_tile_use;

typedef struct cr_object {
    const cr_node *node;
    const char *name, *type;
    int id;
    cr_form form;
    bool visible;
    double x, y, width, height, rotation; ///< rotation in degrees clockwise about (x, y)
    const cr_point *points;               ///< of polygons and polylines, relative to (x, y)
    int points_count;
    cr_tile_use tile;
    cr_mark mark;
    struct cr_object *next;
} cr_object;

typedef struct cr_tile {
    uint32_t id;
    size_t order; ///< in the file: of two with the same id the later counts
    const char *type;
    double width, height; ///< of its own image; 0: that of the tileset
    cr_mark mark;
    const cr_object *shapes; ///< drawn in the collision editor; only those that can be solid
} cr_tile;

typedef struct cr_tileset {
    const char *name;
    double tile_width, tile_height;
    double offset_x, offset_y;     ///< moves every tile when drawn
    bool aligned;                  ///< does it say which point of a tile object its (x, y) is?
    double align_x, align_y;       ///< 0..1 from the top left
    cr_affine shapes;              ///< from what its shapes are drawn in to the pixels of a tile
    bool fit_to_grid, keep_aspect; ///< tilerendersize="grid", fillmode="preserve-aspect-fit"
    bool collection;               ///< of images: ids have holes
    uint32_t tile_count;
    const cr_tile *tiles; ///< those that the file says something about, by ascending id
    size_t tiles_count;
} cr_tileset;

typedef struct cr_tileset_use {
    uint32_t first_gid;
    const cr_tileset *tileset;
} cr_tileset_use;

/// A piece of a tile layer; a finite layer is one.
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
    double offset_x, offset_y; ///< with those of the groups around
    cr_mark mark;              ///< likewise
    const cr_chunk *chunks;
    const cr_object *objects;
    struct cr_layer *next;
} cr_layer;

typedef enum cr_orientation { CR_ORTHOGONAL, CR_ISOMETRIC, CR_STAGGERED, CR_HEXAGONAL, CR_OBLIQUE } cr_orientation;

typedef struct cr_tiled {
    const cr_node *node;
    cr_orientation orientation;
    bool stagger_x, stagger_even; ///< staggered and hexagonal: columns or rows are shifted; those of even index?
    double hexagon_side;          ///< in pixels, along the shifted axis
    double skew_x, skew_y;        ///< oblique: how far a cell leans, in pixels
    int columns, rows;            ///< of an infinite map: meaningless
    bool infinite;
    double cell_width, cell_height;
    const cr_tileset_use *tilesets; ///< by ascending first_gid
    size_t tilesets_count;
    const cr_layer *layers; ///< groups dissolved, bottom first
} cr_tiled;

/// Reads a map from its document. Null after a failure.
const cr_tiled *cr_read_tiled(cr_reader *reader, const cr_node *root);

/// Turns a map into what a level is built from.
bool cr_tiled_level(cr_reader *reader, const cr_tiled *tiled);

/// What is said about being solid by the properties and the class of `node`, and, if not null, by a name.
cr_mark cr_read_mark(cr_reader *reader, const cr_node *node, const char *type, const char *name);
/// The same for the properties alone, in the form of Tiled before 1.2: an object of name and value.
cr_mark cr_read_plain_mark(cr_reader *reader, const cr_node *properties);
/// What `inner` says, and where it is silent `outer`.
cr_mark cr_mark_over(cr_mark outer, cr_mark inner);

/// A gid without its flags.
static inline uint32_t cr_plain_gid(uint32_t gid) {
    return gid & 0x0fffffffu;
}

/// Finds the tile that a gid stands for; a null tileset for 0. Null, or what is wrong with the gid.
const char *cr_find_tile(const cr_tileset_use *tilesets, size_t count, uint32_t gid, cr_tile_use *out);
/// What the file says about a tile; null if nothing.
const cr_tile *cr_tile_about(const cr_tile_use *use);
