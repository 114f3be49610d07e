// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What has no line of `carom query`: batches, levels, motion, worlds, memory. Batches answer what single questions do;
// levels what the shapes they are made of do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaromError, CORNER_A, CORNER_B, HIT, INSIDE, ONE_WAY, load } from '../node.js';
import { builds, carom, Chance, filesOf, floats, root } from './native.js';
import { shape } from './questions.js';

const [[, lib], [, plain]] = await builds();
assert.equal(lib.simd, true);
assert.equal(plain.simd, false);

/** Bits of a typed array, so that NaN and -0 count. */
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

test('a shape that was read once answers like its form, and reads back', () => {
    const chance = new Chance(1);
    for (let i = 0; i < 500; i++) {
        const [fa, fb] = [shape(chance), shape(chance)],
            [a, b] = [lib.shape(fa), lib.shape(fb)];
        assert.deepEqual(lib.distance(a, b), lib.distance(fa, fb));
        assert.equal(lib.overlap(a, fb), lib.overlap(fa, b));
        assert.deepEqual(lib.sweep(a, [1, 2], b), lib.sweep(fa, [1, 2], fb));
        assert.deepEqual(lib.distance(a.toJSON(), b), lib.distance(fa, fb));
        assert.equal(a.kind in fa, true);
        const [x0, y0, x1, y1] = a.bounds;
        assert(x0 <= x1 && y0 <= y1);
        a.free();
        b.free();
    }
    const compound = lib.shape({ compound: [lib.shape({ circle: [5, 0, 1] }).toJSON(), { point: [0, 0] }] });
    assert.equal(compound.parts, 2);
    assert.equal(lib.distance(compound, { point: [0, 2] }).part_a, 1);
});

