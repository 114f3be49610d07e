// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Functions without a line of `carom query`, compared with the native library (native.c), and with the pictures of
// `carom draw`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { CaromError } from '../node.js';
import { builds, carom, Chance, filesOf, program, root } from './native.js';

const [[, lib], [, plain]] = await builds();
const both = [lib, plain];

const work = mkdtempSync(join(tmpdir(), 'carom-'));
after(() => rmSync(work, { recursive: true }));

function compiled() {
    const out = join(work, 'native'),
        library = join(dirname(program), 'libcarom.a');
    const args = ['-std=c17', '-O1', '-I', `${root}include`, `${root}web/test/native.c`, library, '-lm', '-o', out];
    const done = spawnSync(process.env.CC ?? 'cc', args, { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    return out;
}
const native = compiled();

/** The native answers to a list of [op, ...numbers], as words. */
function answers(lines) {
    const done = spawnSync(native, [], { input: lines.map((line) => `${line.join(' ')}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trimEnd().split('\n').map((line) => line.split(' '));
}

/** The status and numbers of a call; `list` returns the numbers, or throws. */
function outcome(list) {
    try {
        return [0, ...list()];
    } catch (error) {
        if (error instanceof CaromError) return [error.code];
        throw error;
    }
}

const number = (chance) => (chance.below(2) ? chance.below(65) / 4 - 8 : chance.range(-8, 8));
const rounded = (list) => list.map(Math.fround); // texts of doubles would be rounded twice
const numbers = (chance, count) => Array.from({ length: count }, () => number(chance));

test('hulls are those of C', () => {
    const chance = new Chance(31),
        sets = Array.from({ length: 500 }, () => numbers(chance, 2 * chance.below(14)));
    const told = answers(sets.map((points) => ['hull', ...points]));
    let polygons = 0;
    sets.forEach((points, i) => {
        const expected = told[i].map((word) => Math.fround(Number(word)));
        for (const each of both) assert.deepEqual(outcome(() => each.hull(points).polygon), expected);
        polygons += expected[0] === 0 ? 1 : 0;
    });
    assert(polygons > 100 && polygons < 500);
    assert.deepEqual(lib.hull(Float32Array.of(0, 0, 4, 0, 4, 4, 0, 4, 2, 2)), { polygon: [0, 0, 4, 0, 4, 4, 0, 4] });
    assert.throws(() => lib.hull([0, 0, 1]), /\$\.points: expected x and y in turn, not \[0,0,1\]/);
    assert.throws(() => lib.hull([0, 0, 1, 1, 2, 2]), /\$\.points: /);
});

test('check returns the error of an invalid shape, and null for others', () => {
    assert.equal(lib.check({ circle: [0, 0, 1] }), null);
    assert.equal(lib.check(lib.shape({ compound: [{ point: [0, 0] }] })), null);
    assert.match(lib.check({ circle: [0, 0, -1] }).message, /^\$\.circle\[2\]: negative radius$/);
    assert.equal(lib.check({ polygon: [0, 0, 4, 0, 1, 1, 0, 4] }).where, '$.polygon');
    assert.match(lib.check(undefined).message, /missing/);
    assert.match(lib.check({ compound: [{ box: [1, 0, 0, 0] }] }).message, /^\$\.compound\[0\]\.box: /);
});

test('cells under lines and moving shapes are those of C', () => {
    const chance = new Chance(32),
        lines = [],
        asked = [];
    for (let i = 0; i < 1000; i++) {
        const origin = numbers(chance, 2),
            cell = [chance.pick([1, 0.5, 2, 0.1, 3.7]), chance.pick([1, 0.25, 2, 0.3])].map(Math.fround),
            grid = { origin, cell };
        const corners = chance.pick(['open', 'any']),
            [from, to] = [numbers(chance, 2), numbers(chance, 2)];
        lines.push(['trace', corners === 'any' ? 2 : 0, ...origin, ...cell, ...from, ...to]);
        asked.push((each) => each.trace(grid, from, to, { corners }));
        const at = numbers(chance, 2),
            size = [chance.unit() * 3, chance.unit() * 3].map(Math.fround);
        const shape = chance.pick([{ point: at }, { circle: [...at, size[0]] }, { box: [...at, ...at.map((x, k) => Math.fround(x + size[k]))] }]);
        lines.push(['cover', ...origin, ...cell, ...to, ...Object.values(shape)[0]]);
        asked.push((each) => each.cover(grid, shape, to));
    }
    const told = answers(lines);
    let cells = 0;
    asked.forEach((ask, i) => {
        for (const each of both) assert.deepEqual(outcome(() => ask(each)).map(String), told[i], lines[i].join(' '));
        cells += told[i].length;
    });
    assert(cells > 20000);
    assert.throws(() => lib.trace({ cell: [1, 0] }, [0, 0], [1, 1]), CaromError);
    assert.throws(() => lib.trace({ size: [1, 1] }, [0, 0], [1, 1]), /\$\.grid: unknown field "size"; the fields of a grid are origin cell/);
    assert.throws(() => lib.trace({ cell: [1e-6, 1] }, [-1000, 0], [1000, 0.5]), /cells, more than/);
    assert.throws(() => lib.cover({ cell: [1, 1] }, { capsule: [0, 0, 1, 1, 1] }, [1, 0]), CaromError);
});

test('setTiles gives the levels of C, and images of C can be opened', () => {
    const chance = new Chance(33),
        code = () => (chance.below(2) ? 0 : lib.tileCode(chance.below(21), chance.below(2) === 1, chance.below(4)));
    const scenes = Array.from({ length: 60 }, () => {
        const [columns, rows] = [2 + chance.below(14), 2 + chance.below(14)],
            codes = Array.from({ length: columns * rows }, code),
            at = [chance.below(columns), chance.below(rows)],
            size = [1 + chance.below(columns - at[0]), 1 + chance.below(rows - at[1])],
            set = Array.from({ length: size[0] * size[1] }, code);
        return { columns, rows, codes, at, size, set };
    });
    const told = answers(scenes.map((s) => ['edit', s.columns, s.rows, ...s.codes, ...s.at, ...s.size, ...s.set]));
    scenes.forEach((s, i) => {
        const tiles = { columns: s.columns, rows: s.rows, cell: [16, 16], codes: s.codes },
            end = told[i].indexOf('image');
        for (const each of both) {
            const level = each.level({ tiles, editable: true });
            level.setTiles(s.at, s.size[0], s.set);
            assert.deepEqual([...level.edges().points], told[i].slice(1, end).map((word) => Math.fround(Number(word))));
            for (let k = 0; k < s.set.length; k++) {
                assert.equal(level.tile([s.at[0] + (k % s.size[0]), s.at[1] + Math.floor(k / s.size[0])]), s.set[k]);
            }
            const opened = each.openLevel(Buffer.from(told[i][end + 1], 'hex'));
            assert.deepEqual(opened.edges(), level.edges());
            opened.free();
            level.free();
        }
    });
    const level = lib.level({ tiles: { columns: 4, rows: 4, codes: new Uint8Array(16) }, editable: true });
    assert.throws(() => level.setTiles([3, 3], 2, [1, 1]), /\$: there is no room for 2 x 1 cells from \[3, 3\] in grid 0/);
    assert.throws(() => level.setTiles([0, 0], 2, [1, 1, 1]), /\$\.codes: expected rows of 2 codes, not 3 in all/);
    assert.throws(() => level.setTiles([0, 0], 2, [1, 256]), /\$\.codes\[1\]: .* not 256/);
    level.setTiles([0, 0], 4, new Uint8Array(16).fill(1));
    assert.equal(level.edgeCount, 4);
    level.free();
});

test('a level opened from its image returns the same results', () => {
    const files = filesOf(root + 'levels');
    return lib.map('cave.tmx', files).then((map) => {
        const level = map.level(),
            image = level.image();
        for (const each of both) {
            const opened = each.openLevel(image);
            assert.deepEqual(opened.edges(), level.edges());
            assert.deepEqual(opened.bounds, level.bounds);
            const rays = new Float32Array(4000).map((_, i) => ((i * 7919) % 997) * (i % 4 < 2 ? 1 : 0.1));
            assert.deepEqual(opened.rayMany(rays), level.rayMany(rays));
            assert.deepEqual(opened.image(), image);
            assert.throws(() => opened.setTile([0, 0], 1), /not made editable/);
            const world = each.world({ level: opened });
            opened.free();
            world.add({ shape: { circle: [0, 0, 4] }, position: [40, 40], velocity: [3, 1] });
            world.step();
            world.free();
        }
        assert.throws(() => lib.openLevel(image.subarray(0, 100)), CaromError);
        assert.throws(() => lib.openLevel('image'), /\$\.image: expected the bytes that image\(\) gave, not "image"/);
        level.free();
        map.free();
    });
});

test('carving, filling and triangles are those of C', () => {
    const chance = new Chance(41),
        whole = (words) => words.map((word) => Math.fround(Number(word)));
    const scenes = Array.from({ length: 80 }, () => {
        const [columns, rows] = [3 + chance.below(8), 3 + chance.below(8)],
            codes = Array.from({ length: columns * rows }, () => (chance.below(2) ? 1 : lib.tileCode(chance.below(21), false, chance.below(4))));
        const at = (most) => (chance.below(2) ? 4 * chance.below(most / 4) : chance.range(0, most));
        const changes = Array.from({ length: 1 + chance.below(6) }, () => {
            const [x, y, r] = [at(columns * 16), at(rows * 16), 1 + chance.below(20)];
            const shape = chance.pick([{ circle: [x, y, r] }, { box: rounded([x, y, x + r, y + 9]) },
                { polygon: rounded([x, y, x + r, y, x + r + 2, y + 12, x + 1, y + 14, x - 3, y + 5]) }]);
            return [chance.below(2), shape];
        });
        return { columns, rows, codes, changes };
    });
    const told = answers(scenes.map((s) => ['carve', s.columns, s.rows, ...s.codes,
        ...s.changes.flatMap(([carve, shape]) => [carve, Object.values(shape)[0].length, ...Object.values(shape)[0]])]));
    let changed = 0;
    scenes.forEach((s, i) => {
        const end = told[i].indexOf('triangles');
        const words = told[i].filter((word) => word !== '');
        for (const each of both) {
            const level = each.level({ tiles: { columns: s.columns, rows: s.rows, cell: [16, 16], codes: s.codes }, editable: true }),
                before = level.edgeCount;
            const statuses = s.changes.map(([carve, shape]) => outcome(() => { level[carve ? 'carve' : 'fill'](shape); return []; })[0]);
            assert.deepEqual(statuses, words.slice(0, statuses.length).map(Number));
            assert.deepEqual([...level.edges().points], whole(told[i].slice(0, end).filter((word) => word !== '').slice(statuses.length)), `scene ${i}`);
            assert.deepEqual(outcome(() => level.triangles()), whole(told[i].slice(end + 1).filter((word) => word !== '')));
            changed += level.edgeCount === before ? 0 : 1;
            level.free();
        }
    });
    assert(changed > 100);
    const level = lib.level({ tiles: { columns: 2, rows: 2, cell: [16, 16], codes: [1, 1, 1, 1] }, editable: true });
    level.carve(lib.shape({ circle: [16, 16, 4] }));
    assert.equal(level.solid([16, 16]), false);
    assert.equal(level.solid([2, 2]), true);
    const edges = level.edgeCount;
    level.fill({ box: [10, 10, 22, 22] });
    assert.equal(level.solid([16, 16]), true);
    assert(level.edgeCount < edges);
    assert.throws(() => level.carve({ compound: [{ circle: [0, 0, 1] }] }), /\$\.shape: expected a convex shape/);
    assert.throws(() => level.fill({ circle: [0, 0, -1] }), /\$\.shape\.circle\[2\]: negative radius/);
    assert.throws(() => lib.level({ tiles: { columns: 1, rows: 1, codes: [1] } }).carve({ circle: [0, 0, 1] }), /not made editable/);
    level.free();
});

test('bitmaps are those of C', () => {
    const chance = new Chance(42);
    const fields = Array.from({ length: 120 }, () => {
        const [columns, rows] = [1 + chance.below(24), 1 + chance.below(24)],
            mask = chance.below(2) === 1;
        const samples = Uint8Array.from({ length: columns * rows }, () => (mask ? chance.below(2) : chance.below(256)));
        return { columns, rows, samples, threshold: mask ? 1 : 1 + chance.below(255), smooth: !mask && chance.below(2) === 1, tolerance: chance.pick([0, 0, 0.5, 2]) };
    });
    const told = answers(fields.map((f) => ['field', f.columns, f.rows, f.threshold, f.smooth ? 1 : 0, f.tolerance, ...f.samples]));
    fields.forEach((field, i) => {
        for (const each of both) {
            const level = each.level({ fields: { ...field, origin: [3, -5], cell: [2, 0.5], tag: 7 } }),
                edges = level.edges();
            assert.deepEqual([...edges.points], told[i].slice(1).map((word) => Math.fround(Number(word))));
            assert(edges.tags.every((tag) => tag === 7));
            level.free();
        }
    });
    const one = { columns: 2, rows: 1, samples: Uint8Array.of(200, 0) };
    const level = lib.level({ fields: [one, { ...one, origin: [10, 0], samples: Uint8ClampedArray.of(0, 128) }] });
    assert.deepEqual([level.solid([0.5, 0.5]), level.solid([10.5, 0.5]), level.solid([11.5, 0.5])], [true, false, true]);
    level.free();
    assert.throws(() => lib.level({ fields: { ...one, samples: Uint8Array.of(1) } }), /\$\.fields\[0\]\.samples: expected 2 samples, not 1/);
    assert.throws(() => lib.level({ fields: { ...one, threshold: 0 } }), /\$\.fields\[0\]\.threshold: .* 1 to 255, not 0/);
    assert.throws(() => lib.level({ fields: { ...one, sample: 1 } }), /unknown field "sample"; the fields of a field are columns rows/);
});

test('areas with holes, and the limit on crossings', () => {
    const outer = { points: [0, 0, 10, 0, 10, 10, 0, 10], even_odd: true },
        level = lib.level({ outlines: [outer, { points: [3, 3, 7, 3, 7, 7, 3, 7], same_area: true }] });
    assert.deepEqual([level.solid([1, 1]), level.solid([5, 5])], [true, false]);
    level.free();
    const star = Array.from({ length: 400 }, (_, i) => 100 * (i % 2 ? Math.sin(2.4 * i) : Math.cos(2.4 * i)));
    assert.throws(() => lib.level({ outlines: [{ points: star }], maxCrossings: 1 }), CaromError);
    assert.throws(() => lib.level({ outlines: [outer], maxCrossings: -1 }), /\$\.maxCrossings: /);
    assert.throws(() => lib.level({ outlines: [outer], maxEdges: 3 }), /max_edges/);
    lib.level({ outlines: [{ points: star }] }).free();
});

test('triangulate and decompose are those of C', () => {
    const chance = new Chance(43);
    /** A star-shaped ring around a centre. */
    const ring = (x, y, low, high, n) => Array.from({ length: n }, (_, i) => {
        const r = chance.below(3) ? chance.range(low, high) : high,
            angle = (2 * Math.PI * i) / n;
        return [Math.fround(x + r * Math.cos(angle)), Math.fround(y + r * Math.sin(angle))];
    }).flat();
    const sets = Array.from({ length: 100 }, () => [
        ring(0, 0, 8, 20, 3 + chance.below(30)),
        ...(chance.below(2) ? [ring(0, 0, 1, 3.9, 3 + chance.below(12))] : []),
        ...(chance.below(8) ? [] : [[0, 0, 40, 0, 0, 40, 40, 40]]), // crosses itself
    ]);
    const told = answers(sets.flatMap((rings) => [0, 1].map((parts) => ['divide', parts, ...rings.flatMap((points) => [points.length / 2, ...points])])));
    let refused = 0;
    sets.forEach((rings, i) => {
        const [triangles, parts] = [0, 1].map((k) => told[2 * i + k].map((word) => Math.fround(Number(word))));
        for (const each of both) {
            assert.deepEqual(outcome(() => each.triangulate(rings)), triangles);
            assert.deepEqual(outcome(() => each.decompose(rings).flatMap(({ polygon }) => [polygon.length / 2, ...polygon])), parts);
        }
        refused += triangles[0] ? 1 : 0;
    });
    assert(refused > 2 && refused < 50);
    const hero = lib.shape({ compound: lib.decompose([Float32Array.of(0, 0, 8, 0, 8, 8, 4, 2, 0, 8)]) });
    assert.equal(lib.overlap(hero, { point: [4, 5] }), false);
    assert.equal(lib.overlap(hero, { point: [4, 1] }), true);
    assert.throws(() => lib.triangulate([0, 0, 1, 1]), /\$\.rings\[0\]: expected x and y in turn, not 0/);
    assert.throws(() => lib.decompose([[0, 0, 1, 1]]), /\$\.rings: /);
});

test('levels are written as `carom bake` writes them', async () => {
    const map = await lib.map('cave.tmx', filesOf(root + 'levels')),
        level = map.level();
    for (const format of ['tmx', 'geojson', 'svg']) {
        const path = join(work, `cave.${format}`);
        assert.equal(carom(['bake', `${root}levels/cave.tmx`, '-o', path]).status, 0);
        const { text, tagsLost } = level.write(format);
        assert.equal(text, readFileSync(path, 'utf8'));
        assert(tagsLost >= 0);
        if (format === 'svg') continue;
        for (const each of both) {
            const again = await each.map(`cave.${format}`, { [`cave.${format}`]: text }),
                built = again.level();
            assert.deepEqual(built.bounds, level.bounds);
            assert.equal(built.edgeCount, level.edgeCount);
            built.free();
            again.free();
        }
    }
    // Coordinates of all sizes, many of which are halfway between two shorter texts.
    const chance = new Chance(44),
        coordinates = Array.from({ length: 200 }, () => {
            const size = 2 ** (chance.below(40) - 12),
                [x, y] = [chance.range(-1, 1), chance.range(-1, 1)].map((v) => (chance.below(2) ? Math.round(4 * v * size) / 4 + 0.25 : Math.fround(v * size)));
            return [[x, y], [x + size, y], [x + size, y + size]].map((p) => p.map(Math.fround));
        }),
        lines = { type: 'FeatureCollection', features: coordinates.map((line) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line } })) };
    const [source, out] = [join(work, 'lines.geojson'), join(work, 'lines-out.geojson')];
    writeFileSync(source, JSON.stringify(lines));
    assert.equal(carom(['bake', source, '-o', out]).status, 0);
    const drawn = await lib.map('lines.geojson', { 'lines.geojson': readFileSync(source) }),
        thin = drawn.level();
    assert.equal(thin.write('geojson').text, readFileSync(out, 'utf8'));
    for (const owned of [thin, drawn]) owned.free();
    const empty = lib.level({});
    assert.match(empty.write('geojson').text, /FeatureCollection/);
    assert.throws(() => empty.write('png'), /\$\.format: expected "tmx", "geojson" or "svg", not "png"/);
    for (const owned of [empty, level, map]) owned.free();
});

test('rayAny, sweepAny and overlapAny agree with the full queries', () => {
    const level = lib.level({ outlines: [{ points: [40, -50, 44, -50, 44, 50, 40, 50] }] }),
        world = lib.world({ level }),
        chance = new Chance(34);
    for (let i = 0; i < 30; i++) world.add({ shape: { circle: [0, 0, 2] }, position: [chance.range(-40, 30), chance.range(-40, 40)] });
    for (const scene of [world, world.view({ levels: false }), world.view({ movers: false })]) {
        let hits = 0;
        for (let i = 0; i < 300; i++) {
            const from = [chance.range(-50, 50), chance.range(-50, 50)],
                move = [chance.range(-20, 20), chance.range(-20, 20)],
                ball = { circle: [...from, 1] };
            assert.equal(scene.rayAny(from, move), scene.ray(from, move).hit);
            assert.equal(scene.sweepAny(ball, move), scene.sweep(ball, move).hit);
            assert.equal(scene.overlapAny(ball), scene.overlap(ball).length > 0);
            hits += scene.sweepAny(ball, move) ? 1 : 0;
        }
        assert(hits > 10 && hits < 290);
    }
    assert.throws(() => world.rayAny([0, 0]), /\$\.move: missing/);
    world.free();
    level.free();
});

// ---- Pictures -------------------------------------------------------------------------------------------------------

test('the picture of a level is that of `carom draw`', async () => {
    const path = join(work, 'cave.svg');
    assert.equal(carom(['draw', `${root}levels/cave.tmx`, '-o', path]).status, 0);
    const drawn = readFileSync(path, 'utf8'),
        [, solid] = /<path d="(M[^"]*z)"/.exec(drawn);
    const map = await lib.map('cave.tmx', filesOf(root + 'levels')),
        level = map.level(),
        desc = { width: 100, height: 50, title: 'a <cave> & "more"' };
    // The origin of the command line: 1600 pixels wide, whole pixels around.
    const plain = /<path d="(M[^"]*z)"/.exec(lib.svg(desc).solid(level).end())[1];
    const start = (text) => /^M(-?[\d.]+)[ ]?(-?[\d.]+)/.exec(text).slice(1).map(Number);
    const scale = Math.fround(1600 / map.info.bounds[2]),
        [x, y] = start(solid),
        [u, v] = start(plain);
    const origin = [u * scale - x, v * scale - y].map((offset) => Math.fround(Math.round(offset) / scale));
    const svg = lib.svg({ ...desc, origin, scale });
    const text = svg.group({ fill: 'red' }).solid(level).groupEnd().group({ stroke: '#17967f', width: 1 }).normals(level, false, 6).groupEnd().end();
    assert(text.includes(`<g fill="red">\n<path d="${solid}"/>\n</g>`));
    const [, normals] = /<g fill="none" stroke="#17967f" stroke-width="1">\n(<path d="[^"]*"\/>)\n<\/g>/.exec(text);
    assert(normals.length > 5000 && drawn.includes(normals));
    assert.match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="100" height="50" viewBox="0 0 100 50"[^>]*>\n<title>a &lt;cave> &amp; &quot;more&quot;<\/title>/);
    assert.match(text, /<\/svg>\n$/);
    level.free();
    map.free();
});

test('a picture of shapes, lines and texts', () => {
    const svg = lib.svg({ width: 10, height: 10 });
    svg.group({ stroke: 'black', width: 0.5, dash: 2, opacity: 0.5 });
    for (const shape of [{ point: [1, 1] }, { segment: [0, 0, 1, 2] }, { circle: [5, 5, 2] }, { box: [0, 0, 2, 3] }, { capsule: [0, 0, 4, 0, 1] }, { polygon: [0, 0, 4, 0, 0, 4] }]) {
        svg.shape(shape);
    }
    svg.line([0, 0, 5, 0, 5, 5]).dots(Float32Array.of(1, 2)).text([1, 2], 12, 'né', 'middle').groupEnd();
    assert.throws(() => svg.shape({ compound: [] }), /part by part/);
    assert.throws(() => svg.group({ color: 'red' }), /unknown field "color"; the fields of a style are fill stroke width dash opacity/);
    assert.throws(() => svg.solid(5), /\$\.level: expected a level, not 5/);
    const lines = svg.end().split('\n');
    assert.deepEqual(lines.slice(1), [
        '<g fill="none" stroke="black" stroke-width="0.5" stroke-dasharray="2" opacity="0.5">',
        '<path d="M1 1h0"/>',
        '<path d="M0 0l1 2"/>',
        '<circle cx="5" cy="5" r="2"/>',
        '<rect x="0" y="0" width="2" height="3"/>',
        '<path d="M0 1A1 1 0 0 1 0-1L4-1A1 1 0 0 1 4 1z"/>',
        '<path d="M0 0h4l-4 4z"/>',
        '<path d="M0 0h5v5"/>',
        '<path d="M1 2h0"/>',
        '<text x="1" y="2" font-size="12" text-anchor="middle">né</text>',
        '</g>',
        '</svg>',
        '',
    ]);
    assert.throws(() => svg.end(), /Svg: it was freed/);
    const large = lib.svg({ width: 10, height: 10 });
    for (let i = 0; i < 20000; i++) large.dots([i, i]);
    assert.equal(large.end().split('\n').length, 20003);
});

test('rotations and poses are those of C', () => {
    const chance = new Chance(41),
        cases = Array.from({ length: 500 }, () => {
            const angle = () => Math.fround(chance.pick([0, Math.PI / 2, -Math.PI, chance.range(-9, 9)]));
            return [angle(), angle(), ...numbers(chance, 6), ...numbers(chance, 2), chance.range(-33, 33), Math.fround(chance.unit())];
        });
    const told = answers(cases.map((n) => ['poses', ...n]));
    cases.forEach(([a, b, cx, cy, px, py, qx, qy, mx, my, turn, t], i) => {
        for (const each of both) {
            const p = [px, py, a],
                q = [qx, qy];
            const list = [
                each.rotationOf(a), each.rotationNormalized([cx, cy]), each.rotationCompose(a, b), each.rotationInverse(a),
                each.rotate(each.rotationOf(a), q), each.posePoint(p, q), each.poseLocal(p, q), each.poseCompose(p, [qx, qy, b]),
                each.turningPose(p, { move: [mx, my], turn }, t),
            ];
            assert.deepEqual(list.flat(), told[i].slice(1).map((word) => Math.fround(Number(word))), cases[i].join(' '));
        }
    });
    assert.deepEqual(lib.rotationOf(Math.PI / 2), [0, 1]);
    assert.deepEqual(lib.poseCompose([10, 20, Math.PI / 2], [3, 0, 0, 1]), [10, 23, -1, 0]);
    assert.throws(() => lib.rotationOf([1, 0]), /\$\.radians: expected a number, not an array/);
    assert.throws(() => lib.rotationOf(NaN), /\$\.radians: /);
    assert.throws(() => lib.rotationCompose(1, [1, 1]), /\$\.b: expected the cosine and the sine of an angle/);
    assert.throws(() => lib.rotate(0, [1]), /\$\.v: expected 2 numbers, not 1/);
    assert.throws(() => lib.posePoint([1, 2], [0, 0]), /\$\.pose: expected 3 numbers, not 2/);
    assert.throws(() => lib.poseCompose([1, 2, 3], [1, 2, 3, 3]), /\$\.child: expected the cosine and the sine of an angle/);
    assert.throws(() => lib.turningPose([0, 0, 0], { turn: 34 }, 1), /\$\.turn: expected at most 33.5 radians either way/);
});

/** A walker on a wheel, on a platform that tilts to and fro, or beside a blade; the numbers are those of native.c. */
function rideCase(chance) {
    const wide = chance.range(20, 60),
        high = chance.range(1, 6),
        wheel = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4) * wide, Math.sin((k * Math.PI) / 4) * wide]);
    return {
        dt: Math.fround(1 / 60),
        period: chance.pick([0, 20, 41]),
        speed: chance.pick([0, 0, 20, -45]),
        start: rounded([chance.range(-20, 20), 40 - wide - chance.range(8, 20)]),
        at: [0, 40],
        velocity: chance.pick([[0, 0], [0, 0], rounded([chance.range(-30, 30), chance.range(-20, 20)])]),
        rotation: Math.fround(chance.pick([0, 0, chance.range(-0.6, 0.6), Math.PI])),
        spin: Math.fround(chance.pick([chance.range(-1, 1), chance.range(-6, 6), chance.range(-300, 300)])),
        form: rounded(chance.pick([[-wide, wide], [-wide, -high, wide, high], wheel.flat()])),
    };
}

function ride(each, s, frames) {
    const level = each.level({ outlines: [{ points: [-200, 100, 200, 100, 200, 120, -200, 120] }] }),
        [x, y] = s.form;
    const shape = s.form.length === 2 ? { segment: [x, 0, y, 0], one_sided: true } : { [s.form.length === 4 ? 'box' : 'polygon']: s.form };
    const lifts = each.platforms(level, [{ shape, position: s.at, velocity: s.velocity, rotation: s.rotation, spin: s.spin }]),
        hero = each.walker({ shape: { circle: [0, 0, 6] }, up: [0, -1] }),
        out = [];
    hero.position = s.start;
    const gravity = Math.fround(400 * s.dt);
    for (let frame = 0; frame < frames; frame++) {
        if (s.period > 0 && frame % s.period === s.period - 1) lifts.setSpin(0, -lifts.spin(0));
        hero.velocity = [hero.grounded ? s.speed : hero.velocity[0], hero.velocity[1] + gravity];
        const done = hero.step(lifts, s.dt);
        lifts.step(s.dt);
        const { position, turned } = lifts.pose(0);
        out.push([hero.grounded, done.landed, done.left, done.crushed].map(Number).join(''), done.casts);
        out.push(...hero.position, ...hero.velocity, ...(hero.ground?.point ?? [0, 0]), ...position, ...turned);
    }
    for (const each of [hero, lifts, level]) each.free();
    return out;
}

test('platforms that turn carry and push walkers as in C', () => {
    const chance = new Chance(42),
        frames = 150,
        cases = Array.from({ length: 60 }, () => rideCase(chance));
    const told = answers(cases.map((s) =>
        ['ride', s.dt, frames, s.period, s.speed, ...s.start, ...s.at, ...s.velocity, s.rotation, s.spin, ...s.form]));
    let landed = 0,
        left = 0;
    cases.forEach((s, i) => {
        const expected = told[i].slice(1).map((word, k) => (k % 12 === 0 ? word : Math.fround(Number(word))));
        for (const each of both) assert.deepEqual(ride(each, s, frames), expected, JSON.stringify(s));
        landed += expected.filter((word) => word[1] === '1').length;
        left += expected.filter((word) => word[2] === '1').length;
    });
    assert(landed > 40 && left > 15, `${landed} ${left}`);
});
