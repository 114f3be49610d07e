// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer io: reads Tiled maps (TMX, TMJ) and LDtk worlds into level descriptions; writes levels as TMX, GeoJSON and SVG.
//
//     carom_map *map;
//     carom_error error;
//     if (carom_map_load("levels/cave.tmx", NULL, &map, &error) == CAROM_STATUS_OK) {
//         carom_status status = carom_level_make(carom_map_level(map), &level, &error);
//         carom_map_free(map); // a level keeps no reference to its map
//     }
//
// Coordinates are pixels of the map, y down, as Tiled draws it. Isometric, staggered, hexagonal and oblique maps are
// projected. Group and layer offsets, flips and rotations are applied.
//
// Tiled maps. A mark states whether something is solid. Layers, groups, tilesets, tiles of a tileset and objects can
// have marks. A mark is a custom property, a member of a custom property of a class type, or the class; of layers and
// objects also the name. Words are compared without case, blanks, '-' and '_'. A leading "is" or "has" of a property
// name is ignored.
//
//     solid, collide, collides,       Solid. As a property: true, yes, on, 1 or no value means solid; false, no, off
//     collidable, collision,          or 0 means not solid. As a class or name: solid.
//     collider, block, blocked,
//     blocker, blocking, obstacle,    A layer name may end in "layer", "objects", "tiles" or "map". If a layer is
//     wall, barrier, impassable,      called solid, collision, collider or the like, then layers called wall, block
//     unwalkable                      and so on are not solid by name: they show the walls. Nor is such a tile layer
//                                     if marked objects lie on its tiles, nor such objects if others in their layer
//                                     have marks of their own.
//
//     bounds                          Solid, as a class or name.
//
//     nocollide, nocollision,         Not solid. As a property, walkable and passable with the value false mean
//     notsolid, nonsolid,             solid.
//     walkable, passable
//
//     one_way, platform, semisolid,   Solid and one-way. true or "up": blocks from above only; "down", "left" and
//     jumpthrough                     "right" likewise. As a class or name: "up". A closed shape keeps only the sides
//                                     that face this direction. A polyline that faces the opposite direction is
//                                     reversed; one that faces neither stays as drawn and blocks from its right. A
//                                     tile without a shape becomes one edge of its box. Flips and rotations of the
//                                     tile apply to the direction. "platforms" is not a mark as the name of a layer.
//                                     An object of the class platform with a motion as its name ("by 64,0 in 120",
//                                     "round 40 in 240", "spin 0.02") moves, and is ignored.
//
//     carom                           Of a tile: the name of its shape in the catalogue ("slope_45", "half", "edge";
//                                     see carom_tile_name). Optional words follow: "flip" (mirrored, left for right),
//                                     and "90", "180" or "270" (degrees clockwise): "slope_2_low flip 90".
//
//                                     Of an object, "hole": cuts this closed shape out of the closed solid before it in
//                                     its layer. An area may have any number of holes, and islands in them, with the
//                                     same mark: a point is solid if an odd number of its rings contains it.
//
//     carom_tag                       Of an object: a whole number, the tag of its edges; otherwise that is its id.
//
//     bodyType, CollisionType         "static" and "Fixed" mean solid; every other value means not solid.
//
// A property "name", "type" or "class" of an object is a mark if its value is one as a name ("name" = "solid"). Rules
// of the caller also find the values of such properties of objects and of tiles.
//
// The members of a class in the .tiled-project are properties with a default. They count as those of the thing that has
// the class, unless it sets them itself.
//
// These rules select the solids:
// - The innermost mark counts: object, tile, tileset, layer, group. On each of these the order is: a rule of the caller
//   (carom_map_options.rules), a property, the class, the name.
// - A tile is solid in the shape of its `carom` property; else in the shapes from Tiled's collision editor; else in its
//   whole box, if the tile, its tileset or its layer is marked as solid. In maps with cells that are not rectangles it
//   fills its cell instead, and the catalogue does not apply. A tile layer marked as not solid contributes nothing.
// - An object is solid if it or its layer is marked as solid. Without a mark it is solid only if it has no name, no
//   class and no properties: other objects belong to the game. It is not solid if a word in the name of its layer
//   denotes things of the game ("Enemies", "spawn points"), or if another object layer is called solid, collision or
//   the like; then only if the name of its own layer resembles a mark ("floor"). Points, texts and shapes of zero size
//   are never solid. A tile object without a mark is solid only in the shapes of its tile, and only if the tile has no
//   class and no properties.
// - Hidden layers and hidden objects are solid only if they are marked.
// - Parallax does not move solid tiles and objects.
//
// GeoJSON. Each polygon is an area with holes, whatever their winding; line strings are thin edges, points are objects.
// Coordinates are taken as they are. Features are objects, with `name`, `class` (or `type`) and `id`. They are solid
// unless their properties, class or name say otherwise.
//
// Tiled worlds (.world). All maps that the world lists are read, each at its position. A missing map becomes a note.
// So are the maps (.tmx, .tmj, .json, .xml) that its patterns find in its folder: Perl's regular expressions without
// backreferences and lookarounds. With carom_map_options.files there is no folder, and patterns become a note. In
// carom_map_contents each map is a level. Ids of objects, and so the tags of edges, are those of their maps: they may
// repeat in a world.
//
// LDtk worlds. The values of IntGrid layers become tiles: see carom_map_options.values and rules.
//
// carom_map_solid_at lists the solid cells and objects by mark. The notes (carom_map_note_at) list ignored things, with
// reasons, and names that resemble a mark. They mention options of the command line: `--solid collide` is a rule
// {"collide", CAROM_MAP_MEANING_SOLID}; `--root` and `--level` are `root` and `level` of carom_map_options; `--depth`
// is `world_depth`.
//
// A map loads, with a note, where Tiled loads it too: if a tileset or template is missing, if a tile id lies past the
// end of its tileset, if an object id is not a number. A map without anything solid also loads with a note.
//
// A file that a map names is read only if it is a regular file of the expected kind inside the root folder
// (carom_map_options.root), after symbolic links are resolved (on Windows they are not resolved). The map itself may be
// a link or a pipe.
#pragma once

