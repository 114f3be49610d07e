// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The catalogue of 96 tiles as a palette, a level to paint, and a ball to sweep against it.
import { cursorAt } from '../cursor.js';
import { answerLine, rowsOf } from '../code.js';
import { make } from '../dom.js';
import { ballStatus, compound, drawLevel, paths, tileTexts } from '../outline.js';
import { packBytes, unpackBytes } from '../state.js';

const COLUMNS = 20;
const ROWS = 12;
const PALETTE = 12; // tiles in a row, as in style.css
const code = (base, flip = 0, turns = 0) => base | (flip << 5) | (turns << 6);
const LEGEND = {
    '.': 0, '#': 1, '-': 2, '/': code(9), '\\': code(9, 1), l: code(10), h: code(11), a: code(12), b: code(13), c: code(14),
    '^': 17, D: code(19), d: code(19, 1), 0: code(20), 1: code(20, 0, 1), 2: code(20, 0, 2), 3: code(20, 0, 3),
};
const PICTURE = [
    '####################',
    '#2................3#',
    '#..................#',
    '#.....---..........#',
    '#............D##d..#',
    '#..........--......#',
    '#..................#',
    '#..^............lh##',
    '#####d.......abc####',
    '######\\.....########',
    '#######1..0#########',
    '####################',
].join('');

const codesOf = (s) => unpackBytes(s.level, COLUMNS * ROWS) ?? new Uint8Array(COLUMNS * ROWS);
const inside = ([x, y]) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS;

/** Objects derived from the state, and the state they were made of. */
const made = { text: null, level: null, edges: null, paths: null, seams: null };

function build(s, env) {
    if (made.text === s.level) return;
    free();
    const codes = codesOf(s);
    made.level = env.carom.level({ tiles: { columns: COLUMNS, rows: ROWS, codes } });
    made.edges = made.level.edges();
    made.paths = paths(made.edges);
    made.seams = seamsOf(codes, env);
    made.codes = codes;
    made.text = s.level;
}

function free() {
    made.level?.free();
    made.level = made.text = null;
}

/** The sides of all tiles, one by one. */
function seamsOf(codes, env) {
    const path = new Path2D();
    const own = new Map();
    codes.forEach((c, i) => {
        if (!c) return;
        if (!own.has(c)) own.set(c, env.carom.tileEdges(c));
        const { count, points: p } = own.get(c);
        const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
        for (let k = 0; k < count; k++) {
            path.moveTo(x + p[4 * k], y + p[4 * k + 1]);
            path.lineTo(x + p[4 * k + 2], y + p[4 * k + 3]);
        }
    });
    return path;
}

// ---- Palette --------------------------------------------------------------------------------------------------------

/** The canonical codes, ordered by base. */
function catalogue(carom) {
    const codes = [];
    for (let c = 0; c < 256; c++) {
        if ((c & 31) < carom.tileNames.length && carom.tileCanonical(c) === c) codes.push(c);
    }
    return codes.sort((p, q) => (p & 31) - (q & 31) || p - q);
}

function nameOf(carom, c) {
    const parts = [carom.tileNames[c & 31].replaceAll('_', ' ')];
    if (c & 32) parts.push('flipped');
    if (c >> 6) parts.push(`turned ${90 * (c >> 6)}°`);
    return parts.join(', ');
}

const SVG = 'http://www.w3.org/2000/svg';
function icon(carom, c) {
    const { count, points: p, flags, next } = carom.tileEdges(c);
    const done = new Uint8Array(count);
    let solid = '';
    let thin = '';
    for (let first = 0; first < count; first++) {
        if (flags[first] & 4) thin += `M${p[4 * first]} ${p[4 * first + 1]}L${p[4 * first + 2]} ${p[4 * first + 3]}`;
        else if (!done[first]) {
            solid += `M${p[4 * first]} ${p[4 * first + 1]}`;
            for (let i = first; i >= 0 && !done[i]; i = next[i]) {
                done[i] = 1;
                solid += `L${p[4 * i + 2]} ${p[4 * i + 3]}`;
            }
            solid += 'Z';
        }
    }
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '-.1 -.1 1.2 1.2');
    svg.setAttribute('aria-hidden', 'true');
    for (const [d, name] of [[solid, 'solid'], [thin, 'thin']]) {
        if (!d) continue;
        const path = document.createElementNS(SVG, 'path');
        path.setAttribute('d', d);
        path.setAttribute('class', name);
        svg.append(path);
    }
    return svg;
}

