// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The entry for browsers. Fetches the WASM from beside this file. Both URLs are literals, so that bundlers find them.
import { loadFrom } from './carom.js';

export { CaromError, HIT, INSIDE, CORNER_A, CORNER_B, ONE_WAY } from './carom.js';
export { propertyOf } from './contents.js';

export function load(source, options) {
    const own = (simd) =>
        fetch(
            simd
                ? new URL('./dist/carom.wasm', import.meta.url)
                : new URL('./dist/carom-plain.wasm', import.meta.url),
        );
    return loadFrom(source, options, own, fetch);
}