#include "carom/level.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Maps ---------------------------------------------------------------------------------------------------------

/// Limits against hostile files. 0 means the default. Beyond a limit, reading fails with CAROM_STATUS_TOO_LARGE; the
/// message names the limit.
///
/// With the defaults, files of n bytes in total use at most 256 MiB + 8 n of memory. That includes the n bytes
/// themselves if they come from disk. They cost at most 256 Mi + 8 n steps, besides reading each byte a few times.
///
/// carom_level_make has limits of its own: with the description of carom_map_level, CAROM_MAP_MAX_EDGES edges and
/// CAROM_LEVEL_MAX_CROSSINGS crossings. They bound its steps and its memory: at most 250 bytes for each edge and 500
/// for each crossing, less than 2 GiB.
typedef struct carom_map_limits {
    size_t file_bytes; ///< bytes of one file; all files together may have four times as many. Default 64 MiB
    size_t cells;      ///< cells of one layer; all layers together may have four times as many. Default 16 Mi
    size_t points;     ///< points of one polygon or polyline. Default 1 Mi
    size_t outlines;   ///< points of all outlines, plus four for each outline and each tile grid. Default 16 Mi
    int depth;         ///< nesting depth within a file. Default 64, maximum 1000
    int files;         ///< number of external tilesets, templates and level files. Default 64
    size_t memory; ///< bytes allocated at one time, including the map. Default 256 MiB + 8 per byte read, up to 1 GiB
    /// Steps: cells visited, points and characters copied, list entries compared; a shape, object or definition counts
    /// eight. A step takes a few nanoseconds. Default 256 Mi + 8 per byte read, up to 1 Gi.
    size_t steps;
} carom_map_limits;

/// A source of files other than the file system.
typedef struct carom_map_files {
    /// Sets *bytes and *size to the contents of `path`, valid until `release`. Returns CAROM_STATUS_NOT_FOUND if there
    /// is no such file. Paths use '/', and contain no "." and no ".." except at the start; only the path given to
    /// carom_map_load is passed as it is.
    carom_status (*open)(void *context, const char *path, const void **bytes, size_t *size);
    /// Called once for each success of `open`. May be null.
    void (*release)(void *context, const void *bytes, size_t size);
    void *context; ///< passed to both functions
} carom_map_files;

/// The tile for a value of an LDtk IntGrid layer.
typedef struct carom_map_value {
    const char *name; ///< the identifier of the value, or its number if it has no identifier ("walls", "3")
    uint8_t code;     ///< the tile: see carom_tile_code
} carom_map_value;

/// The meaning that a rule gives to a name.
typedef enum carom_map_meaning {
    CAROM_MAP_MEANING_SOLID = 0, ///< solid
    CAROM_MAP_MEANING_NOT_SOLID, ///< not solid
    CAROM_MAP_MEANING_ONE_WAY,   ///< solid from above only, unless the value of a property names a direction
} carom_map_meaning;

