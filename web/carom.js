// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Converts between JavaScript values and WASM memory: shape descriptions to numbers, structs to objects, columns to
// typed arrays. All decisions are made in C. Functions called carom_* are those of include/carom; web/CMakeLists.txt
// exports each one that this file names. All others are in src/. src/web.h asserts the offsets in structs that are used
// here.
//
// `scratch` is a block of 64 kB for the arguments and results of one call. Its regions do not overlap: shapes a and b,
// numbers, a result, an error, and LIST_BYTES for lists.

import { contentsAt, MAP_LAYOUT } from './contents.js';

const POINT = 1,
    SEGMENT = 2,
    CIRCLE = 3,
    BOX = 4,
    CAPSULE = 5,
    POLYGON = 6,
    COMPOUND = 7;
const KINDS = [null, 'point', 'segment', 'circle', 'box', 'capsule', 'polygon', 'compound'];
const QUICK_KINDS = new Map([POINT, CIRCLE, BOX, CAPSULE].map((kind) => [KINDS[kind], kind]));
const MEMBERS = ['one_sided', 'ends', 'radius', 'pose']; // of a shape, beside its kind
const NUMBERS = [0, 2, 4, 3, 4, 5];
const FEATURES = [null, 'edge', 'end_a', 'end_b', 'side', 'corner'];
const RESPONSES = ['stop', 'slide', 'bounce', 'pass'];
const PLAIN_RESPONSES = new Map(RESPONSES.map((word, kind) => [word, { kind, restitution: word === 'bounce' ? 1 : 0, friction: 0, surfaceSpeed: 0 }]));
const CORNERS = ['open', 'pair', 'any'];
const EVENTS = ['begin', 'stay', 'end'];
const BAD_ARGUMENT = 9, // of carom_status
    NO_MEMORY = 10,
    STALE = 11,
    FULL = 12,
    UNSUPPORTED = 15,
    TOO_LARGE = 16;

const SHAPE_A = 0,
    SHAPE_B = 256,
    VALUES = 512,
    VECTORS = 640,
    RESPONSE = 704,
    FILTER = 768,
    MATERIAL = 800,
    SCENE = 832,
    ANSWER = 1024,
    ERROR = 1536,
    CONTACTS = 4096,
    LIST = 8192,
    LIST_BYTES = 57344,
    SCRATCH = LIST + LIST_BYTES;
const CONTACTS_KEPT = 16,
    MOST_CELLS = 1 << 24;
const MAX_TURN = 33.5; // CAROM_MAX_TURN
const LEAST_INT = -2147483648,
    MOST_INT = 2147483647;
const LAST_ID = 0xffffffffffffffffn;
const PLATFORM = 0xffffffff; // the upper half of a platform's owner; no body has such an id

/** The order of motion_layout() in src/motion.c: sizes of structs and offsets of their fields. */
const MOTION_LAYOUT = {
    contact: ['size', 'owner', 'one_way'],
    motion: ['size', 'at', 'velocity', 't', 'contacts', 'casts', 'inside'],
    push: ['at', 'moved', 'crushed'],
    sceneFields: ['view'],
    responseFields: ['kind', 'restitution', 'friction', 'surface_speed'],
    walker: ['jump', 'desc', 'position', 'velocity', 'grounded', 'slip', 'normal', 'support', 'point', 'owner', 'one_way'],
    walkerResult: ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed', 'wall', 'casts'],
    platform: ['position', 'velocity', 'rotation', 'spin'],
};
/** The order of world_layout() in src/world.c. */
const WORLD_LAYOUT = {
    event: ['size', 'kind', 't', 'a', 'b', 'level', 'edge', 'point', 'normal', 'gone'],
    pair: ['size', 'a', 'b', 'level', 'edge', 'point', 'normal'],
    crush: ['size', 'body', 'by', 'against', 'level'],
    rule: ['size', 'a', 'b', 'bits', 'edge_tag', 'normal', 'response'],
};

const GONE_A = 1,
    GONE_B = 2; // carom_event_gone

export const HIT = 1,
    INSIDE = 2;
export const CORNER_A = 1,
    CORNER_B = 2,
    ONE_WAY = 4;

export class CaromError extends Error {
    constructor(code, status, where, reason, line = 0, column = 0) {
        const location = line > 0 ? `${where}:${line}:${column}` : where;
        super(location ? `${location}: ${reason}` : reason);
        this.name = 'CaromError';
        this.code = code;
        this.status = status;
        this.where = where;
        this.reason = reason;
        this.line = line;
        this.column = column;
    }
}

// Symbol.dispose is missing in older engines.
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

// ---- Memory ---------------------------------------------------------------------------------------------------------

/** The memory and functions of the module, and the conversions from and to them. */
class Core {
    constructor(instance, simd) {
        this.f = instance.exports;
        this.f._initialize?.();
        this.simd = simd;
        this.shapeSize = this.f.shape_size();
        this.scratch = this.f.allocate(SCRATCH);
        this.updateViews();
        if (!this.scratch) throw new Error('no memory for the WASM of carom');
        this.readLayout(MOTION_LAYOUT, this.f.motion_layout());
        this.readLayout(WORLD_LAYOUT, this.f.world_layout());
        this.map = {};
        this.readLayout(MAP_LAYOUT, this.f.map_layout(), this.map);
        this.borrowed = new Memory(this); // parts of compounds that were passed as descriptions
    }

    readLayout(structs, at, to = this) {
        let address = new Uint16Array(this.f.memory.buffer, at);
        for (const [struct, fields] of Object.entries(structs)) {
            to[struct] = Object.fromEntries(fields.map((field, i) => [field, address[i]]));
            address = address.subarray(fields.length);
        }
    }

    /** Renews the views. Must be called after every call that may grow the memory, which detaches them. */
    updateViews() {
        const buffer = this.f.memory.buffer;
        if (this.u8?.buffer === buffer) return;
        this.u8 = new Uint8Array(buffer);
        this.i32 = new Int32Array(buffer);
        this.u32 = new Uint32Array(buffer);
        this.f32 = new Float32Array(buffer);
        this.u64 = new BigUint64Array(buffer);
    }

    allocate(bytes) {
        const address = this.f.allocate(bytes || 1);
        this.updateViews();
        if (!address) this.fail(NO_MEMORY);
        return address;
    }

    /** Calls `work` with the address of a temporary block of `bytes` bytes. */
    with(bytes, work) {
        if (bytes <= LIST_BYTES) return work(this.scratch + LIST);
        const address = this.allocate(bytes);
        try {
            return work(address);
        } finally {
            this.f.release(address);
        }
    }

    text(address) {
        let end = address;
        while (this.u8[end]) end++;
        return decoder.decode(this.u8.subarray(address, end));
    }

    statusText(code) {
        return this.text(this.f.carom_status_text(code));
    }

    fail(code, where = '', reason = this.statusText(code)) {
        throw new CaromError(code, this.statusText(code), where, reason);
    }

    check(code, where) {
        this.updateViews();
        if (code) this.fail(code, where);
    }

    /** As check(), for functions that fill in a carom_error. */
    checkFile(code) {
        this.updateViews();
        if (code) throw this.fileError(code);
    }

    fileError(code) {
        const e = this.scratch + ERROR;
        const filled = this.i32[e >> 2] === code;
        const reason = (filled && this.text(e + 524)) || this.statusText(code);
        const address = filled ? this.i32.subarray(e >> 2) : [0, 0, 0];
        return new CaromError(code, this.statusText(code), filled ? this.text(e + 12) : '', reason, address[1], address[2]);
    }

    clearError() {
        this.i32[(this.scratch + ERROR) >> 2] = 0;
    }

    // -- Arguments --

    wrong(where, reason) {
        this.fail(BAD_ARGUMENT, where, reason);
    }

    /** Returns `form`. Throws unless it is an object with known fields only: a misspelt field must not be ignored. */
    fields(form, known, where, what) {
        // Levels, promises, maps and the like have no fields of their own, and would pass for an empty object.
        if (!isPlain(form) || form instanceof Owned || form instanceof View) {
            this.wrong(where, form === undefined ? 'missing' : `expected an object, not ${shown(form)}`);
        }
        for (const key in form) {
            if (!known.includes(key)) this.wrong(where, `unknown field "${key}"; the fields of ${what} are ${known.join(' ')}`);
        }
        return form;
    }

    list(value, where, what) {
        if (!Array.isArray(value)) this.wrong(where, value === undefined ? 'missing' : `expected an array of ${what}, not ${shown(value)}`);
        return value;
    }

    /** Returns the id of a body, which may be stale. */
    id(value, where = '$.id') {
        if (typeof value === 'bigint' && value >= 0n && value <= LAST_ID) return value;
        this.wrong(where, `expected the id of a body, a bigint that add() returned, not ${shown(value)}`);
    }

    /** Returns the address of an object of class `type`. */
    owned(value, type, where, what) {
        if (!(value instanceof type)) this.wrong(where, `expected ${what}, not ${shown(value)}`);
        return value.addressFor(this);
    }

    number(value, where) {
        if (typeof value !== 'number') this.wrong(where, `expected a number, not ${nameOf(value)}`);
        const float = Math.fround(value);
        if (float - float === 0) return float;
        this.fail(1, where, value - value === 0 ? `${value} is too large for a float` : `${value} is not finite`);
    }

    numbers(values, count, where, at) {
        if (!isList(values)) this.wrong(where, values === undefined ? 'missing' : `expected an array of ${count} numbers, not ${nameOf(values)}`);
        if (values.length !== count) this.wrong(where, `expected ${count} numbers, not ${values.length}`);
        for (let i = 0; i < count; i++) {
            const value = values[i];
            if (typeof value !== 'number') this.number(value, `${where}[${i}]`);
            this.f32[at + i] = value;
            const float = this.f32[at + i];
            if (float - float !== 0) this.number(value, `${where}[${i}]`);
        }
    }

    vec2(value, where) {
        if (!isList(value)) this.wrong(where, value === undefined ? 'missing' : `expected an array of 2 numbers, not ${nameOf(value)}`);
        if (value.length !== 2) this.wrong(where, `expected 2 numbers, not ${value.length}`);
        for (let i = 0; i < 2; i++) {
            if (typeof value[i] !== 'number') this.number(value[i], `${where}[${i}]`);
            const float = Math.fround(value[i]);
            if (float - float !== 0) this.number(value[i], `${where}[${i}]`);
        }
        return value;
    }

    /** Writes a carom_vec2 to the scratch memory, which has eight; returns its address. */
    vector(value, where, index = 0) {
        const at = this.scratch + VECTORS + 8 * index,
            f32 = this.f32,
            i = at >> 2;
        if (Array.isArray(value) && value.length === 2) {
            const x = value[0],
                y = value[1];
            if (typeof x === 'number' && typeof y === 'number') {
                f32[i] = x;
                f32[i + 1] = y;
                if (f32[i] - f32[i] === 0 && f32[i + 1] - f32[i + 1] === 0) return at;
            }
        }
        this.vec2(value, where);
        f32[i] = value[0];
        f32[i + 1] = value[1];
        return at;
    }

    /** Writes a carom_cell, which must be valid; returns its address. */
    cellAt(value, index = 0) {
        const at = this.scratch + VECTORS + 8 * index;
        this.i32[at >> 2] = value[0];
        this.i32[(at >> 2) + 1] = value[1];
        return at;
    }

    /** Returns to - from in 3D, rounded to floats. */
    motion3(from, to) {
        const at = (this.scratch + VALUES) >> 2;
        this.numbers(from, 3, '$.from', at);
        this.numbers(to, 3, '$.to', at + 3);
        return [0, 1, 2].map((i) => this.number(this.f32[at + 3 + i] - this.f32[at + i], '$.to'));
    }

    integer(value, low, high, where) {
        if (Number.isInteger(value) && value >= low && value <= high) return value;
        this.wrong(where, `expected a whole number from ${low} to ${high}, not ${shown(value)}`);
    }

    /** As integer(), with the message of `carom query`. */
    queryInteger(value, low, high, where) {
        if (Number.isInteger(value) && value >= low && value <= high) return value;
        this.wrong(where, `expected a whole number from ${low} to ${high}`);
    }

    cell(value, where) {
        if (!isList(value) || value.length !== 2) this.wrong(where, 'expected a cell, [column,row]');
        this.queryInteger(value[0], LEAST_INT, MOST_INT, `${where}[0]`);
        this.queryInteger(value[1], LEAST_INT, MOST_INT, `${where}[1]`);
        return value;
    }

    /** Returns a finite number above zero. */
    duration(value, where) {
        if (!(this.number(value, where) > 0)) this.wrong(where, `expected more than 0, not ${shown(value)}`);
        return value;
    }

    /** Returns a value that has no default. */
    needed(value, where) {
        if (value === undefined) this.wrong(where, 'missing');
        return value;
    }

    flag(value, where) {
        if (value === undefined) return false;
        if (typeof value !== 'boolean') this.wrong(where, `expected true or false, not ${nameOf(value)}`);
        return value;
    }

    mass(value = 1) {
        if (!(typeof value === 'number' && value > 0)) this.wrong('$.mass', `expected a number above 0, not ${shown(value)}`);
        return value;
    }

    tag(value, where) {
        const fits = typeof value === 'bigint' && BigInt.asUintN(64, value) === value;
        if (!fits) this.wrong(where, `expected a bigint of 64 bits without a sign, not ${shown(value)}`);
        return value;
    }

    word(value, words, where, end) {
        const index = words.indexOf(value);
        if (index >= 0) return index;
        const not = end ?? `, not ${shown(value)}`;
        const list = words.map((word) => `"${word}"`);
        this.wrong(where, `expected ${list.slice(0, -1).join(', ')} or ${list.at(-1)}${not}`);
    }

    floats(values, each, where) {
        if (!(values instanceof Float32Array)) this.wrong(where, `expected a Float32Array, not ${shown(values)}`);
        if (values.length % each) this.wrong(where, `expected ${each} numbers for each, not ${values.length} in all`);
        return values.length / each;
    }

    // -- Shapes --

    /** Returns the address of a shape: that of a Shape, or `at`, to which a description is written. */
    shape(form, at, where) {
        if (form instanceof Shape) return form.addressFor(this);
        if (!this.quickShape(form, at)) this.readShape(form, at, where, this.borrowed);
        return at;
    }

    /**
     * Writes a valid circle, box, capsule or point that is described by an array of numbers, as make_shape() would; the
     * other bytes of the union stay as they are.
     * Returns false for everything else, which readShape() reads or refuses.
     */
    quickShape(form, at) {
        if (form === null || typeof form !== 'object') return false;
        let name = null;
        for (const key in form) {
            if (name !== null) return false;
            name = key;
        }
        const kind = QUICK_KINDS.get(name);
        if (kind === undefined) return false;
        const values = form[name],
            count = NUMBERS[kind],
            f32 = this.f32,
            i = (at >> 2) + 1;
        if (!Array.isArray(values) || values.length !== count) return false;
        for (let k = 0; k < count; k++) {
            const value = values[k];
            if (typeof value !== 'number') return false;
            f32[i + k] = value;
            const float = f32[i + k];
            if (float - float !== 0) return false;
        }
        if (kind === BOX ? !(f32[i] <= f32[i + 2] && f32[i + 1] <= f32[i + 3]) : kind !== POINT && !(f32[i + count - 1] >= 0)) return false;
        this.i32[i - 1] = kind;
        return true;
    }

    dropBorrowed() {
        if (!this.borrowed.isEmpty) this.keepBorrowed().drop();
    }

    /** Returns the memory of the compounds of this call. The caller must drop it. */
    keepBorrowed() {
        const kept = this.borrowed;
        this.borrowed = new Memory(this);
        return kept;
    }

    readShape(form, at, where, memory, depth = 0) {
        const kind = this.kindOf(form, where);
        const path = `${where}.${KINDS[kind]}`,
            values = form[KINDS[kind]];
        if (kind === COMPOUND) {
            this.readCompound(values, at, path, memory, depth);
            return this.readPose(form.pose, at, where, memory);
        }
        let count = NUMBERS[kind];
        if (kind === POLYGON) {
            if (!isList(values) || values.length % 2) this.wrong(path, 'expected an array of alternating x and y');
            count = values.length;
        }
        const flags = kind === SEGMENT ? this.sides(form, where) : 0;
        const status = this.with(4 * count, (room) => {
            this.numbers(values, count, path, room >> 2);
            return this.f.make_shape(kind, flags, room, count, at);
        });
        if (status === 2) this.fail(status, `${path}[${count - 1}]`);
        if (status) this.fail(status, path);
        if (form.radius !== undefined) {
            const radius = this.number(form.radius, `${where}.radius`);
            this.check(this.f.round_shape(at, radius), `${where}.radius`);
        }
        this.readPose(form.pose, at, where, memory);
    }

    readPose(pose, at, where, memory) {
        if (pose === undefined) return;
        this.with(16, (room) => {
            this.pose(pose, `${where}.pose`, room);
            this.poseShape(at, room, `${where}.pose`, memory);
        });
    }

    /** Writes a carom_pose: [x, y, radians] or [x, y, cosine, sine]. */
    pose(value, where, at) {
        const count = isList(value) && value.length === 4 ? 4 : 3;
        this.numbers(value, count, where, at >> 2);
        if (!this.f.read_pose(at, count)) this.wrong(where, 'expected the cosine and the sine of an angle');
    }

    /** Writes a carom_pose with a rotation: radians or [cosine, sine]. */
    rotation(value, where, at) {
        if (isList(value)) this.vec2(value, where);
        else this.number(value, where);
        this.pose([0, 0].concat(Array.from(isList(value) ? value : [value])), where, at);
    }

