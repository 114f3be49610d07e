// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Invalid arguments throw with the field and the received value. Unknown fields are invalid: they would be ignored
// otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaromError, load } from '../node.js';
import { builds, filesOf, root } from './native.js';

const [[, lib]] = await builds();

const ball = { circle: [0, 0, 1] };
const lift = { shape: ball, position: [0, 0] };
const world = lib.world(),
    id = world.add({ shape: ball }),
    level = lib.level({ tiles: { columns: 2, rows: 1, codes: [1, 1] }, editable: true }),
    hero = lib.walker({ shape: ball, up: [0, -1] }),
    map = await lib.map('cave.tmx', filesOf(root + 'levels'));

const run = lib.run(map, { actors: 2 });
const sight = lib.sightMap(['.#']);

const unknown = (path, name, known) => `${path}: unknown field "${name}"; the fields of ${known}`;
const BODY = 'a body are shape position velocity rotation spin type sensor response material filter mass tag';

/** A call, and the whole message. */
const wall = lib.world();
const wallId = wall.add({ shape: ball, type: 'static' });
const COMPLAINTS = [
    // Unknown fields.
    [() => world.add({ shape: ball, pos: [4, 4] }), unknown('$', 'pos', BODY)],
    [() => world.add({ shape: ball, static: true }), unknown('$', 'static', BODY)],
    [() => world.add({ shape: ball, response: { kind: 'bounce', elasticity: 1 } }), unknown('$.response', 'elasticity', 'a response are kind restitution friction surfaceSpeed')],
    [() => world.add({ shape: ball, filter: { layer: 1 } }), unknown('$.filter', 'layer', 'a filter are category ignore group')],
    [() => world.add({ shape: { circle: [0, 0, 1], radius: 4 } }), '$.shape.radius: allowed for a box or a polygon only'],
    [() => lib.world({ levels: [level] }), unknown('$', 'levels', 'a world are level bounces down rules')],
    [() => world.view({ excpet: id }), unknown('$', 'excpet', 'a view are filter except crossing levels statics movers kinematics')],
    [() => lib.level({ tile: [] }), unknown('$', 'tile', 'a level are tiles outlines tileShapes fields editable maxCrossings maxEdges')],
    [() => lib.level({ tiles: { columns: 1, rows: 1, codes: [1], size: [16, 16] } }), unknown('$.tiles[0]', 'size', 'tiles are columns rows origin cell codes tag')],
    [() => lib.level({ outlines: [{ points: [0, 0, 1, 0], oneWay: true }] }), unknown('$.outlines[0]', 'oneWay', 'an outline are points open one_way even_odd same_area tag')],
    [() => lib.level({ tileShapes: [{ base: 21, outlines: [] }] }), unknown('$.tileShapes[0]', 'outlines', 'a tile shape are base parts')],
    [() => lib.walker({ shape: ball, up: [0, -1], speed: 3 }), unknown('$', 'speed', 'a walker are shape up slope step snap')],
    [() => hero.jump({ coyotee: 1 }, true), unknown('$.rules', 'coyotee', 'jump rules are coyote buffer')],
    [() => lib.platforms(level, [{ shape: ball, position: [0, 0], path: [] }]), unknown('$[0]', 'path', 'a platform are shape position velocity rotation spin')],
    [() => lib.run(map, { count: 3 }), unknown('$.options', 'count', 'a run are actors seed radius speed shape response')],
    [() => lib.cellLine([0, 0], [1, 1], { corner: 'any' }), unknown('$.options', 'corner', 'a cell line are corners ends')],

    // Values.
    [() => lib.level({ tiles: { columns: 1, rows: 1, codes: [300] } }), '$.tiles[0].codes[0]: expected a whole number from 0 to 255, not 300'],
    [() => lib.level({ tiles: { columns: 1, rows: 1, codes: [-1] } }), '$.tiles[0].codes[0]: expected a whole number from 0 to 255, not -1'],
    [() => lib.level({ tiles: { columns: 1, rows: 1, codes: [0.5] } }), '$.tiles[0].codes[0]: expected a whole number from 0 to 255, not 0.5'],
    [() => lib.level({ tiles: { columns: '1', rows: 1, codes: [1] } }), '$.tiles[0].columns: expected a whole number from 1 to 262144, not "1"'],
    [() => lib.level({ tiles: { columns: 1, rows: 1, codes: 1 } }), '$.tiles[0].codes: expected 1 codes, not 1'],
    [() => lib.level({ tiles: 5 }), '$.tiles[0]: expected an object, not 5'],
    [() => lib.level({ tiles: null }), '$.tiles[0]: expected an object, not null'],
    [() => lib.level({ outlines: 5 }), '$.outlines: expected an array of outlines, not 5'],
    [() => lib.level({ outlines: [{ points: [0, 0, 1] }] }), '$.outlines[0].points: expected x and y in turn, not [0,0,1]'],
    [() => lib.level(5), '$: expected an object, not 5'],
    [() => lib.level(), '$: missing'],
    [() => level.setTile([2, 0], 1), '$: there is no cell [2, 0] in grid 0, or no tile shape for code 1'],
    [() => level.setTile([0, 0], 25), '$: there is no cell [0, 0] in grid 0, or no tile shape for code 25'],
    [() => level.setTile([0, 0], 300), '$.code: expected a whole number from 0 to 255, not 300'],
    [() => lib.tileCode('solid', false, 'x'), '$.turns: expected a whole number from -2147483648 to 2147483647, not "x"'],
    [() => lib.tileCode('cheese'), '$.base: no tile is called "cheese"'],
    [() => lib.tileCode(40), '$.base: expected a whole number from 0 to 31, not 40'],
    [() => lib.world({ level: 5 }), '$.level: expected a level, not 5'],
    [() => lib.world({ level: world }), '$.level: expected a level, not a World'],
    [() => lib.world({ bounces: -1 }), '$.bounces: expected a whole number from 0 to 2147483647, not -1'],
    [() => world.attach(map), '$.level: expected a level, not a CaromMap'],
    [() => world.add(), '$: missing'],
    [() => world.add({}), '$.shape: missing'],
    [() => world.add({ shape: ball, response: 'boing' }), '$.response: expected "stop", "slide", "bounce" or "pass", not "boing"'],
    [() => world.add({ shape: ball, response: {} }), '$.response.kind: expected "stop", "slide", "bounce" or "pass", not undefined'],
    [() => world.add({ shape: ball, response: { kind: 'bounce', restitution: -2 } }), '$.response.restitution: out of range: restitution and friction are 0 or more, and all numbers finite'],
    [() => world.add({ shape: ball, spinn: 1 }), unknown('$', 'spinn', BODY)],
    [() => world.add({ shape: ball, type: 'static', spin: -1 }), '$.spin: a static body does not spin'],
    [() => world.add({ shape: ball, type: 'kinematic', spin: NaN }), '$.spin: NaN is not finite'],
    [() => world.add({ shape: ball, type: 'kinematic', spin: 1e59 }), '$.spin: 1e+59 is too large for a float'],
    [() => world.add({ shape: ball, type: 'kinematic', spin: '1' }), '$.spin: expected a number, not a string'],
    [() => world.add({ shape: ball, rotation: Infinity }), '$.rotation: Infinity is not finite'],
    [() => world.add({ shape: ball, rotation: [1] }), '$.rotation: expected 2 numbers, not 1'],
    [() => world.add({ shape: ball, rotation: [3, 4] }), '$.rotation: expected the cosine and the sine of an angle'],
    [() => world.add({ shape: ball, rotation: [NaN, 0] }), '$.rotation[0]: NaN is not finite'],
    [() => wall.setSpin(wallId, 1), '$.spin: a static body does not spin'],
    [() => world.setPose(id, [0, 0, 1e59]), '$.pose[2]: 1e+59 is too large for a float'],
    [() => world.setPose(id, [0, 0, 0, 0]), '$.pose: expected the cosine and the sine of an angle'],
    [() => level.moveTurning(ball, [0, 0], [1, 0], 0), '$.pose: expected 3 numbers, not 2'],
    [() => level.moveTurning(ball, [0, 0, 0], [NaN, 0], 0), '$.velocity[0]: NaN is not finite'],
    [() => level.moveTurning(ball, [0, 0, 0], [1, 0], 33.6), '$.spin: expected at most 33.5 radians either way'],
    [() => level.moveTurning(ball, [0, 0, 0], [1, 0], 1e59), '$.spin: 1e+59 is too large for a float'],
    [() => level.moveTurning(ball, [0, 0, 0], [1, 0], NaN), '$.spin: NaN is not finite'],
    [() => level.moveTurning(ball, [0, 0, 0], [1, 0]), '$.spin: expected a number, not missing'],
    [() => level.moveTurning({ circle: [0, 0, -1] }, [0, 0, 0], [1, 0], 0), '$.shape.circle[2]: negative radius'],
    [() => level.moveTurning(ball, [0, 0, 0], [1, 0], 0, 'roll'), '$.response: expected "stop", "slide", "bounce" or "pass", not "roll"'],
    [() => level.sweepTurning(ball, { move: [0, 0], turn: -34 }), '$.turn: expected at most 33.5 radians either way'],
    [() => world.add({ shape: ball, filter: { ignore: -1 } }), '$.filter.ignore: expected a whole number from 0 to 4294967295, not -1'],
    [() => world.add({ shape: { compound: [] } }), '$.shape: expected a shape of 1 to 16 convex parts'],
    [() => world.add({ shape: { box: [0, 0, 3e38, 1] }, position: [3e38, 0] }), '$.position: the shape cannot be put there: its coordinates are too large for floats'],
    [() => world.remove(5), '$.id: expected the id of a body, a bigint that add() returned, not 5'],
    [() => world.has('x'), '$.id: expected the id of a body, a bigint that add() returned, not "x"'],
    [() => world.position(undefined), '$.id: expected the id of a body, a bigint that add() returned, not undefined'],
    [() => world.setVelocity(-1n, [0, 0]), '$.id: expected the id of a body, a bigint that add() returned, not -1n'],
    [() => world.position(id + 1n), '$.id: the handle names something that was removed'],
    [() => world.view({ except: 7 }), '$.except: expected the id of a body, a bigint that add() returned, not 7'],
    [() => world.step(-1), '$.dt: expected more than 0, not -1'],
    [() => world.step('1'), '$.dt: expected a number, not a string'],
    [() => world.restore('bytes'), '$.bytes: expected what snapshot() gave, not "bytes"'],
    [() => world.setPosition(id, [1]), '$.position: expected 2 numbers, not 1'],
    [() => lib.walker(), '$: missing'],
    [() => hero.step(5), '$.scene: expected a level, a world, a view of one, or platforms, not 5'],
    [() => hero.step(level, 0), '$.dt: expected more than 0, not 0'],
    [() => hero.jump({}, 1), '$.pressed: expected true or false, not a number'],
    [() => lib.platforms(level, 5), '$: expected an array of platforms, not 5'],
    [() => lib.platforms(level, [{ ...lift, rotation: [1, 1] }]), '$[0].rotation: expected the cosine and the sine of an angle'],
    [() => lib.platforms(level, [{ ...lift, rotation: [1] }]), '$[0].rotation: expected 2 numbers, not 1'],
    [() => lib.platforms(level, [lift, { ...lift, rotation: '1' }]), '$[1].rotation: expected a number, not a string'],
    [() => lib.platforms(level, [{ ...lift, spin: NaN }]), '$[0].spin: NaN is not finite'],
    [() => lib.platforms(level, [{ ...lift, spin: [1] }]), '$[0].spin: expected a number, not an array'],
    [() => lib.slide([1, 0], 5), '$.normals: expected an array of normals, not 5'],
    [() => lib.run(5), '$.map: expected a map, as carom.map() reads it, not 5'],
    // Objects without fields of their own.
    [() => lib.world(level), '$: expected an object, not a Level'],
    [() => lib.world(Promise.resolve({ level })), '$: expected an object, not a Promise'],
    [() => lib.world(new Map([['level', level]])), '$: expected an object, not a Map'],
    [() => lib.level(Promise.resolve({})), '$: expected an object, not a Promise'],
    [() => lib.level(new Date(0)), '$: expected an object, not a Date'],
    [() => world.view(world), '$: expected an object, not a World'],
    [() => world.view(world.view({})), '$: expected an object, not a View'],
    [() => lib.run(map, level), '$.options: expected an object, not a Level'],
    // Motions that turn.
    [() => lib.sweepTurning(ball, { mve: [1, 0] }, ball), unknown('$.a_motion', 'mve', 'a turning motion are move turn')],
    [() => lib.sweepTurning(ball, undefined, ball), '$.a_motion: missing'],
    [() => lib.sweepTurning(ball, 'x', ball), '$.a_motion: expected an object, not "x"'],
    [() => lib.sweepTurning(ball, {}, ball, null), '$.b_motion: expected an object, not null'],
    [() => lib.sweepTurning(ball, {}, ball, { spin: 1 }), unknown('$.b_motion', 'spin', 'a turning motion are move turn')],
    [() => level.sweepTurning(ball), '$.motion: missing'],
    [() => level.sweepTurning(ball, [1, 0]), '$.motion: expected an object, not [1,0]'],
    [() => level.sweepTurning(ball, { rotate: 1 }), unknown('$.motion', 'rotate', 'a turning motion are move turn')],
    // Values without a default.
    [() => world.setSensor(id), '$.sensor: missing'],
    [() => world.setMass(id), '$.mass: missing'],
    [() => world.setResponse(id), '$.response: missing'],
    [() => world.setFilter(id), '$.filter: missing'],
    [() => world.setMaterial(id), '$.material: missing'],
    [() => world.setEdgeMaterial(3), '$.material: missing'],
    [() => sight.set([0, 0]), '$.blocks: missing'],
    [() => sight.set([0, 0], 1), '$.blocks: expected true or false, not a number'],
    [() => sight.sightMany([0, 0]), '$.targets: expected an Int32Array, not undefined'],
    ...[NaN, -1, 0.5, '3', Infinity, 2 ** 31, null].map((steps) => [() => run.step(steps),
        `$.count: expected a whole number from 0 to 2147483647, not ${typeof steps === 'string' ? `"${steps}"` : steps}`]),
    [() => lib.run(map, { actors: 0 }), '$.actors: expected a whole number from 1 to 1000000, not 0'],
    [() => level.rayMany([1, 2, 3, 4]), '$.rays: expected a Float32Array, not [1,2,3,4]'],
    [() => lib.sightMap(['..']).sightMany([0, 0], [1, 0]), '$.targets: expected an Int32Array, not [1,0]'],
];

