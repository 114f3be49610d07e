// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of use and appearance: phone, touch, keyboard, undo, contrast.
import assert from 'node:assert/strict';
import { EXHIBITS, go, open, press, ready, rows, told, until, visit } from './ground.mjs';

const PHONE = { width: 390, height: 844 };
const view = (page) => page.evaluate(() => ({ ...window.playground.stage.view }));
const state = (page) => page.evaluate(() => { window.playground.saveAddress(); return location.hash; });
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
const middle = (page, x = 0.5, y = 0.5) => page.evaluate(([u, v]) => {
    const { left, top, width, height } = document.querySelector('canvas').getBoundingClientRect();
    return [left + u * width, top + v * height];
}, [x, y]);

/** In every exhibit and case, the whole answer and the whole picture are visible without scrolling. */
export async function answerBesidePicture(engine) {
    const { page, close } = await visit(engine, 'ball', PHONE);
    for (const id of EXHIBITS) {
        await open(page, id);
        const cases = await page.evaluate(() => document.querySelectorAll('#presets button').length);
        for (let i = 0; i < Math.max(1, cases); i++) {
            if (i) await page.evaluate((k) => document.querySelectorAll('#presets button')[k].click(), i);
            const hidden = await page.evaluate(() => ['#stage', '#status', '#fault', '#numbers'].flatMap((name) => {
                const { top, bottom, height } = document.querySelector(name).getBoundingClientRect();
                return height && (top + scrollY < 0 || bottom + scrollY > innerHeight) ? [`${name} ends at ${bottom + scrollY} of ${innerHeight}`] : [];
            }));
            assert.deepEqual(hidden, [], `${id}, case ${i}`);
        }
    }
    await close();
}