/// A rule of the caller: replaces the mark that the map gives to a layer, object, tile or value with this name.
typedef struct carom_map_rule {
    /// Tiled: the name of a layer, tileset, object, class or property; the id of a tile ("12"; "caves:12" in one
    /// tileset). LDtk: a layer, a value ("rock", "3", "Ground:3") or an entity. Names are compared without case,
    /// blanks, '-' and '_'. A property with the value false means not solid under CAROM_MAP_MEANING_SOLID, and is
    /// ignored otherwise.
    const char *name;
    carom_map_meaning meaning; ///< the meaning of the name
} carom_map_rule;

/// Options for reading. Zero means the default for every member; a null pointer means all defaults. The caller's
/// strings and arrays are not used after the call; the allocator is.
typedef struct carom_map_options {
    uint32_t size;           ///< of this struct in bytes, or 0: docs/abi.md
    carom_map_limits limits; ///< limits against hostile files
    /// No file outside of this folder is read. Null selects the first of these that applies:
    /// - the nearest folder, from the folder of the map upwards, that contains a .tiled-project;
    /// - the current folder, if it contains the folder four levels above the folder of the map;
    /// - the folder four levels above the folder of the map.
    ///
    /// With `files` no project is searched for, and the current folder is "".
    const char *root;
    const carom_map_files *files; ///< the source of files; null: the file system
    /// The only level to read, at (0, 0); null: all, at their positions in the world. LDtk: its identifier. Tiled
    /// worlds: the file name of the map, as in the world or without folders and ending.
    const char *level;
    /// LDtk: tiles for values. A value that is not listed gets its tile by name: a name of the catalogue ("slope_45")
    /// is that tile; a word for something that is not ground ("ladder", "deep_water", "tall_grass", "bg_trees") is
    /// empty; every other name is solid. If a layer is called solid, collision or the like, other names are empty in
    /// layers that are not. The notes list the tile of each value.
    const carom_map_value *values;
    int values_count;            ///< number of `values`
    const carom_map_rule *rules; ///< of two rules for the same name, the later one counts
    int rules_count;             ///< number of `rules`
    int world_depth;             ///< LDtk: reads only levels at this depth of the world, unless `level` is given
    bool contents;               ///< also keeps what a game draws and reads: carom_map_contents_of
    /// Tolerance in pixels, for shapes that are drawn slightly apart or off the grid: 0 (default) changes nothing.
    /// Above it, vertices of shapes move to lines of the grid, and to sides and vertices of the shapes before them, by
    /// at most this much on each axis; an edge that passes a vertex of another shape gets that vertex. Smaller shapes
    /// may collapse: the notes count them. The cost grows with the pairs of shapes that are near; `steps` bounds it.
    float snap;
    const carom_allocator *allocator; ///< null: malloc. Must outlive the map. zlib and zstd use malloc, less than 1 MiB
    /// Tiled: the .tiled-project with the custom types of the map. Null: the nearest one, from the folder of the map
    /// upwards within `root`, the first by name; with `files`, none. One that is found so and cannot be read is left
    /// out with a note. Projects before Tiled 1.9 name a file with object types, which are classes.
    const char *project;
    /// LDtk: the identifier of the only world to read, of a file with several; null: all of them, from left to right.
    const char *world;
} carom_map_options;

/// A map that was read. Opaque; freed by carom_map_free.
typedef struct carom_map carom_map;

/// Reads a .tmx, .tmj, .json, .world, .ldtk or .geojson file, and the files that it names. The contents decide on the
/// format, not the file name. The caller must free *out with carom_map_free.
///
/// On failure *out is null, and *error (may be null) describes the failure and its position: line and column in XML,
/// the path of the value in JSON. Returns
/// - CAROM_STATUS_NOT_FOUND if the file, or the level or root folder in `options`, does not exist,
/// - CAROM_STATUS_BAD_FILE if the contents are not valid, or a file lies outside of the root folder, or exists but
///   cannot be opened,
/// - CAROM_STATUS_UNSUPPORTED if the orientation of the map is unknown, or `options` sets members that this version of
///   the library does not have,
/// - CAROM_STATUS_TOO_LARGE beyond one of carom_map_limits,
/// - CAROM_STATUS_BAD_ARGUMENT if `path` or `out` is null, if `size` is too small, if `snap` is negative or not finite,
/// if a rule has no name, or if a level
///   of a single Tiled map, or a world of anything but LDtk, is given,
/// - CAROM_STATUS_NO_MEMORY,
/// - or the status of carom_map_files.open.
CAROM_API carom_status carom_map_load(const char *path, const carom_map_options *options, carom_map **out,
                                      carom_error *error);
