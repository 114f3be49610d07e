// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The frame around the exhibits: list, address, panel and code.
//
// An exhibit is a module with a default object. Members after the fifth are optional:
//
//     id, lead             its name in the address, and one or two sentences (HTML)
//     defaults             its state: numbers, lists of numbers, booleans, strings; all of it is in the address
//     bounds(state)        the initial view: [min x, min y, max x, max y]
//     draw(stage, state, answers)
//     tell(state, answers) { status, tone, rows: [[name, value]], fault } for the panel
//     presets              [[label, state that differs from the defaults]]
//     controls(state)      [{ kind: switch, choice, range, number or button, key, label, ... }]
//     handles(state)       points to drag, see stage.js; move(at) returns the changed fields of the state
//     questions(state)     queries of `carom query`, as objects; `answers` has the same order
//     code(state)          { C, JS, query }: functions that return the texts; by default made from the first question
//     note()               completes the state before it is saved
//     enter, leave, changed(keys), frame(ms), paint(phase, point), key(event), recolour
//
// All functions get `env` as the last argument: the library, the stage, set(), and elements of the panel for the
// exhibit.
import { load } from '../browser.js';
import { answerLine, inC, inJS, questionLine } from './code.js';
import { make } from './dom.js';
import exhibits from './exhibits/all.js';
import { Stage } from './stage.js';
import { parseHash, readState, writeHash } from './state.js';

const EXHIBITS = [
    ['ball', 'Ball and wall'],
    ['ray', 'Ray and circle'],
    ['pairs', 'Any two shapes'],
    ['grid', 'Cells and sight'],
    ['tiles', 'Ninety-six tiles'],
    ['seams', 'No seams'],
    ['run', 'Thousands'],
    ['groups', 'Two groups'],
    ['turn', 'What turns'],
    ['gears', 'Gears'],
    ['walk', 'Walk in it'],
    ['drop', 'Your level'],
];

const find = (id) => document.getElementById(id);

const stage = new Stage(find('stage'));
const page = { exhibit: null, state: null, env: null, language: 'C', texts: {}, answers: [] };

// ---- Theme ----------------------------------------------------------------------------------------------------------

const dark = matchMedia('(prefers-color-scheme: dark)');

function setTheme(name) {
    document.documentElement.dataset.theme = name;
    find('theme').setAttribute('aria-pressed', String(name === 'dark'));
    stage.readColours();
    page.exhibit?.recolour?.(page.env);
}

function stored(value) {
    try {
        if (value) localStorage.setItem('theme', value);
        return localStorage.getItem('theme');
    } catch {
        return null; // storage is disabled
    }
}

find('theme').addEventListener('click', () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    stored(next);
    setTheme(next);
});
dark.addEventListener('change', () => {
    if (!stored()) setTheme(dark.matches ? 'dark' : 'light');
});

// ---- The list and the address ---------------------------------------------------------------------------------------

find('list').append(...EXHIBITS.map(([id, title]) => make('li', {}, make('a', { href: `#${id}`, 'data-exhibit': id }, title))));
find('skip').addEventListener('click', (e) => {
    e.preventDefault();
    stage.canvas.focus();
});

const linkTo = (id) => find('list').querySelector(`[data-exhibit=${id}]`);

let current = null; // the last address that was opened or written; any other one is opened

// Written when changes pause, and once a second while they do not: a reload continues where the exhibit was.
let timer = 0;
let written = 0;
function saveAddress() {
    clearTimeout(timer);
    if (performance.now() - written > 1000) writeAddress();
    else timer = setTimeout(writeAddress, 150);
}

function writeAddress() {
    clearTimeout(timer);
    if (location.hash !== current || document.body.classList.contains('opening')) return;
    written = performance.now();
    page.exhibit.note?.(env);
    const hash = stateHash();
    linkTo(page.exhibit.id).hash = hash; // which brings it back
    if (hash !== current) history.replaceState(null, '', hash);
    current = location.hash;
}

const stateHash = () => writeHash(page.exhibit.id, page.exhibit.defaults, page.state, stage.getView());

