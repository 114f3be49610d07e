// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The entry for Node. Reads the WASM from the file beside this one.
import { readFile } from 'node:fs/promises';
import { loadFrom } from './carom.js';

export { CaromError, HIT, INSIDE, CORNER_A, CORNER_B, ONE_WAY } from './carom.js';
export { propertyOf } from './contents.js';

function read(address) {
    return /^https?:/.test(address) ? fetch(address) : readFile(address);
}

export function load(source, options) {
    const own = (simd) => readFile(new URL(`./dist/carom${simd ? '' : '-plain'}.wasm`, import.meta.url));
    return loadFrom(source, options, own, read);
}