/// As carom_map_load, from `size` bytes in memory. `name` stands for the path of the map: in messages, and for
/// resolving the names of other files.
CAROM_API carom_status carom_map_read(const void *bytes, size_t size, const char *name,
                                      const carom_map_options *options, carom_map **out, carom_error *error);
/// Frees a map and everything that its functions returned. Null is allowed.
CAROM_API void carom_map_free(carom_map *map);

/// The number of edges that carom_level_make allows in a level of a map: carom_level_desc.max_edges.
enum {
    CAROM_MAP_MAX_EDGES = 1 << 22 ///< 4,194,304 edges
};

/// Returns everything solid, ready for carom_level_make; never null. It belongs to the map, as do its arrays. Its
/// `size` is 0, so that a copy is valid. The tag of an outline is the id of its object, or its `carom_tag`; 0 for
/// tiles. `max_edges` is CAROM_MAP_MAX_EDGES, because a compressed file of some kilobytes can have millions of edges.
/// For trusted files, a copy of the description may have a higher limit. Cost: O(1).
CAROM_API const carom_level_desc *carom_map_level(const carom_map *map);

/// Completes an error of carom_level_make for the level of this map. Replaces `where` ("outline 7", "tiles 0") by the
/// place in the map: "layer 'Lava', object 12 'pool' at (64, 80)", "layer 'Ground', tile 5 of 'caves' at (16, 0)",
/// "layer 'Ground'". The position is the first point of the outline. Leaves any other `where` as it is. The description
/// must be that of carom_map_level, or a copy with the same tile grids and outlines. Cost: O(log n) in the outlines.
CAROM_API void carom_map_locate(const carom_map *map, carom_error *error);

/// Properties of a map as a whole.
typedef struct carom_map_info {
    const char *format;  ///< "TMX 1.10", "TMJ 1.10", "Tiled world", "LDtk 1.5.3", "GeoJSON"
    carom_box bounds;    ///< the box around all cells, in pixels; around the chunks, if the map is infinite
    carom_vec2 cell;     ///< size of a cell, in pixels, of the first map; LDtk: of the first IntGrid layer
    bool has_background; ///< true if the map has a background colour
    uint32_t background; ///< 0xRRGGBBAA
    int layers;          ///< number of layers of all kinds, without groups; in worlds of all levels
    int tiles;           ///< number of cells that are not empty, in all layers
    int snapped;         ///< number of vertices that carom_map_options.snap moved, or put into edges
} carom_map_info;

/// Returns the properties of the map as a whole.
CAROM_API carom_map_info carom_map_about(const carom_map *map);

/// An object of the map: a spawn point, a trigger, a piece of the ground. Strings are never null.
typedef struct carom_map_object {
    const char *name;    ///< LDtk: the identifier of the entity
    const char *type;    ///< the class in Tiled; LDtk: the identifier of the entity
    const char *layer;   ///< name of its layer
    int id;              ///< its id in the file; 0 if it has none, or none that is a number; LDtk: consecutive from 1
    carom_vec2 position; ///< min corner of its box before rotation; the position of a point
    carom_vec2 size;     ///< of the box; zero for points; for polygons, of the box around the vertices
    carom_vec2 center;   ///< centre of the box, after rotation
    float rotation;      ///< degrees clockwise
    bool visible;        ///< false if the object or its layer is hidden
    bool solid;          ///< true if it is part of carom_map_level
} carom_map_object;

/// Returns the number of objects, solid or not.
CAROM_API int carom_map_object_count(const carom_map *map);
/// Returns an object by index; zeroed, with empty strings, if the index is out of range.
CAROM_API carom_map_object carom_map_object_at(const carom_map *map, int index);

/// The solid cells or objects of one layer, tileset and class that have the same mark. Strings are never null, and are
/// cut after 100 bytes.
typedef struct carom_map_solid {
    const char *layer;   ///< name of the layer
    const char *tileset; ///< name of the tileset, for tiles and tile objects; otherwise ""
    const char *type;    ///< class of the tile or object; LDtk: identifier of the entity
    const char *mark;    ///< "the layer's name 'Collisions'", "the tile's property 'collides'"
    bool one_way;        ///< true if one-way
    int cells;           ///< number of cells
    int objects;         ///< number of objects
} carom_map_solid;

