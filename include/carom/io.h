// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer io: levels as people draw them. Reads Tiled maps (TMX, TMJ) and LDtk worlds into what a level is built from.
//
//     carom_map *map;
//     carom_error error;
//     if (carom_map_load("levels/cave.tmx", NULL, &map, &error) == CAROM_OK) {
//         carom_level_desc desc = carom_map_level(map);
//         carom_status status = carom_level_make(&desc, &level, &error);
//         carom_map_free(map); // a level keeps nothing of its map
//     }
//
// Coordinates are pixels of the map, y down, as Tiled draws it: isometric, staggered, hexagonal and oblique maps are
// projected. Group and layer offsets are added, flips and rotations done.
//
// What is solid in a Tiled map. A mark says so, and may sit on a layer, on a tile of a tileset or on an object. Marks
// are custom properties, or the class; words are compared without regard to case:
//
//     solid, collides, collidable,    bool: true is solid, false never is. As a class: solid. wall, walls, collisions,
//     collision, collider             obstacle, obstacles, bounds are classes of the same meaning. A layer may also
//                                     carry one of these words as its name.
//     one_way                         true or "up": met only from above; "down", "left", "right" likewise. As a class:
//                                     "up". Implies solid. Of a closed shape those sides remain that face that way,
//                                     a polyline is turned to face it (and is kept as drawn if it faces neither way:
//                                     it is met from its right), and a tile without a shape is the edge of its box.
//                                     The way is that of the tile as drawn in the tileset: flips turn it along.
//     carom                           of a tile: its shape in the catalogue, by name ("slope_45", "half", "edge"; see
//                                     carom_tile_name), then if wanted "flip" (mirrored, left for right) and "90",
//                                     "180" or "270" (degrees clockwise): "slope_2_low flip 90"
//     bodyType, CollisionType         "static" and "Fixed": solid; any other value: not
//
// - A tile is solid in the shape of its `carom` property, else in the shapes drawn for it in Tiled's collision editor,
//   else, if it or its layer is marked, in its whole box (in its cell, where cells are no rectangles; there the
//   catalogue does not apply). A tile layer marked false has nothing solid in it.
// - An object is solid if it is marked, or, without a mark, if its layer is; without either, if it has neither a name
//   nor a class: a shape that is drawn and not named is part of the ground, a named one belongs to the game. Points,
//   texts and shapes without size never are solid. An unmarked tile object is solid only in its tile's shapes.
// - Hidden layers count only if they are marked; so do hidden objects.
// - Parallax does not move what is solid.
//
// What is solid in an LDtk world: the values of its IntGrid layers, see carom_map_options.values.
//
// What was left out and why is told by the notes. A map in which nothing is solid loads, with a note that says so.
#pragma once

#include "carom/level.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Maps ---------------------------------------------------------------------------------------------------------

/// How much a file may ask for, so that a hostile one cannot take the machine. Zero means the default.
typedef struct carom_map_limits {
    size_t file_bytes; ///< of one file; default 64 MiB
    size_t cells;      ///< of one layer, and a quarter of those of all layers; default 16 Mi
    size_t points;     ///< of one drawn shape; default 1 Mi
    size_t outlines;   ///< points of all outlines together; default 16 Mi
    int depth;         ///< of nesting within a file; default 64
    int files;         ///< external tilesets, templates and level files; default 64
} carom_map_limits;

/// Where the files that a map names come from, if not from the file system.
typedef struct carom_map_files {
    /// Hands out the bytes of `path` (written with '/', without "." and ".." but at its start), until they are
    /// released. CAROM_NOT_FOUND if there is no such file.
    carom_status (*open)(void *context, const char *path, const void **bytes, size_t *size);
    void (*release)(void *context, const void *bytes, size_t size); ///< may be null
    void *context;
} carom_map_files;

/// What a value of an LDtk IntGrid layer means.
typedef struct carom_map_value {
    const char *name; ///< the value's identifier, or its number if it has none ("walls", "3")
    uint8_t code;     ///< the tile that stands for it: carom_tile_code()
} carom_map_value;

/// Zero, or null for the whole, means default throughout.
typedef struct carom_map_options {
    carom_map_limits limits;
    const char *root;             ///< no file outside this folder is read; null: the folder of the map itself
    const carom_map_files *files; ///< null: the file system
    const char *level;            ///< LDtk: the one level to read; null: all, side by side as in the world view
    /// LDtk: what values mean. Those not listed are what their name says: a name of the catalogue ("slope_45"), solid
    /// for most other words, nothing for "ladder", "water" and the like. The notes list what was taken for what.
    const carom_map_value *values;
    int values_count;
    const carom_allocator *allocator; ///< null: malloc. The parsers (expat, jansson, zlib, zstd) always use malloc
} carom_map_options;

typedef struct carom_map carom_map;

/// Reads a .tmx, .tmj, .json or .ldtk file, and what it names. What the file holds decides, not its ending. On failure
/// *out is null and *error (may be null) says what is wrong, and where: line and column for XML, the path for JSON.
CAROM_API carom_status carom_map_load(const char *path, const carom_map_options *options, carom_map **out,
                                      carom_error *error);
/// The same from memory. `name` stands for the path: in messages, and as the place from which other files are found.
CAROM_API carom_status carom_map_read(const void *bytes, size_t size, const char *name,
                                      const carom_map_options *options, carom_map **out, carom_error *error);
