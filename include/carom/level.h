// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer level: static geometry. Tiles of the catalogue and free shapes become one boundary of one-sided segments
// without seams. A spatial index over them answers ray casts, sweeps, overlap and distance queries.
//
//     uint8_t slope = carom_tile_code(CAROM_TILE_SLOPE_45, true, 0); // flipped: it falls to the right
//     uint8_t codes[12] = {[8] = CAROM_TILE_SOLID, [9] = CAROM_TILE_SOLID, [10] = slope}; // the rows above are empty
//     carom_tiles tiles = {.columns = 4, .rows = 3, .cell = {1, 1}, .codes = codes};
//     carom_level *level;
//     carom_status status = carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);
//     carom_sweep_hit hit = carom_level_sweep(level, &ball, move);
//     carom_level_free(level);
//
// These rules hold for every level:
// - Solid is on the left of every edge. An edge blocks only motion against its outward normal. If the centre of a shape
//   starts in solid, the shape hits no boundary until it has left the solid.
// - Solids that overlap or lie side by side are one solid: there is no edge between them. Flat and concave vertices are
//   never hit.
// - Solids that touch in a vertex are joined there: nothing passes between them, not even a ray.
// - Thin edges, one-way or two-sided, are not merged with solids. Their parts inside of a solid are removed; their
//   parts outside and on the boundary stay.
// - A one-way edge blocks motion against its normal only, by shapes in front of it. It does not block a shape that
//   overlaps it at the start. A two-sided chain consists of two one-way chains, back to back. A point on it, or a
//   segment along it, leaves it to either side.
// - At a convex vertex, two one-way edges of a chain block together: a shape that is in front of one of them, and moves
//   against the normal of one of them, is stopped. It passes if it penetrates one of the edges there, because it comes
//   from behind or overlaps that edge at the start.
// - Vertices are floats. Vertices of tiles lie on a lattice of sixths of a cell (of curves, on a finer one), and are
//   rounded once. Crossings of free shapes are computed in double and rounded once. All decisions are exact for these
//   floats.
// - Queries do not change a level: any number of threads may query it at once.
#pragma once

#include "carom/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The tile catalogue -------------------------------------------------------------------------------------------

/// The base shapes of tiles, described with y down: "top" is the side of least y. Values 21..31 are for user-defined
/// shapes (carom_tile_shape).
///
/// Curves are polylines, because exact decisions about straight edges are cheap. A quarter circle has 16 chords with
/// their ends on the circle. The chords deviate from the circle by at most 1 - cos(90 / 32 degrees) = 0.0012 cells;
/// with rounded vertices 0.0013 cells, which is 0.02 of a pixel for cells of 16 pixels.
typedef enum carom_tile {
    CAROM_TILE_EMPTY = 0,          ///< nothing
    CAROM_TILE_SOLID = 1,          ///< the whole cell
    CAROM_TILE_EDGE = 2,           ///< a thin one-way edge along the top
    CAROM_TILE_EDGES_OPPOSITE = 3, ///< thin one-way edges along top and bottom
    CAROM_TILE_EDGES_ADJACENT = 4, ///< thin one-way edges along top and right
    CAROM_TILE_EDGES_THREE = 5,    ///< thin one-way edges along top, right and left
    CAROM_TILE_HALF = 6,           ///< the lower half
    CAROM_TILE_QUARTER = 7,        ///< the lower left quarter
    CAROM_TILE_STEP = 8,           ///< all but the upper right quarter
    CAROM_TILE_SLOPE_45 = 9,       ///< the lower right triangle
    CAROM_TILE_SLOPE_2_LOW = 10,   ///< rises 1:2 to the right, from height 0 to 1/2
    CAROM_TILE_SLOPE_2_HIGH = 11,  ///< rises 1:2 to the right, from height 1/2 to 1
    CAROM_TILE_SLOPE_3_LOW = 12,   ///< rises 1:3 to the right, from height 0 to 1/3
    CAROM_TILE_SLOPE_3_MID = 13,   ///< rises 1:3 to the right, from height 1/3 to 2/3
    CAROM_TILE_SLOPE_3_HIGH = 14,  ///< rises 1:3 to the right, from height 2/3 to 1
    CAROM_TILE_BEVEL = 15,         ///< all but a small triangle at the upper left
    CAROM_TILE_CORNER = 16,        ///< a small triangle at the lower left
    CAROM_TILE_PEAK = 17,          ///< a roof of height 1/2
    CAROM_TILE_VALLEY = 18,        ///< the lower half without a triangular notch
    CAROM_TILE_DISC = 19,          ///< a quarter disc about the lower right corner, of 16 chords
    CAROM_TILE_PIPE = 20,          ///< all but a quarter disc about the upper left corner, of 16 chords
    CAROM_TILE_USER = 21,          ///< the first user-defined base
    CAROM_TILE_BASES = 32,         ///< the number of bases that a code can express
} carom_tile;

