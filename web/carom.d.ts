// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT

/**
 * Carom: exact 2D collision. Shapes and results have the fields of the lines of `carom query`, with the same bits.
 *
 *     import { load } from 'carom';
 *     const carom = await load();
 *     carom.sweep({ circle: [0, 5, 1] }, [10, 0], { segment: [0, 0, 10, 10] }).t; // 0.358578622341156
 *
 * These rules hold for every function:
 * - Numbers are rounded to 32-bit floats. NaN, an infinity or a number beyond the range of floats throws a CaromError,
 *   unless a parameter says otherwise.
 * - `a` is the shape that asks or moves, `b` is the obstacle. Normals point from b to a and have unit length.
 * - Shapes are closed sets: touching is overlap.
 * - `t` is a fraction of the motion, 0 to 1. On a miss it is 1, so `start + t * move` is right in both cases.
 * - Invalid arguments throw a CaromError with the field and the received value: a wrong type, an unknown field, an
 *   invalid shape. Nothing has changed then.
 * - Objects that own memory of the WASM (Shape, Level, World, ...) are freed by `free()`, by `using`, or by the garbage
 *   collector. Every later call on a freed object throws. Memory in use by another object stays: a world keeps its
 *   levels.
 * - Typed arrays in results are copies.
 */

// ---- Loading --------------------------------------------------------------------------------------------------------

/** A source of the WASM: an address, a response, the bytes, or the compiled module. */
export type Source =
    | string
    | URL
    | Response
    | PromiseLike<Response>
    | ArrayBuffer
    | ArrayBufferView
    | WebAssembly.Module;

export interface LoadOptions {
    /** Selects the build with or without SIMD; by default SIMD if the engine supports it. The results are the same. */
    simd?: boolean;
}

/**
 * Loads the WASM of the package, or `source`. Each call returns a separate library with its own memory; objects of one
 * library are errors in another. Rejects with a CaromError for invalid arguments, with an Error if loading fails.
 */
export function load(source?: Source, options?: LoadOptions): Promise<Carom>;

/** An error of the library. `message` consists of `where`, line and column if any, and `reason`. */
export class CaromError extends Error {
    readonly name: 'CaromError';
    /** A short phrase: "negative radius", "not found", "bad file", ... */
    readonly status: string;
    /** The value of `carom_status` in C. */
    readonly code: number;
    /** The path of the argument ("$.a.circle[2]"), a file, or a path in a JSON file; may be empty. */
    readonly where: string;
    /** Line and column in a file, from 1; 0 if not known. */
    readonly line: number;
    readonly column: number;
    /** The reason, without the place. */
    readonly reason: string;
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

export type Vec2 = readonly [x: number, y: number];
export type Vec3 = readonly [x: number, y: number, z: number];
export type Cell = readonly [column: number, row: number];
export type Bounds = readonly [min_x: number, min_y: number, max_x: number, max_y: number];

/** A position, and a rotation about it: as an angle in radians, or as its cosine and sine, which results have. */
export type Pose = readonly [x: number, y: number, radians: number] | readonly [x: number, y: number, cosine: number, sine: number];

export interface PosedShape {
    /** Turned about the origin by `radians`, then moved; rounded once. A box becomes a polygon. */
    pose?: Pose;
}
export interface PointShape extends PosedShape {
    point: Vec2;
}
export interface SegmentShape extends PosedShape {
    segment: readonly [ax: number, ay: number, bx: number, by: number];
    /** Solid on the left of a->b: only motion against the right normal hits it. Default false. */
    one_sided?: boolean;
    /** [a, b]: false ignores contacts with that end alone. Default [true, true]. */
    ends?: readonly [boolean, boolean];
}
export interface CircleShape extends PosedShape {
    /** radius >= 0. */
    circle: readonly [x: number, y: number, radius: number];
}
/** Axis-aligned. Zero width or height is allowed. */
export interface BoxShape extends PosedShape {
    box: Bounds;
    /** >= 0: grows the box by this radius, with round corners. Default 0. */
    radius?: number;
}
export interface CapsuleShape extends PosedShape {
    /** All points within `radius` (>= 0) of the segment a-b. */
    capsule: readonly [ax: number, ay: number, bx: number, by: number, radius: number];
}
export interface PolygonShape extends PosedShape {
    /** x0, y0, x1, y1, ...: 3 to 64 points, convex, in either winding. At most 8 vertices may remain. */
    polygon: readonly number[] | Float32Array;
    /** >= 0: grows the polygon by this radius, with round corners. Default 0. */
    radius?: number;
}
/** Several shapes as one. Compounds may be nested 8 deep. */
export interface CompoundShape extends PosedShape {
    compound: readonly ShapeDesc[];
}
export type ShapeDesc =
    | PointShape
    | SegmentShape
    | CircleShape
    | BoxShape
    | CapsuleShape
    | PolygonShape
    | CompoundShape;

/** A shape in WASM memory, for repeated queries. Owns memory. */
export interface Shape extends Disposable {
    readonly kind: 'point' | 'segment' | 'circle' | 'box' | 'capsule' | 'polygon' | 'compound';
    /** The smallest box that contains the shape; a radius is rounded outward. */
    readonly bounds: Bounds;
    /** Number of parts of a compound; 1 for other shapes. */
    readonly parts: number;
    /** The description as stored: a polygon without repeated and collinear points, with positive shoelace area. */
    toJSON(): ShapeDesc;
    free(): void;
}
export type AnyShape = ShapeDesc | Shape;

// ---- Results --------------------------------------------------------------------------------------------------------

/** The feature of b that was hit; null: none, or a point or circle. */
export type Feature = 'edge' | 'end_a' | 'end_b' | 'side' | 'corner';

/** The distance between two shapes, or their penetration depth. */
export interface Separation {
    /** Negative: minus the penetration depth. null: infinite, because nothing is in range. */
    distance: number | null;
    /** Closest point on a; in penetration, the point that touches b once a is pushed out. null without a distance. */
    on_a: Vec2 | null;
    /** Closest point on b, likewise. */
    on_b: Vec2 | null;
    /** From b to a; null without a distance. */
    normal: Vec2 | null;
    /** Part of compound a, in depth-first order; absent for other shapes. */
    part_a?: number;
    /** Part of compound b, or the edge of a level. */
    part_b?: number;
}

/** The contact of two shapes that overlap. */
export interface Contact {
    /** The shapes overlap, touching included. */
    hit: boolean;
    /** Penetration depth, >= 0; 0 without a hit. */
    depth: number;
    normal: Vec2 | null;
    /** On the surface of b: none without a hit, otherwise one, or two where flat sides touch. */
    points: Vec2[];
    part_a?: number;
    part_b?: number;
}

/** The first hit of a ray. */
export interface RayHit {
    hit: boolean;
    /** 0 to 1; 1 on a miss. */
    t: number;
    /** Where the ray leaves b, as a fraction of the motion; may exceed 1. 1 on a miss; null if infinite. */
    exit: number | null;
    /** The ray starts in the interior: t = 0, and the normal is the shortest way out. */
    inside: boolean;
    /** null on a miss. */
    point: Vec2 | null;
    normal: Vec2 | null;
    /** Part of compound b, or the edge of a level; absent otherwise. */
    part?: number;
}

/** The first contact of a moving shape. */
export interface SweepHit {
    hit: boolean;
    /** Time of impact, 0 to 1; 1 on a miss. */
    t: number;
    /**
     * Final position of a's reference point: centre of a circle, min corner of a box, first point of other shapes. a
     * placed there does not penetrate b (if b rests).
     */
    at: Vec2;
    /** The shapes penetrate at the start: t = 0, and the normal is the shortest way out. */
    inside: boolean;
    /** The contact at time t; null on a miss. */
    point: Vec2 | null;
    normal: Vec2 | null;
    feature: Feature | null;
    part_a?: number;
    part_b?: number;
}

/** A motion that turns the shape about the position of its `pose`: the origin, if it has none. */
export interface TurningMotion {
    /** [0, 0] by default. */
    move?: Vec2;
    /** Radians, at most 33.5 either way; 0 by default. */
    turn?: number;
}

/** As SweepHit, for shapes that turn. */
export interface TurningHit {
    hit: boolean;
    /** Time of impact, 0 to 1; 1 on a miss. */
    t: number;
    /** Position of the final pose of a, which penetrates nothing there. */
    at: Vec2;
    /** Cosine and sine of the final pose of a. */
    turned: Vec2;
    inside: boolean;
    point: Vec2 | null;
    normal: Vec2 | null;
    /** Of a relative to b at the contact, for the whole motion as one unit of time. */
    velocity: Vec2 | null;
    feature: Feature | null;
    part_a?: number;
    part_b?: number;
}

/** As RayHit, in 3D. */
export interface RayHit3 {
    hit: boolean;
    t: number;
    exit: number | null;
    inside: boolean;
    point: Vec3 | null;
    normal: Vec3 | null;
}

/** As SweepHit, in 3D; `at` is the centre of the sphere. */
export interface SweepHit3 {
    hit: boolean;
    t: number;
    at: Vec3;
    inside: boolean;
    point: Vec3 | null;
    normal: Vec3 | null;
    feature: Feature | null;
}

/** A grid in the plane. Cell (i, j) extends from origin + (i, j) * cell to origin + (i + 1, j + 1) * cell. */
export interface GridDesc {
    /** Default [0, 0]. */
    origin?: Vec2;
    /** Width and height of a cell, > 0. */
    cell: Vec2;
}

/** A line of sight. */
export interface SightLine {
    /** Nothing between the two cells blocks. */
    clear: boolean;
    /** The first blocking cell, seen from `from`; null if clear. */
    blocker: Cell | null;
}

/** A line of `carom query` as an object, and its answer. See `carom query --help`. */
export type Query = { op: string; id?: unknown; [field: string]: unknown };
export type QueryResult = { id?: unknown; [field: string]: unknown };

// ---- Batches --------------------------------------------------------------------------------------------------------

/** Bits of `flags`: the query hit; it started inside. */
export const HIT: 1;
export const INSIDE: 2;

/** One result for each ray, in order. On a miss t = exit = 1, part = -1, and point and normal are 0. */
export interface RayHits {
    /** Number of rays that hit. */
    hits: number;
    /** HIT, INSIDE. */
    flags: Uint8Array;
    t: Float32Array;
    exit: Float32Array;
    /** x0, y0, x1, y1, ... */
    points: Float32Array;
    /** x0, y0, x1, y1, ... */
    normals: Float32Array;
    /** The edge of a level, or the part of a compound. */
    parts: Int32Array;
}

/** One result for each sweep, in order. On a miss t = 1 and part = -1. */
export interface SweepHits {
    /** Number of sweeps that hit. */
    hits: number;
    /** HIT, INSIDE. */
    flags: Uint8Array;
    t: Float32Array;
    /** Final positions of the reference point: x0, y0, x1, y1, ... */
    at: Float32Array;
    points: Float32Array;
    normals: Float32Array;
    /** The edge of the level. */
    parts: Int32Array;
}

// ---- The library ----------------------------------------------------------------------------------------------------

export interface Carom {
    /** "major.minor.patch" of the C library. */
    readonly version: string;
    /** True if this build uses SIMD. */
    readonly simd: boolean;
    /** Size of the WASM memory in bytes. It grows, and never shrinks. */
    readonly memoryBytes: number;

