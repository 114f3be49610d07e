// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From JavaScript's values to the memory of the WASM and back. What anything means is decided in C; here is only how
// it is written down: forms of shapes to numbers, structs to objects, columns to typed arrays. The places in structs
// are asserted in src/web.h.
//
// `scratch` is 64 kB at a fixed place, for what a call takes and gives. Its parts never overlap within one call:
// shapes a and b, numbers, the answer, an error, and room for lists of up to ROOM bytes.

const POINT = 1,
    SEGMENT = 2,
    CIRCLE = 3,
    BOX = 4,
    CAPSULE = 5,
    POLYGON = 6,
    COMPOUND = 7;
const KINDS = [null, 'point', 'segment', 'circle', 'box', 'capsule', 'polygon', 'compound'];
const NUMBERS = [0, 2, 4, 3, 4, 5];
const FEATURES = [null, 'edge', 'end_a', 'end_b', 'side', 'corner'];
const RESPONSES = ['touch', 'slide', 'bounce', 'cross'];
const CORNERS = ['open', 'pair', 'any'];
const EVENTS = ['begin', 'stay', 'end'];
const BAD_ARGUMENT = 9, // of carom_status
    NO_MEMORY = 10,
    STALE = 11,
    FULL = 12,
    TOO_LARGE = 16;

const SHAPE_A = 0,
    SHAPE_B = 256,
    VALUES = 512,
    FILTER = 768,
    SPACE = 832,
    ANSWER = 1024,
    ERROR = 1536,
    CONTACTS = 4096,
    LIST = 8192,
    ROOM = 57344,
    SCRATCH = LIST + ROOM;
const CONTACTS_KEPT = 16;
const PLATFORM = 0xffffffffn; // the upper half of owners that are platforms; no body has such an id

/** As motion_layout() in src/motion.c: sizes of structs and places of their fields. */
const MOTION_LAYOUT = {
    contact: ['size', 'owner', 'one_way'],
    motion: ['at', 'velocity', 't', 'contacts', 'casts', 'inside'],
    push: ['at', 'moved', 'crushed'],
    walker: ['position', 'velocity', 'grounded', 'slip', 'normal', 'support', 'point', 'owner', 'one_way'],
    stride: ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed', 'wall', 'casts'],
};
/** As world_layout() in src/world.c. */
const WORLD_LAYOUT = {
    event: ['size', 'kind', 't', 'a', 'b', 'level', 'edge', 'point', 'normal'],
    pair: ['size', 'a', 'b', 'level', 'edge', 'point', 'normal'],
};

export const HIT = 1,
    INSIDE = 2;
export const CORNER_A = 1,
    CORNER_B = 2,
    ONE_WAY = 4;

export class CaromError extends Error {
    constructor(code, status, where, reason, line = 0, column = 0) {
        const place = line > 0 ? `${where}:${line}:${column}` : where;
        super(place ? `${place}: ${reason}` : reason);
        this.name = 'CaromError';
        this.code = code;
        this.status = status;
        this.where = where;
        this.reason = reason;
        this.line = line;
        this.column = column;
    }
}

// Older engines have no such symbol: free() is there in any case.
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

// ---- Memory ---------------------------------------------------------------------------------------------------------

/** The module's memory and functions, and what all else is made from. */
class Core {
    constructor(instance, simd) {
        this.f = instance.exports;
        this.f._initialize?.();
        this.simd = simd;
        this.shapeSize = this.f.shape_size();
        this.scratch = this.f.take(SCRATCH);
        this.look();
        if (!this.scratch) throw new Error('no memory for the WASM of carom');
        this.readLayout(MOTION_LAYOUT, this.f.motion_layout());
        this.readLayout(WORLD_LAYOUT, this.f.world_layout());
    }

    readLayout(structs, at) {
        let place = new Uint16Array(this.f.memory.buffer, at);
        for (const [struct, fields] of Object.entries(structs)) {
            this[struct] = Object.fromEntries(fields.map((field, i) => [field, place[i]]));
            place = place.subarray(fields.length);
        }
    }

    /** Views end when memory grows; whoever may have made it grow looks anew. */
    look() {
        const buffer = this.f.memory.buffer;
        if (this.u8?.buffer === buffer) return;
        this.u8 = new Uint8Array(buffer);
        this.i32 = new Int32Array(buffer);
        this.u32 = new Uint32Array(buffer);
        this.f32 = new Float32Array(buffer);
        this.u64 = new BigUint64Array(buffer);
    }

    take(bytes) {
        const place = this.f.take(bytes || 1);
        this.look();
        if (!place) this.fail(NO_MEMORY);
        return place;
    }

    /** Calls `work` with the place of so many bytes, which are given back behind it. */
    with(bytes, work) {
        if (bytes <= ROOM) return work(this.scratch + LIST);
        const place = this.take(bytes);
        try {
            return work(place);
        } finally {
            this.f.give_back(place);
        }
    }

    text(place) {
        let end = place;
        while (this.u8[end]) end++;
        return decoder.decode(this.u8.subarray(place, end));
    }

    statusText(code) {
        return this.text(this.f.status_text(code));
    }

    fail(code, where = '', reason = this.statusText(code)) {
        throw new CaromError(code, this.statusText(code), where, reason);
    }

    check(code, where) {
        this.look();
        if (code) this.fail(code, where);
    }

    /** The same where C has filled in a carom_error. */
    checkFile(code) {
        this.look();
        if (code) throw this.fileError(code);
    }

    fileError(code) {
        const e = this.scratch + ERROR;
        const filled = this.i32[e >> 2] === code;
        const reason = (filled && this.text(e + 268)) || this.statusText(code);
        const place = filled ? this.i32.subarray(e >> 2) : [0, 0, 0];
        return new CaromError(code, this.statusText(code), filled ? this.text(e + 12) : '', reason, place[1], place[2]);
    }

    clearError() {
        this.i32[(this.scratch + ERROR) >> 2] = 0;
    }

    // -- Reading what was passed in --

