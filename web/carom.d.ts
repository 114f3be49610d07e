// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT

/**
 * Carom: exact 2D collision. Shapes, points and answers have the form of the lines of `carom query`, and its numbers
 * bit for bit: each is a 32-bit float, and NaN or infinity in a question is an error.
 *
 *     import { load } from 'carom';
 *     const carom = await load();
 *     carom.sweep({ circle: [0, 5, 1] }, [10, 0], { segment: [0, 0, 10, 10] }).t; // 0.3585786223411560
 *
 * What holds memory of its own (a Shape, Level, World, ...) is given back by `free()`, or by `using`. After that every
 * call on it is an error. Typed arrays in answers are copies and the caller's to keep.
 */

// ---- Loading --------------------------------------------------------------------------------------------------------

/** Where the WASM comes from: its address, its answer, its bytes, or what they were compiled to. */
export type Source =
    | string
    | URL
    | Response
    | PromiseLike<Response>
    | ArrayBuffer
    | ArrayBufferView
    | WebAssembly.Module;

export interface LoadOptions {
    /** Which of the package's two builds: with SIMD where it is there (the default), or without. Same answers. */
    simd?: boolean;
}

/** Loads the package's own WASM, or `source`. Each call makes a library of its own, with memory of its own. */
export function load(source?: Source, options?: LoadOptions): Promise<Carom>;

/** What is thrown when Carom says no. */
export class CaromError extends Error {
    readonly name: 'CaromError';
    /** A short phrase: "negative radius", "not found", "bad file", ... */
    readonly status: string;
    /** `carom_status`. */
    readonly code: number;
    /** The place: a path in the question ("$.a.circle[2]"), a file, or a path in that; may be empty. */
    readonly where: string;
    /** In a file, from 1; 0 where there is none. */
    readonly line: number;
    readonly column: number;
    /** What is wrong, without the place. `message` has both. */
    readonly reason: string;
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

export type Vec2 = readonly [x: number, y: number];
export type Vec3 = readonly [x: number, y: number, z: number];
export type Cell = readonly [column: number, row: number];
export type Bounds = readonly [min_x: number, min_y: number, max_x: number, max_y: number];

export interface PointShape {
    point: Vec2;
}
export interface SegmentShape {
    segment: readonly [ax: number, ay: number, bx: number, by: number];
    /** Solid on the left of a->b; met only from the right. */
    one_sided?: boolean;
    /** Which ends count, [a, b]. */
    ends?: readonly [boolean, boolean];
}
export interface CircleShape {
    circle: readonly [x: number, y: number, radius: number];
}
export interface BoxShape {
    box: Bounds;
}
export interface CapsuleShape {
    capsule: readonly [ax: number, ay: number, bx: number, by: number, radius: number];
}
export interface PolygonShape {
    /** x and y in turn: 3 to 8 points, convex, either winding. */
    polygon: readonly number[] | Float32Array;
}
export interface CompoundShape {
    compound: readonly ShapeForm[];
}
export type ShapeForm =
    | PointShape
    | SegmentShape
    | CircleShape
    | BoxShape
    | CapsuleShape
    | PolygonShape
    | CompoundShape;

/** A shape that was read once, for questions that are asked often. */
export interface Shape extends Disposable {
    readonly kind: 'point' | 'segment' | 'circle' | 'box' | 'capsule' | 'polygon' | 'compound';
    readonly bounds: Bounds;
    /** How many parts a compound has, 1 for the others. */
    readonly parts: number;
    /** The shape as it was made: a polygon without repeated and collinear points, wound as Carom winds it. */
    toJSON(): ShapeForm;
    free(): void;
}
export type AnyShape = ShapeForm | Shape;

// ---- Answers --------------------------------------------------------------------------------------------------------

export type Feature = 'edge' | 'end_a' | 'end_b' | 'side' | 'corner';

export interface Gap {
    /** Negative: the depth. null when there is nothing to measure. */
    distance: number | null;
    on_a: Vec2 | null;
    on_b: Vec2 | null;
    /** From b to a. */
    normal: Vec2 | null;
    /** Which part, where the shape is a compound. */
    part_a?: number;
    part_b?: number;
}

export interface Contact {
    hit: boolean;
    depth: number;
    normal: Vec2 | null;
    /** On b's surface: none, one or two. */
    points: Vec2[];
    part_a?: number;
    part_b?: number;
}

export interface RayHit {
    hit: boolean;
    /** 0..1; 1 on a miss. */
    t: number;
    /** The far crossing as a fraction of the motion; null when it is infinite. */
    exit: number | null;
    inside: boolean;
    point: Vec2 | null;
    normal: Vec2 | null;
    part?: number;
}

export interface SweepHit {
    hit: boolean;
    t: number;
    /** Where a's reference point comes to rest. */
    at: Vec2;
    inside: boolean;
    point: Vec2 | null;
    normal: Vec2 | null;
    feature: Feature | null;
    part_a?: number;
    part_b?: number;
}

export interface RayHit3 {
    hit: boolean;
    t: number;
    exit: number | null;
    inside: boolean;
    point: Vec3 | null;
    normal: Vec3 | null;
}

export interface SweepHit3 {
    hit: boolean;
    t: number;
    at: Vec3;
    inside: boolean;
    point: Vec3 | null;
    normal: Vec3 | null;
    feature: Feature | null;
}

export interface SightLine {
    clear: boolean;
    /** The first cell in the way; null when clear. */
    blocker: Cell | null;
}

/** A line of `carom query`, as an object. See `carom query --help`. */
export type Question = { op: string; id?: unknown; [field: string]: unknown };
export type Answer = { id?: unknown; [field: string]: unknown };

// ---- Batches --------------------------------------------------------------------------------------------------------

/** A word of bits for each answer of a batch. */
export const HIT: 1;
export const INSIDE: 2;

/** One answer to each ray, in order. Of a miss, t = exit = 1, edge = part = -1, and point and normal are 0. */
export interface RayHits {
    /** How many hit. */
    hits: number;
    /** HIT, INSIDE. */
    flags: Uint8Array;
    t: Float32Array;
    exit: Float32Array;
    /** x and y in turn. */
    points: Float32Array;
    normals: Float32Array;
    /** Of a level the edge, of a compound the part. */
    parts: Int32Array;
}

/** One answer to each sweep, in order. */
export interface SweepHits {
    hits: number;
    flags: Uint8Array;
    t: Float32Array;
    at: Float32Array;
    points: Float32Array;
    normals: Float32Array;
    parts: Int32Array;
}

// ---- The library ----------------------------------------------------------------------------------------------------

export interface Carom {
    /** "major.minor.patch" of the C library. */
    readonly version: string;
    /** Was it built with SIMD? */
    readonly simd: boolean;
    /** Bytes of WASM memory, for those who watch it. */
    readonly memoryBytes: number;

