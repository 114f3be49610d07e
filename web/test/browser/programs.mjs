// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Generated programs, of every exhibit and case: each runs in an empty folder, against the installed library and the
// packed package, and must print the values of the panel, bit for bit.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXHIBITS, choose, go, root, rows, until, visit, work } from './ground.mjs';

function run(program, args, options = {}) {
    const done = spawnSync(program, args, { encoding: 'utf8', ...options });
    assert.equal(done.status, 0, `${program}: ${done.error ?? done.stdout + done.stderr}`);
    return done.stdout;
}

/** The same without waiting. */
async function start(program, args, options) {
    const done = await promisify(execFile)(program, args, options).catch((error) => error);
    assert.ok(!(done instanceof Error), `${program}: ${done.message}${done.stdout}${done.stderr}`);
    return done.stdout;
}

let prefix = null;
let modules = null;

/** Installs the library and the packed package. */
function install() {
    if (prefix) return;
    prefix = join(work, 'prefix');
    run('cmake', ['--install', join(root, 'build'), '--prefix', prefix]);
    const packed = join(work, 'packed');
    mkdirSync(packed);
    // Without scripts: they write to web/dist, which the test in the other browser may be packing.
    run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', packed], { cwd: join(root, 'web') });
    modules = join(work, 'node_modules');
    mkdirSync(join(modules, '@rgrove'), { recursive: true });
    run('tar', ['-xzf', join(packed, readdirSync(packed)[0]), '-C', modules]);
    run('mv', [join(modules, 'package'), join(modules, 'carom')]);
    for (const name of ['@rgrove/parse-xml', 'fzstd']) cpSync(join(root, 'web/node_modules', name), join(modules, name), { recursive: true });
}

/** Compiles with the command in the first line, without warnings, in an empty folder. */
async function runC(text, files = {}) {
    const folder = mkdtempSync(join(work, 'c-'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, 'program.c'), text);
    const command = text.match(/^\/\/ (cc .*)\n/)[1];
    const paths = ['lib', 'lib64', 'share'].map((name) => join(prefix, name, 'pkgconfig')).join(':');
    const env = { ...process.env, PKG_CONFIG_PATH: paths, LD_LIBRARY_PATH: join(prefix, 'lib') };
    await start('sh', ['-c', `${command} -Wall -Wextra -Werror`], { cwd: folder, env });
    const out = await start(join(folder, 'a.out'), [], { cwd: folder, env });
    rmSync(folder, { recursive: true });
    return out;
}

async function runJS(text, files = {}) {
    const folder = mkdtempSync(join(work, 'js-'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, 'program.mjs'), text);
    const out = await start(process.execPath, ['program.mjs'], { cwd: folder });
    rmSync(folder, { recursive: true });
    return out;
}