/// Returns the code of a tile: base in bits 0-4, flip (mirror in x, applied first) in bit 5, quarter turns clockwise
/// (with y down, applied second) in bits 6-7. Arguments out of range are reduced to their low bits.
CAROM_API uint8_t carom_tile_code(int base, bool flip, int turns);

/// Returns the smallest code with the same shape. The 168 codes of bases 0-20 have 96 distinct shapes. Returns a code
/// of a user-defined base unchanged.
CAROM_API uint8_t carom_tile_canonical(uint8_t code);

/// Returns the name of a base of the catalogue ("slope_45"); null for any other number.
CAROM_API const char *carom_tile_name(int base);
/// Returns the base with a name; -1 if there is none, or if the name is null.
CAROM_API int carom_tile_by_name(const char *name);

// ---- Descriptions ---------------------------------------------------------------------------------------------------

/// A grid of tile codes, in row-major order from the cell at `origin`. Cell (c, r) begins at origin + (c, r) * cell.
typedef struct carom_tiles {
    int columns;          ///< 1 to 262144
    int rows;             ///< 1 to 262144
    carom_vec2 origin;    ///< the corner of least coordinates
    carom_vec2 cell;      ///< width and height of a cell, > 0
    const uint8_t *codes; ///< columns * rows codes: of bases 0 to 20, or of bases with a carom_tile_shape
    int tag;              ///< the caller's number, copied to the edges: put ice or conveyors into a grid of their own
} carom_tiles;

/// A free shape. An open chain blocks from both sides; a one-way chain only from its right. A closed outline is a
/// solid.
///
/// Areas with holes: a closed outline, and the outlines after it with `same_area`, are the rings of one area. A point
/// is solid if the winding number of all rings together is not zero; with `even_odd`, if it is odd. Rings may have any
/// winding and any order. They may touch, cross and repeat one another and themselves. A hole may contain an island
/// with further holes. (Without `even_odd`, a hole must have the winding opposite to that of its outer ring, as polygon
/// clippers return it.) Areas are united with one another, and with tiles.
///
///     carom_outline walls[] = {{.points = room, .count = 4}, {.points = pillar, .count = 6}};
///     walls[0].even_odd = true;  // the solid between the room and the pillar
///     walls[1].same_area = true;
typedef struct carom_outline {
    const carom_vec2 *points; ///< vertices in order; a closed outline also has the edge from the last to the first
    int count;                ///< number of points: 3 or more if closed, 2 or more if open
    bool open;                ///< a chain, not a solid
    bool one_way;             ///< blocks only motion against its normals; a closed one-way outline is not solid
    bool even_odd;            ///< solid where the winding number is odd; read from the first ring of an area only
    /// Adds the outline as a ring to the area of the last closed solid outline before it; begins an area if there is
    /// none. Ignored for open and one-way outlines, which may come between the rings.
    bool same_area;
    int tag; ///< the caller's number, copied to the edges
} carom_outline;

/// The shape of a user-defined base, drawn in its cell. Coordinates are fractions of the cell, 0 to 1, y down, rounded
/// to 1/384 (exact for pixels of cells of 8, 12, 16, 24, 32, 48, 64, 96 or 128). Flips and turns apply to it as to the
/// catalogue, and sides that it shares with neighbouring tiles cancel.
///
/// Closed parts are solid polygons in either winding. A polygon inside of another is a hole. Polygons may share
/// vertices, but must not cross or overlap in an edge. Open parts must be one-way, and block from their right. A shape
/// without parts is empty.
typedef struct carom_tile_shape {
    int base;                   ///< 21 to 31, at most one shape each
    const carom_outline *parts; ///< at most 64 edges in all; their tags are ignored
    int parts_count;            ///< number of parts, >= 0
} carom_tile_shape;