    // -- geom --

    /** Makes a shape from a description, or a copy of a shape. */
    shape(desc: ShapeDesc): Shape;
    /**
     * Returns the convex hull of points (x0, y0, x1, y1, ... in any order). Throws if it needs more than 8 vertices, or
     * has no area.
     */
    hull(points: readonly number[] | Float32Array): PolygonShape;
    /**
     * Triangulates the area of rings (x0, y0, x1, y1, ...) under the even-odd rule: holes, and islands in holes, are
     * rings like any other. Rings may touch, but not cross. Returns six numbers for each triangle. Exact.
     */
    triangulate(rings: readonly (readonly number[] | Float32Array)[]): Float32Array;
    /** Divides the same area into convex polygons of at most 8 vertices, for the parts of a compound. */
    decompose(rings: readonly (readonly number[] | Float32Array)[]): PolygonShape[];
    /** Returns the error that a query would throw for this shape; null if the shape is valid. */
    check(shape: AnyShape): CaromError | null;
    /** Returns true if a and b share a point. Touching counts. Exact. */
    overlap(a: AnyShape, b: AnyShape): boolean;
    /** Returns the distance between a and b; `distance <= 0` exactly if they overlap. */
    distance(a: AnyShape, b: AnyShape): Separation;
    /** Returns the contact of the deepest pair of parts. */
    contact(a: AnyShape, b: AnyShape): Contact;
    /**
     * Returns the first t at which from + t * move reaches b and would enter it. Zero motion hits only a shape that
     * contains the point in its interior. `move` need not have unit length.
     */
    ray(from: Vec2, move: Vec2, b: AnyShape): RayHit;
    /** As ray(), along the exact line from one point to another, also where their difference is not a float. */
    rayTo(from: Vec2, to: Vec2, b: AnyShape): RayHit;
    /**
     * Returns the first t at which a and b, each moving in a straight line, touch and are closing. Sliding along and
     * separating are no hits. `b_move` is [0, 0] by default.
     */
    sweep(a: AnyShape, move: Vec2, b: AnyShape, b_move?: Vec2): SweepHit;
    /**
     * Returns the first t at which a and b, which move and turn about the positions of their poses, touch and are about
     * to penetrate. Exact.
     */
    sweepTurning(a: AnyShape, a_motion: TurningMotion, b: AnyShape, b_motion?: TurningMotion): TurningHit;
    /** Returns the cosine and sine of an angle, with the same bits on every machine. Quarter turns are exact. */
    rotationOf(radians: number): Vec2;
    /** Returns a cosine and sine that were read or computed elsewhere, scaled to unit length; [1, 0] for [0, 0]. */
    rotationNormalized(pair: Vec2): Vec2;
    /** Returns the rotation by the sum of both angles. Repeated composition keeps unit length. */
    rotationCompose(a: number | Vec2, b: number | Vec2): Vec2;
    /** Returns the rotation by the opposite angle. Exact. */
    rotationInverse(rotation: number | Vec2): Vec2;
    /** Returns v rotated. */
    rotate(rotation: number | Vec2, v: Vec2): Vec2;
    /** Returns the position of a point that is given relative to a pose. */
    posePoint(pose: Pose, v: Vec2): Vec2;
    /** Returns the coordinates of a point relative to a pose: the inverse of posePoint(), up to rounding. */
    poseLocal(pose: Pose, p: Vec2): Vec2;
    /** Returns the pose of a child whose pose is given relative to its parent: a turret on a car. */
    poseCompose(parent: Pose, child: Pose): [x: number, y: number, cosine: number, sine: number];
    /** Returns the pose at time t of a motion that begins at `pose`. */
    turningPose(pose: Pose, motion: TurningMotion, t: number): [x: number, y: number, cosine: number, sine: number];
    /** A ray against a sphere [x, y, z, radius]. */
    ray3(from: Vec3, move: Vec3, b: { sphere: readonly [number, number, number, number] }): RayHit3;
    /** A moving sphere against a segment [ax, ay, az, bx, by, bz] at rest. */
    sweep3(
        a: { sphere: readonly [number, number, number, number] },
        move: Vec3,
        b: { segment3: readonly [number, number, number, number, number, number] },
    ): SweepHit3;

