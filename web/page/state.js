// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of an exhibit in the address: `#exhibit?key=value&...`, only values that differ from the defaults. The type
// of the default defines the format: numbers separated by commas, booleans as 0 or 1, strings as they are.
import { num } from './code.js';

function write(value) {
    if (Array.isArray(value)) return value.map((v) => (typeof v === 'number' ? num(v) : v)).join(',');
    if (typeof value === 'boolean') return value ? '1' : '0';
    return typeof value === 'number' ? num(value) : encodeURIComponent(value);
}

/** Parses a value of the type of `like`; undefined if it is invalid. */
function read(text, like) {
    if (typeof like === 'boolean') return text === '1';
    if (typeof like === 'string') return decodeURIComponent(text);
    if (typeof like === 'number') return Number.isFinite(Number(text)) && text !== '' ? Number(text) : undefined;
    const numbers = text.split(',').map(Number);
    return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Parses the hash of an address to { id, fields }. */
export function parseHash(hash) {
    const [id, rest = ''] = hash.replace(/^#/, '').split('?');
    return { id, fields: new Map(rest.split('&').filter(Boolean).map((pair) => pair.split(/=(.*)/s).slice(0, 2))) };
}

/** The defaults, replaced by valid fields. */
export function readState(defaults, fields) {
    const state = structuredClone(defaults);
    for (const [key, text] of fields) {
        if (!(key in defaults)) continue;
        try {
            const value = read(text, defaults[key]);
            if (value !== undefined && sameForm(value, defaults[key])) state[key] = value;
        } catch { /* a damaged % sequence: leave the default */ }
    }
    return state;
}

/** Lists keep their length, except for vertex lists (even length above 4). */
function sameForm(value, like) {
    if (!Array.isArray(like)) return true;
    return value.length === like.length || (like.length > 5 && value.length >= 6 && value.length % 2 === 0);
}

export function writeHash(id, defaults, state, view) {
    const pairs = Object.keys(defaults)
        .filter((key) => write(state[key]) !== write(defaults[key]))
        .map((key) => `${key}=${write(state[key])}`);
    if (view) pairs.push(`view=${view.map((v) => Number(v.toPrecision(5))).join(',')}`);
    return `#${id}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** Encodes bytes as text for an address, with run-length encoding. */
export function packBytes(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; ) {
        let run = 1;
        while (bytes[i + run] === bytes[i]) run++;
        text += `${run > 1 ? run : ''}${letters(bytes[i])}`;
        i += run;
    }
    return text;
}

// A byte is two letters, 16 values each, distinct from digits.
const LETTERS = 'abcdefghijklmnop';
const letters = (byte) => LETTERS[byte >> 4] + LETTERS[byte & 15];

const RUNS = /(\d*)([a-p])([a-p])/g;

/** The number of bytes in an encoded text. */
export function countBytes(text) {
    let count = 0;
    for (const [, run] of text.matchAll(RUNS)) count += run ? Number(run) : 1;
    return count;
}

/** Decodes bytes; null unless there are exactly `count`. */
export function unpackBytes(text, count) {
    const bytes = new Uint8Array(count);
    let at = 0;
    for (const [, run, high, low] of text.matchAll(RUNS)) {
        const length = run ? Number(run) : 1;
        if (at + length > count) return null;
        bytes.fill(LETTERS.indexOf(high) * 16 + LETTERS.indexOf(low), at, at + length);
        at += length;
    }
    return at === count ? bytes : null;
}
