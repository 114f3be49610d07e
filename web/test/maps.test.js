// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps are read as by the command line: compares the report of `carom check`, the run of `carom run`, and the errors
// for bad files. Also reads the levels in the folder CAROM_EXTRA_LEVELS, if it is set.
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

/** The output of `carom check`. */
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
        ...map.solids.map((s) => {
            const counts = [s.cells && of(s.cells, 'cell'), s.objects && of(s.objects, 'object')].filter(Boolean);
            const from = `${s.tileset && `, tileset '${s.tileset}'`}${s.type && `, class '${s.type}'`}`;
            return `  layer '${s.layer}'${from}: ${counts.join(', ')}${s.oneWay ? ', one-way' : ''}, by ${s.mark}`;
        }),
        ...map.notes.map(({ where, message }) => (where ? `  ${where}: ${message}` : `  ${message}`)),
    ];
    return lines;
}

const folders = [join(root, 'levels'), join(root, 'tests/io/data'), join(root, 'tests/cli/data')];
if (process.env.CAROM_EXTRA_LEVELS) folders.push(process.env.CAROM_EXTRA_LEVELS);

for (const folder of folders) {
    for (const path of mapsIn(folder)) {
        const name = relative(root, path);
        test(`check and run ${name}`, async () => {
            const native = carom(['check', path]),
                files = filesOf(dirname(path));
            let map;
            try {
                map = await lib.map(basename(path), files);
            } catch (error) {
                assert.equal(native.status, 1, `${error.message} / ${native.out}`);
                return;
            }
            assert.equal(native.status, 0, native.error);
            const level = map.level(),
                told = native.out.split('\n').filter((line) => /^(format|read|solid|outline|  )/.test(line));
            // Files have no folder here, and a missing file has another message.
            const here = (line) => line.replace(`'${dirname(path)}/`, "'").replace('No such file or directory', 'not found');
            assert.deepEqual(check(map, level), told.map(here));
            if (level.edgeCount > 0) {
                const one = carom(['run', path, '--hash', '--steps', '40', '--actors', '5', '--response', 'slide']);
                for (const library of one.status === 0 ? [lib, plain] : []) {
                    const run = library.run(await library.map(basename(path), files), { actors: 5, response: 'slide' });
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

// The differences: messages of the parsers for files that are not XML, and of the system for missing files.
const bad = join(root, 'tests/io/data/bad');
const lines = readFileSync(join(bad, 'expected.txt'), 'utf8').trimEnd().split('\n');
const names = readdirSync(bad).filter((name) => /\.tm|\.ldtk/.test(name)).sort();
const PARSERS_OWN = ['entity.tmx', 'half.tmx'];

test(`${lines.length} bad files are refused with the same lines`, async () => {
    assert.equal(lines.length, names.length);
    const files = filesOf(bad);
    for (const [i, name] of names.entries()) {
        const told = await lib.map(name, files, { root: '.' }).then(() => 'it was read', (error) => error.message);
        const expected = lines[i].replace('No such file or directory', 'not found');
        if (name === 'bomb.tmx' || name === 'doctype.tmx') {
            assert.equal(told, expected.replace(':15:', ':1:')); // expat: at its bracket
        } else if (/root folder/.test(expected)) {
            assert.match(told, /outside of the root folder/); // which one depends on where the files are
        } else if (/outside of the root folder/.test(expected)) { // there is no file system, and its folders have no names
            const [line, native] = [told, expected].map((text) => /^.*?outside of the root folder/.exec(text)[0].replace(/ is .*,/, ''));
            assert.equal(line, native);
        } else if (PARSERS_OWN.includes(name)) {
            assert.match(told, /^[^:]+(:\d+:\d+)?: ./);
            const [line, native] = [told, expected].map((text) => /:(\d+):/.exec(text)?.[1]);
            if (line) assert.equal(line, native, `${told} / ${expected}`);
        } else {
            assert.equal(told, expected);
        }
    }
});

test('options select what is solid, and which files and levels are read', async () => {
    const map = `<map width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16"
        tileheight="16"/><layer name="Rock" width="2" height="1"><data encoding="csv">1,2</data></layer>
        <objectgroup name="Things"><object id="3" class="door" x="1" y="2" width="4" height="6"/></objectgroup></map>`;
    const read = (options) => lib.map('m/a.tmx', { 'm/a.tmx': map }, options);
    const codes = async (options) => (await read(options)).desc().tiles.flatMap((grid) => [...grid.codes]);
    assert.deepEqual(await codes(), []);
    assert.deepEqual(await codes({ solid: 'rock' }), [1, 1]);
    assert.deepEqual(await codes({ solid: ['rock'], notSolid: 't:1' }), [1, 0]);
    assert.deepEqual(await codes({ oneWay: ['Rock'] }), [2, 2]);
    assert.deepEqual((await read({ solid: ['rock', 'door'] })).solids, [
        { layer: 'Rock', tileset: 't', type: '', mark: "the layer's name 'Rock' (rule)", oneWay: false, cells: 2, objects: 0 },
        { layer: 'Things', tileset: '', type: 'door', mark: "the object's class 'door' (rule)", oneWay: false, cells: 0, objects: 1 },
    ]);
    assert.match((await read({ solid: 'rok' })).notes.at(-1).message, /^--solid rok matches nothing/);
    await assert.rejects(read({ solid: 3 }), /options\.solid/);
    await assert.rejects(read({ level: 'A' }), /has no levels/);
    const outside = { 'm/a.tmx': map.replace('name="t"', 'source="../t.tsx"') };
    await assert.rejects(lib.map('m/a.tmx', outside, { root: 'm' }), /outside of the root folder 'm'/);
    assert.match((await lib.map('m/a.tmx', outside)).notes[0].where, /tileset 't.tsx'/);
    const world = readFileSync(join(root, 'tests/io/data/small.ldtk'));
    assert.equal((await lib.map('w', { w: world }, { depth: -1 })).info.tiles, 1);
    await assert.rejects(lib.map('w', { w: world }, { world: 'Up' }), /no world 'Up'/);
    const place = (x) => ({ fileName: 'm/a.tmx', x, y: 0 });
    const tiled = { ...outside, 'a.world': JSON.stringify({ type: 'world', maps: [place(0), place(64)] }) };
    const types = [{ name: 'door', type: 'class', members: [{ name: 'solid', type: 'bool', value: true }] }];
    tiled['g.tiled-project'] = JSON.stringify({ propertyTypes: types });
    const both = await lib.map('a.world', tiled, { project: 'g.tiled-project' });
    assert.deepEqual(both.objects.map((o) => [o.name, o.solid]), (await lib.map('a.world', tiled)).objects.map((o) => [o.name, o.solid || o.type === 'door']));
    assert.equal(both.info.bounds[2], 64 + (await lib.map('m/a.tmx', outside)).info.bounds[2]);
});

test('the description of a map has the limit of levels of maps', async () => {
    const map = await lib.map('cave.tmx', filesOf(join(root, 'levels'))),
        desc = map.desc();
    assert.deepEqual(Object.keys(desc), ['tiles', 'outlines', 'maxEdges']);
    assert.equal(desc.maxEdges, 4194304);
    const own = map.level(),
        same = lib.level(desc);
    assert.deepEqual(same.edges(), own.edges());
    assert.throws(() => lib.level({ ...desc, maxEdges: own.edgeCount - 1 }), /max_edges/);
    for (const owner of [own, same, map]) owner.free();
});

// ---- Inflate, against zlib ------------------------------------------------------------------------------------------

/** A map with one layer of packed bytes. */
function packedMap(cells, packed, compression) {
    return `<map version="1.10" orientation="orthogonal" width="${cells.length}" height="1" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="60000" columns="100"/>
<layer id="1" name="solid" width="${cells.length}" height="1"><data encoding="base64" compression="${compression}">
${packed.toString('base64')}</data></layer></map>`;
}

test('zlib and gzip layers of every level and strategy are unpacked', async () => {
    const chance = new Chance(3);
    let solid = 0;
    for (let i = 0; i < 120; i++) {
        const few = chance.pick([2, 5, 60000]);
        const cells = Uint32Array.from({ length: 1 + chance.below(3000) }, () => chance.below(few));
        const bytes = Buffer.from(cells.buffer);
        const options = { level: chance.below(10), strategy: chance.below(5), memLevel: 1 + chance.below(9) };
        const [compression, pack] = chance.pick([['zlib', deflateSync], ['gzip', gzipSync]]);
        const packed = pack(bytes, options);
        const map = await lib.map('m.tmx', { 'm.tmx': packedMap(cells, packed, compression) });
        const count = cells.filter((cell) => cell !== 0).length;
        assert.equal(map.info.tiles, count);
        const codes = map.desc().tiles[0]?.codes ?? new Uint8Array(cells.length);
        assert.deepEqual([...codes].map((code) => code !== 0), [...cells].map((cell) => cell !== 0));
        solid += count;
        map.free();
        // A flipped bit or a cut end must be rejected by the checksum.
        const broken = Buffer.from(packed);
        if (i % 2) broken[chance.below(broken.length - 10) + 10] ^= 1 << chance.below(8);
        const cut = i % 2 ? broken : broken.subarray(0, broken.length - 1 - chance.below(8));
        await assert.rejects(lib.map('m.tmx', { 'm.tmx': packedMap(cells, cut, compression) }), { name: 'CaromError' });
    }
    assert(solid > 10000);
});

// ---- XML and JSON ---------------------------------------------------------------------------------------------------

const head = '<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">';

test('XML: entities, CDATA, comments, line ends', async () => {
    const text = `\uFEFF<?xml version='1.0' encoding="UTF-8"?>\r\n<!-- - -->${head}\r\n<?any thing?>
<objectgroup id="1" name='a &lt;&amp;&gt;&quot;&apos;&#65;&#x42; é\t&#10;'><object id="7" name="&#x1F600;" x="1" y="2"><point/></object>
<!-- <object/> --></objectgroup><layer id="2" name="solid" width="2" height="1"><data encoding="csv"><![CDATA[0,]]>0\r\n</data></layer></map>`;
    const map = await lib.map('m.tmx', { 'm.tmx': text });
    assert.equal(map.objects[0].layer, `a <&>"'AB é \n`);
    assert.equal(map.objects[0].name, '😀');
    map.free();
});

for (const [what, text, message] of [
    ['a tag that is closed by another', `${head}\n<layer></map>`, 'm.tmx:2:8: Missing end tag for element layer'],
    ['two roots', `${head}</map>\n<map/>`, 'm.tmx:2:1: Extra content at the end of the document'],
    ['text behind the root', `${head}</map>\n  x`, 'm.tmx:2:3: Extra content at the end of the document'],
    ['nothing closed', `${head}\n<layer>`, 'm.tmx:2:8: Missing end tag for element layer'],
    ['an attribute twice', `<map a="1"\n a="2"/>`, 'm.tmx:2:7: Duplicate attribute: a'],
    ['an entity that is none', `<map a="&me;"/>`, "m.tmx:1:9: Named entity isn't defined: &me;"],
    ['an entity of its own', `\n<!DOCTYPE map [<!ENTITY me "1">]>\n<map a="&me;"/>`, 'm.tmx:2:1: a document type with declarations of its own is not accepted; remove it'],
    ['a character that is none', `<map a="&#0;"/>`, 'm.tmx:1:13: Character reference resolves to an invalid character'],
    ['another encoding', `<?xml version="1.0" encoding="koi8-r"?><map/>`, "m.tmx:1:1: unknown encoding 'koi8-r'; save the file as UTF-8"],
    ['bytes that are no UTF-8', Buffer.from([60, 109, 97, 112, 62, 10, 0xc3, 40]), 'm.tmx:2:1: not UTF-8'],
    ['XML nested beyond any stack', '<a>'.repeat(200000), 'm.tmx: nested too deep'],
    ['more elements than there is memory for', head + '<a/>'.repeat(3e6), 'm.tmx: more than 2097152 elements and attributes'],
    ['JSON that ends', '{"layers": [1,\n', 'm.tmx:2:1: a value is expected, not the end of the file'],
    ['JSON with a comma too many', '{"layers": [\n1,]}', 'm.tmx:2:3: a value is expected'],
    ['JSON with a leading zero', '{"layers": 01}', 'm.tmx:1:12: a value is expected'],
    ['JSON and more', '{"layers": 1}\n}', 'm.tmx:2:1: the end of the file is expected'],
    ['JSON nested beyond any stack', `{"a":${'['.repeat(200000)}${']'.repeat(200000)}}`, /nested too deep/],
    ['JSON with half a character', '{"layers": "\\ud800"}', 'm.tmx:1:19: half of a surrogate pair'],
    ['a number beyond any', '{"layers": [{"x": 1e999}]}', 'm.tmx:1:19: the number is too large'],
    ['more values than there is memory for', `{"layers":[${'{},'.repeat(2e7)}{}]}`, /more than \d+ bytes of memory/],
]) {
    test(`refused: ${what}`, async () => {
        await assert.rejects(lib.map('m.tmx', { 'm.tmx': text }), { name: 'CaromError', message });
    });
}

test('a file that declares Latin-1 is read', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${head}<objectgroup id="1" name="é"><object id="1" x="0" y="0"/></objectgroup></map>`;
    const map = await lib.map('m.tmx', { 'm.tmx': Buffer.from(text, 'latin1') });
    assert.equal(map.objects[0].layer, 'é');
    map.free();
});

test('two maps are read at once', async () => {
    const cells = Uint32Array.of(1, 0, 1);
    const good = packedMap(cells, deflateSync(Buffer.from(cells.buffer)), 'zlib'),
        cut = packedMap(cells, deflateSync(Buffer.from(cells.buffer)).subarray(0, 9), 'zlib');
    const told = await Promise.allSettled([good, cut, good, '<map'].map((text) => lib.map('m.tmx', { 'm.tmx': text })));
    assert.deepEqual(told.map(({ value, reason }) => value?.info.tiles ?? reason.message), [
        2,
        "m.tmx:3:49: layer 'solid': the compressed data is damaged or cut off",
        2,
        'm.tmx:1:5: Unclosed start tag for element `map`',
    ]);
});

test('JSON reads back the strings and numbers that JSON.stringify writes', async () => {
    const chance = new Chance(5);
    for (let i = 0; i < 200; i++) {
        const name = Array.from({ length: 8 }, () => String.fromCodePoint(chance.pick([1, 34, 92, 65, 233, 8364, 128512]))).join('');
        const [x, y] = [chance.range(-1e6, 1e6), chance.range(-1, 1) * 2 ** -chance.below(30)];
        const object = { id: 1, name, type: '', x, y, width: 0, height: 0, point: true, rotation: 0, visible: true };
        const json = { version: '1.10', orientation: 'orthogonal', width: 1, height: 1, tilewidth: 8, tileheight: 8, tilesets: [], layers: [{ type: 'objectgroup', id: 1, name: 'a', objects: [object] }] };
        const text = JSON.stringify(json, null, chance.below(3)),
            escaped = text.replace(/[^\x20-\x7e\n]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
        for (const form of [text, escaped]) {
            const map = await lib.map('m.tmj', { 'm.tmj': form });
            assert.equal(map.objects[0].name, name);
            assert.deepEqual(map.objects[0].position, [Math.fround(x), Math.fround(y)]);
            map.free();
        }
    }
});
