// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The boundary of a level: paths to draw, a compound for queries, and programs that sweep a ball.
import { cNumber, cProgram, cSweepRows, cVec, js, jsProgram, questionLine } from './code.js';

const CORNER_A = 1;
const CORNER_B = 2;
const ONE_WAY = 4;

/** Returns { solid, border, thin, corners, normals }: paths to fill and to stroke, and positions of convex corners. */
export function paths(edges) {
    const solid = new Path2D();
    const border = new Path2D();
    const thin = new Path2D();
    const corners = [];
    const { count, points: p, flags, next } = edges;
    const done = new Uint8Array(count);
    for (let first = 0; first < count; first++) {
        if (flags[first] & ONE_WAY) {
            thin.moveTo(p[4 * first], p[4 * first + 1]);
            thin.lineTo(p[4 * first + 2], p[4 * first + 3]);
            continue;
        }
        if (flags[first] & CORNER_A) corners.push([p[4 * first], p[4 * first + 1]]);
        if (done[first]) continue;
        solid.moveTo(p[4 * first], p[4 * first + 1]);
        border.moveTo(p[4 * first], p[4 * first + 1]);
        for (let i = first; i >= 0 && !done[i]; i = next[i]) {
            done[i] = 1;
            solid.lineTo(p[4 * i + 2], p[4 * i + 3]);
            border.lineTo(p[4 * i + 2], p[4 * i + 3]);
        }
        solid.closePath();
    }
    return { solid, border, thin, corners };
}

/** Draws the result of paths(). */
export function drawLevel(stage, level, { corners = false, edges = null } = {}) {
    const g = stage.context;
    g.fillStyle = stage.c.solid;
    g.fill(level.solid, 'evenodd');
    g.strokeStyle = stage.c['solid-edge'];
    g.lineWidth = stage.px(1.5);
    g.stroke(level.border);
    g.strokeStyle = stage.c.mark;
    g.lineWidth = stage.px(2.5);
    g.stroke(level.thin);
    if (edges) drawNormals(stage, edges);
    if (corners) for (const p of level.corners) stage.dot(p, stage.c['solid-edge'], 3);
}

function drawNormals(stage, { count, points: p, normals: n }) {
    const g = stage.context;
    g.beginPath();
    for (let i = 0; i < count; i++) {
        const at = [(p[4 * i] + p[4 * i + 2]) / 2, (p[4 * i + 1] + p[4 * i + 3]) / 2];
        const d = Math.min(stage.px(9), Math.hypot(p[4 * i + 2] - p[4 * i], p[4 * i + 3] - p[4 * i + 1]));
        g.moveTo(...at);
        g.lineTo(at[0] + n[2 * i] * d, at[1] + n[2 * i + 1] * d);
    }
    stage.stroke(stage.c['solid-edge'], 1);
}

/** The boundary as a compound of one-sided segments: `carom query` has no levels. */
export function compound({ count, points: p, flags }) {
    const parts = [];
    for (let i = 0; i < count; i++) {
        const thin = Boolean(flags[i] & ONE_WAY); // the ends of one-way edges can always be hit
        const ends = [thin || Boolean(flags[i] & CORNER_A), thin || Boolean(flags[i] & CORNER_B)];
        const part = { segment: Array.from(p.subarray(4 * i, 4 * i + 4)), one_sided: true };
        parts.push(ends[0] && ends[1] ? part : { ...part, ends });
    }
    return { compound: parts };
}

/** A sentence about the sweep of a ball. */
export function ballStatus(level, { ball, move }, hit) {
    if (hit.inside) return 'The ball starts in penetration: the normal is that of least depth.';
    if (level.solid(ball.slice(0, 2))) return 'The ball starts inside a solid, where no edge faces it.';
    if (hit.hit) return `Hit at t = ${hit.t.toFixed(3)}.`;
    return move[0] === 0 && move[1] === 0 ? 'No hit: the ball does not move.' : 'No hit.';
}

// ---- As code --------------------------------------------------------------------------------------------------------

const bytes = (codes, columns, indent) => {
    const rows = [];
    for (let i = 0; i < codes.length; i += columns) rows.push(`${indent}${Array.from(codes.subarray(i, i + columns)).join(', ')},`);
    return rows;
};

/** The C statements that make a level from one grid of tiles. */
export const tilesInC = (codes, columns, rows) => [
    `static const uint8_t codes[${rows} * ${columns}] = {`,
    ...bytes(codes, columns, '    '),
    '};',
    `carom_tiles tiles = {.columns = ${columns}, .rows = ${rows}, .cell = {1, 1}, .codes = codes};`,
    'carom_level *level;',
    'carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);',
];

/** As tilesInC(), in JavaScript. */
export const tilesInJS = (codes, columns, rows) => [
    'const level = carom.level({',
    '    tiles: {',
    `        columns: ${columns},`,
    `        rows: ${rows},`,
    '        codes: [',
    ...bytes(codes, columns, '            '),
    '        ],',
    '    },',
    '});',
];

const sweepInC = ([x, y, r], move) => [
    'carom_shape ball;',
    `carom_make_circle(${cVec([x, y])}, ${cNumber(r)}, &ball);`,
    `carom_sweep_hit hit = carom_level_sweep(level, &ball, ${cVec(move)});`,
    'printf("edges %d\\n", carom_level_edge_count(level));',
    'printf("seams removed %d\\n", carom_level_seams_removed(level));',
    ...cSweepRows(['printf("part_b %d\\n", hit.part_b);']),
    'carom_level_free(level);',
];
const sweepInJS = (ball, move) => [
    `const hit = level.sweep({ circle: ${js(ball)} }, ${js(move)});`,
    "console.log({ edges: level.edgeCount, 'seams removed': level.seamsRemoved, ...hit });",
];
const sweepAsLine = (ball, move, edges) => questionLine({ op: 'sweep', a: { circle: ball }, move, b: compound(edges) });

/** The texts for a ball swept against a level of tiles. */
export function tileTexts({ codes, columns, rows }, ball, move, edges) {
    return {
        C: () => cProgram([...tilesInC(codes, columns, rows), ...sweepInC(ball, move)], { includes: ['stdio'] }),
        JS: () => jsProgram([...tilesInJS(codes, columns, rows), ...sweepInJS(ball, move)]),
        query: () => sweepAsLine(ball, move, edges),
    };
}

/** The same for a level from files; see sourceOf() in cave.js. */
export function fileTexts(source, ball, move, edges) {
    return {
        C: () => cProgram([...source.inC.make, ...sweepInC(ball, move)], source.inC),
        JS: () => jsProgram([
            `const map = await carom.map(${JSON.stringify(source.name)}, await files());`,
            'const level = map.level();', ...sweepInJS(ball, move),
        ], source.inJS),
        query: () => sweepAsLine(ball, move, edges),
    };
}
