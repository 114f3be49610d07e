// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer level: static geometry. Tiles of the catalogue and free shapes become one outline of one-sided segments
// without seams, and an index over them answers rays, sweeps and overlaps.
//
//     uint8_t codes[3] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID, carom_tile_code(CAROM_TILE_SLOPE_45, true, 0)};
//     carom_tiles tiles = {.columns = 3, .rows = 1, .cell = {16, 16}, .codes = codes};
//     carom_level *level;
//     carom_status status = carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);
//     carom_sweep_hit hit = carom_level_sweep(level, &ball, move);
//     carom_level_free(level);
//
// - Solid is on the left of every edge; only motion from outside, against its normal, meets it. What starts with its
//   centre in solid meets no border until it is out.
// - Where solids lie on each other or side by side there is no edge; flat and concave vertices are never met.
// - Solids that touch in a corner are joined there: nothing passes between them, not even a ray.
// - Thin edges, one-way or two-sided, stay apart from solids: what of them is inside of solid is not there, what is
//   outside or on its border stays. One-way edges stop what comes against their normal, and let pass the rest, what
//   already overlaps them included. A thin chain that stops from both sides is two chains back to back.
// - Corners are floats: those of tiles are rounded once from origin + cell * sixths (curves: from a finer lattice), the
//   crossings of free shapes once from their place in double. All else is decided exactly on these.
// - Questions do not change a level: any number of threads may ask at once.
#pragma once

#include "carom/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The tile catalogue -------------------------------------------------------------------------------------------

/// The base shapes of a tile, described with y down, as people draw levels: "top" is the side of least y.
/// Values 21..31 are free for the user's own shapes (carom_tile_shape).
///
/// Curves are polylines, so that everything behind the outline knows one kind of edge, and every decision is the sign
/// of few products. Their corners lie on the circle; a quarter has 16 chords, which are off it by at most
/// 1 - cos(90 / 32 degrees) = 0.0012 cells, with the rounding of the corners 0.0013: a fiftieth of a pixel of 16.
typedef enum carom_tile {
    CAROM_TILE_EMPTY = 0,
    CAROM_TILE_SOLID = 1,
    CAROM_TILE_EDGE = 2,           ///< a thin one-way edge along the top
    CAROM_TILE_EDGES_OPPOSITE = 3, ///< top and bottom
    CAROM_TILE_EDGES_ADJACENT = 4, ///< top and right
    CAROM_TILE_EDGES_THREE = 5,    ///< top, right and left
    CAROM_TILE_HALF = 6,           ///< the lower half
    CAROM_TILE_QUARTER = 7,        ///< the lower left quarter
    CAROM_TILE_STEP = 8,           ///< all but the upper right quarter
    CAROM_TILE_SLOPE_45 = 9,       ///< the lower right triangle
    CAROM_TILE_SLOPE_2_LOW = 10,   ///< rises 1:2 to the right, from nothing to a half
    CAROM_TILE_SLOPE_2_HIGH = 11,  ///< ... from a half to the whole
    CAROM_TILE_SLOPE_3_LOW = 12,   ///< rises 1:3 to the right, in three parts
    CAROM_TILE_SLOPE_3_MID = 13,
    CAROM_TILE_SLOPE_3_HIGH = 14,
    CAROM_TILE_BEVEL = 15,  ///< all but a small triangle at the upper left
    CAROM_TILE_CORNER = 16, ///< a small triangle at the lower left
    CAROM_TILE_PEAK = 17,   ///< a roof half a cell high
    CAROM_TILE_VALLEY = 18, ///< the lower half less a notch
    CAROM_TILE_DISC = 19,   ///< a quarter disc about the lower right corner, of 16 chords: at most 0.0013 cells off
    CAROM_TILE_PIPE = 20,   ///< all but a quarter disc about the upper left corner, likewise
    CAROM_TILE_USER = 21,   ///< the first of the user's own
    CAROM_TILE_BASES = 32,  ///< how many bases a code can name
} carom_tile;

/// A tile's code: base in bits 0-4, flip (mirror in x, applied first) in bit 5, quarter turns clockwise (with y down,
/// applied second) in bits 6-7. Out-of-range arguments are reduced to their bits.
CAROM_API uint8_t carom_tile_code(int base, bool flip, int turns);