// Before a link is followed, the current state must be in the history: the link may lead to the same exhibit.
for (const place of [find('list'), document.querySelector('.brand')]) {
    place.addEventListener('click', () => page.exhibit && writeAddress(), { capture: true });
}
document.querySelector('.brand').addEventListener('click', (e) => {
    e.preventDefault();
    linkTo('ball').click();
});

/** On a phone one finger scrolls the page, unless this mode is on. */
function setDrawing(on) {
    find('stage').classList.toggle('drawing', on);
    find('draw').setAttribute('aria-pressed', String(on));
}

find('draw').addEventListener('click', () => setDrawing(find('draw').getAttribute('aria-pressed') !== 'true'));

// ---- Undo -----------------------------------------------------------------------------------------------------------

// Undo history: states of an exhibit before a change. A drag, a stroke or a slider gesture is one entry.
const histories = new Map(); // by exhibit: { past, future }
let gesture = 0; // counts presses of pointers and keys
let noted = null; // the gesture that already has its entry

for (const type of ['pointerdown', 'keydown', 'click']) {
    addEventListener(type, (e) => { if (!e.repeat && !(type === 'click' && e.detail > 0)) gesture++; }, { capture: true });
}

function pastOf(id) {
    if (!histories.has(id)) histories.set(id, { past: [], future: [] });
    return histories.get(id);
}

/** Records the state before a change. A change of `step` alone is not recorded: the timeline undoes it. */
function note(fields) {
    if (gesture === noted || Object.keys(fields).every((key) => key === 'step')) return;
    noted = gesture;
    const history = pastOf(page.exhibit.id);
    history.past.push(structuredClone(page.state));
    history.future = [];
    if (history.past.length > 200) history.past.shift();
}

/** Undoes or redoes. */
function travel(back) {
    const { past, future } = pastOf(page.exhibit.id);
    const [from, to] = back ? [past, future] : [future, past];
    while (from.length) {
        const state = from.pop();
        const here = JSON.stringify(state) === JSON.stringify(page.state);
        to.push(structuredClone(page.state));
        noted = null;
        if (here) continue; // the gesture changed nothing
        apply(state);
        break;
    }
    showHistory();
}

function showHistory() {
    const { past, future } = pastOf(page.exhibit.id);
    for (const [button, list] of [['undo', past], ['redo', future]]) {
        const some = list.some((state) => JSON.stringify(state) !== JSON.stringify(page.state));
        find(button).setAttribute('aria-disabled', String(!some)); // not `disabled`, which would lose the focus
    }
}

find('undo').addEventListener('click', () => travel(true));
find('redo').addEventListener('click', () => travel(false));
addEventListener('keydown', (e) => {
    const key = e.key.toLowerCase();
    if (!(e.ctrlKey || e.metaKey) || e.altKey || !(key === 'z' || key === 'y')) return;
    if (e.target.matches?.('input[type=number]')) return; // the browser has its own undo there
    e.preventDefault();
    travel(key === 'z' && !e.shiftKey);
});

// ---- The panel ------------------------------------------------------------------------------------------------------

/** An icon from SVG path data, 20 units square. */
function drawing(d) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('viewBox', '0 0 20 20');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', d);
    svg.append(path);
    return svg;
}