test('errors name the field and the received value', () => {
    for (const [ask, message] of COMPLAINTS) assert.throws(ask, { name: 'CaromError', message }, message);
    assert.equal(world.count, 1); // none of them left anything behind
});

test('errors of maps and of the module', async () => {
    const files = { 'a.tmx': '<map/>' };
    for (const [promise, message] of [
        [lib.map(5, files), '$.name: expected the path of a file, not 5'],
        [lib.map('a.tmx'), '$.files: expected files by their paths, { "cave.tmx": bytes }, not undefined'],
        [lib.map('a.tmx', '<map/>'), '$.files: expected files by their paths, { "cave.tmx": bytes }, not "<map/>"'],
        [lib.map('a.tmx', { 'a.tmx': 5 }), '$.files: "a.tmx": expected bytes or text, not 5'],
        [lib.map('a.tmx', files, { levels: 'x' }), unknown('$.options', 'levels', 'map options are level depth solid notSolid oneWay root project world snap values contents')],
        [lib.map('a.tmx', files, { values: { walls: 300 } }), '$.options.values.walls: expected a whole number from 0 to 255, not 300'],
        [load(5), "$.source: expected the WASM's address, a Response, bytes or a WebAssembly.Module, not 5"],
        [load(undefined, { SIMD: false }), '$.options: unknown field "SIMD"; the fields of options are simd'],
        [load(undefined, { simd: 'no' }), '$.options.simd: expected true or false, not "no"'],
    ]) {
        await assert.rejects(promise, (error) => error instanceof CaromError && (assert.equal(error.message, message), true));
    }
});

