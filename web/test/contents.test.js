// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contents of maps, compared with the native library (native_map.c), bit for bit: of every map of the tests, and of
// the folder CAROM_EXTRA_LEVELS.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { propertyOf } from '../node.js';
import { builds, filesOf, program, root } from './native.js';

const [[, lib], [, plain]] = await builds();
const work = mkdtempSync(join(tmpdir(), 'carom-'));
after(() => rmSync(work, { recursive: true }));

function compiled() {
    const out = join(work, 'native_map'),
        libraries = ['libcarom_io.a', 'libcarom.a'].map((name) => join(dirname(program), name));
    const args = ['-std=c17', '-O1', '-I', `${root}include`, `${root}web/test/native_map.c`, ...libraries, '-lexpat', '-lz', '-lzstd', '-lm', '-o', out];
    const done = spawnSync(process.env.CC ?? 'cc', args, { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    return out;
}
const native = compiled();

const bits = new DataView(new ArrayBuffer(8));

/** The contents of a map in the form of native_map.c. */
function lines(map) {
    const out = [],
        all = map.contents;
    const text = (value) => out.push(value.replace(/[\x00-\x1f%]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`));
    const int = (...values) => out.push(...values.map((value) => String(Number(value))));
    const float = (...values) => values.forEach((value) => {
        bits.setFloat32(0, value);
        out.push(bits.getUint32(0).toString(16).padStart(8, '0'));
    });
    const list = (values, put) => {
        int(values.length);
        values.forEach(put);
    };
    const properties = (values) => list(values, (p) => {
        text(p.name);
        text(p.type);
        text(p.text);
        bits.setFloat64(0, p.number);
        out.push(bits.getBigUint64(0).toString(16).padStart(16, '0'));
        int(values.indexOf(propertyOf(values, p.name)));
    });
    properties(all.properties);
    list(all.layers, (l) => {
        for (const value of [l.name, l.type, l.image]) text(value);
        int(['tiles', 'objects', 'image'].indexOf(l.kind), l.visible);
        float(l.opacity, ...l.offset, ...l.parallax);
        int(l.level, l.firstObject, l.objectCount, l.cells.count);
        const c = l.cells;
        for (let i = 0; i < c.count; i++) {
            int(c.columns[i], c.rows[i], c.tilesets[i], c.ids[i], c.flips[i]);
            float(c.corners[2 * i], c.corners[2 * i + 1], c.sizes[2 * i], c.sizes[2 * i + 1], c.opacities[i]);
        }
        properties(l.properties);
    });
    list(all.tilesets, (t, k) => {
        for (const value of [t.name, t.type, t.image]) text(value);
        float(...t.tileSize, ...t.offset, t.margin, t.spacing);
        int(t.columns, t.tileCount);
        list(t.tiles, (tile) => {
            int(tile.id);
            text(tile.type);
            text(tile.image);
            float(...tile.rectangle);
            list(tile.frames, (frame) => int(frame.tile, frame.milliseconds));
            properties(tile.properties);
        });
        properties(t.properties);
        for (let id = 0; id < 40; id++) {
            const found = map.tileImage(k, id);
            if (!found) {
                int(-1);
                continue;
            }
            text(found.image);
            float(...found.rectangle);
            int(found.tile?.id ?? -1);
        }
    });
    list(all.objects, (d) => {
        int(['box', 'ellipse', 'capsule', 'point', 'polygon', 'polyline', 'text', 'tile'].indexOf(d.form), d.points.length / 2);
        float(...d.points);
        int(d.layer, d.tileset, d.tile, d.flips);
        text(d.text);
        text(d.iid);
        properties(d.properties);
    });
    list(all.levels, (l) => {
        text(l.name);
        text(l.iid);
        float(...l.bounds);
        int(l.depth);
        list(l.neighbours, text);
        properties(l.properties);
    });
    return out;
}

const folders = [join(root, 'levels'), join(root, 'tests/io/data'), join(root, 'tests/cli/data')];
if (process.env.CAROM_EXTRA_LEVELS) folders.push(process.env.CAROM_EXTRA_LEVELS);
const paths = folders.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => /\.(tmx|tmj|ldtk|geojson|world)$/.test(path) && !path.includes('/bad/')).sort());

for (const path of paths) {
    test(`contents of ${relative(root, path)}`, async () => {
        const done = spawnSync(native, [basename(path)], { cwd: dirname(path), encoding: 'utf8', maxBuffer: 1 << 28 }),
            files = filesOf(dirname(path));
        for (const each of [lib, plain]) {
            let map;
            try {
                map = await each.map(basename(path), files, { contents: true });
            } catch (error) {
                assert.equal(done.status, 1, `${error.message} / ${done.stdout}`);
                return;
            }
            assert.equal(done.status, 0, done.stdout);
            assert.equal(map.contents.objects.length, map.objects.length);
            const given = lines(map),
                expected = done.stdout.trimEnd().split('\n');
            const first = given.findIndex((line, i) => line !== expected[i]);
            assert.deepEqual([first, given[first], given.length], [-1, undefined, expected.length], first < 0 ? '' : `not ${expected.slice(first - 3, first + 2)}`);
            map.free();
        }
    });
}

test('a game finds its properties, points, tiles and images', async () => {
    const map = await lib.map('cave.tmx', filesOf(`${root}levels`), { contents: true }),
        { layers, tilesets, objects } = map.contents;
    const ground = layers.find(({ name }) => name === 'ground');
    assert(ground.cells.count > 1000 && ground.cells.corners.length === 2 * ground.cells.count);
    const { image, rectangle } = map.tileImage(ground.cells.tilesets[0], ground.cells.ids[0]);
    assert.equal(image, 'cave-tiles.png');
    assert.equal(rectangle[2] - rectangle[0], tilesets[0].tileSize[0]);
    const marked = tilesets[0].tiles.find((tile) => propertyOf(tile.properties, 'carom'));
    assert.equal(typeof propertyOf(marked.properties, 'carom').text, 'string');
    assert.equal(propertyOf(marked.properties, 'Carom'), null);
    const spawn = map.objects.findIndex(({ layer }) => layer === 'spawns');
    assert.deepEqual([objects[spawn].form, [...objects[spawn].points]], ['point', [...map.objects[spawn].position]]);
    assert(Object.isFrozen(objects[spawn]) && Object.isFrozen(layers));
    assert.throws(() => map.tileImage(7, 0), /\$\.tileset: expected a whole number from 0 to 0, not 7/);
    assert.throws(() => map.tileImage(0, -1), /\$\.id: /);
    map.free();
    assert.throws(() => map.tileImage(0, 0), /CaromMap: it was freed/);
    const bare = await lib.map('cave.tmx', filesOf(`${root}levels`));
    assert.equal(bare.contents, null);
    assert.throws(() => bare.tileImage(0, 0), /read without \{ contents: true \}/);
    bare.free();
    await assert.rejects(lib.map('cave.tmx', {}, { contents: 1 }), /\$\.options\.contents: expected true or false/);
});
