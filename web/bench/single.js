// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Single calls beside batches, of this package and of another build of it, in turns in one process; the best of several
// rounds counts. Usage: node single.js [FOLDER of the other package] [--rounds N]
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import * as own from '../node.js';

const at = process.argv.indexOf('--rounds'),
    rounds = at > 0 ? Number(process.argv[at + 1]) : 12,
    other = process.argv[2] && !process.argv[2].startsWith('--') ? process.argv[2] : null;
const packages = { ...(other && { other: await import(pathToFileURL(resolve(other, 'node.js'))) }), this: own };

let state = 1;
function random(low, high) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return low + (high - low) * ((state >>> 8) / 2 ** 24);
}

const N = 20000;
const points = Float32Array.from({ length: 4 * N }, () => random(0, 100));
const motions = Float32Array.from({ length: 4 * N }, (_, i) => (i % 4 < 2 ? random(0, 250) : random(-4, 4)));
const codes = Uint8Array.from({ length: 256 * 256 }, () => (random(0, 1) < 0.3 ? 1 : 0));

/** Calls `ask` with the four numbers of each entry; returns the number of results that are true. */
function each(list, ask) {
    let count = 0;
    for (let i = 0; i < list.length; i += 4) count += ask(list[i], list[i + 1], list[i + 2], list[i + 3]) ? 1 : 0;
    return count;
}

function subjects(carom) {
    const level = carom.level({ tiles: { columns: 256, rows: 256, codes } }),
        world = carom.world({ level }),
        ids = Array.from({ length: 500 }, (_, i) => world.add({ shape: { circle: [0, 0, 0.3] }, position: [points[i], points[i + 500]], response: 'pass' })),
        disc = carom.shape({ circle: [0, 0, 1] }),
        box = carom.shape({ box: [40, 40, 60, 60] });
    return {
        'overlap of two circles': () => each(points, (x, y, u, v) => carom.overlap({ circle: [x, y, 5] }, { circle: [u, v, 5] })),
        'overlap of two stored shapes': () => each(points, () => carom.overlap(disc, box)),
        'overlap of two boxes': () => each(points, (x, y) => carom.overlap({ box: [x, y, x + 5, y + 5] }, { box: [50, 50, 60, 60] })),
        'distance, circle and box': () => each(points, (x, y) => carom.distance({ circle: [x, y, 5] }, { box: [40, 40, 60, 60] }).distance > 0),
        'sweep, circle and box': () => each(points, (x, y, u, v) => carom.sweep({ circle: [x, y, 5] }, [u - 50, v - 50], { box: [40, 40, 60, 60] }).hit),
        'ray, stored box': () => each(points, (x, y, u, v) => carom.ray([x, y], [u - 50, v - 50], box).hit),
        'rays, stored box, batch': () => carom.rayMany(points, box).hits,
        'ray in a level': () => each(motions, (x, y, u, v) => level.ray([x, y], [u, v]).hit),
        'rays in a level, batch': () => level.rayMany(motions).hits,
        'sweep in a level': () => each(motions, (x, y, u, v) => level.sweep({ circle: [x, y, 0.25] }, [u, v]).hit),
        'sweeps in a level, batch': () => level.sweepMany({ circle: [0, 0, 0.25] }, motions).hits,
        'move in a level, slide': () => each(motions, (x, y) => level.move({ circle: [0, 0, 0.25] }, [x, y], [0.1, 0.1], 'slide').t > 0),
        'ray in a world': () => each(motions, (x, y, u, v) => world.ray([x, y], [u, v]).hit),
        'velocity of a body': () => each(motions, (x, y, u, v) => world.setVelocity(ids[(x | 0) % 500], [u, v])),
    };
}

const loaded = {};
for (const [name, { load }] of Object.entries(packages)) loaded[name] = subjects(await load());
const best = {};
for (let round = 0; round < rounds; round++) {
    for (const what of Object.keys(loaded.this)) {
        for (const [name, all] of Object.entries(loaded)) {
            const start = performance.now();
            const count = all[what]();
            const ns = ((performance.now() - start) * 1e6) / N,
                row = ((best[what] ??= {})[name] ??= { ns: Infinity, count });
            if (row.count !== count) throw new Error(`${what}: ${count}, before ${row.count}`);
            row.ns = Math.min(row.ns, ns);
        }
    }
}
console.log(`ns a call: ${Object.keys(loaded).join(', ')}`);
for (const [what, row] of Object.entries(best)) {
    if (new Set(Object.values(row).map(({ count }) => count)).size > 1) throw new Error(`${what}: other answers`);
    console.log(`  ${what.padEnd(32)}${Object.values(row).map(({ ns }) => ns.toFixed(0).padStart(8)).join('')}`);
}