const tokens = (text) => text.replaceAll('_', ' ').replace(/["'`()[\]{}:,]/g, ' ').trim().split(/\s+/);
const same = (p, q) => p === q || Math.fround(Number(p)) === Math.fround(Number(q));

/** Whether the output has a row, by name and values. */
function holds(output, name, value) {
    const wanted = [...tokens(name), ...tokens(value)];
    return output.some((_, i) => wanted.every((token, k) => same(token, output[i + k] ?? '')));
}

const NOT_PRINTED = ['time per step'];

function compare(output, panel, what) {
    const words = tokens(output);
    const missing = Object.entries(panel).filter(([name, value]) => value !== '–' && !NOT_PRINTED.includes(name) && !holds(words, name, value));
    assert.deepEqual(missing, [], `${what} prints ${output}`);
    assert.ok(Object.keys(panel).length, what);
}

async function check(page, what, files) {
    const panel = await rows(page);
    // The page formats large counts with commas.
    for (const [name, value] of Object.entries(panel)) if (/^\d{1,3}(,\d{3})+$/.test(value)) panel[name] = value.replaceAll(',', '');
    const [c, js] = await page.evaluate(() => ['C', 'JS'].map((name) => window.playground.text(name)));
    await Promise.all([['C', runC, c], ['JavaScript', runJS, js]].map(async ([language, execute, text]) => {
        try {
            compare(await execute(text, files), panel, `${what} in ${language}`);
        } catch (error) {
            failures.push(`${what} in ${language}: ${String(error.message).slice(0, 1500)}`);
        }
    }));
}

const failures = [];

/** Additional addresses: other steps of a timeline, and each query of two shapes without contact. */
const MORE = {
    pairs: ['overlap', 'distance', 'contact', 'sweep', 'ray'].map((ask) => `pairs?ask=${ask}&a=circle&a_circle=3,9,0.5&b=polygon&move=-2,1&from=1,9`),
    seams: ['seams?step=150', 'seams?body=ball&step=299&speed=90'], run: ['run?actors=40&radius=6&step=90&response=stop&seed=7', 'run?actors=100&response=pass&step=30'],
    groups: ['groups?movers=60&step=90&aa=slide&ab=stop&seed=7', 'groups?shape=box&radius=1.5&aa=pass&step=200'],
    turn: ['turn?step=98', 'turn?flip=1.5&blade=1.5&step=300', 'turn?flip=0.07&blade=-0.4&ball=40.3,22.7&step=600', 'turn?show=car&step=77', 'turn?show=car&step=431&way=20.1,20,240,150,100,40,200,30&speed=7.5&steer=0.3'],
    walk: ['walk?keys=40aa70ac14ag60ac10aa50ab30ac20ag70ac&step=115', 'walk?keys=200aa30ai100aa&step=330'] };

export async function copiedPrograms(engine) {
    install();
    const { page, close } = await visit(engine, 'ball');
    let count = 0;
    // The texts are the same in all browsers, except for compressed files.
    for (const id of engine.name === 'chromium' ? EXHIBITS : ['run', 'walk', 'drop']) {
        await go(page, id);
        const labels = await page.evaluate(() => [...document.querySelectorAll('#presets button')].map((button) => button.textContent));
        for (let i = -1; i < labels.length; i++) {
            if (i === 0) continue; // as it opens
            if (i > 0) await page.click(`#presets button:nth-child(${i + 1})`);
            if (['run', 'groups'].includes(id)) {
                await page.evaluate(() => { const range = document.querySelector('.timeline input'); range.value = 25; range.dispatchEvent(new Event('input')); });
                await until(page, "document.querySelector('#numbers dd').textContent === '25'", 'step 25');
            }
            await check(page, `${id}, ${labels[Math.max(i, 0)] ?? 'as it opens'}`);
            count++;
        }
        for (const address of MORE[id] ?? []) {
            await go(page, address);
            const step = address.match(/step=(\d+)/)?.[1];
            if (step) await until(page, `document.querySelector('.timeline b').textContent === '${step}'`, address);
            await check(page, address);
            count++;
        }
    }
    // A level of the visitor's with all kinds of marks, and one too large for a program.
    await choose(page, join(root, 'levels/cave.tmj'), join(root, 'levels/cave-tiles.tsx'));
    await until(page, "document.querySelector('#status').textContent.startsWith('cave.tmj')", 'cave.tmj');
    await check(page, 'cave.tmj');
    const large = largeMap();
    writeFileSync(join(work, 'large.tmx'), large);
    await choose(page, join(work, 'large.tmx'));
    await until(page, "document.querySelector('#status').textContent.startsWith('large.tmx')", 'large.tmx');
    await check(page, 'large.tmx', { 'large.tmx': large });
    await close();
    assert.deepEqual(failures.splice(0), []);
    return `${count + 2} cases, each in C and in JavaScript`;
}

/** Random solid cells, so that runs are short. */
function largeMap() {
    let state = 1;
    const cell = () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return (state >>> 16) % 3 === 0 ? 1 : 0;
    };
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 300 }, cell).join(',')).join(',\n');
    return `<map version="1.10" orientation="orthogonal" width="300" height="300" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="one" tilewidth="16" tileheight="16" tilecount="1" columns="1"/>
 <layer name="walls" width="300" height="300"><properties><property name="solid" type="bool" value="true"/></properties>
  <data encoding="csv">${rows}</data></layer></map>\n`;
}