    /** Casts many rays (x, y, move x, move y for each) against one shape. */
    rayMany(rays: Float32Array, b: AnyShape): RayHits;
    /** Returns the indices of the circles (x, y, radius for each) that a overlaps, ascending. */
    overlapCircles(a: AnyShape, circles: Float32Array): Int32Array;
    /** As overlapCircles(), for boxes (min x, min y, max x, max y for each). */
    overlapBoxes(a: AnyShape, boxes: Float32Array): Int32Array;
    /** As overlapCircles(), for two-sided segments (ax, ay, bx, by for each). */
    overlapSegments(a: AnyShape, segments: Float32Array): Int32Array;
    /** Returns the earliest hit of a moving shape among many circles at rest; `part_b` is the index. */
    sweepCircles(a: AnyShape, move: Vec2, circles: Float32Array): SweepHit;
    /** As sweepCircles(), for boxes. */
    sweepBoxes(a: AnyShape, move: Vec2, boxes: Float32Array): SweepHit;
    /** As sweepCircles(), for segments. */
    sweepSegments(a: AnyShape, move: Vec2, segments: Float32Array): SweepHit;

    /** Returns the answer of `carom query`, with the same fields. Throws where `carom query` answers with an error. */
    query(question: Query): QueryResult;

    // -- grid --

    /**
     * Returns the cells under the segment between two cell centres: column and row for each, in order. At a corner,
     * 'any' includes both shoulder cells, 'open' (the default) neither. `ends` includes `from` and `to`. Throws if
     * there are more than 16,777,216 cells.
     */
    cellLine(from: Cell, to: Cell, options?: { corners?: 'open' | 'any'; ends?: boolean }): Int32Array;
    /**
     * Returns the cells under any segment, the first and last included: column and row for each. 'open' (the default):
     * cells that the segment touches in their interior; 'any': all cells that it touches.
     */
    trace(grid: GridDesc, from: Vec2, to: Vec2, options?: { corners?: 'open' | 'any' }): Int32Array;
    /**
     * Returns the cells that a point, circle or box touches during its motion, as one run for each row: row, first and
     * last column. Throws for other shapes.
     */
    cover(grid: GridDesc, shape: AnyShape, move: Vec2): Int32Array;
    /** Makes a map of blocking cells: from rows of equal length in which '#' blocks, or from one byte a cell. */
    sightMap(rows: readonly string[]): SightMap;
    sightMap(cells: Uint8Array, columns: number): SightMap;

    // -- tiles --

    /** The names of the catalogue, by base: 'empty', 'solid', 'edge', ... */
    readonly tileNames: readonly string[];
    /** Returns the code of a tile: its base (or name), mirrored in x, then turned clockwise by quarters (y down). */
    tileCode(base: number | string, flip?: boolean, turns?: number): number;
    /** Returns the smallest code with the same shape. */
    tileCanonical(code: number): number;
    /** Returns the edges of a single tile, in a cell at (0, 0) of size `cell` ([1, 1] by default). */
    tileEdges(code: number, cell?: Vec2): LevelEdges;

    // -- levels and maps --

    /** Builds a level. Throws for an invalid description, naming the tile grid, outline or tile shape. */
    level(desc: LevelDesc): Level;
    /** Opens the bytes of image(), written by this library or by C. The level cannot be edited. */
    openLevel(image: Uint8Array | ArrayBuffer): Level;
    /** Begins a picture, which is written from back to front. */
    svg(desc: SvgDesc): Svg;
    /**
     * Reads a Tiled map (.tmx, .tmj), an LDtk world (.ldtk) or GeoJSON. `files` must contain the file `name` and the files that
     * it names (.tsx, .tsj, .tx, .tj, .ldtkl), with paths relative to one folder; pictures are not needed. Rejects with
     * a CaromError that has file, line and column.
     */
    map(name: string, files: Files, options?: MapOptions): Promise<CaromMap>;

    // -- motion --

    /** Returns the velocity closest to `velocity` that moves against none of the normals; [0, 0] if there is none. */
    slide(velocity: Vec2, normals: readonly Vec2[]): Vec2;
    /**
     * Returns the velocity after a bounce off a surface at rest. `restitution` (1 by default) is the share of the
     * approach speed that is returned; `friction` (0 by default) is a Coulomb coefficient.
     */
    bounce(velocity: Vec2, normal: Vec2, restitution?: number, friction?: number): Vec2;

    // -- walker --

    /** Makes a walker at [0, 0], in the air and at rest. */
    walker(desc: WalkerDesc): Walker;
    /** Adds platforms to a scene. Walkers must step in the returned scene to be carried and pushed by them. */
    platforms(base: Scene, list: readonly PlatformDesc[]): Platforms;
    /**
     * Returns the sideways translation that lets a shape pass a corner which stops its motion, if it is no longer than
     * `maxDistance` (>= 0). Returns [0, 0] if nothing stops the motion, or if no such translation helps.
     */
    cornerCorrection(scene: Scene, shape: AnyShape, position: Vec2, motion: Vec2, maxDistance: number): Vec2;

    // -- world --

    world(desc?: WorldDesc): World;