/// Returns the number of carom_map_solid entries.
CAROM_API int carom_map_solid_count(const carom_map *map);
/// Returns an entry by index; with empty strings if the index is out of range.
CAROM_API carom_map_solid carom_map_solid_at(const carom_map *map, int index);

/// A note: something was ignored, or read differently from how it is drawn.
typedef struct carom_map_note {
    const char *where;   ///< "layer 'Lava'", "tileset 'caves', tile 12"
    const char *message; ///< "not solid: neither it nor its tiles are marked (611 tiles)"
} carom_map_note;

/// Returns the number of notes.
CAROM_API int carom_map_note_count(const carom_map *map);
/// Returns a note by index; with empty strings if the index is out of range.
CAROM_API carom_map_note carom_map_note_at(const carom_map *map, int index);

// ---- Contents ------------------------------------------------------------------------------------------------------
//
// With carom_map_options.contents a map keeps the rest of its file, so that a game needs no second reader: custom
// properties, points of objects, layers with their tiles, tilesets with their images.
//
//     const carom_map_contents *all = carom_map_contents_of(map);
//     for (int i = 0; i < all->objects_count; ++i) {
//         const carom_map_property *speed = carom_map_property_of(&all->objects[i].properties, "speed");
//         if (speed) spawn(carom_map_object_at(map, i).center, speed->number);
//     }
//
// The contents need about as much memory as the file has bytes, and 40 bytes for each tile that is not empty.
// carom_map_limits bounds memory and time. Everything belongs to the map. Strings are never null.

/// A custom property; in LDtk, a field. A class or list becomes several properties: first one with its own name and an
/// empty text, then one for each member ("stats.hp"), item ("path[2]"), and member of an item ("path[2].cx").
typedef struct carom_map_property {
    const char *name; ///< the name; of a member or item, the path to it ("stats.hp")
    const char *type; ///< "string", "int", "float", "bool", "color", "file", "object", or the name of a class or enum.
                      ///< LDtk: as in the file ("Int", "EntityRef", "Array<Point>"). If the file has no type for a
                      ///< member or item: "string", "float" or "bool"
    const char *text; ///< the value as text: "0.5", "true", "#ff8800"; "" for a class, a list, or null
    double number;    ///< the value as a number; 1 for true; 0 if the text is not a number
} carom_map_property;

/// Custom properties in the order of the file. The defaults of the class come first, with those of the classes of its
/// members; then the properties of a template; then those of the instance. So one name may occur more than once.
typedef struct carom_map_properties {
    const carom_map_property *items; ///< null if there are none
    int count;                       ///< number of properties
} carom_map_properties;

/// Returns the last property with a name; null if there is none. Cost: O(count).
CAROM_API const carom_map_property *carom_map_property_of(const carom_map_properties *properties, const char *name);

/// Flips of a tile, as in Tiled. CAROM_MAP_FLIP_DIAGONAL swaps x and y; then CAROM_MAP_FLIP_X mirrors x and
/// CAROM_MAP_FLIP_Y mirrors y. In hexagonal maps, CAROM_MAP_FLIP_DIAGONAL rotates by 60 degrees clockwise instead,
/// after the mirroring, and CAROM_MAP_FLIP_ROTATE_120 by 120 degrees.
typedef enum carom_map_flip {
    CAROM_MAP_FLIP_ROTATE_120 = 1,
    CAROM_MAP_FLIP_DIAGONAL = 2,
    CAROM_MAP_FLIP_Y = 4,
    CAROM_MAP_FLIP_X = 8,
} carom_map_flip;

/// A tile of a layer, as it is drawn.
typedef struct carom_map_cell {
    int column;        ///< column of its cell; LDtk: of the cell that contains its corner
    int row;           ///< its row
    int tileset;       ///< index in carom_map_contents.tilesets; -1 for a value of an LDtk IntGrid
    uint32_t id;       ///< id of the tile in its tileset, or the value
    unsigned flips;    ///< carom_map_flip, combined
    carom_vec2 corner; ///< min corner of the drawn image on the map, before a rotation in hexagonal maps
    carom_vec2 size;   ///< size of the drawn image
    float opacity;     ///< 0 to 1, with the opacity of the layer and its groups multiplied in
} carom_map_cell;