function showPalette(s, env) {
    const { carom } = env;
    const name = make('b', {});
    const choose = (c) => {
        env.set({ brush: c });
        mark();
    };
    const codes = catalogue(carom);
    const buttons = codes.map((c) => make('button', {
        type: 'button', role: 'radio', 'aria-label': nameOf(carom, c), title: nameOf(carom, c), 'data-code': c, onclick: () => choose(c),
    }, icon(carom, c)));
    // One stop for Tab: the selected tile. Arrow keys, Home and End select another.
    const mark = () => {
        const chosen = carom.tileCanonical(env.state.brush);
        for (const b of buttons) {
            const here = Number(b.dataset.code) === chosen;
            b.setAttribute('aria-checked', String(here));
            b.tabIndex = here ? 0 : -1;
        }
        name.textContent = nameOf(carom, env.state.brush);
    };
    const walk = (e) => {
        const at = buttons.indexOf(e.target.closest('button'));
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - PALETTE, ArrowDown: at + PALETTE, Home: 0, End: buttons.length - 1 }[e.key];
        if (at < 0 || to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        if (!buttons[to]) return;
        choose(codes[to]);
        buttons[to].focus();
    };
    const turn = (flip) => choose(carom.tileCanonical(turned(env.state.brush, flip)));
    env.tools.replaceChildren(make('div', { class: 'palette', role: 'radiogroup', 'aria-label': 'Tiles', onkeydown: walk }, ...buttons),
        make('div', { class: 'brush' }, make('span', {}, 'Brush: ', name),
            make('button', { type: 'button', class: 'plain', onclick: () => turn(true) }, 'Flip (F)'),
            make('button', { type: 'button', class: 'plain', onclick: () => turn(false) }, 'Turn (R)')));
    mark();
    made.mark = mark;
}

/** A tile mirrored in x, or turned by 90 degrees, as seen: mirroring after turns reverses the turns. */
function turned(c, flip) {
    const [base, flipped, turns] = [c & 31, (c >> 5) & 1, c >> 6];
    return flip ? code(base, 1 - flipped, (4 - turns) % 4) : code(base, flipped, (turns + 1) % 4);
}

// ---- Painting -------------------------------------------------------------------------------------------------------

const stroke = { value: 0, last: null };
const cursor = cursorAt([1, 1], inside);

function lay(s, env, cell) {
    const codes = codesOf(s);
    const between = stroke.last ? env.ask({ op: 'walk', from: stroke.last, to: cell, ends: true }).cells : [cell];
    for (const [x, y] of between) if (inside([x, y])) codes[y * COLUMNS + x] = stroke.value;
    stroke.last = cell;
    env.set({ level: packBytes(codes) });
}

function begin(s, [x, y]) {
    stroke.value = codesOf(s)[y * COLUMNS + x] === s.brush ? 0 : s.brush;
    stroke.last = null;
}

const tip = (s) => [s.ball[0] + s.move[0], s.ball[1] + s.move[1]];