    // -- geom --

    shape(form: ShapeForm): Shape;
    overlap(a: AnyShape, b: AnyShape): boolean;
    distance(a: AnyShape, b: AnyShape): Gap;
    contact(a: AnyShape, b: AnyShape): Contact;
    /** The first t where from + t * move enters b. */
    ray(from: Vec2, move: Vec2, b: AnyShape): RayHit;
    /** The same along the exact way from one point to another, also where that is no float. */
    rayTo(from: Vec2, to: Vec2, b: AnyShape): RayHit;
    /** The first t where a, moving, touches b, and is closing. */
    sweep(a: AnyShape, move: Vec2, b: AnyShape, b_move?: Vec2): SweepHit;
    ray3(from: Vec3, move: Vec3, b: { sphere: readonly [number, number, number, number] }): RayHit3;
    sweep3(
        a: { sphere: readonly [number, number, number, number] },
        move: Vec3,
        b: { segment3: readonly [number, number, number, number, number, number] },
    ): SweepHit3;

    /** Many rays (x, y, move x, move y in turn) against one shape. */
    rays(rays: Float32Array, b: AnyShape): RayHits;
    /** Which of many circles (x, y, radius in turn) a overlaps: their indices, ascending. */
    overlapCircles(a: AnyShape, circles: Float32Array): Int32Array;
    /** Which of many boxes (min x, min y, max x, max y in turn). */
    overlapBoxes(a: AnyShape, boxes: Float32Array): Int32Array;
    /** Which of many segments (ax, ay, bx, by in turn). */
    overlapSegments(a: AnyShape, segments: Float32Array): Int32Array;
    /** The earliest hit of a moving shape among many at rest; `part_b` is its index. */
    sweepCircles(a: AnyShape, move: Vec2, circles: Float32Array): SweepHit;
    sweepBoxes(a: AnyShape, move: Vec2, boxes: Float32Array): SweepHit;
    sweepSegments(a: AnyShape, move: Vec2, segments: Float32Array): SweepHit;

