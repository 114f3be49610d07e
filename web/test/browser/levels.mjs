// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of the visitor's own levels: rejected files, maps without solid parts, and reloads.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, choose, open, press, ready, root, rows, told, until, visit, work } from './ground.mjs';

const CAVE = ['cave.tmj', 'cave-tiles.tsx'].map((name) => join(root, 'levels', name));

function file(name, text) {
    const path = join(work, name);
    writeFileSync(path, text);
    return path;
}

const status = (page) => page.evaluate(() => document.querySelector('#status').textContent);
const shows = (page, name) => until(page, `document.querySelector('#status').textContent.startsWith('${name}')`, `${name} is shown`);
const notes = (page) => page.evaluate(() => document.querySelectorAll('#extra .notes li').length);

/** Number of pixels of the picture that differ from the background. */
const drawn = (page) => page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2];
    return count;
});

/** The text of the card over the picture, which must be visible without scrolling; null without a card. */
const card = (page) => page.evaluate(() => {
    const element = document.querySelector('.card');
    if (!element) return null;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, top + 20);
    const all = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && element.contains(seen);
    return all ? element.textContent : `not to be seen: ${[top, bottom, left, right]}`;
});

const button = (page, text) => page.evaluate((words) => {
    [...document.querySelectorAll('button')].find((each) => each.textContent === words).click();
}, text);

export async function wrongFile(engine) {
    const { page, close } = await visit(engine, 'ball');
    await open(page, 'drop');
    const [before, edges] = [await notes(page), (await rows(page)).edges];
    assert.ok(before > 0);
    const wrong = [['bad.tmx', '<map width="2" height="2"'], ['picture.png', 'no picture'], ['half.ldtk', '{"levels":'], ['empty.tmj', '']];
    for (const [name, text] of wrong) {
        await choose(page, file(name, text));
        await until(page, "document.querySelector('#status').className === 'bad'", name);
        assert.match(await card(page), new RegExp(`^${name} was not opened`));
        assert.match(await status(page), new RegExp(`^${name}`));
        assert.equal(await notes(page), 0, `${name}: the notes are those of another file`);
        assert.deepEqual(await rows(page), {}, `${name}: the numbers are those of another file`);
        assert.ok(await drawn(page) > 5000, `${name}: the picture is blank`);
        await button(page, 'Back to cave.tmx');
        assert.equal(await card(page), null);
        assert.equal(await notes(page), before);
        assert.equal((await rows(page)).edges, edges);
    }
    // A file in another folder.
    await choose(page, file('parts.ldtk', JSON.stringify({ jsonVersion: '1.5.3', externalLevels: true, defs: { layers: [] },
        levels: [{ uid: 1, identifier: 'One', worldX: 0, worldY: 0, pxWid: 16, pxHei: 16, externalRelPath: 'parts/One.ldtkl', layerInstances: null }] })));
    await until(page, "document.querySelector('.card')", 'the card');
    assert.match(await card(page), /'parts\/One\.ldtkl' cannot be read: not found.*choose the folder that holds both/s);
    await button(page, 'Back to cave.tmx');
    // The card disappears when the exhibit is left, and for the next file.
    await choose(page, file('bad.tmx', '<map'));
    await until(page, "document.querySelector('.card')", 'the card');
    await open(page, 'ball');
    await open(page, 'drop');
    assert.equal(await card(page), null);
    assert.equal(await notes(page), before);
    await choose(page, file('bad.tmx', '<map'));
    await until(page, "document.querySelector('.card')", 'the card');
    await choose(page, ...CAVE);
    await shows(page, 'cave.tmj');
    assert.equal(await card(page), null);
    assert.equal(await notes(page), before);
    await close();
}

export async function nothingSolid(engine) {
    const plain = `<map version="1.10" orientation="orthogonal" width="8" height="4" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="one" tilewidth="16" tileheight="16" tilecount="1" columns="1"/>
 <layer name="ground" width="8" height="4"><data encoding="csv">${Array(32).fill(1)}</data></layer></map>`;
    for (const look of [{}, { width: 390, height: 844 }]) {
        const { page, close } = await visit(engine, 'drop', look);
        await choose(page, file('plain.tmx', plain));
        await shows(page, 'plain.tmx');
        assert.match(await card(page), /^Nothing in plain\.tmx is solid.*solid.*ground/);
        assert.match(await status(page), /nothing in it is solid/);
        assert.ok(await drawn(page) > 500, 'the picture is blank');
        assert.ok(await notes(page) > 0);
        await choose(page, ...CAVE);
        await shows(page, 'cave.tmj');
        assert.equal(await card(page), null);
        await close();
    }
}

export async function keptLevel(engine) {
    const { page, close } = await visit(engine, 'drop');
    await choose(page, ...CAVE);
    await shows(page, 'cave.tmj');
    await page.focus('[data-handle=ball]');
    await press(page, 'ArrowRight');
    await page.evaluate(() => window.playground.saveAddress());
    const before = await rows(page);
    await page.reload();
    await ready(page, 'drop');
    await shows(page, 'cave.tmj');
    assert.deepEqual(await rows(page), before);
    // Also by the link on a fresh page, with no ball in the address.
    await page.goto('about:blank');
    await page.goto(`${base}#ball`);
    await ready(page, 'ball');
    await open(page, 'drop');
    await shows(page, 'cave.tmj');
    // A wrong file does not replace it.
    await choose(page, file('bad.tmx', '<map'));
    await until(page, "document.querySelector('.card')", 'the card');
    await page.reload();
    await ready(page, 'drop');
    await shows(page, 'cave.tmj');
    await button(page, 'Back to the cave');
    await shows(page, 'cave.tmx');
    await page.reload();
    await ready(page, 'drop');
    await shows(page, 'cave.tmx');
    await close();
}


export async function leftWhileReading(engine) {
    const { page, close } = await visit(engine, 'ball');
    const before = (await told(page)).lines;
    await open(page, 'drop');
    await choose(page, ...CAVE);
    await open(page, 'ball');
    await new Promise((done) => { setTimeout(done, 700); });
    assert.deepEqual((await told(page)).lines, before);
    assert.equal(await page.evaluate(() => document.querySelector('#tools').children.length), 0);
    await open(page, 'drop');
    await shows(page, 'cave.tmj');
    // Fast clicks: the last one counts, and the others leave nothing behind.
    for (const id of ['walk', 'run', 'drop', 'seams', 'walk', 'grid']) await page.click(`#list a[data-exhibit=${id}]`);
    await ready(page, 'grid');
    await page.evaluate(() => window.playground.settled());
    assert.equal(await page.evaluate(() => ['tools', 'extra', 'timeline', 'overlay'].filter((id) => document.getElementById(id).children.length).join()), '');
    await close();
}