    /** Returns an angle that one motion can turn by. */
    turn(value, where) {
        const radians = this.number(value, where);
        if (Math.abs(radians) > MAX_TURN) this.wrong(where, `expected at most ${MAX_TURN} radians either way`);
        return radians;
    }

    /** Places a shape, and copies of the parts of a compound: others may share them. */
    poseShape(at, pose, where, memory) {
        if (this.i32[at >> 2] !== COMPOUND) return this.check(this.f.pose_shape(at, pose), where);
        const [from, count] = this.u32.subarray((at >> 2) + 1, (at >> 2) + 3),
            parts = memory.allocate(count * this.shapeSize);
        this.u8.copyWithin(parts, from, from + count * this.shapeSize);
        this.u32[(at >> 2) + 1] = parts;
        for (let i = 0; i < count; i++) this.poseShape(parts + i * this.shapeSize, pose, where, memory);
    }

    readCompound(forms, at, where, memory, depth) {
        if (!Array.isArray(forms)) this.wrong(where, `expected an array of shapes, not ${nameOf(forms)}`);
        if (depth > 8) this.fail(8, where);
        const parts = memory.allocate(forms.length * this.shapeSize);
        forms.forEach((form, i) => {
            const address = parts + i * this.shapeSize;
            if (!(form instanceof Shape)) return this.readShape(form, address, `${where}[${i}]`, memory, depth + 1);
            this.u8.copyWithin(address, form.addressFor(this), form.addressFor(this) + this.shapeSize);
            memory.use(form.memoryFor(this)); // it may be a compound
        });
        this.check(this.f.carom_make_compound(parts, forms.length, at), where);
    }

    kindOf(form, where) {
        if (form === undefined) this.wrong(where, 'missing');
        if (form === null || typeof form !== 'object' || isList(form)) {
            this.wrong(where, `expected a shape, as {"circle":[0,0,1]}, not ${nameOf(form)}`);
        }
        let kind = 0,
            unknown = null;
        for (const key in form) {
            const found = KINDS.indexOf(key);
            if (found > 0) {
                if (kind) this.wrong(where, `both "${KINDS[kind]}" and "${key}": a shape has one kind`);
                kind = found;
            } else if (!MEMBERS.includes(key)) {
                unknown = key;
            }
        }
        if (unknown === 'sphere' || unknown === 'segment3') {
            this.wrong(`${where}.${unknown}`, 'a 3D shape; expected a 2D shape');
        }
        if (unknown !== null && kind) {
            const others = 'a shape may also have a pose, a segment one_sided and ends, a box and a polygon a radius';
            this.wrong(where, `unknown field "${unknown}"; ${others}`);
        }
        if (unknown !== null) {
            this.wrong(
                `${where}.${unknown}`,
                'unknown shape; expected point, segment, circle, box, capsule, polygon or compound, in 3D sphere ' +
                    'or segment3',
            );
        }
        if (!kind) this.wrong(where, 'expected a shape, as {"circle":[0,0,1]}');
        for (const key of ['one_sided', 'ends']) {
            if (kind !== SEGMENT && form[key] !== undefined) this.wrong(`${where}.${key}`, 'allowed for a segment only');
        }
        if (kind !== BOX && kind !== POLYGON && form.radius !== undefined) {
            this.wrong(`${where}.radius`, 'allowed for a box or a polygon only');
        }
        return kind;
    }

    sides(form, where) {
        let flags = this.flag(form.one_sided, `${where}.one_sided`) ? 1 : 0;
        const ends = form.ends;
        if (ends === undefined) return flags;
        if (!Array.isArray(ends) || ends.length !== 2) {
            this.wrong(`${where}.ends`, 'expected two booleans, one for each end');
        }
        ends.forEach((end, i) => {
            if (typeof end !== 'boolean') this.wrong(`${where}.ends[${i}]`, 'expected true or false');
            if (!end) flags |= 2 << i;
        });
        return flags;
    }

    /** Returns the description of the shape at `address`; null for CAROM_SHAPE_NONE. */
    formAt(address) {
        const kind = this.i32[address >> 2];
        if (kind === COMPOUND) {
            const [parts, count] = this.u32.subarray((address >> 2) + 1, (address >> 2) + 3);
            return { compound: Array.from({ length: count }, (_, i) => this.formAt(parts + i * this.shapeSize)) };
        }
        if (kind < POINT || kind > POLYGON) return null;
        const room = this.scratch + LIST,
            count = this.f.shape_numbers(address, room),
            flags = this.f.shape_flags(address);
        const form = { [KINDS[kind]]: Array.from(this.f32.subarray(room >> 2, (room >> 2) + count)) };
        if (kind === POLYGON && this.f32[(address >> 2) + 18] > 0) form.radius = this.f32[(address >> 2) + 18];
        if (flags & 1) form.one_sided = true;
        if (flags & 6) form.ends = [!(flags & 2), !(flags & 4)];
        return form;
    }

    // -- Results: the structs of geom.h --

    pairAt(address) {
        const i = address >> 2;
        return [this.f32[i], this.f32[i + 1]];
    }

    tripleAt(address) {
        const i = address >> 2;
        return [this.f32[i], this.f32[i + 1], this.f32[i + 2]];
    }

    rayAt(p, compound) {
        const i = p >> 2,
            hit = this.u8[p] === 1;
        const answer = {
            hit,
            t: this.f32[i + 1],
            exit: finite(this.f32[i + 2]),
            inside: this.u8[p + 1] === 1,
            point: hit ? this.pairAt(p + 12) : null,
            normal: hit ? this.pairAt(p + 20) : null,
        };
        if (hit && compound) answer.part = this.i32[i + 8];
        return answer;
    }

    sweepAt(p, compoundA, compoundB) {
        const i = p >> 2,
            hit = this.u8[p] === 1;
        const answer = {
            hit,
            t: this.f32[i + 1],
            at: this.pairAt(p + 8),
            inside: this.u8[p + 1] === 1,
            point: hit ? this.pairAt(p + 16) : null,
            normal: hit ? this.pairAt(p + 24) : null,
            feature: FEATURES[this.i32[i + 8]],
        };
        if (hit && compoundA) answer.part_a = this.i32[i + 9];
        if (hit && compoundB) answer.part_b = this.i32[i + 10];
        return answer;
    }

    turningAt(p, compoundA, compoundB) {
        const i = p >> 2,
            hit = this.u8[p] === 1;
        const answer = {
            hit,
            t: this.f32[i + 1],
            at: this.pairAt(p + 8),
            turned: this.pairAt(p + 16),
            inside: this.u8[p + 1] === 1,
            point: hit ? this.pairAt(p + 24) : null,
            normal: hit ? this.pairAt(p + 32) : null,
            velocity: hit ? this.pairAt(p + 40) : null,
            feature: FEATURES[this.i32[i + 12]],
        };
        if (hit && compoundA) answer.part_a = this.i32[i + 13];
        if (hit && compoundB) answer.part_b = this.i32[i + 14];
        return answer;
    }

    /**
     * Reads a shape without its pose to `at`, and the pose with a motion to `out`, a carom_turning. `names` are those of
     * the motion, its displacement and its angle in messages.
     */
    turning(form, at, where, motion, names, out) {
        let address = at,
            pose;
        if (form instanceof Shape) {
            address = form.addressFor(this);
        } else {
            let local = form;
            if (form !== null && typeof form === 'object' && !isList(form)) ({ pose, ...local } = form);
            this.readShape(local, at, where, this.borrowed);
        }
        if (pose === undefined) {
            this.f32.set([0, 0, 1, 0], out >> 2);
        } else {
            this.pose(pose, `${where}.pose`, out);
        }
        this.turningMotion(motion, names, out);
        return address;
    }

    /** Writes the motion of a carom_turning, whose pose is written. */
    turningMotion(motion, names, out) {
        const { move = ZERO, turn = 0 } = this.fields(motion, ['move', 'turn'], `$.${names[0]}`, 'a turning motion');
        this.f32.set(this.vec2(move, `$.${names[1]}`), (out >> 2) + 4);
        this.f32[(out >> 2) + 6] = this.turn(turn, `$.${names[2]}`);
    }

    isCompound(address) {
        return this.i32[address >> 2] === COMPOUND;
    }

    separationAt(p, compoundA, compoundB) {
        const i = p >> 2,
            distance = finite(this.f32[i]),
            measured = distance !== null;
        const answer = {
            distance,
            on_a: measured ? this.pairAt(p + 4) : null,
            on_b: measured ? this.pairAt(p + 12) : null,
            normal: measured ? this.pairAt(p + 20) : null,
        };
        if (measured && compoundA) answer.part_a = this.i32[i + 7];
        if (measured && compoundB) answer.part_b = this.i32[i + 8];
        return answer;
    }

    /** Returns a number, which may be Infinity. */
    distanceLimit(value, where) {
        return value === Infinity ? value : this.number(value, where);
    }

    /** Returns the body or platform of an owner. */
    ownerAt(p) {
        const low = this.u32[p >> 2],
            high = this.u32[(p >> 2) + 1];
        if (high === PLATFORM) return { body: null, platform: low };
        return { body: low === 0 && high === 0 ? null : this.idAt(p) };
    }

    /** Reads an id; its address need only be a multiple of 4. */
    idAt(p) {
        if (!(p & 7)) return this.u64[p >> 3];
        return (BigInt(this.u32[(p >> 2) + 1]) << 32n) | BigInt(this.u32[p >> 2]);
    }

    intAt(p) {
        return this.i32[p >> 2];
    }

    floatAt(p) {
        return this.f32[p >> 2];
    }

    flagAt(p) {
        return this.u8[p] === 1;
    }

    motionAt(p, contacts) {
        const at = this.motion,
            count = this.intAt(p + at.contacts);
        const kept = [];
        for (let k = 0; k < Math.min(count, CONTACTS_KEPT); k++) {
            const address = contacts + this.contact.size * k,
                contact = this.sweepAt(address, false, true);
            Object.assign(contact, this.ownerAt(address + this.contact.owner));
            contact.one_way = this.flagAt(address + this.contact.one_way);
            kept.push(contact);
        }
        return {
            at: this.pairAt(p + at.at),
            velocity: this.pairAt(p + at.velocity),
            t: this.floatAt(p + at.t),
            contacts: kept,
            count,
            casts: this.intAt(p + at.casts),
            inside: this.flagAt(p + at.inside),
        };
    }

    turningMotionAt(p, contacts, compound) {
        const count = this.intAt(p + 32);
        return {
            at: this.pairAt(p),
            turned: this.pairAt(p + 8),
            velocity: this.pairAt(p + 16),
            spin: this.floatAt(p + 24),
            t: this.floatAt(p + 28),
            blocked: this.flagAt(p + 40),
            contacts: Array.from({ length: Math.min(count, CONTACTS_KEPT) }, (_, k) => {
                const address = contacts + 80 * k;
                return { ...this.turningAt(address, compound, true), one_way: this.flagAt(address + 72) };
            }),
            count,
            casts: this.intAt(p + 36),
            inside: this.flagAt(p + 41),
        };
    }

    pushAt(p) {
        const at = this.push;
        return { at: this.pairAt(p + at.at), moved: this.flagAt(p + at.moved), crushed: this.flagAt(p + at.crushed) };
    }

    response(form, where) {
        const plain = PLAIN_RESPONSES.get(form);
        if (plain) return plain;
        const value = typeof form === 'string' ? { kind: form } : (form ?? { kind: 'stop' });
        this.fields(value, ['kind', 'restitution', 'friction', 'surfaceSpeed'], where, 'a response');
        const bounces = value.kind === 'bounce' ? 1 : 0;
        return {
            kind: this.word(value.kind, RESPONSES, typeof form === 'string' ? where : `${where}.kind`),
            restitution: this.number(value.restitution ?? bounces, `${where}.restitution`),
            friction: this.number(value.friction ?? 0, `${where}.friction`),
            surfaceSpeed: this.number(value.surfaceSpeed ?? 0, `${where}.surfaceSpeed`),
        };
    }

    /** Writes position, velocity, and the numbers of a response; returns their address. */
    motionValues(position, velocity, response) {
        const at = (this.scratch + VALUES) >> 2;
        this.numbers(position, 2, '$.position', at);
        this.numbers(velocity, 2, '$.velocity', at + 2);
        this.f32[at + 4] = response.restitution;
        this.f32[at + 5] = response.friction;
        this.f32[at + 6] = response.surfaceSpeed;
        return this.scratch + VALUES;
    }

    /** Writes a carom_response; returns its address. */
    responseAt({ kind, restitution, friction, surfaceSpeed }, at = this.scratch + RESPONSE) {
        const fields = this.responseFields;
        this.i32[(at + fields.kind) >> 2] = kind;
        this.f32[(at + fields.restitution) >> 2] = restitution;
        this.f32[(at + fields.friction) >> 2] = friction;
        this.f32[(at + fields.surface_speed) >> 2] = surfaceSpeed;
        return at;
    }

    /** Writes a carom_material: three numbers of any sign; returns its address. */
    material(material = {}, where = '$.material') {
        const at = this.scratch + MATERIAL,
            names = ['restitution', 'friction', 'surfaceSpeed'];
        this.fields(material, names, where, 'a material');
        names.forEach((name, i) => {
            this.f32[(at >> 2) + i] = this.number(material[name] ?? 0, `${where}.${name}`);
        });
        return at;
    }

    materialAt(at) {
        return { restitution: this.floatAt(at), friction: this.floatAt(at + 4), surfaceSpeed: this.floatAt(at + 8) };
    }

    /** Writes a carom_filter; returns its address. */
    filter(filter = {}) {
        const at = this.scratch + FILTER;
        this.fields(filter, ['category', 'ignore', 'group'], '$.filter', 'a filter');
        const category = this.integer(filter.category ?? 0, 0, 0xffffffff, '$.filter.category'),
            ignore = this.integer(filter.ignore ?? 0, 0, 0xffffffff, '$.filter.ignore');
        this.u32[at >> 2] = category;
        this.u32[(at >> 2) + 1] = ignore;
        this.i32[(at >> 2) + 2] = this.integer(filter.group ?? 0, LEAST_INT, MOST_INT, '$.filter.group');
        return at;
    }

    /** Writes a web_scene; returns its address, which is that of its carom_scene. */
    scene(level, world, filter = this.filter(), except = 0n, flags = 0) {
        const at = this.scratch + SCENE;
        this.f.scene_set(at, level, world, filter, except, flags);
        return at;
    }

    /** Reads a list of structs from `ask(buffer, capacity)`. Calls it again if the list does not fit the scratch memory. */
    readList(size, ask, read) {
        const readAll = (address, count) => Array.from({ length: count }, (_, k) => read(address + k * size));
        const room = this.scratch + LIST,
            most = Math.floor(LIST_BYTES / size),
            count = ask(room, most);
        if (count <= most) return readAll(room, count);
        return this.with(size * count, (address) => readAll(address, ask(address, count)));
    }

    /** Calls `ask` with the address of a shape, and frees temporary parts. */
    withShape(form, where, ask) {
        try {
            return ask(this.shape(form, this.scratch + SHAPE_A, where));
        } finally {
            this.dropBorrowed();
        }
    }

    /** Writes rings as carom_ring; calls `ask` with their address and number. */
    withRings(rings, ask) {
        const memory = new Memory(this);
        try {
            const at = memory.allocate(8 * this.list(rings, '$.rings', 'rings').length);
            rings.forEach((points, i) => {
                const where = `$.rings[${i}]`;
                if (!isList(points) || points.length % 2) this.wrong(where, `expected x and y in turn, not ${shown(points)}`);
                const address = memory.allocate(4 * points.length);
                this.numbers(points, points.length, where, address >> 2);
                this.u32.set([address, points.length / 2], (at >> 2) + 2 * i);
            });
            return ask(at, rings.length);
        } finally {
            memory.drop();
        }
    }

    /** Calls `ask` for the number of structs of a size, then `read` with the address and number of the structs. */
    counted(size, ask, where, read) {
        const count = this.scratch + ANSWER;
        this.check(ask(0, 0, count), where);
        const length = this.i32[count >> 2],
            room = this.allocate(size * length); // not in the scratch memory, which `read` may use
        try {
            this.check(ask(room, length, count), where);
            return read(room, length);
        } finally {
            this.f.release(room);
        }
    }

    /** Returns triangles as six numbers each. */
    triangles(ask, where) {
        return this.counted(24, ask, where, (at, count) => this.f32.slice(at >> 2, (at >> 2) + 6 * count));
    }

    sceneOf(scene) {
        if (typeof scene?.sceneFor !== 'function') {
            this.wrong('$.scene', `expected a level, a world, a view of one, or platforms, not ${shown(scene)}`);
        }
        return scene.sceneFor(this);
    }

    /** Copies the columns of a batch to typed arrays: those of `out` if type and length are the same, else new ones. */
    columns(address, n, names, out = {}) {
        for (const [name, each, type] of names) {
            const values = new type(this.f.memory.buffer, address, n * each);
            if (out[name]?.length === n * each && out[name] instanceof type) out[name].set(values);
            else out[name] = values.slice();
            address += values.byteLength;
        }
        return out;
    }
}

const decoder = new TextDecoder(),
    encoder = new TextEncoder();

function nameOf(value) {
    if (value === undefined) return 'missing';
    if (value === null) return 'null';
    if (isList(value)) return 'an array';
    return { object: 'an object', string: 'a string', number: 'a number', boolean: 'true or false' }[typeof value] ?? 'that';
}