    /** Starts the simulation of `carom run`, with the same actors and the same state hash. */
    run(map: CaromMap, options?: RunOptions): Run;
}

// ---- Grid -----------------------------------------------------------------------------------------------------------

/** Cells that block sight. Owns memory. Cells outside the map are errors. */
export interface SightMap extends Disposable {
    readonly columns: number;
    readonly rows: number;
    get(cell: Cell): boolean;
    set(cell: Cell, blocks: boolean): void;
    /** Returns one byte a cell, in row-major order: 1 blocks. */
    cells(): Uint8Array;
    /**
     * Returns the line of sight between two cells, which never block themselves. Where the line passes exactly through
     * a corner: 'open' (the default) never blocks, 'pair' blocks if both shoulder cells block, 'any' if one does.
     */
    sight(from: Cell, to: Cell, corners?: 'open' | 'pair' | 'any'): SightLine;
    /** Tests one viewer against many targets (column and row for each). Returns 1 for each clear line. */
    sightMany(from: Cell, targets: Int32Array, corners?: 'open' | 'pair' | 'any'): Uint8Array;
    /** Returns one byte for each cell of the map, in row-major order: 1 visible. Throws for a radius above 1024. */
    fov(from: Cell, radius: number): Uint8Array;
    free(): void;
}

// ---- Level ----------------------------------------------------------------------------------------------------------

/** A grid of tile codes. */
export interface TilesDesc {
    /** 1 to 262144. */
    columns: number;
    /** 1 to 262144. */
    rows: number;
    /** The corner of least coordinates. Default [0, 0]. */
    origin?: Vec2;
    /** Width and height of a cell, > 0. Default [1, 1]. */
    cell?: Vec2;
    /** One code a cell, in row-major order: see tileCode(). */
    codes: Uint8Array | readonly number[];
    /** Copied to the edges. Default 0. */
    tag?: number;
}

/** A free shape: a closed outline is a solid, an open chain blocks from both sides. */
export interface OutlineDesc {
    /** x0, y0, x1, y1, ...: at least 3 points if closed, 2 if open. */
    points: Float32Array | readonly number[];
    /** A chain, not a solid. Default false. */
    open?: boolean;
    /** Blocks only motion against its normals. Default false. */
    one_way?: boolean;
    /** Solid where the winding number is odd; counts for the first ring of an area. Default false: where it is not 0. */
    even_odd?: boolean;
    /** A further ring (a hole, an island) of the area of the last closed solid outline before it. Default false. */
    same_area?: boolean;
    /** A 32-bit integer, copied to the edges. Default 0. */
    tag?: number;
}

/** The shape of a user-defined tile, in fractions of its cell, 0 to 1, y down. Open parts must be one-way. */
export interface TileShapeDesc {
    /** 21 to 31, at most one shape each. */
    base: number;
    parts: readonly OutlineDesc[];
}

export interface LevelDesc {
    tiles?: TilesDesc | readonly TilesDesc[];
    outlines?: readonly OutlineDesc[];
    tileShapes?: readonly TileShapeDesc[];
    fields?: FieldDesc | readonly FieldDesc[];
    /** Enables setTile(), setTiles(), carve() and fill(). Default false. */
    editable?: boolean;
    /** The number of crossings allowed between free shapes, in the whole level. Default 1,048,576. */
    maxCrossings?: number;
    /** The number of edges allowed, before collinear ones are merged. Default and maximum 33,554,432; 4,194,304 in levels of maps. */
    maxEdges?: number;
}

/**
 * A bitmap, or a field of 8-bit samples: solid where a sample is at least `threshold`. Marching squares give the
 * boundary. A sample lies at the centre of its pixel.
 */
export interface FieldDesc {
    /** 1 to 65534. */
    columns: number;
    /** 1 to 65534. */
    rows: number;
    /** The corner of least coordinates. Default [0, 0]. */
    origin?: Vec2;
    /** Width and height of a pixel, > 0. Default [1, 1]. */
    cell?: Vec2;
    /** One sample a pixel, in row-major order: for example the alpha of an image. */
    samples: Uint8Array | Uint8ClampedArray;
    /** 1 to 255; 1 for a mask of 0 and 1. Default 128. */
    threshold?: number;
    /** Interpolates between samples. Default false: the boundary passes in the middle between them. */
    smooth?: boolean;
    /** Simplifies the boundary: drops vertices within this distance of the edge that replaces them. Default 0. */
    tolerance?: number;
    /** Copied to the edges. Default 0. */
    tag?: number;
}

/** Bits of LevelEdges.flags. */
export const CORNER_A: 1;
export const CORNER_B: 2;
export const ONE_WAY: 4;

/** The boundary of a level, one entry for each edge: solid on the left of a->b. */
export interface LevelEdges {
    count: number;
    /** ax, ay, bx, by for each edge. */
    points: Float32Array;
    /** Outward normals, x and y for each edge. */
    normals: Float32Array;
    /** CORNER_A, CORNER_B: that end can be hit (it is convex, or an end of a one-way edge). ONE_WAY: a thin edge. */
    flags: Uint8Array;
    /** The edge that continues the chain at b; -1 if none. */
    next: Int32Array;
    /** The edge that continues the chain at a; -1 if none. */
    prev: Int32Array;
    /** Tags of the outlines; 0 for tiles. */
    tags: Int32Array;
}

/** What a moving shape does at a contact. */
export interface ResponseDesc {
    /**
     * 'stop': stop there. 'slide': continue along the surface. 'bounce': reflect. 'pass': pass through, and report the
     * contact.
     */
    kind: 'stop' | 'slide' | 'bounce' | 'pass';
    /** Bounce: the share of the approach speed that is returned, >= 0; above 1 it gains speed. Default 1; 0 slides. */
    restitution?: number;
    /** Slide and bounce: Coulomb friction, >= 0. Default 0. */
    friction?: number;
    /** The speed at which the surface runs along itself, in direction (-normal.y, normal.x): tracks. Default 0. */
    surfaceSpeed?: number;
}
export type AnyResponse = ResponseDesc | ResponseDesc['kind'];

/** A contact of a motion. `t` is a fraction of the whole motion; `part_b` is the edge of a level. */
export interface MotionContact extends SweepHit {
    /** The body that was hit; null: a level or a platform. */
    body: BodyId | null;
    /** The index of the platform that was hit; absent otherwise. */
    platform?: number;
    /** It is a thin one-way edge, or a one-sided segment. */
    one_way: boolean;
}

/** The result of move(). */
export interface Motion {
    /** The new position. */
    at: Vec2;
    /** The velocity after all contacts. */
    velocity: Vec2;
    /** The part of the motion that was done: 1 unless a contact ended it. */
    t: number;
    /** The first 16 contacts, in order. */
    contacts: MotionContact[];
    /** Number of all contacts. */
    count: number;
    /** Number of sweeps. */
    casts: number;
    /** The shape started in penetration, or with its centre in solid, and was not moved: see pushOut(). */
    inside: boolean;
}

/** A contact of moveTurning(); `t` is a fraction of the whole motion. */
export interface TurningContact extends TurningHit {
    /** It is a thin one-way edge. */
    one_way: boolean;
}

/** The result of moveTurning(). */
export interface TurningResult {
    /** The new position. */
    at: Vec2;
    /** Cosine and sine of the new rotation. `[...at, ...turned]` is a pose. */
    turned: Vec2;
    /** The velocity after all contacts. */
    velocity: Vec2;
    /** The spin after all contacts; 0 if one of them blocked it. */
    spin: number;
    t: number;
    /** A contact stopped the turn. */
    blocked: boolean;
    /** The first 16 contacts, in order. */
    contacts: TurningContact[];
    /** Number of all contacts. */
    count: number;
    /** Number of sweeps. */
    casts: number;
    /** The shape started in penetration, and was not moved. */
    inside: boolean;
}

/** The result of pushOut(). */
export interface Push {
    /** The clear position; the given position if it was clear already, or if there is none. */
    at: Vec2;
    /** The shape was in penetration, and is not any more. */
    moved: boolean;
    /** There is no clear position within the maximum distance. */
    crushed: boolean;
}

/** Anything that a shape can move through: a level, a world, a view of a world, or platforms in one of these. */
export interface Scene {
    /**
     * Moves a shape (defined about the origin: convex, or a compound of up to 16 convex parts) from `position` by
     * `velocity`, and answers each contact with `response` ('stop' by default). The shape penetrates nothing at the
     * final position, unless it did at the start.
     */
    move(shape: AnyShape, position: Vec2, velocity: Vec2, response?: AnyResponse): Motion;
    /**
     * Returns the smallest translation to a clear position (depenetration). `maxDistance` is the longest allowed. 0 or
     * none: the penetration depth, and without limit for a shape with its centre in the solid of a level. Of equally
     * short translations, the one farthest towards -y, then towards -x.
     */
    pushOut(shape: AnyShape, position: Vec2, maxDistance?: number): Push;
}

/** Static geometry. Owns memory. */
export interface Level extends Scene, Disposable {
    readonly edgeCount: number;
    /** Edges of all tiles and closed outlines one by one, minus edges of the boundary; 0 if the boundary has more. */
    readonly seamsRemoved: number;
    /** The box of all cells and outlines; null if there are none. */
    readonly bounds: Bounds | null;
    /** Returns all edges. */
    edges(): LevelEdges;
    /** Returns the code of a cell; 0 if the level is not editable or has no such cell. `grid` is 0 by default. */
    tile(cell: Cell, grid?: number): number;
    /**
     * Sets one tile of an editable level. Afterwards all queries return what a level built from the changed description
     * returns; indices of edges may change. Throws if the level is not editable, if there is no such cell, or if the
     * code has no shape.
     */
    setTile(cell: Cell, code: number, grid?: number): void;
    /** Sets a rectangle of tiles from `cell`: rows of `columns` codes. If a cell or code is invalid, sets none. */
    setTiles(cell: Cell, columns: number, codes: Uint8Array | readonly number[], grid?: number): void;
    /**
     * Removes a convex shape from the solid: an explosion, a tunnel. A circle or capsule is carved as a polygon with 32
     * chords in a full turn. The cost depends on the edges near the shape only. Throws if the level is not editable; on
     * an error the level is unchanged.
     */
    carve(shape: AnyShape): void;
    /** Makes a convex shape solid, which may lie outside of the bounds. Otherwise as carve(). */
    fill(shape: AnyShape): void;
    /** Triangulates the solid area, to fill it on screen: six numbers for each triangle. */
    triangles(): Float32Array;
    /**
     * Writes the boundary as text: as a Tiled map or GeoJSON, which carom.map() reads back as the same boundary, or as
     * SVG. `tagsLost` is an upper bound of the number of edges whose tag is not written.
     */
    write(format: 'tmx' | 'geojson' | 'svg'): { text: string; tagsLost: number };
    /** Returns the level as bytes, for openLevel() here and carom_level_open() in C. */
    image(): Uint8Array;
    /** Returns the first hit; `part` is the edge. */
    ray(from: Vec2, move: Vec2): RayHit;
    /** Returns a hit for every edge that the ray crosses if it continues through solids, in order of t. */
    rayAll(from: Vec2, move: Vec2): RayHit[];
    /** Returns the first hit of a convex shape; `part_b` is the edge. A compound hits nothing. */
    sweep(a: AnyShape, move: Vec2): SweepHit;
    /**
     * Returns the first contact of a shape that moves, and turns about the position of its pose; `part_b` is the edge.
     * The shape may be a compound.
     */
    sweepTurning(a: AnyShape, motion: TurningMotion): TurningHit;
    /**
     * Moves a shape (defined about the position of the pose; a compound of up to 16 convex parts may turn, too) by
     * `velocity` while it turns by `spin` radians, at most 33.5 either way, and answers each contact with `response`
     * ('stop' by default). A contact that the turn brings closer stops the turn.
     */
    moveTurning(shape: AnyShape, pose: Pose, velocity: Vec2, spin: number, response?: AnyResponse): TurningResult;
    /** Returns the edges that the shape touches or overlaps, if its centre is in front of them, ascending. */
    overlap(a: AnyShape): Int32Array;
    /**
     * Returns the distance to the closest edge that has the shape's centre in front of it; `part_b` is the edge. It is
     * null if no edge is within `maxDistance` (Infinity by default).
     */
    nearest(a: AnyShape, maxDistance?: number): Separation;
    /** Returns true if the point is in the interior or on the boundary of a solid. Thin edges are not solid. */
    solid(point: Vec2): boolean;
    /** Casts many rays: x, y, move x, move y for each. Writes to `out`, a result of the same length, if given. */
    rayMany(rays: Float32Array, out?: RayHits): RayHits;
    /** Sweeps one shape many times: x, y (added to the shape), move x, move y for each. `out` as in rayMany(). */
    sweepMany(a: AnyShape, motions: Float32Array, out?: SweepHits): SweepHits;
    /** Tests many points (x and y for each): 1 if solid, 0 if not. */
    solidMany(points: Float32Array): Uint8Array;
    free(): void;
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

export type Bytes = Uint8Array | ArrayBuffer | string;
export type Files = Readonly<Record<string, Bytes>> | ReadonlyMap<string, Bytes>;

/** Options of map(). All are optional. */
export interface MapOptions {
    /** LDtk: the identifier of the only level to read. Default: all levels. */
    level?: string;
    /** Tiled: the path of the .tiled-project in the files, whose classes have defaults for properties. Default: none. */
    project?: string;
    /** LDtk: the only world to read, of a file with several. Default: all, from left to right. */
    world?: string;
    /**
     * Moves vertices of drawn shapes by up to this many pixels on each axis, to the grid and to shapes before them, so
     * that slits between them close. Default 0: nothing moves.
     */
    snap?: number;
    /** LDtk: reads only levels at this depth of the world. Default 0. */
    depth?: number;
    /**
     * Names that are solid. They replace the marks of the map. Tiled: layers, tilesets, objects, classes, properties
     * and ids of tiles ("12", "caves:12"). LDtk: layers, values and entities.
     */
    solid?: string | readonly string[];
    /** Names that are not solid. */
    notSolid?: string | readonly string[];
    /** Names that block only from above. */
    oneWay?: string | readonly string[];
    /** No file outside of this folder is read. Default: the folder of all files, or four levels above the map. */
    root?: string;
    /** LDtk: tile codes of IntGrid values, by identifier or number. */
    values?: Readonly<Record<string, number>>;
    /** Also keeps what a game draws and reads: `contents` of the map. Default false. */
    contents?: boolean;
}

/** Properties of a map as a whole. */
export interface MapInfo {
    /** "TMX 1.10", "TMJ 1.10", "LDtk 1.5.3", "GeoJSON" */
    format: string;
    /** The box around all cells, in pixels. */
    bounds: Bounds;
    /** Size of a cell, in pixels. */
    cell: Vec2;
    /** 0xRRGGBBAA; null if the map has none. */
    background: number | null;
    /** Number of layers of all kinds, without groups. */
    layers: number;
    /** Number of cells that are not empty, in all layers. */
    tiles: number;
    /** Vertices that the option snap moved, or put into edges. */
    snapped: number;
}

/** An object of a map, solid or not. */
export interface MapObject {
    /** LDtk: the identifier of the entity. */
    name: string;
    /** The class; LDtk: the identifier of the entity. */
    type: string;
    layer: string;
    /** The id in the file; 0 if it has none. LDtk: consecutive from 1. */
    id: number;
    /** Min corner of its box before rotation; the position of a point. */
    position: Vec2;
    /** Size of the box; zero for points. */
    size: Vec2;
    /** Centre of the box, after rotation. */
    center: Vec2;
    /** Degrees clockwise. */
    rotation: number;
    /** False if the object or its layer is hidden. */
    visible: boolean;
    /** True if it is part of the level. */
    solid: boolean;
}

/** The solid cells or objects of one layer, tileset and class that have the same mark. */
export interface MapSolid {
    readonly layer: string;
    /** For tiles and tile objects; otherwise ''. */
    readonly tileset: string;
    /** Class of the tile or object; LDtk: identifier of the entity. */
    readonly type: string;
    /** "the layer's name 'Collisions'", "the tile's property 'collides'" */
    readonly mark: string;
    readonly oneWay: boolean;
    /** Number of cells. */
    readonly cells: number;
    /** Number of objects. */
    readonly objects: number;
}

/** A note: something was ignored, or read differently from how it is drawn. */
export interface MapNote {
    where: string;
    message: string;
}

/**
 * A custom property; in LDtk, a field. A class or list becomes several properties: first one with its own name and an
 * empty text, then one for each member ("stats.hp"), item ("path[2]"), and member of an item ("path[2].cx").
 */
export interface MapProperty {
    readonly name: string;
    /** "string", "int", "float", "bool", "color", "file", "object", a class or an enum; LDtk: as in the file. */
    readonly type: string;
    /** The value as text: "0.5", "true", "#ff8800"; empty for a class, a list, or null. */
    readonly text: string;
    /** The value as a number; 1 for true; 0 if the text is not a number. */
    readonly number: number;
}

/** In the order of the file. Those of a template come before those of its instance: see propertyOf(). */
export type MapProperties = readonly MapProperty[];

/** Returns the last property with a name; null if there is none. */
export function propertyOf(properties: MapProperties, name: string): MapProperty | null;

/** The tiles of a layer that are not empty, in the order in which they are drawn: one entry each. */
export interface MapCells {
    readonly count: number;
    readonly columns: Int32Array;
    readonly rows: Int32Array;
    /** Indices in MapContents.tilesets; -1 for a value of an LDtk IntGrid. */
    readonly tilesets: Int32Array;
    /** Ids of tiles in their tilesets, or the values. */
    readonly ids: Uint32Array;
    /** 8: mirrored in x, 4: in y, 2: x and y swapped before, 1: hexagonal maps, turned by 120 degrees. */
    readonly flips: Uint8Array;
    /** The min corners of the drawn images on the map: x and y for each tile. */
    readonly corners: Float32Array;
    /** Width and height of the drawn images. */
    readonly sizes: Float32Array;
    /** 0 to 1, with the opacity of the layer multiplied in. */
    readonly opacities: Float32Array;
}

/** A layer. Groups are resolved: their offset, opacity and visibility are included. */
export interface MapLayer {
    readonly name: string;
    /** The class; LDtk: "IntGrid", "Tiles", "AutoLayer", "Entities". */
    readonly type: string;
    /** The path of the image of an image layer; else empty. */
    readonly image: string;
    readonly kind: 'tiles' | 'objects' | 'image';
    readonly visible: boolean;
    readonly opacity: number;
    readonly offset: Vec2;
    /** [1, 1]: moves with the map. */
    readonly parallax: Vec2;
    /** Index in MapContents.levels; -1 for Tiled. */
    readonly level: number;
    /** Its objects are entries firstObject .. firstObject + objectCount - 1 of CaromMap.objects. */
    readonly firstObject: number;
    readonly objectCount: number;
    readonly cells: MapCells;
    readonly properties: MapProperties;
}

/** Further data of an object; entry i belongs to CaromMap.objects[i]. */
export interface MapDetails {
    readonly form: 'box' | 'ellipse' | 'capsule' | 'point' | 'polygon' | 'polyline' | 'text' | 'tile';
    /** Vertices on the map, after rotation: x and y each. Of a curve the outline, with chords. */
    readonly points: Float32Array;
    /** Index in MapContents.layers. */
    readonly layer: number;
    /** Of a tile object: index in MapContents.tilesets; else -1. */
    readonly tileset: number;
    readonly tile: number;
    readonly flips: number;
    /** Of a text object. */
    readonly text: string;
    /** LDtk: the unique id, to which fields of other entities refer. */
    readonly iid: string;
    readonly properties: MapProperties;
}

/** A tile with a definition: a class, properties, an animation, or an image of its own. */
export interface MapTile {
    readonly id: number;
    readonly type: string;
    /** The path of an image of its own; empty if it is a part of the tileset's image. */
    readonly image: string;
    /** The part of its own image to draw, in pixels. */
    readonly rectangle: Bounds;
    readonly frames: readonly { readonly tile: number; readonly milliseconds: number }[];
    readonly properties: MapProperties;
}

/** A tileset. Its image is a grid of tiles, numbered row by row. */
export interface MapTileset {
    readonly name: string;
    readonly type: string;
    /** The path of the image; empty for a collection of images. */
    readonly image: string;
    /** In pixels. */
    readonly tileSize: Vec2;
    /** The displacement of every tile when drawn, in pixels. */
    readonly offset: Vec2;
    readonly margin: number;
    readonly spacing: number;
    /** 0 for a collection of images. */
    readonly columns: number;
    readonly tileCount: number;
    /** Tiles with a definition, sorted by id. */
    readonly tiles: readonly MapTile[];
    readonly properties: MapProperties;
}

/** A level of an LDtk world. */
export interface MapLevelInfo {
    readonly name: string;
    readonly iid: string;
    readonly bounds: Bounds;
    readonly depth: number;
    /** The iids of the levels that touch it. */
    readonly neighbours: readonly string[];
    /** Its fields. */
    readonly properties: MapProperties;
}

/** What a game draws and reads, beside what is solid. */
export interface MapContents {
    readonly properties: MapProperties;
    /** Bottom first; LDtk: level by level. */
    readonly layers: readonly MapLayer[];
    readonly tilesets: readonly MapTileset[];
    readonly objects: readonly MapDetails[];
    /** Empty for Tiled. */
    readonly levels: readonly MapLevelInfo[];
}

/** The contents of a map. Owns memory. */
export interface CaromMap extends Disposable {
    readonly info: MapInfo;
    readonly objects: readonly MapObject[];
    /** What is solid, one entry for each layer, tileset, class and mark. */
    readonly solids: readonly MapSolid[];
    readonly notes: readonly MapNote[];
    /** Null unless the map was read with { contents: true }. Paths of images are not checked. */
    readonly contents: MapContents | null;
    /**
     * Finds the image of a tile: its path, the part of it to draw in pixels, and the definition of the tile or null.
     * Returns null if the tileset has no image for the id. Throws without `contents`.
     */
    tileImage(tileset: number, id: number): { image: string; rectangle: Bounds; tile: MapTile | null } | null;
    /** Builds the level of everything solid. The map may be freed before its levels. */
    level(): Level;
    /** Returns the description that level() builds. */
    desc(): { tiles: TilesDesc[]; outlines: OutlineDesc[]; maxEdges: number };
    free(): void;
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

export interface SvgDesc {
    /** In pixels. */
    width: number;
    /** In pixels. */
    height: number;
    title?: string;
    /** The point at the upper left. Default [0, 0]. */
    origin?: Vec2;
    /** Pixels per unit. Default 1. */
    scale?: number;
}

/** The style of a group. Colours are written as in SVG; none if not given. */
export interface SvgStyle {
    fill?: string;
    stroke?: string;
    /** Line width, in pixels. Default 1. */
    width?: number;
    /** Length of dashes, in pixels. Default: no dashes. */
    dash?: number;
    /** Default 1. */
    opacity?: number;
}

/** A picture that is being written. Each call appends to it, and returns it. Owns memory. */
export interface Svg extends Disposable {
    group(style?: SvgStyle): Svg;
    groupEnd(): Svg;
    /** Writes the solid area as one path, to be filled. */
    solid(level: Level): Svg;
    /** Writes the one-way edges, or all others (the default). */
    edges(level: Level, one_way?: boolean): Svg;
    /** Writes the outward normals of the same edges, `length` pixels long (4 by default). */
    normals(level: Level, one_way?: boolean, length?: number): Svg;
    /** Writes a polyline: x0, y0, x1, y1, ... */
    line(points: readonly number[] | Float32Array): Svg;
    /** Writes a dot for each point, as wide as the lines of the group. */
    dots(points: readonly number[] | Float32Array): Svg;
    /** Writes a shape. Throws for a compound. */
    shape(shape: AnyShape): Svg;
    /** Writes a text; `size` is in pixels, `anchor` is 'left' by default. */
    text(at: Vec2, size: number, text: string, anchor?: 'left' | 'middle' | 'right'): Svg;
    /** Returns the text of the picture, and frees it. */
    end(): string;
    free(): void;
}

// ---- World ----------------------------------------------------------------------------------------------------------

/** The id of a body; stale once the body is removed. 0n is never an id. */
export type BodyId = bigint;

/** Which pairs can collide: those in which each has a category that the other does not ignore. */
export interface Filter {
    /** 32 bits: what the body is. Default 1. */
    category?: number;
    /** 32 bits: categories to ignore. Default 0. To ignore all but one: `~category >>> 0`. */
    ignore?: number;
    /** Two bodies of the same group, not 0, always collide if it is positive, never if it is negative. Default 0. */
    group?: number;
}

export interface WorldDesc {
    /** The first level; see attach(). */
    level?: Level;
    /** The maximum number of contacts of a mover in one step. Default 32. */
    bounces?: number;
    /**
     * The direction of gravity, of any length: movers rest only on surfaces that face up within 45 degrees. Default [0, 0]:
     * they rest on what they press against.
     */
    down?: Vec2;
    /** The first rule that matches a contact replaces the response of the mover. Default: responses and materials decide. */
    rules?: readonly ContactRule[];
}

/** What a mover does at a contact. Members that are absent match everything. */
export interface ContactRule {
    /** The tag of the mover. */
    a?: bigint;
    /** The tag of the body that it hits, or any level. */
    b?: bigint | 'level';
    /** The tag of the edge of a level. */
    edgeTag?: number;
    /** For contacts whose normal, from b to a, is within 45 degrees of it: doors that are open to one side. */
    normal?: Vec2;
    /** 'pass' passes bodies and one-way edges; at other edges it is a slide. */
    response: AnyResponse;
}

/** What a surface adds to the response of a mover that touches it. Numbers may be negative; a sum below 0 counts as 0. */
export interface Material {
    /** Above 0: a bumper. Default 0. */
    restitution?: number;
    /** Above 0: rough; below 0: ice. Default 0. */
    friction?: number;
    /** A conveyor: the speed of the surface in direction (-normal.y, normal.x). Default 0. */
    surfaceSpeed?: number;
}

/** 'mover': moved by steps. 'static': moved by you only. 'kinematic': moved exactly by its velocity or target. */
export type BodyType = 'mover' | 'static' | 'kinematic';

/** A mover without room between a kinematic body and something else. */
export interface Crush {
    body: BodyId;
    /** The kinematic body, which may press through other movers; null if none reaches it any more. */
    by: BodyId | null;
    /** What holds the mover: it touches it on the opposite side. null: a level, or none. */
    against: BodyId | null;
    /** The level that holds the mover; otherwise -1. */
    level: number;
}

export interface BodyDesc {
    /**
     * Convex, or a compound of up to 16 convex parts, about any origin.
     */
    shape: AnyShape;
    /** Added to the shape. Default [0, 0]. */
    position?: Vec2;
    /** Units per unit of dt. Default [0, 0]. */
    velocity?: Vec2;
    /** Of the shape about the position: radians, or a cosine and a sine. Default 0. */
    rotation?: number | Vec2;
    /** Of a mover or kinematic body: radians per unit of dt. A step turns it by at most 33.5. Default 0. */
    spin?: number;
    /** Default 'mover'. */
    type?: BodyType;
    /** Reports contacts, and neither blocks nor is blocked. Default false. */
    sensor?: boolean;
    /** Of a mover. Default 'stop'. */
    response?: AnyResponse;
    /** Of its surface. */
    material?: Material;
    filter?: Filter;
    /** Of a mover: > 0. Infinity: no mover pushes it. Default 1. */
    mass?: number;
    /** The caller's number, 64 bits without a sign, kept in snapshots. Default 0n. */
    tag?: bigint;
}

/** One contact event of a pair. */
export interface WorldEvent {
    /** The contact began, persists, or ended. */
    kind: 'begin' | 'stay' | 'end';
    /** Fraction of the step; 0 for 'stay'. */
    t: number;
    a: BodyId;
    /** null: a level. */
    b: BodyId | null;
    /** Index of the level; -1 if b is a body. */
    level: number;
    /** Edge of the level; -1 if b is a body. */
    edge: number;
    /** The contact; for 'end' the last one known. */
    point: Vec2;
    /** From b to a. */
    normal: Vec2;
    /** The body was removed: its id is stale. */
    a_gone: boolean;
    b_gone: boolean;
}

/** A pair that touches after the step. */
export interface Pair {
    a: BodyId;
    /** null: a level. */
    b: BodyId | null;
    /** Index of the level; -1 if b is a body. */
    level: number;
    /** Edge of the level; -1 if b is a body. */
    edge: number;
    point: Vec2;
    normal: Vec2;
}

/** Events or pairs as typed arrays, for large numbers of them. */
export interface EventArrays {
    count: number;
    /** 0 begin, 1 stay, 2 end; 1 for pairs. */
    kinds: Uint8Array;
    /** 0 for pairs. */
    t: Float32Array;
    a: BigUint64Array;
    /** 0n: a level. */
    b: BigUint64Array;
    edges: Int32Array;
    /** x0, y0, x1, y1, ... */
    points: Float32Array;
    /** x0, y0, x1, y1, ... */
    normals: Float32Array;
}

/** Counts of the last step. */
export interface StepStats {
    /** Contacts that were answered; a contact of two movers counts once. */
    hits: number;
    /** Movers with more than `bounces` contacts, which rest until the next step. */
    rested: number;
    /** Movers in penetration without a clear position. */
    crushed: number;
    /** Pairs of bodies for the narrow phase: the filters accept them, and the boxes of their motions overlap. */
    tested: number;
}

/** A cell of the broad phase that contains bodies: those whose box has its minimum corner in the cell. */
export interface BroadPhaseCell {
    /** Min x, min y, max x, max y. */
    bounds: [number, number, number, number];
    bodies: number;
    /** Boxes that a search for pairs compares with those of the bodies in the cell; 0 for statics. */
    tests: number;
    /** The cell contains statics; otherwise movers and kinematic bodies. */
    statics: boolean;
}

/** What was hit: a body; a level, if body is null; nothing, if level is -1 as well. */
export interface HitTarget {
    body: BodyId | null;
    level: number;
}

/**
 * Queries over levels, statics and movers at their current positions. Lists are in order of time or distance; at equal
 * values, penetration first, then levels by index, then bodies by index.
 */
export interface WorldScene extends Scene {
    /** Returns the first hit; `part` is the edge of a level. */
    ray(from: Vec2, move: Vec2): RayHit & HitTarget;
    /** Returns the first hit of each body and each level. */
    rayAll(from: Vec2, move: Vec2): (RayHit & HitTarget)[];
    /** Returns true if there is any hit. Faster than ray(). */
    rayAny(from: Vec2, move: Vec2): boolean;
    /** Returns the first hit of a shape that moves while everything else rests; `part_b` is the edge of a level. */
    sweep(shape: AnyShape, move: Vec2): SweepHit & HitTarget;
    sweepAll(shape: AnyShape, move: Vec2): (SweepHit & HitTarget)[];
    sweepAny(shape: AnyShape, move: Vec2): boolean;
    /** Returns everything that the shape touches or overlaps. `edge` is the lowest edge of a level, otherwise -1. */
    overlap(shape: AnyShape): ({ edge: number } & HitTarget)[];
    overlapAny(shape: AnyShape): boolean;
    /** Returns the closest body or level within `maxDistance` (Infinity by default). */
    nearest(shape: AnyShape, maxDistance?: number): Separation & HitTarget;
    nearestAll(shape: AnyShape, maxDistance?: number): (Separation & HitTarget)[];
}

/** The filter of a query, and which bodies it considers. By default everything that blocks. */
export interface ViewDesc {
    filter?: Filter;
    /** A body to ignore, usually the one that asks. */
    except?: BodyId;
    /** Also considers bodies with the response 'pass': sensors, items. Default false. */
    crossing?: boolean;
    /** False ignores levels. Default true. */
    levels?: boolean;
    /** False ignores statics. Default true. */
    statics?: boolean;
    /** False ignores movers. Default true. */
    movers?: boolean;
    /** False ignores kinematic bodies. Default true. */
    kinematics?: boolean;
}

/** Movers and statics over shared levels. Owns memory. Calls with the id of a removed body throw, except has(). */
export interface World extends WorldScene, Disposable {
    /** Adds a level. Levels are shared between worlds, and only read. The world keeps them in memory. */
    attach(level: Level): void;
    /** Adds a body, and returns its id. Throws for an invalid shape or response. */
    add(desc: BodyDesc): BodyId;
    /** Removes a body. Its contacts end at t = 0 of the next step. */
    remove(id: BodyId): void;
    has(id: BodyId): boolean;
    /** The maximum number of contacts of a mover in a step. */
    readonly bounces: number;
    /** The direction of gravity; [0, 0] without one. */
    readonly down: Vec2;
    /** Number of bodies. */
    readonly count: number;
    /** Returns all ids, in ascending order of their index (the lower 32 bits). */
    bodies(): BigUint64Array;