/// The smallest code that has the same shape: 96 distinct shapes among the 168 codes of bases 0-20.
CAROM_API uint8_t carom_tile_canonical(uint8_t code);

/// The name of a base ("slope_45"), or null past the catalogue; and back, -1 for an unknown name.
CAROM_API const char *carom_tile_name(int base);
CAROM_API int carom_tile_by_name(const char *name);

// ---- What a level is made of ----------------------------------------------------------------------------------------

/// A grid of tile codes, row by row from the cell at `origin`. Cell (c, r) covers origin + (c, r) * cell and on.
typedef struct carom_tiles {
    int columns, rows; ///< 1 to 262144 each
    carom_vec2 origin;
    carom_vec2 cell;      ///< width and height of a cell, > 0
    const uint8_t *codes; ///< of bases 0 to 20, and of those that have a carom_tile_shape
} carom_tiles;

/// A free shape: a closed outline that is solid inside (any winding, concave allowed; where it crosses itself the
/// non-zero rule decides), or an open chain that stops from both sides, or, one-way, only from its right.
typedef struct carom_outline {
    const carom_vec2 *points;
    int count;    ///< 3 or more when closed, 2 or more when open
    bool open;    ///< a chain
    bool one_way; ///< an open chain that is met only against its normals; a closed outline that lets out what is inside
    int tag;      ///< the caller's own number, told back by hits
} carom_outline;

/// The shape of one of the user's own bases, drawn in its cell: coordinates are parts of the cell, 0 to 1, y down, and
/// are rounded to 1/384 of it (pixels of cells of 8, 12, 16, 24, 32, 48, 64, 96 or 128 are exact). Closed parts are
/// polygons, in either winding, solid inside; one within another is a hole in it; they may share corners, but not cross
/// or lie on each other. Open parts have to be one-way, and are met from their right. Without parts a base is empty.
/// The library makes the eight orientations, and what such a tile has in common with its neighbours is never there.
typedef struct carom_tile_shape {
    int base;                   ///< 21 to 31
    const carom_outline *parts; ///< of 64 edges together at most; tags do not count
    int parts_count;
} carom_tile_shape;

/// Everything a level is built from. Zero means default throughout.
typedef struct carom_level_desc {
    const carom_tiles *tiles;
    int tiles_count;
    const carom_outline *outlines;
    int outlines_count;
    const carom_allocator *allocator; ///< null: malloc
    const carom_tile_shape *tile_shapes;
    int tile_shapes_count;
    bool editable; ///< for carom_level_set_tile and carom_level_set_tiles
} carom_level_desc;

typedef struct carom_level carom_level;

/// Builds a level; the description may go afterwards. On failure *out is null and *error (may be null) says which tile
/// grid, outline or tile shape is wrong; a null `desc` or `out` is CAROM_BAD_ARGUMENT. Linear in cells, near linear in
/// free shapes. Shapes that overlap are one solid; edges of different tags stay apart where they go on straight.
CAROM_API carom_status carom_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error);
CAROM_API void carom_level_free(carom_level *level); ///< null is allowed

// ---- Editing --------------------------------------------------------------------------------------------------------

/// Sets one tile of an editable level, grid and cell as in its description. All answers then are those of a level built
/// from the changed description; only the numbers of edges may be others. Costs what the edges near the cell cost,
/// however large the level is; where a free shape or another grid of tiles comes near, more, as what is around is
/// joined anew, and a look at each point of the shapes that do. (Where shapes cross so closely that their crossings are
/// rounded to one another, a place may differ from that of a level built anew by an ulp.) CAROM_UNSUPPORTED: the level
/// is not editable; CAROM_BAD_ARGUMENT: there is no such cell, or a code without a shape. On failure, also without
/// memory, the level is as it was. Nothing may ask at the same time.
///
/// An editable level keeps a copy of its description, a byte a cell, and 20 bytes an edge; its edges end at every 64th
/// cell, so that none is long.
CAROM_API carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code);
/// Sets a rectangle of tiles, `codes` row by row: as carom_level_set_tile does one by one, or all at once by building
/// the level anew where that takes less time (examples/dig.c). Nothing is set when one of the cells or codes is not
/// there; without memory those that come first may be.
CAROM_API carom_status carom_level_set_tiles(carom_level *level, int grid, int column, int row, int columns, int rows,
                                             const uint8_t *codes);