CAROM_API void carom_map_free(carom_map *map); ///< null is allowed

/// All that is solid, ready for carom_level_make. The arrays are the map's own. An outline's tag is the id of the
/// object it was drawn as, 0 for what comes from tiles.
CAROM_API carom_level_desc carom_map_level(const carom_map *map);

/// The map as a whole.
typedef struct carom_map_info {
    const char *format;  ///< "TMX 1.10", "TMJ 1.10", "LDtk 1.5.3"
    carom_box bounds;    ///< of its cells, in pixels; of an infinite map, those that are there
    carom_vec2 cell;     ///< size of a cell
    bool has_background; ///< is a background colour given?
    uint32_t background; ///< 0xRRGGBBAA
    int layers;          ///< of all kinds, groups not counted
    int tiles;           ///< cells that are not empty, in all layers
} carom_map_info;

CAROM_API carom_map_info carom_map_about(const carom_map *map);

/// Something placed on the map by hand: a spawn point, a trigger, a piece of the ground. Strings are never null.
typedef struct carom_map_object {
    const char *name, *type, *layer; ///< `type` is what Tiled calls class; for LDtk, name and type are the identifier
    int id;
    carom_vec2 position; ///< the least corner of its box before rotation; a point itself
    carom_vec2 size;     ///< of the box; zero for points; for polygons, of the box around them
    carom_vec2 center;   ///< of the box, after rotation
    float rotation;      ///< degrees clockwise
    bool visible, solid;
} carom_map_object;

CAROM_API int carom_map_object_count(const carom_map *map);
CAROM_API carom_map_object carom_map_object_at(const carom_map *map, int index); ///< zeroed when out of range

/// One line about what was left out or taken in another sense than drawn.
typedef struct carom_map_note {
    const char *where;   ///< "layer 'Lava'", "tileset 'caves', tile 12"
    const char *message; ///< "not solid: neither it nor its tiles are marked (611 tiles)"
} carom_map_note;

CAROM_API int carom_map_note_count(const carom_map *map);
CAROM_API carom_map_note carom_map_note_at(const carom_map *map, int index); ///< empty strings when out of range

// ---- SVG ----------------------------------------------------------------------------------------------------------

// A picture is written from front to back, as it is drawn: begin, groups with a style each, what is in them, end.
//
//     carom_svg svg = {.write = write_to_file, .context = file, .origin = bounds.min, .scale = 2};
//     carom_svg_begin(&svg, 1600, 960, "cave");
//     carom_svg_group(&svg, &(carom_svg_style){.fill = "#d5dbe5"});
//     carom_svg_solid(&svg, level);
//     carom_svg_group_end(&svg);
//     if (!carom_svg_end(&svg)) ...; // not everything could be written
//
// Coordinates are those of the level, and are written as pixels to a hundredth, in every locale. `origin` and `scale`
// may be changed at any time; {0, 0} and 1 make coordinates pixels, for a legend.

/// Takes the next piece of text; false when it cannot.
typedef bool carom_svg_write(void *context, const char *text, size_t size);

typedef struct carom_svg {
    carom_svg_write *write;
    void *context;
    carom_vec2 origin; ///< what is shown at the upper left of the picture
    float scale;       ///< pixels per unit
    bool failed;       ///< something could not be written, or there was no memory; all that follows is dropped
} carom_svg;

/// How things in a group look. Zero means none, or default. Colours are as SVG writes them ("#ff8800", "red").
typedef struct carom_svg_style {
    const char *fill, *stroke; ///< null: none
    float width;               ///< of lines, in pixels; 0 means 1
    float dash;                ///< length of dashes, in pixels; 0: none
    float opacity;             ///< of the group as a whole; 0 means 1
} carom_svg_style;

typedef enum carom_svg_anchor { CAROM_SVG_LEFT = 0, CAROM_SVG_MIDDLE, CAROM_SVG_RIGHT } carom_svg_anchor;

/// `width` and `height` in pixels; `title` is shown by browsers, and may be null.
CAROM_API void carom_svg_begin(carom_svg *svg, float width, float height, const char *title);
CAROM_API bool carom_svg_end(carom_svg *svg); ///< was all of it written?
CAROM_API void carom_svg_group(carom_svg *svg, const carom_svg_style *style);
CAROM_API void carom_svg_group_end(carom_svg *svg);

/// All that is solid, as one path to be filled.
CAROM_API void carom_svg_solid(carom_svg *svg, const carom_level *level);
/// The edges of solids, or those that are one-way, as one path to be stroked.
CAROM_API void carom_svg_edges(carom_svg *svg, const carom_level *level, bool one_way);
/// A tick from the middle of each such edge along its outward normal: of `length` pixels, or as long as a shorter edge.
CAROM_API void carom_svg_normals(carom_svg *svg, const carom_level *level, bool one_way, float length);

CAROM_API void carom_svg_line(carom_svg *svg, const carom_vec2 *points, int count);
/// Each point as a dot as large as the width of the group's lines.
CAROM_API void carom_svg_dots(carom_svg *svg, const carom_vec2 *points, int count);
CAROM_API void carom_svg_shape(carom_svg *svg, const carom_shape *shape); ///< anything but a compound
/// `size` in pixels; in the fill of its group.
CAROM_API void carom_svg_text(carom_svg *svg, carom_vec2 at, float size, carom_svg_anchor anchor, const char *text);

#ifdef __cplusplus
}
#endif
