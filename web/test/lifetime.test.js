// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world keeps its levels and the parts of its compounds, whatever is freed; the garbage collector frees unreachable
// objects.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { load } from '../node.js';
import { builds, filesOf, root } from './native.js';

const [[, lib]] = await builds();

const square = (x) => ({ points: [x, 0, x + 10, 0, x + 10, 10, x, 10] });
/** Allocates the memory that was released last, and overwrites it. */
const reuse = () => Array.from({ length: 8 }, () => lib.level({ outlines: [square(1000), square(2000)] }));

function rolled(world) {
    const ball = world.add({ shape: { circle: [0, 0, 1] }, position: [0, 5], velocity: [2, 0] });
    for (let i = 0; i < 30; i++) world.step();
    return world.position(ball);
}

test('a world keeps its levels: freed ones still stop its bodies', () => {
    for (const attached of [false, true]) {
        const level = lib.level({ outlines: [square(10)] }),
            world = lib.world(attached ? {} : { level });
        if (attached) world.attach(level);
        level.free();
        const others = reuse();
        assert.deepEqual(rolled(world), [9, 5]);
        assert.throws(() => level.ray([0, 0], [1, 0]), /Level: it was freed/);
        assert.throws(() => lib.world({ level }), /Level: it was freed/);
        assert.throws(() => world.attach(level), /Level: it was freed/);
        world.free();
        for (const other of others) other.free();
    }
});

test('a level in several worlds is released with the last one', async () => {
    const own = await load(),
        codes = new Uint8Array(1 << 16).map((_, i) => (i % 3 ? 0 : 1));
    const round = () => {
        const level = own.level({ tiles: { columns: 256, rows: 256, codes } }),
            worlds = Array.from({ length: 5 }, () => own.world({ level }));
        level.free();
        for (const world of worlds) world.free();
    };
    for (let i = 0; i < 3; i++) round();
    const settled = own.memoryBytes;
    for (let i = 0; i < 10; i++) round();
    assert.equal(own.memoryBytes, settled);
});

test('a run keeps its level and its world', async () => {
    const files = filesOf(root + 'levels'),
        map = await lib.map('cave.tmx', files),
        [one, other] = [lib.run(map), lib.run(map)];
    map.free();
    one.step(30);
    other.level.free();
    other.world.free();
    const others = reuse();
    other.step(30);
    for (const level of others) level.free();
    assert.deepEqual(other.centers(), one.centers());
    assert.throws(() => other.world.hash(), /World: it was freed/);
    const { world, level } = one;
    one.free();
    assert.throws(() => world.step(), /World: it was freed/);
    assert.throws(() => level.edges(), /Level: it was freed/);
    assert.throws(() => one.step(), /Run: it was freed/);
    other.free();
});

test('platforms, views and walkers throw once their scene is freed', () => {
    const level = lib.level({ outlines: [square(10)] }),
        world = lib.world({ level }),
        view = world.view({}),
        lifts = [level, world, view].map((base) => lib.platforms(base, [{ shape: { circle: [0, 0, 1] }, position: [0, 0] }])),
        hero = lib.walker({ shape: { circle: [0, 0, 1] }, up: [0, -1] });
    level.free();
    world.free();
    for (const scene of [level, world, view, ...lifts]) {
        assert.throws(() => hero.step(scene), /: it was freed/);
        assert.throws(() => scene.move({ point: [0, 0] }, [0, 0], [1, 0]), /: it was freed/);
        assert.throws(() => scene.pushOut({ point: [0, 0] }, [0, 0]), /: it was freed/);
    }
    for (const platforms of lifts) platforms.free();
    hero.free();
});

const cross = { compound: [{ box: [0, 0, 3, 1] }, { circle: [1, 0, 1] }] };
const noise = { compound: [{ point: [77, 77] }, { circle: [9, 9, 9] }] };

test('a compound body keeps its parts', () => {
    const deep = lib.shape({ compound: [cross, { circle: [2, 2, 1] }] }),
        read = lib.shape({ compound: [deep, { point: [0, 0] }] });
    const forms = [cross, lib.shape(cross), { compound: [deep] }, read];
    const expected = [cross.compound, cross.compound, deep.toJSON().compound.flatMap((part) => part.compound ?? [part])];
    expected.push([...expected[2], { point: [0, 0] }]);
    const world = lib.world(),
        ids = forms.map((shape) => world.add({ shape }));
    for (const form of [deep, ...forms]) form.free?.();
    for (let i = 0; i < 20; i++) lib.overlap(noise, noise);
    const kept = Array.from({ length: 8 }, () => lib.shape(noise));
    ids.forEach((id, i) => assert.deepEqual(world.parts(id), expected[i]));
    for (const form of kept) form.free();
    world.free();
});

