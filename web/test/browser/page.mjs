// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of the playground: every exhibit in both engines, with a silent console and the answers of the command line,
// bit for bit; keyboard, address, copying, narrow windows, size, speed.
//
//     node web/test/browser/page.mjs [--engine chromium|firefox] [--short] [--only WORDS] [--shots FOLDER]
//
// --short skips most of the random questions, and the frame rate, which needs an idle machine. Requires build/carom and
// the WASM. Prints one line for each test; exits with 1 if one failed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CODINGS, single } from '../../site.mjs';
import { engines } from './engines.mjs';
import { ASKING, EXHIBITS, answers, base, carom, go, listener, press, ready, root, rows, site, told, until, visit, work } from './ground.mjs';
import { groupsByHand, sceneHash } from './groups.mjs';
import { keptLevel, leftWhileReading, nothingSolid, wrongFile } from './levels.mjs';
import { answerBesidePicture, answerBesidePictureOnItsSide, contrast, fieldTerms, fingers, keptByLinks, onePaletteStop, undo, wheel } from './look.mjs';
import { copiedPrograms } from './programs.mjs';
import { addressWhilePlaying, arrowsDoNotPan, pausedHash, walkerKeys } from './play.mjs';
import { carByHand, contactTimes, gearsByHand, tableHash } from './turn.mjs';

const { values: options } = parseArgs({ options: {
    engine: { type: 'string', multiple: true, default: ['chromium', 'firefox'] },
    short: { type: 'boolean', default: false },
    shots: { type: 'string' },
    only: { type: 'string', default: '' },
} });

let failed = 0;
let passed = 0;

async function test(name, body) {
    if (!name.includes(options.only)) return;
    const begin = performance.now();
    try {
        const note = await body();
        passed++;
        console.log(`ok    ${name}${note ? `: ${note}` : ''} (${Math.round(performance.now() - begin)} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAIL  ${name}\n${String(error.stack ?? error).replace(/^/gm, '      ')}`);
    }
}

/** A small splitmix: the same questions on every machine. */
function random(seed) {
    let s = seed;
    return () => {
        s = (s + 0x9e3779b9) | 0;
        let z = Math.imul(s ^ (s >>> 16), 0x21f0aaad);
        z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
        return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
    };
}

/** Addresses with random numbers, on a lattice that makes touching likely in every second one. */
function addresses(count) {
    const f = random(1);
    const kinds = ['point', 'segment', 'circle', 'box', 'capsule', 'polygon', 'compound'];
    const n = () => (f() < 0.5 ? Math.round(f() * 20) / 2 : Math.fround(f() * 10));
    const pick = (list) => list[Math.floor(f() * list.length)];
    return Array.from({ length: count }, (_, i) => [
        () => `ball?ball=${n()},${n()},${n() / 4}&move=${n() - 5},${n() - 5}&wall=${n()},${n()},${n()},${n()}&one_sided=${pick([0, 1])}&a=${pick([0, 1])}`,
        () => `ray?from=${n()},${n()}&move=${n() - 5},${n() - 5}&circle=${n()},${n()},${n() / 3}`,
        () => `pairs?ask=${pick(['overlap', 'distance', 'contact', 'sweep', 'ray'])}&a=${pick(kinds)}&b=${pick(kinds)}&a_circle=${n()},${n()},${n() / 3}&move=${n() - 5},${n() - 5}&b_move=${n() - 5},0&from=${n()},${n()}`,
        () => `grid?ask=${pick(['walk', 'sight', 'fov'])}&from=${Math.floor(n())},${Math.floor(n())}&to=${Math.floor(n())},${Math.floor(n())}&corners=${pick(['open', 'any'])}`,
        () => `tiles?ball=${n() * 2},${n()},${(1 + n()) / 12}&move=${n() - 5},${n() - 5}`,
    ][i % 5]());
}

// ---- Tests of one engine --------------------------------------------------------------------------------------------

