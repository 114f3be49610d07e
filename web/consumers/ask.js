// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads two maps, the second packed with zstd, runs a short game, and returns the result.
export async function ask(carom, fetchFile) {
    const files = Object.fromEntries(await Promise.all(['cave.tmx', 'cave-tiles.tsx', 'zstd.tmx'].map(async (name) => [name, await fetchFile(name)])));
    const map = await carom.map('cave.tmx', files),
        run = carom.run(map, { actors: 20 });
    run.step(60);
    const packed = await carom.map('zstd.tmx', files);
    return JSON.stringify([carom.version, map.objects.length, run.hash(), run.hits, packed.level().edgeCount]);
}
