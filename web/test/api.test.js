// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Functions without a line of `carom query`: batches, levels, motion, worlds, memory. Batches must return what single
// queries return, and levels what their shapes return.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaromError, CORNER_A, CORNER_B, HIT, INSIDE, ONE_WAY, load } from '../node.js';
import { builds, carom, Chance, filesOf, floats, root } from './native.js';
import { shape } from './questions.js';

const [[, lib], [, plain]] = await builds();
assert.equal(lib.simd, true);
assert.equal(plain.simd, false);

/** The bits of a typed array, so that NaN and -0 compare. */
const bits = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('hex');

function room(library = lib) {
    const codes = new Uint8Array(20 * 12);
    const chance = new Chance(11);
    for (let i = 0; i < codes.length; i++) {
        const border = i < 20 || i >= 220 || i % 20 === 0 || i % 20 === 19;
        if (border) codes[i] = library.tileCode('solid');
        else if (chance.below(6) === 0) codes[i] = library.tileCode(chance.below(21), chance.below(2) === 1, chance.below(4));
    }
    return library.level({
        tiles: { columns: 20, rows: 12, cell: [16, 16], codes },
        outlines: [{ points: [60, 60, 90, 64, 70, 100], tag: 5 }, { points: [150, 90, 200, 90], open: true, one_way: true }],
    });
}

// ---- geom -----------------------------------------------------------------------------------------------------------

test('a Shape returns what its description returns, and converts back', () => {
    const chance = new Chance(1);
    for (let i = 0; i < 500; i++) {
        const [fa, fb] = [shape(chance), shape(chance)],
            [a, b] = [lib.shape(fa), lib.shape(fb)];
        assert.deepEqual(lib.distance(a, b), lib.distance(fa, fb));
        assert.equal(lib.overlap(a, fb), lib.overlap(fa, b));
        assert.deepEqual(lib.sweep(a, [1, 2], b), lib.sweep(fa, [1, 2], fb));
        assert.deepEqual(lib.distance(a.toJSON(), b), lib.distance(fa, fb));
        assert.equal(a.kind in fa || (a.kind !== 'box' && 'box' in fa), true); // a box may become a polygon
        const [x0, y0, x1, y1] = a.bounds;
        assert(x0 <= x1 && y0 <= y1);
        a.free();
        b.free();
    }
    const compound = lib.shape({ compound: [lib.shape({ circle: [5, 0, 1] }).toJSON(), { point: [0, 0] }] });
    assert.equal(compound.parts, 2);
    assert.equal(lib.distance(compound, { point: [0, 2] }).part_a, 1);
});

test('batches of geom return what single queries return', () => {
    const chance = new Chance(2);
    const random = (count) => Float32Array.from({ length: count }, () => chance.range(-3, 3));
    for (let round = 0; round < 40; round++) {
        const n = 1 + chance.below(300),
            b = shape(chance),
            rays = random(4 * n);
        const all = lib.rayMany(rays, b);
        let hits = 0;
        for (let i = 0; i < n; i++) {
            const one = lib.ray(rays.subarray(4 * i, 4 * i + 2), rays.subarray(4 * i + 2, 4 * i + 4), b);
            hits += one.hit ? 1 : 0;
            assert.equal(all.flags[i], (one.hit ? HIT : 0) | (one.inside ? INSIDE : 0));
            assert.equal(all.t[i], one.t);
            assert.deepEqual(one.hit ? [...all.points.subarray(2 * i, 2 * i + 2)] : null, one.point);
            assert.deepEqual(one.hit ? [...all.normals.subarray(2 * i, 2 * i + 2)] : null, one.normal);
        }
        assert.equal(all.hits, hits);

        const a = lib.shape(shape(chance)),
            circles = random(3 * n),
            boxes = random(4 * n),
            segments = random(4 * n),
            move = random(2);
        for (let i = 0; i < n; i++) {
            circles[3 * i + 2] = Math.abs(circles[3 * i + 2]);
            if (boxes[4 * i] > boxes[4 * i + 2]) boxes[4 * i] = boxes[4 * i + 2];
            if (boxes[4 * i + 1] > boxes[4 * i + 3]) boxes[4 * i + 1] = boxes[4 * i + 3];
        }
        for (const [kind, each, values, many, first] of [
            ['circle', 3, circles, 'overlapCircles', 'sweepCircles'],
            ['box', 4, boxes, 'overlapBoxes', 'sweepBoxes'],
            ['segment', 4, segments, 'overlapSegments', 'sweepSegments'],
        ]) {
            const form = (i) => ({ [kind]: values.subarray(each * i, each * i + each) });
            const expected = [];
            let earliest = { hit: false, t: 1 };
            for (let i = 0; i < n; i++) {
                if (lib.overlap(a, form(i))) expected.push(i);
                const hit = lib.sweep(a, move, form(i));
                const sooner = hit.t < earliest.t || (hit.t === earliest.t && hit.inside && !earliest.inside);
                if (hit.hit && (!earliest.hit || sooner)) earliest = { ...hit, part_b: i };
            }
            assert.deepEqual([...lib[many](a, values)], expected);
            const hit = lib[first](a, move, values);
            assert.equal(hit.hit, earliest.hit);
            if (hit.hit) assert.deepEqual([hit.t, hit.inside, hit.part_b], [earliest.t, earliest.inside, earliest.part_b]);
        }
        a.free();
    }
});

// ---- grid -----------------------------------------------------------------------------------------------------------

test('sight maps can be edited, and sightMany returns what sight returns', () => {
    const map = lib.sightMap(['.....', '.###.', '.....']),
        bytes = lib.sightMap(Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0), 5);
    assert.deepEqual(map.cells(), bytes.cells());
    const targets = Int32Array.from({ length: 30 }, (_, i) => (i % 2 ? Math.floor(i / 10) : (i / 2) % 5));
    const clear = map.sightMany([2, 0], targets);
    for (let i = 0; i < 15; i++) {
        const one = map.sight([2, 0], targets.subarray(2 * i, 2 * i + 2));
        assert.equal(clear[i] === 1, one.clear);
        assert.equal(one.blocker === null, one.clear);
    }
    assert.equal(map.sight([2, 0], [2, 2]).clear, false);
    map.set([2, 1], false);
    assert.equal(map.get([2, 1]), false);
    assert.equal(map.sight([2, 0], [2, 2]).clear, true);
    assert.throws(() => map.sight([2, 0], [5, 0]), /\$\.to: \[5,0\] is outside the map of 5 x 3 cells/);
    assert.deepEqual([...lib.cellLine([0, 0], [3, 2])], [1, 0, 1, 1, 2, 1, 2, 2]);
    map.free();
    bytes.free();
});

