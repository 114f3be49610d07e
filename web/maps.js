// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the reading of maps needs of the host (src/doc.c): XML by parse-xml, JSON and inflate by the engine, zstd by
// fzstd, which is loaded when a layer asks for it. Only how files are written is known here; what is in them, C decides.
//
// To unpack takes a promise, and C does not wait. So what is not unpacked yet is put off, C goes on with zeros to find
// all there is, and what it made of them is thrown away; then all is read again, with everything at hand.
import { parseXml } from '@rgrove/parse-xml';

const NULL = 0, // of cr_node_kind
    BOOL = 1,
    NUMBER = 2,
    TEXT = 3,
    NUMBERS = 4,
    ARRAY = 5,
    OBJECT = 6,
    REFUSED = 7;
const NAMELESS = 2 ** 32 - 1,
    HEAD = 24;
const UNPACKED = 0, // of cr_unpacking
    DAMAGED = 1,
    TOO_LONG = 2;

const encoder = new TextEncoder();

// ---- The buffer -----------------------------------------------------------------------------------------------------

/** The records that src/doc.c reads. */
class Writer {
    #size = 0;
    #bytes = new Uint8Array(1 << 16);
    get bytes() {
        return this.#bytes.subarray(0, this.#size);
    }
    node(kind, { name = null, text = '', line = 0, column = 0, count = 0, numbers = null }) {
        const values = numbers ?? [],
            start = this.#size;
        this.#reserve(HEAD + 8 * values.length + 3 * ((name?.length ?? 0) + text.length) + 16);
        new Float64Array(this.#bytes.buffer, start + HEAD, values.length).set(values);
        this.#size += HEAD + 8 * values.length;
        const lengths = [name === null ? NAMELESS : this.#text(name), this.#text(text)];
        new Uint32Array(this.#bytes.buffer, start, 6).set([kind, line, column, ...lengths, numbers?.length ?? count]);
        this.#size = (this.#size + 7) & ~7;
    }
    #text(text) {
        const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#size));
        this.#size += written + 1;
        return written;
    }
    #reserve(more) {
        if (this.#size + more <= this.#bytes.length) return;
        const grown = new Uint8Array(2 * (this.#size + more));
        grown.set(this.bytes);
        this.#bytes = grown;
    }
}

class Refusal extends Error {
    constructor(reason, { line = 0, column = 0 } = {}) {
        super(reason);
        this.line = line;
        this.column = column;
    }
}

// ---- Text -----------------------------------------------------------------------------------------------------------

/** Lines and columns of places in a text that are asked for in order. */
class Places {
    #text;
    #line = 1;
    #start = 0;
    constructor(text) {
        this.#text = text;
    }
    at(index) {
        for (let end; (end = this.#text.indexOf('\n', this.#start)) >= 0 && end < index; this.#line++) this.#start = end + 1;
        return { line: this.#line, column: [...this.#text.slice(this.#start, index)].length + 1 };
    }
}

/** Those of expat, which reads the maps of the command line. */
const ENCODINGS = /^(utf-8|utf-16|utf-16[bl]e|iso-8859-1|us-ascii)$/i;

/** The encoding that a file names; it is UTF-8 without a word. */
function encodingOf(bytes) {
    if (bytes[0] === 0xfe) return 'utf-16be';
    if (bytes[0] === 0xff) return 'utf-16le';
    const start = String.fromCharCode(...bytes.subarray(0, 200));
    return /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1] ?? 'utf-8';
}

function textOf(bytes, encoding) {
    if (!ENCODINGS.test(encoding)) throw new Refusal(`unknown encoding '${encoding}'; save the file as UTF-8`, { line: 1, column: 1 });
    try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
        const text = new TextDecoder(encoding).decode(bytes);
        throw new Refusal(`not ${encoding.toUpperCase()}`, new Places(text).at(text.indexOf('\ufffd')));
    }
}

// ---- XML and JSON ---------------------------------------------------------------------------------------------------

function writeXml(out, text) {
    const root = parse(text).root,
        places = new Places(text);
    const write = (element) => {
        const attributes = Object.entries(element.attributes),
            elements = element.children.filter((child) => child.type === 'element');
        const texts = element.children.slice(element.children.indexOf(elements.at(-1)) + 1).filter((child) => child.type === 'text');
        out.node(OBJECT, {
            name: element.name,
            text: texts.map((child) => child.text).join('').replace(/[ \t\r\n]+$/, ''),
            ...places.at(element.start),
            count: attributes.length + elements.length,
        });
        for (const [name, value] of attributes) out.node(TEXT, { name, text: value });
        elements.forEach(write);
    };
    write(root);
}

/** Document types, and with them entities of one's own, are refused: no level format has them, and every bomb does. */
function parse(text) {
    const options = { includeOffsets: true, preserveDocumentType: true };
    let parsed, failure;
    try {
        parsed = parseXml(text, options);
    } catch (error) {
        if (error instanceof RangeError) throw error;
        failure = error;
        parsed = onError(() => parseXml(text, { ...options, ignoreUndefinedEntities: true }));
    }
    const doctype = parsed?.children.find((child) => child.type === 'doctype');
    if (doctype) throw new Refusal('document type declarations are not accepted', new Places(text).at(doctype.start));
    if (failure) throw new Refusal(failure.message.replace(/ \(line [^]*/, ''), failure);
    return parsed;
}

function onError(work) {
    try {
        return work();
    } catch {
        return null;
    }
}

function writeJson(out, text) {
    let json;
    try {
        json = JSON.parse(text);
    } catch (error) {
        throw new Refusal(error.message.replace(/( in JSON)? at (position|line) .*/, ''), placeIn(error.message, text));
    }
    const check = (string) => {
        if (/[\0\p{Surrogate}]/u.test(string)) throw new Refusal(`not a text: ${JSON.stringify(string)}`);
        return string;
    };
    const write = (name, value) => {
        if (value === null) out.node(NULL, { name });
        else if (typeof value === 'boolean') out.node(BOOL, { name, numbers: [+value] });
        else if (typeof value === 'number') out.node(NUMBER, { name, numbers: [value] });
        else if (typeof value === 'string') out.node(TEXT, { name, text: check(value) });
        else if (!Array.isArray(value)) {
            const members = Object.entries(value);
            out.node(OBJECT, { name, count: members.length });
            for (const [key, member] of members) write(check(key), member);
        } else if (value.every((item) => typeof item === 'number')) out.node(NUMBERS, { name, numbers: value });
        else {
            out.node(ARRAY, { name, count: value.length });
            for (const item of value) write(null, item);
        }
    };
    write(null, json);
}

/** Engines tell the place in words, each in its own; some do not. */
function placeIn(message, text) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    if (line) return { line: +line, column: +column };
    const position = /at position (\d+)/.exec(message)?.[1] ?? (/\bend of\b/.test(message) ? text.length : null);
    return position === null ? {} : new Places(text).at(+position);
}

function documentOf(bytes, xml) {
    try {
        const out = new Writer();
        if (xml) writeXml(out, textOf(bytes, encodingOf(bytes)));
        else writeJson(out, textOf(bytes, 'utf-8'));
        return out.bytes;
    } catch (error) {
        const deep = error instanceof RangeError; // of the engine's stack
        if (!deep && !(error instanceof Refusal)) throw error;
        const { message, line = 0, column = 0 } = deep ? { message: 'nested too deep' } : error;
        const out = new Writer();
        out.node(REFUSED, { text: message, line, column, count: deep ? 1 : 0 });
        return out.bytes;
    }
}

// ---- Packed ---------------------------------------------------------------------------------------------------------

/** Never more than `room` bytes, however much is in it. */
async function inflate(bytes, room) {
    const gzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(gzip ? 'gzip' : 'deflate')).getReader();
    const out = new Uint8Array(room);
    for (let size = 0; ; ) {
        const { done, value } = await reader.read();
        if (done) return { how: UNPACKED, bytes: out.subarray(0, size) };
        if (size + value.length > room) {
            reader.cancel().catch(() => {});
            return { how: TOO_LONG };
        }
        out.set(value, size);
        size += value.length;
    }
}

async function unzstd(bytes, room) {
    const { Decompress } = await import('fzstd');
    const out = new Uint8Array(room);
    let size = 0;
    const stream = new Decompress((chunk) => {
        if (size + chunk.length > room) throw new RangeError('too long');
        out.set(chunk, size);
        size += chunk.length;
    });
    stream.push(bytes, true);
    return { how: UNPACKED, bytes: out.subarray(0, size) };
}

// ---- A reading ------------------------------------------------------------------------------------------------------

/** Calls `load` with the host's functions until nothing is put off any more; tells what it told last. */
export async function reading(core, load, discard) {
    const unpacked = new Map();
    let written = null,
        missing;
    const host = {
        document(place, size, xml) {
            core.look();
            written = documentOf(core.u8.slice(place, place + size), xml !== 0);
            return written.length;
        },
        hand_over(place) {
            core.look();
            core.u8.set(written, place);
            written = null;
        },
        unpack(zstd, place, size, out, room, got) {
            core.look();
            const bytes = core.u8.slice(place, place + size),
                key = `${zstd} ${room} ${new TextDecoder('latin1').decode(bytes)}`;
            const found = unpacked.get(key);
            if (!found) missing.set(key, (zstd ? unzstd : inflate)(bytes, room).catch(() => ({ how: DAMAGED })));
            core.u8.fill(0, out, out + room);
            if (found?.bytes) core.u8.set(found.bytes, out);
            core.u32[got >> 2] = found?.bytes?.length ?? room;
            return found?.how ?? UNPACKED;
        },
    };
    for (;;) {
        missing = new Map();
        core.host = host;
        const told = load();
        if (missing.size === 0) return told;
        discard(told);
        for (const [key, promise] of missing) unpacked.set(key, await promise);
    }
}