    /** Answers what `carom query` would, as an object with the same fields. Throws what it would call an error. */
    query(question: Question): Answer;

    // -- grid --

    /** The cells between two cells: column and row in turn. */
    walk(from: Cell, to: Cell, options?: { corners?: 'open' | 'any'; ends?: boolean }): Int32Array;
    /** Rows of characters of which # blocks, or a byte a cell. */
    sightMap(rows: readonly string[]): SightMap;
    sightMap(cells: Uint8Array, columns: number): SightMap;

    // -- tiles --

    /** The names of the catalogue, by base: 'empty', 'solid', 'edge', ... */
    readonly tileNames: readonly string[];
    /** A tile's code: a base or its name, mirrored, quarter turns clockwise with y down. */
    tileCode(base: number | string, flip?: boolean, turns?: number): number;
    /** The smallest code of the same shape. */
    tileCanonical(code: number): number;
    /** The edges of one tile by itself, in a cell from (0, 0). */
    tileEdges(code: number, cell?: Vec2): LevelEdges;

    // -- levels and maps --

    level(desc: LevelDesc): Level;
    /**
     * Reads a Tiled map (.tmx, .tmj) or an LDtk world (.ldtk) from `files`, and the files it names (.tsx, .tsj, .tx,
     * .tj, .ldtkl) from there too, by paths as they are relative to one folder. Pictures are not needed.
     */
    map(name: string, files: Files, options?: MapOptions): Promise<CaromMap>;

    // -- motion --

    /** The velocity nearest to the wanted one that moves against none of the normals. */
    slide(velocity: Vec2, normals: readonly Vec2[]): Vec2;
    /** The velocity after a bounce off a surface at rest. */
    bounce(velocity: Vec2, normal: Vec2, restitution?: number, friction?: number): Vec2;

    // -- walker --

    walker(desc: WalkerDesc): Walker;
    /** Platforms in a level or a world: a space to walk in, where they carry who stands on them, and push. */
    platforms(within: Space, list: readonly PlatformDesc[]): Platforms;
    /** How far a shape whose motion is stopped by a corner must go aside to pass it, if by no more than `reach`. */
    cornerCorrection(space: Space, shape: AnyShape, position: Vec2, motion: Vec2, reach: number): Vec2;

    // -- world --

    world(desc?: WorldDesc): World;