// ---- level ----------------------------------------------------------------------------------------------------------

test('the tiles of the catalogue: names, codes, edges', () => {
    assert.equal(lib.tileNames.length, 21);
    assert.equal(lib.tileNames[9], 'slope_45');
    const shapes = new Set();
    for (let code = 0; code < 256; code++) if ((code & 31) < 21) shapes.add(lib.tileCanonical(code));
    assert.equal(shapes.size, 96);
    const slope = lib.tileEdges(lib.tileCode('slope_45'), [16, 16]);
    assert.equal(slope.count, 3);
    const steep = [...Array(3).keys()].find((i) => Math.abs(slope.normals[2 * i]) === Math.fround(Math.SQRT1_2));
    assert.deepEqual([...slope.normals.subarray(2 * steep, 2 * steep + 2)], [-Math.SQRT1_2, -Math.SQRT1_2].map(Math.fround));
    assert.equal(lib.tileEdges(lib.tileCode('edge')).flags[0] & ONE_WAY, ONE_WAY);
    assert.throws(() => lib.tileCode('cheese'), /no tile is called "cheese"/);
});

test('a hit of a level is the hit of its edge alone', () => {
    const level = room(),
        edges = level.edges(),
        chance = new Chance(4);
    assert.equal(edges.count, level.edgeCount);
    assert.deepEqual(level.bounds, [0, 0, 320, 192]);
    assert(level.seamsRemoved > 100);
    assert(edges.tags.includes(5));
    assert(edges.flags.some((f) => f & ONE_WAY) && edges.flags.some((f) => f & CORNER_A) && edges.flags.some((f) => f & CORNER_B));
    const edge = (i) => ({ segment: edges.points.subarray(4 * i, 4 * i + 4) });
    for (let i = 0; i < edges.count; i++) {
        const [ax, ay, bx, by] = edges.points.subarray(4 * i, 4 * i + 4);
        const length = Math.hypot(bx - ax, by - ay);
        assert(Math.abs(edges.normals[2 * i] - (by - ay) / length) < 1e-6);
        assert(Math.abs(edges.normals[2 * i + 1] - (ax - bx) / length) < 1e-6);
        if (edges.next[i] >= 0) assert.equal(edges.prev[edges.next[i]], i);
    }
    let hits = 0;
    for (let i = 0; i < 2000; i++) {
        const at = [chance.range(16, 304), chance.range(16, 176)],
            move = [chance.range(-80, 80), chance.range(-80, 80)];
        if (level.solid(at)) continue;
        const circle = { circle: [...at, 4] };
        if (level.overlap(circle).length > 0) continue;
        const hit = level.sweep(circle, move);
        if (!hit.hit) continue;
        hits++;
        assert.equal(hit.t, lib.sweep(circle, move, edge(hit.part_b)).t);
        const there = lib.distance({ circle: [...hit.at, 4] }, edge(hit.part_b)).distance;
        assert(there >= 0 && there < 1e-3);
        const ray = level.ray(at, move);
        if (ray.hit) assert.equal(ray.t, lib.ray(at, move, { ...edge(ray.part), one_sided: true }).t);
    }
    assert(hits > 300);
    level.free();
});

test('a level is swept by what turns', () => {
    const level = room(),
        edges = level.edges(),
        chance = new Chance(7);
    let hits = 0;
    for (let i = 0; i < 300; i++) {
        const [x, y, mx, my] = [chance.range(0, 190), chance.range(0, 190), chance.range(-60, 60), chance.range(-60, 60)];
        const swept = level.sweep({ circle: [x, y, 3] }, [mx, my]),
            wheel = level.sweepTurning({ circle: [0, 0, 3], pose: [x, y, 1] }, { move: [mx, my], turn: 2 });
        assert.deepEqual([wheel.hit, wheel.t, wheel.normal, wheel.part_b], [swept.hit, swept.t, swept.normal, swept.part_b]);
        const turned = level.sweepTurning({ compound: [{ box: [-4, -1, 4, 1] }], pose: [x, y, 0] }, { move: [mx, my], turn: 3 });
        if (!turned.hit || turned.inside || edges.flags[turned.part_b] & ONE_WAY || turned.feature !== 'edge') continue;
        const segment = edges.points.subarray(4 * turned.part_b, 4 * turned.part_b + 4);
        const pair = lib.sweepTurning({ box: [-4, -1, 4, 1], pose: [x, y, 0] }, { move: [mx, my], turn: 3 }, { segment });
        if (!level.solid([x, y])) assert.equal(pair.t, turned.t);
        hits++;
    }
    assert.ok(hits > 30);
    level.free();
});

test('what turns is moved along a level', () => {
    const wall = lib.level({ outlines: [{ points: [0, 0, 200, 0, 200, 10, 0, 10] }] }),
        car = { box: [-12, -7, 12, 7] };
    // The numbers of docs/examples/motion/move_turning.c.
    let now = { at: [40, 20], turned: [1, 0] };
    const rows = [];
    for (let step = 0; step < 4; step++) {
        const [c, s] = now.turned;
        now = wall.moveTurning(car, [...now.at, c, s], [6 * c, 6 * s], -0.1, 'slide');
        rows.push([...now.at.map((v) => v.toFixed(2)), now.turned[1].toFixed(3), now.blocked]);
    }
    assert.deepEqual(rows, [['46.00', '20.00', '-0.100', false], ['51.97', '19.40', '-0.199', false],
        ['57.85', '19.32', '-0.206', true], ['63.72', '19.32', '-0.206', true]]);
    assert.deepEqual(wall.overlap({ ...car, pose: [...now.at, ...now.turned] }).length <= 1, true);
    // An angle, and its cosine and sine, are the same pose; no spin is a move.
    const angled = wall.moveTurning(car, [40, 30, 0.5], [0, -9], 0.25),
        exact = wall.moveTurning(car, [40, 30, Math.fround(Math.cos(0.5)), Math.fround(Math.sin(0.5))], [0, -9], 0.25);
    assert.deepEqual(angled, exact);
    assert.equal(angled.contacts.length, 1);
    assert.deepEqual([angled.velocity, angled.spin, angled.contacts[0].part_b], [[0, 0], 0, 2]); // the edge at y = 10
    const straight = wall.moveTurning(car, [40, 20, 0], [9, -40], 0, 'slide'),
        moved = wall.move(car, [40, 20], [9, -40], 'slide');
    assert.deepEqual([straight.at, straight.velocity, straight.t], [moved.at, moved.velocity, moved.t]);
    const inside = wall.moveTurning({ compound: [car, { circle: [0, 0, 1] }] }, [40, 12, 0], [1, 0], 1);
    assert.deepEqual([inside.inside, inside.at, inside.t], [true, [40, 12], 0]);
    wall.free();
});

