// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The host functions that C needs to read maps (src/doc.c): parse-xml parses XML, the engine inflates, fzstd unpacks
// zstd and is loaded on demand (vendor.mjs builds both into dist/). This module knows file formats only; C interprets
// the contents.
//
// Unpacking is asynchronous, but C cannot wait. So a layer that is not unpacked yet is filled with zeros, C continues
// and so requests all layers, and its result is discarded. Once all layers are unpacked, C reads the map again.
import { parseXml } from './dist/parse-xml.js';

const ELEMENT = 0, // kinds of records in src/doc.c
    ATTRIBUTE = 1,
    REFUSED = 2,
    TOO_LARGE = 3;
const HEAD = 24;
/** The maximum number of elements and attributes in a file: parse-xml needs about 512 bytes for each. */
const MOST_NODES = 2 ** 21;
const UNPACKED = 0, // values of cr_unpacking
    DAMAGED = 1,
    TOO_LONG = 2;

const encoder = new TextEncoder();

// ---- The buffer -----------------------------------------------------------------------------------------------------

/** Writes the records that src/doc.c reads. */
class Writer {
    #size = 0;
    #bytes = new Uint8Array(1 << 16);
    get bytes() {
        return this.#bytes.subarray(0, this.#size);
    }
    node(kind, { name = '', text = '', line = 0, column = 0, count = 0 }) {
        const start = this.#size;
        this.#reserve(HEAD + 3 * (name.length + text.length) + 8);
        this.#size += HEAD;
        const lengths = [this.#text(name), this.#text(text)];
        new Uint32Array(this.#bytes.buffer, start, 6).set([kind, line, column, ...lengths, count]);
        this.#size = (this.#size + 3) & ~3;
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
    constructor(reason, { line = 0, column = 0, kind = REFUSED } = {}) {
        super(reason);
        this.kind = kind;
        this.line = line;
        this.column = column;
    }
}

// ---- Text -----------------------------------------------------------------------------------------------------------

/** Line and column of positions in a text. Positions must be queried in ascending order. */
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

/** The encodings of expat, which the command line uses. */
const ENCODINGS = /^(utf-8|utf-16|utf-16[bl]e|iso-8859-1|us-ascii)$/i;

/** Returns the encoding that a file declares; UTF-8 without a declaration. */
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

// ---- XML ------------------------------------------------------------------------------------------------------------

function writeXml(out, text) {
    const root = parse(text).root,
        places = new Places(text);
    const write = (element) => {
        const attributes = Object.entries(element.attributes),
            elements = element.children.filter((child) => child.type === 'element');
        const texts = element.children.slice(element.children.indexOf(elements.at(-1)) + 1).filter((child) => child.type === 'text');
        out.node(ELEMENT, {
            name: element.name,
            text: texts.map((child) => child.text).join('').replace(/[ \t\r\n]+$/, ''),
            ...places.at(element.start),
            count: attributes.length + elements.length,
        });
        for (const [name, value] of attributes) out.node(ATTRIBUTE, { name, text: value });
        elements.forEach(write);
    };
    write(root);
}

/**
 * Parses XML. Rejects declarations in a document type, and so user-defined entities: no level format has them, but
 * every entity bomb does.
 */
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
    if (doctype && doctype.internalSubset !== null)
        throw new Refusal(
            'a document type with declarations of its own is not accepted; remove it',
            new Places(text).at(doctype.start),
        );
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

/** Rejects a file that would exhaust the engine's memory, before parsing: each `<` and `=` may be a node. */
function checkSize(bytes) {
    let nodes = 0;
    for (const byte of bytes) if (byte === 0x3c || byte === 0x3d) nodes++;
    if (nodes > MOST_NODES) throw new Refusal(`more than ${MOST_NODES} elements and attributes`, { kind: TOO_LARGE });
}

function documentOf(bytes) {
    const out = new Writer();
    try {
        checkSize(bytes);
        writeXml(out, textOf(bytes, encodingOf(bytes)));
        return out.bytes;
    } catch (error) {
        const deep = error instanceof RangeError; // the engine's stack overflowed
        if (!deep && !(error instanceof Refusal)) throw error;
        const { message, line, column, kind } = deep ? { message: 'nested too deep', kind: TOO_LARGE } : error;
        const refusal = new Writer();
        refusal.node(kind, { text: message, line, column });
        return refusal.bytes;
    }
}

// ---- Packed ---------------------------------------------------------------------------------------------------------

/** Inflates to at most `room` bytes, whatever the contents. */
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
    const { Decompress } = await import('./dist/fzstd.js');
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

/** Calls `load` with the host functions until all layers are unpacked; returns its last result. */
export async function reading(core, load, discard) {
    const unpacked = new Map();
    let written = null,
        missing;
    const host = {
        document(place, size, limit) {
            core.updateViews();
            written = documentOf(core.u8.slice(place, place + size));
            return written.length <= limit >>> 0 ? written.length : 0;
        },
        hand_over(place) {
            core.updateViews();
            core.u8.set(written, place);
            written = null;
        },
        unpack(zstd, place, size, out, room, got) {
            core.updateViews();
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