    /** The main job of the command line, with its actors, and its state hash: `carom run`. */
    run(map: CaromMap, options?: RunOptions): Run;
}

// ---- Grid -----------------------------------------------------------------------------------------------------------

export interface SightMap extends Disposable {
    readonly columns: number;
    readonly rows: number;
    get(cell: Cell): boolean;
    set(cell: Cell, blocks: boolean): void;
    /** A byte a cell, row by row. */
    cells(): Uint8Array;
    sight(from: Cell, to: Cell, corners?: 'open' | 'pair' | 'any'): SightLine;
    /** One viewer, many targets (column and row in turn): 1 where the line is clear. */
    sights(from: Cell, targets: Int32Array, corners?: 'open' | 'pair' | 'any'): Uint8Array;
    /** A byte for each cell of the map, row by row: 1 seen, 0 not. */
    fov(from: Cell, radius: number): Uint8Array;
    free(): void;
}

// ---- Level ----------------------------------------------------------------------------------------------------------

export interface TilesDesc {
    columns: number;
    rows: number;
    origin?: Vec2;
    /** Width and height of a cell; [1, 1] if not given. */
    cell?: Vec2;
    /** A byte a cell, row by row: see tileCode. */
    codes: Uint8Array | readonly number[];
}

export interface OutlineDesc {
    /** x and y in turn. */
    points: Float32Array | readonly number[];
    /** A chain, not a closed outline. */
    open?: boolean;
    one_way?: boolean;
    tag?: number;
}

/** A tile shape of one's own, drawn in its cell: coordinates from 0 to 1, y down. Open parts have to be one-way. */
export interface TileShapeDesc {
    /** 21 to 31. */
    base: number;
    parts: readonly OutlineDesc[];
}

export interface LevelDesc {
    tiles?: TilesDesc | readonly TilesDesc[];
    outlines?: readonly OutlineDesc[];
    tileShapes?: readonly TileShapeDesc[];
    /** For setTile(). */
    editable?: boolean;
}

/** Bits of LevelEdges.flags. */
export const CORNER_A: 1;
export const CORNER_B: 2;
export const ONE_WAY: 4;

/** The outline of a level, one entry an edge: solid on the left of a->b. */
export interface LevelEdges {
    count: number;
    /** ax, ay, bx, by in turn. */
    points: Float32Array;
    /** The outward normals, x and y in turn. */
    normals: Float32Array;
    /** CORNER_A, CORNER_B (the end is convex, or that of a one-way edge), ONE_WAY. */
    flags: Uint8Array;
    /** The edges that continue at b and at a; -1 where a chain ends. */
    next: Int32Array;
    prev: Int32Array;
    tags: Int32Array;
}

export interface ResponseForm {
    kind: 'touch' | 'slide' | 'bounce' | 'cross';
    restitution?: number;
    friction?: number;
}
export type AnyResponse = ResponseForm | ResponseForm['kind'];

export interface MotionContact extends SweepHit {
    /** In a world the body that was met; null is a level, or a platform. */
    body: BodyId | null;
    /** The index of the platform that was met. */
    platform?: number;
    /** A thin one-way edge, or a one-sided segment. */
    one_way: boolean;
}

/** Where a motion led. */
export interface Motion {
    at: Vec2;
    velocity: Vec2;
    t: number;
    /** In order; the first 16. `count` is all. */
    contacts: MotionContact[];
    count: number;
    casts: number;
    /** It started deeper than touch in something, and was not moved: see pushOut. */
    inside: boolean;
}

export interface Push {
    at: Vec2;
    moved: boolean;
    crushed: boolean;
}

/** What can be moved through: a level, a world with all that is in it, or platforms in one of them. */
export interface Space {
    /** Moves a shape (its reference point at the origin) from `position` by `velocity`. */
    move(shape: AnyShape, position: Vec2, velocity: Vec2, response?: AnyResponse): Motion;
    pushOut(shape: AnyShape, position: Vec2): Push;
}

export interface Level extends Space, Disposable {
    readonly edgeCount: number;
    readonly seamsRemoved: number;
    /** null when there is nothing in it. */
    readonly bounds: Bounds | null;
    edges(): LevelEdges;
    /** The code of a cell of an editable level. */
    tile(cell: Cell, grid?: number): number;
    /** Sets one tile of an editable level; all answers then are those of a level made so. Edges get other numbers. */
    setTile(cell: Cell, code: number, grid?: number): void;
    /** `part` is the edge. */
    ray(from: Vec2, move: Vec2): RayHit;
    /** All edges that the ray meets, as if it went on through solids, in order. */
    rayAll(from: Vec2, move: Vec2): RayHit[];
    /** `part_b` is the edge. */
    sweep(a: AnyShape, move: Vec2): SweepHit;
    /** The edges the shape touches, ascending. */
    overlap(a: AnyShape): Int32Array;
    /** The nearest edge the shape is in front of, no farther than `within`: its number is `part_b`. */
    nearest(a: AnyShape, within?: number): Gap;
    /** Is the point in a solid, or on its border? */
    solid(point: Vec2): boolean;
    /** Many rays: x, y, move x, move y in turn. Written to `out`, an answer to as many, if there is one. */
    rays(rays: Float32Array, out?: RayHits): RayHits;
    /** Many motions of one shape: x, y (added to the shape), move x, move y in turn. `out` as for rays(). */
    sweeps(a: AnyShape, motions: Float32Array, out?: SweepHits): SweepHits;
    /** Which of many points (x and y in turn) are in a solid: 1 or 0. */
    solids(points: Float32Array): Uint8Array;
    free(): void;
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

export type Bytes = Uint8Array | ArrayBuffer | string;
export type Files = Readonly<Record<string, Bytes>> | ReadonlyMap<string, Bytes>;

export interface MapOptions {
    /** LDtk: the one level to read; all of them if not given. */
    level?: string;
    /** LDtk: which tile code stands for a value of an IntGrid layer, by its name or number. */
    values?: Readonly<Record<string, number>>;
}

export interface MapInfo {
    /** "TMX 1.10", "LDtk 1.5.3" */
    format: string;
    bounds: Bounds;
    cell: Vec2;
    /** 0xRRGGBBAA; null if none is given. */
    background: number | null;
    layers: number;
    tiles: number;
}

export interface MapObject {
    name: string;
    type: string;
    layer: string;
    id: number;
    position: Vec2;
    size: Vec2;
    center: Vec2;
    rotation: number;
    visible: boolean;
    solid: boolean;
}

/** What was left out, or taken in another sense than drawn. */
export interface MapNote {
    where: string;
    message: string;
}

export interface CaromMap extends Disposable {
    readonly info: MapInfo;
    readonly objects: readonly MapObject[];
    readonly notes: readonly MapNote[];
    /** All that is solid. The map may be freed before its levels. */
    level(): Level;
    /** What a level is made from. */
    desc(): { tiles: TilesDesc[]; outlines: OutlineDesc[] };
    free(): void;
}

// ---- World ----------------------------------------------------------------------------------------------------------

/** Names a body for as long as it lives; 0n names none. */
export type BodyId = bigint;

export interface Filter {
    /** 1 if not given. */
    category?: number;
    /** All if not given. */
    mask?: number;
    /** Two of the same group always meet if it is positive, never if it is negative. */
    group?: number;
}

export interface WorldDesc {
    level?: Level;
    /** The most contacts a mover answers in a step; 32 if not given. */
    bounces?: number;
}

export interface BodyDesc {
    /** Convex, or a compound of up to 16 convex parts; of a mover with its reference point at the origin. */
    shape: AnyShape;
    position?: Vec2;
    velocity?: Vec2;
    is_static?: boolean;
    /** 'touch' if not given. */
    response?: AnyResponse;
    filter?: Filter;
}

export interface WorldEvent {
    kind: 'begin' | 'stay' | 'end';
    t: number;
    a: BodyId;
    /** null: a level. */
    b: BodyId | null;
    /** Which level and which of its edges; -1 if b is a body. */
    level: number;
    edge: number;
    point: Vec2;
    /** From b to a. */
    normal: Vec2;
}

export interface Pair {
    a: BodyId;
    b: BodyId | null;
    level: number;
    edge: number;
    point: Vec2;
    normal: Vec2;
}

/** The same as typed arrays, for those who draw or count many. */
export interface EventArrays {
    count: number;
    /** 0 begin, 1 stay, 2 end; of pairs 1. */
    kinds: Uint8Array;
    t: Float32Array;
    a: BigUint64Array;
    /** 0n: a level. */
    b: BigUint64Array;
    edges: Int32Array;
    points: Float32Array;
    normals: Float32Array;
}

export interface StepStats {
    hits: number;
    rested: number;
    crushed: number;
}

/** Who was met: a body, or if null a level, or if that is -1 nobody. */
export interface Met {
    body: BodyId | null;
    level: number;
}

/** What can be asked of a world as it stands. Lists are in order of time or distance. */
export interface WorldSpace extends Space {
    /** Of a level, the edge is `part`. */
    ray(from: Vec2, move: Vec2): RayHit & Met;
    rayAll(from: Vec2, move: Vec2): (RayHit & Met)[];
    /** A shape that moves past everything at rest. Of a level, the edge is `part_b`. */
    sweep(shape: AnyShape, move: Vec2): SweepHit & Met;
    sweepAll(shape: AnyShape, move: Vec2): (SweepHit & Met)[];
    /** Who is touched; of a level the lowest edge. */
    overlap(shape: AnyShape): ({ edge: number } & Met)[];
    /** Who is nearest, no farther than `reach`. */
    nearest(shape: AnyShape, reach?: number): Gap & Met;
    nearestAll(shape: AnyShape, reach?: number): (Gap & Met)[];
}

/** Who looks, and at what: by itself at all that blocks. */
export interface ViewDesc {
    filter?: Filter;
    /** Usually who looks. */
    except?: BodyId;
    /** Those that cross are met as well: sensors, things to pick up. */
    crossing?: boolean;
    /** False leaves them out. */
    levels?: boolean;
    statics?: boolean;
    movers?: boolean;
}

export interface World extends WorldSpace, Disposable {
    /** Levels are shared, only read, and are not to be freed before the world. */
    attach(level: Level): void;
    add(desc: BodyDesc): BodyId;
    remove(id: BodyId): void;
    has(id: BodyId): boolean;
    readonly count: number;
    /** All ids, in ascending order of their place. */
    bodies(): BigUint64Array;

