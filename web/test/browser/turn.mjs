// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The exhibit of what turns: its runs are those of the command line, its times of contact those of carom query, and
// its points, sliders and steps work by clicks and keys.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { CAROM, answers, go, press, root, rows, until, visit } from './ground.mjs';

/** Runs a shell command with carom on its path. */
function shell(command) {
    const done = spawnSync('sh', [], { input: command, cwd: root, encoding: 'utf8', env: { ...process.env, PATH: `${dirname(CAROM)}:${process.env.PATH}` } });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim();
}

const query = (page) => page.evaluate(() => window.playground.text('query'));
const seek = (page, step) => page.evaluate((to) => {
    const range = document.querySelector('.timeline input');
    range.value = to;
    range.dispatchEvent(new Event('input'));
}, step);

/** The scene in the query tab has the hash of the panel. */
export async function tableHash(engine) {
    const { page, said, close } = await visit(engine, 'ball');
    const hashes = new Set();
    for (const look of ['step=97', 'step=330', 'flip=1.5&blade=1.5&step=200', 'flip=0.05&blade=-0.31&ball=70.1,22.2&step=600']) {
        await go(page, `turn?${look}`);
        const { hash } = await rows(page);
        assert.equal(shell(await query(page)), hash, look);
        hashes.add(hash);
    }
    assert.equal(hashes.size, 4);
    assert.deepEqual(said, []);
    await close();
    return [...hashes].join(' ');
}

/** The first contacts with the flipper and the blade have the time of a sweep from the start of their step. */
export async function contactTimes(engine) {
    const { page, close } = await visit(engine, 'turn');
    const times = [];
    let turning = 0;
    for (const look of ['', '&flip=1.5', '&flip=0.9&blade=1.2', '&blade=0.5&ball=150,22']) {
        let step = 0;
        let panel = null;
        do {
            await go(page, `turn?step=${++step}${look}`);
            panel = await rows(page);
        } while (panel['with what turns'] === '0' && step < 200);
        assert.equal(panel['last contact'], String(step));
        await go(page, `turn?step=${step - 1}${look}`);
        const before = JSON.parse(shell((await query(page)).replace('--hash', '--json'))).bodies;
        // The spin that the next order sets, and the velocity with the gravity of the next step.
        const scene = JSON.parse((await query(page)).match(/\{[^]*\}/)[0]);
        await go(page, `turn?step=${step}${look}`);
        const { orders } = JSON.parse((await query(page)).match(/\{[^]*\}/)[0]);
        const set = orders.filter((order) => order.step <= step).at(-1);
        const spins = [set.spin, scene.bodies[1].spin];
        const pose = ({ position, rotation = [1, 0] }) => [...position, ...rotation];
        const lines = before.slice(2).flatMap(({ position, velocity: [x, y] }) => [0, 1].map((i) => JSON.stringify({
            op: 'turn', a: { ...scene.bodies[2].shape, pose: [...position, 0] }, move: [x, Math.fround(y + Math.fround(0.06))],
            b: { ...scene.bodies[i].shape, pose: pose(before[i]) }, b_turn: spins[i],
        })));
        const found = answers(lines).map((line, k) => ({ ...JSON.parse(line), spin: spins[k % 2] })).filter(({ hit }) => hit);
        const same = found.filter(({ t }) => Math.fround(t) === Math.fround(Number(panel.t)));
        assert.ok(same.length, `step ${step}${look}: ${panel.t} is not among ${found.map(({ t }) => t)}`);
        turning += same.some(({ spin }) => spin !== 0) ? 1 : 0;
        times.push(`${step - 1} + ${panel.t}`);
    }
    assert.ok(turning > 1);
    await close();
    return times.join(', ');
}

/** The panel has the answer of carom query, wherever the second gear is. Nearer, the teeth touch earlier. */
export async function gearsByHand(engine) {
    const { page, said, close } = await visit(engine, 'gears');
    const asked = async () => {
        const [answer] = answers([await query(page)]).map((line) => JSON.parse(line));
        const panel = await rows(page);
        assert.deepEqual([panel.hit, Number(panel.t), panel.inside], [String(answer.hit), answer.t, String(answer.inside)]);
        return answer;
    };
    const status = () => page.evaluate(() => document.querySelector('#status').textContent);
    assert.equal((await asked()).hit, false);
    assert.match(await status(), /^No contact/);
    const times = [];
    for (const x of [78.4, 78.35, 78.3]) {
        await go(page, `gears?at=${x},0&step=60`);
        const { hit, inside, t } = await asked();
        assert.ok(hit && !inside && t > 0);
        assert.match(await status(), new RegExp(`^They touch at t = ${t.toFixed(4)}`));
        times.push(t);
    }
    assert.deepEqual(times, [...times].sort((a, b) => b - a));
    await page.focus('[data-handle=at]');
    for (let i = 0; i < 2; i++) await press(page, 'ArrowLeft');
    assert.ok((await asked()).inside);
    assert.match(await status(), /^The gears start in penetration/);
    for (let i = 0; i < 2; i++) await page.click('#undo');
    assert.equal((await asked()).t, times.at(-1));
    assert.deepEqual(said, []);
    await close();
    return `contact at t = ${times.join(', ')}`;
}

export async function carByHand(engine) {
    const { page, said, close } = await visit(engine, 'turn');
    const click = (words) => page.evaluate((label) => [...document.querySelectorAll('#presets button')].find((b) => b.textContent === label).click(), words);
    // A flipper by the slider of the steps; a point by keys, and undo.
    await seek(page, 97);
    const first = await rows(page);
    assert.ok(Number(first['with what turns']) > 0);
    await page.focus('[data-handle=ball]');
    await press(page, 'ArrowRight');
    assert.notEqual((await rows(page)).hash, first.hash);
    await page.click('#undo');
    assert.deepEqual(await rows(page), first);

    await click('Car along walls');
    await seek(page, 115);
    for (let step = 116; step <= 120; step++) await page.click('[aria-label="One step"]');
    const car = await rows(page);
    assert.equal(car.step, '120');
    assert.ok(Number(car.contacts) > 0 && Number(car.t) >= 0 && Number(car.t) <= 1);
    assert.match(await page.evaluate(() => document.querySelector('#status').textContent), /^Contact at t = [\d.]+ of step \d+\./);
    // The line of the step gives the next state of the car.
    const [moved] = answers([await query(page)]).map((line) => JSON.parse(line));
    await page.click('[aria-label="One step"]');
    const next = await rows(page);
    assert.deepEqual([next.at, next.turned].map((text) => text.split(', ').map(Number)), [moved.at, moved.turned]);
    // Another point gives another path.
    await seek(page, 600);
    const end = await rows(page);
    await page.focus('[data-handle=way0]');
    for (let i = 0; i < 4; i++) await press(page, 'ArrowUp');
    assert.notEqual((await rows(page)).at, end.at);
    for (let i = 0; i < 4; i++) await page.click('#undo');
    assert.deepEqual(await rows(page), end);

    await page.click('[aria-label="Back to step 0"]');
    await page.click('[aria-label=Play]');
    await until(page, "Number(document.querySelector('.timeline b').textContent) > 20", 'playing');
    await page.click('[aria-label=Pause]');
    await seek(page, 120);
    assert.deepEqual(await rows(page), car);
    assert.deepEqual(said, []);
    await close();
    return `${end.contacts} contacts of the car in 600 steps`;
}