test('bodies are added with a rotation and a spin', () => {
    const world = lib.world(),
        shape = { box: [-9, -1, 9, 1] },
        blade = world.add({ shape, type: 'kinematic', position: [20, 0], spin: -2, rotation: Math.PI / 2 }),
        post = world.add({ shape, type: 'static', rotation: [0, -1] }),
        hero = world.add({ shape, position: [0, 99], rotation: [0.6, 0.8] });
    assert.deepEqual([world.spin(blade), world.pose(blade).turned, world.pose(post).turned, world.spin(hero)], [-2, [0, 1], [0, -1], 0]);
    assert.deepEqual(world.pose(hero), { position: [0, 99], turned: [0.6, 0.8].map(Math.fround) });
    assert.deepEqual(world.parts(post), [{ box: [-1, -9, 1, 9] }]);
    const before = world.snapshot();
    for (let i = 0; i < 3; i++) world.step(0.25);
    const { position, turned } = world.pose(blade);
    assert.ok(Math.abs(turned[1] - Math.cos(1.5)) < 1e-6 && Math.abs(turned[0] - Math.sin(1.5)) < 1e-6);
    // What a pose returns is a pose, bit for bit.
    world.setPose(post, [...position, ...turned]);
    assert.deepEqual(world.pose(post), { position, turned });
    world.restore(before);
    assert.deepEqual([world.spin(blade), world.pose(blade).turned], [-2, [0, 1]]);
    world.free();
});

test('batches of a level return what single queries return', () => {
    const level = room(),
        chance = new Chance(6),
        n = 4000;
    const lines = Float32Array.from({ length: 4 * n }, (_, i) => (i % 4 < 2 ? chance.range(0, 190) : chance.range(-60, 60)));
    const rays = level.rayMany(lines),
        sweeps = level.sweepMany({ circle: [0, 0, 3] }, lines),
        solids = level.solidMany(Float32Array.from({ length: 2 * n }, (_, i) => lines[4 * (i >> 1) + (i & 1)]));
    let hits = 0;
    for (let i = 0; i < n; i++) {
        const [x, y, mx, my] = lines.subarray(4 * i, 4 * i + 4);
        const ray = level.ray([x, y], [mx, my]),
            sweep = level.sweep({ circle: [x, y, 3] }, [mx, my]);
        hits += ray.hit ? 1 : 0;
        assert.equal(rays.flags[i], (ray.hit ? HIT : 0) | (ray.inside ? INSIDE : 0));
        assert.deepEqual([rays.t[i], rays.parts[i]], [ray.t, ray.part ?? -1]);
        assert.deepEqual([sweeps.t[i], sweeps.at[2 * i], sweeps.at[2 * i + 1]], [sweep.t, ...sweep.at]);
        assert.equal(sweeps.parts[i], sweep.part_b ?? -1);
        assert.equal(solids[i] === 1, level.solid([x, y]));
    }
    assert.equal(rays.hits, hits);
    // Writes into an existing result.
    const { t } = rays;
    const again = level.rayMany(lines.slice().reverse(), rays);
    assert.equal(again, rays);
    assert.equal(again.t, t);
    assert.deepEqual(again, level.rayMany(lines.slice().reverse()));
    level.rayMany(lines, rays);
    assert.deepEqual([rays.hits, rays.t.length], [hits, n]);
    const other = room(plain);
    const [a, b] = [other.rayMany(lines), other.sweepMany({ circle: [0, 0, 3] }, lines)];
    for (const column of ['t', 'exit', 'points', 'normals', 'parts', 'flags']) assert.equal(bits(a[column]), bits(rays[column]));
    for (const column of ['t', 'at', 'points', 'normals', 'parts', 'flags']) assert.equal(bits(b[column]), bits(sweeps[column]));
    level.free();
    other.free();
});

test('an edited level equals a level built from the changed description', () => {
    const codes = (hole) => Array.from({ length: 24 * 16 }, (_, i) => (i === hole ? 0 : i % 7 === 3 || i < 24 ? 1 : 0)),
        tiles = { columns: 24, rows: 16, cell: [8, 8] },
        edited = lib.level({ tiles: { ...tiles, codes: codes(-1) }, editable: true }),
        chance = new Chance(8);
    assert.equal(edited.tile([3, 0]), 1);
    edited.setTile([3, 0], 0);
    assert.equal(edited.tile([3, 0]), 0);
    const fresh = lib.level({ tiles: { ...tiles, codes: codes(3) } });
    for (let i = 0; i < 400; i++) {
        const at = [chance.range(0, 192), chance.range(-20, 128)],
            move = [chance.range(-60, 60), chance.range(-60, 60)];
        const [a, b] = [edited, fresh].map((level) => ({ ...level.ray(at, move), part: 0 }));
        assert.deepEqual(a, b);
        assert.deepEqual({ ...edited.sweep({ circle: [...at, 2] }, move), part_b: 0 }, { ...fresh.sweep({ circle: [...at, 2] }, move), part_b: 0 });
    }
    assert.throws(() => fresh.setTile([0, 0], 1), CaromError);
    assert.throws(() => edited.setTile([24, 0], 1), CaromError);
    assert.throws(() => edited.setTile([0, 0], 300), /\$\.code: expected a whole number from 0 to 255/);
    for (const level of [edited, fresh]) level.free();
});

test("tile shapes of one's own", () => {
    const half = { base: 21, parts: [{ points: [0, 0.5, 1, 0.5, 1, 1, 0, 1] }] };
    const level = lib.level({ tiles: { columns: 2, rows: 1, cell: [10, 10], codes: [21, lib.tileCode('half')] }, tileShapes: [half] });
    assert.equal(level.edgeCount, 4);
    assert.deepEqual(level.ray([3, 0], [0, 10]).point, [3, 5]);
    level.free();
    assert.throws(() => lib.level({ tileShapes: [{ base: 20, parts: [] }] }), /\$\.tileShapes\[0\]\.base/);
    assert.throws(() => lib.level({ tileShapes: [{ base: 22, parts: [{ points: [0, 0] }] }] }), CaromError);
});