/// The code of a cell of an editable level; CAROM_TILE_EMPTY where there is none.
CAROM_API uint8_t carom_level_tile(const carom_level *level, int grid, int column, int row);

// ---- The outline ----------------------------------------------------------------------------------------------------

/// One edge of the outline: solid on the left of a->b.
typedef struct carom_level_edge {
    carom_vec2 a, b;
    bool corner_a, corner_b; ///< the end counts: it is convex, so that it can be met first, or that of a one-way edge
    bool one_way;            ///< a thin edge, not the border of a solid
    int next, prev;          ///< the edges that continue the chain at b and a; -1 where it ends
    int tag;                 ///< of the outline it comes from; 0 for tiles
} carom_level_edge;

CAROM_API int carom_level_edge_count(const carom_level *level);
CAROM_API carom_level_edge carom_level_edge_at(const carom_level *level, int index); ///< zeroed when out of range
CAROM_API carom_box carom_level_bounds(const carom_level *level); ///< of all cells and outlines; reversed when empty
/// How many fewer edges the outline has than its tiles and closed shapes have one by one; 0 if it has more.
CAROM_API int carom_level_seams_removed(const carom_level *level);

// ---- Questions ------------------------------------------------------------------------------------------------------

// Each edge is met as a one-sided segment is, thin two-sided ones from both of theirs. Of several at one time a face
// comes before a corner, then the edge whose a is least (by x, then y), then b: so numbers of edges do not matter.
// The cost is that of the edges near the way or place; none allocates.

/// Hits of a level tell the edge in `part` (part_b of a sweep).
CAROM_API carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move);
/// Every edge that the ray meets, as it would if it went on through solids, in order of t: writes the first `capacity`
/// and returns how many there are.
CAROM_API int carom_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits,
                                  int capacity);
/// The nearest hit of a convex shape; a compound meets nothing. Of a start inside, the deepest edge is told. The place
/// told, `at`, is deeper than touch in no edge around, not only in the one that was met, unless the start was.
CAROM_API carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move);
/// Which edges the shape, its centre in front of them, touches: writes up to `capacity` indices in ascending order and
/// returns how many there are.
CAROM_API int carom_level_overlap(const carom_level *level, const carom_shape *a, int *edges, int capacity);
/// The edge nearest to any shape, a point say, whose centre is in front of it, if it is no further than `within` (which
/// may be infinite): carom_distance to that edge, its number in `part_b`. Of edges that the shape overlaps, the one
/// that it is deepest in. Else the distance is infinite, as it is when `within` is not a number.
CAROM_API carom_gap carom_level_nearest(const carom_level *level, const carom_shape *a, float within);
/// Is the point in the interior or on the border of a solid? Exact; one-way edges are not solid.
CAROM_API bool carom_level_solid(const carom_level *level, carom_vec2 point);

/// carom_level_ray of each, bit for bit; returns how many hit. What several rays will read is fetched together.
CAROM_API int carom_level_rays(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits);
/// carom_level_sweep of shapes[i] along moves[i], likewise.
CAROM_API int carom_level_sweeps(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves,
                                 int count, carom_sweep_hit *hits);

// ---- Images ---------------------------------------------------------------------------------------------------------
//
// A level as bytes, to be kept in a file, mapped into memory, and asked there as it is by any number of threads and
// processes. An image is for machines of one byte order, and for one version of the form.

CAROM_API size_t carom_level_image_size(const carom_level *level);
/// Writes carom_level_image_size bytes.
CAROM_API void carom_level_image_write(const carom_level *level, void *bytes);
/// A level that reads the bytes where they are; they stay the caller's, have to outlast it, and must not change. Looks
/// at all of them once, so that whatever they hold, no question reads beyond them. They begin at a multiple of 8.
/// CAROM_BAD_FILE when they are no whole image, CAROM_UNSUPPORTED for another byte order or version; *error (may be
/// null) says what is wrong, its `where` at which byte. The level cannot be edited; carom_level_free leaves the bytes.
CAROM_API carom_status carom_level_open(const void *bytes, size_t size, const carom_allocator *allocator,
                                        carom_level **out, carom_error *error);

#ifdef __cplusplus
}
#endif