/// The kind of a layer.
typedef enum carom_map_layer_kind {
    CAROM_MAP_LAYER_TILES = 0, ///< tiles; LDtk: also IntGrid layers
    CAROM_MAP_LAYER_OBJECTS,   ///< objects; LDtk: entities
    CAROM_MAP_LAYER_IMAGE,     ///< one image
} carom_map_layer_kind;

/// A layer. Groups are resolved: their offset, opacity and visibility are included.
typedef struct carom_map_layer {
    const char *name;          ///< its name
    const char *type;          ///< class; LDtk: "IntGrid", "Tiles", "AutoLayer", "Entities"
    const char *image;         ///< path of the image, for image layers; else ""
    carom_map_layer_kind kind; ///< which of the members below have entries
    bool visible;              ///< false if it or a group around it is hidden
    float opacity;             ///< 0 to 1
    carom_vec2 offset;         ///< in pixels; LDtk: the position of the layer in the world
    carom_vec2 parallax; ///< (1, 1): moves with the map. That of its groups is multiplied in; finite, at most 10^9
    int level;           ///< index in carom_map_contents.levels; -1 for a single map
    int first_object;    ///< index of its first object, for carom_map_object_at
    int objects_count;   ///< number of its objects; their indices are consecutive
    const carom_map_cell *cells;     ///< tiles that are not empty, in the order in which they are drawn
    int cells_count;                 ///< number of cells
    carom_map_properties properties; ///< its custom properties
} carom_map_layer;

/// The form of an object.
typedef enum carom_map_form {
    CAROM_MAP_FORM_BOX = 0,
    CAROM_MAP_FORM_ELLIPSE,
    CAROM_MAP_FORM_CAPSULE,
    CAROM_MAP_FORM_POINT,
    CAROM_MAP_FORM_POLYGON,
    CAROM_MAP_FORM_POLYLINE,
    CAROM_MAP_FORM_TEXT,
    CAROM_MAP_FORM_TILE,
} carom_map_form;

/// Further data of an object, beside carom_map_object.
typedef struct carom_map_details {
    carom_map_form form;      ///< how it is drawn
    const carom_vec2 *points; ///< vertices on the map, after rotation. Of a polygon or polyline the vertices in the
                              ///< file; of a point its position; of others the outline, with chords for curves
    int points_count;         ///< number of points
    int layer;                ///< index in carom_map_contents.layers
    int tileset;      ///< of a tile object: index in carom_map_contents.tilesets; -1 if only a template names the
                      ///< tileset, and for other objects
    uint32_t tile;    ///< of a tile object: id of its tile
    unsigned flips;   ///< of a tile object: carom_map_flip, combined
    const char *text; ///< of a text object: the text
    const char *iid;  ///< LDtk: the unique id, to which fields of other entities refer
    carom_map_properties properties; ///< its custom properties, after those of its template
} carom_map_details;

/// A frame of an animated tile.
typedef struct carom_map_frame {
    uint32_t tile;    ///< id of the tile to draw
    int milliseconds; ///< duration
} carom_map_frame;

/// A tile with a definition in the file: a class, properties, an animation, or an image of its own.
typedef struct carom_map_tile {
    uint32_t id;                     ///< id in its tileset
    const char *type;                ///< class
    const char *image;               ///< path of an image of its own; "" if it is a part of the tileset's image
    carom_box rectangle;             ///< the part of its own image to draw, in pixels
    const carom_map_frame *frames;   ///< its animation; null without one
    int frames_count;                ///< number of frames
    carom_map_properties properties; ///< its custom properties
} carom_map_tile;

/// A tileset. Its image is a grid of tiles, numbered row by row.
typedef struct carom_map_tileset {
    const char *name;                ///< its name
    const char *type;                ///< class
    const char *image;               ///< path of the image; "" for a collection of images
    carom_vec2 tile_size;            ///< in pixels
    carom_vec2 offset;               ///< displacement of every tile when drawn, in pixels
    float margin;                    ///< pixels around the grid
    float spacing;                   ///< pixels between tiles
    int columns;                     ///< 0 for a collection of images
    int tile_count;                  ///< number of its tiles
    const carom_map_tile *tiles;     ///< tiles with a definition, sorted by id
    int tiles_count;                 ///< number of tiles with a definition
    carom_map_properties properties; ///< its custom properties
} carom_map_tileset;

/// Finds the image of a tile. Sets *image to the path of the image, *rectangle to the part of it to draw, in pixels,
/// and *tile (may be null) to the definition of the tile, or null without one. Returns false if the tileset has no
/// image for the id; then *image is "".
CAROM_API bool carom_map_tile_image(const carom_map_tileset *tileset, uint32_t id, const char **image,
                                    carom_box *rectangle, const carom_map_tile **tile);

