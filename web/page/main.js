// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The frame around the exhibits: the list, the address, the panel beside the picture, the code.
//
// An exhibit is a module whose default is an object; but for the first five, all of it is optional:
//
//     id, lead             its place in the address, and a sentence or two (HTML)
//     defaults             its state: numbers, lists of numbers, switches, words; all of it goes into the address
//     bounds(state)        what the picture shows at first: [min x, min y, max x, max y]
//     draw(stage, state, answers)
//     tell(state, answers) { status, tone, rows: [[name, value]], fault } for the panel
//     presets              [[label, state that differs from the defaults]]
//     controls(state)      [{ kind: switch, choice, range, number or button, key, label, ... }]
//     handles(state)       points to drag, see stage.js; their move(at) gives what changes of the state
//     questions(state)     lines of `carom query`, as objects; answers come in the same order
//     code(state)          { C, JS, query }: functions that give the texts, where the first question is not the matter
//     enter, leave, changed(keys), frame(ms), paint(phase, point), key(event), recolour
//
// All of them get `env` last: the library, the stage, set(), and places in the panel for what is the exhibit's own.
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
        return null; // storage is switched off
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

find('list').append(...EXHIBITS.map(([id, title]) => make('li', {}, make('a', { href: `#${id}` }, title))));
find('skip').addEventListener('click', (e) => {
    e.preventDefault();
    stage.canvas.focus();
});

let current = null; // the address as it was opened or written last; another one is about to be opened

let timer = 0;
function saveAddress() {
    clearTimeout(timer);
    timer = setTimeout(writeAddress, 150);
}

function writeAddress() {
    clearTimeout(timer);
    if (location.hash !== current || document.body.classList.contains('opening')) return;
    const hash = writeHash(page.exhibit.id, page.exhibit.defaults, page.state, stage.getView());
    if (hash !== current) history.replaceState(null, '', hash);
    current = location.hash;
}

// ---- The panel ------------------------------------------------------------------------------------------------------