const CONTROLS = {
    switch: (c, value) => make('label', { class: 'switch' },
        make('input', { type: 'checkbox', checked: value, onchange: (e) => set({ [c.key]: e.target.checked }) }),
        make('span', {}, c.label)),
    choice: (c, value) => make('fieldset', { class: `choice ${c.look ?? ''}` }, make('legend', {}, c.label),
        ...c.options.map(([word, label]) => make('label', {},
            make('input', { type: 'radio', name: c.key, value: word, checked: word === value,
                'aria-label': c.icons ? label : null, title: c.icons ? label : null, onchange: () => set({ [c.key]: word }) }),
            make('span', {}, c.icons ? drawing(c.icons[word]) : label)))),
    range: (c, value) => make('label', { class: 'range' }, make('span', {}, c.label),
        make('input', { type: 'range', min: c.min, max: c.max, step: c.step ?? 1, value,
            oninput: (e) => {
                e.target.nextElementSibling.textContent = e.target.value;
                if (!c.slow) set({ [c.key]: Number(e.target.value) });
            },
            onchange: (e) => c.slow && set({ [c.key]: Number(e.target.value) }) }),
        make('b', {}, String(value))),
    number: (c, value) => make('label', { class: 'number' }, make('span', {}, c.label),
        make('input', { type: 'number', min: c.min, max: c.max, step: 1, value, inputmode: 'numeric',
            onchange: (e) => {
                const given = Math.round(Number(e.target.value));
                e.target.value = Math.min(c.max, Math.max(c.min, Number.isFinite(given) ? given : value));
                set({ [c.key]: Number(e.target.value) });
            } })),
    button: (c) => make('button', { type: 'button', onclick: c.act }, c.label),
};

let shownControls = '';
function showControls() {
    const controls = page.exhibit.controls?.(page.state, page.env) ?? [];
    // Rebuilt only if the set of controls changes, so that the focus stays.
    const form = JSON.stringify(controls);
    if (form !== shownControls) {
        shownControls = form;
        find('controls').replaceChildren(...controls.map((c) => CONTROLS[c.kind](c, page.state[c.key])));
    }
    controls.forEach((c, i) => showValue(find('controls').children[i], c, page.state[c.key]));
}

function showValue(element, control, value) {
    for (const input of element.querySelectorAll('input')) {
        if (input.type === 'checkbox') input.checked = value;
        else if (input.type === 'radio') input.checked = input.value === value;
        else if (document.activeElement !== input) input.value = value;
    }
    const shown = element.querySelector(':scope > b');
    if (shown && document.activeElement?.parentElement !== element) shown.textContent = value;
}

function showPresets() {
    const presets = page.exhibit.presets ?? [];
    find('presets').replaceChildren(...presets.map(([label, fields]) => make('button', {
        type: 'button',
        onclick: () => {
            stage.moved = false;
            set({ ...structuredClone(page.exhibit.defaults), ...fields }, true);
        },
    }, label)));
}

function showTold({ status, tone = '', rows = [], fault = null }) {
    const output = find('status');
    if (output.textContent !== status) output.textContent = status;
    output.className = tone;
    find('fault').hidden = !fault;
    find('fault').replaceChildren(...(fault ? [make('b', {}, 'Published routine:'), ` ${fault}`] : []));
    const list = find('numbers');
    const same = list.children.length === rows.length &&
        rows.every(([name], i) => list.children[i].firstChild.textContent === name.replaceAll('_', ' '));
    if (!same) {
        list.replaceChildren(...rows.map(([name]) => make('div', {}, make('dt', {}, name.replaceAll('_', ' ')), make('dd'))));
    }
    rows.forEach(([, value], i) => {
        const cell = list.children[i].lastChild;
        if (cell.textContent !== String(value)) cell.textContent = value;
    });
}

// ---- Code -----------------------------------------------------------------------------------------------------------

const LANGUAGES = [['C', 'C', 'Copy as C'], ['JS', 'JavaScript', 'Copy as JS'], ['query', 'Query line', 'Copy as query line']];

