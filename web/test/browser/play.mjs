// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of the timeline and of the walker's keys, wherever the visitor has clicked before.
import assert from 'node:assert/strict';
import { carom, open, press, ready, rows, until, visit } from './ground.mjs';

const step = (page) => page.evaluate(() => Number(document.querySelector('.timeline input').value));
const view = (page) => page.evaluate(() => ({ ...window.playground.stage.view }));
const x = async (page) => Number((await rows(page)).position.split(',')[0]);
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());

/** Holds a key for some steps, on a busy machine for more until the walker moves; returns how far it moved. */
async function held(page, key, steps = 20) {
    const [from, begin] = [await step(page), await x(page)];
    await page.keyboard.down(key);
    for (let end = from + steps; end <= from + 5 * steps; end += steps) {
        await until(page, `Number(document.querySelector('.timeline input').value) > ${end}`, `${key} is held, the focus on ${await focused(page)}`);
        if (Math.abs(await x(page) - begin) > 5) break;
    }
    await page.keyboard.up(key);
    return await x(page) - begin;
}

/** After clicking the link, a case, the timeline or the theme, the keys move the walker, and nothing else. */
export async function walkerKeys(engine) {
    const { page, close } = await visit(engine, 'ball');
    await open(page, 'walk');
    assert.ok(await held(page, 'ArrowRight') > 10, 'after the link');
    const places = ['#presets button', '[aria-label=Pause]', '[aria-label="One step"]', '#theme', '[data-zoom=fit]', '.timeline input', '#tab-JS'];
    for (const [i, place] of places.entries()) {
        await page.click(place);
        const pair = place === '#tab-JS' ? ['d', 'a'] : ['ArrowRight', 'ArrowLeft']; // a tab uses arrows itself
        assert.ok(Math.abs(await held(page, pair[i % 2])) > 5, `after ${place}`);
    }
    // Space jumps after a click, and does not press the button again.
    await page.click('#presets button');
    await held(page, 'ArrowLeft', 60); // down to the ground
    await page.click('[aria-label=Pause]');
    await page.click('[aria-label=Play]');
    await press(page, ' ');
    assert.equal(await page.evaluate(() => document.querySelector('.timeline button:nth-child(2)').getAttribute('aria-label')), 'Pause');
    await until(page, "document.querySelector('#status').textContent.startsWith('In the air')", 'space jumps');
    // Letters with Caps Lock, which gives capitals, and with Shift.
    for (const [key, sign] of [['D', 1], ['A', -1]]) assert.ok(sign * await held(page, key) > 5, key);
    // Two keys for one action: the one still pressed counts.
    await page.keyboard.down('ArrowRight');
    await page.keyboard.down('d');
    await page.keyboard.up('d');
    const before = await x(page);
    const now = await step(page);
    await until(page, `Number(document.querySelector('.timeline input').value) > ${now + 15}`, 'ArrowRight is still down');
    await page.keyboard.up('ArrowRight');
    assert.ok(await x(page) > before + 5, 'ArrowRight is still down');
    // A field that was focused by the keyboard keeps its keys.
    await page.click('[aria-label=Pause]');
    await page.focus('.timeline input');
    const last = await step(page);
    await press(page, 'ArrowLeft');
    assert.equal(await step(page), last - 1);
    await close();
}

/** Arrow keys that move the walker do not pan the picture; in other exhibits they do. */
export async function arrowsDoNotPan(engine) {
    const { page, close } = await visit(engine, 'ball');
    await open(page, 'walk');
    await page.focus('canvas');
    await page.evaluate(() => {
        window.panned = 0;
        const { stage } = window.playground;
        const pan = stage.pan.bind(stage);
        stage.pan = (...d) => { window.panned++; pan(...d); };
    });
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'd']) await held(page, key, 3);
    assert.equal(await page.evaluate(() => window.panned), 0);
    await open(page, 'ball');
    await page.focus('canvas');
    const before = await view(page);
    await press(page, 'ArrowRight');
    assert.notDeepEqual(await view(page), before);
    await close();
}

/** Wherever playing is paused, the hash in the panel is that of the step and of the command. */
export async function pausedHash(engine) {
    const { page, close } = await visit(engine, 'ball');
    await open(page, 'run');
    await page.click('#presets button:nth-child(2)');
    await page.evaluate(() => document.querySelector('[aria-label=Play]')?.click());
    const agrees = ({ step: at, hash, command }, what) => {
        assert.match(command, new RegExp(`--steps ${at} `), what);
        assert.equal(carom(command.split(' ').slice(1)).trim(), hash, `${what}: ${command}`);
    };
    const shown = () => page.evaluate(() => {
        const [at, hash] = [...document.querySelectorAll('#numbers dd')].map((dd) => dd.textContent);
        return { step: at, hash, command: window.playground.text('query'), slider: document.querySelector('.timeline b').textContent };
    });
    for (let i = 0; i < 6; i++) {
        await new Promise((done) => { setTimeout(done, 130 + 47 * i); });
        agrees(await shown(), 'while it plays');
        await page.click('[aria-label=Pause]');
        await new Promise((done) => { setTimeout(done, 200); });
        const now = await shown();
        assert.equal(now.slider, now.step, 'paused');
        agrees(now, 'paused');
        if (i === 3) {
            await page.click('[aria-label="One step"]');
            await until(page, `document.querySelector('#numbers dd').textContent === '${Number(now.step) + 1}'`, 'one step');
            agrees(await shown(), 'one step on');
        }
        await page.click('[aria-label=Play]');
    }
    await close();
}

/** While it plays, the address follows: a reload, and the back button, continue near the step that was shown. */
export async function addressWhilePlaying(engine) {
    const { page, close } = await visit(engine, 'ball');
    for (const id of ['seams', 'run', 'groups', 'turn', 'walk']) {
        await open(page, id);
        await page.evaluate(() => document.querySelector('[aria-label=Play]')?.click());
        await until(page, "Number(/step=([0-9]+)/.exec(location.hash)?.[1] ?? 0) > 90", `${id}: the address follows`);
        await page.reload();
        await ready(page, id);
        await until(page, "Number(document.querySelector('.timeline input').value) >= 90", `${id}: after a reload`);
        await page.evaluate(() => document.querySelector('[aria-label=Play]')?.click());
        await until(page, "Number(document.querySelector('.timeline input').value) > 100", `${id} plays`);
        await open(page, 'ball');
        await page.goBack();
        await ready(page, id);
        await until(page, "Number(document.querySelector('.timeline input').value) > 100", `${id}: after going back`);
    }
    await close();
}
