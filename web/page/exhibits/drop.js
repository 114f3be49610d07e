// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The visitor's own level. Files are read in the page, and not sent anywhere.
import { answerLine, rowsOf } from '../code.js';
import { caveFiles, sourceOf } from '../cave.js';
import { make } from '../dom.js';
import { forgetFiles, keepFiles, lastFiles } from '../kept.js';
import { ballStatus, drawLevel, fileTexts, paths } from '../outline.js';

const MAPS = /\.(tmx|tmj|json|ldtk)$/i;
const READ = /\.(tmx|tmj|tsx|tsj|tx|tj|json|ldtk|ldtkl|xml)$/i;
const CAVE = 'cave.tmx';

// The level that is shown. `files` are those to choose from: after an error they differ from the files of the level.
const made = { files: new Map(), name: null, level: null, edges: null, paths: null, info: null, notes: [], source: null };
let refused = null; // { name, message } of a file that could not be opened
let reading = 0; // number of reads; the result of an outdated read is discarded
let shown = false; // this exhibit is open
let placed = true; // the ball has a position in this level

// ---- Reading --------------------------------------------------------------------------------------------------------

/** Replaces the level by that of a map. Builds everything first: if that fails, nothing changes. */
async function take(map, name, files) {
    const level = map.level();
    const edges = level.edges();
    const source = await sourceOf(name, map, files);
    made.level?.free();
    Object.assign(made, { files, shownFiles: files, name, level, edges, source, paths: paths(edges), info: map.info,
        notes: map.notes.map((n) => ({ ...n })), objects: map.objects.length });
    placed = false;
}

/** Opens a map; returns false if that failed. */
async function read(name, files, env) {
    const mine = ++reading;
    let map = null;
    try {
        map = await env.carom.map(name, files);
        if (mine !== reading) return false;
        await take(map, name, files);
        refused = null;
        return true;
    } catch (error) {
        if (mine !== reading) return false;
        refused = { name, message: error.message };
        made.files = files;
        return false;
    } finally {
        map?.free();
    }
}

const readCave = async (env) => read(CAVE, await caveFiles(env), env);

/** Opens a map for the visitor: stores its files, positions the ball, and updates the page. */
async function choose(name, files, env) {
    if (await read(name, files, env)) keepFiles(name, files);
    renew(env);
}

function renew(env) {
    if (!shown) return;
    if (placed) env.update();
    else {
        place(env.state);
        env.forget(); // the history belongs to another level
        env.set({}, true);
    }
    show(env);
}

/** Positions the ball: in the middle of the picture, half a cell wide; in the cave near an obstacle. */
function place(s) {
    placed = true;
    if (made.name === CAVE) {
        Object.assign(s, structuredClone(DEFAULTS));
        return;
    }
    const [x0, y0, x1, y1] = bounds();
    const size = made.info.cell[0] > 0 ? made.info.cell[0] : (x1 - x0) / 40;
    s.ball = [...[(x0 + x1) / 2, (y0 + y1) / 2].map((v) => Math.round(v)), size / 2];
    s.move = [Math.round((x1 - x0) / 5), Math.round((y1 - y0) / 4)];
}

function bounds() {
    const boxes = [made.level?.bounds, made.info?.bounds].filter((b) => b && b[0] <= b[2]);
    if (!boxes.length) return [0, 0, 16, 10];
    const box = [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...boxes.map((b) => b[i])));
    const pad = 0.03 * Math.max(box[2] - box[0], box[3] - box[1], 1);
    return [box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad];
}

/** Takes files with paths relative to one folder, and opens the first map. */
async function receive(list, env) {
    const wanted = list.filter(({ path }) => READ.test(path));
    if (!list.length) return;
    try {
        if (!wanted.length) throw new Error('not a Tiled or LDtk file: choose a .tmx, .tmj or .ldtk, with the .tsx, .tsj and .tx files it names');
        const files = new Map();
        for (const { path, file } of wanted) files.set(path, new Uint8Array(await file.arrayBuffer()));
        const maps = mapsOf(files);
        await choose(maps.find((path) => /\.(tmx|ldtk)$/i.test(path)) ?? maps[0] ?? wanted[0].path, files, env);
    } catch (error) { // also a file that cannot be read: a folder, or a deleted file
        reading++;
        refused = { name: list[0].path, message: error.message };
        renew(env);
    }
}

const mapsOf = (files) => [...files.keys()].filter((path) => MAPS.test(path)).sort();
const baseName = (path) => path.split('/').pop();

