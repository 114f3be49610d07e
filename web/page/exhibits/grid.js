// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A grid to paint: cells under a line, lines of sight with three corner rules, and field of view.
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
        return { status: `The line crosses ${answer.cells.length === 1 ? 'one cell' : `${answer.cells.length} cells`}${s.ends ? '' : ' between its ends'}.`, tone: 'hit', rows: [['cells', list || '–']] };
    }
    if (s.ask === 'sight') {
        const rows = [['clear', String(answer.clear)], ['blocker', answer.blocker ? answer.blocker.join(', ') : '–']];
        const status = answer.clear ? 'Line of sight is clear.' : `Line of sight is blocked by cell (${answer.blocker.join(', ')}).`;
        return { status, tone: answer.clear ? 'hit' : 'miss', rows };
    }
    const seen = answer.visible.flat().reduce((sum, v) => sum + v, 0);
    return { status: `${seen} cells in the field of view.`, tone: 'hit', rows: [['seen', seen], ['from', s.from.join(', ')], ['radius', s.radius]] };
}

function fillCells(stage, cells, colour) {
    const g = stage.context;
    g.fillStyle = colour;
    for (const [x, y] of cells) g.fillRect(x, y, 1, 1);
}

/** Paints a cell and those on the line from the last one: a fast pointer skips cells. */
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
    lead: 'Paint walls, drag the two units. Cells under a line and lines of sight are computed in <b>exact integers</b>, and are the same from both ends.',
    defaults: {
        ask: 'sight', from: [4, 10], to: [12, 6], corners: 'open', ends: false, radius: 9,
        map: packBytes(Uint8Array.from(ROOMS, (c) => (c === '#' ? 1 : 0))),
    },
    presets: [
        ['Line of sight', {}],
        ['Through corners', { ask: 'walk', from: [2, 1], to: [8, 7], map: packBytes(new Uint8Array(COLUMNS * ROWS)) }],
        ['Between two corners', { from: [5, 12], to: [8, 9], corners: 'pair' }],
        ['Field of view', { ask: 'fov', from: [10, 6] }],
    ],
    controls: (s) => [
        { kind: 'choice', key: 'ask', label: 'Query', options: [['walk', 'line'], ['sight', 'sight'], ['fov', 'view']] },
        ...(s.ask === 'fov' ? [{ kind: 'range', key: 'radius', label: 'Radius', min: 0, max: 24 }] : [
            { kind: 'choice', key: 'corners', label: 'Corners',
                options: s.ask === 'walk' ? [['open', 'skip'], ['any', 'both cells']] : [['open', 'pass'], ['pair', 'two walls block'], ['any', 'one wall blocks']] },
        ]),
        ...(s.ask === 'walk' ? [{ kind: 'switch', key: 'ends', label: 'Include both ends' }] : []),
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
        ...(s.ask === 'fov' ? [] : [handle(s, 'to', 'End of the line', 'b')]),
        handle(s, 'from', s.ask === 'fov' ? 'Viewer' : 'Start of the line', 'a'),
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
        if (answer.cells) fillCells(stage, answer.cells, stage.c.lit);
        g.fillStyle = stage.c.wall;
        cellsOf(s).forEach((v, i) => {
            const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
            if (!v) return;
            g.fillRect(x, y, 1, 1);
            // A wall in the result has a frame in the colour of the result.
            if (answer.visible?.[y][x] || answer.cells?.some(([cx, cy]) => cx === x && cy === y)) stage.shape({ box: [x + 0.2, y + 0.2, x + 0.8, y + 0.8] }, { line: stage.c.lit, width: 3 });
        });
        g.beginPath();
        for (let x = 0; x <= COLUMNS; x++) g.moveTo(x, 0), g.lineTo(x, ROWS);
        for (let y = 0; y <= ROWS; y++) g.moveTo(0, y), g.lineTo(COLUMNS, y);
        stage.stroke(stage.c.rule, 1);
        cursor.draw(stage);
        if (s.ask === 'fov') return;
        const clear = answer.clear !== false;
        stage.line([centre(s.from), centre(s.to)], stage.c.paper, 6); // a halo, visible on any cell
        stage.line([centre(s.from), centre(s.to)], stage.c.a, 2.5, clear ? null : [4, 6]);
        if (!clear) {
            const [x, y] = answer.blocker;
            stage.shape({ box: [x, y, x + 1, y + 1] }, { fill: stage.c.a, line: stage.c.paper, width: 3 });
        }
        (answer.cells ?? []).forEach(([x, y], i) => {
            stage.text([x + 0.1, y + 0.2], String(i + 1), stage.c.ink, { size: 10 });
        });
    },
};