/** A small drawing, given as SVG path data in a square of 20. */
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
    // Rebuilt only when what there is changes, so that what is being used keeps the focus.
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
    find('fault').replaceChildren(...(fault ? [make('b', {}, 'As published'), ` ${fault}`] : []));
    const list = find('numbers');
    const same = list.children.length === 2 * rows.length &&
        rows.every(([name], i) => list.children[2 * i].textContent === name.replaceAll('_', ' '));
    if (!same) {
        list.replaceChildren(...rows.flatMap(([name]) => [make('dt', {}, name.replaceAll('_', ' ')), make('dd')]));
    }
    rows.forEach(([, value], i) => {
        const cell = list.children[2 * i + 1];
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
        button.textContent = 'Selected: copy it with Ctrl+C';
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

/** Texts are made when they are looked at or copied. */
function showCode() {
    if (!page.texts.C) return;
    const code = find(`listing-${page.language}`).querySelector('code');
    const text = page.texts[page.language]();
    if (code.textContent !== text) code.textContent = text;
}

function setTexts() {
    const own = page.exhibit.code?.(page.state, page.env);
    const [question] = page.questions;
    const lines = () => page.questions.map(questionLine).join('\n');
    page.texts = {
        C: own?.C ?? (() => inC(question)),
        JS: own?.JS ?? (() => inJS(question)),
        query: own?.query ?? lines,
    };
    showCode();
}

// ---- One exhibit ----------------------------------------------------------------------------------------------------

/** Answers a question as `carom query` does, an error included. */
function ask(question) {
    try {
        return page.carom.query(question);
    } catch (error) {
        if (error.name !== 'CaromError') throw error;
        return { error: error.message };
    }
}

/** Changes the state, and shows everything anew. */
function set(fields, refit) {
    Object.assign(page.state, fields);
    page.exhibit.changed?.(Object.keys(fields), page.state, page.env);
    update();
    if (refit) stage.fit(page.exhibit.bounds(page.state, page.env));
    saveAddress();
}

function update() {
    const { exhibit, state, env } = page;
    page.questions = exhibit.questions?.(state, env) ?? [];
    page.answers = page.questions.map(ask);
    const failed = page.answers.find((answer) => answer.error);
    showTold(failed ? { status: failed.error, tone: 'bad' } : exhibit.tell(state, page.answers, env));
    showControls();
    setTexts();
    stage.setHandles(exhibit.handles?.(state, env) ?? []);
}

const env = {
    stage,
    set,
    update,
    saveAddress,
    ask,
    get carom() { return page.carom; },
    get state() { return page.state; },
    tools: find('tools'),
    extra: find('extra'),
    timeline: find('timeline'),
    overlay: find('overlay'),
    /** A file beside the page. */
    async file(path) {
        if (window.kept) return window.kept[path];
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
        return new Uint8Array(await answer.arrayBuffer());
    },
    still: matchMedia('(prefers-reduced-motion: reduce)'),
};
page.env = env;

/** Calls the exhibit once a frame for as long as it is the one that is shown. */
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
async function open(id, fields) {
    const mine = ++opening;
    const entry = EXHIBITS.find((e) => e[0] === id) ?? EXHIBITS[0];
    document.body.classList.add('opening');
    const exhibit = exhibits[entry[0]];
    const carom = await loading;
    if (mine !== opening) return;
    page.carom = carom;
    if (page.exhibit !== exhibit) {
        frames++;
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
        if (mine !== opening) return;
    } else {
        exhibit.changed?.(Object.keys(page.state), page.state, env);
    }
    stage.draw = () => exhibit.draw(stage, page.state, page.answers, env);
    update();
    showView(fields.get('view'));
    document.body.classList.remove('opening');
    document.body.dataset.ready = exhibit.id;
    if (exhibit.frame && !again) animate(exhibit);
    performance.mark(`answered-${exhibit.id}`);
}

function showFrame([id, title], again) {
    document.title = `${title} · Carom`;
    find('title').textContent = title;
    find('lead').innerHTML = page.exhibit.lead; // our own text, never the user's
    for (const link of find('list').querySelectorAll('a')) {
        const here = link.hash === `#${id}`;
        if (!here) link.removeAttribute('aria-current');
        else link.setAttribute('aria-current', 'page');
        if (here) requestAnimationFrame(() => showLink(link)); // not now, when all would be laid out once more for it
    }
    document.body.dataset.exhibit = id;
    stage.paint = page.exhibit.paint ? (...args) => page.exhibit.paint(...args, page.state, env) : null;
    stage.key = page.exhibit.key ? (e) => page.exhibit.key(e, page.state, env) : null;
    stage.canvas.style.touchAction = page.exhibit.paint ? 'none' : 'pan-y';
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
    opened = open(id, fields).catch((error) => {
        showTold({ status: `This exhibit could not be opened: ${error.message}`, tone: 'bad' });
        document.body.classList.remove('opening');
        console.error(error);
    });
}

stage.onHandle = (handle, at) => set(handle.move(at));
stage.onView = saveAddress;
makeCode();
setTheme(document.documentElement.dataset.theme);
addEventListener('hashchange', openAddress);
// From index.html; in a page that is one file from what it keeps, see web/site.mjs.
const loading = Promise.resolve(window.kept?.['dist/carom.wasm'] ?? window.wasm).then((source) => load(source));
openAddress();

/** For tests: what is asked and answered now, and the address written at once. */
window.playground = {
    stage,
    get lines() { return page.questions.map(questionLine); },
    get answers() { return page.answers.map(answerLine); },
    text: (name) => page.texts[name](),
    /** Of exhibits with a level: what the level itself answers. */
    get levelAnswer() { return page.exhibit.answer(); },
    settled: () => opened,
    saveAddress: writeAddress,
};