    wrong(where, reason) {
        this.fail(BAD_ARGUMENT, where, reason);
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
            this.f32[at + i] = value;
            const float = this.f32[at + i];
            if (typeof value !== 'number' || float - float !== 0) this.number(value, `${where}[${i}]`);
        }
    }

    vec2(value, where) {
        if (!isList(value)) this.wrong(where, value === undefined ? 'missing' : `expected an array of 2 numbers, not ${nameOf(value)}`);
        if (value.length !== 2) this.wrong(where, `expected 2 numbers, not ${value.length}`);
        for (let i = 0; i < 2; i++) {
            const float = Math.fround(value[i]);
            if (typeof value[i] !== 'number' || float - float !== 0) this.number(value[i], `${where}[${i}]`);
        }
        return value;
    }

    /** From one place in space to another, in floats. */
    way3(from, to) {
        const at = (this.scratch + VALUES) >> 2;
        this.numbers(from, 3, '$.from', at);
        this.numbers(to, 3, '$.to', at + 3);
        return [0, 1, 2].map((i) => this.number(this.f32[at + 3 + i] - this.f32[at + i], '$.to'));
    }

    integer(value, low, high, where) {
        if (Number.isInteger(value) && value >= low && value <= high) return value;
        this.wrong(where, `expected a whole number from ${low} to ${high}`);
    }

    cell(value, where) {
        if (!isList(value) || value.length !== 2) this.wrong(where, 'expected a cell, [column,row]');
        this.integer(value[0], -2147483648, 2147483647, `${where}[0]`);
        this.integer(value[1], -2147483648, 2147483647, `${where}[1]`);
        return value;
    }

    flag(value, where) {
        if (value === undefined) return false;
        if (typeof value !== 'boolean') this.wrong(where, `expected true or false, not ${nameOf(value)}`);
        return value;
    }

    word(value, words, where) {
        const index = words.indexOf(value);
        if (index >= 0) return index;
        const list = words.map((word) => `"${word}"`);
        this.wrong(where, `expected ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`);
    }

    floats(values, each, where) {
        if (!(values instanceof Float32Array)) this.wrong(where, 'expected a Float32Array');
        if (values.length % each) this.wrong(where, `expected ${each} numbers for each, not ${values.length} in all`);
        return values.length / each;
    }

    // -- Shapes --

    /** The place of a shape: of one that was read before its own, else `at`, where the form is read to. */
    shape(form, at, where) {
        if (form instanceof Shape) return form.placeFor(this);
        const blocks = [];
        try {
            this.readShape(form, at, where, blocks);
        } catch (error) {
            for (const block of blocks) this.f.give_back(block);
            throw error;
        }
        if (blocks.length > 0) this.borrowed.push(...blocks);
        return at;
    }

    /** The parts of compounds that were passed in as forms; given back behind the question. */
    borrowed = [];

    giveBack() {
        for (const block of this.borrowed) this.f.give_back(block);
        this.borrowed.length = 0;
    }

    readShape(form, at, where, blocks, depth = 0) {
        const kind = this.kindOf(form, where);
        const place = `${where}.${KINDS[kind]}`,
            values = form[KINDS[kind]];
        if (kind === COMPOUND) return this.readCompound(values, at, place, blocks, depth);
        let count = NUMBERS[kind];
        if (kind === POLYGON) {
            if (!isList(values) || values.length % 2) this.wrong(place, 'expected an array of x and y in turn');
            count = values.length;
        }
        const flags = kind === SEGMENT ? this.sides(form, where) : 0;
        const status = this.with(4 * count, (room) => {
            this.numbers(values, count, place, room >> 2);
            return this.f.make_shape(kind, flags, room, count, at);
        });
        if (status === 2) this.fail(status, `${place}[${count - 1}]`);
        if (status) this.fail(status, place);
    }

    readCompound(forms, at, where, blocks, depth) {
        if (!Array.isArray(forms)) this.wrong(where, `expected an array of shapes, not ${nameOf(forms)}`);
        if (depth > 8) this.fail(8, where);
        const parts = this.take(forms.length * this.shapeSize);
        blocks.push(parts);
        forms.forEach((form, i) => {
            const place = parts + i * this.shapeSize;
            if (form instanceof Shape) this.u8.copyWithin(place, form.placeFor(this), form.placeFor(this) + this.shapeSize);
            else this.readShape(form, place, `${where}[${i}]`, blocks, depth + 1);
        });
        this.check(this.f.make_compound(parts, forms.length, at), where);
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
                if (kind) this.wrong(where, `both "${KINDS[kind]}" and "${key}": a shape is one thing`);
                kind = found;
            } else if (key !== 'one_sided' && key !== 'ends') {
                unknown = key;
            }
        }
        if (unknown === 'sphere' || unknown === 'segment3') {
            this.wrong(`${where}.${unknown}`, 'a shape in space; here all is in the plane');
        }
        if (unknown !== null && kind) {
            this.wrong(where, `unknown field "${unknown}"; beside its numbers, a segment has one_sided and ends`);
        }
        if (unknown !== null) {
            this.wrong(
                `${where}.${unknown}`,
                'no such shape; there are point, segment, circle, box, capsule, polygon and compound, and in space ' +
                    'sphere and segment3',
            );
        }
        if (!kind) this.wrong(where, 'expected a shape, as {"circle":[0,0,1]}');
        for (const key of ['one_sided', 'ends']) {
            if (kind !== SEGMENT && form[key] !== undefined) this.wrong(`${where}.${key}`, 'only a segment has it');
        }
        return kind;
    }

    sides(form, where) {
        let flags = this.flag(form.one_sided, `${where}.one_sided`) ? 1 : 0;
        const ends = form.ends;
        if (ends === undefined) return flags;
        if (!Array.isArray(ends) || ends.length !== 2) {
            this.wrong(`${where}.ends`, 'expected two flags, one for each end');
        }
        ends.forEach((end, i) => {
            if (typeof end !== 'boolean') this.wrong(`${where}.ends[${i}]`, 'expected true or false');
            if (!end) flags |= 2 << i;
        });
        return flags;
    }

    /** The form of the shape at `place`. */
    formAt(place) {
        const kind = this.i32[place >> 2];
        if (kind === COMPOUND) {
            const [parts, count] = this.u32.subarray((place >> 2) + 1, (place >> 2) + 3);
            return { compound: Array.from({ length: count }, (_, i) => this.formAt(parts + i * this.shapeSize)) };
        }
        if (kind < POINT || kind > POLYGON) return null;
        const room = this.scratch + LIST,
            count = this.f.shape_numbers(place, room),
            flags = this.f.shape_flags(place);
        const form = { [KINDS[kind]]: Array.from(this.f32.subarray(room >> 2, (room >> 2) + count)) };
        if (flags & 1) form.one_sided = true;
        if (flags & 6) form.ends = [!(flags & 2), !(flags & 4)];
        return form;
    }

    // -- Reading answers: the structs of geom.h --

    pairAt(place) {
        const i = place >> 2;
        return [this.f32[i], this.f32[i + 1]];
    }

    tripleAt(place) {
        const i = place >> 2;
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

    isCompound(place) {
        return this.i32[place >> 2] === COMPOUND;
    }

    gapAt(p, compoundA, compoundB) {
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

    /** Infinity is a distance as well. */
    reach(value, where) {
        return value === Infinity ? value : this.number(value, where);
    }

    /** Whose a contact is. */
    ownerAt(p) {
        const owner = this.idAt(p);
        if (owner >> 32n === PLATFORM) return { body: null, platform: Number(owner & 0xffffffffn) };
        return { body: owner === 0n ? null : owner };
    }

    /** An id of a record, which may lie at any multiple of 4. */
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
            const place = contacts + this.contact.size * k,
                contact = this.sweepAt(place, false, true);
            Object.assign(contact, this.ownerAt(place + this.contact.owner));
            contact.one_way = this.flagAt(place + this.contact.one_way);
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

    pushAt(p) {
        const at = this.push;
        return { at: this.pairAt(p + at.at), moved: this.flagAt(p + at.moved), crushed: this.flagAt(p + at.crushed) };
    }

    response(form, where) {
        const value = typeof form === 'string' ? { kind: form } : (form ?? { kind: 'touch' });
        return {
            kind: this.word(value.kind, RESPONSES, where),
            restitution: this.number(value.restitution ?? 0, `${where}.restitution`),
            friction: this.number(value.friction ?? 0, `${where}.friction`),
        };
    }

    /** position, velocity, restitution, friction. */
    motionValues(position, velocity, response) {
        const at = (this.scratch + VALUES) >> 2;
        this.numbers(position, 2, '$.position', at);
        this.numbers(velocity, 2, '$.velocity', at + 2);
        this.f32[at + 4] = response.restitution;
        this.f32[at + 5] = response.friction;
        return this.scratch + VALUES;
    }

    /** The place of a carom_filter. */
    filter(filter) {
        const at = this.scratch + FILTER;
        const category = this.integer(filter?.category ?? 0, 0, 0xffffffff, '$.filter.category'),
            mask = this.integer(filter?.mask ?? 0, 0, 0xffffffff, '$.filter.mask');
        this.u32[at >> 2] = category;
        this.u32[(at >> 2) + 1] = mask;
        this.i32[(at >> 2) + 2] = this.integer(filter?.group ?? 0, -2147483648, 2147483647, '$.filter.group');
        return at;
    }

    /** The place of what is moved through and asked. */
    space(level, world, filter = this.filter(), except = 0n, flags = 0) {
        const at = this.scratch + SPACE;
        if (typeof except !== 'bigint') this.wrong('$.except', 'expected the id of a body');
        this.f.space_set(at, level, world, filter, except, flags);
        return at;
    }

    /** Asks for a list of structs: in the room there is, or if there are more, once more in enough of it. */
    listed(size, ask, read) {
        const readAll = (place, count) => Array.from({ length: count }, (_, k) => read(place + k * size));
        const room = this.scratch + LIST,
            most = Math.floor(ROOM / size),
            count = ask(room, most);
        if (count <= most) return readAll(room, count);
        return this.with(size * count, (place) => readAll(place, ask(place, count)));
    }

    /** Reads a shape, asks, and gives back what was read. */
    asking(form, where, ask) {
        try {
            return ask(this.shape(form, this.scratch + SHAPE_A, where));
        } finally {
            this.giveBack();
        }
    }

    spaceOf(space) {
        if (typeof space?.spaceFor !== 'function') this.wrong('$.space', 'expected a level, a world or a view of one');
        return space.spaceFor(this);
    }

    /** Cuts columns, as the batches of C write them, into typed arrays of their own, or those of `out` if they are as long. */
    columns(place, n, names, out = {}) {
        for (const [name, each, type] of names) {
            const values = new type(this.f.memory.buffer, place, n * each);
            if (out[name]?.length === n * each && out[name] instanceof type) out[name].set(values);
            else out[name] = values.slice();
            place += values.byteLength;
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

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const finite = (value) => (value - value === 0 ? value : null);

// ---- What holds memory ----------------------------------------------------------------------------------------------

class Owned {
    #core;
    #place;
    constructor(core, place) {
        this.#core = core;
        this.#place = place;
    }
    /** Where it lies; an error once it is freed, or for a library it does not belong to. */
    placeFor(core) {
        if (!this.#place) core.fail(STALE, '', `${this.constructor.name}: it was freed`);
        if (core !== this.#core) core.fail(BAD_ARGUMENT, '', 'it belongs to another library: load() was called twice');
        return this.#place;
    }
    free() {
        if (this.#place) this.release(this.#core, this.#place);
        this.#place = 0;
    }
    [dispose]() {
        this.free();
    }
}

class Shape extends Owned {
    #core;
    #blocks;
    constructor(core, form) {
        const blocks = [],
            place = core.take(core.shapeSize);
        blocks.push(place);
        try {
            core.readShape(form, place, '$', blocks);
        } catch (error) {
            for (const block of blocks) core.f.give_back(block);
            throw error;
        }
        super(core, place);
        this.#core = core;
        this.#blocks = blocks;
        const i = place >> 2;
        this.kind = KINDS[core.i32[i]];
        this.parts = this.kind === 'compound' ? form.compound.length : 1;
        this.form = Object.freeze(core.formAt(place));
    }
    get bounds() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.shape_bounds(this.placeFor(core), out);
        return [...core.pairAt(out), ...core.pairAt(out + 8)];
    }
    toJSON() {
        return this.form;
    }
    release(core) {
        for (const block of this.#blocks) core.f.give_back(block);
    }
}

// ---- Grid -----------------------------------------------------------------------------------------------------------

class SightMap extends Owned {
    #core;
    #cells;
    constructor(core, cells, columns, rows) {
        const bits = core.take(core.f.bits_bytes(columns, rows));
        super(core, bits);
        this.#core = core;
        this.#cells = cells;
        this.columns = columns;
        this.rows = rows;
        core.with(cells.length, (room) => {
            core.u8.set(cells, room);
            core.f.bits_pack(room, columns, rows, bits);
        });
    }
    release(core, place) {
        core.f.give_back(place);
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
        this.#cells[cell[1] * this.columns + cell[0]] = blocks ? 1 : 0;
        this.#core.f.bits_set(this.placeFor(this.#core), this.columns, this.rows, cell[0], cell[1], blocks ? 1 : 0);
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
        const rule = core.word(corners, CORNERS, '$.corners');
        const bits = this.placeFor(core);
        const clear = core.f.sight(bits, this.columns, this.rows, from[0], from[1], to[0], to[1], rule, out) === 1;
        return { clear, blocker: clear ? null : [core.i32[i], core.i32[i + 1]] };
    }
    sights(from, targets, corners = 'open') {
        const core = this.#core,
            count = targets.length >> 1;
        this.on(from, '$.from');
        if (!(targets instanceof Int32Array)) core.wrong('$.targets', 'expected an Int32Array');
        const rule = core.word(corners, CORNERS, '$.corners'),
            bits = this.placeFor(core);
        return core.with(9 * count, (room) => {
            core.i32.set(targets.subarray(0, 2 * count), room >> 2);
            const out = room + 8 * count;
            core.f.sights(bits, this.columns, this.rows, from[0], from[1], room, count, rule, out);
            return core.u8.slice(out, out + count);
        });
    }
    fov(from, radius) {
        const core = this.#core;
        this.on(from, '$.from');
        core.integer(radius, 0, 2147483647, '$.radius');
        const reach = Math.min(radius, this.columns + this.rows); // beyond the map there is nothing to see
        if (reach > 1024) core.wrong('$.radius', 'expected at most 1024 on a map this large');
        const side = 2 * reach + 1,
            visible = new Uint8Array(this.columns * this.rows),
            bits = this.placeFor(core);
        core.with(side * side, (room) => {
            core.f.fov(bits, this.columns, this.rows, from[0], from[1], reach, room);
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

class Level extends Owned {
    #core;
    constructor(core, place) {
        super(core, place);
        this.#core = core;
    }
    static make(core, desc) {
        const tiles = desc?.tiles ? [desc.tiles].flat() : [],
            outlines = desc?.outlines ?? [],
            shapes = desc?.tileShapes ?? [];
        const blocks = [];
        const take = (bytes) => (blocks.push(core.take(bytes)), blocks.at(-1));
        try {
            const tilesAt = take(28 * tiles.length),
                outlinesAt = take(16 * outlines.length),
                shapesAt = take(12 * shapes.length),
                editable = core.flag(desc?.editable, '$.editable') ? 1 : 0,
                out = core.scratch + ANSWER;
            tiles.forEach((tile, i) => putTiles(core, tile, tilesAt + 28 * i, `$.tiles[${i}]`, take));
            outlines.forEach((o, i) => putOutline(core, o, outlinesAt + 16 * i, `$.outlines[${i}]`, take));
            shapes.forEach(({ base, parts }, i) => {
                const where = `$.tileShapes[${i}]`,
                    partsAt = take(16 * parts.length);
                parts.forEach((part, k) => putOutline(core, part, partsAt + 16 * k, `${where}.parts[${k}]`, take));
                core.u32.set([core.integer(base, 21, 31, `${where}.base`), partsAt, parts.length], (shapesAt >> 2) + 3 * i);
            });
            const lists = [tilesAt, tiles.length, outlinesAt, outlines.length, shapesAt, shapes.length];
            core.clearError();
            core.checkFile(core.f.level_make(...lists, editable, out, core.scratch + ERROR));
            return new Level(core, core.u32[out >> 2]);
        } finally {
            for (const block of blocks) core.f.give_back(block);
        }
    }
    release(core, place) {
        core.f.level_free(place);
    }
    get edgeCount() {
        return this.#core.f.level_edge_count(this.placeFor(this.#core));
    }
    get seamsRemoved() {
        return this.#core.f.level_seams_removed(this.placeFor(this.#core));
    }
    get bounds() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.level_bounds(this.placeFor(core), out);
        const box = [...core.pairAt(out), ...core.pairAt(out + 8)];
        return box[0] <= box[2] && box[1] <= box[3] ? box : null;
    }
    edges() {
        const core = this.#core,
            count = this.edgeCount;
        return core.with(37 * count, (room) => {
            core.f.level_edges(this.placeFor(core), room);
            return { count, ...core.columns(room, count, EDGE_COLUMNS) };
        });
    }
    tile(cell, grid = 0) {
        const core = this.#core,
            [column, row] = core.cell(cell, '$.cell');
        return core.f.level_tile(this.placeFor(core), core.integer(grid, 0, 65535, '$.grid'), column, row);
    }
    setTile(cell, code, grid = 0) {
        const core = this.#core,
            [column, row] = core.cell(cell, '$.cell'),
            where = core.integer(grid, 0, 65535, '$.grid');
        core.check(core.f.level_set_tile(this.placeFor(core), where, column, row, core.integer(code, 0, 255, '$.code')), '$');
    }
    ray(from, move) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.vec2(from, '$.from');
        core.vec2(move, '$.move');
        core.f.level_ray(this.placeFor(core), from[0], from[1], move[0], move[1], out);
        return core.rayAt(out, true);
    }
    sweep(a, move) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.vec2(move, '$.move');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            core.f.level_sweep(this.placeFor(core), shape, move[0], move[1], out);
        } finally {
            core.giveBack();
        }
        return core.sweepAt(out, false, true);
    }
    rayAll(from, move) {
        const core = this.#core,
            level = this.placeFor(core),
            [x, y] = core.vec2(from, '$.from'),
            [dx, dy] = core.vec2(move, '$.move');
        const ask = (room, capacity) => core.f.level_ray_all(level, x, y, dx, dy, room, capacity);
        return core.listed(36, ask, (place) => core.rayAt(place, true));
    }
    overlap(a) {
        const core = this.#core,
            level = this.placeFor(core);
        return core.asking(a, '$.a', (shape) => {
            const ask = (room, capacity) => core.f.level_overlap(level, shape, room, capacity);
            return Int32Array.from(core.listed(4, ask, (place) => core.intAt(place)));
        });
    }
    nearest(a, within = Infinity) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            reach = core.reach(within, '$.within');
        return core.asking(a, '$.a', (shape) => {
            core.f.level_nearest(this.placeFor(core), shape, reach, out);
            return core.gapAt(out, core.isCompound(shape), true);
        });
    }
    solid(point) {
        const core = this.#core;
        core.vec2(point, '$.point');
        return core.f.level_solid(this.placeFor(core), point[0], point[1]) === 1;
    }
    rays(rays, out = {}) {
        const core = this.#core,
            n = core.floats(rays, 4, '$.rays');
        return core.with(16 * n + 29 * n, (room) => {
            core.f32.set(rays, room >> 2);
            out.hits = core.f.level_rays(this.placeFor(core), room, n, room + 16 * n);
            return core.columns(room + 16 * n, n, RAY_COLUMNS, out);
        });
    }
    sweeps(a, motions, out = {}) {
        const core = this.#core,
            n = core.floats(motions, 4, '$.motions');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            return core.with(16 * n + 33 * n, (room) => {
                core.f32.set(motions, room >> 2);
                out.hits = core.f.level_sweeps(this.placeFor(core), shape, room, n, room + 16 * n);
                return core.columns(room + 16 * n, n, SWEEP_COLUMNS, out);
            });
        } finally {
            core.giveBack();
        }
    }
    solids(points) {
        const core = this.#core,
            n = core.floats(points, 2, '$.points');
        return core.with(9 * n, (room) => {
            core.f32.set(points, room >> 2);
            core.f.level_solids(this.placeFor(core), room, n, room + 8 * n);
            return core.u8.slice(room + 8 * n, room + 9 * n);
        });
    }
    spaceFor(core) {
        return core.space(this.placeFor(core), 0);
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    pushOut(shape, position) {
        return pushIn(this.#core, this, shape, position);
    }
}

function putTiles(core, tile, at, where, take) {
    const i = at >> 2;
    const columns = core.integer(tile.columns, 1, 262144, `${where}.columns`),
        rows = core.integer(tile.rows, 1, 262144, `${where}.rows`);
    if (!isList(tile.codes) || tile.codes.length !== columns * rows) {
        core.wrong(`${where}.codes`, `expected ${columns * rows} codes, not ${tile.codes?.length}`);
    }
    const codes = take(columns * rows);
    core.u8.set(tile.codes, codes);
    core.i32[i] = columns;
    core.i32[i + 1] = rows;
    core.numbers(tile.origin ?? [0, 0], 2, `${where}.origin`, i + 2);
    core.numbers(tile.cell ?? [1, 1], 2, `${where}.cell`, i + 4);
    core.u32[i + 6] = codes;
}

function putOutline(core, outline, at, where, take) {
    const points = outline.points;
    if (!isList(points) || points.length % 2) core.wrong(`${where}.points`, 'expected x and y in turn');
    const place = take(4 * points.length);
    core.numbers(points, points.length, `${where}.points`, place >> 2);
    core.u32[at >> 2] = place;
    core.i32[(at >> 2) + 1] = points.length / 2;
    core.i32[(at >> 2) + 2] = 0;
    core.u8[at + 8] = core.flag(outline.open, `${where}.open`) ? 1 : 0;
    core.u8[at + 9] = core.flag(outline.one_way, `${where}.one_way`) ? 1 : 0;
    core.i32[(at >> 2) + 3] = core.integer(outline.tag ?? 0, -2147483648, 2147483647, `${where}.tag`);
}

function moveIn(core, space, form, position, velocity, response = 'touch') {
    const how = core.response(response, '$.response'),
        out = core.scratch + ANSWER,
        contacts = core.scratch + CONTACTS;
    try {
        const shape = core.shape(form, core.scratch + SHAPE_A, '$.shape');
        const values = core.motionValues(position, velocity, how);
        core.f.move(core.spaceOf(space), shape, values, how.kind, contacts, CONTACTS_KEPT, out);
    } finally {
        core.giveBack();
    }
    return core.motionAt(out, contacts);
}

function pushIn(core, space, form, position) {
    const out = core.scratch + ANSWER;
    core.vec2(position, '$.position');
    try {
        const shape = core.shape(form, core.scratch + SHAPE_A, '$.shape');
        core.f.push_out(core.spaceOf(space), shape, position[0], position[1], out);
    } finally {
        core.giveBack();
    }
    return core.pushAt(out);
}

// ---- Walker ---------------------------------------------------------------------------------------------------------

class Walker extends Owned {
    #core;
    constructor(core, place) {
        super(core, place);
        this.#core = core;
    }
    static make(core, desc) {
        const at = (core.scratch + VALUES) >> 2;
        core.numbers(desc?.up, 2, '$.up', at);
        ['slope', 'step', 'snap'].forEach((name, i) => {
            core.f32[at + 2 + i] = core.number(desc[name] ?? 0, `$.${name}`);
        });
        try {
            const shape = core.shape(desc.shape, core.scratch + SHAPE_A, '$.shape');
            const place = core.f.walker_make(shape, core.scratch + VALUES);
            core.look();
            if (!place) core.fail(NO_MEMORY);
            return new Walker(core, place);
        } finally {
            core.giveBack();
        }
    }
    release(core, place) {
        core.f.give_back(place);
    }
    #at(field) {
        return this.placeFor(this.#core) + this.#core.walker[field];
    }
    get position() {
        return this.#core.pairAt(this.#at('position'));
    }
    set position(position) {
        const [x, y] = this.#core.vec2(position, '$.position');
        this.#core.f.walker_place(this.placeFor(this.#core), x, y);
    }
    get velocity() {
        return this.#core.pairAt(this.#at('velocity'));
    }
    set velocity(velocity) {
        const [x, y] = this.#core.vec2(velocity, '$.velocity');
        this.#core.f.walker_speed(this.placeFor(this.#core), x, y);
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
    step(space, dt = 1) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            at = core.stride;
        core.number(dt, '$.dt');
        if (!(dt > 0)) core.wrong('$.dt', 'expected more than 0');
        core.f.walker_step(this.placeFor(core), core.spaceOf(space), dt, out);
        const stride = {};
        for (const name of ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed']) {
            stride[name] = core.flagAt(out + at[name]);
        }
        stride.wall = core.pairAt(out + at.wall);
        stride.casts = core.intAt(out + at.casts);
        return stride;
    }
    drop(space) {
        const core = this.#core;
        return core.f.walker_drop(this.placeFor(core), core.spaceOf(space)) === 1;
    }
    jump(rules, pressed, dt = 1) {
        const core = this.#core,
            coyote = core.number(rules?.coyote ?? 0, '$.rules.coyote'),
            buffer = core.number(rules?.buffer ?? 0, '$.rules.buffer');
        return core.f.walker_jump(this.placeFor(core), coyote, buffer, pressed ? 1 : 0, core.number(dt, '$.dt')) === 1;
    }
    save() {
        const core = this.#core,
            place = this.placeFor(core);
        return core.u8.slice(place, place + core.f.gait_size());
    }
    restore(bytes) {
        const core = this.#core;
        if (!(bytes instanceof Uint8Array) || bytes.length !== core.f.gait_size()) core.wrong('$', 'not what save() gave');
        core.u8.set(bytes, this.placeFor(core));
    }
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

/** What no map has to be read for. */
const PICTURES = /\.(png|jpe?g|gif|webp|bmp|svg|aseprite|psd|ogg|mp3|wav)$/i;

const plainPath = (path) => path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');

class CaromMap extends Owned {
    #core;
    constructor(core, place) {
        super(core, place);
        this.#core = core;
        this.info = Object.freeze(this.#about(place));
        const objects = core.f.map_object_count(place),
            notes = core.f.map_note_count(place);
        this.objects = Object.freeze(Array.from({ length: objects }, (_, i) => this.#object(place, i)));
        this.notes = Object.freeze(
            Array.from({ length: notes }, (_, i) => ({
                where: core.text(core.f.map_note(place, i, 0)),
                message: core.text(core.f.map_note(place, i, 1)),
            })),
        );
    }
    static async read(core, name, files, options) {
        const { reading } = await import('./maps.js');
        const blocks = [];
        const take = (bytes) => (blocks.push(core.take(bytes)), blocks.at(-1));
        const put = (bytes) => {
            const place = take(bytes.length + 1);
            core.u8.set(bytes, place);
            core.u8[place + bytes.length] = 0;
            return place;
        };
        if (typeof name !== 'string' || name === '') core.wrong('$.name', 'expected the path of a file');
        const entries = (files instanceof Map ? [...files] : Object.entries(files ?? {})).filter(
            ([path]) => !PICTURES.test(path),
        );
        const values = Object.entries(options?.values ?? {});
        try {
            const list = take(12 * entries.length),
                meanings = take(8 * values.length),
                out = core.scratch + ANSWER;
            entries.forEach(([path, content], i) => {
                const bytes = bytesOf(core, content, path);
                const row = [put(encoder.encode(plainPath(path))), put(bytes), bytes.length];
                core.u32.set(row, (list >> 2) + 3 * i);
            });
            values.forEach(([value, code], i) => {
                core.integer(code, 0, 255, `$.values.${value}`);
                core.u32.set([put(encoder.encode(value)), code], (meanings >> 2) + 2 * i);
            });
            const level = options?.level === undefined ? 0 : put(encoder.encode(options.level));
            const path = put(encoder.encode(plainPath(name)));
            const given = [path, list, entries.length, level, meanings, values.length, out, core.scratch + ERROR];
            const load = () => {
                core.clearError();
                const status = core.f.map_load(...given);
                core.look();
                return status ? { error: core.fileError(status) } : { map: core.u32[out >> 2] };
            };
            const { error, map } = await reading(core, load, (told) => told.map && core.f.map_free(told.map));
            if (error) throw error;
            return new CaromMap(core, map);
        } finally {
            for (const block of blocks) core.f.give_back(block);
        }
    }
    release(core, place) {
        core.f.map_free(place);
    }
    #about(place) {
        const core = this.#core,
            at = core.scratch + ANSWER,
            i = at >> 2;
        core.f.map_about(place, at);
        return {
            format: core.text(core.f.map_format(place)),
            bounds: [...core.pairAt(at), ...core.pairAt(at + 8)],
            cell: core.pairAt(at + 16),
            background: core.u32[i + 6] ? core.u32[i + 7] : null,
            layers: core.i32[i + 8],
            tiles: core.i32[i + 9],
        };
    }
    #object(place, index) {
        const core = this.#core,
            at = core.scratch + ANSWER,
            i = at >> 2;
        core.f.map_object(place, index, at);
        const [name, type, layer] = [10, 11, 12].map((k) => core.text(core.u32[i + k]));
        return Object.freeze({
            name,
            type,
            layer,
            id: core.i32[i + 7],
            position: core.pairAt(at),
            size: core.pairAt(at + 8),
            center: core.pairAt(at + 16),
            rotation: core.f32[i + 6],
            visible: core.u32[i + 8] === 1,
            solid: core.u32[i + 9] === 1,
        });
    }
    level() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.clearError();
        core.checkFile(core.f.map_level(this.placeFor(core), out, core.scratch + ERROR));
        return new Level(core, core.u32[out >> 2]);
    }
    desc() {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.map_desc(this.placeFor(core), out);
        const [tiles, tileCount, outlines, outlineCount] = core.u32.subarray(out >> 2, (out >> 2) + 4);
        return {
            tiles: Array.from({ length: tileCount }, (_, i) => tilesAt(core, tiles + 28 * i)),
            outlines: Array.from({ length: outlineCount }, (_, i) => outlineAt(core, outlines + 16 * i)),
        };
    }
}

function bytesOf(core, content, path) {
    if (typeof content === 'string') return encoder.encode(content);
    if (content instanceof ArrayBuffer) return new Uint8Array(content);
    if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    core.wrong('$.files', `"${path}": expected bytes or text, not ${nameOf(content)}`);
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
        tag: core.i32[(at >> 2) + 3],
    };
}

// ---- World ----------------------------------------------------------------------------------------------------------

class World extends Owned {
    #core;
    #ids = 0; // the ids in order, in WASM memory
    #room = 0;
    #fresh = false;
    #lent;
    /** `lent`: the WASM's own, which is not freed from here. */
    constructor(core, place, lent = false) {
        super(core, place);
        this.#core = core;
        this.#lent = lent;
    }
    static make(core, desc) {
        const level = desc?.level ? desc.level.placeFor(core) : 0,
            bounces = core.integer(desc?.bounces ?? 0, 0, 2147483647, '$.bounces'),
            out = core.scratch + ANSWER;
        core.check(core.f.world_make(level, bounces, out));
        return new World(core, core.u32[out >> 2]);
    }
    release(core, place) {
        if (!this.#lent) core.f.world_free(place);
        if (this.#ids) core.f.give_back(this.#ids);
    }
    attach(level) {
        const core = this.#core;
        core.check(core.f.world_attach(this.placeFor(core), level.placeFor(core)));
    }
    add(desc) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            how = core.response(desc.response, '$.response'),
            filter = core.filter(desc.filter),
            fixed = core.flag(desc.is_static, '$.is_static') ? 1 : 0,
            world = this.placeFor(core);
        try {
            const shape = core.shape(desc.shape, core.scratch + SHAPE_A, '$.shape');
            const values = core.motionValues(desc.position ?? [0, 0], desc.velocity ?? [0, 0], how);
            core.check(core.f.world_add(world, shape, values, fixed, how.kind, filter, out), '$');
        } finally {
            core.giveBack();
        }
        this.#fresh = false;
        return core.u64[out >> 3];
    }
    remove(id) {
        this.#fresh = false;
        this.#core.check(this.#core.f.world_remove(this.placeFor(this.#core), id));
    }
    has(id) {
        return this.#core.f.world_has(this.placeFor(this.#core), id) === 1;
    }
    get count() {
        return this.#core.f.world_count(this.placeFor(this.#core));
    }
    #list() {
        const core = this.#core,
            count = this.count;
        if (this.#fresh) return count;
        if (count > this.#room) {
            const place = core.take(16 * count); // an id and a place or velocity each
            if (this.#ids) core.f.give_back(this.#ids);
            this.#ids = place;
            this.#room = count;
        }
        core.f.world_bodies(this.placeFor(core), this.#ids, count);
        this.#fresh = true;
        return count;
    }
    bodies() {
        const count = this.#list();
        this.#core.look();
        return this.#core.u64.slice(this.#ids >> 3, (this.#ids >> 3) + count);
    }
    #each(name, out) {
        const core = this.#core,
            count = this.#list();
        if (count === 0) return out ?? new Float32Array(0);
        const place = this.#ids + 8 * this.#room;
        core.f[name](this.placeFor(core), this.#ids, count, place);
        core.look();
        const values = core.f32.subarray(place >> 2, (place >> 2) + 2 * count);
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
    #one(name, id) {
        const core = this.#core,
            ids = core.scratch + VALUES,
            out = core.scratch + ANSWER;
        this.#known(id);
        core.u64[ids >> 3] = id;
        core.f[name](this.placeFor(core), ids, 1, out);
        return core.pairAt(out);
    }
    #known(id) {
        if (!this.has(id)) this.#core.fail(STALE);
    }
    position(id) {
        return this.#one('world_positions', id);
    }
    velocity(id) {
        return this.#one('world_velocities', id);
    }
    shape(id) {
        const core = this.#core,
            out = core.scratch + SHAPE_A;
        this.#known(id);
        const world = this.placeFor(core);
        core.f.world_shape(world, id, out);
        const whole = core.formAt(out);
        if (whole) return whole;
        const compound = [];
        for (let part; (core.f.world_part(world, id, compound.length, out), (part = core.formAt(out))); ) compound.push(part);
        return { compound };
    }
    setPosition(id, position) {
        const core = this.#core,
            [x, y] = core.vec2(position, '$.position');
        core.check(core.f.world_set_position(this.placeFor(core), id, x, y));
    }
    setVelocity(id, velocity) {
        const core = this.#core,
            [x, y] = core.vec2(velocity, '$.velocity');
        core.check(core.f.world_set_velocity(this.placeFor(core), id, x, y));
    }
    setResponse(id, response) {
        const core = this.#core,
            how = core.response(response, '$.response');
        core.check(core.f.world_set_response(this.placeFor(core), id, how.kind, how.restitution, how.friction));
    }
    setFilter(id, filter) {
        const core = this.#core;
        core.check(core.f.world_set_filter(this.placeFor(core), id, core.filter(filter)));
    }
    step(dt = 1) {
        const core = this.#core;
        core.check(core.f.world_step(this.placeFor(core), core.number(dt, '$.dt')), '$.dt');
    }
    /** Where the list lies, and how long it is. */
    #records(name) {
        const core = this.#core,
            count = core.scratch + ANSWER;
        const place = core.f[name](this.placeFor(core), count);
        return [place, core.i32[count >> 2]];
    }
    #record(place, at) {
        const core = this.#core,
            b = core.idAt(place + at.b);
        const record = {
            a: core.idAt(place + at.a),
            b: b === 0n ? null : b,
            level: core.intAt(place + at.level),
            edge: core.intAt(place + at.edge),
            point: core.pairAt(place + at.point),
            normal: core.pairAt(place + at.normal),
        };
        if (at.kind === undefined) return record;
        return { kind: EVENTS[core.intAt(place + at.kind)], t: core.floatAt(place + at.t), ...record };
    }
    #objects(name, at) {
        const [place, count] = this.#records(name);
        return Array.from({ length: count }, (_, k) => this.#record(place + k * at.size, at));
    }
    #arrays(name, at) {
        const core = this.#core,
            [place, count] = this.#records(name);
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
        for (let k = 0, p = place; k < count; k++, p += at.size) {
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
        return this.#objects('world_events', this.#core.event);
    }
    pairs() {
        return this.#objects('world_pairs', this.#core.pair);
    }
    eventArrays() {
        return this.#arrays('world_events', this.#core.event);
    }
    pairArrays() {
        return this.#arrays('world_pairs', this.#core.pair);
    }
    get eventCount() {
        return this.#records('world_events')[1];
    }
    get pairCount() {
        return this.#records('world_pairs')[1];
    }
    get stats() {
        const core = this.#core,
            out = core.scratch + ANSWER,
            i = out >> 2;
        core.f.world_stats(this.placeFor(core), out);
        return { hits: core.i32[i], rested: core.i32[i + 1], crushed: core.i32[i + 2] };
    }
    hash() {
        return hex(this.#core.f.world_hash(this.placeFor(this.#core)));
    }
    snapshot() {
        const core = this.#core,
            world = this.placeFor(core),
            size = core.f.world_snapshot_size(world);
        return core.with(size, (room) => {
            core.check(core.f.world_snapshot(world, room, size));
            return core.u8.slice(room, room + size);
        });
    }
    restore(bytes) {
        const core = this.#core;
        if (!(bytes instanceof Uint8Array)) core.wrong('$', 'expected what snapshot() gave');
        this.#fresh = false;
        core.with(bytes.length, (room) => {
            core.u8.set(bytes, room);
            core.check(core.f.world_restore(this.placeFor(core), room, bytes.length));
        });
    }
    view(view) {
        return new View(this.#core, this, view);
    }
    spaceFor(core) {
        return core.space(0, this.placeFor(core));
    }
}

const VIEW_FLAGS = { crossing: [1, true], levels: [2, false], statics: [4, false], movers: [8, false] };

/** A world as someone sees it. */
class View {
    #core;
    #world;
    #view;
    #flags;
    constructor(core, world, view) {
        this.#core = core;
        this.#world = world;
        this.#view = view;
        this.#flags = 0;
        for (const [name, [bit, value]] of Object.entries(VIEW_FLAGS)) {
            if (core.flag(view?.[name] ?? !value, `$.${name}`) === value) this.#flags |= bit;
        }
        this.spaceFor(core); // says at once what is wrong with it
    }
    spaceFor(core) {
        const view = this.#view;
        return core.space(0, this.#world.placeFor(core), core.filter(view?.filter), view?.except ?? 0n, this.#flags);
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    pushOut(shape, position) {
        return pushIn(this.#core, this, shape, position);
    }
    /** An answer, and who it is about. */
    #about(place, answer) {
        const core = this.#core,
            body = core.idAt(place);
        return { ...answer, body: body === 0n ? null : body, level: core.intAt(place + 8) };
    }
    /** The first of a kind, or all of it. */
    #ask(name, all, size, given, read) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            space = this.spaceFor(core),
            about = (place) => this.#about(place, read(place + 12));
        if (all) return core.listed(size, (room, capacity) => core.f[`world_${name}`](space, ...given, room, capacity), about);
        core.f[`world_${name}`](space, ...given, out);
        return about(out);
    }
    #ray(name, all, from, move) {
        const core = this.#core,
            given = [...core.vec2(from, '$.from'), ...core.vec2(move, '$.move')];
        return this.#ask(name, all, 48, given, (place) => core.rayAt(place, true));
    }
    ray(from, move) {
        return this.#ray('ray', false, from, move);
    }
    rayAll(from, move) {
        return this.#ray('ray_all', true, from, move);
    }
    #sweep(name, all, form, move) {
        const core = this.#core,
            way = core.vec2(move, '$.move');
        return core.asking(form, '$.a', (shape) =>
            this.#ask(name, all, 56, [shape, ...way], (place) => core.sweepAt(place, core.isCompound(shape), true)),
        );
    }
    sweep(shape, move) {
        return this.#sweep('sweep', false, shape, move);
    }
    sweepAll(shape, move) {
        return this.#sweep('sweep_all', true, shape, move);
    }
    overlap(form) {
        const core = this.#core;
        return core.asking(form, '$.a', (shape) =>
            this.#ask('overlap', true, 16, [shape], (place) => ({ edge: core.intAt(place) })),
        );
    }
    #nearest(name, all, form, reach) {
        const core = this.#core,
            far = core.reach(reach, '$.reach');
        return core.asking(form, '$.a', (shape) =>
            this.#ask(name, all, 48, [shape, far], (place) => core.gapAt(place, core.isCompound(shape), true)),
        );
    }
    nearest(shape, reach = Infinity) {
        return this.#nearest('nearest', false, shape, reach);
    }
    nearestAll(shape, reach = Infinity) {
        return this.#nearest('nearest_all', true, shape, reach);
    }
}

// Asked itself, a world answers for all that is in it.
for (const name of ['move', 'pushOut', 'ray', 'rayAll', 'sweep', 'sweepAll', 'overlap', 'nearest', 'nearestAll']) {
    World.prototype[name] = function (...given) {
        return this.view({})[name](...given);
    };
}

// ---- Platforms ------------------------------------------------------------------------------------------------------

class Platforms extends Owned {
    #core;
    #within;
    constructor(core, within, list) {
        const place = core.f.platforms_make(core.spaceOf(within), list.length);
        core.look();
        if (!place) core.fail(NO_MEMORY);
        super(core, place);
        this.#core = core;
        this.#within = within;
        this.count = list.length;
        try {
            list.forEach((platform, i) => this.#put(platform, i));
        } catch (error) {
            this.free();
            throw error;
        }
    }
    #put({ shape: form, position, velocity }, i) {
        const core = this.#core;
        core.asking(form, `$[${i}].shape`, (shape) => {
            if (core.isCompound(shape)) core.wrong(`$[${i}].shape`, 'a platform is convex');
            core.f.platforms_shape(this.placeFor(core), i, shape, (PLATFORM << 32n) | BigInt(i));
        });
        this.#set(i, 0, position, `$[${i}].position`);
        this.#set(i, 8, velocity ?? [0, 0], `$[${i}].velocity`);
    }
    #at(index) {
        const core = this.#core;
        return core.f.platforms_at(this.placeFor(core), core.integer(index, 0, this.count - 1, '$.index'));
    }
    #set(index, offset, value, where) {
        this.#core.numbers(value, 2, where, (this.#at(index) + offset) >> 2);
    }
    release(core, place) {
        core.f.give_back(place);
    }
    position(index) {
        return this.#core.pairAt(this.#at(index));
    }
    velocity(index) {
        return this.#core.pairAt(this.#at(index) + 8);
    }
    setPosition(index, position) {
        this.#set(index, 0, position, '$.position');
    }
    setVelocity(index, velocity) {
        this.#set(index, 8, velocity, '$.velocity');
    }
    step(dt = 1) {
        const core = this.#core;
        core.f.platforms_move(this.placeFor(core), core.number(dt, '$.dt'));
    }
    spaceFor(core) {
        const space = core.spaceOf(this.#within); // an error once that is freed
        core.f.platforms_space(space, this.placeFor(core));
        return space;
    }
    move(shape, position, velocity, response) {
        return moveIn(this.#core, this, shape, position, velocity, response);
    }
    pushOut(shape, position) {
        return pushIn(this.#core, this, shape, position);
    }
}

// ---- Run ------------------------------------------------------------------------------------------------------------

class Run extends Owned {
    #core;
    constructor(core, place, level) {
        super(core, place);
        this.#core = core;
        this.level = level;
        this.world = new World(core, core.f.run_world(place), true);
        this.actors = core.f.run_actors(place);
        this.steps = 0;
    }
    static make(core, map, options = {}) {
        const shape = core.word(options.shape ?? 'circle', ['circle', 'box'], '$.shape'),
            response = core.word(options.response ?? 'bounce', RESPONSES, '$.response'),
            actors = core.integer(options.actors ?? 50, 1, 1000000, '$.actors'),
            seed = core.integer(options.seed ?? 1, 0, Number.MAX_SAFE_INTEGER, '$.seed'),
            radius = core.number(options.radius ?? -1, '$.radius'),
            speed = core.number(options.speed ?? -1, '$.speed'),
            out = core.scratch + ANSWER,
            level = map.level();
        try {
            if (level.edgeCount === 0) core.fail(BAD_ARGUMENT, '$', 'nothing in the map is solid; its notes tell why');
            const asked = [actors, BigInt(seed), radius, speed, shape, response];
            const status = core.f.run_make(map.placeFor(core), level.placeFor(core), ...asked, out, out + 4);
            core.look();
            const found = core.i32[(out >> 2) + 1];
            if (status === FULL) {
                core.fail(status, '$.actors', `there is room for ${found} of ${actors}; ask for fewer, or smaller ones`);
            }
            core.check(status);
            return new Run(core, core.u32[out >> 2], level);
        } catch (error) {
            level.free();
            throw error;
        }
    }
    release(core, place) {
        this.world.free();
        core.f.run_free(place);
        this.level.free();
    }
    #sum(index) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.f.run_sums(this.placeFor(core), out);
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
            core.f.run_centers(this.placeFor(core), room);
            const values = core.f32.subarray(room >> 2, (room >> 2) + count);
            if (!(out instanceof Float32Array) || out.length < count) return values.slice();
            out.set(values);
            return out;
        });
    }
    step(count = 1) {
        const core = this.#core;
        for (let i = 0; i < count; i++) {
            core.check(core.f.run_step(this.placeFor(core)));
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
        this.version = core.text(core.f.version());
        this.simd = core.simd;
        const names = [];
        for (let base = 0, name; (name = core.f.tile_name(base)); base++) names.push(core.text(name));
        this.tileNames = Object.freeze(names);
    }
    get memoryBytes() {
        return this.#core.f.memory.buffer.byteLength;
    }

    // -- geom --

    shape(form) {
        return new Shape(this.#core, form instanceof Shape ? form.toJSON() : form);
    }
    /** Reads both shapes and asks; what was read for the question is given back behind it. */
    #pair(a, b, ask) {
        const core = this.#core;
        try {
            return ask(core.shape(a, core.scratch + SHAPE_A, '$.a'), core.shape(b, core.scratch + SHAPE_B, '$.b'));
        } finally {
            if (core.borrowed.length > 0) core.giveBack();
        }
    }
    overlap(a, b) {
        return this.#pair(a, b, this.#core.f.overlap) === 1;
    }
    distance(a, b) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        return this.#pair(a, b, (pa, pb) => {
            core.f.distance(pa, pb, out);
            return core.gapAt(out, core.isCompound(pa), core.isCompound(pb));
        });
    }
    contact(a, b) {
        const core = this.#core,
            out = core.scratch + ANSWER,
            i = out >> 2;
        return this.#pair(a, b, (pa, pb) => {
            core.f.contact(pa, pb, out);
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
        core.vec2(from, '$.from');
        core.vec2(move, '$.move');
        try {
            const shape = core.shape(b, core.scratch + SHAPE_B, '$.b');
            core.f.ray(from[0], from[1], move[0], move[1], shape, out);
            return core.rayAt(out, core.isCompound(shape));
        } finally {
            core.giveBack();
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
            core.giveBack();
        }
    }
    sweep(a, move, b, b_move = still) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.vec2(move, '$.move');
        core.vec2(b_move, '$.b_move');
        return this.#pair(a, b, (pa, pb) => {
            core.f.sweep(pa, move[0], move[1], pb, b_move[0], b_move[1], out);
            return core.sweepAt(out, core.isCompound(pa), core.isCompound(pb));
        });
    }
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
        core.f.ray3(core.scratch + VALUES, out);
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
        core.f.sweep3(core.scratch + VALUES, out);
        const { hit, t, at: place, inside, point, normal, feature } = this.#hit3(out);
        return { hit, t, at: place, inside, point, normal, feature };
    }

    // -- batches --

    /** Rows of numbers, `each` a row, to columns. */
    #columnsOf(values, each, place) {
        const core = this.#core,
            n = values.length / each;
        for (let k = 0; k < each; k++) {
            const column = core.f32.subarray((place >> 2) + k * n, (place >> 2) + (k + 1) * n);
            for (let i = 0, j = k; i < n; i++, j += each) column[i] = values[j];
        }
    }
    rays(rays, b) {
        const core = this.#core,
            n = core.floats(rays, 4, '$.rays');
        try {
            const shape = core.shape(b, core.scratch + SHAPE_B, '$.b');
            return core.with((16 + 36) * n, (room) => {
                this.#columnsOf(rays, 4, room);
                const out = room + 16 * n,
                    hits = core.f.rays(room, n, shape, out);
                return { hits, ...this.#rayColumns(out, n) };
            });
        } finally {
            core.giveBack();
        }
    }
    #rayColumns(place, n) {
        const core = this.#core;
        const out = Object.fromEntries(RAY_COLUMNS.map(([name, each, type]) => [name, new type(each * n)]));
        for (let k = 0; k < n; k++) {
            const p = place + 36 * k,
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
    #overlapMany(a, kind, each, values, where) {
        const core = this.#core,
            n = core.floats(values, each, where);
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            return core.with(4 * (each + 1) * n, (room) => {
                this.#columnsOf(values, each, room);
                const list = room + 4 * each * n,
                    count = core.f.overlap_many(shape, kind, room, n, list);
                return core.i32.slice(list >> 2, (list >> 2) + count);
            });
        } finally {
            core.giveBack();
        }
    }
    overlapCircles(a, circles) {
        return this.#overlapMany(a, CIRCLE, 3, circles, '$.circles');
    }
    overlapBoxes(a, boxes) {
        return this.#overlapMany(a, BOX, 4, boxes, '$.boxes');
    }
    overlapSegments(a, segments) {
        return this.#overlapMany(a, SEGMENT, 4, segments, '$.segments');
    }
    #sweepMany(a, move, kind, each, values, where) {
        const core = this.#core,
            n = core.floats(values, each, where),
            out = core.scratch + ANSWER;
        core.vec2(move, '$.move');
        try {
            const shape = core.shape(a, core.scratch + SHAPE_A, '$.a');
            core.with(4 * each * n, (room) => {
                this.#columnsOf(values, each, room);
                core.f.sweep_many(shape, move[0], move[1], kind, room, n, out);
            });
            return core.sweepAt(out, core.isCompound(shape), true);
        } finally {
            core.giveBack();
        }
    }
    sweepCircles(a, move, circles) {
        return this.#sweepMany(a, move, CIRCLE, 3, circles, '$.circles');
    }
    sweepBoxes(a, move, boxes) {
        return this.#sweepMany(a, move, BOX, 4, boxes, '$.boxes');
    }
    sweepSegments(a, move, segments) {
        return this.#sweepMany(a, move, SEGMENT, 4, segments, '$.segments');
    }

    // -- grid --

    walk(from, to, options) {
        const core = this.#core,
            corners = core.word(options?.corners ?? 'open', ['open', 'any'], '$.corners') * 2,
            ends = core.flag(options?.ends, '$.ends') ? 1 : 0;
        core.cell(from, '$.from');
        core.cell(to, '$.to');
        const length = core.f.walk_length(from[0], from[1], to[0], to[1], corners, ends);
        if (length > 1 << 24) core.fail(TOO_LARGE, '$', `a walk of ${length} cells, more than the ${1 << 24} that are told`);
        return core.with(8 * length, (room) => {
            core.f.walk(from[0], from[1], to[0], to[1], corners, ends, room, length);
            return core.i32.slice(room >> 2, (room >> 2) + 2 * length);
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
                core.wrong(`$.rows[${y}]`, `${line.length} cells, expected ${cells[0].length} as in the first row`);
            }
            cells.push(line);
        });
        return new SightMap(core, Uint8Array.from(cells.flat()), cells[0].length, rows.length);
    }

    // -- tiles, levels, maps --

    #base(base) {
        const found = typeof base === 'string' ? this.tileNames.indexOf(base) : base;
        if (found < 0) this.#core.wrong('$.base', `no tile is called "${base}"`);
        return this.#core.integer(found, 0, 31, '$.base');
    }
    tileCode(base, flip = false, turns = 0) {
        const core = this.#core;
        return core.f.tile_code(this.#base(base), core.flag(flip, '$.flip') ? 1 : 0, turns & 3);
    }
    tileCanonical(code) {
        return this.#core.f.tile_canonical(this.#core.integer(code, 0, 255, '$.code'));
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
    map(name, files, options) {
        return CaromMap.read(this.#core, name, files, options);
    }

    // -- motion and world --

    slide(velocity, normals) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        core.vec2(velocity, '$.velocity');
        return core.with(8 * normals.length, (room) => {
            normals.forEach((normal, i) => core.numbers(normal, 2, `$.normals[${i}]`, (room >> 2) + 2 * i));
            core.f.slide(velocity[0], velocity[1], room, normals.length, out);
            return core.pairAt(out);
        });
    }
    bounce(velocity, normal, restitution = 1, friction = 0) {
        const core = this.#core,
            out = core.scratch + ANSWER;
        const [x, y] = core.vec2(velocity, '$.velocity'),
            [nx, ny] = core.vec2(normal, '$.normal');
        core.f.bounce(x, y, nx, ny, core.number(restitution, '$.restitution'), core.number(friction, '$.friction'), out);
        return core.pairAt(out);
    }
    walker(desc) {
        return Walker.make(this.#core, desc);
    }
    platforms(within, list) {
        return new Platforms(this.#core, within, list);
    }
    cornerCorrection(space, shape, position, motion, reach) {
        const core = this.#core,
            at = (core.scratch + VALUES) >> 2,
            out = core.scratch + ANSWER;
        try {
            const place = core.shape(shape, core.scratch + SHAPE_A, '$.shape');
            core.numbers(position, 2, '$.position', at);
            core.numbers(motion, 2, '$.motion', at + 2);
            const values = core.scratch + VALUES;
            core.f.corner_correction(core.spaceOf(space), place, values, core.number(reach, '$.reach'), out);
            return core.pairAt(out);
        } finally {
            core.giveBack();
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
        if (!Object.hasOwn(OPS, op)) core.wrong('$.op', `unknown op "${op}"; carom query --help lists them`);
        const { fields, answer } = OPS[op];
        for (const name of Object.keys(question)) {
            if (name === 'op' || name === 'id' || fields.includes(name)) continue;
            core.wrong('$', `unknown field "${name}"; the fields of ${op} are ${fields.join(' ')}`);
        }
        const answered = answer(this, question, core);
        return id === undefined ? answered : { id, ...answered };
    }
}

const still = Object.freeze([0, 0]);

/** What the ops of `carom query` are called here. */
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
            if (q.from?.length === 3) return carom.ray3(q.from, q.move ?? core.way3(q.from, q.to), q.b);
            return q.to === undefined ? carom.ray(q.from, q.move, q.b) : carom.rayTo(q.from, q.to, q.b);
        },
    },
    sweep: {
        fields: ['a', 'move', 'b', 'b_move'],
        answer: (carom, q, core) => {
            if (!q.a?.sphere) return carom.sweep(q.a, q.move, q.b, q.b_move);
            if (q.b_move !== undefined) core.wrong('$.b_move', 'in space, b rests');
            return carom.sweep3(q.a, q.move, q.b);
        },
    },
    walk: {
        fields: ['from', 'to', 'corners', 'ends'],
        answer: (carom, q) => {
            const cells = carom.walk(q.from, q.to, q);
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

function onMap(carom, question, answer) {
    const map = carom.sightMap(question.rows);
    try {
        return answer(map);
    } finally {
        map.free();
    }
}

// ---- Loading --------------------------------------------------------------------------------------------------------

/** A module of one function, which returns sixteen zeros as a vector. */
const SIMD_PROBE = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0], // "\0asm", version 1
    ...[1, 5, 1, 96, 0, 1, 123], // types: () -> v128
    ...[3, 2, 1, 0], // functions: one, of type 0
    ...[10, 22, 1, 20, 0, 253, 12, ...new Array(16).fill(0), 11], // code: v128.const, end
);

export function hasSimd() {
    return WebAssembly.validate(SIMD_PROBE);
}

async function compile(source) {
    const from = await source;
    if (from instanceof WebAssembly.Module) return from;
    if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return WebAssembly.compile(from);
    if (!from.ok) throw new Error(`${from.url}: ${from.status} ${from.statusText}`);
    const typed = from.headers.get('Content-Type')?.startsWith('application/wasm');
    return typed ? WebAssembly.compileStreaming(from) : WebAssembly.compile(await from.arrayBuffer());
}

/** `fetchOwn(simd)` and `fetchFrom(address)` are the entries' own ways to get at bytes. */
export async function loadFrom(source, options, fetchOwn, fetchFrom) {
    const simd = options?.simd ?? hasSimd();
    let from = source;
    if (from === undefined) from = fetchOwn(simd);
    else if (typeof from === 'string' || from instanceof URL) from = fetchFrom(from);
    let core;
    const host = (name) => [name, (...given) => core.host[name](...given)]; // by maps.js, while it reads a map
    const imports = { host: Object.fromEntries(['document', 'hand_over', 'unpack'].map(host)) };
    const instance = await WebAssembly.instantiate(await compile(from), imports);
    core = new Core(instance, instance.exports.simd() === 1);
    return new Carom(core);
}