/** Returns a value as text for messages, cut to 60 characters. */
function shown(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (value === undefined || typeof value === 'number') return String(value);
    if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
    if (value instanceof Owned || value instanceof View) return `a ${value.constructor.name}`;
    if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.length ?? value.byteLength})`;
    if (typeof value === 'object' && value && !isPlain(value) && !Array.isArray(value)) return `a ${value.constructor?.name}`;
    let text;
    try {
        text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner));
    } catch {
        text = 'an object';
    }
    return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** Promises, maps, dates and the like are not plain. */
const isPlain = (value) => Object.prototype.toString.call(value) === '[object Object]';
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const finite = (value) => (value - value === 0 ? value : null);

// ---- Ownership ------------------------------------------------------------------------------------------------------

/**
 * Reference-counted memory of C. Its users are one JavaScript object, and other memory that depends on it. When the last
 * user drops it, it is released, and drops the memory that it uses. So a world keeps its levels until it is released.
 */
class Memory {
    #core;
    #release;
    #users = 1;
    #used = [];
    #blocks = [];
    #slots = null;
    constructor(core, address = 0, release = null) {
        this.#core = core;
        this.address = address;
        this.#release = release;
    }
    get isEmpty() {
        return this.#blocks.length === 0 && this.#used.length === 0;
    }
    belongsTo(core) {
        return core === this.#core;
    }
    use(other) {
        other.#users++;
        this.#used.push(other);
    }
    /** Allocates a block that is released with this memory. */
    allocate(bytes) {
        const block = this.#core.allocate(bytes);
        this.#blocks.push(block);
        return block;
    }
    /** Holds `memory` under a key, and drops the memory held there before. */
    hold(key, memory) {
        this.#slots ??= new Map();
        this.#slots.get(key)?.drop();
        if (memory) this.#slots.set(key, memory);
        else this.#slots.delete(key);
    }
    drop() {
        if (--this.#users > 0) return;
        this.#release?.(this.#core.f, this.address);
        for (const block of this.#blocks) this.#core.f.release(block);
        for (const memory of [...this.#used, ...(this.#slots?.values() ?? [])]) memory.drop();
    }
}

/** Drops the memory of objects that the garbage collector has found unreachable. */
const finalizer = new FinalizationRegistry((memory) => memory.drop());

class Owned {
    #memory;
    /** `release(f, address)` calls the function of C that frees it. It must not refer to this object, which would leak. */
    constructor(core, address, release) {
        this.#memory = new Memory(core, address, release);
        finalizer.register(this, this.#memory, this.#memory);
    }
    /** Throws if it is freed, or belongs to another library. */
    memoryFor(core) {
        if (!this.#memory) core.fail(STALE, '', `${this.constructor.name}: it was freed`);
        if (!this.#memory.belongsTo(core)) core.fail(BAD_ARGUMENT, '', 'it belongs to another library: load() was called twice');
        return this.#memory;
    }
    /** Returns its address in WASM memory. Throws as memoryFor(). */
    addressFor(core) {
        return this.memoryFor(core).address;
    }
    free() {
        const memory = this.#memory;
        if (!memory) return;
        this.#memory = null;
        finalizer.unregister(memory);
        memory.drop();
    }
    [dispose]() {
        this.free();
    }
}

const freeBlock = (f, address) => f.release(address);

class Shape extends Owned {
    #core;
    constructor(core, form) {
        const address = core.allocate(core.shapeSize);
        super(core, address, freeBlock);
        this.#core = core;
        try {
            core.readShape(form, address, '$', this.memoryFor(core));
        } catch (error) {
            this.free();
            throw error;
        }
        const i = address >> 2;
        this.kind = KINDS[core.i32[i]];
        this.parts = this.kind === 'compound' ? form.compound.length : 1;
        this.form = Object.freeze(core.formAt(address));
    }
    get bounds() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.carom_flat_shape_bounds(this.addressFor(core), out);
        return [...core.pairAt(out), ...core.pairAt(out + 8)];
    }
    toJSON() {
        return this.form;
    }
}

// ---- Grid -----------------------------------------------------------------------------------------------------------

/** The size of a carom_sight_map. Its bits follow it. */
const SIGHT_MAP = 24;

class SightMap extends Owned {
    #core;
    #cells;
    constructor(core, cells, columns, rows) {
        const map = core.allocate(SIGHT_MAP + 8 * Number(core.f.carom_bits_words(columns, rows))),
            bits = map + SIGHT_MAP;
        super(core, map, freeBlock);
        core.u32.set([columns, rows, 0, bits, 0, 0], map >> 2);
        this.#core = core;
        this.#cells = cells;
        this.columns = columns;
        this.rows = rows;
        core.with(cells.length, (room) => {
            core.u8.set(cells, room);
            core.f.carom_bits_pack(room, columns, rows, bits);
        });
    }
    on(cell, where) {
        const core = this.#core;
        core.cell(cell, where);
        if (cell[0] >= 0 && cell[0] < this.columns && cell[1] >= 0 && cell[1] < this.rows) return cell;
        core.wrong(where, `[${cell}] is outside the map of ${this.columns} x ${this.rows} cells`);
    }
    get(cell) {
        this.on(cell, '$');
        return this.#cells[cell[1] * this.columns + cell[0]] !== 0;
    }
    set(cell, blocks) {
        this.on(cell, '$');
        const core = this.#core,
            bits = this.addressFor(core) + SIGHT_MAP,
            bit = core.flag(core.needed(blocks, '$.blocks'), '$.blocks') ? 1 : 0;
        this.#cells[cell[1] * this.columns + cell[0]] = bit;
        core.f.carom_flat_bits_set(bits, this.columns, this.rows, core.cellAt(cell), bit);
    }
    cells() {
        return this.#cells.slice();
    }
    sight(from, to, corners = 'open') {
        const core = this.#core,
            out = core.scratch + ANSWER,
            i = out >> 2;
        this.on(from, '$.from');
        this.on(to, '$.to');
        const rule = core.word(corners, CORNERS, '$.corners', '');
        core.f.carom_flat_sight(this.addressFor(core), core.cellAt(from), core.cellAt(to, 1), rule, out);
        const clear = core.u8[out] === 1;
        return { clear, blocker: clear ? null : [core.i32[i + 1], core.i32[i + 2]] };
    }
    sightMany(from, targets, corners = 'open') {
        const core = this.#core;
        this.on(from, '$.from');
        if (!(targets instanceof Int32Array)) core.wrong('$.targets', `expected an Int32Array, not ${shown(targets)}`);
        if (targets.length % 2) core.wrong('$.targets', `expected column and row in turn, not ${targets.length} numbers`);
        const count = targets.length >> 1,
            rule = core.word(corners, CORNERS, '$.corners', ''),
            map = this.addressFor(core);
        return core.with((8 + 12) * count, (room) => {
            core.i32.set(targets.subarray(0, 2 * count), room >> 2);
            const out = room + 8 * count; // a carom_sight_line each
            core.f.carom_flat_sight_many(map, core.cellAt(from), room, count, rule, out);
            return Uint8Array.from({ length: count }, (_, k) => core.u8[out + 12 * k]);
        });
    }
    fov(from, radius) {
        const core = this.#core;
        this.on(from, '$.from');
        core.queryInteger(radius, 0, MOST_INT, '$.radius');
        const reach = Math.min(radius, this.columns + this.rows); // larger radii see the same cells
        if (reach > 1024) core.wrong('$.radius', 'expected at most 1024 on a map this large');
        const side = 2 * reach + 1,
            visible = new Uint8Array(this.columns * this.rows),
            map = this.addressFor(core);
        core.with(side * side, (room) => {
            core.f.carom_flat_fov(map, core.cellAt(from), reach, room);
            for (let y = Math.max(0, from[1] - reach); y < this.rows && y <= from[1] + reach; y++) {
                const low = Math.max(0, from[0] - reach),
                    high = Math.min(this.columns - 1, from[0] + reach);
                const row = room + (y - from[1] + reach) * side + low - from[0] + reach;
                visible.set(core.u8.subarray(row, row + high - low + 1), y * this.columns + low);
            }
        });
        return visible;
    }
}

// ---- Level ----------------------------------------------------------------------------------------------------------

const RAY_COLUMNS = [
    ['t', 1, Float32Array],
    ['exit', 1, Float32Array],
    ['points', 2, Float32Array],
    ['normals', 2, Float32Array],
    ['parts', 1, Int32Array],
    ['flags', 1, Uint8Array],
];
const SWEEP_COLUMNS = [['t', 1, Float32Array], ['at', 2, Float32Array], ...RAY_COLUMNS.slice(2)];
const EDGE_COLUMNS = [
    ['points', 4, Float32Array],
    ['normals', 2, Float32Array],
    ['next', 1, Int32Array],
    ['prev', 1, Int32Array],
    ['tags', 1, Int32Array],
    ['flags', 1, Uint8Array],
];

/** The size of carom_tiles. */
const TILES = 32;
/** The size of carom_field. */
const FIELD = 44;
/** The size of a carom_level_desc. */
const LEVEL_DESC = 52;
const LEVEL_FIELDS = ['tiles', 'outlines', 'tileShapes', 'fields', 'editable', 'maxCrossings', 'maxEdges'];
const LEVEL_FORMATS = ['tmx', 'geojson', 'svg'];
const freeLevel = (f, address) => f.carom_level_free(address);

class Level extends Owned {
    #core;
    constructor(core, address) {
        super(core, address, freeLevel);
        this.#core = core;
    }
    /** `listed`: the path of the outlines, for messages. */
    static make(core, desc, listed = '$.outlines') {
        core.fields(desc, LEVEL_FIELDS, '$', 'a level');
        const tiles = Array.isArray(desc.tiles) ? desc.tiles : desc.tiles === undefined ? [] : [desc.tiles],
            outlines = core.list(desc.outlines ?? [], listed, 'outlines'),
            shapes = core.list(desc.tileShapes ?? [], '$.tileShapes', 'tile shapes'),
            fields = Array.isArray(desc.fields) ? desc.fields : desc.fields === undefined ? [] : [desc.fields];
        const memory = new Memory(core);
        try {
            const tilesAt = memory.allocate(TILES * tiles.length),
                outlinesAt = memory.allocate(16 * outlines.length),
                shapesAt = memory.allocate(12 * shapes.length),
                fieldsAt = memory.allocate(FIELD * fields.length),
                crossings = core.integer(desc.maxCrossings ?? 0, 0, MOST_INT, '$.maxCrossings'),
                edges = core.integer(desc.maxEdges ?? 0, 0, MOST_INT, '$.maxEdges'),
                editable = core.flag(desc.editable, '$.editable') ? 1 : 0,
                wanted = core.scratch + VALUES,
                out = core.scratch + ANSWER;
            tiles.forEach((tile, i) => putTiles(core, tile, tilesAt + TILES * i, `$.tiles[${i}]`, memory));
            outlines.forEach((o, i) => putOutline(core, o, outlinesAt + 16 * i, `${listed}[${i}]`, memory));
            shapes.forEach((shape, i) => putTileShape(core, shape, shapesAt + 12 * i, `$.tileShapes[${i}]`, memory));
            fields.forEach((field, i) => putField(core, field, fieldsAt + FIELD * i, `$.fields[${i}]`, memory));
            const lists = [tilesAt, tiles.length, outlinesAt, outlines.length, shapesAt, shapes.length, fieldsAt, fields.length];
            core.u32.set([LEVEL_DESC, editable, ...lists, crossings, 0, edges], wanted >> 2);
            core.clearError();
            core.checkFile(core.f.carom_level_make(wanted, out, core.scratch + ERROR));
            return new Level(core, core.u32[out >> 2]);
        } finally {
            memory.drop();
        }
    }
    get edgeCount() {
        return this.#core.f.carom_level_edge_count(this.addressFor(this.#core));
    }
    get seamsRemoved() {
        return this.#core.f.carom_level_seams_removed(this.addressFor(this.#core));
    }
    get bounds() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.carom_flat_level_bounds(this.addressFor(core), out);
        const box = [...core.pairAt(out), ...core.pairAt(out + 8)];
        return box[0] <= box[2] && box[1] <= box[3] ? box : null;
    }
    edges() {
        const core = this.#core,
            count = this.edgeCount;
        return core.with(37 * count, (room) => {
            core.f.level_edges(this.addressFor(core), room);
            return { count, ...core.columns(room, count, EDGE_COLUMNS) };
        });
    }
    tile(cell, grid = 0) {
        const core = this.#core,
            [column, row] = core.cell(cell, '$.cell');
        return core.f.carom_level_tile(this.addressFor(core), core.integer(grid, 0, 65535, '$.grid'), column, row);
    }
    setTile(cell, code, grid = 0) {
        const core = this.#core,
            [column, row] = core.cell(cell, '$.cell'),
            where = core.integer(grid, 0, 65535, '$.grid');
        const status = core.f.carom_level_set_tile(this.addressFor(core), where, column, row, core.integer(code, 0, 255, '$.code'));
        this.#edited(status, `no cell [${column}, ${row}] in grid ${where}, or no tile shape for code ${code}`);
    }
    #edited(status, missing) {
        const core = this.#core;
        core.updateViews();
        if (status === BAD_ARGUMENT) core.fail(status, '$', `there is ${missing}`);
        if (status === UNSUPPORTED) core.fail(status, '$', 'the level was not made editable');
        core.check(status);
    }
    setTiles(cell, columns, codes, grid = 0) {
        const core = this.#core,
            [column, row] = core.cell(cell, '$.cell'),
            where = core.integer(grid, 0, 65535, '$.grid');
        core.integer(columns, 1, 262144, '$.columns');
        if (!isList(codes) || codes.length === 0 || codes.length % columns) {
            core.wrong('$.codes', `expected rows of ${columns} codes, not ${isList(codes) ? `${codes.length} in all` : shown(codes)}`);
        }
        const bytes = codesOf(core, codes, '$.codes');
        core.with(bytes.length, (room) => {
            core.u8.set(bytes, room);
            const rows = bytes.length / columns;
            const block = core.scratch + VALUES; // a carom_tile_block
            core.i32.set([where, column, row, columns, rows, room], block >> 2);
            const status = core.f.carom_level_set_tiles(this.addressFor(core), block);
            this.#edited(status, `no room for ${columns} x ${rows} cells from [${column}, ${row}] in grid ${where}, or a code without a tile shape`);
        });
    }
    #reshape(name, form) {
        const core = this.#core;
        core.withShape(form, '$.shape', (shape) => {
            const status = core.f[name](this.addressFor(core), shape);
            core.updateViews();
            if (status === BAD_ARGUMENT) core.fail(status, '$.shape', 'expected a convex shape whose crossings with the edges are distinct floats');
            this.#edited(status);
        });
    }
    carve(shape) {
        this.#reshape('carom_level_carve', shape);
    }
    fill(shape) {
        this.#reshape('carom_level_fill', shape);
    }
    triangles() {
        const core = this.#core,
            level = this.addressFor(core);
        return core.triangles((...out) => core.f.carom_level_triangles(level, ...out), '');
    }
    write(format) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            kind = core.word(format, LEVEL_FORMATS, '$.format'),
            status = core.f.level_write(this.addressFor(core), kind, out, out + 12);
        core.updateViews();
        const [address, size, , tagsLost] = core.u32.subarray(out >> 2, (out >> 2) + 4);
        try {
            core.check(status);
            return { text: decoder.decode(core.u8.subarray(address, address + size)), tagsLost };
        } finally {
            core.f.release(address);
        }
    }
    image() {
        const core = this.#core,
            level = this.addressFor(core),
            size = core.f.carom_level_image_size(level);
        return core.with(size, (room) => {
            core.f.carom_level_image_write(level, room);
            return core.u8.slice(room, room + size);
        });
    }
    /** The level reads its copy of the image in place, so the copy is released with the level. */
    static open(core, image) {
        const bytes = image instanceof ArrayBuffer ? new Uint8Array(image) : image,
            out = core.scratch + ANSWER;
        if (!(bytes instanceof Uint8Array)) core.wrong('$.image', `expected the bytes that image() gave, not ${shown(image)}`);
        const memory = new Memory(core);
        try {
            const address = memory.allocate(bytes.length);
            core.u8.set(bytes, address);
            core.clearError();
            core.checkFile(core.f.carom_level_open(address, bytes.length, 0, out, core.scratch + ERROR));
            const level = new Level(core, core.u32[out >> 2]);
            level.memoryFor(core).use(memory);
            return level;
        } finally {
            memory.drop();
        }
    }
    ray(from, move) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        const start = core.vector(from, '$.from'),
            motion = core.vector(move, '$.move', 1);
        core.f.carom_flat_level_ray(this.addressFor(core), start, motion, out);
        return core.rayAt(out, true);
    }
    sweep(a, move) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            motion = core.vector(move, '$.move');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            core.f.carom_flat_level_sweep(this.addressFor(core), shape, motion, out);
        } finally {
            core.dropBorrowed();
        }
        return core.sweepAt(out, false, true);
    }
    sweepTurning(a, motion) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            turning = core.scratch + VALUES;
        try {
            const shape = core.turning(a, core.scratch + SHAPE_A, '$.a', motion, ['motion', 'move', 'turn'], turning);
            core.f.carom_flat_level_sweep_turning(this.addressFor(core), shape, turning, out);
            return core.turningAt(out, core.isCompound(shape), true);
        } finally {
            core.dropBorrowed();
        }
    }
    rayAll(from, move) {
        const core = this.#core,
            level = this.addressFor(core),
            start = core.vector(from, '$.from'),
            motion = core.vector(move, '$.move', 1);
        const ask = (room, capacity) => core.f.carom_flat_level_ray_all(level, start, motion, room, capacity);
        return core.readList(36, ask, (address) => core.rayAt(address, true));
    }
    overlap(a) {
        const core = this.#core,
            level = this.addressFor(core);
        return core.withShape(a, '$.a', (shape) => {
            const ask = (room, capacity) => core.f.carom_level_overlap(level, shape, room, capacity);
            return Int32Array.from(core.readList(4, ask, (address) => core.intAt(address)));
        });
    }
    nearest(a, maxDistance = Infinity) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            limit = core.distanceLimit(maxDistance, '$.maxDistance');
        return core.withShape(a, '$.a', (shape) => {
            core.f.carom_flat_level_nearest(this.addressFor(core), shape, limit, out);
            return core.separationAt(out, core.isCompound(shape), true);
        });
    }
    solid(point) {
        const core = this.#core;
        return core.f.carom_flat_level_solid(this.addressFor(core), core.vector(point, '$.point')) === 1;
    }
    rayMany(rays, out = {}) {
        const core = this.#core,
            n = core.floats(rays, 4, '$.rays');
        return core.with(16 * n + 29 * n, (room) => {
            core.f32.set(rays, room >> 2);
            out.hits = core.f.level_ray_many(this.addressFor(core), room, n, room + 16 * n);
            return core.columns(room + 16 * n, n, RAY_COLUMNS, out);
        });
    }
    sweepMany(a, motions, out = {}) {
        const core = this.#core,
            n = core.floats(motions, 4, '$.motions');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            return core.with(16 * n + 33 * n, (room) => {
                core.f32.set(motions, room >> 2);
                out.hits = core.f.level_sweep_many(this.addressFor(core), shape, room, n, room + 16 * n);
                return core.columns(room + 16 * n, n, SWEEP_COLUMNS, out);
            });
        } finally {
            core.dropBorrowed();
        }
    }
    solidMany(points) {
        const core = this.#core,
            n = core.floats(points, 2, '$.points');
        return core.with(9 * n, (room) => {
            core.f32.set(points, room >> 2);
            core.f.level_solid_many(this.addressFor(core), room, n, room + 8 * n);
            return core.u8.slice(room + 8 * n, room + 9 * n);
        });
    }
    sceneFor(core) {
        return core.scene(this.addressFor(core), 0);
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    moveTurning(shape, pose, velocity, spin, response = 'stop') {
        const core = this.#core,
            how = core.response(response, '$.response'),
            out = core.scratch + ANSWER;
        try {
            const address = core.shape(shape, core.scratch + SHAPE_A, '$.shape');
            core.pose(pose, '$.pose', out);
            core.f32.set(core.vec2(velocity, '$.velocity'), (out + 16) >> 2);
            core.f32[(out + 24) >> 2] = core.turn(spin, '$.spin');
            core.f.carom_flat_move_turning(core.sceneOf(this), address, out, core.responseAt(how), core.scratch + CONTACTS, CONTACTS_KEPT);
            return core.turningMotionAt(out, core.scratch + CONTACTS, core.isCompound(address));
        } finally {
            core.dropBorrowed();
        }
    }
    pushOut(shape, position, maxDistance) {
        return pushIn(this.#core, this, shape, position, maxDistance);
    }
}

const TILES_FIELDS = ['columns', 'rows', 'origin', 'cell', 'codes', 'tag'];
const OUTLINE_FIELDS = ['points', 'open', 'one_way', 'even_odd', 'same_area', 'tag'];

/** Returns tile codes as bytes. */
function codesOf(core, codes, where) {
    if (codes instanceof Uint8Array) return codes;
    return Uint8Array.from(codes, (code, i) => core.integer(code, 0, 255, `${where}[${i}]`));
}

function putTiles(core, tile, at, where, memory) {
    core.fields(tile, TILES_FIELDS, where, 'tiles');
    const i = at >> 2,
        columns = core.integer(tile.columns, 1, 262144, `${where}.columns`),
        rows = core.integer(tile.rows, 1, 262144, `${where}.rows`);
    if (!isList(tile.codes) || tile.codes.length !== columns * rows) {
        core.wrong(`${where}.codes`, `expected ${columns * rows} codes, not ${isList(tile.codes) ? tile.codes.length : shown(tile.codes)}`);
    }
    const bytes = codesOf(core, tile.codes, `${where}.codes`),
        codes = memory.allocate(columns * rows);
    core.u8.set(bytes, codes);
    core.i32[i] = columns;
    core.i32[i + 1] = rows;
    core.numbers(tile.origin ?? [0, 0], 2, `${where}.origin`, i + 2);
    core.numbers(tile.cell ?? [1, 1], 2, `${where}.cell`, i + 4);
    core.u32[i + 6] = codes;
    core.i32[i + 7] = core.integer(tile.tag ?? 0, LEAST_INT, MOST_INT, `${where}.tag`);
}

function putOutline(core, outline, at, where, memory) {
    const { points, open, one_way, even_odd, same_area, tag } = core.fields(outline, OUTLINE_FIELDS, where, 'an outline');
    if (!isList(points) || points.length % 2) core.wrong(`${where}.points`, `expected x and y in turn, not ${shown(points)}`);
    const address = memory.allocate(4 * points.length);
    core.numbers(points, points.length, `${where}.points`, address >> 2);
    core.u32[at >> 2] = address;
    core.i32[(at >> 2) + 1] = points.length / 2;
    core.u8[at + 8] = core.flag(open, `${where}.open`) ? 1 : 0;
    core.u8[at + 9] = core.flag(one_way, `${where}.one_way`) ? 1 : 0;
    core.u8[at + 10] = core.flag(even_odd, `${where}.even_odd`) ? 1 : 0;
    core.u8[at + 11] = core.flag(same_area, `${where}.same_area`) ? 1 : 0;
    core.i32[(at >> 2) + 3] = core.integer(tag ?? 0, LEAST_INT, MOST_INT, `${where}.tag`);
}

const FIELD_FIELDS = ['columns', 'rows', 'origin', 'cell', 'samples', 'threshold', 'smooth', 'tolerance', 'tag'];

function putField(core, field, at, where, memory) {
    const { columns, rows, origin, cell, samples, threshold, smooth, tolerance, tag } = core.fields(field, FIELD_FIELDS, where, 'a field'),
        i = at >> 2,
        count = core.integer(columns, 1, 65534, `${where}.columns`) * core.integer(rows, 1, 65534, `${where}.rows`);
    if (!(samples instanceof Uint8Array || samples instanceof Uint8ClampedArray)) {
        core.wrong(`${where}.samples`, `expected a Uint8Array, not ${shown(samples)}`);
    }
    if (samples.length !== count) core.wrong(`${where}.samples`, `expected ${count} samples, not ${samples.length}`);
    const bytes = memory.allocate(count);
    core.u8.set(samples, bytes);
    core.i32.set([columns, rows], i);
    core.numbers(origin ?? ZERO, 2, `${where}.origin`, i + 2);
    core.numbers(cell ?? [1, 1], 2, `${where}.cell`, i + 4);
    core.u32[i + 6] = bytes;
    core.i32[i + 7] = core.integer(threshold ?? 128, 1, 255, `${where}.threshold`);
    core.i32[i + 8] = core.flag(smooth, `${where}.smooth`) ? 1 : 0;
    core.f32[i + 9] = core.number(tolerance ?? 0, `${where}.tolerance`);
    core.i32[i + 10] = core.integer(tag ?? 0, LEAST_INT, MOST_INT, `${where}.tag`);
}

function putTileShape(core, shape, at, where, memory) {
    core.fields(shape, ['base', 'parts'], where, 'a tile shape');
    const base = core.integer(shape.base, 21, 31, `${where}.base`),
        parts = core.list(shape.parts, `${where}.parts`, 'outlines'),
        address = memory.allocate(16 * parts.length);
    parts.forEach((part, k) => putOutline(core, part, address + 16 * k, `${where}.parts[${k}]`, memory));
    core.u32.set([base, address, parts.length], at >> 2);
}

function moveIn(core, scene, form, position, velocity, response = 'stop') {
    const how = core.response(response, '$.response'),
        out = core.scratch + ANSWER,
        contacts = core.scratch + CONTACTS;
    try {
        const shape = core.shape(form, core.scratch + SHAPE_A, '$.shape');
        core.u8.fill(0, out, out + core.motion.size);
        core.numbers(position, 2, '$.position', (out + core.motion.at) >> 2);
        core.numbers(velocity, 2, '$.velocity', (out + core.motion.velocity) >> 2);
        core.f.carom_flat_move(core.sceneOf(scene), shape, out, core.responseAt(how), contacts, CONTACTS_KEPT);
    } finally {
        core.dropBorrowed();
    }
    return core.motionAt(out, contacts);
}

function pushIn(core, scene, form, position, maxDistance = 0) {
    const out = core.scratch + ANSWER,
        at = core.vector(position, '$.position');
    core.number(maxDistance, '$.maxDistance');
    try {
        const shape = core.shape(form, core.scratch + SHAPE_A, '$.shape');
        core.f.carom_flat_push_out(core.sceneOf(scene), shape, at, maxDistance, out);
    } finally {
        core.dropBorrowed();
    }
    return core.pushAt(out);
}

// ---- Walker ---------------------------------------------------------------------------------------------------------

const WALKER_FIELDS = ['shape', 'up', 'slope', 'step', 'snap'];

class Walker extends Owned {
    #core;
    constructor(core, address) {
        super(core, address, freeBlock);
        this.#core = core;
    }
    static make(core, desc) {
        const at = (core.scratch + VALUES) >> 2;
        core.fields(desc, WALKER_FIELDS, '$', 'a walker');
        core.numbers(desc.up, 2, '$.up', at);
        ['slope', 'step', 'snap'].forEach((name, i) => {
            core.f32[at + 2 + i] = core.number(desc[name] ?? 0, `$.${name}`);
        });
        try {
            const shape = core.shape(desc.shape, core.scratch + SHAPE_A, '$.shape');
            const address = core.f.walker_make(shape, core.scratch + VALUES);
            core.updateViews();
            if (!address) core.fail(NO_MEMORY);
            return new Walker(core, address);
        } finally {
            core.dropBorrowed();
        }
    }
    #at(field) {
        return this.addressFor(this.#core) + this.#core.walker[field];
    }
    get position() {
        return this.#core.pairAt(this.#at('position'));
    }
    set position(position) {
        this.#core.f32.set(this.#core.vec2(position, '$.position'), this.#at('position') >> 2);
    }
    get velocity() {
        return this.#core.pairAt(this.#at('velocity'));
    }
    set velocity(velocity) {
        this.#core.f32.set(this.#core.vec2(velocity, '$.velocity'), this.#at('velocity') >> 2);
    }
    get grounded() {
        return this.#core.flagAt(this.#at('grounded'));
    }
    get slip() {
        return this.#core.pairAt(this.#at('slip'));
    }
    get ground() {
        if (!this.grounded) return null;
        const core = this.#core;
        return {
            normal: core.pairAt(this.#at('normal')),
            support: core.pairAt(this.#at('support')),
            point: core.pairAt(this.#at('point')),
            ...core.ownerAt(this.#at('owner')),
            one_way: core.flagAt(this.#at('one_way')),
        };
    }
    step(scene, dt = 1) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            at = core.walkerResult;
        core.duration(dt, '$.dt');
        core.f.carom_flat_walker_step(this.addressFor(core), this.#at('desc'), core.sceneOf(scene), dt, out);
        return this.#result(out, at);
    }
    stepInWorld(world, id, dt = 1) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            address = core.owned(world, World, '$.world', 'a world');
        core.duration(dt, '$.dt');
        if (world.type(id) !== 'kinematic') core.wrong('$.id', 'expected a kinematic body');
        core.f.carom_flat_walker_step_in_world(this.addressFor(core), this.#at('desc'), address, id, dt, out);
        core.updateViews();
        return this.#result(out, core.walkerResult);
    }
    #result(out, at) {
        const core = this.#core,
            result = {};
        for (const name of ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed']) {
            result[name] = core.flagAt(out + at[name]);
        }
        result.wall = core.pairAt(out + at.wall);
        result.casts = core.intAt(out + at.casts);
        return result;
    }
    drop(scene) {
        const core = this.#core;
        return core.f.carom_walker_drop(this.addressFor(core), this.#at('desc'), core.sceneOf(scene)) === 1;
    }
    jump(rules, pressed, dt = 1) {
        const core = this.#core;
        core.fields(rules, ['coyote', 'buffer'], '$.rules', 'jump rules');
        const at = core.scratch + VALUES,
            now = core.flag(pressed, '$.pressed') ? 1 : 0;
        core.f32[at >> 2] = core.number(rules.coyote ?? 0, '$.rules.coyote');
        core.f32[(at >> 2) + 1] = core.number(rules.buffer ?? 0, '$.rules.buffer');
        return core.f.carom_jump_now(this.#at('jump'), at, now, this.grounded ? 1 : 0, core.duration(dt, '$.dt')) === 1;
    }
    save() {
        const core = this.#core,
            address = this.addressFor(core);
        return core.u8.slice(address, address + core.f.walker_state_size());
    }
    restore(bytes) {
        const core = this.#core;
        if (!(bytes instanceof Uint8Array) || bytes.length !== core.f.walker_state_size()) {
            core.wrong('$.bytes', `expected the ${core.f.walker_state_size()} bytes that save() gave, not ${shown(bytes)}`);
        }
        core.u8.set(bytes, this.addressFor(core));
    }
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

/** Files that are not needed to read a map. */
const PICTURES = /\.(png|jpe?g|gif|webp|bmp|svg|aseprite|psd|ogg|mp3|wav)$/i;

const plainPath = (path) => path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');

const MAP_FIELDS = ['level', 'depth', 'solid', 'notSolid', 'oneWay', 'root', 'project', 'world', 'snap', 'values', 'contents'];
const freeMap = (f, address) => f.carom_map_free(address);

class CaromMap extends Owned {
    #core;
    constructor(core, address) {
        super(core, address, freeMap);
        this.#core = core;
        this.info = Object.freeze(this.#about(address));
        const objects = core.f.carom_map_object_count(address),
            notes = core.f.carom_map_note_count(address);
        this.objects = Object.freeze(Array.from({ length: objects }, (_, i) => this.#object(address, i)));
        this.contents = contentsAt(core, core.f.carom_map_contents_of(address));
        const solids = core.f.carom_map_solid_count(address);
        this.solids = Object.freeze(Array.from({ length: solids }, (_, i) => this.#solid(address, i)));
        this.notes = Object.freeze(
            Array.from({ length: notes }, (_, i) => {
                const at = (core.scratch + ANSWER) >> 2;
                core.f.carom_flat_map_note_at(address, i, core.scratch + ANSWER);
                return { where: core.text(core.u32[at]), message: core.text(core.u32[at + 1]) };
            }),
        );
    }
    tileImage(tileset, id) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            all = core.f.carom_map_contents_of(this.addressFor(core));
        if (!all) core.fail(BAD_ARGUMENT, '', 'the map was read without { contents: true }');
        core.integer(tileset, 0, this.contents.tilesets.length - 1, '$.tileset');
        core.integer(id, 0, 2 ** 32 - 1, '$.id');
        const at = core.u32[(all + core.map.contents.tilesets) >> 2] + tileset * core.map.tileset.size;
        if (!core.f.carom_map_tile_image(at, id, out, out + 8, out + 4)) return null;
        const tile = core.u32[(out + 4) >> 2];
        return {
            image: core.text(core.u32[out >> 2]),
            rectangle: [...core.pairAt(out + 8), ...core.pairAt(out + 16)],
            tile: tile ? this.contents.tilesets[tileset].tiles.find((each) => each.id === id) : null,
        };
    }
    static async read(core, name, files, options = {}) {
        const { reading } = await import('./maps.js');
        const memory = new Memory(core);
        const put = (bytes) => {
            const address = memory.allocate(bytes.length + 1);
            core.u8.set(bytes, address);
            core.u8[address + bytes.length] = 0;
            return address;
        };
        if (typeof name !== 'string' || name === '') core.wrong('$.name', `expected the path of a file, not ${shown(name)}`);
        if (files === null || typeof files !== 'object' || isList(files)) {
            core.wrong('$.files', `expected files by their paths, { "cave.tmx": bytes }, not ${shown(files)}`);
        }
        const entries = (files instanceof Map ? [...files] : Object.entries(files)).filter(([path]) => !PICTURES.test(path));
        const { level: only, root, project, world, depth = 0, snap = 0, values: meant = {} } = core.fields(options, MAP_FIELDS, '$.options', 'map options');
        for (const [name, text] of Object.entries({ level: only, root, project, world })) {
            if (text !== undefined && typeof text !== 'string') core.wrong(`$.options.${name}`, `expected a text, not ${shown(text)}`);
        }
        if (meant === null || typeof meant !== 'object' || isList(meant)) {
            core.wrong('$.options.values', `expected tile codes by the names of values, not ${shown(meant)}`);
        }
        const values = Object.entries(meant);
        try {
            const list = memory.allocate(12 * entries.length),
                meanings = memory.allocate(8 * values.length),
                rules = rulesOf(core, options),
                ruled = memory.allocate(8 * rules.length),
                wanted = memory.allocate(44),
                out = core.scratch + ANSWER;
            entries.forEach(([path, content], i) => {
                const bytes = bytesOf(core, content, path);
                const row = [put(encoder.encode(plainPath(path))), put(bytes), bytes.length];
                core.u32.set(row, (list >> 2) + 3 * i);
            });
            values.forEach(([value, code], i) => {
                core.integer(code, 0, 255, `$.options.values.${value}`);
                core.u32.set([put(encoder.encode(value)), code], (meanings >> 2) + 2 * i);
            });
            const level = only === undefined ? 0 : put(encoder.encode(only));
            const path = put(encoder.encode(plainPath(name)));
            rules.forEach(([rule, meaning], i) => {
                core.u32.set([put(encoder.encode(rule)), meaning], (ruled >> 2) + 2 * i);
            });
            const folder = root === undefined ? 0 : put(encoder.encode(root));
            const types = project === undefined ? 0 : put(encoder.encode(plainPath(project)));
            const part = world === undefined ? 0 : put(encoder.encode(world));
            core.integer(depth, LEAST_INT, MOST_INT, '$.options.depth');
            const row = [level, folder, types, part, meanings, values.length, ruled, rules.length, depth];
            core.i32.set(row, wanted >> 2);
            core.f32[(wanted >> 2) + 9] = core.number(snap, '$.options.snap');
            core.i32[(wanted >> 2) + 10] = core.flag(options.contents, '$.options.contents') ? 1 : 0;
            const given = [path, list, entries.length, wanted, out, core.scratch + ERROR];
            const load = () => {
                core.clearError();
                const status = core.f.map_load(...given);
                core.updateViews();
                return status ? { error: core.fileError(status) } : { map: core.u32[out >> 2] };
            };
            const { error, map } = await reading(core, load, (result) => result.map && core.f.carom_map_free(result.map));
            if (error) throw error;
            return new CaromMap(core, map);
        } finally {
            memory.drop();
        }
    }
    #solid(address, index) {
        const core = this.#core,
            at = core.scratch + ANSWER,
            i = at >> 2;
        core.f.carom_flat_map_solid_at(address, index, at);
        const [layer, tileset, type, mark] = [0, 1, 2, 3].map((k) => core.text(core.u32[i + k]));
        const [cells, objects] = core.u32.subarray(i + 5, i + 7);
        return Object.freeze({ layer, tileset, type, mark, oneWay: core.flagAt(at + 16), cells, objects });
    }
    #about(address) {
        const core = this.#core,
            at = core.scratch + ANSWER,
            i = at >> 2;
        core.f.carom_flat_map_about(address, at);
        return {
            format: core.text(core.u32[i]),
            bounds: [...core.pairAt(at + 4), ...core.pairAt(at + 12)],
            cell: core.pairAt(at + 20),
            background: core.flagAt(at + 28) ? core.u32[i + 8] : null,
            layers: core.i32[i + 9],
            tiles: core.i32[i + 10],
            snapped: core.i32[i + 11],
        };
    }
    #object(address, index) {
        const core = this.#core,
            at = core.scratch + ANSWER,
            i = at >> 2;
        core.f.carom_flat_map_object_at(address, index, at);
        const [name, type, layer] = [0, 1, 2].map((k) => core.text(core.u32[i + k]));
        return Object.freeze({
            name,
            type,
            layer,
            id: core.i32[i + 3],
            position: core.pairAt(at + 16),
            size: core.pairAt(at + 24),
            center: core.pairAt(at + 32),
            rotation: core.f32[i + 10],
            visible: core.flagAt(at + 44),
            solid: core.flagAt(at + 45),
        });
    }
    level() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.clearError();
        const status = core.f.carom_level_make(core.f.carom_map_level(this.addressFor(core)), out, core.scratch + ERROR);
        if (status) core.f.carom_map_locate(this.addressFor(core), core.scratch + ERROR);
        core.checkFile(status);
        return new Level(core, core.u32[out >> 2]);
    }
    desc() {
        const core = this.#core,
            lists = (core.f.carom_map_level(this.addressFor(core)) >> 2) + 2;
        const [tiles, tileCount, outlines, outlineCount] = core.u32.subarray(lists, lists + 4),
            maxEdges = core.u32[lists + 10];
        return {
            tiles: Array.from({ length: tileCount }, (_, i) => tilesAt(core, tiles + TILES * i)),
            outlines: Array.from({ length: outlineCount }, (_, i) => outlineAt(core, outlines + 16 * i)),
            maxEdges,
        };
    }
}

/** Returns the names in options.solid, notSolid and oneWay as [name, carom_map_meaning]. */
function rulesOf(core, options) {
    return ['solid', 'notSolid', 'oneWay'].flatMap((key, meaning) => {
        const given = options[key] ?? [],
            names = Array.isArray(given) ? given : [given];
        for (const name of names) {
            if (typeof name !== 'string' || name === '') {
                core.wrong(`$.options.${key}`, `expected a name, or a list of names, not ${shown(given)}`);
            }
        }
        return names.map((name) => [name, meaning]);
    });
}

function bytesOf(core, content, path) {
    if (typeof content === 'string') return encoder.encode(content);
    if (content instanceof ArrayBuffer) return new Uint8Array(content);
    if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    core.wrong('$.files', `"${path}": expected bytes or text, not ${shown(content)}`);
}

function tilesAt(core, at) {
    const i = at >> 2,
        columns = core.i32[i],
        rows = core.i32[i + 1],
        codes = core.u32[i + 6];
    const [origin, cell] = [core.pairAt(at + 8), core.pairAt(at + 16)];
    return { columns, rows, origin, cell, codes: core.u8.slice(codes, codes + columns * rows) };
}

function outlineAt(core, at) {
    const points = core.u32[at >> 2] >> 2,
        count = core.i32[(at >> 2) + 1];
    return {
        points: core.f32.slice(points, points + 2 * count),
        open: core.u8[at + 8] === 1,
        one_way: core.u8[at + 9] === 1,
        even_odd: core.u8[at + 10] === 1,
        same_area: core.u8[at + 11] === 1,
        tag: core.i32[(at >> 2) + 3],
    };
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

const SVG_FIELDS = ['width', 'height', 'title', 'origin', 'scale'];
const STYLE_FIELDS = ['fill', 'stroke', 'width', 'dash', 'opacity'];
const ANCHORS = ['left', 'middle', 'right'];
const freeSvg = (f, address) => f.svg_free(address);

/** Calls `work` with the addresses of C strings; 0 for a text that is not given. */
function withTexts(core, texts, work) {
    const memory = new Memory(core);
    try {
        const places = Object.entries(texts).map(([where, text]) => {
            if (text === undefined || text === null) return 0;
            if (typeof text !== 'string') core.wrong(`$.${where}`, `expected a text, not ${shown(text)}`);
            const bytes = encoder.encode(text),
                address = memory.allocate(bytes.length + 1);
            core.u8.set(bytes, address);
            core.u8[address + bytes.length] = 0;
            return address;
        });
        return work(...places);
    } finally {
        memory.drop();
    }
}

class Svg extends Owned {
    #core;
    constructor(core, address) {
        super(core, address, freeSvg);
        this.#core = core;
    }
    static make(core, desc) {
        const at = (core.scratch + VALUES) >> 2,
            { width, height, title, origin, scale } = core.fields(desc, SVG_FIELDS, '$', 'a picture');
        core.numbers(origin ?? ZERO, 2, '$.origin', at);
        core.f32[at + 2] = core.number(scale ?? 1, '$.scale');
        core.f32[at + 3] = core.number(width, '$.width');
        core.f32[at + 4] = core.number(height, '$.height');
        const address = withTexts(core, { title }, (text) => core.f.svg_make(core.scratch + VALUES, text));
        core.updateViews();
        if (!address) core.fail(NO_MEMORY);
        return new Svg(core, address);
    }
    #put(name, ...given) {
        const core = this.#core;
        core.f[name](this.addressFor(core), ...given);
        core.updateViews();
        return this;
    }
    #level(name, level, ...given) {
        return this.#put(name, this.#core.owned(level, Level, '$.level', 'a level'), ...given);
    }
    #side(one_way) {
        return this.#core.flag(one_way, '$.one_way') ? 1 : 0;
    }
    #points(name, points) {
        const core = this.#core;
        if (!isList(points) || points.length % 2) core.wrong('$.points', `expected x and y in turn, not ${shown(points)}`);
        return core.with(4 * points.length, (room) => {
            core.numbers(points, points.length, '$.points', room >> 2);
            return this.#put(name, room, points.length / 2);
        });
    }
    group(style = {}) {
        const core = this.#core,
            { fill, stroke, width, dash, opacity } = core.fields(style, STYLE_FIELDS, '$', 'a style'),
            numbers = Object.entries({ width, dash, opacity }).map(([name, value]) => core.number(value ?? 0, `$.${name}`)),
            at = core.scratch + VALUES;
        return withTexts(core, { fill, stroke }, (...colours) => {
            core.u32.set(colours, at >> 2);
            core.f32.set(numbers, (at >> 2) + 2);
            return this.#put('carom_svg_group', at);
        });
    }
    groupEnd() {
        return this.#put('carom_svg_group_end');
    }
    solid(level) {
        return this.#level('carom_svg_solid', level);
    }
    edges(level, one_way = false) {
        return this.#level('carom_svg_edges', level, this.#side(one_way));
    }
    normals(level, one_way = false, length = 4) {
        return this.#level('carom_svg_normals', level, this.#side(one_way), this.#core.number(length, '$.length'));
    }
    line(points) {
        return this.#points('carom_svg_line', points);
    }
    dots(points) {
        return this.#points('carom_svg_dots', points);
    }
    shape(form) {
        return this.#core.withShape(form, '$.shape', (shape) => {
            if (this.#core.isCompound(shape)) this.#core.wrong('$.shape', 'a compound is drawn part by part');
            return this.#put('carom_svg_shape', shape);
        });
    }
    text(at, size, text, anchor = 'left') {
        const core = this.#core,
            position = core.vector(at, '$.at'),
            side = core.word(anchor, ANCHORS, '$.anchor'),
            high = core.number(size, '$.size');
        if (typeof text !== 'string') core.wrong('$.text', `expected a text, not ${shown(text)}`);
        return withTexts(core, { text }, (address) => this.#put('carom_flat_svg_text', position, high, side, address));
    }
    end() {
        const core = this.#core,
            address = core.f.svg_end(this.addressFor(core));
        core.updateViews();
        if (!address) core.fail(NO_MEMORY);
        const text = core.text(address);
        this.free();
        return text;
    }
}

// ---- World ----------------------------------------------------------------------------------------------------------

const WORLD_FIELDS = ['level', 'bounces', 'down', 'rules'];
const BODY_FIELDS = ['shape', 'position', 'velocity', 'rotation', 'spin', 'type', 'sensor', 'response', 'material', 'filter', 'mass', 'tag'];
const TYPES = ['mover', 'static', 'kinematic'];
/** Which members of a contact rule are set: `bits` in src/world.c. */
const RULE_A = 1,
    RULE_B = 2,
    RULE_LEVEL = 4,
    RULE_EDGE = 8,
    RULE_NORMAL = 16;
const NO_SPIN = 'a static body does not spin';
const RULE_FIELDS = ['a', 'b', 'edgeTag', 'normal', 'response'];
const WORLD_CELL_BYTES = 28;
const freeWorld = (f, address) => f.carom_world_free(address);

class World extends Owned {
    #core;
    #keeper; // the Memory that is released with the C world
    #ids = 0; // address of the ids, in order
    #room = 0;
    #fresh = false;
    #view = null;
    /** `owner`: the memory of the object that frees the world; by default this object does. */
    constructor(core, address, owner = null) {
        super(core, address, owner ? null : freeWorld);
        this.#core = core;
        this.#keeper = owner ?? this.memoryFor(core);
        if (owner) this.memoryFor(core).use(owner);
    }
    static make(core, desc = {}) {
        const { level, bounces, down, rules } = core.fields(desc, WORLD_FIELDS, '$', 'a world'),
            address = level === undefined ? 0 : core.owned(level, Level, '$.level', 'a level'),
            most = core.integer(bounces ?? 0, 0, MOST_INT, '$.bounces'),
            [x, y] = core.vec2(down ?? [0, 0], '$.down'),
            memory = new Memory(core), // of the rules
            list = World.#rules(core, rules, memory),
            out = core.scratch + ANSWER;
        core.check(core.f.world_make(address, most, x, y, list, out));
        const world = new World(core, core.u32[out >> 2]);
        if (level) world.#keeper.use(level.memoryFor(core));
        world.#keeper.hold('rules', memory);
        return world;
    }
    /** Writes contact rules; returns the address of their list, 0 for none. */
    static #rules(core, rules, memory) {
        if (rules === undefined) return 0;
        const at = core.rule,
            count = core.list(rules, '$.rules', 'contact rules').length,
            list = memory.allocate(8 + at.size * count);
        core.updateViews();
        core.u32[list >> 2] = count;
        rules.forEach((rule, i) => {
            const where = `$.rules[${i}]`,
                p = list + 8 + i * at.size,
                { a, b, edgeTag, normal, response } = core.fields(rule, RULE_FIELDS, where, 'a contact rule'),
                tagged = b !== undefined && b !== 'level';
            const bits = (a === undefined ? 0 : RULE_A) | (tagged ? RULE_B : 0) | (b === 'level' ? RULE_LEVEL : 0);
            core.u64[(p + at.a) >> 3] = a === undefined ? 0n : core.tag(a, `${where}.a`);
            core.u64[(p + at.b) >> 3] = tagged ? core.tag(b, `${where}.b`) : 0n;
            core.u32[(p + at.bits) >> 2] = bits | (edgeTag === undefined ? 0 : RULE_EDGE) | (normal === undefined ? 0 : RULE_NORMAL);
            core.i32[(p + at.edge_tag) >> 2] = core.integer(edgeTag ?? 0, LEAST_INT, MOST_INT, `${where}.edgeTag`);
            core.f32.set(core.vec2(normal ?? [0, 0], `${where}.normal`), (p + at.normal) >> 2);
            core.responseAt(core.response(response, `${where}.response`), p + at.response);
        });
        return list;
    }
    attach(level) {
        const core = this.#core,
            address = core.owned(level, Level, '$.level', 'a level');
        core.check(core.f.carom_world_attach(this.addressFor(core), address));
        this.#keeper.use(level.memoryFor(core));
    }
    /** Throws the error of carom_world_add, in the names of this API. */
    #refuse(status) {
        const core = this.#core,
            { where, reason } = core.fileError(status);
        core.fail(status, where && '$.' + where.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), reason);
    }
    add(desc) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            { shape: form, position, velocity, type, sensor, response, tag } = core.fields(desc, BODY_FIELDS, '$', 'a body'),
            how = core.response(response, '$.response'),
            filter = core.filter(desc.filter),
            material = core.material(desc.material),
            what = core.word(type ?? 'mover', TYPES, '$.type') | (core.flag(sensor, '$.sensor') ? 4 : 0),
            mass = core.mass(desc.mass),
            mark = core.tag(tag ?? 0n, '$.tag'),
            world = this.addressFor(core);
        try {
            const shape = core.shape(form, core.scratch + SHAPE_A, '$.shape');
            const values = core.motionValues(position ?? [0, 0], velocity ?? [0, 0], how);
            core.f32[(values >> 2) + 7] = mass;
            core.f32[(values >> 2) + 8] = core.number(desc.spin ?? 0, '$.spin');
            core.rotation(desc.rotation ?? 0, '$.rotation', values + 36);
            const status = core.f.world_add(world, shape, values, what, how.kind, filter, material, mark, out, core.scratch + ERROR);
            core.updateViews();
            if (status) this.#refuse(status);
            this.#fresh = false;
            return core.u64[out >> 3];
        } finally {
            core.dropBorrowed();
        }
    }
    remove(id) {
        this.#fresh = false;
        this.#core.check(this.#core.f.carom_flat_world_remove(this.addressFor(this.#core), this.#core.id(id)), '$.id');
    }
    has(id) {
        return this.#core.f.carom_flat_world_has(this.addressFor(this.#core), this.#core.id(id)) === 1;
    }
    get count() {
        return this.#core.f.carom_world_count(this.addressFor(this.#core));
    }
    #list() {
        const core = this.#core,
            count = this.count;
        if (this.#fresh) return count;
        if (count > this.#room) {
            const memory = new Memory(core);
            this.#ids = memory.allocate(16 * count); // an id, and a position or velocity, for each body
            this.memoryFor(core).hold('ids', memory);
            this.#room = count;
        }
        core.f.carom_world_bodies(this.addressFor(core), this.#ids, count);
        this.#fresh = true;
        return count;
    }
    bodies() {
        const count = this.#list();
        this.#core.updateViews();
        return this.#core.u64.slice(this.#ids >> 3, (this.#ids >> 3) + count);
    }
    #each(name, out) {
        const core = this.#core,
            count = this.#list();
        if (count === 0) return out ?? new Float32Array(0);
        const address = this.#ids + 8 * this.#room;
        core.f[name](this.addressFor(core), this.#ids, count, address);
        core.updateViews();
        const values = core.f32.subarray(address >> 2, (address >> 2) + 2 * count);
        if (!(out instanceof Float32Array) || out.length < values.length) return values.slice();
        out.set(values);
        return out;
    }
    positions(out) {
        return this.#each('world_positions', out);
    }
    velocities(out) {
        return this.#each('world_velocities', out);
    }
    get bounces() {
        return this.#core.f.carom_world_bounces(this.addressFor(this.#core));
    }
    get down() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.carom_flat_world_down(this.addressFor(core), out);
        return core.pairAt(out);
    }
    #one(name, id) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f[name](this.addressFor(core), this.#known(id), out);
        return core.pairAt(out);
    }
    #known(id) {
        if (!this.has(id)) this.#core.fail(STALE, '$.id');
        return id;
    }
    position(id) {
        return this.#one('carom_flat_world_position', id);
    }
    velocity(id) {
        return this.#one('carom_flat_world_velocity', id);
    }
    shape(id) {
        const core = this.#core,
            out = core.scratch + SHAPE_A;
        this.#known(id);
        const world = this.addressFor(core);
        core.f.carom_flat_world_shape(world, id, out);
        return core.formAt(out) ?? { compound: this.parts(id) };
    }
    #parts(part, id) {
        const core = this.#core,
            out = core.scratch + SHAPE_A,
            world = this.addressFor(core),
            parts = [];
        this.#known(id);
        for (let form; (part(world, id, parts.length, out), (form = core.formAt(out))); ) parts.push(form);
        return parts;
    }
    parts(id) {
        return this.#parts(this.#core.f.carom_flat_world_part, id);
    }
    ownShape(id) {
        const parts = this.#parts(this.#core.f.carom_flat_world_own_part, id);
        return parts.length === 1 ? parts[0] : { compound: parts };
    }
    tag(id) {
        this.#known(id);
        return BigInt.asUintN(64, this.#core.f.carom_flat_world_tag(this.addressFor(this.#core), id));
    }
    setTag(id, tag) {
        const core = this.#core;
        core.check(core.f.carom_flat_world_set_tag(this.addressFor(core), this.#known(id), core.tag(tag, '$.tag')));
    }
    /** Calls a getter that writes to `out`; returns the address. */
    #get(name, id) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f[name](this.addressFor(core), this.#known(id), out);
        return out;
    }
    type(id) {
        return TYPES[this.#core.f.carom_flat_world_type(this.addressFor(this.#core), this.#known(id))];
    }
    isSensor(id) {
        return this.#core.f.carom_flat_world_is_sensor(this.addressFor(this.#core), this.#known(id)) === 1;
    }
    pose(id) {
        const at = this.#get('carom_flat_world_pose', id);
        return { position: this.#core.pairAt(at), turned: this.#core.pairAt(at + 8) };
    }
    setPose(id, pose) {
        const core = this.#core,
            at = core.scratch + ANSWER;
        core.pose(pose, '$.pose', at);
        core.check(core.f.carom_flat_world_set_pose(this.addressFor(core), this.#known(id), at), '$.pose');
        core.updateViews();
    }
    spin(id) {
        return this.#core.f.carom_flat_world_spin(this.addressFor(this.#core), this.#known(id));
    }
    velocityAt(id, point) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            at = core.vector(point, '$.point');
        core.f.carom_flat_world_velocity_at(this.addressFor(core), this.#known(id), at, out);
        return core.pairAt(out);
    }
    setSpin(id, spin) {
        const core = this.#core,
            value = core.number(spin, '$.spin');
        const status = core.f.carom_flat_world_set_spin(this.addressFor(core), this.#known(id), value);
        if (status === BAD_ARGUMENT) core.fail(status, '$.spin', NO_SPIN);
        core.check(status, '$.spin');
        core.updateViews();
    }
    mass(id) {
        return this.#core.f.carom_flat_world_mass(this.addressFor(this.#core), this.#known(id));
    }
    carried(id) {
        return this.#one('carom_flat_world_carried', id);
    }
    response(id) {
        const core = this.#core,
            at = this.#get('carom_flat_world_response', id),
            fields = core.responseFields;
        return {
            kind: RESPONSES[core.intAt(at + fields.kind)],
            restitution: core.floatAt(at + fields.restitution),
            friction: core.floatAt(at + fields.friction),
            surfaceSpeed: core.floatAt(at + fields.surface_speed),
        };
    }
    material(id) {
        return this.#core.materialAt(this.#get('carom_flat_world_material', id));
    }
    filter(id) {
        const core = this.#core,
            i = this.#get('carom_flat_world_filter', id) >> 2;
        return { category: core.u32[i], ignore: core.u32[i + 1], group: core.i32[i + 2] };
    }
    edgeMaterial(edgeTag) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            tag = core.integer(edgeTag, LEAST_INT, MOST_INT, '$.edgeTag');
        core.f.carom_flat_world_edge_material(this.addressFor(core), tag, out);
        return core.materialAt(out);
    }
    setEdgeMaterial(edgeTag, material) {
        const core = this.#core,
            tag = core.integer(edgeTag, LEAST_INT, MOST_INT, '$.edgeTag');
        core.check(core.f.carom_flat_world_set_edge_material(this.addressFor(core), tag, core.material(core.needed(material, '$.material'))));
        core.updateViews();
    }
    setMaterial(id, material) {
        const core = this.#core;
        core.check(core.f.carom_flat_world_set_material(this.addressFor(core), this.#known(id), core.material(core.needed(material, '$.material'))));
    }
    setMass(id, mass) {
        const core = this.#core;
        core.check(core.f.carom_flat_world_set_mass(this.addressFor(core), this.#known(id), core.mass(core.needed(mass, '$.mass'))), '$.mass');
    }
    setSensor(id, sensor) {
        const core = this.#core,
            value = core.flag(core.needed(sensor, '$.sensor'), '$.sensor') ? 1 : 0;
        core.check(core.f.carom_flat_world_set_sensor(this.addressFor(core), this.#known(id), value));
    }
    setShape(id, form) {
        const core = this.#core;
        this.#known(id);
        core.withShape(form, '$.shape', (shape) => {
            const status = core.f.carom_flat_world_set_shape(this.addressFor(core), id, shape);
            core.updateViews();
            core.check(status, '$.shape');
        });
    }
    moveTo(id, target) {
        const core = this.#core,
            at = core.vector(target, '$.target');
        if (this.type(id) !== 'kinematic') core.wrong('$.id', 'expected a kinematic body');
        core.check(core.f.carom_flat_world_move_to(this.addressFor(core), id, at), '$.target');
    }
    moveToPose(id, target) {
        const core = this.#core,
            at = core.scratch + ANSWER;
        core.pose(target, '$.target', at);
        if (this.type(id) !== 'kinematic') core.wrong('$.id', 'expected a kinematic body');
        core.check(core.f.carom_flat_world_move_to_pose(this.addressFor(core), id, at), '$.target');
        core.updateViews();
    }
    /** Releases memory to other objects of the module: WASM memory itself never shrinks. */
    shrink() {
        this.#core.f.carom_world_shrink(this.addressFor(this.#core));
    }
    setPosition(id, position) {
        const core = this.#core,
            at = core.vector(position, '$.position');
        core.check(core.f.carom_flat_world_set_position(this.addressFor(core), this.#known(id), at), '$.position');
    }
    setVelocity(id, velocity) {
        const core = this.#core,
            at = core.vector(velocity, '$.velocity');
        core.check(core.f.carom_flat_world_set_velocity(this.addressFor(core), this.#known(id), at), '$.velocity');
    }
    setResponse(id, response) {
        const core = this.#core,
            at = core.responseAt(core.response(core.needed(response, '$.response'), '$.response'));
        core.check(core.f.carom_flat_world_set_response(this.addressFor(core), this.#known(id), at), '$.response');
    }
    setFilter(id, filter) {
        const core = this.#core;
        core.check(core.f.carom_flat_world_set_filter(this.addressFor(core), this.#known(id), core.filter(core.needed(filter, '$.filter'))));
    }
    step(dt = 1) {
        const core = this.#core;
        core.check(core.f.carom_world_step(this.addressFor(core), core.duration(dt, '$.dt')));
    }
    /** Returns the address of a list, and its length. */
    #records(name) {
        const core = this.#core,
            count = core.scratch + ANSWER;
        const address = core.f[name](this.addressFor(core), count);
        return [address, core.i32[count >> 2]];
    }
    #record(address, at) {
        const core = this.#core,
            isEvent = at.kind !== undefined,
            record = isEvent ? { kind: EVENTS[core.intAt(address + at.kind)], t: core.floatAt(address + at.t) } : {};
        const b = core.idAt(address + at.b);
        record.a = core.idAt(address + at.a);
        record.b = b === 0n ? null : b;
        record.level = core.intAt(address + at.level);
        record.edge = core.intAt(address + at.edge);
        record.point = core.pairAt(address + at.point);
        record.normal = core.pairAt(address + at.normal);
        if (!isEvent) return record;
        const gone = core.intAt(address + at.gone);
        record.a_gone = (gone & GONE_A) !== 0;
        record.b_gone = (gone & GONE_B) !== 0;
        return record;
    }
    #objects(name, at) {
        const [address, count] = this.#records(name);
        return Array.from({ length: count }, (_, k) => this.#record(address + k * at.size, at));
    }
    #arrays(name, at) {
        const core = this.#core,
            [address, count] = this.#records(name);
        const out = {
            count,
            kinds: new Uint8Array(count).fill(1),
            t: new Float32Array(count),
            a: new BigUint64Array(count),
            b: new BigUint64Array(count),
            edges: new Int32Array(count),
            points: new Float32Array(2 * count),
            normals: new Float32Array(2 * count),
        };
        for (let k = 0, p = address; k < count; k++, p += at.size) {
            if (at.kind !== undefined) {
                out.kinds[k] = core.intAt(p + at.kind);
                out.t[k] = core.floatAt(p + at.t);
            }
            out.a[k] = core.idAt(p + at.a);
            out.b[k] = core.idAt(p + at.b);
            out.edges[k] = core.intAt(p + at.edge);
            out.points[2 * k] = core.floatAt(p + at.point);
            out.points[2 * k + 1] = core.floatAt(p + at.point + 4);
            out.normals[2 * k] = core.floatAt(p + at.normal);
            out.normals[2 * k + 1] = core.floatAt(p + at.normal + 4);
        }
        return out;
    }
    events() {
        return this.#objects('carom_world_events', this.#core.event);
    }
    pairs() {
        return this.#objects('carom_world_pairs', this.#core.pair);
    }
    eventArrays() {
        return this.#arrays('carom_world_events', this.#core.event);
    }
    pairArrays() {
        return this.#arrays('carom_world_pairs', this.#core.pair);
    }
    crushes() {
        const core = this.#core,
            at = core.crush,
            [address, count] = this.#records('carom_world_crushes'),
            id = (p) => core.idAt(p) || null;
        return Array.from({ length: count }, (_, k) => {
            const p = address + k * at.size;
            return { body: core.idAt(p + at.body), by: id(p + at.by), against: id(p + at.against), level: core.intAt(p + at.level) };
        });
    }
    get eventCount() {
        return this.#records('carom_world_events')[1];
    }
    get pairCount() {
        return this.#records('carom_world_pairs')[1];
    }
    get stats() {
        const core = this.#core,
            out = core.scratch + ANSWER,
            i = out >> 2;
        core.f.carom_flat_world_stats(this.addressFor(core), out);
        return { hits: core.i32[i], rested: core.i32[i + 1], crushed: core.i32[i + 2], tested: core.i32[i + 3] };
    }
    cells() {
        const core = this.#core,
            world = this.addressFor(core),
            count = core.f.carom_world_cells(world, 0, 0);
        return core.with(WORLD_CELL_BYTES * count, (room) => {
            core.f.carom_world_cells(world, room, count);
            return Array.from({ length: count }, (_, k) => {
                const i = (room + k * WORLD_CELL_BYTES) >> 2;
                return { bounds: Array.from(core.f32.subarray(i, i + 4)), bodies: core.i32[i + 4], tests: core.i32[i + 5], statics: core.u8[4 * i + 24] !== 0 };
            });
        });
    }
    hash() {
        return hex(this.#core.f.carom_world_hash(this.addressFor(this.#core)));
    }
    snapshot() {
        const core = this.#core,
            world = this.addressFor(core),
            size = core.f.carom_world_snapshot_size(world);
        return core.with(size, (room) => {
            core.check(core.f.carom_world_snapshot(world, room, size));
            return core.u8.slice(room, room + size);
        });
    }
    restore(bytes) {
        const core = this.#core;
        if (!(bytes instanceof Uint8Array)) core.wrong('$.bytes', `expected what snapshot() gave, not ${shown(bytes)}`);
        this.#fresh = false;
        core.with(bytes.length, (room) => {
            core.u8.set(bytes, room);
            core.check(core.f.carom_world_restore(this.addressFor(core), room, bytes.length), '$.bytes');
        });
    }
    view(view) {
        return new View(this.#core, this, view);
    }
    unfiltered() {
        return (this.#view ??= new View(this.#core, this));
    }
    sceneFor(core) {
        return core.scene(0, this.addressFor(core));
    }
}

const VIEW_FLAGS = { crossing: [1, true], levels: [2, false], statics: [4, false], movers: [8, false], kinematics: [16, false] };

/** A world seen through a filter. */
class View {
    #core;
    #world;
    #filter;
    #except;
    #flags = 0;
    constructor(core, world, view = {}) {
        core.fields(view, ['filter', 'except', ...Object.keys(VIEW_FLAGS)], '$', 'a view');
        this.#core = core;
        this.#world = world;
        const filter = core.filter(view.filter) >> 2;
        this.#filter = core.u32.slice(filter, filter + 3);
        this.#except = core.id(view.except ?? 0n, '$.except');
        for (const [name, [bit, value]] of Object.entries(VIEW_FLAGS)) {
            if (core.flag(view[name] ?? !value, `$.${name}`) === value) this.#flags |= bit;
        }
    }
    sceneFor(core) {
        const world = this.#world.addressFor(core),
            filter = core.scratch + FILTER;
        core.u32.set(this.#filter, filter >> 2);
        return core.scene(0, world, filter, this.#except, this.#flags);
    }
    /** Writes the carom_world_view; returns its address. */
    viewFor(core) {
        return this.sceneFor(core) + core.sceneFields.view;
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    pushOut(shape, position, maxDistance) {
        return pushIn(this.#core, this, shape, position, maxDistance);
    }
    /** Returns a result with its body and level. */
    #about(address, answer) {
        const core = this.#core,
            body = core.idAt(address);
        answer.body = body === 0n ? null : body; // a spread would copy the answer, at twice the time of a ray
        answer.level = core.intAt(address + 8);
        return answer;
    }
    #any(name, given) {
        return this.#core.f[name](this.viewFor(this.#core), ...given) === 1;
    }
    rayAny(from, move) {
        const core = this.#core;
        return this.#any('carom_flat_world_ray_any', [core.vector(from, '$.from'), core.vector(move, '$.move', 1)]);
    }
    sweepAny(form, move) {
        const motion = this.#core.vector(move, '$.move');
        return this.#core.withShape(form, '$.a', (shape) => this.#any('carom_flat_world_sweep_any', [shape, motion]));
    }
    overlapAny(form) {
        return this.#core.withShape(form, '$.a', (shape) => this.#any('carom_world_overlap_any', [shape]));
    }
    /** Returns the first result, or all of them. */
    #query(name, all, size, given, read) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            view = this.viewFor(core),
            about = (address) => this.#about(address, read(address + 12));
        if (all) return core.readList(size, (room, capacity) => core.f[name](view, ...given, room, capacity), about);
        core.f[name](view, ...given, out);
        return about(out);
    }
    #ray(name, all, from, move) {
        const core = this.#core,
            given = [core.vector(from, '$.from'), core.vector(move, '$.move', 1)];
        return this.#query(name, all, 48, given, (address) => core.rayAt(address, true));
    }
    ray(from, move) {
        return this.#ray('carom_flat_world_ray', false, from, move);
    }
    rayAll(from, move) {
        return this.#ray('carom_flat_world_ray_all', true, from, move);
    }
    #sweep(name, all, form, move) {
        const core = this.#core,
            motion = core.vector(move, '$.move');
        return core.withShape(form, '$.a', (shape) =>
            this.#query(name, all, 56, [shape, motion], (address) => core.sweepAt(address, core.isCompound(shape), true)),
        );
    }
    sweep(shape, move) {
        return this.#sweep('carom_flat_world_sweep', false, shape, move);
    }
    sweepAll(shape, move) {
        return this.#sweep('carom_flat_world_sweep_all', true, shape, move);
    }
    overlap(form) {
        const core = this.#core;
        return core.withShape(form, '$.a', (shape) =>
            this.#query('carom_world_overlap', true, 16, [shape], (address) => ({ edge: core.intAt(address) })),
        );
    }
    #nearest(name, all, form, maxDistance) {
        const core = this.#core,
            limit = core.distanceLimit(maxDistance, '$.maxDistance');
        return core.withShape(form, '$.a', (shape) =>
            this.#query(name, all, 48, [shape, limit], (address) => core.separationAt(address, core.isCompound(shape), true)),
        );
    }
    nearest(shape, maxDistance = Infinity) {
        return this.#nearest('carom_flat_world_nearest', false, shape, maxDistance);
    }
    nearestAll(shape, maxDistance = Infinity) {
        return this.#nearest('carom_world_nearest_all', true, shape, maxDistance);
    }
}

// The queries of a world are those of a view without a filter.
const QUERIES = ['ray', 'rayAll', 'rayAny', 'sweep', 'sweepAll', 'sweepAny', 'overlap', 'overlapAny', 'nearest', 'nearestAll'];
for (const name of ['move', 'pushOut', ...QUERIES]) {
    World.prototype[name] = function (a, b, c, d) {
        return this.unfiltered()[name](a, b, c, d);
    };
}

// ---- Platforms ------------------------------------------------------------------------------------------------------

const PLATFORM_FIELDS = ['shape', 'position', 'velocity', 'rotation', 'spin'];

class Platforms extends Owned {
    #core;
    #base;
    constructor(core, base, list) {
        const address = core.f.platforms_make(core.sceneOf(base), core.list(list, '$', 'platforms').length);
        core.updateViews();
        if (!address) core.fail(NO_MEMORY);
        super(core, address, freeBlock);
        this.#core = core;
        this.#base = base;
        this.count = list.length;
        try {
            list.forEach((platform, i) => this.#add(platform, i));
        } catch (error) {
            this.free();
            throw error;
        }
    }
    #add(platform, i) {
        const core = this.#core,
            { shape: form, position, velocity, rotation, spin } = core.fields(platform, PLATFORM_FIELDS, `$[${i}]`, 'a platform');
        core.withShape(form, `$[${i}].shape`, (shape) => {
            if (core.isCompound(shape)) core.wrong(`$[${i}].shape`, 'a platform is convex');
            core.f.platforms_shape(this.addressFor(core), i, shape, (BigInt(PLATFORM) << 32n) | BigInt(i));
        });
        core.rotation(rotation ?? 0, `$[${i}].rotation`, core.scratch + VALUES);
        this.#put(i, 'rotation', core.pairAt(core.scratch + VALUES + 8));
        this.#put(i, 'spin', [core.number(spin ?? 0, `$[${i}].spin`)]);
        this.#put(i, 'position', core.vec2(position, `$[${i}].position`));
        this.#put(i, 'velocity', core.vec2(velocity ?? ZERO, `$[${i}].velocity`));
    }
    #at(index, member) {
        const core = this.#core;
        return core.f.platforms_at(this.addressFor(core), core.integer(index, 0, this.count - 1, '$.index')) + core.platform[member];
    }
    #put(index, member, numbers) {
        const at = this.#at(index, member);
        this.#core.f32.set(numbers, at >> 2);
    }
    position(index) {
        return this.#core.pairAt(this.#at(index, 'position'));
    }
    velocity(index) {
        return this.#core.pairAt(this.#at(index, 'velocity'));
    }
    pose(index) {
        return { position: this.position(index), turned: this.#core.pairAt(this.#at(index, 'rotation')) };
    }
    spin(index) {
        return this.#core.floatAt(this.#at(index, 'spin'));
    }
    setPosition(index, position) {
        this.#put(index, 'position', this.#core.vec2(position, '$.position'));
    }
    setVelocity(index, velocity) {
        this.#put(index, 'velocity', this.#core.vec2(velocity, '$.velocity'));
    }
    setPose(index, pose) {
        const core = this.#core,
            at = core.scratch + VALUES;
        core.pose(pose, '$.pose', at);
        this.#put(index, 'position', core.pairAt(at));
        this.#put(index, 'rotation', core.pairAt(at + 8));
    }
    setSpin(index, spin) {
        this.#put(index, 'spin', [this.#core.number(spin, '$.spin')]);
    }
    step(dt = 1) {
        const core = this.#core;
        core.f.platforms_move(this.addressFor(core), core.duration(dt, '$.dt'));
    }
    sceneFor(core) {
        const scene = core.sceneOf(this.#base); // throws once the base is freed
        core.f.platforms_scene(scene, this.addressFor(core));
        return scene;
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    pushOut(shape, position, maxDistance) {
        return pushIn(this.#core, this, shape, position, maxDistance);
    }
}

// ---- Run ------------------------------------------------------------------------------------------------------------

const RUN_FIELDS = ['actors', 'seed', 'radius', 'speed', 'shape', 'response'];
const freeRun = (f, address) => f.run_free(address);

class Run extends Owned {
    #core;
    constructor(core, address, level) {
        super(core, address, freeRun);
        const memory = this.memoryFor(core);
        memory.use(level.memoryFor(core));
        this.#core = core;
        this.level = level;
        this.world = new World(core, core.f.run_world(address), memory);
        this.actors = core.f.run_actors(address);
        this.steps = 0;
    }
    static make(core, map, options = {}) {
        core.owned(map, CaromMap, '$.map', 'a map, as carom.map() reads it');
        core.fields(options, RUN_FIELDS, '$.options', 'a run');
        const shape = core.word(options.shape ?? 'circle', ['circle', 'box'], '$.shape'),
            response = core.word(options.response ?? 'bounce', RESPONSES, '$.response'),
            actors = core.integer(options.actors ?? 50, 1, 1000000, '$.actors'),
            seed = core.integer(options.seed ?? 1, 0, Number.MAX_SAFE_INTEGER, '$.seed'),
            radius = core.number(options.radius ?? -1, '$.radius'),
            speed = core.number(options.speed ?? -1, '$.speed'),
            out = core.scratch + ANSWER,
            level = map.level();
        try {
            if (level.edgeCount === 0) core.fail(BAD_ARGUMENT, '$', 'nothing in the map is solid; map.notes lists the reasons');
            const asked = [actors, BigInt(seed), radius, speed, shape, response];
            const status = core.f.run_make(map.addressFor(core), level.addressFor(core), ...asked, out, out + 4);
            core.updateViews();
            const found = core.i32[(out >> 2) + 1];
            if (status === FULL) {
                core.fail(status, '$.actors', `only ${found} of ${actors} fit; reduce actors or radius`);
            }
            core.check(status);
            return new Run(core, core.u32[out >> 2], level);
        } catch (error) {
            level.free();
            throw error;
        }
    }
    /** Frees its world and level too. */
    free() {
        this.world.free();
        super.free();
        this.level.free();
    }
    #sum(index) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.run_sums(this.addressFor(core), out);
        return new Float64Array(core.f.memory.buffer, out, 5)[index];
    }
    get radius() {
        return this.#sum(0);
    }
    get speed() {
        return this.#sum(1);
    }
    get hits() {
        return this.#sum(2);
    }
    get pairs() {
        return this.#sum(3);
    }
    get escapes() {
        return this.#sum(4);
    }
    centers(out) {
        const core = this.#core,
            count = 2 * this.actors;
        return core.with(4 * count, (room) => {
            core.f.run_centers(this.addressFor(core), room);
            const values = core.f32.subarray(room >> 2, (room >> 2) + count);
            if (!(out instanceof Float32Array) || out.length < count) return values.slice();
            out.set(values);
            return out;
        });
    }
    step(count = 1) {
        const core = this.#core;
        const steps = core.integer(count, 0, MOST_INT, '$.count');
        for (let i = 0; i < steps; i++) {
            core.check(core.f.run_step(this.addressFor(core)));
            this.steps++;
        }
    }
    hash() {
        return this.world.hash();
    }
}

const hex = (bits) => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');

// ---- The library ----------------------------------------------------------------------------------------------------

class Carom {
    #core;
    constructor(core) {
        this.#core = core;
        this.version = core.text(core.f.carom_version());
        this.simd = core.simd;
        const names = [];
        for (let base = 0, name; (name = core.f.carom_tile_name(base)); base++) names.push(core.text(name));
        this.tileNames = Object.freeze(names);
    }
    get memoryBytes() {
        return this.#core.f.memory.buffer.byteLength;
    }

    // -- geom --

    shape(form) {
        return new Shape(this.#core, form instanceof Shape ? form.toJSON() : form);
    }
    hull(points) {
        const core = this.#core,
            out = core.scratch + SHAPE_A;
        if (!isList(points) || points.length % 2) core.wrong('$.points', `expected x and y in turn, not ${shown(points)}`);
        return core.with(4 * points.length, (room) => {
            core.numbers(points, points.length, '$.points', room >> 2);
            core.check(core.f.carom_make_hull(room, points.length / 2, out), '$.points');
            return core.formAt(out);
        });
    }
    triangulate(rings) {
        const core = this.#core;
        return core.withRings(rings, (at, count) => core.triangles((...out) => core.f.carom_triangulate(at, count, 0, ...out), '$.rings'));
    }
    decompose(rings) {
        const core = this.#core,
            size = core.shapeSize;
        return core.withRings(rings, (at, count) => core.counted(size, (...out) => core.f.carom_decompose(at, count, 0, ...out), '$.rings',
            (parts, length) => Array.from({ length }, (_, i) => core.formAt(parts + i * size))));
    }
    check(form) {
        const core = this.#core;
        try {
            core.withShape(form, '$', (shape) => core.check(core.f.carom_shape_check(shape), '$'));
            return null;
        } catch (error) {
            if (error instanceof CaromError) return error;
            throw error;
        }
    }
    /** Calls `ask` with the addresses of two shapes, and frees temporary parts. */
    #pair(a, b, ask) {
        const core = this.#core;
        try {
            return ask(core.shape(a, core.scratch + SHAPE_A, '$.a'), core.shape(b, core.scratch + SHAPE_B, '$.b'));
        } finally {
            core.dropBorrowed();
        }
    }
    overlap(a, b) {
        return this.#pair(a, b, this.#core.f.carom_overlap) === 1;
    }
    distance(a, b) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        return this.#pair(a, b, (pa, pb) => {
            core.f.carom_flat_distance(pa, pb, out);
            return core.separationAt(out, core.isCompound(pa), core.isCompound(pb));
        });
    }
    contact(a, b) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            i = out >> 2;
        return this.#pair(a, b, (pa, pb) => {
            core.f.carom_flat_contact(pa, pb, out);
            const hit = core.u8[out] === 1,
                points = [];
            for (let k = 0; k < core.i32[i + 4]; k++) points.push(core.pairAt(out + 20 + 8 * k));
            const answer = { hit, depth: core.f32[i + 1], normal: hit ? core.pairAt(out + 8) : null, points };
            if (hit && core.isCompound(pa)) answer.part_a = core.i32[i + 9];
            if (hit && core.isCompound(pb)) answer.part_b = core.i32[i + 10];
            return answer;
        });
    }
    ray(from, move, b) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        const start = core.vector(from, '$.from'),
            motion = core.vector(move, '$.move', 1);
        try {
            const shape = core.shape(b, core.scratch + SHAPE_B, '$.b');
            core.f.carom_flat_ray(start, motion, shape, out);
            return core.rayAt(out, core.isCompound(shape));
        } finally {
            core.dropBorrowed();
        }
    }
    rayTo(from, to, b) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.vec2(from, '$.from');
        core.vec2(to, '$.to');
        try {
            const shape = core.shape(b, core.scratch + SHAPE_B, '$.b');
            core.check(core.f.ray_to(from[0], from[1], to[0], to[1], shape, out), '$.to');
            return core.rayAt(out, core.isCompound(shape));
        } finally {
            core.dropBorrowed();
        }
    }
    sweep(a, move, b, b_move = ZERO) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            a_motion = core.vector(move, '$.move'),
            b_motion = core.vector(b_move, '$.b_move', 1);
        return this.#pair(a, b, (pa, pb) => {
            core.f.carom_flat_sweep(pa, a_motion, pb, b_motion, out);
            return core.sweepAt(out, core.isCompound(pa), core.isCompound(pb));
        });
    }
    sweepTurning(a, a_motion, b, b_motion = {}) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            ma = core.scratch + VALUES,
            mb = ma + 64;
        try {
            const pa = core.turning(a, core.scratch + SHAPE_A, '$.a', a_motion, ['a_motion', 'move', 'turn'], ma),
                pb = core.turning(b, core.scratch + SHAPE_B, '$.b', b_motion, ['b_motion', 'b_move', 'b_turn'], mb);
            core.f.carom_flat_sweep_turning(pa, ma, pb, mb, out);
            return core.turningAt(out, core.isCompound(pa), core.isCompound(pb));
        } finally {
            core.dropBorrowed();
        }
    }

    // -- rotations and poses --

    #rotation(value, where, index = 0) {
        const at = this.#core.scratch + VALUES + 16 * index;
        this.#core.rotation(value, where, at);
        return at + 8;
    }
    #pose(value, where, index = 0) {
        const at = this.#core.scratch + VALUES + 16 * index;
        this.#core.pose(value, where, at);
        return at;
    }
    /** Returns the pair that a call writes to its last argument. */
    #pairOf(call, ...operands) {
        const out = this.#core.scratch + ANSWER;
        call(...operands, out);
        return this.#core.pairAt(out);
    }
    #poseOf(call, ...operands) {
        return [...this.#pairOf(call, ...operands), ...this.#core.pairAt(this.#core.scratch + ANSWER + 8)];
    }
    rotationOf(radians) {
        return this.#core.pairAt(this.#rotation(this.#core.number(radians, '$.radians'), '$.radians'));
    }
    rotationNormalized(pair) {
        return this.#pairOf(this.#core.f.carom_flat_rotation_normalized, this.#core.vector(pair, '$.pair'));
    }
    rotationCompose(a, b) {
        return this.#pairOf(this.#core.f.carom_flat_rotation_compose, this.#rotation(a, '$.a'), this.#rotation(b, '$.b', 1));
    }
    rotationInverse(rotation) {
        return this.#pairOf(this.#core.f.carom_flat_rotation_inverse, this.#rotation(rotation, '$.rotation'));
    }
    rotate(rotation, v) {
        return this.#pairOf(this.#core.f.carom_flat_rotate, this.#rotation(rotation, '$.rotation'), this.#core.vector(v, '$.v'));
    }
    posePoint(pose, v) {
        return this.#pairOf(this.#core.f.carom_flat_pose_point, this.#pose(pose, '$.pose'), this.#core.vector(v, '$.v'));
    }
    poseLocal(pose, p) {
        return this.#pairOf(this.#core.f.carom_flat_pose_local, this.#pose(pose, '$.pose'), this.#core.vector(p, '$.p'));
    }
    poseCompose(parent, child) {
        return this.#poseOf(this.#core.f.carom_flat_pose_compose, this.#pose(parent, '$.parent'), this.#pose(child, '$.child', 1));
    }
    turningPose(pose, motion, t) {
        const core = this.#core,
            at = this.#pose(pose, '$.pose');
        core.turningMotion(motion, ['motion', 'move', 'turn'], at);
        return this.#poseOf(core.f.carom_flat_turning_pose, at, core.number(t, '$.t'));
    }

    // -- 3D --

    #solid(form, kind, count, where, at) {
        const core = this.#core;
        if (form === null || typeof form !== 'object' || !(kind in form) || Object.keys(form).length !== 1) {
            core.wrong(where, `expected {"${kind}":[...]}, with ${count} numbers`);
        }
        core.numbers(form[kind], count, `${where}.${kind}`, at);
        if (kind === 'sphere' && core.f32[at + 3] < 0) core.fail(2, `${where}.sphere[3]`);
    }
    #hit3(out) {
        const core = this.#core,
            i = out >> 2,
            hit = core.u8[out] === 1;
        return {
            hit,
            t: core.f32[i + 1],
            exit: finite(core.f32[i + 2]),
            at: core.tripleAt(out + 12),
            inside: core.u8[out + 1] === 1,
            point: hit ? core.tripleAt(out + 24) : null,
            normal: hit ? core.tripleAt(out + 36) : null,
            feature: FEATURES[core.i32[i + 12]],
        };
    }
    ray3(from, move, b) {
        const core = this.#core,
            at = (core.scratch + VALUES) >> 2,
            out = core.scratch + ANSWER;
        core.numbers(from, 3, '$.from', at);
        core.numbers(move, 3, '$.move', at + 3);
        this.#solid(b, 'sphere', 4, '$.b', at + 6);
        const from3 = core.scratch + VALUES;
        core.f.carom_flat_ray_sphere(from3, from3 + 12, from3 + 24, core.f32[at + 9], out);
        const { hit, t, exit, inside, point, normal } = this.#hit3(out);
        return { hit, t, exit, inside, point, normal };
    }
    sweep3(a, move, b) {
        const core = this.#core,
            at = (core.scratch + VALUES) >> 2,
            out = core.scratch + ANSWER;
        this.#solid(a, 'sphere', 4, '$.a', at);
        core.numbers(move, 3, '$.move', at + 4);
        this.#solid(b, 'segment3', 6, '$.b', at + 7);
        const center = core.scratch + VALUES;
        core.f.carom_flat_sweep_sphere_segment(center, core.f32[at + 3], center + 16, center + 28, center + 40, out);
        const { hit, t, at: position, inside, point, normal, feature } = this.#hit3(out);
        return { hit, t, at: position, inside, point, normal, feature };
    }

    // -- batches --

    /** Transposes rows of `each` numbers to columns. */
    #columnsOf(values, each, address) {
        const core = this.#core,
            n = values.length / each;
        for (let k = 0; k < each; k++) {
            const column = core.f32.subarray((address >> 2) + k * n, (address >> 2) + (k + 1) * n);
            for (let i = 0, j = k; i < n; i++, j += each) column[i] = values[j];
        }
    }
    rayMany(rays, b) {
        const core = this.#core,
            n = core.floats(rays, 4, '$.rays');
        try {
            const shape = core.shape(b, core.scratch + SHAPE_B, '$.b');
            return core.with((16 + 36) * n, (room) => {
                this.#columnsOf(rays, 4, room);
                const out = room + 16 * n,
                    hits = core.f.ray_many(room, n, shape, out);
                return { hits, ...this.#rayColumns(out, n) };
            });
        } finally {
            core.dropBorrowed();
        }
    }
    #rayColumns(address, n) {
        const core = this.#core;
        const out = Object.fromEntries(RAY_COLUMNS.map(([name, each, type]) => [name, new type(each * n)]));
        for (let k = 0; k < n; k++) {
            const p = address + 36 * k,
                i = p >> 2,
                hit = core.u8[p] === 1;
            out.flags[k] = core.u8[p] | (core.u8[p + 1] << 1);
            out.t[k] = core.f32[i + 1];
            out.exit[k] = core.f32[i + 2];
            out.parts[k] = hit ? core.i32[i + 8] : -1;
            if (!hit) continue;
            out.points.set(core.f32.subarray(i + 3, i + 5), 2 * k);
            out.normals.set(core.f32.subarray(i + 5, i + 7), 2 * k);
        }
        return out;
    }
    #overlapAgainst(a, kind, each, values, where) {
        const core = this.#core,
            n = core.floats(values, each, where);
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            return core.with(4 * (each + 1) * n, (room) => {
                this.#columnsOf(values, each, room);
                const list = room + 4 * each * n,
                    count = core.f.overlap_against(shape, kind, room, n, list);
                return core.i32.slice(list >> 2, (list >> 2) + count);
            });
        } finally {
            core.dropBorrowed();
        }
    }
    overlapCircles(a, circles) {
        return this.#overlapAgainst(a, CIRCLE, 3, circles, '$.circles');
    }
    overlapBoxes(a, boxes) {
        return this.#overlapAgainst(a, BOX, 4, boxes, '$.boxes');
    }
    overlapSegments(a, segments) {
        return this.#overlapAgainst(a, SEGMENT, 4, segments, '$.segments');
    }
    #sweepAgainst(a, move, kind, each, values, where) {
        const core = this.#core,
            n = core.floats(values, each, where),
            out = core.scratch + ANSWER;
        core.vec2(move, '$.move');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            core.with(4 * each * n, (room) => {
                this.#columnsOf(values, each, room);
                core.f.sweep_against(shape, move[0], move[1], kind, room, n, out);
            });
            return core.sweepAt(out, core.isCompound(shape), true);
        } finally {
            core.dropBorrowed();
        }
    }
    sweepCircles(a, move, circles) {
        return this.#sweepAgainst(a, move, CIRCLE, 3, circles, '$.circles');
    }
    sweepBoxes(a, move, boxes) {
        return this.#sweepAgainst(a, move, BOX, 4, boxes, '$.boxes');
    }
    sweepSegments(a, move, segments) {
        return this.#sweepAgainst(a, move, SEGMENT, 4, segments, '$.segments');
    }

    // -- grid --

    cellLine(from, to, options = {}) {
        const core = this.#core;
        core.fields(options, ['corners', 'ends'], '$.options', 'a cell line');
        const corners = core.word(options.corners ?? 'open', ['open', 'any'], '$.corners', '') * 2,
            ends = core.flag(options.ends, '$.ends') ? 1 : 0;
        core.cell(from, '$.from');
        core.cell(to, '$.to');
        const line = [core.cellAt(from), core.cellAt(to, 1), corners, ends],
            length = Number(core.f.carom_flat_cell_line_cells(...line, 0, 0n));
        if (length > MOST_CELLS) core.fail(TOO_LARGE, '$', `a line of ${length} cells, more than the ${MOST_CELLS} that are listed`);
        return core.with(8 * length, (room) => {
            core.f.carom_flat_cell_line_cells(...line, room, BigInt(length));
            return core.i32.slice(room >> 2, (room >> 2) + 2 * length);
        });
    }
    /** Writes a grid; returns its index in f32, with space for four numbers behind it. */
    #grid(grid) {
        const core = this.#core,
            at = (core.scratch + VALUES) >> 2;
        core.fields(grid, ['origin', 'cell'], '$.grid', 'a grid');
        core.numbers(grid.origin ?? ZERO, 2, '$.grid.origin', at);
        core.numbers(grid.cell, 2, '$.grid.cell', at + 2);
        return at;
    }
    /** Calls `ask` for the number of records of `ints` integers, then for the records. */
    #cells(ints, where, ask) {
        const core = this.#core,
            count = core.scratch + ANSWER;
        core.check(ask(0, 0, count), where);
        const length = new Float64Array(core.f.memory.buffer, count, 1)[0];
        if (length > MOST_CELLS) core.fail(TOO_LARGE, '$', `${length} cells, more than the ${MOST_CELLS} that are listed`);
        return core.with(4 * ints * length, (room) => {
            ask(room, length, count);
            return core.i32.slice(room >> 2, (room >> 2) + ints * length);
        });
    }
    trace(grid, from, to, options = {}) {
        const core = this.#core,
            at = this.#grid(grid);
        core.fields(options, ['corners'], '$.options', 'a trace');
        const corners = core.word(options.corners ?? 'open', ['open', 'any'], '$.options.corners') * 2;
        core.numbers(from, 2, '$.from', at + 4);
        core.numbers(to, 2, '$.to', at + 6);
        return this.#cells(2, '$', (...out) => core.f.trace(core.scratch + VALUES, corners, ...out));
    }
    cover(grid, form, move) {
        const core = this.#core;
        return core.withShape(form, '$.a', (shape) => {
            core.numbers(move, 2, '$.move', this.#grid(grid) + 4);
            return this.#cells(3, '$', (...out) => core.f.cover(core.scratch + VALUES, shape, ...out));
        });
    }
    sightMap(rows, columns) {
        const core = this.#core;
        if (rows instanceof Uint8Array) {
            core.integer(columns, 1, 1 << 24, '$.columns');
            if (rows.length === 0 || rows.length % columns) core.wrong('$.cells', `expected rows of ${columns} cells`);
            return new SightMap(core, Uint8Array.from(rows, (b) => (b ? 1 : 0)), columns, rows.length / columns);
        }
        if (!Array.isArray(rows) || rows.length === 0) {
            core.wrong('$.rows', rows === undefined ? 'missing' : 'expected at least one row in an array');
        }
        const cells = [];
        rows.forEach((row, y) => {
            if (typeof row !== 'string') core.wrong(`$.rows[${y}]`, 'expected a string');
            const line = Array.from(row, (c) => (c === '#' ? 1 : 0));
            if (line.length === 0) core.wrong(`$.rows[${y}]`, 'expected at least one cell');
            if (y > 0 && line.length !== cells[0].length) {
                const count = line.length === 1 ? '1 cell' : `${line.length} cells`;
                core.wrong(`$.rows[${y}]`, `${count}, expected ${cells[0].length} as in the first row`);
            }
            cells.push(line);
        });
        return new SightMap(core, Uint8Array.from(cells.flat()), cells[0].length, rows.length);
    }

    // -- tiles, levels, maps --

    #base(base) {
        const found = typeof base === 'string' ? this.tileNames.indexOf(base) : base;
        if (typeof base === 'string' && found < 0) this.#core.wrong('$.base', `no tile is called "${base}"`);
        return this.#core.integer(found, 0, 31, '$.base');
    }
    tileCode(base, flip = false, turns = 0) {
        const core = this.#core;
        return core.f.carom_tile_code(this.#base(base), core.flag(flip, '$.flip') ? 1 : 0, core.integer(turns, LEAST_INT, MOST_INT, '$.turns') & 3);
    }
    tileCanonical(code) {
        return this.#core.f.carom_tile_canonical(this.#core.integer(code, 0, 255, '$.code'));
    }
    tileEdges(code, cell = [1, 1]) {
        const level = this.level({ tiles: { columns: 1, rows: 1, cell, codes: [code] } });
        try {
            return level.edges();
        } finally {
            level.free();
        }
    }
    level(desc) {
        return Level.make(this.#core, desc);
    }
    openLevel(image) {
        return Level.open(this.#core, image);
    }
    svg(desc) {
        return Svg.make(this.#core, desc);
    }
    map(name, files, options) {
        return CaromMap.read(this.#core, name, files, options);
    }

    // -- motion and world --

    slide(velocity, normals) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        const at = core.vector(velocity, '$.velocity');
        core.list(normals, '$.normals', 'normals');
        return core.with(8 * normals.length, (room) => {
            normals.forEach((normal, i) => core.numbers(normal, 2, `$.normals[${i}]`, (room >> 2) + 2 * i));
            core.f.carom_flat_slide(at, room, normals.length, out);
            return core.pairAt(out);
        });
    }
    bounce(velocity, normal, restitution = 1, friction = 0) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        const at = core.vector(velocity, '$.velocity'),
            away = core.vector(normal, '$.normal', 1);
        core.f.carom_flat_bounce(at, away, core.number(restitution, '$.restitution'), core.number(friction, '$.friction'), out);
        return core.pairAt(out);
    }
    walker(desc) {
        return Walker.make(this.#core, desc);
    }
    platforms(base, list) {
        return new Platforms(this.#core, base, list);
    }
    cornerCorrection(scene, shape, position, motion, maxDistance) {
        const core = this.#core,
            at = (core.scratch + VALUES) >> 2,
            out = core.scratch + ANSWER;
        try {
            const address = core.shape(shape, core.scratch + SHAPE_A, '$.shape');
            core.numbers(position, 2, '$.position', at);
            core.numbers(motion, 2, '$.motion', at + 2);
            const start = core.scratch + VALUES,
                limit = core.number(maxDistance, '$.maxDistance');
            core.f.carom_flat_corner_correction(core.sceneOf(scene), address, start, start + 8, limit, out);
            return core.pairAt(out);
        } finally {
            core.dropBorrowed();
        }
    }
    world(desc) {
        return World.make(this.#core, desc);
    }

    run(map, options) {
        return Run.make(this.#core, map, options);
    }

    // -- a line of `carom query` --

    query(question) {
        const core = this.#core;
        if (question === null || typeof question !== 'object' || isList(question)) {
            core.wrong('$', 'expected a JSON object');
        }
        const { op, id } = question;
        if (typeof op !== 'string') core.wrong('$.op', op === undefined ? 'missing' : 'expected a string');
        const table = question.level !== undefined && Object.hasOwn(LEVEL_OPS, op) ? LEVEL_OPS : OPS;
        if (!Object.hasOwn(table, op)) core.wrong('$.op', `unknown op "${op}"; carom query --help lists them`);
        const { fields, answer } = table[op];
        for (const name of Object.keys(question)) {
            if (name === 'op' || name === 'id' || fields.includes(name)) continue;
            core.wrong('$', `unknown field "${name}"; the fields of ${op} are ${fields.join(' ')}`);
        }
        const answered = answer(this, question, core);
        return id === undefined ? answered : { id, ...answered };
    }
}

const ZERO = Object.freeze([0, 0]);

/** The ops of `carom query`. */
const OPS = {
    overlap: { fields: ['a', 'b'], answer: (carom, q) => ({ hit: carom.overlap(q.a, q.b) }) },
    distance: { fields: ['a', 'b'], answer: (carom, q) => carom.distance(q.a, q.b) },
    contact: { fields: ['a', 'b'], answer: (carom, q) => carom.contact(q.a, q.b) },
    ray: {
        fields: ['from', 'move', 'to', 'b'],
        answer: (carom, q, core) => {
            if ((q.to === undefined) === (q.move === undefined)) {
                core.wrong('$', `expected either "move" or "to"${q.to === undefined ? '' : ', not both'}`);
            }
            if (q.from?.length === 3) return carom.ray3(q.from, q.move ?? core.motion3(q.from, q.to), q.b);
            return q.to === undefined ? carom.ray(q.from, q.move, q.b) : carom.rayTo(q.from, q.to, q.b);
        },
    },
    sweep: {
        fields: ['a', 'move', 'b', 'b_move'],
        answer: (carom, q, core) => {
            if (!q.a?.sphere) return carom.sweep(q.a, q.move, q.b, q.b_move);
            if (q.b_move !== undefined) core.wrong('$.b_move', 'not supported in 3D: b cannot move');
            return carom.sweep3(q.a, q.move, q.b);
        },
    },
    turn: {
        fields: ['a', 'move', 'turn', 'b', 'b_move', 'b_turn'],
        answer: (carom, q) => carom.sweepTurning(q.a, { move: q.move, turn: q.turn }, q.b, { move: q.b_move, turn: q.b_turn }),
    },
    walk: {
        fields: ['from', 'to', 'corners', 'ends'],
        answer: (carom, q) => {
            const cells = carom.cellLine(q.from, q.to, { corners: q.corners, ends: q.ends });
            return { cells: Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i], cells[2 * i + 1]]) };
        },
    },
    sight: {
        fields: ['rows', 'from', 'to', 'corners'],
        answer: (carom, q) => onMap(carom, q, (map) => map.sight(q.from, q.to, q.corners)),
    },
    fov: {
        fields: ['rows', 'from', 'radius'],
        answer: (carom, q) =>
            onMap(carom, q, (map) => {
                const seen = map.fov(q.from, q.radius);
                return { visible: q.rows.map((_, y) => Array.from(seen.subarray(y * map.columns, (y + 1) * map.columns))) };
            }),
    },
};

const contactOf = ({ body, ...contact }) => contact;

/** The ops of `carom query` with a level. */
const LEVEL_OPS = {
    overlap: {
        fields: ['a', 'level'],
        answer: (q, level) => {
            const edges = Array.from(level.overlap(q.a));
            return { hit: edges.length > 0, edges };
        },
    },
    distance: { fields: ['a', 'level'], answer: (q, level) => level.nearest(q.a) },
    ray: { fields: ['from', 'move', 'level'], answer: (q, level) => level.ray(q.from, q.move) },
    sweep: { fields: ['a', 'move', 'level'], answer: (q, level) => level.sweep(q.a, q.move) },
    turn: { fields: ['a', 'move', 'turn', 'level'], answer: (q, level) => level.sweepTurning(q.a, { move: q.move, turn: q.turn }) },
    move: {
        fields: ['a', 'move', 'turn', 'response', 'restitution', 'friction', 'surface_speed', 'level'],
        answer: (q, level, core) => {
            const { pose = [0, 0, 0], ...a } = q.a ?? core.wrong('$.a', 'missing'),
                { move = ZERO, turn, restitution, friction, surface_speed: surfaceSpeed } = q,
                response = { kind: q.response ?? 'stop', restitution, friction, surfaceSpeed };
            const { casts, ...moved } =
                turn === undefined
                    ? level.move({ ...a, pose: [0, 0, ...pose.slice(2)] }, pose.slice(0, 2), move, response)
                    : level.moveTurning(a, pose, move, core.turn(turn, '$.turn'), response);
            return { ...moved, contacts: moved.contacts.map(contactOf) };
        },
    },
};
for (const op of Object.values(LEVEL_OPS)) {
    const ask = op.answer;
    op.answer = (carom, q, core) => {
        const level = Level.make(core, { outlines: q.level }, '$.level');
        try {
            return ask(q, level, core);
        } finally {
            level.free();
        }
    };
}
OPS.move = LEVEL_OPS.move;

function onMap(carom, question, answer) {
    const map = carom.sightMap(question.rows);
    try {
        return answer(map);
    } finally {
        map.free();
    }
}

// ---- Loading --------------------------------------------------------------------------------------------------------

/** A module with one function that returns a zero vector: it validates only where SIMD is supported. */
const SIMD_PROBE = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0], // "\0asm", version 1
    ...[1, 5, 1, 96, 0, 1, 123], // types: () -> v128
    ...[3, 2, 1, 0], // functions: one, of type 0
    ...[10, 22, 1, 20, 0, 253, 12, ...new Array(16).fill(0), 11], // code: v128.const, end
);

export function hasSimd() {
    return WebAssembly.validate(SIMD_PROBE);
}

function refuse(where, reason) {
    throw new CaromError(BAD_ARGUMENT, 'bad argument', where, reason);
}

async function compile(source) {
    const from = await source;
    if (from instanceof WebAssembly.Module) return from;
    if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return WebAssembly.compile(from);
    if (typeof from?.arrayBuffer !== 'function') {
        refuse('$.source', `expected the WASM's address, a Response, bytes or a WebAssembly.Module, not ${shown(from)}`);
    }
    if (!from.ok) throw new Error(`${from.url}: ${from.status} ${from.statusText}`);
    const typed = from.headers.get('Content-Type')?.startsWith('application/wasm');
    return typed ? WebAssembly.compileStreaming(from) : WebAssembly.compile(await from.arrayBuffer());
}