test('all hits of a ray, and the nearest edge, of a level', () => {
    const walls = [10, 20, 30].map((x) => ({ points: [x, 0, x + 1, 0, x + 1, 9, x, 9] })),
        level = lib.level({ outlines: walls });
    const hits = level.rayAll([0, 5], [40, 0]);
    assert.deepEqual(hits.map((hit) => hit.point), [[10, 5], [20, 5], [30, 5]]);
    assert.deepEqual(hits[0], level.ray([0, 5], [40, 0]));
    assert.deepEqual(level.rayAll([0, 50], [40, 0]), []);
    const near = level.nearest({ circle: [0, 5, 1] });
    assert.deepEqual([near.distance, near.on_a, near.on_b, near.part_b], [9, [1, 5], [10, 5], hits[0].part]);
    assert.equal(level.nearest({ point: [0, 5] }, 9.5).distance, null);
    assert.throws(() => level.nearest({ point: [0, 5] }, 'far'), /\$\.maxDistance/);
    level.free();
    // More results than the scratch memory holds.
    const many = lib.level({ outlines: Array.from({ length: 2000 }, (_, i) => ({ points: [i, 0, i, 9], open: true, one_way: true })) });
    const counts = [many.rayAll([2001, 5], [-3000, 0]), many.rayAll([-1, 5], [3000, 0])].map((list) => list.length);
    assert.deepEqual(counts.sort(), [0, 2000].sort());
    assert.equal(many.overlap({ box: [-1, 1, 6001, 2] }).length, 2000);
    many.free();
});

test('invalid levels throw with a reason', () => {
    assert.throws(() => lib.level({ tiles: { columns: 2, rows: 1, codes: [1] } }), /\$\.tiles\[0\]\.codes: expected 2 codes, not 1/);
    assert.throws(() => lib.level({ tiles: { columns: 1, rows: 1, codes: [31] } }), CaromError);
    assert.throws(() => lib.level({ outlines: [{ points: [0, 0, NaN, 1, 1, 1] }] }), /\$\.outlines\[0\]\.points\[2\]: .*not finite/);
    assert.throws(() => lib.level({ outlines: [{ points: [0, 0] }] }), CaromError);
    const empty = lib.level({});
    assert.equal(empty.bounds, null);
    assert.equal(empty.edges().count, 0);
    assert.equal(empty.ray([0, 0], [1, 0]).hit, false);
    empty.free();
});

// ---- motion ---------------------------------------------------------------------------------------------------------

test('motion through a level equals motion through a world', () => {
    const level = lib.level({ outlines: [{ points: [0, 10, 100, 10, 100, 20, 0, 20] }] }),
        world = lib.world({ level });
    for (const scene of [level, world, world.view({ filter: { ignore: ~1 >>> 0 } })]) {
        const slid = scene.move({ circle: [0, 0, 1] }, [50, 5], [10, 8], 'slide');
        assert.deepEqual(slid.at, [60, 9]);
        assert.deepEqual(slid.velocity, [10, 0]);
        assert.equal(slid.count, 1);
        assert.equal(slid.contacts[0].body, null);
        assert.deepEqual(slid.contacts[0].normal, [0, -1]);
        assert.deepEqual(scene.move({ circle: [0, 0, 1] }, [50, 5], [0, 8]).at, [50, 9]);
        const bounced = scene.move({ circle: [0, 0, 1] }, [50, 5], [0, 8], { kind: 'bounce', restitution: 0.5 });
        assert.deepEqual(bounced.velocity, [0, -4]);
        const out = scene.pushOut({ circle: [0, 0, 1] }, [50, 9.5]);
        assert.deepEqual([out.at, out.moved, out.crushed], [[50, 9], true, false]);
        assert.deepEqual(scene.pushOut({ circle: [0, 0, 1] }, [40, 14]).at, [40, 9]);
        assert.equal(scene.pushOut({ circle: [0, 0, 1] }, [40, 14], 4).crushed, true);
        assert.equal(scene.move({ circle: [0, 0, 1] }, [40, 14], [1, 0]).inside, true);
    }
    assert.deepEqual(lib.slide([1, 1], [[0, -1]]), [1, 0]);
    assert.deepEqual(lib.bounce([1, 1], [0, -1]), [1, -1]);
    assert.throws(() => level.move({ circle: [0, 0, 1] }, [0, 0], [1, 0], 'jump'), /expected "stop", "slide", "bounce" or "pass"/);
    world.free();
    level.free();
});

test('outlines with same_area are holes', () => {
    const square = (a, b) => [a, a, b, a, b, b, a, b],
        outer = { points: square(0, 30), even_odd: true },
        level = lib.level({ outlines: [outer, { points: square(10, 20), same_area: true }] });
    assert.equal(level.edgeCount, 8);
    assert.deepEqual([level.solid([5, 5]), level.solid([15, 15])], [true, false]);
    level.free();
});

test('a walker lands, walks, jumps, drops, and restores a saved state', () => {
    const ground = [0, 40, 100, 40, 140, 30, 200, 30, 200, 60, 0, 60];
    const level = lib.level({ outlines: [{ points: ground }, { points: [20, 20, 60, 20], open: true, one_way: true }] });
    assert.equal(level.edges().normals.some((_, i, n) => i % 2 === 1 && n[i] === -1), true);
    const world = lib.world({ level }),
        paths = [];
    for (const scene of [level, world]) {
        const hero = lib.walker({ shape: { circle: [0, 0, 4] }, up: [0, -1] });
        hero.position = [40, 5];
        const path = [],
            tick = (wish, pressed = false) => {
                hero.velocity = [wish, hero.velocity[1] + 1];
                if (hero.jump({ coyote: 2, buffer: 2 }, pressed)) hero.velocity = [wish, -9];
                const result = hero.step(scene);
                path.push([...hero.position, ...hero.velocity]);
                return result;
            };
        let landed = false;
        for (let i = 0; i < 30 && !landed; i++) landed = tick(0).landed;
        assert(landed && hero.grounded && hero.ground.one_way);
        assert.deepEqual(hero.ground.normal, [0, -1]);
        assert.equal(hero.position[1], 16);
        const saved = hero.save();
        assert.equal(hero.drop(scene), true);
        for (let i = 0; i < 30; i++) tick(0);
        assert.equal(hero.position[1], 36);
        assert.equal(hero.ground.body, null);
        assert.equal(hero.drop(scene), false);
        for (let i = 0; i < 60; i++) tick(2);
        assert(hero.position[0] > 140 && Math.abs(hero.position[1] - 26) < 1e-4, String(hero.position));
        assert.equal(tick(0, true).left, true);
        assert.equal(hero.ground, null);
        hero.restore(saved);
        assert.deepEqual([...hero.position, hero.grounded], [40, 16, true]);
        assert.throws(() => hero.restore(new Uint8Array(3)), /\$\.bytes: expected the \d+ bytes that save\(\) gave, not Uint8Array\(3\)/);
        assert.throws(() => hero.step(scene, 0), /\$\.dt/);
        assert.throws(() => hero.step({}), /expected a level, a world, a view of one, or platforms, not {}/);
        paths.push(path);
        hero.free();
    }
    assert.deepEqual(paths[0], paths[1]);
    assert.deepEqual(lib.cornerCorrection(level, { circle: [0, 0, 4] }, [50, 10], [0, 0], 2), [0, 0]);
    world.free();
    level.free();
});

