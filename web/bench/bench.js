// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// make bench-web: compares the package with other JavaScript libraries, on the workloads `ray`, `cast` and `pairs` of
// `carom bench`, in one Node process. Subjects alternate, and the best of several rounds counts; slow subjects get the
// first part of the work. Counts are compared on the same part. Usage: node bench.js [WORKLOAD...] [--rounds N]
import { readFileSync } from 'node:fs';
import { load } from '../node.js';
import * as peers from './peers.js';

const rounds = process.argv.includes('--rounds') ? Number(process.argv[process.argv.indexOf('--rounds') + 1]) : 5;
const wanted = process.argv.slice(2).filter((word) => !/^--|^\d+$/.test(word));

const carom = await load();
const module = await WebAssembly.compile(readFileSync(new URL('../dist/workload.wasm', import.meta.url)));
const workload = (await WebAssembly.instantiate(module, { host: { number: () => 0 } })).exports;

/** The floats that `fill` writes. */
function floats(count, fill) {
    const place = workload.allocate(4 * count);
    fill(place);
    return new Float32Array(workload.memory.buffer.slice(place, place + 4 * count));
}

// ---- The cave -------------------------------------------------------------------------------------------------------

const n = 1024,
    cave = workload.cave(n, 1),
    cells = (n - 1) ** 2;
const codesAt = workload.allocate(2 * cells);
workload.codes(cave, n, codesAt);
const codes = new Uint8Array(workload.memory.buffer.slice(codesAt, codesAt + 2 * cells));
const layer = (index) => ({ columns: n - 1, rows: n - 1, codes: codes.subarray(index * cells, (index + 1) * cells) });
const level = carom.level({ tiles: [layer(0), layer(1)] });
const segments = level.edges().points;
if (level.edgeCount !== 103939 + 4) throw new Error(`${level.edgeCount} edges, expected 103939 and the outer border`);

const motions = (seed, offset, length, count) =>
    floats(4 * count, (place) => workload.motions(cave, n, seed, offset, length, count, place));

// ---- Measuring --------------------------------------------------------------------------------------------------------

/** A subject: { name, units, run(units) }; run returns a count. `setup` makes the subjects, and is not timed. */
async function measure(title, unit, subjects, reference) {
    if (wanted.length > 0 && !wanted.some((word) => title.startsWith(word))) return;
    const best = subjects.map(() => Infinity),
        counts = subjects.map(() => 0);
    for (let round = 0; round < rounds; round++) {
        subjects.forEach((subject, i) => {
            subject.prepare?.();
            const start = performance.now();
            counts[i] = subject.run(subject.units);
            best[i] = Math.min(best[i], ((performance.now() - start) * 1e6) / subject.units);
        });
    }
    console.log(`\n${title}: ns a ${unit}, times carom's, count, carom's count of the same`);
    subjects.forEach(({ name, units }, i) => {
        const of = reference(units);
        console.log(
            `  ${name.padEnd(34)} ${best[i].toFixed(0).padStart(9)} ${(best[i] / best[0]).toFixed(2).padStart(8)}   ` +
                `${counts[i]} of ${units}${of === counts[i] ? '' : ` (carom ${of})`}`,
        );
    });
}

const holders = [
    await peers.box2d(segments),
    await peers.rapier(segments),
    peers.flat(segments),
    peers.rtree(segments),
    peers.planck(segments),
    peers.check(segments),
];

for (const [seed, length] of [[7, 4], [8, 16], [9, 256]]) {
    const rays = motions(seed, 0.2, length, 200000),
        answers = level.rayMany(rays);
    const part = (units) => rays.subarray(0, 4 * units);
    const one = (units) => {
        let hits = 0;
        for (let i = 0; i < 4 * units; i += 4) {
            if (level.ray([rays[i], rays[i + 1]], [rays[i + 2], rays[i + 3]]).hit) hits++;
        }
        return hits;
    };
    await measure(
        `ray-${length}`,
        'ray',
        [
            { name: 'carom, many at once', units: 200000, run: (units) => level.rayMany(part(units), answers).hits },
            { name: 'carom, one by one', units: 200000, run: one },
            ...holders.map((h) => ({ name: h.name, units: h.rays(length), run: (units) => h.ray(part(units)) })),
        ].filter((subject) => subject.units > 0),
        (units) => level.rayMany(part(units)).hits,
    );
}

for (const [seed, length] of [[17, 0.5], [18, 4], [19, 16]]) {
    const casts = motions(seed, 0.05, length, 100000);
    const part = (units) => casts.subarray(0, 4 * units);
    const ball = carom.shape({ circle: [0, 0, 0.25] }),
        answers = level.sweepMany(ball, casts);
    const one = (units) => {
        let hits = 0;
        for (let i = 0; i < 4 * units; i += 4) {
            if (level.sweep({ circle: [casts[i], casts[i + 1], 0.25] }, [casts[i + 2], casts[i + 3]]).hit) hits++;
        }
        return hits;
    };
    await measure(
        `cast-${length}`,
        'cast',
        [
            { name: 'carom, many at once', units: 100000, run: (units) => level.sweepMany(ball, part(units), answers).hits },
            { name: 'carom, one by one', units: 100000, run: one },
            ...holders
                .filter((h) => h.cast)
                .map((h) => ({ name: h.name, units: h.casts(length), run: (units) => h.cast(part(units), 0.25) })),
        ].filter((subject) => subject.units > 0),
        (units) => level.sweepMany(ball, part(units)).hits,
    );
}

// ---- Crowds -----------------------------------------------------------------------------------------------------------

function caromCrowd(movers, side) {
    const world = carom.world(),
        shapes = [];
    for (let i = 0; i < movers.length; i += 5) {
        const [x, y, vx, vy, r] = movers.subarray(i, i + 5);
        world.add({ shape: { circle: [0, 0, r] }, position: [x, y], velocity: [vx, vy], response: 'pass' });
    }
    const ids = world.bodies(),
        at = new Float32Array(2 * ids.length);
    return {
        step() {
            world.step();
            world.positions(at);
            for (let i = 0; i < ids.length; i++) {
                const x = at[2 * i] < 0 || at[2 * i] > side,
                    y = at[2 * i + 1] < 0 || at[2 * i + 1] > side;
                if (!x && !y) continue;
                const [vx, vy] = world.velocity(ids[i]);
                world.setVelocity(ids[i], [x ? -vx : vx, y ? -vy : vy]);
            }
            return world.pairCount;
        },
        free() {
            world.free();
            for (const shape of shapes) shape.free();
        },
    };
}

for (const [name, count, steps] of [['1k', 1000, 60], ['10k', 10000, 20]]) {
    let side = 0;
    const movers = floats(5 * count, (place) => (side = workload.movers(count, 5, place)));
    const makers = [
        ['carom, world', caromCrowd],
        ['rapier, world of sensors', peers.rapierCrowd],
        ['flatbush, built anew each step', peers.flatCrowd],
        ['rbush, loaded anew each step', peers.rtreeCrowd],
        ['check2d', peers.checkCrowd],
        ['matter-js, its detector', peers.matterCrowd],
    ];
    let expected = 0;
    const subjects = [];
    for (const [subject, make] of makers) {
        let crowd = null;
        subjects.push({
            name: subject,
            units: count * steps,
            prepare() {
                crowd?.free();
                crowd = make(movers, side);
            },
            run() {
                let pairs = 0;
                for (let i = 0; i < steps; i++) pairs += crowd.step();
                if (subject === makers[0][0]) expected = pairs;
                return pairs;
            },
        });
    }
    await measure(`pairs-${name}`, 'mover and step', subjects, () => expected);
}