    position(id: BodyId): Vec2;
    /** Relative to what carries it. */
    velocity(id: BodyId): Vec2;
    /** Returns the velocity of the kinematic body that carries a mover; [0, 0] without one. */
    carried(id: BodyId): Vec2;
    /** Returns the position, and the cosine and sine of the rotation about it. */
    pose(id: BodyId): { position: Vec2; turned: Vec2 };
    /** Returns the spin of a body, in radians per unit of dt. */
    spin(id: BodyId): number;
    /** Returns the velocity of the point of a body that is at a point of the world: v + w x r. */
    velocityAt(id: BodyId, point: Vec2): Vec2;
    type(id: BodyId): BodyType;
    isSensor(id: BodyId): boolean;
    mass(id: BodyId): number;
    response(id: BodyId): Required<ResponseDesc>;
    material(id: BodyId): Required<Material>;
    filter(id: BodyId): Required<Filter>;
    /** Returns the material of level edges with a tag. */
    edgeMaterial(edgeTag: number): Required<Material>;
    /** Returns the shape at its current position. */
    shape(id: BodyId): ShapeDesc;
    /** Returns the convex parts of a compound at their current position; for other shapes the shape itself. */
    parts(id: BodyId): ShapeDesc[];
    /** Returns the shape about the origin of its own coordinates, without the rotation of the body: as it was set. */
    ownShape(id: BodyId): ShapeDesc;
    tag(id: BodyId): bigint;
    setTag(id: BodyId, tag: bigint): void;
    /** Teleports a body. The next step separates it from what it overlaps there. */
    setPosition(id: BodyId, position: Vec2): void;
    /** Teleports a body to a position and a rotation. */
    setPose(id: BodyId, pose: Pose): void;
    setVelocity(id: BodyId, velocity: Vec2): void;
    /** Turns a mover or kinematic body about its position, in radians per unit of dt. */
    setSpin(id: BodyId, spin: number): void;
    setResponse(id: BodyId, response: AnyResponse): void;
    setFilter(id: BodyId, filter: Filter): void;
    /** Replaces the shape. The next step separates it from what it overlaps. */
    setShape(id: BodyId, shape: AnyShape): void;
    setMass(id: BodyId, mass: number): void;
    setSensor(id: BodyId, sensor: boolean): void;
    setMaterial(id: BodyId, material: Material): void;
    /** Sets the material of all level edges with a tag: ice, conveyors. */
    setEdgeMaterial(edgeTag: number, material: Material): void;
    /** Moves a kinematic body to a target in the next step, in a straight line, through everything. */
    moveTo(id: BodyId, target: Vec2): void;
    /** Moves and turns a kinematic body to a target pose in the next step, the shorter way. */
    moveToPose(id: BodyId, target: Pose): void;

