// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Helpers of the browser tests: a server of the page, a window with an exhibit, the command line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble, server } from '../../site.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const CAROM = join(root, 'build/carom');
export const EXHIBITS = ['ball', 'ray', 'pairs', 'grid', 'tiles', 'seams', 'run', 'groups', 'turn', 'gears', 'walk', 'drop'];
export const ASKING = EXHIBITS.filter((id) => !['run', 'groups', 'drop'].includes(id)); // those with lines for carom query

export const work = mkdtempSync(join(tmpdir(), 'carom-page-'));
export const site = join(work, 'site');
await assemble(site);
export const listener = await server(site);
await new Promise((ready) => { listener.listen(0, '127.0.0.1', ready); });
export const base = `http://127.0.0.1:${listener.address().port}/`;

export function carom(args, input) {
    const done = spawnSync(CAROM, args, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (done.error) throw new Error(`${CAROM}: ${done.error.message}; run make build first`);
    return done.stdout;
}

/** The answers of the command line to a list of lines. */
export const answers = (lines) => carom(['query'], `${lines.join('\n')}\n`).trim().split('\n');

/** Opens an exhibit in a new window, and waits for its answer. */
export async function visit(engine, hash, look = {}) {
    const window = await engine.open(look);
    await go(window.page, hash);
    return window;
}

export async function go(page, hash) {
    await page.goto(`${base}#${hash}`);
    await ready(page, hash.split('?')[0]);
}

export const ready = (page, id) => page.waitForFunction(`document.body.dataset.ready === '${id}' && !document.body.classList.contains('opening')`)
    .catch((error) => { throw new Error(`${id} does not open: ${error.message}`); });
export const told = (page) => page.evaluate(() => ({ lines: window.playground.lines, answers: window.playground.answers }));
export const press = (page, key) => page.keyboard.press(key);

/** Clicks the link of an exhibit. */
export async function open(page, id) {
    await page.click(`#list a[data-exhibit=${id}]`);
    await ready(page, id);
}

/** Chooses files in a file input; null clears it. */
export async function choose(page, ...files) {
    const input = await page.$('input[type=file]');
    await (input.setInputFiles ? input.setInputFiles(files) : input.uploadFile(...files));
}

/** The rows of the panel: { name: value }. */
export const rows = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#numbers dt')]
    .map((dt) => [dt.textContent, dt.nextElementSibling.textContent])));

/** Waits for a condition; fails if it stays false. */
export async function until(page, condition, what) {
    await page.waitForFunction(condition, ...(page.setViewportSize ? [undefined, { timeout: 60000 }] : [{ timeout: 60000 }]))
        .catch(() => assert.fail(`${what}: waited for ${condition}`));
}