/** Formats a finite number as printf("%.*g") does: of two texts at the same distance it takes the even one. */
function formatted(value, digits) {
    if (value === 0) return Object.is(value, -0) ? '-0' : '0';
    const tie = new RegExp(`^(-?\\d\\.?\\d{${digits - 1}})50*(e.*)`).exec(value.toExponential(100)),
        even = tie && '02468'.includes(tie[1].replace('.', '').at(-1)),
        [mantissa, power] = (even ? tie[1] + tie[2] : value.toExponential(digits - 1)).split('e'),
        e = Number(power),
        sign = value < 0 ? '-' : '',
        all = mantissa.replace(/\D/g, '').replace(/0+$/, '');
    const point = (whole) => (all.length > whole ? `${all.slice(0, whole)}.${all.slice(whole)}` : all.padEnd(whole, '0'));
    if (e < -4 || e >= digits) return `${sign}${point(1)}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
    return sign + (e < 0 ? `0.${'0'.repeat(-e - 1)}${all}` : point(e + 1));
}

/** `fetchOwn(simd)` fetches the WASM of the package, `fetchFrom(address)` that of an address. */
export async function loadFrom(source, options = {}, fetchOwn, fetchFrom) {
    if (options === null || typeof options !== 'object') refuse('$.options', `expected an object, not ${shown(options)}`);
    for (const key in options) if (key !== 'simd') refuse('$.options', `unknown field "${key}"; the fields of options are simd`);
    if (!['boolean', 'undefined'].includes(typeof options.simd)) refuse('$.options.simd', `expected true or false, not ${shown(options.simd)}`);
    const simd = options.simd ?? hasSimd();
    let from = source;
    if (from === undefined) from = fetchOwn(simd);
    else if (typeof from === 'string' || from instanceof URL) from = fetchFrom(from);
    let core;
    const host = (name) => [name, (...given) => core.host[name](...given)]; // set by maps.js while it reads a map
    const number = (value, digits, out) => encoder.encodeInto(formatted(value, digits), new Uint8Array(core.f.memory.buffer, out)).written;
    const imports = { host: { ...Object.fromEntries(['document', 'hand_over', 'unpack'].map(host)), number } };
    const instance = await WebAssembly.instantiate(await compile(from), imports);
    core = new Core(instance, instance.exports.simd() === 1);
    return new Carom(core);
}
