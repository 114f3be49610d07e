// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A grid to paint: the cells under a line, lines of sight under three rules for corners, and the field of view.
import { cursorAt } from '../cursor.js';
import { packBytes, unpackBytes } from '../state.js';

const COLUMNS = 20;
const ROWS = 14;
const ROOMS = [
    '....................',
    '....................',
    '..######..######....',
    '..#.....#......#....',
    '..#.....#......#....',
    '..#.....#......#....',
    '..#............#....',
    '..#.....#......#....',
    '..####..#####.##....',
    '....................',
    '.......#....#.......',
    '......#......#..#...',
    '....................',
    '....................',
].join('');

const cellsOf = (s) => unpackBytes(s.map, COLUMNS * ROWS) ?? new Uint8Array(COLUMNS * ROWS);
const rowsOf = (s) => {
    const text = Array.from(cellsOf(s), (v) => (v ? '#' : '.')).join('');
    return Array.from({ length: ROWS }, (_, y) => text.slice(y * COLUMNS, (y + 1) * COLUMNS));
};
const inside = ([x, y]) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS;
const centre = ([x, y]) => [x + 0.5, y + 0.5];

function question(s) {
    const corners = s.corners === 'open' ? {} : { corners: s.corners };
    if (s.ask === 'walk') {
        return { op: 'walk', from: s.from, to: s.to, ...(s.corners === 'any' ? corners : {}), ...(s.ends ? { ends: true } : {}) };
    }
    if (s.ask === 'sight') return { op: 'sight', rows: rowsOf(s), from: s.from, to: s.to, ...corners };
    return { op: 'fov', rows: rowsOf(s), from: s.from, radius: s.radius };
}

function tell(s, answer) {
    if (s.ask === 'walk') {
        const list = answer.cells.map((c) => `(${c.join(',')})`).join(' ');
        return { status: `${answer.cells.length} cells between them.`, tone: 'hit', rows: [['cells', list || '–']] };
    }
    if (s.ask === 'sight') {
        const rows = [['clear', String(answer.clear)], ['blocker', answer.blocker ? answer.blocker.join(', ') : '–']];
        const status = answer.clear ? 'They see each other.' : `The cell (${answer.blocker.join(', ')}) is in the way.`;
        return { status, tone: answer.clear ? 'hit' : 'miss', rows };
    }
    const seen = answer.visible.flat().reduce((sum, v) => sum + v, 0);
    return { status: `${seen} cells are seen.`, tone: 'hit', rows: [['seen', seen], ['from', s.from.join(', ')], ['radius', s.radius]] };
}

function fillCells(stage, cells, colour) {
    const g = stage.context;
    g.fillStyle = colour;
    for (const [x, y] of cells) g.fillRect(x, y, 1, 1);
}

/** Sets a cell, and those between it and the last one: the pointer may be faster than its events. */
function stroke(s, env, cell) {
    const cells = cellsOf(s);
    const between = brush.last ? env.ask({ op: 'walk', from: brush.last, to: cell, ends: true }).cells : [cell];
    for (const [x, y] of between) if (inside([x, y])) cells[y * COLUMNS + x] = brush.value;
    brush.last = cell;
    env.set({ map: packBytes(cells) });
}
const brush = { value: 0, last: null };
const cursor = cursorAt([0, 0], inside);

const handle = (s, key, label, tone) => ({
    id: key, label, tone, at: centre(s[key]), step: 1, offset: 0.5,
    move: (p) => (inside(p.map(Math.floor)) ? { [key]: p.map(Math.floor) } : {}),
});

