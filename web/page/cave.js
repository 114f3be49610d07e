// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// levels/cave.tmx, which the command line plays in as well: fetched once, and read by the C code.

let files = null;

/** The map; the caller frees it. */
export async function caveMap(env) {
    files ??= Promise.all(['levels/cave.tmx', 'levels/cave-tiles.tsx'].map((path) => env.file(path)));
    const [map, tiles] = await files;
    return env.carom.map('cave.tmx', { 'cave.tmx': map, 'cave-tiles.tsx': tiles });
}