/** On a phone on its side, too: the whole picture, the status and the beginning of the numbers. */
export async function answerBesidePictureOnItsSide(engine) {
    for (const [width, height] of [[740, 360], [844, 390]]) {
        const { page, close } = await visit(engine, 'ball', { width, height });
        for (const id of EXHIBITS) {
            await open(page, id);
            await page.evaluate(() => scrollTo(0, 0));
            const hidden = await page.evaluate(() => ['#stage', '.zoom', '#timeline', '#status'].flatMap((name) => {
                const { top, bottom, right, height: size } = document.querySelector(name).getBoundingClientRect();
                return size && (top < 0 || bottom > innerHeight || right > innerWidth) ? [`${name} ends at ${bottom} of ${innerHeight}`] : [];
            }));
            assert.deepEqual(hidden, [], `${id} at ${width} x ${height}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
            assert.ok(await page.evaluate(() => document.querySelector('#stage').clientHeight) >= 190, id);
        }
        await close();
    }
}

/** Moves one or more fingers along paths of [x, y]. */
async function touch(engine, page, ways) {
    const length = ways[0].length;
    if (engine.name === 'chromium') {
        const session = await page.context().newCDPSession(page);
        const send = (type, i) => session.send('Input.dispatchTouchEvent', { type, touchPoints: i < 0 ? [] : ways.map((way, id) => ({ x: way[i][0], y: way[i][1], id })) });
        await send('touchStart', 0);
        for (let i = 1; i < length; i++) {
            await send('touchMove', i);
            await wait(16);
        }
        await send('touchEnd', -1);
        await session.detach();
        return;
    }
    const handles = [];
    for (const way of ways) handles.push(await page.touchscreen.touchStart(...way[0]));
    for (let i = 1; i < length; i++) for (const [k, handle] of handles.entries()) await handle.move(...ways[k][i]);
    for (const handle of handles) await handle.end();
}

const way = ([x, y], [dx, dy], steps = 12) => Array.from({ length: steps + 1 }, (_, i) => [x + (dx * i) / steps, y + (dy * i) / steps]);

export async function fingers(engine) {
    const { page, close } = await visit(engine, 'ball', PHONE);
    // A finger that moves up over the picture scrolls the page, and does not change the picture.
    for (const [id, x, y] of [['ball', 0.8, 0.85], ['grid', 0.05, 0.9], ['tiles', 0.5, 0.9], ['drop', 0.5, 0.95], ['walk', 0.5, 0.5]]) {
        await open(page, id);
        await page.evaluate(() => scrollTo(0, 0));
        const before = [await view(page), await state(page)];
        await touch(engine, page, [way(await middle(page, x, y), [9, -140])]);
        await wait(150);
        assert.deepEqual([await view(page), await state(page)], before, `${id}: the finger did more than scroll`);
        if (engine.name === 'chromium') assert.ok(await page.evaluate(() => scrollY) > 40, `${id}: the page has not scrolled`);
    }
    // A tap paints a cell.
    await open(page, 'grid');
    await page.evaluate(() => scrollTo(0, 0));
    const before = await state(page);
    await touch(engine, page, [[await middle(page, 0.06, 0.08)]]);
    await until(page, `(window.playground.saveAddress(), location.hash !== ${JSON.stringify(before)})`, 'a tap paints');
    // With Paint on, a finger paints.
    const painted = () => page.evaluate(() => JSON.parse(window.playground.lines[0]).rows.join('').split('#').length - 1);
    const count = await painted();
    await page.click('#draw');
    await touch(engine, page, [way(await middle(page, 0.06, 0.2), [0, 90])]);
    assert.ok(await painted() > count + 2, 'with Paint on, a finger paints');
    await page.click('#draw');
    // Two fingers zoom.
    await open(page, 'ball');
    const scale = (await view(page)).scale;
    const at = await middle(page, 0.75, 0.8);
    await touch(engine, page, [way(at, [-40, -20]), way([at[0] + 30, at[1]], [30, 20])]);
    assert.ok((await view(page)).scale > scale * 1.2, 'two fingers zoom');
    await close();
}

export async function wheel(engine) {
    const turn = async (page) => {
        const [x, y] = await middle(page);
        await page.mouse.move(x, y);
        await (engine.name === 'chromium' ? page.mouse.wheel(0, 120) : page.mouse.wheel({ deltaY: 120 }));
        await wait(300);
    };
    const narrow = await visit(engine, 'grid', { width: 600, height: 600 });
    const before = await view(narrow.page);
    await turn(narrow.page);
    assert.deepEqual(await view(narrow.page), before);
    assert.ok(await narrow.page.evaluate(() => scrollY) > 0);
    await narrow.close();
    const wide = await visit(engine, 'grid');
    const scale = (await view(wide.page)).scale;
    await turn(wide.page);
    assert.ok((await view(wide.page)).scale < scale, 'where the page does not scroll, the wheel zooms');
    await wide.close();
}

export async function undo(engine) {
    const { page, close } = await visit(engine, 'ball');
    const off = (id) => page.evaluate((name) => document.getElementById(name).getAttribute('aria-disabled') === 'true', id);
    const control = async (...keys) => {
        for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
        await press(page, keys.at(-1));
        for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
    };
    const drag = async ([x, y], [dx, dy]) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + dx, y + dy, { steps: 10 });
        await page.mouse.up();
    };
    // A stroke is one entry, with any number of cells.
    for (const id of ['grid', 'tiles']) {
        await open(page, id);
        assert.ok(await off('undo') && await off('redo'), id);
        const clean = await state(page);
        await drag(await middle(page, 0.2, 0.28), [180, 60]);
        const painted = await state(page);
        assert.notEqual(painted, clean);
        await drag(await middle(page, 0.7, 0.28), [0, 160]);
        await control('Control', 'z');
        assert.equal(await state(page), painted, `${id}: the second stroke`);
        await page.click('#undo');
        assert.equal(await state(page), clean, `${id}: the first stroke`);
        assert.ok(await off('undo'));
        await control('Control', 'Shift', 'Z');
        await page.click('#redo');
        assert.ok(await off('redo') && !await off('undo'));
        assert.notEqual(await state(page), painted);
    }
    // So are a drag of a point, a case, a switch, and a key.
    await open(page, 'ball');
    const states = [await state(page)];
    const handle = await page.evaluate(() => {
        const { left, top, width, height } = document.querySelector('[data-handle=ball]').getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    });
    const acts = [() => drag(handle, [40, 25]), () => page.click('#presets button:nth-child(3)'), () => page.click('.switch input'),
        async () => { await page.focus('[data-handle=tip]'); await press(page, 'ArrowDown'); }];
    for (const act of acts) {
        await act();
        states.push(await state(page));
    }
    assert.equal(new Set(states).size, states.length);
    for (const before of states.slice(0, -1).reverse()) {
        await control('Control', 'z');
        assert.equal(await state(page), before);
    }
    for (const after of states.slice(1)) {
        await page.click('#redo');
        assert.equal(await state(page), after);
    }
    // Each exhibit has its own history.
    await open(page, 'ray');
    assert.ok(await off('undo'));
    await open(page, 'ball');
    assert.ok(!await off('undo'));
    await close();
}

function luminance([r, g, b]) {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
function ratio(p, q) {
    const [x, y] = [luminance(p), luminance(q)].sort((a, b) => b - a);
    return (x + 0.05) / (y + 0.05);
}
const numbers = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

/** Contrast of at least 3 (WCAG 2.1, 1.4.11) between parts that must be distinguishable, in both themes. */
export async function contrast(engine) {
    const { page, close } = await visit(engine, 'ball');
    const apart = (name, p, q) => assert.ok(ratio(p, q) >= 3, `${name}: ${ratio(p, q).toFixed(2)} between ${p} and ${q}`);
    /** The colour of a cell beside its middle, where there is no line. */
    const cell = async (x, y) => page.evaluate(([u, v]) => {
        const { stage } = window.playground;
        stage.paintNow();
        const [px, py] = stage.toPixel([u + 0.5, v + 0.1]);
        return [...stage.context.getImageData(Math.round(px * stage.dpr), Math.round(py * stage.dpr), 1, 1).data.slice(0, 3)];
    }, [x, y]);
    for (const theme of ['one', 'other']) {
        if (theme === 'other') await page.click('#theme');
        await open(page, 'ball');
        const switches = await page.evaluate(() => [...document.querySelectorAll('.switch input')].map((input) => {
            const [own, thumb] = [getComputedStyle(input), getComputedStyle(input, '::before')];
            return { on: input.checked, track: own.backgroundColor, border: own.borderTopColor, thumb: thumb.backgroundColor, card: getComputedStyle(document.querySelector('main')).backgroundColor };
        }));
        assert.ok(switches.some(({ on }) => on) && switches.some(({ on }) => !on));
        for (const { on, track, border, thumb, card } of switches) {
            apart(`${theme}, a switch ${on ? 'on' : 'off'}, its border`, numbers(border), numbers(card));
            apart(`${theme}, a switch ${on ? 'on' : 'off'}, its thumb`, numbers(thumb), numbers(track));
        }
        const buttons = await page.evaluate(() => [...document.querySelectorAll('#presets button, .zoom button:not([aria-disabled=true])')]
            .filter((each) => each.offsetParent).map((each) => [getComputedStyle(each).borderTopColor, getComputedStyle(document.querySelector('main')).backgroundColor]));
        for (const [border, card] of buttons) apart(`${theme}, a button`, numbers(border), numbers(card));
        await go(page, 'grid?ask=fov&from=10,6');
        const { visible } = JSON.parse((await told(page)).answers[0]);
        const walls = JSON.parse((await told(page)).lines[0]).rows;
        const find = (wall, seen) => {
            for (let y = 1; y < 13; y++) for (let x = 1; x < 19; x++) if ((walls[y][x] === '#') === wall && Boolean(visible[y][x]) === seen && !(x === 10 && y === 6)) return [x, y];
            return assert.fail(`no such cell: ${[wall, seen]}`);
        };
        const [seen, unseen, wall, far] = [await cell(...find(false, true)), await cell(...find(false, false)), await cell(...find(true, true)), await cell(...find(true, false))];
        apart(`${theme}, seen cells and others`, seen, unseen);
        apart(`${theme}, seen cells and walls`, seen, wall);
        apart(`${theme}, walls`, far, unseen);
        await go(page, 'grid?ask=walk&from=2,1&to=10,1');
        apart(`${theme}, cells under a line and others`, await cell(5, 1), await cell(5, 0));
    }
    await close();
}

export async function onePaletteStop(engine) {
    const { page, close } = await visit(engine, 'tiles');
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('.palette button')].filter((each) => each.tabIndex >= 0).length), 1);
    await page.focus('#presets button:last-child');
    await press(page, 'Tab');
    const here = () => page.evaluate(() => ({ code: document.activeElement.dataset.code, checked: document.activeElement.getAttribute('aria-checked'),
        brush: document.querySelector('.brush b').textContent, name: document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent }));
    const first = await here();
    assert.ok(first.code, `Tab comes to ${first.name}`);
    const passed = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home']) {
        await press(page, key);
        const now = await here();
        assert.ok(now.code && now.checked === 'true' && now.brush === now.name, `${key}: ${JSON.stringify(now)}`);
        passed.push(now.code);
    }
    assert.equal(passed[3], first.code, 'right, down, left, up: back again');
    assert.equal(new Set(passed.slice(0, 4)).size, 4);
    assert.equal(passed[5], '0');
    await press(page, 'Tab');
    assert.equal((await here()).name, 'Flip (F)');
    await close();
}

/** Changes each exhibit, leaves it at once by a link, and finds it unchanged by its own link. */
export async function keptByLinks(engine) {
    const { page, close } = await visit(engine, 'ball');
    const texts = () => page.evaluate(() => ({ query: window.playground.text('query'), C: window.playground.text('C') }));
    for (const id of EXHIBITS) {
        await open(page, id);
        const before = await texts();
        if (await page.$('.handle')) {
            await page.focus('.handle');
            for (const key of ['ArrowRight', 'ArrowDown']) await press(page, key); // a radius has one direction
        } else if (id === 'walk') {
            await page.keyboard.down('ArrowRight');
            await until(page, "Number(document.querySelector('.timeline input').value) > 20", 'it walks');
            await page.keyboard.up('ArrowRight');
        } else {
            await page.evaluate(() => { const range = document.querySelector('.timeline input'); range.value = 12; range.dispatchEvent(new Event('input')); });
            await until(page, "document.querySelector('#numbers dd').textContent === '12'", 'step 12');
        }
        if (id === 'walk') await page.click('[aria-label=Pause]');
        await page.click('[data-zoom=in]');
        const [changed, where] = [await texts(), await view(page)];
        assert.notDeepEqual(changed, before, id);
        await page.click(`#list a[data-exhibit=${id === 'ball' ? 'ray' : 'ball'}]`);
        await ready(page, id === 'ball' ? 'ray' : 'ball');
        if (id === 'ball') await page.click('.brand');
        await open(page, id);
        if (id === 'run') await until(page, "document.querySelector('#numbers dd').textContent === '12'", 'step 12 again');
        assert.deepEqual(await texts(), changed, id);
        const now = await view(page);
        for (const name of ['x', 'y', 'scale']) assert.ok(Math.abs(now[name] - where[name]) <= 1e-3 * Math.abs(where[name]), `${id}: the view`);
        // Its own link changes nothing.
        await open(page, id);
        assert.deepEqual(await texts(), changed, `${id}, its own link`);
    }
    await close();
}

// Words that are not terms of the field (time of impact, hit, penetration depth, contact).
const PRIVATE = /\b(is told|tells|meets?|is met|passes by|in the way|of (the|its) way|deep in each other|in each other|over nothing|shortest way out|goes through|anew|whom?|time a step|go(es)? the whole way)\b/i;

/** All text of the page, in every exhibit and case, with the published routine where there is one. */
export async function fieldTerms(engine) {
    const { page, close } = await visit(engine, 'ball');
    const found = new Set();
    const read = async (where) => {
        const text = await page.evaluate(() => {
            const named = [...document.querySelectorAll('[aria-label], [title]')].flatMap((each) => [each.getAttribute('aria-label'), each.title]);
            const shown = [...document.querySelectorAll('header, nav, .intro, .zoom, #timeline, #presets, #tools, #controls, #status, #fault, #numbers dt')].map((each) => each.textContent);
            return [...named, ...shown].filter(Boolean);
        });
        for (const line of text) if (PRIVATE.test(line)) found.add(`${where}: ${line}`);
    };
    for (const id of EXHIBITS) {
        await open(page, id);
        const cases = await page.evaluate(() => document.querySelectorAll('#presets button').length);
        for (let i = 0; i < Math.max(1, cases); i++) {
            if (i) await page.evaluate((k) => document.querySelectorAll('#presets button')[k].click(), i);
            await read(`${id}, case ${i}`);
        }
    }
    for (const address of ['ray?from=1,1&move=1,0', 'ray?move=0,0', 'ray?circle=6.5,3.5,0&from=1,3.5&move=9,0', 'pairs?ask=overlap', 'pairs?ask=contact', 'pairs?ask=sweep&move=-3,0',
        'pairs?ask=distance&a=circle&a_circle=8,5,1', 'pairs?ask=ray&move=-1,0', 'tiles?ball=0.5,0.5,0.25', 'seams?step=200', 'grid?ask=sight&from=0,0&to=1,0',
        'ball?ball=5,5,2&published=1', 'ball?move=0,0', 'walk?keys=120aa20ac&step=130']) {
        await go(page, address);
        await read(address);
    }
    assert.deepEqual([...found], []);
    await close();
}