// ---- world ----------------------------------------------------------------------------------------------------------

test('queries of a world cover levels, statics and movers', () => {
    const level = lib.level({ outlines: [{ points: [40, -10, 41, -10, 41, 10, 40, 10] }] }),
        world = lib.world({ level });
    const wall = world.add({ shape: { box: [20, -5, 21, 5] }, type: 'static' }),
        ball = world.add({ shape: { circle: [0, 0, 1] }, position: [10, 0] }),
        coin = world.add({ shape: { circle: [0, 0, 1] }, position: [5, 0], response: 'pass' });
    const who = (hit) => hit.body ?? hit.level;
    assert.equal(who(world.ray([0, 0], [50, 0])), ball);
    assert.deepEqual(world.ray([0, 0], [50, 0]).point, [9, 0]);
    assert.deepEqual(world.rayAll([0, 0], [50, 0]).map(who), [ball, wall, 0]);
    assert.deepEqual(world.view({ crossing: true }).rayAll([0, 0], [50, 0]).map(who), [coin, ball, wall, 0]);
    assert.deepEqual(world.view({ except: ball, levels: false }).rayAll([0, 0], [50, 0]).map(who), [wall]);
    assert.deepEqual(world.view({ movers: false, statics: false }).rayAll([0, 0], [50, 0]).map(who), [0]);
    const miss = world.ray([0, 0], [0, 50]);
    assert.deepEqual([miss.hit, miss.t, miss.body, miss.level], [false, 1, null, -1]);
    const swept = world.sweep({ circle: [0, 0, 2] }, [50, 0]);
    assert.deepEqual([who(swept), swept.at], [ball, [7, 0]]);
    const all = world.sweepAll({ circle: [0, 0, 2] }, [50, 0]);
    assert.deepEqual(all.map(who), [ball, wall, 0]);
    assert.deepEqual(all[2].at, [38, 0]);
    assert.equal(all[2].part_b, level.sweep({ circle: [0, 0, 2] }, [50, 0]).part_b);
    assert.deepEqual(world.overlap({ box: [8, -1, 20, 1] }), [{ edge: -1, body: wall, level: -1 }, { edge: -1, body: ball, level: -1 }]);
    assert.deepEqual(world.overlap({ box: [38, -1, 40, 1] }).map(who), [0]);
    const near = world.nearest({ point: [0, 0] });
    assert.deepEqual([who(near), near.distance, near.on_b], [ball, 9, [9, 0]]);
    assert.deepEqual(world.nearestAll({ point: [0, 0] }, 25).map(who), [ball, wall]);
    assert.equal(world.nearest({ point: [0, 0] }, 5).distance, null);
    assert.throws(() => world.view({ crossing: 1 }), /\$\.crossing: expected true or false/);
    assert.throws(() => world.sweep({ circle: [0, 0, -1] }, [1, 0]), /\$\.a\.circle/);
    world.free();
    assert.throws(() => world.ray([0, 0], [1, 0]), /it was freed/);
    level.free();
});

test('a platform carries the walker on it, and rejects invalid positions', () => {
    const level = lib.level({ outlines: [{ points: [-100, 50, 100, 50, 100, 60, -100, 60] }] }),
        lifts = lib.platforms(level, [{ shape: { box: [-10, 0, 10, 4] }, position: [0, 40], velocity: [0, -1] }]),
        hero = lib.walker({ shape: { circle: [0, 0, 2] }, up: [0, -1] });
    hero.position = [0, 38];
    for (let i = 0; i < 20; i++) {
        hero.velocity = [0, hero.velocity[1] + 0.5];
        hero.step(lifts);
        if (i === 10) lifts.setVelocity(0, [1, 0]);
        lifts.step();
    }
    assert.equal(hero.grounded, true);
    assert.deepEqual([hero.ground.platform, hero.ground.body], [0, null]);
    assert.deepEqual(lifts.position(0), [10, 30]);
    assert.deepEqual(lifts.velocity(0), [1, 0]);
    assert(Math.abs(hero.position[0] - 9) < 1e-3 && Math.abs(hero.position[1] - 28) < 1e-3, String(hero.position));
    const [contact] = lifts.move({ circle: [0, 0, 1] }, [9, 0], [0, 40]).contacts;
    assert.deepEqual([contact.platform, contact.body], [0, null]);
    assert.throws(() => lifts.position(1), /\$\.index/);
    assert.throws(() => lib.platforms(level, [{ shape: { compound: [] }, position: [0, 0] }]), CaromError);
    const before = lifts.position(0);
    assert.throws(() => lifts.setPosition(0, [1, NaN]), /\$\.position\[1\]/);
    assert.deepEqual(lifts.position(0), before);
    hero.free();
    lifts.free();
    level.free();
});

