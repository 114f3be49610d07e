// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of a reading, shared by all parts: options, memory, the first error, and the map that is filled.
#pragma once

#include "carom/io.h"
#include "io/doc.h"
#include "io/memory.h"

/// Where outlines or tile grids come from: an object; without one, cells of a layer with one tile; without a tileset, a
/// layer.
typedef struct cr_origin {
    int first;           ///< the first outline or grid from there
    int object;          ///< index in carom_map.objects; -1: none
    uint32_t tile;       ///< id in the tileset
    const char *layer;   ///< "layer 'Ground'"; null: unknown
    const char *tileset; ///< its name; null: none
} cr_origin;

/// The result of a reading.
struct carom_map {
    const carom_allocator *allocator;
    cr_arena arena;              ///< strings, points, tile codes
    cr_array tiles;              ///< carom_tiles
    cr_array outlines;           ///< carom_outline
    cr_array outline_origins;    ///< cr_origin, in ascending order of `first`
    cr_array grid_origins;       ///< the same for `tiles`
    cr_array objects;            ///< carom_map_object
    cr_array solids;             ///< carom_map_solid
    cr_array notes;              ///< carom_map_note
    bool has_contents;           ///< the lists below are filled
    cr_array layers;             ///< carom_map_layer
    cr_array tilesets;           ///< carom_map_tileset
    cr_array details;            ///< carom_map_details
    cr_array levels;             ///< carom_map_level_info
    cr_array types;              ///< carom_map_type
    carom_map_contents contents; ///< once the map is complete
    carom_map_info info;
    carom_level_desc level; ///< `tiles` and `outlines`, once the map is complete
    uint64_t steps;         ///< steps of the reading, for tests
};

/// A string of the document, and the map's copy of it.
typedef struct cr_text_copy {
    const char *text, *copy;
} cr_text_copy;

/// The owner of a mark, and the field of the owner that is the mark.
typedef enum cr_mark_owner { CR_OF_LAYER, CR_OF_TILESET, CR_OF_TILE, CR_OF_OBJECT, CR_OF_VALUE } cr_mark_owner;
typedef enum cr_mark_field {
    CR_BY_NAME,
    CR_BY_CLASS,
    CR_BY_PROPERTY,
    CR_BY_NUMBER,
    CR_BY_SHAPES,
    CR_BY_NOTHING
} cr_mark_field;

/// A name that resembles a mark but was not understood.
typedef struct cr_hint {
    cr_mark_owner owner;
    cr_mark_field by;
    const char *word, *value; ///< null unless the name is known and only the value is not
    int count;
} cr_hint;

enum { CR_HINTS = 16 };          ///< maximum number of hints; more are dropped
enum { CR_TILE_PROPERTIES = 8 }; ///< maximum number of properties that a note lists

typedef struct cr_reader {
    carom_map_options options; ///< with defaults filled in
    cr_account account;        ///< all memory of the reading, including the map
    cr_arena scratch;          ///< freed at the end of the reading
    cr_arena texts;            ///< strings of documents; freed at the end of the reading
    carom_error error;         ///< the first failure; its status is CAROM_STATUS_OK before that
    carom_map *map;
    const char *current_folder; ///< null if files do not come from the file system
    const char *root;           ///< root folder, in the form of cr_full_path; "" is the current folder
    cr_text_copy *copies;       ///< hash table with open addressing; the capacity is a power of two
    size_t copies_count, copies_capacity;
    int files_opened;                   ///< number of external files
    uint64_t cells_taken;               ///< over all layers so far
    size_t points_taken;                ///< over all outlines so far, plus a charge for each outline and grid
    struct cr_template_file *templates; ///< of Tiled, read so far
    struct cr_tileset_file *tilesets;   ///< of Tiled, read so far
    cr_array tilesets_listed;           ///< const cr_tileset *: that of each of map->tilesets
    double place_x, place_y;            ///< position of the current map in a Tiled world
    const char *place_name;             ///< name of that map; null: there is no world
    carom_box place_bounds;             ///< of the current map, once it is read
    bool has_square_grid;               ///< the map has cells at multiples of info.cell, from the corner of its bounds
    bool has_bounds;                    ///< something has widened map->info.bounds
    struct cr_type *types;              ///< custom types of the project, sorted by name
    size_t types_count;
    cr_origin origin;  ///< of the outlines and grids that are added next
    int area;          ///< index of the first ring of the area that holes belong to; -1: there is none
    size_t bytes_read; ///< over all files so far
    uint64_t steps;    ///< so far
    const char *file;  ///< the current file: the location of a failure without a node
    const cr_node *at; ///< the current layer, object or tileset, or null: the default location
    cr_hint hints[CR_HINTS];
    int hints_count;
    const char *tile_properties[CR_TILE_PROPERTIES]; ///< names of properties of tiles, each once
    int tile_properties_count;
    cr_array tileset_uids; ///< int: the uid of each LDtk tileset, for contents
    bool *rules_used;      ///< one for each of options.rules
} cr_reader;

/// A position in a file. Line and column count from 1; 0 if unknown.
typedef struct cr_file_position {
    const char *path;
    int line, column;
} cr_file_position;

/// Records the first failure; later failures are consequences and are dropped. `at` is the location; null: the current
/// layer, object or tileset. Always returns false, so that callers can write `return cr_fail(...)`.
bool cr_fail(cr_reader *reader, carom_status status, const cr_node *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// As cr_fail, at a position that is not a node.
bool cr_fail_in_file(cr_reader *reader, carom_status status, cr_file_position at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Fails because memory ran out, or because the limit of the account was reached.
bool cr_no_memory(cr_reader *reader);

/// Adds a file of `size` bytes to the bytes read, which raises the default limits of memory and steps. Fails beyond
/// file_bytes.
bool cr_count_file(cr_reader *reader, const char *path, size_t size);

/// Counts steps: work that the size of the input does not bound, such as cells visited, points or characters copied,
/// list entries compared. Fails beyond the limit.
bool cr_count_steps(cr_reader *reader, size_t count);

/// cr_arena_take from the scratch arena. Fails if memory runs out.
void *cr_scratch_memory(cr_reader *reader, size_t count, size_t size);

/// Formats a text in an arena, truncated to 1023 bytes. Returns null if memory runs out.
char *cr_text(cr_reader *reader, cr_arena *arena, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Adds a note. `where` is not copied, so it must live as long as the map.
bool cr_note(cr_reader *reader, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));