/// The default of carom_field.threshold.
enum { CAROM_FIELD_THRESHOLD = 128 };

/// A bitmap, or a field of 8-bit samples: solid where a sample is at least `threshold`. Sample (c, r) lies at the
/// centre of its pixel, origin + (c + 1/2, r + 1/2) * cell. Outside of the field everything is empty.
///
/// Marching squares give the boundary. It passes between a solid and an empty sample in the middle; with `smooth`, at
/// the point where the interpolated value is threshold - 1/2. Two solid pixels that touch in a corner are joined; with
/// `smooth`, only if the mean of the four samples there is solid.
///
///     carom_field ground = {.columns = 32, .rows = 24, .cell = {1, 1}, .samples = alpha, .tolerance = 0.5f};
typedef struct carom_field {
    int columns;            ///< 1 to 65534
    int rows;               ///< 1 to 65534
    carom_vec2 origin;      ///< the corner of least coordinates
    carom_vec2 cell;        ///< width and height of a pixel, > 0
    const uint8_t *samples; ///< columns * rows samples, in row-major order
    int threshold;          ///< 1 to 255; 0 means CAROM_FIELD_THRESHOLD. 1 for a mask of 0 and 1
    bool smooth;            ///< interpolates between samples
    /// Simplifies the boundary: drops vertices within this distance of the edge that replaces them. Rings smaller than
    /// that may vanish. 0: drops collinear vertices only.
    float tolerance;
    int tag; ///< the caller's number, copied to the edges
} carom_field;

/// The defaults of carom_level_desc.max_crossings and max_edges.
enum {
    CAROM_LEVEL_MAX_CROSSINGS = 1 << 20, ///< 1,048,576 crossings
    CAROM_LEVEL_MAX_EDGES = 1 << 25      ///< 33,554,432 edges
};

/// The description of a level. Zero means default for every member.
typedef struct carom_level_desc {
    uint32_t size;                       ///< of this struct in bytes, or 0: docs/abi.md
    bool editable;                       ///< enables carom_level_set_tile(s), carom_level_carve and carom_level_fill
    const carom_tiles *tiles;            ///< tile grids; they may overlap
    int tiles_count;                     ///< number of tile grids
    const carom_outline *outlines;       ///< free shapes
    int outlines_count;                  ///< number of free shapes
    const carom_tile_shape *tile_shapes; ///< shapes of user-defined bases
    int tile_shapes_count;               ///< number of tile shapes
    const carom_field *fields;           ///< bitmaps; may overlap one another and everything else
    int fields_count;                    ///< number of bitmaps
    /// The number of crossings allowed between edges of solids and closed outlines, in the whole level. 0 means
    /// CAROM_LEVEL_MAX_CROSSINGS. An edge that touches or overlaps another counts as half a crossing. Crossings are
    /// counted before memory is taken for them.
    int max_crossings;
    const carom_allocator *allocator; ///< null: malloc. Copied
    /// The number of edges allowed. 0, or more than CAROM_LEVEL_MAX_EDGES, means CAROM_LEVEL_MAX_EDGES. Edges of a tile
    /// grid are counted before collinear ones are merged: the sides between solid and empty cells, and the other edges
    /// of tiles. A free shape has at most one for each point, a two-sided chain twice that, and a field one for each
    /// vertex before simplification. Edges are counted while they are made, so the limit bounds the memory of the
    /// build. Not counted are the edges that crossings add, which max_crossings bounds, and those of edits.
    size_t max_edges;
} carom_level_desc;

/// A level: its edges and the index over them.
typedef struct carom_level carom_level;