async function goldenPresets(engine) {
    const { page, said, close } = await visit(engine, 'ball');
    const lines = [];
    const given = [];
    for (const id of EXHIBITS) {
        await go(page, id);
        const buttons = ['run', 'groups'].includes(id) ? 0 : await page.evaluate(() => document.querySelectorAll('#presets button').length);
        for (let i = -1; i < buttons; i++) {
            if (i >= 0) await page.evaluate((k) => document.querySelectorAll('#presets button')[k].click(), i);
            const now = await told(page);
            lines.push(...now.lines);
            given.push(...now.answers);
        }
        if (ASKING.includes(id)) assert.ok(lines.length, `${id} asks nothing`);
    }
    assert.deepEqual(given, answers(lines));
    assert.deepEqual(said, []);
    await close();
    return `${lines.length} questions`;
}

/** Whether the centre of a circle is inside the boundary that a compound's segments form, by the winding number. */
function startsInSolid({ a, b }) {
    const [x, y] = a.circle;
    let winding = 0;
    for (const { segment: [ax, ay, bx, by] } of b.compound) {
        if ((ay <= y) === (by <= y)) continue;
        const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if (ay <= y ? side > 0 : side < 0) winding += ay <= y ? 1 : -1;
    }
    return winding !== 0;
}

async function goldenRandom(engine, count) {
    const { page, close } = await visit(engine, 'ball');
    const lines = [];
    const given = [];
    const levels = [];
    for (const address of addresses(count)) {
        await page.evaluate((hash) => { location.hash = hash; }, address);
        await page.waitForFunction(`document.body.dataset.ready === '${address.split('?')[0]}'`);
        await page.evaluate(() => window.playground.settled());
        const now = await told(page);
        lines.push(...now.lines);
        given.push(...now.answers);
        if (address.startsWith('tiles')) levels.push([await page.evaluate(() => window.playground.levelAnswer), now.answers[0], now.lines[0]]);
    }
    const expected = answers(lines);
    lines.forEach((line, i) => assert.equal(given[i], expected[i], line));
    // A compound of segments differs from a level: it has no penetration depth over all parts, lets no thin edge pass
    // what overlaps it, and knows no solid. A level verifies `at` against all edges around, which may move it by an
    // ulp. A corner belongs to both of its edges.
    const inside = (text) => /"inside":true/.test(text);
    const met = (text) => ({ ...JSON.parse(text), at: null, feature: null, part_b: null });
    for (const [ofLevel, ofLine, line] of levels) {
        if (!inside(ofLevel) && !inside(ofLine) && !startsInSolid(JSON.parse(line))) assert.deepEqual(met(ofLevel), met(ofLine));
    }
    await close();
    return `${lines.length} questions`;
}

async function sameHash(engine) {
    const { page, close } = await visit(engine, 'run?actors=300&radius=3&step=60');
    await until(page, "document.querySelector('#numbers dd')?.textContent === '60'", 'step 60');
    const hash = await page.evaluate(() => document.querySelectorAll('#numbers dd')[1].textContent);
    const command = await page.evaluate(() => window.playground.text('query'));
    assert.match(command, /^carom run levels\/cave\.tmx /);
    assert.equal(hash, carom(command.split(' ').slice(1)).trim());
    // After going back and forth the state is the same.
    await page.evaluate(() => { const range = document.querySelector('.timeline input'); range.value = 20; range.dispatchEvent(new Event('input')); });
    assert.equal(await page.evaluate(() => document.querySelectorAll('#numbers dd')[0].textContent), '20');
    const early = await page.evaluate(() => document.querySelectorAll('#numbers dd')[1].textContent);
    assert.equal(early, carom(command.replace('--steps 60', '--steps 20').split(' ').slice(1)).trim());
    await close();
    return hash;
}

