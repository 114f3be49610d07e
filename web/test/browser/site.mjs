// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of the site that `make docs` writes, in both engines, at the root of a server and under another path: pages and
// pictures, search; and under that path links to states of the playground, narrow windows. The console stays silent.
//
//     node web/test/browser/site.mjs FOLDER [--engine chromium|firefox]
//
// Prints one line for each test; exits with 1 if one failed.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import EXHIBITS from '../../page/exhibits/all.js';
import { parseHash, readState } from '../../page/state.js';
import { engines } from './engines.mjs';

const { values: options, positionals: [folder] } = parseArgs({ allowPositionals: true, options: {
    engine: { type: 'string', multiple: true, default: ['chromium', 'firefox'] },
} });
const site = resolve(folder);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.wasm': 'application/wasm', '.pdf': 'application/pdf', '.json': 'application/json' };

// ---- The server: the site under one path, and nothing else ------------------------------------------------------------

const missing = [];
let prefix = '/';
const listener = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const inside = pathname.startsWith(prefix) ? join(site, decodeURIComponent(pathname.slice(prefix.length))) : '';
    const file = inside && existsSync(inside) && statSync(inside).isDirectory() ? join(inside, 'index.html') : inside;
    if (!file.startsWith(site) || !existsSync(file)) {
        if (!pathname.endsWith('/favicon.ico')) missing.push(pathname);
        response.writeHead(404).end();
        return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
});
await new Promise((ready) => { listener.listen(0, '127.0.0.1', ready); });
const address = (path) => `http://127.0.0.1:${listener.address().port}${prefix}${path}`;

// ---- Tests ------------------------------------------------------------------------------------------------------------

const waitFor = (page, condition) => page.waitForFunction(condition).catch((error) => assert.fail(`waited for ${condition}: ${error.message}`));
const loaded = (page) => waitFor(page, "document.readyState === 'complete'");

async function follow(page, selector) {
    const before = await page.evaluate((s) => document.querySelector(s).href, selector);
    await page.evaluate((s) => document.querySelector(s).click(), selector);
    await waitFor(page, `location.href.split('#')[0] === ${JSON.stringify(before.split('#')[0])}`);
    await loaded(page);
}

/** The start page, the links in its side bar, and from there a page of the reference. */
async function pages(page) {
    await page.goto(address('index.html'));
    await loaded(page);
    assert.equal(await page.evaluate(() => document.querySelector('h1').firstChild.textContent), 'Carom');
    const links = await page.evaluate(() => [...document.querySelectorAll('.sidebar-tree a')].map((a) => a.getAttribute('href')));
    for (const name of ['docs/world.html', 'docs/lua.html', 'api/geom.html', 'api/level.html', 'CHANGELOG.html']) assert.ok(links.includes(name), name);
    await follow(page, '.sidebar-tree a[href="api/level.html"]');
    assert.equal(await page.evaluate(() => document.querySelector('h1').firstChild.textContent), 'level');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const blank = await page.evaluate(() => Promise.all([...document.images].map(async (image) => {
        image.loading = 'eager';
        await image.decode().catch(() => {});
        return image.naturalWidth ? '' : image.src;
    })));
    assert.ok(blank.length > 5, `${blank.length} pictures`);
    assert.deepEqual(blank.filter(Boolean), []);
    return `${links.length} links in the side bar, ${blank.length} pictures`;
}