test('a platform that turns carries the walker with the point that it stands on, until it is too steep', () => {
    const level = lib.level({ outlines: [{ points: [-100, 150, 100, 150, 100, 160, -100, 160] }] }),
        plank = { shape: { box: [-40, -4, 40, 4] }, position: [0, 40], rotation: -0.25, spin: 1 },
        lifts = lib.platforms(level, [plank]),
        hero = lib.walker({ shape: { circle: [0, 0, 2] }, up: [0, -1] });
    assert.deepEqual(lifts.pose(0), { position: [0, 40], turned: lib.rotationOf(-0.25) });
    hero.position = lib.posePoint([0, 40, -0.25], [20, -6]);
    const angles = [];
    let stood = null;
    for (let i = 0; i < 120; i++) {
        hero.velocity = [hero.grounded ? 0 : hero.velocity[0], hero.velocity[1] + 10];
        const done = hero.step(lifts, 1 / 64);
        lifts.step(1 / 64);
        if (done.left) break;
        if (stood === null && !hero.grounded) continue; // it falls onto the plank
        assert.deepEqual([hero.grounded, hero.ground.platform], [true, 0]);
        const { position, turned } = lifts.pose(0),
            [x] = lib.poseLocal([...position, ...turned], hero.ground.point);
        angles.push(Math.asin(turned[1]));
        stood ??= x;
        const rolled = 2 * (angles.at(-1) - angles[0]); // it stays upright
        assert(Math.abs(x + rolled - stood) < 1e-3, `${x} ${rolled} ${stood}`);
    }
    const last = angles.at(-1);
    assert(Math.abs(Math.tan(last) - 1.25) < 0.06, String(last)); // walker.slope
    assert(hero.velocity[0] < -10 && hero.velocity[1] > 12, String(hero.velocity)); // v + w x r
    lifts.setSpin(0, -2);
    lifts.setPose(0, [5, 6, 0, 1]);
    lifts.step(0.25);
    assert.equal(lifts.spin(0), -2);
    assert.deepEqual(lifts.pose(0), { position: [5, 6], turned: lib.turningPose([5, 6, 0, 1], { turn: -0.5 }, 1).slice(2) });
    assert.throws(() => lifts.setSpin(0, Infinity), /\$\.spin: /);
    assert.throws(() => lifts.setPose(0, [1, 2]), /\$\.pose: expected 3 numbers, not 2/);
    assert.throws(() => lifts.setPose(0, [1, 2, 3, 4]), /\$\.pose: expected the cosine and the sine of an angle/);
    assert.throws(() => lifts.spin(1), /\$\.index/);
    assert.deepEqual(lifts.position(0), [5, 6]);
    for (const each of [hero, lifts, level]) each.free();
});

test('kinematic bodies carry, push, and crush', () => {
    const world = lib.world({ down: [0, 1] });
    const lift = world.add({ shape: { box: [0, 0, 40, 8] }, position: [0, 100], velocity: [0, -10], type: 'kinematic' }),
        crate = world.add({ shape: { box: [0, 0, 10, 10] }, position: [10, 90], velocity: [0, 1], response: 'slide', mass: 4 });
    world.step();
    assert.deepEqual([world.position(lift), world.position(crate)], [[0, 90], [10, 80]]);
    assert.deepEqual(world.carried(crate), [0, -10]);
    world.moveTo(lift, [7, 90]);
    world.setVelocity(crate, [0, 1]);
    world.step();
    assert.deepEqual([world.position(lift), world.position(crate)], [[7, 90], [17, 80]]);
    assert.deepEqual(world.crushes(), []);
    const press = world.add({ shape: { box: [0, 0, 40, 8] }, position: [0, 70], velocity: [0, 4], type: 'kinematic' });
    world.step();
    assert.deepEqual(world.crushes().map(({ body, level }) => [body, level]), [[crate, -1]]);
    const { by, against } = world.crushes()[0];
    assert.deepEqual([by, against].sort(), [lift, press].sort());
    assert.deepEqual([world.type(lift), world.type(crate), world.mass(crate)], ['kinematic', 'mover', 4]);
    assert.equal(world.view({ kinematics: false }).rayAny([20, 0], [0, 75]), false);
    assert.equal(world.rayAny([20, 0], [0, 75]), true);
    assert.throws(() => world.moveTo(crate, [0, 0]), /\$\.id: expected a kinematic body/);
    world.moveToPose(lift, [7, 300, Math.PI / 2]);
    world.step();
    assert.deepEqual(world.pose(lift), { position: [7, 300], turned: [0, 1] });
    const [vx, vy] = world.velocity(lift);
    world.setSpin(lift, 2);
    assert.deepEqual(world.velocityAt(lift, [10, 301]), [vx - 2, vy + 6]);
    assert.throws(() => world.velocityAt(lift, [0]), /\$\.point/);
    world.setSpin(lift, 0);
    assert.throws(() => world.moveToPose(crate, [0, 0, 1]), /\$\.id: expected a kinematic body/);
    assert.throws(() => world.moveToPose(lift, [0, 0]), /\$\.target: expected 3 numbers, not 2/);
    assert.throws(() => world.add({ shape: { point: [0, 0] }, mass: 0 }), /\$\.mass: expected a number above 0, not 0/);
    assert.throws(() => world.add({ shape: { point: [0, 0] }, type: 'wall' }), /\$\.type: expected "mover", "static" or "kinematic"/);
    world.free();
});

test('contact rules and materials decide what a contact does', () => {
    const BULLET = 1n, FRIEND = 2n, level = lib.level({ outlines: [{ points: [0, 50, 99, 50, 99, 60, 0, 60], tag: 3 }] });
    const rules = [{ a: BULLET, b: FRIEND, response: 'pass' }, { a: BULLET, normal: [-1, 0], response: 'bounce' },
        { b: 'level', edgeTag: 3, response: { kind: 'slide', friction: 2 } }, { b: 'level', response: 'stop' }];
    const world = lib.world({ level, rules });
    const ball = { shape: { circle: [0, 0, 1] }, tag: BULLET };
    const bullet = world.add({ ...ball, velocity: [16, 0] }),
        other = world.add({ ...ball, position: [5, 30], velocity: [0, 20] });
    world.add({ shape: { circle: [0, 0, 1] }, position: [4, 0], tag: FRIEND, type: 'static' });
    world.add({ shape: { box: [0, -1, 1, 1] }, position: [9, 0], type: 'static' });
    world.setEdgeMaterial(3, { surfaceSpeed: 5 });
    assert.deepEqual(world.edgeMaterial(3), { restitution: 0, friction: 0, surfaceSpeed: 5 });
    world.step();
    assert.deepEqual([world.position(bullet), world.velocity(bullet)], [[0, 0], [-16, 0]]);
    assert.deepEqual([world.position(other)[1], world.velocity(other)[1]], [49, 0]);
    for (const [wrong, reason] of [
        [[{ a: 1, response: 'pass' }], /\$\.rules\[0\]\.a: expected a bigint/],
        [[{ response: 'jump' }], /\$\.rules\[0\]\.response: expected "stop"/],
        [[{ tag: 1n }], /\$\.rules\[0\]: unknown field "tag"/],
        [{}, /\$\.rules: expected/],
    ]) assert.throws(() => lib.world({ rules: wrong }), reason);
    world.free();
    level.free();
});