let nativeBits = null;
/** Random queries of every layer (tools/same_bits): one hash for each layer, native and in this browser. */
async function sameBits(engine) {
    if (!nativeBits) {
        const program = join(work, 'same_bits');
        const sources = ['tools/same_bits.c', 'tools/same_bits_main.c'].map((path) => join(root, path));
        const folders = ['include', 'tools', 'tests'].flatMap((path) => ['-I', join(root, path)]);
        const built = spawnSync('cc', ['-std=c17', '-O1', ...folders, ...sources, '-o', program, join(root, 'build/libcarom.a'), '-lm'], { encoding: 'utf8' });
        assert.equal(built.status, 0, built.stderr);
        nativeBits = spawnSync(program, { encoding: 'utf8' }).stdout;
        for (const path of ['dist/same_bits.wasm', 'dist/same_bits-plain.wasm', 'test/same_bits.js']) cpSync(join(root, 'web', path), join(site, path));
    }
    const { page, close } = await engine.open();
    await page.goto(`${base}licenses.txt`);
    for (const name of ['same_bits', 'same_bits-plain']) {
        const found = await page.evaluate(`import('${base}test/same_bits.js').then(async ({ sameBits }) =>
            sameBits(await (await fetch('${base}dist/${name}.wasm')).arrayBuffer()))`);
        assert.equal(found, nativeBits, name);
    }
    await close();
    return `${nativeBits.trim().split('\n').length} layers, with SIMD and without`;
}

async function ownLevel(engine) {
    const { page, close } = await visit(engine, 'drop');
    const files = ['cave.tmj', 'cave-tiles.tsx'].map((name) => join(root, 'levels', name));
    const input = await page.$('input[type=file]');
    await (input.setInputFiles ? input.setInputFiles(files) : input.uploadFile(...files));
    await page.waitForFunction("document.querySelector('#status').textContent.startsWith('cave.tmj')");
    const checked = carom(['check', 'levels/cave.tmj']);
    assert.equal((await rows(page)).edges, checked.match(/outline +(\d+) edges/)[1]);
    const notes = await page.evaluate(() => [...document.querySelectorAll('.notes li')].map((li) => li.textContent));
    const told = checked.split('left out, or not as drawn:\n')[1].trim().split('\n').map((line) => line.trim().replace(/: /, ' '));
    assert.deepEqual(notes, told);
    const line = await page.evaluate(() => window.playground.text('query'));
    assert.equal(await page.evaluate(() => window.playground.levelAnswer), answers([line])[0]);
    // A file of another format.
    const bad = join(work, 'bad.tmx');
    writeFileSync(bad, '<map width="2" height="2"');
    const again = await page.$('input[type=file]');
    await (again.setInputFiles ? again.setInputFiles([bad]) : again.uploadFile(bad));
    await page.waitForFunction("document.querySelector('#status').className === 'bad'");
    const message = await page.evaluate(() => document.querySelector('#status').textContent);
    assert.match(message, /bad\.tmx/);
    await close();
    return message;
}

async function keyboard(engine) {
    const { page, close } = await visit(engine, 'ball');
    const before = (await told(page)).lines[0];
    await page.focus('[data-handle=ball]');
    await press(page, 'ArrowRight');
    const after = (await told(page)).lines[0];
    assert.notEqual(after, before);
    await press(page, 'ArrowLeft');
    assert.equal((await told(page)).lines[0], before);
    // Tab order from the top: skip link, brand, theme, list.
    await go(page, 'ray');
    await page.evaluate(() => document.activeElement.blur());
    const seen = [];
    for (let i = 0; i < 48; i++) {
        await press(page, 'Tab');
        seen.push(await page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.getAttribute('aria-label') || document.activeElement.tagName));
    }
    for (const name of ['Skip to the picture', 'Ball and wall', 'Your level']) assert.ok(seen.includes(name), `${name} is not reached: ${seen}`);
    await page.focus('#list li:nth-child(4) a');
    await press(page, 'Enter');
    await ready(page, 'grid');
    const painted = (await told(page)).lines[0];
    await page.focus('canvas');
    await press(page, 'ArrowRight');
    await press(page, ' ');
    assert.notEqual((await told(page)).lines[0], painted);
    await close();
}