export default {
    id: 'tiles',
    lead: 'Paint a level with the 96 tile shapes. Sides that two tiles share are <b>removed from the outline</b>, so that no body can catch on them.',
    defaults: {
        level: packBytes(Uint8Array.from(PICTURE, (c) => LEGEND[c])), brush: code(9), ball: [9.5, 2, 0.5], move: [3, 7],
        seams: false, normals: false,
    },
    presets: [
        ['Level', {}],
        ['With tile sides', { seams: true }],
        ['Onto a one-way edge', { ball: [6.5, 1.75, 0.5], move: [0.5, 5] }],
        ['Up through it', { ball: [7.5, 5, 0.5], move: [0, -4] }],
        ['Empty', { level: packBytes(new Uint8Array(COLUMNS * ROWS)), brush: 1 }],
    ],
    controls: () => [
        { kind: 'switch', key: 'seams', label: 'Show tile sides' },
        { kind: 'switch', key: 'normals', label: 'Show normals and corners' },
    ],
    bounds: () => [-0.4, -0.4, COLUMNS + 0.4, ROWS + 0.4],
    enter(s, env) {
        showPalette(s, env);
    },
    leave: free,
    changed(keys) {
        if (keys.includes('brush')) made.mark?.();
    },
    handles: (s) => [
        { id: 'tip', label: 'End of the motion', at: tip(s), tone: 'a way', step: 0.05,
            move: (p) => ({ move: [p[0] - s.ball[0], p[1] - s.ball[1]].map((v) => Number(v.toPrecision(9))) }) },
        { id: 'ball', label: 'Ball', at: s.ball.slice(0, 2), tone: 'a', step: 0.05, move: (p) => ({ ball: [...p, s.ball[2]] }) },
    ],
    questions(s, env) {
        build(s, env);
        return [{ op: 'sweep', a: { circle: s.ball }, move: s.move, b: compound(made.edges) }];
    },
    code: (s) => tileTexts({ codes: made.codes, columns: COLUMNS, rows: ROWS }, s.ball, s.move, made.edges),
    tell(s, answers, env) {
        const hit = made.level.sweep({ circle: s.ball }, s.move);
        made.hit = hit;
        return {
            status: ballStatus(made.level, s, hit),
            tone: hit.hit ? 'hit' : 'miss',
            rows: [['edges', made.level.edgeCount], ['seams removed', made.level.seamsRemoved], ...rowsOf(hit)],
        };
    },
    /** For tests: the answer of the level. */
    answer: () => answerLine(made.hit),
    paint(phase, p, event, s, env) {
        const cell = p.map(Math.floor);
        if (phase === 'down') {
            if (!inside(cell)) return false;
            begin(s, cell);
        }
        if (phase === 'down' || phase === 'move') lay(s, env, cell);
        return phase !== 'hover';
    },
    key(e, s, env) {
        if (cursor.walk(e, env.stage)) return true;
        const letter = e.ctrlKey || e.metaKey || e.altKey ? '' : e.key.toLowerCase(); // Caps Lock gives capitals
        if (letter === 'f' || letter === 'r') {
            env.set({ brush: env.carom.tileCanonical(turned(s.brush, letter === 'f')) });
            return true;
        }
        if (e.key !== ' ' && e.key !== 'Enter') return false;
        begin(s, cursor.cell);
        lay(s, env, cursor.cell);
        return true;
    },
    draw(stage, s) {
        const g = stage.context;
        stage.shape({ box: [0, 0, COLUMNS, ROWS] }, { line: stage.c.rule, width: 1 });
        stage.grid();
        stage.swept({ circle: s.ball }, s.move, stage.c['a-tint']);
        drawLevel(stage, made.paths, { corners: s.normals, edges: s.normals ? made.edges : null });
        if (s.seams) {
            g.strokeStyle = stage.c.fault;
            g.lineWidth = stage.px(1.25);
            g.setLineDash([stage.px(3), stage.px(3)]);
            g.stroke(made.seams);
            g.setLineDash([]);
            g.strokeStyle = stage.c['solid-edge'];
            g.lineWidth = stage.px(2.5);
            g.stroke(made.paths.border);
        }
        cursor.draw(stage);
        const hit = made.hit;
        stage.shape({ circle: s.ball }, { line: stage.c.a, width: 1.5 });
        stage.arrow(s.ball, tip(s), stage.c.a, 1.25, [1, 5]);
        stage.shape({ circle: [...hit.at, s.ball[2]] }, { line: stage.c.a, width: 2.5 });
        if (!hit.hit) return;
        stage.normal(hit.point, hit.normal, stage.c.ink, 30);
        stage.dot(hit.point, stage.c.ink, 3.5);
    },
};
