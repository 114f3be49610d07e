// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// levels/cave.tmx, fetched once.
import { fileInC, filesInJS, packFiles } from './levelcode.js';

let files = null;

async function fetchFiles(env) {
    const names = ['cave.tmx', 'cave-tiles.tsx'];
    const bytes = await Promise.all(names.map((name) => env.file(`levels/${name}`)));
    return new Map(names.map((name, i) => [name, bytes[i]]));
}

/** Returns the files of the cave by name. */
export function caveFiles(env) {
    files ??= fetchFiles(env);
    return files;
}

/** Returns { map, source }. The caller must free the map. */
export async function readCave(env) {
    const map = await env.carom.map('cave.tmx', await caveFiles(env));
    return { map, source: await sourceOf('cave.tmx', map, await caveFiles(env)) };
}

/** Returns what generated programs need of a map: its description as C, its files as JavaScript. */
export async function sourceOf(name, map, given) {
    const desc = map.desc();
    return { name, desc, inC: fileInC(name, desc), inJS: filesInJS([...given.keys()], await packFiles(given)) };
}