/// A level of an LDtk world, or a map of a Tiled world.
typedef struct carom_map_level_info {
    const char *name;                ///< LDtk: its identifier; Tiled: the file name without folders and ending
    const char *iid;                 ///< LDtk: its unique id; Tiled: the file name, as in the world
    const char *world;               ///< LDtk: the identifier of its world, if the file has several; else ""
    carom_box bounds;                ///< on the map
    int depth;                       ///< LDtk: its depth in the world; Tiled: 0
    const char *const *neighbours;   ///< iids of the levels that touch it; Tiled: also in a corner, or overlap
    int neighbours_count;            ///< number of neighbours
    carom_map_properties properties; ///< LDtk: its fields; Tiled: the properties of the map
} carom_map_level_info;

/// The kind of a custom type.
typedef enum carom_map_type_kind {
    CAROM_MAP_TYPE_ENUM = 0,
    CAROM_MAP_TYPE_CLASS,
} carom_map_type_kind;

/// A custom type: an enum or a class of the .tiled-project, or an enum of an LDtk world. carom_map_property.type names
/// it.
typedef struct carom_map_type {
    const char *name;          ///< LDtk: as in the types of fields ("LocalEnum.Item", "ExternEnum.Item")
    carom_map_type_kind kind;  ///< which of the members below are set
    const char *const *values; ///< enum: the names of its values
    int values_count;          ///< enum: number of values
    bool numbers;              ///< enum: a property has the index of its value, not the name
    bool flags;                ///< enum: a property has any number of values: the sum of 1 << index, or names with ','
    carom_map_properties members; ///< class: its members with their defaults
} carom_map_type;

/// Everything that a map keeps with carom_map_options.contents.
typedef struct carom_map_contents {
    carom_map_properties properties;    ///< of the map, or the Tiled world, as a whole
    const carom_map_layer *layers;      ///< bottom first; LDtk: level by level
    const carom_map_tileset *tilesets;  ///< in the order of the file
    const carom_map_details *objects;   ///< entry i belongs to carom_map_object_at(map, i)
    const carom_map_level_info *levels; ///< of worlds: the levels that were read
    int layers_count;                   ///< number of layers
    int tilesets_count;                 ///< number of tilesets
    int objects_count;                  ///< number of objects
    int levels_count;                   ///< number of levels; 0 for a single map
    const carom_map_type *types;        ///< Tiled: sorted by name; LDtk: in the order of the file
    int types_count;                    ///< number of types
} carom_map_contents;

/// Returns the contents; null if the map was read without carom_map_options.contents. Paths of images are resolved as
/// those of tilesets are, but not checked: a path may lie outside of the root folder, and the file may be missing.
CAROM_API const carom_map_contents *carom_map_contents_of(const carom_map *map);

/// Returns the first custom type with a name; null if there is none. Cost: O(types_count).
CAROM_API const carom_map_type *carom_map_type_of(const carom_map_contents *contents, const char *name);

// ---- Writing levels -------------------------------------------------------------------------------------------------

/// Receives the next `size` bytes of a file that is written. Returns false on failure; it is not called again then.
typedef bool carom_svg_write(void *context, const char *text, size_t size);

/// The formats of carom_level_write. Coordinates are those of the level, in the fewest digits that read back as the
/// same floats. A ring has one tag: that of most of its edges. In GeoJSON and SVG an area has the tag of its outer
/// ring. Thin edges are in chains of one tag, and always keep it.
typedef enum carom_level_format {
    /// A Tiled map with one layer of objects, which carom_map_read reads back as a level with the same edges. Areas are
    /// polygons, followed by their holes (`carom` = "hole"); thin edges are polylines. `carom_tag` and `one_way` are
    /// properties. Readers refuse coordinates beyond 10^9.
    CAROM_LEVEL_FORMAT_TMX = 0,
    /// GeoJSON (RFC 7946, but with coordinates of the level): a Polygon with its holes for each area, a LineString for
    /// each thin chain, and the same properties. It is read back like a Tiled map.
    CAROM_LEVEL_FORMAT_GEOJSON,
    /// SVG: a path for each area and each thin chain, with the attribute data-tag, and the class one-way.
    CAROM_LEVEL_FORMAT_SVG,
} carom_level_format;