function chooseLanguage(name, focus) {
    page.language = name;
    for (const tab of find('code').querySelectorAll('[role=tab]')) {
        const chosen = tab.dataset.language === name;
        tab.setAttribute('aria-selected', String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
        if (chosen && focus) tab.focus();
        find(`listing-${tab.dataset.language}`).hidden = !chosen;
    }
    showCode();
}

async function copy(name, button) {
    const words = button.textContent;
    try {
        await navigator.clipboard.writeText(page.texts[name]());
        button.textContent = 'Copied';
    } catch {
        getSelection().selectAllChildren(find(`listing-${name}`).querySelector('code'));
        button.textContent = 'Selected: press Ctrl+C';
    }
    setTimeout(() => { button.textContent = words; }, 1400);
}

function makeCode() {
    const tabs = find('code').querySelector('.tabs');
    LANGUAGES.forEach(([name, label, words], i) => {
        tabs.append(make('button', {
            type: 'button', role: 'tab', 'data-language': name, 'aria-controls': `listing-${name}`, id: `tab-${name}`,
            onclick: () => chooseLanguage(name),
            onkeydown: (e) => {
                const way = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
                if (way) chooseLanguage(LANGUAGES[(i + way + LANGUAGES.length) % LANGUAGES.length][0], true);
            },
        }, label));
        find('listing').append(make('div', { id: `listing-${name}`, role: 'tabpanel', 'aria-labelledby': `tab-${name}` },
            make('pre', { tabindex: '0' }, make('code')),
            make('button', { type: 'button', class: 'copy', 'data-copy': name,
                onclick: (e) => copy(name, e.target) }, words)));
    });
    chooseLanguage('C');
}

/** Texts are generated when they are shown or copied. */
function showCode() {
    if (!page.texts.C) return;
    const code = find(`listing-${page.language}`).querySelector('code');
    const text = page.texts[page.language]();
    if (code.textContent !== text) code.textContent = text;
}

let codeShown = 0;
function setTexts(playing) {
    const own = page.exhibit.code?.(page.state, page.env);
    const [question] = page.questions;
    const lines = () => page.questions.map(questionLine).join('\n');
    page.texts = {
        C: own?.C ?? (() => inC(question)),
        JS: own?.JS ?? (() => inJS(question)),
        query: own?.query ?? lines,
    };
    if (playing && performance.now() - codeShown < 250) return;
    codeShown = performance.now();
    showCode();
}

// ---- One exhibit ----------------------------------------------------------------------------------------------------

/** Answers a query as `carom query` does, errors included. */
function ask(question) {
    try {
        return page.carom.query(question);
    } catch (error) {
        if (error.name !== 'CaromError') throw error;
        return { error: error.message };
    }
}

/** Changes the state and updates the page; `refit` fits the view. */
function set(fields, refit) {
    note(fields);
    apply(fields, refit);
    showHistory();
}

function apply(fields, refit) {
    Object.assign(page.state, fields);
    page.exhibit.changed?.(Object.keys(fields), page.state, page.env);
    update();
    if (refit) stage.fit(page.exhibit.bounds(page.state, page.env));
    saveAddress();
}

/** `playing`: animations update the code at most four times a second. */
function update(playing = false) {
    const { exhibit, state, env } = page;
    page.questions = exhibit.questions?.(state, env) ?? [];
    page.answers = page.questions.map(ask);
    const failed = page.answers.find((answer) => answer.error);
    showTold(failed ? { status: failed.error, tone: 'bad' } : exhibit.tell(state, page.answers, env));
    showControls();
    setTexts(playing);
    if (playing) saveAddress();
    stage.setHandles(exhibit.handles?.(state, env) ?? []);
}

const env = {
    stage,
    set,
    update,
    saveAddress,
    /** Discards the undo history of the exhibit. */
    forget: () => histories.delete(page.exhibit.id),
    ask,
    get carom() { return page.carom; },
    get state() { return page.state; },
    tools: find('tools'),
    extra: find('extra'),
    timeline: find('timeline'),
    overlay: find('overlay'),
    /** Fetches a file beside the page. */
    async file(path) {
        if (window.kept) return window.kept[path];
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
        return new Uint8Array(await answer.arrayBuffer());
    },
    still: matchMedia('(prefers-reduced-motion: reduce)'),
};
page.env = env;

/** Calls frame() of the exhibit once a frame while it is shown. */
let frames = 0;
function animate(exhibit) {
    const mine = ++frames;
    let last = performance.now();
    const frame = (now) => {
        if (mine !== frames) return;
        exhibit.frame(Math.min(now - last, 100), env);
        last = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

let opening = 0;
async function open(mine, id, fields) {
    if (mine !== opening) return;
    const entry = EXHIBITS.find((e) => e[0] === id) ?? EXHIBITS[0];
    document.body.classList.add('opening');
    const exhibit = exhibits[entry[0]];
    const carom = await loading;
    if (mine !== opening) return;
    page.carom = carom;
    if (page.exhibit !== exhibit) {
        frames++;
        if (page.exhibit) keepState();
        page.exhibit?.leave?.(env);
        stage.draw = () => {};
        stage.setHandles([]);
    }
    const again = page.exhibit === exhibit;
    page.exhibit = exhibit;
    page.state = readState(exhibit.defaults, fields);
    showFrame(entry, again);
    if (!again) {
        await exhibit.enter?.(page.state, env);
    } else {
        exhibit.changed?.(Object.keys(page.state), page.state, env);
    }
    stage.draw = () => exhibit.draw(stage, page.state, page.answers, env);
    noted = gesture;
    update();
    showHistory();
    showView(fields.get('view'));
    document.body.classList.remove('opening');
    document.body.dataset.ready = exhibit.id;
    if (exhibit.frame && !again) animate(exhibit);
    performance.mark(`answered-${exhibit.id}`);
}

/** Writes the state to the link of the exhibit, which restores it. */
function keepState() {
    clearTimeout(timer);
    page.exhibit.note?.(env);
    linkTo(page.exhibit.id).hash = stateHash();
}

function showFrame([id, title], again) {
    document.title = `${title} · Carom`;
    find('title').textContent = title;
    find('lead').innerHTML = page.exhibit.lead; // a constant of this project, never user input
    for (const link of find('list').querySelectorAll('a')) {
        const here = link.dataset.exhibit === id;
        if (!here) link.removeAttribute('aria-current');
        else link.setAttribute('aria-current', 'page');
        if (here) requestAnimationFrame(() => showLink(link)); // deferred, because layout now would be done twice
    }
    document.body.dataset.exhibit = id;
    stage.paint = page.exhibit.paint ? (...args) => page.exhibit.paint(...args, page.state, env) : null;
    stage.key = page.exhibit.key ? (e) => page.exhibit.key(e, page.state, env) : null;
    find('draw').hidden = !stage.paint;
    if (!again) setDrawing(false);
    if (again) return;
    for (const name of ['tools', 'extra', 'timeline', 'overlay']) env[name].replaceChildren();
    shownControls = '';
    showPresets();
}

function showLink(link) {
    const { scrollWidth, clientWidth } = find('list');
    if (scrollWidth > clientWidth) link.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function showView(text) {
    const view = text?.split(',').map(Number);
    stage.fit(page.exhibit.bounds(page.state, env));
    if (view?.length === 3 && view.every(Number.isFinite) && view[2] > 0) stage.setView(view);
}

let opened = null;
function openAddress() {
    if (location.hash === current) return;
    current = location.hash;
    const { id, fields } = parseHash(location.hash);
    const mine = ++opening;
    // Exhibits open one after the other: leave() follows the end of enter().
    opened = Promise.resolve(opened).then(() => open(mine, id, fields)).catch((error) => {
        showTold({ status: `This exhibit could not be opened: ${error.message}. Reload the page.`, tone: 'bad' });
        document.body.classList.remove('opening');
        console.error(error);
    });
}

stage.onHandle = (handle, at) => set(handle.move(at));
stage.onView = saveAddress;
makeCode();
setTheme(document.documentElement.dataset.theme);
addEventListener('hashchange', openAddress);
// `window.wasm` is set in index.html; `window.kept` in the single-file page of web/site.mjs.
const loading = Promise.resolve(window.kept?.['dist/carom.wasm'] ?? window.wasm).then((source) => load(source));
openAddress();

/** For tests: the current queries and answers, and saving the address at once. */
window.playground = {
    stage,
    get lines() { return page.questions.map(questionLine); },
    get answers() { return page.answers.map(answerLine); },
    text: (name) => page.texts[name](),
    /** For exhibits with a level: the answer of the level. */
    get levelAnswer() { return page.exhibit.answer(); },
    settled: () => opened,
    saveAddress: writeAddress,
};