test('batches of geom are the single questions', () => {
    const chance = new Chance(2);
    const random = (count) => Float32Array.from({ length: count }, () => chance.range(-3, 3));
    for (let round = 0; round < 40; round++) {
        const n = 1 + chance.below(300),
            b = shape(chance),
            rays = random(4 * n);
        const all = lib.rays(rays, b);
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

test('a sight map is drawn on, and many lines are the single ones', () => {
    const map = lib.sightMap(['.....', '.###.', '.....']),
        bytes = lib.sightMap(Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0), 5);
    assert.deepEqual(map.cells(), bytes.cells());
    const targets = Int32Array.from({ length: 30 }, (_, i) => (i % 2 ? Math.floor(i / 10) : (i / 2) % 5));
    const clear = map.sights([2, 0], targets);
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
    assert.deepEqual([...lib.walk([0, 0], [3, 2])], [1, 0, 1, 1, 2, 1, 2, 2]);
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

test('a level is its edges: what is hit is hit when the edge alone is', () => {
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

test('batches of a level are the single questions', () => {
    const level = room(),
        chance = new Chance(6),
        n = 4000;
    const lines = Float32Array.from({ length: 4 * n }, (_, i) => (i % 4 < 2 ? chance.range(0, 190) : chance.range(-60, 60)));
    const rays = level.rays(lines),
        sweeps = level.sweeps({ circle: [0, 0, 3] }, lines),
        solids = level.solids(Float32Array.from({ length: 2 * n }, (_, i) => lines[4 * (i >> 1) + (i & 1)]));
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
    // Into the answer of before.
    const { t } = rays;
    const again = level.rays(lines.slice().reverse(), rays);
    assert.equal(again, rays);
    assert.equal(again.t, t);
    assert.deepEqual(again, level.rays(lines.slice().reverse()));
    level.rays(lines, rays);
    assert.deepEqual([rays.hits, rays.t.length], [hits, n]);
    const other = room(plain);
    const [a, b] = [other.rays(lines), other.sweeps({ circle: [0, 0, 3] }, lines)];
    for (const column of ['t', 'exit', 'points', 'normals', 'parts', 'flags']) assert.equal(bits(a[column]), bits(rays[column]));
    for (const column of ['t', 'at', 'points', 'normals', 'parts', 'flags']) assert.equal(bits(b[column]), bits(sweeps[column]));
    level.free();
    other.free();
});

test('a level is edited, and is then one made so', () => {
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

test('all that a ray meets, and what is nearest, in a level', () => {
    const walls = [10, 20, 30].map((x) => ({ points: [x, 0, x + 1, 0, x + 1, 9, x, 9] })),
        level = lib.level({ outlines: walls });
    const hits = level.rayAll([0, 5], [40, 0]);
    assert.deepEqual(hits.map((hit) => hit.point), [[10, 5], [20, 5], [30, 5]]);
    assert.deepEqual(hits[0], level.ray([0, 5], [40, 0]));
    assert.deepEqual(level.rayAll([0, 50], [40, 0]), []);
    const near = level.nearest({ circle: [0, 5, 1] });
    assert.deepEqual([near.distance, near.on_a, near.on_b, near.part_b], [9, [1, 5], [10, 5], hits[0].part]);
    assert.equal(level.nearest({ point: [0, 5] }, 9.5).distance, null);
    assert.throws(() => level.nearest({ point: [0, 5] }, 'far'), /\$\.within/);
    level.free();
    // More than the room for a list holds.
    const many = lib.level({ outlines: Array.from({ length: 2000 }, (_, i) => ({ points: [i, 0, i, 9], open: true, one_way: true })) });
    const counts = [many.rayAll([2001, 5], [-3000, 0]), many.rayAll([-1, 5], [3000, 0])].map((list) => list.length);
    assert.deepEqual(counts.sort(), [0, 2000].sort());
    assert.equal(many.overlap({ box: [-1, 1, 6001, 2] }).length, 2000);
    many.free();
});

test('levels say what is wrong with them', () => {
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

test('moving through a level and a world: the same', () => {
    const level = lib.level({ outlines: [{ points: [0, 10, 100, 10, 100, 20, 0, 20] }] }),
        world = lib.world({ level });
    for (const space of [level, world, world.view({ filter: { mask: 1 } })]) {
        const slid = space.move({ circle: [0, 0, 1] }, [50, 5], [10, 8], 'slide');
        assert.deepEqual(slid.at, [60, 9]);
        assert.deepEqual(slid.velocity, [10, 0]);
        assert.equal(slid.count, 1);
        assert.equal(slid.contacts[0].body, null);
        assert.deepEqual(slid.contacts[0].normal, [0, -1]);
        assert.deepEqual(space.move({ circle: [0, 0, 1] }, [50, 5], [0, 8]).at, [50, 9]);
        const bounced = space.move({ circle: [0, 0, 1] }, [50, 5], [0, 8], { kind: 'bounce', restitution: 0.5 });
        assert.deepEqual(bounced.velocity, [0, -4]);
        const out = space.pushOut({ circle: [0, 0, 1] }, [50, 9.5]);
        assert.deepEqual([out.at, out.moved, out.crushed], [[50, 9], true, false]);
    }
    assert.deepEqual(lib.slide([1, 1], [[0, -1]]), [1, 0]);
    assert.deepEqual(lib.bounce([1, 1], [0, -1]), [1, -1]);
    assert.throws(() => level.move({ circle: [0, 0, 1] }, [0, 0], [1, 0], 'jump'), /expected "touch", "slide", "bounce" or "cross"/);
    world.free();
    level.free();
});

test('a walker lands, walks, jumps, drops, and returns to what was saved', () => {
    const ground = [0, 40, 100, 40, 140, 30, 200, 30, 200, 60, 0, 60];
    const level = lib.level({ outlines: [{ points: ground }, { points: [20, 20, 60, 20], open: true, one_way: true }] });
    assert.equal(level.edges().normals.some((_, i, n) => i % 2 === 1 && n[i] === -1), true);
    const world = lib.world({ level }),
        paths = [];
    for (const space of [level, world]) {
        const hero = lib.walker({ shape: { circle: [0, 0, 4] }, up: [0, -1] });
        hero.position = [40, 5];
        const path = [],
            tick = (wish, pressed = false) => {
                hero.velocity = [wish, hero.velocity[1] + 1];
                if (hero.jump({ coyote: 2, buffer: 2 }, pressed)) hero.velocity = [wish, -9];
                const stride = hero.step(space);
                path.push([...hero.position, ...hero.velocity]);
                return stride;
            };
        let landed = false;
        for (let i = 0; i < 30 && !landed; i++) landed = tick(0).landed;
        assert(landed && hero.grounded && hero.ground.one_way);
        assert.deepEqual(hero.ground.normal, [0, -1]);
        assert.equal(hero.position[1], 16);
        const saved = hero.save();
        assert.equal(hero.drop(space), true);
        for (let i = 0; i < 30; i++) tick(0);
        assert.equal(hero.position[1], 36);
        assert.equal(hero.ground.body, null);
        assert.equal(hero.drop(space), false);
        for (let i = 0; i < 60; i++) tick(2);
        assert(hero.position[0] > 140 && Math.abs(hero.position[1] - 26) < 1e-4, String(hero.position));
        assert.equal(tick(0, true).left, true);
        assert.equal(hero.ground, null);
        hero.restore(saved);
        assert.deepEqual([...hero.position, hero.grounded], [40, 16, true]);
        assert.throws(() => hero.restore(new Uint8Array(3)), /not what save\(\) gave/);
        assert.throws(() => hero.step(space, 0), /\$\.dt/);
        assert.throws(() => hero.step({}), /expected a level, a world or a view/);
        paths.push(path);
        hero.free();
    }
    assert.deepEqual(paths[0], paths[1]);
    assert.deepEqual(lib.cornerCorrection(level, { circle: [0, 0, 4] }, [50, 10], [0, 0], 2), [0, 0]);
    world.free();
    level.free();
});

// ---- world ----------------------------------------------------------------------------------------------------------

test('what a world is asked, it answers of levels, statics and movers', () => {
    const level = lib.level({ outlines: [{ points: [40, -10, 41, -10, 41, 10, 40, 10] }] }),
        world = lib.world({ level });
    const wall = world.add({ shape: { box: [20, -5, 21, 5] }, is_static: true }),
        ball = world.add({ shape: { circle: [0, 0, 1] }, position: [10, 0] }),
        coin = world.add({ shape: { circle: [0, 0, 1] }, position: [5, 0], response: 'cross' });
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

test('a platform carries who stands on it', () => {
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
    hero.free();
    lifts.free();
    level.free();
});

test('a world moves, tells events, and forgets what is removed', () => {
    const world = lib.world();
    const ball = world.add({ shape: { circle: [0, 0, 1] }, position: [0, 0], velocity: [4, 0], response: 'bounce' });
    const wall = world.add({ shape: { box: [3, -5, 4, 5] }, is_static: true });
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
    assert.deepEqual([...world.positions()], [0, 0, 0, 0]);
    const kept = new Float32Array(4);
    assert.equal(world.velocities(kept), kept);
    assert.deepEqual([...kept], [-4, 0, 0, 0]);
    world.setPosition(ball, [2, 0]);
    world.setVelocity(ball, [1, 0]);
    world.setResponse(ball, 'touch');
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

test('a world goes back to its snapshot, and on as before', () => {
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

test('runs have the hash of the command line, in both builds', async () => {
    const files = filesOf(root + 'levels');
    for (const [options, args] of [
        [{}, []],
        [{ actors: 300, seed: 9, shape: 'box', response: 'slide' }, ['--actors', '300', '--seed', '9', '--shape', 'box', '--response', 'slide']],
        [{ actors: 500, radius: 2, speed: 40 }, ['--actors', '500', '--radius', '2', '--speed', '40']],
        [{ actors: 100, response: 'touch', seed: 3 }, ['--actors', '100', '--response', 'touch', '--seed', '3']],
        [{ actors: 100, response: 'cross', seed: 4 }, ['--actors', '100', '--response', 'cross', '--seed', '4']],
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
    assert.throws(() => lib.run(map, { actors: 100000, radius: 40 }), /\$\.actors: there is room for \d+ of 100000/);
    map.free();
});

// ---- Memory and loading -----------------------------------------------------------------------------------------------

test('what is freed is used again', async () => {
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

test('a thing of one library is refused by another, and so is a freed one', async () => {
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

test('floats go in and out unchanged', () => {
    const chance = new Chance(12);
    for (let i = 0; i < 100; i++) {
        const v = [chance.range(-1e9, 1e9), chance.range(-1, 1) * 2 ** -100, chance.range(0, 1e30)].map(Math.fround);
        assert.deepEqual(floats(lib.shape({ circle: v }).toJSON().circle), v);
    }
});