test('every property of a body can be read and set', () => {
    const world = lib.world();
    const material = { restitution: 0.5, friction: -1, surfaceSpeed: 2 };
    const id = world.add({ shape: { circle: [0, 0, 1] }, sensor: true, mass: Infinity, material, response: { kind: 'bounce', friction: 0.25 },
        filter: { category: 2, ignore: 5, group: -3 } });
    assert.deepEqual([world.isSensor(id), world.mass(id), world.type(id)], [true, Infinity, 'mover']);
    assert.deepEqual(world.material(id), material);
    assert.deepEqual(world.filter(id), { category: 2, ignore: 5, group: -3 });
    assert.deepEqual(world.response(id), { kind: 'bounce', restitution: 1, friction: 0.25, surfaceSpeed: 0 });
    world.setSensor(id, false);
    world.setMass(id, 3);
    world.setMaterial(id, {});
    world.setShape(id, { box: [-1, -2, 3, 4] });
    assert.deepEqual([world.isSensor(id), world.mass(id), world.material(id).friction, world.shape(id)],
        [false, 3, 0, { box: [-1, -2, 3, 4] }]);
    world.setShape(id, { compound: [{ circle: [0, 0, 1] }, { box: [1, 1, 2, 2] }] });
    assert.equal(world.parts(id).length, 2);
    world.setPose(id, [7, 8, 1]);
    assert.deepEqual(world.ownShape(id), { compound: [{ circle: [0, 0, 1] }, { box: [1, 1, 2, 2] }] });
    const other = lib.world({ bounces: 4, down: [0, 2] });
    assert.deepEqual([other.bounces, other.down, world.bounces, world.down], [4, [0, 2], 32, [0, 0]]);
    other.free();
    assert.throws(() => world.setShape(id, { circle: [0, 0, -1] }), /\$\.shape\.circle/);
    assert.throws(() => world.setMass(id, -1), /\$\.mass/);
    world.setPose(id, [7, 8, Math.PI / 2]);
    assert.deepEqual(world.pose(id), { position: [7, 8], turned: [0, 1] });
    world.setSpin(id, 2);
    assert.equal(world.spin(id), 2);
    world.setSpin(id, 0);
    assert.throws(() => world.setSpin(world.add({ shape: { circle: [0, 0, 1] }, type: 'static' }), 2), /\$\.spin/);
    assert.throws(() => world.setPose(id, [7, 8]), /\$\.pose/);
    const blade = world.add({ shape: { box: [-9, -1, 9, 1] }, type: 'kinematic' });
    world.setSpin(blade, 2);
    world.step(0.25);
    assert.equal(world.spin(blade), 2);
    assert.ok(Math.abs(world.pose(blade).turned[1] - Math.sin(0.5)) < 1e-6);
    world.remove(id);
    for (const name of ['type', 'isSensor', 'mass', 'carried', 'response', 'material', 'filter', 'pose', 'spin', 'parts', 'ownShape'])
        assert.throws(() => world[name](id), /removed/);
    world.free();
});

test('a walker lives in a world', () => {
    const level = lib.level({ outlines: [{ points: [-99, 50, 99, 50, 99, 60, -99, 60] }] }),
        world = lib.world({ level, down: [0, 1] }),
        shape = { circle: [0, 0, 4] },
        hero = lib.walker({ shape, up: [0, -1] }),
        body = world.add({ shape, position: [0, 46], type: 'kinematic' }),
        bullet = world.add({ shape: { circle: [0, 0, 1] }, position: [40, 46], velocity: [-4000, 0] });
    hero.position = [0, 46];
    hero.velocity = [2, 1];
    assert.equal(hero.stepInWorld(world, body).landed, true);
    world.step();
    assert.deepEqual(world.position(body), hero.position);
    assert.deepEqual(world.events().filter((e) => e.kind === 'begin').map(({ a, b }) => [a, b]), [[bullet, body]]);
    assert.throws(() => hero.stepInWorld(world, bullet), /expected a kinematic body/);
    assert.throws(() => hero.stepInWorld(level, body), /expected a world/);
    for (const owned of [hero, world, level]) owned.free();
});

test('a world steps, reports events, and removes bodies', () => {
    const world = lib.world();
    const ball = world.add({ shape: { circle: [0, 0, 1] }, position: [0, 0], velocity: [4, 0], response: 'bounce' });
    const wall = world.add({ shape: { box: [3, -5, 4, 5] }, type: 'static' });
    assert.equal(typeof ball, 'bigint');
    assert.equal(world.count, 2);
    assert.deepEqual([...world.bodies()], [ball, wall]);
    world.step();
    assert.deepEqual(world.position(ball), [0, 0]);
    assert.deepEqual(world.velocity(ball), [-4, 0]);
    const events = world.events();
    assert.equal(events[0].kind, 'begin');
    assert.deepEqual([events[0].a, events[0].b, events[0].t], [ball, wall, 0.5]);
    assert.deepEqual([events[0].point, events[0].normal], [[3, 0], [-1, 0]]);
    const arrays = world.eventArrays();
    assert.equal(arrays.count, events.length);
    assert.equal(arrays.b[0], wall);
    assert.equal(arrays.points[0], 3);
    assert.equal(world.stats.hits, 1);
    assert.equal(world.stats.tested, 1);
    const cells = world.cells();
    assert.deepEqual(cells.map(({ bodies, tests, statics }) => [bodies, tests > 0, statics]), [[1, true, false], [1, false, true]]);
    for (const { bounds: [x0, y0, x1, y1] } of cells) assert(x0 < x1 && y0 < y1);
    assert.deepEqual([...world.positions()], [0, 0, 0, 0]);
    const kept = new Float32Array(4);
    assert.equal(world.velocities(kept), kept);
    assert.deepEqual([...kept], [-4, 0, 0, 0]);
    world.setPosition(ball, [2, 0]);
    world.setVelocity(ball, [1, 0]);
    world.setResponse(ball, 'stop');
    world.setFilter(ball, { group: -1 });
    world.step(0.5);
    assert.deepEqual(world.pairs().map((pair) => [pair.a, pair.b]), [[ball, wall]]);
    assert.equal(world.pairArrays().count, 1);
    assert.deepEqual(world.shape(ball), { circle: [2, 0, 1] });
    world.remove(ball);
    assert.equal(world.has(ball), false);
    assert.throws(() => world.remove(ball), { name: 'CaromError', status: 'the handle names something that was removed' });
    assert.throws(() => world.position(ball), CaromError);
    assert.throws(() => world.step(0), CaromError);
    assert.throws(() => world.add({ shape: { compound: Array(17).fill({ point: [0, 0] }) } }), CaromError);
    const cross = { compound: [{ box: [0, 0, 3, 1] }, { circle: [1, 0, 1] }] };
    assert.deepEqual(world.shape(world.add({ shape: cross, position: [8, 8] })), {
        compound: [{ box: [8, 8, 11, 9] }, { circle: [9, 8, 1] }],
    });
    world.free();
    assert.throws(() => world.step(), /freed/);
});