/** All dropped files, including those in folders. */
async function entries(transfer) {
    const roots = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [];
    const visit = async (entry, path) => {
        if (entry.isFile) {
            const file = await new Promise((yes, no) => { entry.file(yes, no); });
            files.push({ path: path + entry.name, file });
            return;
        }
        const reader = entry.createReader();
        for (;;) {
            const some = await new Promise((yes, no) => { reader.readEntries(yes, no); });
            if (!some.length) return;
            for (const child of some) await visit(child, `${path}${entry.name}/`);
        }
    };
    for (const root of roots) await visit(root, '');
    return files.length ? files : [...transfer.files].map((file) => ({ path: file.name, file }));
}

// ---- The panel ------------------------------------------------------------------------------------------------------

function chooser(env, label, folder) {
    const input = make('input', {
        type: 'file', multiple: true, webkitdirectory: folder,
        onchange: () => receive([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })), env),
    });
    return make('label', { class: 'plain file' }, label, input);
}

function show(env) {
    const maps = mapsOf(made.files);
    const option = (path) => make('option', { value: path, selected: !refused && path === made.name }, path);
    const chosen = (e) => e.target.value && choose(e.target.value, made.files, env);
    env.tools.replaceChildren(
        make('div', { class: 'dropzone' },
            make('p', {}, 'Drop a .tmx, .tmj or .ldtk file here, with the tilesets it names. The files stay in this browser, which keeps the last ones for the next visit.'),
            make('div', { class: 'row' }, chooser(env, 'Choose files', false), chooser(env, 'Choose a folder', true),
                ...(made.name === CAVE ? [] : [make('button', { type: 'button', class: 'plain', onclick: () => backToCave(env) }, 'Back to the cave')]))),
        ...(maps.length > 1 || (refused && maps.length) ? [make('label', { class: 'number' }, make('span', {}, 'Map'),
            make('select', { onchange: chosen }, ...(refused ? [make('option', { value: '' }, 'Choose a map')] : []), ...maps.map(option)))] : []),
    );
    showNotes(env);
    showCard(env);
}

async function backToCave(env) {
    forgetFiles();
    await readCave(env);
    renew(env);
}

const counted = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;

/** Shows the contents of the file, and the notes. Shows nothing after an error. */
function showNotes(env) {
    env.extra.replaceChildren();
    if (refused || !made.info) return;
    const { format, layers, tiles } = made.info;
    const sum = [format, counted(layers, 'layer'), counted(tiles, 'tile'), counted(made.objects, 'object')].join(', ');
    const notes = make('ul', { class: 'notes' }, ...made.notes.map((n) => make('li', {}, make('b', {}, n.where), ` ${n.message}`)));
    env.extra.append(make('h2', {}, baseName(made.name)), make('p', { class: 'sum' }, `${sum}.`),
        ...(made.notes.length ? [make('h3', {}, 'Left out, or not as drawn'), notes] : []));
}

/** Shows a card over the picture after an error, or for a map without solid parts, with a remedy. */
function showCard(env) {
    env.overlay.replaceChildren();
    if (refused) {
        const keep = () => {
            refused = null;
            made.files = made.level ? made.shownFiles : new Map();
            renew(env);
        };
        env.overlay.append(make('div', { class: 'card', role: 'alert' },
            make('h2', {}, `${baseName(refused.name)} was not opened`), make('p', {}, refused.message),
            ...(/: not found$/.test(refused.message) ? [make('p', {}, 'If it is in another folder, choose the folder that holds both.')] : []),
            ...(made.level ? [make('button', { type: 'button', class: 'plain', onclick: keep }, `Back to ${baseName(made.name)}`)] : [])));
    } else if (made.level?.edgeCount === 0) {
        env.overlay.append(make('div', { class: 'card', role: 'alert' },
            make('h2', {}, `Nothing in ${baseName(made.name)} is solid`),
            make('p', {}, ...(made.info.format.startsWith('LDtk') ? ['A level needs an IntGrid layer with values.'] : [
                'In Tiled, give a layer or the tiles of a tileset the property ', make('code', {}, 'solid'), ' (bool, true), or draw shapes in the tile collision editor.',
            ])),
            ...(made.notes.length ? [make('ul', { class: 'notes' }, ...made.notes.slice(0, 3).map((n) => make('li', {}, make('b', {}, n.where), ` ${n.message}`)))] : [])));
    }
}