async function address(engine) {
    const { page, close } = await visit(engine, 'ball');
    for (const hash of ['pairs?ask=sweep&a=box&b=capsule&move=3.25,-1', 'grid?ask=fov&from=9,6', 'tiles?ball=6.5,1.75,0.5&move=0.5,5&seams=1']) {
        await go(page, hash);
        await page.focus('.handle');
        for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await press(page, key);
        await page.evaluate(() => window.playground.saveAddress());
        const before = await told(page);
        const written = await page.evaluate(() => location.hash);
        assert.notEqual(written, `#${hash}`);
        await page.goto('about:blank');
        await go(page, written.slice(1));
        assert.deepEqual(await told(page), before, written);
    }
    await close();
}

async function copying(engine) {
    const { page, close } = await visit(engine, 'ball');
    for (const name of ['C', 'JS', 'query']) {
        await page.click(`[data-language=${name}]`);
        await page.click(`[data-copy=${name}]`);
        await page.waitForFunction((n) => document.querySelector(`[data-copy=${n}]`).textContent === 'Copied', ...(engine.name === 'firefox' ? [{}, name] : [name]));
        const clip = engine.name === 'chromium' ? await page.evaluate(() => navigator.clipboard.readText()) : null;
        if (clip !== null) assert.equal(clip, await page.evaluate((n) => window.playground.text(n), name));
    }
    await close();
}

async function narrow(engine) {
    const { page, close } = await visit(engine, 'ball', { width: 390, height: 844, scale: 2 });
    for (const id of EXHIBITS) {
        await go(page, id);
        const size = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(size[0] <= size[1], `${id}: ${size[0]} px in a window of ${size[1]}`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, a, input, select')]
            .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 23 && !e.closest('.switch, .choice, .file, .skip, .timeline, .range'))
            .map((e) => e.outerHTML.slice(0, 80)));
        assert.deepEqual(small, [], id);
    }
    await close();
}

async function named(engine) {
    const { page, close } = await visit(engine, 'ball');
    for (const id of EXHIBITS) {
        await go(page, id);
        const nameless = await page.evaluate(() => [...document.querySelectorAll('button, a, input, select, canvas')].filter((e) => {
            const label = e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.title || e.closest('label')?.textContent.trim();
            return !label;
        }).map((e) => e.outerHTML.slice(0, 100)));
        assert.deepEqual(nameless, [], id);
    }
    await close();
}

// ---- Tests of Chromium alone ----------------------------------------------------------------------------------------

async function themes(engine) {
    const luminance = (hex) => {
        const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const dark of [false, true]) {
        const { page, close } = await visit(engine, 'ball', { dark });
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(await theme(), dark ? 'dark' : 'light');
        for (let i = 0; i < 2; i++) {
            const colour = (name) => page.evaluate((n) => getComputedStyle(document.documentElement).getPropertyValue(`--${n}`).trim(), name);
            for (const [ink, paper] of [['ink', 'paper'], ['mute', 'page'], ['mute', 'card'], ['a', 'paper'], ['b', 'paper'], ['fault', 'fault-tint'], ['mark', 'paper']]) {
                const [x, y] = [luminance(await colour(ink)), luminance(await colour(paper))].sort((p, q) => q - p);
                const contrast = (x + 0.05) / (y + 0.05);
                assert.ok(contrast >= 4.5, `${await theme()}: ${ink} on ${paper} has a contrast of ${contrast.toFixed(2)}`);
            }
            await page.click('#theme');
            assert.equal(await theme(), dark === (i === 0) ? 'light' : 'dark');
        }
        await close();
    }
}

async function motion(engine) {
    const step = async (still) => {
        const { page, close } = await visit(engine, 'run?actors=100&radius=5', { still });
        await page.waitForTimeout(500);
        const at = await page.evaluate(() => Number(document.querySelector('.timeline input').value));
        await close();
        return at;
    };
    assert.equal(await step(true), 0);
    assert.ok(await step(false) > 0);
}