/// Writes the boundary of a level as text, for example a carved level for an editor. Sets *tags_lost (may be null) to
/// an upper bound of the number of edges whose tag is not written, because their ring has another one.
///
/// Uses malloc: about 150 bytes an edge. Near linear in the edges; each hole adds the number of edges at its height.
/// Returns CAROM_STATUS_BAD_ARGUMENT (null, an unknown format), CAROM_STATUS_NO_MEMORY (nothing is written), or
/// CAROM_STATUS_FULL if a write failed.
CAROM_API carom_status carom_level_write(const carom_level *level, carom_level_format format, carom_svg_write *write,
                                         void *context, int *tags_lost);

// ---- SVG ----------------------------------------------------------------------------------------------------------

// A picture is written from back to front: begin, groups with a style each, their contents, end.
//
//     carom_svg svg = {.write = write_to_file, .context = file, .origin = bounds.min, .scale = 2};
//     carom_svg_begin(&svg, 120, 100, "a jump");
//     carom_svg_group(&svg, &(carom_svg_style){.fill = "#d5dbe5"});
//     carom_svg_solid(&svg, level);
//     carom_svg_group_end(&svg);
//     if (!carom_svg_end(&svg)) ...; // a write failed
//
// Positions are in units of the level. They are written as pixels, rounded to 1/100, and clamped to 10^7 pixels; NaN is
// written as 0. The output does not depend on the locale. `origin` and `scale` may change at any time; {0, 0} and 1
// make coordinates pixels, for a legend.

/// A picture that is being written.
typedef struct carom_svg {
    carom_svg_write *write; ///< receives the text
    void *context;          ///< passed to `write`
    carom_vec2 origin;      ///< the point of the level at the upper left of the picture
    float scale;            ///< pixels per unit
    bool failed;            ///< a write failed, or memory ran out. The rest of the picture is dropped
} carom_svg;

/// The style of a group. Zero means none, or the default. Colours are written as in SVG ("#ff8800", "red").
typedef struct carom_svg_style {
    const char *fill;   ///< fill colour; null: none
    const char *stroke; ///< line colour; null: none
    float width;        ///< line width, in pixels; 0 means 1
    float dash;         ///< length of dashes, in pixels; 0: none
    float opacity;      ///< of the group as a whole; 0 means 1
} carom_svg_style;

/// The part of a text that is at its position.
typedef enum carom_svg_anchor {
    CAROM_SVG_ANCHOR_LEFT = 0, ///< the left end
    CAROM_SVG_ANCHOR_MIDDLE,   ///< the middle
    CAROM_SVG_ANCHOR_RIGHT,    ///< the right end
} carom_svg_anchor;

/// Begins a picture, and clears `failed`. `width` and `height` are in pixels. Browsers show `title`; it may be null.
CAROM_API void carom_svg_begin(carom_svg *svg, float width, float height, const char *title);
/// Ends the picture. Returns true if all of it was written.
CAROM_API bool carom_svg_end(carom_svg *svg);
/// Begins a group with a style. Groups may be nested.
CAROM_API void carom_svg_group(carom_svg *svg, const carom_svg_style *style);
/// Ends the innermost group.
CAROM_API void carom_svg_group_end(carom_svg *svg);

/// Writes the solid area of a level as one path, to be filled. Uses malloc: about 150 bytes an edge.
CAROM_API void carom_svg_solid(carom_svg *svg, const carom_level *level);
/// Writes the edges of a level as one path, to be stroked: the one-way edges, or all others.
CAROM_API void carom_svg_edges(carom_svg *svg, const carom_level *level, bool one_way);
/// Writes the outward normals of the edges that carom_svg_edges writes. Each starts at the midpoint of its edge, and is
/// `length` pixels long; on edges shorter than that, as long as the edge, but at least 2 pixels.
CAROM_API void carom_svg_normals(carom_svg *svg, const carom_level *level, bool one_way, float length);

/// Writes an open polyline. Writes nothing if `count` < 1.
CAROM_API void carom_svg_line(carom_svg *svg, const carom_vec2 *points, int count);
/// Writes a dot for each point. Its diameter is the line width of the group.
CAROM_API void carom_svg_dots(carom_svg *svg, const carom_vec2 *points, int count);
/// Writes a shape. Writes nothing for compounds and for a zeroed shape.
CAROM_API void carom_svg_shape(carom_svg *svg, const carom_shape *shape);
/// Writes a text in the fill colour of its group. `size` is the font size in pixels.
CAROM_API void carom_svg_text(carom_svg *svg, carom_vec2 at, float size, carom_svg_anchor anchor, const char *text);

#ifdef __cplusplus
}
#endif
