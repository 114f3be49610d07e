// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The exhibit of two groups: its numbers are those of the command line, and statics, responses and undo work by clicks
// and keys.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { CAROM, press, root, rows, until, visit } from './ground.mjs';

const number = (text) => Number(text.replaceAll(',', ''));

async function reached(page, step) {
    await until(page, `document.querySelector('#numbers dd').textContent === '${step}'`, `step ${step}`);
    return rows(page);
}

/** The scene in the query tab, with its restarted movers, has the hash of the panel. */
export async function sceneHash(engine) {
    const { page, said, close } = await visit(engine, 'ball');
    const hashes = new Set();
    for (const look of ['', '&ab=stop&aa=stop&shape=box', '&aa=slide&radius=5.5&seed=9', '&aa=pass&movers=300&ab=bounce']) {
        await page.evaluate((hash) => { location.hash = hash; }, `groups?step=80${look}`);
        const { hash } = await reached(page, 80);
        await page.evaluate(() => window.playground.settled());
        const command = await page.evaluate(() => window.playground.text('query'));
        const done = spawnSync('sh', [], { input: command, cwd: root, encoding: 'utf8', env: { ...process.env, PATH: `${dirname(CAROM)}:${process.env.PATH}` } });
        assert.equal(done.stdout.trim(), hash, `${look} ${done.error ?? done.stderr}`);
        hashes.add(hash);
    }
    assert.equal(hashes.size, 4);
    assert.deepEqual(said, []);
    await close();
    return [...hashes].join(' ');
}

/** Clicks in the middle of a cell of the exhibit. */
async function clickCell(page, [x, y]) {
    const at = await page.evaluate(([cx, cy]) => {
        const box = document.getElementById('canvas').getBoundingClientRect();
        const [px, py] = window.playground.stage.toPixel([16 * cx + 8, 16 * cy + 8]);
        return [box.left + px, box.top + py];
    }, [x, y]);
    await page.mouse.click(...at);
}

export async function groupsByHand(engine) {
    const { page, said, close } = await visit(engine, 'groups');
    const statics = async () => number((await rows(page)).statics);
    const before = await statics();
    await clickCell(page, [2, 1]); // a static
    assert.equal(await statics(), before - 1);
    await clickCell(page, [0, 0]); // an empty cell
    await clickCell(page, [12, 0]);
    assert.equal(await statics(), before + 1);
    for (let i = 0; i < 3; i++) await page.click('#undo');
    assert.equal(await statics(), before);
    await page.click('#redo');
    assert.equal(await statics(), before - 1);

    // By keys: the cursor starts in the corner.
    await page.focus('#canvas');
    await press(page, 'ArrowRight');
    await press(page, 'Enter');
    assert.equal(await statics(), before);
    assert.match(await page.evaluate(() => { window.playground.saveAddress(); return location.hash; }), /map=/);

    // A response for each pair of groups, by clicks. Movers that pass each other are never in contact for long.
    await page.click('input[name=ab][value=slide]');
    await page.click('input[name=aa][value=pass]');
    await page.click('[aria-label="One step"]');
    await reached(page, 1);
    for (let i = 2; i <= 60; i++) await page.click('[aria-label="One step"]');
    const now = await reached(page, 60);
    const shown = await page.evaluate(() => ({
        pairs: [...document.querySelectorAll('.pair-list li')].map((li) => li.textContent),
        heading: document.getElementById('pairs-heading').textContent,
        log: [...document.querySelectorAll('.event-log li')].map((li) => [li.className, li.textContent]),
        status: document.getElementById('status').textContent,
    }));
    assert.match(shown.status, /^[\d,]+ box tests instead of [\d,]+; [\d,]+ pairs in contact\.$/);
    assert(number(now['box tests']) * 4 < number(now['all pairs']), shown.status);
    assert(number(now['narrow phase']) < number(now['box tests']));
    assert(number(shown.heading.match(/: (\d+)$/)[1]) >= number(now['pairs in contact']));
    assert(shown.pairs.length > 0 && shown.pairs.slice(0, 40).every((text) => /^A\d+ (A\d+|B\d+|wall)$/.test(text)), shown.pairs.join());
    assert.equal(shown.log.length, 60);
    for (const [kind, text] of shown.log) {
        const line = text.match(/^(\d+(?:\.\d*)?)(begin|end)(A\d+)\.OnCollision\((\w+)\)(?:, (\w+)\.OnCollision\((A\d+)\))?$/);
        assert(line && line[2] === kind, text);
        if (line[4] === 'wall') assert.equal(line[5], undefined);
        else assert.deepEqual([line[5], line[6]], [line[4], line[3]]);
    }
    assert.equal(number(now.began) - number(now.ended), number(now['pairs in contact']));

    // Playing goes on from here, and a click on the slider's start goes back to the same state.
    await page.click('[aria-label=Play]');
    await until(page, "Number(document.querySelector('.timeline b').textContent) > 70", 'playing');
    await page.click('[aria-label=Pause]');
    await page.click('[aria-label="Back to step 0"]');
    await page.evaluate(() => { const range = document.querySelector('.timeline input'); range.value = 60; range.dispatchEvent(new Event('input')); });
    assert.deepEqual(await reached(page, 60), now);
    assert.deepEqual(said, []);
    await close();
    return shown.status;
}