/// Builds a level and writes it to *out. The description may be freed afterwards. Overlapping shapes become one solid;
/// collinear edges with different tags are not merged.
///
/// Linear in cells and samples, near linear in free shapes and crossings. The build takes at most 250 bytes for each
/// edge of the tiles and free shapes, and 500 for each crossing, beside the level. The search for crossings takes at
/// most 512 steps for each edge, and for each crossing allowed. Visiting an edge is one step, an exact comparison 8.
///
/// On an error, *out is null, and *error (may be null) names the tile grid, outline, tile shape or field.
/// - CAROM_STATUS_BAD_ARGUMENT: `desc` or `out` is null; a size, count, array, cell size, code or tile shape is not
///   valid; or crossings are too dense to be distinct floats.
/// - CAROM_STATUS_NOT_FINITE, CAROM_STATUS_TOO_FEW_VERTICES, CAROM_STATUS_TOO_MANY_VERTICES: a grid, outline or tile
///   shape is invalid.
/// - CAROM_STATUS_TOO_LARGE: cells are too small for floats so far from the origin; edges cross more often than
///   `max_crossings` allows, or run close beside each other for more steps; or there are more edges than `max_edges`
///   allows. If edges cross too often, *error names the grid or outline with the most crossings on one edge, and its
///   tag. If there are too many edges, *error names the grid, outline or field with the first edge beyond the limit.
/// - CAROM_STATUS_UNSUPPORTED: the description sets members that this version of the library does not have.
/// - CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error);
/// Frees a level. Null is allowed.
CAROM_API void carom_level_free(carom_level *level);

// ---- Editing --------------------------------------------------------------------------------------------------------
//
// An editable level keeps a copy of its description, one byte a cell, and 20 bytes an edge. Long edges of tiles are
// divided at every 64th cell, which bounds the cost of an edit. Editing is not safe concurrently with queries.

/// Sets one tile of an editable level; grid and cell are numbered as in the description. Afterwards all queries return
/// what a level built from the changed description returns, except for the indices of edges.
///
/// The cost is linear in the edges near the cell, and does not depend on the size of the level. Near a free shape or
/// another tile grid it is higher: the region is rebuilt, and every point of the rings in it is read. If thousands of
/// edges change in one place, the index of all edges is built again, in O(n log n) for n edges. Where crossings are so
/// close that they round to one point, a vertex may differ by one ulp from that of a fresh build.
///
/// - CAROM_STATUS_UNSUPPORTED: the level is not editable; or the old or the new tile has thin edges, and the cell is
///   near a carved or filled shape (carom_level_carve).
/// - CAROM_STATUS_BAD_ARGUMENT: there is no such cell, or the code has no shape.
/// - Any other error of carom_level_make, CAROM_STATUS_NO_MEMORY included.
///
/// On an error the level is unchanged.
CAROM_API carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code);

/// A rectangle of cells of one tile grid, and their codes.
typedef struct carom_tile_block {
    int grid;             ///< index of the tile grid in the description
    int column;           ///< column of the first cell
    int row;              ///< row of the first cell
    int columns;          ///< number of columns, at least 1
    int rows;             ///< number of rows, at least 1
    const uint8_t *codes; ///< columns * rows codes, in row-major order
} carom_tile_block;

/// Sets a rectangle of tiles, with the result of one carom_level_set_tile for each. Rebuilds the level instead if that
/// is estimated to be faster (examples/dig.c). Errors as carom_level_set_tile. If a cell does not exist, or a code has
/// no shape, no tile is set. On any other error some of the tiles may have been set.
CAROM_API carom_status carom_level_set_tiles(carom_level *level, const carom_tile_block *block);