function listen(env) {
    const stop = (e) => e.preventDefault();
    const over = (e) => {
        stop(e);
        document.body.classList.toggle('dropping', e.type === 'dragover');
    };
    const drop = (e) => {
        over(e);
        entries(e.dataTransfer).then((list) => receive(list, env), (error) => {
            refused = { name: 'What was dropped', message: error.message };
            renew(env);
        });
    };
    const events = { dragover: over, dragleave: over, drop };
    for (const [name, act] of Object.entries(events)) addEventListener(name, act);
    return () => {
        for (const [name, act] of Object.entries(events)) removeEventListener(name, act);
    };
}

const tip = (s) => [s.ball[0] + s.move[0], s.ball[1] + s.move[1]];

const DEFAULTS = { ball: [860, 250, 8], move: [380, 270], normals: false };
const isDefault = (s) => JSON.stringify(s) === JSON.stringify(DEFAULTS);

/** Opens the files of the last visit, or the cave. */
async function begin(env) {
    const last = await lastFiles();
    if (last && await read(last.name, last.files, env)) return;
    if (last) forgetFiles();
    refused = null;
    await readCave(env);
}

export default {
    id: 'drop',
    lead: 'Drop a level made in Tiled or LDtk. The page draws the <b>outline of its solid parts</b>, and lists what it left out, and why.',
    defaults: DEFAULTS,
    controls: () => [{ kind: 'switch', key: 'normals', label: 'Show normals and corners' }],
    bounds,
    async enter(s, env) {
        refused = null;
        if (!made.level) await begin(env);
        // A ball position in the address belongs to this level.
        if (!placed && !isDefault(s)) placed = true;
        if (!placed) place(s);
        shown = true;
        this.quiet = listen(env);
        show(env);
    },
    leave() {
        shown = false;
        this.quiet?.();
        this.quiet = null;
    },
    handles: (s) => (made.level && !refused ? [
        { id: 'tip', label: 'End of the motion', at: tip(s), tone: 'a way',
            move: (p) => ({ move: [p[0] - s.ball[0], p[1] - s.ball[1]].map((v) => Number(v.toPrecision(9))) }) },
        { id: 'ball', label: 'Ball', at: s.ball.slice(0, 2), tone: 'a', move: (p) => ({ ball: [...p, s.ball[2]] }) },
    ] : []),
    tell(s) {
        if (refused) return { status: `${baseName(refused.name)} was not opened: ${refused.message}`, tone: 'bad' };
        if (!made.level) return { status: 'Reading the level ...' };
        const { level } = made;
        const hit = made.hit = level.sweep({ circle: s.ball }, s.move);
        const name = baseName(made.name);
        return {
            status: level.edgeCount ? `${name}: ${counted(level.edgeCount, 'edge')}. ${ballStatus(level, s, hit)}` : `${name}: nothing in it is solid.`,
            tone: level.edgeCount ? (hit.hit ? 'hit' : 'miss') : 'bad',
            rows: [['edges', level.edgeCount], ['seams removed', level.seamsRemoved], ...rowsOf(hit)],
        };
    },
    code(s) {
        const none = () => '';
        if (!made.level || refused) return { C: none, JS: none, query: none };
        return fileTexts(made.source, s.ball, s.move, made.edges);
    },
    /** For tests: the answer of the level. */
    answer: () => (made.hit ? answerLine(made.hit) : ''),
    draw(stage, s) {
        if (!made.level || !made.hit) return;
        const box = made.info.bounds;
        if (box[0] < box[2]) stage.shape({ box }, { line: stage.c.mute, width: 1, dash: [4, 4] });
        if (refused) stage.context.globalAlpha = 0.3;
        stage.swept({ circle: s.ball }, s.move, stage.c['a-tint']);
        drawLevel(stage, made.paths, { corners: s.normals, edges: s.normals ? made.edges : null });
        stage.shape({ circle: s.ball }, { line: stage.c.a, width: 1.5 });
        stage.arrow(s.ball, tip(s), stage.c.a, 1.25, [1, 5]);
        stage.shape({ circle: [...made.hit.at, s.ball[2]] }, { line: stage.c.a, width: 2.5 });
        if (made.hit.hit) {
            stage.normal(made.hit.point, made.hit.normal, stage.c.ink, 30);
            stage.dot(made.hit.point, stage.c.ink, 3.5);
        }
        stage.context.globalAlpha = 1;
    },
};