/** A search for a function leads to it. */
async function search(page) {
    await page.goto(address('index.html'));
    await loaded(page);
    await page.focus('.sidebar-search');
    await page.keyboard.type('carom_level_sweep');
    await page.keyboard.press('Enter');
    const result = '#search-results li a[href*="carom_level_sweep"]';
    await waitFor(page, `document.querySelector('${result}')`);
    // Sphinx fetches the page of each result. A fetch that the next page interrupts is an error.
    const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').length);
    for (let before = -1, count = await fetched(); count !== before; count = await fetched()) {
        before = count;
        await new Promise((done) => { setTimeout(done, 500); });
    }
    await follow(page, result);
    const target = 'document.getElementById(decodeURIComponent(location.hash.slice(1)))';
    assert.match(await page.evaluate(`${target}.closest('dt').textContent`), /\bcarom_level_sweep\(/);
    await waitFor(page, `${target}.getBoundingClientRect().top >= -5 && ${target}.getBoundingClientRect().top < innerHeight`); // it scrolls there
}

const reference = readdirSync(join(site, 'api')).filter((name) => name.endsWith('.html'));
const isEqual = (a, b) => JSON.stringify(Array.isArray(a) ? a.map(Math.fround) : a) === JSON.stringify(Array.isArray(b) ? b.map(Math.fround) : b);

/** Every link to the playground: the exhibit opens in the state of the address, and answers what the example prints. */
async function states(page) {
    let count = 0;
    for (const name of reference) {
        await page.goto(address(`api/${name}`));
        await loaded(page);
        const links = await page.evaluate(() => [...document.querySelectorAll('a[href*="playground/index.html"]')]
            .map((a) => ({ href: a.getAttribute('href'), label: a.textContent, printed: a.closest('.example').textContent })));
        for (const href of new Set(links.map((link) => link.href))) {
            const { label, printed } = links.find((link) => link.href === href);
            await page.goto(address(`api/${name}`)); // from the page, by a click
            await loaded(page);
            const { id, fields } = parseHash(href.slice(href.indexOf('#')));
            await page.evaluate((wanted) => [...document.querySelectorAll('a')].find((a) => a.getAttribute('href') === wanted).click(), href);
            await waitFor(page, `document.body.dataset.ready === '${id}' && !document.body.classList.contains('opening')`);
            assert.equal(label, fields.size ? 'This state in the playground' : 'An exhibit of the playground', `${name} ${href}`);
            const wanted = readState(EXHIBITS[id].defaults, fields);
            const shown = await page.evaluate(() => {
                window.playground.saveAddress();
                return location.hash;
            });
            const kept = readState(EXHIBITS[id].defaults, parseHash(shown).fields);
            for (const key of fields.keys()) assert.ok(isEqual(kept[key], wanted[key]), `${name} ${href}: the exhibit has ${key} = ${kept[key]}`);
            if (id === 'walk' && fields.size) {
                const position = await page.evaluate(() => [...document.querySelectorAll('#numbers dt')].find((dt) => dt.textContent === 'position').nextElementSibling.textContent);
                assert.ok(printed.includes(`(${position.replace(',', ', ').replace('  ', ' ')})`), `the walker is at ${position}, the example prints ${printed.slice(-60)}`);
            }
            count++;
        }
    }
    assert.ok(count > 10, `${count} links`);
    return `${count} links`;
}

/** No page scrolls sideways on a phone. */
async function narrow(engine) {
    const { page, close } = await engine.open({ width: 390, height: 844 });
    for (const name of ['index.html', 'docs/coming-from.html', ...reference.map((each) => `api/${each}`)]) {
        await page.goto(address(name));
        await loaded(page);
        const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(width <= window, `${name}: ${width} px in a window of ${window}`);
    }
    await close();
}

async function sheet(page) {
    for (const name of ['cheatsheet.svg', 'cheatsheet.pdf']) {
        await page.goto(address('index.html'));
        const [status, size] = await page.evaluate(async (path) => {
            const answer = await fetch(path);
            return [answer.status, (await answer.arrayBuffer()).byteLength];
        }, name);
        assert.ok(status === 200 && size > 10000, `${name}: ${status}, ${size} bytes`);
    }
}

// ---- All of it --------------------------------------------------------------------------------------------------------

// What may differ between the two paths are the addresses, and `tools/docs.py check` has read all of them.
const TESTS = { '/': { pages, search }, '/games/carom/docs/': { pages, search, states, sheet, narrow } };
let failed = 0;
let passed = 0;
for (const engine of await engines(options.engine)) {
    for (prefix of Object.keys(TESTS)) {
        for (const [name, body] of Object.entries(TESTS[prefix])) {
            const begin = performance.now();
            const { page, said, close } = await engine.open();
            missing.length = 0;
            try {
                const note = await body(body === narrow ? engine : page);
                assert.deepEqual(said, []);
                assert.deepEqual(missing, []);
                passed++;
                console.log(`ok    ${engine.name}: ${prefix}: ${name}${note ? `: ${note}` : ''} (${Math.round(performance.now() - begin)} ms)`);
            } catch (error) {
                failed++;
                console.log(`FAIL  ${engine.name}: ${prefix}: ${name}\n${String(error.stack ?? error).replace(/^/gm, '      ')}`);
            }
            await close();
        }
    }
    await engine.close();
}
listener.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