/** Keys move the walker; going back restores a step; the address repeats the walk, bit for bit. */
async function walking(engine) {
    const { page, close } = await visit(engine, 'walk');
    const where = async () => `[${(await rows(page)).position}]`;
    const [start] = JSON.parse(await where());
    await page.keyboard.down('ArrowRight');
    await page.waitForFunction("Number(document.querySelector('.timeline input').value) > 40");
    await page.keyboard.up('ArrowRight');
    await page.click('[aria-label=Pause]');
    const end = await where();
    assert.ok(JSON.parse(end)[0] > start + 20, end);
    await page.evaluate(() => window.playground.saveAddress());
    const hash = await page.evaluate(() => location.hash.slice(1));
    await page.click('[aria-label="Back to step 0"]');
    assert.equal(JSON.parse(await where())[0], start);
    await page.goto('about:blank');
    await go(page, hash);
    assert.equal(await where(), end);
    await close();
    return hash;
}

/** Bytes transferred until the first exhibit answers, and after opening all exhibits, as the browser counts them. */
async function bytesOverTheWire(engine) {
    const { page, close } = await visit(engine, 'ball');
    const fetched = async () => {
        const entries = await page.evaluate(() => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
            .map(({ name, encodedBodySize }) => [name, encodedBodySize]));
        const paths = new Set(entries.map(([name]) => new URL(name).pathname.replace(/\/$/, '/index.html')));
        const sum = (sizes) => sizes.reduce((x, y) => x + y, 0);
        const packed = await Promise.all([...paths].map((path) => CODINGS.gzip(readFileSync(join(site, path)))));
        return [sum(entries.map(([, size]) => size)), sum(packed.map(({ length }) => length))];
    };
    const first = await fetched();
    for (const id of EXHIBITS) await go(page, id);
    const all = await fetched();
    await close();
    const note = `${first[0]} bytes until the first exhibit answers (${first[1]} with gzip), ${all[0]} for all (${all[1]})`;
    assert.ok(first[0] > 50_000 && first[0] < 325_000 && all[0] < 340_000, note);
    return note;
}

/** The page has a smaller cave file, with the same solid parts, objects and notes. */
function sameCave() {
    const [light, whole] = [join(site, 'levels/cave.tmx'), join(root, 'levels/cave.tmx')].map((path) => carom(['check', path]).replace(path, ''));
    assert.equal(light, whole);
}

/** The page as one file, opened from disk. */
async function oneFile(engine) {
    const file = join(work, 'carom.html');
    writeFileSync(file, await single(site));
    const { page, said, close } = await engine.open();
    for (const id of ['ball', 'tiles', 'drop']) {
        await page.goto(`file://${file}#${id}`);
        await ready(page, id);
    }
    const now = await told(page);
    assert.deepEqual(now.answers, now.lines.length ? answers(now.lines) : []);
    assert.deepEqual(said, []);
    await close();
}

async function firstAnswer(engine) {
    const times = [];
    for (let i = 0; i < 5; i++) {
        const { page, close } = await visit(engine, 'ball');
        times.push(await page.evaluate(() => [
            performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9,
            performance.getEntriesByName('answered-ball')[0].startTime,
        ]));
        await close();
    }
    const best = [0, 1].map((k) => Math.min(...times.map((t) => t[k])));
    assert.ok(best[0] < 1e9, "nothing was painted"); // the time is printed, not tested: it depends on the load
    return `first paint ${best[0].toFixed(0)} ms, first answer ${best[1].toFixed(0)} ms, best of 5`;
}

