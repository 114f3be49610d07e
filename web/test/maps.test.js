// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps read as the command line reads them: what `carom check` tells of each, the run that `carom run` makes of it, and
// the lines that bad files are refused with. Other people's levels are read too, where CAROM_EXTRA_LEVELS names a
// folder of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { builds, carom, Chance, filesOf, root } from './native.js';

const [[, lib], [, plain]] = await builds();

function mapsIn(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .filter((path) => /\.(tmx|tmj|ldtk)$/.test(path) && !path.includes('/bad/'))
        .sort();
}

/** What `carom check` writes. */
function check(map, level) {
    const { info } = map,
        desc = map.desc(),
        edges = level.edges();
    const of = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
    const number = (value) => String(Number(value.toPrecision(6)));
    const [x0, y0, x1, y1] = info.bounds;
    const solidObjects = map.objects.filter((o) => o.solid).length;
    const isSpawn = (o) => !o.solid && /spawn|start/i.test(`${o.name}\n${o.type}`);
    const tiles = desc.tiles.reduce((sum, grid) => sum + grid.codes.filter((code) => code !== 0).length, 0);
    const oneWay = edges.flags.filter((f) => f & 4).length,
        corners = edges.flags.filter((f) => !(f & 4) && f & 1).length;
    const cells = info.cell[0] > 0 && info.cell[1] > 0 ? `, cells of ${info.cell.map(number).join(' x ')}` : '';
    const lines = [
        `format   ${info.format}, ${number(x1 - x0)} x ${number(y1 - y0)} pixels${cells}`,
        `read     ${of(info.layers, 'layer')}, ${of(info.tiles, 'tile')}, ${of(map.objects.length, 'object')} (${solidObjects} solid, ${of(map.objects.filter(isSpawn).length, 'spawn point')})`,
        `solid    ${of(tiles, 'tile')} of the catalogue, ${of(desc.outlines.length, 'drawn shape')}`,
        `outline  ${of(edges.count, 'edge')} (${oneWay} one-way), ${of(corners, 'convex corner')}, ${of(level.seamsRemoved, 'seam')} removed`,
        ...map.notes.map(({ where, message }) => (where ? `  ${where}: ${message}` : `  ${message}`)),
    ];
    return lines;
}

const folders = [join(root, 'levels'), join(root, 'tests/io/data'), join(root, 'tests/cli/data')];
if (process.env.CAROM_EXTRA_LEVELS) folders.push(process.env.CAROM_EXTRA_LEVELS);

for (const folder of folders) {
    for (const path of mapsIn(folder)) {
        const name = relative(root, path);
        test(`check and run ${name}`, (t) => {
            const native = carom(['check', path]),
                files = filesOf(dirname(path));
            let map;
            try {
                map = lib.map(basename(path), files);
            } catch (error) {
                if (/zstd cannot be read here/.test(error.message)) {
                    t.skip('zstd');
                    return;
                }
                assert.equal(native.status, 1, `${error.message} / ${native.out}`);
                return;
            }
            assert.equal(native.status, 0, native.error);
            const level = map.level(),
                told = native.out.split('\n').filter((line) => /^(format|read|solid|outline|  )/.test(line));
            assert.deepEqual(check(map, level), told);
            if (level.edgeCount > 0) {
                const one = carom(['run', path, '--hash', '--steps', '40', '--actors', '5', '--response', 'slide']);
                for (const library of one.status === 0 ? [lib, plain] : []) {
                    const run = library.run(library.map(basename(path), files), { actors: 5, response: 'slide' });
                    run.step(40);
                    assert.equal(run.hash(), one.out.trim());
                    run.free();
                }
            }
            level.free();
            map.free();
        });
    }
}

// What differs: the words of the parsers for what is no JSON or XML at all, of which the line stays, how the system
// calls a file that is not there, and zstd, which is not read at all.
const bad = join(root, 'tests/io/data/bad');
const lines = readFileSync(join(bad, 'expected.txt'), 'utf8').trimEnd().split('\n');
const names = readdirSync(bad).filter((name) => /\.tm|\.ldtk/.test(name)).sort();
const PARSERS_OWN = ['brace.tmj', 'half.tmj', 'half.tmx', 'nan.tmj', 'overflow.tmj'];

test(`${lines.length} bad files are refused with the same lines`, () => {
    assert.equal(lines.length, names.length);
    const files = filesOf(bad);
    names.forEach((name, i) => {
        let told = 'it was read';
        try {
            lib.map(name, files).free();
        } catch (error) {
            told = error.message;
        }
        const expected = lines[i].replace('No such file or directory', 'not found');
        if (name === 'bomb.tmx') {
            assert.equal(told, 'bomb.tmx:2:1: document type declarations are not accepted'); // expat: at its bracket
        } else if (PARSERS_OWN.includes(name)) {
            assert.match(told, /^[^:]+:\d+:\d+: ./);
            assert.equal(told.split(':')[1], expected.split(':')[1], `${told} / ${expected}`);
        } else if (name.startsWith('zstd')) {
            assert.match(told, /zstd cannot be read here; save the map with zlib or gzip$/);
        } else {
            assert.equal(told, expected);
        }
    });
});

// ---- Inflate, against zlib ------------------------------------------------------------------------------------------

/** A map of one layer of these bytes, packed. */
function packedMap(cells, packed, compression) {
    return `<map version="1.10" orientation="orthogonal" width="${cells.length}" height="1" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="60000" columns="100"/>
<layer id="1" name="solid" width="${cells.length}" height="1"><data encoding="base64" compression="${compression}">
${packed.toString('base64')}</data></layer></map>`;
}