test('a restored compound has its parts', () => {
    const world = lib.world(),
        id = world.add({ shape: cross, position: [4, 0] }),
        before = world.snapshot(),
        parts = world.parts(id);
    assert.deepEqual(parts, [{ box: [4, 0, 7, 1] }, { circle: [5, 0, 1] }]);
    world.remove(id);
    for (let i = 0; i < 20; i++) lib.overlap(noise, noise);
    world.restore(before);
    assert.deepEqual(world.parts(id), parts);
    world.free();
});

test('adding and removing bodies does not grow memory', async () => {
    const own = await load(),
        world = own.world();
    const round = () => {
        const ids = Array.from({ length: 100 }, () => world.add({ shape: cross }));
        for (const id of ids) world.remove(id);
        for (let i = 0; i < 100; i++) world.remove(world.add({ shape: { circle: [0, 0, 1] } }));
    };
    for (let i = 0; i < 5; i++) round();
    const settled = own.memoryBytes;
    for (let i = 0; i < 50; i++) round();
    assert.equal(own.memoryBytes, settled);
});

/** Runs in a Node process with access to the garbage collector. */
async function collect(address, maps) {
    const { load } = await import(address);
    const { readFileSync } = await import('node:fs');
    const own = await load(),
        codes = new Uint8Array(1 << 16).map((_, i) => (i % 3 ? 0 : 1)),
        files = Object.fromEntries(['cave.tmx', 'cave-tiles.tsx'].map((name) => [name, readFileSync(maps + name)]));
    const rest = async () => {
        for (let i = 0; i < 4; i++) {
            globalThis.gc();
            await new Promise((done) => setTimeout(done, 5)); // finalizers are tasks of their own
        }
    };
    const lose = async () => {
        const level = own.level({ tiles: { columns: 256, rows: 256, codes }, editable: true }),
            world = own.world({ level });
        world.add({ shape: { compound: [{ point: [0, 0] }, { circle: [1, 0, 1] }] } });
        world.step();
        own.shape({ compound: Array.from({ length: 1000 }, () => ({ point: [0, 0] })) });
        own.walker({ shape: { circle: [0, 0, 1] }, up: [0, -1] }).step(level);
        own.platforms(level, [{ shape: { circle: [0, 0, 1] }, position: [0, 0] }]);
        own.sightMap(new Uint8Array(1 << 16), 256);
        own.run(await own.map('cave.tmx', files)).step(3);
        own.openLevel(level.image());
    };
    for (let i = 0; i < 3; i++) await lose().then(rest);
    const settled = own.memoryBytes;
    for (let i = 0; i < 12; i++) await lose().then(rest);
    const grown = own.memoryBytes - settled;
    // A reachable world keeps an unreachable level, and the world of a run keeps the run.
    const world = (() => own.world({ level: own.level({ outlines: [{ points: [10, 0, 20, 0, 20, 10, 10, 10] }] }) }))();
    const ball = world.add({ shape: { circle: [0, 0, 1] }, position: [0, 5], velocity: [2, 0] });
    const stepped = await (async () => own.run(await own.map('cave.tmx', files)).world)();
    await rest();
    for (let i = 0; i < 3; i++) await lose().then(rest);
    for (let i = 0; i < 30; i++) world.step();
    for (let i = 0; i < 30; i++) stepped.step();
    console.log(JSON.stringify({ grown, at: world.position(ball), hash: stepped.hash() }));
}

test('the garbage collector frees unreachable memory, and none in use', async () => {
    const program = `(${collect})(${JSON.stringify(new URL('../node.js', import.meta.url).href)}, ${JSON.stringify(`${root}levels/`)})`;
    const done = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    const map = await lib.map('cave.tmx', filesOf(root + 'levels')),
        run = lib.run(map);
    for (let i = 0; i < 30; i++) run.world.step();
    assert.deepEqual(JSON.parse(done.stdout), { grown: 0, at: [9, 5], hash: run.hash() });
    run.free();
    map.free();
});