    /** Returns x and y of all bodies, in the order of bodies(). Writes to `out` if it is long enough. */
    positions(out?: Float32Array): Float32Array;
    velocities(out?: Float32Array): Float32Array;

    /** Moves all bodies by velocity * dt (dt > 0, 1 by default), with continuous collision. */
    step(dt?: number): void;
    readonly eventCount: number;
    readonly pairCount: number;
    /** Returns the events of the last step, in order of time. */
    events(): WorldEvent[];
    eventArrays(): EventArrays;
    /** Returns the pairs that touch after the last step, each once. */
    pairs(): Pair[];
    pairArrays(): EventArrays;
    /** Returns the movers that were crushed in the last step. */
    crushes(): Crush[];
    readonly stats: StepStats;
    /** Returns the cells of the broad phase, as of the last search for pairs: to draw it, and to measure its cost. */
    cells(): BroadPhaseCell[];
    /** Returns 16 hexadecimal digits: the state hash, equal for equal runs on all machines. */
    hash(): string;

    /** Returns everything the next step depends on as bytes, except levels. */
    snapshot(): Uint8Array;
    /** Restores a snapshot of this world, or of one with the same levels and version. Throws for other bytes. */
    restore(bytes: Uint8Array): void;

    /** Releases unused memory to other objects of the module. WASM memory itself does not shrink. */
    shrink(): void;