test('what zlib and gzip pack at every level and strategy is unpacked', () => {
    const chance = new Chance(3);
    let solid = 0;
    for (let i = 0; i < 120; i++) {
        const few = chance.pick([2, 5, 60000]);
        const cells = Uint32Array.from({ length: 1 + chance.below(3000) }, () => chance.below(few));
        const bytes = Buffer.from(cells.buffer);
        const options = { level: chance.below(10), strategy: chance.below(5), memLevel: 1 + chance.below(9) };
        const [compression, pack] = chance.pick([['zlib', deflateSync], ['gzip', gzipSync]]);
        const packed = pack(bytes, options);
        const map = lib.map('m.tmx', { 'm.tmx': packedMap(cells, packed, compression) });
        const count = cells.filter((cell) => cell !== 0).length;
        assert.equal(map.info.tiles, count);
        const codes = map.desc().tiles[0]?.codes ?? new Uint8Array(cells.length);
        assert.deepEqual([...codes].map((code) => code !== 0), [...cells].map((cell) => cell !== 0));
        solid += count;
        map.free();
        // One bit turned over, or the end cut off: refused, as the checksums tell.
        const broken = Buffer.from(packed);
        if (i % 2) broken[chance.below(broken.length - 10) + 10] ^= 1 << chance.below(8);
        const cut = i % 2 ? broken : broken.subarray(0, broken.length - 1 - chance.below(8));
        assert.throws(() => lib.map('m.tmx', { 'm.tmx': packedMap(cells, cut, compression) }), { name: 'CaromError' });
    }
    assert(solid > 10000);
});

// ---- XML and JSON ---------------------------------------------------------------------------------------------------

const head = '<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">';

test('XML is read as XML is: entities, CDATA, comments, line ends', () => {
    const text = `\uFEFF<?xml version='1.0' encoding="UTF-8"?>\r\n<!-- - -->${head}\r\n<?any thing?>
<objectgroup id="1" name='a &lt;&amp;&gt;&quot;&apos;&#65;&#x42; é\t&#10;'><object id="7" name="&#x1F600;" x="1" y="2"><point/></object>
<!-- <object/> --></objectgroup><layer id="2" name="solid" width="2" height="1"><data encoding="csv"><![CDATA[0,]]>0\r\n</data></layer></map>`;
    const map = lib.map('m.tmx', { 'm.tmx': text });
    assert.equal(map.objects[0].layer, `a <&>"'AB é \n`);
    assert.equal(map.objects[0].name, '😀');
    map.free();
});

for (const [what, text, message] of [
    ['a tag that is closed by another', `${head}\n<layer></map>`, 'm.tmx:2:10: mismatched tag'],
    ['two roots', `${head}</map>\n<map/>`, 'm.tmx:2:1: junk after document element'],
    ['text behind the root', `${head}</map>\n  x`, 'm.tmx:2:3: junk after document element'],
    ['nothing closed', `${head}\n<layer>`, 'm.tmx:2:8: no element is closed at the end'],
    ['an attribute twice', `<map a="1"\n a="2"/>`, 'm.tmx:2:2: duplicate attribute'],
    ['an entity of its own', `<map a="&me;"/>`, 'm.tmx:1:9: undefined entity'],
    ['a character that is none', `<map a="&#0;"/>`, 'm.tmx:1:9: not the number of a character'],
    ['another encoding', `<?xml version="1.0" encoding="latin1"?><map/>`, 'm.tmx:1:31: only UTF-8 is read here; save the file as UTF-8'],
    ['bytes that are no UTF-8', Buffer.from([60, 109, 97, 112, 62, 10, 0xc3, 40]), 'm.tmx:2:1: not UTF-8'],
    ['JSON that ends', '{"layers": [1,\n', 'm.tmx:2:1: the file ends where a value is expected'],
    ['JSON with a comma too many', '{"layers": [\n1,]}', 'm.tmx:2:3: a value is expected'],
    ['JSON with a leading zero', '{"layers": 01}', 'm.tmx:1:12: not a number'],
    ['JSON with half a character', '{"layers": "\\ud800"}', 'm.tmx:1:13: half of a character'],
    ['JSON and more', '{"layers": 1}\n}', 'm.tmx:2:1: something follows behind the end'],
]) {
    test(`refused: ${what}`, () => {
        assert.throws(() => lib.map('m.tmx', { 'm.tmx': text }), { name: 'CaromError', message });
    });
}

test('JSON reads back the strings and numbers that JSON.stringify writes', () => {
    const chance = new Chance(5);
    for (let i = 0; i < 200; i++) {
        const name = Array.from({ length: 8 }, () => String.fromCodePoint(chance.pick([1, 34, 92, 65, 233, 8364, 128512]))).join('');
        const [x, y] = [chance.range(-1e6, 1e6), chance.range(-1, 1) * 2 ** -chance.below(30)];
        const object = { id: 1, name, type: '', x, y, width: 0, height: 0, point: true, rotation: 0, visible: true };
        const json = { version: '1.10', orientation: 'orthogonal', width: 1, height: 1, tilewidth: 8, tileheight: 8, tilesets: [], layers: [{ type: 'objectgroup', id: 1, name: 'a', objects: [object] }] };
        const text = JSON.stringify(json, null, chance.below(3)),
            escaped = text.replace(/[^\x20-\x7e\n]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
        for (const form of [text, escaped]) {
            const map = lib.map('m.tmj', { 'm.tmj': form });
            assert.equal(map.objects[0].name, name);
            assert.deepEqual(map.objects[0].position, [Math.fround(x), Math.fround(y)]);
            map.free();
        }
    }
});