    position(id: BodyId): Vec2;
    velocity(id: BodyId): Vec2;
    /** Where it stands now. */
    shape(id: BodyId): ShapeForm;
    setPosition(id: BodyId, position: Vec2): void;
    setVelocity(id: BodyId, velocity: Vec2): void;
    setResponse(id: BodyId, response: AnyResponse): void;
    setFilter(id: BodyId, filter: Filter): void;

    /** Of all bodies, in the order of bodies(): x and y in turn. Written to `out` when it is long enough. */
    positions(out?: Float32Array): Float32Array;
    velocities(out?: Float32Array): Float32Array;

    step(dt?: number): void;
    readonly eventCount: number;
    readonly pairCount: number;
    events(): WorldEvent[];
    eventArrays(): EventArrays;
    pairs(): Pair[];
    pairArrays(): EventArrays;
    readonly stats: StepStats;
    /** 16 hexadecimal digits, equal on every machine for equal runs, and to those of `carom run --hash`. */
    hash(): string;

    /** All that steps change, as bytes, for worlds of the same version that were made alike. */
    snapshot(): Uint8Array;
    restore(bytes: Uint8Array): void;

    /** A look through a filter, from everyone but one body. */
    view(view: ViewDesc): WorldSpace;
    free(): void;
}

// ---- Walker ---------------------------------------------------------------------------------------------------------

export interface WalkerDesc {
    /** Circle, capsule or box, about its position. */
    shape: AnyShape;
    /** Away from the ground. */
    up: Vec2;
    /** The steepest ground, as rise over run; 1.25 if not given. */
    slope?: number;
    /** The highest step it climbs; a quarter of its height if not given, none if negative. */
    step?: number;
    /** How far it follows ground that drops; as high as a step if not given, not at all if negative. */
    snap?: number;
}

export interface Ground {
    normal: Vec2;
    support: Vec2;
    point: Vec2;
    /** In a world the body it stands on; null is a level, or a platform. */
    body: BodyId | null;
    /** The index of the platform it stands on. */
    platform?: number;
    /** It can be dropped through. */
    one_way: boolean;
}

/** What happened in a step. */
export interface Stride {
    landed: boolean;
    left: boolean;
    climbed: boolean;
    blocked: boolean;
    slipping: boolean;
    crushed: boolean;
    /** The normal of the last wall or ceiling met. */
    wall: Vec2;
    casts: number;
}

export interface PlatformDesc {
    /** Convex, about its position. */
    shape: AnyShape;
    position: Vec2;
    velocity?: Vec2;
}

/** Give them new velocities before each step, and step them after all have walked. */
export interface Platforms extends Space, Disposable {
    readonly count: number;
    position(index: number): Vec2;
    velocity(index: number): Vec2;
    setPosition(index: number, position: Vec2): void;
    setVelocity(index: number, velocity: Vec2): void;
    step(dt?: number): void;
    free(): void;
}

/** A character on its feet. Set position and velocity to begin with, and whenever you like. */
export interface Walker extends Disposable {
    position: Vec2;
    velocity: Vec2;
    readonly grounded: boolean;
    /** null in the air. */
    readonly ground: Ground | null;
    /** Its velocity down ground too steep to stand on. */
    readonly slip: Vec2;
    step(space: Space, dt?: number): Stride;
    /** Down through the one-way edge it stands on; false if it does not stand on one alone. */
    drop(space: Space): boolean;
    /** Asked once a step, before it: is this the moment to jump? */
    jump(rules: { coyote?: number; buffer?: number }, pressed: boolean, dt?: number): boolean;
    /** Its state as bytes, for the same build of the library. */
    save(): Uint8Array;
    restore(bytes: Uint8Array): void;
    free(): void;
}

// ---- Run ------------------------------------------------------------------------------------------------------------

/** As the options of `carom run`. */
export interface RunOptions {
    actors?: number;
    seed?: number;
    /** Not given: by the size of a cell. */
    radius?: number;
    speed?: number;
    shape?: 'circle' | 'box';
    response?: ResponseForm['kind'];
}

export interface Run extends Disposable {
    readonly world: World;
    /** The level, without the walls around it. */
    readonly level: Level;
    readonly actors: number;
    readonly radius: number;
    readonly speed: number;
    /** Steps done. */
    readonly steps: number;
    /** Times an actor met the level, times two met, actors that were found in solid or outside. */
    readonly hits: number;
    readonly pairs: number;
    readonly escapes: number;
    /** Centres of all actors, x and y in turn. */
    centers(out?: Float32Array): Float32Array;
    step(count?: number): void;
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