    /** Returns the world as seen through a filter, which is read now. Throws once the world is freed. */
    view(view: ViewDesc): WorldScene;
    free(): void;
}

// ---- Walker ---------------------------------------------------------------------------------------------------------

export interface WalkerDesc {
    /** Circle, capsule or box, about its position. */
    shape: AnyShape;
    /** Away from the ground, of any length but zero. */
    up: Vec2;
    /** The steepest walkable ground, as rise over run. 0 (the default) means 1.25. */
    slope?: number;
    /** The highest step it climbs. 0 (the default) means a quarter of its height, negative none. */
    step?: number;
    /** How far it follows ground that drops within a step. 0 (the default) means as high as a step, negative none. */
    snap?: number;
}

/** The ground under a walker. */
export interface Ground {
    /** The normal of the surface; at a corner, of its flattest one. */
    normal: Vec2;
    /** From the contact to the shape. Differs from `normal` at a corner. */
    support: Vec2;
    /** A point of the contact. */
    point: Vec2;
    /** The body that it stands on; null: a level or a platform. */
    body: BodyId | null;
    /** The index of the platform that it stands on; absent otherwise. */
    platform?: number;
    /** drop() can pass through it. */
    one_way: boolean;
}

/** The result of a walker's step. */
export interface WalkerResult {
    /** It came to the ground. */
    landed: boolean;
    /** It left the ground: by a jump, a drop, or because the ground ended. */
    left: boolean;
    /** It climbed a step. */
    climbed: boolean;
    /** An obstacle stopped at least a part of its motion: see `wall`. */
    blocked: boolean;
    /** It is on ground too steep to stand on. */
    slipping: boolean;
    /** It is in penetration without a clear position, and was not moved. */
    crushed: boolean;
    /** The normal of the last wall or ceiling that it hit. */
    wall: Vec2;
    /** Number of sweeps. */
    casts: number;
}

/**
 * A kinematic obstacle that carries and pushes walkers. One that spins carries a walker with the velocity of the point
 * that it stands on, until the ground is too steep. Walkers stay upright.
 */
export interface PlatformDesc {
    /** Convex, about its position. */
    shape: AnyShape;
    position: Vec2;
    /** Units per unit of dt. Default [0, 0]. */
    velocity?: Vec2;
    /** About its position: radians, or cosine and sine. Default 0. */
    rotation?: number | Vec2;
    /** Radians per unit of dt, about its position. A step turns it by at most 33.5. Default 0. */
    spin?: number;
}

/** Platforms in a scene. Owns memory. Set velocities and spins before each step; step them after all walkers. */
export interface Platforms extends Scene, Disposable {
    readonly count: number;
    position(index: number): Vec2;
    velocity(index: number): Vec2;
    /** Returns the position, and the cosine and sine of the rotation about it. */
    pose(index: number): { position: Vec2; turned: Vec2 };
    /** Returns radians per unit of dt. */
    spin(index: number): number;
    setPosition(index: number, position: Vec2): void;
    setVelocity(index: number, velocity: Vec2): void;
    setPose(index: number, pose: Pose): void;
    setSpin(index: number, spin: number): void;
    /** Moves each platform by velocity * dt (dt > 0, 1 by default), and turns it by spin * dt. */
    step(dt?: number): void;
    free(): void;
}

/** A character controller. Owns memory. Position and velocity may be set at any time. */
export interface Walker extends Disposable {
    position: Vec2;
    /** Units per unit of dt. */
    velocity: Vec2;
    readonly grounded: boolean;
    /** null in the air. */
    readonly ground: Ground | null;
    /** The velocity down ground that is too steep to stand on; otherwise [0, 0]. */
    readonly slip: Vec2;
    /** Moves the walker by its velocity for dt (dt > 0, 1 by default). Leaves the remaining velocity in `velocity`. */
    step(scene: Scene, dt?: number): WalkerResult;
    /**
     * Steps a walker that is a kinematic body of the world, with the same shape, and gives the body its target: call it before
     * world.step(dt). Bullets hit it, lifts carry it; levels, statics and crates stop it.
     */
    stepInWorld(world: World, id: BodyId, dt?: number): WalkerResult;
    /** Passes down through the one-way edge it stands on. Returns false if it does not stand on one alone. */
    drop(scene: Scene): boolean;
    /**
     * Returns true if a jump starts now. Must be called once before each step; `pressed` is true in the step in which
     * the key goes down. `coyote` (time after the ground ended) and `buffer` (time before landing) are in units of dt.
     */
    jump(rules: { coyote?: number; buffer?: number }, pressed: boolean, dt?: number): boolean;
    /** Returns its state as bytes, valid for the same build of the library. */
    save(): Uint8Array;
    restore(bytes: Uint8Array): void;
    free(): void;
}

// ---- Run ------------------------------------------------------------------------------------------------------------

/** The options of `carom run`. */
export interface RunOptions {
    /** Default 50. */
    actors?: number;
    /** Default 1. */
    seed?: number;
    /** Default: from the size of a cell. */
    radius?: number;
    /** Units per step. Default: from the size of a cell. */
    speed?: number;
    /** Default 'circle'. */
    shape?: 'circle' | 'box';
    /** Default 'bounce'. The command line calls 'stop' touch and 'pass' cross. */
    response?: ResponseDesc['kind'];
}

/** A run of `carom run`. Owns its world and level: free() frees them too. */
export interface Run extends Disposable {
    readonly world: World;
    /** The level, without the walls around it. */
    readonly level: Level;
    readonly actors: number;
    readonly radius: number;
    readonly speed: number;
    /** Number of steps done. */
    readonly steps: number;
    /** Contacts with the level that began. */
    readonly hits: number;
    /** Contacts between actors that began. */
    readonly pairs: number;
    /** Actors with their centre in solid or outside the level after some step. */
    readonly escapes: number;
    /** Returns the centres of all actors: x0, y0, x1, y1, ... Writes to `out` if it is long enough. */
    centers(out?: Float32Array): Float32Array;
    step(count?: number): void;
    /** Returns the state hash, as `carom run --hash` prints it. */
    hash(): string;
    free(): void;
}

declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
    interface Disposable {
        [Symbol.dispose](): void;
    }
}
