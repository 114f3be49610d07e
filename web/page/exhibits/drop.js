// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The visitor's own level: files that are dropped or chosen are read here, by the C code, and go nowhere else.
import { answerLine, rowsOf } from '../code.js';
import { caveMap } from '../cave.js';
import { make } from '../dom.js';
import { drawLevel, fileTexts, paths } from '../outline.js';

const MAPS = /\.(tmx|tmj|json|ldtk)$/i;
const READ = /\.(tmx|tmj|tsx|tsj|tx|tj|json|ldtk|ldtkl|xml)$/i;

const made = { files: new Map(), name: null, level: null, edges: null, paths: null, info: null, notes: [], error: null };

// ---- Reading --------------------------------------------------------------------------------------------------------

function free() {
    made.level?.free();
    made.level = null;
}

/** Builds the level of a map, which it frees. */
function take(map, name) {
    free();
    made.error = null;
    made.name = name;
    made.info = map.info;
    made.notes = map.notes.map((n) => ({ ...n }));
    made.objects = map.objects.length;
    made.level = map.level();
    made.edges = made.level.edges();
    made.paths = paths(made.edges);
    map.free();
}

async function read(name, env) {
    const { files } = made;
    try {
        const map = await env.carom.map(name, files);
        if (files !== made.files) return map.free(); // others were dropped meanwhile
        take(map, name);
        place(env);
    } catch (error) {
        if (error.name !== 'CaromError') throw error;
        free();
        made.name = name;
        made.error = error.message;
        made.notes = [];
        env.update();
    }
    show(env);
}

/** A ball in the middle of the picture, as large as half a cell. */
function place(env) {
    const [x0, y0, x1, y1] = bounds();
    const size = made.info.cell[0] > 0 ? made.info.cell[0] : (x1 - x0) / 40;
    const at = [(x0 + x1) / 2, (y0 + y1) / 2].map((v) => Math.round(v));
    env.set({ ball: [...at, size / 2], move: [Math.round((x1 - x0) / 5), Math.round((y1 - y0) / 4)] }, true);
}

function bounds() {
    const boxes = [made.level?.bounds, made.info?.bounds].filter((b) => b && b[0] <= b[2]);
    if (!boxes.length) return [0, 0, 16, 10];
    const box = [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...boxes.map((b) => b[i])));
    const pad = 0.03 * Math.max(box[2] - box[0], box[3] - box[1], 1);
    return [box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad];
}

/** Takes files with paths relative to one folder; the first map is opened. */
async function receive(list, env) {
    const wanted = list.filter(({ path }) => READ.test(path));
    if (!wanted.length) {
        made.error = 'None of these is a Tiled or LDtk file: .tmx, .tmj, .ldtk, and the .tsx, .tsj, .tx they name.';
        free();
        env.update();
        show(env);
        return;
    }
    made.files = new Map();
    for (const { path, file } of wanted) made.files.set(path, new Uint8Array(await file.arrayBuffer()));
    const maps = [...made.files.keys()].filter((path) => MAPS.test(path)).sort();
    await read(maps.find((path) => /\.(tmx|ldtk)$/i.test(path)) ?? maps[0] ?? wanted[0].path, env);
}

/** All files of what was dropped, folders gone through. */
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
    const maps = [...made.files.keys()].filter((path) => MAPS.test(path)).sort();
    env.tools.replaceChildren(
        make('div', { class: 'dropzone' }, make('p', {}, 'Drop a .tmx, .tmj or .ldtk here, with the tilesets it names. Nothing leaves this browser.'),
            make('div', { class: 'row' }, chooser(env, 'Choose files', false), chooser(env, 'Choose a folder', true))),
        ...(maps.length > 1 ? [make('label', { class: 'number' }, make('span', {}, 'Map'),
            make('select', { onchange: (e) => read(e.target.value, env) },
                ...maps.map((path) => make('option', { value: path, selected: path === made.name }, path))))] : []),
    );
    const notes = make('ul', { class: 'notes' }, ...made.notes.map((n) => make('li', {}, make('b', {}, n.where), ` ${n.message}`)));
    env.extra.replaceChildren(...(made.notes.length ? [make('h2', {}, 'Left out, or not as drawn'), notes] : []));
}

function listen(env) {
    const stop = (e) => e.preventDefault();
    const over = (e) => {
        stop(e);
        document.body.classList.toggle('dropping', e.type === 'dragover');
    };
    const drop = (e) => {
        over(e);
        entries(e.dataTransfer).then((list) => receive(list, env));
    };
    const events = { dragover: over, dragleave: over, drop };
    for (const [name, act] of Object.entries(events)) addEventListener(name, act);
    return () => {
        for (const [name, act] of Object.entries(events)) removeEventListener(name, act);
    };
}

const tip = (s) => [s.ball[0] + s.move[0], s.ball[1] + s.move[1]];

export default {
    id: 'drop',
    lead: 'Drop a level you drew in Tiled or LDtk. What is solid in it is drawn at once, and <b>what was left out, and why</b>, is told.',
    defaults: { ball: [860, 250, 8], move: [380, 270], normals: false },
    controls: () => [{ kind: 'switch', key: 'normals', label: 'Normals and corners' }],
    bounds,
    async enter(s, env) {
        if (!made.level && !made.error) take(await caveMap(env), 'levels/cave.tmx');
        this.quiet = listen(env);
        show(env);
    },
    leave() {
        this.quiet?.();
    },
    handles: (s) => (made.level ? [
        { id: 'tip', label: 'End of the motion', at: tip(s), tone: 'a way',
            move: (p) => ({ move: [p[0] - s.ball[0], p[1] - s.ball[1]].map((v) => Number(v.toPrecision(9))) }) },
        { id: 'ball', label: 'Ball', at: s.ball.slice(0, 2), tone: 'a', move: (p) => ({ ball: [...p, s.ball[2]] }) },
    ] : []),
    tell(s) {
        if (!made.level) return { status: made.error, tone: 'bad' };
        const hit = made.hit = made.level.sweep({ circle: s.ball }, s.move);
        const { info } = made;
        return {
            status: `${made.name.split('/').pop()}: ${made.level.edgeCount.toLocaleString('en')} edges, ${made.level.seamsRemoved.toLocaleString('en')} seams gone.`,
            tone: hit.hit ? 'hit' : 'miss',
            rows: [['format', info.format], ['layers', info.layers], ['tiles', info.tiles], ['objects', made.objects],
                ['edges', made.level.edgeCount], ['seams removed', made.level.seamsRemoved], ...rowsOf(hit)],
        };
    },
    code(s) {
        if (!made.level) return { C: () => '', JS: () => '', query: () => '' };
        return fileTexts(made.name, s.ball, s.move, made.edges);
    },
    /** For tests: the answer of the level itself. */
    answer: () => (made.hit ? answerLine(made.hit) : ''),
    draw(stage, s) {
        if (!made.level) return;
        stage.swept({ circle: s.ball }, s.move, stage.c['a-tint']);
        drawLevel(stage, made.paths, { corners: s.normals, edges: s.normals ? made.edges : null });
        stage.shape({ circle: s.ball }, { line: stage.c.a, width: 1.5 });
        stage.arrow(s.ball, tip(s), stage.c.a, 1.25, [1, 5]);
        stage.shape({ circle: [...made.hit.at, s.ball[2]] }, { line: stage.c.a, width: 2.5 });
        if (!made.hit.hit) return;
        stage.normal(made.hit.point, made.hit.normal, stage.c.ink, 30);
        stage.dot(made.hit.point, stage.c.ink, 3.5);
    },
};