test('a restored world repeats its steps', () => {
    const level = room(),
        world = lib.world({ level }),
        chance = new Chance(21);
    for (let i = 0; i < 30; i++) {
        const position = [chance.range(20, 300), chance.range(20, 170)],
            velocity = [chance.range(-5, 5), chance.range(-5, 5)];
        world.add({ shape: { circle: [0, 0, 3] }, position, velocity, response: 'bounce' });
    }
    for (let i = 0; i < 20; i++) world.step();
    const kept = world.snapshot(),
        then = world.hash();
    for (let i = 0; i < 20; i++) world.step();
    const after = world.hash();
    world.restore(kept);
    assert.equal(world.hash(), then);
    for (let i = 0; i < 20; i++) world.step();
    assert.equal(world.hash(), after);
    assert.throws(() => world.restore(kept.slice(0, -8)), CaromError);
    assert.equal(world.hash(), after);
    world.free();
    level.free();
});

test('a restore keeps tags and compounds, and events report removed bodies', () => {
    const world = lib.world({}),
        other = lib.world({}),
        shape = { compound: [{ circle: [0, 0, 1] }, { circle: [1, 0, 1] }] },
        bar = world.add({ shape, velocity: [4, 0], tag: 2n ** 64n - 1n }),
        wall = world.add({ shape: { box: [0, 0, 1, 10] }, position: [3, -5], type: 'static' });
    assert.equal(world.tag(bar), 2n ** 64n - 1n);
    assert.equal(world.tag(wall), 0n);
    world.setTag(wall, 7n);
    const kept = world.snapshot();
    world.step();
    other.restore(kept);
    other.shrink();
    assert.equal(other.tag(wall), 7n);
    assert.equal(other.shape(bar).compound.length, 2);
    other.step();
    assert.equal(other.hash(), world.hash());
    assert.deepEqual(other.events(), world.events());
    assert.equal(world.events()[0].b_gone, false);
    world.remove(wall);
    world.step();
    const [end] = world.events();
    assert.deepEqual([end.kind, end.a_gone, end.b_gone], ['end', false, true]);
    assert.throws(() => world.add({ shape, tag: 5 }), CaromError);
    assert.throws(() => world.setTag(bar, -1n), CaromError);
    world.free();
    other.free();
});

test('runs have the hash of the command line, in both builds', async () => {
    const files = filesOf(root + 'levels');
    for (const [options, args] of [
        [{}, []],
        [{ actors: 300, seed: 9, shape: 'box', response: 'slide' }, ['--actors', '300', '--seed', '9', '--shape', 'box', '--response', 'slide']],
        [{ actors: 500, radius: 2, speed: 40 }, ['--actors', '500', '--radius', '2', '--speed', '40']],
        [{ actors: 100, response: 'stop', seed: 3 }, ['--actors', '100', '--response', 'touch', '--seed', '3']],
        [{ actors: 100, response: 'pass', seed: 4 }, ['--actors', '100', '--response', 'cross', '--seed', '4']],
    ]) {
        const native = JSON.parse(carom(['run', root + 'levels/cave.tmx', '--steps', '60', '--json', ...args]).out);
        for (const library of [lib, plain]) {
            const map = await library.map('cave.tmx', files),
                run = library.run(map, options);
            map.free();
            run.step(60);
            assert.deepEqual([run.hash(), run.hits, run.pairs, run.escapes], [native.hash, native.hits, native.pairs, native.escapes]);
            assert.equal(run.centers().length, 2 * run.actors);
            run.free();
        }
    }
    const map = await lib.map('cave.tmx', files);
    assert.throws(() => lib.run(map, { actors: 100000, radius: 40 }), /\$\.actors: only \d+ of 100000 fit/);
    map.free();
});

// ---- Memory and loading -----------------------------------------------------------------------------------------------

test('freed memory is reused', async () => {
    const own = await load();
    const files = filesOf(root + 'levels');
    let settled = 0;
    for (let i = 0; i < 30; i++) {
        const map = await own.map('cave.tmj', files),
            run = own.run(map, { actors: 50 });
        run.step(5);
        run.free();
        map.free();
        own.overlap({ compound: Array.from({ length: 1000 }, () => ({ point: [0, 0] })) }, { point: [0, 0] });
        assert.throws(() => own.overlap({ compound: [{ compound: [] }, { circle: [0, 0, -1] }] }, { point: [0, 0] }));
        await assert.rejects(own.map('cave.tmj', { 'cave.tmj': '{' }));
        if (i === 5) settled = own.memoryBytes;
    }
    assert.equal(own.memoryBytes, settled);
});

test('objects of another library, and freed ones, are rejected', async () => {
    const other = await load();
    const mine = lib.shape({ circle: [0, 0, 1] });
    assert.throws(() => other.overlap(mine, { point: [0, 0] }), /belongs to another library/);
    mine.free();
    mine.free();
    assert.throws(() => lib.overlap(mine, { point: [0, 0] }), /freed/);
    if (Symbol.dispose) assert.equal(typeof mine[Symbol.dispose], 'function');
});

test('load takes bytes, a module, a response and an address', async () => {
    const { readFile } = await import('node:fs/promises');
    const address = new URL('../dist/carom.wasm', import.meta.url),
        bytes = await readFile(address);
    const response = (type) => new Response(bytes, { headers: { 'Content-Type': type } });
    for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), await WebAssembly.compile(bytes), address, response('application/wasm'), Promise.resolve(response('text/plain'))]) {
        assert.equal((await load(source)).version, lib.version);
    }
    await assert.rejects(load(new Response('', { status: 404 })), /404/);
});

test('floats are passed unchanged', () => {
    const chance = new Chance(12);
    for (let i = 0; i < 100; i++) {
        const v = [chance.range(-1e9, 1e9), chance.range(-1, 1) * 2 ** -100, chance.range(0, 1e30)].map(Math.fround);
        assert.deepEqual(floats(lib.shape({ circle: v }).toJSON().circle), v);
    }
});