async function frameRate(engine) {
    const { page, close } = await visit(engine, 'run', { still: false });
    await page.waitForTimeout(1000);
    const frames = await page.evaluate(() => new Promise((done) => {
        const times = [];
        const frame = (now) => {
            times.push(now);
            if (times.length < 240) requestAnimationFrame(frame);
            else done(times.slice(1).map((t, i) => t - times[i]));
        };
        requestAnimationFrame(frame);
    }));
    const step = await page.evaluate(() => [...document.querySelectorAll('#numbers dd')].at(-1).textContent);
    await close();
    const sorted = frames.sort((p, q) => p - q);
    const mean = frames.reduce((sum, v) => sum + v, 0) / frames.length;
    assert.match(step, /\d/);
    return `${(1000 / mean).toFixed(1)} a second, 95 % within ${sorted[Math.floor(frames.length * 0.95)].toFixed(1)} ms, a step ${step}`;
}

async function pictures(engine, folder) {
    mkdirSync(folder, { recursive: true });
    for (const [name, look] of [['desktop', { width: 1280, height: 800 }], ['phone', { width: 390, height: 844, scale: 2 }]]) {
        for (const dark of [false, true]) {
            const { page, close } = await visit(engine, 'ball', { ...look, dark });
            for (const id of EXHIBITS) {
                await go(page, ['run', 'groups', 'turn'].includes(id) ? `${id}?step=${id === 'turn' ? 62 : 120}` : id === 'seams' ? 'seams?step=150' : id === 'walk' ? 'walk' : id);
                await page.waitForTimeout(id === 'run' ? 2500 : 150);
                await page.screenshot({ path: join(folder, `${id}-${name}-${dark ? 'dark' : 'light'}.png`), fullPage: name === 'phone' });
            }
            await close();
        }
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

for (const engine of await engines(options.engine)) {
    const run = (name, body) => test(`${engine.name}: ${name}`, () => body(engine));
    await run('every exhibit and case answers as carom query does, and the console is silent', goldenPresets);
    await run('generated programs', copiedPrograms);
    await run('random questions', () => goldenRandom(engine, options.short ? 60 : 600));
    await run('run has the hash of carom run', sameHash);
    await run('the same bits as the native build', sameBits);
    await run('the visitor\'s level', ownLevel);
    await run('keyboard', keyboard);
    await run('the address restores the state', address);
    await run('walking', walking);
    await run('the keys of the walker', walkerKeys);
    await run('arrow keys that walk do not pan', arrowsDoNotPan);
    await run('the hash of the current step', pausedHash);
    await run('the address while it plays', addressWhilePlaying);
    await run('the scene of two groups has the hash of carom run', sceneHash);
    await run('two groups by clicks and keys', groupsByHand);
    await run('what turns has the hash of carom run', tableHash);
    await run('times of contact of what turns are those of carom query', contactTimes);
    await run('a flipper and a car by clicks and keys', carByHand);
    await run('gears by keys', gearsByHand);
    await run('a file of another format', wrongFile);
    await run('a map with nothing solid', nothingSolid);
    await run('a level after a reload', keptLevel);
    await run('leaving while a level is read', leftWhileReading);
    await run('answer and picture on a phone', answerBesidePicture);
    await run('answer and picture on a phone on its side', answerBesidePictureOnItsSide);
    await run('fingers scroll, tap, and paint in paint mode', fingers);
    await run('the wheel scrolls a page that scrolls', wheel);
    await run('undo', undo);
    await run('contrast', contrast);
    await run('the terms of the field', fieldTerms);
    await run('the palette is one stop', onePaletteStop);
    await run('links restore exhibits', keptByLinks);
    await run('copying', copying);
    await run('390 px', narrow);
    await run('everything has a name', named);
    await run('one file, without a server', oneFile);
    if (engine.name === 'chromium') {
        await run('bytes over the wire', bytesOverTheWire);
        await run('light and dark', themes);
        await run('reduced motion', motion);
        await test('the cave', sameCave);
        await run('first paint and answer', firstAnswer);
        if (!options.short) await run('two thousand actors', frameRate);
        if (options.shots) await pictures(engine, options.shots);
    }
    await engine.close();
}
listener.close();
rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