export default {
    id: 'grid',
    lead: 'Paint walls, drag the two units. Exact <b>integers</b> decide which cells the line meets, and what blocks it: the same from both ends.',
    defaults: {
        ask: 'sight', from: [4, 10], to: [12, 6], corners: 'open', ends: false, radius: 9,
        map: packBytes(Uint8Array.from(ROOMS, (c) => (c === '#' ? 1 : 0))),
    },
    presets: [
        ['Sight', {}],
        ['Through corners', { ask: 'walk', from: [2, 1], to: [8, 7], map: packBytes(new Uint8Array(COLUMNS * ROWS)) }],
        ['Between two posts', { from: [5, 12], to: [8, 9], corners: 'pair' }],
        ['A view', { ask: 'fov', from: [10, 6] }],
    ],
    controls: (s) => [
        { kind: 'choice', key: 'ask', label: 'Ask', options: [['walk', 'walk'], ['sight', 'sight'], ['fov', 'view']] },
        ...(s.ask === 'fov' ? [{ kind: 'range', key: 'radius', label: 'Radius', min: 0, max: 24 }] : [
            { kind: 'choice', key: 'corners', label: 'Corners',
                options: s.ask === 'walk' ? [['open', 'open'], ['any', 'any']] : [['open', 'open'], ['pair', 'pair'], ['any', 'any']] },
        ]),
        ...(s.ask === 'walk' ? [{ kind: 'switch', key: 'ends', label: 'With both ends' }] : []),
    ],
    bounds: () => [-0.5, -0.5, COLUMNS + 0.5, ROWS + 0.5],
    changed(keys, s) {
        if (s.ask === 'walk' && s.corners === 'pair') s.corners = 'any';
        for (const key of ['from', 'to']) s[key] = s[key].map((v, i) => Math.min([COLUMNS, ROWS][i] - 1, Math.max(0, Math.trunc(v))));
        s.radius = Math.min(24, Math.max(0, Math.trunc(s.radius)));
    },
    enter(s) {
        this.changed([], s);
    },
    handles: (s) => [
        ...(s.ask === 'fov' ? [] : [handle(s, 'to', 'To', 'b')]),
        handle(s, 'from', 'From', 'a'),
    ],
    questions: (s) => [question(s)],
    tell: (s, [answer]) => tell(s, answer),
    paint(phase, p, event, s, env) {
        const cell = p.map(Math.floor);
        if (phase === 'down') {
            if (!inside(cell)) return false;
            brush.value = cellsOf(s)[cell[1] * COLUMNS + cell[0]] ? 0 : 1;
            brush.last = null;
        }
        if (phase === 'down' || phase === 'move') stroke(s, env, cell);
        return phase !== 'hover';
    },
    key(e, s, env) {
        if (cursor.walk(e, env.stage)) return true;
        if (e.key !== ' ' && e.key !== 'Enter') return false;
        brush.value = cellsOf(s)[cursor.cell[1] * COLUMNS + cursor.cell[0]] ? 0 : 1;
        brush.last = null;
        cursor.shown = true;
        stroke(s, env, cursor.cell);
        return true;
    },
    draw(stage, s, [answer]) {
        const g = stage.context;
        if (answer.visible) {
            const seen = answer.visible.flatMap((row, y) => row.flatMap((v, x) => (v ? [[x, y]] : [])));
            fillCells(stage, seen, stage.c.lit);
        }
        if (answer.cells) fillCells(stage, answer.cells, stage.c['a-tint']);
        g.fillStyle = stage.c['solid-edge'];
        cellsOf(s).forEach((v, i) => {
            if (!v) return;
            const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
            g.globalAlpha = answer.visible && !answer.visible[y][x] ? 0.35 : 0.8;
            g.fillRect(x, y, 1, 1);
        });
        g.globalAlpha = 1;
        g.beginPath();
        for (let x = 0; x <= COLUMNS; x++) g.moveTo(x, 0), g.lineTo(x, ROWS);
        for (let y = 0; y <= ROWS; y++) g.moveTo(0, y), g.lineTo(COLUMNS, y);
        stage.stroke(stage.c.rule, 1);
        cursor.draw(stage);
        if (s.ask === 'fov') return;
        const clear = answer.clear !== false;
        if (!clear) {
            const [x, y] = answer.blocker;
            stage.shape({ box: [x, y, x + 1, y + 1] }, { fill: stage.c.a, line: stage.c.a, width: 2 });
        }
        stage.line([centre(s.from), centre(s.to)], stage.c.a, 2, clear ? null : [4, 6]);
        (answer.cells ?? []).forEach(([x, y], i) => {
            stage.text([x + 0.1, y + 0.2], String(i + 1), stage.c.mute, { size: 10 });
        });
    },
};