/// Removes a convex shape from the solids of an editable level: an explosion, a tunnel. The parts of thin edges in the
/// shape are removed too. Crossings with the shape are rounded once, and edges end in them; so the boundary stays
/// closed. A circle or capsule is carved as an inscribed polygon with 32 chords in a full turn, at most 1/200 of the
/// radius inside of it. Shapes without an area change nothing.
///
/// The cost is linear in the edges near the shape. It does not depend on the size of the level, or on the number of
/// carvings before.
///
/// - CAROM_STATUS_UNSUPPORTED: the level is not editable.
/// - CAROM_STATUS_BAD_ARGUMENT: the shape is invalid, a compound, or its polygon is not finite; or crossings are too
///   dense to be distinct floats.
/// - CAROM_STATUS_TOO_LARGE: edges cross more often than `max_crossings` allows.
/// - CAROM_STATUS_NO_MEMORY.
///
/// On an error the level is unchanged.
///
/// carom_level_set_tile afterwards: if the AABB of a carved shape overlaps the cell, or carved edges are near it, the
/// new tile replaces everything in its cell, free shapes included. If the old or the new tile has thin edges, it fails
/// with CAROM_STATUS_UNSUPPORTED. carom_level_tile returns the code that was set last; carving does not change it.
CAROM_API carom_status carom_level_carve(carom_level *level, const carom_shape *shape);
/// Makes a convex shape solid. Otherwise as carom_level_carve; new edges have the tag 0. The shape may lie outside of
/// the bounds, which it extends.
CAROM_API carom_status carom_level_fill(carom_level *level, const carom_shape *shape);

/// Returns the code of a cell of an editable level; CAROM_TILE_EMPTY if the level is not editable or has no such cell.
CAROM_API uint8_t carom_level_tile(const carom_level *level, int grid, int column, int row);

// ---- The boundary ---------------------------------------------------------------------------------------------------

/// One edge of the boundary, or a thin edge: solid on the left of a->b.
typedef struct carom_level_edge {
    carom_vec2 a;   ///< first end
    carom_vec2 b;   ///< second end
    bool corner_a;  ///< end a can be hit: it is convex, or an end of a one-way edge
    bool corner_b;  ///< the same for end b
    bool one_way;   ///< a thin one-way edge, not the boundary of a solid
    bool two_sided; ///< one side of a thin edge that blocks from both; the other side is the reversed edge
    int next;       ///< the edge that continues the chain at b; -1 if none
    int prev;       ///< the edge that continues the chain at a; -1 if none
    int tag;        ///< that of the outline, tile grid or field it comes from
} carom_level_edge;

/// Returns the number of edges.
CAROM_API int carom_level_edge_count(const carom_level *level);
/// Returns edge `index`; a zeroed edge if the index is out of range.
CAROM_API carom_level_edge carom_level_edge_at(const carom_level *level, int index);
/// Returns the box of all cells, outlines and fields; a reversed box if there are none.
CAROM_API carom_box carom_level_bounds(const carom_level *level);
/// Returns the number of edges that the union removed: the edges of all tiles and closed shapes, counted one by one,
/// minus the edges of the boundary. 0 if the boundary has more.
CAROM_API int carom_level_seams_removed(const carom_level *level);

/// Triangulates the solid area, to fill it on screen. As carom_triangulate; needs memory of the level's allocator
/// during the call. CAROM_STATUS_NO_MEMORY; CAROM_STATUS_BAD_ARGUMENT (null, a negative capacity, or edges that cross
/// because their ends are rounded).
CAROM_API carom_status carom_level_triangles(const carom_level *level, carom_triangle *out, int capacity, int *count);

// ---- Queries --------------------------------------------------------------------------------------------------------
//
// Every edge acts as a one-sided segment; a two-sided thin edge is a pair of them. An edge has a shape in front of it
// if the centre of the shape is on its right, or on its line. Of hits at the same time, a hit between the ends of an
// edge precedes a hit of an end. Then the edge with the least a (by x, then y) is first, then the one with the least b.
// So results do not depend on edge indices. The cost is that of the edges in the cells that the query passes through.
// No query allocates.

/// Returns the first hit of a ray from `from` to from + move; `part` is the edge. If the motion is not finite, it is a
/// miss, and `point` is `from`.
CAROM_API carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move);
/// Finds every edge that the ray hits if it continues through solids. Writes the first `capacity` hits in order of t,
/// and returns the number of all hits.
CAROM_API int carom_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits,
                                  int capacity);