test('instances of classes are accepted as descriptions', () => {
    class Ball {
        shape = ball;
        position = [9, 9];
        describe() {}
    }
    const other = world.add(new Ball());
    assert.deepEqual(world.position(other), [9, 9]);
    world.remove(other);
    assert.equal(lib.world({ level: undefined }).count, 0);
});

test('descriptions of plain numbers are read as stored shapes are', () => {
    const numbers = [0, -0, 1, -1, 2.5, 1e-50, 1e300, NaN, Infinity, '1', null, undefined, 3n, true];
    const forms = [{}, [], { circle: 5 }, { circle: [0, 0, 1], pose: undefined }, { circle: [0, 0, 1], extra: 1 }, Object.create({ circle: [0, 0, 1] }), new Map()];
    for (const [kind, good] of [['point', [1, 2]], ['circle', [1, 2, 3]], ['box', [1, 2, 3, 4]], ['capsule', [1, 2, 3, 4, 5]]]) {
        forms.push({ [kind]: good }, { [kind]: Float32Array.from(good) }, { [kind]: good.slice(1) }, { [kind]: [...good, 0] }, { [kind]: null });
        for (let i = 0; i < good.length; i++) for (const x of numbers) forms.push({ [kind]: good.map((v, k) => (k === i ? x : v)) });
    }
    let valid = 0;
    for (const form of forms) {
        let stored = null,
            error = null;
        try {
            stored = lib.shape(form);
        } catch (e) {
            error = e;
        }
        const given = lib.check(form);
        assert.equal(given?.message, error?.message);
        assert.equal(given?.code, error?.code);
        if (!stored) continue;
        valid++;
        // The bytes of a body do not depend on how its shape was given, or on the description before it.
        const bytes = [form, stored].map((shape) => {
            const world = lib.world();
            lib.overlap({ polygon: [0, 0, 4, 0, 4, 4, 0, 4] }, { polygon: [0, 0, 4, 0, 4, 4, 0, 4] });
            world.add({ shape, position: [3, 4] });
            return world.snapshot();
        });
        assert.deepEqual(bytes[0], bytes[1]);
    }
    assert(valid > 50, `${valid}`);
});

test('a view keeps the filter that it was made with', () => {
    const world = lib.world(),
        options = { filter: { ignore: 1 }, except: 0n };
    world.add({ shape: { circle: [0, 0, 1] }, filter: { category: 1 } });
    const view = world.view(options);
    options.filter.ignore = 0;
    assert.equal(view.rayAny([-5, 0], [10, 0]), false);
    assert.equal(world.rayAny([-5, 0], [10, 0]), true);
    assert.equal(world.ray([-5, 0], [10, 0]).hit, true);
    assert.throws(() => world.view({ except: 5 }), /\$\.except: expected the id of a body/);
    world.free();
    assert.throws(() => world.ray([0, 0], [1, 0]), /World: it was freed/);
    assert.throws(() => view.ray([0, 0], [1, 0]), /World: it was freed/);
});