/// Returns the first hit of a convex shape moved by `move`; `part_b` is the edge. If the shape starts in penetration,
/// reports the deepest edge. A shape without area (a segment, a flat box, a capsule of radius 0) that starts across a
/// vertex of a solid or two-sided chain, with its centre in front, hits the vertex at t = 0, unless it moves along its
/// own line. At `at` the shape penetrates no edge of the level, unless it did at the start. A compound hits nothing. A
/// motion that is not finite hits nothing, and `at` is the start.
CAROM_API carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move);
/// Returns the first contact of a shape that turns while it moves (carom_sweep_turning). The shape is given about the
/// position of the pose, and may be a compound; part_a is the convex part, part_b the edge. Hit or miss, and t, are
/// those of the shape and all edges, with the bounds of carom_sweep_turning. Contacts at the same time, and starts in
/// penetration or across a vertex, are resolved as by carom_level_sweep. Without a turn, all but `at` is what
/// carom_level_sweep returns for the placed shape, bit for bit; so it is for a circle that turns about its centre.
///
/// A shape that comes from within the solid does not hit the edges that it leaves. A one-way edge is hit by a shape
/// whose centre, at the contact, is in front, and whose contact point moves against its normal; at a convex vertex of
/// two one-way edges, in front of one and against the normal of one. After a contact that
/// does not count, the shape may come apart from the edge and hit it in the same motion; times apart of less than
/// 2^-12 of the motion may be overlooked.
///
/// At the pose `at` the shape penetrates no edge of the level, unless it did at the start. Cost: that of finding the
/// edges near the path, plus about a microsecond for each of them and each part; a pair that touches at the start costs
/// up to milliseconds.
CAROM_API carom_turning_hit carom_level_sweep_turning(const carom_level *level, const carom_shape *shape,
                                                      const carom_turning *motion);
/// Finds the edges that touch or overlap the shape and have it in front of them. Writes up to `capacity` indices in
/// ascending order, and returns the number of all such edges.
CAROM_API int carom_level_overlap(const carom_level *level, const carom_shape *shape, int *edges, int capacity);
/// Returns carom_distance to the closest edge that has the shape in front of it; `part_b` is the edge. If the shape
/// overlaps edges, returns the one with the greatest penetration depth. The distance is infinite if no edge is within
/// `max_distance` (which may be infinite), or if `max_distance` is NaN.
CAROM_API carom_separation carom_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance);
/// Returns true if the point is in the interior or on the boundary of a solid. Exact. Thin edges are not solid.
CAROM_API bool carom_level_solid(const carom_level *level, carom_vec2 point);

/// Casts rays->count rays, and writes for each the hit that carom_level_ray returns, to the bit. Prefetches memory for
/// several rays at a time. Returns the number of rays that hit.
CAROM_API int carom_level_ray_many(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits);
/// Sweeps shapes[i] along moves[i], and writes for each the hit that carom_level_sweep returns, to the bit. Returns the
/// number of shapes that hit.
CAROM_API int carom_level_sweep_many(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves,
                                     int count, carom_sweep_hit *hits);

// ---- Images ---------------------------------------------------------------------------------------------------------
//
// A level as bytes, for a file. An image can be mapped into memory and queried in place by any number of threads and
// processes. It is valid for machines of one byte order and for one version of the format.

/// Returns the size of the image in bytes.
CAROM_API size_t carom_level_image_size(const carom_level *level);
/// Writes carom_level_image_size bytes, which depend on the level alone: the same calls give the same bytes.
CAROM_API void carom_level_image_write(const carom_level *level, void *bytes);
/// Opens an image in place, and writes the level to *out. Checks all bytes once, with 4 bytes of memory for each edge.
/// If it succeeds, every query ends and reads within bounds, even if the bytes are forged. The level cannot be edited.
/// The bytes must begin at an address that is a multiple of 8, must outlive the level, and must not change.
/// carom_level_free does not free them.
///
/// On an error, *out is null, and *error (may be null) has the message and, in `where`, the byte offset.
/// - CAROM_STATUS_BAD_ARGUMENT: `bytes` or `out` is null, or the bytes do not begin at a multiple of 8.
/// - CAROM_STATUS_BAD_FILE: not a complete image.
/// - CAROM_STATUS_UNSUPPORTED: another byte order or version.
/// - CAROM_STATUS_NO_MEMORY.
CAROM_API carom_status carom_level_open(const void *bytes, size_t size, const carom_allocator *allocator,
                                        carom_level **out, carom_error *error);

#ifdef __cplusplus
}
#endif
